"""The starter library: procedures that are there from the first minute (issue 2, point 10).

Owns reading `tailor/starter/*.json`, the order of what is read, and ids of the form `starter.<name>`.
Refuses to write, and to read anything before it is asked: importing this module touches no file.
"""

import json
from functools import cache
from importlib.resources import files

from tailor.core.procedure import Procedure, procedure_from_json

_PACKAGE = "tailor.starter"
_PREFIX = "starter."


@cache
def starter_procedures() -> tuple[Procedure, ...]:
    """All starter procedures, sorted by domain and then by goal; read once, at the first call.

    Every one has an id and its domain as first tag. Raises ContentError when a file was damaged.
    """
    found = [procedure for name in _names() for procedure in _read(name)]
    return tuple(sorted(found, key=lambda procedure: (procedure.tags[0], procedure.goal.casefold())))


def starter(id: str) -> Procedure | None:
    """The starter procedure named `starter.<name>` or just `<name>`; None when there is none."""
    return _by_id().get(id if id.startswith(_PREFIX) else _PREFIX + id)


@cache
def domains() -> tuple[str, ...]:
    """The domains of the starter procedures in plain words ("home repair"), sorted, each once."""
    return tuple(sorted({procedure.tags[0] for procedure in starter_procedures()}))


@cache
def _by_id() -> dict[str, Procedure]:
    return {procedure.id: procedure for procedure in starter_procedures()}


def _names() -> list[str]:
    return sorted(entry.name for entry in files(_PACKAGE).iterdir() if entry.name.endswith(".json"))


def _read(name: str) -> list[Procedure]:
    """The procedures of one file, a JSON list."""
    return [procedure_from_json(item) for item in json.loads((files(_PACKAGE) / name).read_text("utf-8"))]
