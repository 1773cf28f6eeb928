"""The numbers of steps in a text whose parts each count from one: "repeat step 2" in the second part.

Tailor numbers steps through, so a mention by the number in its own part gets the number that the step has here.
One that names another part, "step 2 of the dough" or "Dough step 2", is counted in that part.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from tailor.core.procedure import Procedure
from tailor.core.renumber import Numberings, mentions_all, places_of_mentions, renumber_mentions, renumbering
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import letters

UPDATED: Final = "Step numbers mentioned in the text were changed to match the numbers here."
_NUMBERED: Final = re.compile(
    r"^[ \t]{0,3}(?:\*\*|__)?(?:step\s{1,3})?(\d{1,3})[.):]\s{0,9}(?:\*\*|__)?\s{0,9}"
    r"(?!(?:step\s{1,3})?\d{1,3}[.):]\s)(\S.*)",
    re.I | re.M,
)
"""A number and its text, perhaps on the line below; an empty item does not get the text of the next one."""
_ENOUGH: Final = 30
"""Letters that suffice to recognize a line as a step."""
_NEAR: Final = 100
"""How many numbered lines are searched for a step."""
_BEFORE_NAME: Final = re.compile(
    r"^(?:(?:for|to|how to|(?:part|section|stage|phase) (?:\d{1,2}|[a-z])[:.)–—-]+) )?"
    r"(?:(?:make|making|prepare|preparing|cook|cooking|assemble|assembling|build|building) )?"
    r"(?:(?:the|your|a|an) )?",
    re.I,
)
"""What a heading has before the name of its part: "For the dough", "To make the dough", "Part 2: Dough"."""
_LABEL: Final = re.compile(r"(?:part|section|stage|phase) (?:\d{1,2}|[a-z])\b", re.I)
_BEHIND_NAME: Final = re.compile(r" \([^()]*\)$|:$")
_LONGEST: Final = 80
"""Letters of a heading that a text may name."""
_QUOTES: Final = "[\"'“”‘’*_]{0,3}"
_PART: Final = "(?:section|part|stage|instructions|steps|recipe)"
_POINTS: Final = (
    r"(?:(?<!\w)(?:as|in|of|from|see|repeat|do|redo|follow|like|after|before|and|or|per|to|by|using)(?: the)? "
    r"|[(:,] ?)"
)
"""What stands before a name that precedes its step: "as in Dough step 1"."""
_NO_NAMES: Final = frozenset(
    ["repeat", "do", "redo", "see", "follow", "before", "after", "finish", "continue", "the"]
)
"""Headings that could be confused with other words before "step 1"."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Steps that are counted together: their numbers in the source and here."""

    numbers: dict[int, int]

    def where(self, number: int) -> int:
        return self.numbers.get(number, number)


@dataclass(frozen=True, slots=True)
class _Named:
    """The parts that a text may name, by the names it may use for them."""

    parts: Mapping[str, _Part]
    before: re.Pattern[str]
    """Finds a name at the end of the text before a mention of steps."""
    behind: re.Pattern[str]
    """Finds a name at the beginning of the text after it."""

    def part(self, text: str, start: int, end: int) -> _Part | None:
        """Return the part that a mention at this place names; None if it names none."""
        found = self.behind.match(text, end) or self.before.search(text, max(start - 2 * _LONGEST, 0), start)
        return self.parts.get(next(filter(None, found.groups())).casefold()) if found else None


def with_numbers_of_steps(found: ParsedProcedure, text: str) -> ParsedProcedure:
    """Return what was read from the text, with mentions of steps changed to the numbers they have here."""
    made = found.procedure
    texts = (*made.steps, *made.resources, made.notes)
    if not any(map(mentions_all, texts)):
        return found
    of_step, parts = _parts(made, text)
    if all(number == here for part in parts for number, here in part.numbers.items()):
        return found
    named = _named(made, parts)
    alone = parts[0] if len(parts) == 1 else _Part({})
    steps = tuple(_moved(one, of_step.get(at, alone), named) for at, one in enumerate(made.steps, 1))
    resources = tuple(_moved(one, alone, named) for one in made.resources)
    moved = replace(made, steps=steps, resources=resources, notes=_moved(made.notes, alone, named))
    return _updated(found, moved)


def without_empty(found: ParsedProcedure, there: Sequence[bool]) -> ParsedProcedure:
    """Renumber the mentions of steps in what was read from a list, once its empty items are gone.

    `there`: which items of the list say anything.
    """
    made = found.procedure
    if all(there) or sum(there) != len(made.steps):
        return found  # nothing moved, or one item became several steps
    now = [number if full else None for full, number in zip(there, accumulate(there), strict=True)]

    def where(number: int) -> int | None:
        return now[number - 1] if 1 <= number <= len(now) else number

    each = Numberings([where for _ in made.steps], [where for _ in made.resources], lambda _: where)
    return _updated(found, renumbering(made, each).applied(made))


def _updated(found: ParsedProcedure, moved: Procedure) -> ParsedProcedure:
    if moved == found.procedure:
        return found
    return replace(found, procedure=moved, remark=" ".join(filter(None, (found.remark, UPDATED))))


def _moved(text: str, part: _Part, named: _Named | None) -> str:
    """Renumber the mentions in a text: those that name a part by that part, the others by `part`."""
    pieces, at = list[str](), 0
    for start, end in places_of_mentions(text) if named else ():
        if named and (other := named.part(text, start, end)):
            pieces += [renumber_mentions(text[at:start], part.where)[0]]
            pieces += [renumber_mentions(text[start:end], other.where)[0]]
            at = end
    return "".join((*pieces, renumber_mentions(text[at:], part.where)[0]))


def _named(made: Procedure, parts: Sequence[_Part]) -> _Named | None:
    """Return the parts that a heading names unambiguously; None if there are none."""
    numbers = {here: number for part in parts for number, here in part.numbers.items()}
    begins, after = [at for at, _ in made.sections], len(made.steps) + 1
    called = [
        (name, at, min((one for one in begins if one > at), default=after))
        for at, title in made.sections
        for name in _names(title)
    ]
    counts = Counter(name for name, _, _ in called)
    known = {
        name: _Part(dict(enumerate(range(at, end), 1)) | _own(numbers, at, end))
        for name, at, end in called
        if counts[name] == 1
    }
    if not known:
        return None
    either = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    a_name = rf"{_QUOTES}({either})(?![\w-]){_QUOTES}"
    return _Named(
        known,
        re.compile(rf"{_POINTS}{a_name}(?:['’]s?)?(?: {_PART})?,? $", re.I),
        re.compile(
            rf" (?:of|from|under) (?:(?:{_PART}|{_PART} for|making) )?(?:the )?{a_name}"
            rf"| (?:in|for) (?:the )?{a_name} {_PART}\b| (?:in|for) {_PART} {a_name}| in (?=(?-i:[A-Z])){a_name}"
            rf"| \({a_name}\)",
            re.I,
        ),
    )


def _own(numbers: Mapping[int, int], at: int, end: int) -> dict[int, int]:
    """Return the numbers of a part's steps in the source, which may count on from the part before."""
    return {numbers[here]: here for here in range(at, end) if here in numbers}


def _names(title: str) -> set[str]:
    """Return what a text may call the part below a heading: "dough" for "For the dough"."""
    whole = " ".join(title.casefold().split())
    if len(whole) > _LONGEST:
        return set()
    bare, label = _BEHIND_NAME.sub("", whole), _LABEL.match(whole)
    name = _BEFORE_NAME.sub("", bare, count=1)
    names = {whole, bare, name, label[0] if label else ""} - {""} - _NO_NAMES
    return {one for one in names if not one.isdecimal()}


def _parts(made: Procedure, text: str) -> tuple[Mapping[int, _Part], list[_Part]]:
    """Return the part that counts each step, by the step's number, and all parts in order.

    A part begins where the source counts from 1 again. A source with "1." before each step does not count at all.
    """
    begins, of_step, parts = [at for at, _ in made.sections], dict[int, _Part](), list[_Part]()
    before = said = last = 0
    numbered = [*_numbers(made, text)]
    alike = len(numbered) > 1 and len({number for _, number in numbered}) == 1  # "1." before each
    for at, number in () if alike else numbered:
        headed = any(before < begin <= at for begin in begins)
        if not parts or (number <= said and (headed or number == 1 < said)):
            if number != 1:
                continue  # it continues a part that is elsewhere
            parts.append(_Part({}))
            last = 0
        before, said, last = at, number, max(number, last + 1)
        parts[-1].numbers[last] = at
        of_step[at] = parts[-1]
    return of_step, parts


def _numbers(made: Procedure, text: str) -> Iterator[tuple[int, int]]:
    """Yield each step that the source numbers, with that number."""
    lines = [(int(one[1]), letters(one[2])[:_ENOUGH]) for one in _NUMBERED.finditer(text)]
    at = 0
    for step, words in enumerate(map(letters, made.steps), 1):
        near = range(at, min(at + _NEAR, len(lines)))
        here = next((n for n in near if _begins(words, lines[n][1])), None)
        if here is not None:
            yield step, lines[here][0]
            at = here + 1


def _begins(step: str, line: str) -> bool:
    return bool(line) and bool(step) and (step.startswith(line) or line.startswith(step[:_ENOUGH]))
