"""What one does with a procedure of the Library: follow, tailor again, open its review, compare, see versions.

Owns these moves. Refuses the list: `library_list` has it. What cannot be read is said in words.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from textual import work

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.library.formats.registry import EXPORTS, write
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.library.listing import Listing
from tailor.screens.library.tree import Label, labels
from tailor.screens.widgets.content import notify

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.library.entries import LibraryEntry, SavedProcedure
    from tailor.library.metadata import ProcedureNotes
    from tailor.library.rebase import RebasePlan
    from tailor.screens.importer.screen import ImportForm
    from tailor.screens.review.kinds import AbandonedRebase


class Moves(Listing):
    """The moves, with the marked procedure."""

    def load(self, id: str) -> "SavedProcedure | None":
        """A whole file; None where it cannot be read, which is said."""
        try:
            return self.workspace.library.load(id)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return None

    def procedure(self, id: str) -> "Procedure | None":
        """A procedure by its id, a starter's too; None where it cannot be read, which is said."""
        if id.startswith("starter."):
            from tailor.library.starters import starter

            return starter(id)
        saved = self.load(id)
        return saved.procedure if saved else None

    # -- follow, tailor again, review ------------------------------------------------------------------------

    def action_follow(self) -> None:
        """Follows the marked procedure, at the kept place."""
        entry = self.chosen()
        given = self.procedure(entry.id) if entry else None
        if given is not None:
            self.host.navigation.follow(given)

    def action_again(self) -> None:
        """Tailors again: a variant from the newest version of its original, with its hint to begin with."""
        entry = self.chosen()
        saved = self.load(entry.id) if entry else None
        if saved is None:
            return
        base = self._original(saved) or saved.procedure
        whose = "its original" if base is not saved.procedure else "these steps"
        self.host.navigation.tailor(base, saved.hint, "Tailor again", f"From {whose}: {base.goal}")

    def _original(self, saved: "SavedProcedure") -> "Procedure | None":
        """The newest version of what a variant was derived from; None where there is none any more."""
        if saved.parent is None:
            return None
        if saved.parent.startswith("starter."):
            return self.procedure(saved.parent)
        from tailor.library.entries import stem_of

        newest = self.workspace.library.find(stem_of(saved.parent))
        return self.procedure(newest) if newest and stem_of(newest) == stem_of(saved.parent) else None

    def action_review(self) -> None:
        """Opens the review that made the marked procedure, with every decision."""
        entry = self.chosen()
        saved = self.load(entry.id) if entry else None
        if saved is None:
            return
        if saved.made is None or not saved.made.run:
            self.tell("No review is kept for this one: it was not tailored here.")
            return
        from tailor.runs.history import open_run
        from tailor.screens.navigation import reopened

        try:
            screen = reopened(self.workspace, open_run(self.workspace.paths.runs, saved.made.run), saved.entry)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
        else:
            self.app.push_screen(screen)

    # -- compare, history ------------------------------------------------------------------------------------

    def action_pick(self) -> None:
        """Picks the marked procedure, to be compared with another one; again lets it go."""
        entry = self.chosen()
        if entry is not None:
            self.pick(None if self.picked == entry.id else entry.id)
            self.tell("Picked: mark another one and press c to compare them." if self.picked else "")

    def action_compare(self) -> None:
        """Compares with the picked one; else with its original, or its version before."""
        entry = self.chosen()
        if entry is None:
            return
        other = self.picked if self.picked not in (None, entry.id) else self._before(entry)
        if other is None:
            self.tell("There is no original and no version before. Space picks this one to compare with another.")
        else:
            self.compare(other, entry.id)

    def _before(self, entry: "LibraryEntry") -> str | None:
        if entry.parent is not None:
            return entry.parent
        versions = self.workspace.library.history(entry.id)
        return versions[-2].id if len(versions) > 1 else None

    def compare(self, before: str, after: str) -> None:
        """Two procedures by their ids, word by word."""
        from tailor.screens.library.compare import CompareScreen

        one, other = self.procedure(before), self.procedure(after)
        if one is not None and other is not None:
            self.app.push_screen(CompareScreen(one, other))

    def action_history(self) -> None:
        """The versions of the marked procedure."""
        entry = self.chosen()
        if entry is None:
            return
        from tailor.screens.library.compare import HistoryDialog

        try:
            versions = self.workspace.library.history(entry.id)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        self.app.push_screen(HistoryDialog(versions), partial(self._from_history, entry.id))

    def _from_history(self, newest: str, chosen: tuple[str, str] | None) -> None:
        if chosen is None:
            return
        what, id = chosen
        if what == "compare":
            self.compare(id, newest)
        elif self.beside:
            self.show_version(id)
        else:
            self.read(id)

    # -- read ------------------------------------------------------------------------------------------------

    def action_read(self) -> None:
        """The marked procedure over the whole window, with every step."""
        if (entry := self.chosen()) is not None:
            self.read(entry.id)

    def read(self, id: str) -> None:
        """A procedure, or one of its versions, over the whole window."""
        from tailor.screens.library.compare import ReadScreen

        if (saved := self.load(id)) is not None:
            self.app.push_screen(ReadScreen(saved.procedure))

    def action_copy(self) -> None:
        """The id of the marked procedure to the clipboard: the command line takes it."""
        if (entry := self.chosen()) is not None:
            self.app.copy_to_clipboard(entry.id)
            notify(self, f"Copied: {entry.id}")


class Keeping(Moves):
    """Trash, versions, export."""

    # -- trash and versions ----------------------------------------------------------------------------------

    def action_delete(self) -> None:
        """Moves the marked procedure with its versions into the trash."""
        entry = self.chosen()
        if entry is None:
            return
        try:
            gone = self.workspace.library.delete(entry.stem)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        notify(self, f"In the trash;\nu brings back:\n{gone.goal or gone.name}")
        self.reload()

    def action_undelete(self) -> None:
        """Brings back what was thrown away last."""
        try:
            back = self.workspace.library.undelete()
        except TailorError as error:
            self.tell(error.message)
            return
        notify(self, f"{back.goal or back.name} is back.")
        self.reload()

    def _from_history(self, newest: str, chosen: tuple[str, str] | None) -> None:
        if chosen is not None and chosen[0] == "restore":
            self._restore(chosen[1])
        else:
            super()._from_history(newest, chosen)

    def _restore(self, id: str) -> None:
        try:
            entry = self.workspace.library.restore(id)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        notify(self, f"{entry.id} is now as {id} was.")
        self.reload()

    # -- export ----------------------------------------------------------------------------------------------

    def action_export(self) -> None:
        """Writes the marked procedure into a file of one's own."""
        entry = self.chosen()
        saved = self.load(entry.id) if entry else None
        if saved is None:
            return
        choices = tuple(AnswerOption(key, format.label) for key, format in EXPORTS.items())
        self.app.push_screen(Question("Export as", "", choices), partial(self._format_chosen, saved))

    def _format_chosen(self, saved: "SavedProcedure", key: str | None) -> None:
        if key is None:
            return
        format = EXPORTS[key]
        proposed = str(Path.home() / f"{saved.entry.stem}{format.suffixes[0]}")
        about = "A file that is there is never written over."
        dialog = LineDialog(f"Export as {format.label}", about, value=proposed, enter="write it")
        self.app.push_screen(dialog, partial(self._export, saved, format.name, dialog))

    def _export(self, saved: "SavedProcedure", format: str, asked: LineDialog, where: str | None) -> None:
        if not where:
            return
        from tailor.storage import create_file, named

        try:
            text = write(saved.procedure, format, saved.parent)
            create_file(named(where), text.encode("utf-8", "replace"))
        except FileExistsError:
            asked.give_back(where)
            words = "A file of that name is there already. Nothing was written; choose another name."
            self.app.push_screen(ErrorDialog("Not exported", words))
        except TailorError as error:
            asked.give_back(where)
            self.app.push_screen(ErrorDialog.of(error))
        else:
            notify(self, f"Written: {where}")


Names: TypeAlias = Callable[["ProcedureNotes"], tuple[str, ...]]
"""Tags or collections of the words about a procedure."""
Named: TypeAlias = Callable[["ProcedureNotes", tuple[str, ...]], "ProcedureNotes"]
"""The words about a procedure with other names in them."""

ALL: Final = "all"


def _tags(about: "ProcedureNotes", names: tuple[str, ...]) -> "ProcedureNotes":
    return replace(about, tags=names)


def _collections(about: "ProcedureNotes", names: tuple[str, ...]) -> "ProcedureNotes":
    return replace(about, collections=names)


class Labelling(Keeping):
    """Tags, collections, and the list by them."""

    def action_tag(self) -> None:
        """The tags of the marked procedure, with commas between them."""
        self._ask("Tags", "dinner, quick", lambda about: about.tags, _tags)

    def action_collect(self) -> None:
        """The collections of the marked procedure, with commas between them."""
        self._ask("Collections", "Sundays, For guests", lambda about: about.collections, _collections)

    def _ask(self, title: str, example: str, names: Names, named: Named) -> None:
        entry = self.chosen()
        if entry is None:
            return
        from tailor.library.metadata import read
        from tailor.screens.dialogs.text_input import LineDialog

        try:
            now = names(read(self.workspace.library.folder, entry.stem))
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        words = f"Of “{entry.goal}”. Commas between them."
        dialog = LineDialog(title, words, value=", ".join(now), placeholder=example, enter="keep")
        self.app.push_screen(dialog, partial(self._label, entry.stem, names, named, now))

    def _label(self, stem: str, names: Names, named: Named, shown: tuple[str, ...], words: str | None) -> None:
        """Keeps what was typed; what another window gave since it was `shown` stays."""
        if words is None:
            return
        typed = tuple(filter(None, map(normal, words.split(","))))

        def changed(about: "ProcedureNotes") -> "ProcedureNotes":
            since = (name for name in names(about) if name not in shown)
            return named(about, tuple(dict.fromkeys((*typed, *since))))

        self._keep_labels(stem, changed)

    @work(group="label", exit_on_error=False)
    async def _keep_labels(self, stem: str, changed: "Callable[[ProcedureNotes], ProcedureNotes]") -> None:
        """Writes them beside the screen, as another process may have its turn, and lists them."""
        from tailor.library.metadata import change

        try:
            await asyncio.to_thread(change, self.workspace.library.folder, stem, changed)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error), mode=self.room)
        else:
            self.reload()

    def action_narrow(self) -> None:
        """Every label there is; the list shows what has the chosen one."""
        from tailor.screens.dialogs.chooser import Chooser, ChooserItem

        known = labels(self.entries)
        if not known:
            self.tell("There are no labels yet: t gives tags to the marked procedure, T puts it into collections.")
            return
        picks = [ChooserItem(ALL, f"Everything · {len(self.entries):,}")]
        picks += [
            ChooserItem(str(at), f"{kind} {name} · {count:,}") for at, ((kind, name), count) in enumerate(known)
        ]
        now = next((str(at) for at, (label, _) in enumerate(known) if label == self.only), ALL)
        self.app.push_screen(
            Chooser("Which ones?", picks, now), partial(self._narrowed, [label for label, _ in known])
        )

    def _narrowed(self, known: list[Label], chosen: str | None) -> None:
        if chosen is not None:
            self.narrow(None if chosen == ALL else known[int(chosen)])


AS_IT_IS: Final = (AnswerOption("n", "Not now"), AnswerOption("s", "Save the next version"))


class Bringing(Labelling):
    """Import, and carry over."""

    _sheet: "ImportForm | None" = None

    @cached_property
    def _carrying(self) -> "dict[str, AbandonedRebase]":
        """Reviews of carrying over that were left undone, by id of variant."""
        return {}

    def action_bring(self) -> None:
        """To the import screen."""
        from tailor.screens.importer.screen import ImportScreen

        self.app.push_screen(ImportScreen(self.workspace, self._sheet, self._brought))

    def _brought(self, sheet: "ImportForm", entries: "tuple[LibraryEntry, ...]") -> None:
        """The words left on the sheet stand there again next time; what was saved is marked."""
        self._sheet = sheet
        self.wanted = entries[0].id if entries else ""

    # -- carry over ------------------------------------------------------------------------------------------

    @work(exclusive=True, group="rebase", exit_on_error=False)
    async def action_rebase(self) -> None:
        """The marked variant on the newest version of its original, as a review."""
        entry = self.chosen()
        if entry is None:
            return
        if entry.parent is None:
            self.tell("This one was not derived from another, so there is nothing to carry over.")
            return
        from tailor.library.rebase import plan
        from tailor.library.starters import starter

        try:
            found = await asyncio.to_thread(plan, self.workspace.library, entry.id, starter)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error), mode=self.room)
            return
        self._review(found)

    def _review(self, found: "RebasePlan") -> None:
        from tailor.runs.rebase import rebase_words
        from tailor.screens.review.screen import rebase_screen

        if not found.moved:
            self.tell("It is made from the newest version of its original already.")
        elif found.rebased.carried or found.rebased.stale:
            self.app.push_screen(rebase_screen(self.workspace, found, self._carrying), mode=self.room)
        else:
            question = Question("Nothing of yours is left to carry over", rebase_words(found), AS_IT_IS)
            self.app.push_screen(question, partial(self._save_as_it_is, found), mode=self.room)

    def _save_as_it_is(self, found: "RebasePlan", key: str | None) -> None:
        if key != "s":
            return
        from tailor.library.rebase import save

        try:
            entry = save(self.workspace.library, found)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        notify(self, f"Saved: {entry.id}")
        self.reload()
