"""Which line of the list a bare word in a step refers to: "warm the milk" means the oat milk that is listed.

Not where the text means another: "a glass of milk", "any milk" and "oat milk or milk" are not on the list.
"""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Final

from tailor.core.guard.vocabulary import Break, Token, stems, tokenize

_AFTER_A_HEAD: Final = frozenset({"and", "or", "with", "for", "to", "from", "in", "at"})
"""Words that end the name of a thing in a list; "cream of tartar" goes on, and is no cream."""
_NOT_THERE: Final = frozenset({"no", "without", "not"})
_NOT_CALLED_SO: Final[Mapping[str, frozenset[str]]] = {
    "butter": frozenset([
        "peanut", "almond", "cashew", "nut", "hazelnut", "pistachio", "walnut", "pecan", "macadamia", "seed",
        "sunflower", "apple", "pear", "mango", "pumpkin", "cocoa", "shea", "body", "cookie", "biscuit",
        "speculoos",
    ]),
    "cream": frozenset({"hand", "face", "shaving", "sun", "body", "barrier", "cleaning", "skin", "polishing"}),
    "nut": frozenset({"wing", "lug", "hex", "lock", "wheel", "cap", "dough"}),
    "milk": frozenset({"cleansing", "body"}),
    "noodl": frozenset({"courgette", "zucchini", "pool", "kelp"}),
    "egg": frozenset({"easter"}),
}  # fmt: skip
"""By the stem of a food, words before it that name something nobody calls by that food."""
_ANOTHER: Final = frozenset([
    "any", "another", "real", "ordinary", "normal", "regular", "usual", "proper", "conventional", "standard",
    "actual", "genuine",
])  # fmt: skip
_SOME: Final = frozenset({"some", "little", "bit"})
_OR: Final = frozenset({"or", "if", "instead", "for", "rather", "otherwise", "else"})
"""Words that make two things of what a sentence names side by side."""
_THE: Final = frozenset({"the", "this", "that", "your", "its", "all", "remaining", "rest", "these", "those"})
_SERVED: Final = frozenset([
    "glass", "jug", "dash", "splash", "swirl", "dollop", "drizzle", "knob", "pat", "drop", "plenty", "lots",
])  # fmt: skip
"""Portions that are taken besides what is listed: "a glass of milk", but not "a cup of milk"."""
_KINDS: Final = frozenset({"one", "ones", "kind", "kinds", "sort", "sorts"})


@dataclass(frozen=True, slots=True)
class Listed:
    """The lines of the list whose things share their last word."""

    lines: frozenset[int]
    """1-based."""
    called: frozenset[str]
    """Words before that last word: "oat" of "oat milk"."""


@lru_cache(maxsize=64)
def listed_things(resources: tuple[str, ...]) -> Mapping[str, Listed]:
    """Return what is on the list, by the stem of each thing's last word: oat milk under milk.

    Peanut butter is not under butter: nobody calls it that.
    """
    lines: dict[str, set[int]] = {}
    called: dict[str, set[str]] = {}
    for number, line in enumerate(resources, 1):
        tokens = tokenize(line)
        begins = 0
        for at, (token, after) in enumerate(zip_longest(tokens, tokens[1:])):
            if after is None or after.gap >= Break.COMMA or after.plain in _AFTER_A_HEAD:
                before = [one.plain for one in tokens[begins:at]]
                other = _NOT_CALLED_SO.get(token.stem, frozenset())
                if _NOT_THERE.isdisjoint(before) and not (before and before[-1] in other):
                    lines.setdefault(token.stem, set()).add(number)
                    called.setdefault(token.stem, set()).update(before[-1:])
                begins = at + 1
    return {stem: Listed(frozenset(some), frozenset(called[stem])) for stem, some in lines.items()}


def stands_for_listed(word: str, text: str, listed: Mapping[str, Listed], against: Collection[int | None]) -> bool:
    """Whether the word in a step refers to lines of the list, none of which is `against` the wish.

    Not if the step has both the whole name and the bare word ("oat milk; milk works too"), or says that it means
    some of its own ("a dash of milk") or another ("real butter").
    """
    stem, *more = stems(word)
    one = listed.get(stem)
    if more or one is None or not one.lines.isdisjoint(against):
        return False
    return not _means_another(tokenize(text), stem, one.called)


def _means_another(tokens: Sequence[Token], stem: str, called: frozenset[str]) -> bool:
    here = [at for at, token in enumerate(tokens) if token.stem == stem]
    whole = [at for at in here if at and tokens[at - 1].plain in called]
    kinds = any(a.plain in _ANOTHER | {"both"} and b.plain in _KINDS for a, b in pairwise(tokens))
    bare = (at for at in here if at not in whole)
    return kinds or any(_is_another(tokens, at, beside=_are_told_apart(tokens, at, whole)) for at in bare)


def _are_told_apart(tokens: Sequence[Token], at: int, whole: Sequence[int]) -> bool:
    """Whether a sentence has the whole name and the bare word as two things: "oat milk or milk".

    "Heat almond milk. Add 2 tablespoons milk" means one thing.
    """
    place = bisect_right(whole, at)
    for other in whole[max(place - 1, 0) : place + 1]:  # the nearest on either side
        first, last = sorted((at, other))
        begins = next(back for back in range(first, -1, -1) if not back or tokens[back].gap >= Break.SENTENCE)
        together = all(one.gap < Break.SENTENCE for one in tokens[first + 1 : last + 1])
        if together and (at < other or not _OR.isdisjoint(one.plain for one in tokens[begins:last])):
            return True
    return False


def _is_another(tokens: Sequence[Token], at: int, *, beside: bool) -> bool:
    """Whether the bare word here is not the listed thing; `beside`: the step has the whole name too."""
    before: list[str] = []
    for back in range(at, max(at - 4, 0), -1):
        if tokens[back].gap >= Break.COMMA or tokens[back - 1].plain in _AFTER_A_HEAD:
            break
        before.append(tokens[back - 1].plain)
        if before[-1] in _THE:
            return False
        if before[-1] == "of":
            return beside or (back > 1 and tokens[back - 2].plain in _SERVED)
    return beside or not (_ANOTHER | _SOME).isdisjoint(before)
