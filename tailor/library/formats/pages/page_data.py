"""Data of a page beside its text, in markup of its elements for `schema_org` and in scripts; and what they lack.

The markup is microdata (`itemscope`, `itemprop`), RDFa (`typeof`, `property`) and the classes of hRecipe, in the
words of schema.org and its predecessors. A text property keeps its tags, so that a list of steps stays a list.
Addresses and hidden values come from attributes. Unclosed tags end with the element around them. Scripts hold JSON
as people write it, and recipes in the state that they show. What lists and warnings of the page show and the data
lack is an ingredient, a step, an allergen.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from html.parser import HTMLParser
from itertools import groupby, islice
from typing import Final

from tailor.core.listed_amounts import counts, parted
from tailor.core.procedure import Json, Procedure
from tailor.library.formats.markdown.blocks import words
from tailor.library.formats.shared.headings import announced
from tailor.library.formats.shared.html_text import VOID, tamed, unescaped
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import LIST_MARK
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import are_told, bare_title, count_words, is_furniture, letters
from tailor.library.formats.structured import recipe_apps, schema_org

_ADDRESSES: Final = {"a": "href", "area": "href", "link": "href", "img": "src", "time": "datetime"}
"""Attributes that hold the value of a property; without it, the value of an `a` or `time` is its text."""
_SILENT: Final = frozenset(["script", "style", "template", "noscript"])
_ONE_AFTER_ANOTHER: Final = frozenset(["li", "p", "dt", "dd", "tr", "td"])
"""Elements that end where the next of their kind begins."""
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
"""The schema.org names of properties from older vocabularies."""
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

_WRAPPED: Final = re.compile(
    r"^\s*(?:<!--|/[*/]\s*<!\[CDATA\[(?:\s*\*/)?|<!\[CDATA\[)|(?:-->|(?:/[*/]\s*)?\]\]>(?:\s*\*/)?)\s*$"
)
_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL
)
"""A string, comment or surplus comma; unclosed ones end with the script, so that no text is scanned twice."""
_ESCAPE: Final = re.compile(r'(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))|\\')
"""A JSON escape, or a backslash that begins none."""
_BARE_ESCAPE: Final = re.compile(
    r"(?<!\\)(?=u00(?:2[267]|3[ce]|[a-f][0-9a-f])|u20[12][a-f]|(?<=[a-z])u2019(?:[stdm]|re|ll|ve)\b)"
)
"""Where an escape has lost its backslash: "Salt u0026 pepper"."""
_MOST_TEXTS: Final = 100
_SCRIPT = re.compile(r"<script\b([^<>]*)>(.*?)</script", re.DOTALL | re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\s[\w:.@-]{1,40}=(?:\"([{\[][^\"]{300,})\"|'([{\[][^']{300,})')")
_BEGINS = re.compile(r"(?:^|[=(:,])\s*(?=[{\[]\s*[{\[\"\d\]])", re.MULTILINE)
"""Where a value may begin: after a name, a bracket, or the number of a row."""
_REMARK: Final = (
    "This comes from the data behind the page, not from what it shows; please check amounts and steps."
)
_MOST_PLACES: Final = 200
"""Places of a page that are tried."""
_DEEPEST_VALUE: Final = 40

_LINKS: Final = r"(?! \w*\s?(?:links|ads|advert|spoilers))"
"""What a post contains that is nothing to eat."""
_WARNS: Final = re.compile(
    rf"(?:warning|caution|allergens?|allerg\w+ \w+|contains|contient|enthält|contiene)\b{_LINKS}\s*:?\s*\S"
    rf"|.*(?:\bmay contain\b{_LINKS}|\btraces of\b|\bkann spuren\b|\bpeut contenir\b|\bpuede contener\b|"
    r"\bpuò contenere\b)",
    re.IGNORECASE,
)
"""Begins a warning of what is in the food, or stands in one."""
_LONGEST: Final = 300
"""Characters of such a line."""
_MOST_WORDS: Final = 12
"""Words of an ingredient; a longer line is a text about one."""
_HEAD: Final = re.compile(r"\s?[–—:]\s|[.!?]\s|\s-\s")
_PIECES: Final = re.compile(r"[,;/()]|\b(?:and|or|und|oder|et|ou|y|e)\b")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_PLURAL: Final = re.compile(r"(?<=[^\W\d_]{3})e?s$")


@dataclass(slots=True)
class _Open:
    """An open element and what it holds."""

    tag: str
    names: tuple[str, ...]
    """The properties whose value it is."""
    item: dict[str, Json] | None
    value: str | None
    """The value in an attribute."""
    inside: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    """Properties whose values stand in elements of the same name inside it."""


def items(html: str) -> list[Json]:
    """Return the items of a page that are no property of another; [] for a page without microdata."""
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
        """The number of open properties that collect their text."""
        self._hrecipe = False
        """Whether classes name properties, from the first hRecipe on."""

    def finish(self) -> list[Json]:
        """Close everything and return the items found."""
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
    """Return the type of the item that an element is; None if it is none."""
    if "itemscope" in given or given.get("typeof"):
        return given.get("itemtype") or given.get("typeof", "")
    return "hrecipe" if not _RECIPES.isdisjoint(given.get("class", "").lower().split()) else None


def _names(given: dict[str, str], *, hrecipe: bool) -> tuple[str, ...]:
    """Return the properties whose value an element is, in the words of schema.org."""
    told = f"{given.get('itemprop', '')} {given.get('property', '')}".split()
    bare = [name.rpartition(":")[2].rpartition("/")[2] for name in told]
    names = [_TODAY.get(name.lower(), name) for name in bare]
    if hrecipe and not names:
        names = [_CLASSES[name] for name in given.get("class", "").lower().split() if name in _CLASSES]
    return tuple(dict.fromkeys(names))


def _text(one: _Open) -> str:
    return one.value if one.value is not None else "".join(one.inside)


def _add(item: dict[str, Json], name: str, value: Json) -> None:
    """Add a value to a property; a second one makes it a list."""
    known = item.get(name)
    if known is None:
        item[name] = value
    elif isinstance(known, list):
        known.append(value)
    else:
        item[name] = [known, value]


def read_scripts(html: str, title: str) -> ParsedProcedure | None:
    """Return the recipe with this title, else the longest, among those with instructions; None without one."""
    found = (recipe_apps.read_one(node, title) for value in _values_in_scripts(html) for node in _recipes(value))
    best = schema_org.best([one for one in found if are_told(one.procedure.steps)], title)
    return best and replace(best, unsure=True, remark=_REMARK)


def _values_in_scripts(html: str) -> Iterator[Json]:
    texts = [text for told, text in _SCRIPT.findall(tamed(html)) if "ld+json" not in told]
    # `tamed` drops tags with that much in them
    texts += [unescaped(one or other) for one, other in _ATTRIBUTE.findall(html)]
    sent: list[str] = []
    for value in islice((value for text in texts for value in _in_text(text)), _MOST_PLACES):
        if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str):
            sent.append(value[1])  # a piece of a value that the server sends bit by bit
        else:
            yield value
    yield from islice(_in_text("".join(sent)), _MOST_PLACES)


def _in_text(text: str) -> Iterator[Json]:
    """Yield the JSON values in a text, without those inside another."""
    decoder, at = json.JSONDecoder(strict=False), 0
    for _ in range(_MOST_PLACES):
        begin = _BEGINS.search(text, at)
        if begin is None:
            return
        try:
            value, at = decoder.raw_decode(text, begin.end())
            yield value
        except (ValueError, RecursionError):
            at = begin.end() + 1


def _recipes(value: Json, depth: int = 0) -> Iterator[dict[str, Json]]:
    if depth > _DEEPEST_VALUE:
        return
    if isinstance(value, dict) and recipe_apps.has_parts(value):
        yield value
        return
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _recipes(inner, depth + 1)


def loose_json(text: str) -> Json:
    """Return the data of a script, despite common mistakes: a list for several JSON texts, None if it has none."""
    bare = _WRAPPED.sub("", text).strip("\ufeff; \n\r\t")
    bare = _BARE_ESCAPE.sub(r"\\", bare)
    for whole in (bare, unescaped(bare)):
        for attempt in (str, _mended):
            try:
                read_scripts = list(_texts(attempt(whole)))
            except (ValueError, RecursionError):
                continue
            return read_scripts[0] if len(read_scripts) == 1 else read_scripts
    return None


def _texts(text: str) -> Iterator[Json]:
    """Yield every JSON text of a script. ValueError if anything else stands between them."""
    decoder, at = json.JSONDecoder(strict=False), 0
    for _ in range(_MOST_TEXTS):
        data, at = decoder.raw_decode(text, at)
        yield data
        while text[at : at + 1] in (" ", "\t", "\r", "\n", ";", ","):
            at += 1
        if at >= len(text):
            return
    raise ValueError("too many pieces of text")


def _mended(text: str) -> str:
    """Strip comments, surplus commas and needless backslashes from a script."""
    return _TOKEN.sub(lambda found: _ESCAPE.sub(r"\1", found[0]) if found[0].startswith('"') else "", text)


def lacking(lines: Sequence[str], named: ParsedProcedure | None, made: Procedure) -> list[str]:
    """Return what the lines of a page say and the procedure of its data lacks, in the order of the page.

    That is what else stands in the lists that the data repeat, what a heading or the `named` elements call
    ingredients, and warnings.
    """
    things = [*(named.procedure.resources if named else ())]
    steps: list[str] = []
    for (part, listed), block in groupby(_parted(lines), lambda one: one[:2]):
        items = [line for _, _, line in block]
        if part == "resources":
            things += items if listed else filter(counts, items)
        elif listed and _repeats(items, made.resources):
            things += items
        elif (listed or part == "steps") and _repeats(items, made.steps):
            steps += items if listed else filter(instructs, items)
    warned = [said for line in lines if len(line) <= _LONGEST and _WARNS.match(said := _bare(line))]
    known = letters(" ".join((*made.steps, *made.resources, made.notes, made.goal)))
    left = [*_others(filter(_is_short, things), made.resources), *_others(steps, made.steps), *warned]
    left += _never_named(things, known)
    left = [line for line in dict.fromkeys(left) if letters(line) not in known and not _is_beside(line)]
    place = {_bare(line): at for at, line in enumerate(lines)}
    return sorted(left, key=lambda line: place.get(line, len(lines)))


def _parted(lines: Iterable[str]) -> Iterator[tuple[str, bool, str]]:
    """Yield the lines below headings: the part that one announces, also for those below it; whether in a list."""
    part, level = "", 0
    for line in filter(str.strip, lines):
        depth = len(line) - len(line.lstrip("#"))
        said = announced(line.strip("# ")) if depth else frozenset()
        if said or (depth and depth <= level):
            part, level = (next(iter(said)) if len(said) == 1 else ""), depth
        if depth:
            yield "", False, ""  # a list ends here
        else:
            yield part, LIST_MARK.match(line) is not None, _bare(line)


def _repeats(items: Sequence[str], told: Sequence[str]) -> bool:
    """Whether half of a list stands in the data, or half of the data in the list."""
    known, shown = list(map(_words, told)), list(map(_words, items))
    there = sum(any(one and one <= other for other in known) for one in shown)
    back = sum(any(one and one <= other for other in shown) for one in known)
    return 2 * there >= len(items) or (back > 0 and 2 * back >= len(told))


def _others(items: Iterable[str], told: Iterable[str]) -> Iterator[str]:
    """Yield the items that name something which no line of the data does, whatever its amount."""
    known = list(map(_words, told))
    for one in items:
        pieces = filter(None, map(_words, _PIECES.split(parted(one)[1] or one)))
        if bare_title(one) and not all(any(piece <= line for line in known) for piece in pieces):
            yield one


def _never_named(items: Iterable[str], known: str) -> Iterator[str]:
    """Yield sentences about ingredients, "Mango – pick a ripe one", whose ingredient the data name nowhere."""
    for one in items:
        head = _words(_HEAD.split(one, maxsplit=1)[0])
        if not _is_short(one) and head and not any(word in known for word in head):
            yield one


def _is_short(item: str) -> bool:
    return count_words(item) <= _MOST_WORDS


def _is_beside(line: str) -> bool:
    """Whether a line only heads a part or belongs to the site."""
    return bool(announced(line)) or is_furniture(line)


def _words(text: str) -> frozenset[str]:
    return frozenset(_PLURAL.sub("", word) for word in _WORD.findall(text.casefold()))


def _bare(line: str) -> str:
    return words(LIST_MARK.sub("", line)).strip("# ")
