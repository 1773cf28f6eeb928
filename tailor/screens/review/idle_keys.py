"""The keys of a review that would only say why they do nothing, at the row under the cursor or anywhere.

They stay pressable, since what they say helps; but the key bar offers only keys that work.
"""

from collections.abc import Iterator
from typing import Final

from tailor.core.review_rows import agreed
from tailor.core.review_state import ReviewState
from tailor.runs.session import RunSession
from tailor.screens.review.card import OPEN, AnyCard, Card, GroupCard, PlaceCard
from tailor.screens.review.model import ReviewModel

_ON_AN_EDIT: Final = ("decisions accept", "decisions reject", "decisions reject_because")
_ON_A_STEP: Final = ("decisions edit", "decisions editor", "decisions own_step")


def _action(key: str) -> str:
    """The action of a binding of the Review screen: "do('cursor', 'undecided', -1)" for "cursor undecided -1"."""
    owner, name, *by = key.split()
    return f"do({', '.join((repr(owner), repr(name), *by))})"


class IdleKeys:
    """The actions that do nothing now; those that depend on the whole review are worked out once per change."""

    def __init__(self, model: ReviewModel, session: RunSession) -> None:
        self._model, self._session = model, session
        self._everywhere: tuple[ReviewState, tuple[str, ...]] | None = None

    def now(self) -> frozenset[str]:
        state = self._model.state
        if self._everywhere is None or self._everywhere[0] is not state:
            self._everywhere = state, (*self._anywhere(state),)
        return frozenset(map(_action, (*self._everywhere[1], *self._here(state))))

    def _anywhere(self, state: ReviewState) -> Iterator[str]:
        """Keys for which there is nothing in this review, wherever the cursor is."""
        review = state.review
        if not (state.result.batches or self._session.keeps_unchanged):
            yield "finish apply"
        if not state.undecided:
            yield from ("decisions accept_all", "decisions reject_rest")
        if not agreed(state):
            yield "decisions accept_agreed"
        if state.other_bag is None:
            yield "decisions other_bag"
        if not review.past:
            yield "decisions undo"
        if not review.future:
            yield "decisions redo"
        if not any(self._model.serving(one.id) for one in review.requirements if one.on):
            yield from ("cursor next_wish 1", "cursor next_wish -1")

    def _here(self, state: ReviewState) -> Iterator[str]:
        """Keys that have nothing to do at the cursor."""
        marked, row = self._model.marked, self._model.row
        if not isinstance(marked, Card | GroupCard):
            yield from _ON_AN_EDIT
        if row is None:
            yield from _ON_A_STEP
        if row is None or row.now(state) is None:
            yield from ("decisions delete", "requests ask_again")
        elif row.part != "steps":
            yield "requests ask_again"
        if not isinstance(marked, Card) or marked.op != "replace":
            yield "decisions parts"
        if not isinstance(marked, PlaceCard):
            yield "together fine"
        if not isinstance(marked, GroupCard):
            yield from ("together unfold", "together fold")
        if not _is_decided(marked):
            yield "decisions undecide"
        if marked is None and not self._model.wish:
            yield from ("together take_wish", "together leave_wish")
        if marked is None or (isinstance(marked, PlaceCard) and not marked.fine):
            yield "decisions toggle"
        if not self._model.to_decide.ids - ({marked.id} if marked else set()):
            yield from ("cursor undecided 1", "cursor undecided -1")


def _is_decided(marked: AnyCard | None) -> bool:
    if isinstance(marked, PlaceCard):
        return marked.fine
    return marked is not None and marked.status not in OPEN
