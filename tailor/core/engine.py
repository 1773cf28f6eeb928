"""The deterministic engine: apply a bag to a procedure, and find the bag between two procedures ([CP] section 3).

`apply` also says where each step of the result came from; it never changes a text, so mentions of step numbers are
left to `renumber`. `diff` finds the fewest edits. `apply` and `problems` are linear in steps plus edits.

Laws (tests/core/test_engine_laws.py): the empty bag changes nothing; steps that no edit names stay byte-identical;
the order of a bag does not matter, except among inserts at one place; equal replaces collapse, different ones
conflict; nothing out of range is dropped silently.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from itertools import pairwise, repeat
from math import inf
from typing import Final, Literal, TypeAlias

from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.errors import ApplyError
from tailor.core.procedure import Part, Procedure, fingerprint
from tailor.core.text import LONGEST_STEP

MOST_CELLS: Final = 6_000_000
"""Size of the exact table; beyond it (dissimilar lists of thousands of steps) a diff may not be minimal."""

_Cell: TypeAlias = tuple[int, int]
_Move: TypeAlias = Literal["insert", "replace", "delete", "keep"]
_MOVES: Final[Mapping[_Move, tuple[int, int, int]]] = {
    "insert": (0, 1, 1), "replace": (1, 1, 1), "delete": (1, 0, 1), "keep": (1, 1, 0),
}  # fmt: skip
"""How far each move goes in the steps before and in those after, and how many edits it costs."""


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


@cache  # shared, as most steps of most lists are kept
def _kept(number: int) -> Origin:
    return Origin("kept", number, None)


@dataclass(frozen=True, slots=True)
class Applied:
    procedure: Procedure
    trace: Trace
    resource_trace: Trace


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
        sections=_moved_sections(procedure.sections, trace),
        uncertain=_moved_marks(procedure.uncertain, trace),
    )
    return Applied(changed, trace, resource_trace)


def problems(procedure: Procedure, bag: Bag) -> tuple[str, ...]:
    """Every reason why the bag cannot be applied, as sentences; empty if it can."""
    found = []
    if bag.base is not None and bag.base != fingerprint(procedure):
        found.append("the edits were written for a different how-to")
    found += [_out_of_range_words(procedure, edit) for edit in bag.edits if not in_range(procedure, edit)]
    found += [
        f"the text of {edit.op}({edit.step}) has {len(edit.text):,} characters; the limit is {LONGEST_STEP:,}"
        for edit in bag.edits
        if len(edit.text) > LONGEST_STEP
    ]
    texts: dict[tuple[bool, int], set[str]] = {}
    for edit in bag.edits:
        if isinstance(edit, Replace):
            texts.setdefault((edit.part == "resources", edit.step), set()).add(edit.text)
    found += [
        f"{len(different)} different texts for {'resource' if resource else 'step'} {step}"
        for (resource, step), different in sorted(texts.items())
        if len(different) > 1
    ]
    return tuple(found)


def in_range(procedure: Procedure, edit: Edit) -> bool:
    """Whether the procedure has the place that the edit names, and an insert has a text."""
    first = 0 if isinstance(edit, Insert) else 1
    return first <= edit.step <= len(procedure.part(edit.part)) and bool(edit.text or isinstance(edit, Replace))


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
    for number, text in enumerate(("", *texts)):
        change = replaces.get(number)
        if number and change is None:
            out.append(text)
            trace.append(_kept(number))
        elif change is not None and change.text:
            out.append(change.text)
            trace.append(Origin("replaced", number, change))
        for insert in inserts.get(number, ()):
            out.append(insert.text)
            trace.append(Origin("inserted", None, insert))
    return tuple(out), tuple(trace)


def _moved_sections(sections: tuple[tuple[int, str], ...], trace: Trace) -> tuple[tuple[int, str], ...]:
    """The headings at their new places: before the first remaining step of their section.

    An insert at the end of a section belongs to it. A heading goes when its section is empty.
    """
    if not sections:
        return ()
    places = [  # (base place, new number): an insert after k stands at place k
        (origin.edit.step if origin.edit else origin.base or 0, number) for number, origin in enumerate(trace, 1)
    ]
    moved: list[tuple[int, str]] = []
    for start, title in sections:
        end = min((other for other, _ in sections if other > start), default=inf)
        first = bisect_left(places, (start,))
        if first < len(places) and places[first][0] < end:
            moved.append((places[first][1], title))
    return tuple(moved)


def _moved_marks(marks: tuple[int, ...], trace: Trace) -> tuple[int, ...]:
    """The numbers of the marked steps that were kept, in the new numbering."""
    if not marks:
        return ()
    marked = frozenset(marks)
    return tuple(
        number for number, origin in enumerate(trace, 1) if origin.source == "kept" and origin.base in marked
    )


def _out_of_range_words(procedure: Procedure, edit: Edit) -> str:
    if isinstance(edit, Insert) and not edit.text:
        return f"insert({edit.step}) has no text"
    count = len(procedure.part(edit.part))
    return f"{edit.op}({edit.step}) is out of range: there are {count} {edit.part}"


def diff(before: Procedure, after: Procedure) -> Bag:
    """The minimal bag on `before` that gives the steps and resources of `after`."""
    steps = _diff_part(before.steps, after.steps, "steps")
    resources = _diff_part(before.resources, after.resources, "resources")
    return Bag((*steps, *resources), fingerprint(before))


def _diff_part(before: Sequence[str], after: Sequence[str], part: Part) -> Iterator[Edit]:
    i = j = 0
    for move in _moves_between_anchors(before, after) or _moves(before, after):
        if move == "insert":
            yield Insert(step=i, text=after[j], part=part)
        elif move != "keep":
            yield Replace(step=i + 1, text=after[j] if move == "replace" else "", part=part)
        down, right, _ = _MOVES[move]
        i, j = i + down, j + right


def _moves(before: Sequence[str], after: Sequence[str]) -> Iterable[_Move]:
    if not before or not after:
        gone: list[_Move] = ["delete"] * len(before)
        come: list[_Move] = ["insert"] * len(after)
        return gone + come
    counts = _edit_counts(before, after)
    return _coarse_moves(before, after) if counts is None else _best_moves(before, after, counts)


def _moves_between_anchors(before: Sequence[str], after: Sequence[str]) -> list[_Move] | None:
    """The moves, found piece by piece between texts that occur once in both; None if that may not be optimal.

    Each text that occurs more often after than before costs an edit, and vice versa. If the pieces cost no more
    than that, every optimal path keeps the texts that occur once, and the pieces give what the whole would.
    """
    anchors = _anchors(before, after)
    if not anchors:
        return None
    fewest = max((Counter(after) - Counter(before)).total(), (Counter(before) - Counter(after)).total())
    found: list[_Move] = []
    i = j = 0
    for i_end, j_end in (*anchors, (len(before), len(after))):
        found += _moves(before[i:i_end], after[j:j_end])
        found.append("keep")
        i, j = i_end + 1, j_end + 1
    found.pop()  # no anchor follows the last piece
    return found if len(found) - found.count("keep") == fewest else None


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[_Cell]:
    """The cell of each text that occurs once in both; [] if these are not in the same order."""
    count, other = Counter(before), Counter(after)
    place = {text: j for j, text in enumerate(after) if count[text] == other[text] == 1}
    cells = [(i, place[text]) for i, text in enumerate(before) if text in place]
    return cells if all(j < later for (_, j), (_, later) in pairwise(cells)) else []


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
    slack, longer = 4, len(after) - len(before)
    while True:
        low, high = min(0, longer) - slack, max(0, longer) + slack
        if (high - low) * len(before) > MOST_CELLS:
            return None
        counts = _Counts(low, _band(before, after, low, high))
        if counts.at(0, 0) <= abs(longer) + 2 * slack or slack > len(before) + len(after):
            return counts
        slack *= 4


def _band(before: Sequence[str], after: Sequence[str], low: int, high: int) -> list[list[int]]:
    """Rows of fewest edits from (i, i + low … i + high) to the end, filled from the last row up."""
    n, m, far = len(before), len(after), 1 << 30
    width = high - low + 1
    rows: list[list[int]] = [[] for _ in range(n + 1)]
    below: list[int] = []
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


def _best_moves(before: Sequence[str], after: Sequence[str], counts: _Counts) -> Iterator[_Move]:
    """The moves of the optimal path with the largest word overlap, edits as early as possible."""
    score: dict[_Cell, int] = {}
    choice: dict[_Cell, tuple[_Move, _Cell]] = {}

    @cache
    def words(text: str) -> Counter[str]:
        return Counter(re.findall(r"\w+", text.casefold()))

    def overlap(i: int, j: int) -> int:
        return (words(before[i]) & words(after[j])).total()

    for cell in reversed(_optimal_cells(before, after, counts)):
        best = -1
        for move, there in _optimal_steps(cell, before, after, counts):
            here = score[there] + (overlap(*cell) if move == "replace" else 0)
            if here > best:  # the first of equals wins: insert, replace, delete, keep
                best, choice[cell] = here, (move, there)
        score[cell] = max(best, 0)
    cell = (0, 0)
    while cell in choice:
        move, cell = choice[cell]
        yield move


def _optimal_cells(before: Sequence[str], after: Sequence[str], counts: _Counts) -> list[_Cell]:
    """Every cell on an optimal path, in an order in which moves only go forward."""
    rows: list[set[int]] = [set() for _ in range(len(before) + 1)]
    rows[0].add(0)
    for i, row in enumerate(rows):
        waiting = list(row)
        while waiting:
            for _, (down, right) in _optimal_steps((i, waiting.pop()), before, after, counts):
                if down == i and right not in row:
                    waiting.append(right)
                rows[down].add(right)
    return [(i, j) for i, row in enumerate(rows) for j in sorted(row)]


def _optimal_steps(
    cell: _Cell, before: Sequence[str], after: Sequence[str], counts: _Counts
) -> Iterator[tuple[_Move, _Cell]]:
    """The moves from a cell that stay on an optimal path: insert, replace, delete, keep."""
    i, j = cell
    left = counts.at(i, j)
    barred = "replace" if before[i : i + 1] == after[j : j + 1] else "keep"
    for move, (down, right, cost) in _MOVES.items():
        if move != barred and counts.at(i + down, j + right) == left - cost:
            yield move, (i + down, j + right)


def _coarse_moves(before: Sequence[str], after: Sequence[str]) -> Iterator[_Move]:
    """Moves from matching blocks, for procedures too large and unlike for the exact table."""
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        common = min(i_end - i, j_end - j)
        paired: _Move = "keep" if tag == "equal" else "replace"
        yield from repeat(paired, common)
        yield from repeat("delete", i_end - i - common)
        yield from repeat("insert", j_end - j - common)
