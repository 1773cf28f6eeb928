"""Pictures of the Review screen and its windows in every state; every one was looked at before it was kept."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tailor.app import TailorApp
from tailor.core.errors import ContentError, ProviderError
from tailor.core.events import Cancelled, Done, Event, Failed, HeaderProposed, PlaceFound, RequirementsRead
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tests.screens.hostile import HOSTILE
from tests.screens.pictures_case import SIZES, Before, Compare, Size, in_colour, pictures
from tests.screens.review_case import (
    LOAF,
    MODIFY,
    MUST,
    VERIFY,
    WHOLE,
    Bench,
    FakeSession,
    begun,
    edit,
    finished,
    stage,
)

pytestmark = pytest.mark.usefixtures("look")

State: TypeAlias = "tuple[Sequence[Event | Exception], bool, tuple[str, ...]]"
"""What came in, whether the stream is over, the keys then pressed."""

FAULT = Failed(fault="server", title="The server failed", message="It said 500. Try again later.", kept=("e1",))
REFUSED = ProviderError("key", "The server does not take this key. Settings (F6) keeps another one.")
EVIL = "salt [/] [@click=app.quit]x[/] \x1b]52;c;AAAA\x07 \u202epepper"
BAD = [edit(n, "insert", n % 6, text[:400], reason=text[:400]) for n, text in enumerate(HOSTILE.values(), 1)]
HOSTILES: list[Event | Exception] = [
    begun()[0],
    RequirementsRead(requirements=(Requirement("R1", "preference", EVIL),)),
    stage(1, "modify", LOAF.steps),
    edit(101, "replace", 2, EVIL, reason=EVIL, serves=("R1",), tripwires=(EVIL,)),
    *BAD,
]
FULL: list[Event | Exception] = [*WHOLE[:-1], MUST, WHOLE[-1]]
NONE: list[Event | Exception] = [
    begun()[0],
    RequirementsRead(requirements=(Requirement("R1", "unclassified", "Blue"),)),
    stage(1, "modify", LOAF.steps),
    finished(1, "modify", "none"),
    Done(result=LOAF),
]
HALVED: dict[str, Any] = {"reason": "halve everything", "serves": ("R2",), "group": "g1"}
TOGETHER: list[Event | Exception] = [
    *begun(),
    stage(1, "modify", LOAF.steps),
    PlaceFound(stage=1, id="p1", agent="modify", part="steps", step=1, word="oven", serves=("R1",)),
    edit(1, "replace", 4, "Bake for 20 min.", **HALVED),
    edit(2, "replace", 1, "250 g flour", part="resources", **HALVED),
    edit(3, "insert", 4, "Check it early.", **HALVED),
    HeaderProposed(stage=1, group="g1", goal="Bake half a loaf", yields="half a loaf"),
    finished(1, "modify"),
    Done(result=LOAF),
]
"""A group with a header, and a place."""
STATES: dict[str, State] = {
    "waiting": ([], False, ()),
    "place": (TOGETHER, True, ("n",)),
    "group": (TOGETHER, True, ("home",)),
    "streaming": ([*begun(), *MODIFY[:3]], False, ("n",)),
    "streaming_decided": ([*begun(), *MODIFY, *VERIFY[:2]], False, ("n", "a", "x")),
    "enter_while_streaming": ([*begun(), *MODIFY[:3]], False, ("n", "enter")),
    "full": (FULL, True, ("n", "n", "n", "a", "x")),
    "none": (NONE, True, ()),
    "nothing_to_save": (FULL, True, ("enter",)),
    "question": (FULL, True, ("n", "n", "a")),
    "failed": ([*begun(), *MODIFY, VERIFY[0], finished(2, "verify", "failed"), FAULT], True, ("n",)),
    "cut_short": ([*begun(), *MODIFY[:3], Cancelled(kept=("e1", "e2"))], True, ("n",)),
    "refused": ([REFUSED], True, ()),
    "summary": (FULL, True, ("A", "enter")),
    "saved": (FULL, True, ("A", "enter", "enter")),
    "not_saved": (FULL, True, ("A", "enter", "enter")),
    "result": (WHOLE, True, ("A", "escape", "v")),
    "original": (WHOLE, True, ("A", "escape", "v", "v")),
    "why": (FULL, True, ("n", "n", "n", "w")),
    "reason": (FULL, True, ("n", "n", "n", "X")),
    "own_words": (FULL, True, ("n", "n", "n", "e")),
    "ask_again": (WHOLE, True, ("A", "escape", "j", "j", "j", "r")),
    "verify_again": (WHOLE, True, ("A", "escape", "V")),
    "find": (FULL, True, ("slash", "p", "a", "n")),
    "hostile": (HOSTILES, True, ("n",)),
    "hostile_why": (HOSTILES, True, ("n", "w")),
    "hostile_summary": (HOSTILES, True, ("A", "enter")),
}


def run_before(state: str, folder: Path) -> Before:
    """Brings the app to a state of the Review screen."""
    events, end, keys = STATES[state]

    async def run(pilot: Any) -> None:
        trouble = ContentError("The disk is full. Your decisions are kept; make room, then press enter again.")
        session = FakeSession(record=folder / "r1.jsonl", trouble=trouble if state == "not_saved" else None)
        bench = Bench(pilot.app, pilot, session)
        await bench.open(Procedure(EVIL, LOAF.steps) if state.startswith("hostile") else LOAF)
        await bench.give(*events, end=end)
        for key in keys:
            await bench.press(key)
        await bench.settle()

    return run


@pictures(STATES, "group", "streaming_decided", "full", "summary", "saved", "result", "why", "find")
def test_review(
    state: str, size: Size, snap_compare: Compare, environment: dict[str, str], tmp_path: Path
) -> None:
    app = TailorApp(environment)
    assert snap_compare(app, terminal_size=size, run_before=run_before(state, tmp_path))


@in_colour
def test_review_in_light_colours(snap_compare: Compare, environment: dict[str, str], tmp_path: Path) -> None:
    app = TailorApp({**environment, "TEXTUAL_THEME": "tailor-light"})
    assert snap_compare(app, terminal_size=SIZES["120x40"], run_before=run_before("full", tmp_path))
