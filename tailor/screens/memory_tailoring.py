"""From a procedure to its review: ask what is special, begin.

Owns this one way, for the screens of Memory and of Generate. Refuses to run anything: the review does.
"""

from functools import partial
from typing import TYPE_CHECKING

from tailor.core.errors import TailorError
from tailor.screens.room import Room

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.screens.backstage import Backstage


class Tailoring(Room):
    """A screen that can send a procedure on to Review."""

    back: "Backstage"

    def tailor(self, procedure: "Procedure", hint: str = "") -> None:
        """Asks what is special, `hint` standing there already; then the review begins."""
        from tailor.screens.editing import LineDialog

        dialog = LineDialog(
            "Tailor it",
            procedure.goal,
            value=hint,
            placeholder="What is special? For example: I have no oven",
            enter="tailor it",
        )
        self.app.push_screen(dialog, partial(self._begin, procedure))

    def _begin(self, procedure: "Procedure", hint: str | None) -> None:
        if hint is None:
            return
        from tailor.screens.dialogs import ErrorDialog
        from tailor.screens.review import ReviewScreen

        try:
            session = self.back.session(procedure, hint)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
        else:
            self.app.push_screen(ReviewScreen(procedure, hint, session))
