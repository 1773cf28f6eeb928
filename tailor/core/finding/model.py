"""The result of a search: for each requirement its wishes, and for each wish its places in the procedure."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tailor.core.ages import of_all_ages
from tailor.core.procedure import Part

Polarity: TypeAlias = Literal[
    "without", "missing", "only", "instead", "allergy-or-health", "amount", "unit", "time", "skill", "other"
]
"""What is wished: `missing` asks for a replacement ("no buttermilk"), `without` for leaving out."""


@dataclass(frozen=True, slots=True)
class Said:
    """One wish as it was read: which words of the hint it takes, and what they mean."""

    polarity: Polarity
    thing: tuple[int, ...] = ()
    """Positions of the words of the thing."""
    wanted: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    """Positions of all its words, cues included."""
    diet: bool = False
    """Whether the thing is a diet or a state ("vegan", "pregnant") and asks for constraints as it stands."""
    mentioned: bool = False
    """Whether the thing is only named: nothing says what is wished about it."""
    named: bool = False
    """Whether only the thing itself is unwanted: "cheese free" is no milk allergy."""
    alone: bool = False
    """Whether the thing is a circumstance: "i rent", "bad knees"."""
    system: str = ""
    """The wished system of measures, or an unwanted one with "no " before it."""
    spared: tuple[tuple[int, ...], ...] = ()
    """Positions of what is said to be an exception: "no dairy except butter"."""
    asked: bool = False
    """Whether somebody only asks if the thing is there, so that nothing may be changed for it."""
    much: tuple[int, ...] = ()
    """Positions of the amount of what is wanted: "200 g of"."""
    lacks: bool = False
    """Whether only this kind of thing is missing: "no fan oven" says nothing about other ovens."""


@dataclass(frozen=True, slots=True)
class Place:
    """A step or resource (1-based) that a wish touches."""

    part: Part
    step: int
    word: str
    """As written in the text; if there are several, the one that says it most directly."""
    why: str
    also: tuple[str, ...] = ()
    """Other words there that the wish touches: the place is dealt with when all of them are gone."""
    named: bool = True
    """Whether the text names the thing or what belongs to it, and not only what is usually done with it."""

    def in_words(self, meant: str, typed: str) -> "Place":
        """Give the reason in the words that were typed: nobody said "capsicum" who typed "peppers"."""
        return replace(self, why=self.why.replace(f"said “{meant}”", f"said “{typed}”"))


@dataclass(frozen=True, slots=True)
class Wish:
    polarity: Polarity
    thing: str
    """As the person wrote it; "" if the wish is about no thing ("first time")."""
    corrected: str = ""
    """The thing with mistyped words corrected, if there were any."""
    wanted: str = ""
    """What should replace it ("chicken instead of beef"), as the person wrote it."""
    words: tuple[str, ...] = ()
    """Its content words, those of the thing among them, as the person wrote them."""
    known: bool = False
    """Whether the data knows the thing, all that it knows was looked for, and no word of it is left over.

    Only then may "it is not used here" be said when nothing was found, and never about somebody's health.
    """
    in_goal: str = ""
    """The word of the goal that the wish touches."""
    places: tuple[Place, ...] = ()
    recognised: bool = False
    """Whether the data knows the thing at all; unless it is `known`, not all of its names were looked for."""
    health: bool = False
    """Whether it may be about somebody's health: a diet, an allergy, an age, a body. Nothing may clear it."""
    state: bool = False
    """Whether the thing is a diet, an age, a body or a circumstance: what may conflict with it is looked for."""
    held: bool = False
    """Whether there is an exception to it, or it is only a question, so that nothing may be changed for it."""
    loose: bool = False
    """Whether the places only share a word with it, in some form or sense: nothing may be claimed for it."""

    sized: bool = False
    """Whether a number of the hint was compared with those of the text."""
    much: str = ""
    """How much of what is wanted, as the person wrote it: "200 g of"; "" if they named no amount."""

    @property
    def meant(self) -> str:
        """The thing, with mistyped words corrected."""
        return self.corrected or self.thing

    @property
    def of_all(self) -> bool:
        """Whether it is about every amount: "half of it", "for two"."""
        return self.polarity == "amount" and not self.thing

    @property
    def called(self) -> str:
        """What the person calls it, spelled correctly; an age stays as typed rather than "toddler"."""
        return self.thing if any(of_all_ages(self.thing)) else self.meant


@dataclass(frozen=True, slots=True)
class Found:
    """What came of one requirement. Each of its content words is in exactly one of `used` and `not_understood`."""

    requirement: str
    """Its id."""
    wishes: tuple[Wish, ...]
    used: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()
    beside: tuple[Place, ...] = ()
    """What the guard finds against the requirement where none of its wishes has a place."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where somebody has to look: all places except those of a wish about the whole, such as an amount."""
        asked = (
            one for one in self.wishes if one.thing or one.polarity not in ("amount", "unit", "time", "skill")
        )
        return (*(place for wish in asked for place in wish.places), *self.beside)


@dataclass(frozen=True, slots=True)
class Findings:
    each: tuple[Found, ...]
    english: bool = True
    """False if the procedure is in another language: nothing was checked, and no wish has places."""
