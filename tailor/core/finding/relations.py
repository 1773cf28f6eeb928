"""How things are related: other names, kinds, parts, products, and what is done with them (data/relations.txt).

What steps ask of a person, and for whom that is hard, is in data/asks.txt, in rows of the same form. Names are
looked up joined and in the singular, so that "bath tubs", "bathtub" and "bath-tub" are one.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from tailor.core.guard.vocabulary import Token, gerund, stems

_DATA: Final = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing of relations.txt, which documents the fields."""

    name: str
    same: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    strain: tuple[str, ...] = ()
    guard: tuple[str, ...] = ()
    whys: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether its name is a wish without any "no" or "only": "i rent"."""
        return "alone" in self.flags or (bool(self.strain) and "not alone" not in self.flags)


DONE_WITH: Final = 2
WEAK: Final = 3
BESIDE: Final = 4


@dataclass(frozen=True, slots=True)
class Name:
    """One phrase to look for."""

    why: str
    rank: int
    """0 the thing itself, 1 what belongs to it, 2 what is only done with it, `WEAK` what counts if nothing else is
    found, `BESIDE` what counts where the text has the thing or what belongs to it."""
    verb: bool = False
    """Whether it counts only where a verb may stand."""
    act: bool = False
    """Whether it is something done, which is never a line of a list."""


def words(phrase: str) -> tuple[str, ...]:
    return stems(phrase.removeprefix("="))


@lru_cache(maxsize=65_536)
def key(phrase: str) -> str:
    return "".join(words(phrase))


@cache
def read(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / name).read_text(encoding="utf-8"))


def filled(pattern: str, parts: Mapping[str, str]) -> str:
    """Return the pattern with its parts in place of their names in braces: "{number}"."""
    return _PART.sub(lambda part: filled(parts[part[1]], parts), pattern)


_PART: Final = re.compile(r"\{([a-z]+)\}")
_FIELDS: Final = {
    "=": "same", "<": "heard", "::": "kinds", ":": "kinds", "/": "kinds", "+": "parts", ">": "made", "!": "done",
    "~": "strain", "@": "guard", "?": "whys", "&": "friends", ".": "flags",
}  # fmt: skip
_ROW: Final = re.compile(r"(?P<name>[^#:]+?)(?P<sign>:| (?:::|[=<:/+>!~@?&.%])) (?P<rest>.+)")


@cache
def _rows() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return name, sign and rest of every row; a row about two things counts for each."""
    lines = ((_DATA / name).read_text(encoding="utf-8").splitlines() for name in ("relations.txt", "asks.txt"))
    rows = filter(None, map(_ROW.fullmatch, chain.from_iterable(lines)))
    each = ((name, row) for row in rows for name in row["name"].split(" or "))
    return tuple((name, row["sign"].strip(), tuple(row["rest"].split(", "))) for name, row in each)


@cache
def harmless() -> Mapping[str, frozenset[str]]:
    """Return, by the key of a name, the words beside it that make it harmless and need no tool."""
    found: dict[str, frozenset[str]] = {}
    for name, _, rest in (row for row in _rows() if row[1] == "%"):
        found[key(name)] = found.get(key(name), frozenset()) | frozenset(rest)
    return found


@cache
def things() -> Mapping[str, Thing]:
    """Return every thing under the key of each of its names; its main name wins over another thing's alias."""
    rows: dict[str, dict[str, tuple[str, ...]]] = {}
    names: dict[str, str] = {}
    for name, sign, rest in _rows():
        if sign != "%":
            if sign == "/":
                name, rest = f"{name} or the like", (name, *rest)
            own = rows.setdefault(names.setdefault(key(name), name), {})
            own[_FIELDS[sign]] = (*own.get(_FIELDS[sign], ()), *rest)
            if sign in (":", "/"):
                own["flags"] = (*own.get("flags", ()), "rivals")
    for row in rows.values():
        for field in ("strain", "done"):
            asked = [rows[one[1:]] for one in row.get(field, ()) if one[0] == "*"]
            if asked:
                named = [one for one in row[field] if one[0] != "*"]
                meant = (one for other in asked for one in other["strain"])
                row[field] = (*named, *(one[1:] if one[:2] == "==" else one.replace("=", "+") for one in meant))
                row["friends"] = tuple(one for other in (row, *asked) for one in other.get("friends", ()))
    found = {key(name): Thing(name, **row) for name, row in rows.items()}
    for thing in list(found.values()):
        for other in (*thing.same, *thing.heard):
            found.setdefault(key(other), thing)
    return found


def is_in_a_friend(text: Sequence[Token], word: str, said: str) -> bool:
    """Whether the word is only in phrases that mean something else: the tea of "mint tea" has no caffeine."""
    friends = {key(one) for one in things().get(key(said), Thing("")).friends}
    at = [number for number, one in enumerate(text) if one.plain == word.casefold()]
    runs = [range(first, first + size) for first in range(len(text)) for size in (2, 3, 4)]
    hidden = [run for run in runs if "".join(one.stem for one in text[run.start : run.stop]) in friends]
    return bool(at) and all(any(one in run for run in hidden) for one in at)


def is_appliance(thing: Thing | None) -> bool:
    """Whether food is cooked in the thing."""
    return thing is not None and thing.name in things()[key("cooking appliance")].kinds


def ailment(part: str) -> str:
    """Return the data's name for a body part that hurts: "knee", "bad hands"; "" if it has none."""
    some = ((name, things().get(key(name))) for name in (part, f"bad {part}"))
    return next((name for name, thing in some if thing is not None and "body" in thing.flags), "")


@cache
def one_word_names() -> frozenset[str]:
    """Return the keys of names never written apart: "case in" is no casein, unlike "half and half"."""
    some = {name for one in things().values() for name in (one.name, *one.same, *one.kinds, *one.parts, *one.made)}
    return frozenset(key(name) for name in some if name.removeprefix("=").isalpha())


@cache
def classes() -> Mapping[str, tuple[Thing, ...]]:
    """Return the things of each kind, by the key of the kind."""
    found: dict[str, list[Thing]] = {}
    for thing in dict.fromkeys(things().values()):
        for kind in thing.kinds:
            found.setdefault(key(kind), []).append(thing)
    return {kind: tuple(some) for kind, some in found.items()}


def other_names(word: str) -> tuple[str, ...]:
    """Return other one-word names of a one-word thing: "bike" gives "bicycle".

    None where there are so many that they only tell its kind: a corgi and a tabby are names of a pet.
    """
    thing = things().get(key(word), Thing(word))
    named = {one: key(one) for one in (thing.name, *thing.same) if one.isalpha()}
    return tuple(one for one in named if named[one] != key(word)) if len(named) <= _MOST_NAMES else ()


_MOST_NAMES: Final = 8


def kinds_of(phrase: str) -> frozenset[str]:
    """Return the name of a thing, and the names of what it is a kind of."""
    thing = things().get(key(phrase))
    name = thing.name if thing is not None else ""
    return frozenset((name, *(one.name for one in classes().get(key(name), ()))))


def bases(word: str) -> tuple[str, ...]:
    """Return what a gerund may come from: drilling -> drill, sawing -> saw, cutting -> cut, gluing -> glue."""
    if not word.endswith("ing") or len(word) < 6:
        return ()
    bare = word.removesuffix("ing")
    short = (bare[:-1],) if bare[-1] == bare[-2] and bare[-1] not in "lsz" else ()
    return (bare, bare + "e", *short)


def names_of(thing: Thing, typed: str = "") -> dict[str, Name]:
    """Return, by key, every phrase that stands for the thing, its kinds, parts and products, or what needs it.

    `typed` is what the person calls it. What only makes something hard ("bad knees") is not looked for itself.
    """
    typed = typed or thing.name
    found = _own(thing, typed, 0)
    beside = [(one, "goes with") for one in thing.parts] + [(one, "usually made with") for one in thing.made]
    for phrase, how in beside:
        if key(phrase) not in found or found[key(phrase)].rank >= WEAK:
            found[key(phrase)] = Name(f"{phrase}: {how} “{thing.name}”", 1)
    seen, todo = {thing.name}, [thing]
    while todo:
        for kind in todo.pop().kinds:
            inner = things().get(key(kind))
            if inner is None or inner.strain:
                continue  # to have poultry is not to keep hens
            if inner.name not in seen and key(inner.name) == key(kind):
                seen.add(inner.name)
                todo.append(inner)
                for other, name in _own(inner, typed, 1).items():
                    if other not in found or (found[other].verb and not name.verb):
                        found[other] = name
    return found


def _own(thing: Thing, typed: str, least: int) -> dict[str, Name]:
    """Return what stands for this one thing, and what is done with it."""
    found = {}
    named = () if thing.strain else (thing.name, *thing.same)
    for phrase in (*named, *thing.kinds):
        rank = max(least, int(phrase not in named))
        said = key(phrase) == key(typed)
        plain = phrase.removeprefix("=")
        found[key(phrase)] = Name("" if said else f"{plain}: found because you said “{typed}”", rank)
    acts = [(one, f"usually needs “{thing.name}”") for one in thing.done]
    for phrase, doing in (*acts, *((one, f"found because you said “{typed}”") for one in thing.strain)):
        for one, name in _acts(phrase, doing):
            before = found.get(key(one))
            if before is None or (before.verb and not name.verb):
                found[key(one)] = name
    return found


def _acts(phrase: str, why: str) -> Iterable[tuple[str, Name]]:
    if phrase[0] == "^":
        return [(one, replace(name, rank=BESIDE)) for one, name in _acts(phrase[1:], why)]
    if phrase[0] in "=+-":
        rank = WEAK if phrase[0] == "-" else DONE_WITH
        return [(phrase[1:], Name(f"{phrase[1:]}: {why}", rank, act=phrase[0] != "="))]
    said = f"{gerund(phrase)}: {why}"
    return [(phrase, Name(said, 2, verb=True, act=True)), (gerund(phrase), Name(said, 2, act=True))]
