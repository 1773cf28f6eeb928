"""Everything that can go wrong with a server: recognising it, and one table of titles and messages for people.

`from_response`, `from_event` and `from_exception` find the kind of a fault; `explained` turns it into a
ProviderError of DESIGN 7. Messages never hold the key or the texts that were sent. The client library's exceptions
are not enough: it lets JSON, Unicode and type errors through (research/security.md, F6).
"""

import json
import re
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final, Literal, TypeAlias

from tailor.core.errors import Fault, ProviderError
from tailor.core.text import one_line
from tailor.providers.keys import Key

DeadlineKind: TypeAlias = Literal["first_deadline", "idle_deadline", "total_deadline"]
Kind: TypeAlias = (
    DeadlineKind
    | Literal[
        "wrong_key", "no_key", "forbidden", "keyless", "no_model", "too_long", "too_large", "rate", "no_credit"
    ]
    | Literal["no_path", "redirect", "refused", "server_error", "busy"]
    | Literal["no_host", "not_listening", "unreachable", "tls", "connect_deadline", "dropped"]
    | Literal["proxy", "proxy_kind"]
    | Literal["page", "packed", "garbled", "wrong_type", "empty", "only_thinking", "tool_call", "refusal"]
    | Literal["unfinished", "broken_off", "length", "filtered", "too_much", "odd_end"]
)


class ServerFault(Exception):
    """A fault as found, not yet in words: these need the key and texts that must stay out of them."""

    def __init__(
        self, kind: Kind, *, said: str = "", seconds: float | None = None, parameter: tuple[str, str] = ("", "")
    ) -> None:
        super().__init__(kind)
        self.kind: Kind = kind
        self.said = said
        """The server's own words, not yet cleaned."""
        self.seconds = seconds
        """Length of the deadline, or of the wait that the server asks for."""
        self.parameter = parameter
        """For "refused": the parameter that the server names, and the text that may name it."""


@dataclass(frozen=True, slots=True)
class FaultText:
    """How a fault is told; `message` may contain {host}, {model} and {seconds}."""

    fault: Fault
    title: str
    message: str
    again: bool = False
    """Whether the same request may succeed a moment later."""
    answered: bool = False
    """Whether it is the model's doing, so that the same request would end the same way (benches keep it)."""


_BASE_URL = "Is this base URL right? It usually ends in /v1."

FAULT_TEXTS: Final[dict[Kind, FaultText]] = {
    # key, permission
    "no_key": FaultText(
        "key",
        "A key is needed",
        "{host} answers only with a key. Set one for this base URL in the settings, or in TAILOR_API_KEY.",
    ),
    "wrong_key": FaultText(
        "key",
        "The key was not accepted",
        "{host} turned the key down. Check that it is whole, still valid and meant for this base URL.",
    ),
    "forbidden": FaultText(
        "permission",
        "Not allowed",
        "{host} knows the key but does not allow this. Look at what the account may use, or choose another model.",
    ),
    "keyless": FaultText(
        "permission",
        "Not allowed",
        "{host} does not allow this, and no key was sent. If it wants one, set it for this base URL in the "
        "settings, or in TAILOR_API_KEY.",
    ),
    # model
    "no_model": FaultText(
        "model",
        "No such model",
        "{host} has no model called “{model}”. Choose one of those it lists, or install it there first.",
    ),
    "too_long": FaultText(
        "model",
        "Too long for this model",
        "The text does not fit into “{model}”. Choose a model with a larger context, or a shorter procedure.",
        answered=True,
    ),
    # rate
    "rate": FaultText("rate", "Too many requests", "{host} asks to slow down. Try again in a while.", again=True),
    "no_credit": FaultText(
        "rate", "The account is used up", "{host} says that credit or quota is used up. Look at the account there."
    ),
    # server
    "too_large": FaultText(
        "server", "Too large for this server", "{host} does not take a text of this size. Try a shorter procedure."
    ),
    "no_path": FaultText("server", "Nothing answers there", "{host} does not know this address. " + _BASE_URL),
    "redirect": FaultText(
        "server",
        "The server points elsewhere",
        "{host} sends requests on to another address. Tailor does not follow, so your texts went nowhere else. "
        "If you trust the other address, make it the base URL.",
    ),
    "refused": FaultText(
        "server", "The request was refused", "{host} does not accept this request. Another model may take it."
    ),
    "server_error": FaultText(
        "server", "The server failed", "{host} has a problem of its own. Try again in a while.", again=True
    ),
    "busy": FaultText(
        "server",
        "The server is not ready",
        "{host} is busy or still loading its model. Try again in a while.",
        again=True,
    ),
    "first_deadline": FaultText(
        "server",
        "No answer in time",
        "{host} did not begin to answer within {seconds}. It may still be loading the model: try again, or allow "
        "more time (deadline “first”).",
    ),
    # network
    "no_host": FaultText(
        "network",
        "The server cannot be found",
        "There is no computer called {host}. Check the spelling of the base URL, and the network.",
        again=True,
    ),
    "not_listening": FaultText(
        "network",
        "Nobody answers",
        "Nothing is listening at {host}. Start the server there, or correct the base URL.",
        again=True,
    ),
    "unreachable": FaultText(
        "network", "No connection", "{host} cannot be reached. Check the network and the base URL.", again=True
    ),
    "tls": FaultText(
        "network",
        "The connection is not secure",
        "{host} could not prove who it is, so nothing was sent. Check the base URL (https or http?), the clock of "
        "this computer, and its certificates.",
    ),
    "connect_deadline": FaultText(
        "network",
        "No connection in time",
        "{host} could not be reached within {seconds}. Check the network and the base URL, or allow more time "
        "(deadline “connect”).",
    ),
    "dropped": FaultText(
        "network",
        "The connection broke",
        "{host} closed the connection before it said anything. Try again; if it stays so, look at the server.",
        again=True,
    ),
    "proxy": FaultText(
        "network",
        "No way through the proxy",
        "The way to {host} leads through a proxy (HTTPS_PROXY, ALL_PROXY or the system's settings), and no "
        "connection came about there. Check the proxy and the network, or start Tailor without it.",
        again=True,
    ),
    "proxy_kind": FaultText(
        "network",
        "A proxy Tailor cannot use",
        "HTTPS_PROXY, HTTP_PROXY or ALL_PROXY names a proxy of a kind Tailor cannot use, such as SOCKS, so "
        "nothing was sent to {host}. Name one that begins with http:// there, or start Tailor without it.",
    ),
    # bad_answer
    "page": FaultText(
        "bad_answer", "Not a model's answer", "{host} sent something that no model says. " + _BASE_URL
    ),
    "packed": FaultText(
        "bad_answer",
        "A packed answer",
        "{host} packs its answers although Tailor asks it not to, so they are not opened. Turn compression off "
        "there, or in the proxy before it.",
    ),
    "garbled": FaultText(
        "bad_answer",
        "A garbled answer",
        "Part of what {host} sent cannot be read. Try again, or look at the server.",
    ),
    "wrong_type": FaultText(
        "bad_answer",
        "An answer of another kind",
        "{host} does not answer the way an OpenAI-compatible server does. " + _BASE_URL,
    ),
    "empty": FaultText(
        "bad_answer",
        "An empty answer",
        "“{model}” answered with nothing at all. Try again, or choose another model.",
        answered=True,
    ),
    "only_thinking": FaultText(
        "bad_answer",
        "Thinking, but no answer",
        "“{model}” only thought and then said nothing. Try again, or choose a model that thinks less.",
        answered=True,
    ),
    "tool_call": FaultText(
        "bad_answer",
        "An answer of another kind",
        "“{model}” tried to use a tool. Tailor offers none; choose another model.",
        answered=True,
    ),
    "refusal": FaultText(
        "bad_answer",
        "The model declined",
        "“{model}” does not want to do this. Put it in other words, or choose another.",
        answered=True,
    ),
    # cut_short
    "unfinished": FaultText(
        "cut_short", "The answer is cut short", "{host} stopped in the middle of the answer. Try again."
    ),
    "broken_off": FaultText(
        "cut_short",
        "The answer is cut short",
        "The connection to {host} broke in the middle of the answer. Try again.",
    ),
    "length": FaultText(
        "cut_short",
        "The answer is cut short",
        "“{model}” reached its limit of length before it was done. Allow longer answers at the server (the "
        "prompts “paper” set a limit themselves), or choose another model.",
        answered=True,
    ),
    "filtered": FaultText(
        "cut_short",
        "The answer is cut short",
        "A content filter at {host} stopped the answer. Other words or another model may get through.",
        answered=True,
    ),
    "too_much": FaultText(
        "cut_short",
        "The answer is far too long",
        "“{model}” wrote on and on, so Tailor stopped it. Try again, or choose another model.",
        answered=True,
    ),
    "idle_deadline": FaultText(
        "cut_short",
        "The answer is cut short",
        "{host} fell silent for {seconds} in the middle of the answer. Try again, or allow more time "
        "(deadline “idle”).",
    ),
    "total_deadline": FaultText(
        "cut_short",
        "The answer is cut short",
        "The answer was not complete after {seconds}. Try again, or allow more time (deadline “total”).",
    ),
    "odd_end": FaultText(
        "cut_short",
        "The answer is cut short",
        "{host} ended the answer for a reason Tailor does not know. Try again.",
    ),
}
LONGEST_QUOTE: Final = 160
"""Characters quoted from a server's error text."""

_OVERLAP: Final = 16
"""An error text that shares so many characters in a row with a sent text is not quoted."""

_KEY_OVERLAP: Final = 8
"""The same for the key; servers often repeat a part of it."""

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
    """The server of a message, and what must never be in the message."""

    host: str
    model: str
    key: Key | None
    private: tuple[str, ...] = field(default=(), repr=False)
    """The texts that were sent."""


def explained(fault: ServerFault, call: Call, *, arrived: bool) -> ProviderError:
    """The error for people: what happened, what to do, what the server says."""
    kind = fault.kind
    if kind == "no_key" and call.key is not None:
        kind = "wrong_key"
    if kind == "forbidden" and call.key is None:
        kind = "keyless"
    if kind == "dropped" and arrived:
        kind = "broken_off"
    if kind == "total_deadline" and not arrived:
        kind = "first_deadline"
    words = FAULT_TEXTS[kind]
    message = words.message.format(
        host=call.host, model=one_line(call.model, 60), seconds=_duration(fault.seconds)
    )
    if kind in ("rate", "busy", "server_error") and fault.seconds is not None:
        message += f" It asks to wait {_duration(fault.seconds)}."
    if said := quotable(fault.said, call):
        message += f" It says: “{said}”."
    message += " What arrived is kept." if arrived else " Nothing is lost."
    return ProviderError(words.fault, message, title=words.title, answered=words.answered)


def quotable(said: str, call: Call) -> str:
    """A server's words, short, clean and without keys; "" if they echo our texts."""
    said = said[:5_000]
    if call.key is not None:
        said = said.replace(call.key.reveal(), "***")
    said = one_line(_SECRETS.sub("***", said), LONGEST_QUOTE).rstrip(".")
    key = "" if call.key is None else call.key.reveal()
    echo = _echoes(said, key, _KEY_OVERLAP) or any(_echoes(said, text, _OVERLAP) for text in call.private)
    return "" if echo else said


def _echoes(said: str, secret: str, overlap: int) -> bool:
    """Whether both share that many characters in a row."""
    secret = " ".join(secret.split())
    return any(said[start : start + overlap] in secret for start in range(len(said) - overlap + 1))


def _duration(seconds: float | None) -> str:
    """Seconds for people: "12.5 s", "3 min"."""
    seconds = seconds or 0.0
    return f"{seconds:.3g} s" if seconds < 120 else f"{round(seconds / 60)} min"


def from_response(status: int, headers: Mapping[str, str], body: bytes) -> ServerFault:
    """The fault of a response whose status is not 200. Header names are lower case."""
    if 300 <= status < 400:
        return ServerFault("redirect")
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        value = body.decode("utf-8", "replace")
    return from_error(status, value, wait=_retry_after(headers.get("retry-after", "")))


def from_error(status: int, value: object, wait: float | None = None) -> ServerFault:
    """The fault of an error object and its status (0: unknown)."""
    said, code, parameter = _said(value)
    kind = _kind(status, f"{said} {code}")
    named = (parameter, json.dumps(value)) if kind == "refused" else ("", "")
    return ServerFault(kind, said=said, seconds=wait, parameter=named)


def from_event(error: object) -> ServerFault:
    """The fault of an error inside a stream; its code is a status, a word, or missing."""
    code = error.get("code") if isinstance(error, dict) else None
    status = int(code) if isinstance(code, int | str) and str(code).isdecimal() else 0
    return from_error(status, error)


def _kind(status: int, text: str) -> Kind:
    """The kind of fault, by status and the server's words."""
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
    """An error object's message, its code and type, and the parameter it names; each may be ""."""
    inner = value.get("error", value) if isinstance(value, dict) else value
    if isinstance(inner, str):  # not a page of HTML
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
    """Seconds to wait, from a number or a date, or None."""
    if re.fullmatch(r"\s*\d{1,9}(\.\d*)?\s*", header):
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def from_exception(error: Exception, connect: float, *, proxied: bool = False) -> ServerFault:
    """The fault of an exception; an unknown one counts as a garbled answer.

    `connect`: the deadline in seconds. `proxied`: a proxy is used, so it is the proxy that could not be reached.
    """
    fault = error if isinstance(error, ServerFault) else _broken(error, connect)
    return ServerFault("proxy") if proxied and fault.kind in _UNREACHED else fault


_UNREACHED: Final = frozenset({"no_host", "not_listening", "unreachable"})
"""No connection was made."""


def _broken(error: Exception, connect: float) -> ServerFault:
    """The fault of an exception of the network or the client library."""
    chain = tuple(_chain(error))
    names = {kind.__name__ for link in chain for kind in type(link).__mro__}
    if "ConnectTimeout" in names:
        return ServerFault("connect_deadline", seconds=connect)
    if any(isinstance(link, socket.gaierror) for link in chain):
        return ServerFault("no_host")
    if any(isinstance(link, ConnectionRefusedError) for link in chain):
        return ServerFault("not_listening")
    if "SSLError" in names or "CertificateError" in names:
        return ServerFault("tls")
    if names & {"ConnectError", "ProxyError", "UnsupportedProtocol"}:
        return ServerFault("unreachable")
    if names & {"TransportError", "APIConnectionError", "OSError"}:
        return ServerFault("dropped")
    return ServerFault("garbled")


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error with all its causes and group members."""
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
