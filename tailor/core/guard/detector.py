"""Find what in a text speaks against the constraints: words of the vocabulary, and the hazards of hazards.json.

Of words the longest phrase wins; false friends, verbs, negation and qualifiers are taken into account. A hazard is
two or three things in one sentence or step, or a temperature that is too low; a warning ("never mix …") is none.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, pairwise, takewhile
from typing import Any, TypeAlias

from tailor.core.events import Finding, FindingKind
from tailor.core.guard.language import Language, cue_at, language
from tailor.core.guard.negation import Marks, marks, parted
from tailor.core.guard.numbers import temperatures
from tailor.core.guard.vocabulary import (
    DOMAINS,
    Break,
    Kind,
    Phrase,
    Token,
    VocabularyEntry,
    constraint_ids,
    exact_form,
    group,
    index,
    is_hazard,
    read_json,
    sentences,
    source_text,
    stems,
    tokenize,
)
from tailor.core.procedure import Procedure

COLOUR_REACH = 6
"""Words between a colour and the wool, wall or cloth that has it."""

CLAUSE_REACH = 12
"""Words in which a clause after a comma shows what it is."""

DENIED_REACH = 5
"""Words from a negation to a precaution that it denies: "don't bother with anyone to hold the ladder"."""


@dataclass(frozen=True, slots=True)
class VocabularyHit:
    """A phrase of the vocabulary over the words [start, end); entry None is a false friend."""

    start: int
    end: int
    entry: VocabularyEntry | None
    sentence: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word that counts here, with the constraints it speaks against after qualifiers."""

    start: int
    end: int
    entry: VocabularyEntry
    gives: tuple[tuple[str, Kind], ...]

    @property
    def is_meat(self) -> bool:
        """Meat in the sense of kashrut: neither fish nor shellfish."""
        ids = {c for c, _ in self.gives}
        gelatine_like = ("kosher_basic", "derived") in self.gives and "milk" not in ids
        return "vegetarian" in ids and not gelatine_like and ids.isdisjoint({"fish", "crustaceans", "molluscs"})

    @property
    def is_dairy(self) -> bool:
        """Milk, or made from it."""
        return any(c == "milk" and k != "not_assessed" for c, k in self.gives)


def verb_place(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether a verb can stand here: at the start of a clause, or after `to`, `and`, `then`, `you`, an adverb."""
    token = tokens[at]
    if token.gap >= Break.COMMA:
        return True
    before = tokens[at - 1].plain
    return token.gap is not Break.HYPHEN and (before in lang.verb_after or before.endswith("ly"))


def _fits(phrase: Phrase, tokens: Sequence[Token], at: int, lang: Language) -> bool:
    size = len(phrase.stems)
    words = tokens[at : at + size]
    if len(words) < size:
        return False
    for k in range(1, size):
        if words[k].stem != phrase.stems[k] or words[k].gap >= Break.COMMA:
            return False
    if phrase.exact is not None and " ".join(w.plain for w in words) != phrase.exact:
        return False
    if phrase.noun_only:
        return not verb_place(tokens, at, lang)
    if not phrase.base_form:
        return True
    if words[0].plain != phrase.stems[0]:
        return at > 0 and tokens[at - 1].plain in {"it", "that", "which", "water", "mixture", "liquid"}
    return verb_place(tokens, at, lang)


_DENYING = frozenset({"not", "never", "don't", "can't", "cannot", "doesn't", "isn't", "won't", "didn't", "too"})


def _absent(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is there only to say that it is not: "no bus goes there", "it is too far to walk"."""
    near = [t.plain for t in tokens[max(0, at - 4) : at]]
    after = [t.plain for t in tokens[at + 1 : at + 2] if t.gap < Break.COMMA]
    return (
        near[-1:] in (["no"], ["without"])
        or not _DENYING.isdisjoint(near)
        or after in (["doesn't"], ["isn't"], ["won't"], ["can't"], ["didn't"])
        or ("instead", "of") in pairwise(near)
    )


def _is_colour(tokens: Sequence[Token], start: int, stop: int, lang: Language) -> bool:
    """Whether a food is only a colour: "the cream wool", "paint it mustard", but not "ribbons with butter"."""
    after = takewhile(
        lambda t: t.gap < Break.COMMA and t.plain not in lang.ends, tokens[stop : stop + COLOUR_REACH]
    )
    if any(t.stem in lang.crafts for t in after):
        return True
    before = tokens[max(0, start - COLOUR_REACH) : start]
    mixed_in = any(t.plain in {"with", "add"} or t.plain in lang.verbs for t in before[-3:])
    return not mixed_in and any(t.stem in lang.crafts for t in before)


def _allowed(entry: VocabularyEntry | None, words: Collection[str], there: Collection[str]) -> bool:
    """Whether an entry applies in a sentence of these words, of which some are `there` and not denied."""
    if entry is None:
        return True
    return entry.unless.isdisjoint(there) and (not entry.needs or not entry.needs.isdisjoint(words))


def hits(tokens: tuple[Token, ...], lang: Language, domain: str) -> list[VocabularyHit]:
    """The longest phrases, left to right; a phrase within another is ignored."""
    phrases = index(domain)
    kept: list[VocabularyHit] = []
    reach = 0
    for number, (first, last) in enumerate(sentences(tokens)):
        words = frozenset(t.stem for t in tokens[first:last])
        there = frozenset(t.stem for at, t in enumerate(tokens[first:last], first) if not _absent(tokens, at))
        crafts = domain == "food" and not words.isdisjoint(lang.crafts)
        for at in range(first, last):
            for phrase in phrases.get(tokens[at].stem, ()):
                stop = at + len(phrase.stems)
                lends = crafts and phrase.entry is not None and lang.lends.issuperset(phrase.stems)
                if lends and _is_colour(tokens, at, stop, lang):
                    continue
                if _fits(phrase, tokens, at, lang) and _allowed(phrase.entry, words, there):
                    if stop > reach:
                        kept.append(VocabularyHit(at, stop, phrase.entry, number))
                        reach = stop
                    break
    return kept


def spoken(tokens: tuple[Token, ...], lang: Language) -> Iterator[Spoken]:
    """Every word of the vocabulary that the text means, with the constraints it speaks against."""
    domains = [hits(tokens, lang, domain) for domain in DOMAINS]
    made = marks(tokens, frozenset(h.start for found in domains for h in found), lang)
    for domain, found in zip(DOMAINS, domains, strict=True):
        for hit in found:
            if hit.entry is None or (parted(tokens, hit.end, lang) and not _denied_free(tokens, hit, made)):
                continue
            idle = domain == "equipment" and made.idle[hit.start]
            if made.undone[hit.start] if hit.entry.verb else made.unused[hit.start] or idle:
                continue
            lifted = _with_fish(made.lifts.always[hit.start], hit.entry) | (
                frozenset() if _composite(hit.entry) else made.lifts.lent[hit.start]
            )
            if _composite(hit.entry):
                lifted |= made.lifts.lacking[hit.start] & {c for c, kind in hit.entry.gives if kind == "derived"}
            yield Spoken(hit.start, hit.end, hit.entry, tuple(g for g in hit.entry.gives if g[0] not in lifted))


def _with_fish(lifted: frozenset[str], entry: VocabularyEntry) -> frozenset[str]:
    """What is lifted if fish is the animal in it: "fish-free Worcestershire sauce" is vegan."""
    only_fish = "fish" in lifted and ("fish", "derived") in entry.gives
    return lifted | {"vegan", "vegetarian"} if only_fish else lifted


def _denied_free(tokens: Sequence[Token], hit: VocabularyHit, made: Marks) -> bool:
    """Whether "…-free" is itself denied: "this one is not egg-free"."""
    return made.denied[hit.start] and tokens[hit.end].plain == "free"


def _composite(entry: VocabularyEntry) -> bool:
    """Whether a food is made of several: almond milk is no milk, almond croissants are croissants."""
    return not {c for c, _ in entry.gives}.isdisjoint({"wheat", "gluten_cereals", "eggs"})


def find_words(text: str, tokens: tuple[Token, ...], wanted: Collection[str]) -> Iterator[tuple[int, Finding]]:
    """Findings of single words, and of meat with dairy in one text, with the position of the word."""
    words = list(spoken(tokens, language()))
    for word in words:
        start, end = tokens[word.start].start, tokens[word.end - 1].end
        found = text[start - (text[start - 1 : start] == "°") : end]  # "°C fan": the sign is no word's letter
        for constraint, kind in word.gives:
            if constraint in wanted:
                why, source = word.entry.why, source_text(word.entry.source)
                yield start, Finding(None, "steps", constraint, kind, found, why, source)
    meat, dairy = next((w for w in words if w.is_meat), None), next((w for w in words if w.is_dairy), None)
    if "kosher_basic" in wanted and meat is not None and dairy is not None:
        pair = (meat, dairy)
        start = tokens[min(w.start for w in pair)].start
        end = tokens[max(w.end for w in pair) - 1].end
        why, source = "meat with dairy", source_text("kashrut")
        yield start, Finding(None, "steps", "kosher_basic", "found", text[start:end], why, source)


@dataclass(frozen=True, slots=True)
class SetHit:
    """Words [start, end) that belong to the named sets of hazards.json."""

    start: int
    end: int
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class HazardRule:
    """Sets that must all occur, sets that silence the rule, how far apart in words, in a sentence or a step.

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


@dataclass(frozen=True, slots=True)
class HeatRule:
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


@dataclass(frozen=True, slots=True)
class Hazards:
    """hazards.json: phrases by their first two stems, rules, temperature rules, and the constraints they can find.

    A phrase of one word is filed under its stem and "".
    """

    phrases: Mapping[tuple[str, str], tuple[SetPhrase, ...]]
    rules: tuple[HazardRule, ...]
    heats: tuple[HeatRule, ...]
    constraints: frozenset[str]


@cache
def _hazards() -> Hazards:
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
    heats = tuple(HeatRule(**raw) for raw in data["temperatures"])
    rules: list[HazardRule] = []
    for raw in data["rules"]:
        rule: dict[str, Any] = {key: tuple(of) if isinstance(of, list) else of for key, of in raw.items()}
        rules.append(HazardRule(**rule))
    ids = {id for one in rules for id in one.constraints} | {heat.constraint for heat in heats}
    return Hazards(
        {begin: tuple(phrases) for begin, phrases in found.items()}, tuple(rules), heats, frozenset(ids)
    )


def _set_hits(tokens: Sequence[Token], lang: Language) -> list[SetHit]:
    phrases = _hazards().phrases
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
            if FRIEND in names:  # it hides the words in it, and may be in sets itself: a chicken leg is no leg
                friend_reach = stop
            if names != {FRIEND} and not parted(tokens, stop, lang):
                found.append(SetHit(at, stop, names))
    return found


FRIEND = "friend"
"""What marks a phrase of hazards.json as a false friend, beside the sets."""

PERSONS = frozenset({"infant"})
"""Sets that say who eats: named by the goal or the profile, they hold for every step."""


def persons(wanted: Collection[str]) -> frozenset[str]:
    """Whom the constraints mean: a baby, if its own is asked for. Who asks for every hazard means nobody."""
    every = all(id in wanted for id in constraint_ids() if is_hazard(id))
    return PERSONS if "infant_honey" in wanted and not every else frozenset()


_SUBJECTS = frozenset({"the", "it", "they", "this", "that", "you", "we", "he", "she"})
"""What begins a statement of its own after a comma: "don't cook it through, the middle …"."""


_CLAUSE_OPENERS = frozenset(
    {
        "which",
        "that",
        "who",
        "even",
        "if",
        "when",
        "while",
        "as",
        "because",
        "since",
        "unless",
        "or",
        "nor",
        "where",
    }
)


_AFTER_ORDERS = frozenset({"the", "a", "an", "your", "some", "on", "in", "onto", "straight", "up", "with"})
"""What follows a verb that is an order of its own: "don't fetch a ladder, climb on the chair"."""

_HAZARDOUS_ACTS = frozenset({"light", "run", "charge", "join", "burn", "change", "rinse", "sand", "follow"})
"""Acts that mean something else among foods: "not light cream"."""

APART = -2
"""In place of a warning's position: an order of its own, which says nothing of what was warned of before it."""


def _after_comma(tokens: Sequence[Token], at: int, cue: int, lang: Language) -> int:
    """What governs the words after a comma: the warning at `cue` still, or -1 or APART if something else begins.

    "Don't cover the fat, douse it" speaks of the fat; "don't stand on the top rung, use a taller one" does not.
    """
    rest = [t.plain for t in takewhile(lambda t: t.gap < Break.COMMA, tokens[at + 1 : at + CLAUSE_REACH])]
    if tokens[at].plain in _SUBJECTS:
        return -1
    order = [tokens[at].plain, *rest][tokens[at].plain in {"just", "simply", "instead"} :]
    if order[:1] and order[0] in lang.verbs | _HAZARDOUS_ACTS:
        itself, other = order[1:2] in (["it"], ["them"]), not _AFTER_ORDERS.isdisjoint(order[1:2])
        ahead = takewhile(lambda t: t.gap < Break.CLAUSE, tokens[at : at + CLAUSE_REACH])
        if (itself or other) and all(t.plain not in {"or", "nor"} for t in ahead):
            return -1 if itself else APART
    elsewhere = tokens[at].plain not in _CLAUSE_OPENERS and not {"is", "are"}.isdisjoint(rest)
    return -1 if elsewhere else cue


def _warnings(tokens: Sequence[Token], lang: Language) -> list[int]:
    """For each word the position of the `never` or `do not` that governs it, else -1 or APART."""
    governed: list[int] = []
    cue = -1
    for at, token in enumerate(tokens):
        if token.gap >= Break.CLAUSE or token.plain in {"but", "instead", "because", "without"}:
            cue = -1
        elif token.gap is Break.COMMA and cue >= 0:
            cue = _after_comma(tokens, at, cue, lang)
        if cue < 0 and cue_at(tokens, at, lang.nots) and not cue_at(tokens, at, lang.not_negation):
            cue = at
        governed.append(cue)
    return governed


def _with_denials(hit: SetHit, governed: Sequence[int], tokens: Sequence[Token], lang: Language) -> SetHit:
    """The hit, with "!" before each of its names as well if a negation near by denies just this."""
    cue = governed[hit.start]
    between = tokens[cue + 1 : hit.start + 1]
    if not 0 <= cue < hit.start <= cue + DENIED_REACH:
        return hit
    if any(t.gap >= Break.COMMA or t.plain in lang.denial_ends or t.plain == "before" for t in between):
        return hit
    return replace(hit, names=hit.names | {f"!{name}" for name in hit.names})


def _warns(cue: int, rule: HazardRule, found: Sequence[SetHit], tokens: Sequence[Token], lang: Language) -> bool:
    """Whether the "never" at `cue` speaks against the hazard, not against what would prevent it.

    "Never mix them" warns; "do not cook it" and "no need to wait" do not.
    """
    if any(name.startswith("!") for name in rule.needs):
        return False
    acts = [at for at in range(cue + 1, min(cue + 5, len(tokens))) if tokens[at].plain not in lang.before_acts]
    if not acts:
        return True
    prevents = any(h.start == acts[0] and not h.names.isdisjoint(rule.quiet) for h in found)
    return not prevents and tokens[acts[0]].plain not in lang.no_warnings


def _hushes(hit: SetHit, rule: HazardRule, own: Sequence[tuple[int, int]], governed: Sequence[int]) -> bool:
    """Whether a word silences the rule: "cooked" does; "do not cook" and a part of the hazard's words do not."""
    denied = 0 <= governed[hit.start] < hit.start
    inside = any(a <= hit.start and hit.end <= b for a, b in own)
    return not (hit.names.isdisjoint(rule.quiet) or denied or inside)


def _met(
    rule: HazardRule,
    found: Sequence[SetHit],
    governed: Sequence[int],
    given: frozenset[str],
    tokens: Sequence[Token],
) -> tuple[SetHit, ...] | None:
    """The first hits that meet a rule, or None. `given`: sets that hold without a word."""
    last: dict[str, SetHit] = {}
    needs = [name for name in rule.needs if name not in given]
    denied = any(name.startswith("!") for name in needs)
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
        cues = {cue for cue in cues if all(governed[h.start] == cue for h in chosen if h.start > cue)}
        apart = {governed[h.start] == APART for h in chosen if not denied}
        outside = (cue for cue in cues if not any(a <= cue < b for a, b in own))
        if (
            high - low > rule.within
            or len(apart) > 1
            or any(_warns(cue, rule, found, tokens, language()) for cue in outside)
        ):
            continue
        if any(_hushes(h, rule, own, governed) for h in found):
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
    text: str, tokens: Sequence[Token], chosen: Sequence[SetHit], rule: HazardRule, wanted: frozenset[str]
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
    foods = {h.about for h in _hazards().heats if h.about}
    about = said | topic if "core" in said and foods.isdisjoint(said) else said
    for heat in _hazards().heats:
        fits = heat.constraint in wanted and (not heat.about or heat.about in about) and heat.quiet not in said
        if not fits or (heat.only_with and heat.only_with not in about):
            continue
        for start, end, celsius in temperatures(text):
            if heat.floor <= celsius < heat.least:
                why, source = heat.why, source_text(heat.source)
                yield start, Finding(None, "steps", heat.constraint, "derived", text[start:end], why, source)
                break


def _topic_of(text: str) -> frozenset[str]:
    """The set names in a goal: "Roast chicken" says what "until 60 °C inside" is about."""
    return frozenset().union(*(h.names for h in _set_hits(tokenize(text), language())))


def _denied_without(hit: SetHit, tokens: Sequence[Token], made: Marks) -> bool:
    """Whether "without …" is itself denied: "she won't take it without honey"."""
    return tokens[hit.start].plain == "without" and made.denied[hit.start]


def _find_hazards(
    text: str, tokens: tuple[Token, ...], wanted: frozenset[str], topic: frozenset[str] = frozenset()
) -> Iterator[tuple[int, Finding]]:
    """Findings of the hazard rules with the position of their first word; `topic` as from `_topic_of`."""
    if wanted.isdisjoint(_hazards().constraints):
        return  # most texts are read for an allergy or an appliance alone
    lang = language()
    every = _set_hits(tokens, lang)
    said: frozenset[str] = frozenset().union(*(h.names for h in every))
    yield from _heats(text, said, topic, wanted)
    given = topic & PERSONS
    known = said | given | {f"!{name}" for name in said}
    rules = [r for r in _hazards().rules if not wanted.isdisjoint(r.constraints) and known.issuperset(r.needs)]
    if not rules:
        return
    made = marks(tokens, frozenset(), lang)
    governed = _warnings(tokens, lang)
    meant = (h for h in every if not (made.unused[h.start] or _denied_without(h, tokens, made)))
    hits = [_with_denials(h, governed, tokens, lang) for h in meant]
    for whole, inside in _units(tokens, hits):
        names = given.union(*(h.names for h in inside))
        for rule in rules:
            if rule.whole_step == whole and names.issuperset(rule.needs):
                met = _met(rule, inside, governed, given, tokens)
                yield from _findings(text, tokens, met, rule, wanted) if met else ()


@lru_cache(maxsize=16_384)  # every stage reads every step again: of thousands of steps none should be lost
def _scan(text: str, wanted: frozenset[str], topic: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    tokens = tokenize(text)
    found = [*find_words(text, tokens, wanted), *_find_hazards(text, tokens, wanted, topic)]
    order = {c: i for i, c in enumerate(constraint_ids())}
    found.sort(key=lambda f: (f[0], order[f[1].constraint]))
    return tuple(dict.fromkeys(finding for _, finding in found))


def _known(constraints: Iterable[str]) -> frozenset[str]:
    return frozenset(constraints) & frozenset(constraint_ids())


def scan(text: str, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """What in one text speaks against the constraints, in reading order; `step` None. Unknown ids are ignored.

    The text stands alone: who will eat is known only to `check` and `introduced`.
    """
    return _scan(text, _known(constraints))


def check(procedure: Procedure, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """What in the steps (1-based) and resources speaks against the constraints; each text is read on its own.

    The goal says which food is meant by a step that speaks only of its core temperature, and which dish is made
    here: if the resources are listed, "cool the cake" does not bring eggs that the list lacks. A constraint about
    a person holds for every step: for a baby, honey is found where no baby is named.
    """
    wanted = _known(constraints)
    topic = _topic_of(procedure.goal) | persons(wanted)
    own = _made_here(procedure)
    lasting = ("hazard", "equipment")  # "Bake a cake" makes the cake, but not the oven
    steps = (
        replace(f, step=n)
        for n, s in enumerate(procedure.steps, 1)
        for f in _scan(s, wanted, topic)
        if f.kind != "derived" or group(f.constraint) in lasting or own.isdisjoint(stems(f.word)[-1:])
    )
    resources = (
        replace(f, step=n, part="resources")
        for n, r in enumerate(procedure.resources, 1)
        for f in _scan(r, wanted, topic & PERSONS)
    )
    return (*steps, *resources)


def _made_here(procedure: Procedure) -> frozenset[str]:
    """Stems of what the procedure makes itself: words of its goal, batter and the like, unless they are listed."""
    if not procedure.resources:
        return frozenset()
    listed = frozenset(stem for resource in procedure.resources for stem in stems(resource))
    return (frozenset(stems(procedure.goal)) | language().made_here) - listed


def _key(finding: Finding) -> tuple[str, str]:
    """What makes two findings the same news: the hazard, or the last word of a food."""
    last = stems(finding.word)[-1:] if not is_hazard(finding.constraint) else ()
    return finding.constraint, "".join(last)


def introduced(
    before: str, after: str, constraints: Iterable[str], always: Iterable[str] = ()
) -> tuple[Finding, ...]:
    """What `after` brings that `before` lacked: cream for butter is news, "unsalted butter" for butter is not.

    `constraints` are asked for; `always` are looked for in any case, and mean nobody in particular.
    """
    asked = _known(constraints)
    wanted, people = asked | _known(always), persons(asked)
    had = {_key(f) for f in _scan(before, wanted, people)}
    return tuple(f for f in _scan(after, wanted, people) if _key(f) not in had)
