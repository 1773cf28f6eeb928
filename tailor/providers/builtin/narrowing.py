"""A wish that names one kind of food of a group: "no cheese" is not "no dairy", nor is "oil instead of butter".

Owns telling which ingredients of a constraint are meant. Refuses to narrow an allergy or a diet.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from tailor.core.guard import constraints_in, scan
from tailor.core.guard.constraints import speaks_of_diet
from tailor.core.requirements import Requirement
from tailor.providers.builtin.naming import ingredient_of
from tailor.providers.builtin.sheet import Sheet

_DAIRY_KINDS: Final = {
    "cheese": frozenset(["cheese", "parmesan", "cream cheese"]),
    "butter": frozenset(["butter"]),
    "cream": frozenset(["cream", "whipped cream", "soured cream"]),
}
_KIND = r"(?:cheese|butter|cream)\b(?! cheese)"
_SOME_KINDS = re.compile(
    r"\b(?:no|without(?: any)?|hates?|dislikes?|leave out|skip|(?:don't|doesn't|do not) (?:like|want)) "
    rf"(?:the |any )?({_KIND}(?:(?:,|,? (?:and|or|nor)) (?:no |the |any )?{_KIND})*)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"(?:,|,? (?:and|or|nor)) [^,.;!?]*")
_WHOLE_GROUP = re.compile(r"allerg|intoleran|vegan|dairy|lactose|milk|\bdiet|\bfree\b", re.IGNORECASE)
_EXCHANGED = re.compile(
    r"\b(?:instead of|in place of|rather than) (?:the |any |some )?(?P<a>[a-z-]+(?: [a-z-]+)?)"
    r"|\b(?:replace|swap|exchange) (?:out )?(?:the |my |all )?(?P<b>[a-z-]+(?: [a-z-]+){0,2}?) (?:with|for|by)\b",
    re.IGNORECASE,
)
_RAW_EGGS = re.compile(r"\braw eggs?\b", re.IGNORECASE)


def narrowed(
    sheet: Sheet, requirements: Sequence[Requirement], asked: Mapping[str, tuple[str, ...]]
) -> dict[str, frozenset[str]]:
    """The kinds of a group that tastes name: "no cheese" leaves the butter, "no raw eggs" what is baked.

    An allergy or a diet means the whole group, and so does any other requirement that asks for it.
    """
    texts = {one.id: one.text.replace("’", "'") for one in requirements}
    narrow: dict[str, frozenset[str]] = {}
    for constraint, ids in asked.items():
        told = [texts[id] for id in ids]
        exchanged = [_exchanged(text, constraint) for text in told]
        if all(exchanged):
            narrow[constraint] = frozenset(filter(None, exchanged))
            continue
        if any(map(_WHOLE_GROUP.search, told)):
            continue
        kinds = {id: _kinds(texts[id]) for id in ids}
        if constraint == "milk" and all(kinds.values()):
            narrow["milk"] = frozenset[str]().union(*(_DAIRY_KINDS[kind] for kind in chain(*kinds.values())))
            for id, named in kinds.items():
                alone = "these foods alone" if len(named) > 1 else "the food alone"
                sheet.say([id], f"I took {' and '.join(named)} for {alone}: say “no dairy” where milk is meant.")
        elif constraint == "eggs" and all(map(_RAW_EGGS.search, told)):
            narrow["eggs"] = frozenset(["egg", "egg white", "egg yolk", "mayonnaise"])
    return narrow


def _exchanged(text: str, constraint: str) -> str | None:
    """The ingredient that alone is to be exchanged: butter in "oil instead of butter"; None for a diet."""
    found = _EXCHANGED.search(text)
    if found is None or speaks_of_diet(text) or re.search(r"\b(?:dairy|lactose)", text, re.IGNORECASE):
        return None
    old = found["a"] or found["b"]
    if _asks_beside(text.replace(old, " "), constraint):
        return None
    ingredient = ingredient_of(old)
    return ingredient.id if ingredient else None


def _asks_beside(rest: str, constraint: str) -> bool:
    """Whether the words beside the exchange rule the group out by themselves: "no milk, oil instead of butter"."""
    return bool(re.search(r"\b(?:no|not|without|never|can't|don't)\b", rest)) and constraint in constraints_in(
        rest
    )


def _kinds(text: str) -> tuple[str, ...]:
    """The kinds of dairy a taste names; () for none, or where it goes on with another one: "cheese or yoghurt"."""
    found = _SOME_KINDS.search(text)
    more = _GOES_ON.match(text, found.end()) if found else None
    if found is None or (more and any(one.kind != "not_assessed" for one in scan(more[0], ("milk",)))):
        return ()
    return tuple(dict.fromkeys(re.findall(_KIND, found[1].casefold())))
