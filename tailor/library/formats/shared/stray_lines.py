"""Lines of a page that strayed into its things or steps and are neither.

Times below the heading of the steps; and sentences that are steps already, where the things end only with
the page.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tailor.library.formats.shared.facts import is_time
from tailor.library.formats.shared.headings import announced
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import count_words, end_of_first, letters

_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")
_FEWEST_WORDS: Final = 3
"""Words of a sentence that is no thing where it is told as a step."""


def without_stray_lines(found: ParsedProcedure) -> ParsedProcedure:
    """The procedure without these; times are named, and what is a step stays one.

    A time that is all there is, or all of a part ("Soak": "20 minutes"), is a step.
    """
    made = found.procedure
    told = {letters(one) for step in made.steps for one in (step, *_SENTENCE_END.split(step))}
    things = [one for one in made.resources if not _is_told(one, told)]
    times = {at for at, pair in enumerate(pairwise(things)) if is_time(" ".join(pair))}
    named = [one for at, one in enumerate(things) if at in times or at - 1 in times]
    kept = [one for at, one in enumerate(things) if not (at in times or at - 1 in times)]
    first = next((at for at, step in enumerate(made.steps) if not is_time(step)), 0)
    if any(1 < number <= first + 1 for number, _ in made.sections):
        first = 0
    sections = tuple((max(1, number - first), title) for number, title in made.sections)
    made = replace(made, resources=tuple(kept), steps=made.steps[first:], sections=sections)
    return replace(found, procedure=made, unused=(*found.unused, *named, *found.procedure.steps[:first]))


def _is_told(thing: str, told: Collection[str]) -> bool:
    """Whether it is nothing but sentences of the steps."""
    ended = thing.endswith((".", "!")) and count_words(thing) >= _FEWEST_WORDS
    return ended and all(letters(one) in told for one in _SENTENCE_END.split(thing))


def times_above(texts: Sequence[str]) -> int:
    """How many times stand above the others, if nothing else is one."""
    times = list(map(is_time, texts))
    return times.count(True) if times == sorted(times, reverse=True) and not all(times) else 0


def times_below_steps(lines: Iterable[str]) -> bool:
    """Whether a time stands right below a heading that announces the steps."""
    told = (line.strip("# ") for line in lines if line.strip("# "))
    return any(is_time(below) and announced(head) == {"steps"} for head, below in pairwise(told))


def with_things_once(found: ParsedProcedure) -> ParsedProcedure:
    """The procedure without things that a page has once more, to print."""
    made, things = found.procedure, found.procedure.resources
    end = end_of_first(things)
    things = things[:end] if set(things[end:]) <= set(things[:end]) else things
    return replace(found, procedure=replace(made, resources=things))
