"""The minimal bag that turns one procedure into another (CONTRACT 2), so that any rewrite can be reviewed.

Owns `diff`. Law: `apply(a, diff(a, b))` has the steps and resources of b, with the fewest edits; among those the
largest word overlap of replaced pairs, then the smallest step. The standard library's matcher is not minimal.
Refuses sections and notes: edits cannot say them.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.procedure import Part, Procedure, fingerprint

MOST_CELLS: Final = 6_000_000
"""Beyond this many cells (two unlike lists of thousands of steps) the result is right, perhaps not minimal."""

_Cell: TypeAlias = tuple[int, int]
_Move: TypeAlias = Literal["insert", "replace", "delete", "keep"]


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
    """The table of fewest edits, in a band that is doubled until it surely holds an optimum (Ukkonen 1985)."""
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
    """Every cell on some optimal path, in an order in which moves only go forward."""
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
    """The moves from a cell that stay on an optimal path, the one with the smallest step first."""
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
    """How many words two texts share, counted once a text."""

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
    """Moves found by matching blocks, for procedures too large and unlike for the exact table."""
    moves: list[_Move] = []
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        common = min(i_end - i, j_end - j)
        paired: _Move = "keep" if tag == "equal" else "replace"
        moves += [paired for _ in range(common)]
        moves += ["delete" for _ in range(i_end - i - common)]
        moves += ["insert" for _ in range(j_end - j - common)]
    return moves
