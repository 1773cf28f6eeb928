"""The runs that were kept: `runs/<id>.jsonl`, the newest 500 (CONTRACT 3).

Owns which are kept, finding one and opening it as a review. Refuses the lines themselves: `record` writes and
reads events, `choices_file` what the person chose.
"""

import contextlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tailor.choices_file import choices_and_past, choices_at_stages
from tailor.core.errors import ContentError, DamagedError, NotFoundError
from tailor.core.events import DraftWritten, EditProposed, Event, RunStarted
from tailor.core.procedure import Procedure
from tailor.core.review import Choices, Review
from tailor.core.review_state import seen_anew
from tailor.core.text import one_line
from tailor.record import load
from tailor.rounds import review_of
from tailor.storage import private_folder

MOST_KEPT: Final = 500
_UNREADABLE: Final = (OSError, ValueError, RecursionError, AttributeError, KeyError, TypeError)
"""What a file raises that is no run, or none any more."""


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
    """The run in a file: a tailoring, or the critic's rounds of a generation.

    NotFoundError, DamagedError; ContentError for a generation in which there is nothing to decide.
    """
    events = load(path)
    if not any(isinstance(event, RunStarted) for event in events):
        raise DamagedError(f"{path} does not begin with a run, so it cannot be reviewed.")
    review = review_of(events)
    if review is None:
        raise ContentError("This run wrote a procedure that no critic changed, so there is nothing to decide on.")
    return Kept(id=path.stem, path=path, events=events, review=_chosen(review, path))


def _chosen(review: Review, path: Path) -> Review:
    """The review with what the person chose; before the first choice stands what the run itself took."""
    review = seen_anew(review, choices_at_stages(path))
    begun, nothing = review.choices, Choices()
    choices, past = choices_and_past(path)
    if choices == nothing and not past:
        return review
    return replace(review, choices=choices, past=tuple(begun if one == nothing else one for one in past))


def list_written(folder: Path, id: str) -> Procedure | None:
    """The newest list that the kept run with this id wrote; None where there is no such run, or it wrote none.

    Raises DamagedError where its file cannot be read.
    """
    files = [path for path in folder.glob("*.jsonl") if path.stem == id]
    written = [event.procedure for path in files for event in load(path) if isinstance(event, DraftWritten)]
    return written[-1] if written else None


def kept_runs(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Id, goal and hint of each run that can be reviewed, the newest first; unreadable files are passed over."""
    for path in sorted(folder.glob("*.jsonl"), key=_written, reverse=True):
        with contextlib.suppress(*_UNREADABLE), path.open(encoding="utf-8", errors="replace") as file:
            first = json.loads(file.readline())
            if first.get("kind") != RunStarted.kind:
                continue
            goal = first["procedure"].get("goal") if first.get("procedure") else _goal_of_rounds(file)
            if goal:
                yield path.stem, one_line(str(goal)), one_line(str(first.get("hint")))


def _goal_of_rounds(lines: Iterable[str]) -> str:
    """The goal of a generation, from its first list; "" where no edit follows that could be decided on."""
    goal = ""
    for line in lines:
        if not goal and DraftWritten.kind in line[:40]:
            goal = str(json.loads(line)["procedure"]["goal"])
        elif goal and EditProposed.kind in line[:40]:
            return goal
    return ""


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
