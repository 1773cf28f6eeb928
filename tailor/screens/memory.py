"""The Memory: search as one types over everything Tailor may lean on; tailor, tag, take out, import.

Owns the keys and where things stand. Refuses the search (`memory_looking`) and what is done with the rows
(`memory_moves`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker

from memory.errors import memory_error_words
from memory.messages import procedure_of, source_words
from tailor.core.errors import TailorError
from tailor.core.text import normal, one_line
from tailor.screens.base import SearchField, Searching
from tailor.screens.widgets.content import MUTED, notify, row_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import NARROWEST_FIGURES, ListRow
from tailor.screens.widgets.page_view import PageView

if TYPE_CHECKING:
    from memory.client import Memory
    from memory.messages import Imported, MemoryHit, Mode, Rebuilt, RequestProgress, Stats
    from tailor.core.procedure import Procedure
    from tailor.workspace import Workspace

OWN = ("library", "starter", "")
"""Sources that say something in a word. Those of imported rows are long, and the goal is what one looks for."""
PAUSE = 0.12
"""Seconds after the last letter before a search begins."""
MOST = 30
"""Rows a search shows."""
WORDS = "Search by meaning and words"
QUESTION = "Ask for a step: how do I know the dough has risen"
EMPTY = "The memory is empty. ctrl+o imports a collection: .jsonl, .csv, or a folder of Markdown."


class MemoryLooking(Searching):
    """The part of the screen that searches and shows."""

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__()
        self.workspace = workspace
        self.kind: Mode = "procedures"
        """What is looked for."""
        self.found: tuple[MemoryHit, ...] = ()
        self.held: Stats | None = None
        self.troubled = False
        """Whether the memory could not be asked."""
        self._searched = ""
        self._drawn = ""

    # -- searching -------------------------------------------------------------------------------------------

    @work(exclusive=True, group="memory.look", exit_on_error=False)
    async def look(self, pause: float = 0.0) -> None:
        """Searches for what is typed; without a word, some rows at random and what the memory holds."""
        if pause:
            await asyncio.sleep(pause)
        query = normal(self.query_one("#find", CleanInput).value)
        try:
            memory = await self.workspace.memory()
            if self.held is None:
                self.tell("Opening the memory …")
                self.held = await memory.stats()
            found = await (memory.search(query, MOST, self.kind) if query else memory.random(MOST))
        except TailorError as error:
            self.found, self.troubled = (), True
            self.redraw()
            self.tell(memory_error_words(error, here=True), wrong=True)
            return
        self.found, self._searched, self.troubled = found, query, False
        self.redraw()
        self.tell(self._how_many())

    def _how_many(self) -> str:
        rows = self.held.rows if self.held else 0
        if not rows:
            return EMPTY
        if self._searched:
            return self._nearest(rows) if self.found else "Nothing was found. Esc takes the words away."
        some = "Some of them at random: type" if len(self.found) < rows else "Type"
        return f"{self.figures()} {some} to search, ctrl+o imports."

    def _nearest(self, rows: int) -> str:
        if self.kind == "steps":
            one = self.chosen()
            marked = f" The marked one is of “{one_line(one.goal, 60)}”." if one else ""
            return f"The {len(self.found)} nearest steps, of {rows:,} procedures.{marked}"
        return f"The {len(self.found)} nearest of {rows:,}."

    def figures(self) -> str:
        """What the memory holds, in one line."""
        if (held := self.held) is None:
            return ""
        parts = ((held.library, "from your library"), (held.starter, "starters"), (held.imported, "imported"))
        told = ", ".join(f"{rows:,} {words}" for rows, words in parts if rows)
        size = f" · {held.size / 1e6:.1f} MB" if held.size else ""
        other = " ctrl+r embeds anew for the settings." if held.wanted != held.embedder else ""
        return f"{held.rows:,} procedures ({told or 'none'}) · {held.embedder}{size}.{other}"

    # -- drawing ---------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """The rows found; the mark stays on its row where the search is the same one, else on the nearest."""
        books = self.query_one(FoundList)
        at = (books.highlighted or 0) if self._drawn == self._searched else 0
        self._drawn = self._searched
        books.set_options([self._option(number, one) for number, one in enumerate(self.found)])
        if self.found:
            books.highlighted = min(at, len(self.found) - 1)
        self.show()
        self.set_class(self.troubled, "-troubled")
        self.refresh_bindings()

    def _option(self, at: int, one: "MemoryHit") -> Option:
        far = f"{one.distance:.2f}" if self._searched else ""
        if one.step is not None:
            return Option(ListRow(one.steps[one.step - 1], far, narrowest=NARROWEST_FIGURES), id=str(at))
        own = source_words(one.source) if one.source in OWN else ""
        return Option(
            ListRow(one.goal, " · ".join(filter(None, (far, own))), narrowest=NARROWEST_FIGURES), id=str(at)
        )

    def show(self) -> None:
        """The marked one on the page."""
        from tailor.screens.widgets.page_view import note_page

        chosen = self.chosen()
        view = self.query_one(PageView)
        if chosen is None:
            view.show(partial(note_page, "", MUTED))
        else:
            view.show(partial(found_page, chosen))
            if chosen.step is not None:  # a small window has no page that says whose step it is
                self.tell(self._how_many())

    def turn_steps(self) -> None:
        """Looks for single steps from now on, or for whole procedures again."""
        self.kind = "procedures" if self.kind == "steps" else "steps"
        self.query_one("#find", CleanInput).placeholder = QUESTION if self.kind == "steps" else WORDS
        self.query_one("#title", Static).update(title(self.kind))
        self.look()

    def current_procedure(self) -> "Procedure | None":
        """The marked row's procedure."""
        return procedure_of(found) if (found := self.chosen()) else None

    def chosen(self) -> "MemoryHit | None":
        """The marked row."""
        at = self.query_one(FoundList).highlighted
        return self.found[at] if at is not None and at < len(self.found) else None


class FoundList(OptionList):
    """What was found."""

    HELP = "What was found, the nearest first. The steps of the marked one stand beside the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Tailor it", id="memory.tailor", tooltip="Tailor it to your situation"),
        Binding("j", "cursor_down", "Down", show=False, id="memory.down"),
        Binding("k", "cursor_up", "Up", show=False, id="memory.up"),
    ]


def title(kind: "Mode") -> Content:
    """The first row of the screen."""
    words = "single steps that answer a question" if kind == "steps" else "what Tailor may lean on"
    return row_text(("Memory", "bold $accent"), (f"   {words}", MUTED))


def found_page(found: "MemoryHit", width: int) -> list[Content]:
    """The procedure that was found, and where it was imported from; above it the step that was looked for."""
    from tailor.screens.widgets.page_view import note_page, procedure_page

    page = procedure_page(procedure_of(found), width)
    if found.source not in OWN:
        page += [Content(""), *note_page(f"From {one_line(found.source)}", MUTED, width)]
    if found.step is None:
        return page
    head = row_text((f"Step {found.step} of {len(found.steps)}", "$accent"))
    return [head, *note_page(found.steps[found.step - 1], "bold", width), Content(""), *page]


IMPORT_STOPPED = "Stopped. What was taken in by then stays; the same import goes on where it ended."
AFTERWARDS = {"library": "Its file in your library stays.", "starter": "ctrl+r brings all starters back."}
"""What becomes of one that is taken out, by its source; an imported one is gone."""
MEND_STOPPED = "Stopped. What was mended by then stays; ctrl+r begins again."


class MemoryMoves(MemoryLooking):
    """The moves with the marked row, and with the memory as a whole."""

    busy = False
    """Whether an import or a mending runs: searches wait for its end."""
    _long: "Worker[None] | None" = None
    _doing = ""
    """What runs long, in words."""
    _stopped = ""
    """What to say where it is given up."""

    # -- tags ------------------------------------------------------------------------------------------------

    @work(exclusive=True, group="memory.tag", exit_on_error=False)
    async def action_tag(self) -> None:
        """Shows the tags of the marked row, to be changed."""
        if (one := self.chosen()) is None:
            return
        try:
            kept = await (await self.workspace.memory()).get(one.id)
        except TailorError as error:
            self.tell(memory_error_words(error, here=True), wrong=True)
            return
        if kept is None:
            self.tell("The memory does not hold this one any more.", wrong=True)
            return
        from tailor.screens.dialogs.text_input import LineDialog

        about = f"Of “{one.goal}”. Commas between them."
        dialog = LineDialog("Tags", about, value=", ".join(kept.tags), enter="keep")
        self.app.push_screen(dialog, partial(self._tagged, one.id), mode=self.room)

    def _tagged(self, id: str, words: str | None) -> None:
        if words is not None:
            tags = tuple(dict.fromkeys(filter(None, (one.strip() for one in words.split(",")))))
            self._change(lambda memory: memory.tag(id, tags), "The tags are kept.")

    # -- taking out ------------------------------------------------------------------------------------------

    def action_take_out(self) -> None:
        """Asks, then takes the marked row out."""
        if (one := self.chosen()) is None:
            return
        from tailor.screens.dialogs.base import AnswerOption, Question

        after = AFTERWARDS.get(one.source, "It cannot be brought back here.")
        choices = (AnswerOption("k", "Keep it"), AnswerOption("d", "Take it out"))
        question = Question("Take this out of the memory?", f"“{one.goal}”. {after}", choices)
        self.app.push_screen(question, partial(self._taken_out, one.id))

    def _taken_out(self, id: str, answer: str | None) -> None:
        if answer == "d":
            self._change(lambda memory: memory.delete((id,)), "Taken out.")

    @work(group="memory.change", exit_on_error=False)
    async def _change(self, change: "Callable[[Memory], Awaitable[object]]", words: str) -> None:
        try:
            await change(await self.workspace.memory())
        except TailorError as error:
            self.tell(memory_error_words(error, here=True), wrong=True)
            return
        notify(self, words)
        self.held = None
        self.look()

    # -- import, mend ----------------------------------------------------------------------------------------

    def action_bring(self) -> None:
        """Asks for a file or a folder to import."""
        from tailor.screens.dialogs.text_input import LineDialog

        about = "A .jsonl or .csv file (also .gz), or a folder of Markdown. It may be repeated."
        self.app.push_screen(
            LineDialog("Import", about, placeholder="/path/to/recipes.jsonl", enter="import"), self._bring
        )

    def _bring(self, path: str | None) -> None:
        if path:
            from os.path import expanduser
            from pathlib import Path

            where = expanduser(path)  # noqa: PTH111 - Path's raises for an unknown user
            doing = f"Importing {one_line(Path(where).name or where, 60)}"
            self._begin_long(lambda memory: self._imported(memory, where), doing, IMPORT_STOPPED)

    async def _imported(self, memory: "Memory", path: str) -> str:
        return imported_words(await memory.import_corpus(path, self._progress))

    def action_rebuild(self) -> None:
        """Brings back starters and the library's rows; embeds anew where the embedder changed."""
        self._begin_long(self._rebuilt, "Mending", MEND_STOPPED)

    async def _rebuilt(self, memory: "Memory") -> str:
        return rebuilt_words(await memory.rebuild(self._progress))

    def _begin_long(self, job: "Callable[[Memory], Awaitable[str]]", doing: str, stopped: str) -> None:
        """Begins it; `doing`: what it is, `stopped`: what to say where it is given up."""
        self.busy, self._doing, self._stopped = True, doing, stopped
        self.refresh_bindings()
        self._long = self._run_long(job)

    @work(exclusive=True, group="memory.long", exit_on_error=False)
    async def _run_long(self, job: "Callable[[Memory], Awaitable[str]]") -> None:
        self.tell(f"{self._doing} … Esc stops it; what is in by then stays.")
        try:
            words = await job(await self.workspace.memory())
        except TailorError as error:
            self.tell(memory_error_words(error, here=True), wrong=True)
            return
        finally:
            self.busy, self.held = False, None
            self.refresh_bindings()
        self._told(words)
        self.look()

    def _told(self, words: str) -> None:
        """What was done; a list of what was not waits here for whoever looks at something else by now."""
        head, _, rest = words.partition("\n")
        if rest:
            from tailor.screens.dialogs.base import ErrorDialog

            self.app.push_screen(ErrorDialog("Not everything could be taken", words), mode=self.room)
        if not rest or self.app.current_mode != self.room:
            notify(self, head)

    def _progress(self, progress: "RequestProgress") -> None:
        share = f"{progress.done / progress.total:.0%} · " if progress.total else ""
        self.tell(f"{self._doing}: {share}{progress.rows:,} procedures. Esc stops it; what is in by then stays.")

    def action_stop(self) -> None:
        """Gives a long work up; what is in the memory by then stays."""
        if self._long is not None:
            self._long.cancel()
        self.tell(self._stopped)

    # -- looking ---------------------------------------------------------------------------------------------

    def action_stats(self) -> None:
        """What the memory holds."""
        self.tell(self.figures())

    def action_copy(self) -> None:
        """The id of the marked row to the clipboard: the command line takes it."""
        if (one := self.chosen()) is not None:
            self.app.copy_to_clipboard(one.id)
            notify(self, f"Copied: {one.id}")


def imported_words(done: "Imported") -> str:
    """What an import did, and the first rows it could not take."""
    taken = f"{done.added:,} added, {done.changed:,} changed, {done.unchanged:,} there already"
    head = f"{taken}, {done.bad:,} not taken."
    named = [f"Not taken: {bad.where}: {bad.why}" for bad in done.named[:20]]
    more = [f"… and {done.bad - len(named):,} more."] if done.bad > len(named) else []
    return "\n".join((head, *named, *more))


def rebuilt_words(done: "Rebuilt") -> str:
    """What a mending did, and what it could not read."""
    rows = [f"The memory holds {done.rows:,} procedures, {done.from_library:,} of them from your library."]
    if done.aside:
        rows.append(
            f"The damaged table was set aside: {done.aside}. Imported collections have to be imported again."
        )
    rows += [f"Not taken: {id} in the library cannot be read." for id in done.damaged[:20]]
    return "\n".join(rows)


MEND = "Make the memory's rows anew"
WAITING = frozenset(["find", "steps", "bring", "rebuild", "out"])
"""What waits for the end of an import or a mending."""
ANSWERED = frozenset(["steps", "bring"])
"""What only a memory that answers can do."""
WITH_ONE = frozenset(["tag", "take_out", "copy"])
"""What is done with the marked row."""


class MemoryScreen(MemoryMoves):
    """What generation and search draw on."""

    CSS_PATH = ["memory.tcss", "follow/follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Everything Tailor may lean on: your library, the starters, and what you imported. Type to search by
    meaning and words; the number is the distance, 0 is the same. ctrl+t looks for single steps, down goes into
    the list. Enter tailors the marked one. ctrl+o imports and ctrl+r mends, from the search too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Search", id="memory.find", tooltip="Search by meaning and words"),
        Binding("ctrl+t", "steps", "Steps", id="memory.steps", tooltip="Single steps, or procedures again"),
        Binding("i,ctrl+o", "bring", "Import", id="memory.import", tooltip="Import a file or a folder"),
        Binding("t", "tag", "Tag", id="memory.tag", tooltip="Change its tags"),
        Binding("d", "take_out", "Delete", id="memory.delete", tooltip="Take it out of the memory"),
        Binding("s", "stats", "Figures", show=False, id="memory.stats", tooltip="What the memory holds"),
        Binding("R,ctrl+r", "rebuild", "Mend", show=False, id="memory.rebuild", tooltip=MEND),
        Binding("y", "copy", "Copy its id", show=False, id="memory.copy"),
        Binding("escape", "stop", "Stop", id="memory.stop", tooltip="Stop, and keep what is in by then"),
        Binding("escape", "out", "Home", show=False, id="memory.home", tooltip="Out of the search, then Home"),
    ]

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__(workspace)
        self._stamp = -1

    def body(self) -> Iterable[Widget]:
        """Search, list and preview, the sentence in place."""
        yield Static(title(self.kind), id="title")
        yield SearchField(placeholder=WORDS, id="find", select_on_focus=True)
        yield Horizontal(FoundList(id="books"), PageView(id="preview"), id="middle")
        yield Static(id="says")

    def on_mount(self) -> None:
        """One types at once."""
        self.query_one("#find").focus()

    def on_screen_resume(self) -> None:
        """Looks at what the memory holds by now, where something was saved since."""
        stamp = self.workspace.library_stamp
        if not self.busy and (self.held is None or stamp != self._stamp):
            self._stamp, self.held = stamp, None
            self.look()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What runs long can only be stopped; where nothing is marked or answers, nothing is done with it."""
        if action == "stop":
            return self.busy
        if (action in WAITING and self.busy) or (action in WITH_ONE and not self.found):
            return False
        if action in ANSWERED and self.troubled:
            return False
        return super().check_action(action, parameters)

    def pressing(self) -> Collection[str]:
        """To stop what runs, or to mend what cannot be read."""
        return ("stop",) if self.busy else ("rebuild",) if self.troubled else ()

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        self.show()

    @on(OptionList.OptionSelected, "#books")
    def _selected(self) -> None:
        if (one := self.chosen()) is not None:
            self.host.navigation.tailor(procedure_of(one))

    # -- keys ------------------------------------------------------------------------------------------------

    @on(CleanInput.Changed, "#find")
    def _typed(self) -> None:
        if not self.busy:
            self.look(PAUSE)

    def action_steps(self) -> None:
        """Single steps, or whole procedures again."""
        self.turn_steps()

    def action_out(self) -> None:
        """Takes the search away; without one, Home."""
        find = self.query_one("#find", CleanInput)
        if find.value:
            find.value = ""
        else:
            self.app.switch_mode("home")
