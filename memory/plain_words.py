"""Content words for comparing short texts without any index: hints, goals, steps.

Owns the few words that say nothing and a crude stem. Refuses numpy, which `embedding` needs: the app imports this.
"""

import json
import re
from functools import cache
from pathlib import Path

_WORD = re.compile(r"[^\W_]{2,}")


def content_words(text: str) -> frozenset[str]:
    """The words that say something, without common endings: "bakes", "baked" and "baking" are one word."""
    return frozenset(_stem(word) for word in _WORD.findall(text.casefold()) if word not in _common())


def words_shared(one: str, other: str) -> float:
    """0 to 1: how many of the words that say something two texts share, of all that either has (Jaccard)."""
    mine, theirs = content_words(one), content_words(other)
    return len(mine & theirs) / len(mine | theirs) if mine and theirs else 0.0


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


@cache
def _common() -> frozenset[str]:
    return frozenset(json.loads((Path(__file__).parent / "common_words.json").read_text(encoding="utf-8")))
