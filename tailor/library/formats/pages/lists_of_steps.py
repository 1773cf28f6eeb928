"""The list of a page that tells what to do, whatever stands above it: told by its items alone, in English."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from tailor.library.formats.markdown.blocks import words
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import LIST_MARK, is_item
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import letters

_FEWEST: Final = 2
_MOSTLY: Final = 0.7
"""Of the items from the first on that tells what to do."""


def with_told_list(found: ParsedProcedure, lines: Sequence[str], links: Collection[str]) -> ParsedProcedure:
    """The procedure, to be checked, with the longest such list in place of steps that tell nothing.

    What stands above the steps in one list are things, as two lists without a heading between them are one.
    """
    made = found.procedure
    lists = [run for run in _told_lists(lines, links) if not {*run[1]} <= {*made.steps}]
    best = max(lists, key=lambda run: len(run[1]), default=None)
    if best is None or any(map(instructs, made.steps)):
        return found
    things, steps = best
    needed = things or [one for one in made.resources if one not in steps]
    made = replace(made, steps=tuple(steps), sections=(), resources=tuple(needed))
    return replace(found, procedure=made, unsure=True)


def _told_lists(lines: Sequence[str], links: Collection[str]) -> Iterator[tuple[list[str], list[str]]]:
    """What is needed and what is done in each list that tells it."""
    rows = [line.strip() for line in lines if line.strip()]
    for listed, run in groupby(rows, lambda row: LIST_MARK.match(row) is not None):
        items = [words(LIST_MARK.sub("", row, count=1)) for row in run if listed]
        items = [one for one in items if letters(one) not in links]
        told = list(map(instructs, items))
        first = told.index(True) if any(told) else len(told)
        if len(told) - first >= _FEWEST and sum(told) >= _MOSTLY * len(told[first:]):
            yield [one for one in items[:first] if is_item(one)], items[first:]
