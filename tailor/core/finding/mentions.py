"""Where a person's own words stand in a procedure, in any form: the last resort for words that no rule knows.

Looser than `search`: "gpus" is in "GPU", "gpt4" in "GPT-4", "ssl" in "ssl_verify", and "hotel" is looked for as
"accommodation" too (data/near.txt). A match may mean something else, and whoever shows it says so.

Words that stand in a row as they were typed, "2 pm", "turned off", are a wish where nothing else was found, so
that nobody is told that nothing is known of what can be read there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from tailor.core.english import singular
from tailor.core.finding.cues import Word, is_listed, listed, set_phrases
from tailor.core.finding.foods import is_eaten
from tailor.core.finding.model import Found, Place, Wish
from tailor.core.finding.reading import is_number
from tailor.core.finding.relations import key, things
from tailor.core.finding.spelling import lexicon
from tailor.core.finding.texts import MOST_WORDS, Text
from tailor.core.guard.language import language
from tailor.core.guard.likeness import parted
from tailor.core.guard.negation import marks
from tailor.core.guard.vocabulary import Break, fold, stems, tokenize
from tailor.core.procedure import PARTS, Part, Procedure

_NEAR: Final = Path(__file__).parent / "data" / "near.txt"
_WHOLE: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PIECE: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-zà-ÿ]+|\d+|[^\W\d_]+")
_SHORTENED: Final = re.compile(r"\b\w+n['’]t\b")
_ENDINGS: Final = (
    "ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ers", "ed", "er", "es", "s", "ly",
)  # fmt: skip
_SPELT: Final = (
    ("our", "or"),
    ("ence", "ense"),
    ("ise", "ize"),
    ("tre", "ter"),
    ("ould", "old"),
    ("tyre", "tire"),
)
"""British and American endings."""
SHORTEST: Final = 3
SHORTEST_END: Final = 5
"""Fewest letters of a word to look for as the end of another."""
MOST: Final = 4
"""Most steps to show for one word; the first ones."""
MOST_KIN: Final = 6
MOST_LISTED: Final = 2
MOST_NAMED: Final = 2

_FEW: Final = 2
"""Most places at which a single word still shows what is meant."""


@lru_cache(maxsize=16384)
def roots(word: str) -> frozenset[str]:
    """Return forms that the forms of one word share: creating and create, lenses and lens, swimming and swim.

    A short word keeps its letters: tape is no tap, and notes are not "not".
    """
    word = re.sub(r"[\W_]+", "", fold(word))
    found = {word, singular(word)}
    if len(word) > SHORTEST + 1:
        found |= {one.replace(here, there) for here, there in _SPELT for one in found if here in one}
    for ending in _ENDINGS:
        bare = word.removesuffix(ending)
        long = ending in ("er", "ers", "es", "ly", "ation", "ations")  # a timer is no time, a donation not done
        if bare != word and len(bare) >= SHORTEST + long:
            found |= {bare, f"{bare}e"} if ending[0] in "aei" else {bare}
            if bare[-1] == bare[-2] and len(bare) > SHORTEST:
                found.add(bare[:-1])
    return frozenset(found)


@cache
def _near(*, of_plan: bool) -> Mapping[str, frozenset[str]]:
    """Return, for the root of each word on the left of a row, the roots of those on the right."""
    found: dict[str, frozenset[str]] = {}
    for line in _NEAR.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#") and (of_plan or " > " in line):
            said, _, kin = line.replace(" >> ", " > ").partition(" > ")
            row = frozenset(root for one in kin.split(", ") for root in roots(one.replace(" ", "")))
            for one in said.split(", "):
                for root in roots(one.replace(" ", "")):
                    found[root] = found.get(root, frozenset()) | row
    return found


def _kin(phrase: str, *, of_plan: bool) -> frozenset[str]:
    """Return the roots of what a phrase of the hint is related to."""
    near = _near(of_plan=of_plan)
    return frozenset().union(*(near.get(root, frozenset()) for root in roots(phrase)))


@lru_cache(maxsize=8)
def _index(procedure: Procedure) -> Mapping[str, tuple[tuple[Part, int, int, int], ...]]:
    """Return, for each root, where it stands: part, step, and its start and end in the text."""
    spots: dict[str, list[tuple[Part, int, int, int]]] = {}
    for part in PARTS:
        for step, text in enumerate(procedure.part(part), 1):
            for start, stop in _words(text):
                spots.setdefault(text[start:stop], []).append((part, step, start, stop))
    found: dict[str, tuple[tuple[Part, int, int, int], ...]] = {}
    for word, some in spots.items():
        for root in roots(word) - listed("english"):
            found[root] = (*found.get(root, ()), *some)
    return found


@lru_cache(maxsize=4096)
def _idle(text: str) -> tuple[tuple[int, int], ...]:
    """Return where words name nothing here: not used, lending their name, or part of a figure of speech."""
    phrases = set_phrases("set_phrases", "figurative").finditer(text)
    return (*unused(text), *(one.span() for one in phrases))


def unused(text: str) -> list[tuple[int, int]]:
    """Return where words stand that the text does not use, or that lend their name: "no sprays", "oven-proof"."""
    tokens = tokenize(text)
    made = marks(tokens, frozenset(range(len(tokens))), language())
    said = {one.plain for one in tokens}
    instead = said.isdisjoint(("never", "don't")) or "instead" in said  # "instead of picking them out, add more"
    rather = (made.undone[at] and tokens[at - 1].plain in ("than", "of") for at in range(len(tokens)))
    kept = (undone or (made.idle[at] and not instead) for at, undone in enumerate(rather))
    idle = (made.unused[at] or made.away[at] or one for at, one in enumerate(kept))
    lent = (one or parted(tokens, at + 1, language()) for at, one in enumerate(idle))
    return [(one.start, one.end) for one, unused in zip(tokens, lent, strict=True) if unused]


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Yield whole words and pieces of names such as `ssl_verify` or "OpenOffice"; "don" is no piece of "don't"."""
    yield from (one.span() for one in _WHOLE.finditer(text))
    yield from (one.span() for one in _PIECE.finditer(_SHORTENED.sub(lambda one: " " * len(one[0]), text)))


def is_near(procedure: Procedure, phrase: str) -> bool:
    """Whether the data says what this is related to in such a procedure."""
    near = _near(of_plan=not procedure.resources)
    return any(one in near for one in roots(phrase))


def mentions(
    procedure: Procedure,
    phrase: str,
    *,
    exact: bool = False,
    near_only: bool = False,
    whole: bool = False,
    searched: frozenset[str] = frozenset(),
) -> tuple[Place, ...]:
    """Return the places of one or two words of the hint in any form; if there are none, of related words.

    `exact`: as singular or plural only. `near_only`: only what this module's data calls related. `whole`: no word
    that only ends so, and no related one. `searched`: names that stand nowhere in their own sense.
    """
    if len(phrase) < SHORTEST:
        return () if exact or whole else kin(procedure, phrase)  # the uk
    in_body = phrase in listed("parts_of_bodies")  # "put it back" is nobody's back
    plain = is_near(procedure, phrase) and not in_body
    own = frozenset() if near_only and not plain else roots(phrase)
    if phrase.endswith(("er", "ers", "ed")):  # a cooker is not wherever something is cooked
        own -= listed("everyday") - {phrase}
    other = searched | (own if searched and key(phrase) in things() else frozenset())
    if exact:
        own = frozenset([phrase, singular(phrase)])
    if whole:
        return _first(phrase, _spots(procedure, own), MOST, MOST_LISTED)
    if found := _spots(procedure, own - other) or _spots(procedure, _within(procedure, phrase) - other):
        return _first(phrase, found, MOST, MOST_LISTED)
    return () if exact else kin(procedure, phrase, other)


def kin(procedure: Procedure, phrase: str, other: frozenset[str] = frozenset()) -> tuple[Place, ...]:
    """Return the places of what one or two words of the hint are related to, without the roots in `other`.

    What the goal names is in most steps, and says nothing there.
    """
    akin = _kin(phrase, of_plan=not procedure.resources) - other
    named = (root for word in procedure.goal.split() for root in roots(word) & akin)
    told = frozenset(root for root in named if len(_spots(procedure, frozenset([root]))) > MOST_NAMED)
    return _first(phrase, _spots(procedure, akin - told), MOST_KIN, 1)


def numbered(procedure: Procedure, word: str) -> tuple[Place, ...]:
    """Return where a plan gives a number of what the hint counts ("30 miles is my max"), or deals with people."""
    named = mentions(procedure, word, exact=True)
    number = re.compile(r"\d\S*(?:[ -]\w+){0,2}[ -]$")
    text = ((one, procedure.part(one.part)[one.step - 1]) for one in named)
    some = tuple(one for one, whole in text if number.search(whole.partition(one.word)[0]))
    return some or (kin(procedure, word) if word in listed("people") else ())


def _within(procedure: Procedure, phrase: str) -> frozenset[str]:
    """Return the words of the text that end in this one: the blowtorch for the torch."""
    if len(phrase) < SHORTEST_END:
        return frozenset()
    longer = (root for root in _index(procedure) if root.endswith(phrase))
    before = ((one, one.removesuffix(phrase)) for one in longer)
    return frozenset(one for one, word in before if len(word) > 2 and word in lexicon())


def _spots(procedure: Procedure, wanted: frozenset[str]) -> dict[tuple[Part, int], tuple[int, str]]:
    """Return where one of the roots first stands in each step and resource."""
    index, found = _index(procedure), dict[tuple[Part, int], tuple[int, str]]()
    for part, step, start, stop in (spot for root in wanted for spot in index.get(root, ())):
        text = procedure.part(part)[step - 1]
        if not any(first <= start and stop <= last for first, last in _idle(text)):
            word = text[start:stop]
            found[part, step] = min(found.get((part, step), (start, word)), (start, word))
    return found


def you_said(word: str, phrase: str) -> str:
    """Return why a word is a place: that it was mentioned, or by which words."""
    same = singular(word.casefold()) == singular(phrase.casefold())
    return "you mentioned it" if same else f"you said “{phrase}”"


def _first(phrase: str, found: Mapping[tuple[Part, int], tuple[int, str]], *most: int) -> tuple[Place, ...]:
    """Return the first of these places: up to `most` steps and resources."""
    places = [
        Place(part, step, word, f"“{word}”: {you_said(word, phrase)}")
        for (part, step), (_, word) in sorted(found.items())
    ]
    each = zip(("steps", "resources"), most, strict=True)
    return tuple(place for part, many in each for place in [one for one in places if one.part == part][:many])


def standing_in_a_row(read: Sequence[Text], phrase: str) -> tuple[Place, ...]:
    """Return where these words stand in a row, in the singular or plural."""
    words = stems(phrase)
    return tuple(_in_a_row(read, words, phrase)) if 1 < len(words) <= MOST_WORDS else ()


def counted_only(procedure: Procedure, words: Sequence[str]) -> tuple[Place, ...]:
    """Return where the steps name what there is one of, if it is not made, eaten or listed: "one coat only"."""
    if {"only", "just"}.isdisjoint(words):
        return ()
    lines = frozenset(stems(" ; ".join((procedure.goal, *procedure.resources, procedure.yields))))
    common = listed("everyday") | listed("stop") | listed("people") | listed("persons")
    nouns = (one for one in words if not (one in common or is_number(one) or is_eaten(one)))
    named = (mentions(procedure, one, exact=True) for one in nouns if lines.isdisjoint(stems(one)))
    return next(filter(None, named), ())


def came_to_nothing(wish: Wish) -> bool:
    """Whether nothing can be said of the wish: neither where it is, nor that it is about health or time."""
    told = wish.places or wish.in_goal or wish.state or wish.known or wish.wanted == wish.thing
    head = wish.meant.rpartition(" ")[2]  # palm oil is no palm sugar
    known = wish.polarity != "instead" and (wish.health or _is_known(wish.meant) or is_eaten(head))
    return bool(wish.thing) and not (told or known)


def _is_known(word: str) -> bool:
    """Whether the data knows all names of it, so that the bare word means something else."""
    return key(word) in things() or is_eaten(word)


def narrowed(found: Found, hint: Sequence[Word]) -> Found:
    """Return the findings with only the first place of a plain word beside an unknown one: "plasterboard wall".

    Nobody can tell what the unknown word changes, and every wall of the text would be no answer.
    """
    unknown = {at for at, one in enumerate(hint) if one.typed in found.not_understood and _says_something(one)}
    beside = {
        hint[at].typed
        for which in unknown
        for at, sign in ((which + 1, which + 1), (which - 1, which))
        if 0 <= at < len(hint) and hint[sign].gap < Break.COMMA
    }
    return replace(found, wishes=tuple(_first_only(one) if one.thing in beside else one for one in found.wishes))


def _first_only(wish: Wish) -> Wish:
    plain = wish.loose and wish.polarity == "other" and not (wish.state or wish.wanted or is_eaten(wish.meant))
    return replace(wish, places=wish.places[:1]) if plain and len(wish.places) > _FEW else wish


def literal_wishes(
    procedure: Procedure, read: Sequence[Text], hint: Sequence[Word], *, exact: bool = False
) -> Iterator[Wish]:
    """Yield what is only named: words in a row, else single words that stand in a few places at most."""
    rows = [range(at, at + size) for size in (4, 3, 2) for at in range(len(hint) - size + 1)]
    found = (
        (row, standing_in_a_row(read, " ".join(hint[at].plain for at in row)))
        for row in rows
        if _is_row(hint, row)
    )
    row, places = next(((row, some) for row, some in found if some), (range(0), ()))
    if places:
        yield _told([hint[at].typed for at in row], places)
        return
    made = {root for word in procedure.goal.split() for root in roots(word)}
    whole = (one for at, one in enumerate(hint) if not only_says_which(hint, at))
    some = (one for one in whole if _says_something(one) and roots(one.plain).isdisjoint(made))
    words = [one for one in some if not _is_known(one.plain) or one.plain in listed("adjectives")]
    for one in words:
        places = mentions(procedure, one.plain, whole=True, exact=exact)
        if 0 < len(places) <= _FEW:
            yield _told([one.typed], places)


def only_says_which(hint: Sequence[Word], at: int) -> bool:
    """Whether the word begins the name of another thing: a drain cleaner is no drain."""
    words = [one.plain for one in hint[at : at + 2]]
    return len(words) > 1 and key(" ".join(words)) in things() and not is_eaten(words[-1])


def _told(words: Sequence[str], places: Sequence[Place]) -> Wish:
    return Wish("other", " ".join(words), words=tuple(words), places=tuple(places), loose=True, recognised=True)


def _is_row(hint: Sequence[Word], row: range) -> bool:
    """Whether the row begins and ends with content words: "run 3 minutes"."""
    near = all(hint[at].gap < Break.COMMA and not hint[at].idle for at in row[1:])
    ends = all(is_number(hint[at].plain) or _says_something(hint[at], alone=False) for at in (row[0], row[-1]))
    return near and ends and any(_says_something(hint[at], alone=False) for at in row)


def _says_something(word: Word, *, alone: bool = True) -> bool:
    dull = is_listed(word.plain, "stop", "small", "dull")
    dull = dull or (alone and is_listed(word.plain, "times", "symbols", "parts_of_bodies"))
    return not (dull or word.idle or len(word.plain) < 2 + alone or is_number(word.plain))


def _in_a_row(read: Sequence[Text], words: Sequence[str], phrase: str) -> Iterator[Place]:
    whole, size = "".join(words), len(words)
    for text in read:
        if text.part is None or whole not in text.phrases:
            continue
        for at in range(len(text.tokens) - size + 1):
            row, behind = text.tokens[at : at + size], text.tokens[at + size : at + size + 1]
            verb = behind and behind[0].gap < Break.COMMA and behind[0].plain in listed("fillers")
            if [one.stem for one in row] == [*words] and not verb:  # "let the bike stand a day"
                word = text.text[row[0].start : row[-1].end]
                yield Place(text.part, text.step, word, f"“{word}”: {you_said(word, phrase)}")
                break
