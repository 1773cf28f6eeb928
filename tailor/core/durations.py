"""Durations in a text: "simmer for 20 minutes", "30 to 40 min", "1 ½ hours", "half an hour", "overnight".

Only times to wait count, so "every 10 minutes" and "two days old" are skipped. So are times that can be parsed
only in part, such as "1:30 hours" or "a thousand and ten minutes": no timer is better than a wrong one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tailor.core.code_lines import without_code
from tailor.core.numerals import DASHES, FIGURE, FRACTIONS, IN_SEVERAL_WORDS, SIGNS, WORDS, either, value

OVERNIGHT: Final = 8 * 3_600
"""Seconds assumed for "overnight"."""

LONGEST: Final = 14 * 86_400
"""In seconds; a longer duration gets no timer."""

MOST_FOUND: Final = 9

_WORDS: Final[Mapping[str, Fraction]] = {
    **{words.replace("-", " "): number for words, number in WORDS.items()},
    "a few": Fraction(3), "quarter": Fraction(1, 4), "quarter of an": Fraction(1, 4),
}  # fmt: skip
_UNSURE_FRACTIONS: Final = frozenset(["2/3", "3/4"])
"""Clear before "hour", but "3/4 minutes" may mean 3 to 4 minutes."""
_SHORT_UNIT: Final = re.compile(r"minutes|mins?|seconds|secs?|s|days", re.IGNORECASE)
_OVER: Final = re.compile(r"(\d+)[/⁄](\d+)")
_UNITS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_SMALLER: Final = {"h": "m", "m": "s"}

_SAID: Final = rf"(?:{IN_SEVERAL_WORDS}|{either(*_WORDS)})".replace(r"\ ", r"[\s-]")
_NUMBER: Final = rf"(?:{FIGURE}|{_SAID}(?=[\s-]))"
_TO: Final = rf"[{DASHES}]|to|or"
_MORE: Final = r"(?:(?:more|further|additional|extra|full|whole|good|solid)\s)?"
_ONE = re.compile(
    rf"(?<![\w.,/°½¼¾⅓⅔⅛])(?P<between>(?<=between\s))?(?P<low>{_NUMBER})"
    rf"(?:-?\s?(?:{_TO}|(?P<slash>[/⁄])|(?(between)and|(?!)))\s?(?P<high>{_NUMBER}))?[\s-]?{_MORE}"
    r"(?P<unit>seconds?|secs?|(?<=\d\s)s|minutes?|mins?|hours?|hrs?|h|days?|d(?=\s\d\d?\s?h))"
    r"(?P<more>,?\s?(?:and\s)?[0-5]?\d\s?(?P<letter>[ms])\b|\s?[0-5]\d(?!\d|\s?[hms])|[\s-]and[\s-]a[\s-](?:half|quarter))?"
    r"(?![\w°½])|\b(?P<night>overnight)\b",
    re.IGNORECASE,
)
_PART_BEFORE = re.compile(
    rf"\d:$|[\w{''.join(SIGNS)}][-‐‑]$|[+−]$|[{''.join(SIGNS)}]\s?$"
    rf"|(?:\d|\b{_SAID})\s?(?:{_TO}|[/⁄+&]|and|plus|minus|less)\s?$"
    r"|\b(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen)\s(?:and\s)?$",
    re.IGNORECASE,
)
"""Text before a match that makes it only the end of a longer number: "1:30", "10 + 5", "a thousand and ten"."""
_PART_AFTER = re.compile(
    rf"[\s-]and[\s-](?:\w+[\s-])?(?:half|thirds?|quarters?)\b|\s?(?:[{''.join(SIGNS)}]|\d{{1,2}}[/⁄:]\d)"
    r"|[\s-](?:ten|fifteen|(?:twen|thir|for|fif)ty)\b"
    rf"|\s?(?:{_TO}|and|[+])\s?\d{{1,2}}:\d",
    re.IGNORECASE,
)
_UNSURE = re.compile(r"\d[.,][1-5]0\s?h", re.IGNORECASE)
"""Ambiguous: "1.30 h" may mean 1 hour 30 minutes or 1.3 hours."""
_NOT_BEFORE = re.compile(r"\b(?:every|each|per)\s$", re.IGNORECASE)
_HOW_OFTEN = re.compile(r"\b(?:once|twice|times)\s$", re.IGNORECASE)
"""How often, before "an hour"; but "2 times 10 minutes" is still a time to wait."""
_NOT_AFTER = re.compile(r"\s(?:old|ago)\b", re.IGNORECASE)
_ONE_MORE = re.compile(rf"an?\s{_MORE}second", re.IGNORECASE)
"""Usually means "another": "in a second bowl". A duration only after a word for waiting, with no noun behind."""
_WAITS = re.compile(r"\b(?:for|wait|pause|hold(?:\sit)?|rest|takes?|about|just|only|within)\s$", re.IGNORECASE)
_THING = re.compile(r"[\s-](?!(?:and|or|then|before|after|until|while|between|so|to|at|with)\b)\w", re.IGNORECASE)
_JOINED = re.compile(r",?\s?(?:and\s)?")
_SHORT = re.compile(r"\b\d+\s?(?:hrs?|h|mins?)$", re.IGNORECASE)
"""A unit whose dot may not end the sentence: "1 hr. 30 mins"."""
_UNIT = re.compile(r"(?<![a-z])(?:sec|min|ho?u?r|day|[smhd]\b)", re.IGNORECASE)
_SPANS = re.compile(rf"\s?(?:{_TO})\s?", re.IGNORECASE)


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
    """The durations in a text, in order, at most `MOST_FOUND`. Code is skipped, since it does its own waiting."""
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
    """Parse a duration that a person typed, a bare number meaning minutes; None unless it is exactly one duration.

    "-1 minutes" and "1/0 minutes" give None, though `durations` may find one minute in them.
    """
    words = " ".join(words.split())
    bare = int(words) if words.isdecimal() and len(words) < 6 else None
    found = durations(words if bare is None else f"{bare} minute{'' if bare == 1 else 's'}")
    rest = found and f"{words[: found[0].start]} {words[found[0].end :]}"
    return found[0] if found and not re.search(r"[\d+−–/-]", rest or "") else None


def _single(text: str) -> Iterator[Duration]:
    for match in _ONE.finditer(text):
        if match["night"]:
            yield Duration(OVERNIGHT, OVERNIGHT, match[0], match.start(), match.end())
            continue
        if _ONE_MORE.fullmatch(match[0]) and not _is_waited(text, match):
            continue
        unit = match["unit"][0].lower()
        ends = _ends(match)
        more, end = _more(text, match, unit)
        if ends and more is not None and not _is_part(text, match):
            least, most = (round(number * _UNITS[unit] + more) for number in ends)
            yield Duration(least, most, text[match.start() : end], match.start(), end)


def _ends(found: re.Match[str]) -> tuple[float, float] | None:
    """The low and the high end of a match, in its unit (equal unless it is a range); None if it is ambiguous."""
    low, high, apart = found["low"], found["high"], found["slash"]
    if over := _OVER.fullmatch(f"{low}/{high}" if apart else low):
        fraction = f"{over[1]}/{over[2]}"
        if fraction in FRACTIONS:
            low, high = fraction, None if apart else high
        elif over[1] == "1" or int(over[2]) > 2 * int(over[1]) or (high and not apart):
            return None  # "1/8 hour", "gas mark 4 / 20 minutes", "5 to 10/15 minutes"
        else:
            low, high = over[1], over[2]
        if low in _UNSURE_FRACTIONS and _SHORT_UNIT.fullmatch(found["unit"]):
            return None
    if any(one and one not in FRACTIONS and _OVER.fullmatch(one) for one in (low, high)):
        return None
    least, most = _number(low), _number(high or low)
    return (least, most) if least <= most else None


def _is_part(text: str, found: re.Match[str]) -> bool:
    """Whether the match starts in the middle of a longer number, or is ambiguous."""
    before = text[max(found.start() - 24, 0) : found.start()]
    parted = re.search(r"\d\s$", before) and re.fullmatch(r"\d{3}", found["low"])  # 1 500
    return bool(parted or _PART_BEFORE.search(before) or _UNSURE.search(found[0]))


def _is_waited(text: str, second: re.Match[str]) -> bool:
    before = text[max(second.start() - 24, 0) : second.start()]
    return bool(_WAITS.search(before)) and not _THING.match(text, second.end())


def _more(text: str, found: re.Match[str], unit: str) -> tuple[float | None, int]:
    """The seconds that follow the unit ("and a half", the rest of "1 h 30" or "1 min 30 s"), and where they end.

    None for the seconds if what follows cannot be parsed, as in "1 minute 30 eggs".
    """
    words, end = found["more"] or "", found.end()
    if words.lower().endswith(("half", "quarter")):
        return _UNITS[unit] * (0.25 if words.lower().endswith("quarter") else 0.5), end
    if not words:
        return 0.0, end
    smaller, letter = _SMALLER.get(unit), (found["letter"] or "").lower()
    if smaller is None:
        return (None, end) if letter else (0.0, found.start("more"))
    if letter not in ("", smaller) or (smaller == "s" and not letter and re.match(r"\s\w", text[end:])):
        return None, end
    return float(re.sub(r"\D", "", words)) * _UNITS[smaller], end


def _together(text: str, before: Duration, after: Duration) -> Duration | None:
    """Merge two neighbours that are one duration: "1 hour 20 minutes", "45 minutes to 1 hour"; else None."""
    gap = text[before.end : after.start]
    gap = gap.removeprefix(".") if _SHORT.search(before.words) else gap
    words = text[before.start : after.end]
    if OVERNIGHT in (before.seconds, after.seconds) and "overnight" in words.lower():
        return None
    if _SPANS.fullmatch(gap) and after.seconds > before.seconds:
        return replace(before, most=after.most, words=words, end=after.end)
    sums = before.seconds == before.most and after.most < before.seconds and _smallest(before) > _smallest(after)
    if sums and _JOINED.fullmatch(gap):
        total = before.seconds + after.seconds
        return replace(before, seconds=total, most=before.seconds + after.most, words=words, end=after.end)
    return None


def _smallest(one: Duration) -> int:
    """The smallest unit named, in seconds: after "1 hour 20 minutes" only seconds can follow, not minutes."""
    return min((_UNITS[unit[0].lower()] for unit in _UNIT.findall(one.words)), default=0)


def _passed_over(text: str, one: Duration) -> bool:
    before, after = text[max(one.start - 24, 0) : one.start], text[one.end :]
    often = _HOW_OFTEN.search(before) and one.words[:1] in "aA"
    return bool(often or _NOT_BEFORE.search(before) or _NOT_AFTER.match(after) or _PART_AFTER.match(after))


def _number(text: str) -> float:
    return float(_WORDS.get(" ".join(text.lower().replace("-", " ").split())) or value(text))
