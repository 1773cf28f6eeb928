"""From a procedure to its review: ask what is special, begin.

Owns this one way, for every screen that has a procedure to begin with. Refuses to run anything: the review does.
"""

from functools import partial
from typing import TYPE_CHECKING

from textual.app import App

from tailor.core.errors import TailorError
from tailor.screens.room import Room

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.screens.backstage import Backstage
    from tailor.screens.session import Session


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
        if hint is not None:
            begin_review(self.app, self.back, procedure, hint)


def begin_review(
    app: App[object],
    back: "Backstage",
    procedure: "Procedure",
    hint: str,
    requirements: "tuple[Requirement, ...] | None" = None,
) -> "Session | None":
    """The review of this procedure for this hint, begun; None where something is missing, which is said.

    `requirements` are those the person corrected; None: split hint and profile.
    """
    from tailor.screens.dialogs import ErrorDialog
    from tailor.screens.review import ReviewScreen

    try:
        session = back.session(procedure, hint, requirements)
    except TailorError as error:
        app.push_screen(ErrorDialog.of(error))
        return None
    app.push_screen(ReviewScreen(procedure, hint, session))
    return session
