"""The rows of the review's list as plain values: each step with its cards, and where the cursor stops."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Generic, ParamSpec, TypeAlias, TypeVar

from tailor.core.coverage import weighed
from tailor.core.dangers import split_notes
from tailor.core.edit_names import (
    change_in_list,
    edit_name,
    in_list,
    in_words,
    is_old,
    proposal_name,
    step_in_list,
)
from tailor.core.events import EditProposed
from tailor.core.guard import is_allergy, is_hazard, title
from tailor.core.procedure import PARTS, Part
from tailor.core.requirements import Requirement
from tailor.core.review import OwnEdit, Stage
from tailor.core.review.places import ReviewPlace, step_words
from tailor.core.review.rows import Row, VerifyVerdict, rows, verdicts
from tailor.core.review.state import ASIDE, Aside, Proposals, ReviewState, Status
from tailor.core.review.to_decide import ChangeGroup, header_words
from tailor.core.text import counted, normal, one_line, with_capital
from tailor.core.transport import TrackedStep
from tailor.screens.review.card import OPEN, STEP, AnyCard, Card, GroupCard, Op, PlaceCard, RowView, Way

CursorPosition: TypeAlias = tuple[str, str]
"""The slot of a row, and STEP or the id of one of its cards."""


@dataclass(frozen=True)  # no slots: `stops` is cached
class ListedRow:
    """One row of the list: a step, or a group of edits."""

    slot: str
    cards: tuple[AnyCard, ...] = ()
    step: Row | None = None
    """None for a group."""
    folded: tuple[Card, ...] = ()
    """Edits of folded groups, which have no card here but show in the step's text."""

    @cached_property
    def stops(self) -> Sequence[CursorPosition]:
        """Where the cursor stops: at every card, or at the step if it has none."""
        return [(self.slot, card.id) for card in self.cards] or [(self.slot, STEP)]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw, as for the new step of a rejected group."""
        step = self.step
        return step is not None and step.original is None and not (self.cards or self.folded)


@dataclass(frozen=True, slots=True)
class Look:
    """How the list is drawn, which depends on the size and colours of the screen."""

    beside: bool = False
    """Whether the selected card is shown in detail beside the list."""
    spaced: bool = False
    """Whether a blank line separates the steps."""
    plain: bool = False
    """Whether there are no colours."""


PLAIN_LIST = Look()


@dataclass(frozen=True)
class ReviewRows:
    """The rows of a review in order, with their cards; what moving the cursor needs is cached."""

    rows: tuple[ListedRow, ...]

    @cached_property
    def stops(self) -> list[CursorPosition]:
        """Where the cursor stops: at every card, and at every step without one."""
        return [stop for one in self.rows for stop in one.stops]

    def order(self, place: CursorPosition) -> tuple[int, int]:
        """The sort key of a stop: its row, then its step before its cards. One that is gone sorts first."""
        slot, part = place
        row = self._index.get(slot, -1)
        cards = self.rows[row].cards if row >= 0 and part != STEP else ()
        return row, next((at for at, card in enumerate(cards, 1) if card.id == part), 0)

    @cached_property
    def _index(self) -> Mapping[str, int]:
        slots = [one.slot for one in reversed(self.rows)]
        return dict(zip(slots, range(len(slots) - 1, -1, -1), strict=True))

    def only(self, ids: Collection[str]) -> "ReviewRows":
        kept = (replace(one, cards=tuple(card for card in one.cards if card.id in ids)) for one in self.rows)
        return ReviewRows(tuple(one for one in kept if one.cards))

    def at(self, slot: str) -> int | None:
        return self._index.get(slot)


P = ParamSpec("P")
T = TypeVar("T")


class LastMade(Generic[P, T]):
    """Caches the last result of `make` under each name; calls it again only if its arguments changed."""

    def __init__(self, make: Callable[P, T]) -> None:
        self._make = make
        self._made: dict[str, tuple[tuple[object, ...], T]] = {}

    def __call__(self, name: str, *parts: P.args, **_: P.kwargs) -> T:
        """Return `make(*parts)`, cached under `name`."""
        known = self._made.get(name)
        if known is None or known[0] != parts:
            known = self._made[name] = parts, self._make(*parts, **_)
        return known[1]


def marked(views: Sequence[RowView], mark: CursorPosition | None) -> tuple[RowView, ...]:
    """The same views, with the cursor on its row."""
    slot, part = mark or ("", "")
    return tuple(replace(one, mark=part) if slot and one.slot == slot else one for one in views)


class RowMaker:
    """Makes the rows of one review after each change, and reuses the objects of unchanged rows."""

    def __init__(self) -> None:
        self._card, self._row, self._view = LastMade(_card), LastMade(ListedRow), LastMade(_view)
        self._steps: dict[Part, tuple[Proposals, Sequence[OwnEdit], Sequence[Row]]] = {}
        self._facts: Mapping[str, tuple[object, ...]] = {}
        self._made: dict[str, ListedRow] = {}
        """The row made last for each slot."""
        self._drawn: object = None
        self._seen: dict[int, tuple[ListedRow, bool, RowView]] = {}
        """The views made last, by the `id()` of their rows, which is far quicker than hashing a row's content."""

    def rows(
        self,
        state: ReviewState,
        groups: Sequence[ChangeGroup] = (),
        unfolded: Collection[str] = (),
        places: Sequence[ReviewPlace] = (),
    ) -> ReviewRows:
        """The rows of a review: groups, then steps, then resources; `unfolded` are ids of groups."""
        heads = [ListedRow(one.id, (_grouped(state, one, unfolded=one.id in unfolded),)) for one in groups]
        folds = frozenset(id for one in groups if one.id not in unfolded for id in one.ids)
        known = verdicts(state)
        there: dict[tuple[Part, str], list[ReviewPlace]] = {}
        for place in places:
            if place.status in ("open", "fine"):
                there.setdefault((place.found.part, place.slot), []).append(place)
        before, self._facts = self._facts, _facts(state, known, folds)
        same = {id for id, about in self._facts.items() if before.get(id) == about}
        made = list[ListedRow]()
        for part in PARTS:
            for one in self._rows(state, part):
                here = there.get((part, one.slot), ()) if there else ()
                row = self._made.get(one.slot)
                if row is None or row.step is not one or one.own or here or not same.issuperset(one.cards):
                    row = self._made[one.slot] = self._listed(state, one, known, folds, here)
                if here:
                    del self._made[one.slot]  # a place may disappear although nothing else changes
                made.append(row)
        return ReviewRows((*heads, *(one for one in made if not one.is_empty)))

    def _rows(self, state: ReviewState, part: Part) -> Sequence[Row]:
        """The rows of a part, cached until an edit arrives or the person makes one."""
        proposed, own = state.proposed, state.review.choices.own
        known = self._steps.get(part)
        if known is None or known[0] is not proposed or known[1] != own:
            found = rows(state, part, {one.slot: one for one in known[2]} if known else {})
            known = self._steps[part] = proposed, own, found
        return known[2]

    def _listed(
        self,
        state: ReviewState,
        one: Row,
        known: Mapping[str, VerifyVerdict],
        folds: Collection[str],
        there: Sequence[ReviewPlace],
    ) -> ListedRow:
        cards: list[AnyCard] = []
        folded: list[Card] = []
        for id in one.cards:
            card = self._proposed(state, *state.proposals[id], known.get(id))
            if id not in folds:
                cards.append(card)
            elif card.status in (*OPEN, "accepted"):
                folded.append(card)
        if one.own:
            own = {edit.id: edit for edit in state.review.choices.own}
            cards += [_own(state, one, own[id]) for id in one.own]
        cards += [_place(state, place) for place in there]
        return self._row(one.slot, one.slot, tuple(cards), one, tuple(folded))

    def _proposed(
        self, state: ReviewState, stage: Stage, proposal: EditProposed, verdict: VerifyVerdict | None
    ) -> Card:
        id, review = proposal.id, state.review
        decision, status = review.decision(id), state.status(id)
        own = decision.own if decision and decision.verdict == "accepted" else None
        old, text = change_in_list(state, id)
        return self._card(
            id,
            weighed(state, id, own),
            stage.only_step is not None,
            stage.spots(proposal.part),
            old,
            text,
            review.requirements,
            status,
            None if own is None else in_list(state, own, id),
            verdict,
            _says(state, proposal),
            _ways(state, id),
        )

    def views(
        self,
        made: ReviewRows,
        sections: Mapping[int, str],
        look: Look = PLAIN_LIST,
        *,
        done: Collection[str] = (),
        notes: str = "",
    ) -> Iterator[RowView]:
        """What the list shows, without the cursor: warnings of the notes first, other lines of them last.

        `sections` are headings by step number in the original; `done` are slots of finished steps.
        """
        pad = max(2, len(str(len(made.rows))))
        warnings, others = split_notes(notes)
        for words in warnings:
            yield RowView("", "", f"! {words}", heading=True, warns=True, pad=pad)
        if warnings:
            yield RowView("", "", "", heading=True, pad=pad)
        yield from self._steps_and_things(made, sections, look, done, pad)
        for at, words in enumerate(filter(None, map(normal, ("Notes", *others.split("\n")) if others else ()))):
            yield RowView("", "", words, heading=True, gap=at == 0, pad=pad)

    def _steps_and_things(
        self, made: ReviewRows, sections: Mapping[int, str], look: Look, done: Collection[str], pad: int
    ) -> Iterator[RowView]:
        drawn, before = (look, pad, done), self._drawn
        part, first, seen = "steps", True, self._seen if drawn == before else {}
        self._drawn, self._seen = drawn, {}
        for row in made.rows:
            one = row.step
            if one and one.part != part:
                part = one.part
                yield RowView("", "", "What you need", heading=True, gap=True, pad=pad)
            number = one.before if one and sections else None
            if part == "steps" and number is not None and number in sections:
                yield RowView("", "", sections[number], heading=True, gap=True, pad=pad)
            gap = look.spaced and not first and part == "steps"
            known = seen.get(id(row))
            if known is None or known[1] != gap:
                shown = ("", 0, "") if one is None else (one.part, one.before or 0, one.original or "")
                about = row.slot, shown, row.cards, row.folded, look, pad, gap, row.slot in done
                known = row, gap, self._view(row.slot, *about)
            self._seen[id(row)] = known
            yield known[2]
            first = False


def _facts(
    state: ReviewState, verdicts: Mapping[str, VerifyVerdict], folds: Collection[str]
) -> Mapping[str, tuple[object, ...]]:
    """Everything that decides how an edit's card looks, by id; without edits whose card also shows other edits."""
    proposals, decisions, aside, wishes = state.proposals, state.decisions, state.aside, state.review.requirements
    facts: dict[str, tuple[object, ...]] = {}
    for id in state.proposed.alone:
        decision, status = decisions.get(id), state.status(id)
        if status in ("undecided", "accepted", "rejected") and (decision is None or decision.own is None):
            stage, proposal = proposals[id]
            made_of = proposal, stage.seen, stage.only_step, wishes
            facts[id] = *made_of, decision, status, aside.get(id), verdicts.get(id), id in folds
    return facts


def _place(state: ReviewState, place: ReviewPlace) -> PlaceCard:
    number = place.slot[1:] if is_old(place.slot) else place.number
    where = f"Step {number} mentions" if place.found.part == "steps" else "This mentions"
    return PlaceCard(
        id=place.id,
        says=f"{where} {place.named}",
        text=step_in_list(state, place.slot, place.found.part),
        words=(place.word, *place.found.also),
        wishes=_wish_words(state, place.found.serves),
        why=place.found.why,
        fine=place.status == "fine",
    )


def _grouped(state: ReviewState, group: ChangeGroup, *, unfolded: bool) -> GroupCard:
    proposed = [state.proposals[id][1] for id in group.ids]
    steps = step_words(sorted({one.step for one in proposed if one.part == "steps" and one.step}))
    things = sum(one.part == "resources" for one in proposed)
    listed = f"{counted(things, 'item')} on the list" if things else ""
    where = f"{steps}, and {listed}" if steps and listed else steps or listed
    how = "← folds them together" if unfolded else "→ shows each"
    return GroupCard(
        id=group.id,
        name=group.name,
        size=group.size,
        ids=group.ids,
        status=group.status,
        wishes=_wish_words(state, group.serves) if not group.name.startswith("For “") else "",
        header=header_words(group.header) if group.header else (),
        where="; ".join(filter(None, (with_capital(where), how))),
        notes=tuple(dict.fromkeys(note for one in proposed for note in one.tripwires if one.level == "must")),
        must=any(one.level == "must" for one in proposed),
        unfolded=unfolded,
    )


def _wish_words(state: ReviewState, ids: Collection[str]) -> str:
    """The wishes that are switched on, as "— no drilling, no noise"; "" if none is."""
    known = [one_line(one.words, 40) for one in state.review.requirements if one.on and one.id in ids]
    return f"— {', '.join(known)}" if known else ""


def _card(
    proposal: EditProposed,
    asked: bool,
    spots: Sequence[TrackedStep],
    old: str,
    text: str,
    requirements: Sequence[Requirement],
    status: Status,
    own: str | None,
    verdict: VerifyVerdict | None,
    says: str,
    ways: tuple[Way, ...],
) -> Card:
    doubted = verdict is not None and bool(verdict.by) and status in OPEN
    doubt = "The check would write it differently; the next suggestion says how" if doubted else ""
    words = {one.id: one.words for one in requirements if one.on}
    op: Op = "insert" if proposal.op == "insert" else "replace" if proposal.text else "delete"
    return Card(
        id=proposal.id,
        name=proposal_name(proposal, spots),
        op=op,
        agent=proposal.agent,
        status=status,
        old=old,
        text=text,
        own=own if own != text else None,
        reason=proposal.reason,
        chips=tuple((one, words[one]) for one in proposal.serves if one in words),
        unasked=bool(words) and not asked and not any(one in words for one in proposal.serves),
        must=proposal.level == "must",
        notes=tuple(dict.fromkeys((*proposal.tripwires, *_brings(proposal)))),
        verdict=verdict.opinion if verdict else None,
        says="; ".join(filter(None, (says, doubt))),
        ways=ways,
    )


def _view(
    slot: str,
    step: tuple[str, int, str],
    cards: tuple[AnyCard, ...],
    folded: tuple[Card, ...],
    look: Look,
    pad: int,
    gap: bool,
    done: bool,
) -> RowView:
    """`step`: its part, number in the original (0 for none) and text there, but not its number in the Result, with
    which every new step would redraw all steps below it.
    """
    part, before, text = step
    return RowView(
        slot=slot,
        number="" if not before else str(before) if part == "steps" else "·",
        text=text,
        cards=cards,
        folded=folded,
        gap=gap,
        pad=pad,
        beside=look.beside,
        plain=look.plain,
        done=done,
    )


def _ways(state: ReviewState, id: str) -> tuple[Way, ...]:
    """The alternatives of which at most one can be accepted, in order of arrival; () if there is just this one."""
    rivals = {*state.rivals(id)}
    if not rivals:
        return ()
    found = (one for one in state.proposals if one == id or one in rivals)
    ways = [Way(one, change_in_list(state, one)[1], state.status(one)) for one in found]
    up = [way for way in ways if way.id == id or way.status not in ASIDE]
    return tuple(up) if len(up) > 1 else ()


def _brings(proposal: EditProposed) -> Iterator[str]:
    """A note for each finding of the guard that no tripwire names."""
    said = " ".join(proposal.tripwires)
    for found in proposal.findings:
        if found.kind == "not_assessed":
            yield f"adds {found.word} ({title(found.constraint)}: {found.why})"
        elif found.word not in said:
            about = title(found.constraint)
            harms = is_allergy(found.constraint) or is_hazard(found.constraint)
            yield f"adds {found.word} ({about if harms else f'conflicts with: {about}'})"


_AFTERWARDS: Final[Mapping[Aside | None, str]] = {
    "dropped": "it conflicts with another change",
    "thought": "the model took this back after you had decided",
}
"""What became of an edit that the person accepted before the answer was complete."""


def _says(state: ReviewState, proposal: EditProposed) -> str:
    """What the edit waits for, or why it was rejected."""
    id = proposal.id
    decision = state.decisions.get(id)
    if decision and decision.verdict == "rejected":
        return f"your reason: {decision.reason}" if decision.reason else ""
    if why := state.why_not(id):
        return in_words(state, why)
    if decision is None:
        waits = [edit_name(state, need) for need in state.needs[id] if need not in state.decisions]
        return f"needs {', '.join(waits)}" if waits else ""
    return _AFTERWARDS.get(state.aside.get(id), "")


def _own(state: ReviewState, one: Row, edit: OwnEdit) -> Card:
    there = edit.op == "insert" or edit.slot in state.result.draft.index(edit.part) or edit.text == ""
    made = ((draft.part(edit.part), one) for draft, some in state.plain_result.batches for one in some)
    under = next((spots[one.step - 1] for spots, one in made if one.id == edit.id and one.op == "replace"), None)
    old = in_list(state, under.text, under.writer) if under else one.original or ""
    return Card(
        id=edit.id,
        name=edit_name(state, edit.id),
        op="insert" if edit.op == "insert" else "replace" if edit.text else "delete",
        agent="you",
        status="accepted" if there else "on_hold",
        old=old if edit.op == "replace" else "",
        text=in_list(state, edit.text, edit.id),
        says="" if there else "the step it is about is not in the result",
    )
