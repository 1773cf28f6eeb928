"""A variant on the newer version of its original, as a review: what fits is placed, what does not is a card.

What was left undecided is kept while Tailor runs, by id of the variant.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tailor.core.review import Review
from tailor.library.entries import LibraryEntry
from tailor.library.rebase import RebasePlan
from tailor.runs.rebase import rebase_events, rebase_session, rebase_words
from tailor.screens.review.activity import Activity
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.content import notify

if TYPE_CHECKING:
    from tailor.workspace import Workspace

_ASKING: Final = frozenset(["verify", "rewrite", "ask_again", "other_bag", "requirements", "implied"])
"""Moves of a review that need a run, or are of use to one alone."""


@dataclass(frozen=True, slots=True)
class AbandonedRebase:
    """A review of carrying over that was left undone."""

    begun: Review
    """As it began: with other edits, or another version of the original, it is another review."""
    now: Review


class RebaseScreen(ReviewScreen):
    """The review of a variant on a newer original."""

    HELP = """Your edits on the newer version of the original. Those that fit stand in their places as accepted;
    a card marked as stale does not fit any more: space takes it all the same, x turns it down, e writes it anew.
    Enter shows a summary, Enter again saves the next version. Esc leaves your variant as it was; what you decided
    waits until Tailor ends."""

    unasked = "Your edits on the newer original"

    def __init__(self, workspace: "Workspace", plan: RebasePlan, waiting: dict[str, AbandonedRebase]) -> None:
        """`waiting`: what was left undone, by id of variant; this one goes on from there, and is left there."""
        saved, begun = plan.variant, plan.rebased.review
        left = waiting.get(saved.entry.id)
        now = left.now if left and left.begun == begun else begun
        super().__init__(
            plan.new, saved.hint, rebase_session(workspace, plan), events=rebase_events(plan), review=now
        )
        self.stale_ones = len(plan.rebased.stale)
        self._begun, self._waiting, self._variant = begun, waiting, saved.entry.id
        self._safe = begun.choices
        """What would be no loss: as it begins, or as it was saved last."""
        self.drafts["name"] = saved.procedure.goal
        self.table.activity = Activity(notes=(rebase_words(plan),))  # no agent was asked, so none is done

    def banner(self) -> str:
        """What waits for a decision, while something does."""
        waiting = bool(self.table.standing.undecided)
        return " ".join(self.table.activity.notes) if waiting and self.stale_ones else ""

    def _saved(self, entry: LibraryEntry) -> None:
        self._safe = self.table.review.choices
        super()._saved(entry)

    def _leave(self) -> None:
        """As any review; but what was decided here lies in no record, so it waits."""
        self._waiting.pop(self._variant, None)
        if self.table.review.choices != self._safe:
            self._waiting[self._variant] = AbandonedRebase(self._begun, self.table.review)
            notify(self.app, "Your variant is as it was. What you decided waits for r, until Tailor ends.")
        super()._leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody can be asked here: these edits come out of a file, not out of a run."""
        return False if action in _ASKING else super().check_action(action, parameters)
