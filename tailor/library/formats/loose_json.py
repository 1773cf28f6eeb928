"""JSON as sites write it: wrapped, escaped, with comments, or several texts in one script.

Owns reading it as far as its meaning is plain. Refuses to guess at texts whose quotes do not close: the page as it
is seen is then the better source. Every function is linear in its text.
"""

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Final

from tailor.core.procedure import Json

_WRAPPED: Final = re.compile(
    r"^\s*(?:<!--|/[*/]\s*<!\[CDATA\[(?:\s*\*/)?|<!\[CDATA\[)|(?:-->|(?:/[*/]\s*)?\]\]>(?:\s*\*/)?)\s*$"
)
_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL
)
"""A text, a comment, or a comma too many; each ends at the latest where the script ends."""
_BAD_ESCAPE: Final = re.compile(r'\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|)')
_MOST_TEXTS: Final = 100


def loose_json(text: str) -> Json:
    """The data of a script; several JSON texts one after another are a list; None where it is none."""
    bare = _WRAPPED.sub("", text).strip("\ufeff; \n\r\t")
    attempts: tuple[Callable[[], str], ...] = (
        lambda: bare,
        lambda: _mended(bare),
        lambda: unescape(bare),
        lambda: _mended(unescape(bare)),
    )
    for attempt in attempts:
        try:
            read = list(_texts(attempt()))
        except (ValueError, RecursionError):
            continue
        return read[0] if len(read) == 1 else read
    return None


def _texts(text: str) -> Iterator[Json]:
    """Every JSON text of a script. ValueError where something else stands between them."""
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
    """Without comments and commas too many; a backslash before what needs none is no mark."""
    return _TOKEN.sub(lambda found: _escapes(found[0]) if found[0].startswith('"') else "", text)


def _escapes(text: str) -> str:
    return _BAD_ESCAPE.sub(lambda found: found[0] if found[1] else "", text)
