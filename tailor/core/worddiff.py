"""Differences between two texts or two procedures, word by word, without any markup."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

from tailor.core.engine import Trace, apply, diff
from tailor.core.procedure import Part, Procedure
from tailor.core.text import minutes_words

Kind: TypeAlias = Literal["same", "gone", "new"]
Run: TypeAlias = tuple[Kind, str]

LONGEST_COMPARED: Final = 1_200
"""Words of one text that are compared; a longer text counts as completely new."""

_UNSPACED: Final = "\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff"
"""Han, kana and their punctuation: written without spaces, so each character is a word."""
_WORD = re.compile(rf"[{_UNSPACED}]\s*|[^\s{_UNSPACED}]+\s*")
_STANDS_CLOSE = re.compile(rf"\s\0|[{_UNSPACED}]\0|\0[{_UNSPACED}]|^\0|\0$")


@dataclass(frozen=True, slots=True)
class Line:
    """One step or resource of either procedure."""

    part: Part
    before: int | None
    """Its number in the first procedure; None if it is new."""
    after: int | None
    """Its number in the second procedure; None if it is gone."""
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Detail:
    """One difference outside of steps and resources."""

    name: str
    """ "title", "notes", "headings"."""
    before: str
    after: str


def words(text: str) -> list[str]:
    return _WORD.findall(text)


def spaced(told: Iterable[Run]) -> Iterator[Run]:
    """Add spaces between runs where needed, so that no two words run together."""
    told = tuple(told)
    for index, (kind, text) in enumerate(told, 1):
        yield kind, text + _between(text, told[index][1] if index < len(told) else "")


def _between(left: str, right: str) -> str:
    """The space needed between two words; "" if they have it or are written without."""
    return "" if _STANDS_CLOSE.search(f"{left[-1:]}\0{right[:1]}") else " "


def runs(old: str, new: str) -> tuple[Run, ...]:
    """The words of both texts in reading order: same, gone, new."""
    before, after = words(old), words(new)
    if max(len(before), len(after)) > LONGEST_COMPARED:
        whole: tuple[Run, Run] = (("gone", old), ("new", new))
        return tuple(run for run in whole if run[1])
    bare = ([word.strip() for word in before], [word.strip() for word in after])
    found: list[Run] = []
    for op, i, j, k, m in SequenceMatcher(None, *bare, autojunk=False).get_opcodes():
        if op == "equal":
            found.append(("same", "".join(after[k:m])))
            continue
        if j > i:
            found.append(("gone", "".join(before[i:j])))
        if m > k:
            found.append(("new", "".join(after[k:m])))
    return tuple(found)


def parts(old: str, new: str) -> tuple[tuple[str, str], ...]:
    """The places where the texts differ, in reading order: the old and the new words, "" for none."""
    return tuple((gone.strip(), fresh.strip()) for kept, gone, fresh in _places(old, new) if not kept)


def partly(old: str, new: str, taken: Collection[int]) -> str:
    """The old text with only some of the `parts` replaced, given by index; all of them give the new text."""
    in_or_out = {at in taken for at in range(len(parts(old, new)))}
    if len(in_or_out) < 2:
        return new if True in in_or_out else old
    made, at = "", -1
    for kept, gone, fresh in _places(old, new):
        at += not kept
        text = kept or (fresh if at in taken else gone)
        made += _between(made, text) + text
    return made.strip()


def _places(old: str, new: str) -> Iterator[tuple[str, str, str]]:
    """(kept, old, new) for each place, in reading order."""
    gone = ""
    for kind, text in (*runs(old, new), ("same", "")):
        if kind == "gone":
            gone = text
            continue
        if kind == "new":
            yield "", gone, text
        elif gone:
            yield "", gone, ""
        if kind == "same" and text:
            yield text, "", ""
        gone = ""


def compare(before: Procedure, after: Procedure) -> tuple[Line, ...]:
    """Both procedures as one list, resources before steps, each with its changed words."""
    applied = apply(before, diff(before, after))
    resources = _lines(before.resources, after.resources, applied.resource_trace, "resources")
    return (*resources, *_lines(before.steps, after.steps, applied.trace, "steps"))


def details(before: Procedure, after: Procedure) -> tuple[Detail, ...]:
    """What differs outside of steps and resources, the title first; no heading that only moved with its step."""
    moved = apply(before, diff(before, after)).procedure
    told = zip(_details(replace(before, sections=moved.sections)), _details(after), strict=True)
    return tuple(Detail(name, old, new) for (name, old), (_, new) in told if old != new)


def _details(one: Procedure) -> Iterator[tuple[str, str]]:
    times = (("prep", one.times.prep), ("cook", one.times.cook), ("total", one.times.total))
    yield "title", one.goal
    yield "yield", one.yields
    yield "times", ", ".join(f"{name} {minutes_words(minutes)}" for name, minutes in times if minutes)
    yield "headings", ", ".join(f"{title} (step {number})" for number, title in one.sections)
    yield "notes", one.notes
    yield "tags", ", ".join(one.tags)
    yield from (
        ("author", one.author),
        ("source", one.source),
        ("licence", one.licence),
        ("picture", one.image),
        ("language", one.language),
    )


def _lines(old: tuple[str, ...], new: tuple[str, ...], trace: Trace, part: Part) -> Iterator[Line]:
    done = 0
    for number, origin in enumerate(trace, 1):
        if origin.base is None:
            yield Line(part, None, number, (("new", new[number - 1]),))
            continue
        yield from (Line(part, gone, None, (("gone", old[gone - 1]),)) for gone in range(done + 1, origin.base))
        done = origin.base
        yield Line(part, done, number, runs(old[done - 1], new[number - 1]))
    yield from (Line(part, gone, None, (("gone", old[gone - 1]),)) for gone in range(done + 1, len(old) + 1))
