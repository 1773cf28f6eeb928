"""Lets the monkey of the tests play for long: python -m benchmarks.monkey --seeds 20 --keys 5000.

Prints a line a seed: how many moves, which screens were seen, or what was caught with the moves before it. Ends
with 1 where anything was caught.
"""

import argparse
import asyncio
from time import perf_counter

from tests.screens.monkey_case import Caught, play


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=20)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--keys", type=int, default=5_000)
    given = asked.parse_args()
    caught = 0
    for seed in range(given.first, given.first + given.seeds):
        start = perf_counter()
        try:
            monkey = asyncio.run(play(seed, given.keys))
        except Caught as found:
            caught += 1
            print(f"seed {seed}: caught\n{found}", flush=True)
        else:
            screens = ", ".join(f"{name} {count}" for name, count in monkey.seen.most_common(30))
            print(f"seed {seed}: {given.keys} moves in {perf_counter() - start:.0f} s; {screens}", flush=True)
    print(f"{given.seeds} seeds, {caught} caught")
    return 1 if caught else 0


if __name__ == "__main__":
    raise SystemExit(main())
