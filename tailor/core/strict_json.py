"""JSON from outside, parsed strictly: what a lenient parser would drop or change is reported instead."""

import json
from collections import Counter
from math import isfinite

from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.core.text import one_line


def loaded(text: str) -> Json:
    """The value of a JSON text.

    Raises ContentError for invalid JSON, a key that occurs twice in one object, numbers that are not finite, and
    JSON that is nested too deeply.
    """
    try:
        data: Json = json.loads(
            text, parse_constant=_finite, parse_float=_finite, object_pairs_hook=_each_key_once
        )
    except json.JSONDecodeError as error:
        raise ContentError(f"Line {error.lineno}, column {error.colno} is not JSON: {error.msg}.") from error
    except (ValueError, RecursionError):
        raise ContentError("This JSON is nested too deeply, or holds a number that is too long.") from None
    return data


def _finite(number: str) -> float:
    if not isfinite(value := float(number)):
        raise ContentError(
            f"This JSON holds {one_line(number, 20)}, which is not a usable number. Correct it and try again."
        )
    return value


def _each_key_once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ContentError(f'This JSON says "{one_line(twice, 60)}" twice in one place. Keep one and try again.')
    return made
