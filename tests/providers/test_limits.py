import asyncio

import pytest

from tailor.config import Deadlines
from tailor.providers import http_client
from tailor.providers.errors import ServerFault
from tailor.providers.http_client import TAIL, CallDeadlines, now, within


def test_only_content_moves_the_clock_and_the_total_never_moves() -> None:
    clock = CallDeadlines(Deadlines(first=10, idle=5, total=12), now=100)
    clock.attempt(100)
    assert clock.next() == (110, "first_deadline")
    clock.content(104)
    assert clock.next() == (109, "idle_deadline")
    clock.content(108)
    assert clock.next() == (112, "total_deadline")
    assert clock.left(109) == 3


def test_a_tail_does_not_grow() -> None:
    clock = CallDeadlines(Deadlines(), now=0)
    clock.attempt(0)
    clock.whole(10)
    clock.content(11)
    clock.whole(11)
    assert clock.next() == (10 + TAIL, "idle_deadline")


def test_time_in_which_the_process_did_not_run_is_given_back() -> None:
    clock = CallDeadlines(Deadlines(first=10, idle=5, total=12), now=100)
    clock.attempt(100)
    clock.content(101)
    clock.resumed(500)
    assert clock.next() == (505, "idle_deadline")
    clock.content(504)
    assert clock.next() == (506, "total_deadline")


@pytest.mark.parametrize("slept", [True, False])
async def test_a_deadline_that_passed_in_our_sleep_ends_no_call(
    slept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_client, "LATE", -1.0 if slept else 60.0)  # so each deadline is noticed late, or none
    clock = CallDeadlines(Deadlines(first=0.01, idle=0.01, total=0.01), now())
    clock.attempt(now())
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    if slept:
        asyncio.get_running_loop().call_later(0.1, answer.set_result, "done")
        assert await within(clock, answer) == "done"
    else:
        with pytest.raises(ServerFault):
            await within(clock, answer)
