"""Requests and answers of the memory as lines of JSON.

Owns the one form, for every dataclass of `messages` alike. Refuses anything else with a ValueError.
"""

import json
from dataclasses import fields
from typing import Final, cast

from memory.messages import ANSWERS, REQUESTS, Answer, BadRow, Found, Kept, MemorySettings, Request
from tailor.core.procedure import Json

_NAME: Final = "@"
"""The key that names a dataclass; no field has this name."""

_KNOWN: Final = {kind.__name__: kind for kind in (MemorySettings, Kept, Found, BadRow, *REQUESTS, *ANSWERS)}


def line_of(number: int, message: Request | Answer) -> bytes:
    """One line: the request's number and the message."""
    return json.dumps([number, _plain(message)], ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def request_from(line: bytes) -> tuple[int, Request]:
    """The number and the request of a line. ValueError for anything else."""
    number, message = _from_line(line)
    if not isinstance(message, REQUESTS):
        raise ValueError("not a request to the memory")
    return number, cast(Request, message)


def answer_from(line: bytes) -> tuple[int, Answer]:
    """The number and the answer of a line. ValueError for anything else."""
    number, message = _from_line(line)
    if not isinstance(message, ANSWERS):
        raise ValueError("not an answer of the memory")
    return number, cast(Answer, message)


def _from_line(line: bytes) -> tuple[int, object]:
    match json.loads(line):
        case [int() as number, message]:
            return number, _typed(message)
        case _:
            raise ValueError("not a message of the memory")


def _plain(value: object) -> Json:
    """The value as JSON; a dataclass is an object that names its kind."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    named = type(value).__name__
    return {_NAME: named} | {one.name: _plain(getattr(value, one.name)) for one in fields(_KNOWN[named])}


def _typed(data: Json) -> object:
    """What `_plain` was given."""
    if isinstance(data, list):
        return tuple(_typed(item) for item in data)
    if isinstance(data, dict):
        rest = {key: _typed(value) for key, value in data.items() if key != _NAME}
        try:
            return _KNOWN[str(data.get(_NAME))](**rest)
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a message of the memory: {error}") from None
    return data
