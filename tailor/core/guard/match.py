"""Finds the words of the vocabulary in a text.

Owns: longest phrase wins, false friends, verbs in a verb's place, negation, which constraints a word speaks to.
Refuses: hazards that need two things or a number in one sentence (hazards.py) and any verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tailor.core.findings import Finding
from tailor.core.guard.negation import Language, Marks, language, marks, parted
from tailor.core.guard.tokens import Break, Token, sentences
from tailor.core.guard.vocabulary import Entry, Phrase, index, source_text


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase of the vocabulary over the words [start, end); entry None is a false friend."""

    start: int
    end: int
    entry: Entry | None
    sentence: int


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


def _raw_hits(tokens: Sequence[Token], lang: Language) -> Iterator[Hit]:
    phrases = index()
    for number, (first, stop) in enumerate(sentences(tokens)):
        words = frozenset(t.stem for t in tokens[first:stop])
        for at in range(first, stop):
            for phrase in phrases.get(tokens[at].stem, ()):
                if _fits(phrase, tokens, at, lang) and _allowed(phrase.entry, words):
                    yield Hit(at, at + len(phrase.stems), phrase.entry, number)
                    break


def hits(tokens: Sequence[Token], lang: Language) -> list[Hit]:
    """The longest phrases, left to right; one that lies within another says nothing of its own."""
    kept: list[Hit] = []
    reach = 0
    for hit in _raw_hits(tokens, lang):
        if hit.end > reach:
            kept.append(hit)
            reach = hit.end
    return kept


def _speaks(hit: Hit, constraint: str, made: Marks, tokens: Sequence[Token], lang: Language) -> bool:
    assert hit.entry is not None
    if constraint in made.lifted[hit.start] or parted(tokens, hit.end, lang):
        return False
    return not (made.undone[hit.start] if hit.entry.verb else made.unused[hit.start])


def find_words(text: str, tokens: Sequence[Token], wanted: Collection[str]) -> Iterator[tuple[int, Finding]]:
    """Findings of single words with the position of their word, in order."""
    lang = language()
    found = hits(tokens, lang)
    made = marks(tokens, {h.start for h in found}, lang)
    for hit in found:
        if hit.entry is None:
            continue
        for constraint, kind in hit.entry.gives:
            if constraint in wanted and _speaks(hit, constraint, made, tokens, lang):
                start, end = tokens[hit.start].start, tokens[hit.end - 1].end
                why, source = hit.entry.why, source_text(hit.entry.source)
                yield start, Finding(None, "steps", constraint, kind, text[start:end], why, source)
