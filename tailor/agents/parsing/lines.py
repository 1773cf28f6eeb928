"""Turn the pieces of an answer into whole, clean lines, however it is chunked.

Removes thinking (`<think>…</think>` and its variants) and end-of-turn tokens that some servers let through, and
limits how much is read. Every character is looked at a bounded number of times, however small the pieces.
"""

import json
import re
from typing import Final

from tailor.core.text import LONGEST_TEXT, REPLACEMENT, clean, is_unseen

_TAG: Final = re.compile(
    r"<\|(?:begin|start|(end))_(?:of_)?(?:thought|thinking)\|>|\[(/?)THINK\]|◁(/?)think▷"
    r"|<\s?\|?(/?)\|?(?:[a-z]{1,12}[:_]|ant)?(?:think|thinking|thoughts?|reasoning|scratchpad|reflection|analysis)"
    r"(?:_process)?\|?\s?>",
    re.IGNORECASE,
)
"""A thinking tag; a group that is not empty means that it closes."""

_LONGEST_TAG: Final = len("< |/twelveletter:scratchpad_process| >")
_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_TOKENS = re.compile(
    r"(?<!(?<!`)`)(?:(?:<\|(?:im_start|start|start_header_id)\|>|<start_of_turn>)\s?(?:system|user|assistant|model|tool)?\b"
    r"|<\|[A-Za-z_]{1,30}\|>|<｜[\w▁ ]{1,30}｜>|\[/?INST\]|<</?SYS>>|</?s>|<eos>|<(?:start|end)_of_turn>"
    r"|</?(?:answer|output|edits?|changes?|response|steps)>)",
    re.IGNORECASE,
)
"""Tokens of chat templates, with the role they open; not those in backticks, which a step is about."""
_WRITTEN_BREAK: Final = re.compile(r"(?<=[.!?;:)])\s?(?:(?:\\r)?\\n\s{0,4}){1,4}(?=[A-Z\d•*-]|$)")
_LIKE_CODE: Final = re.compile(r"[`\"{}<>$|=]|\(\s?'|\\(?![nr]|u[\da-fA-F]{4})")
_WRITTEN_SIGNS: Final = re.compile(
    r"(?:\\u(?![dD][89a-fA-F])[\da-fA-F]{4}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})+"
)
_TEXT = re.compile(
    r"(?P<before>[,:|]\s{0,4}[\"'“‘`]?|^)(?P<text>[^!-~“”‘’（）]{1,200})(?=[\"'”’`]?\s{0,4}[)）}\],])"
    r"|(?P<opened>[(（][^()（）]{1,40}[,:|]\s{0,4}[\"'“‘`]?)(?P<rest>[^!-~“”‘’（）]{1,200})$"
)
"""Whatever is in the place of an edit's text, if none of it can be typed."""


class ThinkFilter:
    """Removes thinking from a stream; a tag may be split over pieces."""

    def __init__(self) -> None:
        self.thinking = False
        """Whether a block is open."""
        self._held = ""

    def feed(self, text: str) -> list[str | None]:
        """The text outside of thinking blocks, in pieces; each block leaves a line break.

        None means that all before was thinking: only its closing tag came, as the server put the opening one into
        the prompt.
        """
        text, self._held = self._held + text, ""
        out: list[str | None] = []
        at = 0
        for tag in _TAG.finditer(text):
            closes = any(tag.groups())
            if self.thinking and not closes:
                continue
            if not self.thinking:
                out += [text[at : tag.start()] + "\n", *([None] if closes else [])]
            self.thinking = not closes
            at = tag.end()
        rest = text[at:]
        last = rest[-_LONGEST_TAG + 1 :]  # which may be the start of a tag
        start = max(map(last.rfind, "<[◁"))
        self._held = last[start:] if start >= 0 and not {*">]▷"} & {*last[start:]} else ""
        if not self.thinking:
            out.append(rest[: len(rest) - len(self._held)])
        return out

    def close(self) -> str:
        """What was held back as the start of a tag that never came."""
        held, self._held = self._held, ""
        return "" if self.thinking else held


class LineSplitter:
    """Whole, clean lines from pieces of text; nothing past LONGEST_TEXT characters is read."""

    def __init__(self, *, unseen: bool = False) -> None:
        """`unseen`: replace invisible text in the place of an edit's text by U+FFFD, to show that it was there."""
        self._tidy = _marked if unseen else _tidy
        self._think = ThinkFilter()
        self._pieces: list[str] = []
        self._room = LONGEST_TEXT
        self._return = False

    def feed(self, text: str) -> list[str | None]:
        """The lines completed by this piece; None means that all before it was thinking, even earlier pieces."""
        text = text[: self._room]
        self._room -= len(text)
        found: list[str | None] = []
        for piece in self._think.feed(text):
            found += [None] if piece is None else self._split(piece)
        return found

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


def lines_of(text: str) -> list[str]:
    """The lines of a whole answer, cleaned and without the model's thinking."""
    splitter = LineSplitter()
    lines = [*splitter.feed(text), *splitter.close()]
    begin = max((at for at, line in enumerate(lines, 1) if line is None), default=0)
    return [line for line in lines[begin:] if line is not None]


def unescaped(text: str) -> str:
    """Replace escapes that a model wrote as in code, such as a backslash and an n, by what they stand for.

    Line breaks only between sentences, and nothing in what looks like code: there the escapes may be meant.
    """
    if "\\" not in text or _LIKE_CODE.search(text):
        return text
    return _WRITTEN_SIGNS.sub(lambda found: str(json.loads(f'"{found[0]}"')), _WRITTEN_BREAK.sub("\n", text))


def _tidy(line: str) -> str:
    """A clean line without tokens of the chat template."""
    return _TOKENS.sub("", clean(line))


def _marked(line: str) -> str:
    """The same with U+FFFD for invisible text; a whole line of it becomes that one character."""
    if line.isascii():
        return _tidy(line)
    return REPLACEMENT if is_unseen(line) else _tidy(_TEXT.sub(_shown, line))


def _shown(found: re.Match[str]) -> str:
    text = found["text"] or found["rest"]
    return found[0].removesuffix(text) + REPLACEMENT if is_unseen(text) else found[0]
