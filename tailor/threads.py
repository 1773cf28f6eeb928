"""Blocking work in a daemon thread, which does not keep the program from ending, as a pool's threads would."""

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
    """Start the work in a thread of its own; the future gets its result or exception."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # who stops waiting does not stop the work: its end must not be an error

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
    """What the work gives, done in a daemon thread: for what needs not be waited for at the end.

    What has to be written runs in `asyncio.to_thread`: the program ends only when it is.
    """
    return await asyncio.wrap_future(run_in_daemon_thread(partial(work, *given, **named)))


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`, but its end waits for no host's name.

    asyncio looks names up in its pool, whose threads it waits for: minutes, where a network swallows questions.
    What nobody waits for any more fails silently if the system or the network refused it; of a fault the kind is
    logged.
    """
    try:
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            return runner.run(work)
    finally:
        work.close()  # where there is no loop, nobody began it


def _new_loop() -> asyncio.AbstractEventLoop:
    with socket.socket(), socket.socket(), socket.socket():  # without these files, half a loop would complain
        pass
    loop = asyncio.new_event_loop()
    loop.getaddrinfo = _look_up  # type: ignore[method-assign]
    loop.set_exception_handler(_note_fault)
    return loop


def _note_fault(_: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
    """Log what failed while nobody waited for it, without its words: they may be private."""
    error = told.get("exception")
    if error is not None and not isinstance(error, OSError):
        logging.getLogger(__name__).error("a fault that nobody waited for: %s", type(error).__name__)


async def _look_up(host: Any, port: Any, **named: Any) -> Any:
    return await aside(socket.getaddrinfo, host, port, **named)
