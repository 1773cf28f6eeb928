"""What the front matter of a library file says, as typed values and back (CONTRACT 1).

Owns the keys hint, requirements, edits and made. Refuses the text of the file (`markdown`) and its place
(`store`).
"""

from collections.abc import Sequence
from typing import cast, get_args

from tailor.core.codec import from_json, to_json
from tailor.core.edits import edit_from_json
from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.core.requirements import Requirement
from tailor.library.entry import DecisionWord, KeptEdit, Made

VERSION = 1
"""Of the file's shape; written as `tailor: 1`."""


def kept_to_json(kept: KeptEdit) -> Json:
    """One line under `edits`."""
    edit = kept.edit
    data: dict[str, Json] = {"stage": kept.stage, "id": edit.id, "agent": edit.agent, "part": edit.part}
    data |= {"op": edit.op, "step": edit.step, "text": edit.text}
    data |= {"reason": edit.reason, "serves": list(edit.serves)}
    return data | {"decision": kept.decision, "by": kept.by, "proposed": kept.proposed}


def kept_from_json(data: Json) -> KeptEdit:
    """An edit with its decision; ContentError says what is wrong with it."""
    edit = edit_from_json(data)
    assert isinstance(data, dict)
    stage, decision, proposed = data.get("stage", 1), data.get("decision", "accepted"), data.get("proposed")
    if not isinstance(stage, int) or stage < 1:
        raise ContentError("The stage of an edit is a number from 1.")
    if decision not in get_args(DecisionWord):
        raise ContentError(f"The decision on an edit is one of {', '.join(get_args(DecisionWord))}.")
    return KeptEdit(
        stage=stage,
        edit=edit,
        decision=cast(DecisionWord, decision),
        by=str(data.get("by") or "you"),
        proposed=proposed if isinstance(proposed, str) else None,
    )


def requirements_to_json(requirements: Sequence[Requirement]) -> Json:
    """The lines under `requirements`."""
    return [to_json(requirement) for requirement in requirements]


def requirements_from_json(data: Json) -> tuple[Requirement, ...]:
    """The requirements; ContentError on a wrong shape."""
    return tuple(from_json(Requirement, item) for item in data) if isinstance(data, list) else ()


def made_to_json(made: Made) -> Json:
    """The settings of the run; a method only for what was generated, a strategy only for what was tailored."""
    data = to_json(made)
    assert isinstance(data, dict)
    return {key: value for key, value in data.items() if value is not None or key == "model"}


def made_from_json(data: Json) -> Made | None:
    """The settings of the run, or None; ContentError on a wrong shape."""
    return from_json(Made, data) if isinstance(data, dict) else None


def edits_from_json(data: Json) -> tuple[KeptEdit, ...]:
    """Every edit under `edits`; ContentError names the first that is wrong."""
    return tuple(map(kept_from_json, data)) if isinstance(data, list) else ()


def edits_to_json(edits: Sequence[KeptEdit]) -> Json:
    """The lines under `edits`."""
    return [kept_to_json(kept) for kept in edits]
