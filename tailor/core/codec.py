"""Events, requirements and findings to JSON and back, equal, by their types.

Owns the one generic walk over dataclass fields, so that no event writes its JSON by hand. Refuses unknown
kinds. A field may carry another JSON name in its metadata ({"json": "from"}).
"""

import json
import types
from collections.abc import Hashable, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tailor.core.errors import ContentError
from tailor.core.events import Event
from tailor.core.procedure import Json, Procedure, procedure_from_json, procedure_to_json

T = TypeVar("T")


def to_json(value: object) -> Json:
    """The JSON of a dataclass of ours, a tuple of them, or a plain value."""
    if isinstance(value, Procedure):
        return procedure_to_json(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {_name(field): to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    return cast(Json, value)


def from_json(kind: type[T], data: Json) -> T:
    """A dataclass of ours from its JSON; unknown keys are passed over. ContentError on a wrong shape."""
    if kind is Procedure:
        return cast(T, procedure_from_json(data))
    if not isinstance(data, dict):
        raise ContentError(f"A {kind.__name__} in JSON is an object.")
    hints, known = _shape(cast(Hashable, kind))
    try:
        return kind(**{name: _value(hints[name], data[key]) for name, key in known if key in data})
    except TypeError as error:
        raise ContentError(f"This is not a whole {kind.__name__}: {error}.") from error


def event_to_line(event: Event) -> str:
    """One line of a run's file: the event with its kind first, no line end."""
    data = to_json(event)
    assert isinstance(data, dict)
    return json.dumps({"kind": event.kind, **data}, ensure_ascii=False)


def event_from_line(line: str) -> Event:
    """The event of a line; ContentError when it is none."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"This line is not JSON: {line[:60]}") from error
    kind = EVENTS.get(str(data.get("kind"))) if isinstance(data, dict) else None
    if kind is None:
        raise ContentError(f"This line is not an event: {line[:60]}")
    return from_json(kind, data)


EVENTS: Mapping[str, type[Event]] = {event.kind: event for event in get_args(Event)}
"""Every kind of event by the name in its `kind`."""


def _name(field: "Field[Any]") -> str:
    return str(field.metadata.get("json", field.name))


@cache
def _shape(kind: Any) -> tuple[dict[str, Any], tuple[tuple[str, str], ...]]:
    """The types of a dataclass's fields, and each field's name with its JSON name."""
    return get_type_hints(kind), tuple((field.name, _name(field)) for field in fields(kind))


def _value(hint: Any, data: Json) -> Any:
    """`data` as the type `hint` asks for."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        if data is None:
            return None
        return _value(next(arg for arg in get_args(hint) if arg is not types.NoneType), data)
    if origin is tuple:
        inner = get_args(hint)[0]
        if not isinstance(data, list):
            raise ContentError("A list was expected.")
        return tuple(_value(inner, item) for item in data)
    if origin is Literal:
        if data not in get_args(hint):
            raise ContentError(f"{data!r} is none of {', '.join(map(str, get_args(hint)))}.")
        return data
    return from_json(cast(type, hint), data) if is_dataclass(hint) else _plain(hint, data)


def _plain(hint: type, data: Json) -> Json:
    if hint is float and isinstance(data, int):
        try:
            return float(data)
        except OverflowError as error:
            raise ContentError("A number is larger than any that is counted with.") from error
    if not isinstance(data, hint):
        raise ContentError(f"{data!r} is not a {hint.__name__}.")
    return data
