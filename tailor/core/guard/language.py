"""The cues of one language: the words by which a text says that something is not used or not done.

They stand in language.json. `cue_at` finds the longest cue that begins at a word.
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
    """Words by which a description tells what is used: "all is added except the nuts"."""
    absences: Cues
    """Cues that `without` has too, and that a negation before them does not turn round: "no cake, no cream"."""
    deniers: Cues
    """What turns a later cue round, beside `nots`: "nothing works without butter"."""
    not_deniers: Cues
    denies_next: frozenset[str]
    denial_ends: frozenset[str]
    brought_back: Cues
    """What says that a thing comes all the same: "add them", "for now"."""
    some_people: frozenset[str]
    """Who, with "who" or "with" behind it, is warned of what is there for the rest."""
    asks: frozenset[str]
    """What a question begins with, and `refusals` what an answer that says no begins with."""
    refusals: frozenset[str]
    declines: Cues
    """What answers no to a thing alone: "Peanuts? Not for me"."""
    asks_for: Cues
    """Questions whether a thing is there or wanted."""
    others_use: Cues
    """What names a thing that is not used if the next clause says so: "the recipe says oats. Replace them"."""
    ours: Cues
    """What begins a clause about the dish made here, after one of `others_had` or `others`: "…; ours has none"."""
    others_had: Cues
    others: Cues
    """Who does it otherwise: "the restaurant uses ghee; I use oil"."""
    others_say: frozenset[str]
    """What they do with it, beside `verbs`: "where the recipe calls for ghee"."""
    habits: Cues
    """What tells how it is done as a rule: "if you normally glaze with egg, use …"."""
    looks_for: Cues
    """What warns of a thing that stands in one of `on_labels`: "look out for lupin on the label"."""
    on_labels: Cues
    expecting: frozenset[str]
    """Whose need is meant: "skip the brie if you're expecting"."""
    cooks: frozenset[str]
    """Acts that make one of `cooked_safe` safe in pregnancy if they are done "through"."""
    cooked_safe: frozenset[str]
    cuts: frozenset[str]
    """What is made of meat or fish unless a plant follows its "of": "lardons of smoked tofu"."""
    gluten_free_flours: Cues
    """What a thing is made "of" that then holds no wheat: "a roux of cornflour"."""
    tastes: frozenset[str]
    """What is only like the thing before it: "paprika for that bacon taste"."""
    baked: frozenset[str]
    """What lends its name to one of `baked_in`: "a doughnut tin"."""
    baked_in: frozenset[str]
    spoils: Cues
    """What a device does that is named to keep people from it: "a blender turns it to glue"."""
    keeps: frozenset[str]
    """What puts a thing away, with where nobody gets at it: "keep the pills out of reach"."""
    out_of_the_way: Cues
    left_there: Cues
    """Where a thing is "left" that is not wanted: "leave the blender in the drawer"."""
    hands_over: frozenset[str]
    """What leaves a task to one of `others_there`, up to one of `task_ends`: "ask a friend to hold it while …"."""
    others_there: frozenset[str]
    task_ends: frozenset[str]
    kept_in: frozenset[str]
    """Where what is not used is left: "leave the bonito in its packet"."""
    hot_or_baked: frozenset[str]
    """What makes "out" and "in" mean a place: "pie out, bread in"."""
    waits: Cues
    """What says that meat and milk are eaten apart."""
    calls_off: Cues
    """What ends a sentence that only tells of a danger: "… – so don't"."""
    consequences: Cues
    """What is told of an act to warn of it: "running it indoors kills"."""
    poor: frozenset[str]
    """What is said of such a dish after one of `tells`: "it looks bare", but not "use plain flour"."""
    tells: frozenset[str]
    predicates: frozenset[str]
    """What makes a statement of words after a comma: "if you have no brandy, cognac is as good"."""
    holds_on: frozenset[str]
    """What follows where "hold the cheese" leaves it away."""
    portions: frozenset[str]
    """Of what only a part is left out, the rest is used: "replace half of the butter"."""
    times: frozenset[str]
    """What may follow a cue that ends a clause: "the oven stays cold today"."""
    lack_cues: frozenset[str]
    """What says of a dish that it does not hold one of `allergens`."""
    plant_foods: frozenset[str]
    """What a thing is made of that then holds nothing of `of_plants`: "mince made of beetroot"."""
    of_plants: frozenset[str]
    allergens: Mapping[str, frozenset[str]]
    allergic: frozenset[str]
    """What makes a condition a person's need: "leave out the nuts if anyone is allergic"."""
    dishes: frozenset[str]
    """What a thing is left out of for good, unlike a fridge: "leave the cream out of the sauce"."""
    sorts: frozenset[str]
    """What an exception calls the thing itself: "no mustard other than the wholegrain sort"."""
    verdicts: Cues
    """What refuses a substitute if something else is to be taken: "soya milk curdles, so use semi-skimmed"."""
    takes: frozenset[str]
    plain_sorts: frozenset[str]
    """What the thing is called for which a substitute stands: "the real stuff", "the ordinary ones"."""
    may: frozenset[str]
    """What makes leaving out a choice: "you can omit the nuts"."""
    supposed: frozenset[str]
    """What makes a qualifier a supposition: "it would be vegan"."""
    spoilt: frozenset[str]
    """What is said of a dish that lacks what it needs: "without butter it falls apart"."""
    removes: frozenset[str]
    removed: Cues
    """What ends the words after `removes`: "cross the nuts off the list"."""
    remains: frozenset[str]
    """What is said of a thing that is there: "until no flour remains"."""
    privatives: frozenset[str]
    lacking: frozenset[str]
    sold_without: frozenset[str]
    """Words and names of things that are sold without what they are: dairy-free milk, gluten-free rolled oats."""
    goes_into: frozenset[str]
    """What goes into foods: a sauce free of anchovies holds no fish, but tuna is one all the same."""
    ing_nouns: frozenset[str]
    use_gerunds: frozenset[str]
    states: frozenset[str]
    """"Don't use cold butter" excludes the cold, not the butter."""
    operate_verbs: frozenset[str]
    """A device that is not operated is not used; a fish that is not turned is there."""
    prefers: frozenset[str]
    """What makes "over" a denial: "choose catnip over lilies"."""
    declares: frozenset[str]
    """What a label does in a condition that ends with one of `turns_down`: "if it lists soya, put it back"."""
    turns_down: Cues
    conditions: frozenset[str]
    """What makes a denial a condition: "never leave the saw unattended" has a saw."""
    softens: frozenset[str]
    lapse_stops: frozenset[str]
    linking: frozenset[str]
    """Between a thing and the qualifier said of it: "the fruit is unsulphured"."""
    in_the_way: frozenset[str]
    """Acts whose place or means is not used either: "don't put it in the freezer"."""
    in_place: frozenset[str]
    """Of these those whose object is there all the same, up to one of `places`: "don't wash the mushrooms"."""
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
    """Behind "before", these say how old somebody must be: "no honey before the first birthday"."""
    colours: frozenset[str]
    hues: frozenset[str]
    """Of these those that no food turns while it cooks: "pistachio green", but not "let the butter brown"."""
    dyes: frozenset[str]
    """What gives a colour before one of `hues`: "tint it pistachio green", but not "fry in butter gold"."""
    definite: frozenset[str]
    """What says that the thing is there: "like the prawns"."""
    no_likeness: frozenset[str]
    """What between two "as" compares no look: "as much as", "as soon as"."""
    measures: frozenset[str]
    """What of a thing another may have: "the size of a walnut"."""
    likened: frozenset[str]
    """What stands, beside a verb, before the "like" of a likeness: "shred it like pork"."""
    likeness_ends: frozenset[str]
    replacer: frozenset[str]
    out_after: frozenset[str]
    stops: frozenset[str]
    made_here: frozenset[str]
    made_with_stand_ins: frozenset[str]
    """Stems of what is made in the same step; what is bought holds what it always holds."""
    plants: frozenset[str]
    qualifiers: Qualifiers
    stand_ins: Qualifiers
    """What takes the place of one of `allergens` in a dish: "a flax egg"."""
    stirring: frozenset[tuple[str, ...]]
    """The first two words of all that may say anything of others; a text without them is used as it stands."""


def read_cues(phrases: Iterable[str]) -> Cues:
    """Phrases of a data file by their first word, longest first; "is|are out" stands for two of them."""
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
"""What `marks` reads on from: the cues and words of the data, and words of the rules themselves."""


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
    """The number of words in the longest cue that begins at this word; 0 for none."""
    for words in cues.get(tokens[at].plain, ()):
        for token, word in zip_longest(tokens[at + 1 : at + len(words)], words[1:]):
            if token is None or token.plain != word or token.gap >= Break.CLAUSE:
                break
        else:
            return len(words)
    return 0


def stirs(tokens: Sequence[Token], lang: Language) -> list[bool]:
    """For each word whether anything may be said of others from here: "without", the "no" of "no more"."""
    words = [token.plain for token in tokens]
    pairs = zip_longest(words, words[1:], fillvalue="")
    return [(word,) in lang.stirring or (word, after) in lang.stirring for word, after in pairs]
