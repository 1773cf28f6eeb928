"""A local model for a run: loaded when a call first needs it, then asked like any server."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import fields, replace
from math import inf
from typing import Final

from tailor.config import Deadlines
from tailor.core.errors import ProviderError
from tailor.core.protocols import Attempt, Chunk, Message, Reasoning, Settings, Text, Wait
from tailor.paths import Paths
from tailor.providers.errors import fault_texts
from tailor.providers.keys import Key
from tailor.providers.local import failures
from tailor.providers.local.messages import HOST, ChildState
from tailor.providers.local.session import ChildConnection, LocalModelSettings, join
from tailor.providers.server import RetryPolicy, Server, TokenRate
from tailor.threads import aside

LOCAL_DEADLINES: Final = Deadlines(connect=5.0, first=600.0, idle=60.0, total=inf)
"""A small computer may take minutes to read a long prompt (CONTRACT 3)."""
_LOOK: Final = 0.05
"""Seconds between two looks at a model being loaded."""
_SHARE: Final = 0.1
_NEWS: Final = 5.0
"""Progress is reported after this much more of the model is in memory, or after this many seconds."""
_LAST_WORD: Final = 2.0
"""Seconds to wait for the reason why a connection broke."""


def local_deadlines(configured: Deadlines) -> Deadlines:
    """The deadlines of a local model, overridden by those in the settings that differ from the default."""
    usual, values = Deadlines(), {one.name: getattr(configured, one.name) for one in fields(Deadlines)}
    return Deadlines(
        **{
            name: getattr(LOCAL_DEADLINES if value == getattr(usual, name) else configured, name)
            for name, value in values.items()
        }
    )


class LocalModel:
    """One GGUF file on this computer; implements `core.protocols.Model`."""

    host = HOST
    takes_grammar = True

    def __init__(self, paths: Paths, wanted: LocalModelSettings, deadlines: Deadlines = LOCAL_DEADLINES) -> None:
        self._paths, self._wanted, self._deadlines = paths, wanted, deadlines

    def __repr__(self) -> str:
        return f"LocalModel({self.name!r})"

    @property
    def name(self) -> str:
        return self._wanted.name

    async def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        """Like `Server.stream`, after waits while the model is loaded."""
        yield Attempt(1)
        for is_last in (False, True):
            connection = await self._joined()
            async with aclosing(self._loading(connection)) as waits:
                async for wait in waits:
                    yield wait
            answered = False
            try:
                async with aclosing(self._answer(connection, messages, settings)) as chunks:
                    async for chunk in chunks:
                        answered = answered or isinstance(chunk, Text | Reasoning)
                        yield chunk
                return
            except ProviderError as error:
                explained = await self._explained(connection, error)
                if answered or is_last or connection.state.phase != "over":
                    raise explained from None
                # else it ended idle just as this call came: try once more

    async def _joined(self) -> ChildConnection:
        return await aside(join, self._paths, self._wanted)

    async def _loading(self, connection: ChildConnection) -> AsyncGenerator[Wait, None]:
        """Yield the progress until the model is ready. ProviderError if it cannot be loaded."""
        clock = asyncio.get_running_loop()
        begun = moved = told_at = clock.time()
        share: float | None = None
        told = False
        while connection.open and (state := connection.state).phase == "loading":
            now = clock.time()
            grown = (state.share or 0.0) - (share or 0.0) >= _SHARE
            if grown:
                moved = now
            if now - moved > self._deadlines.first:
                raise failures.stalled(self.name, now - begun)
            if grown or not told or now - told_at >= _NEWS:
                told, told_at, share = True, now, state.share
                yield Wait(_loading_words(share, now - begun), 0.0)
            await asyncio.sleep(_LOOK)
        if connection.state.phase not in ("ready", "over"):
            raise await self._explained(connection, None)
        if told:  # reading a long text takes a small computer minutes
            yield Wait("The model is loaded and reading.", 0.0)

    async def _answer(
        self, connection: ChildConnection, messages: Sequence[Message], settings: Settings
    ) -> AsyncGenerator[Chunk, None]:
        port = connection.state.port
        if port is None or not connection.open:
            raise failures.stopped(self.name)
        key, once = Key(connection.record.key), RetryPolicy(waits=())
        url = f"http://{HOST}:{port}/v1"
        server = Server(url, self.name, key, self._deadlines, retries=once, tells_reading=True)
        speed, clock, tokens = TokenRate(), asyncio.get_running_loop(), 0
        with connection.call():
            async with aclosing(server.stream(messages, settings)) as chunks:
                async for chunk in chunks:
                    if isinstance(chunk, Text | Reasoning):  # llama.cpp sends each token by itself
                        tokens += 1
                        speed.heard(clock.time())
                    if chunk != Attempt(1):
                        yield replace(chunk, rate=speed.of(tokens)) if isinstance(chunk, Text) else chunk

    async def _explained(self, connection: ChildConnection, error: ProviderError | None) -> ProviderError:
        """Find the real cause: if the process has ended, the server's client only sees a broken connection."""
        state = await _last_state(connection)
        if state.phase == "over":
            return failures.stopped(self.name)
        if state.phase == "failed" or error is None or not connection.open:
            return failures.failed(self.name, state, str(self._paths.log / "local.log"))
        if error.title == fault_texts()["too_long"].title:
            return failures.too_long(self.name, connection.record.context)
        return error


async def _last_state(connection: ChildConnection) -> ChildState:
    """The state of the process; if llama.cpp is gone, wait a moment for the reason."""
    clock = asyncio.get_running_loop()
    until = clock.time() + _LAST_WORD
    while connection.open and not await _listens(connection.state.port):
        if clock.time() > until:
            break
        await asyncio.sleep(_LOOK)
    return connection.state


async def _listens(port: int | None) -> bool:
    if port is not None:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, port)
            writer.close()
            return True
    return False


def _loading_words(share: float | None, seconds: float) -> str:
    how_far = f" {share:.0%}" if share else f" {seconds:.0f} s" if seconds >= _NEWS else ""
    return f"Loading the model…{how_far}"
