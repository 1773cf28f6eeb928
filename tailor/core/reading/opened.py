"""An edit whose end was not seen yet.

Owns what is kept of an open edit between lines. Refuses to decide where it ends (`closing`, `lines`).
"""

from dataclasses import dataclass, field
from typing import Final

from tailor.core.reading.heads import Head, marker
from tailor.core.reading.words import OPENING_QUOTES, Said
from tailor.core.text import LONGEST_STEP

MOST_BODY: Final = LONGEST_STEP * 3
"""Characters of an edit that are kept before its text is put in form."""


@dataclass(slots=True)
class OpenEdit:
    """What is known of it so far."""

    head: Head
    reason: Said
    marker: str
    """The kind of list item its line was: "-", "1", or "" for none."""
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    """Characters of its text so far, those past the cap included."""
    depth: int = 0
    """Parentheses of the text itself that are open."""
    quote: str = ""
    """The quote its text began with, if any."""

    def see_quote(self, line: str, start: int) -> None:
        """Note the quote with which the text begins, before anything of it was added."""
        first = line[start : start + 40].strip()[:1]
        if not self.size and first in OPENING_QUOTES:
            self.quote = first

    def add(self, piece: str) -> None:
        """Another line of its text; what is past the cap is left out."""
        if self.size < MOST_BODY:
            self.pieces.append(piece)
        self.size += len(piece.strip())

    @property
    def body(self) -> str:
        """Its text so far, as it stands."""
        return "\n".join(self.pieces)

    @property
    def lists(self) -> bool:
        """Whether its text is itself a list."""
        return next((marker(piece) != "" for piece in self.pieces if piece.strip()), False)
