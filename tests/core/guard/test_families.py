"""Whole families of dishes and tools are known by what they are made with and what they need."""

import pytest

from tailor.core.guard import constraint_ids, scan


def found(text: str) -> set[str]:
    return {one.constraint for one in scan(text, constraint_ids()) if one.kind != "not_assessed"}


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        ("A plate of onion rings", {"wheat"}),
        ("24 rolls", {"gluten_cereals", "wheat"}),
        ("A bag of liquorice allsorts", {"wheat", "low_sugar"}),
        ("Crumble in an Oxo cube.", {"wheat", "celery"}),
        ("Chicken tikka masala, reheated", {"milk"}),
        ("Tip out the panna cotta.", {"milk", "halal"}),
        ("Roll the energy balls.", {"tree_nuts"}),
        ("Dijonnaise for the asparagus", {"mustard", "eggs"}),
        ("Scoop out the litter box.", {"pregnancy"}),
        ("A bowl of granola", {"tree_nuts", "gluten_cereals"}),
        ("Muesli for four", {"tree_nuts", "gluten_cereals"}),
        ("Fold in the diced mortadella.", {"tree_nuts", "halal"}),
        ("Cook the whole grains until tender.", {"gluten_cereals"}),
        ("Two slices of whole-grain toast", {"gluten_cereals", "wheat"}),
        ("Celeriac remoulade, 3 spoonfuls", {"celery", "mustard", "eggs"}),
        ("Slide the lasagne under the grill.", {"wheat", "milk"}),
        ("Parmesan, finely grated", {"milk", "vegetarian"}),
        ("2 slices of panettone", {"wheat", "eggs", "milk"}),
        ("Stir in the doenjang.", {"soy"}),
        ("Serve with tuna carpaccio.", {"fish", "pregnancy"}),
        ("Add the chicken tikka masala.", {"milk", "kosher_basic"}),
        ("Fix the rail to the brick with wall plugs.", {"no_drill"}),
        ("Put it on the bed of the pickup.", {"no_car"}),
        ("Blitz the chickpeas until smooth as silk.", {"no_blender"}),
        ("Give it a quick spin with the whites.", {"no_washing_machine"}),
        ("Roast the safed til and pound it with gur.", {"sesame", "low_sugar"}),
        ("A dash of Kikkoman in the marinade", {"soy", "wheat"}),
        ("Whisk three anda with the onions.", {"eggs"}),
        ("900W: 3 mins, film pierced.", {"no_microwave"}),
        ("Pop the tray in at 190 for twenty minutes.", {"no_oven"}),
        ("Drop an 8mm hole in the wall.", {"no_drill"}),
        ("Run off two copies of the form.", {"no_printer"}),
        ("Fill in the claim on gov.uk.", {"no_internet"}),
        ("Fry the Thai red curry paste.", {"crustaceans", "vegetarian", "vegan"}),
        ("2 tbsp massaman curry paste", {"peanuts", "crustaceans", "vegetarian"}),
        ("Brown the Quorn mince.", {"eggs", "vegan"}),
    ],
)
def test_a_dish_or_tool_says_what_it_brings_with_it(text: str, constraints: set[str]) -> None:
    assert constraints <= found(text)


def test_cheese_made_with_rennet_is_no_meat_with_dairy() -> None:
    assert "kosher_basic" not in found("Grate the parmesan over the pasta.")
    assert "kosher_basic" in found("Grate the parmesan over the beef.")


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Melt the dark chocolate.", "milk"),
        ("A dozen macaroons", "tree_nuts"),
        ("Pad Thai sauce", "peanuts"),
        ("500 g mashed potato", "milk"),
        ("Set the jelly overnight.", "halal"),
        ("A toasted bagel", "sesame"),
        ("A tablespoon of vinaigrette", "mustard"),
        ("Grate the vegan parmesan.", "tree_nuts"),
        ("A glass of kombucha", "no_alcohol"),
        ("Fry the curry paste for a minute.", "crustaceans"),
        ("Fry the curry paste for a minute.", "vegetarian"),
        ("Fry the curry paste for a minute.", "gluten_cereals"),
        ("Stir in the green curry paste.", "fish"),
        ("Stir in the green curry paste.", "gluten_cereals"),
    ],
)
def test_what_often_holds_it_is_looked_at_for_its_label(text: str, constraint: str) -> None:
    assert [one.kind for one in scan(text, [constraint])] == ["not_assessed"]


@pytest.mark.parametrize(("text", "usual"), [("A tortilla", True), ("Wholemeal flour", False), ("Wheat", False)])
def test_what_is_only_usually_wheat_is_told_as_usual(text: str, usual: bool) -> None:
    assert [one.why.startswith("usually") for one in scan(text, ["wheat"])] == [usual]


def test_whole_grain_rice_is_no_wheat() -> None:
    assert not {"gluten_cereals", "wheat"} & found("Rinse the wholegrain rice.")
    assert found("A spoon of wholegrain mustard") == {"mustard"}


def test_what_only_a_label_can_tell_is_no_meat_beside_milk() -> None:
    assert "kosher_basic" not in found("Spoon the jelly onto the yoghurt.")
    assert "kosher_basic" not in found("Chill the panna cotta.")


def test_a_ring_cut_from_a_raw_onion_holds_no_wheat() -> None:
    assert "wheat" not in found("Cut the raw onion ring in half.")
    assert "pregnancy" not in found("Buy a litter box.")


def test_meat_with_dairy_names_the_two_and_not_all_that_stands_between() -> None:
    text = "Add the beef, cook until it is tender and the juice is gone, then season and stir in the butter."
    words = {one.word for one in scan(text, frozenset({"kosher_basic"}))}
    assert words == {"beef", "butter"}


@pytest.mark.parametrize(
    "text",
    [
        "Brown the minced beef, then tip in the kidney beans.",
        "Brown the minced beef and add the kidney beans.",
        "Top up with beef stock until the beans are covered.",
        "Plant the rosemary, then joint the chicken.",
        "Brown the beef before adding the beans.",
        "Drain the beans before browning the beef.",
        "Soak the beans as the beef browns.",
        "Replace the beans by beef.",
        "Use beef instead of beans.",
        "Fry more beef than beans.",
        "Stuff the eggplant using minced beef.",
        "Add pork instead of jackfruit.",
        "Use ham instead of vegan slices.",
        "Use sausages instead of vegan sausages.",
        "Use wings instead of cauliflower.",
        "Mix beef beans corn.",
        "Mix beans beef corn.",
        "Stir the beans into minced beef.",
        "Heap the liver atop the mushrooms.",
        "Fry the lentils alongside meatballs.",
        "Serve pate near mushrooms.",
    ],
)
def test_meat_beside_beans_or_plants_is_still_meat(text: str) -> None:
    assert "vegetarian" in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Fry the bean burgers.",
        "Fry the burgers of black beans until they are crisp.",
        "Fry the burgers made of black beans.",
        "Make meatballs from lentils and oats.",
        "Shape the beans into burgers.",
        "Tear the jackfruit into pulled-pork-style shreds.",
        "Heap the jackfruit pulled pork on buns.",
        "Grill the hearts of palm.",
        "Bake the cauliflower wings.",
    ],
)
def test_a_burger_of_beans_is_none_of_meat(text: str) -> None:
    assert "vegetarian" not in found(text)


@pytest.mark.parametrize("text", ["Pull the jackfruit; it pulls apart like pork.", "Celeriac that passes for ham"])
def test_what_a_thing_is_only_like_is_not_in_it(text: str) -> None:
    assert "vegetarian" not in found(text)


@pytest.mark.parametrize(
    "text", ["Dry the wine glasses.", "Screw the wine rack together.", "Fill the martini glass"]
)
def test_a_glass_for_wine_is_no_wine(text: str) -> None:
    assert "no_alcohol" not in found(text)
