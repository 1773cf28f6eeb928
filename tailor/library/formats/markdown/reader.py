"""Reads Markdown that people and other programs wrote: goal, resources, steps, and unused lines (CONTRACT 1).

`library.markdown` reads Tailor's own files; `blocks` finds the headings, list items and paragraphs of others.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, pairwise, takewhile
from typing import Final

from tailor.core.codec import text_or_empty
from tailor.core.listed_amounts import counts
from tailor.core.procedure import Procedure, procedure
from tailor.core.text import LONGEST_STEP, normal
from tailor.library import markdown
from tailor.library.formats.markdown.blocks import ITEMS, Block, blocks_of, up_to_gap, words
from tailor.library.formats.markdown.boxes_of_notes import without_marks
from tailor.library.formats.markdown.doubts import (
    OF_TABS,
    has_tabs,
    is_doubtful,
    is_how_to,
    only_counted,
    says_how_to,
)
from tailor.library.formats.markdown.front_matter import lists_in, title_in, unheld, with_labels
from tailor.library.formats.markdown.parts import (
    above_numbers,
    addresses_in,
    announced_by,
    are_beside_text,
    are_talk,
    has_further_chapters,
    lines_of,
    needed_in_lines,
    paragraphs_from,
    place,
    sections_below,
    steps_hang_on,
    text_of,
    things_in,
    to_tick_off,
    told_by_line,
    told_in_paragraphs,
    told_sections,
    with_code,
    without_footnotes,
)
from tailor.library.formats.markdown.several_procedures import asks, has_code, procedures_in, sections_of, ways_of
from tailor.library.formats.markdown.titles import goal_in, with_title
from tailor.library.formats.shared.facts import facts_in, settled
from tailor.library.formats.shared.headings import (
    is_note,
    is_open,
    is_told,
    leads_on,
    part_of,
    telling,
    told_first,
)
from tailor.library.formats.shared.imperatives import hold_others, instructs
from tailor.library.formats.shared.lists_of_things import (
    NEAR,
    are_all_items,
    are_things,
    is_list,
    names_any,
    told_twice,
)
from tailor.library.formats.shared.parsed import ParsedProcedure, offers
from tailor.library.formats.shared.sentences import by_sentence
from tailor.library.formats.shared.site_lines import times_above
from tailor.library.formats.shared.step_texts import (
    STEP,
    bare_title,
    counted_parts,
    is_ended,
    is_sentence,
    list_heads,
    uncounted,
    unwrapped,
)
from tailor.library.formats.shared.tables import is_table
from tailor.library.formats.text import reader as plain_text
from tailor.library.markdown import Document

_TOLD_BESIDE = re.compile(r"[^(（]*[(（]|[\W\d_]*[^\W\d_].*\d")
_ANY_KIND: Final = ("ordered", "bullet", "text")
"""Kinds of blocks that can be steps, the likeliest first."""
_ADDRESS = re.compile(r"(?:\[[^\]]{1,200}\]:\s*\S+\s*)+")
"""A paragraph of link addresses."""
_STEP = re.compile(rf"{STEP}\s*#?\d{{1,2}}\s*[.):–-]", re.I)
_MOST_INTRODUCING: Final = 3
_OPEN_ENDS: Final = (":", "...", "…")
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_PICTURES = re.compile(
    r"(?:\s*(?:\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\]\([^)]*\))?|</?(?:img|p|div|center|a|br)\b[^>]*>|"
    r"\{\{[<%]\s*(?:img|figure|image)\b[^}]*\}\}))+\s*"
)
_LINK = re.compile(r"(?:[-*+] )?\[[^\]]*\]\([^)]*\)")
_NO_NAME = re.compile(r"^(?:the|an?)\s|[\W_]+", re.I)
_TEMPLATE = re.compile(r"<%.*%>|\{\{.*\}\}|\{%.*%\}")


def parse(text: str, name: str = "", _where: str = "") -> ParsedProcedure | tuple[ParsedProcedure, ...]:
    """Read the procedure of a Markdown text: exactly if Tailor wrote it, else by its headings and lists.

    A text with several ways to its goal, or several how-tos, gives one procedure for each.
    """
    document = markdown.split(text)
    if document.ours and markdown.has_steps(document):
        remark = markdown.unknown_headings(document)
        return ParsedProcedure(markdown.read(document), document.passed, remark=remark, exact=True)
    blocks = blocks_of(document.body)
    first = next((at for at, line in enumerate(document.body) if line.strip()), 0)
    titled = document.body[first : first + 1] != () and document.body[first].startswith("# ")
    below = document.body[first + 1 :] if titled else document.body
    untitled = blocks[1:] if titled else blocks
    if not document.front and (_is_plain(untitled, below) or steps_hang_on(untitled)):
        rest = "\n".join(map(words, below))
        return plain_text.parse_under(text_of(blocks[0]), rest) if titled else plain_text.parse(rest, name)
    if not title_in(document.front) and (body := with_title(document.body, blocks)) is not document.body:
        document, titled = replace(document, body=body), True
        blocks = blocks_of(body)
    sections = sections_of(blocks)
    ways = {
        title: {block for one in of for block in blocks[one.start : one.end]}
        for title, of in ways_of(sections).items()
    }
    found = tuple(_one_way(document, blocks, name, title, ways) for title in ways)
    if len(found) > 1 and all(one.procedure.steps for one in found):
        return found
    each, apart = procedures_in(blocks, sections, text_or_empty(document.front.get("title")))
    parts = [_read(document, blocks[one.start : one.end], name) for one in each] if apart else []
    if parts and all(one.procedure.steps for one in parts):
        above = tuple(line for block in blocks[: each[0].start] for line in block.lines if line.strip())
        parts[0] = replace(parts[0], unused=(*above, *parts[0].unused))
        doubtful = [is_doubtful(blocks[one.start : one.end], part) for one, part in zip(each, parts, strict=True)]
        return tuple(replace(part, unsure=doubt) for part, doubt in zip(parts, doubtful, strict=True))
    read = _read(document, blocks, name)
    prose = read.unsure and not any(block.kind in ITEMS for block in blocks)
    bare = read.unsure and all(block.kind in ("text", "bullet") for block in blocks[titled:])
    prose |= bare and read.procedure.steps[-1:] == (text_of(blocks[-1]),)
    told = asks(each) or (OF_TABS if has_tabs(document.body) else told_twice(read.procedure.resources))
    unsure = bool(each or told) or prose or is_doubtful(blocks, read) or hold_others(read.procedure.steps)
    return replace(read, unsure=unsure, remark=read.remark or told)


def _is_plain(blocks: Sequence[Block], body: Sequence[str]) -> bool:
    """Whether the file is plain text in an .md: only unmarked words announce parts, and each step is a line."""
    unmarked = all(
        block.kind in ("text", "heading") and not block.tokens[0].markup and not has_code(block)
        for block in blocks
    )
    lines = [line for line in body if line.strip()]
    start = next((at for at, line in enumerate(lines) if part_of(line) == "steps"), len(lines))
    return unmarked and start < len(lines) and len(unwrapped(lines[start:])) == len(lines) - start


def _one_way(
    document: Document, blocks: Sequence[Block], name: str, title: str, ways: Mapping[str, set[Block]]
) -> ParsedProcedure:
    """Read the procedure for one way; the lines of the other ways are unused."""
    others = frozenset(block for other, of in ways.items() if other != title for block in of)
    found = _read(document, blocks, name, without=others, way=frozenset(ways[title]))
    made = replace(found.procedure, goal=": ".join(filter(None, (found.procedure.goal, words(title)))))
    return replace(found, procedure=made, way=words(title), unsure=False)


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    """Write the procedure as Tailor's own Markdown."""
    return markdown.write(procedure, code_apart=True)


def read(document: Document, name: str = "", *, page: bool = False) -> ParsedProcedure:
    """Read the procedure of a web page as Markdown, with the unused lines.

    The goal is the heading above all parts, else the first H1, else `name`. Unsure if no heading announces the
    steps; those of a `page`, with its menus and comments, are numbered then.
    """
    blocks = blocks_of(document.body, page=True)
    found = _read(document, blocks, name, page=page, called=name)
    sections = sections_of(blocks)
    ways = offers([title for _, title in found.procedure.sections], ways_of(sections))
    remark = found.remark or asks(procedures_in(blocks, sections)[0]) or ways
    return replace(found, remark=remark, unsure=found.unsure or bool(ways))


def _read(
    document: Document,
    blocks: Sequence[Block],
    name: str,
    *,
    page: bool = False,
    called: str | None = None,
    without: frozenset[Block] = frozenset(),
    way: frozenset[Block] = frozenset(),
) -> ParsedProcedure:
    """Read the procedure in the blocks; those in `without` are unused, those in `way` are steps of any kind.

    `called` is the title in the head of a web page.
    """
    named = title_in(document.front)
    goal = goal_in(blocks, called, page=page, titled=bool(named))
    rest = [block for block in blocks if block is not goal]
    place(rest, page)
    rest = [block for block in rest if block not in without]
    listed, notes = ([block for block in rest if part in block.under] for part in ("resources", "notes"))
    contents, prose = set(_contents(rest)), called is None
    title = words(goal.lines[0]) if goal else ""
    found, unsure = _steps_in([block for block in rest if block not in contents], page, way, prose, title)
    if not {_name(text_of(block)) for block in contents} <= {_name(title) for _, title in found.sections}:
        contents, (found, unsure) = set(), _steps_in(rest, page, way, prose, title)
    in_front, front = lists_in(document.front)
    if texts := _told_of(rest, in_front.get("resources", ()), found.blocks):
        found, unsure = _Found(), False
        found.take([], texts)
    of_steps = set(found.blocks)
    things = [block for block in listed if block.kind in ITEMS and block not in of_steps]
    resources = [block for block in things if not _says_else(block, text_of(block))]
    notes = [block for block in notes if block not in of_steps]  # the items of a box may be steps
    taken = {*found.blocks, *resources, *notes}
    left = [block for block in rest if block not in taken and not _heads(block)]
    notes += [] if page else [block for block in left if _is_quote(block)]
    lines = [block for block in listed if block.kind == "text" and block not in of_steps and block not in notes]
    are_listed = are_all_items if prose else are_things
    needed, resources = _needed(blocks, resources, lines, set(left).difference(notes), found, are_listed)
    free = set(() if page else left).difference(notes, resources, contents)
    notes += [block for block in above_numbers(rest) if block in free and not _is_link(block)]
    known = {*found.blocks, *resources, *notes, goal, *contents}
    unused = [line for block in blocks if block not in known and not _heads(block) for line in block.lines]
    unused += [head for block in listed if block in known for head in things_in(block)[1]]
    unused += (heads := list_heads(needed))
    unused += [] if page else [one for block in (*found.blocks, *resources) for one in addresses_in(block)]
    headed = bool(goal and goal.lines[0].strip() and not _TEMPLATE.fullmatch(goal.lines[0].strip()))
    made = procedure(
        words(goal.lines[0]) if goal and headed else named or name,
        (by_sentence(uncounted(found.steps)) if prose else uncounted(found.steps)) or in_front.get("steps", ()),
        [one for one in needed if one not in heads] or in_front.get("resources", ()),
        sections=[(number, named) for number, title in found.sections if bare_title(named := words(title))],
        notes=_notes(notes),
        to_split=True,
    )
    made = with_labels(made, front)
    told = tuple(filter(None, map(normal, (*document.passed, *unheld(document.front, made), *unused))))
    return settled(ParsedProcedure(made, told, remark=told_first(made.sections), unsure=unsure))


def _needed(
    blocks: Sequence[Block],
    items: list[Block],
    lines: list[Block],
    left: Container[Block],
    found: "_Found",
    are_listed: Callable[[Sequence[str]], bool],
) -> tuple[list[str], list[Block]]:
    """Return the resources and the blocks that hold them: the items, else lines that are a list of things."""
    needed = [text for block in items for text in things_in(block)[0]]
    if needed or not found.blocks:
        return needed, items
    above = _free_above(blocks, left, found.blocks[0])
    return (
        needed_in_lines(without_footnotes(lines), are_listed)
        or needed_in_lines(above, partial(is_list, below=found.steps))
        or (needed, items)
    )


def _free_above(blocks: Sequence[Block], left: Container[Block], first: Block) -> list[Block]:
    """Return what is left above the first step and states no facts; only the lists, if there are any."""
    above = [block for block in blocks[: blocks.index(first)] if block in left]
    above = [block for block in above if not all(map(facts_in, block.lines))]
    return [block for block in above if block.kind in ITEMS] or above


def _notes(blocks: Iterable[Block]) -> str:
    """Return the lines of notes, without the marks of quotes and boxes."""
    lines = (without_marks(_QUOTE.sub("", line)) for block in blocks for line in block.lines)
    return "\n".join(filter(None, lines))


def _steps_in(
    rest: Sequence[Block], page: bool, way: frozenset[Block], prose: bool, title: str
) -> tuple["_Found", bool]:
    """Find the steps in the blocks of a text with this title, and whether a person should check them."""
    rest = [block for block in rest if not _is_picture(block)]
    steps = [block for block in rest if "steps" in block.under | announced_by(block)]
    below = [block for block in steps if "resources" not in block.under]
    free = [block for block in rest if block.under.isdisjoint(("resources", "notes", "tools"))]
    first_only = all(block.tells for block in rest if "steps" in announced_by(block))
    beside = _behind(free, set(below)) if page else _beside(free, set(below), bullets=first_only) if below else []
    told = any(block.kind != "heading" for block in below)
    further = _further(free, {*below, *beside}) if page and told else []
    shorter = len(further) > len(below) and not any(block.kind == "ordered" for block in below)
    together = {*(() if shorter else below), *beside, *further}
    in_order = [block for block in rest if block in together]
    announced_steps = _found(in_order, page, prose=prose) if not way or not way.isdisjoint(in_order) else _Found()
    listed = {block for block in rest if "resources" in block.under and block.kind == "bullet"}
    amounts = 2 * sum(counts(text_of(block)) for block in listed) > len(listed)
    others = [block for block in rest if not (amounts and block in listed and not is_told(text_of(block)))]
    attempts = (announced_steps, _unannounced(free, page, way, prose), _unannounced(others, page, way, prose))
    found = next((one for one in attempts if one.steps), _Found())
    named = any("resources" in announced_by(block) for block in rest)
    doubtful = bool(beside or further) or has_further_chapters(rest)
    asked = page and (doubtful or only_counted(rest, known=named or is_how_to(title)))
    called = found is attempts[0] or says_how_to(rest, found.blocks, found.steps, title, named=named)
    return found, bool(found.steps) and (not called or asked)  # "7. Cinderella" may be no step


def _told_of(rest: Sequence[Block], things: Sequence[str], known: Iterable[Block]) -> list[Block]:
    """Return the paragraphs of a text with `things` in its front matter, if most name some or are instructions.

    None are returned if a list of steps is `known`.
    """
    texts = [block for block in rest if block.kind == "text" and is_sentence(text_of(block))]
    told = [is_told(text_of(block)) or names_any(text_of(block), things) for block in texts]
    listed = any(block.kind in ITEMS for block in known)
    return texts if things and not listed and told[:1] == [True] and 4 * sum(told) >= 3 * len(told) else []


def _is_picture(block: Block) -> bool:
    """Whether a block is a paragraph of nothing but pictures."""
    return block.kind == "text" and all(map(_PICTURES.fullmatch, block.lines))


def _only_counts(heading: Block | None) -> bool:
    """Whether a heading is only the number of a step: "Step 2"."""
    return heading is not None and heading.counted and not bare_title(words(heading.lines[0]))


def _is_quote(block: Block) -> bool:
    """Whether a block is a quote, as people mark tips."""
    return block.kind == "text" and all(line.lstrip().startswith(">") for line in block.lines)


@dataclass(slots=True)
class _Found:
    """Steps, the headings before them, and the blocks they were read from."""

    sections: list[tuple[int, str]] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def take_heading(self, heading: Block) -> None:
        """Add "Step 2: Wait" as the step "Wait"."""
        if title := bare_title(words(heading.lines[0])):
            self.blocks.append(heading)
            self.steps.append(title)

    def _tells(self, title: str) -> bool:
        """Whether a title is more than "Steps"; after "Before you start" even that one matters, as it ends it."""
        return title != "Steps" or bool(self.sections and is_open(self.sections[-1][1]))

    def take(self, above: Iterable[Block], own: Iterable[Block], *, one: bool = False, page: bool = False) -> None:
        """Add the steps of one section, perhaps all as `one`; if there are none, drop its headings too."""
        taken = [(block, text) for block in own if (text := text_of(block)) and not _says_else(block, text)]
        if taken:
            headings = list(above)
            titles = ((one, bare_title(words(one.lines[0])) if one.counted else one.lines[0]) for one in headings)
            self.sections += [(len(self.steps) + 1, one) for _, one in titles if one and self._tells(one)]
            self.blocks += [*headings, *(block for block, _ in taken)]
            alone = "1. " if len(taken) == 1 and taken[0][0].kind == "ordered" else ""  # "1.Whisk 2.Fry 3.Eat"
            if one and sum(len(text) for _, text in taken) <= LONGEST_STEP:
                self.steps.append(" ".join(text for _, text in taken))
                return
            by_line = not page and told_by_line([block for block, _ in taken])
            for block, text in taken:
                apart = counted_parts(f"{alone}{text}") if alone or block.kind == "text" else []
                self.steps += apart if len(apart) > 2 else lines_of(block) if by_line else [text]


def _says_else(block: Block, text: str) -> bool:
    """Whether a block is no step: a table, link addresses, or without a number a fact such as "Serves 4"."""
    unnumbered = block.kind != "ordered"
    other = is_table(block.lines) or _ADDRESS.fullmatch(text)
    return bool(other or (unnumbered and facts_in(text, among_steps=True)))


def _found(blocks: Sequence[Block], page: bool, *, prose: bool) -> _Found:
    """Find the steps below the headings that announce them.

    In each section these are the ordered items, else the bullets, else the paragraphs. Paragraphs right below such
    a heading that give no instruction introduce the sections under it. If there are several headings, they become
    titles.
    """
    found, waiting, numbered = _Found(), list[Block](), False
    sections = list(sections_below(blocks))
    last = _last_of_one(sections) if page else None
    several = sum(head is not None and "steps" not in head.under for head, _ in sections) > 1
    for (heading, below), (then, inside) in pairwise([*sections, (None, [])]):
        below = _below_times(heading, below)
        introduces = then if then and (inside or then.counted) and _is_part_of(then, heading) else None
        announcing = heading is None or "steps" in announced_by(heading)
        part = heading is not None and (not announcing or "steps" in heading.under)  # "Preparation" below "Method"
        titled = heading and (several or part) and announced_by(heading) not in ({"notes"}, {"resources"})
        waiting += [heading] if heading and titled else []
        kind = next((kind for kind in _ANY_KIND if any(b.kind == kind for b in below)), "")
        links = page and heading is not None and announcing and kind == "bullet" and are_beside_text(below)
        kind = "text" if links or (heading and heading.counted and _mostly_text(below)) else kind
        holds = (
            then is not None and announced_by(then) == {"resources"} and any(b.kind != "bullet" for b in inside)
        )  # resources of this step
        if heading and heading.counted and not (below or introduces or holds):
            found.take_heading(heading)
            waiting.clear()
        own = _own(below, kind)
        own = _to_the_last_told(own) if links or (heading and heading is last and kind == "text") else own
        if kind == "text" and numbered and 2 * sum(is_sentence(text_of(block)) for block in own) < len(own):
            continue  # a table or links below the last step
        numbered = numbered or kind == "ordered"
        if own and not (kind == "text" and announcing and introduces and _introduces(own, introduces)):
            found.take(waiting, own, one=prose and kind == "text" and _only_counts(heading), page=page)
            waiting.clear()
    return found


def _below_times(heading: Block | None, below: list[Block]) -> list[Block]:
    """Return what follows the times right below a heading that announces the steps."""
    heads = heading is not None and not heading.counted and "steps" in announced_by(heading)
    return below[times_above(list(map(text_of, below))) :] if heads else below


def _to_the_last_told(own: Sequence[Block]) -> list[Block]:
    """Return the first paragraph and those up to the last one that is an instruction."""
    told = [at for at, block in enumerate(own) if is_told(text_of(block)) or _is_instruction(block)]
    return list(own[: max([0, *told]) + 1])


def _last_of_one(sections: Iterable[tuple[Block | None, list[Block]]]) -> Block | None:
    """Return the last of three or more headings that number steps, if one paragraph stands below each other one.

    What follows the last instruction below it is the rest of the page.
    """
    kinds = [(head, [block.kind for block in below]) for head, below in sections if head and head.counted]
    return kinds[-1][0] if len(kinds) > 2 and all(each == ["text"] for _, each in kinds[:-1]) else None


def _mostly_text(below: Sequence[Block]) -> bool:
    """Whether there are more paragraphs that are sentences than list items."""
    texts = [block for block in below if block.kind == "text" and is_sentence(text_of(block))]
    return len(texts) > sum(block.kind in ITEMS for block in below)


def _own(below: Sequence[Block], kind: str) -> list[Block]:
    """Return the blocks of one kind, each with the bullets right below it if its end is open.

    Instructions between two numbered lists are steps as well: "Let it rest for an hour."
    """
    own: list[Block] = []
    opened = False
    last = max((at for at, block in enumerate(below) if block.kind == kind), default=0)
    for at, block in enumerate(below):
        opened = text_of(block).endswith(_OPEN_ENDS) if block.kind == kind else opened and block.kind == "bullet"
        between = kind == "ordered" and own and at < last and block.kind == "text" and _is_instruction(block)
        own += [block] if block.kind == kind or opened or between else []
    return own


def _is_instruction(block: Block) -> bool:
    """Whether a paragraph is a step, and not a choice ("You can also take honey") or a note."""
    text = text_of(block)
    return instructs(text) and is_ended(text) and not (is_note(text) or text.casefold().startswith("you "))


def _introduces(texts: Sequence[Block], heading: Block) -> bool:
    """Whether a few paragraphs give no instruction; above a `heading` like "Step 1" hardly any introduce."""
    said = list(map(text_of, texts))
    return len(texts) <= _MOST_INTRODUCING and not (heading.counted or all(telling(said)))


def _is_part_of(heading: Block | None, above: Block | None) -> bool:
    """Whether a heading heads some of the steps that the heading `above` announces, at a deeper level."""
    counts = heading is not None and heading.counted and not (above and above.counted)
    if heading is None or (announced_by(heading) and not counts) or "steps" not in heading.under:
        return False
    return above is None or above.tokens[0].tag < heading.tokens[0].tag


def _beside(blocks: Sequence[Block], known: Container[Block], *, bullets: bool) -> list[Block]:
    """Return the ordered lists beside the announced sections, each with its heading.

    With `bullets`, where only "Before you start" announces something, bulleted instructions count too.
    """
    beside: list[Block] = []
    for head, below in sections_below(blocks):
        below = [block for block in below if block not in known]
        items = [block for block in below if block.kind == "ordered"]
        if bullets and head and not items and head not in known:
            items = next((told for _, told in told_sections([(head, below)])), [])
        if items and not (are_talk(items) or (head and leads_on(head.lines[0])) or all(map(_is_link, items))):
            beside += [head, *items] if head and head not in known else items
    return beside


def _behind(blocks: Sequence[Block], known: Container[Block]) -> list[Block]:
    """Return the numbered sentences right after the announced steps, under headings beside theirs: "Glaze".

    Or lists like those below "Step 1" and "Step 2".
    """
    behind: list[Block] = []
    kind = ""
    for head, below in sections_below(blocks):
        if any(block in known for block in below):
            kind = "bullet" if head and head.counted else ""
            kind = "ordered" if any(block.kind == "ordered" for block in below) else kind
            continue
        items = [block for block in below if block.kind == kind]
        told = 2 * sum(is_sentence(text_of(block)) for block in items) >= len(items) or kind == "bullet"
        if head is None or announced_by(head) or leads_on(head.lines[0]) or not (items and told):
            kind = ""
        else:
            behind += [head, *items]
    return behind


def _further(blocks: Sequence[Block], known: Container[Block]) -> list[Block]:
    """Return the other numbered lists, each with its heading, that are mostly sentences or instructions."""
    further: list[Block] = []
    for head, below in sections_below(blocks):
        items = [block for block in below if block.kind == "ordered" and block not in known]
        told = sum(is_sentence(text := text_of(block)) or is_told(text) for block in items)
        elsewhere = head is not None and (leads_on(head.lines[0]) or announced_by(head) or head in known)
        if len(items) > 1 and 2 * told > len(items) and not elsewhere:
            further += [head, *items] if head else items
    return further


def _is_link(block: Block) -> bool:
    """Whether a block is nothing but a link, such as a line of a table of contents."""
    return _LINK.fullmatch(" ".join(block.lines).strip()) is not None


def _unannounced(blocks: Sequence[Block], page: bool, way: frozenset[Block], prose: bool) -> _Found:
    """Find steps that no heading announces: all ordered lists with headings, else the longest run of bullets."""
    sections = [(head, below) for head, below in sections_below(blocks) if not (head and leads_on(head.lines[0]))]
    kinds_of = [_ANY_KIND if head in way else _ANY_KIND[:1] for head, _ in sections]
    lists = [
        (head, next(filter(None, ([b for b in below if b.kind == kind] for kind in kinds)), []))
        for (head, below), kinds in zip(sections, kinds_of, strict=True)
    ]
    lists = [(head, items) for head, items in lists if items]
    lists = [one for one in lists if not are_talk(one[1])] or lists
    found = _Found()
    for head, items in lists:
        found.take([head] if head and len(lists) > 1 else [], items)
    bullets = [block for block in blocks if block.kind == "bullet"]
    counted = [block for block in blocks if block.kind == "text" and _STEP.match(text_of(block))]
    counted = counted or (bullets if all(_STEP.match(text_of(block)) for block in bullets) else [])
    if not found.steps and len(counted) > 1:
        found.take([], counted)
        found.steps = [bare_title(step) for step in found.steps]
    told = [*with_code(sections)] if page and not found.steps else []
    if not (page or found.steps):
        told += [(head, items) for head, items in told_sections(sections) if head]
        ticked = list(to_tick_off(sections))
        told = ticked if len(ticked) > max(len(told), 1) else told or [*told_in_paragraphs(sections)]
    for head, items in told if len(told) > 1 or page else []:
        found.take([head] if head else [], items)
    if not page and not found.steps:
        kinds = (one for _, below in sections for one in groupby(below, lambda block: block.kind))
        runs = [run for kind, each in kinds if kind == "bullet" and not all(map(_is_link, run := list(each)))]
        run = runs[0] if runs else []
        below = blocks[blocks.index(run[-1]) + 1 :] if run else blocks
        follow = [*run[(end := up_to_gap(run)) :], *below[:NEAR]]
        listed = follow and is_list(map(text_of, run[:end]), map(text_of, follow))
        further = list(takewhile(lambda run: is_list(map(text_of, run)), runs[1:])) if listed else []
        longest: list[Block] = max((run[end:] if listed else run, *runs[1 + len(further) :]), key=len)
        below = blocks[blocks.index(further[-1][-1]) + 1 :] if further else below
        alone = prose and not any(block.kind in ("heading", "bullet") for block in blocks)
        texts = paragraphs_from(below, alone=alone) if listed or alone else []
        only_things = len(texts) > 1 and not any(telling(list(map(text_of, longest))))
        found.take([], texts if only_things else longest or texts)
    return found


def _contents(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the items of lists that only name headings."""
    names = {_name(block.lines[0]) for block in blocks if block.kind == "heading"}
    for kind, run in groupby(blocks, lambda block: block.kind):
        items = list(run)
        if kind in ITEMS and all(_name(text_of(block)) in names for block in items):
            yield from items


def _name(title: str) -> str:
    title = words(title)
    return _NO_NAME.sub("", bare_title(title) or title).casefold()


def _heads(block: Block) -> bool:
    """Whether a block is a heading without information of its own, unlike "Ingredients for 4"."""
    return block.counted or (not _TOLD_BESIDE.match(block.lines[0]) and bool(announced_by(block)))
