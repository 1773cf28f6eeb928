"""Remove the key from what a server says: wherever it repeats the key, plain or encoded, people and logs get ***.

The key is matched as a reader would see it: ignoring case and whatever cleaning and the parsers remove (hidden
characters, tags, Markdown marks), and letters may be escaped singly. The usual encodings of the whole key count
too: percent and JSON escapes, hex, reversed, and base64 in both alphabets, with or without padding and also inside
something longer. Not rarer ones: nobody writes them by accident, and someone hiding a key finds another. A key may
be split over pieces, so what may be its beginning is held back until the next piece.
"""

import html
import json
import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from tailor.core.protocols import Chunk, Reasoning, Text, Usage
from tailor.core.text import clean
from tailor.providers.keys import Key

MASK: Final = "***"
SHORTEST: Final = 8
"""Keys of at least this length are masked inside words too; a shorter one could be part of any word."""


_MOST_UNSEEN: Final = 40
"""Most ignored characters in a row that are held back; further ones are dropped, to keep the buffer short."""
_MARKUP: Final = frozenset("*_`")
_LETTER = re.compile(
    r"""(?:\\u00|\\x|%)[0-9a-f]{2} | \\["'/\\] | &(?:\#x?[0-9a-f]{1,6}|[a-z]{2,4});
    | </?\|?\w{1,30}\|?> | .""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
"""One letter, perhaps escaped, or an HTML or chat template tag."""
_OPEN = re.compile(
    r"""(?: \\(?:u0{0,2}[0-9a-f]?|x[0-9a-f]?)? | %[0-9a-f]? | &(?:\#x?[0-9a-f]{0,6}|[a-z]{0,4})
    | <(?:/?\|?\w{0,30}\|?) )\Z""",
    re.IGNORECASE | re.VERBOSE,
)
"""The beginning of an escaped letter or tag that the next piece may complete."""


class KeyMask:
    """Finds the key in texts, in any spelling; without a key it finds nothing."""

    def __init__(self, key: Key | None) -> None:
        secret = "" if key is None else key.reveal()
        self.whole_words = len(secret) < SHORTEST
        self._unseen = frozenset[str]() if self.whole_words else _MARKUP - set(secret)
        self.written = tuple(sorted(set(_written(secret)), key=len, reverse=True)) if secret else ()
        """The key in plain and in each encoding, longer ones first."""
        self._letters = tuple(dict.fromkeys(filter(None, map(self._read, self.written))))
        self._first = frozenset(one[0] for one in self._letters)
        self._longest = max(map(len, self._letters), default=0)
        pattern = "|".join(map(re.escape, self._letters)) or "(?!)"
        self._pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)" if self.whole_words else pattern)

    def __repr__(self) -> str:
        return "KeyMask(***)"

    def masked(self, text: str) -> str:
        stream = MaskedText(self)
        return stream.feed(text) + stream.close()

    def seen(self, char: str) -> str:
        """The form in which a character is compared with the key; "" for one that readers may not see."""
        if char in self._unseen:
            return ""
        shown = char if char.isascii() else _shown(char)
        return shown if self.whole_words else shown.lower()

    def find(self, letters: str, at: int) -> re.Match[str] | None:
        """The first key from `at` on, in letters as returned by `seen`."""
        return self._pattern.search(letters, at)

    def unfinished(self, letters: str, at: int) -> int:
        """The start of a key, from `at` on, that the next piece may continue; the end if there is none."""
        near = range(max(at, len(letters) - self._longest), len(letters))
        begins = (start for start in near if letters[start] in self._first)
        return next((start for start in begins if self._goes_on(letters[start:])), len(letters))

    def _goes_on(self, tail: str) -> bool:
        """Whether a key starts so and goes on; for whole words it may be complete, as a letter may follow."""
        return any(one.startswith(tail) and (self.whole_words or one != tail) for one in self._letters)

    def _read(self, text: str) -> str:
        return "".join(map(self.seen, text))


class MaskedText:
    """Masks the key in a text that comes in pieces; the result does not depend on how it is split."""

    def __init__(self, mask: KeyMask) -> None:
        self._as_it_is, self._decoded = _Reader(mask, decodes=False), _Reader(mask, decodes=True)

    def feed(self, piece: str) -> str:
        """Return the text that is certain by now."""
        return self._decoded.feed(self._as_it_is.feed(piece))

    def close(self) -> str:
        """Return the rest; a cut-off key is masked too, if it is long enough not to be a word."""
        return self._decoded.feed(self._as_it_is.close()) + self._decoded.close()


class _Reader:
    """Masks the key in one reading of a text: the plain characters, or decoded and without tags."""

    def __init__(self, mask: KeyMask, *, decodes: bool) -> None:
        self._mask, self._decodes = mask, decodes
        self._before = ""  # the last letter passed on: it may be in the same word
        self._held: list[tuple[str, str]] = []  # text as written, with the letters it stands for
        self._open = ""
        self._unseen = 0

    def feed(self, piece: str) -> str:
        if not self._mask.written:
            return piece
        text = self._open + piece
        cut = found.start() if self._decodes and (found := _OPEN.search(text)) else len(text)
        self._open = text[cut:]
        self._take(text[:cut])
        return self._through()

    def close(self) -> str:
        self._take(self._open)
        self._open = ""
        return self._through(closing=True)

    def _take(self, text: str) -> None:
        for written in _LETTER.findall(text) if self._decodes else text:
            letters = "".join(map(self._mask.seen, _decoded(written)))
            self._unseen = 0 if letters else self._unseen + 1
            if self._unseen <= _MOST_UNSEEN:
                self._held.append((written, letters))

    def _through(self, *, closing: bool = False) -> str:
        """Return the part of the held text that is certain by now, or all of it."""
        mask, written = self._mask, [one for one, _ in self._held]
        letters = self._before + "".join(seen for _, seen in self._held)
        owners = [0] * len(self._before) + [at for at, (_, seen) in enumerate(self._held) for _ in seen]
        out, done, at = "", 0, len(self._before)
        held = mask.unfinished(letters, at)
        while (found := mask.find(letters, at)) and (closing or found.start() < held):
            out += "".join(written[done : owners[found.start()]]) + MASK
            done, at = owners[found.end() - 1] + 1, found.end()
            held = held if at <= held and not closing else mask.unfinished(letters, at)
        keep = owners[held] if held < len(letters) else len(written)
        if closing:
            cut_off = not mask.whole_words and len(letters) - held >= SHORTEST
            self._before, self._held = "", []
            return out + ("".join(written[done:keep]) + MASK if cut_off else "".join(written[done:]))
        self._before, self._held = letters[max(held - 1, 0) : held], self._held[keep:]
        return out + "".join(written[done:keep])


def _decoded(written: str) -> str:
    """The letter that one match of `_LETTER` stands for; "" for a tag."""
    if len(written) == 1:
        return written
    if written[0] in "<&":
        return html.unescape(written) if written[0] == "&" else ""
    return written[1] if len(written) == 2 else chr(int(written[-2:], 16))


@lru_cache(4096)
def _shown(char: str) -> str:
    """The character as shown after cleaning; "" for one that cleaning removes, and for a combining mark."""
    hidden = unicodedata.category(char) in ("Mn", "Me", "Cf") or clean(f"a{char}a") == "aa"
    return "" if hidden else unicodedata.normalize("NFKC", char)


class MaskedAnswer:
    """Masks the key in the chunks of one answer."""

    def __init__(self, mask: KeyMask) -> None:
        self._text, self._thinking = MaskedText(mask), MaskedText(mask)

    def feed(self, chunk: Chunk) -> list[Chunk]:
        """Return the chunks that are certain by now."""
        match chunk:
            case Text(text):
                return _chunks(text=self._text.feed(text))
            case Reasoning(text):
                return _chunks(thinking=self._thinking.feed(text))
            case Usage():
                return [*self.close(), chunk]
            case _:  # a key may continue after it
                return [chunk]

    def close(self) -> list[Chunk]:
        return _chunks(self._thinking.close(), self._text.close())


def _chunks(thinking: str = "", text: str = "") -> list[Chunk]:
    return [*([Reasoning(thinking)] if thinking else []), *([Text(text)] if text else [])]


def _written(secret: str) -> Iterator[str]:
    """Yield the ways to write a key."""
    yield secret
    coded = json.dumps(secret)[1:-1]
    yield from (coded, coded.replace("/", r"\/"), html.escape(secret), "".join(f"&#{ord(one)};" for one in secret))
    yield from (quote(secret, safe=kept) for kept in ("", "/", "!'()*"))
    for lead in ("", "%", "\\x", "\\u00"):
        yield from ("".join(f"{lead}{form % ord(one)}" for one in secret) for form in ("%02x", "%02X"))
    if len(secret) >= SHORTEST:
        yield secret[::-1]
    for digits in _base64(secret.encode()):
        yield from (
            digits,
            digits.translate({43: "-", 47: "_"}),
            digits.replace("/", r"\/"),
            quote(digits, safe=""),
        )


def _base64(data: bytes) -> Iterator[str]:
    """Base64 of the key alone, and the digits of it inside longer data that its neighbours do not affect."""
    padded = b64encode(data).decode()
    yield from (padded, padded.rstrip("="))
    if len(data) >= SHORTEST:
        for before, start in ((0, 0), (1, 2), (2, 3)):
            yield b64encode(bytes(before) + data).decode()[start : (before + len(data)) * 8 // 6]
