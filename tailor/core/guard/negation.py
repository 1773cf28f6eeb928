"""What a text says is not used or not done: without, instead of, swapped, left out, egg-free, vegan.

`marks` flags each word, by the cues of language.json. A cue counts only near its word and only if nothing takes it
back ("never without nuts", "no nuts except almonds", "leave it out for now"); in doubt the word is used. Every
look ahead is bounded, so the work is linear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from tailor.core.guard.clauses import (
    SORT_REACH,
    SWAP_REACH,
    away,
    denials,
    done_otherwise,
    is_an_act,
    is_counted,
    is_made_ahead,
    is_preferred_over,
    is_short,
    main_verb,
    nobody_may,
    not_all,
    of_another,
    of_the_list,
    only_a_count,
    only_a_part,
    only_a_state,
    only_so,
    plain_sort,
    refused,
    refuses,
    says_more,
    sentence_words,
    set_apart,
    states_another,
    taken_back,
    wants_it_otherwise,
    where_others,
    while_in_a_state,
)
from tailor.core.guard.language import Language, cue_at, stirs
from tailor.core.guard.likeness import compared
from tailor.core.guard.omissions import (
    LAPSE_REACH,
    LATER_REACH,
    a_choice,
    any_but,
    for_good,
    leaves_out,
    leaves_out_by_name,
    needed,
    optional,
)
from tailor.core.guard.qualifiers import (
    Lifts,
    dish_lacks,
    lift_by_origin,
    lift_by_qualifier,
    lift_by_stand_in,
    lift_for_pregnancy,
    no_lifts,
    rejected,
)
from tailor.core.guard.vocabulary import Break, Token, back, opening, plain_before, plain_from, words_from

LEAVE_REACH = 8
REMAINS_REACH = 5
DENIAL_REACH = 4
"""Words between a negation and the "egg-free" or "vegan" that it denies."""
ASIDE_REACH = 5


_BEHIND_ENDS = frozenset({"when", "if", "and", "or", "but", "for", "as", "because", "unless", "this", "please"})
_SURE = frozenset({"sure", "check", "certain", "long", "provided"})


@dataclass(slots=True)
class Marks:
    """Flags for each word: not used, not done, not operated, not handled here, what is lifted, itself denied.

    `plain`: the ordinary kind is taken instead, as in "vegan cheese won't melt, use the real stuff".
    """

    unused: list[bool]
    undone: list[bool]
    idle: list[bool]
    away: list[bool]
    lifts: Lifts
    denied: list[bool]
    plain: list[bool]


def _mark(begin: int, end: int, *flags: list[bool]) -> None:
    for some in flags:
        some[begin:end] = [True] * len(some[begin:end])


class _Marker:
    """Sets the marks of one text; each method reads on from one cue."""

    def __init__(self, tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> None:
        self.tokens, self.starts, self.lang = tokens, starts, lang
        self.denials = denials(tokens, lang)
        self.refused = refused(tokens, lang)
        flags = [False] * len(tokens)
        near = [0 < distance <= DENIAL_REACH for distance in self.denials]
        self.made = Marks(
            [*self._asked_and_refused()],
            flags.copy(),
            flags.copy(),
            flags.copy(),
            no_lifts(len(tokens)),
            near,
            flags.copy(),
        )

    def denied(self, at: int) -> bool:
        """Whether the cue at this word is itself denied: "never … without", "instead of leaving … out"."""
        before = self.tokens[at - 1].plain if at else ""
        gerund = self.tokens[at].plain.endswith("ing") and before in self.lang.denies_next
        gerund = gerund or (before == "than" and self.tokens[at].plain in self.lang.privatives)
        return gerund or self.denials[at] > 0 or self.refused[at]

    def _asked_and_refused(self) -> Iterator[bool]:
        """Yield, for each word, whether a question asks if it is there or wanted, and the answer is no."""
        asked = False
        for at, token in enumerate(self.tokens):
            if token.gap is Break.SENTENCE:
                named = at in self.starts or not self.starts or bool(cue_at(self.tokens, at, self.lang.asks_for))
                asked = self.refused[at] and named  # "Walnuts? No, oats."
            asked = asked and not leaves_out(self.tokens, at, self.lang)
            yield asked

    def without(self, begin: int) -> int:
        """Mark the list that begins here as not used; return where it ends."""
        tokens = self.tokens
        if begin >= len(tokens) or tokens[begin].gap >= Break.COMMA:
            return begin  # "gluten-free? no: add wheat flour"
        if only_a_part(self.tokens, begin, self.lang):
            return begin + 1
        if tokens[begin].plain == "anything" and 0 < self._with(begin + 1) < len(tokens):
            begin = self._with(begin + 1)  # "don't serve anything with nuts"
        if tokens[begin].plain in {"extra", "additional"}:
            return begin + 1  # "without extra cheese" has some
        if (self.starts and is_an_act(tokens, begin, self.lang)) or self._bare_act(begin):
            self._idle(begin)
            self.made.undone[begin] = True
            return begin + 1
        if tokens[begin].plain in self.lang.in_the_way or tokens[begin].plain.endswith("ing"):
            self._idle(begin)
        end = begin + 1 if tokens[begin].gap is Break.HYPHEN else self._end_of_list(begin)
        limited = bool(self.starts) and only_so(tokens, begin, end, self.lang)
        if limited or self._brought_back(end) or done_otherwise(tokens, begin, end, self.lang):
            self.made.undone[begin] = True  # "instead of frying the fish, grill it"
        elif not (self._remains(begin, end) or self._excepts_itself(end)):
            self._neither_used_nor_done(begin, end)
            dish_lacks(tokens, begin, end, self.made.lifts, self.lang)
        return end

    def _bare_act(self, at: int) -> bool:
        """Whether a verb with its object follows "rather than": "rather than cut the feta, double it"."""
        lang, than = self.lang, self.tokens[at - 1].plain == "than"
        acts = than and self.tokens[at].plain in lang.verbs - lang.use_verbs - lang.privatives
        if than and leaves_out_by_name(self.tokens, at, lang):
            return True  # "rather than skip the mussels, buy frozen ones"
        return acts and bool(self.starts) and not lang.definite.isdisjoint(words_from(self.tokens, at + 1, 1))

    def _remains(self, begin: int, end: int) -> bool:
        """Whether the list is there anyway: "until no flour remains", "no nuts left over", "no jam too sweet"."""
        said = [t.plain for t in self.tokens[begin:end]] + words_from(self.tokens, end, REMAINS_REACH)
        if "missing" in said or ("left", "over") in pairwise(said):
            return True
        if self.tokens[begin - 1].plain == "of" and not self.lang.remains.isdisjoint(said):
            return True  # "not a trace of butter should go to waste"
        return self.tokens[begin - 1].plain == "no" and (
            not {"too", "larger", "bigger", "thicker"}.isdisjoint(said[1:-1])
            or not self.lang.remains.isdisjoint(said[: end - begin + 3])
        )

    def _excepts_itself(self, end: int) -> bool:
        """Whether one kind of the thing is excepted: "no mustard other than the wholegrain sort"."""
        rest = list(takewhile(lambda i: self.tokens[i].gap < Break.CLAUSE, range(end, self._sentence_end(end))))
        cues = (i for i in rest if cue_at(self.tokens, i, self.lang.exceptions))
        first = next(cues, len(self.tokens))
        return any(self.tokens[i].plain in self.lang.sorts for i in rest if first < i <= first + SORT_REACH)

    def _brought_back(self, at: int) -> bool:
        """Whether the rest of the sentence uses the thing after all: "… and add them later"."""
        tokens = self.tokens
        for i in range(at, min(at + LATER_REACH, len(tokens))):
            if tokens[i].gap is Break.SENTENCE:
                return False
            if is_made_ahead(tokens, i):
                return True  # "the pie, without its cream, can be made a day ahead"
            comes = cue_at(tokens, i, self.lang.brought_back)
            if refuses(tokens, i) or (
                comes and not self.denials[i] and not of_another(tokens, i + comes, self.lang)
            ):
                return True
        return False

    def _neither_used_nor_done(self, begin: int, end: int) -> None:
        _mark(begin, end, self.made.unused, self.made.undone)

    def _end_of_list(self, begin: int) -> int:
        """Return where the list after a negation ends: `without milk, butter or eggs` covers all three."""
        near = self.tokens[max(0, begin - 3) : begin]
        opens = any(t.gap is Break.SENTENCE for t in near) and near[-1].plain in {"of", "than"}
        for i in range(begin + 1, len(self.tokens)):
            comma = self.tokens[i].gap is Break.COMMA
            if opens and main_verb(self.tokens, i, self.lang):
                return i
            if (
                self._goes_on_otherwise(i)
                or self.tokens[i].plain in self.lang.ends
                or states_another(self.tokens, i)
            ):
                return i
            size = cue_at(self.tokens, i, self.lang.nots)
            if size and self._leaves_another(i, self._verb_after(i + size)):
                return i
            listed = self.tokens[i].plain in {"or", "nor"} or not self.starts.isdisjoint((i, i + 1, i + 2))
            ends = not listed or says_more(self.tokens, i, self.lang) or self._corrects(begin, i, opens)
            if comma and (ends or is_counted(self.tokens[i])):  # "no salt, 2 eggs"
                return i
        return len(self.tokens)

    def _corrects(self, begin: int, comma: int, opens: bool) -> bool:
        """Whether what follows replaces what is denied: "not oil, butter", "instead of oil, butter"."""
        rest = words_from(self.tokens, comma, LATER_REACH, Break.CLAUSE)
        listing = {"or", "nor"} | (self.lang.verbs if opens else frozenset())
        denied = opens or self.tokens[begin - 1].plain == "not"
        return (denied and listing.isdisjoint(rest)) or rest[-1:] == ["instead"]  # "no mussels, clams instead"

    def _goes_on_otherwise(self, at: int) -> bool:
        """Whether something else begins here: a clause, an exception, or another act ("…, stir")."""
        tokens, token = self.tokens, self.tokens[at]
        verb = token.plain in self.lang.verbs and token.gap is not Break.HYPHEN
        joined = token.gap is Break.COMMA or tokens[at - 1].plain in {"and", "or"}
        if token.gap >= Break.CLAUSE or (verb and joined) or cue_at(tokens, at, self.lang.exceptions):
            return True
        return leaves_out(self.tokens, at, self.lang) and token.gap is not Break.HYPHEN

    def exception(self, at: int, size: int) -> int:
        """Mark what is excepted, unless from an absence ("no nuts except almonds"); return where to read on."""
        for i in back(at, LATER_REACH):
            if cue_at(self.tokens, i, self.lang.without) or self._denies(i) or self._lacks(i):
                for there in range(at + size, self._sentence_end(at)):
                    self.made.lifts.lacking[there] = frozenset()  # "no flour except two spoons of semolina"
                return at + size
            if self.tokens[i].gap >= Break.CLAUSE:
                break
        if any(map(self._lacks, range(at + size, min(at + size + 2, len(self.tokens))))):
            return at + size  # "anything but nut-free"
        rest = range(at + size, self._sentence_end(at))
        if self._described(at) or of_the_list(self.tokens, at):
            return at + size
        if self.tokens[at].gap is Break.SENTENCE and any(self._lacks(i) or self._denies(i) for i in rest):
            return at + size  # "except for the honey, all of it is vegan", "apart from nuts nothing goes in"
        return self.without(at + size)

    def _described(self, at: int) -> bool:
        """Whether a description excepts it: "it's all juice apart from the rum", not "all is used except …"."""
        begin = max(opening(self.tokens, at - 1, LATER_REACH, Break.CLAUSE), at - LATER_REACH, 0)
        near = self.tokens[begin:at]
        says = next((i for i, t in enumerate(near) if t.plain in {"is", "are", "be"} or is_short(t)), len(near))
        ordered = any(self.tokens[i].plain in self.lang.verbs and self._opens(i) for i in range(begin, at))
        used = not self.lang.goes_in.isdisjoint(t.plain for t in near[says:])
        return says < len(near) and not (used or ordered)

    def _opens(self, at: int) -> bool:
        """Whether an order can begin here: "when it is cold, add …"."""
        return self.tokens[at].gap >= Break.COMMA or self.tokens[at - 1].plain in {"and", "then"}

    def _sentence_end(self, at: int) -> int:
        return at + len(sentence_words(self.tokens, at, LATER_REACH))

    def _denies(self, at: int) -> bool:
        return bool(cue_at(self.tokens, at, self.lang.nots) or cue_at(self.tokens, at, self.lang.deniers))

    def _lacks(self, at: int) -> bool:
        word = self.tokens[at].plain
        return word in self.lang.privatives or word in self.lang.lacking

    def nots(self, at: int, size: int) -> int:
        """Mark what must not be done, after a "not" of `size` words; return where to read on."""
        tokens, lang = self.tokens, self.lang
        verb = self._verb_after(at + size)
        if verb < 0 or self._leaves_another(at, verb):
            return at + size
        bare = (size == 1 or self._makes_sure(at)) and self._bare(at, verb)
        for leaving in (verb, verb + 1):
            if leaving < len(tokens) and leaves_out(self.tokens, leaving, self.lang):
                return leaving
        words = [tokens[verb].plain, *words_from(tokens, verb + 1, SWAP_REACH - 1, Break.CLAUSE)]
        later = not bare and (not lang.postponed.isdisjoint(words) or "if it is" in " ".join(words))
        later = later and lang.ages.isdisjoint(words)  # "no honey before the first birthday" is none at all
        if self._for_others(at, verb) or wants_it_otherwise(tokens, verb):
            return verb
        if later or not self.starts:
            self.made.undone[verb] = not later  # "don't drill too deep" drills
            return verb  # whether a warning is about a hazard is for the hazard's rule to judge
        self.made.undone[verb] = True
        if lang.conditions.isdisjoint(words):
            self._idle(verb)  # "never run the saw without its guard" has a saw
        thing = verb if bare else 0
        if not bare and tokens[verb].plain in lang.verbs | lang.use_verbs:
            thing = self._with(verb + 1) or (verb + 1) * (tokens[verb].plain in lang.use_verbs)
        some = thing > 0 and (only_a_state(tokens, thing, lang) or not_all(tokens, thing))
        return self.without(thing) if thing > 0 and not some else verb

    def _leaves_another(self, at: int, thing: int) -> bool:
        """Whether a "not" only keeps its thing from being left out: "skip the onion, but never the celery"."""
        acts = self.lang.use_verbs - self.lang.definite
        if thing < 0 or self.tokens[thing].plain in self.lang.verbs - self.lang.definite:
            return False  # "skip the onion and never use celery"
        for i in back(at, LATER_REACH):
            if self.tokens[i].plain in acts or self.tokens[i + 1].gap is Break.SENTENCE:
                return False
            if leaves_out(self.tokens, i, self.lang):
                return self.tokens[i].plain not in {"without", "free", "minus", "instead", "rather"}
        return False

    def _for_others(self, at: int, verb: int) -> bool:
        """Whether only some are warned, of what is there: "whoever drives should not take the trifle"."""
        ahead = takewhile(lambda i: self.tokens[i].gap < Break.CLAUSE, range(at, max(0, at - LATER_REACH), -1))
        begin = max(0, min(ahead, default=at + 1) - 1)
        opens = plain_from(self.tokens, begin, 2)
        told = [t.plain for t in (self.tokens[max(0, at - 1)], *self.tokens[verb + 1 : verb + 2])]
        if told == ["who", "the"]:
            return True  # "… Tom, who can't have the nuts on top"
        of_some = opens[0] in self.lang.some_people and opens[1:] in (["who"], ["with"], ["on"])
        return opens[0] == "whoever" or of_some

    def _bare(self, at: int, thing: int) -> bool:
        """Whether a thing rather than a verb follows: "not butter", ", never butter"."""
        if self.tokens[at].plain == "never":
            opens = self.tokens[at].gap >= Break.COMMA and thing in self.starts
            after = words_from(self.tokens, thing + 1, 1)
            return opens and (self.tokens[at].gap is Break.COMMA or after in (["in"], ["with"], ["on"], ["for"]))
        if self._makes_sure(at):
            return not self.starts.isdisjoint((thing, thing + 1))
        acts = self.tokens[at - 1].plain == "to" or self.tokens[thing].plain in self.lang.verbs  # "to not burn it"
        return self.tokens[at].plain == "not" and not (acts or only_a_count(self.tokens, thing))

    def _makes_sure(self, at: int) -> bool:
        """Whether somebody must check that a thing is none of what follows: "make sure it isn't peanut"."""
        says = self.tokens[at].plain in {"isn't", "aren't", "is", "are"}
        return says and not _SURE.isdisjoint(plain_before(self.tokens, at, 4))

    def _verb_after(self, at: int) -> int:
        """Return where the denied word is, past adverbs, "have to" and "need to"; -1 if the clause ends first."""
        tokens = self.tokens
        if at < len(tokens) and tokens[at].gap is Break.COMMA:
            closes = any(t.gap is Break.COMMA for t in tokens[at + 1 : at + ASIDE_REACH])
            if tokens[at - 1].plain == "not" or not closes:
                return -1  # "nut-free it is not, thanks to the almonds", "some skip the eggs; don't, add two"
        while at < len(tokens) and tokens[at].gap < Break.CLAUSE:
            word = tokens[at].plain
            to = at + 1 < len(tokens) and tokens[at + 1].plain == "to" and tokens[at + 1].gap < Break.COMMA
            if not to and not word.endswith("ly") and word not in {"even", "be", "you", "to"}:
                return at
            at += 1
        return -1

    def _with(self, at: int) -> int:
        """Return where the thing after "it with …" or "with …" begins, or 0: "never cook it with celery"."""
        words = words_from(self.tokens, at, 2)
        if words[:1] == ["with"]:
            return at + 1
        return at + 2 if words[1:] == ["with"] and words[0] in {"it", "them", "this", "these"} else 0

    def _idle(self, verb: int) -> None:
        """Mark an act as not done, with the device that it would operate or happen in."""
        word, lang = self.tokens[verb].plain, self.lang
        self.made.idle[verb] = True
        instead = self.tokens[verb - 1].plain in {"of", "than"}
        acts = instead or word in lang.operate_verbs | lang.in_the_way
        if word in lang.privatives or not acts:
            return
        placed = word not in lang.in_place  # "don't wash the mushrooms in the sink" has mushrooms and no sink
        for i in range(verb + 1, min(verb + SWAP_REACH, len(self.tokens))):
            if self.tokens[i].gap >= Break.COMMA or self.tokens[i].plain in lang.denial_ends:
                return
            if leaves_out(self.tokens, i, self.lang) or (instead and main_verb(self.tokens, i, self.lang)):
                return
            placed = placed or self.tokens[i].plain in lang.places
            self.made.idle[i] = placed

    def swap(self, at: int) -> None:
        """Mark the side of "replace … with …" that is given up, unless it is a choice: "you can replace …"."""
        tokens, verb = self.tokens, self.tokens[at].plain
        if only_a_part(self.tokens, at + 1, self.lang) or (at and tokens[at - 1].plain in self.lang.may):
            return
        for to, token in enumerate(sentence_words(tokens, at + 1, SWAP_REACH), at + 1):
            if self._goes_on_otherwise(to) or (verb.startswith("switch") and token.plain in {"on", "off"}):
                return
            if token.plain == "with" and (verb == "change" or while_in_a_state(self.tokens, to)):
                return  # "change the litter tray with your bare hands"
            if token.plain not in self.lang.swap_to or (token.plain == "to" and verb not in {"change", "switch"}):
                continue
            told = {one.plain for one in tokens[at + 1 : to - 1]}
            # "swap what you put in for butter" swaps nothing in
            ends_in = tokens[to - 1].plain == "in" and told.isdisjoint(("that", "which", "what", "you", "they"))
            swapped_in = tokens[at + 1].plain == "in" or (ends_in and not main_verb(tokens, to - 2, self.lang))
            if token.plain == "for" and (verb.startswith("sub") or swapped_in):
                self.without(to + 1)
            elif plain_sort(tokens, to + 1, self.lang):
                # "swap the sugar-free jam for ordinary jam"
                _mark(at + 1, to, self.made.denied, self.made.plain)
            else:
                self._neither_used_nor_done(at + 1, to)
            return
        inside = at > 0 and tokens[at].gap < Break.COMMA
        if inside and verb in {"replace", "replaces"} and self._is_said_of_a_thing(at):
            self.without(at + 1)

    def _is_said_of_a_thing(self, verb: int) -> bool:
        """Whether the subject is a thing, no person: "oil replaces the butter", not "you replace the butter"."""
        return self.tokens[verb - 1].plain not in self.lang.verb_after

    def take_off(self, at: int) -> None:
        """Mark the words between "cross" and "off the list"."""
        if only_a_part(self.tokens, at + 1, self.lang):
            return
        for end in range(at + 1, min(at + LEAVE_REACH, len(self.tokens))):
            if self.tokens[end].gap >= Break.CLAUSE:
                return
            if cue_at(self.tokens, end, self.lang.removed):
                _mark(at + 1, end, self.made.unused)
                return

    def hold(self, at: int) -> None:
        """Mark a thing that is ordered to be left off: "hold the cheese", but not "hold the loaf and cut it"."""
        before = self.tokens[at - 1].plain
        ordered = self.tokens[at].gap >= Break.COMMA or before in {"and", "please"}
        if at + 2 not in self.starts or self.tokens[at + 1].plain != "the" or not ordered:
            return
        rest = sentence_words(self.tokens, at + 2, LATER_REACH)
        ends = next((i for i, t in enumerate(rest[1:], 1) if t.gap >= Break.COMMA or t.plain == "and"), len(rest))
        follows = [t.plain for t in rest[ends : ends + 2] if t.plain != "and"][:1]
        if ends <= 2 and (not follows or follows[0] in self.lang.holds_on):
            _mark(at + 2, at + 2 + ends, self.made.unused)
        elif follows == ["the"] and len(rest) <= ends + 4:
            _mark(at + 2, at + 2 + len(rest), self.made.unused)  # "hold the egg and the salt"

    def kept_from(self, at: int) -> None:
        """Mark a device that spoils the dish as idle: "mash it; a blender turns it to glue"."""
        begin = opening(self.tokens, at, LAPSE_REACH)
        many = self.tokens[at - 1].plain.endswith("s")  # "food processors bruise it"
        if begin >= 0 and (many or self.tokens[begin].plain in {"a", "an", "the"}):
            _mark(begin, at, self.made.idle)

    def leave_out(self, at: int) -> None:
        """Mark the words between "leave" and "out", or between "keep" and "out of the dough"."""
        tokens, lang = self.tokens, self.lang
        if only_a_part(tokens, at + 1, lang):
            return
        keeps = tokens[at].plain == "keep"
        for out, token in enumerate(sentence_words(tokens, at + 1, LEAVE_REACH), at + 1):
            if token.plain in {"while", "when", "as"}:
                return  # "leave the candle burning while you go out"
            if token.plain in ({"out"} if keeps else {"out", "off", "behind", "home"}):
                if token.plain == "behind" and not _BEHIND_ENDS.issuperset(words_from(tokens, out + 1, 1)):
                    return  # "leave the bait behind the shed", "behind old boxes"
                placed = keeps and plain_from(tokens, out + 1, 1) != ["of"]
                meant = for_good(tokens, out, lang) and not self._brought_back(out + 1)
                if meant and not placed and not optional(tokens, at, lang):
                    _mark(at + 1, out, self.made.unused)
                return
            if out > at + 1 and self._goes_on_otherwise(out):
                return

    def lapse(self, at: int, size: int) -> None:
        """Mark the words before "is left out"."""
        if self.tokens[at + size - 1].plain == "out" and not for_good(self.tokens, at + size - 1, self.lang):
            return
        if at and self.tokens[at - 1].plain in {"you", "we", "i"}:
            if self.tokens[at - 1].gap >= Break.COMMA:
                self.without(at + size)  # "I left out the nuts", but not "the nuts I left out"
            return
        if a_choice(self.tokens, at, self.lang) and not self.tokens[at].plain.startswith("stay"):
            return
        first = at
        said = {t.plain for t in self.tokens[at : at + size]}
        if not {"called", "asked"}.isdisjoint(said) and {"not", "isn't", "aren't"}.isdisjoint(said):
            near = self.tokens[max(0, at - LAPSE_REACH) : at]
            if {"where", "wherever", "anywhere"}.isdisjoint(t.plain for t in near):
                return  # "butter is called for"
        for i in back(at, LAPSE_REACH):
            if self.tokens[i].plain in {"that", "which"} or self.tokens[i].plain in self.lang.privatives:
                return  # "add the nuts that were left out", "skipping the eggs is not an option"
            if self.tokens[i].plain in {"once", "until", "when", "after", "before"}:
                return  # "once the butter is gone, use oil"
            if self.tokens[i].plain in self.lang.lapse_stops:
                break
            first = i
            if self.tokens[i].gap >= Break.COMMA:
                break
        if not self._brought_back(at + size):
            _mark(first, at, self.made.unused)

    def reject(self, at: int) -> None:
        """Mark a rejected substitute as unused, or as `plain` if what it stands for is to be taken."""
        size, plain = rejected(self.tokens, at, self.lang)
        if size:
            begin = max(opening(self.tokens, at - 1, LAPSE_REACH), at - LAPSE_REACH, 0)
            _mark(begin, at, *((self.made.denied, self.made.plain) if plain else (self.made.unused,)))

    def around(self, at: int) -> None:
        """Apply the cues that stand around their words or after them."""
        token, lang = self.tokens[at], self.lang
        if not self.made.denied[at]:
            lift_by_qualifier(self.tokens, at, self.starts, self.made.lifts, lang)
        lift_by_origin(self.tokens, at, self.made.lifts, lang)
        if not (self.denied(at) or self.made.denied[at]):
            lift_by_stand_in(self.tokens, at, self.made.lifts, lang)
            lift_for_pregnancy(self.tokens, at, self.made.lifts, lang)
        if token.plain in lang.swap and not self.denied(at):
            self.swap(at)
        leaves = token.plain in {"leave", "leaving", "leaves", "left", "miss", "missing", "keep"}
        if leaves and not self.denied(at) and not needed(self.tokens, at, self.lang):
            self.leave_out(at)
        if token.plain in lang.removes and not self.denied(at):
            self.take_off(at)
        if token.plain == "hold":
            self.hold(at)
        apart = set_apart(self.tokens, at, lang) if self.starts and not self.denied(at) else ()
        alike = compared(self.tokens, at, lang) if self.starts else ()
        for i in (*taken_back(self.tokens, at, lang), *apart, *alike):
            self.made.unused[i] = True
        if at and cue_at(self.tokens, at, lang.spoils):
            self.kept_from(at)
        for i in away(self.tokens, at, lang) if not self.denied(at) else ():
            self.made.away[i] = True
        closing = cue_at(self.tokens, at, lang.closing_lapses)
        if closing and not lang.times.issuperset(words_from(self.tokens, at + closing, 1)):
            closing = 0
        lapse = max(cue_at(self.tokens, at, lang.lapses), closing)
        if lapse and not self.denied(at) and not rejected(self.tokens, at, lang)[1]:
            self.lapse(at, lapse)

    def after(self, at: int) -> int:
        """Apply the cue that stands before its words, if any; return where to read on."""
        tokens, lang = self.tokens, self.lang
        lapse, without, nots, exception = (
            cue_at(tokens, at, cues) for cues in (lang.not_negation, lang.without, lang.nots, lang.exceptions)
        )
        without = max(without, where_others(tokens, at, lang))
        if any_but(self.tokens, at, self.lang):
            exception = 1
        if nobody_may(tokens, at):
            nots = max(nots, 1)
        if is_preferred_over(tokens, at, lang):
            return self.without(at + 1)
        forbids = self.denials[at] and cue_at(tokens, at - self.denials[at], lang.nots)
        if forbids and tokens[at].plain == "anything" and self._with(at + 1):
            return self.without(self._with(at + 1))  # "please don't send anything with nuts"
        if lapse >= max(without, nots, 1):
            return at + lapse
        if exception:
            return self.exception(at, exception)
        if without and without >= nots:
            if tokens[at].plain == "free" and tokens[at + 1].gap is Break.HYPHEN:
                return at + without  # "free-from chocolate"
            absent = bool(cue_at(tokens, at, lang.absences))
            if (self.denied(at) and not absent) or needed(tokens, at, lang) or optional(tokens, at, lang):
                return at + without
            if self.starts:
                self._neither_used_nor_done(at, at + without)  # "hold the mayo" names the thing itself
            return self.without(at + without)
        return self.nots(at, nots) if nots else at


def marks(tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> Marks:
    """Return what the text does not use or do, or lifts by a qualifier. `starts`: where known words begin."""
    begins = stirs(tokens, lang)
    if True not in begins:
        none = [False] * len(tokens)
        return Marks(none, none, none, none, no_lifts(len(tokens)), none, none)
    marker = _Marker(tokens, starts, lang)
    for at, token in enumerate(tokens):
        if token.plain in lang.verdicts:
            marker.reject(at)
    done = 0
    for at, here in enumerate(begins):
        if not (here or marker.denials[at] or begins[at + 1 : at + 2] == [True]):
            continue  # "than" and "free" are read from the word before them
        marker.around(at)
        if at >= done:
            done = marker.after(at)
    return marker.made
