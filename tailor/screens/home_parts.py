"""The fields and the list of Home: their help and their keys.

Owns what each key does while one of them has the focus. Refuses to know the others: `home` puts them together.
"""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from tailor.screens.fields import Field


class SearchField(Field):
    """Where one searches, or types a goal."""

    takes_lines = True
    on_enter = "screen.choose"
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

    on_enter = "screen.start"
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
