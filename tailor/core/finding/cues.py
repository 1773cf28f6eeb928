"""The words by which people wish (data/hints.toml), and where they are in a hint."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import Final, Literal, TypeAlias

from tailor.core.ages import of_all_ages
from tailor.core.finding.model import Polarity
from tailor.core.finding.relations import read
from tailor.core.guard.constraints import load
from tailor.core.guard.plain_words import in_plain_words
from tailor.core.guard.vocabulary import Break, by_first_word, tokenize

Side: TypeAlias = Literal["before", "after", "alone"]
_AND: Final = frozenset("/&+")
"""Signs between two words of a list: "milk/egg allergy"."""
_APOSTROPHE: Final = re.compile(r"['’]")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a hint: as typed, and in lower case without apostrophes and mistakes."""

    typed: str
    plain: str
    gap: Break
    idle: bool = False
    """Whether it means nothing by itself, as in the idiom "tone deaf"."""


Pairs: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each word, the pairs of adjacent words that contain it, and where each first occurs."""


@dataclass(frozen=True, slots=True)
class Cue:
    words: tuple[str, ...]
    side: Side
    polarity: Polarity
    swaps: bool = False
    asks: bool = False
    """Whether it only asks if a food is there, as somebody does who must not eat it."""


_DECIMAL: Final = re.compile(r"(?<![\w.,/])\d++[.,]\d++[^\W\d_]*+(?![\w.,]*\d)")
"""A number with its unit, "2.5kg"; not a date or a version."""


@lru_cache(maxsize=4096)  # the same steps are split for each wish, and again after each edit
def split(hint: str) -> tuple[Word, ...]:
    """Return the words of a hint before spelling correction, abbreviations written out; an age is one word."""
    hint = in_plain_words(hint)
    short: Mapping[str, str] = read("hints.toml")["short"]
    words, before, end = list[Word](), "", 0
    girlfriends = {one.end() for one in load().girlfriend.finditer(hint)}
    whole = {start: stop for start, stop, _ in of_all_ages(hint)}
    whole |= {one.start(): one.end() for one in _DECIMAL.finditer(hint)}
    for one in tokenize(hint):
        if one.start < end:
            continue
        stop = whole.get(one.start, one.end)
        plain = _APOSTROPHE.sub("", hint[one.start : stop]).casefold()
        listed_here = hint[end : one.start].strip() in _AND and min(len(before), len(plain)) > 2
        gap = Break.COMMA if listed_here and one.gap < Break.COMMA else one.gap
        meant = short.get(f"{before} {plain}", short.get(plain, plain))
        words.append(Word(hint[one.start : stop], "girlfriend" if stop in girlfriends else meant, gap))
        before, end = plain, stop
    idle = {
        at + further
        for at, word in enumerate(words)
        for phrase in _idioms().get(word.plain, ())
        if _stands(words, at, phrase) and not _is_literal(words, at, phrase)
        for further in range(len(phrase))
    }
    idle |= {at for at in range(1, len(words)) if _goes_back(words, at)}
    return tuple(replace(word, idle=True) if at in idle else word for at, word in enumerate(words))


def _is_literal(words: Sequence[Word], at: int, phrase: Sequence[str]) -> bool:
    """Whether the words of an idiom are meant as they stand: "swap beef with tofu", "leave the chicken out"."""
    if len(phrase) == 2 and phrase[1] in listed("stop") and at and words[at - 1].plain == "the":
        return True
    while at > 0 and words[at].gap < Break.COMMA and words[at - 1].plain in listed("fillers"):
        at -= 1
    ahead = (start for start in (at - 2, at - 1) if start >= 0)
    found = ((start, cue_at(words, start, "before")) for start in ahead)
    return any(cue is not None and cue.swaps and start + len(cue.words) == at for start, cue in found)


def _goes_back(words: Sequence[Word], at: int) -> bool:
    """Whether "back" is no body part: "put it back", "get the cover back on", not "my bad back in winter"."""
    if words[at].plain != "back" or words[at].gap >= Break.COMMA:
        return False
    before, after = words[at - 1].plain, [one.plain for one in words[at + 1 : at + 2] if one.gap < Break.COMMA]
    bodies = listed("owners") | listed("ailing") | listed("adjectives") | listed("stop") | {"lower", "upper"}
    put = before in ("it", "them") and len(words) == at + 1
    return put or (
        bool(after) and after[0] in listed("back_where") and (before in ("it", "them") or before not in bodies)
    )


def pairs(hint: Sequence[Word]) -> Pairs:
    """Return every two adjacent words."""
    found: dict[str, dict[str, int]] = {}
    for at, (one, other) in enumerate(pairwise(hint)):
        for word in (pair := f"{one.plain} {other.plain}").split():
            found.setdefault(word, {}).setdefault(pair, at)
    return found


def pairs_with(words: Iterable[str], among: Pairs) -> list[str]:
    """Return the pairs that contain one of the words, in their order."""
    places = {pair: at for word in words for pair, at in among.get(word, {}).items()}
    return sorted(places, key=places.__getitem__)


@cache
def listed(name: str) -> frozenset[str]:
    """Return one of the word lists of hints.toml."""
    return frozenset(read("hints.toml")["words"][name])


def is_listed(word: str, *names: str) -> bool:
    """Whether any of these word lists has the word; joining the lists for each word would take far longer."""
    return any(word in listed(name) for name in names)


def is_question(words: str) -> bool:
    """Whether it is a question rather than a request to do something."""
    return asks_whether(words) or (_begins(words, "open") and not _requests(words))


def asks_whether(words: str) -> bool:
    """Whether it is a yes-or-no question, or has a question mark."""
    return ("?" in words or _begins(words, "closed")) and not _requests(words)


def _begins(words: str, kind: str) -> bool:
    question = read("hints.toml")["question"]
    return re.search(question["begins"] + question[kind], words, re.IGNORECASE) is not None


def _requests(words: str) -> bool:
    return re.search(read("hints.toml")["question"]["requests"], words, re.IGNORECASE) is not None


def for_others(words: Set[str]) -> bool:
    """Whether something is said to be fine only for somebody else: "bread is ok for dad"."""
    return "for" in words and not listed("others").isdisjoint(words)


def says_fine(taken: Iterable[str], words: Set[str]) -> bool:
    """Whether the words taken for a wish say that it is fine, and `words` do not limit that to somebody else."""
    return not listed("fine").isdisjoint(taken) and not for_others(words)


@cache
def _idioms() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    return by_first_word((tuple(phrase.split()) for phrase in listed("idioms")), tuple)


@cache
def units() -> Mapping[tuple[str, ...], str]:
    """Return the system of measures that each name of a unit belongs to."""
    return {tuple(one.split()): system for system, some in read("hints.toml")["units"].items() for one in some}


@cache
def _units() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    return by_first_word(units(), tuple)


@cache
def set_phrases(*names: str) -> re.Pattern[str]:
    """Return a pattern that finds every phrase of these lists."""
    phrases = sorted((one for name in names for one in listed(name)), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b", re.IGNORECASE)


@cache
def pattern(section: str, name: str) -> re.Pattern[str]:
    return re.compile(read("hints.toml")[section][name], re.IGNORECASE)


@cache
def _cues() -> Mapping[Side, Mapping[str, tuple[Cue, ...]]]:
    rows: Mapping[str, Mapping[Polarity | Literal["swap", "asked"], Sequence[str]]] = read("hints.toml")
    every = [
        Cue(tuple(phrase.split()), side, _meant(name), swaps=name == "swap", asks=name == "asked")
        for side in _SIDES
        for name, phrases in rows[side].items()
        for phrase in phrases
    ]
    sides = {side: [one for one in every if one.side == side] for side in _SIDES}
    return {side: by_first_word(some, lambda one: one.words) for side, some in sides.items()}


def _meant(name: Polarity | Literal["swap", "asked"]) -> Polarity:
    return "instead" if name == "swap" else "allergy-or-health" if name == "asked" else name


_SIDES: Final[tuple[Side, ...]] = ("before", "after", "alone")


@cache
def words() -> frozenset[str]:
    """Return every word that the cues are made of."""
    data = read("hints.toml")
    rows = chain.from_iterable(data[side].values() for side in _SIDES)
    phrases = chain(chain.from_iterable(rows), *data["words"].values(), *data["units"].values())
    return frozenset(word for phrase in phrases for word in phrase.split())


def cue_at(hint: Sequence[Word], at: int, side: Side) -> Cue | None:
    """Return the longest cue of this side that begins at this word, or None."""
    some = _cues()[side].get(hint[at].plain, ()) if at < len(hint) else ()
    return next((one for one in some if _stands(hint, at, one.words)), None)


def unit_at(hint: Sequence[Word], at: int) -> tuple[tuple[str, ...], str] | None:
    """Return the longest name of a unit that begins at this word, with its system of measures, or None."""
    some = _units().get(hint[at].plain, ()) if at < len(hint) else ()
    return next(((one, units()[one]) for one in some if _stands(hint, at, one)), None)


def _stands(hint: Sequence[Word], at: int, phrase: tuple[str, ...]) -> bool:
    stop = at + len(phrase)
    if stop > len(hint) or hint[stop - 1].plain != phrase[-1]:
        return False
    here = hint[at:stop]
    return tuple(one.plain for one in here) == phrase and all(one.gap < Break.COMMA for one in here[1:])
