"""Another number of people or pieces: amounts in the list and in the steps, in figures, words and fractions.

Owns finding the number the original is for, and which amounts grow with it. Refuses to touch times, temperatures,
lengths and sizes of packs, and to guess a number that the procedure does not name.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.quantities import WORDS, Amount, amounts, number, short, written
from tailor.providers.builtin.sheet import Line, Sheet

_COUNT = r"(\d+|" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")"
_WHO = r"(?:people|persons?|guests?|children|kids|friends|adults|eaters|servings?|portions?|of us)"
_ASKED: Final = (
    re.compile(rf"\b{_COUNT} {_WHO}\b", re.IGNORECASE),
    re.compile(rf"\b(?:for|serves?|feeds?) (?:just |only |about )?{_COUNT}\b(?!\s*(?:days?|weeks?|hours?|minutes?|months?|years?|times|nights?))", re.IGNORECASE),
    re.compile(rf"\bmakes only {_COUNT}\b", re.IGNORECASE),
    re.compile(rf"\b(?:make|bake|need|want)s? {_COUNT} of (?:it|them)\b", re.IGNORECASE),
)  # fmt: skip
_ALONE = re.compile(r"\b(?:just|only) for me\b|\bfor (?:me|one) (?:alone|only)\b|\bI (?:live|eat|cook) alone\b", re.IGNORECASE)
_FACTOR: Final = (
    (re.compile(r"\b(?:twice|double) (?:the|as|of|it|everything|amount)\b|\bdouble (?:batch|portion)\b", re.IGNORECASE), Fraction(2)),
    (re.compile(r"\b(?:three times|triple) (?:the|as|of|it|everything|amount)\b", re.IGNORECASE), Fraction(3)),
    (re.compile(r"\bhalf (?:the (?:amount|recipe|quantity|batch)|a batch|of everything|as much)\b|\bhalve (?:it|everything|the)\b", re.IGNORECASE), Fraction(1, 2)),
)  # fmt: skip
_PEOPLE_IN_BASE: Final = (
    re.compile(rf"\b(?:for|serves?|feeds?) {_COUNT}(?: {_WHO})?\b(?!\s*(?:days?|weeks?|hours?|minutes?|months?|years?|times|nights?|mornings?|parts|kg|g|ml|km|cm))", re.IGNORECASE),
    re.compile(rf"\b{_COUNT} (?:people|persons|guests|children|friends|portions|servings)\b", re.IGNORECASE),
)  # fmt: skip
_IN_STEPS: Final = (
    re.compile(rf"\bserve [^.;]*?\b(?:in|on) {_COUNT} (?:bowls|plates|dishes|glasses)\b", re.IGNORECASE),
    re.compile(rf"\b(?:cut|divide)\w* [^.;]*?\binto {_COUNT} (?:pieces|portions|servings)\b", re.IGNORECASE),
    re.compile(rf"\b(?:in|into) {_COUNT} (?:bowls|plates)\b", re.IGNORECASE),
    re.compile(rf"\b{_COUNT} (?:invitations?|people)\b", re.IGNORECASE),
)
_PIECES_FROM: Final = 2
"""From this pattern of _ASKED on pieces are meant, not people."""
_PIECES = re.compile(
    rf"\b{_COUNT} (?:[\w-]+ )?(?:rolls|muffins|cookies|biscuits|scones|pizzas|balls|paper cases|cupcakes|buns|loaves|pieces|"
    r"slices|pancakes|jars|candles|burgers)\b",
    re.IGNORECASE,
)
_TOOLS = frozenset(
    "bowl tray tin pan pot board spoon knife towel cloth tape rack jug dish sheet brush bottle timer oven cutter screw tool "
    "key bucket lever jar lid mat pair hour minute day week step cm mm point game turn side row part time deg volt hole "
    "boards posts bit nail hammer ruler ladder drive box adult parent corner".split()
)
_SERVED = re.compile(r"\b(?:serve|divide|share|ladle|spoon|set|lay|send|invite|hand)\b", re.IGNORECASE)
_TABLE = ("bowl", "plate", "glass", "cup", "portion", "serving", "piece", "guest", "person", "people", "chair", "napkin",
          "invitation", "bag", "child", "roll")  # fmt: skip
_VESSEL = re.compile(r"^[\s-]?(?:\w+[\s-]){0,3}?(?:tin|pot|dish|pan|tray|mould|bowl|tank|bin|box|jug|bottle|mixer|bag)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wish:
    """How much more or less is asked for, and by which requirements."""

    factor: Fraction
    serves: tuple[str, ...]
    people: Fraction | None
    base: Fraction | None


def scale(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Scales list and steps to the number that a requirement names."""
    for one in requirements:
        wish = wished(sheet, one)
        if wish is None:
            continue
        sheet.understood(wish.serves)
        if wish.base is None and wish.people is not None:
            sheet.say(wish.serves, "The procedure does not say for how many it is, so I did not scale it. Tell me the factor (“half of everything”).")
        elif wish.factor == 1:
            sheet.say(wish.serves, "The procedure is for this number already.")
        else:
            _scale(sheet, wish)


def wished(sheet: Sheet, one: Requirement) -> Wish | None:
    """What a requirement asks, None where it speaks of no number."""
    text = one.text.replace("’", "'")
    for cue, factor in _FACTOR:
        if cue.search(text):
            return Wish(factor, (one.id,), None, None)
    people: Fraction | None = Fraction(1) if _ALONE.search(text) else None
    found = next(((match, n) for n, cue in enumerate(_ASKED) if (match := cue.search(text))), None)
    if people is None and found is not None:
        people = number(found[0][1])
    if people is None or people == 0:
        return None
    base = base_number(sheet, pieces=found is not None and found[1] >= _PIECES_FROM)
    return Wish(people / base if base else Fraction(1), (one.id,), people, base)


def base_number(sheet: Sheet, *, pieces: bool = False) -> Fraction | None:
    """For how many people (or pieces) the procedure is, as its goal or its steps say."""
    for cue in _PEOPLE_IN_BASE:
        if found := cue.search(sheet.goal):
            return number(found[1])
    if pieces:
        lines = [sheet.goal, *(line.text for line in (*sheet.resources, *sheet.steps))]
        found = next((match for text in lines if (match := _PIECES.search(text))), None)
        return number(found[1]) if found else None
    for line in (*reversed(sheet.steps), *sheet.resources):
        for cue in _IN_STEPS:
            if found := cue.search(line.text):
                return number(found[1])
    return None


def _scale(sheet: Sheet, wish: Wish) -> None:
    whose = f"for {_plain(wish.people)} instead of {_plain(wish.base)}" if wish.people and wish.base else "as asked"
    reason = f"Amounts {whose}: times {_times(wish.factor)}; times and temperatures stay."
    counted, heads = _counted(sheet), _heads(sheet)
    changed = False
    for line in (*sheet.resources, *sheet.steps):
        changed |= sheet.change(line, _scaled(line, wish, counted, heads), reason, wish.serves)
    if changed:
        sheet.say(wish.serves, f"Times and temperatures are not scaled: {_advice(wish.factor)}")


def _advice(factor: Fraction) -> str:
    if factor > 1:
        return "a fuller pot needs longer to boil, and a fuller tin or pan longer to cook through; tins and pots may have to be larger, or use two."
    return "less cooks through a little sooner, so look earlier; take a smaller tin or pan."


def _counted(sheet: Sheet) -> frozenset[str]:
    """The names of things that the list counts: egg, onion, fillet."""
    names = set()
    for line in sheet.resources:
        first = next(amounts(line.text), None)
        if first is not None and first.start == 0 and first.measure in ("count", "pack"):
            for word in re.findall(r"[\w-]+", re.split(r",|\(| for | with ", line.text[first.end :])[0]):
                names.add(_stem(word))
    return frozenset(names) - _TOOLS


def _heads(sheet: Sheet) -> frozenset[str]:
    """The nouns themselves of counted things: fillet in "4 salmon fillets"."""
    firsts = ((line, next(amounts(line.text), None)) for line in sheet.resources)
    return frozenset(
        _stem(_head(line.text[first.end :]))
        for line, first in firsts
        if first is not None and first.start == 0 and first.measure == "count"
    )


def _scaled(line: Line, wish: Wish, counted: frozenset[str], heads: frozenset[str]) -> str:
    text, out, last = line.text, [], 0
    for amount in amounts(text):
        if not _grows(line, amount, counted, wish):
            continue
        low = amount.low * wish.factor
        words = _words(amount, low, text)
        if amount.high is not None and low != amount.high * wish.factor:
            words = f"{words.split(' ')[0]} to {_words(amount, amount.high * wish.factor, text)}"
        out += [text[last : amount.start], words]
        last = amount.end
    done = "".join([*out, text[last:]])
    done = _renamed(done, wish)
    if done == text:
        return text
    done = tidy(_numbered_nouns(done, heads))
    return done[:1].lower() + done[1:] if line.part == "resources" and not text[:1].isupper() else done


def _words(amount: Amount, value: Fraction, text: str) -> str:
    after = text[amount.end :]
    if amount.measure == "count" and (whole := re.match(r" of the [\d.]+ (\w+)", after)):
        return written(value, whole[1])  # "2 of the 5 kg"
    if amount.measure in ("spoon", "pack") and not after.startswith(" of "):
        return short(value, amount.unit)
    if amount.measure == "count":
        words = written(value, "", worded=amount.worded)
        if words == "half a" and re.match(r"\s[aeiou]", text[amount.end :], re.IGNORECASE):
            return "half an"
        return words
    if amount.measure == "pack" and value > 4:
        value = Fraction(round(value))
    return written(value, amount.unit)


def _grows(line: Line, amount: Amount, counted: frozenset[str], wish: Wish) -> bool:
    """Whether the amount is one of what is used up."""
    text, before, after = line.text, line.text[: amount.start], line.text[amount.end :]
    if amount.hyphen or re.match(r"\s?(?:(?!with\b)[\w-]+\s){0,5}(?:each|apiece|a piece|per)\b", after) or re.search(r"(?:×|\bx|step|steps|least|most|below|above|every|by)\s?$", before):
        return False
    if re.search(r"\b(?:tins?|cans?|jars?|packets?|bags?|bottles?|fillets?|potatoes|burgers|fingers) \($|\bof\s$", before) and amount.measure in ("weight", "volume") and _is_size(before):
        return False
    match amount.measure:
        case "weight" | "volume" | "spoon":
            if line.part == "resources":
                return amount.start == 0 or bool(re.search(r"\babout\s$", before))
            return not _VESSEL.match(after)
        case "pack":
            return (line.part == "resources" and amount.start == 0) or _stem(amount.unit) in counted or _names(after, counted)
        case "count":
            if line.part == "resources":
                return amount.start == 0 and _stem(_head(after)) not in _TOOLS
            if re.match(r" of the [\d.]+ (?:kg|g|ml|litres?|l)\b", after):
                return True
            return _names(after, counted) or (bool(_SERVED.search(before)) and _stem(_first(after)) in _TABLE)
        case _:
            return False


def _is_size(before: str) -> bool:
    """Whether a weight tells how large one piece is: "4 fillets of 150 g", "1 tin (400 g"."""
    return before.endswith("(") or bool(re.search(r"\b(?:potatoes|burgers|fillets|chickens|steaks|balls|pieces|portions|screw|tank|pot|pan|tin) of\s$", before))


def _names(after: str, counted: frozenset[str]) -> bool:
    """Whether one of the next words is a thing the list counts."""
    after = re.sub(r"^\s\([^)]*\)", "", after)
    words = re.match(r"(?:\s(?:of\s)?[\w-]+){1,4}", re.split(r"[,.;(]| and | with | in | into | from ", after)[0])
    return bool(words) and any(_stem(word) in counted for word in words.group().split()) if words else False


def _head(after: str) -> str:
    return (re.split(r",|\(| for | with ", after)[0].split() or [""])[-1]


def _first(after: str) -> str:
    return (after.split() or [""])[0].strip(".,;")


def _stem(word: str) -> str:
    word = word.casefold().strip(".,;")
    for ending, become in (("ies", "y"), ("oes", "o"), ("ches", "ch"), ("sses", "ss"), ("ves", "f")):
        if word.endswith(ending):
            return word[: -len(ending)] + become
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _renamed(text: str, wish: Wish) -> str:
    """"for six" in a text follows the new number."""
    if wish.base is None or wish.people is None:
        return text
    base, people = _plain(wish.base), wish.people
    named = next((word for word, value in WORDS.items() if value == wish.base), None)
    for old in filter(None, (base, named)):
        new = next((w for w, v in WORDS.items() if v == people), _plain(people)) if old == named else _plain(people)
        text = re.sub(rf"\b(for) {re.escape(old)}(?= (?:people|persons|guests|children|friends)\b|$|[.,;])", rf"\1 {new}", text)
    return text


def _numbered_nouns(text: str, counted: frozenset[str]) -> str:
    """Nouns of the list behind a changed number in singular or plural: "1 candle", "2 onions"."""

    def one(found: "re.Match[str]") -> str:
        stem = _stem(found[3])
        return f"{found[1]} {found[2]}{stem}" if stem in counted else found[0]

    def many(found: "re.Match[str]") -> str:
        known = found[3].casefold() in counted and not found[3].endswith("s")
        return f"{found[1]} {found[2]}{found[3]}{'es' if found[3].endswith(('o', 'ch')) else 's'}" if known else found[0]

    text = re.sub(r"\b(1|(?<!\d)½|half an?|one) ((?:[\w-]+ ){0,2}?)([a-z]+s)\b(?!-)", one, text)
    return re.sub(
        r"\b([2-9]|\d\d+|\d½|two|three|four|five|six|eight|ten|twelve) ((?:[\w-]+ ){0,2}?)([a-z]+)(?=[,.;)]|$| (?:and|in|into|with|for|on|to|until|from)\b)",
        many,
        text,
    )


def _plain(value: Fraction | None) -> str:
    return str(value) if value is None or value.denominator == 1 else written(value, "")


def _times(factor: Fraction) -> str:
    return str(factor) if factor.denominator == 1 else f"{float(factor):.2f}".rstrip("0")
