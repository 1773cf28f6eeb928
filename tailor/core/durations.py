"""Durations in a text: "simmer for 20 minutes", "30 to 40 min", "1 ½ hours", "half an hour", "overnight".

Only times to wait count: "every 10 minutes" and "two days old" are left out.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tailor.core.code_lines import without_code
from tailor.core.numerals import FIGURE, WORDS, either, value

OVERNIGHT: Final = 8 * 3_600
"""Seconds assumed for "overnight"."""

LONGEST: Final = 14 * 86_400
"""Seconds; a longer time gets no timer."""

MOST_FOUND: Final = 9

_WORDS: Final[Mapping[str, Fraction]] = {
    **WORDS, "a few": Fraction(3), "quarter": Fraction(1, 4), "quarter of an": Fraction(1, 4),
}  # fmt: skip
_UNITS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}

_NUMBER = rf"(?:{FIGURE}|{either(*_WORDS)}(?=[\s-]))"
_ONE = re.compile(
    rf"(?<![\w.,/°½¼¾⅓⅔⅛])(?P<low>{_NUMBER})(?:\s?(?:-|–|—|to|or)\s?(?P<high>{_NUMBER}))?[\s-]?"
    r"(?P<unit>seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?)(?P<more>\s?[0-5]\d(?!\d|\s?[hms])|\sand\sa\s(?:half|quarter))?"
    r"(?![\w°½])|\b(?P<night>overnight)\b",
    re.IGNORECASE,
)
_NOT_BEFORE = re.compile(r"(?:\b(?:every|each|per|once|twice|times)(?:\s(?:or\stwice))?)\s$", re.IGNORECASE)
_NOT_AFTER = re.compile(r"\s(?:old|ago)\b", re.IGNORECASE)
_ONE_MORE = re.compile(r"an?\ssecond", re.IGNORECASE)
"""Mostly another thing: "in a second bowl", "add a second". A time only where one waits, and no thing follows."""
_WAITS = re.compile(r"\b(?:for|wait|pause|hold(?:\sit)?|rest|takes?|about|just|only|within)\s$", re.IGNORECASE)
_THING = re.compile(r"[\s-](?!(?:and|or|then|before|after|until|while|between|so|to|at|with)\b)\w", re.IGNORECASE)
_JOINED = re.compile(r",?\s?(?:and\s)?")
_SPANS = re.compile(r"\s?(?:-|–|—|to|or)\s?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time and its place in a text."""

    seconds: int
    most: int
    """The longer end of a range; else the same as `seconds`."""
    words: str
    start: int
    end: int


def durations(text: str) -> tuple[Duration, ...]:
    """The durations of a text in order, at most `MOST_FOUND`; none of its code, which waits by itself."""
    text = without_code(text)
    found: list[Duration] = []
    for one in _single(text):
        if found and (both := _together(text, found[-1], one)):
            found[-1] = both
        else:
            found.append(one)
    kept = [one for one in found if 0 < one.seconds <= LONGEST and not _passed_over(text, one)]
    return tuple(kept[:MOST_FOUND])


def typed_duration(words: str) -> Duration | None:
    """The one length of time that a person typed, a bare number being minutes; None where more or less is said.

    "-1 minutes" and "1/0 minutes" are none, though a text may hold the one minute in them.
    """
    words = " ".join(words.split())
    found = durations(f"{words} minutes" if words.isdecimal() else words)
    rest = found and f"{words[: found[0].start]} {words[found[0].end :]}"
    return found[0] if found and not re.search(r"[\d+−–/-]", rest or "") else None


def _single(text: str) -> Iterator[Duration]:
    for match in _ONE.finditer(text):
        if match["night"]:
            yield Duration(OVERNIGHT, OVERNIGHT, match[0], match.start(), match.end())
            continue
        if _ONE_MORE.fullmatch(match[0]) and not _is_waited(text, match):
            continue
        worth = _UNITS[match["unit"][0].lower()]
        more = _more(match["more"] or "", worth)
        low = _number(match["low"]) * worth + more
        high = _number(match["high"]) * worth + more if match["high"] else low
        yield Duration(round(low), round(max(low, high)), match[0], match.start(), match.end())


def _is_waited(text: str, second: re.Match[str]) -> bool:
    before = text[max(second.start() - 24, 0) : second.start()]
    return bool(_WAITS.search(before)) and not _THING.match(text, second.end())


def _more(words: str, worth: int) -> float:
    """The seconds of "and a half" after a unit, or of the minutes in "1 h 30"."""
    if not words:
        return 0.0
    if words.strip().isdecimal():
        return int(words) * 60.0 if worth == _UNITS["h"] else 0.0
    return worth * (0.25 if words.lower().endswith("quarter") else 0.5)


def _together(text: str, before: Duration, after: Duration) -> Duration | None:
    """Two neighbours that are one duration: "1 hour 20 minutes", "45 minutes to 1 hour"; else None."""
    gap = text[before.end : after.start]
    words = text[before.start : after.end]
    if OVERNIGHT in (before.seconds, after.seconds) and "overnight" in words.lower():
        return None
    if _SPANS.fullmatch(gap) and after.seconds > before.seconds:
        return replace(before, most=after.most, words=words, end=after.end)
    if _JOINED.fullmatch(gap) and before.seconds == before.most and after.most < before.seconds:
        total = before.seconds + after.seconds
        return replace(before, seconds=total, most=before.seconds + after.most, words=words, end=after.end)
    return None


def _passed_over(text: str, one: Duration) -> bool:
    return bool(_NOT_BEFORE.search(text[max(one.start - 24, 0) : one.start]) or _NOT_AFTER.match(text[one.end :]))


def _number(text: str) -> float:
    return float(_WORDS.get(" ".join(text.lower().split())) or value(text))
