"""The one-line footer: at most six keys, never cut, `Quit` always at its end.

Owns which keys fit the width. Refuses to invent keys: it shows what the screen's active bindings say, so a
remapped key shows as remapped. Textual's own Footer scrolls out of sight at 80 columns and is one widget a key.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.widget import Widget

from tailor.screens.safe import row

if TYPE_CHECKING:
    from textual.binding import Binding
    from textual.screen import Screen

MOST = 6
GAP = 3


class KeyBar(Widget):
    """The keys that work now."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: 1;
        padding: 0 3;
        color: $foreground-muted;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[range, str]] = []

    def on_mount(self) -> None:
        """Redraws whenever the bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, screen: "Screen[object]") -> None:
        if screen is self.screen:
            self.refresh()

    def render(self) -> Content:
        """The keys that fit, the last one at the right edge."""
        *others, last = self._fitting(self.size.width)
        used = sum(map(_width, others)) + GAP * len(others)
        room = max(self.size.width - used - _width(last), 0)
        pieces: list[Content] = []
        at = 0
        self._places = []
        for entry in (*others, last):
            if entry is last:
                pieces.append(Content(" " * room))
                at += room
            width = _width(entry)
            self._places.append((range(at, at + width), entry[2].key))
            pieces.append(row((entry[0], "$accent"), " ", entry[1], "" if entry is last else " " * GAP))
            at += width + GAP
        return row(*pieces)

    def on_click(self, event: events.Click) -> None:
        """A click on a key does what the key does."""
        at = event.x - self.styles.padding.left
        for place, key in self._places:
            if at in place:
                self.app.simulate_key(key)

    def _fitting(self, width: int) -> list[tuple[str, str, "Binding"]]:
        """The shown bindings in order, those that fit before the last, which always stays."""
        entries = list(self._entries())
        quits = [entry for entry in entries if entry[2].action.endswith("quit")][:1]
        last = quits or entries[-1:]
        fitting: list[tuple[str, str, Binding]] = []
        left = width - sum(map(_width, last))
        for entry in entries:
            if entry in last or len(fitting) == MOST - 1:
                continue
            left -= _width(entry) + GAP
            if left < 0:
                break
            fitting.append(entry)
        return fitting + last

    def _entries(self) -> Iterator[tuple[str, str, "Binding"]]:
        seen: set[str] = set()
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show and enabled and binding.description and binding.action not in seen:
                seen.add(binding.action)
                yield self.app.get_key_display(binding), binding.description, binding


def _width(entry: tuple[str, str, "Binding"]) -> int:
    return row(entry[0], " ", entry[1]).cell_length
