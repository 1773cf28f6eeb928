"""Find model servers on this computer, when the person asks for it, and read their lists of models.

An open port gets one plain GET for the list of models: no key, no prompt, no redirect. That takes less code and
time than importing the client library.
"""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tailor.core.procedure import whole_number
from tailor.core.text import one_line

LARGEST: Final = 4 * 1024 * 1024
"""Most bytes read of a list; OpenRouter's has half a million."""


@dataclass(frozen=True, slots=True)
class ModelListing:
    models: tuple[str, ...]
    owner: str
    """`owned_by` of the first model: "llamacpp", "library" (Ollama), "vllm", …"""
    takes_grammar: bool
    """Whether it is llama.cpp, which follows GBNF grammars."""


def read_listing(body: bytes) -> ModelListing | None:
    """Parse the list in a response body; None if it is not one."""
    try:
        value = json.loads(body, parse_int=whole_number)
    except (ValueError, RecursionError):
        return None
    rows = value.get("data") if isinstance(value, dict) else None
    if not isinstance(rows, list):
        return None
    models = [row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)]
    models = [row for row in models if row["id"] and one_line(row["id"], 300) == row["id"]]  # only clean names
    owner = models[0].get("owned_by") if models else None
    owner = owner if isinstance(owner, str) else ""
    has_meta = any(isinstance(row.get("meta"), dict) and "n_ctx_train" in row["meta"] for row in models)
    names = tuple(dict.fromkeys(row["id"] for row in models))  # some servers list a model once per slot
    return ModelListing(names, one_line(owner, 60), owner == "llamacpp" or has_meta)


PORTS: Final = {11434: "Ollama", 1234: "LM Studio", 8080: "llama.cpp", 8000: "vLLM", 1337: "Jan"}

CLOUD: Final = {
    "OpenAI": "https://api.openai.com/v1",
    "Anthropic": "https://api.anthropic.com/v1",
    "Google Gemini": "https://generativelanguage.googleapis.com/v1beta/openai",
    "Mistral": "https://api.mistral.ai/v1",
    "OpenRouter": "https://openrouter.ai/api/v1",
    "Groq": "https://api.groq.com/openai/v1",
    "DeepSeek": "https://api.deepseek.com/v1",
}
"""Web services with the same API; each needs a key. None is contacted before a person chooses it."""

_OWNERS: Final = {
    "llamacpp": "llama.cpp",
    "library": "Ollama",
    "organization_owner": "LM Studio",
    "vllm": "vLLM",
    "sglang": "SGLang",
}
"""Products by the `owned_by` value in their list."""

_REQUEST: Final = "GET /v1/models HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nAccept: application/json\r\n\r\n"
"""HTTP 1.0, so that the response is neither chunked nor kept open."""


@dataclass(frozen=True, slots=True)
class DiscoveredServer:
    base_url: str
    product: str
    """As its list tells, else by its port."""
    models: tuple[str, ...]
    needs_key: bool
    """Whether it lists its models only with a key."""


async def discover(timeout: float = 1.0, ports: Iterable[int] = tuple(PORTS)) -> tuple[DiscoveredServer, ...]:  # noqa: ASYNC109
    """The servers on 127.0.0.1 that answer within `timeout` seconds, in the order of `ports`; asked concurrently.

    Not "localhost", which may resolve to another address first.
    """
    found = await asyncio.gather(*(_knock(port, timeout) for port in ports))
    return tuple(one for one in found if one is not None)


async def _knock(port: int, seconds: float) -> DiscoveredServer | None:
    """The model server at this port, or None."""
    try:
        async with asyncio.timeout(seconds):
            status, body = await _get(port)
    except (OSError, TimeoutError, ValueError):
        return None
    url, usual = f"http://127.0.0.1:{port}/v1", PORTS.get(port, "a local server")
    if status == 401:
        return DiscoveredServer(url, usual, (), needs_key=True)
    listing = read_listing(body) if status == 200 else None
    if listing is None:
        return None
    product = "llama.cpp" if listing.takes_grammar else _OWNERS.get(listing.owner, usual)
    return DiscoveredServer(url, product, listing.models, needs_key=False)


async def _get(port: int) -> tuple[int, bytes]:
    """Send one request and return its status and body. ValueError if the response is not HTTP."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(_REQUEST.format(port=port).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        version, status, *_ = head.split(maxsplit=2)
        if not version.startswith("HTTP/"):
            raise ValueError("not HTTP")
        body = bytearray()
        while len(body) <= LARGEST and (data := await reader.read(65536)):
            body += data
        return int(status), bytes(body)
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        raise ValueError("not HTTP") from None
    finally:
        writer.close()
