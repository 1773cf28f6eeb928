"""Pictures of Follow at the sizes people have; every one was looked at before it was kept."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest

from tailor.core.procedure import Procedure, procedure
from tests.screens.conftest import ready, typed
from tests.screens.follow_case import PANCAKES, Kitchen
from tests.screens.hostile import HOSTILE

Compare: TypeAlias = Callable[..., bool]
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}

ROLLS = procedure(
    "Bake twelve rye rolls for Sunday breakfast",
    [
        "Weigh 300 g rye flour into a bowl.",
        "Stir the yeast into 200 ml lukewarm water and let it stand for 10 minutes.",
        "Pour the water over the flour.",
        "Add 1 teaspoon of salt.",
        "Knead the dough for 8 minutes.",
        "Cover it and let it rise for 1 hour.",
        "Heat the oven to 220 °C.",
        "Shape twelve rolls.",
        "Let them rest for 15 minutes.",
        "Brush them with water.",
        "Bake them for 20 to 25 minutes.",
        "Cool them on a rack.",
    ],
    ["300 g rye flour", "7 g dry yeast"],
    sections=[(1, "Dough"), (7, "Rolls")],
)
LONG = procedure(
    "Sharpen a plane iron",
    [
        "Hold the iron with the bevel down on the coarse stone, find the angle by rocking it until all of it "
        "lies flat, lock your wrists, and draw it towards you in long even strokes over the full length of the "
        "stone for 3 to 5 minutes, lifting it on the way back, with a few drops of water whenever the stone looks "
        "dry, until you feel a fine burr along all of the other side; then turn to the fine stone and do the "
        "same again with less and less pressure for 2 minutes.",
        "Take the burr off on leather.",
    ],
)
NASTY = "  ".join(HOSTILE[name] for name in ("closing tag", "action", "list", "clear screen", "clipboard"))
HOSTILE_ONE = procedure(
    NASTY[:300], [f"{NASTY[:300]} for 5 minutes", "Next."], [NASTY[:300]], sections=[(1, NASTY[:300])]
)

TWO_TIMERS = ("space", "t", "space", "space", "space", "space", "t", "n", *typed("by the window"), "enter")
STATES: dict[str, tuple[Procedure, tuple[str, ...]]] = {
    "begun": (PANCAKES, ()),
    "jump": (PANCAKES, ("space", "space", "g")),
    "twelve": (ROLLS, TWO_TIMERS),
    "timers": (ROLLS, (*TWO_TIMERS, "T")),
    "rescue": (PANCAKES, ("space", "space", "r", *typed("I have no buttermilk"), "enter")),
    "not understood": (PANCAKES, ("space", "space", "r", *typed("my phone rang"), "enter")),
    "taking": (PANCAKES, ("space", "space", "r", *typed("I have no buttermilk"), "enter", "A", "enter")),
    "finished": (PANCAKES, tuple(["space"] * 7)),
    "rating": (PANCAKES, (*["space"] * 7, "f")),
    "early": (PANCAKES, ("space", "f")),
    "hostile": (HOSTILE_ONE, ("t", "n", *typed("[/] [b]"), "enter")),
    "long": (LONG, ()),
    "long, further down": (LONG, ("pagedown",)),
}


def shown(kitchen: Kitchen, state: str) -> Callable[[Any], Awaitable[None]]:
    """Brings the screen into a state; of two timers one is over."""

    async def before(pilot: Any) -> None:
        await kitchen.open(pilot)
        for key in STATES[state][1]:
            await pilot.press(key)
            await ready(pilot)
        if state == "twelve":
            kitchen.clock.now += 725
            kitchen.screen.tick()
        await ready(pilot)

    return before


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_picture(state: str, size: str, snap_compare: Compare, environment: dict[str, str]) -> None:
    kitchen = Kitchen(environment, STATES[state][0])
    assert snap_compare(kitchen.app, terminal_size=SIZES[size], run_before=shown(kitchen, state))


@pytest.mark.parametrize("state", ["twelve", "rescue"])
def test_picture_without_colours(
    state: str, snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    kitchen = Kitchen(environment, STATES[state][0])
    assert snap_compare(kitchen.app, terminal_size=SIZES["80x24"], run_before=shown(kitchen, state))
