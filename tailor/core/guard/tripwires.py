"""Changes of one step that a person should look at before accepting them: `must` or `look` (CONTRACT 6)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from tailor.core.english import singular
from tailor.core.events import Level, Tripwire
from tailor.core.guard.detector import introduced
from tailor.core.guard.language import Cues, cue_at, language
from tailor.core.guard.numbers import Quantity, quantities, units
from tailor.core.guard.vocabulary import (
    HOUSEHOLD,
    Break,
    Token,
    all_stems,
    by_first_word,
    constraint_ids,
    is_allergy,
    is_hazard,
    read_json,
    stems,
    title,
    tokenize,
)
from tailor.core.procedure import Part
from tailor.core.text import and_last, one_line

ONLY_HEAT_AND_TIME = frozenset({"temperature", "time"})
_WHO: Final = r"\b(?:allerg(?:y|ies|ic)|coeliacs?|celiacs?|intoleran(?:t|ces?))\b"
_CLAIM: Final = re.compile(
    r"\b(?:is|are|be|made|now|also|certified|guaranteed|verified|(?:it|that|they)['’](?:s|re))\b[^.!?,;:]{0,40}?"
    r"(?:(?<=(?:is|['’]s) )(?:now )?an? [a-z]+-free\b|\bfree (?:of|from)\b"
    r"|\b(?:safe|suitable) (?:for|in|during|to)\b(?! (?:use in )?(?:the |an? )?(?:oven|microwave|freez|grill|hob))"
    r"|\b(?:[a-z]+-|(?:gluten|wheat|(?:pea)?nut|dairy|lactose|milk|egg|soya?|sesame|fish|allergen) )free\b"
    r"(?! (?!(?:and|or|for|now|too|so|as|because|but|by|to|with|when|even|if)\b)[a-z]))[^.!?\d]*"
    rf"|{_WHO}[^.!?]{{0,80}}\b(?:safe(?:ly)?|can (?:eat|have))\b"
    rf"|\b(?:safe(?:ly)?|fine|okay|can (?:eat|have))\b[^.!?]{{0,80}}{_WHO}",
    re.IGNORECASE,
)
"""A promise that what is made harms nobody: "is safe for …", "it's gluten-free"; not "is of gluten-free flour"."""
_TO_CHECK: Final = re.compile(
    rf"\b(?:if(?![^,.!?]{{0,80}}{_WHO})|whether|unless|until|check|ensure|(?:mak\w+|be) sure|labels?|labelled"
    r"|not)\b|n['’]t\b(?! worry\b)",
    re.IGNORECASE,
)
"""Words of a sentence that asks for a check or a condition, and so promises nothing."""
_LONGEST_PROMISE: Final = 60

FURTHEST_NOUN = 3
"""Words after a bare count that may be what is counted: "6 big round holes"."""


@dataclass(frozen=True, slots=True)
class Wires:
    """tripwires.json: phrases by first stem that mark delicate steps and safety steps."""

    sensitive: Mapping[str, Cues]
    safety: Mapping[str, Cues]
    danger: frozenset[str]


@cache
def load() -> Wires:
    """What makes a step delicate or a safety step."""
    data = read_json("tripwires")
    sensitive, safety = (
        {name: by_first_word(map(stems, phrases), tuple) for name, phrases in data[key].items()}
        for key in ("sensitive", "safety")
    )
    return Wires(sensitive, safety, all_stems(data["danger"]))


def _first(text: str, tokens: Sequence[Token], cues: Cues) -> str:
    """Return the first phrase of the cues in the text, as written, or ""."""
    for at, token in enumerate(tokens):
        for words in cues.get(token.stem, ()):
            if tuple(t.stem for t in tokens[at : at + len(words)]) == words:
                return text[token.start : tokens[at + len(words) - 1].end]
    return ""


def _warning(text: str, tokens: Sequence[Token]) -> str:
    """Return the first "never …" or "do not …" about a danger, up to the end of its clause, or ""."""
    nots = language().nots
    for at in range(len(tokens)):
        if not cue_at(tokens, at, nots):
            continue
        stop = at + 1
        while stop < len(tokens) and tokens[stop].gap < Break.CLAUSE:
            stop += 1
        if any(t.stem in load().danger for t in tokens[at:stop]):
            return text[tokens[at].start : tokens[stop - 1].end]
    return ""


def _delicate(before: str, after: str) -> frozenset[str]:
    both = [(text, tokenize(text)) for text in (before, after)]
    cues = load().sensitive.items()
    return frozenset(name for name, some in cues if any(_first(text, tokens, some) for text, tokens in both))


def _level(dimension: str, delicate: frozenset[str]) -> Level:
    """Heat and time matter most for meat, heat for eggs; in other delicate steps every number does."""
    counts = {"meat": dimension in ONLY_HEAT_AND_TIME, "egg": dimension == "temperature"}
    return "must" if any(counts.get(name, True) for name in delicate) else "look"


def _counted_alike(before: str, old: Quantity, after: str, new: Quantity) -> tuple[str, str] | None:
    """Return two bare counts of one thing, each up to the thing ("12 holes", "6 big holes"), or None."""
    if not (old.dimension.startswith("count ") and new.dimension.startswith("count ")):
        return None
    was, now = _things(before, old), _things(after, new)
    mine, theirs = old.dimension.removeprefix("count "), new.dimension.removeprefix("count ")
    thing = mine if mine in now else theirs
    if thing not in was or thing not in now or thing in units().fillers:
        return None
    return before[old.start : was[thing]], after[new.start : now[thing]]


@lru_cache(maxsize=1024)  # asked for every pair of counts in a step and its edit
def _things(text: str, quantity: Quantity) -> Mapping[str, int]:
    """Return the words that a bare count may be about, up to two adjectives away, each with where it ends."""
    words = tokenize(text[quantity.start :])
    reach = next((at for at, word in enumerate(words) if at and word.gap >= Break.COMMA), len(words))
    here = words[1 : min(reach, 1 + FURTHEST_NOUN)]
    return {word.stem: quantity.start + word.end for word in reversed(here)}


def _changed(before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """Yield (dimension, old, new) for quantities that differ, with "" for a side that has none."""
    old, new = list(quantities(before)), list(quantities(after))
    yield from _scaled(before, old, after, new)
    yield from _of_one_thing(before, old, after, new)
    for quantity in list(old):
        twin = next((n for n in new if n.same(quantity)), None)
        if twin is not None:
            old.remove(quantity)
            new.remove(twin)
    for dimension in dict.fromkeys(quantity.dimension for quantity in old):
        was, now = ([one for one in some if one.dimension == dimension] for some in (old, new))
        if len(was) == len(now):  # else nobody knows which became which
            old, new = ([one for one in some if one.dimension != dimension] for some in (old, new))
            yield from ((dimension, *_named(before, a, after, b)) for a, b in zip(was, now, strict=True))
    for quantity in old:
        alike = ((n, words) for n in new if (words := _counted_alike(before, quantity, after, n)))
        twin, words = next(alike, (None, (_with_thing(before, quantity), "")))
        if twin is not None:
            new.remove(twin)
        if twin is None or (twin.low, twin.high) != (quantity.low, quantity.high):
            yield quantity.dimension, *words
    yield from ((n.dimension, "", n.written) for n in new)


def _of_one_thing(
    before: str, old: list[Quantity], after: str, new: list[Quantity]
) -> Iterator[tuple[str, str, str]]:
    """Yield changed quantities of one thing: of "100 g butter and 200 g sugar" the butter's with the butter's.

    What is paired is removed from both lists, even where it is unchanged.
    """
    for quantity in list(old):
        thing = _next_word(before, quantity)
        like = (n for n in new if n.dimension == quantity.dimension and thing and _next_word(after, n) == thing)
        if (partner := next(like, None)) is not None:
            old.remove(quantity)
            new.remove(partner)
            if not partner.same(quantity):
                yield quantity.dimension, *_named(before, quantity, after, partner)


@lru_cache(maxsize=1024)
def _next_word(text: str, quantity: Quantity) -> str:
    """Return the first word after a quantity in the same clause, which names what it is of, or ""."""
    words = tokenize(text[quantity.start : quantity.start + len(quantity.written) + 40])
    after = (
        at
        for at, word in enumerate(words)
        if word.start >= len(quantity.written) and word.stem not in units().fillers
    )
    at = next(after, 0)
    return words[at].stem if at and all(word.gap < Break.COMMA for word in words[1 : at + 1]) else ""


def _with_thing(text: str, quantity: Quantity) -> str:
    """Return a removed quantity with what it was of: "100 g almonds"."""
    if quantity.dimension not in ("weight", "volume"):
        return quantity.written
    thing = _THING.match(text, quantity.start + len(quantity.written))
    return quantity.written + (thing[0] if thing else "")


_AFTER = r"(?:and|or|in|into|to|with|for|until|on|over|at|from|then)\b"
_THING = re.compile(
    rf"(?: of)?(?: (?!{_AFTER}|(?:more|less|per|each)\b)[^\W\d_][\w-]*){{1,3}}(?=[.,;:)]|$| {_AFTER})"
)
"""What an amount is of, if that is named in up to three words and nothing more is said of it."""


def _named(before: str, old: Quantity, after: str, new: Quantity) -> tuple[str, str]:
    """Return both as written, counts with the full name of the thing: "3 garlic cloves" and "5 garlic cloves"."""
    if old.dimension != new.dimension or not old.dimension.startswith("count "):
        return old.written, new.written
    pairs = ((one, other) for one in _names(before, old) for other in _names(after, new))
    alike = ((one, other) for one, other in pairs if stems(one)[-1:] == stems(other)[-1:])
    several = ((one, other) for one, other in alike if any(map(_is_several, (one, other))))
    return next(several, (old.written, new.written))


def _names(text: str, count: Quantity) -> list[str]:
    """Return what a count may be of, the shortest first: "3 garlic", "3 garlic cloves"."""
    words = tokenize(text[count.start :])
    first = next((at for at, word in enumerate(words) if word.end >= len(count.written)), len(words))
    last = next(
        (
            at
            for at, word in enumerate(words)
            if at > first and (word.gap is not Break.NONE or re.match(_AFTER, word.plain))
        ),
        len(words),
    )
    return [text[count.start : count.start + word.end] for word in words[first : min(last, first + 3)]]


def _is_several(name: str) -> bool:
    """Whether the name ends in a plural."""
    word = name.rpartition(" ")[2].casefold()
    return singular(word) != word


def _scaled(before: str, old: list[Quantity], after: str, new: list[Quantity]) -> Iterator[tuple[str, str, str]]:
    """Yield quantities that were all scaled alike: "2 cups and 1 cup" halved is "1 cup and ½ cup".

    What is paired is removed from both lists.
    """
    for dimension in dict.fromkeys(quantity.dimension for quantity in old):
        was, now = ([one for one in some if one.dimension == dimension] for some in (old, new))
        if len(was) < 2 or len(was) != len(now) or not all(one.low > 0 for one in was):
            continue
        times = [b.low / a.low for a, b in zip(was, now, strict=True)]
        if max(times) - min(times) > 0.02 * max(times) or abs(times[0] - 1) < 0.02:
            continue
        old[:], new[:] = ([one for one in some if one.dimension != dimension] for some in (old, new))
        yield from ((dimension, *_named(before, a, after, b)) for a, b in zip(was, now, strict=True))


def _numbers(before: str, after: str, delicate: frozenset[str], *, listed: bool = False) -> Iterator[Tripwire]:
    """Yield changed numbers. `listed`: in a line of the list, where "3 eggs" may lose its count."""
    if not before.strip():
        return
    for dimension, old, new in _changed(before, after):
        level = _level(dimension, delicate)
        alone = not old or not new
        uncounted = listed and bool(old) and before.startswith(old) and old.split()[0] not in ("1", "one")
        if level == "look" and (not after.strip() or (alone and dimension.startswith("count") and not uncounted)):
            continue
        yield Tripwire(level, "number", old, new, f"{old or 'nothing'} -> {new or 'nothing'}")


def _safety(before: str, after: str) -> Iterator[Tripwire]:
    had, has = tokenize(before), tokenize(after)
    gone = [_first(before, had, cues) for cues in load().safety.values() if not _first(after, has, cues)]
    if not _warning(after, has):
        gone.append(_warning(before, had))
    for phrase in dict.fromkeys(g for g in gone if g):
        yield Tripwire("must", "safety_step", phrase, "", f'takes out "{phrase}"')


def _claims(before: str, after: str) -> Iterator[Tripwire]:
    """Yield new promises that something is harmless, which nobody can know from the text."""
    had = {*_promises(before)}
    for claim in _promises(after):
        if claim not in had:
            promise = one_line(claim, _LONGEST_PROMISE)
            yield Tripwire("must", "safety_step", "", promise, f'promises "{promise}"')


def _promises(text: str) -> Iterator[str]:
    for sentence in re.findall(r"[^.!?]+", text):
        if not _TO_CHECK.search(sentence) and (claim := _CLAIM.search(sentence)):
            yield claim[0].strip()


def tripwires(
    before: str, after: str, constraints: Iterable[str] = (), part: Part = "steps"
) -> tuple[Tripwire, ...]:
    """Return what a person should look at in a change of one step or resource.

    `before` is "" for an insertion, `after` is "" for a deletion. Of `constraints`, allergies and dangers to a
    household's pets count; all other hazards always do. must: an allergen or hazard introduced, a precaution
    removed, a promise that it is harmless, a number changed in a delicate step. look: any other changed number.
    In a resource, numbers are only `look`, and nothing is a precaution or a promise.
    """
    asked = {c for c in constraints if is_allergy(c) or is_hazard(c)}
    hazards = {c for c in constraint_ids() if is_hazard(c)} - HOUSEHOLD
    brought = (
        Tripwire("must", "constraint", "", f.word, f"adds {f.word} ({title(f.constraint)})")
        for f in introduced(before, after, asked, hazards)
        if f.kind != "not_assessed"
    )
    if part == "resources":
        return (*brought, *_numbers(before, after, frozenset(), listed=True))
    return (
        *brought,
        *_safety(before, after),
        *_claims(before, after),
        *_numbers(before, after, _delicate(before, after)),
    )


def all_change_words(says: Iterable[str]) -> tuple[str, ...]:
    """Return `change_words` of each, with all that is new as one: "now also 1 tablespoon and 10 minutes"."""
    words = [*map(change_words, says)]
    new = [one.removeprefix(_NEW) for one in words if one.startswith(_NEW)]
    others = (one for one in words if not one.startswith(_NEW))
    return (*others, *([f"{_NEW}{and_last(new)}"] if new else []))


_NEW: Final = "now also "


def change_words(says: str) -> str:
    """Return what a tripwire says in plain words: "30 min → 12 min", "now also 5 minutes", "no longer 90 °C"."""
    old, arrow, new = says.partition(" -> ")
    if not arrow:
        return says
    return f"{_NEW}{new}" if old == "nothing" else f"no longer {old}" if new == "nothing" else f"{old} → {new}"
