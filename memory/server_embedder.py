"""Embedding by the provider's server: POST {base URL}/embeddings, over plain HTTP.

Owns the request. The key goes to the base URL it came with and nowhere else: redirects are not followed, and it
never travels unencrypted to another machine. Refuses to repeat a request that was refused.
"""

import http.client
import json
from collections.abc import Sequence
from typing import Final
from urllib.parse import SplitResult, urlsplit

from memory.embedding import Vectors, as_vectors, stacked
from tailor.core.errors import Fault, ProviderError, UsageError
from tailor.urls import is_loopback

_AT_ONCE: Final = 64
_SECONDS: Final = 60.0
_LONGEST_ANSWER: Final = 64 * 1024 * 1024
_FAULTS: Final[dict[int, Fault]] = {401: "key", 403: "permission", 404: "model", 429: "rate"}


class ServerEmbedder:
    """Vectors from an OpenAI-compatible server."""

    def __init__(self, base_url: str, key: str = "", model: str = "") -> None:
        if not base_url or not model:
            raise UsageError(
                "To embed with a server Tailor needs its address (provider.base_url) and the model's name: "
                "tailor config set memory.embedder server:MODEL"
            )
        self._url = urlsplit(base_url)
        if self._url.scheme == "http" and not is_loopback(self._url.hostname or ""):
            raise UsageError("Your procedures would travel unencrypted: give the server an https address.")
        self._key = key
        self._model = model
        self.name = f"server:{self._url.hostname}:{model}"

    @property
    def dimension(self) -> int:
        """The length of the model's vectors: the server is asked."""
        return int(self.query("a").shape[1])

    def documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of procedures."""
        return self.plain(texts)

    def query(self, text: str) -> Vectors:
        """The vector of one question."""
        return self.plain([text])

    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts, asked for 64 at a time. ProviderError says what the server said."""
        return stacked([self._asked(texts[at : at + _AT_ONCE]) for at in range(0, len(texts), _AT_ONCE)])

    def _asked(self, texts: Sequence[str]) -> Vectors:
        body = json.dumps({"model": self._model, "input": [text or " " for text in texts]}).encode()
        try:
            status, answer = self._post(body)
        except (OSError, http.client.HTTPException) as error:
            kind = type(error).__name__
            raise ProviderError(
                "network", f"{self._url.hostname} could not be reached to embed ({kind})."
            ) from None
        if status != 200:
            raise ProviderError(
                _FAULTS.get(status, "server"),
                f"{self._url.hostname} would not embed with {self._model}: it answered {status}. Nothing is lost.",
            )
        return self._read(answer, len(texts))

    def _post(self, body: bytes) -> tuple[int, bytes]:
        """Status and answer of one request."""
        connection = _connection(self._url)
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            connection.request("POST", f"{self._url.path.rstrip('/')}/embeddings", body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(_LONGEST_ANSWER)
        finally:
            connection.close()

    def _read(self, answer: bytes, wanted: int) -> Vectors:
        """The vectors of an answer, in the order of the texts."""
        try:
            rows = sorted(json.loads(answer)["data"], key=lambda row: int(row["index"]))
            return as_vectors([row["embedding"] for row in rows], wanted)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ProviderError(
                "bad_answer", f"{self._url.hostname} answered with something else than vectors."
            ) from None


def _connection(url: SplitResult) -> http.client.HTTPConnection:
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    return kind(url.hostname or "", url.port, timeout=_SECONDS)
