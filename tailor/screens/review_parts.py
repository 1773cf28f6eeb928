"""Taking a part of one change: some of the places where a step changes, the others as they were.

Owns this action of the Review screen. Refuses to make two edits of one: what is taken are the person's own words,
with the agent's kept beside them, so that the rules for own words hold (CONTRACT 7, rules 4 and 8).
"""

from tailor.core import worddiff
from tailor.screens.parts_sheet import PartsSheet
from tailor.screens.review_deciding import Deciding
from tailor.screens.worddiff import much_changed


class Parts(Deciding):
    """Take some of a change."""

    def action_parts(self) -> None:
        """Shows the places where the marked card changes its step, to be left out one by one."""
        one, card = self._step(), self._card()
        if one is None or card is None:
            return
        if self._mine(card) or card.op != "replace":
            self.tell("Only a change of a step has parts; e gives this one other words.")
            return
        if len(worddiff.parts(card.old, card.text)) < 2 or much_changed(card.old, card.text):
            self.tell("This cannot be taken in parts: a takes it, e gives it other words.")
            return

        def closed(words: str | None) -> None:
            if words is not None:
                self._written(one, card, words)

        self.app.push_screen(PartsSheet(f"Which parts of {card.tag}?", card.old, card.text), closed)
