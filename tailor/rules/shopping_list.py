"""A shopping list from the resources of one or several procedures.

What has an amount or is used up has to be bought; tools and the rest have to be at hand. Only plain amounts (one
number, at most one unit) and packs of one size are added up; others are counted as written: "2 × juice of 1
lemon".
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from tailor.core.english import singular
from tailor.core.finding.foods import is_eaten
from tailor.core.listed_amounts import parted, sums
from tailor.core.numerals import FIGURE, has_decimal_comma, value
from tailor.core.procedure import Procedure
from tailor.core.text import normal
from tailor.rules.amounts import (
    CONSUMED,
    agreeing,
    amounts,
    head_at,
    measure,
    plain,
    plural,
    unit_name,
)
from tailor.rules.tables import listed, pattern, table

_PACKS: Final = re.compile(
    rf"(?P<number>{FIGURE})\s?(?P<size>(?:[x×]\s?)?(?:\([^()]{{1,24}}\)|\d[\d.,]*\s?(?:k?g|m?l|oz\.?|ounces?|lbs?)))"
    r" (?P<pack>[a-z]+) (?:of )?(?P<thing>[^\W\d_]\D*)",
    re.IGNORECASE,
)
"""Packs of one size: "2 (14 oz) cans tomatoes", "2 x 400 g tins of beans"."""
_STIRRED: Final = re.compile(
    r"(?P<many>\d{1,3}) (?P<thing>[^()]+) \(for each, stir (?P<each>\d{1,3}) (?P<unit>[a-z]+?)s?(?: \[[^]]*\])? "
    r"of (?P<of>[^()]+?) into .*\)"
)
"""Made at home: "2 flax eggs (for each, stir 1 tablespoon of ground flaxseed into 3 tablespoons of water)"."""
TO_GET: Final = "To buy"
AT_HAND: Final = "To have ready"


@dataclass(frozen=True, slots=True)
class ShoppingItem:
    """One line: a thing, its amounts as written, and the goals that need it."""

    thing: str
    amounts: tuple[str, ...]
    """One for each occurrence, in order, "" if the thing includes it; () for what only has to be at hand."""
    goals: tuple[str, ...]
    parts: tuple[tuple[str, str], ...] = ()
    """Number and unit of each amount, or its words and "" if it cannot be added up."""

    @property
    def words(self) -> str:
        """The line as shown: "750 g flour", or counted if it cannot be added up: "2 × 2-3 apples"."""
        if len(self.amounts) < 2:
            return " ".join(filter(None, (*self.amounts, self.thing)))
        times, totals, thing = Counter(self.parts), list[str](), self.thing
        for number, unit in sums(self.parts):
            total = value(number) if re.fullmatch(FIGURE, number) else Fraction(0)
            known = measure(unit.rpartition(" ")[2]) in CONSUMED or unit in ("t", "T")
            words = " ".join(filter(None, (number, agreeing(unit, total) if known else unit)))
            count = times[number, unit]
            totals.append(f"{count} × {words}".rstrip() if count > 1 else words)
            thing = thing if known or total <= 1 else _several(thing)
        joint = "of" if all(one.endswith(" of") for one in self.amounts) else ""
        return " ".join(filter(None, (" + ".join(totals), joint, thing)))


_SPOONS: Final = re.compile(
    rf"(?P<much>(?P<number>{FIGURE}(?:\s?[-–]\s?{FIGURE})?)\s?(?P<unit>[tT])\.?)\s(?:of\s)?"
    r"(?!(?:plus|and|or|to|each)\b)(?P<of>[^\W\d_].*)"
)
"""A tablespoon or a teaspoon: of "1 T oil" and "1 t oil" only the size of the letter tells which."""


def _several(thing: str) -> str:
    """The thing with its noun in the plural: "eggs, beaten"."""
    start, end = head_at(thing, 0) or (0, 0)
    is_several = any(singular(word) != word for word in thing[:end].casefold().split())  # "loaves bread" is too
    return thing if is_several or not end else f"{thing[:start]}{plural(thing[start:end])}{thing[end:]}"


@dataclass(frozen=True, slots=True)
class _Line:
    """One resource, taken apart."""

    name: str
    note: str = ""
    amount: str | None = None
    """As written; "" if it cannot be separated from the line."""
    part: tuple[str, str] = ("", "")

    @property
    def bare(self) -> str:
        return self.name if self.amount == "" else _bare(self.name)

    @property
    def key(self) -> tuple[bool, str]:
        """The key that lines for the same thing share; where the amount is unread, size tells T from t."""
        name = re.sub(r"[^\W\d_]+", lambda word: singular(word[0]), self.bare.casefold())
        return self.amount is not None, self.bare if self.amount == "" else name


def shopping(procedures: Iterable[Procedure]) -> tuple[ShoppingItem, ...]:
    """List every resource once, by first mention; the same thing in several procedures shares a line."""
    found: dict[tuple[bool, str], ShoppingItem] = {}
    for one in procedures:
        comma = has_decimal_comma((*one.resources, *one.steps))
        for text in map(normal, one.resources):
            line = _line(one, text, comma)
            thing = f"{line.name}, {line.note}" if line.note else line.name
            known = found.get(line.key, ShoppingItem(thing, (), ()))
            goals = tuple(dict.fromkeys((*known.goals, one.goal)))
            alike = known.thing.casefold() == thing.casefold()
            same = known.thing if alike else max(_bare(known.thing), line.bare, key=len)
            amounts, parts = (
                (known.amounts, known.parts)
                if line.amount is None
                else ((*known.amounts, line.amount), (*known.parts, line.part))
            )
            is_number = all(number.isdecimal() and not unit for number, unit in parts)
            if one.goal not in known.goals and is_number and _is_one_of("tools", thing) and parts:
                most = max(range(len(parts)), key=lambda at: int(parts[at][0]))
                amounts, parts = (amounts[most],), (parts[most],)  # one after the other, both can use one bowl
            found[line.key] = ShoppingItem(same, amounts, goals, parts)
    return tuple(_joined(found))


def _line(procedure: Procedure, text: str, comma: bool) -> _Line:
    """Parse a resource, by the parts that its source gave or by its words; a home-made mix is what goes in."""
    if home := _STIRRED.fullmatch(text):
        number, unit = int(home["many"]) * int(home["each"]), home["unit"]
        amount = f"{number} {agreeing(unit, Fraction(number))}"
        return _Line(home["of"], f"for {home['many']} {home['thing']}", amount, (str(number), _short(unit)))
    if spoon := _SPOONS.fullmatch(text):
        return _Line(spoon["of"], amount=_with_of(spoon["much"], text), part=(spoon["number"], spoon["unit"]))
    told, sole = procedure.amount_of(text), plain(text, comma)
    if told and told.tool:
        return _Line(text)
    if told and told.name and (sole or not (told.amount or told.unit)):
        amount = _with_of(" ".join(filter(None, (told.amount, told.unit))), text)
        return _Line(told.name, told.note, amount or None, (sole.number, _short(told.unit)) if sole else ("", ""))
    alone = plain(f"{text} {text.split(' ')[-1]}", comma)
    if alone and measure(alone.unit) in ("pack", "bit") and alone.unit == alone.thing:  # "2 cloves", the spice
        return _Line(alone.thing, amount=alone.number, part=(alone.number, ""))
    if sole:
        return _Line(sole.thing, amount=_with_of(sole.written, text), part=(sole.number, _short(sole.unit)))
    packs = _PACKS.fullmatch(text)
    if packs and measure(packs["pack"]) == "pack":
        part = (packs["number"], f"{packs['size']} {singular(packs['pack'])}")
        return _Line(packs["thing"], amount=_with_of(text[: packs.end("pack")], text), part=part)
    amount, thing = parted(text)
    if amount and not re.fullmatch(FIGURE, amount) and plain(f"1 {thing}"):
        return _Line(thing, amount=_with_of(amount, text), part=(amount, ""))
    return _Line(text, amount="" if _is_counted(text, amount, comma) else None)


def _with_of(amount: str, text: str) -> str:
    """The amount that begins a line, with the "of" that follows it there: "1 glass of" for "1 glass of wine"."""
    return f"{amount} of" if amount and text[len(amount) :].casefold().startswith(" of ") else amount


def _short(unit: str) -> str:
    """The unit as used for sums: g for grams."""
    name = unit_name(unit)
    short: dict[str, str] = table("units")["short"]
    return short.get(name, name if measure(unit) in CONSUMED else unit)


def _is_counted(text: str, begins: str, comma: bool) -> bool:
    """Whether a line states how much in a form that is no plain amount, so that two of them are more than one."""
    found = amounts(text, comma)
    name = text
    for one in reversed(found):
        name = name[: one.start] + name[one.end :]
    unclear = any(one.unclear for one in found)  # "1 500 cups of rye" is about rye
    if not unclear and _is_one_of("tools", name if name.strip() else text):  # "1 cup and 2 tbsp honey" is no tool
        return False
    ahead = text[: found[0].start] if found else ""
    leads = any(pattern("scaling", kind).fullmatch(ahead) for kind in ("about", "bound"))
    says = any(one.style != "article" or one.measure in CONSUMED for one in found[:1]) and leads
    eaten = found and any(_is_one_of("foods", words) for words in (name, *(text[one.end :] for one in found)))
    return bool(begins or says or eaten)


def _bare(name: str) -> str:
    """The name to shop by: without its purpose, how cold or soft it is, and how it is cut."""
    bare = _use().sub("", name).strip()
    first, _, rest = bare.partition(" ")
    return (rest if rest and first.casefold() in listed("shopping", "states") else bare) or name


@cache
def _use() -> re.Pattern[str]:
    """Match the purpose or preparation after a name: "for the tin", ", softened"."""
    uses = "|".join(sorted(listed("shopping", "uses"), key=len, reverse=True))
    return re.compile(rf"(?:,?\s(?:for|to)\s(?:the\s)?|,\s|\s\()(?:{uses})\b\D*$", re.IGNORECASE)


def _is_one_of(what: str, thing: str) -> bool:
    """Whether the last one or two words of its name are in this list: "large baking trays"."""
    head = re.split(r"[,(:]|\s(?:of|with|in|on|or|and|&|for|to)\s", _bare(thing).casefold())[0].split()
    return any(
        " ".join((*head[-many:-1], singular(head[-1]))) in listed("shopping", what) for many in (1, 2) if head
    )


def _joined(found: dict[tuple[bool, str], ShoppingItem]) -> Iterator[ShoppingItem]:
    """Merge a thing without an amount into the same thing with one."""
    for (measured, thing), item in found.items():
        bare = found.get((False, thing))
        if measured and bare:
            more = (
                ("some",) if _bare(bare.thing) != bare.thing else ()
            )  # "butter for the tin" beside "50 g butter"
            goals = tuple(dict.fromkeys((*item.goals, *bare.goals)))
            name = _bare(item.thing) if more else item.thing
            parts = (*item.parts, *((one, "") for one in more))
            yield ShoppingItem(name, (*item.amounts, *more), goals, parts)
        elif measured or (True, thing) not in found:
            yield item


_USED_UP: Final = re.compile(
    r",?\s(?:to (?:serve|garnish|decorate|taste|finish|sprinkle|drizzle|dust|grease)"
    r"|for (?:serving|garnish(?:ing)?|decorat(?:ing|ion)|(?:sprinkl|drizzl|dust|greas|brush|fry)ing))\b",
    re.IGNORECASE,
)
"""Marks what is bought though it has no amount: "naan to serve"."""


_PACK_OF: Final = re.compile(r"(?:[^,(]*\s)?(?P<pack>[^\W\d_]+) of (?P<food>[^,(]+)", re.IGNORECASE)
"""A pack or measure of food: a tin of tomatoes is not a tin, and a pinch of salt is salt."""
_PACKS_OF_FOOD: Final = frozenset(["pot", "sheet", "rack", "spoon", "cup", "glass"])
"""Packs of food beside those that `units.toml` knows."""


_LOOSELY: Final = re.compile(r"^(?:(?:an?|some|several|few|couple(?: of)?|[\d./½¼¾]+-[a-z]+)\s)+")
"""How much of it, in words that are no amount: "a 2-pound", "couple of"."""


def _is_from_the_tap(thing: str) -> bool:
    """Whether it is tap water, at any temperature; rose water and sparkling water are bought."""
    *how, what = re.split(r"[,(:]|\s(?:from|for|to|at)\s", parted(thing)[1].casefold())[0].replace(
        "-", " "
    ).split() or [""]
    return what == "water" and all(word in listed("shopping", "waters") for word in how)


def _is_food_in_pack(thing: str) -> bool:
    """Whether it is food in a pack or a measure: "tin of tomatoes", "pinch of salt"."""
    found = _PACK_OF.match(thing)
    pack, food = (singular(found["pack"].casefold()), found["food"].strip().casefold()) if found else ("", "")
    known = pack in _PACKS_OF_FOOD or measure(pack) in CONSUMED
    return bool(food) and known and (is_eaten(food) or is_eaten(food.split()[-1]) or _is_one_of("foods", food))


def _is_bought(item: ShoppingItem) -> bool:
    bottled = any(measure(unit.rpartition(" ")[2]) == "pack" for _, unit in item.parts)
    if _is_from_the_tap(item.thing) and not bottled:
        return False
    if _is_food_in_pack(item.thing):
        return True
    if _is_one_of("tools", item.thing):
        return "" in item.amounts
    food = re.split(r"[,(]", _LOOSELY.sub("", item.thing.casefold()))[0].strip()
    eaten = _is_one_of("foods", food) or is_eaten(food)
    return bool(item.amounts or _USED_UP.search(item.thing) or eaten)


def groups(items: Iterable[ShoppingItem]) -> Iterator[tuple[str, tuple[ShoppingItem, ...]]]:
    """Yield each heading with its lines; empty ones are left out."""
    every = tuple(items)
    for name, wanted in ((TO_GET, True), (AT_HAND, False)):
        if lines := tuple(one for one in every if _is_bought(one) is wanted):
            yield name, lines


def as_markdown(procedures: Iterable[Procedure], warnings: Iterable[str] = ()) -> str:
    """Render warnings, headings and check boxes; with several procedures, each line names those that need it."""
    every = tuple(procedures)
    several = len({one.goal for one in every}) > 1
    parts = ["# Shopping list: " + ", ".join(dict.fromkeys(one.goal or "untitled" for one in every))]
    parts += (f"**! {one}**" for one in warnings)
    for name, items in groups(shopping(every)):
        lines = (f"- [ ] {one.words}" + (f" ({', '.join(one.goals)})" if several else "") for one in items)
        parts.append("\n".join((f"## {name}", *lines)))
    return "\n\n".join(parts) + "\n"


def as_text(procedures: Iterable[Procedure], warnings: Iterable[str] = ()) -> str:
    """Render the warnings, then one thing per line."""
    things = (one.words for _, items in groups(shopping(procedures)) for one in items)
    return "".join(f"{line}\n" for line in (*(f"! {one}" for one in warnings), *things))
