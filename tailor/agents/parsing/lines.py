"""From pieces of an answer to whole clean lines, however it is chunked.

Removes thinking (`<think>…</think>` and its variants) and end-of-turn tokens that some servers let through, and
caps what is read at all. Every character is looked at a bounded number of times, however small the pieces.
"""

import re
from typing import Final

from tailor.core.text import LONGEST_TEXT, REPLACEMENT, clean, is_unseen

_NAMES = "think|thinking|thought|thoughts|reasoning|scratchpad"
_OPEN = re.compile(rf"<(?:{_NAMES})>|\[THINK\]", re.IGNORECASE)
_CLOSE = re.compile(rf"</(?:{_NAMES})>|\[/THINK\]", re.IGNORECASE)
_EITHER = re.compile(rf"</?(?:{_NAMES})>|\[/?THINK\]", re.IGNORECASE)
_LONGEST_TAG: Final = len("</scratchpad>")
_LINE_END = re.compile(r"\r\n|\n|\r")
_TOKENS = re.compile(
    r"<\|[A-Za-z_]{1,30}\|>|</?s>|<eos>|<(?:start|end)_of_turn>|</?(?:answer|output|edits|response|steps)>",
    re.IGNORECASE,
)
_TEXT = re.compile(
    r"(?P<before>[,:|]\s{0,4}[\"'“‘`]?|^)(?P<text>[^!-~“”‘’（）]{1,200})(?=[\"'”’`]?\s{0,4}[)）}\],])"
    r"|(?P<opened>[(（][^()（）]{1,40}[,:|]\s{0,4}[\"'“‘`]?)(?P<rest>[^!-~“”‘’（）]{1,200})$"
)
"""What stands where an edit has its text, if it has nothing of what is typed."""


class ThinkFilter:
    """Removes thinking from a stream; a tag may be split over pieces."""

    def __init__(self) -> None:
        self.thinking = False
        """Whether a block is open."""
        self._held = ""

    def feed(self, text: str) -> str:
        """The text outside of thinking blocks; each block leaves a line break.

        So does a closing tag without an opening one (the server put that into the prompt): edits already given
        cannot be taken back.
        """
        text, self._held = self._held + text, ""
        out: list[str] = []
        at = 0
        while found := (_CLOSE if self.thinking else _EITHER).search(text, at):
            if not self.thinking:
                out.append(text[at : found.start()] + "\n")
            self.thinking = not self.thinking and _OPEN.fullmatch(found.group()) is not None
            at = found.end()
        rest = text[at:]
        last = rest[-_LONGEST_TAG + 1 :]  # which may be the start of a tag
        start = max(last.rfind("<"), last.rfind("["))
        self._held = last[start:] if start >= 0 and not {">", "]"} & set(last[start:]) else ""
        if not self.thinking:
            out.append(rest[: len(rest) - len(self._held)])
        return "".join(out)

    def close(self) -> str:
        """What was held back as the start of a tag that never came."""
        held, self._held = self._held, ""
        return "" if self.thinking else held


class LineSplitter:
    """Whole, clean lines from pieces of text; nothing past LONGEST_TEXT characters is read."""

    def __init__(self, *, unseen: bool = False) -> None:
        """`unseen`: what stands where an edit has its text, and cannot be seen, shows that it was there."""
        self._tidy = _marked if unseen else _tidy
        self._think = ThinkFilter()
        self._pieces: list[str] = []
        self._room = LONGEST_TEXT
        self._return = False

    def feed(self, text: str) -> list[str]:
        text = text[: self._room]
        self._room -= len(text)
        return self._split(self._think.feed(text))

    def close(self) -> list[str]:
        """The lines left at the end of the text."""
        lines = self._split(self._think.close())
        last = "".join(self._pieces)
        self._pieces = []
        return [*lines, *([self._tidy(last)] if last else [])]

    def _split(self, text: str) -> list[str]:
        if self._return and text:
            # The carriage return before was a whole line end only if no line feed follows it.
            text = text[1:] if text.startswith("\n") else text
            self._return = False
        self._return = self._return or text.endswith("\r")
        *whole, rest = _LINE_END.split(text)
        lines = []
        for line in whole:
            lines.append(self._tidy("".join([*self._pieces, line])))
            self._pieces = []
        if rest:
            self._pieces.append(rest)
        return lines


def _tidy(line: str) -> str:
    """A clean line without tokens of the chat template."""
    return _TOKENS.sub("", clean(line))


def _marked(line: str) -> str:
    """The same with U+FFFD for what cannot be seen; a whole line of it becomes that one character."""
    if line.isascii():
        return _tidy(line)
    return REPLACEMENT if is_unseen(line) else _tidy(_TEXT.sub(_shown, line))


def _shown(found: re.Match[str]) -> str:
    text = found["text"] or found["rest"]
    return found[0].removesuffix(text) + REPLACEMENT if is_unseen(text) else found[0]
