"""CriticMarkup: the edits of a review as Markdown for any editor, and the decisions made there read back.

Each edit has an anchor, `<!--e3-->`, that stays when an editor accepts or rejects it; so the decision is known
even if words were changed by hand. Changed lines without an anchor are only reported.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tailor.core.decisions import accept, reject
from tailor.core.errors import ContentError
from tailor.core.procedure import Part
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.text import normal
from tailor.core.transport import Moved, premise

_PARTS: tuple[Part, ...] = ("resources", "steps")
_ANCHOR = re.compile(r"<!--((?:[\w.-]+)(?:\+[\w.-]+)*)-->")
_PENDING = re.compile(r"\{(?:\+\+|--|~~)")
_COMMENT = re.compile(r"\{>>.{0,20000}?<<\}")
_NUMBER = re.compile(r"^\s*(?:\d{1,6}[.)]|[-*])\s+")


@dataclass(frozen=True, slots=True)
class MarkedStep:
    """All edits of one step, or one new step."""

    ids: tuple[str, ...]
    """In the order they build on each other."""
    old: str | None
    """The step as it is; None for a new one."""
    new: str | None
    """The step as proposed; None for a deletion."""
    why: str


@dataclass(frozen=True, slots=True)
class Back:
    """A review with the decisions from a file."""

    review: Review
    accepted: tuple[str, ...]
    rejected: tuple[str, ...]
    waiting: tuple[str, ...]
    """Still marked, or missing from the file."""
    unread: tuple[str, ...]
    """Changed lines that belong to no edit; they are not taken over."""


def write(review: Review) -> str:
    """The original with every edit marked, as Markdown."""
    lines = [f"# {_escaped(review.original.goal)}"]
    for part in _PARTS:
        told = [_line(text, part, number) for number, text in enumerate(_texts(review, part), 1)]
        lines += [f"## {part.title()}", *told] if told else []
    return "\n".join(lines) + "\n"


def read(text: str, review: Review) -> Back:
    """The review with the file's decisions. ContentError for a file without any of its edits."""
    lines = {found[1]: line for line in text.split("\n") for found in _ANCHOR.finditer(line)}
    cards = [one for part in reversed(_PARTS) for one in _texts(review, part) if isinstance(one, MarkedStep)]
    if not any("+".join(card.ids) in lines for card in cards):
        raise ContentError(
            "Nothing in this file is from that review. Export it again: `tailor export RUN --review`."
        )
    taken: list[str] = []
    turned: list[str] = []
    waiting: list[str] = []
    for card in cards:
        line = lines.get("+".join(card.ids))
        said = None if line is None or _PENDING.search(line) else _said(line)
        if said is None:
            waiting += card.ids
        elif said == (card.old or ""):
            review = reject(review, card.ids, alone=True).review
            turned += card.ids
        else:
            review = _accepted(review, card, said)
            taken += card.ids
    known = {*review.original.steps, *review.original.resources}
    listed = (line for line in text.split("\n") if _NUMBER.match(line) and not _ANCHOR.search(line))
    unread = tuple(said for line in listed if (said := _said(line)) not in known)
    return Back(review, tuple(taken), tuple(turned), tuple(waiting), unread)


def _accepted(review: Review, card: MarkedStep, said: str) -> Review:
    """The review with the card accepted, in the file's words."""
    for id in card.ids:
        own = said if id == card.ids[-1] and said != (card.new or "") else None
        if own == "":
            raise ContentError(f"The line of {id} is empty, but {id} suggests a text: write one, or reject it.")
        review = accept(review, id, own=own, anyway=True, alone=True).review
    return review


def _texts(review: Review, part: Part) -> Iterator[str | MarkedStep]:
    """The lines of one part in order: unchanged texts, and cards."""
    state = ReviewState(review)
    by_slot = _by_slot(state, part)
    old = {f"{part[0]}{number}": text for number, text in enumerate(review.original.part(part), 1)}
    now = {spot.slot: spot.text for spot in state.placing.draft.part(part)}
    for slot in _in_order(list(old), list(now)):
        if ids := by_slot.get(slot):
            reasons = (state.proposals[id][1].reason for id in ids)
            yield MarkedStep(tuple(ids), old.get(slot), now.get(slot), "; ".join(filter(None, reasons)))
        elif slot in now:
            yield now[slot]


def _by_slot(state: ReviewState, part: Part) -> dict[str, list[str]]:
    """Ids of the edits that can be placed, by slot."""
    found: dict[str, list[str]] = {}
    for id, place in state.placing.places.items():
        stage, proposal = state.proposals[id]
        if isinstance(place, Moved) and proposal.part == part:
            slot = id
            if proposal.op != "insert":
                slot = premise(proposal.edit, stage.spots(proposal.part))[0].slot
            found.setdefault(slot, []).append(id)
    return found


def _in_order(old: list[str], now: list[str]) -> Iterator[str]:
    """Every slot, old and new; deleted ones keep their place."""
    there = set(now)
    waiting = [slot for slot in old if slot not in there]
    for slot in now:
        if slot in old:
            while waiting and old.index(waiting[0]) < old.index(slot):
                yield waiting.pop(0)
        yield slot
    yield from waiting


def _line(one: str | MarkedStep, part: Part, number: int) -> str:
    head = f"{number}. " if part == "steps" else "- "
    if isinstance(one, str):
        return head + _escaped(one)
    anchor = f" <!--{'+'.join(one.ids)}-->"
    why = f"{{>>{_escaped(one.why)}<<}}" if one.why else ""
    if one.old is None:
        return f"{head}{{++{_escaped(one.new or '')}++}}{why}{anchor}"
    if one.new is None:
        return f"{head}{{--{_escaped(one.old)}--}}{why}{anchor}"
    return f"{head}{{~~{_escaped(one.old)}~>{_escaped(one.new)}~~}}{why}{anchor}"


def _said(line: str) -> str:
    bare = _ANCHOR.sub("", _COMMENT.sub("", line))
    bare = _NUMBER.sub("", bare + " ", count=1)
    return normal(re.sub(r"\\([\\{}<>~+-])", r"\1", bare))


def _escaped(text: str) -> str:
    """The text, escaped so that it holds no CriticMarkup and no anchor."""
    return re.sub(r"([\\{}<>~+-])(?=[\\{}<>~+=-])|([\\{}])|(~>)", lambda found: "\\" + found[0], text)
