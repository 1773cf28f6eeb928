"""Keys that decide on several edits at once, or on none: a wish, a group's row, a place; and the windows that ask
how far a decision goes: to the rest of its group, its step or the Result, or only to a part.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core import worddiff
from tailor.core.edit_names import is_old, step_name
from tailor.core.leaving_out import Rest
from tailor.core.procedure import Part
from tailor.core.review import decisions as deciding
from tailor.core.review.agreement import elsewhere, exchange, write_alike
from tailor.core.review.decisions import ReviewChange, undecide
from tailor.core.review.places import step_words
from tailor.core.review.rows import Row
from tailor.core.text import and_last, one_line, with_capital
from tailor.screens.dialogs.base import AnswerOption, ListDialog, Question
from tailor.screens.review.card import OPEN, AnyCard, Card, GroupCard, PlaceCard
from tailor.screens.review.choices import Choices
from tailor.screens.review.display import ReviewDisplay
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text

PLACE_KEYS = "There is no suggestion here: e writes your own words, d removes it, f keeps it."
MOST_WISHES = 9


class Together:
    """The keys of one review that decide by wish, open groups, and say that a place is fine."""

    def __init__(self, display: ReviewDisplay, choices: Choices) -> None:
        self._display, self._choices = display, choices
        self._screen, self._model = display.screen, display.model

    def fine(self) -> None:
        """Mark the place under the cursor as fine, or take that back."""
        place = self._model.marked
        if not isinstance(place, PlaceCard):
            self._display.tell(
                "f keeps a step as it is if the word in it does no harm; n goes to the next undecided one."
            )
        elif place.fine:
            self._choices.choose(undecide(self._model.review, [place.id]), "Still to decide; f keeps it as it is.")
        else:
            move = deciding.fine(self._model.review, [place.id])
            self._choices.decide(move.review, "Kept as it is; u undoes it.")

    def unfold(self) -> None:
        """Show each change of the group under the cursor at its step."""
        self._show(unfolded=True)

    def fold(self) -> None:
        """Show the changes of a group as one row again."""
        self._show(unfolded=False)

    @property
    def opens(self) -> bool:
        """Whether Enter opens the group under the cursor: it is folded and undecided."""
        group = self._model.group
        return bool(group and not group.unfolded and group.status in OPEN and self._display.view == "marked")

    def open(self) -> None:
        """Do what Enter does on such a group."""
        self.unfold()

    def _show(self, *, unfolded: bool) -> None:
        group = self._model.group
        if group is None:
            self._display.tell("→ and ← open and close a group of changes.")
        elif group.unfolded != unfolded:
            self._model.unfold(group.id, unfolded=unfolded)
            self._model.stay((group.id, group.id))
            note = "Each is shown at its step now; deciding on one splits the group." if unfolded else ""
            self._display.draw_now(reveal=True, note=note)

    def take_wish(self) -> None:
        """Accept everything undecided for the card's wish, except what needs a closer look."""
        self._by_wish(deciding.accept_wish, "accepted")

    def leave_wish(self) -> None:
        """Reject everything undecided that is only for the card's wish, except what needs a closer look."""
        self._by_wish(deciding.reject_wish, "rejected")

    def _by_wish(self, decide: Callable[..., ReviewChange], done: str) -> None:
        known = {one.id: one.words for one in self._model.review.requirements if one.on}
        shown = self._model.wish
        serves = (shown,) if shown in known else self._serves(self._model.marked)
        wishes = {id: known[id] for id in serves if id in known}
        if not wishes:
            self._display.tell("First select a change that is for one of your wishes; n goes to the next one.")
        elif len(wishes) == 1:
            self._use(decide, *next(iter(wishes.items())))
        else:
            self._choose_wish(wishes, decide, done)

    def _choose_wish(self, wishes: Mapping[str, str], decide: Callable[..., ReviewChange], done: str) -> None:
        ids = list(wishes)[:MOST_WISHES]
        options = tuple(AnswerOption(str(number), one_line(wishes[id], 60)) for number, id in enumerate(ids, 1))
        keep = AnswerOption("n", "none, go back")

        def answered(key: str) -> None:
            if key != "n":
                self._use(decide, id := ids[int(key) - 1], wishes[id])

        self._screen.ask(Question(f"All {done} for which wish?", "", (keep, *options)), answered)

    def _serves(self, card: AnyCard | None) -> tuple[str, ...]:
        """Ids of the requirements that a card serves."""
        proposals = self._model.state.proposals
        match card:
            case Card() if card.id in proposals:
                return proposals[card.id][1].serves
            case GroupCard():
                return tuple(dict.fromkeys(wish for id in card.ids for wish in proposals[id][1].serves))
            case PlaceCard():
                return next((one.found.serves for one in self._model.places if one.id == card.id), ())
            case _:
                return ()

    def _use(self, decide: Callable[..., ReviewChange], id: str, words: str) -> None:
        move, wish = decide(self._model.review, id), f"“{one_line(words, 40)}”"
        if move.ids or move.held_back:
            self._choices.decide(move.review, f"{wish}: {move.says}")
        else:
            self._display.tell(f"No open change is for {wish} alone.")


def ask_alike(display: ReviewDisplay, choices: Choices, one: Row, before: str, after: str) -> None:
    """After own words exchanged a thing in one step, ask whether to exchange it wherever else it is named."""
    model = display.model
    old, new = exchange(before, after, model.review.original.resources)
    found = elsewhere(model.state, one.slot, one.part, old, new, display.policy.done)
    if not found:
        return
    things = any(alike.part == "resources" for alike in found)
    steps = [alike for alike in found if alike.part == "steps"]  # named by the numbers that the review shows
    named = step_words(int(alike.slot[1:]) for alike in steps if is_old(alike.slot))
    new_ones = (step_name(alike.slot, alike.text) for alike in steps if not is_old(alike.slot))
    where = and_last([*filter(None, (named, *new_ones, "the list of what you need" if things else ""))])
    options = (AnswerOption("n", "no, only here"), AnswerOption("y", "yes, there too"))

    def answered(key: str) -> None:
        if key == "y":
            choices.choose(write_alike(model.review, found).review, f"Changed in {where} too; u undoes it.")

    text = "\n".join(one_line(alike.text, 200) for alike in found)
    title = f"{with_capital(where)} still say{'s' * (len(found) == 1)} “{old}”. Change that too?"
    display.screen.ask(Question(title, text, options), answered)


def ask_inside(
    decide: str,
    card: Card,
    size: int,
    display: ReviewDisplay,
    alone: Callable[[], None],
    whole: Callable[[], None],
) -> None:
    """Before a decision on one edit of a group, ask whether to split the group; `decide`: "Accept" or "Reject"."""
    options = (
        AnswerOption("n", "go back"),
        AnswerOption("o", "only this one; decide the others one by one"),
        AnswerOption("t", f"all {size} together"),
    )
    title = f"{with_capital(card.name)} is 1 of {size} changes that go together. {decide} only this one?"

    def answered(key: str) -> None:
        if key != "n":
            (alone if key == "o" else whole)()

    display.screen.ask(Question(title, card.text, options), answered)


def ask_rest(
    rest: Rest,
    part: Part,
    display: ReviewDisplay,
    keep: Callable[[], None],
    whole: Callable[[], None],
    why: str = "",
) -> None:
    """Before removing a step that does something else too, or a list line that names another thing, ask whether to
    remove all of it; `why`: a sentence on what else becomes unused.

    The key that asked is no answer: pressing it twice must not remove what was not looked at.
    """
    kept = "keep this as the step" if rest.sentences else "keep this, in your own words"
    what, title = "step", "This step does something else too"
    if part == "resources":
        what, title = "line", "This line names something else too"
    options = (AnswerOption("k", kept), AnswerOption("w", f"remove the whole {what}"))

    about = f"{why}\n\n{rest.text}" if why else rest.text
    display.screen.ask(Question(title, about, options), lambda key: (keep if key == "k" else whole)())


class PartsList(OptionList, inherit_bindings=False):
    """The parts of a change; space and Enter are left to the window."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "Next", show=False, id="parts.next"),
        Binding("up,k", "cursor_up", "Previous", show=False, id="parts.previous"),
    ]


class PartsSheet(ListDialog[str]):
    """The parts of one change, all taken at first; returns the step with those still taken, or None for Esc."""

    HELP = """Each row is one part of the change: the old words and the new ones. Space
    leaves a part out or puts it back; the result is shown below. Enter accepts the result."""
    DEFAULT_CSS = "PartsSheet #text { margin-top: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "In or out", id="parts.switch", tooltip="Include or leave out this part"),
        Binding("enter", "done", "Accept", id="parts.done", tooltip="Accept the included parts"),
    ]
    keys = (("space", "in or out"), ("enter", "accept"), ("esc", "cancel"))

    def __init__(self, title: str, old: str, new: str) -> None:
        super().__init__(line_text(title, "bold"))
        self._old, self._new = old, new
        self._parts = worddiff.parts(old, new)
        self.taken = set(range(len(self._parts)))

    @property
    def words(self) -> str:
        """The step with only the taken parts."""
        return worddiff.partly(self._old, self._new, self.taken)

    def inside(self) -> Iterator[Widget]:
        """The parts, and the step that results from those taken."""
        yield PartsList(id="choices")
        with VerticalScroll(id="text", can_focus=False):
            yield Static(self._made(), id="made")

    def _made(self) -> Content:
        return safe_text(
            self.words if self.taken else "Nothing is left of this change. Press x to reject it.", MUTED
        )

    def rows(self) -> list[Option]:
        return [Option(self._row(number, *texts)) for number, texts in enumerate(self._parts)]

    def _row(self, number: int, gone: str, fresh: str) -> Content:
        sign = ("● ", "$accent") if number in self.taken else ("○ ", MUTED)
        before, after = line_text(gone or "nothing", MUTED, 80), line_text(fresh or "nothing", "bold", 80)
        return row_text(sign, before, (" -> ", MUTED), after)

    def action_switch(self) -> None:
        """Leave the marked part out, or take it again."""
        self.taken ^= {self.at}
        self.show_rows()
        self.query_one("#made", Static).update(self._made())

    def action_done(self) -> None:
        """Return the resulting step; needs at least one part."""
        if self.taken:
            self.dismiss(self.words)
