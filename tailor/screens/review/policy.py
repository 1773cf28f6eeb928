"""What each kind of review (a tailoring, a rescue, a rebase) shows and does besides deciding.

What it permits, and how it is saved, is up to its `tailor.runs.session.ReviewKind`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tailor.core.following import Following
from tailor.core.review import Review
from tailor.core.review.state import ReviewState
from tailor.core.transport import TrackedProcedure
from tailor.library.lineage import RebasePlan, outcome_of
from tailor.runs.saved_wishes import not_adapted
from tailor.runs.session import rebase_words
from tailor.screens.review.activity import Activity
from tailor.screens.review.card import STEP
from tailor.screens.review.model import ReviewModel

TakeOver: TypeAlias = Callable[[TrackedProcedure, TrackedProcedure], None]
"""Receives the changed steps, first with edits only, then with mentions of steps renumbered as well."""


class ReviewPolicy:
    """The review of a tailoring, or of the rounds of a critic."""

    help = """Decide on each suggestion: a accepts it, x rejects it, e edits it. A accepts everything that
    needs no closer look. Where a step only mentions something, e writes your own
    words, d removes the step and f keeps it. Changes that belong together are one row, which → opens.
    Once all is decided, A or Enter shows a summary, and Enter there saves."""
    done: frozenset[str] = frozenset()
    """Slots of the steps already done, which the list marks."""
    take_over: TakeOver | None = None
    """Receives the Result if it is not saved."""
    goes_on = "You can continue it from Home."
    """How to come back to a review left undecided; "" if its record does not keep it."""

    def open(self, model: ReviewModel) -> None:
        """Prepare the model before the first drawing."""

    def banner(self, model: ReviewModel) -> str | None:
        """The text of the banner; None for the usual one."""
        return None

    def after_run(self, model: ReviewModel) -> bool:
        """Called when a stream ends; return whether this moved the cursor."""
        return False

    def saved(self, review: Review) -> None:
        """Called once the Result is saved."""

    def left(self, review: Review) -> str:
        """Called when the screen is left; return what to tell the user, "" for nothing."""
        return ""


class RescuePolicy(ReviewPolicy):
    """The review of a rescue: edits to the steps that somebody following a procedure has still ahead."""

    help = """Changes to the steps still ahead: a accepts one, x rejects it, A accepts everything that needs no
    closer look. Steps that are done stay as they are. Enter continues with what you accepted."""
    goes_on = "Press r to continue it."

    def __init__(self, following: Following, take_over: TakeOver) -> None:
        self._following = following
        self._above = (f"s{max(following.at - 1, 1)}", STEP)
        self.take_over = take_over
        self.done = frozenset(f"s{step}" for step in following.done)

    def open(self, model: ReviewModel) -> None:
        """Put the cursor right above the current step, so that steps inserted there are in view."""
        model.stay(self._above)

    def after_run(self, model: ReviewModel) -> bool:
        """Move the cursor, unless the person did, to the first thing to decide, else to a step that can change."""
        following = self._following
        if model.mark != self._above:
            return False
        if model.to_undecided():
            return True
        if model.proposed or self._above[0] not in self.done:
            return False
        ahead = (*range(following.at, following.count + 1), *range(1, following.at))
        first = next((step for step in ahead if step not in following.done), following.at)
        model.stay((f"s{first}", STEP))
        return True


@dataclass(frozen=True, slots=True)
class AbandonedRebase:
    """A rebase that was left without saving."""

    begun: Review
    """The review as it began; if the edits or the version of the original differ, it is another rebase."""
    now: Review


class RebasePolicy(ReviewPolicy):
    """The review of a rebase: a variant's edits on the newer version of its original."""

    help = """Your changes, on the newer version of the original. Those that still fit are already accepted;
    for one whose step changed, space accepts it anyway, x rejects it, e rewrites it.
    Enter shows a summary, Enter again saves the next version. Esc leaves your variant as it was; your
    decisions are kept until you quit Tailor."""
    goes_on = ""

    def __init__(self, plan: RebasePlan, waiting: dict[str, AbandonedRebase]) -> None:
        """`waiting`: rebases left without saving, by id of the variant; this one is continued if it is there."""
        self._plan = plan
        self._waiting = waiting
        self._begun = plan.rebased.review
        self._safe = self._begun.choices
        """Choices that may be lost: those at the start, or those last saved."""
        made = outcome_of(plan, ReviewState(self._begun))
        self._not_adapted = tuple(one.says for one in not_adapted(plan, made))

    @property
    def review(self) -> Review:
        """The review to begin with: the one that was left, or a new one."""
        left = self._waiting.get(self._plan.variant.entry.id)
        return left.now if left and left.begun == self._begun else self._begun

    def open(self, model: ReviewModel) -> None:
        """Note what became of the edits, for the banner; no agent ran that could have said it."""
        model.activity = Activity(notes=(rebase_words(self._plan), *self._not_adapted))

    def banner(self, model: ReviewModel) -> str:
        """What became of the edits, as long as one of them is undecided or something new is not adapted."""
        waiting = self._not_adapted or (model.state.undecided and self._plan.rebased.stale)
        return " ".join(model.activity.notes) if waiting else ""

    def saved(self, review: Review) -> None:
        """Note the choices as saved."""
        self._safe = review.choices

    def left(self, review: Review) -> str:
        """Keep unsaved choices for the next time, as no record has them."""
        variant = self._plan.variant.entry.id
        self._waiting.pop(variant, None)
        if review.choices == self._safe:
            return ""
        self._waiting[variant] = AbandonedRebase(self._begun, review)
        return "Your variant is unchanged. Press r to continue; your decisions are kept until you quit."
