"""Finds the parts of a page by the names of its elements: `class="recipe-ingredients"`, `id="directions"`.

Most sites without data name what they show, in English whatever their language. Such a name is a hint, not a
promise: a part is only taken if there are both ingredients and sentences that are instructions.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.core.procedure import Json
from tailor.library.formats.shared.facts import facts_in, is_time
from tailor.library.formats.shared.headings import announced, part_of
from tailor.library.formats.shared.html_tables import without_bars
from tailor.library.formats.shared.html_text import DROPPED, VOID, page_lines, stands_around
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import (
    HEADING,
    ONLY_NUMBER,
    are_told,
    bare_title,
    between_numbers,
    is_sentence,
    once,
)
from tailor.library.formats.shared.tables import tables_as_lists
from tailor.library.formats.structured import schema_org

_INGREDIENTS: Final = """
    ingredient ingredients ingredienti ingredientes ingredienten zutaten zutat ingredienser skladniki suroviny
    hozzavalok ainekset benodigdheden
"""
_INSTRUCTIONS: Final = (
    *("instruction", "instructions", "direction", "directions", "method", "procedure", "procedures"),
    *("preparation", "preparazione", "preparacion", "elaboracion", "preparo", "zubereitung", "bereiding"),
    *("bereidingswijze", "tillagning", "fremgangsmade", "przygotowanie", "wykonanie", "elkeszites", "postup"),
)
_PARTS: Final = {"recipeIngredient": {*_INGREDIENTS.split()}, "recipeInstructions": {*_INSTRUCTIONS}}
_HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
"""Elements that name what is below them, not in them."""
_STEPS: Final = frozenset(["step", "steps"])
_ONE: Final = frozenset(["ingredient", "instruction", "direction", "step", "procedure", "zutat"])
_OF_RECIPES: Final = frozenset(["recipe", "preparation", "cooking", "howto"])
"""Words beside which "steps" are those of a recipe, not of a form."""
_ELSE: Final = """
    payment shipping delivery contact search nav menu related comment comments share print video ad ads shop order
    filter button toggle tab tabs tag category
"""
_OTHER: Final = frozenset(_ELSE.split())
"""Words of names for something else."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_IN_LINES: Final = frozenset(["a", "abbr", "b", "em", "i", "label", "mark", "span", "strong"])
_IN_LINE = re.compile(rf"</?(?:{'|'.join(_IN_LINES)})\b")
"""Elements that may be words within a line: an ingredient that a step names is no list of its own."""
_ENTRY: Final = frozenset(["hentry", "h-entry"])
"""Classes of a whole article, whose other names say what it is about."""
_LISTED = re.compile(r"^ *(?:-|\d{1,3}\.) +")
_MOST: Final = 400
"""Elements with the same name; a page with more is an index."""
_LONGEST_LABEL: Final = 5
"""Words of a line among sentences that is a label and no step."""
_DEGREES: Final = re.compile(r"\d{2}")
"""Makes such a line a step after all: "Heat the oven to 180"."""
_LONGEST_INGREDIENT: Final = 200
_FEW: Final = 4
"""Lines of an element that is a single item."""
_DEEPEST: Final = 200


@dataclass(slots=True)
class _Part:
    """An element whose name announces a part, with the HTML inside it."""

    kind: str
    name: str
    below_steps: bool = False
    """Whether the last heading for a part announced the steps."""
    inside: list[str] = field(default_factory=list)

    def in_line(self) -> bool:
        """Whether words stand before this place in the block around it."""
        for piece in reversed(self.inside):
            if not piece.startswith("<") and piece.strip():
                return True
            if piece.startswith("<") and not _IN_LINE.match(piece):
                return False
        return False

    def leads_on(self) -> bool:
        """Whether the words before this place end in a colon, so that they introduce what follows."""
        said = next((one for one in reversed(self.inside) if not one.startswith("<") and one.strip()), "")
        return said.rstrip().endswith(":")

    def lines(self) -> list[str]:
        shown = tables_as_lists(page_lines("".join(self.inside), nested=True, tables=True), page=True)
        lines = list(filter(str.strip, map(without_bars, shown)))
        heads = ((at, line.strip("# ")) for at, line in enumerate(lines) if line.startswith("#"))
        end = next((at for at, head in heads if announced(head) == {"steps"}), None)
        return lines[:end] if self.kind == "recipeIngredient" else lines


@lru_cache(maxsize=2)  # a page is read several times
def read(html: str, name: str) -> ParsedProcedure | None:
    """Return the list that the names of a page's elements announce, and the steps if they are instructions."""
    reader = _PartReader()
    reader.feed(html)
    reader.close()
    reader.finish()
    named = [one for one in reader.parts if one.kind == "recipeIngredient"]
    late = [line for one in named if one.below_steps for line in one.lines()]
    other_part = any(counts(_LISTED.sub("", line)) for line in late)
    listed = _joined([one for one in named if other_part or not one.below_steps] or named)
    ingredients = once([line for kind, line in listed if kind == "line" and len(line) <= _LONGEST_INGREDIENT])
    steps, beside = _steps([one for one in reader.parts if one.kind == "recipeInstructions"])
    ingredients = ingredients or beside
    data: dict[str, Json] = {"@type": "Recipe", "name": name}
    data["recipeIngredient"] = list[Json](ingredients) if len(ingredients) <= _MOST else []
    told = [one for one in steps if isinstance(one, str)]
    data["recipeInstructions"] = steps if are_told(told) and not all(map(is_time, told)) else []
    return schema_org.read(data, name)


def _steps(parts: Sequence[_Part]) -> tuple[list[Json], list[str]]:
    """Return the steps, with headings and labels as sections, and the lines of ingredients among them."""
    told = {one.name for one in parts if any(map(is_sentence, one.lines()))}
    parts = [one for one in parts if one.name in told] or parts
    marked = [HEADING + line if kind == "heading" else line for kind, line in _joined(parts)]
    lines = [("heading" if HEADING in line else "line", line.strip(HEADING)) for line in between_numbers(marked)]
    sentences = sum(bool(is_sentence(line)) for kind, line in lines if kind == "line")
    steps: list[Json] = []
    beside: list[str] = []
    listing: bool | None = None
    noted = False
    for kind, line in lines:
        bare = len(line.split()) <= _LONGEST_LABEL and (line.endswith(":") or not is_sentence(line))
        bare = bare and (line.endswith(":") or not _DEGREES.search(line))  # "Heat the oven to 180"
        label = kind == "line" and bare and sentences >= len(lines) / 2
        if kind == "heading":
            first, listing = listing is None, "resources" in announced(line)
            noted = announced(line) == {"notes"}
            steps = [] if first and listing else steps  # what stands above the ingredients introduces them
        if kind == "line" and listing:
            beside.append(line)
        elif noted:
            continue
        elif kind == "line" and not label:
            steps.append(line)
        elif not (announced(line) or ONLY_NUMBER.fullmatch(line) or facts_in(f"{line} 4")):  # "Yield:"
            steps.append({"@type": "HowToSection", "name": bare_title(line.removesuffix(":"))})
    return steps, beside


def _joined(parts: Sequence[_Part]) -> list[tuple[str, str]]:
    """Return the ("heading" | "line", text) pairs of all parts; a part that is shown twice counts once.

    A part with a list gives its items; a small part with the same name as others is a single line.
    """
    shown: list[tuple[_Part, list[str]]] = []
    for part in parts[:_MOST]:
        lines = part.lines()
        if lines and (len(lines) <= _FEW or all(lines != others for _, others in shown)):
            shown.append((part, lines))
    names = Counter(part.name for part, _ in shown)
    told: list[tuple[str, str]] = []
    for part, lines in shown:
        one = part.name.startswith(("li ", "p ", "tr ")) or not _ONE.isdisjoint(_words(part.name))
        if one and names[part.name] > 1 and len(lines) <= _FEW and not any(map(_LISTED.match, lines)):
            told.append(("line", " ".join(line.strip("# ") for line in lines)))
        else:
            told += _told(lines)
    return told


def _told(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    depths = [len(line) - len(line.lstrip()) for line in lines if _LISTED.match(line)]
    listed, room = len(depths) > 1, " " * min(depths, default=0)
    lines = [line.removeprefix(room) for line in lines]
    item: list[str] = []
    for line, below in pairwise([*lines, "", ""]):
        if item and not (line.startswith("   ") and not line.startswith("   #")):
            yield "line", " ".join(item)
            item = []
        if line.startswith("   ") and item:
            item.append(line.strip("# "))
        elif line.lstrip().startswith("#"):
            yield "heading", line.strip("# ")
        elif listed and _LISTED.match(line):
            item = [_LISTED.sub("", line, count=1)]
        elif listed and _LISTED.match(below) and len(line.split()) <= _LONGEST_LABEL:
            yield "heading", line.strip()
        elif line and not listed and part_of(line) is None:
            yield "line", _LISTED.sub("", line, count=1).strip()


class _PartReader(HTMLParser):
    """Collects the elements whose names announce a part; what is inside another part belongs to that one."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[_Part] = []
        self._open: list[tuple[str, _Part | None]] = []
        self._said = 0
        """The depth of the list that a step introduces, "Whisk together:"; 0 outside such a list."""
        self._below_steps = False

    def finish(self) -> None:
        """Drop parts without words."""
        self.parts = [one for one in self.parts if any(one.inside)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("li", "p", "dt", "dd") and self._open and self._open[-1][0] == tag:
            self.handle_endtag(tag)
        given = {key: value or "" for key, value in attrs}
        part = above = self._open[-1][1] if self._open else None
        if above is None and stands_around(tag, given):
            part = above = _Part("", tag)
        told = _announced(given) if above is None or above.kind else frozenset()
        if above is not None and above.kind == "recipeInstructions" and len(told) > 1:
            self._said = self._said or (len(self._open) if above.leads_on() else 0)
            part = above = above if self._said else _Part("", tag)  # what one step needs
        kind = next(iter(told)) if len(told) == 1 and not (above and tag in _IN_LINES and above.in_line()) else ""
        kind = "" if tag in _HEADINGS else kind
        if kind and tag not in VOID | DROPPED and (above is None or above.kind != kind):
            part = _Part(kind, f"{tag} {given.get('class', '')}", self._below_steps)
            part.inside += [f"<{tag}>"] if tag in ("ol", "ul", "table") else []
            self.parts.append(part)
        elif above is not None:
            above.inside.append(self.get_starttag_text() or "")
        if tag not in VOID and len(self._open) < _DEEPEST:
            self._open.append((tag, part))

    def handle_endtag(self, tag: str) -> None:
        at = next((n for n in range(len(self._open) - 1, -1, -1) if self._open[n][0] == tag), None)
        if at is None:
            return
        part = self._open[at][1]
        del self._open[at:]
        self._said = self._said if len(self._open) > self._said else 0
        if part is not None and self._open and self._open[-1][1] is part:
            part.inside.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] in _HEADINGS:
            told = announced(data.strip())
            self._below_steps = "steps" in told or (self._below_steps and "resources" not in told)
        if self._open and (part := self._open[-1][1]) is not None:
            part.inside.append(escape(data, quote=False))


def _announced(given: dict[str, str]) -> frozenset[str]:
    """Return the parts that the classes and the id of an element announce."""
    names = f"{given.get('class', '')} {given.get('id', '')}".split()
    if not _ENTRY.isdisjoint(names):
        return frozenset()
    return frozenset(kind for name in names for kind in _kinds(name))


def _words(name: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(name)}


def _kinds(name: str) -> Iterator[str]:
    words = _words(name)
    if words & _OTHER:
        return
    yield from (kind for kind, known in _PARTS.items() if words & known)
    both = "steps" in words and not words.isdisjoint(_PARTS["recipeIngredient"])  # "ingredients-and-steps"
    if both or (words & _STEPS and words & _OF_RECIPES):
        yield "recipeInstructions"
