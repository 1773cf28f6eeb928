"""Another food in the place of one that is missing or must not be eaten, where it does the same job there.

A food is exchanged everywhere or not at all: in title, list and every step. Where one mention of it is anything
but the plain thing ("crack the eggs", "butter beans", "milk chocolate") nothing is changed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final

from tailor.core.edits import Replace
from tailor.core.english import singular
from tailor.core.finding import Wish, find
from tailor.core.guard import constraints_in, scan
from tailor.core.guard.vocabulary import group
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.requirements import Requirement
from tailor.rules.amounts import amounts, head_at, plural
from tailor.rules.model import Asked, Header, Proposal
from tailor.rules.tables import pattern, table

_ASKS: Final = ("missing", "without", "allergy-or-health", "instead")
_OTHER: Final = pattern("exchange", "other")
"""What before its name makes it another food."""
_PLAIN: Final = pattern("exchange", "plain")
"""What may follow a plain name; after anything else it is a part of a longer one."""
_BARE: Final = pattern("exchange", "bare")
"""What may stand before a plain name; after another word it may be a sort of its own ("cottage cheese")."""
_COUNTED: Final = pattern("exchange", "counted")


@dataclass(frozen=True)
class Food:
    """One row of data/foods.toml."""

    names: Sequence[str]
    to: Sequence[str]
    why: str = ""
    source: str = ""
    never: str = ""
    only: Sequence[str] = ()
    count: bool = False
    verb: Sequence[str] = ()
    tool: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        names = "|".join(sorted(map(re.escape, self.names), key=len, reverse=True))
        return re.compile(rf"(?<![\w-])(?:{names})(?P<many>e?s)?(?![\w-]|['’]s)", re.IGNORECASE)

    def used(self, text: str) -> bool:
        """Whether a line of the list, or an amount in a step, is of this food."""
        found = [(one.start(), one.end()) for one in self.pattern.finditer(text)]
        ends = (head_at(text, at) for at in (0, *(one.end for one in amounts(text))))
        return any(start < head[1] <= stop for head in ends if head for start, stop in found)


@cache
def foods() -> tuple[tuple[Food, ...], tuple[tuple[str, ...], ...]]:
    """The rows of the table, and the sorts within which anything stands for anything."""
    rows = [Food(**row) for name, row in table("foods").items() if name != "sorts"]
    tools = [Food(**row, tool=True) for row in table("tools").values()]
    return (*rows, *tools), tuple(map(tuple, table("foods")["sorts"].values()))


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Every food that the wish speaks against and that has a like one, each in all its places.

    A food stays where a step of it would still speak against the wish: the step is then the person's as a whole.
    """
    wish = asked.wish
    swapped = wish.wanted and "instead" in asked.requirement.words.casefold()  # "almond milk instead"
    if not (wish.polarity in _ASKS or swapped) or not wish.thing or not wish.places or wish.in_goal:
        return None
    unwanted = [id for id in constraints_in(asked.requirement.words) if group(id) != "equipment"]
    foods = list(_against(wish, unwanted))
    while foods:
        done = _all_exchanged(procedure, foods, asked, unwanted)
        left = _still_against([done.now.part(part)[step - 1] for part, step in done.why], asked.requirement)
        spoilt = {food for spot, dirty in zip(done.why, left, strict=True) if dirty for food in done.why[spot]}
        if not spoilt or foods[0].tool or wish.wanted:  # the work that was done with a tool stays
            return replace(_proposal(procedure, done), stays=foods[0].tool) if done.says else None
        foods = [food for food in foods if id(food) not in spoilt]
    return None


@dataclass(frozen=True)
class _Done:
    """The procedure with some foods exchanged."""

    now: Procedure
    says: Sequence[str]
    why: Mapping[tuple[Part, int], Mapping[int, str]]
    """For each step that changed the foods (by identity) and the reason of each."""


def _all_exchanged(procedure: Procedure, foods: Sequence[Food], asked: Asked, unwanted: Sequence[str]) -> _Done:
    now, says, why = procedure, list[str](), dict[tuple[Part, int], dict[int, str]]()
    for food in foods:
        fitting = (to for to in food.to if _fits(food, to, asked, unwanted))
        to, after = next(((to, made) for to in fitting if (made := exchanged(now, food, to))), ("", None))
        if after is None:
            continue
        found = food.pattern.search("\n".join((*now.resources, *now.steps)))
        old, new = found[0].casefold() if found else food.names[0], f"a {to}" if food.tool else to
        says.append(f"Replaced the {old} with {new}. {food.why}".strip())
        for spot in _changed(now, after):
            why.setdefault(spot, {})[id(food)] = food.why or f"{to} instead."
        now = after
    return _Done(now, says, why)


def _proposal(procedure: Procedure, done: _Done) -> Proposal:
    edits = tuple(
        Replace(part=part, step=step, text=done.now.part(part)[step - 1], reason=" ".join(said.values()))
        for (part, step), said in done.why.items()
    )
    header = Header(goal=done.now.goal) if done.now.goal != procedure.goal else None
    return Proposal(edits=edits, says=" ".join(done.says), header=header)


def _still_against(texts: Sequence[str], requirement: Requirement) -> list[bool]:
    """For each text whether the requirement still touches it."""
    [found] = find(Procedure(goal="", steps=tuple(texts)), (requirement,)).each
    touched = {place.step for wish in found.wishes for place in wish.places}
    return [step in touched for step in range(1, len(texts) + 1)]


def _against(wish: Wish, unwanted: Sequence[str]) -> Iterator[Food]:
    """The rows that what was found in the text belongs to; of "X instead of Y" only one that says so."""
    thing = wish.corrected or wish.thing
    if wish.wanted:
        yield from _named_by_the_person(wish)
        return
    if any(food.tool and food.pattern.fullmatch(thing) for food in foods()[0]):
        yield from (food for food in foods()[0] if food.tool and food.pattern.fullmatch(thing))
        return
    words = {word.casefold() for place in wish.places for word in (place.word, *place.also)}
    eaten = unwanted or any(food.pattern.fullmatch(thing) for food in foods()[0])
    for food in foods()[0]:
        if eaten and not food.tool and any(food.pattern.fullmatch(word) for word in words):
            yield food


def _named_by_the_person(wish: Wish) -> Iterator[Food]:
    """What stands in the text, if all of it is of the sort of what is wanted: ground beef, and turkey mince."""
    words = {word.casefold() for place in wish.places for word in (place.word, *place.also)}
    for sort in foods()[1]:
        rows = [food for food in foods()[0] if not words.isdisjoint(food.names)]
        own, never = (
            [name for food in rows for name in food.names],
            "|".join(food.never for food in rows if food.never),
        )
        alike = {_folded(one) for one in (*sort, *(own if not set(own).isdisjoint(sort) else ()))}
        if _folded(wish.wanted) in alike and words and alike.issuperset(map(_folded, words)):
            yield Food((*own, *words, *map(singular, words)), (wish.wanted.casefold(),), never=never)


def _folded(name: str) -> str:
    return " ".join(map(singular, name.casefold().split()))


def _fits(food: Food, to: str, asked: Asked, unwanted: Sequence[str]) -> bool:
    """Whether nothing in the new food speaks against the wish."""
    met = {id for id in unwanted if any(scan(food.names[0], [id]))}
    if food.only and unwanted and not (met <= set(food.only) and set(unwanted) & set(food.only)):
        return False
    return food.tool or bool(asked.wish.wanted) or not any(_still_against([to], asked.requirement))


def exchanged(procedure: Procedure, food: Food, to: str) -> Procedure | None:
    """The procedure with one food exchanged everywhere; None if it cannot be everywhere."""
    everything = " \n".join((procedure.goal, *procedure.resources, *procedure.steps))
    if food.never and re.search(food.never, everything, re.IGNORECASE):
        return None
    used = procedure.resources or procedure.steps
    try:
        resources = tuple(_text(text, food, to) for text in procedure.resources)
        steps = tuple(_text(text, food, to) for text in procedure.steps)
        goal = _text(procedure.goal, food, to)
    except _Unsure:
        return None
    if goal != procedure.goal and to.split()[-1] not in procedure.goal.casefold():
        return None  # it is what is made here
    if (resources, steps) == (procedure.resources, procedure.steps):
        return None
    if not food.tool and (not any(map(food.used, used)) or (resources or steps) == used):
        return None
    return replace(procedure, goal=goal, resources=resources, steps=steps)


class _Unsure(Exception):
    """A mention that is not the plain thing."""


def _text(text: str, food: Food, to: str) -> str:
    """The text with every mention exchanged."""
    out, last = "", 0
    for found in food.pattern.finditer(text):
        before, after = text[: found.start()], text[found.end() :]
        if _OTHER.search(before) or _is_longer(text, found, food):
            continue
        if not _BARE.search(before):
            raise _Unsure
        if food.verb and found[0].casefold() == food.verb[0] and _is_verb(before, after):
            new = food.verb[1]
            if not new:
                raise _Unsure
        elif not _PLAIN.match(after):
            raise _Unsure
        else:
            new, before = _named(found, food, to, before)
        opens = found[0][0].isupper() and re.search(r"(?:^|[.!?:])\s*$", before)
        out += before[last:] + (new[0].upper() + new[1:] if opens else new)
        last = found.end()
    done = out + text[last:]
    return re.sub(rf"\b({re.escape(to)})(?:,| or| and|, and|, or) (?:the )?{re.escape(to)}\b", r"\1", done)


def _is_longer(text: str, found: re.Match[str], food: Food) -> bool:
    """Whether the name is a part of another food's: the cream of cream cheese."""
    return any(
        one.start() <= found.start() and found.end() <= one.end() and len(one[0]) > len(found[0])
        for other in foods()[0]
        if other is not food and other.pattern.pattern != food.pattern.pattern
        for one in other.pattern.finditer(text)
    )


def _named(found: re.Match[str], food: Food, to: str, before: str) -> tuple[str, str]:
    """The new name in the right number, and what stands before it with the right article."""
    many = bool(found["many"]) or found[0].casefold().endswith("s")
    if food.count:
        to = plural(to) if many else to
    elif to.endswith("s") != many and (not many or _COUNTED.search(before)):
        raise _Unsure
    article = re.search(r"\b([Aa])n? $", before)
    if article:
        before = before[: article.start()] + article[1] + ("n " if to[0] in "aeiou" else " ")
    return to, before


def _is_verb(before: str, after: str) -> bool:
    opens = not before.strip() or re.search(r"(?:[.;:,]|\band|\bthen|\blightly|\bgenerously|\bto)\s$", before)
    return bool(
        opens
        and re.match(
            r"\s(?:and \w+ )?(?:an?|the|your|two|each|both|\d|(?:\w+[ -]){0,3}(?:pan"
            r"|tin|dish|tray|sheet|mould))\b",
            after,
        )
    )


def _changed(old: Procedure, new: Procedure) -> Iterator[tuple[Part, int]]:
    for part in PARTS:
        for step, (before, after) in enumerate(zip(old.part(part), new.part(part), strict=True), 1):
            if before != after:
                yield part, step
