"""What Verify thinks of each edit: seen and left as it is, or doubted. First-class, so that people can act on it.

Owns `verdicts`. Refuses to call anything safe: that an agent had nothing to say against an edit is all it means.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tailor.core.renumbering import mend
from tailor.core.review import Review, Stage, taken_text
from tailor.core.settling import seen_draft
from tailor.core.standing import Standing

Opinion: TypeAlias = Literal["agrees", "doubts"]
"""agrees: Verify saw the edit's text and left it. doubts: Verify proposes other words for that text."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the last Verify that saw an edit made of it."""

    opinion: Opinion
    by: tuple[str, ...] = ()
    """Ids of the edits that doubt it."""


def verdicts(standing: Standing) -> Mapping[str, Verdict]:
    """By id of edit; edits that no finished Verify saw in the words they have now are missing.

    Deletions are left out too: what is gone cannot be doubted by a replace.
    """
    found: dict[str, Verdict] = {}
    review = standing.review
    for stage in review.stages:
        if stage.agent != "verify" or stage.end not in ("edits", "none"):
            continue
        against = _against(review, stage)
        for id in _read(review, stage):
            by = against.get(id, ())
            found[id] = Verdict("doubts" if by else "agrees", by)
    return found


def agreed(standing: Standing) -> tuple[str, ...]:
    """Ids of the undecided edits that Verify saw and left as they are, in the order they came."""
    known = verdicts(standing)
    return tuple(id for id in standing.undecided if id in known and known[id].opinion == "agrees")


def _read(review: Review, stage: Stage) -> tuple[str, ...]:
    """Ids of the edits whose words this stage was asked about: those of its list, or of its one step."""
    draft = seen_draft(review, stage)
    spots = (*draft.steps, *draft.resources)
    if stage.only_step is not None:
        spots = draft.steps[stage.only_step - 1 : stage.only_step]
    now = {
        p.id: _verdict_words(taken_text(p, review.decision(p.id)).text)
        for one in review.stages
        for p in one.proposals
        if one.number != stage.number
    }
    return tuple(dict.fromkeys(spot.writer for spot in spots if now.get(spot.writer) == _verdict_words(spot.text)))


def _verdict_words(text: str) -> str:
    """A text without the numbers by which it names steps: they move, and it still says the same."""
    return mend(text, lambda _: 0).text


def _against(review: Review, stage: Stage) -> Mapping[str, tuple[str, ...]]:
    """By id of an edit, the ids of this stage's edits that put other words in the place of its words."""
    draft = seen_draft(review, stage)
    found: dict[str, tuple[str, ...]] = {}
    for proposal in stage.proposals:
        if proposal.op == "replace":
            writer = draft.part(proposal.part)[proposal.step - 1].writer
            found[writer] = (*found.get(writer, ()), proposal.id)
    return found
