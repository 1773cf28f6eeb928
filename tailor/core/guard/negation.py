"""What a text says is not used or not done: without, instead of, swapped, left out, egg-free, vegan.

`marks` says it for each word, by the cues of language.json. Every look ahead is bounded, so the work is linear.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from operator import itemgetter
from typing import Any, TypeAlias

from tailor.core.guard.vocabulary import Break, Token, all_stems, by_first_word, read_json, tokenize

Cues: TypeAlias = Mapping[str, tuple[tuple[str, ...], ...]]

SWAP_REACH = 14
LEAVE_REACH = 8
QUALIFIER_REACH = 4
LAPSE_REACH = 7


@dataclass(frozen=True, slots=True)
class Language:
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
    parted_by_space: frozenset[str]
    postponed: frozenset[str]
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


def read_cues(phrases: Iterable[str]) -> Cues:
    """Phrases of a data file by their first word, longest first."""
    return by_first_word(map(_plain, phrases), tuple)


@cache
def language() -> Language:
    data = read_json("language")
    read: dict[str, Any] = {key: read_cues(data[key]) for key in ("without", "not_negation", "nots", "lapses")}
    read |= {key: all_stems(data[key]) for key in ("crafts", "lends", "made_here")}
    phrases = ((_plain(phrase), frozenset(ids)) for phrase, ids in data["qualifiers"].items())
    read["qualifiers"] = by_first_word(phrases, itemgetter(0))
    read |= {field.name: frozenset(data[field.name]) for field in fields(Language) if field.name not in read}
    return Language(**read)


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


def _sentence_words(tokens: Sequence[Token], at: int, reach: int) -> list[Token]:
    found: list[Token] = []
    for token in tokens[at : at + reach]:
        if token.gap is Break.SENTENCE and found:
            break
        found.append(token)
    return found


class _Marker:
    """Marks the words of one text; each method reads on from one cue."""

    def __init__(self, tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> None:
        self.tokens, self.starts, self.lang = tokens, starts, lang
        count = len(tokens)
        self.made = Marks([False] * count, [False] * count, [frozenset()] * count)

    def without(self, begin: int) -> int:
        """Mark the list that begins here as not used; returns where it ends."""
        if begin >= len(self.tokens):
            return begin
        end = begin + 1 if self.tokens[begin].gap is Break.HYPHEN else self._end_of_list(begin)
        self._neither_used_nor_done(begin, end)
        return end

    def _neither_used_nor_done(self, begin: int, end: int) -> None:
        for i in range(begin, end):
            self.made.unused[i] = self.made.undone[i] = True

    def _end_of_list(self, begin: int) -> int:
        """Where the list after a negation ends: `without milk, butter or eggs` covers all three."""
        tokens, lang = self.tokens, self.lang
        for i in range(begin + 1, len(tokens)):
            token = tokens[i]
            comma = token.gap is Break.COMMA
            verb = token.plain in lang.verbs and token.gap is not Break.HYPHEN
            if token.gap >= Break.CLAUSE or token.plain in lang.ends:
                return i
            if verb and (comma or tokens[i - 1].plain in {"and", "or"}):
                return i
            if comma and token.plain not in {"or", "nor"} and self.starts.isdisjoint((i, i + 1, i + 2)):
                return i
        return len(tokens)

    def nots(self, at: int, size: int) -> int:
        """Mark what is not to be done, after a "not" of `size` words; returns where to read on."""
        tokens, lang = self.tokens, self.lang
        verb = at + size
        while verb < len(tokens) and (
            tokens[verb].plain.endswith("ly") or tokens[verb].plain in {"ever", "even", "be", "you"}
        ):
            verb += 1
        if verb >= len(tokens) or tokens[verb].gap >= Break.CLAUSE:
            return at + size
        self.made.undone[verb] = True
        later = any(t.plain in lang.postponed for t in _sentence_words(tokens, verb, SWAP_REACH))
        bare = tokens[at].plain == "not" and size == 1 and tokens[verb].plain not in lang.verbs
        if (tokens[verb].plain in lang.use_verbs or bare) and not later:
            return self.without(verb if bare else verb + 1)
        return verb

    def swap(self, at: int) -> None:
        """Mark the side of "replace … with …" that is given up."""
        verb = self.tokens[at].plain
        for to, token in enumerate(_sentence_words(self.tokens, at + 1, SWAP_REACH), at + 1):
            if token.gap is Break.CLAUSE:
                return
            if token.plain not in self.lang.swap_to or (token.plain == "to" and verb not in {"change", "switch"}):
                continue
            if token.plain == "for" and (verb.startswith("sub") or self.tokens[at + 1].plain == "in"):
                self.without(to + 1)
            else:
                self._neither_used_nor_done(at + 1, to)
            return

    def leave_out(self, at: int) -> None:
        """Mark what stands between "leave" and "out"."""
        for out, token in enumerate(_sentence_words(self.tokens, at + 1, LEAVE_REACH), at + 1):
            if token.plain in {"out", "off", "behind", "home"}:
                after = self.tokens[out + 1 : out + 2]
                if not any(one.gap < Break.COMMA and one.plain in self.lang.out_after for one in after):
                    self.made.unused[at + 1 : out] = [True] * (out - at - 1)
                return

    def lapse(self, at: int) -> None:
        """Mark what stands before "is left out"."""
        for i in range(at - 1, max(-1, at - 1 - LAPSE_REACH), -1):
            self.made.unused[i] = True
            if self.tokens[i].gap >= Break.COMMA:
                return

    def qualifier(self, at: int) -> None:
        """Lift what a qualifier such as "vegan" rules out from the words after it."""
        tokens = self.tokens
        for words, lifts in self.lang.qualifiers.get(tokens[at].plain, ()):
            stop = at + len(words)
            if tuple(t.plain for t in tokens[at:stop]) != words:
                continue
            for i in range(stop, min(len(tokens), stop + QUALIFIER_REACH)):
                if tokens[i].gap >= Break.COMMA or tokens[i].plain in self.lang.stops:
                    return
                self.made.lifted[i] |= lifts
            return


def marks(tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> Marks:
    """What the text says is not used, not done, or lifted by a qualifier. `starts`: where known words begin."""
    marker = _Marker(tokens, starts, lang)
    done = 0
    for i, token in enumerate(tokens):
        marker.qualifier(i)
        if token.plain in lang.swap:
            marker.swap(i)
        if token.plain in {"leave", "leaving", "leaves", "left", "miss"}:
            marker.leave_out(i)
        if cue_at(tokens, i, lang.lapses):
            marker.lapse(i)
        if i < done:
            continue
        lapse, without, nots = (cue_at(tokens, i, c) for c in (lang.not_negation, lang.without, lang.nots))
        if lapse >= max(without, nots, 1):
            done = i + lapse
        elif without and without >= nots:
            done = marker.without(i + without)
        elif nots:
            done = marker.nots(i, nots)
    return marker.made


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
    return nxt.plain in lang.parted_by_space or nxt.plain in lang.replacer
