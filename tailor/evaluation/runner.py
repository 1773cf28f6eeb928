"""Run the cells of a bench: several at once, within a budget, stopping in order if going on makes no sense.

A cell is whatever the caller works on; the caller also keeps its result.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar

from tailor.core.errors import Fault, ProviderError, TailorError


class Unfinished(ProviderError):
    """A cell did not finish for a reason outside the model; a later run may finish it.

    It is a ProviderError so that every strategy and method ends its run properly when it meets one.
    """

    exit_code = 1

    def __init__(self, message: str, title: str, *, ends_bench: bool = True) -> None:
        """`ends_bench`: whether the next cell would fail the same way."""
        super().__init__("rate", message, title=title)
        self.ends_bench = ends_bench


BUDGET_SPENT: Final = "The budget is spent"


@dataclass(slots=True)
class Budget:
    """The most a bench may spend in total, including earlier runs. None: no limit."""

    calls: int | None = None
    tokens: int | None = None
    under_way: int = 0
    """Calls that have begun but not ended."""

    @contextmanager
    def call(self, made: int, tokens: int) -> Iterator[None]:
        """Make one call after `made` calls and `tokens` tokens. Unfinished if it would exceed the budget."""
        for most, used, what in ((self.calls, made + self.under_way, "calls"), (self.tokens, tokens, "tokens")):
            if most is not None and used >= most:
                raise Unfinished(
                    f"The {most} {what} this bench may use are spent. Every answer is kept: start it again with a "
                    f"larger --max-{what}, and it continues where it stopped.",
                    BUDGET_SPENT,
                )
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1


J = TypeVar("J")

HOPELESS: Final[frozenset[Fault]] = frozenset({"key", "permission", "model"})
"""Faults that the next call would also meet."""
PATIENCE: Final = 3
"""Faults in a row, per concurrent cell, after which the server counts as gone."""


class BenchStopped(TailorError):
    """Cells are left; every finished one is kept."""

    title = "The bench is not finished"

    def __init__(self, message: str, reason: TailorError) -> None:
        """`reason` is the error of the last cell, whose exit code is used."""
        super().__init__(message)
        self.exit_code = reason.exit_code


@dataclass(frozen=True, slots=True)
class BenchProgress:
    done: int
    """Finished cells, including those of earlier runs."""
    total: int
    left: float | None
    """Estimated seconds to the end; None before the first cell finishes."""
    waited: float = 0.0
    """Seconds since the last cell finished; 0.0 if one just did."""


OnProgress: TypeAlias = Callable[[BenchProgress], None]
Work: TypeAlias = Callable[[J], Awaitable[ProviderError | None]]
"""Works on one cell; returns None once its result is kept, else why it did not finish."""


async def work_through(
    jobs: Sequence[J],
    work: Work[J],
    *,
    at_once: int,
    done: int = 0,
    tell: OnProgress = lambda _: None,
    clock: Callable[[], float] = time.monotonic,
    beat: float = 5.0,
) -> None:
    """Work on every job and report progress, also every `beat` seconds; `done` counts jobs of earlier runs.

    Raises BenchStopped if jobs are left: the budget is spent, the server is gone, a result cannot be written, or
    single cells met a fault. Cells that have begun always run to their end.
    """
    worker = _Worker(work, at_once, done, done + len(jobs), tell, clock)
    tell(BenchProgress(done, worker.total, None))
    waiting = iter(jobs)
    beating = asyncio.create_task(worker.tell_waiting(beat))
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(jobs))):
                group.create_task(worker.go(waiting))
    finally:
        beating.cancel()
    if worker.error is not None:
        raise worker.stopped(worker.error)


@dataclass
class _Worker(Generic[J]):
    work: Work[J]
    at_once: int
    done: int
    total: int
    tell: OnProgress
    clock: Callable[[], float]
    in_a_row: int = 0
    error: TailorError | None = None
    """Why a cell was left last; an error that ends the bench is not replaced."""
    over: bool = False

    def __post_init__(self) -> None:
        self.before = self.done
        self.began = self.last = self.clock()
        """`last`: when the last cell finished."""

    async def tell_waiting(self, beat: float) -> None:
        """Report progress every `beat` seconds while a long cell runs."""
        while True:
            await asyncio.sleep(beat)
            if self.done < self.total:
                self._tell(self.clock() - self.last)

    async def go(self, waiting: Iterator[J]) -> None:
        """Take one job after another until none is left or going on makes no sense."""
        while not self.over and (job := next(waiting, None)) is not None:
            try:
                error: TailorError | None = await self.work(job)
            except TailorError as refused:  # a result could not be saved, so no other could be either
                error = refused
            if error is not None:
                self._failed(error)
                continue
            self.done += 1
            self.in_a_row = 0
            self.last = self.clock()
            self._tell(0.0)

    def stopped(self, error: TailorError) -> BenchStopped:
        """The error for the caller; if the fault may pass, it also says to run the command again."""
        passing = isinstance(error, ProviderError) and not isinstance(error, Unfinished)
        again = " Run the same command again: it continues where it stopped." if passing else ""
        said = f"{self.done} of {self.total} cells are finished and kept. {error.title}: {error.message}{again}"
        return BenchStopped(said, error)

    def _tell(self, waited: float) -> None:
        """Report progress. The time left is based on finished cells, so it does not change while one runs."""
        finished, left = self.done - self.before, None
        if finished:
            left = (self.last - self.began) / finished * (self.total - self.done)
        self.tell(BenchProgress(self.done, self.total, left, waited))

    def _failed(self, error: TailorError) -> None:
        if not self.over:
            self.error = error
        if isinstance(error, Unfinished):
            self.over = self.over or error.ends_bench
        elif isinstance(error, ProviderError):
            self.in_a_row += 1
            self.over = self.over or error.fault in HOPELESS or self.in_a_row >= PATIENCE * self.at_once
        else:
            self.over = True
