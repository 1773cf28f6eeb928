"""What a text only proposes and then turns down: "Walnuts? Not for me", "some add wine, but I wouldn't".

A question, a habit, what others do, what would be, and what is thought better of are read alike: up to where the
proposal ends, and by what answers it. So a thing that was to go in is not used, and one to be left out is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tailor.core.guard.language import Language, cue_at
from tailor.core.guard.leaving import leaves_out
from tailor.core.guard.vocabulary import Break, Token, opening, sentences, words_from
from tailor.core.numerals import WORDS

REACH = 14
SUBJECT_REACH = 6
NAMED_REACH = 5

_TURNS = frozenset({"but", "yet", "so", "though", "although", "and", "while", "whereas"})
_WOULD = frozenset({"would", "could", "might"})
_STANDS_FOR_IT = frozenset({"it", "them", "those", "that", "this", "these"})
_COUNTED = WORDS.keys() - {"a", "an"}
_THE_SAME = _STANDS_FOR_IT | _COUNTED | {"both", "less", "double", "twice", "plenty", "lots", "extra", "even"}
"""What follows "we use" if it is the same thing that is used: "we use half", "we use salted"."""
_AS_WELL = frozenset({"too", "also", "same", "still", "well", "likewise", "more"})
_TEMPTS = frozenset({"tempted", "fancy", "thinking", "how", "what", "why"})
_SO_MUCH = frozenset({"too", "more", "enough", "extra", "another", "still", "already", "yet"})
"""What asks how much there is to be of a thing that is there: "More butter?"."""


def turned_down(tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> tuple[list[bool], list[bool]]:
    """For each word whether it stands in a proposal that is turned down, and whether it names what is not used."""
    down, unused = [False] * len(tokens), [False] * len(tokens)
    for words, thing in (
        *_questions(tokens, starts, lang),
        *_statements(tokens, starts, lang),
        *_second_thoughts(tokens, starts, lang),
    ):
        out = next((at for at in words if leaves_out(tokens, at, lang)), words.stop)
        for at in words:
            down[at] = True
            unused[at] = unused[at] or (thing and at < out)
    return down, unused


def _questions(tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> Iterator[tuple[range, bool]]:
    """Questions that the next sentence answers with no, each with whether it names a thing to be used."""
    for (first, last), (answer, stop) in pairwise(sentences(tuple(tokens))):
        said = tokens[answer].plain
        asks = tokens[first].plain in lang.asks and said in lang.refusals
        if tokens[answer].answers and tokens[first].plain in lang.privatives:
            asks = asks or (said in lang.refusals and not cue_at(tokens, answer, lang.not_deniers))
        closes = said != "no" or answer + 1 == stop or tokens[answer + 1].gap >= Break.COMMA
        offers = tokens[answer].answers and _offers(tokens, first, last, starts, lang)
        declined = offers and _says_no(tokens, answer, lang) and not _of_a_sort(tokens, answer, lang)
        if (asks and closes) or declined:
            thing = offers or not starts or first in starts or bool(cue_at(tokens, first, lang.asks_for))
            yield range(first, last), thing


def _offers(tokens: Sequence[Token], first: int, last: int, starts: frozenset[int], lang: Language) -> bool:
    """Whether a question names a thing to be taken or left out, and asks nothing of its state or amount."""
    if not starts:
        return last <= first + 2  # of a hazard no more is known than that it was named
    named = not starts.isdisjoint(range(first, min(first + NAMED_REACH, last)))
    offering = lang.use_verbs | lang.use_gerunds | lang.privatives | WORDS.keys() | _TEMPTS
    opens = first in starts or tokens[first].plain in offering
    words = {t.plain for t in tokens[first:last]}
    return named and opens and last - first <= REACH and words.isdisjoint(_SO_MUCH)


def _of_a_sort(tokens: Sequence[Token], answer: int, lang: Language) -> bool:
    """Whether another sort or number of the thing is taken: "One egg? No, two", "Salted? No, the plain sort"."""
    words = set(words_from(tokens, answer + 1, SUBJECT_REACH, Break.SENTENCE))
    return not words.isdisjoint(_COUNTED - {"one"} | lang.states | lang.sorts)


def _says_no(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether a clause says no and no more: "but I wouldn't", "forget it", "I did once, and never again"."""
    if at >= len(tokens):
        return False
    said = words_from(tokens, at + 1, REACH, Break.CLAUSE)
    if ("never", "again") in pairwise(said) or "regretted" in said:
        return True
    size = cue_at(tokens, at, lang.declines) or _gives_up(tokens, at, lang)
    after = tokens[at + size : at + size + 1]
    return size > 0 and all(t.gap >= Break.COMMA or t.plain in lang.times for t in after)


def _gives_up(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """The words that give up what was named before: "just swap them"; 0 for none."""
    verb = at + (tokens[at].plain in {"just", "simply", "i", "we"})
    if tokens[verb : verb + 1] == [] or tokens[verb].plain not in lang.swap | lang.privatives:
        return 0
    out = any(t.plain in {"out", "off", "away"} for t in tokens[verb + 2 : verb + 3])
    return (verb + 2 + out - at) * any(t.plain in _STANDS_FOR_IT for t in tokens[verb + 1 : verb + 2])


def _statements(tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> Iterator[tuple[range, bool]]:
    """What is done as a rule, by others, or would be, where the next clause says that it is not done here."""
    for at, token in enumerate(tokens):
        if size := cue_at(tokens, at, lang.habits):
            end = next((i for i in _ahead(tokens, at + size) if tokens[i].gap >= Break.COMMA), 0)
            if end and tokens[end].plain in lang.verbs | lang.takes and not _the_same(tokens, end, 1, lang):
                yield range(at + size, end), True
        if size := cue_at(tokens, at, lang.others_use):
            end = next((i for i in _ahead(tokens, at + size) if tokens[i].gap >= Break.CLAUSE), 0)
            if end and _gives_up(tokens, end, lang):
                yield range(at + size, end), True
        size = max(cue_at(tokens, at, lang.others_had), _others_begin(tokens, at, lang)) if starts else 0
        if size and (end := _answered(tokens, at + size, starts, lang)):
            yield range(at + size, end), True
        if token.plain in _WOULD and starts:
            begin = max(opening(tokens, at - 1, SUBJECT_REACH), 0)
            subject = range(begin, at) if at - begin < SUBJECT_REACH else range(0)
            if not starts.isdisjoint(subject) and _answered(tokens, at, starts, lang, would=True):
                yield subject, True


def _ahead(tokens: Sequence[Token], at: int) -> range:
    return range(at, min(at + REACH, len(tokens) - 1))


def _others_begin(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """The words of a name for others that opens a clause, alone or after "in" or "but"; 0 for none."""
    before = tokens[at - 1] if at else tokens[at]
    opens = tokens[at].gap >= Break.COMMA or (before.gap >= Break.COMMA and before.plain in {"in", "but", "while"})
    return cue_at(tokens, at, lang.others) if opens else 0


def _answered(
    tokens: Sequence[Token], begin: int, starts: frozenset[int], lang: Language, *, would: bool = False
) -> int:
    """Where the clause begins that turns down what is told from here on; 0 if none does.

    Of what `would` be, a mere order does it: "tofu would fall apart, so fry halloumi".
    """
    for i in range(begin + 1, min(begin + REACH, len(tokens))):
        turns = tokens[i].plain in _TURNS
        if tokens[i].gap < Break.COMMA and not (turns and tokens[i].plain not in {"and", "so"}):
            continue
        at = i + turns
        if at == len(tokens):
            return 0
        verb = at + (tokens[at].plain in {"we", "i"})
        orders = (would or verb > at) and _orders_another(tokens, verb, starts, lang)
        if _says_no(tokens, at, lang) or _takes_another(tokens, i, at, lang, orders=orders):
            return i
    return 0


def _takes_another(tokens: Sequence[Token], turn: int, at: int, lang: Language, *, orders: bool) -> bool:
    """Whether a clause says what is taken here: "we use soda water", "so halloumi goes in", "… instead"."""
    if size := _ours(tokens, at, lang):
        return not _the_same(tokens, at, size, lang)
    words = [tokens[at].plain, *words_from(tokens, at + 1, REACH, Break.CLAUSE)]
    if not _AS_WELL.isdisjoint(words) or not _STANDS_FOR_IT.isdisjoint(words) or tokens[turn].plain == "and":
        return False
    does = any(cue_at(tokens, i, lang.does_its_job) for i in range(at + 1, min(at + len(words), len(tokens))))
    return "instead" in words or does or orders


def _orders_another(tokens: Sequence[Token], verb: int, starts: frozenset[int], lang: Language) -> bool:
    """Whether something else that is known is ordered or done: "cook quinoa", but not "add the oil"."""
    acts = tokens[verb : verb + 1] and tokens[verb].plain in (lang.verbs | lang.takes) - {"add", "have"}
    near = words_from(tokens, verb + 1, SUBJECT_REACH, Break.CLAUSE)
    known = not starts.isdisjoint(range(verb + 1, verb + 1 + len(near)))
    return bool(acts) and known and (lang.definite | _THE_SAME).isdisjoint(near[:1])


def _the_same(tokens: Sequence[Token], at: int, size: int, lang: Language) -> bool:
    """Whether what a clause takes after `size` words is what was named before it: "we use half", "… it, too"."""
    rest = [tokens[at].plain, *words_from(tokens, at + 1, REACH - 1, Break.SENTENCE)]
    same = _THE_SAME | lang.states | {"some", "more", "the"}
    return not same.isdisjoint(rest[size : size + 1]) or not _AS_WELL.isdisjoint(rest)


def _ours(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """The words that begin a clause on the dish made here: "ours has", "we finish ours with"."""
    words = words_from(tokens, at + 1, 4)
    own = tokens[at].plain in {"we", "i"} and not {"ours", "mine"}.isdisjoint(words[:-1])  # not "we bake ours"
    return cue_at(tokens, at, lang.ours) or 3 * own


def _second_thoughts(
    tokens: Sequence[Token], starts: frozenset[int], lang: Language
) -> Iterator[tuple[range, bool]]:
    """What was named before a second thought that leaves it out, or was left out before one that adds it."""
    for at, token in enumerate(tokens):
        size = cue_at(tokens, at, lang.rethinks) if token.gap >= Break.COMMA and at else 0
        begin = at + size
        if not size or begin == len(tokens):
            continue
        end = next((i for i in _ahead(tokens, begin) if tokens[i + 1].gap is Break.SENTENCE), begin + REACH)
        rest, before = range(begin, min(end + 1, len(tokens))), range(max(0, at - REACH), at)
        outs = [i for i in rest if _takes_out(tokens, i, rest.stop, lang)]
        if tokens[begin].gap < Break.COMMA and outs[:1] != [begin]:
            continue  # "no, wait until it is golden"
        if any(cue_at(tokens, i, lang.brought_back) for i in rest):
            yield before, False
            continue
        named = [i for i in before if i in starts]
        gone = {tokens[i].stem for i in rest if outs and i > outs[0] and i in starts}
        words = {tokens[i].plain for i in rest}
        it = any(t.plain in _STANDS_FOR_IT for i in outs for t in tokens[i + 1 : i + 2])
        refers = it or not words.isdisjoint({"instead", "place"})
        again = [i for i in (*named, *rest) if i in starts and tokens[i].stem in gone]
        again = again if again[:1] and again[0] < at else []
        for i in again or named[-1:] * (refers or token.plain in {"scrap", "scratch", "strike"}):
            yield range(i, i + 1), True


def _takes_out(tokens: Sequence[Token], at: int, stop: int, lang: Language) -> bool:
    """Whether what follows is to be out after all: "skip the celery", "not the pecans", but not "drop it in"."""
    ahead = {t.plain for t in tokens[at + 1 : stop]}
    near = all(t.gap < Break.COMMA for t in tokens[at + 1 : at + 2])
    drops = tokens[at].plain in {"drop", "remove"} and ahead.isdisjoint({"in", "into", "onto"})
    return drops or leaves_out(tokens, at, lang) or (near and tokens[at].plain in {"no", "not"})
