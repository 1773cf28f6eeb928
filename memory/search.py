"""Finding procedures and steps: several rankings of the store, joined by reciprocal rank fusion (DESIGN 8).

Owns which rankings there are and what each counts. Refuses to change the store, and to know LanceDB.
"""

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from memory.embedding import Embedder, Lexical, Vectors, distances, is_stop, words_of
from memory.messages import MemoryHit, MemoryRow
from memory.queries import RowId, VectorQuery, WordQuery
from memory.store import Store
from tailor.core.english import lexical_stem

PROCEDURES: Final = 40
"""Procedures whose steps are looked at."""

_EMBEDDED: Final = 40
"""Steps that are compared by vector too; embedders with a model take their time."""


def best_steps(query: str, procedures: Sequence[MemoryHit], embedder: Embedder, k: int) -> tuple[MemoryHit, ...]:
    """The K best steps of these procedures, each as a `Found` that names its step."""
    steps = [(found, number, text) for found in procedures for number, text in enumerate(found.steps, 1)]
    if not steps:
        return ()
    overlap = _overlap(query, [text for _, _, text in steps])
    best = sorted(range(len(steps)), key=lambda at: (-overlap[at], at))[: max(_EMBEDDED, k)]
    near = distances(embedder.query(query), embedder.plain([steps[at][2] for at in best]))
    scored = [
        replace(steps[at][0], step=steps[at][1], score=overlap[at] + 1.0 - distance, distance=distance)
        for at, distance in zip(best, near, strict=True)
    ]
    return tuple(sorted(scored, key=lambda found: -found.score)[:k])


def _overlap(query: str, texts: Sequence[str]) -> list[float]:
    """For each text the share of the question's weight that its words carry; rare words weigh more."""
    wanted = {lexical_stem(word) for word in words_of(query) if not is_stop(word)}
    held = [{lexical_stem(word) for word in words_of(text)} & wanted for text in texts]
    often = Counter(word for words in held for word in words)
    weight = {word: math.log(1 + len(texts) / (1 + often[word])) for word in wanted}
    whole = sum(weight.values()) or 1.0
    return [sum(weight[word] for word in words) / whole for words in held]


RRF: Final = 60
"""The constant of reciprocal rank fusion: a row earns 1 / (60 + rank) in each ranking."""

MOST: Final = 1_000
"""Rows a search gives at most."""

LONGEST_QUESTION: Final = 2_000
"""Characters of a question that are looked at."""

DEPTH: Final = 30
"""Rows of each ranking that are joined, at least."""
_EVERY_UP_TO: Final = 200_000
"""Rows up to which those that hold every word come first (20,000 recipes, six words of the steps: 127 of 150 found
among ten, else 120)."""
_BESIDE: Final = 5
"""Rows just below the K best that a good outcome may lift among them."""
_NAMED: Final = 0.4
"""A goal nearer than this by spelling is one that the question names: its words in any order, a letter wrong."""
_ALIKE: Final = 0.5
"""Goals farther than this share a syllable or two with the question: no reason to bring them."""
_NAMED_COUNTS: Final = 8.0
"""Who names a goal wants that one: other rankings cannot outvote it (measured: 98 of 100 found, else 91)."""


@dataclass(frozen=True, slots=True)
class Searcher:
    """What a search needs."""

    store: Store
    embedder: Embedder | None
    """None while the table's vectors are those of another embedder: then words and goals alone decide."""
    goals: Lexical
    """Made the goal vectors, and makes those of questions."""

    def procedures(self, query: str, k: int) -> tuple[MemoryHit, ...]:
        """The best K procedures: by vector, by goal (typos forgiven) and by words, joined."""
        query = query[:LONGEST_QUESTION]
        if not query.strip() or k < 1:
            return ()
        k = min(k, MOST)
        goal = self.goals.query(query)
        own = self.embedder.query(query) if self.embedder else None
        scores = fused(self._rankings(query, own, goal, max(DEPTH, 2 * k)))
        best = sorted(scores, key=lambda row: (-scores[row], row))[: k + _BESIDE]
        return preferring(self._found(best, scores, own, goal))[:k]

    def steps(self, query: str, k: int) -> tuple[MemoryHit, ...]:
        """The best K steps, of the procedures that are best by words and by vector."""
        if not query.strip() or k < 1:
            return ()
        candidates = self.procedures(query, PROCEDURES)
        return best_steps(query, candidates, self.embedder or self.goals, min(k, MOST))

    def nearest(self, query: str, k: int) -> tuple[MemoryHit, ...]:
        """The K nearest by cosine alone, as in [AAG]; nothing while the vectors are of another embedder."""
        if self.embedder is None or not query.strip() or k < 1:
            return ()
        own = self.embedder.query(query[:LONGEST_QUESTION])
        [near] = self.store.reading.rank(VectorQuery("vector", own, min(k, MOST), sure=True))
        scores = {row: 1.0 - distance for row, distance in near}
        return tuple(one for one, _ in self._found([row for row, _ in near], scores, own, self.goals.query(query)))

    def picked(self, k: int, seed: int) -> tuple[MemoryHit, ...]:
        """K rows at random; the same for the same seed and the same ids."""
        ids = sorted(self.store.ids())
        chosen = random.Random(seed).sample(ids, min(k, len(ids)))  # noqa: S311 - a seeded choice of examples
        rows = self.store.get(chosen)
        return tuple(found_of(rows[id], 0.0, 1.0, 1.0) for id in chosen if id in rows)

    def _rankings(
        self, query: str, own: Vectors | None, goal: Vectors, depth: int
    ) -> list[tuple[float, list[RowId]]]:
        """Each ranking with what it counts; all are asked for at once."""
        vectors = [VectorQuery("goal_vector", goal, depth)] + (
            [] if own is None else [VectorQuery("vector", own, depth)]
        )
        near, *others = self.store.reading.rank(*vectors, *self._by_words(query, depth))
        by_vector = [] if own is None else others.pop(0)
        by_words = next(filter(None, others), [])
        return [
            (_NAMED_COUNTS, [row for row, distance in near if distance < _NAMED]),
            (1.0, [row for row, distance in near if distance < _ALIKE]),
            (1.0, [row for row, _ in by_words]),
            (1.0, [row for row, _ in by_vector]),
        ]

    def _by_words(self, query: str, depth: int) -> list[WordQuery]:
        """What to ask by words, of which the first that finds something counts.

        First the rows that hold every word that says something; then those that hold some of them, unless the
        vectors know meanings: a word or two in common would only drown what they found (measured: 7 of 60
        paraphrases found, else 29). In a large table the second alone: to find all that hold every one of some
        common words takes as long as everything else together (1,000,000 rows: p95 65 ms, else 20).
        """
        words = " ".join(word for word in words_of(query) if not is_stop(word)) or query
        every, some = WordQuery("text", words, depth, every=True), WordQuery("text", words, depth)
        if not (self.embedder is None or isinstance(self.embedder, Lexical)):
            return [every]
        return [some] if " " not in words or self.store.count() > _EVERY_UP_TO else [every, some]

    def _found(
        self, best: Sequence[RowId], scores: dict[RowId, float], own: Vectors | None, goal: Vectors
    ) -> list[tuple[MemoryHit, str]]:
        """The rows as they are shown, with exact distances whatever ranking brought them, and their outcomes."""
        rows = self.store.reading.take(best, ("vector",) if own is not None else ())
        there = [row for row in best if row in rows]
        by_goal = distances(goal, self.goals.plain([rows[row][0].goal for row in there]))
        by_own = by_goal if own is None else distances(own, [rows[row][1]["vector"] for row in there])
        return [
            (found_of(rows[row][0], scores[row], near, goal_near), rows[row][0].outcome)
            for row, near, goal_near in zip(there, by_own, by_goal, strict=True)
        ]


def fused(rankings: Iterable[tuple[float, Sequence[RowId]]]) -> dict[RowId, float]:
    """Reciprocal rank fusion: each row's sum of weight / (60 + rank) over the rankings it stands in."""
    scores: dict[RowId, float] = {}
    for weight, rows in rankings:
        for rank, row in enumerate(rows, 1):
            scores[row] = scores.get(row, 0.0) + weight / (RRF + rank)
    return scores


def found_of(row: MemoryRow, score: float, distance: float, goal_distance: float) -> MemoryHit:
    """A row as something found."""
    return MemoryHit(
        id=row.id,
        goal=row.goal,
        score=score,
        distance=distance,
        resources=row.resources,
        steps=row.steps,
        domain=row.domain,
        source=row.source,
        goal_distance=goal_distance,
    )


_WORTH: Final[dict[str, int]] = {"good": 2, "finished": 1, "accepted": 1, "bad": -1}
"""How welcome an outcome is; 0 for `fair`, "" and words of other makers."""

_NEAR: Final = 0.04
"""Two distances that differ by no more than this are about the same (cosine)."""


def preferring(found: Sequence[tuple[MemoryHit, str]]) -> tuple[MemoryHit, ...]:
    """The rows, best first, each with its outcome; a welcome outcome passes less welcome ones that are as near.

    Each pair that changes places was compared: nothing ever stands above a clearly nearer one because of this.
    """
    ordered: list[tuple[MemoryHit, str]] = []
    for one in found:
        at = len(ordered)
        while at and _passes(one, ordered[at - 1]):
            at -= 1
        ordered.insert(at, one)
    return tuple(one for one, _ in ordered)


def _passes(later: tuple[MemoryHit, str], earlier: tuple[MemoryHit, str]) -> bool:
    """Whether the later one is more welcome and about as near, by meaning and by its goal."""
    (one, how), (other, its) = later, earlier
    farther = max(one.distance - other.distance, one.goal_distance - other.goal_distance)
    return _WORTH.get(how, 0) > _WORTH.get(its, 0) and farther <= _NEAR
