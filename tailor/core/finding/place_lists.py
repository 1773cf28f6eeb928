"""The list of places of a wish: what goes along with them is added, and what only repeats them is dropped.

"All ingredients" and what is only in the glaze go along; a circumstance that names one thing over and over, or
what another wish names outright, repeats.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from tailor.core.finding.cues import listed, pattern
from tailor.core.finding.foods import foods_of
from tailor.core.finding.model import Found, Place, Wish
from tailor.core.finding.relations import Thing, key
from tailor.core.finding.texts import Text
from tailor.core.guard.vocabulary import gerund, stems
from tailor.core.procedure import Part


def with_what_goes_along(read: Sequence[Text], places: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places, the steps that include theirs in "all ingredients", and what goes into theirs alone."""
    more = [*_taken_with_all(read, places), *_made_for(read, places)] if places else []
    return tuple({(one.part, one.step): one for one in (*more, *places)}.values()) if more else (*places,)


def _taken_with_all(read: Sequence[Text], places: Sequence[Place]) -> Iterator[Place]:
    """Yield the steps that say "all ingredients" and mean one of the places in the list among them.

    "The first 9 ingredients" and "the dressing ingredients" count only if no step names it.
    """
    named = any(one.part == "steps" for one in places)
    for text in read:
        found = pattern("together", "list").search(text.text) if text.part == "steps" else None
        if found is not None and not (named and found["some"]):
            among = (one for one in places if one.part == "resources" and not _is_in(one.word, text))
            for one in [*among][:1]:
                yield Place("steps", text.step, found[0], f"{found[0]}: “{one.word}” is on the list")


def _is_in(word: str, text: Text) -> bool:
    return text.phrases.issuperset(stems(word)[-1:])


def _made_for(read: Sequence[Text], places: Sequence[Place]) -> Iterator[Place]:
    """Yield the lines of the list for a part of the dish: under its heading, or used where it is made alone."""
    named = (one.word.casefold().split()[-1] for one in places)
    for name in dict.fromkeys(one for one in named if one in listed("dish_parts")):
        for at, text in enumerate(read):
            made = pattern("together", "made").search(text.text) if text.part == "steps" else None
            if text.part == "resources" and text.text.endswith(":") and _is_in(name, text):
                below = takewhile(lambda one: one.part == "resources" and one.text[-1:] != ":", read[at + 1 :])
                yield from (Place("resources", one.step, one.text, f"goes into the {name}") for one in below)
            elif made is not None and {*stems(name)} <= {*stems(made["what"])}:
                yield from _only_here(read, text, name)


def _only_here(read: Sequence[Text], here: Text, name: str) -> Iterator[Place]:
    """Yield what this step uses and no other does: the lemon juice of the glaze, but not the lemon zest."""
    others = frozenset().union(*(one.phrases for one in read if one.part == "steps" and one is not here))
    for line in (one for one in read if one.part == "resources"):
        runs = [line.tokens[at : at + 2] for at in range(len(line.tokens) - 2, -1, -1)] + [line.tokens[-1:]]
        for run in runs:
            if "".join(word.stem for word in run) in here.phrases - others:
                word = line.text[run[0].start : run[-1].end]
                yield Place("resources", line.step, word, f"{word}: goes into the {name}")
                break


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


def without_words(places: Sequence[Place], spared: frozenset[str]) -> tuple[Place, ...]:
    """Return the places without these words, dropping places with no other; "a spoonful of honey" is honey."""
    here = (
        (one, [word for word in (one.word, *one.also) if food_ends(word).isdisjoint(spared)]) for one in places
    )
    return tuple(replace(one, word=left[0], also=tuple(left[1:])) for one, left in here if left)


def food_ends(phrase: str) -> frozenset[str]:
    """Return the keys of a phrase and of each end that is the same food: flaked almonds, but no peanut butter."""
    bare = phrase.rpartition(" of ")[2]
    words = bare.split()
    ends = (" ".join(words[at:]) for at in range(1, len(words)))
    return frozenset(
        (key(phrase), key(bare), *(key(one) for one in ends if foods_of(one) == foods_of(bare) != frozenset()))
    )


def beside_the_goal(read: Sequence[Text], places: tuple[Place, ...], thing: Thing) -> tuple[Place, ...]:
    """Drop places that only repeat the goal: those in steps that plan it or, for a circumstance, all of them.

    If no other is left, the first place stays, but for a circumstance only without a list. Somebody who lives far
    away knows it of every step with the workshop; a bad hip does not mind "research martial arts". A step that
    begins with the very act ("Bake the loaf", of banana bread) stays.
    """
    goal, once = {*stems(read[-1].text)}, bool(thing.strain) and "body" not in thing.flags
    goal |= {gerund(word.plain) for word in read[-1].tokens[:1]}  # "bake a cake" is about baking
    plans = {
        one.step
        for one in read
        if one.part == "steps" and one.tokens and one.tokens[0].plain in listed("planning")
    }
    about = {one for one in places if one.why and {*stems(" ".join((one.word, *one.also)))} <= goal}
    about -= {one for one in about if foods_of(one.word)}
    if once:
        begins = {(one.part, one.step, one.tokens[0].plain) for one in read if one.tokens}
        about -= {one for one in about if (one.part, one.step, one.word.casefold()) in begins}
    done = [one for one in places if one in about and (one.part == "resources" or one.step not in plans)]
    kept = [one for one in places if one not in about or (not once and one in done)]
    of_list = once and any(one.part == "resources" for one in read)  # a plan says more in fewer words
    return tuple(kept) or (() if of_list else (*done, *places)[:1])
