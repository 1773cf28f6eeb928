"""Names of edits for people ("the change to step 4", "the new step “Oil the pan.”"), and which steps people mean
by the numbers in their own words.

Ids of edits are for records and JSON; screens and line mode use these names. A review's list numbers steps as in
the original, also in its texts (`in_list`); line mode shows the Result with its own numbers. What a person meant
is kept with their words, so that it holds whatever they accept, remove or undo later.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from tailor.core.edits import is_deletion
from tailor.core.events import EditProposed
from tailor.core.procedure import Part
from tailor.core.renumber import mentions, mentions_all, renumber_mentions
from tailor.core.review import Meant, OwnEdit, old_text
from tailor.core.review.state import ReviewState
from tailor.core.text import one_line
from tailor.core.transport import TrackedStep, tracked_original

Counted: TypeAlias = Literal["list", "result"]
"""Which numbers a person uses for steps: those of the review's list, or those of the Result."""

_ID: Final = re.compile(r"#(e\d+|you\d+)\b")
_QUOTED: Final = 40


def edit_name(state: ReviewState, id: str) -> str:
    """What an edit does, as part of a sentence; steps are called by their number in the original."""
    if id not in state.proposals:
        return _own_name(state, id)
    stage, proposal = state.proposals[id]
    return proposal_name(proposal, stage.spots(proposal.part))


def proposal_name(proposal: EditProposed, spots: Sequence[TrackedStep]) -> str:
    """The name of a proposed edit by itself; `spots` are what its agent saw."""
    thing = proposal.part == "resources"
    if proposal.op == "insert":
        return f"{'the new thing' if thing else 'the new step'} “{one_line(proposal.text, _QUOTED)}”"
    seen = spots[proposal.step - 1]
    what = "removal of" if is_deletion(proposal.edit) else "change to"
    by = "the check’s" if proposal.agent == "verify" else "the"
    return f"{by} {what} {step_name(seen.slot, seen.text)}"


def line_name(part: Part, number: int) -> str:
    """ "step 4", or "item 4 on the list"."""
    return f"step {number}" if part == "steps" else f"item {number} on the list"


def step_name(slot: str, text: str) -> str:
    """ "step 4" for a step of the original; for a new step or a thing its words in quotes."""
    return f"step {slot[1:]}" if is_old(slot) else f"“{one_line(text, _QUOTED)}”"


def in_words(state: ReviewState, text: str) -> str:
    """A sentence with the ids of edits ("#e3") replaced by their names."""
    said = _ID.sub(lambda found: edit_name(state, found[1]), text)
    return said if said == text else re.sub(r"(^|[.;:] )t(?=he )", r"\1T", said)


def _own_name(state: ReviewState, id: str) -> str:
    own = next((one for one in state.review.choices.own if one.id == id), None)
    if own is None or not own.text:
        return "your edit" if own is None else f"your removal of {step_name(own.slot, _removed(state, own))}"
    if own.op == "insert":
        return f"your step “{one_line(own.text, _QUOTED)}”"
    return f"your words for {step_name(own.slot, own.text)}"


def _removed(state: ReviewState, own: OwnEdit) -> str:
    """The text of what the person removed, from the original or from a proposed edit."""
    if own.slot in state.proposals:
        return state.proposals[own.slot][1].text
    spots = tracked_original(state.review.original).part(own.part)
    return next((spot.text for spot in spots if spot.slot == own.slot), "a step")


def in_list(state: ReviewState, text: str, writer: str) -> str:
    """A text of the review, its step mentions renumbered as in the list.

    `writer`: the id of its edit; "" for the original. A new step has its number in the Result.
    """
    if not mentions(text):
        return text
    return renumber_mentions(text, lambda number: _called(state, writer, number))[0]


def accepted_text(state: ReviewState, slot: str, part: Part) -> tuple[str, str]:
    """The text of a step as accepted now, with its writer; ("", "") for a step that is not in the Result."""
    draft = state.plain_result.draft
    number = draft.index(part).get(slot)
    spot = draft.part(part)[number - 1] if number else None
    return (spot.text, spot.writer) if spot else ("", "")


def step_in_list(state: ReviewState, slot: str, part: Part) -> str:
    """A step as accepted now, as `in_list`; "" if it is not in the Result."""
    return in_list(state, *accepted_text(state, slot, part))


def change_in_list(state: ReviewState, id: str) -> tuple[str, str]:
    """The text that a proposed edit was written for ("" for an insert), and its own, both as `in_list`."""
    stage, proposal = state.proposals[id]
    decision = state.decisions.get(id)
    now = in_list(state, proposal.text, "" if decision and decision.own is not None else id)
    if proposal.op == "insert":
        return "", now
    seen = stage.spots(proposal.part)[proposal.step - 1]
    return in_list(state, old_text(stage, proposal), seen.writer), now


def meant_in(state: ReviewState, text: str, counted: Counted, before: tuple[str, str] = ("", "")) -> Meant:
    """The steps that a person's words mention; `before`: the text they changed, with its writer.

    If that text mentions a new step, its number still means that step.
    """
    if not mentions(text):
        return ()
    if counted == "result":
        known = {number: spot.slot for number, spot in enumerate(state.result.draft.steps, 1)}
    else:
        known = {number: f"s{number}" for number in range(1, len(state.review.original.steps) + 1)}
        said, writer = before
        meant = state.meanings.lists.get(writer, {})
        there = {number: slot for number in mentions_all(said) if (slot := meant.get(number))}
        known |= {_called(state, writer, number): slot for number, slot in there.items() if not is_old(slot)}
    numbers = dict.fromkeys(mentions_all(text))
    return tuple((number, known[number]) for number in numbers if number in known)


def _called(state: ReviewState, writer: str, number: int) -> int:
    """The number in the list of the step that the writer's text calls `number`."""
    slot = state.meanings.lists.get(writer, {}).get(number, "")
    return int(slot[1:]) if is_old(slot) else state.result.draft.index("steps").get(slot, number)


def is_old(slot: str) -> bool:
    return re.fullmatch(r"s\d+", slot) is not None
