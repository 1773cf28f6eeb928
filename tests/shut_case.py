"""A folder that nobody may look into, as one of another user: its mode would not stop an administrator's tests."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

ASKED = (
    *("stat", "lstat", "listdir", "scandir", "open", "mkdir", "unlink", "remove", "rename", "replace", "link"),
    *("chmod", "access", "readlink"),
)


@contextmanager
def shut(folder: Path) -> Iterator[None]:
    """Until the end nothing in the folder can be looked at, read or written; the folder itself can be seen."""

    def guarded(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any = ".", *rest: Any, **more: Any) -> Any:
            inside = name in ("listdir", "scandir", "open") and str(path) == str(folder)
            if not inside and not str(path).startswith(f"{folder}{os.sep}"):
                return real(path, *rest, **more)
            if name == "access":
                return False
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

        return ask

    with ExitStack() as stack:
        for name in ASKED:
            stack.enter_context(patch.object(os, name, guarded(name, getattr(os, name))))
        yield
