"""The noun phrase that follows an amount: onion in "2 large red onions, chopped"."""

import re
from fractions import Fraction
from itertools import takewhile
from typing import Final

from tailor.core.english import singular
from tailor.rules.amounts import Amount, measure, plural, times_as_much
from tailor.rules.tables import listed, pattern

_PHRASE: Final = pattern("phrases", "phrase")
_SIZED: Final = pattern("phrases", "sized")


def head_at(text: str, at: int) -> tuple[int, int] | None:
    """Where the head noun of the phrase stands that begins here."""
    found = _PHRASE.match(text, at)
    head: tuple[int, int] | None = None
    for word in re.finditer(r"[^\W\d_][\w'’-]*", found[1]) if found else ():
        start = found.start(1) if found else at
        plain = word[0].casefold()
        participle = plain.endswith(("ed", "ly")) and plain not in ("seed", "red")
        if plain in ("of", "the") and head is None:
            continue
        if plain in listed("scaling", "stop") or (head is not None and participle):
            break
        head = start + word.start(), start + word.end()
        if text[head[1] : head[1] + 1] == "," and plain not in listed("scaling", "adjectives"):
            break
    return head


def noun_at(text: str, at: int) -> str:
    """That noun in the singular; "" if there is none."""
    head = head_at(text, at)
    return singular(text[slice(*head)].casefold()) if head else ""


def phrase_at(text: str, at: int) -> str:
    """All words of the phrase that begins here."""
    found = _PHRASE.match(text, at)
    words = re.split(r"(?<!less), ", found[1])[0].casefold().split() if found else []
    while words[:1] in (["of"], ["the"]):
        words = words[1:]
    return " ".join(takewhile(lambda word: word not in listed("scaling", "stop"), words))


def multiplied(text: str, one: Amount, times: Fraction, slash: bool) -> tuple[str, int, Fraction]:
    """The new amount with its noun in the right number, where the old one ends, and the new number."""
    head = head_at(text, one.end)
    words, number = times_as_much(one, times, text[slice(*head)] if head else "", slash=slash)
    words = words.removesuffix(" of") if text.startswith(" of ", one.end) else words
    if one.measure != "count":
        return words, one.end, number
    if words == "half an" and text[one.end :].lstrip()[:1] not in "aeiou":
        words = "half a"
    head = _counted_at(text, one.end)
    if head is None or (number > 1) == ((one.high or one.low) > 1):
        return words, one.end, number
    noun = text[slice(*head)]
    many = noun if singular(noun.casefold()) != noun.casefold() else plural(noun)
    new = many if number > 1 else singular(noun) if noun.islower() else noun
    return f"{words}{text[one.end : head[0]]}{new}", head[1], number


def _counted_at(text: str, at: int) -> tuple[int, int] | None:
    """Where the noun stands that a number counts: the cans of "2 (14 oz) cans tomatoes"."""
    if sized := _SIZED.match(text, at):
        at = sized.end()
        pack = re.compile(r"\s?([a-z]+)").match(text, at)
        if pack and measure(pack[1]) == "pack":
            return pack.span(1)
    return head_at(text, at)
