"""Choose the list that is meant in an answer that writes its steps more than once.

A list that begins anew below words such as "Revised version:" or "Let me redo this" replaces the one before; one
below "Option B" or "Alternatively" is an alternative. Other lists that begin anew are parts of one.
"""

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from tailor.agents.parsing.edit_syntax import is_fence
from tailor.agents.parsing.lines import lines_of
from tailor.agents.parsing.step_parser import Kind, ReadSteps, StepParser, indent, item
from tailor.core.text import one_line

_STEPS: Final = (
    r"(?:versions?|lists?|steps?|procedure|recipe|answer|instructions|attempt|draft|how-?to|plan|guide)"
)
_REDONE: Final = re.compile(
    r"(?:(?:well|ok|okay|hmm+|oh|but|so|no|sorry|oops|apologies)\b[,.!…\s]*)*"
    r"(?:actually\b|wait\s?[,.!…–—]|scratch that|on second thoughts?|here (?:are|is) the same\b"
    r"|(?:i|we) (?:made a mistake|forgot|missed|should have)|that(?:'s|’s| is| was) (?:wrong|not)"
    r"|let me (?:redo|revise|rewrite|rework|correct|fix|improve|refine|try|start|do|write|make)"
    r"|(?:final|revised|corrected|improved|updated|rewritten)(?: one)?[\s*_]*[:：]?[\s*_]*$)"
    r"|(?!repeat\b)(?=.*\b(?:(?:final|full|complete|second|better)(?! (?:steps?|touches)\b)"
    rf"|revised|corrected|improved|updated|rewritten|refined|again|redone|detailed|fixed)\b).*\b{_STEPS}\b",
    re.IGNORECASE,
)
"""Words that announce a list in place of the one before; but "final steps" may be the end of one list."""
_OTHER: Final = re.compile(
    r"(?:option|version|variant|variation|method|way|approach|alternative|plan)s? (?:[b-h2-9]|two|three|four)\b"
    r"|(?:second|third|another|other|alternative) (?:option|version|variant|variation|method|way|approach)\b"
    r"|alternatively\b|alternative[\s*_]*[:：]?$|or[\s*_]*[,:：]?$|or[, ].*[:：][\s*_]*$",
    re.IGNORECASE,
)
_LONGEST: Final = 160
"""Longest line, in characters, that can announce a list; a longer one belongs to a step."""
_LONG: Final = re.compile(r"[^\W\d_]{4,}")
_ONE: Final = re.compile(r"(?<!\d)1(?!\d)")


@dataclass(frozen=True, slots=True)
class _Version:
    at: int
    """The line that announces it."""
    words: str
    other: bool = False
    """Whether it is an alternative to the one before, rather than its replacement."""


def read_steps(text: str) -> ReadSteps:
    """The steps of an answer: of several versions the last complete one, of several options the first."""
    lines = lines_of(text)
    versions = _versions(lines)
    read = _read_each(lines, versions)
    again = zip(pairwise(read), versions[1:], strict=True)
    same = [versions[0], *(one for lists, one in again if one.other or _is_alike(*lists))]
    if len(same) < len(versions):
        versions, read = same, _read_each(lines, same)
    if len(versions) == 1:
        return _read(text)
    sizes = [len(one.steps) for one in read]
    taken = max(
        (at for at, one in enumerate(versions) if not one.other and sizes[at] * 2 >= max(sizes)), default=0
    )
    if sizes[taken] * 2 < max(sizes):
        return _read(text)  # a few lines are no version of a long list
    left = ", ".join(f"“{one.words}”" for one in versions[1:] if one.at > versions[taken].at)
    told = f"The one below “{versions[taken].words}” was taken." if taken else "The first was taken."
    told += f" What stands below {left} was not." if left else ""
    return replace(read[taken], version=f"The answer has its steps more than once. {told}")


def _read_each(lines: list[str], versions: list[_Version]) -> list[ReadSteps]:
    bounds = [*(one.at for one in versions), len(lines)]
    return [_read("\n".join(lines[start:end])) for start, end in pairwise(bounds)]


def _is_alike(one: ReadSteps, other: ReadSteps) -> bool:
    """Whether two lists share a third of their words, as versions of one list do and its parts do not.

    A single step always counts as a version.
    """
    words, others = (set(_LONG.findall(" ".join(each.steps).casefold())) for each in (one, other))
    return len(other.steps) < 2 or 3 * len(words & others) >= min(len(words), len(others))


def _read(text: str) -> ReadSteps:
    reader = StepParser()
    reader.feed(text)
    reader.close()
    return ReadSteps(reader.steps, reader.uncertain, reader.dropped, reader.end, reader.cut, tuple(reader.besides))


def _versions(lines: list[str]) -> list[_Version]:
    """The first list of the answer, and those that begin anew below words that say so."""
    found = [_Version(0, "")]
    style: tuple[Kind, int] | None = None
    between: list[int] = []  # lines since the last item
    number, fenced = 0, False
    for at, line in enumerate(lines):
        fenced = fenced != is_fence(line)
        if fenced or is_fence(line) or not line.strip():
            continue
        one = item(line)
        if one is None:
            between.append(at)
            continue
        style = style or (one.kind, one.indent)
        if (one.kind, one.indent) == style:
            anew = one.kind == "bullet" or (number > 1 and _ONE.search(line[: one.start]))
            announcing = (_announced(row, lines[row], one.kind) for row in between if anew)
            found += [told for told in announcing if told is not None][:1]
            number = one.number or number + 1
        between = []
    return found


def _announced(at: int, line: str, kind: Kind) -> _Version | None:
    """The version that a line announces; bullets, which may begin anywhere, only with a colon."""
    bare = line.strip(" \t*_#>")
    if len(line) > _LONGEST or indent(line) > 1 or (kind == "bullet" and bare[-1:] not in (":", "：")):
        return None
    other = _OTHER.match(bare) is not None
    return _Version(at, one_line(bare.strip(":： ."), 80), other) if other or _REDONE.match(bare) else None
