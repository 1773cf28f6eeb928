"""A page one can scroll: wrapped once for its width, drawn line by line, laid out never.

Owns the widget. Refuses to know what stands on the page: it is given a function from a width to rows. A Static
inside a scroll container would lay the whole screen out anew at every move of the mark (50 ms instead of 10).
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

Rows: TypeAlias = Callable[[int], Sequence[Content]]
"""The rows of a page of the given width in cells."""


class PageView(ScrollView, can_focus=True):
    """Shows the rows of a page."""

    DEFAULT_CSS = """
    PageView { overflow-x: hidden; overflow-y: auto; scrollbar-gutter: stable; scrollbar-size-vertical: 1; }
    """
    HELP = "The steps of the marked procedure. The arrow keys scroll."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down", show=False, id="page.down"),
        Binding("k", "scroll_up", "Up", show=False, id="page.up"),
    ]

    def __init__(self, id: str | None = None, *, can_focus: bool = True) -> None:
        """`can_focus`: False where the keys of the screen act on the page too."""
        super().__init__(id=id)
        self.can_focus = can_focus
        self._make: Rows = lambda _: ()
        self._rows: Sequence[Content] = ()

    def show(self, rows: Rows, *, stays: bool = False) -> None:
        """Another page, from its top; `stays`: the same one as it is by now, scrolled as far as it was."""
        top = self.scroll_offset.y if stays else 0
        self._make = rows
        self._wrap()
        self.scroll_to(y=top, animate=False, immediate=True)

    def on_resize(self, event: Resize) -> None:
        """Wraps anew for another width."""
        self._wrap()

    def _wrap(self) -> None:
        width = self.scrollable_content_region.width
        if width > 0:
            self._rows = self._make(width)
            self.virtual_size = Size(width, len(self._rows))
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of the page as it is scrolled now."""
        at, width = self.scroll_offset.y + y, self.scrollable_content_region.width
        if not 0 <= at < len(self._rows):
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        strips = Visual.to_strips(self, self._rows[at], width, 1, self.visual_style, pad=True) if width > 0 else ()
        return next(iter(strips), Strip.blank(self.size.width, self.visual_style.rich_style))
