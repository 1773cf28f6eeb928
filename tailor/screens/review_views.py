"""From where a review stands to the rows one sees: which cards, with which words. Pure.

Owns what a card says about itself and which places the cursor can be on. Refuses to lay anything out: `card` does.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from textual.content import Content

from tailor.core.events import EditProposed
from tailor.core.procedure import Part
from tailor.core.review import OwnEdit, Stage
from tailor.core.review_rows import Row, Verdict, rows, verdicts
from tailor.core.review_state import Standing
from tailor.screens.card import OPEN, STEP, Card, Op, RowView
from tailor.screens.safe import lines, row

Stop: TypeAlias = tuple[str, str]
"""A place of the cursor: a row's slot, and STEP or the id of one of its cards."""

_TAG = re.compile(r"#(e\d+|you\d+)")
PARTS: Final[tuple[Part, ...]] = ("steps", "resources")


@dataclass(frozen=True, slots=True)
class Look:
    """How rows are drawn in this window."""

    split: bool = False
    plain: bool = False
    done: frozenset[str] = frozenset()
    """Slots of steps that are done already and stay as they are."""


ALL_OF_IT: Final = "  w shows all"


def tag(id: str) -> str:
    """What people call an edit: "#3" for e3, "yours 1" for the person's own."""
    return f"yours {id[3:]}" if id.startswith("you") else f"#{id.removeprefix('e')}"


def in_words(text: str) -> str:
    """A sentence of the core with its edits called as people call them."""
    return _TAG.sub(lambda found: tag(found[1]), text)


def answered_words(standing: Standing, stage: int, agent: str) -> str:
    """What an agent that was asked by hand answered: new cards never move the mark, so they are named."""
    told = [id for id, (made, _) in standing.proposals.items() if made.number == stage]
    ids = [id for id in told if standing.open(id)]
    if ids:
        names = " ".join(map(tag, ids[:6]))
        return f"{agent.capitalize()} answers: {names}{' …' if ids[6:] else ''}; n goes there."
    if told and standing.other_bag is not None and standing.other_bag.number == stage:
        return f"{agent.capitalize()} answers; b takes its edits instead."
    return f"{agent.capitalize()} has nothing {'new' if told else 'more'} to propose."


def step_words(row: Row) -> str:
    """A step as the screen counts it, and as the Result does where that is another number."""
    if row.before is None or row.before == row.now:
        return f"step {row.now}"
    return f"step {row.before} ({row.now} in the Result)"


def in_rows(words: Content, width: int, rows: int) -> Content:
    """Words on so many rows; where some are left over, the key that shows them all."""
    wrapped = words.wrap(width)
    if len(wrapped) <= rows:
        return words
    last = wrapped[rows - 1].truncate(max(width - len(ALL_OF_IT), 1), ellipsis=True)
    return lines(*wrapped[: rows - 1], row(last, (ALL_OF_IT, "$accent")))


def held_words(was: Standing, now: Standing, said: str) -> str:
    """Which accepted edits a decision put on hold, where the words about the decision do not name them."""
    held = [tag(id) for id in now.proposals if now.status(id) == "on_hold" and was.status(id) == "accepted"]
    silent = [name for name in held if not re.search(rf"{re.escape(name)}\b", in_words(said))]
    if not silent:
        return ""
    wait = "waits" if len(silent) == 1 else "wait"
    return f"{', '.join(silent)} {wait} now: written for other words; a takes it."


@dataclass(frozen=True, slots=True)
class Outline:
    """The rows of a review and the places in them, in order; made once a change."""

    rows: tuple[tuple[Row, tuple[Card, ...]], ...]

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Every card, and every step without one."""
        return tuple(stop for one, cards in self.rows for stop in _stops(one, cards))

    def row_of(self, slot: str) -> Row | None:
        """The row with this identity."""
        return next((one for one, _ in self.rows if one.slot == slot), None)

    def views(self, mark: Stop | None, look: Look, sections: Mapping[int, str]) -> tuple[RowView, ...]:
        """What the list shows; `sections` are headings by number of the original."""
        return tuple(_views(self, mark, look, sections))

    def marked(self, views: Sequence[RowView], mark: Stop | None) -> int | None:
        """Where among the views the cursor's row is."""
        return next((at for at, view in enumerate(views) if mark and view.slot == mark[0]), None)


def outline(standing: Standing) -> Outline:
    """The rows as the review stands: the steps, then the resources."""
    known = verdicts(standing)
    return Outline(
        tuple((one, tuple(_cards(standing, one, known))) for part in PARTS for one in rows(standing, part))
    )


def _stops(one: Row, cards: Sequence[Card]) -> list[Stop]:
    return [(one.slot, card.id) for card in cards] or [(one.slot, STEP)]


def _views(self: Outline, mark: Stop | None, look: Look, sections: Mapping[int, str]) -> Iterator[RowView]:
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
            split=look.split,
            plain=look.plain,
            done=one.slot in look.done,
        )
        spaced, first = bool(cards), False


def _cards(standing: Standing, one: Row, known: Mapping[str, Verdict]) -> Iterator[Card]:
    for id in one.cards:
        card = _proposed(standing, *standing.proposals[id])
        yield _with_verdict(card, known[id]) if id in known else card
    own = {edit.id: edit for edit in standing.review.choices.own}
    for id in one.own:
        yield _own(standing, one, own[id])


def old_text(stage: Stage, proposal: EditProposed) -> str:
    """The text a replace was written for; "" for an insert."""
    if proposal.op == "insert":
        return ""
    texts = stage.steps if proposal.part == "steps" else stage.resources
    return texts[proposal.step - 1]


def _proposed(standing: Standing, stage: Stage, proposal: EditProposed) -> Card:
    id, review = proposal.id, standing.review
    decision = review.decision(id)
    words = {one.id: one.words for one in review.requirements if one.on}
    op: Op = "insert" if proposal.op == "insert" else "replace" if proposal.text else "delete"
    own = decision.own if decision and decision.verdict == "accepted" else None
    return Card(
        id=id,
        tag=tag(id),
        op=op,
        agent=proposal.agent,
        status=standing.status(id),
        old=old_text(stage, proposal),
        text=proposal.text,
        own=own if own != proposal.text else None,
        reason=proposal.reason,
        chips=tuple((one, words[one]) for one in proposal.serves if one in words),
        unasked=bool(words) and not any(one in words for one in proposal.serves),
        must=proposal.level == "must",
        notes=tuple(dict.fromkeys((*proposal.tripwires, *_brings(proposal)))),
        says=_says(standing, proposal),
    )


def _with_verdict(card: Card, verdict: Verdict) -> Card:
    """The card with what Verify thought of it; which edits doubt it is said while it is to be decided."""
    says = card.says
    if verdict.by and card.status in OPEN:
        would = f"Verify would change it: {', '.join(map(tag, verdict.by))}"
        says = f"{says}; {would}" if says else would
    return replace(card, verdict=verdict.opinion, says=says)


def _brings(proposal: EditProposed) -> Iterator[str]:
    """What the guard found, where no tripwire says it already."""
    said = " ".join(proposal.tripwires)
    for found in proposal.findings:
        if found.kind != "not_assessed" and found.word not in said:
            yield f"brings {found.word} ({found.constraint.replace('_', ' ')})"


def _says(standing: Standing, proposal: EditProposed) -> str:
    """What it waits for, or why it was turned down."""
    id = proposal.id
    decision = standing.decisions.get(id)
    if decision and decision.verdict == "rejected":
        return f"you said: {decision.reason}" if decision.reason else ""
    if why := standing.why_not(id):
        return in_words(why)
    if decision is None:
        waits = [tag(need) for need in standing.needs(id) if need not in standing.decisions]
        decided = ((other, standing.decisions.get(other)) for other in standing.rivals(id))
        if taken := [tag(other) for other, chosen in decided if chosen and chosen.verdict == "accepted"]:
            return f"instead of {', '.join(taken)}, which you took"
        if others := [tag(o) for o in standing.same_text.get(id, ()) if o != id and standing.open(o)]:
            return f"or {', '.join(others)}: one of them"
        return f"needs {', '.join(waits)}" if waits else ""
    return "Resolve would drop it" if standing.aside.get(id) == "dropped" else ""


def _own(standing: Standing, one: Row, edit: OwnEdit) -> Card:
    """A card for the person's own edit."""
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
