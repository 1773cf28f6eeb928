"""The review on the table: what arrived, what was chosen, where the cursor is. No widgets.

Owns `Table`, which computes where everything stands once a change, and the rules of the cursor (CONTRACT 7, rule
12). Refuses to draw and to write files.
"""

from collections.abc import Callable, Iterator, Sequence

from tailor.core.decisions import Move
from tailor.core.events import Event
from tailor.core.procedure import Procedure
from tailor.core.review import Review, differing
from tailor.core.review_rows import Row
from tailor.core.review_state import Standing, fold
from tailor.screens.activity import Activity, after, as_kept
from tailor.screens.card import STEP, Card
from tailor.screens.review_views import Outline, Stop, outline


class Table:
    """One review while a person is at it."""

    def __init__(self, procedure: Procedure, hint: str) -> None:
        self.log: list[Event] = []
        self.activity = Activity()
        self.mark: Stop | None = None
        self._at = 0
        self._review = Review(procedure, hint)
        self._standing: Standing | None = None
        self._ahead: Standing | None = None
        self._outline: Outline | None = None
        self.mark = next(iter(self.outline.stops), None)  # before the first event, however fast that comes

    # -- what is there ---------------------------------------------------------------------------------------

    @property
    def review(self) -> Review:
        """The review as it is now."""
        return self._review

    @review.setter
    def review(self, review: Review) -> None:
        if review is not self._review:
            ahead = self._ahead if self._ahead is not None and self._ahead.review is review else None
            self._review, self._standing, self._outline, self._ahead = review, ahead, None, None

    @property
    def standing(self) -> Standing:
        """Where every edit stands, computed once a change."""
        if self._standing is None:
            self._standing = Standing(self._review)
        return self._standing

    def ahead(self, review: Review) -> Standing:
        """Where every edit would stand in a review that is to be taken next: then it is not computed again."""
        self._ahead = Standing(review)
        return self._ahead

    @property
    def outline(self) -> Outline:
        """The rows, computed once a change; the cursor is put right where its place is gone."""
        if self._outline is None:
            self._outline = outline(self.standing)
            self._hold_mark(self._outline)
        return self._outline

    def reopen(self, events: Sequence[Event], review: Review) -> None:
        """What was told in a kept run, and the review that came of it."""
        self.log = list(events)
        for event in events:
            self.activity = after(self.activity, event)
        self.activity = as_kept(self.activity)
        self.review, self.mark = review, None

    def take(self, event: Event) -> None:
        """One more event."""
        self.log.append(event)
        self.activity = after(self.activity, event)
        self.review = fold(self._review, event)

    def rejected(self) -> frozenset[str]:
        """Ids of what was turned down so far: what a running strategy leaves out."""
        return frozenset(one.id for one in self._review.choices.decisions if one.verdict == "rejected")

    @property
    def counted(self) -> tuple[int, int]:
        """How many edits are decided, and how many there are to decide on."""
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

    def stay(self, mark: Stop) -> None:
        """Puts the cursor here."""
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
        """To the next place in whose texts something fits; `here`: the cursor's own place counts too."""
        found = [stop for stop, text in self._texts() if fits(text)]
        if here and self.mark in found:
            return True
        return self._go(found, 1, wrap=True)

    def decide(self, moved: Move | Review) -> None:
        """A decision was made: the cursor goes to the next undecided card, or stays."""
        self.review = moved.review if isinstance(moved, Move) else moved
        self.to_undecided()

    def walk(self, review: Review) -> None:
        """Takes choices of before or after: the cursor goes to the first card they differ on."""
        one, other = self._review.choices, review.choices
        ids = differing(one, other)
        places = {own.id: own.slot for own in (*one.own, *other.own) if own.id in ids}
        self.review = review
        stops = [(row.slot, card.id) for row, cards in self.outline.rows for card in cards if card.id in ids]
        stops += [stop for stop in self.outline.stops if stop[0] in places.values()]
        if stops:
            self.stay(stops[0])

    def _go(self, stops: Sequence[Stop], by: int, *, wrap: bool) -> bool:
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

    def _places(self) -> list[Stop]:
        """Every place the cursor can be at, the step itself before its cards."""
        return [
            (one.slot, part) for one, cards in self.outline.rows for part in (STEP, *(card.id for card in cards))
        ]

    def _texts(self) -> Iterator[tuple[Stop, str]]:
        """Every stop with the words to be found there: the step's, and its card's."""
        for one, cards in self.outline.rows:
            step = (one.original or "").casefold()
            for card in cards:
                words = (card.old, card.text, card.own or "", card.reason, card.tag)
                yield (one.slot, card.id), "\n".join((step, *words)).casefold()
            if not cards:
                yield (one.slot, STEP), step

    def _hold_mark(self, made: Outline) -> None:
        """The cursor stays on its place; where that is gone (an own edit undone), on the nearest."""
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
