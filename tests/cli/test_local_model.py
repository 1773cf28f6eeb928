"""A model on this computer on the command line: a run, the doctor, and what is said where it cannot be."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tailor.providers.local import session
from tests.cli.conftest import Tailor
from tests.providers.tiny_gguf import at_home, processes, tiny_gguf, until, wanted
from tests.providers.tiny_server import REALSERVER

pytestmark = REALSERVER

BREAD = "# Bread\n\n## Steps\n\n1. Mix\n2. Knead\n3. Bake in the oven\n"


@pytest.fixture
def bread(home: Path, tmp_path: Path) -> Iterator[str]:
    """A procedure; and no model is left running."""
    (tmp_path / "bread.md").write_text(BREAD)
    yield str(tmp_path / "bread.md")
    session.leave_all()
    session.stop(at_home(home))


def test_a_run_is_answered_by_the_model_that_is_named(bread: str, tailor: Tailor, home: Path) -> None:
    options = ["--hint", "no oven", "--no-memory", "--strategy", "sequential", "--json"]
    tailor("config", "set", "local.context", "6000")  # room for a short answer
    ran = tailor("customize", bread, "--provider", "local", "--model", str(tiny_gguf()), *options)
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    assert events[0]["provider"] == "local"
    assert events[0]["model"] == "tiny"
    assert next(one["reason"] for one in events if one["kind"] == "waiting").startswith("Loading the model…")
    deltas = "".join(one["text"] for one in events if one["kind"] == "text_delta")
    assert deltas.startswith(("replace(", "insert(", "no edits", "keep(", "place(", "#"))
    assert events[-1]["kind"] in ("done", "failed")
    if events[-1]["kind"] == "failed":  # the random model likes long texts
        assert events[-1]["fault"] == "cut_short"
    (running,) = session.status(at_home(home))
    assert (running.model, running.state.users) == (tiny_gguf(), 1)


def test_a_bench_measures_the_model_that_is_named(bread: str, tailor: Tailor, home: Path, tmp_path: Path) -> None:
    case = {"id": "tea", "goal": "Brew tea", "steps": ["Boil water.", "Pour it."], "hint": "no tea leaves"}
    (tmp_path / "cases.jsonl").write_text(json.dumps(case) + "\n")
    which = ("--provider", "local", "--model", str(tiny_gguf()))
    ran = tailor(
        "bench", "customize", "cases.jsonl", *which, "--strategy", "unified", "--max-calls", "1", "--out", "b"
    )
    assert "with tiny at 127.0.0.1" in ran.stderr
    assert "The record holds 1 call" in ran.stderr
    assert "unified" in ran.stdout
    (running,) = session.status(at_home(home))
    assert running.model == tiny_gguf()


def test_the_doctor_tells_what_would_run_and_loads_nothing(bread: str, tailor: Tailor, home: Path) -> None:
    tailor("config", "set", "local.model", str(tiny_gguf()))
    tailor("config", "set", "local.context", "1024")
    said = tailor("doctor").stdout
    assert "ok      provider: tiny on this computer: about 15" in said
    assert "1024 tokens of context. It is loaded when needed, and nothing leaves this computer." in said
    assert processes(at_home(home)) == {}


def test_the_doctor_names_a_model_that_cannot_run(
    bread: str, tailor: Tailor, monkeypatch: pytest.MonkeyPatch
) -> None:
    tailor("config", "set", "local.model", "/nowhere/gone.gguf")
    ran = tailor("doctor")
    assert "broken  provider: The file for gone cannot be read" in ran.stdout
    assert ran.returncode == 1
    tailor("config", "set", "local.model", str(tiny_gguf()))
    monkeypatch.setattr(session, "free_memory", lambda: 1_000)
    assert "Too little memory" not in (said := tailor("doctor").stdout)
    assert "1 MB is free. Nothing was loaded." in said


def test_a_model_that_is_not_there_ends_a_run_with_its_file(bread: str, tailor: Tailor) -> None:
    ran = tailor("customize", bread, "--hint", "x", "--provider", "local", "--model", "/nowhere/gone.gguf")
    assert ran.returncode == 4
    assert "The file for gone cannot be read: No such file" in ran.stderr
    assert ran.stdout == ""


def test_where_none_is_chosen_the_commands_that_choose_one_are_named(bread: str, tailor: Tailor) -> None:
    ran = tailor("customize", bread, "--hint", "x", "--provider", "local")
    assert ran.returncode == 2
    assert "`tailor model use NAME` chooses one" in ran.stderr
    ran = tailor("customize", bread, "--hint", "x", "--provider", "local", "--model", "nobody")
    assert ran.returncode == 3
    assert 'There is no model called "nobody" here' in ran.stderr


def test_stop_ends_a_model_that_is_loaded(bread: str, tailor: Tailor, home: Path) -> None:
    session.join(at_home(home), wanted())
    assert until(lambda: session.status(at_home(home))[0].state.port is not None)
    assert tailor("model", "status").stdout.startswith("tiny\t1\t127.0.0.1:")
    assert tailor("model", "stop").returncode == 0
    assert until(lambda: not processes(at_home(home)))
    assert tailor("model", "status").stdout == ""
