"""The list of models a server offers (GET /models), read with care.

Owns the shapes such lists come in and the marks that tell which product answers. Refuses names that would not go
back to the server exactly as shown.
"""

import json
from dataclasses import dataclass
from typing import Final

from tailor.core.text import one_line

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of a list that are read; OpenRouter's has half a million."""

_LONGEST_NAME: Final = 300


@dataclass(frozen=True, slots=True)
class Listing:
    """What a server says of itself."""

    models: tuple[str, ...]
    owner: str
    """Who the first model belongs to, as the server says: "llamacpp", "library" (Ollama), "vllm", …"""
    takes_grammar: bool
    """Whether it is a llama.cpp server, which follows GBNF grammars."""


def read_listing(body: bytes) -> Listing | None:
    """The list in this body; None where it is none."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    rows = value.get("data") if isinstance(value, dict) else None
    if not isinstance(rows, list):
        return None
    models = [row for row in rows if isinstance(row, dict) and _sendable(row.get("id"))]
    owner = models[0].get("owned_by") if models else None
    owner = owner if isinstance(owner, str) else ""
    has_meta = any(isinstance(row.get("meta"), dict) and "n_ctx_train" in row["meta"] for row in models)
    return Listing(tuple(row["id"] for row in models), one_line(owner, 60), owner == "llamacpp" or has_meta)


def _sendable(name: object) -> bool:
    """Whether a model's name is a text that stays the same when it is cleaned for showing."""
    return isinstance(name, str) and bool(name) and one_line(name, _LONGEST_NAME) == name
