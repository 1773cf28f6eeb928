"""The line a person types into: what comes in by a paste is cleaned before it is kept or drawn.

Owns `Field`; `pad` has the one of many lines. Refuses control characters; never refuses or shortens words.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input, TextArea
from textual.widgets.text_area import Edit, Selection

from tailor.core.text import clean


class CleanInput(Input):
    """One line. A paste of several lines is offered to the screen first (`PastedLines`)."""

    class PastedLines(Message):
        """Several lines were pasted; `taken = True` says that the screen put them elsewhere."""

        def __init__(self, field: "CleanInput", text: str) -> None:
            super().__init__()
            self.field = field
            self.text = text

        @property
        def control(self) -> "CleanInput":
            """The field, for @on selectors."""
            return self.field

    takes_lines = False
    """Whether a paste of several lines is given to the screen instead of being joined to one line."""

    enter_action = ""
    """The action of Enter, done here and at once: a binding would act after keys that were typed later."""

    def __init__(self, *given: Any, select_on_focus: bool = False, **named: Any) -> None:
        """As `Input`; but words of one's own are not all marked when one comes back: any key would end them."""
        super().__init__(*given, select_on_focus=select_on_focus, **named)

    async def _on_key(self, event: events.Key) -> None:
        """Nobody types too fast: Enter acts in its turn, and what was typed after it goes where the focus went."""
        focused = self.screen.focused
        if focused is not None and focused is not self:
            event.stop()
            event.prevent_default()
            focused._forward_event(events.Key(event.key, event.character))
        elif self.enter_action and not event.is_printable and event.key in self._keys_of_enter():
            event.stop()
            event.prevent_default()
            await self.run_action(self.enter_action)

    def _keys_of_enter(self) -> set[str]:
        """The keys of the action of Enter: those of its binding, which a person may have changed."""
        active = self.screen.active_bindings.items()
        return {key for key, one in active if one.binding.action == self.enter_action} or {"enter"}

    def validate_value(self, value: str) -> str:
        """One clean line: a line break becomes a space."""
        return clean(value).replace("\n", " ")

    def watch_value(self) -> None:
        """The cursor stays in view, also when the first words come in all at once (Textual scrolls only later)."""
        self._show_cursor()

    def on_resize(self) -> None:
        """The same for words that were there before the line had a width."""
        self._show_cursor()

    def _show_cursor(self) -> None:
        at = cell_len(self.value[: self.cursor_position])
        self.scroll_to_region(Region(at, 0, 2, 1), force=True, animate=False)

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        text = clean(event.text).strip("\n")
        if self.takes_lines and "\n" in text.strip():
            self.post_message(self.PastedLines(self, text))
            return
        self.replace(" ".join(text.split("\n")), *self.selection)


LONGEST_WRAPPED = 20_000
"""Characters of one line beyond which lines are not wrapped: wrapping a megabyte anew takes seconds a key."""


class CleanTextArea(TextArea):
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
        text = clean(text)
        super().__init__(text, id=id, classes=classes, soft_wrap=soft_wrap and _short(text), compact=compact)
        self._wraps = soft_wrap

    def load_text(self, text: str) -> None:
        """Another text, cleaned."""
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
        """Undoes or redoes many edits, and wraps the whole text anew.

        Textual 8.2.8 wraps only the lines between the first and the last edit, by places that the edits between
        have moved, and looks for the cursor where it was before: some changes over several lines leave it at lines
        that are gone, and this or a later key ends the app. Each edit says where the cursor goes in the end.
        """
        wrapped = self.wrapped_document
        wrapped.wrap_range = lambda *_: wrapped.wrap(self.wrap_width, self.indent_width)  # type: ignore[method-assign]
        self.set_reactive(TextArea.selection, Selection())
        try:
            move(edits)
        finally:
            del wrapped.wrap_range


def _short(text: str) -> bool:
    """Whether every line can be wrapped in no time."""
    return all(len(line) <= LONGEST_WRAPPED for line in text.split("\n"))
