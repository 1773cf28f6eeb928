"""Procedures as JSON: our own shape (CONTRACT 1), lists of it, schema.org, and recipes of other programs."""

import json
from collections.abc import Iterable
from math import isfinite

from tailor.core.errors import ContentError
from tailor.core.procedure import Json, Procedure, procedure_from_json, procedure_to_json
from tailor.core.text import one_line
from tailor.library.formats import recipe_apps, schema_org
from tailor.library.formats.base import ParsedProcedure, json_text


def parse(text: str, name: str = "", _where: str = "") -> Iterable[ParsedProcedure]:
    """Every procedure of a JSON text. ContentError as `read`."""
    data = _loaded(text)
    if found_there := recipe_apps.read(data, name):
        return found_there
    own = isinstance(data, dict) and isinstance(data.get("steps"), list) and "@type" not in data
    if not own and (found := schema_org.read(data, name)):
        return (found,)
    if isinstance(data, list) and data and all(isinstance(item, dict) for item in data):
        return tuple(ParsedProcedure(procedure_from_json(item)) for item in data)
    return (ParsedProcedure(procedure_from_json(data)),)


def read(text: str) -> Procedure:
    """The procedure of a JSON text. ContentError names what is not JSON, and what would be lost in reading it."""
    return procedure_from_json(_loaded(text))


def _loaded(text: str) -> Json:
    try:
        data: Json = json.loads(
            text, parse_constant=_finite, parse_float=_finite, object_pairs_hook=_each_key_once
        )
    except json.JSONDecodeError as error:
        raise ContentError(f"Line {error.lineno}, column {error.colno} is not JSON: {error.msg}.") from None
    except (ValueError, RecursionError):
        raise ContentError("This JSON is nested too deeply, or holds a number that is too long.") from None
    return data


def _finite(number: str) -> float:
    if not isfinite(value := float(number)):
        raise ContentError(
            f"This JSON holds {one_line(number, 20)}, which is no amount. Correct it and try again."
        )
    return value


def _each_key_once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at]))
        raise ContentError(f'This JSON says "{one_line(twice, 60)}" twice in one place. Keep one and try again.')
    return made


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    """The procedure as indented JSON with a line end."""
    return json_text(procedure_to_json(procedure), indent=2) + "\n"
