"""What a kind of review shows and does beside deciding: a tailoring, a rescue, a rebase.

What it permits, and how it is saved, is its `tailor.runs.session.ReviewKind`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tailor.core.following import Following
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.transport import TrackedProcedure
from tailor.library.lineage import RebasePlan, outcome_of
from tailor.runs.saved_wishes import not_adapted
from tailor.runs.session import rebase_words
from tailor.screens.review.activity import Activity
from tailor.screens.review.card import STEP
from tailor.screens.review.model import ReviewModel

TakeOver: TypeAlias = Callable[[TrackedProcedure, TrackedProcedure], None]
"""Receives the changed steps: by edits alone, and with mentions of steps renumbered."""


class ReviewPolicy:
    """The review of a tailoring, or of the rounds of a critic."""

    help = """Decide on each suggestion: a accepts it, x rejects it, e edits it. A accepts everything that
    needs no closer look. Where a step only mentions something, e writes your own
    words, d removes the step and f keeps it. Changes that belong together are one row, which → opens.
    Once all is decided, A or Enter shows a summary, and Enter there saves."""
    done: frozenset[str] = frozenset()
    """Slots of the steps that are done already, which the list marks."""
    take_over: TakeOver | None = None
    """Where the Result goes if it is not saved."""
    goes_on = "You can continue it from Home."
    """How to come back to a review that is left undecided; "" where its record does not keep it."""

    def open(self, model: ReviewModel) -> None:
        """Prepares the model before the first drawing."""

    def banner(self, model: ReviewModel) -> str | None:
        """Text of the banner; None for the usual one."""
        return None

    def after_run(self, model: ReviewModel) -> bool:
        """Called when a stream ends; whether it moved the cursor."""
        return False

    def saved(self, review: Review) -> None:
        """Called once the Result is saved."""

    def left(self, review: Review) -> str:
        """Called when the screen is left; returns what to tell the user, "" for nothing."""
        return ""


class RescuePolicy(ReviewPolicy):
    """The review of a rescue: edits to the steps ahead of somebody who follows a procedure."""

    help = """Changes to the steps still ahead: a accepts one, x rejects it, A accepts everything that needs no
    closer look. Steps that are done stay as they are. Enter continues with what you accepted."""
    goes_on = "Press r to continue it."

    def __init__(self, following: Following, take_over: TakeOver) -> None:
        self._following = following
        self._above = (f"s{max(following.at - 1, 1)}", STEP)
        self.take_over = take_over
        self.done = frozenset(f"s{step}" for step in following.done)

    def open(self, model: ReviewModel) -> None:
        """The cursor starts right above the current step: what is inserted there is in view."""
        model.stay(self._above)

    def after_run(self, model: ReviewModel) -> bool:
        """The cursor goes to the first thing to decide; where there is none, to a step that can change."""
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
    """The review as it began: with other edits, or another version of the original, it is another rebase."""
    now: Review


class RebasePolicy(ReviewPolicy):
    """The review of a variant on the newer version of its original."""

    help = """Your changes, on the newer version of the original. Those that still fit are already accepted;
    for one whose step changed, space accepts it anyway, x rejects it, e rewrites it.
    Enter shows a summary, Enter again saves the next version. Esc leaves your variant as it was; your
    decisions are kept until you quit Tailor."""
    goes_on = ""

    def __init__(self, plan: RebasePlan, waiting: dict[str, AbandonedRebase]) -> None:
        """`waiting`: rebases left without saving, by id of the variant; this one goes on from there."""
        self._plan = plan
        self._waiting = waiting
        self._begun = plan.rebased.review
        self._safe = self._begun.choices
        """Choices whose loss costs nothing: those at the start, or those saved last."""
        made = outcome_of(plan, ReviewState(self._begun))
        self._not_adapted = tuple(one.says for one in not_adapted(plan, made))

    @property
    def review(self) -> Review:
        """The review to begin with: as it was left, or new."""
        left = self._waiting.get(self._plan.variant.entry.id)
        return left.now if left and left.begun == self._begun else self._begun

    def open(self, model: ReviewModel) -> None:
        """No agent was asked, so none is done; the banner says what became of the edits."""
        model.activity = Activity(notes=(rebase_words(self._plan), *self._not_adapted))

    def banner(self, model: ReviewModel) -> str:
        """What became of the edits, while one of them waits for a decision or something new is not adapted."""
        waiting = self._not_adapted or (model.state.undecided and self._plan.rebased.stale)
        return " ".join(model.activity.notes) if waiting else ""

    def saved(self, review: Review) -> None:
        """From here on only later choices can be lost."""
        self._safe = review.choices

    def left(self, review: Review) -> str:
        """Keeps the choices for the next time: no record has them."""
        variant = self._plan.variant.entry.id
        self._waiting.pop(variant, None)
        if review.choices == self._safe:
            return ""
        self._waiting[variant] = AbandonedRebase(self._begun, review)
        return "Your variant is unchanged. Press r to continue; your decisions are kept until you quit."
