"""What can be gone on with: not what was saved or put away, and never more than one can take in."""

import time
from dataclasses import replace
from pathlib import Path

from tailor.core.decisions import accept
from tailor.core.durations import durations
from tailor.core.events import RunStarted
from tailor.core.following import begin, check, ring, start
from tailor.core.review_state import ReviewState
from tailor.library.progress import id_of, progress_store
from tailor.paths import Paths
from tailor.runs.history import dump, note_choices, note_saved, open_file, put_away
from tailor.runs.unfinished import MOST, UnfinishedFollowing, UnfinishedReview, unfinished
from tests.screens.review_case import LOAF, MODIFY, begun

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
    assert first.progress == f"0 of {len(LOAF.steps)} done, timer ends {rings}"
    assert (first.doing, second.doing) == ("Following", "Reviewing")


def test_a_timer_that_is_over_says_so_whether_it_rang_or_not(tmp_path: Path) -> None:
    paths = home(tmp_path)
    [length] = durations("10 minutes")
    begun = start(begin(LOAF, id_of(LOAF), NOW), length, NOW)
    ended = time.strftime("%H:%M", time.localtime(NOW + 600))
    for one in (begun, ring(begun, NOW + 700)[0]):
        progress_store(paths).keep(one)
        [found] = unfinished(paths, lambda: NOW + 700)
        assert found.progress == f"0 of {len(LOAF.steps)} done, timer ended {ended}"


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
    assert found.progress == "done, its changes not saved"
