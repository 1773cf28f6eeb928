"""A text as it was written, without what a message, a page or a film put around it."""

from tailor.library.formats.drawn_headings import with_narrow_bullets, with_plain_headings
from tailor.library.formats.messages import NOTES, without_message
from tailor.library.formats.printed import as_written
from tailor.library.formats.tables import tables_as_lists


def unpacked(text: str) -> str:
    """The text as it was written, without what a message, a page or a film put around it, which is noted below it.

    Once more it stays the same.
    """
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if line.strip() == NOTES), len(lines))
    notes: list[str] = []
    body = tables_as_lists(without_message(with_narrow_bullets(lines[:end]), notes), notes)
    body = as_written(with_plain_headings(body), notes)
    if body == lines[:end]:
        return text
    return "\n".join([*body, "", NOTES, *notes, *lines[end + 1 :]] if notes or lines[end:] else body)
