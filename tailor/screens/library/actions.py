"""What the Library does with a procedure, with several, and with the trash.

`LibraryActions` works on the marked procedure. A TailorError is shown in a dialog and changes nothing.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import ClassVar, Final, TypeVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.core.review.state import ReviewState
from tailor.core.text import counted, one_line
from tailor.library import lineage
from tailor.library.changes import restore_version, versions_in_words
from tailor.library.entries import SHOWN_VERSIONS, LibraryEntry, SavedProcedure, local_time, you_said
from tailor.library.formats.registry import EXPORTS, Format, write
from tailor.library.metadata import ProcedureNotes, change, relabelled, tagged
from tailor.library.metadata import read as read_notes
from tailor.library.store import starter
from tailor.library.trash import TrashItem, trash_items
from tailor.runs.history import open_run
from tailor.runs.saved_wishes import brought_back, page_notice, warnings_of
from tailor.runs.session import rebase_words
from tailor.runs.unfinished import UnfinishedReview, reopen, unfinished
from tailor.screens.base import BaseScreen, run_aside
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, ListDialog, Question
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.importer.screen import ImportScreen
from tailor.screens.library.pages import ComparedSide, CompareScreen, ReadScreen, edit_by_hand
from tailor.screens.library.procedure_list import ProcedureList
from tailor.screens.review.policy import AbandonedRebase
from tailor.screens.review.screen import rebase_screen, reopened
from tailor.screens.widgets.content import MUTED, line_text, notify
from tailor.screens.widgets.lists import NARROWEST_FIGURES, ListRow
from tailor.storage import create_file, create_new, named, why
from tailor.workspace import Workspace

T = TypeVar("T")

LABELS: Final = {
    "tag": ("Tags", "dinner, quick", attrgetter("tags")),
    "collection": ("Collections", "Sundays, For guests", attrgetter("collections")),
}
"""The title of each kind of label, an example, and how to read the labels."""
AS_IT_IS: Final = (AnswerOption("n", "Not now"), AnswerOption("s", "Save the next version"))


@dataclass(eq=False, kw_only=True)
class LibraryActions:
    """What the keys of the Library do with its procedures."""

    screen: BaseScreen[None]
    workspace: Workspace
    books: ProcedureList
    reload: Callable[[], object]
    _thrown: tuple[str, ...] = ()  # names in the trash of what was deleted last, all at once
    _rebases: dict[str, AbandonedRebase] = field(default_factory=dict)
    """Rebase reviews that were left unfinished, by id of the variant."""

    def _attempt(self, do: Callable[[], T]) -> T | None:
        """Return the result, or show the error in a dialog and return None."""
        try:
            return do()
        except TailorError as error:
            self.screen.show_error(error)
            return None

    def _load(self, id: str) -> SavedProcedure | None:
        return self._attempt(lambda: self.workspace.library.load(id))

    def _one(self) -> LibraryEntry | None:
        """The marked procedure; None, and a sentence, if several are selected."""
        if len(self.books.picked) > 1:
            self.screen.tell("Several are selected, but this works with only one. Esc clears the selection.")
            return None
        return self.books.chosen()

    def _chosen(self) -> SavedProcedure | None:
        entry = self._one()
        return self._load(entry.id) if entry else None

    def _side(self, id: str) -> "ComparedSide | None":
        if found := starter(id):
            return ComparedSide(found)
        saved = self._load(id)
        return ComparedSide(saved.procedure, saved.hint, saved.entry.created) if saved else None

    def follow(self) -> None:
        """Follow the marked procedure from where the person stopped last."""
        if (saved := self._chosen()) is not None:
            self.screen.host.navigation.follow(saved.procedure)

    def edit(self) -> None:
        """Edit the marked procedure by hand; the result is its next version."""
        if (saved := self._chosen()) is not None:
            edit_by_hand(self.screen, self.workspace, saved, self._edited)

    def _edited(self, entry: LibraryEntry, words: str) -> None:
        self.books.wanted = entry.id
        self._saved(words)

    def tailor_again(self) -> None:
        """Tailor the marked procedure as it is; shows what it was made for before, but prefills nothing."""
        if (saved := self._chosen()) is not None:
            about = "\n".join(filter(None, (saved.procedure.goal, you_said(saved.hint))))
            self.screen.host.navigation.tailor(saved.procedure, "", "Tailor again", about)

    def open_review(self) -> None:
        """Open the review that made the marked procedure, with every decision."""
        if (saved := self._chosen()) is None:
            return
        if saved.made is None or not (run := saved.made.run):
            self._go_on_with_review(saved)
            return
        workspace = self.workspace
        screen = self._attempt(lambda: reopened(workspace, open_run(workspace.paths.runs, run), saved.entry))
        if screen is not None:
            self.screen.app.push_screen(screen)

    def _go_on_with_review(self, saved: SavedProcedure) -> None:
        """Resume the unfinished review of this procedure and name it, or say that there is none."""
        begun = [one for one in unfinished(self.workspace.paths) if isinstance(one, UnfinishedReview)]
        left = next((one for one in begun if one.is_of(saved.procedure)), None)
        if left is None:
            self.screen.tell("This one has no review, because it was not tailored here.")
            return
        screen = self._attempt(lambda: reopened(self.workspace, *reopen(self.workspace, left)))
        if screen is not None:
            self.screen.app.push_screen(screen)
            notify(self.screen.app, f"Continuing your review: “{one_line(left.hint, 60)}”, {left.progress}.")

    def compare(self) -> None:
        """Compare the two selected, or the marked one with the selected one, its original or previous version."""
        entry, picked = self.books.chosen(), [one.id for one in self.books.selected() if self.books.picked]
        if entry is None:
            return
        if len(picked) > 1:
            first, second, *others = picked
            if others:
                self.screen.tell("Select exactly two to compare.")
            else:
                self._compare(first, second)
            return
        other = picked[0] if picked and picked[0] != entry.id else self._before(entry)
        if other is None:
            words = "There is no original or earlier version. Space selects this one to compare with another."
            self.screen.tell(words)
        else:
            self._compare(other, entry.id)

    def _before(self, entry: LibraryEntry) -> str | None:
        if entry.parent is not None:
            return entry.parent
        versions = self._attempt(lambda: self.workspace.library.history(entry.id, newest=2))
        return versions[-2].id if versions and len(versions) > 1 else None

    def _compare(self, before: str, after: str) -> None:
        one, other = self._side(before), self._side(after)
        if one is not None and other is not None:
            self.screen.app.push_screen(CompareScreen(one, other))

    def show_history(self) -> None:
        if (entry := self._one()) is None:
            return
        versions = self._attempt(lambda: self.workspace.library.history(entry.id, newest=SHOWN_VERSIONS + 1))
        if versions is not None:
            told = list(versions_in_words(self.workspace.library, versions))
            compare = partial(self._compare, after=entry.id)
            self.screen.ask(HistoryDialog(versions, told, entry.id, self._read, compare), self._restore)

    def _restore(self, id: str) -> None:
        if (entry := self._attempt(lambda: restore_version(self.workspace.library, id))) is not None:
            old = id.rpartition(".v")[2]
            self._saved(f"Version {old} is back, saved as version {entry.version}.")

    def read(self) -> None:
        """Show every step of the marked procedure over the whole window."""
        if (entry := self._one()) is not None:
            self._read(entry.id)

    def _read(self, id: str) -> None:
        if (saved := self._load(id)) is not None:
            self.screen.app.push_screen(ReadScreen(self.workspace, saved))

    def _saved(self, words: str) -> None:
        """Say what changed, and list the library again."""
        notify(self.screen.app, words)
        self.reload()

    def delete(self) -> None:
        """Move the selected procedures with all their versions to the trash."""
        gone: list[TrashItem] = []
        for entry in self.books.selected():
            item = self._attempt(partial(self.workspace.library.delete, entry.stem))
            if item is None:
                break
            gone.append(item)
        if gone:
            self._thrown = tuple(item.name for item in gone)
            self.books.pick()
            named = gone[0].goal or gone[0].name if len(gone) == 1 else counted(len(gone), "how-to")
            self._saved(f"Moved to trash; u to undo:\n{named}")

    def undelete(self) -> None:
        """Restore what was deleted last: everything that was deleted at once."""
        try:
            back = [self.workspace.library.undelete(name) for name in self._thrown or (None,)]
        except TailorError as error:
            self.screen.tell(error.message)
        else:
            named = back[0].goal or back[0].name if len(back) == 1 else counted(len(back), "how-to")
            self._back(back[0], f"{named} {'is' if len(back) == 1 else 'are'} back.")
        self._thrown = ()

    def _back(self, one: TrashItem, words: str) -> None:
        """Mark the restored procedure, so that the next key applies to it, and say so."""
        self.books.wanted = self.workspace.library.find(one.name) or ""
        self._saved(words)

    def show_trash(self) -> None:
        """Show what was deleted; the chosen one is restored."""
        items = self._attempt(lambda: trash_items(self.workspace.library.folder))
        if items is not None:
            self.screen.ask(TrashDialog(items), self._bring_back)

    def _bring_back(self, name: str) -> None:
        if (one := self._attempt(lambda: self.workspace.library.undelete(name))) is not None:
            self._thrown = tuple(other for other in self._thrown if other != name)
            self._back(one, f"{one.goal or one.name} is back.")

    def export(self) -> None:
        """Write the selected procedures into files, after asking for the format and the place."""
        saved = [self._load(entry.id) for entry in self.books.selected()]
        found = [one for one in saved if one is not None]
        if found and len(found) == len(saved):
            choices = tuple(AnswerOption(key, format.label) for key, format in EXPORTS.items())
            ask = (
                partial(self._ask_for_file, found[0]) if len(found) == 1 else partial(self._ask_for_folder, found)
            )
            self.screen.ask(Question("Export as", "", choices), ask)

    def _ask_for_folder(self, saved: Sequence[SavedProcedure], key: str) -> None:
        format = EXPORTS[key]
        about = "Existing files are never overwritten. If there is no such folder, Tailor makes it."
        title = f"Export {counted(len(saved), 'how-to')} as {format.label} into"
        dialog = LineDialog(title, about, value=str(Path.home() / "how-tos"), enter="write them")

        def given(where: str) -> None:
            run_aside(self.screen, partial(self._export_all, saved, format, where, dialog.used), group="export")

        self.screen.ask(dialog, given)

    async def _export_all(
        self, saved: Sequence[SavedProcedure], format: Format, where: str, used: Callable[[], None]
    ) -> None:
        """Write a file for each and name those that could not be written; call `used` if at least one was."""
        failed = await asyncio.to_thread(lambda: [*self._unwritten(saved, format, named(where))])
        if len(failed) < len(saved):
            used()
        words = f"{counted(len(saved) - len(failed), 'file')} saved to {where}"
        if failed:
            title = "Not all of them were exported" if len(failed) < len(saved) else "None of them was exported"
            self.screen.app.push_screen(ErrorDialog(title, "\n".join([words, *failed])), mode=self.screen.room)
        else:
            notify(self.screen.app, words)

    def _unwritten(self, saved: Sequence[SavedProcedure], format: Format, folder: Path) -> Iterator[str]:
        """Write a file for each; yield a line for each that could not be written."""
        for one in saved:
            file = folder / f"{one.entry.stem}{format.suffixes[0]}"
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                made = tagged(self.workspace.library.folder, one.procedure)
                page = write(made, format.name, one.parent, self._notice(one))
                create_file(file, page.encode("utf-8", "replace"))
            except FileExistsError:
                yield f"{file.name} is there already."
            except OSError as error:
                yield f"{file.name}: {why(error)}."
            except TailorError as error:
                yield f"{file.name}: {error.message}"

    def _ask_for_file(self, saved: SavedProcedure, key: str) -> None:
        format = EXPORTS[key]
        proposed = str(Path.home() / f"{saved.entry.stem}{format.suffixes[0]}")
        about = "Existing files are never overwritten."
        use = partial(self._export, saved, format.name)
        self.screen.app.push_screen(
            LineDialog(f"Export as {format.label}", about, value=proposed, enter="save", use=use)
        )

    def _export(self, saved: SavedProcedure, format: str, where: str) -> None:
        """Write a new file. Raises ContentError, SaveError."""
        if where:
            made = tagged(self.workspace.library.folder, saved.procedure)
            create_new(where, write(made, format, saved.parent, self._notice(saved)))
            notify(self.screen.app, f"Exported to {where}")

    def _notice(self, saved: SavedProcedure) -> str:
        return page_notice(self.workspace, saved, warnings_of(self.workspace, saved))

    def import_procedures(self) -> None:
        """Open the import screen, with what was left on it last time."""

        def imported(entries: tuple[LibraryEntry, ...]) -> None:
            self.books.wanted = entries[0].id if entries else ""

        self.screen.app.push_screen(ImportScreen(self.workspace, done=imported))

    def edit_labels(self, kind: str) -> None:
        """Edit the tags or collections that all selected procedures share, separated by commas."""
        entries, folder = self.books.selected(), self.workspace.library.folder
        notes = self._attempt(lambda: [read_notes(folder, entry.stem) for entry in entries])
        if not notes:
            return
        title, example, labels = LABELS[kind]
        shown = tuple(name for name in labels(notes[0]) if all(name in labels(one) for one in notes))
        whose = f"“{entries[0].goal}”" if len(entries) == 1 else counted(len(entries), "how-to")
        about = f"For {whose}, separated by commas."
        dialog = LineDialog(title, about, value=", ".join(shown), placeholder=example, enter="keep")

        def changed(typed: list[str], now: ProcedureNotes) -> ProcedureNotes:
            """Set the typed labels, and keep those that another window added since they were shown."""
            since = (name for name in labels(now) if name not in shown)
            names = relabelled((), (*typed, *since), ())
            return replace(now, tags=names) if kind == "tag" else replace(now, collections=names)

        def typed(words: str) -> None:
            stems, relabel = [one.stem for one in entries], partial(changed, words.split(","))
            run_aside(self.screen, partial(self._keep_labels, stems, relabel, dialog.used), group="label")

        self.screen.ask(dialog, typed)

    async def _keep_labels(
        self,
        stems: Sequence[str],
        changed: Callable[[ProcedureNotes], ProcedureNotes],
        then: Callable[[], object],
    ) -> None:
        """Save the labels in a thread, as another process may hold the lock; call `then` once all are saved."""
        try:
            for stem in stems:
                await asyncio.to_thread(change, self.workspace.library.folder, stem, changed)
        except TailorError as error:
            self.screen.show_error(error)
        else:
            then()
        self.reload()

    def carry_over(self) -> None:
        """Apply the edits of the marked variant to the newest version of its original, as a review."""
        if (entry := self._one()) is None:
            return
        if entry.parent is None:
            self.screen.tell("This one was not made from another, so there is nothing to update.")
        else:
            run_aside(self.screen, partial(self._rebase, entry.id), group="rebase", exclusive=True)

    async def _rebase(self, id: str) -> None:
        try:
            plan = await asyncio.to_thread(lineage.plan_rebase, self.workspace.library, id)
        except TailorError as error:
            self.screen.show_error(error)
        else:
            self._review_rebase(plan)

    def _review_rebase(self, plan: lineage.RebasePlan) -> None:
        def answered(key: str) -> None:
            entry = (
                self._attempt(lambda: lineage.save_rebased(self.workspace.library, plan)) if key == "s" else None
            )
            if entry is not None:
                self._saved(f"Saved: {entry.id}")

        if not plan.moved:
            self.screen.tell("It is already made from the newest version of its original.")
        elif plan.rebased.carried or plan.rebased.stale:
            screen = rebase_screen(self.workspace, plan, self._rebases)
            self.screen.app.push_screen(screen, mode=self.screen.room)
        else:
            title = "None of your changes is left"
            made = lineage.outcome_of(plan, ReviewState(plan.rebased.review))
            back = (one.says for one in brought_back(self.workspace, plan, made))
            self.screen.ask(Question(title, " ".join((rebase_words(plan), *back)), AS_IT_IS), answered)


class HistoryDialog(ListDialog[str]):
    """The versions of a procedure, the newest first; dismissed with the id of the one to restore.

    Pages that show or compare a version open over it, so that closing them returns to the list.
    """

    HELP = """Enter shows the selected version, c compares it with the newest, r restores it,
    Esc closes this."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "give('show')", "Show", show=False, id="history.show"),
        Binding("r", "give('restore')", "Restore", id="history.restore", tooltip="Make it the newest again"),
        Binding("c", "give('compare')", "Compare", id="history.compare", tooltip="Compare with the newest"),
    ]
    keys = (("enter", "show"), ("c", "compare"), ("r", "restore"), ("esc", "close"))

    def __init__(
        self,
        versions: Sequence[LibraryEntry],
        told: Sequence[str],
        now: str,
        show: Callable[[str], None],
        compare: Callable[[str], None],
    ) -> None:
        """`told`: for each version what it changed; `now`: the id of the newest version, readable or not."""
        newest = f"History: the newest {SHOWN_VERSIONS} versions"
        super().__init__(line_text("History" if len(versions) <= SHOWN_VERSIONS else newest, "bold"))
        self._versions = tuple(reversed(tuple(zip(versions, told, strict=True))[-SHOWN_VERSIONS:]))
        self._now = now
        self._does: dict[str, Callable[[str], object]] = {
            "show": show,
            "compare": compare,
            "restore": self.dismiss,
        }

    def rows(self) -> list[Option]:
        return [version_option(*one) for one in self._versions]

    def action_give(self, what: str) -> None:
        """Do this with the marked version; the newest cannot be restored or compared with itself."""
        id = self._versions[self.at][0].id
        if what != "show" and id == self._now:
            self.say(f"This is the newest version. Select an earlier one to {what}.")
        else:
            self._does[what](id)

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_give("show")


def version_option(entry: LibraryEntry, told: str) -> Option:
    when = entry.created.replace("T", " ")[: len("2026-01-31 12:00")]
    return Option(ListRow(told, when, f"v{entry.version}  ", narrowest=NARROWEST_FIGURES), id=entry.id)


class TrashDialog(ListDialog[str]):
    """The deleted how-tos, the latest first; dismissed with the name of the one to restore."""

    HELP = (
        "What you deleted, the latest first. Enter brings the selected one back. Nothing is ever deleted for good."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "give", "Bring back", show=False, id="trash.back"),
    ]
    keys = (("enter", "bring it back"), ("esc", "close"))
    nothing = "The trash is empty."

    def __init__(self, items: Sequence[TrashItem]) -> None:
        super().__init__(line_text("Trash", "bold"), line_text("What you deleted, the latest first", MUTED))
        self._items = items

    def rows(self) -> list[Option]:
        """One row per how-to, with when it was deleted."""
        return [
            Option(
                ListRow(
                    one_line(one.goal or one.name),
                    local_time(one.when, "%d %b %Y %H:%M"),
                    narrowest=NARROWEST_FIGURES,
                )
            )
            for one in self._items
        ]

    @on(OptionList.OptionSelected)
    def action_give(self) -> None:
        self.dismiss(self._items[self.at].name if self._items else None)
