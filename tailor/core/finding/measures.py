"""Where a text measures what a wish is about: units that are not wished, too long times, loads."""

from collections.abc import Iterator, Sequence
from typing import Final

from tailor.core.durations import Duration, durations
from tailor.core.finding import cues
from tailor.core.finding.model import Place
from tailor.core.finding.relations import Thing
from tailor.core.finding.relations import read as read_data
from tailor.core.finding.texts import Text
from tailor.core.procedure import PARTS

_WEEK: Final = 7 * 86_400
_LONG: Final = 3 * 3_600
"""Seconds from which a time that is only named, such as tonight, is one that steps may fill together."""
_LIFTING: Final = frozenset(["lift", "carry"])


def in_other_units(read: Sequence[Text], system: str, word: str) -> Iterator[Place]:
    """Where a measure stands that is not wished: another than this, or with "no " this one."""
    refused, word = system.startswith("no "), word.removeprefix("use ")
    sorts = ((sort, some) for sort, some in read_data("hints.toml")["sorts"].items())
    one = next((sort for sort, some in sorts if word in some), system.removeprefix("no "))
    for other in (one,) if refused else read_data("hints.toml")["rather"][one]:
        yield from matching(read, ("quantities", other), f"in {word}" if refused else f"not in {word}")


def matching(read: Sequence[Text], pattern: tuple[str, str], why: str) -> Iterator[Place]:
    for text in read:
        found = cues.pattern(*pattern).search(text.text)
        if found is not None and text.part is not None:
            yield Place(text.part, text.step, found.group().strip(), why)


def longer(read: Sequence[Text], said: str) -> Iterator[Place]:
    """Steps that take as long as the time that was said, or longer; all that take time if it is only together.

    None without a time. Whoever is in a hurry names none that steps could add up to.
    """
    told = next((one.most for one in durations(said)), None)
    limit = told or read_data("hints.toml")["limits"].get(said.split(" ")[-1] if said else "")
    if limit is None:
        return
    timed = [(text, some) for text in read if text.part == "steps" and (some := _lasting(text.text))]
    short = [(text, one) for text, some in timed for one in some if one.seconds < limit]
    together = sum(one.seconds for _, one in short) > limit and bool(told or limit >= _LONG)
    for text in read if limit else ():
        some = _lasting(text.text)
        long = next((one.words for one in some if one.seconds >= limit), "")
        weeks = cues.pattern("servings", "weeks").search(text.text)
        word = long or (weeks.group() if weeks is not None and limit < _WEEK else "")
        if word and text.part in PARTS and not _keeps(text.text, word):
            yield Place(text.part, text.step, word, f"not shorter than “{said}”")
        elif together and some and text.part == "steps":
            yield Place("steps", text.step, some[0].words, f"with the other steps longer than “{said}”")


def _lasting(text: str) -> list[Duration]:
    """The times of a text, but for how long something keeps, which is no time that it takes."""
    return [one for one in durations(text) if not _keeps(text, one.words)]


def _keeps(text: str, word: str) -> bool:
    return cues.pattern("servings", "keeps").search(text.partition(word)[0]) is not None


def heavy(read: Sequence[Text], thing: Thing, said: str, there: Sequence[Place]) -> Iterator[Place]:
    """What weighs much, by its own words, for somebody who must not lift; where nothing is found already."""
    if _LIFTING.isdisjoint((*thing.strain, *thing.done)):
        return
    known = {(one.part, one.step) for one in there}
    for one in matching(read, ("measures", "heavy"), f"heavy: found because you said “{said}”"):
        if (one.part, one.step) not in known:
            yield one
