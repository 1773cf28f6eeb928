"""The answers of a window: a list as high as its rows, also where a row needs two lines.

Owns the height. Refuses to know the answers. Textual measures the rows without the bar for scrolling, breaks them
with it, and keeps a bar that nothing needs.
"""

from textual.geometry import Size
from textual.widgets import OptionList


class Choices(OptionList):
    """What one chooses from; the room of the bar is kept free."""

    DEFAULT_CSS = """
    Choices { scrollbar-size: 0 1; scrollbar-gutter: stable; overflow-x: hidden; }
    """

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines of all rows beside the bar."""
        return super().get_content_height(container, viewport, width - self.scrollbar_size_vertical)
