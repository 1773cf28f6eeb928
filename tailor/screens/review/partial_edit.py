"""One changed step in its parts: some are taken, the others stay as they were.

Owns the window. Refuses to decide: the words it gives back are the person's own from then on.
"""

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.worddiff import partly, parts
from tailor.screens.dialogs.base import Dialog, keys_line
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text


class PartsList(OptionList, inherit_bindings=False):
    """The parts; space and Enter are the window's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "Next", show=False, id="parts.next"),
        Binding("up,k", "cursor_up", "Previous", show=False, id="parts.previous"),
    ]


class PartsSheet(Dialog[str]):
    """The parts of one change, all taken at first; Enter gives the words with those that are still, Esc None."""

    HELP = """Each row is one place where the step changes: what stood there, and what would stand there. space
    leaves a part out or takes it in again; below stands what comes of it. Enter takes that as your words."""
    DEFAULT_CSS = "PartsSheet #text { margin-top: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "In or out", id="parts.switch", tooltip="Take this part, or leave it out"),
        Binding("enter", "done", "Take", id="parts.done", tooltip="Take the parts that are in"),
    ]

    def __init__(self, title: str, old: str, new: str) -> None:
        super().__init__()
        self._texts = (title, old, new)
        self._parts = parts(old, new)
        self.taken = set(range(len(self._parts)))

    @property
    def words(self) -> str:
        """The step with the parts that are taken."""
        _, old, new = self._texts
        return partly(old, new, self.taken)

    def inside(self) -> Iterator[Widget]:
        """Title, the parts, what comes of them, the keys."""
        yield Static(line_text(self._texts[0], "bold"), id="title")
        yield PartsList(id="choices")
        with VerticalScroll(id="text", can_focus=False):
            yield Static(id="made")
        yield Static(keys_line(("space", "in or out"), ("enter", "take"), ("esc", "leave it")), id="keys")

    def on_mount(self) -> None:
        """The parts get the keys."""
        self._show(0)
        self.query_one(PartsList).focus()

    def _show(self, at: int) -> None:
        listed = self.query_one(PartsList)
        listed.set_options([Option(self._row(number)) for number in range(len(self._parts))])
        listed.highlighted = at
        words = self.words if self.taken else "Nothing is left: x rejects it."
        self.query_one("#made", Static).update(safe_text(words, MUTED))

    def _row(self, number: int) -> Content:
        gone, fresh = self._parts[number]
        sign = ("● ", "$accent") if number in self.taken else ("○ ", MUTED)
        return row_text(
            sign,
            line_text(gone or "nothing", MUTED, 80),
            (" -> ", MUTED),
            line_text(fresh or "nothing", "bold", 80),
        )

    def action_switch(self) -> None:
        """Leaves the marked part out, or takes it in again."""
        at = self.query_one(PartsList).highlighted or 0
        self.taken ^= {at}
        self._show(at)

    def action_done(self) -> None:
        """The words with these parts; without any of them nothing is given."""
        if self.taken:
            self.dismiss(self.words)
