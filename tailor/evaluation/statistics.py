"""Formulas for the tables, with their sources: intervals, paired tests, agreement, majorities."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count
from math import comb, sqrt
from typing import Final, TypeVar

T = TypeVar("T", bound=Hashable)
V = TypeVar("V")
N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the true share may be, from 0 to 1."""

    low: float
    high: float

    def holds(self, share: float) -> bool:
        return self.low <= share <= self.high


@dataclass(frozen=True, slots=True)
class Share:
    """k of n, with its interval."""

    k: int
    n: int

    @property
    def value(self) -> float | None:
        """k / n, from 0 to 1; None for n = 0."""
        return self.k / self.n if self.n else None

    @property
    def interval(self) -> Interval:
        return wilson(self.k, self.n)


def wilson(k: int, n: int) -> Interval:
    """Wilson's 95 % score interval for k of n (E. B. Wilson 1927); 0 to 1 for n = 0.

    Raises ValueError unless 0 <= k <= n.
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} is not a share")
    if not n:
        return Interval(0.0, 1.0)
    z = 1.96
    p, square = k / n, z * z
    middle = p + square / (2 * n)
    half = z * sqrt(p * (1 - p) / n + square / (4 * n * n))
    below = 0.0 if k == 0 else (middle - half) / (1 + square / n)  # exactly 0 and 1 at the ends
    above = 1.0 if k == n else (middle + half) / (1 + square / n)
    return Interval(below, above)


def mcnemar_exact(b: int, c: int) -> float:
    """Two-sided exact p of McNemar's paired test: b pairs where only the first holds, c where only the second.

    A sign test on the b + c pairs that differ (Q. McNemar 1947, exact form); 1.0 if none differ.
    """
    if b < 0 or c < 0:
        raise ValueError("counts of pairs are not negative")
    n = b + c
    tail = sum(comb(n, i) for i in range(min(b, c) + 1))
    return min(1.0, tail / (1 << n) * 2)


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """The p values after Holm's step-down correction for multiple questions (S. Holm 1979)."""
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    adjusted = [0.0] * len(ps)
    worst = 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, ps[i] * (len(ps) - rank)))
        adjusted[i] = worst
    return tuple(adjusted)


def fleiss_kappa(counts: Sequence[Sequence[int]]) -> float | None:
    """Fleiss' kappa (J. L. Fleiss 1971): 1 is full agreement, 0 chance, below 0 worse than chance.

    Each row is an item, each column an answer: how many judges gave it. None if undefined: no items, one judge, or
    the same answer everywhere. ValueError if the number of judges differs.
    """
    if not counts:
        return None
    judges = sum(counts[0])
    if any(sum(row) != judges for row in counts):
        raise ValueError("every item needs the same number of judgements")
    if judges < 2:
        return None
    total = len(counts) * judges
    observed = sum(sum(k * (k - 1) for k in row) for row in counts) / (total * (judges - 1))
    expected = sum((sum(column) / total) ** 2 for column in zip(*counts, strict=True))
    return None if expected >= 1 else (observed - expected) / (1 - expected)


def majority(votes: Iterable[T]) -> T | None:
    """The answer with the most votes; None for a tie or no votes."""
    best = Counter(votes).most_common(2)
    if not best or (len(best) == 2 and best[0][1] == best[1][1]):
        return None
    return best[0][0]


def total(numbers: Sequence[N | None]) -> N | None:
    """The sum; None if any number is unknown or there are none."""
    known = [number for number in numbers if number is not None]
    return sum(known) if known and len(known) == len(numbers) else None


def mean(numbers: Sequence[float | None]) -> float | None:
    """The mean; None if any number is unknown or there are none."""
    found = total(numbers)
    return None if found is None else found / len(numbers)


def grouped(items: Iterable[V], key: Callable[[V], T]) -> dict[T, list[V]]:
    found: dict[T, list[V]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


LEVEL: Final = 0.05
"""A corrected p below this counts as a difference."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two ways compared on the cases that are decided for both."""

    first: str
    second: str
    cases: int
    only_first: int
    only_second: int
    corrected: float = 1.0
    """p after Holm's correction over all pairs of the table."""

    @property
    def p(self) -> float:
        """p of the exact test on the cases that hold for only one of the two."""
        return mcnemar_exact(self.only_first, self.only_second)

    @property
    def better(self) -> str | None:
        """The way that holds more often, if the test shows a difference."""
        if self.corrected >= LEVEL:
            return None
        return self.first if self.only_first > self.only_second else self.second


def pairings(held: Mapping[str, Mapping[str, bool]]) -> tuple[Pairing, ...]:
    """Pair all ways, given which cases hold for each; p values are corrected over all pairs."""
    found: list[Pairing] = []
    for first, second in combinations(held, 2):
        both = [(held[first][case], held[second][case]) for case in held[first] if case in held[second]]
        b, c = both.count((True, False)), both.count((False, True))
        found.append(Pairing(first, second, len(both), only_first=b, only_second=c))
    return together(found)


def together(found: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """The pairs with their p values corrected as one family."""
    pairs = tuple(found)
    corrected = holm([one.p for one in pairs])
    return tuple(replace(one, corrected=p) for one, p in zip(pairs, corrected, strict=True))


def winner(found: Sequence[Pairing]) -> str | None:
    """The way that the test finds better than every other; None if there is none."""
    for name in sorted({name for one in found for name in (one.first, one.second)}):
        if all(one.better == name for one in found if name in (one.first, one.second)):
            return name
    return None


def fewest_cases(pairs: int) -> int:
    """The fewest cases with which the test could tell one of this many pairs apart, if all cases differ."""
    return next(cases for cases in count(1) if mcnemar_exact(0, cases) * pairs < LEVEL)
