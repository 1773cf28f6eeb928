"""Whether a word only lends its name to something else: a colour, a shape, a likeness, a tool, a free-from food.

"Almond-shaped", "pistachio green", "a doughnut tin", "as fine as caster sugar", "as you would a custard". The
subject of the sentence counts too (settings.json): in "run the rope through the clam cleat" the clam is only a
name. A single word about cooking, eating or a food in use ("rub almond oil into the cuticles") means the food.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from tailor.core.guard.language import Language
from tailor.core.guard.vocabulary import (
    Break,
    Token,
    VocabularyEntry,
    all_stems,
    ends_at,
    group,
    index,
    plain_before,
    plain_from,
    read_json,
    words_before,
)

SUSPENDED_REACH = 7
COLOUR_REACH = 6
NAME_REACH = 2
SUBJECT_REACH = 4

SETTING_REACH = 8
"""Words between the name of a food and the word that shows what it names here."""


def parted(tokens: Sequence[Token], end: int, lang: Language) -> bool:
    """Whether the word before `end` only lends its name: almond-shaped, egg-free, butter substitute."""
    if end >= len(tokens):
        return False
    if tokens[end - 1].suspended:
        rest = (t.plain for t in tokens[end : end + SUSPENDED_REACH] if t.gap is Break.HYPHEN)
        return next(rest, "") in lang.parted
    nxt = tokens[end]
    if nxt.gap is Break.HYPHEN:
        return nxt.plain in lang.parted or nxt.plain in lang.colours
    if nxt.gap is not Break.NONE:
        return False
    if _is_colour(tokens, end, lang):
        return True
    if nxt.plain == "free":
        return end + 1 >= len(tokens) or tokens[end + 1].plain not in lang.after_free
    return nxt.plain in lang.parted_by_space or nxt.plain in lang.replacer


def _is_colour(tokens: Sequence[Token], end: int, lang: Language) -> bool:
    """Whether a colour completes the name: "tint it pistachio green", but not "let the butter brown"."""
    thing, said = tokens[end - 1], tokens[end + 1 : end + 2]
    ends = all(t.gap >= Break.COMMA or t.plain in lang.stops | lang.ends for t in said)
    if tokens[end].plain not in lang.hues or thing.plain != thing.stem or not ends:
        return False
    near = words_before(tokens, end - 1, COLOUR_REACH, Break.CLAUSE)
    return not lang.dyes.isdisjoint(near)  # not "fry in butter gold"


def compared(tokens: Sequence[Token], at: int, lang: Language) -> range:
    """Return the words that something is only compared with; what has a "the" before it is itself in the dish.

    "As fine as caster sugar", "the size of peas", "as egg whites would", "as you would a custard".
    """
    begin = _likened_from(tokens, at, lang)
    if begin:
        named = tokens[begin : begin + 1]
        if not named or named[0].plain in lang.definite | lang.stops - {"a"}:
            return range(0)
        one = named[0].plain in {"a", "an"}
        some = one and plain_from(tokens, begin + 2, 1) == ["of"]  # "a bit of salt"
        than = tokens[begin - 1].plain == "than"  # "wider than a slice" names no more than that
        reach = 4 if some else 2 if than else NAME_REACH + one
        ahead = range(begin + 1 + 2 * some, min(begin + reach, len(tokens)))
        ends = (i for i in ahead if _ends_a_name(tokens[i], lang))
        return range(begin, next(ends, ahead.stop))
    if tokens[at].plain in {"as", "like"}:
        near = takewhile(lambda i: tokens[i].gap < Break.COMMA, range(at + 1, min(at + 6, len(tokens))))
        does = next((i for i in near if tokens[i].plain in {"would", "does", "do"}), at)
        closed = does > at and ends_at(tokens, does + 1)
        return range(at + 1, does) if closed and tokens[at + 1].plain not in lang.definite else range(0)
    return range(0)


def _ends_a_name(token: Token, lang: Language) -> bool:
    return token.gap >= Break.COMMA or token.plain in lang.likeness_ends | lang.definite


def _likened_from(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """Return where the name that something is likened to begins, or 0."""
    words = plain_from(tokens, at, 4)
    words += [""] * (4 - len(words))
    if any(t.gap >= Break.COMMA for t in tokens[at + 1 : at + 3]):
        return 0
    if words[0] == "as" and words[2] == "as" and (words[1] not in lang.no_likeness or _does_as_well(tokens, at)):
        return at + 3
    if (
        words[1] == "than"
        and words[2] in {"a", "an"}
        and words[0].endswith("er")
        and words[0] not in lang.no_likeness
    ):
        return at + 2  # "no bigger than a walnut"
    if words[1] == "of" and words[0] in lang.measures:
        # "to the size of peas", but not "use the size of prawns you like" or "the weight of butter"
        sized = words[0] == "size" and at > 1 and tokens[at - 2].plain not in lang.verbs | lang.use_verbs
        return at + 2 if sized or words[2] in {"a", "an"} else 0
    if words[0] in {"as", "like", "way"} and words[1] in {"you", "one", "we"} and words[2] in {"would", "do"}:
        return at + 3 + (words[3] == "with")
    likened = at > 0 and tokens[at - 1].plain in lang.likened
    return at + 1 if words[0] == "like" and likened else 0


def _does_as_well(tokens: Sequence[Token], at: int) -> bool:
    """Whether one thing does as well as another, not a mere "and": "oat milk works just as well as cow's milk"."""
    does = {"work", "works", "do", "does", "behaves", "behave"}
    return tokens[at + 1].plain == "well" and not does.isdisjoint(plain_before(tokens, at, 3))


def lends_its_taste(tokens: Sequence[Token], start: int, end: int, lang: Language) -> bool:
    """Whether something only tastes like the words [start, end): "smoked paprika for that bacon taste"."""
    if end >= len(tokens) or tokens[end].gap is not Break.NONE or tokens[end].plain not in lang.tastes:
        return False
    before = plain_before(tokens, start, 3)
    return before[-1:] == ["that"] or "for" in before[:-1]


def names_what_it_is_baked_in(tokens: Sequence[Token], end: int, lang: Language) -> bool:
    """Whether the last word before `end` only names a vessel or a tool: "a doughnut tin, greased"."""
    lends = tokens[end - 1].stem in lang.baked and end < len(tokens)
    return lends and tokens[end].gap is Break.NONE and tokens[end].plain in lang.baked_in


@dataclass(frozen=True, slots=True)
class SettingWords:
    """settings.json as stems; `coloured` things count only beside a food that lends a colour: "the cream wool"."""

    elsewhere: frozenset[str]
    coloured: frozenset[str]
    colours: frozenset[str]
    food: frozenset[str]
    cookers: frozenset[str]
    tells: frozenset[str]
    """All words that can show it: a sentence without one of these is about food."""


@cache
def setting_words() -> SettingWords:
    data = read_json("settings")
    elsewhere, food = (all_stems(w for words in data[key].values() for w in words) for key in ("settings", "food"))
    coloured, colours = all_stems(data["coloured"]), all_stems(data["colours"])
    return SettingWords(elsewhere, coloured, colours, food, frozenset(data["cookers"]), elsewhere | coloured)


def is_mere_name(
    tokens: Sequence[Token], first: int, last: int, start: int, stop: int, entry: VocabularyEntry
) -> bool:
    """Whether [start, stop) in the sentence [first, last) only lends its name to something; in doubt it does not.

    Of devices, only those for cooking can: a computer's printer and network are what they say.
    """
    known, own = setting_words(), {t.stem for t in tokens[start:stop]}
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
