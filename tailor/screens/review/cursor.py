"""Moving in the Review screen and reading what is there: views, find, why, copy, clicks and jump mode.

Nothing here changes a decision. Each public method of `ReviewCursor` up to `find_next` is what one key does.
"""

from collections.abc import Iterator
from functools import partial

from textual.content import Content
from textual.events import Click
from textual.geometry import Offset

from tailor.core.events import EditProposed
from tailor.screens.base import JumpTarget
from tailor.screens.dialogs.shopping import procedure_as_text
from tailor.screens.review.card import STEP, RowView
from tailor.screens.review.dialogs import WhyDialog
from tailor.screens.review.display import VIEWS, EditList, ReviewDisplay
from tailor.screens.review.model import ReviewModel, old_text, tag
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput


class ReviewCursor:
    """What the keys that move and read do, for one review."""

    def __init__(self, display: ReviewDisplay) -> None:
        self._display, self._screen, self._model = display, display.screen, display.model
        self._sought = ""

    # -- moving ----------------------------------------------------------------------------------------------

    def move(self, by: int) -> None:
        """To the next or the previous place; where no list is shown, the page scrolls."""
        self._display.note = ""
        if self._display.view != "marked":
            self._screen.query_one("#pane").scroll_relative(y=by, animate=False)
            return
        self._model.step(by)
        self._display.draw_now(reveal=True)

    def page(self, by: int) -> None:
        """A page up or down."""
        listed = self._screen.query_one("#list" if self._display.view == "marked" else "#pane")
        if self._display.view != "marked":
            listed.scroll_relative(y=by * listed.size.height, animate=False)
            return
        self._model.step(by * max(listed.size.height // 4, 1))
        self._display.draw_now(reveal=True)

    def edge(self, by: int) -> None:
        """To the first or the last place."""
        self._model.step(by * 1_000_000)
        self._display.draw_now(reveal=True)

    def undecided(self, by: int) -> None:
        """To the next or the previous undecided card."""
        self._display.view = "marked"
        found = self._model.to_undecided(by)
        self._display.note = "" if found or self._model.card else "No other card waits for a decision."
        self._display.draw_now(reveal=True)

    # -- reading ---------------------------------------------------------------------------------------------

    def view(self) -> None:
        """Marked, then Result, then Original."""
        display = self._display
        display.view = VIEWS[(VIEWS.index(display.view) + 1) % len(VIEWS)]
        display.note = ""
        display.draw_now()
        display.draw_after_layout()

    def why(self) -> None:
        """Everything about the card, and what the banner has no room for."""
        model, said = self._model, self._display.said()
        card = model.card or model.first_card
        if card is not None and card.id in model.standing.proposals:
            more = [Content(""), row_text(("What was said", "bold")), *said] if self._display.cut else []
            self._screen.app.push_screen(WhyDialog(f"Why {card.tag}?", [*_why(model, card.id), *more]))
        elif said:
            self._screen.app.push_screen(WhyDialog("What was said", said))
        else:
            self._display.tell("Mark a proposed card to see why it was proposed.")

    def copy(self) -> None:
        """Copies the card or step to the clipboard, also over SSH."""
        card, one = self._model.card, self._model.row
        text = (card.own or card.text or card.old) if card else (one.text or one.original or "") if one else ""
        self._screen.app.copy_to_clipboard(text)
        self._display.tell(f"{card.tag if card else 'The step'} is copied.")

    def copy_result(self) -> None:
        """Copies the whole Result to the clipboard."""
        self._screen.app.copy_to_clipboard(procedure_as_text(self._model.standing.result.draft.procedure))
        self._display.tell("The Result is copied.")

    # -- finding ---------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Opens the field for the words to find."""
        self._display.view = "marked"
        field = self._screen.query_one("#find", CleanInput)
        field.display = True
        field.focus()

    def find_next(self) -> None:
        """To the next place with the words."""
        self._find(here=False)

    def seek(self, words: str) -> None:
        """The words to find changed: to the nearest place that has them."""
        self._sought = words.casefold().strip()
        if self._sought:
            self._find(here=True)

    def _find(self, *, here: bool) -> None:
        sought = self._sought
        found = bool(sought) and self._model.to_found(lambda text: sought in text, here=here)
        self._display.note = "" if found else f"“{sought}” is not in it." if sought else ""
        self._display.draw_now(reveal=True)

    # -- mouse and jump mode ---------------------------------------------------------------------------------

    def click(self, event: Click) -> None:
        """To the card or step that was clicked."""
        if not isinstance(event.widget, EditList):
            return
        at = event.get_content_offset(event.widget)
        met = event.widget.part_at(at.y) if at is not None else None
        if met is None:
            return
        view = event.widget.rows[met[0]]
        if view.slot:
            self._go(view, met[1])

    def _go(self, view: RowView, part: str = "") -> None:
        self._model.stay((view.slot, part or (view.cards[0].id if view.cards else STEP)))
        self._display.draw_now()

    def jump_targets(self) -> Iterator[JumpTarget]:
        """The steps in view."""
        listed = self._screen.query_one("#list", EditList)
        seen: set[int] = set()
        for y in range(listed.size.height if self._display.view == "marked" else 0):
            met = listed.part_at(y)
            if met is not None and met[0] not in seen and listed.rows[met[0]].slot:
                seen.add(met[0])
                at = listed.content_region.offset + Offset(0, y)
                yield JumpTarget(at, partial(self._go, listed.rows[met[0]]))


def _why(model: ReviewModel, id: str) -> Iterator[Content]:
    """All that is known about one edit."""
    standing = model.standing
    stage, proposal = standing.proposals[id]
    reason = safe_text(proposal.reason or "and gave no reason", "", 2_000)
    yield row_text((f"{proposal.agent} proposed this", MUTED), "  ", reason)
    for one in model.review.requirements:
        if one.id in proposal.serves:
            yield row_text((f"{one.id} {one.kind}", "$accent"), "  ", line_text(one.words))
    if not proposal.serves:
        yield row_text(("It names none of your requirements.", "$text-warning"))
    yield from _texts(model, old_text(stage, proposal), proposal)
    for found in proposal.findings:
        words = line_text(f"{found.word}: {found.why}")
        yield row_text(("! ", "$text-warning"), words, (f"  {found.source}", MUTED))
    for tripwire in proposal.tripwires:
        yield row_text(("± ", "$text-warning"), line_text(tripwire))
    for relation, ids in (
        ("needs", standing.needs[id]),
        ("is needed by", standing.dependents(id)),
        ("stands against", standing.rivals(id)),
    ):
        if ids:
            yield row_text((f"It {relation} {', '.join(map(tag, ids))}", MUTED))
    if why := standing.why_not(id):
        yield row_text((why, "$text-warning"))


def _texts(model: ReviewModel, old: str, proposal: EditProposed) -> Iterator[Content]:
    if old:
        yield row_text(("was  ", MUTED), safe_text(old, "", 5_000))
    now = safe_text(proposal.text, "", 5_000) if proposal.text else row_text(("left out", MUTED))
    yield row_text(("now  ", MUTED), now)
    decision = model.review.decision(proposal.id)
    if decision and decision.own is not None:
        yield row_text(("yours  ", "$accent"), safe_text(decision.own, "", 5_000))
