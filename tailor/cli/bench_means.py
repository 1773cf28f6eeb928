"""What every bench on the command line needs: a model to ask, and progress for whoever waits.

Owns the words of progress. Refuses to know any bench.
"""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tailor.cli.out import say

if TYPE_CHECKING:
    from tailor.cli.setup import Setup
    from tailor.config import Config
    from tailor.core.model import Model
    from tailor.evaluation.working import Progress

EVERY: Final = 5.0
"""Seconds between two lines of progress where a person watches."""
EVERY_IN_A_FILE: Final = 60.0


async def bench_model(setup: "Setup", config: "Config", *, allow_insecure: bool = False) -> "Model | None":
    """The model that these settings name; None for the built-in tailor.

    Raises UsageError as `answering.crew_for` does, ProviderError where a server cannot be asked for its models: a
    bench does not begin what it cannot end.
    """
    from tailor.answering import Unreachable
    from tailor.cli.answering import crew_for
    from tailor.core.agents import ModelCrew

    crew, _ = await crew_for(setup, config, allow_insecure=allow_insecure)
    if isinstance(crew, Unreachable):
        raise crew.error
    return crew.model if isinstance(crew, ModelCrew) else None


def telling(
    what: str, *, write: Callable[[str], None] = say, clock: Callable[[], float] = time.monotonic
) -> "Callable[[Progress], None]":
    """Tells on stderr how far it is: at the beginning, every few seconds, and at the end."""
    pause = EVERY if sys.stderr.isatty() else EVERY_IN_A_FILE
    last: float | None = None

    def tell(progress: "Progress") -> None:
        nonlocal last
        now = clock()
        if last is None or now - last >= pause or progress.done == progress.total:
            last = now
            write(f"{what}: {progress.done} of {progress.total}{_left(progress)}")

    return tell


def _left(progress: "Progress") -> str:
    if progress.left is None or progress.done == progress.total:
        return ""
    seconds = progress.left
    if seconds < 90:
        return f", about {max(1, round(seconds))} s left"
    if seconds < 5_400:
        return f", about {round(seconds / 60)} min left"
    return f", about {seconds / 3600:.1f} h left"
