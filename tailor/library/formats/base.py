"""What the formats share: the result of reading a file, and small helpers of several readers and writers."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tailor.core.procedure import Json, Procedure
from tailor.core.text import clean, counted


@dataclass(frozen=True, slots=True)
class ParsedProcedure:
    """One procedure of a file, and what the file holds beside it."""

    procedure: Procedure
    unused: tuple[str, ...] = ()
    """Lines, or fields with their values, in the order of the file."""
    one_text: bool = False
    """The steps were one text that was split here; another source may know the steps better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPreview:
    """What an import would save, shown before anything is saved."""

    procedure: Procedure
    where: str
    """A path, an address, or "standard input"."""
    unused: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        """ "12 steps, 8 resources, 2 headings, 1 line of notes, 3 lines unused"."""
        made = self.procedure
        return says_of(len(made.steps), len(made.resources), len(made.sections), made.notes, len(self.unused))


def says_of(steps: int, resources: int, headings: int, notes: str, unused: int) -> str:
    """Counts in words; headings and notes only if there are any."""
    parts = [counted(steps, "step"), counted(resources, "resource")]
    parts += [counted(headings, "heading")] if headings else []
    written = sum(bool(line.strip()) for line in notes.split("\n"))
    parts += [f"{counted(written, 'line')} of notes"] if written else []
    return ", ".join([*parts, f"{counted(unused, 'line')} unused"])


def outline(procedure: Procedure) -> Iterator[tuple[int, Sequence[str], str]]:
    """For each step its number, the headings right before it, and its text."""
    titles: dict[int, list[str]] = {}
    for number, title in procedure.sections:
        titles.setdefault(number, []).append(title)
    for number, text in enumerate(procedure.steps, 1):
        yield number, titles.get(number, ()), text


def headings_of(sections: Iterable[tuple[int, str]], steps: int) -> tuple[list[tuple[int, str]], list[str]]:
    """The headings that have a step below them, and the titles of those that have none."""
    sections = list(sections)
    late = [title for number, title in sections if number > steps]
    return [(number, title) for number, title in sections if number <= steps], late


def json_text(value: Json, indent: int | None = None) -> str:
    """A value as JSON; escaped to ASCII if it holds characters that could hide or steer."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if clean(text, len(text)) == text else json.dumps(value, indent=indent)


def text_or_empty(value: Json) -> str:
    """The value if it is a text, else ""."""
    return value if isinstance(value, str) else ""


def texts_in(value: Json) -> list[str]:
    """The texts of a list; [] for any other value."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
