"""kill -9 of `tailor model get` at random points: no broken file is taken for whole, and no byte is thrown away.

Run: python -m benchmarks.kill_download [kills]. Prints counts; exit code 1 where a promise was broken. Never a
test: it starts dozens of processes. A hub on loopback serves one file slowly to the real huggingface_hub.
"""

import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tailor.paths import user_paths
from tailor.providers.local.found import found
from tests.providers.fake_hub import FakeHub, serving
from tests.providers.local_case import gguf

DATA = gguf() + random.Random(7).randbytes(24_000_000)
QUIET = subprocess.DEVNULL
PAUSE = 0.01
"""Seconds between two pieces, so that kills meet the file half-way."""


def main(kills: int) -> int:
    chance, broken, kept, wholes = random.Random(kills), 0, 0, 0
    hub = FakeHub(DATA, pause=PAUSE)
    with tempfile.TemporaryDirectory() as folder, serving(hub):
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("HF_", "TAILOR_"))},
            "HF_ENDPOINT": hub.url,
            "HF_HOME": f"{folder}/hf",
            "HOME": folder,
            "TAILOR_HOME": f"{folder}/tailor",
        }
        command = [sys.executable, "-m", "tailor", "model", "get", "hf:ann/Tiny-GGUF:tiny.gguf", "--yes"]
        for _ in range(kills):
            asked = len(hub.ranges)
            process = subprocess.Popen(command, env=environment, stderr=QUIET, stdout=QUIET)
            before = held(folder)
            if chance.random() < 0.9:  # else at any moment, also before it asks
                while len(hub.ranges) == asked and process.poll() is None:
                    time.sleep(0.01)
            time.sleep(chance.random() * 2)
            process.kill()
            process.wait()
            size = held(folder)
            whole = found(environment, user_paths(environment))
            wholes += bool(whole)
            if whole:
                broken += hashlib.sha256(whole[0].path.read_bytes()).hexdigest() != hub.sha256
                remove_all(Path(folder, "hf"))
            else:
                broken += size < before
            kept += size > 0
        last = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        path = Path(last.stdout.strip())
        broken += last.returncode != 0 or path.read_bytes() != DATA
    asked = len(hub.ranges)
    print(
        f"{kills} kills, {kept} with a part on the disk, {wholes} after the end; {asked} requests; {broken} broken"
    )
    return 1 if broken else 0


def held(folder: str) -> int:
    """Bytes that are there, of a part or of the whole file that has not got its name yet."""
    return sum(path.stat().st_size for path in Path(folder).rglob("blobs/*"))


def remove_all(cache: Path) -> None:
    """The next kill meets an empty cache again."""
    for path in sorted(cache.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


if __name__ == "__main__":
    started = time.monotonic()
    code = main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
    print(f"{time.monotonic() - started:.0f} s")
    sys.exit(code)
