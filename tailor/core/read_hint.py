"""Merge a model's reading of the hint into the requirements that the rules found.

A model may correct a kind, cut a clause in two, say what follows in practice, and say that a clause asks for
nothing. It never changes what the person wrote or corrected by hand, and never loses what the guard looks for.
"""

import re
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Final

from tailor.core.english import singular
from tailor.core.finding import find
from tailor.core.finding.relations import key, things
from tailor.core.guard import constraints_in, of_all_kinds
from tailor.core.guard.vocabulary import group
from tailor.core.procedure import Procedure
from tailor.core.requirements import Kind, Level, Requirement, Requirements, classify, level_of

MODEL_THINKS: Final = "The model thinks"
"""How a model's word on a requirement begins: it is an opinion."""

_HEALTH: Final = re.compile(
    r"\b(?:allerg|intoleran|pregnan|diabet|epilep|asthma|surg|operation|medic|tablets|pills|ill(?:ness)?\b|disease|doctor"
    r"|pain|injur|blood|heart|dizz|disab|immun|coeliac|celiac|faint|cancer|stroke)",
    re.IGNORECASE,
)
MOST: Final = 24
"""Most requirements of one run; a model's further ones are dropped."""


_LITTLE: Final = 2
"""Letters of the longest word that says nothing by itself: "no", "my"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One requirement as a model reads it."""

    id: str
    kind: Kind | None = None
    """None if it named no known kind."""
    level: Level | None = None
    text: str = ""
    follows: str = ""
    asks: bool = True
    """Whether it asks for anything at all: "that's it" does not."""


@dataclass(frozen=True, slots=True)
class HintRead:
    """All that a model says of the hint, before its first edit."""

    clauses: tuple[Clause, ...]


def as_read(known: Sequence[Requirement], read: Iterable[Clause], fixed: Collection[str]) -> Requirements:
    """The requirements as the model reads them; those in `fixed` keep their words and only get a new `follows`.

    Clauses that the model did not mention stay. If every requirement is fixed, none is added. What the guard looks
    for is never lost: a clause stays as it was if its constraints would be named nowhere else.
    """
    said: dict[str, Clause] = {}
    for clause in read:
        said.setdefault(clause.id, clause)
    own = frozenset(word for one in known for word in _words(one.text))
    now = {one.id: _reread(one, said.get(one.id), fixed, own) for one in known}
    if any(one.id not in fixed for one in known):
        more = (clause for id, clause in said.items() if id not in now and clause.text and clause.asks)
        new = (_new(clause) for clause in more if not own or _ruled_out(clause.text) or _is_said(clause.text, own))
        now |= {one.id: one for one in list(new)[: max(MOST - len(now), 0)]}
    kept = {ruled for one in now.values() if one.on for ruled in _ruled_out(one.text)}
    for one in known:
        if one.on and not kept.issuperset(_ruled_out(one.text)):
            now[one.id] = replace(one, follows=now[one.id].follows)
    return tuple(now.values())


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _is_said(text: str, own: Set[str]) -> bool:
    """Whether a wish has a word of the person's own: what a model makes up is never shown as theirs."""
    return not set(map(singular, own)).isdisjoint(singular(word) for word in _words(text) if len(word) > _LITTLE)


def _ruled_out(text: str) -> frozenset[tuple[str, bool]]:
    """The constraints in a text, and which of them mean all kinds: "milk allergy" does, "no butter" does not."""
    return frozenset((id, False) for id in constraints_in(text)) | {(id, True) for id in of_all_kinds(text)}


def _reread(one: Requirement, clause: Clause | None, fixed: Collection[str], own: Set[str]) -> Requirement:
    """The requirement as this clause reads it; its wording is kept unless all new words are among `own`."""
    if clause is None:
        return one
    if one.id in fixed:
        return replace(one, follows=clause.follows)
    if not clause.asks:
        return replace(one, on=False)
    text = clause.text if clause.text and own >= {*_words(clause.text)} else one.text
    kind = _kind(text, clause.kind or one.kind)
    level = (clause.level or one.level or level_of(text)) if kind == "expertise" else None
    return Requirement(one.id, kind, text, level, "model", follows=clause.follows)


def _new(clause: Clause) -> Requirement:
    kind = _kind(clause.text, clause.kind or classify(clause.text))
    level = (clause.level or level_of(clause.text)) if kind == "expertise" else None
    return Requirement(clause.id, kind, clause.text, level, "model", follows=clause.follows)


def _kind(text: str, kind: Kind) -> Kind:
    """The kind that a model names, except that a prerequisite about somebody's health stays one."""
    return "prerequisite" if classify(text) == "prerequisite" and about_health(text) else kind


def about_health(text: str) -> bool:
    """Whether a requirement may be about somebody's health: no model's word clears it then."""
    if _HEALTH.search(text) or any(group(id) != "equipment" for id in constraints_in(text)):
        return True
    words = text.casefold().split()
    if any(key(" ".join(pair)) in _of_the_body() for pair in pairwise(words)):
        return True
    found = find(Procedure("", (text,)), (Requirement("R1", "prerequisite", text),))
    return any(wish.polarity == "allergy-or-health" for one in found.each for wish in one.wishes)


_RULES_OUT: Final = re.compile(
    r"\b(?:no|without|avoid\w*|ohne|keine?n?|sans|sin)\s+(?!(?:time|noise|stress|rush|idea|one|more|problem|need|money"
    r"|car|help|experience|hand|space|room)\b)\w|\w[- ]free\b|\bfree (?:of|from)\b",
    re.IGNORECASE,
)


def may_hide(words: str) -> bool:
    """Whether a thing may be there under another name: then "I found nothing" is no guarantee."""
    return about_health(words) or (not constraints_in(words) and _RULES_OUT.search(words) is not None)


@cache
def _of_the_body() -> frozenset[str]:
    return frozenset(name for name, thing in things().items() if "body" in thing.flags)
