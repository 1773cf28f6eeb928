"""Work in a thread of its own: who stops waiting for it leaves nothing broken behind."""

import asyncio
import gc
import os
import socket
import subprocess
import sys
import threading
from typing import Any

import pytest

from tailor.threads import aside, run_in_daemon_thread, run_to_end


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


def test_the_end_waits_for_no_name_of_a_host(monkeypatch: pytest.MonkeyPatch) -> None:
    found, looked_up = threading.Event(), list[bool]()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: looked_up.append(found.wait(20)))

    async def connected() -> str:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.open_connection("somewhere.test", 80)
        return "done"

    assert run_to_end(connected()) == "done"
    assert looked_up == []
    found.set()


@pytest.mark.parametrize(
    ("error", "kind"), [(ValueError("private words"), "ValueError"), (OSError("private words"), "")]
)
def test_of_an_error_that_nobody_waits_for_at_most_its_kind_is_written(
    error: Exception, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing() -> None:
        asyncio.get_running_loop().create_future().set_exception(error)

    run_to_end(failing())
    gc.collect()
    assert "private words" not in caplog.text
    assert kind in caplog.text
    assert bool(caplog.text) == bool(kind)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_where_no_more_files_can_be_opened_only_that_is_told() -> None:
    told = (
        "import asyncio, os, resource\nfrom tailor.threads import run_to_end\n"
        "most = os.open(os.devnull, 0) + 2\nresource.setrlimit(resource.RLIMIT_NOFILE, (most, most))\n"
        "try:\n    run_to_end(asyncio.sleep(0))\nexcept OSError as error:\n    print(error.strerror)"
    )
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("Too many open files\n", "")
