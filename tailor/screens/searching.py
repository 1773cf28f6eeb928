"""A search above a list, and a sentence in place: what the Library and the Memory have in common.

Owns the ways between `#find` and `#books`, and `tell`. Refuses to know what is listed.
"""

from textual import on
from textual.events import Key
from textual.widgets import Static

from tailor.screens.fields import Field
from tailor.screens.room import Room
from tailor.screens.safe import MUTED, safe


class Searching(Room):
    """A screen with a search (#find), a list (#books) and a line for what is said (#says)."""

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """A sentence in place."""
        self.query_one("#says", Static).update(safe(words, "$text-warning" if wrong else MUTED))

    def action_find(self) -> None:
        """To the search."""
        self.query_one("#find").focus()

    @on(Field.Submitted, "#find")
    def _search_done(self) -> None:
        self.query_one("#books").focus()

    def on_key(self, event: Key) -> None:
        """From the search down into the list."""
        if event.key == "down" and self.query_one("#find").has_focus:
            event.stop()
            self.query_one("#books").focus()
