"""Run one tailoring: a request in, typed events out (DESIGN 2 and 5); and single questions after it.

A run ends with exactly one of done, failed or cancelled. Whoever answers the agents' tasks is given as an
`AgentBackend`.

    async with aclosing(run(request, agents, by=by)) as events:
        async for event in events: ...

Closing the iterator ends the model's call at once.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast
from uuid import uuid4

from memory.lessons import Lessons, WithLessons
from tailor.agents.prompts import PromptSet
from tailor.agents.stages import (
    BackendInfo,
    Emit,
    RejectedIds,
    RunContext,
    RunNumbers,
    Snapshot,
    StageRunner,
    Verifier,
)
from tailor.agents.strategies import STRATEGIES, completed
from tailor.core.coverage import guard_findings
from tailor.core.decisions import Accepting
from tailor.core.edits import Edit
from tailor.core.errors import ContentError, UsageError
from tailor.core.events import (
    Done,
    EditFlagged,
    EditProposed,
    Event,
    FindingsReported,
    ModelCalled,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
)
from tailor.core.following import frozen_of, may_change
from tailor.core.hints import parse_hint
from tailor.core.procedure import Procedure
from tailor.core.protocols import AgentBackend, AgentName, Task
from tailor.core.renumber import RENUMBER
from tailor.core.report import before_and_after_renumbering, done
from tailor.core.requirements import Requirement, critical_type
from tailor.core.review_state import fold_all
from tailor.core.text import LONGEST_HINT, clean
from tailor.core.transport import tracked_original
from tailor.runs.stream import stream_events

if TYPE_CHECKING:
    from tailor.config import Config


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """A question after a run: what the agent sees, and the numbers the run ended with."""

    run: str
    procedure: Procedure
    """Usually the Result as accepted now."""
    hint: str
    requirements: tuple[Requirement, ...] = ()
    builds_on: tuple[str, ...] = ()
    """Ids of the edits that `procedure` includes."""
    applied: tuple[Edit, ...] = ()
    """Those of them that agents proposed: the requirements they serve are served."""
    rejected: tuple[Edit, ...] = ()
    """Edits turned down, numbered on `procedure`."""
    done: tuple[int, ...] = ()
    """Steps of `procedure` that are done already (a rescue): an edit of one comes back flagged, not proposed."""
    prompts: PromptSet = "tailor"
    stage: int = 0
    """The last stage number of the run; likewise edit, call and seq."""
    edit: int = 0
    call: int = 0
    seq: int = -1


def follow_up(
    events: Sequence[Event], procedure: Procedure, builds_on: tuple[str, ...], rejected: tuple[Edit, ...] = ()
) -> FollowUp:
    """A question after the run with these events; ContentError where they are no run."""
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    read = next((event for event in events if isinstance(event, RequirementsRead)), None)
    if started is None:
        raise ContentError("This record does not begin with a run, so nothing more can be asked in it.")
    proposed = [event for event in events if isinstance(event, EditProposed)]
    return FollowUp(
        run=started.run,
        procedure=procedure,
        hint=started.hint,
        requirements=read.requirements if read else (),
        builds_on=builds_on,
        applied=tuple(event.edit for event in proposed if event.id in builds_on),
        rejected=rejected,
        prompts="paper" if started.prompts == "paper" else "tailor",
        stage=max((event.stage for event in events if isinstance(event, StageStarted)), default=0),
        edit=max((int(event.id[1:]) for event in proposed), default=0),
        call=max((event.call for event in events if isinstance(event, ModelCalled)), default=0),
        seq=max((event.seq for event in events), default=-1),
    )


def ask_again(
    asked: FollowUp,
    agents: AgentBackend,
    *,
    by: BackendInfo,
    step: int | None,
    note: str = "",
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """Modify once more with the person's note, about one step or (step None) the whole.

    UsageError for a step that is not there.
    """
    task = _task(asked, "modify", only_step=_there(asked, step), note=note, frozen=frozen_of(asked.done))
    return _single(asked, agents, by, task, stop)


def verify_again(
    asked: FollowUp,
    agents: AgentBackend,
    *,
    by: BackendInfo,
    step: int | None = None,
    note: str = "",
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """Verify about a given procedure, usually what the person accepted so far, or (with `step`) one step of it.

    UsageError for a step that is not there.
    """
    return _single(asked, agents, by, _task(asked, "verify", only_step=_there(asked, step), note=note), stop)


def rewrite(
    asked: FollowUp, agents: AgentBackend, *, by: BackendInfo, note: str = "", stop: asyncio.Event | None = None
) -> AsyncGenerator[Event, None]:
    """A rewrite of the whole by the Customize agent, where edits are too cautious."""
    return _single(asked, agents, by, _task(asked, "customize", note=note), stop)


def _there(asked: FollowUp, step: int | None) -> int | None:
    """The step; UsageError where the procedure has none of that number."""
    if step is not None and not 1 <= step <= len(asked.procedure.steps):
        raise UsageError(f"There is no step {step}: this procedure has {len(asked.procedure.steps)}.")
    return step


def _task(
    asked: FollowUp, agent: AgentName, *, only_step: int | None = None, note: str = "", frozen: int = 0
) -> Task:
    return Task(
        agent=agent,
        base=asked.procedure,
        hint=asked.hint,
        rejected=asked.rejected,
        only_step=only_step,
        note=note,
        frozen=frozen,
    )


def _single(
    asked: FollowUp, agents: AgentBackend, by: BackendInfo, task: Task, stop: asyncio.Event | None
) -> AsyncGenerator[Event, None]:
    """One stage; it ends with done (its own result, nothing accepted), failed or cancelled."""
    if not asked.procedure.steps:
        raise ContentError("This procedure has no steps left. Take back a deletion, then ask again.")
    on = tuple(one for one in asked.requirements if one.on)
    case = RunContext(hint=asked.hint, requirements=on, prompts=asked.prompts)

    async def job(emit: Emit) -> None:
        desk = StageRunner(
            case,
            agents,
            emit,
            by,
            numbers=RunNumbers(asked.stage, asked.edit, asked.call),
            applied=asked.applied,
            extra=task,
        )
        at = Snapshot(tracked_original(asked.procedure), asked.builds_on, modified=True)
        after = desk.apply(at, await desk.ask(task.agent, at))
        emit(Done(result=after.procedure))

    stream = stream_events(asked.run, asked.seq + 1, job, stop)
    return _guarded(stream, asked.done) if asked.done else stream


async def _guarded(stream: AsyncGenerator[Event, None], done: tuple[int, ...]) -> AsyncGenerator[Event, None]:
    """The events; an edit of a done step becomes a flagged one."""
    async with aclosing(stream) as events:
        async for event in events:
            if isinstance(event, EditProposed) and not may_change(event.edit, done):
                yield _flagged(event)
            else:
                yield event


def _flagged(event: EditProposed) -> EditFlagged:
    return EditFlagged(
        stage=event.stage,
        agent=event.agent,
        op=event.op,
        step=event.step,
        text=event.text,
        why="frozen",
        part=event.part,
        run=event.run,
        seq=event.seq,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomizeRequest:
    """What a person asks for."""

    procedure: Procedure
    hint: str
    requirements: tuple[Requirement, ...] | None = None
    """As the person corrected them; None: split hint and profile."""
    profile: tuple[str, ...] = ()
    """Lines of the profiles."""
    strategy: str = "sequential"
    prompts: PromptSet = "tailor"
    accept: Accepting = "careful"
    verifiers: tuple[Verifier, ...] = ()
    """Further Verify agents; a preset needs its name alone."""
    run: str = ""
    """Id of the run; "" makes one."""


def request_for(
    config: "Config",
    procedure: Procedure,
    hint: str,
    *,
    requirements: tuple[Requirement, ...] | None = None,
    profile: tuple[str, ...] = (),
    strategy: str | None = None,
    prompts: str | None = None,
    accept: Accepting = "careful",
    run: str = "",
) -> CustomizeRequest:
    """A request with the settings as defaults, not checked yet (see `check_request`).

    `strategy` and `prompts` override the settings where given. `run` "" makes a new id.
    """
    return CustomizeRequest(
        procedure=procedure,
        hint=hint,
        requirements=requirements,
        profile=profile,
        strategy=strategy or config.strategy,
        prompts=cast("PromptSet", prompts or config.prompts),
        accept=accept,
        verifiers=further_verifiers(config),
        run=run or uuid4().hex[:12],
    )


def further_verifiers(config: "Config") -> tuple[Verifier, ...]:
    """The further Verify agents of the settings; `completed` checks them."""
    return tuple(Verifier(one.name, one.instruction) for one in config.verify)


def check_request(request: CustomizeRequest) -> None:
    """UsageError or ContentError, saying what to do, for a request that makes no sense."""
    if not request.procedure.steps:
        raise ContentError("This procedure has no steps. Add at least one step, then try again.")
    if not clean(request.hint).strip() and not request.requirements:
        raise UsageError('The hint is empty. Say in a sentence what is special for you, such as "I have no oven".')
    if len(request.hint) > LONGEST_HINT:
        raise UsageError(
            f"The hint is too long: {len(request.hint):,} characters, and {LONGEST_HINT:,} are read. Say what is "
            "special for you in a few sentences."
        )
    if request.strategy not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise UsageError(f'There is no strategy "{request.strategy}". Choose one of: {known}.')
    if request.prompts not in ("paper", "tailor"):
        raise UsageError(f'There is no prompt set "{request.prompts}". Choose paper or tailor.')
    if request.accept not in ("all", "careful", "none"):
        raise UsageError(f'There is no way of accepting "{request.accept}". Choose all, careful or none.')
    completed(request.verifiers)


def run(
    request: CustomizeRequest,
    agents: AgentBackend,
    *,
    by: BackendInfo,
    decisions: RejectedIds = frozenset,
    stop: asyncio.Event | None = None,
    lessons: Lessons | None = None,
) -> AsyncGenerator[Event, None]:
    """The events of one tailoring, ending with done, failed or cancelled.

    `decisions` gives the ids rejected so far: later agents do not see those edits. `lessons` (None: off) are what
    the person chose in other runs; the `tailor` prompts alone make use of them. Setting `stop` cancels the run
    with a last event; closing the iterator cancels it without one. Raises UsageError or ContentError at once for
    a request that makes no sense.
    """
    check_request(request)
    request = replace(request, hint=clean(request.hint).strip(), verifiers=completed(request.verifiers))

    async def job(emit: Emit) -> None:
        await _tailor(request, await with_lessons(request, agents, lessons), by, decisions, emit)

    return stream_events(request.run or uuid4().hex[:12], 0, job, stop)


async def with_lessons(request: CustomizeRequest, agents: AgentBackend, lessons: Lessons | None) -> AgentBackend:
    """The backend with lessons from earlier decisions; they are read from the disk in a thread."""
    if lessons is None or request.prompts == "paper":
        return agents
    return WithLessons(
        agents, request.procedure, await asyncio.to_thread(lessons.recall, request.procedure, request.hint)
    )


async def _tailor(
    request: CustomizeRequest, agents: AgentBackend, by: BackendInfo, decisions: RejectedIds, emit: Emit
) -> None:
    """The whole of a run, from run_started to done."""
    emit(started(request, by))
    await tailored(request, agents, by, decisions, emit)


async def tailored(
    request: CustomizeRequest,
    agents: AgentBackend,
    by: BackendInfo,
    decisions: RejectedIds,
    emit: Emit,
    numbers: RunNumbers | None = None,
) -> None:
    """A run after its first event, to done; `numbers` continue those of a run that goes on."""
    log: list[Event] = [started(request, by)]

    def tell(event: Event) -> None:
        log.append(event)
        emit(event)

    base = request.procedure
    requirements = request.requirements
    if requirements is None:
        requirements = parse_hint(request.hint, request.profile)
    tell(RequirementsRead(requirements=requirements, critical=critical_type(requirements)))
    on = tuple(one for one in requirements if one.on)
    tell(FindingsReported(where="base", items=guard_findings(base, on)))
    case = RunContext(hint=request.hint, requirements=on, prompts=request.prompts, verifiers=request.verifiers)
    desk = StageRunner(case, agents, tell, by, decisions, numbers or RunNumbers())
    await STRATEGIES[request.strategy].run(desk, Snapshot.of(base))
    _renumber(desk, base, log)
    end = done(fold_all(base, log), request.accept, decisions())
    tell(FindingsReported(where="result", items=guard_findings(end.result, on)))
    tell(end)


def started(request: CustomizeRequest, by: BackendInfo) -> RunStarted:
    """The first event of a run."""
    return RunStarted(
        procedure=request.procedure,
        hint=request.hint,
        strategy=request.strategy,
        prompts=request.prompts,
        provider=by.provider,
        model=by.model,
        host=by.host,
    )


def _renumber(desk: StageRunner, base: Procedure, log: Sequence[Event]) -> None:
    """The last stage, if mentions of steps move. No edits are emitted: a review computes them."""
    if moved := before_and_after_renumbering(fold_all(base, log)):
        before, after, says = moved
        work = desk.begin(RENUMBER, Snapshot(tracked_original(before), tuple(desk.proposed)))
        desk.emit(StageFinished(stage=work.stage, agent=RENUMBER, end="edits", result=after, says=says))
