"""Procedures as JSON files.

Owns the errors a person can act on. The shape itself is the core's (`procedure_from_json`, CONTRACT 1).
"""

import json

from tailor.core.errors import ContentError
from tailor.core.procedure import Json, Procedure, procedure_from_json, procedure_to_json


def read(text: str) -> Procedure:
    """The procedure of a JSON text. ContentError names line and column of what is not JSON."""
    try:
        data: Json = json.loads(text)
    except json.JSONDecodeError as error:
        raise ContentError(f"Line {error.lineno}, column {error.colno} is not JSON: {error.msg}.") from None
    except (ValueError, RecursionError):
        raise ContentError("This JSON is nested too deeply, or holds a number that is too long.") from None
    return procedure_from_json(data)


def write(procedure: Procedure) -> str:
    """The procedure as indented JSON with a line end; characters no file can hold are escaped."""
    data = procedure_to_json(procedure)
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return (text if text.isprintable() or _writable(text) else json.dumps(data, indent=2)) + "\n"


def _writable(text: str) -> bool:
    """Whether the text is UTF-8 without characters that could steer a terminal; clean texts always are."""
    from tailor.core.text import clean

    return clean(text, len(text)) == text
