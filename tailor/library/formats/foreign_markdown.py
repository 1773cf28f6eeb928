"""Markdown that people and other programs wrote: goal, resources, steps, and the lines left over (CONTRACT 1).

`markdown` reads Tailor's own files. markdown-it finds the blocks and the words in a line. What people write beyond
CommonMark is added here: headings without marks, and lists and code of a step that are indented too little.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby, pairwise, takewhile
from typing import TYPE_CHECKING, Final

from tailor.core.errors import ContentError
from tailor.core.procedure import Json, Procedure, procedure
from tailor.core.shopping import counts
from tailor.core.text import LONGEST_STEP, LONGEST_TEXT, normal
from tailor.library import markdown
from tailor.library.formats import plain_text
from tailor.library.formats.bare_list import is_list, item
from tailor.library.formats.base import (
    STEP,
    ParsedProcedure,
    bare_title,
    text_or_empty,
    texts_in,
    uncounted,
    unwrapped,
    with_items,
)
from tailor.library.formats.code_lines import on_one_line
from tailor.library.formats.facts import facts_in, settled
from tailor.library.formats.headings import announced, is_open, leads_on, part_of, telling, title_of, told_first
from tailor.library.formats.labels import with_labels
from tailor.library.formats.tables import tables_as_lists
from tailor.library.formats.ways import Section, ways_of
from tailor.library.markdown import Document

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token


_TAG = re.compile(
    r"</?(?:a|abbr|b|br|code|del|div|em|font|i|img|ins|kbd|li|mark|ol|p|q|s|small|span|strong|sub|sup|u|ul)\b|<!--",
    re.I,
)
_TOLD_BESIDE = re.compile(r"[^(（]*[(（]|[\W\d_]*[^\W\d_].*\d")
_MARKS = re.compile(r"[\[\]*_`<&\\!]")
_NUMBERED = re.compile(r" {0,3}\d{1,3}[.)]\s+\S")
_LISTED = re.compile(r" {0,3}(?:\d{1,3}[.)]|[-*+])\s+\S")
_CODE = re.compile(r"^([ \d.)*+-]* )(`{3,}|~{3,})[^`\n]*\n(?:(?! {0,3}\d{1,3}[.)]\s).*\n){0,300}?\s*\2\s*$", re.M)
"""A fence in an item, up to its end before the next number."""
_SPACE = re.compile(r"[^\S\n\t ]")  # of pasted pages: CommonMark knows no other space before a word
_ITEMS: Final = ("ordered", "bullet")
_ANY_KIND: Final = ("ordered", "bullet", "text")
"""Kinds of blocks that can be steps, the likeliest first."""
_ADDRESS = re.compile(r"(?:\[[^\]]{1,200}\]:\s*\S+\s*)+")
"""A paragraph of addresses for links."""
_COUNTED = re.compile(rf"(?:{STEP}\s*)?(\d{{1,2}})\s*(?:[.):–-]|$)", re.I)
_STEP = re.compile(rf"{STEP}\s*\d{{1,2}}\s*[.):–-]", re.I)
_DASHES: Final = frozenset("-*+")
_BOX = re.compile(r"^\[[ xX]\]\s+")
_GLUED = re.compile(r"^( {0,3}\d{1,3})(?:[.)]|[-–/] ?)(?=[A-ZÀ-Þ][\w'’]* )", re.M)
"""A number that CommonMark knows as none: "1.Whisk it", "1- Whisk it"."""
_DOTTED = re.compile(r"(?:^ {0,3}([–—•◦●▪▢])[ \t]+\S.*(?:\n|\Z)){2,}", re.M)
"""Lines with marks that CommonMark knows as none: "• 2 eggs"."""
_RULE = re.compile(r" {0,3}(?:-{3,}|={3,})\s*")
_NUMBER = re.compile(r"( *)(\d{1,3})[.)]\s")
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_CONTENTS = re.compile(r"\[[^\]]*\]\(#[^)]*\)")
_TEMPLATE = re.compile(r"<%.*%>|\{\{.*\}\}|\{%.*%\}")
_DEEPEST: Final = 40  # a list counts twice; of a deeper one markdown-it leaves out all that follows


@dataclass(slots=True, eq=False)
class _Block:
    """A heading, a list item or a paragraph, with its source lines; of a heading only its words."""

    kind: str
    """heading, ordered, bullet or text."""
    lines: list[str]
    indent: int
    tokens: "list[Token]"
    under: frozenset[str] = frozenset()
    """The parts that the headings above announce."""
    counted: bool = False
    """Whether it is one of the headings "Step 1", "Step 2"."""
    tells: bool = False
    """Whether sentences that tell what to do stand below a heading under which things may stand too."""


def parse(text: str, name: str = "", _where: str = "") -> ParsedProcedure | tuple[ParsedProcedure, ...]:
    """The procedure of a Markdown text: exact if Tailor wrote it, else found by headings and lists.

    Of a text that tells several ways to its goal each is one.
    """
    document = markdown.split(text)
    if document.ours and any(line.rstrip().lower() == "## steps" for line in document.body):
        return ParsedProcedure(markdown.read(document), document.passed)
    blocks = _blocks(document.body)
    if not document.front and _is_plain(blocks, document.body):
        return plain_text.parse("\n".join(map(words, document.body)), name)
    ways = {
        title: {block for one in of for block in blocks[one.start : one.end]}
        for title, of in ways_of(_all_sections(blocks)).items()
    }
    found = tuple(_one_way(document, blocks, name, title, ways) for title in ways)
    if len(found) > 1 and all(one.procedure.steps for one in found):
        return found
    return replace(_read(document, blocks, name), unsure=False)


def _is_plain(blocks: Sequence[_Block], body: Sequence[str]) -> bool:
    """Whether only words without marks announce its parts, and each line stands for itself: a text in an .md."""
    unmarked = all(block.kind in ("text", "heading") and not block.tokens[0].markup for block in blocks)
    lines = [line for line in body if line.strip()]
    parts = {part_of(line) for line in lines}
    return unmarked and "steps" in parts and len(unwrapped(lines)) == len(lines)


def _one_way(
    document: Document, blocks: Sequence[_Block], name: str, title: str, ways: Mapping[str, set[_Block]]
) -> ParsedProcedure:
    """The procedure without the other ways, whose lines are unused."""
    others = frozenset(block for other, of in ways.items() if other != title for block in of)
    found = _read(document, blocks, name, without=others, way=frozenset(ways[title]))
    made = replace(found.procedure, goal=": ".join(filter(None, (found.procedure.goal, words(title)))))
    return replace(found, procedure=made, way=words(title), unsure=False)


def _all_sections(blocks: Sequence[_Block]) -> list[Section]:
    """Every heading with the blocks below it, also those of deeper headings."""
    heads = [(at, int(block.tokens[0].tag[1])) for at, block in enumerate(blocks) if block.kind == "heading"]
    found: list[Section] = []
    for nth, (at, level) in enumerate(heads):
        after = (heads[other] for other in range(nth + 1, len(heads)))  # a slice would copy them for each
        end = next((other for other, depth in after if depth <= level), len(blocks))
        above = blocks[at - 1] if at else None
        before = " ".join(above.lines) if above and above.kind != "ordered" else ""
        full = any(block.kind in _ITEMS or _has_code(block) for block in blocks[at:end])
        found.append(Section(blocks[at].lines[0], level, at, end, before, full))
    return found


def _has_code(block: _Block) -> bool:
    return any(token.type in ("fence", "code_block") for token in block.tokens)


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    """The procedure as Tailor's own Markdown."""
    return markdown.write(procedure)


def read(document: Document, name: str = "", *, page: bool = False) -> ParsedProcedure:
    """The procedure of Markdown that others wrote, and the unused lines.

    Goal: the first H1, else the title of the front matter, else `name`. Unsure if no heading announces the steps,
    which in a `page`, with its menus and comments, are then numbered. ContentError for a step that is too long.
    """
    return _read(document, _blocks(document.body), name, page=page)


def _read(
    document: Document,
    blocks: Sequence[_Block],
    name: str,
    *,
    page: bool = False,
    without: frozenset[_Block] = frozenset(),
    way: frozenset[_Block] = frozenset(),
) -> ParsedProcedure:
    """The procedure in the blocks; those `without` are unused, those of the `way` steps whatever their kind."""
    goal = next((block for block in blocks if block.kind == "heading" and block.tokens[0].tag == "h1"), None)
    rest = [block for block in blocks if block is not goal]
    _place(rest, page)
    rest = [block for block in rest if block not in without]
    listed, notes = ([block for block in rest if part in block.under] for part in ("resources", "notes"))
    steps = [block for block in rest if "steps" in block.under | _announced(block)]
    below = [block for block in steps if "resources" not in block.under]
    free = [block for block in rest if block.under.isdisjoint(("resources", "notes"))]
    first_only = all(block.tells for block in rest if "steps" in _announced(block))
    beside = [] if page or not below else _beside(free, set(below), bullets=first_only)
    together = {*below, *beside}
    in_order = [block for block in rest if block in together]
    announced_steps = _found(in_order) if not way or not way.isdisjoint(in_order) else _Found()
    attempts = (announced_steps, _unannounced(free, page, way), _unannounced(rest, page, way))
    found = next((one for one in attempts if one.steps), _Found())
    unsure = bool(found.steps) and found is not attempts[0]
    resources = [block for block in listed if block.kind in _ITEMS and not _says_else(block, _text(block))]
    taken = {*found.blocks, *resources, *notes}
    left = [block for block in rest if block not in taken and not _heads(block)]
    notes += [] if page else [block for block in left if _is_quote(block)]
    needed = [text for block in resources for text in _resources(block)[0]]
    if not needed and found.blocks:
        free_left = set(left).difference(notes)
        above = [block for block in blocks[: blocks.index(found.blocks[0])] if block in free_left]
        above = [block for block in above if not all(map(facts_in, block.lines))]
        above = [block for block in above if block.kind in _ITEMS] or above
        lines = [item(words(line)) for block in above for line in block.lines]
        if is_list(lines):
            needed, resources = lines, above
    known = {*found.blocks, *resources, *notes, goal}
    unused = [line for block in blocks if block not in known and not _heads(block) for line in block.lines]
    unused += [head for block in listed if block in known for head in _resources(block)[1]]
    title = text_or_empty(document.front.get("title")) or name
    in_front, front = _front_lists(document.front)
    headed = bool(goal and goal.lines[0].strip() and not _TEMPLATE.fullmatch(goal.lines[0].strip()))
    made = procedure(
        words(goal.lines[0]) if goal and headed else title,
        uncounted(found.steps) or in_front.get("steps", ()),
        needed or in_front.get("resources", ()),
        sections=[(number, words(title)) for number, title in found.sections],
        notes="\n".join(_QUOTE.sub("", line) for block in notes for line in block.lines),
    )
    told = tuple(filter(None, map(normal, (*document.passed, *unused))))
    remark = told_first(made.sections)
    return settled(ParsedProcedure(with_labels(made, front), told, remark=remark, unsure=unsure))


def _is_quote(block: _Block) -> bool:
    """Whether it is a quote, as people mark tips."""
    return block.kind == "text" and all(line.lstrip().startswith(">") for line in block.lines)


def _front_lists(front: Mapping[str, Json]) -> tuple[dict[str, list[str]], dict[str, Json]]:
    """The lists of the front matter under words that announce parts, `ingredients`, and the other keys."""
    lists: dict[str, list[str]] = {}
    rest = dict(front)
    for key, value in front.items():
        for part in announced(key) & {"resources", "steps"}:
            if part not in lists and (texts := [words(one) for one in texts_in(value)]):
                lists[part] = texts
                del rest[key]
    return lists, rest


def _blocks(body: Sequence[str]) -> list[_Block]:
    """The text as blocks; code and indented lines go with the item above, however CommonMark sees them."""
    text, parser, tokens = _SPACE.sub(" ", "\n".join(tables_as_lists(body))), _parser(_DEEPEST), list["Token"]()
    if len(text) > LONGEST_TEXT:
        raise ContentError(f"This Markdown has {len(text):,} characters, more than {LONGEST_TEXT:,}. Split it.")
    text = _DOTTED.sub(lambda run: re.sub(rf"(?m)^( *){run[1]}", r"\1-", run[0]), text)
    text = _GLUED.sub(r"\1. ", _levelled(_CODE.sub(_indented, text)))
    body = text.split("\n")
    parser.block.parse(text, parser, {}, tokens)
    blocks: list[_Block] = []
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
    return blocks


def _levelled(text: str) -> str:
    """The text with numbers in line that go on counting, however far they are indented.

    A list that is indented as a whole, and a "2." deeper than its "1.", would be code or words of the item.
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
    """Whether a list that is indented as a whole has a second item: its lines are no code."""
    inner = takewhile(lambda line: not line.strip() or line.startswith(("    ", "\t")), lines)
    return any((item := _NUMBER.match(line.expandtabs(4))) and item[2] == "2" for line in inner)


def _indented(code: re.Match[str]) -> str:
    """The code with each line indented at least as far as its fence, which would end there otherwise."""
    room = " " * len(code[1])
    return re.sub(f"\n(?!{room})", f"\n{room}", code[0])


def _block(token: "Token", source: Sequence[str]) -> _Block:
    lines = [line.expandtabs(4) for line in source if line.strip()]
    indent = len(lines[0]) - len(lines[0].lstrip())
    if token.type != "list_item_open":
        return _Block("heading" if token.type == "heading_open" else "text", lines, indent, [])
    lines[0] = lines[0].lstrip().removeprefix(token.info + token.markup).lstrip()
    return _Block("ordered" if token.info else "bullet", lines, indent, [])


def _joins(block: _Block, above: _Block, token: "Token", *, close: bool) -> bool:
    """Whether a block belongs to the one above: it is indented deeper, is code, or no blank line is in between."""
    if "heading" in (block.kind, above.kind):
        return False
    in_item = above.kind in _ITEMS
    deeper = in_item and block.indent > above.indent + (block.kind == above.kind)
    return deeper or (block.kind == "text" and (close or (in_item and token.type == "fence")))


def _place(blocks: Iterable[_Block], page: bool) -> None:
    """Note for each block what the headings above it announce.

    In a `page` a line that is a heading only by its words ends at the next real one, of whatever level.
    """
    above: list[_Block] = []
    blocks = list(blocks)
    _count([block for block in blocks if block.kind == "heading"])
    things = {block for head, below in _sections(blocks) if head for block in _things_below(head, below)}
    things.update(_more_things(_sections(blocks)))
    telling_titles = {head for head, _ in _told(_sections(blocks)) if head and not head.tokens[0].markup}
    for block in blocks:
        if page and block.kind == "heading" and not block.tokens[0].markup:
            block.tokens[0].tag = "h6"
        if block.kind == "heading":
            above = [one for one in above if one.tokens[0].tag < block.tokens[0].tag]
        if block in telling_titles and not _announced(block):  # "Take it apart" ends what one needs
            above = [one for one in above if "resources" not in _announced(one)]
        block.under = frozenset(part for one in above for part in _announced(one))
        if block in things:
            block.under = frozenset(["resources"])
        if block.kind == "heading":
            above.append(block)


def _count(headings: Sequence[_Block]) -> None:
    """Note which headings count the steps."""
    for level in {block.tokens[0].tag for block in headings}:
        marks = [(one, _COUNTED.match(words(one.lines[0]))) for one in headings if one.tokens[0].tag == level]
        numbers = [int(mark[1]) for _, mark in marks if mark]
        in_order = all(two in (1, one + 1) for one, two in pairwise([0, *numbers]))
        if len(numbers) > 1 and max(numbers) > 1 and (in_order or numbers == list(range(len(numbers)))):
            for one, mark in marks:
                one.counted = mark is not None


def _things_below(head: _Block, below: Sequence[_Block]) -> list[_Block]:
    """The things below a heading such as "Before you start" where sentences stand too, which make it tell."""
    blocks = [block for block in below if block.kind in _ITEMS] or below
    if not blocks or not is_open(head.lines[0]):
        return []
    told = telling([_text(block) for block in blocks], numbered=blocks[0].kind == "ordered")
    head.tells = any(told)
    return [block for block, tells in zip(blocks, told, strict=True) if head.tells and not tells]


def _more_things(sections: Iterable[tuple[_Block | None, list[_Block]]]) -> Iterator[_Block]:
    """The amounts that stand under headings of their own, "Glaze", between the resources and the steps."""
    waiting, listing = list[_Block](), False
    for head, below in sections:
        parts = _announced(head) if head else frozenset()
        if parts:
            yield from waiting if "steps" in parts else ()
            waiting, listing = waiting if parts == {"resources"} else [], "resources" in parts
        elif listing and head and not leads_on(head.lines[0]):
            texts = {block: _text(block) for block in below if block.kind == "bullet"}
            most = 2 * sum(map(counts, texts.values())) > len(texts)
            waiting += texts if most and not any(telling(list(texts.values()))) else ()


def _announced(block: _Block) -> frozenset[str]:
    if block.counted or block.tells:
        return frozenset(["steps"])
    return announced(block.lines[0]) if block.kind == "heading" else frozenset()


@dataclass(slots=True)
class _Found:
    """Steps, the headings before them, and the blocks that they were read from."""

    sections: list[tuple[int, str]] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    blocks: list[_Block] = field(default_factory=list)

    def take_heading(self, heading: _Block) -> None:
        """Add "Step 2: Wait" as the step "Wait"."""
        if title := bare_title(words(heading.lines[0])):
            self.blocks.append(heading)
            self.steps.append(title)

    def take(self, headings: Iterable[_Block], blocks: Iterable[_Block]) -> None:
        """Add the steps of one section; without any its headings are left out too."""
        taken = [(block, text) for block in blocks if (text := _text(block)) and not _says_else(block, text)]
        if taken:
            headings = list(headings)
            titles = ((one, bare_title(words(one.lines[0])) if one.counted else one.lines[0]) for one in headings)
            self.sections += [(len(self.steps) + 1, title) for _, title in titles if title]
            self.blocks += [*headings, *(block for block, _ in taken)]
            self.steps += [text for _, text in taken]


def _says_else(block: _Block, text: str) -> bool:
    """Whether it holds addresses of links, or without a number "Serves 4": no step."""
    unnumbered = block.kind != "ordered"
    return bool(_ADDRESS.fullmatch(text) or (unnumbered and facts_in(text, among_steps=True)))


def _found(blocks: Sequence[_Block]) -> _Found:
    """The steps below the headings that announce them.

    In each section they are the ordered items, else the bullets, else the paragraphs. Paragraphs right below such
    a heading only introduce the sections under it. The headings become titles where there are several.
    """
    found, waiting = _Found(), list[_Block]()
    sections = list(_sections(blocks))
    tops = [head for head, _ in sections if head and ("steps" in _announced(head) or "steps" not in head.under)]
    several = len(tops) > 1
    after = [head for head, _ in [*sections[1:], (None, [])]]
    under = [head is not None and not _announced(head) and "steps" in head.under for head in after]
    for (heading, below), introduces in zip(sections, under, strict=True):
        announcing = heading is None or "steps" in _announced(heading)
        waiting += [heading] if heading and (several or not announcing) else []
        kind = next((kind for kind in _ANY_KIND if any(b.kind == kind for b in below)), "")
        if heading and heading.counted and not below and not introduces:
            found.take_heading(heading)
            waiting.clear()
        if kind and not (kind == "text" and announcing and introduces):
            found.take(waiting, [block for block in below if block.kind == kind])
            waiting.clear()
    return found


def _told(sections: Iterable[tuple[_Block | None, list[_Block]]]) -> Iterator[tuple[_Block | None, list[_Block]]]:
    """The sections of which every item tells what to do, with their items."""
    for head, below in sections:
        items = [block for block in below if block.kind in _ITEMS]
        if items and all(telling(list(map(_text, items)))):
            yield head, items


def _beside(blocks: Sequence[_Block], known: Container[_Block], *, bullets: bool) -> list[_Block]:
    """The ordered lists beside the sections that are announced, each with its heading.

    Also `bullets` that tell what to do, where only what comes "Before you start" is announced.
    """
    beside: list[_Block] = []
    for head, below in _sections(blocks):
        items = [block for block in below if block.kind == "ordered" and block not in known]
        if bullets and head and not items and head not in known:
            items = next((told for _, told in _told([(head, below)])), [])
        if items and not (head and leads_on(head.lines[0])) and not all(map(_is_link, items)):
            beside += [head, *items] if head and head not in known else items
    return beside


def _is_link(block: _Block) -> bool:
    """Whether it is a line of a table of contents."""
    return _CONTENTS.fullmatch(" ".join(block.lines).strip()) is not None


def _unannounced(blocks: Sequence[_Block], page: bool, way: frozenset[_Block]) -> _Found:
    """Where no heading announces steps: every ordered list under its heading, else the longest run of bullets."""
    sections = [(head, below) for head, below in _sections(blocks) if not (head and leads_on(head.lines[0]))]
    kinds_of = [_ANY_KIND if head in way else _ANY_KIND[:1] for head, _ in sections]
    lists = [
        (head, next(filter(None, ([b for b in below if b.kind == kind] for kind in kinds)), []))
        for (head, below), kinds in zip(sections, kinds_of, strict=True)
    ]
    lists = [(head, items) for head, items in lists if items]
    found = _Found()
    for head, items in lists:
        found.take([head] if head and len(lists) > 1 else [], items)
    counted = [block for block in blocks if block.kind == "text" and _STEP.match(_text(block))]
    if not found.steps and len(counted) > 1:
        found.take([], counted)
        found.steps = [bare_title(step) for step in found.steps]
    told = [(head, items) for head, items in _told(sections) if head] if not page and not found.steps else []
    for head, items in told if len(told) > 1 else []:
        found.take([head], items)
    if not page and not found.steps:
        kinds = (one for _, below in sections for one in groupby(below, lambda block: block.kind))
        runs = [list(run) for kind, run in kinds if kind == "bullet"]
        longest: list[_Block] = max(runs, key=len, default=[])
        found.take([], longest)
    return found


def _sections(blocks: Iterable[_Block]) -> Iterator[tuple[_Block | None, list[_Block]]]:
    """Each heading with the blocks up to the next one; None for those above the first."""
    heading, below = None, list[_Block]()
    for block in blocks:
        if block.kind == "heading":
            yield heading, below
            heading, below = block, []
        else:
            below.append(block)
    yield heading, below


def _resources(block: _Block) -> tuple[list[str], list[str]]:
    """The resources of one item, with those of the lists in it; and the words that only head such a list."""
    head, *below = ("\n".join(texts[1:]) for texts in _said(block))
    return (below, [head]) if below and (not head or head.endswith(":")) else ([head, *below], [])


def _text(block: _Block) -> str:
    head, *below = _said(block)
    if below and not _has_code(block) and all(item[0] in _DASHES for item in below):
        return with_items(normal("\n".join(head)), [normal("\n".join(item[1:])) for item in below])
    return normal("\n".join(map("\n".join, (head, *below))))


def _said(block: _Block) -> list[list[str]]:
    """The words of the block, and of each item of the lists in it, each after the item's mark."""
    said = [[""]]
    for token in block.tokens[block.kind in _ITEMS :]:
        if token.type == "list_item_open":
            said.append([token.info + token.markup])
        elif token.type == "inline":
            said[-1].append(words(_BOX.sub("", token.content) if len(said[-1]) == 1 else token.content))
        elif token.type in ("fence", "code_block"):
            said[-1].append(on_one_line(token.info, token.content))
    return said


def _heads(block: _Block) -> bool:
    """Whether the block is a heading without information of its own, unlike "Ingredients for 4"."""
    return block.counted or (not _TOLD_BESIDE.match(block.lines[0]) and bool(_announced(block)))


def words(text: str) -> str:
    """The text without inline marks: "[pasta](/pasta)" is "pasta", "**do not** stir" is "do not stir".

    Code keeps its words, and a picture becomes its caption. A text far too long for a step stays as it is.
    """
    if len(text) > 2 * LONGEST_STEP or not _MARKS.search(text):
        return text
    return "".join(
        "\n" if token.type.endswith("break") else token.content
        for token in _parser(5).parseInline(text)[0].children or ()
        if token.type != "html_inline" or not _TAG.match(token.content)  # "<name>" is a word to fill in, not a tag
    )


@cache
def _parser(deepest: int) -> "MarkdownIt":
    """Made for the first text, as the import takes 29 ms. Brackets that never close cost as much as may nest."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": deepest})
    parser.disable(["html_block", "reference"])  # tags are marks in a text; addresses are told as unused
    parser.block.ruler.before("heading", "part", _part, {"alt": ["paragraph", "blockquote"]})
    return parser


def _part(state: "StateBlock", line: int, end: int, silent: bool) -> bool:
    """A rule for blocks: a line that announces a part is a heading, and a number begins an item under any text."""
    text = state.src[state.bMarks[line] : state.eMarks[line]]
    announces = part_of(text) is not None
    if not announces and not _is_title(state, line, end):
        return silent and _NUMBERED.match(text) is not None
    if not silent:
        tag = "h2" if announces else "h6"
        state.push("heading_open", tag, 1).map = [line, line + 1]
        state.push("inline", "", 0).content = text.strip(" *_:：") if announces else title_of(text, apart=True)
        state.push("heading_close", tag, -1)
        ruled = line + 1 < end and _RULE.fullmatch(state.src[state.bMarks[line + 1] : state.eMarks[line + 1]])
        state.line = line + (2 if ruled else 1)
    return True


def _is_title(state: "StateBlock", line: int, end: int) -> bool:
    """Whether the line, outside of any item, heads the list that begins right below it."""
    inside = state.sCount[line] > 0 or (state.level and state.blkIndent == 0)  # of an item or a quote
    below = next((at for at in range(line + 1, min(line + 3, end)) if not state.isEmpty(at)), None)
    if inside or below is None:
        return False
    text, then = (state.src[state.bMarks[at] : state.eMarks[at]] for at in (line, below))
    listed = _LISTED.match(then) and not _LISTED.match(text) and not text.startswith("#")
    above = "" if line == 0 else state.src[state.bMarks[line - 1] : state.eMarks[line - 1]].rstrip()
    return bool(listed and title_of(text, apart=not above or above.endswith((".", "!", "?"))))
