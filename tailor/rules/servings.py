"""For how many a procedure is, and for how many it is wanted: "Serves 4", "makes 12 muffins"; "were only two".

Reads both numbers and makes the factor of them. A number that only one of the two names is no factor.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tailor.core.english import singular
from tailor.core.procedure import Procedure
from tailor.rules.amounts import WORDS, mixed, number, plural
from tailor.rules.tables import pattern

_N: Final = r"(?:\d{1,3}(?:\.5)?|" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")"
_SPAN: Final = rf"(?P<low>{_N})(?:\s?(?:-|–|to|or)\s?(?P<high>{_N}))?(?![\w°/%.,]*\d)"
_WHO: Final = r"(?:people|persons?|servings?|portions?|guests?|adults|eaters|diners|friends|children|kids)"
_NO_WHO: Final = (
    r"(?!\s*(?:-|to |or )?(?:more|other|another|additional|extra|whole|full|seconds?|min|hours?|h\b|days?"
    r"|weeks?|months?|years?"
    r"|nights?|times|batch|cups?|inch|cm|mm|[kmc]?[gl]\b|°|degrees|of (?!us\b)|layers?|parts?|sides?|x\b|×))"
)
_SAYS: Final = (
    re.compile(rf"\b(?:serves?|serving|feeds?|enough for|servings?:|portions?:|serves:|for(?= \S+ (?:hungry "
        rf"|other )?{_WHO}))"
               rf" (?:about |around |up to |approximately |a |an |family of |party of )*{_SPAN}"
               rf"(?:(?P<who> (?:hungry |other )?{_WHO})\b|(?=\s*(?:[.,;:)]|$|as |with "
               rf"|when ))){_NO_WHO}", re.IGNORECASE),
    re.compile(rf"(?<![\w/.-]){_SPAN}(?: (?:generous|large|small|big))?(?P<who>[ -](?:servings|people|persons))\b"
               r"(?! (?:bowl|plate|dish|glass|platter|spoon|size|tray))", re.IGNORECASE),
)  # fmt: skip
_PORTIONS: Final = re.compile(rf"(?<![\w/.-]){_SPAN}(?P<who> portions?)\b", re.IGNORECASE)
_FOR: Final = pattern("servings", "for")
_MAKES: Final = pattern("servings", "makes")
_GOAL: Final = pattern("servings", "goal")


@dataclass(frozen=True, slots=True)
class Said:
    """A number of people or pieces and where it stands in a text."""

    low: Fraction
    high: Fraction
    noun: str
    """In the singular; "" for people."""
    start: int
    end: int
    """Over the number alone."""
    words: tuple[int, int]
    """Over number and noun."""


def said(text: str, *, header: bool = False) -> Iterator[Said]:
    """Every place of a text that says for how many it is or what it makes, in order, none twice.

    "for two" and "Bake 12 muffins" say so in a title, yield or note only: a step may mean two of anything.
    """
    found = [
        match
        for pattern in (*_SAYS, _MAKES, *([_FOR, _GOAL, _PORTIONS] if header else []))
        for match in pattern.finditer(text)
    ]
    at = -1
    for match in sorted(found, key=lambda one: (one.start("low"), -one.end())):
        if match.start("low") <= at:
            continue
        at = match.end("high") if match["high"] else match.end("low")
        parts = match.groupdict()
        noun = (parts.get("noun") or "").split()
        last = singular(noun[-1].casefold()) if noun else ""
        if last == "portion" and not header:
            continue
        if last in ("person", "people", "serving", "portion"):
            last = ""
        low = number(match["low"]) or Fraction(1)
        high = (number(match["high"]) if match["high"] else None) or low
        end = match.end("noun") if noun else match.end("who") if parts.get("who") else at
        times = 12 if parts.get("dozen") else 1
        yield Said(low * times, high * times, last, match.start("low"), at, (match.start("low"), end))


def bases(procedure: Procedure) -> Iterator[Said]:
    """What the procedure says about itself: yield first, then goal, notes, steps and resources."""
    told = yields(procedure)
    if bare := re.fullmatch(rf"\s*{_SPAN}\s*(?P<noun>[a-z ]*)", told, re.IGNORECASE):
        yield from said(f"makes {bare[0].strip()} servings" if not bare["noun"] else f"makes {bare[0].strip()}")
    for text in (told, procedure.goal, procedure.notes):
        yield from said(text, header=True)
    for text in (*reversed(procedure.steps), *procedure.resources):
        yield from said(text)


def yields(procedure: Procedure) -> str:
    """How much comes out, as its file says it; "" if it does not."""
    value = next((json.loads(text) for key, text in procedure.extra if key == "servings"), "")
    return procedure.yields or (str(value) if isinstance(value, str | int | float) else "")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a hint asks for: a factor, a number of people, or a number of pieces of something."""

    factor: Fraction | None = None
    number: Fraction | None = None
    noun: str = ""


_FACTORS: Final = (
    (r"(?<!no )(?<!not )(?:half|halve[ds]?|halving)", Fraction(1, 2)),
    (r"double[ds]?|doubling|twice", Fraction(2)),
    (r"triple[ds]?|three times|treble", Fraction(3)),
    (r"quadruple[ds]?|four times", Fraction(4)),
    (r"(?:a|one) third(?: of)?", Fraction(1, 3)),
    (r"(?:a|one) quarter(?: of)?", Fraction(1, 4)),
    (r"one and a half times|1[.]5 ?(?:x|times)", Fraction(3, 2)),
)
_WHOLE: Final = (
    r"(?: (?:of )?(?:it|this|that|everything|all(?: of it)?|(?:the |this |a |an )?(?:whole "
    r"|entire )?(?:recipe|amounts?"
    r"|quantit(?:y|ies)|batch|portions?|size|ingredients|dish)|as (?:much|many)(?: of (?:it|everything))?))?"
)
_THEN: Final = (
    r"(?=\s*(?:$|[.,;!?)]|please|pls|thanks|for |because|cause|since|so |and |i |im |we |were |only|down"
    r"|up))"
)
_TIMES: Final = pattern("servings", "times")
_INSTEAD: Final = pattern("servings", "instead")
_PEOPLE: Final = (
    re.compile(r"\b(?:just|only) (?:for )?(?:me|myself)\b|\bfor (?:me|one|myself)\b(?! (?:more|hour|night"
        r"|day|and my))|\bon my own\b"
               r"|\b(?:im|i live|i eat|i cook|living|cooking|eating|i am) alone\b|\bsingle (?:portion"
               r"|serving)\b"),
    re.compile(r"\b(?:the|us|only|just) two(?: of us)?\b(?! \w)|\btwo of us\b|\bfor me and my (?!kids"
        r"|children|family|friends)"
               r"|\bmy (?:wife|husband|partner|girlfriend|boyfriend) and (?:me|i)\b"),
)  # fmt: skip
_COUNTED: Final = (
    re.compile(rf"\b({_N}) adults?(?:,| and| plus| with) ({_N}) (?:child(?:ren)?|kids?)\b"),
    re.compile(rf"\b(?:party|group|family|table|crowd|household) of (?:about )?({_N})\b"),
    re.compile(rf"\b({_N})(?: hungry| more or less)? (?:{_WHO}|of us|mouths|persons)\b"),
    re.compile(rf"\b(?:for|serves?|serving|feeds?|feeding|were|we are|there are|theres) (?:just |only "
        rf"|about |around )*({_N})\b(?! (?!please|tonight|today|now|only|instead|thanks|and|this|tomorrow)\w"
        rf"|\w|%|°|/)"),
)  # fmt: skip
_PIECES: Final = pattern("servings", "pieces")


def wanted(hint: str) -> Wanted | None:
    """What a hint asks for; None if it names no number of people or pieces and no factor."""
    text = re.sub(r"['’]", "", hint.casefold()).replace("½", "half").strip()
    for factor_words, factor in _FACTORS:
        if re.search(rf"\b(?:{factor_words}){_WHOLE}{_THEN}", text):
            return Wanted(factor)
    if found := _TIMES.search(text):
        return Wanted(number(found[1] or found[2] or found[3]))
    if found := _INSTEAD.search(text):
        many, few = number(found[1]), number(found[2])
        return Wanted(many / few) if many and few else None
    for number_of in _COUNTED:
        if counted := number_of.search(text):
            return Wanted(number=sum((number(one) or Fraction(0) for one in counted.groups()), Fraction(0)))
    for people, alone in enumerate(_PEOPLE, 1):
        if alone.search(text):
            return Wanted(number=Fraction(people))
    if found := _PIECES.search(text):
        return Wanted(number=number(found[1]), noun=singular(found[2]))
    return None


def factor(procedure: Procedure, wish: Wanted) -> Fraction | None:
    """How many times as much is wanted; None if the procedure does not say what that depends on."""
    if wish.factor is not None or not wish.number:
        return wish.factor or None
    base = next((one for one in bases(procedure) if one.noun == wish.noun), None)
    if base is None:
        return None
    middle = (base.low + base.high) / 2
    within = (Fraction(one) for one in range(int(base.low), int(base.high) + 1))
    best = min(
        within,
        key=lambda one: ((wish.number or one) / one).denominator * 100 + abs(one - middle),
        default=base.low,
    )
    return wish.number / best


def renumbered(text: str, times: Fraction, wish: Wanted, *, header: bool = False) -> str:
    """The text with every number of people or pieces times the factor; 2½ people are "2-3"."""
    for one in reversed(list(said(text, header=header))):
        low, high = one.low * times, one.high * times
        if wish.number and one.noun == wish.noun:
            low = high = wish.number
        low, high = Fraction(max(1, low // 1)), Fraction(max(1, -(-high // 1)))
        figure = text[one.start].isdigit()
        new = mixed(low) if figure else spoken(low)
        new = new.capitalize() if text[one.start].isupper() else new
        if high > low:
            new += (
                f"–{mixed(high)}"
                if "–" in text[one.start : one.end]
                else f"-{mixed(high)}"
                if figure
                else f" to {mixed(high)}"
            )
        noun = text[one.end : one.words[1]].replace(" dozen", "", 1)
        text = text[: one.start] + new + _counted(noun, high) + text[one.words[1] :]
    return text


def spoken(value: Fraction) -> str:
    """The number in words up to twelve."""
    return next((word for word, worth in WORDS.items() if worth == value), mixed(value))


def _counted(noun: str, value: Fraction) -> str:
    """The noun after a number in singular or plural."""
    before, _, last = noun.rpartition(" ")
    if not last.strip("- ") or not last.isalpha():
        return noun
    if last in ("people", "person"):
        last = "person" if value == 1 else "people"
    else:
        last = singular(last) if value == 1 else last if singular(last) != last else plural(last)
    return f"{before} {last}" if before or noun.startswith(" ") else last
