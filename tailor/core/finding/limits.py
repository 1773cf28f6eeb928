"""Compare numbers of a hint with those of the text: 45 kg and "no more than 10 kg", an oven's 220 and 240 °C.

Sizes are compared only for the same thing ("15 x 20 dish"). Also where a text measures what a wish is about:
unwanted units, times that are too long, loads.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Final

from tailor.core.durations import Duration, durations
from tailor.core.english import singular
from tailor.core.finding import cues
from tailor.core.finding.cues import split
from tailor.core.finding.foods import is_food
from tailor.core.finding.harmless import BETWEEN
from tailor.core.finding.model import Place, Wish
from tailor.core.finding.relations import Thing, filled
from tailor.core.finding.relations import read as read_data
from tailor.core.finding.texts import Text
from tailor.core.numerals import value
from tailor.core.procedure import PARTS

_NEAR: Final = 40
"""Characters before a number in which words that limit it are looked for."""
_OVEN: Final = range(40, 551)
"""Plausible degrees of an oven."""
_CELSIUS: Final = 300
"""Degrees up to which an oven temperature without a unit is in °C."""
_WORDS_BETWEEN: Final = 3
"""Words that may stand between a size and its thing: 20 cm round cake tin."""
_ROUNDED: Final = 0.05
"""Relative difference up to which sizes are the same, in inches and in centimetres."""
_SIDES: Final = ((r"in|[″\"]", 2.54), ("mm", 0.1), (r"(?<!c)m\b", 100))
"""Centimetres per unit in which sides are given."""
_MORE: Final = 1.001
"""Factor from which a number is more, and not just rounded."""

_SAID: Final = ("stops", "tops")
"""Verbs of a limit that are left among the words not understood."""
_CAPPED: Final = ("weight", "heat", "power")
"""What is shown beside a limit of the text even if the person keeps to it."""

_DAY: Final = 86_400
_WEEK: Final = 7 * _DAY
_SECONDS: Final = {"day": _DAY, "week": _WEEK, "fortnight": 2 * _WEEK, "month": 30 * _DAY, "year": 365 * _DAY}
_LONG: Final = 3 * 3_600
"""Seconds from which a time that is only named, such as tonight, can be filled by several steps together."""
_FRACTION: Final = re.compile(r"\d+/\d|[½¼¾⅓⅔⅛⅜⅝⅞]")
_WHOLE: Final = re.compile(r"(?<![\d./,])\d{1,4}[ -]?\Z")
"""The whole number before a fraction: the 3 of "3 1/2 cups"."""
_LIFTING: Final = frozenset(["lift", "carry"])


@dataclass(frozen=True, slots=True)
class _Measure:
    sort: str
    numbers: tuple[float, ...]
    """In the base unit of its sort; for a size, all sides, the smallest first."""
    words: str
    start: int
    end: int

    def is_like(self, other: "_Measure") -> bool:
        both = zip(self.numbers, other.numbers, strict=False)
        return self.sort == other.sort and all(abs(one - two) <= _ROUNDED * one for one, two in both)

    def exceeds(self, other: "_Measure") -> bool:
        return self.numbers[0] > other.numbers[0] * _MORE


@cache
def _pattern(name: str) -> re.Pattern[str]:
    data = read_data("limits.toml")
    return re.compile(filled(data["patterns"][name], data["parts"]), re.IGNORECASE)


@cache
def _measure() -> re.Pattern[str]:
    units = "|".join(one for some in read_data("limits.toml")["units"].values() for one in some)
    size, number = _pattern("size").pattern, _pattern("number").pattern
    one = rf"(?P<size>{size})|(?<![\w.,/])(?P<n>{number})[ -]?(?P<unit>{units})(?!\w)"
    return re.compile(one, re.IGNORECASE)


def against(read: Sequence[Text], words: str) -> Iterator[Wish]:
    """Yield a wish for each number of the hint that does not fit some place in the text."""
    plain = re.sub(r"['’]", "", words)
    for one in _measures(plain, hint=True):
        nouns, how = _nouns(plain, one), _limiting(plain, one)
        if one.sort == "weight" and any(map(is_food, nouns)):
            continue  # the amount of a food is how much is made, not a limit
        places = tuple(_unfit(read, one, nouns, limits=bool(how)))
        if places:
            ovens = _pattern("ovens").findall(plain) if one.sort == "heat" else []
            sized = _pattern("sized").findall(plain)
            yield _told(one.words, places, [*nouns, *ovens], (*how, *sized, *ovens), ovens)
    if now := _pattern("now").search(plain):
        yield from _first_of_each(read, "month", now["month"], now[0].split())
    if often := _pattern("often").search(plain):
        yield from _first_of_each(read, "each", often[0], _limiting(plain, often))


def is_how_often(words: str) -> bool:
    """Whether these words say how often, which is no limit on time: "2 days a week"."""
    return _pattern("often").match(words) is not None


def _told(
    named: str, places: Sequence[Place], beside: Sequence[str], how: Sequence[str], ovens: Sequence[str] = ()
) -> Wish:
    """Return the wish, named after the thing measured, with the words that say how it is meant."""
    there = {singular(one.plain) for place in places for one in split(place.word)}
    things = [one for one in beside if _alike([one]) & there or one in ovens]
    taken = tuple(dict.fromkeys(one.typed for words in (named, *things, *how) for one in split(words)))
    if things:
        why = f"your “{things[-1]}” is a different one"
        places = [replace(one, why=f"{one.word}: {why}") for one in places]
    called = things[-1] if things else named
    return Wish("other", called, words=taken, places=tuple(places), recognised=True, sized=True)


def _first_of_each(read: Sequence[Text], name: str, said: str, how: Sequence[str]) -> Iterator[Wish]:
    found = ((text, _pattern(name).search(text.text)) for text in read)
    places = tuple(_place(text, one[0], said) for text, one in found if one and text.part)
    if places:
        yield _told(said, places, (), how)


def _measures(text: str, *, hint: bool = False) -> Iterator[_Measure]:
    ovens = hint and _pattern("ovens").search(text)
    for one in _measure().finditer(text):
        if one["size"]:
            worth = next((many for unit, many in _SIDES if re.search(unit, one[0], re.IGNORECASE)), 1)
            sides = sorted(_number(side) * worth for side in re.findall(_pattern("number").pattern, one[0]))
            yield _Measure("size", tuple(sides), one[0], one.start(), one.end())
        elif len(one["unit"]) > 1 or one["unit"].casefold() not in "cf" or ovens or one["unit"].isupper():
            yield _Measure(*_in_base(one["n"], one["unit"].casefold()), one[0], one.start(), one.end())
    for one in _pattern("degrees").finditer(text) if ovens else ():
        if int(one["n"]) in _OVEN:
            yield _Measure(*_in_base(one["n"], "degrees"), one[0], one.start(), one.end())


def _in_base(number: str, unit: str) -> tuple[str, tuple[float, ...]]:
    """Return the sort of a unit, and the number in the base unit of that sort."""
    rows = ((sort, *row) for sort, some in read_data("limits.toml")["units"].items() for row in some.items())
    sort, worth = next((sort, worth) for sort, names, worth in rows if re.fullmatch(names, unit))
    many = _number(number)
    if sort != "heat":
        return sort, (many * worth,)
    celsius = worth == 1 or (not worth and many <= _CELSIUS)
    return sort, (many if celsius else (many - 32) / 1.8,)


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _limiting(text: str, one: "_Measure | re.Match[str]") -> tuple[str, ...]:
    """Return the words that say that there cannot be more than this, or ()."""
    start, end = (one.start, one.end) if isinstance(one, _Measure) else one.span()
    before = _pattern("most").search(text[max(start - _NEAR, 0) : start])
    after = _pattern("or_less").match(text, end)
    words = " ".join(found[0] for found in (before, after) if found).split()
    return tuple(word for word in words if word not in _SAID)


def _nouns(text: str, one: _Measure) -> list[str]:
    """Return the words beside a measure that may name what is measured: "drill bit only 6 mm", "one 26 cm tin"."""
    near = [*split(text[: one.start])[-5:], *split(text[one.end :])[:3]]
    named = (word.plain for word in near if len(word.plain) > 2 and word.plain not in BETWEEN)
    return [word for word in named if not word.isdigit()]


def _unfit(read: Sequence[Text], said: _Measure, nouns: Sequence[str], *, limits: bool) -> Iterator[Place]:
    """Yield where the text measures what does not fit the hint; for a named thing, wherever its size differs."""
    texts = [(text, one) for text in read if text.part for one in _measures(text.text)]
    if said.sort in ("size", "length"):
        sizes = ((text, one) for text, one in texts if one.sort in ("size", "length"))
        named = [(text, one, end) for text, one in sizes if (end := _named_to(text.text, one, nouns, said.sort))]
        for text, one, end in named:
            if not one.is_like(said):
                yield _place(text, text.text[one.start : end], said.words)
        if named:
            return
    for text, one in texts:
        before = text.text[max(one.start - _NEAR, 0) : one.start]
        most = _pattern("most").search(before)
        least = _pattern("least").search(before) if most is None else None
        cap = most or least
        over = one.exceeds(said) if limits or least else said.exceeds(one) or said.sort in _CAPPED
        if one.sort == said.sort == "size" and not one.is_like(said):
            yield _place(text, one.words, said.words)
        elif one.sort == said.sort != "size" and over and (bool(least) if limits and cap else limits != bool(cap)):
            yield _place(text, text.text[one.start - len(cap[0] if cap else "") : one.end], said.words)


def _named_to(text: str, one: _Measure, nouns: Sequence[str], sort: str) -> int:
    """Return where the name of the measured thing ends, if it is one of these; else 0."""
    things = _alike(nouns)
    for size in range(1, _WORDS_BETWEEN + 2):
        behind = re.compile(rf"(?:[ -]\w+){{{size}}}\b").match(text, one.end)
        if behind and singular(re.split("[ -]", behind[0])[-1].casefold()) in things:
            return behind.end()
    ahead = re.search(r"(\w+)(?:,| of)(?: about)? ?$", text[max(one.start - _NEAR, 0) : one.start])
    own = ahead and one.sort == sort and singular(ahead[1].casefold()) in things  # "1 tin, 23 cm"
    return one.end if own else 0


def _alike(nouns: Sequence[str]) -> frozenset[str]:
    """Return the stems; if one is something to bake in, all such things too: a tin is a pan elsewhere."""
    things = frozenset(map(singular, nouns))
    vessels = frozenset(read_data("limits.toml")["vessels"]["names"])
    return things | vessels if things & vessels else things


def _place(text: Text, word: str, said: str) -> Place:
    assert text.part is not None
    return Place(text.part, text.step, word.strip(), f"{word.strip()}: you said “{said}”")


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
