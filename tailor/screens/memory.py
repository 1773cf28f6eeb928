"""The Memory: search as one types over everything Tailor may lean on; tailor, tag, take out, import.

Owns the search, the list and the sentence in place; `memory_moves` has what is done with the rows. Refuses to
wait: each letter begins a search of its own, after a moment, and the one before is given up.
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
from tailor.core.text import normal
from tailor.screens.fields import Field
from tailor.screens.memory_desk import procedure_of, source_words, trouble_words
from tailor.screens.memory_moves import MemoryMoves
from tailor.screens.pageview import PageView
from tailor.screens.rows import ListRow
from tailor.screens.safe import MUTED, row

if TYPE_CHECKING:
    from memory.messages import Found, Stats
    from tailor.screens.backstage import Backstage
    from tailor.screens.memory_desk import MemoryDesk

PAUSE = 0.12
"""Seconds after the last letter before a search begins."""
MOST = 50
"""Rows a search shows."""
EMPTY = "The memory is empty. Press i to import a collection: a .jsonl or .csv file, or a folder of Markdown."


class MemoryScreen(MemoryMoves):
    """What generation and search draw on."""

    CSS_PATH = ["memory.tcss", "follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Everything Tailor may lean on: your library, the starters, and what you imported. Type to search by
    meaning and words; the number is the distance, 0 is the same. Enter tailors the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Search", id="memory.find", tooltip="Search by meaning and words"),
        Binding("i", "bring", "Import", id="memory.import", tooltip="Import a file or a folder"),
        Binding("t", "tag", "Tag", id="memory.tag", tooltip="Change its tags"),
        Binding("d", "take_out", "Delete", id="memory.delete", tooltip="Take it out of the memory"),
        Binding("s", "stats", "Figures", show=False, id="memory.stats", tooltip="What the memory holds"),
        Binding("R", "rebuild", "Mend", show=False, id="memory.rebuild", tooltip="Make the memory's rows anew"),
        Binding("y", "copy", "Copy its id", show=False, id="memory.copy"),
        Binding("escape", "out", "Home", show=False, id="memory.home", tooltip="Stop, out of the search, Home"),
    ]

    def __init__(self, back: "Backstage", desk: "MemoryDesk") -> None:
        super().__init__()
        self.back = back
        self.desk = desk
        self.found: tuple[Found, ...] = ()
        self.held: Stats | None = None
        self._searched = ""
        self._drawn = ""
        self._stamp = -1

    def body(self) -> Iterable[Widget]:
        """Search, list and preview, the sentence in place."""
        yield Static(row(("Memory", "bold $accent"), ("   what Tailor may lean on", MUTED)), id="title")
        yield Field(placeholder="Search by meaning and words", id="find")
        yield Horizontal(FoundList(id="books"), PageView(id="preview"), id="middle")
        yield Static(id="says")

    def on_mount(self) -> None:
        """One types at once."""
        self.query_one("#find").focus()

    def on_screen_resume(self) -> None:
        """Looks at what the memory holds by now, where something was saved since."""
        stamp = self.back.library_stamp
        if not self.busy and (self.held is None or stamp != self._stamp):
            self._stamp, self.held = stamp, None
            self.look()

    # -- searching -------------------------------------------------------------------------------------------

    @work(exclusive=True, group="memory.look", exit_on_error=False)
    async def look(self, pause: float = 0.0) -> None:
        """Searches for what is typed; without a word, some rows at random and what the memory holds."""
        if pause:
            await asyncio.sleep(pause)
        query = normal(self.query_one("#find", Field).value)
        try:
            memory = await self.desk.memory()
            if self.held is None:
                self.tell("Opening the memory …")
                self.held = await memory.stats()
            found = await (memory.search(query, MOST) if query else memory.random(MOST))
        except TailorError as error:
            self.found = ()
            self.redraw()
            self.tell(trouble_words(error), wrong=True)
            return
        self.found, self._searched = found, query
        self.redraw()
        self.tell(self._how_many())

    def _how_many(self) -> str:
        rows = self.held.rows if self.held else 0
        if not rows:
            return EMPTY
        if self._searched:
            return f"The {len(self.found)} nearest of {rows:,}." if self.found else "Nothing was found."
        return f"{self.figures()} Some of them at random: type to search."

    def figures(self) -> str:
        """What the memory holds, in one line."""
        if (held := self.held) is None:
            return ""
        parts = ((held.library, "from your library"), (held.starter, "starters"), (held.imported, "imported"))
        told = ", ".join(f"{rows:,} {words}" for rows, words in parts if rows)
        size = f" · {held.size / 1e6:.1f} MB" if held.size else ""
        other = " R embeds anew for the settings." if held.wanted != held.embedder else ""
        return f"{held.rows:,} procedures ({told or 'none'}) · {held.embedder}{size}.{other}"

    # -- drawing ---------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """The rows found; the mark stays on its row where the search is the same one, else on the nearest."""
        books = self.query_one(FoundList)
        at = (books.highlighted or 0) if self._drawn == self._searched else 0
        self._drawn = self._searched
        books.set_options([self._option(number, one) for number, one in enumerate(self.found)])
        if self.found:
            books.highlighted = min(at, len(self.found) - 1)
        self._show()

    def _option(self, at: int, one: "Found") -> Option:
        far = f"{one.distance:.2f} · " if self._searched else ""
        return Option(ListRow(one.goal, far + source_words(one.source)), id=str(at))

    def _show(self) -> None:
        from tailor.screens.page import note_page, procedure_page

        chosen = self.chosen()
        view = self.query_one(PageView)
        if chosen is None:
            view.show(partial(note_page, "", MUTED))
        else:
            view.show(partial(procedure_page, procedure_of(chosen)))

    def chosen(self) -> "Found | None":
        """The marked row."""
        at = self.query_one(FoundList).highlighted
        return self.found[at] if at is not None and at < len(self.found) else None

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        self._show()

    @on(OptionList.OptionSelected, "#books")
    def _selected(self) -> None:
        if (one := self.chosen()) is not None:
            self.tailor(procedure_of(one))

    # -- keys ------------------------------------------------------------------------------------------------

    @on(Field.Changed, "#find")
    def _typed(self) -> None:
        if not self.busy:
            self.look(PAUSE)

    def action_out(self) -> None:
        """Stops an import; else takes the search away; without one, Home."""
        find = self.query_one("#find", Field)
        if self.busy:
            self.stop()
        elif find.value:
            find.value = ""
        else:
            self.app.switch_mode("home")


class FoundList(OptionList):
    """What was found."""

    HELP = "What was found, the nearest first. The steps of the marked one stand beside the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Tailor it", id="memory.tailor", tooltip="Tailor it to your situation"),
        Binding("j", "cursor_down", "Down", show=False, id="memory.down"),
        Binding("k", "cursor_up", "Up", show=False, id="memory.up"),
    ]
