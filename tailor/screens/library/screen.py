"""The Library screen: saved procedures, variants below their originals, and the selected one beside the list.

`actions` has what is done with a procedure; this file has the keys, the search and the preview.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from tailor.core.errors import NotFoundError, TailorError
from tailor.core.procedure import Procedure
from tailor.library.entries import LibraryEntry, you_said
from tailor.library.progress import progress_store
from tailor.screens.base import SearchField, Searching
from tailor.screens.dialogs.chooser import Chooser, ChooserItem
from tailor.screens.library.actions import LibraryActions
from tailor.screens.library.pages import SavedPreview
from tailor.screens.library.procedure_list import (
    Label,
    ProcedureList,
    found,
    labels,
    read_contents,
    read_words,
    sought,
    stars,
    tag_words,
)
from tailor.screens.widgets.content import MUTED, notify, titled
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import note_page
from tailor.threads import aside
from tailor.workspace import Workspace

EMPTY: Final = "Nothing saved yet. F2 goes Home: choose a how-to and make it your own. Or press i to import one."
MOST_FOUND: Final = 500  # most results shown, so that the first letter does not lay out thousands of rows
ALL: Final = "all"
LOOK: Final = 1.0  # seconds between looks at whether the folder has changed
WHAT_IS_SEARCHED: Final = "Search titles, tags, ingredients and steps"

READ, HISTORY = "do('actions', 'read')", "do('actions', 'show_history')"
"""Actions that may come first in the key bar."""
BRING: Final = "do('actions', 'import_procedures')"

COMPARE, IMPORT = "Compare with the selected one, or its original", "Add a file, pasted text or a web page"
SELECT: Final = "Select several, to tag, delete or compare"
EDIT: Final = "Change its title, what you need and its steps"
CARRY, REVIEW = "Update it to the newer original", "Open its review"
TO_TRASH, TRASH, LABELS = "Move to trash", "Restore the last deleted one", "Filter by tag or collection"
DELETED: Final = "Show what you deleted, and bring it back"
"""Descriptions of keys whose lines would be too long otherwise."""

WITH_STEPS = frozenset(
    ["follow", "edit", "read", "compare", "pick", "again", "carry_over", "open_review", "export"]
)
"""Actions on the marked procedure that need a readable file."""
WITH_ONE = WITH_STEPS | {"show_history", "edit_labels", "delete", "copy"}  # actions on the marked procedure


class Finder(SearchField):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.out", "All", id="search.out", tooltip="Clear the search")
    ]


_FIRST: Final = 100
"""How-tos listed while the rest of a large library is still being read."""


class LibraryScreen(Searching):
    """The screen with everything that was saved."""

    CSS_PATH = ["../home/home.tcss", "library.tcss", "../follow/follow.tcss"]  # noqa: RUF012 - Textual declares it so
    AUTO_FOCUS = "#books"
    """Only at first; later the focus stays, as letters typed into a search would be keys in the list."""
    HELP = """Your how-tos, each variant below its original. They are Markdown files in your data folder.
    Enter tailors the selected one again, f follows it step by step, p shows all of it, c compares it with its
    original, i imports others from files, web pages or the clipboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "do('actions', 'follow')", "Follow", id="library.follow", tooltip="Follow it step by step"),
        Binding("e", "do('actions', 'edit')", "Edit", id="library.edit", tooltip=EDIT),
        Binding("c", "do('actions', 'compare')", "Compare", show=False, id="library.compare", tooltip=COMPARE),
        Binding("i", BRING, "Import", id="library.import", tooltip=IMPORT),
        Binding("f7", BRING, "Import", show=False, id="library.import_too", tooltip=IMPORT),
        Binding("slash", "find", "Search", id="library.find", tooltip=WHAT_IS_SEARCHED),
        Binding("p", READ, "Read", show=False, id="library.read", tooltip="Read it all, with every step"),
        Binding("h", HISTORY, "History", show=False, id="library.history", tooltip="Its versions"),
        Binding("space", "pick", "Select", show=False, id="library.pick", tooltip=SELECT),
        Binding("a", "again", "Tailor again", show=False, id="library.again_too", tooltip="Tailor it again"),
        Binding("r", "do('actions', 'carry_over')", "Update", show=False, id="library.rebase", tooltip=CARRY),
        Binding(
            "o", "do('actions', 'open_review')", "Its review", show=False, id="library.review", tooltip=REVIEW
        ),
        Binding("t", "do('actions', 'edit_labels', 'tag')", "Tags", show=False, id="library.tag"),
        Binding(
            "T", "do('actions', 'edit_labels', 'collection')", "Collections", show=False, id="library.collect"
        ),
        Binding("l", "narrow", "Labels", show=False, id="library.labels", tooltip=LABELS),
        Binding(
            "x",
            "do('actions', 'export')",
            "Export",
            show=False,
            id="library.export",
            tooltip="Save it to a file, or as a page to print",
        ),
        Binding(
            "d,delete", "do('actions', 'delete')", TO_TRASH, show=False, id="library.delete", tooltip=TO_TRASH
        ),
        Binding("u", "do('actions', 'undelete')", "Undelete", show=False, id="library.undelete", tooltip=TRASH),
        Binding("U", "do('actions', 'show_trash')", "Trash", show=False, id="library.trash", tooltip=DELETED),
        Binding("v", "order", "Tree or list", show=False, id="library.order"),
        Binding("y", "copy", "Copy its id", show=False, id="library.copy"),
        Binding("escape", "out", "Home", show=False, id="library.home", tooltip="Clear the search, then Home"),
    ]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.search = Finder(placeholder=WHAT_IS_SEARCHED, id="find", select_on_focus=True)
        self.books = ProcedureList()
        self.preview = SavedPreview(id="preview")
        self.actions = LibraryActions(screen=self, workspace=workspace, books=self.books, reload=self.reload)
        self.chosen_label: Label | None = None  # only procedures with this label are listed
        self.unread = False  # the folder itself cannot be read
        self.stands = False  # the list was drawn once; keys wait for that
        self._left = True  # the person was on another screen since, not just in a window about the marked one
        self._previewed = ""  # the id of the procedure in the preview; "" to read it again
        self._count = ""  # how many match, unless all are listed
        self._remark = ""  # the sentence about the procedure in the preview

    def body(self) -> Iterable[Widget]:
        yield titled(self.search, "Search")
        yield Horizontal(titled(self.books, "Library"), titled(self.preview, "Steps"), id="middle")
        yield Static(id="says")

    @property
    def entries(self) -> tuple[LibraryEntry, ...]:
        return self.books.contents.entries

    def current_procedure(self) -> Procedure | None:
        """The marked procedure; None if its file cannot be read, as the preview says."""
        entry = self.books.chosen()
        try:
            return self.workspace.library.load(entry.id).procedure if entry else None
        except TailorError:
            return None

    def chosen_procedures(self) -> Sequence[Procedure]:
        """The selected ones, else the marked one. Raises TailorError if one cannot be read: none is left out."""
        return [self.workspace.library.load(entry.id).procedure for entry in self.books.selected()]

    def pressing(self) -> Collection[str]:
        """The key that shows the steps if there is no room for them beside the list."""
        if self.books.is_damaged:
            return (HISTORY,)
        return () if self.preview.display else (READ,)

    @property
    def chosen_id(self) -> str:
        """The ids of the selected procedures, else of the marked one."""
        return " ".join(entry.id for entry in self.books.selected())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable item actions without a selection, search in an empty library, import into an unreadable one.

        A damaged file can still be deleted, labelled, and restored to an earlier version.
        """
        what = parameters[1] if action == "do" else action
        rules_out = (
            (what in WITH_ONE and not self.books.listed)
            or (what in WITH_STEPS and self.books.is_damaged)
            or (what == "find" and self.stands and not self.entries)
            or (what == "import_procedures" and self.unread)
        )
        return False if rules_out else super().check_action(action, parameters)

    def on_mount(self) -> None:
        """Watch for what commands and other windows save and delete."""
        self.set_interval(LOOK, self.look)

    def look(self) -> None:
        """List the library again if it is in front and has changed; the mark stays where it is."""
        reading = any(one.group == "library" and one.is_running for one in self.workers)
        if self.is_current and not reading and self.workspace.library_stamp != self.books.contents.stamp:
            self._left = False
            self.reload()

    def on_screen_suspend(self) -> None:
        """Remember whether the person goes elsewhere or only opens a window about the marked one."""
        self._left = not isinstance(self.app.screen, ModalScreen)

    def on_screen_resume(self) -> None:
        """Reload, as something may have been saved since."""
        self.reload()

    @work(exclusive=True, group="library", exit_on_error=False)
    async def reload(self) -> None:
        """Read the library if it has changed, and list it."""
        stamp = self.workspace.library_stamp
        try:
            if stamp != self.books.contents.stamp:
                before = frozenset(entry.id for entry in self.entries)
                if first := self.books.contents.stamp < 0:
                    self.books.contents = await aside(read_contents, self.workspace.library, -1, _FIRST)
                    if self.entries:
                        self.books.wanted = self.books.wanted or self.entries[0].id
                        self.redraw()
                self.books.contents = await aside(read_contents, self.workspace.library, stamp)
                new = next((entry.id for entry in self.entries if entry.id not in before and not first), "")
                if self._left:  # mark what was saved last
                    self.books.wanted = self.books.wanted or new
                self.books.damaged, self.unread, self._previewed = set(), False, ""
                self.books.texts, self.books.known = {}, ()
            self.books.followed = await aside(progress_store(self.workspace.paths).going)
        except TailorError as error:
            self.unread = stamp != self.books.contents.stamp
            self.redraw()
            self.tell(error.message, wrong=True)
            return
        self.redraw()
        await aside(self.books.all_rows, not self.books.as_tree)  # for the key that changes the order

    def redraw(self) -> None:
        """List what matches the search and the label, and say how many there are."""
        query = self.search.value
        words = sought(query, self.entries, self.books.texts, self.books.known)
        fitting = found(self.entries, words, self.chosen_label, self.books.texts)
        self.books.fill(
            (fitting[:MOST_FOUND] if query else fitting) if query or self.chosen_label else None, words
        )
        if query and self.entries and not self.books.texts:
            self._read_texts()
        if not self.books.option_count:
            self._previewed, self._remark = "", ""
            none = f"No matches. Esc clears the {'search' if query else 'filter'}." if self.entries else ""
            self.preview.show(partial(note_page, none, MUTED))
        self.query_one("#middle").display = self.search.display = bool(self.entries)
        self.set_class(not self.entries, "-empty")
        if self.entries and self.focused is None:  # it was empty, and hidden widgets lose the focus
            self.books.focus()
        self._count = _count_words(self.entries, fitting, query, self.chosen_label)
        self._say()
        self.stands = True
        self.refresh_bindings()

    def _say(self) -> None:
        picked = len(self.books.picked)
        chosen = f"{picked} selected: t tags, d deletes, x exports, c compares, esc clears" if picked else ""
        lost = ""
        if unread := self.books.contents.unread:
            what = "it" if unread == 1 else "them"
            lost = f"{unread:,} unreadable and not shown: `tailor library check` lists {what}"
        self.tell(" · ".join(filter(None, (chosen, lost, self._count, self._remark))))

    @on(CleanInput.Changed, "#find")
    def _searched(self) -> None:
        if self.books.contents.stamp < 0:
            return
        self._previewed = ""  # its marked words differ now
        self.redraw()

    @work(exclusive=True, group="texts", exit_on_error=False)
    async def _read_texts(self) -> None:
        """Read the texts of the files, and search them too."""
        contents = self.books.contents
        texts, known = await aside(read_words, contents.entries)
        if contents is self.books.contents:
            self.books.texts, self.books.known = texts, known
            self.redraw()

    def _show(self, id: str) -> None:
        self._previewed, self._remark = id, ""
        try:
            saved = self.workspace.library.read(id)
        except NotFoundError as error:
            self.preview.show(partial(note_page, error.message, MUTED))
            if self.workspace.library_stamp != self.books.contents.stamp:
                notify(self.app, error.message)
                self.reload()  # it was deleted after the list was read
            return
        except TailorError as error:
            self.preview.show(partial(note_page, error.message, "$text-error"))
            self.books.damage(id)
            self.refresh_bindings()
            self.tell(f"Unreadable: {id}.md", wrong=True)  # for windows without room for the preview
            return
        self.preview.show_saved(self.workspace, saved, self.books.found)
        edited = "Edited by hand since it was saved. " if saved.state == "edited" else ""
        newer = "The original is newer: r updates this one. " if id in self.books.contents.outdated else ""
        placed = self.books.listed.get(id)
        said = (stars(placed[1]), tag_words(placed[1])) if placed else ()
        given = "".join(f"{words}  " for words in said if words)
        self._remark = given + edited + newer + you_said(saved.hint)
        self._say()

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_id and event.option_id != self._previewed:
            self._show(event.option_id)
            self.refresh_bindings()

    def action_order(self) -> None:
        """Switch between variants below their originals and all by date."""
        self.books.as_tree = not self.books.as_tree
        self.redraw()
        self.tell("Variants below their originals." if self.books.as_tree else "Newest first.")

    def action_out(self) -> None:
        """Clear the search, then the selection, then the label; if there is none, go Home."""
        if self.search.value or self.search.has_focus:
            self.search.value = ""
            self.books.focus()
        elif self.books.picked:
            self.books.pick()
            self._say()
        elif self.chosen_label is not None:
            self.chosen_label = None
            self.redraw()
        else:
            self.app.switch_mode("home")

    def action_narrow(self) -> None:
        known = labels(self.entries)
        if not known:
            self.tell("There are no labels yet. t tags the selected how-to, T adds it to collections.")
            return
        rows = [f"{kind} {name} · {count:,}" for (kind, name), count in known]
        picks = [ChooserItem(str(at), row) for at, row in enumerate(rows)]
        now = next((str(at) for at, (label, _) in enumerate(known) if label == self.chosen_label), ALL)

        def narrowed(key: str) -> None:
            self.chosen_label = None if key == ALL else known[int(key)][0]
            self.redraw()

        every = ChooserItem(ALL, f"Everything · {len(self.entries):,}")
        self.ask(Chooser("Filter by", [every, *picks], now), narrowed)

    def action_pick(self) -> None:
        """Select the marked procedure as well, or deselect it."""
        if (entry := self.books.chosen()) is not None:
            picked = self.books.picked
            one = (entry.id,)
            self.books.pick(*(id for id in picked if id != entry.id), *(() if entry.id in picked else one))
            self._say()

    @on(OptionList.OptionSelected, "#books")
    def action_again(self) -> None:
        self.actions.tailor_again()


def _count_words(
    entries: Sequence[LibraryEntry], fitting: Sequence[LibraryEntry], query: str, label: Label | None
) -> str:
    """The count, such as "1 of 4 · esc: all"; "" if all are listed."""
    if not entries:
        return EMPTY
    if not query and label is None:
        return ""
    out = "esc: all" if fitting else f"esc clears the {'search' if query else 'filter'}"
    tag = f" · {label[0]} {label[1]}" if label else ""
    more = f"; the best {MOST_FOUND} are shown" if query and len(fitting) > MOST_FOUND else ""
    return f"{len(fitting):,} of {len(entries):,} · {out}{tag}{more}"
