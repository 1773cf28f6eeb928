"""Where a text measures what a wish is about: units that are not wished, times that are too long."""

from collections.abc import Iterator, Sequence
from typing import Final

from tailor.core.durations import durations
from tailor.core.finding import cues
from tailor.core.finding.model import Place
from tailor.core.finding.relations import read as read_data
from tailor.core.finding.texts import Text
from tailor.core.procedure import PARTS

_WEEK: Final = 7 * 86_400


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
    """Steps that take as long as the time that was said, or longer; none without one."""
    limit = next(
        (one.most for one in durations(said)),
        read_data("hints.toml")["limits"].get(said.split(" ")[-1] if said else ""),
    )
    for text in read if limit is not None else ():
        assert limit is not None
        long = next((one.words for one in durations(text.text) if one.seconds >= limit), None)
        weeks = cues.pattern("servings", "weeks").search(text.text)
        word = long or (weeks.group() if weeks is not None and limit < _WEEK else "")
        keeps = word and cues.pattern("servings", "keeps").search(text.text.partition(word)[0])
        if word and text.part in PARTS and not keeps:  # how long it keeps is no time that it takes
            yield Place(text.part, text.step, word, f"not shorter than “{said}”" if limit else "takes long")
