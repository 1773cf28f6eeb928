"""Results of `bench customize`: one line a cell in `results.jsonl`, with every figure that needs no judge.

Owns the shape and its file, and the automatic check of a choice. Refuses to count over cells: `tables` does.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from memory.text import content_words
from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, Fault
from tailor.core.procedure import Procedure
from tailor.evaluation.cases import Case, Choice
from tailor.evaluation.folder import add_line, read_lines
from tailor.evaluation.judging import Item, item
from tailor.evaluation.recorded_model import Cell
from tailor.storage import replace_file

RESULTS_FILE: Final = "results.jsonl"
MARGIN: Final = 0.25
"""How much more of its own words one option must have in the changed steps than the other."""

Chosen: TypeAlias = Literal["right", "wrong", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What one cell came to. Times are in seconds from the cell's first call."""

    cell: Cell
    fault: Fault | None = None
    """None: the run came to its end. Else the model failed it (an unreadable or a cut answer): a cell that counts,
    without a result, so that neither criterion holds for it."""
    message: str = ""
    result: Procedure | None = None
    """With all edits applied, as the study did; None after a fault."""
    answers: int = 0
    """Agents that were asked."""
    readable: int = 0
    """Of these, whose answer could be read and was whole; saying "no edits" is readable."""
    edits: int = 0
    flagged: int = 0
    """Edits that were read but cannot be used."""
    applied: int = 0
    base_steps: int = 0
    kept: int = 0
    """Steps of the base that are in the result word for word."""
    steps: int = 0
    """Steps of the result."""
    requirements: int = 0
    """Clauses of the hint, as Tailor splits it."""
    served: int = 0
    """Of these, named by an applied edit and not contradicted by the guard."""
    claimed: int = 0
    """Named, but the guard still finds something against them."""
    findings: int = 0
    """What the guard finds in the result against the hint."""
    base_findings: int = 0
    calls: int = 0
    prompt_tokens: int | None = None
    """None where the server does not count for every call."""
    answer_tokens: int | None = None
    cost: float | None = None
    """Money, where the server says."""
    first_edit: float | None = None
    """Until the first edit was complete; None without one, and without a model."""
    seconds: float | None = None
    """To the end."""
    chosen: Chosen | None = None
    """Which of two options the result took, where the case has them."""


def read_results(path: Path) -> tuple[Result, ...]:
    """The results of a file, a later one in the place of an earlier; lines that are none are passed over."""
    found: dict[Cell, Result] = {}
    for row in read_lines(path).rows:
        try:
            one = from_json(Result, row)
        except ContentError:
            continue
        found[one.cell] = one
    return tuple(found.values())


def unreadable_results(path: Path) -> tuple[int, ...]:
    """The lines (1-based) of a file that `read_results` passes over."""
    lines = read_lines(path)
    bad = list(lines.bad)
    for number, row in zip(lines.numbers, lines.rows, strict=True):
        try:
            from_json(Result, row)
        except ContentError:
            bad.append(number)
    return tuple(sorted(bad))


def add_result(path: Path, result: Result) -> None:
    """Adds a line, on the disk when this returns. SaveError where the disk refuses."""
    row = to_json(result)
    assert isinstance(row, dict)
    add_line(path, row)


def write_results(path: Path, results: Iterable[Result]) -> None:
    """The whole file anew, in this order."""
    lines = [json.dumps(to_json(one), ensure_ascii=False) + "\n" for one in results]
    replace_file(path, "".join(lines).encode("utf-8", "surrogatepass"))


def items_of(results: Iterable[Result], cases: Iterable[Case]) -> tuple[Item, ...]:
    """What judges are to see: one item for each result that there is, its `cell` the key of `cell_key`."""
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
    """The cell as one text, for files and items."""
    return json.dumps([cell.case, cell.way, cell.prompts, cell.sample], ensure_ascii=False)


def chosen(choice: Choice, base: Sequence[str], result: Sequence[str], margin: float = MARGIN) -> Chosen:
    """Which option the changed steps took: the one of whose own words they hold a share larger by the margin.

    An option's own words are its content words that the other does not have. A result that changed nothing, or
    says about as much of both, is undecided.
    """
    said = frozenset[str]().union(*(content_words(step) for step in set(result) - set(base)))
    right, wrong = content_words(choice.right), content_words(choice.wrong)
    lead = _share(right - wrong, said) - _share(wrong - right, said)
    if abs(lead) < margin:
        return "undecided"
    return "right" if lead > 0 else "wrong"


def _share(words: frozenset[str], said: frozenset[str]) -> float:
    return len(words & said) / len(words) if words else 0.0
