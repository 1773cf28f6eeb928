"""The help of a screen: what it is for, and every key that works now, grouped and searchable."""

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from tailor.screens.dialogs.base import NOTHING, TextDialog
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput


class KeysHelp(TextDialog):
    """Help for the focused widget and its screen, with every key that works now, grouped and searchable."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,enter,q", "leave", "Close", show=False, id="dialog.help_close"),
        Binding("f1", "leave", "Close", show=False, id="dialog.help"),
        Binding("slash", "find", "Search", id="dialog.help_find", tooltip="Search the keys"),
    ]
    keys = (("/", "search"), ("↑↓", "scroll"), ("esc", "close"))

    def __init__(self, screen: Screen[object]) -> None:
        self._words = tuple(
            safe_text(" ".join(node.HELP.split())) for node in (screen.focused, screen) if node and node.HELP
        )
        self._groups = _key_groups(screen)
        super().__init__(self._page(""), line_text("Help", "bold"))

    def inside(self) -> Iterable[Widget]:
        field = CleanInput(placeholder="Search the keys", id="line")
        field.display = False
        yield field
        yield from super().inside()

    def on_mount(self) -> None:
        """Focus the text rather than the search field, so that q and ? close the window."""
        self.query_one("#text").focus()

    def action_find(self) -> None:
        field = self.query_one(CleanInput)
        field.display = True
        field.focus()

    @on(CleanInput.Changed)
    def _searched(self, event: CleanInput.Changed) -> None:
        self.content = self._page(event.value)
        self.query_one("#text > Static", Static).update(self.content)

    @on(CleanInput.Submitted)
    def _read(self) -> None:
        self.query_one("#text").focus()

    def _page(self, search: str) -> Content:
        """The keys that contain these words, by group; the sentences about the screen only without a search."""
        asked = search.lower().split()
        rows = [] if asked else [row for words in self._words for row in (words, NOTHING)]
        for group, keys in self._groups.items():
            found = [one for one in keys if all(word in " ".join((group, *one)).lower() for word in asked)]
            if found:
                rows += [line_text(group, "bold $accent"), *map(_help_row, found), NOTHING]
        return lines(*rows[:-1]) if rows else line_text("No key matches these words.", MUTED)


KeyRow: TypeAlias = tuple[str, str, str]
"""A key, its short name, and its description."""


def _key_groups(screen: Screen[object]) -> dict[str, list[KeyRow]]:
    """Every key that works now: of the focused widget, of the screen, of the tabs, of the app."""
    groups: dict[str, list[KeyRow]] = {"What is selected": [], "This screen": [], "Tabs": [], "Everywhere": []}
    seen: set[str] = set()
    for node, binding, enabled, _ in screen.active_bindings.values():
        if binding.id is None or not enabled or binding.action in seen:
            continue  # keys without an id are the usual ones of a text field
        seen.add(binding.action)
        tab = "Tabs" if binding.action.startswith("mode(") else "Everywhere"
        group = tab if node is screen.app else "This screen" if node is screen else "What is selected"
        groups[group].append((screen.app.get_key_display(binding), binding.description, binding.tooltip))
    return groups


def _help_row(one: KeyRow) -> Content:
    key, name, words = one
    return row_text((f"{key:>12}", "$accent"), "  ", words or name)
