"""Films the demo of the README: python -m benchmarks.demo (or make pictures).

The real app, driven by keys, in a temporary home. The run is replayed from the recording that Tailor brings along
(tailor/demo.jsonl): edits come in one after another and are decided on while they do. The film is written to
docs/pictures/demo.svg.
"""

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from textual.pilot import Pilot

from benchmarks.film import Film
from tailor.app import TailorApp
from tailor.core.events import EditProposed, Event, RunStarted, event_from_line
from tailor.core.review import Review
from tailor.library.entries import LibraryEntry
from tests.screens.review_case import FakeSession

FOLDER = Path(__file__).resolve().parent.parent
RECORDING = FOLDER / "tailor" / "demo.jsonl"
TO = FOLDER / "docs" / "pictures" / "demo.svg"
SIZE = (104, 30)
TYPING, LOOKING = 0.07, 1.6
"""Seconds a letter and a thing to look at are seen."""


def recorded() -> list[Event]:
    """The run that is replayed."""
    return [event_from_line(line) for line in RECORDING.read_text("utf-8").splitlines() if line]


async def settled(pilot: Pilot[None]) -> None:
    """Everything that was set going is done and drawn; a stream that is still open may stay open."""
    for _ in range(8):
        await pilot.pause(0.1)
        waits = [one for one in pilot.app.workers if one.group != "run" and not one.is_finished]
        if waits:
            await pilot.app.workers.wait_for_complete(waits)


class Played(FakeSession):
    """A recorded run; what is saved lies in a library of nobody's."""

    async def save(self, review: Review, name: str) -> LibraryEntry:
        """What the library would say."""
        entry = await super().save(review, name)
        return replace(entry, file=Path("library") / entry.file.name)


class Take:
    """One take: keys, events and the film they are taken on."""

    def __init__(self, pilot: Pilot[None], session: FakeSession, film: Film) -> None:
        self.pilot, self.session, self.film = pilot, session, film

    async def keys(self, *keys: str, seconds: float = LOOKING) -> None:
        for key in keys:
            await self.pilot.press(key)
        await settled(self.pilot)
        self.film.take(self.pilot.app, seconds)

    async def type(self, words: str) -> None:
        """Words, a few letters a picture."""
        for at in range(0, len(words), 3):
            letters = words[at : at + 3]
            await self.keys(*({" ": "space", ",": "comma"}.get(one, one) for one in letters), seconds=3 * TYPING)

    async def arrive(self, events: list[Event]) -> None:
        """Events as they came; a picture after each edit."""
        for event in events:
            self.session.feed.give(event)
            if isinstance(event, EditProposed):
                await settled(self.pilot)
                self.film.take(self.pilot.app, 0.7)
        await settled(self.pilot)


async def film() -> Film:
    events = recorded()
    started = events[0]
    assert isinstance(started, RunStarted)
    assert started.procedure is not None
    made = Film(*SIZE)
    colours = patch("textual.constants.COLOR_SYSTEM", "truecolor")  # whatever this terminal can show
    with tempfile.TemporaryDirectory() as folder, colours:
        session = Played(record=Path(folder) / "run.jsonl")
        app = TailorApp({"TAILOR_HOME": folder})
        with patch("tailor.runs.session.RunSession.open", lambda *_: session):
            async with app.run_test(size=SIZE) as pilot:
                session.workspace = app.workspace
                await _play(Take(pilot, session, made), events, started.hint)
    return made


async def _play(take: Take, events: list[Event], hint: str) -> None:
    edits = [at for at, event in enumerate(events) if isinstance(event, EditProposed)]
    await take.keys(seconds=LOOKING)
    await take.type("crusty")
    await take.keys("enter", seconds=0.8)
    await take.type(hint)
    await take.keys(seconds=LOOKING)
    await take.keys("enter", seconds=0.6)
    await take.arrive(events[: edits[2] + 1])
    await take.keys("n", seconds=0.8)
    await take.keys("a", seconds=1.0)
    await take.keys("a", seconds=1.0)
    await take.keys("x", seconds=1.0)
    await take.arrive(events[edits[2] + 1 :])
    take.session.feed.end()
    await take.keys("w", seconds=2.4)
    await take.keys("escape", seconds=0.8)
    await take.keys("A", seconds=2.0)
    await take.keys("v", seconds=2.4)
    await take.keys("v", "v", seconds=0.8)
    await take.keys("enter", seconds=3.5)
    await take.keys("enter", seconds=2.0)


def main() -> None:
    made = asyncio.run(film())
    TO.parent.mkdir(parents=True, exist_ok=True)
    TO.write_text(made.svg("Tailor: a review from the first word to the saved procedure"), encoding="utf-8")
    print(f"{TO}: {TO.stat().st_size:,} bytes, {len(made.shown)} pictures, {made.seconds:.0f} s")


if __name__ == "__main__":
    main()
