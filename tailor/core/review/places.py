"""The places of a review: steps and resources that a wish touches and no edit changes (CONTRACT 7 rule 13).

A place is not an edit and never changes the Result. It is open while the Result still has its word, until the
person writes own words there, leaves the step out, or says that it is fine. Nothing here is stored.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tailor.core.english import not_within, singular
from tailor.core.events import PlaceFound
from tailor.core.guard.numbers import Quantity, quantities
from tailor.core.procedure import Part
from tailor.core.review import OwnEdit, Review
from tailor.core.review.state import ReviewState
from tailor.core.text import and_last, one_line, with_capital
from tailor.core.transport import TrackedStep

PlaceStatus: TypeAlias = Literal["open", "fine", "own", "gone"]
"""own: decided by own words or by leaving the step out. gone: accepted edits removed its words or its step."""

_BETWEEN: Final = re.compile(r"\s?(?:of\s)?(?:the\s)?(?:(?!and\b|or\b)[\w-]+\s)?")
"""What stands between an amount and its thing."""
_WORDS: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """One place as the review stands now."""

    found: PlaceFound
    slot: str
    """Its step's identity, as `decisions.own_edit` takes it."""
    number: int | None
    """The number of its step in the Result; None if the step is gone."""
    text: str
    """The text of its step in the Result; "" if the step is gone."""
    word: str
    """The first of its words that the Result still says; the first of all if it says none."""
    status: PlaceStatus
    there: bool
    """Whether the Result still says one of its words."""
    words: tuple[str, ...]
    """All of them that it still says, the first of all if it says none; of "egg wash" and "egg" the longer."""

    @property
    def named(self) -> str:
        """All its words: "“wine” and “marshmallows”"."""
        return and_last(f"“{one_line(word, 60)}”" for word in self.words)

    @property
    def id(self) -> str:
        return self.found.id


def places(state: ReviewState) -> tuple[ReviewPlace, ...]:
    """Every place in order of arrival; one that was found again counts once."""
    draft = state.result.draft
    listed: list[ReviewPlace] = []
    for place, spot in _found(state.review):
        number = draft.index(place.part).get(spot.slot)
        text = draft.part(place.part)[number - 1].text if number else ""
        still = _still_said(text, spot.text, place)
        status = _status(state.review, place, spot, there=bool(still))
        word = next(iter(still), place.word)
        listed.append(
            ReviewPlace(place, spot.slot, number, text, word, status, bool(still), not_within(still or [word]))
        )
    return tuple(listed)


def by_wish(state: ReviewState) -> dict[str, list[ReviewPlace]]:
    """The places of each wish, by its id, in order of arrival."""
    found: dict[str, list[ReviewPlace]] = {}
    for place in places(state):
        for id in dict.fromkeys(place.found.serves):
            found.setdefault(id, []).append(place)
    return found


def open_places(state: ReviewState) -> tuple[ReviewPlace, ...]:
    """The places that wait for a decision, in the order of the Result: its steps, then its resources."""
    waiting = (place for place in places(state) if place.status == "open")
    return tuple(sorted(waiting, key=lambda place: (place.found.part != "steps", place.number or 0)))


def settled_by(review: Review, part: Part, slot: str, text: str) -> tuple[PlaceFound, ...]:
    """The places of this step whose words a new text no longer has: it serves their requirements."""
    here = ((place, spot) for place, spot in _found(review) if (place.part, spot.slot) == (part, slot))
    return tuple(place for place, spot in here if not _still_said(text, spot.text, place))


def met_by(review: Review, part: Part, slot: str, text: str) -> tuple[PlaceFound, ...]:
    """The places of this step whose thing a new text has in the amount that their wish says: "500 g rhubarb"."""
    wished = {one.id: quantities(one.text) for one in review.requirements if one.on}
    here = ((place, spot) for place, spot in _found(review) if (place.part, spot.slot) == (part, slot))
    return tuple(
        place
        for place, _ in here
        if any(
            one.same(other) and _is_of(text, one, place.word)
            for one in quantities(text)
            for id in place.serves
            for other in wished.get(id, ())
        )
    )


def _is_of(text: str, amount: Quantity, word: str) -> bool:
    """Whether the amount is one of this thing: "500 g of fresh rhubarb"; a count includes its thing."""
    end = amount.start + len(amount.written)
    behind = (start for start, _ in spans(text, [word]) if start >= amount.start)
    return any(start < end or _BETWEEN.fullmatch(text[end:start]) for start in behind)


def spans(text: str, words: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """The spans of these words in a text; inside other words only if there are none by themselves."""
    found: set[tuple[int, int]] = set()
    for word in filter(str.strip, words):
        inside = r"\s+".join(map(re.escape, word.split()))
        whole = rf"\b{inside}(?:e?s)?\b"
        found |= {one.span() for one in list(re.finditer(whole, text, re.I)) or re.finditer(inside, text, re.I)}
    return tuple(sorted(found))


def still_mentioned(waiting: Iterable[ReviewPlace]) -> tuple[str, ...]:
    """Where the words of these places still stand: 'Steps 2 and 7 still mention "bleach"'."""
    return each_mentioned((word, place.found.part, place.number) for place in waiting for word in place.words)


def each_mentioned(found: Iterable[tuple[str, str, int | None]]) -> tuple[str, ...]:
    """The same for words with the part and number of each place; words in the same steps share a sentence.

    A capital at the beginning of a sentence makes no difference.
    """
    by_word: dict[str, list[tuple[str, str, int | None]]] = {}
    for word, part, number in found:
        by_word.setdefault(word.casefold(), []).append((_within_a_sentence(word), part, number))
    by_steps: dict[tuple[int, ...], dict[str, bool]] = {}
    for spelled in by_word.values():
        steps = sorted({number for _, part, number in spelled if part == "steps" and number})
        things = any(part == "resources" for _, part, _ in spelled)
        by_steps.setdefault(tuple(steps), {})[f"“{spelled[0][0]}”"] = things
    listed = [word for word, things in by_steps.pop((), {}).items() if things]
    said = []
    for numbers, words in by_steps.items():
        both = all(words.values())
        listed += [word for word, things in words.items() if things and not both]
        where = f"{step_words(numbers)}{' and the list of what you need' if both else ''}"
        verb = "mentions" if len(numbers) + both == 1 else "mention"
        said.append(f"{with_capital(where)} still {verb} {and_last(words)}")
    return (*said, *([f"The list of what you need still mentions {and_last(listed)}"] if listed else []))


def _within_a_sentence(word: str) -> str:
    """The word as inside a sentence: "Butter" becomes "butter", but "BBQ" and "°C" stay."""
    return word if word[1:] != word[1:].lower() else word[:1].lower() + word[1:]


def step_words(numbers: Iterable[int | str]) -> str:
    """ "step 2", "steps 2, 3 and 7"; "" for none."""
    named = [*dict.fromkeys(map(str, numbers))]
    return f"step{'s' if len(named) > 1 else ''} {and_last(named)}" if named else ""


def _found(review: Review) -> Iterator[tuple[PlaceFound, TrackedStep]]:
    """Each place with its step as the agent saw it, skipping repetitions and steps that do not exist.

    Found again after an agent rewrote the step, it is the same place; after the person did, it is a new one.
    """
    agents = {one.id for stage in review.stages for one in stage.proposals}
    known: set[tuple[Part, str, str, str, tuple[str, ...]]] = set()
    for stage in review.stages:
        for place in stage.places:
            spots = stage.spots(place.part)[max(place.step - 1, 0) : place.step]
            for spot in spots:
                own = "" if spot.writer in agents else spot.writer
                same = (place.part, spot.slot, own, place.word.casefold(), place.serves)
                if same not in known:
                    known.add(same)
                    yield place, spot


def _status(review: Review, place: PlaceFound, seen: TrackedStep, *, there: bool) -> PlaceStatus:
    if any(_decides(own, place, seen) for own in review.choices.own):
        return "own"
    if place.id in review.choices.fine:
        return "fine"
    return "open" if there else "gone"


def _decides(own: OwnEdit, place: PlaceFound, seen: TrackedStep) -> bool:
    """Whether this own edit decides the place: it is for its step, and was made after the place was found."""
    here = (own.op, own.part, own.slot) == ("replace", place.part, seen.slot) and own.id != seen.writer
    return here and (not own.decides or place.id in own.decides)


def _still_said(now: str, seen: str, place: PlaceFound) -> list[str]:
    return [word for word in (place.word, *place.also) if _says_still(now, seen, word)]


def _says_still(now: str, seen: str, word: str) -> bool:
    """Whether a text still has the word found in it: as a whole word if it was one, singular or plural."""
    for folded in (_whole_words, str.casefold):
        if folded(word).strip() and folded(word) in folded(seen):
            return folded(word) in folded(now)
    # found by something else than a word, or named as an edit of the same answer writes it: "4 cups" for "2 cups"
    return now == seen or _whole_words(word) in _whole_words(now)


def _whole_words(text: str) -> str:
    return f" {' '.join(map(singular, _WORDS.findall(text.casefold())))} "
