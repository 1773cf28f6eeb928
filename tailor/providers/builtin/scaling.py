"""Another number of people or pieces: amounts in the list and in the steps, in figures, words and fractions.

Owns writing the new amounts where they stand, and what is said about tins, pots and times. Refuses to touch times,
temperatures, lengths and sizes of packs, and to guess a number that neither hint nor procedure names (`ratio`).
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from tailor.core.requirements import Requirement
from tailor.providers.builtin.growing import counted_nouns, counted_things, grows, numbered_nouns, words_for
from tailor.providers.builtin.knowledge import naming, word_list
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.quantities import WORDS, Amount, amounts, written
from tailor.providers.builtin.ratio import PIECE_NOUNS, Wish, asks_for_big, wished
from tailor.providers.builtin.sheet import Line, Sheet
from tailor.providers.builtin.timing import longer

_PERSONS = re.compile(
    r"\s(?:other )?(?:people|persons?|guests?|friends?|children|kids|adults|helpers?)\b", re.IGNORECASE
)

_WARNED = re.compile(r"\b(?:never|not|no|without|instead of|pack|sort|store|keep|check)\b", re.IGNORECASE)
"""Sentences that warn of a thing or only put it somewhere."""

_SET_OUT = re.compile(
    r"\s(?:[a-z]+ )?(?:bowls?|plates?|glass(?:es)?|cups?|chairs?|napkins?|cards?|spoons?|candles?|plants?)\b",
    re.IGNORECASE,
)


def scale(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Scales list and steps to the number that a requirement names."""
    for one in requirements:
        wish = wished(sheet, one)
        if wish is None:
            continue
        sheet.understood(wish.serves)
        if wish.base and wish.people and asks_for_big(one.text) and wish.people < wish.base:
            _fewer_but_bigger(sheet, wish)
        elif wish.base is None and wish.people is not None:
            sheet.say(
                wish.serves,
                "The procedure does not say for how many it is, so I did not scale it. Say both numbers (“for "
                f"{_plain(wish.people)} instead of 4”) or the factor (“half as much”).",
            )
        elif wish.factor == 1:
            sheet.say(wish.serves, "The procedure is for this number already.")
        else:
            scale_by(sheet, wish)


def scale_by(sheet: Sheet, wish: Wish, reason: str = "", says: str = "") -> bool:
    """Multiplies what is used up by the wish's factor in list and steps; whether anything changed.

    `reason` and `says` take the place of the words for people and portions.
    """
    whose = (
        f"for {_plain(wish.people)} instead of {_plain(wish.base)}" if wish.people and wish.base else "as asked"
    )
    reason = reason or f"Amounts {whose}: times {_times(wish.factor)}; times and temperatures stay."
    if drug := dosed(sheet):
        sheet.say(wish.serves, f"I changed no amounts: what is dosed here ({drug}) follows what its packet says.")
        return False
    food, nouns = counted_things(sheet), counted_nouns(sheet)
    changed = False
    for line in (*sheet.resources, *sheet.steps):
        changed |= sheet.change(line, _scaled(line, wish, food, nouns), reason, wish.serves)
    if wish.other:
        told = f"The procedure itself is for {_plain(wish.other)}; I went by the numbers you gave."
        sheet.say(wish.serves, told)
    if not changed:
        sheet.say(wish.serves, "I found no amounts to scale.")
    elif says:
        sheet.say(wish.serves, says)
    elif re.search(
        r"(?i)\b(?:oven|stove|pan|pot|bake|cook|boil|simmer)\b", " ".join(line.text for line in sheet.steps)
    ):
        sheet.say(wish.serves, f"Times and temperatures are not scaled: {_advice(wish.factor)}")
    return changed


def dosed(sheet: Sheet) -> str:
    """A medicine or a poison that a step takes or spreads; "" where there is none, or only a warning of one."""
    cue = naming(word_list("dosed"))
    sentences = (part for line in sheet.steps for part in re.split(r"(?<=[.;!?])\s", line.text))
    told = (found for part in sentences if not _WARNED.search(part) if (found := cue.search(part)))
    return next((found[0].casefold() for found in told), "")


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
        if not (grows(line, amount, food) or _is_the_number(text, amount, wish)):
            continue
        low = amount.low * wish.factor
        if wish.other and wish.people and amount.measure == "count" and amount.low == wish.other:
            low = wish.people  # "in 6 bowls" of a procedure for six, where the hint says otherwise
        if amount.measure == "count" and _PERSONS.match(text, amount.end) and low.denominator > 1:
            if not (wish.people and amount.low + 1 == wish.base and wish.people > 1):
                continue  # nobody invites half a person
            low = wish.people - 1  # the guests of a host who is counted in
        if amount.measure == "count" and _SET_OUT.match(text, amount.end):
            low = Fraction(ceil(low))  # nor sets out half a bowl
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


def _is_the_number(text: str, amount: Amount, wish: Wish) -> bool:
    """Whether the very number that was asked about counts pieces here: "Shape 24 balls"."""
    counts = amount.measure in ("count", "pack") and amount.low == wish.base and amount.high is None
    return counts and bool(
        re.match(rf"(?: [\w-]+)?\s?{PIECE_NOUNS}\b", text[amount.end - len(amount.unit) :], re.I)
    )


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
