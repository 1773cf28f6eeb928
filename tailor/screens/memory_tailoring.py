"""From a procedure to its review: ask what is special, begin.

Owns this one way, for every screen that has a procedure to begin with. Refuses to run anything: the review does.
"""

from typing import TYPE_CHECKING

from textual.app import App

from tailor.core.errors import TailorError
from tailor.screens.room import Room

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.screens.backstage import Backstage
    from tailor.screens.session import Session


EXAMPLE = "What is special? For example: I have no oven"
"""Stands where one is to say it, until one does."""


class Tailoring(Room):
    """A screen that can send a procedure on to Review."""

    back: "Backstage"

    def tailor(self, procedure: "Procedure", hint: str = "") -> None:
        """Asks what is special, `hint` standing there already; then the review begins."""
        ask_special(self.app, self.back, procedure, hint, "Tailor it", procedure.goal)


def ask_special(
    app: App[object], back: "Backstage", procedure: "Procedure", hint: str, title: str, about: str
) -> None:
    """The window that asks what is special, `hint` standing there already; Enter there begins the review."""
    from tailor.screens.editing import LineDialog

    def said(words: str | None) -> None:
        if words is not None:
            begin_review(app, back, procedure, words)

    app.push_screen(LineDialog(title, about, value=hint, placeholder=EXAMPLE, enter="tailor it"), said)


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
