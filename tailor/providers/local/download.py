"""Download one file from the hub into its cache, so that other programs find it there too.

The bytes go into a separate file beside the others (`….tailor.incomplete`), which a later try continues, also
after a kill. It gets the name under which models are looked up only once its SHA-256 is the one named by the hub.
huggingface_hub itself starts over after a kill and checks no hash, so this is done here; the rest (address, token,
proxies, the cache and its links) is left to the library.
"""

import contextlib
import hashlib
import io
import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Final

from tailor.core.errors import DamagedError, ProviderError, TailorError
from tailor.core.text import size_words, time_words
from tailor.providers.local.catalog import HubFile
from tailor.providers.local.header import parts_of
from tailor.providers.local.hub import Hub, RemoteFile, explained, library, look_up
from tailor.storage import SaveError, is_there, why
from tailor.threads import run_in_daemon_thread

TRIES: Final = 5
"""Tries in a row without a new byte before giving up."""
PAUSE: float = 1.0
"""Seconds before the second try, roughly doubling with each further one."""
STALL: Final = 20.0
"""Seconds without a byte after which the connection is dropped."""
SPARE: Final = 200_000_000
"""Bytes to leave free on the disk."""
_PARTIAL: Final = ".tailor.incomplete"
_PIECE: Final = 1 << 18
_RECENT: Final = 5.0
"""The period in seconds over which the speed is measured."""


@dataclass(frozen=True, slots=True)
class Progress:
    done: int
    total: int
    rate: float = 0.0
    """Recent bytes per second; 0 while nothing comes."""

    @property
    def left(self) -> float | None:
        """Seconds until it is done; None if unknown."""
        return (self.total - self.done) / self.rate if self.rate else None

    @property
    def share(self) -> str:
        """ "43 %"."""
        return f"{100 * self.done // max(self.total, 1)} %"

    def __str__(self) -> str:
        """ "43 %, 1.1 of 2.5 GB, 12 MB/s, 2 min left"."""
        so_far = f"{self.share}, {size_words(self.done)} of {size_words(self.total)}"
        if self.done >= self.total:
            return f"{so_far}, being checked"
        if self.left is None:
            return so_far
        return f"{so_far}, {size_words(int(self.rate))}/s, {time_words(self.left)} left"


class DownloadStopped(Exception):
    """The person stopped the download; what arrived is kept for another try."""


class Download:
    """A download in its own thread. `progress` is how far it is, `result` a future of the path.

    `result` raises `DownloadStopped` after `stop`, and what `fetch` raises.
    """

    def __init__(self, hub: Hub, remote: RemoteFile) -> None:
        self.progress = Progress(0, remote.size)
        self._stop = Event()
        self.result: Future[Path] = run_in_daemon_thread(lambda: fetch(hub, remote, self._tell, self._stop))

    def _tell(self, progress: Progress) -> None:
        self.progress = progress

    def stop(self) -> None:
        """Stop at the next byte; returns at once."""
        self._stop.set()


def partial_file(hub: Hub, remote: RemoteFile) -> Path:
    """Where the bytes are until they are checked."""
    blob = _blob(hub, remote)
    return blob.with_name(f"{blob.name}{_PARTIAL}")


def fetch(
    hub: Hub, remote: RemoteFile, tell: Callable[[Progress], None] = lambda _: None, stop: Event | None = None
) -> Path:
    """Download the file or the rest of it, check it, and return its path in the hub's cache. Blocks.

    ProviderError (network, server, token), SaveError (no room) and `DownloadStopped` keep what has arrived;
    DamagedError if the file is not the one that the hub described, and then it is deleted.
    """
    library(hub)
    from huggingface_hub import hf_hub_download

    blob, partial = _blob(hub, remote), partial_file(hub, remote)
    try:
        with _alone(hub, remote):
            if not is_there(blob):
                _check_room(hub, remote)
                partial.parent.mkdir(parents=True, exist_ok=True)
                _receive(hub, remote, partial, _Meter(remote.size, tell), stop or Event())
                partial.replace(blob)
        made = hf_hub_download(
            remote.source.repo,
            remote.source.file,
            revision=remote.commit,
            cache_dir=hub.cache,
            endpoint=hub.endpoint,
        )
    except DownloadStopped:
        raise
    except Exception as error:
        raise _told(error, hub, remote) from error
    return Path(made)


def forget_partials(hub: Hub, source: HubFile) -> int:
    """Delete incomplete downloads of this repository and return how many there were. SaveError."""
    left = tuple((_folder(hub.cache, source.repo) / "blobs").glob(f"*{_PARTIAL}"))
    for path in left:
        _delete(path)
    return len(left)


def remove(path: Path) -> None:
    """Delete a model's file; in the hub's cache every link to it too. SaveError if that fails."""
    for piece in parts_of(path):
        blob = piece.resolve()
        snapshots = next((folder for folder in piece.parents if folder.name == "snapshots"), None)
        if snapshots is None or blob.parent != snapshots.parent / "blobs":
            _delete(piece)
            continue
        for link in tuple(snapshots.rglob(f"*{piece.suffix}")):
            if link.resolve() == blob:
                _delete(link)
        _delete(blob)


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"{path} could not be deleted: {why(error)}.", title="Not deleted") from error


def look_before(hub: Hub, source: HubFile) -> RemoteFile:
    """Look up the file at the hub and check that there is room, before the person is asked.

    Raises what `look_up` does, and SaveError.
    """
    about = look_up(hub, source)
    _check_room(hub, about)
    return about


def _check_room(hub: Hub, remote: RemoteFile) -> None:
    """Raise SaveError if the disk has no room for what is still missing."""
    partial = partial_file(hub, remote)
    needed = remote.size - (partial.stat().st_size if is_there(partial) else 0) + SPARE
    there = next(folder for folder in (hub.cache, *hub.cache.parents) if is_there(folder))
    free = shutil.disk_usage(there).free
    if free < needed:
        raise SaveError(
            f"There is not enough room: the download needs {size_words(needed)} in {hub.cache}, and only "
            f"{size_words(free)} is free, so it stopped. Free up some space, choose a smaller model, or set "
            "HF_HOME to another disk."
        )


def _blob(hub: Hub, remote: RemoteFile) -> Path:
    """Where the hub's tools look for the bytes of this file."""
    return _folder(hub.cache, remote.source.repo) / "blobs" / remote.sha256


def _folder(root: Path, repo: str) -> Path:
    return root / f"models--{repo.replace('/', '--')}"


@contextlib.contextmanager
def _alone(hub: Hub, remote: RemoteFile) -> Iterator[None]:
    """Hold the library's own lock for this file. ProviderError if another program is downloading it."""
    from filelock import Timeout
    from huggingface_hub.utils import WeakFileLock  # type: ignore[attr-defined]  # not in its list

    lock = _folder(hub.cache / ".locks", remote.source.repo) / f"{remote.sha256}.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    try:
        with WeakFileLock(lock, timeout=1.0):
            yield
    except Timeout:
        raise ProviderError(
            "network",
            "Another window or program is downloading this file right now. Wait for it, or stop it and try again.",
            title="It is already being downloaded",
        ) from None


class _Meter:
    """Measures the progress and speed of a download."""

    def __init__(self, total: int, tell: Callable[[Progress], None]) -> None:
        self._total = total
        self._tell = tell
        self._seen: list[tuple[float, int]] = []

    def at(self, done: int) -> None:
        """Report that this many bytes are there now."""
        now = time.monotonic()
        self._seen = [*(one for one in self._seen if one[0] > now - _RECENT), (now, done)]
        then, before = self._seen[0]
        rate = (done - before) / (now - then) if now > then else 0.0
        self._tell(Progress(done, self._total, rate))


def _receive(hub: Hub, remote: RemoteFile, partial: Path, meter: _Meter, stop: Event) -> None:
    """Complete the partial file and check it."""
    with partial.open("ab+") as file:
        digest, done = _already(file, remote.size)
        meter.at(done)
        for piece in _until_whole(hub, remote, done, stop):
            file.write(piece)
            digest.update(piece)
            meter.at(done := done + len(piece))
        file.flush()
        os.fsync(file.fileno())
    if done != remote.size or digest.hexdigest() != remote.sha256:
        partial.unlink()
        raise DamagedError(
            f"{remote.source.file} came from {hub.host} with a wrong checksum (SHA-256), so it was deleted. Try "
            "again; if it happens again, choose another model.",
            title="The file is not what Hugging Face described",
        )


def _until_whole(hub: Hub, remote: RemoteFile, done: int, stop: Event) -> Iterator[bytes]:
    """Yield the bytes from `done` on. Lost connections and server errors are retried, rejections are not."""
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError

    tries = 0
    while done < remote.size:
        before, fault = done, None
        try:
            for piece in _pieces(hub, remote, done):
                if stop.is_set():
                    raise DownloadStopped
                done += len(piece)
                yield piece
        except (httpx2.TransportError, HfHubHTTPError) as error:
            fault = error
            if isinstance(error, HfHubHTTPError) and error.response.status_code < 500:
                raise
        tries = 0 if done > before else tries + 1
        if tries > TRIES:
            if isinstance(fault, HfHubHTTPError):
                raise fault
            raise ProviderError("network", _lost(hub, done, remote.size), title="The connection was lost")
        if done < remote.size and stop.wait(PAUSE * (2**tries - 1)):
            raise DownloadStopped


def _already(file: io.BufferedRandom, size: int) -> tuple["hashlib._Hash", int]:
    """The hash and length of what an earlier try left; if it is too long, start over."""
    digest, done = hashlib.sha256(), 0
    file.seek(0)
    while piece := file.read(_PIECE):
        digest.update(piece)
        done += len(piece)
    if done <= size:
        return digest, done
    file.truncate(0)
    return hashlib.sha256(), 0


def _pieces(hub: Hub, remote: RemoteFile, start: int) -> Iterator[bytes]:
    """Yield the bytes from `start` on as they come."""
    from huggingface_hub import get_session, hf_hub_url
    from huggingface_hub.utils import build_hf_headers, hf_raise_for_status  # type: ignore[attr-defined]

    source = remote.source
    url = hf_hub_url(source.repo, source.file, revision=remote.commit, endpoint=hub.endpoint)
    headers = {**build_hf_headers(), "Accept-Encoding": "identity", "Range": f"bytes={start}-"}
    with get_session().stream("GET", url, headers=headers, timeout=STALL, follow_redirects=True) as response:
        hf_raise_for_status(response)
        skip = start if response.status_code == 200 else 0  # a server without range support starts over
        for piece in response.iter_bytes(_PIECE):
            if len(piece) > skip:
                yield piece[skip:]
            skip = max(skip - len(piece), 0)


def _lost(hub: Hub, done: int, total: int) -> str:
    return (
        f"{hub.host} could no longer be reached. {size_words(done)} of {size_words(total)} is kept; try "
        "again to continue."
    )


def _told(error: Exception, hub: Hub, remote: RemoteFile) -> TailorError:
    """Word an error of the disk, the hub or the network; huggingface_hub's own are OSErrors too."""
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled

    if isinstance(error, LocalEntryNotFoundError):
        return ProviderError("network", _lost(hub, remote.size, remote.size), title="The connection was lost")
    if isinstance(error, OSError) and not isinstance(error, HfHubHTTPError | OfflineModeIsEnabled):
        return SaveError(
            f"{remote.source.file} could not be written to {hub.cache}: {why(error)}. What was downloaded so far "
            "is kept. Free some space or check the folder's permissions, then try again."
        )
    return explained(error, hub, remote.source)
