"""The list of all actions (ctrl+p), closed once however fast the keys come.

Owns that and nothing else. Refuses to know the actions: the app tells them. In Textual's own palette a search that
is under way as it closes would end the app.
"""

from typing import Any

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.worker import Worker

from tailor.screens.closing import close_once


class Palette(CommandPalette):
    """Every action that works now, to be searched."""

    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-flat"), (18, "-tall")]  # noqa: RUF012 - as Textual
    DEFAULT_CSS = "Palette.-flat > Vertical { margin-top: 0; }"

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Closes it once, with nothing."""
        return close_once(self, super().dismiss, None)

    def run_worker(self, *work: Any, **how: Any) -> Worker[Any]:
        """A search that finds the palette gone ends in silence."""
        return super().run_worker(*work, **{**how, "exit_on_error": False})
