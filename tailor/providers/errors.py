"""Recognize everything that can go wrong with a server, and explain it to people.

`from_response`, `from_event` and `from_exception` find the kind of a fault; `explained` turns it into a
ProviderError with the words of `faults.toml`, never with the key or the texts that were sent. The client library's
own exceptions are not enough: it lets JSON, Unicode and type errors through (research/security.md, F6).
"""

import json
import re
import tomllib
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias, cast

from tailor.core.errors import Fault, ProviderError
from tailor.core.procedure import whole_number
from tailor.core.text import one_line
from tailor.providers.key_mask import MASK, KeyMask
from tailor.providers.keys import Key

DeadlineKind: TypeAlias = Literal["first_deadline", "idle_deadline", "total_deadline"]
Kind: TypeAlias = (
    DeadlineKind
    | Literal["wrong_key", "no_key", "forbidden", "keyless", "no_model", "too_long", "too_large", "rate"]
    | Literal[
        "no_credit", "no_path", "redirect", "refused", "server_error", "busy", "proxy", "proxy_kind", "sign_in"
    ]
    | Literal["no_host", "not_listening", "unreachable", "tls", "connect_deadline", "dropped", "no_http"]
    | Literal["bad_headers", "big_headers", "bad_chunks", "page", "packed", "garbled", "wrong_type", "empty"]
    | Literal["only_thinking", "tool_call", "refusal"]
    | Literal["unfinished", "broken_off", "length", "filtered", "too_much", "odd_end"]
)


class ServerFault(Exception):
    """A fault not yet in words, as wording it needs the key and texts to keep them out of the message."""

    def __init__(
        self, kind: Kind, *, said: str = "", seconds: float | None = None, parameter: tuple[str, str] = ("", "")
    ) -> None:
        super().__init__(kind)
        self.kind: Kind = kind
        self.said = said
        """The server's own words, not cleaned."""
        self.seconds = seconds
        """The deadline, or the wait that the server asks for."""
        self.parameter = parameter
        """For "refused": the parameter that the server names, and the text that may mention it."""


@dataclass(frozen=True, slots=True)
class FaultText:
    """How to word a fault; `message` may contain {host}, {model} and {seconds}."""

    fault: Fault
    title: str
    message: str
    again: bool = False
    """Whether the same request may succeed a moment later."""
    answered: bool = False
    """Whether the model caused it, so that the same request would fail again (benches record it)."""


@cache
def fault_texts() -> Mapping[Kind, FaultText]:
    """The wording of each kind, from the table beside this module."""
    table = tomllib.loads((Path(__file__).parent / "faults.toml").read_text("utf-8"))
    return {cast("Kind", kind): FaultText(**words) for kind, words in table.items()}


LONGEST_QUOTE: Final = 160
"""Most characters quoted from a server's error text."""

_OVERLAP: Final = 16
"""An error text sharing this many consecutive characters with a sent text is not quoted."""

_KEY_OVERLAP: Final = 8
"""The same for the key, plain or encoded; servers often repeat a part of it."""

_SECRETS: Final = re.compile(
    r"\b(?:sk|pk|gsk|xai|hf)[-_][\w.-]{4,}|\bAIza[\w-]{8,}|\b(?:bearer|basic)\s+\S+", re.I
)


@dataclass(frozen=True, slots=True)
class Call:
    """The server that a message is about, and what the message must never contain."""

    host: str
    model: str
    key: Key | None
    private: tuple[str, ...] = field(default=(), repr=False)
    """The texts that were sent."""


def explained(fault: ServerFault, call: Call, *, arrived: bool) -> ProviderError:
    """Word the error for people: what happened, what to do, what the server says."""
    kind = fault.kind
    if kind == "no_key" and call.key is not None:
        kind = "wrong_key"
    if kind == "forbidden" and call.key is None:
        kind = "keyless"
    if kind == "dropped" and arrived:
        kind = "broken_off"
    if kind == "total_deadline" and not arrived:
        kind = "first_deadline"
    words = fault_texts()[kind]
    wait = _duration(fault.seconds)
    message = words.message.format(host=call.host, model=one_line(call.model, 60), seconds=wait)
    if kind in ("rate", "busy", "server_error") and fault.seconds is not None:
        hardly = ", which cannot be right: check the server, or your account there" if fault.seconds > _DAY else ""
        message += f" It asks you to wait {wait}{hardly}."
    if said := quotable(fault.said, call):
        message += f" It says: “{said}”."
    message += "" if arrived else " Nothing is lost."  # else the end of the run counts what arrived whole
    return ProviderError(words.fault, message, title=words.title, answered=words.answered)


def quotable(said: str, call: Call) -> str:
    """A server's words, shortened, cleaned and without keys; "" if they repeat our texts."""
    mask = KeyMask(call.key)
    said = mask.masked(said)[:5_000]
    said = one_line(_SECRETS.sub(MASK, said), LONGEST_QUOTE).rstrip(".")
    echo = any(_echoes(said.lower(), key.lower(), _KEY_OVERLAP) for key in mask.written)
    return "" if echo or any(_echoes(said, text, _OVERLAP) for text in call.private) else said


def _echoes(said: str, secret: str, overlap: int) -> bool:
    """Whether the texts share this many consecutive characters."""
    secret = " ".join(secret.split())
    return any(said[start : start + overlap] in secret for start in range(len(said) - overlap + 1))


_DAY: Final = 86_400.0


def _duration(seconds: float | None) -> str:
    """Format seconds for people: "12.5 s", "3 min", "5 h", "694 days"."""
    seconds = seconds or 0.0
    if seconds < 120:
        return f"{seconds:.3g} s"
    if seconds < 3 * 3_600:
        return f"{round(seconds / 60)} min"
    if seconds < 2 * _DAY:
        return f"{round(seconds / 3_600)} h"
    return f"{round(seconds / _DAY)} days" if seconds < 10_000 * _DAY else "many years"


_ELSEWHERE: Final = (300, 301, 302, 303, 305, 307, 308)
"""Redirect statuses; a 304, for example, is none."""


def from_response(status: int, headers: Mapping[str, str], body: bytes) -> ServerFault:
    """The fault of a response whose status is not 200. Header names are lower case."""
    if status in _ELSEWHERE:
        return ServerFault("redirect")
    try:
        value: object = json.loads(body, parse_int=whole_number)
    except (ValueError, RecursionError):
        value = body.decode("utf-8", "replace")
    return from_error(status, value, wait=_retry_after(headers.get("retry-after", "")))


def from_error(status: int, value: object, wait: float | None = None) -> ServerFault:
    """The fault for an error object and its status (0 if unknown)."""
    said, code, parameter = _said(value)
    kind = _kind(status, f"{said} {code}")
    named = (parameter, json.dumps(value)) if kind == "refused" else ("", "")
    return ServerFault(kind, said=said, seconds=wait, parameter=named)


def from_event(error: object) -> ServerFault:
    """The fault for an error inside a stream, whose code is a status, a word, or missing."""
    code = error.get("code") if isinstance(error, dict) else None
    known = isinstance(code, int | str) and re.fullmatch("[1-5][0-9][0-9]", str(code), re.ASCII)
    return from_error(int(known[0]) if known else 0, error)


_SIGNS: Final[tuple[tuple[Container[int] | None, str, Kind], ...]] = (
    ((401,), "", "no_key"),
    ((402,), "", "no_credit"),
    ((403,), "", "forbidden"),
    ((404,), r"\bmodel(?:_not_found)?\b", "no_model"),
    ((404, 405, 501), "", "no_path"),
    ((407,), "", "proxy"),
    ((413,), "", "too_large"),
    ((511,), "", "sign_in"),
    (None, r"context.{0,20}(?:length|size|window|exceed)|exceed.{0,40}context", "too_long"),
    (None, r"prompt.{0,20}too long|too many tokens", "too_long"),
    (None, r"insufficient_quota|billing_hard_limit|insufficient.{0,10}(?:credit|balance|funds)", "no_credit"),
    ((429,), "", "rate"),
    ((400,), r"api.?key.{0,20}(?:invalid|not valid|incorrect)|invalid.{0,4}api.?key", "no_key"),
    ((400,), "model_not_found", "no_model"),
    ((408, 409, 425, 503, 529), "", "busy"),
    (range(400, 500), "", "refused"),
    (None, r"rate.?limit|too many requests", "rate"),
    (None, r"\bendpoint\b", "no_path"),  # LM Studio does this with status 200
    (None, r"overload|loading model|unavailable", "busy"),
)
"""Signs of a fault: statuses (None for any) and a pattern in its words; the first match wins."""
_FAILURES: Final = (0, *range(500, 600))
"""Statuses of a failing server, 0 if it sends none; any other status without a matching sign is a wrong answer."""


def _kind(status: int, text: str) -> Kind:
    signs = ((words, kind) for known, words, kind in _SIGNS if known is None or status in known)
    otherwise: Kind = "server_error" if status in _FAILURES else "wrong_type"
    return next((kind for words, kind in signs if re.search(words, text, re.I)), otherwise)


def _said(value: object) -> tuple[str, str, str]:
    """An error object's message, its code and type, and the parameter it names; each may be ""."""
    inner = value.get("error", value) if isinstance(value, dict) else value
    if isinstance(inner, str):  # HTML pages are dropped
        return ("" if inner.lstrip().startswith("<") else inner), "", ""
    if not isinstance(inner, dict):
        return "", "", ""
    said = next((inner[name] for name in ("message", "detail", "msg") if inner.get(name)), "")
    if isinstance(said, list):  # a list of errors, as pydantic makes them
        said = next((item["msg"] for item in said if isinstance(item, dict) and "msg" in item), "")
    code = " ".join(str(inner[name]) for name in ("code", "type") if isinstance(inner.get(name), str))
    parameter = inner.get("param")
    return str(said), code, parameter if isinstance(parameter, str) else ""


def _retry_after(header: str) -> float | None:
    """Parse Retry-After, a number or a future date, into seconds; None otherwise."""
    if re.fullmatch(r"\s*[0-9]{1,200}(\.[0-9]*)?\s*", header):
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    seconds = (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return seconds if seconds > 0 else None  # their clock may differ from ours


def from_exception(error: Exception, connect: float, *, proxied: bool = False) -> ServerFault:
    """The fault for an exception; an unknown one counts as a garbled answer.

    `connect`: the deadline in seconds. `proxied`: requests go through a proxy, so it is the proxy that failed.
    """
    fault = error if isinstance(error, ServerFault) else _broken(error, connect)
    unreached = fault.kind in ("no_host", "not_listening", "unreachable")
    return ServerFault("proxy") if proxied and unreached else fault


_BREAKS: Final[dict[Kind, set[str]]] = {
    "connect_deadline": {"ConnectTimeout"},
    "no_host": {"gaierror"},
    "not_listening": {"ConnectionRefusedError"},
    "tls": {"SSLError", "CertificateError"},
    "unreachable": {"ConnectError", "ProxyError", "UnsupportedProtocol", "OverflowError"},
    "dropped": {"TransportError", "APIConnectionError", "OSError"},
}
"""Names of exceptions that mean a fault; the first match wins."""


_NO_HTTP: Final[tuple[tuple[str, Kind], ...]] = (
    ("disconnected|closed connection", "dropped"),
    ("chunk", "bad_chunks"),
    ("too long|too large|too many", "big_headers"),
    ("(?:request|status) line", "no_http"),
    ("", "bad_headers"),
)
"""Patterns in the client's words for invalid HTTP, and the fault each one means; the first match wins."""


def _broken(error: Exception, connect: float) -> ServerFault:
    """The fault for an exception from the network or the client library."""
    links = tuple(_chain(error))
    for link in links:
        if type(link).__name__ == "RemoteProtocolError":
            return ServerFault(next(kind for words, kind in _NO_HTTP if re.search(words, str(link), re.I)))
    names = {kind.__name__ for link in links for kind in type(link).__mro__}
    kind: Kind = next((kind for kind, known in _BREAKS.items() if names & known), "garbled")
    return ServerFault(kind, seconds=connect if kind == "connect_deadline" else None)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error with all its causes, contexts and group members."""
    waiting: list[BaseException | None] = [error]
    seen = set[int]()
    while waiting:
        link = waiting.pop()
        if link is None or id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        waiting += [link.__cause__, link.__context__, *getattr(link, "exceptions", ())]
