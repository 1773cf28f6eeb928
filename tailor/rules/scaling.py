"""Another number of people or pieces: every amount of list and steps, and what title, yield and notes say.

An amount grows if it is of something that is used up. Rates, sizes of packs and tins, times, temperatures and
lengths never do; what cannot be told is handed back as unsure, and medicines are not scaled at all.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tailor.core.edits import Replace
from tailor.core.english import singular
from tailor.core.finding import Place, Wish
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.rules.amounts import CONSUMED, Amount, amounts, measure, plural, times_as_much
from tailor.rules.model import Asked, Header, Proposal
from tailor.rules.servings import Wanted, bases, factor, renumbered, spoken, wanted, yields

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
_RATE: Final = re.compile(
    r"\b(?:per|every|apiece|a piece|a (?:day|week|person|time|head)|each)\b(?! (?:addition|side|other|time"
    r"|of (?:the )?(?:salt|pepper))\b)",
    re.IGNORECASE,
)
_EACH: Final = re.compile(r"\s?each (?:of )?(?!side|way|addition)[a-z]", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"[.;:!?]\s|,\s|\s[-–—]\s|\s\(|\)")
_BEFORE: Final = re.compile(
    r"\b(?:into|in|by|every|step|steps|type|no\.?|least|most|than|below|above|grade|size|mark|number|on"
    r"|after|heat|level|setting|speed|at|from)(?: about)?\s$|[#№]$",
    re.IGNORECASE,
)
_NOUN: Final = re.compile(
    r"\s?((?:(?:of|the) )?(?:[^\W\d_][\w'’-]*(?:, (?=\w)"
    r"| (?=[^\W\d_])))*[^\W\d_][\w'’-]*)"
)
_WAITS: Final = re.compile(r"\b(?:until|when|once|while|if|as) the\b", re.IGNORECASE)
_PORTIONED: Final = re.compile(r"\beach\b(?! (?:addition|side|other|time))", re.IGNORECASE)
_SHAPED: Final = re.compile(
    r"\b(?:form|shape|roll|divide|make|portion|separate)\b[^.;]*? (?:into|in) (?:about )?$", re.IGNORECASE
)
_SERVED: Final = re.compile(
    r"\b(?:form|shape|roll|divide|portion|separate|cut|serve|share|ladle|spoon|split|make)\b[^.;]*? (?:into"
    r"|in|among|between|on|onto)"
    r"(?: about)? $|^\W*(?:form|shape|make|roll) (?:out )?$",
    re.IGNORECASE,
)
_SIZED: Final = re.compile(r"\s?\([^()]{1,24}\)|\s\S*\d\S*(?: oz\.?| ounces?)?")


@dataclass(frozen=True, slots=True)
class Unsure:
    """An amount that nobody but the person can decide on."""

    part: Part
    step: int
    word: str


@dataclass(frozen=True, slots=True)
class Scaled:
    """The texts of both lists after scaling, each in its old place, and what is left to the person."""

    resources: tuple[str, ...]
    steps: tuple[str, ...]
    unsure: tuple[Unsure, ...]


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
    left = tuple(Place(one.part, one.step, one.word, "an amount: does it change too?") for one in done.unsure)
    return Proposal(
        edits=edits, says=f"{reason} {_advice(times)}", header=_header(procedure, times, wish), left=left
    )


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
    lines = [
        text
        for text in procedure.resources
        if wish.noun and wish.noun in map(singular, re.findall(r"[a-z]+", text.casefold()))
    ]
    first = next(amounts(lines[0]), None) if len(lines) == 1 else None
    if first is None or not wish.number or first.measure != "count" or first.low < wish.number:
        return None
    return wish.number / first.low


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


@cache
def listed(name: str) -> frozenset[str]:
    """One of the lists of words in data/scaling.toml."""
    path = Path(__file__).parent / "data" / "scaling.toml"
    return frozenset(tomllib.loads(path.read_text(encoding="utf-8"))[name])


def scale(procedure: Procedure, times: Fraction) -> Scaled | None:
    """The procedure times the factor; None where nothing is measured that is used up, or where something is "
    "dosed."""
    everything = " ".join((procedure.goal, *procedure.resources, *procedure.steps)).casefold()
    if any(re.search(rf"\b{re.escape(one)}s?\b", everything) for one in listed("dosed")):
        return None
    known = _Known.of(procedure, bool(re.search(r"\d/\d", everything)))
    unsure: list[Unsure] = []
    texts = {part: [] for part in PARTS}  # type: dict[Part, list[str]]
    for part in PARTS:
        for step, text in enumerate(procedure.part(part), 1):
            done, left = _line(text, part, times, known)
            texts[part].append(done)
            unsure += [Unsure(part, step, word) for word in left]
    steps = tuple(
        _renumbered(text, list(_flips(procedure.resources, texts["resources"]))) for text in texts["steps"]
    )
    return Scaled(tuple(texts["resources"]), steps, tuple(unsure)) if _measured(procedure) else None


def _flips(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Nouns of the list that changed from one to several or back; one that stands there twice is left out."""
    heads = [[noun for text in some if (noun := _first_noun(text))] for some in (before, after)]
    if len(heads[0]) == len(heads[1]):
        for old, new in zip(*heads, strict=True):
            if old != new and [singular(one) for one in heads[0]].count(singular(old)) == 1:
                yield old, new


def _first_noun(text: str) -> str:
    first = next(amounts(text), None)
    head = head_at(text, first.end) if first is not None else None
    return text[slice(*head)] if head else ""


def _renumbered(text: str, flips: Sequence[tuple[str, str]]) -> str:
    """ "add the onions" where only one is left; a sentence in which a verb or pronoun would have to follow "
    "stays."""
    if not flips:
        return text
    sentences = re.split(r"(?<=[.;]) ", text)
    for at, one in enumerate(sentences):
        if not re.search(r"\b(?:it|its|they|them|their|each|is|are|has|have|half|one|both|some|rest)\b", one):
            for old, new in flips:
                sentences[at] = sentences[at] if _WAITS.search(one) else re.sub(
                    rf"\b([Tt]he (?:[a-z]+ed |[a-z]+ )?){old}(?=[.;]|$|, the\b| (?:and the|with|in|into|to"
                    rf"|on|over|for|from|until)\b)",
                    rf"\1{new}", sentences[at])  # fmt: skip
    return " ".join(sentences)


def _measured(procedure: Procedure) -> bool:
    """Whether the list (or the steps, without one) measures several things that are used up, as recipes do."""
    found = (one.measure for text in procedure.resources or procedure.steps for one in list(amounts(text))[:1])
    return sum(one in ("weight", "volume", "spoon") for one in found) >= min(3, len(procedure.resources) or 3)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the list says: the words of what is used up, the nouns that it counts, and how fractions are "
    "written."""

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
            words |= {singular(word) for word in re.findall(r"[^\W\d_]+", text.casefold())}
            for one in amounts(text):
                known.add((one.low, singular(one.unit.casefold())))
                if one.measure == "count" and (head := head_at(text, one.end)):
                    noun = singular(text[slice(*head)].casefold())
                    counted.add(noun)
                    known.add((one.low, noun))
        return cls(frozenset(words), frozenset(counted), frozenset(known), said, bool(procedure.resources), slash)


def is_tool(text: str) -> bool:
    """Whether a line of the list names a thing that is not used up: "2 baking trays", "24 cm pot with a lid"."""
    first = next(amounts(text), None)
    at = (
        first.end
        if first is not None and re.fullmatch(r"(?:about |approx\.? |~)?", text[: first.start], re.I)
        else 0
    )
    if first is not None and at and first.measure == "length":
        return True
    head = head_at(text, at)
    return (
        head is not None
        and (not at or first is None or first.measure == "count" or bool(first.gap == "-"))
        and (singular(text[slice(*head)].casefold()) in listed("tools"))
    )


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
        if plain in listed("stop") or (
            head is not None and plain.endswith(("ed", "ly")) and plain not in ("seed", "red")
        ):
            break
        head = (found.start(1) + word.start(), found.start(1) + word.end() - len(word[1]))
        if word[1] and plain not in listed("adjectives"):
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
    found = list(amounts(text))
    judged = [
        _in_list(text, one, before) if part == "resources" else _in_step(text, one, before, known)
        for before, one in zip([None, *found], found, strict=False)
    ]
    done = text
    for one, answer in zip(reversed(found), reversed(judged), strict=True):
        if answer == "grows":
            words, stop, value = _written(text, one, times, known.slash)
            tail = done[stop:]
            done = done[: one.start] + words + (_pronoun(tail, value) if stop > one.end else tail)
    unsure = [text[one.start : one.end] for one, answer in zip(found, judged, strict=True) if answer == "unsure"]
    done = re.sub(r"\bthe 1 (?=[a-z])", "the ", done)
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
    if one.measure in ("weight", "volume") and re.match(
        r"\s(?:tin|can|pack|package|packet|jar|bottle|box|bag|container)\b", after
    ):
        return "unsure"
    if one.measure == "count":
        opens = not ahead.strip() or re.search(
            r"(?:\b(?:plus|and|of|or|about|approx\.?|around|~)|[(~+])\s?$", ahead, re.I
        )
        head = head_at(text, one.end)
        tool = head is not None and singular(text[slice(*head)].casefold()) in listed("tools")
        return "grows" if opens and not tool and (one.style != "article" or not ahead) else "stays"
    if (
        before is None
        and head_at(text, 0)
        and ahead.strip()
        and not re.search(r"(?:about|approx\.?|~|or|of) ?$", ahead, re.I)
    ):
        return "unsure"
    return "grows"


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
    if (
        one.measure not in (*CONSUMED, "count")
        or (one.gap == "-" and one.measure != "count")
        or _is_size(text, one, before)
    ):
        return "stays"
    ahead, after = text[: one.start], text[one.end :]
    head = head_at(text, one.end)
    noun = singular(text[slice(*head)].casefold()) if head else ""
    if one.low in known.bases and (one.measure == "bit" or noun) and _SERVED.search(ahead):
        return "grows" if one.style != "article" and one.measure in ("count", "bit") else "stays"
    if noun in listed("tools") or _at_rate(text, one):
        return "stays"
    if one.measure == "count":
        if not noun and (one.low, "") in known.amounts and re.search(r"\babout $|\($", ahead):
            return "grows"
        if (
            _SHAPED.search(ahead)
            and one.style != "article"
            and not re.match(r"(?i)\s(?:equal )?(?:inch|cm|steps)", after)
        ):
            return "unsure"
        if noun in known.words - known.counted and re.search(r"\b(?:of|add|in) $", ahead, re.IGNORECASE):
            return "unsure"
        if one.style == "article" and (Fraction(1), noun) not in known.amounts:
            return "stays"
        if noun not in known.counted and noun and one.low in known.bases and one.low > 2:
            return "unsure"
        if noun not in known.counted or _BEFORE.search(ahead) or re.match(r" of (?:the|these|them|it)\b", after):
            return "stays"
        return "grows"
    if one.style == "article" and one.measure in ("pack", "bit") and noun not in known.words:
        return "stays"
    if re.match(r"\sat a time|\s(?:of )?[\w ]{0,20}at a time", after) or re.search(r"\bby (?:about )?$", ahead):
        return "stays"
    words = {singular(word) for word in re.findall(r"[^\W\d_]+", phrase_at(text, one.end))}
    if (
        singular(one.unit) in ("slice", "piece", "sheet")
        and one.low == 1
        and (one.low, singular(one.unit)) not in known.amounts
    ):
        return "unsure"
    if _PORTIONED.search(ahead) and (one.low, singular(one.unit.casefold())) not in known.amounts:
        return "unsure"
    if len(words) > 1 and words <= known.words:
        return "grows"
    words |= {singular(one.unit.casefold())} if one.measure == "bit" else set()
    if (not known.listed and noun and noun not in listed("made")) or words & listed("unlisted"):
        return "grows"
    if words & known.words and not words & listed("made"):
        return "grows"
    if (one.low, singular(one.unit.casefold())) in known.amounts and not words & listed("made"):
        return "grows"
    if noun in listed("made") and re.search(
        r"\b(?:onto|drop|scoop|form|roll|shape|using|ladle|place|put|pour|spoon|for)\b", ahead, re.I
    ):
        return "stays"
    return "unsure"


def phrase_at(text: str, at: int) -> str:
    """The words of the noun phrase that begins here."""
    found = _NOUN.match(text, at)
    words = re.split(r"(?<!less), ", found[1])[0].casefold().split() if found else []
    words = words[words[:1] == ["of"] :]
    words = words[words[:1] == ["the"] :]
    return " ".join(takewhile(lambda word: word not in listed("stop"), words))


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


def _written(text: str, one: Amount, times: Fraction, slash: bool) -> tuple[str, int, Fraction]:
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
