"""What each requirement wishes, including numbers, and the order in which the wishes are served.

`find` reads wishes about things. Wishes that only the whole wording reveals ("halve the recipe", "we are three",
"30 cm instead of 25", "in inches") are read here, and replace what those words meant as things.

Words around a wish change its meaning, or leave it to the person: "nobody is vegan", "no butter in the filling",
"no eggs, but I have bananas", "no cold milk".
"""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tailor.core.english import CARDINALS, singular, singulars
from tailor.core.finding import Findings, Found, Polarity, Wish, cues, find
from tailor.core.finding.cues import listed as stop_words
from tailor.core.finding.foods import is_eaten, is_food
from tailor.core.guard.constraints import constraints_in
from tailor.core.guard.vocabulary import stems
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement, parse_hint
from tailor.rules.amounts import amounts, is_recipe
from tailor.rules.checks import BANS, head
from tailor.rules.model import Proposal
from tailor.rules.servings import Wanted, of_an_eater, says_as_written, wanted
from tailor.rules.tables import listed, pattern

_FIRST: Final[tuple[Polarity, ...]] = ("amount", "missing", "without", "instead", "only", "allergy-or-health")
"""Amounts come before the things they are amounts of."""
LAST: Final[tuple[Polarity, ...]] = ("time", "unit", "skill")

_TITLE: Final = 200
"""Characters of a title that are read to see whom it is for."""


def findings(procedure: Procedure, read: Sequence[Requirement]) -> Findings:
    """Find what each requirement wishes, even if only its whole wording tells: "halve the recipe"."""
    found = find(procedure, read)
    each = tuple(_numbered(procedure, one, of) for one, of in zip(read, found.each, strict=True))
    return replace(found, each=each)


def _numbered(procedure: Procedure, requirement: Requirement, found: Found) -> Found:
    if pattern("sentences", "step_out").fullmatch(requirement.words):  # "leave out step 3" is about no leaves
        return Found(found.requirement, (), not_understood=(*found.used, *found.not_understood))
    found = _with_units(requirement, found)
    asked = wanted(requirement.text, procedure)
    if asked is not None:
        return _with_amount(procedure, requirement, found, asked)
    if of_an_eater(requirement.text):  # "no chives for one"
        wishes = tuple(one for one in found.wishes if not one.of_all)
        return replace(found, wishes=wishes, not_understood=(*found.not_understood, "one"))
    told = tuple(re.findall(r"[\w'’]+", requirement.words))  # "just me and my gf" names no amount
    wishes = tuple(replace(one, words=told) if one.of_all and not one.words else one for one in found.wishes)
    return replace(found, wishes=wishes)


def _with_units(requirement: Requirement, found: Found) -> Found:
    """Drop units that only say what there is; of "in inches, not cm", keep the one wished."""
    unit = [one.thing.casefold() for one in found.wishes if one.polarity == "unit"]
    wishes = tuple(one for one in found.wishes if one.polarity != "unit" or not _is_said(requirement, one, unit))
    if any(one.polarity == "unit" for one in wishes):
        units = {" ".join(words) for words in cues.units()}
        wishes = tuple(one for one in wishes if one.polarity == "unit" or one.thing.casefold() not in units)
    if not wishes:
        found = replace(found, not_understood=(*found.not_understood, *(one.thing for one in found.wishes)))
    return replace(found, wishes=wishes)


def _with_amount(procedure: Procedure, requirement: Requirement, found: Found, asked: Wanted) -> Found:
    """Add the wish for another amount of everything, and take its words away from the other wishes."""
    if asked.but:  # "double it but only 3 eggs"
        others = tuple(one for one in found.wishes if asked.own and one.thing and one.polarity not in BANS)
        told = tuple(re.findall(r"[\w'’]+", requirement.words))
        return replace(found, wishes=(*others, Wish("amount", "", words=told, known=True)), not_understood=())
    amount = tuple(one for one in found.wishes if one.of_all)
    told, words = tuple(asked.words.split()), {*asked.words.split()}
    stated = any(one.state and one.places and _is_within(one.thing, words) for one in found.wishes)
    if stated and not is_recipe(procedure):
        return found  # "on my own", where two people are needed
    of_one = any(one.polarity == "amount" and one.thing and words & {*one.words} for one in found.wishes)
    bare = len(told) <= 1 and not amount and not re.search(r"\d", asked.words)
    if asked.factor and (of_one or bare):
        return found  # "a lot of sugar, can i halve it"
    if amount and asked.few:  # "10 people instead of 30"
        amount = (replace(amount[0], words=told),)
    left = tuple(word for word in found.not_understood if word.casefold() not in words)
    within = words if procedure.resources else set[str]()  # in a plan, the steps that say how many are shown
    people = bool(asked.number) and not asked.noun
    others = tuple(
        one
        for one in found.wishes
        if not one.of_all and (_is_of_eaters(one, people) or not _is_within(one.thing, within))
    )
    # How many it is for touches no step: "2 adults and 2 kids" are not about a plate.
    sure = [replace(one, loose=False, places=()) if one.loose and procedure.resources else one for one in amount]
    named = [one if one.words else replace(one, words=told) for one in sure or [Wish("amount", "", known=True)]]
    return replace(found, wishes=(*others, *named), not_understood=left)


def _is_of_eaters(wish: Wish, people: bool) -> bool:
    """Whether it matters who eats, besides how many: "me and my vegan sister", "3 adults and a toddler".

    Among the words for `people` a food is what they eat or not: "my two egg hating girls".
    """
    health = wish.polarity == "allergy-or-health" or (people and is_eaten(wish.thing))
    return (health and bool(wish.places)) or (people and bool(constraints_in(wish.thing)))


def _is_within(thing: str, words: set[str]) -> bool:
    return bool(thing) and words.issuperset(thing.casefold().split())


def _is_said(requirement: Requirement, wish: Wish, units: Sequence[str]) -> bool:
    """Whether the unit is what there is: "cups to ml", "gas mark in c", "three square metres"."""
    words, unit = requirement.words.casefold(), re.escape(wish.thing.casefold())
    counted = rf"\b(?:\d+|{'|'.join(CARDINALS)}|half an?)[ -](?:(?!in\b)\w+ )?{unit}\b"
    into = rf"\b{unit} (?:\d+ )?(?:to\b|in (?:{'|'.join(map(re.escape, units))})\b)"
    return bool(re.search(into, words) or re.search(counted, words))


def in_order(read: Sequence[Requirement], found: Sequence[Found]) -> list[tuple[Requirement, Wish]]:
    """Return each wish with its requirement, in the order in which they are served."""
    pairs = [(one, wish) for one, of in zip(read, found, strict=True) for wish in of.wishes]
    return sorted(pairs, key=lambda pair: _rank(pair[1].polarity))


def _rank(polarity: Polarity) -> int:
    order = (*_FIRST, "other", *LAST)
    return order.index(polarity)


def as_meant(requirement: Requirement, goal: str, there: frozenset[str]) -> Requirement:
    """Rewrite it as meant: "veg paella" has no meat, and a swap takes out whichever of the two is there."""
    requirement = replace(requirement, text=_veggie(requirement.text, goal))
    requirement = replace(requirement, text=pattern("context", "as_much").sub("", requirement.text))
    text = requirement.text.strip(" .!")
    if (out := pattern("context", "left_out").fullmatch(text)) and (
        is_eaten(out[3]) or there.issuperset(stems(out[3]))
    ):
        return replace(requirement, text=f"{out[1]}leave out {out[2]}{out[3]}{out[4]}")
    fine = pattern("context", "no_trouble").fullmatch(text)
    if fine and is_eaten(fine[1]) and not is_food(fine[1]):  # `plain_words` reads what may be an allergy
        return replace(requirement, text=f"{fine[1]} is fine")
    arrow = pattern("context", "arrow").fullmatch(requirement.text.strip())
    if arrow is not None and ((is_eaten(arrow[1]) and is_eaten(arrow[2])) or there.issuperset(stems(arrow[1]))):
        requirement = replace(requirement, text=f"swap {arrow[1]} for {arrow[2]}")
    found = pattern("context", "swap").fullmatch(requirement.text.strip())
    if found is None or there.issuperset(stems(found[2])) or not there.issuperset(stems(found[3])):
        return requirement
    return replace(requirement, text=f"{found[1]} {found[3]} for {found[2]}")


def _veggie(text: str, goal: str) -> str:
    if "veg" not in text:
        return text
    dish = re.findall(r"[a-z]{4,}", goal.casefold()) if "veg" not in goal.casefold() else ()
    made = "|".join(["version", "option", "alternative", *sorted({*dish} - stop_words("stop"))])
    more = r"(?<!more )(?<!extra )(?<!some )(?<!add )"  # those mean vegetables
    veg = rf"{more}\bveg(?= (?:{made})\b)|(?:(?<=\bmake it )|(?<=\bdo it ))veg\b(?!-| [a-z]+y\b)"
    return re.sub(veg, "veggie", text)


def measured_otherwise(requirement: Requirement, base: Procedure) -> Requirement:
    """Turn a lack of scales or cups into a wish for amounts without them, if the list has such amounts."""
    words = requirement.text.strip(" .!").casefold()
    if re.search(r"\b(?:scales?|weigh\w*)\b", "\n".join((*base.resources, *base.steps)), re.IGNORECASE):
        return requirement  # those places are shown instead
    units = {one.name for text in base.resources for one in amounts(text)}
    if pattern("context", "no_scales").fullmatch(words) and units & {"g", "kg", "oz", "ounce", "lb", "pound"}:
        return replace(requirement, text="in cups")
    if pattern("context", "no_cups").fullmatch(words) and "cup" in units:
        return replace(requirement, text="in grams")
    return requirement


def of_the_dish(requirement: Requirement, base: Procedure) -> Requirement:
    """Replace the title's name for the dish with "it": "half the cake", for "Gran's plum cake"."""
    found = pattern("context", "part_of_it").search(requirement.text)
    things = {head(text) for text in base.resources}  # half the rice is half of that, half the risotto half of all
    if found is None or singular(found["noun"].casefold()) not in singulars(base.goal) - things:
        return requirement
    text = requirement.text
    return replace(requirement, text=f"{text[: found.start('it')]} it{text[found.end('it') :]}")


def with_what_it_makes(read: Sequence[Requirement], base: Procedure) -> list[Requirement]:
    """Join a statement of how many it serves as written with the wish for a number next to it."""
    told = list(read)
    for at, (one, two) in enumerate(pairwise(read)):
        both = f"{one.text}, {two.text}"
        if says_as_written(one.text) or says_as_written(two.text):
            wish = wanted(both, base)
            if (
                wish
                and wish.few
                and not any(alone and alone.few for alone in (wanted(one.text), wanted(two.text)))
            ):
                told[at], told[at + 1] = replace(one, text=both), replace(two, text=both)
    return told


def with_what_stays(read: Sequence[Requirement], base: Procedure) -> list[Requirement]:
    """Join what is to stay with the wish for other amounts: "keep the salt. For 8"."""
    alone = [wanted(one.text, base) for one in read]
    for to, (two, now) in enumerate(zip(read, alone, strict=True)):
        text, of = two.text.rstrip(" .!"), {to}
        for at, one in enumerate(read) if now else ():
            wish = wanted(f"{text}, {one.text}", base) if alone[at] is None else None
            more = now and wish and len(wish.but) > len(now.but)
            if now and wish and more and (wish.number, wish.factor) == (now.number, now.factor):
                text, of, now = f"{text}, {one.text.rstrip(' .!')}", of | {at}, wish
        if len(of) > 1:
            return [replace(one, text=text) if at in of else one for at, one in enumerate(read)]
    return list(read)


def with_stand_ins(read: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """Turn something refused, with what it or one soon after it says to use instead, into one exchange.

    "I hate coriander, use parsley" puts parsley in for coriander, and is no wish to leave it out.
    """
    told = list(read)
    for at, one in enumerate(read):
        refused, _, rest = _plain(one).rpartition(", ")
        new = pattern("context", "use").fullmatch(rest)
        if new is None:
            continue
        # Another, such as "i hate it", may come in between.
        behind = (at,) if refused else range(at - 1, max(at - 3, -1), -1)
        some = ((here, pattern("context", "refused").fullmatch(refused or _plain(read[here]))) for here in behind)
        where, old = next(((here, found) for here, found in some if found), (at, None))
        thing = (old["hated"] or old["bad"]) if old else ""
        if thing and is_eaten(new["new"]) == is_eaten(thing):
            for here in {where, at}:
                told[here] = replace(read[here], text=f"no {thing}, use {new['new']}")
    return tuple(told)


def _plain(requirement: Requirement) -> str:
    """Its words in lower case, without apostrophes and final punctuation."""
    return re.sub(r"[’']", "", requirement.words.casefold()).strip(" .!")


def what_is_there(
    procedure: Procedure, read: Sequence[Requirement], found: Sequence[Found]
) -> Mapping[str, Set[str]]:
    """Unused words of a requirement, or of the next one, for what is there: "no eggs, but I have oil"."""
    each, here = list[set[str]](), frozenset(stems(procedure.goal))
    for one, of in zip(read, found, strict=True):
        text = re.sub(r"[’']", "", one.text.casefold())
        idle = {word.casefold() for word in of.not_understood}
        other = (wish.thing.casefold() for wish in of.wishes if wish.polarity == "other")
        idle |= {word for thing in other for word in thing.split() if is_eaten(word)}
        rather = idle & {*pattern("context", "rather").findall(text)}  # "water, not milk"
        named = (word for word in re.finditer(r"\w+", text) if word[0] in idle)
        said = {word[0] for word in named if _is_there(text[: word.start()], word[0])}
        each.append(rather | {word for word in said if here.isdisjoint(stems(word))})
    behind = [*each, set[str]()][1:]
    return {one.id: own | more for one, own, more in zip(read, each, behind, strict=True)}


def may_name_another(requirement: Requirement, found: Found) -> bool:
    """Whether the second thing, absent from the text, may be the substitute: "no butter, olive oil"."""
    lacking = [wish for wish in found.wishes if wish.polarity in ("missing", "without") and not wish.state]
    some, none = (any(bool(wish.places) == seen for wish in lacking) for seen in (True, False))
    return some and none and pattern("context", "bare_list").fullmatch(requirement.words.casefold()) is not None


def _is_there(ahead: str, word: str) -> bool:
    """Whether the words before it say that the person has it; without a "but", only food counts."""
    return bool(
        pattern("context", "but").search(ahead) or (is_eaten(word) and pattern("context", "there").search(ahead))
    )


def takes_what_is_there(wish: Wish, proposal: Proposal, there: Set[str]) -> bool:
    """Whether the proposal uses what the person has in place of what is missing."""
    if wish.polarity not in BANS or wish.wanted or wish.state or not proposal.edits:
        return True
    return all(any(_names(edit.text, food) for edit in proposal.edits) for food in there)


def is_only_shown(base: Procedure, requirement: Requirement, wish: Wish) -> bool:
    """Whether the words around a wish change its meaning, so that it is only shown: "nobody is vegan", "by half".

    So is everything where exact amounts matter: with another oil, the lye of a soap burns the skin.
    """
    if not wish.of_all and pattern("context", "weighed").search("\n".join((*base.resources, *base.steps))):
        return True
    if wish.polarity not in BANS:
        return False
    words = re.sub(r"[’']", "", requirement.words.casefold())
    part = pattern("context", "part").search(words)  # "no butter in the filling"
    of_a_part = part is not None and (part[1] or part[2]) not in base.goal.casefold()
    less = wish.polarity != "allergy-or-health" and pattern("context", "less").search(words)
    ahead, but, _ = words.partition(" but not ")  # "make 24 but not the butter"
    scaled = bool(but) and (wanted(words, base) or wanted(ahead, base)) is not None
    denied = not wish.wanted and pattern("context", "shown").search(words)
    return bool(of_a_part or less or scaled or denied or _is_another_sort(wish))


def _is_another_sort(wish: Wish) -> bool:
    """Whether only the thing was found but not the kind of it that is missing: the milk of "no cold milk"."""
    sort, *rest = wish.thing.casefold().split() or ("",)
    there = stems(" ".join(word for place in wish.places for word in (place.word, *place.also)))
    lacks = wish.polarity in ("missing", "without") and not wish.wanted
    return (
        lacks
        and bool(rest)
        and bool(there)
        and sort in listed("context", "states")
        and not {*stems(sort)} & {*there}
    )


def takes_what_stays(now: Procedure, proposal: Proposal, read: Sequence[Requirement]) -> bool:
    """Whether it removes what the person said may stay: "dairy free, but the butter can stay"."""
    said = (found for one in read for found in pattern("context", "stays").finditer(one.words.casefold()))
    kept = [next(filter(None, found.groups())) for found in said]
    changes = [(now.part(edit.part)[edit.step - 1], edit.text) for edit in proposal.edits]
    return any(_names(old, word) and not _names(new, word) for old, new in changes for word in kept)


def _names(text: str, thing: str) -> bool:
    """Whether the text has the word, in singular or plural; "boiled" does not have "oil"."""
    return singular(thing) in singulars(text)


def harms_whom(goal: str, wish: Wish) -> bool:
    """Whether the substitute, unlike what it replaces, is bad for those the title names: honey for a baby."""
    if not wish.wanted or not goal:
        return False
    title = goal[:_TITLE]
    whom = parse_hint(f"{title}, for my pet" if "pets" in constraints_in(title) else title)
    new, old = (find(Procedure("", (thing,)), whom).each for thing in (wish.wanted, wish.meant))
    return _is_bad(new) and not _is_bad(old)


def _is_bad(found: Sequence[Found]) -> bool:
    return any(wish.health and wish.places and not wish.loose for one in found for wish in one.wishes)
