"""Which constraints a requirement's words ask for: "no nuts (allergy)" asks for peanuts and tree_nuts.

Owns reading needs. Refuses to guess: "nuts are fine", "I like milk" and words it does not know ask for nothing,
and nothing about a person beyond what is said is ever inferred.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from tailor.core.guard.lacking import speaks_of_diet, without_lacks
from tailor.core.guard.match import find_words
from tailor.core.guard.negation import Cues, cue_at, language, marks, parted, read_cues
from tailor.core.guard.only import ruled_out
from tailor.core.guard.tokens import Break, Token, stems, tokenize
from tailor.core.guard.vocabulary import constraint_ids, mapping, read_json, texts

_INSTEAD: Final = re.compile(
    r"\b(?:instead of|rather than|in place of)(?: (?:the|any|some))? [\w-]+(?: [\w-]+)?[\s.!]*\Z", re.IGNORECASE
)

_RUN_TOGETHER: Final = re.compile(
    r"\b(gluten|wheat|dairy|milk|lactose|egg|nut|peanut|soy|sugar|meat|fish|alcohol)free\b", re.IGNORECASE
)
"""As people type it: "glutenfree"."""

Asks: TypeAlias = Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]


@dataclass(frozen=True, slots=True)
class Needs:
    """needs.json, read: phrases by first stem with what they ask for, and the cues around them."""

    says: Asks
    subjects: Asks
    refused: Cues
    welcome: Cues
    not_refused: Cues
    parts: frozenset[str]
    only: Mapping[str, frozenset[str]]
    """Devices, and what is not there where one of them is all there is."""


def _asks(value: object) -> Asks:
    found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for phrase, ids in mapping(value).items():
        words = stems(phrase)
        found.setdefault(words[0], []).append((words, texts(ids)))
    return {first: tuple(sorted(a, key=lambda x: -len(x[0]))) for first, a in found.items()}


@lru_cache(maxsize=4)
def load(name: str = "en") -> Needs:
    """What people say they need in a language, read once at the first question."""
    data = read_json("needs", name)
    return Needs(
        says=_asks(data["says"]),
        subjects=_asks(data["subjects"]),
        refused=read_cues(data["refused"]),
        welcome=read_cues(data["welcome"]),
        not_refused=read_cues(data["not_refused"]),
        parts=frozenset(texts(data["parts"])),
        only={device: frozenset(texts(ids)) for device, ids in mapping(data["only"]).items()},
    )


def _parts(tokens: tuple[Token, ...], parts: frozenset[str]) -> Iterator[tuple[Token, ...]]:
    """The statements of a text: "allergic to nuts, but eggs are fine" are two."""
    start = 0
    for i, token in enumerate(tokens):
        if i > start and (token.gap is Break.SENTENCE or token.plain in parts):
            yield tokens[start:i]
            start = i
    yield tokens[start:]


def _phrases(tokens: Sequence[Token], asks: Asks) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    reach = 0
    for at in range(len(tokens)):
        for words, ids in asks.get(tokens[at].stem, ()):
            if at >= reach and tuple(t.stem for t in tokens[at : at + len(words)]) == words:
                yield at, at + len(words), ids
                reach = at + len(words)
                break


def _any_cue(tokens: Sequence[Token], cues: Cues) -> bool:
    return any(cue_at(tokens, i, cues) for i in range(len(tokens)))


def _asked(tokens: tuple[Token, ...], needs: Needs) -> Iterator[str]:
    if _any_cue(tokens, needs.not_refused):
        return
    for _, _, ids in _phrases(tokens, needs.says):
        yield from ids
    subjects = list(_phrases(tokens, needs.subjects))
    lang = language()
    made = marks(tokens, frozenset(s[0] for s in subjects), lang)
    welcome = _any_cue(tokens, needs.welcome)
    refused = _any_cue(tokens, needs.refused) and not welcome
    for start, end, ids in subjects:
        if made.unused[start] or made.undone[start] or parted(tokens, end, lang) or refused:
            yield from ids


def constraints_in(text: str) -> tuple[str, ...]:
    """The constraint ids a requirement's words ask for, in the order of the list; () when none is understood.

    A single food that has only run out ("I have no butter") asks for none, nor does one whose place another of
    its kind is to take ("quark instead of yoghurt").
    """
    text = _RUN_TOGETHER.sub(r"\1-free", text)
    asked = _ids(without_lacks(text))
    asked = (asked - _of_one_kind(text, asked)) | ruled_out(text, load().only)
    return tuple(c for c in constraint_ids() if c in asked)


def _ids(text: str) -> frozenset[str]:
    needs = load()
    return frozenset(c for part in _parts(tokenize(text), needs.parts) for c in _asked(part, needs))


def _of_one_kind(text: str, asked: frozenset[str]) -> frozenset[str]:
    """Ids that only "instead of …" at the end asks for, while what is wanted in its place holds the same."""
    found = _INSTEAD.search(text)
    if found is None or speaks_of_diet(text):
        return frozenset()
    wanted = text[: found.start()]
    tokens, other = tokenize(wanted), asked - _ids(wanted)
    return frozenset(one.constraint for _, one in find_words(wanted, tokens, other) if one.kind != "not_assessed")
