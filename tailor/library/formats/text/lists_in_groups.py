"""Lists to pack, buy or bring, in groups: neither their title nor headings such as "Gear" announce a part.

Each item below a heading is something to do: pack it, or buy it.
"""

from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Final, NamedTuple

from tailor.core.listed_amounts import counts, measures
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import ends_steps, names_group, names_list
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import BULLET, item
from tailor.library.formats.shared.step_texts import is_ended, is_sentence
from tailor.library.formats.text.line_beginnings import announced_part, begins_steps, step_text
from tailor.library.formats.text.messages import NOTES

_MOST_WORDS: Final = 4
"""Words of the heading of a group."""
_MOST_OF_THING: Final = 12
_FEWEST: Final = 3
"""Groups of a list that no title calls a list, and words of an item that is an instruction."""


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
