"""Decisions on many edits at once: take all, take what Verify agrees with, turn down the rest.

Owns these actions of the Review screen, each one undo step that says how many. Refuses to take in bulk what must
be looked at one by one (CONTRACT 6).
"""

from tailor.core import deciding
from tailor.core.verdicts import agreed
from tailor.screens.review_base import ReviewBase


class Bulk(ReviewBase):
    """Accept or reject together."""

    def action_accept_all(self) -> None:
        """Takes all that is complete and undecided, the careful way, as one undo step."""
        if not self.table.standing.undecided:
            waiting = "No complete edit yet; they are still coming." if self.table.activity.running else ""
            self.tell(waiting or "Nothing is left to decide.")
            return
        self.view = "marked"
        self.decide(deciding.accept_many(self.table.review, "careful"))

    def action_accept_agreed(self) -> None:
        """Takes what Verify saw and left as it is, the careful way, as one undo step."""
        among = agreed(self.table.standing)
        if not among:
            self.tell("Verify has not read an undecided edit and left it as it is. V asks it again.")
            return
        self.view = "marked"
        self.decide(deciding.accept_many(self.table.review, "careful", among=among))

    def action_reject_rest(self) -> None:
        """Turns down all that is complete and undecided, as one undo step."""
        ids = self.table.standing.undecided
        if not ids:
            self.tell("Nothing is left to decide.")
            return
        self.view = "marked"
        self.decide(deciding.reject(self.table.review, ids), f"{len(ids)} turned down; u takes that back.")
