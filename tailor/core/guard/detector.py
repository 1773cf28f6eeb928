"""Find the words of the vocabulary in a text, and what they mean for the constraints.

The longest phrase wins; false friends, verbs, negation and qualifiers are taken into account. `scan`, `check` and
`introduced` also include the findings of `hazards`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tailor.core.events import Finding
from tailor.core.guard.hazards import find_hazards, topic_of
from tailor.core.guard.negation import Language, language, marks, parted
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
    is_hazard,
    sentences,
    source_text,
    stems,
    tokenize,
)
from tailor.core.procedure import Procedure


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


def _allowed(entry: VocabularyEntry | None, words: Collection[str]) -> bool:
    if entry is None:
        return True
    return entry.unless.isdisjoint(words) and (not entry.needs or not entry.needs.isdisjoint(words))


def _raw_hits(tokens: tuple[Token, ...], lang: Language, domain: str) -> Iterator[VocabularyHit]:
    phrases = index(domain)
    for number, (first, last) in enumerate(sentences(tokens)):
        words = frozenset(t.stem for t in tokens[first:last])
        coloured = domain == "food" and not words.isdisjoint(lang.crafts)
        for at in range(first, last):
            for phrase in phrases.get(tokens[at].stem, ()):
                stop = at + len(phrase.stems)
                if phrase.entry is not None and coloured and lang.lends.issuperset(phrase.stems):
                    continue
                if _fits(phrase, tokens, at, lang) and _allowed(phrase.entry, words):
                    yield VocabularyHit(at, stop, phrase.entry, number)
                    break


def hits(tokens: tuple[Token, ...], lang: Language, domain: str) -> list[VocabularyHit]:
    """The longest phrases, left to right; a phrase within another is ignored."""
    kept: list[VocabularyHit] = []
    reach = 0
    for hit in _raw_hits(tokens, lang, domain):
        if hit.end > reach:
            kept.append(hit)
            reach = hit.end
    return kept


def spoken(tokens: tuple[Token, ...], lang: Language) -> Iterator[Spoken]:
    """Every word of the vocabulary that the text means, with the constraints it speaks against."""
    domains = [hits(tokens, lang, domain) for domain in DOMAINS]
    made = marks(tokens, frozenset(h.start for found in domains for h in found), lang)
    for found in domains:
        for hit in found:
            if hit.entry is None or parted(tokens, hit.end, lang):
                continue
            if made.undone[hit.start] if hit.entry.verb else made.unused[hit.start]:
                continue
            gives = tuple(g for g in hit.entry.gives if g[0] not in made.lifted[hit.start])
            yield Spoken(hit.start, hit.end, hit.entry, gives)


def _meat_with_dairy(words: Sequence[Spoken]) -> tuple[Spoken, Spoken] | None:
    meat = next((w for w in words if w.is_meat), None)
    dairy = next((w for w in words if w.is_dairy), None)
    return (meat, dairy) if meat is not None and dairy is not None else None


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
    if "kosher_basic" in wanted and (pair := _meat_with_dairy(words)):
        start = tokens[min(w.start for w in pair)].start
        end = tokens[max(w.end for w in pair) - 1].end
        why, source = "meat with dairy", source_text("kashrut")
        yield start, Finding(None, "steps", "kosher_basic", "found", text[start:end], why, source)


@lru_cache(maxsize=4096)
def _scan(text: str, wanted: frozenset[str], topic: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    tokens = tokenize(text)
    found = [*find_words(text, tokens, wanted), *find_hazards(text, tokens, wanted, topic)]
    order = {c: i for i, c in enumerate(constraint_ids())}
    found.sort(key=lambda f: (f[0], order[f[1].constraint]))
    return tuple(dict.fromkeys(finding for _, finding in found))


def _known(constraints: Iterable[str]) -> frozenset[str]:
    return frozenset(constraints) & frozenset(constraint_ids())


def scan(text: str, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """What in one text speaks against the constraints, in reading order; `step` None. Unknown ids are ignored."""
    return _scan(text, _known(constraints))


def check(procedure: Procedure, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """What in the steps (1-based) and resources speaks against the constraints; each text is read on its own.

    The goal says which food is meant by a step that speaks only of its core temperature, and which dish is made
    here: if the resources are listed, "cool the cake" does not bring eggs that the list lacks.
    """
    wanted = _known(constraints)
    topic = topic_of(procedure.goal)
    own = _made_here(procedure)
    steps = (
        replace(f, step=n)
        for n, s in enumerate(procedure.steps, 1)
        for f in _scan(s, wanted, topic)
        if f.kind != "derived" or not _is_food(f.constraint) or own.isdisjoint(stems(f.word)[-1:])
    )
    resources = (
        replace(f, step=n, part="resources")
        for n, r in enumerate(procedure.resources, 1)
        for f in _scan(r, wanted)
    )
    return (*steps, *resources)


def _is_food(constraint: str) -> bool:
    """Whether the id is about something eaten: "Bake a cake" makes the cake, but not the oven."""
    return group(constraint) not in ("hazard", "equipment")


def _made_here(procedure: Procedure) -> frozenset[str]:
    """Stems of what the procedure makes itself: words of its goal, batter and the like, unless listed as
    resources.
    """
    if not procedure.resources:
        return frozenset()
    listed = frozenset(stem for resource in procedure.resources for stem in stems(resource))
    return (frozenset(stems(procedure.goal)) | language().made_here) - listed


def _key(finding: Finding) -> tuple[str, str]:
    """What makes two findings the same news: the hazard, or the last word of a food."""
    last = stems(finding.word)[-1:] if not is_hazard(finding.constraint) else ()
    return finding.constraint, "".join(last)


def introduced(before: str, after: str, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """What `after` brings that `before` lacked: cream for butter is news, "unsalted butter" for butter is not."""
    wanted = _known(constraints)
    had = {_key(f) for f in _scan(before, wanted)}
    return tuple(f for f in _scan(after, wanted) if _key(f) not in had)
