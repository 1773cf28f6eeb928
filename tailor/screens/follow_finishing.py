"""The end of following: how it went, the changed steps kept as a variant, the place forgotten.

Owns these questions and their order. Refuses to forget a place before what came of it is on the disk.
"""

import asyncio
from typing import TYPE_CHECKING

from textual.app import App

from tailor.core.errors import TailorError
from tailor.core.following import begin
from tailor.core.procedure import Procedure
from tailor.outcomes_of_following import keep_changed, keep_outcome, tell_memory
from tailor.screens.bells import home_of
from tailor.screens.dialogs import Choice, ErrorDialog, Question
from tailor.screens.editing import LineDialog
from tailor.screens.safe import say

if TYPE_CHECKING:
    from tailor.screens.follow import FollowScreen

RATINGS = (
    Choice("n", "no rating"),
    Choice("5", "★★★★★  just like that"),
    Choice("4", "★★★★   good"),
    Choice("3", "★★★    it will do"),
    Choice("2", "★★     not quite"),
    Choice("1", "★      did not work"),
)
EARLY = (Choice("b", "back to the steps"), Choice("y", "finish now"), Choice("s", "start over at step 1"))
KEEP = (Choice("y", "keep them as your own variant"), Choice("n", "no, only this once"))


class Finishing:
    """What following ends with, for one screen."""

    def __init__(self, screen: "FollowScreen", original: Procedure) -> None:
        """`original`: the procedure before any rescue."""
        self._screen = screen
        self._original = original
        self._rating: int | None = None
        self.writing = False
        """Whether what came of it is on its way to the disk."""

    def ask(self) -> None:
        """Asks how it went; before the last step is done, whether one means it."""
        one = self._screen.following
        left = one.count - len(one.done)
        if not left:
            self._rate()
            return
        words = f"{left} step{' is' if left == 1 else 's are'} not done."
        self._screen.app.push_screen(Question("Finish?", words, EARLY), self._early)

    def _early(self, key: str | None) -> None:
        if key == "y":
            self._rate()
        elif key == "s":
            fresh = begin(self._original, self._screen.following.id, self._screen.clock())
            self._screen.take(fresh, "From the start again.")

    def _rate(self) -> None:
        self._screen.app.push_screen(Question("How did it go?", "", RATINGS), self._rated)

    def _rated(self, key: str | None) -> None:
        if key is None:
            return
        self._rating = int(key) if key.isdecimal() else None
        dialog = LineDialog("A word for next time?", placeholder="Enter alone leaves it", enter="finish")
        self._screen.app.push_screen(dialog, self._worded)

    def _worded(self, words: str | None) -> None:
        if words is None:
            return
        one = self._screen.following
        if one.procedure.steps == self._original.steps:
            self._end(words, keep=False)
            return

        def decided(key: str | None) -> None:
            if key:
                self._end(words, keep=key == "y")

        said = f"You changed them on the way: {'; '.join(one.rescues)}"
        self._screen.app.push_screen(Question("Keep the changed steps?", said, KEEP), decided)

    def _end(self, words: str, *, keep: bool) -> None:
        """Writes what came of it, then forgets the place; the memory is told last."""
        self.writing = True
        self._screen.run_worker(
            self._written(words, keep=keep), exclusive=True, group="finish", exit_on_error=False
        )

    async def _written(self, words: str, *, keep: bool) -> None:
        screen, one = self._screen, self._screen.following
        library, now = screen.back.library, screen.clock()
        try:
            if keep:
                one = await asyncio.to_thread(keep_changed, library, self._original, one)
            await asyncio.to_thread(keep_outcome, library, one, self._rating, words, now)
        except TailorError as error:
            screen.app.push_screen(ErrorDialog.of(error), mode=screen.room)
            return
        finally:
            self.writing = False
        screen.ended = True
        screen.kept.forget(screen.following.id)
        home_of(screen.app).bells().ended(screen.following.id)
        say(screen, "Kept: how it went stands beside the procedure in your library.")
        # a worker of the app: the screen is gone before the memory has answered
        screen.app.run_worker(self._told(screen.app, one.id), group="outcome", exit_on_error=False)
        screen.go_back()

    async def _told(self, app: App[object], id: str) -> None:
        """Tells the memory; where it fails, what counts is kept already and a rebuild reads it from there."""
        try:
            memory = await home_of(app).desk().memory()
            await tell_memory(memory, self._screen.back.library, id, self._rating)
        except TailorError as error:
            say(app, f"The memory does not know of it yet. {error.message}", severity="warning")
