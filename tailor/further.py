"""Questions asked within a run that is there already: one step again, verify again, a rewrite by hand.

Owns `Further` and the three questions (CONTRACT 7, keys r V R). Each is one stage whose numbers go on counting
where the run's ended, told by the same events. Refuses to decide on anything: the review does.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from tailor.agents.prompts import PromptSet
from tailor.agents.stages import Answering, Case, Desk, Emit, Numbers, Stand
from tailor.core.edits import Edit
from tailor.core.errors import ContentError, UsageError
from tailor.core.events import (
    Done,
    EditProposed,
    Event,
    ModelCalled,
    RequirementsRead,
    RunStarted,
    StageStarted,
)
from tailor.core.procedure import Procedure
from tailor.core.protocols import AgentName, Crew, Task
from tailor.core.requirements import Requirement
from tailor.core.transport import original_draft
from tailor.streaming import streamed


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """What the agent is to see, and where the run's numbers ended."""

    run: str
    procedure: Procedure
    """Usually the Result as accepted now."""
    hint: str
    requirements: tuple[Requirement, ...] = ()
    builds_on: tuple[str, ...] = ()
    """Ids of the edits that `procedure` includes."""
    applied: tuple[Edit, ...] = ()
    """Those of them that agents proposed: what they serve is served."""
    rejected: tuple[Edit, ...] = ()
    """What was turned down, numbered on `procedure`."""
    prompts: PromptSet = "tailor"
    stage: int = 0
    """The last stage number of the run; likewise edit, call and seq."""
    edit: int = 0
    call: int = 0
    seq: int = -1


def further(
    events: Sequence[Event], procedure: Procedure, builds_on: tuple[str, ...], rejected: tuple[Edit, ...] = ()
) -> Further:
    """A question that goes on where the run with these events ended; ContentError where they are no run."""
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    read = next((event for event in events if isinstance(event, RequirementsRead)), None)
    if started is None:
        raise ContentError("This record does not begin with a run, so nothing more can be asked in it.")
    proposed = [event for event in events if isinstance(event, EditProposed)]
    return Further(
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
    asked: Further,
    crew: Crew,
    *,
    by: Answering,
    step: int | None,
    note: str = "",
    frozen: int = 0,
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """Modify once more with the person's words, about one step or (step None) the whole.

    Steps up to `frozen` are done already and stay as they are. UsageError for a step that is not there.
    """
    task = _task(asked, "modify", only_step=_there(asked, step), note=note, frozen=frozen)
    return _single(asked, crew, by, task, stop)


def verify_again(
    asked: Further,
    crew: Crew,
    *,
    by: Answering,
    step: int | None = None,
    note: str = "",
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """Verify about a given procedure, usually what the person accepted so far, or (with `step`) one step of it.

    UsageError for a step that is not there.
    """
    return _single(asked, crew, by, _task(asked, "verify", only_step=_there(asked, step), note=note), stop)


def rewrite(
    asked: Further, crew: Crew, *, by: Answering, note: str = "", stop: asyncio.Event | None = None
) -> AsyncGenerator[Event, None]:
    """Customize by hand: for where edits are too cautious."""
    return _single(asked, crew, by, _task(asked, "customize", note=note), stop)


def _there(asked: Further, step: int | None) -> int | None:
    """The step as it was asked for; UsageError where the procedure has none of that number."""
    if step is not None and not 1 <= step <= len(asked.procedure.steps):
        raise UsageError(f"There is no step {step}: this procedure has {len(asked.procedure.steps)}.")
    return step


def _task(
    asked: Further, agent: AgentName, *, only_step: int | None = None, note: str = "", frozen: int = 0
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
    asked: Further, crew: Crew, by: Answering, task: Task, stop: asyncio.Event | None
) -> AsyncGenerator[Event, None]:
    """One stage; it ends with done (its own result, nothing accepted), failed or cancelled."""
    if not asked.procedure.steps:
        raise ContentError("This procedure has no steps left. Take back a deletion, then ask again.")
    on = tuple(one for one in asked.requirements if one.on)
    case = Case(hint=asked.hint, requirements=on, prompts=asked.prompts)

    async def job(emit: Emit) -> None:
        desk = Desk(
            case,
            crew,
            emit,
            by,
            numbers=Numbers(asked.stage, asked.edit, asked.call),
            applied=asked.applied,
            extra=task,
        )
        at = Stand(original_draft(asked.procedure), asked.builds_on, modified=True)
        after = desk.apply(at, await desk.ask(task.agent, at))
        emit(Done(result=after.procedure))

    return streamed(asked.run, asked.seq + 1, job, stop)
