"""Assigns each block of a Markdown text to a part, by the headings above it; and extracts its words.

Also finds resources in items and lines, and sections that are steps though nothing announces them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import dropwhile, pairwise, takewhile
from typing import Final

from tailor.core.code_lines import on_one_line
from tailor.core.listed_amounts import counts
from tailor.core.text import normal
from tailor.library.formats.markdown.blocks import ITEMS, Block, addresses, words
from tailor.library.formats.markdown.boxes_of_notes import begins_notes
from tailor.library.formats.markdown.several_procedures import has_code
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import (
    announced,
    goes_on,
    is_note,
    is_open,
    is_told,
    leads_on,
    leads_to_steps,
    names_tools,
    part_of,
    says_more,
    telling,
)
from tailor.library.formats.shared.imperatives import instructs, is_english, tells
from tailor.library.formats.shared.lists_of_things import BOX, is_list, item, things_on
from tailor.library.formats.shared.step_texts import (
    ONLY_NUMBER,
    STEP,
    are_told,
    is_ended,
    is_sentence,
    list_heads,
    with_items,
)
from tailor.library.formats.shared.tables import is_alone, paired

_MOST_WORDS: Final = 8
"""Words of an amount that follows its name."""
_COUNTED = re.compile(
    rf"(?P<word>{STEP}\s*#?\s*)?(\d{{1,2}})(?P<part>(?(word)\.\d{{1,2}}|(?!)))?\s*(?:[.):–-]|$)", re.I
)
_FEWEST_TOLD: Final = 3
"""Least number of sentences below a heading that only names what is made."""
_FEWEST_LINES: Final = 2
"""Least number of sentence ends at line ends within paragraphs."""
_STOPS: Final = re.compile(r"[.!?:;,…](?:\s|$)|[。！？、]")
_AT_BREAK: Final = "\v"
"""Stands for a <br> in an item; `normal` lets no text have it."""
_DASHES: Final = frozenset("-*+")

_IN_ORDER = re.compile(r"\b\d{1,2}\b")
_CODE: Final = "⏎"
"""Stands for the line ends of code."""
_FEWEST_LEADING: Final = 2
"""Least number of paragraphs of a page that lead to code, if they are its steps."""


def place(blocks: Iterable[Block], page: bool) -> None:
    """Set for each block which parts the headings above it announce.

    On a `page`, a line that is a heading only by its words ends at the next real heading of any level.
    """
    above: list[Block] = []
    blocks = list(blocks)
    _count([block for block in blocks if block.kind == "heading"])
    things = {block for head, below in sections_below(blocks) if head for block in _things_below(head, below)}
    _go_on(list(sections_below(blocks)))
    things.update(_more_things(sections_below(blocks)))
    tools = _of_tools(blocks) if page else frozenset()
    last = {one.tokens[0].tag: one for one in blocks if one.counted} if page else {}
    behind: set[str] = set()
    telling_titles = {
        head for head, _ in told_sections(sections_below(blocks)) if head and not head.tokens[0].markup
    }
    in_step = set[Block]()
    for block in blocks:
        if page and block.kind == "heading" and not block.tokens[0].markup:
            block.tokens[0].tag = "h6"
        if block.kind == "heading":
            above = [one for one in above if one.tokens[0].tag < block.tokens[0].tag]
            above = above if block.tokens[0].tag not in behind or block.counted else []
            behind.update(tag for tag, counted in last.items() if counted is block)
        if block in telling_titles and not announced_by(block):  # "Take it apart" ends what one needs
            above = [one for one in above if "resources" not in announced_by(one)]
        block.under = frozenset(part for one in above for part in announced_by(one))
        nearest = next(filter(None, map(announced_by, reversed(above))), frozenset())
        if nearest == {"notes"} or (page and nearest == {"steps"}):  # "Tips" below "Method", of whatever level
            block.under = nearest
        if block.kind == "heading" and says_more(block.lines[0]):
            block.under = frozenset(["notes"])
        if block in things:
            block.under = frozenset(["resources"])
        if not tools.isdisjoint(above):
            block.under = frozenset(["tools"])
        in_step |= {block} if any(one.counted for one in above) else set()
        if block.kind == "heading":
            above.append(block)
    told = any("steps" in block.under | announced_by(block) for block in blocks)
    for block in _told_below_things(sections_below(blocks)):
        if not told or block in in_step or (block.kind == "ordered" and not _told_later(blocks, block)):
            block.under = frozenset(["steps"])
    for block in _led_to(blocks):
        block.under = frozenset(["steps"])
    for _, below in [] if page else sections_below(blocks):
        for block in (*_notes_behind(below), *_in_boxes(below)):
            block.under = frozenset(["notes"])


def _led_to(blocks: Sequence[Block]) -> Sequence[Block]:
    """Return the numbered list that a sentence leads to, "To remove it, follow these steps:"; [] if several do."""
    found: list[list[Block]] = []
    leads = False
    for block in blocks:
        if block.kind == "ordered" and leads and block.under.isdisjoint(("resources", "notes")):
            found[-1].append(block)
            continue
        leads = block.kind == "text" and leads_to_steps(text_of(block))
        found += [[]] if leads else []
    return found[0] if len(found) == 1 else []


def _go_on(sections: Sequence[tuple[Block | None, list[Block]]]) -> None:
    """Mark headings that name the next part of the work, with a list below, as continuing the steps."""
    level = ""
    for (above, _), (head, below) in pairwise(sections):
        if above and (not level or above.tokens[0].tag <= level):
            level = above.tokens[0].tag if "steps" in announced_by(above) else ""
        if head and level == head.tokens[0].tag and not announced_by(head):
            items = [text_of(block) for block in below if block.kind in ITEMS]
            heads = [words(one.lines[0]) for one in (above, head) if one]
            told = all(map(is_told, heads)) and all(telling(items))  # "Make the dough", "Cook the base"
            head.tells = bool(items) and (told or goes_on(head.lines[0]))


def _told_later(blocks: Sequence[Block], block: Block) -> bool:
    """Whether a heading further down announces steps before another one announces resources."""
    below = blocks[blocks.index(block) :]
    parts = next(filter(None, (announced_by(one) for one in below if one.kind == "heading")), frozenset())
    return "steps" in parts


def _of_tools(blocks: Iterable[Block]) -> frozenset[Block]:
    """Return the headings for tools, if another heading announces other resources."""
    heads = [block for block in blocks if "resources" in announced_by(block)]
    tools = [block for block in heads if names_tools(block.lines[0])]
    return frozenset(tools if len(tools) < len(heads) else ())


def _notes_behind(below: Sequence[Block]) -> Iterator[Block]:
    """Yield the notes at the end of a section; in one with steps, those in between too, whatever follows them."""
    texts = list(takewhile(lambda block: block.kind == "text", reversed(below)))
    lists = below[: len(below) - len(texts)][-1:]
    told = any(block.kind == "ordered" or "steps" in block.under for block in lists)
    yield from filter(_is_note, below) if told else takewhile(_is_note, texts)


def above_numbers(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield bullets above the numbered items of their section: things to keep in mind, not steps."""
    for _, below in sections_below(blocks):
        above = list(takewhile(lambda block: block.kind != "ordered", below))
        yield from (block for block in above if block.kind == "bullet" and len(above) < len(below))


def _in_boxes(below: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks in boxes, from ":::tip" to ":::"."""
    inside = False
    for block in below:
        inside = inside or (block.kind == "text" and begins_notes(block.lines[0]))
        if inside:
            yield block
        inside = inside and not any(line.rstrip().endswith(":::") for line in block.lines)


def _is_note(block: Block) -> bool:
    return block.kind == "text" and is_note(text_of(block))


def _count(headings: Sequence[Block]) -> None:
    """Mark the headings that number steps rather than chapters such as "1. Ingredients", "2. Method"."""
    for level in {block.tokens[0].tag for block in headings}:
        marks = [(one, _COUNTED.match(words(one.lines[0]))) for one in headings if one.tokens[0].tag == level]
        numbers = [int(mark[2]) for _, mark in marks if mark and not mark["part"]]
        in_order = all(two in (1, one + 1) for one, two in pairwise([0, *numbers]))
        if _hold_parts([one for one, mark in marks if mark and not mark["word"]], headings):
            continue
        if len(numbers) > 1 and max(numbers) > 1 and (in_order or numbers == list(range(len(numbers)))):
            for one, mark in marks:
                one.counted = mark is not None


def _hold_parts(chapters: Sequence[Block], headings: Sequence[Block]) -> bool:
    """Whether these headings, up to the one that names the steps, each announce a part, and together both parts.

    Headings below them may do so instead: "Ingredients" and "Method" below "1. Sponge".
    """
    told, end = list[frozenset[str]](), 0
    for one in headings:
        if one in chapters:
            told.append(_named(one))
            end = len(told) if "steps" in told[-1] else end
        elif told and one.tokens[0].tag > chapters[0].tokens[0].tag:
            told[-1] |= announced(one.lines[0])
    told = told[: end or None]
    return all(told) and frozenset[str]().union(*told) >= {"resources", "steps"}


def _named(head: Block) -> frozenset[str]:
    """Return the parts of a numbered heading; the steps only if it says nothing else: "2. Preparation"."""
    parts = announced(head.lines[0])
    named = part_of(_COUNTED.sub("", words(head.lines[0]))) == "steps"
    return parts if named or "steps" not in parts else frozenset()


def has_further_chapters(blocks: Iterable[Block]) -> bool:
    """Whether some numbered headings name the steps and others announce nothing but may be steps as well."""
    heads = [block for block in blocks if block.kind == "heading" and not block.counted]
    told = [_named(head) for head in heads if _COUNTED.match(words(head.lines[0]))]
    return any("steps" in parts for parts in told) and not all(told)


def _things_below(head: Block, below: Sequence[Block]) -> list[Block]:
    """Return the things below a heading like "Before you start", and mark it if it has instructions too."""
    blocks = [block for block in below if block.kind in ITEMS] or below
    if not blocks or not (is_open(head.lines[0]) or (is_told(words(head.lines[0])) and _is_of_things(head))):
        return []  # "Prepare the ingredients"
    told = telling([text_of(block) for block in blocks], numbered=blocks[0].kind == "ordered")
    head.tells = any(told)
    return [block for block, tells in zip(blocks, told, strict=True) if head.tells and not tells]


def _is_of_things(head: Block) -> bool:
    return announced_by(head) == {"resources"}


def _more_things(sections: Iterable[tuple[Block | None, list[Block]]]) -> Iterator[Block]:
    """Yield amounts under headings of their own, "Glaze", between the resources and the steps.

    The steps begin at a heading that announces them, or at the first numbered list.
    """
    waiting, listing = list[Block](), False
    for head, below in sections:
        parts = announced_by(head) if head else frozenset()
        if parts:
            yield from waiting if "steps" in parts else ()
            waiting, listing = waiting if parts == {"resources"} else [], "resources" in parts
        elif listing and head and not leads_on(head.lines[0]):
            texts = {block: text_of(block) for block in below if block.kind == "bullet"}
            most = 2 * sum(map(_is_amount, texts.values())) > len(texts)
            waiting += texts if most and not any(telling(list(texts.values()))) else ()
            if any(block.kind == "ordered" for block in below):
                yield from waiting
                waiting, listing = [], False


def _is_amount(text: str) -> bool:
    """Whether an item has an amount, before or after its name: "garlic - 2 cloves"."""
    return counts(text) or (any(map(str.isdigit, text)) and len(text.split()) <= _MOST_WORDS)


def _told_below_things(sections: Iterable[tuple[Block | None, list[Block]]]) -> Iterator[Block]:
    """Yield instructions right below a list of resources, or below the next heading, which names the result."""
    for (head, below), (after, then) in pairwise([*sections, (None, [])]):
        if head and announced_by(head) == {"resources"}:
            things = list(takewhile(lambda block: block.kind == "bullet", below))
            rest = [block for block in below[len(things) :] if not _is_note(block)]
            numbered = [block for block in rest if block.kind == "ordered"]
            told = numbered or _up_to_last_number([block for block in rest if block.kind == "text"])
            if things and told and all(telling(list(map(text_of, told)), numbered=bool(numbered))):
                yield from told
            elif things and not rest and after and not leads_on(after.lines[0]):
                texts = [block for block in then if block.kind == "text"]
                said = list(takewhile(lambda block: is_sentence(text_of(block)), texts))
                yield from said if len(said) >= _FEWEST_TOLD and are_told(list(map(text_of, said))) else ()


def _up_to_last_number(texts: Sequence[Block]) -> Sequence[Block]:
    """Return the paragraphs; after the last line that is a mere "Step 9", no more than after the others."""
    counts = [at for at, block in enumerate(texts) if ONLY_NUMBER.fullmatch(text_of(block))]
    most = max((two - one for one, two in pairwise(counts)), default=0)
    return texts[: counts[-1] + most] if len(counts) >= _FEWEST_TOLD else texts


def announced_by(block: Block) -> frozenset[str]:
    if block.counted or block.tells:
        return frozenset(["steps"])
    parts = announced(block.lines[0]) if block.kind == "heading" else frozenset[str]()
    return frozenset() if parts == {"steps"} and facts_in(block.lines[0]) else parts  # "Preparation: 5 minutes"


def told_sections(
    sections: Iterable[tuple[Block | None, list[Block]]],
) -> Iterator[tuple[Block | None, list[Block]]]:
    """Yield the sections in which every item is an instruction, with their items."""
    for head, below in sections:
        items = [block for block in below if block.kind in ITEMS]
        if items and all(telling(list(map(text_of, items)))):
            yield head, items


def told_by_line(texts: Sequence[Block]) -> bool:
    """Whether each line of these paragraphs is a step of its own: where hard line breaks would not be.

    Each ends a sentence or is an instruction, or nowhere in several lines is the end of a sentence.
    """
    each = [lines_of(block) for block in texts]
    above, lines = [line for one in each for line in one[:-1]], [line for one in each for line in one]
    plain = all(block.kind == "text" and not has_code(block) for block in texts)
    ended = len(above) >= _FEWEST_LINES and all(map(is_ended, above))
    begin = bool(above) and all(line[:1].isupper() or line[:1].isdigit() for line in lines)
    told = all(is_told(line) or tells(line) for line in lines)
    bare = len(above) >= _FEWEST_LINES and not any(map(_STOPS.search, lines))
    return plain and (ended or (begin and (told or bare)))


def steps_hang_on(blocks: Sequence[Block]) -> bool:
    """Whether steps stand bare right below the last bullet of a list of things, and nothing else does.

    To CommonMark they are words of that bullet, so that such a text is to be read as plain text.
    """
    bullets = list(dropwhile(lambda block: block.kind != "bullet" and not block.tokens[0].markup, blocks))
    if not bullets or any(block.kind != "bullet" for block in bullets):
        return False
    things, below = [f"- {block.lines[0]}" for block in bullets], bullets[-1].lines[1:]
    short = all(len(block.lines) == 1 for block in bullets[:-1])
    bare = len(below) > 1 and not any(line.startswith(" ") for line in below)
    bare = bare and any(is_told(line) or tells(line) or is_ended(line) for line in below)
    return short and bare and is_list(things, below)


def lines_of(block: Block) -> list[str]:
    """Return the words of each line of a block."""
    return [normal(words(line.rstrip("\\ "))) for line in block.lines]


def sections_below(blocks: Iterable[Block]) -> Iterator[tuple[Block | None, list[Block]]]:
    """Yield each heading with the blocks up to the next one; None for the heading of those above the first."""
    heading, below = None, list[Block]()
    for block in blocks:
        if block.kind == "heading":
            yield heading, below
            heading, below = block, []
        else:
            below.append(block)
    yield heading, below


def text_of(block: Block) -> str:
    head, *below = words_in(block, ticks=True)
    if below and not has_code(block) and all(item[0] in _DASHES for item in below):
        return with_items(normal("\n".join(head)), [normal("\n".join(item[1:])) for item in below])
    return normal("\n".join(map("\n".join, (head, *below))))


def addresses_in(block: Block) -> list[str]:
    """Return the addresses of the links in a block, which its words lack."""
    return [one for token in block.tokens if token.type == "inline" for one in addresses(token.content)]


def words_in(block: Block, *, ticks: bool = False, at_break: str = "\n") -> list[list[str]]:
    """Return the words of a block and of each item of lists in it, each item after its mark."""
    said = [[""]]
    for token in block.tokens[block.kind in ITEMS :]:
        if token.type == "list_item_open":
            said.append([token.info + token.markup])
        elif token.type == "inline":
            text = BOX.sub("", token.content) if len(said[-1]) == 1 else token.content
            said[-1].append(words(text, ticks=ticks, at_break=at_break))
        elif token.type in ("fence", "code_block"):
            said[-1].append(on_one_line(token.info, token.content))
    return said


def needed_in_lines(
    blocks: list[Block], are_needed: Callable[[Sequence[str]], bool]
) -> tuple[list[str], list[Block]] | None:
    """Return the lines of the blocks, and the blocks, if the lines are a list of resources; else None.

    The only line may hold the whole list.
    """
    lines = paired([item(one) for block in blocks for line in block.lines for one in words(line).split("\n")])
    lines = things_on(lines[0]) if len(lines) == 1 and ":" not in lines[0] else lines
    heads = list_heads(lines)
    return (lines, blocks) if are_needed([one for one in lines if one not in heads]) else None


def without_footnotes(lines: list[Block]) -> list[Block]:
    """Drop lines that begin with a star and have no amount, if others with a star have one."""
    starred = {block for block in lines if text_of(block).startswith("*")}
    amounts = {block for block in starred if counts(text_of(block).lstrip("* "))}
    return [block for block in lines if block in amounts or block not in starred] if amounts else lines


def are_beside_text(below: Sequence[Block]) -> bool:
    """Whether no item gives an instruction and more paragraphs do, so that the items are links or the like."""
    given = [(block.kind, instructs(text_of(block))) for block in below]
    return given.count(("text", True)) > given.count(("bullet", False)) and ("bullet", True) not in given


def are_talk(items: Iterable[Block]) -> bool:
    """Whether no item of a list in English gives an instruction: "Results"."""
    said = list(map(text_of, items))
    return is_english(said) and not any(map(instructs, said))


def things_in(block: Block) -> tuple[list[str], list[str]]:
    """Return the resources of an item, including lists in it, and the words that only head such a list."""
    head, *below = ("\n".join(texts[1:]) for texts in words_in(block, at_break=_AT_BREAK))
    first, *more = _at_breaks(head) or [""]
    below = [*more, *(one for text in below for one in _at_breaks(text))]
    heads = not first or first.endswith(":") or (not counts(first) and all(map(counts, below)))
    return (below, [first]) if below and heads else ([first, *below], [])


def _at_breaks(text: str) -> list[str]:
    """Split an item at its <br> where an amount follows; other words behind one join by a comma."""
    made: list[str] = []
    for piece in filter(None, map(str.strip, text.split(_AT_BREAK))):
        if made and (not counts(piece) or is_alone(piece)):
            goes_on = piece.startswith("(") or made[-1].endswith((",", ";", ":"))
            made[-1] += f"{'' if goes_on else ','} {piece}"
        else:
            made.append(piece)
    return made


def told_in_paragraphs(
    sections: Sequence[tuple[Block | None, list[Block]]],
) -> Iterator[tuple[Block, list[Block]]]:
    """Yield sections of paragraphs, if most are instructions or lead to code, or if their headings count."""
    texts = [(head, [b for b in below if b.kind == "text"]) for head, below in sections if head]
    texts = [(head, below) for head, below in texts if below]
    told = [_is_told_in(block) for _, below in texts for block in below]
    numbers = [_IN_ORDER.search(head.lines[0]) for head, _ in texts]
    counted = len(texts) > 1 and all(one and int(one[0]) == number for number, one in enumerate(numbers, 1))
    if counted or 2 * sum(told) > len(told):
        yield from texts


def paragraphs_from(blocks: Iterable[Block], *, alone: bool) -> list[Block]:
    """Return the paragraphs from the first instruction on, if most are some; several if they stand `alone`.

    Below a list in a language other than English, return all that are sentences if none is a known instruction.
    """
    texts = [block for block in blocks if block.kind == "text"]
    said = list(map(text_of, texts))
    told = [is_told(text) or tells(text) for text in said] if alone else telling(said)
    if not (alone or any(told) or is_english(said)):
        return [block for block in texts if is_ended(text_of(block)) or told_by_line([block])]
    return texts[told.index(True) :] if 2 * sum(told) > max(len(told), 2 * alone) else []


def with_code(
    sections: Sequence[tuple[Block | None, list[Block]]],
) -> Iterator[tuple[Block | None, list[Block]]]:
    """Yield the paragraphs of a page's sections with code, if most that lead to code are instructions."""
    texts = [
        (head, {block: text_of(block) for block in below if block.kind == "text"}) for head, below in sections
    ]
    leads = [text for _, below in texts for text in below.values() if _leads_to_code(text)]
    told = [is_told(text) or text.partition(" ```")[0].endswith(":") for text in leads]
    if len(leads) >= _FEWEST_LEADING and 2 * sum(told) > len(told):
        yield from ((head, [*below]) for head, below in texts if any(_CODE in text for text in below.values()))


def _is_told_in(block: Block) -> bool:
    """Whether a paragraph is an instruction, or leads to code that is to be typed."""
    text = text_of(block)
    return is_told(text) or _leads_to_code(text)


def _leads_to_code(text: str) -> bool:
    return _CODE in text and not text.startswith("```")


def to_tick_off(
    sections: Iterable[tuple[Block | None, list[Block]]],
) -> Iterator[tuple[Block | None, list[Block]]]:
    """Yield sections that are checklists and not lists of resources: "## Friday", "- [ ] Freeze main"."""
    for head, below in sections:
        items = [block for block in below if block.kind == "bullet"]
        boxes = all(BOX.match(block.lines[0]) for block in items)
        if items and boxes and not is_list(map(text_of, items)):
            yield head, items
