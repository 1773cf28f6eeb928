"""Procedures as plain text (CONTRACT 1): as people type or paste it, and written so that it reads back equal.

Marks of Markdown stay in the words, but not above the parts: "## Steps" is no step.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TypedDict

from tailor.core.procedure import Procedure, Times, procedure
from tailor.core.text import clean
from tailor.library.formats.base import ParsedProcedure, headings_of, outline
from tailor.library.formats.facts import minutes
from tailor.library.formats.headings import part_of

_STEP = re.compile(r"\s*(?:step\s+)?(\d{1,4})\s*[.):]\s+(.*)|\s*step\s+\d{1,4}\s*[-–—]?\s*(.*)", re.IGNORECASE)
_SECTION = re.compile(r"==+\s+(\S|\S.*\S)\s+==+")
_NOTES = "== Notes =="
"""Written above the notes, so that they do not become part of the last step."""
_LONGEST_TITLE = 100
_YIELD = re.compile(
    r"(serves|servings?|yields?|makes)\b\s*:?\s*(?:(?:about|around|up to) )?(\d[^.:;!?]{0,40})\.?", re.IGNORECASE
)
_TIME = re.compile(r"(prep|cook|total)(?:aration|ing)?(?: time)?\s*:?\s*(\d.{0,30})", re.IGNORECASE)
_BULLET = re.compile(r"\s*[-*+•–]\s+")


class _Facts(TypedDict, total=False):
    """What the lines below a title say, as fields of a procedure."""

    yields: str
    times: Times


def parse(text: str, name: str = "", _where: str = "") -> ParsedProcedure:
    """The procedure of a plain text; all of its lines are used. ContentError as `read`."""
    return ParsedProcedure(read(text, name))


def read(text: str, name: str = "") -> Procedure:
    """The procedure of a plain text; `name` is the goal if the text has none.

    The first unnumbered line is the goal, "Serves 4" or "Cook 20 minutes" below it are its yield and times. `N.`,
    `N)` and `Step N:` begin steps, other lines join the step above, bullets above all steps are resources. Without
    numbers each line is a step. ContentError if one is too long.
    """
    lines = [line.strip() for line in clean(text, len(text)).split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    goal = name
    if lines and not _begins_something(lines[0]):
        goal = lines.pop(0).removeprefix("Goal:").strip()
    return _under(goal, lines)


def read_under(goal: str, text: str) -> Procedure:
    """The procedure of a text that has only resources and steps. ContentError as `read`."""
    return _under(goal, [line.strip() for line in clean(text, len(text)).split("\n")])


def titled(text: str) -> tuple[str, str]:
    """The title of a text and what follows it; "" where the first line is none, or nothing announces what follows.

    "Nan's pancakes" above "Serves 4", "You need" or "1. Whisk"; of a bare list of steps the first one is no title.
    """
    first, _, rest = text.strip().partition("\n")
    lines = [line.strip() for line in rest.split("\n") if line.strip()]
    told = any(map(_begins_something, lines)) or (bool(lines) and _fact(lines[0]) is not None)
    line = first.strip()
    is_title = told and len(line) <= _LONGEST_TITLE and not (_begins_something(line) or _BULLET.match(line))
    if not is_title or line.endswith((".", ":", ";", ",")) or _fact(line):
        return "", text
    return line.removeprefix("# ").removeprefix("Goal:").strip(), rest.strip("\n")


def _under(goal: str, lines: Sequence[str]) -> Procedure:
    facts, told, lines = _head(lines)
    end = lines.index(_NOTES) if _NOTES in lines else len(lines)
    resources, lines, notes = *_split_resources(lines[:end]), lines[end + 1 :]
    numbered = any(_step_text(line) is not None for line in lines)
    if numbered and not resources:
        resources, lines = _bullets_before_steps(lines)
    sections, steps = _steps(lines, numbered)
    sections, late = headings_of(sections, len(steps))  # a heading without steps becomes a note
    made = procedure(goal, steps, resources, sections=sections, notes="\n".join([*told, *late, *notes]).strip())
    return replace(made, **facts)


def _head(lines: Sequence[str]) -> tuple[_Facts, list[str], Sequence[str]]:
    """Yield and times above the first part; words there that are no step, as above "You need"; the other lines."""
    parts = [number for number, line in enumerate(lines) if _begins_something(line)]
    first = parts[0] if parts else next((n for n, one in enumerate(lines) if one and not _fact(one)), 0)
    found = [(line, _fact(line)) for line in lines[:first] if line]
    facts, others = _together(fact for _, fact in found if fact), [line for line, fact in found if not fact]
    steps = any(_announced(lines[number]) == "steps" or _step_text(lines[number]) is not None for number in parts)
    announced = bool(parts) and _step_text(lines[first]) is None and steps
    if announced and not any(map(_SECTION.fullmatch, others)):
        return facts, others, lines[first:]
    return facts, [], [*others, *lines[first:]]


def _together(found: Iterable[_Facts]) -> _Facts:
    """What several lines say; times may stand on a line each."""
    facts = _Facts()
    for one in found:
        before, now = facts.get("times", Times()), one.get("times", Times())
        times = Times(now.prep or before.prep, now.cook or before.cook, now.total or before.total)
        facts |= one if "yields" in one else _Facts(times=times)
    return facts


def _fact(line: str) -> _Facts | None:
    """The yield of "Serves 4" or "Makes: 12 muffins", the times of "Prep 10 min · Cook 1 hour"; else None."""
    if found := _YIELD.fullmatch(line):
        bare = found[1].lower().startswith("serv") and not re.search(r"[^\W\d_]{3}", found[2])
        return _Facts(yields=f"{found[2].strip()} servings" if bare else found[2].strip())
    pieces = [_TIME.fullmatch(piece.strip()) for piece in re.split(r"[·|,;]", line)]
    times = {piece[1].lower(): minutes(piece[2]) for piece in pieces if piece}
    if len(times) < len(pieces) or not all(times.values()):
        return None
    return _Facts(times=Times(prep=times.get("prep"), cook=times.get("cook"), total=times.get("total")))


def write_under(procedure: Procedure) -> str:
    """The text below the title, as people type it; `read_under` gives the same procedure again."""
    told = f"Yield: {procedure.yields}"
    lines = [told, ""] if procedure.yields and _fact(told) == _Facts(yields=procedure.yields) else []
    return "\n".join((*lines, *_below(procedure, "You need:")))


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    return "\n".join((procedure.goal or "Procedure", "", *_below(procedure, "Resources:"))) + "\n"


def _below(procedure: Procedure, heading: str) -> Iterator[str]:
    """The lines below the title; `heading` stands above the resources."""
    if procedure.resources:
        yield from (heading, *(f"- {text}" for text in procedure.resources), "")
    for number, titles, text in outline(procedure):
        yield from (*(f"== {title} ==" for title in titles), f"{number}. {text}")
    if procedure.notes:
        yield from ("", _NOTES, procedure.notes)


def _begins_something(line: str) -> bool:
    return _step_text(line) is not None or _resources_in(line) is not None or _announced(line) == "steps"


def _announced(line: str) -> str | None:
    """What a line announces, also where it has the mark of a heading in Markdown."""
    return part_of(line.lstrip("#"))


def _resources_in(line: str) -> str | None:
    """What stands after "Ingredients:", perhaps nothing; None for a line that does not announce resources."""
    head, _, rest = line.replace("：", ":").partition(":")
    return rest.strip() if _announced(head) == "resources" else None


def _step_text(line: str) -> str | None:
    """The words of a line that begins a step; None for other lines."""
    found = _STEP.fullmatch(line)
    return found and (found[2] if found[1] else found[3])


def _split_resources(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The resources, and the lines without them."""
    start = next((n for n, line in enumerate(lines) if _resources_in(line) is not None), None)
    if start is None:
        return [], list(lines)
    if found := _resources_in(lines[start]):
        listed = map(str.strip, found.split(";" if ";" in found else ","))
        return list(filter(None, listed)), [*lines[:start], *lines[start + 1 :]]
    rest = list(lines[start + 1 :])
    while rest and not rest[0]:
        rest.pop(0)
    block = list(takewhile(lambda line: line and not _begins_something(line), rest))
    return [_BULLET.sub("", line, count=1) for line in block], [*lines[:start], *rest[len(block) :]]


def _bullets_before_steps(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Bullets above numbered steps as resources, also without a heading; and the other lines."""
    first = next(number for number, line in enumerate(lines) if _step_text(line) is not None)
    bullets = [line for line in lines[:first] if _BULLET.match(line)]
    others = [line for line in lines[:first] if not _BULLET.match(line)]
    return [_BULLET.sub("", line, count=1) for line in bullets], [*others, *lines[first:]]


def _steps(lines: Iterable[str], numbered: bool) -> tuple[list[tuple[int, str]], list[str]]:
    """Headings and steps: by their numbers, other lines joining the step above; or one step per line."""
    sections: list[tuple[int, str]] = []
    steps: list[str] = []
    for line in lines:
        if not line or _announced(line) == "steps":
            continue
        if numbered and (text := _step_text(line)) is not None:
            steps.append(text)
        elif heading := _SECTION.fullmatch(line):
            sections.append((len(steps) + 1, heading[1]))
        elif numbered and steps:
            steps[-1] = f"{steps[-1]} {line}".strip()
        else:
            steps.append(line if numbered else _BULLET.sub("", line, count=1))
    return sections, [step for step in steps if step]
