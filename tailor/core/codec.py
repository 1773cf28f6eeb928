"""Dataclasses to JSON and back, by the types of their fields.

The one codec for everything Tailor writes as JSON: run logs (see `events`), benches, lessons, messages to the
memory. Any value that `to_json` takes comes back equal from `from_json`. Keys appear in the order of the fields,
unknown keys are skipped when reading, and every wrong shape is a ContentError.

A field can ask for more in its metadata: `{"json": "from"}` is its key in JSON; `{"omit_empty": True}` leaves the
key out for None, False, "" and (). Procedures and edits keep the shapes of CONTRACT 1 and 2.
"""

import json
import types
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tailor.core.edits import Insert, Replace, edit_from_json, edit_to_json
from tailor.core.errors import ContentError
from tailor.core.procedure import Json, Procedure, procedure_from_json, procedure_to_json
from tailor.core.text import clean

T = TypeVar("T")


def to_json(value: object) -> Json:
    """A dataclass as an object, a tuple or list as an array, anything else as it is."""
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return to_object(value)
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    return cast(Json, value)


def to_object(value: object) -> dict[str, Json]:
    """A dataclass as a JSON object."""
    match value:
        case Procedure():
            return procedure_to_json(value)
        case Insert() | Replace():
            return edit_to_json(value)
    named = ((key, omit, getattr(value, name)) for name, key, omit in _written(cast(Hashable, type(value))))
    return {
        key: to_json(item)
        for key, omit, item in named
        if not (omit and (item is None or item is False or item in ("", ())))
    }


def from_json(kind: type[T], data: Json) -> T:
    """A dataclass from its JSON object. ContentError on a wrong shape, a wrong type or a missing key."""
    if kind is Procedure:
        return cast(T, procedure_from_json(data))
    if kind in (Insert, Replace):
        return cast(T, edit_from_json(data))
    if not isinstance(data, dict):
        raise ContentError(f"Expected a JSON object for “{kind.__name__}”.")
    hints, known = _types(cast(Hashable, kind)), _written(cast(Hashable, kind))
    try:
        return kind(**{name: decoded(hints[name], data[key]) for name, key, _ in known if key in data})
    except TypeError as error:
        raise ContentError(f"Something is missing in “{kind.__name__}”: {error}.") from error


def decoded(hint: Any, data: Json) -> Any:
    """`data` as the type that `hint` names: a dataclass, a tuple, a mapping, a union, a Literal, a plain type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of(inner, data)
    if origin is tuple:
        return _tuple(inner, data)
    if origin is Literal:
        if data not in inner:
            raise ContentError(f"{data!r} is not one of {', '.join(map(str, inner))}.")
        return data
    if origin in (dict, Mapping):
        if not isinstance(data, dict):
            raise ContentError("An object was expected.")
        return {key: decoded(inner[1], item) for key, item in data.items()}
    return from_json(cast(type, hint), data) if is_dataclass(hint) else _plain(hint, data)


def _one_of(hints: tuple[Any, ...], data: Json) -> Any:
    """The first type of a union that `data` fits; edits are told apart by their `op`."""
    if data is None and types.NoneType in hints:
        return None
    *others, last = (hint for hint in hints if hint is not types.NoneType)
    for hint in others:
        try:
            return decoded(hint, data)
        except ContentError:
            continue
    return decoded(last, data)


def _tuple(hints: tuple[Any, ...], data: Json) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise ContentError("A list was expected.")
    if hints[-1] is Ellipsis:
        return tuple(decoded(hints[0], item) for item in data)
    if len(hints) != len(data):
        raise ContentError(f"A list of {len(hints)} was expected.")
    return tuple(decoded(hint, item) for hint, item in zip(hints, data, strict=True))


def _plain(hint: type, data: Json) -> Json:
    if hint is float and isinstance(data, int):
        try:
            return float(data)
        except OverflowError as error:
            raise ContentError("A number is too large.") from error
    if not isinstance(data, hint):
        raise ContentError(f"{data!r} is not a {hint.__name__}.")
    return data


@cache
def _written(kind: Any) -> tuple[tuple[str, str, bool], ...]:
    """The name of each field of a dataclass, its key, and whether it is left out where it is empty."""
    about = ((one.name, one.metadata) for one in fields(kind))
    return tuple((name, str(data.get("json", name)), bool(data.get("omit_empty"))) for name, data in about)


_types = cache(get_type_hints)


def json_text(value: Json, indent: int | None = None) -> str:
    """A value as JSON; escaped to ASCII if it holds characters that could hide or steer."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if clean(text, len(text)) == text else json.dumps(value, indent=indent)


def text_or_empty(value: Json) -> str:
    """The value if it is a text, else ""."""
    return value if isinstance(value, str) else ""


def texts_in(value: Json) -> list[str]:
    """The texts of a list; [] for any other value."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
