"""Lists that are put in order before a text is read: those in groups, and those of several recipes.

Neither the title of a list to pack, buy or bring nor headings such as "Gear" announce a part; each item below them
is something to do: pack it, or buy it. Several recipes one after the other, each with steps of its own,
are read as one, with each title above its steps, and a person is asked: they may be dough and icing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from typing import Final, NamedTuple

from tailor.core.listed_amounts import counts, measures
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import ends_steps, is_told, names_group, names_list, title_of
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import BULLET, NEAR, end_of_list, is_list, item
from tailor.library.formats.shared.parsed import read_as_one
from tailor.library.formats.shared.step_texts import is_ended, is_sentence, list_heads
from tailor.library.formats.text.line_beginnings import announced_part, begins_steps, resources_in, step_text
from tailor.library.formats.text.messages import NOTES

_MOST_WORDS: Final = 4
"""Words of the heading of a group."""
_MOST_OF_THING: Final = 12
_FEWEST: Final = 3
"""Groups of a list that no title calls a list, and words of an item that is an instruction."""

_ENDED: Final = re.compile(r"[.!?]\W*$")
_FIRST: Final = re.compile(r"\s*(?:step\s+)?1(?!\d)", re.IGNORECASE)
_FEWEST_AMOUNTS: Final = 2
"""Amounts in a list."""
_NEAREST: Final = 4
"""Lines at the start of a list of which one must hold a number."""


class _Group(NamedTuple):
    heading: str
    items: Sequence[str]


def is_titled_list(title: str, text: str) -> bool:
    """Whether the first line is the title of such a list: "Packing list: a week at the sea" above "Clothes"."""
    return names_list(title) and bool(_groups([line.strip() for line in text.split("\n")])[0])


def in_groups(goal: str, text: str) -> str:
    """Return such a list with headings over its groups and numbers before its items; any other text as it is.

    If steps follow a list with such a title, its groups are what one needs for them.
    """
    first, _, below = text.lstrip("\n").partition("\n")
    if announced_part(first.strip()) == "resources" and _is_one_list(below):
        return text
    if is_titled_list(first, below):  # below another title
        whole = _in_groups(first, below)
        return f"{whole}\n{first}" if NOTES in whole else f"{whole}\n\n{NOTES}\n{first}"
    if announced_part(first.strip()) != "steps":
        return _in_groups(goal, text)
    whole = _in_groups(goal, below)  # below "To do"
    return text if whole == below else whole


def _is_one_list(text: str) -> bool:
    """Whether plain lines above steps are a single list whose first line is an item like the others."""
    lines = [line.strip() for line in text.split("\n")]
    groups, rest = _groups(lines)
    first = next(filter(None, lines), "")
    alike = not (first.endswith(":") or any(map(BULLET.match, takewhile(bool, lines[lines.index(first) :]))))
    return len(groups) == 1 and alike and any(map(begins_steps, rest))


def _in_groups(goal: str, text: str) -> str:
    lines = [line.strip() for line in text.split("\n")]
    groups, rest = _groups(lines)
    if names_list(goal) and len(groups) > 1 and not rest:
        return _as_steps(groups, lines)
    if names_list(goal) and groups and any(map(begins_steps, rest)):
        things = [line for heading, items in groups for line in (f"{heading}:", *(f"- {one}" for one in items))]
        return "\n".join(["You need", *things, "", *rest])
    return _as_steps(groups, lines) if not rest and _holds_group(groups) else text


def _as_steps(groups: Sequence[_Group], lines: Sequence[str]) -> str:
    body = [line for heading, items in groups for line in (f"== {heading} ==", *(f"1. {one}" for one in items))]
    return "\n".join([*body, "", *lines[lines.index(NOTES) :]] if NOTES in lines else body)


def _holds_group(groups: Sequence[_Group]) -> bool:
    """Whether a heading like "Gear" is one more group of several, and not a list for what the others tell."""
    named = [group for group in groups[1:] if names_group(group.heading)]
    if len(groups) < _FEWEST or not named or any(measures(one) for group in groups for one in group.items):
        return False
    return all(map(_tells, named)) or not any(map(_tells, groups))


def _tells(group: _Group) -> bool:
    told = [one for one in group.items if len(one.split()) >= _FEWEST and instructs(one)]
    return 2 * len(told) >= len(group.items)


def _groups(lines: Sequence[str]) -> tuple[list[_Group], list[str]]:
    """Return the groups at the start of the lines, and the lines after them without the notes."""
    body = list(takewhile(lambda line: line != NOTES, lines))
    blocks = [list(block) for filled, block in groupby(body, bool) if filled]
    groups: list[_Group] = []
    while blocks and (group := _group(blocks[0])):
        groups.append(group)
        blocks.pop(0)
    return groups, [line for block in blocks for line in (*block, "")]


def _group(block: Sequence[str]) -> _Group | None:
    heading, *below = block
    items = [item(line) for line in below]
    heads = len(heading.split()) <= _MOST_WORDS and not (
        BULLET.match(heading) or counts(heading) or is_sentence(heading.rstrip(":"))
    )
    part = begins_steps(heading) or ends_steps(heading) or (announced_part(heading) and not names_group(heading))
    marked = len({BULLET.match(line) is not None for line in below}) == 1
    listed = marked and not any(step_text(line) is not None or announced_part(line) for line in below)
    return (
        _Group(heading.rstrip(": "), items)
        if heads and not part and listed and all(map(_is_thing, items))
        else None
    )


def _is_thing(words: str) -> bool:
    return 0 < len(words.split()) <= _MOST_OF_THING and not is_ended(words)


def without_gaps_below_headings(lines: Sequence[str]) -> list[str]:
    """Drop the empty lines between the heading of a group and its amounts: "For the filling".

    Only below a heading for resources and above the steps: in a copied page such lines are everywhere.
    """
    made: list[str] = []
    needed = False
    words_from = [""]
    for line in reversed(lines):
        words_from.append(line or words_from[-1])
    words_from = words_from[:0:-1]
    for line, then in zip(lines, words_from, strict=True):
        part = announced_part(line) if line else None
        needed = part == "resources" if part else needed and step_text(line) is None
        if line or not (needed and made and made[-1] and counts(item(then)) and _heads_group(made[-1])):
            made.append(line)
    return made


def _heads_group(line: str) -> bool:
    words = line.rstrip(":")
    plain = not (counts(item(line)) or BULLET.match(line) or is_sentence(words) or facts_in(line))
    return plain and announced_part(line) is None and len(words.split()) <= _MOST_WORDS


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
        if _FIRST.match(lines[two]) and sum(counts(item(line)) for line in between) >= _FEWEST_AMOUNTS:
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
        end = len(near)
    else:
        near = [*takewhile(lambda one: announced_part(one) is None, near)]
        end = end_of_list([*near, "", "."])
    below = _filled(lines, at + end)
    told = below < len(lines) and announced_part(lines[below]) == "steps"
    below = _filled(lines, below + 1) if told else below
    if not end or below >= len(lines):
        return None
    begins = _FIRST.match(lines[below]) and step_text(lines[below]) is not None
    if not (begins if numbered else told or is_told(lines[below])) or (numbered and not is_list(near)):
        return None  # `is_list` reads all of them, so it comes last
    return _List(start, below, title, tuple(facts), tuple(item(one) for one in lines[at : at + end] if one))


def _filled(lines: Sequence[str], at: int) -> int:
    """Return the index of the first line from `at` on that is not empty."""
    while at < len(lines) and not lines[at]:
        at += 1
    return at
