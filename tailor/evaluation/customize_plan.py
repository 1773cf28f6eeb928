"""What `bench customize` asks and gets: the plan in `bench.json`, its grid of cells, and the results in
`results.jsonl`.

A result holds every figure that needs no judge, and the check of which of two options it took.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from memory.text import content_words
from tailor.agents.prompts import PromptSet, Switches
from tailor.agents.strategies import STRATEGIES
from tailor.core.codec import from_json, to_object
from tailor.core.errors import Fault, UsageError
from tailor.core.procedure import Json, Procedure
from tailor.evaluation.cases import Case, Choice, digest
from tailor.evaluation.folder import CASES_FILE, begin, read_plan, read_records, write_records
from tailor.evaluation.judging import Item, item
from tailor.evaluation.recorded import Cell

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
