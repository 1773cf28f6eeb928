"""What belongs together: other names, kinds, parts, products, and what things are done with (data/relations.toml).

A name is looked up joined and in the singular, so that "bath tubs", "bathtub" and "bath-tub" are one.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from tailor.core.guard.vocabulary import gerund, stems

_DATA: Final = Path(__file__).parent / "data"
_VOWELS: Final = "aeiou"


@dataclass(frozen=True, slots=True)
class Thing:
    """One row of relations.toml; the lists hold names."""

    name: str
    same: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    """Products."""
    done: tuple[str, ...] = ()
    """Verbs for what is done with it."""
    strain: tuple[str, ...] = ()
    """Verbs and nouns for what a circumstance or a part of the body makes hard."""
    guard: tuple[str, ...] = ()
    """Constraints whose findings are places of it."""
    whys: tuple[str, ...] = ()
    """Of these findings only those for one of these reasons; all if empty."""
    friends: tuple[str, ...] = ()
    """Phrases in which its name means something else."""
    itself: bool = False
    """Whether having none of it touches the thing only, not what the guard knows is made with it."""
    rivals: bool = False
    """Whether one kind stands in for another: "only a handsaw" touches the jigsaw."""
    body: bool = False
    """Whether it is about somebody's health."""
    alone: bool = False
    """Whether its name is a wish without any "no" or "only": "i rent"."""


@dataclass(frozen=True, slots=True)
class Name:
    """One phrase to look for."""

    why: str
    rank: int
    """0 the thing itself, 1 what belongs to it, 2 what is only done with it."""
    verb: bool = False
    """Whether it counts only where a verb stands."""
    bare: bool = False
    """Whether it counts only with no other noun before it that says which."""
    act: bool = False
    """Whether it is something done, which no line of a list is."""


def words(phrase: str) -> tuple[str, ...]:
    return stems(phrase.removeprefix("="))


def key(phrase: str) -> str:
    return "".join(words(phrase))


@cache
def read(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / name).read_text(encoding="utf-8"))


_SIGNS: Final = {
    " = ": "same", " :: ": "kinds", ": ": "kinds", " / ": "kinds",
    " > ": "made", " + ": "parts", " ! ": "done", " ~ ": "strain",
}  # fmt: skip
_SIGN: Final = re.compile("|".join(map(re.escape, _SIGNS)))


@cache
def things() -> Mapping[str, Thing]:
    """Every thing under the key of each of its names."""
    rows: dict[str, dict[str, Any]] = {}
    owners: dict[str, str] = {}
    for name, row in _rows():
        own = rows.setdefault(owners.get(key(name), name), {})
        for field, value in row.items():
            own[field] = (*own.get(field, ()), *value) if isinstance(value, list) else value
        for one in (name, *row.get("same", ())):
            owners.setdefault(key(one), owners.get(key(name), name))
    found = {name: Thing(name=name, **row) for name, row in rows.items()}
    return {one: found[name] for one, name in owners.items()}


def _rows() -> Iterator[tuple[str, dict[str, Any]]]:
    """What relations.toml and names.txt say of a thing; several rows add up."""
    for table, row in read("relations.toml").items():
        yield table.replace("_", " "), row
    for line in (_DATA / "names.txt").read_text(encoding="utf-8").splitlines():
        sign = _SIGN.search(line)
        if sign is not None and not line.startswith("#"):
            name, field = line[: sign.start()], _SIGNS[sign.group()]
            said: dict[str, Any] = {field: line[sign.end() :].split(", ")}
            if sign.group() == " / ":
                name, said = f"{name} or the like", {field: [name, *said[field]], "rivals": True}
            elif sign.group() == ": ":
                said["rivals"] = True
            elif field == "strain":
                said |= {"alone": True, "body": name.startswith("*")}
            yield name.removeprefix("*"), said


@cache
def classes() -> Mapping[str, tuple[Thing, ...]]:
    """For the key of a kind the things of which it is one."""
    found: dict[str, list[Thing]] = {}
    for thing in dict.fromkeys(things().values()):
        for kind in thing.kinds:
            found.setdefault(key(kind), []).append(thing)
    return {kind: tuple(some) for kind, some in found.items()}


def past(verb: str) -> str:
    """The -ed form of the first word of a verb phrase."""
    first, _, rest = verb.partition(" ")
    doing = gerund(first).removesuffix("ing")
    done = first[:-1] + "ied" if first.endswith("y") and first[-2:-1] not in _VOWELS else doing + "ed"
    return f"{done} {rest}".strip()


def bases(word: str) -> tuple[str, ...]:
    """What a gerund may be the form of: drilling -> drill, sawing -> saw, cutting -> cut, gluing -> glue."""
    if not word.endswith("ing") or len(word) < 6:
        return ()
    bare = word.removesuffix("ing")
    short = (bare[:-1],) if bare[-1] == bare[-2] and bare[-1] not in "lsz" else ()
    return (bare, bare + "e", *short)


def forms(verb: str) -> tuple[str, ...]:
    return (verb, gerund(verb), past(verb))


def a(name: str) -> str:
    """The name with its article: "an iron", "scissors", "hot water"."""
    last = name.rsplit(maxsplit=1)[-1]
    if (last.endswith("s") and not last.endswith("ss")) or last in _uncounted():
        return name
    return f"{'an' if name[0] in _VOWELS else 'a'} {name}"


@cache
def _uncounted() -> frozenset[str]:
    return frozenset(read("hints.toml")["uncounted"])


def names_of(thing: Thing, typed: str = "") -> dict[str, Name]:
    """Every phrase by its key that stands for the thing, its kinds, parts and products, or what needs it.

    `typed` is what the person calls it. What only makes something hard ("bad knees") is not looked for itself.
    """
    found: dict[str, Name] = {}
    _collect(thing, found, set(), typed or thing.name)
    return found


def _collect(thing: Thing, found: dict[str, Name], seen: set[str], typed: str) -> None:
    rank = 1 if seen else 0
    seen.add(thing.name)
    related = _related(thing) if not rank else chain(_named(thing), _verbs(thing.done, needs(thing)))
    for phrase, why in chain(related, _verbs(thing.strain, lambda doing: f"{doing}: may not go with “{typed}”")):
        before = found.get(key(phrase))
        if before is None or (before.verb and not why.verb):
            found[key(phrase)] = replace(why, rank=max(why.rank, rank))
    for kind in thing.kinds:
        inner = things().get(key(kind))
        if inner is not None and inner.name not in seen:
            _collect(inner, found, seen, typed)


def needs(thing: Thing) -> Callable[[str], str]:
    return lambda doing: f"{doing} needs {a(thing.name)}"


def _named(thing: Thing) -> Iterator[tuple[str, Name]]:
    name = thing.name
    if not thing.strain:
        yield name, Name(f"“{name}” is named here", 0)
        yield from ((one, Name(f"{one}: another word for {name}", 0)) for one in thing.same)
    yield from ((one, Name(f"{one}: a kind of {name}", 1)) for one in thing.kinds)


def _related(thing: Thing) -> Iterator[tuple[str, Name]]:
    name = thing.name
    yield from _named(thing)
    yield from ((one, Name(f"{one}: belongs to {a(name)}", 1)) for one in thing.parts)
    yield from ((one, Name(f"{one}: made with {name}", 1)) for one in thing.made)
    yield from _verbs(thing.done, needs(thing))


def _verbs(verbs: Iterable[str], why: Callable[[str], str]) -> Iterator[tuple[str, Name]]:
    for verb in verbs:
        if verb.startswith("="):
            yield verb[1:], Name(why(verb[1:]), 2)
        else:
            said = Name(why(gerund(verb)), 2, act=True)
            yield from ((form, replace(said, verb=form == verb)) for form in forms(verb))
