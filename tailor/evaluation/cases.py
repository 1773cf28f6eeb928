"""Cases of `bench customize`: a procedure, a hint, and what else is known. Reads the case files of both benches.

Files have one JSON object per line. Only "\\n" ends a line, since texts may contain U+2028.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, Literal, TypeAlias, TypeVar, cast, get_args

from memory.messages import BadRow, MemoryRow
from tailor.agents.parsing import StepParser
from tailor.core.codec import to_json
from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import Json, Procedure, procedure_from_json
from tailor.core.requirements import Critical, Level
from tailor.core.text import clean, one_line
from tailor.evaluation.folder import read_lines
from tailor.storage import is_file

Constraint: TypeAlias = Literal["prerequisite", "preference", "refinement"]
"""What kind of thing a hint asks for ([CP] section 4.4, figure 10)."""


@dataclass(frozen=True, slots=True)
class StepChoice:
    """Two ways to do one step, one of which fits the situation (CHOICE-75)."""

    step: str
    """The step of the procedure that the options replace."""
    right: str
    wrong: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One procedure to tailor. Unknown fields are None or empty."""

    id: str
    procedure: Procedure
    hint: str
    constraint: Constraint | None = None
    expertise: Level | None = None
    critical: Critical | None = None
    reference: tuple[str, ...] = ()
    """Somebody's good steps for comparison; not a ground truth."""
    choice: StepChoice | None = None


C = TypeVar("C", Case, MemoryRow)


@dataclass(frozen=True, slots=True)
class Cases(Generic[C]):
    """The cases of a file, and the lines that are none."""

    cases: tuple[C, ...]
    bad: tuple[BadRow, ...] = ()


def read_cases(path: Path) -> Cases[Case]:
    """Read the cases of a file with one JSON object per line. NotFoundError, DamagedError."""
    return read_case_file(path, case_of)


def read_case_file(path: Path, read: Callable[[dict[str, Json], int], C]) -> Cases[C]:
    """Read the cases of a file with `read`, which gets each object and its line number; the first of each id wins.

    NotFoundError, DamagedError. A line for which `read` raises ContentError is bad.
    """
    if not is_file(path):
        raise NotFoundError(f"There is no file {path} to read cases from.")
    found: dict[str, C] = {}
    bad: list[BadRow] = []
    for number, row in read_lines(path):
        try:
            if row is None:
                raise ContentError("this line is not a JSON object")
            case = read(row, number)
            if case.id in found:
                raise ContentError(f'the id "{one_line(case.id, 120)}" is used twice')
            found[case.id] = case
        except ContentError as error:
            bad.append(BadRow(where=f"line {number}", why=error.message))
    return Cases(tuple(found.values()), tuple(bad))


def digest(cases: Iterable[Case | MemoryRow], end: str = "") -> str:
    """A hash of the cases, one per line: the same digest means the same questions. `end` follows the last line."""
    text = "\n".join(json.dumps(to_json(case), ensure_ascii=False) for case in cases) + end
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


L = TypeVar("L", bound=str)

_COPLAN: Final[Mapping[str, Constraint]] = {
    "preference": "preference",
    **dict.fromkeys(
        ("location", "physical condition", "safety", "equipment", "mental state", "specification"), "prerequisite"
    ),
}
"""CoPlan's categories of conditions; all but a preference must hold."""


def case_of(row: Mapping[str, Json], number: int) -> Case:
    """Read the case of a record; `number` gives it an id if it has none. ContentError says what is missing."""
    hint = clean(
        str(_first(row, "hint", "condition", "customization", "customization_hint", "user_hint") or "")
    ).strip()
    made = _procedure(row)
    if not made.steps:
        raise ContentError("there are no steps in it")
    if not hint:
        raise ContentError("there is no hint in it")
    return Case(
        id=one_line(str(row.get("id") or ""), 120) or f"row-{number}",
        procedure=made,
        hint=hint,
        constraint=_constraint(row),
        expertise=_label(row.get("expertise"), "expertise", get_args(Level)),
        critical=_label(row.get("critical"), "critical", get_args(Critical)),
        reference=_steps(row, "reference", "reference_steps", "customized_steps", "edited_steps"),
        choice=_choice(row),
    )


def _procedure(row: Mapping[str, Json]) -> Procedure:
    steps: list[Json] = [*_steps(row, "steps", "instructions", "procedure", "plan")]
    named = {key: row[key] for key in ("goal", "output", "title", "name") if key in row}
    needed = {key: row[key] for key in ("resources", "input", "ingredients") if key in row}
    made = procedure_from_json({**named, **needed, "steps": steps})
    if not made.goal:
        raise ContentError("there is no goal in it")
    return made


def _steps(row: Mapping[str, Json], *names: str) -> tuple[str, ...]:
    """Read a list of steps; a text is parsed like a model's list, with any numbering."""
    value = _first(row, *names)
    if isinstance(value, str):
        reader = StepParser()
        return (*reader.feed(value), *reader.close())
    return procedure_from_json(value).steps if isinstance(value, list) else ()


def _constraint(row: Mapping[str, Json]) -> Constraint | None:
    """The record's label, else what its CoPlan category means."""
    if row.get("constraint") is not None or row.get("category") is None:
        return cast("Constraint | None", _label(row.get("constraint"), "constraint", get_args(Constraint)))
    category = str(row["category"]).strip().casefold()
    if category not in _COPLAN:
        raise ContentError(f'the category "{one_line(category, 60)}" is not one of {", ".join(_COPLAN)}')
    return _COPLAN[category]


def _label(value: Json, what: str, known: tuple[L, ...]) -> L | None:
    if value in (None, ""):
        return None
    found = str(value).strip().casefold()
    if found in known:
        return known[known.index(found)]
    raise ContentError(f'the {what} "{one_line(found, 60)}" is not one of {", ".join(known)}')


def _choice(row: Mapping[str, Json]) -> StepChoice | None:
    """CHOICE-75's two options; None if the record marks neither as right."""
    if "right_option" not in row:
        return None
    options = [clean(str(row.get(name) or "")).strip() for name in ("option_1", "option_2")]
    right = {"1": 0, "2": 1}.get(str(row["right_option"]).strip().removeprefix("option_"))
    if right is None or not all(options):
        raise ContentError("right_option is not 1 or 2, or an option is missing")
    step = clean(str(row.get("branching_step") or "")).strip()
    return StepChoice(step=step, right=options[right], wrong=options[1 - right])


def _first(row: Mapping[str, Json], *names: str) -> Json:
    return next((row[name] for name in names if row.get(name)), None)
