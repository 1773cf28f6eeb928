"""Runs `bench customize`: measures every cell of the plan that has no result yet, and keeps results as they come.

The command line supplies the models. A replay asks nobody and recomputes the results from the recorded calls.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.config import Config
from tailor.core.codec import to_object
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
from tailor.core.protocols import AgentBackend, AgentOutput, Answer, Model, OnOutput, Settings, Task
from tailor.evaluation.cases import Case
from tailor.evaluation.customize_plan import (
    BUILTIN,
    MARGIN,
    Column,
    CustomizePlan,
    Job,
    Result,
    chosen,
    items_of,
    read_results,
)
from tailor.evaluation.folder import JUDGEMENTS_FILE, RESULTS_FILE, add_line, write_records
from tailor.evaluation.judging import judge_all
from tailor.evaluation.recorded import (
    CALLS_FILE,
    CallLog,
    CallRecord,
    Cell,
    RecordedModel,
    Recording,
    WithSampling,
    cost_of,
)
from tailor.evaluation.runner import Budget, OnProgress, work_through
from tailor.providers.builtin import BuiltinCrew
from tailor.runs.customize import request_for, run


@dataclass(frozen=True, slots=True)
class Drawing:
    """How answers are sampled where the bench overrides the prompt set."""

    temperature: float | None = None
    """None: the prompt set's."""
    longest_answer: int | None = None
    """Most tokens of one answer; None: the limits of the prompt set and the server."""

    def settings(self, given: Settings, sample: int) -> Settings:
        """The settings of a call; with a temperature of the bench, each sample has its own seed."""
        if self.longest_answer is not None:
            given = replace(given, max_tokens=self.longest_answer)
        if self.temperature is None:
            return given
        return replace(given, temperature=self.temperature, seed=sample)


async def customize(
    case: Case, column: Column, model: RecordedModel, *, drawing: Drawing = Drawing(), margin: float = MARGIN
) -> Result | ProviderError:
    """The result of one cell, or why it did not finish and must be tried again."""
    agents = _Timed(ModelAgents(model, column.set, column.switches), model, drawing)
    by = BackendInfo(provider="server", model=model.name, host=model.host)
    events = await _events(case, column, agents, by)
    if model.unfinished is not None:
        return model.unfinished
    result = _result(model.cell, case, events, margin)
    return replace(_with_calls(result, model.calls), first_edit=min(agents.firsts, default=None))


async def customize_builtin(case: Case, column: Column, cell: Cell, *, margin: float = MARGIN) -> Result:
    """The result of the built-in tailor, without calls, tokens and times, which would say nothing of a model."""
    events = await _events(case, column, BuiltinCrew(), BackendInfo(provider="builtin"))
    return _result(cell, case, events, margin)


async def _events(case: Case, column: Column, agents: AgentBackend, by: BackendInfo) -> tuple[Event, ...]:
    request = request_for(
        Config(),  # never the person's own: a column says all that counts
        case.procedure,
        case.hint,
        strategy=column.strategy,
        prompts=column.set,
        accept="all",
        run="bench",
    )
    async with aclosing(run(request, agents, by=by)) as events:
        return tuple([event async for event in events])


def _result(cell: Cell, case: Case, events: Sequence[Event], margin: float) -> Result:
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
    """How much the guard found, without what it cannot assess."""
    found: list[Finding] = [
        one
        for event in events
        if isinstance(event, FindingsReported) and event.where == where
        for one in event.items
    ]
    return sum(one.kind != "not_assessed" for one in found)


def _with_calls(made: Result, calls: Sequence[CallRecord]) -> Result:
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
    """Agents that note when the first edit of each was complete."""

    agents: ModelAgents
    model: RecordedModel
    drawing: Drawing
    firsts: list[float] = field(default_factory=list)

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """The agents' answer."""
        view = WithSampling(self.model, lambda given: self.drawing.settings(given, self.model.cell.sample))
        waiting = True

        def hear(told: AgentOutput) -> None:
            nonlocal waiting
            if waiting and isinstance(told, Insert | Replace):
                waiting = False
                self.firsts.append(view.moment)
            tell(told)

        return await replace(self.agents, model=view).ask(task, hear)


@dataclass(slots=True)
class Means:
    """The models of a bench and the limits on asking them."""

    model: Model | None
    judge: Model | None = None
    replay: bool = False
    """Nobody is asked; cells whose calls are not recorded stay unfinished."""
    budget: Budget = field(default_factory=Budget)
    at_once: int | None = None
    """Calls at once to one server; None: as many as suit it."""
    tell: OnProgress = lambda _: None
    tell_judging: OnProgress = lambda _: None


@dataclass
class CustomizeBench:
    """One bench in its folder."""

    folder: Path
    plan: CustomizePlan
    means: Means

    def __post_init__(self) -> None:
        self.record = CallLog(self.folder / CALLS_FILE)
        self._calls = Recording(self.record, self.means.budget, self.means.at_once)
        self._model = None if self.means.replay else self.means.model
        self._judge = None if self.means.replay else self.means.judge
        self._before = {one.cell: one for one in read_results(self.folder / RESULTS_FILE)}
        self._kept = {} if self.means.replay else dict(self._before)

    def results(self) -> tuple[Result, ...]:
        """The finished results, in the grid's order."""
        return in_order(self.plan, self._kept.values())

    async def run(self) -> None:
        """Finishes the grid; each result is on the disk at once. Raises Stopped where cells are left."""
        jobs = self.plan.jobs
        todo = [job for job in jobs if job[0] not in self._kept]
        try:
            await work_through(
                todo,
                self._one,
                at_once=self._calls.room(self._model),
                done=len(jobs) - len(todo),
                tell=self.means.tell,
            )
        finally:
            if self.means.replay:  # what could not be told again, or is of a larger grid, stays in the file
                told = {one.cell: one for one in self.results()}
                write_records(self.folder / RESULTS_FILE, {**self._before, **told}.values())

    async def judge(self) -> int:
        """Asks the judging model about every result; returns how many answers were unreadable. Raises Stopped."""
        items = items_of(self.results(), self.plan.cases)
        return await judge_all(
            items,
            self.folder / JUDGEMENTS_FILE,
            self.plan.judge or "",
            lambda cell: self._calls.model(self._judge, cell),
            at_once=self._calls.room(self._judge),
            tell=self.means.tell_judging,
        )

    async def _one(self, job: Job) -> ProviderError | None:
        cell, case, column = job
        if column.way == BUILTIN:
            outcome: Result | ProviderError = await customize_builtin(case, column, cell)
        else:
            drawing = Drawing(self.plan.temperature, self.plan.longest_answer)
            outcome = await customize(case, column, self._calls.model(self._model, cell), drawing=drawing)
        if isinstance(outcome, ProviderError):
            return outcome
        if not self.means.replay:
            add_line(self.folder / RESULTS_FILE, to_object(outcome))
        self._kept[cell] = outcome
        return None


def in_order(plan: CustomizePlan, results: Iterable[Result]) -> tuple[Result, ...]:
    """The results of the plan's cells, in its order; options are chosen anew with the plan's margin."""
    kept = {one.cell: one for one in results}
    return tuple(_told(kept[cell], case, plan.margin) for cell, case, _ in plan.jobs if cell in kept)


def _told(kept: Result, case: Case, margin: float) -> Result:
    if case.choice is None or kept.result is None:
        return kept
    return replace(kept, chosen=chosen(case.choice, case.procedure.steps, kept.result.steps, margin))
