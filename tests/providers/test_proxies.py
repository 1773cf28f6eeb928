"""A proxy that the environment names: what breaks there is not said of the server behind it."""

import pytest

from tailor.core.errors import ProviderError
from tailor.core.protocols import Attempt
from tailor.providers.http_client import proxied
from tailor.providers.server import Server, list_models
from tests.providers.asking import AT_ONCE, PATIENT, answer
from tests.providers.misbehaving import Misbehaving, error

FAR = "https://models.example/v1"
"""Never looked up: a proxy is asked for it."""


@pytest.fixture(autouse=True)
def no_proxies_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


async def asked(attempts: int) -> ProviderError:
    chunks, error = await answer(Server(FAR, "m", None, PATIENT, retries=AT_ONCE))
    assert error is not None
    assert sum(isinstance(chunk, Attempt) for chunk in chunks) == attempts
    return error


async def test_a_proxy_that_is_not_there_is_not_taken_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Misbehaving() as there:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{there.port}")
    error = await asked(3)
    assert error.title == "The proxy did not connect"
    assert "models.example is reached through a proxy" in error.message
    with pytest.raises(ProviderError, match="is reached through a proxy"):
        await list_models(FAR, None, PATIENT)


@pytest.mark.parametrize("status", [403, 407, 502])
async def test_a_proxy_that_lets_nothing_through_is_named(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    async with Misbehaving(error(status, "no way")) as there:
        monkeypatch.setenv("ALL_PROXY", f"http://name:secret@127.0.0.1:{there.port}")
        failed = await asked(3)
    assert [request.method for request in there.requests] == ["CONNECT"] * 3
    assert failed.title == "The proxy did not connect"
    assert "secret" not in failed.message


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "socks5h://127.0.0.1:9", "gopher://127.0.0.1:9"])
async def test_a_proxy_of_another_kind_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    error = await asked(1)
    assert (error.fault, error.title) == ("network", "A proxy Tailor cannot use")
    assert "start Tailor without it" in error.message


def test_a_proxy_stands_only_where_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not proxied(FAR)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    assert not proxied(FAR)
    assert proxied("http://models.example/v1")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    assert proxied(FAR)
    assert not proxied("https://127.0.0.1:8080/v1")
    monkeypatch.setenv("NO_PROXY", "example")
    assert not proxied(FAR)
