"""Another size of what everything goes into: "my tank is only 60 litres" where it is written for 100.

What of the rest goes by the size only the person knows, so every amount is shown and none is changed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tailor.core.english import singular, singulars
from tailor.core.finding import Place, Wish
from tailor.core.finding.search import is_eaten, is_food
from tailor.core.numerals import mixed
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.rules.amounts import Amount, agreeing, amounts, noun_at
from tailor.rules.model import Asked, Proposal
from tailor.rules.scaling import to_go_through
from tailor.rules.tables import listed, pattern

_NEAR: Final = 24
"""Characters between a vessel and its size."""


@dataclass(frozen=True, slots=True)
class _Size:
    thing: str
    """In the singular."""
    new: Amount
    old: Amount
    place: tuple[Part, int, str]
    """Where the old one stands, and as what."""
    words: str
    """Those of the hint that say so."""

    @property
    def enough(self) -> bool:
        """Whether nothing has to change: it is that size already, or a pot that is larger."""
        alike = self.new.name == self.old.name
        pot = self.thing in listed("scaling", "tools")
        return alike and (self.new.low == self.old.low or (pot and self.new.low > self.old.low))


def heard(words: str, procedure: Procedure) -> Wish | None:
    """The wish of whoever has another size of what is made or filled here, with its place."""
    size = _read(words, procedure)
    if size is None:
        return None
    place = Place(*size.place, f"you said “{_called(size.new)}”")
    return Wish("amount", size.thing, words=tuple(re.findall(r"\w+", size.words)), known=True, places=(place,))


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """No edit: every amount as a place to go through, and why."""
    size = _read(asked.requirement.words, procedure) if asked.wish.polarity == "amount" else None
    if size is None or size.thing != asked.wish.thing:
        return None
    new, old = _called(size.new), _called(size.old)
    if size.enough:
        return Proposal(says=f"It is for {old}, so yours is big enough.", fits=True)
    says = f"It is written for {old}, and yours is {new}. I changed no amounts."
    places = to_go_through(procedure, f"it is for {old}, and you said “{new}”", unsure=True)
    return Proposal(says=says, left=(*asked.wish.places, *places))


def _called(one: Amount) -> str:
    """The size as people say it: the "5 litres" of a 5-litre pot."""
    return f"{mixed(one.low)} {agreeing(one.unit, one.low)}"


def _read(words: str, procedure: Procedure) -> _Size | None:
    text = re.sub(r"['’]", "", words.casefold())
    found = [one for one in amounts(text) if one.measure in ("volume", "weight")]
    if len(found) != 1 or found[0].high or found[0].unclear or found[0].style == "article":
        return None
    [new] = found
    owned = pattern("sizes", "owned").search(text[: new.start])
    begins = pattern("sizes", "sized").search(text[: new.start])
    sized = pattern("sizes", "after").match(text, new.end) if begins else None
    if owned:
        name, said = owned["thing"], text[owned.start() : new.end]
    elif begins and sized:
        name, said = sized["thing"], text[begins.start() : sized.end()]
    else:
        return None
    thing = singular(name.split()[-1])
    if is_food(thing) or is_eaten(thing):
        return None
    sizes = (one for one in _sizes(thing, procedure) if one[0].measure == new.measure)
    return next((_Size(thing, new, old, place, said) for old, place in sizes), None)


def _sizes(thing: str, procedure: Procedure) -> Iterator[tuple[Amount, tuple[Part, int, str]]]:
    """The sizes that the list, and else a step, gives the thing: "100-litre tank", "tank of 100 litres"."""
    for part in reversed(PARTS):
        for at, text in enumerate(procedure.part(part), 1):
            for one in amounts(text):
                ahead = text[max(0, one.start - _NEAR) : one.start]
                beside = re.search(r"([\w-]+)(?:,| of| with| for| \(| takes| holds)(?: about)?\s?$", ahead)
                if noun_at(text, one.end) == thing or (beside and thing in singulars(beside[1])):
                    yield one, (part, at, text[one.start : one.end])
