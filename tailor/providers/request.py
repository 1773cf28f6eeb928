"""The body of a chat request, from the settings and from what the server is known to accept."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tailor.core.protocols import Message, Settings
from tailor.providers.capabilities import Capabilities
from tailor.providers.errors import ServerFault

_WORDS: Final = {
    "stream_options": "the count of tokens (stream_options)",
    "grammar": "the grammar that keeps answers in form (grammar)",
    "temperature": "how freely words are chosen (temperature)",
    "top_p": "which share of likely words is used (top_p)",
    "frequency_penalty": "the penalty for frequent words (frequency_penalty)",
    "presence_penalty": "the penalty for repeated words (presence_penalty)",
    "seed": "the seed that makes answers repeatable (seed)",
    "max_tokens": "the greatest length (max_tokens)",
    "max_completion_tokens": "the greatest length (max_completion_tokens)",
}
"""Optional parameters that a server may refuse, in words; searched in this order."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, ready to send."""

    messages: list[dict[str, str]]
    options: dict[str, object]
    """The body without model, messages and stream."""
    left_out: tuple[str, ...]
    """Settings that are left out because this server refused them before, in words."""


def asked(messages: Sequence[Message], settings: Settings, known: Capabilities) -> Asked:
    """The request. It contains a grammar only if the server is known to follow grammars."""
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
    set_ones = {name: value for name, value in wanted.items() if value is not None}
    return Asked(
        messages=[{"role": message.role, "content": message.content} for message in messages],
        options={name: value for name, value in set_ones.items() if name not in known.refused},
        left_out=tuple(in_words(name) for name in set_ones if name in known.refused and name != "stream_options"),
    )


def in_words(parameter: str) -> str:
    """A parameter's name for people."""
    return _WORDS[parameter]


def refused_parameter(fault: ServerFault, options: dict[str, object]) -> str | None:
    """The sent parameter that a refusal is about: the one the server names, else the first it mentions."""
    if fault.kind != "refused":
        return None
    named, text = fault.parameter
    named = "stream_options" if named.startswith("stream_options") else named
    if named in _WORDS and named in options:
        return named
    text = text.replace("include_usage", "stream_options")
    return next((name for name in _WORDS if name in options and re.search(rf"\b{name}\b", text)), None)
