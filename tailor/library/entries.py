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

if TYPE_CHECKING:  # a list of what is saved holds none
    from tailor.core.requirements import Requirement

Origin: TypeAlias = Literal["tailored", "generated", "imported", "typed", "starter"]
State: TypeAlias = Literal["ok", "edited"]
"""edited: changed by hand, so the steps no longer match the fingerprint, or a line is not as Tailor writes it."""

RecordState: TypeAlias = Literal["ok", "missing", "broken"]
"""Of the record beside a file: broken if it cannot be read, or belongs to other steps. A file may need none."""
SHOWN_VERSIONS: Final = 100
"""Versions of one procedure that a history shows unless it is asked for more."""
RECORD: Final = ".edits.json"
"""Ends the name of the record beside a file."""
NOTICE: Final = "A machine suggested changes in this: check what matters before you rely on it."
"""Below the title of a variant, for who reads its file."""
_OWN: Final = ("", "you", RENUMBER)
"""Whose edits are no machine's suggestions."""

ORIGINAL: Final = "the original"

_VERSION: Final = re.compile(r"(?P<stem>.+)\.v(?P<version>[1-9][0-9]{0,254})")
"""No name of a file is longer."""

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
    """The request, on one line: it tells variants of one original apart."""
    collections: tuple[str, ...] = ()
    """Filled in by `metadata.labelled`, as are the tags and the rating that a person gave."""
    rating: int | None = None
    """1 to 5."""

    @property
    def stem(self) -> str:
        """The id without its version, shared by all versions of a procedure."""
        return stem_of(self.id)


def made_for(hint: str) -> str:
    """ "Made for: 7 people, no nuts", of "for 7 people, no nuts" too; "" for no wishes."""
    return f"Made for: {re.sub(r'^for ', '', hint, flags=re.IGNORECASE)}" if hint else ""


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
    """Who decided: you, or a rule ("all", "careful")."""
    proposed: str | None = None
    """The proposed text, if the person accepted it in other words."""


def notice(edits: Iterable[SavedEdit]) -> str:
    """`NOTICE` where a machine's words are among the applied edits, else ""."""
    applied = (kept for kept in edits if kept.decision == "accepted" and kept.proposed is None)
    return NOTICE if any(kept.edit.agent not in _OWN for kept in applied) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The settings of the run that made a procedure."""

    strategy: str | None = None
    method: str | None = None
    """Of a generated procedure, instead of a strategy."""
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
    """What was not understood of a file that was changed by hand."""

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def parent(self) -> str | None:
        return self.entry.parent

    @property
    def notice(self) -> str:
        """That a machine had a hand in it, or may have had: its record is lost."""
        return NOTICE if self.parent and self.record != "ok" else notice(self.edits)


def stem_of(id: str) -> str:
    """The id without `.v<N>`."""
    return parted(id)[0]


def is_id(text: str) -> bool:
    """Whether a text can be the id of a how-to or a starter: a name, and no path."""
    return bool(_ID.fullmatch(text)) and ".." not in text


def parted(id: str) -> tuple[str, int | None]:
    """An id's stem and version; None for an id without a version."""
    found = _VERSION.fullmatch(id)
    return (found["stem"], int(found["version"])) if found else (id, None)


def told_apart(rows: Iterable[tuple[str, str, str, str]]) -> list[str]:
    """What stands after each goal to tell it from others of the same words; "" where there is no other.

    A row is goal, hint, when it was saved, and id: what differs is said. One that was tailored to nothing, beside
    others that were, is the original.
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
    """A time that was written down, by the clock here, in such words as "saved at %H:%M"; "" for none."""
    try:
        return datetime.fromisoformat(created).astimezone().strftime(words)
    except (ValueError, OverflowError):  # none, or changed by hand: 29 February of a year that has none
        return ""


_SAYINGS: Final[tuple[Callable[[str, str], str], ...]] = (
    lambda created, _: local_time(created, "saved %d %b %Y"),
    lambda created, _: local_time(created, "saved at %H:%M"),  # of the same day
    lambda _, id: id if id.startswith("starter.") else id.rpartition("-")[2],
)
"""What else may tell them apart, by when they were saved and by id."""
