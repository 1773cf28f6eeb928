"""Hazards: two or three things in one sentence or step, and temperatures that are too low (hazards.json).

A warning ("never mix …") is no hazard. One pass over the words, then one look at each rule whose sets all occur.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from tailor.core.events import Finding, FindingKind
from tailor.core.guard.negation import Language, cue_at, language, marks, parted
from tailor.core.guard.numbers import temperatures
from tailor.core.guard.vocabulary import (
    Break,
    Token,
    exact_form,
    read_json,
    sentences,
    source_text,
    stems,
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
    quiet: str
    why: str
    source: str
    only_with: str = ""


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


def _rule(raw: Mapping[str, Any]) -> Rule:
    return Rule(
        constraints=tuple(raw["constraints"]),
        kind=raw["kind"],
        why=raw["why"],
        source=raw["source"],
        needs=tuple(raw["all"]),
        quiet=frozenset(raw["not"]),
        whole_step=raw.get("scope") == "step",
        within=raw.get("within", FAR),
    )


@cache
def load() -> Hazards:
    """The hazard rules."""
    data = read_json("hazards")
    names: dict[tuple[tuple[str, ...], str | None], set[str]] = {}
    for key, words in data["sets"].items():
        for word in words:
            names.setdefault((stems(word.lstrip("=")), exact_form(word)), set()).add(key)
    for friend in data["friends"]:
        names.setdefault((stems(friend), None), set())
    found: dict[tuple[str, str], list[SetPhrase]] = {}
    for (phrase, exact), sets in sorted(names.items(), key=lambda item: -len(item[0][0])):
        first, second, *_ = (*phrase, "")
        found.setdefault((first, second), []).append((phrase, exact, frozenset(sets)))
    rules, heats = tuple(map(_rule, data["rules"])), tuple(Heat(**raw) for raw in data["temperatures"])
    ids = {id for rule in rules for id in rule.constraints} | {heat.constraint for heat in heats}
    return Hazards({begin: tuple(phrases) for begin, phrases in found.items()}, rules, heats, frozenset(ids))


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


def _units(tokens: tuple[Token, ...], hits: list[SetHit]) -> Iterator[tuple[bool, list[SetHit]]]:
    """The hits of the whole step (True), then those of each sentence."""
    yield True, hits
    for edges in sentences(tokens):
        first, stop = (bisect_left(hits, edge, key=lambda hit: hit.start) for edge in edges)
        yield False, hits[first:stop]


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
