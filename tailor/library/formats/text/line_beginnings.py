"""What a line of a plain text begins: a step, the resources, or a heading.

First, numbers typed in a hurry or in another style are made alike: "1.Boil", "a. Boil", "❶ Boil", "一、煮".
"""

import re
from collections.abc import Sequence
from html import unescape
from itertools import count, pairwise, takewhile
from typing import Final
from unicodedata import numeric

from tailor.library.formats.shared.facts import facts_in, without_fact
from tailor.library.formats.shared.headings import is_told, needed_in, part_of
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import BOX, BULLET, item, named_things, on_one_line
from tailor.library.formats.shared.sentences import sentences
from tailor.library.formats.shared.step_texts import STEP as STEP_WORD
from tailor.library.formats.shared.step_texts import in_figures
from tailor.library.formats.text.messages import NOTES

STEP: Final = re.compile(
    r"\s*(?:step\s+#?)?(\d{1,5})\s*[.):]\s+(.*)|\s*step\s+#?\d{1,4}\b\s*[-–—]?\s*(.*)", re.IGNORECASE
)
_BARE: Final = re.compile(r"(\d{1,2}) (?=[A-Z][a-z]+,? \w)")
"""A number without a dot, which counts where most of the lines say what to do: "1 Rake out the old grout"."""
_DASHED: Final = re.compile(r"\s[-–—]\s")
FOR_HOW_MUCH: Final = re.compile(r"(?:^|\s)\(for [^()]{1,40}\)\s*(?=:?\s*$)")
"""What behind a heading says for how much the things are: "Materials (for about 4 m2)"."""
_FOR: Final = re.compile(
    r"(for [^,.;:\d]{1,40}?),?\s(?=(?:you (?:will |just )?)?(?:take|use|get|need)\s+\d)", re.I
)
"""What the things of a line are for: "For the dough you take 500 g flour, ..."."""
SECTION: Final = re.compile(r"==+\s+(\S|\S.*\S)\s+==+")

_KEYCAP: Final = re.compile("^(?=\\([0-9]{1,2}\\) |[0-9]{1,2}\ufe0f?\u20e3)\\(?([0-9]{1,2})[\ufe0f\u20e3 .)]*")
"""A number in brackets, or a keycap emoji."""

_EMPTY_LINES: Final = re.compile(r"\n{4,}")
_MARKED: Final = re.compile(r"^[ \t]*(\d{1,3})[.)](?=[ \t]|[^\W\d_a-z])", re.MULTILINE)
_EMPTY: Final = re.compile(r"[ \t]*\d{1,3}[.)][ \t]*")
"""A number with nothing behind it."""
_TIGHT: Final = re.compile(r"^([ \t]*\d{1,3}[.)])(?=[^\W\d_a-z])", re.MULTILINE)
_TABBED: Final = re.compile(r"^[ \t]*(\d{1,3})\t+(?=[^\W\d_])", re.MULTILINE)
_PAGE_BREAK: Final = re.compile(r"\f\n?")
_CIRCLED: Final = re.compile(r"([①-⑳⓵-⓾❶-❿➀-➓])\s*(?=\S)")
_HAN: Final = re.compile(r"[ \t]*([一二三四五六七八九十])[、.．]\s*(?=\S)")
_LETTER: Final = re.compile(r"[ \t]*\(?([a-zA-Z])[.)]\s+(?=\S)")
_CALLED: Final = re.compile(
    rf"(?:(?<=^)|(?<=[.!?;)]))\s*{STEP_WORD}\s*(\d{{1,2}})\s?[:.)]\s+(?=\S)", re.IGNORECASE
)
_WORD: Final = re.compile(rf"^([ \t]*){STEP_WORD}(?=\s+#?(\d{{1,2}})\b)", re.IGNORECASE | re.MULTILINE)
_APOSTROPHE: Final = re.compile(r"(?<=[^\W\d_])&(?:#0?39|#x27|#8217|apos|rsquo);", re.IGNORECASE)
"""An apostrophe as an HTML entity that a program left in saved text: "d&#39;huile"."""
_OF_PAGES: Final = re.compile(r"</?[a-z]|\bx?html\b", re.IGNORECASE)
"""Shows that a text is about HTML, so that entities in it are meant."""
_NEAR: Final = 30
"""Lines in which the next number is looked for."""
_FEWEST_COUNTED: Final = 3
"""Fewest lines that letters far apart, or numbers before a tab, count as steps: "2\tonions" is a thing."""


def begins_something(line: str) -> bool:
    """Whether a line begins a step, or announces the steps or the resources."""
    return step_text(line) is not None or resources_in(line) is not None or announced_part(line) == "steps"


def announced_part(line: str) -> str | None:
    """Return the part that a line announces, also where it has the mark of a Markdown heading."""
    return part_of(line.lstrip("#"))


def resources_in(line: str) -> str | None:
    """Return what follows "Ingredients:", perhaps ""; None for a line that does not announce resources.

    A dash is a colon where several things follow: "What you need - tyre levers, a pump".
    """
    line = FOR_HOW_MUCH.sub("", line)
    said = _DASHED.sub(": ", without_fact(line), count=1) if ":" not in line and line.count(",") else line
    head, _, rest = without_fact(said).replace("：", ":").partition(":")
    return rest.strip() if announced_part(without_fact(head)) == "resources" else None


def step_text(line: str) -> str | None:
    """Return the words of a line that begins a step; None for other lines."""
    found = STEP.fullmatch(line)
    return found and (found[2] if found[1] else found[3])


def begins_steps(line: str) -> bool:
    """Whether a line begins a step or is a heading of steps."""
    return step_text(line) is not None or SECTION.fullmatch(line) is not None or announced_part(line) == "steps"


def begins_work(line: str) -> bool:
    """Whether a line begins the steps or notes; "For the batter take 250 g flour, ..." lists things instead."""
    told = is_told(line) and not (needed_in(line) or things_apart(line) != [line])
    return told or line == NOTES or STEP.fullmatch(line) is not None


def below_name(line: str) -> list[str]:
    """Return the name and the things of a line such as "Dough: 500 g flour, 20 g yeast, 2 eggs"; else []."""
    return named_things(line) if resources_in(line) is None and step_text(line) is None else []


def things_apart(line: str) -> list[str]:
    """Split a line of things, perhaps below a yield: "Serves 4. You take 500 g flour, ..."; else keep the line."""
    first, *rest = sentences(line)
    above, said = ([first], " ".join(rest)) if rest and facts_in(first) else ([], line)
    use = _FOR.match(said)
    things = on_one_line([said[use.end() :] if use else said] * 2)
    return [*above, *([f"{use[1]}:"] if use else []), *things] if things else [line]


def evened(text: str) -> str:
    """Put "1. " before each line that counts the steps, and limit the empty lines in a row.

    Numbers count lines if they begin with one and go on with two; those before a tab must reach three. Steps that
    are counted along one line, "Step 1: Boil it. Step 2: Eat it.", get a line each. Notes stay as they are.
    """
    text, mark, notes = text.partition(f"\n{NOTES}")
    text = _EMPTY_LINES.sub("\n\n\n", _PAGE_BREAK.sub("\n", text))
    text = text if _OF_PAGES.search(text) else _APOSTROPHE.sub(lambda found: unescape(found[0]), text)
    if _in_order([number for _, number in _WORD.findall(text)]) > 1:
        text = _WORD.sub(r"\1Step", text)  # "Schritt 1", as other modules know it
    text = "\n".join(_filled(text.split("\n")))
    if _in_order(_MARKED.findall(text)) > 1:
        text = _TIGHT.sub(r"\1 ", text)
    else:
        text = "\n".join(_counted(text.split("\n")))
    tabbed = _TABBED.findall(text)
    text = _TABBED.sub(r"\1. ", text) if _in_order(tabbed) == len(tabbed) >= _FEWEST_COUNTED else text
    return text + mark + notes


def _filled(lines: Sequence[str]) -> list[str]:
    """Put a number that stands alone before the words below it, if it continues the count; drop it without any."""
    marks = [_MARKED.match(line) or _EMPTY.fullmatch(line) for line in lines]
    numbers = [int(re.sub(r"\D", "", mark[0])) if mark else 0 for mark in marks]
    made: list[str] = []
    last, waiting = 0, ""
    for at, (line, number) in enumerate(zip(lines, numbers, strict=True)):
        if number == last + 1 and _EMPTY.fullmatch(line) and _goes_on(number, numbers[at + 1 : at + _NEAR]):
            last, waiting = number, line.rstrip()
        elif not number and line.strip() and waiting:
            is_head = begins_something(line.strip()) or line.rstrip().endswith(":")
            made.append(line if is_head else f"{waiting} {line.lstrip()}")
            waiting = ""
        else:
            last, waiting = number or last, "" if number else waiting
            made.append(line)
    return made


def _goes_on(number: int, below: Sequence[int]) -> bool:
    """Whether the numbers below go on from this one, or it is the last of several."""
    then = next(filter(None, below), 0)
    return then == number + 1 or (number > 1 and then != number)


def even_lines(text: str) -> list[str]:
    """Return the lines with numbers before all that count steps, and bullets before those with a box to tick."""
    lines = [_KEYCAP.sub(r"\1. ", line.strip()) for line in in_figures(text).split("\n")]
    return [f"- {item(line)}" if BOX.match(BULLET.sub("", line, count=1)) else line for line in lines]


def _counted(lines: Sequence[str]) -> list[str]:
    """Return the lines with numbers for other marks that count them in order; else as they are."""
    apart = [one for line in lines for one in _apart(line, _CIRCLED) or _apart(line, _CALLED) or [line]]
    for mark in (_CIRCLED, _HAN, _LETTER, _BARE):
        found = {at: one for at, line in enumerate(apart) if (one := mark.match(line))}
        numbers = [_number(one[1]) for one in found.values()]
        close = len(found) >= _FEWEST_COUNTED or all(two == one + 1 for one, two in pairwise(found))
        if mark is _BARE:
            told = [instructs(apart[at][one.end() :]) for at, one in found.items()]
            close = len(found) >= _FEWEST_COUNTED and 2 * sum(told) > len(told)
        counts = len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)]
        if counts and (close or mark not in (_LETTER, _BARE)):
            return [
                f"{_number(found[at][1])}. {line[found[at].end() :]}" if at in found else line
                for at, line in enumerate(apart)
            ]
    return apart


def _apart(line: str, mark: re.Pattern[str]) -> list[str]:
    """Split a line at the marks that count its parts from the first on; [] if it does not begin with the first."""
    found = list(mark.finditer(line))
    numbers = [_number(one[1]) for one in found]
    if len(found) < 2 or found[0].start() or numbers != [*range(1, len(numbers) + 1)]:
        return []
    ends = [one.start() for one in found[1:]]
    return [line[start:end].strip() for start, end in zip([0, *ends], [*ends, len(line)], strict=True)]


def _number(mark: str) -> int:
    return (
        ord(mark.lower()) - ord("a") + 1
        if mark.isascii() and mark.isalpha()
        else int(numeric(mark) if len(mark) == 1 else mark)
    )


def _in_order(numbers: list[str]) -> int:
    """Return how many of the leading numbers count up from one."""
    return sum(1 for _ in takewhile(lambda pair: int(pair[0]) == pair[1], zip(numbers, count(1), strict=False)))
