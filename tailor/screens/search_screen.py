"""The base of screens with a search above a list: the library and the memory."""

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from tailor.screens.base import BaseScreen
from tailor.screens.widgets.content import notify
from tailor.screens.widgets.inputs import CleanInput


class SearchField(CleanInput):
    """A search above a list (#books): Enter and Down lead into the list."""

    most = 300
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "to_list", "List", id="search.list", tooltip="Down into the list")
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the way into an empty list."""
        return action != "to_list" or bool(self.screen.query_one("#books", OptionList).option_count)

    @on(CleanInput.Submitted)
    def action_to_list(self) -> None:
        self.screen.query_one("#books").focus()


class Searching(BaseScreen[None]):
    """A screen with a search (#find) above a list (#books)."""

    @property
    def chosen_id(self) -> str:
        """The id of the marked procedure, as the command line takes it; "" for none."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Do not offer the search while it has the focus."""
        return not (action == "find" and isinstance(self.focused, CleanInput))

    def action_find(self) -> None:
        self.query_one("#find").focus()

    def action_copy(self) -> None:
        """Copy the id of the marked procedure, for the command line."""
        if id := self.chosen_id:
            self.app.copy_to_clipboard(id)
            notify(self, f"Copied: {id}")
