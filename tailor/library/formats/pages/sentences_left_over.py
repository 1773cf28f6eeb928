"""Sentences that a page has between the steps that were read, or in parts behind them, and that may be steps."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tailor.core.listed_amounts import parted
from tailor.core.procedure import Procedure
from tailor.library.formats.markdown.blocks import words
from tailor.library.formats.shared.headings import announced, ends_steps, is_note, is_told, leads_on
from tailor.library.formats.shared.lists_of_things import LIST_MARK, stems
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.site_lines import heads_comments
from tailor.library.formats.shared.step_texts import count_words, is_ended, letters

MORE: Final = "Sentences beside the listed steps may be steps too."
_ASKS: Final = re.compile(r"[?？]\W*$")
"""The end of a question, which readers ask: "Can I freeze it?"."""
_FEWEST_WORDS: Final = 4
"""Words of a sentence that may be a step."""
_FEWEST_NAMED: Final = 2
"""Things that a sentence names, if it may be a step."""


@dataclass(frozen=True, slots=True)
class _Row:
    text: str
    level: int
    """Of a heading; 0 for any other line."""
    known: bool
    """A link, or read already as something."""
    sentence: bool
    named: frozenset[str]

    def may_be_step(self) -> bool:
        """Whether it is a sentence that tells what to do, or names things that one needs."""
        fits = self.sentence and not self.known and count_words(self.text) >= _FEWEST_WORDS
        return fits and not is_note(self.text) and (len(self.named) >= _FEWEST_NAMED or is_told(self.text))


def with_left_over(found: ParsedProcedure, lines: Sequence[str], links: Collection[str]) -> ParsedProcedure:
    """The procedure with sentences that name things it needs between its steps.

    It is to be checked then, also where a sentence behind them, which stays left over, may be a step.
    """
    rows = _rows(found.procedure, lines, links)
    places = _places(rows, found.procedure.steps)
    alone = found.unsure and len(found.procedure.steps) == 1
    if alone or not places or 2 * len(places) < len(found.procedure.steps):
        return found
    between = list(_between(rows, sorted(places)))
    if not between and not any(row.may_be_step() for row in _behind(rows, max(places) + 1)):
        return found
    taken = {at: [row.text] for at, row in between if len(row.named) >= _FEWEST_NAMED}
    made = _with_sentences(found.procedure, places, taken)
    return replace(found, procedure=made, unsure=True, remark=found.remark or ("" if found.unsure else MORE))


def _rows(made: Procedure, lines: Sequence[str], links: Collection[str]) -> list[_Row]:
    needed = stems(" ".join(parted(one)[1] for one in made.resources))
    told = "".join(map(letters, (*made.steps, *made.resources, made.notes)))
    rows: list[_Row] = []
    for line in lines:
        text = words(LIST_MARK.sub("", line.strip("# ")))
        named = frozenset(stems(text) & needed)
        known = (bare := letters(text)) in links or bare in told
        level = len(line) - len(line.lstrip("#"))
        rows += [_Row(text, level, known, is_ended(text), named)] if bare else []
    return rows


def _places(rows: Sequence[_Row], steps: Sequence[str]) -> dict[int, int]:
    """Which rows are steps, and which step each is."""
    places: dict[int, int] = {}
    texts, begin = [letters(row.text) for row in rows], 0
    for number, step in enumerate(steps, 1):
        bare = letters(step)
        at = next((at for at in range(begin, len(texts)) if texts[at] == bare), None)
        if at is not None:
            places[at], begin = number, at + 1
    return places


def _between(rows: Sequence[_Row], places: Sequence[int]) -> Iterator[tuple[int, _Row]]:
    """The sentences between the steps, without what stands under a heading of its own."""
    own = True
    for at in range(places[0] + 1, places[-1]):
        own = (own or at in places) and not rows[at].level
        if own and rows[at].may_be_step():
            yield at, rows[at]


def _behind(rows: Sequence[_Row], begin: int) -> list[_Row]:
    """The lines under headings that announce nothing, up to one that does; none before another list of things."""
    found: list[_Row] = []
    headed = False
    for row in rows[begin:]:
        if ends_steps(row.text) or (row.level and heads_comments(row.text)):
            break
        if row.level and announced(row.text) == {"resources"}:
            return []
        if row.level and (announced(row.text) or leads_on(row.text) or _ASKS.search(row.text)):
            break
        headed = headed or row.level > 0
        found += [row] if headed and not row.level else []
    return found


def _with_sentences(made: Procedure, places: dict[int, int], taken: dict[int, list[str]]) -> Procedure:
    """The procedure with the sentences behind the steps that they follow on the page."""
    behind: dict[int, list[str]] = {}
    for at, texts in sorted(taken.items()):
        behind.setdefault(max(places[one] for one in places if one < at), []).extend(texts)
    steps: list[str] = []
    starts = dict[int, int]()
    for number, step in enumerate(made.steps, 1):
        starts[number] = len(steps) + 1
        steps += [step, *behind.get(number, ())]
    sections = tuple((starts[number], title) for number, title in made.sections)
    return replace(made, steps=tuple(steps), sections=sections)
