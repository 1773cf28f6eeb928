"""The rows of the how-to as lines of Content: the list, whose steps have their changes tinted in place, and the
Result and the Original, which are shown instead of it. Pure functions.

A sign before the text says what becomes of a step; colour alone never carries a meaning. The selected card's
details are beneath its row, or beside the list if there is room.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from textual.content import Content

from tailor.core.code_lines import drawn
from tailor.core.procedure import Procedure
from tailor.core.review.places import spans
from tailor.core.review.state import ASIDE, ReviewState, Status
from tailor.core.text import counted
from tailor.core.transport import TrackedProcedure, tracked_original
from tailor.screens.review.card import DONE, OPEN, SIGNS, STEP, AnyCard, Card, GroupCard, PlaceCard, RowView
from tailor.screens.review.detail import beneath, group_head
from tailor.screens.widgets import word_diff as worddiff
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text, wrapped

Sign: TypeAlias = tuple[str, str]

BLANK: Final[Sign] = (" ", "")
TO_LOOK: Final[Sign] = ("?", "$text-warning")
TAKEN: Final[Sign] = ("✓", "$text-success")
TURNED_DOWN: Final[Sign] = ("✗", MUTED)
LOOK_FIRST: Final[Sign] = ("!", "$text-error")
DECIDED: Final[dict[Status, Sign]] = {
    "accepted": TAKEN,
    "rejected": TURNED_DOWN,
    "stale": TO_LOOK,
    "on_hold": ("…", "$text-warning"),
    "withdrawn": TURNED_DOWN,
    "dropped": TURNED_DOWN,
    "thought": TURNED_DOWN,
}
LONGEST_HEAD: Final = 1_000
GUTTER: Final = 6
"""Cells before the text, in addition to those of the number."""

Mark: TypeAlias = Literal["kept", "changed", "new", "heading"]

MARKS: Final[dict[Mark, tuple[str, str]]] = {
    "kept": (" ", MUTED),
    "changed": ("~", "$text-warning"),
    "new": ("+", "$text-success"),
}


def draw(view: RowView, width: int) -> list[tuple[str, Content]]:
    """The lines of a row, each with the part it belongs to: STEP, the id of a card, or "" for none."""
    made: list[tuple[str, Content]] = [("", Content(""))] if view.gap else []
    if view.heading:
        style = "$text-warning" if view.warns else f"italic {MUTED}"
        rows = wrapped(line_text(view.text, style, LONGEST_HEAD), max(width - 2, 8))
        return [*made, *(("", row_text(" " * 2, row)) for row in rows)]
    room = max(width - view.pad - GUTTER, 10)
    number, cards = view.number, _shown(view)
    covering = _covering(view, cards)
    owner = _owner(view, covering)
    if step := [*_step(view, room, owner, covered=covering is not None)]:
        part, sign = (owner.id, _sign(owner)) if owner else (STEP, BLANK)
        sign = _sign(view.folded[0]) if view.folded else sign
        made += _lines(view, part, step, number, sign)
        number = ""
    for card in cards:
        text = () if card is owner or _written_over(card, view) else [*_brief(card, view, room)]
        made += _lines(
            view, card.id, text, number if covering or view.folded or not view.text else "", _sign(card)
        )
        number = "" if text else number
        if view.mark == card.id and not view.beside:
            made += _lines(view, card.id, beneath(card, room), "", BLANK)
    return made


def _shown(view: RowView) -> list[AnyCard]:
    """The cards of a row; of alternative texts only the marked one, else the accepted one, else the first."""
    shown: list[AnyCard] = []
    known: set[str] = set()
    for card in view.cards:
        if not isinstance(card, Card) or not card.ways:
            shown.append(card)
        elif card.id not in known:
            ids = [way.id for way in card.ways]
            known |= {*ids}
            same = [one for one in view.cards if isinstance(one, Card) and one.id in ids]
            taken = next((one for one in same if one.status == "accepted"), card)
            shown.append(next((one for one in same if one.id == view.mark), taken))
    return shown


def _covering(view: RowView, cards: Iterable[AnyCard]) -> Card | None:
    """The card that shows the step's text along with its change, so that the step needs no lines of its own."""
    about = [one for one in cards if isinstance(one, Card) and one.op != "insert" and one.old == view.text]
    live = (one for one in about if one.status in ("undecided", "accepted", "stale"))
    return next(live, about[-1] if about and view.mark != STEP else None)


def _owner(view: RowView, covering: Card | None) -> PlaceCard | None:
    """The place card that the step's own lines belong to: the marked one, else the first open one."""
    here = [one for one in view.cards if isinstance(one, PlaceCard) and one.text == view.text]
    if covering is not None or view.folded or not here:
        return None
    first = next((one for one in here if not one.fine), here[0])
    return next((one for one in here if one.id == view.mark), first)


def _step(view: RowView, room: int, owner: PlaceCard | None, *, covered: bool) -> Iterator[Content]:
    """The step itself, or as a folded group changes it, with the words found in it highlighted."""
    for card in view.folded:
        if not _written_over(card, view):
            yield from _tinted(card, view, room)
    if view.text and not view.folded and (view.mark == STEP or not covered):
        found = [card for card in view.cards if isinstance(card, PlaceCard)]
        words = [word for card in found if not card.fine and card.text == view.text for word in card.words]
        marked = view.mark == STEP or (owner is not None and view.mark == owner.id)
        style = "" if marked or words else MUTED
        yield from wrapped(_highlighted(view.text, words, style, plain=view.plain), room)


def _highlighted(text: str, words: Iterable[str], style: str, *, plain: bool) -> Content:
    text = drawn(text)
    pieces: list[tuple[str, str]] = []
    at = 0
    for start, end in spans(text, words):
        if start >= at:
            word = f"[{text[start:end]}]" if plain else text[start:end]
            pieces += [(text[at:start], style), (word, "bold underline $text-warning")]
            at = end
    return row_text(*pieces, (text[at:], style))


def _written_over(card: AnyCard, view: RowView) -> bool:
    """Whether another accepted card changes this accepted card's text further, and so shows what the step says."""
    if not isinstance(card, Card) or card.status != "accepted" or view.mark == card.id:
        return False
    words = card.text if card.own is None else card.own
    others = (one for one in view.cards if isinstance(one, Card) and one.id != card.id)
    return any(one.status == "accepted" and one.old == words for one in others)


def _sign(card: AnyCard) -> Sign:
    match card:
        case Card() if card.status in OPEN and card.must:
            return LOOK_FIRST
        case Card():
            return DECIDED.get(card.status, SIGNS[card.op])
        case PlaceCard():
            return TAKEN if card.fine else TO_LOOK
        case GroupCard() if card.must and card.status in OPEN:
            return LOOK_FIRST
        case GroupCard():
            return DECIDED.get(card.status, ("▾" if card.unfolded else "▸", "$accent"))


def _brief(card: AnyCard, view: RowView, room: int) -> Iterator[Content]:
    """What a row shows of a card, whether it is marked or not."""
    match card:
        case Card():
            return _tinted(card, view, room)
        case PlaceCard():
            says = row_text((card.says, MUTED if card.fine else ""))
            return iter([says.truncate(room, ellipsis=True)])
        case GroupCard():
            return iter([group_head(card, room, marked=view.mark == card.id)])


def _tinted(card: Card, view: RowView, room: int) -> Iterator[Content]:
    """The change in place: as tinted words while it is open, afterwards the resulting text."""
    if card.status in ("rejected", *ASIDE):
        shown = line_text(card.old or card.text, MUTED if card.old else f"{MUTED} strike", 20_000)
        yield from wrapped(shown, room) if card.old else [shown.truncate(room, ellipsis=True)]
    elif card.status in OPEN:
        yield from _change(card, view, room)
    else:
        text = card.own if card.own is not None else card.text
        yield from wrapped(safe_text(text) if text else safe_text(card.old, f"{MUTED} strike"), room)


def _change(card: Card, view: RowView, room: int) -> Iterator[Content]:
    if card.op == "insert":
        new = row_text("{+", card.text, "+}") if view.plain else safe_text(card.text, "$text-success")
        yield from wrapped(new, room)
    elif card.op == "delete":
        old = row_text("[-", card.old, "-]") if view.plain else safe_text(card.old, worddiff.GONE)
        yield from wrapped(old, room)
    elif view.plain or worddiff.much_changed(card.old, card.text):
        for text in worddiff.was_now(card.old, card.text, plain=view.plain):
            yield from wrapped(text, room)
    else:
        yield from wrapped(worddiff.unified(card.old, card.text), room)


def _lines(
    view: RowView, part: str, content: Iterable[Content], number: str, sign: Sign
) -> Iterator[tuple[str, Content]]:
    """The lines with their gutter: the cursor's bar, and on the first line the number and the sign."""
    marked = view.mark == part
    bar = ("▌", "$accent") if marked else " "
    for index, one in enumerate(content):
        first = index == 0
        done = DONE if view.done and number and first else " "
        label = (f"{done}{number if first else '':>{view.pad}} ", "bold" if marked else MUTED)
        yield part, row_text(bar, label, sign if first else " ", "  ", one)


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
    """The Result so far, with its own numbers."""
    draft = state.result.draft
    title = f"Result · {counted(len(draft.steps), 'step')}"
    return tuple(_pane_rows(title, draft, state.review.original))


def original_rows(original: Procedure) -> tuple[PaneRow, ...]:
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
    """How many lines a row needs at this width."""
    return 1 + one.gap if one.mark == "heading" else len(_pane_lines(one.text, _pane_room(one, width)))


def draw_pane(one: PaneRow, width: int) -> list[tuple[str, Content]]:
    """The lines of a row, with "" as the part, since these rows have no parts."""
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
    """The wrapped lines of a text, cached so that renumbering the rows does not wrap them again."""
    return tuple(wrapped(safe_text(text), room))
