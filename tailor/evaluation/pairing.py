"""Strategies compared on the same cases: the paired test, and when a winner may be named.

Owns the table of pairs and the sentences about a winner. Refuses a winner where the test does not allow one:
it has to be told apart from every other, after Holm's correction for asking about every pair.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from tailor.evaluation.layout import Cell, JudgedBy, Table
from tailor.evaluation.statistics import holm, mcnemar_exact

LEVEL: Final = 0.05
"""A p below this counts as a difference."""

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
        """The one that holds more often, where the test allows to say so."""
        if self.corrected >= LEVEL:
            return None
        return self.first if self.only_first > self.only_second else self.second


def pairings(held: Mapping[str, Mapping[str, bool]]) -> tuple[Pairing, ...]:
    """Every pair of ways, given for each way which cases hold; p values corrected over all of them."""
    found: list[tuple[str, str, int, int, int]] = []
    for first, second in combinations(held, 2):
        both = [(held[first][case], held[second][case]) for case in held[first] if case in held[second]]
        found.append((first, second, len(both), both.count((True, False)), both.count((False, True))))
    return together(
        Pairing(first=first, second=second, cases=n, only_first=b, only_second=c, p=mcnemar_exact(b, c))
        for first, second, n, b, c in found
    )


def together(found: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """The pairs with their p values corrected as one family of questions."""
    pairs = tuple(found)
    corrected = holm([one.p for one in pairs])
    return tuple(replace(one, corrected=p) for one, p in zip(pairs, corrected, strict=True))


def paired_table(title: str, found: Sequence[Pairing], judged: JudgedBy, of: Sequence[str] = ()) -> Table:
    """One row a pair; `of` names for each what it is a pair of."""
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
    """The way that the test tells from every other, and that is better than each; None where there is none."""
    names = {name for one in found for name in (one.first, one.second)}
    for name in sorted(names):
        duels = [one for one in found if name in (one.first, one.second)]
        if duels and all(one.better == name for one in duels):
            return name
    return None


def winner_words(pairs: Mapping[str, Sequence[Pairing]]) -> tuple[str, ...]:
    """For each criterion who is best, or why nobody can be named; criteria with too few cases share a sentence."""
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
    """The fewest cases with which the test could tell one of so many pairs apart, all of them differing."""
    cases = 1
    while mcnemar_exact(0, cases) * pairs >= LEVEL:
        cases += 1
    return cases
