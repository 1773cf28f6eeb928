"""The memory's worker in a thread of this process, for tests of what stands above it.

Starting the real one costs a second, almost all of it for importing LanceDB; `tests/memory` starts it.
"""

import asyncio
import contextlib
import os
from collections.abc import Iterable, Mapping
from threading import Thread
from typing import Any


class WorkerAtHand:
    """What the client knows of a worker process, with `Worker.run` on two pipes in a thread."""

    def __init__(self, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader, thread: Thread) -> None:
        self.stdin, self.stdout = stdin, stdout
        self._thread = thread

    async def wait(self) -> int:
        await asyncio.to_thread(self._thread.join)
        return 0

    def kill(self) -> None:
        self.stdin.close()


async def started(log: str) -> WorkerAtHand:
    """As `memory.client._started`; what the worker prints is not written to the log."""
    from memory.worker import Worker  # imports LanceDB

    class Ending(Worker):
        """The real one ends its thread with its process."""

        def run(self, lines: Iterable[bytes]) -> None:
            super().run(lines)
            self._writes.put((0, "end", {}))
            self._readers.shutdown()

        def _write_in_turn(self) -> None:
            with contextlib.suppress(SystemExit):
                super()._write_in_turn()

        def _answer(self, number: int, name: str, arguments: Mapping[str, Any]) -> None:
            if name == "end":
                raise SystemExit
            super()._answer(number, name, arguments)

    requests, asked = os.pipe()
    answered, answers = os.pipe()
    loop = asyncio.get_running_loop()

    def run() -> None:
        with os.fdopen(requests, "rb") as lines, os.fdopen(answers, "wb") as out:

            def send(line: bytes) -> None:
                with contextlib.suppress(OSError, ValueError):  # nobody reads any more
                    out.write(line)
                    out.flush()

            Ending(send).run(lines)

    reader = asyncio.StreamReader(limit=2**29)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(answered, "rb"))
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, os.fdopen(asked, "wb"))
    thread = Thread(target=run, name="memory", daemon=True)
    thread.start()
    return WorkerAtHand(asyncio.StreamWriter(transport, protocol, None, loop), reader, thread)
