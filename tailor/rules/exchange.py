"""Replace a food that is missing or must not be eaten with another one that does the same job there.

A food is exchanged in the list and in every step, or not at all. Nothing is changed if the title names it, or if
any mention is not the plain thing ("butter beans", "milk chocolate").
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final, TypeAlias

from tailor.core.edits import Replace
from tailor.core.english import singular
from tailor.core.finding import Place, Wish, find
from tailor.core.finding.relations import key, things
from tailor.core.guard import constraints_in, of_all_kinds, scan
from tailor.core.guard.vocabulary import group
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.requirements import Requirement
from tailor.rules.amounts import amounts, head_at, plural
from tailor.rules.model import Asked, Proposal
from tailor.rules.tables import pattern, table

_ASKS: Final = ("missing", "without", "allergy-or-health", "instead")
_OTHER: Final = pattern("exchange", "other")
"""What makes the name after it another food."""
_PLAIN: Final = pattern("exchange", "plain")
"""What may follow a plain name; after anything else, it is part of a longer one."""
_BARE: Final = pattern("exchange", "bare")
"""What may precede a plain name; other words may make it a variety of its own ("cottage cheese")."""
_COUNTED: Final = pattern("exchange", "counted")
DENIED: Final = pattern("exchange", "denied")
"""What tells the reader not to take the food after it; such warnings stay as they are."""
_LONGEST: Final = 160
"""Characters that these and a name may span, so that a text is not rescanned from its start for each mention."""
_MAY_HOLD: Final = {"soy": "soya", "tree_nuts": "nuts"}
_Spot: TypeAlias = tuple[Part, int]


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
    needs: str = ""
    after: str = ""
    note: str = ""
    diet: bool = False
    lack: bool = False
    tool: bool = False
    may: Sequence[str] = ()
    """Constraints that many kinds of the new food go against, as only the label tells."""

    def why_with(self, others: Collection[str]) -> str:
        """Return the reason, and a warning if the new food may go against `others`, asked for by other wishes."""
        held = " or ".join(_MAY_HOLD[id] for id in self.may if id in others)
        return f"{self.why} Many kinds contain {held}: check the label for that too." if held else self.why

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        names = "|".join(sorted(map(re.escape, self.names), key=len, reverse=True))
        return re.compile(
            rf"(?<![\w-])(?P<name>(?:{names})(?P<many>e?s)?)(?![\w-]|['’]s){self.after}", re.IGNORECASE
        )

    def used(self, text: str) -> bool:
        """Whether a list line, or an amount in a step, is of this food, whatever its brackets say."""
        text = re.sub(r"\s?\([^()]*\)", "", text)
        found = [(one.start(), one.end()) for one in self.pattern.finditer(text)]
        ends = (head_at(text, at) for at in (0, *(one.end for one in amounts(text))))
        return any(start < head[1] <= stop for head in ends if head for start, stop in found)


@cache
def foods() -> tuple[tuple[Food, ...], tuple[tuple[tuple[str, ...], bool], ...]]:
    """The table's rows, and the sorts whose members replace each other, with whether those are counted."""
    rows = [Food(**row) for name, row in table("foods").items() if name not in ("sorts", "counted")]
    sorts = (
        (tuple(sort), name == "counted") for name in ("sorts", "counted") for sort in table("foods")[name].values()
    )
    return tuple(rows), tuple(sorts)


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Replace every food that the wish rules out and that has a substitute, in all its places.

    A food stays if one of its steps would still go against the wish; that whole step is then left to the person.
    """
    wish = asked.wish
    swapped = wish.wanted and pattern("exchange", "swaps").search(asked.requirement.words)
    if not (wish.polarity in _ASKS or swapped) or not wish.thing or not wish.places:
        return None
    named = singular(wish.in_goal.casefold())
    said = {*constraints_in(asked.requirement.words), *constraints_in(asked.plain.words)}
    unwanted = [id for id in said if group(id) in ("allergen", "diet")]
    others = {
        id for one in asked.together for id in constraints_in(one.words) if group(id) in ("allergen", "diet")
    }
    foods = list(_against(asked, unwanted))
    taken = {_head(to) for food in foods for to in food.to} if wish.wanted else set[str]()
    like = _head(wish.meant) in {_head(wish.wanted), *taken}  # black beans for kidney beans
    if named and not wish.state and not like and any(named in text.casefold() for text in procedure.resources):
        return None  # the title names it: sesame wafers
    while foods:
        now, says, whys = procedure, list[str](), dict[_Spot, list[str]]()
        for food in foods:
            spared = [to for to in food.to if not any(scan(to, others))] or food.to
            fitting = (to for to in spared if _fits(food, to, asked, unwanted))
            to, after = next(((to, made) for to in fitting if (made := exchanged(now, food, to))), ("", now))
            if after is not now:
                found = food.pattern.search("\n".join((*now.resources, *now.steps)))
                old = found["name"].casefold() if found else food.names[0]
                article = "an" if to[0] in "aeiou" else "a"
                one = f"{article} {to}" if food.count or food.tool else to
                new = plural(to) if food.count and old.endswith("s") else one
                why_so = food.why_with(others)
                says.append(f"Replaced the {old} with {new}. {why_so}".strip())
                for spot in _changed(now, after):
                    whys.setdefault(spot, []).append(why_so)
            now = after
        changed = _changed(procedure, now)
        still = changed.keys() & _touched(now, asked.plain)
        by_hand = all(food.tool for food in foods)  # a whisk can beat too
        if not still or wish.wanted or by_hand:
            why = {spot: " ".join(filter(None, some)) or " ".join(says) for spot, some in whys.items()}
            edits = tuple(
                Replace(part=part, step=step, text=now.part(part)[step - 1], reason=why[part, step])
                for part, step in changed
            )
            left = tuple(_called_short(procedure, changed, foods))
            says_so = " ".join(says)
            return Proposal(edits=edits, says=says_so, stays=by_hand or like, left=left) if changed else None
        foods = [food for food in foods if not any(food.pattern.search(changed[spot]) for spot in still)]
    return None


def _called_short(procedure: Procedure, changed: Iterable[_Spot], foods: Sequence[Food]) -> Iterator[Place]:
    """Yield unchanged steps that may name a food by its first word, which no other line of the list has."""
    for line in (procedure.resources[step - 1] for part, step in changed if part == "resources"):
        for name in (found["name"] for food in foods for found in food.pattern.finditer(line)):
            short = re.match(r"([a-z]+) (?:sauce|butter|milk)s?$", name, re.IGNORECASE)
            lines = [text for text in procedure.resources if short and short[1].casefold() in text.casefold()]
            if short is None or len(lines) > 1:
                continue
            for step, text in enumerate(procedure.steps, 1):
                for one in re.finditer(rf"\b{short[1]}\b", text, re.IGNORECASE):
                    if _BARE.search(text[: one.start()]) and _PLAIN.match(text, one.end()):
                        yield Place("steps", step, one[0], f"this may be the {name.casefold()}")


def _changed(before: Procedure, after: Procedure) -> dict[_Spot, str]:
    """The old texts of everything that changed, by their place."""
    return {
        (part, step): old
        for part in PARTS
        for step, (old, new) in enumerate(zip(before.part(part), after.part(part), strict=True), 1)
        if old != new
    }


def _touched(procedure: Procedure, requirement: Requirement) -> set[_Spot]:
    [found] = find(procedure, (requirement,)).each
    return {(place.part, place.step) for wish in found.wishes if not wish.loose for place in wish.places}


def _against(asked: Asked, unwanted: Sequence[str]) -> Iterator[Food]:
    """Yield the rows for what was found in the text, limited to those of their names that the wish rules out.

    For "X instead of Y", yield the exchange that the person names.
    """
    wish = asked.wish
    words = {word.casefold() for place in wish.places for word in (place.word, *place.also)}
    if wish.wanted:
        yield from _named_by_the_person(wish, words)
    elif unwanted or any(food.pattern.fullmatch(wish.meant) for food in foods()[0]):
        lack = wish.polarity in ("missing", "without") and not of_all_kinds(asked.requirement.text)
        for food in foods()[0]:
            if not (food.diet if lack else food.lack) and any(map(food.pattern.fullmatch, words)):
                alone = Procedure(goal="", steps=tuple(f"Add the {name}." for name in food.names))  # as English
                touched = {food.names[step - 1] for _, step in _touched(alone, asked.plain)} | words
                names = [name for name in food.names if name in touched]
                yield replace(food, names=names or food.names)


def _named_by_the_person(wish: Wish, words: set[str]) -> Iterator[Food]:
    """Yield what the text has of the same sort as the food wanted: ground beef, and turkey mince.

    Other words that touch the wish, such as the batter made of flour, are left to the person.
    """
    rows = [food for food in foods()[0] if not words.isdisjoint(food.names)]
    own = [name for food in rows for name in food.names]
    never = "|".join(food.never for food in rows if food.never)
    for sort, counted in foods()[1]:
        alike = {_folded(one) for one in (*sort, *(own if not set(own).isdisjoint(sort) else ()))}
        other = {word for word in words if _folded(word) != _folded(wish.wanted) and not _is_meant_by(word, wish)}
        named = [word for word in other if _folded(word) in alike]
        to = _in_sort(_folded(wish.wanted), alike, named)
        short = {_folded(name).split()[-1] for name in (*named, to or "?")}  # black beans are beans too
        others = [one for one in words if one not in named and key(one) in things() and {_folded(one)} != short]
        if to and named and (not others or _head(to) == _head(wish.meant)):  # batter stays batter
            one_kind = len({*own} & {*sort}) > 1  # beef and turkey mince are cooked alike
            names = (*(own if alike.issuperset(map(_folded, own)) else ()), *named, *map(singular, named))
            new = to if counted else wish.wanted.casefold() if to == _folded(wish.wanted) else to
            yield Food(names, (new,), never="" if one_kind else never, count=counted)


def _is_meant_by(word: str, wish: Wish) -> bool:
    """Whether a wish that names one thing only means this one: the double cream, by "use 150 ml of cream"."""
    own = _folded(wish.wanted)
    return own == _folded(wish.meant) and f" {_folded(word)}".endswith(f" {own}")


def _in_sort(wanted: str, sort: set[str], named: Sequence[str]) -> str:
    """The name in the sort for what is wanted: "turkey" for ground beef means ground turkey; "" if none.

    "Oil" for olive oil means no oil in particular.
    """
    if wanted in sort:
        return wanted
    beside = {word for name in named for word in _folded(name).split()} - {wanted}
    others = sort - {*map(_folded, named)}
    alike = (one for one in others if wanted in one.split() and not beside.isdisjoint(one.split()))
    whole = (one for one in alike if _head(one) not in ("stock", "broth"))  # turkey means the meat, not the stock
    return next(iter(sorted(whole)), "") if " " not in wanted else ""


def _head(name: str) -> str:
    return _folded(name).rpartition(" ")[2]


def _folded(name: str) -> str:
    return " ".join(map(singular, name.casefold().split()))


def _fits(food: Food, to: str, asked: Asked, unwanted: Sequence[str]) -> bool:
    """Whether the new food is itself compatible with the wish."""
    met = {id for id in unwanted if any(scan(food.names[0], [id]))}
    if food.only and unwanted and not (met <= set(food.only) and set(unwanted) & set(food.only)):
        return False
    [found] = find(Procedure(goal="", steps=(to,)), (asked.requirement,)).each
    against = found.beside or any(wish.places for wish in found.wishes if not wish.loose)
    return bool(asked.wish.wanted) or not against


def exchanged(procedure: Procedure, food: Food, to: str) -> Procedure | None:
    """Exchange a food everywhere; None if it has to stay somewhere or is what the dish is named after."""
    everything = " \n".join((procedure.goal, *procedure.resources, *procedure.steps))
    never = food.never and re.search(food.never, everything, re.IGNORECASE)
    if never or food.pattern.search(procedure.goal) or not re.search(food.needs, everything, re.IGNORECASE):
        return None
    sort = any(
        _head(to) == _head(name) for name in food.names if " or " not in name
    )  # being warned of skimmed milk does not rule out oat milk
    if _is_warned_of(to if sort else _head(to), everything):
        return None  # "butter, not margarine"
    try:
        resources = tuple(_listed(text, food, to) for text in procedure.resources)
        steps = tuple(_text(text, food, to) for text in procedure.steps)
    except _Unsure:
        return None
    used, new = (procedure.resources, resources) if procedure.resources or food.note else (procedure.steps, steps)
    sure = food.tool or (new != used and any(map(food.used, used)))
    return replace(procedure, resources=resources, steps=steps) if sure else None


def _is_warned_of(name: str, text: str) -> bool:
    """Whether the text says somewhere not to use it."""
    named = re.finditer(rf"\b{re.escape(name)}", text, re.IGNORECASE)
    return any(DENIED.search(text[max(0, one.start() - _LONGEST) : one.start()]) for one in named)


class _Unsure(Exception):
    """Raised for a mention that is not the plain thing."""


def _listed(text: str, food: Food, to: str) -> str:
    """Exchange the food in a list line, with a note on how to make the new one."""
    new = _text(text, food, to)
    return f"{new} ({food.note})" if food.note and new != text else new


def _text(text: str, food: Food, to: str) -> str:
    """Exchange every mention in the text; `_Unsure` if one is not the plain thing."""
    out, last = "", 0
    for found in food.pattern.finditer(text):
        start = max(0, found.start() - _LONGEST)
        before, after = text[start : found.start()], text[found.end() : found.end() + _LONGEST]
        if _OTHER.search(before) or _is_longer(text, found, food) or DENIED.search(before):
            continue
        if not _BARE.search(before):
            raise _Unsure
        if food.verb and found[0].casefold() == food.verb[0] and is_verb(before, after):
            new = food.verb[1]
            if not new:
                raise _Unsure
        elif not _PLAIN.match(after):
            raise _Unsure
        else:
            new, before = _named(found, food, to, before)
        opens = found[0][0].isupper() and re.search(r"(?:^|[.!?:])\s*$", before)
        out += text[last:start] + before[max(0, last - start) :] + (new[0].upper() + new[1:] if opens else new)
        last = found.end()
    done = out + text[last:]
    return re.sub(rf"\b({re.escape(to)})(?:,| or| and|, and|, or) (?:the )?{re.escape(to)}\b", r"\1", done)


def _is_longer(text: str, found: re.Match[str], food: Food) -> bool:
    """Whether the name is part of the name of another food: the cream of cream cheese."""
    near = max(0, found.start() - _LONGEST), found.end() + _LONGEST
    return any(
        one.start() <= found.start() and found.end() <= one.end() and len(one[0]) > len(found[0])
        for other in foods()[0]
        if other is not food and other.pattern.pattern != food.pattern.pattern
        for one in other.pattern.finditer(text, *near)
    )


def _named(found: re.Match[str], food: Food, to: str, before: str) -> tuple[str, str]:
    """Return the new name in singular or plural, and the text before it with the article adjusted."""
    many = bool(found["many"]) or found[0].casefold().endswith("s")
    if food.count:
        to = plural(to) if many else to
    elif to.endswith("s") != many and (not many or _COUNTED.search(before)):
        raise _Unsure
    article = re.search(r"\b([Aa])n? $", before)
    if article:
        before = before[: article.start()] + article[1] + ("n " if to[0] in "aeiou" else " ")
    return to, before


def is_verb(before: str, after: str) -> bool:
    """Whether the word between these texts is used as a verb: "Drill the holes"."""
    opens = not before.strip() or pattern("exchange", "verb_opens").search(before)
    return bool(opens and pattern("exchange", "verb_takes").match(after))
