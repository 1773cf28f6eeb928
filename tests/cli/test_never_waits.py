"""Commands over a home in which a pipe that nobody writes to stands in the place of each file, one by one."""

import os
import signal
from pathlib import Path

import pytest

from tailor.cli import console
from tailor.cli.main import main
from tailor.core.errors import ContentError
from tests.cli.conftest import Tailor

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
LIST = ["library", "list"]
CHECK = ["library", "check"]
TAG = ["library", "tag", "bread-abcd", "quick"]
SHOW = ["show", "bread-abcd"]
CONFIG = ["config", "show"]
FOLLOW = ["follow", "starter.crusty-bread", "--plain"]
CUSTOMIZE = ["customize", "starter.crusty-bread", "--hint", "I have no oven"]
PLACES = {
    "library/bread-abcd.v1.md": [LIST, CHECK, TAG, SHOW, CUSTOMIZE, ["memory", "stats"]],
    "library/bread-abcd.meta.json": [LIST, CHECK, TAG],
    "library/trash/bread-abcd.note.json": [LIST, CHECK, SHOW, ["library", "undo", "--list"]],
    "library/trash": [LIST, CHECK, SHOW],
    "library": [LIST, CHECK, TAG, SHOW, CUSTOMIZE],
    "follow/starter.crusty-bread.json": [FOLLOW],
    "follow": [FOLLOW],
    "runs/some.jsonl": [["review"], ["review", "some"], ["show", "some"], CUSTOMIZE],
    "runs": [["review"], CUSTOMIZE],
    "config.toml": [CONFIG, ["profile", "add", "me", "no nuts"], CUSTOMIZE],
    "keys.toml": [["doctor"]],
    "memory/lessons.jsonl": [CUSTOMIZE],
    "memory": [["memory", "stats"], CUSTOMIZE],
    "log": [["memory", "stats"]],
    "log/memory.log": [["memory", "stats"]],
    "cache": [CUSTOMIZE],
    "../given.md": [
        ["import", "given.md"],
        ["check", "given.md", "--profile", "no nuts"],
        ["apply", "starter.crusty-bread", "given.md"],
        ["customize", "starter.crusty-bread", "--replay", "given.md"],
        ["memory", "extract", "given.md"],
    ],
    "../given.jsonl": [["memory", "import", "given.jsonl"]],
}
"""Each place where a file or folder may stand, and the commands that look there."""


def given_up(*_: object) -> None:
    raise AssertionError("it waits for ever")


@pytest.mark.parametrize("place", PLACES)
def test_no_command_waits_for_a_pipe_that_nobody_writes_to(tailor: Tailor, home: Path, place: str) -> None:
    path = Path(os.path.normpath(home / place))
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    signal.signal(signal.SIGALRM, given_up)
    try:
        for command in PLACES[place]:
            signal.alarm(30)
            ran = tailor(*command)
            assert "bug in Tailor itself" not in ran.stderr, (command, ran.stderr)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


@pytest.mark.parametrize("below", ["", "deeper/home"])
@pytest.mark.parametrize(
    "command", [LIST, CHECK, TAG, SHOW, FOLLOW, CUSTOMIZE, CONFIG, ["doctor"], ["review"], ["memory", "stats"], []]
)
def test_a_home_that_is_no_folder_is_named_as_what_it_is(
    tailor: Tailor, home: Path, command: list[str], below: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.write_text("mine")
    monkeypatch.setenv("TAILOR_HOME", str(home / below))
    ran = tailor(*(command or ["--plain"]))
    assert ran.returncode == (1 if command == ["doctor"] else 5)
    said = ran.stderr + ran.stdout
    assert "TAILOR_HOME" in said
    assert f"{home} is not a folder" in said or f"{home}, which is not a folder" in said
    assert home.read_text() == "mine"


@pytest.mark.parametrize(
    "command",
    [
        ["customize", "-", "--hint", "no oven"],
        ["read", "--steps", "3"],
        ["import", "-"],
        ["apply", "starter.crusty-bread", "-"],
    ],
)
def test_an_input_that_never_ends_is_refused(
    command: list[str], home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    signal.signal(signal.SIGALRM, given_up)
    signal.alarm(60)
    try:
        with Path("/dev/zero").open() as endless:
            monkeypatch.setattr("sys.stdin", endless)
            assert main(command) == 1
        assert "larger than 20 MB" in capfd.readouterr().err
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def test_a_line_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "LONGEST_LINE", 1_000)
    with Path("/dev/zero").open() as endless:
        monkeypatch.setattr("sys.stdin", endless)
        with pytest.raises(ContentError, match="1,000 characters"):
            console.read_line()
