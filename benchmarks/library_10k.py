"""How long it takes to list a library of 10,000 procedures, and what one save costs.

Repeat it from the checkout with the project installed:

    python benchmarks/library_10k.py            # 10,000 files, best of 5
    python benchmarks/library_10k.py 2000 3     # another size, best of 3

Makes the files in a temporary folder (some seconds), then prints: the list of a library just written (its files
are in the system's cache, as they are when an app is used), the names alone, finding one by a prefix, and one save
with its two fsyncs. Target: 10,000 listed in 300 ms.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from timing import best

from tailor.core.procedure import procedure
from tailor.library.store import Library


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    steps = [f"Stir the mixture in bowl {n} for {n} minutes, then let it rest." for n in range(1, 11)]
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder))
        ids = [library.save(procedure(f"Stir mixture {n}", steps)).id for n in range(size)]
        jobs: dict[str, Callable[[], object]] = {
            "list": library.entries,
            "names alone": library.ids,
            "find by prefix": lambda: library.find(ids[size // 2][:-3]),
            "one save": lambda: library.save(procedure("Stir", steps)),
        }
        for name, job in jobs.items():
            print(f"{name:15} {size:>7,} files: {best(runs, job) * 1000:8.1f} ms")


if __name__ == "__main__":
    main()
