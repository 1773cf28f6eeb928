"""What goes between the app and the worker of the memory: requests and answers.

Owns the shapes; `wire` makes lines of JSON of them. Refuses to know how anything is found or kept, and
every import but the standard library: the app's process reads this.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Final, Literal, TypeAlias, cast, get_args

from tailor.core.procedure import Json, Procedure

Mode: TypeAlias = Literal["procedures", "steps"]

LIBRARY = "library"
"""The source of rows that only index a file of the library."""
STARTER = "starter"
"""The source of rows for the procedures that ship with Tailor."""
_SOURCES: Final = {LIBRARY: "your library", STARTER: "starter", "": "imported"}


def source_words(source: str) -> str:
    """The source of a row in words: "your library", "starter", "imported", or the name of the collection."""
    return _SOURCES.get(source, source)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySettings:
    """Where the memory is and what it is made with."""

    uri: str
    """A folder, or s3://, gs://, az://, db://."""
    embedder: str = "lexical"
    """`lexical`, `sentence-transformers[:name or folder]` or `server[:model]`."""
    log: str = ""
    """The file for the worker's stderr; "" for none."""
    library: str = ""
    """The folder of the library, whose rows can be made again; "" for none."""
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
    """What came of it, as a word of `outcomes`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analogy:
    """A procedure of the memory that a new one may lean on ([AAG] section 3)."""

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
    """What the memory holds."""

    rows: int
    embedder: str
    """What the vectors were made with."""
    dimension: int
    wanted: str
    """What the settings ask for; where it differs, searches go by words until `rebuild` has run."""
    library: int
    """Rows that index a file of the library."""
    starter: int
    imported: int
    """All others."""
    by_domain: tuple[tuple[str, int], ...]
    """Domains and how many rows each has, the largest first."""
    version: int
    size: int
    """Bytes on this disk; 0 where the memory is elsewhere."""
    fragments: int
    indexes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRow:
    """A row of a corpus that could not be taken."""

    where: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did."""

    added: int
    changed: int
    unchanged: int
    """Rows that were there already, and rows given twice in one file."""
    bad: int
    named: tuple[BadRow, ...]
    """The first hundred of the bad rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """What a rebuild did."""

    rows: int
    from_library: int
    damaged: tuple[str, ...]
    """Files of the library that could not be read."""
    aside: str = ""
    """Where a damaged table was put; "" where it was sound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some rows of one version of the table."""

    rows: tuple[MemoryRow, ...]
    version: int


# -- requests ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """The first request of every worker."""

    settings: MemorySettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Hybrid search, for procedures or for steps."""

    query: str
    k: int
    mode: Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """The K nearest by vector alone, as in [AAG]."""

    query: str
    k: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """K rows at random; the same seed picks the same rows while the memory holds the same ids."""

    k: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """Rows to keep; those with a known id are replaced."""

    rows: tuple[MemoryRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delete:
    """Ids to forget."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """New tags of a row, in place of the old ones."""

    id: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """What came of a row: a word of `outcomes`, in place of the one before."""

    id: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Get:
    """One row, by id."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What the memory holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """A corpus: a file or a folder."""

    path: str
    domain: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuild:
    """Vectors, indexes and the library's rows, made again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatchUp:
    """What was saved in the library since the last time, taken in; what went there, forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimize:
    """Fragments joined, indexes brought up to date, old versions taken away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPage:
    """Rows from `offset` on; version 0 is the newest."""

    offset: int
    limit: int
    version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Give up the request of that number as soon as its batch is written."""

    number: int


Request: TypeAlias = (
    Open
    | Search
    | Nearest
    | Pick
    | Add
    | Delete
    | Tag
    | Judge
    | Get
    | Count
    | Import
    | Rebuild
    | CatchUp
    | Optimize
    | GetPage
    | Stop
)
REQUESTS: tuple[type, ...] = get_args(Request)


# -- answers -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """What a search found, best first."""

    found: tuple[MemoryHit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Got:
    """The row of an id, if there is one."""

    row: MemoryRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestDone:
    """How many rows it concerned."""

    rows: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestProgress:
    """How far a long request is: `done` of `total`, in what it counts (bytes or rows)."""

    what: str
    done: int
    total: int
    rows: int = 0
    """Rows dealt with so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFailed:
    """The request was not done."""

    kind: str
    """The name of a class of `tailor.core.errors`, or `SaveError`, else `MemoryFault`."""
    message: str
    fault: str = ""


Answer: TypeAlias = Hits | Got | RequestDone | Stats | Imported | Rebuilt | Page | RequestProgress | RequestFailed

ANSWERS: tuple[type, ...] = get_args(Answer)


_NAME: Final = "@"
"""The key that names a dataclass; no field has this name."""

_KNOWN: Final = {
    kind.__name__: kind for kind in (MemorySettings, MemoryRow, MemoryHit, BadRow, *REQUESTS, *ANSWERS)
}


def line_of(number: int, message: Request | Answer) -> bytes:
    """One line: the request's number and the message."""
    return json.dumps([number, _plain(message)], ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def request_from(line: bytes) -> tuple[int, Request]:
    """The number and the request of a line. ValueError for anything else."""
    number, message = _from_line(line)
    if not isinstance(message, REQUESTS):
        raise ValueError("not a request to the memory")
    return number, cast(Request, message)


def answer_from(line: bytes) -> tuple[int, Answer]:
    """The number and the answer of a line. ValueError for anything else."""
    number, message = _from_line(line)
    if not isinstance(message, ANSWERS):
        raise ValueError("not an answer of the memory")
    return number, cast(Answer, message)


def _from_line(line: bytes) -> tuple[int, object]:
    match json.loads(line):
        case [int() as number, message]:
            return number, _typed(message)
        case _:
            raise ValueError("not a message of the memory")


def _plain(value: object) -> Json:
    """The value as JSON; a dataclass is an object that names its kind."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    named = type(value).__name__
    return {_NAME: named} | {one.name: _plain(getattr(value, one.name)) for one in fields(_KNOWN[named])}


def _typed(data: Json) -> object:
    """What `_plain` was given."""
    if isinstance(data, list):
        return tuple(_typed(item) for item in data)
    if isinstance(data, dict):
        rest = {key: _typed(value) for key, value in data.items() if key != _NAME}
        try:
            return _KNOWN[str(data.get(_NAME))](**rest)
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a message of the memory: {error}") from None
    return data


Outcome: TypeAlias = Literal["", "accepted", "finished", "good", "fair", "bad"]
"""accepted: a tailoring that was saved. finished: followed to its end without a rating. good, fair, bad: rated."""

OUTCOMES: Final[frozenset[str]] = frozenset(get_args(Outcome))

_WORTH: Final[dict[str, int]] = {"good": 2, "finished": 1, "accepted": 1, "bad": -1}
"""How welcome an outcome is; 0 for `fair`, "" and words of other makers."""

_NEAR: Final = 0.04
"""Two distances that differ by no more than this are about the same (cosine)."""


def outcome_of_rating(rating: int | None) -> Outcome:
    """The word for a rating of 1 to 5; `finished` without one."""
    if rating is None:
        return "finished"
    return "good" if rating >= 4 else "bad" if rating <= 2 else "fair"


def preferring(found: Sequence[tuple[MemoryHit, str]]) -> tuple[MemoryHit, ...]:
    """The rows, best first, each with its outcome; a welcome outcome passes less welcome ones that are as near.

    Each pair that changes places was compared: nothing ever stands above a clearly nearer one because of this.
    """
    ordered: list[tuple[MemoryHit, str]] = []
    for one in found:
        at = len(ordered)
        while at and _passes(one, ordered[at - 1]):
            at -= 1
        ordered.insert(at, one)
    return tuple(one for one, _ in ordered)


def _passes(later: tuple[MemoryHit, str], earlier: tuple[MemoryHit, str]) -> bool:
    """Whether the later one is more welcome and about as near, by meaning and by its goal."""
    (one, how), (other, its) = later, earlier
    farther = max(one.distance - other.distance, one.goal_distance - other.goal_distance)
    return _WORTH.get(how, 0) > _WORTH.get(its, 0) and farther <= _NEAR
