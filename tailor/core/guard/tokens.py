"""Words of a text for the guard: plain form (lower case, no accents), singular, and the break before each.

Every function is linear in its text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import TypeVar

from tailor.core.english import singular

T = TypeVar("T")

_WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+(?:['’](?:[^\W_]|[\u0300-\u036f])+)*")
_ABBREVIATIONS = frozenset([
    "approx", "ca", "e", "g", "i", "min", "max", "mins", "no", "nr", "tbsp", "tsp", "oz", "lb", "lbs", "vs", "etc",
    "hr", "hrs", "sec", "dia", "inc", "st", "dr",
])  # fmt: skip


class Break(IntEnum):
    """How strongly a word is separated from the one before."""

    NONE = 0
    HYPHEN = 1
    COMMA = 2
    CLAUSE = 3
    SENTENCE = 4


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its place, plain form, singular, and the break before it."""

    start: int
    end: int
    plain: str
    stem: str
    gap: Break


def fold(word: str) -> str:
    """Lower case without accents, straight apostrophes, no closing 's."""
    if word.isascii():
        return word.lower().removesuffix("'s").removesuffix("s'")
    decomposed = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    return plain.removesuffix("'s").removesuffix("s'")


def _gap(text: str, start: int, end: int, before: str, after: str) -> Break:
    between = text[start:end]
    if "\n" in between or "!" in between or "?" in between:
        return Break.SENTENCE
    if "." in between:
        inside = between == "." and (before.isdigit() or after.isdigit() or len(after) == 1)
        return Break.NONE if inside or before in _ABBREVIATIONS else Break.SENTENCE
    if any(c in between for c in ";:()[]—–•") or " - " in between:
        return Break.CLAUSE
    if "," in between:
        inside = between == "," and before.isdigit() and after.isdigit()
        return Break.NONE if inside else Break.COMMA
    return Break.HYPHEN if between in {"-", "‐", "‑"} else Break.NONE


def tokenize(text: str) -> tuple[Token, ...]:
    """The words of a text in order; the first one begins a sentence."""
    tokens: list[Token] = []
    last_end, last = 0, ""
    for found in _WORD.finditer(text):
        plain = fold(found.group())
        gap = _gap(text, last_end, found.start(), last, plain) if tokens else Break.SENTENCE
        tokens.append(Token(found.start(), found.end(), plain, singular(plain), gap))
        last_end, last = found.end(), plain
    return tuple(tokens)


def sentences(tokens: tuple[Token, ...]) -> tuple[tuple[int, int], ...]:
    """The sentences as half-open ranges over the words."""
    starts = [i for i, t in enumerate(tokens) if t.gap is Break.SENTENCE]
    return tuple(pairwise([*starts, len(tokens)]))


def by_first_word(items: Iterable[T], words: Callable[[T], tuple[str, ...]]) -> dict[str, tuple[T, ...]]:
    """Items by the first of their words, those with the most words first."""
    found: dict[str, list[T]] = {}
    for item in items:
        found.setdefault(words(item)[0], []).append(item)
    return {first: tuple(sorted(some, key=lambda one: -len(words(one)))) for first, some in found.items()}


def stems(phrase: str) -> tuple[str, ...]:
    """A phrase in the form under which texts are looked up."""
    return tuple(singular(fold(word)) for word in _WORD.findall(phrase))
