"""Splits steps and resources that are longer than one may be, so that a file with such a text can still be read.

A text is cut between sentences and around code; only a longer sentence is cut between words, and longer code
between its lines. No word is lost, and a person is told which steps came from one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from tailor.core.code_lines import Code, on_one_line, parts_of
from tailor.core.procedure import checked
from tailor.core.renumber import Numberings, renumbering
from tailor.core.text import LONGEST_STEP, and_last
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.sentences import sentences

_WORD: Final = re.compile(r"[^\s。！？]+[。！？]*|[。！？]+")
"""A word; in a script without spaces, a sentence."""
_MOST_NAMED: Final = 3


def fitted(found: ParsedProcedure) -> ParsedProcedure:
    """Return what was read with no text over 5,000 characters; headings and mentions of steps move along.

    ContentError if a text has no place at which it can be cut.
    """
    made = found.procedure
    if max(map(len, (*made.steps, *made.resources)), default=0) <= LONGEST_STEP:
        return found
    apart, things = list(map(_pieces, made.steps)), list(map(_pieces, made.resources))
    starts = [*accumulate(map(len, apart), initial=1)]

    def where(number: int) -> int:
        return starts[number - 1] if 0 < number < len(starts) else number

    cut = replace(
        made,
        steps=checked((piece for one in apart for piece in one), "step"),
        resources=checked((piece for one in things for piece in one), "resource"),
        sections=tuple((starts[number - 1], title) for number, title in made.sections),
        uncertain=tuple(at for number in made.uncertain for at in range(where(number), starts[number])),
    )
    each = Numberings([where for _ in cut.steps], [where for _ in cut.resources], lambda _: where)
    said = " ".join(filter(None, (_said(apart, "step"), _said(things, "resource"))))
    return replace(found, procedure=renumbering(cut, each).applied(cut), split=said)


def _said(apart: Sequence[Sequence[str]], what: str) -> str:
    """Return which texts were split, in words; "" if none was."""
    starts = [*accumulate(map(len, apart), initial=1)]
    told = [
        f"{what} {number} is now {what}s {start} to {start + len(pieces) - 1}"
        for number, (start, pieces) in enumerate(zip(starts, apart, strict=False), 1)
        if len(pieces) > 1
    ]
    more = [f"{len(told) - _MOST_NAMED} more were split"] if len(told) > _MOST_NAMED else []
    return f"Too long for one {what}: {and_last([*told[:_MOST_NAMED], *more])}." if told else ""


def _pieces(text: str) -> list[str]:
    """Split a text into pieces that fit, and not into more than needed."""
    units = [text] if len(text) <= LONGEST_STEP else _leading(_units(text))
    return [*_packed(units)]


def _leading(units: Iterator[str]) -> list[str]:
    """Join a sentence that ends in a colon with the code or sentence it leads to, "Run this:"."""
    made: list[str] = []
    for unit in units:
        if made and made[-1].endswith(":") and len(made[-1]) + len(unit) < LONGEST_STEP:
            made[-1] += f" {unit}"
        else:
            made.append(unit)
    return made


def _units(text: str) -> Iterator[str]:
    """Yield the sentences and blocks of code of a text; what is still too long in pieces that fit."""
    for part in parts_of(text):
        if isinstance(part, Code):
            yield from _code_apart(part)
            continue
        for sentence in filter(None, map(str.strip, sentences(part))):
            words = [sentence] if len(sentence) <= LONGEST_STEP else _WORD.findall(sentence)
            yield from words


def _code_apart(code: Code) -> Iterator[str]:
    """Yield a block of code, in several with fences of their own if it is too long."""
    lines: list[str] = []
    for line in code.lines:
        if lines and len(on_one_line(code.info, "\n".join([*lines, line]))) > LONGEST_STEP:
            yield on_one_line(code.info, "\n".join(lines))
            lines = []
        lines.append(line)
    yield on_one_line(code.info, "\n".join(lines))


def _packed(units: Sequence[str]) -> Iterator[str]:
    """Join consecutive pieces of a text as long as they fit."""
    made = ""
    for unit in units:
        if made and len(made) + 1 + len(unit) > LONGEST_STEP:
            yield made
            made = ""
        made += f" {unit}" if made and not made.endswith(("。", "！", "？")) else unit
    yield made
