"""A food that gives only flavour or bite, left out of the list and of every enumeration that names it."""

import re
from collections.abc import Iterator
from typing import Final

from tailor.core.edits import Replace
from tailor.core.english import singular
from tailor.core.finding import Place
from tailor.core.procedure import Procedure
from tailor.rules.checks import head
from tailor.rules.model import Asked, Proposal
from tailor.rules.tables import listed, table

_QUALITY: Final = str(table("leaving_out")["quality"])
_OPENING: Final = re.compile(table("leaving_out")["opening"], re.IGNORECASE)


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Leaves out what nobody wants to eat, if every place of it is an entry of the list or of an enumeration."""
    wish = asked.wish
    if wish.polarity not in ("without", "allergy-or-health") or not wish.places or wish.in_goal or wish.wanted:
        return None
    texts = [_without(procedure, place) for place in wish.places]
    if None in texts or not any(place.part == "steps" for place in wish.places):
        return None
    says = f"Left out the {wish.corrected or wish.thing}."
    edits = tuple(
        Replace(part=place.part, step=place.step, text=text or "", reason=says)
        for place, text in zip(wish.places, texts, strict=True)
    )
    return Proposal(edits=edits, says=says)


def _without(procedure: Procedure, place: Place) -> str | None:
    """The text of the place with the food left out; None where that is not sure."""
    text = procedure.part(place.part)[place.step - 1]
    words = [singular(word) for word in place.word.casefold().split()]
    minor = any(" ".join(words[at:]) in listed("leaving_out", "names") for at in range(len(words)))
    if not minor or len(re.findall(rf"\b{re.escape(words[-1][:-1])}", text, re.IGNORECASE)) != 1:
        return None
    if place.part == "resources":
        return "" if head(text) == words[-1] and not re.search(r"\b(?:and|or|plus)\b|/ ", text) else None
    known = frozenset(map(head, procedure.resources)) - {""}
    return next(_enumerations(text, rf"{_QUALITY}{re.escape(place.word)}", known), None)


def _enumerations(text: str, item: str, known: frozenset[str]) -> Iterator[str]:
    """The text without the item, where it stands between, after or before others."""
    for found in re.finditer(rf", {item}(?=,| and | or )", text, re.IGNORECASE):
        before, after = text[: found.start()], text[found.end() :]
        if _items(before) == 1:
            after = re.sub(r"^,( (?:and|or) )", r"\1", after)
        if _items(before):
            yield before + after
    last = rf"(?P<comma>,?)(?P<and> (?:and|or) ){item}(?=$|[.;)]| (?:to|into|in|until|for|over|on|at)\b)"
    for found in re.finditer(last, text, re.IGNORECASE):
        before, comma, other = text[: found.start()].rpartition(", ")
        if comma and _items(before) and _is_item(other, known):
            joined = ("," if found["comma"] and _items(before) > 1 else "") + found["and"]
            yield before + joined + other + text[found.end() :]
    for found in re.finditer(
        rf"(?<=[a-z] ){item}, (?P<next>[^,.;:]+?)(?P<more>,? (?:and|or) |, )", text, re.IGNORECASE
    ):
        before = text[: found.start()]
        if _is_item(found["next"], known) and not re.search(r"(?:and|or) $", before):
            more = re.sub(r"^,( (?:and|or) )", r"\1", found["more"])
            yield before + found["next"] + more + text[found.end() :]


def _items(before: str) -> int:
    """How many items of an enumeration stand here, after a clause that opens the sentence."""
    clause = re.split(r"[.;:]\s", before)[-1]
    return len([one for one in _OPENING.sub("", clause, count=1).split(",") if one.strip()])


def _is_item(words: str, known: frozenset[str]) -> bool:
    """Whether the words name something of the list, and nothing that is done with it."""
    said = [singular(word) for word in re.findall(r"[^\W\d_]+", words.casefold())]
    return bool(said) and said[-1] in known
