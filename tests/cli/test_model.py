"""`tailor model`: the list, fetching with a yes, choosing, removing."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from tailor.config_file import load
from tailor.providers.discovery import DiscoveredServer
from tailor.providers.local import catalog as catalog_module
from tailor.providers.local import model_list
from tests.cli.conftest import Tailor
from tests.providers.fake_hub import DATA, FakeHub, nothing_but, servers_here
from tests.providers.local_case import gguf, in_ollama, put


@pytest.fixture
def hub(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    with nothing_but(FakeHub(DATA), os.environ, tmp_path, monkeypatch) as made:
        yield made


def provider(home: Path) -> tuple[str, str | None]:
    config = load(home / "config.toml", {})
    return config.provider, config.local.model


def test_the_list_says_what_runs_what_is_here_and_what_is_offered(
    hub: FakeHub, tailor: Tailor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = DiscoveredServer("http://127.0.0.1:11434/v1", "Ollama", ("llama3.2:3b",), needs_key=False)
    locked = DiscoveredServer("http://127.0.0.1:1234/v1", "LM Studio", (), needs_key=True)
    servers_here(monkeypatch, server, locked)
    put(tmp_path / "home/models/own.gguf", gguf(size=5_000))
    host = hub.url.removeprefix("http://")
    assert tailor("model", "list").stdout.splitlines() == [
        "running\tllama3.2:3b\t\tOllama on 127.0.0.1:11434",
        "running\tLM Studio\t\tLM Studio on 127.0.0.1:1234, needs a key",
        "here\town\t5000\tTailor's folder",
        f"offered\ttiny\t1000000\t{host}/ann/Tiny-GGUF",
    ]
    rows = [json.loads(line) for line in tailor("model", "list", "--json").stdout.splitlines()]
    assert list(rows[0]) == ["name", "state", "bytes", "needs", "licence", "where", "task"]
    assert (rows[3]["licence"], rows[3]["needs"] > rows[3]["bytes"], rows[0]["bytes"]) == ("mit", True, None)


def test_a_model_that_needs_more_memory_than_is_free_is_not_offered(
    hub: FakeHub, tailor: Tailor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_list, "free_memory", lambda: 1_000)
    assert tailor("model", "list").stdout == ""
    monkeypatch.setattr(model_list, "free_memory", lambda: None)
    assert "tiny" in tailor("model", "list").stdout


def test_nothing_is_fetched_without_a_yes_that_names_size_source_and_licence(
    hub: FakeHub, tailor: Tailor, home: Path
) -> None:
    ran = tailor("model", "get", "tiny", stdin="n\n")
    assert "1 MB from" in ran.stderr
    assert "ann/Tiny-GGUF, licence apache-2.0" in ran.stderr
    assert "Nothing was downloaded" in ran.stderr
    assert (ran.stdout, ran.returncode, hub.ranges) == ("", 2, []), "nobody sat there"


@pytest.mark.parametrize("what", ["tiny", "hf:ann/Tiny-GGUF:tiny.gguf"])
def test_a_model_is_fetched_chosen_and_removed(
    what: str, hub: FakeHub, tailor: Tailor, home: Path, tmp_path: Path
) -> None:
    assert tailor("model", "use", what).returncode == 2
    got = tailor("model", "get", what, stdin="y\n")
    path = Path(got.stdout.strip())
    assert (got.returncode, path.read_bytes()) == (0, DATA)
    assert tailor("model", "get", what).stdout.strip() == str(path), "it is not fetched again"
    assert len(hub.ranges) == 1
    assert tailor("model", "use", what).returncode == 0
    assert provider(home) == ("local", str(path))
    assert tailor("model", "remove", what, "--yes").returncode == 0
    assert not path.exists()
    assert provider(home) == ("builtin", None)


def test_get_yes_asks_nothing(hub: FakeHub, tailor: Tailor) -> None:
    assert tailor("model", "get", "tiny", "--yes").returncode == 0


def test_what_goes_wrong_has_the_exit_code_of_its_kind(hub: FakeHub, tailor: Tailor, tmp_path: Path) -> None:
    assert tailor("model", "get", "huge").returncode == 2
    assert "Did you mean tiny" in tailor("model", "get", "tini").stderr
    assert tailor("model", "use", str(tmp_path / "gone.gguf")).returncode == 2
    assert tailor("model", "get", "hf:ann/Tiny-GGUF:other.gguf", "--yes").returncode == 2
    hub.statuses = {"HEAD": 503}
    assert tailor("model", "get", "tiny", "--yes").returncode == 4
    hub.statuses, hub.other_bytes = {}, b"GGUF" + DATA[4:-1] + b"?"
    wrong = tailor("model", "get", "tiny", "--yes")
    assert (wrong.returncode, wrong.stdout) == (5, "")
    assert tailor("model", "list").stdout.startswith("offered"), "nothing is saved"


def test_offline_says_so_and_what_is_here_can_still_be_used(
    hub: FakeHub, tailor: Tailor, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = put(tmp_path / "home/models/own.gguf", gguf(size=5_000))
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    ran = tailor("model", "get", "tiny", "--yes")
    assert ran.returncode == 4
    assert "cannot be reached" in ran.stderr
    assert tailor("model", "use", "own").returncode == 0
    assert provider(home) == ("local", str(own))


def test_ctrl_c_stops_a_download_and_the_same_command_goes_on(
    hub: FakeHub, tailor: Tailor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.stalls = [500_000]

    def wait_once(*_: object) -> None:
        assert hub.stalled.wait(20)
        while not any(path.stat().st_size for path in (tmp_path / "hf").rglob("*.tailor.incomplete")):
            pass
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("tailor.cli.model.wait", wait_once)
        stopped = tailor("model", "get", "tiny", "--yes")
    assert (stopped.returncode, stopped.stdout) == (130, "")
    assert "Run it again to continue" in stopped.stderr
    assert tailor("model", "list").stdout.startswith("offered")
    Timer(0.0, hub.go_on.set).start()
    while (again := tailor("model", "get", "tiny", "--yes")).returncode == 4:
        assert "Another window" in again.stderr, "until the first thread has let go"
    assert again.returncode == 0
    assert hub.ranges[-1] != "bytes=0-"


def test_what_came_so_far_can_be_deleted(hub: FakeHub, tailor: Tailor, tmp_path: Path) -> None:
    hub.cuts = [500_000] + [0] * 20
    assert tailor("model", "get", "tiny", "--yes").returncode == 4
    assert list((tmp_path / "hf").rglob("*.tailor.incomplete"))
    assert "Deleted the unfinished download" in tailor("model", "remove", "tiny").stderr
    assert not list((tmp_path / "hf").rglob("*.tailor.incomplete"))
    assert "There is no file for tiny" in tailor("model", "remove", "tiny").stderr


def test_a_file_of_another_program_is_used_and_never_removed(hub: FakeHub, tailor: Tailor, tmp_path: Path) -> None:
    blob = in_ollama(tmp_path / ".ollama/models", "registry.ollama.ai/library/llama3.2/3b", gguf())
    assert tailor("model", "use", "llama3.2:3b").returncode == 0
    assert provider(tmp_path / "home") == ("local", str(blob))
    refused = tailor("model", "remove", "llama3.2:3b", "--yes")
    assert refused.returncode == 2
    assert "belongs to Ollama" in refused.stderr
    assert blob.exists()


def test_a_path_of_ones_own_is_in_the_list_once_it_is_chosen(hub: FakeHub, tailor: Tailor, tmp_path: Path) -> None:
    path = put(tmp_path / "far/away.gguf", gguf())
    assert "away" not in tailor("model", "list").stdout
    assert tailor("model", "use", str(path)).returncode == 0
    assert "here\taway\t2000\tyour disk" in tailor("model", "list").stdout
    assert tailor("model", "remove", "away", "--yes").returncode == 2, "it is not Tailor's"
    path.unlink()
    assert "away" not in tailor("model", "list").stdout


def test_a_model_that_runs_at_a_server_is_connected_to(
    hub: FakeHub, tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = DiscoveredServer("http://127.0.0.1:11434/v1", "Ollama", ("small",), needs_key=False)
    servers_here(monkeypatch, server)
    assert tailor("model", "use", "small").returncode == 0
    config = load(home / "config.toml", {})
    assert (config.provider, config.base_url, config.model) == ("server", server.base_url, "small")
    assert tailor("model", "get", "small").returncode == 2


def test_a_model_that_searches_is_chosen_for_the_memory_and_not_to_answer(
    hub: FakeHub, tailor: Tailor, home: Path
) -> None:
    path = put(home / "models/finder.gguf", gguf("bert"))
    assert json.loads(tailor("model", "list", "--json").stdout.splitlines()[0])["task"] == "searches"
    ran = tailor("model", "use", "finder")
    assert "tailor memory rebuild" in ran.stderr
    assert load(home / "config.toml", {}).embedder == f"local:{path}"
    assert provider(home) == ("builtin", None)
    assert (
        tailor(
            "customize", "starter.carrot-cake", "--hint", "x", "--provider", "local", "--model", "finder"
        ).returncode
        == 3
    )
    assert tailor("model", "remove", "finder", "--yes").returncode == 0
    assert load(home / "config.toml", {}).embedder == "lexical"


def test_while_nothing_runs_status_and_stop_say_so(hub: FakeHub, tailor: Tailor) -> None:
    for command, words in (("status", "No local model is running"), ("stop", "No local model was running")):
        ran = tailor("model", command)
        assert (ran.returncode, ran.stdout) == (0, "")
        assert words in ran.stderr


def test_the_catalogue_is_the_one_that_is_offered() -> None:
    assert model_list.offered((), None, "hub")[0].name == catalog_module.catalog()[0].name
