"""Starting the process that serves a local model, or joining the one that another window started."""

from dataclasses import dataclass
from pathlib import Path

from tailor.paths import Paths


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningModel:
    """A local model that is loaded, or being loaded, right now."""

    model: Path
    pid: int
    started: float
    """Seconds since the epoch."""
    port: int | None
    """Where llama.cpp listens on 127.0.0.1; None while it loads."""
    users: int
    """Windows and commands that hold it."""


def status(paths: Paths) -> tuple[RunningModel, ...]:
    """The local models that run now; () if none does. Blocks for a moment."""
    return ()


def stop(paths: Paths) -> tuple[RunningModel, ...]:
    """End every local model, whoever uses it, and say which. Returns when they have ended."""
    return status(paths)
