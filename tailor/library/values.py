"""What the library's own files share with other formats; a list of what is saved needs no more of those."""

import json
from collections.abc import Iterable, Iterator, Sequence

from tailor.core.procedure import Json, Procedure
from tailor.core.text import clean


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
