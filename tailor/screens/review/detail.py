"""One card in detail: what it does, why, for which wish, whether it was checked, what it changes, and its keys.

`beneath` makes the lines under a marked row, `beside` the page next to the list, which `DetailPage` draws.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from textual.content import Content

from tailor.core.edit_names import change_in_list, step_in_list, step_name
from tailor.core.guard import all_change_words, change_words
from tailor.core.review.rows import Row
from tailor.core.review.state import ReviewState
from tailor.core.text import with_capital
from tailor.screens.base import BaseScreen
from tailor.screens.review.card import (
    LONGEST_REASON,
    MAKERS,
    NAMES,
    OPEN,
    SHORT,
    SIGNS,
    STATUS,
    VERDICTS,
    AnyCard,
    Card,
    GroupCard,
    PlaceCard,
    Way,
)
from tailor.screens.review.model import ReviewModel
from tailor.screens.widgets import word_diff as worddiff
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text, wrapped
from tailor.screens.widgets.lists import PageView

LIVE: Final = (*OPEN, "accepted", "on_hold")
NEW_NUMBER: Final = "nothing -> "
"""How the guard begins a note on a new number; the text shows the number, so cards that do not warn omit it."""
CHOSEN, OTHER = "●", "○"

STEP_KEYS: Final = ("decisions.edit", "decisions.own_step", "decisions.delete", "requests.ask_again")
PLACE_KEYS: Final = ("decisions.edit", "decisions.delete", "together.fine")
GROUP_KEYS: Final = ("decisions.accept", "decisions.reject", "together.unfold", "together.fold")
WISH_KEYS: Final = ("together.take_wish", "together.leave_wish")


def beneath(card: AnyCard, room: int) -> Iterator[Content]:
    """The lines under a marked row; the row itself already shows the change."""
    match card:
        case Card():
            yield _head(card, room)
            yield from _ways(card, room)
            yield from _remarks(card, room)
        case PlaceCard():
            wish = row_text((f"  {card.wishes}", MUTED)) if card.wishes else Content("")
            yield _ended(row_text(line_text(card.says, "bold"), wish), _place_status(card), room)
            if card.why and not card.fine:
                yield from wrapped(line_text(card.why, MUTED, LONGEST_REASON), room)
        case GroupCard():
            yield from _group(card, room)


def beside(
    card: AnyCard, width: int, changes: Iterable[Content], keys: Sequence[tuple[str, str]], *, plain: bool
) -> Iterator[Content]:
    """The page next to the list; `changes` are those of a group, in order, `keys` come with what they do."""
    match card:
        case Card():
            sign, colour = SIGNS[card.op]
            title = row_text((f"{sign} ", colour), line_text(_title(card), "bold"))
            words, style = _status(card)
            fits = title.cell_length + len(words) < width
            yield _ended(title, (words if fits else SHORT.get(card.status, words), style), width)
            yield Content("")
            yield from _texts(card, width, plain=plain)
            yield from _spaced(_ways(card, width))
            yield from _spaced(_about(card, width))
        case PlaceCard():
            yield _ended(line_text(card.says, "bold"), _place_status(card), width)
            yield from _spaced(wrapped(safe_text(card.text), width))
            about = (row_text((card.wishes.removeprefix("— "), "$accent")), line_text(card.why, MUTED))
            yield from _spaced(line for one in about if one for line in wrapped(one, width))
        case GroupCard():
            yield group_head(replace(card, wishes=""), width, marked=True)
            wish = row_text((card.wishes.removeprefix("— "), "$accent"))
            yield from _spaced(wrapped(row_text(("Wish: ", MUTED), wish), width) if card.wishes else ())
            yield from _spaced(_group(card, width))
            yield from _spaced(line for one in changes for line in wrapped(one, width))
    yield from _key_rows(keys, width)


def _key_rows(keys: Sequence[tuple[str, str]], width: int) -> Iterator[Content]:
    """The keys and what they do, one per line, below a blank line."""
    room = max((len(key) for key, _ in keys), default=0)
    yield from _spaced(
        row_text((f"{key:<{room}}", "$accent"), "  ", (words, MUTED)).truncate(width, ellipsis=True)
        for key, words in keys
    )


def group_head(card: GroupCard, room: int, *, marked: bool) -> Content:
    """ "Halve everything: 13 changes", with the status at the right edge."""
    quiet = card.status not in OPEN
    end = ("look first", "$text-error") if card.must and not quiet else STATUS[card.status]
    name = line_text(card.name, MUTED if quiet else "bold", 80)
    said = row_text(name, (f": {card.size}", MUTED), (f"  {card.wishes}" if card.wishes else "", MUTED))
    return _ended(said, end, room, marked=marked)


def _group(card: GroupCard, room: int) -> Iterator[Content]:
    for line in card.header:
        yield from wrapped(line_text(line), room)
    if card.notes and card.status in LIVE:
        yield from _warning("  ·  ".join(map(change_words, card.notes)), room, must=card.must)
    if card.where:
        yield from wrapped(line_text(card.where, MUTED), room)


def _title(card: Card) -> str:
    """ "New step" or "The change to step 4"."""
    return NAMES[card.op] if card.op == "insert" else with_capital(card.name)


def _status(card: Card) -> tuple[str, str]:
    if card.must and card.status in OPEN:
        return "look first", "$text-error"
    if card.own is not None and card.status == "accepted":
        return "✓ accepted, your words", "$text-success"
    return STATUS[card.status]


def _place_status(card: PlaceCard) -> tuple[str, str]:
    return ("✓ it is fine", "$text-success") if card.fine else STATUS["undecided"]


def _head(card: Card, room: int) -> Content:
    """Operation, who proposed it (unless the agent that adapts), check, wishes; at the right edge the status."""
    sign, colour = SIGNS[card.op]
    quiet = card.status not in OPEN
    words, style = _status(card)
    name = row_text((f"{sign} {NAMES[card.op]}", MUTED if quiet else f"bold {colour}"))
    if name.cell_length + len(words) >= room:
        words = SHORT.get(card.status, words)
    made = [row_text((MAKERS[card.agent], MUTED))] if card.agent in MAKERS else []
    start = Content("  ").join([name, *made, *map(row_text, _opinion(card))])
    left = room - start.cell_length - row_text(words).cell_length - 2
    if left < 0:
        start = name
    elif fits := next((chips for chips in _chips(card, quiet) if 0 < chips.cell_length + 2 <= left), None):
        start = Content("  ").join([start, fits])
    return _ended(start, (words, style), room)


def _chips(card: Card, quiet: bool) -> Iterator[Content]:
    """The wishes, each time in fewer characters, for a caller to take the first that fits."""
    if card.unasked and not card.chips:
        yield row_text(("not asked for", MUTED if quiet else "$text-warning"))
        return
    style = MUTED if quiet else "$accent"
    for most in (40, 24, 12):
        pieces = (line_text(text, style, most) for _, text in card.chips)
        yield Content("  ").join(pieces)


def _texts(card: Card, width: int, *, plain: bool) -> Iterator[Content]:
    """The old text with removed words marked, the new one with added words marked, and the person's own words."""
    if card.op == "replace":
        much = worddiff.much_changed(card.old, card.text)
        was, now = (
            (safe_text(card.old, MUTED), safe_text(card.text))
            if much
            else worddiff.sides(card.old, card.text, plain=plain)
        )
        yield from wrapped(row_text(("was  ", MUTED), was), width)
        yield from wrapped(row_text(("now  ", MUTED), now), width)
    elif card.op == "insert":
        yield from wrapped(safe_text(card.text, "$text-success"), width)
    else:
        yield from wrapped(safe_text(card.old, worddiff.GONE), width)
    if card.own is not None:
        yield from wrapped(row_text(("yours  ", "$accent"), safe_text(card.own)), width)


def _ways(card: Card, room: int) -> Iterator[Content]:
    """The alternative texts, with the one shown marked."""
    if card.ways:
        yield line_text(f"One of {len(card.ways)} ways to write it:", MUTED)
    for way in card.ways:
        here = way.id == card.id
        text = way.text or "Leave the step out"
        lead = row_text((f"{CHOSEN if here else OTHER} ", "$accent" if here else MUTED))
        first, *others = wrapped(row_text(safe_text(text, "" if here else MUTED), _became(way)), max(room - 2, 8))
        yield row_text(lead, first)
        yield from (row_text("  ", other) for other in others)


def _opinion(card: Card) -> tuple[tuple[str, str], ...]:
    """What the check says; no tick for an edit that needs a closer look, as a tick would say that it is fine."""
    return () if card.must and card.verdict == "agrees" else VERDICTS[card.verdict]


def _became(way: Way) -> Content:
    words, style = STATUS[way.status]
    return Content("") if way.status in OPEN else row_text((f"  {words}", style))


def _about(card: Card, width: int) -> Iterator[Content]:
    """The reason, the wishes, what the check says, and what to look at."""
    if card.reason:
        yield from wrapped(_because(card, ""), width)
    for _, wish in card.chips:
        yield from wrapped(row_text(("Wish: ", MUTED), line_text(wish, "$accent", 80)), width)
    if card.unasked and not card.chips:
        yield row_text(("It does not say which wish it is for.", "$text-warning"))
    for words in _opinion(card):
        yield row_text(words)
    yield from _notes(card, width)


def _remarks(card: Card, room: int) -> Iterator[Content]:
    """The reason, what to look at, and what the edit waits for."""
    if card.own is not None and card.status == "accepted":
        proposed = f"suggested:  {card.text}" if card.text else "suggested: remove this step"
        yield from wrapped(line_text(proposed, MUTED), room)
    if card.reason and card.status in OPEN:
        yield from wrapped(_because(card, MUTED), room)
    yield from _notes(card, room)


def _because(card: Card, style: str) -> Content:
    because = "because " if card.reason[:1].islower() else ""
    return line_text(because + card.reason, style, LONGEST_REASON)


def _notes(card: Card, room: int) -> Iterator[Content]:
    """The notes as a warning if the card warns, else in a quiet line; then what the edit waits for."""
    notes = "  ·  ".join(change_words(one) for one in card.notes if card.warns or not one.startswith(NEW_NUMBER))
    if notes and card.status in LIVE and card.warns:
        yield from _warning(notes, room, must=card.must)
    elif notes and card.status in LIVE:
        yield from wrapped(line_text(notes, MUTED, LONGEST_REASON), room)
    if card.says:
        loud = card.status in ("stale", "on_hold")
        yield from wrapped(line_text(card.says, "$text-warning" if loud else MUTED), room)


def _warning(notes: str, room: int, *, must: bool) -> list[Content]:
    style = "$text-error" if must else "$text-warning"
    return wrapped(row_text(("! ", style), line_text(notes, style, LONGEST_REASON)), room)


def _ended(start: Content, end: tuple[str, str], room: int, *, marked: bool = True) -> Content:
    """Words with a status at the right edge."""
    words, style = end
    last = row_text((words, f"bold {style}" if marked else style))
    start = start.truncate(max(room - last.cell_length - 1, 4), ellipsis=True)
    return row_text(start, " " * max(room - start.cell_length - last.cell_length, 1), last)


def _spaced(content: Iterable[Content]) -> Iterator[Content]:
    """A blank line before the content, if there is any."""
    for index, one in enumerate(content):
        if index == 0:
            yield Content("")
        yield one


def change_rows(state: ReviewState, ids: Iterable[str]) -> Iterator[Content]:
    """For each edit its place, the text before and the text after."""
    for id in ids:
        stage, proposal = state.proposals[id]
        at = max(proposal.step, 1)
        named = [step_name(one.slot, one.text) for one in stage.spots("steps")[at - 1 : at]]
        where = "what you need" if proposal.part == "resources" else "".join(named)
        new = proposal.op == "insert"
        yield row_text(
            (f"{'new, after ' if new and proposal.step else 'new, before ' if new else ''}{where}", "$accent")
        )
        yield from was_and_now(state, id)
        for words in all_change_words(proposal.tripwires):
            yield row_text(("± ", "$text-warning"), line_text(words))


def was_and_now(state: ReviewState, id: str) -> Iterator[Content]:
    old, text = change_in_list(state, id)
    if old:
        yield row_text(("was  ", MUTED), safe_text(old, "", 5_000))
    now = safe_text(text, "", 5_000) if text else row_text(("left out", MUTED))
    yield row_text(("now  ", MUTED), now)


class DetailPage:
    """Draws the page `#detail` of a review's screen whenever what it shows has changed."""

    def __init__(self, screen: BaseScreen[None], model: ReviewModel) -> None:
        self._screen, self._model = screen, model
        self._drawn: object = None

    def draw(self, *, plain: bool) -> None:
        card, step = self._model.marked, self._model.row
        text = step_in_list(self._model.state, step.slot, step.part) if step and card is None else ""
        now = (card, step, text, plain)
        if now == self._drawn:
            return
        self._drawn = now
        keys = self._keys(_actions(card))
        made = list(change_rows(self._model.state, card.ids)) if isinstance(card, GroupCard) else []

        def page(width: int) -> Sequence[Content]:
            if card is None:
                return list(_step_rows(step, text, width, keys))
            return list(beside(card, width, made, keys, plain=plain))

        self._screen.query_one("#detail", PageView).show(page)

    def _keys(self, actions: Collection[str]) -> list[tuple[str, str]]:
        """The keys that are mapped to these actions, with their descriptions."""
        active = [one.binding for one in self._screen.active_bindings.values() if one.enabled]
        known = {one.action: one for one in reversed(active)}  # the first of several keys
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


def _step_rows(step: Row | None, text: str, width: int, keys: Sequence[tuple[str, str]]) -> Iterator[Content]:
    if step is None:
        return
    where = f"Step {step.before}" if step.before and step.part == "steps" else "What you need"
    yield row_text((where, "bold"))
    yield Content("")
    yield from wrapped(safe_text(text or step.original or ""), width)
    yield Content("")
    yield from wrapped(row_text(("No change is suggested here.", MUTED)), width)
    yield from _key_rows(keys, width)
