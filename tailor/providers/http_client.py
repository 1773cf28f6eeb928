"""The HTTP connection to one server; the only place that imports `openai`, in a thread and when first needed.

The client is wrapped in hooks of our own, as it would send whatever other programs put in the environment, and
follow redirects with the texts. A request goes to one origin, with one key and a whitelist of headers; the client
never has the key. A response is an uncompressed 200 or a ServerFault (research/security.md).
"""

import asyncio
from collections.abc import Awaitable
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar, cast
from urllib.parse import urlsplit

from tailor import __version__
from tailor.config import Deadlines
from tailor.providers.capabilities import ChatRequest
from tailor.providers.discovery import LARGEST, ModelListing, read_listing
from tailor.providers.errors import DeadlineKind, ServerFault, from_response
from tailor.providers.keys import Key
from tailor.urls import is_loopback

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI, AsyncStream
    from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam

T = TypeVar("T")

_HEADERS: Final = frozenset(
    {"host", "accept", "connection", "content-type", "content-length", "transfer-encoding"}
)
"""Headers of the client library that are sent; all others are removed or set by Tailor."""

_LARGEST_ERROR: Final = 64 * 1024
_ERROR_SECONDS: Final = 2.0
"""How much of an error response is read (its status is already known), and for how long."""


TAIL: Final = 2.0
"""Seconds to wait for what may follow a complete answer, the token count."""


LATE: Final = 1.0
"""If a deadline is noticed this many seconds too late, the process was suspended."""


class CallDeadlines:
    """The deadlines of one call. They count content: the client's own timeouts never end a stream that drips."""

    def __init__(self, deadlines: Deadlines, now: float) -> None:
        self._deadlines = deadlines
        self._last = now + deadlines.total
        self._ending = False
        self._next: tuple[float, DeadlineKind] = (self._last, "total_deadline")

    def attempt(self, now: float) -> None:
        """A request is being sent. The total deadline counts from the first one."""
        self._ending = False
        self._next = (now + self._deadlines.first, "first_deadline")

    def content(self, now: float) -> None:
        """A piece of text or reasoning was passed to the reader."""
        if not self._ending:
            self._next = (now + self._deadlines.idle, "idle_deadline")

    def whole(self, now: float) -> None:
        """The answer is complete; only `TAIL` seconds are left."""
        if not self._ending:
            self._ending, self._next = True, (now + min(TAIL, self._deadlines.idle), "idle_deadline")

    def resumed(self, now: float) -> None:
        """The process was suspended or the computer slept: allow time to read what came meanwhile."""
        when, kind = self._next
        self._last = max(self._last + now - self.next()[0], now + self._deadlines.idle)
        self._next = max(when, now + self._deadlines.idle), kind

    def next(self) -> tuple[float, DeadlineKind]:
        return min(self._next, (self._last, "total_deadline"))

    def left(self, now: float) -> float:
        """Seconds until the whole call must be over."""
        return self._last - now

    def seconds(self, kind: DeadlineKind) -> float:
        limits = self._deadlines
        return {"first_deadline": limits.first, "idle_deadline": limits.idle, "total_deadline": limits.total}[kind]


@dataclass(frozen=True, slots=True)
class Connection:
    """A client bound to one root URL, with the checks around it."""

    root: str
    client: "AsyncOpenAI"
    http: "httpx2.AsyncClient"

    async def post(self, model: str, request: ChatRequest) -> "AsyncStream[ChatCompletionChunk]":
        """Send a chat request; return when the answer begins. Closing the stream ends the request."""
        return await self.client.chat.completions.create(
            model=model,
            messages=cast("list[ChatCompletionMessageParam]", request.messages),
            stream=True,
            extra_body=request.options,
        )


async def connect(root: str, key: Key | None, deadlines: Deadlines) -> Connection:
    """Connect to this root, in a thread: importing the client and reading certificates is slow."""
    try:
        return await asyncio.to_thread(_make, root, key, deadlines)
    except OSError:  # this computer's certificates cannot be read
        raise ServerFault("tls") from None


def _make(root: str, key: Key | None, deadlines: Deadlines) -> Connection:
    """Create the client, without keys, headers and addresses from the environment."""
    import httpx2
    from openai import AsyncOpenAI

    home = httpx2.URL(root)
    timeout = httpx2.Timeout(None, connect=deadlines.connect)

    async def check_request(request: httpx2.Request) -> None:
        """Let requests go only to this server, with our key and few headers."""
        url = request.url
        if (url.scheme, url.host, url.port) != (home.scheme, home.host, home.port):
            raise ServerFault("redirect")
        for name in set(request.headers) - _HEADERS:
            del request.headers[name]
        request.headers["accept-encoding"] = "identity"
        request.headers["user-agent"] = f"tailor/{__version__}"
        if key is not None:
            request.headers["authorization"] = f"Bearer {key.reveal()}"

    async def check_response(response: httpx2.Response) -> None:
        """Accept only an uncompressed 200 as an answer."""
        packed = response.headers.get("content-encoding", "identity").lower() not in ("", "identity")
        if response.status_code != 200:
            body = b"" if packed else await _error_text(response)
            raise from_response(response.status_code, response.headers, body)
        if packed:
            raise ServerFault("packed")

    try:
        http = httpx2.AsyncClient(
            event_hooks={"request": [check_request], "response": [check_response]},
            follow_redirects=False,  # a redirect would carry the texts to another origin
            timeout=timeout,
            limits=httpx2.Limits(max_keepalive_connections=0),  # a kept connection may have died unnoticed
            trust_env=not is_loopback(home.host),  # no proxy for this computer
        )
    except (ImportError, ValueError, httpx2.InvalidURL):  # a SOCKS proxy, or an invalid proxy address
        raise ServerFault("proxy_kind") from None
    client = AsyncOpenAI(
        base_url=root,
        api_key="unused",  # `check_request` sets the header, so that the client never has the key
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
        max_retries=0,
        timeout=timeout,
        http_client=http,
    )
    _ = client.chat.completions  # imports the rest of the library, still in the thread
    return Connection(root, client, http)


def proxied(root: str) -> bool:
    """Whether requests to this root use a proxy from the environment or the system."""
    from urllib.request import getproxies, proxy_bypass  # slow to import; the client library has done so by now

    parts, named = urlsplit(root), getproxies()
    if is_loopback(parts.hostname or "") or proxy_bypass(parts.netloc):
        return False
    return parts.scheme in named or "all" in named


async def _error_text(response: "httpx2.Response") -> bytes:
    """As much of an error response as arrives quickly."""
    body = bytearray()
    with suppress(Exception):  # the status is known; the text is a bonus
        async with asyncio.timeout(_ERROR_SECONDS), aclosing(response.aiter_raw()) as pieces:
            async for piece in pieces:
                body += piece
                if len(body) > _LARGEST_ERROR:
                    break
    return bytes(body)


async def listing(connection: Connection, clock: CallDeadlines) -> ModelListing:
    """The server's list of models. ServerFault if it sends none."""
    clock.attempt(now())
    body = bytearray()
    async with AsyncExitStack() as stack:
        request = connection.http.stream("GET", connection.root + "/models")
        answer = await within(clock, stack.enter_async_context(request))
        pieces = await stack.enter_async_context(aclosing(answer.aiter_raw()))
        while (data := await within(clock, anext(pieces, None))) is not None:
            body += data
            if len(body) > LARGEST:
                raise ServerFault("page")
    if (found := read_listing(bytes(body))) is None:
        raise ServerFault("page")
    return found


async def within(clock: CallDeadlines, work: Awaitable[T]) -> T:
    """Await `work`. ServerFault if a deadline passes, unless the process was suspended when it did."""
    loop, begun, scope = asyncio.get_running_loop(), now(), asyncio.timeout(None)
    timer: asyncio.TimerHandle

    def due() -> None:
        nonlocal timer
        if now() - max(begun, clock.next()[0]) > LATE:
            clock.resumed(now())
            timer = loop.call_at(clock.next()[0], due)
        else:
            scope.reschedule(now())

    timer = loop.call_at(clock.next()[0], due)
    try:
        async with scope:
            return await work
    except TimeoutError:
        if not scope.expired():
            raise
        _, kind = clock.next()
        raise ServerFault(kind, seconds=clock.seconds(kind)) from None
    finally:
        timer.cancel()


def now() -> float:
    """The time of the event loop, in seconds."""
    return asyncio.get_running_loop().time()
