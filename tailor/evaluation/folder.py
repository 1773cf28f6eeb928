"""The folder of a bench: `bench.json` says what was asked; JSON Lines files hold cases, calls and results.

A folder holds one bench with one model, one set of cases and one version of Tailor, and only one process works on
it at a time.
"""

import contextlib
import hashlib
import json
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

from tailor import __version__
from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, DamagedError, NotFoundError, TailorError, UsageError
from tailor.core.procedure import Json
from tailor.core.text import one_line
from tailor.library.store import slug
from tailor.storage import (
    SaveError,
    add_lines,
    is_there,
    lines_in,
    private_folder,
    read_regular,
    replace_file,
    why,
)

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

R = TypeVar("R")


def add_line(path: Path, row: dict[str, Json]) -> None:
    """Append the object as one line, durably; only the owner may read the file.

    A line that was cut off stays separate from this one. SaveError if writing fails; earlier lines are kept.
    """
    private_folder(path.parent)
    # a lone surrogate, which a model can send, is escaped
    line = json.dumps(row, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
    try:
        add_lines(path, line, lasting=True)
    except OSError as error:
        raise SaveError(
            f"{path} could not be written: {why(error)}. What was there is kept; free some space or check "
            "the folder's permissions, then try again: it continues where it stopped."
        ) from error


def read_lines(path: Path) -> list[tuple[int, dict[str, Json] | None]]:
    """The lines of a file with their 1-based numbers; none without a file. DamagedError if it cannot be read.

    None for a line that is not a JSON object: cut off by a kill, or damaged.
    """
    try:
        lines = lines_in(path)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise DamagedError(f"{path} cannot be read: {why(error)}.") from error
    return [(at, _object(line.decode("utf-8", "replace"))) for at, line in enumerate(lines, 1) if line.strip()]


@dataclass(frozen=True, slots=True)
class Records(Generic[R]):
    """The content of a file of records: those that could be read, and the 1-based numbers of the other lines."""

    read: tuple[R, ...]
    bad: tuple[int, ...]


def read_records(path: Path, record_of: Callable[[Json], R], place: Callable[[R], Hashable] = id) -> Records[R]:
    """Read the records of a file; of several with the same `place` the last wins. DamagedError.

    A line for which `record_of` raises ContentError is bad.
    """
    read: dict[Hashable, R] = {}
    bad: list[int] = []
    for number, row in read_lines(path):
        try:
            record = record_of(row)
            read[place(record)] = record
        except ContentError:
            bad.append(number)
    return Records(tuple(read.values()), tuple(bad))


def write_records(path: Path, records: Iterable[object], record_to_json: Callable[[Any], Json] = to_json) -> None:
    """Rewrite the whole file, in this order."""
    lines = [json.dumps(record_to_json(one), ensure_ascii=False) + "\n" for one in records]
    replace_file(path, "".join(lines).encode("utf-8", "surrogatepass"))


def _object(line: str) -> dict[str, Json] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(ABC):
    """Everything that the results of a bench depend on, except the answers of models and memory."""

    about: ClassVar[str]
    """What to call the bench in a message."""
    must_match: ClassVar[Mapping[str, str]] = {}
    """Like MUST_MATCH, for keys whose values mean nothing to people."""
    cases: tuple[Any, ...]
    samples: int = 1
    limit: int | None = None
    """Only this many cases, from the first on; None: all."""
    provider: str = "server"
    model: str | None = None
    host: str | None = None
    judge: str | None = None
    """The name of the judging model; None: no model judges."""

    @abstractmethod
    def asked(self) -> dict[str, Json]:
        """The plan as in `bench.json`, with a digest of the cases, which are in a file beside it."""


P = TypeVar("P", bound=Plan)

BENCH_FILE: Final = "bench.json"
CASES_FILE: Final = "cases.jsonl"
RESULTS_FILE: Final = "results.jsonl"
JUDGEMENTS_FILE: Final = "judgements.jsonl"

MUST_MATCH: Final[Mapping[str, str]] = {
    "bench": "another kind of bench",
    "tailor": "another version of Tailor",
    "cases": "other cases",
    "against": "another method to compare with",
    **{key: f"another {key}" for key in ("provider", "model", "temperature", "longest_answer")},
}
"""Keys that must stay the same for the bench of a folder, with words for people; its grid may grow."""


class Busy(TailorError):
    """Another process works on this bench."""

    title = "This bench is running already"


def read_asked(folder: Path) -> dict[str, Json]:
    """The contents of `bench.json`. NotFoundError if there is none, DamagedError."""
    path = folder / BENCH_FILE
    try:
        data = json.loads(read_regular(path))
    except FileNotFoundError as error:
        raise NotFoundError(f"There is no bench in {folder}. Name its folder with --out.") from error
    except OSError as error:
        raise DamagedError(f"{path} cannot be read: {why(error)}.") from error
    except (ValueError, RecursionError) as error:
        raise DamagedError(
            f"{path} is not JSON. The calls beside it are not touched; move {path.name} away."
        ) from error
    if not isinstance(data, dict):
        raise DamagedError(f"{path} does not say what the bench was asked.")
    return data


def lay(folder: Path, plan: Plan) -> None:
    """Write the plan and its cases to the folder, or check that it holds the same bench.

    UsageError names a key that differs; SaveError if writing fails.
    """
    asked: dict[str, Json] = {"tailor": __version__, **plan.asked()}
    if is_there(folder / BENCH_FILE):
        before = read_asked(folder)
        for key in ("bench", *plan.must_match, *MUST_MATCH):
            if before.get(key) != asked.get(key):
                values = (one_line(json.dumps(one.get(key), ensure_ascii=False), 60) for one in (before, asked))
                words = plan.must_match.get(key) or "{} ({}, now {})".format(MUST_MATCH[key], *values)
                raise UsageError(
                    f"The bench in {folder} was begun with {words}. Name another folder with --out; nothing there "
                    "was touched."
                )
    private_folder(folder)
    replace_file(folder / BENCH_FILE, (json.dumps(asked, indent=1, ensure_ascii=False) + "\n").encode())
    write_records(folder / CASES_FILE, plan.cases)


def laid(folder: Path, plan: type[P]) -> P:
    """Read the plan of the bench in this folder. NotFoundError if there is none, DamagedError."""
    asked = read_asked(folder)
    rows: list[Json] = [row for _, row in read_lines(folder / CASES_FILE) if row is not None]
    try:
        found = from_json(plan, {**asked, "cases": rows})
    except ContentError as error:
        raise DamagedError(f"{folder} is not a complete {plan.about}: {error.message}") from error
    if any(found.asked()[key] != asked.get(key) for key in ("bench", "cases")):
        raise DamagedError(f"{folder} does not have the cases that a {plan.about} was begun with.")
    return found


def usual_folder(data: Path, bench: str, stem: str, asked: Mapping[str, Json]) -> Path:
    """The default folder of a bench: the same questions give the same folder."""
    text = json.dumps({"tailor": __version__, **asked}, sort_keys=True, ensure_ascii=False)
    code = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return data / "bench" / f"{bench}-{slug(stem)[:24]}-{code}"


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock the folder while the block runs. Busy if another living process has locked it."""
    path = private_folder(folder) / "bench.lock"
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise SaveError(
            f"{path} cannot be opened: {why(error)}. Free some space or check the folder's permissions."
        ) from error
    try:
        if not _locked(descriptor):
            raise Busy(f"Another Tailor is working in {folder}. Wait for it, or name another folder with --out.")
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    """Whether the file could be locked; the system unlocks it when the process ends in any way."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
