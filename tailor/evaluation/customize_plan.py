"""What a bench of tailoring is asked, and how that lies in its folder.

Owns `Plan`, which `bench.json` and `cases.jsonl` hold. Refuses to run it: `benching` does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, TypeAlias

from tailor.agents.prompts import PromptSet, Switches
from tailor.agents.strategies import STRATEGIES
from tailor.core.codec import to_json
from tailor.core.errors import UsageError
from tailor.core.procedure import Json
from tailor.evaluation.cases import Case, case_to_line, digest
from tailor.evaluation.folder import CASES_FILE, begin, read_plan
from tailor.evaluation.recorded_model import Cell
from tailor.evaluation.results import MARGIN
from tailor.storage import replace_file

BUILTIN: Final = "builtin"
"""The row of the built-in tailor."""
NO_PROMPTS: Final = "no"
"""Its prompt set: it answers by rules."""
ITS_STRATEGY: Final = "sequential"
"""How the built-in tailor works in the app when nobody chooses."""
SWITCHES: Final = tuple(field.name for field in fields(Switches))


@dataclass(frozen=True, slots=True)
class Column:
    """One condition of the grid: what every case is put through."""

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
        """What of the `tailor` set is on."""
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
    """The name of a prompt set: paper, tailor, or tailor with parts switched off (tailor-examples-reasons)."""
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
    """Every cell with its case and column: case by case, so that a bench that is stopped has whole cases."""
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
    """Everything that the results of a bench depend on, but the model's answers."""

    cases: tuple[Case, ...]
    strategies: tuple[str, ...]
    prompts: tuple[str, ...]
    builtin: bool = False
    """Whether the built-in tailor is a row."""
    samples: int = 1
    temperature: float | None = None
    """None: as the prompt sets say."""
    longest_answer: int | None = None
    """Most tokens of one answer; None: as the prompt sets say, and the server."""
    limit: int | None = None
    """So many cases, the first ones; None: all."""
    margin: float = MARGIN
    """See `results.chosen`."""
    provider: str = "server"
    model: str | None = None
    host: str | None = None
    judge: str | None = None
    """The judging model's name; None: no model judges."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The conditions of the grid. UsageError names what is unknown."""
        return columns(self.strategies, self.prompts, builtin=self.builtin)

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Every cell of the grid."""
        return cells(self.cases[: self.limit], self.columns, self.samples)

    def asked(self) -> dict[str, Json]:
        """The plan as `bench.json` keeps it: of the cases, which lie beside it, only their digest."""
        data = to_json(self)
        assert isinstance(data, dict)
        return {"bench": "customize", **data, "cases": digest(self.cases)}


def lay(folder: Path, plan: CustomizePlan) -> None:
    """Makes the folder ready for this plan. UsageError where it holds another bench, SaveError."""
    begin(folder, plan.asked())
    lines = "".join(case_to_line(case) + "\n" for case in plan.cases)
    replace_file(folder / CASES_FILE, lines.encode("utf-8", "surrogatepass"))


def laid(folder: Path) -> CustomizePlan:
    """The plan of the bench in this folder. NotFoundError where there is none, DamagedError."""
    return read_plan(folder, CustomizePlan, "customize", "bench of tailoring", lambda plan: digest(plan.cases))
