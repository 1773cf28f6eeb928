"""What was forgotten and can still be done: "I forgot the salt", "I skipped step 2", "I forgot to heat the oven".

Owns finding the thing in the list or the step behind that speaks of it, and the words that catch up on it. Refuses
to say that it can still be done where it cannot: nothing raises what is baked already.
"""

import re
from collections.abc import Sequence
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.naming import is_food
from tailor.providers.builtin.sheet import Line, Sheet

_FORGOT: Final = re.compile(
    r"\b(?:forgot(?:ten)?|left out|leaving out|missed|skipped|didn't|did not|haven't|have not)\b(?P<what>.+)",
    re.IGNORECASE,
)
_LONG: Final = re.compile(r"\b(?:overnight|hours?|all (?:day|night))\b", re.IGNORECASE)
_DOING: Final = re.compile(r"\s*to (?!add\b|put\b|use\b|mix\b|stir\b)\w+", re.IGNORECASE)
"""Something was not done, and not only left out."""
_RISING: Final = re.compile(r"\b(?:yeast|sourdough|baking (?:powder|soda)|bicarb)", re.IGNORECASE)
_BAKED: Final = re.compile(r"\b(?:bake|roast|fry|grill|steam)\b", re.IGNORECASE)
_EMPTY: Final = frozenset(
    re.findall(
        r"\w+",
        "the and for add put with into that this from some step have been forgot left out over then your you not"
        " still until leave mix use",
    )
)


def catch_up(sheet: Sheet, one: Requirement, at: int) -> tuple[str, ...] | None:
    """The steps that make up for what was forgotten before step `at`.

    () where it is too late, or where it is still ahead, which is said; None where nothing was forgotten or nobody
    knows what is meant.
    """
    told = _FORGOT.search(one.text.replace("’", "'"))
    if told is None or _LONG.search(one.text):
        return None
    what = told["what"]
    steps = [line for line in sheet.steps if not line.new]
    if number := re.search(r"\bstep (\d{1,3})\b", what):
        return _step(sheet, one, steps, int(number[1]), at)
    if listed := _listed(sheet, what):
        return _thing(sheet, one, listed.text, steps[: at - 1])
    meant = _alike(steps, what)
    if meant is None:
        return None
    if meant.number < at and is_food(sheet) and not _DOING.match(what):
        return _thing(sheet, one, f"{_named(what)} of step {meant.number}", steps[: at - 1])
    return _step(sheet, one, steps, meant.number, at)


def _step(sheet: Sheet, one: Requirement, steps: Sequence[Line], number: int, at: int) -> tuple[str, ...] | None:
    """A step that was left out, done now."""
    if not 1 <= number <= len(steps):
        return None
    if number >= at:
        sheet.say([one.id], f"Step {number} is still ahead, so nothing is lost.")
        return ()
    return (f"Do now what was left out: {steps[number - 1].text}",)


def _thing(sheet: Sheet, one: Requirement, thing: str, behind: Sequence[Line]) -> tuple[str, ...]:
    """A thing that was not put in, with its amount or where the amount stands."""
    baked = any(_BAKED.search(line.text) for line in behind)
    if _RISING.search(thing):
        if baked:
            sheet.say([one.id], f"Once it is in the heat, {thing} cannot be worked in any more: begin again.")
            return ()
        rise = " Then give it its full time to rise." if "yeast" in thing.casefold() else ""
        return (f"Sprinkle {thing} over it now and work it in until it is even.{rise}",)
    if baked:
        return (f"Bring {thing} to the table or put it on top now: it can no longer be mixed in.",)
    return (f"Add {thing} now, and stir, fold or knead it in until it is even.",)


def _named(what: str) -> str:
    """The thing as it was called, with "the" before it."""
    thing = re.sub(r"^\s*(?:to (?:add|put in|put|use|mix in|stir in) )?(?:the |any |my |some )?", "", what)
    return f"the {re.split(r'[.,;!?]', thing)[0].strip()}"


def _listed(sheet: Sheet, what: str) -> Line | None:
    """The line of the list that is named."""
    named = _content(what)
    scored = [(len(named & _content(line.text)), line) for line in sheet.resources if not line.gone]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best and best[0] and not _DOING.match(what) else None


def _alike(steps: Sequence[Line], what: str) -> Line | None:
    """The step that shares most words with what was forgotten: two at least, or the only one there is."""
    named = _content(what)
    scored = [(len(named & _content(line.text)), -line.number, line) for line in steps]
    best = max(scored, key=lambda one: one[:2], default=None)
    return best[2] if best and named and best[0] >= min(2, len(named)) else None


def _content(text: str) -> frozenset[str]:
    """The words that say something, without their endings."""
    found = re.findall(r"[^\W\d_]{3,}", text.casefold())
    return frozenset(re.sub(r"^pre(?=heat)|(?:ed|ing|es|s)$", "", word) for word in found if word not in _EMPTY)
