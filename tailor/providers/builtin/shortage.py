"""Things that have run out: "I have no buttermilk", "we're out of brown sugar", "the cornflour is gone".

Owns telling that a thing is missing, not forbidden, and putting something of the same use in its place, as the
shortages of `rescue.json` say. Refuses what speaks against the person's other requirements, or is missing too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tailor.core.guard import constraints_in, lacks
from tailor.core.requirements import Requirement
from tailor.providers.builtin.knowledge import Swap, by_word, naming, pattern, records, swaps_of, words
from tailor.providers.builtin.phrases import as_verb, phrase_at
from tailor.providers.builtin.removal import exchanged
from tailor.providers.builtin.sheet import Line, Sheet
from tailor.providers.builtin.substitution import scan_hits, wanted


@dataclass(frozen=True, slots=True)
class Shortage:
    """A thing by its names, and what takes its place when there is none."""

    words: tuple[str, ...]
    other: "re.Pattern[str] | None"
    """What shows that another thing is meant: coconut milk is no milk."""
    swaps: tuple[Swap, ...]

    @property
    def name(self) -> "re.Pattern[str]":
        """The thing in a text, in singular or plural, the longest name first."""
        return naming(self.words)


@dataclass(frozen=True, slots=True)
class Barred:
    """What may not take the place of anything."""

    constraints: dict[str, tuple[str, ...]]
    gone: tuple[Shortage, ...]

    def bars(self, swap: Swap) -> bool:
        """Whether a swap speaks against the person's requirements, or is made of what is missing too."""
        made_of = swap.resource or swap.name
        return scan_hits(f"{swap.name} {made_of} {swap.prepare}", self.constraints) or any(
            _spans(one, made_of) for one in self.gone
        )


@cache
def shortages() -> tuple[Shortage, ...]:
    """Every shortage of the data file."""
    return tuple(
        Shortage(words(one, "words"), pattern(f"(?i){one['not']}") if one.get("not") else None, swaps_of(one))
        for one in records("rescue", "shortages")
    )


def stand_in(sheet: Sheet, requirements: Sequence[Requirement], *, rescue: bool) -> list[Requirement]:
    """Exchanges what has run out; the requirements that are left for other rules.

    What may be a diet ("I have no dairy") is left to the rules that know diets; half-way (`rescue`) all is a lack.
    """
    found = {one.id: [] if rescue and one.source == "profile" else list(missing(one.text)) for one in requirements}
    left = [one for one in requirements if not found[one.id] or (constraints_in(one.text) and not rescue)]
    short = [one for one in requirements if one not in left]
    barred = Barred(wanted(left), tuple(thing for one in short for thing in found[one.id]))
    for one in short:
        sheet.understood([one.id])
        for thing in found[one.id]:
            if not rescue and scan_hits(thing.words[0], barred.constraints):
                sheet.say([one.id], f"{thing.words[0]} goes anyway, for what else you asked.")
            else:
                _replace(sheet, thing, one.id, barred)
    return left


def missing(words: str) -> Iterator[Shortage]:
    """The things that these words say have run out."""
    for near in lacks(words):
        yield from (one for one in shortages() if _spans(one, near))


def _spans(one: Shortage, words: str) -> list[tuple[int, int]]:
    """Where a text names the thing, other things left out."""
    others = [found.span() for found in one.other.finditer(words)] if one.other else []
    spans = [found.span() for found in one.name.finditer(words)]
    longer = [found.span() for other in shortages() if other is not one for found in other.name.finditer(words)]
    taken = [*others, *(span for span in longer if span[1] - span[0] > min(len(word) for word in one.words))]
    return [span for span in spans if not any(a <= span[0] and span[1] <= b and (a, b) != span for a, b in taken)]


def _replace(sheet: Sheet, thing: Shortage, id: str, barred: Barred) -> None:
    name = thing.words[0]
    if not any(_spans(thing, line.text) for line in sheet.steps if not line.locked):
        ahead = "ahead " if any(line.locked for line in sheet.steps) else ""
        sheet.say([id], f"No step {ahead}needs {name}, so nothing changes for it.")
        return
    fitting = [swap for swap in thing.swaps if not barred.bars(swap)]
    needed = _needed(sheet, name)
    if needed or not fitting:
        why = f"“{needed}” depends on it" if needed else "I know nothing that takes its place here"
        sheet.say([id], f"I left {name} as it is: {why}. Please decide there.")
        return
    swap = fitting[0]
    _exchange(sheet, thing, swap, f"{name} → {swap.name}: {swap.reason}", id)
    need = f"For this you need {re.sub(r'^tablespoon of ', '', swap.resource or swap.name)}."
    also = f" It also works with {' or '.join(other.name for other in fitting[1:])}." if fitting[1:] else ""
    sheet.say([id], need + also)


def _needed(sheet: Sheet, name: str) -> str:
    """The word of the procedure for which nothing takes the thing's place (eggs in an omelette); "" for none."""
    known = by_word().get(name)
    told = " ".join([sheet.goal, *(step.text for step in sheet.steps)]).casefold()
    return next((word for word in known.cannot if word.casefold() in told), "") if known else ""


def _exchange(sheet: Sheet, thing: Shortage, swap: Swap, reason: str, id: str) -> None:
    """Puts the swap in every place ahead, and the step that prepares it before the first."""
    prepared = not swap.prepare
    for line in (*sheet.resources, *sheet.steps):
        changed = sheet.change(line, _with(thing, swap, line), reason, [id])
        if changed and line.part == "steps" and not prepared:
            prepared = True
            at = sheet.steps.index(line)
            sheet.add("steps", sheet.steps[at - 1] if at else None, swap.prepare, reason, [id])


def _with(thing: Shortage, swap: Swap, line: Line) -> str:
    """The line with the swap; from the last place to the first, so that places stay where they are."""
    listed = swap.resource and line.part == "resources"
    named = _bought(swap) if listed else swap
    text = line.text
    for start, end in reversed(_spans(thing, text)):
        text = as_verb(text, start, end, named.short) or exchanged(text, phrase_at(text, start, end), named)
    return text


def _bought(swap: Swap) -> Swap:
    """The swap as the list names it: what it is made of."""
    one = swap.resource
    if not swap.counted:
        return replace(swap, name=one, short=one)
    return replace(swap, name=one, short=one, counted=one, counted_plural=re.sub(r"^\w+", r"\g<0>s", one))
