"""Less hot: half of what burns, in steps and list, where a requirement asks for mild food.

Owns which spices burn. Refuses to touch pepper by the pinch and spices that only smell, and to promise that the
rest is mild: tastes differ. The half is our own measure, and is said; no page is cited for it.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.quantities import amounts, written
from tailor.providers.builtin.sheet import Line, Sheet

_ASKED: Final = re.compile(
    r"\b(?:less|not so|not too|not as|not|no|too|hates?|dislikes?|(?:don't|doesn't|can't|do not|does not) "
    r"(?:like|eat|want|take|stand|tolerate|handle)(?: it)?) (?:too |so |very |any )?"
    r"(?:spicy|hot food|chill?i(?:es)?|spice|heat)\b|\bmild(?:er)?\b",
    re.IGNORECASE,
)
_HOT: Final = re.compile(
    r"\s(?:of )?(?:the )?(?:hot |dried |fresh |red |green |ground )*"
    r"(?:chill?i(?:es)?(?: powder| flakes| paste| sauce)?"
    r"|cayenne(?: pepper)?|harissa|sambal|sriracha|hot sauce|jalape[nñ]os?|red curry paste)\b",
    re.IGNORECASE,
)


def cool_down(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Halves chilli and what is made of it."""
    serves = [one.id for one in requirements if _ASKED.search(one.text.replace("’", "'"))]
    if not serves:
        return
    reason = "Half of what burns: more can be added at the table, nothing can be taken out."
    lines = (*sheet.resources, *sheet.steps)
    changed = [sheet.change(line, _halved(line), reason, serves) for line in lines]
    if any(changed):
        sheet.understood(serves)
        sheet.say(serves, "I halved what is hot; taste before you add more, and put chilli on the table.")


def _halved(line: Line) -> str:
    text, out, last = line.text, [], 0
    for amount in amounts(text):
        if not _HOT.match(text, amount.end):
            continue
        out += [text[last : amount.start], written(amount.low * Fraction(1, 2), amount.unit)]
        last = amount.end
    return tidy("".join([*out, text[last:]])) if out else text
