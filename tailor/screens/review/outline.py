"""The rows of the review's list as values: each step with the cards of its edits, and where the cursor stops."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tailor.core.events import EditProposed
from tailor.core.procedure import PARTS
from tailor.core.review import OwnEdit, Stage
from tailor.core.review_rows import Row, VerifyVerdict, rows, verdicts
from tailor.core.review_state import ReviewState
from tailor.screens.review.card import OPEN, STEP, Card, Op, RowView

CursorPosition: TypeAlias = tuple[str, str]
"""The slot of a row, and STEP or the id of one of its cards."""


def tag(id: str) -> str:
    """The name of an edit on screen: "#3" for e3, "yours 1" for the user's own."""
    return f"yours {id[3:]}" if id.startswith("you") else f"#{id.removeprefix('e')}"


def in_words(text: str) -> str:
    """A sentence of the core, with the ids of edits replaced by their names on screen."""
    return re.sub(r"#(e\d+|you\d+)", lambda found: tag(found[1]), text)


RowCards: TypeAlias = tuple[Row, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class ReviewRows:
    """The rows of a review, in order, with their cards."""

    rows: tuple[RowCards, ...]

    @property
    def stops(self) -> list[CursorPosition]:
        """Where the cursor stops: every card, and every step without one."""
        return [(one.slot, part) for one, cards in self.rows for part in [card.id for card in cards] or [STEP]]

    def at(self, slot: str) -> int | None:
        """The index of the row with this slot."""
        return next((at for at, (one, _) in enumerate(self.rows) if one.slot == slot), None)

    def views(
        self,
        mark: CursorPosition | None,
        sections: Mapping[int, str],
        *,
        split: bool = False,
        plain: bool = False,
        done: Collection[str] = (),
    ) -> Iterator[RowView]:
        """What the list shows; `sections` are headings by step number of the original, `done` slots of steps."""
        pad = max(2, len(str(len(self.rows))))
        spaced, part, first = False, "steps", True
        for one, cards in self.rows:
            if one.part != part:
                part, spaced = one.part, False
                yield RowView("", "", "What you need", heading=True, gap=True, pad=pad)
            if part == "steps" and one.before is not None and one.before in sections:
                yield RowView("", "", sections[one.before], heading=True, gap=True, pad=pad)
            yield RowView(
                slot=one.slot,
                number=str(one.before) if one.before and part == "steps" else "·" if one.before else "",
                text=one.original or "",
                cards=cards,
                mark=mark[1] if mark and mark[0] == one.slot else None,
                gap=(bool(cards) or spaced) and not first,
                pad=pad,
                split=split,
                plain=plain,
                done=one.slot in done,
            )
            spaced, first = bool(cards), False


def review_rows(standing: ReviewState) -> ReviewRows:
    """The rows of a review: the steps, then the resources."""
    known = verdicts(standing)
    return ReviewRows(
        tuple((one, tuple(_cards(standing, one, known))) for part in PARTS for one in rows(standing, part))
    )


def _cards(standing: ReviewState, one: Row, known: Mapping[str, VerifyVerdict]) -> Iterator[Card]:
    for id in one.cards:
        yield _proposed(standing, *standing.proposals[id], known.get(id))
    own = {edit.id: edit for edit in standing.review.choices.own}
    for id in one.own:
        yield _own(standing, one, own[id])


def old_text(stage: Stage, proposal: EditProposed) -> str:
    """The text that a replace was written for; "" for an insert."""
    if proposal.op == "insert":
        return ""
    texts = stage.steps if proposal.part == "steps" else stage.resources
    return texts[proposal.step - 1]


def _proposed(standing: ReviewState, stage: Stage, proposal: EditProposed, verdict: VerifyVerdict | None) -> Card:
    id, review = proposal.id, standing.review
    decision, status = review.decision(id), standing.status(proposal.id)
    would = verdict.by if verdict and status in OPEN else ()
    says = (_says(standing, proposal), f"Verify would change it: {', '.join(map(tag, would))}" if would else "")
    words = {one.id: one.words for one in review.requirements if one.on}
    op: Op = "insert" if proposal.op == "insert" else "replace" if proposal.text else "delete"
    own = decision.own if decision and decision.verdict == "accepted" else None
    return Card(
        id=id,
        tag=tag(id),
        op=op,
        agent=proposal.agent,
        status=status,
        old=old_text(stage, proposal),
        text=proposal.text,
        own=own if own != proposal.text else None,
        reason=proposal.reason,
        chips=tuple((one, words[one]) for one in proposal.serves if one in words),
        unasked=bool(words) and not any(one in words for one in proposal.serves),
        must=proposal.level == "must",
        notes=tuple(dict.fromkeys((*proposal.tripwires, *_brings(proposal)))),
        verdict=verdict.opinion if verdict else None,
        says="; ".join(filter(None, says)),
    )


def _brings(proposal: EditProposed) -> Iterator[str]:
    """Findings of the guard that no tripwire names."""
    said = " ".join(proposal.tripwires)
    for found in proposal.findings:
        if found.kind != "not_assessed" and found.word not in said:
            yield f"brings {found.word} ({found.constraint.replace('_', ' ')})"


def _says(standing: ReviewState, proposal: EditProposed) -> str:
    """What the edit waits for, or why it was rejected."""
    id = proposal.id
    decision = standing.decisions.get(id)
    if decision and decision.verdict == "rejected":
        return f"you said: {decision.reason}" if decision.reason else ""
    if why := standing.why_not(id):
        return in_words(why)
    if decision is None:
        waits = [tag(need) for need in standing.needs[id] if need not in standing.decisions]
        decided = ((other, standing.decisions.get(other)) for other in standing.rivals(id))
        if taken := [tag(other) for other, chosen in decided if chosen and chosen.verdict == "accepted"]:
            return f"instead of {', '.join(taken)}, which you took"
        if others := [tag(o) for o in standing.same_text.get(id, ()) if o != id and standing.open(o)]:
            return f"or {', '.join(others)}: one of them"
        return f"needs {', '.join(waits)}" if waits else ""
    return "Resolve would drop it" if standing.aside.get(id) == "dropped" else ""


def _own(standing: ReviewState, one: Row, edit: OwnEdit) -> Card:
    there = edit.op == "insert" or edit.slot in standing.result.draft.index(edit.part) or edit.text == ""
    return Card(
        id=edit.id,
        tag=tag(edit.id),
        op="insert" if edit.op == "insert" else "replace" if edit.text else "delete",
        agent="you",
        status="accepted" if there else "on_hold",
        old=(one.original or "") if edit.op == "replace" else "",
        text=edit.text,
        says="" if there else "the step it is about is not in the Result",
    )
