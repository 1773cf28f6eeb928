"""The texts of a procedure as words: each step, each resource and the goal."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tailor.core.guard.vocabulary import Token, tokenize
from tailor.core.procedure import PARTS, Part, Procedure

MOST_WORDS: Final = 4
"""Words of the text that one name may stand over."""


@dataclass(frozen=True, slots=True)
class Text:
    """One step or resource, or the goal (no part), as words."""

    part: Part | None
    step: int
    text: str
    tokens: tuple[Token, ...]


@lru_cache(8)  # a draft is read for one wish after the other
def texts(procedure: Procedure) -> tuple[Text, ...]:
    listed = (
        Text(part, step, text, tokenize(text))
        for part in PARTS
        for step, text in enumerate(procedure.part(part), 1)
    )
    return (*listed, Text(None, 0, procedure.goal, tokenize(procedure.goal)))
