"""Blocks of code in a Markdown step, as words of that one line (CONTRACT 1).

Owns what of a fence is code, and how its lines stand one behind the other: commands of a shell with ";" between
them, so that two commands never run into one. Refuses to read any language further than that.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*([\w+#.-]*)")
_SHELLS: Final = frozenset(["bash", "sh", "shell", "zsh", "fish", "console", "terminal", "shell-session"])
_GOES_ON = re.compile(r"(?:\\|\||&&|\|\||[;{(,]|\b(?:do|then|else))$")
_PROMPT = re.compile(r"^[$%>#]\s+(?=\S)")
_REMARK = re.compile(r"(?:^|\s)#\s")


def in_line(lines: Sequence[str]) -> str:
    """The lines of a step, its fences gone and what stood in them on one line each."""
    made: list[str] = []
    language = ""
    code: list[str] | None = None
    for line in lines:
        if found := FENCE.match(line):
            if code is None:
                language, code = found[2].casefold(), []
            else:
                made.append(_joined(code, language))
                code = None
        else:
            (made if code is None else code).append(line)
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
