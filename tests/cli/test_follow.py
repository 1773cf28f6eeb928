"""`tailor follow --plain`: line by line, the place kept, timers said at the next question."""

from pathlib import Path

import pytest

from tailor.cli.follow import Lines, follow_lines
from tailor.core.following import begin
from tailor.core.procedure import procedure
from tailor.library.places_kept import PlacesKept
from tests.cli.conftest import Tailor

SOUP = procedure("Soup", ["Boil water.", "Simmer for 20 minutes.", "Serve."])


def test_the_place_is_kept_from_one_time_to_the_next(tailor: Tailor) -> None:
    first = tailor("follow", "starter.crusty-bread", "--plain", stdin="y\ny\nm\nwarm\nq\n")
    assert first.returncode == 0
    assert "Your place is kept: step 3 of 11, 2 done." in first.stderr
    again = tailor("follow", "starter.crusty-bread", "--plain", stdin="")
    assert "You are back at step 3; 2 of 11 done." in again.stderr
    assert "your note: warm" in again.stderr
    assert again.stdout == ""


def test_an_unknown_procedure_is_not_found(tailor: Tailor) -> None:
    assert tailor("follow", "starter.nothing-like-it", "--plain").returncode == 3


def test_a_timer_is_said_at_the_next_question_and_every_question_ends_in_its_keys(tmp_path: Path) -> None:
    said: list[str] = []
    asked: list[str] = []
    answers = iter(["y", "t", "y", "y"])
    times = iter(range(0, 100_000, 700))

    def ask(question: str) -> str | None:
        asked.append(question)
        return next(answers, None)

    kept = PlacesKept(tmp_path / "follow")
    end = follow_lines(begin(SOUP, "soup-ab12.v1", 0.0), Lines(said.append, ask, lambda: float(next(times))), kept)
    assert end.finished
    assert any(line.startswith("Time is up") and "20 minutes" in line for line in said)
    assert all(question.endswith("q or ?: ") for question in asked)
    assert kept.load("soup-ab12.v1") is None


@pytest.mark.parametrize(
    "keys", ["g\n99\nq\n", "g\nx\nq\n", "u\nb\nb\nn\nzzz\n?\nq\n", "t\nno time\nq\n", "t\n\nq\n"]
)
def test_odd_answers_harm_nothing(tailor: Tailor, keys: str) -> None:
    ran = tailor("follow", "starter.crusty-bread", "--plain", stdin=keys)
    assert ran.returncode == 0
    assert "Your place is kept" in ran.stderr
