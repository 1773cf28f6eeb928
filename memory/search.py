"""Finding procedures and steps: several rankings of the table, merged by reciprocal rank fusion (DESIGN 8)."""

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from memory.embedding import Embedder, Lexical, Vectors, distances, words_of
from memory.messages import MemoryHit, MemoryRow
from memory.relevance import ALIKE, telling
from memory.store import RowId, Store, VectorQuery, WordQuery
from tailor.core.english import lexical_stem, spellings
from tailor.core.finding.relations import other_names

_PROCEDURES: Final = 40
"""Number of procedures whose steps are searched."""
_EMBEDDED: Final = 40
"""Number of steps also compared by vector; limited because model-based embedders are slow."""


def _best_steps(query: str, procedures: Sequence[MemoryHit], embedder: Embedder, k: int) -> tuple[MemoryHit, ...]:
    """The K best steps of these procedures, each as a hit that names its step."""
    steps = [(found, number, text) for found in procedures for number, text in enumerate(found.steps, 1)]
    if not steps:
        return ()
    overlap = _overlap(query, [text for _, _, text in steps])
    best = sorted(zip(overlap, steps, strict=True), key=lambda pair: -pair[0])[: max(_EMBEDDED, k)]
    near = distances(embedder.query(query), embedder.plain([text for _, (_, _, text) in best]))
    scored = [
        replace(found, step=number, score=shared + 1.0 - distance, distance=distance)
        for (shared, (found, number, _)), distance in zip(best, near, strict=True)
    ]
    return tuple(sorted(scored, key=lambda found: -found.score)[:k])


def _overlap(query: str, texts: Sequence[str]) -> list[float]:
    """For each text, its share of the total weight of the query's words; rare words weigh more."""
    wanted = {lexical_stem(word) for word in telling(words_of(query))}
    held = [{lexical_stem(word) for word in words_of(text)} & wanted for text in texts]
    often = Counter(word for words in held for word in words)
    weight = {word: math.log(1 + len(texts) / (1 + often[word])) for word in wanted}
    whole = sum(weight.values()) or 1.0
    return [sum(weight[word] for word in words) / whole for words in held]


_RRF: Final = 60
"""The constant of reciprocal rank fusion: a row earns 1 / (60 + rank) in each ranking."""
_MOST: Final = 1_000
"""Most rows in a search."""
_LONGEST_QUESTION: Final = 2_000
"""Longest query, in characters; the rest is ignored."""
DEPTH: Final = 30
"""Fewest rows of each ranking that are merged."""
_EVERY_UP_TO: Final = 200_000
"""Up to this many rows, those that contain every word come first.

With six words of the steps of 20,000 recipes, 127 of 150 were found in the top ten instead of 120.
"""
_BESIDE: Final = 5
"""Rows just below the K best that a good outcome may still lift into them."""
_NAMED: Final = 0.4
"""A goal nearer than this by spelling is named by the query: its words in any order, a letter wrong."""
_NAMED_COUNTS: Final = 8.0
"""Weight of a goal named by the query: other rankings cannot outvote it (98 of 100 found instead of 91)."""


@dataclass(frozen=True, slots=True)
class Searcher:
    store: Store
    embedder: Embedder | None
    """None if the table has the vectors of another embedder; then only words and goals count."""
    goals: Lexical
    """Makes the goal vectors of queries in the same way as those of the table."""

    def procedures(self, query: str, k: int) -> tuple[MemoryHit, ...]:
        """The K best procedures: rankings by vector, by goal (tolerating typos) and by words, merged."""
        query = query[:_LONGEST_QUESTION]
        if not query.strip() or k < 1:
            return ()
        k = min(k, _MOST)
        goal = self.goals.query(query)
        own = self.embedder.query(query) if self.embedder else None
        scores = fused(self._rankings(query, own, goal, max(DEPTH, 2 * k)))
        best = sorted(scores, key=lambda row: (-scores[row], row))[: k + _BESIDE]
        return tuple(preferring(self._found(best, scores, own, goal))[:k])

    def steps(self, query: str, k: int) -> tuple[MemoryHit, ...]:
        """The K best steps of the best procedures."""
        if not query.strip() or k < 1:
            return ()
        return _best_steps(query, self.procedures(query, _PROCEDURES), self.embedder or self.goals, min(k, _MOST))

    def nearest(self, query: str, k: int) -> tuple[MemoryHit, ...]:
        """The K nearest by cosine alone, as in [AAG]; none without an embedder."""
        if self.embedder is None or not query.strip() or k < 1:
            return ()
        own = self.embedder.query(query[:_LONGEST_QUESTION])
        [near] = self.store.reading.rank(VectorQuery("vector", own, min(k, _MOST), sure=True))
        scores = {row: 1.0 - distance for row, distance in near}
        return tuple(self._found(list(scores), scores, own, self.goals.query(query)))

    def picked(self, k: int, seed: int) -> tuple[MemoryHit, ...]:
        """K random rows; the same for the same seed and the same ids."""
        ids = sorted(self.store.ids())
        chosen = random.Random(seed).sample(ids, min(k, len(ids)))  # noqa: S311 - a seeded choice of examples
        rows = self.store.get(chosen)
        return tuple(found_of(rows[id], 0.0, 1.0, 1.0) for id in chosen if id in rows)

    def _rankings(
        self, query: str, own: Vectors | None, goal: Vectors, depth: int
    ) -> list[tuple[float, list[RowId]]]:
        """Each ranking with its weight; all are requested at once."""
        by_vector = [] if own is None else [VectorQuery("vector", own, depth)]
        by_words = self._by_words(query, depth)
        near, *others = self.store.reading.rank(VectorQuery("goal_vector", goal, depth), *by_words, *by_vector)
        by_word = next(filter(None, others[: len(by_words)]), [])
        return [
            (_NAMED_COUNTS, [row for row, distance in near if distance < _NAMED]),
            (1.0, [row for row, distance in near if distance < ALIKE]),
            *((1.0, [row for row, _ in ranked]) for ranked in (by_word, *others[len(by_words) :])),
        ]

    def _by_words(self, query: str, depth: int) -> list[WordQuery]:
        """The queries by words; the first one with results counts.

        First the rows with every content word, in either spelling, then those with any. The latter are skipped if
        the embedder knows meanings: a word or two in common would drown what it found (7 of 60 paraphrases found
        instead of 29). In a large table only the latter are used: finding rows with every one of several common
        words takes as long as all the rest (1,000,000 rows: p95 65 ms instead of 20).
        """
        each = telling(words_of(query))
        abroad = [next(iter(spellings(word)), word) for word in each]
        spelt = dict.fromkeys(" ".join(words) or query for words in (each, abroad))
        every = [WordQuery("text", words, depth, every=True) for words in spelt]
        if not (self.embedder is None or isinstance(self.embedder, Lexical)):
            return every
        named = (name for word in each for name in other_names(word))
        some = WordQuery("text", " ".join(dict.fromkeys((*each, *abroad, *named))) or query, depth)
        return [some] if len(each) < 2 or self.store.count() > _EVERY_UP_TO else [*every, some]

    def _found(
        self, best: Sequence[RowId], scores: dict[RowId, float], own: Vectors | None, goal: Vectors
    ) -> list[MemoryHit]:
        """The rows as hits with exact distances, whichever ranking found them."""
        rows = self.store.reading.take(best, ("vector",) if own is not None else ())
        there = [row for row in best if row in rows]
        by_goal = distances(goal, self.goals.plain([rows[row][0].goal for row in there]))
        by_own = by_goal if own is None else distances(own, [rows[row][1]["vector"] for row in there])
        return [
            found_of(rows[row][0], scores[row], near, goal_near)
            for row, near, goal_near in zip(there, by_own, by_goal, strict=True)
        ]


def fused(rankings: Iterable[tuple[float, Sequence[RowId]]]) -> dict[RowId, float]:
    """Reciprocal rank fusion: each row's sum of weight / (60 + rank) over its rankings."""
    scores: dict[RowId, float] = {}
    for weight, rows in rankings:
        for rank, row in enumerate(rows, 1):
            scores[row] = scores.get(row, 0.0) + weight / (_RRF + rank)
    return scores


def found_of(row: MemoryRow, score: float, distance: float, goal_distance: float) -> MemoryHit:
    shared = ("id", "goal", "resources", "steps", "domain", "source", "outcome")
    of_row = {name: getattr(row, name) for name in shared}
    return MemoryHit(score=score, distance=distance, goal_distance=goal_distance, **of_row)


_WORTH: Final[dict[str, int]] = {"good": 2, "finished": 1, "accepted": 1, "bad": -1}
"""The value of an outcome; 0 for `fair`, "" and unknown words."""

_NEAR: Final = 0.04
"""Cosine distances that differ by no more than this count as equal."""


def preferring(found: Sequence[MemoryHit]) -> list[MemoryHit]:
    """Move hits above equally near ones with a worse outcome, but never above a clearly nearer one."""
    ordered: list[MemoryHit] = []
    for one in found:
        at = len(ordered)
        while at and _passes(one, ordered[at - 1]):
            at -= 1
        ordered.insert(at, one)
    return ordered


def _passes(later: MemoryHit, earlier: MemoryHit) -> bool:
    """Whether the later hit has a better outcome and is about as near, by meaning and by goal."""
    farther = max(later.distance - earlier.distance, later.goal_distance - earlier.goal_distance)
    return _WORTH.get(later.outcome, 0) > _WORTH.get(earlier.outcome, 0) and farther <= _NEAR
