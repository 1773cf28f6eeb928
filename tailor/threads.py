"""Run blocking work in a daemon thread, which does not keep the program from exiting as a pool's threads would."""

import asyncio
import logging
import socket
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


def run_in_daemon_thread(work: Callable[[], T]) -> "Future[T]":
    """Start the work in its own thread; the future gets its result or exception."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # cancelling the wait does not stop the work, whose end must not raise

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - it goes to whoever waits for the result
            future.set_exception(error)
        else:
            future.set_result(result)

    Thread(target=run, name="aside", daemon=True).start()
    return future


async def aside(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Run the work in a daemon thread and return its result: for work that the exit need not wait for.

    For anything that must be written use `asyncio.to_thread`: the program then ends only once it is done.
    """
    return await asyncio.wrap_future(run_in_daemon_thread(partial(work, *given, **named)))


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, but does not wait for host name lookups at the end.

    asyncio looks names up in its pool and waits for the pool's threads: minutes, if a network drops the queries.
    Once nobody waits for a task, it fails silently if the system or the network caused it; for other errors the
    type is logged.
    """
    try:
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            return runner.run(work)
    finally:
        work.close()  # without a loop, it was never started


def _new_loop() -> asyncio.AbstractEventLoop:
    with socket.socket(), socket.socket(), socket.socket():  # else a half-made loop would complain
        pass
    loop = asyncio.new_event_loop()
    loop.getaddrinfo = _look_up  # type: ignore[method-assign]
    loop.set_exception_handler(_note_fault)
    return loop


def _note_fault(_: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
    """Log errors that nobody waited for, without their messages, which may be private."""
    error = told.get("exception")
    if error is not None and not isinstance(error, OSError):
        logging.getLogger(__name__).error("an unexpected error in the background: %s", type(error).__name__)


async def _look_up(host: Any, port: Any, **named: Any) -> Any:
    return await aside(socket.getaddrinfo, host, port, **named)
