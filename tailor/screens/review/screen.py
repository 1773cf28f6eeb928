"""Review: the proposed edits in their places, decided one by one or together, while they still come in.

Owns the frame: what stands where, which key does what, and what an arriving event means for the screen. Refuses
the logic: `core.review` and its neighbours have it; the parts beside this file have the moves.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Offset
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.core.events import (
    Cancelled,
    Done,
    EditProposed,
    Event,
    Failed,
    RequirementsRead,
    RunStarted,
    StageFinished,
    Waiting,
)
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.screens.base import JumpTarget, RunEnded, RunEvent, RunFailed
from tailor.screens.dialogs.base import Dialog, ErrorDialog, keys_line
from tailor.screens.dialogs.shopping import procedure_as_text
from tailor.screens.review.base import VIEWS, EditList, ReviewBase, draw, new_pane
from tailor.screens.review.card import STEP, Card, RowView
from tailor.screens.review.decisions import Bulk, Parts
from tailor.screens.review.finish import Applying
from tailor.screens.review.model import answered_words, old_text, tag
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput

if TYPE_CHECKING:
    from tailor.runs.session import RunSession


class WhyDialog(Dialog[None]):
    """All there is to know about one edit."""

    def __init__(self, title: str, rows: list[Content]) -> None:
        super().__init__()
        self._title = title
        self._rows = rows

    def inside(self) -> Iterator[Widget]:
        """The rows, scrolling."""
        yield Static(line_text(self._title, "bold"), id="title")
        with VerticalScroll(id="text"):
            yield Static(lines(*self._rows))
        yield Static(keys_line(("↑↓", "scroll"), ("esc", "back")), id="keys")


class FindField(CleanInput):
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
        if not isinstance(event.widget, EditList):
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

    def jump_places(self) -> Iterator[JumpTarget]:
        """The steps in view, for jump mode."""
        listed = self.query_one("#list", EditList)
        seen: set[int] = set()
        for y in range(listed.size.height if self.view == "marked" else 0):
            met = listed.part_at(y)
            if met is not None and met[0] not in seen and listed.rows[met[0]].slot:
                seen.add(met[0])
                at = listed.content_region.offset + Offset(0, y)
                yield JumpTarget(at, partial(self._mark, listed.rows[met[0]]))

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
        said = [Content(""), row_text(("What was said", "bold")), *self.said()] if self.cut else []
        self.app.push_screen(WhyDialog(f"Why {card.tag}?", [*self._why(card.id), *said]))

    def _cards_here(self) -> tuple[Card, ...]:
        """The cards of the marked row: the mark may stand on its step, from before they came."""
        slot = self.table.mark[0] if self.table.mark else ""
        return next((cards for one, cards in self.table.outline.rows if one.slot == slot), ())

    def _why(self, id: str) -> Iterator[Content]:
        standing = self.table.standing
        stage, proposal = standing.proposals[id]
        yield row_text(
            (f"{proposal.agent} proposed this", MUTED),
            "  ",
            safe_text(proposal.reason or "and gave no reason", "", 2_000),
        )
        for one in self.table.review.requirements:
            if one.id in proposal.serves:
                yield row_text((f"{one.id} {one.kind}", "$accent"), "  ", line_text(one.words))
        if not proposal.serves:
            yield row_text(("It names none of your requirements.", "$text-warning"))
        yield from self._texts(old_text(stage, proposal), proposal)
        for found in proposal.findings:
            yield row_text(
                ("! ", "$text-warning"), line_text(f"{found.word}: {found.why}"), (f"  {found.source}", MUTED)
            )
        for words in proposal.tripwires:
            yield row_text(("± ", "$text-warning"), line_text(words))
        for words, ids in (
            ("needs", standing.needs(id)),
            ("is needed by", standing.dependents(id)),
            ("stands against", standing.rivals(id)),
        ):
            if ids:
                yield row_text((f"It {words} {', '.join(map(tag, ids))}", MUTED))
        if why := standing.why_not(id):
            yield row_text((why, "$text-warning"))

    def _texts(self, old: str, proposal: EditProposed) -> Iterator[Content]:
        if old:
            yield row_text(("was  ", MUTED), safe_text(old, "", 5_000))
        yield row_text(
            ("now  ", MUTED),
            safe_text(proposal.text, "", 5_000) if proposal.text else row_text(("left out", MUTED)),
        )
        decision = self.table.review.decision(proposal.id)
        if decision and decision.own is not None:
            yield row_text(("yours  ", "$accent"), safe_text(decision.own, "", 5_000))

    # -- copying ---------------------------------------------------------------------------------------------

    def action_copy(self) -> None:
        """The marked card or step to the clipboard, also over SSH."""
        card, one = self.table.card, self.table.row
        text = (card.own or card.text or card.old) if card else (one.text or one.original or "") if one else ""
        self.app.copy_to_clipboard(text)
        self.tell(f"{card.tag if card else 'The step'} is copied.")

    def action_copy_result(self) -> None:
        """The whole Result to the clipboard."""
        self.app.copy_to_clipboard(procedure_as_text(self.table.standing.result.draft.procedure))
        self.tell("The Result is copied.")

    # -- finding ---------------------------------------------------------------------------------------------

    def action_find(self) -> None:
        """Opens the line to look for words."""
        self.view = "marked"
        field = self.query_one("#find", CleanInput)
        field.display = True
        field.focus()

    @on(CleanInput.Changed, "#find")
    def _sought(self, event: CleanInput.Changed) -> None:
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
        session: "RunSession",
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
        title = row_text(
            line_text(self.base.goal or "Without a goal", "bold", 200),
            ("   ", ""),
            line_text(self.table.review.hint, MUTED, 200),
        )
        yield Static(title, id="title")
        yield Static(id="ledger")
        yield Static(id="banner")
        yield Horizontal(EditList(draw, id="list"), new_pane(), id="middle")
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

    @on(RunEvent)
    def _arrived(self, message: RunEvent) -> None:
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

    @on(RunEnded)
    def _ended(self) -> None:
        """Nothing more comes."""
        self.running = False
        if self.table.activity.running:  # it ended without saying how
            self.table.activity = replace(self.table.activity, phase="done", at_work=())
        self.draw_soon()

    @on(RunFailed)
    def _broke(self, message: RunFailed) -> None:
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
