"""No call of the memory waits for ever: for a worker that hangs, one that panics, or an address that makes it."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memory import client
from memory.client import Memory
from memory.errors import MemoryFault
from memory.messages import MemorySettings, line_of, message_of
from memory.worker import Worker
from tailor.core.procedure import procedure

ROOT = Path(__file__).parents[2]
BOW = procedure("Tie a bow", ["Cross the ends.", "Pull."])


class Panic(BaseException):
    """As those of LanceDB, which are no Exceptions."""


class Panicking:
    """A service whose every request panics."""

    touched = True

    def answer(self, *_: object) -> object:
        raise Panic("the sky fell")

    optimize = explained = answer


async def test_a_memory_may_lie_at_a_path_with_dots(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    memory = Memory(MemorySettings(uri=str(tmp_path / "here" / ".." / "there" / ".." / "memory"), log=""))
    try:
        await asyncio.wait_for(memory.add([BOW]), 60)
        assert [hit.goal for hit in await memory.search("bow", 1)] == [BOW.goal]
    finally:
        await memory.close()
    assert (tmp_path / "memory").is_dir()


@pytest.mark.parametrize("name", ["search", "add"])
def test_a_panic_in_the_worker_is_an_answer_and_the_next_request_gets_one_too(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    lines: list[bytes] = []
    worker = Worker(lines.append)
    worker._service = Panicking()  # type: ignore[assignment]
    for number in (1, 2):
        worker._answer(number, name, {})
        worker._tidy()
        worker._service.touched = True  # type: ignore[union-attr]
    told: list[Any] = [message_of(line) for line in lines]
    assert [(number, kind) for number, kind, _ in told] == [(1, "failed"), (2, "failed")]
    assert "the sky fell" in told[0][2]["message"]
    assert "the sky fell" in capfd.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="a process cannot be stopped there")
async def test_a_worker_that_hangs_is_ended_and_its_last_words_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = Memory(MemorySettings(uri=str(tmp_path / "memory"), log=str(log := tmp_path / "memory.log")))
    await memory.add([BOW])
    assert memory._worker is not None
    pid = memory._worker.pid
    assert pid is not None
    log.write_text("it went well\ncounting sheep\n\n")
    monkeypatch.setattr(client, "PATIENCE", 0.1)
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(MemoryFault, match="counting sheep"):
        await asyncio.wait_for(memory.search("bow"), 30)
    monkeypatch.undo()
    assert (await memory.get(f"nothing-{pid}")) is None  # by the next worker
    assert memory._worker is not None
    assert memory._worker.pid not in (None, pid)
    await memory.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_worker_whose_app_is_gone_ends_though_a_call_of_it_never_does(tmp_path: Path) -> None:
    code = (
        "import threading, memory.worker as worker\n"
        "worker.Service.answer = lambda *_: threading.Event().wait()\n"
        "worker.FAREWELL = 0.1\n"
        "worker.main()"
    )
    asked = line_of(0, "open", {"settings": MemorySettings(uri=str(tmp_path / "memory"))}) + line_of(
        1, "stats", {}
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, input=asked, capture_output=True, timeout=30, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


async def test_a_worker_that_dies_again_and_again_has_its_last_words_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (log := tmp_path / "memory.log").write_text("no room for my table\n")
    monkeypatch.setattr("memory.client.sys.executable", "/bin/false")
    with pytest.raises(MemoryFault, match="no room for my table"):
        await Memory(MemorySettings(uri=str(tmp_path / "memory"), log=str(log))).stats()
