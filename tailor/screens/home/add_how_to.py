"""Adding a how-to from Home: typed, pasted, or imported."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.drafts import edit_places, new_places, place_of
from tailor.screens.base import BaseScreen, run_aside
from tailor.screens.widgets.content import notify
from tailor.screens.widgets.inputs import CleanInput

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.library.entries import LibraryEntry
    from tailor.workspace import Workspace

GONE = "The how-to you were changing has been deleted. Press ctrl+s to save this as a new one"


class AddHowTo:
    """The forms for a new how-to that one Home screen opens, and what was typed in them."""

    def __init__(
        self,
        screen: BaseScreen[None],
        workspace: "Workspace",
        written: "Callable[[Procedure], None]",
        saved: Callable[[], object],
        imported: Callable[[str], None],
        found: Callable[[], bool],
    ) -> None:
        """`written` gets what was typed; `saved` is called once it is in the library; `imported` gets the id
        of what was imported; `found` returns whether a how-to has the searched words.
        """
        self._found = found
        self._screen, self._workspace = screen, workspace
        self._show_written, self._list_saved, self._show_imported = written, saved, imported
        self._typed: list[Procedure] = []

    @property
    def _search(self) -> str:
        return normal(self._screen.query_one("#search", CleanInput).value)

    def all_typed(self) -> "list[Procedure]":
        """The how-tos typed here, and those that closed windows left unsaved."""
        self._typed += (one for one in self._screen.host.drafts.written() if one not in self._typed)
        return self._typed

    def write(self, text: str = "") -> None:
        """Open the form for a new how-to; `text` is added after what was typed under its title before.

        The searched words become the title only if nothing was found: otherwise they are left from a search.
        """
        self.go_on("" if self._found() else self._search, text)

    def go_on(self, name: str, text: str = "") -> None:
        """Open the form for the new how-to that was begun under this name, with `text` added after its steps."""
        places, drafts = new_places(name), self._screen.host.drafts
        begun = drafts.get(places[1])
        drafts.keep(places[0], goal := drafts.get(places[0], "" if begun else name))
        self._open(goal, "\n".join(filter(None, (begun, text))), places, given=(name, ""))

    def go_on_with_edit(self, id: str) -> None:
        """Open the form with the changes to a how-to that was deleted; it is then saved as a new one."""
        places = edit_places(id)
        goal, text = map(self._screen.host.drafts.get, places)
        self._open(goal, text, places, note=GONE)

    def _open(
        self, goal: str, text: str, places: tuple[str, str], *, given: tuple[str, str] = ("", ""), note: str = ""
    ) -> None:
        from tailor.screens.dialogs.new_procedure import PasteScreen

        form = PasteScreen(goal, text, places=places, given=given, note=note)
        self._screen.ask(form, self._written)

    def _written(self, written: "Procedure") -> None:
        self._screen.host.drafts.keep_procedure(written)  # until it is saved
        self._typed.insert(0, written)
        run_aside(self._screen, partial(self._save, written), group="written")
        self._show_written(written)

    async def _save(self, written: "Procedure") -> None:
        """Put what was typed or pasted into the library; if that fails, it stays among the drafts."""
        try:
            entry = await asyncio.to_thread(partial(self._workspace.library.save, written, origin="typed"))
        except TailorError as error:
            self._screen.show_error(error)
        else:
            self._screen.host.drafts.forget(place_of(written))
            self._list_saved()
            notify(self._screen, f"In your Library: {entry.goal}")

    def paste(self, text: str) -> None:
        """Open the form for pasted lines: the import if they are a whole how-to, else the one for a new how-to."""
        from tailor.screens.importer.screen import is_whole

        (self.bring if is_whole(text) else self.write)(text)

    def bring(self, text: str = "") -> None:
        """Open the import; the first how-to saved there is then marked on Home."""
        from tailor.screens.importer.screen import ImportScreen

        def done(entries: "tuple[LibraryEntry, ...]") -> None:
            if entries:
                self._show_imported(entries[0].id)

        self._screen.app.push_screen(ImportScreen(self._workspace, text, done))
