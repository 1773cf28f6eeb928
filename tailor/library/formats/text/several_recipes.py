"""Texts that hold several recipes one after the other, each with a list and steps of its own.

They are read as one, with each title above its steps, and a person is asked: they may be dough and icing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import is_told, title_of
from tailor.library.formats.shared.lists_of_things import BULLET, NEAR, end_of_list, is_list, item
from tailor.library.formats.shared.parsed import read_as_one
from tailor.library.formats.shared.step_texts import list_heads
from tailor.library.formats.text.line_beginnings import announced_part, resources_in, step_text
from tailor.library.formats.text.messages import NOTES

_ENDED: Final = re.compile(r"[.!?]\W*$")
_FIRST: Final = re.compile(r"\s*(?:step\s+)?1(?!\d)", re.IGNORECASE)
_FEWEST: Final = 2
"""Amounts in a list."""
_NEAREST: Final = 4
"""Lines at the start of a list of which one must hold a number."""


@dataclass(frozen=True, slots=True)
class _List:
    """A list with the steps right below it: the lines where its title or first thing and those steps begin."""

    start: int
    end: int
    title: str
    facts: tuple[str, ...]
    things: tuple[str, ...]


def with_lists_above(lines: Sequence[str]) -> list[str]:
    """Move the lists of all recipes to the top, and make each title a heading.

    Otherwise the title "GNOCCHI", its list and its restarted numbers would continue the last step of the pesto.
    """
    found = _lists(lines)
    first = next((at for at, line in enumerate(lines) if step_text(line) is not None), None)
    if not found or found[-1].start < (found[0].end if first is None else first):
        return list(lines)
    made = [f"You need: {'; '.join(thing for one in found for thing in one.things)};"]
    at = 0
    for one in found:
        heading = [f"== {one.title} =="] if one.title else []
        made += [*lines[at : one.start], *heading, *one.facts]
        at = one.end
    return [*made, *lines[at:]]


def of_several(goal: str, lines: Sequence[str]) -> str:
    """Return the remark that several recipes were read as one; "" for one, even with a list "For the icing"."""
    titles = [one.title or goal for one in _lists(lines)]
    if titles and titles[0] != goal and _counts_above(lines, titles[0]):
        titles.insert(0, goal)
    if len(titles) > 1:
        return read_as_one(*titles[:2]) if not all(map(_is_part, titles[1:])) else ""
    return read_as_one() if _begins_again(lines) else ""


def _is_part(title: str) -> bool:
    return bool(list_heads([title, "1 g"]))


def _counts_above(lines: Sequence[str], title: str) -> bool:
    """Whether numbered steps stand above the first list with steps of its own."""
    above = takewhile(lambda line: line.rstrip(": ") != title, lines)
    return any(step_text(line) is not None for line in above)


def _begins_again(lines: Sequence[str]) -> bool:
    """Whether numbers restart below amounts, or resources and steps are announced twice in turn."""
    counted = [at for at, line in enumerate(lines) if step_text(line) is not None]
    for one, two in pairwise(counted):
        between = lines[one + 1 : min(two, one + NEAR)]
        if _FIRST.match(lines[two]) and sum(counts(item(line)) for line in between) >= _FEWEST:
            return not any(_is_part(line.rstrip(": ")) for line in between)
    parts = [announced_part(line) or (resources_in(line) == "" and "resources") for line in lines if line]
    told = [part for part, below in pairwise([*parts, None]) if part and not below]
    changes = [one for one, two in pairwise(["", *told]) if one != two]
    return len(changes) > 2 and told[0] == "resources"  # things, steps, things, steps


def _lists(lines: Sequence[str]) -> list[_List]:
    """Return the lists that have steps of their own; the title of the first may stand above these lines."""
    lines = [*takewhile(lambda line: line != NOTES, lines)]
    first = next((at for at, line in enumerate(lines) if step_text(line) is not None), None)
    found: list[_List] = []
    at = 0
    while at < len(lines):
        apart = (
            at == 0 or not lines[at - 1] or step_text(lines[at - 1]) is not None or _ENDED.search(lines[at - 1])
        )
        one = _list_at(lines, at, numbered=first is not None) if lines[at] and apart else None
        if one and (one.title or not (found or (first is not None and at > first))):
            found.append(one)
            at = one.end
        else:
            at += 1
    return found


def _list_at(lines: Sequence[str], at: int, *, numbered: bool) -> _List | None:
    """Return the list whose title, heading or first thing is this line; None without steps right below it."""
    start, title, facts = at, "", list[str]()
    announces = resources_in(lines[at]) == ""
    if not (announces or BULLET.match(lines[at]) or counts(lines[at]) or step_text(lines[at]) is not None):
        title = title_of(lines[at], apart=True)
        at = _filled(lines, at + 1)
        if not title or at >= len(lines) or (is_told(title) and not numbered):
            return None
    while at < len(lines) and not counts(lines[at]) and facts_in(lines[at]) and resources_in(lines[at]) is None:
        facts.append(lines[at])
        at = _filled(lines, at + 1)
    at = _filled(lines, at + 1) if at < len(lines) and resources_in(lines[at]) == "" else at
    near = lines[at : at + NEAR]
    if not any(map(str.isnumeric, "".join(near[:_NEAREST]))):
        return None
    if numbered:
        near = [*takewhile(lambda one: one and step_text(one) is None and announced_part(one) is None, near)]
        end = len(near) if is_list(near) else 0
    else:
        near = [*takewhile(lambda one: announced_part(one) is None, near)]
        end = end_of_list([*near, "", "."])
    below = _filled(lines, at + end)
    told = below < len(lines) and announced_part(lines[below]) == "steps"
    below = _filled(lines, below + 1) if told else below
    if not end or below >= len(lines):
        return None
    begins = _FIRST.match(lines[below]) and step_text(lines[below]) is not None
    if not (begins if numbered else told or is_told(lines[below])):
        return None
    return _List(start, below, title, tuple(facts), tuple(item(one) for one in lines[at : at + end] if one))


def _filled(lines: Sequence[str], at: int) -> int:
    """Return the index of the first line from `at` on that is not empty."""
    while at < len(lines) and not lines[at]:
        at += 1
    return at
