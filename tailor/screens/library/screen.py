"""The Library: originals with their variants below them, thousands of them without waiting; the marked one beside.

Owns what stands where and which key does what. Refuses the rest: `library_list` has the list, `library_moves`,
`library_keeping`, `library_labels` and `library_bringing` have what is done with it.
"""

from collections.abc import Collection, Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static

from tailor.screens.library.actions import Bringing
from tailor.screens.library.listing import Finder, ProcedureList
from tailor.screens.widgets.page_view import PageView

TRASH = "Bring back the last"
CARRY = "Carry it over to the newer version of its original"
LABELS = "Only those with one tag or collection"
WITH_ONE = frozenset(
    [
        "follow",
        "read",
        "compare",
        "history",
        "pick",
        "again",
        "rebase",
        "review",
        "tag",
        "collect",
        "export",
        "delete",
        "copy",
    ]
)
"""What is done with the marked procedure."""


WITH_STEPS = frozenset(["follow", "read", "compare", "pick", "again", "rebase", "review", "export"])
"""What cannot be done with one whose file cannot be read."""


class LibraryScreen(Bringing):
    """What the person saved."""

    CSS_PATH = ["../home.tcss", "library.tcss", "../follow/follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Your procedures, each variant below its original. They lie in your data folder as plain Markdown.
    Enter tailors the marked one again, f follows it step by step, p opens its page, c compares it with its
    original, i brings others in from files, pages or the clipboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "follow", "Follow", id="library.follow", tooltip="Carry it out step by step"),
        Binding("c", "compare", "Compare", id="library.compare", tooltip="With the picked one, or its original"),
        Binding("i", "bring", "Import", id="library.import", tooltip="Bring in a file, a pasted text or a page"),
        Binding("slash", "find", "Search", id="library.find", tooltip="Search goals, labels and ids"),
        Binding("p", "read", "Read", show=False, id="library.read", tooltip="Read its page, with every step"),
        Binding("h", "history", "History", show=False, id="library.history", tooltip="Its versions"),
        Binding("space", "pick", "Pick", show=False, id="library.pick", tooltip="Pick it to compare with another"),
        Binding("a", "again", "Tailor again", show=False, id="library.again_too", tooltip="Tailor it again"),
        Binding("r", "rebase", "Carry over", show=False, id="library.rebase", tooltip=CARRY),
        Binding("o", "review", "Its review", show=False, id="library.review", tooltip="Open its review again"),
        Binding("t", "tag", "Tags", show=False, id="library.tag"),
        Binding("T", "collect", "Collections", show=False, id="library.collect"),
        Binding("l", "narrow", "Labels", show=False, id="library.labels", tooltip=LABELS),
        Binding("x", "export", "Export", show=False, id="library.export", tooltip="Write it into a file"),
        Binding("d,delete", "delete", "To the trash", show=False, id="library.delete", tooltip="To the trash"),
        Binding("u", "undelete", "Out of the trash", show=False, id="library.undelete", tooltip=TRASH),
        Binding("v", "order", "Tree or list", show=False, id="library.order"),
        Binding("y", "copy", "Copy its id", show=False, id="library.copy"),
        Binding("escape", "out", "Home", show=False, id="library.home", tooltip="Out of the search, then Home"),
    ]

    def body(self) -> Iterable[Widget]:
        """Search, list and preview."""
        yield Static(id="title")
        yield Finder(placeholder="Search", id="find", select_on_focus=True)
        yield Horizontal(ProcedureList(id="books"), PageView(id="preview"), id="middle")
        yield Static(id="says")

    def pressing(self) -> Collection[str]:
        """Where there is no room for the steps beside the list, the key that shows them."""
        return ("history",) if self.damaged else () if self.beside else ("read",)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing where nothing is marked, no search in an empty library; only what a damaged file still lets do.

        Where the folder cannot be read, there is nowhere to import to.
        """
        if (action in WITH_ONE and not self._branches) or (action == "find" and not self.entries):
            return False
        if (action in WITH_STEPS and self.damaged) or (action == "bring" and self.unread):
            return False
        return super().check_action(action, parameters)

    @on(OptionList.OptionSelected, "#books")
    def _selected(self) -> None:
        self.action_again()
