"""A day it must be done by, or another number of weeks: said beside what the procedure is laid out for.

Owns comparing the time a person has with the time the procedure names. Refuses to move dates: what may be left out
of weeks of training, study or growing is no arithmetic, and nobody tells a procedure what day it is today.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.quantities import WORDS, amounts, number
from tailor.providers.builtin.sheet import Sheet
from tailor.providers.builtin.timing import minutes

_DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|the weekend|next week|the end of the month)"
)
_BY: Final = re.compile(rf"\b(?:by|until|before) (?P<day>(?:next |this )?{_DAY})\b", re.IGNORECASE)
_COUNT = r"(\d{1,6}|an?|" + "|".join(sorted(WORDS, key=len, reverse=True)) + ")"
_SPAN: Final = re.compile(
    rf"\b(?:in|only|have|got|within|just)(?: only| just| about| got| have)* {_COUNT} (days?|weeks?|months?)\b",
    re.IGNORECASE,
)
_DAYS: Final = {"day": 1, "week": 7, "month": 30}


def reckon(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Says how the time a person has stands to the time that the procedure names."""
    for one in requirements:
        if day := _BY.search(one.text):
            sheet.understood([one.id])
            words = f"Count back from {day['day']}: I cannot see today's date and moved nothing. {_needed(sheet)}"
            sheet.say([one.id], words)
        elif (span := _SPAN.search(one.text)) and (laid := _laid_out(sheet)):
            sheet.understood([one.id])
            sheet.say([one.id], _compared(sheet, number(span[1]) * _days(span[2]), *laid))


def _laid_out(sheet: Sheet) -> tuple[Fraction, str] | None:
    """The days that the goal names, and how it names them: "six weeks"."""
    for amount in amounts(sheet.goal):
        if amount.measure == "time" and re.match(r"day|week|month", amount.unit, re.IGNORECASE):
            return (amount.high or amount.low) * _days(amount.unit), sheet.goal[amount.start : amount.end]
    one = re.search(r"\bin (an? (day|week|month))\b", sheet.goal, re.IGNORECASE)
    return (Fraction(_days(one[2])), one[1]) if one else None


def _compared(sheet: Sheet, days: Fraction, laid: Fraction, named: str) -> str:
    if days >= laid:
        return f"The procedure is laid out for {named}: your time is enough, so I moved nothing."
    part = round(float(days / laid) * 100)
    dated = [str(n) for n, line in enumerate(sheet.steps, 1) if _names_days(line.text)]
    steps = f"steps {', '.join(dated[:-1])} and {dated[-1]}" if dated[1:] else f"step {''.join(dated)}"
    where = f" Days and weeks stand in {steps}: set them anew yourself." if dated else ""
    return (
        f"The procedure is laid out for {named}; you have about {part} % of that. I moved nothing, because I "
        f"cannot know what may be left out.{where}"
    )


def _names_days(text: str) -> bool:
    return bool(re.search(r"\b(?:days?|weeks?|months?)\b", text, re.IGNORECASE))


def _needed(sheet: Sheet) -> str:
    """How long the times in goal or steps are together."""
    if laid := _laid_out(sheet):
        return f"The procedure is laid out for {laid[1]}."
    total = sum(minutes(one) for line in sheet.steps for one in amounts(line.text) if one.measure == "time")
    if not total:
        return "The steps name no times."
    if total >= 2880:
        return f"The times that the steps name add up to about {round(total / 1440)} days."
    hours = f"{float(total / 60):.1f} hours" if total >= 90 else f"{round(total)} minutes"
    return f"The times that the steps name add up to about {hours}."


def _days(unit: str) -> int:
    return _DAYS[unit.casefold().rstrip("s")]
