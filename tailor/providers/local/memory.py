"""How much memory a model will need and how much is free, checked before anything is loaded."""

import contextlib
import ctypes
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tailor.providers.local.header import ModelHeader

CONTEXTS: Final = (8_192, 4_096)
"""Contexts to try if none is set, the best first; the prompts are made to fit the last."""
_AT_ONCE: Final = 512
"""Tokens of a prompt that llama.cpp processes at once."""
_PROCESS: Final = 150_000_000
"""Bytes for llama.cpp itself and what it keeps besides the model."""
_MEMORY: Final = Path("/proc/meminfo")
_GROUP: Final = Path("/sys/fs/cgroup")


def needed_by(header: ModelHeader, context: int) -> int:
    """Estimate, on the high side, the bytes that a model takes with a context of this many tokens.

    The weights, two bytes for each cached number of the context, and working memory.
    """
    work = _AT_ONCE * 4 * (header.words + 4 * header.width + 2 * header.hidden)
    return header.size + 2 * context * header.cache_width + work + _PROCESS


def context_for(header: ModelHeader, wanted: int | None, free: int | None) -> int:
    """Tokens of context: as wanted, else the best that fits in memory; at most what the model is trained for."""
    most = header.trained_context or wanted or CONTEXTS[0]
    if wanted is not None:
        return min(wanted, most)
    fits = (one for one in CONTEXTS if free is None or needed_by(header, min(one, most)) <= free)
    return min(next(fits, CONTEXTS[-1]), most)


def free_memory() -> int | None:
    """Bytes that can be used without swapping, as the system reports them; None if it does not."""
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        if sys.platform == "darwin":
            return _of_mac()
        return _of_windows() if sys.platform == "win32" else _of_linux()
    return None


def _of_linux() -> int | None:
    """What the kernel reports as available, or less if a container may use less."""
    found = re.search(r"^MemAvailable:\s+(\d+) kB", _MEMORY.read_text("ascii"), re.M)
    free = int(found[1]) * 1024 if found else None
    with contextlib.suppress(OSError, ValueError):  # "max" is not a number: no limit
        limit = int((_GROUP / "memory.max").read_text("ascii"))
        left = limit - int((_GROUP / "memory.current").read_text("ascii")) + _kept_of_files()
        return left if free is None else min(free, left)
    return free


def _kept_of_files() -> int:
    """Bytes of the container's file cache, which are freed when needed."""
    found = re.search(r"^inactive_file (\d+)$", (_GROUP / "memory.stat").read_text("ascii"), re.M)
    return int(found[1]) if found else 0


def _of_mac() -> int | None:
    told = subprocess.run(["/usr/bin/vm_stat"], capture_output=True, text=True, timeout=2, check=True).stdout
    page = re.search(r"page size of (\d+) bytes", told)
    pages = re.findall(r"^Pages (?:free|inactive|speculative|purgeable):\s+(\d+)", told, re.M)
    return int(page[1]) * sum(map(int, pages)) if page and pages else None


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of Windows."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        *(
            (name, ctypes.c_ulonglong)
            for name in ("total", "free", "file", "free_file", "virtual", "free_virtual")
        ),
        ("extended", ctypes.c_ulonglong),
    )


def _of_windows() -> int | None:
    if sys.platform == "win32":
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            return int(status.free)
    return None
