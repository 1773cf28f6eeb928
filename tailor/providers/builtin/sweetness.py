"""Less sugar: a third less of what sweetens, in steps and list, where a requirement asks for it.

Owns which sugars may shrink. Refuses jam and candied fruit, where sugar keeps what is made, and meringue, where
it holds the foam.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tailor.core.guard import constraints_in
from tailor.core.requirements import Requirement
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.quantities import amounts, written
from tailor.providers.builtin.sheet import Line, Sheet

_ASKED = re.compile(
    r"\b(?:less|not so|not too|not as|low(?:er)? in|little|reduce(?:d)?(?: the)?|cut(?: down)?(?: on)?(?: "
    r"the)?|too much|half the) (?:sweet|sugar)"
    r"|\bless sweet|\bsugar[- ](?:free|reduced)|\bno (?:added )?sugar\b|\bdiabet",
    re.IGNORECASE,
)
_MUCH = re.compile(
    r"\b(?:a lot|much|far|way) less\b|\bhalf the sugar\b|\bdiabet|\bno (?:added )?sugar\b", re.IGNORECASE
)
_SWEET = re.compile(
    r"\s(?:of )?(?:the )?(?:(?:light|dark|soft|caster|brown|white|icing|granulated|powdered|golden|cane"
    r"|vanilla|runny|clear) )*"
    r"(?:sugar|honey|maple syrup|golden syrup|agave syrup|syrup)\b(?!\s(?:thermometer|snap|free))",
    re.IGNORECASE,
)
_KEEPS: Final = re.compile(
    r"\b(?:jam|jelly|marmalade|preserve|candied|meringue|caramel|fudge|macaron|curd)\w*\b", re.IGNORECASE
)


def sweeten_less(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Cuts sugar and syrup by a third, or by half where much less is asked."""
    asked = [one for one in requirements if _ASKED.search(one.text) or "low_sugar" in constraints_in(one.text)]
    if not asked:
        return
    serves = [one.id for one in asked]
    sheet.understood(serves)
    if found := _KEEPS.search(sheet.goal):
        sheet.say(
            serves,
            f"I left the sugar as it is: in {found.group()} it keeps or sets what is made. Use a tested "
            f"recipe for less.",
        )
        return
    factor = Fraction(1, 2) if any(_MUCH.search(one.text) for one in asked) else Fraction(2, 3)
    part = "half" if factor == Fraction(1, 2) else "a third"
    reason = f"Less sugar: {part} less; dough and batter bear that, they only brown and keep a little less."
    changed = [
        sheet.change(line, _lessened(line, factor), reason, serves) for line in (*sheet.resources, *sheet.steps)
    ]
    if any(changed) and any(
        re.search(r"\b(?:no (?:added )?sugar|sugar[- ]free|diabet)", one.text, re.IGNORECASE) for one in asked
    ):
        sheet.say(
            serves, "I cut the sugar but did not take it out: without any, dough and creams turn out otherwise."
        )
    if not any(changed):
        sheet.say(serves, "I found no amount of sugar, honey or syrup to cut.")


def _lessened(line: Line, factor: Fraction) -> str:
    text, out, last = line.text, [], 0
    for amount in amounts(text):
        if amount.measure not in ("weight", "volume", "spoon") or not _SWEET.match(text, amount.end):
            continue
        out += [text[last : amount.start], written(amount.low * factor, amount.unit)]
        last = amount.end
    if not out:
        return text
    return tidy("".join([*out, text[last:]]))
