"""Reads amounts that a program keeps in an object or a list: {"value": 5, "unit": "g"}, [3, 4]."""

from collections.abc import Mapping
from typing import Final

from tailor.core.procedure import Json
from tailor.core.text import normal, number_words

_VALUES: Final = ("value", "amount", "quantity", "number")
_UNITS: Final = ("unit", "unitText", "unitCode", "units")
_LEAST: Final = ("min", "minValue", "minimum", "from", "low")
_MOST: Final = ("max", "maxValue", "maximum", "to", "high")


def quantity(value: Json) -> tuple[str, str]:
    """Return the number, "3–4" for a range, and the unit of an object or list; "" for what it does not say."""
    if isinstance(value, list):
        ends = [number_as_written(one) for one in value]
        numbers = len(ends) <= 2 and all(one[:1].isnumeric() for one in ends)
        return "–".join(dict.fromkeys(ends)) if numbers else "", ""
    if not isinstance(value, dict):
        return number_as_written(value), ""
    inner = value.get(_key(value, _VALUES))
    number = quantity(inner)[0] if isinstance(inner, list) else number_as_written(inner)
    ends = [number_as_written(value.get(_key(value, keys))) for keys in (_LEAST, _MOST)]
    unit = value.get(_key(value, _UNITS))
    unit = unit.get("name") if isinstance(unit, dict) else unit
    return number or "–".join(dict.fromkeys(filter(None, ends))), normal(unit) if isinstance(unit, str) else ""


def beside_quantity(value: Json) -> Json:
    """Return what else an object or list says, None for nothing."""
    if not isinstance(value, list | dict):
        return None
    number, _ = quantity(value)
    if isinstance(value, list) or not number:
        return None if number else value
    known = {_key(value, keys) for keys in (_VALUES, _UNITS)}
    if not number_as_written(value.get(_key(value, _VALUES))):
        known |= {_key(value, _LEAST), _key(value, _MOST)}
    return {key: one for key, one in value.items() if key not in known} or None


def number_as_written(value: Json) -> str:
    """Format an amount as people write it: "500" for "500.0000", "" for none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = number_words(value)
    text = normal(value) if isinstance(value, str) else ""
    try:
        return f"{round(float(text), 3):g}" if float(text) else ""
    except ValueError:
        return text


def _key(node: Mapping[str, Json], keys: tuple[str, ...]) -> str:
    return next((key for key in keys if node.get(key) not in (None, "")), "")
