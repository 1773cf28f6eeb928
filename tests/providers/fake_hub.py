"""A small Hugging Face hub on loopback that serves one file and misbehaves as told."""

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import pytest

from tailor.providers.discovery import DiscoveredServer
from tailor.providers.local import download, model_list
from tailor.providers.local.catalog import CatalogModel, HubFile
from tests.providers.local_case import gguf

COMMIT = "c" * 40
DATA: Final = gguf(size=2_000) + bytes(range(256)) * 4_000
TINY: Final = CatalogModel(
    name="tiny",
    title="Tiny Instruct",
    source=HubFile("ann/Tiny-GGUF", "tiny.gguf"),
    about=1_000_000,
    licence="mit",
    pages=("https://huggingface.co/ann/Tiny-GGUF",),
    checked="",
)
"""The one model on offer, whose file is `DATA`."""


@dataclass
class FakeHub:
    """What it serves and how; `asked` are the requests it got: method, path, Range and token."""

    data: bytes
    repo: str = "ann/Tiny-GGUF"
    file: str = "tiny.gguf"
    licence: str = "apache-2.0"
    statuses: dict[str, int] = field(default_factory=dict)
    """By method: what it answers instead; HEAD and GET are of the file, API of the repository."""
    error: str = ""
    """The hub's own name for the error."""
    cuts: list[int] = field(default_factory=list)
    """Bytes after which each answer in turn breaks off; then whole ones."""
    stalls: list[int] = field(default_factory=list)
    """Bytes after which each answer in turn sends nothing more, until `go_on`."""
    pause: float = 0.0
    """Seconds between two pieces of the file."""
    knows_ranges: bool = True
    about: bytes = b""
    """What it says of the repository instead."""
    other_bytes: bytes | None = None
    """What it sends instead of what it described."""
    etag: str = ""
    go_on: Event = field(default_factory=Event)
    stalled: Event = field(default_factory=Event)
    asked: list[tuple[str, str, str, str]] = field(default_factory=list)
    url: str = ""

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def ranges(self) -> list[str]:
        """The Range of every GET of the file."""
        return [asked for method, path, asked, _ in self.asked if method == "GET" and "/resolve/" in path]


class Handler(BaseHTTPRequestHandler):
    hub: FakeHub

    def log_message(self, *_: Any) -> None:
        """Says nothing."""

    def do_HEAD(self) -> None:
        self.noted("HEAD")
        if not self.refused("HEAD"):
            self.answer(200, {"Content-Length": len(self.hub.data)})

    def do_GET(self) -> None:
        self.noted("GET")
        if self.path.startswith("/api/models/"):
            about = {"id": self.hub.repo, "tags": ["gguf", f"license:{self.hub.licence}"], "siblings": []}
            if not self.refused("API"):
                body = self.hub.about or json.dumps(about).encode()
                self.answer(200, {"Content-Type": "application/json", "Content-Length": len(body)})
                with contextlib.suppress(OSError):
                    self.wfile.write(body)
        elif not self.refused("GET"):
            self.send_file()

    def send_file(self) -> None:
        hub, asked = self.hub, self.headers.get("Range", "")
        data = hub.data if hub.other_bytes is None else hub.other_bytes
        start = int(asked.removeprefix("bytes=").removesuffix("-") or 0) if hub.knows_ranges else 0
        size = f"bytes {start}-{len(data) - 1}/{len(data)}"
        status = 206 if hub.knows_ranges and asked else 200
        self.answer(status, {"Content-Length": len(data) - start, "Content-Range": size})
        rest = data[start:]
        with contextlib.suppress(OSError):
            if hub.stalls:
                first = hub.stalls.pop(0)
                self.wfile.write(rest[:first])
                self.wfile.flush()
                hub.stalled.set()
                hub.go_on.wait(30)
                return
            for at in range(0, len(rest), 1 << 17) if hub.pause else ():
                self.wfile.write(rest[at : at + (1 << 17)])
                time.sleep(hub.pause)
            if not hub.pause:
                self.wfile.write(rest[: hub.cuts.pop(0)] if hub.cuts else rest)
        self.close_connection = True

    def noted(self, method: str) -> None:
        token = self.headers.get("Authorization", "")
        self.hub.asked.append((method, self.path, self.headers.get("Range", ""), token))

    def refused(self, method: str) -> bool:
        """Whether it says no, as told, or since there is no such file."""
        known = self.path in (f"/api/models/{self.hub.repo}",) or (
            self.path.startswith(f"/{self.hub.repo}/resolve/") and self.path.endswith(f"/{self.hub.file}")
        )
        status = self.hub.statuses.get(method, 200 if known else 404)
        if status == 200:
            return False
        error = self.hub.error or ("" if known else "EntryNotFound")
        self.answer(status, {"X-Error-Code": error, "Content-Length": 0})
        return True

    def answer(self, status: int, headers: dict[str, str | int]) -> None:
        self.send_response(status)
        etag = self.hub.etag or self.hub.sha256
        headers = {"X-Repo-Commit": COMMIT, "ETag": f'"{etag}"', **headers, "Connection": "close"}
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.end_headers()


@contextlib.contextmanager
def serving(hub: FakeHub) -> Iterator[FakeHub]:
    """The hub, listening on loopback until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OwnHandler", (Handler,), {"hub": hub}))
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    hub.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield hub
    finally:
        hub.go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def nothing_but(
    hub: FakeHub, environment: MutableMapping[str, str], folder: Path, patch: pytest.MonkeyPatch
) -> Iterator[FakeHub]:
    """A computer that reaches this hub, which offers `TINY`, and on which nothing runs and nothing lies."""
    for name in [name for name in os.environ if name.startswith(("HF_", "HUGGING", "OLLAMA"))]:
        patch.delenv(name)
    servers_here(patch)
    patch.setattr(model_list, "catalog", lambda: (TINY,))
    patch.setattr(model_list, "free_memory", lambda: 8_000_000_000)
    patch.setattr(download, "PAUSE", 0.0)
    patch.setenv("HF_TOKEN_PATH", str(folder / "no-token"))
    with serving(hub):
        for name, value in {"HF_ENDPOINT": hub.url, "HF_HOME": str(folder / "hf"), "HOME": str(folder)}.items():
            patch.setitem(environment, name, value)
        yield hub
    from huggingface_hub import close_session

    close_session()


def servers_here(patch: pytest.MonkeyPatch, *servers: DiscoveredServer) -> None:
    """Let these be the servers that run on this computer."""

    async def discover() -> tuple[DiscoveredServer, ...]:
        return servers

    patch.setattr("tailor.providers.discovery.discover", discover)
