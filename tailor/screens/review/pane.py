"""The Result and the Original, in rows to be drawn beside the list or instead of it. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from textual.content import Content

from tailor.core.procedure import Procedure
from tailor.core.review_state import ReviewState
from tailor.core.text import counted
from tailor.core.transport import TrackedProcedure, tracked_original
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text, wrapped

Mark: TypeAlias = Literal["kept", "changed", "new", "heading"]

MARKS: Final[dict[Mark, tuple[str, str]]] = {
    "kept": (" ", MUTED),
    "changed": ("~", "$text-warning"),
    "new": ("+", "$text-success"),
}


@dataclass(frozen=True, slots=True)
class PaneRow:
    """One step of the Result or the Original, or a heading."""

    slot: str
    number: str
    text: str
    mark: Mark = "heading"
    pad: int = 2
    gap: bool = False


def result_rows(state: ReviewState) -> tuple[PaneRow, ...]:
    """The Result so far, numbered anew."""
    draft = state.result.draft
    title = f"Result · {counted(len(draft.steps), 'step')}"
    return tuple(_pane_rows(title, draft, state.review.original))


def original_rows(original: Procedure) -> tuple[PaneRow, ...]:
    """The Original."""
    title = f"Original · {counted(len(original.steps), 'step')}"
    return tuple(_pane_rows(title, tracked_original(original), original))


def _pane_rows(title: str, shown: TrackedProcedure, original: Procedure) -> Iterator[PaneRow]:
    before = tracked_original(original)
    known = {spot.slot for spot in (*before.steps, *before.resources)}
    pad = max(2, len(str(len(shown.steps))))
    headings = {**dict(shown.procedure.sections), len(shown.steps) + 1: "What you need"}
    yield PaneRow("", "", title)
    for number, spot in enumerate((*shown.steps, *shown.resources), 1):
        if number in headings:
            yield PaneRow("", "", headings[number], gap=True)
        mark: Mark = "changed" if spot.writer else "kept"
        if spot.slot not in known:
            mark = "new"
        yield PaneRow(spot.slot, str(number) if number <= len(shown.steps) else "·", spot.text, mark, pad)


def pane_height(one: PaneRow, width: int) -> int:
    """Lines that a row needs at this width."""
    return 1 + one.gap if one.mark == "heading" else len(_pane_lines(one.text, _pane_room(one, width)))


def draw_pane(one: PaneRow, width: int) -> list[tuple[str, Content]]:
    """The lines of a row, which has no parts."""
    if one.mark == "heading":
        heading = line_text(one.text, f"italic {MUTED}", max(width, 8)).truncate(max(width, 8), ellipsis=True)
        return [("", Content(""))] * one.gap + [("", heading)]
    drawn: list[tuple[str, Content]] = []
    for index, part in enumerate(_pane_lines(one.text, _pane_room(one, width))):
        sign, style = MARKS[one.mark] if index == 0 else (" ", MARKS[one.mark][1])
        label = f"{one.number if index == 0 else '':>{one.pad}}"
        words = part.stylize(MUTED) if one.mark == "kept" else part
        drawn.append(("", row_text((label, MUTED), " ", (sign, style), "  ", words)))
    return drawn


def _pane_room(one: PaneRow, width: int) -> int:
    return max(width - one.pad - 5, 8)


@lru_cache(maxsize=16_384)
def _pane_lines(text: str, room: int) -> tuple[Content, ...]:
    """The wrapped lines of a text; renumbering the rows does not wrap them again."""
    return tuple(wrapped(safe_text(text), room))
