"""What generation asks of a memory: procedures near a text, or some at random."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Protocol

from memory.client import Memory
from memory.messages import Analogy, MemoryHit


class Retriever(Protocol):
    """A memory as generation sees it. All three give at most `k` procedures, nearest first."""

    async def nearest(self, query: str, k: int) -> tuple[Analogy, ...]:
        """By vector alone, as in [AAG]."""
        ...

    async def hybrid(self, query: str, k: int) -> tuple[Analogy, ...]:
        """By vector, goal and words together."""
        ...

    async def random(self, k: int, seed: int) -> tuple[Analogy, ...]:
        """Any `k`; the same for the same seed while the memory stays as it is."""
        ...


@dataclass(frozen=True, slots=True)
class FromMemory:
    """The user's memory as a Retriever."""

    memory: Memory

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
    """An empty memory, for `--no-memory`."""

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
