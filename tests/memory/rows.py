"""Rows, services and memories for the tests of the memory."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

from memory.client import Memory
from memory.messages import MemoryRow, MemorySettings, RequestProgress
from memory.service import Job, Service


def row(id: str, goal: str, *steps: str, resources: tuple[str, ...] = (), source: str = "a test") -> MemoryRow:
    return MemoryRow(id=id, goal=goal, steps=steps or ("Do it.",), resources=resources, source=source)


def many(count: int, mark: str = "n") -> tuple[MemoryRow, ...]:
    return tuple(row(f"{mark}{n}", f"Knit scarf number {n}", f"Cast on {n} stitches.") for n in range(count))


def every(one: Service) -> list[MemoryRow]:
    return [kept for some in one.store().all_rows(1_000) for kept in some]


def settings(home: Path, **more: str) -> MemorySettings:
    return MemorySettings(uri=str(home / "memory"), log=str(home / "log" / "memory.log"), **more)


def service(home: Path, **more: str) -> Service:
    return Service(settings(home, **more))


def job(told: list[RequestProgress], stop_after: int = 0) -> Job:
    """A job that notes its progress and is stopped after so many reports of it."""
    stopped = Event()

    def tell(progress: RequestProgress) -> None:
        told.append(progress)
        if stop_after and len(told) >= stop_after:
            stopped.set()

    return Job(tell, stopped)


@asynccontextmanager
async def memory(home: Path, **more: str) -> AsyncIterator[Memory]:
    opened = Memory(settings(home, **more))
    try:
        yield opened
    finally:
        await opened.close()
        await asyncio.sleep(0)  # the transports of the pipes say goodbye in the next turn
