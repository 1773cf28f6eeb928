"""`bench customize`: its plan in `bench.json`, its grid of cells, its results, and the run that finishes them.

A result holds every figure that needs no judge. The command line supplies the models; a replay asks nobody and
recomputes the results from the recorded calls.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from memory.text import content_words
from tailor.agents.model_agent import ModelAgents
from tailor.agents.prompts import PromptSet, Switches
from tailor.agents.stages import BackendInfo
from tailor.agents.strategies import STRATEGIES
from tailor.config import Config
from tailor.core.codec import from_json, to_object
from tailor.core.edits import Insert, Replace
from tailor.core.errors import Fault, ProviderError, UsageError
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
from tailor.core.procedure import Json, Procedure
from tailor.core.protocols import AgentBackend, AgentOutput, Answer, Model, OnOutput, Settings, Task
from tailor.evaluation.cases import Case, Choice, digest
from tailor.evaluation.folder import (
    CASES_FILE,
    JUDGEMENTS_FILE,
    RESULTS_FILE,
    add_line,
    begin,
    read_plan,
    read_records,
    write_records,
)
from tailor.evaluation.judging import Item, item, judge_all
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

MARGIN: Final = 0.25
"""How much larger the share of its own words in the changed steps must be for one option to be chosen."""

Chosen: TypeAlias = Literal["right", "wrong", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The outcome of one cell. Times are seconds since the cell's first call."""

    cell: Cell
    fault: Fault | None = None
    """None: the run finished. Otherwise the model failed it (an unreadable or cut answer): the cell counts, has no
    result, and meets neither criterion.
    """
    message: str = ""
    result: Procedure | None = None
    """With all edits applied, as in the study; None after a fault."""
    answers: int = 0
    """Agents that were asked."""
    readable: int = 0
    """Of these, those with a whole, readable answer; "no edits" is readable."""
    edits: int = 0
    flagged: int = 0
    """Edits that were read but cannot be used."""
    applied: int = 0
    base_steps: int = 0
    kept: int = 0
    """Steps of the original that the result repeats word for word."""
    steps: int = 0
    """Steps of the result."""
    requirements: int = 0
    """Clauses of the hint, as Tailor splits it."""
    served: int = 0
    """Of these, named by an applied edit and not contradicted by the guard."""
    claimed: int = 0
    """Named by an edit, but contradicted by the guard."""
    findings: int = 0
    """What the guard finds in the result against the hint."""
    base_findings: int = 0
    calls: int = 0
    prompt_tokens: int | None = None
    """None unless the server counts tokens for every call."""
    answer_tokens: int | None = None
    cost: float | None = None
    """Money, where the server reports it."""
    first_edit: float | None = None
    """When the first edit was complete; None without an edit or without a model."""
    seconds: float | None = None
    """When the last call ended."""
    chosen: Chosen | None = None
    """Which of two options the result took, for cases with options."""


def read_results(path: Path) -> tuple[Result, ...]:
    """The results of a file, the last of each cell; lines that are no result are skipped."""
    return tuple({one.cell: one for one in read_records(path, partial(from_json, Result)).read}.values())


def unreadable_results(path: Path) -> tuple[int, ...]:
    """The lines (1-based) that `read_results` skips."""
    return read_records(path, partial(from_json, Result)).bad


def items_of(results: Iterable[Result], cases: Iterable[Case]) -> tuple[Item, ...]:
    """The items for judges, one for each result; their `cell` is its `cell_key`."""
    by_id = {case.id: case for case in cases}
    return tuple(
        item(
            goal=by_id[one.cell.case].procedure.goal,
            condition=by_id[one.cell.case].hint,
            steps=one.result.steps,
            resources=one.result.resources,
            cell=cell_key(one.cell),
        )
        for one in results
        if one.result is not None and one.cell.case in by_id
    )


def cell_key(cell: Cell) -> str:
    """The cell as a text, for files and items."""
    return json.dumps([cell.case, cell.way, cell.prompts, cell.sample], ensure_ascii=False)


def chosen(choice: Choice, base: Sequence[str], result: Sequence[str], margin: float = MARGIN) -> Chosen:
    """The option whose own words make up a share of the changed steps that is larger by `margin`.

    An option's own words are its content words that the other lacks. A result that changed nothing, or uses about
    as much of both, is undecided.
    """
    said = frozenset[str]().union(*(content_words(step) for step in set(result) - set(base)))
    right, wrong = content_words(choice.right), content_words(choice.wrong)
    lead = _share(right - wrong, said) - _share(wrong - right, said)
    if abs(lead) < margin:
        return "undecided"
    return "right" if lead > 0 else "wrong"


def _share(words: frozenset[str], said: frozenset[str]) -> float:
    return len(words & said) / len(words) if words else 0.0


BUILTIN: Final = "builtin"
"""The row of the built-in tailor."""
NO_PROMPTS: Final = "no"
"""Its prompt set, as it works by rules."""
ITS_STRATEGY: Final = "sequential"
"""The strategy the app uses with the built-in tailor by default."""
SWITCHES: Final = tuple(field.name for field in fields(Switches))


@dataclass(frozen=True, slots=True)
class Column:
    """One condition of the grid, which every case is run under."""

    way: str
    prompts: str

    @property
    def strategy(self) -> str:
        """The strategy to run."""
        return ITS_STRATEGY if self.way == BUILTIN else self.way

    @property
    def set(self) -> PromptSet:
        """The prompt set to run."""
        return "paper" if self.prompts == "paper" else "tailor"

    @property
    def switches(self) -> Switches:
        """The parts of the `tailor` set that are on."""
        return Switches(**dict.fromkeys(self.prompts.split("-")[1:], False))


def columns(strategies: Sequence[str], prompts: Sequence[str], *, builtin: bool) -> tuple[Column, ...]:
    """The columns in order, each once. UsageError names what is unknown."""
    for name in strategies:
        if name not in STRATEGIES:
            raise UsageError(f'There is no strategy "{name[:60]}". Choose from {", ".join(STRATEGIES)}.')
    sets = tuple(map(checked_prompts, prompts))
    made = [Column(way, one) for one in sets for way in strategies]
    return tuple(dict.fromkeys((*made, *((Column(BUILTIN, NO_PROMPTS),) if builtin else ()))))


def checked_prompts(name: str) -> str:
    """The canonical name of a prompt set: paper, tailor, or tailor without parts (tailor-examples-reasons)."""
    base, *off = name.split("-")
    if base not in ("paper", "tailor") or (base == "paper" and off):
        raise UsageError(
            f'There is no prompt set "{name[:60]}". Choose paper, tailor, or tailor without parts, as in '
            "tailor-examples."
        )
    for part in off:
        if part not in SWITCHES:
            raise UsageError(f'"{part[:60]}" is no part of the tailor prompts. Those are {", ".join(SWITCHES)}.')
    return "-".join((base, *(part for part in SWITCHES if part in off)))


def cells(cases: Iterable[Case], columns: Sequence[Column], samples: int) -> tuple[tuple[Cell, Case, Column], ...]:
    """Every cell with its case and column, case by case, so that a stopped bench has whole cases."""
    return tuple(
        (Cell(case.id, column.way, column.prompts, sample), case, column)
        for case in cases
        for sample in range(1, samples + 1)
        for column in columns
        if sample == 1 or column.way != BUILTIN  # rules say the same every time
    )


Job: TypeAlias = tuple[Cell, Case, Column]


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomizePlan:
    """All that the results depend on, except the model's answers."""

    cases: tuple[Case, ...]
    strategies: tuple[str, ...]
    prompts: tuple[str, ...]
    builtin: bool = False
    """Whether the built-in tailor is a row."""
    samples: int = 1
    temperature: float | None = None
    """None: the prompt sets' own."""
    longest_answer: int | None = None
    """Most tokens of one answer; None: the limits of the prompt sets and the server."""
    limit: int | None = None
    """Only the first so many cases; None: all."""
    margin: float = MARGIN
    """See `chosen`."""
    provider: str = "server"
    model: str | None = None
    host: str | None = None
    judge: str | None = None
    """The name of the judging model; None: no model judges."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The conditions of the grid. UsageError names what is unknown."""
        return columns(self.strategies, self.prompts, builtin=self.builtin)

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Every cell of the grid."""
        return cells(self.cases[: self.limit], self.columns, self.samples)

    def asked(self) -> dict[str, Json]:
        """The plan as in `bench.json`: the cases, kept in a file beside it, are given by their digest."""
        return {"bench": "customize", **to_object(self), "cases": digest(self.cases)}


def lay(folder: Path, plan: CustomizePlan) -> None:
    """Writes the plan into the folder. UsageError where it holds another bench, SaveError."""
    begin(folder, plan.asked())
    write_records(folder / CASES_FILE, plan.cases)


def laid(folder: Path) -> CustomizePlan:
    """The plan of the bench in this folder. NotFoundError where there is none, DamagedError."""
    return read_plan(folder, CustomizePlan, "customize", "bench of tailoring", lambda plan: digest(plan.cases))


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
