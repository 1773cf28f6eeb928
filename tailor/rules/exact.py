"""As much of one thing as somebody says: "150 g butter instead of 200 g", "use 3 eggs", "two eggs only".

It is written wherever list and steps say how much of that thing there is, or nowhere: where they say so in two
ways, such as 150 g and "the other 50 g", only the person knows how to part the new amount.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tailor.core.english import singulars
from tailor.core.finding import Place, Wish
from tailor.core.numerals import has_decimal_comma
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.rules.amounts import CONSUMED, Amount, amounts, head_at, multiplied, noun_at, phrase_at, plural
from tailor.rules.growth import Known, in_list
from tailor.rules.less import must_stay
from tailor.rules.model import Asked, Proposal, rewritten
from tailor.rules.scaling import dosed_in, to_go_through
from tailor.rules.tables import pattern


@dataclass(frozen=True, slots=True)
class Exact:
    """What a hint says of one amount."""

    new: Amount
    written: str
    """The new amount as it was typed."""
    thing: str
    """"" where only the old amount tells what is meant."""
    old: Amount | None = None
    words: str = ""
    """All that say so."""


@dataclass(frozen=True, slots=True)
class _Hit:
    part: Part
    at: int
    one: Amount
    noun: str


_MORE: Final = (
    "You have more of it than this takes. To change every amount, say how much you want, as in “double it”."
)
_WORD: Final = re.compile(r"[\w./,½¼¾-]+\b|\w+")
_SENTENCE: Final = re.compile(r"[.;:!?]\s|,\s(?:and|then)\s")
_OF_TWO: Final = pattern("exact", "of_two")


def read(words: str, *, beside: bool = False) -> Exact | None:
    """The one amount that a hint says exactly; None if it says none, or how much there is.

    `beside`: behind a number for everything else, "but only 3 eggs" says it too.
    """
    text = re.sub(r"['’]", "", words.casefold())
    found = [one for one in amounts(text) if one.measure in (*CONSUMED, "count") and one.style != "article"]
    if any(one.high or one.unclear for one in found):
        return None
    match found:
        case [new, old]:
            between = pattern("exact", "instead").fullmatch(text[new.end : old.start])
            after = pattern("exact", "after").fullmatch(text[old.end :])
            if not (between and after) or old.measure not in (new.measure, "count"):
                return None
            one, other = between["thing"] or "", after["thing"] or ""
            if (one and other and one != other) or not (one or other or new.unit):
                return None  # "150 g margarine instead of 200 g butter" is another thing
            thing = one or other
            return Exact(new, text[new.start : new.end], thing, old, text[new.start :])
        case [*_, new] if len(found) == 1 or beside:
            after = pattern("exact", "after").fullmatch(text[new.end :])
            asks = pattern("exact", "besides" if beside else "asks").search(text[: new.start])
            only = after and after["only"] and new.measure == "count"  # half a kilo only is what there is
            if not (after and after["thing"]) or asks is None or not (beside or asks["verb"] or only):
                return None
            return Exact(new, text[new.start : new.end], after["thing"], words=text[asks.start() :])
        case _:
            return None


def heard(words: str, procedure: Procedure) -> Wish | None:
    """The wish for one exact amount, with the places that it may be about."""
    exact = read(words)
    if exact is None:
        return _plenty(words, procedure)
    hits = [*_hits(exact, procedure)] or [*_hits(replace(exact, old=exact.new), procedure)]  # done already
    if not hits:
        return None
    where = (Place(one.part, one.at, _words(procedure, one), f"you said “{exact.written}”") for one in hits)
    thing = exact.thing or next((_noun(procedure, one) for one in hits if one.noun), "")
    return (
        Wish("amount", thing, words=tuple(_WORD.findall(exact.words)), known=True, places=tuple(where))
        if thing
        else None
    )


def _plenty(words: str, procedure: Procedure) -> Wish | None:
    """The wish of who has more of a thing of the list than it takes: all amounts may change with it."""
    text = re.sub(r"['’]", "", words.casefold())
    for one in amounts(text):
        thing = noun_at(re.split(r"\b(?:out|left|over)\b", text[one.end :])[0], 0)
        there = Exact(one, text[one.start : one.end], thing, words=text[one.start : one.end])
        ahead = pattern("exact", "there").search(text[: one.start])
        hits = [*_hits(there, procedure)] if ahead and thing and one.style != "article" else []
        alike = (hit for hit in hits if hit.part == "resources" and hit.noun == thing and hit.one.name == one.name)
        taken = {hit.one.low for hit in alike}
        if len(taken) == 1 and one.low > taken.pop():
            many = f"{there.written} {thing if one.unit else plural(thing)}"
            places = to_go_through(procedure, f"you have {many}")
            return Wish("amount", thing, words=(*_WORD.findall(there.words), thing), known=True, places=(*places,))
    return None


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """The new amount of the one thing that it may be of."""
    words = asked.requirement.words
    exact = read(words) or read(words, beside=True)
    if exact is None and asked.wish.polarity == "amount" and (more := _plenty(words, procedure)):
        return Proposal(says=_MORE, left=more.places) if more.thing == asked.wish.thing else None
    if asked.wish.polarity not in ("amount", "only", "other") or exact is None:
        return None
    if not singulars(exact.thing) <= singulars(asked.wish.meant):
        return None
    hits, thing = [*_hits(exact, procedure)], asked.wish.called
    texts = [procedure.part(one.part)[one.at - 1] for one in hits]
    if not hits or any(map(dosed_in, texts)) or must_stay(thing, procedure):
        return None
    if not _is_clear(exact, hits, procedure):
        much = f"{exact.written} {exact.thing}".rstrip()
        says = f"I can't tell where {much} would go, so I changed no amounts."
        return Proposal(says=says, left=asked.wish.places)
    if (exact.new.low, exact.new.name) == (hits[0].one.low, hits[0].one.name):
        return Proposal(says=f"It has {exact.written} {thing} already.", fits=True)
    one = exact.new.low == 1
    counted = exact.new.measure == "count"
    what = f"number of {plural(thing) if one else thing}" if counted else f"amount of {thing}"
    says = f"Changed the {what} to {exact.written}."
    edits = rewritten(procedure, _texts(procedure, hits, exact), says)
    return Proposal(edits=edits, says=says, stays=True)


def _is_clear(exact: Exact, hits: Sequence[_Hit], procedure: Procedure) -> bool:
    """Whether all amounts are the same one of one thing, and no sentence takes a share of it."""
    said = {(one.one.low, one.one.name) for one in hits}
    if len(said) != 1 or any(one.one.high or one.one.unclear for one in hits):
        return False
    nouns = {one.noun for one in hits} - {""}
    if len(nouns) != 1 or len([one for one in hits if one.part == "resources"]) > 1:
        return False
    old = hits[0].one
    if exact.new.measure != old.measure or (exact.old and exact.old.low != old.low):
        return False
    told = (one for text in procedure.steps for one in _SENTENCE.split(text))
    return not any(_OF_TWO.search(one) and not nouns.isdisjoint(singulars(one)) for one in told)


def _hits(exact: Exact, procedure: Procedure) -> Iterator[_Hit]:
    """Every amount of the thing; of no thing, or of nothing named, every one that is as much as the old one."""
    comma = has_decimal_comma((*procedure.resources, *procedure.steps))
    known, names = Known.of(procedure), singulars(exact.thing)
    for part in PARTS:
        for at, text in enumerate(procedure.part(part), 1):
            tools = [one for one, to in in_list(text, known) if to == "stays"] if part == "resources" else []
            for one in amounts(text, comma):
                noun = noun_at(text, one.end)
                old = bool(exact.old and one.unit and exact.old.name in (one.name, ""))
                old = old and exact.old is not None and (one.low, one.high) == (exact.old.low, None)
                mine = bool(names) and names <= singulars(phrase_at(text, one.end)) and noun in names
                fits = one.measure in (*CONSUMED, "count") and one not in tools and one.style != "article"
                if fits and (mine or (old and (not names or not noun))):
                    yield _Hit(part, at, one, noun)


def _noun(procedure: Procedure, hit: _Hit) -> str:
    """What the amount is of, as it is written."""
    text = procedure.part(hit.part)[hit.at - 1]
    head = head_at(text, hit.one.end)
    return text[slice(*head)].casefold() if head else ""


def _words(procedure: Procedure, hit: _Hit) -> str:
    text = procedure.part(hit.part)[hit.at - 1]
    return text[hit.one.start : hit.one.end]


def _texts(procedure: Procedure, hits: Sequence[_Hit], exact: Exact) -> dict[Part, list[str]]:
    """The texts with the new amount, in the unit that it was typed in."""
    slash = bool(re.search(r"\d/\d", "\n".join((*procedure.resources, *procedure.steps))))
    texts: dict[Part, list[str]] = {part: list(procedure.part(part)) for part in PARTS}
    for hit in reversed(hits):
        some, one = texts[hit.part], hit.one
        new, stop, number = multiplied(some[hit.at - 1], one, exact.new.low / one.low, slash)
        if number != exact.new.low or one.name != exact.new.name:
            new, stop = exact.written, one.end
        some[hit.at - 1] = some[hit.at - 1][: one.start] + new + some[hit.at - 1][stop:]
    return texts
