"""Two readings of one page: the names of its elements, and its headings; which of them says what is meant.

An element may hold the whole article around the steps.
"""

from dataclasses import replace
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import letters

_FEWEST: Final = 3
_MOSTLY: Final = 0.75
_HALF: Final = 0.6
"""Shares of the longer of two readings."""


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
