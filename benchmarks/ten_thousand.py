"""How long `tailor apply` takes on 10,000 steps with 10,000 edits, and on twice as much; and how long it takes to
list a library of 10,000 procedures, and what one save costs.

Repeat it from the checkout with the project installed:

    python benchmarks/ten_thousand.py            # 10,000 and 20,000, best of 5
    python benchmarks/ten_thousand.py 2000 3     # another size, best of 3

Prints for each size: the whole command in a new process (start, reading both files, applying, writing Markdown),
the same without the start of Python, and the engine alone; then how much longer twice the size takes. Read the
ratios: the seconds depend on the machine. Target: the whole command under 1 s, ratios near 2. Then, of a library
just written (its files are in the system's cache, as they are when an app is used): the list, the names alone,
finding one by a prefix, and one save with its two fsyncs. Target: 10,000 listed in 300 ms. Figures of the best run
are shown, since other work on the machine only ever makes a run slower.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tailor.core.edits import bag_from_text
from tailor.core.engine import apply
from tailor.core.procedure import procedure
from tailor.library.formats.registry import read
from tailor.library.store import Library

STEP = "Stir the mixture in bowl {n} for {n} minutes, then let it rest – as in the step before."


def best(runs: int, job: Callable[[], object]) -> float:
    """Seconds of the fastest of some runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)


def inputs(folder: Path, size: int) -> tuple[Path, Path]:
    """A procedure of `size` steps and `size` edits of it: half replace (a fifth of those delete), half insert."""
    original, edits = folder / f"{size}.json", folder / f"{size}.edits"
    steps = [STEP.format(n=n) for n in range(1, size + 1)]
    original.write_text(json.dumps({"goal": "Stir for a long time", "steps": steps}))
    lines = []
    for n in range(1, size + 1):
        text = "" if n % 10 == 0 else f"Fold mixture {n} gently (do not beat it)."
        lines.append(f"replace({n}, {text})" if n % 2 == 0 else f"insert({n}, Wait {n} s.)")
    edits.write_text("\n".join(lines))
    return original, edits


def command(original: Path, edits: Path) -> None:
    """The whole command; its output is thrown away."""
    subprocess.run(
        [sys.executable, "-m", "tailor", "apply", str(original), str(edits)],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def nothing() -> None:
    """The start of the same command without any work."""
    subprocess.run([sys.executable, "-m", "tailor", "--version"], check=True, stdout=subprocess.DEVNULL)


def measured(size: int, runs: int, folder: Path) -> tuple[float, float, float]:
    """Seconds: the command, the command without its start, the engine alone."""
    original, edits = inputs(folder, size)
    whole = best(runs, lambda: command(original, edits))
    start = best(runs, nothing)
    [parsed] = read(original.read_text(), "json")
    base, bag = parsed.procedure, bag_from_text(edits.read_text())
    return whole, whole - start, best(runs, lambda: apply(base, bag))


def print_applied(size: int, runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        once, twice = (measured(n, runs, Path(folder)) for n in (size, size * 2))
    for name, one, two in zip(("whole command", "without start", "engine alone"), once, twice, strict=True):
        print(f"{name:15} {size:>7,}: {one:6.3f} s   {size * 2:>7,}: {two:6.3f} s   ratio {two / one:.2f}")


def print_listed(size: int, runs: int) -> None:
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


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print_applied(size, runs)
    print_listed(size, runs)


if __name__ == "__main__":
    main()
