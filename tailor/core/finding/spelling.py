"""Correct mistyped words of a hint. A word that the lexicon or the text knows is never changed."""

from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from tailor.core.ages import of_all_ages
from tailor.core.english import singular
from tailor.core.finding import cues, relations
from tailor.core.guard.constraints import load
from tailor.core.guard.vocabulary import DOMAINS, index

_WORDS: Final = Path(__file__).parent / "data" / "words.txt"
SHORTEST: Final = 5
"""Fewest letters for one mistake to be corrected; two need `LONG`."""
SURE: Final = 7
"""Fewest letters for a word to become one that the procedure does not have."""
LONG: Final = 8


@cache
def lexicon() -> frozenset[str]:
    """Return words known to be right, as written and in the singular."""
    words = _english() | cues.words() | _names()
    return frozenset(words | set(map(singular, words)))


@cache
def _english() -> frozenset[str]:
    return frozenset(_WORDS.read_text(encoding="utf-8").split())


@cache
def _names() -> frozenset[str]:
    """Return single words of every thing that the data can look for: what a mistyped word most likely is."""
    things = relations.things()
    phrases = {one for thing in things.values() for one in (*thing.same, thing.name, *thing.kinds, *thing.parts)}
    found = {word for phrase in phrases for word in relations.words(phrase)}
    found |= {stem for phrases in load().subjects.values() for stems, _ in phrases for stem in stems}
    found |= {stem for phrases in load().says.values() for stems, _ in phrases for stem in stems}
    guard = (phrase for name in DOMAINS for some in index(name).values() for phrase in some)
    return frozenset(found | {stem for phrase in guard for stem in phrase.stems if stem.isalpha()})


@cache
def _eaten() -> frozenset[str]:
    """Return words for foods, singular and plural, without false friends: no mail is milk."""
    subjects = {stem for phrases in load().subjects.values() for stems, _ in phrases for stem in stems}
    foods = {stem for some in index("food").values() for phrase in some if phrase.entry for stem in phrase.stems}
    found = {one for one in subjects | foods if one.isalpha()}
    return frozenset(found | {f"{one}s" for one in found})


@cache
def _of_the_letters() -> dict[str, tuple[str, ...]]:
    """Return the known words by their letters in alphabetical order, for letters that changed places."""
    found = dict[str, tuple[str, ...]]()
    for word in _names() | cues.words():
        letters = "".join(sorted(word))
        found[letters] = (*found.get(letters, ()), word)
    return found


def mended(word: str, text: Collection[str], *, eaten: bool = False) -> str:
    """Return the word meant by this one; the word itself if it is known, too short, or like no other.

    `text` holds the words of the procedure, as written and in the singular; they are tried first. `eaten`: only
    food makes sense here ("allergic to ..."), so short words are corrected too. A child's age is the child.
    """
    if who := next((who for _, _, who in of_all_ages(word)), ""):
        return who
    least = SHORTEST - 1 - eaten
    if len(word) < least or not word.isalpha() or relations.key(word) in relations.things():
        return word
    known = _forms(word)
    short = cues.listed("mended_short")
    if word not in lexicon() and singular(word) in short:
        return singular(word)  # "allergys"
    if eaten and word not in lexicon() and (meant := nearest(word, short)):
        return meant  # "lactos" is no plural
    if not known.isdisjoint(lexicon()) or not known.isdisjoint(text):
        return word
    others: Iterable[str] = _eaten() if eaten else _names() | cues.words()
    if len(word) < SURE and not eaten:  # "spain" is no misspelt spin, but "poeple" are people
        others = (*_of_the_letters().get("".join(sorted(word)), ()), *short.intersection(others))
    one = nearest(singular(word), text) if word.endswith("s") else ""
    food = one if one in _eaten() else ""  # "onoins", where there is an onion
    return nearest(word, text) or nearest(word, others) or food or word


def unwanted(word: str, text: Collection[str]) -> str:
    """Return the word of the text meant by a short unknown word: "egs" where there are eggs."""
    if not SHORTEST - 2 <= len(word) < SHORTEST or not word.isalpha() or word in lexicon() or word in text:
        return word
    return nearest(word, text) or word


def _forms(word: str) -> set[str]:
    """Return what the word may be an inflection of; a "d" after another letter than "e" is none: "musterd"."""
    past = {word.removesuffix("ed"), word.removesuffix("d")} if word.endswith("ed") else set[str]()
    return {word, singular(word), *past, *relations.bases(word)}


@lru_cache(maxsize=4096)  # a list is read again for every wish and every change
def food_meant(word: str) -> str:
    """Return the food that a listed word is misspelt for, "mozzarella" for "mozarella"; "" if it may be right."""
    if len(word) < SHORTEST - 2 or not word.isalpha() or relations.key(word) in relations.things():
        return ""
    known = _forms(word)
    return "" if not known.isdisjoint(lexicon()) else nearest(word, _eaten())


def nearest(word: str, among: Iterable[str]) -> str:
    """Return the known word with the fewest mistakes and the same first letter, or "".

    Of several, an English word, and of these one where letters were only left out: "chese" is no chase.
    """
    from rapidfuzz.distance import OSA  # imported only when a word is unknown

    most = 2 if len(word) >= LONG else 1
    if len(word) < SHORTEST:  # two letters changed places, or one is left out: "iorn", "wisk"
        among = [one for one in among if len(one) > len(word) or sorted(one) == sorted(word)]
    close = (one for one in among if one[:1] == word[:1] and abs(len(one) - len(word)) <= most and len(one) > 3)
    found = (
        (int(OSA.distance(word, one, score_cutoff=most)), one not in _english(), not _within(word, one), one)
        for one in close
    )
    far, _, _, best = min(found, default=(most + 1, True, True, ""))
    sure = far == 1 or best[:3] == word[:3]  # "bothered" is not battered
    return best if far <= most and sure else ""


def _within(word: str, longer: str) -> bool:
    """Whether all letters of the word are in the other one, in the same order."""
    rest = iter(longer)
    return all(letter in rest for letter in word)
