"""An air fryer instead of an oven: lower heat, less time, smaller portions.

Owns the figures: the fan temperature where the step names one, else 20 °C (25 °F) less, and a fifth less time.
Refuses to judge what fits in: that is said, for a person to decide.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.sheet import Line, Sheet
from tailor.providers.builtin.timing import longer

_ASKED: Final = re.compile(
    r"\b(?:only|just|instead|use|using|in|with|have|got|own)\b[^.;]*\bair[- ]?fryer\b"
    r"|\bair[- ]?fryer (?:only|instead)\b",
    re.IGNORECASE,
)
_NONE: Final = re.compile(r"\b(?:no|without|don't have|haven't|broken)\b[^.;,]*\bair[- ]?fryer\b", re.IGNORECASE)
_WITH_FAN: Final = re.compile(r"\b\d{2,3} °([CF]) \((\d{2,3}) °[CF] fan\)")
_PLAIN: Final = re.compile(r"\b(\d{2,3}) °([CF])(?! fan)")
_OVEN: Final = re.compile(r"\b(the|your|an|a) (?:preheated )?oven\b", re.IGNORECASE)
_TIN: Final = re.compile(
    r"\b(?P<on>on |onto |in |into )?(?:a|the) (?:large |small )?"
    r"(?:roasting tin|(?:baking |oven )?tray|baking sheet)\b",
    re.IGNORECASE,
)
_BACK: Final = re.compile(r"\bput the basket (back )?(?:in|into) the air fryer\b", re.IGNORECASE)
_PARTS: Final = re.compile(r"(?<=[.;])\s|(?<=,)\s(?=then\b)")
"""Where one action ends: what is done in a pan beside it keeps its times."""
_HEAT: Final = re.compile(r"\b(?:oven|bake|roast)\b", re.IGNORECASE)
_REST: Final = re.compile(r"\brest\b", re.IGNORECASE)
_REASON: Final = (
    "An air fryer blows hot air close to the food: about 20 °C less and a fifth less time do the same."
)


def wants_air_fryer(words: str) -> bool:
    """Whether a requirement says that there is an air fryer to cook in."""
    return bool(_ASKED.search(words) and not _NONE.search(words))


def air_fry(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Puts the air fryer in the oven's place in steps and list."""
    serves = [one.id for one in requirements if wants_air_fryer(one.text)]
    sheet.understood(serves)
    if not serves or not any(_HEAT.search(line.text) for line in sheet.steps):
        return
    changed = [line for line in sheet.steps if _HEAT.search(line.text) and _fried(sheet, line, serves)]
    for line in sheet.resources:
        if re.fullmatch(r"(?:an? |the )?oven", line.text, re.IGNORECASE):
            sheet.change(line, "air fryer", _REASON, serves)
        elif changed and _TIN.fullmatch(f"a {line.text}"):
            sheet.change(line, "", _REASON, serves)
    if changed:
        sheet.say(
            serves,
            "Fill the basket at most half, in one layer: cook in portions, or take a smaller piece. Look a few "
            "minutes early, turn things over half-way, and check that meat is done in the middle.",
        )


def _fried(sheet: Sheet, line: Line, serves: Sequence[str]) -> bool:
    parts = _PARTS.split(line.text)
    changed = [_part(part) if _HEAT.search(part) else part for part in parts]
    return sheet.change(line, tidy(" ".join(changed)), _REASON, serves)


def _part(text: str) -> str:
    """One action with the air fryer in the oven's place."""
    cooler = _WITH_FAN.sub(lambda found: f"{found[2]} °{found[1]}", text)
    if cooler == text:
        cooler = _PLAIN.sub(_less, text)
    out = _OVEN.sub(lambda found: f"{'an' if found[1].lower() in ('a', 'an') else 'the'} air fryer", cooler)
    out = _TIN.sub(lambda found: "in the basket" if found["on"] else "the basket", out)
    out = _BACK.sub(lambda found: f"put the basket {found[1] or ''}in", out)
    return out if _REST.search(out) else longer(out, Fraction(4, 5))


def _less(found: "re.Match[str]") -> str:
    """The temperature as an air fryer wants it; one of food, below 120 °C, stays."""
    degrees, scale = int(found[1]), found[2]
    if degrees < (120 if scale == "C" else 250):
        return found[0]
    return f"{degrees - (20 if scale == 'C' else 25)} °{scale}"
