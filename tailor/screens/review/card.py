"""The rows of a review as lines of Content: a step with its edits and places, a group of edits. Pure.

A card shows operation, number, agent, wishes, the change, the reason, what the guard found, and the edit's
status. Colour alone never carries a meaning.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal, TypeAlias

from textual.content import Content

from tailor.core.places import spans
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
NAMES: Final[dict[Op, str]] = {"insert": "New step", "replace": "Change", "delete": "Remove"}
MAKERS: Final = {"verify": "from the check", "resolve": "settles a conflict", "renumber": "step numbers"}
"""Who proposed it, where that is not the agent that adapts."""
STATUS: Final[dict[Status, tuple[str, str]]] = {
    "undecided": ("to decide", "$accent"),
    "accepted": ("✓ accepted", "$text-success"),
    "rejected": ("✗ rejected", MUTED),
    "stale": ("? to decide, place changed", "$text-warning"),
    "on_hold": ("… accepted, on hold", "$text-warning"),
    "withdrawn": ("withdrawn", MUTED),
    "dropped": ("left out by the check", MUTED),
}
SHORT: Final[dict[Status, str]] = {
    "stale": "? place changed",
    "on_hold": "… on hold",
    "dropped": "left out",
}
"""Shorter words of `STATUS` for short lines."""

OPEN: Final = ("undecided", "stale")
"""Statuses whose card shows everything needed to decide."""

VERDICTS: Final[dict[Opinion | None, tuple[tuple[str, str], ...]]] = {
    None: (),
    "agrees": (("checked ✓", MUTED),),
    "doubts": (("the check disagrees", "$text-warning"),),
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
class PlaceCard:
    """What the card of a place shows: a step that a wish touches and nobody changed."""

    id: str
    says: str
    """ "Step 5 mentions “drill”"."""
    text: str
    """Of its step in the Result."""
    words: tuple[str, ...]
    """What was found in it."""
    wishes: str = ""
    why: str = ""
    fine: bool = False
    """Whether the person said that it is."""


@dataclass(frozen=True, slots=True)
class GroupCard:
    """What the row of a group shows: edits that are decided as one."""

    id: str
    name: str
    size: str
    ids: tuple[str, ...]
    status: Status
    wishes: str = ""
    header: tuple[str, ...] = ()
    """What it changes beside steps and resources."""
    where: str = ""
    notes: tuple[str, ...] = ()
    must: bool = False
    unfolded: bool = False


AnyCard: TypeAlias = Card | PlaceCard | GroupCard


@dataclass(frozen=True, slots=True)
class RowView:
    """Everything that decides how a row looks; equal views look alike."""

    slot: str
    number: str
    """Its number in the original, "" for a new step."""
    text: str
    cards: tuple[AnyCard, ...] = ()
    folded: tuple[Card, ...] = ()
    """Edits of a folded group: only their text is shown, in place."""
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
    number = view.number
    covering = [card for card in view.cards if isinstance(card, Card) and _covers(card, view.text)]
    if step := [*_step(view, room, covered=bool(covering))]:
        made += _lines(view, STEP, step, number)
        number = ""
    for card in view.cards:
        if card is not view.cards[0] and is_open(card):
            made.append(("", Content("")))
        numbered = card in covering or not view.text
        made += _lines(view, card.id, _drawn(card, view, room, apart=bool(covering)), number if numbered else "")
        number = "" if numbered else number
    return made


def is_open(card: AnyCard) -> bool:
    """Whether the card waits for a decision."""
    match card:
        case PlaceCard():
            return not card.fine
        case Card() | GroupCard():
            return card.status in OPEN


def _step(view: RowView, room: int, *, covered: bool) -> Iterator[Content]:
    """The step itself, as a folded group changes it, with the words that were found in it."""
    for card in view.folded:
        if card.op == "insert":
            yield from wrapped(row_text(SIGNS["insert"], " ", safe_text(card.text, "$text-success")), room)
        else:
            yield from _change(card, view, room) if card.status in OPEN else _taken(card, room)
    if view.text and not view.folded and (view.mark == STEP or not covered):
        found = [card for card in view.cards if isinstance(card, PlaceCard)]
        words = [word for card in found if not card.fine and card.text == view.text for word in card.words]
        style = "" if view.mark == STEP or words else MUTED
        yield from wrapped(_highlighted(view.text, words, style, plain=view.plain), room)


def _highlighted(text: str, words: Iterable[str], style: str, *, plain: bool) -> Content:
    """The text with these words marked."""
    pieces: list[tuple[str, str]] = []
    at = 0
    for start, end in spans(text, words):
        if start >= at:
            word = f"[{text[start:end]}]" if plain else text[start:end]
            pieces += [(text[at:start], style), (word, "bold underline $text-warning")]
            at = end
    return row_text(*pieces, (text[at:], style))


def _drawn(card: AnyCard, view: RowView, room: int, *, apart: bool) -> Iterator[Content]:
    """`apart`: the step's own text is not shown as it is now."""
    match card:
        case Card():
            return _card(card, view, room)
        case PlaceCard():
            return _place(card, view, room, apart=apart or card.text != view.text or bool(view.folded))
        case GroupCard():
            return _group(card, view, room)


def _place(card: PlaceCard, view: RowView, room: int, *, apart: bool) -> Iterator[Content]:
    style = MUTED if card.fine else "$text-warning"
    says = row_text(("? ", style), (card.says, MUTED if card.fine else "bold"))
    wish = row_text((f"  {card.wishes}", MUTED)) if card.wishes else Content("")
    end = ("✓ it is fine", "$text-success") if card.fine else STATUS["undecided"]
    yield _ended(row_text(says, wish), end, room, marked=view.mark == card.id)
    if apart and not card.fine:
        yield from wrapped(_highlighted(card.text, card.words, "", plain=view.plain), room)
    if card.why and not card.fine:
        yield from wrapped(line_text(card.why, MUTED, LONGEST_REASON), room)


def _group(card: GroupCard, view: RowView, room: int) -> Iterator[Content]:
    quiet, marked = card.status not in OPEN, view.mark == card.id
    end = ("! look first", "$text-error") if card.must and not quiet else STATUS[card.status]
    name = row_text(
        ("▾ " if card.unfolded else "▸ ", "$accent"), line_text(card.name, MUTED if quiet else "bold", 80)
    )
    said = row_text(name, (f": {card.size}", MUTED), (f"  {card.wishes}" if card.wishes else "", MUTED))
    yield _ended(said, end, room, marked=marked)
    for line in card.header:
        yield from wrapped(line_text(line), room)
    if card.notes and card.status in (*OPEN, "accepted", "on_hold"):
        style = "$text-error" if card.must else "$text-warning"
        yield from wrapped(
            row_text(("! ", style), line_text("  ·  ".join(card.notes), style, LONGEST_REASON)), room
        )
    if card.where:
        yield from wrapped(line_text(card.where, MUTED), room)


def _ended(start: Content, end: tuple[str, str], room: int, *, marked: bool) -> Content:
    """Words, and at the right edge a status."""
    words, style = end
    last = row_text((words, f"bold {style}" if marked else style))
    start = start.truncate(max(room - last.cell_length - 1, 4), ellipsis=True)
    return row_text(start, " " * max(room - start.cell_length - last.cell_length, 1), last)


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
    name = row_text((f"{sign} {NAMES[card.op]}", strong), " ", (card.tag, weak))
    if name.cell_length + len(words) >= room:
        words = SHORT.get(card.status, words)
    made = [row_text((MAKERS[card.agent], MUTED))] if card.agent in MAKERS else []
    start = Content("  ").join([name, *made, *map(row_text, VERDICTS[card.verdict])])
    left = room - start.cell_length - Content(words).cell_length - 2
    if left < 0:
        start = name
    elif fits := next((chips for chips in _chips(card, quiet) if 0 < chips.cell_length + 2 <= left), None):
        start = Content("  ").join([start, fits])
    return _ended(start, (words, style), room, marked=marked)


def _chips(card: Card, quiet: bool) -> Iterator[Content]:
    """The wishes, in fewer words each time."""
    if card.unasked and not card.chips:
        yield row_text(("not asked for", MUTED if quiet else "$text-warning"))
        return
    style = MUTED if quiet else "$accent"
    for most in (40, 24, 12):
        pieces = (line_text(text, style, most) for _, text in card.chips)
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
