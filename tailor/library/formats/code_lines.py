"""The code of a step on one line."""

import re
from typing import Final

_SHELLS: Final = frozenset(["bash", "sh", "shell", "zsh", "fish", "console", "terminal", "shell-session"])
_GOES_ON = re.compile(r"(?:\||&&|[;{(,]|\b(?:do|then|else))$")
_PROMPT = re.compile(r"[$%]\s+\S")
_REMARK = re.compile(r"(?:^|\s)#\s")
_OPENS = re.compile(
    r"(?:ssh|telnet|mosh)(?:\s+\S+){1,3}$|(?:su|screen|tmux|psql|mysql|python3?|bash|sh|sudo -[is])$"
    r"|(?:docker|podman|kubectl)\s.*\s-(?:it|ti)\s"
)
"""Commands that open another shell: what follows is typed there."""
RETURN: Final = " ⏎ "
"""Between two lines that nobody can run as one."""


def on_one_line(info: str, content: str) -> str:
    """The code with its lines told apart: shell commands as a shell parts them, others by the sign of the key.

    `info` is what follows the fence.
    """
    language = info.strip().partition(" ")[0].casefold()
    lines = [line.strip() for line in content.split("\n") if line.strip()]
    if language in _SHELLS and not any(map(_PROMPT.match, lines)):  # a prompt tells commands from their output
        return "".join(_with_end(line, last=at == len(lines) - 1) for at, line in enumerate(lines))
    return RETURN.join(lines)


def _with_end(line: str, *, last: bool) -> str:
    """A shell command with what parts it from the next."""
    if last:
        return line
    if line.endswith("\\"):
        return f"{line[:-1].rstrip()} "
    if _REMARK.search(line) or _OPENS.match(line):  # a remark would swallow a semicolon
        return f"{line}{RETURN}"
    return f"{line} " if _GOES_ON.search(line) else f"{line}; "
