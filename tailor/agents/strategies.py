"""The strategies: how agents are composed, each as its formula ([CP] section 3; two are ours; DESIGN 5).

To add a strategy, write its function and one row of `STRATEGIES`: settings, screens, command line and benches take
their names from there. P is the procedure, M and V are the bags of Modify and Verify. Also here: how several bags
become one, and the extra Verify agents.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, TypeAlias, get_args

from tailor.agents.stages import BackendInfo, Beside, EditIntake, Snapshot, StageRun, StageRunner, Verifier
from tailor.core.coverage import guard_findings
from tailor.core.edits import RENUMBER, Bag, Edit, Insert, Replace, is_deletion, same_change
from tailor.core.engine import in_range
from tailor.core.errors import ProviderError, UsageError
from tailor.core.guard import tripwires
from tailor.core.procedure import Part, Procedure, fingerprint
from tailor.core.protocols import AgentName
from tailor.core.renumber import mentions
from tailor.core.requirements import Requirement
from tailor.core.text import one_line

Bags: TypeAlias = tuple[tuple[str, Bag], ...]
"""Agents' names with their bags, all on one list."""

RunStages: TypeAlias = Callable[[StageRunner, Snapshot], Coroutine[None, None, Snapshot]]
"""From the original to the strategy's own result: every edit applied that the user has not rejected meanwhile."""

MANY_STEPS: Final = 4
"""[CP] 5.2: if more steps than this change, a rewrite does better than edits."""

MOST_CALLS: Final = 3
"""Calls of a model that `rewrite` makes, unless two answers in a row were unreadable."""

MOSTLY: Final = 0.5
"""Share of an insert's words that another text must contain to count as the same."""


async def sequential(runner: StageRunner, p: Snapshot) -> Snapshot:
    """P → Modify → apply → Verify → apply."""
    modified = runner.apply(p, await runner.ask("modify", p), modified=True)
    return await _verified(runner, modified)


async def unified(runner: StageRunner, p: Snapshot) -> Snapshot:
    """P → one agent asked for both → apply."""
    return runner.apply(p, await runner.ask("unified", p))


async def parallel(runner: StageRunner, p: Snapshot) -> Snapshot:
    """P → Modify ‖ Verify (‖ further Verify agents) → Resolve → apply."""
    bags = await _at_once(runner, p)
    return runner.apply(p, await resolved(runner, p, bags))


async def reverse(runner: StageRunner, p: Snapshot) -> Snapshot:
    """P → Verify → apply → Modify → apply."""
    verified = await _verified(runner, p)
    return runner.apply(verified, await runner.ask("modify", verified))


async def end_to_end(runner: StageRunner, p: Snapshot) -> Snapshot:
    return runner.apply(p, await runner.ask("customize", p))


async def adaptive(runner: StageRunner, p: Snapshot) -> Snapshot:
    """P → Modify; where more than four steps are concerned → Customize on P instead; apply → Verify → apply."""
    bag = await runner.ask("modify", p)
    if len(concerned(p.procedure, bag, runner.context.requirements)) > MANY_STEPS:
        bag = await runner.ask("customize", p)
    return await _verified(runner, runner.apply(p, bag, modified=True))


async def rewrite(runner: StageRunner, p: Snapshot) -> Snapshot:
    """P → Customize by walking → apply → Verify → apply → Verify once more where that is worth it → apply.

    In the `tailor` set Customize reads the hint first, and Verify sees what P said. It looks once more where it
    inserted or deleted a step or changed a number, as long as that is the third call at most.
    """
    calls = runner.numbers.call
    at = runner.apply(p, await runner.ask("customize", p, beside=Beside(reads=True)), modified=True)
    bag = await runner.ask("verify", at, beside=Beside(p.procedure))
    checked = runner.apply(at, bag)
    may = runner.context.prompts == "tailor" and runner.numbers.call - calls < MOST_CALLS
    if may and checked.procedure.steps and risky(at.procedure, bag):
        beside = Beside(p.procedure, written(checked, bag))
        checked = runner.apply(checked, await runner.ask("verify", checked, beside=beside))
    return await _further_verified(runner, checked)


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way of composing the agents."""

    name: str
    """As written in settings, records and on the command line."""
    run: RunStages
    label: str
    about: str
    """What helps people to choose it, in one sentence."""


_IN_ORDER: Final = (
    Strategy(
        "sequential", sequential, "Sequential", "First make it fit, then check that it can still be carried out."
    ),
    Strategy("unified", unified, "Unified", "One agent does both at once: the fewest questions to a model."),
    Strategy("parallel", parallel, "Parallel", "Both look at your original at once; a third settles clashes."),
    Strategy("reverse", reverse, "Reverse", "First mend what is unclear in the original, then make it fit."),
    Strategy("end_to_end", end_to_end, "Rewrite", "All is written anew and shown as edits; for strong models."),
    Strategy("adaptive", adaptive, "Adaptive", "Edits; where many are needed, a rewrite too, and you choose."),
    Strategy("rewrite", rewrite, "Rewrite and check", "Every step is gone through for you, then all is checked."),
)
STRATEGIES: Final[Mapping[str, Strategy]] = {one.name: one for one in _IN_ORDER}


def default_strategy(by: BackendInfo) -> str:
    """The name of the strategy to run where none was chosen: what serves best depends on who answers."""
    return "sequential" if by.provider == "builtin" else "rewrite"


def concerned(base: Procedure, bag: Bag, requirements: tuple[Requirement, ...]) -> frozenset[int]:
    """The steps of the base that a bag touches, or that the guard or a requirement names."""
    touched = {max(edit.step, 1) for edit in bag.edits if edit.part == "steps" and in_range(base, edit)}
    findings = guard_findings(base, requirements)
    found = {one.step for one in findings if one.part == "steps" and one.kind != "not_assessed"}
    named = {number for one in requirements for number in mentions(one.text) if number <= len(base.steps)}
    return frozenset(touched | named | {step for step in found if step is not None})


def risky(base: Procedure, bag: Bag) -> bool:
    """Whether the edits may have broken something: one inserts, deletes or changes a number of a step."""
    steps = [edit for edit in bag.edits if edit.part == "steps" and in_range(base, edit)]
    return any(
        isinstance(edit, Insert)
        or is_deletion(edit)
        or any(wire.what == "number" for wire in tripwires(base.steps[edit.step - 1], edit.text))
        for edit in steps
    )


def written(at: Snapshot, bag: Bag) -> tuple[int, ...]:
    """The numbers of the steps that these edits wrote; where they only deleted, every step that is left."""
    ids = {edit.id for edit in bag.edits}
    numbered = tuple(enumerate(at.draft.steps, 1))
    return tuple(n for n, spot in numbered if spot.writer in ids) or tuple(n for n, _ in numbered)


async def _verified(runner: StageRunner, at: Snapshot) -> Snapshot:
    """Verify, then each extra Verify agent on the result so far."""
    return await _further_verified(runner, runner.apply(at, await runner.ask("verify", at)))


async def _further_verified(runner: StageRunner, at: Snapshot) -> Snapshot:
    """Each extra Verify agent on the result so far."""
    for verifier in runner.context.verifiers:
        at = runner.apply(at, await runner.ask("verify", at, verifier))
    return at


async def _at_once(runner: StageRunner, p: Snapshot) -> tuple[tuple[str, Bag], ...]:
    """Modify and every Verify agent on the same list; all finish before a failure is raised."""
    intake = Collapsing()
    asked: list[tuple[AgentName, Verifier | None]] = [("modify", None), ("verify", None)]
    asked += [("verify", verifier) for verifier in runner.context.verifiers]

    async def one(agent: AgentName, verifier: Verifier | None) -> Bag | ProviderError:
        try:
            return await runner.ask(agent, p, verifier, intake=intake)
        except ProviderError as error:
            return error

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(*who)) for who in asked]
    bags: list[tuple[str, Bag]] = []
    for (agent, verifier), task in zip(asked, tasks, strict=True):
        if isinstance(outcome := task.result(), ProviderError):
            raise outcome
        bags.append((verifier.name if verifier else agent, outcome))
    return tuple(bags)


class Collapsing(EditIntake):
    """For agents that work on one list at once: an edit that another agent already made keeps its id."""

    def __init__(self) -> None:
        self._known: list[Edit] = []

    def take(self, runner: StageRunner, work: StageRun, edit: Edit) -> None:
        """Report an edit unless it equals one of another agent."""
        others = (other for other in self._known if other.agent != work.agent)
        if (same := next((other for other in others if same_change(edit, other)), None)) is not None:
            work.edits.append(same)
        else:
            self._known.append(runner.propose(work, edit))

    def forget(self, work: StageRun) -> None:
        self._known = [one for one in self._known if one.agent != work.agent]


async def resolved(runner: StageRunner, p: Snapshot, bags: Bags) -> Bag:
    """One bag from several: Resolve's, or in the `tailor` set the union if nothing is disputed."""
    ours = runner.context.prompts == "tailor"
    if not ours or disputed(bags):
        return await runner.ask("resolve", p, bags=bags, intake=Resolving(bags, strict=ours))
    work = runner.begin("resolve", p)
    work.edits += union(bags)
    runner.finish(work, "none", "The agents do not contradict each other: all their edits are taken.")
    return Bag(tuple(work.edits), fingerprint(p.procedure))


def disputed(bags: Bags) -> bool:
    """Whether two agents have different edits at one place; equal ones share their id."""
    return any(
        one[place] != other[place]
        for one, other in combinations([_by_place(bag) for _, bag in bags], 2)
        for place in one.keys() & other.keys()
    )


class Resolving(EditIntake):
    """Resolve's answer, edit by edit, compared with the bags it was given."""

    def __init__(self, bags: Bags, strict: bool) -> None:
        self._given = union(bags)
        self._used: dict[str, None] = {}
        """Ids that were repeated or rewritten."""
        self._last: dict[tuple[Part, int], int] = {}
        """By place of inserts: how far the given ones are used, so that repeating them keeps their order."""
        self._strict = strict

    def take(self, runner: StageRunner, work: StageRun, edit: Edit) -> None:
        """A repeated edit keeps its id; a new text replaces what it rewrites."""
        if (known := self._repeated(edit)) is not None:
            self._used[known.id] = None
            work.edits.append(known)
            return
        if self._strict and not any(_asks_for(one, edit) for one in self._given):
            runner.flag(work, edit, "unasked")
            return
        stands_for = self._rewritten(edit)
        if isinstance(edit, Insert):
            self._last[_place(edit)] = len(self._given)
        self._used |= dict.fromkeys(one.id for one in stands_for)
        serves = edit.serves or tuple(dict.fromkeys(id for one in stands_for for id in one.serves))
        runner.propose(work, replace(edit, serves=serves), tuple(one.id for one in stands_for))

    def forget(self, work: StageRun) -> None:
        self._used.clear()
        self._last.clear()

    def dropped(self) -> tuple[str, ...]:
        return tuple(edit.id for edit in self._given if edit.id not in self._used)

    def _repeated(self, edit: Edit) -> Edit | None:
        """The given edit that this one repeats, unless inserts at one place would change their order."""
        for index, given in enumerate(self._given):
            if given.id in self._used or not same_change(edit, given):
                continue
            if isinstance(edit, Insert):
                if index < self._last.get(_place(edit), 0):
                    continue
                self._last[_place(edit)] = index
            return given
        return None

    def _rewritten(self, edit: Edit) -> list[Edit]:
        free = [one for one in self._given if one.id not in self._used and _place(one) == _place(edit)]
        if isinstance(edit, Replace):
            return [one for one in free if isinstance(one, Replace)]
        return [one for one in free if isinstance(one, Insert) and _says_the_same(edit.text, one.text)]


def union(bags: Bags) -> list[Edit]:
    """Every edit once, in the order of the stages that proposed them, as a review applies them."""
    order = {name: index for index, (name, _) in enumerate(bags)}
    once = {edit.id: edit for _, bag in bags for edit in bag.edits}
    return sorted(once.values(), key=lambda edit: (order.get(edit.agent, 0), int(edit.id[1:])))


def _asks_for(given: Edit, edit: Edit) -> bool:
    """Whether settling a dispute may bring this edit: at the place of a given one, or near it in like words."""
    if isinstance(given, Replace) and isinstance(edit, Replace) and _place(given) == _place(edit):
        return True
    near = given.part == edit.part and abs(given.step - edit.step) <= 1
    return near and (_says_the_same(edit.text, given.text) or _says_the_same(given.text, edit.text))


def _says_the_same(text: str, other: str) -> bool:
    """Whether `text` contains most of the words of `other`."""
    words, others = (set(re.findall(r"\w{3,}", one.casefold())) for one in (text, other))
    return bool(others) and len(words & others) >= MOSTLY * len(others)


def _by_place(bag: Bag) -> dict[tuple[Part, int], set[str]]:
    places: dict[tuple[Part, int], set[str]] = {}
    for edit in bag.edits:
        places.setdefault(_place(edit), set()).add(edit.id)
    return places


def _place(edit: Edit) -> tuple[Part, int]:
    return edit.part, edit.step


PRESETS: Final[Mapping[str, str]] = {
    "states": (
        "For every step: is each thing it uses there at that moment, and in the state the step needs (open, "
        "empty, clean, dry, warm, charged, cut, mixed, within reach)? What earlier steps did to a thing decides, "
        "and what nobody brought about is not there."
    ),
    "causes": (
        "For every step: what does the next one take for granted, and does this step really bring it about, with "
        "this amount, time and tool, in this person's situation? Look for effects that come too late, too weak or "
        "not at all, and for effects nobody wants."
    ),
}
"""[CP] 5.3 names agents for the states of things and for causes; the wording is ours."""

_TAKEN_NAMES: Final = frozenset([*get_args(AgentName), RENUMBER, "you", "builtin"])


def completed(verifiers: Iterable[Verifier]) -> tuple[Verifier, ...]:
    """The extra Verify agents, with the presets' instructions. UsageError for a bad name or no instruction."""
    done: dict[str, Verifier] = {}
    for one in verifiers:
        name = one_line(one.name, 40)
        words = one.instruction.strip() or PRESETS.get(name, "")
        if not name or name.casefold() in _TAKEN_NAMES or name in done:
            raise UsageError(f'A further Verify agent cannot be called "{name}". Give each a name of its own.')
        if not words:
            raise UsageError(
                f'The Verify agent "{name}" has no instruction. Say what it is to look at, or use a name that '
                f"ships with one: {', '.join(PRESETS)}."
            )
        done[name] = Verifier(name, words)
    return tuple(done.values())
