"""The numbers that a text gives its steps, where each part counts from one: "repeat step 2" of the second part.

Steps are numbered through here, so what mentions them by the numbers of its own part gets those that they have.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tailor.core.procedure import Procedure
from tailor.core.renumber import mentions_all, renumber_mentions
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import letters

UPDATED: Final = "Step numbers that the text mentions were changed to the numbers here."
_NUMBERED: Final = re.compile(
    r"^[ \t]{0,3}(?:\*\*|__)?(?:step\s+)?(\d{1,3})[.):]\s*(?:\*\*|__)?\s*(\S.*)", re.I | re.M
)
_ENOUGH: Final = 30
"""Letters by which a line is known to be a step."""
_NEAR: Final = 100
"""Numbered lines among which the one of a step is looked for."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The steps that are counted together: by their number in the source the number here."""

    numbers: dict[int, int]

    def where(self, number: int) -> int:
        return self.numbers.get(number, number)


def with_numbers_of_steps(found: ParsedProcedure, text: str) -> ParsedProcedure:
    """What was read of the text, with each mention of a step by the number that the step has here."""
    made = found.procedure
    texts = (*made.steps, *made.resources, made.notes)
    if not any(map(mentions_all, texts)):
        return found
    of_step, parts = _parts(made, text)
    if all(number == here for part in parts for number, here in part.numbers.items()):
        return found
    alone = parts[0] if len(parts) == 1 else _Part({})
    steps = tuple(_moved(one, of_step.get(at, alone)) for at, one in enumerate(made.steps, 1))
    resources = tuple(_moved(one, alone) for one in made.resources)
    moved = replace(made, steps=steps, resources=resources, notes=_moved(made.notes, alone))
    if moved == made:
        return found
    return replace(found, procedure=moved, remark=" ".join(filter(None, (found.remark, UPDATED))))


def _moved(text: str, part: _Part) -> str:
    return renumber_mentions(text, part.where)[0]


def _parts(made: Procedure, text: str) -> tuple[Mapping[int, _Part], list[_Part]]:
    """By the number of a step the part that counts it, and all parts in order.

    A part begins where the source counts from 1 again, or lower below a heading; who types "1." before each step
    counts on.
    """
    begins, of_step, parts = [at for at, _ in made.sections], dict[int, _Part](), list[_Part]()
    before = said = last = 0
    numbered = [*_numbers(made, text)]
    alike = len(numbered) > 1 and len({number for _, number in numbered}) == 1  # "1." before each
    for at, number in () if alike else numbered:
        headed = any(before < begin <= at for begin in begins)
        if not parts or (number <= said and (headed or number == 1 < said)):
            if number != 1:
                continue  # it goes on with what is elsewhere
            parts.append(_Part({}))
            last = 0
        before, said, last = at, number, max(number, last + 1)
        parts[-1].numbers[last] = at
        of_step[at] = parts[-1]
    return of_step, parts


def _numbers(made: Procedure, text: str) -> Iterator[tuple[int, int]]:
    """Each step that the source numbers, with that number."""
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
