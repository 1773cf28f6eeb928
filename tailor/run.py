"""One road for every front end: a request in, typed events out (DESIGN 2 and 5).

Owns the order of a run's events, their numbers, how a run ends and how it is stopped. Refuses to know screens,
files and servers: a crew answers the agents' tasks, whoever stands behind it.

    async with aclosing(run(request, crew, by=by)) as events:
        async for event in events: ...

Closing the iterator ends the model's call at once.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias
from uuid import uuid4

from tailor.core.deciding import Accepting
from tailor.core.desk import Answering, Case, Decisions, Desk, Emit, Numbers, Stand, Verifier, stand
from tailor.core.edits import Edit
from tailor.core.errors import ContentError, ProviderError, TailorError, UsageError
from tailor.core.events import (
    Cancelled,
    Done,
    EditProposed,
    Event,
    Failed,
    FindingsReported,
    ModelCalled,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
)
from tailor.core.folding import fold_all
from tailor.core.kinds import critical_type
from tailor.core.outcome import done, mended
from tailor.core.procedure import Procedure
from tailor.core.prompting import PromptSet
from tailor.core.renumbering import RENUMBER
from tailor.core.requirements import Requirement
from tailor.core.splitting import split
from tailor.core.strategies import STRATEGIES
from tailor.core.tasks import AgentName, Crew, Task
from tailor.core.transport import original_draft
from tailor.core.watching import found_in

Job: TypeAlias = Callable[[Emit], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a person asks for."""

    procedure: Procedure
    hint: str
    requirements: tuple[Requirement, ...] | None = None
    """As the person corrected them; None: split hint and profile."""
    profile: tuple[str, ...] = ()
    """What always holds for this person, one line each."""
    strategy: str = "sequential"
    prompts: PromptSet = "tailor"
    accept: Accepting = "careful"
    verifiers: tuple[Verifier, ...] = ()
    """Further Verify agents."""
    run: str = ""
    """Id of the run; "" makes one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """A question asked within a run that is there already: its events go on counting where the run's ended."""

    run: str
    procedure: Procedure
    """What the agent is to see: usually the Result as accepted now."""
    hint: str
    requirements: tuple[Requirement, ...] = ()
    builds_on: tuple[str, ...] = ()
    """Ids of the edits that `procedure` includes."""
    rejected: tuple[Edit, ...] = ()
    """What was turned down, numbered on `procedure`."""
    prompts: PromptSet = "tailor"
    stage: int = 0
    """The last stage number of the run, and so on."""
    edit: int = 0
    call: int = 0
    seq: int = -1


def further(events: Sequence[Event], procedure: Procedure, builds_on: tuple[str, ...]) -> Further:
    """A question that goes on where the run with these events ended; `rejected` is the caller's to add."""
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    read = next((event for event in events if isinstance(event, RequirementsRead)), None)
    if started is None:
        raise ContentError("This record does not begin with a run, so nothing more can be asked in it.")
    return Further(
        run=started.run,
        procedure=procedure,
        hint=started.hint,
        requirements=read.requirements if read else (),
        builds_on=builds_on,
        prompts="paper" if started.prompts == "paper" else "tailor",
        stage=max((event.stage for event in events if isinstance(event, StageStarted)), default=0),
        edit=max((int(event.id[1:]) for event in events if isinstance(event, EditProposed)), default=0),
        call=max((event.call for event in events if isinstance(event, ModelCalled)), default=0),
        seq=max((event.seq for event in events), default=-1),
    )


def run(
    request: Request,
    crew: Crew,
    *,
    by: Answering,
    decisions: Decisions = frozenset,
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """The events of one tailoring, ending with done, failed or cancelled.

    `decisions` gives the ids rejected so far: later agents do not see those edits. Setting `stop` cancels the run
    with a last event; closing the iterator cancels it without one. Raises UsageError or ContentError at once for
    a request that makes no sense.
    """
    check(request)

    async def job(emit: Emit) -> None:
        await _tailor(request, crew, by, decisions, emit)

    return _events(request.run or uuid4().hex[:12], 0, job, stop)


def ask_again(
    asked: Further,
    crew: Crew,
    *,
    by: Answering,
    step: int | None,
    note: str = "",
    frozen: int = 0,
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """Modify once more, about one step or (step None) the whole, with the person's words; steps up to `frozen`
    are done already.
    """
    if step is not None and not 1 <= step <= len(asked.procedure.steps):
        raise UsageError(f"There is no step {step}: this procedure has {len(asked.procedure.steps)}.")
    return _single(asked, crew, by, "modify", stop, step=step, note=note, frozen=frozen)


def verify_again(
    asked: Further, crew: Crew, *, by: Answering, note: str = "", stop: asyncio.Event | None = None
) -> AsyncGenerator[Event, None]:
    """Verify about a given procedure, usually what the person accepted so far."""
    return _single(asked, crew, by, "verify", stop, note=note)


def rewrite(
    asked: Further, crew: Crew, *, by: Answering, note: str = "", stop: asyncio.Event | None = None
) -> AsyncGenerator[Event, None]:
    """Customize by hand: a rewrite where edits are too cautious."""
    return _single(asked, crew, by, "customize", stop, note=note)


def check(request: Request) -> None:
    """Raises UsageError or ContentError, with what to do, for a request that makes no sense."""
    if not request.procedure.steps:
        raise ContentError("This procedure has no steps. Add at least one step, then try again.")
    if not request.hint.strip() and not request.requirements:
        raise UsageError('The hint is empty. Say in a sentence what is special for you, such as "I have no oven".')
    if request.strategy not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise UsageError(f'There is no strategy "{request.strategy}". Choose one of: {known}.')
    if request.prompts not in ("paper", "tailor"):
        raise UsageError(f'There is no prompt set "{request.prompts}". Choose paper or tailor.')


async def _tailor(request: Request, crew: Crew, by: Answering, decisions: Decisions, emit: Emit) -> None:
    """The whole of a run, from run_started to done."""
    log: list[Event] = []

    def tell(event: Event) -> None:
        log.append(event)
        emit(event)

    base = request.procedure
    tell(_started(request, by))
    requirements = request.requirements
    if requirements is None:
        requirements = split(request.hint, request.profile)
    tell(RequirementsRead(requirements=requirements, critical=critical_type(requirements)))
    on = tuple(one for one in requirements if one.on)
    tell(FindingsReported(where="base", items=found_in(base, on)))
    case = Case(hint=request.hint, requirements=on, prompts=request.prompts, verifiers=request.verifiers)
    desk = Desk(case, crew, tell, by, decisions)
    await STRATEGIES[request.strategy](desk, stand(base))
    _renumber(desk, base, log)
    end = done(fold_all(base, log), request.accept, decisions())
    tell(FindingsReported(where="result", items=found_in(end.result, on)))
    tell(end)


def _started(request: Request, by: Answering) -> RunStarted:
    return RunStarted(
        procedure=request.procedure,
        hint=request.hint,
        strategy=request.strategy,
        prompts=request.prompts,
        provider=by.provider,
        model=by.model,
        host=by.host,
    )


def _renumber(desk: Desk, base: Procedure, log: Sequence[Event]) -> None:
    """The last stage, where mentions of steps move: told as a whole, since a review computes it from its edits."""
    if moved := mended(fold_all(base, log)):
        before, after, says = moved
        work = desk.begin(RENUMBER, Stand(original_draft(before), tuple(desk.proposed)))
        desk.emit(StageFinished(stage=work.stage, agent=RENUMBER, end="edits", result=after, says=says))


def _single(
    asked: Further,
    crew: Crew,
    by: Answering,
    agent: AgentName,
    stop: asyncio.Event | None,
    *,
    step: int | None = None,
    note: str = "",
    frozen: int = 0,
) -> AsyncGenerator[Event, None]:
    """One stage within a run; it ends with done (nothing accepted), failed or cancelled."""
    if not asked.procedure.steps:
        raise ContentError("This procedure has no steps left. Take back a deletion, then ask again.")
    case = Case(
        hint=asked.hint, requirements=tuple(one for one in asked.requirements if one.on), prompts=asked.prompts
    )
    extra = Task(
        agent=agent,
        base=asked.procedure,
        hint=asked.hint,
        rejected=asked.rejected,
        only_step=step,
        note=note,
        frozen=frozen,
    )

    async def job(emit: Emit) -> None:
        numbers = Numbers(asked.stage, asked.edit, asked.call)
        desk = Desk(case, crew, emit, by, numbers=numbers, extra=extra)
        at = Stand(original_draft(asked.procedure), asked.builds_on)
        after = desk.apply(at, await desk.ask(agent, at))
        emit(Done(result=after.procedure))

    return _events(asked.run, asked.seq + 1, job, stop)


async def _events(run: str, first: int, job: Job, stop: asyncio.Event | None) -> AsyncGenerator[Event, None]:
    """What the job emits, numbered, then how it ended. Leaving the iterator cancels the job and waits for it."""
    queue: asyncio.Queue[Event | None] = asyncio.Queue()
    working = asyncio.ensure_future(job(queue.put_nowait))
    working.add_done_callback(lambda _: queue.put_nowait(None))
    watching = asyncio.ensure_future(_stopped(stop, working))
    seq, kept = first, []
    try:
        while (event := await queue.get()) is not None:
            if isinstance(event, EditProposed):
                kept.append(event.id)
            yield replace(event, run=run, seq=seq)
            seq += 1
        if last := _ending(working, tuple(kept)):
            yield replace(last, run=run, seq=seq)
    finally:
        watching.cancel()
        working.cancel()
        await asyncio.wait([watching, working])


async def _stopped(stop: asyncio.Event | None, working: "asyncio.Future[None]") -> None:
    if stop is not None:
        await stop.wait()
        working.cancel()


def _ending(working: "asyncio.Future[None]", kept: tuple[str, ...]) -> Event | None:
    """The last event of a job that did not end by itself; an error that is not ours is raised: it is a bug."""
    if working.cancelled():
        return Cancelled(kept=kept)
    match working.exception():
        case None:
            return None
        case ProviderError() as error:
            return Failed(fault=error.fault, title=error.title, message=error.message, kept=kept)
        case TailorError() as error:
            return Failed(fault="bad_answer", title=error.title, message=error.message, kept=kept)
        case bug:
            raise bug
