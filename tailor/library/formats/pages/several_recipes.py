"""Pages with several recipes: each in an element named so, or each below a heading of its own."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Final

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure
from tailor.library.formats.pages import element_names
from tailor.library.formats.shared.facts import settled
from tailor.library.formats.shared.headings import announced, part_of
from tailor.library.formats.shared.html_text import page_lines, tamed, text_of
from tailor.library.formats.shared.lists_of_things import LIST_MARK
from tailor.library.formats.shared.parsed import ParsedProcedure

_EACH = re.compile(
    r"<(?:div|article|section|li)\s[^<>]{0,300}\b(?:class|id)\s*=\s*[\"'](?:h-?)?recipe[\"'\s]", re.IGNORECASE
)
"""Where the element of a recipe begins."""
_HEADED = {level: re.compile(rf"<h{level}(?:\s[^<>]{{0,300}})?>", re.IGNORECASE) for level in (1, 2, 3)}
_FEWEST: Final = {1: 2, 2: 3, 3: 3}
"""Recipes below headings of a level; two below a deeper one may be parts of one, such as dough and icing."""
_LONGEST_TITLE: Final = 300
_DATA: Final = "recipeInstructions"
"""Occurs in pages whose data say what their recipe is."""
_MOST_RECIPES: Final = 2_000
_MOST_HEADED: Final = 100
_ADDRESS = re.compile(r"https?://[^\s\"'<>]+")


def collected(html: str, read: Callable[[str], ParsedProcedure]) -> tuple[ParsedProcedure, ...]:
    """Return the recipes of a page; () if there are fewer than two. `read` reads a part of a page as a page."""
    each = [found.start() for found in islice(_EACH.finditer(html), _MOST_RECIPES)]
    found = _whole(_in_element(part) for part in _cut(html, each))
    if found or _DATA in html:
        return found
    for level, fewest in _FEWEST.items():
        starts = list(islice(_titles(html, level), _MOST_HEADED))
        headed = [part for part in _cut(html, starts) if _has_parts(part)] if len(starts) >= fewest else []
        if len(headed) >= fewest and (found := _whole(_read(headed, read))):
            return found
    return ()


def _titles(html: str, level: int) -> Iterator[int]:
    """Yield where headings of a level begin that announce no part."""
    for found in islice(_HEADED[level].finditer(html), _MOST_RECIPES):
        text = html[found.end() : found.end() + _LONGEST_TITLE].partition("</h")[0]
        if not announced(text_of(text).strip()):
            yield found.start()


def _cut(html: str, starts: Sequence[int]) -> Iterator[str]:
    """Cut the page where its parts begin, dropping what is above the first."""
    return (tamed(html[at:end]) for at, end in pairwise([*starts, len(html)]))


def _whole(found: Iterator[ParsedProcedure]) -> tuple[ParsedProcedure, ...]:
    """Return each recipe once, if at least two have both steps and a list; else ()."""
    once_each = {(one.procedure.goal, one.procedure.steps): one for one in found}.values()
    whole = sum(bool(one.procedure.steps and one.procedure.resources) for one in once_each)
    return tuple(once_each) if whole > 1 else ()


def _in_element(html: str) -> ParsedProcedure:
    """Read the recipe in one element, whose first line is its title; its other lines are facts or unused."""
    lines = [LIST_MARK.sub("", line).strip("# ") for line in page_lines(html) if line.strip()]
    goal = lines[0] if lines else ""
    found = element_names.read(html, goal) or ParsedProcedure(Procedure(goal, ()))
    known = {goal, *found.procedure.steps, *found.procedure.resources}
    unused = tuple(line for line in lines if line not in known and part_of(line) is None)
    address = next(iter(_ADDRESS.findall(" ".join(unused))), "")
    return settled(replace(found, procedure=replace(found.procedure, source=address), unused=unused))


def _has_parts(html: str) -> bool:
    """Whether a neutral title comes first, with headings for resources and steps below it."""
    title, *below = [line for line in page_lines(html) if line.strip()] or [""]
    told = {
        part for line in below for part in (announced(line.lstrip("# ")) if line[0] == "#" else {part_of(line)})
    }
    return title.startswith("#") and not announced(title.lstrip("# ")) and told >= {"resources", "steps"}


def _read(parts: list[str], read: Callable[[str], ParsedProcedure]) -> Iterator[ParsedProcedure]:
    for part in parts:
        try:
            yield read(part)
        except ContentError:  # a page that announces steps may have none
            continue
