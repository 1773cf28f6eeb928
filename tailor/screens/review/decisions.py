"""The user's decisions in the Review screen: accept, reject, own words, parts, undo, and decisions in bulk.

Each public method of `DecisionKeys` is what one key does. It asks first if an edit needs a closer look; what a
decision means for other edits is decided in `core.review.decisions`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Final, TypeAlias

from tailor.core import worddiff
from tailor.core.code_lines import unfolded
from tailor.core.coverage import weighed
from tailor.core.edit_names import change_in_list, step_in_list
from tailor.core.errors import ContentError, TailorError
from tailor.core.guard import change_words
from tailor.core.leaving_out import Rest, rest_of
from tailor.core.review import Review, redo, undo
from tailor.core.review import decisions as deciding
from tailor.core.review.agreement import left_idle
from tailor.core.review.decisions import ReviewChange, undecide
from tailor.core.review.rows import Row, agreed
from tailor.core.review.state import ASIDE
from tailor.core.text import counted, normal, with_capital
from tailor.core.transport import Stale
from tailor.drafts import REVIEW
from tailor.screens.dialogs import text_input as editing
from tailor.screens.dialogs.base import AnswerOption, Question
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.review.card import OPEN, AnyCard, Card, GroupCard, PlaceCard
from tailor.screens.review.choices import Choices, below, forget_redone, keep_undone
from tailor.screens.review.display import NOTHING_YET, ReviewDisplay
from tailor.screens.review.model import ReviewModel
from tailor.screens.review.together import PLACE_KEYS, PartsSheet, ask_alike, ask_inside, ask_rest
from tailor.screens.widgets.word_diff import much_changed

Callback: TypeAlias = Callable[[], None]

REASONS: Final[dict[str, str]] = {
    "n": "not my situation",
    "w": "wrong",
    "u": "unclear",
    "s": "style",
    "t": "I don't have this tool",
    "o": "different words",
    "m": "never for me: remember this",
}
ELSEWHERE: Final = "There was nothing to decide in that row; this is the next one."
ACROSS = (AnswerOption("n", "no"), AnswerOption("y", "yes, accept it"))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Words that the user is asked for; `key` names their draft: the id of a card or the slot of a step."""

    key: str
    title: str
    before: str
    about: str
    use: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Taking:
    """An edit, or the group it stands for, that is about to be accepted."""

    id: str
    name: str
    text: str
    group: GroupCard | None = None
    own: str | None = None
    anyway: bool = False
    alone: bool = False


def _why_reject(card: Card | GroupCard) -> str:
    what = f"these {counted(len(card.ids), 'change')}" if isinstance(card, GroupCard) else card.name
    return f"Why reject {what}?"


def _place_of(marked: AnyCard | None) -> str:
    """The id of a place card; "" for any other card."""
    return marked.id if isinstance(marked, PlaceCard) else ""


def _text(model: ReviewModel, one: Row) -> str:
    """A step as accepted so far, else its original text; other steps are numbered as in the list."""
    return step_in_list(model.state, one.slot, one.part) or one.original or ""


def _to_edit(model: ReviewModel, one: Row) -> str:
    """What the user starts from when editing a step: its only open suggestion, or else the step's text."""
    waiting = [id for id in one.cards if model.state.status(id) == "undecided"]
    new = [id for id in waiting if model.state.proposals[id][1].op == "replace"]
    texts = [change_in_list(model.state, id)[1] for id in new]
    return texts[0] if len(texts) == 1 and texts[0] else _text(model, one)


def _mine(model: ReviewModel, card: Card) -> bool:
    return card.agent == "you" and card.id not in model.state.proposals


def _is_taken(model: ReviewModel, card: Card | GroupCard) -> bool:
    taken = card.status == "accepted"
    return taken and (isinstance(card, GroupCard) or card.own is None or _mine(model, card))


def _looked_at(model: ReviewModel, one: Row) -> list[str]:
    """The words found in a step that make it wait for a decision."""
    here = (place for place in model.places if (place.slot, place.found.part) == (one.slot, one.part))
    return [word for place in here if place.status == "open" for word in (place.found.word, *place.found.also)]


def _used_only_here(model: ReviewModel, one: Row) -> str:
    """A sentence on list items that nothing would use once this step is removed for mentioning something else."""
    if one.part != "steps" or not (words := _looked_at(model, one)):
        return ""
    without = deciding.own_edit(model.review, "replace", one.slot, "", one.part).review
    lines = left_idle(model.state, model.ahead(without), words)
    return f"Only this step uses: {', '.join(lines)}" if lines else ""


def _in_own_words(review: Review, one: Row, words: str, place: str = "") -> ReviewChange:
    return deciding.own_edit(review, "replace", one.slot, words, one.part, place=place, counted="list")


def _relies(model: ReviewModel, after: Review, id: str) -> str:
    """A sentence on the edits that lose their place through a rejection."""
    state = model.ahead(after)
    lost = [f"#{o}" for o in model.state.dependents(id) if state.status(o) in ("stale", "on_hold")]
    return f"{', '.join(lost)} {'relies' if len(lost) == 1 else 'rely'} on #{id}." if lost else ""


class DecisionKeys:
    """What the deciding keys do, for one review."""

    def __init__(self, display: ReviewDisplay, choices: Choices, summary: Callback) -> None:
        """`summary` is called by an accepting key when nothing is left to decide."""
        self._display, self._choices, self._summary = display, choices, summary
        self._screen, self._model, self._session = display.screen, display.model, display.session

    def _marked(self) -> AnyCard | None:
        """The card under the cursor; if there is none, move to the next undecided one and return None."""
        if self._display.back_to_list():
            return None
        marked = self._model.marked
        if marked is None:
            moved = self._model.to_undecided()
            nothing = "Everything is decided." if self._model.is_decided else NOTHING_YET
            self._display.draw_now(reveal=True, note=ELSEWHERE if moved else nothing)
        return marked

    def _to_decide(self) -> Card | GroupCard | None:
        """The edit or group under the cursor; at a place, say what can be decided there and return None."""
        marked = self._marked()
        if isinstance(marked, PlaceCard):
            self._display.tell(PLACE_KEYS)
            return None
        return marked

    def _step(self) -> Row | None:
        """The step under the cursor; None on a group, or if the list was hidden, which is then shown."""
        if self._display.back_to_list():
            return None
        if (group := self._model.group) is not None:
            self._display.tell(
                "Each change is at its step below: press ↓ to go there and edit it."
                if group.unfolded
                else "Press → to see each change at its step, where you can edit it."
            )
        return self._model.row

    def accept(self) -> None:
        """Accept the edit or the group; ask first if it needs a closer look or its place changed.

        If it is already accepted, go to the next undecided card, or on to the summary.
        """
        card = self._to_decide()
        if card is not None and not _is_taken(self._model, card):
            self._accept(card)
        elif card is not None and self._model.is_decided:
            self._summary()
        elif card is not None:
            self._model.to_undecided()
            self._display.draw_now(reveal=True)

    def _accept(self, card: Card | GroupCard, own: str | None = None) -> None:
        """Accept a group through its first open edit; for an edit inside one, ask whether to split the group."""
        if isinstance(card, GroupCard):
            open_ones = (id for id in card.ids if self._model.state.status(id) != "accepted")
            self._place(
                _Taking(next(open_ones, card.ids[0]), card.name, ", ".join((card.size, *card.header)), card)
            )
            return
        taking = _Taking(card.id, card.name, card.text if own is None else own, own=own)
        if (size := len(self._model.state.groups.get(card.id, ()))) > 1:
            alone, whole = (partial(self._place, replace(taking, alone=one)) for one in (True, False))
            ask_inside("Accept", replace(card, text=taking.text), size, self._display, alone, whole)
        else:
            self._place(taking)

    def _place(self, taking: _Taking) -> None:
        """Go on with accepting, after a question if the edit's place is gone or its text changed."""
        place = self._model.state.place(taking.id)
        if isinstance(place, Stale) and place.nearest is not None:
            where = f"add it after step {place.nearest.step}" if place.nearest.step else "add it at the start"
            words = "It was written for the text before you changed it. Accept it anyway?"
            if place.why == "gone":
                words = f"Its step is gone: {where}?"
            taking = replace(taking, anyway=True)
            self._ask(f"{with_capital(taking.name)}: {words}", taking.text, lambda: self._acknowledge(taking))
        else:
            self._acknowledge(taking)

    def _acknowledge(self, taking: _Taking) -> None:
        """Ask about edits that need a closer look: the card itself, and those accepted along with it."""
        state = self._model.state
        along = deciding.taken_along(state, taking.id, alone=taking.alone)
        taken = (weighed(state, taking.id, taking.own), *(state.proposals[id][1] for id in along))
        musts = [one.tripwires or ("it needs a closer look",) for one in taken if one.level == "must"]
        if not musts:
            self._take(taking)
            return

        def yes() -> None:
            self._take(taking)
            self._next_must()

        what = "; ".join(map(change_words, dict.fromkeys(chain(*musts))))
        self._ask(f"{with_capital(what)}: accept it anyway?", taking.text, yes)

    def _next_must(self) -> None:
        """If only edits that need a closer look are left, ask about the next: then each takes a single key."""
        state, left = self._model.state, self._model.to_decide
        card = self._model.card
        only = not left.groups and all(state.proposals[id][1].level == "must" for id in left.edits)
        if only and card is not None and card.id in left.edits:
            self._accept(card)

    def _ask(self, title: str, text: str, yes: Callback) -> None:
        self._screen.ask(Question(title, text, ACROSS), lambda key: yes() if key == "y" else None)

    def _take(self, taking: _Taking) -> None:
        model = self._model
        id, own, anyway, alone = taking.id, taking.own, taking.anyway, taking.alone
        try:
            move = deciding.accept(
                model.review, id, own=own, anyway=anyway, alone=alone, whole=not alone, state=model.state
            )
        except ContentError as error:
            self._display.tell(error.message)
            return
        says = f"{counted(len(move.ids), 'change')} accepted; u undoes it." if taking.group else move.says
        self._choices.decide(move.review, says)
        self._choices.used(self._kept_at(id))

    def toggle(self) -> None:
        """Accept what is undecided; otherwise withdraw the decision."""
        marked = self._marked()
        if isinstance(marked, PlaceCard) and not marked.fine:
            self._display.tell(PLACE_KEYS)
        elif isinstance(marked, Card | GroupCard) and marked.status in (*OPEN, *ASIDE):
            self._accept(marked)
        elif marked is not None:
            self.undecide()

    def reject(self) -> None:
        if card := self._to_decide():
            self._reject(card, "")

    def reject_because(self) -> None:
        """Reject the edit or the group with a reason."""
        card = self._to_decide()
        if isinstance(card, Card) and _mine(self._model, card):
            self._display.tell("This is your own change; x removes it.")
        elif card is not None:
            choices = tuple(AnswerOption(key, words) for key, words in REASONS.items())
            about = "Tailor uses this when you ask again."
            dialog = Question(_why_reject(card), about, choices)
            self._screen.ask(dialog, partial(self._because, card))

    def _because(self, card: Card | GroupCard, key: str) -> None:
        if key == "o":
            dialog = LineDialog(_why_reject(card), placeholder="in your words", enter="reject")

            def given(words: str) -> None:
                if words:
                    self._reject(card, words)
                    self._choices.used(dialog.draft)

            self._screen.ask(dialog, given)
        elif key == "m":
            about = "Your profile is always used; t leaves it out once."
            title, add = "What is always true for you?", self._session.workspace.add_to_profile
            dialog = LineDialog(
                title,
                about,
                value="I have no ",
                enter="save this and reject the change",
                use=lambda words: words and add(words),
            )
            self._screen.ask(dialog, lambda words: self._never(card, words) if words else None)
        else:
            self._reject(card, REASONS[key])

    def _never(self, card: Card | GroupCard, words: str) -> None:
        """Reject the edit or the group, with what was just added to the profile as the reason."""
        self._reject(card, words)
        self._display.tell(f"Added to your profile: {words}")

    def _reject(self, card: Card | GroupCard, reason: str) -> None:
        model = self._model
        if isinstance(card, GroupCard):
            move = deciding.reject(model.review, card.ids, reason, state=model.state)
            said = f"{counted(len(move.ids), 'change')} rejected; u undoes it."
            self._choices.decide(move.review, f"{said} {move.says}".strip())
        elif _mine(self._model, card):
            without = undecide(model.review, [card.id])
            self._choices.decide(without, f"{with_capital(card.name)} is gone; u brings it back.")
        elif (size := len(model.state.groups.get(card.id, ()))) > 1:
            alone, whole = (partial(self._reject_edit, card.id, reason, alone=one) for one in (True, False))
            ask_inside("Reject", card, size, self._display, alone, whole)
        else:
            self._reject_edit(card.id, reason)

    def _reject_edit(self, id: str, reason: str, *, alone: bool = False) -> None:
        model = self._model
        move = deciding.reject(model.review, [id], reason, alone=alone, state=model.state)
        self._choices.decide(move.review, _relies(model, move.review, id) or move.says)

    def undecide(self) -> None:
        """Withdraw the decision on the edit, the group or the place."""
        marked = self._marked()
        if marked is not None:
            ids = marked.ids if isinstance(marked, GroupCard) else (marked.id,)
            self._choices.choose(undecide(self._model.review, ids))

    def undo(self) -> None:
        """Undo the last decision; words that were typed for it become a draft."""
        before = self._model.review.choices
        self._walk(undo(self._model.review), "Nothing to undo.")
        now = self._model.review.choices
        if kept := keep_undone(self._screen.host.drafts, self._kept_at, before, now):
            self._display.tell(f"{self._display.note} {kept}".strip())

    def redo(self) -> None:
        """Make the undone decision again."""
        before = self._model.review.choices
        self._walk(redo(self._model.review), "Nothing to redo.")
        forget_redone(self._screen.host.drafts, self._kept_at, before, self._model.review.choices)

    def _walk(self, to: Review, nothing: str) -> None:
        before, wish = self._model.review, self._model.wish
        self._model.walk(to)
        elsewhere = (
            "That change is for another wish, so all wishes are shown again." if wish != self._model.wish else ""
        )
        self._choices.changed(before, nothing if to is before else elsewhere)

    def other_bag(self) -> None:
        """For strategy `adaptive`, switch to the other set of edits; the decisions on both stay."""
        other = self._model.state.other_bag
        if other is None:
            self._display.tell("There is only one set of suggestions.")
            return
        words = "the rewrite" if other.agent == "customize" else "the separate changes"
        self._choices.choose(deciding.take_bag(self._model.review, other.number), f"Now {words}; b switches back.")

    def edit(self) -> None:
        """Ask for the user's own words for the card, or for the step."""
        if (wanted := self._wanted()) is not None:
            self._ask_words(wanted)

    def editor(self) -> None:
        if (wanted := self._wanted()) is not None:
            self._open_editor(wanted)

    def _wanted(self) -> _Wanted | None:
        one, card = self._step(), self._model.card
        if one is None:
            return None
        if card is not None:
            text = card.own if card.own is not None else card.text
            title = with_capital(card.name) if _mine(self._model, card) else f"In your own words: {card.name}"
        else:
            text = _to_edit(self._model, one)
            title = f"Edit {'step' if one.part == 'steps' else 'item'} {one.before or ''}".strip()
        was = card.old if card else _text(self._model, one)
        about = f"was: {was}" if was and (card or was != text) else ""
        use = partial(self._written, one, card, _place_of(self._model.marked))
        own_of_step = card is not None and _mine(self._model, card) and card.op == "replace"
        key = one.slot if card is None or own_of_step else card.id
        return _Wanted(key, title, text, about, use)

    def _kept_at(self, key: str) -> str:
        """The draft place for words about a card (by its id) or a step (by its slot), until they are used."""
        return f"{REVIEW}{self._session.record.stem} {key}"

    def _ask_words(self, wanted: _Wanted) -> None:
        place = self._kept_at(wanted.key)

        def closed(words: str | None) -> None:
            if words is not None:
                self._use(wanted, words)
            elif self._screen.host.drafts.get(place):
                self._display.tell("Your draft is kept: e opens it again.")

        self._screen.app.push_screen(
            editing.WordsDialog(wanted.title, wanted.before, wanted.about, draft=place), closed
        )

    def _open_editor(self, wanted: _Wanted) -> None:
        place = self._kept_at(wanted.key)
        text = self._screen.host.drafts.get(place, unfolded(wanted.before))
        try:
            words = editing.in_editor(self._screen.app, text)
        except ContentError as error:
            self._display.tell(error.message)
            return
        if words == normal(text):  # leaving the editor without a change is no decision
            self._display.tell("You changed nothing in the editor, so nothing is decided.")
        elif trouble := editing.too_many(words):
            self._screen.host.drafts.keep(place, words)
            self._display.tell(f"{trouble} E opens it again.")
        else:
            self._use(wanted, words)

    def _use(self, wanted: _Wanted, words: str) -> None:
        """Use the words; they stay a draft while a question about them is open, and if its answer is no."""
        review, place = self._model.review, self._kept_at(wanted.key)
        self._screen.host.drafts.keep(place, words)
        wanted.use(words)
        if words == wanted.before or self._model.review is not review:
            self._choices.used(place)

    def _written(self, one: Row, card: Card | None, place: str, words: str) -> None:
        """Use new words: for the card, for the user's earlier own edit, or as a new own edit of the step."""
        review = self._model.review
        try:
            if card is None:
                before = _to_edit(self._model, one)
                if words != before:
                    self._own(one, _in_own_words(review, one, words, place))
                    ask_alike(self._display, self._choices, one, before, words)
            elif not _mine(self._model, card):
                self._accept(card, None if words == card.text else words)
            elif card.op == "insert":
                without = undecide(review, [card.id])
                anchor = next(own.slot for own in review.choices.own if own.id == card.id)
                move = deciding.own_edit(without, "insert", anchor, words, one.part, counted="list")
                as_one = replace(move.review, past=(*review.past, review.choices))
                self._own(one, replace(move, review=as_one))
            else:
                self._own(one, _in_own_words(review, one, words))
        except TailorError as error:
            self._display.tell(error.message)

    def own_step(self) -> None:
        """Insert a step of the user's own below the cursor."""
        if one := self._step():
            what = "step" if one.part == "steps" else "item"
            about, use = _text(self._model, one), partial(self._inserted, one)
            self._ask_words(_Wanted(below(one.slot), f"New {what} below", "", about, use))

    def _inserted(self, one: Row, words: str) -> None:
        try:
            review = self._model.review
            move = deciding.own_edit(review, "insert", one.slot, words, one.part, counted="list")
        except ContentError as error:
            self._display.tell(error.message)
        else:
            self._own(one, move, "Added; u undoes it.")

    def _own(self, one: Row, move: ReviewChange, note: str = "") -> None:
        """Apply the user's own edit; if the cursor is on a place, this decides it and moves on to the next."""
        note = note or move.says
        if _place_of(self._model.marked):
            self._choices.decide(move.review, note)
        elif self._choices.choose(move.review, note):
            [id] = move.ids
            fresh = self._model.outline.at(id) is not None
            self._model.stay((id if fresh else one.slot, id))
            self._display.draw_now(reveal=True)

    def delete(self) -> None:
        one, card = self._step(), self._model.card
        if one is None:
            return
        if one.now(self._model.state) is None:
            brought = one.before is None and card and card.status in OPEN
            words = "This is only a suggestion; x rejects it." if brought else "This step is not in the result."
            self._display.tell(words)
        elif one.slot.startswith("you"):
            self._choices.choose(undecide(self._model.review, [one.slot]), "Your step is gone; u brings it back.")
        else:
            text, only = _text(self._model, one), ""
            rest = rest_of(text, _looked_at(self._model, one), one.part)
            if rest is None and (only := _used_only_here(self._model, one)):
                rest = Rest(text, sentences=False)
            whole, keep = partial(self._leave_out, one), partial(self._leave_out, one, rest)
            if rest is None:
                whole()
            else:
                ask_rest(rest, one.part, self._display, keep, whole, only)

    def _leave_out(self, one: Row, but: Rest | None = None) -> None:
        """Leave out the step, or all of it except `but`; if that is not whole sentences, ask how to word it."""
        place = _place_of(self._model.marked)
        if but is None:
            move = deciding.own_edit(self._model.review, "replace", one.slot, "", one.part)
            self._own(one, move, f"{move.says} Removed; u undoes it.".strip())
        elif but.sentences:
            self._written(one, None, place, but.text)
        else:
            use = partial(self._written, one, None, place)
            self._ask_words(
                _Wanted(
                    one.slot,
                    f"What is left of the {'step' if one.part == 'steps' else 'item'}",
                    but.text,
                    f"was: {_text(self._model, one)}",
                    use,
                )
            )

    def parts(self) -> None:
        """Open the parts of a change, which can be left out one by one."""
        one, card = self._step(), self._to_decide()
        if one is None or not isinstance(card, Card):
            return
        if _mine(self._model, card) or card.op != "replace":
            self._display.tell("Only a changed step has parts; press e to edit this one.")
        elif len(worddiff.parts(card.old, card.text)) < 2 or much_changed(card.old, card.text):
            self._display.tell("This cannot be split: a accepts it, e edits it.")
        else:
            dialog = PartsSheet(f"Which parts of {card.name}?", card.old, card.text)
            self._screen.ask(dialog, partial(self._written, one, card, ""))

    def numbers(self) -> None:
        """Switch whether mentions of steps ("repeat step 4") follow the new numbers."""
        now = deciding.switch_renumber(self._model.review)
        words = "References to steps stay as written; u undoes it."
        if now.choices.renumber:
            state = self._model.ahead(now)
            moved = state.result != state.plain_result
            words = "References to steps are updated." if moved else "No step references need to change."
        self._choices.choose(now, words)

    def accept_all(self) -> None:
        """Accept all complete undecided edits except those that need a closer look, as one undo step.

        If that leaves nothing to decide, the summary opens.
        """
        self._accept_many(self._model.state.undecided, self._none_left())
        if self._model.is_decided:
            self._summary()

    def _none_left(self) -> str:
        """What to say if no suggestion waits for a decision."""
        if self._model.activity.running:
            return "No complete suggestion yet; they are still coming in."
        if self._model.to_decide.places:
            return "Decide on each of them: e, d or f."
        return "Nothing is left to decide."

    def accept_agreed(self) -> None:
        """Accept everything that the check read and left as it is, as one undo step."""
        nothing = "The check does not agree with any of the open changes. V checks again."
        self._accept_many(agreed(self._model.state), nothing)

    def _accept_many(self, among: Sequence[str], nothing: str) -> None:
        """Accept these edits; say `nothing` if there are none."""
        if among:
            self._display.view = "marked"
            move = deciding.accept_many(self._model.review, "careful", among=frozenset(among))
            self._choices.decide(move.review, move.says)
        else:
            self._display.tell(nothing)

    def reject_rest(self) -> None:
        """Reject all complete undecided edits, as one undo step."""
        if ids := self._model.state.undecided:
            self._display.view = "marked"
            review = deciding.reject(self._model.review, ids, state=self._model.state).review
            self._choices.decide(review, f"{len(ids)} rejected; u undoes it.")
        else:
            self._display.tell(self._none_left())
