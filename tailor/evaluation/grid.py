"""The grid of `bench customize`: cases × strategies × prompt sets × samples.

Owns the names of its columns and their order. Refuses names of its own: strategies are those of `STRATEGIES`,
switches those of `Switches`; the built-in tailor is one row, for it has neither model nor prompts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Final

from tailor.agents.prompts import PromptSet, Switches
from tailor.agents.strategies import STRATEGIES
from tailor.core.errors import UsageError
from tailor.evaluation.callrecord import Cell
from tailor.evaluation.cases import Case

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
