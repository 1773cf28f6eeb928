"""The runs that were kept: `runs/<id>.jsonl`, the newest 500 (CONTRACT 3).

Owns which are kept, finding one, and the line that holds a person's decisions after the events. Refuses the
events themselves: `record` writes and reads those.
"""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, DamagedError, NotFoundError
from tailor.core.events import Event, RunStarted
from tailor.core.folding import fold_all
from tailor.core.procedure import Json, Procedure
from tailor.core.review import Choices, Review
from tailor.core.text import one_line
from tailor.files import private_folder
from tailor.record import load

MOST_KEPT: Final = 500
_KIND: Final = "decisions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A run as it was kept: what happened, and what the person chose last."""

    id: str
    events: tuple[Event, ...]
    review: Review
    parent: str
    """Id of the procedure in the library or among the starters; "" where it came from elsewhere."""


def run_file(folder: Path, id: str) -> Path:
    """The file for a new run, in a folder that is made where it is missing; the oldest runs beyond 500 go."""
    private_folder(folder)
    files = sorted(folder.glob("*.jsonl"), key=_written, reverse=True)
    for old in files[MOST_KEPT - 1 :]:
        with contextlib.suppress(OSError):
            old.unlink()
    return folder / f"{id}.jsonl"


def add_choices(path: Path, choices: Choices, parent: str = "") -> None:
    """Write down what the person chose so far; the last such line of a file counts. OSError as the disk says."""
    data = to_json(choices)
    assert isinstance(data, dict)
    line = json.dumps({"kind": _KIND, "parent": parent, **data}, ensure_ascii=False)
    with path.open("a", encoding="utf-8", errors="replace") as file:
        file.write(line + "\n")


def open_run(folder: Path, name: str) -> Kept:
    """The run with this id, or the only one whose id begins so. NotFoundError, DamagedError."""
    path = _find(folder, name)
    events = load(path)
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    if started is None or started.procedure is None:
        raise DamagedError(f"{path} does not begin with a run of a procedure, so it cannot be reviewed.")
    choices, parent = _choices(path)
    return Kept(id=path.stem, events=events, review=_reviewed(started.procedure, events, choices), parent=parent)


def kept_runs(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Id, goal and hint of each run, the newest first; files that cannot be read are passed over."""
    for path in sorted(folder.glob("*.jsonl"), key=_written, reverse=True):
        with contextlib.suppress(OSError, ValueError, AttributeError), path.open(encoding="utf-8") as file:
            first = json.loads(file.readline())
            if first.get("kind") == RunStarted.kind and first.get("procedure"):
                yield path.stem, one_line(str(first["procedure"].get("goal"))), one_line(str(first.get("hint")))


def _reviewed(procedure: Procedure, events: tuple[Event, ...], choices: Choices) -> Review:
    from dataclasses import replace

    return replace(fold_all(procedure, events), choices=choices)


def _choices(path: Path) -> tuple[Choices, str]:
    """What the last line of decisions says; nothing chosen where there is none."""
    found: dict[str, Json] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        if line.startswith('{"kind": "' + _KIND + '"'):
            with contextlib.suppress(ValueError):
                found = json.loads(line)
    try:
        return from_json(Choices, found), str(found.get("parent") or "")
    except ContentError as error:
        raise DamagedError(f"The decisions in {path} cannot be read: {error.message}") from error


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
