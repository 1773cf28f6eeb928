"""Two readings of one page: its data or names of elements, and its headings; which of them says what is meant.

A page may show more than its data say, and data or an element may hold the whole article around the steps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.library.formats.shared.headings import announced
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import are_told, is_sentence, letters

MORE: Final = "The page shows more steps than its data; please check them."
_FEWEST: Final = 3
_MOSTLY: Final = 0.75
_HALF: Final = 0.6
"""Shares of the longer of two readings."""
_MOST: Final = 500
"""Names of a list that are looked for."""
_MOST_MORE: Final = 8
"""Times as many items as the data have that may be theirs."""


def shown(found: ParsedProcedure, lists: Iterable[ParsedProcedure | None]) -> ParsedProcedure:
    """The procedure with the lists that the page shows, where these hold those of its data and more.

    Steps that come so are to be checked.
    """
    read = list(filter(None, lists))
    agree = found.one_text and len({letters(" ".join(one.procedure.steps)) for one in read}) < len(read)
    for one in read:
        found = _inner(found, one, agree=agree)
        made, other = found.procedure, one.procedure
        if _holds(other.resources, made.resources) or tells_amounts(other.resources, made.resources):
            found = replace(found, procedure=replace(made, resources=other.resources))
        if _joins(other.steps, made.steps):
            found = replace(found, procedure=replace(found.procedure, steps=other.steps, sections=other.sections))
        if not one.unsure and are_told(other.steps) and _goes_on(other.steps, made.steps):
            made = replace(found.procedure, steps=other.steps, sections=other.sections)
            found = replace(found, procedure=made, unsure=True, remark=MORE)
    return found


def agreed(named: ParsedProcedure | None, headed: ParsedProcedure) -> ParsedProcedure | None:
    """What the names of elements say, with the steps that the headings say where these are a part of the named.

    What two ways of reading agree on is seldom wrong; where they agree on little it is to be checked.
    """
    if named is None or not named.procedure.steps or not headed.procedure.steps:
        return named
    if not named.procedure.resources and not headed.unsure:
        named = replace(named, procedure=replace(named.procedure, resources=headed.procedure.resources))
    one, other = (letters(" ".join(each.procedure.steps)) for each in (named, headed))
    alike = min(len(one), len(other)) / max(len(one), len(other))
    finer = len(named.procedure.steps) > len(headed.procedure.steps)
    begins = named.unsure and (other.startswith(one) or (one in other and alike >= _MOSTLY))
    more = headed.unsure and len(headed.procedure.sections) > 1 and one != other and one in other
    whole = more and not named.unsure and sum(map(counts, named.procedure.resources)) >= _FEWEST
    if (other in one and (one != other or finer)) or begins or (more and not whole):
        lists = (named.procedure.resources, headed.procedure.resources)
        things = max(lists, key=lambda one: sum(map(counts, one)))
        made = replace(named.procedure, steps=headed.procedure.steps, resources=things)
        made = replace(made, sections=headed.procedure.sections)
        unsure = alike < _MOSTLY or more or (named.unsure and headed.unsure)
        return replace(named, procedure=made, unused=(*named.unused, *headed.unused), unsure=unsure)
    # A box with all that a recipe has, below the same told in the article, is meant; but a person sees to it.
    only = [step for step in headed.procedure.steps if letters(step) not in one]
    unused = (*named.unused, *(only if named.unsure or alike < _HALF or whole else ()))
    return replace(named, unsure=named.unsure or whole or (alike < _HALF and not headed.unsure), unused=unused)


def _inner(found: ParsedProcedure, one: ParsedProcedure, *, agree: bool) -> ParsedProcedure:
    """The steps that a line of the data announces, if just these stand under a heading of the page.

    Without such a line the steps with which the data begin, if two readings of the page `agree`.
    """
    told, listed = found.procedure.steps, list(map(letters, one.procedure.steps))
    if not 1 < len(listed) < len(told):
        return found
    bare = list(map(letters, told))
    at = next((at for at, text in enumerate(bare) if text == listed[0] and (at or agree)), 0)
    end = at + len(listed)
    meant = "steps" in announced(told[at - 1]) if at else agree
    if not meant or bare[at:end] != listed:
        return found
    made = replace(found.procedure, steps=told[at:end], sections=one.procedure.sections)
    return replace(found, procedure=made, unused=(*found.unused, *told[:at], *told[end:]))


def _joins(shown: Sequence[str], told: Sequence[str]) -> bool:
    """Whether the page shows the same words as fewer steps, and the data have torn some within a sentence."""
    torn = len(shown) < len(told) and any(step[:1].islower() for step in told)
    return torn and letters(" ".join(shown)) == letters(" ".join(told))


def _holds(shown: Sequence[str], told: Sequence[str]) -> bool:
    """Whether a list holds every item of a shorter one, and beside these mostly more amounts."""
    known = set(map(letters, told))
    more = [one for one in shown if letters(one) not in known]
    whole = len(told) >= _FEWEST and len(told) + len(more) == len(shown) <= _MOST_MORE * len(told)
    return whole and 1 < len(more) < 2 * sum(map(counts, more)) and not are_told(more)


def tells_amounts(shown: Sequence[str], told: Sequence[str]) -> bool:
    """Whether a list of amounts names most of what the data name without any, as a list or in one text."""
    if not told or 3 * sum(map(counts, shown)) < 2 * len(shown) or any(map(str.isnumeric, "".join(told))):
        return False
    names = [letters(name) for one in told for name in one.split(",")][:_MOST]
    whole = "".join(map(letters, shown))
    again = sum(name in whole for name in names)
    return 3 * again >= 2 * len(names) and _FEWEST <= len(shown) <= 2 * len(names) and len(names) >= _FEWEST


def _goes_on(shown: Sequence[str], told: Sequence[str]) -> bool:
    """Whether the steps shown begin with those of the data and are twice as many, or hold the only one of them."""
    bare, listed = list(map(letters, told)), list(map(letters, shown))
    if not max(_FEWEST, 2 * len(told)) <= len({*listed}) <= _MOST_MORE * len(told):
        return False
    whole = listed[: len(bare)] == bare or (len(bare) == 1 and bare[0] in listed)
    known = set(bare)
    more = [one for one, text in zip(shown, listed, strict=True) if text not in known]
    return whole and all(is_sentence(one) and are_told([one]) for one in more)
