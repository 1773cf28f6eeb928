"""A long list whose rows have several lines; only visible rows are drawn, and only changed ones anew.

`draw` says how a row looks; equal rows must look alike, since drawings are remembered.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from typing import Generic, TypeAlias, TypeVar

from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

R = TypeVar("R", bound=Hashable)

DrawnRow: TypeAlias = Sequence[tuple[str, Content]]
"""A row: for each line the part of the row it belongs to, and the line, no wider than asked for."""

MOST_KEPT = 4_000
"""Drawings of rows that are remembered."""


class RowList(ScrollView, Generic[R]):
    """The rows, one below the other."""

    DEFAULT_CSS = """
    RowList { overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    """
    ALLOW_SELECT = False

    def __init__(
        self,
        draw: Callable[[R, int], DrawnRow],
        height: Callable[[R, int], int] | None = None,
        *,
        id: str | None = None,
    ) -> None:
        """`height` gives the number of lines of a row, if that is quicker than drawing it."""
        super().__init__(id=id)
        self._draw = draw
        self._height = height or (lambda one, width: len(self.drawn(one, width)))
        self.rows: tuple[R, ...] = ()
        self._ends: list[int] = []
        self._lines: dict[tuple[R, int], DrawnRow] = {}
        self._strips: dict[tuple[R, int], list[Strip]] = {}
        self._laid_out = 0

    # -- what is shown ---------------------------------------------------------------------------------------

    def show(self, rows: Sequence[R]) -> None:
        """Show these rows; unchanged ones are not drawn again, and the view stays."""
        new = tuple(rows)
        if new != self.rows or self._laid_out != self.row_width:
            self.rows = new
            self._lay_out()

    @property
    def row_width(self) -> int:
        """Cells a row may use; the scrollbar's place is always kept free."""
        return max(self.scrollable_content_region.width, 1)

    def on_resize(self, event: Resize) -> None:
        """Lays out anew for another width."""
        if self._laid_out != self.row_width:
            self._lay_out()

    def _lay_out(self) -> None:
        if not self.size.width:  # not on the screen: the lines of the rows before are no lines of these
            self._ends, self._laid_out = [], 0
            return
        if len(self._lines) > MOST_KEPT:
            self._lines.clear()
            self._strips.clear()
        self._measure()
        self.refresh()

    def _measure(self) -> None:
        width = self._laid_out = self.row_width
        self._ends = list(accumulate(self._height(one, width) for one in self.rows))
        self.virtual_size = Size(width, self._ends[-1] if self._ends else 0)

    def drawn(self, one: R, width: int) -> DrawnRow:
        """The drawing of a row at this width."""
        key = (one, width)
        if (found := self._lines.get(key)) is None:
            found = self._lines[key] = self._draw(one, width)
        return found

    # -- scrolling -------------------------------------------------------------------------------------------

    def place(self, index: int, part: str | None = None) -> range:
        """The lines of the row at `index`, or of one part of it."""
        if not 0 <= index < len(self._ends):
            return range(0)
        start = self._ends[index - 1] if index else 0
        if part is None:
            return range(start, self._ends[index])
        mine = [
            at for at, (tag, _) in enumerate(self.drawn(self.rows[index], self._laid_out), start) if tag == part
        ]
        return range(mine[0], mine[-1] + 1) if mine else range(start, self._ends[index])

    def reveal(self, lines: range) -> None:
        """Scroll as little as needed to see these lines, the first of them above all."""
        height = self.scrollable_content_region.height
        top = self.scroll_offset.y
        if not lines or not height:
            return
        if lines.start < top or len(lines) >= height:
            target = lines.start
        elif lines.stop > top + height:
            target = lines.stop - height
        else:
            return
        self.scroll_to(y=max(target, 0), animate=False, immediate=True)

    def index_at(self, y: int) -> int | None:
        """The row on line `y` of the view."""
        index = bisect_right(self._ends, y + self.scroll_offset.y)
        return index if index < len(self._ends) else None

    def part_at(self, y: int) -> tuple[int, str] | None:
        """The row on line `y` of the view and its part there."""
        index = self.index_at(y)
        if index is None:
            return None
        within = y + self.scroll_offset.y - self.place(index).start
        return index, self.drawn(self.rows[index], self._laid_out)[within][0]

    # -- drawing ---------------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One line of the view."""
        index = self.index_at(y)
        width = self.row_width
        if index is None or self._laid_out != width:
            return Strip.blank(width, self.visual_style.rich_style)
        return self._row_strips(self.rows[index], width)[y + self.scroll_offset.y - self.place(index).start]

    def _row_strips(self, one: R, width: int) -> list[Strip]:
        key = (one, width)
        if (found := self._strips.get(key)) is None:
            found = self._strips[key] = [self._strip(line, width) for _, line in self.drawn(one, width)]
        return found

    def _strip(self, line: Content, width: int) -> Strip:
        style = self.visual_style
        strips = Visual.to_strips(self, line, width, 1, style) if line else []
        return (
            strips[0].extend_cell_length(width, style.rich_style)
            if strips
            else Strip.blank(width, style.rich_style)
        )

    def notify_style_update(self) -> None:
        """Draws anew in the colours of another theme."""
        super().notify_style_update()
        self._strips.clear()
