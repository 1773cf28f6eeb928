"""What a bench of tailoring is asked, and how that lies in its folder.

Owns `Plan`, which `bench.json` and `cases.jsonl` hold. Refuses to run it: `benching` does.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tailor.core.codec import to_json
from tailor.core.procedure import Json
from tailor.evaluation.callrecord import Cell
from tailor.evaluation.cases import Case, case_to_line, digest
from tailor.evaluation.folder import CASES_FILE, begin, read_plan
from tailor.evaluation.grid import Column, cells, columns
from tailor.evaluation.results import MARGIN
from tailor.storage import replace_file

Job: TypeAlias = tuple[Cell, Case, Column]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
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


def lay(folder: Path, plan: Plan) -> None:
    """Makes the folder ready for this plan. UsageError where it holds another bench, SaveError."""
    begin(folder, plan.asked())
    lines = "".join(case_to_line(case) + "\n" for case in plan.cases)
    replace_file(folder / CASES_FILE, lines.encode("utf-8", "surrogatepass"))


def laid(folder: Path) -> Plan:
    """The plan of the bench in this folder. NotFoundError where there is none, DamagedError."""
    return read_plan(folder, Plan, "customize", "bench of tailoring", lambda plan: digest(plan.cases))
