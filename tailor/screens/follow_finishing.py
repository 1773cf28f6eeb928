"""The end of following: how it went, the changed steps kept as a variant, the place forgotten.

Owns these questions and their order. Refuses to forget a place before what came of it is on the disk.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual import work

from tailor.core.diffing import diff
from tailor.core.errors import TailorError
from tailor.core.following import Following
from tailor.core.procedure import Procedure
from tailor.library.entry import KeptEdit
from tailor.library.making import keep_made
from tailor.library.places_kept import PlacesKept
from tailor.screens.dialogs import Choice, ErrorDialog, Question
from tailor.screens.editing import LineDialog
from tailor.screens.room import Room
from tailor.screens.safe import say

if TYPE_CHECKING:
    from tailor.library.store import Library
    from tailor.screens.backstage import Backstage

RATINGS = (
    Choice("n", "no rating"),
    Choice("5", "★★★★★  just like that again"),
    Choice("4", "★★★★   good"),
    Choice("3", "★★★    it will do"),
    Choice("2", "★★     not quite"),
    Choice("1", "★      did not work"),
)
EARLY = (Choice("b", "back to the steps"), Choice("y", "finish now"), Choice("s", "start over at step 1"))
KEEP = (Choice("y", "keep them as your own variant"), Choice("n", "no, only this once"))


class Finishing(Room):
    """What following ends with."""

    def __init__(
        self,
        back: "Backstage",
        following: Following,
        kept: PlacesKept,
        original: Procedure,
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self.back = back
        self.following = following
        self.kept = kept
        self.original = original
        self.clock = clock
        self._rating: int | None = None

    def take(self, following: Following, note: str = "") -> None:
        """Takes a move."""
        raise NotImplementedError

    def action_finish(self) -> None:
        """Asks how it went; before the last step is done, whether one means it."""
        left = self.following.count - len(self.following.done)
        if not left:
            self._rate()
            return
        words = f"{left} step{' is' if left == 1 else 's are'} not done."
        self.app.push_screen(Question("Finish?", words, EARLY), self._early)

    def _early(self, key: str | None) -> None:
        if key == "y":
            self._rate()
        elif key == "s":
            from tailor.core.following import begin

            self.take(begin(self.original, self.following.id, self.clock()), "From the start again.")

    def _rate(self) -> None:
        self.app.push_screen(Question("How did it go?", "", RATINGS), self._rated)

    def _rated(self, key: str | None) -> None:
        if key is None:
            return
        self._rating = int(key) if key.isdecimal() else None
        dialog = LineDialog("A word for next time?", placeholder="Enter alone leaves it", enter="finish")
        self.app.push_screen(dialog, self._worded)

    def _worded(self, words: str | None) -> None:
        if words is None:
            return
        if self.following.procedure.steps == self.original.steps:
            self._end(words, keep=False)
            return
        said = "; ".join(self.following.rescues)

        def decided(key: str | None) -> None:
            if key:
                self._end(words, keep=key == "y")

        ask = Question("Keep the changed steps?", f"You changed them on the way: {said}", KEEP)
        self.app.push_screen(ask, decided)

    @work(exclusive=True, group="finish", exit_on_error=False)
    async def _end(self, words: str, *, keep: bool) -> None:
        """Writes what came of it, then forgets the place."""
        one = self.following
        when = datetime.fromtimestamp(self.clock(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        try:
            if keep:
                await asyncio.to_thread(keep_changed, self.back.library, self.original, one)
            await asyncio.to_thread(keep_made, self.back.places.library, one, self._rating, words, when)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        self.kept.forget(one.id)
        say(self, "Kept: how it went stands beside the procedure in your library.")
        if self.is_current:
            self.app.pop_screen()


def keep_changed(library: "Library", original: Procedure, one: Following) -> None:
    """The steps as they were changed on the way, as a variant of the original. SaveError, ContentError."""
    edits = tuple(
        KeptEdit(stage=1, edit=replace(edit, id=f"e{number}", agent="you", reason="; ".join(one.rescues)))
        for number, edit in enumerate(diff(original, one.procedure).edits, 1)
    )
    parent = original.id or library.save(original).id
    library.save(replace(one.procedure, id=""), parent=parent, hint="; ".join(one.rescues), edits=edits)
