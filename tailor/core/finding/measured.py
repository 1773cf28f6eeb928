"""Amounts that people give of what they name: the "200 g of" of "no parmesan, only 200 g of cheddar".

They are taken out while a clause is read, so that no unit ends up in the name of a thing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tailor.core.english import singular
from tailor.core.finding import cues
from tailor.core.finding.cues import Word, listed
from tailor.core.finding.foods import is_eaten
from tailor.core.finding.model import Said
from tailor.core.guard.vocabulary import Break

_FIGURE: Final = re.compile(r"(?:\d[\d.,]*|[½¼¾⅓⅔⅛])+(?P<unit>[a-z]*)")
_ARTICLES: Final = ("a", "an")
_LONGEST: Final = 6
"""Most words of an amount: "1 1/2 cups of the"."""


def measured(hint: Sequence[Word]) -> Iterator[range]:
    """Yield the positions of every amount of something: a number with a unit, "a tin of", the "2" of "2 eggs"."""
    at = 0
    while at < len(hint):
        stop = _ends(hint, at)
        if stop > at:
            yield range(at, stop)
        at = max(stop, at + 1)


def limits_all(hint: Sequence[Word], at: int) -> bool:
    """Whether a number with a unit stands here and nothing behind it: "no milk, only 100 ml"."""
    figure = _FIGURE.fullmatch(_plain(hint, at))
    stuck = figure is not None and _is_unit(figure["unit"])
    if not stuck and (figure is None or figure["unit"] or not _is_unit(_plain(hint, at + 1))):
        return False
    return not _plain(hint, at + 2 - stuck)


def without(hint: Sequence[Word], runs: Sequence[range]) -> dict[int, Word]:
    """Return the words that are left without these runs, by position; each keeps the break before its amount."""
    gaps = {run.stop: max(hint[at].gap for at in (run.start, run.stop)) for run in runs}
    gone = {at for run in runs for at in run}
    return {at: replace(one, gap=gaps.get(at, one.gap)) for at, one in enumerate(hint) if at not in gone}


def swapped(said: Sequence[Said], at: Sequence[int], runs: Sequence[range]) -> list[Said]:
    """Return wishes read without amounts, in the positions of the whole clause; [] if no amount is of a swap.

    An amount of the old thing may be only a part of it, so nothing may be changed then.
    """
    before = {run.stop: tuple(run) for run in runs}
    found = [_placed(one, at) for one in said]
    new = [one.wanted[:1] for one in found if one.wanted and one.wanted != one.thing]
    if not any(first in before for (first,) in new):
        return []
    return [_with_amount(one, before) for one in found]


def _placed(said: Said, at: Sequence[int]) -> Said:
    thing, wanted, taken = (tuple(at[one] for one in some) for some in (said.thing, said.wanted, said.taken))
    spared = tuple(tuple(at[one] for one in some) for some in said.spared)
    return replace(said, thing=thing, wanted=wanted, taken=taken, spared=spared)


def _with_amount(said: Said, before: dict[int, tuple[int, ...]]) -> Said:
    new = before.get(said.wanted[0], ()) if said.wanted else ()
    old = before.get(said.thing[0], ()) if said.thing and said.thing != said.wanted else ()
    taken = tuple(sorted({*said.taken, *new, *old}))
    return replace(said, much=new, taken=taken, asked=said.asked or bool(old))


def _ends(hint: Sequence[Word], begin: int) -> int:
    """Return where an amount ends that begins here; `begin` if none does, or if nothing follows it."""
    at, unit = begin, ""
    while at < min(len(hint), begin + _LONGEST) and (at == begin or hint[at].gap < Break.COMMA):
        figure = _FIGURE.fullmatch(hint[at].plain)
        if figure is None and not _is_number_word(hint[at].plain):
            break
        at, unit = at + 1, figure["unit"] if figure else ""
        if unit:
            break
    number = at > begin
    if unit and not _is_unit(unit):
        return begin  # "3rd"
    at += number and _plain(hint, at) in _ARTICLES  # "half a cup"
    at += not number and _plain(hint, begin) in _ARTICLES
    if at == begin:
        return begin
    of = _plain(hint, at + 1) == "of"
    counts = {*listed("people"), *listed("times"), *listed("money")}
    if not unit and _plain(hint, at) not in counts and (_is_unit(_plain(hint, at)) or (number and of)):
        if not number and not of:
            return begin  # "a cup cake"
        unit, at = _plain(hint, at), at + 1
    at += bool(unit) and _plain(hint, at) == "of"
    at += bool(unit) and _plain(hint, at) in ("the", "my")
    return at if _plain(hint, at) and (unit or (number and _is_food_at(hint, at))) else begin


def _is_number_word(word: str) -> bool:
    return word in listed("numbers") and word not in ("an", "single", "couple", "dozen", "hundred")


def _is_unit(word: str) -> bool:
    some = {word, singular(word)}
    return (
        not some.isdisjoint(listed("symbols") | listed("packs") | listed("portioned")) or (word,) in cues.units()
    )


def _plain(hint: Sequence[Word], at: int) -> str:
    """The word here, if it follows without a break."""
    return hint[at].plain if at < len(hint) and hint[at].gap < Break.COMMA else ""


def _is_food_at(hint: Sequence[Word], at: int) -> bool:
    two = _plain(hint, at), _plain(hint, at + 1)
    return any(map(is_eaten, (*two, " ".join(two))))
