"""The texts of a procedure as words: each step, each resource and the goal."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tailor.core.guard.language import language, stirs
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
    phrases: frozenset[str]
    """The stems of every word and of a few in a row: what is none of them is not named."""
    quiet: bool
    """Whether it says of nothing that it is not used or not done."""


@lru_cache(8)  # a draft is read for one wish after the other
def texts(procedure: Procedure) -> tuple[Text, ...]:
    listed = (_text(part, step, text) for part in PARTS for step, text in enumerate(procedure.part(part), 1))
    return (*listed, _text(None, 0, procedure.goal))


def _text(part: Part | None, step: int, text: str) -> Text:
    tokens = tokenize(text)
    stems = [one.stem for one in tokens]
    rows = ("".join(stems[at : at + size]) for at in range(len(stems)) for size in range(1, MOST_WORDS + 1))
    return Text(part, step, text, tokens, frozenset(rows), not any(stirs(tokens, language())))
