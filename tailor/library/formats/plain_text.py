"""Procedures as plain text (CONTRACT 1): as people type or paste it, and written so that it reads back equal.

Marks of Markdown stay in the words, but not above the parts: "## Steps" is no step.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile

from tailor.core.procedure import Procedure, procedure
from tailor.core.shopping import measures
from tailor.core.text import clean_whole
from tailor.library.formats.bare_list import end_of_list, is_list, item
from tailor.library.formats.base import ParsedProcedure, headings_of, outline
from tailor.library.formats.facts import Facts, beside_heading, facts_in, settled, with_facts
from tailor.library.formats.headings import is_open, part_of, telling, title_of, told_first

_STEP = re.compile(r"\s*(?:step\s+)?(\d{1,4})\s*[.):]\s+(.*)|\s*step\s+\d{1,4}\b\s*[-–—]?\s*(.*)", re.IGNORECASE)
_SECTION = re.compile(r"==+\s+(\S|\S.*\S)\s+==+")
_NOTES = "== Notes =="
"""Written above the notes, so that they do not become part of the last step."""
_LONGEST_TITLE = 100
_ENDED = re.compile(r"[.!?]\W*$")
_BULLET = re.compile(r"^\s*[-*+•–]\s+")


def parse(text: str, name: str = "", _where: str = "") -> ParsedProcedure:
    """The procedure of a plain text; all of its lines are used. ContentError as `read`."""
    made = read(text, name)
    return ParsedProcedure(made, remark=told_first(made.sections))


def read(text: str, name: str = "") -> Procedure:
    """The procedure of a plain text; `name` is the goal if the text has none.

    The first unnumbered line is the goal, "Serves 4" or "Cook 20 minutes" below it are its yield and times. `N.`,
    `N)` and `Step N:` begin steps, other lines join the step above, bullets above all steps are resources. Without
    numbers each line is a step. ContentError if one is too long.
    """
    lines = [line.strip() for line in clean_whole(text).split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    goal = name
    if lines and not _begins_something(lines[0]) and not end_of_list(lines):
        goal = lines.pop(0).removeprefix("Goal:").strip()
    return _under(goal, lines)


def read_under(goal: str, text: str) -> Procedure:
    """The procedure of a text that has only resources and steps. ContentError as `read`."""
    return _under(goal, [line.strip() for line in clean_whole(text).split("\n")])


def titled(text: str) -> tuple[str, str]:
    """The title of a text and what follows it; "" where the first line is none, or nothing announces what follows.

    "Nan's pancakes" above "Serves 4", "You need" or "1. Whisk"; of a bare list of steps the first one is no title.
    """
    first, _, rest = text.strip().partition("\n")
    lines = [line.strip() for line in rest.split("\n") if line.strip()]
    told = any(map(_begins_something, lines)) or (bool(lines) and facts_in(lines[0]) is not None)
    told = told or bool(end_of_list(rest.strip().split("\n")) and not end_of_list(text.strip().split("\n")))
    line = first.strip()
    is_title = (
        told
        and len(line) <= _LONGEST_TITLE
        and not (_begins_something(line) or _BULLET.match(line) or measures(line))
    )
    if not is_title or line.endswith((".", ":", ";", ",")) or facts_in(line):
        return "", text
    return line.removeprefix("# ").removeprefix("Goal:").strip(), rest.strip("\n")


def _under(goal: str, lines: Sequence[str]) -> Procedure:
    end = lines.index(_NOTES) if _NOTES in lines else len(lines)
    made, left, body = _facts(Procedure(goal, ()), lines[:end])
    told, below = _head(body)
    resources, body = _split_resources(below)
    numbered = any(_step_text(line) is not None for line in body)
    if numbered and not resources:
        resources, body = _bullets_before_steps(body)
    if not resources:
        resources, body = _amounts_before_steps(body, numbered)
    sections, steps = _steps(body, numbered)
    sections, late = headings_of(sections, len(steps))  # a heading without steps becomes a note
    notes = "\n".join([*left, *told, *late, *lines[end + 1 :]]).strip()
    whole = procedure(goal, steps, resources, sections=sections, notes=notes)
    whole = replace(whole, yields=made.yields, times=made.times, author=made.author)
    return settled(ParsedProcedure(whole)).procedure


def _facts(made: Procedure, lines: Sequence[str]) -> tuple[Procedure, list[str], list[str]]:
    """The procedure with yield, times and author from lines without number or bullet; those left over; the rest.

    Only above the first part "Cook 20 minutes" is no step.
    """
    parts = [number for number, line in enumerate(lines) if _begins_something(line)]
    first = parts[0] if parts else next((n for n, one in enumerate(lines) if one and not facts_in(one)), 0)
    facts: list[str] = []
    rest: list[str] = []
    for number, line in enumerate(lines):
        marked = _BULLET.match(line) or _step_text(line) is not None
        if marked or not facts_in(line, among_steps=number >= first):
            rest.append(line)
            continue
        facts.append(line)
        if _resources_in(line) is not None:
            rest.append(beside_heading(line)[0])
    return *with_facts(made, facts), rest


def _head(lines: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """Words above the first part that are no step, as above "You need"; and the other lines."""
    parts = [number for number, line in enumerate(lines) if _begins_something(line)]
    steps = any(_announced(lines[number]) == "steps" or _step_text(lines[number]) is not None for number in parts)
    above = list(filter(None, lines[: parts[0]])) if parts else []
    if not steps or _step_text(lines[parts[0]]) is not None or any(map(_SECTION.fullmatch, above)):
        return [], lines
    return above, lines[parts[0] :]


def write_under(procedure: Procedure) -> str:
    """The text below the title, as people type it; `read_under` gives the same procedure again."""
    told = f"Yield: {procedure.yields}"
    lines = [told, ""] if procedure.yields and facts_in(told) == Facts(procedure.yields) else []
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
    line = beside_heading(line)[0] if facts_in(line) else line
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
    if is_open(lines[start]):
        return _told_apart(lines, start, rest)
    block = list(takewhile(lambda line: line and not _begins_something(line), rest))
    return [_BULLET.sub("", line, count=1) for line in block], [*lines[:start], *rest[len(block) :]]


def _told_apart(lines: Sequence[str], start: int, rest: Sequence[str]) -> tuple[list[str], list[str]]:
    """As `_split_resources` below "Before you start", where sentences are steps under that heading."""
    block = list(
        takewhile(lambda line: line and (_step_text(line) is not None or not _begins_something(line)), rest)
    )
    texts = [_step_text(line) or _BULLET.sub("", line, count=1) for line in block]
    told = telling(texts, numbered=any(_step_text(line) is not None for line in block))
    things = [text for text, tells in zip(texts, told, strict=True) if not tells]
    steps = [text for text, tells in zip(texts, told, strict=True) if tells]
    after = rest[len(block) :]
    mark = "1. " if any(_step_text(line) is not None for line in lines) else ""
    heading = [f"== {lines[start].strip(' #*:')} ==", *(mark + step for step in steps)] if steps else []
    more, after = _split_resources(after)
    return [*things, *more], [*lines[:start], *heading, *after]


def _bullets_before_steps(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Bullets above numbered steps as resources, also without a heading; and the other lines."""
    first = next(number for number, line in enumerate(lines) if _step_text(line) is not None)
    bullets = [line for line in lines[:first] if _BULLET.match(line)]
    others = [line for line in lines[:first] if not _BULLET.match(line)]
    return [_BULLET.sub("", line, count=1) for line in bullets], [*others, *lines[first:]]


def _amounts_before_steps(lines: Sequence[str], numbered: bool) -> tuple[list[str], list[str]]:
    """Amounts above the steps as resources, also without heading and bullets; and the other lines."""
    lines = list(dropwhile(lambda line: not line, lines))
    if numbered:
        first = next(number for number, line in enumerate(lines) if _step_text(line) is not None)
        end = first if is_list(lines[:first]) else 0
    else:
        end = end_of_list(lines)
    return [item(line) for line in lines[:end] if line], lines[end:]


def _steps(lines: Sequence[str], numbered: bool) -> tuple[list[tuple[int, str]], list[str]]:
    """Headings and steps: by their numbers, other lines joining the step above; or one step per line."""
    sections: list[tuple[int, str]] = []
    steps: list[str] = []
    for at, line in enumerate(lines):
        if not line:
            continue
        if _announced(line) == "steps":
            sections += [(len(steps) + 1, line.strip(" #*:"))] if steps else []
        elif numbered and (text := _step_text(line)) is not None:
            steps.append(text)
        elif heading := _SECTION.fullmatch(line):
            sections.append((len(steps) + 1, heading[1]))
        elif title := _title(lines, at, numbered):
            sections.append((len(steps) + 1, title))
        elif numbered and steps:
            steps[-1] = f"{steps[-1]} {line}".strip()
        else:
            steps.append(line if numbered else _BULLET.sub("", line, count=1))
    return sections, [step for step in steps if step]


def _title(lines: Sequence[str], at: int, numbered: bool) -> str:
    """The title that a line without marks is of the steps right below it; "" for a line of a step."""
    line, apart = lines[at], at == 0 or not lines[at - 1] or _ENDED.search(lines[at - 1]) is not None
    below = next((other for other in lines[at + 1 : at + 3] if other), "")
    if _step_text(line) is not None or _BULLET.match(line) or not below:
        return ""
    if (_step_text(below) is not None) if numbered else _BULLET.match(below):
        return title_of(line, apart=apart)
    block = list(takewhile(bool, lines[at + 1 :]))
    alone = not numbered and apart and bool(block) and all(map(_ENDED.search, block))
    return title_of(line, apart=alone) if not numbered else ""
