"""The starter procedures that ship with Tailor in `tailor/starter/*.json`; their ids are `starter.<name>`.

They are read at the first call; importing this module opens no file.
"""

import json
from functools import cache
from importlib.resources import files

from tailor.core.procedure import Procedure, procedure_from_json

_PACKAGE = "tailor.starter"
_PREFIX = "starter."


@cache
def starter_procedures() -> tuple[Procedure, ...]:
    """All starter procedures, sorted by domain and goal. Each has an id, and its domain as first tag.

    ContentError for a damaged file.
    """
    texts = (file.read_text("utf-8") for file in files(_PACKAGE).iterdir() if file.name.endswith(".json"))
    found = [procedure_from_json(item) for text in texts for item in json.loads(text)]
    return tuple(sorted(found, key=lambda procedure: (procedure.tags[0], procedure.goal.casefold())))


def starter(id: str) -> Procedure | None:
    """The starter procedure with the id `starter.<name>`, also by `<name>` alone; None if there is none."""
    return _by_id().get(id if id.startswith(_PREFIX) else _PREFIX + id)


@cache
def domains() -> tuple[str, ...]:
    """The domains of the starter procedures in plain words ("home repair"), sorted."""
    return tuple(sorted({procedure.tags[0] for procedure in starter_procedures()}))


@cache
def _by_id() -> dict[str, Procedure]:
    return {procedure.id: procedure for procedure in starter_procedures()}
