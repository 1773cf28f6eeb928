"""The Review screen: the proposed edits in their places, decided one by one or together, also while they come in.

The screen has the widgets, the keys and the events. `ReviewModel` has the state, `ReviewDisplay` draws it, and
`Decisions`, `AgentRequests`, `ReviewCursor` and `Finish` do what the keys say. The key `review.accept` runs
`decide('accept')`, which calls `Decisions.accept`; a new key needs a binding here and a method there.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.events import Event
from tailor.core.following import Following
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.library.lineage import RebasePlan
from tailor.runs.session import RunSession, rebase_events, rebase_session, rescue_session
from tailor.screens.base import BaseScreen, JumpTarget, RunEnded, RunEvent, RunFailed
from tailor.screens.review.cursor import ReviewCursor
from tailor.screens.review.decisions import Decisions
from tailor.screens.review.display import EditList, ReviewDisplay
from tailor.screens.review.finish import Finish
from tailor.screens.review.kinds import AbandonedRebase, RebasePolicy, RescuePolicy, ReviewPolicy, TakeOver
from tailor.screens.review.model import ReviewModel
from tailor.screens.review.panes import new_pane
from tailor.screens.review.requests import AgentRequests
from tailor.screens.widgets.content import MUTED, line_text, row_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.workspace import Workspace


class FindField(CleanInput):
    """The field for the words to find."""

    enter_action = "screen.cursor('find_next')"
    HELP = "The mark goes to the steps and edits with these words. Enter goes on to the next, Esc closes the line."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.cursor('find_next')", "Next", id="review.find_next"),
        Binding("escape", "screen.leave", "Close", id="review.find_close"),
    ]


class ReviewScreen(BaseScreen[None]):
    """The review of one run, or of whatever `policy` says."""

    CSS_PATH = "review.tcss"
    HELP = ReviewPolicy.help
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "decide('accept')", "Accept", id="review.accept", tooltip="Accept the marked edit"),
        Binding("x", "decide('reject')", "Reject", id="review.reject", tooltip="Reject the marked edit"),
        Binding(
            "e", "decide('edit')", "Edit", id="review.edit", tooltip="Your own words for the marked edit or step"
        ),
        Binding(
            "A",
            "decide('accept_all')",
            "All",
            id="review.accept_all",
            tooltip="Accept all that can be taken at once",
        ),
        Binding(
            "Y",
            "decide('accept_agreed')",
            "Accept what Verify agrees with",
            show=False,
            id="review.accept_agreed",
            tooltip="Accept the edits that Verify read and left as they are",
        ),
        Binding("enter", "apply", "Apply", id="review.apply", tooltip="See the summary, then save"),
        Binding("n", "cursor('undecided', 1)", "Next undecided", show=False, id="review.next_undecided"),
        Binding("p", "cursor('undecided', -1)", "Previous undecided", show=False, id="review.previous_undecided"),
        Binding("j,down", "cursor('move', 1)", "Next", show=False, id="review.next"),
        Binding("k,up", "cursor('move', -1)", "Previous", show=False, id="review.previous"),
        Binding("pagedown", "cursor('page', 1)", "Further down", show=False, id="review.page_down"),
        Binding("pageup", "cursor('page', -1)", "Further up", show=False, id="review.page_up"),
        Binding("home", "cursor('edge', -1)", "First", show=False, id="review.first"),
        Binding("end", "cursor('edge', 1)", "Last", show=False, id="review.last"),
        Binding("X", "decide('reject_because')", "Reject with a reason", show=False, id="review.reject_because"),
        Binding("space", "decide('accept_or_take_back')", "Accept or take back", show=False, id="review.toggle"),
        Binding("backspace", "decide('undecide')", "Take the decision back", show=False, id="review.undecide"),
        Binding("o", "decide('own_step')", "Own step below", show=False, id="review.own_step"),
        Binding("d", "decide('delete')", "Leave the step out", show=False, id="review.delete"),
        Binding(
            "N",
            "decide('reject_rest')",
            "Turn down the rest",
            show=False,
            id="review.reject_rest",
            tooltip="Reject all that is still undecided",
        ),
        Binding(
            "m",
            "decide('numbers')",
            "Step numbers move along",
            show=False,
            id="review.numbers",
            tooltip="Whether mentions of steps follow the new numbers",
        ),
        Binding("E", "decide('editor')", "Edit in $EDITOR", show=False, id="review.editor"),
        Binding(
            "s",
            "decide('parts')",
            "Take some of it",
            show=False,
            id="review.parts",
            tooltip="Take parts of a change",
        ),
        Binding("u", "decide('undo')", "Undo", show=False, id="review.undo"),
        Binding("U,ctrl+r", "decide('redo')", "Redo", show=False, id="review.redo"),
        Binding("w", "cursor('why')", "Why", show=False, id="review.why", tooltip="Why this edit was proposed"),
        Binding("v", "cursor('view')", "Result", show=False, id="review.view", tooltip="Marked, Result, Original"),
        Binding("b", "decide('other_bag')", "Other set of edits", show=False, id="review.other_bag"),
        Binding("r", "ask('ask_again')", "Ask again for this step", show=False, id="review.ask_again"),
        Binding("V", "ask('verify')", "Verify what I accepted", show=False, id="review.verify"),
        Binding("R", "ask('rewrite')", "Ask for a rewrite", show=False, id="review.rewrite"),
        Binding("i", "ask('implied')", "What is implied", show=False, id="review.implied"),
        Binding("t", "ask('requirements')", "Requirements", show=False, id="review.requirements"),
        Binding(
            "c", "cursor('copy')", "Copy", show=False, id="review.copy", tooltip="Copy the marked edit or step"
        ),
        Binding("C", "cursor('copy_result')", "Copy the Result", show=False, id="review.copy_result"),
        Binding("slash", "cursor('find')", "Find", show=False, id="review.find"),
        Binding("escape", "leave", "Back", show=False, id="review.leave", tooltip="Close, stop, or back Home"),
    ]

    def __init__(
        self,
        procedure: Procedure,
        hint: str,
        session: RunSession,
        *,
        events: Sequence[Event] = (),
        review: Review | None = None,
        policy: ReviewPolicy | None = None,
        name: str = "",
    ) -> None:
        """Starts a new run, or shows a recorded one again with its `events` and the `review` that came of it.

        `name` is offered in the summary; "" offers the goal of the original.
        """
        super().__init__()
        self.session = session
        self.policy = policy = policy or ReviewPolicy()
        self.HELP = policy.help  # type: ignore[misc] # a ClassVar in Textual, read from the screen in front
        self.model = model = ReviewModel(procedure, hint)
        self.base = procedure
        self._recorded = bool(events)
        if review is not None:
            model.reopen(events, review)
        policy.open(model)
        self.drawing = ReviewDisplay(self, model, session, policy)
        self.decisions = Decisions(self.drawing)
        self.requests = AgentRequests(self.drawing)
        self.cursor = ReviewCursor(self.drawing)
        self.finish = Finish(self.drawing, self.decisions, self.requests, name)

    def body(self) -> Iterable[Widget]:
        """Title, ledger, banner, the list beside the Result, the find field, the strip."""
        title = row_text(
            line_text(self.base.goal or "Without a goal", "bold", 200),
            ("   ", ""),
            line_text(self.model.review.hint, MUTED, 200),
        )
        yield Static(title, id="title")
        yield Static(id="ledger")
        yield Static(id="banner")
        yield Horizontal(EditList(self.drawing.hold_in_view, id="list"), new_pane(), id="middle")
        find = FindField(placeholder="Find", id="find", select_on_focus=True)
        find.display = False
        yield find
        yield Static(id="strip")

    def on_mount(self) -> None:
        """Starts the run, or shows the recorded one."""
        self.query_one("#list").focus()
        self.set_interval(1.0, self._count_down)
        if self._recorded:
            self.drawing.weigh_later()
            self.drawing.draw_after_layout()
        else:
            self.requests.begin()
            self.call_after_refresh(self.drawing.draw_now)

    def on_resize(self, event: events.Resize) -> None:
        """Draws for the new size; the cursor stays in view."""
        self.drawing.draw_after_layout()

    def _count_down(self) -> None:
        if self.model.activity.waiting is not None:
            self.drawing.draw_lines()

    # -- keys ------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disables what needs agents where none can be asked."""
        if not self.session.kind.can_ask and (action == "ask" or parameters == ("other_bag",)):
            return False
        return super().check_action(action, parameters)

    def action_decide(self, what: str) -> None:
        """A key of `Decisions`."""
        getattr(self.decisions, what)()

    def action_ask(self, what: str) -> None:
        """A key of `AgentRequests`."""
        getattr(self.requests, what)()

    def action_cursor(self, what: str, *by: int) -> None:
        """A key of `ReviewCursor`."""
        getattr(self.cursor, what)(*by)

    def action_apply(self) -> None:
        """Enter: the summary."""
        self.finish.apply()

    def action_leave(self) -> None:
        """Esc: closes the innermost."""
        self.finish.leave()

    # -- messages --------------------------------------------------------------------------------------------

    @on(RunEvent)
    def _arrived(self, message: RunEvent) -> None:
        self.requests.take(message.event)

    @on(RunEnded)
    def _ended(self) -> None:
        self.requests.ended()

    @on(RunFailed)
    def _failed(self, message: RunFailed) -> None:
        self.requests.failed(message.error)

    @on(CleanInput.Changed, "#find")
    def _sought(self, event: CleanInput.Changed) -> None:
        self.cursor.seek(event.value)

    @on(events.Click)
    def _clicked(self, event: events.Click) -> None:
        self.cursor.click(event)

    # -- asked by the app ------------------------------------------------------------------------------------

    def current_procedure(self) -> Procedure:
        """The Result as accepted so far."""
        return self.model.standing.result.draft.procedure

    def jump_places(self) -> Iterable[JumpTarget]:
        """The steps in view, for jump mode."""
        return self.cursor.jump_targets()


def rescue_screen(workspace: Workspace, following: Following, words: str, take_over: TakeOver) -> ReviewScreen:
    """The review of the agents' edits to the steps ahead. UsageError where there are no words."""
    session = rescue_session(workspace, following, words)
    policy = RescuePolicy(following, take_over)
    return ReviewScreen(following.procedure, session.request.hint, session, policy=policy)


def rebase_screen(workspace: Workspace, plan: RebasePlan, waiting: dict[str, AbandonedRebase]) -> ReviewScreen:
    """The review of a variant on a newer original; `waiting`: those left without saving, by id of variant."""
    policy = RebasePolicy(plan, waiting)
    return ReviewScreen(
        plan.new,
        plan.variant.hint,
        rebase_session(workspace, plan),
        events=rebase_events(plan),
        review=policy.review,
        policy=policy,
        name=plan.variant.procedure.goal,
    )
