"""Whether a how-to still says that it makes as much as before though most of its amounts have changed alike."""

import re
from collections.abc import Iterator
from fractions import Fraction
from statistics import median
from typing import Final

from tailor.core.english import singular
from tailor.core.listed_amounts import METRIC, parted
from tailor.core.numerals import FIGURE, WORDS, either, value
from tailor.core.procedure import yield_number
from tailor.core.review_state import ReviewState
from tailor.core.text import one_line
from tailor.core.transport import tracked_original

_MEASURED: Final = re.compile(rf"(?P<n>{FIGURE}|{either(*WORDS)}(?=\s|$))\s?(?P<unit>[^\W\d_]*)", re.IGNORECASE)
_FEWEST: Final = 2
"""Amounts that can change alike."""
_ROUNDED: Final = Fraction(15, 100)
"""How far one may be from the others, as nobody takes 1.37 eggs."""
_HOW: Final = {Fraction(2): "doubled", Fraction(1, 2): "halved", Fraction(3): "tripled"}


def yield_left(state: ReviewState) -> Iterator[str]:
    """A sentence where the Result makes another amount than it says, by the amounts of its list."""
    original, now = state.review.original, state.result.draft
    if now.procedure.yields != original.yields or yield_number(original.yields) is None:
        return
    texts = {spot.slot: spot.text for spot in now.resources}
    was = ((spot.text, texts.get(spot.slot, "")) for spot in tracked_original(original).resources)
    times = [ratio for old, new in was if new and (ratio := _times(old, new))]
    middle = median(times) if len(times) >= _FEWEST else Fraction(1)
    alike = sum(abs(one - middle) <= _ROUNDED * middle for one in times)
    if abs(middle - 1) > _ROUNDED and alike * 2 > len(times):
        how = _HOW.get(Fraction(middle), "changed")
        yield f"Most amounts are {how}, but it still says “{one_line(original.yields, 40)}”."


def _times(old: str, new: str) -> Fraction | None:
    """How many times as much a line of the list has now; None where either has no amount or another unit."""
    one, other = _much(old), _much(new)
    return other[0] / one[0] if one and other and one[1] == other[1] and one[0] else None


def _much(line: str) -> tuple[Fraction, str] | None:
    found = _MEASURED.match(parted(line)[0])
    if found is None:
        return None
    unit = found["unit"].casefold()
    base, size = METRIC.get(unit, (singular(unit), Fraction(1)))
    return value(found["n"]) * size, base
