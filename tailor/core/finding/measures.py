"""Where a text measures what a wish is about: unwanted units, times that are too long, loads."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from tailor.core.durations import Duration, durations
from tailor.core.finding import cues
from tailor.core.finding.limits import is_how_often
from tailor.core.finding.model import Place
from tailor.core.finding.relations import Thing
from tailor.core.finding.relations import read as read_data
from tailor.core.finding.texts import Text
from tailor.core.numerals import value
from tailor.core.procedure import PARTS

_DAY: Final = 86_400
_WEEK: Final = 7 * _DAY
_SECONDS: Final = {"day": _DAY, "week": _WEEK, "fortnight": 2 * _WEEK, "month": 30 * _DAY, "year": 365 * _DAY}
_LONG: Final = 3 * 3_600
"""Seconds from which a time that is only named, such as tonight, can be filled by several steps together."""
_FRACTION: Final = re.compile(r"\d+/\d|[½¼¾⅓⅔⅛⅜⅝⅞]")
_WHOLE: Final = re.compile(r"(?<![\d./,])\d{1,4}[ -]?\Z")
"""The whole number before a fraction: the 3 of "3 1/2 cups"."""
_LIFTING: Final = frozenset(["lift", "carry"])


def in_other_units(read: Sequence[Text], system: str, word: str) -> Iterator[Place]:
    """Yield where a measure in an unwanted system stands: in any other than this, or with "no " in this one."""
    refused, word = system.startswith("no "), word.removeprefix("use ")
    sorts = ((sort, some) for sort, some in read_data("hints.toml")["sorts"].items())
    one = next((sort for sort, some in sorts if word in some), system.removeprefix("no "))
    for other in (one,) if refused else read_data("hints.toml")["rather"][one]:
        yield from matching(read, ("quantities", other), f"in {word}" if refused else f"not in {word}")


def matching(read: Sequence[Text], pattern: tuple[str, str], why: str) -> Iterator[Place]:
    for text in read:
        found = cues.pattern(*pattern).search(text.text)
        if found is not None and text.part is not None:
            whole = _WHOLE.search(text.text, 0, found.start()) if _FRACTION.match(found.group().lstrip()) else None
            word = text.text[whole.start() if whole else found.start() : found.end()]
            yield Place(text.part, text.step, word.strip(), why)


def _limit(said: str) -> int | None:
    """Return the seconds of a time that was said ("20 minutes", "2 weeks", "tonight"), or None."""
    exact = next(chain((one.most for one in durations(said)), _spans(said)), None)
    named: int | None = read_data("hints.toml")["limits"].get(said.split(" ")[-1] if said else "")
    return exact or named


def longer(read: Sequence[Text], said: str) -> Iterator[Place]:
    """Yield steps that take at least the time said, or all that take time if only their sum exceeds it.

    Nothing without a time. A mere hurry is no time that steps could add up to.
    """
    limit, told = _limit(said), any(durations(said))
    if limit is None:
        return
    timed = [(text, some) for text in read if text.part == "steps" and (some := _lasting(text.text))]
    short = [(text, one) for text, some in timed for one in some if one.seconds < limit]
    together = sum(one.seconds for _, one in short) > limit and bool(told or limit >= _LONG)
    for text in read if limit else ():
        some = _lasting(text.text)
        long = next((one.words for one in some if one.seconds >= limit), "")
        word = long or _long_span(text.text, limit)
        if word and text.part in PARTS and not _keeps(text.text, word):
            yield Place(text.part, text.step, word, f"not shorter than “{said}”")
        elif together and some and text.part == "steps":
            yield Place("steps", text.step, some[0].words, f"together with the other steps, longer than “{said}”")


def _long_span(text: str, limit: int) -> str:
    """Return the words for days, weeks or months that last at least this many seconds, or ""."""
    weeks = cues.pattern("servings", "weeks").search(text) if limit < _WEEK else None
    if weeks is not None or limit < _DAY:
        return weeks.group() if weeks is not None else ""
    spans = cues.pattern("servings", "spans").finditer(text)
    return next((one.group() for one in spans if _is_over(one, limit)), "")


def _is_over(span: re.Match[str], limit: int) -> bool:
    """Whether so many days or weeks reach the limit; "day 3" is the last of three days, and must exceed it."""
    seconds = max(_spans(span.group()), default=0)
    return seconds > limit if span["nth"] else seconds >= limit


def _spans(text: str) -> Iterator[int]:
    """Yield the seconds of each number of days, weeks, months or years; of "week 8", those up to its end."""
    for one in cues.pattern("servings", "spans").finditer(text):
        unit, many = (one["unit"] or one["named"]).casefold(), one["high"] or one["low"] or one["nth"]
        yield round(value(many.casefold()) * _SECONDS[unit.rstrip("s")])


def _lasting(text: str) -> list[Duration]:
    """Return the times of a text, without how often something happens and how long it keeps."""
    some = (one for one in durations(text) if not is_how_often(text[one.start :]))
    return [one for one in some if not _keeps(text, one.words)]


def _keeps(text: str, word: str) -> bool:
    return cues.pattern("servings", "keeps").search(text.partition(word)[0]) is not None


def heavy(read: Sequence[Text], thing: Thing, said: str, there: Sequence[Place]) -> Iterator[Place]:
    """Yield what the text says is heavy, for somebody who must not lift, where nothing was found already."""
    if _LIFTING.isdisjoint((*thing.strain, *thing.done)):
        return
    known = {(one.part, one.step) for one in there}
    for one in matching(read, ("measures", "heavy"), f"heavy: found because you said “{said}”"):
        if (one.part, one.step) not in known:
            yield one
