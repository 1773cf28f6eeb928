"""Reads procedures from plain text (CONTRACT 1), as people type or paste it. `writer` writes it.

Markdown marks stay in the words, but above a part they count as a heading: "## Steps" is no step.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice, takewhile

from tailor.core.code_lines import folded
from tailor.core.durations import durations
from tailor.core.listed_amounts import counts, measures
from tailor.core.procedure import Procedure, headings_of, procedure
from tailor.core.text import clean_whole, normal
from tailor.library.formats.shared.facts import (
    beside_heading,
    facts_in,
    is_label,
    says_yield,
    settled,
    with_facts,
    without_fact,
)
from tailor.library.formats.shared.headings import (
    announced,
    is_note,
    is_open,
    is_told,
    is_way,
    says_more,
    says_when,
    telling,
    title_of,
    told_first,
)
from tailor.library.formats.shared.imperatives import hold_others, instructs, is_english, may_be_order, tells
from tailor.library.formats.shared.lists_of_things import (
    BULLET,
    further_things,
    is_item,
    is_list,
    item,
    lists_among,
    things_on,
)
from tailor.library.formats.shared.parsed import ParsedProcedure, offers
from tailor.library.formats.shared.sentences import by_sentence
from tailor.library.formats.shared.step_texts import (
    OPEN,
    counted_parts,
    is_ended,
    is_sentence,
    list_heads,
    uncounted,
    with_items,
)
from tailor.library.formats.shared.verbs import does
from tailor.library.formats.text.doubts import is_doubtful
from tailor.library.formats.text.drawn_headings import drawn_plain
from tailor.library.formats.text.line_beginnings import (
    FOR_HOW_MUCH,
    SECTION,
    STEP,
    announced_part,
    begins_something,
    begins_steps,
    even_lines,
    evened,
    resources_in,
    step_text,
)
from tailor.library.formats.text.lines_behind_steps import (
    end_of_lines,
)
from tailor.library.formats.text.lists import (
    in_groups,
    of_several,
    without_gaps_below_headings,
)
from tailor.library.formats.text.messages import (
    NOTES,
    below_mark,
    greets,
    is_aside,
    is_beside,
    is_tip,
)
from tailor.library.formats.text.pasted_pages import without_site
from tailor.library.formats.text.printed_layout import with_line, without_capitals
from tailor.library.formats.text.titles import GOAL, MOST_WORDS, lines_in, says_parts, title_of_text
from tailor.library.formats.text.unpacking import title_spoken_in, unpacked

_TITLED = re.compile(r"\s*step\s+#?\d{1,4}\b\s*[-–—:.]?\s+\S.*(?<![.!?:;,])", re.IGNORECASE)
"""A step that is only a title, with its words on the lines below."""
_TALK = re.compile(
    r"(?:for|from|of|by|had|was|is|here|this|that|all|i|we|he|she|it|my|our|and|but)\b", re.IGNORECASE
)
_THEN = re.compile(r"(?:,|\.|;)?\s+(?:and\s+)?then\s+|(?<=[.!?;])\s+(?=[^\W\d_])", re.IGNORECASE)
"""Separates the steps in one line of a chat: "Mix it, then fry it"."""
_MEASURED = re.compile(r"\d\s?(?:°|degrees|minutes?\b|mins?\b|hours?\b|[CF]\b)")
_GIVEN = re.compile(r"\d\s?(?:lit(?:re|er)s?|m?l|k?g|[cm]m)\b")
"""Marks a line that is no mere talk but may be a step: "The tomatoes need 2 litres every evening"."""
_HEADED = re.compile(r"\A(?:notes?|recipe\snotes?)\s?:?[ \t]*(?:\n+|\Z)", re.IGNORECASE)
"""A heading above the notes that says nothing else."""
_GAP = 20
"""Empty lines below a heading that are skipped."""


def parse(text: str, name: str = "", _where: str = "") -> ParsedProcedure:
    """Read the procedure of a plain text; `name` is its goal if it has none. Only lines of a site are unused.

    The first unnumbered line is the goal, "Serves 4" or "Cook 20 minutes" below it are its yield and times. `N.`,
    `N)` and `Step N:` begin steps, other lines join the step above, bullets above all steps are resources. Without
    numbers each line is a step. What surrounds it in a message or letter becomes notes; if a letter merely
    describes how it is done, a person should check the steps. A step may still be too long for one.
    """
    text, site = without_site(clean_whole(evened(folded(text))))
    return _without_heads(replace(_parsed(text, name), unused=site))


def _parsed(text: str, name: str) -> ParsedProcedure:
    alone = "" if greets(text) else text.strip()
    if "\n" not in alone and instructs(alone) and len(told := list(filter(None, _THEN.split(alone)))) > 1:
        return ParsedProcedure(procedure(name, told, to_split=True), unsure=True)
    first, _, below = text.lstrip("\n").partition("\n")
    if first.startswith(GOAL) and below.strip() and (goal := first.removeprefix(GOAL).strip()):
        made = _found(below, "", unpacked(below))
        return replace(made, procedure=replace(made.procedure, goal=normal(goal)))
    bare = unpacked(text)
    goal, rest = title_of_text(text, bare)
    return _found(text, goal or title_spoken_in(text) or name, rest)


def parse_under(goal: str, text: str) -> ParsedProcedure:
    """Read a text that has only resources and steps. ContentError as in `parse`."""
    text, site = without_site(clean_whole(evened(folded(text))), goal)
    return _without_heads(replace(_found(text, goal, unpacked(text)), unused=site))


def _without_heads(found: ParsedProcedure) -> ParsedProcedure:
    """Move headings in the resources, "For the glaze", to the unused lines: nobody buys them."""
    things = found.procedure.resources
    heads = list_heads(things)
    if not heads:
        return found
    made = replace(found.procedure, resources=tuple(one for one in things if one not in heads))
    return replace(found, procedure=made, unused=(*found.unused, *heads))


def _found(text: str, goal: str, rest: str) -> ParsedProcedure:
    """Read the procedure in the `rest` below the title; it is unsure if nothing says what the steps are.

    That is so in a letter, a chat or a page, and where things without a unit may be steps: "20 squats".
    """
    written, rest = rest, in_groups(goal, rest)
    lines = lines_in(rest)
    made = _under(goal, lines)
    told = says_parts(written)
    doubtful = greets(text) or NOTES in lines or unpacked(text) != drawn_plain(text)
    doubtful = doubtful or (made.resources != () and not any(map(measures, made.resources)))
    unsure = rest != written or (doubtful and not told) or is_doubtful(made, text, announced=told)
    unsure = unsure or hold_others(made.steps)
    ways = [line.strip() for line in rest.split("\n") if is_way(line)]
    several = of_several(made.goal, even_lines(rest)) or offers(ways, ways)
    return ParsedProcedure(made, remark=told_first(made.sections) or several, unsure=unsure or bool(several))


def _under(goal: str, lines: Sequence[str]) -> Procedure:
    end = lines.index(NOTES) if NOTES in lines else len(lines)
    made, left, body = _facts(Procedure(goal, ()), lines[:end])
    told, below = _head(_with_heading(body))
    things, body = _split_resources(without_gaps_below_headings(below))
    things, refused = _without_refused(things)
    told += refused
    told += [one for one in things if is_note(one) or FOR_HOW_MUCH.fullmatch(one)]  # "Warning: wash your hands"
    resources = [thing for thing in things if thing not in told]
    first = 0
    starts = [at for at, line in enumerate(body) if step_text(line) is not None]
    numbered = bool(starts)
    if numbered:
        resources, body = _bullets_before_steps(body, resources)
    if not (numbered and resources):
        begins = [at for at, line in enumerate(body) if numbered and begins_steps(line)]
        lists_end = begins[0] if begins else len(body)
        more, place, others = lists_among(
            body[:lists_end] if numbered else _whole_sentences(body), body[lists_end:]
        )
        if any([*others, *body[lists_end:]]):
            resources, first, body = [*resources, *more], place, [*others, *body[lists_end:]]
    if numbered:
        first = next(at for at, line in enumerate(body) if step_text(line) is not None)
    else:
        first += _introducing(body[first:])
    above, body = _above_steps(body, first, numbered)
    if not numbered:
        beside = [line for line in body if is_label(line) or line.startswith("!!")]
        above += beside
        body = [line for line in body if line not in beside]
    body, behind = _behind_steps(body, numbered)
    sections, steps = _steps(body, numbered)
    sections, late = headings_of(sections, len(steps))  # headings without steps become notes
    notes = _HEADED.sub(
        "", "\n".join(below_mark(lines[end + 1 :], [*left, *told, *above, *late, *behind])).strip()
    )
    whole = procedure(goal, steps, resources, sections=sections, notes=notes, to_split=True)
    whole = replace(whole, yields=made.yields, times=made.times, author=made.author)
    return settled(ParsedProcedure(whole)).procedure


def _facts(made: Procedure, lines: Sequence[str]) -> tuple[Procedure, list[str], list[str]]:
    """Return the procedure with facts from unmarked lines (yield, times, author), unfit facts, and other lines.

    From the first part on "Cook 20 minutes" is a step, but the last line may be the fact "Makes 8 pancakes".
    """
    parts = [number for number, line in enumerate(lines) if begins_something(line)]
    first = parts[0] if parts else next((n for n, one in enumerate(lines) if one and not facts_in(one)), 0)
    last = max((number for number, line in enumerate(lines) if line), default=0)
    facts: list[str] = []
    rest: list[str] = []
    for number, line in enumerate(lines):
        marked = BULLET.match(line) or step_text(line) is not None
        ends = number == last and says_yield(line)
        if marked or not facts_in(line, among_steps=number >= first and not ends):
            head = line.partition(":")[0]
            facts += [head] if resources_in(line) and without_fact(head) != head else []
            rest.append(line)
            continue
        facts.append(line)
        if resources_in(line) is not None:
            rest.append(beside_heading(line)[0])
    return *with_facts(made, facts), rest


def _with_heading(lines: Sequence[str]) -> list[str]:
    """Announce the things where only groups of them stand above the steps: "For the pastry:", "200 g flour"."""
    steps = next((at for at, line in enumerate(lines) if begins_steps(line)), 0)
    things = {n for n, one in enumerate(lines) if counts(item(one)) and is_item(item(one)) and not durations(one)}
    heads = [n for n in range(steps - 1) if n + 1 in things and list_heads(lines[n : n + 2])]
    heads = [n for n in heads if not is_note(lines[n])]  # "Tips:", "2 eggs will do"
    if not heads or any(resources_in(line) is not None for line in lines[: heads[0] + 1]):
        return list(lines)
    first, blank = heads[0], heads[0] > 0 and not lines[heads[0] - 1]
    above = [*takewhile(bool, reversed(lines[: first - blank]))]
    first -= len(above) + blank if is_list(above) else 0
    return [*lines[:first], "Ingredients", *lines[first:]]


def _head(lines: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """Split off words above the first part that are no steps, as above "You need"; also return the other lines."""
    parts = [number for number, line in enumerate(lines) if begins_something(line)]
    steps = any(
        announced_part(lines[number]) == "steps" or step_text(lines[number]) is not None for number in parts
    )
    above = list(filter(None, lines[: parts[0]])) if parts else []
    steps = steps or (bool(above) and not any(map(is_told, above)))  # "My mum made this." above "You need"
    if not steps or step_text(lines[parts[0]]) is not None or any(map(SECTION.fullmatch, above)):
        return [], lines
    if lists_among(lines[: parts[0]], lines[parts[0] :])[0]:
        return [], lines
    return above, lines[parts[0] :]


def _split_resources(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the resources below every line that announces some, and the other lines.

    Sentences below "Before you start" are not resources but steps under that heading.
    """
    things: list[str] = []
    others: list[str] = []
    mark = "1. " if any(step_text(line) is not None for line in lines) else ""
    steps_at = (n for n, one in enumerate(lines) if step_text(one) is not None or announced_part(one) == "steps")
    last_step = max(steps_at, default=-1)
    at = 0
    while at < len(lines):
        line, said = lines[at], resources_in(lines[at])
        at += 1
        if said is None:
            others.append(line)
            continue
        things += [found[0].strip() for found in FOR_HOW_MUCH.finditer(line)]
        head = line.replace("：", ":").partition(":")[0] if said else line
        at += 0 if said else next((n for n, one in enumerate(lines[at : at + _GAP]) if one), 0)
        block = [said] if said else list(takewhile(_in_block(is_open(head)), islice(lines, at, None)))
        at += 0 if said else len(block)
        if not said and not is_open(head):
            about = len(block) == 1 and not is_item(item(block[0]))
            more = _further(lines, at, last_step, alone=len(block) == 1, about=about)
            block, at = [*block, *filter(None, lines[at:more])], more
        texts = [step_text(one) or BULLET.sub("", one, count=1) for one in block]
        told = telling(texts, numbered=not said and any(map(STEP.fullmatch, block)))
        if is_open(head) and any(told):
            steps = [text for text, tells in zip(texts, told, strict=True) if tells]
            others += [f"== {head.strip(' #*:')} ==", *(mark + step for step in steps)]
            texts = [text for text, tells in zip(texts, told, strict=True) if not tells]
        elif said:
            texts = things_on(said)
        elif texts and texts == block[:1] and texts[0].count(",") > 1 and not is_ended(texts[0]):
            texts = things_on(texts[0])  # a list on the one line below its heading
        things += texts
    return things, others


def _without_refused(things: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the things that are needed, and those below "Do not use:", with this heading."""
    heads, below = list_heads(things), False
    needed: list[str] = []
    refused: list[str] = []
    for one in things:
        below = says_more(one) or (below and one not in heads)
        (refused if below else needed).append(one)
    return needed, refused


def _further(lines: Sequence[str], at: int, last_step: int, alone: bool, about: bool) -> int:
    """Return where the resources end that blank lines separate from those above; `at` if no step follows them."""
    part = next((n for n in range(at, len(lines)) if begins_something(lines[n])), len(lines))
    if part > last_step:
        return at
    headed, titled = about and announced_part(lines[part]) == "steps", step_text(lines[part]) is not None
    return at + further_things(lines[at:part], alone, titled=titled, headed=headed)


def _in_block(is_open: bool) -> Callable[[str], bool]:
    """Return a test for lines that still belong to the resources; in an open block numbered lines do too."""
    return lambda line: bool(line) and ((is_open and step_text(line) is not None) or not begins_something(line))


def _bullets_before_steps(lines: Sequence[str], known: list[str]) -> tuple[list[str], list[str]]:
    """Return the `known` resources and bullets above numbered steps, also without a heading; and the other lines.

    If some are `known`, bullets only count if one has an amount, and never if they are instructions.
    """
    first = next(number for number, line in enumerate(lines) if begins_steps(line))
    bullets = [line for line in lines[:first] if BULLET.match(line) and not (known and is_told(item(line)))]
    bullets = bullets if not known or any(counts(item(line)) for line in bullets) else []
    others = [line for line in lines[:first] if line not in bullets]
    return [*known, *(BULLET.sub("", line, count=1) for line in bullets)], [*others, *lines[first:]]


def _above_steps(lines: Sequence[str], first: int, numbered: bool) -> tuple[list[str], list[str]]:
    """Split off words above line `first` that are no instruction and no heading; also return the other lines."""
    notes: list[str] = []
    rest: list[str] = []
    for at, line in enumerate(lines[:first]):
        part = SECTION.fullmatch(line) or announced_part(line) or (numbered and _title(lines, at, numbered))
        stays = not line or ((part or _is_step(line) or BULLET.match(line)) and not _leads_in(line))
        (rest if stays else notes).append(line)
    return notes, [*rest, *lines[first:]]


def _whole_sentences(lines: Sequence[str]) -> list[str]:
    """Join English lines with what continues their sentence right below, in a text with hard line breaks.

    Not where steps begin in small letters and a line says what to do: "barley in, simmer 40 mins".
    """
    made: list[str] = []
    small = without_capitals(lines)
    for line in lines if is_english(lines) else ():
        goes_on = made and made[-1] and line[:1].islower() and not (is_sentence(made[-1]) or tells(line))
        own = goes_on and small and any(map(does, line.split(", "))) and not OPEN.search(made[-1])
        if goes_on and instructs(made[-1]) and not (own or is_item(line)):
            made[-1] += f" {line}"
        else:
            made.append(line)
    return made or list(lines)


def _introducing(lines: Sequence[str]) -> int:
    """Return how many lines of English talk, without headings, stand above the first instruction."""
    told = [at for at, line in enumerate(lines) if instructs(line)]
    above = list(filter(None, lines[: told[0]])) if len(told) > 1 and is_english(lines) else []
    given = [line for line in above if counts(item(line)) or _GIVEN.search(line)]
    near = lines[told[0] - 1] if above else ""  # "Cast on 30 stitches." is a step too
    order = may_be_order(near)
    talking = above[:-1] if order else above
    talk = all(is_beside(line) or (is_ended(line) and line not in given) for line in talking)
    return told[0] - order if above and talk else 0


def _is_step(line: str) -> bool:
    """Whether an unnumbered line is an instruction: "Heat the oven", "Preheat to 180 °C"."""
    return (is_told(line) and not _TALK.match(line)) or _MEASURED.search(line) is not None


def _leads_in(line: str) -> bool:
    """Whether a line only introduces what follows: "Here is how I do it:"."""
    return is_aside(line) or (line.endswith(":") and ("," in line or len(line.split()) > MOST_WORDS))


def _behind_steps(lines: Sequence[str], numbered: bool) -> tuple[list[str], list[str]]:
    """Return the lines of the steps, and the rest: tips anywhere, dedications, and what else follows the steps."""
    end = _end_of_numbers(lines) if numbered else end_of_lines(lines)
    steps: list[str] = []
    notes: list[str] = []
    tip = False
    for line in lines[:end]:
        tip = is_tip(line) or (tip and numbered and line != "" and not begins_steps(line))
        (notes if tip else steps).append(line)
    return steps, [*notes, *filter(None, lines[end:])]


def _end_of_numbers(lines: Sequence[str]) -> int:
    """Return where numbered steps end: before a note, or what a blank line separates from the last one.

    A list that the last step announces stays with it, and so does a paragraph if earlier steps have several.
    """
    begins = [at for at, line in enumerate(lines) if begins_steps(line)]
    last, first = begins[-1], next(at for at in begins if step_text(lines[at]) is not None)
    spread = any(_goes_on(lines, at) for at in range(first, last))
    for at in range(last + 1, len(lines)):
        line = lines[at]
        noted = announced(line.partition(":")[0]) == {"notes"} or is_aside(line)
        listed = BULLET.match(line) and lines[last].endswith(":")
        if line and (noted or not (lines[at - 1] or spread or listed)):
            return at
    return len(lines)


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Whether another paragraph of the step above begins here, after a blank line."""
    line = lines[at]
    words = line and not (step_text(line) is not None or BULLET.match(line) or SECTION.fullmatch(line))
    return bool(words and at and not lines[at - 1] and not is_tip(line) and not _title(lines, at, numbered=True))


def _steps(lines: Sequence[str], numbered: bool) -> tuple[list[tuple[int, str]], list[str]]:
    """Return sections and steps: by their numbers, other lines joining the step above, or one step per line."""
    sections: list[tuple[int, str]] = []
    steps: list[str] = []
    items: defaultdict[int, list[str]] = defaultdict(list)  # bullets below a step, by its number
    for at, line in enumerate(lines):
        if not line:
            continue
        if announced_part(line) == "steps":
            sections += [(len(steps) + 1, line.strip(" #*:"))] if steps else []
        elif numbered and (text := step_text(line)) is not None:
            steps.append(text)
        elif heading := SECTION.fullmatch(line):
            sections.append((len(steps) + 1, heading[1]))
        elif title := _title(lines, at, numbered):
            sections.append((len(steps) + 1, title))
        elif numbered and steps and BULLET.match(line):
            items[len(steps)].append(item(line))
        elif numbered and items[len(steps)]:
            items[len(steps)][-1] = " ".join(with_line(items[len(steps)][-1], line)).strip()
        elif numbered and steps:
            short = len(lines[at - 1].split()) <= MOST_WORDS + 2  # with "Step 1"
            titled = short and _TITLED.fullmatch(lines[at - 1]) and line[:1].isupper()
            steps[-1] = ": ".join((steps[-1], line)) if titled else " ".join(with_line(steps[-1], line)).strip()
        elif numbered:
            steps.append(line)
        else:
            counted = counted_parts(line)  # "1.Whisk it 2.Fry it 3.Eat it"
            beside = steps[-1:] != [] and line[0] + line[-1] == "()" and not steps[-1].endswith(")")
            steps[-1:] = [f"{steps[-1]} {line}"] if beside else steps[-1:]
            steps += [] if beside else counted if len(counted) > 2 else [BULLET.sub("", line, count=1)]
    whole = (with_items(step, items[number]) for number, step in enumerate(steps, 1))
    told = [step for step in whole if step]
    alone = told[0] if numbered and len(told) == 1 else ""  # perhaps all on one line
    counted = counted_parts(alone) or counted_parts(f"1. {alone}")
    told = counted if len(counted) > 2 else told
    return sections, told if numbered else by_sentence(uncounted(told))


def _title(lines: Sequence[str], at: int, numbered: bool) -> str:
    """Return the title that an unmarked line gives the steps right below it; "" for a line of a step."""
    line, apart = lines[at], at == 0 or not lines[at - 1] or is_ended(lines[at - 1])
    below = next((other for other in lines[at + 1 : at + 3] if other), "")  # across one empty line at most
    if step_text(line) is not None or BULLET.match(line) or not below or _MEASURED.search(line) or is_note(line):
        return ""
    if says_when(line):
        return line.strip(" :*_")
    if (step_text(below) is not None) if numbered else BULLET.match(below):
        return title_of(line, apart=apart)
    if numbered:
        return ""
    marked, words = title_of(line, apart=False), title_of(line, apart=apart and bool(lines[at + 1]))
    blank = not lines[at - 1] if at else "" in lines
    if marked or not words or (instructs(line) and not blank):  # a step without its full stop
        return marked
    ended = (is_ended(other) for other in takewhile(bool, islice(lines, at + 1, None)))
    return words if all(ended) else ""
