"""The runs that were kept: `runs/<id>.jsonl`, the newest 500 (CONTRACT 3).

Owns which are kept, finding one and opening it as a review. Refuses the lines themselves: `record` writes and
reads events, `choices_file` what the person chose.
"""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tailor.choices_file import choices_and_past
from tailor.core.errors import DamagedError, NotFoundError
from tailor.core.events import Event, RunStarted
from tailor.core.folding import fold_all
from tailor.core.review import Review
from tailor.core.text import one_line
from tailor.files import private_folder
from tailor.record import load

MOST_KEPT: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A run as it was kept: what happened, and what the person chose last."""

    id: str
    path: Path
    events: tuple[Event, ...]
    review: Review


def run_file(folder: Path, id: str) -> Path:
    """The file for a new run, in a folder that is made where it is missing; the oldest runs beyond 500 go."""
    private_folder(folder)
    files = sorted(folder.glob("*.jsonl"), key=_written, reverse=True)
    for old in files[MOST_KEPT - 1 :]:
        with contextlib.suppress(OSError):
            old.unlink()
    return folder / f"{id}.jsonl"


def open_run(folder: Path, name: str) -> Kept:
    """The run with this id, or the only one whose id begins so. NotFoundError, DamagedError."""
    return open_file(_find(folder, name))


def open_file(path: Path) -> Kept:
    """The run in a file. NotFoundError, DamagedError."""
    events = load(path)
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    if started is None or started.procedure is None:
        raise DamagedError(f"{path} does not begin with a run of a procedure, so it cannot be reviewed.")
    choices, past = choices_and_past(path)
    review = replace(fold_all(started.procedure, events), choices=choices, past=past)
    return Kept(id=path.stem, path=path, events=events, review=review)


def kept_runs(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Id, goal and hint of each run, the newest first; files that cannot be read are passed over."""
    for path in sorted(folder.glob("*.jsonl"), key=_written, reverse=True):
        with contextlib.suppress(OSError, ValueError, AttributeError), path.open(encoding="utf-8") as file:
            first = json.loads(file.readline())
            if first.get("kind") == RunStarted.kind and first.get("procedure"):
                yield path.stem, one_line(str(first["procedure"].get("goal"))), one_line(str(first.get("hint")))


def _find(folder: Path, name: str) -> Path:
    names = sorted(path.stem for path in folder.glob("*.jsonl"))
    begins = [one for one in names if one.startswith(name)] if name else []
    if name in begins or len(begins) == 1:
        return folder / f"{name if name in begins else begins[0]}.jsonl"
    raise NotFoundError(f'There is no kept run "{one_line(name, 60)}". `tailor review` lists those there are.')


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
