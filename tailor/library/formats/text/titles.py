"""Finds the title of a plain text, and whether anything in the text says what its parts are."""

import re
from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Final

from tailor.core.listed_amounts import counts, measures
from tailor.core.text import unmarked
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import is_told, needed_in, without_label
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import BULLET, end_of_list, is_list, is_timed, item
from tailor.library.formats.shared.sentences import sentences
from tailor.library.formats.shared.step_texts import is_ended, is_furniture
from tailor.library.formats.text.doubts import is_command
from tailor.library.formats.text.line_beginnings import (
    begins_something,
    begins_steps,
    begins_work,
    below_name,
    even_lines,
    things_apart,
)
from tailor.library.formats.text.lists import is_titled_list, with_lists_above
from tailor.library.formats.text.messages import NOTES, greets, subject
from tailor.library.formats.text.pasted_pages import without_site
from tailor.library.formats.text.unpacking import title_spoken_in, unpacked

_LONGEST: Final = 100
MOST_WORDS: Final = 8
"""Words of a title in the middle of a letter."""
_OPEN_ENDS: Final = (".", ":", ";", ",")
_LABELLED: Final = re.compile(r"\s*(?:title|recipe|name|dish|project)\s*:\s*(?=[^\s:][^:]{1,100}$)", re.IGNORECASE)
GOAL: Final = "Goal:"
"""Marks the first line as the goal, whatever else it could be: "Goal: Serves 4"."""
_FEWEST_TOLD: Final = 3
"""Words after "Method:" that are instructions; "Preparation: easy" has fewer."""


def title_of_text(text: str, bare: str) -> tuple[str, str]:
    """Return the title of a text whose lines are `bare`, and the lines without it; "" if it has none.

    The first line is the title unless it is a step, an item, or the words of a message.
    """
    goal, rest = _apart(bare)
    if goal:
        return goal, rest
    lines = lines_in(bare)
    while lines and not lines[0]:
        lines.pop(0)
    takes = _is_named if NOTES in lines or greets(text) or says_parts(bare) else _can_be_goal
    if lines and takes(lines[0]) and not end_of_list(lines) and not _is_first_step(lines):
        return item(lines[0].removeprefix(GOAL)), "\n".join(lines[1:])
    return "", bare


def lines_in(text: str) -> list[str]:
    """Return the lines with "You need a saw and glue." above the steps rewritten as a list of what it names.

    Each sentence after "Method:" gets a line of its own.
    """
    lines = with_lists_above(even_lines(text))
    above = len(list(takewhile(lambda line: not begins_work(line), lines)))
    needed = [needed_in(line) for line in lines[:above]]
    said = [
        f"You need: {'; '.join(things)}" if things else line for things, line in zip(needed, lines, strict=False)
    ]
    # where others stand below, or nothing else, each tells what to do: "First coat: 200 ml paint, ..."
    told = above < len(lines) or any(map(begins_steps, lines))
    parts = told and not any(map(below_name, lines[above:]))
    said = [one for line in said for one in (parts and below_name(line)) or things_apart(line)]
    return [*(one for line in said for one in _method(line)), *lines[above:]]


def _method(line: str) -> list[str]:
    """Split "Method: Whisk it all. Rest it." into the heading and its sentences; else return the line as it is."""
    rest = without_label(line)
    if rest == line or len(rest.split()) < _FEWEST_TOLD or facts_in(line):
        return [line]
    return [line.removesuffix(rest), *sentences(rest)]


def announces(text: str) -> bool:
    """Whether anything says what the steps are: numbers, a heading, or amounts above them."""
    return says_parts(unpacked(without_site(text)[0]))


def says_parts(text: str) -> bool:
    lines = lines_in(text)
    return any(map(begins_something, lines)) or any(map(is_list, _blocks(lines)[:-1]))


def _blocks(lines: Sequence[str]) -> list[list[str]]:
    """Return the blocks of lines between blank ones."""
    return [list(block) for filled, block in groupby(lines, bool) if filled]


def titled(text: str) -> tuple[str, str]:
    """Return the title of a text and what follows it; "" if no line is one, or nothing announces what follows.

    "Nan's pancakes" is one above "Serves 4", "You need" or "1. Whisk"; the first of a bare list of steps is none.
    In a letter it may stand right above the resources, or only be mentioned. Lines of a site stay in what follows.
    """
    bare, site = without_site(text)
    title, rest = _apart(unpacked(bare))
    if title and site:
        lines = text.split("\n")
        at = next((at for at, line in enumerate(lines) if line.strip() == title), None)
        rest = "\n".join([*lines[:at], *lines[at + 1 :]]) if at is not None else "\n".join([rest, "", *site])
    return (title, rest) if title else (title_spoken_in(bare), text)


def _apart(bare: str) -> tuple[str, str]:
    raw = bare.strip().split("\n")
    labelled = next((at for at, line in enumerate(raw[:_FEWEST_TOLD]) if _LABELLED.match(line)), None)
    if labelled is not None:
        title = _LABELLED.sub("", raw.pop(labelled), count=1)
        return title.strip(), "\n".join(raw)
    at = next((at for at, line in enumerate(raw) if line.strip() and not facts_in(line)), 0)
    first, rest = raw[at], "\n".join([*raw[:at], *raw[at + 1 :]])
    lines = [line.strip() for line in rest.split("\n") if line.strip()]
    told = any(map(begins_something, lines)) or (bool(lines) and facts_in(lines[0]) is not None)
    told = told or bool(end_of_list(rest.strip().split("\n")) and not end_of_list(bare.strip().split("\n")))
    told = told or says_parts(rest) or _stands_apart(raw, at)
    about = subject(first) != first.strip() and _title_below(bare)  # more telling than "Fwd: Re: yours"
    if about:
        return about
    is_thing = NOTES in lines and counts(first) and end_of_list(bare.strip().split("\n"))  # its letter is noted
    if is_titled_list(first.strip(), rest):
        return first.strip(), rest.strip("\n")
    is_name = _is_named if NOTES in lines and (": " in first or not first[:1].isupper()) else _is_title
    if told and is_name(first.strip()) and not is_thing:
        return subject(unmarked(first.strip()).removeprefix(GOAL)), rest.strip("\n")
    return _title_below(bare) or ("", bare)


def _stands_apart(lines: Sequence[str], at: int) -> bool:
    """Whether a blank line separates this line from a block of lines."""
    blocks = _blocks([line.strip() for line in lines[at + 1 :]])
    blank = at + 1 < len(lines) and not lines[at + 1].strip()
    return blank and len(lines[at].split()) <= MOST_WORDS and any(len(block) > 1 for block in blocks)


def _is_title(line: str) -> bool:
    is_part = begins_something(line) or BULLET.match(line) or measures(line)
    return len(line) <= _LONGEST and _can_be_goal(line) and not is_part and not line.endswith(_OPEN_ENDS)


def _is_named(line: str) -> bool:
    """Whether a line of a message is a title and not the first instruction."""
    return _is_title(line) and len(line.split()) <= MOST_WORDS and not (is_told(line) or instructs(line))


def _can_be_goal(line: str) -> bool:
    other = facts_in(line) or greets(line) or line == NOTES or is_command(line) or is_furniture(line)
    return not (begins_something(line) or other)


def _is_first_step(lines: Sequence[str]) -> bool:
    """Whether the top line is a step or heads some: an instruction, too long for a title, or like those below."""
    below = [line for line in lines[1:] if line]
    told = is_ended(lines[0]) and instructs(lines[0]) and all(map(is_ended, below[:-1] or below))
    if below and told and not _stands_apart(lines, 0):
        return True
    if lines[0].endswith(":") and BULLET.match(below[0] if below else ""):  # "Monday:" above "Tuesday:"
        return any(line.endswith(":") and not BULLET.match(line) for line in below)
    alike = below and any(mark(lines[0]) and mark(below[0]) for mark in (BULLET.match, is_timed))
    return bool(alike or (below and len(lines[0]) > _LONGEST))


def _title_below(text: str) -> tuple[str, str] | None:
    """Return a title that stands alone between a letter's words and the first part, and the text without it."""
    raw = text.split("\n")
    lines = lines_in(text)
    part = next((at for at, line in enumerate(lines) if begins_something(line) or counts(item(line))), 0)
    above = [at for at in range(part) if lines[at] and not (lines[at].endswith(":") or facts_in(lines[at]))]
    if len(above) < 2 or lines[above[-1] - 1] or not _is_title(lines[above[-1]]):
        return None
    if len(lines[above[-1]].split()) > MOST_WORDS:
        return None
    return lines[above[-1]], "\n".join([*raw[: above[-1]], *raw[above[-1] + 1 :]]).strip("\n")
