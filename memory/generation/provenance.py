"""What each step of a generated procedure is based on: analogies and the answer to a question.

A deterministic attribution by shared words, stored in the procedure under its own key. It says where the words of
a step also occur, not what the model did: a step may be based on nothing, and shared words are no proof.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from memory.text import content_words
from tailor.core.codec import decoded, to_json
from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, fingerprint

if TYPE_CHECKING:  # records are read without loading the code for prompts
    from memory.generation.prompts import Answered
    from memory.messages import Analogy

KEY: Final = "leans"
"""The key of `Procedure.extra` that holds the provenance."""

_ENOUGH: Final = 0.34
"""Share of a step's content words that must occur in one step of an analogy, or in one answer."""
_FEWEST: Final = 2
"""Fewest content words that must be shared."""
_MOST: Final = 3
"""Most analogies named for one step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanOn:
    id: str
    goal: str
    step: int
    """The step of the analogy (1-based) that shares the most words."""
    share: float
    """Share of the step's content words found there, 0 to 1."""
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLeans:
    step: int
    analogies: tuple[LeanOn, ...] = ()
    question: str = ""


def leans_of(
    written: Procedure, analogies: "Sequence[Analogy]", answered: "Sequence[Answered]" = ()
) -> tuple[StepLeans, ...]:
    """One entry for each step; equal inputs give equal results."""
    known = [(one, [content_words(text) for text in one.steps]) for one in analogies]
    told = [(one.question, content_words(one.text)) for one in answered if one.text]
    leans = []
    for number, words in enumerate(map(content_words, written.steps), 1):
        best = [(one, *_best(words, steps)) for one, steps in known]
        found = [
            LeanOn(id=one.id, goal=one.goal, step=step, share=round(share, 2), distance=round(one.distance, 4))
            for one, share, step in best
            if share >= _ENOUGH
        ]
        found.sort(key=lambda on: (-on.share, on.distance, on.id))
        share, answer = _best(words, [text for _, text in told])
        question = told[answer - 1][0] if share >= _ENOUGH else ""
        leans.append(StepLeans(step=number, analogies=tuple(found[:_MOST]), question=question))
    return tuple(leans)


def lean_ids(leans: Iterable[StepLeans]) -> tuple[str, ...]:
    """Ids of the analogies that any step is based on, each once, in the order of the steps."""
    return tuple(dict.fromkeys(on.id for one in leans for on in one.analogies))


def with_leans(written: Procedure, leans: Sequence[StepLeans]) -> Procedure:
    """The procedure with its provenance, which is valid as long as the steps do not change."""
    steps = to_json([one for one in leans if one.analogies or one.question])
    kept = tuple(pair for pair in written.extra if pair[0] != KEY)
    if not steps:
        return replace(written, extra=kept)
    return replace(written, extra=(*kept, (KEY, json.dumps({"of": fingerprint(written), "steps": steps}))))


def kept_leans(written: Procedure) -> tuple[StepLeans, ...]:
    """The provenance in a procedure; () if it has none or its steps have changed since."""
    text = dict(written.extra).get(KEY)
    if text is None:
        return ()
    try:
        data = json.loads(text)
        if data["of"] != fingerprint(written):
            return ()
        leans: tuple[StepLeans, ...] = decoded(tuple[StepLeans, ...], data["steps"])
    except (ContentError, ValueError, RecursionError, TypeError, KeyError):
        return ()  # somebody edited the file: no provenance rather than a wrong one
    return leans


def _best(words: frozenset[str], texts: Sequence[frozenset[str]]) -> tuple[float, int]:
    """The largest share of the words found in one of the texts, and which text that is (1-based)."""
    shared = [len(words & text) for text in texts]
    most = max(shared, default=0)
    return (most / len(words), shared.index(most) + 1) if most >= _FEWEST else (0.0, 0)
