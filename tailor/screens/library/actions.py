"""What is done with a procedure of the Library, and with the library as a whole.

`LibraryActions` works on the marked procedure. A TailorError becomes an error dialog and changes nothing.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.library import lineage
from tailor.library.entries import LibraryEntry, SavedProcedure, stem_of
from tailor.library.formats.registry import EXPORTS, write
from tailor.library.metadata import ProcedureNotes, change
from tailor.library.metadata import read as read_notes
from tailor.library.store import starter
from tailor.runs.history import open_run
from tailor.runs.session import rebase_words
from tailor.screens.base import BaseScreen, run_aside
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.importer.screen import ImportForm, ImportScreen
from tailor.screens.library.compare import CompareScreen, HistoryDialog, ReadScreen
from tailor.screens.library.listing import ProcedureList
from tailor.screens.navigation import reopened
from tailor.screens.review.model import AbandonedRebase
from tailor.screens.review.screen import rebase_screen
from tailor.screens.widgets.content import notify
from tailor.screens.widgets.lists import PageView
from tailor.storage import create_file, named

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.workspace import Workspace

T = TypeVar("T")

AS_IT_IS: Final = (AnswerOption("n", "Not now"), AnswerOption("s", "Save the next version"))


@dataclass(eq=False, kw_only=True)
class LibraryActions:
    """The actions of the Library."""

    screen: BaseScreen[None]
    workspace: "Workspace"
    books: ProcedureList
    preview: PageView
    tell: Callable[[str], None]
    reload: Callable[[], object]
    show_version: Callable[[str], None]
    _import_form: ImportForm | None = None
    """What was left on the import screen; it is there again next time."""
    _rebases: dict[str, AbandonedRebase] = field(default_factory=dict)
    """Reviews of a rebase that were left unfinished, by id of the variant."""

    def _attempt(self, do: Callable[[], T]) -> T | None:
        """The result, or None after an error dialog."""
        try:
            return do()
        except TailorError as error:
            self.screen.app.push_screen(ErrorDialog.of(error))
            return None

    def _load(self, id: str) -> SavedProcedure | None:
        return self._attempt(lambda: self.workspace.library.load(id))

    def _chosen(self) -> SavedProcedure | None:
        entry = self.books.chosen()
        return self._load(entry.id) if entry else None

    def _procedure(self, id: str) -> "Procedure | None":
        """A procedure of the library or a starter."""
        if id.startswith("starter."):
            return starter(id)
        saved = self._load(id)
        return saved.procedure if saved else None

    # -- follow, tailor again, review ------------------------------------------------------------------------

    def follow(self) -> None:
        """Follow the marked procedure from where the person stopped last."""
        if (saved := self._chosen()) is not None:
            self.screen.host.navigation.follow(saved.procedure)

    def tailor_again(self) -> None:
        """Tailor the newest version of the marked procedure's original, starting from the same hint."""
        if (saved := self._chosen()) is None:
            return
        original = self._original(saved)
        base, whose = (original, "its original") if original else (saved.procedure, "these steps")
        self.screen.host.navigation.tailor(base, saved.hint, "Tailor again", f"From {whose}: {base.goal}")

    def _original(self, saved: SavedProcedure) -> "Procedure | None":
        """The newest version of what a variant was derived from; None if it is gone."""
        if saved.parent is None or saved.parent.startswith("starter."):
            return self._procedure(saved.parent) if saved.parent else None
        newest = self.workspace.library.find(stem_of(saved.parent))
        return self._procedure(newest) if newest and stem_of(newest) == stem_of(saved.parent) else None

    def open_review(self) -> None:
        """Open the review that made the marked procedure, with every decision."""
        if (saved := self._chosen()) is None:
            return
        if saved.made is None or not (run := saved.made.run):
            self.tell("No review is kept for this one: it was not tailored here.")
            return
        workspace = self.workspace
        screen = self._attempt(lambda: reopened(workspace, open_run(workspace.paths.runs, run), saved.entry))
        if screen is not None:
            self.screen.app.push_screen(screen)

    # -- compare, history, read ------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compare the marked procedure with the picked one, else its original, else its version before."""
        entry, picked = self.books.chosen(), self.books.picked
        if entry is None:
            return
        other = picked if picked not in (None, entry.id) else self._before(entry)
        if other is None:
            words = "There is no original and no version before. Space picks this one to compare with another."
            self.tell(words)
        else:
            self._compare(other, entry.id)

    def _before(self, entry: LibraryEntry) -> str | None:
        if entry.parent is not None:
            return entry.parent
        versions = self.workspace.library.history(entry.id)
        return versions[-2].id if len(versions) > 1 else None

    def _compare(self, before: str, after: str) -> None:
        one, other = self._procedure(before), self._procedure(after)
        if one is not None and other is not None:
            self.screen.app.push_screen(CompareScreen(one, other))

    def show_history(self) -> None:
        """Show the versions of the marked procedure."""
        if (entry := self.books.chosen()) is None:
            return
        versions = self._attempt(lambda: self.workspace.library.history(entry.id))
        if versions is not None:
            self.screen.app.push_screen(HistoryDialog(versions), partial(self._from_history, entry.id))

    def _from_history(self, newest: str, chosen: tuple[str, str] | None) -> None:
        match chosen:
            case ("compare", id):
                self._compare(id, newest)
            case ("restore", id):
                if (entry := self._attempt(lambda: self.workspace.library.restore(id))) is not None:
                    self._saved(f"{entry.id} is now as {id} was.")
            case (_, id):
                if self.preview.display:
                    self.show_version(id)
                else:
                    self._read(id)

    def read(self) -> None:
        """Show every step of the marked procedure over the whole window."""
        if (entry := self.books.chosen()) is not None:
            self._read(entry.id)

    def _read(self, id: str) -> None:
        if (saved := self._load(id)) is not None:
            self.screen.app.push_screen(ReadScreen(saved.procedure))

    # -- trash -----------------------------------------------------------------------------------------------

    def _saved(self, words: str) -> None:
        """Say what changed in the library, and list it."""
        notify(self.screen.app, words)
        self.reload()

    def delete(self) -> None:
        """Move the marked procedure with its versions into the trash."""
        if (entry := self.books.chosen()) is None:
            return
        gone = self._attempt(lambda: self.workspace.library.delete(entry.stem))
        if gone is not None:
            self._saved(f"In the trash;\nu brings back:\n{gone.goal or gone.name}")

    def undelete(self) -> None:
        """Bring back what was deleted last."""
        try:
            back = self.workspace.library.undelete()
        except TailorError as error:
            self.tell(error.message)
        else:
            self._saved(f"{back.goal or back.name} is back.")

    # -- export and import -----------------------------------------------------------------------------------

    def export(self) -> None:
        """Write the marked procedure into a file, after asking for its format and name."""
        if (saved := self._chosen()) is not None:
            choices = tuple(AnswerOption(key, format.label) for key, format in EXPORTS.items())
            self.screen.app.push_screen(Question("Export as", "", choices), partial(self._ask_for_file, saved))

    def _ask_for_file(self, saved: SavedProcedure, key: str | None) -> None:
        if key is None:
            return
        format = EXPORTS[key]
        proposed = str(Path.home() / f"{saved.entry.stem}{format.suffixes[0]}")
        about = "A file that is there is never written over."
        dialog = LineDialog(f"Export as {format.label}", about, value=proposed, enter="write it")
        self.screen.app.push_screen(dialog, partial(self._export, saved, format.name, dialog))

    def _export(self, saved: SavedProcedure, format: str, asked: LineDialog, where: str | None) -> None:
        if not where:
            return
        try:
            text = write(saved.procedure, format, saved.parent)
            create_file(named(where), text.encode("utf-8", "replace"))
        except FileExistsError:
            asked.give_back(where)
            words = "A file of that name is there already. Nothing was written; choose another name."
            self.screen.app.push_screen(ErrorDialog("Not exported", words))
        except TailorError as error:
            asked.give_back(where)
            self.screen.app.push_screen(ErrorDialog.of(error))
        else:
            notify(self.screen.app, f"Written: {where}")

    def import_procedures(self) -> None:
        """Open the import screen, with what was left on it last time."""

        def imported(form: ImportForm, entries: tuple[LibraryEntry, ...]) -> None:
            self._import_form = form
            self.books.wanted = entries[0].id if entries else ""

        self.screen.app.push_screen(ImportScreen(self.workspace, self._import_form, imported))

    # -- labels ----------------------------------------------------------------------------------------------

    def edit_labels(self, kind: Literal["tag", "collection"]) -> None:
        """Ask for the tags or collections of the marked procedure, with commas between them."""
        if (entry := self.books.chosen()) is None:
            return
        notes = self._attempt(lambda: read_notes(self.workspace.library.folder, entry.stem))
        if notes is None:
            return
        title, example = ("Tags", "dinner, quick") if kind == "tag" else ("Collections", "Sundays, For guests")
        about, shown = f"Of “{entry.goal}”. Commas between them.", _labels(notes, kind)
        dialog = LineDialog(title, about, value=", ".join(shown), placeholder=example, enter="keep")

        def changed(typed: tuple[str, ...], notes: ProcedureNotes) -> ProcedureNotes:
            """With the typed labels, and those that another window added since they were shown."""
            since = (name for name in _labels(notes, kind) if name not in shown)
            return _with_labels(notes, kind, tuple(dict.fromkeys((*typed, *since))))

        def typed(words: str | None) -> None:
            if words is not None:
                names = tuple(filter(None, map(normal, words.split(","))))
                keep = partial(self._keep_labels, entry.stem, partial(changed, names))
                run_aside(self.screen, keep, group="label")

        self.screen.app.push_screen(dialog, typed)

    async def _keep_labels(self, stem: str, changed: Callable[[ProcedureNotes], ProcedureNotes]) -> None:
        """Write them in a thread, as another process may hold the lock."""
        try:
            await asyncio.to_thread(change, self.workspace.library.folder, stem, changed)
        except TailorError as error:
            self.screen.app.push_screen(ErrorDialog.of(error), mode=self.screen.room)
        else:
            self.reload()

    # -- rebase ----------------------------------------------------------------------------------------------

    async def carry_over(self) -> None:
        """Put the edits of the marked variant on the newest version of its original, as a review."""
        if (entry := self.books.chosen()) is None:
            return
        if entry.parent is None:
            self.tell("This one was not derived from another, so there is nothing to carry over.")
            return
        library = self.workspace.library
        try:
            plan = await asyncio.to_thread(lineage.plan_rebase, library, entry.id)
        except TailorError as error:
            self.screen.app.push_screen(ErrorDialog.of(error), mode=self.screen.room)
        else:
            self._review_rebase(plan)

    def _review_rebase(self, plan: lineage.RebasePlan) -> None:
        app, room = self.screen.app, self.screen.room
        if not plan.moved:
            self.tell("It is made from the newest version of its original already.")
        elif plan.rebased.carried or plan.rebased.stale:
            app.push_screen(rebase_screen(self.workspace, plan, self._rebases), mode=room)
        else:
            question = Question("Nothing of yours is left to carry over", rebase_words(plan), AS_IT_IS)
            app.push_screen(question, partial(self._save_rebased, plan), mode=room)

    def _save_rebased(self, plan: lineage.RebasePlan, key: str | None) -> None:
        if key == "s":
            entry = self._attempt(lambda: lineage.save_rebased(self.workspace.library, plan))
            if entry is not None:
                self._saved(f"Saved: {entry.id}")


def _labels(notes: ProcedureNotes, kind: str) -> tuple[str, ...]:
    return notes.tags if kind == "tag" else notes.collections


def _with_labels(notes: ProcedureNotes, kind: str, names: tuple[str, ...]) -> ProcedureNotes:
    return replace(notes, tags=names) if kind == "tag" else replace(notes, collections=names)
