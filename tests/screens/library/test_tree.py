"""The tree of the Library and the comparison of two procedures, without a screen."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.procedure import Times, procedure
from tailor.library.entries import LibraryEntry
from tailor.library.lineage import outdated
from tailor.library.search import BodyText, terms, vocabulary
from tailor.screens.library.pages import compare_page
from tailor.screens.library.procedure_list import about, found, labels, sought, tree_of
from tailor.screens.widgets.lists import ListRow
from tests.screens.conftest import BREAD
from tests.screens.hostile import HOSTILE
from tests.screens.library_case import NO_OVEN


def entry(stem: str, parent: str | None = None, *, goal: str = "", tags: tuple[str, ...] = ()) -> LibraryEntry:
    return LibraryEntry(
        id=f"{stem}.v1",
        goal=goal or stem,
        steps=3,
        version=1,
        parent=parent and f"{parent}.v1",
        origin="typed",
        tags=tags,
        created="",
        file=Path(),
    )


def drawn(*entries: LibraryEntry) -> list[tuple[str, int]]:
    return [(entry.stem, depth) for depth, entry in tree_of(entries)]


def test_variants_stand_below_their_original_and_families_by_their_latest_member() -> None:
    assert drawn(entry("c", "b"), entry("x"), entry("b", "a"), entry("d", "a"), entry("a")) == [
        ("a", 0),
        ("b", 1),
        ("c", 2),
        ("d", 1),
        ("x", 0),
    ]


def test_a_variant_whose_original_is_not_there_stands_by_itself() -> None:
    assert drawn(entry("b", "gone"), entry("s", "starter.x")) == [("b", 0), ("s", 0)]


def test_a_ring_of_parents_loses_nobody() -> None:
    assert sorted(drawn(entry("a", "b"), entry("b", "a"), entry("c", "c"))) == [("a", 1), ("b", 0), ("c", 0)]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), unique_by=lambda pair: pair[0], max_size=13))
def test_the_tree_holds_everyone_once(pairs: list[tuple[int, int]]) -> None:
    entries = [entry(f"p{own}", f"p{parent}") for own, parent in pairs]
    assert sorted(stem for stem, _ in drawn(*entries)) == sorted(one.stem for one in entries)


def test_a_chain_of_ten_thousand_costs_little() -> None:
    entries = [entry(f"p{n}", f"p{n - 1}") for n in range(10_000)]
    begun = time.process_time()
    assert len(tree_of(entries)) == 10_000
    assert time.process_time() - begun < 1


def test_a_search_looks_through_goal_tags_and_id() -> None:
    entries = [entry("soup-1", goal="Tomato soup"), entry("cake-2", goal="Cake", tags=("dinner",))]
    assert [one.stem for one in found(entries, terms("SOUP tom"))] == ["soup-1"]
    assert [one.stem for one in found(entries, terms("dinner"))] == ["cake-2"]
    assert [one.stem for one in found(entries, terms("cake-2"))] == ["cake-2"]
    assert found(entries, terms("")) == entries
    assert found(entries, terms("pizza")) == []


def test_a_search_finds_either_number_and_mends_a_word_that_nothing_says() -> None:
    entries = [
        entry("a", goal="Bake a peach tart"),
        entry("b", goal="Fry an onion and a berry"),
        entry("c", goal="Sharpen knives"),
        entry("d", goal="Cook springonion soup"),
    ]
    texts = {entries[0].id: BodyText(("Step 1: Slice the tomatoes.",), "step 1: slice the tomatoes.")}
    known = vocabulary([*(one.goal.lower() for one in entries), *(text.lower for text in texts.values())])

    def finds(query: str) -> list[str]:
        return [one.stem for one in found(entries, sought(query, entries, texts, known), texts=texts)]

    assert finds("onions") == ["b"]
    assert finds("onion") == ["b", "d"]  # a word by itself first
    assert finds("berries") == finds("berry") == ["b"]
    assert finds("knife") == ["c"]
    assert finds("peas") == []  # and no peach
    assert finds("onoin") == ["b", "d"]
    assert finds("tomatos") == finds("tomatoe") == ["a"]
    assert finds("zebra") == []


def test_labels_are_counted_and_leave_only_what_has_them() -> None:
    cake = replace(entry("cake", tags=("dinner",)), collections=("Sundays",))
    entries = [entry("soup", tags=("Dinner", "dinner", "quick")), cake]
    assert labels(entries) == [
        (("collection", "Sundays"), 1),
        (("tag", "Dinner"), 2),
        (("tag", "quick"), 1),
    ]
    assert found(entries, terms(""), ("collection", "Sundays")) == [cake]
    assert found(entries, terms("soup"), ("tag", "dinner")) == [entries[0]]
    assert found(entries, terms(""), ("tag", "Dinner")) == entries
    assert found(entries, terms("sundays")) == [cake]


def test_a_variant_is_behind_when_its_original_has_a_newer_version() -> None:
    original = replace(entry("a"), id="a.v2", version=2)
    behind, level = entry("b", "a"), replace(entry("c"), parent="a.v2")
    others = [entry("d", "gone"), replace(entry("e"), parent="starter.bread"), replace(entry("f"), parent="f.v1")]
    assert outdated([original, behind, level, *others]) == {"b.v1"}


def test_a_row_says_how_it_came_to_be() -> None:
    assert about(entry("a"), followed=True) == "being followed · 3 steps"


def test_a_comparison_says_word_by_word_what_changed() -> None:
    told = "\n".join(row.plain for row in compare_page(BREAD, NO_OVEN, True, 200))
    assert "[-Bake" in told
    assert "+   5  {+Brush off the flour.+}" in told
    assert "Let the dough rise for 3 hours" in told
    assert "4 changes" in told, "the goal's is one of those that are marked"


def test_a_step_that_goes_is_shown_where_it_stood() -> None:
    told = [row.plain.strip() for row in compare_page(BREAD, procedure(BREAD.goal, BREAD.steps[1:]), True, 200)]
    gone = next(at for at, row in enumerate(told) if row.startswith("−"))
    assert told[gone + 1].startswith("1  Mix 500 g")


def test_alike_is_said() -> None:
    assert compare_page(BREAD, BREAD, False, 80)[0].plain == "No difference."


@pytest.mark.parametrize("payload", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_texts_are_only_texts(payload: str) -> None:
    text = payload[:4_000]
    one = procedure(text, [text, "Stir."], [text])
    for plain in (True, False):
        for row in compare_page(one, procedure("x", ["Stir.", f"{text} and more"], [f"{text}!"]), plain, 40):
            assert "\x1b" not in row.plain
            assert row.cell_length <= 40


@pytest.mark.parametrize("width", [31, 52, 80])
def test_variants_of_one_name_are_told_apart_by_what_was_asked(width: int) -> None:
    goal = "Bake banana bread with walnuts"
    rows = [ListRow(goal, "tailored · 10 steps", "└─ ", hint) for hint in ("no nuts", "for 8 people", "")]
    shown = [one.content(width).plain for one in rows]
    assert len(set(shown)) == 3
    assert all(len(one) == width for one in shown)
    assert "· no nuts" in shown[0]
    assert shown[2].startswith("└─ Bake banana")


@given(st.text(max_size=60), st.text(max_size=60), st.integers(1, 100))
def test_a_row_is_as_wide_as_its_list_whatever_it_says(goal: str, hint: str, width: int) -> None:
    assert ListRow(goal, "tailored · 10 steps", "", hint).content(width).cell_length <= max(width, 1)


@pytest.mark.parametrize(
    ("changed", "shown"),
    [
        ({"notes": "Good\ncold."}, ["Notes", "~ {+Good", "cold.+}"]),
        ({"yields": "2 loaves"}, ["Yield", "~ {+2 loaves+}"]),
        ({"times": Times(prep=10, cook=40)}, ["Times", "~ {+prep 10 min, cook 40 min+}"]),
        ({"sections": ((2, "Dough"),)}, ["Headings", "~ {+Dough (step 2)+}"]),
        ({"tags": ("dinner",)}, ["Tags", "~ {+dinner+}"]),
    ],
)
def test_what_changed_beside_the_steps_is_a_difference_too(changed: dict[str, Any], shown: list[str]) -> None:
    told = [row.plain.strip() for row in compare_page(BREAD, replace(BREAD, **changed), True, 200)]
    assert told[0] == "1 change"
    assert [row for row in told if row in shown] == shown


def test_a_heading_that_only_moved_with_its_step_is_no_difference() -> None:
    before = replace(BREAD, sections=((3, "Oven"),))
    after = replace(BREAD, steps=("Wash your hands.", *BREAD.steps), sections=((4, "Oven"),))
    told = "\n".join(row.plain for row in compare_page(before, after, True, 200))
    assert told.startswith("1 change\n")
    assert "Headings" not in told
