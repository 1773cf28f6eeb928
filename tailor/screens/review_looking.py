"""Looking around in a review: moving the mark, why, views, find, copy.

Owns these actions of the Review screen. Refuses to change a decision.
"""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Offset
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.events import EditProposed
from tailor.screens.card import STEP, Card, RowView
from tailor.screens.dialogs import Dialog, keys_line
from tailor.screens.fields import Field
from tailor.screens.jump import Place
from tailor.screens.review_base import VIEWS, ReviewBase, RowList
from tailor.screens.review_views import old_text, tag
from tailor.screens.safe import MUTED, line, lines, row, safe
from tailor.screens.shown import as_plain


class WhyDialog(Dialog[None]):
    """All there is to know about one edit."""

    def __init__(self, title: str, rows: list[Content]) -> None:
        super().__init__()
        self._title = title
        self._rows = rows

    def inside(self) -> Iterator[Widget]:
        """The rows, scrolling."""
        yield Static(line(self._title, "bold"), id="title")
        with VerticalScroll(id="text"):
            yield Static(lines(*self._rows))
        yield Static(keys_line(("↑↓", "scroll"), ("esc", "back")), id="keys")


class FindField(Field):
    """The line to look for words."""

    enter_action = "screen.find_next"
    HELP = "The mark goes to the steps and edits with these words. Enter goes on to the next, Esc closes the line."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.find_next", "Next", id="review.find_next"),
        Binding("escape", "screen.leave", "Close", id="review.find_close"),
    ]


class Looking(ReviewBase):
    """Moving and reading."""

    # -- moving ----------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """The mark goes to the next or the previous place; elsewhere the page scrolls."""
        self.note = ""
        if self.view != "marked":
            self.query_one("#pane").scroll_relative(y=by, animate=False)
            return
        self.table.step(by)
        self.draw_now(reveal=True)

    def action_page(self, by: int) -> None:
        """A page up or down."""
        listed = self.query_one("#list" if self.view == "marked" else "#pane")
        if self.view != "marked":
            listed.scroll_relative(y=by * listed.size.height, animate=False)
            return
        self.table.step(by * max(listed.size.height // 4, 1))
        self.draw_now(reveal=True)

    def action_edge(self, by: int) -> None:
        """The first or the last place."""
        self.table.step(by * 1_000_000)
        self.draw_now(reveal=True)

    def action_undecided(self, by: int) -> None:
        """The mark goes to the next or the previous card that waits for a decision."""
        self.view = "marked"
        found = self.table.to_undecided(by)
        self.note = "" if found or self.table.card else "No other card waits for a decision."
        self.draw_now(reveal=True)

    @on(events.Click)
    def _clicked(self, event: events.Click) -> None:
        """A click marks what it meets."""
        if not isinstance(event.widget, RowList):
            return
        at = event.get_content_offset(event.widget)
        met = event.widget.part_at(at.y) if at is not None else None
        if met is None:
            return
        view = event.widget.rows[met[0]]
        if view.slot:
            self._mark(view, met[1])

    def _mark(self, view: RowView, part: str = "") -> None:
        self.table.stay((view.slot, part or (view.cards[0].id if view.cards else STEP)))
        self.draw_now()

    def jump_places(self) -> Iterator[Place]:
        """The steps in view, for jump mode."""
        listed = self.query_one("#list", RowList)
        seen: set[int] = set()
        for y in range(listed.size.height if self.view == "marked" else 0):
            met = listed.part_at(y)
            if met is not None and met[0] not in seen and listed.rows[met[0]].slot:
                seen.add(met[0])
                at = listed.content_region.offset + Offset(0, y)
                yield Place(at, partial(self._mark, listed.rows[met[0]]))

    # -- reading ---------------------------------------------------------------------------------------------

    def action_view(self) -> None:
        """Marked, then Result, then Original."""
        self.view = VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)]
        self.note = ""
        self.draw_now()
        self.call_after_refresh(self.draw_now, reveal=True)

    def action_why(self) -> None:
        """Everything about the marked card."""
        card = self.table.card or next(iter(self._cards_here()), None)
        if card is None or card.id not in self.table.standing.proposals:
            if said := self.said():
                self.app.push_screen(WhyDialog("What was said", said))
            else:
                self.tell("Mark a proposed card to see why it was proposed.")
            return
        said = [Content(""), row(("What was said", "bold")), *self.said()] if self.cut else []
        self.app.push_screen(WhyDialog(f"Why {card.tag}?", [*self._why(card.id), *said]))

    def _cards_here(self) -> tuple[Card, ...]:
        """The cards of the marked row: the mark may stand on its step, from before they came."""
        slot = self.table.mark[0] if self.table.mark else ""
        return next((cards for one, cards in self.table.outline.rows if one.slot == slot), ())

    def _why(self, id: str) -> Iterator[Content]:
        standing = self.table.standing
        stage, proposal = standing.proposals[id]
        yield row(
            (f"{proposal.agent} proposed this", MUTED),
            "  ",
            safe(proposal.reason or "and gave no reason", "", 2_000),
        )
        for one in self.table.review.requirements:
            if one.id in proposal.serves:
                yield row((f"{one.id} {one.kind}", "$accent"), "  ", line(one.words))
        if not proposal.serves:
            yield row(("It names none of your requirements.", "$text-warning"))
        yield from self._texts(old_text(stage, proposal), proposal)
        for found in proposal.findings:
            yield row(("! ", "$text-warning"), line(f"{found.word}: {found.why}"), (f"  {found.source}", MUTED))
        for words in proposal.tripwires:
            yield row(("± ", "$text-warning"), line(words))
        for words, ids in (
            ("needs", standing.needs(id)),
            ("is needed by", standing.dependents(id)),
            ("stands against", standing.rivals(id)),
        ):
            if ids:
                yield row((f"It {words} {', '.join(map(tag, ids))}", MUTED))
        if why := standing.why_not(id):
            yield row((why, "$text-warning"))

    def _texts(self, old: str, proposal: EditProposed) -> Iterator[Content]:
        if old:
            yield row(("was  ", MUTED), safe(old, "", 5_000))
        yield row(("now  ", MUTED), safe(proposal.text, "", 5_000) if proposal.text else row(("left out", MUTED)))
        decision = self.table.review.decision(proposal.id)
        if decision and decision.own is not None:
            yield row(("yours  ", "$accent"), safe(decision.own, "", 5_000))

    # -- copying ---------------------------------------------------------------------------------------------

    def action_copy(self) -> None:
        """The marked card or step to the clipboard, also over SSH."""
        card, one = self.table.card, self.table.row
        text = (card.own or card.text or card.old) if card else (one.text or one.original or "") if one else ""
        self.app.copy_to_clipboard(text)
        self.tell(f"{card.tag if card else 'The step'} is copied.")

    def action_copy_result(self) -> None:
        """The whole Result to the clipboard."""
        self.app.copy_to_clipboard(as_plain(self.table.standing.result.draft.procedure))
        self.tell("The Result is copied.")

    # -- finding ---------------------------------------------------------------------------------------------

    def action_find(self) -> None:
        """Opens the line to look for words."""
        self.view = "marked"
        field = self.query_one("#find", Field)
        field.display = True
        field.focus()

    @on(Field.Changed, "#find")
    def _sought(self, event: Field.Changed) -> None:
        self.sought = event.value.casefold().strip()
        if self.sought:
            self._find(here=True)

    def action_find_next(self) -> None:
        """On to the next place."""
        self._find(here=False)

    def _find(self, *, here: bool) -> None:
        sought = self.sought
        found = bool(sought) and self.table.to_found(lambda text: sought in text, here=here)
        self.note = "" if found else f"“{sought}” is not in it." if sought else ""
        self.draw_now(reveal=True)
