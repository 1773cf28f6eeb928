"""How a server is asked: attempts, waits, what it was found to take, where keys go, and letting go at once."""

import asyncio
import contextlib
import logging
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tailor.core.errors import ProviderError, UsageError
from tailor.core.model import Attempt, LeftOut, Settings, Text, Wait
from tailor.providers.deadlines import Deadlines
from tailor.providers.keys import Key
from tailor.providers.patience import Retries
from tailor.providers.server import Server, list_models, warm_up
from tests.providers.asking import ASK, SECRET, all_of, answer, kinds, text_of
from tests.providers.misbehaving import FAULTS, WHOLE, Misbehaving, Step, error

PATIENT = Deadlines(connect=10, first=20, idle=20, total=60)
AT_ONCE = Retries(waits=(0.0, 0.0))
EVERYTHING = Settings(
    temperature=0.0,
    max_tokens=100,
    top_p=0.9,
    frequency_penalty=0.1,
    presence_penalty=0.1,
    seed=1,
    grammar="root ::= [a-z]",
)
LLAMA = {"data": [{"id": "m", "owned_by": "llamacpp", "meta": {"n_ctx_train": 4096}}]}


# attempts


async def test_a_failed_request_is_repeated_in_sight() -> None:
    async with Misbehaving("500", "cut_headers", "ok") as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT, retries=AT_ONCE))
    assert kinds(chunks) == ["Attempt", "Wait", "Attempt", "Wait", "Attempt"]
    assert [chunk.number for chunk in chunks if isinstance(chunk, Attempt)] == [1, 2, 3]
    assert text_of(chunks) == WHOLE
    reasons = [chunk.reason for chunk in chunks if isinstance(chunk, Wait)]
    assert reasons[0].startswith("The server failed (127.0.0.1:")


async def test_a_wait_lasts_as_long_as_the_server_asks() -> None:
    async with Misbehaving(error(429, "slow down", wait="0.05"), "ok") as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT, retries=Retries(waits=(9.0,))))
    assert [chunk.seconds for chunk in chunks if isinstance(chunk, Wait)] == [0.05]


async def test_waits_count_together() -> None:
    async with Misbehaving(error(429, "slow down", wait="0.06")) as there:
        with pytest.raises(ProviderError) as raised:
            await all_of(Server(there.url, "m", None, PATIENT, retries=Retries(waits=(0.0, 0.0), longest=0.1)))
    assert len(there.chats) == 2
    assert raised.value.fault == "rate"


async def test_nothing_is_repeated_once_text_has_come() -> None:
    async with Misbehaving("reset_mid", "ok") as there:
        with pytest.raises(ProviderError):
            await all_of(Server(there.url, "m", None, PATIENT, retries=AT_ONCE))
    assert len(there.chats) == 1


async def test_the_total_counts_over_all_attempts() -> None:
    short = Deadlines(first=5.0, total=0.2)
    async with Misbehaving(error(500, "x"), "hang_headers") as there:
        started = asyncio.get_running_loop().time()
        with pytest.raises(ProviderError) as raised:
            await all_of(Server(there.url, "m", None, short, retries=AT_ONCE))
        assert asyncio.get_running_loop().time() - started < 4
    assert raised.value.fault == "server"
    assert "within 0.2 s" in raised.value.message


async def test_a_wait_beyond_the_total_is_not_begun() -> None:
    async with Misbehaving(error(429, "slow down", wait=20)) as there:
        with pytest.raises(ProviderError) as raised:
            await asyncio.wait_for(all_of(Server(there.url, "m", None, Deadlines(total=0.5))), 2)
    assert raised.value.fault == "rate"


async def test_a_whole_answer_does_not_wait_long_for_what_may_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tailor.providers.deadlines.TAIL", 0.05)
    async with Misbehaving("hang_tail") as there:
        chunks = await asyncio.wait_for(all_of(Server(there.url, "m", None)), 2)
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


# letting go


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
        task = asyncio.create_task(all_of(Server(there.url, "m", None, retries=Retries(waits=(20.0,)))))
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


# keys and what leaves


async def test_only_the_server_gets_the_key_and_only_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "foreign")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "x-foreign: foreign")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with Misbehaving() as there:
        await all_of(Server(there.url, "m", Key("mine-0123"), PATIENT))
        await all_of(Server(there.url, "m", None, PATIENT))
    with_key, without = (request.headers for request in there.chats)
    assert with_key["authorization"] == "Bearer mine-0123"
    assert "authorization" not in without
    assert with_key["accept-encoding"] == "identity"
    assert with_key.keys() - {"authorization"} == without.keys()
    assert without.keys() <= {
        "host", "accept", "accept-encoding", "connection", "content-type", "content-length", "user-agent",
    }  # fmt: skip
    assert "foreign" not in str(with_key)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_carries_nothing_to_another_place(status: int) -> None:
    async with Misbehaving() as elsewhere:
        steps: list[Step] = [f"HTTP/1.1 {status} X\r\nlocation: {elsewhere.url}/chat/completions\r\n\r\n".encode()]
        async with Misbehaving(steps, models=steps) as there:
            with pytest.raises(ProviderError) as raised:
                await all_of(Server(there.url, "m", Key("mine-0123"), PATIENT), EVERYTHING)
            with pytest.raises(ProviderError):
                await list_models(there.url, Key("mine-0123"), PATIENT)
    assert raised.value.fault == "server"
    assert elsewhere.requests == []


async def test_no_log_holds_key_or_texts(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "httpx2", "httpcore2"):
        caplog.set_level(logging.DEBUG, logger=name)
    async with Misbehaving("ok", "401", "bad_json") as there:
        model = Server(there.url, "m", Key("mine-0123"), PATIENT)
        await all_of(model)
        for _ in range(2):
            with pytest.raises(ProviderError):
                await all_of(model)
    assert "mine-0123" not in caplog.text
    assert SECRET not in caplog.text
    assert "mine-0123" not in repr(vars(model)) + repr(model)


# what a server takes


async def test_a_refused_setting_is_left_out_said_and_remembered(tmp_path: Path) -> None:
    file = tmp_path / "capabilities.json"
    refusal = error(400, "Unsupported value", param="temperature")
    async with Misbehaving(refusal, "ok") as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT, file))
        again = await all_of(Server(there.url, "m", None, PATIENT, file))
        other = await all_of(Server(there.url, "other", None, PATIENT, file))
    assert kinds(chunks) == ["Attempt", "LeftOut", "Attempt"]
    assert kinds(again) == ["LeftOut", "Attempt"]
    assert kinds(other) == ["Attempt"]
    assert ["temperature" in request.body for request in there.chats] == [True, False, False, True]
    assert file.stat().st_mode & 0o777 == 0o600


async def test_every_setting_can_be_done_without() -> None:
    names = ["stream_options", "temperature", "top_p", "frequency_penalty", "presence_penalty", "seed", "grammar"]
    refusals = [error(400, f"Unrecognized request argument supplied: {name}") for name in names]
    async with Misbehaving(*refusals, "ok", models=LLAMA) as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT), EVERYTHING)
    left = [chunk.what for chunk in chunks if isinstance(chunk, LeftOut)]
    assert [any(name in what for what in left) for name in names] == [True] * len(names)
    assert there.chats[-1].body.keys() == {"model", "messages", "stream", "max_tokens"}
    assert text_of(chunks) == WHOLE


async def test_a_missing_count_of_tokens_is_said_only_once() -> None:
    async with Misbehaving(error(400, "no stream_options please"), "ok") as there:
        model = Server(there.url, "m", None, PATIENT)
        assert kinds(await all_of(model)) == ["Attempt", "LeftOut", "Attempt"]
        assert kinds(await all_of(model)) == ["Attempt"]


async def test_the_greatest_length_goes_by_its_other_name_where_needed() -> None:
    message = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
    async with Misbehaving(error(400, message, param="max_tokens"), "ok") as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT), Settings(max_tokens=100))
    assert [(r.body.get("max_tokens"), r.body.get("max_completion_tokens")) for r in there.chats] == [
        (100, None),
        (None, 100),
    ]
    assert "LeftOut" not in kinds(chunks)


async def test_a_server_that_complains_for_ever_is_not_asked_for_ever() -> None:
    async with Misbehaving(error(422, "temperature seed top_p stream_options max_tokens grammar")) as there:
        with pytest.raises(ProviderError) as raised:
            await all_of(Server(there.url, "m", None, PATIENT), EVERYTHING)
    assert raised.value.fault == "server"
    assert len(there.chats) <= 9


async def test_a_text_that_is_too_long_drops_no_setting() -> None:
    async with Misbehaving("400_context") as there:
        with pytest.raises(ProviderError):
            await all_of(Server(there.url, "m", None, PATIENT), Settings(max_tokens=500))
    assert len(there.chats) == 1


async def test_a_grammar_goes_only_to_a_server_known_to_follow_it(tmp_path: Path) -> None:
    settings = Settings(grammar="root ::= [a-z]")
    async with Misbehaving(models=LLAMA) as llama, Misbehaving() as other:
        model = Server(llama.url, "m", None, PATIENT, tmp_path / "a")
        before = model.takes_grammar
        await all_of(model, settings)
        assert (before, model.takes_grammar) == (False, True)
        assert Server(llama.url, "m", None, PATIENT, tmp_path / "a").takes_grammar
        await all_of(model, settings)
        plain = Server(other.url, "m", None, PATIENT, tmp_path / "b")
        chunks = await all_of(plain, settings)
        assert not plain.takes_grammar
    assert [request.method for request in llama.requests] == ["GET", "POST", "POST"]
    assert [request.body.get("grammar") for request in llama.chats] == ["root ::= [a-z]"] * 2
    assert "grammar" not in other.chats[0].body
    assert kinds(chunks) == ["Attempt"]


async def test_a_refused_grammar_is_not_offered_again() -> None:
    async with Misbehaving(
        error(400, "Failed to initialize samplers: failed to parse grammar"), "ok", models=LLAMA
    ) as there:
        model = Server(there.url, "m", None, PATIENT)
        chunks = await all_of(model, Settings(grammar="root ::= ("))
        assert not model.takes_grammar
    assert kinds(chunks) == ["Attempt", "LeftOut", "Attempt"]


async def test_a_damaged_memory_of_capabilities_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "capabilities.json"
    for damage in ("{", "[]", '{"x": 1}', "\x00"):
        file.write_text(damage)
        async with Misbehaving(error(400, "no", param="seed"), "ok") as there:
            chunks = await all_of(Server(there.url, "m", None, PATIENT, file), Settings(seed=1))
        assert kinds(chunks) == ["Attempt", "LeftOut", "Attempt"]


# addresses and lists


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
async def test_a_base_url_may_be_written_in_several_ways(path: str) -> None:
    async with Misbehaving() as there:
        url = f"http://127.0.0.1:{there.port}{path}"
        assert text_of(await all_of(Server(url, "m", None, PATIENT))) == WHOLE
        assert await list_models(url, None, PATIENT) == ("m",)
    assert {request.path for request in there.requests} == {"/v1/chat/completions", "/v1/models"}


async def test_a_missing_v1_is_tried_too() -> None:
    async with Misbehaving("404_path", "ok") as there:
        model = Server(f"http://127.0.0.1:{there.port}/api", "m", None, PATIENT)
        chunks = await all_of(model)
        await all_of(model)
    assert [request.path for request in there.chats] == [
        "/api/chat/completions",
        "/api/v1/chat/completions",
        "/api/v1/chat/completions",
    ]
    assert kinds(chunks) == ["Attempt", "Wait", "Attempt"]


async def test_an_address_where_nothing_answers_is_tried_in_each_call_anew() -> None:
    async with Misbehaving("404_path") as there:
        model = Server(f"http://127.0.0.1:{there.port}/api", "m", None, PATIENT)
        for _ in range(2):
            with pytest.raises(ProviderError):
                await all_of(model)
    assert [request.path for request in there.chats] == ["/api/chat/completions", "/api/v1/chat/completions"] * 2


async def test_models_are_listed_by_name() -> None:
    listed = {"data": [{"id": "b"}, {"id": "a"}, {"id": "\x1b[2Jevil"}, {"id": 7}, {"no": "id"}, "x"]}
    async with Misbehaving(models=listed) as there:
        assert await list_models(there.url, None, PATIENT) == ("b", "a")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("401", "key"),
        ("200_html", "bad_answer"),
        ("500", "server"),
        ("hang_headers", "server"),
        ("endless", "bad_answer"),
    ],
)
async def test_a_list_that_cannot_be_had_is_one_of_the_eight_faults(name: str, fault: str) -> None:
    async with Misbehaving(models=FAULTS[name]) as there:
        with pytest.raises(ProviderError) as raised:
            await list_models(there.url, None, Deadlines(first=0.2, idle=0.2, total=3.0))
    assert raised.value.fault == fault


async def test_an_address_is_checked_before_anything_is_sent() -> None:
    with pytest.raises(UsageError):
        Server("http://example.com/v1", "m", None)
    with pytest.raises(UsageError):
        await list_models("http://me:pw@127.0.0.1/v1", None)
    assert Server("http://example.com/v1", "m", None, allow_insecure=True).host == "example.com"


# the client library


def test_importing_the_provider_does_not_import_the_client_library() -> None:
    modules = "tailor.providers.server", "tailor.providers.discovery", "tailor.providers.wire"
    code = f"import sys, {', '.join(modules)}; print({{'openai', 'httpx2'}} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


async def test_warming_up_lets_others_go_on() -> None:
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.create_task(count())
    await warm_up()
    other.cancel()
    assert turns > 1
    assert "openai" in sys.modules
