"""What one does with a procedure of the Library: follow, tailor again, open its review, compare, see versions.

Owns these moves. Refuses the list: `library_list` has it. What cannot be read is said in words.
"""

from functools import partial
from typing import TYPE_CHECKING

from tailor.core.errors import TailorError
from tailor.screens.dialogs import ErrorDialog
from tailor.screens.library_list import Listing
from tailor.screens.memory_tailoring import ask_special
from tailor.screens.safe import say

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.library.entries import Entry, Saved


class Moves(Listing):
    """The moves, with the marked procedure."""

    def load(self, id: str) -> "Saved | None":
        """A whole file; None where it cannot be read, which is said."""
        try:
            return self.back.library.load(id)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return None

    def procedure(self, id: str) -> "Procedure | None":
        """A procedure by its id, a starter's too; None where it cannot be read, which is said."""
        if id.startswith("starter."):
            from tailor.library.starters import starter

            return starter(id)
        saved = self.load(id)
        return saved.procedure if saved else None

    # -- follow, tailor again, review ------------------------------------------------------------------------

    def action_follow(self) -> None:
        """Follows the marked procedure, at the kept place."""
        entry = self.chosen()
        given = self.procedure(entry.id) if entry else None
        if given is None:
            return
        from tailor.screens.follow import follow_screen

        try:
            screen = follow_screen(self.back, given)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
        else:
            self.app.push_screen(screen)

    def action_again(self) -> None:
        """Tailors again: a variant from the newest version of its original, with its hint to begin with."""
        entry = self.chosen()
        saved = self.load(entry.id) if entry else None
        if saved is None:
            return
        base = self._original(saved) or saved.procedure
        whose = "its original" if base is not saved.procedure else "these steps"
        ask_special(self.app, self.back, base, saved.hint, "Tailor again", f"From {whose}: {base.goal}")

    def _original(self, saved: "Saved") -> "Procedure | None":
        """The newest version of what a variant was derived from; None where there is none any more."""
        if saved.parent is None:
            return None
        if saved.parent.startswith("starter."):
            return self.procedure(saved.parent)
        from tailor.library.entries import stem_of

        newest = self.back.library.find(stem_of(saved.parent))
        return self.procedure(newest) if newest and stem_of(newest) == stem_of(saved.parent) else None

    def action_review(self) -> None:
        """Opens the review that made the marked procedure, with every decision."""
        entry = self.chosen()
        saved = self.load(entry.id) if entry else None
        if saved is None:
            return
        if saved.made is None or not saved.made.run:
            self.tell("No review is kept for this one: it was not tailored here.")
            return
        from tailor.runs import open_run
        from tailor.screens.reopening import reopened

        try:
            screen = reopened(self.back, open_run(self.back.places.runs, saved.made.run), saved.entry)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
        else:
            self.app.push_screen(screen)

    # -- compare, history ------------------------------------------------------------------------------------

    def action_pick(self) -> None:
        """Picks the marked procedure, to be compared with another one; again lets it go."""
        entry = self.chosen()
        if entry is not None:
            self.pick(None if self.picked == entry.id else entry.id)
            self.tell("Picked: mark another one and press c to compare them." if self.picked else "")

    def action_compare(self) -> None:
        """Compares with the picked one; else with its original, or its version before."""
        entry = self.chosen()
        if entry is None:
            return
        other = self.picked if self.picked not in (None, entry.id) else self._before(entry)
        if other is None:
            self.tell("There is no original and no version before. Space picks this one to compare with another.")
        else:
            self.compare(other, entry.id)

    def _before(self, entry: "Entry") -> str | None:
        if entry.parent is not None:
            return entry.parent
        versions = self.back.library.history(entry.id)
        return versions[-2].id if len(versions) > 1 else None

    def compare(self, before: str, after: str) -> None:
        """Two procedures by their ids, word by word."""
        from tailor.screens.compare import CompareScreen

        one, other = self.procedure(before), self.procedure(after)
        if one is not None and other is not None:
            self.app.push_screen(CompareScreen(one, other))

    def action_history(self) -> None:
        """The versions of the marked procedure."""
        entry = self.chosen()
        if entry is None:
            return
        from tailor.screens.compare import HistoryDialog

        try:
            versions = self.back.library.history(entry.id)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        self.app.push_screen(HistoryDialog(versions), partial(self._from_history, entry.id))

    def _from_history(self, newest: str, chosen: tuple[str, str] | None) -> None:
        if chosen is None:
            return
        what, id = chosen
        if what == "compare":
            self.compare(id, newest)
        elif self.beside:
            self.show_version(id)
        else:
            self.read(id)

    # -- read ------------------------------------------------------------------------------------------------

    def action_read(self) -> None:
        """The marked procedure over the whole window, with every step."""
        if (entry := self.chosen()) is not None:
            self.read(entry.id)

    def read(self, id: str) -> None:
        """A procedure, or one of its versions, over the whole window."""
        from tailor.screens.reading import ReadScreen

        if (saved := self.load(id)) is not None:
            self.app.push_screen(ReadScreen(saved.procedure))

    def action_copy(self) -> None:
        """The id of the marked procedure to the clipboard: the command line takes it."""
        if (entry := self.chosen()) is not None:
            self.app.copy_to_clipboard(entry.id)
            say(self, f"Copied: {entry.id}")
