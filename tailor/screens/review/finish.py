"""The end of a review: the summary sheet, saving, leaving; and stopping what runs.

Owns what Enter and Esc do. Refuses to lose a decision on any way out.
"""

import asyncio
from functools import partial

from textual import work
from textual.content import Content

from tailor.core.errors import TailorError
from tailor.core.events import Cancelled
from tailor.core.review_state import ReviewState
from tailor.library.entries import LibraryEntry
from tailor.screens.base import GROUP
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.review.base import covered
from tailor.screens.review.requests import Asking
from tailor.screens.review.summary import SavedDialog, SummarySheet, answers_about, summary_rows
from tailor.screens.widgets.content import MUTED, notify, safe_text
from tailor.screens.widgets.inputs import CleanInput

WAIT = (AnswerOption("w", "wait for them"), AnswerOption("s", "stop them and apply what you took"))
AFTER = (
    AnswerOption("h", "Home"),
    AnswerOption("l", "Library"),
    AnswerOption("f", "follow it, step by step"),
    AnswerOption("s", "stay in this review"),
)


class Applying(Asking):
    """Apply, save, stop, leave."""

    names = True
    """Whether what is taken is given a name."""

    # -- stopping and leaving --------------------------------------------------------------------------------

    def stop(self) -> None:
        """Stops what runs and keeps what is complete; the record says so."""
        self.running = False
        self.workers.cancel_group(self, GROUP)
        self._note_event(Cancelled(kept=self.table.proposed))
        self.weigh_later()
        self.draw_now()

    def action_leave(self) -> None:
        """Closes the innermost: the summary that opens, the find line, what runs, a view, the screen."""
        find = self.query_one("#find", CleanInput)
        if self.ending:
            self.workers.cancel_group(self, "summary")  # a file that is being written is written, and then told of
        elif find.display:
            self.close_find()
        elif self.running:
            self.stop()
        elif self.view != "marked":
            self.view = "marked"
            self.draw_now()
            self.call_after_refresh(self.draw_now, reveal=True)
        else:
            self._leave()

    def _leave(self) -> None:
        decided, known = self.table.counted
        if self.go_back() and known and not self.session.not_recorded:
            again = f"To go on: tailor review {self.session.record.stem}"
            notify(self.app, f"This review is kept with {decided} of {known} decided. {again}")

    # -- applying --------------------------------------------------------------------------------------------

    def action_apply(self) -> None:
        """The summary sheet; while agents are at work, a question first."""
        if self.ending:
            return  # a second Enter while the sheet opens or the file is written
        if not self.running:
            self._summary()
            return
        question = Question("Agents are still at work", "What they propose later can still be decided on.", WAIT)
        self.app.push_screen(question, self._stop_and_apply)

    def _stop_and_apply(self, key: str | None) -> None:
        if key == "s":
            if self.running:
                self.stop()
            self._summary()

    def _summary(self) -> None:
        """Opens the sheet where there is something to save."""
        if not self.table.standing.result.batches:
            waiting = bool(self.table.standing.undecided)
            self.tell(
                "Nothing is accepted yet: a takes this card, A all that can go at once."
                if waiting
                else "Nothing changed, nothing to save. e, o and d make edits of your own."
            )
            return
        self._open_summary(self.table.standing)

    @work(exclusive=True, group="summary", exit_on_error=False)
    async def _open_summary(self, standing: ReviewState) -> None:
        self.ending = True
        try:
            lines = await asyncio.to_thread(covered, standing)
        finally:
            self.ending = False
        rows = summary_rows(standing, lines, self.table.activity.phase == "stopped", named=self.names)
        rows += [safe_text(words, MUTED, 600) for words in self.table.activity.notes]
        if self.is_active:  # whoever left meanwhile wants no window over where they are now; Enter asks again
            self.show_summary(rows)

    def show_summary(self, rows: list[Content]) -> None:
        """Opens the sheet with these sentences."""
        name = self.drafts.get("name", self.table.review.original.goal)
        self.app.push_screen(SummarySheet(name, rows), self._named)

    def _named(self, name: str | None) -> None:
        if name is not None:
            self.drafts["name"] = name
            self._save(name)

    @work(exclusive=True, group="save", exit_on_error=False)
    async def _save(self, name: str) -> None:
        """Saves; what goes wrong is said, and everything is as it was."""
        self.ending = True
        try:
            entry = await self.session.save(self.table.review, name)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error), mode=self.room)
        else:
            self.keep_choices()
            self._saved(entry)
        finally:
            self.ending = False

    def _saved(self, entry: LibraryEntry) -> None:
        text = f"{entry.goal}\n\nid  {entry.id}\nfile  {entry.file}"
        heard = answers_about(self.app, self.session.workspace, entry)
        self.app.push_screen(SavedDialog(text, AFTER, heard), partial(self._go_on, entry), mode=self.room)

    def _go_on(self, entry: LibraryEntry, key: str | None) -> None:
        # saved twice by keys that came fast: the first answer has left already
        if key != "s" and self.go_back():
            if key == "h":
                self.app.switch_mode("home")
            elif key == "l":
                self.app.switch_mode("library")
            elif key == "f":
                self._follow(entry)

    def _follow(self, entry: LibraryEntry) -> None:
        try:
            procedure = self.session.workspace.library.load(entry.id).procedure
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
        else:
            self.host.navigation.follow(procedure)
