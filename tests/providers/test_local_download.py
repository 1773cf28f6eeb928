"""Fetching a model from a hub that misbehaves, with the real huggingface_hub."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from huggingface_hub import close_session

from tailor.core.errors import DamagedError, ProviderError, UsageError
from tailor.paths import user_paths
from tailor.providers.local import download
from tailor.providers.local.catalog import HubFile
from tailor.providers.local.download import (
    Download,
    DownloadStopped,
    Progress,
    fetch,
    forget_partials,
    partial_file,
    remove,
)
from tailor.providers.local.found import found
from tailor.providers.local.hub import Hub, RemoteFile, look_up
from tailor.storage import SaveError
from tests.providers.fake_hub import FakeHub, serving
from tests.providers.local_case import gguf

DATA = gguf(size=2_000) + bytes(range(256)) * 8_000
TINY = HubFile("ann/Tiny-GGUF", "tiny.gguf")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No waiting between tries, no token of the machine's, and the library's connections are closed at the end."""
    monkeypatch.setattr(download, "PAUSE", 0.0)
    for name in [name for name in os.environ if name.startswith(("HF_", "HUGGING")) or "proxy" in name.lower()]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HF_TOKEN_PATH", str(tmp_path / "no-token"))
    yield
    close_session()


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    with serving(FakeHub(DATA)) as made:
        yield made


def environment(hub: FakeHub, tmp_path: Path) -> dict[str, str]:
    return {
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(tmp_path / "hf"),
        "HOME": str(tmp_path),
        "TAILOR_HOME": str(tmp_path / "tailor"),
    }


def here(hub: FakeHub, tmp_path: Path) -> Hub:
    return Hub.of(environment(hub, tmp_path))


def seen(hub: FakeHub, tmp_path: Path) -> list[str]:
    """The models that are found afterwards."""
    own = environment(hub, tmp_path)
    return [one.name for one in found(own, user_paths(own))]


def remote(hub: FakeHub, tmp_path: Path) -> RemoteFile:
    return look_up(here(hub, tmp_path), TINY)


def kept(hub: FakeHub, tmp_path: Path) -> int:
    """Bytes of the partial file."""
    path = partial_file(here(hub, tmp_path), remote(hub, tmp_path))
    return path.stat().st_size if path.exists() else 0


# -- asking --------------------------------------------------------------------------------------------------


def test_the_hub_says_size_hash_and_licence_before_anything_is_fetched(hub: FakeHub, tmp_path: Path) -> None:
    about = remote(hub, tmp_path)
    assert (about.size, about.sha256, about.licence) == (len(DATA), hub.sha256, "apache-2.0")
    assert about.host == hub.url.removeprefix("http://")
    assert hub.ranges == []
    assert not (tmp_path / "hf").exists()


def test_without_a_hash_nothing_is_fetched(hub: FakeHub, tmp_path: Path) -> None:
    hub.etag = "1234"
    with pytest.raises(ProviderError, match="SHA-256"):
        remote(hub, tmp_path)


@pytest.mark.parametrize(
    ("statuses", "name", "kind", "words"),
    [
        ({"HEAD": 401}, "", UsageError, "private"),
        ({"HEAD": 401}, "GatedRepo", ProviderError, "accept its terms"),
        ({"HEAD": 403}, "", ProviderError, "refuses to give you"),
        ({"HEAD": 404}, "EntryNotFound", UsageError, "no file tiny.gguf"),
        ({"HEAD": 404}, "RepoNotFound", UsageError, "no repository"),
        ({"HEAD": 429}, "", ProviderError, "got too many requests"),
        ({"HEAD": 503}, "", ProviderError, "has a problem"),
        ({"API": 500}, "", ProviderError, "has a problem"),
    ],
)
def test_a_hub_that_says_no_is_explained(
    statuses: dict[str, int], name: str, kind: type[Exception], words: str, hub: FakeHub, tmp_path: Path
) -> None:
    hub.statuses, hub.error = statuses, name
    with pytest.raises(kind, match=words):
        remote(hub, tmp_path)


@pytest.mark.parametrize(
    "about",
    [b"<html>Sign in</html>", b"\xff", b"[]", b"null", b'{"id": "a", "tags": [1]}', b"[" * 100_000],
    ids=range(6),
)
def test_a_hub_that_is_none_is_said_to_be_none(about: bytes, hub: FakeHub, tmp_path: Path) -> None:
    hub.about = about
    with pytest.raises(ProviderError, match="does not answer as Hugging Face does") as raised:
        remote(hub, tmp_path)
    assert raised.value.fault == "bad_answer"


@pytest.mark.parametrize(
    "address", ["http://[::1", "http://ü..x", "http://a:99999", "ftp://a", "file:///a", "a", "http://"]
)
def test_a_hub_without_an_address_is_said(address: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="HF_ENDPOINT"):
        look_up(Hub(address, tmp_path), TINY)
    assert Hub(address, tmp_path).host in address


def test_the_password_of_a_hub_is_not_shown(tmp_path: Path) -> None:
    assert Hub("https://ann:secret@hub.example:8000", tmp_path).host == "hub.example:8000"


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "ftp://127.0.0.1:9", "http://ü..:1", "::::"])
def test_a_proxy_of_another_kind_is_said_to_be_one(
    proxy: str, hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = remote(hub, tmp_path)
    close_session()
    monkeypatch.setenv("ALL_PROXY", proxy)
    for ask in (partial(remote, hub, tmp_path), partial(fetch, here(hub, tmp_path), about)):
        with pytest.raises(ProviderError, match="start Tailor without it") as raised:
            ask()
        assert raised.value.title == "A proxy Tailor cannot use"


def test_a_token_goes_along_and_one_that_is_refused_is_said(
    hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secretsecret")
    fetch(here(hub, tmp_path), remote(hub, tmp_path))
    assert {token for *_, token in hub.asked} == {"Bearer hf_secretsecret"}
    hub.statuses = {"HEAD": 401}
    with pytest.raises(ProviderError, match="did not accept your token") as raised:
        remote(hub, tmp_path)
    assert "secret" not in raised.value.message


def test_offline_says_so_and_points_to_what_is_here(tmp_path: Path) -> None:
    with serving(FakeHub(DATA)) as gone:
        pass
    with pytest.raises(ProviderError, match=r"cannot be reached.*`tailor model list`") as raised:
        remote(gone, tmp_path)
    assert raised.value.fault == "network"


# -- fetching ------------------------------------------------------------------------------------------------


def test_a_model_is_fetched_into_the_cache_that_other_programs_share(hub: FakeHub, tmp_path: Path) -> None:
    told: list[Progress] = []
    path = fetch(here(hub, tmp_path), remote(hub, tmp_path), told.append)
    assert path.read_bytes() == DATA
    assert seen(hub, tmp_path) == ["tiny"]
    assert (told[0].done, told[-1].done) == (0, len(DATA))
    assert [one.done for one in told] == sorted(one.done for one in told)

    from huggingface_hub import hf_hub_download

    before = len(hub.ranges)
    again = hf_hub_download(TINY.repo, TINY.file, endpoint=hub.url, cache_dir=tmp_path / "hf" / "hub")
    assert (Path(again), len(hub.ranges)) == (path, before)


def test_what_is_there_is_not_fetched_again(hub: FakeHub, tmp_path: Path) -> None:
    for _ in range(2):
        fetch(here(hub, tmp_path), remote(hub, tmp_path))
    assert hub.ranges == ["bytes=0-"]


def test_one_that_was_killed_before_the_file_got_its_name_needs_no_byte_more(hub: FakeHub, tmp_path: Path) -> None:
    path = fetch(here(hub, tmp_path), remote(hub, tmp_path))
    path.unlink()
    assert seen(hub, tmp_path) == []
    assert fetch(here(hub, tmp_path), remote(hub, tmp_path)) == path
    assert (seen(hub, tmp_path), hub.ranges) == (["tiny"], ["bytes=0-"])


def test_a_connection_that_breaks_is_taken_up_where_it_broke(hub: FakeHub, tmp_path: Path) -> None:
    hub.cuts = [700_000, 500_000]
    assert fetch(here(hub, tmp_path), remote(hub, tmp_path)).read_bytes() == DATA
    starts = [int(one.removeprefix("bytes=").removesuffix("-")) for one in hub.ranges]
    assert len(starts) == 3
    assert starts == sorted(set(starts))


def test_a_connection_that_says_nothing_more_is_given_up_and_taken_up_again(
    hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "STALL", 0.2)
    hub.stalls = [900_000]
    assert fetch(here(hub, tmp_path), remote(hub, tmp_path)).read_bytes() == DATA
    assert hub.ranges[-1] != "bytes=0-"


def test_a_hub_without_ranges_is_read_past_what_is_there(hub: FakeHub, tmp_path: Path) -> None:
    hub.cuts, hub.knows_ranges = [900_000], False
    assert fetch(here(hub, tmp_path), remote(hub, tmp_path)).read_bytes() == DATA


def test_a_network_that_stays_away_ends_it_and_keeps_what_came(hub: FakeHub, tmp_path: Path) -> None:
    about = remote(hub, tmp_path)
    hub.cuts = [700_000] + [0] * 20
    with pytest.raises(ProviderError, match="is kept"):
        fetch(here(hub, tmp_path), about)
    hub.cuts.clear()
    so_far = kept(hub, tmp_path)
    assert 0 < so_far <= 700_000
    assert seen(hub, tmp_path) == []
    fetch(here(hub, tmp_path), about)
    assert hub.ranges[-1] == f"bytes={so_far}-"
    assert seen(hub, tmp_path) == ["tiny"]


@pytest.mark.parametrize("status", [503, 401])
def test_a_hub_that_fails_on_the_way_is_explained(status: int, hub: FakeHub, tmp_path: Path) -> None:
    about = remote(hub, tmp_path)
    hub.statuses = {"GET": status}
    with pytest.raises((ProviderError, UsageError)):
        fetch(here(hub, tmp_path), about)
    assert len(hub.ranges) == (download.TRIES + 1 if status == 503 else 1)
    assert seen(hub, tmp_path) == []


def test_a_wrong_hash_deletes_the_file(hub: FakeHub, tmp_path: Path) -> None:
    about = remote(hub, tmp_path)
    hub.other_bytes = DATA[:-1] + b"!"
    with pytest.raises(DamagedError, match="deleted") as raised:
        fetch(here(hub, tmp_path), about)
    assert raised.value.exit_code == 5
    assert not [path for path in (tmp_path / "hf").rglob("*") if path.is_file() and path.stat().st_size > 999]
    hub.other_bytes = None
    assert fetch(here(hub, tmp_path), about).read_bytes() == DATA


def test_too_little_room_is_said_before_a_byte_is_fetched(
    hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = remote(hub, tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9, len(DATA)))
    with pytest.raises(SaveError, match="not enough room"):
        fetch(here(hub, tmp_path), about)
    assert hub.ranges == []


class FullDisk:
    """A file whose disk is full after some bytes."""

    def __init__(self, file: Any, room: int) -> None:
        self._file, self._room = file, room

    def write(self, data: bytes) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(28, "No space left on device")
        return int(self._file.write(data))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> "FullDisk":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def test_a_disk_that_fills_up_keeps_what_came(
    hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about, real = remote(hub, tmp_path), Path.open
    with monkeypatch.context() as patch:

        def opened(self: Path, *given: Any, **how: Any) -> Any:
            file = real(self, *given, **how)
            return FullDisk(file, 800_000) if self.name.endswith(".tailor.incomplete") else file

        patch.setattr(Path, "open", opened)
        with pytest.raises(SaveError, match="No space left on device"):
            fetch(here(hub, tmp_path), about)
    assert 0 < kept(hub, tmp_path) <= 800_000
    assert fetch(here(hub, tmp_path), about).read_bytes() == DATA


def test_one_that_is_stopped_keeps_what_came_and_is_no_model(hub: FakeHub, tmp_path: Path) -> None:
    about, stop = remote(hub, tmp_path), Event()
    with pytest.raises(DownloadStopped):
        fetch(here(hub, tmp_path), about, lambda one: stop.set() if one.done else None, stop)
    assert 0 < kept(hub, tmp_path) < len(DATA)
    assert seen(hub, tmp_path) == []
    assert forget_partials(here(hub, tmp_path), TINY) == 1
    assert kept(hub, tmp_path) == 0


def test_a_model_that_is_removed_leaves_nothing_of_itself(hub: FakeHub, tmp_path: Path) -> None:
    path = fetch(here(hub, tmp_path), remote(hub, tmp_path))
    again = path.parent.parent / ("d" * 40) / path.name
    again.parent.mkdir()
    again.symlink_to(path.resolve())
    remove(path)
    assert seen(hub, tmp_path) == []
    assert not [left for left in (tmp_path / "hf").rglob("*") if left.is_symlink()]
    assert not [left for left in (tmp_path / "hf").rglob("*") if left.is_file() and left.stat().st_size > 999]


def test_a_link_that_is_removed_leaves_the_file_it_led_to(tmp_path: Path) -> None:
    (tmp_path / "far.gguf").write_bytes(DATA)
    (tmp_path / "near.gguf").symlink_to(tmp_path / "far.gguf")
    remove(tmp_path / "near.gguf")
    assert [one.name for one in tmp_path.iterdir()] == ["far.gguf"]


def test_two_windows_do_not_fetch_the_same_file_at_once(hub: FakeHub, tmp_path: Path) -> None:
    about, hub.stalls = remote(hub, tmp_path), [600_000]
    first = Download(here(hub, tmp_path), about)
    assert hub.stalled.wait(20)
    with pytest.raises(ProviderError, match="Another window"):
        fetch(here(hub, tmp_path), about)
    hub.go_on.set()
    assert first.result.result(20).read_bytes() == DATA
    assert first.progress.done == len(DATA)


FETCH = """
from tailor.providers.local.catalog import HubFile
from tailor.providers.local.download import fetch
from tailor.providers.local.hub import Hub, look_up
import os
hub = Hub.of(os.environ)
fetch(hub, look_up(hub, HubFile("ann/Tiny-GGUF", "tiny.gguf")))
"""


def test_a_download_that_is_killed_goes_on_where_it_was(hub: FakeHub, tmp_path: Path) -> None:
    hub.stalls = [1_000_000]
    process = subprocess.Popen([sys.executable, "-c", FETCH], env=os.environ | environment(hub, tmp_path))
    try:
        assert hub.stalled.wait(30)
        for _ in range(2_000):
            if kept(hub, tmp_path) > 500_000:
                break
            time.sleep(0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    so_far = kept(hub, tmp_path)
    assert so_far > 500_000
    assert seen(hub, tmp_path) == []
    assert fetch(here(hub, tmp_path), remote(hub, tmp_path)).read_bytes() == DATA
    assert hub.ranges[-1] == f"bytes={so_far}-"


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(0, 2_500_000_000), "0 %, 0 MB of 2.5 GB"),
        (Progress(1_100_000_000, 2_500_000_000, 12e6), "44 %, 1.1 GB of 2.5 GB, 12 MB/s, 2 min left"),
        (Progress(2_400_000_000, 2_500_000_000, 12e6), "96 %, 2.4 GB of 2.5 GB, 12 MB/s, 8 s left"),
        (Progress(2_500_000_000, 2_500_000_000, 12e6), "100 %, 2.5 GB of 2.5 GB, being checked"),
    ],
)
def test_progress_is_told_with_speed_and_time_left(progress: Progress, words: str) -> None:
    assert str(progress) == words
