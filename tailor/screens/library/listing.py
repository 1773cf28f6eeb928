"""The Library's list: what is saved, originals with their variants below them, and the marked one beside it.

Owns reading, drawing and searching the list. Refuses what is done with a procedure: `library_moves` and the files
beside it have the keys for that.
"""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.screens.base import SearchField, Searching
from tailor.screens.catalog import repeated
from tailor.screens.library.tree import Label, TreeRow, about, found, outdated, tree_rows
from tailor.screens.widgets.content import MUTED, line_text, row_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import ListRow
from tailor.screens.widgets.page_view import PageView

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.library.entries import LibraryEntry
    from tailor.library.store import Library
    from tailor.workspace import Workspace

EMPTY: Final = (
    "Nothing saved yet. F2 goes Home: choose a procedure and make it your own. Or press i to import one."
)

Rows: TypeAlias = tuple[list[Option], dict[str, TreeRow]]
"""Rows of the list, and what each stands for, by id."""

MOST_FOUND: Final = 500
"""Rows a search shows, so that a first letter does not lay out thousands."""


class Listing(Searching):
    """The list, and which of its procedures is marked."""

    AUTO_FOCUS = "#books"
    """At first; later where one was: the letters of a search would be keys in the list."""

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__()
        self.workspace = workspace
        self.entries: tuple[LibraryEntry, ...] = ()
        self._twice: frozenset[str] = frozenset()
        """Goals that several have."""
        self.only: Label | None = None
        """Only what has this label is listed; None: everything."""
        self.picked: str | None = None
        """Id of the one picked to be compared with another."""
        self.as_tree = True
        self.wanted = ""
        """Id of what is to be marked once it is listed: just imported, or carried over."""
        self._branches: dict[str, TreeRow] = {}
        self._whole: dict[bool, Rows] = {}
        """The rows of everything in either order (as a tree: True), so that a key does not make thousands."""
        self._whole_for: object = None
        """What they were made for: they are made anew once any of it changed."""
        self._tree: Sequence[TreeRow] = ()
        self._followed: frozenset[str] = frozenset()
        self._outdated: frozenset[str] = frozenset()
        self._stamp = -1
        self._shown: object = None
        self._count = ""
        """How many fit, while not all are shown."""
        self._beside = ""
        """What there is to say of the one that is shown beside the list."""
        self._damaged: set[str] = set()
        """Ids of those whose file was opened and cannot be read; the list itself reads only how each begins."""
        self.unread = False
        """Whether the folder itself cannot be read."""

    def on_screen_resume(self) -> None:
        """Reads the list anew where something was saved since."""
        self.reload()

    @work(exclusive=True, group="library", exit_on_error=False)
    async def reload(self) -> None:
        """Reads what is saved."""
        from tailor.runs.follow import progress_store

        stamp = self.workspace.library_stamp
        try:
            if stamp != self._stamp:
                self.entries, self._tree, self._outdated = await asyncio.to_thread(_read, self.workspace.library)
                self._twice = repeated(entry.goal for entry in self.entries)
                self._stamp, self._damaged, self.unread = stamp, set(), False
                self._shown = None  # what is marked is read anew too
            self._followed = await asyncio.to_thread(progress_store(self.workspace.paths).ids)
        except TailorError as error:
            self.unread = stamp != self._stamp
            self.redraw()
            self.tell(error.message, wrong=True)
            return
        self.redraw()
        await asyncio.to_thread(self._everything, not self.as_tree)  # for the key that asks for the other order

    # -- drawing ---------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """The procedures that fit the search; the mark stays on its procedure where that is still there."""
        query = self.query_one("#find", CleanInput).value
        kept = self.chosen()
        fitting = found(self.entries, query, self.only)
        self._list(fitting[:MOST_FOUND] if query else fitting, kept, narrowed=bool(query or self.only))
        self.query_one("#middle").display = bool(self.entries)
        self.query_one("#find").display = bool(self.entries)
        self.set_class(not self.entries, "-empty")
        if self.entries and self.focused is None:  # it was empty, and what is hidden loses the keys
            self.query_one("#books").focus()
        self._draw_title()
        more = f"; the latest {MOST_FOUND} are shown" if query and len(fitting) > MOST_FOUND else ""
        label = f" · {self.only[0]} {self.only[1]}" if self.only else ""
        out = " · esc: all" if fitting else f" · esc takes the {self._narrowing} away"
        counted = f"{len(fitting):,} of {len(self.entries):,}{out}{label}{more}" if query or label else ""
        self._count = counted if self.entries else EMPTY
        self._tell()
        self.refresh_bindings()

    @property
    def _narrowing(self) -> str:
        """What Esc takes away first, in a word."""
        return "search" if self.query_one("#find", CleanInput).value else "label"

    def _tell(self) -> None:
        self.tell(" · ".join(filter(None, (self._count, self._beside))))

    def _list(self, entries: "Sequence[LibraryEntry]", kept: "LibraryEntry | None", *, narrowed: bool) -> None:
        books = self.query_one(ProcedureList)
        if narrowed:
            made = self._rows(tree_rows(entries) if self.as_tree else map(TreeRow, entries))
        else:
            made = self._everything(self.as_tree)
        options, self._branches = made
        self._put(books, options, kept)

    def _put(self, books: "ProcedureList", options: "list[Option]", kept: "LibraryEntry | None") -> None:
        """Shows the rows, and marks the one that is wanted, else the one that was marked before."""
        books.set_options(options)
        marked = self.wanted if self.wanted in self._branches else self._again(kept)
        if marked in self._branches:
            books.highlighted, self.wanted = books.get_option_index(marked), ""
        elif options:
            books.highlighted = 0
        else:
            self._nothing()

    def _again(self, kept: "LibraryEntry | None") -> str:
        """The id of the one that was marked before; that of its newest version where it has another one by now."""
        if kept is None or kept.id in self._branches:
            return kept.id if kept else ""
        return next((id for id, one in self._branches.items() if one.entry.stem == kept.stem), "")

    def _everything(self, as_tree: bool) -> "Rows":
        """The rows of all that is saved; made once, and again when what they say changed."""
        made_for = (self._stamp, self._followed)
        if made_for != self._whole_for:
            self._whole, self._whole_for = {}, made_for
        whole = self._whole
        if as_tree not in whole:
            whole[as_tree] = self._rows(self._tree if as_tree else map(TreeRow, self.entries))
        return whole[as_tree]

    def _rows(self, branches: "Iterable[TreeRow]") -> "Rows":
        """Branches as rows, and each by its id."""
        by_id = {branch.entry.id: branch for branch in branches}
        return [self._option(branch) for branch in by_id.values()], by_id

    def _draw_title(self) -> None:
        """The name of the room, and the label that narrows the list."""
        if self.only is None:
            words = row_text(("Library", "bold $accent"), ("   what you made your own", MUTED))
        else:
            kind, name = self.only
            words = row_text(("Library", "bold $accent"), f"   {kind} ", line_text(name, "bold", 60))
        self.query_one("#title", Static).update(words)

    def _option(self, branch: TreeRow) -> Option:
        return Option(self._row(branch), id=branch.entry.id)

    def _row(self, branch: TreeRow) -> ListRow:
        one = branch.entry
        special = one.hint if one.goal in self._twice else ""
        return ListRow(one.goal, self._about(branch), self._mark(branch), special)

    def _about(self, branch: TreeRow) -> str:
        entry = branch.entry
        if entry.id in self._damaged:
            return "damaged"
        return about(entry, entry.id in self._followed, entry.id in self._outdated)

    def _mark(self, branch: TreeRow) -> str:
        id = branch.entry.id
        return f"{'● ' if id == self.picked else ''}{'! ' if id in self._damaged else ''}{branch.mark}"

    def pick(self, id: str | None) -> None:
        """Picks another procedure, or none: two rows change, whatever the order and however many there are."""
        changed, self.picked = {one for one in (self.picked, id) if one}, id
        self._anew(changed)

    def _anew(self, changed: set[str]) -> None:
        """Draws these rows anew, in both orders."""
        books = self.query_one(ProcedureList)
        shown: Rows = (list(books.options), self._branches)
        for options, branches in (*self._whole.values(), shown):
            for option in options:
                if (one := option.id) and one in changed and isinstance(option.prompt, ListRow):
                    option.prompt.mark = self._mark(branches[one])
        for one in changed & self._branches.keys():
            branch = self._branches[one]
            books.replace_option_prompt(one, self._row(branch))

    def _nothing(self) -> None:
        from tailor.screens.widgets.page_view import note_page

        self._shown, self._beside = None, ""
        words = f"Nothing fits. Esc takes the {self._narrowing} away." if self.entries else ""
        self.query_one(PageView).show(partial(note_page, words, MUTED))

    def chosen(self) -> "LibraryEntry | None":
        """The marked procedure."""
        option = self.query_one(ProcedureList).highlighted_option
        branch = self._branches.get(option.id or "") if option else None
        return branch.entry if branch else None

    def current_procedure(self) -> "Procedure | None":
        """The marked procedure; None where its file cannot be read, as its page says."""
        entry = self.chosen()
        try:
            return self.workspace.library.load(entry.id).procedure if entry else None
        except TailorError:
            return None

    @property
    def beside(self) -> bool:
        """Whether there is room for a page beside the list."""
        return self.query_one("#preview").display

    def show_version(self, id: str) -> None:
        """The steps of a procedure or of one of its versions, beside the list."""
        from tailor.library.store import read_file
        from tailor.screens.widgets.page_view import note_page, procedure_page

        view = self.query_one(PageView)
        self._shown = id
        try:
            saved = read_file(self.workspace.library.folder / f"{id}.md")  # load() would look through every name
        except TailorError as error:
            view.show(partial(note_page, error.message, "$text-error"))
            self._beside = ""
            self._damage(id)
            self.tell(f"Damaged: {id}.md", wrong=True)  # where there is no room for the page beside
            return
        view.show(partial(procedure_page, saved.procedure))
        edited = "Edited by hand since it was saved. " if saved.state == "edited" else ""
        newer = "Newer original: r carries it over. " if id in self._outdated else ""
        self._beside = edited + newer + (f"For: {saved.hint}" if saved.hint else "")
        self._tell()

    def _damage(self, id: str) -> None:
        """Its row says so from now on, and the keys that need its steps are away."""
        if id in self._branches and id not in self._damaged:
            self._damaged.add(id)
            self._anew({id})
        self.refresh_bindings()

    @property
    def damaged(self) -> bool:
        """Whether the marked one cannot be read."""
        entry = self.chosen()
        return entry is not None and entry.id in self._damaged

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_id and event.option_id != self._shown:
            self.show_version(event.option_id)
            self.refresh_bindings()

    # -- searching -------------------------------------------------------------------------------------------

    @on(CleanInput.Changed, "#find")
    def _searched(self) -> None:
        if self._stamp >= 0:
            self.redraw()

    def narrow(self, label: Label | None) -> None:
        """Lists only what has this label; None: everything."""
        self.only = label
        self.redraw()

    def action_order(self) -> None:
        """Variants below their originals, or all by date."""
        self.as_tree = not self.as_tree
        self.redraw()
        self.tell("Variants below their originals." if self.as_tree else "The latest first.")

    def action_out(self) -> None:
        """Takes the search away, then the label; without one, Home."""
        find = self.query_one("#find", CleanInput)
        if find.value or find.has_focus:
            find.value = ""
            self.query_one("#books").focus()
        elif self.only is not None:
            self.narrow(None)
        else:
            self.app.switch_mode("home")


def _read(library: "Library") -> "tuple[tuple[LibraryEntry, ...], Sequence[TreeRow], frozenset[str]]":
    """What is saved, each with the labels a person gave it; the same as a tree; and what has a newer original.

    Reads files, and takes a while for thousands: call it in a thread.
    """
    from tailor.library.metadata import labelled

    entries = labelled(library.folder, library.entries())
    return entries, tree_rows(entries), outdated(entries)


class ProcedureList(OptionList):
    """The saved procedures."""

    HELP = "Your procedures. The steps of the marked one stand beside the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Tailor again", id="library.again", tooltip="Tailor it again"),
        Binding("j", "cursor_down", "Down", show=False, id="library.down"),
        Binding("k", "cursor_up", "Up", show=False, id="library.up"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An empty list has nothing to choose, and what is damaged cannot be tailored."""
        if action != "select":
            return True
        return bool(self.option_count) and not (isinstance(self.screen, Listing) and self.screen.damaged)


class Finder(SearchField):
    """The search of the Library."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.out", "All", id="search.out", tooltip="Take the search away"),
    ]
