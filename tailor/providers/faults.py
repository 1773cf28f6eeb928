"""Which trouble it was: HTTP statuses, error events and exceptions find their place in the table of `troubles`.

Owns the reading of a server's own error text, what of it may be quoted, and the finished `ProviderError`. Refuses
to show a key or a piece of the texts that were sent, whatever the server says.
"""

import json
import re
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from tailor.core.errors import ProviderError
from tailor.core.text import one_line
from tailor.providers.keys import Key
from tailor.providers.troubles import TABLE, Kind, Trouble

LONGEST_QUOTE: Final = 160
"""Characters quoted of a server's own error text."""

_OVERLAP: Final = 16
"""So many characters in a row of a sent text in an error text count as an echo of it, and nothing is quoted."""

_KEY_OVERLAP: Final = 8
"""The same for the key, of which servers like to repeat a part."""

_SECRETS: Final = re.compile(
    r"\b(?:sk|pk|gsk|xai|hf)[-_][\w.-]{4,}|\bAIza[\w-]{8,}|\b(?:bearer|basic)\s+\S+", re.I
)
_TOO_LONG: Final = re.compile(
    r"context.{0,20}(?:length|size|window|exceed)|exceed.{0,40}context|prompt.{0,20}too long|too many tokens", re.I
)
_USED_UP: Final = re.compile(
    r"insufficient_quota|billing_hard_limit|insufficient.{0,10}(?:credit|balance|funds)", re.I
)


@dataclass(frozen=True, slots=True)
class Call:
    """Whom a message is about, and what must never be in it."""

    host: str
    model: str
    key: Key | None
    private: tuple[str, ...] = field(default=(), repr=False)
    """The texts that were sent."""


def explained(trouble: Trouble, call: Call, *, arrived: bool) -> ProviderError:
    """The error for people: what happened, what to do, what the server says, and that nothing is lost."""
    kind = trouble.kind
    if kind == "no_key" and call.key is not None:
        kind = "wrong_key"
    if kind == "forbidden" and call.key is None:
        kind = "keyless"
    if kind == "dropped" and arrived:
        kind = "broken_off"
    if kind == "total_deadline" and not arrived:
        kind = "first_deadline"
    words = TABLE[kind]
    message = words.message.format(
        host=call.host, model=one_line(call.model, 60), seconds=_duration(trouble.seconds)
    )
    if kind in ("rate", "busy", "server_error") and trouble.seconds is not None:
        message += f" It asks to wait {_duration(trouble.seconds)}."
    if said := quotable(trouble.said, call):
        message += f" It says: “{said}”."
    message += " What arrived is kept." if arrived else " Nothing is lost."
    return ProviderError(words.fault, message, title=words.title, answered=words.answered)


def quotable(said: str, call: Call) -> str:
    """What may be quoted of a server's words: short, clean, without keys; nothing if it echoes our texts."""
    said = said[:5_000]
    if call.key is not None:
        said = said.replace(call.key.reveal(), "***")
    said = one_line(_SECRETS.sub("***", said), LONGEST_QUOTE).rstrip(".")
    key = "" if call.key is None else call.key.reveal()
    echo = _echoes(said, key, _KEY_OVERLAP) or any(_echoes(said, text, _OVERLAP) for text in call.private)
    return "" if echo else said


def _echoes(said: str, secret: str, overlap: int) -> bool:
    """Whether they share that many characters in a row."""
    secret = " ".join(secret.split())
    return any(said[start : start + overlap] in secret for start in range(len(said) - overlap + 1))


def _duration(seconds: float | None) -> str:
    """Seconds as people say them."""
    seconds = seconds or 0.0
    return f"{seconds:.3g} s" if seconds < 120 else f"{round(seconds / 60)} min"


def from_response(status: int, headers: Mapping[str, str], body: bytes) -> Trouble:
    """The trouble that a status other than 200 tells of. Header names are looked up in lower case."""
    if 300 <= status < 400:
        return Trouble("redirect")
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        value = body.decode("utf-8", "replace")
    return from_error(status, value, wait=_retry_after(headers.get("retry-after", "")))


def from_error(status: int, value: object, wait: float | None = None) -> Trouble:
    """The trouble that an error object tells of, with the status it came with or names itself (0: none)."""
    said, code, parameter = _said(value)
    kind = _kind(status, f"{said} {code}")
    named = (parameter, json.dumps(value)) if kind == "refused" else ("", "")
    return Trouble(kind, said=said, seconds=wait, parameter=named)


def from_event(error: object) -> Trouble:
    """The trouble that an error in the middle of a stream tells of; its code is a status, a word, or missing."""
    code = error.get("code") if isinstance(error, dict) else None
    status = int(code) if isinstance(code, int | str) and str(code).isdecimal() else 0
    return from_error(status, error)


def _kind(status: int, text: str) -> Kind:
    """The row of the table, by status and by what the server says."""
    about_model = re.search(r"\bmodel(?:_not_found)?\b", text, re.I) is not None
    match status:
        case 401:
            return "no_key"
        case 402:
            return "no_credit"
        case 403:
            return "forbidden"
        case 404:
            return "no_model" if about_model else "no_path"
        case 405 | 501:
            return "no_path"
        case 407:
            return "proxy"
        case 413:
            return "too_large"
        case _ if _TOO_LONG.search(text):
            return "too_long"
        case _ if _USED_UP.search(text):
            return "no_credit"
        case 429:
            return "rate"
        case 400 if re.search(r"api.?key.{0,20}(?:invalid|not valid|incorrect)|invalid.{0,4}api.?key", text, re.I):
            return "no_key"
        case 400 if "model_not_found" in text:
            return "no_model"
        case 408 | 409 | 425 | 503 | 529:
            return "busy"
        case _ if 400 <= status < 500:
            return "refused"
    if re.search(r"rate.?limit|too many requests", text, re.I):
        return "rate"
    if re.search(r"\bendpoint\b", text, re.I):  # LM Studio says so with status 200
        return "no_path"
    return "busy" if re.search(r"overload|loading model|unavailable", text, re.I) else "server_error"


def _said(value: object) -> tuple[str, str, str]:
    """An error object's message, its code with its type, and the parameter it names; "" for what is not there."""
    inner = value.get("error", value) if isinstance(value, dict) else value
    if isinstance(inner, str):  # a page of HTML says nothing to people
        return ("" if inner.lstrip().startswith("<") else inner), "", ""
    if not isinstance(inner, dict):
        return "", "", ""
    said = next((inner[name] for name in ("message", "detail", "msg") if inner.get(name)), "")
    if isinstance(said, list):  # a list of complaints, as pydantic makes them
        said = next((item["msg"] for item in said if isinstance(item, dict) and "msg" in item), "")
    code = " ".join(str(inner[name]) for name in ("code", "type") if isinstance(inner.get(name), str))
    parameter = inner.get("param")
    return str(said), code, parameter if isinstance(parameter, str) else ""


def _retry_after(header: str) -> float | None:
    """Seconds to wait, from a number or a date; None where there is neither."""
    if re.fullmatch(r"\s*\d{1,9}(\.\d*)?\s*", header):
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def from_exception(error: Exception, connect: float, *, proxied: bool = False) -> Trouble:
    """The trouble an exception tells of; what no rule knows is a garbled answer.

    `connect` in seconds; `proxied`: the way leads through a proxy, so it is the one that could not be reached.
    """
    trouble = error if isinstance(error, Trouble) else _broken(error, connect)
    return Trouble("proxy") if proxied and trouble.kind in _UNREACHED else trouble


_UNREACHED: Final = frozenset({"no_host", "not_listening", "unreachable"})
"""Nobody was spoken to."""


def _broken(error: Exception, connect: float) -> Trouble:
    """The trouble that an exception of the network or of the client library tells of."""
    chain = tuple(_chain(error))
    names = {kind.__name__ for link in chain for kind in type(link).__mro__}
    if "ConnectTimeout" in names:
        return Trouble("connect_deadline", seconds=connect)
    if any(isinstance(link, socket.gaierror) for link in chain):
        return Trouble("no_host")
    if any(isinstance(link, ConnectionRefusedError) for link in chain):
        return Trouble("not_listening")
    if "SSLError" in names or "CertificateError" in names:
        return Trouble("tls")
    if names & {"ConnectError", "ProxyError", "UnsupportedProtocol"}:
        return Trouble("unreachable")
    if names & {"TransportError", "APIConnectionError", "OSError"}:
        return Trouble("dropped")
    return Trouble("garbled")


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what it was made from, and the members of groups among them."""
    waiting, seen = [error], set[int]()
    while waiting:
        link = waiting.pop()
        if id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        waiting += [other for other in (link.__cause__, link.__context__) if other is not None]
        if isinstance(link, BaseExceptionGroup):
            waiting += link.exceptions
