"""Sort an imported text by hand: every line has a kind; kinds can be changed, lines split, joined and moved.

All functions are pure and return new lines. No line is dropped: lines that belong to no part are "unused".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf, isinf
from typing import Final, Literal, TypeAlias

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, headings_of, outline, procedure
from tailor.core.text import LONGEST_STEP, clean_whole, normal
from tailor.library.formats.shared.parsed import ImportPreview, says_of
from tailor.library.formats.shared.step_texts import letters, split_blob

Kind: TypeAlias = Literal["goal", "resource", "heading", "step", "note", "unused"]

MOST_LINES: Final = 20_000

_MARK = re.compile(r"^\s*(?:#{1,6}\s+|(?:\d{1,4}[.)]|[-*+•–])\s+)")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class ClassifiedLine:
    kind: Kind
    text: str
    """In normal form."""


ClassifiedLines: TypeAlias = tuple[ClassifiedLine, ...]


def lines_of(report: ImportPreview) -> ClassifiedLines:
    """The lines of a preview: goal, resources, steps under headings, notes. ContentError for too many.

    Notes and unused lines are put where they were in the text, or at the end if that is unknown.
    """
    made = report.procedure
    goal = [ClassifiedLine("goal", made.goal)] if made.goal else []
    resources = [ClassifiedLine("resource", text) for text in made.resources]
    steps: list[ClassifiedLine] = []
    for _, titles, text in outline(made):
        steps += [*(ClassifiedLine("heading", title) for title in titles), ClassifiedLine("step", text)]
    notes = [ClassifiedLine("note", text) for text in _lines_of_notes(made.notes)]
    unused = [ClassifiedLine("unused", text) for text in map(normal, report.unused) if text]
    _few([*goal, *resources, *steps, *notes, *unused])
    whole = "".join(map(letters, report.text.split("\n")))
    places = [*_places(resources, whole), *_places(steps, whole)]
    ahead = list(accumulate(reversed(places), min))[::-1]  # the place that no later line precedes
    placed = [(at, 1, one) for at, one in zip(ahead, [*resources, *steps], strict=True)]
    for beside in (notes, unused):
        placed += [(at, 2 * isinf(at), one) for at, one in zip(_places(beside, whole), beside, strict=True)]
    return (*goal, *(one for _, _, one in sorted(placed, key=lambda one: one[:2])))


def _lines_of_notes(notes: str) -> list[str]:
    return list(filter(None, map(normal, notes.split("\n"))))


def _places(lines: Sequence[ClassifiedLine], whole: str) -> list[float]:
    """Where each line begins, counted in letters of the text and searched in order; infinity if not found."""
    places: list[float] = []
    at = 0
    for one in lines:
        found = whole.find(letters(one.text), at)
        places.append(found if found >= 0 else inf)
        at = max(found, at)
    return places


def lines_of_text(text: str, name: str = "") -> ClassifiedLines:
    """The lines of a text without list and heading marks, all unused. ContentError for too many or none."""
    bare = (_MARK.sub("", line, count=1) for line in clean_whole(text).split("\n"))
    lines = [ClassifiedLine("unused", line) for line in map(normal, bare) if line]
    if not lines:
        raise ContentError("There are no words in it, so there is nothing to split.")
    return _few([ClassifiedLine("goal", name), *lines] if normal(name) else lines)


def made_of(lines: Sequence[ClassifiedLine], like: Procedure, where: str) -> ImportPreview:
    """Build the procedure from the lines; tags, source and the like come from `like`, as do unchanged notes.

    Headings without steps become unused. ContentError without steps, or for a line that is too long.
    """
    steps: list[str] = []
    headings: list[tuple[int, str]] = []
    for one in lines:
        if one.kind == "step":
            steps.append(one.text)
        elif one.kind == "heading":
            headings.append((len(steps) + 1, one.text))
    if not steps:
        raise ContentError("No line is a step yet. Say which lines are steps, then try again.")
    sections, late = headings_of(headings, len(steps))
    notes = [one.text for one in lines if one.kind == "note"]
    goals = [one.text for one in lines if one.kind == "goal"]
    made = procedure(
        goals[0] if goals else "",
        steps,
        [one.text for one in lines if one.kind == "resource"],
        sections=sections,
    )
    whole = replace(
        like, goal=made.goal, steps=made.steps, resources=made.resources, sections=made.sections, id="",
        notes=like.notes if notes == _lines_of_notes(like.notes) else "\n".join(notes),
        uncertain=like.uncertain if made.steps == like.steps else (),
    )  # fmt: skip
    unused = tuple(one.text for one in lines if one.kind == "unused")
    return ImportPreview(procedure=whole, where=where, unused=(*unused, *late, *goals[1:]))


def noted(report: ImportPreview, lines: Sequence[str]) -> ImportPreview:
    """Move these unused lines to the end of the notes."""
    notes = "\n".join(filter(None, (report.procedure.notes, *lines)))
    return replace(
        report,
        procedure=replace(report.procedure, notes=notes),
        unused=tuple(one for one in report.unused if normal(one) not in lines),
    )


def says(lines: Sequence[ClassifiedLine]) -> str:
    """Count the lines in words: "12 steps, 8 resources, 2 headings, 3 lines unused"."""
    counts = {kind: sum(one.kind == kind for one in lines) for kind in ("step", "resource", "heading", "unused")}
    notes = "\n".join(one.text for one in lines if one.kind == "note")
    return says_of(counts["step"], counts["resource"], counts["heading"], notes, counts["unused"])


# -- moves ---------------------------------------------------------------------------------------------------


def marked(lines: ClassifiedLines, at: int, kind: Kind) -> ClassifiedLines:
    """Change the kind of a line. There is only one goal: the previous one becomes unused."""
    one = replace(lines[at], kind=kind)
    if kind == "goal":
        lines = tuple(replace(other, kind="unused") if other.kind == "goal" else other for other in lines)
    return (*lines[:at], one, *lines[at + 1 :])


def joined(lines: ClassifiedLines, at: int) -> ClassifiedLines:
    """Append a line to the one above, which keeps its kind. ContentError if that is too long."""
    if at == 0:
        raise ContentError("There is no line above to join it to.")
    text = f"{lines[at - 1].text} {lines[at].text}"
    if len(text) > LONGEST_STEP:
        raise ContentError(f"Together they have {len(text):,} characters; the limit is {LONGEST_STEP:,}.")
    return (*lines[: at - 1], replace(lines[at - 1], text=text), *lines[at + 1 :])


def cut(lines: ClassifiedLines, at: int) -> ClassifiedLines:
    """Split a line at "1. 2. 3.", else between sentences. ContentError for a single sentence."""
    text = lines[at].text
    pieces = split_blob(text)
    pieces = pieces if len(pieces) > 1 else [piece for piece in _SENTENCE.split(text) if piece]
    if len(pieces) < 2:
        raise ContentError("It is one sentence. Press e to split it where you like.")
    return written(lines, at, pieces)


def written(lines: ClassifiedLines, at: int, pieces: Sequence[str]) -> ClassifiedLines:
    """Replace a line by one or more lines of the same kind, or remove it if the new ones have no words."""
    new = [ClassifiedLine(lines[at].kind, text) for text in map(normal, pieces) if text]
    return _few([*lines[:at], *new, *lines[at + 1 :]])


def lifted(lines: ClassifiedLines, at: int, by: int) -> ClassifiedLines:
    """Move a line down by some places, or up if negative; not past the ends."""
    to = min(max(at + by, 0), len(lines) - 1)
    rest = (*lines[:at], *lines[at + 1 :])
    return (*rest[:to], lines[at], *rest[to:])


def _few(lines: list[ClassifiedLine]) -> ClassifiedLines:
    if len(lines) > MOST_LINES:
        raise ContentError(
            f"It has {len(lines):,} lines, and you can look through at most {MOST_LINES:,} here. Shorten the "
            "file first, or use `tailor import`, which adds it without showing you the lines."
        )
    return tuple(lines)
