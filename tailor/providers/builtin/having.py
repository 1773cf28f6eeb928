"""What a person has instead: "I only have brown sugar", "use pears instead of apples".

Owns putting what is there in the place of what it stands for, with the amounts and the handling of `having.json`.
Refuses to guess what an unknown thing could replace: where the hint names both, they change places one for one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, cast

from tailor.core.guard import constraints_in
from tailor.core.procedure import Json
from tailor.core.requirements import Requirement
from tailor.providers.builtin.knowledge import Record, fraction, naming, pattern, plain_swap, records, text, words
from tailor.providers.builtin.naming import is_food
from tailor.providers.builtin.phrases import Phrase, phrase_at, put
from tailor.providers.builtin.quantities import WORDS, written
from tailor.providers.builtin.removal import exchanged, mentions
from tailor.providers.builtin.sheet import Line, Sheet
from tailor.providers.builtin.substitution import scan_hits, wanted

_ONLY: Final = re.compile(
    r"\b(?:only|just)(?: have| got| own| use| find)?(?: got)? (?P<a>.{3,40})"
    r"|\b(?:have|got|own)(?: only| just) (?P<b>.{3,40})"
    r"|\ball (?:i|we) have is (?P<c>.{3,40})|\b(?:have|got|use|using|with|take) (?P<d>.{3,40}?) (?:instead|not)\b",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"^(?:.*\b(?:have|got|use|using|with|take|want|put|like|prefer|only|just|please|the|some|an?|in) )",
    re.IGNORECASE,
)
_SORT: Final = re.compile(r"(?:cooking|eating|dessert|baking) $", re.IGNORECASE)
"""Words that belong to the old thing alone: cooking apples are no cooking pears."""
_INSTEAD: Final = re.compile(
    r"(?P<new>[a-z][a-z' -]{2,40}?)"
    r",? (?:instead of|in place of|rather than) (?:the |an? )?(?P<old>[a-z][a-z-]+(?: [a-z-]+){0,2}?)"
    r"(?=[.,;!]|$| (?:please|because|as|if|for|in)\b)",
    re.IGNORECASE,
)
_SWAPPED: Final = re.compile(
    r"\b(?:replace|swap|exchange) (?:out )?(?:the |my |all )?(?P<old>[a-z][a-z-]+(?: [a-z-]+){0,2}?)"
    r" (?:with|for|by) (?P<new>[a-z][a-z' -]{2,40}?)(?=[.,;!?]|$| (?:please|because|as|if|in|and)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """One thing that is replaced, and how its amounts turn."""

    words: tuple[str, ...]
    other: "re.Pattern[str] | None"
    ratio: Fraction
    keep: frozenset[str]
    units: dict[str, tuple[Fraction, str]]

    @property
    def name(self) -> "re.Pattern[str]":
        """The thing in a text, the longest name first."""
        return naming(self.words)

    def spans(self, told: str) -> list[tuple[int, int]]:
        """Where a text names it, other things left out."""
        others = [found.span() for found in self.other.finditer(told)] if self.other else []
        spans = [found.span() for found in self.name.finditer(told)]
        return [span for span in spans if not any(a <= span[0] and span[1] <= b for a, b in others)]


@dataclass(frozen=True, slots=True)
class Thing:
    """What somebody has, and what it takes the place of."""

    have: "re.Pattern[str]"
    name: str
    reason: str
    says: str
    record: Record


@cache
def things() -> tuple[Thing, ...]:
    """Every thing of the data file."""
    return tuple(
        Thing(
            pattern(rf"(?i)^(?:an? |some |the )?({'|'.join(words(one, 'have'))})\b"),
            text(one, "name"),
            text(one, "reason"),
            text(one, "says"),
            one,
        )
        for one in records("having", "things")
    )


def use_what_is_there(sheet: Sheet, requirements: Sequence[Requirement]) -> list[Requirement]:
    """Puts what a requirement says is there in its place; the requirements that are left for other rules."""
    left: list[Requirement] = []
    for one in requirements:
        barred = wanted([other for other in requirements if other is not one])
        told = one.text.replace("’", "'")
        known, named = _known(told), _INSTEAD.search(told) or _SWAPPED.search(told)
        if not is_food(sheet) or one.source == "profile":
            left.append(one)
        elif known:
            sheet.understood([one.id])
            _put_known(sheet, one.id, *known, scan_hits(known[1], barred))
        elif not (named and _put_named(sheet, one, _LEAD.sub("", named["new"]).strip(), named["old"], barred)):
            left.append(one)
    return left


def _known(told: str) -> tuple[Thing, str] | None:
    """The thing of the data file that somebody has, as they call it."""
    for found in _ONLY.finditer(told):
        have = next(part for part in found.groups() if part)
        for thing in things():
            if match := thing.have.match(have):
                return thing, match[1].casefold()
    return None


def _put_known(sheet: Sheet, id: str, thing: Thing, have: str, barred: bool) -> None:
    name = thing.name.replace("{have}", have)
    if barred:
        sheet.say([id], f"I left things as they are: {name} speaks against what else you asked.")
        return
    changed = [_changed(sheet, line, source, name, thing.reason, id)
               for source in sources_of(thing, have) for line in (*sheet.resources, *sheet.steps)]  # fmt: skip
    if any(changed):
        sheet.say([id], thing.says)
    else:
        sheet.say([id], f"I found nothing here that {name} would take the place of.")


def sources_of(thing: Thing, have: str) -> Iterator[Source]:
    """What the thing takes the place of; {herb} is what is dried."""
    herb = re.sub(r"^dried ", "", have)
    for one in cast(list[Record], thing.record["from"]):
        names = tuple(word.replace("{herb}", herb) for word in words(one, "words"))
        other = text(one, "not", "").replace("{herb}", herb)
        yield Source(
            tuple(name for name in names if name != have),
            pattern(f"(?i){other}") if other else None,
            fraction(one.get("ratio")),
            frozenset(words(one, "keep")),
            {unit: (fraction(value[0]), str(value[1])) for unit, value in _units(one).items()},
        )


def _units(record: Record) -> dict[str, list[Json]]:
    return cast(dict[str, list[Json]], record.get("units", {}))


def _changed(sheet: Sheet, line: Line, source: Source, name: str, reason: str, id: str) -> bool:
    """One line with the thing in every place, from the last to the first; told where anything changed."""
    told = line.text
    for start, end in reversed(source.spans(told)):
        phrase = phrase_at(told, start, end)
        if name in told[max(0, phrase.start - 2) : end + 12]:
            continue
        told = _with(told, phrase, source, name)
    return sheet.change(line, told, f"{source.words[0]} → {name}: {reason}", [id])


def _with(told: str, phrase: Phrase, source: Source, name: str) -> str:
    """The text with the thing in the phrase's place; its unit turned where the data file knows how."""
    amount = phrase.amount
    unit = re.sub(r"s$", "", amount.unit.casefold()) if amount else ""
    if amount is not None and unit in source.units:
        factor, new = source.units[unit]
        return put(told, phrase, f"{written(amount.low * factor, new)} of {name}", plural=False)
    swap = plain_swap(name, source.ratio, source.keep)
    return exchanged(told, phrase, swap)


def _put_named(sheet: Sheet, one: Requirement, new: str, old: str, barred: dict[str, tuple[str, ...]]) -> bool:
    """Two things named in the hint change places, one for one; False where that is not what is meant."""
    lines = [
        line
        for line in (*sheet.resources, *sheet.steps)
        if mentions(line.text, _one(old)) or mentions(line.text, old)
    ]
    device = any(id.startswith("no_") and id != "no_alcohol" for id in constraints_in(one.text))
    numbers = any(word in WORDS or word.isdigit() for word in f"{new} {old}".casefold().split())
    if (
        not new
        or numbers
        or not lines
        or device
        or any(mentions(line.text, _one(new)) for line in sheet.resources)
    ):
        return False
    sheet.understood([one.id])
    if scan_hits(new, barred):
        sheet.say([one.id], f"I left things as they are: {new} speaks against what else you asked.")
        return True
    source = Source((_one(old), old), None, Fraction(1), frozenset(), {})
    swap = plain_swap(new, Fraction(1), frozenset(), counted=_one(new), many=_many(new))
    for line in lines:
        told = line.text
        for start, end in reversed(source.spans(told)):
            sort = _SORT.search(told[:start])
            told = told[: sort.start()] + told[start:] if sort else told
            shift = len(sort.group()) if sort else 0
            told = exchanged(told, phrase_at(told, start - shift, end - shift), swap)
        sheet.change(line, told, f"{old} → {new}, one for one, as you asked.", [one.id])
    sheet.say([one.id], f"I took {new} one for one and left all times: look whether they still fit.")
    return True


def _one(noun: str) -> str:
    noun = noun.casefold()
    for ending, become in (("ies", "y"), ("oes", "o"), ("ches", "ch"), ("ss", "ss"), ("s", "")):
        if noun.endswith(ending) and len(noun) > 4:
            return noun[: -len(ending)] + become
    return noun


def _many(noun: str) -> str:
    return noun if noun.endswith("s") else f"{noun}s"
