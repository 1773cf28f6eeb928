"""The fields and the list of Home: their help, their keys and their words.

Owns what each key does while one of them has the focus. Refuses to know the others: `home` puts them together.
"""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tailor.screens.fields import Field
from tailor.screens.rows import ListRow

if TYPE_CHECKING:
    from tailor.screens.shelf import Book

WRITES_NEW = "Nobody wrote this down here yet: F4 writes a new one for this goal."
NOT_WRITTEN = "Its steps are not written down yet.\nEnter lets you type or paste them; F4 writes them."
NOTICE = "A machine proposes the edits and can be wrong; you decide."
"""Said on Home until something was run or saved here (DESIGN 12)."""
READING = "The procedures are being read …"

SHORT_EXAMPLE = "What is special? Say: no oven"
"""`EXAMPLE` for a slim window."""

NEW = "+"
"""The id of the row that stands for a procedure not written down yet."""


class SearchField(Field):
    """Where one searches, or types a goal."""

    takes_lines = True
    enter_action = "screen.choose"
    HELP = """Search your own procedures and the ones Tailor brings along, by any words of their goal. Or type a
    goal nobody wrote down yet, or paste a whole procedure."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.choose", "Choose", id="home.choose"),
        Binding("down", "screen.move(1)", "Next", show=False, id="home.next"),
        Binding("up", "screen.move(-1)", "Previous", show=False, id="home.previous"),
        Binding("pagedown", "screen.move(10)", "Further down", show=False, id="home.page_down"),
        Binding("pageup", "screen.move(-10)", "Further up", show=False, id="home.page_up"),
    ]


class HintField(Field):
    """Where one says what is special."""

    enter_action = "screen.start"
    HELP = """Say in a sentence what is special about your situation: what you lack, what you must avoid, what you
    like, how skilled you are. Below it stands what Tailor reads in it."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.start", "Tailor it", id="home.start"),
        Binding("up", "screen.back", "Back to the list", show=False, id="home.up"),
        Binding("down", "screen.recall", "Words of before", show=False, id="home.recall"),
        Binding("ctrl+t", "screen.requirements", "Requirements", id="home.requirements"),
        Binding("ctrl+o", "screen.profiles", "Profiles", id="home.profiles"),
        Binding(
            "ctrl+l", "screen.editor", "Editor", show=False, id="home.editor", tooltip="Write it in your $EDITOR"
        ),
    ]


class BookList(OptionList):
    """The procedures one can choose."""

    HELP = "The procedures you can start from, your own first. The steps of the marked one stand beside the list."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Choose", id="home.select")]


def book_row(book: "Book") -> Option:
    """The row of a procedure on the shelf."""
    return Option(ListRow(book.goal, book.about, special=book.hint), id=book.key)


def new_row(goal: str) -> Option:
    """The row for what is not on the shelf: typed or pasted by the person."""
    words = f"Type or paste the steps of “{goal}”" if goal else "Type or paste a procedure of your own"
    return Option(ListRow(words, mark="+ "), id=NEW)
