"""The window in which a change is taken in part."""

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core import worddiff
from tailor.screens.dialogs.base import ListDialog
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text


class PartsList(OptionList, inherit_bindings=False):
    """The parts of a change; space and Enter belong to the window."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "Next", show=False, id="parts.next"),
        Binding("up,k", "cursor_up", "Previous", show=False, id="parts.previous"),
    ]


class PartsSheet(ListDialog[str]):
    """The parts of one change, all taken at first; gives back the step with those still taken, or None for Esc."""

    HELP = """Each row is one part of the change: the old words and the new ones. Space
    leaves a part out or puts it back; the result is shown below. Enter accepts the result."""
    DEFAULT_CSS = "PartsSheet #text { margin-top: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "In or out", id="parts.switch", tooltip="Include or leave out this part"),
        Binding("enter", "done", "Accept", id="parts.done", tooltip="Accept the included parts"),
    ]
    keys = (("space", "in or out"), ("enter", "accept"), ("esc", "cancel"))

    def __init__(self, title: str, old: str, new: str) -> None:
        super().__init__(line_text(title, "bold"))
        self._old, self._new = old, new
        self._parts = worddiff.parts(old, new)
        self.taken = set(range(len(self._parts)))

    @property
    def words(self) -> str:
        """The step with the taken parts only."""
        return worddiff.partly(self._old, self._new, self.taken)

    def inside(self) -> Iterator[Widget]:
        """The parts, and the step that comes of those taken."""
        yield PartsList(id="choices")
        with VerticalScroll(id="text", can_focus=False):
            yield Static(self._made(), id="made")

    def _made(self) -> Content:
        return safe_text(self.words if self.taken else "No part is left. Press x to reject it.", MUTED)

    def rows(self) -> list[Option]:
        return [Option(self._row(number, *texts)) for number, texts in enumerate(self._parts)]

    def _row(self, number: int, gone: str, fresh: str) -> Content:
        sign = ("● ", "$accent") if number in self.taken else ("○ ", MUTED)
        before, after = line_text(gone or "nothing", MUTED, 80), line_text(fresh or "nothing", "bold", 80)
        return row_text(sign, before, (" -> ", MUTED), after)

    def action_switch(self) -> None:
        """Leaves the marked part out, or takes it again."""
        self.taken ^= {self.at}
        self.show_rows()
        self.query_one("#made", Static).update(self._made())

    def action_done(self) -> None:
        """Gives back the resulting step; needs at least one part."""
        if self.taken:
            self.dismiss(self.words)
