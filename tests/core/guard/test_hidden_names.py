"""A name is found in another language, with its letters spaced, as entities, or with signs nobody sees in it."""

import pytest

from tailor.core.guard import constraint_ids, scan


def found(text: str) -> set[str]:
    return {one.constraint for one in scan(text, constraint_ids())}


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("200 g Erdnüssen", "peanuts"),
        ("100 g de cacahuètes", "peanuts"),
        ("un puñado de maní", "peanuts"),
        ("50 g di arachidi", "peanuts"),
        ("1 l Vollmilch", "milk"),
        ("30 g de manteiga", "milk"),
        ("2 eieren", "eggs"),
        ("4 Eier", "eggs"),
        ("farine de blé, 250 g", "wheat"),
        ("harina de trigo", "gluten_cereals"),
        ("150 g de camarão", "crustaceans"),
        ("mejillones al vapor", "molluscs"),
        ("zalm, in blokjes", "fish"),
        ("eine Stange Sellerie", "celery"),
        ("mosterd", "mustard"),
        ("una cucharada de sésamo", "sesame"),
        ("Haselnüsse, gehackt", "tree_nuts"),
        ("lait de soja", "soy"),
        ("enthält Schwefeldioxid", "sulphites"),
    ],
)
def test_the_main_allergens_are_known_by_their_names_abroad(text: str, constraint: str) -> None:
    assert constraint in found(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("8 sausages", "wheat"),
        ("4 beef burgers", "wheat"),
        ("1 naan bread", "milk"),
        ("100 g vegetable suet", "wheat"),
        ("100 g shredded vegetable suet", "wheat"),
        ("100 g light shredded suet", "gluten_cereals"),
        ("500 ml chicken stock", "gluten_cereals"),
        ("1 l vegetable stock", "wheat"),
        ("500 g plant-based mince", "soy"),
    ],
)
def test_what_is_bought_and_usually_holds_it_is_to_be_looked_at(text: str, constraint: str) -> None:
    assert constraint in found(text)


@pytest.mark.parametrize(
    "word",
    [
        "p e a n u t s",
        "p.e.a.n.u.t.s",
        "p-e-a-n-u-t-s",
        "pea&#110;uts",
        "pea&#x6E;uts",
        "pea\u00adnuts",
        "pea\u200bnuts",
    ],
)
def test_letters_set_apart_or_written_as_signs_are_the_word(word: str) -> None:
    text = f"Add the {word} and stir."
    (one,) = scan(text, ["peanuts"])
    assert one.word == word


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Beat 2eggs with 200gbutter.", {"eggs": "eggs", "milk": "butter"}),
        ("100mlmilk", {"milk": "milk"}),
        ("1lbbutter, 2lbsprawns", {"milk": "butter", "crustaceans": "prawns"}),
        ("1LBPEANUTS", {"peanuts": "PEANUTS"}),
        ("200Gcheese3eggs", {"milk": "cheese", "eggs": "eggs"}),
        ("x2eggs", {"eggs": "eggs"}),
        ("½egg, 1½cups½milk", {"eggs": "egg", "milk": "milk"}),
        ("3 eggs2, butter¹", {"eggs": "eggs", "milk": "butter"}),
        ("²butter", {"milk": "butter"}),
        ("3walnuts and 2lobsters", {"tree_nuts": "walnuts", "crustaceans": "lobsters"}),
        ("2éclairs", {"eggs": "éclairs"}),
    ],
)
def test_a_figure_that_touches_a_word_hides_it_not(text: str, ids: dict[str, str]) -> None:
    assert {one.constraint: one.word for one in scan(text, ids)} == ids


@pytest.mark.parametrize(
    ("word", "constraint"),
    [
        ("almondmilk", "tree_nuts"),
        ("Creamcheese", "milk"),
        ("peanutbutter", "peanuts"),
        ("almondflour", "tree_nuts"),
    ],
)
def test_a_name_of_two_words_is_known_where_they_are_written_as_one(word: str, constraint: str) -> None:
    (one,) = scan(f"Add the {word} and stir.", [constraint])
    assert one.word == word


@pytest.mark.parametrize("text", ["Vitamins A B C D", "plan a, b or c", "nata de coco", "a lacto-ovo menu"])
def test_single_letters_and_names_alike_mean_nothing(text: str) -> None:
    assert not found(text) & {"milk", "eggs", "peanuts"}


@pytest.mark.parametrize("word", ["grease", "shortening", "cooking fat", "margarine", "gravy", "chocolate chips"])
def test_fat_and_sweets_of_which_only_the_label_tells_are_pointed_out_to_vegans(word: str) -> None:
    assert [one.word for one in scan(f"Stir 2 tablespoons of {word} into it.", ["vegan"])] == [word]


@pytest.mark.parametrize(
    "text", ["Grease and flour a tin.", "Lightly grease the rack.", "200 g vegetable shortening"]
)
def test_greasing_a_tin_and_fat_of_plants_are_no_fat_of_animals(text: str) -> None:
    assert not list(scan(text, ["vegan", "halal"]))


@pytest.mark.parametrize(
    "text",
    [
        "Pour in the oat milk (or cow's).",
        "200 ml milk: soy, goat's or oat",
        "Use goat's or cow's milk.",
        "Any cream will do, sheep's too.",
    ],
)
def test_milk_that_is_only_called_by_its_animal_is_milk(text: str) -> None:
    assert {"milk", "vegan"} <= found(text)


@pytest.mark.parametrize(
    "text",
    ["Simmer the goat in coconut milk.", "Milk the goat.", "Tie on the cow's bell.", "Add the coconut drink."],
)
def test_an_animal_itself_is_no_milk(text: str) -> None:
    assert "milk" not in found(text)


@pytest.mark.parametrize("milkless", ["plant-based cream", "plant based butter", "plant-based milk"])
def test_what_is_plant_based_hides_no_chocolate_beside_it(milkless: str) -> None:
    assert "milk" in found(f"Melt the chocolate, then stir in the {milkless}.")
    assert "milk" not in found(f"Stir in the {milkless}.")


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        ("Serve with wraps.", {"gluten_cereals", "wheat"}),
        ("150 g bulgar", {"gluten_cereals", "wheat"}),
        ("4 frankfurters", {"gluten_cereals", "wheat"}),
        ("1 bag of scampi", {"crustaceans", "gluten_cereals", "wheat"}),
        ("8 chicken nuggets", {"gluten_cereals", "wheat"}),
        ("4 Yorkshires", {"gluten_cereals", "wheat", "eggs", "milk"}),
        ("1 tsp English mustard", {"mustard", "gluten_cereals", "wheat"}),
        ("2 tbsp HP sauce", {"gluten_cereals"}),
        ("1 tbsp bouillon", {"celery", "gluten_cereals", "wheat"}),
        ("4 tsp Horlicks", {"milk", "gluten_cereals", "wheat"}),
        ("1 bag of Maltesers", {"milk", "gluten_cereals", "wheat"}),
        ("garlic bread", {"milk", "gluten_cereals", "wheat"}),
        ("3 tbsp hoisin sauce", {"soy", "gluten_cereals", "wheat", "sesame"}),
        ("pistachio kulfi", {"milk", "tree_nuts"}),
        ("200 g marzipan", {"tree_nuts", "eggs"}),
    ],
)
def test_what_is_bought_ready_is_known_for_all_that_is_usually_in_it(text: str, constraints: set[str]) -> None:
    assert constraints <= found(text)
