"""kill -9 at random points of a local model: of its user, of its process, of llama.cpp in it.

Run: python -m benchmarks.kill_local [kills]. Prints counts; exit code 1 where a promise was broken. Never a test:
it starts hundreds of processes. Within ten seconds of each kill no process may be left, a user not killed must
have been answered or have ended with an error, and the next one must be served as if nothing had been.
"""

import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from typing import Final

from tailor.paths import Paths
from tests.providers.tiny_gguf import AnotherUser, at_home, processes, until

VICTIMS: Final = ("user", "child", "llama", "both")
LONGEST: Final = 2.0
"""Seconds after its start at which a user is killed at the latest: it is answering by then."""
GONE: Final = 10.0


def main() -> int:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    rng, found, ran, slowest = random.Random(15), Counter[str](), Counter[int](), 0.0
    with tempfile.TemporaryDirectory() as folder:
        paths = at_home(folder)
        for number in range(kills):
            victim = VICTIMS[number % len(VICTIMS)]
            wrong, seconds, there = kill(paths, victim, rng.uniform(0.0, LONGEST))
            found[wrong or "as promised"] += 1
            ran[there] += 1
            slowest = max(slowest, seconds)
            print(
                f"{number + 1:3} {victim:5} with {there} processes, gone after {seconds:.2f} s {wrong}", flush=True
            )
    print(dict(found), f"slowest {slowest:.2f} s; processes at the kill: {dict(ran)}")
    return int(set(found) != {"as promised"})


def kill(paths: Paths, victim: str, after: float) -> tuple[str, float, int]:
    """Start a user, kill after so many seconds.

    What is wrong then ("" for nothing), how long the end took, and how many processes there were.
    """
    user = AnotherUser(paths, "long")
    time.sleep(after)
    there = processes(paths)
    for name in ("child", "llama") if victim == "both" else (victim,):
        with contextlib.suppress(ProcessLookupError):
            if name in there:
                os.kill(there[name], signal.SIGKILL)
    if victim in ("child", "llama", "both"):
        user.told_all()  # it answers, or names the fault, and ends
    user.kill()
    begun = time.monotonic()
    gone = until(lambda: not processes(paths), GONE)
    seconds = time.monotonic() - begun
    if not gone:
        return f"left: {processes(paths)}", seconds, len(there)
    return ("" if serves(paths) else "the next user was not served"), seconds, len(there)


def serves(paths: Paths) -> bool:
    """Whether another user is answered, and nothing of it stays."""
    with contextlib.suppress(AssertionError):
        AnotherUser(paths).until("over").kill()
        return until(lambda: not processes(paths), GONE) and not (paths.cache / "local.json").exists()
    return False


if __name__ == "__main__":
    sys.exit(main())
