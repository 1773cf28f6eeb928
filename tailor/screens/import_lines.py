"""The lines of an import, one a row, each with what it is; drawn only where one looks, so that 20,000 are a few.

Owns the widget, its mark and the look of a row. Refuses to change a line: the screen does.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from tailor.library.manual_import import Kind, Line
from tailor.screens.safe import MUTED, line, row

STYLES: Final[dict[Kind, str]] = {
    "goal": "bold",
    "resource": "$accent",
    "heading": "italic $accent",
    "step": "",
    "unused": MUTED,
}
WIDTH: Final = 10
"""Cells of the word before a line: "step 12345" just fits."""
LEAD: Final = 2 + WIDTH + 1
"""Cells before the words of a line."""


class LineList(ScrollView, can_focus=True, inherit_bindings=False):
    """The lines, and which one is marked."""

    DEFAULT_CSS = """
    LineList { overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    """
    HELP = """Each line says what it is: s makes it a step, r a resource, h a heading, g the goal, x leaves it out.
    m joins it to the line above, c cuts it at its sentences, e lets you write it anew."""
    ALLOW_SELECT = False

    class Marked(Message):
        """Another line is marked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: Sequence[Line] = ()
        self.mark = 0
        self._numbers: list[int] = []

    def show(self, lines: Sequence[Line], mark: int) -> None:
        """Other lines; the view goes to the marked one."""
        self.lines = lines
        self._numbers = list(accumulate(one.kind == "step" for one in lines))
        self._measure()
        self.go(mark)

    def go(self, to: int) -> None:
        """Marks a line, the nearest where there is none."""
        self.mark = min(max(to, 0), max(len(self.lines) - 1, 0))
        height, top = self.scrollable_content_region.height, self.scroll_offset.y
        if height and not top <= self.mark < top + height:
            target = self.mark if self.mark < top else self.mark - height + 1
            self.scroll_to(y=target, animate=False, immediate=True)
        self.refresh()
        self.post_message(self.Marked())

    @property
    def cuts(self) -> bool:
        """Whether the marked line is longer than its row."""
        text = line(self.lines[self.mark].text, limit=1_000) if self.lines else line("")
        return text.cell_length > self.scrollable_content_region.width - LEAD

    @property
    def page(self) -> int:
        """Rows one sees at once."""
        return max(self.scrollable_content_region.height - 1, 1)

    def on_resize(self, event: Resize) -> None:
        """The marked line stays in view."""
        self._measure()
        self.go(self.mark)

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.lines))

    def on_click(self, event: Click) -> None:
        """A click marks the line."""
        at = event.y + self.scroll_offset.y
        if at < len(self.lines):
            self.go(at)

    def render_line(self, y: int) -> Strip:
        """One row of the view."""
        at, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if not 0 <= at < len(self.lines) or width <= 0:
            return Strip.blank(max(self.size.width, 0), self.visual_style.rich_style)
        content = drawn(self.lines[at], self._numbers[at], at == self.mark, width)
        [strip, *_] = Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)
        return strip


def drawn(one: Line, number: int, marked: bool, width: int) -> Content:
    """One row: what the line is, and its words as far as they fit."""
    style = STYLES[one.kind]
    word = f"step {number}" if one.kind == "step" else one.kind
    lead = row(("▌ " if marked else "  ", "$accent"), (f"{word:<{WIDTH}} ", "$accent" if marked else MUTED))
    text = line(one.text, f"bold {style}" if marked else style, max(width, 20))
    return row(lead, text).truncate(width, ellipsis=True)
