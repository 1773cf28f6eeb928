"""Pictures of the Review screen in every state and size, compared with those kept beside this file."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tailor.app import TailorApp
from tailor.core.events import Event, Failed, RequirementsRead
from tailor.core.requirements import Requirement
from tests.screens.review_case import MODIFY, MUST, VERIFY, WHOLE, Bench, FakeSession, begun, edit, finished, stage

Compare: TypeAlias = Callable[..., bool]

FAULT = Failed(fault="server", title="The server failed", message="It said 500. Try again later.", kept=("e1",))
EVIL = "salt [/] [@click=app.quit]x[/] \x1b]52;c;AAAA\x07 \u202epepper"
STATES: dict[str, tuple[list[Event], bool, tuple[str, ...]]] = {
    "empty": ([], False, ()),
    "streaming": ([*begun(), *MODIFY[:3]], False, ("n",)),
    "full": ([*WHOLE[:-1], MUST, WHOLE[-1]], True, ("n", "n", "n", "a", "x")),
    "question": ([*WHOLE[:-1], MUST, WHOLE[-1]], True, ("n", "n", "a")),
    "failed": ([*begun(), *MODIFY, VERIFY[0], finished(2, "verify", "failed"), FAULT], True, ("n",)),
    "summary": ([*WHOLE[:-1], MUST, WHOLE[-1]], True, ("A", "enter")),
    "result": (WHOLE, True, ("A", "v")),
    "hostile": (
        [
            begun()[0],
            RequirementsRead(requirements=(Requirement("R1", "preference", EVIL),)),
            stage(1, "modify", begun()[0].procedure.steps),  # type: ignore[union-attr] # it is a RunStarted
            edit(1, "replace", 2, EVIL, reason=EVIL, serves=("R1",), tripwires=(EVIL,)),
            edit(2, "insert", 2, EVIL, reason=EVIL),
        ],
        True,
        ("n",),
    ),
}
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}


def run_before(state: str, folder: Path) -> Callable[[Any], Awaitable[None]]:
    """Brings the app to a state of the Review screen."""
    events, end, keys = STATES[state]

    async def run(pilot: Any) -> None:
        bench = Bench(pilot.app, pilot, FakeSession(folder / "r1.jsonl"))
        await bench.open()
        await bench.give(*events, end=end)
        for key in keys:
            await bench.press(key)
        await bench.settle()

    return run


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_picture(
    state: str, size: str, snap_compare: Compare, environment: dict[str, str], tmp_path: Path
) -> None:
    app = TailorApp(environment)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=run_before(state, tmp_path))


@pytest.mark.parametrize("state", ["full", "streaming"])
def test_picture_without_colour(
    state: str, snap_compare: Compare, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = TailorApp(environment)
    assert snap_compare(app, terminal_size=(80, 24), run_before=run_before(state, tmp_path))


def test_picture_in_the_light_theme(snap_compare: Compare, environment: dict[str, str], tmp_path: Path) -> None:
    app = TailorApp({**environment, "TEXTUAL_THEME": "tailor-light"})
    assert snap_compare(app, terminal_size=(120, 40), run_before=run_before("full", tmp_path))
