"""Update mentions of step numbers ("repeat step 4") after edits: the last stage of a run, agent `renumber`.

`apply` never changes a text, so this is a stage of its own that can be seen, undone and saved. It covers steps,
resources, headings and notes. Where several steps are named together ("steps 2, 3 and 5-7"), those that are gone
are dropped. If none is left, the mention is marked "(left out)", since another step may have its number now. Lost
steps are reported. Texts whose numbering is unknown, made by `diff`, are left alone.

"The previous step", "the last two steps" and "the third step" are never rewritten, as they may well mean whatever
stands there now. Where that is a different step than before, this is reported for a person to check.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from tailor.core.edits import RENUMBER, Bag, Replace
from tailor.core.engine import Applied, Trace, apply, diff
from tailor.core.english import CARDINALS
from tailor.core.procedure import Part, Procedure, fingerprint
from tailor.core.text import one_line, with_capital

STEP_MENTION: Final = "step_mention"
"""The `constraint` of a finding about a step that is gone."""

LEFT_OUT: Final = " (left out)"
"""Marks a mention whose steps are all gone, so that nobody takes "step 4" for the step that is now the fourth."""

MOST_TEXTS: Final = 16_384
"""Texts whose mentions stay known: every key asks for those of all texts of a review, and with fewer than it has
each would be read anew each time."""

Where: TypeAlias = Callable[[int], int | None]
"""Maps a number in the text's own numbering to the current one; None if that step is gone."""

_ONE = r"(?:step|schritt|étape|etape|paso|passo|passaggio|stap|krok|шаг(?:е|а|у|ом)?)"
_SEVERAL = (
    r"(?:steps|schritte?n?|étapes|etapes|pasos|passos|passi|passaggi|stappen|steg(?:en)?|trin|krok(?:i|u|ach)"
    r"|шаг(?:и|ов|ам|ами|ах))"
)
_WORD = rf"(?:{_SEVERAL}|{_ONE})"
_CALLED = r"\s{0,2}(?:(?:number|numéro|nummer|número|nos?\.|nr\.|n[°º]\.?|№)\s{0,2})?"
"""Between the word and its number."""
_AND = r"(?:and|or|to|through|und|oder|bis|et|y)\s"
_ALSO_AND = (
    rf"(?:{_AND}(?:then|in|from)\s|(?:then|thru|à|a|au|al|til|till|tot|ou|o|e|en|of|og|och|i|до|и)\s"
    r"|;|/|~)"
)
"""Also separates step numbers, but other numbers may follow it as well."""
_JOIN = rf"\s{{0,2}}(?:,\s{{0,2}}{_AND}|{_AND}|[,&–—-])\s{{0,2}}"
_ALSO_JOIN = rf"\s{{0,2}},?\s{{0,2}}{_ALSO_AND}\s{{0,2}}"
_UNIT = r"\s?(?:%|°|(?:cm|mm|m|km|metres?|meters?|feet|ft|inch(?:es)?|min(?:utes?)?|hours?|times|g|kg|ml|l)\b)"
_FIGURE = r"#?\d{1,4}(?!\d|\.\d)"
_NO_THING = (
    r"(?=\s*(?:$|[^\w\s]|(?:again|together|too|once|twice|until|till|for|if|before|after|with|in"
    r"|on|at|as|while|when|above|below|are|is|have|has|were|was|instead|by|from|noch|encore)\b"
    rf"|{_AND}|{_ALSO_AND}))"
)
"""Not followed by a thing to count: in "from step 4, 2 eggs" the second number counts eggs."""
_CARDINAL = rf"(?:{'|'.join(CARDINALS)})\b(?!-)"
_MENTION = re.compile(
    rf"\b{_SEVERAL}{_CALLED}{_FIGURE}"
    rf"(?:(?:\s{{0,2}},\s{{0,2}}{_FIGURE}{_NO_THING}|{_ALSO_JOIN}{_FIGURE}{_NO_THING}"
    rf"|{_JOIN.replace(',&', '&')}{_FIGURE})(?!{_UNIT}))*"
    rf"|(?<![\w/#.-])step-{_FIGURE}(?![\w-])|\b{_ONE}{_CALLED}{_FIGURE}"
    rf"(?:(?:{_JOIN}{_FIGURE}{_NO_THING}|{_ALSO_JOIN}{_FIGURE}(?=\s?(?:$|[.:!?)\]])))(?!{_UNIT}))*"
    rf"|\bsteps\s{_CARDINAL}(?:{_JOIN}{_CARDINAL}{_NO_THING})+|\bsteps?\s{_CARDINAL}"
    rf"|(?:第\s?{_FIGURE}(?=\s?[步歩])|(?<!\d){_FIGURE}(?=\s?단계)|(?:步骤|步驟|手順|ステップ|단계)\s?{_FIGURE})",
    re.IGNORECASE,
)
_NUMBER = re.compile(rf"(\d+|{_CARDINAL})", re.IGNORECASE)
_NO_STEP = re.compile(
    rf"{re.escape(LEFT_OUT)}|{_UNIT}"
    r"|[\"'”’]?\sof\s(?:another|the\sother|the\s(?:[\w-]+\s)?(?:manual|booklet|leaflet|guide)|[a-z]+\s(?:[A-Z]|\d+))\b"
)
"""What follows a quantity, a step already marked as gone, or one of another text: "step 1 of recipe B"."""
_RANGE = re.compile(r"\s*(?:[-–—~]|(?:to|through|thru|bis|à|a|au|al|til|till|tot|до)\s)\s*", re.IGNORECASE)
_BOTH = re.compile(r"\b(?:both|either|between)\s+(?:the\s+)?$", re.IGNORECASE)
"""Stands before a mention whose numbers only make sense together."""
_LABEL = re.compile(rf"{_WORD}\s{{1,2}}(\d{{1,4}})\s?(?:[:.)]|[–—-]\s|$)", re.IGNORECASE)


def renumber_mentions(text: str, where: Where) -> tuple[str, tuple[int, ...]]:
    """The text with every mention of a step changed to its current number, and the numbers that are gone."""
    gone: list[int] = []

    def moved(found: re.Match[str]) -> str:
        if _NO_STEP.match(text, found.end()):
            return found[0]
        together = _BOTH.search(text, max(found.start() - 20, 0), found.start()) is not None
        return _moved_mention(found[0], where, gone, together=together)

    return _MENTION.sub(moved, text), tuple(gone)


def without_numbers(text: str) -> str:
    """The text with every step number that it mentions set to 0, so that renumbering makes no difference."""
    return renumber_mentions(text, lambda _: 0)[0]


def places_of_mentions(text: str) -> Iterator[tuple[int, int]]:
    """The spans where a text mentions steps by number, even those of something else ("step 2 of the manual")."""
    return (found.span() for found in _MENTION.finditer(text))


@lru_cache(maxsize=MOST_TEXTS)
def mentions(text: str) -> tuple[int, ...]:
    """The step numbers that a text mentions, in order; only the ends of a range."""
    return tuple(number for one in _mentioned(text) for number in one.ends)


def mentions_any(procedure: Procedure) -> bool:
    """Whether any text of the procedure mentions a step, by number or relatively."""
    titles = (title for _, title in procedure.sections)
    texts = (*procedure.steps, *procedure.resources, *titles, *procedure.notes.split("\n"))
    return any(mentions(text) or mentions_relative(text) for text in texts)


@lru_cache(maxsize=MOST_TEXTS)
def mentions_all(text: str) -> tuple[int, ...]:
    """The step numbers that a text mentions, including those within ranges."""
    return tuple(number for one in _mentioned(text) for number in one.numbers)


def where_now(before: Sequence[str], now: Mapping[int, int], after: Sequence[str]) -> Where:
    """A mapping of the step numbers of one list to those of another.

    `now` has the known numbers. Any other step has moved to where exactly its text was added, if that is one
    place. Numbers beyond the list mean none of its steps, and stay.
    """
    came = sorted({*range(1, len(after) + 1)} - {*now.values()})

    def where(number: int) -> int | None:
        if not 1 <= number <= len(before) or number in now:
            return now.get(number, number)
        same = [place for place in came if after[place - 1] == before[number - 1]]
        return same[0] if len(same) == 1 else None

    return where


def _own_labels(procedure: Procedure) -> frozenset[int]:
    """The step labels ("Step 1:" above several steps) of a how-to that counts for itself; empty if it does not."""
    steps = [(number, label) for number, text in enumerate(procedure.steps, 1) if (label := _label(text))]
    titles = [(number, label) for number, title in procedure.sections if (label := _label(title))]
    if len(steps) == 1 and not titles:
        return frozenset()  # a mention: "Step 4 - now the glaze"
    found = (*steps, *titles)
    return frozenset(label for _, label in found if any(one != own for one, own in found))


@dataclass(frozen=True, slots=True)
class Lost:
    """A text that mentions steps that are gone, or that are different steps now."""

    part: Part | None
    """None for a heading or the notes."""
    number: int
    """The number of the step or resource, or of the step below the heading; 0 for the notes."""
    text: str
    """The text before the change."""
    gone: tuple[int, ...]
    """The numbers of the lost steps, in the text's own numbering."""
    dropped: bool
    """Whether the lost steps were dropped, so that the text mentions only the others."""
    words: str = ""
    """The words that may mean another step now: "the previous step"; "" if numbered steps are gone."""

    def says(self, name: str, called: Callable[[int], str] = "the old step {}".format) -> str:
        """The sentence to show: "Step 5 points to step 3, which you removed." or "Please look at step 5: …".

        `name` is that of the step itself; `called` names the others.
        """
        if self.part != "steps":
            words = f"“{one_line(self.text, 40)}”"
            name = words if self.part else f"the heading {words}" if self.number else f"the note {words}"
        if self.words:
            return f"Please look at {name}: “{self.words}” may mean another step now."
        verb = "no longer points" if self.dropped else "points"
        gone = " and ".join(dict.fromkeys(map(called, self.gone)))
        return f"{with_capital(name)} {verb} to {gone}, which you removed."


@dataclass(frozen=True, slots=True)
class Renumbering:
    """The effect of renumbering on every text of a procedure."""

    bag: Bag
    """The edits of its steps and resources."""
    sections: tuple[tuple[int, str], ...]
    notes: str
    lost: tuple[Lost, ...]

    def beside(self, procedure: Procedure) -> Procedure:
        """The procedure with its headings, its notes, and the resources of its amounts renumbered."""
        things = {procedure.resources[one.step - 1]: one.text for one in self.bag.edits if one.part == "resources"}
        called = (replace(one, resource=things.get(one.resource, one.resource)) for one in procedure.amounts)
        return replace(procedure, sections=self.sections, notes=self.notes, amounts=tuple(called))

    def applied(self, procedure: Procedure) -> Procedure:
        """The procedure with every text renumbered."""
        return apply(self.beside(procedure), self.bag).procedure


@dataclass(frozen=True, slots=True)
class Numberings:
    """Which numbering each text of a procedure uses; None leaves the text alone."""

    steps: Sequence[Where | None]
    resources: Sequence[Where | None]
    beside: Callable[[str], Where | None]
    """For a heading or a line of the notes."""


def renumber(base: Procedure, applied: Applied) -> Renumbering:
    """The renumbering after one `apply` to `base`, assuming that all texts, even the bag's, use its numbers."""
    after, where = applied.procedure, _where_applied(base, applied)
    steps = [where for _ in after.steps]
    return renumbering(after, Numberings(steps, [where for _ in after.resources], lambda _: where))


def labelled(before: Procedure, after: Procedure) -> Where | None:
    """The mapping for a how-to that counts for itself: numbers stay, except those whose label is gone."""
    if not (known := _own_labels(before)):
        return None
    texts = (*after.steps, *(title for _, title in after.sections))
    there = frozenset(map(_label, texts))
    return lambda number: None if number in known and number not in there else number


def step_moves(before: Procedure, after: Procedure) -> Where:
    """A mapping of the step numbers of one version to those of another, as far as the texts tell."""
    return labelled(before, after) or where_now(before.steps, same_steps(before, after), after.steps)


def same_steps(before: Procedure, after: Procedure) -> Mapping[int, int]:
    """Map the numbers of one version's steps to those in another, for steps that were kept or replaced."""
    return _same(before.steps, after.steps, apply(before, diff(before, after)).trace)


def _same(before: Sequence[str], after: Sequence[str], trace: Trace) -> Mapping[int, int]:
    """Map the numbers of one list to those of another: identical texts wherever they are, others by `trace`."""
    old, new = ({text: number for number, text in enumerate(texts, 1)} for texts in (before, after))
    counts = Counter(before), Counter(after)
    same = {old[text]: new[text] for text in old.keys() & new.keys() if counts[0][text] == counts[1][text] == 1}
    taken = {*same.values()}
    others = {origin.base: number for number, origin in enumerate(trace, 1) if origin.base and number not in taken}
    return {**others, **same}


def renumber_beside(before: Procedure, after: Procedure) -> Procedure:
    """The `before` procedure, with the mentions in its headings and notes updated to the numbers of `after`."""
    where = step_moves(before, after)
    alone = Numberings([None for _ in before.steps], [None for _ in before.resources], lambda _: where)
    return renumbering(before, alone).beside(before)


def _where_applied(base: Procedure, applied: Applied) -> Where:
    now = {origin.base: number for number, origin in enumerate(applied.trace, 1) if origin.base is not None}
    after = applied.procedure
    return labelled(base, after) or where_now(base.steps, now, after.steps)


def renumber_typed(before: Procedure, typed: Procedure) -> Renumbering:
    """The renumbering after a person changed `before` by hand.

    A text that was only moved, or mentions the same numbers as before, keeps its meaning and is updated. A text
    whose numbers were changed means what it says now.
    """
    applied, where = apply(before, diff(before, typed)), step_moves(before, typed)

    def wheres(part: Part, trace: Trace) -> Iterator[Where | None]:
        old, now = before.part(part), typed.part(part)
        was = {at: old[number - 1] for number, at in _same(old, now, trace).items()}
        for number, text in enumerate(now, 1):
            yield where if mentions(was.get(number, "")) == mentions(text) else None

    steps, things = wheres("steps", applied.trace), wheres("resources", applied.resource_trace)
    said = {*before.notes.split("\n"), *(title for _, title in before.sections)}
    return renumbering(typed, Numberings([*steps], [*things], lambda text: where if text in said else None))


def renumbering(procedure: Procedure, numberings: Numberings) -> Renumbering:
    """Renumber every text by its own numbering."""
    lost: list[Lost] = []
    edits: list[Replace] = []

    def mended(text: str, where: Where | None, part: Part | None, number: int) -> str:
        if where is None:
            return text
        if others := moved_relative(text, where, number if part == "steps" else None):
            lost.append(Lost(part, number, text, (), dropped=False, words="” and “".join(others)))
        if not mentions(text):
            return text
        now, gone = renumber_mentions(text, where)
        if gone:
            marked = now.count(LEFT_OUT) > text.count(LEFT_OUT)
            dropped = not marked and len(mentions(now)) < len(mentions(text))
            lost.append(Lost(part, number, text, gone, dropped))
        if part is not None and now != text:
            edits.append(Replace(step=number, text=now, part=part, agent=RENUMBER, reason="step numbers updated"))
        return now

    lists: tuple[tuple[Part, Sequence[Where | None]], ...] = (
        ("steps", numberings.steps),
        ("resources", numberings.resources),
    )
    for part, wheres in lists:
        for number, (text, where) in enumerate(zip(procedure.part(part), wheres, strict=True), 1):
            mended(text, where, part, number)
    beside = numberings.beside
    sections = tuple((at, mended(title, beside(title), None, at)) for at, title in procedure.sections)
    notes = "\n".join(mended(line, beside(line), None, 0) for line in procedure.notes.split("\n"))
    return Renumbering(Bag(tuple(edits), fingerprint(procedure)), sections, notes, tuple(lost))


@dataclass(frozen=True, slots=True)
class _Item:
    """A step, or a range of steps, within a mention."""

    figures: tuple[str, ...]
    join: str = ""

    @property
    def ends(self) -> tuple[int, ...]:
        return tuple(map(_value, self.figures))

    @property
    def numbers(self) -> range:
        first, last = self.ends[0], self.ends[-1]
        return range(min(first, last), max(first, last) + 1)

    @property
    def words(self) -> str:
        return self.join.join(self.figures)


def _mentioned(text: str) -> Iterator[_Item]:
    for match in _MENTION.finditer(text):
        if not _NO_STEP.match(text, match.end()):
            yield from _parted(match[0])[1]


def _parted(mention: str) -> tuple[str, list[_Item], list[str]]:
    """Split a mention into its word, its steps and ranges, and the separators between them."""
    word, first, *pieces = _NUMBER.split(mention)  # alternately numbers and what follows them
    items, between = [_Item((first,))], list[str]()
    for join, figure in zip(pieces[::2], pieces[1::2], strict=False):
        if _RANGE.fullmatch(join.removesuffix("#")) and len(items[-1].figures) == 1:
            items[-1] = _Item((*items[-1].figures, figure), join)
        else:
            items.append(_Item((figure,)))
            between.append(join)
    return word, items, between


def _value(figure: str) -> int:
    return int(figure) if figure.isdecimal() else CARDINALS.index(figure.casefold()) + 1


def _moved_mention(mention: str, where: Where, gone: list[int], *, together: bool) -> str:
    """One mention ("steps 2, 3 and 5-7") with its numbers updated; adds the lost ones to `gone`."""
    word, items, between = _parted(mention)
    moved = [_moved_item(one, where, gone) for one in items]
    there = list(filter(None, moved))
    if not there:
        return mention + LEFT_OUT
    if together:  # nothing is dropped: what is gone keeps its number
        there = [now or old.words for now, old in zip(moved, items, strict=True)]
    joins = between[len(items) - len(there) :]
    said = "".join(now + join for now, join in zip(there, (*joins, ""), strict=True))
    if len(_NUMBER.findall(said)) == 1 < len(_NUMBER.findall(mention)):
        word = re.sub("(?i)^(step)s", r"\1", word)
    return word + said


def _moved_item(item: _Item, where: Where, gone: list[int]) -> str | None:
    """A step or range with its numbers updated; None if nothing of it is left, its ends being added to `gone`."""
    there = sorted({now for number in item.numbers if (now := where(number)) is not None})
    if not there:
        gone += item.ends
        return None
    figure = item.figures[0]
    between = range(there[0], there[-1] + 1)
    if len(between) > len(there):
        others = {where(number) for number in range(1, there[-1] + 1)} - {*there}
        if not others.isdisjoint(between):  # a step from outside the range is now inside
            return ", ".join(_as_written(figure, number) for number in there)
    ends = (there[0], there[-1]) if item.ends[0] <= item.ends[-1] else (there[-1], there[0])
    return item.join.join(_as_written(figure, number) for number in dict.fromkeys(ends))


def _as_written(figure: str, number: int) -> str:
    """A number as the text writes its numbers: in digits, or as a word."""
    if figure.isdecimal() or number > len(CARDINALS):
        return str(number)
    word = CARDINALS[number - 1]
    return word.capitalize() if figure[0].isupper() else word


def _label(text: str) -> int:
    """The number in a text's own step label ("Step 3: Glaze"); 0 if it has none."""
    found = _LABEL.match(text)
    return int(found[1]) if found else 0


_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
_MANY: Final = rf"(?:\d{{1,2}}|{'|'.join(CARDINALS)})"
_ORDINAL: Final = rf"(?:{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
_THEN: Final = r"(?:,\s|,?\s(?:and|or|to)\s(?:the\s)?)"
_ENDS: Final = r"(?=\s*(?:$|[^\w\s]|(?:this|it|that|and|or|but|again|once|twice|until|with|for|if|is|was)\b))"
"""What may follow "the step before"; in "the step before baking" the phrase goes on."""
_LISTED: Final = 12
"""How many more steps one mention may list after its first."""
_FAR: Final = 300
"""How many steps above a text may have been removed."""


def _counted(which: str, place: str, far: str, beside: str, foreign: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:the\s)?(?P<both>both\s)?(?:(?P<before>{_MANY})\s)?{which}(?:\s(?P<many>{_MANY}))?\sstep(?P<plural>s?)\b"
        rf"|\b(?:the\s)?(?:(?P<away>{_MANY})\ssteps\s(?:{far}|{place}|{beside})|step\s(?:{place}|{beside}{_ENDS}))\b"
        rf"|\bthe\s{place}\sstep\b(?!\s?\d)|\b(?:{foreign})\b",
        re.IGNORECASE,
    )


_BACK: Final = _counted(
    "(?:previous|preceding|prior|last)", "above", "back|ago|earlier", "before",
    r"vor(?:her)?igen?\sSchritt|étape\sprécédente|pass?o\santerior|passaggio\sprecedente|vorige\sstap",
)  # fmt: skip
_AHEAD: Final = _counted(
    "(?:next|following|subsequent)", "below", r"later|further\son", "after",
    r"(?:nächsten?|folgenden?)\sSchritt|étape\ssuivante|paso\ssiguiente|passo\sseguinte"
    r"|passaggio\ssuccessivo|volgende\sstap",
)  # fmt: skip
_BY_NUMBER: Final = re.compile(
    rf"\bthe\s(?P<named>{_ORDINAL}(?:{_THEN}{_ORDINAL}){{0,{_LISTED}}})(?:\s(?P<many>{_MANY}))?\sstep(?P<plural>s?)\b"
    r"(?!\s(?:is|was|of|on|up)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Relative:
    words: str
    away: tuple[int, ...] = ()
    """The distance of each step it means from its own step; negative for earlier steps."""
    numbers: tuple[int, ...] = ()
    """The numbers of the steps it means, if counted from the first."""


def mentions_relative(text: str) -> bool:
    return bool(_relative(text))


def moved_relative(text: str, where: Callable[[int], int | None], number: int | None) -> tuple[str, ...]:
    """The words of a text that mean another step than before ("the previous step").

    `where` maps a number in the text's own numbering to the current one, None if that step is gone. `number` is
    that of the step that says it; None for any other text.
    """
    found = _relative(text)
    if not found:
        return ()
    was = next((one for one in range(1, number + _FAR) if where(one) == number), None) if number else None

    def has_moved(one: _Relative) -> bool:
        if one.numbers:
            return {*map(where, one.numbers)} != {*one.numbers}
        if not (number and was) or was + min(one.away) < 1:
            return False
        return {where(was + away) for away in one.away} != {number + away for away in one.away}

    return tuple(dict.fromkeys(one.words for one in found if has_moved(one)))


@lru_cache(maxsize=MOST_TEXTS)
def _relative(text: str) -> tuple[_Relative, ...]:
    return (*_by_distance(text, _BACK, -1), *_by_distance(text, _AHEAD, 1), *_by_number(text))


def _by_distance(text: str, pattern: re.Pattern[str], way: int) -> Iterator[_Relative]:
    for found in pattern.finditer(text):
        if away := found["away"]:
            yield _Relative(found[0], (way * _number_of(away),))
            continue
        many = found["before"] or found["many"]
        count = _number_of(many) if many else 2 if found["both"] else 1
        if count > 1 or not found["plural"]:  # "the previous steps" does not say how many
            yield _Relative(found[0], tuple(way * one for one in range(1, count + 1)))


def _by_number(text: str) -> Iterator[_Relative]:
    for found in _BY_NUMBER.finditer(text):
        named = [*map(_number_of, re.findall(_ORDINAL, found["named"], re.IGNORECASE))]
        if found["many"]:
            named = [*range(1, _number_of(found["many"]) + 1)] if named == [1] else []
        if named and (found["many"] or len(named) > 1 or not found["plural"]):
            yield _Relative(found[0], numbers=tuple(named))


def _number_of(word: str) -> int:
    said = word.casefold()
    if said[0].isdigit():
        return int(re.sub(r"\D", "", said))
    return 1 + (_ORDINALS if said in _ORDINALS else CARDINALS).index(said)
