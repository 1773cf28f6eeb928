"""Which amounts of a how-to grow with the number of people: those of things used up, where the text is clear.

Rates, sizes of packs and tins, numbers of tools, times, temperatures and lengths stay.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from tailor.core.english import singular, singulars
from tailor.core.finding.foods import foods_of, is_eaten
from tailor.core.numerals import has_decimal_comma
from tailor.core.procedure import Procedure
from tailor.rules.amounts import (
    CONSUMED,
    CROSSES,
    Amount,
    amounts,
    clause_of,
    head_at,
    is_food,
    measure,
    noun_at,
    phrase_at,
    sized_pack_at,
)
from tailor.rules.servings import bases, said
from tailor.rules.tables import listed, pattern

_COORDINATE: Final = pattern("scaling", "coordinate")
"""What makes a number a name rather than an amount: "repeat steps 7 and", "gas mark"."""
_TWO_PACKS: Final = re.compile(r"(?:2|two)\s?(?:[x×]\s?|\()\d", re.IGNORECASE)
_SIZE_OF_EACH: Final = re.compile(r"\s\([^()]*\d[^()]*\)(?=\s[a-z])", re.IGNORECASE)
Answer: TypeAlias = Literal["grows", "stays", "look", "unsure"]
""" "look": it probably stays, but the person may know better."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the list says about the things that are used up."""

    words: frozenset[str]
    counted: frozenset[str]
    """Nouns that it counts with a bare number: "2 onions"."""
    amounts: frozenset[tuple[Fraction, str]]
    """Numbers with their unit, or with the noun they count."""
    packs: frozenset[str]
    """Words of things that it has two packs of: "2 x 400 g tins tomatoes"."""
    sized: frozenset[str]
    """Numbers of things with the size of each behind them: "2 (6-oz)"."""
    shares: frozenset[tuple[str, Fraction]]
    """The weight of one counted thing, where the list gives that of all together: "24 fingers, about 200 g"."""
    like_tools: frozenset[frozenset[str]]
    """The words of things that it measures or counts with the name of a tool: pasta sheets, rice paper."""
    made: frozenset[tuple[Fraction, str]]
    """Numbers with the noun of what the steps shape that many of, as the yield says: "shape it into 24 balls"."""
    bases: Mapping[Fraction, str]
    """How many the procedure says it is for, and of what."""
    comma: bool
    """Whether decimals are written with a comma."""

    @classmethod
    def of(cls, procedure: Procedure) -> "Known":
        lines = [text for text in procedure.resources if not _is_tool(text)]
        comma = has_decimal_comma((*procedure.resources, *procedure.steps))
        found = [(text, one) for text in lines for one in amounts(text, comma)]
        numbers = [(text, one) for text, one in found if one.measure == "count" and not _lasts(text, one)]
        counted = [(one.low, noun_at(text, one.end)) for text, one in numbers]
        vessels = {
            noun_at(text, one.end) for text, one in numbers if _counts_tools(text, one) and _held(text, one)
        }
        served = {one.low: one.noun for one in bases(procedure) if one.low == one.high}
        steps = [(text, one) for text in procedure.steps for one in amounts(text, comma) if one.low in served]
        made = [(text, one) for text, one in steps if _is_served(text, one) and _is_told(text, one, served)]
        return cls(
            words=singulars(*lines),
            counted=frozenset(noun for _, noun in counted if noun) - vessels,
            amounts=frozenset([*counted, *((one.low, one.name) for _, one in found)]),
            packs=singulars(*filter(_TWO_PACKS.match, lines)),
            sized=frozenset(size for text, one in numbers if (size := _with_size(text, one))),
            shares=frozenset(share for text in lines for share in _shares(text, comma)),
            like_tools=frozenset(
                singulars(phrase_at(text, one.end)) for text, one in found if _is_like_tool(text, one)
            ),
            made=frozenset((one.low, noun) for text, one in made if (noun := noun_at(text, one.end))),
            bases=served,
            comma=comma,
        )


_PARTED: Final = re.compile(
    r"\b(?:cut|divide|split|separate|portion)(?: [\w-]+){0,3}? (?:in|by) (?:about )?$", re.I
)
"""What stands before the number of pieces: "divide the dough by 12"."""


def _is_served(text: str, one: Amount) -> bool:
    """Whether the number says how many are made or laid: "shape it into 4 patties"."""
    return pattern("scaling", "served").search(text[: one.start]) is not None and not _of_each(text, one, "each")


def _shares(text: str, comma: bool) -> Iterator[tuple[str, Fraction]]:
    for many, much in pairwise(amounts(text, comma)):
        each: object = pattern("scaling", "each_after").match(text, much.end)
        each = each or re.search(r"\beach\b|[x×@]", text[many.end : much.start])
        each = each or _with_size(text, many)  # "1 (400 g) tin" gives the size of each
        if many.measure == "count" and much.measure in ("weight", "volume") and not each:
            yield noun_at(text, many.end), much.low / many.low


def _with_size(text: str, one: Amount) -> str:
    """The number with the size in brackets right behind it; "" if there is none."""
    found = _SIZE_OF_EACH.match(text, one.end)
    return text[one.start : found.end()].casefold() if found else ""


def _lasts(text: str, one: Amount) -> bool:
    """Whether the number says how many meals or the like the rest is for: "food for 6 meals"."""
    return text[: one.start].endswith("for ") and noun_at(text, one.end) in listed("scaling", "neutral")


def _counts_tools(text: str, one: Amount) -> bool:
    """Whether the number counts tools: baking sheets, but not lasagne sheets or tea bags."""
    return noun_at(text, one.end) in listed("scaling", "tools") and not _is_used_up(phrase_at(text, one.end))


def _is_like_tool(text: str, one: Amount) -> bool:
    """Whether an amount, in a line that is no tool, is of something with the name of one."""
    return one.measure in (*CONSUMED, "count") and noun_at(text, one.end) in listed("scaling", "tools")


def _is_used_up(things: str) -> bool:
    return bool(foods_of(things)) or pattern("scaling", "used_up").search(things) is not None


def _is_tool(text: str) -> bool:
    """Whether a line of the list names something that is not used up: "2 baking trays", "24 cm pot with a lid"."""
    first = next(iter(amounts(text)), None)
    if first is None or not pattern("scaling", "about").fullmatch(text[: first.start]):
        return noun_at(text, 0) in listed("scaling", "tools")
    last = re.split(r",| with | for |\.", text)[0].casefold().rpartition(" ")[2]
    tool = _counts_tools(text, first) or singular(last) in listed("scaling", "tools")
    tool = tool and not _is_used_up(phrase_at(text, first.end))
    filled = re.search(r"\bof\b", text) is not None  # "1 glass of wine"
    whole = first.measure in ("count", "volume") or first.gap == "-" or first.name == "square"  # a square tin
    whole = whole or (first.measure == "weight" and last in ("tin", "pan"))  # a 2 lb loaf tin
    long = first.measure == "length"
    return (long and singulars(text).isdisjoint(listed("scaling", "by_length"))) or (tool and not filled and whole)


def in_list(text: str, known: Known) -> list[tuple[Amount, Answer]]:
    """Return every amount of a line of the list with whether it grows; tools do if each person has one."""
    found = amounts(text, known.comma)
    if _is_tool(text):
        sized: list[tuple[Amount, Answer]] = [
            (one, "look") for one in found[:1] if one.measure in ("volume", "weight")
        ]
        return sized or [(one, _of_tools(text, one, known)) for one in found[:1] if one.measure == "count"]
    judged = [(one, _listed(text, one, before)) for before, one in zip([None, *found], found, strict=False)]
    return _without_told(text, _alike(text, judged))


def _without_told(text: str, judged: Sequence[tuple[Amount, Answer]]) -> list[tuple[Amount, Answer]]:
    """Leave numbers of people and pieces to `renumbered`: "this makes 4 servings"."""
    told = [(one.start, one.end) for one in said(text)]
    return [(one, "stays" if any(a <= one.start < b for a, b in told) else to) for one, to in judged]


def _alike(text: str, judged: Sequence[tuple[Amount, Answer]]) -> list[tuple[Amount, Answer]]:
    """Give an amount the answer of the one that it restates: "1 jar (1 lb. 3.5 oz./550 g)" stays as a whole."""
    found = list(judged[:1])
    for one, answer in judged[1:]:
        before, to = found[-1]
        found.append((one, to if to != "grows" and joined(text, before, one) else answer))
    return found


def joined(text: str, one: Amount, two: Amount) -> str:
    """How the second amount relates to the first: "sum" if it is added, "same" if it restates it, else ""."""
    if one.measure != two.measure or one.measure not in ("weight", "volume") or one.name == two.name:
        return ""
    between = text[one.end : two.start].strip(" .~)")
    return "sum" if between in ("", "and") else "same" if between in ("(", "/", "or") else ""


def unnumbered(text: str, judged: Sequence[tuple[Amount, Answer]]) -> str:
    """The part of a list line without an amount beside one that grows: the cube of "stock cube + 1 l water"."""
    grown = (one for one, to in judged if to == "grows")
    if not any(one.measure in CONSUMED or is_food(phrase_at(text, one.end)) for one in grown):
        return ""
    ahead = pattern("scaling", "added_to").search(text[: judged[0][0].start])
    behind = pattern("scaling", "added").search(text, judged[-1][0].end)
    things = ahead["thing"] if ahead else behind["thing"] if behind else ""
    return things if singulars(things) - listed("scaling", "unlisted") else ""


def unread(text: str, judged: Sequence[tuple[Amount, Answer]]) -> str:
    """The number at the start of a list line where no amount could be read: "3ish pears", "2 T. salt"."""
    if _is_tool(text):
        sized = pattern("scaling", "many_sized").match(text)
        return sized[0] if sized else ""
    found = pattern("scaling", "numbered").match(text)
    if found and any(one.start < found.end() and not (one.unclear and to == "stays") for one, to in judged):
        return ""
    return " ".join(text[found.start() :].split()[:3]) if found else ""


def unread_in_step(text: str, judged: Sequence[tuple[Amount, Answer]], known: Known) -> Iterator[str]:
    """Yield what a step counts of the list in words that are no amount: "grate the half onion"."""
    read = {at for one, _ in judged for at in range(one.start, one.end)}
    for one in pattern("scaling", "in_words").finditer(text):
        head = head_at(text, one.end()) if one.start() not in read else None
        if head and (one["unit"] is not None or singular(text[slice(*head)].casefold()) in known.words):
            yield text[one.start() : head[1]]


def _of_tools(text: str, one: Amount, known: Known) -> Answer:
    """Judge a number of tools (above two, as many as people: it grows) or people (`renumbered` if known).

    Tools that the yield counts, "fills 4 jars", grow too.
    """
    noun = noun_at(text, one.end)
    if noun and noun == known.bases.get(one.low):
        return "grows"
    if one.low <= 2 or (noun == "person" and one.low in known.bases):
        return "stays"
    return "grows" if known.bases.get(one.low) == "" and _is_told(text, one, known.bases) else "unsure"


def _is_told(text: str, one: Amount, told: Mapping[Fraction, str]) -> bool:
    """Whether the how-to says that it makes so many pieces, or these are bowls, of which each diner gets one.

    Balls that are as many as the diners may be so by chance: the eight of a soup for four that was doubled since.
    """
    return bool(told.get(one.low)) or (
        one.low in told and pattern("scaling", "own").search(phrase_at(text, one.end)) is not None
    )


def _listed(text: str, one: Amount, before: Amount | None) -> Answer:
    ahead, after = text[: one.start], text[one.end :]
    then = next(
        (other.start for other in amounts(text) if other.start > one.start and other.style != "article"), 0
    )
    after = f"{text[one.end : then]}…" if then else after  # "2 tins, 400 g each": "each" belongs to the other
    if one.name in CROSSES:
        return "unsure" if before else "grows"
    if one.name in ("portion", "serving"):
        return "stays" if ahead.strip() else "grows"
    if pattern("scaling", "each_of").match(after):
        return "grows"
    if one.measure == "length" and not (before or ahead.strip()):
        return "look"
    if one.measure not in (*CONSUMED, "count") or pattern("scaling", "each_after").match(after):
        return "stays"
    if pattern("scaling", "bound").search(ahead):
        return "grows"
    mixed = pattern("scaling", "mixed_in").search(ahead) if one.measure in CONSUMED else None
    if mixed and is_food(phrase_at(text, one.end)):  # "1 stock cube in 500 ml water"
        packed = before is not None and before.measure == "pack" and not mixed["how"]
        return "unsure" if packed else "grows"  # "1 tin tuna in 100 ml oil"
    taken = pattern("scaling", "taken").search(ahead)
    # "zest of a lime and juice of half a lemon", "2 lemons, juice of 1"
    single = one.measure == "count" and (one.low < 1 or one.style == "article" or taken)
    if (not single and _is_size(text, one, before)) or (not taken and pattern("scaling", "before").search(ahead)):
        return "stays"
    adds, fed = pattern("scaling", "adds").search(ahead), is_food(phrase_at(text, one.end))
    more = pattern("scaling", "more").search(ahead)
    parted = fed and ahead.rstrip().endswith((",", ";"))  # "1 chicken, an onion", "4 tomatoes; a clove of garlic"
    if parted and one.measure not in ("weight", "volume"):
        return "grows"
    if one.measure != "count":
        if _is_one_whole(phrase_at(text, one.end)):
            return "unsure"
        if before and pattern("scaling", "in_all").match(after):
            return "grows"
        many = before is not None and before.measure in ("count", "pack") and before.name != "stick"
        sized = many and not re.search(r"[(,]\s?(?:about|approx)", ahead) and not (fed and more)
        return "stays" if before and one.gap == "-" else "unsure" if sized or one.gap == "-" else "grows"
    if _counts_tools(text, one):
        return "stays" if not (held := _held(text, one)) else "grows" if is_food(held) else "unsure"
    if _lasts(text, one):
        return "stays"
    noun = noun_at(text, one.end)
    sorts = listed("scaling", "adjectives")
    if before and noun_at(text, amounts(text)[0].end) in sorts:
        return "grows"  # "1 red, 1 green and 1 yellow pepper", not "4 peppers, 2 red and 2 green"
    part = noun.endswith("ed") or noun in sorts  # "2 lemons, 1 sliced and 1 juiced"
    if not ahead.strip() or (adds and one.style != "article" and not part):
        return "grows"
    of_one = before is not None and re.fullmatch(r"(?: [a-z]+)? (?:of|from) ", text[before.end : one.start])
    if adds and not of_one and fed:  # "juice of a lime", not "4 slices of a loaf"
        return "grows"
    return "stays" if one.style == "article" and not more else "unsure"


def _held(text: str, one: Amount) -> str:
    """What the vessels that the amount counts hold, as the text says: the cream of "1 pot of cream"; else ""."""
    head = head_at(text, one.end)
    return phrase_at(text, head[1]) if head and text.startswith(" of ", head[1]) else ""


def _is_one_whole(things: str) -> bool:
    """Whether it is the weight of something whole that nobody halves: 1.8 kg whole chicken."""
    return "whole" in things.split() and not singulars(things).isdisjoint(listed("scaling", "whole"))


def _is_size(text: str, one: Amount, before: Amount | None) -> bool:
    """Whether the amount is the size of each thing that the amount before it counts: 2 (14 oz) cans."""
    if before is None or (before.measure not in ("count", "pack") and before.name not in CROSSES):
        return False
    if before.name == "stick" or noun_at(text, before.end) in listed("scaling", "neutral"):
        return False  # "1 1/2 sticks (3/4 cup) butter" is the same amount; "one side of 9 slices"
    between = text[before.end : one.start]
    weighs = one.measure in ("weight", "volume") and one.style != "article"
    packed: object = before.measure == "pack" and weighs and pattern("scaling", "size_of_pack").match(between)
    packed = packed and not pattern("scaling", "has_thing").match(text, one.end)
    packed = packed or (before.measure == "pack" and before.low == 1 and re.fullmatch(r" [^,()\d]+ \(", between))
    return bool(packed or pattern("scaling", "size").match(between))


_RESTATES: Final = re.compile(r"[,(]\s?(?:about|approx\w*\.?|around|roughly|some|~)\s?$")


def in_steps(text: str, known: Known) -> list[tuple[Amount, Answer]]:
    found = amounts(text, known.comma)
    judged = [
        (one, _in_step(text, one, before, known)) for before, one in zip([None, *found], found, strict=False)
    ]
    judged = _without_told(text, _alike(text, judged))
    if pattern("scaling", "ordinal").search(text):  # "whisk in 2 eggs, then the third": of 4 there is a fourth
        return [(one, "unsure" if one.measure == "count" and to == "grows" else to) for one, to in judged]
    return judged


def _in_step(text: str, one: Amount, before: Amount | None, known: Known) -> Answer:
    noun = noun_at(text, one.end)
    if one.name in ("portion", "serving"):
        return "grows" if one.low in known.bases else "stays" if one.style == "article" else "unsure"
    if pattern("scaling", "sample").match(text[one.end :]):
        return "stays"
    served = one.low in known.bases and _is_served(text, one)
    if served and one.unit and one.name == known.bases[one.low]:
        return "grows"  # cut into 16 squares
    if one.name in CROSSES:
        return "grows" if (one.low, one.name) in known.amounts else "unsure"
    weighed = before is not None and one.measure in ("weight", "volume")
    if weighed and before and (noun_at(text, before.end), one.low / before.low) in known.shares:
        return "grows"  # the weight of all of them together
    bare = one.measure == "count" and not noun
    if bare and before and before.measure in ("weight", "volume") and _RESTATES.search(text[: one.start]):
        return "grows"  # "1 kg of apples, about 6"
    used_up = one.measure == "count" or (one.measure in CONSUMED and one.gap != "-")
    if not used_up or _is_size(text, one, before):
        poured = one.measure in ("volume", "spoon") and one.gap == "-"  # "a 1-cup line", but not "a 2-quart pot"
        return "look" if poured and noun and noun not in listed("scaling", "tools") else "stays"
    if served and (noun or one.measure == "bit"):
        stays = one.style == "article" or one.measure not in ("count", "bit")
        return "stays" if stays else "grows" if _is_told(text, one, known.bases) else "unsure"
    if (rate := _is_rate(text, one, known)) is not False:
        return "stays" if rate else "unsure"
    pack = sized_pack_at(text, one.end) if one.measure == "count" else None
    if pack and not singulars(phrase_at(text, pack[1])).isdisjoint(known.words):
        return "grows"  # "1 (400 g) tin of tomatoes"
    single, eaten = one.low == 1 and one.style != "figure", not known.words and is_eaten(noun)
    if single and one.measure in ("count", "pack", "bit") and noun not in known.words:
        measured = one.measure != "count" and one.name not in listed("scaling", "vague")
        fed = eaten or (measured and is_food(phrase_at(text, one.end)))
        another = noun in listed("scaling", "pieces") or (fed and noun not in listed("scaling", "made"))
        return "look" if another and not pattern("scaling", "likened").search(text[: one.start]) else "stays"
    return _counted(text, one, noun, known) if one.measure == "count" else _measured(text, one, noun, known)


def _counted(text: str, one: Amount, noun: str, known: Known) -> Answer:
    """Judge "2 onions" in a step: the number grows if the list counts them too."""
    ahead, after = text[: one.start], text[one.end :]
    if _COORDINATE.search(ahead):
        return "stays"
    if _with_size(text, one) in known.sized:
        return "grows"
    if pattern("scaling", "more_time").match(after):
        return "stays"
    year = not noun and one.low >= 50
    words = {noun, *singulars(phrase_at(text, one.end))}
    neutral = noun in listed("scaling", "neutral") and words.isdisjoint(known.counted)  # but sponge fingers are
    if year or neutral or (one.low < 1 and after.startswith(" of ")):
        return "stays"
    if pattern("scaling", "before").search(ahead) and (not noun or noun in known.words):
        if re.search(r"\binto (?:about )?$", ahead) or (one.low in known.bases and _PARTED.search(ahead)):
            return "unsure"
        listed_so = noun in known.counted or (one.low, noun) in known.amounts
        laid = one.style != "article" and listed_so and re.search(r"\bon $", ahead)  # "butter on 9 slices"
        return "look" if laid else "stays"
    held = singulars(_held(text, one)) if _counts_tools(text, one) else frozenset[str]()
    if held and held <= known.words - listed("scaling", "unlisted"):  # "1 pot of cream"
        return "grows" if one.style != "article" or (one.low, noun) in known.amounts else "stays"
    if _counts_tools(text, one) and not _is_listed_by_it(text, one, noun, known):
        shared = one.low == 2 and known.bases.get(one.low) != "" and _is_served(text, one)
        return "look" if shared else _of_tools(text, one, known)  # "among 2 plates"
    if one.style == "article" and measure(noun) in ("volume", "spoon"):
        return "unsure" if (one.low, noun) in known.amounts else "stays"  # "a measuring cup"
    if one.style == "article":
        return "grows" if (one.low, noun) in known.amounts else "stays" if noun not in known.counted else "unsure"
    fed = not known.words and is_food(phrase_at(text, one.end))
    listed_so = fed or noun in known.counted or (one.low, noun) in known.made
    clear = listed_so and not re.match(r" of (?:the|these|them|it)\b", after)
    return "grows" if clear and not pattern("scaling", "shaped").search(ahead) else "unsure"


def _is_listed_by_it(text: str, one: Amount, noun: str, known: Known) -> bool:
    """Whether the list counts food by this word: the "4 more sheets" of "12 lasagne sheets"."""
    alone = singulars(phrase_at(text, one.end)) == {noun}
    return alone and noun in known.counted and not pattern("scaling", "baked_on").search(text[: one.start])


def _is_a_listed(words: Set[str], known: Known) -> bool:
    """Whether the words name a thing of the list, or part of it, that sounds like a tool."""
    return any(words <= thing or words >= thing for thing in known.like_tools)


def _measured(text: str, one: Amount, noun: str, known: Known) -> Answer:
    """Judge "200 g of flour" in a step: it grows if the list has the thing; spoonfuls of batter are portions."""
    if one.measure in ("pack", "bit") and one.name == known.bases.get(one.low):
        return "grows"  # "pour into 4 jars", which it fills
    said, words = (one.low, one.name) in known.amounts, singulars(phrase_at(text, one.end))
    ahead, made = text[: one.start], listed("scaling", "made")
    tool = noun in listed("scaling", "tools") and not _is_a_listed(words, known)
    holds = tool and one.measure in ("weight", "volume")
    if holds and not re.search(r"\bof\b", phrase_at(text, one.end)):
        return "stays"  # a 2 lb loaf tin
    if tool and one.measure == "bit":
        return "stays"  # 2 sheets of paper
    if one.name == "sheet" and not words and pattern("scaling", "baked_on").search(ahead):
        return "look"  # the list has lasagne sheets, but things are baked on 2 sheets
    single = one.low == 1 and one.name in ("slice", "piece", "sheet")
    if not said and (single or pattern("scaling", "portioned").search(ahead)):
        return "unsure"
    if (said or len(words) > 1) and words and words <= known.words:
        return "grows"  # "1 cup broth", where the list has "1 cup chicken broth"
    words |= {one.name} if one.measure == "bit" else set()
    if words & listed("scaling", "unlisted") or (not known.words and noun and noun not in made):
        return "grows"
    if not words & made and (said or words & known.words):
        return "grows"
    portion = pattern("scaling", "portion")
    if noun not in made or not portion.search(ahead):
        return "unsure"
    return "stays" if portion.search(text, clause_of(text, one)[0], one.start) else "look"


def _is_rate(text: str, one: Amount, known: Known) -> bool | None:
    """Whether it is so much of each: "1 tablespoon per 250 ml", "2 at a time"; not in "8 buns and fill each".

    Only the amount beside such a word is: in "2 litres of water with 10 g of salt per litre" the litres grow. None
    where nobody can tell.
    """
    start, stop = clause_of(text, one)
    if pattern("scaling", "all_with").search(text, start, one.start):
        return True if one.style == "article" else None  # "give everybody 2 potatoes"
    each = one.style == "article" and (
        re.search(r"\b(?:each|every) [a-z]", text[one.end : stop])
        or pattern("scaling", "for_all").match(text, one.end)
    )
    if each or pattern("scaling", "at_a_time").match(text, one.end):
        return True  # "a teaspoon of filling in the middle of each wrapper"
    if pattern("scaling", "each_of").match(text, one.end):
        return False
    if one.measure == "count":
        after = pattern("scaling", "per_after").match(text[one.end : stop])
        if not (after or _of_each(text, one) or _is_so_many_each(text, one, known)):
            return False
        return None if (one.low, noun_at(text, one.end)) in known.amounts else True  # "wrap 8 buns each in foil"
    if not (word := pattern("scaling", "rate").search(text[start:stop])):
        return False
    first, last = start + word.start(), start + word.end()
    others = [other for other in amounts(text) if start <= other.start < stop and other != one]
    if first < one.start:
        return not text[last : one.start].strip() or all(other.start > first for other in others if other.unit)
    then = next((other.start for other in others if one.end <= other.start < first), 0)
    if then:
        return None if re.search(r"(?:\band|\bplus|,)\s$", text[one.end : then]) else False
    all_of_it = one.measure not in ("weight", "volume") and (one.low, one.name) in known.amounts
    return None if all_of_it or pattern("scaling", "goes_on").search(text, one.end, first) else True


def _is_so_many_each(text: str, one: Amount, known: Known) -> bool:
    """Whether "each" stands right behind the things counted, or behind others joined to them.

    Both numbers of "4 geraniums and 2 lobelia each", but not the 8 of "8 buns and fill each" and "8 buns, 2
    sausages each".
    """
    end, joint = _end_of_things(text, one), ""
    for more in (other for other in amounts(text, known.comma) if other.start > one.start):
        if pattern("scaling", "behind_things").match(text, end):
            break
        joint = text[end : more.start]
        if more.measure not in (*CONSUMED, "count") or not pattern("scaling", "and_more").fullmatch(joint):
            return False
        end = _end_of_things(text, more)
    return joint != ", " and pattern("scaling", "behind_things").match(text, end) is not None


def _end_of_things(text: str, one: Amount) -> int:
    head = head_at(text, one.end)
    return head[1] if head else one.end


def _of_each(text: str, one: Amount, name: str = "rate") -> bool:
    """Whether a word before the amount makes it one per thing: the 2 in "each of the 8 buns with 2"."""
    start, _ = clause_of(text, one)
    ahead = text[start : one.start]
    word = pattern("scaling", name).search(ahead)
    return word is not None and not pattern("scaling", "of_all").match(ahead, word.start())
