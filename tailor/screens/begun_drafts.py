"""The rows of Home for what was typed and is not used yet, as the drafts have it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tailor.drafts import HINT_AT, Drafts, edit_places, new_places
from tailor.screens.situation import DRAFT

THROWS_AWAY: Final = "Tab, then d throws it away."


@dataclass(frozen=True, slots=True)
class DraftRow:
    doing: str
    """What it was: "Typing" a new how-to, "Editing" a saved one, or saying "What's different"."""
    name: str
    """What the new one was begun under, the id of the saved one, or that of the row the words were typed at."""
    goal: str
    progress: str
    places: tuple[str, ...]
    """Where it is kept."""
    words: str = ""
    """Of words about a situation: these."""
    is_short: bool = False
    """Whether it is soon typed again, so that nobody asks before it is thrown away."""

    @property
    def id(self) -> str:
        return f"{DRAFT}{self.doing} {self.name}"

    @property
    def at(self) -> str:
        """Of words about a situation: the id of the row they were typed at."""
        return self.name if self.words else ""

    @property
    def about(self) -> str:
        """What is said of it beside the list."""
        which = "changing this how-to; it is not saved yet" if self.doing == "Editing" else "typing this how-to"
        return f"You were {which}. Enter opens it again.\n{THROWS_AWAY}"


def draft_rows(
    drafts: Drafts, edited: Mapping[str, str], goal_at: Callable[[str], str | None]
) -> Iterator[DraftRow]:
    """The latest of each kind first. `edited`: the titles of the how-tos being changed, by id; `goal_at`: that of
    the row where words were typed, None where it needs no other row.
    """
    for name, goal in drafts.begun().items():
        places = new_places(name)
        goal = goal or "a how-to without a name"
        yield DraftRow("Typing", name, goal, "not added yet", places, is_short=not drafts.get(places[1]))
    for id, goal in edited.items():
        yield DraftRow("Editing", id, goal, "not saved yet", edit_places(id))
    for at, words in drafts.hints().items():
        if (where := goal_at(at)) is not None:
            yield DraftRow("What's different", at, where, "", (HINT_AT + at,), words=f"“{words}”")
