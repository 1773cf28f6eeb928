"""Learning from decisions on the command line: off by one switch, and by --no-memory."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tailor

COMMAND = ("customize", "starter.banana-nut-bread", "--hint", "allergic to nuts", "--plain", "--save")


@pytest.mark.parametrize(
    ("switched_off", "more", "kept"), [(False, (), True), (False, ("--no-memory",), False), (True, (), False)]
)
def test_decisions_are_kept_unless_learning_is_off(
    tailor: Tailor, home: Path, switched_off: bool, more: tuple[str, ...], kept: bool
) -> None:
    if switched_off:
        assert tailor("config", "set", "memory.learn", "false").returncode == 0
    assert tailor(*COMMAND, *more, stdin="y\nn\ny\nn\ny\ny\n").returncode == 0
    assert (home / "memory" / "lessons.jsonl").exists() is kept
