"""Measures in another system: grams for cups, centimetres for inches, °C for °F (data/units.toml).

Spoons stay, since both systems have them. Cups become grams where the density is known and millilitres where the
food is poured; all other cups stay.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise
from typing import Final

from tailor.core.code_lines import beside_code
from tailor.core.finding import Place, cues
from tailor.core.numerals import has_decimal_comma
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.rules.amounts import Amount, agreeing, amounts, is_recipe, near, phrase_at, times_as_much, written
from tailor.rules.model import Asked, Proposal, rewritten
from tailor.rules.tables import pattern, table

_HEATS: Final = {"metric": "C", "celsius": "C", "imperial": "F", "fahrenheit": "F"}
_HEAT: Final = pattern("units", "heat")
_HALF: Final = pattern("units", "half")
"""What precedes the last of several numbers that share a unit: "5- to 6-quart", "42 by 46 cm"."""
_BESIDE: Final = (" (", "(", "/", " / ", " or ")
"""What may stand between a temperature and the same one in the other unit."""
_MARKS: Final = {"½": "1/2", "¼": "1/4"}
_OFF: Final = {"C": 20, "F": 36}
"""How many degrees two temperatures may differ before one must be wrong; a fan makes up for 20 °C."""
_NO_LETTER: Final = "it does not say whether this is °C or °F"
_UNREAD: Final = {
    "short_inches": "not in cm",
    "torque": "not in newton metres",
    "raised": "not in metric units",
}
_PER: Final = "this still uses the old measure"
_PARTS: Final = frozenset(
    (one, two)
    for some, parts in (
        (("foot", "feet", "ft"), ("inch", "in", "in.", '"', "″")),
        (("lb", "pound"), ("oz", "ounce")),
        (("pint",), ("fl oz", "fluid ounce")),
    )
    for one in some
    for two in parts
)
"""Pairs of units that people write one after the other."""
_NEAR: Final = 20
"""Characters before a length in which the other side may stand: "42 by"."""
_CUPS: Final = ("cup", "cupful", "c", "c.")
_CUP: Final = 240
"""Millilitres."""
_SPOONS: Final = 8
"""As many tablespoons as are half a cup."""
_NO_CUP: Final = (Fraction(3, 8), Fraction(5, 8))
"""Fractions that no measuring cup shows: given in tablespoons."""
_STICK: Final = 4
"""Ounces of butter in a stick, as sold in the United States."""


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Convert every measure of the sorts named into the wished system, as far as that is known.

    Where it is no recipe, lengths must fit: there the exact length is added in brackets after the old one.
    """
    system, sorts = _wished(asked)
    if not sorts or pattern("units", "kept").search(asked.requirement.words):
        return None
    if "length" in sorts and not is_recipe(procedure):
        return _exact_lengths(procedure, system, sorts)
    name = table("units")["lengths" if sorts == {"length"} else "names"][system]
    rounded = "rounded to what a kitchen can measure" if is_recipe(procedure) else "rounded"
    says = f"Converted what I could to {name}, {rounded}. Please check what I left."
    comma = has_decimal_comma((*procedure.resources, *procedure.steps))
    convert = partial(converted, system=system, sorts=sorts, comma=comma)
    texts = {part: [beside_code(text, convert) for text in procedure.part(part)] for part in PARTS}
    edits = rewritten(procedure, texts, says)
    if system == "metric" and "volume" in sorts and (unit := _larger_in_britain(procedure, texts)):
        says = f"{says} I took the {unit} as the American one: a British one is a fifth larger."
    left = (*_left(texts, system, sorts), *(_unread(procedure, system) if "length" in sorts else ()))
    if not edits and not left and system == "metric" and _is_metric_already(procedure, sorts):
        return Proposal(says="The measures are metric already.", stays=True, fits=True)
    return Proposal(edits=edits, says=says if edits else "", left=left) if edits or left else None


def _larger_in_britain(procedure: Procedure, texts: Mapping[Part, Sequence[str]]) -> str:
    """The first unit converted that is larger in Britain: a pint is 475 ml here, and 570 ml there; else ""."""
    whole = {"pint": "pint", "quart": "quart", "qt": "quart", "gallon": "gallon", "gal": "gallon"}
    pairs = ((old, new) for part in PARTS for old, new in zip(procedure.part(part), texts[part], strict=True))
    some = (one.name for old, new in pairs if _metric_volumes(new) > _metric_volumes(old) for one in amounts(old))
    return next((whole[name] for name in some if name in whole), "")


def _metric_volumes(text: str) -> int:
    return sum(one.measure == "volume" and not _is_old(one, "metric") for one in amounts(text))


def _is_metric_already(procedure: Procedure, sorts: frozenset[str]) -> bool:
    """Whether it has metric measures of these sorts, and nothing that merely looks like others: "425 deg F"."""
    texts = [text for part in PARTS for text in procedure.part(part)]
    found = [one for text in texts for one in amounts(text) if one.measure in sorts and _size(one)]
    metric = any(not _is_old(one, "metric") for one in found) and not any(_is_old(one, "metric") for one in found)
    return metric and not any(pattern("units", "looks_old").search(text) for text in texts)


def _exact_lengths(procedure: Procedure, system: str, sorts: frozenset[str]) -> Proposal | None:
    """Add each length in the other system after it: "2 inches (5.1 cm)"; an area, "2 by 3 feet", is pointed at.

    So is every other measure of the old system.
    """
    name = table("units")["lengths"][system]
    read = {part: [_lengths(text, system) for text in procedure.part(part)] for part in PARTS}
    crossed = [
        Place(part, at, text[one.start : one.end], f"not in {name}")
        for part, some in read.items()
        for at, (text, found) in enumerate(zip(procedure.part(part), some, strict=True), 1)
        for one, beside in found
        if beside is None
    ]
    others = _still_old(procedure, system, sorts - {"length"}, f"not in {name}")
    left = (*crossed, *others, *_unread(procedure, system))
    if not left and not any(chain.from_iterable(read.values())):
        return None
    add = partial(_with_lengths, system=system)
    texts = {part: [beside_code(text, add) for text in procedure.part(part)] for part in PARTS}
    says = f"Added the length in {name} in brackets."
    edits = rewritten(procedure, texts, says)
    fits = not edits and not left
    says = says if edits else f"The lengths are in {name} already." if fits else ""
    return Proposal(edits=edits, says=says, left=left, stays=True, fits=fits)


def _still_old(procedure: Procedure, system: str, sorts: frozenset[str], why: str) -> Iterator[Place]:
    """Yield the measures of these sorts that are in the old system."""
    texts = ((part, at, text) for part in PARTS for at, text in enumerate(procedure.part(part), 1))
    for part, at, text in texts:
        old = (one for one in amounts(text) if one.measure in sorts and _size(one) and _is_old(one, system))
        yield from (Place(part, at, text[one.start : one.end], why) for one in old)
        heats = [*_HEAT.finditer(text)] if "heat" in sorts else []
        if not any(one["unit"][0].upper() == _HEATS[system] for one in heats):
            yield from (Place(part, at, one[0], why) for one in heats)


def _unread(procedure: Procedure, system: str) -> Iterator[Place]:
    """Yield what is never converted: inches only written "in", torques, areas, volumes, pressures and speeds."""
    if system != "metric":
        return
    texts = ((part, at, text) for part in PARTS for at, text in enumerate(procedure.part(part), 1))
    for part, at, text in texts:
        for name, why in _UNREAD.items():
            yield from (Place(part, at, found[0], why) for found in pattern("units", name).finditer(text))


def _with_lengths(text: str, system: str) -> str:
    for one, beside in reversed(_lengths(text, system)):
        closes = text[one.end :].startswith(")") and text.rfind("(", 0, one.start) > text.rfind(")", 0, one.start)
        beside = beside and (f", {beside}" if closes else f" ({beside})")  # "(2 feet 6 inches, 76.2 cm)"
        text = f"{text[: one.end]}{beside}{text[one.end :]}" if beside else text
    return text


def _lengths(text: str, system: str) -> list[tuple[Amount, str | None]]:
    """Return each length with what to add after it: "" for nothing, None if it is unclear or part of an area."""
    read = (one for one in amounts(text) if not _is_no_length(text, one, eaten=False))
    lengths = _added_up(text, [one for one in read if one.measure == "length" and _size(one)])
    there = [one.low * _size(one) for one in lengths if not _is_old(one, system)]
    found: list[tuple[Amount, str | None]] = []
    for one in lengths:
        base = one.low * _size(one)
        told = any(abs(other - base) * 10 < base for other in there) or text[: one.start].count("`") % 2
        if not _is_old(one, system) or told:
            found.append((one, ""))
        elif one.unclear or _is_crossed(text, one):
            found.append((one, None))
        else:
            row = next(row for row in table("units")["exact"][system] if base >= Fraction(row[0]))
            ends = (number * _size(one) / Fraction(row[2]) for number in filter(None, (one.low, one.high)))
            rounded = [_nearest(end, [Fraction(row[3])]) for end in ends]
            numbers = " to ".join(f"{float(number):g}" for number in rounded)
            found.append((one, f"{numbers} {agreeing(row[1], rounded[-1])}"))
    return found


def _added_up(text: str, found: Iterable[Amount]) -> list[Amount]:
    """Merge amounts that are written in two units: "10 ft 6 in", "1 lb 4 oz"."""
    sums: list[Amount] = []
    for two in found:
        one = sums[-1] if sums else two
        plain = not (one.high or one.unclear or two.high or two.unclear)
        part = (one.name, two.name) in _PARTS and two.low * _size(two) < _size(one)
        if plain and part and text[one.end : two.start].strip(" ,-") in ("", "and"):
            sums[-1] = replace(one, low=one.low + two.low * _size(two) / _size(one), end=two.end)
        else:
            sums.append(two)
    return sums


def _is_crossed(text: str, one: Amount) -> bool:
    """Whether it is part of a larger measure, such as one of several sides: "42 by 46 cm", 5'6", 6"-8"."""
    before = text[max(one.start - _NEAR, 0) : one.start]
    after = pattern("units", "crossed").match(text, one.end)
    return after is not None or pattern("units", "crossed_before").search(before) is not None


def _left(texts: Mapping[Part, Sequence[str]], system: str, sorts: frozenset[str]) -> Iterator[Place]:
    """Yield what is easily read in the wrong unit: degrees without their letter, "1 hour per lb"."""
    for part, at, text in ((part, at, text) for part, some in texts.items() for at, text in enumerate(some, 1)):
        heat = system in _HEATS and "heat" in sorts and not pattern("units", "turning").search(text)
        for name in ("bare", "lone") if heat else ():
            told = name == "bare" or pattern("units", "heated").search(text)
            yield from (
                Place(part, at, one[0], _NO_LETTER) for one in pattern("units", name).finditer(text) if told
            )
        metric = system == "metric"
        if "weight" in sorts:
            each = pattern("units", "per_old" if metric else "per_metric").finditer(text)
            yield from (Place(part, at, one[0], _PER) for one in each)
        old = (one for one in amounts(text) if _is_old(one, system)) if metric and "weight" in sorts else ()
        old = (one for one in old if one.name in ("c", "c.") or _is_rate(text, one))
        yield from (Place(part, at, text[one.start : one.end], _PER) for one in old)


def _wished(asked: Asked) -> tuple[str, frozenset[str]]:
    """The system that is wished, and the sorts of measures that it is wished for."""
    if asked.wish.polarity != "unit":
        return "", frozenset()
    unit = asked.wish.meant.casefold()
    system = cues.units().get(tuple(unit.split()), "")
    unit = unit.removeprefix("use ")
    typed = asked.wish.thing.casefold().removeprefix("use ")
    before, _, after = re.sub(r"['’]", "", asked.requirement.words.casefold()).partition(typed)
    refused = pattern("units", "refused").search(before) or not cues.listed("puzzling").isdisjoint(after.split())
    sorts = table("units")["sorts"].get(unit, table("units")["sorts"].get(system, ()))
    if refused or system == "gas":
        return table("units")["opposite"].get(system, "") if refused else "", frozenset(sorts if refused else ())
    return system, frozenset(sorts)


def converted(text: str, system: str, sorts: frozenset[str], comma: bool = False) -> str:
    """Convert the measures of these sorts to the system; what is given in both keeps only the wished one."""
    if pattern("units", "both").search(text):
        return text
    new = _heated(text, _HEATS[system]) if system in _HEATS and "heat" in sorts else text
    if system not in table("units")["written"]:
        return _articles(new)
    if system == "metric" and "length" in sorts:
        new = pattern("units", "pan").sub(_pan, new)
    measures = [one for one in _read(new, comma) if one.measure in sorts and _size(one)]
    grams = [one for one in measures if _is_old(one, system)]
    if system == "cups" and len(grams) < len(measures) and not any(one.name in _CUPS for one in measures):
        # "200 g/7 oz beef" stays, flour becomes cups
        ounces = [(one.start, one.end, not _is_old(one, system)) for one in measures]
        metric = _single(new, ounces)
        alone = (one for one in _read(metric, comma) if one.measure in sorts and _is_old(one, system))
        pairs = zip(grams, alone, strict=False)
        stay = {old.start for old, one in pairs if not _other(metric, one, system, sorts)}
        new = _single(new, [one for one in ounces if one[0] not in stay])
    else:
        for _ in range(1 if system == "cups" else 2):  # "225 g/8 oz/2 cups flour"
            new = _single(new, [(one.start, one.end, _is_old(one, system)) for one in measures])
            measures = [one for one in _read(new, comma) if one.measure in sorts and _size(one)]
    read = [_in_cups(one) if system == "metric" else one for one in _read(new, comma)]
    for one in reversed(read):
        if one.measure in sorts and not one.unclear and _is_old(one, system):
            if _HALF.search(new, 0, one.start):
                return text
            if other := _other(new, one, system, sorts):
                new = new[: one.start] + other + new[one.end :]
    return _articles(new)


def _pan(one: re.Match[str]) -> str:
    """The sides of a pan in centimetres: 23 x 33 cm for a 9 x 13-inch one."""
    sides = (str(round(float(one[side]) * 2.54)) for side in ("long", "wide"))
    return f"{one['between'].join(sides)} cm"


def _read(text: str, comma: bool) -> list[Amount]:
    """The amounts except rates; sticks of butter by their weight."""
    some = (one for one in amounts(text, comma) if not (_is_rate(text, one) or _is_no_length(text, one)))
    return _added_up(text, (_by_weight(text, one) if one.name == "stick" else one for one in some))


def _is_rate(text: str, one: Amount) -> bool:
    """Whether it is what a time or a price is for: "20 minutes a pound"."""
    return one.style == "article" and pattern("units", "rate").search(text, 0, one.start) is not None


def _is_no_length(text: str, one: Amount, *, eaten: bool = True) -> bool:
    """Whether it is no length: a closing quote ("Level 2"), an "m" for minutes, or a torque ("12 ft-lb")."""
    if pattern("units", "torque").match(text, one.start):
        return True
    if one.unit == "m":
        return eaten or bool(pattern("units", "waits").search(text[max(one.start - _NEAR, 0) : one.start]))
    quote = text.rfind('"', 0, one.start) if one.unit == '"' else -1
    return quote >= 0 and not text[max(quote - 1, 0) : quote].strip(" (") and not text[quote + 1].isspace()


def _by_weight(text: str, one: Amount) -> Amount:
    bracket = re.compile(r"\s?\([^()]*\)").match(text, one.end)
    if phrase_at(text, bracket.end() if bracket else one.end).rpartition(" ")[2] not in ("butter", "margarine"):
        return one
    high = one.high and one.high * _STICK
    return replace(one, low=one.low * _STICK, high=high, unit="oz", gap=" ", measure="weight", style="figure")


def _in_cups(one: Amount) -> Amount:
    """So many tablespoons that nobody counts them, as cups: the 10 of half 1¼ cups."""
    many = one.name in ("tablespoon", "tbsp", "tbs") and one.low >= _SPOONS and not one.high
    return replace(one, low=one.low / 16, unit="cup", measure="volume") if many else one


def _size(one: Amount) -> Fraction:
    """The size of one unit in base units of its measure; 0 if unknown."""
    return Fraction(str(table("units")["sized"].get(one.measure, {}).get(one.name, 0)))


def _is_old(one: Amount, system: str) -> bool:
    metric = one.name in table("units")["sets"]["metric"]
    if system == "metric":
        return not metric and _size(one) > 0
    return metric and (system != "cups" or one.measure != "length")


def _single(text: str, found: Iterable[tuple[int, int, bool]], *, by_or: bool = False) -> str:
    """Drop one of two measures that say the same: "150 g (1/3 lb)", "180 °C/350 °F".

    `found`: start and end of each measure, and whether it is to go. `by_or`: they are known to be equal, so an
    "or" between them is no choice.
    """
    between = r"/|\bor\b" if by_or else "/"
    signs = re.compile(rf"\s?(?:([(])|{between})\s?(?:about |approx\.? |~ ?)?")
    dropped = -1
    for (start, end, old), (start2, end2, old2) in reversed(list(pairwise(found))):
        if start2 == dropped:
            continue  # another measure stands there now
        sign = signs.fullmatch(text[end:start2])
        closed = re.compile(r"\.?\)|(?P<more>\s?[,;/]\s?)" if sign and sign[1] else "").match(text, end2)
        if sign and closed and (old != old2 or sign[1]):
            kept = text[start2:end2] if old and not old2 else text[start:end]
            more = " (" if sign[1] and closed["more"] else ""  # "425 °F (220 °C, gas mark 7)"
            text = text[:start] + kept + more + text[closed.end() :]
            dropped = start
    return text


def _other(text: str, one: Amount, system: str, sorts: frozenset[str]) -> str | None:
    """The amount in the other system; None if it is unknown."""
    bracket = re.compile(r"\s?\([^()]*\)").match(text, one.end)
    phrase = phrase_at(text, bracket.end() if bracket else one.end)
    grams, size, measure = _grams(phrase), _size(one), one.measure
    attribute = one.gap == "-" or pattern("units", "attribute").match(text, one.end)
    if pattern("units", "stays").match(text, one.end) or re.search(
        r"(?:(?<![a-z])[x×]|\d\s?['’′])\s?$", text[: one.start]
    ):
        return None
    if system == "cups" and (one.gap == "-" or (measure == "weight" and not grams)):
        return None
    if system == "cups" and measure == "weight":
        measure, size = "volume", size / grams * _CUP
    elif (
        system == "metric"
        and measure == "volume"
        and "weight" in sorts
        and one.gap != "-"
        and phrase.rpartition(" ")[2] not in table("units")["liquid"]["names"]
    ):
        measure, size = "weight", size / _CUP * grams
    if not size or (measure == "volume" and one.low * size > table("units")["most"].get(system, 10**6)):
        return None
    new = _in_steps(one, size, table("units")["written"][system][measure])
    if new is None:
        return None
    new = re.sub(r" (inch|litre)(?:e?s)?$", r"-\1", new) if attribute else new
    return f"({new})" if one.gap == "-" and re.search(r"\d\s$", text[: one.start]) else new  # 1 (425 g) tin


def _grams(phrase: str) -> Fraction:
    """The grams in a cup of it; 0 if unknown. A sugar snap pea is not sugar."""
    head = re.sub(r"(?: \w+ed| \w+ly)+$", "", phrase)
    known = (name for name in table("units")["grams"] if f" {head}".endswith(f" {name}"))
    return Fraction(table("units")["grams"].get(max(known, key=len, default=""), 0))


def _in_steps(one: Amount, size: Fraction, rows: Sequence[tuple[str, str, str, Sequence[str]]]) -> str | None:
    """The amount in the first unit it is large enough for, rounded to its steps; None if none is close."""
    unit, worth, steps = next(row[1:] for row in rows if one.low * size >= Fraction(row[0]))
    exact = [number * size / Fraction(worth) for number in (one.low, one.high or one.low)]
    low, high = (_nearest(end, map(Fraction, steps)) for end in exact)
    if any(abs(new - old) * 8 > old for new, old in zip((low, high), exact, strict=True)):
        return None
    if unit == "cup" and low == high and low in _NO_CUP:
        unit, low = "tablespoon", _nearest(exact[0] * 16, [Fraction(1)])
        high = low  # 100 ml is 7 tablespoons, not the 6 of ⅜ cup
    new = replace(one, low=low, high=high, unit=unit, gap=" ", style="figure")
    return times_as_much(new, Fraction(1))[0] if unit == "cup" else written(new, low, high, unit)


def _nearest(number: Fraction, steps: Iterable[Fraction]) -> Fraction:
    return min((near(number / step, 1) * step for step in steps), key=lambda new: abs(new - number))


def _heated(text: str, unit: str) -> str:
    """Give all temperatures in one unit; where both are there, only the wished one stays.

    Two that disagree, as "350 °F (150 °C)", stay: nobody can tell which is right. So do all beside one without its
    letter, "350 °F, then 400°", and beside a bracket with both, "200 °C (fan 180 °C, 400 °F)".
    """
    if not _HEAT.search(text):
        return pattern("units", "gas").sub(partial(_of_gas, unit), text)
    if pattern("units", "bare").search(_HEAT.sub("", text)) and not pattern("units", "turning").search(text):
        return text
    brackets = (_HEAT.finditer(one[0]) for one in re.finditer(r"\([^()]*\)", text))
    if any(len({one["unit"][0].upper() for one in found}) > 1 for found in brackets):
        return text
    if any(
        _disagree(one, two) and text[one.end() : two.start()] in _BESIDE
        for one, two in pairwise(_HEAT.finditer(text))
    ):
        return text
    text = _single(
        text, [(*one.span(), one["unit"][0].upper() != unit) for one in _HEAT.finditer(text)], by_or=True
    )
    return _HEAT.sub(lambda one: one[0] if _is_difference(text, one) else _degrees(one, unit), text)


def _of_gas(unit: str, found: re.Match[str]) -> str:
    """The degrees for a gas mark, in a text without any."""
    celsius, fahrenheit = table("units")["gas"][_MARKS.get(found["mark"], found["mark"])]
    return f"{celsius if unit == 'C' else fahrenheit} °{unit}"


def _is_difference(text: str, one: re.Match[str]) -> bool:
    """Whether it is a difference in temperature: "raise it by 15 °F"."""
    begins = max(one.start() - 60, 0)
    if pattern("units", "difference").search(text, begins, one.start()) or pattern("units", "differs").match(
        text, one.end()
    ):
        return True
    changes = pattern("units", "changes").search(text, begins, one.start())
    return changes is not None and pattern("units", "changed").match(text, one.end()) is not None


def _disagree(one: re.Match[str], two: re.Match[str]) -> bool:
    unit = two["unit"][0].upper()
    return one["unit"][0].upper() != unit and abs(_turned(one["low"], unit) - _number(two["low"])) > _OFF[unit]


def _number(degrees: str) -> int:
    """The number with its sign: "-18", "−18", "minus 18"."""
    return int(re.sub("minus |−", "-", degrees, flags=re.IGNORECASE))


def _degrees(one: re.Match[str], unit: str) -> str:
    if one["unit"][0].upper() == unit:
        return one[0]
    to = re.sub("to|and", r" \g<0> ", one["to"] or "")
    high = f"{to}{_turned(one['high'], unit)}" if one["high"] else ""
    fan = f" ({_turned(one['fan'], unit)} °{unit} fan)" if one["fan"] else ""
    return f"{_turned(one['low'], unit)}{high} °{unit}{fan}"


def _turned(degrees: str, unit: str) -> int:
    """Convert degrees to °F or °C from the other, in the steps of an oven where it is that hot."""
    number = _number(degrees)
    if unit == "F":
        fahrenheit = number * 9 / 5 + 32
        return round(fahrenheit / 25) * 25 if number >= 120 else round(fahrenheit)
    celsius = (number - 32) * 5 / 9
    return round(celsius / 5) * 5 if number >= 250 else round(celsius)


def _articles(text: str) -> str:
    text = re.sub(r"\b([Aa]) (?=(?:8|11|18)(?![\d.,]))", r"\1n ", text)
    return re.sub(r"\b([Aa])n (?!(?:8|11|18)(?![\d.,]))(?=\d)", r"\1 ", text)
