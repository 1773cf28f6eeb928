"""What the headings of others announce: the resources, the steps or the notes, in about ten languages."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

_LONGEST: Final = 3
"""Words of a heading in which one word is enough; a longer one is a sentence or a title."""
_LONGEST_LINE: Final = 80
_MARKS: Final = " \t*_:：.!【】"
_IN_BRACKETS = re.compile(r"[(（].*?[)）]")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class _Part:
    words: frozenset[str]
    phrases: frozenset[str]


@cache
def _parts() -> Mapping[str, _Part]:
    return {
        name: _Part(frozenset(part["words"]), frozenset(part["words"]) | frozenset(part["phrases"]))
        for name, part in _data().items()
        if name != "elsewhere"
    }


@cache
def _elsewhere() -> frozenset[str]:
    return frozenset(_data()["elsewhere"]["words"])


@cache
def _data() -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads((files("tailor.library.formats") / "headings.toml").read_text("utf-8"))


def announced(heading: str) -> frozenset[str]:
    """The parts that a heading announces: "Ingredients (for 4)" the resources, "Next steps" none."""
    bare = _plain(_IN_BRACKETS.sub("", heading))
    words = _WORD.findall(bare)
    whole = {name for name, part in _parts().items() if bare in part.phrases}
    if whole or len(words) > _LONGEST or leads_on(heading):
        return frozenset(whole)
    return frozenset(name for name, part in _parts().items() if not part.words.isdisjoint(words))


def leads_on(heading: str) -> bool:
    """Whether what is below belongs to no procedure: "Next steps", "Cooking time", "Table of contents"."""
    return not _elsewhere().isdisjoint(_WORD.findall(_plain(heading)))


def part_of(line: str) -> Literal["resources", "steps"] | None:
    """What a line announces that has no mark of a heading; None if it says anything else beside it."""
    bare = _plain(line) if len(line) <= _LONGEST_LINE else ""
    if bare in _parts()["resources"].phrases:
        return "resources"
    return "steps" if bare in _parts()["steps"].phrases else None


def without_label(text: str) -> str:
    """A step without the "Method:" that announces the steps."""
    head, colon, rest = text[:_LONGEST_LINE].partition(":")
    return text[len(head) + 1 :].strip() if colon and rest.strip() and part_of(head) == "steps" else text


def _plain(text: str) -> str:
    return text.replace("’", "'").casefold().strip(_MARKS)
