"""Cuts a paragraph into sentences, and into steps where it tells a whole method."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tailor.core.code_lines import RETURN
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.step_texts import count_words

_FEWEST: Final = 4
"""Sentences of a paragraph that is a method; fewer are one step that says several things."""
_FEWEST_WORDS: Final = 3
_NEAR: Final = 40
_FAR: Final = 400
_END: Final = re.compile(r"(?<=[.!?…])[\"'”’»)\]]{0,3}\s+(?=[\"'“‘«(\[¿¡]?([^\W_]))")
_NEVER_LAST: Final = re.compile(
    "approx|ca|cf|circa|dept|dr|e\\.g|eg|est|excl|fig|i\\.e|ie|incl|jr|mrs?|ms|mt|nos?|nr|pp|prof|st|vs"
)
"""Abbreviations that a capital or a figure may follow within a sentence."""
_MAY_BE_LAST: Final = re.compile(
    "[ap]\\.?m|[ckm]?m|k?g|m?l|deg|etc|ft|gal|hrs?|lbs?|max|mins?|oz|pt|qt|rd|secs?|tbsp?|temp|tsp"
)
"""Abbreviations after which only a capital begins another sentence."""
_TALKS_ON: Final = re.compile(
    r"(?:it|they|these|those|this|that|he|she|otherwise|not|if (?:not|so))(?:['’](?:s|re|ll|d|ve))?\b",
    re.IGNORECASE,
)
"""How a sentence begins that comments on what was said before it."""
_PAIRS: Final = ("()", "“”", "«»", "[]")


def sentences(text: str) -> list[str]:
    """Split a text into sentences, keeping every word.

    It is not cut after an abbreviation ("approx. 5 min. on each side"), in brackets or quotes, nor between
    figures. Sentences may begin in lower case only if none but the first begins with a capital.
    """
    told = list(_cut(text, small=False))
    return told if len(told) > 1 else list(_cut(text, small=True))


def _cut(text: str, *, small: bool) -> Iterator[str]:
    start = seen = 0
    opened = dict.fromkeys(_PAIRS, 0)
    quotes = 0
    for end in _END.finditer(text):
        piece, seen = text[seen : end.end()], end.end()
        quotes += sum(not piece[at - 1 : at].isdigit() for at, mark in enumerate(piece) if mark == '"')
        for pair in _PAIRS:
            opened[pair] = max(opened[pair] + piece.count(pair[0]) - piece.count(pair[1]), 0)
        ahead = text[end.end() : end.end() + _FAR]
        inside = any(opened[pair] and pair[1] in ahead for pair in _PAIRS) or (quotes % 2 and '"' in ahead)
        if not inside and _ends(text[max(start, end.start() - _NEAR) : end.start()], end[1], small=small):
            yield text[start : end.start()] + end.group().rstrip()
            start, opened, quotes = end.end(), dict.fromkeys(_PAIRS, 0), 0
    yield text[start:]


def _ends(before: str, after: str, *, small: bool) -> bool:
    """Whether a sentence ends with `before`, where the letter or figure `after` follows."""
    if after.islower() and not small:
        return False
    if not before.endswith("."):
        return True
    *_, word = ("", *before.rstrip(".!?…").split())
    word = word.strip("(\"'“‘[").casefold()
    is_letter = len(word) == 1 and word.isalpha()
    if _NEVER_LAST.fullmatch(word) or (is_letter and not before[:-2].rstrip(" °")[-1:].isdigit()):
        return False
    if word[-1:].isdigit() and after.isdigit():
        return False
    unit = word.lstrip("0123456789.,/½¼¾⅓⅔-–")
    return not (_MAY_BE_LAST.fullmatch(unit) and (after.isdigit() or after.islower()))


def by_sentence(steps: Sequence[str]) -> list[str]:
    """Split a method told in one paragraph into a step for each sentence; other steps stay as they are."""
    if len(steps) != 1 or RETURN in steps[0]:
        return list(steps)
    told = sentences(steps[0])
    return joined(told) if len(told) >= _FEWEST else list(steps)


def joined(told: Sequence[str]) -> list[str]:
    """Return the sentences as steps.

    One that gives no instruction of its own stays with the one above: "Enjoy!", "It will look dry.", and the
    answer to a question.
    """
    made: list[str] = []
    for one in told:
        if made and (made[-1].endswith("?") or _belongs_above(one)):
            made[-1] += f" {one}"
        else:
            made.append(one)
    return made


def _belongs_above(sentence: str) -> bool:
    fact = facts_in(sentence)
    return is_short(sentence) or talks_on(sentence) or (fact is not None and fact.yields != "")


def is_short(sentence: str) -> bool:
    """Whether a sentence is only an exclamation: "Enjoy!"."""
    return count_words(sentence) < _FEWEST_WORDS


def talks_on(sentence: str) -> bool:
    """Whether a sentence comments on what was said before it: "It will look dry."."""
    return _TALKS_ON.match(sentence) is not None
