"""Measures the memory with a corpus of one's own: import, search as the app sees it, and finding a known item.

Known item: the words of a title shuffled, one letter wrong; is the procedure among the first three? Titles that
several procedures share count as one. Everything happens in a temporary folder, which is removed.
Questions in other words come from a file of JSON lines with `query` and the `id` of the row that is meant.
Run: python -m benchmarks.memory_search CORPUS [--embedder E] [--items 100] [--seed 7] [--questions FILE]
[--keep FOLDER]
"""

import argparse
import asyncio
import json
import random
import shutil
import string
import tempfile
from pathlib import Path
from time import perf_counter

from memory.client import Memory
from memory.messages import MemoryHit, MemoryRow, MemorySettings

TIMES = 5
"""Searches for each item: the shortest tells what the work takes where the machine has other work too."""


def mistyped(title: str, chance: random.Random) -> str:
    """The words of a title in another order, one letter of one longer word changed, left out or doubled."""
    words = title.split()
    chance.shuffle(words)
    long = [at for at, word in enumerate(words) if len(word) >= 4] or list(range(len(words)))
    at = chance.choice(long)
    place = chance.randrange(len(words[at]))
    letter = chance.choice(string.ascii_lowercase)
    put = chance.choice((letter, "", words[at][place] * 2))
    words[at] = words[at][:place] + put + words[at][place + 1 :]
    return " ".join(words)


def at(times: list[float], share: float) -> float:
    """The time, in milliseconds, that `share` of the times stay under."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1e3


async def timed(memory: Memory, query: str) -> tuple[tuple[MemoryHit, ...], list[float]]:
    """What a search finds, and how long it took each time, in seconds."""
    took = []
    for _ in range(TIMES):
        start = perf_counter()
        found = await memory.search(query, 10)
        took.append(perf_counter() - start)
    return found, took


async def known_items(memory: Memory, rows: list[MemoryRow], items: int, seed: int) -> None:
    """Prints how many were found, and how long a search took."""
    chance = random.Random(seed)
    chosen = chance.sample([row for row in rows if len(row.goal.split()) >= 2], items)
    hits, missed = 0, []
    times: list[list[float]] = []
    await memory.search("warm up", 10)
    for row in chosen:
        query = mistyped(row.goal, chance)
        found, own = await timed(memory, query)
        times.append(own)
        names = [sorted(one.goal.casefold().split()) for one in found[:3]]
        if sorted(row.goal.casefold().split()) in names:
            hits += 1
        else:
            missed.append(f"{query!r} for {row.goal!r}: {[one.goal for one in found[:3]]}")
    print(f"known item, shuffled, one typo: {hits} of {items} among the first three")
    print("\n".join(f"  missed {one}" for one in missed[:10]))
    every, best = [one for own in times for one in own], [min(own) for own in times]
    print(f"search as the app sees it: p50 {at(every, 0.5):.1f} ms, p95 {at(every, 0.95):.1f} ms")
    print(f"the shortest of {TIMES} for each: p50 {at(best, 0.5):.1f} ms, p95 {at(best, 0.95):.1f} ms")


async def in_other_words(memory: Memory, rows: list[MemoryRow], asked: list[dict[str, str]]) -> None:
    """Prints how many of the rows that are meant, or others with the same goal, are found."""
    goals = {row.id: row.goal.casefold() for row in rows}
    places = []
    for one in asked:
        found = [hit.goal.casefold() == goals[one["id"]] for hit in await memory.search(one["query"], 10)]
        places.append(found.index(True) if True in found else 10)
    hits = ", ".join(f"{sum(place < k for place in places)} among the first {k}" for k in (1, 3, 10))
    print(f"in other words, of {len(asked)}: {hits}")


async def measure(
    corpus: str, home: Path, embedder: str, items: int, seed: int, questions: list[dict[str, str]]
) -> None:
    settings = MemorySettings(uri=str(home / "memory"), log=str(home / "memory.log"), embedder=embedder)
    memory = Memory(settings)
    try:
        start = perf_counter()
        await memory.stats()
        print(f"first use (worker, table, starters): {perf_counter() - start:.2f} s")
        start = perf_counter()
        done = await memory.import_corpus(corpus)
        print(
            f"import: {done.added} added, {done.unchanged} there, {done.bad} bad in {perf_counter() - start:.1f} s"
        )
        rows = [row async for row in memory.export() if row.source != "starter"]
        await known_items(memory, rows, items, seed)
        if questions:
            await in_other_words(memory, rows, questions)
    finally:
        await memory.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--embedder", default="lexical")
    parser.add_argument("--items", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--keep", help="a folder for the memory that stays")
    wanted = parser.parse_args()
    lines = wanted.questions.read_text("utf-8").splitlines() if wanted.questions else ()
    questions = [json.loads(line) for line in lines if line.strip()]
    home = Path(wanted.keep or tempfile.mkdtemp(prefix="tailor-memory-"))
    try:
        asyncio.run(measure(wanted.corpus, home, wanted.embedder, wanted.items, wanted.seed, questions))
    finally:
        if not wanted.keep:
            shutil.rmtree(home)


if __name__ == "__main__":
    main()
