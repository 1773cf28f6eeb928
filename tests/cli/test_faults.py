"""How a server can misbehave, through `tailor customize`: exit 4 with nothing on stdout, or the result."""

import asyncio
import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tailor.providers.server import RetryPolicy, Server
from tests.cli.conftest import Tailor
from tests.providers.misbehaving import DONE, STOP, WHOLE, Misbehaving, Step, error, event, piece, said, stream
from tests.providers.test_every_fault import TABLE

SHORT = {
    "hang_headers": "first=0.2",
    "hang_error": "first=0.2",
    "keepalive": "first=0.2",
    "hang_mid": "idle=0.3",
    "hang_tail": "idle=0.3",
    "drip": "total=0.8",
}
"""Where a deadline must end the call."""
OF_EACH_KIND = sorted({*{ends: fault for fault, ends in TABLE.items()}.values(), *SHORT})
"""One server of all that end alike for the client, which is tried with every one."""

BREAD = "Bake bread\n1. Mix\n2. Knead for 9 minutes\n3. Bake\n"


@contextmanager
def serving(server: Misbehaving) -> Iterator[str]:
    """The server in a thread of its own; its address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result(10)
        yield server.url
        asyncio.run_coroutine_threadsafe(server.__aexit__(), loop).result(10)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


@pytest.mark.parametrize("fault", OF_EACH_KIND)
def test_a_misbehaving_server(tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    assert Server.__init__.__kwdefaults__ is not None
    monkeypatch.setitem(Server.__init__.__kwdefaults__, "retries", RetryPolicy(waits=(0.0, 0.0)))
    monkeypatch.setenv("TAILOR_DEADLINES", SHORT.get(fault, "connect=10,first=20,idle=20,total=60"))
    monkeypatch.setenv("TAILOR_API_KEY", "sk-very-secret-0123456789")
    Path("bread.txt").write_text(BREAD)
    with serving(Misbehaving(fault)) as url:
        ran = tailor("customize", "bread.txt", "--hint", "knead less", "--base-url", url, "--model", "m")
    kind, text, _ = TABLE[fault]
    if kind is None and WHOLE in text:
        assert ran.returncode == 0, ran.stderr
        assert "Knead for 5 minutes" in ran.stdout
    else:
        assert (ran.returncode, ran.stdout) == (4, "")
        assert ran.stderr.count("\n") == 1, "nothing but the message"
        assert len(list((home / "runs").iterdir())) == 1, "the run is kept"
    assert "secret" not in ran.stderr
    assert "bug in Tailor itself" not in ran.stderr
    assert "\x1b" not in ran.stdout + ran.stderr


def test_several_models_and_none_named_is_wrong_usage(tailor: Tailor, home: Path) -> None:
    Path("bread.txt").write_text(BREAD)
    with serving(Misbehaving("ok", models={"data": [{"id": "one"}, {"id": "two"}]})) as url:
        ran = tailor("customize", "bread.txt", "--hint", "knead less", "--base-url", url)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--model" in ran.stderr
    assert "one, two" in ran.stderr


def test_the_only_model_needs_no_name(tailor: Tailor, home: Path) -> None:
    Path("bread.txt").write_text(BREAD)
    with serving(Misbehaving("ok")) as url:
        ran = tailor("customize", "bread.txt", "--hint", "knead less", "--base-url", url)
    assert ran.returncode == 0
    assert "Knead for 5 minutes" in ran.stdout


def test_a_server_that_is_not_there_ends_a_run_that_is_kept(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAILOR_DEADLINES", "connect=2,total=4")
    Path("bread.txt").write_text(BREAD)
    ran = tailor("customize", "bread.txt", "--hint", "x", "--base-url", "http://127.0.0.1:1/v1", "--json")
    assert ran.returncode == 4
    assert json.loads(ran.stdout.splitlines()[-1])["kind"] == "failed"
    assert len(list((home / "runs").iterdir())) == 1


SECRET = "sk-very-secret-0123456789"
CODED = base64.b64encode(SECRET.encode()).decode()
LEAKS: dict[str, list[Step]] = {
    "in an answer, in pieces": stream(
        event(piece(reasoning_content=f"The key is {SECRET[:9]}")),
        event(piece(reasoning_content=f"{SECRET[9:]}.")),
        said(f"# because {SECRET[:4]}"),
        said(f"{SECRET[4:]} [R1]\nreplace(2, Knead {CODED[:7]}"),
        said(f"{CODED[7:]} and {SECRET.encode().hex()})\nreplace(9, {SECRET})\ndone\n"),
        STOP,
        DONE,
    ),
    "in an answer that is cut off": stream(said(f"replace(2, Knead {SECRET})\ninsert(2, {SECRET[:-2]}")),
    "in an error": error(400, f"no such key {SECRET}"),
    "in an error, encoded": error(400, f"no such key {CODED}"),
    "in an error inside of an answer": stream(event({"error": {"message": f"no {CODED[:-5]}", "code": 500}})),
    "as the reason of its end": stream(said("replace(2, Knead)"), event(piece(SECRET)), DONE),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
@pytest.mark.parametrize("shape", [[], ["--json"], ["--save"]], ids=["", "json", "save"])
def test_a_key_that_a_server_repeats_is_nowhere(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch, leak: list[Step], shape: list[str]
) -> None:
    assert Server.__init__.__kwdefaults__ is not None
    monkeypatch.setitem(Server.__init__.__kwdefaults__, "retries", RetryPolicy(waits=()))
    monkeypatch.setenv("TAILOR_API_KEY", SECRET)
    Path("bread.txt").write_text(BREAD)
    with serving(Misbehaving(leak)) as url:
        ran = tailor("customize", "bread.txt", "--hint", "knead less", "--base-url", url, "--model", "m", *shape)
    kept = "".join(file.read_text("utf-8") for file in sorted(home.rglob("*")) if file.is_file())
    assert kept, "the run is kept"
    for written in (SECRET[:-2], CODED[:-5], SECRET.encode().hex()):
        assert written not in ran.stdout + ran.stderr + kept
