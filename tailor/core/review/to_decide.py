"""What a review leaves to decide: single edits, groups as one each, and places (CONTRACT 7, rules 9 and 13).

Screens and line mode share it, so they count and name alike. Withdrawn and dropped edits are not open work.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tailor.core.events import EditProposed, HeaderProposed
from tailor.core.protocols import told
from tailor.core.review import Stage, old_text
from tailor.core.review.places import ReviewPlace, places
from tailor.core.review.state import ReviewState, Status
from tailor.core.text import and_last, counted, one_line, with_capital
from tailor.core.worddiff import runs


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Edits that are decided as one."""

    id: str
    ids: tuple[str, ...]
    """Its edits, except those set aside."""
    name: str
    """What it does, in a few words: the one exchange it makes everywhere, else the reason its edits share, else
    the wish they serve."""
    status: Status
    serves: tuple[str, ...] = ()
    header: HeaderProposed | None = None

    @property
    def is_open(self) -> bool:
        return self.status in ("undecided", "stale")

    @property
    def size(self) -> str:
        """ "13 changes"."""
        return counted(len(self.ids), "change")


@dataclass(frozen=True, slots=True)
class ToDecide:
    """The open work of a review, and how much of it is done."""

    edits: tuple[str, ...]
    """Ids of the undecided edits without a group, in order of arrival."""
    groups: tuple[ChangeGroup, ...]
    places: tuple[ReviewPlace, ...]
    decided: int
    serving: tuple[tuple[str, ...], ...] = ()
    """Ids of the wishes that each open item is for: edits, then groups, then places."""
    own: int = 0
    """How many changes the person made that nobody suggested."""

    def of_wish(self, wish: str) -> int:
        return sum(wish in served for served in self.serving)

    def of_none(self, wishes: Collection[str]) -> int:
        return sum(map(frozenset(wishes).isdisjoint, self.serving))

    @property
    def shared(self) -> str:
        """ " (2 serve several wishes)": why the counts of the wishes exceed the total; "" if they do not."""
        several = sum(len(served) > 1 for served in self.serving)
        serve = "serves" if several == 1 else "serve"
        return f" ({several} {serve} several wishes)" if several and self.left > 1 else ""

    @property
    def left(self) -> int:
        return len(self.edits) + len(self.groups) + len(self.places)

    @property
    def ids(self) -> frozenset[str]:
        """Ids of everything that is open: edits, groups and places."""
        return frozenset((*self.edits, *(one.id for one in self.groups), *(one.id for one in self.places)))

    @property
    def says(self) -> str:
        """ "3 left to decide"; "" where there was nothing to decide and nothing was changed."""
        if self.left:
            return f"{self.left} left to decide"
        return "all decided" if self.decided else self._owned

    @property
    def progress(self) -> str:
        """ "12 of 14 decided, 1 change of your own"; "" as `says`."""
        total = self.decided + self.left
        return ", ".join(filter(None, (f"{self.decided} of {total} decided" if total else "", self._owned)))

    @property
    def _owned(self) -> str:
        return f"{counted(self.own, 'change')} of your own" if self.own else ""


def change_groups(state: ReviewState) -> tuple[ChangeGroup, ...]:
    """The groups that were not split, in order of arrival, except those set aside as a whole."""
    known: dict[str, tuple[str, ...]] = {}
    for id, together in state.groups.items():
        group = state.proposals[id][1].group
        if group and group not in known:
            known[group] = tuple(o for o in together if o not in state.aside or o in state.decisions)
    heads = _headers(state) if known else {}
    return tuple(_group(state, group, ids, heads.get(group)) for group, ids in known.items() if ids)


def to_decide(
    state: ReviewState, groups: Sequence[ChangeGroup] | None = None, known: Sequence[ReviewPlace] | None = None
) -> ToDecide:
    """What is open for the person now; `groups` and `known` places are for callers that have them."""
    groups = change_groups(state) if groups is None else groups
    known = places(state) if known is None else known
    members = frozenset(id for one in groups for id in one.ids)
    single = [id for id in state.proposals if id not in members]
    edits = tuple(id for id in state.undecided if id not in members)
    open_groups = tuple(one for one in groups if one.is_open)
    decided = sum(id in state.decisions for id in single) + len(groups) - len(open_groups)
    open_places = tuple(place for place in known if place.status == "open")
    return ToDecide(
        edits=edits,
        groups=open_groups,
        places=open_places,
        decided=decided + sum(place.status in ("fine", "own") for place in known),
        serving=(
            *(state.proposals[id][1].serves for id in edits),
            *(one.serves for one in open_groups),
            *(place.found.serves for place in open_places),
        ),
        own=len(state.review.choices.own),
    )


def header_words(header: HeaderProposed) -> tuple[str, ...]:
    """What a header changes, each in a few words."""
    said = (("new name", header.goal), ("makes", header.yields), ("new note", header.notes))
    return tuple(f"{about}: {one_line(words, 200) or 'none'}" for about, words in said if words is not None)


def _headers(state: ReviewState) -> Mapping[str, HeaderProposed]:
    """The headers of each group, merged into one in which later ones win."""
    found: dict[str, HeaderProposed] = {}
    for head in (head for stage in state.review.stages for head in stage.headers):
        before = found.get(head.group, head)
        found[head.group] = replace(head, **told(before) | told(head))
    return found


def _group(state: ReviewState, group: str, ids: tuple[str, ...], header: HeaderProposed | None) -> ChangeGroup:
    proposed = [state.proposals[id] for id in ids]
    edits = [one for _, one in proposed]
    serves = tuple(dict.fromkeys(id for one in edits for id in one.serves))
    return ChangeGroup(
        id=group,
        ids=ids,
        name=_exchange(proposed) or _name(state, {one.reason for one in edits}, serves),
        status=_status([state.status(id) for id in ids]),
        serves=serves,
        header=header,
    )


def _exchange(proposed: Iterable[tuple[Stage, EditProposed]]) -> str:
    """ "Butter → margarine", where that is all that any of the edits changes; else ""."""
    told = (
        _changed(*(_EXPLAINED.sub("", text) for text in (old_text(stage, one), one.text)))
        for stage, one in proposed
    )
    changed = {tuple(words.strip(" .,;:()").casefold() for words in pair) for each in told for pair in each}
    [(old, new), *others] = changed or {("", "")}
    if others or not old or not new or len(old) + len(new) > 70:
        return ""
    return f"{with_capital(old)} → {new}"


_EXPLAINED: Final = re.compile(r"\s*\([^()]*\)")
"""An explanation behind a thing: "1 flax egg (for each, stir …)"."""


def _changed(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the old and new words that differ; an insert before a thing includes it: "egg" and "flax egg"."""
    gone, told = "", runs(old, new)
    for (kind, text), (_, after) in zip(told, (*told[1:], ("same", "")), strict=True):
        thing = after.split()[0] if kind == "new" and not gone and after.strip() else ""
        if kind == "new":
            yield gone or thing, f"{text.strip()} {thing}".strip()
        elif kind == "same" and gone:
            yield gone, ""
        gone = text if kind == "gone" else ""
    if gone:
        yield gone, ""


def _name(state: ReviewState, reasons: set[str], serves: Sequence[str]) -> str:
    shared = one_line(min(reasons), 80).rstrip(".") if len(reasons) == 1 else ""
    if shared:
        return with_capital(shared)
    wishes = [f"“{one_line(one.words, 40)}”" for one in state.review.requirements if one.id in serves]
    return f"For {and_last(wishes)}" if wishes else "Changes that belong together"


def _status(members: Sequence[Status]) -> Status:
    """The status of a group: open while any of its edits is, and stale if an open one has no place."""
    order: tuple[Status, ...] = ("stale", "undecided", "on_hold", "accepted")
    return next((status for status in order if status in members), "rejected")
