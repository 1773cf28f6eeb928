"""Recipes that a page only writes down: amounts and, right below them, what to do with them."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import dropwhile, groupby, takewhile
from typing import Final

from tailor.core.procedure import procedure
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import announced, is_note, part_of
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import are_told, uncounted, without_furniture

_FEWEST: Final = 3
"""Amounts of a list."""
_FEWEST_WORDS: Final = 15
"""Words of all steps."""
_LONGEST: Final = 160
_MOST: Final = 60
_MARK = re.compile(r"^\s*(?:(?:[-*•–▢]|\d{1,2}[.)]|#+)\s+)+")
_AMOUNT = re.compile(r"(?:\d|[¼½¾⅓⅔⅛⅜⅝⅞]|(?:an?|one|two|half|ein|eine|une?|een) \w)", re.IGNORECASE)
_LABEL = re.compile(r"[^.:]{3,25}:(?:\s*\d|.{0,25}$)")
_SENTENCE = re.compile(r"^[\W\d_]*[^\W\d_].*\w\w\s?[.!…)]\W{0,4}$")


def read(lines: Sequence[str], name: str) -> ParsedProcedure | None:
    """The longest list of amounts that sentences follow, and those up to the next heading; None without one."""
    blocks = [list(block) for _, block in groupby(filter(str.strip, lines), _looks)]
    flat = [line for block in blocks for line in block]
    best, at = ParsedProcedure(procedure(name, [])), 0
    for block in blocks:
        at += len(block)
        listed = _listed(block) if _looks(block[0]) == "amount" else []
        if len(best.procedure.resources) < len(listed) <= _MOST:
            steps, unused = _below(flat[at:])
            steps = steps or _above(flat[: at - len(block)])
            if are_told(steps) and sum(len(step.split()) for step in steps) >= _FEWEST_WORDS:
                best = ParsedProcedure(procedure(name, uncounted(steps), listed), tuple(unused), unsure=True)
    return best if best.procedure.steps else None


def _listed(block: Sequence[str]) -> list[str]:
    """The items from one list, without what stands around it; [] if they are no amounts."""
    kinds = Counter(_mark(line) for line in block if _counts(line))
    if kinds.total() < _FEWEST:
        return []
    kind = kinds.most_common(1)[0][0]
    last = max(at for at, line in enumerate(block) if _counts(line))
    end = next((at for at in range(last, len(block)) if _mark(block[at]) == "#"), len(block))
    items = dropwhile(_is_label, (line for line in block[:end] if _mark(line) == kind))
    return [_MARK.sub("", line).strip() for line in items if not announced(line)]  # "Ingredients for 4 people"


def _mark(line: str) -> str:
    """The kind of mark that a line has: "#", "1", "-" or ""."""
    found = _MARK.match(line)
    return re.sub(r"[\d.)\s]+", "1", found[0].strip())[:1] if found else ""


def _below(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The sentences right below a list, and the lines of the site behind them."""
    lines = list(dropwhile(_is_label, lines[:_MOST]))
    told = list(takewhile(lambda line: not _ends(line), lines))
    marked = list(takewhile(lambda line: _mark(line) in ("-", "1"), told))
    steps = [_MARK.sub("", line).strip() for line in (marked if len(marked) >= _FEWEST else told)]
    ended = [_SENTENCE.search(step) is not None for step in steps[: without_furniture(steps)]]
    ends = [at for at in range(len(ended), 0, -1) if ended[at - 1]]
    end = next((at for at in ends if 2 * sum(ended[:at]) >= at), 0)
    return (steps[:end], steps[end:]) if ends[:1] == [end] or end > _FEWEST else ([], [])


def _above(lines: Sequence[str]) -> list[str]:
    """The sentences right above a list, below a title, where it has none below it."""
    rest = list(dropwhile(_is_label, reversed(lines[-_MOST:])))
    told = list(takewhile(lambda line: _mark(line) == "" and _SENTENCE.search(line), rest))
    return (
        [line.strip() for line in reversed(told)]
        if len(told) < len(rest) and _mark(rest[len(told)]) == "#"
        else []
    )


def _ends(line: str) -> bool:
    """Whether the sentences end above a line: a heading, another list, "Serves 4.", "Note: it keeps."."""
    other = part_of(line) == "resources" or is_note(line) or facts_in(line, among_steps=True)
    return line.lstrip().startswith("#") or bool(other)


def _is_label(line: str) -> bool:
    """Whether a heading or a line like "Cooking time: 30 minutes" stands between a list and its sentences."""
    bare = _MARK.sub("", line)
    labelled = _LABEL.match(bare) is not None or facts_in(bare, among_steps=True) is not None
    return line.lstrip().startswith("#") or part_of(bare) == "steps" or labelled


def _looks(line: str) -> str:
    bare = _MARK.sub("", line).strip()
    if (
        part_of(bare) is not None
        or len(bare) > _LONGEST
        or (_SENTENCE.search(bare) and not bare.rstrip(".;").endswith(")"))
    ):
        return "other"
    return "amount" if _AMOUNT.match(bare) or _MARK.match(line) or len(bare.split()) < 6 else "other"


def _counts(line: str) -> bool:
    bare = _MARK.sub("", line).strip()
    return _AMOUNT.match(bare) is not None and any(map(str.isalpha, bare))
