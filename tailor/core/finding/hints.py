"""Read wishes out of a clause as people type it, from left to right: cue, then thing, or thing, then cue.

Every content word ends up in one wish or is left over, and of those left only names of known things are used.
`cued` reads wishes with a cue; here are those without: numbers, units, circumstances, diets, "nutfree", and
whatever an allergy is about.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile, zip_longest
from typing import Final

from tailor.core.finding import cues, measured
from tailor.core.finding.cued import cue_and_thing, stands_alone, thing_and_cue
from tailor.core.finding.cues import Word, listed
from tailor.core.finding.foods import foods_of, is_eaten
from tailor.core.finding.limits import is_how_often
from tailor.core.finding.model import Polarity, Said
from tailor.core.finding.reading import (
    COUNTED,
    LONGEST,
    Reading,
    is_counted,
    is_known,
    is_number,
    is_source,
    key_of,
    longest_known,
    two_known,
)
from tailor.core.finding.relations import ailment, is_appliance, key, things
from tailor.core.guard.constraints import constraints_in
from tailor.core.guard.vocabulary import Break, group, stems
from tailor.core.requirements import has_verb

_INTO: Final = ("in", "into", "to")
"""Words before the name of a wished measure."""


def read(hint: Sequence[Word]) -> list[Said]:
    """Return the wishes of a clause, in the order in which they were read.

    What is put in the place of another thing is read without its amount: "swap butter for 3 tbsp of oil".
    """
    runs = [*measured.measured(hint)]
    bare = measured.without(hint, runs)
    return (measured.swapped(_read([*bare.values()]), [*bare], runs) if runs else []) or _read(hint)


def _read(hint: Sequence[Word]) -> list[Said]:
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
    left, begin = [at for at in free if at not in hurt], 0
    while begin < len(left):
        run = longest_known(hint, left[begin : begin + LONGEST])
        begin += 1
        if run is None:
            continue
        where = hint[run[0] - 1].plain == "in" and run[0] - 2 in free  # "raisins in apple things are yuck"
        where = where or is_source(hint, run[0])
        if where or (len(run) == 1 and hint[run[0]].plain in listed("everyday")):
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
        begin += len(run) - 1


def number(reading: Reading) -> bool:
    """Read a number: "12 people", "party of 12", "were only two", "20 minutes", "10 euros"."""
    if not is_number(reading.plain(reading.at)):
        return False
    after, stop = reading.plain(reading.at + 1), reading.at + 2
    if reading.plain(stop) in ("old", "pregnant") or reading.circumstance_at(reading.at + 1):
        return False  # "10 months old" is no time limit, nor is "an hour a week"
    if after in ("months", "weeks", "years") and reading.circumstance_at(stop):
        return False  # "6 months sober"
    if is_how_often(" ".join(reading.plain(at) for at in range(reading.at, reading.at + 4))):
        return False
    if after in listed("between") and reading.plain(reading.at + 2):
        after, stop = reading.plain(reading.at + 2), reading.at + 3
    joined = reading.plain(reading.at - 1) in listed("joiners") and reading.plain(reading.at - 2) not in listed(
        "people"
    )
    no_people = reading.plain(reading.at - 1) in listed("owned") or reading.plain(reading.at) == "one"
    no_people = no_people or (joined and after in listed("persons"))  # "a night job and 3 kids"
    for name, polarity in COUNTED:
        some = reading.plain(stop) in listed("some_of") and reading.plain(stop + 1) not in ("coming", "here")
        if name == "times" and not _is_limit(reading, reading.at, stop):
            continue
        if after in listed(name) and not ((no_people or some) and name == "people"):
            return _counted(reading, polarity, stop)
    begin = reading.at - 1
    while reading.plain(begin) in ("about", "around", "just", "only"):
        begin -= 1
    before = {reading.plain(begin), reading.plain(reading.at - 1)}
    if reading.plain(begin) == "of" and reading.plain(begin - 1) not in listed("before_numbers"):
        return False  # nobody cooks for a town of 300
    if before & listed("for_how_many") and not reading.phrase(reading.at + 1):
        return _counted(reading, "amount", reading.at + 1)
    return False


def _is_limit(reading: Reading, begin: int, stop: int) -> bool:
    """Whether a time is all there is: "i have 20 minutes", but not "carry it 2 hours on the train"."""
    near = [*range(max(begin - 4, 0), begin), *range(stop, stop + 2)]
    said = {reading.plain(at) for at in near if reading.plain(at + 1) != "to"}  # "have to carry it 2 hours"
    alone = (
        stop >= len(reading.hint) or reading.hint[stop].gap >= Break.COMMA
    )  # "with a stick, 10 days, no trains"
    if alone and reading.hint[begin].gap >= Break.COMMA:
        return True
    return begin == 0 or reading.plain(begin - 1) in listed("limiting_next") or bool(said & listed("limiting"))


def _counted(reading: Reading, polarity: Polarity, stop: int) -> bool:
    """Record a number, with "party of" before it."""
    begin = reading.at
    while reading.is_free(begin - 1) and reading.plain(begin - 1) in listed("before_numbers"):
        begin -= 1
    if polarity == "other":  # "300 euro budget"
        stop += reading.plain(stop) in listed("before_numbers")
        thing, taken = tuple(range(reading.at, stop)), tuple(range(begin, stop))
        return reading.tell(stop, Said(polarity, thing=thing, taken=taken, alone=True))
    return reading.tell(stop, Said(polarity, taken=tuple(range(begin, stop))))


def measure(reading: Reading) -> bool:
    found = cues.unit_at(reading.hint, reading.at)
    if found is None or is_number(before := reading.plain(reading.at - 1)) or before in ("a", "per", "of"):
        return False
    if len(found[0][0]) == 1 and before not in _INTO:
        return False  # "vitamin c"
    named = tuple(range(reading.at, reading.at + len(found[0])))
    if reading.plain(named[-1] + 1) == "of":
        return False  # "the cup of flour" is flour
    ahead = {reading.plain(at) for at in range(max(reading.at - 4, 0), reading.at)}
    behind = {reading.plain(at) for at in range(named[-1] + 1, named[-1] + 4)}
    refused = not (listed("refusing").isdisjoint(ahead) and listed("puzzling").isdisjoint(behind))
    last = reading.said[-1] if reading.said else None
    if last and last.system.startswith("no ") and max(last.taken) == named[0] - 2:
        refused = refused or reading.plain(named[0] - 1) in listed("joiners")  # "i dont do cups and ounces"
    system = f"no {found[1]}" if refused else found[1]
    return reading.tell(named[-1] + 1, Said("unit", thing=named, system=system))


def circumstance(reading: Reading) -> bool:
    """Read words that are a wish alone: "i rent", "bad knees", "low sodium"."""
    if reading.plain(reading.at - 1) in ("not", "no") or _is_left_behind(reading):
        return False
    run = reading.circumstance_at(reading.at)
    if not run or (reading.plain(run[0]) in ("cant", "cannot") and _has_object(reading, run[-1] + 1)):
        return False
    if any(_says_more(reading, at, run[-1]) for at in run):
        return False
    counts = listed("sized") | listed("times") | listed("people") | listed("money")
    if is_number(reading.plain(run[-1])) and reading.plain(run[-1] + 1) in counts:
        return False  # "16 stone" is no age, nor is "15 min"
    thing = things()[key_of(reading.hint, run)]
    if is_source(reading.hint, reading.at):
        return False
    ailing = [
        at
        for at in (reading.at - 2, reading.at - 1)
        if reading.plain(at) in listed("ailing")
        and all(one.gap < Break.COMMA for one in reading.hint[at + 1 : reading.at + 1])  # "bad back, toddler"
    ]
    counted = is_number(reading.plain(reading.at - 1)) and reading.plain(run[0]) not in listed("stop")
    along = [reading.at - 1] if counted and len(run) > 1 else []  # not the four of "family of 4 with a baby"
    reading.free = [at for at in reading.free if at not in (*ailing, *along)]
    taken = (*sorted({*ailing, *along}), *run)  # "5 months pregnant"
    polarity: Polarity = "other" if thing.strain else "without"
    polarity = "allergy-or-health" if "body" in thing.flags else polarity
    if along and reading.plain(run[0]) in listed("times") and reading.plain(run[-1]) == "day":
        # "25 min a day" is also about steps that take longer
        reading.said.append(Said("time", taken=taken[:2]))
    return reading.tell(run[-1] + 1, Said(polarity, thing=run, taken=taken, alone=True))


def _says_more(reading: Reading, at: int, last: int) -> bool:
    """Whether the words from here to beyond the last one are a wish: "short on time" is not "short"."""
    cue = cues.cue_at(reading.hint, at, "alone")
    return cue is not None and at + len(cue.words) - 1 > last


def _has_object(reading: Reading, at: int) -> bool:
    """Whether an object follows, to which it is limited: somebody who cannot read maps can read."""
    near = at < len(reading.hint) and reading.hint[at].gap < Break.COMMA
    if not near or reading.plain(at) in listed("adjectives"):
        return False
    named = reading.phrase(at) if reading.plain(at - 1) in listed("done_with_a_thing") else (at,)
    return len(named) > 1 or is_known(reading.hint, (at,))  # "cant read sheet music"


def _is_left_behind(reading: Reading) -> bool:
    """Whether an animal begins here that is said to be absent: "we don't take the dog", "without our cat"."""
    thing = things().get(key(reading.plain(reading.at)))
    if thing is None or "listed" not in thing.flags:
        return False
    near = range(reading.at, max(reading.at - 5, 0), -1)
    start = next((at for at in near if reading.hint[at].gap >= Break.COMMA), max(reading.at - 5, 0))
    before = " ".join(reading.plain(at) for at in range(start, reading.at))
    return cues.pattern("left_behind", "pattern").search(before) is not None


def diet(reading: Reading) -> bool:
    size = reading.diet_at(reading.at)
    if not size or is_source(reading.hint, reading.at):
        return False
    none = reading.plain(reading.at - 1) == "no" and reading.hint[reading.at].gap < Break.COMMA
    if none and size == 1 and foods_of(reading.plain(reading.at)):
        return False  # "no grapefruit" is no diet
    denied = none or reading.is_denied(reading.at) or _is_left_behind(reading)
    polarity: Polarity = "other" if denied else "allergy-or-health"
    named = tuple(range(reading.at, reading.at + size))
    wished = polarity != "other"
    return reading.tell(reading.at + size, Said(polarity, thing=named, diet=wished, mentioned=not wished))


def lacking(reading: Reading) -> bool:
    """Read a word for the lack of a food: "cheeseless", "nutfree"."""
    word = reading.plain(reading.at)
    bare = word.removesuffix("less") if word.endswith("less") else word.removesuffix("free")
    if bare == word or not foods_of(bare):
        return False
    return reading.tell(reading.at + 1, Said("without", thing=(reading.at,), named=True))


def loose_allergies(reading: Reading) -> list[int]:
    """Return words of an allergy with nothing right beside them, if all else are foods: "eggs, allergic"."""
    found = [at for at in reading.free if _is_of_an_allergy(reading, at)]
    known = {*found, *(at for begin in reading.free for at in _food_at(reading, begin))}
    dull = listed("stop") | listed("persons") | listed("joiners") | listed("small") | listed("being")
    others = (at for at in reading.free if at not in known and reading.plain(at) not in dull)
    return found if all(reading.hint[at].typed[:1].isupper() for at in others) else []


def _food_at(reading: Reading, begin: int) -> tuple[int, ...]:
    """Return the longest name of a food in the free words that begins here, or ()."""
    runs = filter(None, (reading.free_from(begin, size) for size in (3, 2, 1)))
    return next((run for run in runs if is_eaten(" ".join(map(reading.plain, run)))), ())


def _is_of_an_allergy(reading: Reading, at: int) -> bool:
    sides = (cues.cue_at(reading.hint, at, "after"), cues.cue_at(reading.hint, at, "before"))
    some = any(cue is not None and cue.polarity == "allergy-or-health" for cue in sides)
    return some and not reading.is_denied(at, "before_denied_states")


def of_an_allergy(reading: Reading, loose: Sequence[int]) -> None:
    """Record every food that the guard hears refused in the clause, skipping the person who must not eat it.

    `loose`: words of an allergy with nothing right beside them ("eggs, allergic"), perhaps about an unknown food.
    """
    asked = frozenset(constraints_in(" ".join(one.plain for one in reading.hint)))
    for at in tuple(reading.free):
        run = _food_at(reading, at) or (at,)
        name = " ".join(map(reading.plain, run))
        ids = frozenset(id for id in constraints_in(f"allergic to {name}") if group(id) == "allergen")
        if reading.is_free(at) and (ids <= asked if ids else loose and is_eaten(name)):
            reading.free = [one for one in reading.free if one not in (*run, *loose)]
            reading.said.append(Said("allergy-or-health", thing=run, taken=(*run, *loose)))
        elif reading.is_free(at) and reading.said and _is_who(reading, at):
            reading.free.remove(at)
            reading.said[0] = replace(reading.said[0], taken=(*reading.said[0].taken, at))


def _is_who(reading: Reading, at: int) -> bool:
    """Whether this names the person who has it: "my daughter Lotte is", "Lotte and Max are"."""
    typed = reading.hint[at].typed.casefold()  # "Lotte" is no latte
    name = reading.hint[at].typed[:1].isupper() or reading.plain(at - 1) in listed("small")
    if not name or key(typed) in things() or foods_of(typed) or typed in listed("everyday"):
        return False
    after = at + 1
    while reading.plain(after) in listed("joiners") or (
        reading.is_free(after) and reading.plain(after) not in listed("stop")
    ):
        after += 1
    return reading.is_somebodys(at) or reading.plain(after) in listed("being")


def harms(reading: Reading) -> bool:
    """Read a food at the beginning that harms somebody: "milk upsets him", "eggs are a nightmare for her"."""
    begin = reading.at
    if begin and reading.hint[begin].gap < Break.COMMA and reading.plain(begin - 1) not in listed("joiners"):
        return False
    while reading.plain(begin) in listed("fillers") | listed("adjectives"):
        begin += 1
    sizes = (size for size in (3, 2, 1) if begin + size <= len(reading.hint))
    names = (tuple(range(begin, begin + size)) for size in sizes)
    thing = next((run for run in names if is_eaten(" ".join(map(reading.plain, run)))), ())
    if not thing:
        return False
    at = thing[-1] + 1
    while reading.plain(at) in _MAY:
        at += 1
    stop = 0 if cues.cue_at(reading.hint, at, "after") else _harm_ends(reading, at)
    return bool(stop) and reading.tell(stop, Said("without", thing, taken=(*thing, *range(thing[-1] + 1, stop))))


_MAY: Final = frozenset(["can", "could", "will", "would", "really", "always"])


def _harm_ends(reading: Reading, at: int) -> int:
    """Return where the words for a harm end, else 0: "burns nans mouth", "makes my lips tingle"."""
    behind = range(at + 1, min(at + 7, len(reading.hint)))
    near = [*takewhile(lambda one: reading.hint[one].gap < Break.COMMA, behind)]
    verb, whom = reading.plain(at), any(reading.plain(one) in listed("harmed") for one in near[:1])
    ills = listed("dreaded") | listed("ailed") | listed("bad")
    ill = [one for one in near if reading.plain(one) in ills]
    if verb in listed("harming") and (whom or any(one <= at + 2 for one in ill)):
        return (ill or near)[-1 if ill else 0] + 1
    if verb in listed("giving") and whom and (ill or [*map(reading.plain, near[1:2])] == ["off"]):
        return (ill or near[1:])[-1 if ill else 0] + 1
    dread = [one for one in ill if reading.plain(one) in listed("dreaded")]
    return dread[-1] + 1 if verb in ("is", "are") and dread else 0


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
