"""Less of something that gives taste: sugar, salt, chilli (data/less.toml), as far as the dish allows.

Or as much of one thing as the person says: half the butter. Every measured amount of it changes by the same factor
in list and steps; where the list measures none, nothing is changed.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from tailor.core.english import singular, singulars
from tailor.core.numerals import has_decimal_comma
from tailor.core.procedure import PARTS, Procedure
from tailor.core.text import one_line
from tailor.rules.amounts import CONSUMED, Amount, amounts, multiplied, noun_at, phrase_at
from tailor.rules.model import Asked, Proposal, rewritten
from tailor.rules.tables import listed, pattern, table

_IN_BRACKETS: Final = re.compile(r"\s*\([^()]*\)")
_WORD: Final = re.compile(r"\b(?!(?:of|the)\b)[^\W\d_]+")
_PLAIN: Final = pattern("exchange", "plain")
_HOW_MUCH: Final = re.compile(
    r"\b(half|halved?)\b|\b(?:third|quarter)s?\b|\d ?%|\b\d+ ?(?:percent|g|grams|cups?)\b", re.IGNORECASE
)
_LITTLE: Final = frozenset(["the", "my", "of", "all", "a", "an"])
_NO_FACTOR: Final = pattern("less", "no_factor")
"""Says how much there is of a thing, or which sort is meant, and not how much is wanted: "1/2 cup of butter"."""


@dataclass(frozen=True, slots=True)
class _Taste:
    """One row of the table."""

    about: re.Pattern[str]
    """What wishes call it."""
    asks: re.Pattern[str]
    """How wishes ask for less of it."""
    food: re.Pattern[str]
    """The food, right after its amount."""
    never: re.Pattern[str]
    """Dishes where it does more than give taste."""
    times: Fraction
    says: str


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Reduce it wherever it is measured, if the wish is for less of it and not for none."""
    thing, words = asked.wish.meant, asked.requirement.words
    if (said := _said(asked)) is not None:
        if must_stay(thing, procedure):
            return None
        places = asked.wish.places
        asks = Proposal(says=_why_not(procedure, asked, said[0]), left=places)
        return _as_said(procedure, asked, *said) or (asks if places else None)
    taste = next((one for one in _tastes() if one.about.search(thing) and one.asks.search(words)), None)
    everything = "\n".join((procedure.goal, *procedure.resources, *procedure.steps))
    if taste is None or taste.never.search(everything):
        return None
    if (named := _HOW_MUCH.search(words)) and not (named[1] and taste.times == Fraction(1, 2)):
        return None  # an amount other than ours is for the person to write
    lines = [text.casefold() for text in procedure.resources if taste.food.search(text)]
    kind = thing.casefold() if len(thing.split()) > 1 else ""
    if any("%" in line for line in lines) or pattern("less", "of_a_part").search(words):
        return None
    if kind and (not any(kind in line for line in lines) or all(kind in line for line in lines)):
        kind = ""
    slash = bool(re.search(r"\d/\d", everything))
    comma = has_decimal_comma((*procedure.resources, *procedure.steps))
    food = re.compile(table("less")["measured"] + re.escape(kind), re.IGNORECASE) if kind else taste.food
    much = (food, taste.times, slash, comma)
    texts = {part: [_lessened(text, *much) for text in procedure.part(part)] for part in PARTS}
    edits = rewritten(procedure, texts, taste.says)
    changed = {edit.step for edit in edits if edit.part == "resources"}
    steps = enumerate(procedure.steps, 1)
    unsure = {step for step, text in steps if _is_unsure(procedure, text, food, comma)}
    left = (
        one
        for one in asked.wish.places
        if (one.step not in changed if one.part == "resources" else one.step in unsure)
    )
    return Proposal(edits=edits, says=taste.says, left=tuple(left), stays=True) if changed else None


def must_stay(thing: str, procedure: Procedure) -> bool:
    """Whether the thing does more for this dish than give taste: the sugar of a jam."""
    return any(one.about.search(thing) and one.never.search(procedure.goal) for one in _tastes())


def _said(asked: Asked) -> tuple[Fraction, str] | None:
    """How much of one thing is wanted, as a factor and in words: half the sugar, twice as many eggs."""
    thing = asked.wish.thing.casefold()
    if asked.wish.polarity != "amount" or not thing or _NO_FACTOR.search(asked.requirement.words):
        return None
    named = {
        word for one in asked.wish.places for name in (one.word, *one.also) for word in name.casefold().split()
    }
    if asked.wish.places and {*map(singular, thing.split())} - {*map(singular, named)} - _LITTLE:
        return None  # "double check the eggs", "double yolk eggs"
    ahead = asked.requirement.words.casefold().rpartition(thing)[0]
    ends = (re.search(f"(?:{one['asks']}){table('less')['then']}$", ahead) for one in table("less")["said"])
    about = re.compile(table("less")["about"])
    found = (
        row
        for row, end in zip(table("less")["said"], ends, strict=True)
        if end and not about.search(ahead[: end.start()])
    )
    return next(((Fraction(row["times"]), row["says"]) for row in found), None)


def _as_said(procedure: Procedure, asked: Asked, times: Fraction, says: str) -> Proposal | None:
    """Multiply the thing wherever it is measured.

    None if its line in the list has no amount, or if a step has an amount without a noun ("the other 50 g") or one
    that may be of another thing. If two lines may be meant, the person is asked.
    """
    comma = has_decimal_comma((*procedure.resources, *procedure.steps))
    slash = bool(re.search(r"\d/\d", "\n".join((*procedure.resources, *procedure.steps))))
    texts = {part: list(procedure.part(part)) for part in PARTS}
    thing = _last(asked.wish.meant)
    own = [one for one in asked.wish.places if thing in map(_last, (one.word, *one.also))]  # honey is no sugar
    lines = {procedure.resources[one.step - 1] for one in own if one.part == "resources"}
    if len(lines) > 1 or (lines and _may_be_made(asked.wish.meant, procedure, lines)):
        says = f"I can't tell which {asked.wish.meant} you mean, so I changed no amounts."
        return Proposal(says=says, left=asked.wish.places)
    if not lines or any(pattern("less", "shares").search(line) for line in lines):
        return None
    listed = {(one.low, one.name) for line in lines for one in amounts(line, comma)}
    known = frozenset(map(singular, _WORD.findall(lines.pop().casefold())))
    for place in own:
        names = "|".join(map(re.escape, (place.word, *place.also, asked.wish.meant)))
        food = re.compile(f"{table('less')['measured']}(?:{names})", re.IGNORECASE)
        old = texts[place.part][place.step - 1]
        new = _lessened(old, food, times, slash, comma, known)
        bare = (one for one in amounts(old, comma) if one.measure in CONSUMED and not noun_at(old, one.end))
        whole = (place.part == "resources") or any((one.low, one.name) in listed for one in amounts(old, comma))
        if (whole and new == old) or any(bare) or _is_unsure(procedure, old, food, comma, known):
            return None
        texts[place.part][place.step - 1] = new
    says = f"{says} the {asked.wish.meant}."
    edits = rewritten(procedure, texts, says)
    left = tuple(one for one in asked.wish.places if one not in own and one.part == "resources")
    changed = any(one.part == "resources" for one in edits)
    return Proposal(edits=edits, says=says, left=left, stays=True) if changed else None


def _may_be_made(thing: str, procedure: Procedure, lines: Collection[str]) -> bool:
    """Whether the thing may be what a step makes and not the bottle on the list: the sauce, not the hot sauce.

    What the list calls just that is meant, unless the steps make one of that name too.
    """
    plain = [_IN_BRACKETS.sub("", line) for line in lines]
    names = (phrase_at(line, max((one.end for one in amounts(line)), default=0)) for line in plain)
    alone = any(singulars(name) == singulars(thing) for name in names)
    makes = re.compile(pattern("less", "makes").pattern.replace("THING", re.escape(thing)), re.IGNORECASE)
    made = any(map(makes.search, (*procedure.steps, *(f"{title}:" for _, title in procedure.sections))))
    mixed = pattern("less", "mixed").fullmatch(_last(thing)) is not None
    return (mixed and not alone) or (made and (mixed or _last(thing) in listed("scaling", "made")))


def _why_not(procedure: Procedure, asked: Asked, times: Fraction) -> str:
    """Why the thing is not multiplied: its line cannot be divided further, or several steps may share it."""
    thing, places = asked.wish.meant, asked.wish.places
    lines = [procedure.resources[one.step - 1] for one in places if one.part == "resources"]
    whole = (one for line in lines for one in amounts(line)[:1])
    fixed = [
        line for line, one in zip(lines, whole, strict=False) if multiplied(line, one, times, False)[2] == one.low
    ]
    if fixed:
        return f"I can't divide “{one_line(fixed[0], 60)}”, so I left it as it is."
    if sum(one.part == "steps" for one in places) > 1:
        return f"I can't tell how the {thing} is divided between the steps, so I changed no amounts."
    return f"I can't work out the new amount of {thing}, so I changed nothing."


def _last(name: str) -> str:
    """The last word, in the singular: the thing itself rather than its variety."""
    return singular(name.casefold().split()[-1])


def is_asked(words: str) -> bool:
    """Whether the words ask for less of a taste, so that it rightly stays in the text."""
    return any(taste.asks.search(words) for taste in _tastes())


def _lessened(
    text: str,
    food: re.Pattern[str],
    times: Fraction,
    slash: bool,
    comma: bool,
    known: frozenset[str] = frozenset(),
) -> str:
    """Multiply amounts of the food; with `known` words, only where its name has no others."""
    joined = -1  # start of an amount that the one before may be added to: 2/3 cup plus 1 tablespoon
    for one in reversed(amounts(text, comma)):
        named = _named(text, one, food, known)
        part = text[one.end : max(joined, one.end)].strip() in ("plus", "and", "+")
        a_thing = one.measure == "count" and text[one.start : one.end].casefold() in ("a", "an")  # "a syrup"
        if (
            not (one.unclear or a_thing)
            and (part or (named and _PLAIN.match(text, named.end())))
            and one.measure in (*CONSUMED, "count")
        ):
            new, stop, _ = multiplied(text, one, times, slash)
            text, joined = text[: one.start] + new + text[stop:], one.start
    return text


def _named(text: str, one: Amount, food: re.Pattern[str], known: frozenset[str]) -> re.Match[str] | None:
    """Match the food after its amount; coconut milk does not match if only "milk" is known."""
    named = food.match(text, one.end)
    other = named and known and not known.issuperset(map(singular, _WORD.findall(named[0].casefold())))
    return None if other else named


def _is_unsure(
    procedure: Procedure, text: str, food: re.Pattern[str], comma: bool, known: frozenset[str] = frozenset()
) -> bool:
    """Whether an amount of the food is followed by words that may make it another thing: 100 g sugar snap peas.

    If the list has such a name too, it is another thing for certain.
    """
    lines = "\n".join(procedure.resources).casefold()
    for one in amounts(text, comma):
        named = _named(text, one, food, known) if one.measure in CONSUMED else None
        if named is not None and not _PLAIN.match(text, named.end()):
            longer = re.compile(r"[\w'’-]+ [\w'’-]+").match(text, named.end() - len(named[0].split()[-1]))
            if longer is None or longer[0].casefold() not in lines:
                return True
    return False


@cache
def _tastes() -> tuple[_Taste, ...]:
    data, found = table("less"), list[_Taste]()
    for row in data["taste"]:
        asks, food = f"{data['little']}[^,.;]*{row['about']}", data["measured"] + row["food"]
        each = (row["about"], asks, food, row["never"])
        about, asking, measured, never = (re.compile(one, re.IGNORECASE) for one in each)
        found.append(_Taste(about, asking, measured, never, Fraction(row["times"]), row["says"]))
    return tuple(found)
