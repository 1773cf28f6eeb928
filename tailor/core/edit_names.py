"""The names that people know edits by: "the change to step 4", "the new step “Oil the pan.”".

Ids of edits are for records and JSON; screens and line mode say these names.
"""

import re
from collections.abc import Sequence
from typing import Final

from tailor.core.edits import is_deletion
from tailor.core.events import EditProposed
from tailor.core.procedure import Part
from tailor.core.review_state import ReviewState
from tailor.core.text import one_line
from tailor.core.transport import TrackedStep

_ID: Final = re.compile(r"#(e\d+|you\d+)\b")
_QUOTED: Final = 40


def edit_name(state: ReviewState, id: str) -> str:
    """What an edit does, as part of a sentence; steps are called by their number in the original."""
    if id not in state.proposals:
        return _own_name(state, id)
    stage, proposal = state.proposals[id]
    return proposal_name(proposal, stage.spots(proposal.part))


def proposal_name(proposal: EditProposed, spots: Sequence[TrackedStep]) -> str:
    """The same of a proposed edit by itself; `spots` are what its agent saw."""
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
    return f"step {slot[1:]}" if re.fullmatch(r"s\d+", slot) else f"“{one_line(text, _QUOTED)}”"


def in_words(state: ReviewState, text: str) -> str:
    """A sentence with the ids of edits ("#e3") replaced by their names."""
    said = _ID.sub(lambda found: edit_name(state, found[1]), text)
    return said if said == text else re.sub(r"(^|[.;:] )t(?=he )", r"\1T", said)


def _own_name(state: ReviewState, id: str) -> str:
    own = next((one for one in state.review.choices.own if one.id == id), None)
    if own is None or not own.text:
        return "your edit" if own is None else f"your removal of {step_name(own.slot, 'a step')}"
    if own.op == "insert":
        return f"your step “{one_line(own.text, _QUOTED)}”"
    return f"your words for {step_name(own.slot, own.text)}"
