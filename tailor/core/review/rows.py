"""What a review shows at each step: rows with cards, Verify's verdicts, undefined references (DESIGN 10).

A row never disappears: a replaced or deleted step keeps its row and a new step gets its own, so a card that
arrives or is decided never moves the cursor.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tailor.core.english import singular
from tailor.core.procedure import Part
from tailor.core.renumber import without_numbers
from tailor.core.resolution import in_order, tracked_seen
from tailor.core.review import Review, Stage, effective_edit
from tailor.core.review.state import ReviewState
from tailor.core.transport import TrackedProcedure, tracked_original


@dataclass(frozen=True, slots=True)
class Row:
    """One step: its original text, and the edits about it. No decision on an agent's edit changes that."""

    slot: str
    """Its identity, as `decisions.own_edit` takes it."""
    part: Part
    before: int | None
    """Its number in the original; None for a new step."""
    original: str | None
    cards: tuple[str, ...]
    """Ids of the proposed edits about it, in order of arrival; a new step's insert comes first."""
    own: tuple[str, ...]

    def now(self, state: ReviewState) -> int | None:
        """Its number in the Result; None if it is not in it."""
        return state.result.draft.index(self.part).get(self.slot)

    def text(self, state: ReviewState) -> str | None:
        """Its text in the Result; None if it is not in it."""
        now = self.now(state)
        return state.result.draft.part(self.part)[now - 1].text if now else None


def rows(state: ReviewState, part: Part = "steps", known: Mapping[str, Row] | None = None) -> tuple[Row, ...]:
    """The rows of a part; those in `known` (by slot) that are still the same are reused."""
    review, cards, before = state.review, state.proposed.by_slot[part], known or {}
    own: dict[str, list[str]] = {}
    for edit in review.choices.own:
        if edit.part == part:
            own.setdefault(edit.id if edit.op == "insert" else edit.slot, []).append(edit.id)
    originals = tracked_original(review.original)
    numbers, texts = originals.index(part), originals.part(part)
    found: list[Row] = []
    for slot in _in_order(review, part):
        one, edits = before.get(slot), (cards.get(slot, ()), tuple(own.get(slot, ())))
        if one is None or (one.cards, one.own) != edits:
            number = numbers.get(slot)
            one = Row(slot, part, number, texts[number - 1].text if number else None, *edits)
        found.append(one)
    return tuple(found)


def _in_order(review: Review, part: Part) -> list[str]:
    """Every slot that ever existed, in display order: each insert right after the step it follows.

    As in the engine, inserts of one layer at one place keep their order, and those of later layers and the user's
    own come before them.
    """
    after: dict[str, list[str]] = {}
    for stages, mine in in_order(review, review.choices.own):
        fresh: dict[str, list[str]] = {}
        for stage in stages:
            seen = stage.spots(part)
            for proposal in stage.proposals:
                if proposal.part == part and proposal.op == "insert":
                    fresh.setdefault(seen[proposal.step - 1].slot if proposal.step else "", []).append(proposal.id)
        for anchor, ids in fresh.items():
            after[anchor] = ids + after.get(anchor, [])
        for own in mine:
            if (own.part, own.op) == (part, "insert"):
                after[own.slot] = [own.id, *after.get(own.slot, [])]
    order: list[str] = []
    waiting = [*(f"{part[0]}{n}" for n in range(len(review.original.part(part)), 0, -1)), ""]
    while waiting:
        slot = waiting.pop()
        order += [slot] if slot else []
        waiting += reversed(after.pop(slot, []))
    return order


Opinion: TypeAlias = Literal["agrees", "doubts"]
"""agrees: Verify saw the edit's text and left it alone. doubts: Verify proposes other words for it."""


@dataclass(frozen=True, slots=True)
class VerifyVerdict:
    """The opinion of the last Verify that saw an edit."""

    opinion: Opinion
    by: tuple[str, ...] = ()


def verdicts(state: ReviewState) -> Mapping[str, VerifyVerdict]:
    """Verdicts by edit id; edits that no finished Verify saw in their current words are missing.

    So are deletions, since there is no text left to doubt.
    """
    found: dict[str, VerifyVerdict] = {}
    review = state.review
    for stage in review.stages:
        if stage.agent != "verify" or stage.end not in ("edits", "none"):
            continue
        against = _edits_doubted(review, stage)
        for id in _edits_seen(review, stage):
            by = against.get(id, ())
            found[id] = VerifyVerdict("doubts" if by else "agrees", by)
    return found


def agreed(state: ReviewState) -> tuple[str, ...]:
    """Ids of the undecided edits that Verify saw and left alone, in order of arrival."""
    known = verdicts(state)
    return tuple(id for id in state.undecided if id in known and known[id].opinion == "agrees")


def _edits_seen(review: Review, stage: Stage) -> tuple[str, ...]:
    """Ids of the edits whose words this stage was asked about: all of its list, or its one step."""
    draft = tracked_seen(review, stage)
    spots = (*draft.steps, *draft.resources)
    if stage.only_step is not None:
        spots = draft.steps[stage.only_step - 1 : stage.only_step]
    now = {
        p.id: without_numbers(effective_edit(p, review.decision(p.id)).text)
        for one in review.stages
        for p in one.proposals
        if one.number != stage.number
    }
    return tuple(
        dict.fromkeys(spot.writer for spot in spots if now.get(spot.writer) == without_numbers(spot.text))
    )


def _edits_doubted(review: Review, stage: Stage) -> Mapping[str, tuple[str, ...]]:
    """By id of an edit: the ids of this stage's edits that replace its words."""
    draft = tracked_seen(review, stage)
    found: dict[str, tuple[str, ...]] = {}
    for proposal in stage.proposals:
        if proposal.op == "replace":
            writer = draft.part(proposal.part)[proposal.step - 1].writer
            found[writer] = (*found.get(writer, ()), proposal.id)
    return found


_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TWO_WORDS: Final = r"\s+([^\W\d_]+(?:-[^\W\d_]+)*)(?:\s+([^\W\d_]+(?:-[^\W\d_]+)*))?"
_KNOWN_THING: Final = re.compile(r"\bthe" + _TWO_WORDS, re.IGNORECASE)
_NEW_THING: Final = re.compile(r"\b(?:an?|some|another|one|two|three|four|the|your)" + _TWO_WORDS, re.IGNORECASE)
_NOT_THINGS: Final = frozenset(
    _WORD.findall(
        "bottom centre center edge end first last left middle next one other outside inside remaining rest right "
        "same second side third time top two way whole about and any are at by each few for from has in into is "
        "it little of on onto or over so that then to under until when which while with"
    )
)


def undefined_references(
    now: TrackedProcedure, lost: str, original: TrackedProcedure
) -> tuple[tuple[str, str], ...]:
    """Things that only the text `lost` introduced: each with the slot of the first step that refers to it.

    `now` is the list without that text. A thing is a word after "the" that stands after an article in `lost`, and
    in no earlier step, no resource and not in the goal. What the `original` already refers to without introducing
    it ("the dough", after "mix flour and water") is left out.
    """
    brought = {_folded(word) for said in _NEW_THING.finditer(lost) for word in said.groups() if word} - _NOT_THINGS
    known = {_folded(thing) for thing in _unannounced(original, brought)}
    return tuple(
        (thing, slot) for thing, slot in _unannounced(now, brought).items() if _folded(thing) not in known
    )


def _unannounced(draft: TrackedProcedure, things: Set[str]) -> Mapping[str, str]:
    """Those of the things that a step refers to before anything names them, with the slot of that step."""
    known = _things(draft.procedure.goal).union(*map(_things, draft.procedure.resources))
    found: dict[str, str] = {}
    for spot in draft.steps:
        if things <= known:
            break  # everything was introduced by now
        small, unknown = spot.text.casefold(), things - known
        if not any(thing in small for thing in unknown):
            continue  # most steps of a long list: not worth reading word by word
        for said in _KNOWN_THING.finditer(spot.text):
            before = known | _things(spot.text[: said.start()])
            thing = next((word for word in said.groups() if word and _folded(word) in unknown - before), None)
            if thing:
                found.setdefault(thing.casefold(), spot.slot)
        known |= _things(spot.text)
    return found


def _things(text: str) -> frozenset[str]:
    return frozenset(_folded(word) for word in _WORD.findall(text))


def _folded(word: str) -> str:
    return singular(word.casefold())
