"""How a server is asked: attempts, waits, and letting go at once."""

import asyncio
import contextlib
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator

import pytest

from tailor.config import Deadlines
from tailor.core.errors import ProviderError
from tailor.core.protocols import Attempt, Chunk, Settings, Text, Wait
from tailor.providers.errors import ServerFault
from tailor.providers.http_client import connect
from tailor.providers.keys import Key
from tailor.providers.server import USUAL_DEADLINES, RetryPolicy, Server
from tests.providers.asking import ASK, AT_ONCE, PATIENT, all_of, answer, kinds, text_of
from tests.providers.misbehaving import DONE, END, STOP, WHOLE, Misbehaving, error, said, stream


async def test_a_failed_request_is_repeated_in_sight() -> None:
    async with Misbehaving("500", "cut_headers", "ok") as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT, retries=AT_ONCE))
    assert kinds(chunks) == ["Attempt", "Wait", "Attempt", "Wait", "Attempt"]
    assert [chunk.number for chunk in chunks if isinstance(chunk, Attempt)] == [1, 2, 3]
    assert text_of(chunks) == WHOLE
    reasons = [chunk.reason for chunk in chunks if isinstance(chunk, Wait)]
    assert reasons[0].startswith("The server failed (127.0.0.1:")


SIZES = "replace(2, Cut 10 x 15 cm of the local none/test/x)"


@pytest.mark.parametrize("word", ["x", "test", "local", "none"])
async def test_a_word_given_as_the_key_of_a_server_on_this_computer_is_left_in_the_answer(word: str) -> None:
    async with Misbehaving(stream(said(SIZES), STOP, DONE, END)) as there:
        assert text_of(await all_of(Server(there.url, "m", Key(word), PATIENT))) == SIZES


@pytest.mark.parametrize(
    ("host", "key"), [("127.0.0.1", "local-0123"), ("model.example", "x"), ("model.example", "0123")]
)
async def test_any_other_key_is_masked_in_the_answer(host: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tailor.providers.server.host_of", lambda url: f"{host}:80")
    async with Misbehaving(stream(said(f"replace(2, Use {key} here.)"), STOP, DONE, END)) as there:
        chunks = await all_of(Server(there.url, "m", Key(key), PATIENT))
    assert text_of(chunks) == "replace(2, Use *** here.)"


async def test_a_wait_lasts_as_long_as_the_server_asks() -> None:
    async with Misbehaving(error(429, "slow down", wait="0.05"), "ok") as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT, retries=RetryPolicy(waits=(9.0,))))
    assert [chunk.seconds for chunk in chunks if isinstance(chunk, Wait)] == [0.05]


async def test_waits_count_together() -> None:
    async with Misbehaving(error(429, "slow down", wait="0.06")) as there:
        with pytest.raises(ProviderError) as raised:
            await all_of(Server(there.url, "m", None, PATIENT, retries=RetryPolicy(waits=(0.0, 0.0), longest=0.1)))
    assert len(there.chats) == 2
    assert raised.value.fault == "rate"


async def test_nothing_is_repeated_once_text_has_come() -> None:
    async with Misbehaving("reset_mid", "ok") as there:
        with pytest.raises(ProviderError):
            await all_of(Server(there.url, "m", None, PATIENT, retries=AT_ONCE))
    assert len(there.chats) == 1


async def test_the_total_counts_over_all_attempts() -> None:
    short = Deadlines(first=60.0, total=2.0)
    async with Misbehaving(error(500, "x"), "hang_headers") as there:
        with pytest.raises(ProviderError) as raised:
            await all_of(Server(there.url, "m", None, short, retries=AT_ONCE))
    assert raised.value.fault == "server"
    assert "within 2 s" in raised.value.message


async def test_a_wait_beyond_the_total_is_not_begun() -> None:
    async with Misbehaving(error(429, "slow down", wait=20)) as there:
        chunks, failed = await answer(Server(there.url, "m", None, Deadlines(total=15.0)))
    assert failed is not None
    assert failed.fault == "rate"
    assert kinds(chunks) == ["Attempt"]


async def test_a_whole_answer_does_not_wait_long_for_what_may_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tailor.providers.http_client.TAIL", 0.05)
    async with Misbehaving("hang_tail") as there:
        chunks = await all_of(Server(there.url, "m", None))
    assert text_of(chunks) == WHOLE


@pytest.mark.skipif(sys.platform != "linux", reason="a full queue of connections is made in the way of Linux")
async def test_a_server_that_does_not_take_the_connection_is_given_up_in_time() -> None:
    with contextlib.ExitStack() as stack:
        full = stack.enter_context(socket.socket())
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        url = f"http://127.0.0.1:{full.getsockname()[1]}/v1"
        chunks, failed = await answer(Server(url, "m", None, Deadlines(connect=0.1), retries=AT_ONCE))
    assert failed is not None
    assert (failed.fault, failed.title) == ("network", "No connection in time")
    assert "within 0.1 s" in failed.message
    assert kinds(chunks) == ["Attempt"]


async def test_a_second_try_without_the_time_to_connect_is_not_called_a_slow_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults = iter((ServerFault("connect_deadline", seconds=5), ServerFault("total_deadline", seconds=12)))

    async def attempt(*_: object) -> AsyncGenerator[Chunk, None]:
        for fault in faults:
            raise fault
        yield Text("")

    monkeypatch.setattr(Server, "_attempt", attempt)
    _, failed = await answer(Server("https://somewhere.test/v1", "m", None, PATIENT, retries=AT_ONCE))
    assert failed is not None
    assert (failed.fault, failed.title) == ("network", "No connection in time")


async def test_closing_the_iterator_hangs_up_at_once() -> None:
    async with Misbehaving("hang_mid") as there:
        stream = Server(there.url, "m", None).stream(ASK, Settings())
        while not isinstance(await anext(stream), Text):
            pass
        await stream.aclose()
        await asyncio.wait_for(there.left.wait(), 2)


@pytest.mark.parametrize("fault", ["hang_headers", "hang_mid", "keepalive", "drip", "endless"])
async def test_cancelling_frees_the_server_at_once(fault: str) -> None:
    async with Misbehaving(fault) as there:
        task = asyncio.create_task(all_of(Server(there.url, "m", None, Deadlines(idle=60))))
        await there.asked.wait()
        task.cancel()
        with pytest.raises((asyncio.CancelledError, ProviderError)):
            await asyncio.wait_for(task, 2)
        await asyncio.wait_for(there.left.wait(), 2)


async def test_cancelling_during_a_wait_stops_it() -> None:
    async with Misbehaving("500") as there:
        task = asyncio.create_task(all_of(Server(there.url, "m", None, retries=RetryPolicy(waits=(20.0,)))))
        await there.asked.wait()
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 2)


async def test_several_answers_at_once_do_not_disturb_each_other() -> None:
    async with Misbehaving("reset_mid", "ok") as there:
        model = Server(there.url, "m", None, PATIENT)
        with pytest.raises(ProviderError):
            await all_of(model)
        answers = await asyncio.gather(*(all_of(model) for _ in range(20)))
    assert {text_of(chunks) for chunks in answers} == {WHOLE}
    assert all(kinds(chunks) == ["Attempt"] for chunks in answers)


def test_importing_the_provider_does_not_import_the_client_library() -> None:
    modules = "tailor.providers.server", "tailor.providers.discovery", "tailor.providers.http_client"
    code = f"import sys, {', '.join(modules)}; print({{'openai', 'httpx2'}} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


async def test_others_go_on_while_the_client_library_is_imported() -> None:
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.create_task(count())
    await connect("http://127.0.0.1/v1", None, USUAL_DEADLINES)
    other.cancel()
    assert turns > 1
    assert "openai" in sys.modules
