"""Running agents as stages: assigns stage, edit and call ids, and emits the events of a run.

Strategies ask a `StageRunner` for an agent's bag on a `Snapshot`; the runner builds the task, asks the backend and
reports each edit as it arrives.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from tailor.agents.prompts import PromptSet
from tailor.core.coverage import assess_edit, contradicted, guard_findings, unserved
from tailor.core.edits import Bag, Edit, Flagged, Insert, Replace, same_change
from tailor.core.engine import apply
from tailor.core.errors import ProviderError
from tailor.core.events import (
    DraftWritten,
    EditFlagged,
    EditProposed,
    End,
    Event,
    HeaderProposed,
    Judged,
    ModelCalled,
    PlaceFound,
    StageFinished,
    StageStarted,
    TextDelta,
    UsageReported,
    Waiting,
)
from tailor.core.procedure import Procedure, fingerprint
from tailor.core.protocols import (
    AgentBackend,
    AgentName,
    AgentOutput,
    Attempt,
    FoundPlace,
    GroupHeader,
    LeftOut,
    Reasoning,
    Task,
    Text,
    Usage,
    Wait,
)
from tailor.core.read_hint import HintRead
from tailor.core.requirements import Requirement
from tailor.core.text import LONGEST_STEP, clean
from tailor.core.transport import Moved, TrackedProcedure, apply_tracked, tracked_original, transport

Emit: TypeAlias = Callable[[Event], None]

RejectedIds: TypeAlias = Callable[[], frozenset[str]]
"""Ids of the edits that the user has rejected so far."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """An extra Verify agent: its name and what it looks at ([CP] section 5.3)."""

    name: str
    instruction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendInfo:
    """Who answers, for the record: names only, never an address with a key."""

    provider: str
    model: str | None = None
    host: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunContext:
    hint: str
    requirements: tuple[Requirement, ...] = ()
    prompts: PromptSet = "tailor"
    verifiers: tuple[Verifier, ...] = ()
    fixed: tuple[str, ...] = ()
    """Ids of the requirements whose words no model changes: the profile's, and all that the person corrected."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What an agent of `rewrite` is told besides the list it works on; see the fields of `Task`."""

    original: Procedure | None = None
    wrote: tuple[int, ...] = ()
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A procedure between two agents, and the edits it includes."""

    draft: TrackedProcedure
    builds_on: tuple[str, ...] = ()
    """Edit ids, in the order they were applied."""
    modified: bool = False
    """True once Modify has run on this branch, even if it proposed nothing.

    Verify is then given the requirements still unserved. Per snapshot, because in `parallel` Verify must not see
    Modify's outcome.
    """

    @classmethod
    def of(cls, procedure: Procedure, builds_on: tuple[str, ...] = (), *, modified: bool = False) -> "Snapshot":
        return cls(tracked_original(procedure), builds_on, modified)

    @property
    def procedure(self) -> Procedure:
        """The procedure without identities."""
        return self.draft.procedure


@dataclass(slots=True)
class StageRun:
    stage: int
    agent: str
    at: Snapshot
    edits: list[Edit] = field(default_factory=list)
    call: int = 0
    groups: dict[str, str] = field(default_factory=dict)
    """Ids of its groups by the names that its agent gave them."""


@dataclass(slots=True)
class RunNumbers:
    """The last number given to each kind of thing."""

    stage: int = 0
    edit: int = 0
    call: int = 0
    place: int = 0
    group: int = 0

    def begins(
        self, agent: str, base: Procedure, builds_on: tuple[str, ...], only_step: int | None = None
    ) -> StageStarted:
        """Number a stage on `base`, which includes the edits in `builds_on`."""
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

    def proposes(
        self, run: StageRun, edit: Edit, requirements: tuple[Requirement, ...] = (), replaces: tuple[str, ...] = ()
    ) -> EditProposed:
        """Give an edit of the stage an id and assess it on the stage's base."""
        self.edit += 1
        weight = assess_edit(run.at.procedure, edit, requirements)
        return replace(
            EditProposed.of(edit, run.stage, f"e{self.edit}", run.agent),
            replaces=replaces,
            group=self.group_of(run, edit.group),
            findings=weight.findings,
            level=weight.level,
            tripwires=weight.says,
        )

    def finds(self, run: StageRun, place: FoundPlace) -> PlaceFound:
        """Give a place of the stage an id."""
        self.place += 1
        return PlaceFound(
            stage=run.stage,
            id=f"p{self.place}",
            agent=run.agent,
            part=place.part,
            step=place.step,
            word=place.word,
            serves=place.serves,
            why=place.why,
            also=place.also,
        )

    def group_of(self, run: StageRun, name: str) -> str | None:
        """The id of the group that the agent calls `name`, made at its first mention; None for ""."""
        if name and name not in run.groups:
            self.group += 1
            run.groups[name] = f"g{self.group}"
        return run.groups.get(name)

    def hears(
        self, by: BackendInfo, run: StageRun, chunk: Attempt | Text | Reasoning | Wait | Usage
    ) -> list[Event]:
        """The events for a chunk of a model; a first attempt, or the first chunk of a stage, begins a new call."""
        events: list[Event] = []
        attempt = chunk.number if isinstance(chunk, Attempt) else 0
        if attempt or not run.call:
            if attempt <= 1 or not run.call:
                self.call += 1
                run.call = self.call
            host, model = by.host or "", by.model or ""
            events += [ModelCalled(stage=run.stage, call=run.call, host=host, model=model, attempt=attempt or 1)]
        match chunk:
            case Text() | Reasoning():
                thinking = isinstance(chunk, Reasoning)
                rate = chunk.rate if isinstance(chunk, Text) else None
                events += [TextDelta(call=run.call, text=clean(chunk.text), thinking=thinking, rate=rate)]
            case Wait():
                events += [Waiting(call=run.call, reason=chunk.reason, seconds=chunk.seconds)]
            case Usage():
                events += [_usage_event(run.call, chunk)]
        return events


def _usage_event(call: int, usage: Usage) -> UsageReported:
    return UsageReported(
        call=call, prompt=usage.prompt, completion=usage.completion, cost=usage.cost, rate=usage.rate
    )


def flagged(stage: int, agent: str, edit: Edit, why: str) -> EditFlagged:
    """The event for an edit that was read but cannot be used; one with an id was proposed before."""
    return EditFlagged(
        stage=stage, agent=agent, op=edit.op, step=edit.step, text=edit.text, why=why, part=edit.part, id=edit.id
    )


def left_out_words(settings: Iterable[str]) -> str:
    """A sentence about the settings that a server rejected, each once; "" for none."""
    refused = ", ".join(dict.fromkeys(settings))
    return f"The server does not take these settings, so they were left out: {refused}." if refused else ""


class EditIntake:
    """How the runner takes an agent's edits; by default each is a new one."""

    def take(self, runner: "StageRunner", work: StageRun, edit: Edit) -> None:
        runner.propose(work, edit)

    def forget(self, work: StageRun) -> None:
        """Forget all that this agent told so far."""

    def dropped(self) -> tuple[str, ...]:
        """Ids of earlier edits that the agent left out; only Resolve's intake has any."""
        return ()


@dataclass
class StageRunner:
    """Where a strategy asks its agents."""

    context: RunContext
    backend: AgentBackend
    emit: Emit
    by: BackendInfo
    rejected_ids: RejectedIds = frozenset
    numbers: RunNumbers = field(default_factory=RunNumbers)
    proposed: dict[str, tuple[Snapshot, Edit]] = field(default_factory=dict)
    """Every edit so far by its id, with the list it is numbered on."""
    applied: tuple[Edit, ...] = ()
    """Edits of an earlier, finished run that are part of the list asked about."""
    reread: Callable[[HintRead], tuple[Requirement, ...]] | None = None
    """Reports how a model reads the hint, and returns the requirements that are on; None: nobody asks for it."""
    already: set[str] = field(default_factory=set)
    """Ids of the requirements that need no edit, as an agent said."""
    extra: Task | None = None
    """What the user asks beyond the agent's own task, such as only_step, note, frozen and rejected."""

    async def ask(
        self,
        agent: AgentName,
        at: Snapshot,
        verifier: Verifier | None = None,
        *,
        bags: tuple[tuple[str, Bag], ...] = (),
        intake: EditIntake | None = None,
        beside: Beside | None = None,
    ) -> Bag:
        """One agent's bag on `at`; each edit is reported as it arrives.

        `bags` are the input of Resolve; `intake` replaces the default handling of edits. Raises ProviderError if
        the model failed or its answer is unreadable; what was reported remains valid.
        """
        intake, beside = intake or EditIntake(), beside or Beside()
        work = self.begin(verifier.name if verifier else agent, at)
        task = replace(
            self._task(agent, at, verifier, bags),
            original=beside.original,
            wrote=beside.wrote,
            reads=beside.reads and self.reread is not None,
            fixed=self.context.fixed,
        )
        try:
            answer = await self.backend.ask(task, lambda told: self._hear(work, told, intake))
        except ProviderError as error:
            self.finish(work, "cut_short" if error.fault == "cut_short" else "failed", error.message)
            raise
        self.finish(work, answer.end, answer.says, intake.dropped(), answer.verdicts)
        self.already |= {one.id for one in answer.verdicts if one.verdict == "already"}
        if answer.end == "unparsed":
            raise ProviderError(
                "bad_answer",
                "No change could be read in the answer. Try again, or choose another model.",
                title="The answer cannot be used",
            )
        return Bag(tuple(work.edits), fingerprint(at.procedure))

    def apply(self, at: Snapshot, bag: Bag, *, modified: bool = False) -> Snapshot:
        """Apply the bag, except edits that the user rejected meanwhile; `modified`: as in `Snapshot.modified`."""
        rejected = self.rejected_ids()
        kept = tuple(edit for edit in bag.edits if edit.id not in rejected)
        builds_on = (*at.builds_on, *(edit.id for edit in kept))
        return Snapshot(apply_tracked(at.draft, kept), builds_on, at.modified or modified)

    def begin(self, agent: str, at: Snapshot) -> StageRun:
        only_step = self.extra.only_step if self.extra else None
        self.emit(self.numbers.begins(agent, at.procedure, at.builds_on, only_step))
        return StageRun(self.numbers.stage, agent, at)

    def finish(
        self,
        work: StageRun,
        end: End,
        says: str = "",
        dropped: tuple[str, ...] = (),
        verdicts: tuple[Judged, ...] = (),
    ) -> None:
        """End the stage; its result is its list with its own edits applied."""
        self.emit(
            StageFinished(
                stage=work.stage,
                agent=work.agent,
                end=end,
                result=apply(work.at.procedure, Bag(tuple(work.edits))).procedure,
                says=says,
                dropped=dropped,
                verdicts=verdicts,
            )
        )

    def propose(self, work: StageRun, edit: Edit, replaces: tuple[str, ...] = ()) -> Edit:
        """Give the edit an id, assess it and report it."""
        event = self.numbers.proposes(work, edit, self.context.requirements, replaces)
        work.edits.append(event.edit)
        self.proposed[event.id] = (work.at, event.edit)
        self.emit(event)
        return event.edit

    def flag(self, work: StageRun, edit: Edit, why: str) -> None:
        self.emit(flagged(work.stage, work.agent, edit, why))

    def _hear(self, work: StageRun, told: AgentOutput, intake: EditIntake) -> None:
        match told:
            case Insert() | Replace() if len(told.text) > LONGEST_STEP:
                self.flag(work, told, "too_long")
            case Insert() | Replace():
                intake.take(self, work, told)
            case Flagged(why="thought"):
                self._take_back(work, told.edit, intake)
            case Flagged():
                self.flag(work, told.edit, told.why)
            case FoundPlace():
                self._find(work, told)
            case GroupHeader():
                self._head(work, told)
            case HintRead():
                if self.reread is not None:
                    self.context = replace(self.context, requirements=self.reread(told))
            case Procedure():
                self.emit(DraftWritten(stage=work.stage, procedure=told))
            case Attempt() | Text() | Reasoning() | Wait() | Usage():
                for event in self.numbers.hears(self.by, work, told):
                    self.emit(event)
            case LeftOut():
                pass  # the answer's `says` tells it once, when the stage is over
            case _:
                assert_never(told)

    def _take_back(self, work: StageRun, edit: Edit, intake: EditIntake) -> None:
        """Flag an edit of this stage that does not count after all; one that only repeated another just goes."""
        intake.forget(work)
        same = (one for one in work.edits if same_change(one, edit))
        while (taken := next(same, None)) is not None:
            work.edits.remove(taken)
            if taken.agent == work.agent:  # the only one of its own, since it proposes nothing twice
                del self.proposed[taken.id]
                self.flag(work, taken, "thought")
                return
            same = (one for one in work.edits if same_change(one, edit))

    def _find(self, work: StageRun, place: FoundPlace) -> None:
        """Report a place, unless its step does not exist."""
        if 1 <= place.step <= len(work.at.procedure.part(place.part)):
            self.emit(self.numbers.finds(work, place))

    def _head(self, work: StageRun, head: GroupHeader) -> None:
        if group := self.numbers.group_of(work, head.group):
            goal, yields, notes = head.goal, head.yields, head.notes
            self.emit(HeaderProposed(stage=work.stage, group=group, goal=goal, yields=yields, notes=notes))

    def _rejected_on(self, at: Snapshot) -> tuple[Edit, ...]:
        """The edits that the user has rejected so far, numbered on `at`, as far as they have a place there."""
        gone = sorted(self.rejected_ids() & self.proposed.keys(), key=lambda id: int(id[1:]))
        places = [transport(edit, seen.draft, at.draft) for seen, edit in map(self.proposed.__getitem__, gone)]
        carried = [place.edit if isinstance(place, Moved) else place.nearest for place in places]
        return tuple(replace(edit, reason="") for edit in carried if edit is not None)

    def _task(
        self, agent: AgentName, at: Snapshot, verifier: Verifier | None, bags: tuple[tuple[str, Bag], ...]
    ) -> Task:
        base, context = at.procedure, self.context
        verifies = agent == "verify" and verifier is None
        extra = self.extra or Task(agent=agent, base=base, hint=context.hint)
        return replace(
            extra,
            agent=agent,
            base=base,
            hint=context.hint,
            requirements=context.requirements,
            findings=guard_findings(base, context.requirements) if verifies else (),
            uncovered=self._uncovered(at) if verifies else (),
            met=tuple({id: None for edit in self.applied for id in edit.serves}),
            bags=tuple((name, bag.edits) for name, bag in bags),
            instruction=verifier.instruction if verifier else "",
            name=verifier.name if verifier else "",
            rejected=(*extra.rejected, *self._rejected_on(at)),
        )

    def _uncovered(self, at: Snapshot) -> tuple[str, ...]:
        """What Modify left unserved; () if Modify has not run on this branch."""
        if not at.modified:
            return ()
        own = tuple(self.proposed[id][1] for id in at.builds_on if id in self.proposed)
        left = unserved(at.procedure, self.context.requirements, (*self.applied, *own))
        against = contradicted(at.procedure, self.context.requirements)
        return tuple(id for id in left if id in against or id not in self.already)
