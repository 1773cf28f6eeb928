"""A taste that names one kind of food of a group: "no cheese" is not "no dairy", "no raw eggs" not "no eggs".

Owns telling which ingredients of a constraint are meant. Refuses to narrow an allergy or a diet.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.sheet import Sheet

_DAIRY_KINDS: Final = {
    "cheese": frozenset(["cheese", "parmesan", "cream cheese"]),
    "butter": frozenset(["butter"]),
    "cream": frozenset(["cream", "whipped cream", "soured cream"]),
}
_ONE_KIND = re.compile(
    r"\b(?:no|without(?: any)?|hates?|dislikes?|leave out|skip|(?:don't|doesn't|do not) (?:like|want)) "
    r"(?:the |any )?(cheese|butter|cream)\b(?! cheese)",
    re.IGNORECASE,
)
_WHOLE_GROUP = re.compile(r"allerg|intoleran|vegan|dairy|lactose|milk|\bdiet|\bfree\b", re.IGNORECASE)
_RAW_EGGS = re.compile(r"\braw eggs?\b", re.IGNORECASE)


def narrowed(
    sheet: Sheet, requirements: Sequence[Requirement], asked: Mapping[str, tuple[str, ...]]
) -> dict[str, frozenset[str]]:
    """The one kind of a group that a taste names: "no cheese" leaves the butter, "no raw eggs" what is baked.

    An allergy or a diet means the whole group, and so does any other requirement that asks for it.
    """
    texts = {one.id: one.text.replace("’", "'") for one in requirements}
    narrow: dict[str, frozenset[str]] = {}
    for constraint, ids in asked.items():
        told = [texts[id] for id in ids]
        kinds = [found[1].casefold() for text in told if (found := _ONE_KIND.search(text))]
        if constraint == "milk" and len(kinds) == len(told) and not any(map(_WHOLE_GROUP.search, told)):
            narrow["milk"] = frozenset[str]().union(*(_DAIRY_KINDS[kind] for kind in kinds))
            sheet.say(ids, f"I took {kinds[0]} for the food alone: say “no dairy” where milk is meant.")
        elif constraint == "eggs" and all(map(_RAW_EGGS.search, told)):
            narrow["eggs"] = frozenset(["egg", "egg white", "egg yolk", "mayonnaise"])
    return narrow
