"""What a sentence is about: in "run the rope through the clam cleat" the clam is only a name.

Words of settings.json near the name of a food say so: of computing, rigging, needlework and the like. One word of
the kitchen or of eating, or of a food put to use ("rub almond oil into the cuticles"), and the food is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tailor.core.guard.vocabulary import Token, VocabularyEntry, all_stems, group, index, read_json

SETTING_REACH = 8
"""Words between the name of a food and the word that says what it names."""


@dataclass(frozen=True, slots=True)
class Settings:
    """settings.json as stems; what is `coloured` says so only of what lends its colour: "the cream wool"."""

    elsewhere: frozenset[str]
    coloured: frozenset[str]
    colours: frozenset[str]
    food: frozenset[str]
    cookers: frozenset[str]
    tells: frozenset[str]
    """Everything that may say so: a sentence without one of these speaks of food."""


@cache
def settings() -> Settings:
    data = read_json("settings")
    elsewhere, food = (all_stems(w for words in data[key].values() for w in words) for key in ("settings", "food"))
    coloured, colours = all_stems(data["coloured"]), all_stems(data["colours"])
    return Settings(elsewhere, coloured, colours, food, frozenset(data["cookers"]), elsewhere | coloured)


def is_mere_name(
    tokens: Sequence[Token], first: int, last: int, start: int, stop: int, entry: VocabularyEntry
) -> bool:
    """Whether [start, stop) in the sentence [first, last) lends its name to something else; in doubt it does not.

    Of devices only those for cooking can: a computer's printer and network are what they say.
    """
    known, own = settings(), {t.stem for t in tokens[start:stop]}
    near = (*tokens[max(first, start - SETTING_REACH) : start], *tokens[stop : min(last, stop + SETTING_REACH)])
    said = {t.stem for t in near}
    coloured = known.colours.issuperset(own) and not known.coloured.isdisjoint(said)
    before = tokens[max(first, start - 2) : start]
    served = any(t.plain == "of" for t in before)  # "a dish of almonds beside the spreadsheet", "a slug of rum"
    if not coloured and (served or known.elsewhere.isdisjoint(said)):
        return False
    rest = {t.stem for at, t in enumerate(tokens[first:last], first) if not start <= at < stop}
    devices = {c for c, _ in entry.gives if group(c) == "equipment"}
    if not devices:
        return known.food.isdisjoint(rest if coloured else rest | own)
    foods = (phrase for stem in rest for phrase in index("food").get(stem, ()) if len(phrase.stems) == 1)
    inside = tokens[max(0, start - 2)].plain in {"in", "into", "inside", "from"}
    cookers = devices <= known.cookers and not inside
    return cookers and known.food.isdisjoint(rest) and not any(one.entry for one in foods)
