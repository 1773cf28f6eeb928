"""How Follow and its rescue look where room is scarce and where signs stand for something."""

from dataclasses import replace

import pytest

from tailor.core.dangers import cautions
from tailor.core.durations import durations
from tailor.core.following import begin, hold, ring, start
from tailor.core.procedure import procedure
from tailor.library.progress import ProgressStore
from tailor.screens.follow.page import WIDEST, list_page, needs_words, progress_row, shown, step_page, title_row
from tailor.screens.review.policy import RescuePolicy
from tailor.screens.review.screen import ReviewScreen
from tailor.storage import SaveError
from tests.screens.conftest import screen_text, typed
from tests.screens.follow_case import PANCAKES, Kitchen, following

ADVICE = "No space left on the device. Make room, then try again."


def rows_of(kitchen: Kitchen) -> list[str]:
    """What stands on the screen, without the room at the ends."""
    return [row.strip() for row in screen_text(kitchen.app).split("\n")]


def test_what_the_notes_warn_of_is_said_above_the_first_step_and_not_twice() -> None:
    one = procedure("Mow", ["Start it.", "Mow."], notes="Once a week.\nWARNING: no sandals.")
    rows = [row.plain.strip(" │") for row in step_page(begin(one, "a", 0.0), one, 30, 80, cautions(one))]
    assert rows.index("! WARNING: no sandals.") < rows.index("Start it.")
    assert sum("sandals" in row for row in rows) == 1
    assert "notes  Once a week." in rows
    assert needs_words(one, cautions(one)).count("sandals") == 1


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (40, 12)])
@pytest.mark.parametrize("depth", [8, 60])
async def test_a_long_fault_never_loses_its_cause_and_advice(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], depth: int
) -> None:
    def full(*_: object) -> None:
        raise SaveError(f"/home/me/{'long-folder/' * depth}p.json could not be written: {ADVICE}")

    monkeypatch.setattr(ProgressStore, "keep", full)
    async with following(environment, size) as (kitchen, pilot):
        await kitchen.press(pilot, "space")
        said = " ".join(rows_of(kitchen))
        assert ADVICE in said
        assert "/home/me/" in said
        assert "Step 2 of 7" in said or size[1] < 15


def test_a_long_section_name_leaves_the_room_to_the_step() -> None:
    one = procedure("Bake", ["Mix it."], [], sections=[(1, "The very long name of a section " * 8)])
    rows = [row.plain for row in step_page(begin(one, "a", 0.0), one, 20, 38)]
    head = next(at for at, row in enumerate(rows) if "Step 1 of 1   The very long" in row)
    assert rows[head].endswith("…")
    assert rows[head + 2].strip() == "Mix it."


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_done_steps_are_told_from_open_ones_where_one_jumps(
    environment: dict[str, str], size: tuple[int, int]
) -> None:
    async with following(environment, size) as (kitchen, pilot):
        await kitchen.press(pilot, "space", "space", "g")
        assert [row.count("✓") for row in rows_of(kitchen) if "1 Melt" in row or "3 Whisk" in row] == [1, 0]


@pytest.mark.parametrize(("at", "said"), [(2, "All other steps are done"), (7, "This is the last step")])
def test_the_last_step_is_called_so_only_where_it_is_the_last_of_all(at: int, said: str) -> None:
    others = tuple(number for number in range(1, 8) if number != at)
    left = replace(begin(PANCAKES, "a", 0.0), done=others, at=at)
    assert said in [row.plain.strip() for row in step_page(left, PANCAKES, 30, 80)]


def test_a_done_step_one_stands_on_shows_both() -> None:
    done = replace(begin(PANCAKES, "a", 0.0), done=tuple(range(1, 8)), at=7)
    rows = [row.plain for row in list_page(done, PANCAKES, 60)]
    assert all(row.startswith("✓") for row in rows)
    assert [number for number, row in enumerate(rows, 1) if "●" in row] == [7]


def test_timers_that_run_are_held_or_are_over_look_different_in_the_list() -> None:
    one, what = begin(PANCAKES, "a", 0.0), durations("1 minute")[0]
    one = start(replace(one, at=1), what, 0.0)
    one = hold(start(replace(one, at=2), what, 0.0), 2, 0.0)
    one, _ = ring(one, 61.0)
    one = start(replace(one, at=3), what, 61.0)
    rows = [row.plain for row in list_page(one, PANCAKES, 60)]
    assert [sign for row in rows for sign in "▲‖◔" if sign in row] == ["▲", "‖", "◔"]


async def test_a_rescue_without_edits_shows_what_is_done_and_marks_what_can_change(
    environment: dict[str, str],
) -> None:
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(pilot, "space", "space", "k", "r", *typed("my phone rang"), "enter")
        review = kitchen.app.screen
        assert isinstance(review, ReviewScreen)
        assert isinstance(review.policy, RescuePolicy)
        assert review.model.mark == ("s3", "step")
        done = [row for row in rows_of(kitchen) if row.startswith("✓")]
        assert [" ".join(row.split()[:3]) for row in done] == ["✓ 1 Melt", "✓ 2 Mix"]


async def test_a_rescue_with_edits_keeps_what_is_put_in_where_the_person_is_in_view(
    environment: dict[str, str],
) -> None:
    async with following(environment, (40, 15)) as (kitchen, pilot):
        await kitchen.press(pilot, "space", "space", "r", *typed("it is too dark"), "enter")
        review = kitchen.app.screen
        assert isinstance(review, ReviewScreen)
        assert isinstance(review.policy, RescuePolicy)
        assert review.model.card is not None
        assert "+  " in screen_text(kitchen.app), "the new step, where the person is"


@pytest.mark.parametrize(
    ("times", "amount", "makes"), [("1", "500 g flour", "2 loaves"), ("2", "1000 g flour", "4 loaves")]
)
def test_a_step_shows_the_amounts_it_takes_and_the_list_says_what_it_makes(
    times: str, amount: str, makes: str
) -> None:
    bread = procedure("Bread", ["Mix the flour and the water."], ["500 g flour", "350 ml water"])
    one = shown(replace(bread, yields="2 loaves"), times)
    rows = [row.plain.strip() for row in step_page(begin(bread, "a", 0.0), one, 20, 60)]
    assert rows.index(f"· {amount}") > rows.index("Mix the flour and the water.")
    assert needs_words(one).startswith(f"Makes {makes}:\n· {amount}")


def test_only_amounts_that_are_multiplied_are_said_to_be() -> None:
    bread = replace(begin(procedure("Bread", ["Mix."], ["500 g flour", "350 ml water"]), "a", 0.0), times="1/2")
    plant = replace(begin(procedure("Plant a tree", ["Dig."], ["1 tree", "1 spade"]), "a", 0.0), times="1/2")
    assert ("×½" in title_row(bread, 60).plain, "×½" in title_row(plant, 60).plain) == (True, False)


def test_what_must_be_made_ready_ahead_is_told_at_the_first_step_alone() -> None:
    flax = "2 flax eggs (for each, stir 1 tablespoon of flaxseed into water and leave it for 10 minutes)"
    one = procedure(
        "Cake", ["Heat the oven.", "Beat in the 2 flax eggs."], [flax, "1 egg timer", "50 g oats, fine"]
    )
    first, second = (
        " ".join(row.plain.strip() for row in step_page(replace(begin(one, "a", 0.0), at=at), one, 30, 200))
        for at in (1, 2)
    )
    assert "first" in first
    assert "leave it for 10 minutes" in " ".join(first.replace("│", " ").split())
    assert "oats" not in first
    assert "leave it for 10 minutes" not in second


@pytest.mark.parametrize(("height", "width"), [(30, 100), (16, 76), (9, 38)])
def test_the_step_stands_in_the_middle_and_is_framed_where_there_is_room(height: int, width: int) -> None:
    rows = [row.plain for row in step_page(begin(PANCAKES, "a", 0.0), PANCAKES, height, width)]
    drawn = [row for row in rows if row.strip()]
    left = min(len(row) - len(row.lstrip()) for row in drawn)
    assert abs(rows.index(drawn[0]) - (height - len(rows))) <= 2, "as much room above as below"
    assert any("╭─ Step 1 of 7" in row for row in rows) == (width >= WIDEST)
    assert all(len(row) <= width for row in rows)
    assert left == (width - min(WIDEST, width - 4)) // 2


def test_a_step_far_away_is_read_by_lines_that_stand_apart() -> None:
    one = replace(begin(PANCAKES, "a", 0.0), at=3)
    near, far = ([row.plain for row in step_page(one, PANCAKES, height, 100)] for height in (20, 30))
    for rows, lines in ((near, 1), (far, 2)):
        first = next(at for at, row in enumerate(rows) if "Whisk 400 ml" in row)
        assert "the flour." in rows[first + lines]


@pytest.mark.parametrize("width", [76, 38, 10, 5])
def test_the_line_of_progress_has_a_piece_for_each_step_or_is_one_bar(width: int) -> None:
    one = replace(begin(PANCAKES, "a", 0.0), at=4, done=(1, 2, 3))
    row = progress_row(one, width)
    pieces = row.plain.split(" ")
    assert row.cell_length == width
    assert [piece[0] for piece in pieces] == (["━"] * 3 + ["╍"] + ["─"] * 3 if width > 13 else ["━"])


def test_the_notes_of_a_how_to_are_at_the_first_step_alone_and_whole_with_what_is_needed() -> None:
    notes = "\n".join(f"Note {number}." for number in range(1, 9))
    one = replace(PANCAKES, notes=notes)
    first, second = (
        " ".join(row.plain.strip() for row in step_page(replace(begin(one, "a", 0.0), at=at), one, 16, 80))
        for at in (1, 2)
    )
    assert "notes  Note 1." in first
    assert "w shows them all" in first
    assert "Note" not in second
    assert needs_words(one).endswith(notes)
