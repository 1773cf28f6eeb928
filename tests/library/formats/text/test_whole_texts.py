"""Texts as people copy them from a page or a book: several lists, prose around the steps, a width, old letters."""

from pathlib import Path

import pytest

from tailor.library.formats.text import reader as plain_text
from tailor.library.importer import read_path


def test_a_list_behind_the_steps_is_no_step() -> None:
    found = plain_text.parse(
        "Plum tart\n\n500 g plums\n1 cup sugar\n\nHeat the oven.\n"
        "Stone the plums and slice them.\nBake it until brown.\n\n"
        "Crust:\n\n200 g flour\n100 g butter\n2 tablespoons water\n"
    )
    assert found.procedure.resources == (
        "500 g plums",
        "1 cup sugar",
        "200 g flour",
        "100 g butter",
        "2 tablespoons water",
    )
    assert found.procedure.steps == ("Heat the oven.", "Stone the plums and slice them.", "Bake it until brown.")


def test_a_second_list_has_steps_of_its_own_below_its_heading() -> None:
    made = plain_text.parse(
        "Buns\n\n300 g flour\n1 egg\n\nKnead it all.\nBake it for an hour.\n\nIcing\n\n"
        "100 g sugar\n2 tablespoons milk\n\n"
        "Stir the milk into the sugar.\nSpread it on the buns.\n"
    ).procedure
    assert made.resources == ("300 g flour", "1 egg", "100 g sugar", "2 tablespoons milk")
    assert made.sections == ((3, "Icing"),)


def test_what_is_taken_to_taste_is_needed_below_the_amounts() -> None:
    made = plain_text.parse(
        "Lentils\n\n200 g lentils\n1 onion, chopped\n"
        "salt and freshly ground black pepper to taste\n\nLime wedges, for serving\n\n"
        "Rinse the lentils.\nSimmer them until soft.\n"
    ).procedure
    assert made.resources[2:] == ("salt and freshly ground black pepper to taste", "Lime wedges, for serving")
    assert made.steps == ("Rinse the lentils.", "Simmer them until soft.")


def test_prose_above_the_steps_and_credits_below_them_are_notes() -> None:
    found = plain_text.parse(
        "Relish\n\n2 cups corn\n1 tsp salt\n\n"
        "This relish is a favourite of the whole street.\n\nBoil the corn.\nDrain it.\n"
        "Stir in the salt.\n\nRecipe courtesy of the village hall\nhttps://example.org/relish\n"
    )
    assert found.procedure.steps == ("Boil the corn.", "Drain it.", "Stir in the salt.")
    assert not found.unsure
    assert "favourite" in found.procedure.notes
    assert "village hall" in found.procedure.notes


@pytest.mark.parametrize("last", ["Grandad won a prize with this in 1974.", "Corn relish with burgers"])
def test_what_may_be_no_step_at_the_end_is_asked_for(last: str) -> None:
    text = (
        "Relish\n\n2 cups corn\n1 tsp salt\n\nBoil the corn until it is soft.\n"
        f"Drain it.\nStir in the salt.\n{last}\n"
    )
    assert plain_text.parse(text).unsure


def test_a_sentence_set_to_a_width_is_one_step() -> None:
    made = plain_text.parse(
        "Seeds\n\n2 cups seeds\n1 tbsp oil\n\n"
        "Roast the seeds in the pan for a while, until they are\nshiny and fragrant.\n"
        "Let them cool on a plate.\n"
    ).procedure
    assert made.steps[0] == "Roast the seeds in the pan for a while, until they are shiny and fragrant."


def test_a_text_in_an_old_encoding_keeps_its_accents(tmp_path: Path) -> None:
    path = tmp_path / "creme.txt"
    path.write_bytes("Crème\n\n1. Heat it to 80 °C.\n2. Let it cool – slowly.\n".encode("cp1252"))
    assert "Crème" in read_path(path)
    assert "80 °C" in read_path(path)


@pytest.mark.parametrize("before", ["", "Take "])
def test_things_of_one_sentence_are_a_list(before: str) -> None:
    made = plain_text.parse(
        f"Dumplings\n\n{before}1 kg flour, 2 eggs, 500 ml water and a pinch of salt.\n\nKnead it.\nRoll it out.\n"
    ).procedure
    assert made.resources == ("1 kg flour", "2 eggs", "500 ml water", "a pinch of salt")


def test_one_line_of_a_chat_holds_its_steps_and_is_asked_for() -> None:
    found = plain_text.parse("Mix 2 eggs with 100 g flour, then fry small heaps in oil and then eat them warm")
    assert found.procedure.steps == ("Mix 2 eggs with 100 g flour", "fry small heaps in oil", "eat them warm")
    assert found.unsure


def test_two_methods_are_asked_for() -> None:
    found = plain_text.parse(
        "Clean a kettle\n\nMethod 1\n1. Fill it with vinegar.\n2. Boil it.\n\n"
        "Method 2\n1. Cut a lemon.\n2. Boil it.\n"
    )
    assert "two ways" in found.remark


def test_an_order_right_above_the_first_known_verb_is_a_step_too() -> None:
    head = "Scarf\n\nMaterials: 2 balls of wool, 6 mm needles\n\n"
    text = f"{head}Cast on 30 stitches.\nKnit every row until it is long.\nWeave in the ends."
    steps = ("Cast on 30 stitches.", "Knit every row until it is long.", "Weave in the ends.")
    assert plain_text.parse(text).procedure.steps == steps
