"""Finds the words of the vocabulary in a text.

Owns: longest phrase wins, false friends, verbs in a verb's place, negation, which constraints a word speaks to.
Refuses: hazards that need two things or a number in one sentence (hazards.py) and any verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tailor.core.findings import Finding
from tailor.core.guard.negation import Language, language, marks, parted
from tailor.core.guard.tokens import Break, Token, sentences
from tailor.core.guard.vocabulary import DOMAINS, Entry, Kind, Phrase, index, source_text


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase of the vocabulary over the words [start, end); entry None is a false friend."""

    start: int
    end: int
    entry: Entry | None
    sentence: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word that counts here: its place, its entry, and what it gives after qualifiers were heard."""

    start: int
    end: int
    entry: Entry
    gives: tuple[tuple[str, Kind], ...]

    @property
    def is_meat(self) -> bool:
        """Meat in the sense of kashrut: neither fish nor shellfish."""
        ids = {c for c, _ in self.gives}
        gelatine_like = ("kosher_basic", "derived") in self.gives and "milk" not in ids
        return "vegetarian" in ids and not gelatine_like and ids.isdisjoint({"fish", "crustaceans", "molluscs"})

    @property
    def is_dairy(self) -> bool:
        """Milk or made from it."""
        return any(c == "milk" and k != "not_assessed" for c, k in self.gives)


def verb_place(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether a verb can stand here: at the start of a clause, after `to`, `and`, `then`, `you`, an adverb."""
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


def _allowed(entry: Entry | None, words: Collection[str]) -> bool:
    if entry is None:
        return True
    return entry.unless.isdisjoint(words) and (not entry.needs or not entry.needs.isdisjoint(words))


def _raw_hits(tokens: tuple[Token, ...], lang: Language, domain: str) -> Iterator[Hit]:
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
                    yield Hit(at, stop, phrase.entry, number)
                    break


def hits(tokens: tuple[Token, ...], lang: Language, domain: str) -> list[Hit]:
    """The longest phrases, left to right; one that lies within another says nothing of its own."""
    kept: list[Hit] = []
    reach = 0
    for hit in _raw_hits(tokens, lang, domain):
        if hit.end > reach:
            kept.append(hit)
            reach = hit.end
    return kept


def spoken(tokens: tuple[Token, ...], lang: Language) -> Iterator[Spoken]:
    """Every word of the vocabulary that the text means, with the constraints it speaks to."""
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
    """Findings of single words, and of meat with dairy in one text, with the position of their word."""
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
