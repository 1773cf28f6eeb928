"""Until when the process of a local model is needed, without a process and without waiting."""

import asyncio
from math import inf
from typing import Any

from tailor.providers.local.child import Child, User
from tailor.providers.local.messages import ChildSettings, ChildState


class Unheard:
    """What is told to a user who does not listen."""

    def write(self, line: bytes) -> None:
        pass


async def test_no_call_is_cut_off_by_the_idle_time() -> None:
    nothing: dict[str, Any] = dict.fromkeys(("key", "model", "name", "cache"), "")
    child = Child(ChildSettings(**nothing, context=1, threads=1, gpu_layers=0, idle=0.0))
    child._state = ChildState(phase="ready")
    said, user = asyncio.StreamReader(), User(Unheard())  # type: ignore[arg-type] # a stand-in
    attending = asyncio.create_task(child._attend(said, user))

    async def left_after(line: bytes) -> float:
        said.feed_data(line)
        for _ in range(10):  # turns of the loop, more than it takes to be heard
            await asyncio.sleep(0)
        return child._seconds_left()

    assert [await left_after(line) for line in (b"call\n", b"call\n", b"called\n")] == [inf] * 3
    assert await left_after(b"called\n") == 0.0
    said.feed_eof()
    await attending
