"""Microdata of a page (`itemscope`, `itemprop`) as the data that JSON-LD would give, for `schema_org` to read.

A text property keeps its tags, so that a list of steps stays a list. Addresses and hidden values come from their
attributes. Tags that are never closed end with the element around them.
"""

from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import Final

from tailor.core.procedure import Json

_VOID: Final = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_ADDRESSES: Final = {"a": "href", "area": "href", "link": "href", "img": "src", "time": "datetime"}
"""Attributes that hold the value of a property; an `a` or `time` without it is its text."""
_SILENT: Final = frozenset(["script", "style", "template", "noscript"])
_ONE_AFTER_ANOTHER: Final = frozenset(["li", "p", "dt", "dd", "tr", "td"])
"""Elements that the next of their kind ends."""
_DEEPEST: Final = 200


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


def items(html: str) -> list[Json]:
    """The items of a page that are no property of another; [] for a page without microdata."""
    if "itemprop" not in html.lower():
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

    def finish(self) -> list[Json]:
        """The items found, with everything closed."""
        self._close(0)
        return self._found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._open and self._open[-1].tag == tag and tag in _ONE_AFTER_ANOTHER:
            self._close(len(self._open) - 1)
        given = {name: value or "" for name, value in attrs}
        names = tuple(given.get("itemprop", "").split())
        if self._collecting:
            self._open[-1].inside.append(f"<{tag}>")
        if len(self._open) >= _DEEPEST and tag not in _VOID:
            return
        item: dict[str, Json] | None = {"@type": given.get("itemtype", "")} if "itemscope" in given else None
        value = given.get("content") or given.get(_ADDRESSES.get(tag, ""))
        one = _Open(tag, names, item, value)
        if tag in _VOID:
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
                _add(owner, name, value)


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
