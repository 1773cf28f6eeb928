"""Work in a thread of its own: who stops waiting for it leaves nothing broken behind."""

import asyncio
import threading
from typing import Any

import pytest

from tailor.threads import aside, run_in_daemon_thread


async def test_work_whose_waiter_is_gone_ends_in_peace(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    goes_on = threading.Event()
    future = run_in_daemon_thread(goes_on.wait)
    waiting = asyncio.ensure_future(asyncio.wrap_future(future))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    goes_on.set()
    assert await asyncio.to_thread(future.result, 5)
    for thread in threading.enumerate():
        if thread.name == "aside":
            await asyncio.to_thread(thread.join, 5)
    assert raised == []


async def test_what_is_only_read_runs_where_nobody_waits_for_it_at_the_end() -> None:
    assert (await aside(threading.current_thread)).daemon
    with pytest.raises(ZeroDivisionError):
        await aside(divmod, 1, 0)
