"""What can be gone on with: not what was saved or put away, and never more than one can take in."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.durations import durations
from tailor.core.events import PlaceFound, RunStarted
from tailor.core.following import begin, check, ring, start, with_note
from tailor.core.review import Review, undo
from tailor.core.review.decisions import accept, fine, own_edit, reject
from tailor.core.review.state import ReviewState
from tailor.drafts import NOTE, REVIEW, Drafts
from tailor.library.progress import id_of, progress_store
from tailor.paths import Paths
from tailor.runs.history import dump, note_choices, note_saved, open_file, put_away
from tailor.runs.record_files import MOST_READ, is_settled
from tailor.runs.unfinished import MOST, UnfinishedFollowing, UnfinishedReview, open_reviews, unfinished
from tests.screens.review_case import LOAF, MODIFY, begun, finished, stage

NOW = 2e9


def home(folder: Path) -> Paths:
    return Paths(folder, folder, folder, folder)


def run(paths: Paths, name: str = "r1", decided: int = 1) -> Path:
    paths.runs.mkdir(exist_ok=True, parents=True)
    path = paths.runs / f"{name}.jsonl"
    dump([*begun(), *MODIFY], path)
    review = open_file(path).review
    for id in ReviewState(review).undecided[:decided]:
        review = accept(review, id).review
    note_choices(review.choices, path)
    return path


def listed(paths: Paths) -> list[str]:
    return [f"{one.goal}: {one.progress}" for one in unfinished(paths, lambda: 0.0)]


def test_a_review_half_decided_is_listed_with_its_progress(tmp_path: Path) -> None:
    run(home(tmp_path))
    [said] = listed(home(tmp_path))
    assert said.startswith("Bake a loaf: 1 of ")


def test_a_saved_review_is_not_listed_until_it_is_decided_on_again(tmp_path: Path) -> None:
    path = run(home(tmp_path))
    note_saved(path)
    assert listed(home(tmp_path)) == []
    note_choices(open_file(path).review.choices, path)
    assert len(listed(home(tmp_path))) == 1


def test_what_was_put_away_stays_in_its_record(tmp_path: Path) -> None:
    path = run(home(tmp_path))
    before = open_file(path)
    put_away(path)
    assert listed(home(tmp_path)) == []
    assert open_file(path) == before


def nothing_proposed(paths: Paths, *places: PlaceFound) -> Path:
    """A run that ended without a suggestion, and found these places."""
    paths.runs.mkdir(exist_ok=True, parents=True)
    path = paths.runs / "r1.jsonl"
    dump([*begun(), stage(1, "modify", LOAF.steps), *places, finished(1, "modify", "none")], path)
    return path


OVEN = PlaceFound(stage=1, id="p1", agent="modify", part="steps", step=1, word="oven", serves=("R1",))
DECIDED: dict[str, tuple[tuple[PlaceFound, ...], Callable[[Review], Review], str]] = {
    "own words for a step": (
        (),
        lambda one: own_edit(one, "replace", "s2", "Mix it.").review,
        "1 change of your own",
    ),
    "a step of one's own": ((), lambda one: own_edit(one, "insert", "s2", "Sing.").review, "1 change of your own"),
    "a step left out": ((), lambda one: own_edit(one, "replace", "s2", "").review, "1 change of your own"),
    "own words for a thing": (
        (),
        lambda one: own_edit(one, "replace", "r2", "a pan", "resources").review,
        "1 change of your own",
    ),
    "own words at a place": (
        (OVEN,),
        lambda one: own_edit(one, "replace", "s1", "Heat a pan.", place="p1").review,
        "1 of 1 decided, 1 change of your own",
    ),
    "a place that is fine": ((OVEN,), lambda one: fine(one, ["p1"]).review, "1 of 1 decided"),
    "a place, and own words elsewhere": (
        (OVEN,),
        lambda one: own_edit(one, "replace", "s2", "Mix it.").review,
        "0 of 1 decided, 1 change of your own",
    ),
}
"""What somebody decides or writes where nothing is suggested: the places found, the deed, what Home says of it."""


@pytest.mark.parametrize("deed", DECIDED)
def test_whatever_one_decided_or_wrote_waits_until_it_is_saved_or_taken_back(tmp_path: Path, deed: str) -> None:
    paths, (found, decide, said) = home(tmp_path), DECIDED[deed]
    path = nothing_proposed(paths, *found)
    before = listed(paths)
    review = decide(open_file(path).review)
    note_choices(review.choices, path)
    assert listed(paths) == [f"Bake a loaf: {said}"]
    note_choices(undo(review).choices, path)
    assert listed(paths) == before
    note_choices(review.choices, path)
    note_saved(path)
    assert listed(paths) == []


@pytest.mark.parametrize("reason", ["", "too thin for us"])
def test_a_rejection_waits_with_its_reason(tmp_path: Path, reason: str) -> None:
    path = run(home(tmp_path), decided=0)
    review = open_file(path).review
    note_choices(reject(review, ReviewState(review).undecided, reason).review.choices, path)
    assert listed(home(tmp_path)) == ["Bake a loaf: 3 of 3 decided"]


def test_a_review_in_which_nothing_was_suggested_or_done_is_not_listed(tmp_path: Path) -> None:
    nothing_proposed(home(tmp_path))
    assert listed(home(tmp_path)) == []


def test_half_typed_words_keep_their_review_and_what_is_followed_listed(tmp_path: Path) -> None:
    paths = home(tmp_path)
    nothing_proposed(paths)
    one = begin(jam := replace(LOAF, goal="Make jam"), id_of(jam), 0.0)
    progress_store(paths).keep(one)
    drafts = Drafts(paths.drafts)
    drafts.keep(f"{REVIEW}r1 s2", "Mix it wi")
    drafts.keep(f"{NOTE}{one.id}\n{one.step}", "Use a bigg")
    found = unfinished(paths, lambda: 0.0, drafts.half_typed())
    assert [one.progress for one in found] == ["you have not finished typing", "0 of 5 done"]
    assert unfinished(paths, lambda: 0.0) == []


def test_an_old_review_is_asked_about_no_more(tmp_path: Path) -> None:
    run(home(tmp_path))
    assert unfinished(home(tmp_path), lambda: NOW + 1e9) == []


def test_the_latest_few_reviews_are_listed_and_a_broken_record_hides_none(tmp_path: Path) -> None:
    for number in range(MOST + 2):
        run(home(tmp_path), f"r{number}")
    (home(tmp_path).runs / "zz.jsonl").write_text("{broken\n{}\n")
    assert len(listed(home(tmp_path))) == MOST


def test_a_question_half_way_through_following_is_no_review_to_go_on_with(tmp_path: Path) -> None:
    paths = home(tmp_path)
    paths.runs.mkdir(parents=True)
    started, *rest = begun()
    assert isinstance(started, RunStarted)
    dump([replace(started, strategy="rescue"), *rest, *MODIFY], paths.runs / "r1.jsonl")
    assert listed(paths) == []


def test_a_how_to_being_followed_is_listed_from_its_first_finished_step_to_its_last(tmp_path: Path) -> None:
    paths, one = home(tmp_path), begin(LOAF, id_of(LOAF), NOW)
    progress_store(paths).keep(one)
    assert listed(paths) == []
    progress_store(paths).keep(check(one))
    assert listed(paths) == ["Bake a loaf: 1 of 5 done"]
    for _ in range(5):
        one = check(one)
    progress_store(paths).keep(one)
    assert listed(paths) == []


def test_a_note_or_a_question_waits_though_no_step_is_done_yet(tmp_path: Path) -> None:
    paths, one = home(tmp_path), begin(LOAF, id_of(LOAF), 0.0)
    progress_store(paths).keep(with_note(one, "Use the small oven."))
    assert listed(paths) == ["Bake a loaf: 0 of 5 done"]
    progress_store(paths).keep(one)
    assert listed(paths) == []
    paths.runs.mkdir(parents=True)
    started, *rest = begun()
    assert isinstance(started, RunStarted)
    dump([replace(started, strategy="rescue"), *rest, *MODIFY], paths.runs / "r1.jsonl")
    assert listed(paths) == ["Bake a loaf: 0 of 5 done"]


def test_reviews_come_first(tmp_path: Path) -> None:
    paths = home(tmp_path)
    run(paths)
    progress_store(paths).keep(check(begin(LOAF, id_of(LOAF), NOW)))
    found = unfinished(paths, lambda: 0.0)
    assert [type(one) for one in found] == [UnfinishedReview, UnfinishedFollowing]


def test_what_a_timer_runs_for_comes_first_and_says_when_it_rings(tmp_path: Path) -> None:
    paths = home(tmp_path)
    run(paths)
    [length] = durations("10 minutes")
    progress_store(paths).keep(start(begin(LOAF, id_of(LOAF), NOW), length, NOW))
    first, second = unfinished(paths, lambda: 0.0)
    assert isinstance(first, UnfinishedFollowing)
    rings = time.strftime("%H:%M", time.localtime(NOW + 600))
    assert replace(first, seen=NOW).progress == f"0 of {len(LOAF.steps)} done, timer ends {rings}"
    assert (first.doing, second.doing) == ("Following", "Reviewing")


def test_a_timer_that_rings_on_another_day_names_the_day(tmp_path: Path) -> None:
    paths = home(tmp_path)
    [length] = durations("2 days")
    progress_store(paths).keep(start(begin(LOAF, id_of(LOAF), NOW), length, NOW))
    [chilled] = unfinished(paths, lambda: NOW)
    day = time.localtime(NOW + 2 * 86_400)
    rings = f"{time.strftime('%a', day)} {day.tm_mday} {time.strftime('%b, %H:%M', day)}"
    assert chilled.progress == f"0 of {len(LOAF.steps)} done, timer ends {rings}"


def test_a_timer_that_is_over_says_so_whether_it_rang_or_not(tmp_path: Path) -> None:
    paths = home(tmp_path)
    [length] = durations("10 minutes")
    begun = start(begin(LOAF, id_of(LOAF), NOW), length, NOW)
    ended = time.strftime("%H:%M", time.localtime(NOW + 600))
    for one in (begun, ring(begun, NOW + 700)[0]):
        progress_store(paths).keep(one)
        [found] = unfinished(paths, lambda: NOW + 700)
        assert found.progress == f"0 of {len(LOAF.steps)} done, timer ended {ended}"


def test_beside_a_timer_that_is_over_the_one_that_runs_is_told(tmp_path: Path) -> None:
    paths = home(tmp_path)
    short, long = (durations(words)[0] for words in ("10 minutes", "2 hours"))
    both = start(start(begin(LOAF, id_of(LOAF), NOW), short, NOW), long, NOW)
    progress_store(paths).keep(both)
    [found] = unfinished(paths, lambda: NOW + 700)
    ended, ends = (time.strftime("%H:%M", time.localtime(NOW + after)) for after in (600, 7_200))
    assert found.progress.endswith(f"timer ended {ended}, another ends {ends}")


def test_a_running_timer_is_listed_however_much_else_was_begun_since(tmp_path: Path) -> None:
    store = progress_store(home(tmp_path))
    for number in range(MOST + 2):
        loaf = replace(LOAF, goal=f"Loaf {number}", steps=(*LOAF.steps, f"Wait {number}."))
        one = check(begin(loaf, id_of(loaf), float(number)))
        store.keep(start(one, durations("5 minutes")[0], NOW) if number == 0 else one)
    found = unfinished(home(tmp_path), lambda: NOW)
    assert found[0].goal == "Loaf 0"
    assert len(found) == MOST + 1


def test_where_every_step_is_done_it_says_what_still_waits(tmp_path: Path) -> None:
    paths, one = home(tmp_path), begin(LOAF, id_of(LOAF), NOW)
    done = replace(start(one, durations("5 minutes")[0], NOW), done=tuple(range(1, one.count + 1)))
    progress_store(paths).keep(done)
    [found] = unfinished(paths, lambda: NOW)
    assert found.progress.startswith("every step done, timer ends ")
    progress_store(paths).keep(replace(done, timers=(), original=LOAF))
    [found] = unfinished(paths, lambda: NOW)
    assert found.progress == "done, changes not saved"


def test_a_review_with_decisions_stays_listed_however_many_runs_came_after(tmp_path: Path) -> None:
    first = run(home(tmp_path), "first")
    os.utime(first, (NOW, NOW))
    for number in range(MOST_READ + 2):
        dump([*begun(), *MODIFY], path := home(tmp_path).runs / f"r{number}.jsonl")
        os.utime(path, (NOW + 1 + number,) * 2)
    keys = [one.key for one in open_reviews(home(tmp_path).runs, NOW + 60)]
    assert (keys[-1], len(keys)) == ("first", MOST_READ + 1)


def test_a_review_with_nothing_decided_stays_listed_however_many_commands_came_after(tmp_path: Path) -> None:
    home(tmp_path).runs.mkdir(parents=True)
    dump([*begun(), *MODIFY], first := home(tmp_path).runs / "first.jsonl")
    os.utime(first, (NOW, NOW))
    for number in range(MOST_READ + 2):
        put_away(path := run(home(tmp_path), f"r{number}", decided=0))
        os.utime(path, (NOW + 1 + number,) * 2)
    assert [one.key for one in open_reviews(home(tmp_path).runs, NOW + 60)] == ["first"]


def test_the_last_decision_is_found_behind_more_than_the_end_of_a_record(tmp_path: Path) -> None:
    path = run(home(tmp_path))
    note_saved(path)
    dump([stage(9, "verify", ("Wait. " * 800,) * 6)], path)
    assert is_settled(path)
