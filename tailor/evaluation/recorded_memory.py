"""What the memory was asked during a bench, and what it gave: `recalls.jsonl`.

Owns the record and the retriever that answers from it. So a bench can be told again with neither model nor memory,
and one that goes on sees the same procedures as before. Refuses to search: the memory's client does.
"""

import hashlib
import json
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from memory.generation.retrieval import Retriever
from memory.messages import Analogy
from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, TailorError
from tailor.evaluation.budget import Unfinished
from tailor.evaluation.folder import add_line, read_lines

RECALLS_FILE: Final = "recalls.jsonl"

Asking: TypeAlias = Literal["nearest", "hybrid", "random"]


class MissingRecall(Unfinished):
    """The memory may not be asked, and the record does not hold what it gave."""

    title = "Not in the record"
    ends_bench = False


class NoMemory(Unfinished):
    """The memory could not answer, or the disk took no answer; a later run may finish."""

    title = "The memory did not answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """One question to the memory and its answer."""

    key: str
    asking: Asking
    query: str
    """For `random` the seed."""
    k: int
    found: tuple[Analogy, ...] = ()


class Recalls:
    """The recalls of one bench, in memory and in their file."""

    def __init__(self, path: Path) -> None:
        """Reads what is there; a line that a kill cut off is passed over. DamagedError where the disk refuses."""
        self._path = path
        self._recalls: dict[str, Recall] = {}
        for row in read_lines(path).rows:
            try:
                one = from_json(Recall, row)
            except ContentError:
                continue  # as a cut line: it is asked again
            self._recalls[one.key] = one

    def __len__(self) -> int:
        return len(self._recalls)

    def find(self, key: str) -> Recall | None:
        """The recall with this key."""
        return self._recalls.get(key)

    def add(self, one: Recall) -> None:
        """Keeps it: on the disk when this returns. One that is there already stays as it is."""
        if one.key in self._recalls:
            return
        row = to_json(one)
        assert isinstance(row, dict)
        add_line(self._path, row)
        self._recalls[one.key] = one


@dataclass(slots=True)
class RecordedRetriever:
    """The memory as one cell of a bench sees it; implements `memory.generation.retrieval.Retriever`."""

    retriever: Retriever | None
    """None: a replay; nothing is looked up."""
    recalls: Recalls
    unfinished: Unfinished | None = None
    """Why this cell did not come to its end and must be tried again."""

    async def nearest(self, query: str, k: int) -> tuple[Analogy, ...]:
        """By vector alone."""
        return await self._found("nearest", query, k, 0)

    async def hybrid(self, query: str, k: int) -> tuple[Analogy, ...]:
        """By vector, goal and words together."""
        return await self._found("hybrid", query, k, 0)

    async def random(self, k: int, seed: int) -> tuple[Analogy, ...]:
        """Any `k`."""
        return await self._found("random", str(seed), k, seed)

    async def _found(self, asking: Asking, query: str, k: int, seed: int) -> tuple[Analogy, ...]:
        key = _key(asking, query, k)
        if (known := self.recalls.find(key)) is not None:
            return known.found
        try:
            found = await self._asked(asking, query, k, seed)
            self.recalls.add(Recall(key=key, asking=asking, query=query, k=k, found=found))
        except Unfinished as error:
            self.unfinished = error
            raise
        except TailorError as error:
            self.unfinished = NoMemory(f"{error.title}: {error.message}")
            raise self.unfinished from error
        return found

    def _asked(self, asking: Asking, query: str, k: int, seed: int) -> Awaitable[tuple[Analogy, ...]]:
        if self.retriever is None:
            raise MissingRecall(
                "The record does not hold what the memory was asked, so this cannot be told again. Run the bench "
                "without --replay."
            )
        if asking == "random":
            return self.retriever.random(k, seed)
        return (self.retriever.nearest if asking == "nearest" else self.retriever.hybrid)(query, k)


def _key(asking: Asking, query: str, k: int) -> str:
    text = json.dumps([asking, query, k], ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
