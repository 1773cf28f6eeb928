"""The pairwise protocol of [AAG] 4.3: ten votes a case on two procedures, each shown first five times.

Owns the plan of the ten calls, the words of Compare, how an answer is read, and who wins a case. Refuses to ask
anybody (`generating` does) and to draw conclusions from many cases (`pair_tables` does).

The *base* is the method that others are compared with (aag in the study). As there, a *win* is one of the other
method and a *loss* one of the base.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from memory.generation.parsing import lines_of
from tailor.agents.prompts import fenced, turns
from tailor.core.procedure import Procedure, numbered
from tailor.core.protocols import Message, Settings
from tailor.core.text import normal
from tailor.evaluation.statistics import Share, majority, order_bias

Side: TypeAlias = Literal["base", "other"]
Outcome: TypeAlias = Literal["win", "loss", "tie", "open"]
"""win: the other method is preferred; loss: the base is; open: too few votes could be read."""

COMPARE: Final = "judge:compare"
"""The way of a bench's cell that holds votes; `compare_way` adds who was compared."""

TEMPERATURE: Final = 0.7
"""[AAG] section 4: for everything, judging included."""

ENOUGH: Final = 6
"""Votes of the ten that must be readable; with fewer a case stays open (ours)."""

_PROMPTS: Final = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True)
class Showing:
    """One of the ten calls: its seed, and whose procedure stands first."""

    seed: int
    first: Side


PLAN: Final = tuple(Showing(seed, "base" if seed <= 5 else "other") for seed in range(1, 11))
"""Five with the base first, five with the other first; ten seeds, the same for every case."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What one call said."""

    showing: Showing
    place: Literal[1, 2] | None
    """The place of the better procedure; None where no choice could be read."""

    @property
    def side(self) -> Side | None:
        """Who got the vote."""
        if self.place is None:
            return None
        return self.showing.first if self.place == 1 else _opposite(self.showing.first)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One case on which the base and another method were compared."""

    case: str
    other: str
    prompts: str
    sample: int
    votes: tuple[Vote, ...] = ()
    missing: Literal["", "base", "other", "both"] = ""
    """Whose procedure could not be written; then there are no votes."""

    @property
    def place(self) -> tuple[str, str, str, int]:
        """What it compares: a later pair in the same place takes the place of the earlier."""
        return self.case, self.other, self.prompts, self.sample

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None where there was nothing to compare."""
        return None if self.missing else outcome(self.votes)


def compare_way(base: str, other: str) -> str:
    """The way of the cell that holds the votes on these two methods."""
    return f"{COMPARE}:{base}:{other}"


def asked(goal: str, resources: Sequence[str], first: Sequence[str], second: Sequence[str]) -> tuple[Message, ...]:
    """What Compare is asked: goal, resources and two lists of steps; no reference, no method's name."""
    values = {
        "goal": fenced(normal(goal)),
        "resources": fenced("\n".join(f"- {normal(one)}" for one in resources)),
        "first": fenced(numbered(first)),
        "second": fenced(numbered(second)),
    }
    return turns("tailor", "compare", ("resources",) if resources else (), values, folder=_PROMPTS)


def asked_for(showing: Showing, base: Procedure, other: Procedure) -> tuple[Message, ...]:
    """The messages of one of the ten calls."""
    one, two = (base, other) if showing.first == "base" else (other, base)
    return asked(base.goal, base.resources, one.steps, two.steps)


def settings_for(showing: Showing) -> Settings:
    """How the answer is drawn."""
    return Settings(temperature=TEMPERATURE, seed=showing.seed)


def choice_of(answer: str) -> Literal[1, 2] | None:
    """The place of the better procedure, from the last line that names one; None where none does."""
    lines = [line.strip(_ORNAMENT) for line in lines_of(answer)]
    found = [named for line in lines if (named := _CHOICE.search(line) or _SAID.search(line))]
    if found:
        return 1 if found[-1][1] == "1" else 2
    bare = [_BARE.fullmatch(line) for line in lines if line]
    if len(bare) == 1 and bare[0]:
        return 1 if bare[0][1] == "1" else 2
    return None


def outcome(votes: Iterable[Vote]) -> Outcome:
    """Who wins: the majority of the readable votes; as many for both is a tie; fewer than ENOUGH is open."""
    sides = [side for vote in votes if (side := vote.side) is not None]
    if len(sides) < ENOUGH:
        return "open"
    winner = majority(sides)
    return "tie" if winner is None else "win" if winner == "other" else "loss"


def bias(votes: Iterable[Vote]) -> Share:
    """Of the readable votes, how many went to whatever stood first; without bias about a half."""
    places = [vote.place for vote in votes if vote.place is not None]
    return order_bias(sum(place == 1 for place in places), len(places))


def _opposite(side: Side) -> Side:
    return "other" if side == "base" else "base"


_ORNAMENT: Final = " \t*_`#>\"'“”"
_CHOICE = re.compile(
    r"\b(?:better|best|winner|choice|preferred|verdict|answer)\b\W{0,6}(?:(?:one|procedure|is)\W{1,3}){0,3}([12])\b",
    re.IGNORECASE,
)
_SAID = re.compile(r"\bprocedure\s([12])\sis\s(?:\w+\s)?(?:better|best|preferred|preferable)\b", re.IGNORECASE)
_BARE = re.compile(r"(?:procedure\s?)?([12])[.!]?", re.IGNORECASE)
