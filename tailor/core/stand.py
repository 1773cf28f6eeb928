"""What strategies pass from agent to agent: a procedure as it stands, and what a stage is made of.

Owns the values the desk works with, and the events by which a stage says that it begins and what its model does.
Refuses to ask anybody: `desk` does.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tailor.core.edits import Edit
from tailor.core.events import ModelCalled, StageStarted, TextDelta, UsageReported, Waiting
from tailor.core.procedure import Procedure, fingerprint
from tailor.core.prompting import PromptSet
from tailor.core.protocols import Reasoning, Text, Usage, Wait
from tailor.core.requirements import Requirement
from tailor.core.text import clean
from tailor.core.transport import Draft, original_draft


@dataclass(frozen=True, slots=True)
class Verifier:
    """A further Verify agent: a name and what it looks at ([CP] section 5.3)."""

    name: str
    instruction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """Who answers, for the record: names only, never an address with a key."""

    provider: str
    model: str | None = None
    host: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What every agent of a run is told alike."""

    hint: str
    requirements: tuple[Requirement, ...] = ()
    """Those switched on."""
    prompts: PromptSet = "tailor"
    verifiers: tuple[Verifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """A procedure as it stands between two agents, and the edits it includes."""

    draft: Draft
    builds_on: tuple[str, ...] = ()
    """Ids, in the order they were applied."""
    modified: bool = False
    """Whether an agent that makes the procedure fit was heard before, whatever it proposed: what it left open can
    be told to Verify. Said of the list, not of the moment: agents asked at once do not hear of each other."""

    @property
    def procedure(self) -> Procedure:
        """The procedure alone."""
        return self.draft.procedure


def stand(procedure: Procedure) -> Stand:
    """The original, before any agent."""
    return Stand(original_draft(procedure))


@dataclass(slots=True)
class Numbers:
    """The last number given to a stage, an edit and a call."""

    stage: int = 0
    edit: int = 0
    call: int = 0

    def begins(
        self, agent: str, base: Procedure, builds_on: tuple[str, ...], only_step: int | None = None
    ) -> StageStarted:
        """The next stage begins, on `base`, which includes the edits that it builds on."""
        self.stage += 1
        return StageStarted(
            stage=self.stage,
            agent=agent,
            base=fingerprint(base),
            steps=base.steps,
            resources=base.resources,
            builds_on=builds_on,
            only_step=only_step,
        )

    def called(self, by: Answering, stage: int, call: int, attempt: int) -> ModelCalled:
        """A request of a stage goes out; a first attempt, or one without a call (0), begins a call of its own."""
        if attempt == 1 or not call:
            self.call += 1
            call = self.call
        return ModelCalled(stage=stage, call=call, host=by.host or "", model=by.model or "", attempt=attempt)


@dataclass(slots=True)
class Work:
    """One stage while it is at work."""

    stage: int
    agent: str
    at: Stand
    edits: list[Edit] = field(default_factory=list)
    call: int = 0


def heard(chunk: Text | Reasoning | Wait | Usage, call: int) -> TextDelta | Waiting | UsageReported:
    """What a model does in a call, as the event that tells it."""
    match chunk:
        case Text() | Reasoning():
            return TextDelta(call=call, text=clean(chunk.text), thinking=isinstance(chunk, Reasoning))
        case Wait():
            return Waiting(call=call, reason=chunk.reason, seconds=chunk.seconds)
        case Usage():
            return UsageReported(call=call, prompt=chunk.prompt, completion=chunk.completion, cost=chunk.cost)


def left_out_words(settings: Iterable[str]) -> str:
    """What is said of settings that a server refused, each once; "" where it took them all."""
    refused = ", ".join(dict.fromkeys(settings))
    return f"The server does not take these settings, so they were left out: {refused}." if refused else ""
