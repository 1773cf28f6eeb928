"""For whom a line harms or is forbidden: each family of wishes finds its own things, and no namesake of them."""

import pytest

from tailor.core.procedure import procedure
from tailor.core.protocols import Task
from tailor.core.requirements import parse_hint
from tailor.rules.backend import answer


def words_found(wish: str, line: str) -> set[str]:
    base = procedure("This how-to", [line], [])
    outcome, _ = answer(Task(agent="modify", base=base, hint=wish, requirements=parse_hint(wish)))
    return {word for place in outcome.places for word in (place.word, *place.also)}


@pytest.mark.parametrize(
    ("wish", "line", "word"),
    [
        ("we have two cats", "Put the bowl of daylilies on the sill.", "daylilies"),
        ("we have two cats", "Leave the sewing needle and the yarn on the chair.", "yarn"),
        ("our beagle eats anything", "Drop the peach stones into the open bin.", "peach stones"),
        ("our beagle eats anything", "Cool the hot cross buns on the low table.", "hot cross buns"),
        ("we have a bunny", "Line the hutch with cedar shavings.", "cedar shavings"),
        ("we have a bunny", "Toss in the rhubarb leaves.", "rhubarb leaves"),
        ("lovebirds in the kitchen", "Dry the pan over a gas heater.", "gas heater"),
        ("horses graze next door", "Heap the laurel clippings by the gate.", "laurel"),
        ("we keep hens", "Throw out the green potatoes for them.", "green potatoes"),
        ("we have a tortoise", "Plant foxgloves along the run.", "foxgloves"),
        ("koi pond", "Rinse the brush with ammonia.", "ammonia"),
        ("toddler at home", "Leave the ibuprofen on the bedside table.", "ibuprofen"),
        ("toddler at home", "Keep the drain unblocker under the sink.", "drain unblocker"),
        ("for my 8-month-old baby", "Stir in a spoonful of golden syrup.", "golden syrup"),
        ("for my 8-month-old baby", "Fold in the feta.", "feta"),
        ("on blood thinners", "Take an aspirin with it.", "aspirin"),
        ("I take statins", "Squeeze in a pomelo.", "pomelo"),
        ("I'm on an MAOI antidepressant", "Top with sauerkraut.", "sauerkraut"),
        ("low-sodium", "Fry four rashers.", "rashers"),
        ("allergic to sulphites", "Add the dried figs.", "dried figs"),
        ("celery allergy", "Stir in the gravy granules.", "gravy granules"),
        ("egg allergy", "Roll the meatballs.", "meatballs"),
        ("coeliac", "Break in the curry block.", "curry block"),
        ("shellfish allergy", "Spoon over the sea urchin.", "sea urchin"),
        ("kosher", "Sear the turbot.", "turbot"),
        ("mustard allergy", "Add a spoon of mayonnaise.", "mayonnaise"),
        ("plant eater", "Rub Boursin into the hollowed baguette.", "Boursin"),
        ("no animal products", "Brush with lard.", "lard"),
        ("cut salt out", "Stir in the Marmite.", "Marmite"),
        ("due in march", "Serve the tuna tartare.", "tartare"),
        ("no stand mixer", "Cream it with the paddle attachment.", "paddle attachment"),
        ("our dog", "Leave the grapes out of the fridge, in reach of all.", "grapes"),
    ],
)
def test_each_family_finds_what_harms_it_or_what_it_does_not_eat(wish: str, line: str, word: str) -> None:
    assert word in words_found(wish, line)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("we have two cats", "Arrange the plastic lilies in the porch."),
        ("we have two cats", "Fold a paper tulip."),
        ("toddler at home", "Press in the socket covers."),
        ("baby 5 months", "Choose the honeycomb muslin."),
        ("horses graze next door", "Grate the horseradish."),
        ("allergic to dairy", "Use olive oil where your grandmother would have used butter."),
        ("eggs bring me out in hives", "Mix the mashed banana in, one per missing egg."),
        ("nut allergy", "Scatter pumpkin seeds where the almonds used to go."),
        ("celery allergy", "Add the celery-free stock."),
        ("allergic to sulphites", "Use sulphite-free sultanas."),
        ("diabetic", "Spread sugar-free jam."),
        ("vegan", "Fry lardons of smoked tempeh."),
        ("I'm sober", "Top up with alcohol-free sparkling wine."),
        ("pregnant", "Stir-fry the bean sprouts until they are limp and piping hot."),
        ("pregnant", "Use pasteurised mayonnaise."),
        ("our dog", "Keep the grapes out of his reach."),
        ("our dog", "Brush the dog's coat."),
        ("cat in the house", "Scoop the cat litter."),
        ("no oven", "Put on the oven gloves."),
        ("no iron", "Spray the lawn with iron sulphate."),
        ("no car", "Drive the nail in."),
        ("no washing machine", "Wash your hands."),
        ("no blender", "Blend in the flour with a spoon."),
        ("no saw", "He saw the difference at once."),
    ],
)
def test_a_namesake_of_what_harms_is_no_place(wish: str, line: str) -> None:
    assert not words_found(wish, line)


def test_whose_house_is_old_hears_of_old_paint_beside_all_the_other_risks() -> None:
    assert words_found("my house is from 1930, risks please", "Sand the window frames dry.")
    assert not words_found("risks please", "Sand the window frames dry.")


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("our dog", "Leave the grapes out of the bag within reach."),
        ("our dog", "Take the grapes out of the bag."),
        ("toddler at home", "Put the scissors in reach."),
        ("our dog", "Put the chocolate in the rubber tub."),
        ("toddler at home", "Keep the bleach beside the locked door."),
    ],
)
def test_a_word_of_another_thing_makes_nothing_harmless(wish: str, line: str) -> None:
    assert words_found(wish, line)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("our dog", "Keep the grapes well out of his reach."),
        ("toddler at home", "Keep the kettle out of reach."),
        ("toddler at home", "Store the medicine in a locked drawer."),
    ],
)
def test_what_nobody_gets_at_is_no_place(wish: str, line: str) -> None:
    assert not words_found(wish, line)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("budget 500 inr", "Slice the avocado."),
        ("library due date friday", "Add the brie."),
        ("husky voice", "Chop the onion."),
        ("i have ducks in the freezer", "Slice the avocado."),
    ],
)
def test_an_everyday_word_is_no_illness_and_no_animal(wish: str, line: str) -> None:
    assert not words_found(wish, line)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("gluten knocks me out for days", "Slice the seitan thinly."),
        ("peanuts could kill my sister", "Stir in a spoonful of Skippy."),
        ("lactose and I don't get along", "Pour in the whole milk."),
        ("my little boy gets hives from eggs", "Glaze it with egg wash and mayonnaise mixed in."),
        ("hazelnuts send me to A&E", "Fill the crêpes with Nutella."),
    ],
)
def test_what_a_food_does_to_somebody_is_a_wish_without_it(wish: str, line: str) -> None:
    assert words_found(wish, line)


@pytest.mark.parametrize("wish", ["milk is my favourite", "use the eggs my mum gave me"])
def test_what_a_food_is_to_somebody_is_no_wish_without_it(wish: str) -> None:
    assert not words_found(wish, "Melt the butter and fold in the mayonnaise.")


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("doing dry January", "Crack open a cold beer."),
        ("my brother's in AA", "Soak the sponge in limoncello."),
        ("slipped a disc last week", "Carry the sacks of gravel."),
        ("lower back is wrecked", "Don't skip the heavy deadlifts."),
        ("hernia repair three weeks ago", "Lift the cast-iron stove into place."),
        ("6 week old baby", "Let her nap face down."),
        ("I take simvastatin", "Serve with half a grapefruit."),
        ("on sertraline", "Take a St John's wort capsule."),
        ("on sleeping pills", "Have a nightcap of whisky."),
        ("on ramipril", "Season with a potassium salt substitute."),
        ("scared of carbon monoxide", "Run the generator in the garage."),
        ("can't alter anything in my flat", "Rip up the old carpet."),
        ("clumsy with knives", "Julienne the carrots with a mandoline."),
        ("nickel allergy", "Fasten the belt buckle."),
        ("Jack Russell in the house", "Drop the chicken bones on the floor."),
    ],
)
def test_people_are_heard_in_their_own_words(wish: str, line: str) -> None:
    assert words_found(wish, line)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("bad back", "Ask a neighbour to lift the planter."),
        ("scared of heights", "Have a neighbour go up the ladder."),
        ("expecting twins", "Let somebody else empty the litter tray."),
        ("hate power tools", "Leave the jigsaw in the shed."),
        ("fumes make me ill", "Leave the solvent cleaner in the garage and use soap."),
        ("dog owner", "Keep the grapes where the dog can't reach them."),
        ("dog owner", "Lock the antifreeze in the garage."),
        ("renting", "Lean the shelf on the wall instead of screwing it in."),
    ],
)
def test_what_nobody_here_does_is_no_place(wish: str, line: str) -> None:
    assert not words_found(wish, line)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("scared of heights", "Have a friend hold the ladder while you climb up."),
        ("bad back", "Ask how heavy it is, then lift the crate."),
    ],
)
def test_what_is_still_done_here_stays_a_place(wish: str, line: str) -> None:
    assert words_found(wish, line)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("bad back", "A squeeze of lime lifts the whole flavour."),
        ("bad back", "Lift the lid after ten minutes."),
        ("renting", "Paint your nails in two thin coats."),
        ("can't drill here", "Run the drill sergeant's warm-up."),
        ("heights make me dizzy", "Raise the bread to new heights."),
        ("don't like peppers", "Season with freshly ground black pepper."),
        ("no salt for my mum", "Scatter rock salt on the icy path."),
    ],
)
def test_a_word_in_another_sense_is_no_place(wish: str, line: str) -> None:
    assert not words_found(wish, line)


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("shellfish allergic but regular fish is fine", "Bake the salmon."),
        ("I'm a vegetarian who eats eggs", "Crack four eggs."),
        ("no beef, chicken's ok", "Brown the chicken thighs."),
        ("vegetarian but I eat fish", "Bake the trout."),
        ("my daughter has a dairy allergy", "Ask your daughter to set the table."),
    ],
)
def test_what_is_allowed_and_whose_wish_it_is_are_no_places(wish: str, line: str) -> None:
    assert not words_found(wish, line)
