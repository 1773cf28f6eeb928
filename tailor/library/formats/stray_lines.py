"""Lines of a page that strayed into its things or steps and are neither.

The heading "Ingredients for", in front of a field for a number; times below the heading of the steps; and
sentences that are steps already, where the things end only with the page.
"""

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tailor.core.procedure import Times
from tailor.library.formats.base import ParsedProcedure, count_words, letters
from tailor.library.formats.facts import facts_in, time_alone
from tailor.library.formats.headings import announced

_ENDS_OPEN: Final = re.compile(r"\b(?:for|für|pour|para|por|per|voor|för|til|do|dla)\s*:?$", re.IGNORECASE)
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")
_FEWEST_WORDS: Final = 3
"""Words of a sentence that is no thing where it is told as a step."""


def without_stray_lines(found: ParsedProcedure) -> ParsedProcedure:
    """The procedure without these; times are named, and what is a step stays one.

    A time that is all there is, or all of a part ("Soak": "20 minutes"), is a step.
    """
    made = found.procedure
    told = {letters(one) for step in made.steps for one in (step, *_SENTENCE_END.split(step))}
    things = [one for one in made.resources if not (_heads(one) or _is_told(one, told))]
    times = {at for at, pair in enumerate(pairwise(things)) if _is_time(" ".join(pair))}
    named = [one for at, one in enumerate(things) if at in times or at - 1 in times]
    kept = [one for at, one in enumerate(things) if not (at in times or at - 1 in times)]
    first = next((at for at, step in enumerate(made.steps) if not _is_time(step)), 0)
    if any(1 < number <= first + 1 for number, _ in made.sections):
        first = 0
    sections = tuple((max(1, number - first), title) for number, title in made.sections)
    made = replace(made, resources=tuple(kept), steps=made.steps[first:], sections=sections)
    return replace(found, procedure=made, unused=(*found.unused, *named, *found.procedure.steps[:first]))


def _heads(thing: str) -> bool:
    return _ENDS_OPEN.search(thing) is not None and announced(thing.rstrip(": ")) == {"resources"}


def _is_told(thing: str, told: Collection[str]) -> bool:
    """Whether it is a sentence of the steps."""
    return thing.endswith((".", "!")) and count_words(thing) >= _FEWEST_WORDS and letters(thing) in told


def _is_time(text: str) -> bool:
    """Whether a text says how long it takes and nothing else: "Arbeitszeit ca. 15 Min."."""
    fact = facts_in(text, among_steps=True) or time_alone(text.rstrip("."))
    return fact is not None and fact.times != Times() and not fact.yields
