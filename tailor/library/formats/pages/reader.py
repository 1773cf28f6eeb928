"""Reads web pages: from JSON-LD, else by the parsers of `web`, else from the visible text.

`writer` writes them.
"""

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise, takewhile
from typing import Final

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, headings_of
from tailor.core.text import LONGEST_STEP
from tailor.library import markdown
from tailor.library.formats.markdown import reader as foreign
from tailor.library.formats.markdown.blocks import words
from tailor.library.formats.pages import element_names, page_data, web
from tailor.library.formats.pages.doubts import (
    agreed,
    are_both,
    ends_below_link,
    has_further_lists,
    is_borne_out,
    is_doubtful,
    is_joined,
    is_telling,
)
from tailor.library.formats.pages.page_data import lacking, loose_json
from tailor.library.formats.pages.several_recipes import collected
from tailor.library.formats.pages.unannounced_steps import (
    below_amounts,
    counted_lines,
    has_another_list,
    with_left_over,
    with_told_list,
)
from tailor.library.formats.shared.facts import Facts, settled, with_fact
from tailor.library.formats.shared.headings import announced, goes_on, part_of, teases
from tailor.library.formats.shared.html_tables import without_bars
from tailor.library.formats.shared.html_text import COMMENTS, link_lines, page_lines, struck_out, tamed, text_of
from tailor.library.formats.shared.imperatives import hold_others, instructs
from tailor.library.formats.shared.lists_of_things import LIST_MARK, named_above, told_twice
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.sentences import by_sentence
from tailor.library.formats.shared.site_lines import (
    heads_comments,
    tidied,
    times_below_steps,
    without_stray_lines,
)
from tailor.library.formats.shared.step_texts import (
    are_amounts,
    are_told,
    bare_title,
    count_words,
    end_of_first,
    in_figures,
    is_ended,
    is_sentence,
    letters,
    taken_apart,
    without_furniture,
)
from tailor.library.formats.structured import schema_org
from tailor.library.formats.text import reader as plain_text

MOST_STEPS: Final = 500
"""A longer list is no procedure that a person follows."""

_MOST_LISTS: Final = 8
"""Lists of a page that are tried."""
_SHORT_PAGE: Final = 20
"""Lines of a page too short for menus that look like steps."""
_FEWEST_RESOURCES: Final = 3
_FEW_STEPS: Final = 2
_FEWEST_STEPS: Final = 3
_LONG_STEP: Final = 150
"""Characters of a step that may be several."""
_LONGEST_NAME: Final = 8
"""Words of a step that may only be the name of one."""
_ALMOST: Final = 0.8
_LONGEST_LABEL: Final = 4
"""Words of a line that may be a label."""
_ABOVE_HEADING = re.compile(r"^0?(\d{1,2})\n+(#+) (?!\d)", re.MULTILINE)
_DEEPEST_HEADING: Final = 6
_NUMBERED: Final = re.compile(r"\d+\. \S")
_ONE_MORE: Final = (
    "Numbered lines of this page are in none of its recipes; please look for one more among what is unused."
)


class _Head(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.scripts: list[str] = []
        self.title = ""
        self.address = ""
        self._in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kind = (dict(attrs).get("type") or "").split(";")[0].strip().lower()
        if tag == "script" and kind == "application/ld+json":
            self.scripts.append("")
            self._in = "script"
        elif tag == "link" and dict(attrs).get("rel") == "canonical":
            self.address = dict(attrs).get("href") or ""
        elif tag == "title" and not self.title:
            self._in = "title"

    def handle_endtag(self, tag: str) -> None:
        if tag == self._in:
            self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "script":
            self.scripts[-1] += data
        elif self._in == "title":
            self.title += data


def parse(html: str, name: str = "", where: str = "") -> ParsedProcedure | tuple[ParsedProcedure, ...]:
    """Return the procedure of a page, or all of a page that is a collection. ContentError as in `read`."""
    found = collected(tamed(html), read) or read(html, name, where)
    first, *others = (found,) if isinstance(found, ParsedProcedure) else _with_lines_of_none(found, html)
    first = replace(first, unused=tuple(dict.fromkeys((*first.unused, *struck_out(html)))))
    return (first, *others) if others else first


def read(html: str, name: str = "", where: str = "") -> ParsedProcedure:
    """Return the procedure of a page. ContentError if nothing in it looks like steps."""
    given, html = html, tamed(html)
    head = _Head()
    head.feed(html)
    head.close()
    title = text_of(head.title).strip() or name
    where = where if where.startswith(("http://", "https://")) else head.address
    data = [loose_json(text) for text in head.scripts]
    if own := next(filter(None, map(schema_org.read_own, data)), None):
        return own
    told = [tidied(one, called=not one.one_text) for each in data if (one := schema_org.read(each, title))]
    marked = schema_org.read(page_data.items(html), title)
    found = schema_org.best(told, title)
    if marked and not (found and found.procedure.steps and found.procedure.resources):
        found = schema_org.best([*told, tidied(marked, called=False)], title)
    if found and _tells_nothing(found.procedure):
        found = replace(found, procedure=replace(found.procedure, steps=(), sections=()))
    if found is not None and found.procedure.steps:
        found = _with_others_shown(_as_shown(_with_whole_things(found, html), html), html)
        by_host = web.known_host(html, found.procedure.goal, where) if found.one_text else None
        made = tidied(by_host, called=False).procedure if by_host else found.procedure
        if len(made.steps) > len(found.procedure.steps) and 2 * sum(map(is_ended, made.steps)) > len(made.steps):
            found = replace(found, procedure=replace(found.procedure, steps=made.steps, sections=made.sections))
    of_data = found is not None and bool(found.procedure.steps)
    if found is None or not found.procedure.steps or len(found.procedure.resources) < _FEWEST_RESOURCES:
        listed = _below_headings_of_things(_above_comments(page_lines(html)))
        found = _from_text(_completed(_shown(html, title, where, given), found, listed), found)
    if not of_data:
        found = _as_text(with_told_list(found, *_lines_and_links(html)), html)
    if not found.procedure.steps:
        raise ContentError(
            "No steps were found on this page. Copy them from the page and paste them as text, one per line."
        )
    if len(found.procedure.steps) > MOST_STEPS:
        raise ContentError(f"This page has {len(found.procedure.steps)} steps; the limit is {MOST_STEPS}.")
    if not found.procedure.resources:
        found = replace(found, procedure=_with_list_above(found.procedure, page_lines(html)))
    whole = [step for step in found.procedure.steps if are_told([step])]
    twice = len(set(whole)) < len(whole)  # two ways, or the same for two sizes
    if not of_data:
        found = with_left_over(found, *_lines_and_links(html))
    # one reading may use what another left over
    made = replace(found.procedure, steps=tuple(by_sentence(found.procedure.steps)))
    found = replace(found, procedure=made)
    used = {*made.resources, *made.steps, *(title for _, title in made.sections)}
    unused = tuple(line for line in found.unused if line not in used and bare_title(line))
    found = replace(found, unused=unused)
    found = settled(found if of_data else _with_all_lines(without_stray_lines(found), html))
    if of_data:
        shown = lacking(_above_comments(page_lines(html)), element_names.read(html, title), found.procedure)
        found = replace(found, unused=(*found.unused, *shown))
    doubtful = found.unsure or _are_names(made.steps) if of_data else _is_in_doubt(found, html)
    lines, links = _lines_and_links(html)
    joined = is_joined(made.steps, page_lines(html)) or ends_below_link(made, links)
    joined = not of_data and (joined or has_another_list(made, lines, links))
    several = twice or joined or has_further_lists(page_lines(html), found.procedure) or hold_others(made.steps)
    doubled = told_twice(made.resources)
    unsure = doubtful or several or are_both(made) or bool(doubled)
    return replace(found, unsure=unsure, remark=found.remark or doubled, unused=tuple(dict.fromkeys(found.unused)))


def _is_in_doubt(found: ParsedProcedure, html: str) -> bool:
    """Whether a rule doubts what was read from the text and nothing else on the page confirms it."""
    items, goal = _in_lists(html), found.procedure.goal
    if not (found.unsure or is_doubtful(found, items)):
        return False
    headed = _headed(html, goal)  # a remark: two recipes, or two parts of one
    return bool(headed.remark) or not is_borne_out(found, element_names.read(html, goal), headed, items)


def _are_names(steps: Sequence[str]) -> bool:
    """Whether the data hold only titles of steps, "Making the dough", whose words the page may show."""
    return all(count_words(one) <= _LONGEST_NAME and not (is_ended(one) or instructs(one)) for one in steps)


def _with_all_lines(found: ParsedProcedure, html: str) -> ParsedProcedure:
    """Add the lines of a page that are not in the procedure, no link and no announcement to the unused ones."""
    made, links = found.procedure, set(map(letters, link_lines(html)))
    lines = [words(LIST_MARK.sub("", in_figures(line).strip("# "))) for line in _above_comments(page_lines(html))]
    said = (
        *made.steps,
        *made.resources,
        made.notes,
        made.goal,
        *(title for _, title in made.sections),
        *found.unused,
    )
    known = "".join(map(letters, said))
    others = [line for line in lines if letters(line) not in links and not announced(line)]
    more = [line for line in others if letters(bare_title(line)).lstrip("0123456789") not in known]
    place = {line: at for at, line in enumerate(lines)}
    return replace(found, unused=tuple(sorted((*found.unused, *more), key=lambda line: place.get(line, 0))))


def _with_lines_of_none(found: Sequence[ParsedProcedure], html: str) -> list[ParsedProcedure]:
    """Add the lines that are in none of a page's recipes to the first; numbered ones may be one more recipe."""
    first, *others = found
    every = [each.procedure for each in found]
    whole = replace(
        first.procedure,
        goal=" ".join(one.goal for one in every),
        steps=tuple(step for one in every for step in one.steps),
        resources=tuple(thing for one in every for thing in one.resources),
        sections=tuple(section for one in every for section in one.sections),
        notes="\n".join(one.notes for one in every),
    )
    known = tuple(line for one in found for line in one.unused)
    left = _with_all_lines(ParsedProcedure(whole, known), html).unused
    of_others = {line for one in others for line in one.unused}
    counted = {letters(line) for line in page_lines(html) if _NUMBERED.match(line)}
    more = sum(letters(line) in counted for line in left if line not in known) > 1
    unused = tuple(line for line in left if line in first.unused or line not in of_others)
    remark = first.remark or (_ONE_MORE if more else "")
    return [replace(first, unused=unused, unsure=first.unsure or more, remark=remark), *others]


def _lines_and_links(html: str) -> tuple[list[str], frozenset[str]]:
    """Return the lines of a page above its comments, and the letters of those that are links."""
    return _above_comments(page_lines(html)), frozenset(map(letters, link_lines(html)))


def _as_text(found: ParsedProcedure, html: str) -> ParsedProcedure:
    """If no steps were found, read the lines as plain text, unsure, if nearly all are instructions."""
    if found.procedure.steps:
        return found
    lines, links = _lines_and_links(html)
    title = found.procedure.goal
    told = [line.strip("# ") for line in lines if letters(line) not in links and len(line) < LONGEST_STEP]
    made = plain_text.parse_under(title, "\n".join(line for line in told if line != title))
    steps = sum(map(instructs, made.procedure.steps))
    whole = made.procedure.resources and steps > 1 and _ALMOST * len(made.procedure.steps) <= steps
    return replace(made, unsure=True) if whole else found


def _with_list_above(made: Procedure, lines: Sequence[str]) -> Procedure:
    """Return the procedure with the list right above its first step, if that lists its resources."""
    begins = letters(made.steps[0])[:_LONG_STEP]
    at = next((at for at, line in enumerate(lines) if letters(LIST_MARK.sub("", line)).startswith(begins)), 0)
    return replace(made, resources=tuple(named_above(lines[:at], made.steps)))


def _tells_nothing(made: Procedure) -> bool:
    """Whether the only steps in the data are titles of parts, or words that describe the page."""
    short = len(made.steps) == 1 and len(made.steps[0]) < 2 * _LONG_STEP
    teaser = short and letters(made.notes).startswith(letters(made.steps[0]))
    return teaser or all(step.endswith(":") for step in made.steps)


def _from_text(made: ParsedProcedure, said: ParsedProcedure | None) -> ParsedProcedure:
    """Add a remark if the data of the page had no steps."""
    new = said is not None and not said.procedure.steps and bool(made.procedure.steps) and not made.remark
    words = "The page's data has no steps, so these come from its text."
    return replace(made, remark=words) if new else made


def _headed(html: str, title: str) -> ParsedProcedure:
    """Return the procedure below the headings of the page, without lines of the site."""
    links = frozenset(map(letters, link_lines(html)))
    headed = _by_headings(html, title)
    items = _in_lists(html)
    found = _told_parts(tidied(headed, called=False, links=links, items=items), items)
    made, end = found.procedure, end_of_first(found.procedure.steps)
    sections = tuple(one for one in made.sections if one[0] <= end)
    resources = made.resources[: end_of_first(made.resources)]
    return replace(found, procedure=replace(made, steps=made.steps[:end], sections=sections, resources=resources))


def _told_parts(found: ParsedProcedure, items: frozenset[str]) -> ParsedProcedure:
    """Drop parts that consist of labels, "Cooking time", if others have sentences.

    Short `items` of a list below the name of a part of the work, "Cooking", may be no steps: the result is unsure.
    """
    made = found.procedure
    starts = sorted({1, *(number for number, _ in made.sections)})
    parts = [made.steps[one - 1 : two - 1] for one, two in pairwise([*starts, len(made.steps) + 1])]
    lines = [[is_telling(step) or count_words(step) > _LONGEST_LABEL for step in part] for part in parts]
    parts_of_work = {number for number, title in made.sections if goes_on(title) or announced(title) == {"steps"}}
    told = [2 * sum(each) >= len(each) for each in lines]
    short = [
        start in parts_of_work
        and any(told[:at])  # before the first sentences there may be tools: "Large bowl"
        and items.issuperset(part)
        and all(count_words(one) > 1 and one[0].isalpha() for one in part)
        for at, (start, part) in enumerate(zip(starts, parts, strict=True))
    ]
    doubtful = any(work and not tells for work, tells in zip(short, told, strict=True))
    told = [work or tells for work, tells in zip(short, told, strict=True)]
    if all(told) or not any(told):
        return replace(found, unsure=found.unsure or doubtful)
    steps: list[str] = []
    sections: list[tuple[int, str]] = []
    for start, part, tells in zip(starts, parts, told, strict=True):
        sections += [(len(steps) + 1, title) for number, title in made.sections if tells and number == start]
        steps += part if tells else ()
    left = [step for part, tells in zip(parts, told, strict=True) if not tells for step in part]
    made = replace(made, steps=tuple(steps), sections=tuple(sections))
    return replace(found, procedure=made, unused=(*found.unused, *left), unsure=found.unsure or doubtful)


def _shown(html: str, title: str, where: str, given: str) -> ParsedProcedure:
    """Return the procedure that a page shows: by its host, element names, headings, text or scripts.

    The running text comes after the headings because it keeps only one of several equal lines.
    """
    links = frozenset(map(letters, link_lines(html)))
    headed = _headed(html, title)
    sure = bool(headed.procedure.steps) and not headed.unsure
    goal = headed.procedure.goal or title
    lines = _above_comments(page_lines(html, nested=True))
    ways: tuple[Callable[[], ParsedProcedure | None], ...] = (
        lambda: agreed(web.known_host(html, goal, where), headed),
        lambda: agreed(element_names.read(html, goal), headed),
        lambda: headed if sure else None,
        lambda: agreed(below_amounts(lines, goal), headed),
        lambda: headed,
        lambda: _if_there(web.running_text(html, goal), lines),
        lambda: page_data.read_scripts(given, goal),
    )
    found, items = ParsedProcedure(Procedure(goal, ())), _in_lists(html)
    for way in ways:
        if not (found.procedure.steps and found.procedure.resources) and (one := way()):
            found = _completed(tidied(one, called=False, links=links, items=items), found)
    steps = set(found.procedure.steps)
    one = counted_lines(lines, goal, called=bool(steps))
    counted = set(one.procedure.steps) if one else set()
    if one and steps < counted and not (steps and counted.intersection(found.procedure.resources)):
        found = replace(found, procedure=replace(found.procedure, steps=(), sections=()))
        found = _completed(tidied(one, called=False, links=links, items=items), found)
    if headed.remark and found.procedure.steps:  # two recipes, or two parts of one
        found = replace(found, unsure=True, remark=headed.remark)
    made = found.procedure
    listed = len(made.resources) >= _FEWEST_RESOURCES or times_below_steps(lines)
    if len(made.steps) == 1:
        found = replace(found, unsure=not (sure and headed.procedure.steps == made.steps and listed))
    elif len(made.steps) == _FEW_STEPS and not (made.resources or listed) and items.isdisjoint(made.steps):
        found = replace(found, unsure=True)
    return found


def _in_lists(html: str) -> frozenset[str]:
    """Return what stands in lists, except lines that end in a colon, which may be headings there."""
    bare = ((line, LIST_MARK.sub("", line)) for line in page_lines(html))
    return frozenset(item for line, item in bare if item != line and not item.endswith(":"))


def _if_there(found: ParsedProcedure | None, lines: list[str]) -> ParsedProcedure | None:
    """Return what was found, as unsure; None if most of its steps are no lines of the page but of comments."""
    if found is None:
        return None
    page = " ".join(words(line) for line in lines)
    there = sum(step in page for step in found.procedure.steps)
    return replace(found, unsure=True) if 2 * there >= len(found.procedure.steps) else None


def _by_headings(html: str, title: str) -> ParsedProcedure:
    """Find the steps in the visible text, skipping lists that are menus, amounts or names."""
    shown = (page_lines(html, around=around, nested=True, tables=True) for around in (False, True))
    lines = next(filter(None, shown), [])
    joined = _beside_numbers(lines)
    asked = joined != lines
    lines = _above_comments(_below_numbers(_with_titles(joined)))
    short = len(lines) < _SHORT_PAGE and len(page_lines(html, around=True)) < _SHORT_PAGE
    for _ in range(_MOST_LISTS):
        found = foreign.read(markdown.Document({}, tuple(lines)), title, page=not short)
        steps = set(found.procedure.steps)
        alone = found.procedure.steps[0] if len(found.procedure.steps) == 1 else ""
        # "Get recipes by mail:" stands above an input field, and "* Percent of a day" is a footnote
        offer = alone.endswith(":") or alone[:1].islower() or alone.startswith("*")
        told = are_told(found.procedure.steps) or _is_whole(found)
        if not steps or short or (told and not offer):
            unused, things = (
                tuple(filter(None, map(without_bars, told))) for told in (found.unused, found.procedure.resources)
            )
            made = replace(found.procedure, resources=things)
            return replace(found, procedure=made, unused=unused, unsure=found.unsure or asked)
        lines = [line for line in lines if not _is_part(line, {s for s in steps if not is_ended(s)} or steps)]
    return ParsedProcedure(Procedure(title, ()))


def _is_whole(found: ParsedProcedure) -> bool:
    """Whether headings announce both resources and steps; then these may be short: "Add the wine"."""
    made = found.procedure
    several = len(made.steps) > 1 and len(made.resources) >= _FEWEST_RESOURCES
    return several and not found.unsure and are_told(list(map(bare_title, made.steps)), fewest=2)


def _is_part(line: str, steps: Set[str]) -> bool:
    """Whether the line is one of these steps, or a bullet within one."""
    text = words(LIST_MARK.sub("", line)).strip()
    bullet = line[:1] == " " and text != ""
    return text in steps or (bullet and any(text in step for step in steps))


def _beside_numbers(lines: list[str]) -> list[str]:
    """Move numbers that stand above headings and count them into the headings, as long as they are in order."""
    text = "\n".join(lines)
    numbers = [int(number) for number, _ in _ABOVE_HEADING.findall(text)]
    if numbers[:3] != [1, 2, 3]:
        return lines
    in_order = takewhile(lambda two: two[1] in (1, two[0] + 1), pairwise([0, *numbers]))
    return _ABOVE_HEADING.sub(r"\2 \1. ", text, count=len(list(in_order))).split("\n")


def _with_titles(lines: list[str]) -> list[str]:
    """Make headings of numbered titles, "1. The dough", if each has a sentence below it."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    below = {at: lines[then] for at, then in pairwise(filled)}
    counted = [at for at in filled if _NUMBERED.match(lines[at])]
    titles = [at for at in counted if not is_sentence(lines[at]) and count_words(lines[at]) <= _LONGEST_NAME]
    told = [at for at in titles if is_ended(text := below.get(at, "")) and not LIST_MARK.match(text.strip())]
    if len(told) < _FEWEST_STEPS or told != counted:
        return lines
    return [f"#### {line}" if at in told else line for at, line in enumerate(lines)]


def _below_numbers(lines: list[str]) -> list[str]:
    """Unindent the lines except what is inside an item: bullets of a numbered one, and sentences below it."""
    kept: list[str] = []
    numbered, room, named = False, "", -1
    for line in lines:
        bare = line.strip()
        mark = LIST_MARK.match(bare)
        more = line.startswith("   ") and not mark and not bare.startswith("#") and is_sentence(bare)
        goes_on = more and bool(room)
        if more and named >= 0 and instructs(bare):
            kept[named] += f": {bare}"
            room, named = "   ", -1
            continue
        deep = line[:6].isspace() and not bare.startswith("#")  # a label in a bullet
        inside = numbered and line != bare and (not bare or deep or bare.startswith("- "))
        begins = line == bare and _NUMBERED.match(bare) is not None
        numbered = inside or begins or (numbered and (goes_on or not bare))
        kept.append(line if inside else room + bare if goes_on else bare)
        if bare and not goes_on and not inside:  # an item continues below its bullets
            whole = is_sentence(bare) or count_words(bare) > 2 * _LONGEST_NAME
            room = " " * len(mark[0]) if mark and whole else ""
            name = mark is not None and not room and bool(bare_title(bare[mark.end() :]))
            named = len(kept) - 1 if name and count_words(bare) <= _LONGEST_NAME else -1
    return kept


def _above_comments(lines: list[str]) -> list[str]:
    """Return the lines above readers' comments and teasers.

    Above the ingredients, a heading for comments only counts them; so does an element named so above the steps.
    """
    things = next((at for at, line in enumerate(lines) if part_of(line.lstrip("#")) == "resources"), 0)
    heads = [at for at, line in enumerate(lines) if at >= things and line.startswith("#")]
    steps = max((at for at in heads if announced(lines[at].strip("# ")) == {"steps"}), default=0)
    ends = (
        at
        for at in heads
        if (heads_comments(lines[at].lstrip("#").strip()) and (at > steps or lines[at] != COMMENTS))
        or (at > steps > 0 and teases(lines[at]))
    )
    return lines[: next(ends, len(lines))]


def _below_headings_of_things(lines: Sequence[str]) -> list[str]:
    """Return the lines below headings such as "Ingredients", up to a heading of the same level or another part."""
    found: list[str] = []
    level = 0
    for line in lines:
        depth = len(line) - len(line.lstrip("#"))
        part = announced(line.strip("# ")) if depth else {part_of(line)} - {None}
        if part or (depth and depth <= level):
            level = (depth or _DEEPEST_HEADING) if part == {"resources"} else 0
        elif level and not depth and line:
            found.append(words(LIST_MARK.sub("", line)))
    return found


def _completed(
    found: ParsedProcedure, said: ParsedProcedure | None, listed: Sequence[str] = ()
) -> ParsedProcedure:
    """Fill in the steps, list, facts and notes that `said` lacks from `found`.

    The list must hold amounts, or be `listed` below a heading that says what it is. What else is `listed` there
    is unused.
    """
    if said is None:
        return found
    made, more = said.procedure, found.procedure
    made = replace(with_fact(made, Facts(more.yields, more.times, more.author)), notes=made.notes or more.notes)
    named = are_amounts(more.resources) or set(more.resources) <= set(listed)
    if made.resources:
        listed = ()
    elif not made.steps or named:
        made = replace(made, resources=more.resources)
    if made.steps:
        left = (one for one in listed if one not in made.resources)
        return replace(said, procedure=made, unused=(*said.unused, *left))
    made = replace(made, steps=more.steps, sections=more.sections)
    unused = (*said.unused, *found.unused, *(one for one in more.resources if one not in made.resources))
    return replace(said, procedure=made, unused=unused, unsure=found.unsure, remark=found.remark)


def _as_shown(found: ParsedProcedure, html: str) -> ParsedProcedure:
    """Return the steps as the page shows them, if the same words form a longer list there; else `found`.

    A shorter list counts too if it has items and the data had one text that was split here.
    """
    made, whole = found.procedure, found.one_text or len(found.procedure.steps) == 1
    steps = taken_apart(" ".join(made.steps), page_lines(html))
    steps = steps[: without_furniture(steps)]
    told = [step for step in steps if not step.startswith("#")]
    items = bool(told) and _in_lists(html).issuperset(told)
    fewest = len(made.steps) + (len(told) == len(steps) or bool(made.sections))
    if not (whole or items) or len(told) < (2 if found.one_text and items else fewest):
        return found
    made, unused = _sectioned(made, steps)
    return _told_parts(replace(found, procedure=made, unused=(*found.unused, *unused)), _in_lists(html))


def _with_whole_things(found: ParsedProcedure, html: str) -> ParsedProcedure:
    """Return the things as a list of the page shows them, if its data tear these at commas: "6 eggs", "beaten"."""
    things = found.procedure.resources
    shown = [line for line in taken_apart(" ".join(things), page_lines(html)) if not line.startswith("#")]
    pieces = [one for one in things if not any(line.startswith(one) for line in shown)]
    torn = (
        len(shown) >= _FEWEST_RESOURCES
        and pieces
        and all(one[0].islower() and f", {one}" in " ".join(shown) for one in pieces)
    )
    return replace(found, procedure=replace(found.procedure, resources=tuple(shown))) if torn else found


def _with_others_shown(found: ParsedProcedure, html: str) -> ParsedProcedure:
    """Return the steps below the headings of the page, unsure, if the first is the only one that the data hold."""
    if len(made := found.procedure.steps) > 1:
        return found
    shown = _headed(html, found.procedure.goal)
    first, *others = shown.procedure.steps or ("",)
    if not (others and letters(first) == letters(made[0])):
        return found
    whole = replace(found.procedure, steps=shown.procedure.steps, sections=shown.procedure.sections)
    return replace(found, procedure=whole, unsure=True)


def _sectioned(made: Procedure, lines: Sequence[str]) -> tuple[Procedure, list[str]]:
    """Return the procedure with the lines as steps and headings, and the lines that a heading calls resources."""
    steps: list[str] = []
    sections: list[tuple[int, str]] = []
    unused: list[str] = []
    listing = False
    for line in lines:
        title = line.lstrip("# ") if line.startswith("#") else ""
        listing = announced(title) == {"resources"} if title else listing
        if title and not announced(title):
            sections.append((len(steps) + 1, words(title)))
        elif not title:
            (unused if listing else steps).append(words(line))
    if not steps:
        return made, []
    sections, late = headings_of(sections, len(steps))
    return replace(made, steps=tuple(steps), sections=tuple(sections)), [*late, *unused]
