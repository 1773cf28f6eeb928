"""The list of all actions (ctrl+p), closed once however fast the keys come.

Owns that and nothing else. Refuses to know the actions: the app tells them. Textual's own palette closes a second
time at a second Enter, which would take the screen behind it away.
"""

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette


class Palette(CommandPalette):
    """Every action that works now, to be searched."""

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Closes it; once it is closed, nothing."""
        return super().dismiss(None) if self.is_current else AwaitComplete()
