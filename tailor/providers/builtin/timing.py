"""Times in steps: what a slower tool needs, and which waits can be cut.

Owns the factor on times and the honest list of what cannot be hurried. Refuses to shorten cooking, raising,
setting and drying: those are said, not cut.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.quantities import Amount, amounts, written
from tailor.providers.builtin.sheet import Sheet

_ASKED = re.compile(
    r"\b(?:short(?:er)? (?:of )?time|less time|in a hurry|faster|quick(?:er|ly)?|no time|little time|tight "
    r"(?:schedule|daily routine)"
    r"|limited time|only (?:have |got )?(?:\w+ )?(?:minutes?|hour)|(?:have|got|only|within|in|under|at most) "
    r"(?:just |only |about )?"
    r"(?P<count>\d{1,6}|an|one|two|three|ten|fifteen|twenty|thirty|forty|forty-five|sixty|half an) "
    r"(?P<unit>minutes?|hours?))\b",
    re.IGNORECASE,
)
_CUTS: Final = (
    (
        re.compile(
            r"(?i)\blet it (?:stand|rest) for (?:5|10) minutes before you ((?:serve|slice|cut) it)(?=\s+[\w½])"
        ),
        r"\1",
        "a short rest before serving can be left out",
    ),
    (
        re.compile(
            r"(?i)(?:, )?\b(?:and )?let it (?:stand|rest) for (?:5|10) minutes before (?:serving|you "
            r"(?:serve|slice|cut) it)"
        ),
        "",
        "a short rest before serving can be left out",
    ),
    (re.compile(r"(?i)\bfinely chop\b"), "roughly chop", "coarse pieces are cut faster"),
    (re.compile(r"(?i)\bchop ([^,.;]*?) finely\b"), r"chop \1 coarsely", "coarse pieces are cut faster"),
)
_WAITS = re.compile(
    r"(?i)\b(?:rise|rest|chill|cool|dry|soak|set|stand|marinate|freeze|simmer|bake|roast|wait|leave|let|proof"
    r"|cure|work)\b"
)
_LATER: Final = 7 * 1440
"""Minutes from which a time tells what comes later ("no fertilizer for 6 weeks"), not how long the work takes."""

_MINUTES: Final[dict[str, Fraction | int]] = {
    "second": Fraction(1, 60),
    "minute": 1,
    "min": 1,
    "hour": 60,
    "hr": 60,
    "h": 60,
    "day": 1440,
    "week": 10080,
    "month": 43200,
    "night": 600,
}


def longer(text: str, factor: Fraction) -> str:
    """The text with its times in minutes and hours multiplied; to full 5 minutes from 15 minutes on."""
    out, last = [], 0
    for amount in amounts(text):
        if amount.measure != "time" or not re.match(r"(?i)min|hour|h", amount.unit):
            continue
        if re.search(r"(?i)\b(?:after|every|last|have)\s$|\bevery \w*\s?$", text[: amount.start]):
            continue
        if (
            re.search(r"(?i)\bfor 10 minutes", text[max(0, amount.start - 4) : amount.end])
            and "over medium heat" in text
        ):
            continue  # the heating of the pot itself
        if re.match(r"\s(?:left|later|before|ago)", text[amount.end :]):
            continue
        out += [text[last : amount.start], _times(amount, factor)]
        last = amount.end
    return "".join([*out, text[last:]])


def minutes(amount: Amount) -> Fraction:
    """A time in minutes, the longer end of a range."""
    unit = re.sub(r"s$", "", amount.unit.casefold())
    return (amount.high or amount.low) * _MINUTES.get(unit, Fraction(0))


def shorten(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Cuts the waits that can be cut, and says which cannot, where a requirement asks for less time."""
    asked = [one for one in requirements if _ASKED.search(one.text)]
    if not asked:
        return
    serves = [one.id for one in asked]
    sheet.understood(serves)
    for line in sheet.steps:
        for cue, become, why in _CUTS:
            if cue.search(line.text):
                sheet.change(line, tidy(cue.sub(become, line.text)), f"To save time: {why}.", serves)
    _say_waits(sheet, serves)


def _say_waits(sheet: Sheet, serves: Sequence[str]) -> None:
    """Says how long the longest waits take, because no rule may cut them."""
    waits = [
        (minutes(amount), number, line.text[amount.start : amount.end])
        for number, line in enumerate(sheet.steps, 1)
        for amount in amounts(line.text)
        if amount.measure == "time" and minutes(amount) >= 10 and _WAITS.search(line.text)
    ]
    if not waits:
        told = [one for line in sheet.steps for one in amounts(line.text) if one.measure == "time"]
        spent = [minutes(one) for one in told if 0 < minutes(one) < _LATER]
        if not spent:
            sheet.say(serves, "No step names a wait that could be cut, so I changed none.")
            return
        sheet.say(
            serves, f"The times that the steps name add up to about {_long(sum(spent))}; I cut none of them."
        )
        return
    total = sum(wait for wait, _, _ in waits)
    longest = sorted(waits, reverse=True)[:4]
    named = ", ".join(f"step {number} ({words})" for _, number, words in sorted(longest, key=lambda one: one[1]))
    sheet.say(
        serves,
        f"The waits add up to about {_long(total)}; I did not cut {named}: shortening them would spoil the result "
        "or make it risky. What can be done beforehand is everything before the longest wait.",
    )


def _long(total: Fraction | int) -> str:
    """A time in words: "20 minutes", "2.5 hours", "3 days"."""
    if total >= 2 * 1440:
        return f"{round(total / 1440)} days"
    if total >= 90:
        return f"{float(total / 60):.1f}".removesuffix(".0") + " hours"
    return "1 minute" if round(total) <= 1 else f"{round(total)} minutes"


def _times(amount: Amount, factor: Fraction) -> str:
    def grown(value: Fraction) -> Fraction:
        if not amount.unit.casefold().startswith("min"):
            return Fraction(round(value * factor * 2), 2)
        new = value * factor
        return Fraction(round(new / 5) * 5) if new >= 15 else Fraction(round(new))

    low = grown(amount.low)
    if amount.high is None:
        return written(low, amount.unit)
    if grown(amount.high) == low:
        return written(low, amount.unit)
    number = written(low, amount.unit).split()[0]
    return f"{number} to {written(grown(amount.high), amount.unit)}"
