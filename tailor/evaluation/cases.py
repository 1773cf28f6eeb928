"""Cases of `bench customize`: a procedure, what a person says about their situation, and what is known of it.

Owns `Case`, reading files of them line by line on "\\n" (texts hold U+2028), and naming every row that cannot be
used. Refuses to know the fields of other people's records: `adapters` does.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from tailor.core.codec import to_json
from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import Procedure
from tailor.core.requirements import Critical, Level
from tailor.evaluation.lines import read_lines
from tailor.storage import is_there

Constraint: TypeAlias = Literal["prerequisite", "preference", "refinement"]
"""What kind of thing a hint asks for ([CP] section 4.4, figure 10)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Two ways to do one step, of which the situation allows one (CHOICE-75)."""

    step: str
    """The step of the procedure that the options stand for."""
    right: str
    wrong: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One thing to tailor. What is not known of a case is None or empty."""

    id: str
    procedure: Procedure
    hint: str
    constraint: Constraint | None = None
    expertise: Level | None = None
    critical: Critical | None = None
    reference: tuple[str, ...] = ()
    """Steps that somebody else found good: to compare, not to trust."""
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class BadCase:
    """A line of a file that is no case, and why."""

    number: int
    """1-based."""
    why: str


@dataclass(frozen=True, slots=True)
class Cases:
    """What a file of cases held."""

    cases: tuple[Case, ...]
    bad: tuple[BadCase, ...] = ()


def read_cases(path: Path) -> Cases:
    """The cases of a file of one JSON object a line; bad rows are named. NotFoundError, DamagedError."""
    from tailor.evaluation.adapters import case_of

    if not (is_there(path) and path.is_file()):
        raise NotFoundError(f"There is no file {path} to read cases from.")
    lines = read_lines(path)
    found: dict[str, Case] = {}
    bad = [BadCase(number, "this line is not a JSON object") for number in lines.bad]
    for number, row in zip(lines.numbers, lines.rows, strict=True):
        try:
            case = case_of(row, number)
            if case.id in found:
                raise ContentError(f'the id "{case.id}" was there before')
            found[case.id] = case
        except ContentError as error:
            bad.append(BadCase(number, error.message))
    return Cases(tuple(found.values()), tuple(sorted(bad, key=lambda row: row.number)))


def case_to_line(case: Case) -> str:
    """The case as a line of the bench's own file."""
    return json.dumps(to_json(case), ensure_ascii=False)


def digest(cases: Iterable[Case]) -> str:
    """A hash of all that is in the cases: two benches with the same digest were asked the same."""
    text = "\n".join(map(case_to_line, cases))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
