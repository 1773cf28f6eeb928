"""A food left out that a dish can spare: a herb, a spice, nuts, mushrooms (data/leave.toml).

It goes from the list and out of every sentence that names it beside other things, or nothing is changed: where a
step is about nothing else, or says more of it, the step is the person's.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tailor.core.english import singular
from tailor.core.procedure import Procedure
from tailor.rules.amounts import plural
from tailor.rules.model import Asked, Proposal, rewritten
from tailor.rules.tables import listed, table

_ASKS: Final = ("missing", "without", "allergy-or-health")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LIST: Final = re.compile(r",(?= (?!and |or )[^,.;:()]+$)")
"""The last comma of what is counted up."""


@dataclass(frozen=True, slots=True)
class _Spared:
    """What is left out: its names as a regular expression, and the words of what else is in the list."""

    names: str
    others: frozenset[str]

    def found(self, ahead: str, text: str, after: str = "") -> re.Match[str] | None:
        """The first mention of it with its amount and adjectives, between these."""
        item = rf"(?:{table('leave')['lead']})*(?:{self.names})(?:{table('leave')['tail']})?"
        return re.search(f"{ahead}{item}(?={table('leave')['plain']}){after}", text, re.IGNORECASE)

    def is_thing(self, words: Sequence[str]) -> bool:
        """Whether the last of these words names something else of the list."""
        return bool(words) and singular(words[-1].casefold()) in self.others


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """The procedure without what was found for the wish, if it can be spared and every sentence stays whole."""
    wish = asked.wish
    words = {word.casefold() for place in wish.places for word in (place.word, *place.also)}
    if wish.polarity not in _ASKS or wish.wanted or not words or not all(map(_is_spared, words)):
        return None
    if wish.state:
        return None  # who has a dog may still eat onions
    forms = sorted({form for word in words for form in (word, singular(word), plural(singular(word)))})
    names = rf"\b(?:{'|'.join(map(re.escape, reversed(forms)))})\b"
    named = re.compile(names, re.IGNORECASE)
    gone = [text for text in procedure.resources if named.search(text)]
    kept = ["" if named.search(text) else text for text in procedure.resources]
    thing = _Spared(names, frozenset(singular(word) for word in _WORD.findall(" ".join(kept).casefold())))
    whole = (thing.found("^", text) for text in gone)
    steps = [_without(text, thing) if named.search(text) else text for text in procedure.steps]
    if not gone or named.search(procedure.goal) or not all(whole) or not all(steps):
        return None
    said = sorted(word for word in words if not any(word in other for other in words - {word}))  # "red onion"
    says = f"Left out the {' and the '.join(said)}."
    return Proposal(edits=rewritten(procedure, {"steps": steps, "resources": kept}, says), says=says)


def _is_spared(name: str) -> bool:
    """Whether it is a food that can be spared, in whatever form: blanched almonds."""
    words = singular(name).split()
    return any(" ".join(words[at:]) in listed("leave", "spared") for at in range(len(words)))


def _without(text: str, thing: _Spared) -> str:
    """The text without any mention of the thing; "" where a sentence would not stay whole."""
    while re.search(thing.names, text, re.IGNORECASE):
        shorter = _beside(text, thing) or _alone(text, thing)
        if not shorter:
            return ""
        text = shorter
    return text


def _beside(text: str, thing: _Spared) -> str:
    """Without the first mention, where that stands beside other things of the list."""
    if (found := thing.found(", ", text, "(?=,| and | or )")) and thing.is_thing(
        _WORD.findall(text[: found.start()])
    ):
        return _counted_up(text[: found.start()], text[found.end() :], thing)
    if (found := thing.found(",? (?:and|or|plus) ", text)) and thing.is_thing(
        _WORD.findall(text[: found.start()])
    ):
        before, after = text[: found.start()], text[found.end() :]
        comma = _LIST.search(before)
        if comma and thing.is_thing(_WORD.findall(before[: comma.start()])):
            before = f"{before[: comma.start()]} and{before[comma.end() :]}"
        return "" if re.match(r" (?:are|have|were|turn|begin|start|become)\b", after) else before + after
    found = thing.found("", text, "(?:,? and |, )")
    if found and text[found.start() - 2 : found.start()] != ", ":
        rest = re.sub("^([^,.;:]*), (and|or) ", r"\1 \2 ", text[found.end() :])
        lead = re.match(rf"(?:{table('leave')['lead']})*", rest, re.IGNORECASE)
        beside = _WORD.findall(re.split(table("leave")["ends"], rest[lead.end() if lead else 0 :])[0])
        the = "the " if found[0].startswith("the ") and not rest.startswith("the ") else ""
        if thing.is_thing(beside) and all(
            thing.is_thing([word]) or word.endswith(("ed", "ly")) for word in beside
        ):
            return text[: found.start()] + the + rest
    return ""


def _counted_up(before: str, after: str, thing: _Spared) -> str:
    """Both joined: where only two things are left, no comma stands between them."""
    pieces = re.split("[.;:]", before)[-1].split(",")[:-1]
    several = any(thing.is_thing(_WORD.findall(one)) for one in pieces)
    return before + (after[1:] if re.match(", (?:and|or) ", after) and not several else after)


def _alone(text: str, thing: _Spared) -> str:
    """Without the first sentence, or end of one, that only adds the thing, if nothing is done to it next."""
    adds = table("leave")["adds"]
    found = thing.found(rf"(?:^|(?<=[.!] )){adds} ", text, r"\. ?") or thing.found(
        rf"(?:[,;]|,? and)(?: then)? {adds} ", text, "(?=[.]|$)"
    )
    if not found or re.match(table("leave")["leans"], text[found.end() :], re.IGNORECASE):
        return ""
    return (text[: found.start()] + text[found.end() :]).strip()
