"""The line a person types into: what comes in by a paste is cleaned before it is kept or drawn.

Owns `Field`; `pad` has the one of many lines. Refuses control characters; never refuses or shortens words.
"""

from textual import events
from textual.message import Message
from textual.widgets import Input

from tailor.core.text import clean


class Field(Input):
    """One line. A paste of several lines is offered to the screen first (`PastedLines`)."""

    class PastedLines(Message):
        """Several lines were pasted; `taken = True` says that the screen put them elsewhere."""

        def __init__(self, field: "Field", text: str) -> None:
            super().__init__()
            self.field = field
            self.text = text

        @property
        def control(self) -> "Field":
            """The field, for @on selectors."""
            return self.field

    takes_lines = False
    """Whether a paste of several lines is given to the screen instead of being joined to one line."""

    def validate_value(self, value: str) -> str:
        """One clean line: a line break becomes a space."""
        return clean(value).replace("\n", " ")

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        text = clean(event.text).strip("\n")
        if self.takes_lines and "\n" in text.strip():
            self.post_message(self.PastedLines(self, text))
            return
        self.replace(" ".join(text.split("\n")), *self.selection)
