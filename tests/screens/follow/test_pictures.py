"""Pictures of Follow at the sizes people have; every one was looked at before it was kept."""

from typing import Any

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.library.progress import ProgressStore
from tailor.storage import SaveError
from tests.screens.conftest import ready
from tests.screens.follow_case import PANCAKES, Kitchen
from tests.screens.hostile import HOSTILE
from tests.screens.pictures_case import Before, Compare, Size, keys, pictures

pytestmark = pytest.mark.usefixtures("look")

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
MARATHON = procedure(
    "Cook for forty guests",
    [f"Stir pot number {n} for {n} minutes." for n in range(1, 41)],
    [f"pot number {n}" for n in range(1, 41)],
)
NASTY = "  ".join(HOSTILE[name] for name in ("closing tag", "action", "list", "clear screen", "clipboard"))
HOSTILE_ONE = procedure(
    NASTY[:300], [f"{NASTY[:300]} for 5 minutes", "Next."], [NASTY[:300]], sections=[(1, NASTY[:300])]
)

TWO_TIMERS = ("space", "t", "space", "space", "space", "space", "t", "n", "=by the window", "enter")
NO_BUTTER = ("space", "space", "r", "=I have no butter", "enter")
STATES: dict[str, tuple[Procedure, tuple[str, ...]]] = {
    "begun": (PANCAKES, ()),
    "jump": (PANCAKES, ("space", "space", "g")),
    "twelve": (ROLLS, TWO_TIMERS),
    "timers": (ROLLS, (*TWO_TIMERS, "T")),
    "full": (MARATHON, ("t", "space") * 6),
    "needs": (MARATHON, ("w",)),
    "note": (PANCAKES, ("n", "=more salt")),
    "trouble": (PANCAKES, ("space", "r")),
    "rescue": (PANCAKES, NO_BUTTER),
    "not understood": (PANCAKES, ("space", "space", "r", "=my phone rang", "enter")),
    "taking": (PANCAKES, (*NO_BUTTER, "A")),
    "refused": (PANCAKES, ("space",)),
    "finished": (PANCAKES, ("space",) * 7),
    "rating": (PANCAKES, (*("space",) * 7, "f")),
    "word": (PANCAKES, (*("space",) * 7, "f", "5")),
    "early": (PANCAKES, ("space", "f")),
    "hostile": (HOSTILE_ONE, ("t", "n", "=[/] [b]", "enter")),
    "long": (LONG, ("pagedown",)),
}


def full(*given: object) -> None:
    """A disk on which there is no room."""
    raise SaveError("home/follow could not be written: No space left. Make room, then try again.")


def shown(kitchen: Kitchen, state: str) -> Before:
    """Brings the screen into a state; of two timers one is over."""

    async def before(pilot: Any) -> None:
        await kitchen.open(pilot)
        await keys(*STATES[state][1])(pilot)
        if state == "twelve":
            kitchen.clock.now += 725
            kitchen.screen.tick()
        await ready(pilot)

    return before


@pictures(STATES, "twelve", "jump", "timers", "needs", "note", "rescue", "taking", "finished", "long")
def test_picture(
    state: str,
    size: Size,
    snap_compare: Compare,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kitchen = Kitchen(environment, STATES[state][0])
    if state == "refused":
        monkeypatch.setattr(ProgressStore, "keep", full)
    assert snap_compare(kitchen.app, terminal_size=size, run_before=shown(kitchen, state))
