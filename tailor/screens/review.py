"""Review: the proposed edits in their places, decided one by one or together, while they still come in.

Owns the frame: what stands where, which key does what, and what an arriving event means for the screen. Refuses
the logic: `core.review` and its neighbours have it; the parts beside this file have the moves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.core.events import (
    Cancelled,
    Done,
    Event,
    Failed,
    RequirementsRead,
    RunStarted,
    StageFinished,
    Waiting,
)
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.screens.bridge import Arrived, Broke, Ended
from tailor.screens.dialogs import ErrorDialog
from tailor.screens.review_applying import Applying
from tailor.screens.review_base import RowList, draw, new_pane
from tailor.screens.review_bulk import Bulk
from tailor.screens.review_looking import FindField, Looking
from tailor.screens.review_parts import Parts
from tailor.screens.review_views import answered_words
from tailor.screens.safe import MUTED, line, row

if TYPE_CHECKING:
    from tailor.screens.session import Session


class ReviewScreen(Parts, Bulk, Looking, Applying):
    """The review of one run."""

    CSS_PATH = "review.tcss"
    HELP = """Decide on each proposed edit: a takes it, x turns it down, e changes its words. A takes all that can
    be taken at once and leaves out what must be looked at. Enter shows a summary, Enter again saves."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept", "Accept", id="review.accept", tooltip="Accept the marked edit"),
        Binding("x", "reject", "Reject", id="review.reject", tooltip="Reject the marked edit"),
        Binding("e", "edit", "Edit", id="review.edit", tooltip="Your own words for the marked edit or step"),
        Binding("A", "accept_all", "All", id="review.accept_all", tooltip="Accept all that can be taken at once"),
        Binding(
            "Y",
            "accept_agreed",
            "Accept what Verify agrees with",
            show=False,
            id="review.accept_agreed",
            tooltip="Accept the edits that Verify read and left as they are",
        ),
        Binding("enter", "apply", "Apply", id="review.apply", tooltip="See the summary, then save"),
        Binding("n", "undecided(1)", "Next undecided", show=False, id="review.next_undecided"),
        Binding("p", "undecided(-1)", "Previous undecided", show=False, id="review.previous_undecided"),
        Binding("j,down", "move(1)", "Next", show=False, id="review.next"),
        Binding("k,up", "move(-1)", "Previous", show=False, id="review.previous"),
        Binding("pagedown", "page(1)", "Further down", show=False, id="review.page_down"),
        Binding("pageup", "page(-1)", "Further up", show=False, id="review.page_up"),
        Binding("home", "edge(-1)", "First", show=False, id="review.first"),
        Binding("end", "edge(1)", "Last", show=False, id="review.last"),
        Binding("X", "reject_because", "Reject with a reason", show=False, id="review.reject_because"),
        Binding("space", "accept_or_take_back", "Accept or take back", show=False, id="review.toggle"),
        Binding("backspace", "undecide", "Take the decision back", show=False, id="review.undecide"),
        Binding("o", "own_step", "Own step below", show=False, id="review.own_step"),
        Binding("d", "delete", "Leave the step out", show=False, id="review.delete"),
        Binding(
            "N",
            "reject_rest",
            "Turn down the rest",
            show=False,
            id="review.reject_rest",
            tooltip="Reject all that is still undecided",
        ),
        Binding(
            "m",
            "numbers",
            "Step numbers move along",
            show=False,
            id="review.numbers",
            tooltip="Whether mentions of steps follow the new numbers",
        ),
        Binding("E", "editor", "Edit in $EDITOR", show=False, id="review.editor"),
        Binding("s", "parts", "Take some of it", show=False, id="review.parts", tooltip="Take parts of a change"),
        Binding("u", "undo", "Undo", show=False, id="review.undo"),
        Binding("U,ctrl+r", "redo", "Redo", show=False, id="review.redo"),
        Binding("w", "why", "Why", show=False, id="review.why", tooltip="Why this edit was proposed"),
        Binding("v", "view", "Result", show=False, id="review.view", tooltip="Marked, Result, Original"),
        Binding("b", "other_bag", "Other set of edits", show=False, id="review.other_bag"),
        Binding("r", "ask_again", "Ask again for this step", show=False, id="review.ask_again"),
        Binding("V", "verify", "Verify what I accepted", show=False, id="review.verify"),
        Binding("R", "rewrite", "Ask for a rewrite", show=False, id="review.rewrite"),
        Binding("i", "implied", "What is implied", show=False, id="review.implied"),
        Binding("t", "requirements", "Requirements", show=False, id="review.requirements"),
        Binding("c", "copy", "Copy", show=False, id="review.copy", tooltip="Copy the marked edit or step"),
        Binding("C", "copy_result", "Copy the Result", show=False, id="review.copy_result"),
        Binding("slash", "find", "Find", show=False, id="review.find"),
        Binding("escape", "leave", "Back", show=False, id="review.leave", tooltip="Close, stop, or back Home"),
    ]

    def __init__(
        self,
        procedure: Procedure,
        hint: str,
        session: "Session",
        *,
        events: Sequence[Event] = (),
        review: Review | None = None,
    ) -> None:
        """A new run; or that of a recorded one again, with its `events` and the `review` that came of it."""
        super().__init__(procedure, hint, session)
        self._recorded = events
        if review is not None:
            self.table.reopen(events, review)

    def body(self) -> Iterable[Widget]:
        """What is tailored, the ledger, the list and the Result, what goes on."""
        title = row(
            line(self.base.goal or "Without a goal", "bold", 200),
            ("   ", ""),
            line(self.table.review.hint, MUTED, 200),
        )
        yield Static(title, id="title")
        yield Static(id="ledger")
        yield Static(id="banner")
        yield Horizontal(RowList(draw, id="list"), new_pane(), id="middle")
        find = FindField(placeholder="Find", id="find", select_on_focus=True)
        find.display = False
        yield find
        yield Static(id="strip")

    def on_mount(self) -> None:
        """Begins, or shows what was recorded."""
        self.query_one("#list").focus()
        self.set_interval(1.0, self._count)
        if self._recorded:
            self.weigh_later()
            self.call_after_refresh(self.draw_now, reveal=True)
        else:
            self.begin_run()
            self.call_after_refresh(self.draw_now)

    def on_resize(self, event: Resize) -> None:
        """Lays out anew; the mark stays in view."""
        self.call_after_refresh(self.draw_now, reveal=True)

    def _count(self) -> None:
        """A countdown goes on."""
        if self.table.activity.waiting is not None:
            self._draw_lines()

    # -- what arrives ----------------------------------------------------------------------------------------

    @on(Arrived)
    def _arrived(self, message: Arrived) -> None:
        """One event: on the table now, on the screen a moment later, together with others."""
        if not self.running:
            return  # it was on its way when the run was stopped
        before = self.table.activity
        self.table.take(message.event)
        match message.event:
            case Waiting():
                self._waiting_since = monotonic()
            case StageFinished(stage=stage, agent=agent, end="edits" | "none") if self.by_hand:
                self.note = answered_words(self.table.standing, stage, agent)
                self.weigh_later()
            case RunStarted() | RequirementsRead() | StageFinished() | Done() | Failed() | Cancelled():
                self.weigh_later()
        if self.table.review is not self._seen or self.table.activity != before:
            self._seen = self.table.review
            self.draw_soon()

    _seen: object = None

    @on(Ended)
    def _ended(self) -> None:
        """Nothing more comes."""
        self.running = False
        if self.table.activity.running:  # it ended without saying how
            self.table.activity = replace(self.table.activity, phase="done", at_work=())
        self.draw_soon()

    @on(Broke)
    def _broke(self, message: Broke) -> None:
        """The stream raised: said in a window over this screen, everything that came is kept."""
        if not self.running:
            return  # it was on its way when the run was stopped
        self.running = False
        error = message.error
        if self.table.log and isinstance(error, TailorError):
            self._note_event(
                Failed(fault="bad_answer", title=error.title, message=error.message, kept=self.table.proposed)
            )
        else:
            words = error.message if isinstance(error, TailorError) else "Something went wrong inside Tailor."
            self.table.activity = replace(self.table.activity, phase="failed", at_work=(), banner=words)
        self.app.push_screen(ErrorDialog.of(error), mode=self.room)
        self.draw_now()
