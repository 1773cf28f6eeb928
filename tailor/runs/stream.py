"""Turn a job that emits events into an iterator of them that ends with failed or cancelled where the job was cut.

Leaving the iterator, or setting `stop`, cancels the job at once and waits until it is gone.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import replace
from typing import TypeAlias

from tailor.agents.stages import Emit
from tailor.core.errors import ProviderError, TailorError
from tailor.core.events import Cancelled, EditProposed, Event, Failed

Job: TypeAlias = Callable[[Emit], Coroutine[None, None, None]]


async def stream_events(run: str, first: int, job: Job, stop: asyncio.Event | None) -> AsyncGenerator[Event, None]:
    """What the job emits, with run id and sequence numbers from `first`; then failed or cancelled if cut."""
    queue: asyncio.Queue[Event | None] = asyncio.Queue()
    working = asyncio.create_task(job(queue.put_nowait))
    working.add_done_callback(lambda _: queue.put_nowait(None))
    watching = asyncio.create_task(_stopped(stop, working))
    seq = first
    kept: list[str] = []
    try:
        while (event := await queue.get()) is not None:
            if isinstance(event, EditProposed):
                kept.append(event.id)
            yield replace(event, run=run, seq=seq)
            seq += 1
        if last := _ending(working, tuple(kept)):
            yield replace(last, run=run, seq=seq)
    finally:
        watching.cancel()
        working.cancel()
        await asyncio.wait([watching, working])


async def _stopped(stop: asyncio.Event | None, working: "asyncio.Task[None]") -> None:
    if stop is not None:
        await stop.wait()
        working.cancel()


def _ending(working: "asyncio.Task[None]", kept: tuple[str, ...]) -> Event | None:
    """The last event of a job that was cut; an error that is not ours is a bug and raised."""
    if working.cancelled():
        return Cancelled(kept=kept)
    match working.exception():
        case None:
            return None
        case ProviderError() as error:
            return Failed(fault=error.fault, title=error.title, message=error.message, kept=kept)
        case TailorError() as error:
            return Failed(fault="bad_answer", title=error.title, message=error.message, kept=kept)
        case bug:
            raise bug
