"""A monkey at keyboard and mouse: any key, size, paste or place, on every screen; and what must hold meanwhile.

Three things are watched: nothing breaks (not the app, not its work in the background), Esc always leads Home, and
no typed word is lost. `python -m benchmarks.monkey` lets it play for long, the tests for a few seconds.
"""

import asyncio
import random
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

from textual import events
from textual.pilot import Pilot

from tailor.app import TailorApp
from tailor.core.text import normal
from tailor.screens.dialogs.new_procedure import PasteScreen
from tailor.screens.dialogs.text_input import CleanTextArea, LineDialog, WordsDialog
from tailor.screens.follow.screen import FollowScreen
from tailor.screens.generate.screen import GenerateScreen
from tailor.screens.home.screen import HomeScreen
from tailor.screens.importer.report import LineSheet
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.hostile import HOSTILE
from tests.screens.monkey_stage import stage
from tests.screens.mouse_case import WHEEL, dragged, moved, reported

LETTERS: Final = "aaxeAnnpjjkkXodEuUwvbrVRitcCsyfhgmlTqz?/+10 ,.é"
NAMED: Final = (
    *("enter", "enter", "enter", "enter", "escape", "tab", "shift+tab", "up", "down", "down", "left", "right"),
    *("home", "end", "pageup", "pagedown", "space", "backspace", "delete", "shift+down", "ctrl+a", "ctrl+z"),
    *(f"f{number}" for number in range(1, 11)),
    *("ctrl+p", "ctrl+n", "ctrl+t", "ctrl+o", "ctrl+s", "ctrl+r", "ctrl+g", "ctrl+j", "ctrl+c", "ctrl+v"),
)
WORDS: Final = ("no oven", "bread", "I have no eggs and it is for two", "loaf", "a step of my own", "nuts", "bars")
ODD: Final = {" ": "space", "?": "question_mark", "/": "slash", "+": "plus", ",": "comma", ".": "full_stop"}
TYPED: Final = {name: character for character, name in ODD.items()} | {"enter": "\r", "tab": "\t"}
TRIPS: Final = {
    "review": ("key f2", "key enter", "type no oven and no nuts", "key enter", "wait"),
    "follow": ("key f3", "wait", "key down", "key f", "wait"),
    "generate": ("key f4", "key slash", "type bars", "key enter", "key enter", "wait", "key g", "wait"),
    "paste": ("key f2", "key ctrl+n", "type chair", "key enter", "type sand it"),
    "memory": ("key f5", "wait", "key tab"),
    "settings": ("key f6", "wait", "key down", "key down"),
    "requirements": ("key f2", "key enter", "type no nuts", "key ctrl+t"),
    "history": ("key f3", "wait", "key down", "key h"),
}
"""Ways into rooms that a monkey would seldom find."""
PATIENCE: Final = 600.0
"""Seconds until a screen counts as hanging; one on a busy machine that shares it with many only takes its time."""
TRIP_EVERY: Final = 60
"""Moves between two walks Home."""
MAY_END: Final = 3
"""Moves after Enter in which the window it closes may still be there, under another one."""
MOST_ESCAPES: Final = 8


class Caught(AssertionError):
    """Something that must hold did not; the last moves are in the message."""


@dataclass
class Monkey:
    """One seed's play with one app."""

    seed: int
    moves: int
    dice: random.Random = field(init=False)
    last: deque[str] = field(default_factory=lambda: deque(maxlen=60))
    faults: list[str] = field(default_factory=list)
    """Tracebacks of faults that the app itself told as faults of its own."""
    seen: Counter[str] = field(default_factory=Counter)
    """How often each screen was in front after a move."""
    pilot: Pilot[None] = field(init=False)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)

    @property
    def app(self) -> TailorApp:
        return cast(TailorApp, self.pilot.app)

    async def play(self, pilot: Pilot[None]) -> None:
        """All moves, then Home; Caught where something does not hold."""
        self.pilot = pilot
        try:
            await self._moves()
            await self.home()
        except Caught:
            raise
        except Exception as error:
            raise self._caught("".join(traceback.format_exception(error))) from error

    async def _moves(self) -> None:
        for number in range(self.moves):
            kept = Kept(self.app, *list(self.last)[-MAY_END:])
            move = self._choose()
            self.last.append(f"{type(self.app.screen).__name__}: {move[:60]!r}")
            await self._do(move)
            self.seen[type(self.app.screen).__name__] += 1
            self._still_whole()
            await self._nothing_lost(kept, move)
            if number % TRIP_EVERY == TRIP_EVERY - 1:
                await self.home()
                for step in TRIPS[self.dice.choice(sorted(TRIPS))]:
                    self.last.append(f"{type(self.app.screen).__name__}: {step!r} (trip)")
                    await self._do(step.removeprefix("key "))
                    self._still_whole()

    def _choose(self) -> str:
        """A key's name, or "paste NAME", "size W H", "type WORDS", "fast KEYS", "wait", or a move of the mouse."""
        dice = self.dice
        drawn = dice.random()
        if drawn < 0.51:
            key = dice.choice(LETTERS)
            return ODD.get(key, key)
        if drawn < 0.78:
            return dice.choice(NAMED)
        if drawn < 0.81:
            return f"type {dice.choice(WORDS)}"
        if drawn < 0.84:
            return f"paste {dice.choice(sorted(HOSTILE))}"
        if drawn < 0.86:
            return f"size {dice.randint(12, 200)} {dice.randint(8, 60)}"
        if drawn < 0.89:
            return f"fast {' '.join(dice.choice((*NAMED, *'aAxejkd')) for _ in range(dice.randint(2, 6)))}"
        if drawn < 0.92:
            return dice.choice(("blur", "focus", "wait"))
        return self._choose_mouse()

    def _choose_mouse(self) -> str:
        """One of over X Y, click X Y, wheel WAY X Y, drag X Y X Y."""
        dice, (width, height) = self.dice, self.app.size

        def place() -> str:
            return f"{dice.randrange(width)} {dice.randrange(height)}"

        what = dice.choice(("over", "over", "click", "click", "wheel", "drag"))
        if what == "drag":
            return f"drag {place()} {place()}"
        return f"wheel {dice.choice(sorted(WHEEL))} {place()}" if what == "wheel" else f"{what} {place()}"

    async def _do(self, move: str) -> None:
        what, _, rest = move.partition(" ")
        match what:
            case "paste":
                self.app.post_message(events.Paste(HOSTILE[rest]))
                await self._settle()
            case "size":
                width, height = map(int, rest.split())
                await self.pilot.resize_terminal(width, height)
            case "type":
                await self._press(*(ODD.get(one, one) for one in rest))
            case "fast":
                for key in rest.split():
                    self.app.post_message(_key(key))
                await self._settle()
            case "over" | "click" | "drag" | "wheel":
                await self._point(what, rest)
            case "blur":
                await self._report(events.AppBlur())
            case "focus":
                await self._report(events.AppFocus())
            case "wait":
                await self.pilot.pause(0.05)
            case key:
                await self._press(key)

    async def _point(self, what: str, where: str) -> None:
        """A move of the mouse."""
        first, *others = where.split()
        if what == "wheel":
            x, y = map(int, others)
            await self._report(reported(WHEEL[first], (x, y)))
            return
        numbers = [int(one) for one in (first, *others)]
        way = dict.fromkeys(zip(numbers[::2], numbers[1::2], strict=True))
        await self._report(*map(moved, way), *(() if what == "over" else dragged(*way)))

    async def _report(self, *reports: events.Event) -> None:
        """What the terminal tells beside keys, as the app gets it."""
        for report in reports:
            self.app.post_message(report)
        await self._settle()

    async def _press(self, *keys: str) -> None:
        """As Pilot does, without its waits for an idle machine: what a key began may still go on at the next."""
        for key in keys:
            self.app.post_message(_key(key))
            await self._settle()

    async def _settle(self) -> None:
        """Until the keys are with the screen they are for; what they begin there may still go on."""
        await self.pilot._wait_for_screen(PATIENCE)
        for _ in range(1_000):
            if not self.app._keys.holds_any:
                return
            await asyncio.sleep(0.001)

    # -- what must hold --------------------------------------------------------------------------------------

    def _still_whole(self) -> None:
        if self.app._exception is not None:
            raise self._caught("".join(traceback.format_exception(self.app._exception)))
        if self.faults:
            raise self._caught(self.faults[0])
        if not self.app.is_running:
            raise self._caught("the app ended")

    async def home(self) -> None:
        """Esc, a few times, leads Home; what was begun before is let through first."""
        await self.pilot.pause()
        for _ in range(MOST_ESCAPES):
            if isinstance(self.app.screen, HomeScreen):
                return
            kept = Kept(self.app, *list(self.last)[-MAY_END:])
            self.last.append(f"{type(self.app.screen).__name__}: 'escape' (home)")
            await self._press("escape")
            await self.pilot.pause()
            self._still_whole()
            await self._nothing_lost(kept, "escape")
        if not isinstance(self.app.screen, HomeScreen):
            raise self._caught(f"Esc does not lead Home from {self.app.screen!r}")

    async def _nothing_lost(self, kept: "Kept", move: str) -> None:
        if kept.lost(self.app, move):
            await self.pilot.pause()  # a window that closes gives its words to the screen below a moment later
        if lost := kept.lost(self.app, move):
            raise self._caught(f"lost: {lost}")

    def _caught(self, words: str) -> Caught:
        moves = "\n  ".join(self.last)
        return Caught(f"seed {self.seed}, at {self.app.size}, the last moves:\n  {moves}\n{words}")


def _key(name: str) -> events.Key:
    return events.Key(name, name if len(name) == 1 else TYPED.get(name))


class Kept:
    """The words typed before a move: they must be there after it, unless the move was typed into them."""

    def __init__(self, app: TailorApp, *last: str) -> None:
        self.front = app.screen
        self.entered = any("enter" in one for one in last)
        """Whether the window may be closing already, because of Enter, with another one in its way."""
        self.undone = bool(last) and last[-1].endswith(("'ctrl+z'", "'backspace'", "'delete'"))
        self.fields = {one: one.value for one in _fields(app) if not _is_from_home(one)}
        self.focused = {screen.focused for screen in app.screen_stack}
        self.sheet, self.written_on = _sheet(self.front)

    def lost(self, app: TailorApp, move: str) -> str:
        """What is gone, "" for nothing."""
        erases = move.startswith("fast ") and not {"delete", "backspace"}.isdisjoint(move.split())
        for one, before in self.fields.items() if not erases else ():  # on a screen that was passed in between
            after = one.value if one.is_attached else ""
            typed_in = one in self.focused or one in {screen.focused for screen in app.screen_stack}
            if before and not after and not typed_in and not _elsewhere(app, before):
                return f"{one!r} had {before[:80]!r}"
        gone = self.front not in app.screen_stack and move == "escape" and not self.entered
        if (
            gone
            and self.sheet.strip()
            and not any(_elsewhere(app, words) for words in (self.sheet, self._grown()))
        ):
            return f"{self.front!r} had {self.sheet[:80]!r}"
        return ""

    def _grown(self) -> str:
        """What stood on the sheet as it closed, if more had come: a paste, an undo, an erased letter come late."""
        last = _written(self.written_on)
        return last if self.undone or last.startswith(self.sheet) else self.sheet


def _fields(app: TailorApp) -> Iterator[CleanInput]:
    for stack in app._screen_stacks.values():
        for screen in stack:
            if isinstance(screen, HomeScreen | GenerateScreen):
                yield from screen.query(CleanInput)


def _is_from_home(field: CleanInput) -> bool:
    """Whether the words are those that Home handed on: they follow Home's, which are watched there."""
    screen = field.screen
    return isinstance(screen, GenerateScreen) and normal(field.value) in screen._taken


def _sheet(screen: Any) -> tuple[str, CleanInput | CleanTextArea | None]:
    """What stands on a sheet that one writes on, and where."""
    if isinstance(screen, WordsDialog | PasteScreen | LineSheet) and screen.query(CleanTextArea):
        pad = screen.query_one(CleanTextArea)
        untouched = pad.text == (screen._given[1] if isinstance(screen, PasteScreen) else screen._text)
        return ("", None) if untouched else (_written(pad), pad)
    if isinstance(screen, LineDialog) and screen.query(CleanInput):
        line = screen.query_one(CleanInput)
        return ("", None) if line.value == screen._field[0] else (_written(line), line)
    return "", None


def _written(sheet: CleanInput | CleanTextArea | None) -> str:
    match sheet:
        case CleanInput():
            return sheet.value
        case CleanTextArea():
            return sheet.text
        case None:
            return ""


def _elsewhere(app: TailorApp, words: str) -> bool:
    """Whether the words wait somewhere for the person to come back."""
    waiting: list[str] = app.drafts.texts
    for stack in app._screen_stacks.values():
        for screen in stack:
            if isinstance(screen, HomeScreen):
                waiting += [
                    screen._hint_before,
                    screen._searched_before,
                    *screen.situation._used.values(),  # they wait at the how-tos they were used at
                    *(one.goal for one in screen.adding.all_typed()),
                    *(one.hint for one in screen.unfinished._found.values()),  # of reviews that wait
                ]
            elif isinstance(screen, ReviewScreen):
                state, steps = screen.model.state, (row.step for row in screen.model.outline.rows)
                waiting += [proposal.text for _, proposal in state.proposals.values()]
                waiting += [one.text(state) or one.original or "" for one in steps if one]
                waiting += [own.text for own in screen.model.review.choices.own]
                waiting += [one.own or "" for one in screen.model.review.choices.decisions]
            elif isinstance(screen, FollowScreen):
                waiting += [note.text for note in screen.following.notes]
    return normal(words) in {normal(one) for one in waiting}


async def play(seed: int, moves: int) -> Monkey:
    """One game; even seeds with the built-in tailor, odd ones with a model that streams."""
    monkey = Monkey(seed, moves)
    caught: list[Caught] = []
    try:
        with stage(seed, monkey.faults.append, server=bool(seed % 2)) as app:
            async with app.run_test(size=(80, 24)) as pilot:
                try:
                    await monkey.play(pilot)
                except Caught as found:
                    caught.append(found)
    except Exception as error:
        if caught:  # the app tells its fault once more as it ends
            raise caught[0] from None
        raise Caught(f"seed {seed}: as the app ended") from error
    if caught:
        raise caught[0]
    return monkey
