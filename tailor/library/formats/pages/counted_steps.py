"""Steps that a page counts in a way of its own: "Step #1", "stap 1", or a number above each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise, takewhile
from typing import Final

from tailor.core.procedure import procedure
from tailor.library.formats.shared.headings import announced, ends_steps, is_told, leads_on, says_how
from tailor.library.formats.shared.lists_of_things import BULLET, item
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.site_lines import heads_comments, is_control
from tailor.library.formats.shared.step_texts import STEP, are_told, count_words, is_sentence
from tailor.library.values import headings_of

_CALLED: Final = rf"(?P<word>{STEP}|etapa|bước|langkah|단계|手順|ステップ|步骤|步驟|工程)"
_STAGE: Final = re.compile("fase|[ée]tape|etapa|단계|工程", re.IGNORECASE)
"""Of these words, those for a stage of anything too."""
_MARKS: Final = (
    ("word", re.compile(rf"{_CALLED}\s*[#.:–-]?\s*0?(\d{{1,2}})(?!\d|\s*(?:/|of\b))\W*(.*)", re.IGNORECASE)),
    ("word", re.compile(r"第\s*(\d{1,2})\s*步\W*(.*)")),
    ("bare", re.compile(r"0?(\d{1,2})()")),
    ("line", re.compile(r"0?(\d{1,2})(?:[.:)]|\s*/{1,2}|\s)\s*([^\W\d_].*)")),
)
"""How a line counts a step; what is behind its number."""
_FEWEST: Final = 3
_LONGEST_TITLE: Final = 8
"""Words of a line above those of a step."""
_MOST_LINES: Final = 40
"""Lines of one step."""


@dataclass(slots=True)
class _Step:
    called: str
    """The word beside its number."""
    number: int
    title: str
    lines: list[str] = field(default_factory=list)
    above: str = ""
    """The heading right above the first of several."""


def counted_lines(lines: Sequence[str], name: str) -> ParsedProcedure | None:
    """The steps that lines count from one on, each with what is below its number.

    To be checked, but for sentences which a word calls steps, once from one on. None where they are
    fewer than three or no sentences. A number without a word for a step counts some only on a page that says how
    something is done, as others count what they sell or rank; so does a word for a stage where not each tells
    what to do.
    """
    rows = [row for line in lines if (row := line.strip()) and not is_control(row.lstrip("# "))]
    for kind in dict.fromkeys(kind for kind, _ in _MARKS):
        steps, before = _counted(rows, kind)
        if (
            len(steps) >= _FEWEST
            and _are_told(steps)
            and (_are_called(steps) or _says_how(before, name) or (kind == "line" and _are_in_line(steps)))
        ):
            once = sum(step.number == 1 for step in steps) == 1
            called = once and steps[0].called and not _STAGE.fullmatch(steps[0].called)
            return replace(_made(steps, name), unsure=not (called and all(map(_is_sentence, steps))))
    return None


def _is_sentence(step: _Step) -> bool:
    """Whether it has words that end as a sentence does, and no more than these and a title."""
    said = [*filter(None, [step.title]), *step.lines]
    return len(said) <= 2 and is_sentence(said[-1])


def _counted(rows: Sequence[str], kind: str) -> tuple[list[_Step], list[str]]:
    """The steps that marks of one kind count, perhaps several times from one on, and the lines above them."""
    found: list[_Step] = []
    first = 0
    for at, row in enumerate(rows):
        mark = _mark(row, kind)
        number = mark[0] if mark else 0
        if mark and (number == 1 or (found and number == found[-1].number + 1)):
            above = rows[at - 1].lstrip("# ") if at and number == 1 and rows[at - 1].startswith("#") else ""
            if above and found and found[-1].lines and found[-1].lines[-1] == rows[at - 1]:
                found[-1].lines.pop()
            first = first if found else at
            found.append(_Step(mark[2], number, mark[1], above=above))
        elif found:
            found[-1].lines.append(row)
    behind = [*accumulate((len(one.lines) for one in reversed(found)), max, initial=0)][::-1]
    longest = 0
    for at, one in enumerate(found, 1):
        if at == len(found) or found[at].number == 1:
            one.lines = _of_last(one, max(longest, behind[at]))
        longest = max(longest, len(one.lines))
    return found, list(rows[:first])


def _mark(row: str, kind: str) -> tuple[int, str, str] | None:
    bare = item(row.lstrip("# ")).strip("*_ ")
    for name, pattern in _MARKS:
        if name == kind and (mark := pattern.fullmatch(bare)):
            number, words = mark.groups()[-2:]
            return int(number), words.strip(), mark[1] if kind == "word" else ""
    return None


def _of_last(step: _Step, most: int) -> list[str]:
    """The lines of the last step, which ends at a heading behind its text, and is no longer than the others."""
    titles = [] if step.title else list(takewhile(lambda row: row.startswith("#"), step.lines[:1]))
    rest = takewhile(lambda row: not row.startswith("#") and not _ends(row), step.lines[len(titles) :])
    return [*titles, *rest][:most]


def _ends(row: str) -> bool:
    title = row.lstrip("# ")
    return ends_steps(title) or heads_comments(title) or leads_on(title)


def _says_how(before: Sequence[str], name: str) -> bool:
    """Whether the line or the heading right above the first step, else the title, says that steps follow."""
    heads = [row.lstrip("# ") for row in before if row.startswith("#")]
    last = before[-1].strip("<>＜＞〈〉「」 ") if before else ""
    return "steps" in announced(last) or any(map(says_how, heads[-1:] or [name]))


def _are_in_line(steps: Sequence[_Step]) -> bool:
    """Whether each is a sentence behind its number, and nothing stands between them."""
    apart = any(step.lines for step, then in pairwise(steps) if then.number > 1)
    return not apart and all(is_sentence(step.title) for step in steps)


def _are_called(steps: Sequence[_Step]) -> bool:
    """Whether a word calls them steps, or stages each of which tells what to do."""
    told = all(any(is_told(_words(text)) for text in [step.title, *step.lines][:2]) for step in steps)
    return bool(steps[0].called) and (told or not _STAGE.fullmatch(steps[0].called))


def _are_told(steps: Sequence[_Step]) -> bool:
    """Whether each step has words, and most are sentences or tell what to do."""
    said = [[*filter(None, [step.title]), *map(_words, step.lines)] for step in steps]
    whole = sum(any(is_sentence(text) or is_told(text) for text in texts) for texts in said)
    short = all(len(texts) <= _MOST_LINES for texts in said)
    return all(said) and short and 2 * whole > len(said) and are_told([" ".join(texts) for texts in said])


def _made(steps: Sequence[_Step], name: str) -> ParsedProcedure:
    told: list[str] = []
    sections: list[tuple[int, str]] = []
    several = sum(step.number == 1 for step in steps) > 1
    for step in steps:
        sections += [(len(told) + 1, step.above)] if step.above and several else []
        words = [*filter(None, [step.title]), *step.lines]
        titles = len(words) > 1 and (bool(step.title) or _is_title(words[0]))
        for row in words:
            if row.startswith("#") or (titles and row is words[0]):
                sections.append((len(told) + 1, _words(row)))
            else:
                told.append(_words(row))
    sections, _ = headings_of(sections, len(told))
    return ParsedProcedure(procedure(name, told, sections=sections))


def _is_title(row: str) -> bool:
    """Whether a line above others of a step names it."""
    return not is_sentence(row) and not BULLET.match(row) and count_words(row) <= _LONGEST_TITLE


def _words(row: str) -> str:
    return BULLET.sub("", row.lstrip("# "), count=1).strip()
