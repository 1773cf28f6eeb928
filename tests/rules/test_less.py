"""Less sugar, salt or chilli: everywhere it is measured, and only where somebody asks for less of it."""

from dataclasses import replace

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.core.protocols import Task
from tailor.core.requirements import parse_hint
from tailor.rules.backend import still_there
from tests.rules.test_modify import outcome

CAKE = procedure(
    "Lemon cake",
    ["Mix the flour, 180 g of the sugar and the salt.", "Sprinkle 20 g sugar over the cake."],
    ["200 g flour", "200 g white sugar", "1 tsp salt", "100 g sugar snap peas", "2 tbsp honey"],
)


def texts(hint: str, base: Procedure = CAKE) -> dict[tuple[str, int], str]:
    return {(one.part, one.step): one.text for one in outcome(base, hint).edits}


@pytest.mark.parametrize("hint", ["less sugar please", "not too sweet", "cut down on the sugar"])
def test_every_measured_amount_shrinks_alike_and_other_things_of_that_name_stay(hint: str) -> None:
    assert texts(hint) == {
        ("resources", 2): "150 g white sugar",
        ("steps", 1): "Mix the flour, 135 g of the sugar and the salt.",
        ("steps", 2): "Sprinkle 15 g sugar over the cake.",
    }


@pytest.mark.parametrize(
    ("hint", "new"),
    [
        ("half the sugar", ("100 g white sugar", "90 g of the sugar", "Sprinkle 10 g sugar")),
        ("twice as much sugar", ("400 g white sugar", "360 g of the sugar", "Sprinkle 40 g sugar")),
        ("a quarter of the sugar", ("50 g white sugar", "45 g of the sugar", "Sprinkle 5 g sugar")),
    ],
)
def test_as_much_of_one_thing_as_somebody_says(hint: str, new: tuple[str, str, str]) -> None:
    cake = replace(CAKE, resources=CAKE.resources[:4])
    made = texts(hint, cake)
    assert made.keys() == {("resources", 2), ("steps", 1), ("steps", 2)}
    assert all(words in " ".join(made.values()) for words in new)


@pytest.mark.parametrize("hint", ["twice as many berries", "double the berries"])
def test_a_count_of_one_thing_grows_alone_and_an_unmeasured_one_stays(hint: str) -> None:
    steps = ["Put 20 berries on 4 plates.", "Serve."]
    assert texts(hint, procedure("Berries", steps, ["20 berries", "sugar"])) == {
        ("resources", 1): "40 berries",
        ("steps", 1): "Put 40 berries on 4 plates.",
    }
    assert texts(hint, procedure("Berries", steps, ["berries", "sugar"])) == {}


@pytest.mark.parametrize("hint", ["half the sugar pls grandma is diabetic", "less sugar"])
def test_a_pot_for_it_and_what_is_made_of_it_are_no_amounts_of_it(hint: str) -> None:
    steps = ["Put in a pot the sugar and 300 ml of water.", "Boil it until you have a sugar syrup."]
    made = texts(hint, procedure("Granita", steps, ["120 g sugar"]))
    assert made.keys() == {("resources", 1)}


def test_how_much_was_asked_for_is_not_said_to_be_ignored() -> None:
    [judged] = outcome(CAKE, "in germany half the sugar please").verdicts
    assert "Halved the sugar" in judged.says
    assert "half”" not in judged.says


def test_what_stays_is_said_not_to_be_gone() -> None:
    [judged] = outcome(CAKE, "less sugar").verdicts
    assert "It is still sweet" in judged.says


def test_other_things_of_that_taste_are_shown() -> None:
    assert ("resources", 5) in [(one.part, one.step) for one in outcome(CAKE, "less sugar").places]


@pytest.mark.parametrize(
    ("hint", "line", "new"),
    [
        ("low salt", "1 tsp salt", "1/2 tsp salt"),
        ("not so sweet", "2/3 cup plus 4 tablespoons sugar", "1/2 cup plus 3 tablespoons sugar"),
        ("not so spicy", "2 teaspoons chilli flakes", "1 teaspoon chilli flakes"),
        ("less spicy please", "4 jalapeños, sliced", "2 jalapeños, sliced"),
    ],
)
def test_an_amount_in_two_parts_and_salt_and_heat_shrink_too(hint: str, line: str, new: str) -> None:
    soup = procedure("Soup", ["Boil it all."], ["1/2 cup water", line])
    assert texts(hint, soup) == {("resources", 2): new}


@pytest.mark.parametrize("hint", ["no sugar", "no sugar, less salt please", "no salt"])
def test_less_of_one_thing_is_not_less_of_another_nor_none_of_it(hint: str) -> None:
    assert ("resources", 2) not in texts(hint)


def test_sugar_that_keeps_or_sets_a_thing_stays() -> None:
    jam = procedure("Plum jam", ["Boil the plums with the sugar."], ["500 g plums", "500 g sugar"])
    assert texts("less sugar", jam) == texts("half the sugar", jam) == {}


@pytest.mark.parametrize(("hint", "shown"), [("less sugar", False), ("no sugar", True)])
def test_afterwards_only_what_should_be_gone_is_shown(hint: str, shown: bool) -> None:
    task = Task(agent="verify", base=CAKE, hint=hint, requirements=parse_hint(hint), uncovered=("R1",))
    assert bool(list(still_there(task))) is shown


def test_an_amount_that_may_be_one_or_a_thousand_stays_while_the_others_shrink() -> None:
    unclear = procedure("Cake", ["Bake it all."], ["1.000 g sugar", "200 g brown sugar", "1 kg flour"])
    assert texts("less sugar", unclear) == {("resources", 2): "150 g brown sugar"}
    settled = procedure("Cake", ["Bake it all."], ["1.000 g sugar", "1,5 kg flour"])
    assert texts("less sugar", settled) == {("resources", 1): "750 g sugar"}


@pytest.mark.parametrize(
    "hint",
    [
        "less than half the butter",
        "not even half the butter",
        "have twice as many eggs",
        "half the sugar",  # two sorts of it: which one?
        "half the oil",  # one step says an amount of nothing
    ],
)
def test_where_another_amount_or_another_thing_may_be_meant_nothing_is_changed(hint: str) -> None:
    steps = ["Melt the butter with the milk.", "Add 30 ml of oil and keep the other 20 ml.", "Beat the eggs."]
    listed = ["100 g butter", "2 eggs", "100 ml milk", "50 ml oil", "50 g sugar", "20 g brown sugar"]
    assert texts(hint, procedure("Cake", steps, listed)) == {}


def test_another_sort_in_a_step_and_what_only_has_its_name_keep_their_amounts() -> None:
    steps = ["Mix 100 ml of milk with 50 g of milk chocolate.", "Serve with 30 ml of coconut milk."]
    made = texts(
        "half the milk", procedure("Cake", steps, ["100 ml milk", "50 g milk chocolate", "30 ml coconut milk"])
    )
    assert made == {
        ("resources", 1): "50 ml milk",
        ("steps", 1): "Mix 50 ml of milk with 50 g of milk chocolate.",
    }


COOKIES = procedure(
    "Oat cookies",
    ["Cream 120 g butter with 100 g sugar using a hand mixer.", "Beat in the egg.", "Stir in the raisins."],
    ["120 g butter", "100 g sugar", "1 egg", "80 g raisins"],
)


@pytest.mark.parametrize("hint", ["less sweet please", "halve the sugar"])
def test_what_follows_the_food_in_a_step_leaves_no_other_amount_there(hint: str) -> None:
    made = texts(hint, COOKIES)
    assert (
        made["steps", 1]
        == f"Cream 120 g butter with {made['resources', 2].split()[0]} g sugar using a hand mixer."
    )


def test_where_more_words_may_make_it_another_thing_the_list_does_not_change_alone() -> None:
    base = procedure("Cookies", ["Whisk 100 g sugar granules with it.", "Bake."], ["100 g sugar", "1 egg"])
    assert texts("half the sugar", base) == {}
    assert [(one.part, one.step) for one in outcome(base, "less sugar").places] == [("steps", 1)]


@pytest.mark.parametrize("hint", ["only 1/2 cup of butter left", "1/4 lb of butter", "only half the butter left"])
def test_what_there_is_of_a_thing_is_no_factor_for_it(hint: str) -> None:
    assert texts(hint, COOKIES) == {}


def test_an_amount_in_a_unit_of_its_own_changes_in_list_and_steps() -> None:
    steps = ["Mince 3 cloves of garlic.", "Fry the garlic."]
    made = texts("twice as much garlic", procedure("Curry", steps, ["3 cloves garlic", "200 g rice"]))
    assert made == {("resources", 1): "6 cloves garlic", ("steps", 1): "Mince 6 cloves of garlic."}


SPONGE = procedure(
    "Sponge",
    ["Beat 225 g butter with 225 g caster sugar.", "Beat 100 g cream with 200 g icing sugar for the filling."],
    ["225 g caster sugar", "225 g butter", "200 g icing sugar", "100 g cream"],
)


def test_less_of_one_kind_leaves_the_others() -> None:
    assert {
        at for at, _ in enumerate(SPONGE.resources, 1) if ("resources", at) in texts("less icing sugar", SPONGE)
    } == {3}
    assert ("resources", 3) not in texts("less caster sugar", SPONGE)
    assert texts("less sugar in the filling", SPONGE) == {}
    assert texts("not so sweet for the kids", SPONGE)


def test_a_share_of_the_whole_in_a_line_is_left_to_the_person() -> None:
    bread = procedure(
        "Bread", ["Mix 500 g flour and the salt."], ["500 g flour", "10 g salt (2%)", "16 balloons (2 each)"]
    )
    for hint in ("less salt", "double the salt", "half the salt", "double the balloons"):
        assert texts(hint, bread) == {}


def test_where_two_sorts_may_be_meant_it_says_so_and_shows_both() -> None:
    lines = ["50 g sugar", "20 g brown sugar"]
    made = outcome(procedure("Cake", ["Bake it all."], lines), "half the sugar")
    assert ([one.step for one in made.places], made.edits) == ([1, 2], ())
    assert "I can't tell which sugar you mean" in made.verdicts[0].says
    assert "ignored" not in made.verdicts[0].says


def test_where_half_of_it_is_not_clear_it_says_so_beside_the_places() -> None:
    base = procedure("Ribs", ["Rub the ribs."], ["2 lb. (1 kg) bone-in beef short ribs", "1 tsp salt"])
    made = outcome(base, "half the ribs")
    assert ([one.step for one in made.places], made.edits) == ([1, 1], ())
    says = made.verdicts[0].says
    assert ("I can't work out the new amount of ribs" in says, "ignored" in says) == (True, False)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("Fry the garlic.", "I can't divide “1 clove garlic”, so I left it as it is."),
        (
            "Fry the ginger. Add half the ginger.",
            "I can't work out the new amount of ginger, so I changed nothing.",
        ),
    ],
)
def test_why_half_of_it_is_not_made_names_the_thing(step: str, says: str) -> None:
    thing = step.split()[2].rstrip(".")
    base = procedure("Sauce", [step], ["1 clove garlic", "fresh ginger"])
    assert says in outcome(base, f"half the {thing}").verdicts[0].says


@pytest.mark.parametrize(
    ("step", "new"),
    [
        ("Stir the sugar in.", {}),
        ("Stir 200 g of sugar in.", {("steps", 1): "Stir 100 g of sugar in."}),
        ("Stir the 200 g in, all sugar.", None),
    ],
)
def test_a_step_that_only_names_the_thing_stays_and_one_with_the_amount_of_the_list_must_follow(
    step: str, new: dict[tuple[str, int], str] | None
) -> None:
    made = texts("half the sugar", procedure("Cake", [step], ["200 g sugar", "300 g flour"]))
    assert made == ({} if new is None else {("resources", 1): "100 g sugar", **new})


WRAPS = (
    ["Fry the chicken.", "Sauce: stir the yoghurt, garlic and hot sauce.", "Fill the wraps with it."],
    ["2 wraps", "300 g chicken", "150 g yoghurt", "1 clove garlic", "1 tsp hot sauce"],
)
SATAY = (
    ["Stir the peanut butter, coconut milk and soy sauce over low heat.", "Serve with the sauce."],
    ["100 g peanut butter", "200 ml coconut milk", "1 tbsp soy sauce"],
)
CAKE_AND_ICING = (
    ["Bake the cake.", "For the icing: whisk the vanilla icing with cream."],
    ["400 g flour", "200 g vanilla icing", "100 ml cream"],
)


@pytest.mark.parametrize(
    ("hint", "dish"),
    [
        ("double the sauce", WRAPS),
        ("double the sauce", SATAY),
        ("twice as much sauce", SATAY),
        ("half the icing", CAKE_AND_ICING),
        ("double the sauce", (["Make the sauce with the cream.", "Serve."], ["100 ml cream", "2 tbsp sauce"])),
        ("double the dressing", (["Toss it.", "Add the dressing."], ["1 lettuce", "3 tbsp ranch dressing"])),
    ],
)
def test_what_cooks_mix_is_no_bottle_of_that_name(hint: str, dish: tuple[list[str], list[str]]) -> None:
    made = outcome(procedure("Supper", *dish), hint)
    assert made.edits == ()
    assert made.places
    assert made.verdicts[0].says.startswith(f"I can't tell which {hint.split()[-1]} you mean")


@pytest.mark.parametrize(
    ("hint", "dish", "new"),
    [
        ("double the hot sauce", WRAPS, "2 tsp hot sauce"),
        ("double the soy sauce", SATAY, "2 tbsp soy sauce"),
        ("double the sauce", (["Heat the sauce.", "Serve."], ["400 g pasta", "300 ml sauce"]), "600 ml sauce"),
        ("half the frosting", (["Whisk it.", "Serve."], ["200 g frosting (plain)"]), "100 g frosting (plain)"),
        ("double the rice", (["Make the rice.", "Serve."], ["200 g basmati rice"]), "400 g basmati rice"),
        ("half the broth", (["Heat the broth.", "Serve."], ["1 litre chicken broth"]), "500 ml chicken broth"),
    ],
)
def test_what_the_list_calls_just_that_is_meant(hint: str, dish: tuple[list[str], list[str]], new: str) -> None:
    made = outcome(procedure("Supper", *dish), hint)
    assert [one.text for one in made.edits] == [new]
