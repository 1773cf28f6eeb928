"""Finds what a page shows in its lists and warnings and its data lack: an ingredient, a step, an allergen."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from tailor.core.listed_amounts import counts, parted
from tailor.core.procedure import Procedure
from tailor.library.formats.markdown.blocks import words
from tailor.library.formats.shared.headings import announced
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import LIST_MARK
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import bare_title, count_words, is_furniture, letters

_LINKS: Final = r"(?! \w*\s?(?:links|ads|advert|spoilers))"
"""What a post contains that is nothing to eat."""
_WARNS: Final = re.compile(
    rf"(?:warning|caution|allergens?|allerg\w+ \w+|contains|contient|enthält|contiene)\b{_LINKS}\s*:?\s*\S"
    rf"|.*(?:\bmay contain\b{_LINKS}|\btraces of\b|\bkann spuren\b|\bpeut contenir\b|\bpuede contener\b|"
    r"\bpuò contenere\b)",
    re.IGNORECASE,
)
"""Begins a warning of what is in the food, or stands in one."""
_LONGEST: Final = 300
"""Characters of such a line."""
_MOST_WORDS: Final = 12
"""Words of an ingredient; a longer line is a text about one."""
_HEAD: Final = re.compile(r"\s?[–—:]\s|[.!?]\s|\s-\s")
_PIECES: Final = re.compile(r"[,;/()]|\b(?:and|or|und|oder|et|ou|y|e)\b")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_PLURAL: Final = re.compile(r"(?<=[^\W\d_]{3})e?s$")


def lacking(lines: Sequence[str], named: ParsedProcedure | None, made: Procedure) -> list[str]:
    """Return what the lines of a page say and the procedure of its data lacks, in the order of the page.

    That is what else stands in the lists that the data repeat, what a heading or the `named` elements call
    ingredients, and warnings.
    """
    things = [*(named.procedure.resources if named else ())]
    steps: list[str] = []
    for (part, listed), block in groupby(_parted(lines), lambda one: one[:2]):
        items = [line for _, _, line in block]
        if part == "resources":
            things += items if listed else filter(counts, items)
        elif listed and _repeats(items, made.resources):
            things += items
        elif (listed or part == "steps") and _repeats(items, made.steps):
            steps += items if listed else filter(instructs, items)
    warned = [said for line in lines if len(line) <= _LONGEST and _WARNS.match(said := _bare(line))]
    known = letters(" ".join((*made.steps, *made.resources, made.notes, made.goal)))
    left = [*_others(filter(_is_short, things), made.resources), *_others(steps, made.steps), *warned]
    left += _never_named(things, known)
    left = [line for line in dict.fromkeys(left) if letters(line) not in known and not _is_beside(line)]
    place = {_bare(line): at for at, line in enumerate(lines)}
    return sorted(left, key=lambda line: place.get(line, len(lines)))


def _parted(lines: Iterable[str]) -> Iterator[tuple[str, bool, str]]:
    """Yield the lines below headings: the part that one announces, also for those below it; whether in a list."""
    part, level = "", 0
    for line in filter(str.strip, lines):
        depth = len(line) - len(line.lstrip("#"))
        said = announced(line.strip("# ")) if depth else frozenset()
        if said or (depth and depth <= level):
            part, level = (next(iter(said)) if len(said) == 1 else ""), depth
        if depth:
            yield "", False, ""  # a list ends here
        else:
            yield part, LIST_MARK.match(line) is not None, _bare(line)


def _repeats(items: Sequence[str], told: Sequence[str]) -> bool:
    """Whether half of a list stands in the data, or half of the data in the list."""
    known, shown = list(map(_words, told)), list(map(_words, items))
    there = sum(any(one and one <= other for other in known) for one in shown)
    back = sum(any(one and one <= other for other in shown) for one in known)
    return 2 * there >= len(items) or (back > 0 and 2 * back >= len(told))


def _others(items: Iterable[str], told: Iterable[str]) -> Iterator[str]:
    """Yield the items that name something which no line of the data does, whatever its amount."""
    known = list(map(_words, told))
    for one in items:
        pieces = filter(None, map(_words, _PIECES.split(parted(one)[1] or one)))
        if bare_title(one) and not all(any(piece <= line for line in known) for piece in pieces):
            yield one


def _never_named(items: Iterable[str], known: str) -> Iterator[str]:
    """Yield sentences about ingredients, "Mango – pick a ripe one", whose ingredient the data name nowhere."""
    for one in items:
        head = _words(_HEAD.split(one, maxsplit=1)[0])
        if not _is_short(one) and head and not any(word in known for word in head):
            yield one


def _is_short(item: str) -> bool:
    return count_words(item) <= _MOST_WORDS


def _is_beside(line: str) -> bool:
    """Whether a line only heads a part or belongs to the site."""
    return bool(announced(line)) or is_furniture(line)


def _words(text: str) -> frozenset[str]:
    return frozenset(_PLURAL.sub("", word) for word in _WORD.findall(text.casefold()))


def _bare(line: str) -> str:
    return words(LIST_MARK.sub("", line)).strip("# ")
