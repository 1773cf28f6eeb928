"""A shopping list from the resources of one or several procedures.

What has an amount or is used up is to get, tools and the rest are to have at hand. Amounts in units of one kind
are added up; "2-3 apples" and other words stay as they are written.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from tailor.core.english import singular
from tailor.core.numerals import FIGURE, SIGNS, has_decimal_comma, parts_thousands, value
from tailor.core.procedure import Procedure
from tailor.core.text import normal

TO_GET: Final = "To buy"
AT_HAND: Final = "To have ready"

_SPACED = r"\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,3}(?=\s?(?:g|ml|grams?)\b)"
"""Thousands parted by spaces, or one pack of so much: nobody can tell, so it is never added up."""
_WORDED = r"\b(?:half|a\squarter|three[\s-]quarters)\b(?:\sof)?(?:\san?\b)?"
_NUMBER = rf"(?:{_SPACED}|\d\d/[1-9](?!\d)|{FIGURE}|{_WORDED}|\ba(?=\s(?:pinch|handful|few|bunch)\b))"
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


_UNITS: Final = {
    word: unit
    for unit, words in {
        "g": "gram", "kg": "kilo kilogram", "ml": "millilitre milliliter",
        "cl": "centilitre centiliter", "dl": "decilitre deciliter", "l": "litre liter", "oz": "ounce",
        "lb": "pound", "tbsp": "tablespoon", "tsp": "teaspoon",
    }.items()
    for word in words.split()
}  # fmt: skip
_METRIC: Final = {
    "mg": ("g", Fraction(1, 1000)), "g": ("g", Fraction(1)), "kg": ("g", Fraction(1000)),
    "ml": ("ml", Fraction(1)), "cl": ("ml", Fraction(10)), "dl": ("ml", Fraction(100)),
    "l": ("ml", Fraction(1000)),
}  # fmt: skip
"""What the units of weight and volume are in one that they are added up in."""
_COUNTED: Final = frozenset(
    ["cup", "tablespoon", "teaspoon", "can", "tin", "clove", "slice", "handful", "stick", "pack", "packet", "jar"]
)
"""Units that get an "s" when there are several."""


@dataclass(frozen=True, slots=True)
class ShoppingItem:
    """One line: a thing, its amounts as written, and the goals it is for."""

    thing: str
    amounts: tuple[str, ...]
    """One for each occurrence, in order; () for what only has to be at hand."""
    goals: tuple[str, ...]

    @property
    def words(self) -> str:
        """ "750 g flour"; what cannot be added up is counted: "2 × 2-3 apples"."""
        parts = [_parts(one, alone=len(self.amounts) == 1) for one in self.amounts]
        times = Counter(parts)
        total = (
            f"{times[one]} × {' '.join(one)}".strip() if times[one] > 1 else " ".join(one).strip()
            for one in sums(parts)
        )
        return " ".join(filter(None, (" + ".join(total), self.thing)))


_PLAIN: Final = re.compile(rf"(?P<number>{FIGURE})\s?(?P<unit>[^\W\d_][^\d]*)?")
_SHARES: Final = [
    (re.compile(rf"{words}\b(?:\sof)?(?:\san?\b)?", re.IGNORECASE), figure)
    for words, figure in ((r"^half", "1/2"), (r"^a\squarter", "1/4"), (r"^three[\s-]quarters", "3/4"))
]
"""How parts of one thing are written in figures, to be added up."""


def _parts(amount: str, *, alone: bool) -> tuple[str, str]:
    """Number and unit, in its short form unless it is alone; other words whole."""
    if not alone:
        for words, figure in _SHARES:
            amount = words.sub(figure, amount)
    found = _PLAIN.fullmatch(amount)
    if alone or found is None:
        return amount, ""
    unit = found["unit"] or ""
    return found["number"], _UNITS.get(unit.casefold().rstrip("s."), unit)


def sums(amounts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Numbers with their units, those of one kind added up; what is no number stands once, as it is."""
    found: dict[str, list[tuple[str, str]]] = {}
    for number, unit in amounts:
        kind = unit.casefold().rstrip("s.")
        kind = _METRIC[kind][0] if kind in _METRIC else kind
        found.setdefault(kind if _is_number(number, unit) else f"{number} {kind}", []).append((number, unit))
    return [_sum(same) for same in found.values()]


def _is_number(text: str, unit: str) -> bool:
    """Whether it can be added up: of "1.000 g" nobody knows how much it is."""
    return re.fullmatch(FIGURE, text) is not None and parts_thousands(text, unit, comma=False) is not None


def _sum(same: Sequence[tuple[str, str]]) -> tuple[str, str]:
    numbers, unit = [number for number, _ in same], max((unit for _, unit in same), key=len)
    if len(same) < 2 or not _is_number(*same[0]):
        return numbers[0], unit
    sizes = [_METRIC.get(one.casefold().rstrip("s."), ("", Fraction(1)))[1] for _, one in same]
    most = max(sizes)  # 2.4 l and 200 ml are 2.6 l
    if min(sizes) < most:
        unit = same[sizes.index(most)][1]
    grams = sum((value(number) * size for number, size in zip(numbers, sizes, strict=True)), Fraction(0))
    if (grams / most * 1000).denominator > 1 and min(sizes) < most:  # 4 mg of 1 kg are not lost
        most = min(sizes)
        unit = same[sizes.index(most)][1]
    total = grams / most
    unit += "s" if total > 1 and unit.casefold() in _COUNTED else ""
    whole, part = divmod(total, 1)
    if part and min(sizes) == most and any("/" in number or number[-1] in SIGNS for number in numbers):
        return f"{whole} {part}" if whole else str(part), unit
    return f"{float(total):.3f}".rstrip("0").rstrip("."), unit


def shopping(procedures: Iterable[Procedure]) -> tuple[ShoppingItem, ...]:
    """Every resource once, in order of its first mention; the same thing of several procedures is one line."""
    found: dict[tuple[bool, str], ShoppingItem] = {}
    for one in procedures:
        comma = has_decimal_comma((*one.resources, *one.steps))
        for text in map(normal, one.resources):
            amount, name, note = _told(one, text) or (*parted(text), "")
            amount = _without_dot(amount) if comma else amount
            bare = _bare(name)
            key = bool(amount), re.sub(r"[^\W\d_]+$", lambda last: singular(last[0]), bare.casefold())
            thing = f"{name}, {note}" if note else name
            known = found.get(key, ShoppingItem(thing, (), ()))
            goals = tuple(dict.fromkeys((*known.goals, one.goal)))
            alike = known.thing.casefold() == thing.casefold()
            same = known.thing if alike else max(_bare(known.thing), bare, key=len)
            amounts = (*known.amounts, *filter(None, (amount,)))
            if one.goal not in known.goals and _is_one_of("tools", thing) and all(map(str.isdecimal, amounts)):
                amounts = tuple(sorted(amounts, key=int)[-1:])  # one bowl serves both, one after the other
            found[key] = ShoppingItem(same, amounts, goals)
    return tuple(_joined(found))


def _without_dot(amount: str) -> str:
    """1000 g of "1.000 g" where decimals have a comma: beside other how-tos nobody could tell."""
    found = _PLAIN.fullmatch(amount)
    parts = found and parts_thousands(found["number"], found["unit"] or "", comma=True)
    return re.sub(r"[.,]", "", amount, count=1) if parts else amount


def _bare(name: str) -> str:
    """What it is called in the shop: without what it is for, how cold or soft it is, and how it is cut."""
    bare = _use().sub("", name).strip()
    first, _, rest = bare.partition(" ")
    return (rest if rest and first.casefold() in _known("states") else bare) or name


@cache
def _use() -> re.Pattern[str]:
    """What a thing is for and what is done to it first, behind its name: "for the tin", ", softened"."""
    uses = "|".join(sorted(_known("uses"), key=len, reverse=True))
    return re.compile(rf"(?:,?\s(?:for|to)\s(?:the\s)?|,\s|\s\()(?:{uses})\b\D*$", re.IGNORECASE)


@cache
def _known(what: str) -> frozenset[str]:
    data = tomllib.loads((Path(__file__).parent / "data" / "shopping.toml").read_text("utf-8"))
    return frozenset(data[what])


def _is_one_of(what: str, thing: str) -> bool:
    """Whether the last word of its name, or the last two, stand in this list: "large baking trays"."""
    head = re.split(r"[,(]|\s(?:of|with|in|on|or|and|&|for|to)\s", _bare(thing).casefold())[0].split()
    return any(" ".join((*head[-many:-1], singular(head[-1]))) in _known(what) for many in (1, 2) if head)


def _told(procedure: Procedure, resource: str) -> tuple[str, str, str] | None:
    """Amount, name and note as the source told them apart: "1/2 l", "milk", "warm"."""
    one = procedure.amount_of(resource)
    if one is None or not one.name:
        return None
    if one.tool:
        return "", resource, ""
    return " ".join(filter(None, (one.amount, one.unit))), one.name, one.note


def _joined(found: dict[tuple[bool, str], ShoppingItem]) -> Iterator[ShoppingItem]:
    """Merge a thing without an amount into the same thing with one."""
    for (measured, thing), item in found.items():
        bare = found.get((False, thing))
        if measured and bare:
            more = (
                ("some",) if _bare(bare.thing) != bare.thing else ()
            )  # "butter for the tin" beside "50 g butter"
            goals = tuple(dict.fromkeys((*item.goals, *bare.goals)))
            yield ShoppingItem(_bare(item.thing) if more else item.thing, (*item.amounts, *more), goals)
        elif measured or (True, thing) not in found:
            yield item


_USED_UP: Final = re.compile(
    r",?\s(?:to (?:serve|garnish|decorate|taste|finish|sprinkle|drizzle|dust|grease)"
    r"|for (?:serving|garnish(?:ing)?|decorat(?:ing|ion)|(?:sprinkl|drizzl|dust|greas|brush|fry)ing))\b",
    re.IGNORECASE,
)
"""What is bought though nobody measured it: "naan to serve"."""


def _is_bought(item: ShoppingItem) -> bool:
    if _is_one_of("tools", item.thing):
        return False
    return bool(item.amounts or _USED_UP.search(item.thing) or _is_one_of("foods", item.thing))


def groups(items: Iterable[ShoppingItem]) -> Iterator[tuple[str, tuple[ShoppingItem, ...]]]:
    """The lines under their headings; empty headings are left out."""
    every = tuple(items)
    for name, wanted in ((TO_GET, True), (AT_HAND, False)):
        if lines := tuple(one for one in every if _is_bought(one) is wanted):
            yield name, lines


def as_markdown(procedures: Iterable[Procedure], warnings: Iterable[str] = ()) -> str:
    """Warnings, headings and check boxes; with several procedures, each line says which of them need it."""
    every = tuple(procedures)
    several = len({one.goal for one in every}) > 1
    parts = ["# Shopping list: " + ", ".join(dict.fromkeys(one.goal or "untitled" for one in every))]
    parts += (f"**! {one}**" for one in warnings)
    for name, items in groups(shopping(every)):
        lines = (f"- [ ] {one.words}" + (f" ({', '.join(one.goals)})" if several else "") for one in items)
        parts.append("\n".join((f"## {name}", *lines)))
    return "\n\n".join(parts) + "\n"


def as_text(procedures: Iterable[Procedure], warnings: Iterable[str] = ()) -> str:
    """The warnings, then one thing per line."""
    things = (one.words for _, items in groups(shopping(procedures)) for one in items)
    return "".join(f"{line}\n" for line in (*(f"! {one}" for one in warnings), *things))


def counts(text: str) -> bool:
    """Whether a text begins with an amount of something: "2 eggs"."""
    return _AMOUNT.match(text) is not None


def measures(text: str) -> bool:
    """Whether a text begins with an amount in a unit: "200 g flour"."""
    found = _AMOUNT.match(text)
    return (
        found is not None and re.search(rf"(?<![^\W\d_])(?:{_UNIT})$", found["amount"], re.IGNORECASE) is not None
    )


def parted(text: str) -> tuple[str, str]:
    """The amount ("" for none) and the thing; a size ("24 cm pot") is no amount."""
    found = None if _SIZE.match(text) else _AMOUNT.fullmatch(text)
    return (found["amount"].strip(), found["thing"]) if found else ("", text)
