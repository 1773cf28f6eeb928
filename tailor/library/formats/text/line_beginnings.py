"""What a line of a plain text begins: a step, the resources, or a heading."""

import re
from typing import Final

from tailor.library.formats.shared.facts import beside_heading, facts_in
from tailor.library.formats.shared.headings import part_of

STEP: Final = re.compile(
    r"\s*(?:step\s+#?)?(\d{1,5})\s*[.):]\s+(.*)|\s*step\s+#?\d{1,4}\b\s*[-–—]?\s*(.*)", re.IGNORECASE
)
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
