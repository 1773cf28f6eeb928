"""Markdown that people and other programs wrote: goal, resources, steps, and the lines left over (CONTRACT 1).

`markdown` reads Tailor's own files. markdown-it reads the words of a line (links, emphasis, code). Blocks are
found here, because pasted recipes are no CommonMark: headings without marks, lists nested by two spaces.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from tailor.core.procedure import Procedure, procedure
from tailor.core.text import normal
from tailor.library import markdown
from tailor.library.formats.base import ParsedProcedure, text_or_empty
from tailor.library.markdown import Document

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


_FENCE = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]*)")
"""A line with more backticks behind it is code among words: "```npm i``` and go"."""
_SHELLS: Final = frozenset(["bash", "sh", "shell", "zsh", "fish", "console", "terminal", "shell-session"])
_GOES_ON = re.compile(r"(?:\||&&|[;{(,]|\b(?:do|then|else))$")
_PROMPT = re.compile(r"^[$%>#]\s+(?=\S)")
_REMARK = re.compile(r"(?:^|\s)#\s")
_TAG = re.compile(
    r"</?(?:a|abbr|b|br|code|del|div|em|font|i|img|ins|kbd|li|mark|ol|p|q|s|small|span|strong|sub|sup|u|ul)\b|<!--",
    re.I,
)
_MARKS = re.compile(r"[\[\]*_`<&\\!]")
_PARTS: Final = {
    "resources": {"resources", "ingredients", "materials", "tools", "equipment", "supplies", "prerequisites"},
    "steps": {"steps", "directions", "instructions", "method", "preparation"},
    "notes": {"notes"},
}
"""The parts of a procedure, each with the words that announce it in a heading."""
_ORDERED = re.compile(r"( {0,3})\d{1,9}[.)](?:\s+(.*))?")
_BULLET = re.compile(r"( {0,3})[-*+](?:\s+(.*))?")
_NESTED = re.compile(r"\s+([-*+]|\d{1,9}[.)])\s+(.*)")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*")
_UNMARKED = re.compile(r"(\*\*|__|[*_])?([a-z]+)\s{0,9}:?\1?\s{0,9}:?\s*", re.IGNORECASE)
"""A line of one word, perhaps bold: "**Ingredients**"."""


@dataclass(slots=True, eq=False)
class _Block:
    """A heading, a list item or a paragraph, with its source lines."""

    kind: str
    """heading, ordered, bullet or text."""
    lines: list[str]
    level: int = 0
    under: frozenset[str] = frozenset()
    """The parts that the headings above announce."""


def parse(text: str, name: str = "", _where: str = "") -> ParsedProcedure:
    """The procedure of a Markdown text: exact if Tailor wrote it, else found by headings and lists."""
    document = markdown.split(text)
    if document.ours and any(line.rstrip().lower() == "## steps" for line in document.body):
        return ParsedProcedure(markdown.read(document), document.passed)
    return read(document, name)


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    """The procedure as Tailor's own Markdown."""
    return markdown.write(procedure)


def read(document: Document, name: str = "") -> ParsedProcedure:
    """The procedure of Markdown that others wrote, and the unused lines.

    Goal: the first H1, else the title of the front matter, else `name`. ContentError for a step that is too long.
    """
    blocks = list(_blocks(document.body))
    goal = next((block for block in blocks if block.kind == "heading" and block.level == 1), None)
    rest = [block for block in blocks if block is not goal]
    _place(rest)
    listed, notes = ([block for block in rest if part in block.under] for part in ("resources", "notes"))
    if any("steps" in _announced(block) for block in rest):
        below = [block for block in rest if "steps" in block.under and "resources" not in block.under]
        sections, steps, used = _steps(below)
    else:
        sections, steps, used = [], *_longest_list(blocks)
    resources = [block for block in listed if block.kind in ("ordered", "bullet")]
    known = {*used, *resources, *notes, goal}
    unused = [line for block in blocks if block not in known and not _heads(block) for line in block.lines]
    unused += [head for block in resources if (head := block.lines[0].strip()) and head not in _items(block)[0]]
    title = text_or_empty(document.front.get("title")) or name
    made = procedure(
        words(goal.lines[0]) if goal and goal.lines[0].strip() else title,
        map(words, steps),
        [words(line) for block in resources for line in _items(block)],
        sections=[(number, words(title)) for number, title in sections],
        notes="\n".join(line for block in notes for line in block.lines),
    )
    told = map(normal, (*document.passed, *unused))
    return ParsedProcedure(markdown.with_labels(made, document.front), tuple(line for line in told if line))


def _blocks(body: Sequence[str]) -> Iterator[_Block]:
    """The text as blocks; code fences and indented lines stay with the item above."""
    block: _Block | None = None
    fence, blank = "", False
    for line in body:
        before, fence = fence, fence_after(line, fence)
        if before or fence:
            if block is None or (block.kind == "text" and blank):
                block = _Block("text", [])
                yield block
            block.lines.append(line)
            blank = False
            continue
        if not line.strip():
            blank = True
            continue
        if made := _new_block(line, block, blank):
            block = made
            yield block
            if block.kind in ("ordered", "bullet"):  # an item may begin with code: "1. ```bash"
                fence = fence_after(block.lines[0], "")
        elif block is not None:
            block.lines.append(line)
        blank = False


def _new_block(line: str, above: _Block | None, blank: bool) -> _Block | None:
    """The block that begins with this line; None if the line belongs to the one above."""
    if heading := _HEADING.fullmatch(line):
        return _Block("heading", [heading[2] or ""], len(heading[1]))
    if (alone := _UNMARKED.fullmatch(line)) and alone[2].lower() in _PARTS["resources"] | _PARTS["steps"]:
        return _Block("heading", [alone[2]], 2)
    in_item = above is not None and above.kind in ("ordered", "bullet")
    for kind, pattern in (("ordered", _ORDERED), ("bullet", _BULLET)):
        if (found := pattern.fullmatch(line)) and not (in_item and len(found[1]) > 1):
            return _Block(kind, [found[2] or ""])
    if in_item and (line[0].isspace() or not blank):
        return None
    return None if above is not None and above.kind == "text" and not blank else _Block("text", [line])


def _place(blocks: Iterable[_Block]) -> None:
    """Note for each block what the headings above it announce."""
    above: list[_Block] = []
    for block in blocks:
        if block.kind == "heading":
            above = [one for one in above if one.level < block.level]
        block.under = frozenset(part for one in above for part in _announced(one))
        if block.kind == "heading":
            above.append(block)


def _announced(block: _Block) -> set[str]:
    """The parts a heading announces: the resources for "Ingredients (for 4)", none for "Preparation time"."""
    if block.kind != "heading":
        return set()
    words = re.findall(r"[a-z]+", re.sub(r"\(.*?\)", "", block.lines[0].lower()))
    if len(words) > 3 or "time" in words:
        return set()
    return {part for part, names in _PARTS.items() if not names.isdisjoint(words)}


def _steps(blocks: Sequence[_Block]) -> tuple[list[tuple[int, str]], list[str], list[_Block]]:
    """Headings, steps and their blocks. Steps are the ordered items, else the bullets, else the paragraphs."""
    kind = next((k for k in ("ordered", "bullet", "text") if any(b.kind == k for b in blocks)), "text")
    headings: list[tuple[int, _Block]] = []
    steps: list[str] = []
    used: list[_Block] = []
    for block in blocks:
        if block.kind == "heading" and not _announced(block) - {"notes"}:
            headings.append((len(steps) + 1, block))
        elif block.kind == kind and normal("\n".join(block.lines)):
            steps.append(in_line(block.lines))
            used.append(block)
    heads = [(number, block) for number, block in headings if number <= len(steps)]
    return [(number, block.lines[0]) for number, block in heads], steps, [*used, *(block for _, block in heads)]


def _longest_list(blocks: Sequence[_Block]) -> tuple[list[str], list[_Block]]:
    """The longest run of ordered items anywhere, else of bullets."""

    def longest(kind: str) -> list[_Block]:
        runs = (list(run) for one, run in groupby(blocks, lambda block: block.kind) if one == kind)
        return max(runs, key=len, default=[])

    best = longest("ordered") or longest("bullet")
    return [in_line(block.lines) for block in best], best


def _items(block: _Block) -> list[str]:
    """The resources of one item: those of the list nested in it, else its own words."""
    below = [found[2] or "" for line in block.lines[1:] if (found := _NESTED.match(line))]
    if not below:
        return ["\n".join(block.lines)]
    head = block.lines[0].strip()
    return below if head.endswith(":") or not head else [head, *below]


def _heads(block: _Block) -> bool:
    """Whether the block is a heading without information of its own, unlike "Ingredients (for 4)"."""
    return "(" not in block.lines[0] and bool(_announced(block))


def in_line(lines: Sequence[str]) -> str:
    """The lines of a step, each fenced block joined into one line of code."""
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


def fence_after(line: str, fence: str) -> str:
    """The fence that is open after this line, or ""; `fence` was open before it.

    A fence is closed by one that is at least as long with nothing behind it: a block may show other fences.
    """
    found = _FENCE.match(line)
    if found is None or not fence:
        return found[1] if found else fence
    return "" if found[1].startswith(fence) and not line[found.end(1) :].strip() else fence


def _joined(code: Iterable[str], language: str) -> str:
    """Code on one line, in backticks so that no star in it becomes emphasis."""
    lines = [line.strip() for line in code if line.strip()]
    if language == "console":
        lines = [_PROMPT.sub("", line) for line in lines]
    if language in _SHELLS:
        lines = [_with_end(line, last=at == len(lines) - 1) for at, line in enumerate(lines)]
    words = " ".join(lines)
    ticks = "`" * (1 + max(map(len, re.findall("`+", words)), default=0))
    return f"{ticks} {words} {ticks}" if words else ""


def _with_end(line: str, *, last: bool) -> str:
    """A shell command with its separator; "/" after a comment, which would swallow a semicolon."""
    if last:
        return line
    if line.endswith("\\"):
        return line[:-1].rstrip()
    if _REMARK.search(line):
        return f"{line} /"
    return line if _GOES_ON.search(line) else f"{line};"


def words(text: str) -> str:
    """The text without inline marks: "[pasta](/pasta)" is "pasta", "**do not** stir" is "do not stir".

    Code keeps its words, and a picture becomes its caption.
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
                said.append(token.content)  # "<name>" is a word to fill in, not a tag
            case _:
                pass  # begin and end of emphasis and links; tags
    return "".join(said)


@cache
def _parser() -> "MarkdownIt":
    """Made for the first line with marks: the library takes 29 ms to import."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")
