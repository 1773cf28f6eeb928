"""`bench customize`: its plan in `bench.json`, its grid of cells, its results, and the run that completes them.

A result has every figure that needs no judge. The command line supplies the models; a replay asks nobody and
recomputes the results from the recorded calls.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import ClassVar, Final, Literal, TypeAlias

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
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    FindingsReported,
    ModelCalled,
    RequirementsRead,
    StageFinished,
    first_of,
)
from tailor.core.procedure import Json, Procedure
from tailor.core.protocols import AgentBackend, AgentOutput, Answer, Model, OnOutput, Settings, Task
from tailor.core.renumber import STEP_MENTION
from tailor.evaluation.cases import Case, StepChoice, digest
from tailor.evaluation.folder import (
    JUDGEMENTS_FILE,
    RESULTS_FILE,
    Plan,
    Records,
    add_line,
    read_records,
    write_records,
)
from tailor.evaluation.judging import Item, item, judge_all
from tailor.evaluation.recorded import Bench, Cell, RecordedModel, WithSampling, cost_of, ended
from tailor.evaluation.runner import OnProgress, work_through
from tailor.rules.backend import RuleAgents
from tailor.runs.customize import request_for, run

MARGIN: Final = 0.25
"""How much larger the share of an option's own words in the changed steps must be for it to count as chosen."""

Chosen: TypeAlias = Literal["right", "wrong", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The outcome of one cell. Times are seconds since the cell's first call."""

    cell: Cell
    fault: Fault | None = None
    """None: the run finished. Otherwise the model made it fail (an unreadable or cut answer): the cell counts, has
    no result, and meets neither criterion.
    """
    message: str = ""
    result: Procedure | None = None
    """With all edits applied, as in the study; None after a fault."""
    answers: int = 0
    """How many agents were asked."""
    readable: int = 0
    """Of these, those with a complete, readable answer; "no edits" is readable."""
    edits: int = 0
    flagged: int = 0
    """Edits that were read but cannot be used."""
    applied: int = 0
    base_steps: int = 0
    kept: int = 0
    """Steps of the original that are unchanged in the result."""
    steps: int = 0
    requirements: int = 0
    """Clauses of the hint, as Tailor splits it."""
    served: int = 0
    """Of these, those named by an applied edit and not contradicted by the guard."""
    claimed: int = 0
    """Those named by an edit but contradicted by the guard."""
    findings: int = 0
    """What the guard finds in the result against the hint."""
    base_findings: int = 0
    calls: int = 0
    prompt_tokens: int | None = None
    """None unless the server counts tokens for every call."""
    answer_tokens: int | None = None
    cost: float | None = None
    first_edit: float | None = None
    """When the first edit was complete; None without an edit or a model."""
    seconds: float | None = None
    """When the last call ended."""
    chosen: Chosen | None = None


def read_results(path: Path) -> Records[Result]:
    """Read the results of a file, the last of each cell."""
    return read_records(path, partial(from_json, Result), lambda one: one.cell)


def items_of(results: Iterable[Result], cases: Iterable[Case]) -> dict[Cell, Item]:
    known = {case.id: case for case in cases}
    return {
        one.cell: item(case.procedure.goal, case.hint, one.result.steps, one.result.resources)
        for one in results
        if one.result is not None and (case := known.get(one.cell.case)) is not None
    }


def chosen(choice: StepChoice, base: Sequence[str], result: Sequence[str], margin: float = MARGIN) -> Chosen:
    """The option whose own words are a larger share of the changed steps, by at least `margin`.

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
SWITCHES: Final = tuple(field.name for field in fields(Switches))


@dataclass(frozen=True, slots=True)
class Column:
    """One condition of the grid, under which every case is run."""

    way: str
    prompts: str

    @property
    def strategy(self) -> str:
        """The strategy to run; for the built-in tailor the app's default."""
        return "sequential" if self.way == BUILTIN else self.way

    @property
    def set(self) -> PromptSet:
        return "paper" if self.prompts == "paper" else "tailor"

    @property
    def switches(self) -> Switches:
        """The enabled parts of the `tailor` prompts."""
        return Switches(**dict.fromkeys(self.prompts.split("-")[1:], False))


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
            raise UsageError(
                f'"{part[:60]}" is not a part of the tailor prompts. Those are {", ".join(SWITCHES)}.'
            )
    return "-".join((base, *(part for part in SWITCHES if part in off)))


Job: TypeAlias = tuple[Cell, Case, Column]


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomizePlan(Plan):
    about: ClassVar[str] = "bench of tailoring"
    cases: tuple[Case, ...]
    strategies: tuple[str, ...]
    prompts: tuple[str, ...]
    builtin: bool = False
    temperature: float | None = None
    """None: as in the prompt sets."""
    longest_answer: int | None = None
    """Most tokens per answer; None: the limits of the prompt sets and the server."""
    margin: float = MARGIN

    @property
    def columns(self) -> tuple[Column, ...]:
        """The conditions of the grid in order, without duplicates. UsageError names what is unknown."""
        for name in self.strategies:
            if name not in STRATEGIES:
                raise UsageError(f'There is no strategy "{name[:60]}". Choose from {", ".join(STRATEGIES)}.')
        made = [Column(way, one) for one in map(checked_prompts, self.prompts) for way in self.strategies]
        return tuple(dict.fromkeys((*made, *([Column(BUILTIN, NO_PROMPTS)] if self.builtin else []))))

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Every cell with its case and column, case by case, so that a stopped bench has complete cases."""
        every = product(self.cases[: self.limit], range(1, self.samples + 1), self.columns)
        return tuple(
            (Cell(case.id, column.way, column.prompts, sample), case, column)
            for case, sample, column in every
            if sample == 1 or column.way != BUILTIN  # rules give the same result every time
        )

    def asked(self) -> dict[str, Json]:
        return {"bench": "customize", **to_object(self), "cases": digest(self.cases)}


async def customize(
    case: Case, column: Column, model: RecordedModel, temperature: float | None = None, longest: int | None = None
) -> Result | ProviderError:
    """Run one cell: its result, or why it did not finish and must be tried again.

    `temperature` overrides the prompt set's, and each sample then gets its own seed; `longest` limits an answer.
    """

    def settings(given: Settings) -> Settings:
        if longest is not None:
            given = replace(given, max_tokens=longest)
        return given if temperature is None else replace(given, temperature=temperature, seed=model.cell.sample)

    agents = _Timed(ModelAgents(model, column.set, column.switches), WithSampling(model, settings))
    by = BackendInfo(provider="server", model=model.name, host=model.host)
    result = await _outcome(model.cell, case, column, agents, by)
    if model.unfinished is not None:
        return model.unfinished
    return replace(result, **asdict(cost_of(model.calls)), first_edit=min(agents.moments, default=None))


async def customize_builtin(case: Case, column: Column, cell: Cell) -> Result:
    """The built-in tailor's result, without calls, tokens and times, which would be meaningless."""
    return await _outcome(cell, case, column, RuleAgents(), BackendInfo(provider="builtin"))


async def _outcome(cell: Cell, case: Case, column: Column, agents: AgentBackend, by: BackendInfo) -> Result:
    """The outcome of one run with all edits accepted; its calls are not counted yet."""
    request = request_for(
        Config(),  # never the person's own: the column has all that counts
        case.procedure,
        case.hint,
        strategy=column.strategy,
        prompts=column.set,
        accept="all",
        run="bench",
    )
    events, end = await ended(run(request, agents, by=by))
    made = _counted(cell, case, events)
    if isinstance(end, Failed):
        return replace(made, fault=end.fault, message=end.message)
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
        chosen=chosen(case.choice, base, steps) if case.choice else None,
    )


def _counted(cell: Cell, case: Case, events: Sequence[Event]) -> Result:
    """The figures of a run, however it ended."""
    asked = {event.stage for event in events if isinstance(event, ModelCalled)}
    answers = [event.end for event in events if isinstance(event, StageFinished) and event.stage in asked]
    read = first_of(reversed(events), RequirementsRead)
    found = [
        event.where
        for event in events
        if isinstance(event, FindingsReported)
        for one in event.items
        if one.kind != "not_assessed" and one.constraint != STEP_MENTION  # what the guard could assess
    ]
    return Result(
        cell=cell,
        answers=len(answers),
        readable=sum(end in ("edits", "none") for end in answers),
        edits=sum(isinstance(event, EditProposed) for event in events)
        - sum(isinstance(event, EditFlagged) and event.id != "" for event in events),
        flagged=sum(isinstance(event, EditFlagged) for event in events),
        base_steps=len(case.procedure.steps),
        requirements=sum(one.on for one in read.requirements) if read else 0,
        base_findings=found.count("base"),
        findings=found.count("result"),
    )


@dataclass(frozen=True, slots=True)
class _Timed:
    """Agents that record when each edit was complete."""

    agents: ModelAgents
    model: WithSampling
    moments: list[float] = field(default_factory=list)

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        view = replace(self.model)  # each agent hears its own pieces, as several may be asked at once

        def hear(told: AgentOutput) -> None:
            if isinstance(told, Insert | Replace):
                self.moments.append(view.moment)
            tell(told)

        return await replace(self.agents, model=view).ask(task, hear)


@dataclass
class CustomizeBench(Bench[CustomizePlan]):
    model: Model | None
    """None: a replay, or only the built-in tailor."""
    judge_model: Model | None = None
    replay: bool = False
    """Nobody is asked; cells without recorded calls stay unfinished."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._before = {one.cell: one for one in read_results(self.folder / RESULTS_FILE).read}
        self._kept = {} if self.replay else dict(self._before)

    def results(self) -> tuple[Result, ...]:
        """The finished results in the order of the grid."""
        return in_order(self.plan, self._kept.values())

    async def run(self, tell: OnProgress = lambda _: None) -> None:
        """Complete the grid, writing each result to the disk at once. Raises BenchStopped if cells are left."""
        jobs = self.plan.jobs
        todo = [job for job in jobs if job[0] not in self._kept]
        room = self.room(self.model)
        try:
            await work_through(todo, self._one, at_once=room, done=len(jobs) - len(todo), tell=tell)
        finally:
            if self.replay:  # results that could not be recomputed, or are of a larger grid, stay in the file
                told = {one.cell: one for one in self.results()}
                write_records(self.folder / RESULTS_FILE, {**self._before, **told}.values())

    async def judge(self, tell: OnProgress = lambda _: None) -> int:
        """Ask the judging model about every result; return how many answers were unreadable. BenchStopped."""
        return await judge_all(
            items_of(self.results(), self.plan.cases).values(),
            self.folder / JUDGEMENTS_FILE,
            self.plan.judge or "",
            lambda cell: self.recorded(self.judge_model, cell),
            at_once=self.room(self.judge_model),
            tell=tell,
        )

    async def _one(self, job: Job) -> ProviderError | None:
        cell, case, column = job
        outcome: Result | ProviderError
        if column.way == BUILTIN:
            outcome = await customize_builtin(case, column, cell)
        else:
            model, plan = self.recorded(self.model, cell), self.plan
            outcome = await customize(
                case, column, model, temperature=plan.temperature, longest=plan.longest_answer
            )
        if isinstance(outcome, ProviderError):
            return outcome
        if not self.replay:
            add_line(self.folder / RESULTS_FILE, to_object(outcome))
        self._kept[cell] = outcome
        return None


def in_order(plan: CustomizePlan, results: Iterable[Result]) -> tuple[Result, ...]:
    """The results of the plan's cells, in its order; options are chosen again with the plan's margin."""
    kept = {one.cell: one for one in results}

    def told(one: Result, case: Case) -> Result:
        if case.choice is None or one.result is None:
            return one
        return replace(one, chosen=chosen(case.choice, case.procedure.steps, one.result.steps, plan.margin))

    return tuple(told(kept[cell], case) for cell, case, _ in plan.jobs if cell in kept)
