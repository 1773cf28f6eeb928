"""What is done with what was written: decide on the critic's rounds, lay another way beside it, tailor, save.

Owns these moves. Refuses to let a result that is not saved go unasked.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

from textual import work
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.screens.dialogs import Choice, ErrorDialog, Question
from tailor.screens.generate_running import Running
from tailor.screens.generate_stages import Progress
from tailor.screens.generate_writing import Writing

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.screens.review import ReviewScreen

NOTHING = "Nothing is written yet: g writes it."


class Keeping(Running):
    """The moves on a result."""

    _review: "ReviewScreen | None" = None
    """The review of the rounds that was opened last."""

    def let_go(self, then: Callable[[], None]) -> None:
        """Does `then` in place of the result that stands there; one that is not saved is asked about first."""
        if self.result() is None or (self.writing is not None and self.writing.is_saved):
            self._put_away(then, "w")
            return
        choices = (Choice("s", "Save it first"), Choice("w", "Go on without it"))
        text = "It would be gone from here. Esc leaves everything as it is."
        self.app.push_screen(
            Question("What is written is not saved", text, choices), partial(self._put_away, then)
        )

    def _put_away(self, then: Callable[[], None], answer: str | None) -> None:
        if answer == "s":
            self.action_save()
        elif answer == "w":
            self.writing = None
            self.remove_class("-done")
            self.query_one("#stages", Static).update("")
            then()
            self.refresh_bindings()

    def _stands(self) -> Writing | None:
        """What stands there; says so where nothing does."""
        if self.result() is None:
            self.tell("It is still being written: esc stops it." if self.running else NOTHING)
            return None
        return self.writing

    # -- the critic's rounds ---------------------------------------------------------------------------------

    def action_rounds(self) -> None:
        """The critic's rounds as edits to decide on; what is decided is what stands there from then on."""
        writing = self._stands()
        if writing is None:
            return
        review = writing.reviewed()
        if review is None:
            self.tell("No critic changed anything here, so there is nothing to decide on.")
            return
        from tailor.runs import Kept
        from tailor.screens.generate_sessions import RoundsSession
        from tailor.screens.reopening import reopened

        if writing.request.hint:  # its own run went on to the tailoring
            writing.request = replace(writing.request, hint="", run=uuid4().hex[:12])
            writing.record = self.record_anew(writing.events, writing.request.run)
        run = writing.request.run
        path = writing.record or self.back.places.runs / f"{run}.jsonl"
        screen = reopened(self.back, Kept(id=run, path=path, events=tuple(writing.events), review=review))
        if isinstance(screen.session, RoundsSession):
            screen.session.version_of = writing.saved or None
            screen.session.after_save = self._rounds_saved
        self._review = screen
        self.app.push_screen(screen)

    def take_rounds(self) -> None:
        """What was decided in the review that was left just now."""
        screen, writing = self._review, self.writing
        if screen is None or writing is None or self.running:
            return
        before = self.result()
        writing.decide(screen.table.review)
        if self.result() != before:
            self._draw()
            self.tell("This is what you decided. s saves it, enter makes it fit your situation.")

    def _rounds_saved(self) -> None:
        """What was decided is in the library."""
        from tailor.screens.generate_sessions import RoundsSession

        screen, writing = self._review, self.writing
        if screen is None or writing is None or not isinstance(screen.session, RoundsSession):
            return
        writing.decide(screen.table.review)
        writing.keep(screen.session.version_of or "", writing.progress.kept())

    # -- another way beside it -------------------------------------------------------------------------------

    def action_beside(self) -> None:
        """Asks for another way; the same goal is written in it and laid beside what stands there."""
        writing = self._stands()
        if writing is None:
            return
        others = self.other_ways(writing.way)
        if not others:
            self.tell("Without a model there is one way only. F9 on Home connects one.")
            return
        from tailor.screens.choosing import Chooser, Pick

        settings = self.back.config.generation
        picks = [Pick(one.method, f"{one.name} · {one.cost(settings)}", one.says) for one in others]
        self.app.push_screen(Chooser("Write it in which other way?", picks, others[0].method), self._lay_beside)

    def _lay_beside(self, method: str | None) -> None:
        left, way = self.writing, self.way_named(method)
        if way is None or left is None:
            return
        from tailor.screens.generate_beside import BesideScreen

        asked = replace(left.request, method=way.method, hint="", run=uuid4().hex[:12])
        right = Writing(way=way, request=asked, progress=Progress(asked.goal, asked.resources))
        self.app.push_screen(BesideScreen(left, right, self.listen, self._keep_one))

    def _keep_one(self, kept: Writing) -> None:
        """The list that was chosen stands from now on; the other one is gone."""
        if kept is self.writing:
            return
        self.writing, self._review = kept, None
        self._draw()
        self.tell(f"Kept: {kept.way.name} ({kept.cost()}). s saves it, enter makes it fit your situation.")

    # -- tailor, save ----------------------------------------------------------------------------------------

    def action_fit(self) -> None:
        """Says what is special about the result: Modify and Verify, one review."""
        writing = self._stands()
        if writing is not None and (written := self.result()) is not None:
            self.tailor(replace(written, extra=(), uncertain=()), self.typed("special"))

    def action_save(self) -> None:
        """Keeps the result in the library; the memory takes it in when it is next asked."""
        writing = self._stands()
        if writing is None:
            return
        if writing.is_saved:
            self.tell(f"It is saved already, as {writing.saved}.")
        elif not writing.saving:  # once however often the key comes
            writing.saving = True
            self._save(writing)

    @work(group="generate.save", exit_on_error=False)
    async def _save(self, writing: Writing) -> None:
        written = writing.progress.kept()
        assert written is not None  # asked before
        try:
            id = await asyncio.to_thread(self._saved, writing, written)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error), mode=self.room)
            return
        finally:
            writing.saving = False
        writing.keep(id, written)
        self.tell(f"Saved as {id}. F3 shows your library.")

    def _saved(self, writing: Writing, written: "Procedure") -> str:
        from tailor.sessions import learn

        entry = self.back.library.save(
            written, origin="generated", made=writing.made, version_of=writing.saved or None
        )
        if writing.rounds is not None:
            learn(writing.rounds, self.back.lessons)
        return entry.id
