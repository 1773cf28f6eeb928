"""The saved procedures as a plain list; the steps of the marked one beside it.

Owns the list. Refuses to change anything yet: trees, history and tags come with the library's own issue.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.screens.pageview import PageView
from tailor.screens.room import Room
from tailor.screens.rows import ListRow
from tailor.screens.safe import MUTED, row, safe

if TYPE_CHECKING:
    from tailor.screens.backstage import Backstage
    from tailor.screens.shelf import Book

EMPTY = "Nothing saved yet. F2 goes Home: choose a procedure there and make it your own."


class LibraryScreen(Room):
    """What the person saved."""

    CSS_PATH = "home.tcss"
    HELP = "Your saved procedures, the latest first. Files lie in your data folder as plain Markdown."

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.mode('home')", "Home", id="library.home", tooltip="Back Home"),
    ]

    def __init__(self, back: "Backstage") -> None:
        super().__init__()
        self.back = back
        self.books: dict[str, Book] = {}

    def body(self) -> Iterable[Widget]:
        """List and preview."""
        yield Static(row(("Library", "bold $accent"), ("   what you made your own", MUTED)), id="title")
        yield Horizontal(OptionList(id="books"), PageView(id="preview"), id="middle")
        yield Static(id="says")

    def on_screen_resume(self) -> None:
        """Reads the list anew each time one comes here."""
        self.reload()

    @work(exclusive=True, group="library", exit_on_error=False)
    async def reload(self) -> None:
        """Reads what is saved."""
        from tailor.screens.shelf import own_books

        try:
            found = await asyncio.to_thread(lambda: list(own_books(self.back.library)))
        except TailorError as error:
            self.query_one("#says", Static).update(safe(error.message, "$text-warning"))
            return
        self.books = {book.key: book for book in found}
        books = self.query_one("#books", OptionList)
        books.set_options(Option(ListRow(book.goal, book.about), id=book.key) for book in found)
        self.query_one("#middle").display = bool(found)
        self.query_one("#says", Static).update(safe("" if found else EMPTY, MUTED))
        if found:
            books.highlighted = 0

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self, event: OptionList.OptionHighlighted) -> None:
        from tailor.screens.page import note_page, procedure_page

        view = self.query_one(PageView)
        try:
            opened = self.books[event.option_id or ""].open()
        except TailorError as error:
            view.show(partial(note_page, error.message, "$text-error"))
        else:
            view.show(partial(procedure_page, opened))
