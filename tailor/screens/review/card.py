"""What the rows of a review show, as plain values: a step with the cards of its edits and places, or a group.

A card shows operation, number, agent, wishes, the change, the reason, what the guard found, and the edit's
status. Colour alone never carries a meaning.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tailor.core.review.rows import Opinion
from tailor.core.review.state import Status
from tailor.screens.widgets.content import MUTED

Op: TypeAlias = Literal["insert", "replace", "delete"]

SIGNS: Final[dict[Op, tuple[str, str]]] = {
    "insert": ("+", "$text-success"),
    "replace": ("~", "$text-warning"),
    "delete": ("−", "$text-error"),
}
NAMES: Final[dict[Op, str]] = {"insert": "New step", "replace": "Change", "delete": "Remove"}
MAKERS: Final = {"verify": "from the check", "resolve": "settles a conflict", "renumber": "step numbers"}
"""Who proposed an edit, if not the agent that adapts."""
STATUS: Final[dict[Status, tuple[str, str]]] = {
    "undecided": ("undecided", "$accent"),
    "accepted": ("✓ accepted", "$text-success"),
    "rejected": ("✗ rejected", MUTED),
    "stale": ("? undecided, its step changed", "$text-warning"),
    "on_hold": ("… accepted, on hold", "$text-warning"),
    "withdrawn": ("withdrawn", MUTED),
    "dropped": ("left out by the check", MUTED),
    "thought": ("the model took it back", MUTED),
}
SHORT: Final[dict[Status, str]] = {
    "stale": "? step changed",
    "on_hold": "… on hold",
    "dropped": "left out",
}
"""Shorter words than those of `STATUS`, for short lines."""

OPEN: Final = ("undecided", "stale")
"""Statuses whose card shows everything needed to decide."""

VERDICTS: Final[dict[Opinion | None, tuple[tuple[str, str], ...]]] = {
    None: (),
    "agrees": (("checked ✓", MUTED),),
    "doubts": (("the check disagrees", "$text-warning"),),
}

DONE: Final = "✓"

STEP: Final = "step"
"""The part of a row that is the step itself, not a card."""

LONGEST_REASON: Final = 300


@dataclass(frozen=True, slots=True)
class Way:
    """One of several alternative texts for a step, of which at most one can be accepted."""

    id: str
    text: str
    status: Status


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    name: str
    """What it does, as part of a sentence: "the change to step 4"."""
    op: Op
    agent: str
    status: Status
    old: str
    """The text it was written for; "" for an insert."""
    text: str
    """Its text as proposed; "" for a deletion."""
    own: str | None = None
    reason: str = ""
    chips: tuple[tuple[str, str], ...] = ()
    unasked: bool = False
    must: bool = False
    notes: tuple[str, ...] = ()
    verdict: Opinion | None = None
    """Verify's opinion; None if it has not seen the edit."""
    says: str = ""
    """Why it is stale, on hold or rejected, or which edits it needs."""
    ways: tuple[Way, ...] = ()
    """All texts to choose from, including its own; () if there is no other."""

    @property
    def warns(self) -> bool:
        """Whether its notes are a warning: it needs a closer look, or nobody asked for it."""
        return self.must or self.unasked


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """What the card of a place shows: a step that concerns a wish but that no edit changes."""

    id: str
    says: str
    """ "Step 5 mentions “drill”"."""
    text: str
    """The text of its step in the Result."""
    words: tuple[str, ...]
    """The words found in it."""
    wishes: str = ""
    why: str = ""
    fine: bool = False
    """Whether the person said that it is fine."""


@dataclass(frozen=True, slots=True)
class GroupCard:
    """What the row of a group shows: edits that are decided as one."""

    id: str
    name: str
    size: str
    ids: tuple[str, ...]
    status: Status
    wishes: str = ""
    header: tuple[str, ...] = ()
    """What it changes besides steps and resources."""
    where: str = ""
    notes: tuple[str, ...] = ()
    must: bool = False
    unfolded: bool = False


AnyCard: TypeAlias = Card | PlaceCard | GroupCard


@dataclass(frozen=True, slots=True)
class RowView:
    """Everything that decides how a row looks; equal views look alike."""

    slot: str
    number: str
    """Its number in the original; "" for a new step."""
    text: str
    cards: tuple[AnyCard, ...] = ()
    folded: tuple[Card, ...] = ()
    """Edits of a folded group, of which only the text is shown, in place."""
    mark: str | None = None
    """The part under the cursor: `STEP` or the id of a card; None if the cursor is on another row."""
    heading: bool = False
    warns: bool = False
    """Whether this is a heading that repeats a warning of the how-to."""
    gap: bool = False
    pad: int = 2
    beside: bool = False
    """Whether the marked card's details are shown beside the list, and so not beneath its row."""
    plain: bool = False
    """Whether signs stand in for colours and text styles."""
    done: bool = False
    """Whether the step is done already and must not change."""
