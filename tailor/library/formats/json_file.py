"""Procedures as JSON: our own shape (CONTRACT 1), lists of it, schema.org, and recipes of other programs."""

import json
from collections.abc import Iterable

from tailor.core.errors import ContentError
from tailor.core.procedure import Json, Procedure, procedure_from_json, procedure_to_json
from tailor.library.formats import recipe_apps, schema_org
from tailor.library.formats.base import ParsedProcedure, json_text


def parse(text: str, name: str = "", _where: str = "") -> Iterable[ParsedProcedure]:
    """Every procedure of a JSON text. ContentError as `read`."""
    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError):
        data = None  # `read` names the place that is wrong
    if found_there := recipe_apps.read(data, name):
        return found_there
    own = isinstance(data, dict) and isinstance(data.get("steps"), list) and "@type" not in data
    if data is not None and not own and (found := schema_org.read(data, name)):
        return (found,)
    if isinstance(data, list) and data and all(isinstance(item, dict) for item in data):
        return tuple(ParsedProcedure(read(json.dumps(item))) for item in data)
    return (ParsedProcedure(read(text)),)


def read(text: str) -> Procedure:
    """The procedure of a JSON text. ContentError names line and column of what is not JSON."""
    try:
        data: Json = json.loads(text)
    except json.JSONDecodeError as error:
        raise ContentError(f"Line {error.lineno}, column {error.colno} is not JSON: {error.msg}.") from None
    except (ValueError, RecursionError):
        raise ContentError("This JSON is nested too deeply, or holds a number that is too long.") from None
    return procedure_from_json(data)


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    """The procedure as indented JSON with a line end."""
    return json_text(procedure_to_json(procedure), indent=2) + "\n"
