"""The Memory screen: search all that Tailor can build on; tailor, tag, delete or copy a row; import and rebuild.

`RowChanges` changes single rows, `LongJob` imports and rebuilds. While a long job runs, searches wait.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from os.path import expanduser
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker

from memory.client import Memory
from memory.errors import memory_error_words
from memory.messages import LIBRARY, MemoryHit, Mode, Rebuilt, RequestProgress, Stats, procedure_of, source_words
from memory.relevance import LOOKED_AT, RelevantHit, fits, relevant
from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure
from tailor.core.text import counted, normal, one_line
from tailor.library.entries import told_apart
from tailor.library.store import read_entry
from tailor.screens.base import SearchField, Searching, run_aside
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.widgets.content import MUTED, closeness_bar, notify, row_text, titled, words_found
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import NARROWEST_FIGURES, ListRow, PageView, note_page, procedure_page
from tailor.threads import aside
from tailor.workspace import Workspace

OWN = ("library", "starter", "")  # sources that are shown beside the goal; those of imported rows are too long
PAUSE = 0.12  # seconds after the last letter before a search begins
LONG = 1.0  # seconds after which a search says that it is still running
MOST_TOLD = 20  # most rows named that an import skipped
WORDS = "Words from a title, ingredient or step"
QUESTION = "Ask for a step: how do I know the dough has risen"
EMPTY = "The memory is empty. ctrl+o imports a collection: .jsonl, .csv, or a folder of how-tos."


class FoundList(OptionList):
    HELP = "What was found, the closest first. The selected one is shown on the right."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Tailor it", id="memory.tailor", tooltip="Tailor it to your situation"),
        Binding("j", "cursor_down", "Down", show=False, id="memory.down"),
        Binding("k", "cursor_up", "Up", show=False, id="memory.up"),
    ]


def found_page(found: MemoryHit, width: int) -> list[Content]:
    """The found procedure and its source, below the found step if single steps are searched."""
    page = procedure_page(procedure_of(found), width)
    if found.source not in OWN:
        page += [Content(""), *note_page(f"From {one_line(found.source)}", MUTED, width)]
    if found.step is None:
        return page
    head = row_text((f"Step {found.step} of {len(found.steps)}", "$accent"))
    return [head, *note_page(found.steps[found.step - 1], "bold", width), Content(""), *page]


def figures(held: Stats) -> str:
    parts = ((held.library, "from your library"), (held.starter, "built in"), (held.imported, "imported"))
    told = ", ".join(f"{rows:,} {words}" for rows, words in parts if rows)
    size = f" · {held.size / 1e6:.1f} MB" if held.size else ""
    how = "searched by words" if held.embedder.startswith("lexical") else "searched by words and meaning"
    other = " ctrl+r rebuilds the index for the new settings." if held.wanted != held.embedder else ""
    return f"{held.rows:,} how-tos ({told or 'none'}) · {how}{size}.{other}"


def _hints_of(library: Path, hits: Sequence[MemoryHit]) -> dict[str, str]:
    """For each id, what tells the hit apart from others of the same goal. Reads files."""
    found = {one.id: one for one in hits}.values()
    entries = [read_entry(library / f"{one.id}.md") if one.source == LIBRARY else None for one in found]
    known = [
        (one, (entry.hint, entry.created) if entry else ("", ""))
        for one, entry in zip(found, entries, strict=True)
    ]
    special = told_apart((one.goal, *more, one.id) for one, more in known)
    return {one.id: words for one, words in zip(found, special, strict=True) if words}


AFTERWARDS = {"library": "Its file in your library stays.", "starter": "ctrl+r brings back all built-in how-tos."}
"""How a deleted row can come back, by its source; an imported one cannot."""


def _rebuilt_words(done: Rebuilt) -> str:
    """The result of a rebuild, and what could not be read."""
    rows = [f"The memory holds {done.rows:,} how-tos, {done.from_library:,} from your library."]
    if done.aside:
        rows.append(f"The damaged index was moved to {done.aside}. Please import your collections again.")
    rows += [f"Skipped: {id} in the library cannot be read." for id in done.damaged[:20]]
    return "\n".join(rows)


MEND = "Rebuild the memory's index"
WAITING = frozenset(["find", "steps", "bring", "rebuild", "out"])  # actions disabled during a long job
ANSWERED = frozenset(["steps", "bring"])  # actions that need a working memory
WITH_ONE = frozenset(["tag", "delete", "copy"])  # actions on the marked row
STOP, REBUILD = "do('job', 'stop')", "do('job', 'rebuild')"
"""Actions that the key bar may show first."""


class RowChanges:
    """Changes the tags of the marked row, or deletes it."""

    def __init__(self, screen: "MemoryScreen") -> None:
        self._screen = screen

    def tag(self) -> None:
        """Ask for the tags of the marked row, with the current ones filled in."""
        if (one := self._screen.chosen()) is not None:
            run_aside(self._screen, partial(self._ask_tags, one), group="memory.tag", exclusive=True)

    async def _ask_tags(self, one: MemoryHit) -> None:
        screen = self._screen
        try:
            kept = await (await screen.workspace.memory()).get(one.id)
        except TailorError as error:
            screen.tell(memory_error_words(error, here=True), wrong=True)
            return
        if kept is None:
            screen.tell("This one is no longer in the memory.", wrong=True)
            return
        about = f"For “{one.goal}”, separated by commas."

        def tagged(words: str) -> None:
            tags = tuple(dict.fromkeys(filter(None, map(str.strip, words.split(",")))))
            self._begin(lambda memory: memory.tag(one.id, tags), "Tags saved.", dialog.used)

        dialog = LineDialog("Tags", about, value=", ".join(kept.tags), enter="keep")
        screen.ask(dialog, tagged)

    def delete(self) -> None:
        """Delete the marked row after a question."""
        if (one := self._screen.chosen()) is None:
            return
        after = AFTERWARDS.get(one.source, "It cannot be brought back here.")
        choices = (AnswerOption("k", "Keep it"), AnswerOption("d", "Remove it"))
        question = Question("Remove this from the memory?", f"“{one.goal}”. {after}", choices)

        def answered(key: str) -> None:
            if key == "d":
                self._begin(lambda memory: memory.delete((one.id,)), "Removed.")

        self._screen.ask(question, answered)

    def _begin(
        self,
        change: Callable[[Memory], Awaitable[object]],
        words: str,
        then: Callable[[], object] = lambda: None,
    ) -> None:
        run_aside(self._screen, partial(self._change, change, words, then), group="memory.change")

    async def _change(
        self, change: Callable[[Memory], Awaitable[object]], words: str, then: Callable[[], object]
    ) -> None:
        screen = self._screen
        try:
            await change(await screen.workspace.memory())
        except TailorError as error:
            screen.tell(memory_error_words(error, here=True), wrong=True)
            return
        then()
        notify(screen, words)
        screen.held = None
        screen.look()


class LongJob:
    """An import, or a rebuild of the index: one at a time, with progress, stopped by Esc."""

    def __init__(self, screen: "MemoryScreen") -> None:
        self.busy = False
        self._screen = screen
        self._worker: Worker[None] | None = None
        self._doing = self._stopped = ""  # what to say while it runs, and once it is stopped

    def bring(self) -> None:
        about = (
            "A .jsonl or .csv file (also .gz), or a folder of how-tos. Importing the same one again does no harm."
        )
        dialog = LineDialog("Import", about, placeholder="/path/to/recipes.jsonl", enter="import")
        self._screen.ask(dialog, partial(self._import, dialog))

    def _import(self, asked: LineDialog, path: str) -> None:
        if not path:
            return
        where = expanduser(path)  # noqa: PTH111 - Path's raises for an unknown user

        async def job(memory: Memory) -> str:
            done = await memory.import_corpus(where, self.show_progress)
            asked.used()
            return "\n".join((done.counts(), *done.told(MOST_TOLD)))

        stopped = "Stopped. What was imported so far stays; import it again to go on from there."
        self._begin(job, f"Importing {one_line(Path(where).name or where, 60)}", stopped)

    def rebuild(self) -> None:
        """Bring back the rows of the starters and the library; embed again if the embedder changed."""

        async def job(memory: Memory) -> str:
            return _rebuilt_words(await memory.rebuild(self.show_progress))

        self._begin(job, "Rebuilding", "Stopped. What was rebuilt so far stays; ctrl+r starts again.")

    def _begin(self, job: Callable[[Memory], Awaitable[str]], doing: str, stopped: str) -> None:
        self.busy, self._doing, self._stopped = True, doing, stopped
        self._screen.refresh_bindings()
        self._worker = run_aside(self._screen, partial(self._run, job), group="memory.long", exclusive=True)

    async def _run(self, job: Callable[[Memory], Awaitable[str]]) -> None:
        screen = self._screen
        screen.tell(f"{self._doing} … Esc stops it; what is imported so far stays.")
        try:
            words = await job(await screen.workspace.memory())
        except TailorError as error:
            screen.tell(memory_error_words(error, here=True), wrong=True)
            return
        finally:
            self.busy, screen.held = False, None
            screen.refresh_bindings()
        self._report(words)
        screen.look()

    def _report(self, words: str) -> None:
        """Notify the person of the result; a list of what was skipped is shown in a dialog on this screen."""
        screen, (head, _, rest) = self._screen, words.partition("\n")
        if rest:
            screen.app.push_screen(ErrorDialog("Not all of it was imported", words), mode=screen.room)
        if not rest or screen.app.current_mode != screen.room:
            notify(screen, head)

    def show_progress(self, progress: RequestProgress) -> None:
        share = f"{progress.done / progress.total:.0%} · " if progress.total else ""
        far = f"{share}{progress.rows:,} how-tos"
        self._screen.tell(f"{self._doing}: {far}. Esc stops it; what is imported so far stays.")

    def stop(self) -> None:
        """Stop the job; what is in the memory by then stays."""
        if self._worker is not None:
            self._worker.cancel()
        self._screen.tell(self._stopped)


class MemoryScreen(Searching):
    CSS_PATH = ["memory.tcss", "follow/follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Everything Tailor can build on: your library, the built-in how-tos, and what you imported. Type to
    search; the dots show how close each match is. ctrl+t searches for single steps, the down arrow goes into the
    list. Enter tailors the selected one. ctrl+o imports and ctrl+r rebuilds the index, even while you type."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Search", id="memory.find", tooltip="Search for words"),
        Binding("ctrl+t", "steps", "Steps", id="memory.steps", tooltip="Single steps or whole how-tos"),
        Binding(
            "i,ctrl+o", "do('job', 'bring')", "Import", id="memory.import", tooltip="Import a file or a folder"
        ),
        Binding("t", "do('changes', 'tag')", "Tag", id="memory.tag", tooltip="Change its tags"),
        Binding("d", "do('changes', 'delete')", "Delete", id="memory.delete", tooltip="Remove it from the memory"),
        Binding("s", "stats", "Contents", show=False, id="memory.stats", tooltip="What is in the memory"),
        Binding("R,ctrl+r", REBUILD, "Rebuild", show=False, id="memory.rebuild", tooltip=MEND),
        Binding("y", "copy", "Copy its id", show=False, id="memory.copy"),
        Binding("escape", STOP, "Stop", id="memory.stop", tooltip="Stop, keep what is imported so far"),
        Binding("escape", "out", "Home", show=False, id="memory.home", tooltip="Clear the search, then Home"),
    ]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.kind: Mode = "procedures"
        self.found: tuple[RelevantHit, ...] = ()
        self.held: Stats | None = None  # what the memory holds; None to ask it again
        self.troubled = False  # the memory did not answer
        self.job = LongJob(self)
        self.changes = RowChanges(self)
        self._hints: dict[str, str] = {}
        self._stamp = -1
        self._searched = self._drawn = ""  # the query of `found`, and that of the list as drawn

    def body(self) -> Iterable[Widget]:
        yield titled(SearchField(placeholder=WORDS, id="find", select_on_focus=True), "Search")
        found, preview = FoundList(id="books"), PageView(id="preview")
        yield Horizontal(titled(found, "Memory"), titled(preview, "Steps"), id="middle")
        yield Static(id="says")

    def on_mount(self) -> None:
        self.query_one("#find").focus()

    def on_screen_resume(self) -> None:
        stamp = self.workspace.library_stamp
        if not self.job.busy and (self.held is None or stamp != self._stamp):
            self._stamp, self.held = stamp, None
            self.look()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable actions that a running job, an empty list or a failing memory rules out."""
        what = parameters[1] if action == "do" else action
        if what == "stop":
            return self.job.busy
        rules_out = (
            (what in WAITING and self.job.busy)
            or (what in WITH_ONE and not self.found)
            or (what in ANSWERED and self.troubled)
        )
        return False if rules_out else super().check_action(action, parameters)

    def pressing(self) -> Collection[str]:
        """The key that stops a long job, or that rebuilds an index that cannot be read."""
        return (STOP,) if self.job.busy else (REBUILD,) if self.troubled else ()

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        self.show()

    @on(OptionList.OptionSelected, "#books")
    def _selected(self) -> None:
        if (one := self.chosen()) is not None:
            self.host.navigation.tailor(procedure_of(one))

    @work(exclusive=True, group="memory.look", exit_on_error=False)
    async def look(self, pause: float = 0.0) -> None:
        """Search for the typed words; without any, show random rows and the figures."""
        if pause:
            await asyncio.sleep(pause)
        query = normal(self.query_one("#find", CleanInput).value)
        try:
            memory = await self.workspace.memory()
            if self.held is None:
                self.tell("Opening the memory …")
                self.held = await memory.stats()
            hits = await self._hits(memory, query)
            self._hints = await aside(_hints_of, self.workspace.paths.library, hits)
        except TailorError as error:
            self.found, self.troubled = (), True
            self.redraw()
            self.tell(memory_error_words(error, here=True), wrong=True)
            return
        self.found = relevant(query, hits) if query else tuple(RelevantHit(hit, 0.0, frozenset()) for hit in hits)
        self._searched, self.troubled = query, False
        self.redraw()
        self.tell(self._how_many())

    async def _hits(self, memory: Memory, query: str) -> tuple[MemoryHit, ...]:
        """What the memory finds; if that takes long, say so, as the list still shows the previous search."""
        words = f"Still looking for “{one_line(query, 60)}” …" if query else "Still searching the memory …"
        slow = self.set_timer(LONG, partial(self.tell, words))
        try:
            return await (memory.search(query, LOOKED_AT, self.kind) if query else memory.random(LOOKED_AT))
        finally:
            slow.stop()

    def _how_many(self) -> str:
        held = self.held
        if held is None or not held.rows:
            return EMPTY
        if not self._searched:
            some = "A random selection: type" if len(self.found) < held.rows else "Type"
            return f"{figures(held)} {some} to search, ctrl+o imports."
        if not self.found:
            return "Nothing here is about that. Esc clears the search."
        said = f"{len(self.found)} of {held.rows:,}, closest first."
        if self.kind == "steps":
            said = f"{counted(len(self.found), 'step')} in {held.rows:,} how-tos, closest first."
        if not fits(self.found):
            said = "Nothing here is a good match; these come closest."
        marked = self.chosen() if self.kind == "steps" else None
        return f"{said} The selected one is from “{one_line(marked.goal, 60)}”." if marked else said

    def redraw(self) -> None:
        """List the hits; the mark keeps its position for the same query, else it goes to the first."""
        books = self.query_one(FoundList)
        at = (books.highlighted or 0) if self._drawn == self._searched else 0
        self._drawn = self._searched
        books.set_options([self._option(number, one) for number, one in enumerate(self.found)])
        if self.found:
            books.highlighted = min(at, len(self.found) - 1)
        self.show()
        self.set_class(self.troubled, "-troubled")
        self.refresh_bindings()

    def _option(self, at: int, one: RelevantHit) -> Option:
        hit = one.hit
        words = hit.goal if hit.step is None else hit.steps[hit.step - 1]
        near = closeness_bar(one.closeness) if self._searched else ""
        own = source_words(hit.source) if hit.step is None and hit.source in OWN else ""
        about = " ".join(filter(None, (own, near)))
        beyond = ", ".join(sorted(one.words - set(words.lower().split()))) if hit.step is None else ""
        row = ListRow(
            words,
            about,
            special=self._hints.get(hit.id, ""),
            narrowest=NARROWEST_FIGURES,
            found=words_found(one.words),
            more=beyond,
            shorter=(near,) if own else (),
        )
        return Option(row, id=str(at))

    def show(self) -> None:
        one, view = self.chosen(), self.query_one(PageView)
        if one is None:
            view.show(partial(note_page, "", MUTED))
        else:
            view.show(partial(found_page, one), found=words_found(self.found[self._at].words))
        if one is not None and one.step is not None:  # a small window has no preview to show whose step it is
            self.tell(self._how_many())

    def current_procedure(self) -> Procedure | None:
        return procedure_of(found) if (found := self.chosen()) else None

    def chosen(self) -> MemoryHit | None:
        return self.found[self._at].hit if self._at < len(self.found) else None

    @property
    def _at(self) -> int:
        """The index of the marked row."""
        return self.query_one(FoundList).highlighted or 0

    @property
    def chosen_id(self) -> str:
        return one.id if (one := self.chosen()) else ""

    @on(CleanInput.Changed, "#find")
    def _typed(self) -> None:
        if not self.job.busy:
            self.look(PAUSE)

    def action_steps(self) -> None:
        """Switch between searching single steps and whole procedures."""
        self.kind = "procedures" if self.kind == "steps" else "steps"
        self.query_one("#find", CleanInput).placeholder = QUESTION if self.kind == "steps" else WORDS
        titled(self.query_one(FoundList), "Single steps" if self.kind == "steps" else "Memory")
        self.look()

    def action_stats(self) -> None:
        self.tell(figures(self.held) if self.held else "")

    def action_out(self) -> None:
        """Clear the search; if it is empty, go Home."""
        find = self.query_one("#find", CleanInput)
        if find.value:
            find.value = ""
        else:
            self.app.switch_mode("home")
