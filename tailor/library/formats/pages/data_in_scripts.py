"""Data in the scripts of a page: JSON as people write it, and recipes in the state that scripts show."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from tailor.core.procedure import Json
from tailor.library.formats.shared.html_text import tamed, unescaped
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import are_told
from tailor.library.formats.structured import recipe_apps, schema_org

_WRAPPED: Final = re.compile(
    r"^\s*(?:<!--|/[*/]\s*<!\[CDATA\[(?:\s*\*/)?|<!\[CDATA\[)|(?:-->|(?:/[*/]\s*)?\]\]>(?:\s*\*/)?)\s*$"
)
_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL
)
"""A string, a comment, or a surplus comma; unclosed ones end with the script, so that no text is scanned twice."""
_ESCAPE: Final = re.compile(r'(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))|\\')
"""An escape of JSON, or a backslash that begins none."""
_BARE_ESCAPE: Final = re.compile(
    r"(?<!\\)(?=u00(?:2[267]|3[ce]|[a-f][0-9a-f])|u20[12][a-f]|(?<=[a-z])u2019(?:[stdm]|re|ll|ve)\b)"
)
"""Where an escape has lost its backslash, as "Salt u0026 pepper"."""
_MOST_TEXTS: Final = 100
_SCRIPT = re.compile(r"<script\b([^<>]*)>(.*?)</script", re.DOTALL | re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\s[\w:.@-]{1,40}=(?:\"([{\[][^\"]{300,})\"|'([{\[][^']{300,})')")
_BEGINS = re.compile(r"(?:^|[=(:,])\s*(?=[{\[]\s*[{\[\"\d\]])", re.MULTILINE)
"""Where a value may begin: after a name, a bracket, or the number of a row."""
_REMARK: Final = (
    "This comes from the data behind the page, not from what it shows; please check amounts and steps."
)
_MOST: Final = 200
"""Places of a page that are tried."""
_DEEPEST: Final = 40


def read(html: str, title: str) -> ParsedProcedure | None:
    """The recipe of the title, or else the longest, that has steps which are told; None without one."""
    found = (recipe_apps.read_one(node, title) for value in _values(html) for node in _recipes(value))
    best = schema_org.best([one for one in found if are_told(one.procedure.steps)], title)
    return best and replace(best, unsure=True, remark=_REMARK)


def _values(html: str) -> Iterator[Json]:
    texts = [text for told, text in _SCRIPT.findall(tamed(html)) if "ld+json" not in told]
    # a tag with so much in it is in no page that is tamed
    texts += [unescaped(one or other) for one, other in _ATTRIBUTE.findall(html)]
    sent: list[str] = []
    for value in islice((value for text in texts for value in _in_text(text)), _MOST):
        if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str):
            sent.append(value[1])  # a piece of what the server sends bit by bit
        else:
            yield value
    yield from islice(_in_text("".join(sent)), _MOST)


def _in_text(text: str) -> Iterator[Json]:
    """The JSON values of a text, none of them inside another."""
    decoder, at = json.JSONDecoder(strict=False), 0
    for _ in range(_MOST):
        begin = _BEGINS.search(text, at)
        if begin is None:
            return
        try:
            value, at = decoder.raw_decode(text, begin.end())
            yield value
        except (ValueError, RecursionError):
            at = begin.end() + 1


def _recipes(value: Json, depth: int = 0) -> Iterator[dict[str, Json]]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict) and recipe_apps.has_parts(value):
        yield value
        return
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _recipes(inner, depth + 1)


def loose_json(text: str) -> Json:
    """The data of a script, tolerant of common mistakes; a list for several JSON texts; None if it is no JSON."""
    bare = _WRAPPED.sub("", text).strip("\ufeff; \n\r\t")
    bare = _BARE_ESCAPE.sub(r"\\", bare)
    for whole in (bare, unescaped(bare)):
        for attempt in (str, _mended):
            try:
                read = list(_texts(attempt(whole)))
            except (ValueError, RecursionError):
                continue
            return read[0] if len(read) == 1 else read
    return None


def _texts(text: str) -> Iterator[Json]:
    """Every JSON text of a script. ValueError for anything else between them."""
    decoder, at = json.JSONDecoder(strict=False), 0
    for _ in range(_MOST_TEXTS):
        data, at = decoder.raw_decode(text, at)
        yield data
        while text[at : at + 1] in (" ", "\t", "\r", "\n", ";", ","):
            at += 1
        if at >= len(text):
            return
    raise ValueError("too many texts")


def _mended(text: str) -> str:
    """The script without comments, surplus commas and needless backslashes."""
    return _TOKEN.sub(lambda found: _ESCAPE.sub(r"\1", found[0]) if found[0].startswith('"') else "", text)
