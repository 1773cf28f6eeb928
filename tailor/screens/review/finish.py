"""Leaving a review: the summary and saving (Enter), and stopping or closing what is open (Esc).

No way out loses a decision: choices are in the run's record, or wait with the screen that asked for the review.
"""

import asyncio
from functools import partial

from textual.content import Content

from tailor.core.errors import TailorError
from tailor.core.review_state import ReviewState
from tailor.library.entries import LibraryEntry
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.follow.dialogs import TakeSheet
from tailor.screens.review.decisions import Decisions
from tailor.screens.review.dialogs import SavedDialog, SummarySheet, answers_about
from tailor.screens.review.display import ReviewDisplay, in_background
from tailor.screens.review.requests import AgentRequests
from tailor.screens.review.summary import covered, summary_rows
from tailor.screens.widgets.content import MUTED, notify, safe_text
from tailor.screens.widgets.inputs import CleanInput

WAIT = (AnswerOption("w", "wait for them"), AnswerOption("s", "stop them and apply what you took"))
AFTER = (
    AnswerOption("h", "Home"),
    AnswerOption("l", "Library"),
    AnswerOption("f", "follow it, step by step"),
    AnswerOption("s", "stay in this review"),
)


class Finish:
    """What Enter and Esc do, for one review."""

    def __init__(self, display: ReviewDisplay, decisions: Decisions, requests: AgentRequests, name: str) -> None:
        self._display, self._decisions, self._requests = display, decisions, requests
        self._screen, self._model, self._session = display.screen, display.model, display.session
        self.name = name
        """The name to offer in the summary, or the one typed there; "" for the goal of the original."""
        self._busy = False
        """Whether the summary opens or the Result is being saved."""

    # -- Esc -------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Closes the innermost: the summary that opens, the find field, the stream, a view, the screen."""
        find, display = self._screen.query_one("#find", CleanInput), self._display
        if self._busy:
            # a file that is being written is written all the same, and then told of
            self._screen.workers.cancel_group(self._screen, "summary")
        elif find.display:
            find.display = False
            self._screen.query_one("#list").focus()
        elif self._model.running:
            self._requests.stop()
        elif display.view != "marked":
            display.view = "marked"
            display.draw_now()
            display.draw_after_layout()
        else:
            self._leave_screen()

    def _leave_screen(self) -> None:
        if says := self._display.policy.left(self._model.review):
            notify(self._screen.app, says)
        decided, known = self._model.counted
        if self._screen.go_back() and known and not self._session.not_recorded:
            again = f"To go on: tailor review {self._session.record.stem}"
            notify(self._screen.app, f"This review is kept with {decided} of {known} decided. {again}")

    # -- Enter -----------------------------------------------------------------------------------------------

    def apply(self) -> None:
        """Opens the summary; asks first while agents are at work."""
        if self._busy:
            return  # a second Enter while the summary opens or the file is written
        if not self._model.running:
            self._summary()
            return
        question = Question("Agents are still at work", "What they propose later can still be decided on.", WAIT)
        self._screen.app.push_screen(question, self._stop_and_apply)

    def _stop_and_apply(self, key: str | None) -> None:
        if key == "s":
            if self._model.running:
                self._requests.stop()
            self._summary()

    def _summary(self) -> None:
        """Opens the summary where there is something to save."""
        standing = self._model.standing
        if standing.result.batches:
            in_background(self._screen, partial(self._open_summary, standing), "summary")
        elif standing.undecided:
            self._display.tell("Nothing is accepted yet: a takes this card, A all that can go at once.")
        else:
            self._display.tell("Nothing changed, nothing to save. e, o and d make edits of your own.")

    async def _open_summary(self, standing: ReviewState) -> None:
        self._busy = True
        try:
            lines = await asyncio.to_thread(covered, standing)
        finally:
            self._busy = False
        activity = self._model.activity
        rows = summary_rows(standing, lines, activity.phase == "stopped", named=self._session.kind.named)
        rows += [safe_text(words, MUTED, 600) for words in activity.notes]
        if self._screen.is_active:  # whoever left meanwhile wants no window over where they are now
            self._show_summary(rows)

    def _show_summary(self, rows: list[Content]) -> None:
        if self._display.policy.take_over is None:
            name = self.name or self._model.review.original.goal
            self._screen.app.push_screen(SummarySheet(name, rows), self._named)
        else:
            self._screen.app.push_screen(TakeSheet(rows), self._take_over)

    def _take_over(self, yes: bool | None) -> None:
        """Hands the changed steps back to where they are followed."""
        take_over, standing = self._display.policy.take_over, self._model.standing
        if not yes or take_over is None:
            return
        if not standing.plain_result.draft.steps:
            self._display.tell("No step would be left. Take back a deletion, then try again.")
            return
        self._decisions.record()
        if self._screen.go_back():
            take_over(standing.plain_result.draft, standing.result.draft)

    # -- saving ----------------------------------------------------------------------------------------------

    def _named(self, name: str | None) -> None:
        if name is not None:
            self.name = name
            in_background(self._screen, self._save, "save")

    async def _save(self) -> None:
        """Saves the Result; after an error everything is as it was."""
        self._busy = True
        try:
            entry = await self._session.save(self._model.review, self.name)
        except TailorError as error:
            self._screen.app.push_screen(ErrorDialog.of(error), mode=self._screen.room)
        else:
            self._decisions.record()
            self._display.policy.saved(self._model.review)
            self._saved(entry)
        finally:
            self._busy = False

    def _saved(self, entry: LibraryEntry) -> None:
        screen = self._screen
        text = f"{entry.goal}\n\nid  {entry.id}\nfile  {entry.file}"
        heard = answers_about(screen.app, self._session.workspace, entry)
        screen.app.push_screen(SavedDialog(text, AFTER, heard), partial(self._go_on, entry), mode=screen.room)

    def _go_on(self, entry: LibraryEntry, key: str | None) -> None:
        # saved twice by keys that came fast: the first answer has left already
        if key != "s" and self._screen.go_back():
            if key == "h":
                self._screen.app.switch_mode("home")
            elif key == "l":
                self._screen.app.switch_mode("library")
            elif key == "f":
                self._follow(entry)

    def _follow(self, entry: LibraryEntry) -> None:
        try:
            procedure = self._session.workspace.library.load(entry.id).procedure
        except TailorError as error:
            self._screen.app.push_screen(ErrorDialog.of(error))
        else:
            self._screen.host.navigation.follow(procedure)
