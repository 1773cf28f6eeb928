"""Reads CSV with one procedure per row, in the columns of RecipeNLG or with Tailor's own names (DESIGN 9).

The first line must name the columns. Other columns are reported as unused.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from tailor.core.errors import ContentError
from tailor.core.procedure import Json, procedure
from tailor.library.formats.markdown.front_matter import with_labels
from tailor.library.formats.shared.facts import settled
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import is_ended, split_blob
from tailor.library.formats.structured.text_lists import RESOURCES, STEPS, listed

_GOAL: Final = ("title", "goal", "name", "output")
_SOURCE: Final = ("link", "url", "source")
_CODE: Final = re.compile(r"`[^`]*`")
_BARS: Final = "I could not tell whether the bars “|” separate steps here; please check the steps."
_PASSED: Final = frozenset(["", "ner", "unnamed: 0", "site"])


def read(text: str, _name: str = "", _where: str = "") -> Iterator[ParsedProcedure]:
    """Yield every row as a procedure. ContentError without a column of steps, or if the text is no CSV."""
    csv.field_size_limit(20_000_000)
    rows = _rows(text.removeprefix("\ufeff"))
    names = [name.strip().lower() for name in next(rows, [])]
    if not columns(names)[1]:
        raise ContentError(
            "The first line must name the columns, such as title, ingredients and directions (the steps)."
        )
    for row in rows:
        yield _row(dict(zip_longest(names, row[: len(names)], fillvalue="")), row[len(names) :])


def delimiter_of(head: str) -> str:
    """Return the delimiter of a file with this first line: a comma, or ";" or a tab as in other countries."""
    parted = (mark for mark in ",;\t" if columns([name.strip('" \r\n').lower() for name in head.split(mark)])[1])
    return next(parted, ",")


def columns(names: Sequence[str]) -> tuple[str, str, str, str]:
    """Return the columns of the goal, the steps, the resources and the source; "" for each that is missing."""
    row = dict.fromkeys(names, "there")
    return _named(row, _GOAL), _named(row, STEPS), _named(row, RESOURCES), _named(row, _SOURCE)


def _rows(text: str) -> Iterator[list[str]]:
    """Yield the rows that are not empty, with cells separated as `delimiter_of` finds.

    ContentError names the line in which a row begins that cannot be read.
    """
    head = text.lstrip("\r\n").partition("\n")[0]
    rows, begins = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(head), strict=True), 1
    try:
        for row in rows:
            begins = rows.line_num + 1
            if row:
                yield row
    except csv.Error as error:
        raise ContentError(f"The row that begins on line {begins} is not CSV: {error}.") from error


def _row(row: Mapping[str, str], over: Iterable[str]) -> ParsedProcedure:
    """Read one procedure; `over` are the cells after the last named column."""

    def first(names: tuple[str, ...]) -> str:
        return row.get(_named(row, names), "")

    try:
        steps, resources = _steps(first(STEPS)), listed(first(RESOURCES))
        tags = listed(row.get("tags", ""), comma=True)
    except ContentError as error:
        return ParsedProcedure(procedure(first(_GOAL), ()), why=error.message)
    made = procedure(first(_GOAL), steps, resources, to_split=True)
    used = {*(_named(row, names) for names in (_GOAL, STEPS, RESOURCES)), *_SOURCE, *_PASSED}
    head: dict[str, Json] = {key: value for key, value in row.items() if key not in used and value}
    head |= {"source": first(_SOURCE), "tags": list[Json](tags)}
    made = with_labels(made, {key: value for key, value in head.items() if value})
    left = {key: json.loads(value) for key, value in made.extra}
    left |= left.pop("head", {})
    unused = (f"{key}: {value}" for key, value in left.items())
    made = replace(made, extra=())
    bars = any("|" in _CODE.sub("", step) for step in made.steps)
    told = (*unused, *filter(None, map(str.strip, over)))
    return settled(ParsedProcedure(made, told, remark=_BARS if bars else "", unsure=bars))


def _named(row: Mapping[str, str], names: tuple[str, ...]) -> str:
    """Return the first of these columns that is not empty in this row, or ""."""
    return next((name for name in names if row.get(name)), "")


def _steps(cell: str) -> list[str]:
    """Split a cell into steps; at bars only if these stand between sentences or instructions: not in "ls | wc"."""
    if "|" not in cell or "\n" in cell or cell.lstrip().startswith("["):
        return listed(cell)
    parts = list(filter(None, map(str.strip, cell.split("|"))))
    begin = all((part[0].isupper() or part[0].isdigit()) and instructs(part) for part in parts)
    whole = all(part.count("`") % 2 == 0 and part.count("(") == part.count(")") for part in parts)
    return parts if whole and (begin or all(map(is_ended, parts[:-1]))) else split_blob(cell)
