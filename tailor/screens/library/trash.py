"""What was deleted, to be looked at and brought back."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tailor.core.text import one_line
from tailor.library.entries import local_time
from tailor.library.trash import TrashItem
from tailor.screens.dialogs.base import ListDialog
from tailor.screens.widgets.content import MUTED, line_text
from tailor.screens.widgets.lists import NARROWEST_FIGURES, ListRow


class TrashDialog(ListDialog[str]):
    """The deleted how-tos, the latest first; returns the name of the one to bring back."""

    HELP = (
        "What you deleted, the latest first. Enter brings the selected one back. Nothing is ever deleted for good."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "give", "Bring back", show=False, id="trash.back"),
    ]
    keys = (("enter", "bring it back"), ("esc", "close"))
    nothing = "The trash is empty."

    def __init__(self, items: Sequence[TrashItem]) -> None:
        super().__init__(line_text("Trash", "bold"), line_text("What you deleted, the latest first", MUTED))
        self._items = items

    def rows(self) -> list[Option]:
        """One a row, with when it was deleted."""
        return [
            Option(
                ListRow(
                    one_line(one.goal or one.name),
                    local_time(one.when, "%d %b %Y %H:%M"),
                    narrowest=NARROWEST_FIGURES,
                )
            )
            for one in self._items
        ]

    @on(OptionList.OptionSelected)
    def action_give(self) -> None:
        """Brings the marked one back."""
        self.dismiss(self._items[self.at].name if self._items else None)
