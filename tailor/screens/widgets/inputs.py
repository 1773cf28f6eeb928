"""Text fields for one line of text, on one row or wrapped.

Pasted text is cleaned, and Enter is handled in the order in which keys were typed.
"""

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, chain, pairwise, zip_longest
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.cells import cell_len, get_character_cell_size
from rich.text import Text
from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input

from tailor.core.text import LONGEST_TEXT, clean
from tailor.screens.widgets.content import field_text, notify

if TYPE_CHECKING:
    from tailor.screens.dialogs.base import Host


_WRAPPED: Final = 60
"""Characters from which a pasted line was broken by its width, perhaps in the midst of a sentence."""
_OPEN: Final = re.compile(
    r"(?:[,:!?]|\b(?:and|or|but|not?|an?|the|to|of|for|with|without|from|in|is|are|can['’]?t|cannot|my|our|eat))$",
    re.IGNORECASE,
)
"""The end of a line that needs nothing between it and the next, or whose sentence goes on there."""
_MARKS: Final = re.compile(r"^(?:[-*+•–]|\d{1,2}[.)])\s+|(?<!\.)[.;]$")
"""What a line of a list begins or ends with."""


class CleanInput(Input):
    """A field for one line of text. Pasted lines can be sent to the screen instead (`PastedLines`)."""

    class PastedLines(Message):
        """Several lines, or more than fits, were pasted, and none of it was put into the field."""

        def __init__(self, field: "CleanInput", text: str) -> None:
            super().__init__()
            self.field = field
            self.text = text

        @property
        def control(self) -> "CleanInput":
            return self.field

    most: ClassVar[int | None] = None
    """Most characters; None for no limit. Searches need one: each key looks for all of it in every how-to."""

    joint = " "
    """What stands for the end of a pasted line; where each line may be a wish, it has to part them."""

    takes_lines = False
    """Whether pasted lines, and pastes too long to fit, go to the screen instead of being joined or cut."""

    enter_action = ""
    """The action of Enter, run at once, as a binding would run after keys that were typed later."""

    def __init__(self, *given: Any, select_on_focus: bool = False, draft: str = "", **named: Any) -> None:
        """As `Input`, but the text is not selected on focus, since then any key would delete it.

        `draft`: the place in the drafts where the text is kept; "" for none.
        """
        self.draft = draft
        super().__init__(*given, select_on_focus=select_on_focus, max_length=self.most or 0, **named)

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
        """The keys bound to `enter_action`, which a person may have remapped."""
        active = self.screen.active_bindings.items()
        return {key for key, one in active if one.binding.action == self.enter_action} or {"enter"}

    def validate_value(self, value: str) -> str:
        """The value as one clean line, cut to fit; line breaks become spaces."""
        return self._fitting(clean(value).replace("\n", " "), self.most)

    def _fitting(self, line: str, room: int | None) -> str:
        """As much of the line as there is room for; if it is cut, notify the person."""
        if room is None or len(line) <= room:
            return line
        if self.is_mounted:
            notify(self, f"Only {self.most:,} characters fit here, so the end was left out.", severity="warning")
        return line[: max(room, 0)]

    def watch_value(self) -> None:
        """Save the draft, and scroll to the cursor at once after text was set (Textual scrolls only later)."""
        self._show_cursor()
        if self.draft and self.is_mounted:
            cast("Host", self.app).drafts.keep(self.draft, self.value)

    def on_resize(self) -> None:
        """Scroll to the cursor if text was set before the field had a width."""
        self._show_cursor()

    def _show_cursor(self) -> None:
        at = cell_len(self.value[: self.cursor_position])
        self.scroll_to_region(Region(at, 0, 2, 1), force=True, animate=False)

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        if (long := len(event.text)) > LONGEST_TEXT:
            told = (
                f"You pasted {long:,} characters; only the first {LONGEST_TEXT:,} are here. Import the rest too."
            )
            notify(self.app, told, severity="warning", stays=60)  # over the preview, which shows only the part
        text = clean(event.text, LONGEST_TEXT).strip("\n")
        if self.takes_lines and ("\n" in text.strip() or len(text) > (self.most or inf)):
            self.post_message(self.PastedLines(self, text))
            return
        room = self.most and self.most - len(self.value) + len(self.selected_text)
        self.replace(self._fitting(self._joined_to_one_line(text), room), *self.selection)

    def _joined_to_one_line(self, text: str) -> str:
        lines = [line for line in text.split("\n") if line.strip()]
        if self.joint != " " and len(lines) > 1:
            lines = [bare for line in lines if (bare := _MARKS.sub("", line.strip()))]
        broken = (
            (len(line) >= _WRAPPED and after[:1].islower()) or _OPEN.search(line)
            for line, after in pairwise(lines)
        )
        joints = (" " if one else self.joint for one in broken)
        return "".join(chain.from_iterable(zip_longest(lines, joints, fillvalue="")))


MOST_ROWS: Final = 3


class WrappedInput(CleanInput):
    """One line of text wrapped on up to three rows; if it has more, those down to the cursor are shown.

    The classes -rows-2 and -rows-3 are for the style sheet: an automatic height would lay out the whole screen at
    every key.
    """

    def watch_value(self) -> None:
        """As `CleanInput`, and adjust the number of rows."""
        super().watch_value()
        self._fit_rows()

    def on_resize(self) -> None:
        self._fit_rows()
        self.refresh()

    def _fit_rows(self) -> None:
        rows = min(len(self._starts), MOST_ROWS)
        for number in (2, 3):
            self.set_class(rows == number, f"-rows-{number}")

    @property
    def _starts(self) -> tuple[int, ...]:
        """Where each row begins in the value."""
        return row_starts(self.value, max(self.content_size.width - 1, 1))

    @property
    def _cursor_row(self) -> int:
        return bisect_right(self._starts, self.cursor_position) - 1

    @property
    def _top(self) -> int:
        return max(self._cursor_row - max(self.content_size.height, 1) + 1, 0)

    def render_line(self, y: int) -> Strip:
        if not self.value:
            return super().render_line(y)
        starts, width, row = self._starts, self.content_size.width, y + self._top
        if row >= len(starts):
            return Strip.blank(width, self.rich_style)
        piece = self._drawn(starts[row], (*starts[row + 1 : row + 2], len(self.value))[0])
        segments = self.app.console.render(piece, self.app.console_options.update_width(width + 1))
        return Strip(segments).adjust_cell_length(width).apply_style(self.rich_style)

    def _drawn(self, first: int, behind: int) -> Text:
        """A slice of the value with the selection and the cursor, which can be behind the last character."""
        text = field_text(self.value[first:behind] + " " * (behind == len(self.value)))
        if self.has_focus:
            start, end = (max(at - first, 0) for at in sorted(self.selection))
            text.stylize_before(self.get_component_rich_style("input--selection"), start, end)
            if self._cursor_visible and self.cursor_position >= first:
                at = self.cursor_position - first
                text.stylize(self.get_component_rich_style("input--cursor"), at, at + 1)
        return text

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the cursor is on the screen, for whatever the terminal draws there (an input method)."""
        x, y, _, _ = self.content_region
        row = self._cursor_row
        before = cell_len(self.value[self._starts[row] : self.cursor_position])
        return Offset(x + before, y + row - self._top)

    async def _on_mouse_down(self, event: events.MouseDown) -> None:
        self._mouse_row = event.get_content_offset_capture(self).y

    async def _on_mouse_move(self, event: events.MouseMove) -> None:
        self._mouse_row = event.get_content_offset_capture(self).y

    @property
    def content_width(self) -> int:
        """The width of the rows: nothing scrolls sideways, and measuring a long text at every key is slow."""
        return self.content_size.width

    _mouse_row = 0
    """The row of the mouse, as Textual passes on only its column."""

    def _cell_offset_to_index(self, offset: int) -> int:
        starts = self._starts
        row = min(max(self._mouse_row + self._top, 0), len(starts) - 1)
        end = (*starts[1:], len(self.value) + 1)[row] - 1
        cells = accumulate(map(cell_len, self.value[starts[row] : end]))
        return starts[row] + sum(1 for right in cells if right <= offset)


@lru_cache(maxsize=4)
def row_starts(text: str, width: int) -> tuple[int, ...]:
    """Where each row of this width begins: after a space if possible; spaces at the end of a row may hang over."""
    cells = range(len(text) + 1) if text.isascii() else [0, *accumulate(map(get_character_cell_size, text))]
    starts = [0]
    while (end := bisect_right(cells, cells[starts[-1]] + width) - 1) < len(text):
        if text[end] == " ":
            start = next((at for at in range(end, len(text)) if text[at] != " "), len(text))
        else:
            start = text.rfind(" ", starts[-1], end) + 1 or max(end, starts[-1] + 1)
        if start == len(text):
            break
        starts.append(start)
    return tuple(starts)
