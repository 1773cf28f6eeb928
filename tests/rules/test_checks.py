"""The checks on every result: each finds its fault, and nothing in a result that is right."""

from collections.abc import Callable, Iterator

import pytest

from tailor.core.edits import Replace
from tailor.core.finding import Wish
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules import checks
from tailor.rules.checks import Change, failures
from tailor.rules.draft import Draft, proposed
from tailor.rules.model import Asked, Proposal
from tailor.rules.modify import modify

CAKE = procedure(
    "Bake a cake",
    [
        "Melt the butter with 200 g sugar.",
        "Crack 2 eggs into it.",
        "Bake for 30 minutes at 180 °C.",
        "After 30 minutes take it out.",
    ],
    ["100 g butter", "200 g sugar", "2 eggs"],
)


def change(hint: str, *edits: Replace, base: Procedure = CAKE, stays: bool = False) -> Change:
    draft = Draft(base, base)
    requirements = parse_hint(hint)
    after = proposed(draft, Proposal(edits=edits), ("R1",))
    return Change(draft.now, after.now, Asked(requirements[0], Wish("without", "")), requirements, stays)


def step(number: int, text: str) -> Replace:
    return Replace(step=number, text=text)


def listed(number: int, text: str) -> Replace:
    return Replace(step=number, text=text, part="resources")


def test_a_result_that_is_right_passes_every_check() -> None:
    assert not failures(
        change(
            "no butter",
            step(1, "Warm the rapeseed oil with 200 g sugar."),
            listed(1, "80 ml rapeseed oil"),
        )
    )


FAULTS: list[tuple[Callable[[Change], Iterator[str]], Change]] = [
    (checks.speaks_against, change("no butter", step(1, "Melt some of the butter with 200 g sugar."))),
    (checks.speaks_against, change("no butter, vegan", step(1, "Warm the cream with 200 g sugar."))),
    (checks.list_agrees, change("no butter", step(1, "Warm the oil with 200 g sugar."))),
    (checks.list_agrees, change("no butter", listed(1, "80 ml rapeseed oil"))),
    (checks.list_agrees, change("no sugar", step(1, "Melt the butter."))),
    (checks.reads_well, change("no butter", step(1, "melt 200 g sugar."))),
    (checks.one_heat, change("fan oven", step(3, "Bake for 30 minutes at 180 °C or 160 °C."))),
    (checks.reads_well, change("no butter", step(1, "Melt the the oil with 200 g sugar."))),
    (checks.reads_well, change("no butter", step(1, "Melt a oil with 200 g sugar."))),
    (checks.reads_well, change("for one", step(2, "Crack 1 eggs into it."))),
    (checks.reads_well, change("no sugar", step(1, "Melt the butter with g sugar."))),
    (checks.reads_well, change("no sugar", step(1, "Melt the butter with."))),
    (checks.reads_well, change("no butter", step(1, "Melt the oil (rapeseed oil) with 200 g sugar."))),
]


@pytest.mark.parametrize(("check", "wrong"), FAULTS)
def test_a_fault_is_found_by_its_check(check: Callable[[Change], Iterator[str]], wrong: Change) -> None:
    assert list(check(wrong))


def test_a_fault_that_the_text_had_before_is_none_of_the_proposal() -> None:
    base = procedure("Cake", ["Melt the the butter (a butter) for 1 eggs at 180 °C or 200 °C."])
    made = change("no butter", step(1, "Melt the the oil (a oil) for 1 eggs at 180 °C or 200 °C."), base=base)
    assert list(failures(made)) == ["a before a vowel: “a oil”", "a bracket that repeats its head: “oil (a oil)”"]


def test_the_same_temperature_in_two_units_is_one() -> None:
    assert not list(checks.one_heat(change("x", step(3, "Bake for 30 minutes at 180 °C (356 °F)."))))


def test_what_rightly_stays_is_no_fault() -> None:
    less = step(1, "Melt the butter with 100 g sugar.")
    assert not failures(change("less sugar", less, listed(2, "100 g sugar"), stays=True))
    assert failures(change("no sugar", less, listed(2, "100 g sugar")))


@pytest.mark.parametrize(
    ("resource", "noun"),
    [
        ("500 g plain flour, sifted", "flour"), ("2 eggs", "egg"),
        ("1 (225 g) package cheese", "cheese"), ("1 tablespoon oil for the pan", "oil"),
        ("butter (soft)", "butter"), ("salt", "salt"), ("1 onion chopped", "onion"), ("100 g", "g"),
    ],
)  # fmt: skip
def test_the_noun_of_a_resource(resource: str, noun: str) -> None:
    assert checks.head(resource) == noun


@pytest.mark.parametrize("hint", ["gluten-free and no soy", "no soya, gluten free", "coeliac; no soy please"])
def test_nothing_is_proposed_that_another_wish_rules_out_under_another_name(hint: str) -> None:
    fry = procedure("Fry rice", ["Boil the rice.", "Stir in the soy sauce."], ["200 g rice", "2 tbsp soy sauce"])
    made = modify(fry, parse_hint(hint))
    assert not any("tamari" in edit.text for edit in made.edits)
    assert ("steps", 2) in {(one.part, one.step) for one in made.places} | {(e.part, e.step) for e in made.edits}
