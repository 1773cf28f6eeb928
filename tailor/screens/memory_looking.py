"""Looking into the memory: the search, the list of what it finds, the page beside it, the sentence in place.

Owns these. Refuses to change anything: `memory_moves` does. Refuses to wait: each letter begins a search of its
own, after a moment, and the one before is given up.
"""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.core.text import normal, one_line
from tailor.screens.fields import Field
from tailor.screens.memory_desk import procedure_of, source_words, trouble_words
from tailor.screens.memory_tailoring import Tailoring
from tailor.screens.pageview import PageView
from tailor.screens.rows import NARROWEST_FIGURES, ListRow
from tailor.screens.safe import MUTED, row
from tailor.screens.searching import Searching

if TYPE_CHECKING:
    from memory.messages import Found, Mode, Stats
    from tailor.screens.backstage import Backstage
    from tailor.screens.memory_desk import MemoryDesk

OWN = ("library", "starter", "")
"""Sources that say something in a word. Those of imported rows are long, and the goal is what one looks for."""
PAUSE = 0.12
"""Seconds after the last letter before a search begins."""
MOST = 30
"""Rows a search shows."""
WORDS = "Search by meaning and words"
QUESTION = "Ask for a step: how do I know the dough has risen"
EMPTY = "The memory is empty. ctrl+o imports a collection: .jsonl, .csv, or a folder of Markdown."


class Looking(Searching, Tailoring):
    """The part of the screen that searches and shows."""

    def __init__(self, back: "Backstage", desk: "MemoryDesk") -> None:
        super().__init__()
        self.back = back
        self.desk = desk
        self.kind: Mode = "procedures"
        """What is looked for."""
        self.found: tuple[Found, ...] = ()
        self.held: Stats | None = None
        self.troubled = False
        """Whether the memory could not be asked."""
        self._searched = ""
        self._drawn = ""

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
            found = await (memory.search(query, MOST, self.kind) if query else memory.random(MOST))
        except TailorError as error:
            self.found, self.troubled = (), True
            self.redraw()
            self.tell(trouble_words(error, here=True), wrong=True)
            return
        self.found, self._searched, self.troubled = found, query, False
        self.redraw()
        self.tell(self._how_many())

    def _how_many(self) -> str:
        rows = self.held.rows if self.held else 0
        if not rows:
            return EMPTY
        if self._searched:
            return self._nearest(rows) if self.found else "Nothing was found. Esc takes the words away."
        some = "Some of them at random: type" if len(self.found) < rows else "Type"
        return f"{self.figures()} {some} to search, ctrl+o imports."

    def _nearest(self, rows: int) -> str:
        if self.kind == "steps":
            one = self.chosen()
            marked = f" The marked one is of “{one_line(one.goal, 60)}”." if one else ""
            return f"The {len(self.found)} nearest steps, of {rows:,} procedures.{marked}"
        return f"The {len(self.found)} nearest of {rows:,}."

    def figures(self) -> str:
        """What the memory holds, in one line."""
        if (held := self.held) is None:
            return ""
        parts = ((held.library, "from your library"), (held.starter, "starters"), (held.imported, "imported"))
        told = ", ".join(f"{rows:,} {words}" for rows, words in parts if rows)
        size = f" · {held.size / 1e6:.1f} MB" if held.size else ""
        other = " ctrl+r embeds anew for the settings." if held.wanted != held.embedder else ""
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
        self.show()
        self.set_class(self.troubled, "-troubled")
        self.refresh_bindings()

    def _option(self, at: int, one: "Found") -> Option:
        far = f"{one.distance:.2f}" if self._searched else ""
        if one.step is not None:
            return Option(ListRow(one.steps[one.step - 1], far, narrowest=NARROWEST_FIGURES), id=str(at))
        own = source_words(one.source) if one.source in OWN else ""
        return Option(
            ListRow(one.goal, " · ".join(filter(None, (far, own))), narrowest=NARROWEST_FIGURES), id=str(at)
        )

    def show(self) -> None:
        """The marked one on the page."""
        from tailor.screens.page import note_page

        chosen = self.chosen()
        view = self.query_one(PageView)
        if chosen is None:
            view.show(partial(note_page, "", MUTED))
        else:
            view.show(partial(found_page, chosen))
            if chosen.step is not None:  # a small window has no page that says whose step it is
                self.tell(self._how_many())

    def turn_steps(self) -> None:
        """Looks for single steps from now on, or for whole procedures again."""
        self.kind = "procedures" if self.kind == "steps" else "steps"
        self.query_one("#find", Field).placeholder = QUESTION if self.kind == "steps" else WORDS
        self.query_one("#title", Static).update(title(self.kind))
        self.look()

    def chosen(self) -> "Found | None":
        """The marked row."""
        at = self.query_one(FoundList).highlighted
        return self.found[at] if at is not None and at < len(self.found) else None


class FoundList(OptionList):
    """What was found."""

    HELP = "What was found, the nearest first. The steps of the marked one stand beside the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Tailor it", id="memory.tailor", tooltip="Tailor it to your situation"),
        Binding("j", "cursor_down", "Down", show=False, id="memory.down"),
        Binding("k", "cursor_up", "Up", show=False, id="memory.up"),
    ]


def title(kind: "Mode") -> Content:
    """The first row of the screen."""
    words = "single steps that answer a question" if kind == "steps" else "what Tailor may lean on"
    return row(("Memory", "bold $accent"), (f"   {words}", MUTED))


def found_page(found: "Found", width: int) -> list[Content]:
    """The procedure that was found, and where it was imported from; above it the step that was looked for."""
    from tailor.screens.page import note_page, procedure_page

    page = procedure_page(procedure_of(found), width)
    if found.source not in OWN:
        page += [Content(""), *note_page(f"From {one_line(found.source)}", MUTED, width)]
    if found.step is None:
        return page
    head = row((f"Step {found.step} of {len(found.steps)}", "$accent"))
    return [head, *note_page(found.steps[found.step - 1], "bold", width), Content(""), *page]
