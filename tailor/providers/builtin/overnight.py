"""Dough that waits a night: "start it tonight and bake tomorrow".

Owns moving the first long rise into the fridge and warming up after it. Refuses dough without yeast, and to
promise hours: fridges differ.
"""

import re
from collections.abc import Sequence
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.sheet import Sheet

_ASKED: Final = re.compile(
    r"\b(?:overnight|(?:tonight|this evening|the (?:night|evening|day) before|in the evening)\b.*"
    r"\b(?:tomorrow|morning|next day|after work)"
    r"|(?:bake|serve|have) (?:it |them )?(?:tomorrow|in the morning|the next (?:day|morning)))\b",
    re.IGNORECASE,
)
_YEAST: Final = re.compile(r"\b(?:yeast|sourdough|starter)\b", re.IGNORECASE)
_RISE: Final = re.compile(
    r"\b(?P<verb>let (?:it|the dough|them) (?:rise|prove|proof)|leave (?:it|the dough) to (?:rise|prove|proof)|"
    r"prove (?:it|the dough)|rise (?:it|the dough))\b(?P<rest>[^.;]*)",
    re.IGNORECASE,
)
_LONG: Final = re.compile(r"\b(?:[4-9]\d|1\d\d) (?:to \d+ )?min|\bhours?\b|\bdoubled\b", re.IGNORECASE)
_REASON: Final = "In the cold yeast works slowly: the rise takes the night, and the dough tastes of more."
_WARM: Final = (
    "Take the dough out of the fridge and let it stand, covered, for 1 hour, until it is no longer cold."
)


def wait_a_night(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Moves the first long rise into the fridge, and lets the dough warm up after it."""
    serves = [one.id for one in requirements if _ASKED.search(one.text)]
    everything = " ".join(line.text for line in sheet.lines)
    if not serves or not _YEAST.search(everything):
        return
    for line in sheet.steps:
        rise = _RISE.search(line.text)
        if rise is None or not _LONG.search(rise["rest"]) or line.locked:
            continue
        words = f"{rise['verb']} in the fridge overnight, for 8 to 24 hours"
        text = tidy(line.text[: rise.start()] + words + line.text[rise.end() :])
        if sheet.change(line, text, _REASON, serves):
            sheet.understood(serves)
            sheet.add("steps", line, _WARM, _REASON, serves)
            sheet.say(serves, "Cover the bowl so that the dough does not dry out, and leave it room to double.")
            return
