"""The text of a procedure as embedded and shown to models, its domain, and the content words of short texts.

Needs no numpy, so the app's process can import it.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from memory.messages import Analogy, MemoryRow
from tailor.core.english import stem
from tailor.core.procedure import numbered
from tailor.core.text import one_line

_WORD = re.compile(r"[^\W_]{2,}")
DEFAULT_DOMAIN = "everyday"


@dataclass(frozen=True, slots=True)
class Domain:
    name: str = DEFAULT_DOMAIN
    first_word: str = "DOCUMENTATION"
    clause: str = ""
    """A phrase such as "using the LangChain Python library"; "" for none."""
    names: str = "the things and tools"
    """What every step must name."""


def content_words(text: str) -> frozenset[str]:
    """The stems of all but the most common words: "bakes", "baked" and "baking" are one."""
    common = data("common_words")
    return frozenset(stem(word) for word in _WORD.findall(text.casefold()) if word not in common)


def words_shared(one: str, other: str) -> float:
    """Jaccard similarity of the content words of two texts, 0 to 1."""
    mine, theirs = content_words(one), content_words(other)
    return len(mine & theirs) / len(mine | theirs) if mine and theirs else 0.0


def procedure_text(one: MemoryRow | Analogy) -> str:
    """`DOCUMENTATION '{goal}' using {resources}:`, an empty line, numbered steps; the first word by domain.

    Without resources, " using …" is left out (DESIGN 8).
    """
    using = f" using {', '.join(one.resources)}" if one.resources else ""
    return f"{domain_named(one.domain).first_word} '{one.goal}'{using}:\n\n{numbered(one.steps)}"


def domain_named(name: str) -> Domain:
    """The domain of this name; an unknown one adds nothing to the prompts."""
    return Domain(name or DEFAULT_DOMAIN, **data("domains").get(name, {}))


def domain_names() -> tuple[str, ...]:
    return tuple(data("domains"))


def domain_of(named: str, tags: tuple[str, ...] = ()) -> str:
    """The domain to save: the one named, else "recipe" if a tag says so, else "everyday"."""
    if domain := one_line(named, 40).casefold():
        return domain
    tagged = {tag.casefold() for tag in tags}
    return "recipe" if tagged & {"cooking", "recipe", "recipes", "baking", "food"} else DEFAULT_DOMAIN


@cache
def data(name: str) -> Any:
    """The data file of this name beside this module; a list is returned as a set of words."""
    data = json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))
    return frozenset(data) if isinstance(data, list) else data
