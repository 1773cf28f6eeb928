"""A key, and an arriving edit, on the Review screen until it is seen: idle and while edits stream in.

    python benchmarks/review_keys.py

The clock starts when the key is put into the app's own queue, as the driver of a terminal does, or when the event
of an edit comes out of the stream. It stops when the last frame that this set off was written by the driver. For
each: the processor time of the app's thread until then, what the clock on the wall says, and the processor time of
all threads until nothing more happens (the guard reads the Result after each decision). A key that changes nothing
ends the benchmark. Beside it stands a bare app with as many panes and lines on the screen, of which a key draws
about as many anew: what Textual itself takes. Figures are for reading, never for a test.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import Any, TypeAlias

from rich.segment import Segment
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.driver import Driver
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

sys.path.insert(0, str(Path(__file__).parent.parent))

from tailor.app import TailorApp, _collect_rarely
from tailor.core.events import EditProposed
from tailor.core.procedure import Procedure, procedure
from tailor.screens.review import display
from tests.screens.review_case import Bench, FakeSession, begun, edit, finished, stage

SIZE = (120, 40)
TIMES = 40
QUIET = 0.04
"""Seconds without a frame after which the last one was written."""
GUARD_AFTER = 0.15
"""Seconds until the guard reads the Result. Its answer is a frame of its own, which on a busy machine came before
the last one of the key was known, and was counted as that."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The clocks: on the wall, and what this thread and the process have worked."""

    wall: float = field(default_factory=perf_counter)
    thread: float = field(default_factory=thread_time)
    process: float = field(default_factory=process_time)


@dataclass(frozen=True, slots=True)
class Took:
    """Milliseconds."""

    cpu: float
    wall: float
    all: float

    @classmethod
    def between(cls, start: Moment, seen: Moment, end: Moment) -> "Took":
        """From the start until it was seen, and until all was quiet."""
        pairs = ((start.thread, seen.thread), (start.wall, seen.wall), (start.process, end.process))
        return cls(*((after - before) * 1000 for before, after in pairs))


class FrameDriver(HeadlessDriver):
    """A driver that Textual takes for a terminal: it writes what is drawn, and notes when each frame is out."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.drawn = asyncio.Event()
        self.last = Moment()
        """When the last frame was out."""
        self._out = os.open(os.devnull, os.O_WRONLY)
        self._written = 0

    @property
    def is_headless(self) -> bool:
        """No: Textual would draw nothing."""
        return False

    def write(self, data: str) -> None:
        """Writes as the driver of a terminal does."""
        self._written += os.write(self._out, data.encode())

    def flush(self) -> None:
        if self._written:
            self._written = 0
            self.last = Moment()
            self.drawn.set()


class MeasuredApp(TailorApp):
    def get_driver_class(self) -> type[Driver]:
        return FrameDriver


class Lines(ScrollView):
    """Lines that are there already; `mark` draws one more and one less, `turn` all of them."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._mark = 0

    def render_line(self, y: int) -> Strip:
        words = f"{'>' if y == self._mark else ' '} {y:>3}   Stir some flour into the water {self._mark % 7}"
        return Strip([Segment(words, self.rich_style)]).adjust_cell_length(self.size.width, self.rich_style)

    def mark(self, at: int) -> None:
        before, self._mark = self._mark, at
        self.refresh(*(Region(0, y, self.size.width, 2) for y in (before, at)))

    def turn(self, at: int) -> None:
        self._mark = at
        self.refresh(Region(0, 0, self.size.width, 12))


class Floor(App[None]):
    """The panes of the Review screen without anything behind them: what a key takes at least."""

    CSS = """
    #tabs, #title, #banner, #strip, #keys { height: 1; padding: 0 3; }
    #ledger { height: 2; padding: 0 3; }
    #middle { height: 1fr; }
    #list { width: 1fr; height: 1fr; }
    #page { width: 42%; height: 1fr; border: round $foreground 20%; }
    """
    BINDINGS = [Binding("j", "tick", "Tick")]  # noqa: RUF012 - Textual's way

    def __init__(self) -> None:
        super().__init__(driver_class=FrameDriver)
        self._at = 0

    def compose(self) -> ComposeResult:
        """As `ReviewScreen.body`."""
        for name in ("tabs", "title", "ledger", "banner"):
            yield Static(f"{name} of the review", id=name)
        yield Horizontal(Lines(id="list"), Lines(id="page"), id="middle")
        yield Static("0 left to decide", id="strip")
        yield Static("a Accept   x Reject", id="keys")

    def on_mount(self) -> None:
        """Keys go the same way."""
        for lines in self.query(Lines):
            lines.virtual_size = Size(40, 600)
        self.query_one("#list").can_focus = True
        self.query_one("#list").focus()

    def action_tick(self) -> None:
        """Moves the mark, draws the page beside it and the words below."""
        self._at = (self._at + 1) % 20
        self.query_one("#list", Lines).mark(self._at)
        self.query_one("#page", Lines).turn(self._at)
        self.query_one("#strip", Static).update(f"{self._at} left to decide", layout=False)


def steps(count: int) -> Procedure:
    text = (
        "Stir {} g of flour into the water in a large bowl until the dough is smooth and no longer sticks to it."
    )
    return procedure("Bake many loaves", [text.format(number) for number in range(count)])


def edits(base: Procedure, count: int) -> list[EditProposed]:
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


Picture: TypeAlias = Callable[[], object]
"""What must be another after a key."""


def driver_of(app: App[Any]) -> FrameDriver:
    """The one that notes frames."""
    driver = app._driver
    assert isinstance(driver, FrameDriver)
    return driver


async def last_frame(driver: FrameDriver) -> Moment:
    """The last of the frames that come one soon after the other."""
    while True:
        await driver.drawn.wait()
        driver.drawn.clear()
        try:
            await asyncio.wait_for(driver.drawn.wait(), QUIET)
        except TimeoutError:
            return driver.last


async def until_seen(app: App[Any], act: Callable[[], object], picture: Picture, settle: Any = None) -> Took:
    """What it takes from `act` until its last frame is written."""
    driver, before = driver_of(app), picture()
    driver.drawn.clear()
    start = Moment()
    act()
    seen = await last_frame(driver)
    if settle is not None:
        await settle()
    if picture() == before:
        raise SystemExit("This changed nothing, so there is nothing to measure.")
    return Took.between(start, seen, Moment())


def pressed(app: App[Any], name: str) -> Callable[[], object]:
    """The key, put where a driver puts it."""
    return lambda: app.post_message(events.Key(name, name if len(name) == 1 else None))


def told(name: str, took: Sequence[Took], floor: float = 0.0) -> None:
    """One line of figures, with the ratio to the bare app; while an app runs, `print` goes to its log."""
    columns = (("cpu", [one.cpu for one in took]), ("wall", [one.wall for one in took]))
    said = "   ".join(f"{what} {median(times):6.1f} (worst {max(times):6.1f})" for what, times in columns)
    whole = median(one.all for one in took)
    ratio = f"   {cpu_of(took) / floor:4.1f} x floor" if floor else ""
    print(f"{name:<52} {said}   all {whole:6.1f}   n {len(took)}{ratio}", file=sys.__stdout__, flush=True)


def cpu_of(took: Sequence[Took]) -> float:
    """The median of the processor time."""
    return median(one.cpu for one in took)


async def floor() -> float:
    """The bare app; its processor time."""
    app = Floor()
    async with app.run_test(headless=False, size=SIZE) as pilot:
        await pilot.pause(0.2)
        took = [await until_seen(app, pressed(app, "j"), lambda: app._at) for _ in range(TIMES)]
        told("floor: a bare app with these panes", took)
        return cpu_of(took)


@asynccontextmanager
async def opened(size: int, given: Sequence[EditProposed], *, over: bool) -> AsyncGenerator[Bench, None]:
    """A review with these edits; `over`: the run has ended."""
    with tempfile.TemporaryDirectory() as folder:
        app = MeasuredApp({"TAILOR_HOME": folder})
        async with app.run_test(headless=False, size=SIZE) as pilot:
            bench = Bench(app, pilot, FakeSession(record=Path(folder) / "r1.jsonl"))
            base = steps(size)
            await bench.open(base)
            ends = [finished(1, "modify")] if over else []
            await bench.give(*begun(base), stage(1, "modify", base.steps), *given, *ends, end=over)
            _collect_rarely()  # as the app does once it is open
            await asyncio.sleep(0.2)
            yield bench


async def review(size: int, cards: int, least: float) -> None:
    """Keys on a review whose run is over, none pressed before the one before it is drawn and read by the guard."""
    async with opened(size, edits(steps(size), cards), over=True) as bench:
        model = bench.screen.model

        def picture() -> object:
            return model.mark, model.review.choices, bench.screen.drawing.view

        few = min(TIMES, cards // 3)
        block = "a" * few + "x" * few + "u" * 2 * few
        took: dict[str, list[Took]] = {}
        for name in "n" * TIMES + block * (TIMES // few) + "j" * TIMES + "v" * TIMES:
            if name == "j" and model.mark == model.outline.stops[-1]:
                model.stay(model.outline.stops[0])
            key = pressed(bench.app, name)
            took.setdefault(name, []).append(await until_seen(bench.app, key, picture, bench.settle))
        for name, times in took.items():
            told(f"{size} steps, {cards} cards: {name}", times, least)


async def arriving(size: int, cards: int, more: int, least: float) -> None:
    """Edits that come in one by one; then 10 ms apart, with keys in between."""
    given = edits(steps(size), cards + TIMES + more)
    async with opened(size, given[:cards], over=False) as bench:
        what, feed = f"{size} steps, {cards} cards: ", bench.session.feed

        def picture() -> object:
            return len(bench.screen.model.state.proposals)

        took = []
        for event in given[cards : cards + TIMES]:
            took.append(await until_seen(bench.app, partial(feed.give, event), picture))
            await asyncio.sleep(QUIET)
        told(f"{what}an edit", took, least)
        took = await streaming(bench, given[cards + TIMES :])
        told(f"{what}a key while {more} stream in", took, least)


async def streaming(bench: Bench, arriving: Sequence[EditProposed]) -> list[Took]:
    """Keys while edits come in: until the first frame after the key has acted."""
    screen, driver, took = bench.screen, driver_of(bench.app), []
    acted = asyncio.Event()
    act = screen.action_do

    def noted(owner: str, what: str, *by: int) -> None:
        act(owner, what, *by)
        driver.drawn.clear()
        acted.set()

    screen.action_do = noted  # type: ignore[method-assign] # to know when the key has acted

    async def feed() -> None:
        for event in arriving:
            bench.session.feed.give(event)
            await asyncio.sleep(0.01)

    feeding = asyncio.ensure_future(feed())
    while not feeding.done():
        for name in "jjnak":
            acted.clear()
            start = Moment()
            pressed(bench.app, name)()
            await acted.wait()
            await driver.drawn.wait()
            took.append(Took.between(start, driver.last, Moment()))
            await asyncio.sleep(0.02)
    await feeding
    return took


async def main() -> None:
    display.WEIGH_AFTER = GUARD_AFTER
    least = await floor()
    await review(12, 6, least)
    await review(500, 300, least)
    await arriving(12, 6, 200, least)
    await arriving(500, 300, 200, least)


if __name__ == "__main__":
    asyncio.run(main())
