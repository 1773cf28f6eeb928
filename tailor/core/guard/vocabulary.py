"""The guard's words: how a text is cut into plain words, the lists of one language, and an index of their phrases.

A file has `entries` (words, the constraints they are `found` or `derived` for, why, source; `unless` and `needs`
name words of the same sentence that silence or enable the entry) and `friends` (false friends, which mean nothing
here). `=boot` matches exactly this form, `~fish` only a noun (not "Fish the key out"). Another language is another
folder beside `en`; nothing is loaded before the first question. Every function is linear in its text.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeVar

from tailor.core.english import singular

T = TypeVar("T")

_WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+(?:['’](?:[^\W_]|[\u0300-\u036f])+)*")
_ABBREVIATIONS = frozenset([
    "approx", "ca", "e", "g", "i", "min", "max", "mins", "no", "nr", "tbsp", "tsp", "oz", "lb", "lbs", "vs", "etc",
    "hr", "hrs", "sec", "dia", "inc", "st", "dr",
])  # fmt: skip


class Break(IntEnum):
    """How strongly a word is separated from the one before."""

    NONE = 0
    HYPHEN = 1
    COMMA = 2
    CLAUSE = 3
    SENTENCE = 4


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its place, plain form, singular, and the break before it."""

    start: int
    end: int
    plain: str
    stem: str
    gap: Break


def fold(word: str) -> str:
    """Lower case without accents, straight apostrophes, no closing 's."""
    if word.isascii():
        return word.lower().removesuffix("'s").removesuffix("s'")
    decomposed = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    return plain.removesuffix("'s").removesuffix("s'")


def _gap(text: str, start: int, end: int, before: str, after: str) -> Break:
    between = text[start:end]
    if "\n" in between or "!" in between or "?" in between:
        return Break.SENTENCE
    if "." in between:
        inside = between == "." and (before.isdigit() or after.isdigit() or len(after) == 1)
        return Break.NONE if inside or before in _ABBREVIATIONS else Break.SENTENCE
    if any(c in between for c in ";:()[]—–•") or " - " in between:
        return Break.CLAUSE
    if "," in between:
        inside = between == "," and before.isdigit() and after.isdigit()
        return Break.NONE if inside else Break.COMMA
    return Break.HYPHEN if between in {"-", "‐", "‑"} else Break.NONE


def tokenize(text: str) -> tuple[Token, ...]:
    """The words of a text in order; the first one begins a sentence."""
    tokens: list[Token] = []
    last_end, last = 0, ""
    for found in _WORD.finditer(text):
        plain = fold(found.group())
        gap = _gap(text, last_end, found.start(), last, plain) if tokens else Break.SENTENCE
        tokens.append(Token(found.start(), found.end(), plain, singular(plain), gap))
        last_end, last = found.end(), plain
    return tuple(tokens)


def sentences(tokens: tuple[Token, ...]) -> tuple[tuple[int, int], ...]:
    """The sentences as half-open ranges over the words."""
    starts = [i for i, t in enumerate(tokens) if t.gap is Break.SENTENCE]
    return tuple(pairwise([*starts, len(tokens)]))


def by_first_word(items: Iterable[T], words: Callable[[T], tuple[str, ...]]) -> dict[str, tuple[T, ...]]:
    """Items by the first of their words, those with the most words first."""
    found: dict[str, list[T]] = {}
    for item in items:
        found.setdefault(words(item)[0], []).append(item)
    return {first: tuple(sorted(some, key=lambda one: -len(words(one)))) for first, some in found.items()}


def stems(phrase: str) -> tuple[str, ...]:
    """A phrase in the form under which texts are looked up."""
    return tuple(singular(fold(word)) for word in _WORD.findall(phrase))


DATA = Path(__file__).parent / "data"
DOMAINS = {
    "food": ("grains", "dairy_eggs", "animals", "plants", "sweet_drinks", "pregnancy"),
    "equipment": ("equipment",),
}
"""Files that share their false friends. Within a domain a phrase counts once; across domains both may count."""

Kind = Literal["found", "derived", "not_assessed"]


@dataclass(frozen=True, slots=True)
class VocabularyEntry:
    """What a phrase means: constraint ids with their kind, and when the entry applies."""

    gives: tuple[tuple[str, Kind], ...]
    why: str
    source: str
    verb: bool
    unless: frozenset[str]
    needs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to write an entry: stems to match, the exact form if only that counts. entry None: a false
    friend.
    """

    stems: tuple[str, ...]
    exact: str | None
    base_form: bool
    noun_only: bool
    entry: VocabularyEntry | None


Index = Mapping[str, tuple[Phrase, ...]]


def read_json(name: str, language: str = "en") -> dict[str, object]:
    """One data file."""
    loaded: dict[str, object] = json.loads((DATA / language / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def texts(value: object) -> tuple[str, ...]:
    """A list of strings of a data file."""
    if not isinstance(value, list):
        raise TypeError(f"a list was expected, not {value!r}")
    return tuple(str(v) for v in value)


def mapping(value: object) -> dict[str, object]:
    """An object of a data file."""
    if not isinstance(value, dict):
        raise TypeError(f"an object was expected, not {value!r}")
    return {str(k): v for k, v in value.items()}


def records(value: object) -> tuple[dict[str, object], ...]:
    """A list of objects of a data file."""
    if not isinstance(value, list):
        raise TypeError(f"a list was expected, not {value!r}")
    return tuple(mapping(v) for v in value)


def gerund(verb: str) -> str:
    """The -ing form of the first word of a verb phrase: bake -> baking, chop up -> chopping up."""
    first, _, rest = verb.partition(" ")
    if first.endswith("e") and not first.endswith(("ee", "ye", "oe")):
        stem = first[:-1]
    elif len(first) < 6 and first[-1] in "bdgmnprt" and first[-2] in "aeiou" and first[-3] not in "aeiou":
        stem = first + first[-1]
    else:
        stem = first
    return f"{stem}ing {rest}".strip()


def _entry(raw: Mapping[str, object], verb: bool) -> VocabularyEntry:
    kinds: tuple[Kind, ...] = ("found", "derived", "not_assessed")
    gives = tuple((c, k) for k in kinds for c in texts(raw.get(k, [])))
    unless = frozenset(s for w in texts(raw.get("unless", [])) for s in stems(w))
    needs = frozenset(s for w in texts(raw.get("needs", [])) for s in stems(w))
    return VocabularyEntry(gives, str(raw["why"]), str(raw["source"]), verb, unless, needs)


def _phrases(raw: Mapping[str, object]) -> Iterator[Phrase]:
    noun = _entry(raw, verb=False)
    for word in texts(raw.get("words", [])):
        exact = fold(word[1:]) if word.startswith("=") else None
        yield Phrase(stems(word.lstrip("=~")), exact, False, word.startswith("~"), noun)
    acting = _entry(raw, verb=True)
    for verb in texts(raw.get("verbs", [])):
        yield Phrase(stems(verb), None, True, False, acting)
        yield Phrase(stems(gerund(verb)), None, False, False, acting)


@lru_cache(maxsize=4)
def index(domain: str, language: str = "en") -> Index:
    """Every phrase of a domain by its first stem, longest first.

    A false friend with "=" counts as written ("the chickens in" is no chicken in oil), one with "~" only in a
    verb's place ("fish for the key", but not "cook the fish for 5 minutes").
    """
    files = [read_json(name, language) for name in DOMAINS[domain]]
    phrases = (phrase for data in files for phrase in (*_entries(data), *map(_friend, texts(data["friends"]))))
    return by_first_word(phrases, lambda phrase: phrase.stems)


def _entries(data: Mapping[str, object]) -> Iterator[Phrase]:
    return (phrase for raw in records(data["entries"]) for phrase in _phrases(raw))


def _friend(word: str) -> Phrase:
    exact = fold(word[1:]) if word.startswith("=") else None
    return Phrase(stems(word.lstrip("=~")), exact, word.startswith("~"), False, None)


@lru_cache(maxsize=4)
def _constraints(language: str) -> dict[str, dict[str, object]]:
    return {c: mapping(v) for c, v in read_json("constraints", language).items()}


def constraint_ids(language: str = "en") -> tuple[str, ...]:
    """The closed list of constraint ids, in display order."""
    return tuple(_constraints(language))


def title(constraint: str, language: str = "en") -> str:
    """Plain words for people: `tree_nuts` -> "tree nuts". KeyError for an unknown id."""
    return str(_constraints(language)[constraint]["title"])


def is_allergy(constraint: str) -> bool:
    """Whether the id is one of the allergens of EU 1169/2011 Annex II or US FALCPA + FASTER."""
    return _constraints("en").get(constraint, {}).get("group") == "allergen"


def is_equipment(constraint: str) -> bool:
    """Whether the id means that a tool or device is missing."""
    return _constraints("en").get(constraint, {}).get("group") == "equipment"


def is_hazard(constraint: str) -> bool:
    """Whether the id is a household or kitchen hazard."""
    return _constraints("en").get(constraint, {}).get("group") == "hazard"


@cache
def source_text(key: str, language: str = "en") -> str:
    """The citation for a source key of the data files."""
    return str(read_json("sources", language)[key])
