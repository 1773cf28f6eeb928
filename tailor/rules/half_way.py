"""What somebody half-way has already used up: no proposal may rename or exchange it, and the person is told so.

The flour is in the bowl, whatever the remaining steps are changed to say.
"""

from dataclasses import dataclass, replace

from tailor.core.english import singular, singulars
from tailor.core.finding import Place, Polarity, Wish, find
from tailor.core.guard import constraints_in
from tailor.core.guard.vocabulary import group
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.rules.amounts import amounts, phrase_at
from tailor.rules.checks import BANS
from tailor.rules.model import Asked
from tailor.rules.tables import listed

_LEFT_ALONE: frozenset[Polarity] = BANS | {"amount"}
"""Wishes that change nothing about things already used up; another unit only changes how they are written."""


@dataclass(frozen=True, slots=True)
class UsedUp:
    """The done steps, and the listed things they name, without the name of the dish made of them."""

    done: Procedure
    names: frozenset[str]
    ahead: Procedure
    """Only the remaining steps."""

    def has(self, wish: Wish) -> bool:
        """Whether done steps used up what the wish is about, and no remaining step needs more of it."""
        kept = wish.polarity in _LEFT_ALONE and any(map(self._took, wish.places))
        return kept and not (wish.polarity == "missing" and any(map(self._measured, wish.places)))

    def _measured(self, place: Place) -> bool:
        """Whether a remaining step measures what the person has run out of: of 90 g butter, 60 g for the pan."""
        text = self.ahead.steps[place.step - 1] if place.part == "steps" else ""
        words = singular(place.word.casefold())
        return any(words in singular(phrase_at(text, one.end)) for one in amounts(text))

    def _took(self, place: Place) -> bool:
        words = (place.word, *place.also)
        return any(singular(one.casefold().split()[-1]) in self.names and not _is_tool(one) for one in words)

    def of(self, requirement: Requirement, wish: Wish) -> tuple[Place, ...]:
        """What done steps used of what the wish is about; () for a danger that is over, or if more is needed."""
        if not self.names or wish.polarity not in BANS:
            return ()
        eaten = any(
            group(id) in ("allergen", "diet") for id in constraints_in(Asked(requirement, wish).plain.words)
        )
        if wish.polarity == "missing" and any(map(self._measured, self._places(self.ahead, requirement, wish))):
            return ()
        places = self._places(self.done, requirement, wish)
        taken = (one for one in places if eaten or not wish.health or _is_it(one, wish))
        return tuple(one for one in taken if self._took(one))

    @staticmethod
    def _places(texts: Procedure, requirement: Requirement, wish: Wish) -> tuple[Place, ...]:
        """The places where these steps touch the wish."""
        [found] = find(texts, (requirement,)).each
        same = (one for one in found.wishes if (one.polarity, one.thing) == (wish.polarity, wish.thing))
        return tuple(place for one in same if not one.loose for place in one.places)


def parted(base: Procedure, done: frozenset[int]) -> tuple[Procedure, UsedUp]:
    """Return the procedure with its done steps blank, and what those used up."""
    ahead, behind = (
        tuple("" if (at in done) is gone else text for at, text in enumerate(base.steps, 1))
        for gone in (True, False)
    )
    used_up = singulars(*(base.resources or base.steps)) - singulars(base.goal) - listed("scaling", "tools")
    return replace(base, steps=ahead), UsedUp(
        Procedure("", steps=behind), singulars(*behind) & used_up, Procedure("", steps=ahead)
    )


def _is_it(place: Place, wish: Wish) -> bool:
    """Whether a place names the very thing to avoid: the onion of "allergic to onions"."""
    words = " ".join(map(singular, (place.word.casefold(), *map(str.casefold, place.also))))
    return not wish.state and bool(wish.meant) and singular(wish.meant.casefold()) in words


def _is_tool(word: str) -> bool:
    return {group(id) for id in constraints_in(f"no {word}")} == {"equipment"}
