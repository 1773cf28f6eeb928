"""How a review applies a decision: it is permitted, recorded and drawn."""

from tailor.core.edit_names import in_words
from tailor.core.objections import newly_against
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.drafts import TakenDrafts
from tailor.screens.review.display import ReviewDisplay
from tailor.screens.review.model import held_words


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
