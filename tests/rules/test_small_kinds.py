"""Tools, tastes and terms: each changed only where the work, the dish and the sentence stay what they are."""

import pytest

from tailor.core.finding import find
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules import glossary, tastes
from tailor.rules.exchange import foods
from tailor.rules.glossary import terms
from tailor.rules.model import Asked, Kind
from tailor.rules.modify import modify
from tailor.rules.tastes import tastes as rows


def texts(kind: Kind, hint: str, base: Procedure) -> dict[tuple[str, int], str]:
    (requirement,) = parse_hint(hint)
    wishes = find(base, [requirement]).each[0].wishes
    found = [one for wish in wishes if (one := kind(base, Asked(requirement, wish))) is not None]
    return {(edit.part, edit.step): edit.text for one in found for edit in one.edits}


def test_less_of_a_taste_changes_list_and_steps_down_to_what_the_dish_stands() -> None:
    base = procedure("Cook", ["Add 1 teaspoon of salt and 100 g of sugar."], ["1 teaspoon salt", "100 g sugar"])
    assert texts(tastes.propose, "less salt please", base) == {
        ("steps", 1): "Add ½ teaspoon of salt and 100 g of sugar.",
        ("resources", 1): "½ teaspoon salt",
    }
    assert texts(tastes.propose, "half the sugar", base)["resources", 2] == "50 g sugar"


@pytest.mark.parametrize(
    ("hint", "line"), [("double the garlic", "4 cloves garlic"), ("extra garlic", "3 cloves garlic")]
)
def test_what_is_said_of_a_taste_is_true_of_every_amount(hint: str, line: str) -> None:
    base = procedure("Cook", ["Fry the garlic."], ["2 cloves garlic", "1 onion"])
    made = modify(base, parse_hint(hint))
    assert [edit.text for edit in made.edits] == [line]
    assert "I put in more garlic" in made.verdicts[0].says


def test_less_of_what_is_unhealthy_for_somebody_is_never_done() -> None:
    base = procedure("Cook", ["Add the salt."], ["1 teaspoon salt"])
    judged = modify(base, parse_hint("doctor said less salt")).verdicts[0]
    assert judged.verdict == "partly"
    assert "It still has salt" in judged.says


@pytest.mark.parametrize(
    ("goal", "hint"), [("Make strawberry jam", "less sugar"), ("Pickle cucumbers", "less salt")]
)
def test_what_preserves_is_not_cut(goal: str, hint: str) -> None:
    assert texts(tastes.propose, hint, procedure(goal, ["Stir."], ["500 g sugar", "2 tablespoons salt"])) == {}


def test_a_beginner_gets_a_term_explained_where_it_is_used_first() -> None:
    base = procedure("Cook", ["Simmer for 5 minutes.", "Stir, and simmer for 5 minutes more."], ["pot"])
    assert texts(glossary.propose, "first time cooking", base) == {
        ("steps", 1): "Simmer (cook so gently that only small bubbles rise) for 5 minutes."
    }
    assert texts(glossary.propose, "im an experienced cook", base) == {}
    pan = procedure("Cook", ["Heat the oil in a medium saute pan."], ["oil"])
    assert texts(glossary.propose, "first time cooking", pan) == {}


def test_every_row_of_the_tables_can_be_read() -> None:
    assert all(food.why.endswith(".") and food.source for food in foods()[0])
    assert all(0 < share(one.less) < 1 for one in rows())
    assert all(means and "(" not in means for _, means in terms())


def share(text: str) -> float:
    above, _, below = text.partition("/")
    return int(above) / int(below)
