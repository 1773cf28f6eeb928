"""What each model at each base URL accepts, remembered between runs, and the chat request built from it.

The file holds rejected parameters and grammar support, but no keys or texts. If it is missing or damaged, the
server is just asked again.
"""

import contextlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tailor.core.protocols import Message, Settings
from tailor.providers.errors import ServerFault
from tailor.storage import SaveError, private_folder, read_regular, replace_file

_MOST_MODELS: Final = 500
"""Most records in the file; the oldest are dropped."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What is known about one model at one server."""

    refused: frozenset[str] = frozenset()
    """Request parameters that it answered with an error."""
    grammar: bool | None = None
    """Whether it follows GBNF grammars; None if unknown."""

    @property
    def takes_grammar(self) -> bool:
        """Whether it is known to follow grammars."""
        return self.grammar is True and "grammar" not in self.refused


class CapabilityStore:
    """The file of capabilities; without a path nothing is stored."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, base_url: str, model: str) -> Capabilities:
        """What is known about a model; nothing if the file is missing or damaged. Invalid values are skipped."""
        record = _load(self._path).get(f"{base_url} {model}")
        record = record if isinstance(record, dict) else {}
        refused, grammar = record.get("refused"), record.get("grammar")
        names = refused if isinstance(refused, list) else []
        known = frozenset(name for name in names if isinstance(name, str))
        return Capabilities(known, grammar if isinstance(grammar, bool) else None)

    def write(self, base_url: str, model: str, known: Capabilities) -> None:
        """Store what is known; disk errors are ignored."""
        if self._path is None:
            return
        records, name = _load(self._path), f"{base_url} {model}"
        records.pop(name, None)  # keeps the newest record last
        records[name] = {"refused": sorted(known.refused), "grammar": known.grammar}
        kept = dict(list(records.items())[-_MOST_MODELS:])
        with contextlib.suppress(SaveError):
            private_folder(self._path.parent)
            replace_file(self._path, (json.dumps(kept, indent=1) + "\n").encode())


def _load(path: Path | None) -> dict[str, object]:
    try:
        value = json.loads(read_regular(path)) if path is not None else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


IN_WORDS: Final = {
    "stream_options": "the token count (stream_options)",
    "grammar": "the grammar for well-formed answers (grammar)",
    "temperature": "how freely it writes (temperature)",
    "top_p": "how many of the likely words are used (top_p)",
    "frequency_penalty": "the penalty for frequent words (frequency_penalty)",
    "presence_penalty": "the penalty for repeated words (presence_penalty)",
    "seed": "the seed that makes answers repeatable (seed)",
    "max_tokens": "the maximum length (max_tokens)",
    "max_completion_tokens": "the maximum length (max_completion_tokens)",
}
"""Optional parameters that a server may reject, and their names for people; searched in this order."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request, ready to send."""

    messages: list[dict[str, str]]
    options: dict[str, object]
    """The request body without model, messages and stream."""
    left_out: tuple[str, ...]
    """Settings left out because this server rejected them before, in words."""


def asked(messages: Sequence[Message], settings: Settings, known: Capabilities) -> ChatRequest:
    """Build the request. It has a grammar only if the server is known to follow grammars."""
    length = "max_completion_tokens" if "max_tokens" in known.refused else "max_tokens"
    wanted: dict[str, object] = {
        "stream_options": {"include_usage": True},
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "frequency_penalty": settings.frequency_penalty,
        "presence_penalty": settings.presence_penalty,
        "seed": settings.seed,
        length: settings.max_tokens,
        "grammar": settings.grammar if known.grammar else None,
    }
    given = {name: value for name, value in wanted.items() if value is not None}
    return ChatRequest(
        messages=[{"role": message.role, "content": message.content} for message in messages],
        options={name: value for name, value in given.items() if name not in known.refused},
        left_out=tuple(IN_WORDS[name] for name in given if name in known.refused - {"stream_options"}),
    )


def refused_parameter(fault: ServerFault, options: dict[str, object]) -> str | None:
    """The sent parameter that was rejected: the one the server names, else the first it mentions."""
    if fault.kind != "refused":
        return None
    named, text = fault.parameter
    named = "stream_options" if named.startswith("stream_options") else named
    if named in IN_WORDS and named in options:
        return named
    text = text.replace("include_usage", "stream_options")
    return next((name for name in IN_WORDS if name in options and re.search(rf"\b{name}\b", text)), None)
