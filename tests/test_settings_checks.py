"""Values of settings: what is taken, and what is refused before it does harm."""

import pytest

from tailor.config import Deadlines, base_url, deadlines


def test_deadlines_are_read_from_a_line_and_the_rest_keeps_its_default() -> None:
    assert deadlines("connect=1, first=2.5 ,idle=3") == Deadlines(connect=1, first=2.5, idle=3, total=180)
    assert deadlines(" , ") == Deadlines(connect=5, first=60, idle=30, total=180)
    assert deadlines({"total": 7}).total == 7


@pytest.mark.parametrize(
    "text",
    [
        "first", "first=", "first=-1", "first=0", "first=nan", "first=inf", "last=3", "first=1,first=2", "60",
        "first=1s",
    ],
)  # fmt: skip
def test_a_deadline_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"deadline|seconds|twice"):
        deadlines(text)


def test_an_address_is_kept_in_its_one_spelling() -> None:
    assert base_url(" HTTPS://API.Example.com/v1/chat/completions ") == "https://api.example.com/v1"
    assert base_url("http://192.168.1.5:11434/v1/") == "http://192.168.1.5:11434/v1"


@pytest.mark.parametrize(
    "url", ["ftp://x", "example.com:1234", "https://me:secret@x/v1", "https://x/v1?k=secret", 7]
)
def test_an_address_that_cannot_be_used_is_refused_and_not_repeated(url: object) -> None:
    with pytest.raises(ValueError, match=r"^[a-z]") as raised:
        base_url(url)
    assert "secret" not in str(raised.value)
