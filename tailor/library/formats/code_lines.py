"""The code of a step on one line."""

import re
from typing import Final

_SHELLS: Final = frozenset(["bash", "sh", "shell", "zsh", "fish", "console", "terminal", "shell-session"])
_GOES_ON = re.compile(r"(?:\||&&|[;{(,]|\b(?:do|then|else))$")
_PROMPT = re.compile(r"[$%]\s+\S")
_REMARK = re.compile(r"(?:^|\s)#\s")


def on_one_line(info: str, content: str) -> str:
    """The code, with shell commands set apart; `info` is what follows the fence."""
    language = info.strip().partition(" ")[0].casefold()
    lines = [line.strip() for line in content.split("\n") if line.strip()]
    if language in _SHELLS and not any(map(_PROMPT.match, lines)):  # a prompt tells commands from their output
        lines = [_with_end(line, last=at == len(lines) - 1) for at, line in enumerate(lines)]
    return " ".join(lines)


def _with_end(line: str, *, last: bool) -> str:
    """A shell command with its separator; "/" after a comment, which would swallow a semicolon."""
    if last:
        return line
    if line.endswith("\\"):
        return line[:-1].rstrip()
    if _REMARK.search(line):
        return f"{line} /"
    return line if _GOES_ON.search(line) else f"{line};"
