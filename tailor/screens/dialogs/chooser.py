"""One of a few, each with a plain sentence; whoever asks may show what the marked one would be like.

Owns the window and the list of keys, which looks alike. Refuses to write anything.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.screens.dialogs.base import Dialog, keys_line
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import ChoiceList


@dataclass(frozen=True, slots=True)
class ChooserItem:
    """One thing to choose: what is given back, its name, and a sentence about it."""

    value: str
    words: str
    about: str = ""


class Chooser(Dialog[str]):
    """A few things to choose from; Enter gives the value of the marked one, Esc None."""

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
        yield ChoiceList(*(Option(self._row(pick)) for pick in self.picks), id="choices")
        yield Static(keys_line(("enter", "choose"), ("esc", "leave as it is")), id="keys")

    def on_mount(self) -> None:
        """What holds now is marked."""
        listed = self.query_one(OptionList)
        listed.highlighted = next((at for at, one in enumerate(self.picks) if one.value == self.now), 0)
        listed.focus()

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
    """A key, typed or pasted and never shown; Enter gives it ("" forgets the stored one), Esc None."""

    HELP = "What you type here is never shown. Enter keeps it; Enter on an empty line forgets the stored key."

    def __init__(self, host: str, stored: bool) -> None:
        super().__init__()
        self._words = (host, stored)

    def inside(self) -> Iterator[Widget]:
        """Where it goes and where it lies, the line."""
        host, stored = self._words
        forgets = " Left empty, the stored key is forgotten." if stored else ""
        yield Static(line_text(f"Key for {host}", "bold"), id="title")
        about = f"Kept where only you can read it, sent to {host} and nowhere else.{forgets}"
        yield Static(safe_text(about, MUTED), classes="about")
        yield CleanInput(password=True, placeholder="never shown", id="line")
        yield Static(keys_line(("enter", "keep"), ("esc", "leave as it is")), id="keys")

    def on_mount(self) -> None:
        """The line gets the keys."""
        self.query_one(CleanInput).focus()

    @on(CleanInput.Submitted)
    def _given(self, event: CleanInput.Submitted) -> None:
        self.dismiss(event.value.strip())


class KeyTable(Dialog[None]):
    """Every action that has a key, its id for the settings, and the key."""

    HELP = 'To change a key write it into the settings, as in: tailor config set keys.review.accept "y"'
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,q", "leave", "Close", show=False, id="keytable.close")]

    def __init__(self, rows: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self.rows = rows

    def inside(self) -> Iterator[Widget]:
        """How to change one, the table."""
        yield Static(line_text("Keys", "bold"), id="title")
        yield Static(safe_text('To change one: tailor config set keys.review.accept "y"', MUTED), classes="about")
        with VerticalScroll(id="text"):
            yield Static(lines(*map(_key_row, self.rows)))
        yield Static(keys_line(("↑↓", "scroll"), ("esc", "close")), id="keys")

    def on_mount(self) -> None:
        """The table gets the keys."""
        self.query_one("#text").focus()


def _key_row(one: tuple[str, str, str]) -> Content:
    """What an action does stands below its key and its id: no window is wide enough for all three."""
    id, key, about = one
    return lines(row_text((f"{key}  ", "$accent"), id), row_text("  ", line_text(about, MUTED)))


def kinds_with_keys() -> list[type[DOMNode]]:
    """Every screen, window and widget of Tailor that has keys. Imports all of them."""
    import pkgutil
    from importlib import import_module

    import tailor.screens

    for module in pkgutil.walk_packages(tailor.screens.__path__, "tailor.screens."):
        import_module(module.name)
    ours = (kind for kind in _below(DOMNode) if kind.__module__.startswith("tailor."))
    return [kind for kind in ours if kind.__dict__.get("BINDINGS")]


def known_keys(own: dict[str, str]) -> list[tuple[str, str, str]]:
    """Id, key and words of every binding that has an id; `own` ones stand in. Imports every screen."""
    found: dict[str, tuple[str, str, str]] = {}
    for kind in kinds_with_keys():
        for binding in kind.__dict__["BINDINGS"]:
            if isinstance(binding, Binding) and binding.id:
                key = own.get(binding.id, binding.key)
                found[binding.id] = (binding.id, key, binding.tooltip or binding.description)
    return sorted(found.values())


def _below(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)
