"""The progress of a run in words: the agent, the call, the wait, the tokens, and how it ended.

`Activity` is a fold over the events and has no clock: a caller that shows a countdown passes the seconds waited.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tailor.core.edits import RENUMBER
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
from tailor.core.report import WORK
from tailor.core.text import time_words

Phase: TypeAlias = Literal["ready", "running", "done", "failed", "stopped"]
Doing: TypeAlias = Literal["is working", "thinks", "answers"]

LONG_ENOUGH = 3
"""Seconds after which the elapsed time is shown."""
ENDED = {"ready": "", "done": "all suggestions are in", "failed": "stopped by an error", "stopped": "stopped"}


@dataclass(frozen=True, slots=True)
class Activity:
    phase: Phase = "ready"
    at_work: tuple[tuple[int, str], ...] = ()
    call: ModelCalled | None = None
    waiting: Waiting | None = None
    doing: Doing = "is working"
    tokens: int = 0
    cost: float | None = None
    rate: float | None = None
    """Tokens a second of the latest answer."""
    steps: int = 0
    """Steps of the procedure."""
    heard: int = 0
    """Tokens of the current answer so far; counted only if each of its pieces is one token."""
    reached: int = 0
    """The highest step that the current answer has reached."""
    banner: str = ""
    flagged: tuple[EditFlagged, ...] = ()
    """The parts of answers that could not be used."""
    notes: tuple[str, ...] = ()
    """What agents said about their work, except `renumber`, whose words depend on what is accepted."""

    @property
    def running(self) -> bool:
        """Whether events can still arrive."""
        return self.phase == "running"

    @property
    def over(self) -> bool:
        """Whether the run has ended."""
        return self.phase in ("done", "failed", "stopped")

    def words(self, waited: float = 0.0, passed: float = 0.0) -> str:
        """The progress in one line, given the seconds since the wait began and since agents were asked."""
        if not self.running:
            return ENDED[self.phase] + self._spent()
        if self.waiting is not None:
            if not self.waiting.seconds:  # nobody knows how long
                return self.waiting.reason
            left = max(self.waiting.seconds - waited, 0)
            return f"waiting {left:.0f} s: {self.waiting.reason}"
        if not self.at_work:
            return "starting"
        words = " and ".join(WORK.get(agent, f"{agent} looks") for _, agent in self.at_work)
        words += f" · {time_words(int(passed))}" if passed >= LONG_ENOUGH else ""
        if self.call is None:
            return words
        if self.doing == "answers" and self.heard and self.rate:
            return f"{words} · {self.rate:.3g} tokens/s{self._left()}"
        who = self.call.model or self.call.host
        again = f", try {self.call.attempt}" if self.call.attempt > 1 else ""
        return f"{words} · {who} {self.doing}{again}{self._spent()}"

    def _left(self) -> str:
        """About how long this answer still takes, assuming that it goes through the steps in order."""
        if not 0 < self.reached < self.steps or not self.rate:
            return ""
        seconds = self.heard / self.reached * (self.steps - self.reached) / self.rate
        return f", about {time_words(seconds)} left"

    def _spent(self) -> str:
        cost = f", {self.cost:.4f} $" if self.cost else ""
        rate = f", {self.rate:.3g} a second" if self.rate else ""
        return f" · {self.tokens:,} tokens{rate}{cost}" if self.tokens else ""


def after(before: Activity, event: Event) -> Activity:
    """The progress after one more event."""
    match event:
        case RunStarted():
            steps = len(event.procedure.steps) if event.procedure else 0
            return replace(before, phase="running", banner="", steps=steps)
        case StageStarted():
            at_work = (*before.at_work, (event.stage, event.agent))
            return replace(before, phase="running", at_work=at_work, call=None, waiting=None, banner="")
        case ModelCalled():
            return replace(before, call=event, waiting=None, doing="is working", heard=0, reached=0)
        case Waiting():
            return replace(before, waiting=event)
        case TextDelta():
            doing: Doing = "thinks" if event.thinking else "answers"
            heard = before.heard + (event.rate is not None)
            return replace(before, waiting=None, doing=doing, heard=heard, rate=event.rate or before.rate)
        case UsageReported():
            cost = before.cost if event.cost is None else (before.cost or 0.0) + event.cost
            tokens = before.tokens + (event.prompt or 0) + (event.completion or 0)
            return replace(before, tokens=tokens, cost=cost, rate=event.rate or before.rate)
        case EditProposed():
            return replace(before, waiting=None, reached=max(before.reached, event.step))
        case EditFlagged():
            return replace(before, flagged=(*before.flagged, event))
        case StageFinished():
            return _finished(before, event)
        case Done() | Failed() | Cancelled():
            return _ended(before, event)
        case _:
            return before


def as_kept(before: Activity) -> Activity:
    """The progress of a run that is reopened; if its record ends midway, it counts as stopped."""
    if not before.running:
        return before
    over = replace(before, phase="stopped", at_work=(), waiting=None, call=None)
    return over if before.banner else replace(over, banner="This was interrupted. What was complete is kept.")


def _finished(before: Activity, event: StageFinished) -> Activity:
    at_work = tuple(pair for pair in before.at_work if pair[0] != event.stage)
    now = replace(before, at_work=at_work, waiting=None)
    if event.end == "cut_short":
        return replace(now, banner=f"The answer was cut short. {event.says}".strip())
    if event.end in ("failed", "unparsed"):
        return replace(now, banner=event.says or "The answer could not be understood.")
    says = "" if event.agent == RENUMBER else event.says
    new = "\n".join(one for one in says.split("\n") if not any(one in note for note in before.notes))
    return replace(now, notes=(*before.notes, new)) if new else now


def _ended(before: Activity, event: Done | Failed | Cancelled) -> Activity:
    over = replace(before, at_work=(), waiting=None, call=None)
    match event:
        case Done():
            return replace(over, phase="done")
        case Failed():
            return replace(over, phase="failed", banner=f"{event.title}. {event.message}")
        case Cancelled():
            kept = len(event.kept)
            said = f"Stopped. {kept} complete {'suggestion is' if kept == 1 else 'suggestions are'} kept."
            return replace(over, phase="stopped", banner=said)
