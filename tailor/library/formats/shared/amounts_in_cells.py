"""Amounts and names that a page has in cells of their own, put together: "600 g" and "pumpkin"."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tailor.core.listed_amounts import parted

_IN_BRACKETS: Final = re.compile(r" ?\([^()]*\)")
_SHORT: Final = re.compile(r"(?:ca\.? )?[\d¼-¾⅐-⅞][\d¼-¾⅐-⅞ .,/–-]*(?P<unit>[^\W\d_][^\W\d_.]{0,11}\.?)?")
"""A number with at most one word: "2", "3 EL", and also "2 eggs"."""
_FEWEST: Final = 2
"""Amounts alone that make a list one of cells."""
_STEM: Final = 4
"""Letters that two forms of a unit have in common."""


def paired(items: Sequence[str]) -> list[str]:
    """The items, each amount that is one for itself with the name beside it: that below, if the list begins so."""
    short = [_SHORT.fullmatch(_bare(one)) for one in items]
    units = Counter((one["unit"] or "")[:_STEM].casefold() for one in short if one)
    known = sum(map(is_alone, items))
    again = sum(count for count in units.values() if count > 1)
    if known < _FEWEST and (again < 2 * _FEWEST or 3 * again < 2 * sum(units.values())):
        return list(items)
    if short[0] and not short[-1]:
        return _joined(items)
    return _joined(items[::-1])[::-1]


def _joined(items: Sequence[str]) -> list[str]:
    """The items with each amount before the one behind it; as they are if those are amounts too."""
    behind = [_begins(two) for one, two in pairwise(items) if _SHORT.fullmatch(_bare(one))]
    if 3 * sum(behind) > len(behind):
        return list(items)
    found: list[str] = []
    waiting = ""
    for one in items:
        if waiting and _begins(one):
            found.append(waiting)
            waiting = ""
        if not waiting and _SHORT.fullmatch(_bare(one)):
            waiting = one
        else:
            found.append(f"{waiting} {one}".strip())
            waiting = ""
    return [*found, *filter(None, [waiting])]


def is_alone(text: str) -> bool:
    """Whether it is an amount of nothing: "2", "600 g"."""
    bare = _bare(text)
    return _begins(bare) and parted(f"{bare} thing")[1] == "thing"


def begins_alone(text: str, below: str) -> bool:
    """Whether it is an amount of what is below it: "2 lb." above "asparagus"."""
    short = _SHORT.fullmatch(text) is not None
    return short and (is_alone(text) or text.endswith(".")) and below[:1].isalpha()


def _begins(text: str) -> bool:
    return text[:1].isnumeric()


def _bare(text: str) -> str:
    return _IN_BRACKETS.sub("", text)
