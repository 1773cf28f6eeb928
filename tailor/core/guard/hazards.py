"""Hazards: two or three things in one sentence or step, and temperatures that are too low (hazards.json).

A warning ("never mix …") is no hazard. One pass over the words, then one look at each rule whose sets all occur.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from tailor.core.events import Finding, FindingKind
from tailor.core.guard.negation import Language, cue_at, language, marks, parted
from tailor.core.guard.numbers import temperatures
from tailor.core.guard.vocabulary import (
    Break,
    Token,
    fold,
    mapping,
    read_json,
    records,
    sentences,
    source_text,
    stems,
    texts,
    tokenize,
)


@dataclass(frozen=True, slots=True)
class SetHit:
    """Words [start, end) that belong to the named sets of hazards.json."""

    start: int
    end: int
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rule:
    """Sets that must all occur, sets that silence the rule, how far apart in words, in a sentence or a step."""

    constraints: tuple[str, ...]
    kind: FindingKind
    why: str
    source: str
    needs: tuple[str, ...]
    quiet: frozenset[str]
    whole_step: bool
    within: int


@dataclass(frozen=True, slots=True)
class Heat:
    """A temperature rule: it applies from `floor` up to below `least` °C, if `about` (if any) is named."""

    constraint: str
    least: float
    floor: float
    about: str
    only_with: str
    quiet: str
    why: str
    source: str


SetPhrase: TypeAlias = tuple[tuple[str, ...], str | None, frozenset[str]]
FAR = 10_000_000


@dataclass(frozen=True, slots=True)
class Hazards:
    """hazards.json: phrases by their first two stems, rules, temperature rules, and the constraints they can find.

    A phrase of one word is filed under its stem and "".
    """

    phrases: Mapping[tuple[str, str], tuple[SetPhrase, ...]]
    rules: tuple[Rule, ...]
    heats: tuple[Heat, ...]
    constraints: frozenset[str]


def _rule(raw: Mapping[str, object]) -> Rule:
    return Rule(
        constraints=texts(raw["constraints"]),
        kind="found" if raw["kind"] == "found" else "derived",
        why=str(raw["why"]),
        source=str(raw["source"]),
        needs=texts(raw["all"]),
        quiet=frozenset(texts(raw["not"])),
        whole_step=raw.get("scope") == "step",
        within=int(str(raw.get("within", FAR))),
    )


def _heat(raw: Mapping[str, object]) -> Heat:
    return Heat(
        constraint=str(raw["constraint"]),
        least=float(str(raw["least"])),
        floor=float(str(raw["floor"])),
        about=str(raw["about"]),
        only_with=str(raw.get("only_with", "")),
        quiet=str(raw["quiet"]),
        why=str(raw["why"]),
        source=str(raw["source"]),
    )


@lru_cache(maxsize=4)
def load(name: str = "en") -> Hazards:
    """The hazard rules of a language."""
    data = read_json("hazards", name)
    by_phrase: dict[tuple[tuple[str, ...], str | None], set[str]] = {}
    for key, words in mapping(data["sets"]).items():
        for word in texts(words):
            exact = fold(word[1:]) if word.startswith("=") else None
            by_phrase.setdefault((stems(word.lstrip("=")), exact), set()).add(key)
    for friend in texts(data["friends"]):
        by_phrase.setdefault((stems(friend), None), set())
    found: dict[tuple[str, str], list[SetPhrase]] = {}
    for (phrase, exact), names in by_phrase.items():
        found.setdefault((phrase[0], phrase[1] if len(phrase) > 1 else ""), []).append(
            (phrase, exact, frozenset(names))
        )
    phrases = {begin: tuple(sorted(p, key=lambda x: -len(x[0]))) for begin, p in found.items()}
    rules = tuple(_rule(r) for r in records(data["rules"]))
    heats = tuple(_heat(h) for h in records(data["temperatures"]))
    ids = frozenset(id for rule in rules for id in rule.constraints) | {heat.constraint for heat in heats}
    return Hazards(phrases, rules, heats, ids)


def _set_hits(tokens: Sequence[Token], lang: Language) -> list[SetHit]:
    phrases = load().phrases
    found: list[SetHit] = []
    friend_reach = 0
    for at, token in enumerate(tokens):
        following = [tokens[at + 1].stem] if at + 1 < len(tokens) else []
        begun = (phrases.get((token.stem, second), ()) for second in (*following, ""))  # longer ones first
        for words, exact, names in chain.from_iterable(begun):
            stop = at + len(words)
            fits = stop <= len(tokens) and all(
                tokens[at + k].stem == words[k] and tokens[at + k].gap < Break.CLAUSE for k in range(1, len(words))
            )
            if not fits or at < friend_reach or (exact is not None and token.plain != exact):
                continue
            if not names:
                friend_reach = stop
            elif not parted(tokens, stop, lang):
                found.append(SetHit(at, stop, names))
    return found


def _warnings(tokens: Sequence[Token], lang: Language) -> list[int]:
    """For each word the position of the `never` or `do not` that governs it, or -1."""
    governed: list[int] = []
    cue = -1
    for at, token in enumerate(tokens):
        if token.gap >= Break.CLAUSE or token.plain in {"but", "instead", "because"}:
            cue = -1
        if cue < 0 and cue_at(tokens, at, lang.nots) and not cue_at(tokens, at, lang.not_negation):
            cue = at
        governed.append(cue)
    return governed


def _met(rule: Rule, found: Sequence[SetHit], governed: Sequence[int]) -> tuple[SetHit, ...] | None:
    """The first hits that meet a rule, or None."""
    last: dict[str, SetHit] = {}
    for hit in found:
        mine = [n for n in rule.needs if n in hit.names]
        for name in mine:
            last[name] = hit
        if not mine or len(last) < len(rule.needs):
            continue
        chosen = tuple(last.values())
        low, high = min(h.start for h in chosen), max(h.end for h in chosen)
        own = [(h.start, h.end) for h in chosen]
        warned = any(
            governed[h.start] >= 0 and not any(a <= governed[h.start] < b for a, b in own) for h in chosen
        )
        if high - low > rule.within or warned:
            continue
        hushed = (h for h in found if not rule.quiet.isdisjoint(h.names))
        if any(not any(a <= h.start and h.end <= b for a, b in own) for h in hushed):
            return None
        return chosen
    return None


def _units(tokens: tuple[Token, ...], hits: Sequence[SetHit]) -> Iterator[tuple[bool, list[SetHit]]]:
    yield True, list(hits)
    position = 0
    for _, stop in sentences(tokens):
        inside: list[SetHit] = []
        while position < len(hits) and hits[position].start < stop:
            inside.append(hits[position])
            position += 1
        yield False, inside


def _findings(
    text: str, tokens: Sequence[Token], chosen: Sequence[SetHit], rule: Rule, wanted: frozenset[str]
) -> Iterator[tuple[int, Finding]]:
    start = tokens[min(h.start for h in chosen)].start
    end = tokens[max(h.end for h in chosen) - 1].end
    for constraint in rule.constraints:
        if constraint in wanted:
            why, source = rule.why, source_text(rule.source)
            yield start, Finding(None, "steps", constraint, rule.kind, text[start:end], why, source)


def _heats(
    text: str, said: frozenset[str], topic: frozenset[str], wanted: frozenset[str]
) -> Iterator[tuple[int, Finding]]:
    """Temperatures out of bounds. A step about the core that names no food is about the topic."""
    foods = {h.about for h in load().heats if h.about}
    about = said | topic if "core" in said and foods.isdisjoint(said) else said
    for heat in load().heats:
        fits = heat.constraint in wanted and (not heat.about or heat.about in about) and heat.quiet not in said
        if not fits or (heat.only_with and heat.only_with not in about):
            continue
        for start, end, celsius in temperatures(text):
            if heat.floor <= celsius < heat.least:
                why, source = heat.why, source_text(heat.source)
                yield start, Finding(None, "steps", heat.constraint, "derived", text[start:end], why, source)
                break


def topic_of(text: str) -> frozenset[str]:
    """The set names in a goal: "Roast chicken" says what "until 60 °C inside" is about."""
    return frozenset().union(*(h.names for h in _set_hits(tokenize(text), language())))


def find_hazards(
    text: str, tokens: tuple[Token, ...], wanted: frozenset[str], topic: frozenset[str] = frozenset()
) -> Iterator[tuple[int, Finding]]:
    """Findings of the hazard rules with the position of their first word; `topic` as from `topic_of`."""
    if wanted.isdisjoint(load().constraints):
        return  # most texts are read for an allergy or an appliance alone
    lang = language()
    every = _set_hits(tokens, lang)
    said: frozenset[str] = frozenset().union(*(h.names for h in every))
    yield from _heats(text, said, topic, wanted)
    rules = [r for r in load().rules if not wanted.isdisjoint(r.constraints) and said.issuperset(r.needs)]
    if not rules:
        return
    made = marks(tokens, frozenset(), lang)
    hits = [h for h in every if not made.unused[h.start]]
    governed = _warnings(tokens, lang)
    for whole, inside in _units(tokens, hits):
        names = frozenset().union(*(h.names for h in inside))
        for rule in rules:
            if rule.whole_step == whole and names.issuperset(rule.needs) and (m := _met(rule, inside, governed)):
                yield from _findings(text, tokens, m, rule, wanted)
