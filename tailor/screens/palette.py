"""The palette: every action that works now on one line each, those used last first, and a search."""

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
"""Keys that need no telling; a search finds them."""
MOST_SEARCHED: Final = 300
NOTHING_FOUND: Final = "No action with these words works here now"
LEAST: Final = 0.01
"""The score of an action whose words, not its name, hold what is searched for."""


class Actions(Provider):
    """The actions of the screen below: before a search those used last, then those of what has the focus."""

    async def discover(self) -> Hits:
        recent = cast(Host, self.app).recent_actions
        found = sorted(self._commands(), key=lambda one: _place(one.title, recent))
        for title, help, run, _ in found:
            used = title in recent
            if help.partition("   ")[0] in MOVES and not used:
                continue
            yield DiscoveryHit(_row(row_text(title), help, "used recently" if used else ""), run, text=title)

    async def search(self, query: str) -> Hits:
        """By name, letters in between left out; then by the words about it. A row says so where there is none."""
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
    """What the row that says so does."""


def _place(title: str, recent: list[str]) -> int:
    return recent.index(title) if title in recent else len(recent)


def _row(title: Content, help: str, note: str = "") -> Content:
    """Key, name and words; `help` is the key and the words, or only words."""
    key, between, words = help.replace("\\[", "[").partition("   ")
    key, words = (key, words) if between else ("", key)
    words = "" if words == title.plain else words
    return row_text((f"{key:>{KEY_CELLS}}  ", "$accent"), title, (f"   {words}", MUTED), (f"   {note}", "$accent"))


class Palette(CommandPalette):
    """Every action that works now, to be searched."""

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
        """Names the frame, and takes no more to search for than a name of an action may be.

        Of a long text with a line break, which ctrl+v puts there as it is, Textual looks for tabs for minutes.
        """
        self.query_one("#--input").border_title = "Actions"
        self.query_one(CommandInput).max_length = MOST_SEARCHED

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Closes it once, with nothing."""
        return close_once(self, super().dismiss, None)

    def run_worker(self, *work: Any, **how: Any) -> Worker[Any]:
        """A search that finds the palette gone ends in silence."""
        return super().run_worker(*work, **{**how, "exit_on_error": False})
