"""What the built-in tailor knows: its data files, read at the first question and checked while they are read.

Owns the shapes of the files in `data/`. Refuses entries of a wrong shape with a DamagedError that names the file
and the entry, so that a cook who extends a file sees at once what is missing.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import cast

from tailor.core.errors import DamagedError
from tailor.core.procedure import Json

_DATA = Path(__file__).parent / "data"
Record = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Then:
    """A change that a swap forces elsewhere: what is found in a step, and what stands there afterwards."""

    find: "re.Pattern[str]"
    become: str
    drop: bool = False
    """Takes the whole step away where it is nothing but this."""
    capital: str = ""
    """The word that a changed first letter belongs to: "Measure" for \\1easure."""


@dataclass(frozen=True, slots=True)
class Swap:
    """One thing that takes the place of an ingredient."""

    name: str
    short: str
    """The name where no amount stands before it."""
    ratio: Fraction
    plural: bool
    keep: frozenset[str]
    counted: str
    counted_plural: str
    reason: str
    then: tuple[Then, ...]
    prepare: str
    resource: str
    per: tuple[tuple[str, Fraction, str], ...]
    """Name, amount and unit for one piece of the old, filled into `prepare` and `resource`."""
    binder: tuple[str, str, Fraction, Fraction] | None
    """Name, unit, grams that one unit serves, and grams from which it is needed."""


@dataclass(frozen=True, slots=True)
class Ingredient:
    """An ingredient by its names, and what takes its place, the best first."""

    id: str
    words: tuple[str, ...]
    cannot: tuple[str, ...]
    swaps: tuple[Swap, ...]


@cache
def ingredients() -> tuple[Ingredient, ...]:
    """Every ingredient of `ingredients.json`."""
    return tuple(_ingredient(entry) for entry in records("ingredients", "ingredients"))


@cache
def by_word() -> dict[str, Ingredient]:
    """Ingredients by each of their names, in lower case."""
    return {word.casefold(): one for one in ingredients() for word in one.words}


@cache
def file(name: str) -> Record:
    """A data file whole. DamagedError when it is no JSON object."""
    try:
        data = json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DamagedError(f"The data file {name}.json of the built-in tailor cannot be read: {error}.") from error
    if not isinstance(data, dict):
        raise DamagedError(f"The data file {name}.json of the built-in tailor must hold one object.")
    return cast(Record, data)


def records(name: str, key: str) -> tuple[Record, ...]:
    """The list of objects under `key` of a data file."""
    found = file(name).get(key)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise DamagedError(f'"{key}" in {name}.json must be a list of objects.')
    return tuple(cast(Record, one) for one in found)


def words(record: Record, key: str) -> tuple[str, ...]:
    """A list of texts of a record; () where it is left out."""
    value = record.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise DamagedError(f'"{key}" must be a list of texts in {str(record)[:80]}.')
    return tuple(str(one) for one in value)


@cache
def word_list(name: str) -> frozenset[str]:
    """A list of `words.json`, in lower case."""
    return frozenset(word.casefold() for word in words(file("words"), name))


def text(record: Record, key: str, default: str | None = None) -> str:
    """A text of a record; DamagedError where it is missing and there is no default."""
    value = record.get(key, default)
    if not isinstance(value, str):
        raise DamagedError(f'"{key}" must be a text in {str(record)[:80]}.')
    return value


def pattern(source: str) -> "re.Pattern[str]":
    """A pattern of a data file; DamagedError says which one is wrong."""
    try:
        return re.compile(source)
    except re.error as error:
        raise DamagedError(f"This pattern of the built-in tailor is wrong: {source} ({error}).") from error


def naming(names: Iterable[str]) -> "re.Pattern[str]":
    """Where a text names a thing that has these names, in singular or plural, the longest name first."""
    longest = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{longest})(?:s|es)?(?![\w-])", re.IGNORECASE)


def thens(record: Record, key: str = "then") -> tuple[Then, ...]:
    """The forced changes of a record."""
    found = record.get(key, [])
    if not isinstance(found, list):
        raise DamagedError(f'"{key}" must be a list in {str(record)[:80]}.')
    return tuple(
        Then(pattern(text(one, "find")), text(one, "with"), bool(one.get("drop")), text(one, "swapcase", ""))
        for one in found
        if isinstance(one, dict)
    )


def fraction(value: Json, default: str = "1") -> Fraction:
    """A number of a data file as an exact fraction."""
    return Fraction(str(default if value is None else value))


def _ingredient(record: Record) -> Ingredient:
    return Ingredient(text(record, "id"), words(record, "words"), words(record, "cannot"), swaps_of(record))


def swaps_of(record: Record) -> tuple[Swap, ...]:
    """The swaps of a record. DamagedError where it has no words or no list of swaps."""
    swaps = record.get("swaps", [])
    if not isinstance(swaps, list) or not words(record, "words"):
        raise DamagedError(f"An ingredient needs words and a list of swaps: {str(record)[:80]}.")
    return tuple(map(_swap, cast(list[Record], swaps)))


def plain_swap(name: str, ratio: Fraction, keep: frozenset[str], counted: str = "", many: str = "") -> Swap:
    """A swap that is no more than another name and another amount."""
    return Swap(
        name=name,
        short=name,
        ratio=ratio,
        plural=bool(counted) and name == many,
        keep=keep,
        counted=counted,
        counted_plural=many,
        reason="",
        then=(),
        prepare="",
        resource="",
        per=(),
        binder=None,
    )


def _swap(record: Record) -> Swap:
    per = cast(dict[str, list[Json]], record.get("per", {}))
    binder = cast(Record | None, record.get("binder"))
    name = text(record, "name")
    return Swap(
        name=name,
        short=text(record, "short", name),
        ratio=fraction(record.get("ratio")),
        plural=bool(record.get("plural")),
        keep=frozenset(words(record, "keep")) - frozenset(words(record, "drop")),
        counted=text(record, "counted", ""),
        counted_plural=text(record, "counted_plural", ""),
        reason=text(record, "reason"),
        then=thens(record),
        prepare=text(record, "prepare", ""),
        resource=text(record, "resource", ""),
        per=tuple((key, fraction(value[0]), str(value[1])) for key, value in per.items()),
        binder=_binder(binder) if binder else None,
    )


def _binder(record: Record) -> tuple[str, str, Fraction, Fraction]:
    return (text(record, "name"), text(record, "unit"), fraction(record["per_g"]), fraction(record["from_g"]))
