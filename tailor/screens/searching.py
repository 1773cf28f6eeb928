"""A search above a list, and a sentence in place: what the Library and the Memory have in common.

Owns the ways between `#find` and `#books`, and `tell`. Refuses to know what is listed.
"""

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static

from tailor.screens.fields import Field
from tailor.screens.room import Room
from tailor.screens.safe import MUTED, safe


class SearchField(Field):
    """What is searched for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.to_list", "List", id="search.list", tooltip="Down into the list"),
    ]


class Searching(Room):
    """A screen with a search (#find), a list (#books) and a line for what is said (#says)."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No way to where one is already, and none into an empty list."""
        if action == "find":
            return not isinstance(self.focused, Field)
        if action == "to_list":
            return isinstance(self.focused, Field) and bool(self.query_one("#books", OptionList).option_count)
        return super().check_action(action, parameters)

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """A sentence in place."""
        self.query_one("#says", Static).update(safe(words, "$text-warning" if wrong else MUTED))

    def action_find(self) -> None:
        """To the search."""
        self.query_one("#find").focus()

    @on(Field.Submitted, "#find")
    def _search_done(self) -> None:
        self.query_one("#books").focus()

    def action_to_list(self) -> None:
        """From the search down into the list."""
        self.query_one("#books").focus()
