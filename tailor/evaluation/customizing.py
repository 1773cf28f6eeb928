"""One cell of `bench customize`: the app's own run() on one case, and every figure that needs no judge.

Owns what is measured and how. Refuses to choose cells (`grid`) and to keep results (`benching` does).

Edits are taken as the study takes them, all of them. Times come from the record of calls, so that a bench told
again without a model shows the same ones.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from tailor.agents.model_agent import ModelCrew
from tailor.agents.stages import Answering
from tailor.config import Config
from tailor.core.edits import Insert, Replace
from tailor.core.errors import ProviderError
from tailor.core.events import (
    Done,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    Finding,
    FindingsReported,
    ModelCalled,
    RequirementsRead,
    StageFinished,
)
from tailor.core.protocols import Answer, Crew, Settings, Task, Tell, Told
from tailor.evaluation.calls import CallRecord, Cell, RecordedModel
from tailor.evaluation.cases import Case
from tailor.evaluation.costs import cost_of
from tailor.evaluation.drawn import Drawn
from tailor.evaluation.grid import Column
from tailor.evaluation.results import MARGIN, Result, chosen
from tailor.providers.builtin import BuiltinCrew
from tailor.runs.customize import run
from tailor.runs.session import request_for


@dataclass(frozen=True, slots=True)
class Drawing:
    """How answers are drawn where the bench, not the prompt set, decides."""

    temperature: float | None = None
    """None: as the prompt set says."""
    longest_answer: int | None = None
    """Most tokens of one answer; None: as the prompt set says, and the server."""

    def settings(self, given: Settings, sample: int) -> Settings:
        """The settings of a call; each sample has a seed of its own where chance plays a part."""
        if self.longest_answer is not None:
            given = replace(given, max_tokens=self.longest_answer)
        if self.temperature is None:
            return given
        return replace(given, temperature=self.temperature, seed=sample)


async def customize(
    case: Case, column: Column, model: RecordedModel, *, drawing: Drawing = Drawing(), margin: float = MARGIN
) -> Result | ProviderError:
    """The result of one cell, or why it did not come to its end and must be tried again."""
    crew = _Timed(ModelCrew(model, column.set, column.switches), model, drawing)
    by = Answering(provider="server", model=model.name, host=model.host)
    events = await _events(case, column, crew, by)
    if model.unfinished is not None:
        return model.unfinished
    result = _result(model.cell, case, events, margin)
    return replace(_with_calls(result, model.calls), first_edit=min(crew.firsts, default=None))


async def customize_builtin(case: Case, column: Column, cell: Cell, *, margin: float = MARGIN) -> Result:
    """The result of the built-in tailor: no calls, no tokens, and no times, which would say nothing of a model."""
    events = await _events(case, column, BuiltinCrew(), Answering(provider="builtin"))
    return _result(cell, case, events, margin)


async def _events(case: Case, column: Column, crew: Crew, by: Answering) -> tuple[Event, ...]:
    request = request_for(
        Config(),  # never the person's own: a column says all that counts
        case.procedure,
        case.hint,
        strategy=column.strategy,
        prompts=column.set,
        accept="all",
        run="bench",
    )
    async with aclosing(run(request, crew, by=by)) as events:
        return tuple([event async for event in events])


def _result(cell: Cell, case: Case, events: Sequence[Event], margin: float) -> Result:
    """All that the events tell."""
    last = events[-1]
    asked = {event.stage for event in events if isinstance(event, ModelCalled)}
    answers = [event.end for event in events if isinstance(event, StageFinished) and event.stage in asked]
    made = Result(
        cell=cell,
        answers=len(answers),
        readable=sum(end in ("edits", "none") for end in answers),
        edits=sum(isinstance(event, EditProposed) for event in events),
        flagged=sum(isinstance(event, EditFlagged) for event in events),
        base_steps=len(case.procedure.steps),
        requirements=sum(
            one.on for event in events if isinstance(event, RequirementsRead) for one in event.requirements
        ),
        base_findings=_found(events, "base"),
        findings=_found(events, "result"),
    )
    match last:
        case Done():
            return _with_end(made, case, last, margin)
        case Failed():
            return replace(made, fault=last.fault, message=last.message)
        case _:
            raise AssertionError(f"a bench's run ended with {last.kind}")


def _with_end(made: Result, case: Case, end: Done, margin: float) -> Result:
    base, steps = case.procedure.steps, end.result.steps
    states = Counter(one.state for one in end.coverage)
    return replace(
        made,
        result=end.result,
        applied=len(end.accepted),
        steps=len(steps),
        kept=(Counter(base) & Counter(steps)).total(),
        served=states["served"],
        claimed=states["claimed"],
        chosen=chosen(case.choice, base, steps, margin) if case.choice else None,
    )


def _found(events: Sequence[Event], where: str) -> int:
    """How much the guard found; what it cannot assess is no finding."""
    found: list[Finding] = [
        one
        for event in events
        if isinstance(event, FindingsReported) and event.where == where
        for one in event.items
    ]
    return sum(one.kind != "not_assessed" for one in found)


def _with_calls(made: Result, calls: Sequence[CallRecord]) -> Result:
    """With what the calls cost."""
    cost = cost_of(calls)
    return replace(
        made,
        calls=cost.calls,
        prompt_tokens=cost.prompt_tokens,
        answer_tokens=cost.answer_tokens,
        cost=cost.cost,
        seconds=cost.seconds,
    )


@dataclass(frozen=True, slots=True)
class _Timed:
    """A crew that notes when each agent's first edit was complete."""

    crew: ModelCrew
    model: RecordedModel
    drawing: Drawing
    firsts: list[float] = field(default_factory=list)

    async def ask(self, task: Task, tell: Tell) -> Answer:
        """As the crew answers."""
        view = Drawn(self.model, lambda given: self.drawing.settings(given, self.model.cell.sample))
        waiting = True

        def hear(told: Told) -> None:
            nonlocal waiting
            if waiting and isinstance(told, Insert | Replace):
                waiting = False
                self.firsts.append(view.moment)
            tell(told)

        return await replace(self.crew, model=view).ask(task, hear)
