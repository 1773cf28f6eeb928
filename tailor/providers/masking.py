"""A server's words without the key: where it repeats the key, as it is or encoded, people and records get ***.

The usual encodings count: percent and JSON escapes, hex, and base64 in both alphabets, with or without padding and
also inside of something longer. A key may come in pieces: what could be its beginning waits for the next piece.
"""

import html
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from tailor.core.protocols import Chunk, Reasoning, Text
from tailor.providers.keys import Key

MASK: Final = "***"
SHORTEST: Final = 8
"""Characters of a key from which on it is masked inside of words too; a shorter one could be a part of any."""


class KeyMask:
    """Finds a key in texts, however it is written there; without a key, nothing."""

    def __init__(self, key: Key | None) -> None:
        secret = "" if key is None else key.reveal()
        self.whole_words = len(secret) < SHORTEST
        self.written = tuple(sorted(set(_written(secret)), key=len, reverse=True)) if secret else ()
        """The key as it is, and in each encoding; of two that begin alike the longer first."""
        self._first = frozenset(one[0] for one in self.written)
        self._longest = max(map(len, self.written), default=0)
        pattern = "|".join(map(re.escape, self.written)) or "(?!)"
        self._pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)" if self.whole_words else pattern)

    def __repr__(self) -> str:
        return "KeyMask(***)"

    def masked(self, text: str) -> str:
        """A whole text without the key."""
        stream = MaskedText(self)
        return stream.feed(text) + stream.close()

    def find(self, text: str, at: int) -> re.Match[str] | None:
        """The first key from `at` on."""
        return self._pattern.search(text, at)

    def unfinished(self, text: str, at: int) -> int:
        """Where, from `at` on, a key begins that may go on behind the end; the end itself if nowhere."""
        near = range(max(at, len(text) - self._longest), len(text))
        begins = (start for start in near if text[start] in self._first)
        return next((start for start in begins if self._goes_on(text[start:])), len(text))

    def _goes_on(self, tail: str) -> bool:
        """Whether this is the beginning of a key; of a whole word also the whole of it, as a letter may follow."""
        return any(one.startswith(tail) and (self.whole_words or one != tail) for one in self.written)


class MaskedText:
    """A text without the key, from pieces; any pieces give the same text."""

    def __init__(self, mask: KeyMask) -> None:
        self._mask = mask
        self._before = ""  # the last character that is through: it may be of the same word
        self._held = ""

    def feed(self, piece: str) -> str:
        """What is sure by now."""
        text, at, out = self._before + self._held + piece, len(self._before), ""
        held = self._mask.unfinished(text, at)
        while (found := self._mask.find(text, at)) and found.start() < held:
            out += text[at : found.start()] + MASK
            at = found.end()
            held = held if at <= held else self._mask.unfinished(text, at)
        self._before, self._held = text[max(held - 1, 0) : held], text[held:]
        return out + text[at:held]

    def close(self) -> str:
        """The rest of the text; a key that is cut off is masked as well, if it can be told from a word."""
        text, at, out = self._before + self._held, len(self._before), ""
        while found := self._mask.find(text, at):
            out += text[at : found.start()] + MASK
            at = found.end()
        cut = self._mask.unfinished(text, at)
        self._before = self._held = ""
        if self._mask.whole_words or len(text) - cut < SHORTEST:
            return out + text[at:]
        return out + text[at:cut] + MASK


class MaskedAnswer:
    """The chunks of one answer without the key."""

    def __init__(self, mask: KeyMask) -> None:
        self._text, self._thinking = MaskedText(mask), MaskedText(mask)

    def feed(self, chunk: Chunk) -> list[Chunk]:
        """The chunks that are sure by now."""
        match chunk:
            case Text(text):
                return _chunks(text=self._text.feed(text))
            case Reasoning(text):
                return _chunks(thinking=self._thinking.feed(text))
            case _:
                return [*self.close(), chunk]

    def close(self) -> list[Chunk]:
        """The rest of the texts."""
        return _chunks(self._thinking.close(), self._text.close())


def _chunks(thinking: str = "", text: str = "") -> list[Chunk]:
    return [*([Reasoning(thinking)] if thinking else []), *([Text(text)] if text else [])]


def _written(secret: str) -> Iterator[str]:
    """The ways to write a key."""
    yield secret
    coded = json.dumps(secret)[1:-1]
    yield from (coded, coded.replace("/", r"\/"), html.escape(secret), "".join(f"&#{ord(one)};" for one in secret))
    yield from (quote(secret, safe=kept) for kept in ("", "/", "!'()*"))
    for lead in ("", "%", "\\x", "\\u00"):
        yield from ("".join(f"{lead}{form % ord(one)}" for one in secret) for form in ("%02x", "%02X"))
    for digits in _base64(secret.encode()):
        yield from (
            digits,
            digits.translate({43: "-", 47: "_"}),
            digits.replace("/", r"\/"),
            quote(digits, safe=""),
        )


def _base64(data: bytes) -> Iterator[str]:
    """Base64 of the key alone, and its digits inside of something longer, save those that its neighbours share."""
    padded = b64encode(data).decode()
    yield from (padded, padded.rstrip("="))
    if len(data) >= SHORTEST:
        for before, start in ((0, 0), (1, 2), (2, 3)):
            yield b64encode(bytes(before) + data).decode()[start : (before + len(data)) * 8 // 6]
