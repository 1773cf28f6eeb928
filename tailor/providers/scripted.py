"""A model with prepared answers that records its requests, for tests and demonstrations."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tailor.core.errors import ProviderError
from tailor.core.protocols import Attempt, Chunk, Message, Settings, Text

Piece: TypeAlias = str | Chunk | ProviderError | asyncio.Event
"""A piece of text, another chunk, an error to raise, or an event to wait for before going on."""

Said: TypeAlias = str | Sequence[Piece] | ProviderError
"""One answer: a text, or its pieces in order."""


@dataclass(frozen=True, slots=True)
class ScriptedRequest:
    messages: tuple[Message, ...]
    settings: Settings


class Scripted:
    """A model that gives prepared answers in order, or calls `answers` per request (for concurrent calls)."""

    def __init__(
        self,
        answers: Iterable[Said] | Callable[[ScriptedRequest], Said],
        *,
        name: str = "scripted",
        host: str = "script",
        takes_grammar: bool = False,
    ) -> None:
        self._answers = answers if callable(answers) else iter(tuple(answers))
        self.name, self.host, self.takes_grammar = name, host, takes_grammar
        self.requests: list[ScriptedRequest] = []
        """Every request so far, in order."""
        self.cancelled = 0
        """Number of answers that were closed before their end."""

    async def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        """Stream the next answer, yielding to other tasks. LookupError after the last one."""
        request = ScriptedRequest(tuple(messages), settings)
        self.requests.append(request)
        said = self._next(request)
        try:
            yield Attempt(1)
            for piece in (said,) if isinstance(said, str | ProviderError) else said:
                await asyncio.sleep(0)
                if isinstance(piece, ProviderError):
                    raise piece
                if isinstance(piece, asyncio.Event):
                    await piece.wait()
                else:
                    yield Text(piece) if isinstance(piece, str) else piece
        except (GeneratorExit, asyncio.CancelledError):
            self.cancelled += 1
            raise

    def _next(self, request: ScriptedRequest) -> Said:
        if callable(self._answers):
            return self._answers(request)
        for said in self._answers:
            return said
        raise LookupError(f"the script has no answer for call {len(self.requests)}")
