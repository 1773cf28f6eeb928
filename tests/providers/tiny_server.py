"""A real llama.cpp server with a tiny model of random weights, for the tests that are marked `realserver`."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

_SCRIPT: Final = Path(__file__).with_name("tiny_llama.py")
_MISSING: Final = [name for name in ("xllamacpp", "gguf", "numpy") if importlib.util.find_spec(name) is None]

REALSERVER: Final = [
    pytest.mark.realserver,
    pytest.mark.skipif(bool(_MISSING), reason=f"needs {', '.join(_MISSING)}"),
]
"""The marks of a file of such tests."""


@contextmanager
def tiny_server(folder: Path) -> Iterator[str]:
    """The base URL of a running server, whose model is written into the folder."""
    command = [sys.executable, str(_SCRIPT), str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield process.stdout.readline().strip()
        process.stdin.close()
        process.wait(10)
