"""The state of the Review screen without widgets: events, choices, rows and the cursor (CONTRACT 7, rule 12).

`ReviewModel` computes the state of every edit, and the rows, once per change.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from textual.content import Content

from tailor.core.decisions import Change
from tailor.core.events import EditProposed, Event
from tailor.core.procedure import PARTS, Procedure
from tailor.core.review import OwnEdit, Review, Stage, differing
from tailor.core.review_rows import Row, VerifyVerdict, rows, verdicts
from tailor.core.review_state import ReviewState, fold
from tailor.screens.review.activity import Activity, after, as_kept
from tailor.screens.review.card import OPEN, STEP, Card, Op, RowView
from tailor.screens.widgets.content import lines, row_text

CursorPosition: TypeAlias = tuple[str, str]
"""The slot of a row, and STEP or the id of one of its cards."""

_TAG = re.compile(r"#(e\d+|you\d+)")


@dataclass(frozen=True, slots=True)
class Look:
    """What the window and the kind of review say about how rows look."""

    split: bool = False
    plain: bool = False
    done: frozenset[str] = frozenset()
    """Slots of the steps that are done already."""


ALL_OF_IT: Final = "  w shows all"


def tag(id: str) -> str:
    """The name of an edit on screen: "#3" for e3, "yours 1" for the user's own."""
    return f"yours {id[3:]}" if id.startswith("you") else f"#{id.removeprefix('e')}"


def in_words(text: str) -> str:
    """A sentence of the core, with the ids of edits replaced by their names on screen."""
    return _TAG.sub(lambda found: tag(found[1]), text)


def answered_words(standing: ReviewState, stage: int, agent: str) -> str:
    """What an agent asked by hand answered, naming its new cards: they never move the cursor."""
    told = [id for id, (made, _) in standing.proposals.items() if made.number == stage]
    ids = [id for id in told if standing.open(id)]
    if ids:
        names = " ".join(map(tag, ids[:6]))
        return f"{agent.capitalize()} answers: {names}{' …' if ids[6:] else ''}; n goes there."
    if told and standing.other_bag is not None and standing.other_bag.number == stage:
        return f"{agent.capitalize()} answers; b takes its edits instead."
    return f"{agent.capitalize()} has nothing {'new' if told else 'more'} to propose."


def step_words(row: Row) -> str:
    """The number of a step in the list, and in the Result where that is another."""
    if row.before is None or row.before == row.now:
        return f"step {row.now}"
    return f"step {row.before} ({row.now} in the Result)"


def in_rows(words: Content, width: int, rows: int) -> Content:
    """Words on at most `rows` lines; where they do not fit, the last one names the key that shows all."""
    wrapped = words.wrap(width)
    if len(wrapped) <= rows:
        return words
    last = wrapped[rows - 1].truncate(max(width - len(ALL_OF_IT), 1), ellipsis=True)
    return lines(*wrapped[: rows - 1], row_text(last, (ALL_OF_IT, "$accent")))


def held_words(was: ReviewState, now: ReviewState, said: str) -> str:
    """Names the accepted edits that a decision put on hold, except those `said` names already."""
    held = [tag(id) for id in now.proposals if now.status(id) == "on_hold" and was.status(id) == "accepted"]
    silent = [name for name in held if not re.search(rf"{re.escape(name)}\b", in_words(said))]
    if not silent:
        return ""
    wait = "waits" if len(silent) == 1 else "wait"
    return f"{', '.join(silent)} {wait} now: written for other words; a takes it."


@dataclass(frozen=True, slots=True)
class ReviewRows:
    """The rows of a review, in order, with their cards."""

    rows: tuple[tuple[Row, tuple[Card, ...]], ...]

    @property
    def stops(self) -> tuple[CursorPosition, ...]:
        """Where the cursor stops: every card, and every step without one."""
        return tuple(
            stop
            for one, cards in self.rows
            for stop in [(one.slot, card.id) for card in cards] or [(one.slot, STEP)]
        )

    def row_of(self, slot: str) -> Row | None:
        """The row with this slot."""
        return next((one for one, _ in self.rows if one.slot == slot), None)

    def views(self, mark: CursorPosition | None, look: Look, sections: Mapping[int, str]) -> tuple[RowView, ...]:
        """What the list shows; `sections` are headings by step number of the original."""
        return tuple(self._views(mark, look, sections))

    def _views(self, mark: CursorPosition | None, look: Look, sections: Mapping[int, str]) -> Iterator[RowView]:
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

    def marked(self, views: Sequence[RowView], mark: CursorPosition | None) -> int | None:
        """Index of the cursor's row among the views."""
        return next((at for at, view in enumerate(views) if mark and view.slot == mark[0]), None)


def review_rows(standing: ReviewState) -> ReviewRows:
    """The rows of a review: the steps, then the resources."""
    known = verdicts(standing)
    return ReviewRows(
        tuple((one, tuple(_cards(standing, one, known))) for part in PARTS for one in rows(standing, part))
    )


def _cards(standing: ReviewState, one: Row, known: Mapping[str, VerifyVerdict]) -> Iterator[Card]:
    for id in one.cards:
        card = _proposed(standing, *standing.proposals[id])
        yield _with_verdict(card, known[id]) if id in known else card
    own = {edit.id: edit for edit in standing.review.choices.own}
    for id in one.own:
        yield _own(standing, one, own[id])


def old_text(stage: Stage, proposal: EditProposed) -> str:
    """The text that a replace was written for; "" for an insert."""
    if proposal.op == "insert":
        return ""
    texts = stage.steps if proposal.part == "steps" else stage.resources
    return texts[proposal.step - 1]


def _proposed(standing: ReviewState, stage: Stage, proposal: EditProposed) -> Card:
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


def _with_verdict(card: Card, verdict: VerifyVerdict) -> Card:
    """The card with Verify's opinion, and while it is undecided the edits that would change it."""
    says = card.says
    if verdict.by and card.status in OPEN:
        would = f"Verify would change it: {', '.join(map(tag, verdict.by))}"
        says = f"{says}; {would}" if says else would
    return replace(card, verdict=verdict.opinion, says=says)


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
    """A card for the user's own edit."""
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


class ReviewModel:
    """One review: the log, the choices and the cursor."""

    def __init__(self, procedure: Procedure, hint: str) -> None:
        self.log: list[Event] = []
        self.activity = Activity()
        self.mark: CursorPosition | None = None
        self.running = False
        """Whether a stream of events is open."""
        self._at = 0
        self._review = Review(procedure, hint)
        self._standing: ReviewState | None = None
        self._ahead: ReviewState | None = None
        self._outline: ReviewRows | None = None
        self.mark = next(iter(self.outline.stops), None)  # before the first event, however fast that comes

    # -- what is there ---------------------------------------------------------------------------------------

    @property
    def review(self) -> Review:
        """The current review."""
        return self._review

    @review.setter
    def review(self, review: Review) -> None:
        if review is not self._review:
            ahead = self._ahead if self._ahead is not None and self._ahead.review is review else None
            self._review, self._standing, self._outline, self._ahead = review, ahead, None, None

    @property
    def standing(self) -> ReviewState:
        """The state of every edit, computed once per change."""
        if self._standing is None:
            self._standing = ReviewState(self._review)
        return self._standing

    def ahead(self, review: Review) -> ReviewState:
        """The state of every edit in a review that is likely to be taken next; it is then not computed again."""
        self._ahead = ReviewState(review)
        return self._ahead

    @property
    def outline(self) -> ReviewRows:
        """The rows, computed once per change; moves the cursor if its place is gone."""
        if self._outline is None:
            self._outline = review_rows(self.standing)
            self._hold_mark(self._outline)
        return self._outline

    def reopen(self, events: Sequence[Event], review: Review) -> None:
        """Takes the events of a kept run and the review that came of it."""
        self.log = list(events)
        for event in events:
            self.activity = after(self.activity, event)
        self.activity = as_kept(self.activity)
        self.review, self.mark = review, None

    def take(self, event: Event) -> None:
        """Takes one more event."""
        self.log.append(event)
        self.activity = after(self.activity, event)
        self.review = fold(self._review, event)

    def rejected(self) -> frozenset[str]:
        """Ids of the edits rejected so far; a running strategy leaves them out."""
        return frozenset(one.id for one in self._review.choices.decisions if one.verdict == "rejected")

    @property
    def counted(self) -> tuple[int, int]:
        """Number of decided edits, and of all edits to decide on."""
        known = [
            id for id in self.standing.proposals if id in self.standing.decisions or id not in self.standing.aside
        ]
        return len(known) - len(self.standing.undecided), len(known)

    @property
    def proposed(self) -> tuple[str, ...]:
        """Ids of the complete edits so far."""
        return tuple(one.id for stage in self._review.stages for one in stage.proposals)

    # -- the cursor ------------------------------------------------------------------------------------------

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.outline.row_of(self.mark[0]) if self.mark else None

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        if self.mark is None or self.mark[1] == STEP:
            return None
        return next((c for _, cards in self.outline.rows for c in cards if c.id == self.mark[1]), None)

    @property
    def first_card(self) -> Card | None:
        """The first card of the cursor's row; the cursor may be on the step, from before its cards came."""
        slot = self.mark[0] if self.mark else ""
        return next((card for one, cards in self.outline.rows if one.slot == slot for card in cards), None)

    def stay(self, mark: CursorPosition) -> None:
        """Moves the cursor here."""
        self.mark = mark
        self._at = next((at for at, (one, _) in enumerate(self.outline.rows) if one.slot == mark[0]), 0)

    def step(self, by: int) -> bool:
        """To the next or the previous place; False at the end."""
        return self._go(self.outline.stops, by, wrap=False)

    def to_undecided(self, by: int = 1) -> bool:
        """To the next or the previous undecided card, round the end; False when none is left."""
        waiting = frozenset(self.standing.undecided)
        return self._go([stop for stop in self.outline.stops if stop[1] in waiting], by, wrap=True)

    def to_found(self, fits: Callable[[str], bool], *, here: bool) -> bool:
        """To the next place with a text that fits; `here`: the cursor's own place counts too."""
        found = [stop for stop, text in self._texts() if fits(text)]
        if here and self.mark in found:
            return True
        return self._go(found, 1, wrap=True)

    def decide(self, moved: Change | Review) -> None:
        """Takes a decision; the cursor goes to the next undecided card, or stays."""
        self.review = moved.review if isinstance(moved, Change) else moved
        self.to_undecided()

    def walk(self, review: Review) -> None:
        """Takes earlier or later choices; the cursor goes to the first card that differs."""
        one, other = self._review.choices, review.choices
        ids = differing(one, other)
        places = {own.id: own.slot for own in (*one.own, *other.own) if own.id in ids}
        self.review = review
        stops = [(row.slot, card.id) for row, cards in self.outline.rows for card in cards if card.id in ids]
        stops += [stop for stop in self.outline.stops if stop[0] in places.values()]
        if stops:
            self.stay(stops[0])

    def _go(self, stops: Sequence[CursorPosition], by: int, *, wrap: bool) -> bool:
        order = {place: at for at, place in enumerate(self._places())}
        here = order.get(self.mark, -1) if self.mark else -1
        ordered = sorted((order[stop], stop) for stop in stops)
        ahead = (
            [s for at, s in ordered if at > here] if by > 0 else [s for at, s in reversed(ordered) if at < here]
        )
        if not ahead and wrap:
            ahead = [s for _, s in (ordered if by > 0 else reversed(ordered)) if s != self.mark]
        if not ahead:
            return False
        self.stay(ahead[min(abs(by), len(ahead)) - 1])
        return True

    def _places(self) -> list[CursorPosition]:
        """Every possible place of the cursor, each step before its cards."""
        return [
            (one.slot, part) for one, cards in self.outline.rows for part in (STEP, *(card.id for card in cards))
        ]

    def _texts(self) -> Iterator[tuple[CursorPosition, str]]:
        """Every stop with the words to be found there, in lower case: the step's and its card's."""
        for one, cards in self.outline.rows:
            step = (one.original or "").casefold()
            for card in cards:
                words = (card.old, card.text, card.own or "", card.reason, card.tag)
                yield (one.slot, card.id), "\n".join((step, *words)).casefold()
            if not cards:
                yield (one.slot, STEP), step

    def _hold_mark(self, made: ReviewRows) -> None:
        """Keeps the cursor on its place, or on the nearest where that is gone (an own edit undone)."""
        if not made.rows:
            self.mark = None
            return
        if self.mark is None:
            self.mark = made.stops[0]
            return
        place = next((at for at, (one, _) in enumerate(made.rows) if one.slot == self.mark[0]), None)
        if place is None:
            one, cards = made.rows[min(self._at, len(made.rows) - 1)]
            self.mark = (one.slot, cards[0].id if cards else STEP)
            return
        self._at = place
        one, cards = made.rows[place]
        if self.mark[1] != STEP and all(card.id != self.mark[1] for card in cards):
            self.mark = (one.slot, cards[0].id if cards else STEP)
