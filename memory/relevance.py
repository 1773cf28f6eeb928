"""Which of the rows that a search ranked are worth showing to a person, nearest first, and the words they share.

Needs no numpy, so the app's process can import it.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from memory.messages import MemoryHit
from memory.text import data
from tailor.core.english import lexical_stem, spellings

FAR: Final = 0.72
"""Cosine distance from which on a procedure is too far off to lean on.

Measured with `lexical` and a small sentence transformer, 90 goals and 90 steps from each of four collections
(recipes twice, runbooks, everyday plans). Medians of the nearest procedure: 0.25-0.69 in the own collection or the
other recipes, 0.72-0.91 in a foreign one; recipes and plans, which share meals, 0.58-0.73.
"""
_OF_THE_BEST: Final = 0.5
"""The part of the best row's closeness that a row must have to be shown."""
_WORD: Final = re.compile(r"[^\W_]{2,}")


@dataclass(frozen=True, slots=True)
class RelevantHit:
    """A row, and how close it is to the question."""

    hit: MemoryHit
    closeness: float
    """0 to 1: the part of the question's words that it holds, or how near goal or text are, whichever is more."""
    words: frozenset[str]
    """The words of its text that the question has too, in lower case."""


def relevant(query: str, hits: Sequence[MemoryHit]) -> tuple[RelevantHit, ...]:
    """The hits that have to do with the question, closest first; equally close ones keep their order.

    A rare word of the question weighs more than one that every hit contains. The last word may be half typed.
    """
    common = data("stop_words")
    words = [word for word in _WORD.findall(query.casefold()) if word not in common]
    wanted = {lexical_stem(word): [*map(lexical_stem, (word, *spellings(word)))] for word in words}
    shared = [_shared(wanted, hit) for hit in hits]
    often = Counter(word for words in shared for word in words)
    weight = {word: math.log(1 + len(hits) / (1 + often[word])) for word in wanted}
    whole = sum(weight.values()) or 1.0
    told = [
        RelevantHit(
            hit,
            max(sum(weight[word] for word in words) / whole, 1 - hit.goal_distance, 1 - hit.distance),
            frozenset().union(*words.values()),
        )
        for hit, words in zip(hits, shared, strict=True)
    ]
    least = max(1 - FAR, _OF_THE_BEST * max((one.closeness for one in told), default=0.0))
    return tuple(sorted((one for one in told if one.closeness >= least), key=lambda one: -one.closeness))


def _shared(wanted: Mapping[str, Sequence[str]], hit: MemoryHit) -> dict[str, frozenset[str]]:
    """Each wanted stem that the hit, or its found step, holds in any spelling, with the words that have it."""
    text = hit.steps[hit.step - 1] if hit.step else "\n".join((hit.goal, *hit.resources, *hit.steps))
    stems: dict[str, set[str]] = {}
    for word in set(_WORD.findall(text.casefold())):
        stems.setdefault(lexical_stem(word), set()).add(word)
    found = {word: frozenset(stems[one]) for word, spelt in wanted.items() for one in spelt if one in stems}
    last = next(reversed([*wanted]), "")
    if last not in found and len(last) > 2:
        begun = [words for stem, words in stems.items() if stem.startswith(last)]
        found |= {last: frozenset().union(*begun)} if begun else {}
    return found
