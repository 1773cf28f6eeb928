"""Code in steps: fold it into the single line of a step, and unfold it into its own lines again.

In a step, code stands between fences, with ⏎ for each line break and ⇥ for each tab: "Run: ```sh ⏎ cd app ⏎ make ⏎
``` and wait". Markdown reads this as code too. Indentation is kept. A ⏎ or ⇥ that was in the code itself is
followed by an invisible mark.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

RETURN: Final = " ⏎ "
_TAB: Final = "⇥"
_TYPED: Final = "\ufe0e"
"""Marks a sign that was in the code itself: the text variation selector, which changes nothing on the screen."""
_SIGN: Final = "[⏎⇥]"
_OPENS: Final = r"[ \t]*(`{3,}|~{3,})([^`]*)"
_ITEM: Final = r" {0,2}\d{1,6}[.)]\s+"
_ENDS_ITEM: Final = rf"##|{_ITEM}"
"""The start of an unindented line that ends a list item, even if code in it is still open."""
_BEGINS: Final = r" ?(?<!\S)(`{3,})([^`⏎\n]*) ⏎ "


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled when a text first needs it: most texts need none, and so does the first frame."""
    return re.compile(pattern)


class Code(NamedTuple):
    """A block of code in a step."""

    fence: str
    info: str
    lines: Sequence[str]

    @property
    def folded(self) -> str:
        """The block as written in a step."""
        return on_one_line(self.info, "\n".join(self.lines))


def on_one_line(info: str, content: str) -> str:
    """The code folded into one line; "" for blank code. `info` is what follows the fence: the language."""
    content = compiled(_SIGN).sub(rf"\g<0>{_TYPED}", content)
    lines = content.removesuffix("\n").replace("\t", _TAB).split("\n")
    if not any(line.strip() for line in lines):
        return ""
    longest = max((len(run) for run in re.findall("`{3,}", content)), default=2)
    fence = "`" * (longest + 1)
    return RETURN.join((fence + info.strip().replace("`", ""), *lines, fence))


def folded(text: str) -> str:
    """The text with each fenced block of code folded into one line; a block that is never closed stays."""
    if "\n" not in text or not ("```" in text or "~~~" in text):
        return text
    lines = text.split("\n")
    made: list[str] = []
    open_ones = set[str]()
    at = 0
    while at < len(lines):
        opens = compiled(_OPENS).fullmatch(lines[at])
        end = _end(lines, at + 1, opens[1], len(lines)) if opens and opens[1] not in open_ones else None
        if opens and end is not None:
            room = len(lines[end]) - len(lines[end].lstrip())
            inner = (line[min(room, len(line) - len(line.lstrip())) :] for line in lines[at + 1 : end])
            made.append(on_one_line(opens[2], "".join(f"{line}\n" for line in inner)))
        else:
            open_ones.update([opens[1]] if opens else [])
            made.append(lines[at])
        at = (at if end is None else end) + 1
    return "\n".join(made)


def _end(lines: Sequence[str], first: int, fence: str, stop: int) -> int | None:
    """The index of the line before `stop` that closes the code that begins at `first`; None if there is none."""
    for at in range(first, stop):
        bare = lines[at].strip()
        if bare.startswith(fence) and not bare.strip(fence[0]):
            return at
    return None


def between_fences(lines: Sequence[str]) -> set[int]:
    """The indexes of the lines of fenced code, so that nobody takes them for headings or items.

    The fences count too, except an opening one behind an item's number. Code in a numbered item or with an
    indented fence counts only if it ends before the next item or heading.
    """
    found = set[int]()
    borders = [*(at for at, line in enumerate(lines) if compiled(_ENDS_ITEM).match(line)), len(lines)]
    open_till: dict[tuple[str, bool], int] = {}  # the line up to which no such fence is closed
    for at, line in enumerate(lines):
        number = compiled(_ITEM).match(line)
        opens = None if at in found else compiled(_OPENS).fullmatch(line, number.end() if number else 0)
        if opens is None or at < open_till.get(kind := (opens[1], number is not None or line[0] in " \t"), 0):
            continue
        stop = borders[bisect_right(borders, at)] if kind[1] else len(lines)
        if (end := _end(lines, at + 1, opens[1], stop)) is None:
            open_till[kind] = stop
        else:
            found.update(range(at + (number is not None), end + 1))
    return found


def unfolded(text: str, room: str = "") -> str:
    """The step with its code between fences on lines of their own, all but its first line indented by `room`."""
    rows: list[str] = []
    for part in parts_of(text):
        rows += [part] if isinstance(part, str) else [f"{part.fence}{part.info}", *part.lines, part.fence]
    return "\n".join(f"{room}{row}" if row and number else row for number, row in enumerate(rows))


def drawn(text: str) -> str:
    """The text as shown: its code on lines of its own, indented, without the fences."""
    if "⏎" not in text:
        return text
    rows: list[str] = []
    for part in parts_of(text):
        rows += [part] if isinstance(part, str) else (f"  {line}".expandtabs(4) for line in part.lines)
    return "\n".join(rows)


def in_a_row(text: str) -> str:
    """The text as shown on one line: its code still folded, without the fences."""
    if "⏎" not in text:
        return text
    parts = (part if isinstance(part, str) else RETURN.join(part.lines) for part in parts_of(text))
    return " ".join(parts)


def without_code(text: str) -> str:
    """The text with its code replaced by spaces, so that positions stay valid."""
    for start, end, _ in _places(text):
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def beside_code(text: str, change: Callable[[str], str]) -> str:
    """The text with `change` applied to everything but its code."""
    made, at = "", 0
    for start, end, _ in _places(text):
        made, at = f"{made}{change(text[at:start])}{text[start:end]}", end
    return made + change(text[at:])


def parts_of(text: str) -> Iterator[str | Code]:
    """Split a step into its words and its blocks of code, in order."""
    at = 0
    for start, end, code in _places(text):
        if at < start:
            yield text[at:start]
        yield code
        at = end
    if at < len(text) or not text:
        yield text[at:]


def _places(text: str) -> Iterator[tuple[int, int, Code]]:
    """Yield the start and end of each block of code, with the space on each side, and the block."""
    begin = 0
    endless = set[str]()  # fences that nothing closes any more
    while found := compiled(_BEGINS).search(text, begin) if "⏎" in text else None:
        fence, begin = found[1], found.end()
        end = None if fence in endless else re.compile(rf"(.*?) ⏎ {fence}(?!\S) ?").match(text, begin)
        if end is None:
            endless.add(fence)
            continue
        code = re.sub(f"{_TAB}(?!{_TYPED})", "\t", end[1])
        lines = [re.sub(f"({_SIGN}){_TYPED}", r"\1", line) for line in code.split(RETURN)]
        yield found.start(), (begin := end.end()), Code(fence, found[2], lines)
