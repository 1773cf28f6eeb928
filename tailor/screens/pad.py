"""The sheet a person types many lines into, cleaned like `fields`; apart from it, for TextArea is slow to import.

Owns `Pad`. Refuses control characters; never refuses or shortens words.
"""

from textual import events
from textual.widgets import TextArea

from tailor.core.text import clean


class Pad(TextArea):
    """Many lines of prose."""

    def __init__(
        self,
        text: str = "",
        *,
        id: str | None = None,
        classes: str | None = None,
        soft_wrap: bool = True,
        compact: bool = False,
    ) -> None:
        super().__init__(clean(text), id=id, classes=classes, soft_wrap=soft_wrap, compact=compact)

    def load_text(self, text: str) -> None:
        """Another text, cleaned."""
        super().load_text(clean(text))

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        if result := self._replace_via_keyboard(clean(event.text), *self.selection):
            self.move_cursor(result.end_location)
