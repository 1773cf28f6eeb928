"""The rows of a review as lines of Content: a step with its edits and places, a group of edits. Pure.

A card shows operation, number, agent, wishes, the change, the reason, what the guard found, and the edit's
status. Colour alone never carries a meaning.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tailor.core.review_rows import Opinion
from tailor.core.review_state import Status
from tailor.screens.widgets.content import MUTED

Op: TypeAlias = Literal["insert", "replace", "delete"]

SIGNS: Final[dict[Op, tuple[str, str]]] = {
    "insert": ("+", "$text-success"),
    "replace": ("~", "$text-warning"),
    "delete": ("−", "$text-error"),
}
NAMES: Final[dict[Op, str]] = {"insert": "New step", "replace": "Change", "delete": "Remove"}
MAKERS: Final = {"verify": "from the check", "resolve": "settles a conflict", "renumber": "step numbers"}
"""Who proposed it, where that is not the agent that adapts."""
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
"""Shorter words of `STATUS` for short lines."""

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
    """One of several texts for the same step, of which at most one is taken."""

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
    """Verify's opinion; None where it has not seen the edit."""
    says: str = ""
    """Why it is stale, on hold or rejected, or what it needs."""
    ways: tuple[Way, ...] = ()
    """All texts to choose from, its own among them; () where there is no other."""

    @property
    def warns(self) -> bool:
        """Whether its notes are a warning: what must be looked at, and what is risky and nobody asked for."""
        return self.must or self.unasked


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """What the card of a place shows: a step that a wish touches and nobody changed."""

    id: str
    says: str
    """ "Step 5 mentions “drill”"."""
    text: str
    """Of its step in the Result."""
    words: tuple[str, ...]
    """What was found in it."""
    wishes: str = ""
    why: str = ""
    fine: bool = False
    """Whether the person said that it is."""


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
    """What it changes beside steps and resources."""
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
    """Its number in the original, "" for a new step."""
    text: str
    cards: tuple[AnyCard, ...] = ()
    folded: tuple[Card, ...] = ()
    """Edits of a folded group: only their text is shown, in place."""
    mark: str | None = None
    """The part under the cursor: `STEP` or the id of a card; None when the cursor is elsewhere."""
    heading: bool = False
    warns: bool = False
    """Of a heading: whether it is what the how-to warns of."""
    gap: bool = False
    pad: int = 2
    beside: bool = False
    """What is marked is shown in detail beside the list, so not beneath its row."""
    plain: bool = False
    """No colours and no text styles: signs instead."""
    done: bool = False
    """Whether the step is done already and must not change."""
