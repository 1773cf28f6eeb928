"""A small server on loopback that speaks Chat Completions and misbehaves as told.

A fault is a list of steps: bytes are sent as they are, HANG waits until the client goes away, RESET breaks the
connection, and a tuple sends its bytes again and again. `Misbehaving("500", "ok")` plays its faults in turn and
then stays with the last; it records what it was sent, and whether the client hung up on it.
"""

import asyncio
import gzip
import json
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias

TEXT: Final = ("replace(2, Knead", " for 5 minutes)", "\ndone\n")
WHOLE: Final = "".join(TEXT)

HANG: Final = "hang"
RESET: Final = "reset"
Step: TypeAlias = bytes | tuple[bytes, float] | Literal["hang", "reset"]


def reply(
    status: int, body: object, kind: str = "application/json", headers: Mapping[str, str | int] | None = None
) -> list[Step]:
    """A whole response with a status and a body (JSON, text or bytes)."""
    data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
    fields: dict[str, str | int] = {"content-type": kind, "content-length": len(data), "connection": "close"}
    fields |= headers or {}
    lines = [f"HTTP/1.1 {status} Status", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    return ["\r\n".join(lines).encode() + data]


def error(
    status: int, message: str, *, param: str = "", code: str = "", wait: str | int | None = None
) -> list[Step]:
    """A response with an error object as OpenAI makes them."""
    headers: dict[str, str | int] = {} if wait is None else {"retry-after": wait}
    return reply(status, {"error": {"message": message, "param": param, "code": code}}, headers=headers)


HEAD: Final = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


def packet(data: bytes) -> bytes:
    """One HTTP chunk."""
    return b"%x\r\n%b\r\n" % (len(data), data)


END: Final = packet(b"")


def event(value: object, lead: str = "data: ") -> bytes:
    """One HTTP chunk that holds one event."""
    text = value if isinstance(value, str) else json.dumps(value)
    return packet(f"{lead}{text}\n\n".encode())


def piece(finish: object = None, **delta: object) -> dict[str, object]:
    """One chunk of an answer."""
    return {"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def said(text: str) -> bytes:
    return event(piece(content=text))


STOP: Final = event(piece("stop"))
DONE: Final = event("[DONE]")
SPOKEN: Final = [said(text) for text in TEXT]
ROLE: Final = event(piece(role="assistant", content=""))
USAGE: Final = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 5, "cost": 0.25}}
BOTH: Final = event({**piece("stop", content=WHOLE), "usage": USAGE["usage"]})


def stream(*steps: Step) -> list[Step]:
    """A streamed answer that begins as it should."""
    return [HEAD, ROLE, *steps]


FAULTS: Final[dict[str, list[Step]]] = {
    "ok": stream(*SPOKEN, STOP, DONE, END),
    "401": error(401, "Incorrect API key provided"),
    "402": error(402, "Add credits"),
    "403": error(403, "Country not supported"),
    "404_model": error(404, "The model `m` does not exist", code="model_not_found"),
    "404_path": error(404, "no such route"),
    "404_html": reply(404, "<html>a model page</html>", "text/html"),
    "400": error(400, "I do not like this"),
    "400_context": error(400, "maximum context length is 8192 tokens, but max_tokens is 500"),
    "413": error(413, "too large"),
    "429": error(429, "slow down", wait=0),
    "429_long": error(429, "slow down", wait=60),
    "429_date": error(429, "slow down", wait="Sat, 01 Jan 2011 00:00:00 GMT"),
    "429_quota": error(429, "You are out of quota", code="insufficient_quota"),
    "500": error(500, "boom"),
    "503": error(503, "loading model"),
    "500_html": reply(500, "<html><h1>Oops</h1></html>", "text/html"),
    "200_html": reply(200, "<html>Please log in to the wireless network</html>", "text/html"),
    "200_packed": reply(200, gzip.compress(b"0" * 1_000_000), "text/event-stream", {"content-encoding": "gzip"}),
    "200_error": reply(200, {"error": "Unexpected endpoint or method"}),
    "204": [b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"],
    "205": reply(205, ""),
    "206": reply(206, "a part"),
    "600": reply(600, {"error": "what?"}),
    "999": reply(999, "denied"),
    "304": [b"HTTP/1.1 304 Not Modified\r\nconnection: close\r\n\r\n"],
    "511": reply(511, "<html>Welcome to our network"),
    "302": reply(302, "", headers={"location": "/v1/elsewhere"}),
    "307": reply(307, "", headers={"location": "http://127.0.0.2:9/v1/chat/completions"}),
    "hang_headers": [HANG],
    "hang_mid": stream(*SPOKEN[:2], HANG),
    "hang_tail": stream(*SPOKEN, STOP, HANG),
    "hang_error": [b"HTTP/1.1 500 X\r\ncontent-length: 99\r\n\r\n", HANG],
    "drip": stream((said("x"), 0.05)),
    "keepalive": stream((packet(b": still here\n\n"), 0.02)),
    "cut_headers": [],
    "page_without_headers": [b"<html>\n<p>hello\n\n"],
    "other_program": [b"SSH-2.0-OpenSSH_9.0\r\n\r\n"],
    "http_0.9": [b"hello"],
    "huge_headers": [b"HTTP/1.1 200 OK\r\nx: " + b"a" * 300_000 + b"\r\n\r\n"],
    "many_headers": [b"HTTP/1.1 200 OK\r\n" + b"x: a\r\n" * 60_000 + b"\r\n"],
    "no_header": [b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"],
    "two_lengths": [b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello"],
    "odd_chunk": [HEAD + b"zz\r\nabc\r\n"],
    "endless_chunk": [HEAD + b"F" * 30 + b"\r\nabc\r\n"],
    "odd_chunk_mid": stream(SPOKEN[0], b"-5\r\nabc\r\n"),
    "429_months": error(429, "Slow down", wait=60_000_000),
    "429_ages": error(429, "Slow down", wait="9" * 40),
    "429_year_9999": error(429, "Slow down", wait="Fri, 31 Dec 9999 23:59:59 GMT"),
    "cut_mid": stream(SPOKEN[0], b"400\r\ndata: {"),
    "cut_tail": stream(*SPOKEN, STOP, b"400\r\ndata: {"),
    "junk_tail": stream(*SPOKEN, STOP, event("{"), DONE, END),
    "junk_at_stop": stream(*SPOKEN, event(piece("stop", content=["x"])), DONE, END),
    "reset_mid": stream(SPOKEN[0], b"400\r\ndata: {", RESET),
    "cut_nodone": stream(*SPOKEN, END),
    "done_without_stop": stream(*SPOKEN, DONE, END),
    "cut_before_text": stream(b"400\r\n"),
    "short_body": [
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\ndata: {}\n\n"
    ],
    "nothing": [HEAD, END],
    "odd_lines": stream(packet(b"garbage\n\nevent: x\nid: 1\nretry: never\n\n"), *SPOKEN, STOP, DONE, END),
    "bad_json": stream(SPOKEN[0], event('{"choices": [{'), END),
    "deep_json": stream(SPOKEN[0], event("[" * 100_000), END),
    "non_utf8": stream(SPOKEN[0], packet(b'data: {"choices": "\xff\xfe"}\n\n'), STOP, DONE, END),
    "nul": stream(SPOKEN[0], packet(b'data: {"choices": [], "x": "\x00"}\n\n'), STOP, DONE, END),
    "bom": stream(packet(b"\xef\xbb\xbfdata: " + json.dumps(piece(content=WHOLE)).encode() + b"\n\n"), STOP, END),
    "crlf": [
        step.replace(b"\n\n\r\n", b"\r\r\r\n") if isinstance(step, bytes) else step for step in stream(BOTH, END)
    ],
    "split_letter": stream(packet(event(piece(content="né"), "data: ")[4:-4]), packet(b"\n\n"), STOP, END),
    "no_space": stream(event(piece("stop", content=WHOLE), "data:"), event("[DONE]", "data:"), END),
    "many_data": stream(
        packet(b'data: {"choices": [{"finish_reason": "stop",\ndata: "delta": {"content": "a"}}]}\n\n'), END
    ),
    "not_streamed": reply(200, {"choices": [{"message": {"content": WHOLE}, "finish_reason": "stop"}]}),
    "empty_choices": stream(event({"choices": []}), STOP, DONE, END),
    "null_choices": stream(event({"choices": None}), STOP, DONE, END),
    "null_content": stream(event(piece(content=None)), STOP, DONE, END),
    "missing_delta": stream(event({"choices": [{"index": 0}]}), STOP, DONE, END),
    "empty_object": stream(event({}), *SPOKEN, STOP, DONE, END),
    "list_content": stream(SPOKEN[0], event(piece(content=["x", 1])), STOP, END),
    "number_choice": stream(event({"choices": [7]}), END),
    "text_choices": stream(event({"choices": "x"}), END),
    "text_delta": stream(event({"choices": [{"delta": "x"}]}), END),
    "list_event": stream(event("[1, 2]"), END),
    "null_event": stream(event("null"), END),
    "usage": stream(*SPOKEN, STOP, event(USAGE), DONE, END),
    "two_dones": stream(*SPOKEN, STOP, DONE, DONE, END),
    "text_after_done": stream(*SPOKEN, STOP, packet(DONE[DONE.index(b"d") :] + said("AFTER")), END),
    "error_event": stream(SPOKEN[0], event({"error": {"message": "overloaded", "code": 529}}), END),
    "error_first": stream(event({"error": {"message": "rate limit reached", "code": "rate_limit_exceeded"}}), END),
    "error_field": stream(SPOKEN[0], event({"message": "slot failed", "code": 500}, "error: "), END),
    "error_text": stream(SPOKEN[0], event("it broke", "error: "), END),
    "error_object": stream(SPOKEN[0], event({"object": "error", "message": "engine died"}), END),
    "length": stream(*SPOKEN[:2], event(piece("length")), DONE, END),
    "filtered": stream(*SPOKEN[:2], event(piece("content_filter")), DONE, END),
    "odd_end": stream(*SPOKEN[:2], event(piece("tired")), DONE, END),
    "number_end": stream(*SPOKEN[:2], event(piece(7)), DONE, END),
    "refusal": stream(
        event(piece(refusal="I can't ")), event(piece("stop", refusal="help with that.")), DONE, END
    ),
    "tool_calls": stream(event(piece("tool_calls", tool_calls=[{"function": {"name": "rm"}}])), DONE, END),
    "reasoning": stream(
        event(piece(reasoning_content="hm")), event(piece(reasoning="so")), *SPOKEN, STOP, DONE, END
    ),
    "only_reasoning": stream(event(piece(reasoning_content="hm")), STOP, DONE, END),
    "huge": stream(*[said("x" * 65536)] * 5, STOP, DONE, END),
    "huge_line": stream(SPOKEN[0], *[packet(b"x" * 262144)] * 5, END),
    "huge_object": reply(200, b" " * 1_200_000),
    "endless": stream((said("x" * 32768), 0.0)),
    "controls": stream(said("a\x1b[2J\x1b]52;c;VEFJTE9S\x07\x9b\tb"), STOP, DONE, END),
    "half_letter": stream(
        packet(b'data: {"choices": [{"delta": {"content": "a\\ud800b"}}]}\n\n'), STOP, DONE, END
    ),
}


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, object]


class Misbehaving:
    """The server; `async with` starts and stops it."""

    def __init__(self, *faults: str | list[Step], models: object = None) -> None:
        self._faults = [FAULTS[fault] if isinstance(fault, str) else fault for fault in faults or ("ok",)]
        listed = {"data": [{"id": "m"}]} if models is None else models
        self._models = listed if isinstance(listed, list) else reply(200, listed)
        self._handlers: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self.requests: list[Request] = []
        self.asked = asyncio.Event()
        """Set when a request has come."""
        self.left = asyncio.Event()
        """Set when the client has hung up before the answer was over."""

    @property
    def chats(self) -> list[Request]:
        return [request for request in self.requests if request.method == "POST"]

    @property
    def port(self) -> int:
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._turns()  # asyncio forgets a connection that is still on its way to us when the server closes
        self._server.close()
        handlers = dict(self._handlers)
        for handler in handlers:
            handler.cancel()
        await asyncio.gather(*handlers, return_exceptions=True)
        for writer in handlers.values():
            writer.transport.abort()  # one that waits to send the rest to a client that left would stay open
        await self._turns()

    async def _turns(self) -> None:
        """Let the loop hand over what was just accepted, or close what was just broken."""
        for _ in range(5):
            await asyncio.sleep(0)

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Handle a connection; noted before its task runs, so that one that never runs is closed as well."""
        self._handlers[asyncio.create_task(self._handle(reader, writer))] = writer

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await self._read(reader)
            models = request.method == "GET"
            fault = self._models if models else self._faults[min(len(self.chats) - 1, len(self._faults) - 1)]
            for step in fault:
                await self._play(step, reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            self.left.set()
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Request:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        method, path, _ = first.split()
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        request = Request(method, path, headers, json.loads(body or b"{}"))
        self.requests.append(request)
        self.asked.set()
        return request

    async def _play(self, step: Step, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        match step:
            case bytes():
                writer.write(step)
                await writer.drain()
            case (data, pause):
                while True:
                    writer.write(data)
                    await writer.drain()
                    await asyncio.sleep(pause)
            case "reset":
                sock = writer.get_extra_info("socket")
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
            case _:
                if not await reader.read(1):
                    self.left.set()
