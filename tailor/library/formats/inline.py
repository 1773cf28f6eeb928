"""The words of a line of Markdown: links, emphasis and pictures are marks, not words.

Owns reading marks away, with markdown-it-py. Refuses blocks: `foreign` tells lists from headings.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_TAG = re.compile(
    r"</?(?:a|abbr|b|br|code|del|div|em|font|i|img|ins|kbd|li|mark|ol|p|q|s|small|span|strong|sub|sup|u|ul)\b|<!--",
    re.I,
)
_MARKS = re.compile(r"[\[\]*_`<&\\!]")


def words(text: str) -> str:
    """The text as it is read aloud: "[pasta](/pasta)" is "pasta", "**do not** stir" is "do not stir".

    Code keeps its words; a picture becomes what is written below it; a text without marks comes back as it is.
    """
    if not _MARKS.search(text):
        return text
    said: list[str] = []
    for token in _parser().parseInline(text)[0].children or ():
        match token.type:
            case "text" | "code_inline" | "image" | "text_special":
                said.append(token.content)
            case "softbreak" | "hardbreak":
                said.append("\n")
            case "html_inline" if not _TAG.match(token.content):
                said.append(token.content)  # "<name>" is a word to fill in, no mark
            case _:
                pass  # where emphasis and links begin and end; tags
    return "".join(said)


@cache
def _parser() -> "MarkdownIt":
    """Made at the first line that has marks: the library takes 29 ms to import."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")
