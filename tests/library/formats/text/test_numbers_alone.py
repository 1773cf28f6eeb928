"""Numbers that stand alone in a list, and numbers without a mark in one text."""

import json
from collections.abc import Iterable

import pytest

from tailor.library.formats.shared import lists_of_things
from tailor.library.formats.shared.lists_of_things import is_list
from tailor.library.formats.text import lists
from tailor.library.formats.text.reader import parse
from tailor.library.importer import read_text

WHOLE = ("Whisk the eggs.", "Add the flour.", "Bake it.")


def steps(text: str) -> tuple[str, ...]:
    return parse(f"Cake\n\n{text}").procedure.steps


@pytest.mark.parametrize(
    "text",
    [
        "1. Whisk the eggs.\n2.\n3. Bake it.\n",
        "1. Whisk the eggs.\n2. \n\n3. Bake it.\n",
        "1) Whisk the eggs.\n2)\n3) Bake it.\n",
        "1. Whisk the eggs.\n2. Bake it.\n3.\n",
        "1.\n2. Whisk the eggs.\n3. Bake it.\n",
        "1. Whisk the eggs.\n2.\n3.\n4. Bake it.\n",
    ],
)
def test_an_empty_number_is_no_step_and_no_words(text: str) -> None:
    assert steps(text) == ("Whisk the eggs.", "Bake it.")


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_words_below_their_number_are_its_step(between: str) -> None:
    assert steps(f"1. Whisk the eggs.\n2.{between}Add the flour.\n3. Bake it.\n") == WHOLE
    assert steps(f"1.{between}Whisk the eggs.\n2. Add the flour.\n3. Bake it.\n") == WHOLE


def test_mentions_behind_an_empty_number_move_along() -> None:
    assert steps("1. Whisk.\n2.\n3. Bake it.\n4. Repeat step 3.\n")[-1] == "Repeat step 3."
    made = read_text("Cake\n\n1. Whisk.\n2.\n3. Bake it.\n4. Repeat step 3.\n", format="text")
    assert made.procedure.steps[-1] == "Repeat step 2."


def test_a_number_at_the_end_of_a_broken_line_stays() -> None:
    assert steps("1. Heat the oven to\n350.\n2. Bake it.\n") == ("Heat the oven to 350.", "Bake it.")
    assert steps("1. Do it as in step 1 and\n2.\n2. Bake it.\n") == ("Do it as in step 1 and 2.", "Bake it.")


def test_a_heading_below_an_empty_number_stays_one() -> None:
    made = parse("Cake\n\n1. Whisk the eggs.\n2. Bake it.\n3.\n\nNotes:\nKeep it cold.\n").procedure
    assert made.steps == ("Whisk the eggs.", "Bake it.")
    assert made.notes.endswith("Keep it cold.")


@pytest.mark.parametrize("mark", ["", ".", ")"])
def test_directions_in_one_text_are_split_at_their_numbers(mark: str) -> None:
    text = " ".join(f"{number}{mark} {step}" for number, step in enumerate(WHOLE, 1))
    data = {"title": "Cake", "ingredients": ["2 eggs"], "directions": text}
    assert read_text(json.dumps(data), format="json").procedure.steps == WHOLE
    data = {"goal": "Cake", "resources": ["2 eggs"], "steps": f"1. {WHOLE[0]} 2. {WHOLE[1]} 3. {WHOLE[2]}"}
    assert read_text(json.dumps(data), format="json").procedure.steps == WHOLE
    assert steps(f"{text}\n") == WHOLE


def test_items_that_are_only_numbers_are_neither_steps_nor_left_over() -> None:
    listed = [one for number, step in enumerate(WHOLE, 1) for one in (str(number), step)]
    data = {"title": "Cake", "ingredients": ["2 eggs"], "directions": listed}
    made = read_text(json.dumps(data), format="json")
    assert (made.procedure.steps, made.unused) == (WHOLE, ())


def test_amounts_in_one_text_do_not_count_it() -> None:
    text = "Whisk 2 eggs. 2 Tbsp of oil go in. 3 Cups of flour follow."
    assert steps(f"{text}\n") == (text,)


def test_one_long_step_in_our_own_json_stays_one() -> None:
    text = "1. Whisk the eggs. 2. Add the flour. 3. Bake it."
    made = read_text(json.dumps({"goal": "Cake", "steps": [text]}), format="json")
    assert made.procedure.steps == (text,)


def test_a_list_is_not_read_anew_from_each_line_of_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counting(some: Iterable[str], below: Iterable[str] = ()) -> bool:
        read.append(1)
        return is_list(some, below)

    monkeypatch.setattr(lists, "is_list", counting)
    parse("\n".join(f"{number}." for number in range(1_990, 2_200)))
    assert not read


def test_a_wordy_bullet_is_read_once_however_many_lists_it_may_belong_to() -> None:
    lists_of_things._is_in_bullets.cache_clear()
    parse("Soup\n\n" + "- 2 eggs\n- take a pot and put it on the stove before you begin with the rest\n" * 50)
    assert lists_of_things._is_in_bullets.cache_info().misses <= 4
