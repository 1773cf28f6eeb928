"""A run of Generate: who answers, the record, the stages while it runs, and what is done with the result.

Owns these. Refuses to lose what came: a run that was stopped or failed leaves its newest list. The inputs are
`generate`'s.
"""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from textual import work
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.core.events import Event
from tailor.generate import BUILTIN, GenerateRequest, check, generate
from tailor.screens.dialogs import Choice, ErrorDialog, Question
from tailor.screens.generate_stages import Progress, ending
from tailor.screens.memory_desk import trouble_words
from tailor.screens.memory_tailoring import Tailoring
from tailor.screens.pageview import PageView
from tailor.screens.safe import lines, say

if TYPE_CHECKING:
    from memory.calling import Cache
    from memory.retrieval import Analogy, Retriever
    from tailor.core.model import Model
    from tailor.core.procedure import Procedure
    from tailor.core.stand import Answering
    from tailor.screens.generate_ways import Way
    from tailor.screens.memory_desk import MemoryDesk

REDRAW = 0.1
"""Seconds between two drawings of what streams in."""


class Running(Tailoring):
    """Runs what the inputs ask for."""

    desk: "MemoryDesk"
    running = False
    saved = ""
    """Id in the library of the result that stands there; "" while it is not saved."""
    progress: Progress | None = None

    def __init__(self) -> None:
        super().__init__()
        self.stop = asyncio.Event()
        self.dropped: dict[str, Analogy] = {}
        self._cache: Cache = {}
        self._before: GenerateRequest | None = None
        self._ran: tuple[GenerateRequest, Answering] | None = None
        self._dirty = False

    @property
    def way(self) -> "Way":
        """The chosen way."""
        raise NotImplementedError

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """A sentence in place."""
        raise NotImplementedError

    def request(self, run: str = "") -> GenerateRequest:
        """What is asked for now."""
        raise NotImplementedError

    def action_begin(self) -> None:
        """Begins to write."""
        if not self.running:
            self.let_go(self._begin_run)

    def let_go(self, then: Callable[[], None]) -> None:
        """Does `then` in place of the result that stands there; one that is not saved is asked about first."""
        if self.result() is None or self.saved:
            self._put_away(then, "w")
            return
        choices = (Choice("s", "Save it first"), Choice("w", "Go on without it"))
        text = "It would be gone from here. Esc leaves everything as it is."
        self.app.push_screen(
            Question("What is written is not saved", text, choices), partial(self._put_away, then)
        )

    def _put_away(self, then: Callable[[], None], answer: str | None) -> None:
        if answer == "s":
            self.action_save()
        elif answer == "w":
            self.progress = None
            self.remove_class("-done")
            self.query_one("#stages", Static).update("")
            then()

    def _begin_run(self) -> None:
        try:
            request = self.request(uuid4().hex[:12])
            check(request)
        except TailorError as error:
            self.tell(error.message, wrong=True)
            return
        self.running, self.saved = True, ""
        self.stop = asyncio.Event()
        self.progress = Progress(request.goal, request.resources)
        self._run(request)

    @work(exclusive=True, group="generate.run", exit_on_error=False)
    async def _run(self, request: GenerateRequest) -> None:
        self.set_class(True, "-running")
        self.remove_class("-done")
        self._draw()
        self.tell("Begun. Esc stops it and keeps what came.")
        drawing = self.set_interval(REDRAW, self._draw_if_new)
        try:
            await self._listen(request)
        except TailorError as error:
            self._end(trouble_words(error), wrong=True)
        finally:
            drawing.stop()
            self.running = False
            self.remove_class("-running")

    async def _listen(self, request: GenerateRequest) -> None:
        """All events of the run, into the record and the progress."""
        assert self.progress is not None
        model, by = await self._answering()
        retriever = await self._retriever(request, model)
        self._ran = (request, by)
        record = self._record(request.run)
        cache = self._cache_for(request)
        async with aclosing(generate(request, model, retriever, by=by, stop=self.stop, cache=cache)) as events:
            async for event in events:
                record = _written(event, record)
                self.progress.take(event)
                self._dirty = True
        words, wrong = ending(self.progress.events, self._keep())
        self._end(words, wrong=wrong)

    def _keep(self) -> bool:
        """Keeps what came; whether there is something."""
        assert self.progress is not None
        self.progress.result = self.progress.kept()
        return self.progress.result is not None

    def _end(self, words: str, *, wrong: bool) -> None:
        self.running = False
        if self.progress is not None and self.progress.kept() is None:
            self._draw()
            self.progress = None
        else:
            self.add_class("-done")
            self._draw()
        self.tell(words, wrong=wrong)

    # -- who answers, what is leaned on ----------------------------------------------------------------------

    async def _answering(self) -> "tuple[Model | None, Answering]":
        """The model, None for the built-in tailor; TailorError where the server cannot be asked."""
        from tailor.answering import Unreachable, crew_for
        from tailor.core.agents import ModelCrew

        back = self.back
        crew, by = await crew_for(
            back.config, back.places, back.environment, lent=back.lent, to_choose="F9 on Home lets you choose."
        )
        if isinstance(crew, Unreachable):
            raise crew.error
        return (crew.model if isinstance(crew, ModelCrew) else None), by

    async def _retriever(self, request: GenerateRequest, model: "Model | None") -> "Retriever":
        from memory.retrieval import FromMemory, Nothing

        if request.method == "zero_shot" and model is not None:
            return Nothing()
        return FromMemory(await self.desk.memory())

    def _cache_for(self, request: GenerateRequest) -> "Cache":
        """The calls of the run before, where only what is left aside differs; else none."""
        before, self._before = self._before, request
        alike = before is not None and replace(before, without=request.without, run=request.run) == request
        if not alike or (before is not None and before.without == request.without):
            self._cache = {}
        return self._cache

    def _record(self, run: str) -> Path | None:
        from tailor.runs import run_file

        try:
            return run_file(self.back.places.runs, run)
        except TailorError as error:
            say(self, error.message, title="This run cannot be kept for later", severity="warning")
            return None

    # -- drawing ---------------------------------------------------------------------------------------------

    def _draw_if_new(self) -> None:
        if self._dirty:
            self._draw()

    def _draw(self) -> None:
        self._dirty = False
        if self.progress is None:
            return
        self.query_one("#stages", Static).update(lines(*self.progress.stages(self.running)))
        self.query_one(PageView).show(self.progress.page)

    # -- the result ------------------------------------------------------------------------------------------

    def result(self) -> "Procedure | None":
        """What stands there; None while nothing does, or a run still writes."""
        return self.progress.kept() if self.progress is not None and not self.running else None

    def action_fit(self) -> None:
        """Says what is special about the result: Modify and Verify, one review."""
        written = self.result()
        if written is None:
            self.tell("There is nothing to tailor yet: g writes it.")
        else:
            self.tailor(replace(written, extra=(), uncertain=()))

    @work(exclusive=True, group="generate.save", exit_on_error=False)
    async def action_save(self) -> None:
        """Keeps the result in the library, and a row of it in the memory."""
        written = self.result()
        if written is None or self._ran is None:
            self.tell("There is nothing to save yet: g writes it.")
            return
        if self.saved:
            self.tell(f"It is saved already, as {self.saved}.")
            return
        try:
            self.saved = await asyncio.to_thread(self._save, written)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        self.tell(f"Saved as {self.saved}. F3 shows your library.")
        await self._remember()

    def _save(self, written: "Procedure") -> str:
        from tailor.library.entry import Made

        assert self._ran is not None
        request, by = self._ran
        method = BUILTIN if by.provider == "builtin" else request.method
        made = Made(method=method, prompts=request.prompts, provider=by.provider, model=by.model, run=request.run)
        return self.back.library.save(written, origin="generated", made=made).id

    async def _remember(self) -> None:
        """A row for the new file; where that fails, rebuilding the memory brings it."""
        from memory.messages import LIBRARY

        try:
            saved = await asyncio.to_thread(self.back.library.load, self.saved)
            await (await self.desk.memory()).add((saved.procedure,), source=LIBRARY)
        except TailorError as error:
            self.tell(f"Saved as {self.saved}, but not in the memory yet: {trouble_words(error)}", wrong=True)


def _written(event: Event, record: Path | None) -> Path | None:
    """Adds to the record; a full disk ends the record, not the run."""
    from tailor.record import dump

    if record is None:
        return None
    try:
        dump((event,), record)
    except OSError:
        return None
    return record
