"""What stands in a procedure still after every exchange: said to the person, never changed.

Owns the sentences on words that speak against a requirement and on foods of which only the label can tell.
Refuses deciding anything about them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from tailor.core.events import Finding
from tailor.core.guard import scan
from tailor.providers.builtin.naming import is_product
from tailor.providers.builtin.sheet import Sheet

Asked: TypeAlias = Mapping[str, tuple[str, ...]]
"""Constraint ids with the requirements that ask for them."""


def say_what_is_left(sheet: Sheet, wanted: Asked, findings: Callable[[str], Sequence[Finding]]) -> None:
    """Says which words against a requirement stand there still, and where."""
    left: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for part, lines in (("step", sheet.steps), ("resource", sheet.resources)):
        for number, line in enumerate(lines, 1):
            for finding in findings(line.text):
                if re.search(rf"\blike (?:\w+ )?{re.escape(finding.word)}", line.text):
                    continue  # "until it looks like breadcrumbs" compares, it does not use
                place = left.setdefault(wanted[finding.constraint], {})
                place.setdefault(finding.word.casefold(), []).append(f"{part} {number}")
    for requirements, words in left.items():
        made = [word for word in words if is_product(sheet, word)]
        if made:
            names = ", ".join(made)
            sheet.say(
                requirements, f"“{names}” stays in the text: it is what is made here, of what the list now holds."
            )
        for word in (word for word in words if word not in made):
            where = ", ".join(dict.fromkeys(words[word]))
            sheet.say(
                requirements, f"“{word}” still stands in {where}: I know no way round it, please decide there."
            )


def say_old_names(sheet: Sheet, findings: Callable[[str], Sequence[Finding]]) -> None:
    """Says where steps call an exchanged thing of the list by a name no rule knows: of pork ribs "the ribs"."""
    listed = " ".join(line.text for line in sheet.resources).casefold()
    for line in sheet.resources:
        words = re.split(r"[,(;]", line.old)[0].split()
        name = words[-1].casefold().removesuffix("s") if words else ""
        if line.text == line.old or len(name) < 3 or name in listed:
            continue
        called = re.compile(rf"\bthe ({re.escape(name)}s?)\b", re.IGNORECASE)
        places = [(number, step) for number, step in enumerate(sheet.steps, 1) if called.search(step.text)]
        places = [(number, step) for number, step in places if not findings(step.text)]
        if places:
            where = ", ".join(f"step {number}" for number, _ in places)
            words_now = f"“{words[-1]}” still stands in {where}, and the list has “{line.text}” now"
            sheet.say(line.serves, f"{words_now}: please decide there.")


def say_what_labels_tell(sheet: Sheet, wanted: Asked) -> None:
    """Says of which foods only the label can tell whether they hold what is not wanted: celery in stock."""
    unsure: dict[tuple[str, ...], list[str]] = {}
    for line in (*sheet.resources, *sheet.steps):
        for one in scan(line.text, wanted):
            if one.kind == "not_assessed":
                unsure.setdefault(wanted[one.constraint], []).append(one.word.casefold())
    for requirements, words in unsure.items():
        names = ", ".join(dict.fromkeys(f"“{word}”" for word in words))
        sheet.say(requirements, f"Read the label of {names}: I cannot tell what is in it.")
