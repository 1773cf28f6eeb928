"""What strangers type in their first minute: no edit makes a how-to worse, unsafe, ungrammatical or impossible."""

import pytest

from tailor.core.guard import check, constraints_in
from tailor.core.procedure import procedure
from tailor.core.protocols import AgentName, Task
from tailor.core.requirements import parse_hint
from tests.providers.builtin.helpers import applied, ask, modify, one_step, tailored


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("no gloves", "Open the window, put on rubber gloves and pour in 50 ml of bleach."),
        (
            "I have no gloves",
            "Read the label of the weed killer, and put on rubber gloves, long trousers and boots.",
        ),
        ("no mask", "Put on rubber gloves, eye protection, an FFP2 mask and old clothes."),
        ("I don't have goggles", "With work gloves and goggles on, drill 3 holes."),
        ("no soap", "Cut the raw chicken; then wash the board, the knife and your hands with soap."),
        ("no helmet", "Put on a helmet and elbow pads, and ride slowly."),
    ],
)
def test_what_keeps_people_from_harm_is_not_left_out(hint: str, step: str) -> None:
    answer = modify(procedure("Do the job", [step], ["rubber gloves", "face mask", "goggles", "helmet"]), hint)
    assert not answer.edits
    assert "keep you from harm" in answer.says


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("I hate maple syrup", "Brown them on both sides and serve hot with maple syrup, peanut butter or honey."),
        ("no balloons", "Read the list, and put up balloons, flags and lamps."),
        ("no balloons", "With balloons and flags up, let the guests in."),
    ],
)
def test_an_item_that_takes_half_a_clause_along_stays_and_is_named(hint: str, step: str) -> None:
    answer = modify(procedure("Host a party", [step]), hint)
    assert not answer.edits
    assert "please decide there" in answer.says


def test_a_clause_at_the_end_goes_whole() -> None:
    assert one_step("Sweep the floor and put up balloons.", [], "no balloons") == "Sweep the floor."


@pytest.mark.parametrize(
    ("hint", "resource", "expected"),
    [
        ("half the recipe", "3/4 cup sugar", "⅜ cup sugar"),
        ("half the recipe", "1 1/4 cups milk", "⅝ cup milk"),
        ("half the recipe", "1/4 cup oil", "2 tablespoons oil"),
        ("half the recipe", "2 tablespoons oil", "1 tablespoon oil"),
        ("a third of the recipe", "1 cup milk", "⅓ cup milk"),
        ("a third of the recipe", "1 tin beans, 400 g", "⅓ tin beans, 400 g"),
        ("half the recipe", "2 tins chopped tomatoes, 400 g each", "1 tin chopped tomatoes, 400 g each"),
        ("half the recipe", "300 g chicken breast", "150 g chicken breast"),
        ("x3", "1 thumb of ginger", "3 thumbs of ginger"),
        ("triple", "4 canes of bamboo, 1.5 m", "12 canes of bamboo, 1.5 m"),
        ("1.5x", "200 g rice", "300 g rice"),
        ("x3", "1 scoop of cocoa", "3 scoops of cocoa"),
        ("half the recipe", "1 x 400ml can coconut milk", "½ x 400ml can coconut milk"),
        ("double it", "1 thumb-sized piece of ginger", "2 thumb-sized piece of ginger"),
        ("half the recipe", "2 forks", "2 forks"),
        ("half the recipe", "12 dried lasagne sheets", "6 dried lasagne sheets"),
        ("double it", "2 people", "2 people"),
    ],
)
def test_a_line_of_the_list_is_scaled_to_the_right_number(hint: str, resource: str, expected: str) -> None:
    result, _ = tailored(procedure("Cook dinner", ["Mix everything in a bowl."], [resource]), hint)
    assert result.resources == (expected,)


@pytest.mark.parametrize(
    ("hint", "step", "expected"),
    [
        ("double it", "Repeat steps 3 and 4 for the rest.", "Repeat steps 3 and 4 for the rest."),
        (
            "double it",
            "Water each plant with 2 litres at its foot.",
            "Water each plant with 2 litres at its foot.",
        ),
        ("double it", "Drink 200 ml every half hour.", "Drink 200 ml every half hour."),
        ("double it", "Cut never more than a third of a plant.", "Cut never more than a third of a plant."),
        (
            "half of it",
            "Cut 8 buns open and fill each with about 120 g of meat.",
            "Cut 4 buns open and fill each with about 120 g of meat.",
        ),
        ("half of it", "Dip 12 sponge fingers (100 g) in coffee.", "Dip 6 sponge fingers (50 g) in coffee."),
        ("half of it", "Serve the noodles in 3 bowls.", "Serve the noodles in 2 bowls."),
    ],
)
def test_what_each_piece_gets_and_what_a_step_is_called_is_not_scaled(hint: str, step: str, expected: str) -> None:
    assert one_step(step, ["8 buns", "12 sponge fingers"], hint) == expected


def test_who_lives_alone_still_carries_a_sofa_with_two_and_has_guests() -> None:
    sofa = procedure("Move a sofa", ["Lift the sofa with a second person."], ["2 people", "2 straps"])
    party = procedure("Host a party for six", ["Put out 6 chairs."], ["6 chairs"])
    assert not modify(sofa, "I live alone").edits
    assert not modify(sofa, "for one person").edits
    assert not modify(party, "I live alone").edits


@pytest.mark.parametrize(
    "step",
    [
        "Take 2 tablets of paracetamol (500 mg each) if it hurts.",
        "Mix 30 ml of bleach with 3 litres of cold water in a bucket.",
        "Measure the weed killer for 10 square metres into a 10-litre can.",
        "Read the label of the weed killer, and put on boots. Take the amount it gives for 10 square metres.",
    ],
)
@pytest.mark.parametrize("hint", ["double it", "for 4 people instead of 2"])
def test_a_dose_is_never_multiplied(step: str, hint: str) -> None:
    answer = modify(procedure("Do it", [step, "Wait 10 minutes."], ["2 tablets", "3 cloths"]), hint)
    assert not answer.edits
    assert "its packet says" in answer.says


def test_a_warning_of_bleach_keeps_nobody_from_mixing_more_vinegar() -> None:
    step = "Mix 250 ml of vinegar with water. Never use it together with bleach."
    assert one_step(step, [], "double it") == step.replace("250", "500")


VEGAN = "I'm vegan"


@pytest.mark.parametrize(
    ("hint", "step", "resources", "expected"),
    [
        (
            VEGAN,
            "Butter two 20 cm cake tins.",
            ["250 g butter"],
            "Grease two 20 cm cake tins with dairy-free margarine.",
        ),
        (
            "I have no butter",
            "Heat it and butter a dish.",
            ["250 g butter"],
            "Heat it and grease a dish with margarine.",
        ),
        (
            VEGAN,
            "Spread half of the cream over them.",
            ["200 ml cream"],
            "Spread half of the coconut cream over them.",
        ),
        ("gluten free", "Fold in the flour.", ["200 g self-raising flour"], "Fold in the gluten-free flour."),
        (
            VEGAN,
            "Add the minced beef and brown it for 8 minutes.",
            ["500 g minced beef"],
            "Add the lentils and heat them for 3 minutes.",
        ),
        (
            VEGAN,
            "Fry the chicken in oil for 6 minutes.",
            ["300 g chicken breast"],
            "Fry the firm tofu in oil for 6 minutes.",
        ),
    ],
)
def test_what_takes_the_place_of_a_food_fits_the_sentence(
    hint: str, step: str, resources: list[str], expected: str
) -> None:
    assert one_step(step, resources, hint) == expected


def test_a_mixture_is_not_added_one_at_a_time_nor_scrambled() -> None:
    cake = procedure("Bake a cake", ["Add the eggs one at a time, beating after each."], ["4 eggs"])
    fried_rice = procedure("Cook fried rice", ["Crack in the eggs and scramble them."], ["2 eggs", "200 g rice"])
    result, _ = tailored(cake, VEGAN)
    assert result.steps[-1] == "Add the flaxseed mixture bit by bit."
    answer = modify(fried_rice, VEGAN)
    assert not answer.edits
    assert "depends on it" in answer.says


def test_what_holds_the_raising_agent_and_a_cube_stay_what_they_are() -> None:
    base = procedure("Bake a pie", ["Mix everything."], ["250 g self-raising flour", "1 beef stock cube"])
    result, _ = tailored(base, "vegan and gluten free")
    assert result.resources == ("250 g gluten-free self-raising flour", "1 vegetable stock cube")


@pytest.mark.parametrize(
    ("hint", "step", "expected"),
    [
        ("metric please", "Line a 12-cup muffin tin.", "Line a 12-cup muffin tin."),
        ("metric please", "Divide it among the 12 cups.", "Divide it among the 12 cups."),
        ("metric please", "Use a 9 x 13 inch pan.", "Use a 23 x 33 cm pan."),
        ("metric please", "Take an 8 inch tin.", "Take a 20 cm tin."),
        ("imperial please", "Add 90 ml of milk.", "Add 6 tablespoons of milk."),
        ("imperial please", "Add 150 ml of milk.", "Add ⅝ cup of milk."),
        ("imperial please", "Add 10 g of salt.", "Add 0.35 oz of salt."),
        ("imperial please", "Fill in 350 litres of soil.", "Fill in 92 gallons of soil."),
        ("imperial please", "Choose a day between 12 and 25 °C.", "Choose a day between 54 and 77 °F."),
        ("imperial please", "Walk 9 and then 11 km.", "Walk 5½ and then 6¾ miles."),
        ("imperial please", "Cut 4 posts of 5 × 5 × 40 cm.", "Cut 4 posts of 2 × 2 × 16 inches."),
        ("imperial please", "Print it on card of 200 g/m².", "Print it on card of 200 g/m²."),
        ("imperial please", "Mark 25 cm along the edge.", "Mark 10 inches along the edge."),
        ("imperial please", "Fold it up by 1 cm.", "Fold it up by ⅜ inch."),
        ("imperial please", "Butter two 20 cm round cake tins.", "Butter two 8-inch round cake tins."),
        ("imperial please", "Use a 1.5-litre dish and a 20 cm tin.", "Use a 6¼-cup dish and an 8-inch tin."),
        (
            "imperial please",
            "On the piece of 45 cm, mark 25 cm and 20 cm, and saw the floor of 12 cm.",
            "On the piece of 18 inches, mark 10 inches and 8 inches, and saw the floor of 4¾ inches.",
        ),
        ("I don't use cups", "Add 1 cup of milk.", "Add 235 ml of milk."),
        ("metric, not imperial", "Add 1 cup of milk.", "Add 235 ml of milk."),
        ("I don't understand metric", "Heat it to 180 °C.", "Heat it to 350 °F."),
    ],
)
def test_units_are_turned_into_the_right_number_of_the_right_thing(hint: str, step: str, expected: str) -> None:
    assert one_step(step, [], hint) == expected


@pytest.mark.parametrize(
    ("step", "within", "without"),
    [
        ("Whip the cream and fold it into the mixture.", "fold it into (lift from below", "one part over"),
        ("Beat out the lumps with a whisk before you add more.", "", "beat quickly"),
        ("Drain the water into a tray.", "", "sieve"),
        ("Sew them with a seam of 1 cm.", "a seam of 1 cm (the line", "of (the"),
        ("Lay the loaf seam side down.", "", "stitches"),
        ("Fold it up again by 3 cm.", "", "("),
    ],
)
def test_a_term_is_explained_in_its_own_sense_alone(step: str, within: str, without: str) -> None:
    done = one_step(step, [], "I'm a complete beginner")
    assert within in done
    assert without not in done


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("Do not fertilize it for 6 weeks.", "No step names a wait"),
        ("Fold the edge.", "No step names a wait"),
        ("Boil it for 1 minute.", "about 1 minute;"),
        ("Keep it warm for 2 hours.", "about 2 hours;"),
    ],
)
def test_in_a_hurry_times_are_added_up_as_people_say_them(step: str, told: str) -> None:
    assert told in modify(procedure("Do it", [step]), "in a hurry").says


@pytest.mark.parametrize(
    "hint",
    [
        "can i use oil instead of butter",
        "margarine instead of butter",
        "replace butter with oil",
        "swap the butter for oil",
    ],
)
@pytest.mark.parametrize("agent", ["modify", "verify"])
def test_an_exchange_of_one_food_leaves_the_rest_of_its_group(hint: str, agent: AgentName) -> None:
    base = procedure("Bake a cake", ["Whisk 280 ml of milk with 40 g of butter."], ["280 ml milk", "40 g butter"])
    new = "margarine" if "margarine" in hint else "oil"
    result, _ = tailored(base, hint)
    assert result.resources == ("280 ml milk", f"40 g {new}")
    again = modify(result, hint, agent)
    assert not again.edits


def test_an_exchange_beside_a_diet_does_not_hide_the_diet() -> None:
    base = procedure("Bake a cake", ["Whisk 280 ml of milk with 40 g of butter."], ["280 ml milk", "40 g butter"])
    result, _ = tailored(base, "I'm lactose intolerant. Use oil instead of butter.")
    assert result.resources == ("280 ml oat drink", "40 g oil")


@pytest.mark.parametrize("hint", ["we are 8", "we're eight", "There are 8 of us"])
def test_how_many_there_are_is_heard_in_few_words(hint: str) -> None:
    assert one_step("Boil 200 g of rice for 4 people.", ["200 g rice"], hint, goal="Cook rice for 4 people") == (
        "Boil 400 g of rice for 8 people."
    )


def test_glutenfree_in_one_word_is_gluten_free() -> None:
    assert one_step("Boil 200 g of spaghetti.", ["200 g spaghetti"], "glutenfree please") == (
        "Boil 200 g of gluten-free pasta."
    )


def test_a_thing_is_left_out_everywhere_or_nowhere() -> None:
    steps = [
        "Pour 250 ml of vinegar and 250 ml of water into the kettle.",
        "Wipe it with vinegar until it shines.",
    ]
    answer = modify(procedure("Descale a kettle", steps, ["250 ml vinegar"]), "no vinegar")
    assert not answer.edits
    assert "still stands in step 2" in answer.says


def test_a_short_plural_is_found_in_the_singular_too() -> None:
    answer = modify(procedure("Hem trousers", ["Mark the length with a pin."], ["pins"]), "no pins")
    assert not answer.edits
    assert "still stands in step 1" in answer.says


def test_wine_to_drink_does_not_become_stock() -> None:
    base = procedure(
        "Host a dinner", ["Buy the wine.", "Welcome everyone with a glass of wine."], ["wine and water"]
    )
    answer = modify(base, "no alcohol")
    assert not answer.edits
    assert "depends on it" in answer.says


def test_what_was_not_understood_comes_once_with_what_would_be() -> None:
    base = procedure("Cook rice", ["Boil 200 g of rice with 2 onions."], ["200 g rice", "2 onions"])
    says = modify(base, "I have a bad back. It's for a kid's party.").says
    assert says.count("I have no rule for this") == 2
    assert says.count("What I can do: ") == 1
    assert "What I can do" not in modify(base, "no nuts").says


def test_one_wish_that_scales_and_names_a_diet_is_scaled_once() -> None:
    base = procedure(
        "Blend a smoothie for 2", ["Blend it for 1 minute."], ["200 g berries", "1 scoop of whey protein"]
    )
    requirements = parse_hint("lactose intolerant and for 1 person")
    first = modify(base, "lactose intolerant and for 1 person")
    result = applied(base, first.edits).procedure
    assert result.resources[0] == "100 g berries"
    left = tuple(one for one in check(result, constraints_in(requirements[0].text)) if one.kind != "not_assessed")
    assert left
    task = Task(
        agent="verify",
        base=result,
        hint="",
        requirements=requirements,
        findings=left,
        uncovered=(requirements[0].id,),
    )
    assert not [edit for edit in ask(task).edits if edit.part == "resources" and "berries" in edit.text]
