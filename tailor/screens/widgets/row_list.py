"""A list of rows of any height that draws only what is visible, and lays out only the rows that changed."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import accumulate
from typing import Generic, TypeAlias, TypeVar

from textual.content import Content
from textual.events import Resize
from textual.strip import Strip

from tailor.screens.widgets.lists import WIDEST, LineView

R = TypeVar("R", bound=Hashable)

DrawnRow: TypeAlias = Sequence[tuple[str, Content]]
"""A row as lines, no wider than asked for, each with the part of the row that it belongs to."""

MOST_KEPT = 2_000
"""Drawn rows that are cached after they are gone, so that undoing or marking again is instant."""


class RowList(LineView, Generic[R]):
    def __init__(
        self,
        draw: Callable[[R, int], DrawnRow],
        height: Callable[[R, int], int] | None = None,
        *,
        id: str | None = None,
    ) -> None:
        """`height` returns how many lines a row has, if that is quicker than drawing it."""
        super().__init__(id=id)
        self._draw = draw
        self._height = height or (lambda one, width: len(self.drawn(one, width)))
        self._heights: list[int] = []
        self.rows: tuple[R, ...] = ()
        self._ends: list[int] = []
        self._lines: dict[tuple[R, int], DrawnRow] = {}
        self._strips: dict[tuple[R, int], Sequence[Strip]] = {}
        self._in_view: dict[int, Sequence[Strip]] = {}
        """The strips by row index, because looking up a row by its content for every line is slow."""
        self._laid_out = 0
        self._laid_out_in = 0
        """The outer width at that time; if it differs now, the rows will soon be laid out again."""

    def show(self, rows: Iterable[R]) -> None:
        """Show these rows, without redrawing unchanged ones or scrolling."""
        old, self.rows = self.rows, tuple(rows)
        if old != self.rows or not self._is_laid_out:
            self._lay_out(old)

    @property
    def row_width(self) -> int:
        """Cells that a row may use; those of the scrollbar and one before it are always kept free."""
        return min(max(self.scrollable_content_region.width - 1, 1), WIDEST)

    def on_resize(self, event: Resize) -> None:
        if not self._is_laid_out:
            self._lay_out()

    @property
    def _is_laid_out(self) -> bool:
        return (self._laid_out, self._laid_out_in) == (self.row_width, self.outer_size.width)

    def _lay_out(self, before: Sequence[R] = ()) -> None:
        """Compute the heights of the rows; those that were in `before`, the rows laid out last, keep theirs."""
        if not self.size.width:  # not on the screen, and the old line numbers are wrong for the new rows
            self._ends, self._laid_out = [], 0
            return
        width, self._laid_out_in = self.row_width, self.outer_size.width
        self._in_view = {}
        had, self._laid_out = self._heights if self._laid_out == width else (), width
        if len(self._lines) > MOST_KEPT + len(self.rows):
            self._forget(width)
        if len(had) == len(before) == len(self.rows):  # most changes leave every row in place
            stays = zip(self.rows, before, had, strict=True)
            self._heights = [height if one is old else self._height(one, width) for one, old, height in stays]
        else:
            known = {id(one): height for one, height in zip(before, had, strict=False)}
            self._heights = [known.get(id(one)) or self._height(one, width) for one in self.rows]
        self._ends = list(accumulate(self._heights))
        self.redraw(self._ends[-1] if self._ends else 0)

    def _forget(self, width: int) -> None:
        """Drop the cached lines of rows that are gone, but not those of current rows: keys would become slow."""
        kept = ((one, width) for one in self.rows if (one, width) in self._lines)
        self._lines = {key: self._lines[key] for key in kept}
        self.forget_strips()

    def forget_strips(self) -> None:
        """Drop the cached strips, also those of rows that are gone."""
        self._strips, self._in_view = {}, {}

    def drawn(self, one: R, width: int) -> DrawnRow:
        if (found := self._lines.get((one, width))) is None:
            found = self._lines[one, width] = self._draw(one, width)
        return found

    def place(self, index: int, part: str | None = None) -> range:
        """The lines of the row at `index`, or of one part of it."""
        if not 0 <= index < len(self._ends):
            return range(0)
        start = self._ends[index - 1] if index else 0
        if part is None:
            return range(start, self._ends[index])
        drawn = self.drawn(self.rows[index], self._laid_out)
        mine = [at for at, (tag, _) in enumerate(drawn, start) if tag == part]
        return range(mine[0], mine[-1] + 1) if mine else range(start, self._ends[index])

    def reveal(self, lines: range) -> None:
        """Scroll as little as needed to show these lines, or at least the first of them."""
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

    def line(self, at: int) -> Strip:
        index = bisect_right(self._ends, at)
        if index >= len(self._ends) or self._laid_out_in != self.outer_size.width:
            return Strip.blank(self.row_width, self.visual_style.rich_style)
        if (strips := self._in_view.get(index)) is None:
            strips = self._in_view[index] = self._row_strips(self.rows[index], self._laid_out)
        return strips[at - (self._ends[index - 1] if index else 0)]

    def _row_strips(self, one: R, width: int) -> Sequence[Strip]:
        if (found := self._strips.get((one, width))) is None:
            blank = Strip.blank(width, self.visual_style.rich_style)
            drawn = self.drawn(one, width)
            found = self._strips[one, width] = [self.strip(line, width) if line else blank for _, line in drawn]
        return found
