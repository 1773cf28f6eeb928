"""The keys at the foot of a window, each beside its words, in as many rows as the window's width asks for.

Owns where a row ends: between two keys, never between a key and its words. Refuses to know what the keys do.
"""

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from tailor.screens.safe import MUTED, lines, row

GAP = Content("   ")


class KeysLine(Visual):
    """ "c copy   esc close", for a Static."""

    def __init__(self, *keys: tuple[str, str]) -> None:
        self.pairs = [row((key, "$accent"), " ", (words, MUTED)) for key, words in keys]

    def rows(self, width: int) -> list[Content]:
        """All pairs, in rows of at most `width` cells where a single pair is not wider."""
        rows: list[Content] = []
        for pair in self.pairs:
            if rows and rows[-1].cell_length + GAP.cell_length + pair.cell_length <= width:
                rows[-1] = row(rows[-1], GAP, pair)
            else:
                rows.append(pair)
        return rows

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The rows, drawn."""
        return lines(*self.rows(width)).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """As wide as all pairs beside each other."""
        return GAP.join(self.pairs).get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """How many rows it takes."""
        return lines(*self.rows(width)).get_height(rules, width)
