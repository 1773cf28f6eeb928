"""How a review applies a decision: it is checked, recorded and drawn, and words that an undo removes are kept.

Own words that are undone become drafts until a redo brings them back or they are used. A new decision after an
undo clears what could be redone, so without drafts the words would be gone.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final, TypeAlias

from tailor.core.code_lines import unfolded
from tailor.core.edit_names import in_words
from tailor.core.review import Decisions, OwnEdit, Review
from tailor.core.review.objections import newly_against
from tailor.core.review.state import ReviewState
from tailor.drafts import Drafts, TakenDrafts
from tailor.screens.review.display import ReviewDisplay
from tailor.screens.review.model import held_words

DraftPlace: TypeAlias = Callable[[str], str]
"""Returns where a draft is kept, for the id of a change, the slot of a step, or a key made by `below`."""

WORDS_KEPT: Final = "Your words are kept: e opens them."


class Choices:
    """Applies the choices of one review; everything on its screen that decides uses the same instance."""

    def __init__(self, display: ReviewDisplay) -> None:
        self._display, self._model, self._session = display, display.model, display.session
        self._taken = TakenDrafts()

    def decide(self, review: Review, note: str) -> None:
        """Make a decision and move the cursor to the next undecided card."""
        before, was = self._model.review, self._model.state
        if self._permitted(review):
            self._model.review = review
            self._model.to_undecided()
            self.changed(before, f"{note} {held_words(was, self._model.state, note)}", was)

    def choose(self, review: Review, note: str = "") -> bool:
        """Make a change that leaves the cursor where it is; return False if it is not permitted."""
        before, was = self._model.review, self._model.state
        if permitted := self._permitted(review):
            self._model.review = review
            self.changed(before, note, was)
        return permitted

    def _permitted(self, review: Review) -> bool:
        """Whether this kind of review permits the change; if not, tell the user why."""
        if says := self._session.kind.refuses(review):
            self._display.tell(says)
        return not says

    def changed(self, before: Review, note: str, was: ReviewState | None = None) -> None:
        """Record and draw a review that differs from `before`, with a note about the change.

        If the old state `was` is given, the note also names new objections to the Result.
        """
        against = newly_against(was, self._model.state) if was is not None else ()
        note = in_words(self._model.state, " ".join(filter(None, (note.strip(), *against))))
        if self._model.review.choices != before.choices:
            note = f"{note} {self.record()}".strip()
        self._display.weigh_later()
        self._display.draw_now(reveal=True, note=note)

    def record(self) -> str:
        """Append the choices to the run's record; return a sentence if that works again after a failure."""
        self._model.review, says = self._session.note(self._model.review)
        self.used()
        return "" if self._session.not_recorded else says

    def used(self, *places: str) -> None:
        """Note that the drafts at these places are in the review now, and drop them once its record has them."""
        drafts = self._display.screen.host.drafts
        self._taken.take(drafts, *places)
        if not (self._session.not_recorded and self._display.policy.goes_on):
            self._taken.saved(drafts)


def forget_redone(drafts: Drafts, place: DraftPlace, before: Decisions, now: Decisions) -> None:
    """Remove words that a redo brought back from every draft in which an undo may have kept them."""
    again = {*_words(now)} - {*_words(before)}
    for made in now.decisions:
        if made.own and unfolded(made.own) in again:
            _take_out(drafts, place(made.id), unfolded(made.own))
    for own in now.own:
        if unfolded(own.text) in again:
            older = (one.id for one in before.own if (one.op, one.slot) == (own.op, own.slot))
            spots = (below(slot) for slot in ("", own.slot, *own.above))
            for at in {own.slot, own.id, *older, *spots}:
                _take_out(drafts, place(at), unfolded(own.text))


def _take_out(drafts: Drafts, at: str, words: str) -> None:
    kept = f"\n{drafts.get(at)}\n"
    if f"\n{words}\n" in kept:
        drafts.keep(at, kept.replace(f"\n{words}\n", "\n", 1).strip("\n"))


def keep_undone(drafts: Drafts, place: DraftPlace, before: Decisions, now: Decisions) -> str:
    """Keep the words that an undo removes as drafts; return how to open them, "" if there are none."""
    said = ""
    for id, made in before.by_id.items():
        later = now.by_id.get(id)
        if made.own and (later is None or later.own != made.own):
            drafts.keep(place(id), drafts.get(place(id)) or unfolded(made.own))
            said = WORDS_KEPT
    there = {one.id for one in now.own}
    fresh = [one for one in now.own if one not in before.own]
    for own in before.own:
        if own.text and own.id not in there:
            older = [one for one in fresh if (one.op, one.slot) == (own.op, own.slot)]
            said = _keep_own(drafts, place, own, older, there)
    return said


def _keep_own(
    drafts: Drafts, place: DraftPlace, own: OwnEdit, older: Sequence[OwnEdit], there: Container[str]
) -> str:
    """Keep the words of an undone own edit, but never over later ones; `older`: the edits that it had replaced."""
    if own.op == "replace":
        drafts.keep(place(own.slot), drafts.get(place(own.slot)) or unfolded(own.text))
        return WORDS_KEPT
    typed = drafts.get(place(own.id)) or unfolded(own.text)
    under = drafts.get(place(below(own.id)))
    drafts.forget(place(own.id), place(below(own.id)))
    if older:
        drafts.keep(place(older[0].id), typed)
        return WORDS_KEPT
    spots = (slot for slot in (own.slot, *reversed(own.above)) if not slot.startswith("you") or slot in there)
    at = place(below(next(spots, "")))
    drafts.keep(at, "\n".join(filter(None, (drafts.get(at), typed, under))))
    return "Your words are kept: o opens them."


def below(slot: str) -> str:
    """The key of the draft of a new step below another."""
    return f"below {slot}"


def _words(choices: Decisions) -> Iterator[str]:
    own = (*(made.own or "" for made in choices.decisions), *(one.text for one in choices.own))
    return (unfolded(words) for words in own if words)
