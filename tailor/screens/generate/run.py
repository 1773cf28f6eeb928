"""A run of Generate and its result: who answers, the record, the stages, and what is done afterwards.

What came of a run is never lost: one that is stopped or fails leaves its newest list, and a list that is not
saved is only replaced after a question.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from uuid import uuid4

from textual.widgets import Static

from memory.errors import memory_error_words
from memory.generation.calls import Cache
from memory.generation.retrieval import FromMemory, Nothing, Retriever
from tailor.agents.stages import BackendInfo
from tailor.core.errors import TailorError
from tailor.core.events import Done, Event, RunStarted
from tailor.core.procedure import Procedure
from tailor.core.protocols import Model
from tailor.library.entries import LibraryEntry
from tailor.runs.customize import check_request, request_for
from tailor.runs.generate import GenerateRequest, check, generate
from tailor.runs.history import StoredRun, run_file, written_of
from tailor.runs.record import dump
from tailor.runs.session import RunSession, learn
from tailor.screens.base import HIGH, LOW
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.chooser import Chooser, ChooserItem
from tailor.screens.generate.compare import BesideScreen
from tailor.screens.generate.draft import GenerationProgress, GenerationRun, ending
from tailor.screens.generate.inputs import Inputs
from tailor.screens.generate.options import MethodOption
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
        return self.current.progress.kept() if self.current is not None and not self.active else None

    # -- running ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin to write in the chosen way."""
        way = self._inputs.ways.way
        try:
            request = self._inputs.request(way, uuid4().hex[:12])
            check(request)
        except TailorError as error:
            self._inputs.tell(error.message, wrong=True)
            return
        self.current = _begun(way, request)
        self.active = True
        self._stop = asyncio.Event()
        work = self._run(self.current)
        self._screen.run_worker(work, group="generate.run", exit_on_error=False, exclusive=True)

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
            await self.listen(run, self._stop, self._cache_for(run.request))
            run.progress.result = run.progress.kept()
            self._end(run, *ending(run.events, run.progress.result is not None))
        except TailorError as error:
            self._end(run, memory_error_words(error), wrong=True)
        finally:
            drawing.stop()
            self.active = False
            self._screen.set_class(False, "-running")
            self._screen.refresh_bindings()

    async def listen(self, run: GenerationRun, stop: asyncio.Event, cache: Cache) -> None:
        """Take all events of a run into its record and its progress. TailorError if nobody can be asked."""
        model, run.by = await self._answering()
        retriever = await self._retriever(run.request, model)
        run.record = self._record(run.request.run)
        record, began = run.record, monotonic()
        try:
            events = generate(run.request, model, retriever, by=run.by, stop=stop, cache=cache)
            async with aclosing(events):
                async for event in events:
                    if not (run.request.hint and isinstance(event, Done)):  # with a hint the same run goes on
                        record = _written(event, record)
                    run.progress.take(event)
                    self._dirty = True
        finally:
            run.seconds = monotonic() - began

    def _end(self, run: GenerationRun, words: str, wrong: bool) -> None:
        self.active = False
        kept = run.progress.kept() is not None
        self._screen.set_class(kept, "-done")
        self.draw()
        if not kept:
            self.current = None
        self._inputs.tell(words, wrong=wrong)
        if self._screen.app.current_mode != self._screen.room:
            notify(self._screen.app, "F4 shows what came of it.", title="Generate is done")
        if kept and run.progress.finished and run.request.hint:
            self._go_on(run)

    def _go_on(self, run: GenerationRun) -> None:
        """Tailor what was written to the hint, in the same run: there is one review."""
        app, room = self._screen.app, self._screen.room
        written = written_of(run.events)
        assert written is not None  # a finished run wrote a list
        try:
            hint, profile = run.request.hint, self._workspace.profile()
            request = request_for(self._workspace.config, written, hint, profile=profile, run=run.request.run)
            check_request(request)
            session = RunSession.after_generation(self._workspace, request, run.events, run.record)
        except TailorError as error:
            app.push_screen(ErrorDialog.of(error), mode=room)
            return
        screen = ReviewScreen(session.request.procedure, session.request.hint, session)
        # what is asked later counts on from the generation
        screen.model.log = [event for event in run.events if not isinstance(event, Done)]
        app.push_screen(screen, mode=room)  # the person may be on another screen by now

    # -- who answers, and what it leans on -------------------------------------------------------------------

    async def _answering(self) -> tuple[Model | None, BackendInfo]:
        """The model, None for the built-in tailor. TailorError if the server cannot be asked."""
        backend = await self._workspace.backend(to_choose="F9 on Home lets you choose.")
        return backend.reached().model, backend.info

    async def _retriever(self, request: GenerateRequest, model: Model | None) -> Retriever:
        if request.method == "zero_shot" and model is not None:
            return Nothing()
        return FromMemory(await self._workspace.memory())

    def _cache_for(self, request: GenerateRequest) -> Cache:
        """The calls of the run before if only what is left aside differs, else none."""
        before, self._before = self._before, request
        alike = before is not None and replace(before, without=request.without, run=request.run) == request
        if not alike or (before is not None and before.without == request.without):
            self._cache = {}
        return self._cache

    def _record(self, run: str) -> Path | None:
        try:
            return run_file(self._workspace.paths.runs, run)
        except TailorError as error:
            notify(self._screen.app, error.message, title="This run cannot be kept for later", severity="warning")
            return None

    def _record_anew(self, events: Sequence[Event], run: str) -> Path | None:
        """Record the same events as a run of their own, without a hint."""
        record = path = self._record(run)
        for event in events:
            mine = replace(event, hint="") if isinstance(event, RunStarted) else event
            record = _written(replace(mine, run=run), record)
        return path

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
        stages = self.current.progress.stages(self.active)
        self.stages.update(lines(*stages[-(2 if low else MOST_STAGES) :]))
        self._inputs.page.show(self.current.progress.page, stays=self.active)

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

        if self.result is None or (self.current is not None and self.current.is_saved):
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
        if run.is_saved:
            self._inputs.tell(f"It is saved already, as {run.saved}.")
        elif not run.saving:  # once however often the key comes
            run.saving = True
            self._screen.run_worker(self._save(run), group="generate.save", exit_on_error=False)

    async def _save(self, run: GenerationRun) -> None:
        written = run.progress.kept()
        assert written is not None  # asked before
        try:
            entry = await asyncio.to_thread(self._saved, run, written)
        except TailorError as error:
            self._screen.app.push_screen(ErrorDialog.of(error), mode=self._screen.room)
            return
        finally:
            run.saving = False
        run.keep(entry, written)
        self._inputs.tell(f"Saved as {entry.id}. F3 shows your library.")

    def _saved(self, run: GenerationRun, written: Procedure) -> LibraryEntry:
        workspace = self._workspace
        entry = workspace.library.save(written, origin="generated", made=run.made, version_of=run.saved or None)
        if run.rounds is not None:
            learn(run.rounds, workspace.lessons)
        return entry

    # -- the critic's rounds ---------------------------------------------------------------------------------

    def open_rounds(self) -> None:
        """Review the edits of the critic's rounds; the result is what is decided there."""
        if (run := self._finished()) is None:
            return
        review = run.reviewed()
        if review is None:
            self._inputs.tell("No critic changed anything here, so there is nothing to decide on.")
            return
        if run.request.hint:  # its own run went on to the tailoring
            run.request = replace(run.request, hint="", run=uuid4().hex[:12])
            run.record = self._record_anew(run.events, run.request.run)
        workspace, id = self._workspace, run.request.run
        path = run.record or workspace.paths.runs / f"{id}.jsonl"
        screen = reopened(workspace, StoredRun(id=id, path=path, events=tuple(run.events), review=review))
        screen.session.saved = run.entry
        screen.session.after_save = partial(self._rounds_saved, screen)
        self._review = screen
        self._screen.app.push_screen(screen)

    def take_rounds(self) -> None:
        """Take over what was decided in the review that was left just now."""
        if self._review is None or self.current is None or self.active:
            return
        before = self.result
        self.current.decide(self._review.model.review)
        if self.result != before:
            self.draw()
            self._inputs.tell("This is what you decided. s saves it, enter makes it fit your situation.")

    def _rounds_saved(self, screen: ReviewScreen) -> None:
        """Note that what was decided is in the library."""
        if screen is self._review and self.current is not None and screen.session.saved is not None:
            self.current.decide(screen.model.review)
            self.current.keep(screen.session.saved, self.current.progress.kept())

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
                left = self.current
                asked = replace(left.request, method=way.method, hint="", run=uuid4().hex[:12])
                screen = BesideScreen(left, _begun(way, asked), self.listen, self._keep_one)
                self._screen.app.push_screen(screen)

        self._screen.app.push_screen(Chooser("Write it in which other way?", picks, others[0].method), chosen)

    def _keep_one(self, kept: GenerationRun) -> None:
        """Show the list that was chosen; the other one is gone."""
        if kept is not self.current:
            self.current, self._review = kept, None
            self.draw()
            words = f"Kept: {kept.way.name} ({kept.cost()}). s saves it, enter makes it fit your situation."
            self._inputs.tell(words)


def _begun(way: MethodOption, request: GenerateRequest) -> GenerationRun:
    return GenerationRun(way=way, request=request, progress=GenerationProgress(request.goal, request.resources))


def _written(event: Event, record: Path | None) -> Path | None:
    """Add the event to the record; a full disk ends the record, not the run."""
    if record is None:
        return None
    try:
        dump((event,), record)
    except OSError:
        return None
    return record
