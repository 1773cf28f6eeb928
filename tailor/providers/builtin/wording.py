"""How much a step explains: terms for a beginner, fewer words for an expert.

Owns the glossary's use and what an expert can do without. Refuses to take out numbers, signs of doneness and
warnings.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.knowledge import pattern, records, text, words
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.sheet import Sheet

_TALK: Final = (
    re.compile(r",? (?:so that|because|as otherwise|since)\b(?![^,.;]*\b(?:not|never|gas|poison|burn|shock"
            r"|slide|fall|danger|leak|live|meet|fire|hurt|cannot|steam|burst|crack|pressure|germs|raw)\b)[^.;]*?(?=[.;]|$)"),
    re.compile(r", as (?:the|they|it)\b[^.;,]*?(?: too| far too)\b[^.;,]*(?=[.;]|$)"),
    re.compile(r" with an? (?:spoon|fork|knife|wooden spoon|whisk|peeler|grater|pen)\b(?! and)"),
    re.compile(r"\b(?:carefully|gently) (?=stir|mix|place|put)", re.IGNORECASE),
)  # fmt: skip
_MOST_TERMS = 3
"""Terms explained in one step, so that it stays readable."""


@cache
def glossary() -> tuple[tuple["re.Pattern[str]", str, str], ...]:
    """Pattern, term and explanation of every entry, longest terms first."""
    entries = [
        (
            pattern(rf"(?i)(?<![\w-])(?:{'|'.join(words(one, 'words'))})(?![\w-])"),
            text(one, "term"),
            text(one, "means"),
        )
        for one in records("glossary", "terms")
    ]
    return tuple(sorted(entries, key=lambda one: -len(one[1])))


def reword(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Explains terms where a beginner asks, shortens where an expert does; with both, explaining wins."""
    beginners = [one.id for one in requirements if one.level == "beginner"]
    experts = [one.id for one in requirements if one.level == "expert"]
    if beginners:
        _explain(sheet, beginners)
    elif experts:
        _shorten(sheet, experts)
    plain = [one.id for one in requirements if one.level == "intermediate"]
    if plain:
        sheet.understood(plain)
        sheet.say(plain, "The wording of the steps is meant for people with some practice; I left it.")


def _explain(sheet: Sheet, serves: Sequence[str]) -> None:
    """Puts a short explanation in brackets behind the first mention of each term."""
    sheet.understood(serves)
    explained: set[str] = set()
    for line in sheet.steps:
        if line.locked:
            continue
        changed, here = line.text, 0
        for cue, term, means in glossary():
            found = cue.search(changed)
            if found is None or term in explained or here >= _MOST_TERMS or _in_brackets(changed, found.start()):
                continue
            explained.add(term)
            here += 1
            changed = f"{changed[: found.end()]} ({means}){changed[found.end() :]}"
        if here:
            sheet.change(line, changed, "For a beginner: terms are explained where they first stand.", serves)
    if not explained:
        sheet.say(serves, "I found no term here that my glossary explains; the steps stay as they are.")
    else:
        sheet.say(
            serves,
            f"I explain {len(explained)} {'term' if len(explained) == 1 else 'terms'} in brackets; how-to "
            f"that is missing altogether I do not invent.",
        )


def _in_brackets(changed: str, at: int) -> bool:
    return changed.count("(", 0, at) > changed.count(")", 0, at)


def _shorten(sheet: Sheet, serves: Sequence[str]) -> None:
    """Takes out reasons and the naming of everyday tools; numbers, signs of doneness and warnings stay."""
    sheet.understood(serves)
    changed = False
    for line in sheet.steps:
        if line.new or line.locked:
            continue
        short = line.text
        for talk in _TALK:
            short = talk.sub("", short)
        short = tidy(short)
        if len(short.split()) >= 3 and short != line.text:
            short = short if short[-1:] in ".!?" else short + "."
            changed |= sheet.change(line, short, "For an expert: reasons and everyday tools left out.", serves)
    if not changed:
        sheet.say(serves, "The steps hold little explanation already; I left their wording.")
