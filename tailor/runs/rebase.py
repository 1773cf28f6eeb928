"""The review of a variant carried over to a newer version of its original; no agent is asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tailor.core.events import Event, RunStarted
from tailor.core.review import Review
from tailor.library.entries import LibraryEntry, Provenance
from tailor.library.rebase import RebasePlan, save
from tailor.runs.customize import request_for
from tailor.runs.session import FreeReview, RunSession

if TYPE_CHECKING:
    from tailor.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Rebase(FreeReview):
    """The review of a plan; saved as the variant's next version, with nothing learned from it."""

    plan: RebasePlan

    heading: ClassVar = "Your edits on the newer original"
    can_ask: ClassVar = False
    learns: ClassVar = False

    def save(self, session: RunSession, review: Review, name: str) -> LibraryEntry:
        """The variant's next version; errors as `library.rebase.save`."""
        return save(session.workspace.library, self.plan, review, name)


def rebase_session(workspace: "Workspace", plan: RebasePlan) -> RunSession:
    """The session of a plan's review; kept nowhere until it is saved."""
    return RunSession(
        workspace=workspace,
        request=request_for(workspace.config, plan.new, plan.variant.hint),
        describe=workspace.connection(),
        record=workspace.paths.runs / "rebase.jsonl",
        not_recorded="Until it is saved, this review is kept only while Tailor runs.",
        kind=Rebase(plan),
    )


def rebase_events(plan: RebasePlan) -> tuple[Event, ...]:
    """What the review screen takes as the run's events: its start."""
    made = plan.variant.made or Provenance()
    started = RunStarted(
        procedure=plan.new,
        hint=plan.variant.hint,
        prompts=made.prompts or "tailor",
        provider=made.provider or "builtin",
    )
    return (started,)


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
