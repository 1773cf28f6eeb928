"""The process in which llama.cpp runs: `python -m tailor.providers.local.llama`, a child of `child`.

It is separate from its parent because loading a model blocks every Python thread, for minutes if it must. It
serves until its stdin ends, takes no other process down when it crashes, and never dumps its memory to the disk.
"""

import contextlib
import ctypes
import json
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, Final

from tailor.providers.local.messages import HOST, ChildSettings, from_line

if TYPE_CHECKING:
    import xllamacpp

CANNOT_LOAD: Final = 64
"""Exit code if llama.cpp rejected the model; its errors are on stderr."""
CANNOT_RUN: Final = 65
"""Exit code if llama.cpp itself cannot run on this computer."""
_READ_AT_ONCE: Final = 512
"""Prompt progress is reported after each batch of this many tokens, llama.cpp's usual batch size."""
_NICENESS: Final = 5
_LOG: Final = 0.3
"""Seconds for llama.cpp's logging thread to write why it rejected a model; nothing signals when it is done."""
_DIE_WITH_PARENT: Final = 1
"""Linux's PR_SET_PDEATHSIG."""


def main() -> None:
    """Load the model named in the settings on stdin, print the port, and serve until stdin ends."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what llama.cpp prints goes to the log
    settings = from_line(ChildSettings, sys.stdin.buffer.readline())
    _behave()
    try:
        server = _server(settings)
    except ImportError as error:
        _give_up(CANNOT_RUN, error)
    except RuntimeError as error:
        _give_up(CANNOT_LOAD, error)
    port = int(server.listening_address.rpartition(":")[2])
    out.write(json.dumps({"port": port}).encode() + b"\n")
    out.close()
    sys.stdin.buffer.read()
    os._exit(0)  # skips llama.cpp's cleanup, which may wait for an answer that nobody reads


def _server(settings: ChildSettings) -> "xllamacpp.Server":
    """llama.cpp's server, which runs in its own threads for as long as this object lives. RuntimeError."""
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = settings.model
    wanted.model_alias = {settings.name}
    wanted.n_ctx = settings.context
    wanted.n_batch = _READ_AT_ONCE
    wanted.n_parallel = 1  # several at once would share the context, and none would be faster
    wanted.n_gpu_layers = settings.gpu_layers
    if threads := settings.threads or _allowed_processors():
        wanted.cpuparams.n_threads = threads
    wanted.hostnames = [HOST]
    wanted.port = 0
    wanted.api_keys = [settings.key]
    wanted.cors_origins = f"http://{HOST}"
    wanted.offline = True
    wanted.ui = wanted.endpoint_slots = False
    wanted.cache_ram_mib = 0  # llama.cpp would keep old prompts in up to 8 GB
    wanted.enable_reasoning = 0  # small models think long and gain little
    return xllamacpp.Server(wanted)


def _allowed_processors() -> int:
    """How many processors this process may use; 0 if it may use all, as llama.cpp then knows best."""
    allowed = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 0
    return allowed if allowed < (os.cpu_count() or 1) else 0


def _behave() -> None:
    """End with the parent, give way to the screens, be the first to go when memory runs out, dump no core."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
            with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123
                file.write("900")
    if os.name != "nt":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(_NICENESS)


def _give_up(code: int, error: Exception) -> None:
    print(error, file=sys.stderr, flush=True)
    time.sleep(_LOG)
    os._exit(code)


if __name__ == "__main__":
    main()
