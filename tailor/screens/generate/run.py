"""A run of Generate and its result: who answers, the record, the stages, and what is done afterwards.

What came of a run is never lost: one that is stopped or fails leaves its newest list, and a list that is not
saved is only replaced after a question.
"""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from time import monotonic
from uuid import uuid4

from textual.widgets import Static

from memory.errors import memory_error_words
from memory.generation.agents import Cache, Nothing, Retriever
from tailor.backend import Backend
from tailor.core.errors import TailorError
from tailor.core.events import Done, RunStarted
from tailor.core.procedure import Procedure
from tailor.runs.customize import check_request, request_for
from tailor.runs.generate import GenerateRequest
from tailor.runs.generation import GenerationSession
from tailor.runs.history import StoredRun, written_of
from tailor.runs.session import RunSession
from tailor.screens.base import HIGH, LOW, run_aside
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.chooser import Chooser, ChooserItem
from tailor.screens.generate.compare import BesideScreen
from tailor.screens.generate.draft import GenerationRun, ending, list_page, stage_rows
from tailor.screens.generate.inputs import Inputs
from tailor.screens.navigation import reopened
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.content import lines, notify

REDRAW = 0.1
"""Seconds between two drawings of what streams in."""
MOST_STAGES = 8
"""Rows of stages: one for each kind, and one while the server makes it wait."""
NOTHING = "Nothing is written yet: g writes it."


class RunController:
    """Runs what the screen asks for, and keeps the result until something else replaces it."""

    def __init__(self, inputs: Inputs) -> None:
        self.stages = Static(id="stages")
        self._inputs, self._screen, self._workspace = inputs, inputs.screen, inputs.workspace
        self.active = False
        """Whether a run is writing."""
        self.current: GenerationRun | None = None
        """The run that is writing, or whose result is on the screen."""
        self._stop = asyncio.Event()
        self._cache: Cache = {}
        self._before: GenerateRequest | None = None
        """The request that the cache belongs to."""
        self._dirty = False
        """Whether something came since the last drawing."""
        self._review: ReviewScreen | None = None
        """The review of the critic's rounds that was opened last."""

    @property
    def vacant(self) -> bool:
        """Whether nothing is being written, and no result is on the screen."""
        return self.current is None and not self.active

    @property
    def result(self) -> Procedure | None:
        """The list on the screen; None if there is none, or a run is still writing it."""
        return self.current.session.progress.kept() if self.current is not None and not self.active else None

    # -- running ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin to write in the chosen way."""
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
        """Stop the run, and keep what came of it."""
        self._stop.set()
        self._inputs.tell("Stopping …")

    async def _run(self, run: GenerationRun) -> None:
        self._screen.set_class(True, "-running")
        self._screen.set_class(False, "-done")
        self._screen.refresh_bindings()
        self.draw()
        self._inputs.tell("Begun. Esc stops it and keeps what came.")
        drawing = self._screen.set_interval(REDRAW, self._draw_if_new)
        try:
            await self.listen(run, self._stop, self._cache_for(run.session.request))
            progress = run.session.progress
            progress.result = progress.kept()
            self._end(run, *ending(run.session.log, progress.result is not None))
        except TailorError as error:
            self._end(run, memory_error_words(error), wrong=True)
        finally:
            drawing.stop()
            self.active = False
            self._screen.set_class(False, "-running")
            self._screen.refresh_bindings()

    async def listen(self, run: GenerationRun, stop: asyncio.Event, cache: Cache) -> None:
        """Take all events of a run into its record and its progress. TailorError if nobody can be asked."""
        backend = await self._answering()
        retriever = await self._retriever(run.session.request, backend)
        self._begin_record(run.session)
        began = monotonic()
        try:
            async with aclosing(run.session.events(backend, retriever, stop=stop, cache=cache)) as events:
                async for _ in events:
                    self._dirty = True
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
            notify(self._screen.app, "F4 shows what came of it.", title="Generate is done")
        if kept and run.session.progress.finished and run.session.request.hint:
            self._go_on(run)

    def _go_on(self, run: GenerationRun) -> None:
        """Tailor what was written to the hint, in the same run: there is one review."""
        app, room = self._screen.app, self._screen.room
        begun, workspace = run.session, self._workspace
        written, hint = written_of(begun.log), begun.request.hint
        assert written is not None  # a finished run wrote a list
        try:
            profile, id = workspace.profile(), begun.request.run
            request = request_for(workspace.config, written, hint, profile=profile, run=id)
            check_request(request)
            session = RunSession.after_generation(workspace, request, begun.log, begun.record)
        except TailorError as error:
            app.push_screen(ErrorDialog.of(error), mode=room)
            return
        screen = ReviewScreen(session)
        # what is asked later counts on from the generation
        screen.model.log = [event for event in begun.log if not isinstance(event, Done)]
        app.push_screen(screen, mode=room)  # the person may be on another screen by now

    # -- who answers, and what it leans on -------------------------------------------------------------------

    async def _answering(self) -> Backend:
        """Who writes. TailorError if the server cannot be asked."""
        return (await self._workspace.backend(to_choose="F9 on Home lets you choose.")).reached()

    async def _retriever(self, request: GenerateRequest, backend: Backend) -> Retriever:
        if request.method == "zero_shot" and backend.model is not None:
            return Nothing()
        return await self._workspace.memory()

    def _cache_for(self, request: GenerateRequest) -> Cache:
        """The calls of the run before if only what is left aside differs, else none."""
        before, self._before = self._before, request
        alike = before is not None and replace(before, without=request.without, run=request.run) == request
        if not alike or (before is not None and before.without == request.without):
            self._cache = {}
        return self._cache

    def _begin_record(self, session: GenerationSession) -> None:
        if why := session.begin_record():
            notify(self._screen, why, title="This run cannot be kept for later", severity="warning")

    def _record_anew(self, session: GenerationSession) -> None:
        """Record the same events as a run of their own, without a hint."""
        session.request = replace(session.request, hint="", run=uuid4().hex[:12])
        session.record = self._workspace.paths.runs / f"{session.request.run}.jsonl"
        session.not_recorded = ""
        self._begin_record(session)
        for event in session.log:
            mine = replace(event, hint="") if isinstance(event, RunStarted) else event
            session.add_event(replace(mine, run=session.request.run))

    # -- drawing ---------------------------------------------------------------------------------------------

    def _draw_if_new(self) -> None:
        if self._dirty:
            self.draw()

    def draw(self) -> None:
        """Show the latest stages and the list as far as it came."""
        self._dirty = False
        if self.current is None:
            return
        height = self._screen.size.height
        low = height < LOW or (height < HIGH and not self.active)
        stages = stage_rows(self.current.session.progress, self.active)
        self.stages.update(lines(*stages[-(2 if low else MOST_STAGES) :]))
        self._inputs.page.show(partial(list_page, self.current.session.progress), stays=self.active)

    # -- what is done with a result --------------------------------------------------------------------------

    def discard(self, then: Callable[[], None]) -> None:
        """Discard the result (asking first if it is unsaved), then call `then`."""

        def answered(key: str | None) -> None:
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
        choices = (AnswerOption("s", "Save it first"), AnswerOption("w", "Go on without it"))
        text = "It would be gone from here. Esc leaves everything as it is."
        self._screen.app.push_screen(Question("What is written is not saved", text, choices), answered)

    def _finished(self) -> GenerationRun | None:
        """The run whose result is on the screen; says so if there is none."""
        if self.result is None:
            self._inputs.tell("It is still being written: esc stops it." if self.active else NOTHING)
            return None
        return self.current

    def fit(self) -> None:
        """Ask what is special about the result, and tailor it."""
        if self._finished() is not None and (written := self.result) is not None:
            bare = replace(written, extra=(), uncertain=())
            self._screen.host.navigation.tailor(bare, self._inputs.hint)

    def save(self) -> None:
        """Save the result in the library; the memory takes it in when it is next asked."""
        if (run := self._finished()) is None:
            return
        if run.session.is_saved and (entry := run.session.saved):
            self._inputs.tell(f"It is saved already, as {entry.id}.")
        elif not run.saving:  # once however often the key comes
            run.saving = True
            run_aside(self._screen, partial(self._save, run), group="generate.save")

    async def _save(self, run: GenerationRun) -> None:
        written = run.session.progress.kept()
        assert written is not None  # asked before
        try:
            entry = await asyncio.to_thread(run.session.save, written)
        except TailorError as error:
            self._screen.app.push_screen(ErrorDialog.of(error), mode=self._screen.room)
            return
        finally:
            run.saving = False
        self._inputs.tell(f"Saved as {entry.id}. F3 shows your library.")

    # -- the critic's rounds ---------------------------------------------------------------------------------

    def open_rounds(self) -> None:
        """Review the edits of the critic's rounds; the result is what is decided there."""
        if (run := self._finished()) is None:
            return
        session = run.session
        review = session.reviewed()
        if review is None:
            self._inputs.tell("No critic changed anything here, so there is nothing to decide on.")
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
        """Take over what was decided in the review that was left just now."""
        if self._review is None or self.current is None or self.active:
            return
        before = self.result
        self.current.session.decide(self._review.model.review)
        if self.result != before:
            self.draw()
            self._inputs.tell("This is what you decided. s saves it, enter makes it fit your situation.")

    def _rounds_saved(self, screen: ReviewScreen) -> None:
        """Note that what was decided is in the library."""
        if screen is self._review and self.current is not None and screen.session.saved is not None:
            self.current.session.decide(screen.model.review)
            self.current.session.keep(screen.session.saved, self.current.session.progress.kept())

    # -- another way beside it -------------------------------------------------------------------------------

    def write_beside(self) -> None:
        """Write the same goal in another way, and show both side by side."""
        if (run := self._finished()) is None:
            return
        others = [one for one in self._inputs.ways.ways if one != run.way]
        if not others:
            self._inputs.tell("Without a model there is one way only. F9 on Home connects one.")
            return
        settings = self._workspace.config.generation
        picks = [ChooserItem(one.method, f"{one.name} · {one.cost(settings)}", one.says) for one in others]

        def chosen(method: str | None) -> None:
            way = next((one for one in others if one.method == method), None)
            if way is not None and self.current is not None:
                asked = replace(self.current.session.request, method=way.method, hint="", run=uuid4().hex[:12])
                second = GenerationRun(way=way, session=GenerationSession.open(self._workspace, asked))
                self._screen.app.push_screen(BesideScreen(self.current, second, self.listen, self._keep_one))

        self._screen.app.push_screen(Chooser("Write it in which other way?", picks, others[0].method), chosen)

    def _keep_one(self, kept: GenerationRun) -> None:
        """Show the list that was chosen; the other one is gone."""
        if kept is not self.current:
            self.current, self._review = kept, None
            self.draw()
            words = f"Kept: {kept.way.name} ({kept.cost()}). s saves it, enter makes it fit your situation."
            self._inputs.tell(words)
