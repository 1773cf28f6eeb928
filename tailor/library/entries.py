"""The library's values: list entries, saved procedures, their edits and provenance (CONTRACT 1 and 4)."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from tailor.core.edits import RENUMBER, Edit
from tailor.core.procedure import Procedure

if TYPE_CHECKING:  # a list of saved procedures does not need it
    from tailor.core.requirements import Requirement

Origin: TypeAlias = Literal["tailored", "generated", "imported", "typed", "starter"]
State: TypeAlias = Literal["ok", "edited"]
"""edited: changed by hand, so the steps do not match the fingerprint or a line is not as Tailor writes it."""

RecordState: TypeAlias = Literal["ok", "missing", "broken"]
"""State of the record beside a file: broken if unreadable or of other steps; ok also if the file needs none."""
SHOWN_VERSIONS: Final = 100
"""How many versions of one procedure a history shows by default."""
RECORD: Final = ".edits.json"
"""Suffix of the record file beside a procedure file."""
NOTICE: Final = "A machine suggested changes in this: check what matters before you rely on it."
"""Shown below the title of a variant to whoever reads its file."""
_OWN: Final = ("", "you", RENUMBER)
"""Authors of edits that are not a machine's suggestions."""

ORIGINAL: Final = "the original"

_VERSION: Final = re.compile(r"(?!\.)(?P<stem>.+)\.v(?P<version>[1-9][0-9]{0,254})")
"""A file name cannot be longer than 255 bytes; one that begins with a dot is another program's."""

_ID: Final = re.compile(r"[^\W_](?:[\w.-]|[^\x00-\x7f]){0,254}")

DecisionWord: TypeAlias = Literal["accepted", "rejected", "undecided", "stale"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """One version of one procedure, as lists show it."""

    id: str
    """`<slug>-<4 chars>.v<N>`, or `starter.<name>`."""
    goal: str
    steps: int
    version: int
    parent: str | None
    """Id of the procedure it was derived from."""
    origin: Origin
    tags: tuple[str, ...]
    created: str
    """When it was saved: ISO 8601, UTC."""
    file: Path
    hint: str = ""
    """The request on one line, which tells variants of one original apart."""
    collections: tuple[str, ...] = ()
    """Set by `metadata.labelled`, which also adds the person's tags and rating."""
    rating: int | None = None
    """1 to 5."""

    @property
    def stem(self) -> str:
        """The id without its version, shared by all versions of a procedure."""
        return stem_of(self.id)


def you_said(hint: str) -> str:
    """Return "You said: for 2 and no booze", in the person's own words; "" for an empty hint."""
    return f"You said: {hint}" if hint else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedEdit:
    """One edit of a variant with its decision.

    Accepted edits are numbered for replay: those of the first stage on the parent, those of a later stage on the
    result of the stages before. Other edits keep the numbers they were proposed with.
    """

    stage: int
    edit: Edit
    decision: DecisionWord = "accepted"
    by: str = "you"
    """Who decided: "you", or a rule ("all", "careful")."""
    proposed: str | None = None
    """The text as proposed, if the person accepted it with other words."""


def notice(edits: Iterable[SavedEdit]) -> str:
    """Return `NOTICE` if an applied edit has a machine's words, else ""."""
    applied = (kept for kept in edits if kept.decision == "accepted" and kept.proposed is None)
    return NOTICE if any(kept.edit.agent not in _OWN for kept in applied) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The settings of the run that made a procedure."""

    strategy: str | None = None
    method: str | None = None
    """How a generated procedure was made; it has no strategy."""
    prompts: str | None = None
    provider: str | None = None
    model: str | None = None
    run: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedProcedure:
    """A whole file of the library."""

    entry: LibraryEntry
    procedure: Procedure
    hint: str = ""
    requirements: "tuple[Requirement, ...]" = ()
    edits: tuple[SavedEdit, ...] = ()
    made: Provenance | None = None
    state: State = "ok"
    record: RecordState = "ok"
    remark: str = ""
    """What could not be understood in a file that was changed by hand."""

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def parent(self) -> str | None:
        return self.entry.parent

    @property
    def notice(self) -> str:
        """Return `NOTICE` if a machine had a hand in it, or may have had because its record is lost; else ""."""
        return NOTICE if self.parent and self.record != "ok" else notice(self.edits)


def stem_of(id: str) -> str:
    """The id without `.v<N>`."""
    return parted(id)[0]


def is_id(text: str) -> bool:
    """Whether the text can be the id of a how-to or a starter: a plain name, not a path."""
    return bool(_ID.fullmatch(text)) and ".." not in text


def parted(id: str) -> tuple[str, int | None]:
    """Split an id into stem and version; the version is None if the id has none."""
    found = _VERSION.fullmatch(id)
    return (found["stem"], int(found["version"])) if found else (id, None)


def told_apart(rows: Iterable[tuple[str, str, str, str]]) -> list[str]:
    """For each row, the words that tell it from rows with the same goal; "" if its goal is unique.

    A row is (goal, hint, time saved, id), and the words are what differs. A row without a hint is "the original"
    if another one of its goal has a hint.
    """
    rows = list(rows)
    count = Counter(goal for goal, *_ in rows)
    tailored = {goal for goal, hint, *_ in rows if hint}
    words = ["" if count[goal] < 2 else hint or (ORIGINAL if goal in tailored else "") for goal, hint, *_ in rows]
    alike = defaultdict(list)
    for at, row in enumerate(rows):
        alike[row[0], words[at]].append(at)
    for same in (group for group in alike.values() if len(group) > 1):
        sayings = [[say(*rows[at][2:]) for at in same] for say in _SAYINGS]
        telling = next((some for some in sayings if len({*some}) == len(some)), sayings[-1])
        for at, more in zip(same, telling, strict=True):
            words[at] = " · ".join(filter(None, (words[at], more)))
    return words


def local_time(created: str, words: str) -> str:
    """Format a saved time in local time, with a pattern such as "saved at %H:%M"; "" if there is no valid time."""
    try:
        return datetime.fromisoformat(created).astimezone().strftime(words)
    except (ValueError, OverflowError):  # empty, or edited by hand: 29 February in a year that has none
        return ""


_SAYINGS: Final[tuple[Callable[[str, str], str], ...]] = (
    lambda created, _: local_time(created, "saved %d %b %Y"),
    lambda created, _: local_time(created, "saved at %H:%M"),  # for entries of the same day
    lambda _, id: id if id.startswith("starter.") else id.rpartition("-")[2],
)
"""Further ways to tell entries apart, from the time they were saved and the id; tried in this order."""
