"""Whether a word of a text is a thing or something done: "lever it off" names no lever.

A thing is named by a noun that is used, and not inside the name of another thing; a verb, as in "cream the
butter", brings in nothing of its name.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from tailor.core.finding.cues import listed
from tailor.core.finding.foods import foods_of
from tailor.core.finding.relations import key, things
from tailor.core.guard.detector import verb_place
from tailor.core.guard.language import language
from tailor.core.guard.likeness import parted
from tailor.core.guard.negation import marks
from tailor.core.guard.vocabulary import Break, Token, stems, tokenize
from tailor.core.procedure import Part

_MADE = ("ed", "ly", "ing")
"""Endings of words that only say how a thing is, or how it is used."""
_SLASH = "\u2044"
"""The slash in "½" after tokenizing."""

_TIME: Final = re.compile(
    r"(?:on|in|at|by|after|before|for|from) (?:(?:the|each|every|your) )?(?:(?:first|second|third|last|next) )?"
    r"(?:day|week|month|night|morning|evening|afternoon|weekend|noon|lunch|dinner|breakfast"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?(?: [a-z]+| \d{1,3})?"
)
"""When something is done, put first without a comma: "on day 5 fly home"."""


def named(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield where a text names the thing (start, end), in singular or plural.

    "Lever it off" names no lever, "the quick release lever" another one, and "lactose-free milk" no lactose.
    """
    tokens, wanted = tokenize(text), stems(name)
    size = len(wanted)
    starts = [
        at
        for at in range(len(tokens) - size + 1 if size else 0)
        if tuple(one.stem for one in tokens[at : at + size]) == wanted
        and all(one.gap < Break.COMMA for one in tokens[at + 1 : at + size])
    ]
    made = marks(tokens, frozenset(starts), language())
    for at in starts:
        told_off = made.unused[at] or parted(tokens, at + size, language())
        if not told_off and not _orders(tokens, at, at + size) and not _belongs(tokens, at, at + size):
            yield tokens[at].start, tokens[at + size - 1].end


def known(phrase: str) -> bool:
    """Whether the data or the guard knows a thing of this name."""
    return key(phrase) in things() or bool(foods_of(phrase))


def says_how(word: str) -> bool:
    """Whether the word only says how a thing is: "soft", "melted"."""
    return word in listed("adjectives") or word.endswith(_MADE)


def is_little(word: str) -> bool:
    """Whether the word belongs to no name: "the", "with", "two", "½", "ml"."""
    lists = ("stop", "english", "numbers", "symbols", "times")
    return word.replace(_SLASH, "").isdigit() or any(word in listed(one) for one in lists)


def _orders(tokens: Sequence[Token], at: int, stop: int) -> bool:
    """Whether a verb is here: "Lever one side off", "then lever it off"; but "flour, milk and eggs"."""
    behind = tokens[stop] if stop < len(tokens) and tokens[stop].gap < Break.COMMA else None
    if behind is None or not verb_place(tokens, at, language()):
        return False
    if at == 0 or tokens[at].gap >= Break.CLAUSE:
        return behind.plain not in {"and", "or", *language().predicates}
    return behind.plain in listed("objects")


def _belongs(tokens: Sequence[Token], at: int, stop: int) -> bool:
    """Whether the words are a part of a longer name: milk chocolate, coconut milk, a quick release lever."""
    before = tokens[at - 1] if at and tokens[at].gap < Break.COMMA else None
    if before is not None and (tokens[at].gap is Break.HYPHEN or not _stands_free(tokens, at - 1)):
        return True
    if stop == len(tokens) or tokens[stop].gap >= Break.COMMA:
        return False
    behind = tokens[stop]
    whole = " ".join(one.plain for one in tokens[at : stop + 1])
    thing = known(whole) or (known(behind.plain) and not is_little(behind.plain))
    return behind.gap is Break.HYPHEN or behind.plain in listed("holders") or thing


def _stands_free(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word before a name does not say which thing is meant."""
    word = tokens[at].plain
    if is_little(word) or says_how(word):
        return True
    return not known(word) and (at == 0 or verb_place(tokens, at, language()))


def only_acts(tokens: Sequence[Token], word: str, part: Part | None) -> bool:
    """Whether the word is, each time it stands here, a verb that brings in nothing of its name."""
    at = [number for number, one in enumerate(tokens) if one.plain == word.casefold()]
    return bool(at) and all(acts_at(tokens, one, part) for one in at)


def acts_at(tokens: Sequence[Token], at: int, part: Part | None) -> bool:
    """Whether the word is an order: "Squash the lumps", "then cream it with the sugar".

    "Mushroom on toast" and "Milk 200 ml" are not, nor is anything in a list.
    """
    opens = at == 0 or tokens[at].gap >= Break.CLAUSE or tokens[at - 1].plain == "then"
    verb, verbs = tokens[at].plain, listed("verbs_alone")
    if part == "resources" or not opens or verb not in verbs:
        return False
    behind = [one.plain for one in takewhile(lambda one: one.gap < Break.COMMA, tokens[at + 1 : at + 4])]
    whom = behind[behind[0] in ("together", "up") and len(behind) > 1] if behind else ""
    measured = whom[:1].isdigit() and verb in listed("done_to_measured") and len(behind) > 2
    measured = measured and behind[2] not in listed("stop")  # but "Cream 100 ml into the pan"
    return whom in listed("done_to") or measured or f"{verb} {whom}" in verbs


def may_act(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb may stand here: "squash the lumps"; a plural is a thing, as in "fruit and cherries"."""
    many = tokens[at].plain.endswith("s") and tokens[at].plain != tokens[at].stem
    return not many and verb_place(tokens, at, language())


def may_be_done(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb may stand here, even after words that say when: "on the last day fly home"."""
    if verb_place(tokens, at, language()):
        return True
    begins = next((one for one in range(at, -1, -1) if one == 0 or tokens[one].gap >= Break.CLAUSE), 0)
    return _TIME.fullmatch(" ".join(one.plain for one in tokens[begins:at])) is not None
