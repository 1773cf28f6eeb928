"""Pictures of the judge's screen; every one was looked at."""

import errno
import os
from pathlib import Path

import pytest

from tailor.evaluation.judging import Item, item
from tests.screens.hostile import HOSTILE
from tests.screens.pictures_case import Compare, Size, keys, pictures
from tests.screens.test_judge import LOAF, app_of

pytestmark = pytest.mark.usefixtures("look")

ALL = " ".join(text[:60] for text in HOSTILE.values())
EVIL = item(goal=ALL, condition=ALL, steps=tuple(text[:300] for text in HOSTILE.values()), resources=(ALL,))
BARE = item(goal="Do nothing at all", condition="I am tired", steps=())
STATES: dict[str, tuple[Item, tuple[str, ...]]] = {
    "first": (LOAF, ()),
    "second": (LOAF, ("y", "m", "v")),
    "no_reason": (LOAF, ("enter",)),
    "done": (LOAF, ("y", "y")),
    "empty": (BARE, ()),
    "refused": (LOAF, ("y",)),
    "hostile": (EVIL, ("y", "c")),
}


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pictures(STATES, "second")
def test_judging(
    state: str,
    size: Size,
    snap_compare: Compare,
    environment: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if state == "refused":
        monkeypatch.setattr("tailor.storage.os.write", full)
    asked, pressed = STATES[state]
    monkeypatch.chdir(tmp_path)  # the message names the file alone
    app = app_of(environment, Path("judgements.jsonl"), asked)
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))
