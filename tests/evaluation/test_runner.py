"""Working through cells: bounded, told, stopped in order."""

import asyncio

import pytest

from tailor.core.errors import Fault, ProviderError
from tailor.evaluation.runner import BUDGET_SPENT, PATIENCE, BenchProgress, BenchStopped, Unfinished, work_through
from tailor.storage import SaveError


class Cells:
    """Work that fails where it is told to."""

    def __init__(self, **failing: ProviderError) -> None:
        self.failing = failing
        self.seen: list[str] = []
        self.inside = self.most = 0

    async def work(self, job: str) -> ProviderError | None:
        self.seen.append(job)
        self.inside += 1
        self.most = max(self.most, self.inside)
        await asyncio.sleep(0)
        self.inside -= 1
        return self.failing.get(job)


def fault(kind: Fault) -> ProviderError:
    return ProviderError(kind, "It did not work.")


async def test_every_job_is_done_once_and_never_more_than_so_many_at_the_same_time() -> None:
    cells = Cells()
    await work_through("abcdefg", cells.work, at_once=3)
    assert sorted(cells.seen) == list("abcdefg")
    assert cells.most == 3


async def test_while_a_long_cell_runs_it_is_said_again_and_again_that_it_goes_on() -> None:
    told: list[BenchProgress] = []
    heard = asyncio.Event()

    def tell(progress: BenchProgress) -> None:
        told.append(progress)
        if progress.waited and len(told) > 3:
            heard.set()

    async def work(job: str) -> ProviderError | None:
        if job == "b":
            await heard.wait()
        return None

    await work_through("ab", work, at_once=1, tell=tell, beat=0)
    waiting = [one for one in told if one.waited]
    assert {(one.done, one.total) for one in waiting} <= {(0, 2), (1, 2)}
    assert (1, 2) in {(one.done, one.total) for one in waiting}
    assert told[-1] == BenchProgress(2, 2, 0.0)


async def test_progress_counts_earlier_runs_and_tells_the_time_that_is_left() -> None:
    told: list[BenchProgress] = []
    ticks = iter([0.0, 10.0, 20.0])
    await work_through("ab", Cells().work, at_once=1, done=3, tell=told.append, clock=lambda: next(ticks))
    assert told == [BenchProgress(3, 5, None), BenchProgress(4, 5, 10.0), BenchProgress(5, 5, 0.0)]


async def test_a_spent_budget_ends_the_bench_and_says_how_much_is_kept() -> None:
    cells = Cells(b=Unfinished("All calls are spent.", BUDGET_SPENT))
    with pytest.raises(BenchStopped, match=r"^1 of 4 cells are finished and kept\. The budget is spent: All"):
        await work_through("abcd", cells.work, at_once=1)
    assert cells.seen == ["a", "b"]


async def test_one_fault_leaves_one_cell_and_the_rest_goes_on() -> None:
    cells = Cells(b=fault("server"))
    with pytest.raises(BenchStopped, match=r"3 of 4 cells.*Run the same command again"):
        await work_through("abcd", cells.work, at_once=1)
    assert cells.seen == list("abcd")


@pytest.mark.parametrize("kind", ["key", "permission", "model"])
async def test_what_the_next_call_would_meet_as_well_ends_the_bench(kind: Fault) -> None:
    cells = Cells(a=fault(kind))
    with pytest.raises(BenchStopped):
        await work_through("abcd", cells.work, at_once=1)
    assert cells.seen == ["a"]


async def test_faults_with_successes_between_them_do_not_end_the_bench() -> None:
    jobs = [f"{n}{kind}" for n in range(PATIENCE + 2) for kind in ("good", "bad")]
    cells = Cells(**{job: fault("server") for job in jobs if job.endswith("bad")})
    with pytest.raises(BenchStopped, match=f"{PATIENCE + 2} of {len(jobs)}"):
        await work_through(jobs, cells.work, at_once=1)
    assert cells.seen == jobs


async def test_the_exit_code_is_that_of_the_reason() -> None:
    for error, code in ((fault("network"), 4), (Unfinished("All calls are spent.", BUDGET_SPENT), 1)):
        with pytest.raises(BenchStopped) as stopped:
            await work_through("a", Cells(a=error).work, at_once=1)
        assert stopped.value.exit_code == code


async def test_faults_in_a_row_end_the_bench_since_the_server_is_gone() -> None:
    cells = Cells(**{job: fault("network") for job in "bcdefg"})
    with pytest.raises(BenchStopped, match="1 of 7"):
        await work_through("abcdefg", cells.work, at_once=1)
    assert len(cells.seen) == 1 + PATIENCE


async def test_a_result_that_the_disk_does_not_take_ends_the_bench_in_order() -> None:
    begun: list[str] = []

    async def work(job: str) -> ProviderError | None:
        begun.append(job)
        if job == "b":
            raise SaveError("No room.")
        return None

    with pytest.raises(BenchStopped, match=r"^1 of 4 cells are finished and kept\. Not saved: No room\.$"):
        await work_through("abcd", work, at_once=1)
    assert begun == ["a", "b"]
