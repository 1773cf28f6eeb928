"""Writing while another process writes: LanceDB lets one of two go first and asks the other to try again.

Owns trying again. Refuses to judge any other error.
"""

import random
import time
from collections.abc import Callable
from typing import Final

_TRIES: Final = 10
_FIRST_WAIT: Final = 0.02
_LONGEST_WAIT: Final = 1.0


class Conflict(RuntimeError):
    """Another process was first, ten times in a row."""


def retried(write: Callable[[], object]) -> None:
    """Do a write that may be done again whole; waits a little longer, and not equally long, each time."""
    wait = _FIRST_WAIT
    for _ in range(_TRIES):
        try:
            write()
        except RuntimeError as error:
            if "commit conflict" not in str(error).lower():
                raise
            last = error
        else:
            return
        time.sleep(wait * random.uniform(0.5, 1.5))  # noqa: S311 - only so that two do not wait alike
        wait = min(2 * wait, _LONGEST_WAIT)
    raise Conflict("another process is writing to the memory all the time") from last
