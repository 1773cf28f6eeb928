"""How much more or less a hint asks for: people, pieces, a factor, or both numbers in the sentence itself.

Owns reading the number asked for and the number the procedure is for. Refuses to change anything (`scaling`), and
to take sizes, times, tools or one single ingredient ("twice as much garlic") for a number of portions.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.growing import stem
from tailor.providers.builtin.knowledge import word_list
from tailor.providers.builtin.quantities import WORDS, measure_of, number
from tailor.providers.builtin.sheet import Sheet

_COUNT = r"(\d{1,6}|" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")"

_WHO = r"(?:people|persons?|guests?|children|kids|friends|adults|eaters|servings?|portions?|of us)"

_FAMILY = re.compile(
    rf"\b{_COUNT} adults?(?:,| and| with| plus) {_COUNT} (?:child(?:ren)?|kids?)\b", re.IGNORECASE
)
"""Two numbers that make one: all of them eat."""

PIECE_NOUNS: Final = (
    r"(?:rolls|muffins|cookies|biscuits|scones|pizzas|balls|paper cases|cases|cupcakes|buns|loaves|pieces|rounds"
    r"|slices|pancakes|jars|candles|burgers|portions|wraps|skewers)"
)

_ASKED: Final = (
    re.compile(
        # "with two kids": they come along, and nobody says how many there are in all
        r"(?:(?<!with )(?<!have )(?<!and )(?<!our )(?<!my )|(?=\w+ (?!children|kids)))"
        rf"\b{_COUNT} {_WHO}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:for|serves?|feeds?) (?:just |only |about )?{_COUNT}\b(?!\s*(?:days?|weeks?|hours?"
        rf"|minutes?|months?|years?|times|nights?))",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:we are|we're|there are) (?:just |only )?{_COUNT}(?= of us\b|[.,;!]|$)", re.IGNORECASE),
    re.compile(rf"\bmakes only {_COUNT}\b", re.IGNORECASE),
    re.compile(rf"\b(?:make|bake|need|want)s? {_COUNT} of (?:it|them)\b", re.IGNORECASE),
    re.compile(
        r"^(?:(?:i|we)(?:'d| would)?(?: only| just)? (?:want|need|like)(?: to (?:make|bake))? "
        r"|make |bake |only |just |please )*"
        rf"(?:about )?{_COUNT} (?:[\w-]+ )?{PIECE_NOUNS}\b",
        re.IGNORECASE,
    ),
)

_ALONE = re.compile(
    r"\b(?:just|only) for me\b|\bfor (?:me|one) (?:alone|only)\b|\bI (?:live|eat|cook) alone\b", re.IGNORECASE
)

_GUESTS = re.compile(r"\b(?:host|guests?|party|barbecue|invite|wedding)\b", re.IGNORECASE)

_WHOLE = (
    r"(?:(?:the|this) (?:whole |entire )?(?:amounts?|recipe|quantit(?:y|ies)|batch|portions?|number|lot"
    r"|dish|thing)"
    r"|everything|all of it|of everything|it all|it)\b"
)
_MUCH = r"as (?:much|many)(?: food| of (?:everything|it|them)|(?! \w))"

_FACTOR: Final = (
    (
        re.compile(
            rf"\b(?:twice|double)d? (?:{_WHOLE}|{_MUCH}|amounts?\b|batch|portion|that\b)"
            r"|^\W*(?:double|twice)(?: please)?\W*$",
            re.I,
        ),
        Fraction(2),
    ),
    (
        re.compile(
            rf"\b(?:three times|triple) (?:{_WHOLE}|{_MUCH}|batch|portion|that\b)|^\W*triple(?: please)?\W*$", re.I
        ),
        Fraction(3),
    ),
    (
        re.compile(
            rf"\bhalf (?:of )?(?:{_WHOLE}|{_MUCH}|an? (?:batch|recipe|portion)|batch|portions?|that\b)"
            rf"|\bhalve {_WHOLE}|\bhalve the\b|^\W*(?:halve|half)(?: please)?\W*$",
            re.I,
        ),
        Fraction(1, 2),
    ),
    (re.compile(rf"\b(?:a|one) third (?:of )?{_WHOLE}", re.I), Fraction(1, 3)),
    (re.compile(rf"\b(?:a|one) quarter (?:of )?{_WHOLE}", re.I), Fraction(1, 4)),
    (re.compile(rf"\b(?:one and a half|1[.,]5|1½) times (?:{_WHOLE}|{_MUCH})?", re.I), Fraction(3, 2)),
)

_BARE = re.compile(
    r"\W*(?:(?:x|×|times) ?(\d{1,3}(?:[.,]\d{1,2})?)|(\d{1,3}(?:[.,]\d{1,2})?) ?(?:x|×|times)"
    r"(?: (?:the|this) (?:recipe|amounts?|batch))?)(?: please)?\W*$",
    re.IGNORECASE,
)
"""A factor and nothing else: "x2", "1.5x", "3 times the recipe"."""

_MANY = rf"{_COUNT}(?P<what>(?: [a-z-]+){{0,2}}?)"
_STATED: Final = (
    re.compile(
        rf"\b{_MANY},? (?:instead of|rather than|in place of|not) (?:just |only |for )*(?P<old>{_COUNT[1:-1]})\b"
        r"(?P<after>[ -]?[\w°%]*)",
        re.IGNORECASE,
    ),
)
_FROM_TO: Final = re.compile(
    rf"\bfrom (?P<old>{_COUNT[1:-1]})(?P<what>(?: [a-z-]+){{0,2}}?) (?:up |down )?to {_COUNT}\b"
    r"(?P<after>[ -]?[\w°%]*)",
    re.IGNORECASE,
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

_HELPERS = re.compile(rf"{_COUNT} (?:other |strong )?(?:people|persons?)\b", re.IGNORECASE)
"""A line of the list that names who does the work: not for how many it is."""

_BIG = re.compile(r"\b(?:big|bigger|large|larger|jumbo|giant|extra-large)\b", re.IGNORECASE)

_PIECES_FROM: Final = 3
"""From this pattern of _ASKED on pieces are meant, not people."""

_PIECES = re.compile(rf"\b{_COUNT} (?:[\w-]+ )?{PIECE_NOUNS}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wish:
    """How much more or less is asked for, and by which requirements."""

    factor: Fraction
    serves: tuple[str, ...]
    people: Fraction | None
    base: Fraction | None
    other: Fraction | None = None
    """The number the procedure itself names, where the hint names another one."""


def wished(sheet: Sheet, one: Requirement) -> Wish | None:
    """What a requirement asks, None where it speaks of no number."""
    text = one.text.replace("’", "'")
    for cue, factor in _FACTOR:
        if cue.search(text):
            return Wish(factor, (one.id,), None, None)
    if (bare := _BARE.match(text)) and (times := number(bare[1] or bare[2])):
        return Wish(times, (one.id,), None, None)
    if wish := _stated(sheet, one.id, text):
        return wish
    alone = _ALONE.search(text)
    if alone and "live" in alone[0].casefold() and _GUESTS.search(sheet.goal):
        return None  # who lives alone may well have guests
    people: Fraction | None = Fraction(1) if alone else None
    found = next(((match, n) for n, cue in enumerate(_ASKED) if (match := cue.search(text))), None)
    if people is None and found is not None:
        family = _FAMILY.match(text, found[0].start())
        people = number(found[0][1]) + (number(family[2]) if family else 0)
    if people is None or people == 0:
        return None
    base = base_number(sheet, pieces=found is not None and found[1] >= _PIECES_FROM)
    return Wish(people / base if base else Fraction(1), (one.id,), people, base)


def _stated(sheet: Sheet, id: str, text: str) -> Wish | None:
    """Both numbers from the sentence itself: "for 8 people instead of 4", "from 4 to 6"."""
    found = next((m for cue in (*_STATED, _FROM_TO) if (m := cue.search(text))), None)
    if found is None or _no_portions(f"{found['what']} {found['after']}"):
        return None
    people, base = number(found[1] if found.re is not _FROM_TO else found[3]), number(found["old"])
    if not people or not base:
        return None
    own = base_number(sheet)
    return Wish(people / base, (id,), people, base, own if own != base else None)


def _no_portions(words: str) -> bool:
    """Whether a size, a time or a tool is counted here, and nothing that is served."""
    names = re.findall(r"[\w°%]+", words)
    return any(measure_of(name) not in ("count", "pack", "other") or "%" in name for name in names) or any(
        stem(name) in word_list("tools") or name in ("degrees", "times", "percent") for name in names
    )


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
            if (found := cue.search(line.text)) and not (line.part == "resources" and _HELPERS.match(line.text)):
                return number(found[1])
    return None


def asks_for_big(words: str) -> bool:
    """Whether larger pieces are asked for, and not less of everything."""
    return bool(_BIG.search(words))
