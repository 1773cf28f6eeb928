"""Opening the screens that several screens lead to: a new review, following, a rescue.

The app makes one `Navigator` when it is first needed, since these screens import the runs and the library. Screens
reach it as `self.host.navigation`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from tailor.core.errors import TailorError
from tailor.core.following import Following
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.runs.history import StoredRun
from tailor.runs.session import RunSession
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.follow.screen import follow_screen
from tailor.screens.home.screen import EXAMPLE
from tailor.screens.review.policy import TakeOver
from tailor.screens.review.screen import ReviewScreen, rescue_again, rescue_screen

if TYPE_CHECKING:
    from tailor.workspace import Workspace


@dataclass(frozen=True)
class Navigator:
    """Implements `screens.dialogs.base.Navigation` for one app."""

    app: App[Any]
    workspace: "Workspace"

    def tailor(
        self, procedure: Procedure, hint: str = "", title: str = "Tailor it", about: str | None = None
    ) -> None:
        """Ask what is special about the situation, then begin the review."""

        def said(words: str | None) -> None:
            if words is not None and self.begin_review(procedure, words) is not None:
                dialog.used()

        about = procedure.goal if about is None else about
        dialog = LineDialog(title, about, value=hint, placeholder=EXAMPLE, enter="tailor it", joint="; ")
        self.app.push_screen(dialog, said)

    def begin_review(
        self, procedure: Procedure, hint: str, requirements: tuple[Requirement, ...] | None = None
    ) -> RunSession | None:
        try:
            session = RunSession.open(self.workspace, procedure, hint, requirements)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return None
        self.app.push_screen(ReviewScreen(session))
        return session

    def follow(self, procedure: Procedure) -> None:
        self._open(lambda: follow_screen(self.workspace, procedure))

    def rescue(self, following: Following, words: str, taken: TakeOver) -> bool:
        """Review what the agents propose for the steps ahead; return False after an error."""
        return self._open(lambda: rescue_screen(self.workspace, following, words, taken))

    def rescue_again(self, following: Following, kept: StoredRun, taken: TakeOver) -> None:
        self._open(lambda: rescue_again(self.workspace, following, kept, taken))

    def _open(self, screen: Callable[[], Screen[None]]) -> bool:
        try:
            self.app.push_screen(screen())
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return False
        return True
