"""What to object to before a Result is saved: hazards, unmet wishes, things that steps use but nothing introduces
any more, and a yield that no longer fits the amounts (CONTRACT 7 rules 15 and 16).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from statistics import median
from typing import Final

from tailor.core.dangers import Danger, dangers, newly_dangerous
from tailor.core.edit_names import edit_name, in_words, step_name
from tailor.core.events import Finding
from tailor.core.listed_amounts import times_as_much
from tailor.core.numerals import WHOLE_WORDS, either
from tailor.core.outcomes import WishOutcome
from tailor.core.procedure import Procedure, yield_number
from tailor.core.renumber import STEP_MENTION
from tailor.core.resolution import Pointless, Resolution, renumbered
from tailor.core.review import differing
from tailor.core.review.agreement import disagreements, unclear
from tailor.core.review.rows import undefined_references
from tailor.core.review.state import ReviewState
from tailor.core.text import and_last, one_line, with_capital
from tailor.core.transport import TrackedProcedure, tracked_original

MOST_NAMED: Final = 3
"""Accepted changes named one by one; beyond that they are counted."""

_FEWEST_AMOUNTS: Final = 2
"""How many amounts it takes to tell that they changed alike."""
_ROUNDED: Final = Fraction(15, 100)
"""Tolerance for rounded amounts, as nobody takes 1.37 eggs."""
_ENOUGH: Final = re.compile(
    rf"\b(?:serves|feeds|makes|yields|enough for|sufficient for)\s(?:about\s|around\s|up to\s)?"
    rf"(?:\d+|{either(*WHOLE_WORDS, 'a dozen', 'half a dozen', 'a couple of')}\b)"
    r"(?:\s?(?:-|–|to|or)\s?\d+)?(?:\s[a-z]+)?",
    re.IGNORECASE,
)
"""A yield as notes state it: "enough for 4 people"."""
_CHANGED: Final = {Fraction(2): "doubled", Fraction(1, 2): "halved", Fraction(3): "tripled"}


def objections(state: ReviewState, became: Iterable[WishOutcome]) -> tuple[str, ...]:
    """What to say before saving: hazards with their source, unmet wishes with their steps, what is missing, where
    list and steps disagree since the person's own words, names that became ambiguous, and an old yield.
    """
    hazards = (f"{one.says} ({one.source})" for one in dangers(state))
    unmet = (one.says for one in became if one.unmet)
    return (*hazards, *unmet, *missing(state), *disagreements(state), *unclear(state), *yield_left(state))


def save_anyway(became: Iterable[WishOutcome], hazards: Iterable[Danger] = ()) -> str:
    """What to confirm before a Result with a new hazard or an unmet wish is saved; "" if there is nothing."""
    brought = [one.says for one in hazards if one.new]
    unmet, partly = (
        [f"“{one_line(one.wish, 40)}”{_open(one)}" for one in became if one.unmet and one.partly == part]
        for part in (False, True)
    )
    return " ".join([*brought, *_are(unmet, "not met"), *_are(partly, "only partly met")])


def _open(one: WishOutcome) -> str:
    """What is open of a partly met wish: " (not “butter” in step 3)"."""
    left = one.short.removeprefix("partly, ")
    return f" ({left})" if one.partly and left != one.short else ""


def _are(wishes: list[str], what: str) -> Iterator[str]:
    if wishes:
        yield f"{and_last(wishes)} {'are' if len(wishes) > 1 else 'is'} {what}."


def missing(state: ReviewState) -> tuple[str, ...]:
    """A sentence for each thing that the Result uses but nothing introduces, and each accepted change that needs a
    rejected one. Steps are called by their number in the Result.
    """
    now = state.result.draft
    turned_down = (id for id in state.proposals if state.status(id) == "rejected")
    lost = (*_texts(state, turned_down), *_steps_gone(state, tracked_original(state.review.original), now))
    numbers = now.index("steps")
    used = (f"Step {numbers[slot]} {words}" for slot, words in _used(state, lost, now))
    return (*dict.fromkeys(used), *pointless(state), *_groundless(state))


def newly_against(before: ReviewState, after: ReviewState) -> tuple[str, ...]:
    """A sentence for each hazard that a decision brought in, and each thing still used that it removed."""
    return (*newly_dangerous(before, after), *newly_missing(before, after))


def newly_missing(before: ReviewState, after: ReviewState) -> tuple[str, ...]:
    """A sentence for each thing that is used, but was introduced only by what was left out just now.

    Undecided changes count as accepted, since their cards still wait; steps are called by their number in the
    original, as in the review.
    """
    was, now = before.placing.draft, after.placing.draft
    ids = differing(before.review.choices, after.review.choices)
    turned_down = (id for id in ids if id in after.proposals and after.status(id) == "rejected")
    lost = (*_texts(after, turned_down), *_steps_gone(after, was, now))
    texts = {spot.slot: spot.text for spot in now.steps}
    used = (f"{step_name(slot, texts[slot])} {words}" for slot, words in _used(after, lost, now))
    known, points = _pointing(before.result), _pointing(after.result)
    still = _pointing(renumbered(after.review, after.placing)) if points.keys() - known.keys() else {}
    said = (words for one, words in points.items() if one in still and one not in known)
    return tuple(dict.fromkeys((*(with_capital(words) for words in used), *said)))


def pointless(state: ReviewState) -> tuple[str, ...]:
    """A sentence for each text of the Result that points to steps that are gone, or are different steps now."""
    return tuple(dict.fromkeys(_points(one) for one in state.result.pointless))


def pointless_findings(state: ReviewState) -> tuple[Finding, ...]:
    """The same, as findings."""
    return tuple(
        Finding(
            step=one.lost.number or None,
            part=one.lost.part or "steps",
            constraint=STEP_MENTION,
            kind="found",
            word=one.lost.words or " and ".join(f"step {number}" for number in one.gone),
            why=_points(one),
            source="Tailor",
        )
        for one in state.result.pointless
    )


def _pointing(settled: Resolution) -> Mapping[tuple[object, ...], str]:
    """The sentences of `pointless` by their text and steps, without those whose lost steps were dropped."""
    still = (one for one in settled.pointless if not one.lost.dropped)
    return {
        (one.lost.part, one.slot or one.lost.text, one.lost.words, *one.gone.values()): _points(one)
        for one in still
    }


def _points(one: Pointless) -> str:
    """ "Step 5 (4 in the result) points to step 3, which you removed."."""
    name = step_name(one.slot, one.lost.text)
    if one.slot.startswith("s") and one.slot != f"s{one.lost.number}":
        name += f" ({one.lost.number} in the result)"
    return one.lost.says(name, lambda number: step_name(*one.gone[number]))


def _used(state: ReviewState, lost: Iterable[tuple[str, str]], now: TrackedProcedure) -> Iterator[tuple[str, str]]:
    """The slot of each step that uses something from a lost text, and a clause that says so."""
    original = tracked_original(state.review.original)
    for name, text in lost:
        for thing, slot in undefined_references(now, text, original):
            yield slot, f"uses “the {thing}”, which you left out with {name}."


def _texts(state: ReviewState, turned_down: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Name and text of each step that was proposed and rejected."""
    for id in turned_down:
        proposal = state.proposals[id][1]
        if proposal.text and proposal.part == "steps":
            yield edit_name(state, id), proposal.text


def _steps_gone(state: ReviewState, was: TrackedProcedure, now: TrackedProcedure) -> Iterator[tuple[str, str]]:
    """Name and text of each step that `now` lacks; steps that are only proposed do not count."""
    there = now.index("steps")
    gone = (spot for spot in was.steps if spot.slot not in there and spot.slot not in state.proposals)
    return ((step_name(spot.slot, spot.text), spot.text) for spot in gone)


def _groundless(state: ReviewState) -> Iterator[str]:
    """A sentence on accepted changes that need a rejected one, except those accepted anyway, knowing it."""
    lost: dict[str, list[str]] = {}
    for id, one in state.decisions.items():
        if one.verdict == "accepted" and not one.anyway and id in state.proposals:
            for need in state.lacks(id):
                lost.setdefault(need, []).append(f"#{id}")
    for need, ids in lost.items():
        verb = "needs" if len(ids) == 1 else "need"
        yield in_words(state, f"{_named(ids)} {verb} #{need}, which you left out.")


def _named(ids: Collection[str]) -> str:
    return " and ".join(ids) if len(ids) <= MOST_NAMED else f"{len(ids)} accepted changes"


def yield_left(state: ReviewState) -> Iterator[str]:
    """A sentence if the amounts on the list changed but the stated yield did not."""
    original, now = state.review.original, state.result.draft
    left = [*_makes(original, now.procedure)]
    if not left:
        return
    texts = {spot.slot: spot.text for spot in now.resources}
    was = ((spot.text, texts.get(spot.slot, "")) for spot in tracked_original(original).resources)
    times = [ratio for old, new in was if new and (ratio := times_as_much(old, new))]
    middle = median(times) if len(times) >= _FEWEST_AMOUNTS else Fraction(1)
    alike = sum(abs(one - middle) <= _ROUNDED * middle for one in times)
    if abs(middle - 1) > _ROUNDED and alike * 2 > len(times):
        how = _CHANGED.get(Fraction(middle), "changed")
        yield f"Most amounts are {how}, but the text still says {' and '.join(f'“{words}”' for words in left)}."


def _makes(original: Procedure, now: Procedure) -> Iterator[str]:
    """The yields that the original states and the Result repeats unchanged."""
    if original.yields == now.yields and yield_number(original.yields) is not None:
        yield one_line(original.yields, 40)
    kept = now.notes.casefold()
    yield from (found[0] for found in _ENOUGH.finditer(original.notes) if found[0].casefold() in kept)
