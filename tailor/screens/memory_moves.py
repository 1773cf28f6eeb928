"""What one does with the memory: tag, take out, import, make its rows anew.

Owns these moves and their progress. Refuses the list and the search: `memory_looking` has them. Nothing is taken
out before the person was asked.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import work
from textual.worker import Worker

from tailor.core.errors import TailorError
from tailor.core.text import one_line
from tailor.screens.memory_desk import trouble_words
from tailor.screens.memory_looking import Looking
from tailor.screens.safe import say

if TYPE_CHECKING:
    from memory.client import Memory
    from memory.messages import Imported, Progress, Rebuilt


IMPORT_STOPPED = "Stopped. What was taken in by then stays; the same import goes on where it ended."
AFTERWARDS = {"library": "Its file in your library stays.", "starter": "ctrl+r brings all starters back."}
"""What becomes of one that is taken out, by its source; an imported one is gone."""
MEND_STOPPED = "Stopped. What was mended by then stays; ctrl+r begins again."


class MemoryMoves(Looking):
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
            kept = await (await self.desk.memory()).get(one.id)
        except TailorError as error:
            self.tell(trouble_words(error, here=True), wrong=True)
            return
        if kept is None:
            self.tell("The memory does not hold this one any more.", wrong=True)
            return
        from tailor.screens.editing import LineDialog

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
        from tailor.screens.dialogs import Choice, Question

        after = AFTERWARDS.get(one.source, "It cannot be brought back here.")
        choices = (Choice("k", "Keep it"), Choice("d", "Take it out"))
        question = Question("Take this out of the memory?", f"“{one.goal}”. {after}", choices)
        self.app.push_screen(question, partial(self._taken_out, one.id))

    def _taken_out(self, id: str, answer: str | None) -> None:
        if answer == "d":
            self._change(lambda memory: memory.delete((id,)), "Taken out.")

    @work(group="memory.change", exit_on_error=False)
    async def _change(self, change: "Callable[[Memory], Awaitable[object]]", words: str) -> None:
        try:
            await change(await self.desk.memory())
        except TailorError as error:
            self.tell(trouble_words(error, here=True), wrong=True)
            return
        say(self, words)
        self.held = None
        self.look()

    # -- import, mend ----------------------------------------------------------------------------------------

    def action_bring(self) -> None:
        """Asks for a file or a folder to import."""
        from tailor.screens.editing import LineDialog

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
            words = await job(await self.desk.memory())
        except TailorError as error:
            self.tell(trouble_words(error, here=True), wrong=True)
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
            from tailor.screens.dialogs import ErrorDialog

            self.app.push_screen(ErrorDialog("Not everything could be taken", words), mode=self.room)
        if not rest or self.app.current_mode != self.room:
            say(self, head)

    def _progress(self, progress: "Progress") -> None:
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
            say(self, f"Copied: {one.id}")


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
