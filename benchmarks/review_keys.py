"""Key to repaint on the Review screen: idle, and while 200 edits stream in; small and large procedures.

    python benchmarks/review_keys.py

Prints medians and the worst of each, in milliseconds: from the key's arrival in the app until everything it set
off is drawn, and from an event's arrival until its card is drawn. Beside them the same key in an app that only
redraws one line, to compare machines. Figures are for reading, never for a test.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Static

sys.path.insert(0, str(Path(__file__).parent.parent))

from tailor.app import TailorApp
from tailor.core.events import EditProposed
from tailor.core.procedure import Procedure, procedure
from tests.screens.review_case import Bench, FakeSession, begun, edit, stage


class Floor(App[None]):
    """What a key costs at least."""

    BINDINGS = [("j", "tick", "Tick")]  # noqa: RUF012 - Textual's way

    def compose(self) -> ComposeResult:
        """One line."""
        yield Static("0", id="line")

    def action_tick(self) -> None:
        """Draws it anew."""
        self.query_one("#line", Static).update(str(perf_counter()))


def steps(count: int) -> Procedure:
    """A long how-to."""
    text = (
        "Stir {} g of flour into the water in a large bowl until the dough is smooth and no longer sticks to it."
    )
    return procedure("Bake many loaves", [text.format(number) for number in range(count)])


def edits(base: Procedure, count: int) -> list[EditProposed]:
    """Inserts and replaces, all over the procedure."""
    last = len(base.steps)
    made = []
    for number in range(1, count + 1):
        step = 1 + (number * 7) % last if count <= last else 1 + number % last
        if number % 2:
            made.append(
                edit(number, "insert", step, f"Let it rest for {number} minutes.", reason="it rises better")
            )
        else:
            text = base.steps[step - 1].replace("flour", "rice flour").replace("large", "wide")
            made.append(edit(number, "replace", step, text, reason="no wheat", serves=("R1",)))
    return made


async def key(app: App[Any], name: str) -> float:
    """Milliseconds from the key until all it set off is drawn."""
    drawn = asyncio.Event()
    start = perf_counter()
    app.post_message(events.Key(name, name if len(name) == 1 else None))
    app.screen.call_later(lambda: app.screen.call_after_refresh(drawn.set))
    await drawn.wait()
    return (perf_counter() - start) * 1000


def told(name: str, times: list[float]) -> None:
    """One line of figures."""
    print(f"{name:<52} median {median(times):6.1f}   worst {max(times):6.1f}   n {len(times)}")


async def floor() -> None:
    """The bare app."""
    app = Floor()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        told("floor: a bare app redraws a line", [await key(app, "j") for _ in range(60)])


async def review(size: int, cards: int, streaming: int) -> None:
    """Keys on a full review, then while further edits stream in."""
    with tempfile.TemporaryDirectory() as folder:
        app = TailorApp({"TAILOR_HOME": folder})
        async with app.run_test(size=(120, 40)) as pilot:
            bench = Bench(app, pilot, FakeSession(record=Path(folder) / "r1.jsonl"))
            base = steps(size)
            await bench.open(base)
            all_edits = edits(base, cards + streaming)
            await bench.give(*begun(base), stage(1, "modify", base.steps), *all_edits[:cards])
            what = f"{size} steps, {cards} cards: "
            for name, keys in (("j", "j"), ("n", "n"), ("a", "a"), ("x", "x"), ("u", "u"), ("v", "v")):
                if cards or name in "jv":
                    told(f"{what}{name} idle", [await key(app, keys) for _ in range(30)])
            await bench.settle()
            if streaming:
                await stream(bench, all_edits[cards:], f"{what}{streaming} edits stream: ")


async def stream(bench: Bench, arriving: list[EditProposed], what: str) -> None:
    """200 edits, 10 ms apart, keys in between; then how long a card takes to be seen."""
    times: list[float] = []
    seen: list[float] = []

    async def feed() -> None:
        for event in arriving:
            start = perf_counter()
            bench.session.feed.give(event)
            while bench.screen.drawing.stale or event.id not in bench.screen.model.state.proposals:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            drawn = asyncio.Event()
            bench.screen.call_after_refresh(drawn.set)
            await drawn.wait()
            seen.append((perf_counter() - start) * 1000)
            await asyncio.sleep(0.01)

    feeding = asyncio.ensure_future(feed())
    while not feeding.done():
        for name in "jjnak":
            times.append(await key(bench.app, name))
            await asyncio.sleep(0.02)
    await feeding
    told(f"{what}key", times)
    told(f"{what}edit to screen", seen)


async def main() -> None:
    """All of it."""
    await floor()
    await review(12, 6, 0)
    await review(12, 6, 200)
    await review(500, 100, 200)
    await review(500, 300, 0)


if __name__ == "__main__":
    asyncio.run(main())
