"""Finding a procedure by a few letters."""

from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.procedure import procedure
from tailor.library.store import Library, starter_procedures
from tailor.screens.home.catalog import (
    MOST_FOUND,
    Catalog,
    read_catalog,
    saved_entries,
    starter_entries,
    typed_entry,
)
from tailor.workspace import Workspace
from tests.screens.conftest import books, shelf_of

GOALS = ("Bake a crusty loaf of bread", "Bread without kneading", "Clean a greasy oven", "Repair a bicycle tyre")
SHELF = shelf_of(*(procedure(goal, ["step"]) for goal in GOALS))


def found(query: str) -> list[str]:
    return [book.goal for book in SHELF.find(query)]


def test_where_a_word_begins_so_comes_before_where_it_is_inside_one() -> None:
    goals = (
        "Cut the electricity bill",
        "Plan a long weekend in a city",
        "Clean a pan",
        "Bake a loaf in a lidded pan",
    )
    catalog = shelf_of(*(procedure(goal, ["step"]) for goal in goals))
    assert [one.goal for one in catalog.find("city")] == [goals[1], goals[0]]
    assert [one.goal for one in catalog.find("cit")] == [goals[1], goals[0]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("bread", "Bread without kneading"),
        ("loaf bread", "Bake a crusty loaf of bread"),
        ("oven", "Clean a greasy oven"),
        ("BICYCLE", "Repair a bicycle tyre"),
        ("bcycle", "Repair a bicycle tyre"),
        ("crsty loaf", "Bake a crusty loaf of bread"),
    ],
)
def test_the_best_find_comes_first(query: str, first: str) -> None:
    assert found(query)[0] == first


@pytest.mark.parametrize("query", ["flat tire", "color a wall", "aluminum foil", "tires"])
def test_a_word_finds_how_it_is_spelt_on_the_other_side_of_the_atlantic(query: str) -> None:
    goals = ("Fix a flat tyre", "Colour a wall", "Fold aluminium foil", "Tired of stairs")
    [first, *others] = [book.goal for book in shelf_of(*(procedure(goal, ["step"]) for goal in goals)).find(query)]
    assert first != "Tired of stairs"
    assert not others


@pytest.mark.parametrize("query", ["bicicle", "repair a bycycle tyre", "kneeding"])
def test_a_word_that_is_nowhere_finds_the_one_a_letter_apart(query: str) -> None:
    assert len(found(query)) == 1


def test_an_empty_search_finds_all_in_their_order() -> None:
    assert found("  ") == list(GOALS)


@pytest.mark.parametrize("query", ["fix a wobbly chair", "knit socks", "bake a violin", "xyz"])
def test_a_goal_nobody_wrote_down_finds_nothing_by_accident(query: str) -> None:
    assert found(query) == []


def test_what_was_typed_is_not_taken_for_another_of_the_same_goal_and_length() -> None:
    mine, same = procedure(GOALS[0], ["my own step"]), procedure(GOALS[1], ["step"])
    shelf = SHELF.with_written([mine, same])
    assert [book.open().steps for book in shelf.entries if book.goal == GOALS[0]] == [("my own step",), ("step",)]
    assert [book.goal for book in shelf.entries].count(GOALS[1]) == 1
    assert [shelf.key_of(one) for one in (mine, same)] == [shelf.entries[at].key for at in (0, 2)]


def test_a_search_shows_no_more_than_anybody_reads() -> None:
    assert len(Catalog(list(books(1_000))).find("saved")) == MOST_FOUND


def test_own_procedures_are_found_by_their_tags_and_open_from_disk(tmp_path: "object") -> None:
    from pathlib import Path

    library = Library(Path(str(tmp_path)) / "library")
    saved = library.save(procedure("Knit socks", ["Cast on."]))
    [book] = saved_entries(library)
    assert (book.key, book.goal, book.about) == (saved.id, "Knit socks", "typed · 1 step")
    library.find = None  # type: ignore[assignment, method-assign] # of thousands, no name is looked through
    assert book.open().steps == ("Cast on.",)


def test_the_starters_are_there_with_their_domain() -> None:
    found = list(starter_entries())
    assert len(found) >= 48
    assert all(book.open().steps and book.key.startswith("starter.") for book in found)
    assert len({book.key for book in found}) == len(found)


def test_what_was_asked_is_told_only_of_books_with_the_same_goal(tmp_path: Path) -> None:
    library = Library(tmp_path)
    loaf = library.save(procedure(GOALS[0], ["step"]))
    library.save(procedure(GOALS[0], ["other"]), parent=loaf.id, hint="no oven")
    library.save(procedure("A goal of its own", ["other"]), parent=loaf.id, hint="no time")
    hints = [(book.goal, book.hint) for book in Catalog(list(saved_entries(library))).entries if book.hint]
    assert hints == [(GOALS[0], "no oven"), (GOALS[0], "the original")]


def test_a_search_finds_the_words_that_tell_two_of_one_name_apart() -> None:
    stew = procedure("Lentil stew", ["Boil it."])
    rows = [
        typed_entry(stew),
        replace(typed_entry(replace(stew, steps=("Boil it well.",))), key="2", hint="only for two"),
    ]
    made = Catalog(rows)
    assert [one.key for one in made.find("lentil original")] == [rows[0].key]
    assert [one.key for one in made.find("stew two")] == ["2"]


def test_a_starter_that_was_saved_as_it_is_stands_there_once(tmp_path: Path) -> None:
    workspace = Workspace({"TAILOR_HOME": str(tmp_path)})
    own = next(one for one in starter_procedures() if one.id == "starter.pancakes")
    saved = workspace.library.save(replace(own, id=""))
    assert [book.key for book in read_catalog(workspace).entries if book.goal == own.goal] == [saved.id]
