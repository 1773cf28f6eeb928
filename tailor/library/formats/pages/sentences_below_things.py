"""What a page tells below the things that one needs, where nothing in it says what the steps are."""

import re
from collections.abc import Sequence
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.core.procedure import procedure
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import announced, ends_steps, is_told, leads_on, part_of
from tailor.library.formats.shared.lists_of_things import BULLET, item
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.site_lines import heads_comments, is_control
from tailor.library.formats.shared.step_texts import bare_title, count_words, is_sentence, uncounted
from tailor.library.values import headings_of

_NUMBER: Final = re.compile(r"\d{1,3}[.)]\s")
_MARKED: Final = re.compile(rf"{BULLET.pattern}|{_NUMBER.pattern}")
_FEWEST_THINGS: Final = 2
_MOST_WORDS: Final = 12
"""Words of a thing."""
_FEWEST_WORDS: Final = 2
"""Words of a step."""


def told_below(lines: Sequence[str], name: str) -> ParsedProcedure | None:
    """The lines below a list of amounts, or of things that a heading announces, up to notes or comments.

    None without such a list, or where the lines below are no sentences and no items of a list. To be checked.
    """
    rows = [line.strip() for line in lines if line.strip()]
    begins = (at for at, row in enumerate(rows) if _is_amount(row) or _heads(row) == {"resources"})
    first = next(begins, len(rows))
    things: list[str] = []
    sections: list[tuple[int, str]] = []
    steps: list[str] = []
    listed, begun = 0, False
    for row in rows[first:]:
        title = row.lstrip("# ")
        if row.startswith("#") or part_of(row) or ends_steps(row):
            if heads_comments(title) or leads_on(title) or ends_steps(title) or announced(title) == {"notes"}:
                break
            sections += [] if announced(title) else [(len(steps) + 1, bare_title(title))]
            begun = begun or "steps" in announced(title)
        elif facts_in(row, among_steps=True) or is_control(row):
            continue
        elif not (steps or begun) and (_is_amount(row) or (BULLET.match(row) and not sections)):
            things.append(item(row))  # also "- salt and pepper" below the amounts
            sections.clear()
        elif sections and not (begun or steps) and not _MARKED.match(row) and not is_told(row):
            break  # "About me"
        elif count_words(row) >= _FEWEST_WORDS:
            steps.append(item(row))
            listed += BULLET.match(row) is not None
    told = listed + sum(map(is_sentence, steps))
    if len(things) < _FEWEST_THINGS or not steps or told < len(steps) or any(map(counts, steps)):
        return None
    sections, _ = headings_of(sections, len(steps))
    made = procedure(name, uncounted(steps), things, sections=[one for one in sections if one[1]])
    return ParsedProcedure(made, unsure=True)


def _heads(row: str) -> frozenset[str]:
    """What a heading announces, also one without a mark."""
    return announced(row.lstrip("# ")) if row.startswith("#") or part_of(row) else frozenset()


def _is_amount(row: str) -> bool:
    counted = item(row)[:1].isnumeric() and not _NUMBER.match(row)
    return counted and len(row.split()) <= _MOST_WORDS and not is_sentence(row)
