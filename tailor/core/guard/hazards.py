"""Find hazards in a text by hazards.json: two or three things in one sentence or step, or too low a temperature.

A warning ("never mix …") is no hazard; a precaution that is denied ("no need to switch off the power") is one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, takewhile
from typing import Any, Final, TypeAlias

from tailor.core.events import Finding, FindingKind
from tailor.core.guard.language import Language, cue_at, language
from tailor.core.guard.likeness import parted
from tailor.core.guard.negation import Marks, marks
from tailor.core.guard.numbers import bare_temperatures, temperatures
from tailor.core.guard.vocabulary import (
    HOUSEHOLD,
    Break,
    Token,
    constraint_ids,
    exact_form,
    hazards_for_everyone,
    is_hazard,
    plain_from,
    read_json,
    sentences,
    source_text,
    stems,
    tokenize,
    words_from,
)

CLAUSE_REACH = 12
"""Words after a comma within which a clause shows what it is."""

DENIED_REACH = 5
"""Words between a negation and the precaution it denies: "don't bother with anyone to hold the ladder"."""


@dataclass(frozen=True, slots=True)
class SetHit:
    """Words [start, end) in named sets of hazards.json; `second` is where the second part of a pair begins."""

    start: int
    end: int
    names: frozenset[str]
    second: int = -1


@dataclass(frozen=True, slots=True)
class HazardRule:
    """Sets that must all occur, sets that silence the rule, how far apart (in words), in a sentence or a step.

    A set with "!" must be denied: "no need to switch off the power".
    """

    constraints: tuple[str, ...]
    kind: FindingKind
    why: str
    source: str
    needs: tuple[str, ...]
    quiet: tuple[str, ...]
    whole_step: bool = False
    within: int = 10_000_000
    done: bool = False
    """Whether something must be done with the things: a bare list of them, as for packing, is no hazard."""


@dataclass(frozen=True, slots=True)
class StepsRule:
    """What one step leaves and one of the next `reach` does, unless something between or in that step prevents it.

    With `anywhere`, the goal or any step up to that one may leave it or prevent it. Nothing is prevented by what a
    step says not to do or to do later: "no need to switch off the power".
    """

    constraints: tuple[str, ...]
    kind: FindingKind
    why: str
    source: str
    before: tuple[str, ...]
    then: tuple[str, ...]
    unless: tuple[str, ...]
    about: tuple[str, ...] = ()
    """What shows, in the goal or in the step that does it, that another thing is meant: "low voltage"."""
    reach: int = 0
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class HeatRule:
    """A temperature rule: it applies from `floor` up to below `least` °C, if `about` (if any) is named."""

    constraints: tuple[str, ...]
    least: float
    floor: float
    about: str
    quiet: str
    why: str
    source: str
    only_with: str = ""


SetPhrase: TypeAlias = tuple[tuple[str, ...], str | None, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Hazards:
    """hazards.json: phrases by their first two stems, rules, temperature rules, and the constraints they can find.

    A phrase of one word is filed under its stem and "". A pair is a set of its own: a phrase of one set followed
    within so many words by one of another, such as "warm" and "the room".
    """

    phrases: Mapping[tuple[str, str], tuple[SetPhrase, ...]]
    pairs: tuple[tuple[str, str, str, int], ...]
    rules: tuple[HazardRule, ...]
    heats: tuple[HeatRule, ...]
    over_steps: tuple[StepsRule, ...]
    owned: frozenset[tuple[str, ...]]
    """False friends written with a possessive: "baby's breath" is one; "baby carrots" has none."""
    constraints: frozenset[str]


@cache
def hazards() -> Hazards:
    data = read_json("hazards")
    names: dict[tuple[tuple[str, ...], str | None], set[str]] = {}
    for key, words in data["sets"].items():
        for word in words:
            names.setdefault((stems(word.lstrip("=")), exact_form(word)), set()).add(key)
    for friend in data["friends"]:
        names.setdefault((stems(friend), None), set()).add(FRIEND)
    found: dict[tuple[str, str], list[SetPhrase]] = {}
    for (phrase, exact), sets in sorted(names.items(), key=lambda item: -len(item[0][0])):
        first, second, *_ = (*phrase, "")
        found.setdefault((first, second), []).append((phrase, exact, frozenset(sets)))
    heats = tuple(HeatRule(**_fields(raw)) for raw in data["temperatures"])
    rules = tuple(HazardRule(**_fields(raw)) for raw in data["rules"])
    over = tuple(StepsRule(**_fields(raw)) for raw in data["over_steps"])
    owned = frozenset(stems(friend) for friend in data["friends"] if "'s" in friend)
    ids = frozenset(id for raw in (*data["rules"], *data["temperatures"]) for id in _fields(raw)["constraints"])
    pairs = tuple((name, *pair) for name, some in data["pairs"].items() for pair in some)
    return Hazards(
        {begin: tuple(phrases) for begin, phrases in found.items()}, pairs, rules, heats, over, owned, ids
    )


def _fields(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a rule of the file with tuples for lists. What is undercooked counts for pregnancy too."""
    fields: dict[str, Any] = {key: tuple(of) if isinstance(of, list) else of for key, of in raw.items()}
    if any(id.startswith("undercooked_") for id in fields["constraints"]):
        fields["constraints"] += ("pregnancy",)
    return fields


def _set_hits(tokens: Sequence[Token], lang: Language) -> list[SetHit]:
    phrases = hazards().phrases
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
            owned = token.end - token.start > len(token.plain)
            no_friend = FRIEND in names and owned and words not in hazards().owned
            if not fits or no_friend or at < friend_reach or (exact is not None and token.plain != exact):
                continue
            if FRIEND in names:  # it hides its words, and may be in sets itself: a chicken leg is no leg
                friend_reach = stop
            if names != {FRIEND} and not parted(tokens, stop, lang):
                found.append(SetHit(at, stop, names))
    return found


def _with_pairs(hits: list[SetHit], tokens: Sequence[Token]) -> list[SetHit]:
    """Return the hits and the pairs they form, in order. A pair ends before a comma, and may consist of pairs."""
    said = {name for hit in hits for name in hit.names}
    at_word: dict[int, list[SetHit]] = {}
    for hit in hits:
        at_word.setdefault(hit.start, []).append(hit)
    for name, first, then, reach in hazards().pairs:
        if first not in said or then not in said:
            continue
        for hit in [hit for some in at_word.values() for hit in some if first in hit.names]:
            ahead = takewhile(lambda at: tokens[at].gap < Break.COMMA, range(hit.end, len(tokens))[:reach])
            after = (other for at in ahead for other in at_word.get(at, ()) if then in other.names)
            if other := next(after, None):
                at_word[hit.start].append(SetHit(hit.start, other.end, frozenset({name}), other.start))
                said.add(name)
    return sorted((hit for some in at_word.values() for hit in some), key=lambda hit: hit.start)


def _unused(hit: SetHit, made: Marks) -> bool:
    """Whether the text says that the hit is not used; of a pair, neither part: "replace the fuse with foil"."""
    return made.unused[hit.start] and (hit.second < 0 or made.unused[hit.second])


FRIEND = "friend"
"""Marks a phrase of hazards.json as a false friend, beside its sets."""

PERSONS = frozenset({"infant", "pet", "old_house"})
"""Sets for who eats, and where. Named by the goal (some also by a wish), they hold for every step."""


def persons(wanted: frozenset[str]) -> frozenset[str]:
    """Return the `PERSONS` that the constraints imply: a baby or old paint, unless all hazards are asked for.

    A pet is not among them: it eats only what is made for it, so chocolate in a cake does it no harm.
    """
    every = all(id in wanted for id in constraint_ids() if is_hazard(id))
    baby = frozenset({"infant"}) if "infant_honey" in wanted and not every else frozenset()
    old = "lead_dust" in wanted and not wanted >= {*hazards_for_everyone()}
    return baby | frozenset({"old_house"}) if old else baby


_SUBJECTS = frozenset({"the", "it", "they", "this", "that", "you", "we", "he", "she"})
"""Words that begin a statement of its own after a comma: "don't cook it through, the middle …"."""


_CLAUSE_OPENERS = frozenset([
    "which", "that", "who", "even", "if", "when", "while", "as", "because", "since", "unless", "or", "nor",
    "where",
])  # fmt: skip


_SUPPOSES = frozenset({"if", "when", "where", "since", "whenever", "wherever"})
"""Words that open a clause that is only the condition of the next one."""

_AFTER_ORDERS = frozenset({"the", "a", "an", "your", "some", "on", "in", "onto", "straight", "up", "with"})
"""Words after a verb that is an order of its own: "don't fetch a ladder, climb on the chair"."""

_HAZARDOUS_ACTS = frozenset({"light", "run", "charge", "join", "burn", "change", "rinse", "sand", "follow"})
"""Verbs missing from `verbs` because they mean something else among foods: "light cream"."""

APART = -2
"""Stands for a warning's position in an order of its own, about which the warning before it says nothing."""


def _after_comma(tokens: Sequence[Token], at: int, cue: int, lang: Language) -> int:
    """Return what governs the words after a comma: still the warning at `cue`, or -1 or APART for a new start.

    "Don't cover the fat, douse it" is about the fat; "don't stand on the top rung, use a taller one" is not.
    """
    rest = words_from(tokens, at + 1, CLAUSE_REACH - 1)
    if tokens[at].plain in _SUBJECTS:
        return -1
    order = [tokens[at].plain, *rest][tokens[at].plain in {"just", "simply", "instead"} :]
    if order and order[0] in lang.verbs | _HAZARDOUS_ACTS:
        if any(t.plain in lang.no_warnings for t in tokens[cue + 1 : cue + 3]):
            return -1  # "don't panic, throw water on it" warns of nothing
        itself = order[1:2] in (["it"], ["them"]) or order[2:4] in (["on", "it"], ["over", "it"], ["on", "them"])
        other = not _AFTER_ORDERS.isdisjoint(order[1:2])
        ahead = words_from(tokens, at, CLAUSE_REACH, Break.CLAUSE)
        if (itself or other) and {"or", "nor"}.isdisjoint(ahead):
            return -1 if itself else APART
    elsewhere = tokens[at].plain not in _CLAUSE_OPENERS and not {"is", "are"}.isdisjoint(rest)
    return -1 if elsewhere else cue


def _warnings(tokens: Sequence[Token], lang: Language) -> list[int]:
    """Return, for each word, the position of the `never` or `do not` that governs it, else -1 or APART."""
    governed: list[int] = []
    cue = -1
    supposed = False  # "if it won't shift, add bleach": a denied condition says nothing about the order
    for at, token in enumerate(tokens):
        if token.gap >= Break.COMMA:
            over, supposed = supposed, token.plain in _SUPPOSES
            cue = -1 if over else cue
        if token.gap >= Break.CLAUSE or token.plain in {"but", "instead", "because"}:
            cue = -1
        elif token.gap is Break.COMMA and cue >= 0:
            cue = _after_comma(tokens, at, cue, lang)
        urged = token.plain == "not" and at > 0 and cue_at(tokens, at - 1, lang.not_negation) > 1  # "why not mix"
        if cue < 0 and cue_at(tokens, at, lang.nots) and not (urged or cue_at(tokens, at, lang.not_negation)):
            cue = at
        governed.append(cue)
        if token.plain == "without":
            cue = -1  # "never use it without …": what follows should be done
    return governed


def _with_denials(hit: SetHit, governed: Sequence[int], tokens: Sequence[Token], lang: Language) -> SetHit:
    """Return the hit, with each of its names also prefixed by "!" if a negation nearby denies just this."""
    cue = governed[hit.start]
    between = tokens[cue + 1 : hit.start + 1]
    if not 0 <= cue < hit.start <= cue + DENIED_REACH:
        return hit
    if any(t.gap >= Break.COMMA or t.plain in lang.denial_ends | {"before", "without"} for t in between):
        return hit
    return replace(hit, names=hit.names | {f"!{name}" for name in hit.names})


def _warns(cue: int, rule: HazardRule, quiet: Container[int], tokens: Sequence[Token], lang: Language) -> bool:
    """Whether the "never" at `cue` warns of the hazard, rather than denying a precaution at `quiet`.

    "Never mix them" warns; "do not cook it" and "no need to wait" do not, nor does anything that need not be done.
    """
    needless = not {"need", "needn't"}.isdisjoint(t.plain for t in tokens[cue : cue + 3])
    if needless or any(name.startswith("!") for name in rule.needs):
        return False
    acts = [at for at in range(cue + 1, min(cue + 5, len(tokens))) if tokens[at].plain not in lang.before_acts]
    if not acts:
        return True
    return acts[0] not in quiet and tokens[acts[0]].plain not in lang.no_warnings


_ONLY_SO: Final = frozenset(["until", "till", "unless", "without"])
"""Words that limit the warning before them: "never mix them without gloves", "until it is diluted"."""
_SO: Final = re.compile(r"\btoo (?:much|fast|quickly|soon|slowly)\b|\bat first\b|\bbare hands\b")
"""Ways in which it must not be done, as if it were fine otherwise: "do not mix them too fast"."""
_SAFE: Final = frozenset(["cooked", "off"])
_IS: Final = frozenset(["it's", "is", "are", "fully", "well", "until", "till", "unless"])
"""Words before `_SAFE` that make a limit a precaution: "until it is off", not "until the heat is turned off"."""
_FINE: Final = frozenset(["fine", "ok", "okay", "safe", "harmless", "alright", "nonsense", "works"])


def _limited(tokens: Sequence[Token], cue: int, end: int, quiet: Container[int], lang: Language) -> bool:
    """Whether the warning at `cue`, whose things end at `end`, only says how they must not be mixed.

    It does before a limit that is no precaution ("until it is off" is one, as is anything at `quiet`), where "but
    it is fine" takes it back, and where the next clause says to do the same otherwise: "not in a metal bucket; use
    a plastic one", "do not pour it slowly; pour it fast", but not "not on a table; put it on the floor".
    """
    rest = list(takewhile(lambda t: t.gap < Break.SENTENCE, tokens[end : end + CLAUSE_REACH]))
    stop = next((i for i, t in enumerate(rest) if t.gap >= Break.COMMA), len(rest))
    here, then = {t.plain for t in rest[:stop]}, [t.plain for t in rest[stop:]]
    if _SO.search(" ".join(t.plain for t in tokens[cue : end + stop])):
        return True
    if here & _ONLY_SO:
        safe = any(t.plain in _SAFE and rest[i - 1].plain in _IS for i, t in enumerate(rest[1:stop], 1))
        return not safe and not any(at in quiet for at in range(end, end + stop))
    if then[:1] == ["but"] or "but" in here:
        said = [t.plain for t in rest]
        return not _FINE.isdisjoint(said) and {"not", "isn't", "never"}.isdisjoint(said)
    placed = stop > 0 and rest[0].plain in lang.places
    if placed and any(
        one in {"one", "ones"} and then[at + 1 : at + 2] != ["of"] for at, one in enumerate(then[:5])
    ):
        return True
    things = {t.plain for t in tokens[cue:end]}
    if then[:1] == [] or then[0] not in lang.verbs & things or then[1:2] not in (["it"], ["them"]):
        return False
    way = next((one for one in then[2:5] if one in lang.places), "")
    return not way or (stop > 0 and (then[1] == "them" or way not in things))


def _hushes(hit: SetHit, rule: HazardRule, own: Sequence[SetHit], governed: Sequence[int]) -> bool:
    """Whether a word silences the rule: "cooked" does; "do not cook" and words of the hazard itself do not."""
    if hit.names.isdisjoint(rule.quiet) or 0 <= governed[hit.start] < hit.start:
        return False
    return not any(o.start <= hit.start and hit.end <= o.end and not o.start < hit.start < o.second for o in own)


def _met(
    rule: HazardRule,
    found: Sequence[SetHit],
    governed: Sequence[int],
    given: frozenset[str],
    tokens: Sequence[Token],
) -> tuple[SetHit, ...] | None:
    """Return the first hits that satisfy a rule, or None. `given`: sets that hold without a word."""
    last: dict[str, SetHit] = {}
    needs = [name for name in rule.needs if name not in given]
    denied = any(name.startswith("!") for name in needs)
    quiet = {hit.start for hit in found if not hit.names.isdisjoint(rule.quiet)}
    for hit in found:
        mine = [n for n in needs if n in hit.names]
        for name in mine:
            last[name] = hit
        if not mine or len(last) < len(needs):
            continue
        chosen = tuple(last.values())
        low, high = min(h.start for h in chosen), max(h.end for h in chosen)
        own = [(h.start, h.end) for h in chosen]
        cues = {governed[h.start] for h in chosen if governed[h.start] >= 0}
        cues = {cue for cue in cues if all(governed[h.start] == cue for h in _warned(chosen, cue))}
        apart = {governed[h.start] == APART for h in chosen if not denied}
        outside = (cue for cue in cues if not any(a <= cue < b for a, b in own))
        if (
            high - low > rule.within
            or len(apart) > 1
            or any(
                _warns(cue, rule, quiet, tokens, language()) and not _limited(tokens, cue, high, quiet, language())
                for cue in outside
            )
        ):
            continue
        parts = [h for h in found if not h.names.isdisjoint(needs)]
        if any(_hushes(h, rule, parts, governed) for h in found):
            return None
        return chosen
    return None


_LISTING: Final = frozenset([
    "and", "or", "plus", "a", "an", "the", "some", "spare", "of", "pack", "bring", "take", "along", "buy",
])  # fmt: skip
_ALIGHT: Final = frozenset(["lit", "alight", "burning", "on", "hot", "glowing", "spark", "sparks", "going"])


def _only_lists(tokens: Sequence[Token], chosen: Sequence[SetHit]) -> bool:
    """Whether the words only list things, none of them burning: "gas stove and 2 gas cartridges"."""
    inside = {at for hit in chosen for at in range(hit.start, hit.end)}
    return all(
        one.plain not in _ALIGHT if at in inside else one.plain in _LISTING or one.plain.isdigit()
        for at, one in enumerate(tokens)
    )


def _warned(chosen: Sequence[SetHit], cue: int) -> list[SetHit]:
    """Return the hits that a warning must govern: those after it, but of three or more not the last.

    "Never add ammonia to bleach: the fumes put you in hospital" is a warning in spite of its last "in".
    """
    after = sorted((hit for hit in chosen if hit.start > cue), key=lambda hit: hit.start)
    return after[:-1] if len(after) > 2 else after


def _units(tokens: tuple[Token, ...], hits: list[SetHit]) -> Iterator[tuple[bool, list[SetHit]]]:
    """Yield the hits of the whole step (True), then those of each sentence; a question and its answer are one."""
    yield True, hits
    begin = 0
    for first, stop in sentences(tokens):
        asked = stop < len(tokens) and tokens[stop].answers
        if not asked or first > begin:  # "Tin bulging? Eat the rest.": of several questions the last is answered
            low, high = (bisect_left(hits, edge, key=lambda hit: hit.start) for edge in (begin, stop))
            yield False, hits[low:high]
            begin = stop


def _findings(
    text: str, tokens: Sequence[Token], chosen: Sequence[SetHit], rule: HazardRule, wanted: frozenset[str]
) -> Iterator[tuple[int, Finding]]:
    start = tokens[min(h.start for h in chosen)].start
    end = tokens[max(h.end for h in chosen) - 1].end
    for constraint in filter(wanted.__contains__, rule.constraints):
        why, source = rule.why, source_text(rule.source)
        yield start, Finding(None, "steps", constraint, rule.kind, text[start:end], why, source)


def _heats(
    text: str, said: frozenset[str], topic: frozenset[str], wanted: frozenset[str]
) -> Iterator[tuple[int, Finding]]:
    """Yield temperatures out of bounds. A step about the core that names no food is about the topic."""
    foods = {h.about for h in hazards().heats if h.about}
    about = said | topic if "core" in said and foods.isdisjoint(said) else said
    for heat in hazards().heats:
        meant = [*filter(wanted.__contains__, heat.constraints)]
        fits = meant and (not heat.about or heat.about in about) and heat.quiet not in said
        if not fits or (heat.only_with and heat.only_with not in about):
            continue
        bare = bare_temperatures(text) if heat.about else ()
        for start, end, celsius in (*temperatures(text), *bare):
            if heat.floor <= celsius < heat.least:
                why, source = heat.why, source_text(heat.source)
                yield from (
                    (start, Finding(None, "steps", c, "derived", text[start:end], why, source)) for c in meant
                )
                break


@lru_cache(maxsize=16_384)  # asked again for every step when one changes
def uses(text: str) -> tuple[SetHit, ...]:
    """Return the sets and pairs of what a step uses, without what it warns of or leaves out."""
    tokens, lang = tokenize(text), language()
    made, governed, off = marks(tokens, frozenset(), lang), _warnings(tokens, lang), _called_off(tokens, lang)
    hits = _with_pairs(_set_hits(tokens, lang), tokens)
    return tuple(h for h in hits if governed[h.start] < 0 and not off[h.start] and not _unused(h, made))


def used_in(text: str) -> frozenset[str]:
    """Return the set names of what a step uses, without what it warns of or leaves out."""
    return frozenset().union(*(h.names for h in uses(text)))


@lru_cache(maxsize=16_384)
def said_in(text: str) -> frozenset[str]:
    """Return the set names of all that a text says, used or not."""
    tokens = tokenize(text)
    return frozenset().union(*(h.names for h in _with_pairs(_set_hits(tokens, language()), tokens)))


def topic_of(text: str) -> frozenset[str]:
    """Return the set names in a goal: "Roast chicken" says what "until 60 °C inside" is about."""
    return frozenset().union(*(h.names for h in _set_hits(tokenize(text), language())))


def _called_off(tokens: tuple[Token, ...], lang: Language) -> list[bool]:
    """Return, for each word, whether its sentence ends in a warning: "… is how he burnt his hand, so don't".

    A sentence that says what an act leads to counts too: "mixing bleach with ammonia makes a toxic gas".
    """
    found = [False] * len(tokens)
    for first, stop in sentences(tokens):
        supposed = plain_from(tokens, first, 2) == ["if", "you"]
        if (supposed or tokens[first].plain.endswith("ing")) and any(
            _comes_to_harm(tokens, at, stop, lang) for at in range(first + 1, stop)
        ):
            found[first:stop] = [True] * (stop - first)
            continue
        ends = next((at for at in range(max(first, stop - 4), stop) if cue_at(tokens, at, lang.calls_off)), -1)
        if ends > first and ends + cue_at(tokens, ends, lang.calls_off) == stop:
            denied = any(cue_at(tokens, at, lang.nots) for at in range(first, ends))
            found[first:stop] = [not denied] * (stop - first)
    return found


_KILLED: Final = frozenset([
    "you", "people", "somebody", "someone", "anyone", "children", "families", "pets", "dozens", "hundreds",
    "thousands", "several", "many", "every", "each", "in", "within", "silently", "quickly",
])  # fmt: skip
"""Words after "kills" where neither germs nor mould are meant."""


def _comes_to_harm(tokens: Sequence[Token], at: int, stop: int, lang: Language) -> bool:
    """Whether the words here say that an act does harm: "kills people every winter", but not "kills germs"."""
    end = at + cue_at(tokens, at, lang.consequences)
    if end == at or not tokens[end - 1].plain.startswith("kill"):
        return end > at
    return end >= stop or tokens[end].gap >= Break.COMMA or tokens[end].plain in _KILLED


_NOT_FOR_BABIES: Final = frozenset(["honey", "baby_choke", "baby_choke_whole", "cow_milk"])
"""Foods that are given unless left out, as for an allergy: "do not heat honey, stir it in cold"."""


def find_hazards(
    text: str, tokens: tuple[Token, ...], wanted: frozenset[str], topic: frozenset[str] = frozenset()
) -> Iterator[tuple[int, Finding]]:
    """Yield findings of the hazard rules with the position of their first word; `topic` is as from `topic_of`."""
    if wanted.isdisjoint(hazards().constraints):
        return  # most texts are read for an allergy or an appliance alone
    lang = language()
    every = _with_pairs(_set_hits(tokens, lang), tokens)
    said: frozenset[str] = frozenset().union(*(h.names for h in every))
    yield from _heats(text, said, topic, wanted)
    given = topic & PERSONS
    known = said | given | {f"!{name}" for name in said}
    rules = [r for r in hazards().rules if not wanted.isdisjoint(r.constraints) and known.issuperset(r.needs)]
    if not rules:
        return
    foods = frozenset(h.start for h in every if not h.names.isdisjoint(_NOT_FOR_BABIES))
    made = marks(tokens, foods, lang)
    bare = marks(tokens, frozenset(), lang).unused if foods else ()
    # "no honey until he is one"
    refused = {at for at in foods if bare[at] and plain_from(tokens, at - 1, 1) == ["no"]}
    given_to = {at for at in foods - refused if not made.unused[at]}
    governed = [-1 if at in given_to else cue for at, cue in enumerate(_warnings(tokens, lang))]
    off = _called_off(tokens, lang)
    meant = (h for h in every if not (off[h.start] or h.start in refused or _unused(h, made)))
    hits = [_with_denials(h, governed, tokens, lang) for h in meant]
    told: dict[str, set[int]] = {}
    for whole, inside in _units(tokens, hits):
        names = given.union(*(h.names for h in inside))
        for rule in rules:
            if rule.whole_step == whole and names.issuperset(rule.needs):
                met = _met(rule, inside, governed, given, tokens) or ()
                if rule.done and _only_lists(tokens, met):
                    continue
                if HOUSEHOLD.issuperset(rule.constraints) and any(made.away[h.start] for h in met):
                    continue  # "keep the grapes where the dog can't reach them"
                words = {h.start for h in met}
                news = {c for c in rule.constraints if words.isdisjoint(told.get(c, ()))}  # one hazard, many rules
                yield from _findings(text, tokens, met, rule, wanted & news) if met else ()
                for constraint in news:
                    told.setdefault(constraint, set()).update(words)
