"""Learning from decisions on the command line: off by one switch, and by --no-memory."""

from pathlib import Path

import pytest

from memory.lessons import FILE
from tests.cli.conftest import Tailor

COMMAND = ("customize", "starter.banana-nut-bread", "--hint", "no butter", "--plain", "--save")


@pytest.mark.parametrize(
    ("switched_off", "more", "kept"), [(False, (), True), (False, ("--no-memory",), False), (True, (), False)]
)
def test_decisions_are_kept_unless_learning_is_off(
    tailor: Tailor, home: Path, switched_off: bool, more: tuple[str, ...], kept: bool
) -> None:
    if switched_off:
        assert tailor("config", "set", "memory.learn", "false").returncode == 0
    assert tailor(*COMMAND, *more, stdin="y\n").returncode == 0
    assert (home / "memory" / "lessons.jsonl").exists() is kept


def test_a_review_that_is_opened_again_and_saved_is_learned_from(tailor: Tailor, home: Path) -> None:
    assert tailor(*COMMAND[:-1], stdin="y\n").returncode == 0
    run = tailor("review").stdout.split("\t")[0]
    assert not (home / "memory" / FILE).exists(), "nothing was saved"
    assert tailor("review", run, "--plain", "--save", stdin="").returncode == 0
    assert len((home / "memory" / FILE).read_text(encoding="utf-8").splitlines()) == 1


def test_a_review_is_not_learned_from_where_learning_is_off(tailor: Tailor, home: Path) -> None:
    assert tailor("config", "set", "memory.learn", "false").returncode == 0
    assert tailor(*COMMAND[:-1], stdin="y\n").returncode == 0
    run = tailor("review").stdout.split("\t")[0]
    assert tailor("review", run, "--plain", "--save", stdin="").returncode == 0
    assert not (home / "memory" / FILE).exists()


@pytest.mark.parametrize(("learn", "kept"), [("true", True), ("false", False)])
def test_what_is_written_for_a_hint_and_saved_is_learned_from(
    tailor: Tailor, home: Path, learn: str, kept: bool
) -> None:
    assert tailor("config", "set", "memory.learn", learn).returncode == 0
    goal = ("generate", "--goal", "Bake crusty bread", "--hint", "half of it")
    assert tailor(*goal, "--plain", "--save", stdin="y\n").returncode == 0
    assert (home / "memory" / FILE).exists() is kept
