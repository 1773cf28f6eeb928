"""The Review screen: the proposed edits in their places, decided one by one or in bulk, even while they come in.

The screen has the widgets, the keys and the events. `ReviewModel` has the state, `ReviewDisplay` draws it, and
`DecisionKeys`, `Together`, `AgentRequests`, `ReviewCursor` and `Finish` do what the keys say. `review.accept` runs
`do('decisions', 'accept')`, which calls `DecisionKeys.accept`; a new key needs a binding here and a method there.
Keys that would only say why they do nothing (`IdleKeys`) stay pressable, but the key bar leaves them out.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar, Final

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from tailor.backend import BackendSummary
from tailor.core.events import Event
from tailor.core.following import Following
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.core.review.rows import agreed
from tailor.core.review.state import ReviewState
from tailor.library.entries import LibraryEntry
from tailor.library.lineage import RebasePlan
from tailor.runs.history import StoredRun
from tailor.runs.session import Rescue, RunSession, rebase_events, rebase_session, rescue_session
from tailor.screens.base import BaseScreen, JumpTarget
from tailor.screens.review.card import OPEN, AnyCard, Card, GroupCard, PlaceCard
from tailor.screens.review.choices import Choices
from tailor.screens.review.cursor import ReviewCursor
from tailor.screens.review.decisions import DecisionKeys
from tailor.screens.review.display import EditList, ReviewDisplay, Words
from tailor.screens.review.finish import Finish
from tailor.screens.review.model import ReviewModel
from tailor.screens.review.policy import AbandonedRebase, RebasePolicy, RescuePolicy, ReviewPolicy, TakeOver
from tailor.screens.review.requests import AgentRequests, RunEnded, RunEvent, RunFailed
from tailor.screens.review.rows import draw_pane, pane_height
from tailor.screens.review.together import Together
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import PageView
from tailor.screens.widgets.row_list import RowList
from tailor.workspace import Workspace

_ON_AN_EDIT: Final = ("decisions accept", "decisions reject", "decisions reject_because")
_ON_A_STEP: Final = ("decisions edit", "decisions editor", "decisions own_step")


class FindField(CleanInput):
    enter_action = "screen.do('cursor', 'find_next')"
    HELP = "Finds the steps and changes that contain these words. Enter goes to the next one, Esc closes this."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.do('cursor', 'find_next')", "Next", id="review.find_next"),
        Binding("escape", "screen.do('finish', 'leave')", "Close", id="review.find_close"),
    ]


def _key(key: str, owner: str, name: str, words: str, about: str = "", *, show: bool = False) -> Binding:
    """The binding `review.<name>`, which runs the method `name` of the screen's attribute `owner`."""
    return Binding(key, f"do('{owner}', '{name}')", words, show=show, id=f"review.{name}", tooltip=about)


ALL = "Accept everything that needs no closer look; then the summary"
AGREED = "Accept everything the check agreed with"
WISH = "Accept everything for this wish that needs no closer look"
NO_WISH = "Leave everything for this wish as it was"
ONE_WISH = "One wish at a time, then all again"
NUMBERS = "Update mentions such as “step 4” to the new numbers, or leave them"


PLACE_KEYS: Final = (
    "do('decisions', 'edit')",
    "do('decisions', 'delete')",
    "do('together', 'fine')",
    "do('cursor', 'undecided', 1)",
    "do('finish', 'apply')",
)
"""The first keys in the key bar when the cursor is on a place; the next two constants are for a group."""
GROUP_KEYS: Final = ("do('decisions', 'accept')", "do('decisions', 'reject')")
GROUP_ENDS: Final = ("do('cursor', 'why')", "do('together', 'open')", "do('finish', 'apply')")


class ReviewScreen(BaseScreen[None]):
    """The review of one run, or of whatever `policy` says."""

    CSS_PATH = "review.tcss"
    under_way = "Review"
    HELP = ReviewPolicy.help
    BINDINGS: ClassVar[list[BindingType]] = [
        _key("a", "decisions", "accept", "Accept", "Accept the selected change", show=True),
        _key("x", "decisions", "reject", "Reject", "Reject the selected change", show=True),
        _key("e", "decisions", "edit", "Edit", "Write this change or step in your own words", show=True),
        _key("A", "decisions", "accept_all", "All", ALL, show=True),
        _key("Y", "decisions", "accept_agreed", "Accept what the check agreed with", AGREED),
        _key("enter", "together", "open", "Open", "Show each change of the group at its step", show=True),
        _key("enter", "finish", "apply", "Apply", "See the summary, then save", show=True),
        Binding("n", "do('cursor', 'undecided', 1)", "Next undecided", show=False, id="review.next_undecided"),
        Binding(
            "p", "do('cursor', 'undecided', -1)", "Previous undecided", show=False, id="review.previous_undecided"
        ),
        Binding("j,down", "do('cursor', 'move', 1)", "Next", show=False, id="review.next"),
        Binding("k,up", "do('cursor', 'move', -1)", "Previous", show=False, id="review.previous"),
        Binding("pagedown", "do('cursor', 'page', 1)", "Further down", show=False, id="review.page_down"),
        Binding("pageup", "do('cursor', 'page', -1)", "Further up", show=False, id="review.page_up"),
        Binding("home", "do('cursor', 'edge', -1)", "First", show=False, id="review.first"),
        Binding("end", "do('cursor', 'edge', 1)", "Last", show=False, id="review.last"),
        _key("X", "decisions", "reject_because", "Reject with a reason"),
        _key("f", "together", "fine", "It is fine", "This step may stay as it is"),
        _key("right,l", "together", "unfold", "One by one", "Show each change of the group at its step"),
        _key("left,h", "together", "fold", "As one", "Show the changes of a group as one row"),
        _key("W", "together", "take_wish", "Accept all for this wish", WISH),
        _key("L", "together", "leave_wish", "Reject all for this wish", NO_WISH),
        _key("space", "decisions", "toggle", "Accept, or clear decision"),
        _key("backspace", "decisions", "undecide", "Clear decision"),
        _key("o", "decisions", "own_step", "Add a step below"),
        _key("d", "decisions", "delete", "Remove", "Remove the step or the item"),
        _key("N", "decisions", "reject_rest", "Reject the rest", "Reject everything still undecided"),
        _key("m", "decisions", "numbers", "Update step numbers", NUMBERS),
        _key("E", "decisions", "editor", "Edit in your own editor"),
        _key("s", "decisions", "parts", "Accept part", "Accept only part of a change"),
        _key("u", "decisions", "undo", "Undo"),
        _key("U,ctrl+r", "decisions", "redo", "Redo"),
        _key("w", "cursor", "why", "Why", "Why this was suggested"),
        _key("S", "cursor", "said", "Messages", "All messages, and what could not be used"),
        Binding(
            "tab", "do('cursor', 'next_wish', 1)", "One wish", show=False, id="review.next_wish", tooltip=ONE_WISH
        ),
        Binding(
            "shift+tab", "do('cursor', 'next_wish', -1)", "Previous wish", show=False, id="review.previous_wish"
        ),
        _key("v", "cursor", "view", "View", "Both, result only, original only"),
        _key("b", "decisions", "other_bag", "Other suggestions", "Switch to the other set of suggestions"),
        _key("r", "requests", "ask_again", "Ask again for this step"),
        _key("V", "requests", "verify", "Check again"),
        _key("R", "requests", "rewrite", "Rewrite it all"),
        _key("i", "requests", "implied", "Assumptions", "What the model took for granted about you"),
        _key("t", "requests", "requirements", "Wishes"),
        _key("c", "cursor", "copy", "Copy", "Copy the selected change or step"),
        _key("C", "cursor", "copy_result", "Copy the result"),
        _key("slash", "cursor", "find", "Find"),
        _key("escape", "finish", "leave", "Back", "Close, stop, or back to Home"),
    ]

    def __init__(
        self,
        session: RunSession,
        *,
        events: Sequence[Event] = (),
        review: Review | None = None,
        policy: ReviewPolicy | None = None,
        name: str = "",
    ) -> None:
        """Start a new run, or reopen a recorded one with its `events` and the `review` they led to.

        `name` is offered in the summary; "" offers the goal of the Result.
        """
        super().__init__()
        self.session = session
        self.policy = policy = policy or ReviewPolicy()
        self.HELP = policy.help  # type: ignore[misc] # a ClassVar in Textual, read from the screen in front
        self.model = model = ReviewModel(session.request.procedure, session.request.hint)
        self._recorded = bool(events)
        if review is not None:
            model.reopen(events, review)
        policy.open(model)
        self.drawing = ReviewDisplay(self, model, session, policy)
        self.choices = Choices(self.drawing)
        self.together = Together(self.drawing, self.choices)
        self.requests = AgentRequests(self.drawing, self.choices)
        self.cursor = ReviewCursor(self.drawing)
        self.finish = Finish(self.drawing, self.choices, self.requests, name)
        self.decisions = DecisionKeys(self.drawing, self.choices, self.finish.apply)
        self.idle = IdleKeys(model, session).now

    def body(self) -> Iterable[Widget]:
        yield Words(self.drawing.title(), id="title")
        yield Words(id="ledger")
        yield Words(id="banner")
        pane = RowList(draw_pane, pane_height, id="pane")
        detail = PageView(id="detail", can_focus=False)
        yield Horizontal(EditList(self.drawing.hold_in_view, id="list"), detail, pane, id="middle")
        find = FindField(placeholder="Find", id="find", select_on_focus=True)
        find.display = False
        yield find
        yield Words(id="strip")

    def on_mount(self) -> None:
        """Start the run, or show the recorded one."""
        self.query_one("#list").focus()
        self.set_interval(1.0, self._count_down)
        if self._recorded:
            self.drawing.weigh_later()
            self.drawing.draw_after_layout()
        else:
            self.requests.begin()
            self.call_after_refresh(self.drawing.draw_now)

    def unkept(self) -> str:
        """Why leaving would lose the decisions; "" if they are kept."""
        return self.finish.unkept()

    def on_resize(self, event: events.Resize) -> None:
        """Redraw for the new size, with the cursor in view."""
        self.drawing.draw_after_layout()

    def _count_down(self) -> None:
        if self.model.activity.running:
            self.drawing.draw_lines()

    def connected(self, answers: BackendSummary) -> None:
        """Use the new connection, and offer to repeat a request that failed before."""
        self.requests.connected(answers)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that need agents if none can be asked, and give Enter one of its two meanings."""
        if not self.session.kind.can_ask and ("requests" in parameters or "other_bag" in parameters):
            return False
        if parameters in (("together", "open"), ("finish", "apply")):  # both on Enter: opens a folded group first
            return self.together.opens == ("open" in parameters)
        return super().check_action(action, parameters)

    def pressing(self) -> Collection[str]:
        """The deciding keys for a place or a group."""
        match self.model.marked:
            case PlaceCard():
                return PLACE_KEYS
            case GroupCard(unfolded=unfolded):
                return (*GROUP_KEYS, f"do('together', '{'fold' if unfolded else 'unfold'}')", *GROUP_ENDS)
            case _:
                return ()

    def action_do(self, owner: str, what: str, *given: int) -> None:
        if owner != "together" or not self.drawing.back_to_list():
            super().action_do(owner, what, *given)

    @on(RunEvent)
    def _arrived(self, message: RunEvent) -> None:
        self.requests.take(message.event)

    @on(RunEnded)
    def _ended(self) -> None:
        self.finish.nothing_more("Everything is in now.")
        self.requests.ended()

    @on(RunFailed)
    def _failed(self, message: RunFailed) -> None:
        self.finish.nothing_more("Nothing more will come in.")
        self.requests.failed(message.error)

    @on(CleanInput.Changed, "#find")
    def _sought(self, event: CleanInput.Changed) -> None:
        self.cursor.seek(event.value)

    @on(events.Click)
    def _clicked(self, event: events.Click) -> None:
        self.cursor.click(event)

    def current_procedure(self) -> Procedure:
        return self.model.state.result.draft.procedure

    def jump_places(self) -> Iterable[JumpTarget]:
        """The steps in view, for jump mode."""
        return self.cursor.jump_targets()


def reopened(workspace: Workspace, kept: StoredRun, saved: LibraryEntry | None = None) -> ReviewScreen:
    """The review of a recorded run; saving it makes the next version of `saved`, if the run was saved before."""
    session = RunSession.reopen(workspace, kept, saved)
    name = session.saved.goal if session.saved else ""
    return ReviewScreen(session, events=kept.events, review=session.taken_over(kept.review), name=name)


def rescue_screen(workspace: Workspace, following: Following, words: str, take_over: TakeOver) -> ReviewScreen:
    """The review of the agents' edits to the steps ahead. UsageError if there are no words."""
    session = rescue_session(workspace, following, words)
    return ReviewScreen(session, policy=RescuePolicy(following, take_over))


def rescue_again(workspace: Workspace, following: Following, kept: StoredRun, take_over: TakeOver) -> ReviewScreen:
    """A rescue review that was left, reopened with its decisions."""
    session = RunSession.reopen(workspace, kept)
    session.kind = Rescue(following)
    policy = RescuePolicy(following, take_over)
    return ReviewScreen(session, events=kept.events, review=kept.review, policy=policy)


def rebase_screen(workspace: Workspace, plan: RebasePlan, waiting: dict[str, AbandonedRebase]) -> ReviewScreen:
    """The review of a variant on a newer original; `waiting`: rebases left without saving, by id of variant."""
    policy = RebasePolicy(plan, waiting)
    return ReviewScreen(
        rebase_session(workspace, plan),
        events=rebase_events(plan),
        review=policy.review,
        policy=policy,
        name=plan.variant.procedure.goal,
    )


def _action(key: str) -> str:
    """The action of a binding of the Review screen: "do('cursor', 'undecided', -1)" for "cursor undecided -1"."""
    owner, name, *by = key.split()
    return f"do({', '.join((repr(owner), repr(name), *by))})"


class IdleKeys:
    """The actions that do nothing now; those that depend on the whole review are worked out once per change."""

    def __init__(self, model: ReviewModel, session: RunSession) -> None:
        self._model, self._session = model, session
        self._everywhere: tuple[ReviewState, tuple[str, ...]] | None = None

    def now(self) -> frozenset[str]:
        state = self._model.state
        if self._everywhere is None or self._everywhere[0] is not state:
            self._everywhere = state, (*self._anywhere(state),)
        return frozenset(map(_action, (*self._everywhere[1], *self._here(state))))

    def _anywhere(self, state: ReviewState) -> Iterator[str]:
        """Keys for which there is nothing in this review, wherever the cursor is."""
        review = state.review
        if not (state.result.batches or self._session.keeps_unchanged):
            yield "finish apply"
        if not state.undecided:
            yield from ("decisions accept_all", "decisions reject_rest")
        if not agreed(state):
            yield "decisions accept_agreed"
        if state.other_bag is None:
            yield "decisions other_bag"
        if not review.past:
            yield "decisions undo"
        if not review.future:
            yield "decisions redo"
        if not any(self._model.serving(one.id) for one in review.requirements if one.on):
            yield from ("cursor next_wish 1", "cursor next_wish -1")

    def _here(self, state: ReviewState) -> Iterator[str]:
        """Keys that have nothing to do at the cursor."""
        marked, row = self._model.marked, self._model.row
        if not isinstance(marked, Card | GroupCard):
            yield from _ON_AN_EDIT
        if row is None:
            yield from _ON_A_STEP
        if row is None or row.now(state) is None:
            yield from ("decisions delete", "requests ask_again")
        elif row.part != "steps":
            yield "requests ask_again"
        if not isinstance(marked, Card) or marked.op != "replace":
            yield "decisions parts"
        if not isinstance(marked, PlaceCard):
            yield "together fine"
        if not isinstance(marked, GroupCard):
            yield from ("together unfold", "together fold")
        if not _is_decided(marked):
            yield "decisions undecide"
        if marked is None and not self._model.wish:
            yield from ("together take_wish", "together leave_wish")
        if marked is None or (isinstance(marked, PlaceCard) and not marked.fine):
            yield "decisions toggle"
        if not self._model.to_decide.ids - ({marked.id} if marked else set()):
            yield from ("cursor undecided 1", "cursor undecided -1")


def _is_decided(marked: AnyCard | None) -> bool:
    if isinstance(marked, PlaceCard):
        return marked.fine
    return marked is not None and marked.status not in OPEN
