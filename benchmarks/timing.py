"""How a benchmark takes time: the fastest of some runs, which is what the machine can do when left alone."""

import time
from collections.abc import Callable


def best(runs: int, job: Callable[[], object]) -> float:
    """Seconds of the fastest of some runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)
