"""What the app and the worker of the memory exchange: rows, hits, answers, and lines of JSON.

Light to import, as the app's process does. The lines are private to the two: none is written to disk.
"""

import json
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tailor.core.codec import to_json
from tailor.core.procedure import Json, Procedure

Mode: TypeAlias = Literal["procedures", "steps"]

Lookup: TypeAlias = Literal["nearest", "hybrid", "random"]
"""By vector alone, as in [AAG]; by vector, goal and words together; any procedures."""

Outcome: TypeAlias = Literal["", "accepted", "finished", "good", "fair", "bad"]
"""accepted: a tailoring that was saved. finished: followed to its end without a rating. good, fair, bad: rated."""

LIBRARY = "library"
"""The source of rows that only index a file of the library."""
STARTER = "starter"
"""The source of rows for the procedures that ship with Tailor."""


def source_words(source: str) -> str:
    """The source of a row in words: "your library", "starter", "imported", or the name of the collection."""
    return {LIBRARY: "your library", STARTER: "starter", "": "imported"}.get(source, source)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySettings:
    uri: str
    """A folder, or s3://, gs://, az://, db://."""
    embedder: str = "lexical"
    """`lexical`, `local:file`, `sentence-transformers[:name or folder]` or `server:model`."""
    log: str = ""
    """The file for the worker's stderr; "" for none."""
    library: str = ""
    """The folder of the library; "" for none."""
    seen: str = ""
    """The file that says up to when the library was taken in; "": it is taken in by a rebuild alone."""
    base_url: str = ""
    key: str = field(default="", repr=False)
    """Sent to `base_url` alone, by the embedder `server`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRow:
    """A row of the memory, without its vectors."""

    id: str
    goal: str
    resources: tuple[str, ...]
    steps: tuple[str, ...]
    domain: str = "everyday"
    tags: tuple[str, ...] = ()
    source: str = ""
    licence: str = ""
    created: str = ""
    outcome: str = ""
    """An `Outcome`; another version may know more of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analogy:
    """A procedure in the memory that a new one may build on ([AAG] section 3)."""

    id: str
    goal: str
    resources: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    distance: float = 1.0
    """Cosine distance between question and procedure (or step), by the memory's embedder: 0 alike, 1 unrelated."""
    domain: str = "everyday"
    goal_distance: float = 1.0
    """Cosine distance between question and goal by spelling: near 0 for the same words, typos forgiven."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryHit(Analogy):
    """A procedure that a search found, or one step of it."""

    score: float
    """Comparable within one search: higher is better."""
    source: str
    outcome: str = ""
    step: int | None = None
    """The step that was found (1-based), where steps were searched."""


def procedure_of(kept: Analogy | MemoryHit | MemoryRow) -> Procedure:
    """The procedure without what belongs to the memory alone."""
    return Procedure(
        goal=kept.goal,
        steps=kept.steps,
        resources=kept.resources,
        tags=getattr(kept, "tags", ()),
        source=getattr(kept, "source", ""),
        licence=getattr(kept, "licence", ""),
        id=kept.id,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    rows: int
    embedder: str
    dimension: int
    wanted: str
    """The embedder of the settings; where it differs, searches go by words until `rebuild` has run."""
    library: int
    starter: int
    imported: int
    """Rows from elsewhere."""
    by_domain: tuple[tuple[str, int], ...]
    """How many rows each has, the largest first."""
    version: int
    size: int
    """Bytes on this disk; 0 where the memory is elsewhere."""
    fragments: int
    indexes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRow:
    """A row of a corpus that could not be imported."""

    where: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    added: int
    changed: int
    unchanged: int
    """Rows that were there already, and rows given twice in one file."""
    bad: int
    named: tuple[BadRow, ...]
    """The first hundred of the bad rows."""
    partial: int = 0
    """Rows taken without notes or unused lines, which a row has no room for."""
    left: tuple[BadRow, ...] = ()
    """What the first hundred of them were taken without."""

    def counts(self) -> str:
        """ "3 added, 0 changed, 1 unchanged, 1 skipped, 2 in part." """
        parts = f", {self.partial:,} in part" if self.partial else ""
        taken = f"{self.added:,} added, {self.changed:,} changed, {self.unchanged:,} unchanged"
        return f"{taken}, {self.bad:,} skipped{parts}."

    def told(self, most: int = 100) -> list[str]:
        """What was not imported, one line each: whole rows, and parts of rows."""
        lines: list[str] = []
        for word, named, count in (
            ("Skipped", self.named, self.bad),
            ("Only in part", self.left, self.partial),
        ):
            lines += [f"{word}: {one.where}: {one.why}" for one in named[:most]]
            more = count - len(named[:most])
            lines += [f"{word}: … and {more:,} more."] if more else []
        return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    rows: int
    from_library: int
    damaged: tuple[str, ...]
    """Ids of the library that could not be read."""
    aside: str = ""
    """Where a damaged table was put; "" where it was sound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestProgress:
    """How far a long request has got: `done` of `total`, counted in bytes or rows, and the rows handled."""

    what: str
    done: int
    total: int
    rows: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFailed:
    """The request failed."""

    kind: str
    """The name of a class of `tailor.core.errors`, or `SaveError`, else `MemoryFault`."""
    message: str
    fault: str = ""


def outcome_of_rating(rating: int | None) -> Outcome:
    """The word for a rating of 1 to 5; `finished` without one."""
    if rating is None:
        return "finished"
    return "good" if rating >= 4 else "bad" if rating <= 2 else "fair"


def line_of(number: int, name: str, body: object) -> bytes:
    """One line of JSON: the number of a request; its method, or what kind of answer it is; arguments or answer."""
    return json.dumps([number, name, to_json(body)], separators=(",", ":")).encode() + b"\n"


def message_of(line: bytes) -> tuple[int, str, Json]:
    """Number, name and body of a line. ValueError for anything else."""
    match json.loads(line):
        case [int() as number, str() as name, body]:
            return number, name, body
        case _:
            raise ValueError("not a message of the memory")
