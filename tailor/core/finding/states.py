"""Wishes without any cue: circumstances, diets, "nutfree", and whatever an allergy is about."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from tailor.core.finding import cues
from tailor.core.finding.cues import listed
from tailor.core.finding.model import Polarity, Said
from tailor.core.finding.reading import Reading, is_known, is_number, is_source, key_of
from tailor.core.finding.relations import key, things
from tailor.core.finding.search import foods_of, is_eaten
from tailor.core.guard.constraints import constraints_in
from tailor.core.guard.vocabulary import Break, group


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
    along = [reading.at - 1] if is_number(reading.plain(reading.at - 1)) and len(run) > 1 else []
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
    foods = {at for begin in reading.free for at in _food_at(reading, begin)}
    dull = listed("stop") | listed("persons") | listed("joiners") | listed("small") | listed("being")
    others = (at for at in reading.free if at not in (*found, *foods) and reading.plain(at) not in dull)
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
        if at in reading.free and (ids <= asked if ids else loose and is_eaten(name)):
            reading.free = [one for one in reading.free if one not in (*run, *loose)]
            reading.said.append(Said("allergy-or-health", thing=run, taken=(*run, *loose)))
        elif at in reading.free and reading.said and _is_who(reading, at):
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
        after in reading.free and reading.plain(after) not in listed("stop")
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
