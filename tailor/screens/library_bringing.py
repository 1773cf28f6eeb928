"""What comes into the Library from elsewhere: imports, and the newer version of a variant's original.

Owns the ways to those two screens. Refuses to save anything: the screens do, when a person says so.
"""

import asyncio
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from textual import work

from tailor.core.errors import TailorError
from tailor.screens.dialogs import Choice, ErrorDialog, Question
from tailor.screens.library_labels import Labelling
from tailor.screens.safe import say

if TYPE_CHECKING:
    from tailor.library.entries import Entry
    from tailor.library.rebase import Plan
    from tailor.screens.importing import Sheet
    from tailor.screens.rebasing import Left

AS_IT_IS: Final = (Choice("n", "Not now"), Choice("s", "Save the next version"))


class Bringing(Labelling):
    """Import, and carry over."""

    _sheet: "Sheet | None" = None

    @cached_property
    def _carrying(self) -> "dict[str, Left]":
        """Reviews of carrying over that were left undone, by id of variant."""
        return {}

    def action_bring(self) -> None:
        """To the import screen."""
        from tailor.screens.importing import ImportScreen

        self.app.push_screen(ImportScreen(self.back, self._sheet, self._brought))

    def _brought(self, sheet: "Sheet", entries: "tuple[Entry, ...]") -> None:
        """The words left on the sheet stand there again next time; what was saved is marked."""
        self._sheet = sheet
        self.wanted = entries[0].id if entries else ""

    # -- carry over ------------------------------------------------------------------------------------------

    @work(exclusive=True, group="rebase", exit_on_error=False)
    async def action_rebase(self) -> None:
        """The marked variant on the newest version of its original, as a review."""
        entry = self.chosen()
        if entry is None:
            return
        if entry.parent is None:
            self.tell("This one was not derived from another, so there is nothing to carry over.")
            return
        from tailor.library.rebase import plan
        from tailor.library.starters import starter

        try:
            found = await asyncio.to_thread(plan, self.back.library, entry.id, starter)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error), mode=self.room)
            return
        self._review(found)

    def _review(self, found: "Plan") -> None:
        from tailor.screens.rebasing import RebaseScreen, told

        if not found.moved:
            self.tell("It is made from the newest version of its original already.")
        elif found.rebased.carried or found.rebased.stale:
            self.app.push_screen(RebaseScreen(self.back, found, self._carrying), mode=self.room)
        else:
            question = Question("Nothing of yours is left to carry over", told(found), AS_IT_IS)
            self.app.push_screen(question, partial(self._save_as_it_is, found), mode=self.room)

    def _save_as_it_is(self, found: "Plan", key: str | None) -> None:
        if key != "s":
            return
        from tailor.library.rebase import save

        try:
            entry = save(self.back.library, found)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        say(self, f"Saved: {entry.id}")
        self.reload()
