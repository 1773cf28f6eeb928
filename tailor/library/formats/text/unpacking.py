"""A text as it was written, without what a message, a page or a film put around it."""

import re
from collections.abc import Sequence
from typing import Final

from tailor.library.formats.shared.step_texts import TO_EATERS
from tailor.library.formats.shared.tables import tables_as_lists
from tailor.library.formats.text.drawn_headings import with_narrow_bullets, with_plain_headings
from tailor.library.formats.text.line_beginnings import begins_steps
from tailor.library.formats.text.messages import NOTES, closing, greets, spoken_title, without_message
from tailor.library.formats.text.printed_layout import as_written
from tailor.library.formats.text.talk_of_letters import as_paragraphs, without_talk

_LATER: Final = re.compile(r"\s*(?!1\D)\d")
"""A line that begins with another number than one: broken off in "It serves 6. We had it"."""


def unpacked(text: str) -> str:
    """The text without what was put around it, which is noted below it.

    Of a letter that tells its steps in a paragraph each is a line. Once more it stays the same.
    """
    lines = text.split("\n")
    notes: list[str] = []
    body, noted = _unbroken(lines, notes, talk=False)
    if body == lines[: len(lines) - len(noted)]:
        return text
    return "\n".join([*body, "", NOTES, *notes, *noted[1:]] if notes or noted else body)


def title_spoken_in(text: str) -> str:
    """The title that the first words of a letter tell; "" for none."""
    return spoken_title("\n".join(_unbroken(text.split("\n"), [], talk=True)[0]))


def _unbroken(lines: Sequence[str], notes: list[str], *, talk: bool) -> tuple[list[str], Sequence[str]]:
    """The lines without what is around them, which is noted, in a letter with its talk or not; the notes below."""
    end = next((at for at, line in enumerate(lines) if line.strip() == NOTES), len(lines))
    own = lines[:end]
    body = without_message(with_narrow_bullets(own), notes)
    has_subject = body[:1] != [] and body[0] not in map(str.strip, own)
    is_letter = bool(notes) or greets("\n".join(own)) or _is_signed([line.strip() for line in own])
    is_letter = is_letter and not any(begins_steps(line) and not _LATER.match(line) for line in body)
    body = tables_as_lists(as_paragraphs(body) if is_letter else body, notes)
    body = as_written(with_plain_headings(body), notes)
    return without_talk(body, notes, first=int(has_subject)) if is_letter and not talk else body, lines[end:]


def _is_signed(lines: Sequence[str]) -> bool:
    end = closing(lines)
    return end < len(lines) and not re.match(TO_EATERS, lines[end], re.IGNORECASE)
