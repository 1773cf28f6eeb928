"""How a review applies a decision: it is permitted, recorded and drawn, and what an undo takes out of it is kept.

Own words that are undone are drafts until a redo brings them back or they are used: a decision made after an undo
leaves nothing to redo, so without these the words would be gone.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final, TypeAlias

from tailor.core.code_lines import unfolded
from tailor.core.edit_names import in_words
from tailor.core.objections import newly_against
from tailor.core.review import Decisions, OwnEdit, Review
from tailor.core.review_state import ReviewState
from tailor.drafts import Drafts, TakenDrafts
from tailor.screens.review.display import ReviewDisplay
from tailor.screens.review.model import held_words

DraftPlace: TypeAlias = Callable[[str], str]
"""Of a draft, by the id of the change, the slot of the step, or what `below` says."""

WORDS_KEPT: Final = "Your words are kept: e opens them."


class Choices:
    """Applies the choices of one review; everything that decides owns or shares it."""

    def __init__(self, display: ReviewDisplay) -> None:
        self._display, self._model, self._session = display, display.model, display.session
        self._taken = TakenDrafts()

    def decide(self, review: Review, note: str) -> None:
        """Makes a decision and moves the cursor to the next undecided card."""
        before, was = self._model.review, self._model.state
        if self._permitted(review):
            self._model.review = review
            self._model.to_undecided()
            self.changed(before, f"{note} {held_words(was, self._model.state, note)}", was)

    def choose(self, review: Review, note: str = "") -> bool:
        """Makes a change that leaves the cursor where it is; False if it is not permitted."""
        before, was = self._model.review, self._model.state
        if permitted := self._permitted(review):
            self._model.review = review
            self.changed(before, note, was)
        return permitted

    def _permitted(self, review: Review) -> bool:
        """Whether this kind of review permits the change; else says why not."""
        if says := self._session.kind.refuses(review):
            self._display.tell(says)
        return not says

    def changed(self, before: Review, note: str, was: ReviewState | None = None) -> None:
        """Records and draws a review that differs from `before`, with a sentence about it.

        If the state it `was` in is given, the sentence also says what has come to speak against it.
        """
        against = newly_against(was, self._model.state) if was is not None else ()
        note = in_words(self._model.state, " ".join(filter(None, (note.strip(), *against))))
        if self._model.review.choices != before.choices:
            note = f"{note} {self.record()}".strip()
        self._display.weigh_later()
        self._display.draw_now(reveal=True, note=note)

    def record(self) -> str:
        """Appends the choices to the run's record; a sentence if that works again, the banner if it fails."""
        self._model.review, says = self._session.note(self._model.review)
        self.used()
        return "" if self._session.not_recorded else says

    def used(self, *places: str) -> None:
        """The texts of these places are in the review: drafts only until its record, if it has one, has them."""
        drafts = self._display.screen.host.drafts
        self._taken.take(drafts, *places)
        if not (self._session.not_recorded and self._display.policy.goes_on):
            self._taken.saved(drafts)


def forget_redone(drafts: Drafts, place: DraftPlace, before: Decisions, now: Decisions) -> None:
    """The words that a redo brings back are no drafts any more, at the places where an undo may have kept them."""
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
    """Keeps the words that an undo takes out; says what opens them, "" where there are none."""
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
    """Keeps the words of an own edit; `older`: those that these words had replaced. What was typed since stays."""
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
    """What names the draft of a new step below another."""
    return f"below {slot}"


def _words(choices: Decisions) -> Iterator[str]:
    own = (*(made.own or "" for made in choices.decisions), *(one.text for one in choices.own))
    return (unfolded(words) for words in own if words)
