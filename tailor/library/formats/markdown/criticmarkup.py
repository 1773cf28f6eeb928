"""CriticMarkup: writes the edits of a review as Markdown for any editor, and reads back the decisions made there.

Each edit has an anchor, `<!--e3-->`, that stays when an editor accepts or rejects it, so the decision is known
even if words were changed by hand. A line that still has a mark, even part of one, is never a decision. Other
changes to the file are reported.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from tailor.core.errors import ContentError
from tailor.core.procedure import Part
from tailor.core.review import Review
from tailor.core.review.decisions import accept, reject
from tailor.core.review.state import ReviewState
from tailor.core.text import normal
from tailor.core.transport import Moved, premise

_PARTS: tuple[Part, ...] = ("resources", "steps")
_ANCHOR = re.compile(r"<!--((?:[\w.-]+)(?:\+[\w.-]+)*)-->")
_MARKS = re.compile(r"\\.|(\{(?:\+\+|--|~~|>>)|(?:\+\+|--|~~|<<)\}|~>)")
"""An escaped character or, as a group, part of a mark; that may be an end whose beginning is gone."""
_COMMENT = re.compile(r"\{>>(.{0,20000}?)<<\}")
_NUMBER = re.compile(r"^\s*(?:\d{1,6}[.)]|[-*])\s+")


@dataclass(frozen=True, slots=True)
class MarkedStep:
    """All edits of one step, or one new step."""

    ids: tuple[str, ...]
    """In the order in which they build on each other."""
    old: str | None
    """The current step; None for a new one."""
    new: str | None
    """The proposed step; None for a deletion."""
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
    """Changed lines that belong to no edit; they are ignored."""
    notes: tuple[str, ...] = ()
    """A sentence for each other change that is ignored."""


def write(review: Review) -> str:
    """Return the original with every edit marked, as Markdown."""
    lines = [f"# {_escaped(review.original.goal)}"]
    for part in _PARTS:
        told = [_line(text, part, number) for number, text in enumerate(_texts(review, part), 1)]
        lines += [f"## {part.title()}", *told] if told else []
    return "\n".join(lines) + "\n"


def read(text: str, review: Review) -> Back:
    """Apply the file's decisions to the review. ContentError if the file has none of its edits."""
    items = list(_items(text))
    listed = {part: list(_texts(review, part)) for part in _PARTS}
    cards = [one for part in reversed(_PARTS) for one in listed[part] if isinstance(one, MarkedStep)]
    names = {"+".join(card.ids): card for card in cards}
    lines: dict[str, list[str]] = {}
    for item in items:
        for found in _ANCHOR.finditer(item):
            lines.setdefault(found[1], []).append(item)
    if not names.keys() & lines.keys():
        raise ContentError(
            "Nothing in this file is from that review. Export it again: `tailor export ID --review`."
        )
    taken: list[str] = []
    turned: list[str] = []
    waiting: list[str] = []
    notes = [f"{name} is not a suggestion in this review: {_said(line)}"
             for name, some in lines.items() if name not in names for line in some]  # fmt: skip
    for name, card in names.items():
        line, note = _line_of(name, lines.get(name, []))
        said, left = (None, "") if line is None else _decided(name, card, line)
        why = _why(line) if line is not None else card.why
        if said is None:
            waiting += card.ids
        elif said == (card.old or ""):
            review = reject(review, card.ids, "" if why == card.why else why, alone=True).review
            turned += card.ids
        else:
            review = _accepted(review, card, said)
            taken += card.ids
        if why not in ("", card.why) and (said is None or card.ids[0] in taken):
            left = f"{left} " if left else ""
            left += f"You can give a reason only when you reject something, so this was ignored for {name}: {why}"
        notes += filter(None, (note, left))
    unread, missing = _beside(items, listed, review)
    notes += (f"You removed this line from the file, but the how-to keeps it: {line}" for line in missing)
    notes += (f"You moved this line, but the how-to keeps its order: {line}" for line in _moved(items, listed))
    notes += _about_title(text, review)
    return Back(review, tuple(taken), tuple(turned), tuple(waiting), unread, tuple(notes))


def _items(text: str) -> Iterator[str]:
    """Yield each numbered or bulleted line, joined with the lines that an editor wrapped it into."""
    item: list[str] = []
    for line in (*text.split("\n"), "#"):
        if item and (not line.strip() or line.startswith("#") or _NUMBER.match(line)):
            yield " ".join(item)
            item = []
        if _NUMBER.match(line):
            item = [line.rstrip()]
        elif item:
            item.append(line.strip())


def _line_of(name: str, found: list[str]) -> tuple[str | None, str]:
    """Return the line of a card, or None and a note if it is missing or on several lines."""
    if len(found) == 1:
        return found[0], ""
    if not found:
        return None, f"{name} is missing from the list, so it is still open."
    return None, f"{name} is on {len(found)} lines, so it is still open: {' / '.join(map(_said, found))}"


def _decided(name: str, card: MarkedStep, line: str) -> tuple[str | None, str]:
    """Return the text that a line decides on; None while it is marked, with a note if the marks were changed."""
    bare = _COMMENT.sub("", line)
    if not any(found[1] for found in _MARKS.finditer(bare)):
        return _said(line), ""
    if _said(line) == _said(_line(card, "steps", 1)):
        return None, ""
    words = "it still has brackets such as {++ ++}, or a part of them, so this line is not used"
    return None, f"{name}: {words}: {_said(line)}"


def _why(line: str) -> str:
    """Return the words in the comments of a line."""
    return normal(" ".join(_plain(found[1]) for found in _COMMENT.finditer(line)))


def _beside(
    items: list[str], listed: Mapping[Part, list[str | MarkedStep]], review: Review
) -> tuple[tuple[str, ...], list[str]]:
    """Return changed lines that belong to no edit, and lines that are missing without a similar changed one."""
    said = [_said(item) for item in items if not _ANCHOR.search(item)]
    kept = [one for part in _PARTS for one in listed[part] if isinstance(one, str)]
    known = {*review.original.steps, *review.original.resources, *kept}
    unread = tuple(one for one in said if one not in known)
    missing = list((Counter(kept) - Counter(said)).elements())
    return unread, [one for one in missing if not get_close_matches(one, unread, 1, 0.4)]


def _moved(items: list[str], listed: Mapping[Part, list[str | MarkedStep]]) -> Iterator[str]:
    """Yield the lines that are in another place, of those that occur once in both texts."""
    ours = ["+".join(one.ids) if isinstance(one, MarkedStep) else one for part in _PARTS for one in listed[part]]
    theirs = [found[1] if (found := _ANCHOR.search(item)) else _said(item) for item in items]
    words = dict(zip(theirs, map(_said, items), strict=True))
    times = Counter(ours), Counter(theirs)
    before, after = ([one for one in lines if times[0][one] == times[1][one] == 1] for lines in (ours, theirs))
    for kind, _, _, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        yield from () if kind == "equal" else (words[one] or one for one in after[start:end])


def _about_title(text: str, review: Review) -> Iterator[str]:
    title = next((line[2:] for line in text.split("\n") if line.startswith("# ")), None)
    if title is not None and normal(_plain(title)) != normal(review.original.goal):
        yield f"The title is not part of the suggestions, so it stays: {review.original.goal}"


def _accepted(review: Review, card: MarkedStep, said: str) -> Review:
    """Return the review with the card accepted, in the file's words."""
    for id in card.ids:
        own = said if id == card.ids[-1] and said != (card.new or "") else None
        if own == "":
            raise ContentError(
                f"The line for {id} is empty, but {id} suggests words for it: write some, or reject it."
            )
        review = accept(review, id, own=own, anyway=True, alone=True).review
    return review


def _texts(review: Review, part: Part) -> Iterator[str | MarkedStep]:
    """Yield the lines of one part in order: unchanged texts, and cards."""
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
    """Return the ids of the edits that can be placed, by slot."""
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
    """Yield every slot, old and new; deleted ones keep their place."""
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
    return normal(_plain(bare))


def _plain(text: str) -> str:
    return re.sub(r"\\([\\{}<>~+-])", r"\1", text)


def _escaped(text: str) -> str:
    """Escape the text so that it holds no CriticMarkup and no anchor."""
    return re.sub(r"([\\{}<>~+-])(?=[\\{}<>~+=-])|([\\{}])|(~>)", lambda found: "\\" + found[0], text)
