"""How the words of a clause relate: what a negation governs, what is only said of others, where a list ends.

`negation` sets its marks from these; each looks ahead a bounded number of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from tailor.core.guard.language import Language, cue_at
from tailor.core.guard.vocabulary import (
    Break,
    Token,
    back,
    ends_at,
    opening,
    plain_before,
    plain_from,
    sentences,
    words_before,
    words_from,
)
from tailor.core.numerals import WORDS

SWAP_REACH = 14
LISTED_REACH = 4
SORT_REACH = 4
CHOICE_REACH = 8
PART_REACH = 5


def sentence_words(tokens: Sequence[Token], at: int, reach: int) -> list[Token]:
    found: list[Token] = []
    for token in tokens[at : at + reach]:
        if token.gap is Break.SENTENCE and found:
            break
        found.append(token)
    return found


def denials(tokens: Sequence[Token], lang: Language) -> list[int]:
    """Return, for each word, its distance from the negation that governs it within its clause, or 0."""
    found: list[int] = []
    cue = aside = comma = reach = -1
    for at, token in enumerate(tokens):
        ends = token.plain in lang.denial_ends and at > reach  # "anything but" denies, a bare "but" ends it
        if token.gap >= Break.CLAUSE or ends:
            cue = aside = -1
        elif token.gap is Break.COMMA:  # "it can't, sadly, be made without": the second comma closes the aside
            cue, aside, comma = (aside, -1, at) if aside >= 0 and at - comma <= 4 else (-1, cue, at)
        found.append(at - cue if cue >= 0 and at > reach else 0)
        size, harmless = (
            max(cue_at(tokens, at, c) for c in (lang.nots, lang.deniers)),
            cue_at(tokens, at, lang.not_deniers),
        )
        if at > reach and max(size, harmless):
            reach = at + max(size, harmless) - 1
            if size > harmless:
                cue, aside = at, -1
    return found


def refused(tokens: Sequence[Token], lang: Language) -> list[bool]:
    """Return, for each word, whether it is in a question that the next sentence answers with no."""
    found = [False] * len(tokens)
    for (first, last), (answer, stop) in pairwise(sentences(tuple(tokens))):
        asked = tokens[first].plain in lang.asks or _asks_to_leave_out(tokens, first, answer, lang)
        asked = asked and tokens[answer].plain in lang.refusals
        asked = asked or (last <= first + 2 and cue_at(tokens, answer, lang.declines) > 0)
        if asked and (tokens[answer].plain != "no" or answer + 1 == stop or tokens[answer + 1].gap >= Break.COMMA):
            found[first:last] = [True] * (last - first)
    return found


def _asks_to_leave_out(tokens: Sequence[Token], first: int, answer: int, lang: Language) -> bool:
    """Whether somebody asks to leave a thing out and is not allowed to: "Skip the kirsch? Not in my house"."""
    asks = tokens[answer].answers and tokens[first].plain in lang.privatives
    return asks and not cue_at(tokens, answer, lang.not_deniers)


def taken_back(tokens: Sequence[Token], at: int, lang: Language) -> range:
    """Return the words for what others use and the next clause replaces: "It says oats. Swap them"."""
    size = cue_at(tokens, at, lang.others_use)
    if not size:
        return range(0)
    ahead = range(at + size, min(at + size + SWAP_REACH, len(tokens) - 1))
    end = next((i for i in ahead if tokens[i].gap >= Break.CLAUSE), 0)
    verb = end + (tokens[end].plain in {"just", "simply", "i", "we"})
    given_up = end and tokens[verb].plain in lang.swap | lang.privatives and verb + 1 < len(tokens)
    return range(at + size, end) if given_up and tokens[verb + 1].plain in _STANDS_FOR_IT else range(0)


def where_others(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """Return how many words open a clause about what others do, or 0: "where the original toasts almonds"."""
    size = cue_at(tokens, at + 1, lang.others) if tokens[at].plain == "where" and at + 1 < len(tokens) else 0
    if not size:
        return 0
    size += 1 + any(t.plain in {"would", "might"} for t in tokens[at + size + 1 : at + size + 2])
    acts = [t for t in tokens[at + size : at + size + 1] if t.gap < Break.COMMA]
    verbs = lang.verbs | lang.use_verbs | lang.others_say
    if all({t.plain, t.stem}.isdisjoint(verbs) for t in acts):
        return 0
    after = tokens[at + size + 1 : at + size + 2]
    return size + 1 + any(t.plain in {"for", "in"} for t in after)  # "calls for", "stirs in"


def by_habit(tokens: Sequence[Token], at: int, lang: Language) -> range:
    """Return what is normally done, but not here: "if you normally glaze with egg, use maple syrup"."""
    size = cue_at(tokens, at, lang.habits)
    ahead = range(at + size, min(at + size + SWAP_REACH, len(tokens) - 1)) if size else range(0)
    end = next((i for i in ahead if tokens[i].gap >= Break.COMMA), 0)
    if not end or tokens[end].plain not in lang.verbs | lang.takes:
        return range(0)
    rest = {t.plain for t in sentence_words(tokens, end, SWAP_REACH)}
    same = tokens[end + 1].plain in _THE_SAME | {"some", "more"} or not _AS_WELL.isdisjoint(rest)
    return range(0) if same else range(at + size, end)


def set_apart(tokens: Sequence[Token], at: int, lang: Language) -> range:
    """Return the words for something the text names but this dish does without; `at` is the cue or the "out".

    "It was soaked in brandy; ours is soaked in tea", "look out for nuts on the label", "peanut butter out, tahini
    in", "leave the bonito in its packet".
    """
    if habit := by_habit(tokens, at, lang):
        return habit
    size = max(cue_at(tokens, at, lang.others_had), _others_begin(tokens, at, lang))
    if size and (end := _ours_begins(tokens, at + size, lang)):
        skipped = any(t.plain in lang.privatives for t in tokens[at + size : end])
        return range(0) if skipped else range(at + size, end)  # "many cooks skip the udon; don't"
    size = cue_at(tokens, at, lang.looks_for)
    ahead = range(at + size, min(at + size + LABEL_REACH, len(tokens))) if size else ()
    for i in takewhile(lambda i: tokens[i].gap < Break.CLAUSE, ahead):
        if cue_at(tokens, i, lang.on_labels):
            return range(at + size, i)
    if tokens[at].plain in lang.declares and (end := _turned_down(tokens, at, lang)):
        return range(at + 1, end)
    if tokens[at].plain == "out":
        return _out_for_another(tokens, at, lang)
    return _left_in_packet(tokens, at, lang) if at and tokens[at].plain == "leave" else range(0)


def _turned_down(tokens: Sequence[Token], verb: int, lang: Language) -> int:
    """Return where a condition with this verb ends if it rejects it, else 0: "if it lists soya, put it back"."""
    begin = opening(tokens, verb - 1, LABEL_REACH - 1)
    ahead = range(verb + 1, min(verb + LABEL_REACH, len(tokens) - 1))
    end = next((i for i in ahead if tokens[i].gap >= Break.COMMA), 0)
    supposed = begin >= 0 and tokens[begin].plain in {"if", "when", "where", "should", "whenever"}
    refused = end and tokens[end].gap is Break.COMMA and cue_at(tokens, end, lang.turns_down)
    return end if supposed and refused else 0


def _others_begin(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """Return how many words name others at the start of a clause or after its "in", "but" or "while", or 0."""
    before = tokens[at - 1] if at else tokens[at]
    opens = tokens[at].gap >= Break.COMMA or (before.gap >= Break.COMMA and before.plain in {"in", "but", "while"})
    return cue_at(tokens, at, lang.others) if opens else 0


LABEL_REACH = 8
_AS_WELL = frozenset({"too", "also", "same", "still", "well", "likewise", "more"})


_THE_SAME = frozenset({"it", "them", "both", "less", "half", "double", "twice", "plenty", "lots", "extra", "even"})
"""Words after "we use" that still mean the same thing: "we use half", "we use extra"."""


def _ours_begins(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """Return where the next clause says what this dish uses instead, or 0."""
    for i in range(at + 1, min(at + SWAP_REACH, len(tokens))):
        joined = i + (tokens[i].plain in {"but", "and", "while", "whereas"})
        if tokens[i].gap >= Break.COMMA and _is_no(tokens, joined):
            return i
        if tokens[i].gap >= Break.COMMA and joined < len(tokens) and (size := _ours(tokens, joined, lang)):
            rest = [t.plain for t in sentence_words(tokens, joined, SWAP_REACH)]
            itself = not (lang.states | _THE_SAME).isdisjoint(rest[size : size + 1])
            return i if _AS_WELL.isdisjoint(rest) and not itself else 0
    return 0


def _is_no(tokens: Sequence[Token], at: int) -> bool:
    """Whether the whole clause is "I don't" or the like."""
    words = plain_from(tokens, at, 2)
    return ends_at(tokens, at + 2) and words in (
        ["i", "don't"],
        ["we", "don't"],
        ["not", "me"],
        ["not", "us"],
        ["not", "here"],
    )


def _ours(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """Return how many words open a clause about this dish, or 0: "ours has", "we finish ours with"."""
    words = words_from(tokens, at + 1, 3)
    own = tokens[at].plain in {"we", "i"} and not {"ours", "mine"}.isdisjoint(words)
    return cue_at(tokens, at, lang.ours) or 3 * own


def _out_for_another(tokens: Sequence[Token], out: int, lang: Language) -> range:
    """Return the words before "out" if something else comes "in": "peanut butter out, sunflower butter in"."""
    begin = opening(tokens, out, SORT_REACH)
    rest = list(takewhile(lambda t: t.gap < Break.SENTENCE, tokens[out + 1 : out + 2 + SORT_REACH]))
    comes = next((k for k, t in enumerate(rest) if t.plain == "in"), 0)
    parted = bool(rest) and (rest[0].gap >= Break.COMMA or rest[0].plain == "and")
    near = tokens[max(0, out - SWAP_REACH) : out + SWAP_REACH]
    hot = not lang.hot_or_baked.isdisjoint(t.plain for t in near)
    if begin in (-1, out) or not (parted and comes) or hot or tokens[begin].plain in lang.verbs:
        return range(0)
    return range(begin, out) if ends_at(tokens, out + 2 + comes) else range(0)


def _left_in_packet(tokens: Sequence[Token], at: int, lang: Language) -> range:
    """Return what the last order of a sentence leaves where it is kept: "…; leave the bonito in its packet"."""
    if tokens[at].gap < Break.COMMA and tokens[at - 1].plain not in {"and", "but", "so"}:
        return range(0)
    rest = list(takewhile(lambda t: t.gap < Break.COMMA, tokens[at + 1 : at + 1 + LABEL_REACH]))
    where = [t.plain for t in rest[-3:]]
    kept = len(rest) > 3 and where[0] == "in" and where[1] in {"its", "their", "the"}
    ends = all(t.gap is Break.SENTENCE for t in tokens[at + 1 + len(rest) : at + 2 + len(rest)])
    return range(at + 1, at + len(rest) - 2) if kept and ends and where[2] in lang.kept_in else range(0)


def away(tokens: Sequence[Token], at: int, lang: Language) -> range:
    """Return what this verb keeps out of the way or hands to somebody else, so that nobody here handles it.

    "Leave the stick blender in the drawer", "keep the pills out of reach", "ask a friend to lift it".
    """
    begin, stop = at + 1, min(at + 1 + SWAP_REACH, len(tokens))
    if tokens[at].plain in lang.keeps:
        ahead = takewhile(lambda i: tokens[i].gap < Break.CLAUSE, range(begin, stop))
        cues = lang.left_there if tokens[at].plain in {"leave", "lock"} else lang.out_of_the_way
        return range(begin, next((i for i in ahead if cue_at(tokens, i, cues)), begin))
    if tokens[at].plain in lang.hands_over:
        near = range(begin, min(begin + 3, stop))
        begin = next((i + 1 for i in near if tokens[i].plain in lang.others_there), stop)
        more = (
            tokens[begin].plain == "else" if begin < stop else False
        )  # "ask someone else to climb up and hang it"
        task_ends = lang.task_ends - {"and"} if more else lang.task_ends
        ends = (i for i in range(begin, stop) if tokens[i].gap >= Break.COMMA or tokens[i].plain in task_ends)
        return range(begin, next(ends, stop))
    return range(0)


def waits_between(tokens: Sequence[Token], lang: Language) -> bool:
    """Whether the text puts time between meat and milk: "ice cream only after the proper wait"."""
    cues = (at for at in range(len(tokens)) if cue_at(tokens, at, lang.waits))
    no = {"no", "without", "never"}
    return any(no.isdisjoint(plain_before(tokens, at, 3)) for at in cues)


_STANDS_FOR_IT = frozenset({"it", "them", "those", "that", "this", "these"})


def nobody_may(tokens: Sequence[Token], at: int) -> bool:
    """Whether the modal verb at `at` is denied to everybody: "nobody in class 4b may bring peanuts"."""
    if tokens[at].plain not in {"may", "must", "should", "can"}:
        return False
    words = words_before(tokens, at, SORT_REACH + 1)
    return "nobody" in words or ("no", "one") in pairwise(words)


def is_preferred_over(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether this "over" separates what is chosen from what is not: "choose margarine over butter".

    "Pick over the crab" chooses nothing, nor does "choose a jam and spread it over butter".
    """
    if tokens[at].plain != "over":
        return False
    for i in back(at, CHOICE_REACH):
        if tokens[i + 1].gap >= Break.COMMA or tokens[i].plain in {"and", "then", "or", "to"}:
            return False
        if tokens[i].plain in lang.prefers:
            return i < at - 1
    return False


def main_verb(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether the main verb of a sentence that opens with "instead of …" is here: "instead of rice take …"."""
    before = tokens[at - 1].plain
    bare = before in lang.states or before in {"a", "an", "the", "some", "any", "to"}
    return tokens[at].plain in lang.verbs and tokens[at].gap is Break.NONE and not bare


def only_a_part(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether only a part is left out and the rest used: "omit half the sugar", "leave 50 g of the butter out"."""
    near = words_from(tokens, at, PART_REACH)
    if tokens[at - 1].plain == "without" and near[:1] in (["a"], ["any"]):
        return False  # "without a drop of cream"
    words = [word for word in near[:3] if word not in {"a", "an", "one", "the"}]
    if words and words[0] in lang.portions:
        return words[1:2] == ["of"] or "the" in near[1:3]
    return "of" in near and (near[0][0].isdigit() or near[0] in WORDS)


def done_otherwise(tokens: Sequence[Token], begin: int, end: int, lang: Language) -> bool:
    """Whether the object of the act at `begin` is treated differently: "rather than mashing them, fry them"."""
    word = tokens[begin].plain
    acts_than = tokens[begin - 1].plain == "than" and word in (lang.verbs - lang.use_verbs) | _THROWS
    if not acts_than and (not word.endswith("ing") or word in lang.use_gerunds):
        return False
    rest = sentence_words(tokens, end, SWAP_REACH)
    acts = (first.plain for first, then in pairwise(rest) if then.plain in {"it", "them"})
    return any(one in lang.verbs - lang.privatives for one in acts)


_THROWS = frozenset({"throw", "bin", "chuck"})


def states_another(tokens: Sequence[Token], at: int) -> bool:
    """Whether "and the" begins a statement about something else: "tender but not mushy and the meat is soft"."""
    if plain_from(tokens, at, 2) != ["and", "the"]:
        return False
    return not {"is", "are", "was", "were"}.isdisjoint(words_from(tokens, at + 2, SORT_REACH))


def is_made_ahead(tokens: Sequence[Token], at: int) -> bool:
    """Whether a dish is made ahead without what it gets later: "(without cream) can be made a day ahead"."""
    if tokens[at].plain not in {"can", "may"} or plain_from(tokens, at + 1, 1) != ["be"]:
        return False
    return not {"ahead", "advance", "beforehand"}.isdisjoint(words_from(tokens, at + 2, SWAP_REACH - 2))


def only_a_count(tokens: Sequence[Token], at: int) -> bool:
    """Whether only the number is denied: "not two eggs but three"."""
    counted = tokens[at].plain in WORDS or tokens[at].plain[:1].isdigit()
    return counted and "but" in words_from(tokens, at + 1, PART_REACH, Break.CLAUSE)


def is_counted(token: Token) -> bool:
    """Whether a number begins here, which starts a new item."""
    return token.plain[:1].isdigit() or (token.plain in WORDS and token.plain not in {"a", "an"})


def not_all(tokens: Sequence[Token], thing: int) -> bool:
    """Whether only "all of it" is denied: "do not use all of the cream", but not "all-purpose flour"."""
    near = [t.plain for t in tokens[thing : thing + 2] if t.gap is not Break.HYPHEN]
    hyphen = any(t.gap is Break.HYPHEN for t in tokens[thing + 1 : thing + 2])
    return not hyphen and not {"all", "both", "whole", "entire"}.isdisjoint(near[near[:1] == ["the"] :][:1])


def is_an_act(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether an act is left undone rather than its object left out: "without burning the butter".

    "Avoid boiling the milk" too, not "avoid boiling", a noun. For hazards the object of the act counts as well.
    """
    word, after = tokens[at].plain, words_from(tokens, at + 1, 1)
    noun = word in lang.ing_nouns and lang.definite.isdisjoint(after)
    return word.endswith("ing") and not noun and word not in lang.use_gerunds


def only_so(tokens: Sequence[Token], begin: int, end: int, lang: Language) -> bool:
    """Whether [begin, end) is unused only in this state, time or manner, or left out only to soften.

    "Avoid adding the milk all at once", "use none of it yet", "leave out the butter overnight", "cut out rounds of
    butter", "fold until you see no more butter".
    """
    before, after = words_before(tokens, begin, PART_REACH), words_from(tokens, end, PART_REACH)
    if before[-1:] == ["out"] and before[-2:-1] in (["leave"], ["leaving"], ["leaves"]):
        rest = takewhile(lambda t: t.gap < Break.COMMA and t.plain != "and", tokens[end - 1 : end + PART_REACH])
        return not _LEFT.union(lang.softens).isdisjoint(t.stem for t in rest)
    if before[-2:] in (["cut", "out"], ["cutting", "out"]):
        shapes = plain_from(tokens, begin + 1, 1) == ["of"] or is_counted(tokens[begin])
        return shapes or after[:1] in (["into"], ["with"], ["using"], ["from"])
    if before[-1:] == ["no"] or before[-2:] in (["none", "of"], ["no", "more"]):
        seen = "see" in before or ("until" in before and (before[-1] == "more" or "left" in after))
        return seen or after[:1] in (["yet"], ["until"], ["till"])
    last = tokens[end - 1].plain if end > begin + 1 else ""
    if before[-1:] == ["avoid"] and last.endswith("ing") and last != "during":
        return last not in lang.ing_nouns | lang.use_gerunds  # "avoid the cream splitting"
    if tokens[begin].plain not in lang.use_gerunds or before[-1:] in (["of"], ["than"]):
        return False
    after = plain_before(tokens, end, min(2, end - begin - 1)) + after
    manner = any(word.endswith("ly") and word not in lang.times for word in after)
    return manner or only_a_state(tokens, begin + 1, lang) or not lang.postponed.isdisjoint(after)


_LEFT = frozenset(["counter", "worktop", "side", "table", "night"])
"""Stems for where or when something left out of the fridge lies, besides those for softening."""


def wants_it_otherwise(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a thing is used and only must not do something: "you don't want the egg to curdle"."""
    return tokens[verb].plain in {"want", "need"} and "to" in words_from(tokens, verb + 1, PART_REACH)[1:]


def of_the_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether the exception at `at` is an ingredient that is used later: "mix all ingredients except the nuts".

    Of 60 such lines in recipes, none left the thing out.
    """
    return not {"ingredient", "ingredients"}.isdisjoint(words_before(tokens, at, SWAP_REACH, Break.CLAUSE))


def of_another(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether the "some" before this word is of another thing: "no cream, add some stock", not "add some to …"."""
    said = words_from(tokens, at, 2)
    said = said[said[:1] == ["of"] :]
    itself = lang.likeness_ends | {"it", "them", "later", "too", "back", "again"}
    return tokens[at - 1].plain in _SO_MUCH and bool(said) and said[0] not in itself


_SO_MUCH = frozenset({"some", "another", "plenty", "lots", "lot"})


def refuses(tokens: Sequence[Token], at: int) -> bool:
    """Whether the whole clause is "don't", which takes back what came before it."""
    return tokens[at].plain in {"don't", "dont"} and ends_at(tokens, at + 1)


def is_short(token: Token) -> bool:
    """Whether the word is contracted with "is": "it's", "everything's"."""
    return token.end - token.start > len(token.plain) and token.plain in {"it", "that", "all", "everything"}


def plain_sort(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether the ordinary kind of what came before is meant: "with the ordinary kind", "for regular ones"."""
    words = words_from(tokens, at, 3)
    words = words[words[:1] in (["the"], ["a"], ["some"]) :]
    return (
        bool(words)
        and words[0] in lang.plain_sorts
        and (words[1:2] == [] or words[1] in lang.sorts | {"stuff", "kinds"})
    )


def turns_poor(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether the text calls a dish poor: "it looks bare", but not "use plain flour"."""
    return tokens[at - 1].plain in lang.tells and tokens[at].plain in lang.poor


def while_in_a_state(tokens: Sequence[Token], at: int) -> bool:
    """Whether "with" gives a state rather than a replacement: "change the switch with the power on"."""
    rest = words_from(tokens, at + 1, SORT_REACH + 1)
    return not {"on", "off", "live", "open", "running"}.isdisjoint(rest[-1:])


def says_more(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether a statement rather than a list item follows a comma: "no microwave required, the butter softens"."""
    here = tokens[at : at + LISTED_REACH + 1]
    listed = [t.gap >= Break.COMMA or t.plain in {"or", "nor", "and"} for t in here]
    ends = next((i for i, end in enumerate(listed) if i and end), len(here))
    if not lang.predicates.isdisjoint(t.plain for t in here[1:ends]):
        return True  # "if you have no brandy, cognac is as good"
    subject = tokens[at].plain in {"the", "it", "they", "this", "that", "you", "we"}
    if subject and not lang.predicates.isdisjoint(words_from(tokens, at + 1, SWAP_REACH - 1)):
        return True  # "no need for salt, the bacon and the stock do the job"
    return subject and len(here) > LISTED_REACH


def only_a_state(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether only a state of the thing is excluded: "don't use cold butter", "never serve eggs raw"."""
    clause = plain_from(tokens, at, 1) + words_from(tokens, at + 1, SWAP_REACH - 1)
    words = [word for word in clause if word not in {"any", "the"}]
    return bool(words) and not lang.states.isdisjoint((words[0], words[-1]))
