"""A run of Generate: who answers, the record, the stages while it runs, and how it ends.

Owns these. Refuses to lose what came: a run that was stopped or failed leaves its newest list. The inputs are
`generate_inputs`', what is done with a result is `generate_keeping`'s.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING
from uuid import uuid4

from textual import work
from textual.events import Resize
from textual.widgets import Static

from memory.errors import memory_error_words
from tailor.core.errors import TailorError
from tailor.core.events import Done, Event
from tailor.runs.generate import GenerateRequest, check, generate
from tailor.screens.base import HIGH, LOW
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.generate.draft import GenerationProgress, GenerationRun, ending
from tailor.screens.generate.inputs import Inputs
from tailor.screens.widgets.content import lines, notify
from tailor.screens.widgets.page_view import PageView

if TYPE_CHECKING:
    from memory.generation.calls import Cache
    from memory.generation.retrieval import Retriever
    from tailor.agents.stages import BackendInfo
    from tailor.core.procedure import Procedure
    from tailor.core.protocols import Model
    from tailor.library.entries import LibraryEntry
    from tailor.screens.generate.options import MethodOption
    from tailor.screens.review.screen import ReviewScreen
    from tailor.workspace import Workspace

REDRAW = 0.1
"""Seconds between two drawings of what streams in."""
"""Rows of a window that make it a low one, and a high one (the breakpoints of `Frame`)."""
MOST_STAGES = 8
"""Rows of stages: one for each kind, and one while the server makes it wait."""


class Running(Inputs):
    """Runs what the inputs ask for."""

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__(workspace)
        self.running = False
        self.stop = asyncio.Event()
        self.writing: GenerationRun | None = None
        """What is written, or stands there."""
        self._cache: Cache = {}
        self._before: GenerateRequest | None = None
        self._dirty = False

    @property
    def progress(self) -> GenerationProgress | None:
        """What came of the run so far."""
        return self.writing.progress if self.writing is not None else None

    def current_procedure(self) -> "Procedure | None":
        """The result."""
        return self.result()

    def result(self) -> "Procedure | None":
        """What stands there; None while nothing does, or a run still writes."""
        return self.progress.kept() if self.progress is not None and not self.running else None

    def new_writing(self, way: "MethodOption") -> GenerationRun:
        """A run to come; TailorError for a request that makes no sense."""
        request = self.request(way, uuid4().hex[:12])
        check(request)
        return GenerationRun(
            way=way, request=request, progress=GenerationProgress(request.goal, request.resources)
        )

    def begin_run(self) -> None:
        """Begins to write in the chosen way."""
        try:
            self.writing = self.new_writing(self.way)
        except TailorError as error:
            self.tell(error.message, wrong=True)
            return
        self.running = True
        self.stop = asyncio.Event()
        self._run(self.writing)

    @work(exclusive=True, group="generate.run", exit_on_error=False)
    async def _run(self, writing: GenerationRun) -> None:
        self.set_class(True, "-running")
        self.remove_class("-done")
        self.refresh_bindings()
        self._draw()
        self.tell("Begun. Esc stops it and keeps what came.")
        drawing = self.set_interval(REDRAW, self._draw_if_new)
        try:
            await self.listen(writing, self.stop, self._cache_for(writing.request))
            self._end(*ending(writing.events, _keep(writing)))
        except TailorError as error:
            self._end(memory_error_words(error), wrong=True)
        finally:
            drawing.stop()
            self.running = False
            self.remove_class("-running")
            self.refresh_bindings()

    async def listen(self, writing: GenerationRun, stop: asyncio.Event, cache: "Cache") -> None:
        """All events of a run, into its record and its progress; TailorError where nobody can be asked."""
        model, writing.by = await self._answering()
        retriever = await self._retriever(writing.request, model)
        writing.record = self._record(writing.request.run)
        record, began = writing.record, monotonic()
        try:
            events = generate(writing.request, model, retriever, by=writing.by, stop=stop, cache=cache)
            async with aclosing(events):
                async for event in events:
                    if not (writing.request.hint and isinstance(event, Done)):  # its run goes on: one road
                        record = _written(event, record)
                    writing.progress.take(event)
                    self._dirty = True
        finally:
            writing.seconds = monotonic() - began

    def _end(self, words: str, wrong: bool) -> None:
        self.running = False
        if self.progress is not None and self.progress.kept() is None:
            self._draw()
            self.writing = None
        else:
            self.add_class("-done")
            self._draw()
        self.tell(words, wrong=wrong)
        if self.app.current_mode != self.room:
            notify(self, "F4 shows what came of it.", title="Generate is done")
        if self.writing is not None and self.writing.progress.finished and self.writing.request.hint:
            self.go_on(self.writing)

    def go_on(self, writing: GenerationRun) -> None:
        """A goal with a hint: what was written is tailored in the same run, and there is one review."""
        from tailor.runs.customize import check_request, request_for
        from tailor.runs.history import written_of
        from tailor.runs.session import RunSession
        from tailor.screens.dialogs.base import ErrorDialog
        from tailor.screens.review.screen import ReviewScreen

        try:
            written = written_of(writing.events)
            assert written is not None  # a run that finished wrote a list
            asked, workspace = writing.request, self.workspace
            request = request_for(
                workspace.config, written, asked.hint, profile=workspace.profile(), run=asked.run
            )
            check_request(request)
            session = RunSession.after_generation(workspace, request, writing.events, writing.record)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error), mode=self.room)
            return
        screen = ReviewScreen(session.request.procedure, session.request.hint, session)
        # what is asked later counts on from the generation
        screen.model.log = [event for event in writing.events if not isinstance(event, Done)]
        self.app.push_screen(screen, mode=self.room)  # one may have gone on with something else by now

    # -- who answers, what is leaned on ----------------------------------------------------------------------

    async def _answering(self) -> "tuple[Model | None, BackendInfo]":
        """The model, None for the built-in tailor; TailorError where the server cannot be asked."""
        backend = (await self.workspace.backend(to_choose="F9 on Home lets you choose.")).reached()
        return backend.model, backend.info

    async def _retriever(self, request: GenerateRequest, model: "Model | None") -> "Retriever":
        from memory.generation.retrieval import FromMemory, Nothing

        if request.method == "zero_shot" and model is not None:
            return Nothing()
        return FromMemory(await self.workspace.memory())

    def _cache_for(self, request: GenerateRequest) -> "Cache":
        """The calls of the run before, where only what is left aside differs; else none."""
        from dataclasses import replace

        before, self._before = self._before, request
        alike = before is not None and replace(before, without=request.without, run=request.run) == request
        if not alike or (before is not None and before.without == request.without):
            self._cache = {}
        return self._cache

    def _record(self, run: str) -> Path | None:
        from tailor.runs.history import run_file

        try:
            return run_file(self.workspace.paths.runs, run)
        except TailorError as error:
            notify(self, error.message, title="This run cannot be kept for later", severity="warning")
            return None

    def record_anew(self, events: Sequence[Event], run: str) -> Path | None:
        """The same events as a run of their own."""
        from dataclasses import replace

        from tailor.core.events import RunStarted

        record = path = self._record(run)
        for event in events:
            mine = replace(event, hint="") if isinstance(event, RunStarted) else event
            record = _written(replace(mine, run=run), record)
        return path

    # -- drawing ---------------------------------------------------------------------------------------------

    def _draw_if_new(self) -> None:
        if self._dirty:
            self._draw()

    def _draw(self) -> None:
        self._dirty = False
        if self.progress is None:
            return
        stages = self.progress.stages(self.running)
        self.query_one("#stages", Static).update(lines(*stages[-self._room_for_stages() :]))
        self.query_one(PageView).show(self.progress.page, stays=self.running)

    def _room_for_stages(self) -> int:
        """Rows for the latest stages, so that the list they make keeps the most of a small window."""
        if self.size.height < LOW or (self.size.height < HIGH and not self.running):
            return 2
        return MOST_STAGES

    def on_resize(self, event: Resize) -> None:
        """Another height has room for more stages, or for fewer."""
        self._draw()


def _keep(writing: GenerationRun) -> bool:
    """Keeps what came; whether there is something."""
    writing.progress.result = writing.progress.kept()
    return writing.progress.result is not None


def _written(event: Event, record: Path | None) -> Path | None:
    """Adds to the record; a full disk ends the record, not the run."""
    from tailor.runs.record import dump

    if record is None:
        return None
    try:
        dump((event,), record)
    except OSError:
        return None
    return record


NOTHING = "Nothing is written yet: g writes it."


class GenerateKeeping(Running):
    """The moves on a result."""

    _review: "ReviewScreen | None" = None
    """The review of the rounds that was opened last."""

    def discard_draft(self, then: Callable[[], None]) -> None:
        """Does `then` in place of the result that stands there; one that is not saved is asked about first."""
        if self.result() is None or (self.writing is not None and self.writing.is_saved):
            self._put_away(then, "w")
            return
        choices = (AnswerOption("s", "Save it first"), AnswerOption("w", "Go on without it"))
        text = "It would be gone from here. Esc leaves everything as it is."
        self.app.push_screen(
            Question("What is written is not saved", text, choices), partial(self._put_away, then)
        )

    def _put_away(self, then: Callable[[], None], answer: str | None) -> None:
        if answer == "s":
            self.action_save()
        elif answer == "w":
            self.writing = None
            self.remove_class("-done")
            self.query_one("#stages", Static).update("")
            then()
            self.refresh_bindings()

    def _stands(self) -> GenerationRun | None:
        """What stands there; says so where nothing does."""
        if self.result() is None:
            self.tell("It is still being written: esc stops it." if self.running else NOTHING)
            return None
        return self.writing

    # -- the critic's rounds ---------------------------------------------------------------------------------

    def action_rounds(self) -> None:
        """The critic's rounds as edits to decide on; what is decided is what stands there from then on."""
        writing = self._stands()
        if writing is None:
            return
        review = writing.reviewed()
        if review is None:
            self.tell("No critic changed anything here, so there is nothing to decide on.")
            return
        from tailor.runs.history import StoredRun
        from tailor.screens.navigation import reopened

        if writing.request.hint:  # its own run went on to the tailoring
            writing.request = replace(writing.request, hint="", run=uuid4().hex[:12])
            writing.record = self.record_anew(writing.events, writing.request.run)
        run = writing.request.run
        path = writing.record or self.workspace.paths.runs / f"{run}.jsonl"
        screen = reopened(
            self.workspace, StoredRun(id=run, path=path, events=tuple(writing.events), review=review)
        )
        screen.session.saved = writing.entry
        screen.session.after_save = self._rounds_saved
        self._review = screen
        self.app.push_screen(screen)

    def take_rounds(self) -> None:
        """What was decided in the review that was left just now."""
        screen, writing = self._review, self.writing
        if screen is None or writing is None or self.running:
            return
        before = self.result()
        writing.decide(screen.model.review)
        if self.result() != before:
            self._draw()
            self.tell("This is what you decided. s saves it, enter makes it fit your situation.")

    def _rounds_saved(self) -> None:
        """What was decided is in the library."""
        screen, writing = self._review, self.writing
        if screen is None or writing is None or screen.session.saved is None:
            return
        writing.decide(screen.model.review)
        writing.keep(screen.session.saved, writing.progress.kept())

    # -- another way beside it -------------------------------------------------------------------------------

    def action_beside(self) -> None:
        """Asks for another way; the same goal is written in it and laid beside what stands there."""
        writing = self._stands()
        if writing is None:
            return
        others = self.other_ways(writing.way)
        if not others:
            self.tell("Without a model there is one way only. F9 on Home connects one.")
            return
        from tailor.screens.dialogs.chooser import Chooser, ChooserItem

        settings = self.workspace.config.generation
        picks = [ChooserItem(one.method, f"{one.name} · {one.cost(settings)}", one.says) for one in others]
        self.app.push_screen(Chooser("Write it in which other way?", picks, others[0].method), self._lay_beside)

    def _lay_beside(self, method: str | None) -> None:
        left, way = self.writing, self.way_named(method)
        if way is None or left is None:
            return
        from tailor.screens.generate.compare import BesideScreen

        asked = replace(left.request, method=way.method, hint="", run=uuid4().hex[:12])
        right = GenerationRun(way=way, request=asked, progress=GenerationProgress(asked.goal, asked.resources))
        self.app.push_screen(BesideScreen(left, right, self.listen, self._keep_one))

    def _keep_one(self, kept: GenerationRun) -> None:
        """The list that was chosen stands from now on; the other one is gone."""
        if kept is self.writing:
            return
        self.writing, self._review = kept, None
        self._draw()
        self.tell(f"Kept: {kept.way.name} ({kept.cost()}). s saves it, enter makes it fit your situation.")

    # -- tailor, save ----------------------------------------------------------------------------------------

    def action_fit(self) -> None:
        """Says what is special about the result: Modify and Verify, one review."""
        writing = self._stands()
        if writing is not None and (written := self.result()) is not None:
            self.host.navigation.tailor(replace(written, extra=(), uncertain=()), self.typed("special"))

    def action_save(self) -> None:
        """Keeps the result in the library; the memory takes it in when it is next asked."""
        writing = self._stands()
        if writing is None:
            return
        if writing.is_saved:
            self.tell(f"It is saved already, as {writing.saved}.")
        elif not writing.saving:  # once however often the key comes
            writing.saving = True
            self._save(writing)

    @work(group="generate.save", exit_on_error=False)
    async def _save(self, writing: GenerationRun) -> None:
        written = writing.progress.kept()
        assert written is not None  # asked before
        try:
            entry = await asyncio.to_thread(self._saved, writing, written)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error), mode=self.room)
            return
        finally:
            writing.saving = False
        writing.keep(entry, written)
        self.tell(f"Saved as {entry.id}. F3 shows your library.")

    def _saved(self, writing: GenerationRun, written: "Procedure") -> "LibraryEntry":
        from tailor.runs.session import learn

        entry = self.workspace.library.save(
            written, origin="generated", made=writing.made, version_of=writing.saved or None
        )
        if writing.rounds is not None:
            learn(writing.rounds, self.workspace.lessons)
        return entry
