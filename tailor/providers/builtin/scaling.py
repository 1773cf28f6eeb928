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
from tailor.providers.builtin.growing import counted_nouns, counted_things, grows, numbered_nouns, words_for
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.quantities import WORDS, amounts, number, written
from tailor.providers.builtin.sheet import Line, Sheet
from tailor.providers.builtin.timing import longer

_COUNT = r"(\d+|" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")"

_WHO = r"(?:people|persons?|guests?|children|kids|friends|adults|eaters|servings?|portions?|of us)"

_ASKED: Final = (
    re.compile(rf"\b{_COUNT} {_WHO}\b", re.IGNORECASE),
    re.compile(
        rf"\b(?:for|serves?|feeds?) (?:just |only |about )?{_COUNT}\b(?!\s*(?:days?|weeks?|hours?"
        rf"|minutes?|months?|years?|times|nights?))",
        re.IGNORECASE,
    ),
    re.compile(rf"\bmakes only {_COUNT}\b", re.IGNORECASE),
    re.compile(rf"\b(?:make|bake|need|want)s? {_COUNT} of (?:it|them)\b", re.IGNORECASE),
)

_ALONE = re.compile(
    r"\b(?:just|only) for me\b|\bfor (?:me|one) (?:alone|only)\b|\bI (?:live|eat|cook) alone\b", re.IGNORECASE
)

_FACTOR: Final = (
    (
        re.compile(
            r"\b(?:twice|double) (?:the|as|of|it|everything|amount)\b|\bdouble (?:batch"
            r"|portion)\b",
            re.IGNORECASE,
        ),
        Fraction(2),
    ),
    (re.compile(r"\b(?:three times|triple) (?:the|as|of|it|everything|amount)\b", re.IGNORECASE), Fraction(3)),
    (
        re.compile(
            r"\bhalf (?:the (?:amount|recipe|quantity|batch)|a batch|of everything|as much)\b|\bhalve "
            r"(?:it|everything|the)\b",
            re.IGNORECASE,
        ),
        Fraction(1, 2),
    ),
)

_PEOPLE_IN_BASE: Final = (
    re.compile(
        rf"\b(?:for|serves?|feeds?) {_COUNT}(?: {_WHO})?\b(?!\s*(?:days?|weeks?|hours?|minutes?"
        rf"|months?|years?|times|nights?|mornings?|parts|kg|g|ml|km|cm))",
        re.IGNORECASE,
    ),
    re.compile(rf"\b{_COUNT} (?:people|persons|guests|children|friends|portions|servings)\b", re.IGNORECASE),
)

_IN_STEPS: Final = (
    re.compile(rf"\bserve [^.;]*?\b(?:in|on) {_COUNT} (?:bowls|plates|dishes|glasses)\b", re.IGNORECASE),
    re.compile(rf"\b(?:cut|divide)\w* [^.;]*?\binto {_COUNT} (?:pieces|portions|servings)\b", re.IGNORECASE),
    re.compile(rf"\b(?:in|into) {_COUNT} (?:bowls|plates)\b", re.IGNORECASE),
    re.compile(rf"\b{_COUNT} (?:invitations?|people)\b", re.IGNORECASE),
)

_BIG = re.compile(r"\b(?:big|bigger|large|larger|jumbo|giant|extra-large)\b", re.IGNORECASE)

_PIECES_FROM: Final = 2
"""From this pattern of _ASKED on pieces are meant, not people."""

_PIECES = re.compile(
    rf"\b{_COUNT} (?:[\w-]+ )?(?:rolls|muffins|cookies|biscuits|scones|pizzas|balls|paper cases|cupcakes|buns"
    rf"|loaves|pieces|"
    r"slices|pancakes|jars|candles|burgers)\b",
    re.IGNORECASE,
)


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
        if wish.base and wish.people and _BIG.search(one.text) and wish.people < wish.base:
            _fewer_but_bigger(sheet, wish)
        elif wish.base is None and wish.people is not None:
            sheet.say(
                wish.serves,
                "The procedure does not say for how many it is, so I did not scale it. Tell me the factor "
                "(“half of everything”).",
            )
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
    whose = (
        f"for {_plain(wish.people)} instead of {_plain(wish.base)}" if wish.people and wish.base else "as asked"
    )
    reason = f"Amounts {whose}: times {_times(wish.factor)}; times and temperatures stay."
    food, nouns = counted_things(sheet), counted_nouns(sheet)
    changed = False
    for line in (*sheet.resources, *sheet.steps):
        changed |= sheet.change(line, _scaled(line, wish, food, nouns), reason, wish.serves)
    if not changed:
        sheet.say(wish.serves, "I found no amounts to scale.")
    elif re.search(
        r"(?i)\b(?:oven|stove|pan|pot|bake|cook|boil|simmer)\b", " ".join(line.text for line in sheet.steps)
    ):
        sheet.say(wish.serves, f"Times and temperatures are not scaled: {_advice(wish.factor)}")


def _fewer_but_bigger(sheet: Sheet, wish: Wish) -> None:
    """The same batter in fewer, larger pieces: other counts of holes and cases, longer baking."""
    assert wish.base is not None
    assert wish.people is not None
    old, new = _plain(wish.base), _plain(wish.people)
    reason = f"{new} large pieces instead of {old}: the amounts stay, larger pieces bake about a third longer."
    for line in (*sheet.resources, *sheet.steps):
        text = re.sub(
            rf"\b{old}(?=-hole\b| (?:paper )?(?:cases|holes|moulds|cups|rolls|muffins|buns)\b)", new, line.text
        )
        if line.part == "steps" and re.search(r"\bbake\b", text, re.IGNORECASE):
            text = longer(text, Fraction(13, 10))
        sheet.change(line, text, reason, wish.serves)
    sheet.say(
        wish.serves,
        "Larger pieces brown outside before they are done inside: if yours do, bake them 10 °C cooler, and "
        "test the middle with a skewer.",
    )


def _advice(factor: Fraction) -> str:
    if factor > 1:
        return (
            "a fuller pot needs longer to boil, and a fuller tin or pan longer to cook through; tins and "
            "pots may have to be larger, or use two."
        )
    return "less cooks through a little sooner, so look earlier; take a smaller tin or pan."


def _scaled(line: Line, wish: Wish, food: frozenset[str], nouns: frozenset[str]) -> str:
    text, out, last = line.text, [], 0
    for amount in amounts(text):
        if not grows(line, amount, food):
            continue
        low = amount.low * wish.factor
        words = words_for(amount, low, text)
        if amount.high is not None and low != amount.high * wish.factor:
            words = f"{words.split(' ')[0]} to {words_for(amount, amount.high * wish.factor, text)}"
        out += [text[last : amount.start], words]
        last = amount.end
    done = "".join([*out, text[last:]])
    done = _renamed(done, wish)
    if done == text:
        return text
    return re.sub(r"\bthe 1 (?=[a-z])", "the ", tidy(numbered_nouns(done, nouns)))


def _renamed(text: str, wish: Wish) -> str:
    """ "for six" in a text follows the new number."""
    if wish.base is None or wish.people is None:
        return text
    base, people = _plain(wish.base), wish.people
    named = next((word for word, value in WORDS.items() if value == wish.base), None)
    for old in filter(None, (base, named)):
        new = (
            next((w for w, v in WORDS.items() if v == people), _plain(people)) if old == named else _plain(people)
        )
        text = re.sub(
            rf"\b(for) {re.escape(old)}(?= (?:people|persons|guests|children|friends)\b|$|[.,;])",
            rf"\1 {new}",
            text,
        )
    return text


def _plain(value: Fraction | None) -> str:
    return str(value) if value is None or value.denominator == 1 else written(value, "")


def _times(factor: Fraction) -> str:
    return str(factor) if factor.denominator == 1 else f"{float(factor):.2f}".rstrip("0")
