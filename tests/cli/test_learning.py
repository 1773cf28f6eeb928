"""Learning from decisions on the command line: off by one switch, and by --no-memory."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tailor

COMMAND = ("customize", "starter.banana-nut-bread", "--hint", "allergic to nuts", "--plain", "--save")


@pytest.mark.parametrize(
    ("switched_on", "more", "kept"), [(True, (), True), (True, ("--no-memory",), False), (False, (), False)]
)
def test_decisions_are_kept_only_where_learning_is_on(
    tailor: Tailor, home: Path, switched_on: bool, more: tuple[str, ...], kept: bool
) -> None:
    if switched_on:
        assert tailor("config", "set", "memory.learn", "true").returncode == 0
    assert tailor(*COMMAND, *more, stdin="y\nn\ny\nn\ny\ny\n").returncode == 0
    assert (home / "memory" / "lessons.jsonl").exists() is kept
