"""A shopping list from the resources of one or several procedures.

What has an amount is to get, the rest is to have at hand. Amounts are not added up: "250 g + 300 g flour" stays as
written, and the same amount twice is "2 × 250 g".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tailor.core.numerals import FIGURE
from tailor.core.procedure import Procedure
from tailor.core.text import normal

TO_GET: Final = "To get"
AT_HAND: Final = "To have at hand"

_NUMBER = rf"(?:\d\d/\d(?!\d)|{FIGURE}|\bhalf\b(?:\san?)?|\ba(?=\s(?:pinch|handful|few|bunch)\b))"
_UNIT = (
    r"kg|g|mg|ml|cl|dl|l|litres?|liters?|grams?|oz|ounces?|lbs?|pounds?|cups?|tablespoons?|tbsp\.?|teaspoons?|tsp\.?"
    r"|pinch(?:es)?|handfuls?|slices?|cloves?|cans?|tins?|packs?|packets?|bunch(?:es)?|sticks?|sheets?|pieces?|few"
)
_AMOUNT = re.compile(
    rf"(?P<amount>{_NUMBER}(?:\s?(?:-|–|to|x|×)\s?{_NUMBER})?(?:\s?(?:{_UNIT})(?![\w-]))?)(?![\w-])\s*"
    r"(?:of\s+)?(?P<thing>\S.*)",
    re.IGNORECASE,
)
_SIZE = re.compile(r"\d[\d.,]*\s?(?:cm|mm|m|inch(?:es)?|watts?|w|volts?|v)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ShoppingItem:
    """One line: a thing, its amounts as written, and the goals it is for."""

    thing: str
    amounts: tuple[str, ...]
    """One for each occurrence, in order; () for what only has to be at hand."""
    goals: tuple[str, ...]

    @property
    def words(self) -> str:
        """ "2 × 250 g + 1 tablespoon flour"."""
        counted = [
            f"{self.amounts.count(one)} × {one}" if self.amounts.count(one) > 1 else one
            for one in dict.fromkeys(self.amounts)
        ]
        return " ".join(filter(None, (" + ".join(counted), self.thing)))


def shopping(procedures: Iterable[Procedure]) -> tuple[ShoppingItem, ...]:
    """Every resource once, in order of its first mention; the same thing of several procedures is one line."""
    found: dict[tuple[bool, str], ShoppingItem] = {}
    for one in procedures:
        for text in map(normal, one.resources):
            amount, thing = _told(one, text) or parted(text)
            key = bool(amount), thing.casefold()
            known = found.get(key, ShoppingItem(thing, (), ()))
            goals = tuple(dict.fromkeys((*known.goals, one.goal)))
            found[key] = ShoppingItem(known.thing, (*known.amounts, *filter(None, (amount,))), goals)
    return tuple(_joined(found))


def _told(procedure: Procedure, resource: str) -> tuple[str, str] | None:
    """Amount and thing as the source told them apart, with the note: "1/2 l", "milk, warm"."""
    one = procedure.amount_of(resource)
    if one is None or not one.name:
        return None
    if one.tool:
        return "", resource
    return " ".join(filter(None, (one.amount, one.unit))), ", ".join(filter(None, (one.name, one.note)))


def _joined(found: dict[tuple[bool, str], ShoppingItem]) -> Iterator[ShoppingItem]:
    """Merge a thing without an amount into the same thing with one."""
    for (measured, thing), item in found.items():
        bare = found.get((False, thing))
        if measured and bare:
            yield ShoppingItem(item.thing, item.amounts, tuple(dict.fromkeys((*item.goals, *bare.goals))))
        elif measured or (True, thing) not in found:
            yield item


def groups(items: Iterable[ShoppingItem]) -> Iterator[tuple[str, tuple[ShoppingItem, ...]]]:
    """The lines under their headings; empty headings are left out."""
    every = tuple(items)
    for name, wanted in ((TO_GET, True), (AT_HAND, False)):
        if lines := tuple(one for one in every if bool(one.amounts) is wanted):
            yield name, lines


def as_markdown(procedures: Iterable[Procedure]) -> str:
    """Headings and check boxes; with several procedures, each line says which of them need it."""
    every = tuple(procedures)
    several = len({one.goal for one in every}) > 1
    parts = ["# Shopping list: " + ", ".join(dict.fromkeys(one.goal or "without a goal" for one in every))]
    for name, items in groups(shopping(every)):
        lines = (f"- [ ] {one.words}" + (f" ({', '.join(one.goals)})" if several else "") for one in items)
        parts.append("\n".join((f"## {name}", *lines)))
    return "\n\n".join(parts) + "\n"


def as_text(procedures: Iterable[Procedure]) -> str:
    """One thing per line and nothing else."""
    return "".join(f"{one.words}\n" for _, items in groups(shopping(procedures)) for one in items)


def parted(text: str) -> tuple[str, str]:
    """The amount ("" for none) and the thing; a size ("24 cm pot") is no amount."""
    found = None if _SIZE.match(text) else _AMOUNT.fullmatch(text)
    return (found["amount"].strip(), found["thing"]) if found else ("", text)
