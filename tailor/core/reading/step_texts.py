"""The text of one step: lines put together, ornament and marks of doubt taken out.

Owns what becomes of the pieces of a step. Refuses to know where a step begins (`items`, `step_lists`).
"""

import json
import re
from dataclasses import dataclass, field
from typing import Final

from tailor.core.procedure import Json
from tailor.core.reading.words import collapsed
from tailor.core.text import LONGEST_STEP

_BOLD = re.compile(r"\*\*([^*\n]{1,300})\*\*")
_UNSURE = re.compile(r"(?:^|(?<=[\s\"'*(“]))\[\[")
_WORDS = re.compile(r"\w")
_MOST: Final = LONGEST_STEP * 2
"""Characters of a step that are kept before its text is put in form."""


@dataclass(slots=True)
class OpenStep:
    """A step whose end was not seen yet."""

    parts: list[str] = field(default_factory=list)
    size: int = 0
    unsure: bool = False
    titled: bool = False
    """Whether its first line was a title ("### Step 2: Bake"), so that its text stands below."""
    listing: bool = False

    def add(self, piece: str, *, sub: bool = False) -> None:
        """Another line of the step; a sub-item is set off by a colon or a semicolon."""
        piece = _even(piece.strip())
        if not piece or self.size > _MOST:
            return
        if self.parts and (sub or (self.titled and len(self.parts) == 1)):
            last = self.parts[-1].rstrip(" *_")
            if _WORDS.search(last[-1:]) or last[-1:] in ")]":
                self.parts[-1] = self.parts[-1].rstrip() + (";" if self.listing else ":")
        self.listing = self.listing or sub
        self.parts.append(piece)
        self.size += len(piece) + 1


def has_words(text: str) -> bool:
    """Whether the text says anything: an item "…" does not."""
    return _WORDS.search(text) is not None


def _even(piece: str) -> str:
    """The piece without a bold or code mark whose other half stood before the item's number."""
    for mark in ("**", "__", "`"):
        if piece.count(mark) % 2:
            piece = piece.removesuffix(mark) if piece.endswith(mark) else piece.replace(mark, "", 1)
    return piece.strip()


def only_titled(now: OpenStep) -> bool:
    """Whether the step has no more than its title, so that its text is still to come."""
    return (now.titled and len(now.parts) < 2) or not now.parts


def joined(section: list[str]) -> str:
    """A heading and the lines below it as one text."""
    step = OpenStep(titled=True)
    for piece in section:
        step.add(piece)
    return " ".join(step.parts)


def plain(text: str) -> tuple[str, bool]:
    """A step's text in normal form without bold and `[[ ]]`, and whether these brackets were there."""
    text = _BOLD.sub(r"\1", collapsed(text))
    found = _UNSURE.search(text)
    if found:
        text = _UNSURE.sub(" ", text).replace("]]", " ")
    elif "[[" not in text and text.count("]]") == 1:
        # The opening brackets stood before the number of the step.
        text = text.replace("]]", " ")
    return collapsed(text.strip(" *_") if text.count("**") % 2 else text), found is not None


def json_steps(text: str) -> list[str]:
    """The steps of an answer that is a JSON list, or an object with one under "steps"; [] where it is neither."""
    starts = [at for at in (text.find("["), text.find("{")) if at >= 0]
    if not starts:
        return []
    try:
        data: Json = json.JSONDecoder(strict=False).raw_decode(text, min(starts))[0]
    except (ValueError, RecursionError):
        return []
    if isinstance(data, dict):
        data = next((data[key] for key in ("steps", "instructions", "procedure", "list") if key in data), None)
    if not isinstance(data, list):
        return []
    return [text for text in map(_json_text, data) if text]


def _json_text(data: Json) -> str:
    if isinstance(data, dict):
        data = next((data[key] for key in ("text", "step", "description", "instruction") if key in data), None)
    return data if isinstance(data, str) else ""
