"""What goes between the app and the worker of the memory: requests and answers.

Owns the shapes; `wire` makes lines of JSON of them. Refuses to know how anything is found or kept, and
every import but the standard library: the app's process reads this.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

Mode: TypeAlias = Literal["procedures", "steps"]

LIBRARY = "library"
"""The source of rows that only index a file of the library."""
STARTER = "starter"
"""The source of rows for the procedures that ship with Tailor."""


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
class Kept:
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
class Found:
    """A procedure that was found, or one step of it."""

    id: str
    goal: str
    score: float
    """Of this search alone: higher is better."""
    distance: float
    """Cosine distance between question and procedure (or step), by the memory's embedder: 0 alike, 1 unrelated."""
    resources: tuple[str, ...]
    steps: tuple[str, ...]
    domain: str
    source: str
    step: int | None = None
    """The step that was found (1-based), where steps were looked for."""
    goal_distance: float = 1.0
    """Cosine distance between question and goal by spelling: near 0 for the same words, typos forgiven."""


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

    rows: tuple[Kept, ...]
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

    rows: tuple[Kept, ...]


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

    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Got:
    """The row of an id, if there is one."""

    row: Kept | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How many rows it concerned."""

    rows: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a long request is: `done` of `total`, in what it counts (bytes or rows)."""

    what: str
    done: int
    total: int
    rows: int = 0
    """Rows dealt with so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The request was not done."""

    kind: str
    """The name of a class of `tailor.core.errors`, or `SaveError`, else `MemoryFault`."""
    message: str
    fault: str = ""


Answer: TypeAlias = Hits | Got | Done | Stats | Imported | Rebuilt | Page | Progress | Failed

ANSWERS: tuple[type, ...] = get_args(Answer)
