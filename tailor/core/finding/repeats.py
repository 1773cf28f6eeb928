"""Trim the places of a circumstance that name one thing over and over, or that another wish names outright."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tailor.core.finding.model import Found, Place, Wish
from tailor.core.finding.relations import Thing, key
from tailor.core.procedure import Part


def without_repeats(places: tuple[Place, ...], thing: Thing) -> tuple[Place, ...]:
    """Drop later steps that only repeat what is listed, where a circumstance limits a thing.

    Somebody who counts carbohydrates looks at bread where it is listed and first used, not each time it is turned.
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


def named_once(found: Iterable[Found]) -> Iterator[Found]:
    """Yield the findings with each place only for the wish that names its thing: "tubeless tyres, no patches".

    A circumstance gives up places where it only finds a conflict, if it has others; health wishes keep theirs.
    """
    every = list(found)
    refused: set[tuple[Part, int, str]] = {
        (place.part, place.step, key(place.word))
        for one in every
        for wish in one.wishes
        if wish.polarity in ("missing", "without") and not wish.state
        for place in wish.places
        if not place.why
    }
    for one in every:
        yield replace(one, wishes=tuple(_without(wish, refused) for wish in one.wishes)) if refused else one


def _without(wish: Wish, refused: set[tuple[Part, int, str]]) -> Wish:
    if not wish.state or wish.health:
        return wish
    kept = tuple(
        one
        for one in wish.places
        if not one.why or any((one.part, one.step, key(word)) not in refused for word in _words(one))
    )
    return replace(wish, places=kept) if kept else wish
