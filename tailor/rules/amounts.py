"""Amounts in a text, and the noun phrase after each: "250 g", "half a lemon", "2 to 3 tbsp", "2 large red onions".

Reads numbers with their units (data/units.toml), and writes numbers as a cook would. Which of them may change is
for `scaling` and `units` to decide.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import dropwhile, takewhile
from math import floor
from typing import Final, Literal, TypeAlias

from tailor.core.code_lines import without_code
from tailor.core.english import CARDINALS, singular
from tailor.core.finding.foods import foods_of, is_eaten
from tailor.core.numerals import DASHES, FIGURE, SIGNS, WHOLE_WORDS, WORDS, either, mixed, parts_thousands, value
from tailor.core.procedure import Procedure
from tailor.rules.tables import listed, pattern, table

Measure: TypeAlias = Literal[
    "weight", "volume", "spoon", "pack", "bit", "length", "time", "heat", "other", "count"
]
Style: TypeAlias = Literal["figure", "word", "article"]
CONSUMED: Final[frozenset[Measure]] = frozenset(["weight", "volume", "spoon", "pack", "bit"])
CROSSES: Final = ("x", "×")
"""Signs between how many there are and the size of each: 2 x 400 g."""
_SETS: Final[Mapping[str, list[str]]] = table("units")["sets"]
_MEASURES: Final[Mapping[str, Measure]] = {
    name.casefold(): measure
    for group in ("sized", "unsized")
    for measure, names in table("units")[group].items()
    for name in names
} | dict.fromkeys(_SETS["vessels"], "pack")
_ARTICLES: Final = ("a", "an")
_SAID: Final = either(*WORDS.keys() - {*_ARTICLES})
_AFTER_UNIT: Final = "".join(rf"|(?<=\d{unit}-)" for unit in ("g", "kg", "ml", "oz", "lb"))
"""In "100g-150g", the second number begins after the dash."""
_TO: Final = rf"[{DASHES}]|to|or|bis|à|(?(between)and|(?!))"
_SIZED_EACH: Final = r"[x×](?=\s?\d[\d.,½¼¾/-]*\s?(?:kg|g|ml|l|oz|ounces?|litres?)\b)"
_ALONG: Final = r"(?:long|wide|deep|high|tall|thick|square)\b(?!-|\s(?!and|by|with|on|at|x)\w)"
_INCHES: Final = rf"in(?=\s(?:apart|across|x|×)\b|\s{_ALONG})"
"""Certainly inches: "boards, 30 in long", but not "fry 3 in deep oil"."""
_SHORT_CUPS: Final = r"(?<![1-9]\d)(?<![1-9]\d\s)(?<!\bat \d\s)(?<!\bto \d\s)c(?=\s[a-z])"
"""Cups: "2 c flour", but not "180 c fan" or "at 4 c overnight"."""
_HELD: Final = r"(?:the|your|it|them|(?:\w+ )?(?:ice|iced|cold|hot|boiling|warm|soapy|salted))\b"
"""Contents that a vessel holds only for a while: a bowl of iced water."""
_VESSELS: Final = rf"{either(*_SETS['vessels'])}(?:e?s)?(?= of (?!{_HELD}))"
_UNITS: Final = either(*_MEASURES.keys() - {*CROSSES, *_SETS["vessels"], "in", "c"})
_AMOUNT: Final = re.compile(
    rf"(?:(?<![\w.,⁄×#$€£:+-]){_AFTER_UNIT})(?<![^a-z.]/)(?<![^a-z]\./)(?P<between>(?<=between\s))?"
    rf"(?P<low>{FIGURE}|(?:{_SAID}|an?)(?=[\s-]))"
    rf"(?:\s\((?P<again>{FIGURE}|{_SAID})\)(?=\s)|\s?(?P<to>{_TO})\s?(?P<high>{FIGURE}|{_SAID}(?=\s)))?"
    rf"(?:(?P<gap>-|(?:(?<=/\d)|(?<=[½¼¾⅓⅔⅛]))\sof\san?\s|\s?(?:{either(*_SETS['spooned'])}\s)?)"
    rf"(?P<unit>{_SIZED_EACH}"
    rf"|{_INCHES}|{_SHORT_CUPS}|{_VESSELS}|{_UNITS}(?:e?s)?(?![\w°]|-sized?\b|/(?!\d)|(?<=sheet)[\s-]pans?\b))"
    rf"(?P<dot>\.(?=\s(?-i:[a-z(])|,))?)?",
    re.IGNORECASE,
)
_SPACED: Final = re.compile(
    r"\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,3}(?=\s?(?P<unit>[a-z]{1,10})\b(?: (?P<pack>[a-z]+))?)",
    re.IGNORECASE,
)
"""Thousands separated by a space, unless a pack of that size is meant: "1 500 g beef", not "1 400 g tin"."""
_STUCK: Final = pattern("amounts", "stuck")
_THING: Final = re.compile(r"\s?(?:of\s+)?([^\W\d_].*)", re.IGNORECASE | re.DOTALL)
"""The thing measured; a sign before it belongs to the amount: "6 tbsp., packed"."""
_PARTS: Final = r"(?:half|thirds?|quarters?)\b"
_SIGN: Final = f"[{''.join(SIGNS)}]"
_GOES_ON: Final = re.compile(
    rf"(?<={_SIGN})\s?(?:{_SIGN}|\d[/⁄]\d)|\s[/⁄]\s?\d+|[/⁄]\s\d+|\.\.+\d+|[/⁄]\d+|(?<=[a-z])-ish\b"
    rf"|(?:\sdozens?)?\sand\s(?:an?|one|two|three)\s{_PARTS}|\s{_PARTS}(?=[\s-](?:{_UNITS})(?:e?s)?\b)"
    rf"|(?<=ty)\s{either(*CARDINALS[:9])}\b|(?:(?<=00)\sand|\s(?:hundred|thousand)(?:\sand)?)\s(?:\d+|{either(*WHOLE_WORDS)})\b",
    re.IGNORECASE,
)
"""The rest of a number of which only a part was read: "½ ½", "thirty five", "2 and a third"."""
_ON_TOP: Final = re.compile(
    rf"\s(?:and|&|plus|\+)\s(?:(?:an?|one|two|three)\s)?(?:{_PARTS}|{_SIGN}|\d[/⁄]\d)(?!\s?(?:of\s)?(?:an?\s)?(?:{_UNITS})(?:e?s)?\b)",
    re.IGNORECASE,
)
"""A further part of the same unit: "1 dozen and a half", but not "1 cup and a half teaspoon"."""
_MANY_OF: Final = re.compile(r"\s?([a-z]{3,}s)\b(?<!ss)(?<!us)(?<!is)(?= [a-z])")
"""The counted noun before what it consists of: "2 balls mozzarella"."""
_POT: Final = pattern("amounts", "pot")
"""The vessel before what it holds: "1 small pot double cream"."""
_HOT: Final = 90
_DEGREES: Final = re.compile(r"\s?[CFcf]\b")
"""Celsius or Fahrenheit after a number of at least _HOT: "190 C", while "2 C flour" means two cups."""
_VAGUE: Final = pattern("amounts", "vague")
_CROSSED: Final = pattern("amounts", "crossed")
"""Marks a number as one of two lengths: 6 × 70 mm, 9x13; but 2 x 400 g is two of them."""
_OR_TWO: Final = re.compile(r"\sor\s(two|three)(?=\s(?!more\b)|[,.]|$)", re.IGNORECASE)
"""Turns one of a measure into a range: "a handful or two of spinach"."""
_THING_OR_TWO: Final = re.compile(
    r"(?:\s[\w'’-]+){1,3}\sor\s(?:two|three)(?=\s(?!more\b)|[,.;)]|$)", re.IGNORECASE
)
"""Makes the number of what is counted unclear: "an egg or two"."""
_ADJECTIVES: Final = frozenset(listed("scaling", "adjectives"))
_DESCRIBES: Final = re.compile(
    rf"(?!white)(?:\w+[^e\W]ed|{either(*_ADJECTIVES)}|{pattern('scaling', 'hue').pattern})(?![\w'’-])",
    re.IGNORECASE,
)
"""What has no plural where it stands for a noun: "1 red and 2 green peppers", but "2 egg whites"."""
_PHRASE: Final = pattern("phrases", "phrase")
_LONGEST_PHRASE: Final = 200
"""Characters of a phrase that are read, so that a long text is not scanned to its end from each amount."""
_LONGEST_CLAUSE: Final = 400
"""The same for a clause, on either side."""
_SIZED: Final = pattern("phrases", "sized")
_AHEAD: Final = ("of", "the", "more", "extra", "additional")
"""What may stand between a number and what it counts: "4 more sheets"."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or a range of two, with its unit and its position in a text."""

    low: Fraction
    high: Fraction | None
    to: str
    """The text between the two numbers, with its spaces."""
    unit: str
    """As written; "" for a bare number."""
    gap: str
    measure: Measure
    start: int
    end: int
    style: Style
    """How the number is written."""
    unclear: bool = False
    """Whether the number is ambiguous: "1.000" may be one or a thousand, and "two (3)" is either."""

    @property
    def name(self) -> str:
        """The unit in lower case and singular."""
        return unit_name(self.unit)


@lru_cache(maxsize=4096)
def amounts(text: str, comma: bool = False) -> tuple[Amount, ...]:
    """Return every amount in order; "a" counts as one. Parts of code, prices, dates and ratios are skipped.

    `comma` says whether decimals are written with a comma in this how-to.
    """
    return tuple(_amounts(text, comma))


def _amounts(text: str, comma: bool) -> Iterator[Amount]:
    text, end = without_code(text), 0
    for found in _AMOUNT.finditer(text):
        if found.start() < end:
            continue
        unit, said = found["unit"] or "", found["low"].casefold()
        ends = (said, found["high"]) if found["high"] else (said,)
        spaced = _spaced(text, found.start()) if not unit and not found["high"] else 0
        thousands = [parts_thousands(one, unit, comma) for one in ends]
        end = spaced or found.end("unit")
        if not unit and not spaced:
            end = found.end("high") if found["high"] else found.end("again") + 1 or found.end("low")
        low, *more = (
            value(one.replace(".", "") if parts else one) for one, parts in zip(ends, thousands, strict=True)
        )
        high = more[0] if more else None
        more_of_it = (_ON_TOP if unit else _GOES_ON).match(text, end)
        end = more_of_it.end() if more_of_it else end
        stuck = (not unit and _STUCK.match(text, end)) or _CROSSED.match(text, end)
        hot = low >= _HOT and _DEGREES.match(text, found.end("high") if high else found.end("low"))
        ratio = low >= 1 and re.fullmatch(r"\d+[/⁄]\d+", said)
        vague = said in ("a", "an") and not unit and _VAGUE.match(text, found.end("low"))
        if stuck or hot or ratio or vague or not low or high == 0 or (said in ("half", "quarter") and not unit):
            continue
        if high is not None and high < low and None not in thousands:
            if not high < 1 <= low:
                continue  # 10 to 1 is a ratio
            low, high = low + high, None  # "1 - 2/3 cups" means their sum
        if unit and noun_at(text, end) in _SETS["compounds"]:
            unit, end = "", found.end("high") if high else found.end("low")  # "4 head torches": no unit
        to = text[found.end("low") : found.start("high")] if high else ""
        end += bool(found["dot"] and unit)
        two = _OR_TWO.match(text, end) if unit and not high and low == 1 else None
        if two:
            high, to, end = value(two[1]), " to ", two.end()
        gap, style = (found["gap"] if unit and found["gap"] else ""), _style(said)
        unclear = None in thousands or spaced > 0 or (found["again"] is not None and value(found["again"]) != low)
        unclear = unclear or more_of_it is not None or any(_is_odd(one, unit) for one in ends)
        unclear = unclear or (low == 1 and not (unit or high) and bool(_THING_OR_TWO.match(text, end)))
        yield Amount(low, high, to, unit, gap, measure(unit), found.start(), end, style, unclear)


@dataclass(frozen=True, slots=True)
class Plain:
    """The amount of a line that states one number with at most one unit, and nothing else about how much."""

    number: str
    """In figures."""
    unit: str
    written: str
    thing: str


def plain(text: str, comma: bool = False) -> Plain | None:
    """Return the amount that a line starts with if it is the only one; only such amounts can be added up."""
    one, *more = amounts(text, comma) or (None,)
    if one is None or more or one.start or one.high or one.unclear or one.gap.strip() or one.style == "article":
        return None
    unit, end = one.unit, one.end
    rest = _THING.fullmatch(text, end)
    figure = re.match(FIGURE, text)
    number = figure[0] if figure and value(figure[0]) == one.low else str(one.low)
    if rest is None or one.measure not in (*CONSUMED, "count") or any(map(str.isnumeric, rest[1])):
        return None
    return Plain(number, unit, text[:end].strip(), rest[1]) if re.fullmatch(FIGURE, number) else None


def _is_odd(said: str, unit: str) -> bool:
    """Whether it is no usable measure: a size ("12/14 prawns"), "2/3rds", or the ambiguous unit of "2 T."."""
    parts = re.search(r"(\d+)[/⁄](\d+)$", said)
    above, below = map(int, parts.groups()) if parts else (0, 0)
    graded = above > 10 or (below > 8 and (above > 8 or not unit))
    return graded or unit.casefold() == "t." or (below > 0 and unit.casefold() in ("rds", "rd", "ths", "th"))


def _spaced(text: str, at: int) -> int:
    """Where an amount ends whose thousands may be separated by spaces; 0 if it is none."""
    found = _SPACED.match(text, at)
    pack = found is not None and measure(found["pack"] or "") == "pack"
    weighed = found is not None and measure(found["unit"]) in ("weight", "volume") and not pack
    return found.end("unit") if found and weighed else 0


def _style(said: str) -> Style:
    return "article" if said in _ARTICLES else "word" if said[0].isalpha() else "figure"


def measure(unit: str) -> Measure:
    """What a unit measures; "count" for none."""
    return _MEASURES.get(unit.casefold()) or _MEASURES.get(unit_name(unit), "other") if unit else "count"


def unit_name(unit: str) -> str:
    name = unit.casefold()
    known = (singular(name), name, name.removesuffix("s"), name.removesuffix("es"))
    return next((one for one in known if one in _MEASURES), name)


def near(number: Fraction, *parts: int) -> Fraction:
    """The nearest positive number in one of these fractions (2: halves); of two equally near, the larger."""
    found = (max(Fraction(floor(number * part + Fraction(1, 2)), part), Fraction(1, part)) for part in parts)
    return min(found, key=lambda one: abs(one - number))


def times_as_much(one: Amount, factor: Fraction, noun: str = "", *, slash: bool = False) -> tuple[str, Fraction]:
    """The amount times the factor as a cook writes it, and the number that decides singular or plural.

    `noun` is what a bare number counts: there are no half cloves.
    """
    unit, low, high = one.unit, one.low * factor, (one.high or one.low) * factor
    if low < Fraction(1, 8) and one.name in ("teaspoon", "tsp"):
        return "a pinch of", Fraction(1)
    least, many, smaller = table("units")["smaller"].get(one.name, ("0", 1, unit))
    # 3/8 and 7/16 of a cup are on no measuring cup, and the nearest one is too far off
    between = one.name == "cup" and low == high < 1 and abs(near(low, 2, 3, 4) - low) * 16 > low
    if low < Fraction(least) or (between and Fraction(1, 3) < low < Fraction(3, 4)):
        unit, low, high = smaller, low * many, high * many
    low, high = rounded(low, unit or noun), rounded(high, unit or noun)
    return written(one, low, high, unit, slash=slash), high


def written(one: Amount, low: Fraction, high: Fraction, unit: str, *, slash: bool = False) -> str:
    """Write another number and unit in the style of this amount: in words, as a range, with or without a space."""
    unit = agreeing(unit, high)
    gap = (one.gap or " " * (len(unit) > 3)) if unit else ""
    gap = " " if gap.startswith(" of ") and high >= 1 else gap  # 3/4 of a cup, 1 1/2 cups
    if high > low:
        return f"{mixed(low, slash=slash)}{one.to}{mixed(high, slash=slash)}{gap}{unit}"
    measured = f"{gap.strip()} {unit}".strip() if gap.strip().isalpha() else unit  # a heaped teaspoon
    article = "a" if measured and measured[0] not in "aeo" else "an"
    if one.style != "figure" and high == Fraction(1, 2):
        return f"half {article} {measured}".rstrip()
    if one.style == "article" and unit and high == 1:
        return f"{article} {measured}"
    word = next((word for word, worth in WHOLE_WORDS.items() if worth == high and one.style != "figure"), "")
    return f"{word or mixed(high, slash=slash)}{gap}{unit}"


def rounded(number: Fraction, unit: str = "") -> Fraction:
    """The nearest number that kitchen scales, jugs and spoons show; never zero."""
    name, kind = unit_name(unit), measure(unit)
    if name in CROSSES and number.denominator <= 4:
        return number  # "4½ x 100 g"
    if name in _SETS["twentieths"]:
        return near(number, 20)
    if name in _SETS["whole"]:
        return near(number, 1)
    if name in _SETS["fine"]:
        step = Fraction(1, 2) if number < 10 else 1 if number < 100 or number.denominator == 1 else 5
        return near(number / step, 1) * step
    if kind in ("spoon", "volume", "weight"):
        small = (
            (4, 6, 8) if kind != "spoon" and number < Fraction(1, 4) else (2, 4, 3, 8)
        )  # a third of half a pint
        parts = (2,) if number > 6 else (4, 3) if number > 1 else small
        exact = (1, 2, 3, 4) if number > 1 and kind == "spoon" else (1, 2, 3, 4, 8)
        return number if number.denominator in exact else near(number, *parts)
    if kind == "pack" and number < 3:
        return near(number, 2, 3, 4) if number >= Fraction(1, 4) else near(number, 8)
    if number < 1:
        return near(number, 2, 3, 4)
    return near(number, 2) if number < 4 or kind == "pack" else near(number, 1)


def agreeing(unit: str, number: Fraction) -> str:
    """The unit in singular or plural; abbreviations stay as they are."""
    if number <= 1 and re.fullmatch("[^aeiou]{2,}s", unit) and unit[:-1].casefold() in _MEASURES:
        return unit[:-1]  # lb, tsp, tbsp; but Tbs is no plural
    if not re.search("[aeiou]", unit) or unit.endswith(("oz", ".")):
        return unit
    one = singular(unit)
    return one if number <= 1 else unit if unit != one else plural(one)


def plural(word: str) -> str:
    """The plural of an English noun: loaf, loaves; box, boxes; berry, berries; potato, potatoes."""
    if word.endswith(("f", "fe")) and (many := word.rstrip("fe") + "ves") and singular(many) == word:
        return many
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    ends = ("s", "x", "z", "ch", "sh")
    last = word.rpartition(" ")[2]
    return word + (
        "es" if word.endswith(ends) or last in ("potato", "tomato", "mango", "chilli", "chili") else "s"
    )


def head_at(text: str, at: int) -> tuple[int, int] | None:
    """Return the span of the head noun of the phrase that starts here."""
    found = _PHRASE.match(text, at, at + _LONGEST_PHRASE)
    head: tuple[int, int] | None = None
    described = True
    for word in re.finditer(r"[^\W\d_][\w'’-]*", found[1]) if found else ():
        start = found.start(1) if found else at
        plain = word[0].casefold()
        participle = plain.endswith(("ed", "ly")) and plain not in ("seed", "red")
        if plain in _AHEAD and head is None:
            continue
        if plain in listed("scaling", "stop") or (participle and not described):
            break
        described = described and participle  # "jarred roasted peppers"
        head = start + word.start(), start + word.end()
        of_egg = plain == "white" and text[max(head[0] - 4, 0) : head[0]].casefold() == "egg "
        if text[head[1] : head[1] + 1] == "," and (of_egg or plain not in _ADJECTIVES):
            break
    return head


def noun_at(text: str, at: int) -> str:
    """The head noun of the phrase that starts here, in the singular; "" if there is none."""
    head = head_at(text, at)
    return singular(text[slice(*head)].casefold()) if head else ""


def clause_of(text: str, one: Amount) -> tuple[int, int]:
    """Return the span of the clause that the amount is part of."""
    clause = pattern("scaling", "clause")
    farthest = max(0, one.start - _LONGEST_CLAUSE)
    start = max((found.end() for found in clause.finditer(text, farthest, one.start)), default=farthest)
    end = clause.search(text, one.end, one.end + _LONGEST_CLAUSE)
    return start, end.start() if end else min(len(text), one.end + _LONGEST_CLAUSE)


def phrase_at(text: str, at: int) -> str:
    """The words of the phrase that starts here."""
    found = _PHRASE.match(text, at, at + _LONGEST_PHRASE)
    words = re.split(r"(?<!less), ", found[1])[0].casefold().split() if found else []
    words = list(dropwhile(_AHEAD.__contains__, words))
    return " ".join(takewhile(lambda word: word not in listed("scaling", "stop"), words))


def multiplied(text: str, one: Amount, times: Fraction, slash: bool) -> tuple[str, int, Fraction]:
    """Return the new amount with its noun in singular or plural, the end of the old one, and the new number."""
    head = head_at(text, one.end)
    words, number = times_as_much(one, times, text[slice(*head)] if head else "", slash=slash)
    words = words.removesuffix(" of") if text.startswith(" of ", one.end) else words
    if one.measure != "count" and one.name not in CROSSES:
        return words, one.end, number
    if words == "half an" and text[one.end :].lstrip()[:1] not in "aeiou":
        words = "half a"
    head = counted_at(text, one.end)
    noun = text[slice(*head)] if head else ""
    if head is None or (number > 1) == ((one.high or one.low) > 1) or _DESCRIBES.match(text, head[0]):
        return words, one.end, number
    many = noun if singular(noun.casefold()) != noun.casefold() else plural(noun)
    new = many if number > 1 else singular(noun) if noun.islower() else noun
    return f"{words}{text[one.end : head[0]]}{new}", head[1], number


def sized_pack_at(text: str, at: int) -> tuple[int, int] | None:
    """Return the span of the pack whose size stands between the number and it: the tin of "1 (400 g) tin"."""
    sized = _SIZED.match(text, at)
    pack = re.compile(r"\s?([a-z]+)").match(text, sized.end()) if sized else None
    return pack.span(1) if pack and measure(pack[1]) == "pack" else None


def counted_at(text: str, at: int) -> tuple[int, int] | None:
    """Return the span of the noun that a number counts: the cans of "2 (14 oz) cans tomatoes", a pot of cream."""
    if pack := sized_pack_at(text, at):
        return pack
    if sized := _SIZED.match(text, at):
        at = sized.end()
    head = head_at(text, at)
    if head and (held := _POT.match(text, at)) and held.end(1) < head[0]:
        return held.span(1)
    many = _MANY_OF.match(text, at)
    if many and head and head[0] > many.end() and singular(noun := text[slice(*head)].casefold()) == noun:
        return many.span(1)
    return head


def is_recipe(procedure: Procedure) -> bool:
    """Whether the list (or the steps, without one) measures several things that are used up, or counts food.

    If the text says how many it serves, things that are only counted are used up too: "3 avocados". "For 8 people"
    in the title says so where something is weighed: food for a weekend, but not the chairs of a games night.
    """
    texts = procedure.resources or procedure.steps
    lines = [{one.measure for one in amounts(text)} for text in texts]
    weighed = any(not one.isdisjoint(("weight", "volume", "spoon")) for one in lines)
    used = sum(not one.isdisjoint(CONSUMED) for one in lines) if weighed else 0
    told = "\n".join((procedure.yields, procedure.goal, procedure.notes))
    serves = pattern("amounts", "serves").search(told) or (
        weighed and pattern("amounts", "for_people").search(told)
    )
    counted = sum(map(bool, lines)) > 1
    enough = min(2, (len(procedure.resources) + 1) // 2 or 3)
    at_start = (0,) if procedure.resources and any(lines) else ()  # "onion, chopped"
    starts = ([*at_start, *(one.end for one in amounts(text))] for text in texts)
    eaten = sum(any(is_food(phrase_at(text, at)) for at in some) for text, some in zip(texts, starts, strict=True))
    return max(used, eaten if 2 * eaten > len(procedure.resources) else 0) >= enough or (bool(serves) and counted)


def is_food(things: str) -> bool:
    """Whether the words name something to eat or drink, or what goes into food: salt, water."""
    ahead, _, last = things.rpartition(" ")
    last = singular(last)
    if ahead and last in listed("scaling", "vague"):  # "garlic cloves"
        return is_food(ahead)
    return bool(foods_of(things)) or is_eaten(last) or last in listed("scaling", "unlisted")
