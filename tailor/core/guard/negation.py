"""What a text says is not used or not done: without, instead of, swapped, left out, egg-free, vegan.

`marks` says it for each word, by the cues of language.json. Every look ahead is bounded, so the work is linear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias

from tailor.core.guard.vocabulary import Break, Token, by_first_word, mapping, read_json, stems, texts, tokenize

Cues: TypeAlias = Mapping[str, tuple[tuple[str, ...], ...]]

SWAP_REACH = 14
LEAVE_REACH = 8
QUALIFIER_REACH = 4
LAPSE_REACH = 7
_POSTPONED = frozenset(
    {"yet", "until", "once", "too", "much", "quickly", "straight", "directly", "more", "before", "longer"}
)
_PARTED_BY_SPACE = frozenset(
    {"shaped", "coloured", "colored", "scented", "sized", "themed", "patterned", "fragranced"}
)


@dataclass(frozen=True, slots=True)
class Language:
    """The cues of one language."""

    without: Cues
    not_negation: Cues
    nots: Cues
    lapses: Cues
    swap: frozenset[str]
    swap_to: frozenset[str]
    use_verbs: frozenset[str]
    ends: frozenset[str]
    verbs: frozenset[str]
    verb_after: frozenset[str]
    after_free: frozenset[str]
    parted: frozenset[str]
    colours: frozenset[str]
    replacer: frozenset[str]
    out_after: frozenset[str]
    stops: frozenset[str]
    crafts: frozenset[str]
    lends: frozenset[str]
    made_here: frozenset[str]
    qualifiers: Mapping[str, tuple[tuple[tuple[str, ...], frozenset[str]], ...]]


@dataclass(slots=True)
class Marks:
    """For each word: not used, not done, and the constraints that a qualifier lifts."""

    unused: list[bool]
    undone: list[bool]
    lifted: list[frozenset[str]]


def _plain(phrase: str) -> tuple[str, ...]:
    return tuple(t.plain for t in tokenize(phrase))


def read_cues(value: object) -> Cues:
    """Phrases of a data file by their first word, longest first."""
    return by_first_word(map(_plain, texts(value)), tuple)


@lru_cache(maxsize=4)
def language(name: str = "en") -> Language:
    """The cues of a language."""
    data = read_json("language", name)

    def words(key: str) -> frozenset[str]:
        return frozenset(texts(data[key]))

    return Language(
        without=read_cues(data["without"]),
        not_negation=read_cues(data["not_negation"]),
        nots=read_cues(data["not"]),
        lapses=read_cues(data["lapses"]),
        swap=words("swap"),
        swap_to=words("swap_to"),
        use_verbs=words("use_verbs"),
        ends=words("ends"),
        verbs=words("verbs"),
        verb_after=words("verb_after"),
        after_free=words("after_free"),
        parted=words("parted"),
        colours=words("colours"),
        replacer=words("replacer"),
        out_after=words("out_after"),
        stops=words("qualifier_stops"),
        crafts=frozenset(s for w in words("crafts") for s in stems(w)),
        lends=frozenset(s for w in words("lends") for s in stems(w)),
        made_here=frozenset(s for w in words("made_here") for s in stems(w)),
        qualifiers=by_first_word(
            ((_plain(phrase), frozenset(texts(ids))) for phrase, ids in mapping(data["qualifiers"]).items()),
            itemgetter(0),
        ),
    )


def cue_at(tokens: Sequence[Token], at: int, cues: Cues) -> int:
    """The number of words in the longest cue that begins at this word; 0 for none."""
    for words in cues.get(tokens[at].plain, ()):
        stop = at + len(words)
        if stop <= len(tokens) and all(
            t.plain == w and (k == 0 or t.gap < Break.CLAUSE)
            for k, (t, w) in enumerate(zip(tokens[at:stop], words, strict=True))
        ):
            return len(words)
    return 0


def _open_end(tokens: Sequence[Token], begin: int, starts: frozenset[int], lang: Language) -> int:
    """Where the list after a negation ends: `without milk, butter or eggs` covers all three."""
    for i in range(begin, len(tokens)):
        token = tokens[i]
        if i > begin and token.gap >= Break.CLAUSE:
            return i
        follows = i > begin and (token.gap is Break.COMMA or tokens[i - 1].plain in {"and", "or"})
        if follows and token.plain in lang.verbs and token.gap is not Break.HYPHEN:
            return i
        if (
            token.gap is Break.COMMA
            and i > begin
            and not (not starts.isdisjoint((i, i + 1, i + 2)) or token.plain in {"or", "nor"})
        ):
            return i
        if token.plain in lang.ends and i > begin:
            return i
    return len(tokens)


def _mark_without(
    tokens: Sequence[Token], at: int, size: int, marks: Marks, starts: frozenset[int], lang: Language
) -> int:
    begin = at + size
    if begin >= len(tokens):
        return begin
    if tokens[begin].gap is Break.HYPHEN:
        marks.unused[begin] = marks.undone[begin] = True
        return begin + 1
    end = _open_end(tokens, begin, starts, lang)
    for i in range(begin, end):
        marks.unused[i] = marks.undone[i] = True
    return end


def _sentence_words(tokens: Sequence[Token], at: int, reach: int) -> list[Token]:
    found: list[Token] = []
    for token in tokens[at : at + reach]:
        if token.gap is Break.SENTENCE and found:
            break
        found.append(token)
    return found


def _mark_not(
    tokens: Sequence[Token], at: int, size: int, marks: Marks, starts: frozenset[int], lang: Language
) -> int:
    nxt = at + size
    while nxt < len(tokens) and (
        tokens[nxt].plain.endswith("ly") or tokens[nxt].plain in {"ever", "even", "be", "you"}
    ):
        nxt += 1
    if nxt >= len(tokens) or tokens[nxt].gap >= Break.CLAUSE:
        return at + size
    marks.undone[nxt] = True
    later = any(t.plain in _POSTPONED for t in _sentence_words(tokens, nxt, SWAP_REACH))
    bare = tokens[at].plain == "not" and size == 1 and tokens[nxt].plain not in lang.verbs
    if (tokens[nxt].plain in lang.use_verbs or bare) and not later:
        return _mark_without(tokens, nxt, 0 if bare else 1, marks, starts, lang)
    return nxt


def _mark_swap(tokens: Sequence[Token], at: int, marks: Marks, starts: frozenset[int], lang: Language) -> None:
    verb = tokens[at].plain
    for offset, token in enumerate(_sentence_words(tokens, at + 1, SWAP_REACH)):
        if token.gap is Break.CLAUSE:
            return
        if token.plain not in lang.swap_to or (token.plain == "to" and verb not in {"change", "switch"}):
            continue
        to = at + 1 + offset
        inward = verb.startswith("sub") or tokens[min(at + 1, len(tokens) - 1)].plain == "in"
        if token.plain == "for" and inward:
            _mark_without(tokens, to, 1, marks, starts, lang)
        else:
            for i in range(at + 1, to):
                marks.unused[i] = marks.undone[i] = True
        return


def _mark_leave_out(tokens: Sequence[Token], at: int, marks: Marks, lang: Language) -> None:
    ahead = _sentence_words(tokens, at + 1, LEAVE_REACH)
    for offset, token in enumerate(ahead):
        if token.plain not in {"out", "off", "behind", "home"}:
            continue
        nxt = at + 2 + offset
        if nxt < len(tokens) and tokens[nxt].gap < Break.COMMA and tokens[nxt].plain in lang.out_after:
            return
        for i in range(at + 1, at + 1 + offset):
            marks.unused[i] = True
        return


def _mark_lapse(tokens: Sequence[Token], at: int, marks: Marks) -> None:
    for i in range(at - 1, max(-1, at - 1 - LAPSE_REACH), -1):
        marks.unused[i] = True
        if tokens[i].gap >= Break.COMMA:
            return


def _mark_qualifier(tokens: Sequence[Token], at: int, marks: Marks, lang: Language) -> None:
    for words, lifts in lang.qualifiers.get(tokens[at].plain, ()):
        stop = at + len(words)
        if tuple(t.plain for t in tokens[at:stop]) != words:
            continue
        for i in range(stop, min(len(tokens), stop + QUALIFIER_REACH)):
            if tokens[i].gap >= Break.COMMA or tokens[i].plain in lang.stops:
                return
            marks.lifted[i] |= lifts
        return


def marks(tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> Marks:
    """What the text says is not used, not done, or lifted by a qualifier. `starts`: where known words begin."""
    count = len(tokens)
    made = Marks([False] * count, [False] * count, [frozenset()] * count)
    done = 0
    for i, token in enumerate(tokens):
        _mark_qualifier(tokens, i, made, lang)
        if token.plain in lang.swap:
            _mark_swap(tokens, i, made, starts, lang)
        if token.plain in {"leave", "leaving", "leaves", "left", "miss"}:
            _mark_leave_out(tokens, i, made, lang)
        if cue_at(tokens, i, lang.lapses):
            _mark_lapse(tokens, i, made)
        if i < done:
            continue
        lapse, without, nots = (cue_at(tokens, i, c) for c in (lang.not_negation, lang.without, lang.nots))
        if lapse >= max(without, nots, 1):
            done = i + lapse
        elif without > nots or (without == nots and without):
            done = _mark_without(tokens, i, without, made, starts, lang)
        elif nots:
            done = _mark_not(tokens, i, nots, made, starts, lang)
    return made


def parted(tokens: Sequence[Token], end: int, lang: Language) -> bool:
    """Whether the word before `end` only lends its name: almond-shaped, egg-free, butter substitute."""
    if end >= len(tokens):
        return False
    nxt = tokens[end]
    if nxt.gap is Break.HYPHEN:
        return nxt.plain in lang.parted or nxt.plain in lang.colours
    if nxt.gap is not Break.NONE:
        return False
    if nxt.plain == "free":
        return end + 1 >= len(tokens) or tokens[end + 1].plain not in lang.after_free
    return nxt.plain in _PARTED_BY_SPACE or nxt.plain in lang.replacer
