"""A scripted review for the tests: a session without a model, events by hand, and the app around it."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from textual.events import Key
from textual.worker import WorkerCancelled

from tailor.app import TailorApp
from tailor.backend import BackendSummary
from tailor.core.events import Done, EditProposed, Event, RequirementsRead, RunStarted, StageFinished, StageStarted
from tailor.core.procedure import Procedure, fingerprint, procedure
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.library.entries import LibraryEntry
from tailor.runs.customize import CustomizeRequest, FollowUp
from tailor.runs.history import Recorded, dump
from tailor.runs.session import ReviewKind
from tailor.screens.review.screen import ReviewScreen
from tailor.workspace import Workspace

LOAF = procedure(
    "Bake a loaf",
    [
        "Preheat the oven to 220 °C.",
        "Mix flour and water.",
        "Let it rise for 1 h.",
        "Bake for 30 min.",
        "Cool it.",
    ],
    ["500 g flour", "an oven"],
)
HINT = "I have no oven, and it is for six people"
REQUIREMENTS = (
    Requirement("R1", "prerequisite", "I have no oven"),
    Requirement("R2", "refinement", "it is for six people"),
)
FRIED = (
    "Preheat the oven to 220 °C.",
    "Mix flour and water.",
    "Let it rise for 1 h.",
    "Flatten to 1 cm.",
    "Fry in a lidded pan for 12 min a side.",
    "Cool it.",
)


def begun(base: Procedure = LOAF, hint: str = HINT) -> list[Event]:
    return [
        RunStarted(
            procedure=base, hint=hint, strategy="sequential", prompts="tailor", provider="scripted", run="r1"
        ),
        RequirementsRead(requirements=REQUIREMENTS),
    ]


def stage(number: int, agent: str, steps: Sequence[str], builds_on: tuple[str, ...] = ()) -> StageStarted:
    base = procedure("x", steps)
    return StageStarted(
        stage=number,
        agent=agent,
        base=fingerprint(base),
        steps=tuple(steps),
        resources=LOAF.resources,
        builds_on=builds_on,
    )


def edit(number: int, op: str, step: int, text: str, *, at: int = 1, **more: Any) -> EditProposed:
    given: dict[str, Any] = {"agent": "modify" if at == 1 else "verify", "part": "steps"} | more
    return EditProposed(stage=at, id=f"e{number}", op=op, step=step, text=text, **given)  # type: ignore[arg-type]


def finished(number: int, agent: str, end: Any = "edits", **more: Any) -> StageFinished:
    return StageFinished(stage=number, agent=agent, end=end, **more)


MODIFY: list[Event] = [
    stage(1, "modify", LOAF.steps),
    edit(1, "replace", 1, "", reason="there is no oven", serves=("R1",)),
    edit(2, "insert", 3, "Flatten to 1 cm.", reason="a thin loaf cooks through", serves=("R1",)),
    edit(
        3,
        "replace",
        4,
        "Fry in a lidded pan for 12 min a side.",
        reason="there is no oven",
        serves=("R1",),
        level="look",
        tripwires=("30 min -> 12 min",),
    ),
    finished(1, "modify"),
]
VERIFY: list[Event] = [
    stage(2, "verify", FRIED[1:], ("e1", "e2", "e3")),
    edit(4, "insert", 3, "Oil the pan.", at=2, reason="it sticks"),
    edit(5, "replace", 4, "Fry in a lidded pan on low heat for 12 min a side.", at=2, serves=("R1",)),
    edit(6, "insert", 0, "Find a pan with a lid.", at=2, serves=("R1",)),
    finished(2, "verify"),
]
WHOLE: list[Event] = [*begun(), *MODIFY, *VERIFY, Done(result=LOAF)]
NO_PEANUTS = RequirementsRead(requirements=(*REQUIREMENTS, Requirement("R3", "prerequisite", "no peanuts")))
"""After `begun`: with this wish `MUST` has to be looked at, and so have own words with peanuts."""
MUST = edit(
    7, "replace", 2, "Mix flour, water and peanut flour.", level="must", tripwires=("adds peanut (peanuts)",)
)


class Feed:
    """A stream the test holds in its hand."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Event | Exception | None] = asyncio.Queue()
        self.closed = False

    def give(self, *events: Event | Exception) -> None:
        for event in events:
            self._queue.put_nowait(event)

    def end(self) -> None:
        self._queue.put_nowait(None)

    @property
    def taken(self) -> bool:
        """Whether all that was given was taken, or nobody takes any more."""
        return self.closed or self._queue.empty()

    async def stream(self) -> AsyncGenerator[Event, None]:
        try:
            while (event := await self._queue.get()) is not None:
                if isinstance(event, Exception):
                    raise event
                yield event
        finally:
            self.closed = True


@dataclass(kw_only=True)
class FakeSession(Recorded):
    """What the screen needs of a session, without anybody who answers."""

    feed: Feed = field(default_factory=Feed)
    request: CustomizeRequest = field(
        default_factory=lambda: CustomizeRequest(procedure=LOAF, hint=HINT, run="r1")
    )
    describe: BackendSummary = BackendSummary("Nobody", "Nothing leaves this machine.", "Nobody")  # noqa: RUF009
    asked: list[tuple[str, FollowUp, int | None, str]] = field(default_factory=list)
    saved: list[tuple[Review, str]] = field(default_factory=list)
    trouble: Exception | None = None
    decisions: Any = None
    workspace: Workspace = field(default_factory=lambda: Workspace({}))
    kind: ReviewKind = field(default_factory=ReviewKind)
    keeps_unchanged: bool = False
    missed: str = ""
    replaces: str = ""

    def ask_another(self, answers: BackendSummary) -> None:
        self.describe = answers

    def events(self, decisions: Any = frozenset) -> AsyncGenerator[Event, None]:
        self.decisions = decisions
        return self._recorded()

    def ask_again(
        self, agent: str, asked: FollowUp, *, step: int | None = None, note: str = ""
    ) -> AsyncGenerator[Event, None]:
        self.asked.append((agent, asked, step, note))
        self.feed = Feed()
        return self._recorded()

    async def _recorded(self) -> AsyncGenerator[Event, None]:
        async for event in self.feed.stream():
            dump((event,), self.record)
            yield event

    async def save(self, review: Review, name: str) -> LibraryEntry:
        if self.trouble:
            raise self.trouble
        self.saved.append((review, name))
        return LibraryEntry(
            id="bake-a-loaf-abcd.v1",
            goal=name,
            steps=5,
            version=1,
            parent="x",
            origin="tailored",
            tags=(),
            created="2026-01-01T00:00:00Z",
            file=Path("/tmp/bake-a-loaf-abcd.v1.md"),
        )


class Bench:
    """One review on the screen of an app, fed by hand."""

    def __init__(self, app: TailorApp, pilot: Any, session: FakeSession) -> None:
        self.app, self.pilot, self.session = app, pilot, session
        session.workspace = app.workspace
        self.screen: ReviewScreen = None  # type: ignore[assignment] # set by `open`

    async def open(self, base: Procedure = LOAF, hint: str = HINT, **more: Any) -> None:
        self.session.request = replace(self.session.request, procedure=base, hint=hint)
        self.screen = ReviewScreen(self.session, **more)  # type: ignore[arg-type] # a stand-in
        await self.app.push_screen(self.screen)
        await self.settle()

    async def give(self, *events: Event | Exception, end: bool = False) -> None:
        self.session.feed.give(*events)
        if end:
            self.session.feed.end()
        await self.settle()

    async def settle(self) -> None:
        """Until all that was given is drawn."""
        for _ in range(200):
            await self.pilot.pause()
            waits = [w for w in self.app.workers if w.group in ("weigh", "summary", "save") and not w.is_finished]
            if waits:
                with suppress(WorkerCancelled):  # another took its place: the next round waits for that
                    await self.app.workers.wait_for_complete(waits)
            if not self.screen.drawing.stale and not waits and self.session.feed.taken:
                break
        await self.pilot.pause()

    async def press(self, *keys: str) -> str:
        """Presses the keys and waits until all is drawn; what stands on the screen then."""
        from tests.screens.conftest import screen_text  # it needs this file first

        await self.pilot.press(*keys)
        await self.settle()
        return screen_text(self.app)

    async def mark(self, slot: str, part: str) -> None:
        """Selects a card, drawn."""
        self.screen.model.stay((slot, part))
        self.screen.drawing.draw_now(reveal=True)
        await self.settle()

    async def hammer(self, text: str) -> None:
        """Keys so fast that all of them wait before the first is heard."""
        names = {" ": "space", "'": "apostrophe", "\n": "enter", "\x1b": "escape"}
        for character in text:
            self.app.post_message(Key(names.get(character, character), character))
        await self.settle()

    def status(self, number: int) -> str:
        return self.screen.model.state.status(f"e{number}")

    @property
    def marked(self) -> str:
        """The id of the marked card, or "step" and the slot."""
        mark = self.screen.model.mark
        assert mark
        return mark[1] if mark[1] != "step" else f"step {mark[0]}"

    @property
    def result(self) -> tuple[str, ...]:
        return self.screen.model.state.result.draft.procedure.steps
