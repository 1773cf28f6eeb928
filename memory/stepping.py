"""Finding the step that answers a question: "how do I know the dough has risen".

Owns how steps are compared: by the question's rarer words among the steps at hand, and by the embedder for the
best of those. There is no table of steps: the procedures a search brings are enough, and nothing has to be
kept twice. Refuses to know the store.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from memory.embedding import Embedder, distances, is_stop, stem, words_of
from memory.messages import Found

PROCEDURES: Final = 40
"""Procedures whose steps are looked at."""

_EMBEDDED: Final = 40
"""Steps that are compared by vector too; embedders with a model take their time."""


def best_steps(query: str, procedures: Sequence[Found], embedder: Embedder, k: int) -> tuple[Found, ...]:
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
    wanted = {stem(word) for word in words_of(query) if not is_stop(word)}
    held = [{stem(word) for word in words_of(text)} & wanted for text in texts]
    often = Counter(word for words in held for word in words)
    weight = {word: math.log(1 + len(texts) / (1 + often[word])) for word in wanted}
    whole = sum(weight.values()) or 1.0
    return [sum(weight[word] for word in words) / whole for words in held]
