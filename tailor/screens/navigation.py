"""From a procedure to its review: ask what is special, begin.

Owns this one way, for every screen that has a procedure to begin with. Refuses to run anything: the review does.
"""

from typing import TYPE_CHECKING

from textual.app import App

from tailor.core.errors import TailorError
from tailor.core.events import RequirementsRead, RunStarted
from tailor.library.entries import LibraryEntry, Origin, Provenance
from tailor.library.lineage import provenance_of, was_saved_from
from tailor.runs.customize import CustomizeRequest
from tailor.runs.history import StoredRun, of_rounds, went_on
from tailor.runs.session import RoundsSession, RunSession, request_for
from tailor.screens.base import BaseScreen
from tailor.screens.review.screen import ReviewScreen

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.workspace import Workspace

EXAMPLE = "What is special? For example: I have no oven"
"""Stands where one is to say it, until one does."""


class Tailoring(BaseScreen):
    """A screen that can send a procedure on to Review."""

    workspace: "Workspace"

    def tailor(self, procedure: "Procedure", hint: str = "") -> None:
        """Asks what is special, `hint` standing there already; then the review begins."""
        ask_special(self.app, self.workspace, procedure, hint, "Tailor it", procedure.goal)


def ask_special(
    app: App[object], workspace: "Workspace", procedure: "Procedure", hint: str, title: str, about: str
) -> None:
    """The window that asks what is special, `hint` standing there already; Enter there begins the review."""
    from tailor.screens.dialogs.text_input import LineDialog

    def said(words: str | None) -> None:
        if words is not None:
            begin_review(app, workspace, procedure, words)

    app.push_screen(LineDialog(title, about, value=hint, placeholder=EXAMPLE, enter="tailor it"), said)


def begin_review(
    app: App[object],
    workspace: "Workspace",
    procedure: "Procedure",
    hint: str,
    requirements: "tuple[Requirement, ...] | None" = None,
) -> "RunSession | None":
    """The review of this procedure for this hint, begun; None where something is missing, which is said.

    `requirements` are those the person corrected; None: split hint and profile.
    """
    from tailor.screens.dialogs.base import ErrorDialog
    from tailor.screens.review.screen import ReviewScreen

    try:
        session = workspace.session(procedure, hint, requirements)
    except TailorError as error:
        app.push_screen(ErrorDialog.of(error))
        return None
    app.push_screen(ReviewScreen(procedure, hint, session))
    return session


def reopened(workspace: "Workspace", kept: StoredRun, saved: LibraryEntry | None = None) -> ReviewScreen:
    """The review screen of a kept run; what is saved of it becomes the next version of what was `saved` of it."""
    started = next(event for event in kept.events if isinstance(event, RunStarted))
    read = next((event for event in reversed(kept.events) if isinstance(event, RequirementsRead)), None)
    request = request_for(
        workspace.config,
        kept.review.original,
        started.hint,
        requirements=read.requirements if read else None,
        strategy=started.strategy or "sequential",
        prompts="paper" if started.prompts == "paper" else "tailor",
        run=started.run,
    )
    saved = saved if saved and was_saved_from(saved, kept.review) else None
    session = _session(workspace, kept, request, provenance_of(started), saved)
    screen = ReviewScreen(request.procedure, request.hint, session, events=kept.events, review=kept.review)
    if saved is not None:
        screen.drafts["name"] = saved.goal
    return screen


def _session(
    workspace: "Workspace",
    kept: StoredRun,
    request: CustomizeRequest,
    made: Provenance,
    saved: LibraryEntry | None,
) -> RunSession:
    """A session that saves what this review is about."""
    describe = workspace.connection()
    origin: Origin = "generated" if went_on(kept.events) else "typed"
    if of_rounds(kept.events):
        return RoundsSession(
            workspace=workspace,
            request=request,
            describe=describe,
            record=kept.path,
            made=made,
            written=kept.events,
            version_of=saved.id if saved else None,
        )
    return RunSession(
        workspace=workspace,
        request=request,
        describe=describe,
        record=kept.path,
        made=made,
        origin=origin,
        saved=saved,
    )
