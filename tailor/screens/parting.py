"""Where a requirement is parted: a mark between two of its words.

Owns the window. Refuses to part anything: it gives back the place.
"""

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from tailor.screens.dialogs import Dialog, keys_line
from tailor.screens.safe import MUTED, line, lines, row, safe


class PlaceDialog(Dialog[int]):
    """Two halves of a text; Enter gives the first character of the second, Esc None."""

    HELP = "The second half begins where the mark stands. The arrow keys move it by a word."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,k,up", "move(-1)", "One word back", id="parting.back"),
        Binding("right,l,j,down", "move(1)", "One word on", id="parting.on"),
        Binding("enter,s", "done", "Part here", id="parting.done"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words = text.split(" ")
        self.at = max(len(self.words) // 2, 1)
        """How many words the first half has."""

    def inside(self) -> Iterator[Widget]:
        """Title, the halves, the keys."""
        yield Static(line("Where does the second one begin?", "bold"), id="title")
        yield Static(self._halves(), id="halves")
        yield Static(keys_line(("← →", "move"), ("enter", "part here"), ("esc", "leave it whole")), id="keys")

    def _halves(self) -> Content:
        first, second = " ".join(self.words[: self.at]), " ".join(self.words[self.at :])
        return lines(row(("1  ", "$accent"), safe(first)), row(("2  ", "$accent"), safe(second)), line("", MUTED))

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self.at = min(max(self.at + by, 1), len(self.words) - 1)
        self.query_one("#halves", Static).update(self._halves())

    def action_done(self) -> None:
        """Gives the place back."""
        self.dismiss(len(" ".join(self.words[: self.at])) + 1)
