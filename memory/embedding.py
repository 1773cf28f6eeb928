"""From text to vectors (DESIGN 8): `lexical`, `local:…`, `sentence-transformers[:…]` or `server:…`, as configured.

`lexical` hashes words and their 3- and 4-letter n-grams to a fixed number of places, so that a typo changes
little. It needs no download and no training, and gives the same vector on every machine. The others load a model,
or ask a server, only when the first text comes.
"""

import hashlib
import http.client
import json
import math
import os
import re
import secrets
import unicodedata
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import cached_property, lru_cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from memory.messages import MemorySettings
from memory.text import data
from tailor.core.english import lexical_stem
from tailor.core.errors import Fault, ProviderError, UsageError
from tailor.core.text import one_line
from tailor.storage import is_folder, is_there, named
from tailor.urls import is_loopback

if TYPE_CHECKING:
    import xllamacpp
    from sentence_transformers import SentenceTransformer

Vectors: TypeAlias = npt.NDArray[np.float32]
"""One row per text, of length 1."""

GOAL_DIMENSION: Final = 256
_DIMENSION: Final = 384
_GOAL_WEIGHT: Final = 4.0
_STOP_WEIGHT: Final = 0.15
_PIECES_WEIGHT: Final = 1.2

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_HEAD = re.compile(r"[^\W_]+ '(.*?)'(?: using |:\n)", re.DOTALL)
STOP_WORDS: Final[frozenset[str]] = data("stop_words")


class Embedder(ABC):
    """Turns texts into vectors. Calls may take long, so only the worker makes them."""

    name: str
    """Identifies the vectors: a different name means different vectors."""

    @property
    def dimension(self) -> int:
        """The length of each vector. May load a model or ask a server."""
        return int(self.plain(["a"]).shape[1])

    def documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of procedures, in the form of `procedure_text`."""
        return self.plain(texts)

    def query(self, text: str) -> Vectors:
        """The vector of one question or goal, as a single row."""
        return self.plain([text])

    @abstractmethod
    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of short texts: goals, questions, steps."""


class Lexical(Embedder):
    """Hashed n-grams. In a procedure's text the words of the goal weigh more than the rest."""

    def __init__(self, dimension: int = _DIMENSION) -> None:
        self._dimension = dimension
        self.name = f"lexical-1-{dimension}"

    def documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of procedures; the words of the goal weigh more."""
        return self._stack([_weights(text, goal=True) for text in texts])

    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts in which all words weigh the same."""
        return self._stack([_weights(text) for text in texts])

    def _stack(self, texts: Sequence[dict[str, float]]) -> Vectors:
        made = np.zeros((len(texts), self._dimension), np.float32)
        for row, weights in zip(made, texts, strict=True):
            if not weights:
                row[0] = 1.0
                continue
            features = [_features(word, self._dimension) for word in weights]
            places = np.concatenate([places for places, _ in features])
            amounts = np.concatenate(
                [own * weight for (_, own), weight in zip(features, weights.values(), strict=True)]
            )
            row[:] = np.bincount(places, amounts, self._dimension)
        return unit(made)


def _weights(text: str, *, goal: bool = False) -> dict[str, float]:
    """Each word with its weight, which grows with the logarithm of its count."""
    weights = {word: 1 + math.log(n) for word, n in Counter(words_of(text)).items()}
    if goal and (head := _HEAD.match(text)):
        for word in set(words_of(head[1])):
            weights[word] = weights.get(word, 0.0) + _GOAL_WEIGHT
    return {word: weight * (_STOP_WEIGHT if word in STOP_WORDS else 1.0) for word, weight in weights.items()}


@lru_cache(200_000)
def _features(word: str, dimension: int) -> tuple[npt.NDArray[np.int64], Vectors]:
    """The places of a word and its n-grams, and their signed weights."""
    framed = f"<{word}>"
    pieces = {framed[at : at + size] for size in (3, 4) for at in range(len(framed) - size + 1)} - {framed}
    named = [f"={lexical_stem(word)}", *sorted(pieces)]
    hashes = [int.from_bytes(hashlib.blake2b(one.encode(), digest_size=8).digest(), "little") for one in named]
    places = np.array([value % dimension for value in hashes], np.int64)
    signs = np.array([1.0 if value >> 63 else -1.0 for value in hashes], np.float32)
    share = _PIECES_WEIGHT / math.sqrt(len(pieces)) if pieces else 0.0
    return places, signs * np.array([1.0, *([share] * len(pieces))], np.float32)


def words_of(text: str) -> list[str]:
    """The words of a text in lower case and without accents."""
    folded = text.casefold()
    if not folded.isascii():
        folded = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    return _WORD.findall(folded)


def unit(vectors: Vectors) -> Vectors:
    """Scale every row to length 1; a zero row becomes the first axis, far from everything."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    empty = lengths[:, 0] < 1e-9
    vectors[empty, 0] = 1.0
    lengths[empty] = 1.0
    return np.asarray(vectors / lengths, np.float32)


def _as_vectors(rows: Sequence[Sequence[float]] | npt.NDArray[np.floating], wanted: int) -> Vectors:
    """The output of a model as vectors of length 1. Raises ValueError unless it is `wanted` finite rows."""
    made = np.asarray(rows, np.float32)
    if made.ndim != 2 or len(made) != wanted or not np.isfinite(made).all():
        raise ValueError("its answers cannot be used")
    return unit(made)


def distances(query: Vectors, vectors: Sequence[Sequence[float]] | Vectors) -> list[float]:
    """The cosine distance of each vector to the query: 0 alike, 1 unrelated, 2 opposite."""
    if not len(vectors):
        return []
    return [max(0.0, 1.0 - float(one)) for one in unit(np.asarray(vectors, np.float32)) @ query[0]]


def embedder_for(settings: MemorySettings) -> Embedder:
    """The embedder of the settings. Raises UsageError for an unknown name."""
    kind, _, which = settings.embedder.partition(":")
    match kind:
        case "lexical":
            return Lexical()
        case "local":
            return LocalEmbedder(which)
        case "sentence-transformers":
            return SentenceTransformers(which)
        case "server":
            return ServerEmbedder(settings.base_url, settings.key, which)
        case _:
            raise UsageError(
                f'There is no search model "{kind[:40]}". Choose lexical, local:FILE, '
                "sentence-transformers, sentence-transformers:NAME, or server:MODEL (tailor config set "
                "memory.embedder …)."
            )


class SentenceTransformers(Embedder):
    """One model, loaded at the first text; by default that of [AAG]."""

    def __init__(self, which: str = "") -> None:
        self._which = which or "all-mpnet-base-v2"
        self._model: SentenceTransformer | None = None
        self.name = f"sentence-transformers:{self._which}"

    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts. Raises UsageError if there is no such model."""
        self._model = self._model or _loaded(self._which)
        made = self._model.encode(list(texts), batch_size=32, show_progress_bar=False, convert_to_numpy=True)
        return _as_vectors(made, len(texts))


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
        if is_folder(Path(place)):
            raise _no_model(which, here) from here
    try:
        return SentenceTransformer(which, device="cpu")
    except Exception as error:  # the hub's library raises many kinds of errors, all of which mean: no model
        raise _no_model(which, error) from error


def _folder(which: str) -> str:
    """The folder of a model given as a folder or an installed package; else the name itself."""
    if is_folder(folder := named(which)):
        return str(folder)
    try:
        inside = files(which) or []
    except (PackageNotFoundError, ValueError):
        return which
    return next((str(Path(str(one.locate())).parent) for one in inside if one.name == "modules.json"), which)


def _no_model(which: str, why: Exception) -> UsageError:
    return UsageError(
        f'There is no search model "{one_line(which, 80)}" ({one_line(str(why), 120)}). Give a folder that '
        "has one or, while you are online, the name of one on Hugging Face. Nothing has changed."
    )


_TOKENS: Final = 512
"""Tokens of a text that count: the limit of BERT and its small relatives."""
_LETTERS: Final = 1_600
"""Characters that are tried first; a text that still has too many tokens is halved until it fits."""


class LocalEmbedder(Embedder):
    """A small embedding model in a GGUF file, run by llama.cpp without torch.

    It runs in this process: the memory's worker is separate already, so a crash does not take the screens down.
    """

    def __init__(self, file: str) -> None:
        self._file = named(file)
        self.name = f"local:{self._file.stem}"

    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts. Raises UsageError if the file is not an embedding model."""
        try:
            return _as_vectors([self._vector(text) for text in texts], len(texts))
        except ValueError:
            raise self._unusable("it is not a search model") from None

    def _vector(self, text: str) -> list[float]:
        letters = min(max(len(text), 1), _LETTERS)
        while letters:
            answer = self._server.handle_embeddings({"input": [text[:letters] or " "]})
            if made := answer.get("data"):
                return [float(number) for number in made[0]["embedding"]]
            letters //= 2
        raise self._unusable("it is not a search model")

    @cached_property
    def _server(self) -> "xllamacpp.Server":
        if not is_there(self._file):
            raise self._unusable("the file is not there")
        try:
            import xllamacpp
        except ImportError:
            raise self._unusable("llama.cpp is not installed here") from None
        wanted = xllamacpp.CommonParams()
        wanted.model.path = str(self._file)
        wanted.embedding = True
        wanted.n_ctx = wanted.n_batch = wanted.n_ubatch = _TOKENS
        wanted.n_parallel = 1
        wanted.n_gpu_layers = 0  # so small a model gains nothing from a GPU
        wanted.cpuparams.n_threads = max((os.cpu_count() or 2) // 2, 1)  # the screens need the rest
        wanted.hostnames = ["127.0.0.1"]
        wanted.port = 0
        wanted.api_keys = [secrets.token_urlsafe(32)]
        wanted.offline = True
        wanted.ui = wanted.warmup = False
        wanted.verbosity = -1
        try:
            return xllamacpp.Server(wanted)
        except RuntimeError as error:
            raise self._unusable(one_line(str(error), 120)) from error

    def _unusable(self, why: str) -> UsageError:
        return UsageError(
            f"{one_line(str(self._file), 160)} cannot be used for searching ({why}). Download one that can: "
            "tailor model get all-minilm-l6-v2; or go back with: tailor config set memory.embedder lexical. "
            "Nothing has changed."
        )


_AT_ONCE: Final = 64
_SECONDS: Final = 60.0
_LONGEST_ANSWER: Final = 64 * 1024 * 1024
_BACK: Final = "Nothing is lost. To search by words instead: tailor config set memory.embedder lexical"
_FAULTS: Final[dict[int, Fault]] = {401: "key", 403: "permission", 404: "model", 429: "rate"}


class ServerEmbedder(Embedder):
    """Vectors from an OpenAI-compatible server."""

    def __init__(self, base_url: str, key: str = "", model: str = "") -> None:
        if not base_url or not model:
            raise UsageError(
                "To search with a server's model, set its address (provider.base_url) and name the model: "
                "tailor config set memory.embedder server:MODEL"
            )
        self._url = urlsplit(base_url)
        if self._url.scheme == "http" and not is_loopback(self._url.hostname or ""):
            raise UsageError("Your how-tos would be sent unencrypted. Use an https address for the server.")
        self._key = key
        self._model = model
        self.name = f"server:{self._url.hostname}:{model}"

    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts, 64 per request. Raises ProviderError."""
        return np.concatenate([self._asked(texts[at : at + _AT_ONCE]) for at in range(0, len(texts), _AT_ONCE)])

    def _asked(self, texts: Sequence[str]) -> Vectors:
        body = json.dumps({"model": self._model, "input": [text or " " for text in texts]}).encode()
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
        host = self._url.hostname or ""
        try:
            with closing(kind(host, self._url.port, timeout=_SECONDS)) as connection:
                connection.request("POST", f"{self._url.path.rstrip('/')}/embeddings", body, headers)
                answer = connection.getresponse()
                said = answer.read(_LONGEST_ANSWER)
        except OSError as error:
            message = (
                f"Tailor could not reach {host}, so it cannot search by meaning ({type(error).__name__}). {_BACK}"
            )
            raise ProviderError("network", message) from None
        except http.client.HTTPException as error:
            message = (
                f"{host} did not send a valid HTTP answer ({type(error).__name__}). Check its address. {_BACK}"
            )
            raise ProviderError("bad_answer", message) from None
        if answer.status != 200:
            message = f"{host} refused to search with {self._model}: it answered {answer.status}. {_BACK}"
            raise ProviderError(_FAULTS.get(answer.status, "server"), message)
        return self._read(said, len(texts))

    def _read(self, answer: bytes, wanted: int) -> Vectors:
        try:
            rows = sorted(json.loads(answer)["data"], key=lambda row: int(row["index"]))
            return _as_vectors([row["embedding"] for row in rows], wanted)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            message = (
                f"{self._url.hostname} cannot be used for searching. Choose another model, or go back with: "
                "tailor config set memory.embedder lexical"
            )
            raise ProviderError("bad_answer", message) from None
