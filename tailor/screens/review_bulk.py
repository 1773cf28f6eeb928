"""Decisions on many edits at once: take all, take what Verify agrees with, turn down the rest.

Owns these actions of the Review screen, each one undo step that says what it did. Refuses to take in bulk what
must be looked at one by one (CONTRACT 6).
"""

from tailor.core import decisions as deciding
from tailor.core.review_rows import agreed
from tailor.core.review_state import Standing
from tailor.screens.review_base import ReviewBase


class Bulk(ReviewBase):
    """Accept or reject together; and the last stage as one thing: whether mentions of steps move along."""

    def action_numbers(self) -> None:
        """Lets mentions of steps ("repeat step 4") follow the new numbers, or leaves them as they are written."""
        now = deciding.switch_renumber(self.table.review)
        if not now.choices.renumber:
            self.choose(now, "Mentions of steps stay as they are written; u takes that back.")
            return
        moved = Standing(now).result != Standing(now).plain_result
        self.choose(now, "Mentions of steps move along." if moved else "No mention of a step has to move.")

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
