"""Moving around and reading in the Review screen: views, find, why, copy, clicks and jump mode.

Nothing here changes a decision. Each public method of `ReviewCursor` up to `find_next` is what one key does.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from textual.content import Content
from textual.events import Click
from textual.geometry import Offset

from tailor.core.coverage import weighed
from tailor.core.edit_names import edit_name, in_list
from tailor.core.events import EditFlagged
from tailor.core.guard import all_change_words
from tailor.core.text import counted, one_line
from tailor.screens.base import JumpTarget
from tailor.screens.dialogs.base import TextDialog
from tailor.screens.dialogs.shopping_list import procedure_as_text
from tailor.screens.review.card import MAKERS, STEP, Card, GroupCard, PlaceCard, RowView
from tailor.screens.review.detail import change_rows, was_and_now
from tailor.screens.review.display import VIEWS, EditList, ReviewDisplay
from tailor.screens.review.model import ReviewModel
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput

_LEFT_OUT: Final = {
    "out_of_range": "there is no such step",
    "duplicate": "another suggestion for this step came first",
    "rejected_before": "you rejected it before",
    "frozen": "this step is done already",
    "too_long": "it is too long for one step",
    "unreadable": "it could not be understood",
    "unseen": "it has only invisible characters",
    "cut_off": "the answer broke off in the middle of it",
    "there_already": "the same step is there already",
    "thought": "the model wrote it while still thinking",
    "echo": "it only repeats what the model was told",
}
_OPS: Final = {"insert": "a new step after step", "replace": "a change to step"}


class WhyDialog(TextDialog):
    """Everything that is known about one edit."""

    keys = (("↑↓", "scroll"), ("esc", "back"))


class ReviewCursor:
    """What the keys for moving and reading do, for one review."""

    def __init__(self, display: ReviewDisplay) -> None:
        self._display, self._screen, self._model = display, display.screen, display.model
        self._sought = ""

    def move(self, by: int) -> None:
        """Go to the next or previous stop; if the list is hidden, scroll the page instead."""
        self._display.note = ""
        if self._display.view != "marked":
            self._screen.query_one("#pane").scroll_relative(y=by, animate=False)
        else:
            self._step(by)

    def page(self, by: int) -> None:
        listed = self._screen.query_one("#list" if self._display.view == "marked" else "#pane")
        if self._display.view != "marked":
            listed.scroll_relative(y=by * listed.size.height, animate=False)
        else:
            self._step(by * max(listed.size.height // 4, 1))

    def edge(self, by: int) -> None:
        """Go to the first or last stop; if the list is hidden, scroll the page to its start or end."""
        if self._display.view != "marked":
            pane = self._screen.query_one("#pane")
            pane.scroll_to(y=pane.max_scroll_y if by > 0 else 0, animate=False)
        else:
            self._step(by * 1_000_000)

    def _step(self, by: int) -> None:
        self._model.step(by)
        self._display.draw_now(reveal=True)

    def undecided(self, by: int) -> None:
        """Go to the next or previous undecided card."""
        self._display.view = "marked"
        found = self._model.to_undecided(by)
        done = not (found or self._model.card or self._model.running)
        note = "Everything else is decided." if done else ""
        self._display.draw_now(reveal=True, note=note)

    def view(self) -> None:
        """Switch the view: the list, then the Result, then the Original."""
        self._display.note = ""
        self._display.show(VIEWS[(VIEWS.index(self._display.view) + 1) % len(VIEWS)])

    def why(self) -> None:
        """Show everything that is known about the card."""
        model = self._model
        card = model.marked or next(iter(model.here.cards if model.here else ()), None)
        if isinstance(card, GroupCard):
            title = line_text(f"{card.name}: {card.size}", "bold")
            self._screen.app.push_screen(
                WhyDialog(
                    lines(*(row_text((one, "bold")) for one in card.header), *change_rows(model.state, card.ids)),
                    title,
                )
            )
        elif isinstance(card, Card) and card.id in model.state.proposals:
            rows = lines(*_why(model, card.id))
            self._screen.app.push_screen(WhyDialog(rows, line_text(f"Why {card.name}?", "bold")))
        elif isinstance(card, PlaceCard):
            self._display.tell(": ".join(filter(None, (f"{card.says} {card.wishes}".strip(), card.why))))
        else:
            self._display.tell("Select a suggestion to see why it was made.")

    def said(self) -> None:
        """Show what agents said besides their edits, and which parts of their answers could not be used."""
        rows = [*self._display.said(), *_unused_rows(self._model.activity.flagged)]
        none = (
            "Nothing so far." if self._model.running else "There are no messages; every suggestion could be used."
        )
        self._screen.app.push_screen(WhyDialog(lines(*(rows or [line_text(none)])), line_text("Messages", "bold")))

    def next_wish(self, by: int = 1) -> None:
        """Show only the cards of the next wish; after the last wish, all cards again."""
        model = self._model
        known = {one.id: one.words for one in model.review.requirements if one.on and model.serving(one.id)}
        order = ["", *known]
        if len(order) == 1:
            self._display.tell("None of these changes is for one of your wishes.")
            return
        at = order.index(model.wish) if model.wish in order else 0
        model.show_wish(order[(at + by) % len(order)])
        only = f"Only “{one_line(known[model.wish], 40)}”" if model.wish else ""
        has_edits = any(model.wish in model.state.proposals[id][1].serves for id in model.state.undecided)
        keys = "W accepts all of it, L leaves it out" if has_edits else "tab shows the next, esc shows all"
        note = f"{only}: {keys}." if only else ""
        self._display.view = "marked"
        self._display.draw_now(reveal=True, note=note)

    def copy(self) -> None:
        """Copy the edit or step to the clipboard, also over SSH."""
        card, one, state = self._model.card, self._model.row, self._model.state
        step = (one.text(state) or one.original or "") if one else ""
        text = (card.own or card.text or card.old) if card else step
        self._screen.app.copy_to_clipboard(text)
        self._display.tell("Copied.")

    def copy_result(self) -> None:
        self._screen.app.copy_to_clipboard(procedure_as_text(self._model.state.result.draft.procedure))
        self._display.tell("Result copied.")

    def find(self) -> None:
        self._display.view = "marked"
        field = self._screen.query_one("#find", CleanInput)
        field.display = True
        field.focus()

    def seek(self, words: str) -> None:
        """Take new words to find, and go to the nearest stop that has them."""
        self._sought = words.casefold().strip()
        if self._sought:
            self.find_next(here=True)

    def find_next(self, *, here: bool = False) -> None:
        """Go to the next stop with the words; with `here`, the current one counts too."""
        found = not self._sought or self._model.to_found(self._sought, here=here)
        self._display.draw_now(reveal=True, note="" if found else f"“{self._sought}” was not found.")

    def click(self, event: Click) -> None:
        """Go to the card or step that was clicked."""
        if not isinstance(listed := event.widget, EditList):
            return
        at = event.get_content_offset(listed)
        met = listed.part_at(at.y) if at is not None else None
        if met is not None and listed.rows[met[0]].slot:
            self._go(listed.rows[met[0]], met[1])

    def _go(self, view: RowView, part: str = "") -> None:
        self._model.stay((view.slot, part or (view.cards[0].id if view.cards else STEP)))
        self._display.draw_now()

    def jump_targets(self) -> Iterator[JumpTarget]:
        listed = self._screen.query_one("#list", EditList)
        shown = range(listed.size.height if self._display.view == "marked" else 0)
        for index, lines_of_row in groupby(shown, listed.index_at):
            if index is not None and listed.rows[index].slot:
                at = listed.content_region.offset + Offset(0, next(lines_of_row))
                yield JumpTarget(at, partial(self._go, listed.rows[index]))


def _why(model: ReviewModel, id: str) -> Iterator[Content]:
    state = model.state
    proposal = state.proposals[id][1]
    yield safe_text(proposal.reason or "No reason was given.", "", 2_000)
    if proposal.agent in MAKERS:
        yield row_text((MAKERS[proposal.agent], MUTED))
    for one in model.review.requirements:
        if one.id in proposal.serves:
            yield row_text(("Wish: ", "$accent"), line_text(one.words))
    if not proposal.serves:
        yield row_text(("It is not for any of your wishes.", "$text-warning"))
    yield from was_and_now(state, id)
    decision = model.review.decision(id)
    if decision and decision.own is not None:
        yield row_text(("yours  ", "$accent"), safe_text(in_list(state, decision.own, id), "", 5_000))
    about = weighed(state, id, decision.own if decision else None)
    for found in about.findings:
        words = line_text(f"{found.word}: {found.why}")
        yield row_text(("! ", "$text-warning"), words, (f"  {found.source}", MUTED))
    for change in all_change_words(about.tripwires):
        yield row_text(("± ", "$text-warning"), line_text(change))
    needs, needed, rivals = state.needs[id], state.dependents(id), state.rivals(id)
    for relation, ids in (("needs", needs), ("is needed by", needed), ("conflicts with", rivals)):
        if ids:
            yield row_text((f"It {relation} {', '.join(edit_name(state, one) for one in ids)}", MUTED))
    if why := state.why_not(id):
        yield row_text((why, "$text-warning"))


def _unused_rows(flagged: Sequence[EditFlagged]) -> Iterator[Content]:
    """A heading, then each part of an answer that was left out and why, so that nothing disappears silently."""
    if not flagged:
        return
    yield Content("")
    yield row_text((f"{counted(len(flagged), 'part')} of the answers could not be used", "bold"))
    for one in flagged:
        meant = "" if one.why == "unreadable" else f"{_OPS.get(one.op, one.op)} {one.step}, "
        yield row_text((f"{meant}{_LEFT_OUT.get(one.why, one.why)}", MUTED))
        yield safe_text(one.text, "", 2_000)
