"""A procedure: goal, resources and ordered steps ([AAG] section 3: the triple of output, input and steps).

The value itself, its normal form, its fingerprint, its numbered text and its JSON (CONTRACT 1).
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from operator import itemgetter
from typing import Final, Literal, TypeAlias

from tailor.core.errors import ContentError
from tailor.core.text import LONGEST_STEP, clean, normal, number_words

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

Part: TypeAlias = Literal["steps", "resources"]
"""The two numbered lists of a procedure; each has its own numbering, and the same laws hold for both."""

MOST_MINUTES: Final = 10_000_000
"""Longer times are ignored."""
PARTS: Final[tuple[Part, ...]] = ("steps", "resources")


@dataclass(frozen=True, slots=True)
class Times:
    """How long it takes, in minutes; None where the source does not say."""

    prep: int | None = None
    cook: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """A resource split into its parts by its source. It holds only for a resource with exactly this text."""

    resource: str
    amount: str = ""
    """As written: "1 1/2"."""
    unit: str = ""
    name: str = ""
    note: str = ""
    tool: bool = False
    """Whether the source says that it is not used up: cookware."""
    fixed: bool = False
    """Whether the source says that the amount is the same for any number of people."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """A goal, the resources it needs and the steps to it. Build one with `procedure()`, which normalises."""

    goal: str
    """What the procedure achieves: the [AAG] output."""
    steps: tuple[str, ...]
    """One paragraph each, in normal form, unnumbered."""
    resources: tuple[str, ...] = ()
    """Ingredients, materials, tools: the [AAG] input."""
    sections: tuple[tuple[int, str], ...] = ()
    """Headings: (3, "Glaze") precedes step 3 and moves with it."""
    uncertain: tuple[int, ...] = ()
    """Steps (1-based) that a generating model was unsure of."""
    notes: str = ""
    tags: tuple[str, ...] = ()
    source: str = ""
    licence: str = ""
    yields: str = ""
    """What comes out of it, in words: "4 servings"; `yield` in JSON. `yield_number` has its number."""
    times: Times = Times()
    author: str = ""
    image: str = ""
    """Address of a picture."""
    language: str = ""
    """BCP 47: "en", "pt-BR"."""
    amounts: tuple[Amount, ...] = ()
    """The amounts of resources; one whose text is not a resource any more is void and not written."""
    id: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    """Keys of the file that Tailor does not know, each with its value as JSON text, so that they survive."""

    def part(self, part: Part) -> tuple[str, ...]:
        return self.steps if part == "steps" else self.resources

    def amount_of(self, resource: str) -> Amount | None:
        """The parts of the resource, if its source split it and its text is still the same."""
        return next((one for one in self.amounts if one.resource == resource), None)


def procedure(
    goal: str,
    steps: Iterable[str],
    resources: Iterable[str] = (),
    *,
    sections: Iterable[tuple[int, str]] = (),
    notes: str = "",
    to_split: bool = False,
) -> Procedure:
    """A procedure in normal form; empty steps and resources are dropped.

    Raises ContentError, naming it, if a step or resource is longer than 5,000 characters; with `to_split` only if
    nothing in it shows where it can be split.
    """
    return Procedure(
        goal=normal(goal),
        steps=checked(steps, "step", to_split=to_split),
        resources=checked(resources, "resource", to_split=to_split),
        sections=tuple(sorted(((number, normal(title)) for number, title in sections), key=itemgetter(0))),
        notes=clean(notes).strip(),
    )


_UNBROKEN = re.compile(rf"[^\s。！？]{{{LONGEST_STEP}}}")


def checked(texts: Iterable[str], what: str, *, to_split: bool = False) -> tuple[str, ...]:
    """The texts in normal form, without empty ones. ContentError names the first that is too long.

    With `to_split`, a text may be longer if it has words or sentences between which it can be split.
    """
    done = tuple(text for text in map(normal, texts) if text)
    for number, text in enumerate(done, 1):
        if len(text) > LONGEST_STEP and not (to_split and _UNBROKEN.search(text) is None):
            raise ContentError(
                f"The {what} {number} has {len(text):,} characters; the limit is {LONGEST_STEP:,}. "
                f"Split it into shorter {what}s and try again."
            )
    return done


_COUNT = re.compile(
    r"(?:(?P<whole>\d{1,6}(?:[.,]\d{1,2}(?!\d))?)(?![\d/])\s?)?(?:(?P<top>\d{1,3})/(?P<bottom>[1-9]\d?)|½|\bhalf\b)?",
    re.I,
)


def _is_fraction(words: str) -> bool:
    from tailor.core.numerals import FRACTIONS  # imported late, so that the first frame comes early

    return words in FRACTIONS


def yield_number(yields: str) -> float | None:
    """The first number of a yield: 4 for "4 to 6" and "4/6 pies", 0.5 for "half a loaf", None for "a batch"."""
    for found in _COUNT.finditer(re.sub(r"(?<=\d),(?=\d{3}\b)", "", yields)):
        if found[0].strip():
            whole, words = found["whole"] or "", found[0].strip()
            if found["top"] and not whole and not _is_fraction(words):
                return float(found["top"])
            part = int(found["top"]) / int(found["bottom"]) if found["top"] else 0.5 * (words != whole)
            return float(whole.replace(",", ".") or 0) + part
    return None


def fingerprint(procedure: Procedure) -> str:
    """The first 16 hex digits of SHA-256 over the steps as compact JSON (CONTRACT 1); steps only."""
    steps = json.dumps(list(procedure.steps), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(steps.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def fingerprint_of_rest(procedure: Procedure) -> str:
    """The same over all else that a person may change: title, resources, headings, notes, yield, times."""
    times = asdict(procedure.times)
    told = (procedure.goal, procedure.resources, procedure.sections, procedure.notes, procedure.yields, times)
    texts = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(texts.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def whole_number(digits: str) -> int | float:
    """Parse a whole number in JSON, for `parse_int`; one of hundreds of digits becomes infinity."""
    return int(digits) if len(digits) < 300 else float(digits)


def numbered(texts: Iterable[str]) -> str:
    """The texts as lines "1. …"."""
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


# Each key, then the other names that are read for it but never written (CONTRACT 1).
_ALIASES: Mapping[str, tuple[str, ...]] = {
    "goal": ("goal", "output", "title", "name"),
    "resources": ("resources", "input", "ingredients"),
    "steps": ("steps", "instructions"),
}
READ_KEYS: Final = frozenset(
    name
    for names in (*_ALIASES.values(), ("sections", "uncertain", "notes", "tags", "source", "licence", "id"))
    for name in names
)
"""Every key of a procedure's JSON except those of details, with the other names that are read for them."""


def procedure_to_json(procedure: Procedure) -> dict[str, Json]:
    """The JSON object of CONTRACT 1; empty optional keys are left out.

    Unknown keys stand beside the others, or all in "extra" if one of them could be taken for another key.
    """
    data: dict[str, Json] = {
        "goal": procedure.goal,
        "resources": list(procedure.resources),
        "steps": list(procedure.steps),
    }
    optional: dict[str, Json] = {
        "sections": [[number, title] for number, title in procedure.sections],
        "uncertain": list(procedure.uncertain),
        "notes": procedure.notes,
        "tags": list(procedure.tags),
        "source": procedure.source,
        "licence": procedure.licence,
        "id": procedure.id,
    }
    data |= {key: value for key, value in optional.items() if value}
    data |= details_to_json(procedure)
    unknown: dict[str, Json] = {key: json.loads(value) for key, value in procedure.extra}
    return data | (unknown if unknown.keys().isdisjoint({*READ_KEYS, *data, "extra"}) else {"extra": unknown})


def details_to_json(procedure: Procedure) -> dict[str, Json]:
    """Yield, times, author, image, language and amounts under their keys; empty and void ones are left out."""
    resources = frozenset(procedure.resources)
    amounts = (asdict(one) for one in procedure.amounts if one.resource in resources)
    data: dict[str, Json] = {
        "yield": procedure.yields,
        "times": _filled(asdict(procedure.times)),
        "author": procedure.author,
        "image": procedure.image,
        "language": procedure.language,
        "amounts": {one.pop("resource"): _filled(one) for one in amounts},
    }
    return _filled(data)


def _filled(data: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in data.items() if value}


def outline(procedure: Procedure) -> Iterator[tuple[int, Sequence[str], str]]:
    """For each step its number, the headings right before it, and its text."""
    titles: dict[int, list[str]] = {}
    for number, title in procedure.sections:
        titles.setdefault(number, []).append(title)
    for number, text in enumerate(procedure.steps, 1):
        yield number, titles.get(number, ()), text


def headings_of(sections: Iterable[tuple[int, str]], steps: int) -> tuple[list[tuple[int, str]], list[str]]:
    """The headings that have a step below them, and the titles of those that have none."""
    sections = list(sections)
    late = [title for number, title in sections if number > steps]
    return [(number, title) for number, title in sections if number <= steps], late


def with_details(made: Procedure, data: Mapping[str, Json]) -> tuple[Procedure, frozenset[str]]:
    """The procedure with the details of a JSON object, and the keys used; those of another shape are ignored."""
    texts = {key: value for key in _TEXTS if (value := _words(data.get(key)))}
    times, amounts = _times(data.get("times")), _amounts(data.get("amounts"))
    resources = frozenset(made.resources)
    made = replace(
        made,
        yields=texts.get("yield", ""),
        times=times or Times(),
        author=texts.get("author", ""),
        image=texts.get("image", ""),
        language=texts.get("language", ""),
        amounts=tuple(one for one in amounts or () if one.resource in resources),
    )
    taken = {*texts, *(["times"] if times else ()), *(["amounts"] if amounts else ())}
    return made, frozenset(taken | {key for key in _DETAILS if data.get(key) in (None, "", [], {})})


def _words(value: Json) -> str:
    """A string or number as a text in normal form; "" for any other value."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_words(value)
    return normal(value) if isinstance(value, str) else ""


_TEXTS = ("yield", "author", "image", "language")
_DETAILS = (*_TEXTS, "times", "amounts")
_TIMES = ("prep", "cook", "total")
_AMOUNT = ("amount", "unit", "name", "note")


def _times(value: Json) -> Times | None:
    if not isinstance(value, dict) or not value or not value.keys() <= {*_TIMES}:
        return None
    minutes = {key: one for key, one in value.items() if type(one) is int and 0 < one < MOST_MINUTES}
    return Times(**minutes) if len(minutes) == len(value) else None


def _amounts(value: Json) -> tuple[Amount, ...] | None:
    if not isinstance(value, dict):
        return None
    found: list[Amount] = []
    for resource, parts in value.items():
        if not isinstance(parts, dict) or not parts.keys() <= {*_AMOUNT, "tool", "fixed"}:
            return None
        words = {key: _words(parts.get(key)) for key in _AMOUNT}
        tool, fixed = (parts.get(key) is True for key in ("tool", "fixed"))
        found.append(Amount(normal(resource), **words, tool=tool, fixed=fixed))
    return tuple(found)


def procedure_from_json(data: Json, *, to_split: bool = False) -> Procedure:
    """A procedure in normal form from a JSON object, or from a bare list of steps; `to_split` as in `procedure`.

    Raises ContentError naming the key that is missing or of the wrong shape.
    """
    if isinstance(data, list):
        data = {"steps": data}
    if not isinstance(data, dict):
        raise ContentError("A how-to in JSON is an object with goal and steps, or a list of steps.")
    steps = _strings(data.get(_name(data, "steps")), "steps")
    there = steps_there(data)
    now = [*accumulate(map(int, there))]  # the number of each step once the empty ones are gone
    sections = [(now[at - 1] + (not there[at - 1]), title) for at, title in _sections(data, len(steps))]
    made = procedure(
        _text(data, _name(data, "goal")),
        steps,
        _strings(data.get(_name(data, "resources")), "resources"),
        sections=[(at, title) for at, title in sections if at <= now[-1]],
        notes=_text(data, "notes"),
        to_split=to_split,
    )
    marked = listed if isinstance(listed := data.get("uncertain"), list) else []
    made, details = with_details(made, data)
    known = _taken(data) | details
    unknown = {key: value for key, value in data.items() if key not in known}
    if isinstance(boxed := unknown.get("extra"), dict):
        unknown = {key: value for key, value in unknown.items() if key != "extra"} | boxed
    return replace(
        made,
        uncertain=tuple(now[n - 1] for n in marked if type(n) is int and 0 < n <= len(steps) and there[n - 1]),
        tags=tuple(filter(None, map(normal, _strings(data.get("tags"), "tags")))),
        source=normal(_text(data, "source")),
        licence=normal(_text(data, "licence")),
        id=normal(_text(data, "id")),
        extra=tuple((key, json.dumps(value)) for key, value in unknown.items()),
    )


def steps_there(data: Json) -> list[bool]:
    """Which steps in a procedure's JSON have a text; the others are dropped."""
    listed = data.get(_name(data, "steps")) if isinstance(data, dict) else data
    return [bool(normal(step)) for step in _strings(listed, "steps")]


def _name(data: dict[str, Json], key: str) -> str:
    """The name under which this object has `key`."""
    return next((name for name in _ALIASES[key] if data.get(name) is not None), key)


def _taken(data: dict[str, Json]) -> frozenset[str]:
    """The keys that are read; a second alias of the same key is kept like an unknown key."""
    named = {name for names in _ALIASES.values() for name in names if data.get(name) is not None}
    return READ_KEYS - (named - {_name(data, key) for key in _ALIASES})


def _text(data: dict[str, Json], key: str) -> str:
    value = data.get(key) or ""
    if isinstance(value, bool | list | dict):
        raise ContentError(f'"{key}" must be text.')
    return str(value)


def _strings(value: Json, key: str) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ContentError(f'"{key}" must be a list of lines of text.')
    return [str(item) for item in value]


def _sections(data: dict[str, Json], steps: int) -> list[tuple[int, str]]:
    found, value = list[tuple[int, str]](), data.get("sections")
    for pair in value if isinstance(value, list) else [value] if value else []:
        match pair:
            case [int() as at, str() as title]:
                found += [(at, title)] if 1 <= at <= steps else []
            case _:
                raise ContentError('"sections" must be a list of pairs: the number of a step, and a title.')
    return found
