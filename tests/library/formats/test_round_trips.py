"""Whatever is exported comes back equal, whatever its texts hold."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from tailor.core.procedure import READ_KEYS, Procedure, Times, procedure
from tailor.library.entries import NOTICE
from tailor.library.formats.registry import detect_format, read, write
from tailor.library.store import starter_procedures
from tests.depth import cases
from tests.library.texts import procedures

EXACT = [("md", "md"), ("json", "json"), ("jsonld", "json"), ("cook", "cook")]


@pytest.mark.parametrize(("out", "back"), [*EXACT, ("html", "html")])
def test_every_starter_procedure_comes_back_equal(out: str, back: str) -> None:
    for one in starter_procedures():
        text = write(one, out)
        (found,) = read(text, back)
        assert found.procedure == replace(one, id="")
        assert found.unused == ()


@pytest.mark.parametrize("yields", ["4 servings", "16 squares", "a batch", "2 to 3 jars"])
def test_plain_text_keeps_yield_times_and_author_where_a_line_can_say_them(yields: str) -> None:
    soup = replace(procedure("Soup", ["Chop.", "Boil."], ["1 onion"]), yields=yields, author="Ann de Vries")
    soup = replace(soup, times=Times(prep=15, total=90))
    (found,) = read(write(soup, "text"), "text")
    assert found.unused == ()
    assert replace(found.procedure, yields=yields) == soup
    assert found.procedure.yields in (yields, "")  # "a batch" says no number


def test_plain_text_keeps_goal_resources_headings_steps_and_notes_of_every_starter() -> None:
    for one in starter_procedures():
        (found,) = read(write(one, "text"), "text")
        back = found.procedure
        assert (back.goal, back.resources, back.steps) == (one.goal, one.resources, one.steps)
        assert (back.sections, back.notes) == (one.sections, one.notes)


@pytest.mark.parametrize(("out", "back"), EXACT)
@settings(max_examples=cases(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(procedures())
def test_hostile_texts_come_back_equal(out: str, back: str, procedure: Procedure) -> None:
    (found,) = read(write(procedure, out), back)
    assert found.procedure == replace(procedure, id="")


@pytest.mark.parametrize(("out", "back"), [*EXACT, ("html", "html")])
def test_a_mention_of_a_step_comes_back_as_it_was_beside_notes_that_count_as_well(out: str, back: str) -> None:
    soup = procedure("Soup", ["1. Mix", "Repeat step 1.", "1. Boil"], notes="1. Boil\n2. Repeat step 1.")
    (found,) = read(write(soup, out), back)
    assert found.procedure == soup
    assert found.remark == ""


@settings(max_examples=cases(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(procedures())
def test_a_page_with_hostile_texts_comes_back_equal(procedure: Procedure) -> None:
    (found,) = read(write(procedure, "html", "x-1.v1"), "html")
    assert found.procedure == replace(procedure, id="")


@pytest.mark.parametrize(("out", "back"), [*EXACT, ("html", "html")])
@pytest.mark.parametrize("first", [True, False])
def test_an_unknown_field_called_like_a_known_one_stays_unknown_and_in_its_place(
    first: bool, out: str, back: str
) -> None:
    for key in sorted(READ_KEYS | {"author", "image", "times", "amounts", "title", "rest", "extra"}):
        two = ((key, '["A"]'), ("zest", "1"))
        soup = replace(procedure("Soup", ["Chop.", "Boil."], ["1 onion"]), extra=two if first else two[::-1])
        (found,) = read(write(soup, out), back)
        assert found.procedure == soup, key


@pytest.mark.parametrize(
    "goal",
    [
        "Serves 4", "Cook 20 minutes", "Prep time: 5 min", "1. Boil", "2 eggs", "½ cup soup", "- Boil", "• Boil",
        "Step 1", "Steps", "Zutaten", "You need:", "Notes:", "Goal: Soup", "By: Ann", "# Soup", "---",
        ">> servings: 4", "Chop the onion.", "Procedure", "Dear Ann,", "[14:02] Anna: soup", '{"a": 1}', "<html>",
        "**Soup**", "Re: Soup", "Soup (serves 4)", "Soup\nof beans", "1.", "== Soup ==",
    ],
)  # fmt: skip
@pytest.mark.parametrize("things", [(), ("2 eggs", "salt")])
def test_a_goal_that_could_be_something_else_comes_back_from_plain_text(
    goal: str, things: tuple[str, ...]
) -> None:
    for steps in (["Boil the water.", "Serve it."], ["Boil"]):
        soup = replace(procedure(goal, steps, things), yields="4 servings")
        text = write(soup, "text")
        assert detect_format(text) == "text"
        (found,) = read(text, "text")
        assert found.procedure == soup


def test_a_goal_that_can_only_be_one_is_written_without_a_word_before_it() -> None:
    assert write(procedure("Soup", ["Boil it."]), "text").startswith("Soup\n")


def test_a_page_made_from_another_how_to_says_that_a_machine_had_a_hand_in_it() -> None:
    soup = procedure("Soup", ["Chop.", "Boil."], ["1 onion"])
    assert NOTICE in write(soup, "html", "x-1.v1", NOTICE)
    assert NOTICE not in write(soup, "html")
