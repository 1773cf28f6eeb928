"""What the app and the worker of the memory exchange: rows, hits, answers, and lines of JSON.

Light to import, as the app's process does so. The lines are private to the two; none is written to disk.
"""

import json
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tailor.core.codec import to_json
from tailor.core.procedure import Json, Procedure

Mode: TypeAlias = Literal["procedures", "steps"]

Lookup: TypeAlias = Literal["nearest", "hybrid", "random"]
"""By vector alone, as in [AAG]; by vector, goal and words combined; any procedures."""

Outcome: TypeAlias = Literal["", "accepted", "finished", "good", "fair", "bad"]
"""accepted: a tailored version was saved. finished: followed to the end without a rating. Others: rated."""

LIBRARY = "library"
"""The source of rows that only index a file of the library."""
STARTER = "starter"
"""The source of rows for the procedures that ship with Tailor."""


def source_words(source: str) -> str:
    """The source of a row in words: "your library", "built in", "imported", or the name of the collection."""
    return {LIBRARY: "your library", STARTER: "built in", "": "imported"}.get(source, source)


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
    """The file that records up to when the library was read; "" means that only a rebuild reads it."""
    base_url: str = ""
    key: str = field(default="", repr=False)
    """Sent to `base_url` alone, by the `server` embedder."""


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
    """Cosine distance of query and procedure (or step), by the memory's embedder: 0 alike, 1 unrelated."""
    domain: str = "everyday"
    goal_distance: float = 1.0
    """Cosine distance of query and goal by spelling: near 0 for the same words, tolerating typos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryHit(Analogy):
    """A procedure that a search found, or one of its steps."""

    score: float
    """Comparable within one search; higher is better."""
    source: str
    outcome: str = ""
    step: int | None = None
    """The number of the step found (1-based), if steps were searched."""


def procedure_of(kept: Analogy | MemoryHit | MemoryRow) -> Procedure:
    """The procedure, without what concerns only the memory."""
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
    """The embedder in the settings; if it differs, searches use words only until `rebuild` has run."""
    library: int
    starter: int
    imported: int
    """Rows from elsewhere."""
    by_domain: tuple[tuple[str, int], ...]
    """Number of rows in each domain, largest first."""
    version: int
    size: int
    """Bytes on this disk; 0 for a remote memory."""
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
    """Rows that were there already, and duplicates within one file."""
    bad: int
    named: tuple[BadRow, ...]
    """The first hundred bad rows."""
    partial: int = 0
    """Rows imported without notes or unused lines, for which a row has no column."""
    left: tuple[BadRow, ...] = ()
    """What was left out of the first hundred of them."""

    def counts(self) -> str:
        """The counts as a sentence: 3 added, 0 changed, 1 unchanged, 1 skipped, 2 in part."""
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
    """Ids of library procedures that could not be read."""
    aside: str = ""
    """Where a damaged table was moved; "" if it was sound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestProgress:
    """Progress of a long request: `done` of `total`, in bytes or rows, and the number of rows handled."""

    what: str
    done: int
    total: int
    rows: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFailed:
    kind: str
    """The name of a class of `tailor.core.errors`, or `SaveError`, else `MemoryFault`."""
    message: str
    fault: str = ""


def outcome_of_rating(rating: int | None) -> Outcome:
    """The outcome for a rating of 1 to 5; `finished` without one."""
    if rating is None:
        return "finished"
    return "good" if rating >= 4 else "bad" if rating <= 2 else "fair"


def line_of(number: int, name: str, body: object) -> bytes:
    """A message as a line of JSON: request number; method, or kind of answer; arguments or answer."""
    return json.dumps([number, name, to_json(body)], separators=(",", ":")).encode() + b"\n"


def message_of(line: bytes) -> tuple[int, str, Json]:
    """Number, name and body of a line. Raises ValueError for anything else."""
    match json.loads(line):
        case [int() as number, str() as name, body]:
            return number, name, body
        case _:
            raise ValueError("not a message from the memory")
