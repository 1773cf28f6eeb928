"""Lists of what you need that have no heading: "200 g flour", "2 eggs", "salt".

A list is recognized by an amount in a unit, or because the counted things are named again below. Numbers alone do
not suffice: "20 squats" may be a step.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Final

from tailor.core.durations import durations
from tailor.core.listed_amounts import counts, measures, parted
from tailor.library.formats.shared.headings import (
    is_note,
    is_open,
    is_told,
    leads_on,
    part_of,
    says_when,
    telling,
    title_of,
)
from tailor.library.formats.shared.step_texts import ENERGY, counted_parts, heads_part, list_heads
from tailor.library.formats.shared.verbs import does

_MOST_WORDS: Final = 12
_FEW_WORDS: Final = 5
"""Words of an item without an amount."""
_MOST_TO_ONE: Final = 8
"""One item in this many may be longer: "a handful of mint or a heaped spoon of dried one"."""
_MOST_NAMED: Final = 3
"""Words of a thing without an amount."""
_DONE: Final = re.compile(r"(?:ed|ly|cut|warm|cold)$", re.IGNORECASE)
"""Endings of words that say how a thing is prepared."""
_TWICE: Final = "Most of what you need is listed twice; please check the amounts."
_FEWEST_TWICE: Final = 4
"""Names of things of which most may be there twice."""
NEAR: Final = 200
"""How many lines below a list are looked at."""
_STEM: Final = 4
"""Letters that two forms of a word share."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_WITHIN: Final = re.compile(r"[.!?]\s+[^\W\da-z_]")
"""The beginning of another sentence."""
BULLET: Final = re.compile(r"^\s*[-*+•–]\s+")
LIST_MARK: Final = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
"""A bullet or number before an item."""
BOX: Final = re.compile(r"^(?:\[[ xX]?\]|[\u2610-\u2612\u25a0-\u25ff\u2b1a-\u2b1c\u2705\u2713-\u2718]\ufe0f?)\s+")
"""A box to tick, or another shape before an item: "[ ]", "☐", "☑", "✓"."""
_IN_BRACKETS: Final = re.compile(r"\([^()]*\)")
_BEHIND: Final = re.compile(r"[^\W\d_][^:.!?]{0,30}: ?\d")
"""An amount after its name: "Paprika: 3 spoons of the hot one"."""
_MEASURED_BEHIND: Final = re.compile(
    r"[^\W\d_][^\d:.!?]{0,40} \d[\d.,/½¼¾]*(?:[-–]\d[\d.,/½¼¾]*)? ?(?:g|kg|ml|cl|dl|l|oz|lb|tbsp|tsp|cups?)\b\.?"
    r"(?: \([^()]*\))?",
    re.IGNORECASE,
)
_COUNTED_BEHIND: Final = re.compile(r"[^\W\d_][^\d:.!?]{0,40} [x×]? ?\d{1,2}")
"""Amounts after their names: "plain flour 140g", "eggs 4"."""
_BEGINS_LIST: Final = re.compile(r"[^\W\d_A-ZÀ-Þ][^\d]*(?:\d.*)?$")
"""A possible first item of a list, without an amount in front: "juice of 2 lemons"."""
_TAKE: Final = re.compile(r"(?:you (?:will |just )?)?(?:take|use|get|need)\s+(?=\d)", re.I)
_NO_PART: Final = re.compile(
    r"(?:or|instead|alternatively|option\w*|variant|version|without|per|each|for (?:half|one)|calories|energy)\b",
    re.I,
)
"""Names of what is taken in the place of something, or of what is in the finished food."""
_APART: Final = re.compile(r"(?:(?<!\d),|,(?!\d))\s*(?:and\s+)?|\s+and\s+(?=\d|(?:an?|some)\s)")
"""What separates the things on one line: "Take 1 kg flour, 2 eggs and some salt."."""
_BETWEEN: Final = r"(?:(?<!\d),|,(?!\d)|[|·])(?![^()]*\))|\s{3,}"
"""Parts the things on a line, but not "1,5 l" and not what stands in brackets."""
_THEN: Final = re.compile(r"\bthen\b|\d ?(?:°|degrees\b)", re.IGNORECASE)
"""What no thing has, though no verb tells what to do: "all in a bowl, then a good stir", "oven at 180 degrees"."""
_LASTS: Final = re.compile(r"\bfor [^\W_]+ (?:seconds|secs?|minutes?|mins?|hours?)\b", re.IGNORECASE)
"""How long something is done, which no thing says: "knead it for 10 minutes"."""
_TO_TASTE: Final = re.compile(
    r"\b(?:to (?:taste|serve|garnish|finish)|for (?:the )?(?:\w+ing|garnish|pan)|optional|salt|pepper)\b",
    re.IGNORECASE,
)
"""Things that people give no amount for."""
_SOME: Final = re.compile(
    r"(?:(?:an?|some) )?(?:cup|mug|glass|jar|tin|can|pack|packet|bag|bottle|slice|piece|spoon|tablespoon|teaspoon"
    r"|splash|glug|knob|dash|drop|sprig|pinch|handful)(?:e?s)? of \w"
)
"""An amount without a number: "a cup of cream - or a bit more if you like"."""
_CLOCK: Final = re.compile(
    r"(?:at |from )?(?!1:[1-9])(?:[01]?\d|2[0-4])"
    r"(?::[0-5]\d(?!\d)|(?:\.[0-5]\d)?\s?[ap]\.?m\b|\.[0-5]\d\s?uhr\b|\s?h\s?[0-5]\d\b)",
    re.IGNORECASE,
)
"""A time of day: "9:24 Take the train", "10 am Walk"; but "1:10 bleach" is a mixture."""
_OF: Final = re.compile(r"\S+ of\b", re.IGNORECASE)
"""The beginning of a thing that is a verb elsewhere: "pinch of salt"."""
_ENDS: Final = re.compile(r"[.!?:;…]$")
"""The end of a sentence; a thing may end in a bracket."""


@lru_cache(4096)
def item(line: str) -> str:
    """Return the words of a list item, without its bullet and its box to tick."""
    return BOX.sub("", BULLET.sub("", line, count=1)).strip()


def is_list(lines: Iterable[str], below: Iterable[str] = ()) -> bool:
    """Whether consecutive lines are a list of things: a third of them are amounts.

    One amount must have a unit. Otherwise half the lines must be amounts, most of them for things named again
    `below`.
    """
    lines = list(lines)
    headed = len(lines) > 1 and bool(lines[1].strip()) and lines[0] in list_heads(lines[:2])  # "For the base:"
    items = [item(line) for line in lines[headed:] if line.strip()]
    amounts = [one for one in items if counts(one)]
    behind = [one for one in items if _MEASURED_BEHIND.fullmatch(one)]
    if len(behind) > 1 and not any(map(is_told, items)):
        amounts += [*behind, *filter(_COUNTED_BEHIND.fullmatch, items)]
    if (
        len(items) < 2
        or says_when(items[0])
        or len(amounts) < min(2, len(items) / 2)
        or sum(not (is_item(item(one)) or _is_in_bullets(one)) for one in lines[headed:] if one.strip())
        > len(items) // _MOST_TO_ONE
    ):
        return False
    if any(map(measures, amounts)) or len(behind) > 1:
        return len(amounts) * 3 >= len(items)
    return len(amounts) * 2 >= len(items) and _named(amounts, " ".join(below))


def lists_among(lines: Sequence[str], steps: Sequence[str] = ()) -> tuple[list[str], int, list[str]]:
    """Return the things of all lists in a text above its `steps`, where the first one stood, and the other lines.

    The heading of a list is returned with the things, or as a heading of steps if steps part it from the list
    above.
    """
    things: list[str] = []
    rest: list[str] = []
    told = " ".join(steps)
    at = first = last = 0
    while at < len(lines):
        end = _end_of_run(lines, at)
        run = list(filter(None, lines[at:end]))
        numbers = len(run) > 1 and all(counts(item(one)) and not durations(one) for one in run)
        numbers = numbers and names_any(told, run)
        listed = numbers or is_list(run, lines[end : end + NEAR]) or (told and is_list(run, [told]))
        if says_when(rest[-1] if rest else "") or not listed:
            rest += lines[at : max(end, at + 1)]
            at = max(end, at + 1)
            continue
        while rest and not rest[-1]:
            rest.pop()
        first = first if things else len(rest)
        title = title_of(rest[-1], apart=True) if rest else ""
        if title and (heads_part(title) or not (is_told(title) or title[0].islower())):
            further = things and len(rest) - 1 > last
            rest[-1:] = ["", f"== {title} =="] if further else []
            things += [] if further else [f"{title}:"]
        last = len(rest)
        things += map(item, run)
        at = end
    return things, first, rest


def _end_of_run(lines: Sequence[str], start: int) -> int:
    """Return where the amounts end that begin at `start`, with any items among and right below them."""
    end = start
    for at in range(start, len(lines)):
        line = item(lines[at])
        if at > start and not lines[at - 1] and _tell_all(lines[at : at + NEAR]):
            break
        thing = is_item(line) and not (is_told(line) or counted_parts(line))
        thing = thing and (counts(line) or not _LASTS.search(line))
        begins = counts(line) or measures(_behind(line)) or _MEASURED_BEHIND.fullmatch(line)
        amount = thing and (begins or _BEGINS_LIST.match(line))
        beside = thing and end > start and (lines[at - 1] or _TO_TASTE.search(line))
        if amount or beside or (start < end == at and _goes_on(lines, at)):
            end = at + 1
        elif line or not (at and lines[at - 1]):
            break
    return end


def _tell_all(lines: Sequence[str]) -> bool:
    """Whether steps begin here, also in small letters: half the lines up to an empty one say what to do.

    They have more words than a bare thing: "drill", "cream cheese".
    """
    block = list(takewhile(bool, lines))
    told = [does(one) and len(one.split()) > _MOST_NAMED and not _OF.match(one) for one in block]
    return any(told[:1]) and 2 * sum(told) >= len(block)


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Whether the bullets from this line on belong to the list of the bullet right above: none is a step."""
    more = list(takewhile(BULLET.match, lines[at : at + NEAR]))
    return bool(more and BULLET.match(lines[at - 1])) and all(map(_is_in_bullets, more))


@lru_cache(4096)  # lists are looked for from each line on
def _is_in_bullets(line: str) -> bool:
    """Whether a bullet may be a thing among others, in more words than `is_item` allows: it is no instruction.

    With a capital, so many words may be one in any language: "Knead the dough by hand on the table".
    """
    words = item(line)
    few = len(words.split()) <= _MOST_WORDS * 2 and (is_item(words) or not words[:1].isupper())
    step = is_timed(words) or is_told(words) or _THEN.search(words) or _LASTS.search(words)
    return bool(BULLET.match(line) and few) and not (_ENDS.search(words) or step)


def _behind(words: str) -> str:
    """Return what a line lists behind a name: "500 g flour, 2 eggs" of "Dough: 500 g flour, 2 eggs"; else ""."""
    return words.partition(":")[2].strip() if _BEHIND.match(words) else ""


def named_things(line: str) -> list[str]:
    """Return the name and the things of a line such as "Dough: 500 g flour, 20 g yeast, 2 eggs"; else [].

    Not of one that is a step, a note, a day, a part, another way to do it or what a portion contains.
    """
    if not counts(said := _behind(line)):
        return []
    name = line.partition(":")[0]
    step = is_told(line) or _WITHIN.search(line) or any(map(str.isdigit, name))
    other = is_note(line) or says_when(line) or part_of(name) or leads_on(name) or _NO_PART.match(name)
    things = [] if step or other or ENERGY.search(line) else on_one_line([said] * 2)
    return [f"{name}:", *things] if things else []


def on_one_line(lines: Sequence[str]) -> list[str]:
    """Return the things of a first line such as "500 g flour, 300 ml water, 2 eggs, salt"; [] for any other line.

    A few words after the last amount are things too, but "melted" describes the butter.
    """
    first = _TAKE.sub("", lines[0]) if any(lines[1:]) else ""
    things = [piece.strip() for piece in _APART.split(first.rstrip("."))]
    amounts = [*takewhile(counts, things)]
    rest = things[len(amounts) :]
    named = all(0 < len(one.split()) <= _MOST_NAMED and not (_DONE.search(one) or is_told(one)) for one in rest)
    whole = len(amounts) > max(2, len(rest)) and any(map(measures, amounts)) and named
    return [item(thing) for thing in things] if whole else []


def things_on(said: str) -> list[str]:
    """Split a line of things at its bullets, semicolons, bars, wide gaps or commas."""
    apart = r"(?:^|\s)[-–•*]\s" if BULLET.match(said) else ";" if ";" in said else _BETWEEN
    said = said if said.endswith("etc.") else said.removesuffix(".")
    return list(filter(None, map(str.strip, re.split(apart, said))))


def listed_in(line: str) -> list[str]:
    """Return the things that a line lists after a heading, "You'll need: a saw, glue"; [] for any other line."""
    head, _, said = line.replace("：", ":").partition(":")
    if part_of(head) != "resources" or _WITHIN.search(said):
        return []
    things = things_on(said.strip())
    told = is_open(head) and any(telling(things))  # "Before you start: turn off the power, wear gloves"
    short = all(len(one.split()) <= _MOST_WORDS for one in things)
    return things if len(things) > 1 and short and not told else []


def are_things(lines: Iterable[str]) -> bool:
    """Whether lines below a heading are the things it announces: no sentences, and half of them with a number."""
    items = [item(line) for line in lines if line.strip()]
    numbers = sum(any(map(str.isnumeric, one)) for one in items)
    short = all((counts(one) or len(one.split()) <= _MOST_WORDS) and not _ENDS.search(one) for one in items)
    return short and len(items) > 1 and 2 * numbers >= len(items)


def are_all_items(lines: Iterable[str]) -> bool:
    """Whether lines of a text below such a heading are each a thing, though none may say how much."""
    items = [item(line) for line in lines if line.strip()]
    return bool(items) and all(map(is_item, items)) and not all(telling(items))


def _named(amounts: Sequence[str], below: str) -> bool:
    """Whether two thirds of the counted things are named again below, perhaps with another ending."""
    begun = stems(below)
    again = sum(not begun.isdisjoint(stems(parted(one)[1])) for one in amounts)
    return again > 1 and 3 * again >= 2 * len(amounts)


def named_above(lines: Sequence[str], steps: Sequence[str]) -> list[str]:
    """Return the bullets that end these lines if most hold a number or are named in the steps; else [].

    Headings may stand below the bullets.
    """
    above = [line for line in lines if line.strip() and not line.startswith("#")]
    run = list(takewhile(BULLET.match, reversed(above)))
    items = [item(line) for line in reversed(run) if any(map(str.isalpha, line))]
    short = all(len(one.split()) <= _MOST_WORDS for one in items)
    begun = stems(" ".join(steps))
    known = [
        one
        for one in items
        if any(map(str.isdigit, one)) or (not _ENDS.search(one) and not begun.isdisjoint(stems(one)))
    ]
    return items if short and len(items) > 1 and 3 * len(known) >= 2 * len(items) else []


@lru_cache(4096)  # the steps are compared with each list above them
def stems(text: str) -> frozenset[str]:
    """Return the first letters of each word, to compare words whatever their endings."""
    return frozenset(word[:_STEM] for word in _WORD.findall(text.casefold()))


def names_any(text: str, things: Iterable[str]) -> bool:
    """Whether a text names one of the things, perhaps with another ending."""
    return not stems(text).isdisjoint(stems(" ".join(parted(one)[1] for one in things)))


def told_twice(things: Iterable[str]) -> str:
    """Return the remark that most things are listed twice, as a total and by parts or for two sizes; "" if not."""
    names = Counter(parted(one)[1].casefold() for one in things)
    twice = sum(count > 1 for count in names.values())
    return _TWICE if len(names) >= _FEWEST_TWICE and 2 * twice > len(names) else ""


def end_of_list(lines: Sequence[str]) -> int:
    """Return how many lines at the start are such a list, if others follow; 0 if the text begins otherwise."""
    end = _end_of_run(lines, 0)
    listed = is_list(list(filter(None, lines[:end])), lines[end : end + NEAR])
    return end if listed and any(map(str.strip, lines[end:])) else 0


def further_things(lines: Sequence[str], alone: bool, *, titled: bool, headed: bool) -> int:
    """Return how many lines between a list below a heading and the next part are more of its things.

    Blank lines separate them: bullets or amounts, perhaps below their own heading, or a single line if those above
    are `alone` too. With `titled` the last line may be the title of the steps. With `headed`, the line above
    describes the things and a heading announces the steps, so all lines that look like items are things.
    """
    end = 0
    for filled, run in groupby(enumerate(lines), lambda one: bool(one[1])):
        numbers, block = zip(*run, strict=True)
        last = not any(lines[numbers[-1] + 1 :])
        title = titled and last and not counts(item(block[0])) and title_of(block[0], apart=True)
        single = alone and len(block) == 1 and not title
        told = 2 * sum(map(is_told, block)) > len(block)
        listed = headed and len(block) > 2 and not told and all(map(is_item, block))
        if filled and not (_are_more(block, single) or listed):
            break
        end = numbers[-1] + 1 if filled else end
    return end


def _are_more(block: Sequence[str], single: bool) -> bool:
    headed = len(block) > 1 and block[0] in list_heads(block)
    items = [item(line) for line in block[headed:]]
    if any(map(is_told, items)):
        return False
    marked = all(BULLET.match(line) for line in block[headed:])
    return is_list(items) or ((marked or headed or single) and all(map(is_item, items)))


@lru_cache(4096)  # lists are looked for from each line on
def is_item(words: str) -> bool:
    """Whether words may be one item of a list: a few words, or an amount and a few more."""
    many = counts(words) or _BEHIND.match(words) or _SOME.match(words) or _TO_TASTE.search(words)
    most = _MOST_WORDS if many else _FEW_WORDS
    most *= 1 + (measures(words) or measures(_behind(words)))
    few = 0 < len(_IN_BRACKETS.sub("", words).split()) <= most
    return few and not (_ENDS.search(words) or is_timed(words))


def is_timed(line: str) -> bool:
    """Whether a line begins with a time of day, like those of a schedule: "- 9:00 Meet at the station"."""
    return _CLOCK.match(item(line)) is not None
