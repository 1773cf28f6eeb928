"""What is sent where: keys, headers, addresses."""

import logging

import pytest

from tailor.config import Deadlines
from tailor.core.errors import ContentError, ProviderError, UsageError
from tailor.library.formats.pages.web import fetch
from tailor.providers.keys import Key
from tailor.providers.server import Server, list_models
from tests.providers.asking import EVERYTHING, PATIENT, SECRET, all_of, kinds, text_of
from tests.providers.misbehaving import FAULTS, WHOLE, Misbehaving, Step


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


async def test_a_server_that_leads_back_to_itself_is_said_to_redirect() -> None:
    steps: list[Step] = [b"HTTP/1.1 302 Found\r\nlocation: /v1/models\r\ncontent-length: 0\r\n\r\n"]
    async with Misbehaving(steps, models=steps) as there:
        with pytest.raises(ProviderError, match="redirects, to another address or in a circle"):
            await list_models(there.url, None, PATIENT)
        with pytest.raises(ContentError, match="could not be read: it redirects again and again"):
            await fetch(f"{there.url}/models")


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
    patience = 0.2 if name == "hang_headers" else 5.0  # a busy machine may take long to answer
    async with Misbehaving(models=FAULTS[name]) as there:
        with pytest.raises(ProviderError) as raised:
            await list_models(there.url, None, Deadlines(first=patience, idle=patience, total=3.0))
    assert raised.value.fault == fault


async def test_an_address_is_checked_before_anything_is_sent() -> None:
    with pytest.raises(UsageError):
        Server("http://example.com/v1", "m", None)
    with pytest.raises(UsageError):
        await list_models("http://me:pw@127.0.0.1/v1", None)
    assert Server("http://example.com/v1", "m", None, allow_insecure=True).host == "example.com"
