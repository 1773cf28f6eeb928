"""How-tos as people keep them in notes and mails: tabs behind bullets, lists in parts, labels, brackets."""

import pytest

from tailor.core.dangers import split_notes
from tailor.core.procedure import Procedure
from tailor.library.formats.registry import read
from tailor.library.formats.text.reader import parse, parse_under
from tailor.library.formats.text.titles import titled
from tailor.library.importer import read_pasted


def pasted(text: str) -> Procedure:
    title, rest = titled(text)
    made = read_pasted(title, rest).procedure
    assert parse(text).procedure == made, "an import and a paste read the same"
    return made


@pytest.mark.parametrize("bullet", ["\t•\t", "•\t", "• \t", "*   ", "-\t"])
def test_a_tab_behind_a_bullet_is_a_space(bullet: str) -> None:
    things = "\n".join(f"{bullet}{thing}" for thing in ("250g lentils", "1 onion, chopped", "salt"))
    made = pasted(f"Dal\n\n{things}\n\n1) rinse the lentils\n2) fry the onion, 5 mins\n")
    assert made.resources == ("250g lentils", "1 onion, chopped", "salt")
    assert made.steps == ("rinse the lentils", "fry the onion, 5 mins")
    steps = "\n".join(f"{bullet}{step}" for step in ("Whisk the eggs", "Add the flour", "Fry it"))
    assert pasted(f"Crêpes\n\nMethod\n{steps}\n").steps == ("Whisk the eggs", "Add the flour", "Fry it")


def test_the_parts_of_a_list_and_of_the_steps_have_headings_without_marks() -> None:
    made = pasted(
        "FLAPJACKS - makes 16\n\nIngredients\n\nBase\n* 250g butter\n* 500g oats\n\nTopping\n* 100g chocolate\n"
        "* some seeds\n\nTo make\n- Melt the butter\n- Stir in the oats\n\nLast of all\n- Melt the chocolate\n"
        "- Spread it over\n\nNB. cut while still warm\n"
    )
    assert (made.goal, made.yields) == ("FLAPJACKS", "16 flapjacks")
    assert made.resources == ("250g butter", "500g oats", "100g chocolate", "some seeds")
    assert made.steps == ("Melt the butter", "Stir in the oats", "Melt the chocolate", "Spread it over")
    assert (made.sections, made.notes) == (((3, "Last of all"),), "NB. cut while still warm")


def test_a_line_in_brackets_belongs_to_the_step_above() -> None:
    made = pasted("Tea\n\nBoil the water\n(not in the microwave)\nWarm the pot\n\n(source: a workshop)\n")
    assert (made.steps, made.notes) == (
        ("Boil the water (not in the microwave)", "Warm the pot"),
        "(source: a workshop)",
    )
    made = pasted("Copy\n\n1. Type this\n\n   cp -r a b\n\n   (mind the space)\n2. Wait\n")
    assert (made.steps, made.sections) == (("Type this cp -r a b (mind the space)", "Wait"), ())


def test_a_label_above_the_steps_is_no_step() -> None:
    made = pasted(
        "Fuse\n\nTools: screwdriver, fuse\nDifficulty: easy\nSource: my dad\n\nSwitch it off\nSwap the fuse\n"
    )
    assert (made.resources, made.steps) == (("screwdriver", "fuse"), ("Switch it off", "Swap the fuse"))
    assert made.notes == "Difficulty: easy\nSource: my dad"


def test_things_behind_their_heading_may_have_bullets_in_line() -> None:
    made = pasted(
        "Hanger\n\nmaterials:  - 8 cords, 3 m each  - 1 ring (5cm)  - scissors\n\n1. Fold it\n2. Tie it\n"
    )
    assert made.resources == ("8 cords, 3 m each", "1 ring (5cm)", "scissors")


def test_lines_behind_a_list_of_steps_that_say_something_else_are_notes() -> None:
    steps = "What to do\n\n☐ Wash hands\n☐ Peel it off\n☐ Rinse it\n"
    made = pasted(f"Dressing\n\nKit:\n☐ gauze\n☐ tape\n\n{steps}\nnext appointment: Tue 14th\n")
    assert (made.resources, made.notes) == (("gauze", "tape"), "next appointment: Tue 14th")
    assert made.steps == ("Wash hands", "Peel it off", "Rinse it")
    assert pasted(f"Dressing\n\n{steps}\nServe.\n").steps[-1] == "Serve."


def test_a_title_of_its_own_says_more_than_the_subject_of_an_answer() -> None:
    text = "Fwd: Re: that dal!!\n\nhiya, here it is\n\nRed lentil dal (serves 4)\n\n- 250g lentils\n- salt\n\n"
    text += "1) rinse\n2) boil\n"
    assert (pasted(text).goal, pasted(text).yields) == ("Red lentil dal", "4 servings")
    assert pasted("Fwd: Re: Red dal\n\n1) rinse\n2) boil\n").goal == "Red dal"


def test_a_day_heads_what_is_done_then_and_is_no_thing() -> None:
    made = pasted("Get fit\n\nMonday\n20 squats\n10 push ups\n\nFriday\n30 squats\n15 push ups\n")
    assert (made.resources, made.sections) == ((), ((1, "Monday"), (3, "Friday")))


@pytest.mark.parametrize("gap", [" ", "  ", "\t"])
def test_a_tab_behind_a_number_is_a_space_but_not_below_heads_of_columns(gap: str) -> None:
    made = pasted(
        f"Fold a box\n\nMaterials:{gap}2 sheets\n\n1.{gap}Fold it\n2.{gap}Fold it (blintz)\n3.{gap}Tuck it in\n"
    )
    assert made.steps == ("Fold it", "Fold it (blintz)", "Tuck it in")
    assert made.resources == ("2 sheets",)


@pytest.mark.parametrize("mark", ["{})", "{}.", "({})"])
@pytest.mark.parametrize("letters", ["abc", "ABC"])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_letters_count_the_steps_where_no_numbers_do(mark: str, letters: str, gap: str) -> None:
    steps = gap.join(
        f"{mark.format(letter)} {step}" for letter, step in zip(letters, ("Fill it", "Boil", "Rinse"), strict=True)
    )
    made = pasted(
        f"Descale the kettle\n\nIngredients / tools: vinegar; water\n\nSteps\n{steps}\n\nTip! do it in spring\n"
    )
    assert (made.resources, made.steps) == (("vinegar", "water"), ("Fill it", "Boil", "Rinse"))
    assert made.notes == "Tip! do it in spring"
    both = pasted(f"Wash\n\n1. Soak it:\n{steps}\n2. Dry it\n")
    assert len(both.steps) == 2, "they are parts of a step"


def test_who_writes_without_capitals_breaks_no_lines() -> None:
    made = pasted(
        "Pudding\n\nDay 1:\nmix all the dry in the biggest bowl you own\nbeat in eggs & stout. everyone stirs!\n"
        "cover, leave overnight\n\nDay 2:\npack into 2 basins, lids of greaseproof and foil\nsteam for 8 hours\n"
    )
    assert len(made.steps) == 5


def test_a_greeting_without_a_comma_is_no_title() -> None:
    for hello in ("Hi Sam", "hiya", "Hello everyone 😊"):
        made = pasted(
            f"{hello}\n\nhow to bleed the radiators\n\nyou need\na key\nold towel\n\n1) heating off\n2) key in\n"
        )
        assert made.goal == "how to bleed the radiators"
        assert hello in made.notes
    assert (
        pasted("Hello Dolly\n\n- 200 g coconut\n- 100 g butter\n\n1. Melt it\n2. Stir it\n").goal == "Hello Dolly"
    )


def test_a_dash_without_a_space_is_a_bullet_and_amounts_on_a_line_are_things() -> None:
    made = pasted(
        "Sticky ribs\n\nRUB\n3 tbsp sugar, 2 tbsp paprika, 1 tbsp salt\n\nSAUCE\n200ml ketchup\n2 tbsp honey\n\n"
        "What u do:\n-rub it all over\n-foil, 150C 2.5 hours\n-unwrap, grill hot\n"
    )
    assert made.resources == ("3 tbsp sugar", "2 tbsp paprika", "1 tbsp salt", "200ml ketchup", "2 tbsp honey")
    assert made.steps == ("rub it all over", "foil, 150C 2.5 hours", "unwrap, grill hot")
    assert pasted("Sums\n\nSteps\n-1 is less\n-2 is less\n-3 is less\n").steps[0] == "-1 is less"


@pytest.mark.parametrize("label", ["Title", "Recipe", "NAME", "project"])
def test_a_label_says_what_the_title_is(label: str) -> None:
    made = pasted(
        f"Date: 3 May\n{label}: Winterise the tap\nNeeded: cover; bucket\nSteps:\nClose it.\nOpen the screw.\n"
    )
    assert (made.goal, made.resources) == ("Winterise the tap", ("cover", "bucket"))
    assert (made.steps, made.notes) == (("Close it.", "Open the screw."), "Date: 3 May")


@pytest.mark.parametrize(
    "line", ["Pour into a tin", "For the best result use soft butter", "To serve add cream", "Per person use two"]
)
def test_a_step_without_a_stop_is_no_heading_for_how_it_begins(line: str) -> None:
    assert pasted(f"Cake\n\nMix it\n{line}\nBake it\n").steps == ("Mix it", line, "Bake it")


@pytest.mark.parametrize("head", ["For the glaze", "To serve", "GLAZE", "Pour la crème", "To make the sauce"])
def test_a_heading_without_a_colon_is_one_by_its_words(head: str) -> None:
    made = pasted(f"Cake\n\nMix it\nBake it\n{head}\nStir it\n")
    assert (made.steps, made.sections) == (("Mix it", "Bake it", "Stir it"), ((3, head),))


@pytest.mark.parametrize("line", ["Warm the pot", "Brush on the first coat", "Paint again", "Leave it overnight"])
def test_a_step_that_lacks_its_full_stop_among_others_is_no_heading(line: str) -> None:
    read = parse_under("A job", f"Boil the water.\n{line}\nAdd 2 spoons of tea.\nWait for 4 minutes.")
    assert read.procedure.steps[1] == line
    assert not read.procedure.sections


def test_what_tells_what_to_do_and_stands_apart_is_the_heading_of_a_part() -> None:
    text = "Make the dough\nMix flour and water.\nKnead it.\n\nMake the filling\nChop the onions.\nFry them."
    assert parse_under("Pie", text).procedure.sections == ((1, "Make the dough"), (3, "Make the filling"))


def test_things_on_the_line_below_their_heading_are_apart() -> None:
    tools = "tools\nsocket, filter wrench, drain pan\nparts\noil, filter, washer\n\n"
    made = pasted(f"Oil change\n\n{tools}- warm it up\n- fill it\n")
    assert made.resources == ("socket", "filter wrench", "drain pan", "oil", "filter", "washer")
    one = pasted("Eggs\n\nYou need:\n- 2 eggs, beaten, at room temperature\n\n1. Fry.\n2. Eat.\n")
    assert one.resources == ("2 eggs, beaten, at room temperature",)


def test_a_drawn_sentence_that_forbids_something_is_a_note_and_warns() -> None:
    steps = "- warm it up\n- lift it\n- fill it\n"
    made = pasted(f"Oil change\n\nTools: socket\n\n*** NEVER go under it on the jack ***\n\n{steps}")
    assert made.steps == ("warm it up", "lift it", "fill it")
    assert split_notes(made.notes)[0] == ("NEVER go under it on the jack !!",)
    named = pasted(
        "Machine\n\n~~ Clean the brush ~~\n1. Pull it out.\n2. Rinse it.\n\n~~ Clean it ~~\n3. Wipe it.\n"
    )
    assert named.sections[-1] == (3, "Clean it")


@pytest.mark.parametrize("gap", ["", "\n"])
def test_two_procedures_in_one_text_have_their_things_above_and_their_headings(gap: str) -> None:
    pesto = f"PESTO\n50g basil\n30g pine nuts\n{gap}1. Toast the nuts.\n2. Blend it all."
    gnocchi = f"Gnocchi\n- 1kg potatoes\n- 1 egg\n{gap}1. Boil the potatoes.\n2. Mix in the egg."
    made = pasted(f"Two in one: pesto & gnocchi\n\n{pesto}\n\n{gnocchi}\n")
    assert made.resources == ("50g basil", "30g pine nuts", "1kg potatoes", "1 egg")
    assert made.steps == ("Toast the nuts.", "Blend it all.", "Boil the potatoes.", "Mix in the egg.")
    assert made.sections == ((1, "PESTO"), (3, "Gnocchi"))


def test_amounts_behind_their_names_are_a_list() -> None:
    made = pasted(
        "Puds\nplain flour 140g\neggs 4\nmilk 200ml\nsunflower oil\n\nMethod:\nBeat it\nPour into the tins\n"
    )
    assert made.resources == ("plain flour 140g", "eggs 4", "milk 200ml", "sunflower oil")
    assert pasted("Bread\n\nflour 500g\nsalt 10 g\nwater\n\nMix it\nBake it\n").steps == ("Mix it", "Bake it")
    for steps in ("Jog 5\nRun 10\nRest\n\nStretch\nShower\n", "Grind 18 g\nPour 200 ml\nWait\n"):
        assert not pasted(f"Morning\n\n{steps}").resources


def test_a_heading_of_things_with_nothing_below_it_is_read() -> None:
    assert pasted("Tea\n\nBoil it\nPour it\n\nYou need:\n").resources == ()


def test_a_list_below_a_heading_without_a_colon_goes_on_with_the_things() -> None:
    made = pasted(
        "Lemon drizzle\n\nFor the cake:\n225g butter\n4 eggs\n\nFor the drizzle\njuice 1.5 lemons\n85g sugar\n\n"
        "• Heat the oven\n• Beat the butter\n• Pour it over\n"
    )
    assert made.resources == ("225g butter", "4 eggs", "juice 1.5 lemons", "85g sugar")
    assert made.steps == ("Heat the oven", "Beat the butter", "Pour it over")


def test_numbers_in_circles_count_the_steps() -> None:
    made = pasted(
        "Pen\n\nHave ready: pen · needle · wipe\n\n① Wash hands\n②Needle on\n③ Press\n\nNot into a bruise.\n"
    )
    assert made.resources == ("pen", "needle", "wipe")
    assert (made.steps, made.notes) == (("Wash hands", "Needle on", "Press"), "Not into a bruise.")


def test_a_sentence_that_leads_to_the_steps_is_no_heading() -> None:
    made = pasted("Boiler\n\nTry this first, it saves the call-out:\n\n1. Switch it off\n2. Open the tap\n")
    assert (made.sections, made.notes) == ((), "Try this first, it saves the call-out:")


def test_the_title_of_a_second_how_to_is_no_end_of_the_first() -> None:
    text = """Onion soup
Ingredients
2 onions
1 l stock
Method
1. Chop the onions.
2. Boil it.
Garlic bread
Ingredients
1 baguette
50 g butter
Method
1. Slice the bread.
2. Spread the butter."""
    for gap in ("\n", "\n\n"):
        [found] = read(text.replace("bread\n", f"bread{gap}"), "text")
        assert found.procedure.steps == ("Chop the onions.", "Boil it.", "Slice the bread.", "Spread the butter.")
        assert found.procedure.sections == ((3, "Garlic bread"),)
        assert sorted(found.procedure.resources) == ["1 baguette", "1 l stock", "2 onions", "50 g butter"]
