"""The guard's words: how a text is split into tokens, the lists of one language, and an index of their phrases.

A file has `entries` (words, the constraints they are `found` or `derived` for, why, source; `unless` and `needs`
name words of the same sentence that silence or enable the entry) and `friends` (false friends, which mean nothing
here). `=boot` matches exactly this form, `~fish` only a noun (not "Fish the key out"). Another language is another
folder beside `en`; data is loaded only when first needed. Every function is linear in its text.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, lru_cache
from html import unescape
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from tailor.core.english import singular

T = TypeVar("T")

_ENTITY = r"&(?:#\d{2,6}|#[xX][\da-fA-F]{2,5}|[A-Za-z](?:acute|grave|circ|uml|tilde|cedil|ring)|szlig);"
_UNSEEN = r"\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff"
_LETTER = rf"(?:[^\W_]|[{_UNSEEN}]|{_ENTITY})"
_WORD = re.compile(rf"(?<!\w)[^\W\d_]([ .*-])[^\W\d_](?:\1[^\W\d_]){{2,}}(?!\w)|{_LETTER}+(?:['’]{_LETTER}+)*")
"""A word, including one with its letters spaced out, written as entities, or joined by invisible characters."""
_FIGURE = r"\d²³¹¼-¾⁰-₉⅐-⅞"
"""Digits, fractions and the small digits of footnotes."""
_THREE = rf"(?:[^\W_{_FIGURE}]|[{_UNSEEN}]){{3}}"
_TOUCHING = re.compile(rf"(?<=[{_FIGURE}])(?={_THREE})|(?<={_THREE})(?=[{_FIGURE}])")
"""Where a figure and a word touch, as in "2eggs" and "eggs²"; "7up", "200g" and "e471" are one word each."""
_UNITS: Final = ("tbsp", "tsp", "cups", "cup", "lbs", "lb", "kg", "mg", "ml", "cl", "dl", "oz", "g", "l", "x")
"""Units that may stand between a figure and a word that touch, longer ones first: "2lbsbutter", "1lbuttermilk"."""
_NO_LETTERS = re.compile(r"[ .*\u00ad\u200b-\u200d\u2060\ufeff-]+")
_BURST = re.compile(r"(?:qu|[^aeiou])+[aeiou][bdgmnprt]|begin|forget")
"""Verbs that double their last letter: drip, squat; but not open, water, colour."""
_ABBREVIATIONS = frozenset([
    "approx", "ca", "e", "g", "i", "min", "max", "mins", "no", "nr", "tbsp", "tsp", "oz", "lb", "lbs", "vs", "etc",
    "hr", "hrs", "sec", "dia", "inc", "st", "dr",
])  # fmt: skip


_DOMAINS = frozenset(["com", "org", "net", "gov", "edu", "co", "uk", "ie", "au", "nz", "ca", "eu", "io"])
"""Words after the dot of a web address: "gov.uk" is one name, and ends no sentence."""


class Break(IntEnum):
    """How strongly a word is separated from the one before."""

    NONE = 0
    HYPHEN = 1
    COMMA = 2
    CLAUSE = 3
    SENTENCE = 4


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its place, plain form, singular, and the break before it.

    `suspended`: the rest of the word follows later, as in "milk- and egg-free"; `answers`: a question ends before
    it; `bracketed`: a bracket opens before it; `joined`: a sign joins it to the word before, as in "fish/oyster".
    """

    start: int
    end: int
    plain: str
    stem: str
    gap: Break
    suspended: bool = False
    answers: bool = False
    bracketed: bool = False
    joined: bool = False


_JOINTS: Final = frozenset("/|+&·•\\∙⋅×⁄∕=~_→")

_LOOKALIKES: Final = str.maketrans("аеорсухіјѕһԁԛԝмткнαορνικτυηε", "aeopcyxijshdqwmtkhaopviktune")
"""Cyrillic and Greek letters that look like Latin ones, in a word that has both: "peanuts" with a Cyrillic r."""


@lru_cache(maxsize=65_536)  # the data alone has 150,000 words, a fifth of them distinct
def fold(word: str) -> str:
    """Return a word in lower case without accents, entities, spaces or closing 's, with straight apostrophes."""
    if not word.isalnum():
        word = _NO_LETTERS.sub("", unescape(word))
    if word.isascii():
        return word.lower().removesuffix("'s").removesuffix("s'")
    decomposed = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    if any(c.isascii() and c.isalpha() for c in plain):
        plain = plain.translate(_LOOKALIKES)
    return plain.removesuffix("'s").removesuffix("s'")


def _gap(text: str, start: int, end: int, before: str, after: str) -> Break:
    between = text[start:end]
    if "\n" in between or "!" in between or "?" in between:
        return Break.SENTENCE
    if "." in between:
        inside = between == "." and (before.isdigit() or after.isdigit() or len(after) == 1 or after in _DOMAINS)
        short = before in _ABBREVIATIONS and (before != "no" or after.isdigit())  # "No. Add 200 g of flour"
        return Break.NONE if inside or short else Break.SENTENCE
    if any(c in between for c in ";:()[]—–•") or " - " in between:
        return Break.CLAUSE
    if "," in between:
        inside = between == "," and before.isdigit() and after.isdigit()
        return Break.NONE if inside else Break.COMMA
    return Break.HYPHEN if between in {"-", "‐", "‑"} else Break.NONE


def _words(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the words of a text with their places; a figure that touches a word is split off, with its unit."""
    for found in _WORD.finditer(text):
        word, start, end = found.group(), found.start(), found.end()
        if word.isalpha() or "&" in word:
            yield start, end, word
            continue
        for touching in _TOUCHING.finditer(text, start, end):
            at = touching.start()
            yield start, at, text[start:at]
            start = _end_of_unit(text, at, end) if text[at - 1].isnumeric() else at
            if start > at:
                yield at, start, text[at:start]
        yield start, end, text[start:end]


_LONGEST: Final = 40
"""Most letters of a word to look at: no word of the lists is longer."""
_UP_TO_FIGURE = re.compile(rf"[^{_FIGURE}]{{3,{_LONGEST}}}")


def _end_of_unit(text: str, at: int, end: int) -> int:
    """Return where the unit at `at` ends if a word of the lists follows it directly, else `at`."""
    if _is_listed(text, at, end):
        return at
    low = text[at : at + 4].lower()
    ends = (at + len(unit) for unit in _UNITS if low.startswith(unit))
    return next((stop for stop in ends if _is_listed(text, stop, end)), at)


def _is_listed(text: str, start: int, end: int) -> bool:
    """Whether the word here, up to a figure, is in the lists: "grapes" is, so "2grapes" is not 2 g of "rapes"."""
    found = _UP_TO_FIGURE.match(text, start, end)
    return found is not None and singular(fold(found.group())) in _listed()


@cache
def _listed() -> frozenset[str]:
    """Return the single words with which the phrases of the lists begin."""
    data = (read_json(name) for names in DOMAINS.values() for name in names)
    words = (
        word
        for one in data
        for raw in (*one["entries"], {"words": one["friends"]})
        for word in raw.get("words", ())
    )
    return frozenset(singular(fold(word.lstrip("=~").partition(" ")[0])) for word in words)


@lru_cache(maxsize=4096)  # the same text is read against several wishes, and again after each edit
def tokenize(text: str) -> tuple[Token, ...]:
    """Return the words of a text in order; the first one begins a sentence."""
    tokens: list[Token] = []
    last_end, last = 0, ""
    for start, end, word in _words(text):
        plain = fold(word)
        gap = _gap(text, last_end, start, last, plain) if tokens else Break.SENTENCE
        suspended = text[end : end + 2] in {"-,", "- ", "-/"}
        between = text[last_end:start]
        answers, bracketed = gap is Break.SENTENCE and "?" in between, "(" in between or "[" in between
        joined = bool(tokens) and not _JOINTS.isdisjoint(between)
        tokens.append(Token(start, end, plain, singular(plain), gap, suspended, answers, bracketed, joined))
        last_end, last = end, plain
    return tuple(tokens)


def sentences(tokens: tuple[Token, ...]) -> tuple[tuple[int, int], ...]:
    """Return the sentences as half-open ranges over the words."""
    starts = [i for i, t in enumerate(tokens) if t.gap is Break.SENTENCE]
    return tuple(pairwise([*starts, len(tokens)]))


def words_from(tokens: Sequence[Token], at: int, reach: int, end: Break = Break.COMMA) -> list[str]:
    """Return up to `reach` plain words from this one on, up to a break; none if it follows a break itself."""
    return [token.plain for token in takewhile(lambda one: one.gap < end, tokens[at : at + reach])]


def plain_from(tokens: Sequence[Token], at: int, reach: int) -> list[str]:
    """Return up to `reach` plain words from this one on, across breaks."""
    return [token.plain for token in tokens[at : at + reach]]


def plain_before(tokens: Sequence[Token], at: int, reach: int) -> list[str]:
    """Return up to `reach` plain words before this one, across breaks."""
    return [token.plain for token in tokens[max(0, at - reach) : at]]


def words_before(tokens: Sequence[Token], at: int, reach: int, end: Break = Break.COMMA) -> list[str]:
    """Return up to `reach` plain words before this one, back to a break; none if it follows a break itself."""
    near = takewhile(lambda i: tokens[i + 1].gap < end, back(at, reach))
    return plain_before(tokens, at, sum(1 for _ in near))


def ends_at(tokens: Sequence[Token], at: int) -> bool:
    """Whether the text, or a part of a sentence, ends before this word."""
    return at >= len(tokens) or tokens[at].gap >= Break.COMMA


def back(at: int, reach: int) -> range:
    """Return up to `reach` positions before this one, nearest first."""
    return range(at)[: -reach - 1 : -1]


def opening(tokens: Sequence[Token], at: int, reach: int, gap: Break = Break.COMMA) -> int:
    """Return the nearest of `reach` words, this one and those before it, that follows a break; -1 if none does."""
    return next((i for i in range(at, max(-1, at - reach), -1) if tokens[i].gap >= gap), -1)


def by_first_word(items: Iterable[T], words: Callable[[T], tuple[str, ...]]) -> dict[str, tuple[T, ...]]:
    found: dict[str, list[T]] = {}
    for item in items:
        found.setdefault(words(item)[0], []).append(item)
    return {first: tuple(sorted(some, key=lambda one: -len(words(one)))) for first, some in found.items()}


@lru_cache(maxsize=16384)  # each wish looks up the names of things and foods again
def stems(phrase: str) -> tuple[str, ...]:
    """Return the stems of a phrase, the form under which texts are looked up."""
    return tuple(map(singular, plain_words(phrase)))


def plain_words(phrase: str) -> tuple[str, ...]:
    """Return the words of a phrase as `fold` writes them."""
    if phrase.isascii() and phrase.replace(" ", "").isalpha():  # most are plain, and there are 70,000 of them
        words = tuple(phrase.lower().split())
        if min(map(len, words)) > 1:
            return words
    return tuple(fold(word) for _, _, word in _words(phrase))


DATA = Path(__file__).parent / "data"
DOMAINS = {
    "food": ("grains", "dairy_eggs", "animals", "plants", "sweet_drinks", "pregnancy", "abroad"),
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
    beside: frozenset[str]
    """Words that make it another thing only within the same noun phrase: a bean burger, but not beef and beans."""
    needs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to write an entry: stems to match, the exact form if only that counts. No entry: a false friend."""

    stems: tuple[str, ...]
    exact: str | None
    base_form: bool
    noun_only: bool
    entry: VocabularyEntry | None
    owner: bool = False
    """Whether it counts only with an apostrophe and s, which stems drop: "goat's" may be milk, "goat" is meat."""


def read_json(name: str, language: str = "en") -> dict[str, Any]:
    """Load one data file. Its shape is not checked here: the tests hold every file to it."""
    loaded: dict[str, Any] = json.loads((DATA / language / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def all_stems(phrases: Iterable[str]) -> frozenset[str]:
    return frozenset(stem for phrase in phrases for stem in stems(phrase))


def exact_form(word: str) -> str | None:
    """Return the only form that counts of a word marked with "="; None if every form does."""
    return " ".join(plain_words(word)) if word.startswith("=") else None


def gerund(verb: str) -> str:
    """Return the -ing form of the first word of a verb phrase: bake -> baking, chop up -> chopping up."""
    first, _, rest = verb.partition(" ")
    if first.endswith("e") and not first.endswith(("ee", "ye", "oe")):
        first = first[:-1]
    elif _BURST.fullmatch(first):
        first += first[-1]
    return f"{first}ing {rest}".strip()


def odd_plural(noun: str) -> str:
    """Return the plural of a noun if its stem differs: "rotis", "toasties", "octopuses"; "" otherwise."""
    if len(noun) < 4 or (noun.endswith("s") and not noun.endswith("us")):
        return ""
    ending, last = "es" if noun.endswith(("s", "z")) else "s", noun[noun.rfind(" ") + 1 :]
    return f"{noun}{ending}" if stems(f"{last}{ending}") != stems(last) else ""


def _entry(raw: Mapping[str, Any], verb: bool) -> VocabularyEntry:
    kinds: tuple[Kind, ...] = ("found", "derived", "not_assessed")
    gives = tuple((constraint, kind) for kind in kinds for constraint in raw.get(kind, ()))
    unless, beside, needs = (all_stems(raw.get(field, ())) for field in ("unless", "beside", "needs"))
    return VocabularyEntry(gives, raw["why"], raw["source"], verb, unless, beside, needs)


def _phrases(raw: Mapping[str, Any]) -> Iterator[Phrase]:
    noun, acting = _entry(raw, verb=False), _entry(raw, verb=True)
    for word in raw.get("words", ()):
        owner = word.startswith("=") and word.endswith("'s")
        yield Phrase(stems(word.lstrip("=~")), exact_form(word), False, word.startswith("~"), noun, owner)
        if not word.startswith("=") and (plural := odd_plural(fold(word.lstrip("~")))):
            yield Phrase(stems(plural), plural, False, False, noun)
        if "and" in (told := stems(word)) and not word.startswith("="):  # "half & half"
            yield Phrase(tuple(one for one in told if one != "and"), None, False, False, noun)
    for verb in raw.get("verbs", ()):
        yield Phrase(stems(verb), None, True, False, acting)
        yield Phrase(stems(gerund(verb)), None, False, False, acting)


def _friend(word: str) -> Phrase:
    return Phrase(stems(word.lstrip("=~")), exact_form(word), word.startswith("~"), False, None)


@cache
def index(domain: str) -> Mapping[str, tuple[Phrase, ...]]:
    """Return every phrase of a domain by its first stem, longest first.

    A false friend with "=" counts only as written ("the chickens in" is no chicken in oil), one with "~" only in a
    verb's place ("fish for the key", but not "cook the fish for 5 minutes").
    """
    phrases: list[Phrase] = []
    for data in map(read_json, DOMAINS[domain]):
        phrases += (phrase for raw in data["entries"] for phrase in _phrases(raw))
        phrases += map(_friend, data["friends"])
    return by_first_word(phrases, lambda phrase: phrase.stems)


@lru_cache(maxsize=16_384)  # most words of a text are in no list
def phrases_from(domain: str, stem: str) -> tuple[Phrase, ...]:
    """Return the phrases that begin with a word, longest first; for "almondmilk", those it writes as one word."""
    phrases = index(domain)
    if stem in phrases:
        return phrases[stem]
    halves = ((stem[:at], (stem[at:],)) for at in range(3, len(stem) - 2))
    names = (name for first, rest in halves for name in phrases.get(first, ()) if name.stems[1:] == rest)
    return tuple(replace(name, stems=(stem,)) for name in names if name.exact is None)


@cache
def _constraints() -> dict[str, Any]:
    return read_json("constraints")


def constraint_ids() -> tuple[str, ...]:
    """Return the closed list of constraint ids, in display order."""
    return tuple(_constraints())


def title(constraint: str) -> str:
    """Return plain words for people: `tree_nuts` -> "tree nuts". KeyError for an unknown id."""
    return str(_constraints()[constraint]["title"])


def group(constraint: str) -> str:
    """Return what the id is about: an allergen, a diet, (missing) equipment or a hazard; "" for an unknown id."""
    return str(_constraints().get(constraint, {}).get("group", ""))


def is_allergy(constraint: str) -> bool:
    """Whether the id is one of the allergens of EU 1169/2011 Annex II or US FALCPA + FASTER."""
    return group(constraint) == "allergen"


def is_hazard(constraint: str) -> bool:
    """Whether the id is a household or kitchen hazard."""
    return group(constraint) == "hazard"


HOUSEHOLD = frozenset({"pets"})
"""Hazards of some homes only, looked for only where they are asked for."""

OF_SOMEBODY = HOUSEHOLD | {"infant_honey"}
"""Hazards to somebody who lives there, and whom a wish must mention."""

_BY_WISH = OF_SOMEBODY | {"undercooked_poultry", "undercooked_egg", "undercooked_pork"}


@cache
def hazards_for_everyone() -> tuple[str, ...]:
    """Return the hazards that no wish decides, unlike undercooked food, honey for a baby, and pets."""
    return tuple(id for id in constraint_ids() if is_hazard(id) and id not in _BY_WISH)


@cache
def source_text(key: str) -> str:
    """Return the citation for a source key of the data files."""
    return str(read_json("sources")[key])
