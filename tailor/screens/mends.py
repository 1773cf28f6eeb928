"""Faults of Textual that end the app, mended where they are; each with the fault and how it shows.

Owns these and nothing else. Refuses changes of taste: what is not a crash stays as Textual has it. A test shows
each fault without its mend, so that a mend that is no longer needed is noticed.
"""

from textual.widgets import OptionList

_move_page = OptionList._move_page


def mend() -> None:
    """Puts the mends in; once or more often is the same."""
    OptionList._move_page = _page_where_there_are_lines  # type: ignore[method-assign]


def _page_where_there_are_lines(self: OptionList, direction: int) -> None:
    """A page up or down; nothing while the list is not laid out yet, or has no room for a line.

    Textual 8.2.8 looks the marked row up in the lines and raises KeyError: in a list that is hidden, in a window
    of no width, or whose rows came a moment ago.
    """
    lines = self._index_to_line
    if (self.highlighted or 0) in lines:
        _move_page(self, -1 if direction < 0 else 1)
