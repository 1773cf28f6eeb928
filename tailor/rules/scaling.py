"""Another number of people or pieces: every amount of list and steps, and what title, yield and notes say.

An amount grows if it is of something that is used up. Rates, sizes of packs and tins, times, temperatures and
lengths never do; what cannot be told is handed back as unsure, and medicines are not scaled at all.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import Final, Literal, TypeAlias

from tailor.core.edits import Replace
from tailor.core.english import singular
from tailor.core.finding import Place, Wish
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.rules.amounts import CONSUMED, Amount, amounts, measure, plural, times_as_much
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
Answer: TypeAlias = Literal["grows", "stays", "unsure"]
_RATE: Final = pattern("scaling", "rate")
_EACH: Final = pattern("scaling", "each")
_CLAUSE: Final = pattern("scaling", "clause")
_BEFORE: Final = pattern("scaling", "before")
_NOUN: Final = pattern("scaling", "noun")
_AGREES: Final = pattern("scaling", "agrees")
_ENDS: Final = pattern("scaling", "ends")
_PUT: Final = pattern("scaling", "put")
_PACKED: Final = pattern("scaling", "packed")
_ADDS: Final = pattern("scaling", "adds")
_ABOUT: Final = pattern("scaling", "about")
_WAITS: Final = pattern("scaling", "waits")
_PORTIONED: Final = pattern("scaling", "portioned")
_SHAPED: Final = pattern("scaling", "shaped")
_SERVED: Final = pattern("scaling", "served")
_SIZED: Final = pattern("scaling", "sized")


@dataclass(frozen=True, slots=True)
class Scaled:
    """The texts of both lists after scaling, each in its old place, and what is left to the person."""

    resources: tuple[str, ...]
    steps: tuple[str, ...]
    unsure: tuple[Place, ...]


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Everything for the number that is asked for, as one group with title, yield and notes."""
    wish = wanted(asked.requirement.words)
    if wish is None or not _meant(asked.wish, wish):
        return None
    times = factor(procedure, wish) or _as_many(procedure, wish)
    if times is None:
        return None
    people = f" for {spoken(wish.number)}" if wish.number and not wish.noun else ""
    if times == 1:
        return Proposal(says=f"It is{people or ' as much'} already.")
    done = scale(procedure, times)
    if done is None:
        return None
    reason = f"{_NAMES.get(times, 'Changed the amounts')}{people}."
    new = {"steps": [renumbered(text, times, wish) for text in done.steps], "resources": done.resources}
    edits = tuple(
        Replace(part=part, step=step, text=text, reason=reason)
        for part in PARTS
        for step, (old, text) in enumerate(zip(procedure.part(part), new[part], strict=True), 1)
        if text != old
    )
    header = _header(procedure, times, wish)
    return Proposal(edits=edits, says=f"{reason} {_advice(times)}", header=header, left=done.unsure)


def scaled(procedure: Procedure, times: Fraction) -> Procedure:
    """The procedure with every amount times the factor that surely grows, and nothing else changed."""
    done = scale(procedure, times)
    return replace(procedure, steps=done.steps, resources=done.resources) if done else procedure


def _meant(wish: Wish, said: Wanted) -> bool:
    """Whether it is this wish that names the number: of people, of pieces, or of one thing that is short."""
    if said.noun:
        return said.noun in {singular(word) for word in wish.thing.casefold().split()}
    return wish.polarity == "amount" and not wish.thing


def _as_many(procedure: Procedure, wish: Wanted) -> Fraction | None:
    """How much can be made of so many of one thing of the list."""
    lines = [text for text in procedure.resources if wish.noun and wish.noun in map(singular, _words(text))]
    first = next(iter(amounts(lines[0])), None) if len(lines) == 1 else None
    if first is None or not wish.number or first.measure != "count" or first.low < wish.number:
        return None
    return wish.number / first.low


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())


def _header(procedure: Procedure, times: Fraction, wish: Wanted) -> Header | None:
    texts = (procedure.goal, yields(procedure), procedure.notes)
    told = [renumbered(text, times, wish, header=True) for text in texts]
    if told[1].strip().isdigit():
        told[1] = renumbered(f"{told[1].strip()} servings", times, wish)
    goal, much, notes = (new if new != old else None for old, new in zip(texts, told, strict=True))
    return Header(goal=goal, yields=much, notes=notes) if goal or much or notes else None


def _advice(times: Fraction) -> str:
    if times > 1:
        return "I changed the amounts only: more food takes longer to heat, and you may need a bigger pan."
    return "I changed the amounts only: less food is done sooner, and a smaller pan may fit better."


def scale(procedure: Procedure, times: Fraction) -> Scaled | None:
    """The procedure times the factor; None where too little is measured to be a recipe, or something is dosed."""
    everything = " ".join((procedure.goal, *procedure.resources, *procedure.steps)).casefold()
    if any(re.search(rf"\b{re.escape(one)}s?\b", everything) for one in listed("scaling", "dosed")):
        return None
    known = _Known.of(procedure, bool(re.search(r"\d/\d", everything)))
    unsure: list[Place] = []
    texts = {part: [] for part in PARTS}  # type: dict[Part, list[str]]
    for part in PARTS:
        for step, text in enumerate(procedure.part(part), 1):
            done, left = _line(text, part, times, known)
            texts[part].append(done)
            unsure += [Place(part, step, word, "an amount: does it change too?") for word in left]
    flips = list(_flips(procedure.resources, texts["resources"]))
    steps = tuple(_renumbered(text, flips) for text in texts["steps"])
    return Scaled(tuple(texts["resources"]), steps, tuple(unsure)) if _measured(procedure) else None


def _flips(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Nouns of the list that changed from one to several or back; one that stands there twice is left out."""
    heads = [[noun for text in some if (noun := _first_noun(text))] for some in (before, after)]
    if len(heads[0]) == len(heads[1]):
        for old, new in zip(*heads, strict=True):
            if old != new and [singular(one) for one in heads[0]].count(singular(old)) == 1:
                yield old, new


def _first_noun(text: str) -> str:
    first = next(iter(amounts(text)), None)
    head = head_at(text, first.end) if first is not None else None
    return text[slice(*head)] if head else ""


def _renumbered(text: str, flips: Sequence[tuple[str, str]]) -> str:
    """ "add the onion" where one is left; a sentence where a verb or pronoun would have to follow stays."""
    if not flips:
        return text
    sentences = re.split(r"(?<=[.;]) ", text)
    for at, one in enumerate(sentences):
        for old, new in flips if not _AGREES.search(one) and not _WAITS.search(one) else ():
            sentences[at] = re.sub(rf"\b([Tt]he (?:[a-z]+ )?){old}{_ENDS.pattern}", rf"\1{new}", sentences[at])
    return " ".join(sentences)


def _measured(procedure: Procedure) -> bool:
    """Whether the list (or the steps, without one) measures several things that are used up, as recipes do."""
    found = (one.measure for text in procedure.resources or procedure.steps for one in amounts(text)[:1])
    return sum(one in ("weight", "volume", "spoon") for one in found) >= min(3, len(procedure.resources) or 3)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the list says of what is used up: its words, the nouns it counts, its amounts."""

    words: frozenset[str]
    counted: frozenset[str]
    amounts: frozenset[tuple[Fraction, str]]
    bases: frozenset[Fraction]
    """For how many it is, as it says itself."""
    listed: bool
    slash: bool

    @classmethod
    def of(cls, procedure: Procedure, slash: bool) -> "_Known":
        said = frozenset(one.low for one in bases(procedure) if one.low == one.high)
        words, counted, known = set[str](), set[str](), set[tuple[Fraction, str]]()
        for text in procedure.resources:
            if is_tool(text):
                continue
            words |= {singular(word) for word in _words(text)}
            for one in amounts(text):
                known.add((one.low, singular(one.unit.casefold())))
                if one.measure == "count" and (head := head_at(text, one.end)):
                    noun = singular(text[slice(*head)].casefold())
                    counted.add(noun)
                    known.add((one.low, noun))
        return cls(frozenset(words), frozenset(counted), frozenset(known), said, bool(procedure.resources), slash)


def is_tool(text: str) -> bool:
    """Whether a line of the list names a thing that is not used up: "2 baking trays", "24 cm pot with a lid"."""
    first = next(iter(amounts(text)), None)
    if first is None or not re.fullmatch(r"(?:about |approx\.? |~)?", text[: first.start], re.IGNORECASE):
        return _noun_at(text, 0) in listed("scaling", "tools")
    if first.measure in ("length", "count") or first.gap == "-":
        return first.measure == "length" or _noun_at(text, first.end) in listed("scaling", "tools")
    return False


def head_at(text: str, at: int) -> tuple[int, int] | None:
    """Where the head noun of the phrase stands that begins here: onion in " large red onion, chopped"."""
    found = _NOUN.match(text, at)
    if found is None:
        return None
    head: tuple[int, int] | None = None
    for word in re.finditer(r"[^\W\d_][\w'’-]*(,?)", found[1]):
        plain = word[0].rstrip(",").casefold()
        if plain in ("of", "the") and head is None:
            continue
        if plain in listed("scaling", "stop") or (
            head is not None and plain.endswith(("ed", "ly")) and plain not in ("seed", "red")
        ):
            break
        head = (found.start(1) + word.start(), found.start(1) + word.end() - len(word[1]))
        if word[1] and plain not in listed("scaling", "adjectives"):
            break
    return head


def _pronoun(rest: str, value: Fraction) -> str:
    """The rest of the sentence with the pronoun that follows a noun of the new number: "slice 1 onion, fry it"."""
    old, new = ("it", "them") if value > 1 else ("them", "it")
    return re.sub(rf"^((?:(?:,| and|,? then)?(?: (?!and\b)[a-z]+){{1,2}})) {old}\b", rf"\1 {new}", rest)


def _line(text: str, part: Part, times: Fraction, known: _Known) -> tuple[str, list[str]]:
    """The line times the factor, and the amounts of it that are unsure."""
    if part == "resources" and is_tool(text):
        return text, []
    found = amounts(text)
    judged = [
        _in_list(text, one, before) if part == "resources" else _in_step(text, one, before, known)
        for before, one in zip([None, *found], found, strict=False)
    ]
    done = text
    for one, answer in zip(reversed(found), reversed(judged), strict=True):
        if answer == "grows":
            words, stop, value = written(text, one, times, known.slash)
            if one.measure == "count" and re.search(r"\bthe $", text[: one.start]):
                words = words.removeprefix("1 ")
            tail = done[stop:]
            done = done[: one.start] + words + (_pronoun(tail, value) if stop > one.end else tail)
    unsure = [text[one.start : one.end] for one, answer in zip(found, judged, strict=True) if answer == "unsure"]
    return (done[:1].upper() + done[1:] if text[:1].isupper() else done), unsure


def _in_list(text: str, one: Amount, before: Amount | None) -> Answer:
    """Whether an amount of the list grows."""
    ahead, after = text[: one.start], text[one.end :]
    if one.unit.casefold() in ("x", "portion", "portions", "serving", "servings"):
        return "grows" if not ahead.strip() else "stays"
    if one.measure not in (*CONSUMED, "count") or re.match(r"\s?(?:each|apiece|per)\b|\s[^()]*\beach\)", after):
        return "stays"
    if _is_size(text, one, before):
        return "stays"
    if (one.gap == "-" and one.measure != "count") or _BEFORE.search(ahead):
        return "stays" if before is not None or _BEFORE.search(ahead) else "unsure"
    if one.measure in ("weight", "volume") and _PACKED.match(after):
        return "unsure"
    if one.measure == "count":
        opens = not ahead.strip() or _ADDS.search(ahead)
        tool = _noun_at(text, one.end) in listed("scaling", "tools")
        return "grows" if opens and not tool and (one.style != "article" or not ahead) else "stays"
    named_first = before is None and ahead.strip() and head_at(text, 0)
    return "unsure" if named_first and not _ABOUT.search(ahead) else "grows"


def _is_size(text: str, one: Amount, before: Amount | None) -> bool:
    """Whether the amount is the size of each of what the one before it counts: 2 (14 oz) cans."""
    if before is None or (before.measure not in ("count", "pack") and before.unit != "x"):
        return False
    between = text[before.end : one.start]
    if before.measure == "pack" and re.fullmatch(r" [^,()\d]+, ", between):
        return True
    of = one.measure in ("weight", "volume") and re.fullmatch(r" [^,;.()\d]+ of ", between)
    return bool(of) or between.strip() in ("", "(", "x", "×", "(about", "(approx.")


def _in_step(text: str, one: Amount, before: Amount | None, known: _Known) -> Answer:
    """Whether an amount of a step grows."""
    consumed = one.measure == "count" or (one.measure in CONSUMED and one.gap != "-")
    if not consumed or _is_size(text, one, before):
        return "stays"
    ahead = text[: one.start]
    noun = _noun_at(text, one.end)
    if one.low in known.bases and (one.measure == "bit" or noun) and _SERVED.search(ahead):
        return "grows" if one.style != "article" and one.measure in ("count", "bit") else "stays"
    at_a_time = re.match(r"\s(?:of )?(?:\w+ ){0,2}at a time", text[one.end :])
    if noun in listed("scaling", "tools") or at_a_time or _at_rate(text, one):
        return "stays"
    judge = _counted_in_step if one.measure == "count" else _measured_in_step
    return judge(ahead, text, one, noun, known)


def _counted_in_step(ahead: str, text: str, one: Amount, noun: str, known: _Known) -> Answer:
    """Of "2 onions": it grows if the list counts them too."""
    after = text[one.end :]
    if not noun and (one.low, "") in known.amounts and re.search(r"\babout $|\($", ahead):
        return "grows"
    sized = re.match(r"(?i)\s(?:equal )?(?:inch|cm|steps)", after)
    if _SHAPED.search(ahead) and one.style != "article" and not sized:
        return "unsure"
    if noun in known.words - known.counted and re.search(r"\b(?:of|add|in) $", ahead, re.IGNORECASE):
        return "unsure"
    if one.style == "article" and (Fraction(1), noun) not in known.amounts:
        return "stays"
    if noun not in known.counted:
        return "unsure" if noun and one.low in known.bases and one.low > 2 else "stays"
    return "stays" if _BEFORE.search(ahead) or re.match(r" of (?:the|these|them|it)\b", after) else "grows"


def _measured_in_step(ahead: str, text: str, one: Amount, noun: str, known: _Known) -> Answer:
    """Of "200 g of flour": it grows if the list knows the thing; spoonfuls of batter are portions."""
    unit, made = singular(one.unit.casefold()), listed("scaling", "made")
    if one.style == "article" and one.measure in ("pack", "bit") and noun not in known.words:
        return "stays"
    if re.search(r"\bby (?:about )?$", ahead):
        return "stays"
    said = (one.low, unit) in known.amounts
    if not said and (_PORTIONED.search(ahead) or (unit in ("slice", "piece", "sheet") and one.low == 1)):
        return "unsure"
    words = {singular(word) for word in _words(phrase_at(text, one.end))}
    if len(words) > 1 and words <= known.words:
        return "grows"
    words |= {unit} if one.measure == "bit" else set()
    anything = not known.listed and noun and noun not in made
    if anything or words & listed("scaling", "unlisted") or (not words & made and (said or words & known.words)):
        return "grows"
    return "stays" if noun in made and _PUT.search(ahead) else "unsure"


def _noun_at(text: str, at: int) -> str:
    """The head noun of the phrase that begins here, in the singular; "" if none does."""
    head = head_at(text, at)
    return singular(text[slice(*head)].casefold()) if head else ""


def phrase_at(text: str, at: int) -> str:
    """The words of the noun phrase that begins here."""
    found = _NOUN.match(text, at)
    words = re.split(r"(?<!less), ", found[1])[0].casefold().split() if found else []
    words = words[words[:1] == ["of"] :]
    words = words[words[:1] == ["the"] :]
    return " ".join(takewhile(lambda word: word not in listed("scaling", "stop"), words))


def _at_rate(text: str, one: Amount) -> bool:
    """Whether the clause says "per", "every" or "each": 1 tablespoon to each 250 ml.

    "cut 8 buns and fill each" speaks of the buns themselves.
    """
    if _EACH.match(text, one.end):
        return False
    begins = [found.end() for found in _CLAUSE.finditer(text, 0, one.start)]
    end = _CLAUSE.search(text, one.end)
    start, stop = max(begins, default=0), end.start() if end else len(text)
    if one.measure == "count":
        return bool(
            _RATE.search(text[start : one.start])
            or re.match(r"(?: [\w-]+){0,3} (?:per|for each|each$)\b", text[one.end : stop])
        )
    return bool(_RATE.search(text[start:stop]))


def written(text: str, one: Amount, times: Fraction, slash: bool) -> tuple[str, int, Fraction]:
    """The new amount with its noun in the right number, where the old one ends, and the new number."""
    head = head_at(text, one.end)
    words, value = times_as_much(one, times, text[slice(*head)] if head else "", slash=slash)
    if words.endswith(" of") and text.startswith(" of ", one.end):
        words = words.removesuffix(" of")
    if one.measure != "count":
        return words, one.end, value
    sized = _SIZED.match(text, one.end)
    head = head_at(text, sized.end() if sized else one.end)
    if sized and (pack := re.match(r"\s?([a-z]+)", text[sized.end() :])) and measure(pack[1]) == "pack":
        head = sized.end() + pack.start(1), sized.end() + pack.end(1)
    if words == "half an" and text[one.end :].lstrip()[:1] not in "aeiou":
        words = "half a"
    if head is None or (value > 1) == ((one.high or one.low) > 1):
        return words, one.end, value
    noun = text[slice(*head)]
    many = noun if singular(noun.casefold()) != noun.casefold() else plural(noun)
    new = many if value > 1 else singular(noun) if noun.islower() else noun
    middle = text[one.end : head[0]]
    return f"{words}{middle}{new}", head[1], value
