"""Reading what Extract and Check answer: procedures with goal and resources, and verdicts ([AAG] appendix).

Owns the form "Goal: … Resources: … numbered steps … Side note: …". Refuses to raise: what cannot be read is not
there, and the caller says so.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from memory.answers import lines_of
from tailor.agents.parsing import read_steps
from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, numbered, procedure
from tailor.core.text import one_line

_ORNAMENT: Final = " \t*_`#>"
_NEW = re.compile(r"[^\w]{0,12}NEW PROCEDURES?\b[^\w]{0,12}\d{0,3}[^\w]{0,12}", re.IGNORECASE)
_GOAL = re.compile(r"[*_#\s>]{0,8}goal[*_\s]{0,4}[:：][*_\s]{0,4}(.*)", re.IGNORECASE)
_RESOURCES = re.compile(r"[*_#\s>]{0,8}resources?[*_\s]{0,4}[:：][*_\s]{0,4}(.*)", re.IGNORECASE)
_SIDE = re.compile(r"[*_#\s>]{0,8}side[\s-]?notes?[*_\s]{0,4}[:：][*_\s]{0,4}(.*)", re.IGNORECASE)
_REVISED = re.compile(
    r"[^\w]{0,12}(?:revised|rewritten|corrected)\b(?:\s(?:procedures?|output|version))?[^\w]{0,12}", re.IGNORECASE
)
_VERDICT = re.compile(r"\[?\*{0,2}\[?(PASS|FAIL)(?:ED)?\]\*{0,2}\s?[:：.–—-]{0,2}\s?(.*)")
_NOTHING = re.compile(r"(?:none|nothing|n/?a|no (?:external )?\w{0,12}|-)\.?", re.IGNORECASE)
_BULLET = re.compile(r"\s{0,8}[-*•]\s{1,4}(.*)")


@dataclass(frozen=True, slots=True)
class Checked:
    """What Check said."""

    passed: int
    failed: tuple[str, ...]
    """The reason of each [FAIL], in order."""
    revised: tuple[Procedure, ...]
    """Everything anew; () where it did not rewrite."""

    @property
    def readable(self) -> bool:
        """Whether it said anything at all about the points."""
        return bool(self.passed or self.failed)


def procedures_of(answer: str) -> tuple[Procedure, ...]:
    """The procedures of an answer, also those that lack something: `lacks` says what."""
    return _procedures(lines_of(answer))


def checked_of(answer: str) -> Checked:
    """The verdicts, and what was rewritten below them."""
    lines = lines_of(answer)
    at = [number for number, line in enumerate(lines) if _VERDICT.search(line)]
    verdicts = [found for line in lines if (found := _VERDICT.search(line))]
    failed = tuple(
        one_line(_reason(lines[number], found), 300)
        for number, found in zip(at, verdicts, strict=True)
        if found[1] == "FAIL"
    )
    below = lines[at[-1] + 1 :] if at else lines
    mark = next((number for number, line in enumerate(below) if _REVISED.fullmatch(line.strip())), None)
    revised = _procedures(below[mark + 1 :] if mark is not None else below) if failed else ()
    return Checked(sum(found[1] == "PASS" for found in verdicts), failed, revised)


def lacks(made: Procedure) -> str:
    """What a procedure needs and does not have, in words; "" for nothing."""
    if not made.goal:
        return "it has no line with its goal"
    if not made.steps:
        return "it has no numbered steps"
    return "it has a single step" if len(made.steps) == 1 else ""


def as_answer(found: tuple[Procedure, ...]) -> str:
    """Procedures in the form that Extract is asked for."""
    return "\nNEW PROCEDURE\n".join(map(_one_answer, found))


def _one_answer(made: Procedure) -> str:
    note = f"\nSide note: {made.notes}" if made.notes else ""
    return f"Goal: {made.goal}\nResources: {'; '.join(made.resources) or 'none'}\n{numbered(made.steps)}{note}"


def _reason(line: str, found: re.Match[str]) -> str:
    """The words of a verdict; where the point stands before its mark, it is part of them."""
    before = line[: found.start()].strip(_ORNAMENT + "-:–—.").strip()
    before = re.sub(r"^\d{1,2}[.)]?$", "", before)
    return f"{before}: {found[2]}" if before else found[2]


def _procedures(lines: list[str]) -> tuple[Procedure, ...]:
    blocks: list[list[str]] = [[]]
    for line in lines:
        goal = _GOAL.match(line)
        if _NEW.fullmatch(line):
            blocks.append([])
        elif goal and any(_GOAL.match(other) for other in blocks[-1]):
            blocks.append([line])  # a goal begins a procedure, also where the mark between two was forgotten
        else:
            blocks[-1].append(line)
    made = (_procedure(block) for block in blocks)
    return tuple(one for one in made if one is not None and (one.goal or one.steps))


def _procedure(lines: list[str]) -> Procedure | None:
    """One procedure of a block of lines."""
    goal, note = "", ""
    resources: list[str] = []
    rest: list[str] = []
    part = ""
    for line in lines:
        if found := _GOAL.match(line):
            goal, part = goal or found[1], ""
        elif found := _RESOURCES.match(line):
            resources, part = _listed(found[1]), "resources"
        elif found := _SIDE.match(line):
            note, part = found[1], "note"
        elif part == "resources" and (bullet := _BULLET.match(line)):
            resources.append(bullet[1])
        elif part == "note" and line.strip():
            note = f"{note} {line.strip()}"
        else:
            part = part if part == "note" or not line.strip() else ""
            rest.append(line)
    steps = read_steps("\n".join(rest)).steps
    try:
        return replace(procedure(goal.strip(_ORNAMENT), steps, map(_plain, resources)), notes=note.strip())
    except ContentError:
        return None  # a step of more than 5,000 characters is no step


def _listed(text: str) -> list[str]:
    """A line of things: semicolons between them, or commas where there is no semicolon."""
    if _NOTHING.fullmatch(text.strip(_ORNAMENT)):
        return []
    return [part for part in text.split(";" if ";" in text else ",") if part.strip(_ORNAMENT)]


def _plain(text: str) -> str:
    return text.strip(" \t*_").removesuffix(".").strip()
