"""Rows of lists: words at the left, muted words at the right edge, always one line high.

A row is drawn only when visible, so 10,000 of them are laid out without looking at their texts.
"""

from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList

from tailor.screens.widgets.content import MUTED, line_text, row_text

NARROWEST = 44
"""Width below which the right words are left out, by default."""
NARROWEST_FIGURES = 30
"""The same where the right side is a figure or two."""


class ListRow(Visual):
    """A row of a list; texts may come from anywhere."""

    __slots__ = ("_left", "_narrowest", "_right", "_special", "_warns", "mark")

    def __init__(
        self,
        left: str,
        right: str = "",
        mark: str = "",
        special: str = "",
        narrowest: int = NARROWEST,
        *,
        warns: bool = False,
    ) -> None:
        """`narrowest`: width below which the right words are left out.

        `warns`: the mark warns; otherwise a mark mutes the row.
        """
        self._left = left
        self._right = right
        self._narrowest = narrowest
        self._special = special
        self._warns = warns
        self.mark = mark
        """What is drawn before the words; after changing it, redraw the list."""

    def content(self, width: int) -> Content:
        """The row, `width` cells wide."""
        right = line_text(self._right, MUTED, 60) if width >= self._narrowest else Content("")
        room = width - right.cell_length - (3 if right else 0)
        stepping_back = self.mark and not self._warns
        lead = (self.mark, "$text-warning" if self._warns else "$accent")
        left = row_text(lead, line_text(self._left, MUTED if stepping_back else "", 200))
        if self._special:  # what tells it from others of the same name: it has its part of the room in any case
            special = row_text((" · ", MUTED), line_text(self._special, MUTED, 200))
            least = room - min(special.cell_length, room * 2 // 5)
            left = row_text(left.truncate(max(least, 1), ellipsis=True), special)
        left = left.truncate(max(room, 1), ellipsis=True)
        return row_text(left, " " * max(width - left.cell_length - right.cell_length, 0), right)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The line, drawn now."""
        return self.content(width).render_strips(width, 1, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """The width of the list."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Always one line."""
        return 1


class ChoiceList(OptionList):
    """A list in a dialog; the scrollbar's place is kept free."""

    DEFAULT_CSS = """
    ChoiceList { scrollbar-size: 0 1; scrollbar-gutter: stable; overflow-x: hidden; }
    """

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The height of all rows beside the scrollbar."""
        return super().get_content_height(container, viewport, width - self.scrollbar_size_vertical)
