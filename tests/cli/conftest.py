"""Running the command line in a folder of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.memory_at_hand import started

Ran: TypeAlias = "subprocess.CompletedProcess[str]"
Tailor: TypeAlias = Callable[..., Ran]


def only_this_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This TAILOR_HOME, and nothing else of Tailor's or OpenAI's in the environment."""
    for name in [name for name in os.environ if name.startswith(("TAILOR_", "OPENAI_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TAILOR_HOME", str(home))


def in_this_process(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tailor:
    """Runs a command in this process, as a terminal would: arguments in, exit code and both streams out.

    The memory's worker is at hand, too.
    """
    from tailor.cli.main import main

    monkeypatch.setattr("memory.client._started", started)

    def run(*arguments: str, stdin: str | bytes = "") -> Ran:
        data = stdin.encode("utf-8", "surrogatepass") if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="replace"))
        capfd.readouterr()
        code = main(arguments)
        out, err = capfd.readouterr()
        return subprocess.CompletedProcess(arguments, int(code), out, err)

    return run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home in a folder of its own, which is the current one."""
    only_this_home(tmp_path / "home", monkeypatch)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def tailor(home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tailor:
    """Runs commands in that home."""
    return in_this_process(capfd, monkeypatch)
