import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.requirements import clauses, critical_type, parse_hint, too_many
from tailor.core.text import LONGEST_HINT, clean
from tests.depth import cases

CUTS = [
    ("nut allergy and for 3", ["nut allergy", "and for 3"]),
    ("no nuts and half of it", ["no nuts", "and half of it"]),
    ("I only have one egg, and make 18", ["I only have one egg", "and make 18"]),
    ("no half and half", ["no half and half"]),
    ("for two and half of it", ["for two and half of it"]),
    ("I have no oven", ["I have no oven"]),
    ("I have no oven and no microwave", ["I have no oven", "and no microwave"]),
    ("no butter, and theres 3 of us", ["no butter", "and theres 3 of us"]),
    ("no gluten and im vegan", ["no gluten", "and im vegan"]),
    ("no nuts and its for 4", ["no nuts", "and its for 4"]),
    ("the shops were shut and were closed", ["the shops were shut and were closed"]),
    ("peel the apple and its skin", ["peel the apple and its skin"]),
    ("I like salt and pepper", ["I like salt and pepper"]),
    ("There are four or five of us", ["There are four or five of us"]),
    ("no nuts, my son is allergic", ["no nuts, my son is allergic"]),
    ("No eggs. I am badly allergic! And no oven", ["No eggs. I am badly allergic!", "And no oven"]),
    ("no oven, my son is allergic to nuts", ["no oven", "my son is allergic to nuts"]),
    ("I've done it for years, so no hand-holding", ["I've done it for years, so no hand-holding"]),
    ("I need approx. 2.5 kg. It's for Monday.", ["I need approx. 2.5 kg", "It's for Monday"]),
    ("Use nuts, e.g. almonds, if you like", ["Use nuts, e.g. almonds, if you like"]),
    (
        "My budget is 1,500.50 euros; we leave at 8 a.m. sharp",
        ["My budget is 1,500.50 euros", "we leave at 8 a.m. sharp"],
    ),
    ("No nuts; no eggs\nI'm a beginner", ["No nuts", "no eggs", "I'm a beginner"]),
    ("If it rains, we stay in, and I want it warm", ["If it rains, we stay in", "and I want it warm"]),
    ("I bake onions, garlic and leeks in oil", ["I bake onions, garlic and leeks in oil"]),
    ("I can't eat fish and my wife hates peas", ["I can't eat fish", "and my wife hates peas"]),
    ("The cat bites and I am alone", ["The cat bites", "and I am alone"]),
    ("It's tiny, please no drilling", ["It's tiny", "please no drilling"]),
    ("I'm renting and can't drill", ["I'm renting", "and can't drill"]),
    ("- no oven\n- no stove", ["no oven", "no stove"]),
    ("I want it (soft and sweet, and it must last)", ["I want it (soft and sweet, and it must last)"]),
    ("We eat at Dr. Miller's house. No wine!", ["We eat at Dr. Miller's house", "No wine!"]),
    ("no mushrooms for hubby, for 6 not 4", ["no mushrooms for hubby", "for 6 not 4"]),
    ("no nuts, for six rather than four", ["no nuts", "for six rather than four"]),
    ("my husband hates mushrooms, we're four", ["my husband hates mushrooms", "we're four"]),
    ("he hates onions, there are six of us", ["he hates onions", "there are six of us"]),
    ("no oven, the kids hate peas", ["no oven", "the kids hate peas"]),
    ("no oven, his asthma acts up", ["no oven", "his asthma acts up"]),
    ("no eggs, my nut allergy", ["no eggs, my nut allergy"]),
    ("no eggs, a gluten free cake", ["no eggs, a gluten free cake"]),
    ("no milk and tofu not eggs", ["no milk", "and tofu not eggs"]),
    ("green and tofu not eggs", ["green and tofu not eggs"]),
    ("green, and tofu not eggs", ["green", "and tofu not eggs"]),
    ("", []),
    (" ;;, . ", [";;, ."]),
]


@pytest.mark.parametrize(("hint", "expected"), CUTS)
def test_a_hint_is_cut_where_whole_clauses_meet(hint: str, expected: list[str]) -> None:
    assert list(clauses(hint)) == expected


def test_a_wish_is_the_same_with_a_joining_word_before_it_and_another_one_within() -> None:
    said = parse_hint("no nuts and I like salt and pepper", ["I like salt and pepper", "I like salt pepper"])
    assert [one.text for one in said] == ["no nuts", "and I like salt and pepper", "I like salt pepper"]


KINDS = [
    ("I'm allergic to peanuts", "prerequisite"),
    ("I can't have dairy", "prerequisite"),
    ("I cannot lift anything", "prerequisite"),
    ("I don't have a drill", "prerequisite"),
    ("We do not have a car", "prerequisite"),
    ("I have no printer", "prerequisite"),
    ("There is no lift", "prerequisite"),
    ("without alcohol", "prerequisite"),
    ("no plastic", "prerequisite"),
    ("It must cost nothing", "prerequisite"),
    ("I'm vegan", "prerequisite"),
    ("gluten-free please", "prerequisite"),
    ("I only own one pan", "prerequisite"),
    ("My oven is broken", "prerequisite"),
    ("Wool makes me itch", "prerequisite"),
    ("The landlord doesn't allow holes", "prerequisite"),
    ("I have arthritis", "prerequisite"),
    ("under 20 minutes", "prerequisite"),
    ("at most 30 euros", "prerequisite"),
    ("I have 20 minutes", "prerequisite"),
    ("loud bangs scare him", "prerequisite"),
    ("I lack a whisk", "prerequisite"),
    ("out of black pepper", "prerequisite"),
    ("I'm not able to kneel", "prerequisite"),
    ("I like it spicy", "preference"),
    ("I prefer dark bread", "preference"),
    ("she loves lemon", "preference"),
    ("I'd rather use a bus", "preference"),
    ("I don't like coriander", "preference"),
    ("I don't want to share", "preference"),
    ("make it less sweet", "preference"),
    ("a bit more crunchy", "preference"),
    ("blue is our favourite", "preference"),
    ("he hates mushrooms", "preference"),
    ("I'm fond of cinnamon", "preference"),
    ("I enjoy hiking", "preference"),
    ("I want to finish early", "refinement"),
    ("it should also keep for a week", "refinement"),
    ("I have to be back by noon", "refinement"),
    ("we want to improve the soil", "refinement"),
    ("it's for my sister", "refinement"),
    ("There are six of us", "refinement"),
    ("cook it for eight people", "refinement"),
    ("just for me", "refinement"),
    ("make twice the amount", "refinement"),
    ("I need it warm", "refinement"),
    ("ready by Friday", "refinement"),
    ("I've never baked before", "expertise"),
    ("It's my first loaf", "expertise"),
    ("I'm a beginner", "expertise"),
    ("I don't know what kneading means", "expertise"),
    ("this is all new to me", "expertise"),
    ("I have no experience", "expertise"),
    ("I live on ready meals", "expertise"),
    ("I eat takeaway every night", "expertise"),
    ("I used to train athletes", "expertise"),
    ("I've been a baker for years", "expertise"),
    ("I have sewn for ten years", "expertise"),
    ("no hand-holding", "expertise"),
    ("I'm handy with tools", "expertise"),
    ("I'm an electrician", "expertise"),
    ("I've done this twice", "expertise"),
    ("I know the basics", "expertise"),
    ("I live in an apartment", "unclassified"),
    ("a shelf made out of oak", "unclassified"),
    ("We're renting", "unclassified"),
    ("It's September now", "unclassified"),
    ("Ich habe keinen Ofen", "unclassified"),
    ("Je suis à la campagne", "unclassified"),
    ("今日は雨です", "unclassified"),
]


@pytest.mark.parametrize(("clause", "kind"), KINDS)
def test_a_cue_gives_the_kind_and_no_cue_gives_none(clause: str, kind: str) -> None:
    (requirement,) = parse_hint(clause)
    assert requirement.kind == kind
    assert (requirement.level is not None) == (kind == "expertise")


@pytest.mark.parametrize(
    ("clause", "level"),
    [
        ("I've never cooked", "beginner"),
        ("I've run marathons for years", "expert"),
        ("I can follow a plan", "intermediate"),
    ],
)
def test_the_level_is_inferred_from_what_people_do(clause: str, level: str) -> None:
    assert parse_hint(clause)[0].level == level


def test_there_are_eighty_sentences_or_more() -> None:
    assert len(CUTS) + len(KINDS) >= 80


def test_hint_clauses_come_first_and_profile_lines_are_prerequisites() -> None:
    found = parse_hint("I like it hot", ["I love tea; no nuts (allergy)", "I'm a beginner"])
    assert [(r.id, r.kind, r.source) for r in found] == [
        ("R1", "preference", "hint"),
        ("R2", "prerequisite", "profile"),
        ("R3", "prerequisite", "profile"),
        ("R4", "expertise", "profile"),
    ]


def test_the_critical_type_says_what_matters_more() -> None:
    assert critical_type(parse_hint("no oven")) == "constraint"
    assert critical_type(parse_hint("I'm a beginner")) == "expertise"
    assert critical_type(parse_hint("no oven. I'm a beginner")) == "both"
    assert critical_type(parse_hint("We're renting")) is None


PIECES = ["I", "have", "no", "oven", ",", ".", ";", "and", "but", "nuts", "like", "it", "(", ")", "\n"]
PIECES += ["e.g.", "2.5", "–", "I'm", "don't", '"', "so", "the", "cat"]
HINTS = st.one_of(
    st.text(max_size=200),
    st.lists(
        st.sampled_from(PIECES),
        max_size=40,
    ).map(" ".join),
)


@settings(max_examples=cases(300), deadline=None)
@given(HINTS)
def test_no_word_of_a_hint_is_lost_or_told_twice(hint: str) -> None:
    words = re.findall(r"\w+", clean(hint))
    assert [word for one in clauses(hint) for word in re.findall(r"\w+", one)] == words


def test_a_very_long_hint_is_split_quickly_enough_to_finish() -> None:
    assert len(clauses("I like it, and I have no oven. " * 3000)) == 6000


def test_short_words_without_a_verb_are_requirements_of_their_own() -> None:
    texts = [one.text for one in parse_hint("allergic to nuts, no oven, vegan, for two")]
    assert texts == ["allergic to nuts", "no oven", "vegan", "for two"]
    assert [one.kind for one in parse_hint("no oven, for two")] == ["prerequisite", "refinement"]


@pytest.mark.parametrize(
    ("hint", "parts"),
    [
        ("no nuts, please", ("no nuts, please",)),
        ("Please, no nuts, and no oven", ("Please, no nuts", "and no oven")),
        ("no nuts, please, and no oven", ("no nuts, please", "and no oven")),
        ("no, no butter", ("no, no butter",)),
        ("yes, vegan", ("yes, vegan",)),
        ("please use a pan, and please no salt", ("please use a pan", "and please no salt")),
    ],
)
def test_a_polite_word_is_no_requirement(hint: str, parts: tuple[str, ...]) -> None:
    assert clauses(hint) == parts


@pytest.mark.parametrize("hint", ["🥜🚫", "?!", "…", " 🍞 "])
def test_a_hint_without_a_word_is_a_requirement_that_is_not_understood(hint: str) -> None:
    (one,) = parse_hint(hint)
    assert (one.kind, one.text) == ("unclassified", hint.strip())
    assert parse_hint(" \n\u200b") == ()


def test_more_wishes_than_are_weighed_at_once_are_counted() -> None:
    assert not too_many(parse_hint("; ".join(f"no thing {n}" for n in range(1_000))))
    assert too_many(parse_hint("; ".join(f"no thing {n}" for n in range(1_234)))).startswith(
        "You have 1,234 wishes"
    )


def test_no_more_of_a_text_is_read_than_a_hint_can_have() -> None:
    assert len(" ".join(clauses("no oven, " * 500_000))) <= LONGEST_HINT


@pytest.mark.parametrize(
    ("hint", "parts"),
    [
        ("on Debian without docker, no root", ("on Debian without docker", "no root")),
        ("by bike, for 2 people", ("by bike", "for 2 people")),
        ("half the amount, gluten free", ("half the amount", "gluten free")),
        ("in cups, and less sweet", ("in cups", "and less sweet")),
        ("a cake for kids, no nuts", ("a cake for kids", "no nuts")),
        ("a vegan, gluten-free cake", ("a vegan, gluten-free cake",)),
        ("I want a quick, cheap, vegetarian stew for six", ("I want a quick, cheap, vegetarian stew for six",)),
        ("half the amount, vegan and cheap", ("half the amount", "vegan and cheap")),
        ("quick, vegan dinner", ("quick", "vegan dinner")),
        ("On Mondays, no meat", ("On Mondays, no meat",)),
        ("on rainy days, no bike", ("on rainy days, no bike",)),
        ("bread, for 2 days", ("bread, for 2 days",)),
        ("two pots, no more than 3 l", ("two pots, no more than 3 l",)),
        ("short steps, no hand-holding", ("short steps, no hand-holding",)),
        ("vegan, only a microwave", ("vegan", "only a microwave")),
        ("I'm vegan, and only have one pan", ("I'm vegan", "and only have one pan")),
        ("less sugar, only a pinch", ("less sugar, only a pinch",)),
        ("vegan, just like my sister", ("vegan, just like my sister",)),
    ],
)
def test_what_a_comma_adds_is_a_requirement_of_its_own_unless_it_holds_only_then(
    hint: str, parts: tuple[str, ...]
) -> None:
    assert clauses(hint) == parts


SEVERAL_WISHES = [
    "no coconut milk|feeding 2|my kid hates peppers",
    "vegan|no nuts|cheap pls",
    "got no mixer|tiny kitchen|hate mushrooms",
    "allergic to eggs, nuts and sesame",
    "no eggs, milk or nuts",
    "cant have dairy|feeding a crowd of 10|need it by 6pm",
    "low salt|diabetic mum|double it",
    "dont have a blender, whisk or food processor",
    "no oven|only got an air fryer",
    "kid is 3|hates spicy food",
    "using my phone|no printer",
    "i have chicken thighs, half an onion and rice",
    "swap beef for chicken|no wine",
    "im a beginner|explain everything|short on money",
    "need it gluten free|my wife is coeliac",
    "two toddlers around|no chemicals",
    "out of butter, use oil",
    "halal|no pork, lard or gelatine",
    "no stove, just a kettle and a microwave",
    "staging cluster only|cant restart pods",
    "using gmail|dont use slack",
    "need 24 cupcakes|have one tin",
    "skip the cheese|extra veg",
    "pregnant|no raw fish",
    "havent got a scale|american measures please",
    "dad cant chew|make it soft",
    "hates onions, garlic, leeks",
    "windows pc, mac and phone all need it",
    "got beef mince, carrots, celery",
    "make it quick, im hungry",
    "gf|hubby hates aubergine|just 2 of us",
    "no coconut, hubby is allergic",
    "just dont use celery, allergic",
    "no eggs, kids are badly allergic|no oven",
    "im vegan|wife is lactose intolerant",
    "renting, cant drill|landlord is strict",
]


@pytest.mark.parametrize("wishes", SEVERAL_WISHES)
def test_wishes_typed_one_after_the_other_are_told_apart_and_lists_of_things_stay_whole(wishes: str) -> None:
    assert clauses(wishes.replace("|", ", ")) == tuple(wishes.split("|"))


@pytest.mark.parametrize(
    "hint",
    [
        "allergic to peanuts, 2 types of fish and milk",
        "allergic to milk, 3 kinds of nuts, eggs",
        "allergic to eggs, 2 nuts: walnuts and pecans",
    ],
)
def test_a_count_of_what_somebody_is_allergic_to_parts_no_list(hint: str) -> None:
    assert [one.text for one in parse_hint(hint)] == [hint]
