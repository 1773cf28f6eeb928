"""Lists of texts that tables and other programs hold as one text: in JSON, in Python, or line by line."""

import ast
import json
import re
from typing import Final

from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.library.formats.shared.step_texts import split_blob

STEPS: Final = ("directions", "steps", "instructions", "method")
RESOURCES: Final = ("ingredients", "resources", "input", "materials")
_KEYS: Final = frozenset([*STEPS, *RESOURCES, "preparation", "recipeInstructions", "recipeIngredient"])
_DEEPEST: Final = 3
_NO_LIST: Final = "it should be a list of pieces of text"
_TORN: Final = re.compile(r"\s*\[\s*(?:\"|\Z)")
_ESCAPED: Final = r"\\(?:[\\'\"nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U000[0-9a-f]{5}|U0010[0-9a-f]{4})"
_BARRED: Final = r"\\\n\r\0\ud800-\udfff"
_TEXT: Final = rf"'(?:[^'{_BARRED}]|{_ESCAPED})*+'|\"(?:[^\"{_BARRED}]|{_ESCAPED})*+\""
_PYTHON: Final = re.compile(rf"\s*\[\s*(?:(?:{_TEXT})(?:\s*,\s*|\s+|(?=\])))*+\]\s*")
"""A list as Python writes it; NumPy writes no commas."""


def list_in(text: str) -> list[str] | None:
    """Return the texts of a list in JSON or Python; None for any other text, such as "[Hot] Boil water.".

    Numbers beside texts become texts. ContentError for a torn list, and for one of anything else.
    """
    if not text.lstrip().startswith("["):
        return None
    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        if _PYTHON.fullmatch(text):
            return [ast.literal_eval(one) for one in re.findall(_TEXT, text)]
        if _TORN.match(text):
            raise ContentError(_NO_LIST) from error
        return None
    plain = isinstance(data, list) and all(isinstance(item, str | int | float) for item in data)
    if isinstance(data, list) and plain and (not data or any(isinstance(item, str) for item in data)):
        return [item if isinstance(item, str) else json.dumps(item) for item in data]
    raise ContentError(_NO_LIST)


def listed(cell: str, comma: bool = False) -> list[str]:
    """Split a cell of a table into its texts: a list, "a|b", lines, or one text numbered "1. 2. 3."."""
    if (found := list_in(cell)) is not None:
        return found
    if "\n" not in cell and len(parts := re.split(r"(?<=\S)\|", cell)) > 1:  # but not "ls | wc"
        return parts
    return cell.split(",") if comma else split_blob(cell)


def with_lists(data: Json, depth: int = _DEEPEST) -> Json:
    """Return JSON with the steps and resources of its objects as lists where they are the text of one.

    Resources may also be lines. What else an object of ours holds beside its list of steps is left as it is.
    """
    if isinstance(data, list) and depth:
        return [with_lists(one, depth - 1) for one in data]
    if not isinstance(data, dict) or not depth:
        return data
    if isinstance(data.get("steps"), list):
        return {key: _spread(one) if key in RESOURCES else one for key, one in data.items()}
    return {
        key: _spread(one, lines=key in RESOURCES) if key in _KEYS else with_lists(one, depth - 1)
        for key, one in data.items()
    }


def _spread(value: Json, *, lines: bool = True) -> Json:
    """Return the list that a text holds, or its `lines`; anything else as it is."""
    if not isinstance(value, str) or not value.strip():
        return value
    found = list_in(value)
    if found is None:
        return list[Json](value.split("\n")) if lines else value
    return list[Json](found)
