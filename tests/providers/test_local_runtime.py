"""A model on this computer, run by the real llama.cpp: started, shared, killed, damaged, too large."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import stat
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from tailor.core.errors import ProviderError
from tailor.core.protocols import Attempt, Chunk, Message, Settings, Text, Usage, Wait
from tailor.paths import Paths
from tailor.providers.local import session
from tailor.providers.local.messages import ChildRecord, keep_records, records
from tailor.providers.local.model import LocalModel
from tailor.providers.server import TokenRate
from tests.providers.tiny_gguf import ASK, LONG, SHORT, AnotherUser, at_home, processes, tiny_gguf, until, wanted
from tests.providers.tiny_server import REALSERVER

pytestmark = [*REALSERVER, pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")]


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Paths]:
    """A home of its own; whatever runs for it is ended afterwards."""
    home = at_home(tmp_path / "home")
    monkeypatch.setenv("TAILOR_HOME", str(home.data))
    yield home
    session.leave_all()
    for pid in processes(home).values():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


async def said(model: LocalModel, settings: Settings = SHORT) -> list[Chunk]:
    return await all_of(model.stream(ASK, settings))


async def error_of(model: LocalModel) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        await said(model)
    return raised.value


async def error_after_text(model: LocalModel, happens: Callable[[], None]) -> ProviderError:
    """What a call ends with if this happens once it has begun to answer."""
    stream = model.stream(ASK, LONG)
    while not isinstance(await anext(stream), Text):
        pass
    await asyncio.to_thread(happens)
    with pytest.raises(ProviderError) as raised:
        await all_of(stream)
    return raised.value


async def all_of(stream: AsyncIterator[Chunk]) -> list[Chunk]:
    return [chunk async for chunk in stream]


def read(path: str) -> str:
    return Path(path).read_text()


def only(paths: Paths) -> session.RunningModel:
    """The one model that runs."""
    (one,) = session.status(paths)
    return one


async def test_the_first_call_loads_the_model_tells_so_and_streams_what_the_grammar_allows(paths: Paths) -> None:
    assert session.status(paths) == ()
    chunks = await said(LocalModel(paths, wanted()))
    waits = [one.reason for one in chunks if isinstance(one, Wait)]
    assert chunks[0] == Attempt(1)
    assert chunks.count(Attempt(1)) == 1
    assert waits[0].startswith("Loading the model…")
    assert waits[-1] == "The model is loaded and reading."
    assert "".join(one.text for one in chunks if isinstance(one, Text)) == "done\n"
    assert isinstance(chunks[-1], Usage)
    again = await said(LocalModel(paths, wanted()))
    assert not [one for one in again if isinstance(one, Wait)]


async def test_a_long_text_is_read_with_the_time_left_and_a_long_answer_comes_with_its_rate(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces, heard = Counter[TokenRate](), TokenRate.heard

    def in_tenths(speed: TokenRate, now: float) -> None:
        """Each piece comes a tenth of a second after the one before."""
        pieces[speed] += 1
        heard(speed, pieces[speed] / 10)

    monkeypatch.setattr(TokenRate, "heard", in_tenths)
    text = [Message("user", "Bake bread. " * 300)]
    chunks = await all_of(LocalModel(paths, wanted(context=8_192)).stream(text, LONG))
    reads = [
        one
        for one in chunks
        if isinstance(one, Wait) and re.fullmatch(r"The model is reading: \d+%\.", one.reason)
    ]
    assert len(reads) >= 3
    assert all(one.seconds > 0 for one in reads)
    rates = [one.rate for one in chunks if isinstance(one, Text) and one.rate]
    (usage,) = (one for one in chunks if isinstance(one, Usage))
    assert len(rates) > 1_000
    assert {*rates, usage.rate} == {10.0}


async def test_the_record_is_private_and_the_key_in_no_argument_and_no_log(paths: Paths) -> None:
    await said(LocalModel(paths, wanted()))
    file = paths.cache / "local.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert until(lambda: records(paths.cache)[0].port is not None)
    (record,) = records(paths.cache)
    assert record.model == str(tiny_gguf())
    assert set(processes(paths)) == {"child", "llama"}
    for pid in processes(paths).values():
        assert record.key not in "".join(read(f"/proc/{pid}/{name}") for name in ("cmdline", "environ"))
    log = (paths.log / "local.log").read_text()
    assert record.key not in log
    assert "Bake bread" not in log


async def test_it_listens_on_this_computer_alone_and_answers_nobody_without_its_key(paths: Paths) -> None:
    await said(LocalModel(paths, wanted()))
    port = only(paths).state.port
    listening = [line.split()[1] for line in read("/proc/net/tcp").splitlines()[1:] if " 0A " in line]
    assert [one for one in listening if one.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]
    with socket.create_connection(("127.0.0.1", port or 0), 5) as stranger:
        body = b'{"messages": []}'
        head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        stranger.sendall(head.encode() + body)
        assert b" 401 " in stranger.recv(200)
    with socket.create_connection(("127.0.0.1", records(paths.cache)[0].door), 5) as stranger:
        stranger.sendall(b'{"challenge": "x"}\n{"proof": "x", "role": "stopper"}\n')
        stranger.shutdown(socket.SHUT_WR)
        told = b"".join(iter(lambda: stranger.recv(4096), b""))
    assert b"phase" not in told
    assert only(paths).state.users == 1


async def test_two_windows_share_one_process_and_the_last_one_ends_it(paths: Paths) -> None:
    users = [AnotherUser(paths) for _ in range(3)]
    for user in users:
        user.until("over")
    assert len(processes(paths)) == 2
    assert only(paths).state.users == 3
    for user in users[:2]:
        user.kill()
    assert until(lambda: only(paths).state.users == 1)
    users[2].kill()
    assert until(lambda: not processes(paths))
    assert records(paths.cache) == ()


@pytest.mark.parametrize("word", ["Attempt", "Wait", "Text"])
def test_no_process_is_left_when_its_user_is_killed(word: str, paths: Paths) -> None:
    AnotherUser(paths, "long").until(word).kill()
    assert until(lambda: not processes(paths), 12.0)


async def test_what_a_program_leaves_in_good_order_stays_for_the_next_one(paths: Paths) -> None:
    user = AnotherUser(paths).until("over")
    before = processes(paths)
    user.end()
    assert session.status(paths)[0].state.users == 0
    await said(LocalModel(paths, wanted()))
    assert processes(paths) == before
    session.leave_all()
    assert until(lambda: not processes(paths))


@pytest.mark.parametrize("which", ["child", "llama"])
async def test_a_crash_ends_the_call_with_plain_words_and_the_next_call_works(which: str, paths: Paths) -> None:
    model = LocalModel(paths, wanted())
    error = await error_after_text(model, lambda: os.kill(processes(paths)[which], signal.SIGSEGV))
    assert error.fault == "server"
    assert "stopped unexpectedly" in error.message
    assert "Tailor keeps running" in error.message
    assert ("SIGSEGV" in error.message) == (which == "llama")
    assert until(lambda: not processes(paths))
    assert isinstance((await said(model))[-1], Usage)


async def test_it_ends_after_its_idle_time_and_is_loaded_again_when_it_is_needed(paths: Paths) -> None:
    model = LocalModel(paths, wanted(idle=1.0))
    await said(model)
    assert until(lambda: not processes(paths), 60.0)
    assert [chunk for chunk in await said(model) if isinstance(chunk, Wait)]


async def test_stop_ends_it_for_everybody_and_a_call_says_so(paths: Paths) -> None:
    model = LocalModel(paths, wanted())
    stopped: list[session.RunningModel] = []
    error = await error_after_text(model, lambda: stopped.extend(session.stop(paths)))
    assert "stopped from another window" in error.message
    assert [one.model for one in stopped] == [tiny_gguf()]
    assert processes(paths) == {}
    assert records(paths.cache) == ()
    assert session.stop(paths) == ()


# -- files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "length", "says"),
    [
        (b"GGUF", b"nope", None, "It is not a GGUF file"),
        (b"", b"", 0, "It is not a GGUF file"),
        (b"", b"", 100, "damaged"),
        (b"", b"", 200_000, "damaged or incomplete"),
        (b"llama", b"qzama", None, "“qzama” model, which this version of llama.cpp does not know"),
        (b"attn_k.weight", b"xttn_k.weight", None, "llama.cpp refused"),
    ],
    ids=["other", "empty", "head", "half", "kind", "part"],
)
async def test_a_file_that_is_no_whole_model_is_told_in_words(
    old: bytes, new: bytes, length: int | None, says: str, paths: Paths, tmp_path: Path
) -> None:
    file = tmp_path / "bad.gguf"
    file.write_bytes(tiny_gguf().read_bytes().replace(old, new)[:length])
    error = await error_of(LocalModel(paths, wanted(file)))
    assert says in error.message
    assert error.fault == "model"
    assert until(lambda: not processes(paths))


async def test_a_text_that_is_too_long_names_the_setting(paths: Paths) -> None:
    model = LocalModel(paths, wanted(context=512))
    with pytest.raises(ProviderError, match="the 512 tokens that tiny can read now"):
        await all_of(model.stream([Message("user", "flour " * 500)], SHORT))
    assert isinstance((await said(model))[-1], Usage)


async def test_a_file_that_is_gone_is_named(paths: Paths, tmp_path: Path) -> None:
    error = await error_of(LocalModel(paths, wanted(tmp_path / "gone.gguf")))
    assert error.message.startswith("The file for gone cannot be read: No such file")


async def test_a_computer_without_llama_cpp_is_told_what_else_there_is(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "find_spec", lambda name: None)
    error = await error_of(LocalModel(paths, wanted()))
    assert "the built-in tailor" in error.message


# -- memory ------------------------------------------------------------------------------------------------------


async def test_a_model_that_does_not_fit_is_refused_before_anything_is_loaded(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "free_memory", lambda: 100_000_000)
    error = await error_of(LocalModel(paths, wanted()))
    assert re.search(r"needs about 1\d\d MB; 100 MB is free. Nothing was loaded.", error.message)
    assert processes(paths) == {}


def copy_of(folder: Path) -> Path:
    """The tiny model under another name."""
    other = folder / "other.gguf"
    other.write_bytes(tiny_gguf().read_bytes())
    return other


async def test_a_second_model_starts_only_if_the_memory_suffices(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = AnotherUser(paths).until("over")
    other = LocalModel(paths, wanted(copy_of(tmp_path)))
    with monkeypatch.context() as little:
        little.setattr(session, "free_memory", lambda: 100_000_000)
        error = await error_of(other)
    assert "on top of tiny, which another window or command uses" in error.message
    await said(other)
    assert sorted(one.model.stem for one in session.status(paths)) == ["other", "tiny"]
    assert len(records(paths.cache)) == 2
    user.kill()
    assert until(lambda: [one.model.stem for one in session.status(paths)] == ["other"])


async def test_another_model_takes_the_place_of_one_that_nobody_uses(paths: Paths, tmp_path: Path) -> None:
    await said(LocalModel(paths, wanted()))
    await said(LocalModel(paths, wanted(copy_of(tmp_path))))
    assert only(paths).model.stem == "other"
    assert len(processes(paths)) == 2


# -- who else is there -------------------------------------------------------------------------------------------


async def test_another_program_on_the_port_of_a_dead_process_learns_nothing(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "_ANSWER", 0.3)
    got: list[bytes] = []

    def listen(door: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                caller, _ = door.accept()
                with caller:
                    got.append(caller.recv(4096))
                    caller.sendall(b'{"proof": "00", "challenge": "00"}\n')
                    got.append(caller.recv(4096))

    with socket.create_server(("127.0.0.1", 0)) as door:
        Thread(target=listen, args=(door,), daemon=True).start()
        record = ChildRecord(
            pid=os.getpid(),
            started=0.0,
            port=door.getsockname()[1],
            key="the secret key",
            model=str(tiny_gguf()),
            context=512,
            door=door.getsockname()[1],
        )
        paths.cache.mkdir(parents=True)
        keep_records(paths.cache, (record,))
        assert isinstance((await said(LocalModel(paths, wanted())))[-1], Usage)
    assert got
    assert b"secret" not in b"".join(got)
    assert [one.pid for one in records(paths.cache)] == [processes(paths)["child"]]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', '{"more": 3}', "\0" * 40], ids=repr)
async def test_a_damaged_record_costs_no_more_than_a_new_process(text: str, paths: Paths) -> None:
    paths.cache.mkdir(parents=True)
    (paths.cache / "local.json").write_text(text)
    assert session.status(paths) == ()
    assert session.stop(paths) == ()
