"""A model with prepared answers that records its requests, for tests and demonstrations."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tailor.core.errors import ProviderError
from tailor.core.protocols import Attempt, Chunk, LeftOut, Message, Reasoning, Settings, Text, Usage, Wait

Piece: TypeAlias = str | Chunk | ProviderError | asyncio.Event
"""A piece of text, any other chunk, an error to raise, or an event to wait for before going on."""

Said: TypeAlias = str | Sequence[Piece] | ProviderError
"""One answer: a text, or pieces in order."""


@dataclass(frozen=True, slots=True)
class ScriptedRequest:
    """The arguments of one call."""

    messages: tuple[Message, ...]
    settings: Settings


class Scripted:
    """Gives its answers in order, or calls `answers` with each request (for concurrent calls)."""

    def __init__(
        self,
        answers: Iterable[Said] | Callable[[ScriptedRequest], Said],
        *,
        name: str = "scripted",
        host: str = "script",
        takes_grammar: bool = False,
    ) -> None:
        self._answers = answers if callable(answers) else iter(tuple(answers))
        self._name, self._host, self._takes_grammar = name, host, takes_grammar
        self.requests: list[ScriptedRequest] = []
        """Every request so far, in order."""
        self.cancelled = 0
        """Number of answers closed before their end."""

    @property
    def name(self) -> str:
        """The given name."""
        return self._name

    @property
    def host(self) -> str:
        """The given host; nothing is sent."""
        return self._host

    @property
    def takes_grammar(self) -> bool:
        """The given value."""
        return self._takes_grammar

    async def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        """The next answer, piece by piece, yielding to other tasks. LookupError after the last one."""
        request = ScriptedRequest(tuple(messages), settings)
        self.requests.append(request)
        said = self._next(request)
        try:
            yield Attempt(1)
            for piece in (said,) if isinstance(said, str | ProviderError) else said:
                await asyncio.sleep(0)
                match piece:
                    case str():
                        yield Text(piece)
                    case ProviderError():
                        raise piece
                    case asyncio.Event():
                        await piece.wait()
                    case Text() | Reasoning() | Attempt() | Wait() | Usage() | LeftOut():
                        yield piece
        except (GeneratorExit, asyncio.CancelledError):
            self.cancelled += 1
            raise

    def _next(self, request: ScriptedRequest) -> Said:
        if callable(self._answers):
            return self._answers(request)
        for said in self._answers:
            return said
        raise LookupError(f"the script has no answer for call {len(self.requests)}")
