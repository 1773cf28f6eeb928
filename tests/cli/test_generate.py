"""`tailor generate` from the outside: built-in and with a server on this computer, exit codes, streams."""

import json
from pathlib import Path

import pytest

from tailor.cli import main as command_line
from tests.cli.conftest import Tailor

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command under its name, also where the list of commands does not hold it yet."""
    commands = dict(command_line.COMMANDS) | {"generate": "tailor.cli.generate:generate"}
    monkeypatch.setattr(command_line, "COMMANDS", commands)


def test_without_a_model_the_nearest_starter_is_adapted_and_said_to_be_that(tailor: Tailor) -> None:
    ran = tailor("generate", "--goal", "Bake crusty bread", "--resource", "flour", "--format", "text")
    assert ran.returncode == 0
    assert ran.stdout.startswith("Bake crusty bread")
    assert "No model was asked" in ran.stderr
    assert "You have this" in ran.stderr
    assert "starter.crusty-bread" in ran.stderr


def test_nothing_near_is_said_with_exit_one_and_nothing_on_stdout(tailor: Tailor) -> None:
    ran = tailor("generate", "--goal", "Overhaul a jet turbine")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "Nothing near enough" in ran.stderr


def test_with_a_hint_the_new_procedure_is_tailored_and_saved_with_its_origin(tailor: Tailor, home: Path) -> None:
    ran = tailor(
        "generate", "--goal", "Bake crusty bread", "--hint", "I have no oven", "--save", "--format", "text"
    )
    assert ran.returncode == 0
    assert "on the stove" in ran.stdout
    assert len(list((home / "library").glob("*.md"))) == 2


def test_json_gives_the_events_and_done_last_and_saving_keeps_how_it_was_made(tailor: Tailor, home: Path) -> None:
    ran = tailor("generate", "--goal", "Bake crusty bread", "--json", "--save")
    kinds = [json.loads(line)["kind"] for line in ran.stdout.splitlines()]
    assert kinds == [
        *("run_started", "memory_recalled", "stage_started", "draft_written", "stage_finished", "done"),
    ]
    (file,) = (home / "library").glob("*.md")
    text = file.read_text(encoding="utf-8")
    assert '"generated"' in text
    assert "starter.crusty-bread" in text


@pytest.mark.parametrize(
    "wrong",
    [
        ["--goal", " "],
        ["--goal", "x", "--method", "magic"],
        ["--goal", "x", "--json", "--format", "md"],
        ["--goal", "x", "--rounds", "-1"],
        ["--goal", "x", "--domain", "space"],
    ],
)
def test_wrong_usage_is_said_with_exit_two(tailor: Tailor, wrong: list[str]) -> None:
    ran = tailor("generate", *wrong)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr


def test_a_server_that_is_not_there_ends_with_exit_four_and_nothing_on_stdout(tailor: Tailor) -> None:
    ran = tailor(
        *("generate", "--goal", "x", "--no-memory", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"),
    )
    assert (ran.returncode, ran.stdout) == (4, "")
    assert ran.stderr
