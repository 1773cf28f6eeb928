"""What is typed before a question is seen does not answer it."""

from math import inf

from textual.events import Key
from textual.message import Message
from textual.widget import Widget


class Unseen:
    """Drops keys typed before what a widget shows was drawn: nobody decides on what they have not seen."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._drawn = inf

    def begin(self) -> None:
        """From now on keys are dropped, up to those typed before the next drawing; Esc never is."""
        self._drawn = inf
        self._widget.call_after_refresh(self._end)

    def _end(self) -> None:
        self._drawn = Message().time  # by the clock that gives keys their time

    def drop_early(self, event: Key) -> None:
        """Ends the way of a key typed too early."""
        if event.time < self._drawn and event.key != "escape":
            event.stop()
            event.prevent_default()
