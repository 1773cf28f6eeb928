"""Marks of a page as the data that JSON-LD would give, for `schema_org` to read.

They are microdata (`itemscope`, `itemprop`), RDFa (`typeof`, `property`) and the classes of hRecipe, in the words
of schema.org and of the vocabularies before it.

A text property keeps its tags, so that a list of steps stays a list. Addresses and hidden values come from their
attributes. Tags that are never closed end with the element around them.
"""

import re
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import Final

from tailor.core.procedure import Json
from tailor.library.formats.shared.html_text import VOID

_ADDRESSES: Final = {"a": "href", "area": "href", "link": "href", "img": "src", "time": "datetime"}
"""Attributes that hold the value of a property; an `a` or `time` without it is its text."""
_SILENT: Final = frozenset(["script", "style", "template", "noscript"])
_ONE_AFTER_ANOTHER: Final = frozenset(["li", "p", "dt", "dd", "tr", "td"])
"""Elements that the next of their kind ends."""
_DEEPEST: Final = 200
_MARKED = re.compile(r"itemprop|typeof|\bh-?recipe\b", re.IGNORECASE)


_TODAY: Final = {
    "ingredient": "recipeIngredient",
    "instruction": "recipeInstructions",
    "instructions": "recipeInstructions",
    "recipeingredient": "recipeIngredient",
    "recipeinstructions": "recipeInstructions",
    "recipeyield": "recipeYield",
    "yield": "recipeYield",
    "photo": "image",
}
"""Properties of older vocabularies by what schema.org calls them."""
_CLASSES: Final = _TODAY | {
    "fn": "name",
    "p-name": "name",
    "author": "author",
    "p-author": "author",
    "p-ingredient": "recipeIngredient",
    "e-instructions": "recipeInstructions",
    "p-yield": "recipeYield",
}
"""Classes of hRecipe and h-recipe."""
_LISTS: Final = frozenset(["recipeIngredient", "recipeInstructions"])
_RECIPES: Final = frozenset(["hrecipe", "h-recipe"])


@dataclass(slots=True)
class _Open:
    """An element that is open, and what it holds."""

    tag: str
    names: tuple[str, ...]
    """The properties it is the value of."""
    item: dict[str, Json] | None
    value: str | None
    """A value given by an attribute."""
    inside: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    """Properties whose values stand in elements of the same name inside it."""


def items(html: str) -> list[Json]:
    """The items of a page that are no property of another; [] for a page without microdata."""
    if not _MARKED.search(html):
        return []
    reader = _MicrodataReader()
    reader.feed(html)
    reader.close()
    return reader.finish()


class _MicrodataReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._found: list[Json] = []
        self._open: list[_Open] = []
        self._collecting = 0
        """Open properties that collect their text."""
        self._hrecipe = False
        """Whether classes name properties, from the first hRecipe on."""

    def finish(self) -> list[Json]:
        """The items found, with everything closed."""
        self._close(0)
        return self._found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._open and self._open[-1].tag == tag and tag in _ONE_AFTER_ANOTHER:
            self._close(len(self._open) - 1)
        given = {name: value or "" for name, value in attrs}
        names, kind = _names(given, hrecipe=self._hrecipe), _kind(given)
        self._hrecipe = self._hrecipe or kind == "hrecipe"
        if self._collecting:
            self._open[-1].inside.append(f"<{tag}>")
        if len(self._open) >= _DEEPEST and tag not in VOID:
            return
        item: dict[str, Json] | None = None if kind is None else {"@type": kind}
        value = given.get("content") or given.get("" if _LISTS.intersection(names) else _ADDRESSES.get(tag, ""))
        one = _Open(tag, names, item, value)
        if tag in VOID:
            self._take(one)
        else:
            self._open.append(one)
            self._collecting += bool(names)

    def handle_endtag(self, tag: str) -> None:
        at = next((n for n in range(len(self._open) - 1, -1, -1) if self._open[n].tag == tag), None)
        if at is not None:
            self._close(at)

    def handle_data(self, data: str) -> None:
        if self._collecting and self._open and self._open[-1].tag not in _SILENT:
            self._open[-1].inside.append(escape(data, quote=False))

    def _close(self, at: int) -> None:
        """Close every element from this one inwards."""
        while len(self._open) > at:
            one = self._open.pop()
            self._collecting -= bool(one.names)
            self._take(one)
            if self._collecting and self._open:
                self._open[-1].inside += [*one.inside, f"</{one.tag}>"]

    def _take(self, one: _Open) -> None:
        """Give the value of a closed element to the item around it."""
        owner = next((above.item for above in reversed(self._open) if above.item is not None), None)
        if one.item is not None and (owner is None or not one.names):
            self._found.append(one.item)
        elif one.names and owner is not None:
            value = one.item if one.item is not None else _text(one)
            for name in one.names:
                if name not in one.told and value != "":
                    _add(owner, name, value)
            for above in self._open:
                above.told.update(set(one.names) & _LISTS if above.item is None else ())


def _kind(given: dict[str, str]) -> str | None:
    """The type of the item that an element is; None if it is none."""
    if "itemscope" in given or given.get("typeof"):
        return given.get("itemtype") or given.get("typeof", "")
    return "hrecipe" if not _RECIPES.isdisjoint(given.get("class", "").lower().split()) else None


def _names(given: dict[str, str], *, hrecipe: bool) -> tuple[str, ...]:
    """The properties that an element is the value of, in the words of schema.org."""
    told = f"{given.get('itemprop', '')} {given.get('property', '')}".split()
    bare = [name.rpartition(":")[2].rpartition("/")[2] for name in told]
    names = [_TODAY.get(name.lower(), name) for name in bare]
    if hrecipe and not names:
        names = [_CLASSES[name] for name in given.get("class", "").lower().split() if name in _CLASSES]
    return tuple(dict.fromkeys(names))


def _text(one: _Open) -> str:
    return one.value if one.value is not None else "".join(one.inside)


def _add(item: dict[str, Json], name: str, value: Json) -> None:
    """Add a value of a property; a second one makes a list."""
    known = item.get(name)
    if known is None:
        item[name] = value
    elif isinstance(known, list):
        known.append(value)
    else:
        item[name] = [known, value]
