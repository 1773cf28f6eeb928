"""The crew of the built-in tailor: every task of `core.tasks`, answered by rules.

Owns which rules an agent follows and in which order, and what is said about requirements in the end. Refuses
what the person turned down, steps that are done already and, on request, everything but one step.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, TypeAlias

from tailor.core.edits import Edit, Insert, same_change
from tailor.core.engine import in_range
from tailor.core.guard import constraints_in
from tailor.core.protocols import Answer, OnOutput, Task
from tailor.core.requirements import Requirement
from tailor.providers.builtin.accidents import Place, mend
from tailor.providers.builtin.air_frying import air_fry
from tailor.providers.builtin.blending import blend
from tailor.providers.builtin.circumstances import adapt
from tailor.providers.builtin.deadlines import reckon
from tailor.providers.builtin.equipment import do_without
from tailor.providers.builtin.having import use_what_is_there
from tailor.providers.builtin.overnight import wait_a_night
from tailor.providers.builtin.removal import remove
from tailor.providers.builtin.resolve import settle
from tailor.providers.builtin.scaling import scale
from tailor.providers.builtin.sheet import Sheet, sheet_of
from tailor.providers.builtin.shortage import stand_in
from tailor.providers.builtin.sizes import resize
from tailor.providers.builtin.spiciness import cool_down
from tailor.providers.builtin.substitution import substitute
from tailor.providers.builtin.sweetness import sweeten_less
from tailor.providers.builtin.timing import shorten
from tailor.providers.builtin.units import convert
from tailor.providers.builtin.verify_rules import look_over
from tailor.providers.builtin.wording import reword
from tailor.threads import run_in_daemon_thread

Rule: TypeAlias = Callable[[Sheet, Sequence[Requirement]], None]

MODIFY: tuple[Rule, ...] = (
    *(scale, resize, blend, sweeten_less, cool_down, substitute, wait_a_night, air_fry, do_without),
    *(remove, adapt, shorten, reckon, convert, reword),
)
"""In this order: amounts before what they are amounts of, and wording last."""

ONCE: frozenset[Rule] = frozenset((scale, resize, sweeten_less, cool_down))
"""Rules that multiply: done twice, they make a quarter out of a half."""

LONGEST_CLAUSE: Final = 1_000
"""Characters of a requirement that rules read: they look at every place of it, and at all that may follow there. A
longer one is no clause that a rule knows, and that is said."""

_UNKNOWN = "I have no rule for this and changed nothing for it."
_HELP = (
    "What I can do: leave out or exchange foods and tools (“no nuts”, “I have no oven”), other amounts and units "
    "(“half of it”, “metric”), less time, simpler words. Say it so, or connect a model: it knows more."
)
"""Said once, where a requirement was not understood."""
_UNKNOWN_HALFWAY = (
    "I did not understand this. Say it in other words, such as “I have no milk” or “it is too thin”; a connected "
    "model knows more."
)


class BuiltinCrew:
    """Answers every task by rules; equal tasks get equal answers."""

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """The edits and what must be said, each edit told by itself; whoever waits has the screen meanwhile."""
        found, says = await asyncio.wrap_future(run_in_daemon_thread(partial(_answer, task)))
        edits: list[Edit] = []
        for edit in found:
            if _allowed(task, edit):
                edits.append(edit)
                tell(edit)
                await asyncio.sleep(0)
        return Answer(edits=tuple(edits), end="edits" if edits else "none", says=says)


def _answer(task: Task) -> tuple[tuple[Edit, ...], str]:
    if task.agent == "resolve":
        return settle(task.base, task.bags)
    sheet = sheet_of(task.base, task.frozen)
    wanted = [requirement for requirement in task.requirements if requirement.on]
    if task.agent == "verify":
        pending = _pending(task)
        wanted = [one for one in wanted if one.id in pending]
    if task.at:  # half-way the profile only bars what is new: nobody wants words explained while it burns
        wanted = [one for one in wanted if one.source != "profile" or constraints_in(one.text)]
    told = [one for one in wanted if len(one.text) <= LONGEST_CLAUSE]
    left = mend(sheet, told, Place(task.at, max(task.at - 1, task.frozen))) if task.at else told
    left = use_what_is_there(sheet, stand_in(sheet, left, rescue=task.at > 0))
    anew = left if task.agent != "verify" else _untouched(task, left)
    for rule in MODIFY:
        rule(sheet, anew if rule in ONCE else left)
    if task.agent in ("verify", "unified"):
        look_over(sheet, task)
    edits = tuple(sheet.edits())
    return edits, _says(sheet, wanted, edits, quiet=task.agent == "verify", rescue=task.at > 0)


def _pending(task: Task) -> set[str]:
    """The requirements Verify tries again: what nothing serves yet, and what the guard still finds."""
    found = {finding.constraint for finding in task.findings}
    again = {one.id for one in task.requirements if found.intersection(constraints_in(one.text))}
    return again | set(task.uncovered)


def _untouched(task: Task, left: Iterable[Requirement]) -> list[Requirement]:
    """The requirements that nothing was done for: one that the guard speaks against may well have been scaled."""
    found = {finding.constraint for finding in task.findings}
    return [one for one in left if one.id in task.uncovered and not found.intersection(constraints_in(one.text))]


def _allowed(task: Task, edit: Edit) -> bool:
    """Whether the edit may be proposed at all."""
    if not in_range(task.base, edit) or any(same_change(edit, old) for old in task.rejected):
        return False
    if edit.part == "resources":
        return task.only_step is None
    if task.only_step is not None and edit.step != task.only_step:
        return isinstance(edit, Insert) and edit.step == task.only_step - 1 >= task.frozen
    return edit.step >= task.frozen if edit.op == "insert" else edit.step > task.frozen


def _says(
    sheet: Sheet, wanted: Sequence[Requirement], edits: Iterable[Edit], *, quiet: bool, rescue: bool = False
) -> str:
    """One sentence or more for each requirement that is not simply served."""
    named = {id for edit in edits for id in edit.serves}
    lines, unknown = [], False
    for one in wanted:
        notes = " ".join(sheet.said.get(one.id, ()))
        if one.id not in sheet.touched:
            if not quiet:
                unknown = not rescue
                lines.append(f"{one.id} “{one.words}”: {_UNKNOWN_HALFWAY if rescue else _UNKNOWN} {notes}".strip())
        elif notes:
            lines.append(f"{one.id} “{one.words}”: {notes}")
        elif one.id not in named and not quiet:
            lines.append(f"{one.id} “{one.words}”: I found nothing in the steps or the list to change for it.")
    return "\n".join([*lines, *sheet.said.get("", ()), *([_HELP] if unknown else [])])
