"""Writes procedures as plain text (CONTRACT 1) that `reader` reads back as equal ones."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from tailor.core.code_lines import unfolded
from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, Times, outline
from tailor.core.text import minutes_words
from tailor.library.formats.registry import detect_format
from tailor.library.formats.shared.facts import Facts, facts_in
from tailor.library.formats.text.messages import NOTES
from tailor.library.formats.text.reader import parse, parse_under
from tailor.library.formats.text.titles import GOAL


def write_under(procedure: Procedure) -> str:
    """Return the text below the title, as people type it; `parse_under` returns the same procedure from it."""
    line = _yield_line(procedure.yields)
    lines = [line] if line and facts_in(line) == Facts(procedure.yields) else []
    return "\n".join((*lines, *[""][: len(lines)], *_below(procedure)))


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    below = "\n".join((*_fact_lines(procedure), "", *_below(procedure))) + "\n"
    if not (goal := procedure.goal):
        return f"Procedure\n{below}"
    plain = f"{goal}\n{below}"
    with suppress(ContentError):
        if detect_format(f"{goal}\n") == "text" and parse(plain).procedure.goal == goal:
            return plain
    return f"{GOAL} {plain}"


def _fact_lines(procedure: Procedure) -> Iterator[str]:
    """Yield lines for the yield, times and author, if each line is read back as just that."""
    times = procedure.times
    facts = [(_yield_line(procedure.yields), Facts(yields=procedure.yields))] if procedure.yields else []
    for name, part in (("Prep time", "prep"), ("Cook time", "cook"), ("Total time", "total")):
        if minutes := getattr(times, part):
            facts.append((f"{name}: {minutes_words(minutes)}", Facts(times=replace(Times(), **{part: minutes}))))
    facts += [(f"By: {procedure.author}", Facts(author=procedure.author))] if procedure.author else []
    yield from (line for line, told in facts if facts_in(line) == told)


def _yield_line(yields: str) -> str:
    """ "Yield: 4 servings", "Makes 12"; "" if there is no yield."""
    if facts_in(yields) == Facts(yields):
        return f"{yields[0].upper()}{yields[1:]}"
    return f"Yield: {yields}" if yields else ""


def _below(procedure: Procedure) -> Iterator[str]:
    """The lines below the title."""
    if procedure.resources:
        yield from ("You need:", *(f"- {text}" for text in procedure.resources), "")
    for number, titles, text in outline(procedure):
        yield from (*(f"== {title} ==" for title in titles), f"{number}. {_code_apart(text, number)}")
    if procedure.notes:
        yield from ("", NOTES, procedure.notes)


def _code_apart(step: str, number: int) -> str:
    """Put the code of a step on lines of its own, if it is read back from them."""
    lines = unfolded(step, " " * len(f"{number}. "))
    return lines if "\n" in lines and parse_under("", f"1. {lines}").procedure.steps == (step,) else step
