"""Which rows of a search are worth showing to a person, nearest first, and the words they share with the query.

Some words of a query tell what it asks for; other names for them count too. Screen and command line show the same
results: both take `LOOKED_AT` rows of a search and cut them off here. Needs no numpy, so the app can import it.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from memory.messages import MemoryHit
from memory.text import data
from tailor.core.english import lexical_stem, spellings
from tailor.core.finding.relations import other_names

FAR: Final = 0.72
"""Cosine distance from which on a procedure is too far away to build on.

Measured with `lexical` and a small sentence transformer, 90 goals and 90 steps from each of four collections
(recipes twice, runbooks, everyday plans). Medians of the nearest procedure: 0.25-0.69 in its own collection or the
other recipes, 0.72-0.91 in a foreign one; recipes and plans, which share meals, 0.58-0.73.
"""
_OF_THE_BEST: Final = 0.6
"""Share of the best row's closeness that a row needs to be shown."""
LOOKED_AT: Final = 30
"""Rows of a search among which the closest are selected."""
_NEAREST: Final = 5
"""Most rows shown if none is close."""
_SOME: Final = 0.1
"""A row less close than this has nothing to do with the query."""
ALIKE: Final = 0.5
"""Goals whose spelling is farther away than this share only a syllable or two with the query."""
_BESIDE: Final = 0.8
"""Weight of a match outside the goal, in the resources or a step."""
_DEED: Final = 0.5
"""Factor for a row that matches only the action of the query: "remove" of "remove a splinter"."""

_Held: TypeAlias = dict[str, tuple[float, frozenset[str]]]
"""By the stem of a query word: how well a row matches it, and the row's words that do."""

Asked = Mapping[str, Mapping[str, float]]
"""Each telling word by its stem, with every stem that may stand for it and how well, 0 to 1."""

_OTHER_NAME: Final = 0.9
"""How well a synonym stands for a word: synonyms are looser, and the word itself takes precedence."""
_WORD: Final = re.compile(r"[^\W_]{2,}")


@dataclass(frozen=True, slots=True)
class RelevantHit:
    """A row, and how close it is to the query."""

    hit: MemoryHit
    closeness: float
    """0 to 1: the share of the query's words it has, or how near its goal or text is, whichever is more."""
    words: frozenset[str]
    """Words of its text that the query has too, in lower case."""


def relevant(query: str, hits: Sequence[MemoryHit]) -> tuple[RelevantHit, ...]:
    """The hits that concern the query, closest first; equally close ones keep their order.

    If none is close (`fits`), the few that share most of its words. A rare word of the query weighs more than one
    that every hit contains. The last word may be half typed.
    """
    asked = asked_for(query)
    shared = [_shared(asked, hit) for hit in hits]
    told = [
        RelevantHit(
            hit,
            max(part, 1 - hit.goal_distance if hit.goal_distance < ALIKE else 0.0, 1 - hit.distance),
            frozenset().union(*(words for _, words in held.values())),
        )
        for hit, held, part in zip(hits, shared, _parts(asked, shared, hits), strict=True)
    ]
    told.sort(key=lambda one: -one.closeness)
    close = fits(told)
    if not close:
        told = [one for one in told if one.words][:_NEAREST]
    least = max(1 - FAR if close else _SOME, _OF_THE_BEST * (told[0].closeness if told else 0.0))
    return tuple(one for one in told if one.closeness >= least)


def fits(found: Sequence[RelevantHit]) -> bool:
    """Whether the results are about the query, rather than just the nearest ones there are."""
    return bool(found) and found[0].closeness >= 1 - FAR


def _parts(asked: Asked, shared: Sequence[_Held], hits: Sequence[MemoryHit]) -> Iterator[float]:
    """For each hit, the share of the query that it matches, by the weight of the words."""
    often = Counter(word for held in shared for word in held)
    weight = {word: math.log(1 + len(hits) / (1 + often[word])) for word in asked}
    whole = sum(weight.values()) or 1.0
    firsts = (next(words_in(text), "") for hit in hits for text in (hit.goal, *hit.steps))
    things = asked.keys() - {lexical_stem(word) for word in firsts}
    for held in shared:
        part = sum(weight[word] * well for word, (well, _) in held.items()) / whole
        yield part * _DEED if things and things.isdisjoint(held) else part


def _shared(asked: Asked, hit: MemoryHit) -> _Held:
    """The words of the query that the hit, or the step found, contains in any form."""
    goal = _by_stem([hit.steps[hit.step - 1] if hit.step else hit.goal])
    beside = {} if hit.step else _by_stem([*hit.resources, *hit.steps])
    places = ((goal, 1.0), (beside, _BESIDE))
    found = {word: held for word, forms in asked.items() if (held := _held(forms, places))}
    last = next(reversed([*asked]), "")
    if last not in found and len(last) > 2:
        begun = {stem: 1.0 for stems, _ in places for stem in stems if stem.startswith(last)}
        found |= {last: held} if (held := _held(begun, places)) else {}
    return found


def _by_stem(texts: Iterable[str]) -> dict[str, set[str]]:
    stems: dict[str, set[str]] = {}
    for word in set(words_in("\n".join(texts))):
        stems.setdefault(lexical_stem(word), set()).add(word)
    return stems


def _held(
    forms: Mapping[str, float], places: Iterable[tuple[Mapping[str, Collection[str]], float]]
) -> tuple[float, frozenset[str]] | None:
    """How well the best of the forms matches, and the words that have any of them; None if none matches."""
    well = [
        (worth * part, stems[form]) for stems, part in places for form, worth in forms.items() if form in stems
    ]
    return (max(part for part, _ in well), frozenset().union(*(words for _, words in well))) if well else None


def asked_for(question: str) -> Asked:
    return {lexical_stem(word): dict(reversed([*_stems(word)])) for word in telling(words_in(question))}


def _stems(word: str) -> Iterable[tuple[str, float]]:
    """The stems that may stand for a word, best first."""
    yield from ((lexical_stem(one), 1.0) for one in (word, *spellings(word)))
    yield from ((lexical_stem(one), _OTHER_NAME) for one in other_names(word))


def words_in(text: str) -> Iterator[str]:
    return (found[0] for found in _WORD.finditer(text.casefold()))


def telling(words: Iterable[str]) -> list[str]:
    """The words that tell what is asked for, without "how do I" or "what is a good way"; all if none is left."""
    told = [word for word in words if word not in data("stop_words")]
    return [word for word in told if word not in data("asking_words")] or told
