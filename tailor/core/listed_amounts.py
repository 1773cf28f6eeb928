"""Amounts in the list of what you need: split them from names, add them up, and find those that a step uses.

"Add the flour" uses "500 g flour"; a later step uses it again only if it says "the rest of the flour". Importers
of other formats also use this to tell amounts from names in lines they know nothing about.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tailor.core.durations import durations
from tailor.core.english import singular
from tailor.core.numerals import FIGURE, SIGNS, WORDS, either, parts_thousands, value
from tailor.core.procedure import Procedure

_SPACED = r"\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,3}(?=\s?(?:g|ml|grams?)\b)"
"""Ambiguous, so never added up: a space between thousands, or one pack of that size."""
_WORDED = (
    r"\b(?:(?:half|a\squarter|three[\s-]quarters|two[\s-]thirds|(?:three|five|seven)[\s-]eighths)\b(?:\sof)?(?:\san?\b)?"
    r"|(?:a\s(?:third|fifth|sixth|tenth)|an\seighth)\sof\san?\b)"
)
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

_SPOONS: Final = frozenset("tT")
"""A teaspoon and a tablespoon, told apart by the size of the letter alone."""
METRIC: Final = {
    "mg": ("g", Fraction(1, 1000)), "g": ("g", Fraction(1)), "kg": ("g", Fraction(1000)),
    "ml": ("ml", Fraction(1)), "cl": ("ml", Fraction(10)), "dl": ("ml", Fraction(100)),
    "l": ("ml", Fraction(1000)),
}  # fmt: skip
"""Each metric unit as g or ml, the units that amounts are added up in."""
_COUNTED: Final = frozenset(
    ["cup", "tablespoon", "teaspoon", "can", "tin", "clove", "slice", "handful", "stick", "pack", "packet", "jar"]
)
"""Units that get an "s" when there are several."""
_BEGINS: Final = re.compile(rf"(?P<n>{FIGURE}|{either(*WORDS)}(?=\s|$))\s?(?P<unit>[^\W\d_]*)", re.IGNORECASE)
_EVERYWHERE: Final = frozenset(["water", "ice"])
"""Things that steps use without taking them from the list: "rinse it under cold water"."""
_MOST_RESOURCES: Final = 200
_STEPS_BACK: Final = 200
"""How many earlier steps are searched for a previous use."""
_OWN: Final = re.compile(
    rf"(?:{FIGURE}|\b(?:half|one|two|three|four|an?|each|every|another|other|first|second|third|last)\b)"
    r"(?:\s?[\w-]+\.?)?(?:\s\([^()]*\))?(?:\sof)?(?:\s[\w-]+){0,2}\s$",
    re.IGNORECASE,
)
"""A step's own amount or article right before a name: "2 tablespoons of the brown ", "a clean "."""
_PART: Final = re.compile(
    r"\b(?:rest|remaining|remainder|half|quarter)\s(?:of\s(?:the\s)?)?(?:\w+\s)?$(?<!half\s)(?<!quarter\s)",
    re.IGNORECASE,
)
_BEGINS_CLAUSE: Final = re.compile(r"(?:^|[.;:,!?] |\b(?:and|then|or|lightly) )\Z", re.IGNORECASE | re.MULTILINE)
_LONGEST_CLAUSE: Final = 10
_WHOM: Final = re.compile(
    r" (?:and (?:flour|line|dust) )?(?:the|your|its|it|them|both|two|each|"
    r"an?(?! (?:little|bit|few|lot|pinch|third|quarter|half|cup|handful|\w*spoon\w*|\w+ (?:of|at a time))\b))\b",
    re.IGNORECASE,
)
"""After a word that begins a clause, this shows that it is a verb: "flour a baking tray", "then butter it"."""
_PIECES: Final = frozenset(
    [
        "clove",
        "leaf",
        "sprig",
        "stalk",
        "stick",
        "fillet",
        "breast",
        "thigh",
        "rib",
        "bulb",
        "head",
        "slice",
        "piece",
    ]
)
"""Words at the end of a name that steps leave out: "3 garlic cloves" become "the garlic"."""


def sums(amounts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Add up (number, unit) pairs of the same kind. What is not a number is kept as it is, without repeats."""
    found: dict[str, list[tuple[str, str]]] = {}
    for number, unit in amounts:
        kind = unit if unit in _SPOONS else unit.casefold().rstrip("s.")
        kind = METRIC[kind][0] if kind in METRIC else kind
        found.setdefault(kind if _is_number(number, unit) else f"{number} {kind}", []).append((number, unit))
    return [_sum(same) for same in found.values()]


def _is_number(text: str, unit: str) -> bool:
    """Whether the amount can be added up; an ambiguous one such as "1.000 g" cannot."""
    return re.fullmatch(FIGURE, text) is not None and parts_thousands(text, unit, comma=False) is not None


def _sum(same: Sequence[tuple[str, str]]) -> tuple[str, str]:
    numbers, unit = [number for number, _ in same], max((unit for _, unit in same), key=len)
    if len(same) < 2 or not _is_number(*same[0]):
        return numbers[0], unit
    sizes = [METRIC.get(one.casefold().rstrip("s."), ("", Fraction(1)))[1] for _, one in same]
    most = max(sizes)  # 2.4 l and 200 ml are 2.6 l
    if min(sizes) < most:
        unit = same[sizes.index(most)][1]
    grams = sum((value(number) * size for number, size in zip(numbers, sizes, strict=True)), Fraction(0))
    if (grams / most * 1000).denominator > 1 and min(sizes) < most:  # or 1 kg + 4 mg would lose the 4 mg
        most = min(sizes)
        unit = same[sizes.index(most)][1]
    total = grams / most
    unit += "s" if total > 1 and unit.casefold() in _COUNTED else ""
    whole, part = divmod(total, 1)
    if part and min(sizes) == most and any("/" in number or number[-1] in SIGNS for number in numbers):
        return f"{whole} {part}" if whole else str(part), unit
    return f"{float(total):.3f}".rstrip("0").rstrip("."), unit


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
    """Split a line into its amount ("" for none) and its thing; a size ("24 cm pot") is not an amount."""
    found = None if _SIZE.match(text) else _AMOUNT.fullmatch(text)
    return (found["amount"].strip(), found["thing"]) if found else ("", text)


def times_as_much(old: str, new: str) -> Fraction | None:
    """The ratio of a line's new amount to its old one; None if either has no amount or the units differ."""
    one, other = _much(old), _much(new)
    return other[0] / one[0] if one and other and one[1] == other[1] and one[0] else None


def _much(line: str) -> tuple[Fraction, str] | None:
    found = _BEGINS.match(parted(line)[0])
    if found is None:
        return None
    unit = found["unit"].casefold()
    base, size = METRIC.get(unit, (singular(unit), Fraction(1)))
    return value(found["n"]) * size, base


@dataclass(frozen=True, slots=True)
class _Measured:
    resource: str
    whole: re.Pattern[str]
    short: re.Pattern[str] | None
    """Matches its last word alone; None if another resource ends in the same word."""
    others: re.Pattern[str] | None
    """Matches longer names that contain it: "light soy sauce" for soy sauce, "egg noodles" for eggs."""
    doubled: bool
    """Whether another name ends in this one: then "soy sauce" is ambiguous unless the step names the other too."""


def amounts_of(procedure: Procedure, number: int) -> tuple[str, ...]:
    """The resources, as listed, that a step (1-based) uses without saying how much.

    Where the step asks for the rest of one: "the rest of 50 g butter".
    """
    step = procedure.steps[number - 1]
    before = "\n".join(procedure.steps[max(number - 1 - _STEPS_BACK, 0) : number - 1])
    told = "\n".join(procedure.steps)
    taken = ((one.resource, _taken(one, step, before, told)) for one in _measured(procedure))
    return tuple(f"{part}{resource}" for resource, part in taken if part is not None)


def ahead(procedure: Procedure) -> tuple[str, ...]:
    """The resources whose note needs time before the first step: "2 flax eggs (…, leave for 10 minutes)"."""
    notes = ((one, re.search(r"[,(](.*)", one)) for one in procedure.resources[:_MOST_RESOURCES])
    return tuple(one for one, note in notes if note and durations(note[1]))


def _taken(one: _Measured, step: str, before: str, told: str) -> str | None:
    """The words to put before the amount ("" or "the rest of "); None if the step uses none or says how much."""
    if one.others:
        bare, before = (one.others.sub(lambda found: "," * len(found[0]), text) for text in (step, before))
        if one.doubled and bare == step:
            return None
        step = bare
    for pattern in filter(None, (one.whole, one.short)):
        if found := _first(pattern, step, told):
            ahead = re.split(r"[.!?]\s+(?=[A-Z])", step[max(found.start() - 60, 0) : found.start()])[-1]
            if part := _PART.search(ahead):
                return "the rest of " if part[0][:2].casefold() == "re" else ""
            said = _OWN.search(ahead) or one.resource.casefold() in step.casefold()
            return None if said or _first(pattern, before, told) else ""
    return None


def _first(pattern: re.Pattern[str], text: str, told: str) -> re.Match[str] | None:
    """Where the text names the thing; a verb, as in "salt the water", names one that no step uses otherwise."""
    for found in pattern.finditer(text):
        if not is_done(found, text) or _is_only_done(pattern, told):
            return found
    return None


@lru_cache(maxsize=_MOST_RESOURCES)  # asked again for each step
def _is_only_done(pattern: re.Pattern[str], told: str) -> bool:
    return all(is_done(one, told) for one in pattern.finditer(told))


def is_done(found: re.Match[str], text: str) -> bool:
    """Whether what has the name of a thing is a verb here: "Flour a baking tray", "then butter the tin"."""
    return begins_clause(text, found.start()) and _WHOM.match(text, found.end()) is not None


def begins_clause(text: str, at: int) -> bool:
    """Whether a clause begins here, so that a name of a thing may be a verb: "salt the water", "then flour it"."""
    return _BEGINS_CLAUSE.search(text, max(at - _LONGEST_CLAUSE, 0), at) is not None


@lru_cache(maxsize=8)
def _measured(procedure: Procedure) -> tuple[_Measured, ...]:
    """The resources that have an amount, with patterns for how steps refer to them."""
    named = list(_names(procedure))
    every = [name for _, name, _ in named]
    names = {resource: name for resource, name, measured in named if measured}
    last = Counter(map(last_word, names.values()))
    return tuple(
        _Measured(
            resource,
            calls(name),
            calls(word) if last[word] == 1 and len(word) > 2 else None,
            _longer(name, word, every),
            any(f" {other}".endswith(f" {name}") for other in every if other != name),
        )
        for resource, name in names.items()
        if (word := last_word(name)) not in _EVERYWHERE and list(names.values()).count(name) == 1
    )


def _longer(name: str, word: str, every: Sequence[str]) -> re.Pattern[str] | None:
    """A pattern for the other names that contain this one, or its last word before another; None for none."""
    own, short = calls(name), calls(word)
    others = [
        other
        for other in sorted(every, key=len, reverse=True)
        if other != name and (own.search(other) or (last_word(other) != word and short.search(other)))
    ]
    return re.compile("|".join(calls(other).pattern for other in others), re.IGNORECASE) if others else None


def _names(procedure: Procedure) -> Iterator[tuple[str, str, bool]]:
    """Yield each resource, its name, and whether it has an amount (tools count as having none)."""
    for resource in procedure.resources[:_MOST_RESOURCES]:
        told = procedure.amount_of(resource)
        amount, name = (told.amount, told.name) if told and told.name else parted(resource)
        if not amount:
            amount, name = _behind(resource)
        name = re.split(r"\s*[,;(]|\s(?:[-–]|for|to|plus|at)\s", name, maxsplit=1)[0].strip().casefold()
        if name:
            yield resource, name, bool(amount and not (told and told.tool))


def _behind(resource: str) -> tuple[str, str]:
    """Split off an amount behind a comma: "a good glug of cream, 150 ml"; not the size of a dish."""
    thing, _, amount = (part.strip() for part in resource.partition(","))
    name = thing.rpartition(" of ")[2]
    return (amount, name) if name != thing and measures(f"{amount} {name}") else ("", resource)


def last_word(name: str) -> str:
    words = [singular(word) for word in re.findall(r"[^\W\d_]+", name.casefold())] or [""]
    return words[-2] if len(words) > 1 and words[-1] in _PIECES else words[-1]


def calls(name: str) -> re.Pattern[str]:
    """A pattern for the name in singular or plural."""
    one = re.sub(r"[^\W\d_]+$", lambda word: singular(word[0]), name.casefold())
    ends = f"{re.escape(one[:-1])}(?:y|ies)" if one.endswith("y") else f"{re.escape(one)}(?:e?s)?"
    return re.compile(rf"(?<![\w-])(?:{ends}|{re.escape(name)})(?![\w-])", re.IGNORECASE)
