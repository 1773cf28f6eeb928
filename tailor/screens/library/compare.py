"""Two procedures compared word by word; and the versions of one.

Owns these two views. Refuses to change either procedure.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.procedure import Procedure
from tailor.library.entries import LibraryEntry
from tailor.screens.base import BaseScreen
from tailor.screens.catalog import steps_words
from tailor.screens.dialogs.base import Dialog, keys_line
from tailor.screens.library.tree import compare_page
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text
from tailor.screens.widgets.lists import ChoiceList, ListRow
from tailor.screens.widgets.page_view import PageView, whole_page


class CompareScreen(BaseScreen[None]):
    """What turns one procedure into the other."""

    CSS_PATH = "library.tcss"
    HELP = """What goes is struck through, and what comes is underlined; without colours they stand in [-…-] and
    {+…+}. + is a new step, − one that goes, ~ a changed one."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="compare.leave", tooltip="Back to the Library"),
    ]

    def __init__(self, before: Procedure, after: Procedure) -> None:
        super().__init__()
        self._pair = (before, after)

    def body(self) -> Iterable[Widget]:
        """Both names, the changes."""
        before, after = self._pair
        yield Static(lines(_name("from", before), _name("to", after)), id="title")
        yield PageView(id="page")

    def on_mount(self) -> None:
        """Shows the changes."""
        view = self.query_one(PageView)
        view.focus()
        view.show(partial(compare_page, *self._pair, bool(self.app.no_color)))

    def action_leave(self) -> None:
        """Back."""
        self.go_back()


def _name(word: str, one: Procedure) -> Content:
    """The version stands first: the end of a long name is cut where it is narrow."""
    version = one.id.rpartition(".v")[2]
    which = f"v{version}  " if version.isdecimal() else ""
    goal = line_text(one.goal or "Without a goal", "bold", 100)
    return row_text((f"{word:>4}  ", MUTED), (which, "$accent"), goal, (f"   {one.id}", MUTED))


class HistoryDialog(Dialog[tuple[str, str]]):
    """The versions of a procedure, the newest first; gives back what to do (show, compare) with which one."""

    HELP = """Enter shows the marked version, c compares it with the newest, r makes it the
    newest again, Esc closes this."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "give('show')", "Show", show=False, id="history.show"),
        Binding("r", "give('restore')", "Restore", id="history.restore", tooltip="Make it the newest again"),
        Binding("c", "give('compare')", "Compare", id="history.compare", tooltip="Compare with the newest"),
    ]

    def __init__(self, versions: Sequence[LibraryEntry]) -> None:
        super().__init__()
        self._versions = versions

    def inside(self) -> Iterator[Widget]:
        """Title and versions."""
        yield Static("History", id="title")
        yield ChoiceList(*(version_option(entry) for entry in reversed(self._versions)), id="choices")
        yield Static(keys_line(("enter", "show"), ("c", "compare"), ("r", "restore"), ("esc", "close")), id="keys")

    def on_mount(self) -> None:
        """The versions get the keys."""
        self.query_one(OptionList).focus()

    def action_give(self, what: str) -> None:
        """Does it with the marked version."""
        option = self.query_one(OptionList).highlighted_option
        if option is not None and option.id:
            self.dismiss((what, option.id))

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_give("show")


def version_option(entry: LibraryEntry) -> Option:
    """One version as a row."""
    when = entry.created.replace("T", " ")[: len("2026-01-31 12:00")]
    words = f"{when}   {entry.goal}"
    return Option(
        ListRow(words, f"{entry.origin} · {steps_words(entry.steps)}", f"v{entry.version}  "), id=entry.id
    )


class ReadScreen(BaseScreen[None]):
    """A whole procedure."""

    CSS_PATH = "library.tcss"
    HELP = "The whole procedure. j, k and the arrow keys scroll; Esc goes back to the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="read.leave", tooltip="Back to the Library"),
    ]

    def __init__(self, procedure: Procedure) -> None:
        super().__init__()
        self.procedure = procedure

    def current_procedure(self) -> Procedure:
        """The one that is read."""
        return self.procedure

    def body(self) -> Iterable[Widget]:
        """Its id, its page."""
        yield Static(line_text(self.procedure.id, MUTED, 100), id="title")
        yield PageView(id="page")

    def on_mount(self) -> None:
        """Shows the page."""
        view = self.query_one(PageView)
        view.focus()
        view.show(partial(whole_page, self.procedure))

    def action_leave(self) -> None:
        """Back."""
        self.go_back()
