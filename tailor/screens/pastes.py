"""What a terminal sends: a paste is text to its end, and a key or a place that cannot be is none.

The parser of Textual 8.2.8, with two faults mended; texts are cleaned by the fields. Textual reads an escape in a
paste as the beginning of a key: a coloured line of a log, pasted, loses words, and they are pressed as keys, where
a letter may decide on an edit. And numbers that no key or place has end the app.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

ESCAPE: Final = "\x1b"
BEGIN: Final = f"{ESCAPE}[200~"
END: Final = f"{ESCAPE}[201~"


class PasteParser(XTermParser):
    """As `XTermParser`; escapes in a paste are left out, and so are keys and places that cannot be."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasting = False
        self._held = ""
        """How a mark may have begun with what came last: in a paste that is not read yet."""

    def feed(self, data: str) -> Iterable[Message]:
        """The messages of what came; "" says that nothing comes any more."""
        if not data:
            return super().feed(data)
        read = "".join(self._pieces(data))
        return super().feed(read) if read else ()

    def parse_mouse_code(self, code: str) -> Message | None:
        """As `XTermParser`; a terminal that does not know its size in pixels tells places in cells."""
        if not self.terminal_size or not self.terminal_pixel_size:
            self.terminal_pixel_size = None
        return super().parse_mouse_code(code)

    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        """As `XTermParser`; the key that is ignored for numbers of no character."""
        try:
            return super()._parse_extended_key(sequence)
        except (ValueError, OverflowError):
            return [Key(Keys.Ignore, sequence)]

    def _pieces(self, data: str) -> Iterator[str]:
        while data:
            mark = END if self._pasting else BEGIN
            seen = "" if self._pasting else self._held  # of a key nothing waits: it is read already
            piece, found, data = (self._held + data).partition(mark)
            self._held = "" if found else _begun(piece, mark)
            if self._pasting:
                yield piece.removesuffix(self._held).replace(ESCAPE, "")
                yield found
            else:
                yield (piece + found)[len(seen) :]
            self._pasting ^= bool(found)


def _begun(text: str, mark: str) -> str:
    """How the mark may have begun at the end of the text."""
    return next((mark[:size] for size in range(len(mark) - 1, 0, -1) if text.endswith(mark[:size])), "")
