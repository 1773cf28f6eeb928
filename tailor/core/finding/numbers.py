"""Read the numbers of a clause: people, minutes and money, and the units that somebody wants."""

from typing import Final

from tailor.core.finding import cues
from tailor.core.finding.cues import listed
from tailor.core.finding.limits import is_how_often
from tailor.core.finding.model import Polarity, Said
from tailor.core.finding.reading import COUNTED, Reading, is_number
from tailor.core.guard.vocabulary import Break

_INTO: Final = ("in", "into", "to")
"""Words before the name of a wished measure."""


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
    while begin - 1 in reading.free and reading.plain(begin - 1) in listed("before_numbers"):
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
