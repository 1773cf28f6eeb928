"""The Library: originals with their variants below them, thousands of them without waiting; the marked one beside.

Owns the list, the search and what is said in place. Refuses what is done with one: `library_moves`
and `library_keeping` do it.
"""

import asyncio
import contextlib
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.screens.fields import Field
from tailor.screens.library_keeping import Keeping
from tailor.screens.pageview import PageView
from tailor.screens.rows import ListRow
from tailor.screens.safe import MUTED, row, safe

if TYPE_CHECKING:
    from tailor.library.entry import Entry
    from tailor.library.store import Library
    from tailor.screens.backstage import Backstage
    from tailor.screens.library_rows import Branch

EMPTY = "Nothing saved yet. F2 goes Home: choose a procedure there and make it your own."

MOST_FOUND = 500
"""Rows a search shows, so that a first letter does not lay out thousands."""


class LibraryScreen(Keeping):
    """What the person saved."""

    CSS_PATH = ["home.tcss", "library.tcss", "follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Your procedures, each variant below its original. They lie in your data folder as plain Markdown.
    Enter tailors the marked one again, f follows it step by step, c compares it with its original."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "follow", "Follow", id="library.follow", tooltip="Carry it out step by step"),
        Binding("c", "compare", "Compare", id="library.compare", tooltip="With the picked one, or its original"),
        Binding("h", "history", "History", id="library.history", tooltip="Its versions"),
        Binding("slash", "find", "Search", id="library.find", tooltip="Search goals, tags and ids"),
        Binding("space", "pick", "Pick", show=False, id="library.pick", tooltip="Pick it to compare with another"),
        Binding("o", "review", "Its review", show=False, id="library.review", tooltip="Open its review again"),
        Binding("t", "tag", "Tags", show=False, id="library.tag"),
        Binding("x", "export", "Export", show=False, id="library.export", tooltip="Write it into a file"),
        Binding("d,delete", "delete", "To the trash", show=False, id="library.delete", tooltip="To the trash"),
        Binding(
            "u", "undelete", "Out of the trash", show=False, id="library.undelete", tooltip="Bring back the last"
        ),
        Binding("v", "order", "Tree or list", show=False, id="library.order"),
        Binding("y", "copy", "Copy its id", show=False, id="library.copy"),
        Binding("escape", "out", "Home", show=False, id="library.home", tooltip="Out of the search, then Home"),
    ]

    def __init__(self, back: "Backstage") -> None:
        super().__init__()
        self.back = back
        self.entries: tuple[Entry, ...] = ()
        self.branches: dict[str, Branch] = {}
        self.followed: frozenset[str] = frozenset()
        self.as_tree = True
        self._stamp = -1
        self._shown: object = None

    def body(self) -> Iterable[Widget]:
        """Search, list and preview."""
        yield Static(row(("Library", "bold $accent"), ("   what you made your own", MUTED)), id="title")
        yield Field(placeholder="Search", id="find")
        yield Horizontal(ProcedureList(id="books"), PageView(id="preview"), id="middle")
        yield Static(id="says")

    def on_screen_resume(self) -> None:
        """Reads the list anew where something was saved since."""
        self.query_one("#books").focus()
        self.reload()

    @work(exclusive=True, group="library", exit_on_error=False)
    async def reload(self) -> None:
        """Reads what is saved."""
        from tailor.places_of_following import places_kept

        stamp = self.back.library_stamp
        try:
            if stamp != self._stamp:
                self.entries = await asyncio.to_thread(with_tags, self.back.library)
                self._stamp = stamp
            self.followed = await asyncio.to_thread(places_kept(self.back.places).ids)
        except TailorError as error:
            self.tell(error.message, wrong=True)
            return
        self.redraw()

    # -- drawing ---------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """The procedures that fit the search; the mark stays on its procedure where that is still there."""
        from tailor.screens.library_rows import Branch, found, tree

        query = self.query_one("#find", Field).value
        books, kept = self.query_one(ProcedureList), self.chosen()
        fitting = found(self.entries, query)
        listed = fitting[:MOST_FOUND] if query else fitting
        branches = tree(listed) if self.as_tree else [Branch(entry) for entry in listed]
        self.branches = {branch.entry.id: branch for branch in branches}
        books.set_options([self._option(branch) for branch in branches])
        self.query_one("#middle").display = bool(self.entries)
        self.query_one("#find").display = bool(self.entries)
        if kept is not None and kept.id in self.branches:
            books.highlighted = books.get_option_index(kept.id)
        elif branches:
            books.highlighted = 0
        else:
            self._nothing()
        if not self.entries:
            self.tell(EMPTY)
        else:
            more = f"; the latest {MOST_FOUND} are shown" if len(fitting) > len(listed) else ""
            self.tell(f"{len(fitting):,} of {len(self.entries):,}{more}" if query else "")

    def _option(self, branch: "Branch") -> Option:
        from tailor.screens.library_rows import about

        entry = branch.entry
        picked = "● " if entry.id == self.picked else ""
        return Option(
            ListRow(entry.goal, about(entry, entry.id in self.followed), picked + branch.mark), id=entry.id
        )

    def _nothing(self) -> None:
        from tailor.screens.page import note_page

        self._shown = None
        words = "Nothing fits these words. Esc takes them away." if self.entries else ""
        self.query_one(PageView).show(partial(note_page, words, MUTED))

    def chosen(self) -> "Entry | None":
        """The marked procedure."""
        option = self.query_one(ProcedureList).highlighted_option
        branch = self.branches.get(option.id or "") if option else None
        return branch.entry if branch else None

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """A sentence in place."""
        self.query_one("#says", Static).update(safe(words, "$text-warning" if wrong else MUTED))

    def show_version(self, id: str) -> None:
        """The steps of a procedure or of one of its versions, beside the list."""
        from tailor.library.store import read_file
        from tailor.screens.page import note_page, procedure_page

        view = self.query_one(PageView)
        self._shown = id
        try:
            saved = read_file(self.back.library.folder / f"{id}.md")  # load() would look through every name
        except TailorError as error:
            view.show(partial(note_page, error.message, "$text-error"))
            return
        view.show(partial(procedure_page, saved.procedure))
        edited = "This file was edited by hand since it was saved. " if saved.state == "edited" else ""
        hint = f"For: {saved.hint}" if saved.hint else ""
        if edited or hint:
            self.tell(edited + hint)

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_id and event.option_id != self._shown:
            self.show_version(event.option_id)

    # -- searching -------------------------------------------------------------------------------------------

    @on(Field.Changed, "#find")
    def _searched(self) -> None:
        if self._stamp >= 0:
            self.redraw()

    @on(Field.Submitted, "#find")
    def _search_done(self) -> None:
        self.query_one("#books").focus()

    def on_key(self, event: Key) -> None:
        """From the search down into the list."""
        if event.key == "down" and self.query_one("#find").has_focus:
            event.stop()
            self.query_one("#books").focus()

    def action_find(self) -> None:
        """To the search."""
        self.query_one("#find").focus()

    def action_order(self) -> None:
        """Variants below their originals, or all by date."""
        self.as_tree = not self.as_tree
        self.redraw()
        self.tell("Variants below their originals." if self.as_tree else "The latest first.")

    def action_out(self) -> None:
        """Takes the search away; without one, Home."""
        find = self.query_one("#find", Field)
        if find.value or find.has_focus:
            find.value = ""
            self.query_one("#books").focus()
        else:
            self.app.switch_mode("home")

    @on(OptionList.OptionSelected, "#books")
    def _selected(self) -> None:
        self.action_again()


def with_tags(library: "Library") -> "tuple[Entry, ...]":
    """What is saved, each with the tags a person gave it. Reads files: call it in a thread."""
    from dataclasses import replace

    from tailor.library import about

    entries = library.entries()
    noted = {path.name.removesuffix(".meta.json") for path in library.folder.glob("*.meta.json")}

    def tagged(entry: "Entry") -> "Entry":
        if entry.stem not in noted:
            return entry
        with contextlib.suppress(TailorError):  # `library check` names what cannot be read
            return replace(entry, tags=(*entry.tags, *about.read(library.folder, entry.stem).tags))
        return entry

    return tuple(map(tagged, entries))


class ProcedureList(OptionList):
    """The saved procedures."""

    HELP = "Your procedures. The steps of the marked one stand beside the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Tailor again", id="library.again", tooltip="Tailor it again"),
        Binding("j", "cursor_down", "Down", show=False, id="library.down"),
        Binding("k", "cursor_up", "Up", show=False, id="library.up"),
    ]
