"""What all screen tests share: a home of their own, no animation, no network but loopback, sizes, a few books."""

import asyncio
import inspect
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from textual._compositor import Compositor
from textual._wait import wait_for_idle
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from tailor.app import TailorApp
from tailor.core.procedure import Procedure, procedure
from tailor.screens.home.catalog import Catalog, CatalogEntry, typed_entry
from tailor.screens.textual_fixes import TypesAhead
from tailor.workspace import Workspace
from tests.screens.review_case import Bench, FakeSession

if TYPE_CHECKING:
    from tests.screens.generate_case import ScriptedRuns
    from tests.screens.memory_case import ScriptedMemory

MOST_TURNS, MOST_WAITS = 10_000, 100
"""What a pause waits for work and for keys that never end."""
LOOK, FRAME, LONGEST_THREAD = 0.004, 0.003, 0.5
"""Seconds: from one look for work to the next (with the 0.02 of Textual, twice after every key, most tests were
asleep), of a frame, which passes between two keys, and that a pause waits for threads, which some tests hold up.
"""
LOOPBACK = ("127.0.0.1", "::1", "localhost")

BREAD = procedure(
    "Bake a crusty loaf",
    [
        "Preheat the oven to 220 °C with a lidded iron pot inside.",
        "Mix 500 g flour, 350 g water, 10 g salt and 3 g dry yeast in a large bowl.",
        "Let the dough rise for 3 hours, folding it once an hour.",
        "Bake in the pot with the lid on for 30 minutes.",
        "Cool on a rack for an hour before slicing.",
    ],
    ["500 g flour", "350 g water", "10 g salt", "3 g dry yeast", "lidded iron pot"],
)
BALCONY = procedure("Grow tomatoes on a balcony", ["Fill a 20 l pot with soil.", "Plant one seedling deep."])
EMPTY = procedure("Do nothing at all", [])


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to any other machine fails the test that makes it."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and address[0] not in LOOPBACK:
            raise AssertionError(f"a test wanted to connect to {address!r}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(autouse=True, scope="session")
def _style_sheets_are_parsed_once() -> Iterator[None]:
    """Every app of a run shares what its style sheets were parsed to, a quarter of what a short test reckons."""
    parse = Stylesheet._parse_rules
    parsed: dict[tuple[object, ...], list[RuleSet]] = {}

    def shared(self: Stylesheet, css: str, **how: Any) -> list[RuleSet]:
        key = (css, *sorted(how.items()), *sorted(self._variables.items()))
        if key not in parsed:
            parsed[key] = parse(self, css, **how)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", shared)
        patch.setattr(RuleSet, "__hash__", object.__hash__)  # by identity as before, without a call in Python
        yield


in_threads: list[Callable[..., Any]] = []
"""What was given to `asyncio.to_thread` and is not done yet."""


async def settled(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Textual's wait for a process without work, and then for the work that is ready, or done in threads.

    Textual takes a process that got no processor for an idle one; what this loop has to do is no matter of time.
    """
    loop = asyncio.get_running_loop()
    latest = loop.time() + LONGEST_THREAD
    while True:
        await wait_for_idle(min_sleep, max_sleep)
        for _ in range(MOST_TURNS):
            if not loop._ready:  # type: ignore[attr-defined]
                break
            await asyncio.sleep(0)
        if not in_threads or loop.time() > latest:
            return


@pytest.fixture(autouse=True, scope="session")
def _a_pause_lasts_until_every_key_is_handled() -> Iterator[None]:
    """However busy the machine: a test that looks too early sees the screen of before."""
    pause, to_thread = Pilot.pause, asyncio.to_thread

    async def heard(self: "Pilot[Any]", delay: float | None = None) -> None:
        await pause(self, delay)
        for _ in range(MOST_WAITS):
            if not (isinstance(self.app, TypesAhead) and self.app.keys_wait):
                break
            await pause(self, 0.02)

    async def counted(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        in_threads.append(work)
        try:
            return await to_thread(work, *given, **named)
        finally:
            in_threads.remove(work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual._wait.SLEEP_GRANULARITY", LOOK)
        patch.setattr("textual._wait.SLEEP_IDLE", LOOK / 10)
        patch.setattr("textual.screen.UPDATE_PERIOD", FRAME)
        patch.setattr("textual.pilot.wait_for_idle", settled)
        patch.setattr("textual.app.wait_for_idle", settled)
        patch.setattr(asyncio, "to_thread", counted)
        patch.setattr(Pilot, "pause", heard)
        yield


@pytest.fixture(autouse=True)
def _frames_are_drawn_when_a_test_waits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing every frame was a fifth of what a test of a screen costs, and most look only after a pause.

    Tests marked `every_frame` see what people see: also what is drawn half-way, while keys and events come in.
    """
    if request.node.get_closest_marker("every_frame"):
        return
    draw, pause = Compositor.render_update, Pilot.pause

    def when_whole(self: Compositor, full: bool = False, **how: Any) -> Any:
        return draw(self, full=True, **how) if full else None

    async def drawn(self: "Pilot[Any]", delay: float | None = None) -> None:
        await pause(self, delay)
        if self.app.screen._compositor._dirty_regions:
            draw(self.app.screen._compositor, screen_stack=self.app._background_screens)

    monkeypatch.setattr(Compositor, "render_update", when_whole)
    monkeypatch.setattr(Pilot, "pause", drawn)


@pytest.fixture(autouse=True)
def _no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model lies on this computer, and none fits its memory, whatever this computer has."""
    monkeypatch.setattr("tailor.providers.local.model_list.found", lambda *_: ())
    monkeypatch.setattr("tailor.providers.local.model_list.free_memory", lambda: 0)


@pytest.fixture(autouse=True)
def _all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the terminal that runs the tests can show."""
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing moves by itself, and no screen says how many seconds went by."""
    monkeypatch.setattr("tailor.screens.review.display.monotonic", lambda: 0.0)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr("textual.widgets.Input.cursor_blink", False)
    monkeypatch.setattr("textual.widgets.TextArea.cursor_blink", False)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A home of its own and nothing else."""
    return {"TAILOR_HOME": str(tmp_path / "home")}


@pytest.fixture
def look(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In colour or without. Modules of pictures ask for it by `usefixtures`, so that it comes before their app."""
    if request.param == "no_color":
        monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
async def bench(environment: dict[str, str], tmp_path: Path) -> AsyncIterator[Bench]:
    """A review in the app, 100 by 40, whose events the test gives by hand."""
    app = TailorApp(environment)
    async with app.run_test(size=(100, 40)) as pilot:
        made = Bench(app, pilot, FakeSession(record=tmp_path / "r1.jsonl"))
        await made.open()
        yield made


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> "ScriptedMemory":
    """A memory in a list, for the screens that look into one."""
    from tests.screens.generate_case import scripted_memory  # it needs this file first

    return scripted_memory(monkeypatch)


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> "ScriptedRuns":
    """A connected model, whose generations are scripted."""
    from tests.screens.generate_case import scripted_runs  # it needs this file first

    return scripted_runs(monkeypatch, environment)


def shelf_of(*procedures: Procedure) -> Catalog:
    """A shelf with these procedures on it."""
    return Catalog([typed_entry(one) for one in procedures])


def books(count: int) -> Iterator[CatalogEntry]:
    """Many books, of one procedure."""
    for number in range(count):
        goal = f"Saved procedure number {number}"
        yield CatalogEntry(f"b{number}", goal, "tailored", 5, lambda: BREAD, goal.lower())


@pytest.fixture
def app(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> TailorApp:
    """The app over three procedures; its own library is empty."""
    return make_app(environment, monkeypatch, shelf_of(BREAD, BALCONY, EMPTY))


@pytest.fixture
def tailor(environment: dict[str, str]) -> Iterator[TailorApp]:
    """The app over a library and a memory with something in them, in which every room can be opened."""
    from tests.screens.rooms_case import quiet  # it needs this file first

    with quiet(environment) as app:
        yield app


@pytest.fixture
def windows(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Callable[[], TailorApp]:
    """One window after the other, over the same home."""
    return lambda: make_app(environment, monkeypatch, shelf_of(BREAD, BALCONY))


def make_app(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, shelf: Catalog) -> TailorApp:
    """The app over this shelf."""
    made: Callable[[Workspace], Catalog] = lambda self: shelf  # noqa: E731 - a method in one line
    monkeypatch.setattr("tailor.screens.home.catalog.read_catalog", made)
    return TailorApp(environment)


async def ready(pilot: Any) -> None:
    """Waits until everything that was begun is done and drawn."""
    await pilot.pause()
    for _ in range(50):
        try:
            await pilot.app.workers.wait_for_complete()
            break
        except WorkerCancelled:  # another took its place while it was waited for
            await pilot.pause()
    await pilot.pause()
    await pilot.pause()
    for _ in range(MOST_WAITS):  # a fast machine is done before the timer of the layout
        if not (pilot.app.screen._layout_required or pilot.app.screen._layout_widgets):
            break
        await pilot.pause()


@asynccontextmanager
async def started(app: TailorApp, size: tuple[int, int] = (80, 24), **how: Any) -> AsyncIterator["Pilot[None]"]:
    """The app in a terminal of this size, once all that it begins with is done and drawn."""
    async with app.run_test(size=size, **how) as pilot:
        await ready(pilot)
        yield pilot


async def press(pilot: Any, *keys: str) -> str:
    """Presses the keys and waits for all that they began; what stands on the screen then."""
    await pilot.press(*keys)
    await ready(pilot)
    return screen_text(pilot.app)


async def to_the_bottom(pilot: Any) -> None:
    """Closes every screen over the first of this room, for the next case in the same app."""
    while len(pilot.app.screen_stack) > 1:
        pilot.app.pop_screen()
        await ready(pilot)


async def until(pilot: Any, holds: Callable[[], bool]) -> None:
    """Waits until it holds, for what is drawn after a moment of its own; a busy machine takes more of them."""
    for _ in range(50):
        if holds():
            return
        await pilot.pause()
    raise AssertionError(f"Not so after 50 moments: {inspect.getsource(holds).strip()}")


def front(app: TailorApp) -> type[object]:
    """Of which class the screen is that one looks at."""
    return type(app.screen)


def typed(text: str) -> list[str]:
    """The keys that type a text."""
    return [{" ": "space"}.get(char, char) for char in text]


def screen_text(app: TailorApp) -> str:
    """What stands on the screen, row by row."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)
