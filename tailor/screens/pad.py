"""The sheet a person types many lines into, cleaned like `fields`; apart from it, for TextArea is slow to import.

Owns `Pad`. Refuses control characters; never refuses or shortens words.
"""

from textual import events
from textual.widgets import TextArea

from tailor.core.text import clean


class Pad(TextArea):
    """Many lines of prose."""

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        if result := self._replace_via_keyboard(clean(event.text), *self.selection):
            self.move_cursor(result.end_location)
