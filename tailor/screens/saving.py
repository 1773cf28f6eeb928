"""A review into the library: the accepted edits numbered for replay, the others as they were proposed.

Owns this translation and the order of saving (an original that was only typed goes first, so that the variant has
a parent). Refuses to judge: what is accepted follows from the review.
"""

from collections.abc import Iterator
from dataclasses import replace

from tailor.core.edits import Edit
from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.core.settling import layers
from tailor.core.stand import Answering
from tailor.core.standing import Standing, Status
from tailor.core.text import normal
from tailor.library.entry import DecisionWord, Entry, KeptEdit, Made
from tailor.library.store import Library
from tailor.run import Request

NOTICE = "These edits were proposed by a machine and chosen by a person; check what matters before you rely on it."

_WORDS: dict[Status, DecisionWord] = {"rejected": "rejected", "stale": "stale", "on_hold": "stale"}


def save(library: Library, request: Request, by: Answering, review: Review, name: str) -> Entry:
    """Keeps the Result under the name, with its edits and its parent. Blocks on the disk: call it in a thread.

    Raises ContentError where nothing is accepted or no step is left, SaveError when the disk refuses.
    """
    standing = Standing(review)
    result = standing.result
    if not result.batches:
        raise ContentError("Nothing is accepted yet, so there is nothing to save. Accept an edit, then try again.")
    if not result.draft.procedure.steps:
        raise ContentError("No step would be left. Take back a deletion, then try again.")
    base = request.procedure
    parent = base.id or library.save(base).id
    made = Made(
        strategy=request.strategy, prompts=request.prompts, provider=by.provider, model=by.model, run=request.run
    )
    return library.save(
        replace(result.draft.procedure, goal=normal(name) or base.goal, id=""),
        parent=parent,
        hint=request.hint,
        requirements=review.requirements,
        edits=tuple(kept_edits(standing)),
        made=made,
        summary=summary(standing, base),
    )


def kept_edits(standing: Standing) -> Iterator[KeptEdit]:
    """Every edit with its decision: first the applied ones in the order they replay, then the rest."""
    applied: set[str] = set()
    for stage, (_, edits) in enumerate(standing.result.batches, 1):
        for edit in edits:
            applied.add(edit.id)
            yield _applied(standing, stage, edit)
    for stage, together in enumerate(layers(standing.review.stages), 1):
        for proposal in (proposal for one in together for proposal in one.proposals):
            if proposal.id not in applied:
                word = _WORDS.get(standing.status(proposal.id), "undecided")
                decision = standing.decisions.get(proposal.id)
                yield KeptEdit(
                    stage=stage, edit=proposal.edit, decision=word, by=decision.by if decision else "you"
                )


def _applied(standing: Standing, stage: int, edit: Edit) -> KeptEdit:
    decision, known = standing.decisions.get(edit.id), standing.proposals.get(edit.id)
    proposed = known[1].text if known and known[1].text != edit.text else None
    return KeptEdit(stage=stage, edit=edit, by=decision.by if decision else "you", proposed=proposed)


def summary(standing: Standing, base: Procedure) -> str:
    """ "Changed 4 of 9 steps.", and that a machine was at work."""
    kept = sum(1 for spot in standing.result.draft.steps if not spot.writer)
    return f"Changed {len(base.steps) - kept} of {len(base.steps)} steps. {NOTICE}"
