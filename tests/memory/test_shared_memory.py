"""A memory at an s3:// address, on an S3 server on loopback; skipped where moto's server is not installed."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from memory.client import Memory
from memory.messages import MemorySettings
from tailor.core.errors import UsageError
from tailor.core.procedure import procedure

pytestmark = pytest.mark.skipif(
    find_spec("moto") is None or find_spec("flask") is None, reason="needs moto[server]"
)


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            line = next(line for line in server.stderr if "Running on" in line)
            url = line.split("Running on ")[1].strip()
            for name, value in {
                "AWS_ENDPOINT": url,
                "AWS_ALLOW_HTTP": "true",
                "AWS_ACCESS_KEY_ID": "test",
                "AWS_SECRET_ACCESS_KEY": "test",
                "AWS_DEFAULT_REGION": "us-east-1",
            }.items():
                monkeypatch.setenv(name, value)
            urllib.request.urlopen(urllib.request.Request(f"{url}/shared", method="PUT")).close()
            yield "s3://shared/memory"
        finally:
            server.kill()


async def test_a_shared_memory_is_written_and_searched(bucket: str, tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    rows = ({"id": f"k{n}", "goal": f"Tie knot {n}", "steps": ["Loop."]} for n in range(20))
    file.write_text("\n".join(map(json.dumps, rows)))
    one, other = (Memory(MemorySettings(uri=bucket)) for _ in range(2))
    try:
        await one.add([procedure("Whittle a spoon", ["Carve."])])
        assert (await one.import_corpus(str(file))).added == 20
        assert (await other.search("spoon whitle", 1))[0].goal == "Whittle a spoon"
        assert (await other.import_corpus(str(file))).unchanged == 20
    finally:
        await one.close()
        await other.close()


async def test_an_address_that_does_not_answer_is_said(bucket: str) -> None:
    held = Memory(MemorySettings(uri="s3://no-such-bucket/memory"))
    try:
        with pytest.raises(UsageError, match="cannot be opened"):
            await held.stats()
    finally:
        await held.close()
