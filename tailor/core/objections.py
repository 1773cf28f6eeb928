"""What speaks against a Result before it is saved: hazards, wishes it does not meet, what its steps use though the
text that brought it in was left out, and a yield that its amounts have outgrown (CONTRACT 7 rules 15 and 16).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from statistics import median
from typing import Final

from tailor.core.agreement import disagreements, unclear
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
from tailor.core.review_rows import undefined_references
from tailor.core.review_state import ReviewState
from tailor.core.text import and_last, one_line, with_capital
from tailor.core.transport import TrackedProcedure, tracked_original

MOST_NAMED: Final = 3
"""Accepted changes named one by one; beyond that they are counted."""

_FEWEST_AMOUNTS: Final = 2
"""Amounts that can change alike."""
_ROUNDED: Final = Fraction(15, 100)
"""How far one may be from the others, as nobody takes 1.37 eggs."""
_ENOUGH: Final = re.compile(
    rf"\b(?:serves|feeds|makes|yields|enough for|sufficient for)\s(?:about\s|around\s|up to\s)?"
    rf"(?:\d+|{either(*WHOLE_WORDS, 'a dozen', 'half a dozen', 'a couple of')}\b)"
    r"(?:\s?(?:-|–|to|or)\s?\d+)?(?:\s[a-z]+)?",
    re.IGNORECASE,
)
"""How much comes out, as notes say it: "enough for 4 people"."""
_CHANGED: Final = {Fraction(2): "doubled", Fraction(1, 2): "halved", Fraction(3): "tripled"}


def objections(state: ReviewState, became: Iterable[WishOutcome]) -> tuple[str, ...]:
    """What to say first before saving: hazards and where that is known from, the wishes that are not met, with
    their steps, then what is missing, where the person's own words part list and steps, or a name may now mean two
    things, and an old yield."""
    hazards = (f"{one.says} ({one.source})" for one in dangers(state))
    unmet = (one.says for one in became if one.unmet)
    return (*hazards, *unmet, *missing(state), *disagreements(state), *unclear(state), *yield_left(state))


def save_anyway(became: Iterable[WishOutcome], hazards: Iterable[Danger] = ()) -> str:
    """What to say before a second press saves a Result that brings a hazard or does not meet a wish; else ""."""
    brought = [one.says for one in hazards if one.new]
    unmet, partly = (
        [f"“{one_line(one.wish, 40)}”{_open(one)}" for one in became if one.unmet and one.partly == part]
        for part in (False, True)
    )
    return " ".join([*brought, *_are(unmet, "not met"), *_are(partly, "only partly met")])


def _open(one: WishOutcome) -> str:
    """What of a wish that is met in part is open: " (not “butter” in step 3)"."""
    left = one.short.removeprefix("partly, ")
    return f" ({left})" if one.partly and left != one.short else ""


def _are(wishes: list[str], what: str) -> Iterator[str]:
    if wishes:
        yield f"{and_last(wishes)} {'are' if len(wishes) > 1 else 'is'} {what}."


def missing(state: ReviewState) -> tuple[str, ...]:
    """A sentence for each thing the Result uses and nothing brings in, and for each accepted change whose ground
    was turned down; () where all is there. Steps are called by their number in the Result."""
    now = state.result.draft
    turned_down = (id for id in state.proposals if state.status(id) == "rejected")
    lost = (*_texts(state, turned_down), *_steps_gone(state, tracked_original(state.review.original), now))
    numbers = now.index("steps")
    used = (f"Step {numbers[slot]} {words}" for slot, words in _used(state, lost, now))
    return (*dict.fromkeys(used), *pointless(state), *_groundless(state))


def newly_against(before: ReviewState, after: ReviewState) -> tuple[str, ...]:
    """A sentence for each hazard that a decision brought in, and for what is used that only it left out."""
    return (*newly_dangerous(before, after), *newly_missing(before, after))


def newly_missing(before: ReviewState, after: ReviewState) -> tuple[str, ...]:
    """A sentence for each thing that only what was left out just now brought in.

    Undecided changes count as accepted, as their cards still wait; steps are called by their number in the
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
    """A sentence for each text of the Result that points to steps that are not in it, or that are others now."""
    return tuple(dict.fromkeys(_points(one) for one in state.result.pointless))


def pointless_findings(state: ReviewState) -> tuple[Finding, ...]:
    """The same as findings."""
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
    """A sentence for each text that points to steps that are gone or others, by that text and the steps."""
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
    """The step that uses something, and what, for each of the lost texts."""
    original = tracked_original(state.review.original)
    for name, text in lost:
        for thing, slot in undefined_references(now, text, original):
            yield slot, f"uses “the {thing}”, which you left out with {name}."


def _texts(state: ReviewState, turned_down: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The texts of changes that were turned down, each with its name."""
    for id in turned_down:
        proposal = state.proposals[id][1]
        if proposal.text and proposal.part == "steps":
            yield edit_name(state, id), proposal.text


def _steps_gone(state: ReviewState, was: TrackedProcedure, now: TrackedProcedure) -> Iterator[tuple[str, str]]:
    """The steps that the other list lacks, each with its name; those that changes propose are none yet."""
    there = now.index("steps")
    gone = (spot for spot in was.steps if spot.slot not in there and spot.slot not in state.proposals)
    return ((step_name(spot.slot, spot.text), spot.text) for spot in gone)


def _groundless(state: ReviewState) -> Iterator[str]:
    """Accepted changes whose ground was turned down or left out; not those accepted anyway, knowing it."""
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
    """A sentence where the Result makes another amount than it or its notes say, by the amounts of its list."""
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
        yield f"Most amounts are {how}, but it still says {' and '.join(f'“{words}”' for words in left)}."


def _makes(original: Procedure, now: Procedure) -> Iterator[str]:
    """What the original says of how much comes out, where the other says it still."""
    if original.yields == now.yields and yield_number(original.yields) is not None:
        yield one_line(original.yields, 40)
    kept = now.notes.casefold()
    yield from (found[0] for found in _ENOUGH.finditer(original.notes) if found[0].casefold() in kept)
