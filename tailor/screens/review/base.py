"""What every part of the Review screen builds on: the table, drawing it once a change, saying things in place.

Owns coalescing what streams in, and what is drawn when. Refuses the moves of the person: see the parts beside it.
"""

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from tailor.core.coverage import ledger
from tailor.core.decisions import Change
from tailor.core.errors import TailorError
from tailor.core.events import Covered, State
from tailor.core.procedure import Procedure
from tailor.core.renumber import RENUMBER
from tailor.core.report import moved_along
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.screens.base import WIDE, BaseScreen
from tailor.screens.review.card import RowView
from tailor.screens.review.card import draw as draw_row
from tailor.screens.review.model import Look, ReviewModel, held_words, in_rows, in_words
from tailor.screens.review.panes import PaneRow, draw_pane, height_of, ledger_line, original_rows, result_rows
from tailor.screens.review.summary import accepted_ids
from tailor.screens.widgets.content import MUTED, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.row_list import RowList

if TYPE_CHECKING:
    from tailor.runs.session import RunSession

REFRESH_EVERY = 0.03
"""Seconds between two drawings while edits stream in."""

"""Columns from which the Result stands beside the list and old and new words side by side."""

"""Columns below which the margins are narrow, as in the style sheet."""

LOUD_ROWS = 3
"""Rows that what went wrong has, as in the style sheet."""

VIEWS = ("marked", "result", "original")

OWN = "e makes your own"
OWN_OR_ASK = f"{OWN}, r asks about a step"
"""What to press where no edit came."""

WEIGH_AFTER = 0.05
"""Seconds without a further change before the guard reads the Result."""


def covered(standing: ReviewState) -> tuple[Covered, ...]:
    """The coverage of the Result; the guard reads the whole of it, so call it in a thread."""
    return ledger(standing, accepted_ids(standing))


class EditList(RowList[RowView], can_focus=True, inherit_bindings=False):
    """The steps with the edits about them."""

    HELP = """The steps with the proposed edits about them. The bar at the left is the mark; a accepts the marked
    card, x rejects it, and the mark goes on to the next one that waits for you."""

    _had = 0
    """Lines it had before a change of its size."""

    def on_resize(self, event: Resize) -> None:
        """What is said above it takes lines from it: the mark stays in view where it was."""
        had, self._had = self._had, self.size.height
        if self._had < had and isinstance(self.screen, ReviewBase):
            self.screen.hold_in_view(had)


class ReviewBase(BaseScreen[None]):
    """The frame of the Review screen."""

    unasked = ""
    """What stands in place of the ledger in a review for which no agent was asked anything."""

    done: frozenset[str] = frozenset()
    """Slots of steps that are done already and stay as they are."""

    def __init__(self, procedure: Procedure, hint: str, session: "RunSession") -> None:
        super().__init__()
        self.session = session
        self.table = ReviewModel(procedure, hint)
        self.base = procedure
        self.view = "marked"
        self.note = ""
        self.states: Mapping[str, State] = {}
        self.sought = ""
        self.drafts: dict[str, str] = {}
        self.stale = False
        self.cut = False
        """Whether more was said than there is room for above the list."""
        self.running = False
        """Whether a stream is open."""
        self.by_hand = False
        """Whether the person asked for what runs, within a review that was there already."""
        self.ending = False
        """Whether the summary opens or the Result is being saved."""
        self._drawn_at = 0.0
        self._waiting_since = 0.0

    # -- drawing ---------------------------------------------------------------------------------------------

    def draw_soon(self) -> None:
        """Draws what arrived: at once if nothing was drawn just now, else a moment later, all of it together."""
        if self.stale:
            return
        self.stale = True
        wait = self._drawn_at + REFRESH_EVERY - monotonic()
        if wait <= 0:
            self.call_later(self._draw_if_stale)
        else:
            self.set_timer(wait, self._draw_if_stale)

    def _draw_if_stale(self) -> None:
        if self.stale:
            self.draw_now()

    def current_procedure(self) -> Procedure:
        """The Result as accepted so far."""
        return self.table.standing.result.draft.procedure

    def draw_now(self, *, reveal: bool = False) -> None:
        """Draws the table as it is; `reveal` brings the mark into view."""
        self.stale = False
        self._drawn_at = monotonic()
        if not self.is_mounted or not self.query(EditList):
            return
        outline = self.table.outline
        listed = self.query_one("#list", EditList)
        wide = self.size.width >= WIDE
        look = Look(split=wide, plain=bool(self.app.no_color), done=self.done)
        views = outline.views(self.table.mark, look, dict(self.table.review.original.sections))
        listed.show(views)
        self._draw_pane(wide)
        self._draw_lines()
        if reveal:
            self.reveal_mark()

    def reveal_mark(self) -> None:
        """Scrolls list and Result to the mark."""
        mark, listed = self.table.mark, self.query_one("#list", EditList)
        at = self.table.outline.marked(listed.rows, mark)
        if mark is None or at is None:
            return
        listed.reveal(listed.place(at, mark[1]))
        pane = self.query_one("#pane", RowList)
        place = next((at for at, one in enumerate(pane.rows) if one.slot == mark[0]), None)
        if place is not None:
            pane.reveal(pane.place(place))

    def hold_in_view(self, had: int) -> None:
        """Brings the mark back into view where it was seen while the list still had so many lines."""
        mark, listed = self.table.mark, self.query_one("#list", EditList)
        at = self.table.outline.marked(listed.rows, mark)
        if mark is not None and at is not None:
            top = listed.scroll_offset.y
            if listed.place(at, mark[1]).start in range(top, top + had):
                self.reveal_mark()

    def _draw_pane(self, wide: bool) -> None:
        """The Result beside the list, or the Result or the Original instead of it."""
        pane = self.query_one("#pane", RowList)
        self.set_class(self.view != "marked", "-read")
        if self.view == "original":
            pane.show(original_rows(self.table.review.original))
        elif wide or self.view == "result":
            pane.show(result_rows(self.table.standing))

    def _draw_lines(self) -> None:
        """The ledger above, progress and what was said last below."""
        width = self.text_width
        over = not self.table.activity.running
        read = self.table.activity.phase != "failed" or bool(self.table.log)
        rows = 1 if self.size.height < 20 else 2
        ledger = ledger_line(self.table.standing, self.states, width, over=over, read=read, most_rows=rows)
        self.query_one("#ledger", Static).update(safe_text(self.unasked, MUTED) if self.unasked else ledger)
        self._draw_banner(width, rows)
        self.query_one("#strip", Static).update(self._strip(width))

    def _draw_banner(self, width: int, rows: int) -> None:
        """What went wrong on up to three rows, else what agents said on so many; `w` shows what is left over."""
        banner, shown = self.banner(), self.query_one("#banner", Static)
        notes = " ".join(self._notes())
        shown.display = bool(banner or notes)
        shown.set_class(bool(banner), "-loud")
        whole = safe_text(f"! {banner}", "$text-warning") if banner else safe_text(notes, MUTED)
        fits = in_rows(whole, width, LOUD_ROWS if banner else rows)
        self.cut = fits is not whole
        shown.update(fits)

    def said(self) -> list[Content]:
        """All of what stands above the list in short: what went wrong, and what agents said about their work."""
        banner = self.banner()
        notes = [note for note in self._notes() if note not in banner]
        words = [line for text in (banner, *notes) for line in text.split("\n") if line]
        return [safe_text(text, "", 2_000) for text in words]

    def _notes(self) -> tuple[str, ...]:
        """What agents said about their work; of mentions of steps, what moved along in the Result as it is now."""
        renumbers = any(stage.agent == RENUMBER for stage in self.table.review.stages)
        moved = moved_along(self.table.standing) if renumbers else ""
        return (*self.table.activity.notes, *([moved] if moved else []))

    def banner(self) -> str:
        """What went wrong, and what to press."""
        activity = self.table.activity
        if activity.banner:
            return activity.banner + ("" if activity.phase in ("running", "stopped") else "  V tries again.")
        if self.session.not_recorded:
            return self.session.not_recorded
        on = [one for one in self.table.review.requirements if one.on]
        nothing = activity.phase == "done" and not self.table.proposed
        if nothing and all(one.kind == "unclassified" for one in on):
            said = " ".join(activity.notes)
            return f"No edit was proposed, and your sentence was not understood. {said}".strip()
        return ""

    def _strip(self, width: int) -> Content:
        """ "3 of 7 decided · Verify is at work", or what was said last."""
        decided, known = self.table.counted
        waited = monotonic() - self._waiting_since
        activity = self.table.activity
        none = "no edits" if activity.over else "no edits yet"
        progress = row_text(
            ("● " if activity.running else "○ ", "$accent"), f"{decided} of {known} decided" if known else none
        )
        if self.note:
            note = safe_text(self.note, "$accent", 400)
            said = row_text(progress, "   ", note)
            if said.cell_length > width:
                return note  # on two lines where it must be
        else:
            stops = ("   esc stops", MUTED) if self.running and width > 60 else ""
            said = row_text(progress, "   ", (activity.words(waited), MUTED), stops)
            if activity.over and not known:
                longest = (
                    row_text(said, "   ", OWN_OR_ASK),
                    row_text(said, "   ", OWN),
                    row_text(progress, "   ", OWN),
                )
                said = next((one for one in longest if one.cell_length <= width), longest[-1])
        if self.view != "marked":
            said = row_text((f"{self.view.capitalize()}   ", "bold $accent"), said)
        return said.truncate(width, ellipsis=True)

    # -- saying and doing ------------------------------------------------------------------------------------

    def tell(self, words: str) -> None:
        """A sentence in place, until the next move."""
        self.note = in_words(words)
        self._draw_lines()

    def oops(self, error: TailorError) -> None:
        """What cannot be done, in place."""
        self.tell(error.message)

    def decide(self, moved: Change | Review, note: str = "") -> None:
        """Takes a decision: records it, goes on to the next card, draws."""
        before, was = self.table.review, self.table.standing
        self.table.decide(moved)
        note = note or (moved.says if isinstance(moved, Change) else "")
        self.after_choice(before, f"{note} {held_words(was, self.table.standing, note)}".strip())

    def choose(self, review: Review, note: str = "") -> None:
        """Takes a change of the choices that leaves the mark where it is."""
        before = self.table.review
        self.table.review = review
        self.after_choice(before, note)

    def after_choice(self, before: Review, note: str) -> None:
        """Notes and draws what was chosen."""
        self.note = in_words(note)
        if self.table.review.choices != before.choices:
            self.keep_choices()
        self.weigh_later()
        self.draw_now(reveal=True)

    def keep_choices(self) -> None:
        """Writes the choices behind the events; where that fails it is said, and the review goes on."""
        self.session.note(self.table.review.choices)

    def close_find(self) -> None:
        """Back to the list."""
        self.query_one("#find", CleanInput).display = False
        self.query_one("#list").focus()

    # -- the guard, aside ------------------------------------------------------------------------------------

    def weigh_later(self) -> None:
        """Asks the guard what the Result still goes against; the answer comes into the ledger."""
        self._weigh(self.table.standing)

    @work(exclusive=True, group="weigh", exit_on_error=False)
    async def _weigh(self, standing: ReviewState) -> None:
        await asyncio.sleep(WEIGH_AFTER)  # further decisions made meanwhile are weighed together
        states: Mapping[str, State] = {one.id: one.state for one in await asyncio.to_thread(covered, standing)}
        if states != self.states:
            self.states = states
            self.draw_now()


def draw(view: RowView, width: int) -> list[tuple[str, Content]]:
    """One row of the list."""
    return draw_row(view, width)


def new_pane() -> RowList[PaneRow]:
    """The pane for the Result or the Original."""
    return RowList(draw_pane, height_of, id="pane")
