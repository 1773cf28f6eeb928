"""The rows of a review as lines of Content: a step with the cards of its edits, a step of the Result. Pure.

A card shows operation, number, agent, requirements, the change, the reason, what the guard found, and the edit's
status. Colour alone never carries a meaning.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal, TypeAlias

from textual.content import Content

from tailor.core.review_rows import Opinion
from tailor.core.review_state import Status
from tailor.screens.widgets import word_diff as worddiff
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text, wrapped

Op: TypeAlias = Literal["insert", "replace", "delete"]

SIGNS: Final[dict[Op, tuple[str, str]]] = {
    "insert": ("+", "$text-success"),
    "replace": ("~", "$text-warning"),
    "delete": ("−", "$text-error"),
}
STATUS: Final[dict[Status, tuple[str, str]]] = {
    "undecided": ("to decide", "$accent"),
    "accepted": ("✓ accepted", "$text-success"),
    "rejected": ("✗ rejected", MUTED),
    "stale": ("? to decide, place changed", "$text-warning"),
    "on_hold": ("… accepted, on hold", "$text-warning"),
    "withdrawn": ("withdrawn", MUTED),
    "dropped": ("Resolve would drop it", MUTED),
}
SHORT: Final[dict[Status, str]] = {
    "stale": "? place changed",
    "on_hold": "… on hold",
    "dropped": "Resolve drops it",
}
"""Shorter words of `STATUS` for short lines."""

OPEN: Final = ("undecided", "stale")
"""Statuses whose card shows everything needed to decide."""

VERDICTS: Final[dict[Opinion | None, tuple[tuple[str, str], ...]]] = {
    None: (),
    "agrees": ((", verified", MUTED),),
    "doubts": ((", doubted", "$text-warning"),),
}

DONE: Final = "✓"

STEP: Final = "step"
"""The part of a row that is the step itself, not a card."""

LONGEST_REASON: Final = 300


@dataclass(frozen=True, slots=True)
class Card:
    """What the card of one edit shows."""

    id: str
    tag: str
    """Its name on screen: "#3", "yours 1"."""
    op: Op
    agent: str
    status: Status
    old: str
    """The text it was written for; "" for an insert."""
    text: str
    """Its text as proposed; "" for a deletion."""
    own: str | None = None
    reason: str = ""
    chips: tuple[tuple[str, str], ...] = ()
    unasked: bool = False
    must: bool = False
    notes: tuple[str, ...] = ()
    verdict: Opinion | None = None
    """Verify's opinion; None where it has not seen the edit."""
    says: str = ""
    """Why it is stale, on hold or rejected, or what it needs."""


@dataclass(frozen=True, slots=True)
class RowView:
    """Everything that decides how a row looks; equal views look alike."""

    slot: str
    number: str
    """Its number in the original, "" for a new step."""
    text: str
    cards: tuple[Card, ...] = ()
    mark: str | None = None
    """The part under the cursor: `STEP` or the id of a card; None when the cursor is elsewhere."""
    heading: bool = False
    gap: bool = False
    pad: int = 2
    split: bool = False
    """Old and new text side by side."""
    plain: bool = False
    """No colours and no text styles: signs instead."""
    done: bool = False
    """Whether the step is done already and must not change."""


def _covers(card: Card, text: str) -> bool:
    """Whether the card shows the step's text with its changes: then it needs no lines of its own."""
    return card.op != "insert" and card.old == text and card.status in ("undecided", "accepted", "stale")


def draw(view: RowView, width: int) -> list[tuple[str, Content]]:
    """The lines of a row, each with the part it belongs to: STEP, the id of a card, or ""."""
    made: list[tuple[str, Content]] = [("", Content(""))] if view.gap else []
    if view.heading:
        return [*made, ("", row_text(" " * 2, line_text(view.text, f"italic {MUTED}", width)))]
    room = max(width - view.pad - 5, 10)
    number, covering = view.number, [card for card in view.cards if _covers(card, view.text)]
    if view.text and (view.mark == STEP or not covering):
        style = "" if view.mark == STEP else MUTED
        made += _lines(view, STEP, wrapped(safe_text(view.text, style), room), number)
        number = ""
    for card in view.cards:
        if card is not view.cards[0] and card.status in OPEN:
            made.append(("", Content("")))
        numbered = card in covering or not view.text
        made += _lines(view, card.id, _card(card, view, room), number if numbered else "")
        number = "" if numbered else number
    return made


def _lines(view: RowView, part: str, content: Iterable[Content], number: str) -> Iterator[tuple[str, Content]]:
    """The lines with their gutter: the cursor's bar, and the number on the first line."""
    bar = ("▌", "$accent") if view.mark == part else " "
    for index, one in enumerate(content):
        sign = DONE if view.done and number and index == 0 else " "
        label = f"{sign}{number if index == 0 else '':>{view.pad}}  "
        yield part, row_text(bar, (label, "bold" if view.mark == part else MUTED), one)


def _card(card: Card, view: RowView, room: int) -> Iterator[Content]:
    marked = view.mark == card.id
    yield _head(card, room, marked)
    if card.status in ("rejected", "withdrawn", "dropped"):
        if marked or (card.op == "insert" and card.status == "rejected"):
            shown = line_text(card.text or card.old, f"{MUTED} strike" if card.op == "delete" else MUTED, room)
            yield shown.truncate(room, ellipsis=True)
    elif card.status in OPEN:
        yield from _change(card, view, room)
    else:
        yield from _taken(card, room)
    yield from _remarks(card, room)


def _head(card: Card, room: int, marked: bool) -> Content:
    """Sign, operation, number, agent, requirements; at the right edge the status."""
    sign, colour = SIGNS[card.op]
    quiet = card.status not in OPEN
    words, style = STATUS[card.status]
    if card.must and card.status in OPEN:
        words, style = "! look first", "$text-error"
    elif card.own is not None and card.status == "accepted":
        words = "✓ accepted, your words"
    weak, strong = (MUTED, MUTED) if quiet else ("bold", f"bold {colour}")
    name = row_text((f"{sign} {card.op}", strong), " ", (card.tag, weak))
    if name.cell_length + len(words) >= room:
        words = SHORT.get(card.status, words)
    end = row_text((words, f"bold {style}" if marked else style))
    left = room - name.cell_length - end.cell_length - 4
    agent = row_text((card.agent, MUTED), *VERDICTS[card.verdict])
    for chips in _chips(card, quiet):
        if agent.cell_length + chips.cell_length + 2 <= left:
            start = row_text(name, "  ", agent, "  ", chips)
            break
    else:
        start = row_text(name, "  ", agent) if agent.cell_length <= left else name
    start = start.truncate(max(room - end.cell_length - 1, 4), ellipsis=True)
    return row_text(start, " " * max(room - start.cell_length - end.cell_length, 1), end)


def _chips(card: Card, quiet: bool) -> Iterator[Content]:
    """The requirements, in fewer words each time."""
    if card.unasked and not card.chips:
        yield row_text(("unasked", MUTED if quiet else "$text-warning"))
        return
    style = MUTED if quiet else "$accent"
    for most in (40, 24, 0):
        gap = " " if most else ""
        pieces = (row_text((id, style), gap, line_text(text, MUTED, most)) for id, text in card.chips)
        yield Content("  ").join(pieces)


def _change(card: Card, view: RowView, room: int) -> Iterator[Content]:
    if card.op == "insert":
        new = row_text("{+", card.text, "+}") if view.plain else safe_text(card.text, "$text-success")
        yield from wrapped(new, room)
    elif card.op == "delete":
        old = row_text("[-", card.old, "-]") if view.plain else safe_text(card.old, worddiff.GONE)
        yield from wrapped(old, room)
    elif view.split:
        yield from _side_by_side(card, view, room)
    elif view.plain or worddiff.much_changed(card.old, card.text):
        for text in worddiff.was_now(card.old, card.text, plain=view.plain):
            yield from wrapped(text, room)
    else:
        yield from wrapped(worddiff.unified(card.old, card.text), room)


def _side_by_side(card: Card, view: RowView, room: int) -> Iterator[Content]:
    half = max((room - 3) // 2, 8)
    left, right = (wrapped(side, half) for side in worddiff.sides(card.old, card.text, plain=view.plain))
    for a, b in zip_longest(left, right, fillvalue=Content("")):
        yield row_text(a, " " * max(half - a.cell_length, 0), (" │ ", "$foreground 25%"), b)


def _taken(card: Card, room: int) -> Iterator[Content]:
    text = card.own if card.own is not None else card.text
    yield from wrapped(safe_text(text) if text else safe_text(card.old, f"{MUTED} strike"), room)
    if card.own is not None:
        proposed = f"proposed: {card.text}" if card.text else "proposed: to delete the step"
        yield from wrapped(line_text(proposed, MUTED), room)


def _remarks(card: Card, room: int) -> Iterator[Content]:
    """What to look at, the reason, and what the edit waits for."""
    if card.notes and card.status in (*OPEN, "accepted", "on_hold"):
        style = "$text-error" if card.must else "$text-warning"
        notes = line_text("  ·  ".join(card.notes), style, LONGEST_REASON)
        yield from wrapped(row_text(("! ", style), notes), room)
    if card.status in OPEN and card.reason:
        because = "because " if card.reason[:1].islower() else ""
        yield from wrapped(line_text(because + card.reason, MUTED, LONGEST_REASON), room)
    if card.says:
        loud = card.status in ("stale", "on_hold")
        yield from wrapped(line_text(card.says, "$text-warning" if loud else MUTED), room)
