"""One procedure to read, over the list it was chosen from: every step, also where there is no room beside it.

Owns this view. Refuses to change the procedure and to do anything with it: the list below has the keys for that.
"""

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.procedure import Procedure
from tailor.screens.page import whole_page
from tailor.screens.pageview import PageView
from tailor.screens.room import Room
from tailor.screens.safe import MUTED, line


class ReadScreen(Room):
    """A whole procedure."""

    CSS_PATH = "library.tcss"
    HELP = "The whole procedure. j, k and the arrow keys scroll; Esc goes back to the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="read.leave", tooltip="Back to the Library"),
    ]

    def __init__(self, procedure: Procedure) -> None:
        super().__init__()
        self.procedure = procedure

    def body(self) -> Iterable[Widget]:
        """Its id, its page."""
        yield Static(line(self.procedure.id, MUTED, 100), id="title")
        yield PageView(id="page")

    def on_mount(self) -> None:
        """Shows the page."""
        view = self.query_one(PageView)
        view.focus()
        view.show(partial(whole_page, self.procedure))

    def action_leave(self) -> None:
        """Back."""
        self.go_back()
