"""A tiny GGUF file of random weights for the tests that let Tailor itself run llama.cpp, and what they look at."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from tailor.core.protocols import Message, Settings
from tailor.paths import Paths, user_paths
from tailor.providers.local.session import LocalModelSettings

ASK: Final = [Message("user", "Bake bread")]
SHORT: Final = Settings(max_tokens=60, grammar='root ::= "done\\n"')
LONG: Final = Settings(max_tokens=1900, temperature=1.0, grammar="root ::= [a-z ]{1800}")
"""Takes seconds to answer."""

USER: Final = """
import asyncio, sys
from pathlib import Path
from tests.providers.tiny_gguf import ASK, LONG, SHORT, at_home, wanted
from tailor.providers.local.model import LocalModel

async def main():
    model = LocalModel(at_home(sys.argv[1]), wanted(Path(sys.argv[2])))
    async for chunk in model.stream(ASK, LONG if sys.argv[3] == "long" else SHORT):
        print(type(chunk).__name__, flush=True)
    print("over", flush=True)
    sys.stdin.read()

asyncio.run(main())
"""
"""A program that asks the model once, tells each chunk, and lives until its stdin ends."""


@cache
def tiny_gguf() -> Path:
    """The file, written once in this process."""
    path = Path(tempfile.mkdtemp(prefix="tailor-tiny-")) / "tiny.gguf"
    writer = Path(__file__).with_name("tiny_llama.py")
    subprocess.run([sys.executable, str(writer), "--file", str(path)], check=True, timeout=60)
    return path


def at_home(folder: str | Path) -> Paths:
    return user_paths({"TAILOR_HOME": str(folder)})


def wanted(model: Path | None = None, idle: float = 60.0, context: int | None = None) -> LocalModelSettings:
    """The tiny model, or another, with one thread."""
    return LocalModelSettings(model=model or tiny_gguf(), threads=1, idle=idle, context=context)


class AnotherUser:
    """A program of its own that uses the model (`USER`)."""

    def __init__(self, paths: Paths, ask: str = "short") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", USER, str(paths.data), str(tiny_gguf()), ask],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TAILOR_HOME": str(paths.data)},
        )

    def until(self, word: str) -> "AnotherUser":
        """Wait until it has told this word."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.strip().decode() == word:
                return self
        raise AssertionError(f"it ended before it said {word}")

    def told_all(self) -> None:
        """Wait until it has been answered, or has ended with an error."""
        with contextlib.suppress(AssertionError):
            self.until("over")

    def kill(self) -> None:
        """End it as nobody can defend against, and let nothing of it stay."""
        self._process.kill()
        self._process.communicate()

    def end(self) -> None:
        """Let it end in good order."""
        assert self._process.communicate(timeout=20) is not None
        assert self._process.returncode == 0


def processes(paths: Paths) -> dict[str, int]:
    """The processes of local models that were started from this home: "child" and "llama" with their ids."""
    found = {}
    mark = f"TAILOR_HOME={paths.data}".encode()
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            _, of, name = (folder / "cmdline").read_bytes().partition(b"-m\0tailor.providers.local.")
            if of and mark in (folder / "environ").read_bytes().split(b"\0"):
                found[name.strip(b"\0").decode()] = int(folder.name)
    return found


def until(holds: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether it holds within so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
