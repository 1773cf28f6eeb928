"""The one-line text field: pasted text is cleaned, and Enter is handled in the order of the keys."""

from typing import TYPE_CHECKING, Any, cast

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input

from tailor.core.text import clean

if TYPE_CHECKING:
    from tailor.screens.dialogs.base import Host


class CleanInput(Input):
    """One line of text. A paste of several lines can go to the screen instead (`PastedLines`)."""

    class PastedLines(Message):
        """Several lines were pasted, and none was put into the field."""

        def __init__(self, field: "CleanInput", text: str) -> None:
            super().__init__()
            self.field = field
            self.text = text

        @property
        def control(self) -> "CleanInput":
            """The field, for @on selectors."""
            return self.field

    takes_lines = False
    """Whether pasted lines go to the screen instead of being joined."""

    enter_action = ""
    """The action of Enter, run at once: a binding would run after keys that were typed later."""

    def __init__(self, *given: Any, select_on_focus: bool = False, draft: str = "", **named: Any) -> None:
        """As `Input`, but words are not selected on focus: any key would delete them.

        `draft`: the place in the drafts where what is typed here is kept; "" for none.
        """
        self.draft = draft
        super().__init__(*given, select_on_focus=select_on_focus, **named)

    async def _on_key(self, event: events.Key) -> None:
        """Handle Enter at once; forward keys that arrive after the focus has moved to the newly focused widget."""
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
        """The keys bound to `enter_action`: a person may have remapped it."""
        active = self.screen.active_bindings.items()
        return {key for key, one in active if one.binding.action == self.enter_action} or {"enter"}

    def validate_value(self, value: str) -> str:
        """One clean line: a line break becomes a space."""
        return clean(value).replace("\n", " ")

    def watch_value(self) -> None:
        """Keeps the words, and the cursor in view when the first come all at once (Textual scrolls only later)."""
        self._show_cursor()
        if self.draft and self.is_mounted:
            cast("Host", self.app).drafts.keep(self.draft, self.value)

    def on_resize(self) -> None:
        """Keeps the cursor in view of words set before the field had a width."""
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
