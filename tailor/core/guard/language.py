"""The cues of one language: the words by which a text says that something is not used or not done.

They are in language.json. `cue_at` finds the longest cue that begins at a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import product, zip_longest
from operator import itemgetter
from typing import Any, Final, TypeAlias

from tailor.core.guard.vocabulary import Break, Token, all_stems, by_first_word, plain_words, read_json

Cues: TypeAlias = Mapping[str, tuple[tuple[str, ...], ...]]
Qualifiers: TypeAlias = Mapping[str, tuple[tuple[tuple[str, ...], frozenset[str]], ...]]
"""Phrases by their first word, each with the constraints that it lifts."""


@dataclass(frozen=True, slots=True)
class Language:
    without: Cues
    not_negation: Cues
    nots: Cues
    lapses: Cues
    closing_lapses: Cues
    """Lapses only where they end a clause: "the nuts can go", but not "the nuts can go in the bowl"."""
    exceptions: Cues
    goes_in: frozenset[str]
    """Words by which a description says what is used: "all is added except the nuts"."""
    absences: Cues
    """Cues that are also in `without`, and that a negation before them does not reverse: "no cake, no cream"."""
    deniers: Cues
    """Cues besides `nots` that reverse a later one: "nothing works without butter"."""
    not_deniers: Cues
    denies_next: frozenset[str]
    denial_ends: frozenset[str]
    brought_back: Cues
    """Cues that a thing is used after all: "add them", "for now"."""
    some_people: frozenset[str]
    """People who, before "who" or "with", are warned of something that is there for the rest."""
    asks: frozenset[str]
    """First words of a question; `refusals` are the first words of an answer that says no."""
    refusals: frozenset[str]
    declines: Cues
    """Answers that say no to a thing alone: "Peanuts? Not for me"."""
    asks_for: Cues
    """Questions that ask whether a thing is there or wanted."""
    others_use: Cues
    """Cues for a thing that is unused if the next clause says so: "the recipe says oats. Replace them"."""
    ours: Cues
    """Cues that open a clause about this dish, after one of `others_had` or `others`: "…; ours has none"."""
    others_had: Cues
    others: Cues
    """Those who do it differently: "the restaurant uses ghee; I use oil"."""
    others_say: frozenset[str]
    """Verbs for what they do with it, besides `verbs`: "where the recipe calls for ghee"."""
    habits: Cues
    """Cues for how it is normally done: "if you normally glaze with egg, use …"."""
    looks_for: Cues
    """Warnings of a thing that may be in one of `on_labels`: "look out for lupin on the label"."""
    on_labels: Cues
    expecting: frozenset[str]
    """Words for a pregnancy: "skip the brie if you're expecting"."""
    cooks: frozenset[str]
    """Verbs that make one of `cooked_safe` safe in pregnancy if it is done "through"."""
    cooked_safe: frozenset[str]
    cuts: frozenset[str]
    """Cuts of meat or fish, unless a plant follows their "of": "lardons of smoked tofu"."""
    gluten_free_flours: Cues
    """Flours that leave no wheat in what is made "of" them: "a roux of cornflour"."""
    tastes: frozenset[str]
    """Words after a thing that is only imitated: "paprika for that bacon taste"."""
    baked: frozenset[str]
    """Foods that lend their name to one of `baked_in`: "a doughnut tin"."""
    baked_in: frozenset[str]
    spoils: Cues
    """What a device does wrong, said to keep people from using it: "a blender turns it to glue"."""
    keeps: frozenset[str]
    """Verbs that put a thing away, to where nobody gets at it: "keep the pills out of reach"."""
    out_of_the_way: Cues
    left_there: Cues
    """Where an unwanted thing is "left": "leave the blender in the drawer"."""
    hands_over: frozenset[str]
    """Verbs that give a task to one of `others_there`, up to `task_ends`: "ask a friend to hold it while …"."""
    others_there: frozenset[str]
    task_ends: frozenset[str]
    kept_in: frozenset[str]
    """Where unused things are left: "leave the bonito in its packet"."""
    hot_or_baked: frozenset[str]
    """Words that make "out" and "in" mean a place: "pie out, bread in"."""
    waits: Cues
    """Cues that meat and milk are eaten apart."""
    calls_off: Cues
    """Endings of a sentence that only tells of a danger: "… – so don't"."""
    consequences: Cues
    """Consequences by which an act is warned of: "running it indoors kills"."""
    poor: frozenset[str]
    """Words for a poor dish, after one of `tells`: "it looks bare", but not "use plain flour"."""
    tells: frozenset[str]
    predicates: frozenset[str]
    """Words that make the words after a comma a statement: "if you have no brandy, cognac is as good"."""
    holds_on: frozenset[str]
    """Words that may follow "hold the cheese" where that leaves it off."""
    portions: frozenset[str]
    """Words for a part of which the rest is used: "replace half of the butter"."""
    times: frozenset[str]
    """What may follow a cue that ends a clause: "the oven stays cold today"."""
    lack_cues: frozenset[str]
    """Cues that a dish does not contain one of `allergens`."""
    plant_foods: frozenset[str]
    """Plants; what is made of them holds nothing of `of_plants`: "mince made of beetroot"."""
    of_plants: frozenset[str]
    allergens: Mapping[str, frozenset[str]]
    allergic: frozenset[str]
    """Words that make a condition a person's need: "leave out the nuts if anyone is allergic"."""
    dishes: frozenset[str]
    """Places that a thing is left out of for good, unlike a fridge: "leave the cream out of the sauce"."""
    sorts: frozenset[str]
    """Words by which an exception repeats the thing itself: "no mustard other than the wholegrain sort"."""
    verdicts: Cues
    """Cues that reject a substitute if something else is taken: "soya milk curdles, so use semi-skimmed"."""
    takes: frozenset[str]
    plain_sorts: frozenset[str]
    """Words for what a substitute stands for: "the real stuff", "the ordinary ones"."""
    may: frozenset[str]
    """Words that make leaving out a choice: "you can omit the nuts"."""
    supposed: frozenset[str]
    """Words that make a qualifier hypothetical: "it would be vegan"."""
    spoilt: frozenset[str]
    """Words for a dish that lacks what it needs: "without butter it falls apart"."""
    removes: frozenset[str]
    removed: Cues
    """Ends of the words after `removes`: "cross the nuts off the list"."""
    remains: frozenset[str]
    """Words for a thing that is there: "until no flour remains"."""
    privatives: frozenset[str]
    lacking: frozenset[str]
    sold_without: frozenset[str]
    """Things that are sold without what they are: dairy-free milk, gluten-free rolled oats."""
    goes_into: frozenset[str]
    """Ingredients of other foods: a sauce free of anchovies holds no fish, but tuna is one all the same."""
    ing_nouns: frozenset[str]
    use_gerunds: frozenset[str]
    states: frozenset[str]
    """States: "don't use cold butter" excludes the cold, not the butter."""
    operate_verbs: frozenset[str]
    """Verbs for devices: one that is not operated is not used, while a fish that is not turned is there."""
    prefers: frozenset[str]
    """Verbs that make "over" a denial: "choose catnip over lilies"."""
    declares: frozenset[str]
    """Verbs for what a label does, in a condition before one of `turns_down`: "if it lists soya, put it back"."""
    turns_down: Cues
    conditions: frozenset[str]
    """Words that make a denial a condition: "never leave the saw unattended" uses a saw."""
    softens: frozenset[str]
    lapse_stops: frozenset[str]
    linking: frozenset[str]
    """Verbs between a thing and its qualifier: "the fruit is unsulphured"."""
    in_the_way: frozenset[str]
    """Acts whose place or means is not used either: "don't put it in the freezer"."""
    in_place: frozenset[str]
    """Of these, acts whose object is there all the same, up to one of `places`: "don't wash the mushrooms"."""
    places: frozenset[str]
    before_acts: frozenset[str]
    no_warnings: frozenset[str]
    """Acts whose denial is no warning: "don't wait", "no need to bother"."""
    swap: frozenset[str]
    swap_to: frozenset[str]
    use_verbs: frozenset[str]
    ends: frozenset[str]
    verbs: frozenset[str]
    verb_after: frozenset[str]
    after_free: frozenset[str]
    parted: frozenset[str]
    parted_by_space: frozenset[str]
    postponed: frozenset[str]
    ages: frozenset[str]
    """Words after "before" that say how old somebody must be: "no honey before the first birthday"."""
    colours: frozenset[str]
    hues: frozenset[str]
    """Of these, colours that no food turns while it cooks: "pistachio green", but not "let the butter brown"."""
    dyes: frozenset[str]
    """Words that give a colour, before one of `hues`: "tint it pistachio green", but not "fry in butter gold"."""
    definite: frozenset[str]
    """Words that say that the thing is there: "like the prawns"."""
    no_likeness: frozenset[str]
    """Words between two "as" that do not compare looks: "as much as", "as soon as"."""
    measures: frozenset[str]
    """Properties by which one thing is compared with another: "the size of a walnut"."""
    likened: frozenset[str]
    """Words before the "like" of a comparison: "shred it like pork"."""
    likeness_ends: frozenset[str]
    replacer: frozenset[str]
    out_after: frozenset[str]
    stops: frozenset[str]
    made_here: frozenset[str]
    made_with_stand_ins: frozenset[str]
    """Stems of what is made in the same step; what is bought contains what it always does."""
    plants: frozenset[str]
    qualifiers: Qualifiers
    stand_ins: Qualifiers
    """Substitutes for one of `allergens` in a dish: "a flax egg"."""
    stirring: frozenset[tuple[str, ...]]
    """The first two words of every phrase that can affect others; a text without any is used as it stands."""


def read_cues(phrases: Iterable[str]) -> Cues:
    """Index phrases of a data file by their first word, longest first; "is|are out" stands for two of them."""
    spelled_out = (words for phrase in phrases for words in product(*(w.split("|") for w in phrase.split())))
    return by_first_word((plain_words(" ".join(words)) for words in spelled_out), tuple)


_CUES: Final = (
    "without", "not_negation", "nots", "lapses", "closing_lapses", "exceptions", "deniers", "not_deniers",
    "declines", "others_use", "others_had", "others", "habits", "looks_for", "spoils", "verdicts",
)  # fmt: skip
_WORDS: Final = (
    "refusals", "declares", "keeps", "hands_over", "cooks", "cuts", "measures", "privatives", "removes", "swap",
)  # fmt: skip
_OWN_STIRRING: Final = (
    "anything", "as", "but", "can", "free", "hold", "keep", "leave", "leaves", "leaving", "left", "like", "made",
    "make", "makes", "may", "miss", "missing", "must", "of", "out", "over", "should", "than", "way", "where",
)  # fmt: skip
"""Words at which rules of `marks` begin, besides the cues and words of the data that are named above."""


@cache
def language() -> Language:
    data = read_json("language")
    data["without"] += data["absences"]
    read: dict[str, Any] = {
        field.name: read_cues(data[field.name]) for field in fields(Language) if field.type == "Cues"
    }
    for name in ("made_here", "made_with_stand_ins"):
        read[name] = all_stems(data[name])
    for name in ("qualifiers", "stand_ins"):
        phrases = ((plain_words(phrase), frozenset(ids)) for phrase, ids in data[name].items())
        read[name] = by_first_word(phrases, itemgetter(0))
    cues = (words for name in _CUES for some in read[name].values() for words in some)
    lifts = (words for name in ("qualifiers", "stand_ins") for some in read[name].values() for words, _ in some)
    alone = ((word,) for word in (*_OWN_STIRRING, *(one for name in _WORDS for one in data[name])))
    read["stirring"] = frozenset(words[:2] for words in (*cues, *lifts, *alone))
    read["allergens"] = {word: frozenset(ids) for word, ids in data["allergens"].items()}
    read |= {field.name: frozenset(data[field.name]) for field in fields(Language) if field.name not in read}
    return Language(**read)


def cue_at(tokens: Sequence[Token], at: int, cues: Cues) -> int:
    """Return the number of words in the longest cue that begins at this word, or 0."""
    for words in cues.get(tokens[at].plain, ()):
        for token, word in zip_longest(tokens[at + 1 : at + len(words)], words[1:]):
            if token is None or token.plain != word or token.gap >= Break.CLAUSE:
                break
        else:
            return len(words)
    return 0


def stirs(tokens: Sequence[Token], lang: Language) -> list[bool]:
    """Return, for each word, whether it may begin what affects others: "without", the "no" of "no more"."""
    words = [token.plain for token in tokens]
    pairs = zip_longest(words, words[1:], fillvalue="")
    return [(word,) in lang.stirring or (word, after) in lang.stirring for word, after in pairs]
