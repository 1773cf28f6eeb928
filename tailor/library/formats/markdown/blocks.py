"""Splits Markdown that people and other programs wrote into headings, list items and paragraphs.

markdown-it finds these, and the words in a line. This module adds what people write beyond CommonMark: headings
without marks, and lists and code of a step that are indented too little.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise, takewhile
from typing import TYPE_CHECKING, Final

from tailor.core.errors import ContentError
from tailor.core.text import LONGEST_STEP, LONGEST_TEXT
from tailor.library.formats.markdown.boxes_of_notes import with_boxes
from tailor.library.formats.shared.facts import facts_in, is_time
from tailor.library.formats.shared.headings import announced, ends_steps, is_note, part_of, title_of
from tailor.library.formats.shared.html_typesetting import with_figures
from tailor.library.formats.shared.step_texts import STEP, in_figures
from tailor.library.formats.shared.tables import tables_as_lists

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

ITEMS: Final = ("ordered", "bullet")
_TAG = re.compile(
    r"</?(?:a|abbr|b|br|code|del|div|em|font|i|img|ins|kbd|li|mark|math|ol|p|q|s|small|span|strike|strong|sub|sup|u|ul)\b|<!--",
    re.I,
)
_BREAK = re.compile(r"</?(?:br|div|li|ol|p|ul)\b", re.IGNORECASE)
"""A tag that ends a line, so that the words around it are apart."""
_STRIKES = re.compile(r"</?(?:del|s|strike)(?:\s[^<>]*)?>", re.IGNORECASE)
_MARKS = re.compile(r"[\[\]*_`<&\\!]")
_PICTURE: Final = ("![", "[![", "<img")
_NUMBERED = re.compile(r" {0,3}\d{1,3}[.)]\s+\S")
_LISTED = re.compile(r" {0,3}(?:\d{1,3}[.)]|[-*+])\s+\S")
_NUMBER = re.compile(r"( *)(\d{1,3})[.)]\s")
_IN_BULLET = re.compile(r"^( {0,3}[-*+] +\d{1,5})([.)])(?= +\S)")
_SLIPPED = re.compile(r" +[\d½¼¾⅓⅔]")
"""What follows a point that belongs to a number: "1. 5 cups"."""
_RULE = re.compile(r" {0,3}(?:-{3,}|={3,})\s*")
_CODE = re.compile(
    r"^([ \d.)*+-]* )(`{3,}+|~{3,}+)[^`\n]*+\n(?:(?! {0,3}\d{1,3}[.)]\s).*\n){0,300}?\s*\2\s*$", re.M
)
"""A fenced block in an item, up to its end if that comes before the next number."""
_GLUED = re.compile(r"^( {0,3}\d{1,3})(?:[.)]|[-–/] ?)(?=[A-ZÀ-Þ][\w'’]* )", re.M)
"""A number that is none to CommonMark: "1.Whisk it", "1- Whisk it"."""
_STEP_MARK = re.compile(rf"^( {{0,3}})(\*\*|__)?{STEP} #?(\d{{1,2}})(?: ?[.:)–]| -)(?(2)\2)(?= +\S)", re.M | re.I)
_STEPS = re.compile(
    rf"^ {{0,3}}(?:\*\*|__)?{STEP} #?1\b.*\n(?: *[^\s#].*\n){{0,20}}? {{0,3}}(?:\*\*|__)?{STEP} #?2\b", re.M | re.I
)
"""Numbered paragraphs "Step 1" and "Step 2"."""
_IN_BOLD = re.compile(
    rf"^ {{0,3}}(\*\*|__)(?P<word>{STEP}[ \t]*#?)?(?P<number>\d{{1,2}})(?P<mark>[.):]?)[ \t]*"
    r"(?P<title>[^*_\s][^*_\n]*)?\1[ \t]*(?=\S)",
    re.M | re.I,
)
"""A bold number that begins a paragraph: "**1.** Whisk it", "**Step 2: The rest.** Fold it in"."""
_DOTTED = re.compile(r"(?:^ {0,3}([–—•◦●▪▢])[ \t]+\S.*(?:\n|\Z)){2,}", re.M)
"""Lines with bullets that are none to CommonMark: "• 2 eggs"."""
_TICKED = re.compile(
    r"(?:^ {0,3}(?:\[[ xX]?\]|[\u2610-\u2612\u25a1\u2705\u2713-\u2718]\ufe0f?)[ \t]+\S.*(?:\n|\Z)){2,}", re.M
)
"""Lines with boxes to tick and no bullets: "☐ 2 eggs"."""
_SPACE = re.compile(r"[^\S\n\t ]")  # from pasted pages; CommonMark accepts only plain spaces before a word
_BOLD = re.compile(r"(\*\*|__)[^*_]+(?:\1[:：]?|[:：]\1)\s*")
_NAMES_PART = re.compile(
    r"^( {0,3}[-*+] +)(\*\*|__|[*_])([^*_\d\n]+[^*_\d\n.:!?])\2[ \t]*(?=\n {0,3}[-*+] +[\d¼-¾⅐-⅞&])", re.M
)
"""A bold item right above an amount: the name of a part."""
_DEEPEST: Final = 40  # a list counts twice; after a deeper one markdown-it drops everything


@dataclass(slots=True, eq=False)
class Block:
    """A heading, list item or paragraph with its source lines; of a heading only the words."""

    kind: str
    """heading, ordered, bullet or text."""
    lines: list[str]
    indent: int
    tokens: "list[Token]"
    under: frozenset[str] = frozenset()
    """The parts announced by the headings above it."""
    counted: bool = False
    """Whether it is one of several headings such as "Step 1", "Step 2"."""
    tells: bool = False
    """Whether a heading for resources has instructions below it too."""


def blocks_of(body: Sequence[str], *, page: bool = False) -> list[Block]:
    """Split the text into blocks; code and indented lines go with the item above, whatever CommonMark says."""
    text = in_figures(_SPACE.sub(" ", "\n".join(tables_as_lists(with_boxes(body), page=page))))
    parser, tokens = _parser(_DEEPEST), list["Token"]()
    if len(text) > LONGEST_TEXT:
        raise ContentError(f"This text has {len(text):,} characters; the limit is {LONGEST_TEXT:,}. Split it.")
    text = _STEP_MARK.sub(r"\1\3.", text) if _STEPS.search(text) else text
    text = _DOTTED.sub(lambda run: re.sub(rf"(?m)^( *){run[1]}", r"\1-", run[0]), text)
    text = _TICKED.sub(lambda run: re.sub(r"(?m)^( *)(?=\S)", r"\1- ", run[0]), text)
    text = _NAMES_PART.sub(r"\1\3:", text)
    text = _GLUED.sub(r"\1. ", _levelled(_with_amounts(_CODE.sub(_indented, _counted_in_bold(text)))))
    body = text.split("\n")
    parser.block.parse(text, parser, {}, tokens)
    blocks: list[Block] = []
    for token in tokens:
        item = token.type == "list_item_open"
        if item and token.level >= _DEEPEST - 1:
            raise ContentError(f"Lists are nested more than {_DEEPEST // 2 - 1} deep. Flatten them and try again.")
        if token.map and token.level == item and not token.type.endswith("list_open"):
            block = _block(token, body[slice(*token.map)])
            if blocks and _joins(block, blocks[-1], token, close=bool(body[token.map[0] - 1].strip())):
                blocks[-1].lines += block.lines
            else:
                blocks.append(block)
        if blocks:
            blocks[-1].tokens.append(token)
        if token.type == "inline" and blocks[-1].kind == "heading":
            blocks[-1].lines = [token.content]
    return blocks if page else _counting_on(blocks)


def _counting_on(blocks: Sequence[Block]) -> list[Block]:
    """Merge what stands between two items into the first, if the second item continues the count.

    Notes, pictures and what introduces the second item stay. "Warning:" does not end the steps there; it heads the
    paragraph below it.
    """
    made, between = list[Block](), list[Block]()
    item: Block | None = None
    for block in blocks:
        if block.kind == "ordered":
            counts_on = item and int(block.tokens[0].info) == int(item.tokens[0].info) + 1
            if item and counts_on and _say_more(item, between):
                joined = set(_put_together(item, [*between, block]))
                made = [one for one in made if one not in joined]
            item, between = block, []
        elif block.kind == "heading" and block.tokens[0].markup:
            item, between = None, []
        elif item:
            between.append(block)
        made.append(block)
    return made


def _say_more(item: Block, between: Sequence[Block]) -> bool:
    """Whether what stands between two items may belong to the first: no list of things or links, and no box."""
    lines = [line.strip() for block in between for line in block.lines]
    linked = any(block.kind == "bullet" and "](" in block.lines[0] for block in between)
    things = any("resources" in announced(line.strip("*_ ")) for line in lines)
    short = sum(map(len, (*item.lines, *lines))) <= LONGEST_STEP
    return short and not (linked or things or any(line.startswith(":::") for line in lines))


def _put_together(item: Block, between: Sequence[Block]) -> Iterator[Block]:
    """Add blocks between an item and the next one, the last of them, to the item or a note; yield those added."""
    note: Block | None = None
    for one, below in pairwise(between):
        if one.kind == "heading" and below.kind == "text" and ends_steps(one.lines[0]):
            one.kind, one.lines[0] = "text", f"{one.lines[0]}:"
            one.tokens[1].content = one.lines[0]
            note = one
        elif note or _goes_on_with(one, below):
            above = note or item
            above.lines += one.lines
            above.tokens += one.tokens
            note = None
            yield one


def _goes_on_with(block: Block, below: Block) -> bool:
    """Whether a block between two items belongs to the one above: words, or a list and what introduces it."""
    if block.kind == "heading":
        return below.kind == "bullet" and not announced(block.lines[0])
    if block.kind == "bullet":
        return True
    said = words(" ".join(block.lines))
    apart = block.lines[0].lstrip().startswith((">", "<", "{", *_PICTURE)) or is_note(said)
    return not apart and not (said.endswith(":") and below.kind == "ordered")


def _counted_in_bold(text: str) -> str:
    """Turn paragraphs that begin with bold numbers into list items, if the numbers count up."""
    found = list(_IN_BOLD.finditer(text))
    numbers = [int(one["number"]) for one in found]
    in_order = all(two in (1, one + 1) for one, two in pairwise([0, *numbers]))
    marked = found and (found[0]["mark"] or found[0]["word"])
    if not marked or not in_order or max(numbers) < 2:
        return text
    return _IN_BOLD.sub(lambda one: f"{one['number']}. " + (f"**{one['title']}** " if one["title"] else ""), text)


def _with_amounts(text: str) -> str:
    """Escape numbers after bullets that are amounts: "- 5. potatoes" is no list in a list."""
    lines = text.split("\n")
    fences = list(accumulate(line.lstrip().startswith(("```", "~~~")) for line in lines))
    found = {at: mark for at, line in enumerate(lines) if fences[at] % 2 == 0 and (mark := _IN_BULLET.match(line))}
    numbers = [int(mark[1].lstrip(" -*+")) for mark in found.values()]
    alone = len(found) == 1 and all(_SLIPPED.match(lines[at], mark.end()) for at, mark in found.items())
    if not alone and all(two in (1, one + 1) for one, two in pairwise([0, *numbers])):
        return text
    return "\n".join(_IN_BULLET.sub(r"\1\\\2", line) if at in found else line for at, line in enumerate(lines))


def up_to_gap(blocks: Sequence[Block]) -> int:
    """Return how many blocks at the start have no blank line between them."""
    starts = [(one.tokens[0].map or [0])[0] for one in blocks]
    gaps = (at for at in range(1, len(blocks)) if starts[at] > starts[at - 1] + len(blocks[at - 1].lines))
    return next(gaps, len(blocks))


def _levelled(text: str) -> str:
    """Align numbers that continue a count, however far they are indented.

    A list that is indented as a whole, or a "2." deeper than its "1.", would become code or words of the item.
    """
    lines = text.split("\n")
    last, room, fenced, nested = 0, 0, False, False
    for at, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        item = None if fenced else _NUMBER.match(line.expandtabs(4))
        if item is None:
            above = bool(line.strip()) and not line.startswith((" ", "\t"))
            last, room, nested = (0, 0, False) if above else (last, room, nested)
            continue
        indent, number = len(item[1]), int(item[2])
        nested = indent > room and (nested or (last > 0 and number == 1))
        if indent > room and not nested and number == last + 1 and (last or _goes_on(lines[at + 1 : at + 30])):
            lines[at], indent = " " * room + line.lstrip(), room
        if not nested:
            last, room = number, indent
    return "\n".join(lines)


def _goes_on(lines: Sequence[str]) -> bool:
    """Whether a list that is indented as a whole has a second item, so that its lines are no code."""
    inner = takewhile(lambda line: not line.strip() or line.startswith(("    ", "\t")), lines)
    return any((item := _NUMBER.match(line.expandtabs(4))) and item[2] == "2" for line in inner)


def _indented(code: re.Match[str]) -> str:
    """Indent each line of code at least as far as its fence; otherwise the code would end there."""
    first, *lines = code[0].split("\n")
    least = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    room = " " * (len(code[1]) - least)
    return "\n".join([first, *(f"{room}{line}" if line.strip() else line for line in lines)])


def _block(token: "Token", source: Sequence[str]) -> Block:
    lines = [line.expandtabs(4) for line in source if line.strip()]
    indent = len(lines[0]) - len(lines[0].lstrip())
    if token.type != "list_item_open":
        return Block("heading" if token.type == "heading_open" else "text", lines, indent, [])
    lines[0] = lines[0].lstrip().removeprefix(token.info + token.markup).lstrip()
    return Block("ordered" if token.info else "bullet", lines, indent, [])


def _joins(block: Block, above: Block, token: "Token", *, close: bool) -> bool:
    """Whether a block belongs to the one above: it is deeper, is code, or no blank line comes between them.

    Lines that begin or end a box do not belong to what is above or below them.
    """
    if "heading" in (block.kind, above.kind):
        return False
    in_item = above.kind in ITEMS
    deeper = in_item and block.indent > above.indent + (block.kind == above.kind)
    box = block.lines[:1] != [] and (block.lines[0].startswith(":::") or above.lines[-1:] == [":::"])
    code = token.type == "fence" or (token.type == "code_block" and above.lines[-1].rstrip().endswith(":"))
    return deeper or (block.kind == "text" and not box and (close or code))


def words(text: str, *, ticks: bool = False, at_break: str = "\n") -> str:
    """Strip inline marks: "[pasta](/pasta)" becomes "pasta", "**do not** stir" becomes "do not stir".

    Code keeps its words, with `ticks` its marks, and over several lines its fence; a picture becomes its caption.
    A tag such as <br> becomes `at_break`. A text far too long for a step stays as it is.
    """
    if len(text) > 2 * LONGEST_STEP or not _MARKS.search(text):
        return text
    text = text if "`" in text else with_figures(text)
    return "".join(
        "\n" if token.type.endswith("break") else _typed(token, ticks, at_break)
        for token in _parser(5).parseInline(text)[0].children or ()
    )


def addresses(text: str) -> list[str]:
    """Return the web addresses of links and pictures that `words` leaves out."""
    if "](http" not in text or (said := words(text)) == text:
        return []
    inside = _parser(5).parseInline(text)[0].children or ()
    found = (str(token.attrGet("href") or token.attrGet("src") or "") for token in inside)
    return [address for address in found if address.startswith("http") and address not in said]


def _typed(token: "Token", ticks: bool, at_break: str) -> str:
    """Return the words of a token; multi-line code keeps its fence, and text in strike tags gets "~~"."""
    if token.type == "html_inline" and _TAG.match(token.content):  # "<name>" is a word to fill in, not a tag
        return "~~" if _STRIKES.fullmatch(token.content) else at_break if _BREAK.match(token.content) else ""
    over_lines = "⏎" in token.content and len(token.markup) >= 3
    if token.type != "code_inline" or not (ticks or over_lines):
        return token.content
    mark = token.markup if over_lines or "`" in token.content else "`"
    edges = ("`", "⏎") if over_lines else "`"
    space = " " if token.content.startswith(edges) or token.content.endswith("`") else ""  # each side loses one
    return f"{mark}{space}{token.content}{space}{mark}"


@cache
def _parser(deepest: int) -> "MarkdownIt":
    """Return a parser, made on first use as the import takes 29 ms. Deeper nesting slows unclosed brackets."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": deepest})
    parser.disable(["html_block", "reference"])  # tags count as inline marks; addresses are reported as unused
    parser.block.ruler.before("heading", "part", _part, {"alt": ["paragraph", "blockquote"]})
    return parser


def _part(state: "StateBlock", line: int, end: int, silent: bool) -> bool:
    """Block rule: a line that announces a part is a heading, and a number begins an item below any text.

    So is the line that begins a box, ":::caution", though it is no part; ":::" alone ends the box.
    """
    text = state.src[state.bMarks[line] : state.eMarks[line]]
    box = text.lstrip().startswith(":::")
    ends_box = box and not text.strip(" \t:")
    announces = not box and (part_of(text) is not None or ends_steps(text))
    if not announces and not ends_box and not _is_title(state, line, end):
        return silent and (box or _NUMBERED.match(text) is not None)
    if not silent:
        kind, tag = ("paragraph", "p") if ends_box else ("heading", "h2" if announces else "h6")
        title = "" if ends_box else title_of(text, apart=True) or text.strip(" *_:：")
        state.push(f"{kind}_open", tag, 1).map = [line, line + 1]
        state.push("inline", "", 0).content = title or text.strip()
        state.push(f"{kind}_close", tag, -1)
        ruled = line + 1 < end and _RULE.fullmatch(state.src[state.bMarks[line + 1] : state.eMarks[line + 1]])
        state.line = line + (2 if ruled else 1)
    return True


def _is_title(state: "StateBlock", line: int, end: int) -> bool:
    """Whether the line, outside any item, heads the list right below it, or is bold and heads paragraphs."""
    inside = state.sCount[line] > 0 or (state.level and state.blkIndent == 0)  # an item or a quote
    below = next((at for at in range(line + 1, min(line + 3, end)) if not state.isEmpty(at)), None)
    if inside or below is None:
        return False
    text, then = (state.src[state.bMarks[at] : state.eMarks[at]] for at in (line, below))
    if text.startswith(_PICTURE):
        return False
    ends = _BOLD.fullmatch(text) or text.rstrip().endswith((":", "："))
    if (
        ends
        and not text.startswith("#")
        and _LISTED.match(then)
        and announced(text.strip(" *_:：")) == {"resources"}
    ):
        return True  # "**Ingredients for the dough:**"
    listed = _LISTED.match(then) and not _LISTED.match(text) and not text.startswith("#")
    if _BOLD.fullmatch(text) and not _LISTED.match(then) and not facts_in(text.strip(" *_")):
        return bool(title_of(text, apart=False))
    above = "" if line == 0 else state.src[state.bMarks[line - 1] : state.eMarks[line - 1]].rstrip()
    apart = not above or above.endswith((".", "!", "?"))
    return bool(listed and not is_time(text) and title_of(text, apart=apart))
