"""The deterministic engine: apply a bag to a procedure, and find the bag between two procedures ([CP] section 3).

`apply` also says where each step of the result came from; it never changes a text, so mentions of step numbers are
left to `renumber`. `diff` finds the fewest edits. `apply`, `problems` and `conflicts` are linear in steps plus
edits.

Laws (tests/core/test_engine_laws.py): the empty bag changes nothing; steps that no edit names stay byte-identical;
the order of a bag does not matter, except among inserts at one place; equal replaces collapse, different ones
conflict; nothing out of range is dropped silently.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.errors import ApplyError
from tailor.core.procedure import Part, Procedure, fingerprint

MOST_CELLS: Final = 6_000_000
"""Size of the exact table; beyond it (unlike lists of thousands of steps) a diff may not be minimal."""

_Cell: TypeAlias = tuple[int, int]
_Move: TypeAlias = Literal["insert", "replace", "delete", "keep"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one step of a result came from."""

    source: Literal["kept", "replaced", "inserted"]
    base: int | None
    """The base step (1-based) that it was kept from or replaces; None for an insert."""
    edit: Edit | None
    """The edit that wrote it; None if it was kept."""


Trace: TypeAlias = tuple[Origin, ...]
"""The origin of each step of a result, in order."""


@dataclass(frozen=True, slots=True)
class Applied:
    """The result of `apply`."""

    procedure: Procedure
    trace: Trace
    """Of the steps."""
    resource_trace: Trace


@dataclass(frozen=True, slots=True)
class ReplaceConflict:
    """Two or more different replaces of one step."""

    part: Part
    step: int
    edits: tuple[Replace, ...]


def apply(procedure: Procedure, bag: Bag) -> Applied:
    """Apply every edit of the bag.

    Raises ApplyError, listing every reason, if the bag names another base, an edit is out of range, or two
    replaces conflict.
    """
    if wrong := problems(procedure, bag):
        raise ApplyError(wrong)
    steps, trace = _apply_part(procedure.steps, [e for e in bag.edits if e.part == "steps"])
    resources, resource_trace = _apply_part(procedure.resources, [e for e in bag.edits if e.part == "resources"])
    changed = replace(
        procedure,
        steps=steps,
        resources=resources,
        sections=_moved_sections(procedure.sections, trace, len(procedure.steps)),
        uncertain=_moved_marks(procedure.uncertain, trace),
    )
    return Applied(changed, trace, resource_trace)


def problems(procedure: Procedure, bag: Bag) -> tuple[str, ...]:
    """Every reason why the bag cannot be applied, as sentences; empty if it can."""
    found = []
    if bag.base is not None and bag.base != (own := fingerprint(procedure)):
        found.append(f"the edits were written for another procedure ({bag.base}, this one is {own})")
    found += [_out_of_range_words(procedure, edit) for edit in bag.edits if not in_range(procedure, edit)]
    found += [
        f"{len(conflict.edits)} different texts for {_place(conflict.part, conflict.step)}"
        for conflict in conflicts(bag)
    ]
    return tuple(found)


def in_range(procedure: Procedure, edit: Edit) -> bool:
    """Whether the procedure has the place that the edit names, and an insert has a text."""
    first = 0 if isinstance(edit, Insert) else 1
    return first <= edit.step <= len(procedure.part(edit.part)) and bool(edit.text or isinstance(edit, Replace))


def conflicts(bag: Bag) -> tuple[ReplaceConflict, ...]:
    """The steps for which the bag has different replaces, steps before resources, by number."""
    by_place: dict[tuple[Part, int], dict[str, Replace]] = {}
    for edit in bag.edits:
        if isinstance(edit, Replace):
            by_place.setdefault((edit.part, edit.step), {}).setdefault(edit.text, edit)
    return tuple(
        ReplaceConflict(part, step, tuple(texts.values()))
        for (part, step), texts in sorted(by_place.items(), key=lambda item: (item[0][0] != "steps", item[0][1]))
        if len(texts) > 1
    )


def _apply_part(texts: Sequence[str], edits: Iterable[Edit]) -> tuple[tuple[str, ...], Trace]:
    inserts: dict[int, list[Insert]] = {}
    replaces: dict[int, Replace] = {}
    for edit in edits:
        if isinstance(edit, Insert):
            inserts.setdefault(edit.step, []).append(edit)
        else:
            replaces.setdefault(edit.step, edit)
    out: list[str] = []
    trace: list[Origin] = []
    for number in range(len(texts) + 1):
        if number and (edit_here := replaces.get(number)) is None:
            out.append(texts[number - 1])
            trace.append(Origin("kept", number, None))
        elif number and edit_here is not None and edit_here.text:
            out.append(edit_here.text)
            trace.append(Origin("replaced", number, edit_here))
        for insert in inserts.get(number, ()):
            out.append(insert.text)
            trace.append(Origin("inserted", None, insert))
    return tuple(out), tuple(trace)


def _moved_sections(
    sections: tuple[tuple[int, str], ...], trace: Trace, steps: int
) -> tuple[tuple[int, str], ...]:
    """The headings at their new places: before the first remaining step of their section.

    An insert at the end of a section belongs to it. A heading goes when its section is empty.
    """
    place: list[tuple[int, int]] = []  # (base place, new number): an insert after k stands at place k
    for number, origin in enumerate(trace, 1):
        if origin.base is not None:
            place.append((origin.base, number))
        elif origin.edit is not None:
            place.append((origin.edit.step, number))
    starts = [start for start, _ in sections]
    moved: list[tuple[int, str]] = []
    cursor = 0
    for index, (start, title) in enumerate(sections):
        later = (other for other in starts[index + 1 :] if other > start)
        end = next(later, steps + 1)
        while cursor < len(place) and place[cursor][0] < start:
            cursor += 1
        if cursor < len(place) and place[cursor][0] < end:
            moved.append((place[cursor][1], title))
    return tuple(moved)


def _moved_marks(marks: tuple[int, ...], trace: Trace) -> tuple[int, ...]:
    """The numbers of the marked steps that were kept, in the new numbering."""
    marked = frozenset(marks)
    return tuple(
        number for number, origin in enumerate(trace, 1) if origin.source == "kept" and origin.base in marked
    )


def _out_of_range_words(procedure: Procedure, edit: Edit) -> str:
    if isinstance(edit, Insert) and not edit.text:
        return f"insert({edit.step}) has no text"
    count = len(procedure.part(edit.part))
    return f"{edit.op}({edit.step}) is out of range: there are {count} {edit.part}"


def _place(part: Part, number: int) -> str:
    return f"{'step' if part == 'steps' else 'resource'} {number}"


def diff(before: Procedure, after: Procedure) -> Bag:
    """The minimal bag on `before` that gives the steps and resources of `after`."""
    steps = _diff_part(before.steps, after.steps, "steps")
    resources = _diff_part(before.resources, after.resources, "resources")
    return Bag((*steps, *resources), fingerprint(before))


def _diff_part(before: Sequence[str], after: Sequence[str], part: Part) -> list[Edit]:
    counts = _edit_counts(before, after)
    moves = _coarse_moves(before, after) if counts is None else _best_moves(before, after, counts)
    edits: list[Edit] = []
    i = j = 0
    for move in moves:
        match move:
            case "insert":
                edits.append(Insert(step=i, text=after[j], part=part))
            case "replace":
                edits.append(Replace(step=i + 1, text=after[j], part=part))
            case "delete":
                edits.append(Replace(step=i + 1, text="", part=part))
            case "keep":
                pass
        i += move != "insert"
        j += move != "delete"
    return edits


@dataclass(frozen=True, slots=True)
class _Counts:
    """Fewest edits from each cell (i, j) to the end, for the cells in a band of diagonals."""

    low: int
    rows: list[list[int]]

    def at(self, i: int, j: int) -> int:
        column = j - i - self.low
        if not (0 <= i < len(self.rows) and 0 <= column < len(self.rows[i])):
            return 1 << 30
        return self.rows[i][column]


def _edit_counts(before: Sequence[str], after: Sequence[str]) -> _Counts | None:
    """The fewest edits from each cell, in a band that widens until it surely holds an optimum (Ukkonen 1985)."""
    slack = 4
    while True:
        low, high = min(0, len(after) - len(before)) - slack, max(0, len(after) - len(before)) + slack
        if (high - low) * len(before) > MOST_CELLS:
            return None
        counts = _Counts(low, _band(before, after, low, high))
        if counts.at(0, 0) <= abs(len(after) - len(before)) + 2 * slack or slack > len(before) + len(after):
            return counts
        slack *= 4


def _band(before: Sequence[str], after: Sequence[str], low: int, high: int) -> list[list[int]]:
    """Rows of fewest edits from (i, i + low … i + high) to the end, filled from the last row up."""
    n, m, far = len(before), len(after), 1 << 30
    width = high - low + 1
    rows: list[list[int]] = [[] for _ in range(n + 1)]
    below = [far] * (width + 1)
    for i in range(n, -1, -1):
        row = [far] * (width + 1)
        for column in range(width - 1, -1, -1):
            j = i + low + column
            if not 0 <= j <= m:
                continue
            if i == n:
                row[column] = m - j
                continue
            best = 1 + below[column - 1] if column else far  # delete: (i + 1, j)
            if j < m:
                best = min(best, 1 + row[column + 1], below[column] + (before[i] != after[j]))
            row[column] = best
        rows[i] = row[:width]
        below = row
    return rows


def _best_moves(before: Sequence[str], after: Sequence[str], counts: _Counts) -> list[_Move]:
    """The moves of the optimal path with the largest word overlap, edits as early as possible."""
    score: dict[_Cell, int] = {}
    choice: dict[_Cell, _Move] = {}
    words = _Words(before, after)
    for cell in reversed(_optimal_cells(before, after, counts)):
        best = -1
        for move, there in _optimal_steps(cell, before, after, counts):
            here = score[there] + (words.overlap(*cell) if move == "replace" else 0)
            if here > best:  # the first of equals wins: insert, replace, delete, keep
                best, choice[cell] = here, move
        score[cell] = max(best, 0)
    moves: list[_Move] = []
    i = j = 0
    while (i, j) in choice:
        move = choice[(i, j)]
        moves.append(move)
        i, j = i + (move != "insert"), j + (move != "delete")
    return moves


def _optimal_cells(before: Sequence[str], after: Sequence[str], counts: _Counts) -> list[_Cell]:
    """Every cell on an optimal path, in an order in which moves only go forward."""
    rows: list[set[int]] = [set() for _ in range(len(before) + 1)]
    rows[0].add(0)
    cells: list[_Cell] = []
    for i, row in enumerate(rows):
        waiting = sorted(row, reverse=True)
        while waiting:
            j = waiting.pop()
            cells.append((i, j))
            for _, (next_i, next_j) in _optimal_steps((i, j), before, after, counts):
                if next_i == i and next_j not in row:
                    row.add(next_j)
                    waiting.append(next_j)
                elif next_i > i:
                    rows[next_i].add(next_j)
    return sorted(cells)


def _optimal_steps(
    cell: _Cell, before: Sequence[str], after: Sequence[str], counts: _Counts
) -> list[tuple[_Move, _Cell]]:
    """The moves from a cell that stay on an optimal path: insert, replace, delete, keep."""
    i, j = cell
    left = counts.at(i, j)
    moves: list[tuple[_Move, _Cell]] = []
    if j < len(after) and counts.at(i, j + 1) == left - 1:
        moves.append(("insert", (i, j + 1)))
    if i < len(before) and j < len(after):
        same = before[i] == after[j]
        if not same and counts.at(i + 1, j + 1) == left - 1:
            moves.append(("replace", (i + 1, j + 1)))
    if i < len(before) and counts.at(i + 1, j) == left - 1:
        moves.append(("delete", (i + 1, j)))
    if i < len(before) and j < len(after) and before[i] == after[j] and counts.at(i + 1, j + 1) == left:
        moves.append(("keep", (i + 1, j + 1)))
    return moves


class _Words:
    """How many words two texts share; each text is split once."""

    def __init__(self, before: Sequence[str], after: Sequence[str]) -> None:
        self._before, self._after = before, after
        self._known: dict[str, Counter[str]] = {}

    def overlap(self, i: int, j: int) -> int:
        return (self._of(self._before[i]) & self._of(self._after[j])).total()

    def _of(self, text: str) -> Counter[str]:
        if text not in self._known:
            self._known[text] = Counter(re.findall(r"\w+", text.casefold()))
        return self._known[text]


def _coarse_moves(before: Sequence[str], after: Sequence[str]) -> list[_Move]:
    """Moves from matching blocks, for procedures too large and unlike for the exact table."""
    moves: list[_Move] = []
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        common = min(i_end - i, j_end - j)
        paired: _Move = "keep" if tag == "equal" else "replace"
        moves += [paired for _ in range(common)]
        moves += ["delete" for _ in range(i_end - i - common)]
        moves += ["insert" for _ in range(j_end - j - common)]
    return moves
