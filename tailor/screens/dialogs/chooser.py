"""Dialogs that ask for one value, and jump mode: a letter on every place that can be focused.

Jumping only moves the focus and the highlight of a list. A screen can offer finer places (`jump_places`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Key, Resize
from textual.geometry import Offset, Size
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.providers.keys import Key as ApiKey
from tailor.screens.base import BaseScreen, JumpTarget
from tailor.screens.dialogs.base import Dialog, ListDialog, say_why
from tailor.screens.textual_fixes import close_once
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput


@dataclass(frozen=True, slots=True)
class ChooserItem:
    """A choice: the value returned, its name, a sentence about it."""

    value: str
    words: str
    about: str = ""


class Chooser(ListDialog[str]):
    """A list of values; Enter gives the marked one, Esc None. `tried` gets each value as it is marked."""

    HELP = "The arrow keys select one, Enter chooses it, Esc cancels."
    keys = (("enter", "choose"), ("esc", "cancel"))

    def __init__(
        self, title: str, picks: Sequence[ChooserItem], now: str, tried: Callable[[str], None] | None = None
    ) -> None:
        super().__init__(line_text(title, "bold"))
        self.picks = picks
        self.now = now
        self._tried = tried

    @property
    def start(self) -> int:
        return next((at for at, one in enumerate(self.picks) if one.value == self.now), 0)

    def rows(self) -> list[Option]:
        return [Option(self._row(pick)) for pick in self.picks]

    def _row(self, pick: ChooserItem) -> Content:
        here = pick.value == self.now
        first = row_text(("● " if here else "○ ", "$accent"), line_text(pick.words, "bold" if here else "", 120))
        return lines(first, row_text("  ", line_text(pick.about, MUTED, 200))) if pick.about else first

    @on(OptionList.OptionHighlighted)
    def _marked(self, event: OptionList.OptionHighlighted) -> None:
        if self._tried is not None:
            self._tried(self.picks[event.option_index].value)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.picks[event.option_index].value)


class KeyEntry(Dialog[str]):
    """Ask for an API key, never shown; Enter gives it ("" deletes the stored one), Esc None."""

    HELP = "What you type here is never shown. Enter saves it; Enter on an empty line deletes the saved key."
    keys = (("enter", "keep"), ("esc", "cancel"))

    def __init__(self, host: str, stored: bool) -> None:
        forgets = " Leave it empty to delete the saved key." if stored else ""
        about = f"Saved where only you can read it, and sent to {host} and nowhere else.{forgets}"
        super().__init__(line_text(f"Key for {host}", "bold"), safe_text(about, MUTED))

    def inside(self) -> Iterator[Widget]:
        yield CleanInput(password=True, placeholder="never shown", id="line")
        yield Static(id="toomuch")

    def on_mount(self) -> None:
        self.query_one(CleanInput).focus()

    @on(CleanInput.Submitted)
    def _given(self, event: CleanInput.Submitted) -> None:
        words = event.value.strip()
        try:
            self.dismiss(ApiKey(words).reveal() if words else "")
        except TailorError as error:
            say_why(self, error.message)


LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""The letters in the order they are used: those under the fingers first."""


def jump_targets(screen: Screen[Any]) -> list[JumpTarget]:
    """Every place to jump to, from top to bottom; no more than there are letters."""
    found = list(screen.jump_places()) if isinstance(screen, BaseScreen) else []
    if not found:
        found = [one for widget in screen.focus_chain if widget.region for one in _of(widget)]
    return sorted(found, key=lambda one: (one.at.y, one.at.x))[: len(LETTERS)]


def _of(widget: Widget) -> Iterator[JumpTarget]:
    """The widget itself, or the visible sections of a list with headings."""
    sections = tuple(_sections(widget)) if isinstance(widget, OptionList) else ()
    yield from sections if len(sections) > 1 else (JumpTarget(widget.region.offset, partial(_focus, widget)),)


def _sections(listed: OptionList) -> Iterator[JumpTarget]:
    """The first row of each visible section (headings are disabled rows); only if every row is one line."""
    if listed.virtual_size.height != listed.option_count:
        return
    region, top = listed.content_region, listed.scroll_offset.y
    rows = ((at, listed.get_option_at_index(at).disabled) for at in range(listed.option_count))
    for heading, section in groupby(rows, key=lambda one: one[1]):
        y = next(section)[0]
        if not heading and 0 <= y - top < region.height:
            yield JumpTarget(Offset(region.x, region.y + y - top), partial(_mark, listed, y))


def _focus(widget: Widget) -> None:
    widget.screen.set_focus(widget)


def _mark(listed: OptionList, option: int) -> None:
    _focus(listed)
    listed.highlighted = option


class JumpSheet(ModalScreen[None]):
    """The letters over the screen; a letter goes to its place, any other key closes the sheet."""

    DEFAULT_CSS = """
    JumpSheet { background: transparent; }
    JumpSheet Static {
        position: absolute;
        width: 3;
        height: 1;
        background: $accent;
        color: $background;
        text-style: bold;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close", show=False, id="jump.close")]

    def __init__(self, found: Sequence[JumpTarget]) -> None:
        super().__init__()
        self._places = dict(zip(LETTERS, found, strict=False))
        self._fits: Size | None = None

    def compose(self) -> ComposeResult:
        for letter, place in self._places.items():
            shown = Static(row_text(f" {letter} "))
            shown.styles.offset = place.at
            yield shown

    def on_resize(self, event: Resize) -> None:
        """Close when the window is resized: the letters would no longer be at their places."""
        self._fits = self._fits or event.size
        if event.size != self._fits:
            self._close()

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        self._close(self._places.get(event.character or ""))

    def on_click(self, event: Click) -> None:
        self._close()

    def dismiss(self, result: None = None) -> AwaitComplete:
        return close_once(self, super().dismiss, result)

    def _close(self, place: JumpTarget | None = None) -> None:
        if place is not None and self.is_active:
            self.app.call_later(place.go)
        self.dismiss()
