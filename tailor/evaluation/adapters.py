"""From records of other people's data sets to cases.

Owns the names of fields: CustomPlans-like records (goal, steps, hint, and the three labels of [CP] section 4.4),
CoPlan (a category instead of a label) and CHOICE-75 (two options instead of a result). Refuses to guess a label
that a record does not carry.
"""

from collections.abc import Mapping
from typing import Final, TypeVar, cast, get_args

from tailor.agents.parsing import StepReader
from tailor.core.errors import ContentError
from tailor.core.procedure import Json, Procedure, procedure_from_json
from tailor.core.requirements import Critical, Level
from tailor.core.text import clean, one_line
from tailor.evaluation.cases import Case, Choice, Constraint

L = TypeVar("L", bound=str)

_HINTS: Final = ("hint", "condition", "customization", "customization_hint", "user_hint")
_STEPS: Final = ("steps", "instructions", "procedure", "plan")
_REFERENCES: Final = ("reference", "reference_steps", "customized_steps", "edited_steps")

_COPLAN: Final[Mapping[str, Constraint]] = {
    "preference": "preference",
    "location": "prerequisite",
    "physical condition": "prerequisite",
    "safety": "prerequisite",
    "equipment": "prerequisite",
    "mental state": "prerequisite",
    "specification": "prerequisite",
}
"""CoPlan names what a condition is about; all but a preference must hold."""


def case_of(row: Mapping[str, Json], number: int) -> Case:
    """The case of a record; `number` names it where it has no id. ContentError says what is missing."""
    hint = clean(_text(row, _HINTS)).strip()
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
        reference=_steps(row, _REFERENCES),
        choice=_choice(row),
    )


def _procedure(row: Mapping[str, Json]) -> Procedure:
    steps: list[Json] = [*_steps(row, _STEPS)]
    named = {key: row[key] for key in ("goal", "output", "title", "name") if key in row}
    needed = {key: row[key] for key in ("resources", "input", "ingredients") if key in row}
    made = procedure_from_json({**named, **needed, "steps": steps})
    if not made.goal:
        raise ContentError("there is no goal in it")
    return made


def _steps(row: Mapping[str, Json], names: tuple[str, ...]) -> tuple[str, ...]:
    """A list of steps; a text is read as models' lists are, with any numbering."""
    value = next((row[name] for name in names if row.get(name)), None)
    if isinstance(value, str):
        reader = StepReader()
        return (*reader.feed(value), *reader.close())
    return procedure_from_json(value).steps if isinstance(value, list) else ()


def _constraint(row: Mapping[str, Json]) -> Constraint | None:
    """The label where the record has one, else what CoPlan's category means."""
    if row.get("constraint") is not None or row.get("category") is None:
        return cast("Constraint | None", _label(row.get("constraint"), "constraint", get_args(Constraint)))
    category = str(row["category"]).strip().casefold()
    if category not in _COPLAN:
        raise ContentError(f'the category "{one_line(category, 60)}" is none of {", ".join(_COPLAN)}')
    return _COPLAN[category]


def _label(value: Json, what: str, known: tuple[L, ...]) -> L | None:
    if value is None or value == "":
        return None
    found = str(value).strip().casefold()
    for one in known:
        if one == found:
            return one
    raise ContentError(f'the {what} "{one_line(found, 60)}" is none of {", ".join(known)}')


def _choice(row: Mapping[str, Json]) -> Choice | None:
    """CHOICE-75's two options; None where neither is said to be the right one."""
    if "right_option" not in row:
        return None
    options = [clean(str(row.get(name) or "")).strip() for name in ("option_1", "option_2")]
    right = {"1": 0, "2": 1}.get(str(row["right_option"]).strip().removeprefix("option_"))
    if right is None or not all(options):
        raise ContentError("right_option is not 1 or 2, or an option is missing")
    step = clean(str(row.get("branching_step") or "")).strip()
    return Choice(step=step, right=options[right], wrong=options[1 - right])


def _text(row: Mapping[str, Json], names: tuple[str, ...]) -> str:
    return next((str(row[name]) for name in names if row.get(name)), "")
