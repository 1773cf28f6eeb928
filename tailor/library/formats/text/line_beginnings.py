"""What a line of a plain text begins: a step, the resources, or a heading."""

import re
from typing import Final

from tailor.library.formats.shared.facts import beside_heading, facts_in
from tailor.library.formats.shared.headings import is_told, needed_in, part_of
from tailor.library.formats.shared.lists_of_things import on_one_line
from tailor.library.formats.shared.sentences import sentences
from tailor.library.formats.text.messages import NOTES

STEP: Final = re.compile(
    r"\s*(?:step\s+#?)?(\d{1,5})\s*[.):]\s+(.*)|\s*step\s+#?\d{1,4}\b\s*[-–—]?\s*(.*)", re.IGNORECASE
)
_FOR: Final = re.compile(
    r"(for [^,.;:\d]{1,40}?),?\s(?=(?:you (?:will |just )?)?(?:take|use|get|need)\s+\d)", re.I
)
"""For what the things of a line are: "For the dough you take 500 g flour, ..."."""
SECTION: Final = re.compile(r"==+\s+(\S|\S.*\S)\s+==+")


def begins_something(line: str) -> bool:
    """Whether a line begins a step, or announces the steps or the resources."""
    return step_text(line) is not None or resources_in(line) is not None or announced_part(line) == "steps"


def announced_part(line: str) -> str | None:
    """What a line announces, also where it has the mark of a heading in Markdown."""
    return part_of(line.lstrip("#"))


def resources_in(line: str) -> str | None:
    """What stands after "Ingredients:", perhaps nothing; None for a line that does not announce resources."""
    line = beside_heading(line)[0] if facts_in(line) else line
    head, _, rest = line.replace("：", ":").partition(":")
    return rest.strip() if announced_part(head) == "resources" else None


def step_text(line: str) -> str | None:
    """The words of a line that begins a step; None for other lines."""
    found = STEP.fullmatch(line)
    return found and (found[2] if found[1] else found[3])


def begins_steps(line: str) -> bool:
    """Whether a line begins a step, or is a heading of steps."""
    return step_text(line) is not None or SECTION.fullmatch(line) is not None or announced_part(line) == "steps"


def begins_work(line: str) -> bool:
    """Whether a line begins the steps or the notes; "For the batter take 250 g flour, ..." tells what to take."""
    told = is_told(line) and not (needed_in(line) or things_apart(line) != [line])
    return told or line == NOTES or STEP.fullmatch(line) is not None


def things_apart(line: str) -> list[str]:
    """The things of one line, perhaps below a yield: "Serves 4. You take 500 g flour, ..."; else the line."""
    first, *rest = sentences(line)
    above, said = ([first], " ".join(rest)) if rest and facts_in(first) else ([], line)
    use = _FOR.match(said)
    things = on_one_line([said[use.end() :] if use else said] * 2)
    return [*above, *([f"{use[1]}:"] if use else []), *things] if things else [line]
