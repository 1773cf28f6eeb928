"""A rescue half-way: the agents are asked for edits to the steps ahead, and these are reviewed like any others.

Owns the session of one rescue and the gate before its review: whoever asks for it, a step that is done
stays as it is. Refuses to save: what is taken goes back to where the steps are followed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from textual import on
from textual.content import Content

from tailor.core.decisions import Change
from tailor.core.following import Following
from tailor.core.review import Review
from tailor.core.review_rows import Row
from tailor.core.transport import TrackedProcedure
from tailor.runs.rescue import rescue_session
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


class RescueScreen(ReviewScreen):
    """The review of a rescue."""

    CSS_PATH = "review.tcss"
    names = False
    HELP = """Edits to the steps that are still ahead: a takes one, x turns it down, A takes all that can be
    taken at once. Steps that are done stay as they are. Enter goes on with what you took."""

    def __init__(self, following: Following, words: str, session: RunSession, taken: Taken) -> None:
        super().__init__(following.procedure, words, session)
        self.following = following
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
        why = self.session.kind.refuses(review)
        if why:
            self.tell(why)
        return bool(why)

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
    session = rescue_session(workspace, following, words)
    return RescueScreen(following, session.request.hint, session, taken)
