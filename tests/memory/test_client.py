"""The memory as the app uses it: a worker that starts late, comes back when it dies, and ends with the app."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memory import messages as m
from memory.client import Died, Memory, WorkerProcess, settings_for
from memory.errors import MemoryFault, error_of
from tailor.config import Config
from tailor.core.errors import ContentError, DamagedError, NotFoundError, ProviderError, TailorError, UsageError
from tailor.core.procedure import procedure
from tailor.paths import user_paths
from tailor.storage import SaveError
from tests.memory.rows import memory, settings

BOW = procedure("Tie a bow", ["Loop.", "Pull."], ["ribbon"])


def pid_of(opened: object) -> int:
    pid = opened._worker.pid  # type: ignore[attr-defined]  # the test looks behind the scenes
    assert isinstance(pid, int)
    return pid


def corpus(home: Path, count: int) -> Path:
    file = home / "c.jsonl"
    lines = (json.dumps({"id": f"k{n}", "goal": f"Tie knot {n}", "steps": ["Loop."]}) for n in range(count))
    file.write_text("\n".join(lines))
    return file


@pytest.mark.parametrize(("name", "value"), [("LANCE_IO_THREADS", "abc"), ("TOKIO_WORKER_THREADS", "0")])
async def test_threads_that_other_programs_set_do_not_stop_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    async with memory(tmp_path) as held:
        assert await held.add([BOW], domain="craft") == 1


async def test_everything_a_person_does_with_it(tmp_path: Path) -> None:
    async with memory(tmp_path) as held:
        assert held._worker is None
        assert await held.add([BOW], domain="craft") == 1
        found = (await held.search("tie bow", 1))[0]
        assert (found.goal, found.steps, found.domain) == ("Tie a bow", ("Loop.", "Pull."), "craft")
        assert (await held.search("pull", 1, "steps"))[0].step == 2
        assert (await held.recall("nearest", "Tie a bow", 1))[0].id == found.id
        assert len(await held.random(3, seed=1)) == 3
        assert await held.tag(found.id, ["easy"])
        row = await held.get(found.id)
        assert row is not None
        assert row.tags == ("easy",)
        assert await held.get("nothing") is None
        told: list[m.RequestProgress] = []
        done = await held.import_corpus(str(corpus(tmp_path, 30)), told.append)
        assert done.added == 30
        assert told[-1].rows == 30
        stats = await held.stats()
        assert (stats.rows, stats.library) == (stats.starter + 31, 0)
        assert len({one.id async for one in held.export()}) == stats.rows
        assert await held.delete([found.id, "nothing"]) == 1
        assert (await held.rebuild()).rows == stats.rows - 1
        assert await held.optimize() == stats.rows - 1
        with pytest.raises(NotFoundError):
            await held.import_corpus(str(tmp_path / "nothing.jsonl"))
        pid = pid_of(held)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    folder = tmp_path / "memory"
    assert {oct(path.stat().st_mode & 0o077) for path in (folder, *folder.rglob("*"))} == {"0o0"}


async def test_a_worker_that_dies_is_started_again_and_nothing_is_lost(tmp_path: Path) -> None:
    async with memory(tmp_path) as held:
        await held.add([BOW])
        first = pid_of(held)
        asked = asyncio.gather(*(held.search("tie a bow", 1) for _ in range(5)))
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        assert {found[0].goal for found in await asked} == {"Tie a bow"}
        assert pid_of(held) != first


async def test_a_worker_killed_in_the_middle_of_an_import_goes_on(tmp_path: Path) -> None:
    async with memory(tmp_path) as held:
        killed: list[int] = []

        def kill(progress: m.RequestProgress) -> None:
            if not killed:
                killed.append(pid_of(held))
                os.kill(killed[0], signal.SIGKILL)

        done = await held.import_corpus(str(corpus(tmp_path, 4_500)), kill)
        assert killed
        assert done.unchanged >= 2_000
        assert done.added + done.unchanged == 4_500
        stats = await held.stats()
        assert stats.rows - stats.starter == 4_500


async def test_two_apps_at_once_make_no_duplicates(tmp_path: Path) -> None:
    file = str(corpus(tmp_path, 3_000))
    async with memory(tmp_path) as one, memory(tmp_path) as other:
        done = await asyncio.gather(one.import_corpus(file), other.import_corpus(file))
        assert [each.added + each.unchanged for each in done] == [3_000, 3_000]
        await asyncio.gather(one.optimize(), other.add([BOW]), one.add([BOW]))
        ids = [row.id async for row in other.export()]
        assert len(ids) == len(set(ids)) == (await one.stats()).starter + 3_001


async def test_a_worker_that_cannot_live_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.client.sys.executable", "/bin/false")
    async with memory(tmp_path) as held:
        with pytest.raises(MemoryFault, match="3 times"):
            await held.stats()


@pytest.mark.skipif(os.name == "nt", reason="the worker here is a script of the shell")
async def test_a_worker_that_says_no_more_has_ended_before_the_next_one_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (script := tmp_path / "worker").write_text(
        f"#!/bin/sh\nexec >&-\ncat >/dev/null\necho ended >>{tmp_path}/told\n"
    )
    script.chmod(0o700)
    monkeypatch.setattr("memory.client.sys.executable", str(script))
    with pytest.raises(MemoryFault, match="3 times"):
        await Memory(settings(tmp_path)).stats()
    assert (tmp_path / "told").read_text().split() == ["ended"] * 3


async def test_a_worker_that_cannot_be_started_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.client.sys.executable", str(tmp_path / "moved" / "python"))
    async with memory(tmp_path) as held:
        with pytest.raises(TailorError, match=r"could not be started \(No such file"):
            await held.stats()


async def test_a_log_that_cannot_be_written_keeps_nobody_from_the_memory(tmp_path: Path) -> None:
    (tmp_path / "log" / "memory.log").mkdir(parents=True)
    async with memory(tmp_path) as held:
        assert await held.add([BOW]) == 1


async def test_what_the_worker_prints_goes_to_the_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "procedures.lance").write_text("no folder at all")
    async with memory(tmp_path) as held:
        with pytest.raises(DamagedError):
            await held.stats()
    assert capfd.readouterr() == ("", "")
    log = tmp_path / "log" / "memory.log"
    assert log.stat().st_mode & 0o077 == 0


async def test_a_cancelled_import_stops(tmp_path: Path) -> None:
    async with memory(tmp_path) as held:
        begun = asyncio.Event()
        task = asyncio.create_task(held.import_corpus(str(corpus(tmp_path, 60_000)), lambda progress: begun.set()))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await held.add([BOW])  # waits its turn behind the import
        assert (await held.stats()).rows < 50_000


def test_the_worker_ends_when_the_app_is_killed(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; from tests.memory.rows import settings\n"
        "from memory.client import Memory\n"
        "async def main():\n"
        "    held = Memory(settings(Path(sys.argv[1]))); await held.stats()\n"
        "    print(held._worker.pid, flush=True); await asyncio.sleep(60)\n"
        "asyncio.run(main())"
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=root, stdout=subprocess.PIPE) as app:
        assert app.stdout is not None
        pid = int(app.stdout.readline())
        app.kill()
    worker = os.pidfd_open(pid) if _alive(pid) else None
    if worker is not None:
        import select

        assert select.select([worker], [], [], 10)[0], "the worker outlived the app"
        os.close(worker)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_stopped_worker_takes_no_more_questions(tmp_path: Path) -> None:
    worker = WorkerProcess(settings(tmp_path))
    await worker.stop()
    with pytest.raises(Died):
        await worker.ask("stats", {})


async def test_a_worker_that_ends_is_not_killed_so_that_its_code_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[object] = []
    monkeypatch.setattr("memory.client._kill", killed.append)
    worker = WorkerProcess(settings(tmp_path))
    await worker.ask("stats", {})
    process = worker._process
    assert process is not None
    await worker.stop()
    assert (killed, process.returncode) == ([], 0)


def test_the_apps_process_loads_nothing_heavy() -> None:
    code = (
        "import sys, memory.client, memory.messages, memory.client, tailor.cli.memory\n"
        "print([name for name in ('lancedb', 'pyarrow', 'numpy', 'torch', 'sentence_transformers')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_folder_one_is_in_is_not_searched_for_our_modules(tmp_path: Path) -> None:
    (tmp_path / "memory.py").write_text("raise SystemExit('hijacked')")
    (tmp_path / "json.py").write_text("raise SystemExit('hijacked')")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "memory.worker"], cwd=tmp_path, input=b"", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("ContentError", ContentError),
        ("NotFoundError", NotFoundError),
        ("UsageError", UsageError),
        ("DamagedError", DamagedError),
        ("SaveError", SaveError),
        ("ProviderError", ProviderError),
        ("MemoryFault", MemoryFault),
        ("whatever", MemoryFault),
    ],
)
def test_the_workers_errors_are_errors_here(kind: str, expected: type[Exception]) -> None:
    error = error_of(
        m.RequestFailed(kind=kind, message="so it is", fault="key" if kind == "ProviderError" else "")
    )
    assert type(error) is expected
    assert error.message == "so it is"


def test_the_settings_come_from_places_and_config(tmp_path: Path) -> None:
    home = user_paths({"TAILOR_HOME": str(tmp_path)})
    made = settings_for(home, Config(embedder="server:e5", base_url="https://x/v1"), "k")
    assert (made.uri, made.library) == (str(tmp_path / "memory"), str(tmp_path / "library"))
    assert (made.embedder, made.base_url, made.key) == ("server:e5", "https://x/v1", "k")
    assert settings_for(home, Config(memory_uri="s3://b/m")).uri == "s3://b/m"
