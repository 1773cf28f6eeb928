"""A model on any server with OpenAI's Chat Completions API.

Every attempt, wait and omitted setting is a chunk of the stream, so no retry is silent. An answer is complete or a
ProviderError. What a server rejects is remembered for the next call (`capabilities`).
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tailor.config import Deadlines
from tailor.core.protocols import Attempt, Chunk, LeftOut, Message, Settings, Text, Wait
from tailor.providers.capabilities import (
    IN_WORDS,
    Capabilities,
    CapabilityStore,
    ChatRequest,
    asked,
    refused_parameter,
)
from tailor.providers.errors import Call, ServerFault, explained, fault_texts, from_exception
from tailor.providers.http_client import CallDeadlines, Connection, connect, listing, now, proxied, within
from tailor.providers.key_mask import SHORTEST, KeyMask, MaskedAnswer
from tailor.providers.keys import Key
from tailor.providers.sse import Reply, decoder_for
from tailor.urls import checked_url, host_of, on_this_computer, roots


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """When to retry. The client library's own retries are switched off, as they are silent."""

    waits: tuple[float, ...] = (0.5, 2.0)
    """Seconds before each retry unless the server says otherwise; there is one retry per wait."""
    longest: float = 30.0
    """Seconds that one call may wait in total; if the server asks for more, the call fails at once."""


class RetryBudget:
    """What is left of the retry policy in one call."""

    def __init__(self, retries: RetryPolicy) -> None:
        self._waits = list(retries.waits)
        self._left = retries.longest
        self.time_left = retries.longest
        """Seconds until the call must be over."""
        self.tried: set[str] = set()
        """Roots at which the API was not found."""

    def seconds(self, fault: ServerFault) -> float | None:
        """Seconds to wait before retrying; None if that would not help or be too late."""
        if not self._waits or not fault_texts()[fault.kind].again:
            return None
        usual = self._waits.pop(0)
        seconds = usual if fault.seconds is None else fault.seconds
        if seconds > min(self._left, self.time_left):
            return None
        self._left -= seconds
        return seconds


class TokenRate:
    """Measures how fast an answer came, from its first piece to its last."""

    def __init__(self) -> None:
        self._first: float | None = None
        self._last = 0.0

    def heard(self, now: float) -> None:
        self._first, self._last = now if self._first is None else self._first, now

    def of(self, tokens: int | None) -> float | None:
        """Tokens per second; None if the answer came at once or its tokens were not counted."""
        seconds = self._last - (self._first or self._last)
        return round((tokens - 1) / seconds, 1) if tokens and seconds > _TELLING else None


_TELLING: Final = 0.5
"""Shortest duration of an answer, in seconds, whose speed is meaningful."""
USUAL_DEADLINES: Final = Deadlines()
USUAL_RETRIES: Final = RetryPolicy()
LEARNING: Final = Deadlines(first=3.0, idle=3.0, total=3.0)
"""Deadlines for asking whether a server takes grammars; the answer is not delayed any longer."""


def _stands_for_none(key: Key | None, host: str) -> bool:
    """Whether it is a placeholder such as "x" or "local" for a server on this computer that checks no key.

    Such a key is no secret, and masking it would change texts such as "10 x 15 cm".
    """
    return key is not None and len(key.reveal()) < SHORTEST and on_this_computer(host)


class Server:
    """One model at one server; implements `core.protocols.Model`."""

    def __init__(
        self,
        base_url: str,
        model: str,
        key: Key | None,
        deadlines: Deadlines = USUAL_DEADLINES,
        capabilities_file: Path | None = None,
        *,
        allow_insecure: bool = False,
        retries: RetryPolicy = USUAL_RETRIES,
        tells_reading: bool = False,
    ) -> None:
        """UsageError if `base_url` cannot be used (see `checked_url`). `key` must belong to this base URL.

        `tells_reading`: have llama.cpp report how far it has read the prompt, each report as a `Wait`.
        """
        self._base_url = checked_url(base_url, allow_insecure=allow_insecure)
        self._roots = roots(self._base_url)
        self._root = self._roots[0]
        self._model, self._key, self._deadlines, self._retries = model, key, deadlines, retries
        self._record = CapabilityStore(capabilities_file)
        self._known = self._record.read(self._base_url, model)
        self._connections: dict[str, Connection] = {}
        self._mask = KeyMask(None if _stands_for_none(key, self.host) else key)
        self._extras = {"return_progress": True} if tells_reading else {}

    def __repr__(self) -> str:
        return f"Server({self._model!r} at {self.host})"

    @property
    def name(self) -> str:
        return self._model

    @property
    def host(self) -> str:
        return host_of(self._base_url)

    @property
    def takes_grammar(self) -> bool:
        """Whether the server is known to follow grammars; see `learn`."""
        return self._known.takes_grammar

    async def learn(self) -> None:
        """Ask the server once whether it follows grammars; if that fails, it stays unknown."""
        if self._known.grammar is not None:
            return
        try:
            found = await listing(await self._connected(self._root), CallDeadlines(LEARNING, now()))
        except Exception:  # noqa: BLE001 - the answer itself will show what is wrong, in words
            return
        await self._remember(replace(self._known, grammar=found.takes_grammar))

    async def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        """Stream the answer without the key. Closing the iterator ends the request at once.

        ProviderError with one of eight faults; chunks yielded before stay valid.
        """
        call = Call(self.host, self._model, self._key, tuple(message.content for message in messages))
        budget, clock = RetryBudget(self._retries), CallDeadlines(self._deadlines, now())
        if settings.grammar is not None:
            await self.learn()
        request, arrived, number = self._asked(messages, settings), False, 0
        fault: ServerFault | None = None
        while True:
            number, root = number + 1, self._root
            yield Attempt(number)
            for words in request.left_out if number == 1 else ():
                yield LeftOut(words)
            before, fault = fault, None
            masked = MaskedAnswer(self._mask)
            try:
                async with aclosing(self._attempt(root, request, clock)) as pieces:
                    async for piece in pieces:
                        arrived = arrived or isinstance(piece, Text)
                        for chunk in masked.feed(piece):
                            yield chunk
            except Exception as error:  # noqa: BLE001 - whatever breaks is one of eight faults, never a crash
                fault = from_exception(error, self._deadlines.connect, proxied=proxied(root))
            for chunk in masked.close():
                yield chunk
            if fault is None:
                return
            budget.time_left = clock.left(now())
            told = None if arrived else await self._other_way(fault, root, request, budget)
            if told is None:
                break
            yield told
            if isinstance(told, Wait):
                await asyncio.sleep(told.seconds)
            request = self._asked(messages, settings)
        if fault.kind == "total_deadline" and before is not None and before.kind == "connect_deadline":
            fault = before  # the last attempt had no time left to connect either
        raise explained(fault, call, arrived=arrived)

    def _asked(self, messages: Sequence[Message], settings: Settings) -> ChatRequest:
        request = asked(messages, settings, self._known)
        return replace(request, options=request.options | self._extras)

    async def _other_way(
        self, fault: ServerFault, root: str, request: ChatRequest, budget: RetryBudget
    ) -> Wait | LeftOut | None:
        """The chunk that announces another attempt; None if another attempt would not help."""
        parameter = refused_parameter(fault, request.options)
        if parameter is not None:
            await self._remember(replace(self._known, refused=self._known.refused | {parameter}))
            if parameter == "max_tokens":  # newer servers call it max_completion_tokens
                return Wait("The server uses another name for the maximum length. Asking again.", 0.0)
            return LeftOut(IN_WORDS[parameter])
        if fault.kind in ("no_path", "page") and self._other_root(root, budget):
            return Wait(f"Trying another address for {self.host}.", 0.0)
        if (seconds := budget.seconds(fault)) is None:
            return None
        return Wait(f"{fault_texts()[fault.kind].title} ({self.host}). Asking again.", seconds)

    async def _attempt(self, root: str, request: ChatRequest, clock: CallDeadlines) -> AsyncGenerator[Chunk, None]:
        """Send one request and yield its answer. ServerFault, or any exception of the client library."""
        connection = await self._connected(root)
        clock.attempt(now())
        reply, speed = Reply(), TokenRate()
        async with AsyncExitStack() as stack:
            answer = await stack.enter_async_context(await within(clock, connection.post(self._model, request)))
            decoder = decoder_for(answer.response.headers.get("content-type", ""))
            pieces = await stack.enter_async_context(aclosing(answer.response.aiter_raw()))
            while not reply.done:
                try:
                    data = await within(clock, anext(pieces, None))
                    for event in decoder.close() if data is None else decoder.feed(data):
                        for chunk in reply.read(event):
                            yield chunk
                            if not isinstance(chunk, Wait):
                                clock.content(now())
                                speed.heard(now())
                except Exception:
                    if reply.finished:  # the answer is complete
                        break
                    raise
                if data is None:
                    break
                if reply.finished:
                    clock.whole(now())
        reply.check()
        if reply.usage is not None:
            yield replace(reply.usage, rate=speed.of(reply.usage.completion))

    async def _connected(self, root: str) -> Connection:
        """The connection to this root, created when first needed."""
        if root not in self._connections:
            self._connections[root] = await connect(root, self._key, self._deadlines)
        return self._connections[root]

    def _other_root(self, tried: str, budget: RetryBudget) -> bool:
        """Switch to the next possible root of the API; False if this call has tried all."""
        budget.tried.add(tried)
        left = [root for root in self._roots if root not in budget.tried]
        self._root = left[0] if left else self._roots[0]
        return bool(left)

    async def _remember(self, known: Capabilities) -> None:
        """Remember what is known about this model, here and in the file."""
        self._known = known
        await asyncio.to_thread(self._record.write, self._base_url, self._model, known)


async def list_models(
    base_url: str, key: Key | None, deadlines: Deadlines = USUAL_DEADLINES, *, allow_insecure: bool = False
) -> tuple[str, ...]:
    """The names of a server's models in its order, except one that contains the key. UsageError, ProviderError."""
    url = checked_url(base_url, allow_insecure=allow_insecure)
    fault, mask = ServerFault("page"), KeyMask(key)
    for root in roots(url):
        try:
            connection = await connect(root, key, deadlines)
            models = (await listing(connection, CallDeadlines(deadlines, now()))).models
            return tuple(name for name in models if mask.whole_words or mask.masked(name) == name)
        except Exception as error:  # noqa: BLE001 - as in `stream`
            fault = from_exception(error, deadlines.connect, proxied=proxied(root))
        if fault.kind not in ("no_path", "page"):
            break
    raise explained(fault, Call(host_of(url), "", key), arrived=False)
