"""Blocks of code in a Markdown step, as words of that one line (CONTRACT 1).

Owns what of a fence is code, and how its lines stand one behind the other: commands of a shell with ";" between
them, so that two commands never run into one. Refuses to read any language further than that.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

_FENCE = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]*)")
"""What stands between backticks and has more of them behind it is code among words: "```npm i``` and go"."""
_SHELLS: Final = frozenset(["bash", "sh", "shell", "zsh", "fish", "console", "terminal", "shell-session"])
_GOES_ON = re.compile(r"(?:\||&&|[;{(,]|\b(?:do|then|else))$")
_PROMPT = re.compile(r"^[$%>#]\s+(?=\S)")
_REMARK = re.compile(r"(?:^|\s)#\s")


def fence_after(line: str, fence: str) -> str:
    """The marks of the block of code that is open after this line, "" for none; `fence` is open before it.

    One like it, at least as long and with nothing behind it, ends it: a block may show fences of its own.
    """
    found = _FENCE.match(line)
    if found is None or not fence:
        return found[1] if found else fence
    return "" if found[1].startswith(fence) and not line[found.end(1) :].strip() else fence


def in_line(lines: Sequence[str]) -> str:
    """The lines of a step, its fences gone and what stood in them on one line each."""
    made: list[str] = []
    code: list[str] = []
    language = fence = ""
    for line in lines:
        before, fence = fence, fence_after(line, fence)
        if before and fence:
            code.append(line)
        elif before:
            made.append(_joined(code, language))
            code = []
        elif found := fence and _FENCE.match(line):
            language = found[2].casefold()
        else:
            made.append(line)
    return "\n".join([*made, *([_joined(code, language)] if code else [])])


def _joined(code: Iterable[str], language: str) -> str:
    """Code on one line, marked as code so that no star in it is taken for emphasis; empty lines gone."""
    lines = [line.strip() for line in code if line.strip()]
    if language == "console":
        lines = [_PROMPT.sub("", line) for line in lines]
    if language in _SHELLS:
        lines = [_with_end(line, last=at == len(lines) - 1) for at, line in enumerate(lines)]
    words = " ".join(lines)
    ticks = "`" * (1 + max(map(len, re.findall("`+", words)), default=0))
    return f"{ticks} {words} {ticks}" if words else ""


def _with_end(line: str, *, last: bool) -> str:
    """A command with what parts it from the next one; a remark would swallow whatever stood behind it."""
    if last:
        return line
    if line.endswith("\\"):
        return line[:-1].rstrip()
    if _REMARK.search(line):
        return f"{line} /"
    return line if _GOES_ON.search(line) else f"{line};"
