"""Plain texts that hold no steps, or in which something else stands among them: a person should look."""

import time

import pytest

from tailor.library.formats.text import reader as plain_text


@pytest.mark.parametrize(
    "text",
    [
        "50 g butter\n200 g bacon\n2 onions\n800 g peppers\nsalt to taste\n3 eggs",
        "A leves régi étel. Sokan szeretik. Ma is főzik.\n\nA pásztorok ették. Szabadban főzték. Jó volt."
        "\n\nAz alapja hús. Répa is jár bele. Friss kenyérrel eszik.\n\nTe ismered? Ettél már? Írd meg nekünk.",
        "mi texto\n\nesto es igual\n\nprimer cosa\nsegundo asunto\n\notra rama\n\najo,\nagua\n\nfin",
        "# onions\nfry until soft\n 2 | tbsp | butter\n 1 | each | onion\n\nadd to the onions\n 4 | cups | stock",
        "Soup\n\nIngredients\n2 onions\n200 g lentils\n1 spoon of oil\n\n"
        "Salt is best from the mill\n1 handful parsley"
        "\nCut the onions.\nBoil the lentils.\nServe it hot.",
        "A fan\n\n1. Hardware\n- a small board\n- a fan\n\n2. Safety\n- 5 V at most\n\n3. Use\n- a button",
        "Ham\n\n.6 slices of ham\n.300 g of cheese.\n50 g of flour\n.25 g of butter\n\n30 MIN.",
    ],
    ids=[
        "things only",
        "prose",
        "loose lines",
        "things in columns",
        "a thing above the steps",
        "chapters",
        "a time",
    ],
)
def test_a_text_whose_steps_may_be_something_else_is_to_be_looked_at(text: str) -> None:
    assert plain_text.parse(text).unsure


@pytest.mark.parametrize(
    "text",
    [
        "20 squats\n10 lunges\n500 m row\nstretch",
        "Preheat the oven\n\nMix the flour\nand the milk\n\nBake it",
        "Strength\n\nYou need\n5 kg dumbbell\n1 mat\n\nSteps\n20 squats\n10 lunges",
        "Cake\n\n| Amount | Thing |\n|---|---|\n| 200 g | flour |\n| 2 | eggs |\n\n1. Whisk it.\n2. Bake it.",
        "Legs\n\n1. Jumping jacks\n2. Push ups\n3. Jumping jacks with weights\n4. Rest",
        "Soup\n\n200 g lentils\n2 onions\n\nCut the onions.\nBoil the lentils.\nServe it hot.",
        "A fan\n\n1. The box\n- Open the box.\n- Take out the fan.\n\n2. Use\n- Push the button.\n",
        "Three days in Lisbon\n\nDay 1: The castle.\nDay 2: The train to Sintra.\nDay 3: Cliffs.",
    ],
)
def test_a_text_that_says_what_to_do_is_taken(text: str) -> None:
    assert not plain_text.parse(text).unsure


def test_information_behind_the_steps_is_noted_and_to_be_looked_at() -> None:
    steps = "Cut the meat.\nFry it in a pot.\nServe it with bread."
    found = plain_text.parse(
        f"Stew\n\nMethod\n{steps}\n\nRecipe info\n\nWay of cooking: open fire\nLevel two: hard"
    )
    assert found.procedure.steps == tuple(steps.split("\n"))
    assert found.procedure.notes == "Recipe info\nWay of cooking: open fire\nLevel two: hard"
    assert found.unsure


def test_lines_with_a_colon_are_steps_where_others_are_too() -> None:
    days = ("Warm up.", "Monday: rest", "Tuesday: 20 squats", "Cool down.", "Sunday: a walk")
    found = plain_text.parse("\n".join(["Week", "", *days]))
    assert found.procedure.steps == days
    assert not found.unsure


def test_words_about_the_things_do_not_end_them() -> None:
    text = "Crêpes\n\n* Ingrédients\n\nLe tout suffit pour environ dix crêpes\n\nFarine de blé\nSucre\nLait"
    found = plain_text.parse(f"{text}\n\n* Préparation\n\nMélanger la farine et le sucre\ny ajouter le lait")
    assert found.procedure.steps == ("Mélanger la farine et le sucre", "y ajouter le lait")
    assert found.procedure.resources[-3:] == ("Farine de blé", "Sucre", "Lait")


@pytest.mark.parametrize("first", ["sudo apt install tmux", "wget -q https://a.example/key", "$ make"])
def test_a_command_is_no_title(first: str) -> None:
    found = plain_text.parse(f"{first}\n\nsudo reboot now", name="setup").procedure
    assert found.goal == "setup"
    assert found.steps == (first, "sudo reboot now")


@pytest.mark.parametrize("title", ["Make bread", "Git for beginners", "Make a chair - and sit on it"])
def test_a_title_may_begin_as_a_command_does(title: str) -> None:
    assert plain_text.parse(f"{title}\n\n1. Begin.\n2. Go on.").procedure.goal == title


@pytest.mark.parametrize("piece", ["1 ", "1 | a | ", "sudo a ", "a: b\n", "Ab. Cd. "])
def test_long_texts_take_no_time(piece: str) -> None:
    began = time.perf_counter()
    plain_text.parse(piece * (50_000 // len(piece)))
    assert time.perf_counter() - began < 20
