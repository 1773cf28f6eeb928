"""A variant on the newer version of its original, as a review: what fits is placed, what does not is a card.

Owns the way from a plan to the review screen, and saving as the variant's next version. Refuses to ask an agent,
and to decide on what does not fit any more.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tailor.core.events import RunStarted
from tailor.core.review import Review
from tailor.core.text import normal
from tailor.library.entries import LibraryEntry, Provenance
from tailor.library.rebase import RebasePlan, save
from tailor.runs.session import RunSession, request_for
from tailor.screens.review.activity import Activity
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.content import notify

if TYPE_CHECKING:
    from tailor.workspace import Workspace

_ASKING: Final = frozenset(["verify", "rewrite", "ask_again", "other_bag", "requirements", "implied"])
"""Moves of a review that need a run, or are of use to one alone."""


@dataclass(kw_only=True, slots=True)
class RebaseSession(RunSession):
    """Saves the review of a plan; asks nobody."""

    plan: RebasePlan

    async def save(self, review: Review, name: str) -> LibraryEntry:
        """The variant's next version, on the disk when this returns; what it raises, see `rebased.save`."""
        entry = await asyncio.to_thread(save, self.workspace.library, self.plan, review, normal(name))
        self.after_save()
        return entry


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
        super().__init__(plan.new, saved.hint, _session(workspace, plan), events=(_started(plan),), review=now)
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


def rebase_words(plan: RebasePlan) -> str:
    """What became of the edits, in one sentence."""
    rebased = plan.rebased
    counts: Mapping[str, int] = {
        "carried over": len(rebased.carried),
        "in the new original already": len(rebased.already),
        "not fitting any more": len(rebased.stale),
    }
    parts = [f"{count} {words}" for words, count in counts.items() if count]
    decide = " Undecided ones stay in the file." if rebased.stale else ""
    return f"On {plan.onto}: {', '.join(parts) or 'no edits to carry over'}.{decide}"


def _session(workspace: "Workspace", plan: RebasePlan) -> RebaseSession:
    return RebaseSession(
        workspace=workspace,
        request=request_for(workspace.config, plan.new, plan.variant.hint),
        describe=workspace.connection(),
        record=workspace.paths.runs / "rebase.jsonl",
        not_recorded="Until it is saved, this review is kept only while Tailor runs.",
        plan=plan,
    )


def _started(plan: RebasePlan) -> RunStarted:
    made = plan.variant.made or Provenance()
    return RunStarted(
        procedure=plan.new,
        hint=plan.variant.hint,
        prompts=made.prompts or "tailor",
        provider=made.provider or "builtin",
    )
