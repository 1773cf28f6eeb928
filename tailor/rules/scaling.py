"""Another number of people or pieces: every amount of list and steps, and what title, yield and notes say.

An amount grows if it is of something that is used up. Rates, sizes of packs and tins, times, temperatures and
lengths never do; what cannot be told is handed back as unsure, and medicines are not scaled at all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from tailor.core.edits import Replace
from tailor.core.english import singular
from tailor.core.finding import Place, Wish
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.rules.amounts import CONSUMED, Amount, amounts, multiplied, noun_at, phrase_at
from tailor.rules.model import Asked, Header, Proposal
from tailor.rules.servings import Wanted, bases, factor, renumbered, spoken, wanted, yields
from tailor.rules.tables import listed, pattern

_NAMES: Final = {
    Fraction(1, 4): "Cut to a quarter",
    Fraction(1, 3): "Cut to a third",
    Fraction(1, 2): "Halved",
    Fraction(2, 3): "Cut to two thirds",
    Fraction(3, 2): "Made half as much again",
    Fraction(2): "Doubled",
    Fraction(3): "Tripled",
}
_MORE: Final = "I changed the amounts only: more food takes longer to heat, and you may need a bigger pan."
_LESS: Final = "I changed the amounts only: less food is done sooner, and a smaller pan may fit better."
Answer: TypeAlias = Literal["grows", "stays", "unsure"]


@dataclass(frozen=True, slots=True)
class Scaled:
    """The texts of both lists after scaling, each in its old place, and what is left to the person."""

    resources: tuple[str, ...]
    steps: tuple[str, ...]
    unsure: tuple[Place, ...]


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Everything for the number that is asked for, as one group with title, yield and notes."""
    wish = wanted(asked.requirement.words)
    if wish is None or not _names_number(asked.wish, wish):
        return None
    times = factor(procedure, wish) or _by_supply(procedure, wish)
    people = f" for {spoken(wish.number)}" if wish.number and not wish.noun else ""
    if times == 1:
        return Proposal(says=f"It is{people or ' as much'} already.")
    done = scale(procedure, times) if times else None
    if done is None or times is None:
        return None
    reason = f"{_NAMES.get(times, 'Changed the amounts')}{people}."
    done = replace(done, steps=tuple(renumbered(text, times, wish) for text in done.steps))
    says, header = f"{reason} {_MORE if times > 1 else _LESS}", _header(procedure, times, wish)
    return Proposal(edits=_edits(procedure, done, reason), says=says, header=header, left=done.unsure)


def _edits(procedure: Procedure, done: Scaled, reason: str) -> tuple[Replace, ...]:
    new = {"steps": done.steps, "resources": done.resources}
    return tuple(
        Replace(part=part, step=step, text=text, reason=reason)
        for part in PARTS
        for step, (old, text) in enumerate(zip(procedure.part(part), new[part], strict=True), 1)
        if text != old
    )


def scaled(procedure: Procedure, times: Fraction) -> Procedure:
    """The procedure with every amount times the factor that surely grows, and nothing else changed."""
    done = scale(procedure, times)
    return replace(procedure, steps=done.steps, resources=done.resources) if done else procedure


def _names_number(wish: Wish, said: Wanted) -> bool:
    """Whether it is this wish that names the number: of people, of pieces, or of one thing that is short."""
    if said.noun:
        return said.noun in {singular(word) for word in wish.thing.casefold().split()}
    return wish.polarity == "amount" and not wish.thing


def _by_supply(procedure: Procedure, wish: Wanted) -> Fraction | None:
    """How much can be made of so many of one thing of the list: "only 2 eggs"."""
    lines = [text for text in procedure.resources if wish.noun and wish.noun in _words(text)]
    first = next(iter(amounts(lines[0])), None) if len(lines) == 1 else None
    if first is None or not wish.number or first.measure != "count" or first.low < wish.number:
        return None
    return wish.number / first.low


def _words(text: str) -> set[str]:
    return {singular(word) for word in re.findall(r"[^\W\d_]+", text.casefold())}


def _header(procedure: Procedure, times: Fraction, wish: Wanted) -> Header | None:
    much = yields(procedure)
    texts = (procedure.goal, f"{much.strip()} servings" if much.strip().isdigit() else much, procedure.notes)
    told = (renumbered(text, times, wish, header=True) for text in texts)
    goal, made, notes = (new if new != old else None for old, new in zip(texts, told, strict=True))
    return Header(goal=goal, yields=made, notes=notes) if goal or made or notes else None


def scale(procedure: Procedure, times: Fraction) -> Scaled | None:
    """The procedure times the factor; None where too little is measured to be a recipe, or something is dosed."""
    everything = " ".join((procedure.goal, *procedure.resources, *procedure.steps)).casefold()
    dosed = any(re.search(rf"\b{re.escape(one)}s?\b", everything) for one in listed("scaling", "dosed"))
    if dosed or not _is_recipe(procedure):
        return None
    known, slash = _Known.of(procedure), bool(re.search(r"\d/\d", everything))
    texts: dict[Part, list[str]] = {part: [] for part in PARTS}
    unsure: list[Place] = []
    for part in PARTS:
        for step, text in enumerate(procedure.part(part), 1):
            judged = _judged(text, part, known)
            texts[part].append(_line(text, judged, times, slash))
            words = (text[one.start : one.end] for one, answer in judged if answer == "unsure")
            unsure += [Place(part, step, word, "an amount: does it change too?") for word in words]
    return Scaled(tuple(texts["resources"]), tuple(texts["steps"]), tuple(unsure))


def _is_recipe(procedure: Procedure) -> bool:
    """Whether the list (or the steps, without one) measures several things that are used up."""
    found = (one.measure for text in procedure.resources or procedure.steps for one in amounts(text)[:1])
    return sum(one in ("weight", "volume", "spoon") for one in found) >= min(2, len(procedure.resources) or 3)


def _line(text: str, judged: Sequence[tuple[Amount, Answer]], times: Fraction, slash: bool) -> str:
    done = text
    for one, answer in reversed(judged):
        if answer == "grows":
            words, stop, number = multiplied(text, one, times, slash)
            rest = done[stop:] if stop == one.end else _with_pronoun(done[stop:], number)
            done = done[: one.start] + words + rest
    return done[:1].upper() + done[1:] if text[:1].isupper() else done


def _with_pronoun(rest: str, number: Fraction) -> str:
    """The rest of the sentence with the pronoun that follows a noun of the new number: "slice 1 onion, fry it"."""
    old, new = ("it", "them") if number > 1 else ("them", "it")
    return re.sub(rf"^((?:(?:,| and|,? then)?(?: (?!and\b)[a-z]+){{1,2}})) {old}\b", rf"\1 {new}", rest)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the list says of what is used up."""

    words: frozenset[str]
    counted: frozenset[str]
    """Its nouns with a bare number: "2 onions"."""
    amounts: frozenset[tuple[Fraction, str]]
    """Numbers with their unit, or with the noun that they count."""
    bases: frozenset[Fraction]
    """For how many it is, as it says itself."""

    @classmethod
    def of(cls, procedure: Procedure) -> "_Known":
        lines = [text for text in procedure.resources if not is_tool(text)]
        found = [(text, one) for text in lines for one in amounts(text)]
        counted = [(one.low, noun_at(text, one.end)) for text, one in found if one.measure == "count"]
        return cls(
            words=frozenset(word for text in lines for word in _words(text)),
            counted=frozenset(noun for _, noun in counted if noun),
            amounts=frozenset([*counted, *((one.low, one.name) for _, one in found)]),
            bases=frozenset(one.low for one in bases(procedure) if one.low == one.high),
        )


def is_tool(text: str) -> bool:
    """Whether a line of the list names a thing that is not used up: "2 baking trays", "24 cm pot with a lid"."""
    first = next(iter(amounts(text)), None)
    if first is None or not re.fullmatch(r"(?:about |approx\.? |~)?", text[: first.start], re.IGNORECASE):
        return noun_at(text, 0) in listed("scaling", "tools")
    tool = noun_at(text, first.end) in listed("scaling", "tools")
    return first.measure == "length" or (tool and (first.measure == "count" or first.gap == "-"))


def _judged(text: str, part: Part, known: _Known) -> list[tuple[Amount, Answer]]:
    """Every amount of a line, and whether it grows."""
    if part == "resources" and is_tool(text):
        return []
    found = amounts(text)
    pairs = zip([None, *found], found, strict=False)
    if part == "resources":
        return [(one, _in_list(text, one, before)) for before, one in pairs]
    return [(one, _in_step(text, one, before, known)) for before, one in pairs]


def _in_list(text: str, one: Amount, before: Amount | None) -> Answer:
    ahead, after = text[: one.start], text[one.end :]
    if one.name in ("x", "portion", "serving"):
        return "stays" if ahead.strip() else "grows"
    if one.measure not in (*CONSUMED, "count") or pattern("scaling", "each_after").match(after):
        return "stays"
    if _is_size(text, one, before) or pattern("scaling", "before").search(ahead):
        return "stays"
    if one.measure != "count":
        return "grows" if one.gap != "-" else "stays" if before else "unsure"
    opens = not ahead.strip() or (one.style != "article" and pattern("scaling", "adds").search(ahead))
    return "grows" if opens and noun_at(text, one.end) not in listed("scaling", "tools") else "stays"


def _is_size(text: str, one: Amount, before: Amount | None) -> bool:
    """Whether the amount is the size of each of what the one before it counts: 2 (14 oz) cans."""
    if before is None or (before.measure not in ("count", "pack") and before.name != "x"):
        return False
    between = text[before.end : one.start]
    packed = before.measure == "pack" and pattern("scaling", "size_of_pack").match(between)
    return bool(packed or pattern("scaling", "size").match(between))


def _in_step(text: str, one: Amount, before: Amount | None, known: _Known) -> Answer:
    ahead, noun = text[: one.start], noun_at(text, one.end)
    used_up = one.measure == "count" or (one.measure in CONSUMED and one.gap != "-")
    if not used_up or _is_size(text, one, before):
        return "stays"
    if one.low in known.bases and (noun or one.measure == "bit") and pattern("scaling", "served").search(ahead):
        return "grows" if one.style != "article" and one.measure in ("count", "bit") else "stays"
    if noun in listed("scaling", "tools") or _is_rate(text, one):
        return "stays"
    if one.style == "article" and one.measure in ("count", "pack", "bit") and noun not in known.words:
        return "stays"
    return _counted(text, one, noun, known) if one.measure == "count" else _measured(text, one, noun, known)


def _counted(text: str, one: Amount, noun: str, known: _Known) -> Answer:
    """Of "2 onions" in a step: it grows if the list counts them too."""
    ahead = text[: one.start]
    if not noun and ahead.endswith("about ") and (one.low, "") in known.amounts:
        return "grows"
    if one.style != "article" and pattern("scaling", "shaped").search(ahead):
        return "unsure"
    if noun not in known.counted or (one.style == "article" and (one.low, noun) not in known.amounts):
        return "unsure" if noun and one.low in known.bases and one.low > 2 else "stays"
    points = re.match(r" of (?:the|these|them|it)\b", text[one.end :])
    return "stays" if points or pattern("scaling", "before").search(ahead) else "grows"


def _measured(text: str, one: Amount, noun: str, known: _Known) -> Answer:
    """Of "200 g of flour" in a step: it grows if the list knows the thing; spoonfuls of batter are portions."""
    said, words = (one.low, one.name) in known.amounts, _words(phrase_at(text, one.end))
    ahead, made = text[: one.start], listed("scaling", "made")
    single = one.low == 1 and one.name in ("slice", "piece", "sheet")
    if not said and (single or pattern("scaling", "portioned").search(ahead)):
        return "unsure"
    if len(words) > 1 and words <= known.words:
        return "grows"
    words |= {one.name} if one.measure == "bit" else set()
    if words & listed("scaling", "unlisted") or (not known.words and noun and noun not in made):
        return "grows"
    if not words & made and (said or words & known.words):
        return "grows"
    portion = noun in made and pattern("scaling", "portion").search(ahead)
    return "stays" if portion else "unsure"


def _is_rate(text: str, one: Amount) -> bool:
    """Whether it is so much of each: "1 tablespoon per 250 ml", "2 at a time"; not of "8 buns and fill each"."""
    clause, rate = pattern("scaling", "clause"), pattern("scaling", "rate")
    start = max((found.end() for found in clause.finditer(text, 0, one.start)), default=0)
    end = clause.search(text, one.end)
    stop = end.start() if end else len(text)
    if pattern("scaling", "at_a_time").match(text, one.end):
        return True
    if pattern("scaling", "each_of").match(text, one.end):
        return False
    if one.measure != "count":
        return bool(rate.search(text[start:stop]))
    after = pattern("scaling", "per_after").match(text[one.end : stop])
    return bool(after or rate.search(text[start : one.start]))
