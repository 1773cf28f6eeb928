"""Steps of a page that nothing announces: counted in some other way ("Step #1", "stap 1", a number above each),
below a list of amounts, or in a list of instructions; also finds sentences beside the steps that may be more of
them.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, dropwhile, groupby, pairwise, takewhile
from typing import Final

from tailor.core.listed_amounts import parted
from tailor.core.procedure import Procedure, headings_of, procedure
from tailor.library.formats.markdown.blocks import words
from tailor.library.formats.shared.facts import facts_in, is_time
from tailor.library.formats.shared.headings import (
    announced,
    ends_steps,
    is_note,
    is_told,
    leads_on,
    part_of,
    says_how,
)
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import BULLET, LIST_MARK, is_item, item, stems
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.site_lines import heads_comments, is_control
from tailor.library.formats.shared.step_texts import (
    STEP,
    are_told,
    count_words,
    is_ended,
    is_sentence,
    letters,
    uncounted,
    without_furniture,
)

_CALLED: Final = rf"(?P<word>{STEP}|etapa|bước|langkah|단계|手順|ステップ|步骤|步驟|工程)"
_STAGE: Final = re.compile("fase|[ée]tape|etapa|단계|工程", re.IGNORECASE)
"""Those of these words that may also mean a stage of anything."""
_MARKS: Final = (
    ("word", re.compile(rf"{_CALLED}\s*[#.:–-]?\s*0?(\d{{1,2}})(?!\d|\s*(?:/|of\b))\W*(.*)", re.IGNORECASE)),
    ("word", re.compile(r"第\s*(\d{1,2})\s*步\W*(.*)")),
    ("bare", re.compile(r"0?(\d{1,2})()")),
    ("line", re.compile(r"0?(\d{1,2})(?:[.:)]|\s*/{1,2}|\s)\s*([^\W\d_].*)")),
)
"""How a line numbers a step; the last group is what follows the number."""
_FEWEST: Final = 3
_LONGEST_TITLE: Final = 8
"""Words of a title above the lines of a step."""
_MOST_LINES: Final = 40
"""Lines of one step."""

_FEWEST_TOLD: Final = 2
_MOSTLY: Final = 0.7
"""Share of instructions among the items from the first one on."""

MORE: Final = "Some sentences outside the list of steps may be steps too."
_ASKS: Final = re.compile(r"[?？]\W*$")
"""The end of a question, as readers ask it: "Can I freeze it?"."""
_FEWEST_WORDS: Final = 4
"""Words of a sentence that may be a step."""
_FEWEST_NAMED: Final = 2
"""Resources that a sentence must name to be a possible step."""

_FEWEST_AMOUNTS: Final = 3
"""Amounts of a list."""
_FEWEST_WORDS_OF_ALL: Final = 15
"""Words of all steps together."""
_LONGEST_LINE: Final = 160
_MOST_BELOW: Final = 60
_MARK = re.compile(r"^\s*(?:(?:[-*•–▢]|\d{1,2}[.)]|#+)\s+)+")
_AMOUNT = re.compile(r"(?:\d|[¼½¾⅓⅔⅛⅜⅝⅞]|(?:an?|one|two|half|ein|eine|une?|een) \w)", re.IGNORECASE)
_LABEL = re.compile(r"[^.:]{3,25}:(?:\s*\d|.{0,25}$)")
_SENTENCE = re.compile(r"^[\W\d_]*[^\W\d_].*\w\w\s?[.!…)]\W{0,4}$")


@dataclass(slots=True)
class _Step:
    called: str
    """The word beside its number."""
    number: int
    title: str
    lines: list[str] = field(default_factory=list)
    above: str = ""
    """The heading right above, if a new count begins here."""


def counted_lines(lines: Sequence[str], name: str, *, called: bool = False) -> ParsedProcedure | None:
    """Return the steps that lines count from one on, each with what is below its number.

    Unsure unless they are sentences that a word calls steps, counted from one only once. None if there are fewer
    than three or they are no sentences. Numbers without a word for a step count only on a page that says how to do
    something, as others number what they sell or rank; so do words for a stage unless each step is an instruction.
    With `called` only numbers beside a word count.
    """
    rows = [row for line in lines if (row := line.strip()) and not is_control(row.lstrip("# "))]
    for kind in ["word"] if called else dict.fromkeys(kind for kind, _ in _MARKS):
        steps, before = _counted(rows, kind)
        if (
            len(steps) >= _FEWEST
            and _are_told(steps)
            and (_are_called(steps) or _says_how(before, name) or (kind == "line" and _are_in_line(steps)))
        ):
            once = sum(step.number == 1 for step in steps) == 1
            sure = once and steps[0].called and not _STAGE.fullmatch(steps[0].called)
            return replace(_made(steps, name), unsure=not (sure and all(map(_is_sentence, steps))))
    return None


def _is_sentence(step: _Step) -> bool:
    """Whether a step is a sentence with at most a title."""
    said = [*filter(None, [step.title]), *step.lines]
    return len(said) <= 2 and is_sentence(said[-1])


def _counted(rows: Sequence[str], kind: str) -> tuple[list[_Step], list[str]]:
    """Return the steps that marks of one kind count, perhaps several times from one, and the lines above them."""
    found: list[_Step] = []
    first = 0
    for at, row in enumerate(rows):
        mark = _mark(row, kind)
        number = mark[0] if mark else 0
        if mark and (number == 1 or (found and number == found[-1].number + 1)):
            above = rows[at - 1].lstrip("# ") if at and number == 1 and rows[at - 1].startswith("#") else ""
            over = _level(rows[at - 1]) > _level(row) > 0  # a line above the heading that counts
            if (above or over) and found and found[-1].lines and found[-1].lines[-1] == rows[at - 1]:
                found[-1].lines.pop()
            first = first if found else at
            found.append(_Step(mark[2], number, mark[1], above=above))
        elif found:
            found[-1].lines.append(row)
    behind = [*accumulate((len(one.lines) for one in reversed(found)), max, initial=0)][::-1]
    longest = 0
    for at, one in enumerate(found, 1):
        if at == len(found) or found[at].number == 1:
            one.lines = _of_last(one, max(longest, behind[at]))
        longest = max(longest, len(one.lines))
    return found, list(rows[:first])


def _level(row: str) -> int:
    return len(row) - len(row.lstrip("#"))


def _mark(row: str, kind: str) -> tuple[int, str, str] | None:
    bare = item(row.lstrip("# ")).strip("*_ ")
    for name, pattern in _MARKS:
        if name == kind and (mark := pattern.fullmatch(bare)):
            number, words = mark.groups()[-2:]
            return int(number), words.strip(), mark[1] if kind == "word" else ""
    return None


def _of_last(step: _Step, most: int) -> list[str]:
    """Return the lines of the last step: up to a heading below its text, and no more than the others have."""
    titles = [] if step.title else list(takewhile(lambda row: row.startswith("#"), step.lines[:1]))
    rest = takewhile(lambda row: not row.startswith("#") and not _ends(row), step.lines[len(titles) :])
    return [*titles, *rest][:most]


def _ends(row: str) -> bool:
    title = row.lstrip("# ")
    return ends_steps(title) or heads_comments(title) or leads_on(title)


def _says_how(before: Sequence[str], name: str) -> bool:
    """Whether the line or heading right above the first step, else the title, announces instructions."""
    heads = [row.lstrip("# ") for row in before if row.startswith("#")]
    last = before[-1].strip("<>＜＞〈〉「」 ") if before else ""
    return "steps" in announced(last) or any(map(says_how, heads[-1:] or [name]))


def _are_in_line(steps: Sequence[_Step]) -> bool:
    """Whether each step is a sentence on the line of its number, with nothing between them."""
    apart = any(step.lines for step, then in pairwise(steps) if then.number > 1)
    return not apart and all(is_sentence(step.title) for step in steps)


def _are_called(steps: Sequence[_Step]) -> bool:
    """Whether a word calls them steps, or stages that are each an instruction."""
    told = all(any(is_told(_words(text)) for text in [step.title, *step.lines][:2]) for step in steps)
    return bool(steps[0].called) and (told or not _STAGE.fullmatch(steps[0].called))


def _are_told(steps: Sequence[_Step]) -> bool:
    """Whether each step has words, and most are sentences or instructions."""
    said = [[*filter(None, [step.title]), *map(_words, step.lines)] for step in steps]
    whole = sum(any(is_sentence(text) or is_told(text) for text in texts) for texts in said)
    short = all(len(texts) <= _MOST_LINES for texts in said)
    return all(said) and short and 2 * whole > len(said) and are_told([" ".join(texts) for texts in said])


def _made(steps: Sequence[_Step], name: str) -> ParsedProcedure:
    told: list[str] = []
    sections: list[tuple[int, str]] = []
    several = sum(step.number == 1 for step in steps) > 1
    for step in steps:
        sections += [(len(told) + 1, step.above)] if step.above and several else []
        words = [*filter(None, [step.title]), *step.lines]
        titles = len(words) > 1 and (bool(step.title) or _is_title(words[0]))
        for row in words:
            if row.startswith("#") or (titles and row is words[0]):
                sections.append((len(told) + 1, _words(row)))
            else:
                told.append(_words(row))
    sections, _ = headings_of(sections, len(told))
    return ParsedProcedure(procedure(name, told, sections=sections, to_split=True))


def _is_title(row: str) -> bool:
    """Whether a line above others of a step is its title."""
    return not is_sentence(row) and not BULLET.match(row) and count_words(row) <= _LONGEST_TITLE


def _words(row: str) -> str:
    return BULLET.sub("", row.lstrip("# "), count=1).strip()


def with_told_list(found: ParsedProcedure, lines: Sequence[str], links: Collection[str]) -> ParsedProcedure:
    """Replace steps that give no instructions by the longest list that does; the procedure is unsure then.

    Items above the instructions in that list are resources, as two lists without a heading between them are one.
    """
    made = found.procedure
    lists = [run for run in _told_lists(lines, links) if not {*run[1]} <= {*made.steps}]
    best = max(lists, key=lambda run: len(run[1]), default=None)
    if best is None or any(map(instructs, made.steps)):
        return found
    things, steps = best
    needed = things or [one for one in made.resources if one not in steps]
    made = replace(made, steps=tuple(steps), sections=(), resources=tuple(needed))
    return replace(found, procedure=made, unsure=True)


def has_another_list(made: Procedure, lines: Sequence[str], links: Collection[str]) -> bool:
    """Whether nothing is needed and another list gives as many instructions as there are steps, none the same.

    If a page says what is needed, the other list is what its article tells about the same.
    """
    known = "".join(map(letters, (*made.steps, made.notes)))
    others = (steps for _, steps in _told_lists(lines, links) if not any(letters(one) in known for one in steps))
    return not made.resources and any(len(steps) >= max(_FEWEST, len(made.steps)) for steps in others)


def _told_lists(lines: Sequence[str], links: Collection[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the resources and the steps of each list that gives instructions."""
    rows = [line.strip() for line in lines if line.strip()]
    for listed, run in groupby(rows, lambda row: LIST_MARK.match(row) is not None):
        items = [words(LIST_MARK.sub("", row, count=1)) for row in run if listed]
        items = [one for one in items if letters(one) not in links]
        told = list(map(instructs, items))
        first = told.index(True) if any(told) else len(told)
        if len(told) - first >= _FEWEST_TOLD and sum(told) >= _MOSTLY * len(told[first:]):
            yield [one for one in items[:first] if is_item(one)], items[first:]


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    level: int
    """The level of a heading; 0 for any other line."""
    known: bool
    """Whether it is a link, or was already read as something."""
    sentence: bool
    named: frozenset[str]

    def may_be_step(self) -> bool:
        """Whether it is a sentence that is an instruction or names resources."""
        fits = self.sentence and not self.known and count_words(self.text) >= _FEWEST_WORDS
        return fits and not is_note(self.text) and (len(self.named) >= _FEWEST_NAMED or is_told(self.text))


def with_left_over(found: ParsedProcedure, lines: Sequence[str], links: Collection[str]) -> ParsedProcedure:
    """Mark the procedure as unsure if a sentence between its steps or in a part after them may be one too.

    It stays unused: adding such sentences on 159 pages made by hand spoilt twelve right readings and mended none.
    """
    rows = _rows(found.procedure, lines, links)
    places = _places(rows, found.procedure.steps)
    alone = found.unsure and len(found.procedure.steps) == 1
    if alone or not places or 2 * len(places) < len(found.procedure.steps):
        return found
    others = chain(_between(rows, places), _behind(rows, places[-1] + 1))
    named = _of_named_part(rows[places[-1] + 1 :], letters(" ".join(found.procedure.steps)))
    if not (named or any(row.may_be_step() for row in others)):
        return found
    return replace(found, unsure=True, remark=found.remark or ("" if found.unsure else MORE))


def _rows(made: Procedure, lines: Sequence[str], links: Collection[str]) -> list[_Sentence]:
    needed = stems(" ".join(parted(one)[1] for one in made.resources))
    told = "".join(map(letters, (*made.steps, *made.resources, made.notes)))
    rows: list[_Sentence] = []
    for line in lines:
        text = words(LIST_MARK.sub("", line.strip("# ")))
        named = frozenset(stems(text) & needed)
        known = (bare := letters(text)) in links or bare in told
        level = _level(line)
        rows += [_Sentence(text, level, known, is_ended(text), named)] if bare else []
    return rows


def _places(rows: Sequence[_Sentence], steps: Sequence[str]) -> list[int]:
    """Return the indexes of the rows that are steps, in their order."""
    places: list[int] = []
    texts, begin = [letters(row.text) for row in rows], 0
    for bare in map(letters, steps):
        at = next((at for at in range(begin, len(texts)) if texts[at] == bare), None)
        if at is not None:
            places.append(at)
            begin = at + 1
    return places


def _between(rows: Sequence[_Sentence], places: Sequence[int]) -> Iterator[_Sentence]:
    """Yield the rows between the steps, without those below a heading of their own."""
    own = True
    for at in range(places[0] + 1, places[-1]):
        own = (own or at in places) and not rows[at].level
        if own and at not in places:
            yield rows[at]


def _of_named_part(rows: Sequence[_Sentence], told: str) -> bool:
    """Whether a line stands below a heading whose words the steps say: "Serve with raspberry cream"."""
    return any(
        letters(head.text) in told and count_words(below.text) >= _FEWEST_WORDS and not below.known
        for head, below in pairwise(rows)
        if head.level and not announced(head.text)
    )


def _behind(rows: Sequence[_Sentence], begin: int) -> list[_Sentence]:
    """Return the rows below headings that announce nothing, up to one that does; [] before another such list."""
    found: list[_Sentence] = []
    headed = False
    for row in rows[begin:]:
        if ends_steps(row.text) or (row.level and heads_comments(row.text)):
            break
        if row.level and announced(row.text) == {"resources"}:
            return []
        if row.level and (announced(row.text) or leads_on(row.text) or _ASKS.search(row.text)):
            break
        headed = headed or row.level > 0
        found += [row] if headed and not row.level else []
    return found


def below_amounts(lines: Sequence[str], name: str) -> ParsedProcedure | None:
    """Return the longest list of amounts that sentences follow, and these up to the next heading; else None."""
    blocks = [list(block) for _, block in groupby(filter(str.strip, lines), _looks_like)]
    flat = [line for block in blocks for line in block]
    best, at = ParsedProcedure(procedure(name, [])), 0
    for block in blocks:
        at += len(block)
        listed = _listed(block) if _looks_like(block[0]) == "amount" else []
        if len(best.procedure.resources) < len(listed) <= _MOST_BELOW:
            steps, unused = _below(flat[at:])
            steps = steps or _above(flat[: at - len(block)])
            if are_told(steps) and sum(len(step.split()) for step in steps) >= _FEWEST_WORDS_OF_ALL:
                best = ParsedProcedure(procedure(name, uncounted(steps), listed), tuple(unused), unsure=True)
    return best if best.procedure.steps else None


def _listed(block: Sequence[str]) -> list[str]:
    """Return the items of one list, without what stands around it; [] if they are no amounts."""
    kinds = Counter(_mark_of(line) for line in block if _counts(line))
    if kinds.total() < _FEWEST_AMOUNTS:
        return []
    kind = kinds.most_common(1)[0][0]
    last = max(at for at, line in enumerate(block) if _counts(line))
    end = next((at for at in range(last, len(block)) if _mark_of(block[at]) == "#"), len(block))
    items = dropwhile(_is_label, (line for line in block[:end] if _mark_of(line) == kind))
    return [_MARK.sub("", line).strip() for line in items if not announced(line)]  # "Ingredients for 4 people"


def _mark_of(line: str) -> str:
    """Return the kind of mark that a line has: "#", "1", "-" or ""."""
    found = _MARK.match(line)
    return re.sub(r"[\d.)\s]+", "1", found[0].strip())[:1] if found else ""


def _below(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the sentences right below a list, and the lines of the site after them."""
    lines = list(dropwhile(_is_label, lines[:_MOST_BELOW]))
    told = list(takewhile(lambda line: not _ends_sentences(line), lines))
    marked = list(takewhile(lambda line: _mark_of(line) in ("-", "1"), told))
    steps = [_MARK.sub("", line).strip() for line in (marked if len(marked) >= _FEWEST_AMOUNTS else told)]
    ended = [_SENTENCE.search(step) is not None for step in steps[: without_furniture(steps)]]
    ends = [at for at in range(len(ended), 0, -1) if ended[at - 1]]
    end = next((at for at in ends if 2 * sum(ended[:at]) >= at), 0)
    return (steps[:end], steps[end:]) if ends[:1] == [end] or end > _FEWEST_AMOUNTS else ([], [])


def _above(lines: Sequence[str]) -> list[str]:
    """Return the sentences right above a list and below a title, for a list with none below it."""
    rest = list(dropwhile(_is_label, reversed(lines[-_MOST_BELOW:])))
    told = list(takewhile(lambda line: _mark_of(line) == "" and _SENTENCE.search(line), rest))
    return (
        [line.strip() for line in reversed(told)]
        if len(told) < len(rest) and _mark_of(rest[len(told)]) == "#"
        else []
    )


def _ends_sentences(line: str) -> bool:
    """Whether the sentences end above a line: a heading, another list, "Serves 4.", "Note: it keeps."."""
    other = part_of(line) == "resources" or is_note(line) or facts_in(line, among_steps=True)
    return line.lstrip().startswith("#") or bool(other)


def _is_label(line: str) -> bool:
    """Whether a line between a list and its sentences is a heading or a label: "Cooking time: 30 minutes"."""
    bare = _MARK.sub("", line)
    labelled = _LABEL.match(bare) is not None or facts_in(bare, among_steps=True) is not None
    return line.lstrip().startswith("#") or part_of(bare) == "steps" or labelled


def _looks_like(line: str) -> str:
    bare = _MARK.sub("", line).strip()
    if (
        part_of(bare) is not None
        or len(bare) > _LONGEST_LINE
        or (_SENTENCE.search(bare) and not bare.rstrip(".;").endswith(")"))
    ):
        return "other"
    return "amount" if _AMOUNT.match(bare) or _MARK.match(line) or len(bare.split()) < 6 else "other"


def _counts(line: str) -> bool:
    bare = _MARK.sub("", line).strip()
    return (
        _AMOUNT.match(bare) is not None and any(map(str.isalpha, bare)) and not (is_time(bare) or facts_in(bare))
    )
