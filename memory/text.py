"""The text of a procedure as it is embedded and shown to models, its domain, and content words of short texts.

Needs no numpy, so the app's process can import it.
"""

import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from tailor.core.english import stem
from tailor.core.procedure import numbered
from tailor.core.text import one_line

_WORD = re.compile(r"[^\W_]{2,}")


def content_words(text: str) -> frozenset[str]:
    """The stems of all but the commonest words: "bakes", "baked" and "baking" are one."""
    return frozenset(stem(word) for word in _WORD.findall(text.casefold()) if word not in _common())


def words_shared(one: str, other: str) -> float:
    """Jaccard similarity of the content words of two texts, 0 to 1."""
    mine, theirs = content_words(one), content_words(other)
    return len(mine & theirs) / len(mine | theirs) if mine and theirs else 0.0


@cache
def _common() -> frozenset[str]:
    return frozenset(json.loads((Path(__file__).parent / "common_words.json").read_text(encoding="utf-8")))


DEFAULT_DOMAIN = "everyday"


def procedure_text(goal: str, resources: tuple[str, ...], steps: tuple[str, ...], domain: str) -> str:
    """`DOCUMENTATION '{goal}' using {resources}:`, an empty line, numbered steps; the first word by domain.

    Without resources " using …" falls away (DESIGN 8).
    """
    using = f" using {', '.join(resources)}" if resources else ""
    return f"{first_word(domain)} '{goal}'{using}:\n\n{numbered(steps)}"


def first_word(domain: str) -> str:
    """The word that a procedure of this domain begins with; that of `everyday` for an unknown domain."""
    words = _first_words()
    return words.get(domain) or words.get(DEFAULT_DOMAIN) or "DOCUMENTATION"


def domain_of(named: str, tags: tuple[str, ...] = ()) -> str:
    """The domain to keep: the one named, else "recipe" if a tag says so, else "everyday"."""
    if domain := one_line(named, 40).casefold():
        return domain
    tagged = {tag.casefold() for tag in tags}
    return "recipe" if tagged & {"cooking", "recipe", "recipes", "baking", "food"} else DEFAULT_DOMAIN


@cache
def _first_words() -> dict[str, str]:
    """First words by domain."""
    try:
        data = json.loads((files("memory") / "domains.json").read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return {name: str(one["first_word"]) for name, one in data.items() if "first_word" in one}
