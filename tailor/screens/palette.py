"""The palette: every action that works now, one per line, those used last first, with a search."""

from collections.abc import Iterator
from typing import Any, Final, cast

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import CommandInput, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.worker import Worker

from tailor.screens.dialogs.base import Host
from tailor.screens.textual_fixes import close_once
from tailor.screens.widgets.content import MUTED, row_text, safe_text

KEY_CELLS: Final = 10
MOVES: Final = frozenset(["↑", "↓", "←", "→", "pgup", "pgdn", "home", "end", "j", "k"])
"""Keys that nobody needs to be told; a search finds them all the same."""
MOST_SEARCHED: Final = 300
NOTHING_FOUND: Final = "No action you can use here matches these words"
LEAST: Final = 0.01
"""The score of an action that matches only in its description, not in its name."""


class Actions(Provider):
    """The actions of the screen below; without a search, those used last, then those of the focused widget."""

    async def discover(self) -> Hits:
        recent = cast(Host, self.app).recent_actions
        found = sorted(self._commands(), key=lambda one: _place(one.title, recent))
        for title, help, run, _ in found:
            used = title in recent
            if help.partition("   ")[0] in MOVES and not used:
                continue
            yield DiscoveryHit(_row(row_text(title), help, "used recently" if used else ""), run, text=title)

    async def search(self, query: str) -> Hits:
        """Find actions by fuzzy match of the name, then by their description; if there is none, a row says so."""
        matcher, found = self.matcher(query), False
        for title, help, run, _ in self._commands():
            if score := matcher.match(title) or LEAST * (query.lower() in help.lower()):
                found = True
                yield Hit(score, _row(matcher.highlight(title), help), run, text=title)
        if not found:
            yield Hit(LEAST, safe_text(NOTHING_FOUND, MUTED), _nothing, text=NOTHING_FOUND)

    def _commands(self) -> Iterator[SystemCommand]:
        yield from self.app.get_system_commands(self.screen)


def _nothing() -> None:
    """Do nothing, as the action of the row for "nothing found"."""


def _place(title: str, recent: list[str]) -> int:
    return recent.index(title) if title in recent else len(recent)


def _row(title: Content, help: str, note: str = "") -> Content:
    """The key, name and description of an action; `help` is the key and the description, or only that."""
    key, between, words = help.replace("\\[", "[").partition("   ")
    key, words = (key, words) if between else ("", key)
    words = "" if words == title.plain else words
    return row_text((f"{key:>{KEY_CELLS}}  ", "$accent"), title, (f"   {words}", MUTED), (f"   {note}", "$accent"))


class Palette(CommandPalette):
    """A searchable list of every action that works now."""

    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-flat"), (18, "-tall")]  # noqa: RUF012 - as Textual
    DEFAULT_CSS = """
    Palette {
        & > Vertical {
            width: 84;
            max-width: 96%;
            margin-top: 2;
            background: $panel;
            &:dark { background: $panel; }
        }
        &.-flat > Vertical { margin-top: 0; }
        SearchIcon { display: none; }
        #--input, #--input.--list-visible {
            padding: 0 1;
            background: $panel;
            border: round $accent;
            border-title-color: $accent;
        }
        CommandInput, CommandInput:focus { border: none; height: 1; padding: 0; }
        CommandList { background: $panel; border: none; text-wrap: nowrap; text-overflow: ellipsis; }
        CommandList > .option-list--option { padding: 0 1; text-style: none; }
        CommandList > .option-list--option-highlighted {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
        }
    }
    """

    def __init__(self) -> None:
        super().__init__([Actions], placeholder="Search the actions")

    def on_mount(self) -> None:
        """Title the frame, and limit the search to the length that the name of an action may have.

        In a long text with line breaks, which ctrl+v inserts as it is, Textual looks for tabs for minutes.
        """
        self.query_one("#--input").border_title = "Actions"
        self.query_one(CommandInput).max_length = MOST_SEARCHED

    def dismiss(self, result: object = None) -> AwaitComplete:
        return close_once(self, super().dismiss, None)

    def run_worker(self, *work: Any, **how: Any) -> Worker[Any]:
        """Run a worker whose errors are ignored: a search may end after the palette was closed."""
        return super().run_worker(*work, **{**how, "exit_on_error": False})
