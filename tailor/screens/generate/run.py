"""A run of Generate and its result: the record, the stages, what is done afterwards, two runs side by side.

The result of a run is never lost: one that is stopped or fails leaves its newest list, and an unsaved list is only
replaced after a question.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import ClassVar
from uuid import uuid4

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memory.errors import memory_error_words
from memory.generation.agents import Cache, Nothing, Retriever
from tailor.backend import Backend
from tailor.core.errors import TailorError
from tailor.core.events import Done, RunStarted
from tailor.core.procedure import Procedure
from tailor.drafts import GENERATE_GOAL, GENERATE_HAVE, GENERATE_HINT
from tailor.runs.customize import check_request, request_for
from tailor.runs.generate import GenerateRequest
from tailor.runs.generation_session import GenerationSession
from tailor.runs.history import StoredRun, written_of
from tailor.runs.session import RunSession
from tailor.screens.base import BRIEF, HIGH, LOW, BaseScreen, run_aside
from tailor.screens.dialogs.base import AnswerOption, Question
from tailor.screens.dialogs.chooser import Chooser, ChooserItem
from tailor.screens.generate.draft import NEXT, GenerationRun, ending, list_page, stage_rows
from tailor.screens.generate.inputs import Inputs
from tailor.screens.review.screen import ReviewScreen, reopened
from tailor.screens.widgets.content import MUTED, line_text, lines, notify, row_text
from tailor.screens.widgets.lists import PageView

REDRAW = 0.1  # seconds between two redraws while text streams in
MOST_STAGES = 8  # rows of stages: one per kind of agent, and one for waiting on the server


class RunController:
    """Runs what the screen asks for, and keeps the result until something replaces it."""

    def __init__(self, inputs: Inputs) -> None:
        self.stages = Static(id="stages")
        self._inputs, self._screen, self._workspace = inputs, inputs.screen, inputs.workspace
        self.active = False  # a run is writing
        self.current: GenerationRun | None = None  # the run that is writing, or whose result is on the screen
        self._stop = asyncio.Event()
        self._cache: Cache = {}
        self._before: GenerateRequest | None = None  # the request that the cache belongs to
        self._review: ReviewScreen | None = None  # the review of the critic's rounds that was opened last

    @property
    def vacant(self) -> bool:
        """Whether nothing is being written and no result is on the screen."""
        return self.current is None and not self.active

    @property
    def result(self) -> Procedure | None:
        """The list on the screen; None if there is none or a run is still writing it."""
        return self.current.session.progress.kept() if self.current is not None and not self.active else None

    def begin(self) -> None:
        """Begin to write with the chosen method."""
        way = self._inputs.ways.way
        try:
            request = self._inputs.request(way, uuid4().hex[:12])
            session = GenerationSession.open(self._workspace, request)
        except TailorError as error:
            self._inputs.tell(error.message, wrong=True)
            return
        self.current = GenerationRun(way=way, session=session)
        self.active = True
        self._stop = asyncio.Event()
        run_aside(self._screen, partial(self._run, self.current), group="generate.run", exclusive=True)

    def stop(self) -> None:
        """Stop the run, and keep what it wrote so far."""
        self._stop.set()
        self._inputs.tell("Stopping …")

    async def _run(self, run: GenerationRun) -> None:
        self._screen.set_class(True, "-running")
        self._screen.set_class(False, "-done")
        self._screen.refresh_bindings()
        self.draw()
        self._inputs.tell("Writing. Esc stops it and keeps what is there.")
        drawing = self._screen.set_interval(REDRAW, self.draw)
        try:
            await self.listen(run, self._stop, self._cache_for(run.session.request))
            progress = run.session.progress
            progress.result = progress.kept()
            self._end(run, *ending(run.session.log, progress.result, run.session.workspace.profile()))
        except TailorError as error:
            self._end(run, memory_error_words(error), wrong=True)
        finally:
            drawing.stop()
            self.active = False
            self._screen.set_class(False, "-running")
            self._screen.refresh_bindings()

    async def listen(self, run: GenerationRun, stop: asyncio.Event, cache: Cache) -> None:
        """Feed all events of a run into its record and progress. TailorError if no backend can be reached."""
        backend = await self._answering()
        retriever: Retriever = Nothing()
        if run.session.request.method != "zero_shot" or backend.model is None:
            retriever = await self._workspace.memory()
        self._begin_record(run.session)
        began = monotonic()
        try:
            async with aclosing(run.session.events(backend, retriever, stop=stop, cache=cache)) as events:
                async for _ in events:
                    pass  # the session records it, and its progress is drawn
        finally:
            run.seconds = monotonic() - began

    def _end(self, run: GenerationRun, words: str, wrong: bool) -> None:
        self.active = False
        kept = run.session.progress.kept() is not None
        self._screen.set_class(kept, "-done")
        self.draw()
        if not kept:
            self.current = None
        self._inputs.tell(words, wrong=wrong)
        if self._screen.app.current_mode != self._screen.room:
            notify(self._screen.app, "F4 shows the result.", title="Your how-to is ready")
        if kept and run.session.progress.finished and run.session.request.hint:
            self._go_on(run)

    def _go_on(self, run: GenerationRun) -> None:
        """Tailor the result to the hint, in the same run, so that there is only one review."""
        begun, workspace = run.session, self._workspace
        written, hint = written_of(begun.log), begun.request.hint
        assert written is not None  # a finished run wrote a list
        try:
            profile, id = workspace.profile(), begun.request.run
            request = request_for(workspace.config, written, hint, profile=profile, run=id)
            check_request(request)
            session = RunSession.after_generation(workspace, request, begun.log, begun.record)
        except TailorError as error:
            self._screen.show_error(error)
            return
        screen = ReviewScreen(session)
        # later requests are counted on top of the generation
        screen.model.log = [event for event in begun.log if not isinstance(event, Done)]
        self._screen.app.push_screen(screen, mode=self._screen.room)  # the person may be on another screen by now

    async def _answering(self) -> Backend:
        return (await self._workspace.backend(to_choose="F9 lets you choose.")).reached()

    def _cache_for(self, request: GenerateRequest) -> Cache:
        """The cached calls of the last run if only the excluded procedures differ, else an empty cache."""
        before, self._before = self._before, request
        alike = before is not None and replace(before, without=request.without, run=request.run) == request
        if not alike or (before is not None and before.without == request.without):
            self._cache = {}
        return self._cache

    def _begin_record(self, session: GenerationSession) -> None:
        if why := session.begin_record():
            notify(self._screen, why, title="The new how-to cannot be saved", severity="warning")

    def _record_anew(self, session: GenerationSession) -> None:
        """Record the same events as a separate run without a hint."""
        session.request = replace(session.request, hint="", run=uuid4().hex[:12])
        session.record = self._workspace.paths.runs / f"{session.request.run}.jsonl"
        session.not_recorded = ""
        self._begin_record(session)
        for event in session.log:
            mine = replace(event, hint="") if isinstance(event, RunStarted) else event
            session.add_event(replace(mine, run=session.request.run))

    def draw(self) -> None:
        """Show the latest stages, and the list so far."""
        if self.current is None:
            return
        height = self._screen.size.height
        low = height < LOW or (height < HIGH and not self.active)
        stages = stage_rows(self.current.session.progress, self.active)
        self.stages.update(lines(*stages[-(2 if low else MOST_STAGES) :]))
        self._inputs.page.show(partial(list_page, self.current.session.progress), stays=self.active)

    def discard(self, then: Callable[[], None]) -> None:
        """Discard the result (asking first if it is unsaved), then call `then`."""

        def answered(key: str) -> None:
            if key == "s":
                self.save()
            elif key == "w":
                self.current = None
                self._screen.set_class(False, "-done")
                self.stages.update("")
                then()
                self._screen.refresh_bindings()

        if self.result is None or (self.current is not None and self.current.session.is_saved):
            answered("w")
            return
        choices = (AnswerOption("s", "Save it first"), AnswerOption("w", "Discard it"))
        text = "It would be lost."
        self._screen.ask(Question("The new how-to is not saved", text, choices), answered)

    def _finished(self) -> GenerationRun | None:
        """The run whose result is on the screen; if there is none, say why."""
        if self.result is None:
            nothing = "Nothing is written yet: press g."
            self._inputs.tell("It is still being written. Esc stops it." if self.active else nothing)
            return None
        return self.current

    def fit(self) -> None:
        """Ask what is special about the result, and tailor it."""
        if self._finished() is not None and self.result is not None:
            bare = replace(self.result, extra=(), uncertain=())
            self._screen.host.navigation.tailor(bare, self._inputs.hint)

    def save(self) -> None:
        """Save the result in the library; the memory picks it up when it is next asked."""
        if (run := self._finished()) is None:
            return
        if run.session.is_saved and (entry := run.session.saved):
            self._inputs.tell(f"You have it already: {entry.id}. F3 shows your library.")
        elif not run.saving:  # only once, however often the key is pressed
            run.saving = True
            run_aside(self._screen, partial(self._save, run), group="generate.save")

    async def _save(self, run: GenerationRun) -> None:
        written = run.session.progress.kept()
        assert written is not None  # `_finished` checked it
        try:
            entry = await asyncio.to_thread(run.session.save, written)
        except TailorError as error:
            self._screen.show_error(error)
            return
        finally:
            run.saving = False
        self._screen.host.drafts.forget(GENERATE_GOAL, GENERATE_HAVE, GENERATE_HINT)
        words = "You have it already" if entry.id == written.id else "Saved"
        self._inputs.tell(f"{words}: {entry.id}. F3 shows your library.")

    def open_rounds(self) -> None:
        """Review the edits of the critic's rounds; the decisions made there determine the result."""
        if (run := self._finished()) is None:
            return
        session = run.session
        review = session.reviewed()
        if review is None:
            self._inputs.tell("The second check changed nothing, so there is nothing to decide.")
            return
        if session.request.hint:  # its own run went on to the tailoring
            self._record_anew(session)
        stored = StoredRun(id=session.request.run, path=session.record, events=tuple(session.log), review=review)
        screen = reopened(self._workspace, stored)
        screen.session.saved = session.saved
        screen.session.after_save = partial(self._rounds_saved, screen)
        self._review = screen
        self._screen.app.push_screen(screen)

    def take_rounds(self) -> None:
        """Apply the decisions of the review that was just left."""
        if self._review is None or self.current is None or self.active:
            return
        before = self.result
        self.current.session.decide(self._review.model.review)
        if self.result != before:
            self.draw()
            self._inputs.tell(f"With your decisions. {NEXT}")

    def _rounds_saved(self, screen: ReviewScreen) -> None:
        if screen is self._review and self.current is not None and screen.session.saved is not None:
            self.current.session.decide(screen.model.review)
            self.current.session.keep(screen.session.saved, self.current.session.progress.kept())

    def write_beside(self) -> None:
        """Write the same goal with another method, and show both results side by side."""
        if (run := self._finished()) is None:
            return
        others = [one for one in self._inputs.ways.ways if one != run.way]
        if not others:
            self._inputs.tell("To have it written another way, you need a model. F9 connects one.")
            return
        settings = self._workspace.config.generation
        picks = [ChooserItem(one.method, f"{one.name} · {one.cost(settings)}", one.says) for one in others]

        def chosen(method: str) -> None:
            way = next(one for one in others if one.method == method)
            asked = replace(run.session.request, method=way.requested, hint="", run=uuid4().hex[:12])
            second = GenerationRun(way=way, session=GenerationSession.open(self._workspace, asked))
            self._screen.app.push_screen(BesideScreen(run, second, self.listen, self._keep_one))

        self._screen.ask(Chooser("Which other way?", picks, others[0].method), chosen)

    def _keep_one(self, kept: GenerationRun) -> None:
        """Show the chosen list; the other one is discarded."""
        if kept is not self.current:
            self.current, self._review = kept, None
            self.draw()
            self._inputs.tell(f"Kept: {kept.way.name} ({kept.cost()}). {NEXT}")


class BesideScreen(BaseScreen[None]):
    CSS_PATH = "generate_beside.tcss"
    HELP = """The same how-to, written in two ways, with the calls, tokens and time each one took.
    1 keeps the left one, 2 the right one; the other is discarded. ← and → switch between them, ↑ and ↓ scroll.
    While the right one is being written, esc stops it and keeps what is there."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "keep(0)", "Keep 1", id="beside.first", tooltip="Keep the left one"),
        Binding("2", "keep(1)", "Keep 2", id="beside.second", tooltip="Keep the right one"),
        Binding("escape", "stop", "Stop", id="beside.stop", tooltip="Stop the right one, keep what is there"),
        Binding("escape", "out", "Back", id="beside.out", tooltip="Back, once you have chosen one"),
        Binding("left", "side(0)", "To the left one", show=False, id="beside.left"),
        Binding("right", "side(1)", "To the right one", show=False, id="beside.right"),
    ]

    def __init__(
        self,
        first: GenerationRun,
        second: GenerationRun,
        listen: Callable[[GenerationRun, asyncio.Event, Cache], Awaitable[None]],
        chosen: Callable[[GenerationRun], None],
    ) -> None:
        """`listen` processes the events of a run until it ends or is stopped."""
        super().__init__()
        self.pair = (first, second)
        self.running = True
        self._listen, self._chosen = listen, chosen
        self._stop = asyncio.Event()
        self._warned = False  # Esc has asked for a choice already

    def body(self) -> Iterable[Widget]:
        yield Static(line_text(self.pair[0].session.request.goal, "bold", 200), id="title")
        with Container(id="pair"):
            for at in (0, 1):
                with Vertical(classes="side"):
                    yield Static(id=f"head{at}", classes="head")
                    yield PageView(id=f"page{at}")
        yield Static(id="says")

    def on_mount(self) -> None:
        first, _ = self.pair
        self.query_one("#page0", PageView).show(partial(list_page, first.session.progress, bare=True))
        self.query_one("#page1").focus()
        self._run()

    @work(exclusive=True, group="beside.run", exit_on_error=False)
    async def _run(self) -> None:
        second = self.pair[1]
        progress = second.session.progress
        self._draw()
        self.tell("The right one is being written. Esc stops it and keeps what is there.")
        drawing = self.set_interval(REDRAW, self._draw)
        try:
            await self._listen(second, self._stop, {})
            progress.result = progress.kept()
            words, wrong = ending(second.session.log, progress.result, second.session.workspace.profile())
            if progress.finished:
                words = "1 keeps the left, 2 the right; the other is discarded. ←→ switches."
        except TailorError as error:
            words, wrong = memory_error_words(error), True
        finally:
            drawing.stop()
            self.running = False
            self.refresh_bindings()
        self._draw()
        self.tell(words, wrong=wrong)

    def _draw(self) -> None:
        for at, one in enumerate(self.pair):
            self.query_one(f"#head{at}", Static).update(self._head(at, one))
        page = partial(list_page, self.pair[1].session.progress, bare=True)
        self.query_one("#page1", PageView).show(page, stays=self.running)

    def _head(self, at: int, one: GenerationRun) -> Content:
        busy = at == 1 and self.running
        state = (" · being written" if busy else "", MUTED)
        name = row_text((f"{at + 1} ", "bold $accent"), (one.way.name, "bold"), state)
        cost = line_text(one.cost(running=busy), MUTED, 120)
        flat = self.size.height < LOW and self.size.width >= BRIEF
        return row_text(name, "  ", cost) if flat else lines(name, cost)

    def action_keep(self, at: int) -> None:
        one = self.pair[at]
        if one.session.progress.kept() is None:
            self.tell("Nothing was written there. 1 keeps the left one.", wrong=True)
        elif self.go_back():
            self._chosen(one)

    def action_side(self, at: int) -> None:
        """Focus one of the two to scroll it; this does not choose it."""
        self.query_one(f"#page{at}").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to stop only while the second is being written, and to keep one only afterwards."""
        if action in ("stop", "keep"):
            return self.running == (action == "stop")
        return True

    def action_stop(self) -> None:
        self._stop.set()
        self.tell("Stopping …")

    def action_out(self) -> None:
        """Go back, keeping the first if the second failed or at the second Esc."""
        if self.pair[0].session.progress.kept() is None:
            self.go_back()
        elif self.pair[1].session.progress.kept() is None or self._warned:
            self.action_keep(0)
        else:
            self._warned = True
            self.tell("Choose first: 1 keeps the left one, 2 the right one. Esc again keeps the left one.")
