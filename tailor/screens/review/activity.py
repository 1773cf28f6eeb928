"""The progress of a run in words: the agent, the call, the wait, the tokens, and how it ended.

`Activity` is a fold over the events and has no clock: who shows a countdown passes the seconds waited.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tailor.core.events import (
    Cancelled,
    Done,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    ModelCalled,
    RunStarted,
    StageFinished,
    StageStarted,
    TextDelta,
    UsageReported,
    Waiting,
)
from tailor.core.renumber import RENUMBER

Phase: TypeAlias = Literal["ready", "running", "done", "failed", "stopped"]

WORK = {
    "modify": "Modify makes it fit",
    "verify": "Verify looks for what will not work",
    "unified": "One agent does both",
    "resolve": "Resolve joins the edits",
    "customize": "Customize rewrites it",
    "renumber": "Step numbers move along",
}


@dataclass(frozen=True, slots=True)
class Activity:
    """The progress of a run so far."""

    phase: Phase = "ready"
    at_work: tuple[tuple[int, str], ...] = ()
    """Numbers and agents of the open stages."""
    call: ModelCalled | None = None
    waiting: Waiting | None = None
    answering: bool = False
    thinking: bool = False
    tokens: int = 0
    cost: float | None = None
    flagged: int = 0
    """Edits that were read but could not be used."""
    banner: str = ""
    """What went wrong, "" when nothing did."""
    notes: tuple[str, ...] = ()
    """What agents said about their work; not `renumber`, whose words depend on what is accepted."""

    @property
    def running(self) -> bool:
        """Whether events can still arrive."""
        return self.phase == "running"

    @property
    def over(self) -> bool:
        """Whether it ran and has ended."""
        return self.phase in ("done", "failed", "stopped")

    def words(self, waited: float = 0.0) -> str:
        """The progress in one line; `waited`: seconds since the wait began."""
        match self.phase:
            case "ready":
                return ""
            case "running":
                return self._at_work(waited)
            case "done":
                return "agents are done" + self._spent()
            case "failed":
                return "stopped by a fault" + self._spent()
            case "stopped":
                return "stopped" + self._spent()

    def _at_work(self, waited: float) -> str:
        if self.waiting is not None:
            left = max(self.waiting.seconds - waited, 0)
            return f"waiting {left:.0f} s: {self.waiting.reason}"
        if not self.at_work:
            return "agents begin"
        words = " and ".join(WORK.get(agent, f"{agent} looks") for _, agent in self.at_work)
        if self.call is None:
            return words
        doing = "answers" if self.answering else "thinks" if self.thinking else "is asked"
        who = self.call.model or self.call.host
        again = f", try {self.call.attempt}" if self.call.attempt > 1 else ""
        return f"{words} · {who} {doing}{again}{self._spent()}"

    def _spent(self) -> str:
        cost = f", {self.cost:.4f} $" if self.cost else ""
        return f" · {self.tokens:,} tokens{cost}" if self.tokens else ""


def after(before: Activity, event: Event) -> Activity:
    """The progress after one more event."""
    match event:
        case RunStarted():
            return replace(before, phase="running", banner="")
        case StageStarted():
            at_work = (*before.at_work, (event.stage, event.agent))
            return replace(before, phase="running", at_work=at_work, call=None, waiting=None, banner="")
        case ModelCalled():
            return replace(before, call=event, waiting=None, answering=False, thinking=False)
        case Waiting():
            return replace(before, waiting=event)
        case TextDelta() if before.waiting or not (before.thinking if event.thinking else before.answering):
            return replace(before, waiting=None, answering=not event.thinking, thinking=event.thinking)
        case UsageReported():
            cost = before.cost if event.cost is None else (before.cost or 0.0) + event.cost
            return replace(before, tokens=before.tokens + (event.prompt or 0) + (event.completion or 0), cost=cost)
        case EditProposed() if before.waiting:
            return replace(before, waiting=None)
        case EditFlagged():
            return replace(before, flagged=before.flagged + 1)
        case StageFinished():
            return _finished(before, event)
        case Done() | Failed() | Cancelled():
            return _ended(before, event)
        case _:
            return before


def as_kept(before: Activity) -> Activity:
    """The progress of a run that is opened again; one whose record ends in the middle counts as stopped."""
    if not before.running:
        return before
    over = replace(before, phase="stopped", at_work=(), waiting=None, call=None)
    return over if before.banner else replace(over, banner="This run was cut off. What was complete is kept.")


def _finished(before: Activity, event: StageFinished) -> Activity:
    says = "" if event.agent == RENUMBER else event.says
    new = "\n".join(one for one in says.split("\n") if not any(one in note for note in before.notes))
    notes = (*before.notes, new) if new else before.notes
    banner = before.banner
    if event.end == "cut_short":
        banner, notes = f"{event.agent.capitalize()}'s answer was cut short. {event.says}".strip(), before.notes
    elif event.end in ("failed", "unparsed"):
        banner, notes = event.says or f"{event.agent.capitalize()} could not be understood.", before.notes
    at_work = tuple(pair for pair in before.at_work if pair[0] != event.stage)
    return replace(before, at_work=at_work, notes=notes, banner=banner, waiting=None)


def _ended(before: Activity, event: Done | Failed | Cancelled) -> Activity:
    over = replace(before, at_work=(), waiting=None, call=None)
    match event:
        case Done():
            return replace(over, phase="done")
        case Failed():
            return replace(over, phase="failed", banner=f"{event.title}. {event.message}")
        case Cancelled():
            kept = len(event.kept)
            said = f"Stopped. {kept} complete {'edit is' if kept == 1 else 'edits are'} kept."
            return replace(over, phase="stopped", banner=said)
