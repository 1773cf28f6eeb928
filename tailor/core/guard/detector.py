"""Find what in a text or procedure conflicts with the constraints: words of the vocabulary, and hazards.

The longest phrase wins; false friends, verbs, negation and qualifiers are taken into account.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise, takewhile
from typing import Final

from tailor.core.events import Finding
from tailor.core.guard.clauses import waits_between
from tailor.core.guard.hazards import PERSONS, find_hazards, persons, topic_of, used_in
from tailor.core.guard.language import Language, cue_at, language
from tailor.core.guard.likeness import (
    is_mere_name,
    lends_its_taste,
    names_what_it_is_baked_in,
    parted,
    setting_words,
)
from tailor.core.guard.listed import listed_things, stands_for_listed
from tailor.core.guard.negation import Marks, marks
from tailor.core.guard.over_steps import over_steps
from tailor.core.guard.qualifiers import has_owner
from tailor.core.guard.vocabulary import (
    DOMAINS,
    Break,
    Kind,
    Phrase,
    Token,
    VocabularyEntry,
    constraint_ids,
    group,
    index,
    is_allergy,
    is_hazard,
    phrases_from,
    plain_before,
    plain_from,
    sentences,
    source_text,
    stems,
    tokenize,
    words_from,
)
from tailor.core.procedure import Procedure


@dataclass(frozen=True, slots=True)
class VocabularyHit:
    """A phrase of the vocabulary over the words [start, end); `entry` is None for a false friend."""

    start: int
    end: int
    entry: VocabularyEntry | None


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word that counts here, with the constraints it conflicts with after qualifiers."""

    start: int
    end: int
    entry: VocabularyEntry
    gives: tuple[tuple[str, Kind], ...]

    @property
    def is_meat(self) -> bool:
        """Meat in the sense of kashrut: neither fish nor shellfish."""
        ids = {c for c, kind in self.gives if kind != "not_assessed"}
        gelatine_like = ("kosher_basic", "derived") in self.gives and "milk" not in ids
        of_rennet = "milk" in ids and "kosher_basic" not in ids
        if gelatine_like or of_rennet:
            return False
        return "vegetarian" in ids and ids.isdisjoint({"fish", "crustaceans", "molluscs"})

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


_AFTER_A_THING = frozenset({"and", "or", "from", "isn't", "aren't", "doesn't", "don't"})
"""Words that follow a noun rather than an imperative: "ham and eggs", "crab isn't optional"."""

_SERVED = frozenset({"in", "with", "on", "off"})
_POINTING = frozenset({"the", "a", "an", "your", "this", "that", "these", "those", "it", "them", "some"})
"""Words that make "fish in the pond" an act, while "fish in foil" and "ham on the bone" are foods."""


def _ends_or_is_said_of(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether the word before stands alone or has a predicate, which makes it a noun: "Crab", "Duck, jointed"."""
    if at >= len(tokens) or tokens[at].gap >= Break.COMMA:
        return True
    if tokens[at].joined:  # "fish/oyster sauce", but not "toast/grill the buckwheat"
        return _POINTING.isdisjoint(one.plain for one in tokens[at + 1 : at + 2] if one.gap < Break.COMMA)
    if tokens[at].plain in _SERVED:
        behind = [one.plain for one in tokens[at + 1 : at + 3]]
        return behind == ["the", "bone"] or _POINTING.isdisjoint(behind[:1])
    return tokens[at].gap is Break.NONE and tokens[at].plain in lang.predicates | _AFTER_A_THING


def _fits(phrase: Phrase, tokens: Sequence[Token], at: int, lang: Language) -> bool:
    size = len(phrase.stems)
    if at + size > len(tokens):
        return False
    for k in range(1, size):
        if tokens[at + k].stem != phrase.stems[k] or tokens[at + k].gap >= Break.COMMA:
            return False
    words = tokens[at : at + size]
    if phrase.exact is not None and " ".join(w.plain for w in words) != phrase.exact:
        return False
    if phrase.owner and words[-1].end - words[-1].start == len(words[-1].plain):
        return False
    if phrase.noun_only:
        return not verb_place(tokens, at, lang) or _ends_or_is_said_of(tokens, at + size, lang)
    if not phrase.base_form:
        return True
    if words[0].plain != phrase.stems[0]:
        return at > 0 and tokens[at - 1].plain in {"it", "that", "which", "water", "mixture", "liquid"}
    return verb_place(tokens, at, lang)


_DENYING = frozenset({"not", "never", "don't", "can't", "cannot", "doesn't", "isn't", "won't", "didn't", "too"})


def _absent(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is there only to be denied: "no bus goes there", "it is too far to walk"."""
    near = [t.plain for t in tokens[max(0, at - 4) : at] if t.plain not in {"a", "an", "any"}]
    after = words_from(tokens, at + 1, 1)
    return (
        near[-1:] in (["no"], ["without"])
        or not _DENYING.isdisjoint(near)
        or after in (["doesn't"], ["isn't"], ["won't"], ["can't"], ["didn't"])
        or not {("instead", "of"), ("rather", "than")}.isdisjoint(pairwise(near))
    )


def _allowed(
    entry: VocabularyEntry | None, words: Collection[str], tokens: Sequence[Token], sentence: range
) -> bool:
    """Whether an entry applies in a sentence; a word of its `unless` that is denied there does not rule it out."""
    if entry is None:
        return True
    if entry.needs and entry.needs.isdisjoint(words):
        return False
    return entry.unless.isdisjoint(words) or all(
        tokens[at].stem not in entry.unless or _absent(tokens, at) or words_from(tokens, at + 1, 1) == ["based"]
        for at in sentence  # "plant-based cream" is no plant
    )


BESIDE_REACH = 4


def _belongs(tokens: Sequence[Token], at: int, stop: int, entry: VocabularyEntry) -> bool:
    """Whether a neighbouring word says that the thing at [at, stop) is made of something else: "bean burgers".

    Before it, only a singular counts, as "drain the beans before the beef" names two things. "Into" counts before
    several of a thing, or before one that is only usually made of it: "pull the jackfruit into pork-style strips".
    """
    sort = tokens[at - 1] if at and tokens[at].gap < Break.COMMA else None
    if sort and sort.stem in entry.beside:
        return sort.plain == sort.stem
    if sort and sort.plain == "into":
        after = words_from(tokens, stop, 1)
        several = tokens[stop - 1].plain != tokens[stop - 1].stem or after in (["style"], ["like"])
        made = several or all(kind != "found" for _, kind in entry.gives)
        return made and any(t.stem in entry.beside for t in tokens[max(0, at - BESIDE_REACH) : at - 1])
    of = stop + (words_from(tokens, stop, 1) == ["made"])
    if words_from(tokens, of, 1) not in (["of"], ["from"]):
        return False
    named = takewhile(lambda t: t.gap < Break.COMMA and t.plain != "and", tokens[of + 1 : of + BESIDE_REACH])
    return any(t.stem in entry.beside for t in named)


def hits(tokens: tuple[Token, ...], lang: Language, domain: str) -> list[VocabularyHit]:
    """Return the longest phrases, left to right; a phrase within another is ignored."""
    kept: list[VocabularyHit] = []
    reach = other = 0
    for first, last in sentences(tokens):
        words = frozenset(t.stem for t in tokens[first:last])
        told = not setting_words().tells.isdisjoint(words)
        for at in range(first, last):
            for phrase in phrases_from(domain, tokens[at].stem):
                stop = at + len(phrase.stems)
                fits = _fits(phrase, tokens, at, lang) and _allowed(
                    phrase.entry, words, tokens, range(first, last)
                )
                beside = fits and phrase.entry and phrase.entry.beside
                if beside and phrase.entry and (stop <= other or _belongs(tokens, at, stop, phrase.entry)):
                    other = max(other, stop)  # nor is the "pork" of "jackfruit pulled pork" found
                elif fits:
                    joined = any(one.joined for one in tokens[at + 1 : stop])
                    if joined and phrase.entry is None:
                        continue  # "butter & beans" are no butter beans
                    if stop > reach:
                        named = told and phrase.entry and is_mere_name(tokens, first, last, at, stop, phrase.entry)
                        kept.append(VocabularyHit(at, stop, None if named else phrase.entry))
                        if joined:
                            continue  # "almond/milk" is almonds and milk too
                        reach = stop
                    break
    return kept


@lru_cache(maxsize=4)
def food_hits(tokens: tuple[Token, ...]) -> tuple[VocabularyHit, ...]:
    """Return the foods of a text; cached, as it is asked for each of the text's words."""
    return tuple(hits(tokens, language(), "food"))


@lru_cache(maxsize=16_384)  # so that even of thousands of steps none is read twice
def spoken(text: str) -> tuple[Spoken, ...]:
    """Return every word of the vocabulary that the text means, with the constraints it conflicts with."""
    return tuple(_spoken(text, tokenize(text), language()))


def _spoken(text: str, tokens: tuple[Token, ...], lang: Language) -> Iterator[Spoken]:
    domains = [hits(tokens, lang, domain) for domain in DOMAINS]
    made = marks(tokens, frozenset(h.start for found in domains for h in found), lang)
    for domain, found in zip(DOMAINS, domains, strict=True):
        for hit in found:
            hit = _plain_sort(tokens, hit, domain) if made.plain[hit.start] else hit
            if hit.entry is None or (parted(tokens, hit.end, lang) and not _denied_free(tokens, hit, made)):
                continue
            idle = domain == "equipment" and (made.idle[hit.start] or made.away[hit.start])
            if made.undone[hit.start] if hit.entry.verb else made.unused[hit.start] or idle:
                continue
            lifted = frozenset({"pregnancy"} if made.away[hit.start] else ())
            lent = frozenset[str]() if _composite(hit.entry) else made.lifts.lent[hit.start]
            free = made.lifts.free[hit.start]
            free = free if free and not _is_itself(tokens, hit, free, lang) else frozenset()
            lifted |= _where_it_was_the_cause(made.lifts.always[hit.start] | free | lent, hit.entry)
            if _composite(hit.entry) and _is_made_here(tokens, hit.start, hit.entry):
                continue
            only_named = lends_its_taste(tokens, hit.start, hit.end, lang)
            if only_named or names_what_it_is_baked_in(tokens, hit.end, lang):
                continue
            lacking = made.lifts.lacking[hit.start] & {c for c, kind in hit.entry.gives if kind != "found"}
            lifted |= lacking if _composite(hit.entry) else lacking - {"milk"}
            if _so_called(text, tokens, hit) and not lang.plant_foods.isdisjoint(t.stem for t in tokens):
                lifted |= lang.of_plants  # 'scrambled "egg"' of tofu
            if lacking and not (_ANIMAL & {c for c, _ in hit.entry.gives}) - lacking:
                lifted |= {"vegan"}  # "a mayo that has no egg in it"
            yield Spoken(hit.start, hit.end, hit.entry, tuple(g for g in hit.entry.gives if g[0] not in lifted))


def _is_itself(tokens: Sequence[Token], hit: VocabularyHit, free: frozenset[str], lang: Language) -> bool:
    """Whether the thing is what it is called free of, as almonds are nuts; milk and oats are sold without."""
    name = tokens[hit.start : hit.end]
    sold = lang.sold_without.issuperset(t.stem for t in name)
    sold |= " ".join(t.stem for t in name) in lang.sold_without and not any(map(has_owner, name))
    gives = hit.entry.gives if hit.entry and not sold else ()
    return any(kind == "found" and id in free and is_allergy(id) for id, kind in gives)


def _plain_sort(tokens: Sequence[Token], hit: VocabularyHit, domain: str) -> VocabularyHit:
    """Return what the last word of a name means alone: for "vegan cheese" the cheese."""
    last = (one for one in index(domain).get(tokens[hit.end - 1].stem, ()) if len(one.stems) == 1)
    return next((VocabularyHit(hit.end - 1, hit.end, one.entry) for one in last), hit)


_QUOTES = frozenset("\"'“”‘’„«»")


def _so_called(text: str, tokens: Sequence[Token], hit: VocabularyHit) -> bool:
    """Whether a name or its last word is in quotation marks, as for an imitation."""
    end = tokens[hit.end - 1].end
    opens = {text[max(0, t.start - 1) : t.start] for t in (tokens[hit.start], tokens[hit.end - 1])}
    return not opens.isdisjoint(_QUOTES) and text[end : end + 1] in _QUOTES


_ANIMAL = frozenset({"eggs", "milk", "fish", "crustaceans", "molluscs", "vegetarian"})


def _is_made_here(tokens: Sequence[Token], start: int, entry: VocabularyEntry) -> bool:
    """Whether a dish is named as what is made, not as an ingredient: "no oven is needed for this cake"."""
    before = plain_before(tokens, start, 2)
    return before in (["for", "this"], ["for", "these"]) and all(kind != "found" for _, kind in entry.gives)


_CAUSES: Final[Mapping[str, frozenset[str]]] = {"vegan": _ANIMAL, "halal": frozenset({"no_alcohol"})}
"""What can make a food unfit for a diet."""


def _where_it_was_the_cause(lifted: frozenset[str], entry: VocabularyEntry) -> frozenset[str]:
    """Return what a qualifier lifts from a food: egg-free beef is not vegan, fish-free Worcestershire sauce is."""
    gives = {constraint for constraint, kind in entry.gives if (constraint, kind) != ("vegetarian", "derived")}
    if "fish" in lifted and ("fish", "derived") in entry.gives:  # the fish is the animal in it
        lifted |= {"vegan", "vegetarian"}
    return lifted - {diet for diet, causes in _CAUSES.items() if causes & gives - lifted}


def _denied_free(tokens: Sequence[Token], hit: VocabularyHit, made: Marks) -> bool:
    """Whether "…-free" is itself denied ("this one is not egg-free") or only temporary ("egg-free until …")."""
    free = tokens[hit.end].plain == "free"
    for_now = plain_from(tokens, hit.end + 1, 1) == ["until"]
    return free and (made.denied[hit.start] or for_now)


def _composite(entry: VocabularyEntry) -> bool:
    """Whether a food has several ingredients: almond milk is no milk, but almond croissants are croissants."""
    return not {c for c, _ in entry.gives}.isdisjoint({"wheat", "gluten_cereals", "eggs"})


def find_words(text: str, tokens: tuple[Token, ...], wanted: Collection[str]) -> Iterator[tuple[int, Finding]]:
    """Yield findings of single words, and of meat with dairy in one text, with the position of the word."""
    words = spoken(text)
    for word in words:
        start, end = tokens[word.start].start, tokens[word.end - 1].end
        found = text[start - (text[start - 1 : start] == "°") : end]  # keeps the sign of "°C fan"
        for constraint, kind in word.gives:
            if constraint in wanted:
                why, source = word.entry.why, source_text(word.entry.source)
                yield start, Finding(None, "steps", constraint, kind, found, why, source)
    meat, dairy = next((w for w in words if w.is_meat), None), next((w for w in words if w.is_dairy), None)
    together = meat is not None and dairy is not None and not waits_between(tokens, language())
    if "kosher_basic" in wanted and together and meat and dairy:
        why, source = "meat with dairy", source_text("kashrut")
        for word in (meat, dairy):
            start, end = tokens[word.start].start, tokens[word.end - 1].end
            yield start, Finding(None, "steps", "kosher_basic", "found", text[start:end], why, source)


@lru_cache(maxsize=16_384)  # every stage reads every step again, and there may be thousands
def _scan(text: str, wanted: frozenset[str], topic: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    tokens = tokenize(text)
    found = [*find_words(text, tokens, wanted), *find_hazards(text, tokens, wanted, topic)]
    order = {c: i for i, c in enumerate(constraint_ids())}
    found.sort(key=lambda f: (f[0], order[f[1].constraint]))
    return tuple(dict.fromkeys(finding for _, finding in found))


def _known(constraints: Iterable[str]) -> frozenset[str]:
    return frozenset(constraints) & frozenset(constraint_ids())


def scan(text: str, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """Return what in one text conflicts with the constraints, in reading order, with `step` None.

    Unknown ids are ignored. The text stands alone: only `check` and `introduced` know who will eat.
    """
    return _scan(text, _known(constraints))


def clears(text: str, word: str, constraints: Iterable[str]) -> bool:
    """Whether a hazard's rule matches this word alone, but finds nothing in the whole text.

    Salt is a hazard for a baby, but not in "take out the baby's portion before you add salt". What is only put off
    ("don't add it before the porridge is cool") is not absent.
    """
    hazards, tokens, lang = frozenset(filter(is_hazard, constraints)), tokenize(text), language()
    put_off = not lang.postponed.isdisjoint(t.plain for t in tokens)
    if put_off and any(cue_at(tokens, at, lang.nots) for at in range(len(tokens))):
        return False
    return bool(_scan(word, hazards, persons(hazards))) and not _scan(text, hazards, persons(hazards))


def check(procedure: Procedure, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """Return what in the steps (1-based) and resources conflicts with the constraints; each text is read alone.

    The goal says which food is meant by a step that gives only a core temperature, and which dish is made here: if
    there are resources, "cool the cake" does not bring eggs that they lack. A constraint about a person holds for
    every step: for a baby, honey is found where no baby is named.
    """
    wanted = _known(constraints)
    topic = topic_of(procedure.goal) | persons(wanted)
    own = _made_here(procedure)
    lasting = ("hazard", "equipment")  # "Bake a cake" makes the cake, but not the oven
    resources = [
        replace(f, step=n, part="resources")
        for n, r in enumerate(procedure.resources, 1)
        for f in _scan(r, wanted, topic & PERSONS)
    ]
    against = {c: {f.step for f in resources if f.constraint == c} for c in wanted}
    listed = listed_things(procedure.resources)
    steps = tuple(
        replace(f, step=n)
        for n, s in enumerate(procedure.steps, 1)
        for f in _scan(s, wanted, topic)
        if group(f.constraint) in lasting
        or not (
            (f.kind == "derived" and not own.isdisjoint(stems(f.word)[-1:]))
            or (scan(f.word, (f.constraint,)) and stands_for_listed(f.word, s, listed, against[f.constraint]))
        )
    )
    told = {(f.constraint, f.step) for f in steps}
    over = (f for f in over_steps(procedure.goal, procedure.steps, wanted) if (f.constraint, f.step) not in told)
    return (*steps, *_left_from_before(procedure.steps, wanted), *over, *resources)


_STILL_THERE: Final = 2
"""Number of later steps in which what one step put on may still be there."""
_REACTS: Final[Mapping[str, frozenset[str]]] = {
    "bleach": frozenset({"acid", "ammonia", "drain", "alcohol", "peroxide"}),
    "drain": frozenset({"acid"}),
    "peroxide": frozenset({"acid"}),
}
_RINSED_WITH: Final = re.compile(
    r"\b(?:rinse|flush|wash|wipe)\b(?: (?!(?:and|then|or|to|not)\b)[\w'’-]+){0,5}? (?:with|in|using) "
    r"(?P<what>[^.;,]*?\w)(?=\s*(?:[.;,]|\b(?:then|after|afterwards|before|until|to|once)\b|\Z))",
    re.IGNORECASE,
)
"""A step that puts something on by rinsing with it: "rinse the sink with hot water and a cup of vinegar"."""
_WASHED_OFF: Final = re.compile(r"\b(?:rins|flush|wash)\w*", re.IGNORECASE)
_GONE: Final = re.compile(
    r"(?:\A|[.;:!?]\s+|\s(?:and|then)\s)(?:rinse|flush)"
    r"(?!\s+(?:(?:off|out|away)\s+)?(?:your|the|my)\s+(?:\w+\s+)?"
    r"(?:hands?|gloves?|arms?|buckets?|cloths?|rags?|sponges?|mops?|brush(?:es)?|bottles?|jugs?|cups?)\b)"
    r"(?:\s+(?:it|them|all|everything|(?:very |really )?(?:well|thoroughly)|with|off|out|away|again|clean)\b"
    r"|[.,;!]|\Z)",
    re.IGNORECASE,
)
_PUT_AWAY: Final = re.compile(
    r"\A(?:put|store|keep) (?:the )?(?:\w+ )?(?:bleach|vinegar|ammonia) "
    r"(?:away|(?:back )?(?:in|on) (?:the|its) (?:\w+ )?(?:shelf|cupboard))\W*\Z",
    re.IGNORECASE,
)


def _left_from_before(steps: Sequence[str], wanted: frozenset[str]) -> Iterator[Finding]:
    """Yield what reacts with something that an earlier step left: bleach on vinegar that nobody rinsed off."""
    mix = wanted & {"chem_mix"}
    used = [used_in(text) for text in steps] if mix else []
    if _REACTS.keys().isdisjoint(chain.from_iterable(used)):
        return  # this runs at every key press in a review
    for at, first in (
        (at, at - ago) for at in range(len(used)) for ago in range(1, _STILL_THERE + 1) if at >= ago
    ):
        one, other = used[at], used[first]
        if not _reacts(one, other):
            continue
        if any(map(_GONE.search, steps[first + 1 : at])) or _PUT_AWAY.search(steps[at]):
            continue
        if not any(_scan(text, mix) for text in steps[first : at + 1]):
            added, left = _rinsed_with(steps[at], other), _rinsed_with(steps[first], one)
            here = f"Add {added}" if added else steps[at]
            for finding in _scan(f"Add {left}\n{here}" if left else f"{steps[first]}\n{here}", mix)[:1]:
                word, why = finding.word.rpartition("\n")[2], f"{finding.why}: rinse well before this step"
                yield replace(finding, step=at + 1, word=added or word, why=why)


def _rinsed_with(step: str, other: Collection[str]) -> str:
    """Return what a step rinses with, if that reacts with something of the other and is not washed off again."""
    rinsed = _RINSED_WITH.search(step)
    if not rinsed or _WASHED_OFF.search(step, rinsed.end()):
        return ""
    return rinsed["what"] if _reacts(used_in(rinsed["what"]), other) else ""


def _reacts(one: Collection[str], other: Collection[str]) -> bool:
    """Whether one set of names holds something that reacts with something in the other."""
    return any((of in one and some & {*other}) or (of in other and some & {*one}) for of, some in _REACTS.items())


def _made_here(procedure: Procedure) -> frozenset[str]:
    """Return the stems of what the procedure makes itself and does not list: its dish, batter and the like."""
    if not procedure.resources:
        return frozenset()
    listed = frozenset(stem for resource in procedure.resources for stem in stems(resource))
    return (_dish(procedure.goal) | language().made_here) - listed


def _dish(goal: str) -> frozenset[str]:
    """Return the stem of the composite dish that a goal makes, the last word of its name: "Bake a carrot cake".

    No other food in a title is hidden: not the cheese of "Mac and cheese", nor the bread of "Bread salad".
    """
    tokens, lang = tokenize(goal), language()
    named = tuple(takewhile(lambda t: t.gap < Break.COMMA and t.plain not in _JOINS, tokens[1:]))
    stop = 1 + len(named)
    beside = _TOGETHER - _BESIDE if tokens and tokens[0].plain in _MAKES else _TOGETHER
    if stop < len(tokens) and tokens[stop].plain in beside:
        return frozenset()
    known = (h for h in hits(tokens, lang, "food") if h.end == stop and h.entry and _composite(h.entry))
    return frozenset(tokens[h.end - 1].stem for h in known)


_MAKES = frozenset({"bake", "make"})
_BESIDE = frozenset({"with", "on", "in"})
"""Words before what goes with the dish: "Bake a carrot cake with frosting", but not "Bread with butter"."""
_TOGETHER = _BESIDE | {"and", "or"}
_JOINS = _TOGETHER | {"without", "for", "from", "of", "to"}
"""Words that end the name of a dish; after those of `_TOGETHER` another food follows."""


def _key(finding: Finding) -> tuple[str, str]:
    """Return what makes two findings the same news: the hazard, or the last word of a food."""
    last = stems(finding.word)[-1:] if not is_hazard(finding.constraint) else ()
    return finding.constraint, "".join(last)


def introduced(
    before: str, after: str, constraints: Iterable[str], always: Iterable[str] = ()
) -> tuple[Finding, ...]:
    """Return what is new in `after`: cream instead of butter is, "unsalted butter" instead of butter is not.

    `constraints` are what somebody asked for; `always` are looked for in any case, and mean nobody in particular.
    """
    asked = _known(constraints)
    wanted, people = asked | _known(always), persons(asked)
    had = {_key(f) for f in _scan(before, wanted, people)}
    return tuple(f for f in _scan(after, wanted, people) if _key(f) not in had)
