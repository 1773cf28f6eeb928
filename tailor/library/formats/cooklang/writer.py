"""Writes Cooklang files (.cook): marks where steps name their resources and state times.

A resource is marked where a step first names it, with its whole amount. But if steps state amounts of it
themselves, each place with an amount is marked. `reader` reads the files back as equal procedures, and other
Cooklang programs find the resources and times in them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from tailor.core.code_lines import without_code
from tailor.core.durations import durations
from tailor.core.listed_amounts import begins_clause, is_done, parted
from tailor.core.procedure import (
    Amount,
    Json,
    Procedure,
    outline,
    procedure_to_json,
    yield_number,
)
from tailor.library import markdown
from tailor.library.formats.cooklang.reader import HEAD_KEYS, REST, Gathered, notes_of, read_line
from tailor.library.markdown import VERSION

_IN_TEXTS = r"[\\@#~{}]"


_IN_TITLES = r"[\\@#~{}=]"
"""Characters to escape in a section title, which ends at "="."""
_NUMBER: Final = r"(?:\d+ (?:and )?\d/\d{1,2}|\d+(?:[.,/⁄]\d+)?[½¼¾⅓⅔⅛]?|[½¼¾⅓⅔⅛])"
_MORE: Final = rf"{_NUMBER}(?:\s?[-–]\s?{_NUMBER})?"
_TIME: Final = re.compile(
    rf"(?:.* (?:to|or|à|bis) |.*\d ?[–—] ?)?(?P<number>{_NUMBER}(?: ?- ?{_NUMBER})?) (?P<unit>[^\W\d_]+)",
    re.IGNORECASE,
)
"""The last time of a range, as others mark it: a number that a program can use."""
_BETWEEN: Final = re.compile(r"(?<=[^\W\d_])(?: ?[-–—] ?| (?:to|or|à|bis) )(?=[\d½¼¾⅓⅔⅛])")
"""Separates two times that each have a unit."""
_TIMER_NAME: Final = re.compile(r" \((?P<name>[^\W\d_]+(?: [^\W\d_]+)?)\)")
_ELSEWHERE: Final = re.compile(
    rf"(?<![\w.,/])(?P<number>{_MORE}) (?P<unit>(?:Min(?:uten?)?|Stunden?|Std|Sekunden?|minut(?:[ioy]s?|t?er|en)?"
    r"|minuut|uur|heures?|secondes?|jours?|horas?|segundos?|or[ae]|secondi|timm(?:e|ar)|timer?|sekund(?:er|y)?|dager?"
    r"|minuuttia?|tuntia?|godzin[ay]?|λεπτ[άό]|ώρ(?:α|ες)|s)(?!\w)|分钟|小时|时|分|時間|시간|분)"
)
"""Times in other languages, as in imported steps."""
_NAME: Final = re.compile(r"(?![\s&?+-]|\.{1,2}/)(?!.*(?:--|\[-))[^@#~{}\\|\n]{1,199}")
"""What may stand between a mark and its braces."""
_ASIDE: Final = re.compile(r"\s*\([^()]*\)")
_FOR: Final = re.compile(r"\s(?:to|for)\s.*")
_PIECES: Final = re.compile(r"(?P<number>[1-9]\d?) (?P<name>(?![xX×] )[^\W\d_].*)")
_SIZE: Final = re.compile(
    r"\d[\d.,]* ?(?:[cm]?m|[cm]?l|inch(?:es)?|qt|quarts?|oz|ounces?|litres?|liters?|g|lbs?)\b", re.IGNORECASE
)
_WEIGHT: Final = r"(?:kg|g|grams?|oz|ounces?|lbs?|pounds?)"
_MEASURE: Final = (
    rf"(?:{_WEIGHT}|ml|cl|dl|l|litres?|liters?|cups?|tbsps?|tablespoons?|tsps?|teaspoons?|pints?|quarts?|qts?|gallons?"
    r"|fl\.? oz)\b\.?"
)
_ONE: Final = rf"{_MORE}[ -]?{_MEASURE}"
_SIZED: Final = rf"(?:{_ONE}|{_MORE}[ -]?(?:inch(?:es)?|cm|mm)\b)"
_IN_PARTS: Final = re.compile(
    rf"(?P<amount>{_ONE} (?:(?:plus|and|minus|less|\+|&) )?{_ONE}"
    rf"|(?:{_NUMBER} )?(?:{_SIZED}|\({_SIZED}\)) (?:pieces?|knobs?|chunks?|lengths?|cans?|tins?|jars?|packs?"
    r"|packets?|packages?|bags?|bottles?|cartons?|boxes|box)) (?:of )?(?P<name>[^\W\d_].*)",
    re.IGNORECASE,
)
"""An amount in two parts, or of pieces and their size: no program can calculate with it, so it stays text."""
_OTHER_UNITS: Final = re.compile(
    rf"(?P<amount>{_MORE} (?:gallons?|quarts?|qts?|pints?|fl\.? oz)\b\.?) (?:of )?(?P<name>[^\W\d_].*)",
    re.IGNORECASE,
)
"""Units that no shopping list adds up."""
_WEIGHED: Final = re.compile(rf"{_MORE} ?{_WEIGHT}\b", re.IGNORECASE)
_HOLDS: Final = frozenset([
    "pan", "pot", "bowl", "saucepan", "skillet", "wok", "dish", "tin", "jar", "kettle", "casserole", "ramekin",
    "glass", "container", "mug", "bottle", "jug", "mould", "mold", "scale",
])  # fmt: skip
"""Tools as large as what goes into them: a "16 oz jar" is one, but "12 oz lasagne sheets" are not."""
_IN_BRACES: Final = re.compile(r"(?!=|.*(?:--|\[-))[^{}\\|%\n]{0,150}")
_IN_NOTES: Final = re.compile(r"(?!.*(?:--|\[-))[^@#~{}\\|()\n]{0,300}")
_TOOLS: Final = frozenset([
    "pan", "pot", "bowl", "oven", "knife", "board", "sheet", "tray", "whisk", "spoon", "spatula", "skillet", "wok",
    "saucepan", "grill", "blender", "mixer", "processor", "colander", "sieve", "strainer", "dish", "tin", "rack",
    "peeler", "grater", "thermometer", "foil", "parchment", "pin", "mould", "mold", "jar", "kettle", "steamer",
    "microwave", "fridge", "freezer", "ladle", "tongs", "brush", "scale", "masher", "press", "casserole",
    "griddle", "ramekin", "plate", "glass", "fork", "skewer", "container", "lid", "cutter", "mandoline", "cooker",
    "fryer", "mortar", "pestle", "juicer", "zester", "towel", "scissor", "mug", "bottle", "toaster", "machine",
    "torch", "liner", "jug", "plancha", "tagine", "paper", "film", "cloth",
])  # fmt: skip
"""Last words of tools, without an "s"."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark, and the characters of the step that it replaces."""

    start: int
    end: int
    kind: Literal["@", "#", "~"]
    name: str = ""
    alias: str = ""
    """What the step calls it, if that is not its name."""
    amount: str = ""
    unit: str = ""
    note: str = ""
    said: bool = True
    """Whether the characters include the amount."""
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a step names a resource in full."""

    start: int
    end: int
    resource: str


_ANOTHER: Final = re.compile(
    r"(?<![\w.,/])(?P<which>\d[\d.,/]* ?(?:mm|cm|inch)|old|new|other|another|smaller|larger|first|second|left|"
    r"right|front|rear|spare)\s(?:[\w-]+\s)?\Z"
)
"""Words before the last word of a name which show that another thing is meant."""


_TO_FIGURE: Final = re.compile(r" (?:(?:it|them) )?(?:up )?to (?:about )?\d")
"""After a word that begins a clause, this shows that it is a verb there, even if a thing has that name."""


class StepMarks:
    """The marks of a procedure; ask for them step by step, from the first to the last."""

    def __init__(self, procedure: Procedure) -> None:
        things = (_thing(text, procedure) for text in procedure.resources)
        self._things = [(one, kind) for one, kind in things if _NAME.fullmatch(one.name) and _plain(one)]
        ends = Counter(_short(one.name)[-1:] for one, _ in self._things)
        self._whole = {  # "flour for the worktop" is not the flour that a step means if there is another
            one.resource for one, _ in self._things if _FOR.search(one.name) and ends[_short(one.name)[-1:]] > 1
        }
        told = "\n".join(map(without_code, procedure.steps))
        self._nouns = [
            name
            for name in {name for one, _ in self._things for name in _short(one.name)}
            if not all(is_done(found, told) for found in _named(name, told))
        ]
        self._bare = {step: self._without_verbs(step) for step in procedure.steps}
        spans = [(text, _spans(self._things, text)) for text in self._bare.values()]
        self._inside = {
            one.resource
            for one, _ in self._things
            if not any(_called(one, text, named, said=said) for text, named in spans for said in (True, False))
        }
        self._said = {
            one.resource
            for one, _ in self._things
            if any(_called(one, text, self._others(one, named), said=True) for text, named in spans)
        }
        self._done: set[str] = set()

    def _others(self, one: Amount, named: Sequence[_Span]) -> Sequence[_Span]:
        """Return what else the step names; nothing for a resource that is only named within other names."""
        return () if one.resource in self._inside else named

    def _without_verbs(self, step: str) -> str:
        """Blank out code, and the names of things where they are verbs: "Flour a tray" beside "add the flour"."""
        step = without_code(step)
        for found in [one for name in self._nouns for one in _named(name, step) if is_done(one, step)]:
            step = f"{step[: found.start()]}{'_' * len(found[0])}{step[found.end() :]}"
        return step

    def of(self, step: str) -> list[Mark]:
        """Return the marks of a step in order, without overlaps; whole names come before their last words."""
        step = self._bare[step]
        found, named = [*_times(step)], _spans(self._things, step)
        things = sorted(self._things, key=lambda thing: -len(thing[0].name))
        whole = ((*thing, thing[0].name) for thing in things)
        named_short = (thing for thing in things if thing[0].resource not in self._whole)
        short = ((*thing, name) for thing in named_short for name in _short(thing[0].name))
        for one, kind, name in (*whole, *short):
            said = one.resource in self._said
            for mark in _places(one, name, step, self._others(one, named), said=said):
                once = said or one.resource not in self._done
                if once and all(mark.end <= other.start or mark.start >= other.end for other in found):
                    found.append(_of_kind(replace(mark, fixed=one.fixed), kind))
                    self._done.add(one.resource)
        return sorted(found, key=lambda mark: mark.start)

    def rest(self) -> list[Mark]:
        """Return the resources that no step has named."""
        return [
            Mark(0, 0, kind, one.name, "", one.amount, one.unit, one.note, fixed=one.fixed)
            for one, kind in self._things
            if one.resource not in self._done
        ]


def _noted(notes: str) -> list[str]:
    """Return the notes as other programs read them, each line a block of its own."""
    return [one for line in notes.split("\n") if line.strip() for one in ("", f"> {escaped(line)}")]


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    """Write the procedure with marks where steps first name a resource or state a time."""
    data = procedure_to_json(replace(procedure, id=""))
    keys: dict[str, Json] = {"tailor": VERSION, "title": data.pop("goal"), **_for_others(procedure)}
    unknown = {key for key, _ in procedure.extra}  # for example, an author that is a list stays there
    keys |= {key: data.pop(key) for key in HEAD_KEYS if key in data and key not in unknown}
    extra = {key: value for key, value in data.items() if key not in ("steps", "sections")}
    marks = StepMarks(procedure)
    body: list[str] = []
    for _, titles, text in outline(procedure):
        body += ["", *(f"== {_escaped(_IN_TITLES, title)} ==" for title in titles)]
        body += [*([""] if titles else []), _marked(text, marks.of(text))]
    rest = [_mark(mark) for mark in marks.rest()]
    keys |= {REST: True} if rest else {}
    listed = ["", f"{', '.join(rest)}."] if rest else []
    noted = _noted(procedure.notes)
    if notes_of(noted) == procedure.notes:
        keys.pop("notes", None)  # otherwise they stay there, exact, as with blank lines
    head = markdown.front_lines(keys | ({"extra": extra} if extra else {}))
    return "\n".join([*head, *listed, *body, *noted]) + "\n"


def _for_others(procedure: Procedure) -> dict[str, Json]:
    """Return yield, times and language under the keys of other Cooklang programs."""
    times, number = procedure.times, yield_number(procedure.yields)
    keys: dict[str, Json] = {
        "servings": procedure.yields if number is None else int(number) if number == int(number) else number,
        "prep time": times.prep and f"{times.prep} minutes",
        "cook time": times.cook and f"{times.cook} minutes",
        "time": times.total and f"{times.total} minutes",
        "locale": procedure.language,
    }
    return {key: value for key, value in keys.items() if value}


def _marked(text: str, marks: Sequence[Mark]) -> str:
    """Return the text with its marks, except those with which it would not be read back as it is."""

    def put(some: Sequence[Mark]) -> str | None:
        pieces, at = list[str](), 0
        for mark in some:
            pieces += [_escaped(_IN_TEXTS, text[at : mark.start]), _mark(mark)]
            at = mark.end
        whole = re.sub(r"^([=>])", r"\\\1", "".join((*pieces, _escaped(_IN_TEXTS, text[at:]))))
        return whole if read_line(whole, Gathered(), own=True) == text else None

    return put(marks) or put([mark for mark in marks if put([mark])]) or escaped(text)


def _mark(mark: Mark) -> str:
    """Write a mark; a blank begins the braces if the text does not state the amount (other programs ignore it)."""
    name = f"{mark.name}|{mark.alias}" if mark.alias else mark.name
    amount = "%".join(filter(None, (mark.amount, mark.unit)))
    blank = " " if amount and not mark.said else ""
    equal = "=" if amount and mark.fixed else ""
    return f"{mark.kind}{name}{{{blank}{equal}{amount}}}{f'({mark.note})' if mark.note else ''}"


def escaped(text: str) -> str:
    """Escape the text so that Cooklang reads it as plain words."""
    return re.sub(r"^([=>])", r"\\\1", _escaped(_IN_TEXTS, text))


def _escaped(marks: str, text: str) -> str:
    """Put a backslash before each mark and each beginning of a comment."""
    return re.sub(rf"({marks}|-(?=-)|(?<=-)-|\[(?=-))", r"\\\1", text)


def _amount(text: str) -> Amount:
    """Split a resource into its parts by its words: "500 g plain flour, sifted"."""
    other = None if (several := _IN_PARTS.fullmatch(text)) else _OTHER_UNITS.fullmatch(text)
    found = several or other
    written, thing = (found["amount"], found["name"]) if found else parted(text)
    name, _, note = re.sub(r"\s*\(([^()]*)\)$", r", \1", thing).partition(", ")
    in_unit = not several and re.search(r" [^\W\d_]+\.?$", written)
    number, _, unit = written.rpartition(" ") if in_unit else (written, "", "")
    return Amount(text, number, unit, re.sub(r"^(?:an?|the) ", "", name), note)


def _of_kind(mark: Mark, kind: Literal["@", "#"]) -> Mark:
    """Return the mark for an ingredient or for cookware; the braces of a single bowl leave out the number."""
    if kind == "#" and mark.said and (mark.amount, mark.unit) == ("1", ""):
        return replace(mark, kind=kind, amount="", start=mark.start + len("1 "))
    return replace(mark, kind=kind)


def _thing(text: str, procedure: Procedure) -> tuple[Amount, Literal["@", "#"]]:
    """Return a resource and its kind.

    Cookware has the name of a tool, or an import with amounts distinguished it from the ingredients.
    """
    if told := procedure.amount_of(text):
        return told, "#" if told.tool else "@"
    last, one = text.casefold().split()[-1], _amount(text)
    words = {last.removesuffix("s"), last.removesuffix("es")}
    is_tool = not _TOOLS.isdisjoint(words) and not (_WEIGHED.match(text) and _HOLDS.isdisjoint(words))
    return (_pieces(text), "#") if is_tool or (procedure.amounts and not one.amount) else (one, "@")


def _pieces(text: str) -> Amount:
    """Split cookware such as "2 bowls" into number and name; "9 x 13 inch pan" stays whole."""
    found = None if _SIZE.match(text) else _PIECES.fullmatch(text)
    return Amount(text, found["number"], "", found["name"]) if found else Amount(text, name=text)


def _short(name: str) -> tuple[str, ...]:
    """Return what a step may call it: its name without brackets and purpose, or only the last word of that."""
    bare = _FOR.sub("", _ASIDE.sub("", name)).strip()
    return (bare, bare.split()[-1]) if bare else ()


def _plain(one: Amount) -> bool:
    return all(map(_IN_BRACES.fullmatch, (one.amount, one.unit))) and bool(_IN_NOTES.fullmatch(one.note))


def _spans(things: Iterable[tuple[Amount, str]], step: str) -> list[_Span]:
    return [
        _Span(found.start(), found.end(), one.resource) for one, _ in things for found in _named(one.name, step)
    ]


def _named(name: str, step: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?<!\w)(?<!\w-){re.escape(name)}(?:e?s)?(?![\w(-])", step, re.IGNORECASE)


def _places(one: Amount, name: str, step: str, named: Iterable[_Span], *, said: bool) -> Iterator[Mark]:
    """Yield where the step calls the thing by this name; with `said` only where an amount stands before it.

    Words within another thing's longer name, like "corn" in "2 corn ears", do not count; nor does the last word of
    the name if it is another thing.
    """
    others = [span for span in named if span.resource != one.resource]
    for found in _named(name, step):
        start, end = found.span()
        if any(
            span.start <= start and end <= span.end and (name != one.name or end - start < span.end - span.start)
            for span in others
        ):
            continue
        if name != one.name and step[: found.end()].casefold().endswith(one.name.casefold()):
            continue  # the whole name is here: "9" is no amount in "13 x 9 tin"
        if name != one.name and (other := _ANOTHER.search(step[:start])) and other["which"] not in one.name:
            continue  # the old cartridge is not the new one
        if _TO_FIGURE.match(step, end) and begins_clause(step, start):
            continue  # "pump to 60 psi" is an instruction
        if mark := _with_amount(one, step, found) if said else _without_amount(one, found):
            yield mark


def _called(one: Amount, step: str, named: Sequence[_Span], *, said: bool) -> bool:
    names = (one.name, *_short(one.name))
    return any(True for name in names for _ in _places(one, name, step, named, said=said))


def _without_amount(one: Amount, found: re.Match[str]) -> Mark:
    alias = "" if found[0] == one.name else found[0]
    note = one.note if one.amount else ""  # only an amount keeps it out of the step's words
    return Mark(found.start(), found.end(), "@", one.name, alias, one.amount, one.unit, note, said=False)


def _with_amount(one: Amount, step: str, found: re.Match[str]) -> Mark | None:
    """Return the mark with the amount before it: the thing's own, a part of it, or another number of its units."""
    before, alias = step[: found.start()], "" if found[0] == one.name else found[0]
    aside = f" ({one.note})"
    note = one.note if one.note and step.startswith(aside, found.end()) else ""
    end = found.end() + (len(aside) if note else 0)
    parts = one.amount.split(" + ")
    told = [one.unit] if one.unit else [part.partition(" ")[2] for part in parts]
    units = [unit for unit in told if unit and not re.search(r"\d", unit)]  # "1 lb 4 oz" is one amount
    either = "|".join(f"{re.escape(unit.rstrip('s.'))}s?\\.?" for unit in units)
    unit = rf"(?: (?P<unit>{either}))" if either else "(?P<unit>)"
    local = re.search(rf"(?<![\w.,/])(?P<number>{_MORE}){unit} $", before, re.IGNORECASE)
    places = [(local.start(), local["number"], local["unit"])] if local else []
    for amount, unit in ((one.amount, one.unit), *((part, "") for part in parts)):
        own = " ".join(filter(None, (amount, unit)))
        if own and re.search(rf"(?<!\w){re.escape(own)} $", before):
            places.append((found.start() - len(own) - 1, amount, unit))
    if not places:
        return None
    start, amount, unit = min(places, key=lambda place: place[0])
    return Mark(start, end, "@", one.name, alias, amount, unit, note)


def _times(step: str) -> Iterator[Mark]:
    known = [(one.start, one.end, one.words) for one in durations(step)]
    others = [(one.start(), one.end(), one[0]) for one in _ELSEWHERE.finditer(step)]
    apart = (one for one in others if all(one[0] >= end or one[1] <= start for start, end, _ in known))
    for start, end, words in (*known, *apart):
        ends = [(found.start(), found.end()) for found in _BETWEEN.finditer(words)]
        for first, last in zip([0, *(at for _, at in ends)], [*(at for at, _ in ends), len(words)], strict=True):
            parts = _TIME.fullmatch(words, first, last)
            number, unit = (parts["number"], parts["unit"]) if parts else (words[first:last], "")
            name = _TIMER_NAME.match(step, end) if last == len(words) else None
            if _IN_BRACES.fullmatch(number):
                begin, stop = start + (parts.start("number") if parts else first), start + last
                called = name["name"] if name else ""
                yield Mark(begin, name.end() if name else stop, "~", called, amount=number, unit=unit)
