"""What generation asks of a memory: procedures near a text, or some at random.

Owns the values and the protocol `Retriever`, and the retriever over the memory's client. Refuses to know how
anything is found: the worker does.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Protocol

from memory.messages import Analogy, MemoryHit


class Retriever(Protocol):
    """A memory, as generation sees it. All three give the nearest first, at most `k`."""

    async def nearest(self, query: str, k: int) -> tuple[Analogy, ...]:
        """By vector alone, as in [AAG]."""
        ...

    async def hybrid(self, query: str, k: int) -> tuple[Analogy, ...]:
        """By vector, goal and words together."""
        ...

    async def random(self, k: int, seed: int) -> tuple[Analogy, ...]:
        """Any `k`; the same for the same seed while the memory stays as it is."""
        ...


class Searchable(Protocol):
    """The calls of the memory's client that a retriever needs."""

    async def search(self, query: str, k: int = 10) -> tuple[MemoryHit, ...]:
        """Hybrid search."""
        ...

    async def nearest_vector(self, query: str, k: int = 3) -> tuple[MemoryHit, ...]:
        """Vector search."""
        ...

    async def random(self, k: int = 3, seed: int = 0) -> tuple[MemoryHit, ...]:
        """Any rows."""
        ...


@dataclass(frozen=True, slots=True)
class FromMemory:
    """The retriever over `memory.client.Memory`."""

    memory: Searchable

    async def nearest(self, query: str, k: int) -> tuple[Analogy, ...]:
        """By vector alone."""
        return _analogies(await self.memory.nearest_vector(query, k))

    async def hybrid(self, query: str, k: int) -> tuple[Analogy, ...]:
        """By vector, goal and words together."""
        return _analogies(await self.memory.search(query, k))

    async def random(self, k: int, seed: int) -> tuple[Analogy, ...]:
        """Any `k`."""
        return _analogies(await self.memory.random(k, seed))


class Nothing:
    """A memory that holds nothing: what `--no-memory` asks."""

    async def nearest(self, query: str, k: int) -> tuple[Analogy, ...]:
        """Nothing."""
        return ()

    async def hybrid(self, query: str, k: int) -> tuple[Analogy, ...]:
        """Nothing."""
        return ()

    async def random(self, k: int, seed: int) -> tuple[Analogy, ...]:
        """Nothing."""
        return ()


def _analogies(found: Iterable[MemoryHit]) -> tuple[Analogy, ...]:
    """The hits without score, source and step, which neither prompts nor `recalls.jsonl` hold."""
    return tuple(Analogy(**{one.name: getattr(hit, one.name) for one in fields(Analogy)}) for hit in found)
