"""A memory that answers from a list, in this process: what the screens are tested against."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from memory.messages import (
    BadRow,
    Imported,
    Lookup,
    MemoryHit,
    MemoryRow,
    Mode,
    Outcome,
    Rebuilt,
    RequestProgress,
    Stats,
)
from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure
from tests.screens.hostile import HOSTILE


def found(number: int, goal: str, distance: float, source: str = "recipes.jsonl") -> MemoryHit:
    return MemoryHit(
        id=f"m{number}",
        goal=goal,
        score=1 - distance,
        distance=distance,
        resources=("oats", "honey"),
        steps=(f"Mix what {goal} takes.", "Press it into a tin.", "Bake for 20 minutes."),
        domain="everyday",
        source=source,
        goal_distance=distance,
    )


NEAR = (
    found(1, "Bake oat cookies", 0.31, "library"),
    found(2, "Make a nut bar", 0.44, "starter"),
    found(3, "Roast granola", 0.52),
    found(4, "Dry apples", 0.71),
)
STOPPED = (
    "The memory stopped 3 times in a row. Everything in it is still there; see "
    "/home/anna/.local/state/tailor/log/memory.log."
)
"""What the client says of a memory that does not come up, with a log where it lies on many a computer."""
EVIL = tuple(found(number, text[:300], 0.5, text[:200]) for number, text in enumerate(HOSTILE.values()))


@dataclass
class ScriptedMemory:
    """Answers every search with its rows, and notes what it was asked."""

    rows: tuple[MemoryHit, ...] = NEAR
    fault: TailorError | None = None
    asked: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    tagged: dict[str, tuple[str, ...]] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    added: list[tuple[Procedure, str]] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)
    closed: int = 0

    def _may(self) -> None:
        if self.fault is not None:
            raise self.fault

    async def search(self, query: str, k: int = 10, mode: Mode = "procedures") -> tuple[MemoryHit, ...]:
        self._may()
        self.asked.append(query)
        if mode == "steps":
            return tuple(replace(one, step=2) for one in self.rows[:k])
        return self.rows[:k]

    async def recall(self, how: Lookup, query: str, k: int, seed: int = 0) -> tuple[MemoryHit, ...]:
        return await (self.random(k, seed) if how == "random" else self.search(query, k))

    async def random(self, k: int = 3, seed: int = 0) -> tuple[MemoryHit, ...]:
        self._may()
        return self.rows[:k]

    async def get(self, id: str) -> MemoryRow | None:
        self._may()
        one = next((one for one in self.rows if one.id == id), None)
        tags = self.tagged.get(id, ("sweet",))
        if one is None:
            return None
        return MemoryRow(id=id, goal=one.goal, resources=one.resources, steps=one.steps, tags=tags)

    async def stats(self) -> Stats:
        self._may()
        return Stats(
            rows=len(self.rows),
            embedder="lexical-1-512",
            dimension=512,
            wanted="lexical-1-512",
            library=min(1, len(self.rows)),
            starter=0,
            imported=max(len(self.rows) - 1, 0),
            by_domain=(),
            version=1,
            size=1_500_000,
            fragments=1,
            indexes=(),
        )

    async def add(self, procedures: Iterable[Procedure], *, source: str = "", domain: str = "") -> int:
        self._may()
        self.added += [(one, source) for one in procedures]
        return 1

    async def delete(self, ids: Iterable[str]) -> int:
        self._may()
        gone = tuple(ids)
        self.deleted += gone
        self.rows = tuple(one for one in self.rows if one.id not in gone)
        return len(gone)

    async def tag(self, id: str, tags: Iterable[str]) -> bool:
        self.tagged[id] = tuple(tags)
        return True

    async def set_outcome(self, id: str, outcome: Outcome) -> bool:
        self._may()
        self.outcomes[id] = outcome
        return True

    async def catch_up(self) -> int:
        self._may()
        return 0

    async def import_corpus(
        self, path: str, on_progress: Callable[[RequestProgress], None] | None = None, *, domain: str = ""
    ) -> Imported:
        self._may()
        self.imported.append(path)
        if on_progress:
            on_progress(RequestProgress(what="bytes", done=50, total=100, rows=7))
        self.rows = (*self.rows, replace(self.rows[0], id="new", goal="Newly imported"))
        bad = (BadRow(where="line 3 [/]", why="it has no title"),)
        return Imported(added=1, changed=0, unchanged=0, bad=1, named=bad)

    async def rebuild(self, on_progress: Callable[[RequestProgress], None] | None = None) -> Rebuilt:
        self.fault = None
        return Rebuilt(rows=len(self.rows), from_library=1, damaged=())

    async def close(self) -> None:
        self.closed += 1
