"""The page beside the list: the selected card in detail, or what can be done at a step without one."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from textual.content import Content

from tailor.core.edit_names import step_in_list
from tailor.core.review_rows import Row
from tailor.screens.base import BaseScreen
from tailor.screens.review.card import OPEN, AnyCard, Card, GroupCard, PlaceCard
from tailor.screens.review.changes import changes
from tailor.screens.review.detail import beside, key_rows
from tailor.screens.review.model import ReviewModel
from tailor.screens.widgets.content import MUTED, row_text, safe_text, wrapped
from tailor.screens.widgets.lists import PageView

STEP_KEYS: Final = ("decisions.edit", "decisions.own_step", "decisions.delete", "requests.ask_again")
PLACE_KEYS: Final = ("decisions.edit", "decisions.delete", "together.fine")
GROUP_KEYS: Final = ("decisions.accept", "decisions.reject", "together.unfold", "together.fold")
WISH_KEYS: Final = ("together.take_wish", "together.leave_wish")


class DetailPage:
    """Draws the page `#detail` of a review's screen whenever what it shows has changed."""

    def __init__(self, screen: BaseScreen[None], model: ReviewModel) -> None:
        self._screen, self._model = screen, model
        self._drawn: object = None

    def draw(self, *, plain: bool) -> None:
        """Shows what is selected now."""
        card, step = self._model.marked, self._model.row
        text = step_in_list(self._model.state, step.slot, step.part) if step and card is None else ""
        now = (card, step, text, plain)
        if now == self._drawn:
            return
        self._drawn = now
        keys = self._keys(_actions(card))
        made = list(changes(self._model.state, card.ids)) if isinstance(card, GroupCard) else []

        def page(width: int) -> Sequence[Content]:
            if card is None:
                return list(_step(step, text, width, keys))
            return list(beside(card, width, made, keys, plain=plain))

        self._screen.query_one("#detail", PageView).show(page)

    def _keys(self, actions: Collection[str]) -> list[tuple[str, str]]:
        """The keys of these actions as they are mapped, with their words."""
        active = [one.binding for one in self._screen.active_bindings.values() if one.enabled]
        known = {one.action: one for one in reversed(active)}  # of several keys the first one
        wanted = (tuple(action.split(".")) for action in actions)
        found = (known.get(f"do('{owner}', '{name}')") for owner, name in wanted)
        return [(self._screen.app.get_key_display(one), one.description) for one in found if one is not None]


def _actions(card: AnyCard | None) -> tuple[str, ...]:
    match card:
        case None:
            return STEP_KEYS
        case PlaceCard():
            return PLACE_KEYS
        case GroupCard(unfolded=unfolded):
            return (*GROUP_KEYS[:2], GROUP_KEYS[3] if unfolded else GROUP_KEYS[2])
        case Card():
            first = ("decisions.accept", "decisions.reject") if card.status in OPEN else ("decisions.undecide",)
            because = ("decisions.reject_because",) if card.status in OPEN else ()
            parts = ("decisions.parts",) if card.op == "replace" else ()
            wish = WISH_KEYS if card.chips else ()
            return (*first, "decisions.edit", *because, *parts, *wish, "cursor.why")


def _step(step: Row | None, text: str, width: int, keys: Sequence[tuple[str, str]]) -> Iterator[Content]:
    if step is None:
        return
    where = f"Step {step.before}" if step.before and step.part == "steps" else "What you need"
    yield row_text((where, "bold"))
    yield Content("")
    yield from wrapped(safe_text(text or step.original or ""), width)
    yield Content("")
    yield from wrapped(row_text(("No change is suggested here.", MUTED)), width)
    yield from key_rows(keys, width)
