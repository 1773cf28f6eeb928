"""What a bench of generation is asked, and how that lies in its folder.

Owns `Plan`, which `bench.json` and `cases.jsonl` hold, and the order of its work. Refuses to run it
(`generate_bench` does), and names of its own: methods are those of `METHODS`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from memory.generation.methods import METHODS
from memory.generation.methods import calls as calls_of
from memory.messages import MemoryRow
from tailor.agents.prompts import PromptSet
from tailor.core.codec import to_json
from tailor.core.errors import UsageError
from tailor.core.procedure import Json
from tailor.evaluation.folder import BENCH_FILE, CASES_FILE, begin, read_asked, read_plan
from tailor.evaluation.generate_case import How
from tailor.evaluation.generation_cases import goals_digest, write_goals
from tailor.evaluation.pairs import PLAN as VOTES
from tailor.evaluation.pairs import Pair, compare_way
from tailor.evaluation.recorded_model import Cell
from tailor.storage import is_there

AGAINST: Final = "aag"
"""What the study compares every other method with."""

MUST_MATCH: Final = {
    "judge": "another judge",
    "memory": "another memory, or this one has changed since",
    "how": "other settings",
}
"""What, beside the keys every bench has, a folder's bench cannot change; and how a person is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What the memory held when a bench began."""

    rows: int
    embedder: str
    digest: str
    """Of every row: another digest is another memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratePlan:
    """Everything that the results of a bench depend on, but the answers of model and memory."""

    cases: tuple[MemoryRow, ...]
    methods: tuple[str, ...]
    """The others, without `against`."""
    against: str = AGAINST
    prompts: tuple[PromptSet, ...] = ("tailor",)
    samples: int = 1
    limit: int | None = None
    """So many cases, the first ones; None: all."""
    how: How = field(default_factory=How)
    provider: str = "server"
    model: str | None = None
    host: str | None = None
    judge: str | None = None
    """The model that compares."""
    memory: Held | None = None
    data: str = ""
    """What the cases are, and what differs from the study's data: a sentence for the report."""

    def asked(self) -> dict[str, Json]:
        """The plan as `bench.json` keeps it: of the cases, which lie beside it, only their digest."""
        data = to_json(self)
        assert isinstance(data, dict)
        digest = goals_digest(self.cases)
        return {"bench": "generate", **data, "cases": digest, "temperature": self.how.temperature}

    @property
    def calls(self) -> tuple[int, int]:
        """The fewest and the most calls that the whole plan makes, votes and no repair turns counted in."""
        runs = len(self.cases[: self.limit]) * len(self.prompts) * self.samples
        each = [calls_of(method, self.how.n, self.how.t) for method in (self.against, *self.methods)]
        votes = len(self.methods) * len(VOTES)
        return runs * (sum(low for low, _ in each) + votes), runs * (sum(high for _, high in each) + votes)


@dataclass(frozen=True, slots=True)
class WriteJob:
    """A method is to write a case's procedure."""

    cell: Cell
    case: MemoryRow


@dataclass(frozen=True, slots=True)
class CompareJob:
    """Two procedures for one case are to be compared; both were begun before."""

    cell: Cell
    pair: Pair
    base: Cell
    other: Cell


Job: TypeAlias = WriteJob | CompareJob


def methods_named(names: Sequence[str], against: str) -> tuple[str, ...]:
    """The methods to compare with `against`, each once; with none named all others.

    UsageError names what is unknown.
    """
    for name in (*names, against):
        if name not in METHODS:
            raise UsageError(f'There is no method "{name[:60]}". Choose from {", ".join(METHODS)}.')
    others = tuple(name for name in dict.fromkeys(names or METHODS) if name != against)
    if not others:
        raise UsageError(f"{against} cannot be compared with itself. Name another method with --method.")
    return others


def jobs(plan: GeneratePlan) -> tuple[Job, ...]:
    """Everything to do, case by case, so that a bench that is stopped has whole cases.

    A comparison stands behind both its writings.
    """
    return tuple(
        job
        for case in plan.cases[: plan.limit]
        for prompts in plan.prompts
        for sample in range(1, plan.samples + 1)
        for job in _of_case(plan, case, prompts, sample)
    )


def lay(folder: Path, plan: GeneratePlan) -> None:
    """Makes the folder ready for this plan. UsageError where it holds another bench, SaveError."""
    asked = plan.asked()
    if is_there(folder / BENCH_FILE):
        before = read_asked(folder)
        for key, words in MUST_MATCH.items():
            if before.get("bench") == "generate" and before.get(key) != asked.get(key):
                raise UsageError(
                    f"The bench in {folder} was begun with {words}. Name another folder with --out; nothing there "
                    "was touched."
                )
    begin(folder, asked)
    write_goals(folder / CASES_FILE, plan.cases)


def laid(folder: Path) -> GeneratePlan:
    """The plan of the bench in this folder. NotFoundError where there is none, DamagedError."""
    return read_plan(
        folder, GeneratePlan, "generate", "bench of generation", lambda plan: goals_digest(plan.cases)
    )


def _of_case(plan: GeneratePlan, case: MemoryRow, prompts: PromptSet, sample: int) -> list[Job]:
    base = Cell(case.id, plan.against, prompts, sample)
    found: list[Job] = [WriteJob(base, case)]
    for method in plan.methods:
        other = Cell(case.id, method, prompts, sample)
        votes = Cell(case.id, compare_way(plan.against, method), prompts, sample)
        pair = Pair(case=case.id, other=method, prompts=prompts, sample=sample)
        found += [WriteJob(other, case), CompareJob(votes, pair, base, other)]
    return found
