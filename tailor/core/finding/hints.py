"""Read wishes out of a clause as people type it, from left to right: cue, then thing, or thing, then cue.

Every content word ends up in one wish or is left over, and of those left only names of known things are used.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import Final

from tailor.core.finding.cued import cue_and_thing, stands_alone, thing_and_cue
from tailor.core.finding.cues import Word, listed
from tailor.core.finding.model import Said
from tailor.core.finding.numbers import measure, number
from tailor.core.finding.reading import Reading, is_counted, is_source, key_of, longest_known, two_known
from tailor.core.finding.relations import ailment, is_appliance, things
from tailor.core.finding.states import circumstance, diet, harms, lacking, loose_allergies, of_an_allergy
from tailor.core.guard import constraints_in
from tailor.core.guard.vocabulary import Break, group, stems
from tailor.core.requirements import has_verb

_WAYS: Final[tuple[Callable[[Reading], bool], ...]] = (
    circumstance,
    number,
    diet,
    measure,
    lacking,
    stands_alone,
    harms,
    thing_and_cue,
    cue_and_thing,
)
"""The readers to try at each word, in this order; each records a wish and moves past it."""


def read(hint: Sequence[Word]) -> list[Said]:
    """Return the wishes of a clause, in the order in which they were read."""
    reading = Reading(hint)
    reading.at = int(len(hint) > 1 and hint[0].plain == "and")  # split from another wish: "and not so hot"
    while reading.at < len(hint):
        if hint[reading.at].idle:
            reading.at += 1
        elif not any(way(reading) for way in _WAYS):
            reading.free.append(reading.at)
            reading.at += 1
    _bring_together(reading)
    allergies = [one for one in reading.said if one.polarity == "allergy-or-health"]
    loose = loose_allergies(reading)
    if loose or any(not (one.diet or one.alone or one.named) for one in allergies):  # nut-free bread is bread
        of_an_allergy(reading, loose)
    wishes = [one for one in reading.said if not one.alone and one.polarity != "skill"]
    said = [part for one in reading.said for part in _parted(one, hint)]
    return [*said, *_mentioned(hint, reading.free, _parts(hint, (at for one in wishes for at in one.taken)))]


def as_asked(said: Said, hint: Sequence[Word], text: frozenset[str]) -> Said:
    """Return the wish of a question, so that what may be fine is shown where it stands ("is the feta ok?").

    Not so for an appliance that the text does not have: "can I make it in a slow cooker?".
    """
    named = (stem for at in said.wanted for stem in stems(hint[at].plain))
    new = is_appliance(things().get(key_of(hint, said.wanted))) and not text.issuperset(named)
    return said if new or said.polarity != "other" else replace(said, wanted=())


def _parts(hint: Sequence[Word], words: Iterable[int]) -> frozenset[int]:
    """Return the positions in every part between commas that has one of these words."""
    starts = [at for at, one in enumerate(hint) if not at or one.gap >= Break.COMMA]
    parts = [range(start, stop) for start, stop in pairwise((*starts, len(hint)))]
    there = frozenset(words)
    return frozenset(at for part in parts if not there.isdisjoint(part) for at in part)


def _parted(said: Said, hint: Sequence[Word]) -> tuple[Said, ...]:
    """Split the wish if somebody is allergic to two things named without a comma: "almonds cashews"."""
    allergic = said.polarity == "allergy-or-health" and not said.diet and not said.alone
    at = two_known(hint, said.thing) if allergic else 0
    parts = said.thing[:at], said.thing[at:]
    ahead = tuple(one for one in said.taken if one not in parts[1])
    both = replace(said, thing=parts[0], taken=ahead), replace(said, thing=parts[1], taken=parts[1])
    return both if at else (said,)


def _bring_together(reading: Reading) -> None:
    """Make one wish of what is missing and what there is: "no cream just milk", "no cream, use milk instead"."""
    found: list[Said] = []
    for one in reading.said:
        last = found[-1] if found else None
        stop = max(one.taken) + 1
        instead = [at for at in (*one.taken, stop) if reading.plain(at) == "instead"]
        lacks = last is not None and last.polarity in ("missing", "without") and last.thing
        only = last is not None and one.polarity == "only" and min(one.taken) == max(last.taken) + 1
        # Not "stapler jammed, all i have is a5", nor "a cheap oven only, ran out of eggs".
        only = only and last is not None and last.taken[-1:] == last.thing[-1:]
        only = only and reading.hint[min(one.taken)].gap < Break.COMMA
        only = only and not has_verb(" ".join(map(reading.plain, one.wanted)))
        only = only and not is_appliance(things().get(key_of(reading.hint, one.wanted)))
        put = one.polarity == "other" and bool(instead or _is_offered(reading, one, last))
        if last and lacks and not last.wanted and one.wanted and (only or put):
            taken = tuple(sorted({*last.taken, *one.taken, *instead}))
            found[-1] = replace(last, wanted=one.wanted, taken=taken)
            reading.free = [at for at in reading.free if at not in instead]
        else:
            found.append(one)
    reading.said = list(_whole_names(found, reading.hint))


def _whole_names(found: Sequence[Said], hint: Sequence[Word]) -> Iterator[Said]:
    """Yield the wishes, with a diet as part of the name of a replacement: "vegan butter instead of butter".

    What somebody may be allergic to is looked for everywhere all the same.
    """
    sort: tuple[int, ...] = ()
    for one, following in zip_longest(found, found[1:]):
        now = replace(one, wanted=(*sort, *one.wanted))
        first = following.wanted[0] if following and following.polarity == "instead" and following.wanted else 0
        whole = first == max(one.taken) + 1 and hint[first].gap < Break.COMMA and (one.diet or one.named)
        sort = one.taken if whole else ()
        said = " ".join(hint[at].plain for at in sort)
        if not any(group(id) == "diet" for id in constraints_in(said)):
            yield now


def _is_offered(reading: Reading, said: Said, last: Said | None) -> bool:
    """Whether it is offered for what is missing: "no thyme use sage", "no buttermilk, can i use yoghurt?"."""
    words = {reading.plain(at) for at in said.taken}
    return last is not None and last.polarity == "missing" and "use" in words


def _is_where(hint: Sequence[Word], run: Sequence[int], free: Sequence[int]) -> bool:
    """Whether everything is to be done in what is named here: "in the air fryer", "let it go in the crockpot"."""
    inside = "in" in {one.plain for one in hint[max(run[0] - 2, 0) : run[0]]}
    return inside or all(at in run or hint[at].plain in listed("stop") for at in free)


def _mentioned(hint: Sequence[Word], free: Sequence[int], taken: Collection[int]) -> Iterator[Said]:
    """Yield wishes for the known things among the words that no cue took.

    Beside another wish (`taken`) they only say what it is about: "the pan has no lid" does not reject the pan.
    """
    bad = tuple(at for at in free if hint[at].plain in listed("bad"))
    ailing = tuple(at for at in free if hint[at].plain in listed("ailing"))
    parts = [at for at in free if hint[at].plain in listed("parts_of_bodies") and not is_counted(hint, at)]
    hurt = [at for at in parts if ailing and ailment(hint[at].plain)]
    yield from (Said("allergy-or-health", thing=(at,), taken=(at, *ailing)) for at in hurt)
    left = [at for at in free if at not in hurt]
    while left:
        run = longest_known(hint, left)
        if run is None:
            left.pop(0)
            continue
        where = hint[run[0] - 1].plain == "in" and run[0] - 2 in free  # "raisins in apple things are yuck"
        where = where or is_source(hint, run[0])
        if where or (len(run) == 1 and hint[run[0]].plain in listed("everyday")):
            left.pop(0)
            continue
        thing, wished = things()[key_of(hint, run)], run[0] in taken
        if "body" in thing.flags and (len(run) > 1 or run[0] not in parts):
            yield Said("allergy-or-health", thing=run, taken=(*run, *ailing))
        elif bad and not wished:
            yield Said("without", thing=run, taken=(*run, *bad))
        elif not wished and is_appliance(thing) and _is_where(hint, run, free):
            yield Said("other", thing=run, wanted=run, taken=run)  # "in the air fryer"
        elif not wished:
            yield Said("amount" if is_counted(hint, run[0]) else "other", thing=run, taken=run, mentioned=True)
        left = [at for at in left if at not in run]
