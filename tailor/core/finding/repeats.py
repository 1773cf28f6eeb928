"""What a circumstance makes of places that name one thing over and over."""

from tailor.core.finding.model import Place
from tailor.core.finding.relations import Thing, key


def without_repeats(places: tuple[Place, ...], thing: Thing) -> tuple[Place, ...]:
    """The places without the later steps that only name again what is on the list and had better be less.

    Whoever counts carbohydrates looks at the bread where it is listed and first used, not each time it is turned.
    """
    if "limited" not in thing.flags:
        return places
    seen = {key(word) for one in places if one.part == "resources" for word in _words(one)}
    kept, used = list[Place](), set[str]()
    for one in places:
        words = {key(word) for word in _words(one)} if one.part == "steps" else set[str]()
        if not words or not words <= used & seen:
            kept.append(one)
        used |= words
    return tuple(kept)


def _words(place: Place) -> tuple[str, ...]:
    return place.word, *place.also
