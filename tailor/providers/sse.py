"""What a server sends, made into pieces of an answer.

Owns the event stream format (bytes in, events out, whatever the chunking), the shapes of OpenAI-compatible chunks,
the caps on how much is taken, and when an answer counts as whole. Refuses to connect, to wait and to repair.
Unlike the client library it takes nothing on trust: a stream that ends without "stop" is not an answer.
"""

import json
import re
from collections.abc import Iterator
from typing import Final, Protocol

from tailor.core.protocols import Chunk, Reasoning, Text, Usage
from tailor.providers.errors import ServerFault, from_event

MOST_TEXT: Final = 256 * 1024
"""Bytes of text one call may bring; no procedure is so long."""

MOST_THINKING: Final = 1024 * 1024
"""Bytes of thinking one call may bring."""

LARGEST_EVENT: Final = 1024 * 1024
"""Bytes of one event."""


_UNSHOWN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""Control characters that could steer a terminal, and half characters (JSON can hold them, no file can)."""


class Decoder(Protocol):
    """Bytes in, whole events out."""

    def feed(self, data: bytes) -> Iterator[str]:
        """The events that these bytes complete. Trouble or UnicodeDecodeError only when an event's turn comes."""
        ...

    def close(self) -> Iterator[str]:
        """The events left when the connection has ended."""
        ...


def decoder_for(content_type: str) -> Decoder:
    """How to read an answer of this content type; Trouble where it cannot be a model's."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind in ("text/event-stream", "text/plain", ""):
        return Events()
    if kind == "application/json":  # a server that does not stream gives the answer as one object
        return Whole()
    raise ServerFault("page")


class Events:
    """The format of server-sent events (WHATWG HTML, 9.2.6), byte by byte; a BOM before a line is dropped."""

    def __init__(self) -> None:
        self._line: list[bytes] = []
        self._data: list[str] = []
        self._size = 0
        self._after_return = False

    def feed(self, data: bytes) -> Iterator[str]:
        """The events that these bytes complete. Lines are cut as bytes: UTF-8 has no line end inside a letter."""
        if not data:
            return
        if self._after_return:
            data = data.removeprefix(b"\n")
        self._after_return = data.endswith(b"\r")
        *ended, rest = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for part in ended:
            self._keep(part)
            line, self._line = b"".join(self._line), []
            yield from self._take(line.decode())
        self._keep(rest)

    def close(self) -> Iterator[str]:
        """Nothing: an event without its blank line never became whole."""
        return iter(())

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > LARGEST_EVENT:
            raise ServerFault("too_much")
        self._line.append(part)

    def _take(self, line: str) -> Iterator[str]:
        """The event that this line completes, if it does."""
        if not line:
            data, self._data, self._size = self._data, [], 0
            if data:
                yield "\n".join(data)
            return
        name, _, value = line.removeprefix("\ufeff").partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "error":  # how llama.cpp told of errors for a long time
            yield json.dumps({"error": _json_or_text(value)})
        elif not self._data:
            self._size = 0  # comments may keep a connection alive for as long as the deadlines let them


class Whole:
    """An answer that comes as one JSON object."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[str]:
        """Nothing yet."""
        self._size += len(data)
        if self._size > LARGEST_EVENT:
            raise ServerFault("too_much")
        self._parts.append(data)
        return iter(())

    def close(self) -> Iterator[str]:
        """The whole object."""
        text = b"".join(self._parts).decode("utf-8-sig").strip()
        return iter((text,) if text else ())


class Reply:
    """One answer as it grows. `whole()` says whether it ended as an answer must."""

    def __init__(self) -> None:
        self.usage: Usage | None = None
        self.done = False
        """Whether the server said that nothing follows."""
        self._events = 0
        self._finish: str | None = None
        self._refusal = ""
        self._left = {Text: MOST_TEXT, Reasoning: MOST_THINKING}

    @property
    def finished(self) -> bool:
        """Whether the model has said why it ended."""
        return self._finish is not None

    def read(self, event: str) -> list[Chunk]:
        """The pieces in one event; none after [DONE].

        Raises Trouble where it is no chunk, tells of an error or calls a tool, and where the event before it went
        over a cap (one late, so that the text up to the cap is kept).
        """
        self._check_caps()
        self._events += 1
        self.done = self.done or event.strip() == "[DONE]"
        if self.done:
            return []
        value = _json(event)
        if not isinstance(value, dict):
            raise ServerFault("wrong_type")
        if error := value.get("error"):
            raise from_event(error)
        if value.get("object") == "error":
            raise from_event(value)
        self.usage = _usage(value.get("usage")) or self.usage
        choices = value.get("choices") or []
        if not isinstance(choices, list):
            raise ServerFault("wrong_type")
        return self._choice(choices[0]) if choices else []

    def _choice(self, choice: object) -> list[Chunk]:
        """The pieces of the first choice; only one is ever asked for."""
        if not isinstance(choice, dict):
            raise ServerFault("wrong_type")
        delta = choice.get("delta") or choice.get("message") or {}
        if not isinstance(delta, dict):
            raise ServerFault("wrong_type")
        if delta.get("tool_calls") or delta.get("function_call"):
            raise ServerFault("tool_call")
        self._refusal += _string(delta.get("refusal"))
        thinking = _string(delta.get("reasoning_content")) or _string(delta.get("reasoning"))
        pieces: list[Chunk] = []
        if thinking := self._within(Reasoning, thinking):
            pieces.append(Reasoning(thinking))
        if text := self._within(Text, _string(delta.get("content"))):
            pieces.append(Text(text))
        self._finish = _string(choice.get("finish_reason")) or self._finish  # last: what is wrong above is no end
        return pieces

    def _within(self, kind: type[Text] | type[Reasoning], text: str) -> str:
        """The text as far as the cap allows.

        What must never be shown is replaced here, one for one, as `clean` will do it once the text is whole; the
        rest of `clean` depends on what stands beside a letter, and a piece may begin anywhere.
        """
        data = _UNSHOWN.sub("\ufffd", text).encode()
        room = max(0, self._left[kind])
        self._left[kind] -= len(data)
        return data[:room].decode("utf-8", "replace")

    def _check_caps(self) -> None:
        if min(self._left.values()) < 0:
            raise ServerFault("too_much")

    def check(self) -> None:
        """Raise Trouble unless the answer is whole: the model said "stop", and there is a text."""
        self._check_caps()
        if self._refusal:
            raise ServerFault("refusal", said=self._refusal)
        match self._finish:
            case "stop":
                if self._left[Text] == MOST_TEXT:
                    raise ServerFault("empty" if self._left[Reasoning] == MOST_THINKING else "only_thinking")
            case None:
                raise ServerFault("unfinished" if self._events else "page")
            case "length":
                raise ServerFault("length")
            case "content_filter":
                raise ServerFault("filtered")
            case "tool_calls" | "function_call":
                raise ServerFault("tool_call")
            case other:
                raise ServerFault("odd_end", said=other)


def _string(value: object) -> str:
    """The value if it is a text, "" if there is none; anything else is no answer."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ServerFault("wrong_type")
    return value


def _usage(value: object) -> Usage | None:
    """Tokens, and money where the server tells (OpenRouter does)."""
    if not isinstance(value, dict):
        return None
    prompt, completion, cost = (value.get(name) for name in ("prompt_tokens", "completion_tokens", "cost"))
    return Usage(
        prompt=prompt if isinstance(prompt, int) else None,
        completion=completion if isinstance(completion, int) else None,
        cost=float(cost) if isinstance(cost, int | float) else None,
    )


def _json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        raise ServerFault("garbled") from None
    return value


def _json_or_text(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value
