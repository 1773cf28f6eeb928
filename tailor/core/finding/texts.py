"""The texts of a procedure as words: each step, each resource and the goal."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from tailor.core.english import singular
from tailor.core.finding.cues import listed
from tailor.core.finding.spelling import food_meant, lexicon
from tailor.core.guard.language import language, stirs
from tailor.core.guard.vocabulary import Token, tokenize
from tailor.core.procedure import PARTS, Part, Procedure

_LEAST_ENGLISH: Final = 0.1
"""Share of little English words from which a text counts as English."""
_LEAST_KNOWN: Final = 0.7
"""Share of known English words from which it does too: lists have few little words."""
_FEW: Final = 12
"""Fewest words for such a share to mean anything."""
_LAST_LATIN: Final = "\u024f"
MOST_WORDS: Final = 4
"""Most words of the text that one name may span."""


@dataclass(frozen=True, slots=True)
class Text:
    """One step or resource, or the goal (no part), as words."""

    part: Part | None
    step: int
    text: str
    tokens: tuple[Token, ...]
    phrases: frozenset[str]
    """The joined stems of every run of a few words: what is not among them is not named."""
    quiet: bool
    """Whether it never says that something is not used or not done."""


@lru_cache(8)  # a draft is read for one wish after the other
def texts(procedure: Procedure) -> tuple[Text, ...]:
    parts = (_text(part, step, text) for part in PARTS for step, text in enumerate(procedure.part(part), 1))
    return (*parts, _text(None, 0, procedure.goal))


def _text(part: Part | None, step: int, text: str) -> Text:
    tokens = tokenize(text)
    stems = [one.stem for one in tokens]
    rows = ("".join(stems[at : at + size]) for at in range(len(stems)) for size in range(1, MOST_WORDS + 1))
    return Text(part, step, text, tokens, frozenset(rows), not any(stirs(tokens, language())))


def is_english(read: Sequence[Text]) -> bool:
    """Whether the texts may be in English; with few words, only the script decides."""
    plain = normalize("NFKC", "".join(text.text for text in read))
    letters = list(filter(str.isalpha, plain))
    if 2 * sum(letter > _LAST_LATIN for letter in letters) > len(letters):
        return False
    words = [token.plain for text in read for token in text.tokens if token.plain.isalpha()]
    common = [word for word in words if word in listed("english")]
    if len(words) < _FEW or (len(common) >= _LEAST_ENGLISH * len(words) and len(set(common)) > 1):
        return True  # "in" alone is German too
    if listed("foreign").isdisjoint(words):
        return all(word.isascii() for word in words)  # lists of bare nouns have few little words
    return sum(word in lexicon() or singular(word) in lexicon() for word in words) >= _LEAST_KNOWN * len(words)


def misspelt_foods(texts: Sequence[Text]) -> Iterator[tuple[Text, str, str]]:
    """Yield where an unknown word stands that a line of the list ends in, with the food that it may be."""
    names = (re.split("[,;(]", text.text, maxsplit=1)[0] for text in texts if text.part == "resources")
    ends = {words[-1] for name in names if (words := re.findall(r"[^\W\d_]+", name.casefold()))}
    meant = {word: food for word in ends if (food := food_meant(word))}
    for text in texts if meant else ():
        for token in text.tokens if text.part else ():
            if token.plain in meant:
                yield text, text.text[token.start : token.end], meant[token.plain]


def begins_in(text: str, word: str) -> bool:
    """Whether a sentence of the text begins with the word."""
    return re.search(rf"(?:^|[.!?:;]\s+){re.escape(word)}", text) is not None
