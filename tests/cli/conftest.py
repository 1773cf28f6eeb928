"""Running the command line in a folder of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from tailor.cli.review import ReviewLines
from tailor.core.review import Review
from tailor.workspace import Workspace
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


def decided(review: Review, keys: Sequence[str], workspace: Workspace | None = None) -> tuple[Review, str]:
    """The review after these answers at the terminal, and all that was said and asked."""
    said: list[str] = []
    left = iter(keys)

    def ask(question: str) -> str | None:
        said.append(question)
        return next(left, None)

    with pytest.MonkeyPatch.context() as patched:
        for module in ("review", "console"):
            patched.setattr(f"tailor.cli.{module}.ask", ask)
        patched.setattr("tailor.cli.review.say", said.append)
        return ReviewLines(review, workspace).decide(), "\n".join(said)
