"""Embedding by a server: what is sent where, and what is made of its answers. And the names of embedders."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from memory.embedding import Lexical, SentenceTransformers, ServerEmbedder, embedder_for
from memory.messages import MemorySettings
from tailor.core.errors import ProviderError, UsageError


@dataclass
class Server:
    """A server on loopback that answers as it is told and remembers what it was asked."""

    url: str = ""
    status: int = 200
    answer: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, str | None, list[str]]] = field(default_factory=list)


@contextmanager
def serving(**how: object) -> Iterator[Server]:
    server = Server(**how)  # type: ignore[arg-type]  # the fields of Server

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            server.asked.append((self.path, self.headers.get("Authorization"), texts))
            rows = [{"index": n, "embedding": [float(len(text)), 1.0]} for n, text in enumerate(texts)]
            answer = server.answer or json.dumps({"data": rows[::-1]}).encode()
            self.send_response(server.status)
            for name, value in server.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = threading.Thread(target=http.serve_forever, args=(0.01,))
        thread.start()
        server.url = f"http://127.0.0.1:{http.server_address[1]}/v1"
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


def test_texts_go_to_the_server_and_vectors_come_back_in_order() -> None:
    with serving() as server:
        embedder = ServerEmbedder(server.url, "sk-1", "e5")
        made = embedder.documents([f"{'x' * n}" for n in range(1, 71)])
        assert embedder.dimension == 2
    assert made.shape == (70, 2)
    assert made[0][0] < made[1][0] < made[69][0]
    assert [(path, key, len(texts)) for path, key, texts in server.asked[:2]] == [
        ("/v1/embeddings", "Bearer sk-1", 64),
        ("/v1/embeddings", "Bearer sk-1", 6),
    ]


def test_without_a_key_none_is_sent() -> None:
    with serving() as server:
        ServerEmbedder(server.url, "", "e5").query("a")
    assert server.asked[0][1] is None


def test_a_redirect_does_not_get_the_key() -> None:
    with serving() as thief, serving(status=307) as server:
        server.headers["Location"] = thief.url + "/embeddings"
        with pytest.raises(ProviderError):
            ServerEmbedder(server.url, "sk-1", "e5").query("a")
    assert thief.asked == []


@pytest.mark.parametrize(
    ("status", "fault"), [(401, "key"), (403, "permission"), (404, "model"), (429, "rate"), (500, "server")]
)
def test_a_refusal_is_one_of_the_eight_faults(status: int, fault: str) -> None:
    with serving(status=status) as server, pytest.raises(ProviderError) as caught:
        ServerEmbedder(server.url, "sk-secret", "e5").query("a")
    assert caught.value.fault == fault
    assert "sk-secret" not in caught.value.message


@pytest.mark.parametrize(
    "answer",
    [
        b"no json",
        b"{}",
        b'{"data": []}',
        b'{"data": [{"index": 0, "embedding": []}, {"index": 1, "embedding": [1]}]}',
        b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}',
        b'{"data": [{"index": 0, "embedding": "AAAA"}]}',
        b"[" * 100_000,
    ],
)
def test_an_answer_without_vectors_is_said(answer: bytes) -> None:
    with serving(answer=answer) as server, pytest.raises(ProviderError) as caught:
        ServerEmbedder(server.url, "", "e5").query("a")
    assert caught.value.fault == "bad_answer"


def test_nobody_there_is_a_fault_of_the_network() -> None:
    with serving() as server:
        url = server.url
    with pytest.raises(ProviderError) as caught:
        ServerEmbedder(url, "", "e5").query("a")
    assert caught.value.fault == "network"


def test_texts_and_keys_do_not_travel_unencrypted() -> None:
    with pytest.raises(UsageError, match="https"):
        ServerEmbedder("http://example.org/v1", "k", "e5")
    assert ServerEmbedder("http://models.localhost/v1", "k", "e5").name == "server:models.localhost:e5"


@pytest.mark.parametrize(("base_url", "model"), [("", "e5"), ("https://example.org/v1", "")])
def test_a_server_needs_an_address_and_a_model(base_url: str, model: str) -> None:
    with pytest.raises(UsageError, match=r"memory\.embedder"):
        ServerEmbedder(base_url, "", model)


def test_the_names_of_embedders() -> None:
    def made(name: str) -> object:
        return embedder_for(MemorySettings(uri="x", embedder=name, base_url="https://example.org/v1"))

    assert isinstance(made("lexical"), Lexical)
    plain, named, server = made("sentence-transformers"), made("sentence-transformers:e5"), made("server:e5")
    assert isinstance(plain, SentenceTransformers)
    assert plain.name == "sentence-transformers:all-mpnet-base-v2"
    assert isinstance(named, SentenceTransformers)
    assert named.name == "sentence-transformers:e5"
    assert isinstance(server, ServerEmbedder)
    assert server.name == "server:example.org:e5"
    with pytest.raises(UsageError, match="no search model"):
        made("magic")
