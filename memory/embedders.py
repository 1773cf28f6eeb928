"""The embedder that the settings name (DESIGN 8): `lexical`, `sentence-transformers[:…]` or `server[:…]`.

A model is loaded, and a server asked, at the first text only.
"""

import http.client
import json
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from memory.embedding import Embedder, Lexical, Vectors, as_vectors, stacked
from memory.messages import MemorySettings
from tailor.core.errors import Fault, ProviderError, UsageError
from tailor.core.text import one_line
from tailor.storage import is_there, named
from tailor.urls import is_loopback

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


def embedder_for(settings: MemorySettings) -> Embedder:
    """The embedder of the settings. UsageError for an unknown name."""
    kind, _, which = settings.embedder.partition(":")
    match kind:
        case "lexical":
            return Lexical()
        case "sentence-transformers":
            return SentenceTransformers(which)
        case "server":
            return ServerEmbedder(settings.base_url, settings.key, which)
        case _:
            raise UsageError(
                f'There is no embedder "{kind[:40]}". Choose lexical, sentence-transformers, '
                "sentence-transformers:NAME, or server:MODEL (tailor config set memory.embedder …)."
            )


DEFAULT: Final = "all-mpnet-base-v2"
"""The model of [AAG]."""


class SentenceTransformers(Embedder):
    """One model, loaded at the first text."""

    def __init__(self, which: str = "") -> None:
        self._which = which or DEFAULT
        self._model: SentenceTransformer | None = None
        self.name = f"sentence-transformers:{self._which}"

    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts. UsageError if there is no such model."""
        if self._model is None:
            self._model = _loaded(self._which)
        made = self._model.encode(list(texts), batch_size=32, show_progress_bar=False, convert_to_numpy=True)
        return as_vectors(made, len(texts))


def _loaded(which: str) -> "SentenceTransformer":
    """The model from this machine, else downloaded from the hub."""
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        raise UsageError(
            "Searching by meaning needs sentence-transformers, which is not installed. Install it with: "
            'pip install "tailor-tui[semantic]", or go back with: tailor config set memory.embedder lexical'
        ) from None
    place = _folder(which)
    try:
        return SentenceTransformer(place, device="cpu", local_files_only=True)
    except (OSError, ValueError) as here:
        if Path(place).is_dir():
            raise _no_model(which, here) from here
    try:
        return SentenceTransformer(which, device="cpu")
    except Exception as error:  # the hub's library raises many kinds, all of which mean: no model
        raise _no_model(which, error) from error


def _folder(which: str) -> str:
    """The folder of a model that is a folder or an installed package; else the name itself."""
    if is_there(folder := named(which)) and folder.is_dir():
        return str(folder)
    try:
        inside = files(which) or []
    except (PackageNotFoundError, ValueError):
        return which
    return next((str(Path(str(one.locate())).parent) for one in inside if one.name == "modules.json"), which)


def _no_model(which: str, why: Exception) -> UsageError:
    return UsageError(
        f'There is no model "{one_line(which, 80)}" to embed with ({one_line(str(why), 120)}). Name a folder that '
        "holds one, or a name of the hub while you are connected; nothing that was kept has changed."
    )


_AT_ONCE: Final = 64
_SECONDS: Final = 60.0
_LONGEST_ANSWER: Final = 64 * 1024 * 1024
_FAULTS: Final[dict[int, Fault]] = {401: "key", 403: "permission", 404: "model", 429: "rate"}


class ServerEmbedder(Embedder):
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

    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts, 64 per request. Raises ProviderError."""
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
