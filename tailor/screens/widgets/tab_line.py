"""The first line of every screen: the tabs of the app with their keys, the current one marked."""

from ast import literal_eval
from collections.abc import Iterator
from typing import Final

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget

from tailor.screens.widgets.content import MUTED, row_text

GAPS: Final = (3, 2)
"""Cells between two tabs with their keys; the widest gap that fits is used."""
HERE: Final = "bold underline $accent"
"""The style of the current tab: underlined, so that it shows without colours too."""


class TabLine(Widget):
    """Home, Library, Create, Memory, Settings; a click or the key goes there."""

    DEFAULT_CSS = """
    TabLine { dock: top; height: 1; padding: 0 3; text-wrap: nowrap; text-overflow: ellipsis; }
    """
    ALLOW_SELECT = False

    def __init__(self, mode: str) -> None:
        """`mode`: the tab to mark."""
        super().__init__()
        self._mode = mode
        self._places: list[tuple[range, str]] = []

    def on_mount(self) -> None:
        """Redraw whenever the screen comes to the front again, as the names of tabs may have changed."""
        self.watch(self.screen, "stack_updates", self._come_back, init=False)

    def _come_back(self) -> None:
        self.refresh()

    def render(self) -> Content:
        """The tabs; if they do not fit, closer together, then without their keys."""
        tabs = list(self._tabs())
        row: list[Content] = []
        for row in self._ways(tabs):
            if sum(one.cell_length for one in row) <= self.size.width:
                break
        self._note_places(row, tabs)
        return row_text(*row)

    def _ways(self, tabs: list[tuple[str, str, str]]) -> Iterator[list[Content]]:
        """The ways to write the tabs, the longest first."""
        name = row_text(("Tailor", "bold $accent"), "   ")
        for gap in GAPS:
            yield [name, *self._row(tabs, row_text(" " * gap), keys=True)]
        for between in (" · ", " "):
            yield self._row(tabs, row_text(between), keys=False)

    def _tabs(self) -> Iterator[tuple[str, str, str]]:
        """The mode, key and name of each tab."""
        for binding in self.app.BINDINGS:
            if isinstance(binding, Binding) and binding.action.startswith("mode("):
                key = self.app._keymap.get(binding.id or "", binding.key)
                shown = self.app.get_key_display(binding.with_key(key.split(",")[0]))
                mode = literal_eval(binding.action.removeprefix("mode"))
                yield mode, shown, self._leads_to(mode) or binding.description

    def _leads_to(self, mode: str) -> str:
        """The name of what is under way on another tab, to which its key leads first; "" for nothing."""
        stack = () if mode == self._mode else self.app._screen_stacks.get(mode, ())
        names = [getattr(screen, "under_way", "") for screen in stack if not isinstance(screen, ModalScreen)]
        return names[-1] if names else ""

    def _row(self, tabs: list[tuple[str, str, str]], between: Content, *, keys: bool) -> list[Content]:
        row: list[Content] = []
        for mode, key, name in tabs:
            word = (name, HERE if mode == self._mode else MUTED)
            row += [row_text((f"{key} ", "$accent"), word) if keys else row_text(word), between]
        return row[:-1]

    def _note_places(self, row: list[Content], tabs: list[tuple[str, str, str]]) -> None:
        at, self._places = 0, []
        first = len(row) - 2 * len(tabs) + 1
        for number, piece in enumerate(row):
            if number >= first and (number - first) % 2 == 0:
                self._places.append((range(at, at + piece.cell_length), tabs[(number - first) // 2][0]))
            at += piece.cell_length

    async def on_click(self, event: events.Click) -> None:
        at = event.x - self.styles.padding.left
        for place, mode in self._places:
            if at in place:
                await self.app.run_action(f"app.mode({mode!r})")
