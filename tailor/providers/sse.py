"""Decode server-sent events from an OpenAI-compatible server into the pieces of one answer.

The client library's stream reader is not used: it accepts a stream cut off before `finish_reason`, an HTML page
and an endless event as an answer (research/security.md, F5 and F6). Here bytes are capped, every shape is checked,
and `Reply.check` raises unless the model said "stop". Pure: no connection, no waiting.
"""

import json
import re
from collections.abc import Iterator
from typing import Final, cast

from tailor.core.procedure import whole_number
from tailor.core.protocols import Chunk, Reasoning, Text, Usage, Wait
from tailor.providers.errors import Kind, ServerFault, from_event

MOST_TEXT: Final = 256 * 1024
"""Most bytes of text in one answer; no procedure is that long."""

MOST_THINKING: Final = 1024 * 1024
LARGEST_EVENT: Final = 1024 * 1024
_MOST_COUNTED: Final = 10**12
"""Largest token count or cost of one call; more is an error of the server, but no reason to drop its answer."""

WENT_ON: Final = "\n(The model kept writing after its answer was complete. What follows is not used.)\n"
"""Put before text that is only shown, like thinking."""

_OTHERS: Final = frozenset(["user", "system", "developer", "tool", "function"])
"""Roles whose text is not the model's, wherever a server puts it."""

_UNSHOWN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""Control characters that could steer a terminal, and lone surrogates, which JSON can hold but no file."""

_HALF: Final = re.compile("[\ud800-\udbff]")
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")

_CUT: Final[dict[str, Kind]] = {
    "length": "length",
    "content_filter": "filtered",
    "tool_calls": "tool_call",
    "function_call": "tool_call",
}
"""What a finish_reason other than "stop" means."""


def decoder_for(content_type: str) -> "Events | Whole":
    """The decoder for a content type. ServerFault if it cannot be a model's answer."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind in ("text/event-stream", "text/plain", ""):
        return Events()
    if kind == "application/json":  # from a server that does not stream
        return Whole()
    raise ServerFault("page")


class Events:
    """Decoder for server-sent events (WHATWG HTML, 9.2.6) in any chunks; a BOM before a line is dropped."""

    def __init__(self) -> None:
        self._line: list[bytes] = []
        self._data: list[str] = []
        self._size = 0
        self._after_return = False

    def feed(self, data: bytes) -> Iterator[str]:
        """Yield the events these bytes complete; ServerFault or UnicodeDecodeError when a faulty one is due."""
        if not data:
            return
        if self._after_return:
            data = data.removeprefix(b"\n")
        self._after_return = data.endswith(b"\r")
        # Lines are split as bytes: no UTF-8 letter contains a line end.
        *ended, rest = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for part in ended:
            self._keep(part)
            line, self._line = b"".join(self._line), []
            yield from self._take(line.decode())
        self._keep(rest)

    def close(self) -> Iterator[str]:
        """Ignore what is left: an event without its blank line is incomplete."""
        return iter(())

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > LARGEST_EVENT:
            raise ServerFault("too_much")
        self._line.append(part)

    def _take(self, line: str) -> Iterator[str]:
        """Yield the event that this line completes, if any."""
        if not line:
            data, self._data, self._size = self._data, [], 0
            if data:
                yield "\n".join(data)
            return
        name, _, value = line.removeprefix("\ufeff").partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "error":  # older versions of llama.cpp
            yield json.dumps({"error": _json(value)})
        elif not self._data:
            self._size = 0  # comments keep a connection alive; only deadlines limit them


class Whole:
    """Decoder for an answer that is one JSON object."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[str]:
        self._size += len(data)
        if self._size > LARGEST_EVENT:
            raise ServerFault("too_much")
        self._parts.append(data)
        return iter(())

    def close(self) -> Iterator[str]:
        text = b"".join(self._parts).decode("utf-8-sig").strip()
        return iter((text,) if text else ())


class Reply:
    """One answer as it grows; `check` raises unless it is complete."""

    def __init__(self) -> None:
        self.usage: Usage | None = None
        self.done = False
        """Whether [DONE] has arrived."""
        self._answers = False
        """Whether any event had the shape of a model's answer, rather than that of another kind of server."""
        self._finish: str | None = None
        self._went_on = False
        self._refusal = ""
        self._index: object = None  # of the one requested answer
        self._half = {Text: "", Reasoning: ""}
        self._left = {Text: MOST_TEXT, Reasoning: MOST_THINKING}

    @property
    def finished(self) -> bool:
        return self._finish is not None

    def read(self, event: str) -> list[Chunk]:
        """The pieces in one event; none after [DONE].

        ServerFault for anything but a chunk, for errors and tool calls, and if the previous event exceeded a cap
        (one event late, so that the text up to the cap is kept).
        """
        self._check_caps()
        self.done = self.done or event.strip() == "[DONE]"
        if self.done:
            return []
        value = _json(event)
        if not isinstance(value, dict):
            raise ServerFault("garbled" if value is event else "wrong_type")
        if error := value.get("error"):
            raise from_event(error)
        if value.get("object") == "error":
            raise from_event(value)
        self._answers = self._answers or "choices" in value
        if reading := _reading(value.get("prompt_progress")):
            return [reading]
        self.usage = _usage(value.get("usage")) or self.usage
        choices = value.get("choices") or []
        if not isinstance(choices, list):
            raise ServerFault("wrong_type")
        if not all(isinstance(choice, dict) for choice in choices):
            raise ServerFault("wrong_type")
        return [piece for choice in self._mine(choices) for piece in self._choice(choice)]

    def _mine(self, choices: list[dict[str, object]]) -> list[dict[str, object]]:
        """The choices that belong to the one requested answer: number 0, or else the number that came first."""
        numbers = [choice["index"] for choice in choices if choice.get("index") is not None]
        if self._index is None and numbers:
            self._index = 0 if 0 in numbers else numbers[0]
        return [choice for choice in choices if choice.get("index") in (None, self._index)]

    def _choice(self, choice: dict[str, object]) -> list[Chunk]:
        delta = choice.get("delta") or choice.get("message") or {}
        if not isinstance(delta, dict):
            raise ServerFault("wrong_type")
        if delta.get("tool_calls") or delta.get("function_call"):
            raise ServerFault("tool_call")
        self._refusal += _string(delta.get("refusal"))
        thinking = _string(delta.get("reasoning_content")) or _string(delta.get("reasoning"))
        said = _string(delta.get("content"))
        if said and self.finished:
            thinking, said = f"{thinking}{'' if self._went_on else WENT_ON}{said}", ""
            self._went_on = True
        if delta.get("role") in _OTHERS:
            thinking, said = thinking + said, ""
        texts = ((Reasoning, thinking), (Text, said))
        pieces: list[Chunk] = [kind(part) for kind, text in texts if (part := self._within(kind, text))]
        self._finish = _string(choice.get("finish_reason")) or self._finish  # last: an invalid choice ends nothing
        return pieces

    def _within(self, kind: type[Text] | type[Reasoning], text: str) -> str:
        """The text up to the cap, with forbidden characters replaced one for one.

        A high surrogate at the end is held back for its other half: a server may cut between the two JSON escapes.
        The rest of `clean` looks at neighbouring characters, so it must wait for the whole text.
        """
        text = self._half[kind] + text
        self._half[kind] = text[-1:] if _HALF.match(text[-1:]) else ""
        text = _PAIR.sub(_joined, text.removesuffix(self._half[kind]))
        data = _UNSHOWN.sub("\ufffd", text).encode()
        room = max(0, self._left[kind])
        self._left[kind] -= len(data)
        return data[:room].decode("utf-8", "replace")

    def _check_caps(self) -> None:
        if min(self._left.values()) < 0:
            raise ServerFault("too_much")

    def check(self) -> None:
        """Raise ServerFault unless the answer is complete: the model said "stop", and there is text."""
        self._check_caps()
        if self._refusal:
            raise ServerFault("refusal", said=self._refusal)
        if self._finish is None:
            raise ServerFault("unfinished" if self._answers else "page")
        if self._finish in _CUT:
            raise ServerFault(_CUT[self._finish])
        if self._finish != "stop":
            raise ServerFault("odd_end", said=self._finish)
        if self._left[Text] == MOST_TEXT:
            raise ServerFault("empty" if self._left[Reasoning] == MOST_THINKING else "only_thinking")


def _joined(pair: re.Match[str]) -> str:
    """Join two surrogates into the letter they stand for."""
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")


def _string(value: object) -> str:
    """The text, "" for None. ServerFault for any other type."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ServerFault("wrong_type")
    return value


def _reading(value: object) -> Wait | None:
    """How far llama.cpp has read the prompt, if it was asked to report that (`return_progress`)."""
    if not isinstance(value, dict):
        return None
    names = ("total", "cache", "processed", "time_ms")
    total, cached, done, ms = (_amount(value.get(name)) or 0.0 for name in names)
    if not cached < done < total:
        return None
    return Wait(f"The model is reading: {done / total:.0%}.", (total - done) * ms / (done - cached) / 1000)


def _usage(value: object) -> Usage | None:
    """The tokens, and the cost if the server reports it (as OpenRouter does); absurd numbers are left out."""
    if not isinstance(value, dict):
        return None
    prompt, completion, cost = (value.get(name) for name in ("prompt_tokens", "completion_tokens", "cost"))
    return Usage(prompt=_counted(prompt), completion=_counted(completion), cost=_amount(cost))


def _counted(value: object) -> int | None:
    """A plausible number of tokens; None for anything else."""
    return value if isinstance(value, int) and _amount(value) is not None else None


def _amount(value: object) -> float | None:
    """A number in the plausible range; None for anything else."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if 0 <= value <= _MOST_COUNTED else None


def _json(text: str) -> object:
    """Parse JSON; return the text itself if it is invalid."""
    try:
        return cast("object", json.loads(text, parse_int=whole_number))
    except (ValueError, RecursionError):
        return text
