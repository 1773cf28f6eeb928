"""Several bags on one list become one ([CP] 4.3; DESIGN 5): collapsing, the free union, and Resolve's answer.

Owns which edits of Resolve are repetitions (they keep their id), which stand in for others, and which edits it
drops. Refuses to decide between edits itself: where there is a dispute, Resolve is asked.
"""

import re
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeAlias

from tailor.core.desk import Desk, Intake
from tailor.core.edits import Bag, Edit, Insert, Replace, same_change
from tailor.core.procedure import Part, fingerprint
from tailor.core.stand import Stand, Work

Bags: TypeAlias = tuple[tuple[str, Bag], ...]
"""Agents' names with their bags, all on one list."""

MOSTLY: Final = 0.5
"""Share of an insert's words that another text must hold to count as saying the same."""


class Collapsing(Intake):
    """For agents at work on one list at once: what another said already is taken over with its id."""

    def __init__(self) -> None:
        self._known: list[Edit] = []

    def take(self, desk: Desk, work: Work, edit: Edit) -> None:
        """An edit equal to a known one of another agent is not told again."""
        same = next(
            (other for other in self._known if same_change(edit, other) and other.agent != work.agent), None
        )
        if same is not None:
            work.edits.append(same)
        else:
            self._known.append(desk.propose(work, edit))


async def resolved(desk: Desk, p: Stand, bags: Bags) -> Bag:
    """One bag out of several: Resolve's, or in the `tailor` set the plain union where nothing is in dispute."""
    if desk.case.prompts == "tailor" and not disputed(bags):
        return _agreed(desk, p, bags)
    return await desk.ask("resolve", p, bags=bags, intake=Resolving(bags, strict=desk.case.prompts == "tailor"))


def disputed(bags: Bags) -> bool:
    """Whether two agents have different edits at one place; equal ones share their id."""
    return any(
        one[place] != other[place]
        for one, other in combinations([_by_place(bag) for _, bag in bags], 2)
        for place in one.keys() & other.keys()
    )


class Resolving(Intake):
    """Resolve's answer, edit by edit, against what it was given."""

    def __init__(self, bags: Bags, strict: bool) -> None:
        self._given = union(bags)
        self._used: dict[str, None] = {}
        """Ids that were repeated or that a new edit stands in for."""
        self._last: dict[tuple[Part, int], int] = {}
        """Per place of inserts: how far the given ones are used up, so that repeating keeps their order."""
        self._strict = strict

    def take(self, desk: Desk, work: Work, edit: Edit) -> None:
        """A repetition keeps its id; another text stands in for what it rewrites."""
        if (known := self._repeated(edit)) is not None:
            self._used[known.id] = None
            work.edits.append(known)
            return
        if self._strict and not self._asked_for(edit):
            desk.flag(work, edit, "unasked")
            return
        stands_for = self._rewritten(edit)
        if isinstance(edit, Insert):
            self._last[(edit.part, edit.step)] = len(self._given)
        self._used |= dict.fromkeys(one.id for one in stands_for)
        serves = edit.serves or tuple(dict.fromkeys(id for one in stands_for for id in one.serves))
        desk.propose(work, replace(edit, serves=serves), tuple(one.id for one in stands_for))

    def dropped(self) -> tuple[str, ...]:
        """Ids of what Resolve neither repeated nor rewrote."""
        return tuple(edit.id for edit in self._given if edit.id not in self._used)

    def _repeated(self, edit: Edit) -> Edit | None:
        """The given edit that this one repeats, unless the order of inserts at one place would differ."""
        place = (edit.part, edit.step)
        for index, given in enumerate(self._given):
            if given.id in self._used or not same_change(edit, given):
                continue
            if isinstance(edit, Insert):
                if index < self._last.get(place, 0):
                    continue
                self._last[place] = index
            return given
        return None

    def _rewritten(self, edit: Edit) -> list[Edit]:
        free = [one for one in self._given if one.id not in self._used and _place(one) == _place(edit)]
        if isinstance(edit, Replace):
            return [one for one in free if isinstance(one, Replace)]
        return [one for one in free if isinstance(one, Insert) and _says(edit.text, one.text)]

    def _asked_for(self, edit: Edit) -> bool:
        """Whether somebody proposed something here or next to it."""
        return any(one.part == edit.part and abs(one.step - edit.step) <= 1 for one in self._given)


def union(bags: Bags) -> list[Edit]:
    """Every edit once, in the order of the stages that told them: the order in which a review applies them."""
    order = {name: index for index, (name, _) in enumerate(bags)}
    once = {edit.id: edit for _, bag in bags for edit in bag.edits}
    return sorted(once.values(), key=lambda edit: (order.get(edit.agent, 0), int(edit.id[1:])))


def _agreed(desk: Desk, p: Stand, bags: Bags) -> Bag:
    work = desk.begin("resolve", p)
    work.edits += union(bags)
    desk.finish(work, "none", "The agents do not contradict each other: all their edits are taken.")
    return Bag(tuple(work.edits), fingerprint(p.procedure))


def _says(text: str, other: str) -> bool:
    """Whether `text` holds most of the words of `other`."""
    words = _words(other)
    return bool(words) and len(words & _words(text)) >= MOSTLY * len(words)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _by_place(bag: Bag) -> dict[tuple[Part, int], frozenset[str]]:
    places: dict[tuple[Part, int], frozenset[str]] = {}
    for edit in bag.edits:
        places[_place(edit)] = places.get(_place(edit), frozenset()) | {edit.id}
    return places


def _place(edit: Edit) -> tuple[Part, int]:
    return edit.part, edit.step
