"""The state of the Review screen without widgets: events, choices, rows and the cursor (CONTRACT 7, rule 12).

`ReviewModel` computes the state of every edit, and the rows, once per change. What a kind of run permits, and how
it is saved, is its `tailor.runs.session.ReviewKind`; a `ReviewPolicy` adds what it shows and the cursor's moves.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from textual.content import Content

from tailor.core.events import EditProposed, Event
from tailor.core.following import Following
from tailor.core.procedure import PARTS, Procedure
from tailor.core.review import OwnEdit, Review, Stage, differing
from tailor.core.review_rows import Row, VerifyVerdict, rows, verdicts
from tailor.core.review_state import ReviewState, fold
from tailor.core.transport import TrackedProcedure
from tailor.library.lineage import RebasePlan
from tailor.runs.session import rebase_words
from tailor.screens.review.activity import Activity, after, as_kept
from tailor.screens.review.card import OPEN, STEP, Card, Op, RowView
from tailor.screens.widgets.content import lines, row_text

CursorPosition: TypeAlias = tuple[str, str]
"""The slot of a row, and STEP or the id of one of its cards."""

ALL_OF_IT: Final = "  w shows all"


def tag(id: str) -> str:
    """The name of an edit on screen: "#3" for e3, "yours 1" for the user's own."""
    return f"yours {id[3:]}" if id.startswith("you") else f"#{id.removeprefix('e')}"


def in_words(text: str) -> str:
    """A sentence of the core, with the ids of edits replaced by their names on screen."""
    return re.sub(r"#(e\d+|you\d+)", lambda found: tag(found[1]), text)


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
        """The state of every edit in a review likely to be taken next; it is then not computed again."""
        self._ahead = ReviewState(review)
        return self._ahead

    @property
    def outline(self) -> ReviewRows:
        """The rows, computed once per change; moves the cursor if its place is gone."""
        if self._outline is None:
            self._outline = review_rows(self.standing)
            self._hold_mark()
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
        now = self.standing
        known = sum(id in now.decisions or id not in now.aside for id in now.proposals)
        return known - len(now.undecided), known

    @property
    def proposed(self) -> tuple[str, ...]:
        """Ids of the complete edits so far."""
        return tuple(one.id for stage in self._review.stages for one in stage.proposals)

    @property
    def here(self) -> tuple[Row | None, tuple[Card, ...]]:
        """The row under the cursor and its cards; the cursor may be on the step, from before they came."""
        at = self.outline.at(self.mark[0]) if self.mark else None
        return (None, ()) if at is None else self.outline.rows[at]

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.here[0]

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        return next((card for card in self.here[1] if self.mark and card.id == self.mark[1]), None)

    def stay(self, mark: CursorPosition) -> None:
        """Moves the cursor here."""
        self.mark = mark
        self._at = self.outline.at(mark[0]) or 0

    def step(self, by: int) -> None:
        """To the next or the previous place, if there is one."""
        self._go(self.outline.stops, by, wrap=False)

    def to_undecided(self, by: int = 1) -> bool:
        """To the next or the previous undecided card, round the end; False when none is left."""
        waiting = frozenset(self.standing.undecided)
        return self._go([stop for stop in self.outline.stops if stop[1] in waiting], by, wrap=True)

    def to_found(self, sought: str, *, here: bool) -> bool:
        """To the next place with this in its text, in lower case; `here`: the cursor's own place counts too."""
        found = [stop for stop, text in self._texts() if sought in text]
        if here and self.mark in found:
            return True
        return self._go(found, 1, wrap=True)

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
        parts = ((one.slot, (STEP, *(card.id for card in cards))) for one, cards in self.outline.rows)
        order = {place: at for at, place in enumerate((slot, part) for slot, inside in parts for part in inside)}
        here = order.get(self.mark, -1) if self.mark else -1
        stops = sorted(stops, key=order.__getitem__, reverse=by < 0)
        ahead = [stop for stop in stops if (order[stop] - here) * by > 0]
        if not ahead and wrap:
            ahead = [stop for stop in stops if stop != self.mark]
        if ahead:
            self.stay(ahead[min(abs(by), len(ahead)) - 1])
        return bool(ahead)

    def _texts(self) -> Iterator[tuple[CursorPosition, str]]:
        """Every stop with the words to be found there, in lower case: the step's and its card's."""
        for one, cards in self.outline.rows:
            step = (one.original or "").casefold()
            for card in cards:
                words = (card.old, card.text, card.own or "", card.reason, card.tag)
                yield (one.slot, card.id), "\n".join((step, *words)).casefold()
            if not cards:
                yield (one.slot, STEP), step

    def _hold_mark(self) -> None:
        """Keeps the cursor on its place, or on the nearest where that is gone (an own edit undone)."""
        made = self.outline
        if self.mark is None or not made.rows:
            self.mark = next(iter(made.stops), None)
            return
        slot, part = self.mark
        place = made.at(slot)
        self._at = min(self._at, len(made.rows) - 1) if place is None else place
        one, cards = made.rows[self._at]
        if place is None or part not in (STEP, *(card.id for card in cards)):
            self.mark = (one.slot, cards[0].id if cards else STEP)


TakeOver: TypeAlias = Callable[[TrackedProcedure, TrackedProcedure], None]
"""Receives the changed steps: by edits alone, and with mentions of steps renumbered."""


class ReviewPolicy:
    """The review of a tailoring, or of the rounds of a critic."""

    help = """Decide on each proposed edit: a takes it, x turns it down, e changes its words. A takes all that can
    be taken at once and leaves out what must be looked at. Enter shows a summary, Enter again saves."""
    done: frozenset[str] = frozenset()
    """Slots of the steps that are done already, which the list marks."""
    take_over: TakeOver | None = None
    """Where the Result goes if it is not saved."""

    def open(self, model: ReviewModel) -> None:
        """Prepares the model before the first drawing."""

    def banner(self, model: ReviewModel) -> str | None:
        """Text of the banner; None for the usual one."""
        return None

    def after_run(self, model: ReviewModel) -> bool:
        """Called when a stream ends; whether it moved the cursor."""
        return False

    def saved(self, review: Review) -> None:
        """Called once the Result is saved."""

    def left(self, review: Review) -> str:
        """Called when the screen is left; returns what to tell the user, "" for nothing."""
        return ""


class RescuePolicy(ReviewPolicy):
    """The review of a rescue: edits to the steps ahead of somebody who follows a procedure."""

    help = """Edits to the steps that are still ahead: a takes one, x turns it down, A takes all that can be
    taken at once. Steps that are done stay as they are. Enter goes on with what you took."""

    def __init__(self, following: Following, take_over: TakeOver) -> None:
        self._following = following
        self._above = (f"s{max(following.at - 1, 1)}", STEP)
        self.take_over = take_over
        self.done = frozenset(f"s{step}" for step in following.done)

    def open(self, model: ReviewModel) -> None:
        """The cursor starts right above the current step: what is inserted there is in view."""
        model.stay(self._above)

    def after_run(self, model: ReviewModel) -> bool:
        """Where no edit came, the cursor goes from a done step to the first one that can change."""
        following = self._following
        if model.proposed or model.mark != self._above or self._above[0] not in self.done:
            return False
        ahead = (*range(following.at, following.count + 1), *range(1, following.at))
        first = next((step for step in ahead if step not in following.done), following.at)
        model.stay((f"s{first}", STEP))
        return True


@dataclass(frozen=True, slots=True)
class AbandonedRebase:
    """A rebase that was left without saving."""

    begun: Review
    """The review as it began: with other edits, or another version of the original, it is another rebase."""
    now: Review


class RebasePolicy(ReviewPolicy):
    """The review of a variant on the newer version of its original."""

    help = """Your edits on the newer version of the original. Those that fit stand in their places as accepted;
    a card marked as stale does not fit any more: space takes it all the same, x turns it down, e writes it anew.
    Enter shows a summary, Enter again saves the next version. Esc leaves your variant as it was; what you decided
    waits until Tailor ends."""

    def __init__(self, plan: RebasePlan, waiting: dict[str, AbandonedRebase]) -> None:
        """`waiting`: rebases left without saving, by id of the variant; this one goes on from there."""
        self._plan = plan
        self._waiting = waiting
        self._begun = plan.rebased.review
        self._safe = self._begun.choices
        """Choices whose loss costs nothing: those at the start, or those saved last."""

    @property
    def review(self) -> Review:
        """The review to begin with: as it was left, or new."""
        left = self._waiting.get(self._plan.variant.entry.id)
        return left.now if left and left.begun == self._begun else self._begun

    def open(self, model: ReviewModel) -> None:
        """No agent was asked, so none is done; the banner says what became of the edits."""
        model.activity = Activity(notes=(rebase_words(self._plan),))

    def banner(self, model: ReviewModel) -> str:
        """What became of the edits, while one of them waits for a decision."""
        waiting = model.standing.undecided and self._plan.rebased.stale
        return " ".join(model.activity.notes) if waiting else ""

    def saved(self, review: Review) -> None:
        """From here on only later choices can be lost."""
        self._safe = review.choices

    def left(self, review: Review) -> str:
        """Keeps the choices for the next time: no record has them."""
        variant = self._plan.variant.entry.id
        self._waiting.pop(variant, None)
        if review.choices == self._safe:
            return ""
        self._waiting[variant] = AbandonedRebase(self._begun, review)
        return "Your variant is as it was. What you decided waits for r, until Tailor ends."
