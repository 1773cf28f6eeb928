"""The user's decisions in the Review screen: accept, reject, own words, parts, undo, and all of them in bulk.

Each public method of `Decisions` is what one key does. It asks first where an edit must be looked at; what a
decision means for the other edits is `core.decisions`' part.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from tailor.core import decisions as deciding
from tailor.core import worddiff
from tailor.core.decisions import Change
from tailor.core.errors import ContentError, TailorError
from tailor.core.review import Review, redo, undecide, undo
from tailor.core.review_rows import Row, agreed, undefined_references
from tailor.core.review_state import ReviewState
from tailor.core.text import normal
from tailor.core.transport import Stale, tracked_original
from tailor.screens.dialogs import text_input as editing
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.text_input import LineDialog, TypedWords
from tailor.screens.review.card import OPEN, Card
from tailor.screens.review.dialogs import PartsSheet
from tailor.screens.review.display import ReviewDisplay
from tailor.screens.review.model import held_words, in_words, tag
from tailor.screens.widgets.word_diff import much_changed

Callback: TypeAlias = Callable[[], None]

ACROSS = (AnswerOption("n", "no, leave it"), AnswerOption("y", "yes, take it"))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Words that the user is asked for."""

    key: str
    """Of their draft: the id of the card or the slot of the step."""
    title: str
    before: str
    about: str
    use: Callable[[str], None]


class Decisions:
    """What the keys that decide do, for one review."""

    def __init__(self, display: ReviewDisplay) -> None:
        self._display = display
        self._screen, self._model, self._session = display.screen, display.model, display.session
        self.drafts: dict[str, str] = {}
        """Words that were typed and not used yet, by id of the card or slot of the step."""

    # -- making a decision -----------------------------------------------------------------------------------

    def _refused(self, review: Review) -> bool:
        """Whether this kind of review does not permit the change; says so."""
        if says := self._session.kind.refuses(review):
            self._display.tell(says)
        return bool(says)

    def _decide(self, moved: Change | Review, note: str = "") -> None:
        """Makes a decision and moves the cursor to the next undecided card."""
        if self._refused(moved.review if isinstance(moved, Change) else moved):
            return
        model = self._model
        before, was = model.review, model.standing
        model.decide(moved)
        note = note or (moved.says if isinstance(moved, Change) else "")
        self._changed(before, f"{note} {held_words(was, model.standing, note)}".strip())

    def _choose(self, review: Review, note: str = "") -> None:
        """Makes a change that leaves the cursor where it is."""
        if self._refused(review):
            return
        before, self._model.review = self._model.review, review
        self._changed(before, note)

    def _changed(self, before: Review, note: str) -> None:
        """Records and draws what was chosen."""
        self._display.note = in_words(note)
        if self._model.review.choices != before.choices:
            self.record()
        self._display.weigh_later()
        self._display.draw_now(reveal=True)

    def record(self) -> None:
        """Appends the choices to the run's record; where that fails the banner says so."""
        self._session.note(self._model.review.choices)

    # -- what is under the cursor ----------------------------------------------------------------------------

    def _card(self) -> Card | None:
        """The card under the cursor; None where there is none, and the cursor goes to the next undecided one."""
        if self._back_to_list():
            return None
        card = self._model.card
        if card is None:
            moved = self._model.to_undecided()
            self._display.note = "" if moved else "No card waits for a decision."
            self._display.draw_now(reveal=True)
        return card

    def _mine(self, card: Card) -> bool:
        """Whether the card is an edit of the user's own."""
        return card.agent == "you" and card.id not in self._model.standing.proposals

    def _step(self) -> Row | None:
        """The row under the cursor; None while the list was hidden, which is shown instead."""
        return None if self._back_to_list() else self._model.row

    def _back_to_list(self) -> bool:
        """Shows the list if it is hidden, and returns whether it was: nobody decides on what they do not see."""
        hidden = self._display.view != "marked"
        if hidden:
            self._display.view = "marked"
            self._display.draw_now(reveal=True)
        return hidden

    # -- accept ----------------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Accepts the card; asks first where it must be looked at or its place changed."""
        card = self._card()
        if card is None:
            return
        if self._mine(card) or (card.status == "accepted" and card.own is None):
            self._model.to_undecided()
            self._display.draw_now(reveal=True)
            return
        self._accept(card)

    def _accept(self, card: Card, own: str | None = None) -> None:
        """Accepts a card after the questions it needs."""
        place = self._model.standing.place(card.id)
        if isinstance(place, Stale) and place.nearest is not None:
            where = f"put it after step {place.nearest.step}" if place.nearest.step else "put it first"
            why = "Its place is gone" if place.why == "gone" else "It was written for the text you changed"
            words = f"{why}: {where}?" if place.why == "gone" else f"{why}. Take it anyway?"
            self._ask(f"{card.tag}: {words}", card.text, lambda: self._acknowledge(card, own, anyway=True))
        else:
            self._acknowledge(card, own, anyway=False)

    def _acknowledge(self, card: Card, own: str | None, *, anyway: bool) -> None:
        """Asks about must-look edits: the card itself, and those it needs that are accepted with it."""
        standing = self._model.standing
        along = () if anyway else tuple(n for n in standing.needs[card.id] if n not in standing.decisions)
        musts = [
            standing.proposals[id][1] for id in (card.id, *along) if standing.proposals[id][1].level == "must"
        ]
        says = [line for one in musts for line in one.tripwires or ("this must be looked at by itself",)]
        if not musts:
            self._take(card.id, own, anyway)
            return
        what = "; ".join(dict.fromkeys(says))
        self._ask(f"This {what}: take it anyway?", card.text, lambda: self._take(card.id, own, anyway))

    def _ask(self, title: str, text: str, yes: Callback) -> None:
        self._screen.app.push_screen(Question(title, text, ACROSS), lambda key: yes() if key == "y" else None)

    def _take(self, id: str, own: str | None, anyway: bool) -> None:
        model = self._model
        try:
            self._decide(deciding.accept(model.review, id, own=own, anyway=anyway, standing=model.standing))
        except ContentError as error:
            self._display.oops(error)
        else:
            self.drafts.pop(id, None)

    def accept_or_take_back(self) -> None:
        """Accepts an undecided card; else takes the decision back."""
        card = self._card()
        if card is None:
            return
        if card.status in OPEN or card.status in ("withdrawn", "dropped"):
            self._accept(card)
        else:
            self.undecide()

    # -- reject ----------------------------------------------------------------------------------------------

    def reject(self) -> None:
        """Rejects the card."""
        card = self._card()
        if card is not None:
            self._reject(card, "")

    def reject_because(self) -> None:
        """Rejects the card with a reason, chosen by one key."""
        card = self._card()
        if card is None:
            return

        def answered(key: str | None) -> None:
            if key == "o":
                dialog = LineDialog(f"Why not {card.tag}?", placeholder="in your words", enter="reject")
                self._screen.app.push_screen(dialog, lambda words: self._reject(card, words) if words else None)
            elif key == "m":
                dialog = LineDialog(
                    "What always holds for you?",
                    "Your profile is a part of every run. t keeps it out of one.",
                    value="I have no ",
                    enter="keep and reject",
                )
                self._screen.app.push_screen(dialog, lambda words: self._never(card, words) if words else None)
            elif key is not None:
                self._reject(card, editing.REASONS[key])

        self._screen.app.push_screen(editing.reason_question(card.tag), answered)

    def _never(self, card: Card, words: str) -> None:
        """Rejects the card and adds the reason to the profile, for all later runs."""
        try:
            name = self._session.workspace.add_to_profile(words)
        except TailorError as error:
            self._screen.app.push_screen(ErrorDialog.of(error))
            return
        self._reject(card, words)
        self._display.tell(f"In your profile ({name}): {words}")

    def _reject(self, card: Card, reason: str) -> None:
        if self._mine(card):
            self._decide(undecide(self._model.review, [card.id]), f"{card.tag} is taken away; u brings it back.")
            return
        move = deciding.reject(self._model.review, [card.id], reason)
        self._decide(move, self._left_over(move.review, card.id))

    def _left_over(self, after: Review, id: str) -> str:
        """Names the edits, and the thing, that lose their place with a rejection."""
        standing = self._model.ahead(after)
        lost = [tag(o) for o in self._model.standing.dependents(id) if standing.status(o) in ("stale", "on_hold")]
        said = [f"{', '.join(lost)} {'relies' if len(lost) == 1 else 'rely'} on {tag(id)}."] if lost else []
        text = self._model.standing.proposals[id][1].text
        original = tracked_original(self._model.review.original)
        for thing, slot in undefined_references(standing.placing.draft, text, original)[:1]:
            where = f"step {slot[1:]}" if slot.startswith("s") else tag(slot)
            said.append(f'Without {tag(id)} nothing brings "the {thing}" of {where} in.')
        return " ".join(said)

    # -- take back -------------------------------------------------------------------------------------------

    def undecide(self) -> None:
        """Takes the decision on the card back."""
        card = self._model.card if self._step() else None
        if card is not None:
            self._choose(undecide(self._model.review, [card.id]))

    def undo(self) -> None:
        """Takes the last decision back."""
        self._walk(undo(self._model.review), "Nothing to undo.")

    def redo(self) -> None:
        """Makes the decision again that was undone."""
        self._walk(redo(self._model.review), "Nothing to redo.")

    def _walk(self, to: Review, nothing: str) -> None:
        """Takes earlier or later choices; the cursor goes to what changed."""
        before = self._model.review
        self._model.walk(to)
        self._changed(before, nothing if to is before else "")

    def other_bag(self) -> None:
        """Strategy `adaptive`: uses the other set of edits; the decisions on both stay."""
        other = self._model.standing.other_bag
        if other is None:
            self._display.tell("There is one set of edits only.")
            return
        words = "the rewrite" if other.agent == "customize" else "the single edits"
        self._choose(deciding.take_bag(self._model.review, other.number), f"Now {words}; b switches back.")

    # -- own words -------------------------------------------------------------------------------------------

    def edit(self) -> None:
        """Own words for the card, or for the step."""
        if (wanted := self._wanted()) is not None:
            self._ask_words(wanted)

    def editor(self) -> None:
        """Own words, written in $EDITOR."""
        if (wanted := self._wanted()) is not None:
            self._open_editor(wanted)

    def _wanted(self) -> _Wanted | None:
        """The words that are asked for at the cursor."""
        one, card = self._step(), self._model.card
        if one is None:
            return None
        if card is not None and self._mine(card):
            text, title = card.text, f"Your words, {card.tag}"
        elif card is not None:
            text = card.own if card.own is not None else card.text
            title = f"Your words instead of {card.tag}"
        else:
            text = one.text or one.original or ""
            title = f"Your words for {'step' if one.part == 'steps' else 'resource'} {one.before or ''}".strip()
        about = f"was: {card.old}" if card and card.old else ""
        use = partial(self._written, one, card)
        return _Wanted(card.id if card else one.slot, title, text, about, use)

    def _ask_words(self, wanted: _Wanted) -> None:
        text = self.drafts.get(wanted.key, wanted.before)

        def closed(written: TypedWords | None) -> None:
            if written is not None and written.keep:
                self._use(wanted, written.text)
            elif written is not None and written.text != text:
                self.drafts[wanted.key] = written.text
                self._display.tell("Your words wait here: e opens them again.")

        self._screen.app.push_screen(editing.WordsDialog(wanted.title, text, wanted.about), closed)

    def _open_editor(self, wanted: _Wanted) -> None:
        text = self.drafts.get(wanted.key, wanted.before)
        try:
            words = editing.in_editor(self._screen.app, text)
        except ContentError as error:
            self._display.oops(error)
            return
        if words == normal(text):  # whoever leaves an editor without a change has decided nothing
            self._display.tell("Nothing was changed in your editor, so nothing is decided.")
        elif trouble := editing.too_many(words):
            self.drafts[wanted.key] = words
            self._display.tell(f"{trouble} E opens them again.")
        else:
            self._use(wanted, words)

    def _use(self, wanted: _Wanted, words: str) -> None:
        """Uses the words; they stay a draft while a question is open, and if its answer is no."""
        review = self._model.review
        if words == wanted.before:
            self.drafts.pop(wanted.key, None)
        else:
            self.drafts[wanted.key] = words
        wanted.use(words)
        if self._model.review is not review:
            self.drafts.pop(wanted.key, None)

    def _written(self, one: Row, card: Card | None, words: str) -> None:
        """Uses new words: as the card's, as the user's own edit again, or as a new own edit of the step."""
        review = self._model.review
        try:
            if card is None:
                if words != (one.text or one.original or ""):
                    self._own(one, deciding.own_edit(review, "replace", one.slot, words, one.part))
            elif not self._mine(card):
                self._accept(card, None if words == card.text else words)
            elif card.op == "insert":
                without = undecide(review, [card.id])
                anchor = next(own.slot for own in review.choices.own if own.id == card.id)
                move = deciding.own_edit(without, "insert", anchor, words, one.part)
                as_one = replace(move.review, past=(*review.past, review.choices))
                self._own(one, replace(move, review=as_one))
            else:
                self._own(one, deciding.own_edit(review, "replace", one.slot, words, one.part))
        except TailorError as error:
            self._display.oops(error)

    def own_step(self) -> None:
        """Inserts a step of the user's own below the cursor."""
        one = self._step()
        if one is None:
            return

        def use(words: str) -> None:
            try:
                move = deciding.own_edit(self._model.review, "insert", one.slot, words, one.part)
            except ContentError as error:
                self._display.oops(error)
                return
            self._own(one, move, "It is in; u takes it back.")

        what = "step" if one.part == "steps" else "resource"
        about = one.text or one.original or ""
        self._ask_words(_Wanted(f"below {one.slot}", f"Your own {what} below", "", about, use))

    def _own(self, one: Row, move: Change, note: str = "") -> None:
        """Makes an edit of the user's own and moves the cursor to it."""
        if self._refused(move.review):
            return
        self._choose(move.review, note)
        [id] = move.ids
        fresh = self._model.outline.row_of(id) is not None
        self._model.stay((id if fresh else one.slot, id))
        self._display.draw_now(reveal=True)

    def delete(self) -> None:
        """Leaves the step out."""
        one = self._step()
        if one is None:
            return
        if one.now is None:
            card = self._model.card
            brought = one.before is None and card is not None and card.status in OPEN
            self._display.tell(
                "This step is only proposed; x rejects it." if brought else "This step is not in the Result."
            )
            return
        if one.slot.startswith("you"):
            self._choose(undecide(self._model.review, [one.slot]), "Your step is gone; u brings it back.")
            return
        move = deciding.own_edit(self._model.review, "replace", one.slot, "", one.part)
        self._own(one, move, "Left out; u takes that back.")

    def parts(self) -> None:
        """Offers the parts of a change, to be left out one by one."""
        one, card = self._step(), self._card()
        if one is None or card is None:
            return
        if self._mine(card) or card.op != "replace":
            self._display.tell("Only a change of a step has parts; e gives this one other words.")
            return
        if len(worddiff.parts(card.old, card.text)) < 2 or much_changed(card.old, card.text):
            self._display.tell("This cannot be taken in parts: a takes it, e gives it other words.")
            return

        def closed(words: str | None) -> None:
            if words is not None:
                self._written(one, card, words)

        self._screen.app.push_screen(PartsSheet(f"Which parts of {card.tag}?", card.old, card.text), closed)

    # -- in bulk ---------------------------------------------------------------------------------------------

    def numbers(self) -> None:
        """Switches whether mentions of steps ("repeat step 4") follow the new numbers."""
        now = deciding.switch_renumber(self._model.review)
        if not now.choices.renumber:
            self._choose(now, "Mentions of steps stay as they are written; u takes that back.")
            return
        moved = ReviewState(now).result != ReviewState(now).plain_result
        self._choose(now, "Mentions of steps move along." if moved else "No mention of a step has to move.")

    def accept_all(self) -> None:
        """Accepts all complete undecided edits but those that must be looked at, as one undo step."""
        if not self._model.standing.undecided:
            waiting = "No complete edit yet; they are still coming." if self._model.activity.running else ""
            self._display.tell(waiting or "Nothing is left to decide.")
            return
        self._display.view = "marked"
        self._decide(deciding.accept_many(self._model.review, "careful"))

    def accept_agreed(self) -> None:
        """Accepts likewise what Verify read and left as it is, as one undo step."""
        among = agreed(self._model.standing)
        if not among:
            self._display.tell("Verify has not read an undecided edit and left it as it is. V asks it again.")
            return
        self._display.view = "marked"
        self._decide(deciding.accept_many(self._model.review, "careful", among=among))

    def reject_rest(self) -> None:
        """Rejects all complete undecided edits, as one undo step."""
        ids = self._model.standing.undecided
        if not ids:
            self._display.tell("Nothing is left to decide.")
            return
        self._display.view = "marked"
        self._decide(deciding.reject(self._model.review, ids), f"{len(ids)} turned down; u takes that back.")
