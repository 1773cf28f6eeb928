"""Measures the memory with many synthetic rows: writing, indexing, searching, recall against exact search, RSS.

Vectors are clustered (3,000 centres, low-rank noise), texts are words of a Zipf distribution. Everything is in a
temporary folder, which is removed, also when the run is broken off; it stops where the disk has less than
10 GB left. Run: python -m benchmarks.memory_scale [--rows 1000000] [--where FOLDER]
"""

import argparse
import asyncio
import os
import shutil
import signal
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from memory.client import Memory
from memory.embedding import GOAL_DIMENSION, Lexical, Vectors, unit
from memory.messages import MemoryRow, MemorySettings
from memory.search import DEPTH
from memory.store import Store, VectorQuery

BATCH = 10_000
CENTRES = 3_000
RANK = 24
SPREAD = 0.05
"""Noise of about a quarter of a centre's length; at 0.15 it outweighs the centres and cuts across them."""
QUERIES = 100
SPARE = 10_000_000_000


class Made:
    """Synthetic rows and vectors, the same for the same seed."""

    def __init__(self, seed: int = 1) -> None:
        self._chance = np.random.default_rng(seed)
        self._centres = {size: self._chance.standard_normal((CENTRES, size)) for size in (384, GOAL_DIMENSION)}
        self._spread = {
            size: self._chance.standard_normal((RANK, size)) * SPREAD for size in (384, GOAL_DIMENSION)
        }
        self._words = np.array([f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in WORDS])

    def vectors(self, count: int, size: int) -> Vectors:
        of = self._chance.integers(0, CENTRES, count)
        noise = self._chance.standard_normal((count, RANK)) @ self._spread[size]
        return unit((self._centres[size][of] + noise).astype(np.float32))

    def text(self, words: int) -> str:
        """So many words, common ones most often."""
        ranks = np.minimum(self._chance.zipf(1.3, words), len(self._words)) - 1
        return " ".join(self._words[ranks])

    def rows(self, first: int, count: int) -> list[MemoryRow]:
        """Rows of about a hundred words."""
        return [
            MemoryRow(
                id=f"synthetic-{n}",
                goal=self.text(5),
                resources=tuple(self.text(2) for _ in range(5)),
                steps=tuple(self.text(17) for _ in range(5)),
                source="synthetic",
            )
            for n in range(first, first + count)
        ]


WORDS = [f"{a}{b}" for a in "bdfgklmnprstvz" for b in ("an", "el", "ist", "or", "um", "ake")]


def rss(pid: int | str = "self") -> float:
    """Megabytes of memory a process holds (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text().split("\n"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1e3
    return 0.0


def spread(times: list[float]) -> str:
    """p50 and p95 in milliseconds."""
    ordered = sorted(times)
    return f"p50 {ordered[len(ordered) // 2] * 1e3:.1f} ms, p95 {ordered[int(len(ordered) * 0.95)] * 1e3:.1f} ms"


def fill(store: Store, made: Made, rows: int) -> None:
    """Write the rows the way an import does, and say how fast."""
    writing = 0.0
    for first in range(0, rows, BATCH):
        if shutil.disk_usage(store.uri).free < SPARE:
            raise SystemExit("less than 10 GB of disk are left: stopped")
        some = made.rows(first, min(BATCH, rows - first))
        vectors, goals = made.vectors(len(some), 384), made.vectors(len(some), GOAL_DIMENSION)
        start = perf_counter()
        store.merge(some, vectors, goals)
        writing += perf_counter() - start
        if (first // BATCH) % 10 == 9:
            print(f"  {first + len(some):,} rows, {(first + len(some)) / writing:,.0f} rows/s", flush=True)
    print(f"written: {rows:,} rows, {rows / writing:,.0f} rows/s, RSS {rss():.0f} MB", flush=True)


def measure(store: Store, made: Made) -> None:
    """Search times and recall of the vector index."""
    queries = [made.vectors(1, 384) for _ in range(QUERIES)]
    hits, among, times, exact = 0, 0, [], []
    for query in queries:
        start = perf_counter()
        store.reading.rank(VectorQuery("vector", query, 10, sure=True))
        times.append(perf_counter() - start)
    print(f"vector search: {spread(times[5:])}")
    for query in queries[:30]:
        sure, candidates = store.reading.rank(
            VectorQuery("vector", query, 10, sure=True), VectorQuery("vector", query, DEPTH)
        )
        start = perf_counter()
        search = store.table.search(query[0], vector_column_name="vector").distance_type("cosine")
        true = search.bypass_vector_index().limit(10).select(["_distance"]).with_row_id(True).to_arrow()
        exact.append(perf_counter() - start)
        wanted = set(true["_rowid"].to_pylist())
        hits += len(wanted & {row for row, _ in sure})
        among += len(wanted & {row for row, _ in candidates})
    print(f"exact search: {spread(exact)}; recall@10 {hits / 300:.3f}; RSS {rss():.0f} MB", flush=True)
    print(f"of the ten nearest {among / 300:.3f} are among the {DEPTH} candidates of a hybrid search", flush=True)


async def as_the_app(uri: str, made: Made) -> None:
    """Hybrid search through the worker."""
    memory = Memory(MemorySettings(uri=uri))
    try:
        start = perf_counter()
        await memory.search(made.text(5), 10)
        print(f"first search, worker and table cold: {perf_counter() - start:.2f} s")
        times = []
        for _ in range(QUERIES):
            words = made.text(5)
            start = perf_counter()
            await memory.search(words, 10)
            times.append(perf_counter() - start)
        worker = memory._worker.pid if memory._worker else None
        print(f"hybrid search as the app sees it: {spread(times[5:])}; worker RSS {rss(worker or 'self'):.0f} MB")
    finally:
        await memory.close()


def run(folder: Path, rows: int) -> None:
    store, made = Store(str(folder / "memory")), Made()
    store.create(Lexical().name, 384)
    fill(store, made, rows)
    start = perf_counter()
    store.optimize()
    print(f"indexes (words, vectors) and joining: {perf_counter() - start:.1f} s, RSS {rss():.0f} MB", flush=True)
    print(f"on the disk: {store.size() / 1e6:,.0f} MB, fragments {store.fragments()}", flush=True)
    measure(store, made)
    asyncio.run(as_the_app(store.uri, made))


def main() -> None:
    """Reads the arguments; removes the folder at the end, whatever happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--where", help="the folder in which the temporary one is made")
    wanted = parser.parse_args()
    os.environ.setdefault("LANCEDB_LOG", "error")
    signal.signal(signal.SIGTERM, lambda *_: exit(143))
    folder = Path(tempfile.mkdtemp(prefix="tailor-scale-", dir=wanted.where))
    try:
        run(folder, wanted.rows)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
