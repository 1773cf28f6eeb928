"""The state of the Review screen without widgets: events, choices, rows and the cursor (CONTRACT 7, rule 12).

`ReviewModel` computes the state of every edit, and the rows, once per change.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from textual.content import Content

from tailor.core.events import Event
from tailor.core.procedure import Procedure
from tailor.core.review import Review, differing
from tailor.core.review.events import fold_all
from tailor.core.review.places import ReviewPlace, places
from tailor.core.review.rows import Row
from tailor.core.review.state import Proposals, ReviewState
from tailor.core.review.to_decide import ChangeGroup, ToDecide, change_groups, to_decide
from tailor.core.text import counted
from tailor.screens.review.activity import Activity, after, as_kept
from tailor.screens.review.card import STEP, AnyCard, Card, GroupCard, PlaceCard
from tailor.screens.review.outline import CursorPosition, ListedRow, ReviewRows, RowMaker
from tailor.screens.widgets.content import lines, row_text

ALL_OF_IT: Final = "  S shows all"


def answered_words(state: ReviewState, stage: int) -> str:
    """A sentence on the answer to a request by hand, with the number of new cards, which never move the cursor."""
    told = [id for id, (made, _) in state.proposals.items() if made.number == stage]
    ids = [id for id in told if state.open(id)]
    if ids:
        return f"The answer: {counted(len(ids), 'change')}; n goes there."
    if told and state.other_bag is not None and state.other_bag.number == stage:
        return "The answer is here; b shows its changes instead."
    return f"I asked again: there is nothing {'new' if told else 'more'} to suggest."


def step_words(before: int | None, now: int) -> str:
    """A step by its number in the list (None for a new one), plus its number in the Result if that differs."""
    return f"step {now}" if before in (None, now) else f"step {before} ({now} in the Result)"


def in_rows(words: Content, width: int, rows: int) -> Content:
    """The words on at most `rows` lines; if they do not fit, the last line names the key that shows all."""
    wrapped = words.wrap(width)
    if len(wrapped) <= rows:
        return words
    last = wrapped[rows - 1].truncate(max(width - len(ALL_OF_IT), 1), ellipsis=True)
    return lines(*wrapped[: rows - 1], row_text(last, (ALL_OF_IT, "$accent")))


def held_words(was: ReviewState, now: ReviewState, said: str) -> str:
    """A sentence on the accepted edits that a decision put on hold, except those `said` already names."""
    held = [f"#{id}" for id in now.proposals if now.status(id) == "on_hold" and was.status(id) == "accepted"]
    silent = [name for name in held if not re.search(rf"{name}\b", said)]
    if not silent:
        return ""
    wait = "waits" if len(silent) == 1 else "wait"
    return f"{', '.join(silent)} {wait}, because the words have changed since; a accepts it anyway."


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
        self._arrived: list[Event] = []
        """Events not yet folded into the review."""
        self._state: ReviewState | None = None
        self._ahead: ReviewState | None = None
        self._proposed: Proposals | None = None
        self._outline: ReviewRows | None = None
        self._to_decide = ToDecide((), (), (), 0)
        self._groups: Sequence[ChangeGroup] = ()
        self._places: Sequence[ReviewPlace] = ()
        self._unfolded: frozenset[str] = frozenset()
        self.wish = ""
        """Id of the one wish whose cards are shown; "" for all."""
        self.row_maker = RowMaker()
        self._untouched = True
        """Whether the cursor was not moved yet; then it goes to the first card that waits."""
        self.mark = next(iter(self.outline.stops), None)  # set before the first event, however fast it arrives

    @property
    def review(self) -> Review:
        if self._arrived:  # folded in one go, because every edit added copies its stage
            arrived, self._arrived = self._arrived, []
            self.review = fold_all(self._review, arrived)
        return self._review

    @review.setter
    def review(self, review: Review) -> None:
        if review is not self._review:
            ahead = self._ahead if self._ahead is not None and self._ahead.review is review else None
            self._review, self._state, self._outline, self._ahead = review, ahead, None, None

    @property
    def state(self) -> ReviewState:
        """The state of every edit, computed once per change."""
        review = self.review
        if self._state is None:
            self._state = ReviewState(review, self._proposed)
            self._proposed = self._state.proposed
        return self._state

    def ahead(self, review: Review) -> ReviewState:
        """The state of every edit in `review`, cached in case that review is taken next."""
        self._ahead = ReviewState(review, self.state.proposed)
        return self._ahead

    @property
    def outline(self) -> ReviewRows:
        """The rows, computed once per change; moves the cursor if its place is gone."""
        state = self.state
        if self._outline is None:
            self._groups, self._places = change_groups(state), places(state)
            self._to_decide = to_decide(state, self._groups, self._places)
            self._outline = self.row_maker.rows(state, self._groups, self._unfolded, self._places)
            if self.wish:
                self._outline = self._outline.only(self.serving(self.wish))
            self._hold_mark()
        return self._outline

    def reopen(self, events: Sequence[Event], review: Review) -> None:
        """Load the events of a recorded run and the review they led to."""
        self.log = list(events)
        for event in events:
            self.activity = after(self.activity, event)
        self.activity = as_kept(self.activity)
        self._arrived = []
        self.review, self.mark, self._untouched = review, None, True

    def take(self, event: Event) -> None:
        self.log.append(event)
        self.activity = after(self.activity, event)
        self._arrived.append(event)

    def rejected(self) -> frozenset[str]:
        """Ids of the edits rejected so far, which a running strategy leaves out."""
        return frozenset(one.id for one in self.review.choices.decisions if one.verdict == "rejected")

    @property
    def to_decide(self) -> ToDecide:
        """What the person still has to decide, computed once per change."""
        _ = self.outline
        return self._to_decide

    @property
    def is_decided(self) -> bool:
        """Whether nothing waits for the person and nothing more is coming in."""
        return not self.running and not self.to_decide.left

    @property
    def places(self) -> Sequence[ReviewPlace]:
        """Every place of the review, computed once per change."""
        _ = self.outline
        return self._places

    def serving(self, wish: str) -> frozenset[str]:
        """Ids of the edits, groups, places and own edits that serve a wish."""
        _ = self.outline
        return frozenset(
            (
                *(id for id, (_, one) in self.state.proposals.items() if wish in one.serves),
                *(one.id for one in self._groups if wish in one.serves),
                *(one.id for one in self._places if wish in one.found.serves),
                *(own.id for own in self.review.choices.own if wish in own.serves),
            )
        )

    def show_wish(self, wish: str) -> None:
        """Show only the cards of one wish ("" for all), and move the cursor to one that is undecided."""
        self.wish, self._outline = wish, None
        if (marked := self.marked) is None or marked.id not in self.to_decide.ids:
            self.to_undecided()

    def unfold(self, group: str, *, unfolded: bool) -> None:
        """Show the edits of a group at their steps, or the group as one row again."""
        self._unfolded = self._unfolded | {group} if unfolded else self._unfolded - {group}
        self._outline = None

    @property
    def proposed(self) -> tuple[str, ...]:
        return tuple(one.id for stage in self.review.stages for one in stage.proposals)

    @property
    def here(self) -> ListedRow | None:
        made = self.outline  # computing it may move the cursor, or unset it if no row is left
        at = made.at(self.mark[0]) if self.mark else None
        return None if at is None else made.rows[at]

    @property
    def row(self) -> Row | None:
        """The step under the cursor; None on a group."""
        return self.here.step if self.here else None

    @property
    def marked(self) -> AnyCard | None:
        """The edit, place or group under the cursor; None if it is on the step itself, even if that has cards."""
        cards = self.here.cards if self.here else ()
        return next((card for card in cards if self.mark and card.id == self.mark[1]), None)

    @property
    def card(self) -> Card | None:
        return card if isinstance(card := self.marked, Card) else None

    @property
    def group(self) -> GroupCard | None:
        return card if isinstance(card := self.marked, GroupCard) else None

    def stay(self, mark: CursorPosition) -> None:
        self.mark, self._untouched = mark, False
        self._at = self.outline.at(mark[0]) or 0

    def step(self, by: int) -> None:
        """Move the cursor `by` stops, as far as there are any."""
        self._go(self.outline.stops, by, wrap=False)

    def to_undecided(self, by: int = 1) -> bool:
        """Go to the next or previous undecided card, wrapping around; return False if none is left."""
        waiting = self.to_decide.ids
        return self._go([stop for stop in self.outline.stops if stop[1] in waiting], by, wrap=True)

    def next_ids(self, most: int) -> tuple[str, ...]:
        """Ids of the next open edits from the cursor on, at most `most`."""
        made = self.outline
        at = (made.at(self.mark[0]) if self.mark else None) or 0
        cards = (card for row in made.rows[at:] for card in row.cards)
        ids = (id for card in cards for id in (card.ids if isinstance(card, GroupCard) else (card.id,)))
        return tuple(islice((id for id in ids if id in self.state.proposals and self.state.open(id)), most))

    def to_found(self, sought: str, *, here: bool) -> bool:
        """Go to the next stop that contains `sought` (lower case); with `here`, the current one counts too."""
        found = [stop for stop, text in self._texts() if sought in text]
        if here and self.mark in found:
            return True
        return self._go(found, 1, wrap=True)

    def walk(self, review: Review) -> None:
        """Switch to earlier or later choices and move the cursor to the first card that differs."""
        one, other = self.review.choices, review.choices
        ids = differing(one, other)
        slots = {own.id: own.slot for own in (*one.own, *other.own) if own.id in ids}
        self.review = review
        changed = frozenset(ids)
        if self.wish and changed.isdisjoint(self.serving(self.wish)):
            self.show_wish("")
        stops = [
            (row.slot, card.id)
            for row in self.outline.rows
            for card in row.cards
            if not changed.isdisjoint(card.ids if isinstance(card, GroupCard) else (card.id,))
        ]
        if len(changed) == 1:  # prefer its own row to that of its group
            stops.sort(key=lambda stop: stop[1] not in changed)
        stops += [stop for stop in self.outline.stops if stop[0] in slots.values()]
        if stops:
            self.stay(stops[0])

    def _go(self, stops: Sequence[CursorPosition], by: int, *, wrap: bool) -> bool:
        """Move the cursor `by` of these stops, which are in row order; return whether there was one."""
        order = self.outline.order
        here = order(self.mark) if self.mark else (-1, 0)
        ahead = (
            stops[bisect_right(stops, here, key=order) :]
            if by > 0
            else stops[: bisect_left(stops, here, key=order)]
        )
        if not ahead and wrap:
            ahead = [stop for stop in stops if stop != self.mark]
        ahead = ahead if by > 0 else ahead[::-1]
        if ahead:
            self.stay(ahead[min(abs(by), len(ahead)) - 1])
        return bool(ahead)

    def _first_open(self, made: ReviewRows) -> CursorPosition | None:
        waiting = self._to_decide.ids
        return next((stop for stop in made.stops if stop[1] in waiting), None)

    def _texts(self) -> Iterator[tuple[CursorPosition, str]]:
        """Every stop with the text that a search finds there, in lower case: that of the step and of its card."""
        for row in self.outline.rows:
            step = "\n".join(((row.step.original if row.step else "") or "", *(one.text for one in row.folded)))
            for card in row.cards:
                yield (row.slot, card.id), "\n".join((step, *_words_of(card))).casefold()
            if not row.cards:
                yield (row.slot, STEP), step.casefold()

    def _hold_mark(self) -> None:
        """Keep the cursor where it is, or move it to the nearest row if its own is gone (an own edit undone).

        If it was never moved, it goes to the first undecided card, once: cards that arrive later never move it.
        """
        made = self.outline
        if self._untouched and (first := self._first_open(made)):
            self.mark, self._untouched = first, False
        if self.mark is None or not made.rows:
            self.mark = next(iter(made.stops), None)
            return
        slot, _ = self.mark
        place = made.at(slot)
        self._at = min(self._at, len(made.rows) - 1) if place is None else place
        row = made.rows[self._at]
        if place is None or self.mark not in ((slot, STEP), *row.stops):
            self.mark = row.stops[0]


def _words_of(card: AnyCard) -> Sequence[str]:
    """The texts of a card that a search looks in."""
    match card:
        case Card():
            return (card.old, card.text, card.own or "", card.reason)
        case PlaceCard():
            return (card.says, card.text, card.why)
        case GroupCard():
            return (card.name, *card.header)
