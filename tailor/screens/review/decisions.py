"""The person's decisions, as actions of the Review screen: accept, reject, own words, undo, in bulk.

Owns what is asked before a decision is made. Refuses the rules themselves: `core.deciding` has them.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from tailor.core import decisions as deciding
from tailor.core import worddiff
from tailor.core.errors import ContentError, TailorError
from tailor.core.review import Review, redo, undecide, undo
from tailor.core.review_rows import Row, agreed, undefined_references
from tailor.core.review_state import ReviewState
from tailor.core.text import normal
from tailor.core.transport import Stale, tracked_original
from tailor.screens.dialogs import text_input as editing
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.text_input import LineDialog, TypedWords
from tailor.screens.review.base import ReviewBase
from tailor.screens.review.card import OPEN, Card
from tailor.screens.review.model import tag
from tailor.screens.review.partial_edit import PartsSheet
from tailor.screens.widgets.word_diff import much_changed

Callback: TypeAlias = Callable[[], None]
UseWords: TypeAlias = Callable[[str], None]

ACROSS = (AnswerOption("n", "no, leave it"), AnswerOption("y", "yes, take it"))


class Deciding(ReviewBase):
    """Accept, reject, change, take back."""

    # -- what is marked --------------------------------------------------------------------------------------

    def _card(self) -> Card | None:
        """The marked card; where there is none, the mark goes to the next undecided one first."""
        if self.view != "marked":
            self.view = "marked"
            self.draw_now(reveal=True)
            return None
        card = self.table.card
        if card is None:
            moved = self.table.to_undecided()
            self.note = "" if moved else "No card waits for a decision."
            self.draw_now(reveal=True)
        return card

    def _mine(self, card: Card) -> bool:
        return card.agent == "you" and card.id not in self.table.standing.proposals

    def _step(self) -> Row | None:
        """The marked row, in the view where it can be seen."""
        if self.view != "marked":
            self.view = "marked"
            self.draw_now(reveal=True)
            return None
        return self.table.row

    # -- accept ----------------------------------------------------------------------------------------------

    def action_accept(self) -> None:
        """Takes the marked card; asks first where something must be looked at or its place changed."""
        card = self._card()
        if card is None:
            return
        if self._mine(card) or (card.status == "accepted" and card.own is None):
            self.table.to_undecided()
            self.draw_now(reveal=True)
            return
        self._accept(card)

    def _accept(self, card: Card, own: str | None = None) -> None:
        """Takes a card after the questions it needs."""
        place = self.table.standing.place(card.id)
        if isinstance(place, Stale) and place.nearest is not None:
            where = f"put it after step {place.nearest.step}" if place.nearest.step else "put it first"
            why = "Its place is gone" if place.why == "gone" else "It was written for the text you changed"
            words = f"{why}: {where}?" if place.why == "gone" else f"{why}. Take it anyway?"
            self._ask(f"{card.tag}: {words}", card.text, lambda: self._acknowledge(card, own, anyway=True))
        else:
            self._acknowledge(card, own, anyway=False)

    def _acknowledge(self, card: Card, own: str | None, *, anyway: bool) -> None:
        """Asks about what must not be waved through: the card's own, and what it takes along."""
        standing = self.table.standing
        along = () if anyway else tuple(n for n in standing.needs(card.id) if n not in standing.decisions)
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
        self.app.push_screen(Question(title, text, ACROSS), lambda key: yes() if key == "y" else None)

    def _take(self, id: str, own: str | None, anyway: bool) -> None:
        try:
            table = self.table
            self.decide(deciding.accept(table.review, id, own=own, anyway=anyway, standing=table.standing))
        except ContentError as error:
            self.oops(error)
        else:
            self.drafts.pop(id, None)

    def action_accept_or_take_back(self) -> None:
        """Accepts an undecided card, takes a decision back."""
        card = self._card()
        if card is None:
            return
        if card.status in OPEN or card.status in ("withdrawn", "dropped"):
            self._accept(card)
        else:
            self.action_undecide()

    # -- reject ----------------------------------------------------------------------------------------------

    def action_reject(self) -> None:
        """Turns the marked card down."""
        card = self._card()
        if card is not None:
            self._reject(card, "")

    def action_reject_because(self) -> None:
        """Turns the marked card down, and says why by one key."""
        card = self._card()
        if card is None:
            return

        def answered(key: str | None) -> None:
            if key == "o":
                dialog = LineDialog(f"Why not {card.tag}?", placeholder="in your words", enter="reject")
                self.app.push_screen(dialog, lambda words: self._reject(card, words) if words else None)
            elif key == "m":
                dialog = LineDialog(
                    "What always holds for you?",
                    "Your profile is a part of every run. t keeps it out of one.",
                    value="I have no ",
                    enter="keep and reject",
                )
                self.app.push_screen(dialog, lambda words: self._never(card, words) if words else None)
            elif key is not None:
                self._reject(card, editing.REASONS[key])

        self.app.push_screen(editing.reason_question(card.tag), answered)

    def _never(self, card: Card, words: str) -> None:
        """Turns the card down for what always holds, and writes that into the profile."""
        workspace = self.session.workspace
        try:
            name = workspace.add_to_profile(words)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        self._reject(card, words)
        self.tell(f"In your profile ({name}): {words}")

    def _reject(self, card: Card, reason: str) -> None:
        if self._mine(card):
            self.decide(undecide(self.table.review, [card.id]), f"{card.tag} is taken away; u brings it back.")
            return
        move = deciding.reject(self.table.review, [card.id], reason)
        self.decide(move, self._left_over(move.review, card.id))

    def _left_over(self, after: Review, id: str) -> str:
        """What loses its place with a rejection."""
        standing = self.table.ahead(after)
        lost = [tag(o) for o in self.table.standing.dependents(id) if standing.status(o) in ("stale", "on_hold")]
        said = [f"{', '.join(lost)} {'relies' if len(lost) == 1 else 'rely'} on {tag(id)}."] if lost else []
        text = self.table.standing.proposals[id][1].text
        original = tracked_original(self.table.review.original)
        for thing, slot in undefined_references(standing.placing.draft, text, original)[:1]:
            where = f"step {slot[1:]}" if slot.startswith("s") else tag(slot)
            said.append(f'Without {tag(id)} nothing brings "the {thing}" of {where} in.')
        return " ".join(said)

    # -- take back -------------------------------------------------------------------------------------------

    def action_undecide(self) -> None:
        """Takes the decision on the marked card back."""
        card = self.table.card if self._step() else None
        if card is not None:
            self.choose(undecide(self.table.review, [card.id]))

    def action_undo(self) -> None:
        """Takes the last decision back, whatever it was about."""
        self._walk(undo(self.table.review), "Nothing to undo.")

    def action_redo(self) -> None:
        """Makes a decision again that was undone."""
        self._walk(redo(self.table.review), "Nothing to redo.")

    def _walk(self, to: Review, nothing: str) -> None:
        """Takes the choices of before or after; the mark goes to what changed, so that one sees it."""
        before = self.table.review
        self.table.walk(to)
        self.after_choice(before, nothing if to is before else "")

    def action_other_bag(self) -> None:
        """adaptive: takes the other bag; the decisions on both stay."""
        other = self.table.standing.other_bag
        if other is None:
            self.tell("There is one set of edits only.")
            return
        words = "the rewrite" if other.agent == "customize" else "the single edits"
        self.choose(deciding.take_bag(self.table.review, other.number), f"Now {words}; b switches back.")

    # -- own words -------------------------------------------------------------------------------------------

    def action_edit(self) -> None:
        """Own words: instead of the marked card's, or for the marked step."""
        self._write(in_editor=False)

    def action_editor(self) -> None:
        """The same in the person's own editor."""
        self._write(in_editor=True)

    def _write(self, *, in_editor: bool) -> None:
        one, card = self._step(), self.table.card
        if one is None:
            return
        if card is not None and self._mine(card):
            text, title = card.text, f"Your words, {card.tag}"
        elif card is not None:
            text = card.own if card.own is not None else card.text
            title = f"Your words instead of {card.tag}"
        else:
            text = one.text or one.original or ""
            title = f"Your words for {'step' if one.part == 'steps' else 'resource'} {one.before or ''}".strip()
        key = card.id if card else one.slot
        about = f"was: {card.old}" if card and card.old else ""
        self._words(key, title, text, about, in_editor, lambda words: self._written(one, card, words))

    def _words(self, key: str, title: str, before: str, about: str, in_editor: bool, use: UseWords) -> None:
        """Asks for words instead of `before` and uses them; words not kept wait under `key`."""
        text = self.drafts.get(key, before)
        if in_editor:
            try:
                words = editing.in_editor(self.app, text)
            except ContentError as error:
                self.oops(error)
                return
            if words == normal(text):  # whoever leaves an editor without a change has decided nothing
                self.tell("Nothing was changed in your editor, so nothing is decided.")
            elif trouble := editing.too_many(words):
                self.drafts[key] = words
                self.tell(f"{trouble} E opens them again.")
            else:
                self._use(key, words, before, use)
            return

        def closed(written: TypedWords | None) -> None:
            if written is None:
                return
            if not written.keep:
                if written.text != text:
                    self.drafts[key] = written.text
                    self.tell("Your words wait here: e opens them again.")
                return
            self._use(key, written.text, before, use)

        self.app.push_screen(editing.WordsDialog(title, text, about), closed)

    def _use(self, key: str, words: str, before: str, use: UseWords) -> None:
        """Uses new words; until that is done they wait: there may be a question first, and its answer no."""
        review = self.table.review
        if words == before:
            self.drafts.pop(key, None)
        else:
            self.drafts[key] = words
        use(words)
        if self.table.review is not review:
            self.drafts.pop(key, None)

    def _written(self, one: Row, card: Card | None, words: str) -> None:
        """Uses new words where they belong."""
        review = self.table.review
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
            self.oops(error)

    def action_own_step(self) -> None:
        """A step of one's own below the marked one."""
        one = self._step()
        if one is None:
            return

        def use(words: str) -> None:
            try:
                move = deciding.own_edit(self.table.review, "insert", one.slot, words, one.part)
            except ContentError as error:
                self.oops(error)
                return
            self._own(one, move, "It is in; u takes it back.")

        what = "step" if one.part == "steps" else "resource"
        self._words(f"below {one.slot}", f"Your own {what} below", "", one.text or one.original or "", False, use)

    def _own(self, one: Row, move: deciding.Change, note: str = "") -> None:
        """Takes an edit of the person's own and puts the mark on it."""
        self.choose(move.review, note)
        [id] = move.ids
        fresh = self.table.outline.row_of(id) is not None
        self.table.stay((id if fresh else one.slot, id))
        self.draw_now(reveal=True)

    def action_delete(self) -> None:
        """Leaves the marked step out."""
        one = self._step()
        if one is None:
            return
        if one.now is None:
            card = self.table.card
            brought = one.before is None and card is not None and card.status in OPEN
            self.tell(
                "This step is only proposed; x rejects it." if brought else "This step is not in the Result."
            )
            return
        if one.slot.startswith("you"):
            self.choose(undecide(self.table.review, [one.slot]), "Your step is gone; u brings it back.")
            return
        move = deciding.own_edit(self.table.review, "replace", one.slot, "", one.part)
        self._own(one, move, "Left out; u takes that back.")


class Parts(Deciding):
    """Take some of a change."""

    def action_parts(self) -> None:
        """Shows the places where the marked card changes its step, to be left out one by one."""
        one, card = self._step(), self._card()
        if one is None or card is None:
            return
        if self._mine(card) or card.op != "replace":
            self.tell("Only a change of a step has parts; e gives this one other words.")
            return
        if len(worddiff.parts(card.old, card.text)) < 2 or much_changed(card.old, card.text):
            self.tell("This cannot be taken in parts: a takes it, e gives it other words.")
            return

        def closed(words: str | None) -> None:
            if words is not None:
                self._written(one, card, words)

        self.app.push_screen(PartsSheet(f"Which parts of {card.tag}?", card.old, card.text), closed)


class Bulk(ReviewBase):
    """Accept or reject together; and the last stage as one thing: whether mentions of steps move along."""

    def action_numbers(self) -> None:
        """Lets mentions of steps ("repeat step 4") follow the new numbers, or leaves them as they are written."""
        now = deciding.switch_renumber(self.table.review)
        if not now.choices.renumber:
            self.choose(now, "Mentions of steps stay as they are written; u takes that back.")
            return
        moved = ReviewState(now).result != ReviewState(now).plain_result
        self.choose(now, "Mentions of steps move along." if moved else "No mention of a step has to move.")

    def action_accept_all(self) -> None:
        """Takes all that is complete and undecided, the careful way, as one undo step."""
        if not self.table.standing.undecided:
            waiting = "No complete edit yet; they are still coming." if self.table.activity.running else ""
            self.tell(waiting or "Nothing is left to decide.")
            return
        self.view = "marked"
        self.decide(deciding.accept_many(self.table.review, "careful"))

    def action_accept_agreed(self) -> None:
        """Takes what Verify saw and left as it is, the careful way, as one undo step."""
        among = agreed(self.table.standing)
        if not among:
            self.tell("Verify has not read an undecided edit and left it as it is. V asks it again.")
            return
        self.view = "marked"
        self.decide(deciding.accept_many(self.table.review, "careful", among=among))

    def action_reject_rest(self) -> None:
        """Turns down all that is complete and undecided, as one undo step."""
        ids = self.table.standing.undecided
        if not ids:
            self.tell("Nothing is left to decide.")
            return
        self.view = "marked"
        self.decide(deciding.reject(self.table.review, ids), f"{len(ids)} turned down; u takes that back.")
