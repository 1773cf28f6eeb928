"""How much a step takes of what it names: the amounts of the list that the step does not say itself.

"Add the flour" takes "500 g flour"; a later step takes it again only where it says "the rest of the flour".
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tailor.core.durations import durations
from tailor.core.english import singular
from tailor.core.listed_amounts import measures, parted
from tailor.core.numerals import FIGURE
from tailor.core.procedure import Procedure

_EVERYWHERE: Final = frozenset(["water", "ice"])
"""What steps use beside the amount in the list: "rinse it under cold water"."""
_MOST_RESOURCES: Final = 200
_STEPS_BACK: Final = 200
"""How far back an earlier use is looked for."""
_OWN: Final = re.compile(
    rf"(?:{FIGURE}|\b(?:half|one|two|three|four|an?|each|every|another|other|first|second|third|last)\b)"
    r"(?:\s?[\w-]+\.?)?(?:\s\([^()]*\))?(?:\sof)?(?:\s[\w-]+){0,2}\s$",
    re.IGNORECASE,
)
"""An amount or an article right before a name: "2 tablespoons of the brown ", "a clean "."""
_PART: Final = re.compile(
    r"\b(?:rest|remaining|remainder|half|quarter)\s(?:of\s(?:the\s)?)?(?:\w+\s)?$(?<!half\s)(?<!quarter\s)",
    re.IGNORECASE,
)
_PIECES: Final = frozenset(
    [
        "clove",
        "leaf",
        "sprig",
        "stalk",
        "stick",
        "fillet",
        "breast",
        "thigh",
        "rib",
        "bulb",
        "head",
        "slice",
        "piece",
    ]
)
"""Last words of names that steps leave out: "3 garlic cloves"."""


@dataclass(frozen=True, slots=True)
class _Measured:
    resource: str
    whole: re.Pattern[str]
    short: re.Pattern[str] | None
    """By its last word alone; None if another resource ends in the same word."""


def amounts_of(procedure: Procedure, number: int) -> tuple[str, ...]:
    """The resources, as the list has them, that a step (from 1) uses without saying how much.

    Of what an earlier step has taken a part: "the rest of 50 g butter".
    """
    step = procedure.steps[number - 1]
    before = "\n".join(procedure.steps[max(number - 1 - _STEPS_BACK, 0) : number - 1])
    taken = ((one.resource, _taken(one, step, before)) for one in _measured(procedure))
    return tuple(f"{part}{resource}" for resource, part in taken if part is not None)


def ahead(procedure: Procedure) -> tuple[str, ...]:
    """The resources whose note takes time before the first step: "2 flax eggs (…, leave for 10 minutes)"."""
    notes = ((one, re.search(r"[,(](.*)", one)) for one in procedure.resources[:_MOST_RESOURCES])
    return tuple(one for one, note in notes if note and durations(note[1]))


def _taken(one: _Measured, step: str, before: str) -> str | None:
    """What is said before the amount: "" for the whole of it; None where the step takes none or says how much."""
    for pattern in filter(None, (one.whole, one.short)):
        if found := pattern.search(step):
            ahead = re.split(r"[.!?]\s+(?=[A-Z])", step[max(found.start() - 60, 0) : found.start()])[-1]
            if part := _PART.search(ahead):
                return "the rest of " if part[0][:2].casefold() == "re" else ""
            said = _OWN.search(ahead) or one.resource.casefold() in step.casefold()
            return None if said or pattern.search(before) else ""
    return None


@lru_cache(maxsize=8)
def _measured(procedure: Procedure) -> tuple[_Measured, ...]:
    """The resources with an amount, and how steps call them."""
    names = dict(_names(procedure))
    last = Counter(map(last_word, names.values()))
    return tuple(
        _Measured(resource, calls(name), calls(word) if last[word] == 1 and len(word) > 2 else None)
        for resource, name in names.items()
        if (word := last_word(name)) not in _EVERYWHERE
        and sum(f" {other}".endswith(f" {name}") for other in names.values()) == 1
    )


def _names(procedure: Procedure) -> Iterator[tuple[str, str]]:
    for resource in procedure.resources[:_MOST_RESOURCES]:
        told = procedure.amount_of(resource)
        amount, name = (told.amount, told.name) if told and told.name else parted(resource)
        if not amount:
            amount, name = _behind(resource)
        name = re.split(r"\s*[,;(]|\s(?:[-–]|for|to|plus|at)\s", name, maxsplit=1)[0].strip().casefold()
        if amount and name and not (told and told.tool):
            yield resource, name


def _behind(resource: str) -> tuple[str, str]:
    """The amount behind a comma and the thing: "a good glug of cream, 150 ml"; not the size of a dish."""
    thing, _, amount = (part.strip() for part in resource.partition(","))
    name = thing.rpartition(" of ")[2]
    return (amount, name) if name != thing and measures(f"{amount} {name}") else ("", resource)


def last_word(name: str) -> str:
    words = [singular(word) for word in re.findall(r"[^\W\d_]+", name.casefold())] or [""]
    return words[-2] if len(words) > 1 and words[-1] in _PIECES else words[-1]


def calls(name: str) -> re.Pattern[str]:
    """The name in singular or plural."""
    one = re.sub(r"[^\W\d_]+$", lambda word: singular(word[0]), name.casefold())
    ends = f"{re.escape(one[:-1])}(?:y|ies)" if one.endswith("y") else f"{re.escape(one)}(?:e?s)?"
    return re.compile(rf"(?<![\w-])(?:{ends}|{re.escape(name)})(?![\w-])", re.IGNORECASE)
