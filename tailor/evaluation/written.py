"""Results of `bench generate`: what each method wrote (`results.jsonl`) and each pair's votes (`pairs.jsonl`).

Owns the shape and the files. Refuses to count over cells: `pair_tables` does.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, Fault
from tailor.core.procedure import Json, Procedure
from tailor.evaluation.callrecord import Cell
from tailor.evaluation.costs import Cost
from tailor.evaluation.lines import add_line, read_lines
from tailor.evaluation.pairs import Pair
from tailor.storage import replace_file

PAIRS_FILE: Final = "pairs.jsonl"

A = TypeVar("A")


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What one method wrote for one case."""

    cell: Cell
    result: Procedure | None = None
    """None: the model failed the method (an unreadable or a cut answer); a cell that counts, without a result."""
    fault: Fault | None = None
    message: str = ""
    rounds: int = 0
    """Times that the critic's edits were performed."""
    recalled: int = 0
    """Different procedures of the memory that went into prompts."""
    cost: Cost = field(default_factory=Cost)


def read_written(path: Path) -> tuple[Written, ...]:
    """The results of a file, a later one in the place of an earlier; lines that are none are passed over."""
    return tuple({one.cell: one for one in _read(Written, path)}.values())


def read_pairs(path: Path) -> tuple[Pair, ...]:
    """The pairs of a file, a later one in the place of an earlier; lines that are none are passed over."""
    return tuple({one.place: one for one in _read(Pair, path)}.values())


def add_row(path: Path, one: Written | Pair) -> None:
    """Adds a line, on the disk when this returns. SaveError where the disk refuses."""
    add_line(path, _row(one))


def write_rows(path: Path, rows: Iterable[Written | Pair]) -> None:
    """The whole file anew, in this order."""
    lines = [json.dumps(_row(one), ensure_ascii=False) + "\n" for one in rows]
    replace_file(path, "".join(lines).encode("utf-8", "surrogatepass"))


def _row(one: Written | Pair) -> dict[str, Json]:
    """The line; where a model judged, it says so in words: `judged_by`."""
    row = to_json(one)
    assert isinstance(row, dict)
    return {**row, "judged_by": "model-judged"} if isinstance(one, Pair) else row


def _read(kind: type[A], path: Path) -> list[A]:
    found = []
    for row in read_lines(path).rows:
        try:
            found.append(from_json(kind, row))
        except ContentError:
            continue  # told again from the record of calls
    return found
