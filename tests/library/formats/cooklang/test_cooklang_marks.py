"""A Cooklang file goes out with the marks it came in with, so that other programs find the same in it."""

import json
from dataclasses import replace

import pytest

from tailor.core.procedure import procedure
from tailor.library.formats.registry import read, write
from tailor.rules.shopping_list import AT_HAND, TO_GET, as_text, groups, shopping


def again(text: str) -> str:
    """The body of a file that came in and went out; it must come back equal."""
    (found,) = read(text, "cook", "Pie")
    out = write(found.procedure, "cook")
    assert read(out, "cook")[0].procedure == found.procedure
    return out.rpartition("---\n")[2].strip()


@pytest.mark.parametrize(
    "step",
    [
        "Add @butter (unsalted){50%g} and @nuts & seeds/flakes{} to a #bowl{}.",
        "Grease a #9 x 13 inch pan{} or #200 ml dishes{} or the #13 X 9 tin{}.",
        "Fill 1 #piping bag{} with @jam{150%g}.",
        "Sift @flour{1%cup} over it, then @flour{4%cups} more.",
        "Sift @flour{2 and 1/2%cups} over it, then add @flour{2 and 1/2%cups} more.",
        "Season with @salt{to taste}, later with @salt{1/2%tsp}.",
        "Crush @garlic{3%cloves} and keep @garlic{1%clove}.",
        "Bake for 12 to ~{15%minutes}, then rest it for ~{30%seconds} to ~{1%minute}.",
        "Bake for ~{20-30%minutes}.",
        "Rest it for 1 – ~{2%hours} and ~{1 hour 20 minutes}.",
        "Cook it for ~{15%minutes} to ~{20%minutes}, then ~rest{5%minutes}.",
        "Fry @peas{~50%g} and @beans{1/4@cup}(about 40% of a tin) in a #ramekin{2} or a #loaf thing{1%pound}.",
        "Lad den hæve ~{2%timer} og bag den ~{15%minutter}; 煮る ~{8%分} です.",
        "Βράστε το για ~{2%λεπτά}.",
    ],
)
def test_a_step_goes_out_with_the_marks_it_came_in_with(step: str) -> None:
    assert again(f"{step}\n\nEat.\n") == f"{step}\n\nEat."


def test_a_second_amount_in_the_braces_of_a_mark_is_told_beside_its_name() -> None:
    text = "Melt @butter{113%g|1%stick} with @salt{2%g|1/4%tsp}(fine)."
    (found,) = read(text, "cook", "Pie")
    assert found.procedure.steps == ("Melt 113 g butter (1 stick) with 2 g salt (1/4 tsp, fine).",)
    assert [(one.amount, one.unit) for one in found.procedure.amounts] == [("113", "g"), ("2", "g")]
    assert again(text) == "Melt @butter{113%g}(1 stick) with @salt{2%g}(1/4 tsp, fine)."


@pytest.mark.parametrize("thing", ["naan to serve", "naan, to serve", "naan for serving", "warm naan (to serve)"])
def test_a_thing_is_marked_where_a_step_names_it_and_never_where_it_says_what_it_is_for(thing: str) -> None:
    out = write(procedure("Dal", ["Ladle it out to serve it, serving it with the naan."], [thing]), "cook")
    body = out.rpartition("---\n")[2].strip()
    assert body.startswith("Ladle it out to serve it, serving it with the @")
    assert "naan" in body
    assert read(out, "cook")[0].procedure.resources == (thing,)


def test_one_mark_that_cannot_be_read_back_takes_no_other_with_it() -> None:
    text = "Stir @peas{2%cups} for ~{5%minutes}."
    written = again(text.replace("Stir", "Stir, 2 cups") + "\n\nEat.\n")
    assert "@peas" in written
    assert "~{5%minutes}" in written


def test_cookware_is_told_from_ingredients_in_other_programs_and_in_the_shopping_list() -> None:
    (found,) = read("Put @peas{50%g} into #cups{2}.\n\nEat.\n", "cook", "Pie")
    assert [one.tool for one in found.procedure.amounts] == [False, True]
    assert as_text([found.procedure]) == "50 g peas\n2 cups\n"
    assert [name for name, _ in groups(shopping([found.procedure]))] == [TO_GET, AT_HAND]
    data = json.loads(write(found.procedure, "jsonld"))
    assert (data["recipeIngredient"], data["tool"][0]["name"]) == (["50 g peas"], "2 cups")
    assert read(json.dumps(data), "json")[0].procedure == found.procedure


def test_a_head_that_says_what_a_procedure_says_elsewhere_takes_nothing_from_it() -> None:
    text = "---\nnotes: Serve warm.\nsteps: 5\norigin: Peru\nname: x\nservings: 2\n---\nBoil @peas{}.\n\nEat.\n"
    (found,) = read(text, "cook", "Pie")
    assert (found.procedure.notes, len(found.procedure.steps)) == ("Serve warm.", 2)
    assert found.procedure.extra == (("head", '{"name": "x", "origin": "Peru", "steps": 5}'),)
    for out, back in (("json", "json"), ("md", "md"), ("cook", "cook"), ("jsonld", "json")):
        assert read(write(found.procedure, out), back)[0].procedure == found.procedure


@pytest.mark.parametrize(
    "step",
    [
        "Take @biscuits with hearts{3}, @breakfast biscuits{}, @crisps{3} and @pea crisps{}.",
        "Cook @corn ears{2}, then wrap each ear of @corn{} and keep the @corn kernels{}.",
        "Fry it in @extra-virgin olive oil{1%cup} and serve it with @olive oil{}.",
    ],
)
def test_words_of_a_longer_name_are_marked_as_no_other_thing(step: str) -> None:
    assert again(f"{step}\n\nEat.\n") == f"{step}\n\nEat."


def test_a_thing_that_is_named_only_within_the_name_of_another_is_marked_there() -> None:
    out = again("Add @flat-leaf parsley{1%cup}.\n\nServe with a pinch of @flat-leaf parsley.\n")
    assert out == "Add @flat-leaf parsley{1%cup}.\n\nServe with a pinch of @flat-leaf{} parsley."


def test_notes_stand_in_the_body_for_other_programs_and_come_back_equal() -> None:
    text = "Boil @peas{}.\n\nEat.\n\n> Good in winter, with #hats on\n\n> Keeps -- well."
    made = read(text, "cook", "Pie")[0].procedure
    out = write(made, "cook")
    head, _, body = out.rpartition("---\n")
    assert "> Good in winter, with" in body
    assert "notes" not in head
    for notes in (made.notes, "One.\n\nTwo.", "@salt\n> a quote\n- and [- more -]"):
        again_made = read(write(replace(made, notes=notes), "cook"), "cook")[0].procedure
        assert again_made == replace(made, notes=notes)


def test_an_amount_that_never_changes_keeps_its_mark_and_one_that_does_gets_none() -> None:
    text = "Add @salt{=1%tsp} and @flour{200%g}.\n\nAdd @salt{=1/2%tsp}, @water{=1%cup} and @water{1%cup}."
    (found,) = read(text, "cook", "Pie")
    assert [(one.name, one.fixed) for one in found.procedure.amounts] == [
        ("salt", True),
        ("flour", False),
        ("water", False),
    ]
    assert again(text) == text.replace("@water{=", "@water{")
    whole = read(write(found.procedure, "json"), "json")[0].procedure
    assert whole.amounts == found.procedure.amounts


@pytest.mark.parametrize(
    ("thing", "step"),
    [
        ("10 mm hex key", "Take a 2.5 mm hex key and undo the screw."),
        ("new 35 mm cartridge", "Lift out the old cartridge."),
        ("spare tube", "Pull out the old tube."),
    ],
)
def test_another_thing_with_the_same_last_word_is_not_marked(thing: str, step: str) -> None:
    written = write(procedure("Mend it", [step], [thing]), "cook")
    assert step in written


def test_what_is_for_one_purpose_is_not_marked_where_another_of_its_kind_is_meant() -> None:
    scones = procedure(
        "Scones", ["Rub the butter into the flour.", "Dust the worktop."],
        ["250 g plain flour", "50 g butter", "1 tablespoon flour for the worktop"],
    )  # fmt: skip
    (step,) = (line for line in write(scones, "cook").split("\n") if line.startswith("Rub"))
    assert "worktop" not in step
    assert "@plain flour|flour{" in step


@pytest.mark.parametrize(
    ("thing", "mark"),
    [
        ("1 lb 4 oz ground beef", "@ground beef{1 lb 4 oz}"),
        ("2 lb. 3 oz. pork, diced", "@pork{2 lb. 3 oz.}(diced)"),
        ("3 1/4-inch piece of ginger", "@ginger{3 1/4-inch piece}"),
        ("5 cm piece ginger", "@ginger{5 cm piece}"),
        ("1 cup plus 2 tbsp flour", "@flour{1 cup plus 2 tbsp}"),
        ("1 cup + 2 tbsp milk", "@milk{1 cup + 2 tbsp}"),
        ("1 (14 oz) can tomatoes", "@tomatoes{1 (14 oz) can}"),
        ("2 14-oz cans beans", "@beans{2 14-oz cans}"),
        ("1 gallon water", "@water{1%gallon}"),
        ("12 oz lasagne sheets", "@lasagne sheets{12%oz}"),
        ("16 oz jar", "#16 oz jar{}"),
        ("baking sheet", "#baking sheet{}"),
    ],
)
def test_an_amount_in_parts_stays_whole_and_the_food_has_its_name(thing: str, mark: str) -> None:
    made = procedure("Dinner", ["Cook.", "Eat."], [thing])
    text = write(made, "cook")
    assert f"\n{mark}.\n" in text
    assert read(text, "cook")[0].procedure == made


def test_a_step_that_says_such_an_amount_is_marked_with_all_of_it() -> None:
    text = write(procedure("Dinner", ["Brown 1 lb 4 oz ground beef.", "Eat."], ["1 lb 4 oz ground beef"]), "cook")
    assert "Brown @ground beef{1 lb 4 oz}." in text


def test_a_word_that_tells_what_to_do_is_no_mark() -> None:
    text = write(procedure("Tyre", ["Attach it and pump to 60 psi.", "Put the pump away."], ["pump"]), "cook")
    assert "and pump to 60 psi" in text
    assert "Put the @pump{} away." in text


def test_flour_for_the_tray_takes_no_amount_from_the_flour_of_the_dough() -> None:
    steps = ["Butter and flour a baking tray.", "Rub the butter into the flour."]
    text = write(procedure("Scones", steps, ["225 g plain flour", "50 g butter"]), "cook")
    assert "\nButter and flour a baking tray.\n" in text
    assert "Rub the @butter{ 50%g} into the @plain flour|flour{ 225%g}." in text
    alone = write(procedure("Fish", ["Salt the fish.", "Fry it."], ["5 g salt", "1 fish"]), "cook")
    assert "@salt|Salt{ 5%g} the @fish{ 1}." in alone
