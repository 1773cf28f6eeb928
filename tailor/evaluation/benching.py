"""The whole of `bench customize`: from a plan to results, told again without a model where that is asked.

Owns which cells are still to be done, keeping each result as it comes, and what of it lies in the bench's folder.
Refuses to know servers and keys (the command line hands in a model), to measure (`customizing`) and to count
(`tables`).
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from tailor.core.errors import ProviderError
from tailor.core.protocols import Model
from tailor.evaluation.budget import calls_at_once
from tailor.evaluation.calls import CALLS_FILE, Budget, Cell, Record, RecordedModel
from tailor.evaluation.cases import Case
from tailor.evaluation.customizing import Drawing, customize, customize_builtin
from tailor.evaluation.folder import JUDGEMENTS_FILE
from tailor.evaluation.grid import BUILTIN
from tailor.evaluation.judge_model import judge_all
from tailor.evaluation.plan import Job, Plan
from tailor.evaluation.results import (
    RESULTS_FILE,
    Result,
    add_result,
    chosen,
    items_of,
    read_results,
    write_results,
)
from tailor.evaluation.working import OnProgress, work_through


@dataclass(slots=True)
class Means:
    """With what a bench works."""

    model: Model | None
    judge: Model | None = None
    replay: bool = False
    """Nobody is asked; what the record does not hold is missing."""
    budget: Budget = field(default_factory=Budget)
    at_once: int | None = None
    """Calls at once to one server; None: as many as suit it."""
    tell: OnProgress = lambda _: None
    tell_judging: OnProgress = lambda _: None


@dataclass
class Bench:
    """One bench in its folder."""

    folder: Path
    plan: Plan
    means: Means

    def __post_init__(self) -> None:
        self.record = Record(self.folder / CALLS_FILE)
        self._rooms: dict[str, asyncio.Semaphore] = {}
        self._before = {one.cell: one for one in read_results(self.folder / RESULTS_FILE)}
        self._kept = {} if self.means.replay else dict(self._before)

    def results(self) -> tuple[Result, ...]:
        """What is finished of the grid, in its order."""
        return in_order(self.plan, self._kept.values())

    async def run(self) -> None:
        """Finishes the grid. Raises Stopped where some cells are left; every result is on the disk by then."""
        jobs = self.plan.jobs
        todo = [job for job in jobs if job[0] not in self._kept]
        try:
            await work_through(
                todo,
                self._one,
                at_once=self._at_once(self.means.model),
                done=len(jobs) - len(todo),
                tell=self.means.tell,
            )
        finally:
            if self.means.replay:  # what could not be told again, or is of a larger grid, stays in the file
                told = {one.cell: one for one in self.results()}
                write_results(self.folder / RESULTS_FILE, {**self._before, **told}.values())

    async def judge(self) -> int:
        """Asks the judging model about every result; how many of its answers could not be read. Raises Stopped."""
        items = items_of(self.results(), self.plan.cases)
        return await judge_all(
            items,
            self.folder / JUDGEMENTS_FILE,
            self.plan.judge or "",
            lambda cell: self._model(self.means.judge, cell),
            at_once=self._at_once(self.means.judge),
            tell=self.means.tell_judging,
        )

    async def _one(self, job: Job) -> ProviderError | None:
        cell, case, column = job
        if column.way == BUILTIN:
            outcome: Result | ProviderError = await customize_builtin(case, column, cell)
        else:
            drawing = Drawing(self.plan.temperature, self.plan.longest_answer)
            outcome = await customize(case, column, self._model(self.means.model, cell), drawing=drawing)
        if isinstance(outcome, ProviderError):
            return outcome
        if not self.means.replay:
            add_result(self.folder / RESULTS_FILE, outcome)
        self._kept[cell] = outcome
        return None

    def _model(self, model: Model | None, cell: Cell) -> RecordedModel:
        host = model.host if model is not None else ""
        room = self._rooms.setdefault(host, asyncio.Semaphore(self._at_once(model)))
        return RecordedModel(None if self.means.replay else model, self.record, cell, self.means.budget, room)

    def _at_once(self, model: Model | None) -> int:
        """How many cells, and how many calls, run at once at this model's server."""
        return 1 if model is None or self.means.replay else calls_at_once(model.host, self.means.at_once)


def in_order(plan: Plan, results: Iterable[Result]) -> tuple[Result, ...]:
    """Those of the plan's grid, in its order; which option each took is told with the plan's margin."""
    kept = {one.cell: one for one in results}
    return tuple(_told(kept[cell], case, plan.margin) for cell, case, _ in plan.jobs if cell in kept)


def _told(kept: Result, case: Case, margin: float) -> Result:
    if case.choice is None or kept.result is None:
        return kept
    return replace(kept, chosen=chosen(case.choice, case.procedure.steps, kept.result.steps, margin))
