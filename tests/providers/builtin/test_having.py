"""What is there instead: "I only have brown sugar", "use pears instead of apples"."""

import json
from pathlib import Path

import pytest

import tailor.providers.builtin.knowledge as knowledge
from tailor.core.procedure import procedure
from tailor.providers.builtin.having import things
from tests.providers.builtin.helpers import modify, one_step, tailored


@pytest.mark.parametrize(
    ("hint", "step", "expected"),
    [
        ("I only have wholemeal flour", "Mix 500 g of plain flour.", "Mix 500 g of wholemeal flour."),
        ("I only have brown sugar", "Beat 75 g of caster sugar.", "Beat 75 g of brown sugar."),
        ("all I have is white sugar", "Beat 100 g of light brown sugar.", "Beat 100 g of white sugar."),
        ("I only have salted butter", "Melt 50 g of butter.", "Melt 50 g of salted butter."),
        ("I only have instant yeast", "Mix in 21 g of fresh yeast.", "Mix in 7 g of instant yeast."),
        ("I only have fresh yeast", "Mix in 7 g of instant yeast.", "Mix in 20 g of fresh yeast."),
        ("I've only got dried yeast", "Mix in 20 g of fresh yeast.", "Mix in 8 g of dried yeast."),
        ("I only have ground ginger", "Fry 12 g of fresh ginger.", "Fry 1 teaspoon of ground ginger."),
        ("I only have frozen spinach", "Add 500 g of fresh spinach.", "Add 300 g of frozen spinach."),
        ("I only have garlic powder", "Fry 4 garlic cloves.", "Fry half a teaspoon of garlic powder."),
        ("I only have minced turkey", "Brown 600 g of minced beef.", "Brown 600 g of minced turkey."),
        ("I only have oat milk", "Add 200 ml of warm milk.", "Add 200 ml of warm oat milk."),
        ("I only have dried thyme", "Add 3 teaspoons of fresh thyme.", "Add 1 teaspoon of dried thyme."),
    ],
)
def test_what_they_have_takes_the_place_with_its_own_amount(hint: str, step: str, expected: str) -> None:
    assert one_step(step, [], hint) == expected
    assert modify(procedure("Cook dinner", [step]), hint).says


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("I only have wholemeal flour", "Mix 100 g of rye flour."),
        ("I only have brown sugar", "Dust it with 20 g of icing sugar."),
        ("I only have salted butter", "Spread 50 g of peanut butter."),
        ("I only have ground ginger", "Pour in 1 litre of ginger beer."),
    ],
)
def test_what_only_shares_a_name_stays(hint: str, step: str) -> None:
    base = procedure("Cook dinner", [step])
    answer = modify(base, hint)
    assert answer.edits == ()
    assert "found nothing here" in answer.says


def test_one_thing_instead_of_another_is_taken_one_for_one_with_its_plural() -> None:
    base = procedure(
        "Bake an apple crumble",
        ["Peel 1 kg of cooking apples.", "Spread the topping over the apples, keeping back 1 apple."],
        ["1 kg cooking apples"],
    )
    result, answer = tailored(base, "use pears instead of apples")
    assert result.steps == ("Peel 1 kg of pears.", "Spread the topping over the pears, keeping back 1 pear.")
    assert result.resources == ("1 kg pears",)
    assert "one for one" in answer.says


def test_quark_instead_of_yoghurt_is_no_diet() -> None:
    assert one_step("Stir in 100 g of yoghurt.", ["100 g yoghurt"], "use quark instead of yoghurt") == (
        "Stir in 100 g of quark."
    )


def test_what_they_have_never_speaks_against_what_else_they_asked() -> None:
    base = procedure("Bake a cake", ["Beat 200 g of butter."], ["200 g butter"])
    result, answer = tailored(base, "I'm vegan. I only have salted butter.")
    assert result.resources == ("200 g dairy-free margarine",)
    assert "speaks against what else you asked" in answer.says


def test_flour_for_paste_on_a_wall_is_no_food() -> None:
    assert modify(procedure("Mix wall paste", ["Stir 100 g of sand."]), "I only have brown sugar").edits == ()


def test_every_thing_names_its_sources_and_what_it_replaces() -> None:
    data = json.loads((Path(knowledge.__file__).parent / "data" / "having.json").read_text(encoding="utf-8"))
    assert all("http" in source for source in data["sources"].values())
    for one in data["things"]:
        assert one["sources"]
        assert set(one["sources"]) <= set(data["sources"])
        assert all(source["words"] for source in one["from"])
        assert one["reason"].endswith(".")
        assert one["says"].endswith(".")
    assert len(things()) == len(data["things"])


def test_a_plural_that_ends_in_ies_is_found_too() -> None:
    assert one_step(
        "Crush 1 kg of strawberries.", ["1 kg strawberries"], "use raspberries instead of strawberries"
    ) == ("Crush 1 kg of raspberries.")


def test_a_plural_before_mixture_loses_its_end() -> None:
    assert one_step("Stir onions into the tuna mixture.", ["1 tin tuna"], "I hate tuna") == (
        "Stir onions into the chickpea mixture."
    )


def test_numbers_of_people_are_no_things_to_exchange() -> None:
    base = procedure(
        "Camp with food for four people", ["Put up the tent for four people."], ["tent for four people"]
    )
    result, _ = tailored(base, "for two people instead of four")
    assert result.steps == ("Put up the tent for two people.",)
