"""What the library knows of a saved procedure, as values (CONTRACT 1 and 4).

Owns `Entry` (one line of a list), `Saved` (a whole file), `KeptEdit` and `Made`. Refuses files: `front`
writes and reads them, `store` keeps them.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from tailor.core.edits import Edit
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement

Origin: TypeAlias = Literal["tailored", "generated", "imported", "typed", "starter"]
"""How a procedure came into being."""

State: TypeAlias = Literal["ok", "edited"]
"""edited: somebody changed the file by hand, so its steps no longer match its fingerprint."""

DecisionWord: TypeAlias = Literal["accepted", "rejected", "undecided", "stale"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """One version of one procedure, as a list shows it."""

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
    """What was asked for, on one line: it tells variants of one original apart."""
    collections: tuple[str, ...] = ()
    """Those a person put it into; filled in by `about.labelled`, as the tags they gave it are."""

    @property
    def stem(self) -> str:
        """The id without its version: the same for every version of one procedure."""
        return stem_of(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedEdit:
    """One edit of a variant with the decision on it.

    Accepted edits are numbered for replay: those of the first stage on the parent, those of each later stage
    on what the accepted ones before it made. Others keep the numbers they were proposed with.
    """

    stage: int
    edit: Edit
    decision: DecisionWord = "accepted"
    by: str = "you"
    """Who decided: you, or the rule that did ("all", "careful")."""
    proposed: str | None = None
    """The text as it was proposed, where the person accepted it in other words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What made a procedure: the settings of its run."""

    strategy: str | None = None
    method: str | None = None
    """For generated procedures, instead of a strategy."""
    prompts: str | None = None
    provider: str | None = None
    model: str | None = None
    run: str | None = None
    """Id of the run whose events are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedProcedure:
    """A whole file of the library."""

    entry: LibraryEntry
    procedure: Procedure
    fingerprint: str
    """As the file says; it differs from the steps' own when the file was edited by hand."""
    hint: str = ""
    requirements: tuple[Requirement, ...] = ()
    edits: tuple[SavedEdit, ...] = ()
    made: Provenance | None = None
    state: State = "ok"

    @property
    def id(self) -> str:
        """The id with its version."""
        return self.entry.id

    @property
    def parent(self) -> str | None:
        """Id of the procedure it was derived from."""
        return self.entry.parent

    @property
    def created(self) -> str:
        """When it was saved."""
        return self.entry.created


def stem_of(id: str) -> str:
    """The id without `.v<N>`."""
    stem, dot, version = id.rpartition(".v")
    return stem if dot and version.isdecimal() else id
