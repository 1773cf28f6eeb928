"""What each requirement wishes, including numbers, and the order in which the wishes are served.

`find` reads wishes about things. Wishes that only the whole wording reveals ("halve the recipe", "we are three",
"30 cm instead of 25", "in inches") are read here, and replace what those words meant as things.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tailor.core.english import CARDINALS
from tailor.core.finding import Findings, Found, Polarity, Wish, cues, find
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.rules.amounts import is_recipe
from tailor.rules.checks import BANS
from tailor.rules.servings import Wanted, of_an_eater, wanted

_FIRST: Final[tuple[Polarity, ...]] = ("amount", "missing", "without", "instead", "only", "allergy-or-health")
"""Amounts come before the things they are amounts of."""
LAST: Final[tuple[Polarity, ...]] = ("time", "unit", "skill")


def findings(procedure: Procedure, read: Sequence[Requirement]) -> Findings:
    """Find what each requirement wishes, even if only its whole wording tells: "halve the recipe"."""
    found = find(procedure, read)
    each = tuple(_numbered(procedure, one, of) for one, of in zip(read, found.each, strict=True))
    return replace(found, each=each)


def _numbered(procedure: Procedure, requirement: Requirement, found: Found) -> Found:
    found = _with_units(requirement, found)
    asked = wanted(requirement.text, procedure)
    if asked is not None:
        return _with_amount(procedure, requirement, found, asked)
    if of_an_eater(requirement.text):  # "no chives for one"
        wishes = tuple(one for one in found.wishes if not one.of_all)
        return replace(found, wishes=wishes, not_understood=(*found.not_understood, "one"))
    told = tuple(re.findall(r"[\w'’]+", requirement.words))  # "just me and my gf" names no amount
    wishes = tuple(replace(one, words=told) if one.of_all and not one.words else one for one in found.wishes)
    return replace(found, wishes=wishes)


def _with_units(requirement: Requirement, found: Found) -> Found:
    """Drop units that only say what there is; of "in inches, not cm", keep the one wished."""
    unit = [one.thing.casefold() for one in found.wishes if one.polarity == "unit"]
    wishes = tuple(one for one in found.wishes if one.polarity != "unit" or not _is_said(requirement, one, unit))
    if any(one.polarity == "unit" for one in wishes):
        units = {" ".join(words) for words in cues.units()}
        wishes = tuple(one for one in wishes if one.polarity == "unit" or one.thing.casefold() not in units)
    if not wishes:
        found = replace(found, not_understood=(*found.not_understood, *(one.thing for one in found.wishes)))
    return replace(found, wishes=wishes)


def _with_amount(procedure: Procedure, requirement: Requirement, found: Found, asked: Wanted) -> Found:
    """Add the wish for another amount of everything, and take its words away from the other wishes."""
    if asked.but:  # "double it but only 3 eggs"
        others = tuple(one for one in found.wishes if asked.own and one.thing and one.polarity not in BANS)
        told = tuple(re.findall(r"[\w'’]+", requirement.words))
        return replace(found, wishes=(*others, Wish("amount", "", words=told, known=True)), not_understood=())
    amount = tuple(one for one in found.wishes if one.of_all)
    told, words = tuple(asked.words.split()), {*asked.words.split()}
    stated = any(one.state and one.places and _is_within(one.thing, words) for one in found.wishes)
    if stated and not is_recipe(procedure):
        return found  # "on my own", where two people are needed
    of_one = any(one.polarity == "amount" and one.thing and words & {*one.words} for one in found.wishes)
    bare = len(told) <= 1 and not amount and not re.search(r"\d", asked.words)
    if asked.factor and (of_one or bare):
        return found  # "a lot of sugar, can i halve it"
    if amount and asked.few:  # "10 people instead of 30"
        amount = (replace(amount[0], words=told),)
    left = tuple(word for word in found.not_understood if word.casefold() not in words)
    within = words if procedure.resources else set[str]()  # in a plan, the steps that say how many are shown
    others = tuple(one for one in found.wishes if not one.of_all and not _is_within(one.thing, within))
    # How many it is for touches no step: "2 adults and 2 kids" are not about a plate.
    sure = [replace(one, loose=False, places=()) if one.loose and procedure.resources else one for one in amount]
    named = [one if one.words else replace(one, words=told) for one in sure or [Wish("amount", "", known=True)]]
    return replace(found, wishes=(*others, *named), not_understood=left)


def _is_within(thing: str, words: set[str]) -> bool:
    return bool(thing) and words.issuperset(thing.casefold().split())


def _is_said(requirement: Requirement, wish: Wish, units: Sequence[str]) -> bool:
    """Whether the unit is what there is: "cups to ml", "gas mark in c", "three square metres"."""
    words, unit = requirement.words.casefold(), re.escape(wish.thing.casefold())
    counted = rf"\b(?:\d+|{'|'.join(CARDINALS)}|half an?)[ -](?:(?!in\b)\w+ )?{unit}\b"
    into = rf"\b{unit} (?:\d+ )?(?:to\b|in (?:{'|'.join(map(re.escape, units))})\b)"
    return bool(re.search(into, words) or re.search(counted, words))


def in_order(read: Sequence[Requirement], found: Sequence[Found]) -> list[tuple[Requirement, Wish]]:
    """Return each wish with its requirement, in the order in which they are served."""
    pairs = [(one, wish) for one, of in zip(read, found, strict=True) for wish in of.wishes]
    return sorted(pairs, key=lambda pair: _rank(pair[1].polarity))


def _rank(polarity: Polarity) -> int:
    order = (*_FIRST, "other", *LAST)
    return order.index(polarity)
