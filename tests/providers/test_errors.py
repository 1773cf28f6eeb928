import re
import socket
import ssl
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.errors import Fault
from tailor.providers.errors import (
    LONGEST_QUOTE,
    Call,
    Kind,
    ServerFault,
    explained,
    fault_texts,
    from_error,
    from_exception,
    from_response,
    quotable,
)
from tailor.providers.keys import Key
from tailor.providers.server import RetryBudget, RetryPolicy

DOES = re.compile(r"\b(Try|Check|Choose|Look|Set|Start|Put|Allow|Turn|Correct|make it|may|Is this)\b", re.I)
"""Every message says what to do."""

CALL = Call("here:1", "m", Key("abcdefgh-12345678"), ("the whole private text of mine",))


def test_every_trouble_has_words_that_can_be_filled_in() -> None:
    assert {kind for kinds in get_args(Kind) for kind in get_args(kinds) or (kinds,)} == fault_texts().keys()
    for kind, words in fault_texts().items():
        for arrived in (True, False):
            error = explained(ServerFault(kind, seconds=5), CALL, arrived=arrived)
            assert error.fault in get_args(Fault)
            assert error.title[0].isupper()
            assert "{" not in error.message
            assert "}" not in words.title
            assert len(error.message) < 400
            assert DOES.search(error.message), error.message


@pytest.mark.parametrize(
    "said",
    [
        "your key abcdefgh-12345678 is wrong",
        "your key abcdefgh-1234… is wrong",
        "sk-proj-Abc_123 is wrong",
        "Authorization: Bearer xyz.abc",
        "cannot read: the whole private text",
        "cannot read:\nthe   whole private\ttext of mine",
        "AIzaSyA-1234567890 expired",
    ],
)
def test_no_secret_is_quoted(said: str) -> None:
    quote = quotable(said, CALL)
    for secret in ("abcdefgh", "Abc_123", "xyz.abc", "private text", "AIza"):
        assert secret not in quote


def test_a_whole_key_is_blotted_out_and_the_rest_is_quoted() -> None:
    assert quotable("your key abcdefgh-12345678 is wrong.", CALL) == "your key *** is wrong"


@given(st.text(max_size=400), st.text(min_size=8, max_size=40, alphabet="abcXYZ123-_"))
def test_whatever_a_server_says_the_quote_is_short_clean_and_without_the_key(said: str, secret: str) -> None:
    quote = quotable(f"{said}{secret}{said}", Call("h", "m", Key(secret)))
    assert secret not in quote
    assert len(quote) <= LONGEST_QUOTE
    assert "\n" not in quote
    assert "\x1b" not in quote


@given(st.integers(min_value=201, max_value=599), st.binary(max_size=200))
def test_every_status_with_any_body_is_a_trouble(status: int, body: bytes) -> None:
    explained(from_response(status, {}, body), CALL, arrived=False)


@pytest.mark.parametrize(
    ("status", "value", "kind"),
    [
        (400, {"error": {"message": "API key not valid. Please pass a valid API key."}}, "no_key"),
        (
            400,
            {"error": {"message": "exceeds the available context size", "type": "exceed_context_size_error"}},
            "too_long",
        ),
        (400, {"error": {"message": "m is not known", "code": "model_not_found"}}, "no_model"),
        (404, {"error": {"message": 'model "m" not found, try pulling it first'}}, "no_model"),
        (404, {"detail": "Not Found"}, "no_path"),
        (405, "Method Not Allowed", "no_path"),
        (422, {"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}, "refused"),
        (
            429,
            {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}},
            "no_credit",
        ),
        (418, None, "refused"),
        (529, {"error": {"type": "overloaded_error", "message": "Overloaded"}}, "busy"),
        (0, "CUDA out of memory", "server_error"),
        (599, [], "server_error"),
    ],
)
def test_servers_own_ways_of_saying_things_are_understood(status: int, value: object, kind: str) -> None:
    assert from_error(status, value).kind == kind


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [
        ("3", 3, 3),
        (" 0.5 ", 0.5, 0.5),
        ("soon", None, None),
        ("", None, None),
        ("-1", None, None),
        ("9" * 400, None, None),
    ],
)
def test_how_long_to_wait_is_read(header: str, least: float | None, most: float | None) -> None:
    assert from_response(429, {"retry-after": header}, b"").seconds in (least, most)


def test_how_long_to_wait_may_be_a_date() -> None:
    header = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    seconds = from_response(503, {"retry-after": header}, b"").seconds
    assert seconds is not None
    assert 17 < seconds <= 20


@pytest.mark.parametrize("ago", [0, 20, 10_000_000])
def test_a_date_that_is_over_leaves_the_usual_wait(ago: int) -> None:
    header = format_datetime(datetime.now(UTC) - timedelta(seconds=ago), usegmt=True)
    fault = from_response(503, {"retry-after": header}, b"")
    assert fault.seconds is None
    assert RetryBudget(RetryPolicy(waits=(9.0,))).seconds(fault) == 9.0


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (socket.gaierror(-2, "Name or service not known"), "no_host"),
        (ConnectionRefusedError(), "not_listening"),
        (ssl.SSLCertVerificationError(), "tls"),
        (ConnectionResetError(), "dropped"),
        (AttributeError("x"), "garbled"),
        (UnicodeDecodeError("utf-8", b"x", 0, 1, "no"), "garbled"),
        (ExceptionGroup("all failed", [OSError(), ConnectionRefusedError()]), "not_listening"),
    ],
)
def test_exceptions_find_their_place_however_deep(error: Exception, kind: str) -> None:
    assert from_exception(error, 5).kind == kind
    outer = RuntimeError("around it")
    outer.__cause__ = error
    assert from_exception(outer, 5).kind == kind


def test_a_circle_of_causes_ends() -> None:
    one, two = ValueError(), ValueError()
    one.__cause__, two.__cause__ = two, one
    assert from_exception(one, 5).kind == "garbled"


def test_long_waits_are_said_in_minutes() -> None:
    assert (
        "It asks you to wait 60 min." in explained(ServerFault("rate", seconds=3600), CALL, arrived=False).message
    )
