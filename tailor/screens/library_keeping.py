"""Keeping the Library in order: the trash with its undo, earlier versions newest again, export to a file.

Owns these keys. Refuses to delete for good and to write over a file: `library.trash` and `files` see to that.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tailor.core.errors import TailorError
from tailor.screens.dialogs import Choice, ErrorDialog, Question
from tailor.screens.editing import LineDialog
from tailor.screens.library_moves import Moves
from tailor.screens.safe import say

if TYPE_CHECKING:
    from tailor.library.entries import Saved

FORMATS: Final = {
    "m": ("md", ".md", "Markdown"),
    "j": ("json", ".json", "JSON"),
    "t": ("text", ".txt", "plain text"),
    "h": ("html", ".html", "a page to print"),
    "c": ("cook", ".cook", "Cooklang"),
    "s": ("jsonld", ".jsonld", "schema.org JSON-LD"),
}


class Keeping(Moves):
    """Trash, versions, export."""

    # -- trash and versions ----------------------------------------------------------------------------------

    def action_delete(self) -> None:
        """Moves the marked procedure with its versions into the trash."""
        entry = self.chosen()
        if entry is None:
            return
        try:
            gone = self.back.library.delete(entry.stem)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        say(self, f"In the trash;\nu brings back:\n{gone.goal or gone.name}")
        self.reload()

    def action_undelete(self) -> None:
        """Brings back what was thrown away last."""
        try:
            back = self.back.library.undelete()
        except TailorError as error:
            self.tell(error.message)
            return
        say(self, f"{back.goal or back.name} is back.")
        self.reload()

    def _from_history(self, newest: str, chosen: tuple[str, str] | None) -> None:
        if chosen is not None and chosen[0] == "restore":
            self._restore(chosen[1])
        else:
            super()._from_history(newest, chosen)

    def _restore(self, id: str) -> None:
        try:
            entry = self.back.library.restore(id)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        say(self, f"{entry.id} is now as {id} was.")
        self.reload()

    # -- export ----------------------------------------------------------------------------------------------

    def action_export(self) -> None:
        """Writes the marked procedure into a file of one's own."""
        entry = self.chosen()
        saved = self.load(entry.id) if entry else None
        if saved is None:
            return
        choices = tuple(Choice(key, words) for key, (_, _, words) in FORMATS.items())
        self.app.push_screen(Question("Export as", "", choices), partial(self._format_chosen, saved))

    def _format_chosen(self, saved: "Saved", key: str | None) -> None:
        if key is None:
            return
        format, suffix, words = FORMATS[key]
        proposed = str(Path.home() / f"{saved.entry.stem}{suffix}")
        dialog = LineDialog(
            f"Export as {words}", "A file that is there is never written over.", value=proposed, enter="write it"
        )
        self.app.push_screen(dialog, partial(self._export, saved, format, dialog))

    def _export(self, saved: "Saved", format: str, asked: LineDialog, where: str | None) -> None:
        if not where:
            return
        from tailor.library.formats.registry import write
        from tailor.storage import create_file, named

        try:
            text = write(saved.procedure, format, saved.parent)
            create_file(named(where), text.encode("utf-8", "replace"))
        except FileExistsError:
            asked.give_back(where)
            words = "A file of that name is there already. Nothing was written; choose another name."
            self.app.push_screen(ErrorDialog("Not exported", words))
        except TailorError as error:
            asked.give_back(where)
            self.app.push_screen(ErrorDialog.of(error))
        else:
            say(self, f"Written: {where}")
