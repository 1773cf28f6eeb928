"""Kills the memory's worker, or the app that uses it, at random moments of an import, and looks what is left.

After every kill the memory must open, hold every row that was acknowledged, and no row twice.
Run: python -m benchmarks.memory_kill [--rounds 30] [--rows 3000]
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from memory.client import Memory
from memory.messages import MemorySettings, RequestProgress

PREFIX = "knot-"


def corpus(home: Path, rows: int) -> Path:
    """A collection of so many procedures."""
    file = home / "knots.jsonl"
    lines = (
        json.dumps({"id": f"{PREFIX}{n}", "goal": f"Tie knot {n}", "steps": ["Loop.", f"Pull {n}."]})
        for n in range(rows)
    )
    file.write_text("\n".join(lines))
    return file


async def app(home: Path) -> None:
    """The app: imports batch after batch and prints what is acknowledged."""
    memory = Memory(MemorySettings(uri=str(home / "memory"), log=str(home / "memory.log")))

    def tell(progress: RequestProgress) -> None:
        worker = memory._worker.pid if memory._worker else 0
        print(progress.rows, worker, flush=True)

    await memory.stats()
    print(0, memory._worker.pid if memory._worker else 0, flush=True)
    await memory.import_corpus(str(home / "knots.jsonl"), tell)
    print("done", flush=True)
    await memory.close()


def killed(home: Path, who: str, wait: float) -> int:
    """One round: starts the app, kills after `wait` seconds of import; how many rows it had acknowledged."""
    command = [sys.executable, "-m", "benchmarks.memory_kill", "--app", str(home)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        worker = int(running.stdout.readline().split()[1])
        try:
            running.wait(wait)
        except subprocess.TimeoutExpired:
            victim = worker if who == "worker" else running.pid
            os.kill(victim, signal.SIGKILL)
        said = running.stdout.read().split("\n")
    counts = [int(line.split()[0]) for line in said if line and line[0].isdigit()]
    return max(counts, default=0)


async def look(home: Path) -> tuple[int, int]:
    """How many of the rows are there, and how many ids."""
    memory = Memory(MemorySettings(uri=str(home / "memory"), log=str(home / "memory.log")))
    try:
        ids = [row.id async for row in memory.export() if row.id.startswith(PREFIX)]
        await memory.search("tie knot 7", 3)
    finally:
        await memory.close()
    return len(ids), len(set(ids))


def rounds(count: int, rows: int) -> None:
    """Every round in a memory of its own; prints the sum."""
    chance = random.Random(4)
    faults = 0
    for number in range(count):
        who = ("worker", "app")[number % 2]
        with tempfile.TemporaryDirectory(prefix="tailor-kill-", ignore_cleanup_errors=True) as folder:
            home = Path(folder)
            corpus(home, rows)
            acknowledged = killed(home, who, chance.uniform(0.1, 4))
            there, ids = asyncio.run(look(home))
            bad = there < acknowledged or there != ids
            verdict = "BAD" if bad else "good"
            faults += bad
            print(
                f"{number + 1:>3} {who:<6} acknowledged {acknowledged:>6}, there {there:>6}, {verdict}",
                flush=True,
            )
    print(f"{count} rounds, {faults} with something lost or twice")
    sys.exit(1 if faults else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--app", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.app:
        asyncio.run(app(Path(wanted.app)))
    else:
        rounds(wanted.rounds, wanted.rows)


if __name__ == "__main__":
    main()
