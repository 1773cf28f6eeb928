"""Mentions of step numbers ("repeat step 4") after an edit, updated as the last stage of a run, agent `renumber`.

`apply` never changes a text, so this is a stage of its own that can be seen, undone and saved. A mention of a step
that is gone stays as it is and is reported. Texts whose numbering is unknown (made by `diff`) are left alone.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from tailor.core.edits import Bag, Replace
from tailor.core.engine import Applied
from tailor.core.events import Finding
from tailor.core.procedure import Procedure, fingerprint

RENUMBER: Final = "renumber"
"""The agent's name in events, cards and saved edits."""

Where: TypeAlias = Callable[[int], int | None]
"""From a number in the text's own numbering to the current number; None if that step is gone."""

_WORD = r"(?:steps?|schritte?n?|étapes?|etapes?|pasos?|passos?|passagg[io]|stap(?:pen)?)"
_AND = r"(?:and|or|to|through|und|oder|bis|et|y)\s"
_JOIN = rf"\s{{0,2}}(?:,\s{{0,2}}{_AND}|{_AND}|[,&–-])\s{{0,2}}"
_NUMBER = r"#?\d{1,4}(?!\d|\.\d)"
_MENTION = re.compile(rf"\b{_WORD}\s{{1,2}}{_NUMBER}(?:\s{{0,2}}{_JOIN}{_NUMBER})*", re.IGNORECASE)
_UNIT = re.compile(
    r"\s?(?:%|°|(?:cm|mm|m|km|metres?|meters?|feet|ft|inch(?:es)?|min(?:utes?)?|hours?|times|g|kg|ml|l)\b)"
)
_RANGE = re.compile(r"\s*(?:-|–|to\s|through\s|bis\s)\s*", re.IGNORECASE)


def renumber_mentions(text: str, where: Where) -> tuple[str, tuple[int, ...]]:
    """The text with every mention of a step changed to the current number; and the numbers that are gone."""
    gone: list[int] = []

    def moved(found: re.Match[str]) -> str:
        if _UNIT.match(text, found.end()):
            return found[0]
        return _moved_mention(found[0], where, gone)

    return _MENTION.sub(moved, text), tuple(gone)


@lru_cache(maxsize=4_096)  # asked at every key, of the same few hundred texts
def mentions(text: str) -> tuple[int, ...]:
    """The step numbers that a text mentions, in order; of a range only the ends."""
    found = (match for match in _MENTION.finditer(text) if not _UNIT.match(text, match.end()))
    return tuple(int(number) for match in found for number in re.findall(r"\d+", match[0]))


def renumber(base: Procedure, applied: Applied) -> tuple[Bag, tuple[Finding, ...]]:
    """The bag that updates every mention after one apply to `base`, and the mentions of steps that are gone.

    Kept texts and texts of the bag are both assumed to be numbered on the base.
    """
    now = {origin.base: number for number, origin in enumerate(applied.trace, 1) if origin.base is not None}
    known = range(1, len(base.steps) + 1)
    return renumbering_bag(applied.procedure, [lambda n: now.get(n) if n in known else n for _ in applied.trace])


def renumbering_bag(procedure: Procedure, numberings: Iterable[Where | None]) -> tuple[Bag, tuple[Finding, ...]]:
    """The bag that updates each step by its own numbering; None leaves a step alone."""
    edits: list[Replace] = []
    findings: list[Finding] = []
    for number, (text, where) in enumerate(zip(procedure.steps, numberings, strict=True), 1):
        if where is None or not mentions(text):
            continue
        mended, lost = renumber_mentions(text, where)
        if mended != text:
            edits.append(Replace(step=number, text=mended, agent=RENUMBER, reason="step numbers updated"))
        findings += [
            Finding(
                step=number,
                part="steps",
                constraint="step_mention",
                kind="found",
                word=f"step {gone}",
                why=f"It mentions step {gone}, which is gone.",
                source="Tailor",
            )
            for gone in lost
        ]
    return Bag(tuple(edits), fingerprint(procedure)), tuple(findings)


def _moved_mention(mention: str, where: Where, gone: list[int]) -> str:
    """One mention ("steps 2, 3 and 5-7") with its numbers updated; adds those that are gone to `gone`."""
    pieces = re.split(r"(\d+)", mention)  # words and numbers in turn
    for at in range(1, len(pieces), 2):
        number = int(pieces[at])
        moved = where(number)
        if moved is None and _in_range(pieces, at):
            moved = _nearest(pieces, at, where)
        if moved is None:
            gone.append(number)
        else:
            pieces[at] = str(moved)
    return "".join(pieces)


def _in_range(pieces: list[str], at: int) -> bool:
    return bool(_RANGE.fullmatch(pieces[at + 1]) or (at > 1 and _RANGE.fullmatch(pieces[at - 1])))


def _nearest(pieces: list[str], at: int, where: Where) -> int | None:
    """For the end of a range whose step is gone: the nearest remaining step inside the range."""
    first = int(pieces[at])
    starts = _RANGE.fullmatch(pieces[at + 1])
    inside = range(first + 1, int(pieces[at + 2]) + 1) if starts else range(first - 1, 0, -1)
    return next((moved for number in inside if (moved := where(number)) is not None), None)
