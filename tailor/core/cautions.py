"""What to say before a saved how-to is used, and at its steps: household hazards, and wishes it was saved without.

Nothing here clears anything: a how-to about which nothing is said is not said to be safe.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tailor.core.coverage import RULES_OUT
from tailor.core.dangers import hazard_words, hazards_in
from tailor.core.finding import Place, find
from tailor.core.places import mention
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.core.text import one_line


@dataclass(frozen=True, slots=True)
class Caution:
    says: str
    """A sentence that names the place."""
    at_steps: Mapping[int, str] = field(default_factory=dict)
    """The same at each of its steps, by number."""


@lru_cache(maxsize=8)  # asked with every key
def cautions(procedure: Procedure, unmet: tuple[Requirement, ...] = ()) -> tuple[Caution, ...]:
    """The hazards of a how-to, then where it still names what its unmet wishes rule out."""
    hazards = [
        Caution(hazard_words(one), {one.step: f"{one.why[:1].upper()}{one.why[1:]}."})
        if one.part == "steps" and one.step
        else Caution(hazard_words(one))
        for one in hazards_in(procedure)
    ]
    return (*hazards, *wishes_unmet(procedure, unmet))


def wishes_unmet(procedure: Procedure, unmet: tuple[Requirement, ...]) -> Iterator[Caution]:
    """For each of these wishes what is left; what was taken out since is met by now."""
    for wish in unmet:
        wanted = f"“{one_line(wish.words, 60)}”"
        places = ruled_out(procedure, wish)
        by_word: dict[str, list[Place]] = {}
        for place in places or ():
            by_word.setdefault(place.word.casefold(), []).append(place)
        if places is None:
            yield Caution(f"You saved this with {wanted} not fully met.")
        elif places:
            words = "; ".join(_still(word, found) for word, found in by_word.items())
            at_steps: dict[int, dict[str, None]] = {}
            for place in places:
                if place.part == "steps":
                    at_steps.setdefault(place.step, {})[place.word] = None
            yield Caution(
                f"You said {wanted}, but {words}.",
                {
                    step: f"You said {wanted}; this step still has {' and '.join(at_steps[step])}."
                    for step in at_steps
                },
            )


def _still(word: str, found: list[Place]) -> str:
    steps = (place.step for place in found if place.part == "steps")
    words = mention(word, steps, things=any(place.part == "resources" for place in found))
    return f"{words[:1].lower()}{words[1:]}"


def ruled_out(procedure: Procedure, wish: Requirement) -> tuple[Place, ...] | None:
    """Where a how-to names what a wish rules out; None for a wish that rules nothing out."""
    wishes = [one for found in find(procedure, (wish,)).each for one in found.wishes if one.polarity in RULES_OUT]
    return tuple(place for one in wishes if not one.loose for place in one.places) if wishes else None
