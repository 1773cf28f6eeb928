"""What people say they need, as constraint ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.guard import constraint_ids, constraints_in, is_hazard
from tailor.core.guard.constraints import of_all_kinds, wordless


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("no nuts (allergy)", {"peanuts", "tree_nuts"}),
        ("I can't have dairy", {"milk"}),
        ("coeliac", {"gluten_cereals", "wheat"}),
        ("I'm pregnant", {"pregnancy"}),
        ("no oven", {"no_oven"}),
        ("vegan", {"vegan"}),
        ("my oven is broken", {"no_oven"}),
        ("I don't have a car or a drill", {"no_car", "no_drill"}),
        ("allergic to shellfish, but eggs are fine", {"crustaceans", "molluscs"}),
        ("egg-free", {"eggs"}),
        ("bake a nut-free cake", {"peanuts", "tree_nuts"}),
        ("gluten free please", {"gluten_cereals", "wheat"}),
        ("I'm scared of carbon monoxide", {"indoor_combustion", "gas_leak", "fumes"}),
        ("nervous around ladders", {"ladder_unsafe"}),
        ("electric shocks scare me", {"mains_electric_live"}),
        ("not afraid of ladders", set()),
        ("no electricity", set()),
        ("no ladder", set()),
        ("gf and df pls", {"gluten_cereals", "wheat", "milk"}),
        ("dinner with my gf", set()),
        ("allergies: sesame, celery", {"sesame", "celery"}),
        ("I have an oven but no stove", {"no_stove"}),
        ("nuts are fine", set()),
        ("I like milk", set()),
        ("I am not allergic to nuts", set()),
        ("I'm not vegan", set()),
        ("no fan oven", set()),
        ("no gas stove or electric drill", set()),
        ("my fan oven is broken", {"no_oven"}),
        ("not gluten-free", set()),
        ("it needn't be nut-free", set()),
        ("nothing that is not egg-free", {"eggs"}),
        ("not gluten-free, but allergic to nuts", {"peanuts", "tree_nuts"}),
        ("doesn't have to be dairy-free", set()),
        ("need not be nut-free", set()),
        ("Your recipe's not nut-free! My kid has allergies", {"peanuts", "tree_nuts"}),
        ("This is not dairy-free but I need that", {"milk"}),
        ("she's not nut-free", {"peanuts", "tree_nuts"}),
        ("it is not egg-free", {"eggs"}),
        ("don't use less sugar", set()),
        ("no vegan butter", set()),
        ("no vegetarian version please", set()),
        ("she is not lactose intolerant", set()),
        ("no more than 30 minutes", set()),
        ("a purple monkey", set()),
        ("recovering alcoholic", {"no_alcohol"}),
        ("we don't touch alcohol", {"no_alcohol"}),
        ("Muslim guests", {"halal"}),
        ("can't digest lactose", {"milk"}),
        ("my wife is expecting", {"pregnancy"}),
        ("expecting six guests", set()),
        ("rabbits", {"pets"}),
        ("no rabbit", set()),
        ("baby of six months", {"infant_honey"}),
        ("old house", {"lead_dust", "harmful_dust"}),
        ("choking hazard", set()),
        ("", set()),
    ],
)
def test_words_of_a_requirement_ask_for_constraints(text: str, asked: set[str]) -> None:
    assert set(constraints_in(text)) == asked


def test_who_asks_for_dangers_asks_for_all_but_those_of_somebody_unnamed() -> None:
    every = {one for one in constraint_ids() if is_hazard(one)}
    assert set(constraints_in("tell me about dangers")) == every - {"pets", "infant_honey"}
    assert set(constraints_in("anything risky for the dog?")) == every - {"infant_honey"}


@given(st.text(max_size=100))
def test_any_text_asks_only_for_known_constraints(text: str) -> None:
    assert set(constraints_in(text)) <= set(constraint_ids())


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("quark instead of yoghurt", ()),
        ("I want skyr rather than the cream.", ()),
        ("vegan butter instead of butter", ()),
        ("a vegan cake instead of cake", ("vegan",)),
        ("vegetarian lasagne, not lasagne", ("vegetarian",)),
        ("I'm vegan, oat milk instead of milk", ("milk", "vegan")),
        ("oat milk instead of milk", ("milk",)),
        ("coconut yoghurt instead of yoghurt", ("milk",)),
        ("lactose-free quark instead of yoghurt", ("milk",)),
        ("no quark instead of yoghurt", ("milk",)),
        ("quark instead of yoghurt as I can't have lactose", ("milk",)),
        ("allergic to milk, quark instead of yoghurt", ("milk",)),
    ],
)
def test_one_of_a_kind_for_another_is_taste_and_another_kind_may_be_a_diet(
    text: str, asked: tuple[str, ...]
) -> None:
    assert constraints_in(text) == asked


def test_a_sort_of_a_tool_that_is_lacking_is_named_whole_as_not_checked() -> None:
    assert wordless("gas stove, no fan oven")[-1] == "fan oven"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("my flatmate can't be near hazelnuts", {"tree_nuts"}),
        ("she can't be around shellfish", {"crustaceans", "molluscs"}),
        ("our eldest reacted to mustard", {"mustard"}),
        ("prawns make his eyes puff up", {"crustaceans"}),
        ("cheese, cream, all of it's out for my aunt", {"milk"}),
        ("we're steering clear of soya", {"soy"}),
        ("dad can't have a drop, doctor's orders", {"no_alcohol"}),
        ("I haven't touched a drop for years", {"no_alcohol"}),
        ("I can't have a drop of milk", {"milk"}),
        ("I have no puff pastry, just butter", set()),
    ],
)
def test_what_somebody_must_keep_away_from_is_asked_for(text: str, asked: set[str]) -> None:
    assert set(constraints_in(text)) == asked


@pytest.mark.parametrize(
    "words",
    ["we never drink coffee", "camping with child", "put the bun in the oven for 10 min", "cook the egg thing"],
)
def test_everyday_words_ask_for_no_constraint(words: str) -> None:
    assert constraints_in(words) == ()
    assert constraints_in("having a baby round for lunch") == ("infant_honey",)


@pytest.mark.parametrize(
    "words",
    [
        "my husband hates blue cheese",
        "the kids don't like goat cheese",
        "our guests are not big fans of butter",
        "she can't stand rye bread",
    ],
)
def test_whoever_does_not_like_one_sort_may_have_the_others(words: str) -> None:
    assert of_all_kinds(words) == ()


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("my husband hates dairy", {"milk"}),
        ("my husband can't have blue cheese", {"milk"}),
        ("my husband hates butter because it makes him ill", {"milk"}),
        ("the kids don't like butter and one of them is allergic", {"milk"}),
        ("he hates peanut butter, and my son gets hives from butter", {"milk", "peanuts"}),
        ("blue cheese hates my husband's stomach", {"milk"}),
    ],
)
def test_where_more_than_taste_is_named_all_that_belongs_to_it_is_meant(words: str, asked: set[str]) -> None:
    assert asked <= set(of_all_kinds(words))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("allergic to buttermilk", {"milk"}),
        ("cheddar allergy", {"milk"}),
        ("my son is allergic to ghee", {"milk"}),
        ("mayonnaise intolerance", {"eggs", "mustard"}),
        ("no buttermilk", set()),
        ("chickpea flour allergy", set()),
        ("allergic to rice flour", set()),
        ("allergic to almond flour", {"tree_nuts"}),
        ("plain flour allergy", {"wheat"}),
    ],
)
def test_an_allergy_to_a_food_is_to_what_it_is_made_of(text: str, ids: set[str]) -> None:
    assert set(constraints_in(text)) == ids
