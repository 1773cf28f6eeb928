"""Keys typed before a question is on the screen must not answer it."""

from math import inf

from textual.events import Key
from textual.message import Message
from textual.widget import Widget


class Unseen:
    """Drops keys typed before a widget's content was drawn: nobody should decide on what they have not seen."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._drawn = inf

    def begin(self) -> None:
        """Drop all keys typed before the next drawing, except Esc."""
        self._drawn = inf
        self._widget.call_after_refresh(self._end)

    def _end(self) -> None:
        self._drawn = Message().time  # on the same clock as the times of keys

    def drop_early(self, event: Key) -> None:
        """Stop a key that was typed too early."""
        if event.time < self._drawn and event.key != "escape":
            event.stop()
            event.prevent_default()
