"""Tables in texts, of Markdown, spreadsheets or pages, as lists; and amounts joined with names of other cells."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from tailor.core.listed_amounts import parted
from tailor.library.formats.shared.headings import Part, announced, column_of, leads_on, part_of
from tailor.library.formats.shared.lists_of_things import is_list
from tailor.library.formats.shared.step_texts import ENERGY, ONLY_NUMBER, STEP, count_words, is_ended

_RULE: Final = re.compile(r"\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?)?\s*\|?")
_STEP: Final = re.compile(rf"{STEP}s?", re.IGNORECASE)
_WIDE: Final = re.compile(r" {3,}")
_BAR: Final = re.compile(r"(?<!\\)\|")
"""Marks a table of food values."""
_HEADS: Final = {"resources": "You need:", "steps": "Steps:"}

_IN_BRACKETS: Final = re.compile(r" ?\([^()]*\)")
_SHORT: Final = re.compile(r"(?:ca\.? )?[\d¼-¾⅐-⅞][\d¼-¾⅐-⅞ .,/–-]*(?P<unit>[^\W\d_][^\W\d_.]{0,11}\.?)?")
"""A number with at most one word: "2", "3 EL", and also "2 eggs"."""
_FEWEST: Final = 2
"""Bare amounts that show that the items of a list are cells."""
_STEM: Final = 4
"""Letters that two forms of a unit share."""


def tables_as_lists(lines: Sequence[str], left: list[str] | None = None, *, page: bool = False) -> list[str]:
    """Turn every table of resources or steps into a list below its heading.

    Other tables move to `left`, or stay if that is None; then only Markdown tables are recognized. On a `page`,
    which may have rankings and prices, numbered rows alone do not make a table of steps.
    """
    made: list[str] = []
    open_list = False  # a list of resources that would go on until something else is announced
    for width, run in groupby(_cells_of(lines), lambda one: len(one[1])):
        block = list(run)
        rows = [cells for line, cells in block if not _RULE.fullmatch(line.strip())]
        is_table = width > 1 and len(rows) > 1 and (left is not None or len(rows) < len(block))
        above = next((line for line in reversed(made) if line.strip()), "")
        part = _part(rows, above, page) if is_table else None
        if part:
            headed = part in announced(above.strip("#: "))
            made += [*([] if headed else ["", _HEADS[part]]), "", *_listed(part, rows, page), ""]
            open_list = part == "resources" and not (headed or page)
        elif left is not None and len(rows) < len(block):
            left += [", ".join(filter(None, cells)) for cells in rows]
        else:
            first = next((line for line, _ in block if line.strip()), "")
            made += (
                [_HEADS["steps"], ""] if open_list and first and not (first[0] == "#" or part_of(first)) else []
            )
            open_list = open_list and not first
            apart = is_table and len(rows) < len(block) and not block[0][0][:1].isspace()
            made += [""] if apart and made and made[-1].strip() else []  # else it belongs to the item above
            made += [line for line, _ in block]
    return made


def is_table(lines: Sequence[str]) -> bool:
    """Whether all lines are rows of one Markdown table, with the rule below its head."""
    return len(lines) > 1 and _RULE.fullmatch(lines[1].strip()) is not None and all("|" in line for line in lines)


def _cells_of(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each line with its cells; a line that is no row is a single cell."""
    fenced = False
    for line in lines:
        bare = line.strip()
        fenced ^= bare.startswith(("```", "~~~"))
        cells = (
            [bare] if fenced or "⏎" in bare else _BAR.split(bare.strip("|")) if "|" in bare else _WIDE.split(bare)
        )
        yield line, [cell.strip().replace("\\|", "|") for cell in cells]


def _part(rows: Sequence[Sequence[str]], above: str, page: bool) -> Part | None:
    """Return what a table holds, by its head, a counting column or its amounts; None for anything else.

    A table whose columns hold different parts only lays out a page.
    """
    head, body = rows[0], rows[1:]
    named = {part for cell in head if (part := column_of(cell))}
    elsewhere = (
        leads_on(head[0])
        or leads_on(above.strip("# "))
        or any(ENERGY.search(cell) for row in rows for cell in row)
    )
    if len(named) > 1 or elsewhere:
        return None
    if named == {"steps"}:
        at = _counting(body)  # "Step" above 1, 2 and 3 says nothing about the other columns
        columns = [one for one, cell in enumerate(head) if one != at and column_of(cell)] or range(len(head))
        cells = [max((row[one] for one in columns), key=len) for row in body]
        called = any(_STEP.fullmatch(head[one]) for one in columns) and all(map(_is_word, cells))
        return "steps" if called or _are_told(cells) else None
    if named:
        return "resources"
    counted = next((each for each in (rows, body) if _counting(each) is not None), None)
    if counted:
        told = _are_told([max(row, key=len) for row in counted])
        return "steps" if (told and not page) or "steps" in announced(above.strip("#: ")) else None
    at = _amounts(body)
    return "resources" if is_list(_thing(row, at) for row in rows) else None


def _are_told(cells: Sequence[str]) -> bool:
    """Whether most cells could be steps, as "GET" and "1 h 25 m" could not."""
    return 2 * sum(count_words(cell) > 1 and not cell[:1].isnumeric() for cell in cells) > len(cells)


def _is_word(cell: str) -> bool:
    """Whether a cell below "Step" may be one, like "Glue", and is no name in capitals."""
    return cell.replace(" ", "").isalpha() and not cell.isupper()


def _listed(part: Part, rows: Sequence[Sequence[str]], page: bool) -> Iterator[str]:
    """Yield the rows as list items, without the head of the table; on a `page`, cells keep their order.

    If every head announces resources and no column is mostly amounts, each cell is an item.
    """
    body = rows[1:] if any(map(column_of, rows[0])) or (part == "steps" and _counting(rows) is None) else rows
    at = _counting(body) if part == "steps" else _amounts(body)
    columns = list(zip(*body, strict=True))
    apart = any(2 * sum(map(is_alone, column)) > len(column) for column in columns)
    if part == "resources" and all(part in announced(head) for head in rows[0]) and not apart:
        yield from (f"- {cell}" for column in columns for cell in column if cell)
        return
    for number, row in enumerate(body, 1):
        yield (
            f"{number}. {_step(row, at)}"
            if part == "steps"
            else f"- {' '.join(filter(None, row)) if page else _thing(row, at)}"
        )


def _counting(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the column that counts the rows from one on; None if there is none."""
    for at, column in enumerate(zip(*rows, strict=True)):
        numbers = [re.sub(r"\D", "", cell) if ONLY_NUMBER.fullmatch(cell) else "" for cell in column]
        if len(numbers) > 1 and numbers == [str(number) for number in range(1, len(numbers) + 1)]:
            return at
    return None


def _amounts(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the first column whose cells mostly begin with a number."""
    counted = ([cell[:1].isnumeric() for cell in column] for column in zip(*rows, strict=True))
    return next((at for at, column in enumerate(counted) if 2 * sum(column) > len(column)), None)


def _thing(row: Sequence[str], amounts: int | None) -> str:
    """Join a row into one thing, the amount first: "225 g butter, soft", or with a × before a number."""
    at = amounts or 0
    amount, *rest = filter(None, (*row[at:], *row[:at])) if row[at] else ("", *row)
    told = " ".join(filter(None, rest))
    joint = " × " if amounts is not None and told[:1].isnumeric() else " "
    return joint.join(filter(None, (amount, told)))


def _step(row: Sequence[str], counting: int | None) -> str:
    """Join a row into one step; cells that are no sentence follow the first in brackets."""
    first, *rest = [cell for at, cell in enumerate(row) if cell and at != counting] or [""]
    return " ".join((first, *(cell if is_ended(cell) else f"({cell})" for cell in rest)))


def paired(items: Sequence[str]) -> list[str]:
    """Join bare amounts, "600 g", with the name below them, "pumpkin", or above if the list ends that way."""
    short = [_SHORT.fullmatch(_bare(one)) for one in items]
    units = Counter((one["unit"] or "")[:_STEM].casefold() for one in short if one)
    known = sum(map(is_alone, items))
    again = sum(count for count in units.values() if count > 1)
    if known < _FEWEST and (again < 2 * _FEWEST or 3 * again < 2 * sum(units.values())):
        return list(items)
    if short[0] and not short[-1]:
        return _joined(items)
    return _joined(items[::-1])[::-1]


def _joined(items: Sequence[str]) -> list[str]:
    """Join each amount with the item after it; unchanged if the items after them are amounts too."""
    behind = [_begins(two) for one, two in pairwise(items) if _SHORT.fullmatch(_bare(one))]
    if 3 * sum(behind) > len(behind):
        return list(items)
    found: list[str] = []
    waiting = ""
    for one in items:
        if waiting and _begins(one):
            found.append(waiting)
            waiting = ""
        if not waiting and _SHORT.fullmatch(_bare(one)):
            waiting = one
        else:
            found.append(f"{waiting} {one}".strip())
            waiting = ""
    return [*found, *filter(None, [waiting])]


def is_alone(text: str) -> bool:
    """Whether a text is an amount of nothing: "2", "600 g"."""
    bare = _bare(text)
    return _begins(bare) and parted(f"{bare} thing")[1] == "thing"


def begins_alone(text: str, below: str) -> bool:
    """Whether a text is an amount of what is below it: "2 lb." above "asparagus"."""
    short = _SHORT.fullmatch(text) is not None
    return short and (is_alone(text) or text.endswith(".")) and below[:1].isalpha()


def _begins(text: str) -> bool:
    return text[:1].isnumeric()


def _bare(text: str) -> str:
    return _IN_BRACKETS.sub("", text)
