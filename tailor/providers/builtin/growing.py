"""Which amounts of a text are used up, and so grow with the number of people; nouns that follow the number.

Owns telling an amount of food from a size, a tool, a time or a count of turns. Refuses to know how many people
there are (`scaling`).
"""

import re
from fractions import Fraction

from tailor.providers.builtin.knowledge import word_list
from tailor.providers.builtin.quantities import Amount, amounts, measure_of, short, written
from tailor.providers.builtin.sheet import Line, Sheet

_SERVED = re.compile(r"\b(?:serve|divide|share|ladle|spoon|set|lay|send|invite|hand)\b", re.IGNORECASE)


_VESSEL = re.compile(
    r"^[\s-]?(?:\w+[\s-]){0,3}?(?:tin|pot|dish|pan|tray|mould|bowl|tank|bin|box|jug|bottle|mixer|bag)\b",
    re.IGNORECASE,
)


_OWN = re.compile(
    r"\s(?:(?:sleeping|yoga|place|picnic) mats?|(?:[\w-]+ )*(?:lasagne|lasagna|pasta|filo|nori) sheets?)\b",
    re.IGNORECASE,
)
"""Tools of which each person has one, and food that is named like a tool."""

_HELPERS = re.compile(r"\s(?:other |strong )?(?:people|persons?|helpers?|adults?)\b", re.IGNORECASE)
"""Who does the work: a sofa is carried by two, for however many it is."""

_RATE = re.compile(r"\s(?:[\w-]+ ){0,2}(?:every|an?) (?:half |other |second )?(?:hour|day|week|night|morning)s?\b")
"""An amount for a time: "200 ml every half hour"."""

_PER_PIECE = re.compile(r"\beach\b[^.;,]{0,40}\b(?:with|of|in|get|gets|holds|needs|about) (?:about )?$|\beach\s$")
"""What stands before an amount that each piece gets: "fill each with"."""


def counted_things(sheet: Sheet) -> frozenset[str]:
    """The names of things that the list counts, and of foods that steps count though no list does: egg, onion."""
    names = set(word_list("counted"))
    for line in sheet.resources:
        first = next(amounts(line.text), None)
        if first is not None and first.start == 0 and first.measure in ("count", "pack"):
            rest = line.text[first.end :]
            if stem(_head(rest)) in word_list("tools") and not _OWN.match(rest):
                continue
            for word in re.findall(r"[\w-]+", re.split(r",|\(| for | with ", line.text[first.end :])[0]):
                names.add(stem(word))
    return frozenset(names) - word_list("tools")


def counted_nouns(sheet: Sheet) -> frozenset[str]:
    """The nouns themselves of counted things: fillet in "4 salmon fillets"; and of foods counted anywhere."""
    firsts = ((line, next(amounts(line.text), None)) for line in sheet.resources)
    return word_list("counted") | {
        stem(_head(line.text[first.end :]))
        for line, first in firsts
        if first is not None and first.start == 0 and first.measure == "count"
    }


def words_for(amount: Amount, value: Fraction, text: str) -> str:
    """The changed amount as it is written in this place of the text."""
    after = text[amount.end :]
    if amount.measure == "count" and (whole := re.match(r" of the [\d.]+ (\w+)", after)):
        return written(value, whole[1])  # "2 of the 5 kg"
    if (amount.measure in ("spoon", "pack") or "cup" in amount.unit.casefold()) and not after.startswith(" of "):
        return short(value, amount.unit)
    if amount.measure == "count":
        words = written(value, "", worded=amount.worded)
        if words == "half a" and re.match(r"\s?[x×]\s?\d", after):
            return "½"  # "½ x 400 ml can"
        if words == "half a" and re.match(r"\s[aeiou]", text[amount.end :], re.IGNORECASE):
            return "half an"
        return words
    if amount.measure == "pack" and value > 4:
        value = Fraction(round(value))
    return written(value, amount.unit)


def grows(line: Line, amount: Amount, counted: frozenset[str]) -> bool:
    """Whether the amount is one of what is used up."""
    before, after = line.text[: amount.start], line.text[amount.end :]
    if amount.measure == "count" and re.match(r" of (?:the|this|it|them)\b(?! [\d.]+ \w)", after):
        return False
    if (
        amount.hyphen
        or re.match(r"\s?(?:(?!(?:with|and|or|then)\b)[\w-]+\s){0,5}(?:each|apiece|a piece|per)\b", after)
        or re.match(r"\sat a time\b", after)
        or _RATE.match(after)
        or _PER_PIECE.search(before)
        or re.search(r"(?:×|\bx|step|steps|least|most|below|above|every|by|than)\s?$", before)
        or re.search(r"\bsteps? [\d, ]{1,20}(?:and|or|to|–|-) ?$", before)
    ):
        return False
    if (
        re.search(
            r"\b(?:tins?|cans?|jars?|packets?|bags?|bottles?|fillets?|potatoes|burgers) \($|\bof\s$",
            before,
        )
        and amount.measure in ("weight", "volume")
        and _is_size(before)
    ):
        return False
    match amount.measure:
        case "weight" | "volume" | "spoon":
            if line.part == "resources":
                return amount.start == 0 or bool(re.search(r"\babout\s$", before))
            return not _VESSEL.match(after)
        case "pack":
            return (
                (line.part == "resources" and amount.start == 0)
                or stem(amount.unit) in counted
                or _names(after, counted)
            )
        case "count":
            if line.part == "resources":
                tool = stem(_head(after)) in word_list("tools") and not _OWN.match(after)
                stays = tool or _HELPERS.match(after) is not None
                return _counts_the_same(before, after) or (amount.start == 0 and not stays)
            if re.match(r" of the [\d.]+ (?:kg|g|ml|litres?|l)\b", after) or _counts_the_same(before, after):
                return True
            return _names(after, counted) or (
                bool(_SERVED.search(before)) and stem(_first(after)) in word_list("table")
            )
        case _:
            return False


def _counts_the_same(before: str, after: str) -> bool:
    """Whether a number only says what a weight before it is in pieces: "1 kg of cooking apples, about 6,"."""
    weighed = re.search(r"\d ?(?:k?g|kilos?|oz|lbs?) (?:of )?(?!of\b)[^,.;]{1,60}, about $", before)
    return bool(weighed) and bool(re.match(r"\s*(?:[,.;)]|$)", after))


def _is_size(before: str) -> bool:
    """Whether a weight tells how large one piece is: "4 fillets of 150 g", "1 tin (400 g"."""
    return before.endswith("(") or bool(
        re.search(
            r"\b(?:potatoes|burgers|fillets|chickens|steaks|balls|pieces|portions|screw|tank|pot|pan|tin) of\s$",
            before,
        )
    )


def _names(after: str, counted: frozenset[str]) -> bool:
    """Whether one of the next words is a thing the list counts."""
    after = re.sub(r"^\s\([^)]*\)", "", after)
    words = re.match(r"(?:\s(?:of\s)?[\w-]+){1,4}", re.split(r"[,.;(]| and | with | in | into | from ", after)[0])
    return bool(words) and any(stem(word) in counted for word in words.group().split()) if words else False


def _head(after: str) -> str:
    return (re.split(r",|\(| for | with ", after)[0].split() or [""])[-1]


def _first(after: str) -> str:
    return (after.split() or [""])[0].strip(".,;")


def stem(word: str) -> str:
    """The word in singular, lower case, without marks."""
    word = word.casefold().strip(".,;")
    for ending, become in (
        ("ies", "y"),
        ("oes", "o"),
        ("ches", "ch"),
        ("sses", "ss"),
        ("leaves", "leaf"),
        ("halves", "half"),
    ):
        if word.endswith(ending):
            return word[: -len(ending)] + become
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def numbered_nouns(text: str, counted: frozenset[str]) -> str:
    """Nouns of the list behind a changed number in singular or plural: "1 candle", "2 onions"."""

    def one(found: "re.Match[str]") -> str:
        noun = stem(found[3])
        if _measured(found[2]):
            return found[0]
        known = noun in counted or noun in word_list("table")
        return f"{found[1]} {found[2]}{noun}" if known else found[0]

    def many(found: "re.Match[str]") -> str:
        known = found[3].casefold() in counted and not found[3].endswith("s") and not _measured(found[2])
        return f"{found[1]} {found[2]}{_plural(found[3])}" if known else found[0]

    text = re.sub(r"\b(1|(?<!\d)½|half an?|one) ((?:[\w-]+ ){0,2}?)([A-Za-z]+s)\b(?!-)", one, text)
    return re.sub(
        r"\b([2-9]|\d\d+|\d½|two|three|four|five|six|eight|ten|twelve) ((?:[\w-]+ ){0,2}?)([A-Za-z]+)(?=[,.;)]|$"
        r"| (?:and|in|into|with|for|on|to|until|from)\b)",
        many,
        text,
    )


def _measured(words: str) -> bool:
    """Whether the words between number and noun hold a unit: "450 g chicken breast", "6 canes of bamboo"."""
    return any(word == "of" or measure_of(word) not in ("count", "other") for word in words.split())


def _plural(noun: str) -> str:
    if noun.endswith("leaf"):
        return f"{noun[:-1]}ves"
    return f"{noun}es" if noun.endswith(("o", "ch", "x")) else f"{noun}s"
