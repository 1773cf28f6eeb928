"""The text field of many lines; apart from `inputs`, because Textual's TextArea loads slowly."""

from collections.abc import Callable, Sequence

from textual import events
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, Selection

from tailor.core.text import clean

LONGEST_WRAPPED = 20_000
"""Characters of a line beyond which nothing is wrapped: wrapping a megabyte takes seconds a key."""


class CleanTextArea(TextArea):
    """Many lines of clean text."""

    def __init__(
        self,
        text: str = "",
        *,
        id: str | None = None,
        classes: str | None = None,
        soft_wrap: bool = True,
        compact: bool = False,
    ) -> None:
        text = clean(text)
        super().__init__(text, id=id, classes=classes, soft_wrap=soft_wrap and _short(text), compact=compact)
        self._wraps = soft_wrap

    def load_text(self, text: str) -> None:
        """Replaces the text by a cleaned one."""
        super().load_text(clean(text))

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        text = clean(event.text)
        self.soft_wrap = self._wraps and _short(text) and _short(self.text)
        if result := self._replace_via_keyboard(text, *self.selection):
            self.move_cursor(result.end_location)

    def _undo_batch(self, edits: Sequence[Edit]) -> None:
        self._wrapping_all(super()._undo_batch, edits)

    def _redo_batch(self, edits: Sequence[Edit]) -> None:
        self._wrapping_all(super()._redo_batch, edits)

    def _wrapping_all(self, move: Callable[[Sequence[Edit]], None], edits: Sequence[Edit]) -> None:
        """Undo or redo a batch of edits, and wrap the whole text anew.

        Textual 8.2.8 wraps only the lines between the first and the last edit, by places that the edits between
        have moved, and looks for the cursor where it was before: after some changes over several lines it is on a
        line that is gone, and this or a later key ends the app. Each edit says where the cursor goes in the end.
        """
        wrapped = self.wrapped_document
        wrapped.wrap_range = lambda *_: wrapped.wrap(self.wrap_width, self.indent_width)  # type: ignore[method-assign]
        self.set_reactive(TextArea.selection, Selection())
        try:
            move(edits)
        finally:
            del wrapped.wrap_range


def _short(text: str) -> bool:
    """Whether every line is short enough to be wrapped."""
    return all(len(line) <= LONGEST_WRAPPED for line in text.split("\n"))
