import pytest

from tailor.core.errors import UsageError
from tailor.urls import checked_url, host_of, is_loopback, roots, same_api


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"),
        ("  http://localhost:1234/v1/ ", "http://localhost:1234/v1"),
        ("localhost:11434", "http://localhost:11434"),
        ("127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"),
        ("HTTPS://API.Example.com/v1//", "https://api.example.com/v1"),
        ("https://example.com/v1/chat/completions", "https://example.com/v1"),
        ("https://example.com/v1/models/", "https://example.com/v1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("https://example.com", "https://example.com"),
    ],
)
def test_an_address_has_one_spelling(written: str, meant: str) -> None:
    assert checked_url(written) == meant
    assert checked_url(meant) == meant


@pytest.mark.parametrize(
    "url",
    [
        "", "ai.local:11434/v1", "192.168.0.2:11434", "ftp://example.com/v1", "file:///etc/passwd", "https://",
        "https:///v1", "https://example.com:99999/v1", "https://example.com:0/v1", "https://exa mple.com/v1",
        "https://exam\x1bple.com/v1", "https://[::1/v1",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(UsageError, match=r"127\.0\.0\.1:11434"):
        checked_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://me:secret@example.com/v1",
        "https://secret@example.com/v1",
        "https://example.com/v1?api_key=secret",
        "https://example.com/v1?x=secret",
        "https://example.com/v1#secret",
        "http://example.com/secret",
    ],
)
def test_an_address_with_a_secret_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(UsageError) as raised:
        checked_url(url)
    assert "secret" not in raised.value.message


def test_plain_http_to_another_computer_is_refused_unless_allowed() -> None:
    for url in (
        "http://192.168.1.5:11434/v1",
        "http://127.0.0.1.example.com/v1",
        "http://localhost.example.com/v1",
    ):
        with pytest.raises(UsageError, match="others could read"):
            checked_url(url)
        assert checked_url(url, allow_insecure=True) == url


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9", "::1", "tailor.localhost"])
def test_this_computer_is_known(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "10.0.0.1", "example.com", "localhost.com", "2130706433", "127.1", ""]
)
def test_others_are_not_this_computer(host: str) -> None:
    assert not is_loopback(host)


def test_a_missing_v1_is_looked_for() -> None:
    assert roots("https://h") == ("https://h/v1", "https://h")
    assert roots("https://h/api") == ("https://h/api", "https://h/api/v1")
    assert roots("https://h/v1") == ("https://h/v1",)
    assert roots("https://h/v1beta/openai") == ("https://h/v1beta/openai",)


def test_the_host_is_shown_with_its_port() -> None:
    assert host_of("http://127.0.0.1:11434/v1") == "127.0.0.1:11434"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://s.test", "https://S.test/v1/", True),
        ("https://s.test/api", "https://s.test/api/v1", True),
        ("https://s.test/v1", "https://s.test/v2", False),
        ("https://s.test/v1", "http://s.test/v1", False),
        ("https://s.test/v1", "no address", False),
    ],
)
def test_one_api_has_several_spellings(one: str, other: str, same: bool) -> None:
    assert same_api(one, other) is same_api(other, one) is same
