"""Dialogs that ask for one value: a choice of a few with a sentence each, and a key that is never shown."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.screens.dialogs.base import Dialog, ListDialog, keys_line
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import ChoiceList


@dataclass(frozen=True, slots=True)
class ChooserItem:
    """A choice: the value given back, its name, a sentence about it."""

    value: str
    words: str
    about: str = ""


class Chooser(ListDialog[str]):
    """A list of values; Enter gives the marked one, Esc None. `tried` is called with each value that is marked."""

    HELP = "The arrow keys mark one, Enter takes it, Esc leaves everything as it is."

    def __init__(
        self, title: str, picks: Sequence[ChooserItem], now: str, tried: Callable[[str], None] | None = None
    ) -> None:
        super().__init__()
        self._title = title
        self.picks = picks
        self.now = now
        self._tried = tried

    def inside(self) -> Iterator[Widget]:
        """Title, the choices, the keys."""
        yield Static(line_text(self._title, "bold"), id="title")
        yield ChoiceList(id="choices")
        yield Static(keys_line(("enter", "choose"), ("esc", "leave as it is")), id="keys")

    @property
    def start(self) -> int:
        """The present value."""
        return next((at for at, one in enumerate(self.picks) if one.value == self.now), 0)

    def rows(self) -> list[Option]:
        """One value a row."""
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
    """Asks for an API key, never shown; Enter gives it ("" forgets the stored one), Esc None."""

    HELP = "What you type here is never shown. Enter keeps it; Enter on an empty line forgets the stored key."

    def __init__(self, host: str, stored: bool) -> None:
        super().__init__()
        self._words = (host, stored)

    def inside(self) -> Iterator[Widget]:
        """Where the key is sent and stored, the field."""
        host, stored = self._words
        forgets = " Left empty, the stored key is forgotten." if stored else ""
        yield Static(line_text(f"Key for {host}", "bold"), id="title")
        about = f"Kept where only you can read it, sent to {host} and nowhere else.{forgets}"
        yield Static(safe_text(about, MUTED), classes="about")
        yield CleanInput(password=True, placeholder="never shown", id="line")
        yield Static(keys_line(("enter", "keep"), ("esc", "leave as it is")), id="keys")

    def on_mount(self) -> None:
        """Focuses the field."""
        self.query_one(CleanInput).focus()

    @on(CleanInput.Submitted)
    def _given(self, event: CleanInput.Submitted) -> None:
        self.dismiss(event.value.strip())
