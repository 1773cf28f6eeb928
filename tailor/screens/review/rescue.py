"""A rescue half-way: the agents are asked for edits to the steps ahead, and these are reviewed like any others.

Owns the session of one rescue and the gate before its review: whoever asks for it, a step that is done
stays as it is. Refuses to save: what is taken goes back to where the steps are followed.
"""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from textual import on
from textual.content import Content

from tailor.agents.stages import RejectedIds
from tailor.core.decisions import Change
from tailor.core.events import Event
from tailor.core.following import Following, frozen_of, touched
from tailor.core.review import Review
from tailor.core.review_rows import Row
from tailor.core.review_state import ReviewState
from tailor.core.transport import TrackedProcedure
from tailor.runs import customize as run
from tailor.runs import rescue as rescuing
from tailor.runs.customize import FollowUp
from tailor.runs.session import RunSession
from tailor.screens.base import RunEnded, RunFailed
from tailor.screens.follow.dialogs import TakeSheet
from tailor.screens.review.card import STEP
from tailor.screens.review.model import CursorPosition
from tailor.screens.review.screen import ReviewScreen

if TYPE_CHECKING:
    from tailor.workspace import Workspace

Taken: TypeAlias = Callable[[TrackedProcedure, TrackedProcedure], None]
"""What happens with the changed steps: by edits alone, and with mentions of steps renumbered."""


@dataclass(kw_only=True, slots=True)
class RescueSession(RunSession):
    """One question in the middle of following; what agents say about done steps is flagged, never proposed."""

    done: tuple[int, ...] = ()
    """Numbers of the done steps in the list the agents see; the screen keeps it up to date."""
    at: int = 1
    """The step the person is at, in the list as it was when they asked."""

    def events(self, decisions: RejectedIds = frozenset) -> AsyncGenerator[Event, None]:
        """The rescue from its start: one answer of Modify about the steps ahead."""
        return self._stream(lambda crew, by: rescuing.rescue(self.request, crew, by, at=self.at, done=self.done))

    def ask_again(
        self, asked: FollowUp, *, step: int | None, note: str = "", frozen: int = 0
    ) -> AsyncGenerator[Event, None]:
        """Modify once more about the steps ahead."""
        frozen = max(frozen, frozen_of(self.done))
        return rescuing.guarded(
            self._stream(lambda crew, by: run.ask_again(asked, crew, by=by, step=step, note=note, frozen=frozen)),
            self._done,
        )

    def verify_again(
        self, asked: FollowUp, *, step: int | None = None, note: str = ""
    ) -> AsyncGenerator[Event, None]:
        """Verify; what it says about done steps is flagged."""
        return rescuing.guarded(
            self._stream(lambda crew, by: run.verify_again(asked, crew, by=by, step=step, note=note)),
            self._done,
        )

    def rewrite(self, asked: FollowUp, *, note: str = "") -> AsyncGenerator[Event, None]:
        """A rewrite; what it says about done steps is flagged."""
        return rescuing.guarded(
            self._stream(lambda crew, by: run.rewrite(asked, crew, by=by, note=note)), self._done
        )

    def _done(self) -> tuple[int, ...]:
        return self.done


class RescueScreen(ReviewScreen):
    """The review of a rescue."""

    CSS_PATH = "review.tcss"
    names = False
    HELP = """Edits to the steps that are still ahead: a takes one, x turns it down, A takes all that can be
    taken at once. Steps that are done stay as they are. Enter goes on with what you took."""

    def __init__(self, following: Following, words: str, session: RescueSession, taken: Taken) -> None:
        super().__init__(following.procedure, words, session)
        self.following = following
        self.rescue = session
        self.taken = taken
        self.done = frozenset(f"s{step}" for step in following.done)

    def on_mount(self) -> None:
        """The mark stands right above where the person is, so that what is put in there is in view."""
        self.table.stay(self._above)

    @property
    def _above(self) -> CursorPosition:
        return (f"s{max(self.following.at - 1, 1)}", STEP)

    @on(RunEnded)
    @on(RunFailed)
    def _go_to_what_can_change(self) -> None:
        """Where nothing came, the mark goes from what is done on to the first step that can change."""
        one, mark = self.following, self.table.mark
        if self.table.proposed or mark != self._above or mark[0] not in self.done:
            return
        ahead = (*range(one.at, one.count + 1), *range(1, one.at))
        self.table.stay((f"s{next((step for step in ahead if step not in one.done), one.at)}", STEP))
        self.draw_now(reveal=True)

    # -- the gate --------------------------------------------------------------------------------------------

    def _refused(self, review: Review) -> bool:
        """Whether a change would touch a done step; says so."""
        step = touched(self.following, ReviewState(review).plain_result.draft)
        if step is not None:
            self.tell(f"Step {step} is done already, so it stays as it is.")
        return step is not None

    def decide(self, moved: Change | Review, note: str = "") -> None:
        """Takes a decision, unless it touches what is done."""
        if not self._refused(moved.review if isinstance(moved, Change) else moved):
            super().decide(moved, note)

    def choose(self, review: Review, note: str = "") -> None:
        """Takes a change of the choices, unless it touches what is done."""
        if not self._refused(review):
            super().choose(review, note)

    def _own(self, one: Row, move: Change, note: str = "") -> None:
        if not self._refused(move.review):
            super()._own(one, move, note)

    def start(self, stream: AsyncGenerator[Event, None]) -> None:
        """Follows a stream; which steps are done is told by their numbers in the list the agent sees."""
        index = self.table.standing.result.draft.index("steps")
        self.rescue.done = tuple(sorted(index[f"s{step}"] for step in self.following.done))
        super().start(stream)

    # -- taking it over --------------------------------------------------------------------------------------

    def show_summary(self, rows: list[Content]) -> None:
        """Opens the sheet that asks whether to go on with what was taken."""
        self.app.push_screen(TakeSheet(rows), self._take_over)

    def _take_over(self, yes: bool | None) -> None:
        if not yes:
            return
        standing = self.table.standing
        if not standing.plain_result.draft.steps:
            self.tell("No step would be left. Take back a deletion, then try again.")
            return
        self.keep_choices()
        if self.go_back():
            self.taken(standing.plain_result.draft, standing.result.draft)


def rescue_screen(workspace: "Workspace", following: Following, words: str, taken: Taken) -> RescueScreen:
    """The review of what the agents propose for these words. UsageError where there are none."""
    request = rescuing.rescue_request(following, words, workspace.profile, workspace.config)
    session = RescueSession(
        workspace=workspace,
        request=request,
        describe=workspace.connection(),
        record=workspace.paths.runs / f"{request.run}.jsonl",
        done=following.done,
        at=following.at,
    )
    return RescueScreen(following, request.hint, session, taken)
