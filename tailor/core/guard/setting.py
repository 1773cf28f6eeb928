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
    """settings.json: stems that tell of other things than food, stems that tell of food, and ids of cookers."""

    elsewhere: frozenset[str]
    food: frozenset[str]
    cookers: frozenset[str]


@cache
def settings() -> Settings:
    data = read_json("settings")
    elsewhere, food = (all_stems(w for words in data[key].values() for w in words) for key in ("settings", "food"))
    return Settings(elsewhere, food, frozenset(data["cookers"]))


def settings_in(tokens: Sequence[Token], first: int, last: int) -> tuple[int, ...]:
    """Where words in [first, last), a sentence, say that it is not about food."""
    return tuple(at for at in range(first, last) if tokens[at].stem in settings().elsewhere)


def is_mere_name(
    tokens: Sequence[Token],
    sentence: tuple[int, int],
    hit: tuple[int, int],
    places: Sequence[int],
    entry: VocabularyEntry | None,
) -> bool:
    """Whether the hit only lends its name to a thing of the setting at `places`; in doubt it does not.

    Of devices only those for cooking can: a computer's printer and network are what they say.
    """
    start, stop = hit
    if not any(start - SETTING_REACH <= at < stop + SETTING_REACH and not start <= at < stop for at in places):
        return False
    rest = [t.stem for at, t in enumerate(tokens[slice(*sentence)], sentence[0]) if not start <= at < stop]
    devices = {c for c, _ in (entry.gives if entry else ()) if group(c) == "equipment"}
    if not devices:
        return settings().food.isdisjoint((*rest, *(t.stem for t in tokens[start:stop])))
    foods = (phrase for stem in rest for phrase in index("food").get(stem, ()) if len(phrase.stems) == 1)
    inside = tokens[max(0, start - 2)].plain in {"in", "into", "inside", "from"}
    cookers = devices <= settings().cookers and not inside
    return cookers and settings().food.isdisjoint(rest) and not any(one.entry for one in foods)
