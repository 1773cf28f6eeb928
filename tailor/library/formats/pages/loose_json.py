"""JSON of pages, tolerant of the mistakes that people make in it."""

import json
import re
from collections.abc import Iterator
from typing import Final

from tailor.core.procedure import Json
from tailor.library.formats.shared.html_text import unescaped

_WRAPPED: Final = re.compile(
    r"^\s*(?:<!--|/[*/]\s*<!\[CDATA\[(?:\s*\*/)?|<!\[CDATA\[)|(?:-->|(?:/[*/]\s*)?\]\]>(?:\s*\*/)?)\s*$"
)
_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL
)
"""A string, a comment, or a surplus comma; unclosed ones end with the script, so that no text is scanned twice."""
_ESCAPE: Final = re.compile(r'(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))|\\')
"""An escape of JSON, or a backslash that begins none."""
_MOST_TEXTS: Final = 100


def loose_json(text: str) -> Json:
    """The data of a script, tolerant of common mistakes; a list for several JSON texts; None if it is no JSON."""
    bare = _WRAPPED.sub("", text).strip("\ufeff; \n\r\t")
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
