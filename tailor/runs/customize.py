"""Run one tailoring: a request in, typed events out (DESIGN 2 and 5); and single questions after it.

A run ends with exactly one of done, failed or cancelled. The `AgentBackend` that answers the agents' tasks is
passed in. Closing the iterator aborts the model's call at once and waits until it is gone:

    async with aclosing(run(request, agents, by=by)) as events:
        async for event in events: ...
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
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
    flagged,
)
from tailor.agents.strategies import STRATEGIES, completed, default_strategy
from tailor.core.coverage import guard_findings
from tailor.core.dangers import hazards_in
from tailor.core.edits import RENUMBER, Edit
from tailor.core.errors import ContentError, ProviderError, TailorError, UsageError
from tailor.core.events import (
    Cancelled,
    Done,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    Finding,
    FindingsReported,
    ModelCalled,
    PlaceFound,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
    first_of,
)
from tailor.core.following import frozen_of, may_change
from tailor.core.procedure import Procedure
from tailor.core.protocols import AgentBackend, AgentName, Task
from tailor.core.read_hint import as_read
from tailor.core.report import all_accepted, done, moved_along
from tailor.core.requirements import Requirement, Requirements, critical_type, in_words, parse_hint, too_many
from tailor.core.review import Decision, decide
from tailor.core.review.decisions import Accepting
from tailor.core.review.events import fold_all
from tailor.core.review.objections import pointless_findings
from tailor.core.review.state import ReviewState
from tailor.core.text import LONGEST_HINT, clean

if TYPE_CHECKING:
    from tailor.config import Config


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """A question after a run: what the agent sees, and where the run's numbering ended."""

    run: str
    procedure: Procedure
    """Usually the Result as accepted so far."""
    hint: str
    requirements: tuple[Requirement, ...] = ()
    builds_on: tuple[str, ...] = ()
    """Ids of the edits that `procedure` includes."""
    applied: tuple[Edit, ...] = ()
    """Those of them that agents proposed; the requirements they serve count as met."""
    rejected: tuple[Edit, ...] = ()
    """Rejected edits, numbered on `procedure`."""
    done: tuple[int, ...] = ()
    """Steps of `procedure` already done (a rescue): edits of them are flagged, not proposed."""
    at: int = 0
    """In a rescue, the current step."""
    prompts: PromptSet = "tailor"
    numbers: RunNumbers = field(default_factory=RunNumbers)
    seq: int = -1


def follow_up(events: Sequence[Event], procedure: Procedure, builds_on: tuple[str, ...]) -> FollowUp:
    """Make a question after the run with these events; ContentError if the start of the run is missing."""
    started, read = first_of(events, RunStarted), first_of(reversed(events), RequirementsRead)
    if started is None:
        raise ContentError(
            "The beginning of this review is missing, so you cannot ask for more changes in it. Start a new one."
        )
    proposed = [event for event in events if isinstance(event, EditProposed)]
    return FollowUp(
        run=started.run,
        procedure=procedure,
        hint=started.hint,
        requirements=read.requirements if read else (),
        builds_on=builds_on,
        applied=tuple(event.edit for event in proposed if event.id in builds_on),
        prompts="paper" if started.prompts == "paper" else "tailor",
        numbers=RunNumbers(
            stage=max((event.stage for event in events if isinstance(event, StageStarted)), default=0),
            edit=max((int(event.id[1:]) for event in proposed), default=0),
            call=max((event.call for event in events if isinstance(event, ModelCalled)), default=0),
            place=max((int(event.id[1:]) for event in events if isinstance(event, PlaceFound)), default=0),
            group=max((int(event.group[1:]) for event in proposed if event.group), default=0),
        ),
        seq=max((event.seq for event in events), default=-1),
    )


def ask_again(
    asked: FollowUp,
    agent: AgentName,
    agents: AgentBackend,
    *,
    by: BackendInfo,
    step: int | None = None,
    note: str = "",
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """Run one more stage with the person's note: Modify or Verify for one step or all, Customize for a rewrite.

    It ends with done (its own result, nothing accepted), failed or cancelled. UsageError for a step that does not
    exist, ContentError if there are no steps.
    """
    if step is not None and not 1 <= step <= len(asked.procedure.steps):
        raise UsageError(f"There is no step {step}: this how-to has {len(asked.procedure.steps)}.")
    if not asked.procedure.steps:
        raise ContentError("No steps are left. Undo a removal, then ask again.")
    on = tuple(one for one in asked.requirements if one.on)
    context = RunContext(hint=asked.hint, requirements=on, prompts=asked.prompts)
    task = Task(
        agent=agent,
        base=asked.procedure,
        hint=asked.hint,
        rejected=asked.rejected,
        only_step=step,
        note=note,
        frozen=frozen_of(asked.done) if agent == "modify" else 0,
        done=asked.done if agent == "modify" else (),
        at=asked.at,
    )

    async def job(emit: Emit) -> None:
        frozen: set[str] = set()

        def guarded(event: Event) -> None:
            if isinstance(event, EditFlagged) and event.id in frozen:
                return  # it was flagged when it came
            if isinstance(event, EditProposed) and not may_change(event.edit, asked.done):
                frozen.add(event.id)
                event = flagged(event.stage, event.agent, replace(event.edit, id=""), "frozen")
            if isinstance(event, PlaceFound) and event.part == "steps" and event.step in asked.done:
                return  # nothing to decide on a step that stays
            emit(event)

        numbers = replace(asked.numbers)
        runner = StageRunner(context, agents, guarded, by, numbers=numbers, applied=asked.applied, extra=task)
        at = Snapshot.of(asked.procedure, asked.builds_on, modified=True)
        after = runner.apply(at, await runner.ask(agent, at))
        emit(Done(result=after.procedure))

    return stream_events(asked.run, asked.seq + 1, job, stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomizeRequest:
    procedure: Procedure
    hint: str
    requirements: tuple[Requirement, ...] | None = None
    """As corrected by the person; None: split hint and profile."""
    profile: tuple[str, ...] = ()
    strategy: str = ""
    """ "": the one that works best with the backend."""
    prompts: PromptSet = "tailor"
    accept: Accepting = "careful"
    verifiers: tuple[Verifier, ...] = ()
    """Additional Verify agents; presets need only their name."""
    run: str = ""
    """Id of the run; "" generates one."""


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
    """Build a request with defaults from the settings; `check_request` checks it. `run` "" generates an id."""
    return CustomizeRequest(
        procedure=procedure,
        hint=hint,
        requirements=requirements,
        profile=profile,
        strategy=strategy or config.strategy or "",
        prompts=cast("PromptSet", prompts or config.prompts),
        accept=accept,
        verifiers=further_verifiers(config),
        run=run or uuid4().hex[:12],
    )


def further_verifiers(config: "Config") -> tuple[Verifier, ...]:
    """The additional Verify agents of the settings; `completed` checks them."""
    return tuple(Verifier(one.name, one.instruction) for one in config.verify)


def check_request(request: CustomizeRequest) -> None:
    """Check the request; UsageError or ContentError that say what to do if it is invalid."""
    if not request.procedure.steps:
        raise ContentError("This how-to has no steps. Add at least one step, then try again.")
    if not clean(request.hint).strip() and not request.requirements:
        raise UsageError('Say in a sentence what is different for you, such as "I have no oven".')
    if len(request.hint) > LONGEST_HINT:
        raise UsageError(
            f"That is too long: {len(request.hint):,} characters, and the limit is {LONGEST_HINT:,}. Say what "
            "is different for you in a few sentences."
        )
    if any(len(line) > LONGEST_HINT for line in request.profile):
        raise UsageError(
            f"A line of your profile is too long: the limit is {LONGEST_HINT:,} characters. Split it into "
            "several lines."
        )
    if words := too_many(request.requirements or parse_hint(request.hint, request.profile)):
        raise UsageError(words)
    if request.strategy and request.strategy not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise UsageError(f'There is no strategy "{request.strategy}". Choose one of: {known}.')
    if request.prompts not in ("paper", "tailor"):
        raise UsageError(f'There is no prompt set "{request.prompts}". Choose paper or tailor.')
    if request.accept not in ("all", "careful", "none"):
        raise UsageError(f'"{request.accept}" is not a way to accept changes. Choose all, careful or none.')
    completed(request.verifiers)


def run(
    request: CustomizeRequest,
    agents: AgentBackend,
    *,
    by: BackendInfo,
    decisions: RejectedIds = frozenset,
    stop: asyncio.Event | None = None,
    lessons: Lessons | None = None,
    generated: Sequence[Event] = (),
) -> AsyncGenerator[Event, None]:
    """Yield the events of one tailoring, ending with done, failed or cancelled.

    `decisions` returns the ids rejected so far, whose edits later agents do not see. `lessons` (None: off) are
    choices from other runs, used only by the `tailor` prompts. `generated`: the events of the generation that
    wrote the procedure and whose run this continues. Setting `stop` cancels with a last event, closing the
    iterator without one. Raises UsageError or ContentError at once for an invalid request.
    """
    check_request(request)
    request = replace(
        request,
        hint=clean(request.hint).strip(),
        strategy=request.strategy or default_strategy(by),
        verifiers=completed(request.verifiers),
    )
    start = started(request, by)
    before = follow_up(generated or (replace(start, run=request.run or uuid4().hex[:12]),), request.procedure, ())
    first = before.seq + 1 if generated else 0

    async def job(emit: Emit) -> None:
        answering = agents
        if lessons is not None and request.prompts != "paper":
            recalled = await asyncio.to_thread(lessons.recall, request.procedure, request.hint)
            answering = WithLessons(agents, request.procedure, recalled)
        if not generated:
            emit(start)
        log: list[Event] = [start]

        def tell(event: Event) -> None:
            log.append(event)
            emit(event)

        await _tailor(request, answering, by, decisions, tell, log, before.numbers)

    return stream_events(before.run, first, job, stop)


async def _tailor(
    request: CustomizeRequest,
    agents: AgentBackend,
    by: BackendInfo,
    decisions: RejectedIds,
    tell: Emit,
    log: Sequence[Event],
    numbers: RunNumbers,
) -> None:
    """Run from the first event to done; `log` holds the events so far."""
    base = request.procedure
    parsed = parse_hint(request.hint, request.profile)
    requirements = parsed if request.requirements is None else request.requirements
    corrected = requirements != parsed
    fixed = tuple(one.id for one in requirements if corrected or one.source == "profile")

    def told(now: Requirements) -> tuple[Requirement, ...]:
        hint = in_words(now) if corrected else ""
        tell(RequirementsRead(requirements=now, critical=critical_type(now), hint=hint))
        return tuple(one for one in now if one.on)

    on = told(requirements)
    tell(FindingsReported(where="base", items=_unique(guard_findings(base, on), hazards_in(base))))
    context = RunContext(
        hint=request.hint,
        requirements=on,
        prompts=request.prompts,
        verifiers=request.verifiers,
        fixed=fixed,
    )
    runner = StageRunner(context, agents, tell, by, decisions, numbers)
    runner.reread = lambda hint: told(as_read(requirements, hint.clauses, fixed))
    await STRATEGIES[request.strategy].run(runner, Snapshot.of(base))
    state = all_accepted(fold_all(base, log))
    if says := moved_along(state):  # no edits are emitted, since a review computes them
        before, after = state.plain_result.draft.procedure, state.result.draft.procedure
        work = runner.begin(RENUMBER, Snapshot.of(before, tuple(runner.proposed)))
        tell(StageFinished(stage=work.stage, agent=RENUMBER, end="edits", result=after, says=says))
    end = done(review := fold_all(base, log), request.accept, decisions())
    taken = ReviewState(decide(review, [Decision(id, "accepted") for id in end.accepted]))
    asked = guard_findings(end.result, runner.context.requirements)
    found = _unique(asked, hazards_in(end.result), pointless_findings(taken))
    tell(FindingsReported(where="result", items=found))
    tell(end)


def _unique(*found: Iterable[Finding]) -> tuple[Finding, ...]:
    """All findings without duplicates: a wish may ask about a hazard too."""
    return tuple(dict.fromkeys(chain(*found)))


def started(request: CustomizeRequest, by: BackendInfo) -> RunStarted:
    return RunStarted(
        procedure=request.procedure,
        hint=request.hint,
        strategy=request.strategy or default_strategy(by),
        prompts=request.prompts,
        **asdict(by),
    )


async def stream_events(
    run: str, first: int, job: Callable[[Emit], Coroutine[None, None, None]], stop: asyncio.Event | None
) -> AsyncGenerator[Event, None]:
    """Yield what the job emits, with run id and sequence numbers from `first`; failed or cancelled if it was cut.

    Closing the iterator, or setting `stop`, cancels the job at once and waits until it is gone.
    """
    queue: asyncio.Queue[Event | None] = asyncio.Queue()
    working = asyncio.create_task(job(queue.put_nowait))
    working.add_done_callback(lambda _: queue.put_nowait(None))
    watching = asyncio.create_task(_stopped(stop, working))
    seq = first
    kept: list[str] = []
    try:
        while (event := await queue.get()) is not None:
            if isinstance(event, EditProposed):
                kept.append(event.id)
            elif isinstance(event, EditFlagged) and event.id:
                kept.remove(event.id)
            yield replace(event, run=run, seq=seq)
            seq += 1
        if last := _ending(working, tuple(kept)):
            yield replace(last, run=run, seq=seq)
    finally:
        watching.cancel()
        working.cancel()
        await asyncio.wait([watching, working])


async def _stopped(stop: asyncio.Event | None, working: "asyncio.Task[None]") -> None:
    if stop is not None:
        await stop.wait()
        working.cancel()


def _ending(working: "asyncio.Task[None]", kept: tuple[str, ...]) -> Event | None:
    """The last event of a job that was cut short; errors that are not ours are bugs and raised."""
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
