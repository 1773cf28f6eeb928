"""What a qualifier takes away from a food: "vegan cheese", "mince made of beetroot", "a loaf with no wheat".

Each function records in `Lifts` what it lifts, at most a few words away from the qualifier.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from tailor.core.guard.language import Language, cue_at
from tailor.core.guard.vocabulary import Break, Token, back, index, opening, plain_before, plain_from, words_from

QUALIFIER_REACH = 4
ORIGIN_REACH = 4
LACK_REACH = 10
SENTENCE_REACH = 20
VERDICT_REACH = 12
COOKED_REACH = 12


@dataclass(frozen=True, slots=True)
class Lifts:
    """For each word, the constraints that are lifted from it: always, or only from some foods.

    `free` is lifted from what is usually made with it, not from the thing itself: from pesto, but not almonds.
    `lent` is lifted by the name of a plant, which says nothing about baked goods: not from "almond croissants".
    `lacking` is what a dish of several things is said not to contain: "a loaf with no wheat in it".
    """

    always: list[frozenset[str]]
    free: list[frozenset[str]]
    lent: list[frozenset[str]]
    lacking: list[frozenset[str]]


def no_lifts(words: int) -> Lifts:
    """Return `Lifts` for so many words, with nothing lifted yet."""
    none = [frozenset[str]()] * words
    return Lifts(none, none.copy(), none.copy(), none.copy())


def lift_by_qualifier(
    tokens: Sequence[Token], at: int, starts: frozenset[int], lifts: Lifts, lang: Language
) -> None:
    """Lift what a qualifier such as "vegan" rules out from its words. `starts`: where known words begin."""
    listed = lang.qualifiers.get(tokens[at].plain, ())
    for words, ids in sorted((*listed, *_free_of(tokens, at)), key=lambda one: -len(one[0])):
        stop = at + len(words)
        if tuple(t.plain for t in tokens[at:stop]) != words:
            continue
        if plain_from(tokens, stop, 1) == ["until"]:
            return  # "it is egg-free until you beat one in"
        supposed = not lang.supposed.isdisjoint(plain_before(tokens, at, 3))
        of_a_noun = stop < len(tokens) and tokens[stop].gap < Break.COMMA and stop in starts  # "is vegan cream"
        with_none = words[0] in {"no", "zero"} and tokens[at - 1].plain == "with"  # "jam with no added sugar"
        linked = with_none or tokens[at - 1].plain in lang.linking
        kind = at > 1 and tokens[at - 1].plain in {"the", "a"} and tokens[at - 2].plain in lang.linking
        free = words[-1] == "free" or words[0] == "non" or words[0].endswith("less")
        # a vegan or toy food only has the name of the food; "nut-free" almonds are almonds
        lifted = lifts.free if free or not _ANOTHER.intersection(ids) else lifts.always
        if kind and any(t.plain in lang.sorts for t in tokens[stop : stop + 1]):
            _lift_before(tokens, at - 2, ids, lifted, lang)  # "the mayonnaise is the vegan kind"
        if at and linked and not supposed and not of_a_noun:
            _lift_before(tokens, at - 1, ids, lifted, lang)
        if _said_behind(tokens, at, stop, lang):
            _lift_before(tokens, at - (not tokens[at].bracketed and tokens[at - 1].bracketed), ids, lifted, lang)
        if _made_of_flour(tokens, at, stop):
            _lift_before(tokens, at - 2, ids, lifted, lang)
        lifted = lifts.lent if tokens[at].plain in lang.plants and not free else lifted
        lifted = lifts.lacking if tokens[at].plain in lang.goes_into else lifted
        for i in range(at, stop):
            (lifts.always if free else lifted)[i] |= ids  # "non-dairy creamer" names no dairy
        last = -1
        for i in range(stop, min(len(tokens), stop + QUALIFIER_REACH)):
            if tokens[i].gap >= Break.COMMA or tokens[i].plain in lang.stops | lang.linking:
                break  # "ground rice is replaced by flour"
            if _comes_of_animals(tokens, i):
                break
            if tokens[i].joined:
                ids = _of_either(tokens, i, ids, lang)
            lifted[i] |= ids
            last = i
        for i in _examples(tokens, last):
            lifted[i] |= ids
        return


_ANOTHER = frozenset(["vegan", "vegetarian", "halal", "kosher_basic"])
_ANIMALS = frozenset(
    ["cow", "goat", "sheep", "ewe", "buffalo", "hen", "duck", "goose", "quail", "bee", "camel", "mare"]
)
_GIVEN = frozenset(["milk", "egg", "yolk", "yoghurt", "yogurt", "butter", "cream", "kefir", "honey"])
_MEATS = frozenset(["pork", "pig", "beef", "lamb", "mutton", "chicken", "duck", "goose", "bacon"])
_OF_MEAT = frozenset(["fat", "dripping", "skin", "bone", "blood"])


def has_owner(token: Token) -> bool:
    """Whether the word is written as a possessive: "goat's"."""
    return token.end - token.start > len(token.plain)


def _comes_of_animals(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words here say which animal a thing comes from, so that it is not plant-based.

    "Hen's eggs", "goat milk", "pork fat", "honey from bees", not "vegan duck", "buffalo wings" or "goat cheese".
    """
    token, after = tokens[at], [t for t in tokens[at + 1 : at + 4] if t.gap < Break.COMMA]
    if token.stem in _ANIMALS and has_owner(token):
        return True
    if after and after[0].plain in {"from", "of"}:
        return not _ANIMALS.isdisjoint(t.stem for t in after[1:])
    theirs = (token.stem in _ANIMALS, _GIVEN), (token.stem in _MEATS, _OF_MEAT)
    return any(named and not things.isdisjoint(t.stem for t in after[:1]) for named, things in theirs)


def _of_either(tokens: Sequence[Token], at: int, ids: frozenset[str], lang: Language) -> frozenset[str]:
    """Return what a qualifier still lifts after a sign that joins it to this word.

    "Rice/corn noodles" have no wheat, "rice/egg noodles" may have; "gluten-free/vegan bread" is both.
    """
    for words, others in lang.qualifiers.get(tokens[at].plain, ()):
        if tuple(t.plain for t in tokens[at : at + len(words)]) == words:
            return ids if not lang.lacking.isdisjoint(words) else ids & others
    return frozenset()


def _examples(tokens: Sequence[Token], at: int) -> Iterator[int]:
    """Yield where the thing at `at` is named again by its brand: "gluten-free buns, such as Baker's buns"."""
    such = plain_from(tokens, at + 1, 2) == ["such", "as"]
    if at >= 0 and such:
        rest = takewhile(lambda i: tokens[i].gap < Break.CLAUSE, range(at + 3, min(len(tokens), at + 9)))
        yield from (i for i in rest if tokens[i].stem == tokens[at].stem)


_OF_ONE_SORT = {"peanuts", "sesame", "celery", "mustard"}


def _free_of(tokens: Sequence[Token], at: int) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """Yield the qualifier made of a food's own name, with what it rules out: "peanut-free", "celeriac-free".

    What is free of one nut, animal or drink may contain another, so only what is a single food is lifted.
    """
    if plain_from(tokens, at + 1, 1) == ["free"] and tokens[at + 1].gap is Break.HYPHEN:
        entries = (one.entry for one in index("food").get(tokens[at].stem, ()) if len(one.stems) == 1)
        ids = frozenset(id for entry in entries if entry for id, _ in entry.gives)
        yield (tokens[at].plain, "free"), ids & _OF_ONE_SORT


def _said_behind(tokens: Sequence[Token], at: int, stop: int, lang: Language) -> bool:
    """Whether the qualifier [at, stop) belongs to the thing before it, as in lists: "soy sauce, gluten-free".

    "Noodles (rice)", "lecithin (from sunflower)" too, but a plant after a comma is a thing of its own.
    """
    if not at:
        return False
    inside = tokens[at].bracketed or (tokens[at - 1].bracketed and tokens[at - 1].plain in {"from", "of", "all"})
    free = not lang.lacking.isdisjoint(t.plain for t in tokens[at:stop])
    rest = list(takewhile(lambda t: t.gap < Break.COMMA, tokens[stop : stop + 2]))
    sort = [t.plain for t in rest[:1] if t.plain in lang.sorts]
    return (inside and len(rest) < 2) or (
        free and Break.COMMA <= tokens[at].gap < Break.SENTENCE and len(rest) == len(sort)
    )


def rejected(tokens: Sequence[Token], at: int, lang: Language) -> tuple[int, bool]:
    """Return the length of the verdict here on a substitute, and whether the ordinary kind is to be taken instead.

    "Alcohol-free wine won't do, use the real stuff" takes it. (0, False) if nothing is taken instead.
    """
    size = cue_at(tokens, at, lang.verdicts)
    if not size:
        return 0, False
    after = list(takewhile(lambda t: t.gap < Break.SENTENCE, tokens[at + size : at + size + VERDICT_REACH]))
    taken = next((i for i, t in enumerate(after) if t.plain in lang.takes), -1)
    if taken < 0 and _sends_back(tokens, at, at + size + len(after), lang):
        return size, True
    if taken < 0 or not any(t.gap >= Break.COMMA for t in after[: taken + 1]):
        return 0, False
    return size, any(t.plain in lang.plain_sorts for t in after[taken + 1 : taken + 5])


def _sends_back(tokens: Sequence[Token], verdict: int, at: int, lang: Language) -> bool:
    """Whether a sentence begins here that asks for the ordinary kind: "… won't do. Use the real stuff"."""
    order = [t.plain for t in tokens[at : at + 1] if t.gap is Break.SENTENCE]
    if lang.takes.isdisjoint(order):
        return False
    words = [t.stem for t in tokens[at + 1 : at + 4] if t.gap < Break.COMMA]
    named = {t.stem for t in tokens[max(0, opening(tokens, verdict - 1, VERDICT_REACH)) : verdict]}
    return any(one in lang.plain_sorts and two in named | _THE_THING for one, two in pairwise(words))


_THE_THING = frozenset({"stuff", "thing", "one", "sort", "kind", "version", "type", "article"})


def _made_of_flour(tokens: Sequence[Token], at: int, stop: int) -> bool:
    """Whether this flour is what the thing before it is made of: "flatbreads made of rice flour"."""
    made = plain_before(tokens, at, 2) in (["made", "of"], ["made", "from"], ["made", "with"])
    return made and words_from(tokens, stop, 1) == ["flour"]


def lift_by_origin(tokens: Sequence[Token], at: int, lifts: Lifts, lang: Language) -> None:
    """Lift meat, fish, milk and egg from what is made of plants: "mince made of beetroot", "kombu makes dashi".

    Wheat is lifted from what is made of gluten-free flour: "a roux of cornflour".
    """
    inside = at + 1 < len(tokens)
    if inside and tokens[at].plain == "of" and cue_at(tokens, at + 1, lang.gluten_free_flours):
        for i in back(at, 2):
            if tokens[i].plain in lang.stops | {"instead", "lieu", "place"}:
                break
            lifts.always[i] |= {"wheat", "gluten_cereals"}
            if tokens[i].gap >= Break.COMMA:
                break
    if inside and tokens[at].plain in lang.cuts and tokens[at + 1].plain == "of":
        named = takewhile(lambda t: t.gap < Break.COMMA, tokens[at + 2 : at + 4])
        if any(t.stem in lang.plant_foods for t in named):
            lifts.always[at] |= lang.of_plants
    if tokens[at].plain in {"make", "makes"} and _plants_alone(tokens, at, lang):
        for i in range(at + 2, min(len(tokens), at + 2 + ORIGIN_REACH)):
            if tokens[i].gap >= Break.COMMA or tokens[i].plain in lang.stops:
                break
            lifts.always[i] |= lang.of_plants
    made = plain_from(tokens, at, 4)
    of_milk = made[3:] in (["milk"], ["cream"], ["yoghurt"], ["yogurt"], ["butter"])
    if of_milk and made[:2] == ["made", "with"] and made[2] in lang.plants:
        _lift_before(tokens, at, frozenset({"milk"}), lifts.always, lang)  # "custard made with oat milk"
    if made[:2] not in (["made", "of"], ["made", "from"]):
        return
    named = takewhile(lambda t: t.gap < Break.COMMA, tokens[at + 2 : at + 2 + ORIGIN_REACH])
    if any(t.stem in lang.plant_foods for t in named):
        _lift_before(tokens, at, lang.of_plants, lifts.always, lang)


def _plants_alone(tokens: Sequence[Token], verb: int, lang: Language) -> bool:
    """Whether nothing but plants makes the thing after this verb: "lentils and mushrooms make the mince"."""
    makers = [
        t for t in tokens[max(0, opening(tokens, verb, 6)) : verb] if t.plain not in {"and", "the", "a", "some"}
    ]
    made = plain_from(tokens, verb + 1, 1)
    return bool(makers) and made in (["the"], ["a"]) and all(t.stem in lang.plant_foods for t in makers)


def lift_for_pregnancy(tokens: Sequence[Token], at: int, lifts: Lifts, lang: Language) -> None:
    """Lift pregnancy from what is left out or cooked through for somebody who is expecting.

    "Skip the brie if you're expecting", "cook the smoked salmon through".
    """
    ahead = range(at + 1, min(len(tokens), at + 1 + COOKED_REACH))
    near = list(takewhile(lambda i: tokens[i].gap < Break.CLAUSE, ahead))
    if tokens[at].plain in lang.privatives:
        for i in near:
            whose = words_from(tokens, i + 1, QUALIFIER_REACH, Break.CLAUSE)
            if tokens[i].plain in {"if", "when", "while"} and not lang.expecting.isdisjoint(whose):
                swapped = (k for k in range(at + 1, i) if tokens[k].plain in lang.swap_to)
                for left in range(at + 1, next(swapped, i)):
                    lifts.always[left] |= {"pregnancy"}
                return
    if tokens[at].plain not in lang.cooks:
        return
    for i in near:
        hot = plain_from(tokens, i, 3)
        if hot[0] == "through" or (hot[0] in {"piping", "steaming"} and hot[1:2] in (["hot"], [])):
            for cooked in range(at + 1, i):
                if tokens[cooked].plain in lang.cooked_safe:
                    lifts.always[cooked] |= {"pregnancy"}
            return


def _lift_before(
    tokens: Sequence[Token], verb: int, ids: frozenset[str], lifted: list[frozenset[str]], lang: Language
) -> None:
    """Lift from the words that a qualifier describes: "the dried fruit should be unsulphured"."""
    if tokens[verb - 1].plain in {"you", "we", "i", "they", "he", "she"}:
        return  # a person is vegan, not the cheese
    near = list(takewhile(lambda i: tokens[i].plain not in lang.stops - {"the", "a"}, back(verb, QUALIFIER_REACH)))
    size = next((n for n, i in enumerate(near, 1) if tokens[i].gap >= Break.COMMA), len(near))
    if not any(_comes_of_animals(tokens, i) for i in near[:size]):
        for i in near[:size]:
            lifted[i] |= ids


def dish_lacks(tokens: Sequence[Token], begin: int, end: int, lifts: Lifts, lang: Language) -> None:
    """Record for the words around the list [begin, end) what it leaves out by name: "a cake without eggs"."""
    ends = (i + 1 >= end or _ends_a_lack(tokens, i + 1) for i in range(begin, end))
    named = (lang.allergens.get(t.stem, frozenset()) for t in tokens[begin:end])
    ids = frozenset[str]().union(*(ids for ids, last in zip(named, ends, strict=True) if last))
    free_from = plain_before(tokens, begin, 2) == ["free", "from"]
    if not ids or not (free_from or tokens[begin - 1].plain in lang.lack_cues):
        return
    ahead = plain_before(tokens, begin, 3)
    swapped = ahead[-2:-1] in (["instead"], ["rather"]) or ahead[:2] in (["in", "place"], ["in", "lieu"])
    if swapped and any(t.gap is Break.SENTENCE for t in tokens[max(0, begin - 3) : begin]):
        return  # "instead of egg, use mayonnaise"
    # what stands in place of egg may be made of it: "mayonnaise instead of egg in the filling"
    for i in range(begin - 2, max(-1, begin - 1 - LACK_REACH) if not swapped else begin - 2, -1):
        if tokens[i].plain in lang.denial_ends:
            break  # "it is no marzipan if there are no almonds in it"
        lifts.lacking[i] |= ids
        if tokens[i].gap >= Break.COMMA and not (tokens[i].gap is Break.COMMA and tokens[i].plain == "made"):
            break  # "chickpea miso, made with no soy"
    first = tokens[begin - 1].gap is Break.SENTENCE  # "No egg, only curd, in this sponge"
    reach, last = (SENTENCE_REACH, Break.CLAUSE) if first else (LACK_REACH, Break.COMMA)
    for i in range(end, min(len(tokens), end + reach)):
        if tokens[i].gap >= last:
            return
        lifts.lacking[i] |= ids


def _ends_a_lack(tokens: Sequence[Token], at: int) -> bool:
    of_any = plain_from(tokens, at, 2) == ["of", "any"]  # "no nuts of any kind", but not "no cream of …"
    return of_any or tokens[at].plain in _ENDS_A_LACK


_ENDS_A_LACK = frozenset([
    "or", "nor", "in", "anywhere", "whatsoever", "at", "go", "goes", "needed", "required", "used", "added",
    "involved", "here", "left", "on", "called", "necessary",
    "please",
])  # fmt: skip


def lift_by_stand_in(tokens: Sequence[Token], at: int, lifts: Lifts, lang: Language) -> None:
    """Record for a sentence what a substitute replaces: "a flax egg in the pancakes".

    Only for what is made with it here: the mayonnaise beside a flax egg contains eggs as ever.
    """
    for words, ids in lang.stand_ins.get(tokens[at].plain, ()):
        stop = at + len(words)
        if tuple(t.plain for t in tokens[at:stop]) != words:
            continue
        ahead = takewhile(lambda t: t.gap < Break.SENTENCE, tokens[at + 1 : at + SENTENCE_REACH])
        before = range(at, max(-1, at - SENTENCE_REACH), -1)
        opens = next((i for i in before if tokens[i].gap is Break.SENTENCE), before[-1])
        for i in range(opens, at + 1 + sum(1 for _ in ahead)):
            if tokens[i].stem in lang.made_with_stand_ins or at <= i < stop:
                lifts.lacking[i] |= ids
        return
