"""What to say of a wish after looking: one of four verdicts, and one line in plain words.

Nothing here ever says that all is well for somebody's health. "Already" is only said of a thing that the data
knows and of which all names were looked for.
"""

from collections.abc import Sequence
from typing import Final

from tailor.core.events import Judged, Verdict
from tailor.core.finding.model import Findings, Found, Place, Wish
from tailor.core.finding.relations import key, things
from tailor.core.places import step_words

NOT_ENGLISH: Final = "I can read only English, so I checked nothing."
_ORDER: Final[tuple[Verdict, ...]] = ("found", "looked_for", "already", "not_understood")
_SCALES: Final = "Every amount in the list depends on this."
_MOST_WORDS: Final = 3


def judged(findings: Findings) -> tuple[Judged, ...]:
    """For each requirement its verdict, the weightiest of its wishes', and a line for each of them.

    Words of the requirement that belong to no wish are named in a line of their own, so that none is lost.
    """
    if not findings.english:
        return tuple(
            Judged(id=one.requirement, verdict="not_understood", says=NOT_ENGLISH) for one in findings.each
        )
    return tuple(map(_judged, findings.each))


def verdict(wish: Wish) -> tuple[Verdict, str]:
    """One of found, already, looked_for and not_understood, and its line."""
    if wish.places or wish.scales:
        return "found", " ".join(
            filter(None, (_found(wish) if wish.places else "", _SCALES if wish.scales else ""))
        )
    if wish.in_goal:
        return "found", f"“{wish.in_goal}” is what you are making, so I can't take it out."
    if not wish.thing:
        return "looked_for", "No step here is about that."
    if wish.health:
        return "looked_for", _looked_for(wish)
    if not wish.recognised and not wish.known:
        return "not_understood", not_understood([wish.thing])
    if not wish.known:
        named = f"“{wish.corrected or wish.thing}”"
        return "looked_for", f"I looked for {named} and found none, but I don't know all that holds or needs it."
    if wish.polarity in ("missing", "without"):
        thing = wish.corrected or wish.thing
        verb = "are" if thing.endswith("s") and not thing.endswith("ss") else "is"
        return "already", f"No {thing} {verb} used here."
    return "already", f"I found nothing that “{wish.thing}” would change."


def not_understood(words: Sequence[str]) -> str:
    return f"I did not understand “{' '.join(words)}”. I changed nothing for it."


def _judged(found: Found) -> Judged:
    made = [verdict(wish) for wish in found.wishes if wish.thing or wish.places or wish.scales]
    lines = [line for _, line in made]
    if found.wishes and not made:  # "first time"
        made = [verdict(wish) for wish in found.wishes]
        lines = [f"I read “{' '.join(found.used)}”, but I can't tell which steps that is about."]
    lines += [f"I read “{one.thing}” as “{one.corrected}”." for one in found.wishes if one.corrected]
    if found.not_understood or not made:
        lines.append(not_understood(found.not_understood))
    first: Verdict = min((one for one, _ in made), key=_ORDER.index, default="not_understood")
    return Judged(id=found.requirement, verdict=first, says=" ".join(dict.fromkeys(lines)))


def _found(wish: Wish) -> str:
    named = f" for “{wish.corrected or wish.thing}”" if wish.thing else ""
    words = ", ".join(list(dict.fromkeys(f"“{place.word}”" for place in wish.places))[:_MOST_WORDS])
    care = f" {_care(wish)}" if wish.health else ""
    return f"Please look at {_where(wish.places)}{named}: {words}.{care}"


def _looked_for(wish: Wish) -> str:
    named = f"“{wish.corrected or wish.thing}”"
    if _strains(wish):
        return f"I looked for {wish.names} words that may matter for {named} and found none. {_care(wish)}"
    many = f"{wish.names} names of {named}" if wish.names > 1 else named
    return f"I looked for {many} and found none. That is no promise: check labels."


def _care(wish: Wish) -> str:
    return "There may be more that I can't know." if _strains(wish) else "Packets may hide more: check the labels."


def _strains(wish: Wish) -> bool:
    """Whether it is about a body or an age, and not about what is in the food."""
    thing = things().get(key(wish.corrected or wish.thing))
    return thing is not None and bool(thing.strain) and not thing.guard


def _where(places: Sequence[Place]) -> str:
    steps = step_words(place.step for place in places if place.part == "steps")
    listed = "the list" if any(place.part == "resources" for place in places) else ""
    return " and ".join(filter(None, (steps, listed)))
