"""Scaling to another number of people: every amount in list and steps, and what title, yield and notes say.

An amount grows if it is of something that is used up. Rates, sizes of packs and tins, times, temperatures and
lengths never do. A few doubtful amounts are left to the person; if there are more, nothing is changed. Medicines
and the like are not scaled at all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from operator import or_
from typing import Final

from tailor.core.code_lines import beside_code
from tailor.core.english import singular, singulars
from tailor.core.finding import Place
from tailor.core.procedure import PARTS, Procedure
from tailor.core.text import counted
from tailor.rules import people
from tailor.rules.amounts import (
    CONSUMED,
    Amount,
    amounts,
    counted_at,
    head_at,
    is_food,
    is_recipe,
    measure,
    multiplied,
    phrase_at,
    plural,
)
from tailor.rules.growth import Answer, Known, in_list, in_steps, joined, unnumbered, unread, unread_in_step
from tailor.rules.model import Asked, Proposal, rewritten
from tailor.rules.servings import Wanted, bases, factor, guests, mistaken, remade, renumbered, wanted
from tailor.rules.tables import listed, pattern

_NAMES: Final = {
    Fraction(1, 4): "Cut to a quarter",
    Fraction(1, 3): "Cut to a third",
    Fraction(1, 2): "Halved",
    Fraction(2, 3): "Cut to two thirds",
    Fraction(3, 2): "Increased by half",
    Fraction(2): "Doubled",
    Fraction(3): "Tripled",
}
_NO_NUMBER: Final = (
    "I can't tell how much this makes, so I left the amounts alone. Say how much you want, for example “half of "
    "it”."
)
AS_WRITTEN: Final = " [as written]"
"""Marks an amount that was not multiplied, among others that were."""
_HOW_MUCH: Final = "I can't tell how much you want, so I changed no amounts."
_BY_HAND: Final = "I can't change all the amounts without getting some wrong, so I changed none."
_WHICH: Final = "this depends on how much you want"
_UNSURE: Final = "I can't work out the new amount"
_DOT: Final = "I can't tell which number this is"
_UNREAD: Final = "I can't read this amount"
_NO_RECIPE: Final = "I change amounts by myself only in recipes."
_ALONE: Final = "you said it is for one, so there is nobody to invite"
_AS_MANY: Final = "there is one for each person"
_FOR_HOW_MANY: Final = "nothing says how much this makes"
_UNEVEN: Final = "this does not divide evenly: round it as you like"
_HELD: Final = "the amount beside it stays, so I left this as it is"
_NAME: Final = 40
"""Characters after "both" within which the thing that it counts has to be named."""
_VAGUE: Final = "it doesn't say how much"
_LOOK: Final = "I left this as it is: see whether it fits the other amounts"
_ASIDE: Final = (_UNEVEN, _VAGUE, _LOOK)
"""Reasons to look at an amount that do not mean it is wrong."""
_FEW: Final = 3
"""The most amounts that are left to the person."""
_PARTS: Final = pattern("scaling", "parts")
_IS: Final = ("is", "was", "has")
_ARE: Final = ("are", "were", "have")
_PRONOUN: Final = pattern("scaling", "pronoun")


@dataclass(frozen=True, slots=True)
class Scaled:
    """The texts of both lists after scaling, each in its old place, and the amounts that could not be settled."""

    resources: tuple[str, ...]
    steps: tuple[str, ...]
    unclear: tuple[Place, ...]


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Scale everything to the number asked for, as one group with title, yield and notes."""
    if asked.wish.polarity != "amount" or asked.wish.thing:
        return None
    wish = wanted(asked.requirement.text, procedure, typos=True)
    if wish is None:
        words = asked.requirement.words
        sized = any(one.measure == "length" for one in amounts(words))  # "we use a 9 inch pan"
        numbered = any(word.isdigit() for word in words.split()) and not sized
        return Proposal(says=_HOW_MUCH) if numbered and is_recipe(procedure) else None
    if wish.unread:
        return Proposal(says=f"I can't work out “{wish.unread}”, so I changed no amounts.")
    times = factor(procedure, wish)
    if times == 1:
        hint, read = (re.sub(r"[,'’]", "", some.casefold()) for some in (asked.requirement.words, wish.words))
        besides = hint.replace(read, "")
        other = wanted(besides, procedure)
        otherwise = other and bool(other.unread or other.number or other.factor) and factor(procedure, other) != 1
        if otherwise or re.search(r"\b(?:more|less|fewer) than\b|\b(?:dont|not) *$", besides):
            return Proposal(says=_HOW_MUCH, left=tuple(to_go_through(procedure, _WHICH)))  # "for 4, but make 6"
        return Proposal(says=f"It is{wish.aim or ' that much'} already.", fits=True)
    if not is_recipe(procedure):
        if wish.number:
            alike = tuple(_as_many(procedure, wish))
            return Proposal(left=alike) if alike else None
        counts = tuple(to_go_through(procedure, f"you said “{asked.requirement.words}”", unsure=True))
        return Proposal(says=_NO_RECIPE, left=counts) if counts else None
    if times is None:
        left = () if _dosed(procedure) else tuple(to_go_through(procedure, _FOR_HOW_MANY))
        says = _NO_NUMBER if wish.number else f"{_HOW_MUCH} Say, for example, “half of it”."
        return Proposal(says=says, left=asked.wish.places or left)
    done = scale(procedure, times, wish)
    if done is None:
        return Proposal(
            says="I changed no amounts: check the packet or use a calculator to see how much "
            f"{_dosed(procedure)} it takes."
        )
    unsure = [place for place in done.unclear if place.why not in _ASIDE]
    if (many := len({place.word.casefold() for place in unsure})) > _FEW:
        first, more = _named(unsure[0]), counted(many - 1, "other amount")
        says = f"I can't work out {first} and {more}, so I changed no amounts."
        return Proposal(says=says, left=tuple(to_go_through(procedure, f"you want this{wish.aim}", unsure=True)))
    reason = f"{_NAMES.get(times, 'Changed the amounts')}{wish.aim}."
    edits = rewritten(procedure, {"steps": done.steps, "resources": done.resources}, reason)
    beside = f"{people.held(procedure, times, wish)}{_beside(procedure, times)}"
    says = f"{mistaken(procedure, wish)}{reason} I only changed the amounts.{beside}"
    header = people.header(procedure, times, wish)
    asked_in = enumerate(done.steps if wish.number == 1 else (), 1)
    nobody = [Place("steps", at, words, _ALONE) for at, text in asked_in if (words := guests(text, times, wish))]
    return Proposal(edits=edits, says=says, header=header, left=(*done.unclear, *nobody)) if edits else None


def shown(procedure: Procedure, asked: Asked) -> Proposal:
    """Point at every amount, for when changing them all would read wrong."""
    return Proposal(says=_BY_HAND, left=tuple(to_go_through(procedure, f"you said “{asked.requirement.words}”")))


def to_go_through(procedure: Procedure, why: str, *, unsure: bool = False) -> Iterator[Place]:
    """Yield every amount that grows with the number of people, for the person to go through.

    `unsure`: include the doubtful ones.
    """
    known = Known.of(procedure)
    for part, judge in zip(PARTS, (in_steps, in_list), strict=True):
        for at, text in enumerate(procedure.part(part), 1):
            for one, answer in judge(text, known):
                if answer == "grows" or (unsure and answer != "stays"):
                    yield Place(part, at, _whole(text, one), why)


def _whole(text: str, one: Amount) -> str:
    """The amount with what it counts, as written: "2 onions", "1 (14 oz) can"; never just a number."""
    head = head_at(text, one.end) if one.measure == "count" else None
    sized = re.compile(r"\s?\([^()]{1,24}\)(?: [a-z-]+)?").match(text, one.end) if one.measure == "count" else None
    whole = text[one.start : head[1] if head else sized.end() if sized else one.end]
    more = re.compile(r"\W*(?:\d\S*\W+)*\w+(?: [^\W\d_]+)?").match(text, one.end)
    return text[one.start : more.end()] if more and not re.search(r"[^\W\d_]", whole) else whole


def _as_many(procedure: Procedure, wish: Wanted) -> Iterator[Place]:
    """The things, outside recipes, of which there are as many as people: the 40 tents of a camp for 40."""
    base = next((one.low for one in bases(procedure) if one.noun == wish.noun and one.low == one.high), None)
    texts = ((part, at, text) for part in PARTS for at, text in enumerate(procedure.part(part), 1))
    for part, at, text in texts:
        for one in amounts(text):
            if one.measure == "count" and one.low == base and base > 2 and not one.high:
                head = head_at(text, one.end)
                yield Place(part, at, text[one.start : head[1] if head else one.end], _AS_MANY)


def _beside(procedure: Procedure, times: Fraction) -> str:
    """A sentence about cooking time, and pan size if a pan is named; "" if the steps heat nothing."""
    heat, pan = (pattern("scaling", name).search(" ".join(procedure.steps)) for name in ("heat", "pan"))
    says = "A bigger batch takes longer to cook" if times > 1 else "A smaller batch cooks faster"
    size = ", and you may need a bigger pan" if times > 1 else ", and a smaller pan may fit better"
    return f" {says}{size if pan else ''}." if heat else ""


def scaled(procedure: Procedure, times: Fraction) -> Procedure:
    """Multiply the yield and every amount that surely grows by the factor.

    An amount that stays is marked: nobody should take "800 g" as doubled beside the doubled oil.
    """
    done = scale(procedure, times)
    if done is None or (done.steps, done.resources) == (procedure.steps, procedure.resources):
        return procedure
    texts = {part: list(some) for part, some in zip(PARTS, (done.steps, done.resources), strict=True)}
    for place in done.unclear:
        if place.why not in _ASIDE:
            some, at = texts[place.part], place.step - 1
            some[at] = _marked(procedure.part(place.part)[at], some[at], place.word)
    much = remade(procedure.yields, times, Wanted(times))
    return replace(procedure, steps=tuple(texts["steps"]), resources=tuple(texts["resources"]), yields=much)


def _marked(old: str, new: str, word: str) -> str:
    """Mark the amount in the new text that is the same as in the old one; the 4 within 45 is not it."""
    pairs = zip(amounts(old), amounts(new), strict=False)
    wholes = ((two.start, _whole(old, one).strip(), _whole(new, two).strip()) for one, two in pairs)
    at = next((start for start, was, now in wholes if was == now == word), None)
    if at is None:  # a phrase of the text, or an amount whose neighbours became fewer or more
        found = re.search(rf"(?<!\w)(?<!\d[.,/]){re.escape(word)}(?!\w|[.,/]\d)", new)
        at = found.start() if found else None
    end = None if at is None else at + len(word)
    return new if end is None else f"{new[:end]}{AS_WRITTEN}{new[end:]}"


def unscaled(procedure: Procedure, times: Fraction) -> str:
    """A sentence about what `scaled` leaves as written; "" if there is nothing."""
    done = scale(procedure, times)
    if done is None:
        return "I can't multiply these amounts, so they stay as written."
    left = [place for place in done.unclear if place.why not in _ASIDE]
    if (done.steps, done.resources) == (procedure.steps, procedure.resources):
        return "I can't multiply these amounts, so they stay as written."
    named = [_named(place) for place in left]
    more = f" and {counted(len(named) - _FEW, 'other amount')}" if len(named) > _FEW else ""
    return f"Still as written: {', '.join(named[:_FEW])}{more}." if named else ""


def _named(place: Place) -> str:
    return f"“{place.word}” in {'the list' if place.part == 'resources' else f'step {place.step}'}"


def scale(procedure: Procedure, times: Fraction, wish: Wanted | None = None) -> Scaled | None:
    """Multiply the procedure by the factor, for the number that is wished.

    None if it measures too little to be a recipe, or doses something.
    """
    if _dosed(procedure) or not is_recipe(procedure):
        return None
    everything = " ".join((procedure.goal, *procedure.resources, *procedure.steps))
    known, slash = Known.of(procedure), bool(re.search(r"\d/\d", everything))
    but = {phrase for thing in (wish.but if wish else ()) for phrase in _phrases_of(thing, procedure)}
    but |= {phrase for one in procedure.amounts if one.fixed for phrase in _phrases(one.resource)}
    lines = [
        _Line(text, (), ()) if but & {*_phrases(text)} else _listed_line(text, known, times, slash)
        for text in procedure.resources
    ]
    of_each = accumulate(
        (
            any(pattern("scaling", name).search(text) for name in ("for_each", "for_one"))
            for text in procedure.steps
        ),
        or_,
    )
    steps = [
        _step_line(text, known, times, slash, of_each=each, but=but)
        for text, each in zip(procedure.steps, (False, *of_each), strict=False)
    ]
    turned = {noun: many for line in lines for noun, was, many in line.counted[:1] if was != many}
    unclear = [
        Place(part, at, word, why)
        for part, some in zip(PARTS, (steps, lines), strict=True)
        for at, line in enumerate(some, 1)
        for word, why in line.unsure
    ]
    agree = partial(_agreeing, turned=_agreeable(turned, procedure.steps))
    aim, pairs = wish or Wanted(times), zip(procedure.steps, steps, strict=True)
    told = [
        people.renumbered(beside_code(line.text, agree), procedure, times, aim, old=old, kept=but)
        for old, line in pairs
    ]
    asked = {place.step for place in unclear if place.part == "steps"}
    held = (
        Place("steps", at, one, _HELD) for at, text in enumerate(told, 1) if at not in asked for one in text.held
    )
    listed_lines = tuple(renumbered(line.text, times, aim, kept=but) for line in lines)
    return Scaled(listed_lines, tuple(one.text for one in told), (*unclear, *held))


def _phrases(text: str) -> Iterator[str]:
    """The phrases that the text measures or counts: "salt" of "10 ml (2 tsp) salt"."""
    text = _IN_BRACKETS.sub("", text)
    return (phrase_at(text, one.end) for one in amounts(text))


_IN_BRACKETS: Final = re.compile(r"\s*\([^()]*\)")


def _phrases_of(thing: str, procedure: Procedure) -> frozenset[str]:
    """What the procedure calls a thing where it measures it; for butter the butter alone, not peanut butter.

    If the list has it under a longer name only ("4 large eggs"), it may go by either name in the steps.
    """
    texts = (*procedure.resources, *procedure.steps)
    some = {phrase for text in texts for phrase in _phrases(text) if singulars(phrase) >= singulars(thing)}
    named = {phrase for text in procedure.resources or texts for phrase in _phrases(text)} & some
    alone = {phrase for phrase in named if singulars(phrase) == singulars(thing)}
    return frozenset(alone or some)


def _dosed(procedure: Procedure) -> str:
    return dosed_in(" ".join((procedure.goal, *procedure.resources, *procedure.steps)))


def dosed_in(text: str) -> str:
    """The thing in a text whose packet says how much to take, as it is called there; "" if there is none."""
    some = "|".join(sorted(map(re.escape, listed("scaling", "dosed"))))
    found = re.search(rf"\b(?:{some})s?\b", text.casefold())
    return found[0] if found else ""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    counted: tuple[tuple[str, bool, bool], ...]
    """Nouns whose number grew, each with whether it was plural before and whether it is now."""
    unsure: tuple[tuple[str, str], ...]
    """Amounts left to the person, with the reason."""


def _listed_line(text: str, known: Known, times: Fraction, slash: bool) -> _Line:
    sized = pattern("scaling", "one_sized").fullmatch(text) if times > 1 == times.denominator else None
    if sized and not {one.measure for one in amounts(sized["one"])} & {"weight", "volume", "spoon", "length"}:
        # "1 chicken, about 1.6 kg", but not "1 kg flour, about 2 lb"
        line = _listed_line(sized["one"], known, times, slash)
        return replace(line, text=f"{line.text}{sized['size']} each")
    if one_of := _with_its_number(text, times):
        line = _line(one_of, in_list(one_of, known), times, slash)
        new = line.text[:1].upper() + line.text[1:] if text[:1].isupper() else line.text
        return replace(line, text=text if line.text == one_of else new)
    judged = in_list(text, known)
    line = _line(text, judged, times, slash)
    if [to for _, to in judged] == ["look"] and judged[0][0].measure in ("volume", "weight"):
        vessel = re.compile(r"[^,;()]*").match(text, judged[0][0].start)
        return replace(line, unsure=((vessel[0].strip() if vessel else text, _LOOK),))
    if times != 1 and (part := unnumbered(text, judged)):
        line = replace(line, unsure=(*line.unsure, (part, _VAGUE)))
    some = pattern("scaling", "some").match(text)
    things = some[0] if some else phrase_at(text, 0)
    if not judged and times != 1 and (some or _is_one_piece(singular(things))):  # "eggs"
        return replace(line, unsure=((things, _VAGUE),))
    return replace(line, unsure=((number, _UNREAD),)) if (number := unread(text, judged)) else line


def _with_its_number(text: str, times: Fraction) -> str:
    """Put its number into a list line that leaves it out; "" for others.

    "Handful of parsley", "can coconut milk", "small onion", "couple of leeks", "dozen eggs".
    """
    lower = re.sub(r"^couple (?!of\b)", "couple of ", f"{text[:1].lower()}{text[1:]}")
    several = re.match(r"(?:couple|dozen)\b", lower)
    line = f"{'a' if several or times < 1 else '1'} {lower}"
    one = next(iter(amounts(line)), None) if text[:1].isalpha() else None
    if one is None or one.start or several:
        return line if one and several else ""
    if one.measure == "count":
        return "" if one.unclear or " or " in text or not _is_one_piece(lower) else line
    if one.measure not in CONSUMED or one.unit != one.name:
        return ""
    by_hand = line.startswith(" of ", one.end) or one.unit in listed("scaling", "by_hand")
    return line if by_hand or (one.measure == "pack" and is_food(phrase_at(line, one.end))) else ""


def _is_one_piece(text: str) -> bool:
    """Whether the text begins with one whole thing that has no number: "small red onion, chopped"."""
    *ahead, last = phrase_at(text, 0).split() or [""]
    return last in listed("scaling", "pieces") and listed("scaling", "adjectives").issuperset(ahead)


def _step_line(text: str, known: Known, times: Fraction, slash: bool, *, of_each: bool, but: Set[str]) -> _Line:
    """Scale a step, except amounts of `but`; `of_each`: a step before began to say how much each one gets.

    "both tins" is left to the person, since there are no longer two of them.
    """
    judged = in_steps(text, known)
    if but:
        judged = [(one, "stays" if phrase_at(text, one.end) in but else to) for one, to in judged]
    if pattern("scaling", "for_one").search(text):  # "For one tart: rub 100 g of butter into 200 g of flour"
        judged = [(one, "stays") for one, _ in judged]
    elif pattern("scaling", "for_each").search(text):  # "For each serving, heat 120 ml of the sauce"
        first = re.search(r"[.;!?]\s|$", text)
        judged = [(one, "stays" if first and one.start < first.start() else to) for one, to in judged]
    elif of_each:  # "For each post mix 1 bag with sand", "Add 10 l water"
        doubt: Mapping[Answer, Answer] = {"grows": "unsure"}
        judged = [(one, to if (one.low, one.name) in known.amounts else doubt.get(to, to)) for one, to in judged]
    line = _line(text, judged, times, slash)
    measured = {one.start for one in amounts(line.text) if one.unit}  # "all 1 kg of flour" stays
    for new, how in (
        ("all two", "both"),
        ("all one", "the"),
        ("all 1", "the"),
        ("each of the 1", "the"),
        ("the 1", "the"),
    ):
        if not re.search(rf"\b{new}\b", text, re.IGNORECASE):
            some = re.compile(rf"\b{new}\b")
            one = some.search(line.text)
            if one and measured.isdisjoint(range(*one.span())):
                line = replace(line, text=some.sub(how, line.text))
    two = known.packs.union(noun for low, noun in known.amounts if low == 2)
    found = pattern("scaling", "both").finditer(text)
    pairs = [one for one in found if not two.isdisjoint(singulars(text[one.start(1) :].split(",")[0][:_NAME]))]
    if times == 1:
        return line
    spoilt = [one[0] for one in pattern("scaling", "spoilt").finditer(text)]
    unclear = ((words, _UNREAD) for words in (*spoilt, *unread_in_step(text, judged, known)))
    return replace(line, unsure=(*line.unsure, *((one[0], _UNSURE) for one in pairs), *unclear))


def _line(text: str, judged: Sequence[tuple[Amount, Answer]], times: Fraction, slash: bool) -> _Line:
    done, judged = text, _carried(text, judged, times)
    counted: list[tuple[str, bool, bool]] = []
    unsure: list[tuple[str, str]] = []
    left = [some for some in _sums(text, judged) if not _grows_whole(text, some, times)]
    for one, answer in reversed(judged):
        if found := next((some for some in left if (one, answer) in some), None):
            if one == found[0][0] and any(to != "stays" for _, to in found):
                words = text[one.start : found[-1][0].end]
                unsure.insert(0, (words + ")" * (words.count("(") - words.count(")")), _UNSURE))
            continue
        things = counted_at(text, one.end) if one.measure == "count" else None
        noun = singular(text[slice(*things)].casefold()) if things else singular(one.name)
        head = things if things and head_at(text, one.end) else None
        if answer == "grows" and not one.unclear:
            new, stop, number = multiplied(text, one, times, slash)
            old = one.high or one.low
            whole = one.measure in ("count", "pack", "bit")  # a third of a tablespoon is one teaspoon
            exact = one.measure != "pack" and noun not in listed("scaling", "vague")
            same = whole and number == old and times != 1 and not one.high
            stays = same and exact  # half an onion rounds to one
            done = done if same else done[: one.start] + new + done[stop:]
            if noun and whole:
                counted.insert(0, (noun, old > 1, number > 1))
            if stays or (one.measure == "count" and not _divides(text[one.end :], old * times, number)):
                word = text[slice(*head)] if head else _whole(text, one) if stays else new
                unsure.insert(0, (word, _UNEVEN))
        elif answer != "stays":
            why = _DOT if one.unclear else _LOOK if answer == "look" else _UNSURE
            unsure.insert(0, (_whole(text, one).strip(), why))
    return _Line(done[:1].upper() + done[1:] if text[:1].isupper() else done, tuple(counted), tuple(unsure))


def _carried(
    text: str, judged: Sequence[tuple[Amount, Answer]], times: Fraction
) -> Sequence[tuple[Amount, Answer]]:
    """Carry ounces over so that pounds with ounces grow to whole pounds: twice "1 lb 8 oz" is 3 lb."""
    for at, ((one, answer), (two, other)) in enumerate(pairwise(judged)):
        units = one.name in ("lb", "pound") and two.name in ("oz", "ounce")
        plain = answer == other == "grows" and not (one.unclear or two.unclear or one.high or two.high)
        much, rest = divmod((one.low * 16 + two.low) * times, 16)
        if units and plain and joined(text, one, two) == "sum" and 2 % rest.denominator == 0:
            whole = [(replace(one, low=much / times, end=one.end if rest else two.end), answer)] if much else []
            ounces = [(replace(two, low=rest / times, start=two.start if much else one.start), other)]
            return [*judged[:at], *whole, *(ounces if rest else ()), *judged[at + 2 :]]
    return judged


def _sums(text: str, judged: Sequence[tuple[Amount, Answer]]) -> Iterator[Sequence[tuple[Amount, Answer]]]:
    """Group amounts given in two units, "1 lb 5 oz", with an equivalent beside them: "2 lb 3 oz (1 kg)"."""
    ends = [at for at, (one, two) in enumerate(pairwise(judged), 1) if not joined(text, one[0], two[0])]
    for start, end in pairwise([0, *ends, len(judged)]):
        some = judged[start:end]
        if any(joined(text, one, two) == "sum" for (one, _), (two, _) in pairwise(some)):
            yield some


def _grows_whole(text: str, some: Sequence[tuple[Amount, Answer]], times: Fraction) -> bool:
    """Whether every part grows and all but the last come out whole: nobody weighs half a pound 2 ounces."""
    larger = (one for (one, _), (two, _) in pairwise(some) if joined(text, one, two) == "sum")
    whole = all((one.low * times).denominator == 1 for one in larger)
    return whole and all(answer == "grows" and not one.unclear for one, answer in some)


def _divides(after: str, exact: Fraction, rounded: Fraction) -> bool:
    """Whether so many can be taken: half an onion or one clove more is fine, half an egg is not."""
    things = singulars(re.sub(r"^\s?\([^()]*\)", "", after).split(",")[0])
    if exact.denominator == 1 or any(measure(thing) == "pack" for thing in things):
        return True
    small = any(measure(thing) == "bit" for thing in things)
    near = abs(rounded - exact) <= max(exact / 8, Fraction(exact > 1, 2)) or (small and abs(rounded - exact) < 1)
    return near and things.isdisjoint(listed("scaling", "whole"))


def _agreeable(turned: Mapping[str, bool], steps: Sequence[str]) -> Mapping[str, bool]:
    """The nouns whose number may change in every step: not those that a step with a pronoun mentions."""
    bound = [text for text in steps if _PRONOUN.search(text)]
    return {
        noun: many for noun, many in turned.items() if not any(_mention(noun, many).search(one) for one in bound)
    }


def _mention(noun: str, many: bool) -> re.Pattern[str]:
    """Match "the onion" if they are `many` now, else "the onions", with a verb after it."""
    old, verbs = (noun, _IS) if many else (plural(noun), _ARE)
    thing = rf"\b((?:the|your) (?:[\w-]+ )?){re.escape(old)}\b(?!-| {_PARTS.pattern})"
    return re.compile(rf"{thing}(?P<verb> (?:{'|'.join(verbs)})\b)?", re.IGNORECASE)


def _agreeing(text: str, turned: Mapping[str, bool]) -> str:
    """Change "the onions" to "the onion" where there is one now, and the other way round."""
    for noun, many in turned.items():
        was, now = (_IS, _ARE) if many else (_ARE, _IS)
        verbs = dict(zip(was, now, strict=True))
        text = _mention(noun, many).sub(partial(_said_anew, plural(noun) if many else noun, verbs), text)
    return text


def _said_anew(noun: str, verbs: Mapping[str, str], found: re.Match[str]) -> str:
    verb = (found["verb"] or "").strip()
    return f"{found[1]}{noun}{verb and f' {verbs[verb.casefold()]}'}"
