"""How a variant came from its parent: edits out of a review, and their replay (DESIGN 9).

Owns `kept_edits` (what of a review goes into the file) and `replayed`. Refuses files.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tailor.core.edits import Bag
from tailor.core.engine import apply
from tailor.core.procedure import Procedure
from tailor.core.review_state import Standing, Status
from tailor.library.entry import DecisionWord, KeptEdit

_WORDS: Mapping[Status, DecisionWord] = {
    "accepted": "accepted",
    "rejected": "rejected",
    "undecided": "undecided",
    "stale": "stale",
    "on_hold": "stale",
    "withdrawn": "undecided",
    "dropped": "undecided",
}


def kept_edits(standing: Standing) -> tuple[KeptEdit, ...]:
    """The edits of a review as its file keeps them.

    First what was applied, batch by batch, numbered so that `replayed` gives the Result; then what was turned
    down or left, as it was proposed.
    """
    applied: list[KeptEdit] = []
    for stage, (_, edits) in enumerate(standing.result.batches, 1):
        for edit in edits:
            proposal = standing.proposals.get(edit.id)
            decision = standing.decisions.get(edit.id)
            said = proposal[1].text if proposal else edit.text
            by = decision.by if decision else edit.agent or "renumber" if proposal else edit.agent or "you"
            applied.append(
                KeptEdit(stage=stage, edit=edit, by=by, proposed=said if proposal and said != edit.text else None)
            )
    taken = {kept.edit.id for kept in applied}
    left = (
        KeptEdit(
            stage=stage.number,
            edit=proposal.edit,
            decision=_left_word(standing, id),
            by=standing.decisions[id].by if id in standing.decisions else "",
        )
        for id, (stage, proposal) in standing.proposals.items()
        if id not in taken
    )
    return (*applied, *left)


def replayed(parent: Procedure, edits: Iterable[KeptEdit]) -> Procedure:
    """The parent with the accepted edits applied, stage after stage. ApplyError where they do not fit."""
    by_stage: dict[int, list[KeptEdit]] = {}
    for kept in edits:
        if kept.decision == "accepted":
            by_stage.setdefault(kept.stage, []).append(kept)
    result = parent
    for stage in sorted(by_stage):
        result = apply(result, Bag(tuple(kept.edit for kept in by_stage[stage]))).procedure
    return result


def variant(standing: Standing) -> Procedure:
    """The Result as a procedure to save: what belongs to the parent's own file is left behind."""
    return replace(standing.result.draft.procedure, id="")


def _left_word(standing: Standing, id: str) -> DecisionWord:
    word = _WORDS[standing.status(id)]
    return "stale" if word == "accepted" else word
