"""The Result and the Original as numbered lists to read, and the ledger of requirements above them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from textual.content import Content

from tailor.core.events import State
from tailor.core.procedure import Procedure
from tailor.core.review_state import ReviewState
from tailor.core.transport import TrackedStep
from tailor.screens.review.model import tag
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.lists import RowList

Mark: TypeAlias = Literal["kept", "changed", "new", "heading"]

SIGNS: dict[Mark, tuple[str, str]] = {
    "kept": (" ", MUTED),
    "changed": ("~", "$text-warning"),
    "new": ("+", "$text-success"),
    "heading": (" ", MUTED),
}


@dataclass(frozen=True, slots=True)
class PaneRow:
    """One step, or a heading."""

    slot: str
    number: str
    text: str
    mark: Mark = "kept"
    pad: int = 2
    gap: bool = False
    """Whether an empty line goes before a heading."""


def result_rows(standing: ReviewState) -> tuple[PaneRow, ...]:
    """The Result so far, numbered anew."""
    draft, original = standing.result.draft, standing.review.original
    known = {f"s{n}" for n in range(1, len(original.steps) + 1)}
    known |= {f"r{n}" for n in range(1, len(original.resources) + 1)}
    pad = max(2, len(str(len(draft.steps))))
    count = len(draft.steps)
    title = f"Result · {count} step{'' if count == 1 else 's'}"
    headings = dict(draft.procedure.sections)
    rows = [PaneRow("", "", title, "heading", pad)]
    for number, spot in enumerate(draft.steps, 1):
        if number in headings:
            rows.append(PaneRow("", "", headings[number], "heading", pad, gap=True))
        rows.append(PaneRow(spot.slot, str(number), spot.text, _mark(spot, known), pad))
    if draft.resources:
        rows.append(PaneRow("", "", "What you need", "heading", pad, gap=True))
    rows += [PaneRow(spot.slot, "·", spot.text, _mark(spot, known), pad) for spot in draft.resources]
    return tuple(rows)


def original_rows(original: Procedure) -> tuple[PaneRow, ...]:
    """The Original."""
    pad = max(2, len(str(len(original.steps))))
    headings = dict(original.sections)
    rows = [PaneRow("", "", f"Original · {len(original.steps)} steps", "heading", pad)]
    for number, text in enumerate(original.steps, 1):
        if number in headings:
            rows.append(PaneRow("", "", headings[number], "heading", pad, gap=True))
        rows.append(PaneRow(f"s{number}", str(number), text, pad=pad))
    if original.resources:
        rows.append(PaneRow("", "", "What you need", "heading", pad, gap=True))
    rows += [PaneRow(f"r{n}", "·", text, pad=pad) for n, text in enumerate(original.resources, 1)]
    return tuple(rows)


def _mark(spot: TrackedStep, known: set[str]) -> Mark:
    if spot.slot not in known:
        return "new"
    return "changed" if spot.writer else "kept"


def new_pane() -> RowList[PaneRow]:
    """The widget for the Result or the Original."""
    return RowList(draw_pane, height_of, id="pane")


def height_of(one: PaneRow, width: int) -> int:
    """Lines that a row needs at this width."""
    return 1 + one.gap if one.mark == "heading" else len(_wrapped(one.text, _room(one, width)))


def draw_pane(one: PaneRow, width: int) -> list[tuple[str, Content]]:
    """The lines of a row."""
    return [("", content) for content in _lines(one, width)]


def _lines(one: PaneRow, width: int) -> Iterator[Content]:
    if one.mark == "heading":
        if one.gap:
            yield Content("")
        yield line_text(one.text, f"italic {MUTED}", max(width, 8)).truncate(max(width, 8), ellipsis=True)
        return
    sign, style = SIGNS[one.mark]
    for index, part in enumerate(_wrapped(one.text, _room(one, width))):
        label = f"{one.number if index == 0 else '':>{one.pad}}"
        words = part.stylize(MUTED) if one.mark == "kept" else part
        yield row_text((label, MUTED), " ", (sign if index == 0 else " ", style), "  ", words)


def _room(one: PaneRow, width: int) -> int:
    return max(width - one.pad - 5, 8)


@lru_cache(maxsize=4_096)
def _wrapped(text: str, room: int) -> tuple[Content, ...]:
    """The wrapped lines of a text; renumbering the rows does not wrap them again."""
    return tuple(safe_text(text).wrap(room)) or (Content(""),)


MOST_IDS = 6
"""Edits named after one requirement; beyond that they are counted."""


def serving(standing: ReviewState) -> dict[str, list[str]]:
    """For each requirement the ids of the edits that name it and were not rejected."""
    found: dict[str, list[str]] = {}
    for id, (_, proposal) in standing.proposals.items():
        if standing.status(id) in ("undecided", "accepted", "stale", "on_hold"):
            for requirement in proposal.serves:
                found.setdefault(requirement, []).append(id)
    return found


def ledger_line(
    standing: ReviewState,
    states: Mapping[str, State],
    width: int,
    *,
    over: bool,
    read: bool = True,
    most_rows: int = 2,
) -> Content:
    """ "R1 no eggs: #2 #5 · R2 for six people: nothing yet", on at most `most_rows` lines of `width` cells.

    `states`: the coverage of the Result as far as it is known; `over`: no agent is running;
    `read`: the user's sentence was split into requirements.
    """
    chips = list(_chips(standing, states, over))
    if not chips and not standing.review.hint and over:
        words = "What the critic changed, all of it taken: x turns one down"
        return row_text((words, MUTED)).truncate(width, ellipsis=True)
    if not chips and over and not read:
        return row_text(("not read yet", MUTED))
    if not chips:
        words = "Nothing in your sentence was understood as a requirement: t adds to it" if over else "reading …"
        return row_text((words, "$text-warning" if over else MUTED)).truncate(width, ellipsis=True)
    rows: list[Content] = []
    for index, chip in enumerate(chips):
        chip = chip.truncate(width, ellipsis=True)
        joined = row_text(rows[-1], ("  ·  ", MUTED), chip) if rows else chip
        left = len(chips) - index
        spare = 10 if len(rows) == most_rows and left > 1 else 0
        if rows and joined.cell_length <= width - spare:
            rows[-1] = joined
        elif len(rows) < most_rows:
            rows.append(chip)
        else:
            rows[-1] = row_text(rows[-1].truncate(max(width - 10, 1), ellipsis=True), (f"  +{left} more", MUTED))
            break
    return lines(*rows)


def _chips(standing: ReviewState, states: Mapping[str, State], over: bool) -> Iterator[Content]:
    named = serving(standing)
    for one in standing.review.requirements:
        if not one.on:
            continue
        ids = named.get(one.id, [])
        what = row_text((one.id, "bold $accent"), " ", line_text(one.words, limit=48), ": ")
        if ids:
            some = " ".join(map(tag, ids[:MOST_IDS])) + (f" +{len(ids) - MOST_IDS}" if len(ids) > MOST_IDS else "")
            yield row_text(what, some, *_state(states.get(one.id)))
        elif over:
            words = "not classified, nothing names it" if one.kind == "unclassified" else "nothing serves it"
            yield row_text(what, (f"! {words}", "$text-warning"))
        else:
            yield row_text(what, ("nothing yet", MUTED))


def _state(state: State | None) -> Iterator[tuple[str, str]]:
    match state:
        case "served":
            yield " ✓", "$text-success"
        case "claimed":
            yield " ! still goes against it", "$text-warning"
        case _:
            return
