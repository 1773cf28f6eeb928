"""The pairwise protocol of [AAG] 4.3, ten votes a case on two procedures, and tests of any pair of ways.

The *base* is the method that others are compared with (aag in the study). A *win* is a case on which the other
method is preferred, a *loss* one on which the base is. Each procedure is shown first five times.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Final, Literal, TypeAlias

from memory.generation.parsing import lines_of
from tailor.agents.prompts import fenced, turns
from tailor.core.procedure import Procedure, numbered
from tailor.core.protocols import Message, Settings
from tailor.core.text import normal
from tailor.evaluation.report import Cell, JudgedBy, Table
from tailor.evaluation.statistics import Share, holm, majority, mcnemar_exact

Side: TypeAlias = Literal["base", "other"]
Outcome: TypeAlias = Literal["win", "loss", "tie", "open"]
"""win: the other method is preferred; loss: the base is; open: too few votes could be read."""

AGAINST: Final = "aag"
"""The method that the study compares every other with."""

COMPARE: Final = "judge:compare"
"""Begins the `way` of a cell that holds votes; see `compare_way`."""

TEMPERATURE: Final = 0.7
"""[AAG] section 4: for all calls, judging included."""

ENOUGH: Final = 6
"""Readable votes, of ten, that a case needs to be decided (ours)."""

_PROMPTS: Final = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True)
class Showing:
    """One of the ten calls: its seed, and whose procedure comes first."""

    seed: int
    first: Side


PLAN: Final = tuple(Showing(seed, "base" if seed <= 5 else "other") for seed in range(1, 11))
"""Base first five times, other first five times; the same ten seeds for every case."""


@dataclass(frozen=True, slots=True)
class Vote:
    """The answer of one call."""

    showing: Showing
    place: Literal[1, 2] | None
    """Where the better procedure was shown; None where no choice could be read."""

    @property
    def side(self) -> Side | None:
        """Whose procedure got the vote."""
        if self.place is None:
            return None
        return self.showing.first if self.place == 1 else _opposite(self.showing.first)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The comparison of the base and another method on one case."""

    case: str
    other: str
    prompts: str
    sample: int
    votes: tuple[Vote, ...] = ()
    missing: Literal["", "base", "other", "both"] = ""
    """Whose procedure the model failed to write; there are no votes then."""

    @property
    def place(self) -> tuple[str, str, str, int]:
        """A later pair replaces an earlier one in the same place."""
        return self.case, self.other, self.prompts, self.sample

    @property
    def outcome(self) -> Outcome | None:
        """The result of the votes; None where a procedure is missing."""
        return None if self.missing else outcome(self.votes)


def compare_way(base: str, other: str) -> str:
    """The way of the cell that holds the votes on these two methods."""
    return f"{COMPARE}:{base}:{other}"


def asked(goal: str, resources: Sequence[str], first: Sequence[str], second: Sequence[str]) -> tuple[Message, ...]:
    """The prompt: goal, resources and two lists of steps, without the reference and without names of methods."""
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
    """The sampling settings of one of the ten calls."""
    return Settings(temperature=TEMPERATURE, seed=showing.seed)


def choice_of(answer: str) -> Literal[1, 2] | None:
    """Which procedure the last line with a choice prefers; None where no line has one."""
    lines = [line.strip(_ORNAMENT) for line in lines_of(answer)]
    found = [named for line in lines if (named := _CHOICE.search(line) or _SAID.search(line))]
    if found:
        return 1 if found[-1][1] == "1" else 2
    bare = [_BARE.fullmatch(line) for line in lines if line]
    if len(bare) == 1 and bare[0]:
        return 1 if bare[0][1] == "1" else 2
    return None


def outcome(votes: Iterable[Vote]) -> Outcome:
    """The majority of the readable votes; a tie where they are even, open with fewer than ENOUGH."""
    sides = [side for vote in votes if (side := vote.side) is not None]
    if len(sides) < ENOUGH:
        return "open"
    winner = majority(sides)
    return "tie" if winner is None else "win" if winner == "other" else "loss"


def bias(votes: Iterable[Vote]) -> Share:
    """The share of readable votes for the procedure shown first; without bias about a half."""
    places = [vote.place for vote in votes if vote.place is not None]
    return Share(sum(place == 1 for place in places), len(places))


def _opposite(side: Side) -> Side:
    return "other" if side == "base" else "base"


_ORNAMENT: Final = " \t*_`#>\"'“”"
_CHOICE = re.compile(
    r"\b(?:better|best|winner|choice|preferred|verdict|answer)\b\W{0,6}(?:(?:one|procedure|is)\W{1,3}){0,3}([12])\b",
    re.IGNORECASE,
)
_SAID = re.compile(r"\bprocedure\s([12])\sis\s(?:\w+\s)?(?:better|best|preferred|preferable)\b", re.IGNORECASE)
_BARE = re.compile(r"(?:procedure\s?)?([12])[.!]?", re.IGNORECASE)


LEVEL: Final = 0.05
"""A corrected p below this counts as a difference."""

NOTE: Final = (
    "“only 1st”, “only 2nd”: cases where it holds for that one alone. p: exact McNemar test on them; p, all: "
    "after Holm's correction for asking about every pair of this table."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two ways on the cases that are decided for both."""

    first: str
    second: str
    cases: int
    only_first: int
    only_second: int
    p: float
    corrected: float = 1.0
    """p after Holm's correction over all pairs of the table."""

    @property
    def better(self) -> str | None:
        """The one that holds more often, where the test shows a difference."""
        if self.corrected >= LEVEL:
            return None
        return self.first if self.only_first > self.only_second else self.second


def pairings(held: Mapping[str, Mapping[str, bool]]) -> tuple[Pairing, ...]:
    """Every pair of ways, given which cases hold for each; p values corrected over all pairs."""
    found: list[tuple[str, str, int, int, int]] = []
    for first, second in combinations(held, 2):
        both = [(held[first][case], held[second][case]) for case in held[first] if case in held[second]]
        found.append((first, second, len(both), both.count((True, False)), both.count((False, True))))
    return together(
        Pairing(first=first, second=second, cases=n, only_first=b, only_second=c, p=mcnemar_exact(b, c))
        for first, second, n, b, c in found
    )


def together(found: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """The pairs with their p values corrected as one family."""
    pairs = tuple(found)
    corrected = holm([one.p for one in pairs])
    return tuple(replace(one, corrected=p) for one, p in zip(pairs, corrected, strict=True))


def paired_table(title: str, found: Sequence[Pairing], judged: JudgedBy, of: Sequence[str] = ()) -> Table:
    """One row for each pair; `of` names what each is a pair of."""
    lead: tuple[tuple[Cell, ...], ...] = tuple((name,) for name in of) or ((),) * len(found)
    return Table(
        title=title,
        head=(*(("of",) if of else ()), "first", "second", "cases", "only 1st", "only 2nd", "p", "p, all"),
        rows=tuple(
            (*before, one.first, one.second, one.cases, one.only_first, one.only_second, one.p, one.corrected)
            for before, one in zip(lead, found, strict=True)
        ),
        notes=(NOTE,),
        judged=judged,
    )


def winner(found: Sequence[Pairing]) -> str | None:
    """The way that the test finds better than every other; None where there is none."""
    names = {name for one in found for name in (one.first, one.second)}
    for name in sorted(names):
        duels = [one for one in found if name in (one.first, one.second)]
        if duels and all(one.better == name for one in duels):
            return name
    return None


def winner_words(pairs: Mapping[str, Sequence[Pairing]]) -> tuple[str, ...]:
    """For each criterion a sentence on who is best, or why nobody is named.

    Criteria with too few cases share a sentence.
    """
    few = {what: found for what, found in pairs.items() if found and winner(found) is None and _too_few(found)}
    said = [_winner_words(what, found) for what, found in pairs.items() if found and what not in few]
    if few:
        cases = max(min(one.cases for one in found) for found in few.values())
        needed = max(fewest_cases(len(found)) for found in few.values())
        said.append(
            f"Too few cases to name a winner for {', '.join(few)}: {cases}. With fewer than {needed} the test "
            "cannot tell ways apart, even if they differ on every case."
        )
    return tuple(said)


def _winner_words(what: str, found: Sequence[Pairing]) -> str:
    if (best := winner(found)) is not None:
        return f"{best} is {what} more often than every other here (paired test over all pairs, p < {LEVEL})."
    apart = sum(one.better is not None for one in found)
    return (
        f"No winner is named for {what}: the test tells {apart} of {len(found)} pairs apart, which leaves it open."
    )


def _too_few(found: Sequence[Pairing]) -> bool:
    return min(one.cases for one in found) < fewest_cases(len(found))


def fewest_cases(pairs: int) -> int:
    """The fewest cases with which the test could tell one of so many pairs apart, if all cases differ."""
    cases = 1
    while mcnemar_exact(0, cases) * pairs >= LEVEL:
        cases += 1
    return cases
