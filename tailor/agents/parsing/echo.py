"""Recognise what a model only repeats of its instructions: no answer, however much it looks like one.

Only whole units of at least a few words count: a line of the instructions, a sentence of it, or the text of an
edit shown as an example. Anybody may write "Wipe it dry.".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from tailor.agents.parsing.edit_syntax import lead, text_and_marks
from tailor.core.text import clean

FEWEST_WORDS: Final = 4
ECHOED: Final = "Lines of the answer that only repeat what the model was told were left out."

_NEAR: Final = 4
"""How many lines before a short one, such as `done`, are kept: it is an echo only after one of them."""

_LONGEST: Final = 3_000
"""Longest line, in characters, that is compared with one in which something is filled in."""

_WORD = re.compile(r"\w+")
_VALUE = re.compile(r"\$\w+")
_DATA = re.compile(r"[\s>*-]{0,8}<<< ([0-9a-f]{12})\s*")
"""Begins what a prompt quotes, up to a line with the same code (`prompts.fenced`)."""

_SENTENCE_END = re.compile(r"(?<=[.!?:;])\s+")


@dataclass(frozen=True, slots=True)
class Instructions:
    """The words of instructions, without case and ornament."""

    lines: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    """The lines, their sentences, and the texts of the edits they show."""
    filled: tuple[tuple[re.Pattern[str], str], ...] = ()
    """Patterns for lines in which something is filled in, each with the line without it."""
    follows: frozenset[tuple[str, str]] = frozenset()
    """Pairs of a line and a short one that may follow it."""


def instructions(texts: Iterable[str], examples: Iterable[str] = ()) -> Instructions:
    """The instructions in these texts, with `$name` for what is filled in; `examples` are the texts they show."""
    lines: set[str] = set()
    parts: set[str] = set(map(_bare, examples))
    filled: list[tuple[re.Pattern[str], str]] = []
    follows: set[tuple[str, str]] = set()
    for text in texts:
        above: list[str] = []
        for line in text.split("\n"):
            if not (bare := _bare(_VALUE.sub("", line))):
                continue
            if not _is_long(bare):
                follows |= {(before, bare) for before in above[-_NEAR:]}
            elif _VALUE.search(line):
                fixed = map(re.escape, map(str.strip, _VALUE.split(_bare(line))))
                filled.append((re.compile(r".*".join(fixed)), bare))
            else:
                lines.add(bare)
            parts |= {_bare(one) for one in _SENTENCE_END.split(bare)}
            above.append(bare)
    return Instructions(
        frozenset(lines), frozenset(lines | set(filter(_is_long, parts))), tuple(filled), frozenset(follows)
    )


@dataclass(slots=True)
class EchoFilter:
    """Recognises the lines and texts of one answer, read in order, that only repeat the instructions."""

    given: Instructions = Instructions()
    theirs: str = ""
    """What the request is about: text that occurs there too is not a mere echo."""
    _last: str = field(default="", init=False)
    _code: str = field(default="", init=False)
    """The code of the quoted block that the answer is repeating; "" for none."""

    def __post_init__(self) -> None:
        self.theirs = _bare(self.theirs)

    def start(self) -> None:
        """Forget all that was read: the answer begins here."""
        self._last = self._code = ""

    def takes(self, line: str) -> bool:
        """Whether the line repeats the prompt: what it quotes, or its instructions. A short line counts only after
        one that it follows there.
        """
        if self._code:
            self._code = "" if line.rstrip().endswith(f"{self._code} >>>") else self._code
            return True
        if quotes := _DATA.fullmatch(line, 0, _LONGEST):
            self._code = quotes[1]
            return True
        bare = _bare(line)
        if bare:
            self._last = "" if bare in self.theirs else self._line(bare)
        return bool(bare and self._last)

    def repeats(self, text: str) -> bool:
        """Whether the text is a line or a sentence of the instructions, or one of their examples."""
        bare = _bare(text)
        return bare in self.given.texts and bare not in self.theirs

    def _line(self, bare: str) -> str:
        """The line of the instructions that this one repeats; "" for none."""
        if bare in self.given.lines or (self._last, bare) in self.given.follows:
            return bare
        return next((line for made, line in self.given.filled if made.fullmatch(bare, 0, _LONGEST)), "")


def without_echo(text: str, echo: EchoFilter) -> tuple[str, str]:
    """An answer without the lines that repeat the instructions, and a sentence about them; "" for none."""
    lines = text.split("\n")
    kept = [line for line in lines if not echo.takes(line)]
    return ("\n".join(kept), ECHOED) if len(kept) < len(lines) else (text, "")


def _bare(text: str) -> str:
    """The text for comparison: without ornament, marks of requirements, and case."""
    text = text_and_marks(" ".join(clean(text).split()))[0]
    return text[lead(text) :].rstrip(" .:;*_`\"'”’").casefold()


def _is_long(bare: str) -> bool:
    return len(_WORD.findall(bare)) >= FEWEST_WORDS
