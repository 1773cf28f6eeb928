"""Test cases that the memory already holds: with them a bench would measure remembering, not writing.

Owns the three ways in which a row of the memory gives a case away: the same id, the same goal, or four fifths of
the words of its steps. Refuses to read the memory: rows are given one after the other.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from memory.messages import Kept
from tailor.core.errors import ContentError
from tailor.core.text import one_line

How: TypeAlias = Literal["id", "goal", "steps"]

PARTS: Final = 5
"""A row gives a case away where not more than one in so many words of the case's steps is missing in it."""

LEAST: Final = 5
"""Words that the steps of a case must have for this to mean anything: "Mix. Bake." is in many a recipe (ours)."""

NAMED: Final = 20
"""Rows that an error names one by one."""

_WORD = re.compile(r"\w+")
_SAID: Final = {"id": "the same id", "goal": "the same goal", "steps": "the words of its steps"}


@dataclass(frozen=True, slots=True)
class Leak:
    """A row of the memory that gives a case away."""

    case: str
    row: str
    how: How
    share: float = 1.0
    """For `steps`: the share of the case's words that the row holds."""

    def __str__(self) -> str:
        """The leak as a person reads it."""
        share = f" ({self.share:.0%})" if self.how == "steps" else ""
        return f"case {one_line(self.case, 80)}: row {one_line(self.row, 80)} has {_SAID[self.how]}{share}"


class Leaks:
    """Looks at the rows of a memory one by one; `found` grows."""

    def __init__(self, cases: Sequence[Kept]) -> None:
        self.found: list[Leak] = []
        self._ids = {case.id for case in cases if case.id}
        self._goals = {bare: case.id for case in cases if (bare := bare_goal(case.goal))}
        self._cases = [one for case in cases if (one := _Counted(case.id, words_of(case.steps))).total >= LEAST]
        self._by_word = _by_telling_words(self._cases)

    def look(self, row: Kept) -> None:
        """One row: at most one leak a case, by the first way that tells it."""
        told: dict[str, Leak] = {}
        if row.id in self._ids:
            told[row.id] = Leak(row.id, row.id, "id")
        if (case := self._goals.get(bare_goal(row.goal))) is not None:
            told.setdefault(case, Leak(case, row.id, "goal"))
        words = _words(row.steps)
        hits = Counter[int]()
        for word in self._by_word.keys() & set(words):
            hits.update(self._by_word[word])
        for at in sorted(at for at, count in hits.items() if count >= self._cases[at].needed):
            one = self._cases[at]
            if (share := _share(one, Counter(words))) is not None:
                told.setdefault(one.id, Leak(one.id, row.id, "steps", share))
        self.found.extend(told.values())


class _Counted:
    """The words of one case."""

    def __init__(self, id: str, words: Counter[str]) -> None:
        self.id = id
        self.words = words
        self.total = words.total()
        self.needed = 0
        """Of its telling words, so many must be in a row that gives it away."""


def _by_telling_words(cases: Sequence[_Counted]) -> dict[str, list[int]]:
    """The places of the cases under their telling words, as often as the word stands in the case.

    Telling are the rarest words of a case, half of all it has. A row that lacks no more than a fifth must hold
    most of them, which few rows do: only those are compared in full. Of words as rare the longer are taken, which
    are rarer in any text.
    """
    in_cases = Counter(word for case in cases for word in case.words)
    found: dict[str, list[int]] = {}
    for at, case in enumerate(cases):
        told = 0
        for word in sorted(case.words, key=lambda word: (in_cases[word], -len(word), word)):
            found.setdefault(word, []).extend([at] * case.words[word])
            told += case.words[word]
            if told * 2 >= case.total:
                break
        case.needed = told - case.total // PARTS
    return found


def leaks(cases: Sequence[Kept], rows: Iterable[Kept]) -> tuple[Leak, ...]:
    """Every row that gives a case away."""
    looking = Leaks(cases)
    for row in rows:
        looking.look(row)
    return tuple(looking.found)


def refuse(found: Sequence[Leak]) -> None:
    """Raises ContentError, rows named, where the memory holds a test case."""
    if not found:
        return
    cases = len({leak.case for leak in found})
    more = [f"… and {len(found) - NAMED} more"] if len(found) > NAMED else []
    raise ContentError(
        f"The memory holds {cases} of the test cases, so the bench would measure remembering. Take these rows out "
        "(tailor memory delete ID), leave the cases out, or name another memory with --memory FILE:\n  "
        + "\n  ".join([*map(str, found[:NAMED]), *more]),
        title="Test cases are in the memory",
    )


def bare_goal(goal: str) -> str:
    """A goal without case, accents' forms, punctuation and spaces that differ."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", goal).casefold()))


def words_of(steps: Iterable[str]) -> Counter[str]:
    """The words of the steps and how often each stands there."""
    return Counter(_words(steps))


def _words(steps: Iterable[str]) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", "\n".join(steps)).casefold())


def _share(case: _Counted, held: Counter[str]) -> float | None:
    """The share of the case's words that `held` has too, each as often; None below four fifths."""
    missing = (case.words - held).total()
    return 1 - missing / case.total if missing * PARTS <= case.total else None
