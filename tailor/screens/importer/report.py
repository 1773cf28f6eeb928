"""The review of an import before anything is saved: its procedures, and the lines of the marked one.

No line is lost: lines that belong to no part of a procedure are listed as unused, and changes made by hand are
drafts until everything is saved.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import ContentError, TailorError
from tailor.core.report import found_against
from tailor.core.requirements import Requirement, parse_hint
from tailor.core.text import counted, normal, one_line
from tailor.drafts import IMPORT_LINE, IMPORT_LINES, IMPORT_PATH, IMPORT_TEXT
from tailor.library import manual_import as by_hand
from tailor.library.entries import LibraryEntry
from tailor.library.manual_import import ClassifiedLine, ClassifiedLines, Kind
from tailor.screens.base import BaseScreen
from tailor.screens.dialogs.base import Dialog, ErrorDialog, TextDialog
from tailor.screens.dialogs.new_procedure import ask_of_left_over
from tailor.screens.dialogs.text_input import CleanTextArea, LineDialog
from tailor.screens.importer.model import NAMES, ImportDraft, LineList, save_all, work_kept
from tailor.screens.widgets.content import MUTED, line_text, lines, notify, row_text, safe_text
from tailor.screens.widgets.lists import NARROWEST_FIGURES, ListRow, found_page
from tailor.threads import aside
from tailor.workspace import Workspace

KIND_KEYS: Final[tuple[tuple[str, Kind, str], ...]] = (
    ("s", "step", "This line is a step"),
    ("r", "resource", "This line is something you need"),
    ("x", "unused", "This line is not used"),
    ("t", "note", "This line is a note"),
    ("h", "heading", "This line is a heading"),
    ("g", "goal", "This line is the title"),
)


class SkippedFiles(TextDialog):
    """The files of a collection that contain no procedure, each with the reason."""

    HELP = "No how-to was found in these files, so nothing was saved. c copies the list."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("c", "copy", "Copy", id="import.copy_skipped")]
    keys = (("c", "copy"), ("esc", "close"))

    def __init__(self, skipped: Sequence[str]) -> None:
        self._skipped = skipped
        about = safe_text("No how-to was found in these, for the reasons below.", MUTED)
        rows = (line_text(one, limit=LONGEST_SKIPPED) for one in skipped)
        super().__init__(lines(*rows), line_text(f"{counted(len(skipped), 'file')} skipped", "bold"), about)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard("\n".join(self._skipped))
        notify(self, "Copied.")


class LineSheet(Dialog[tuple[str, ...]]):
    """Rewrite one line; each line of the text becomes its own line. Unsaved text is there again next time."""

    HELP = "Enter splits the line at the cursor. ctrl+s saves it. Esc closes this; your draft is kept."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s,f10", "keep", "Keep", id="import.keep_line")]
    keys = (("ctrl+s", "keep"), ("esc", "cancel (draft kept)"))

    def __init__(self, text: str, *, draft: str) -> None:
        """`draft`: where the text is kept."""
        about = safe_text("Enter splits the line; each part becomes its own line.", MUTED)
        super().__init__(line_text("This line", "bold"), about)
        self._text, self._draft = text, draft

    def inside(self) -> Iterator[Widget]:
        text, place = self._text, self._draft
        yield CleanTextArea(self.host.drafts.get(place, text), compact=True, id="words", draft=place, given=text)

    def on_mount(self) -> None:
        self.query_one(CleanTextArea).focus()

    def action_keep(self) -> None:
        pad = self.query_one(CleanTextArea)
        self.dismiss(tuple(pad.give().split("\n")))


class LineEditor:
    """Moves the mark among the lines of the shown procedure, and changes the marked line; `u` undoes a change."""

    def __init__(self, screen: "ImportReviewScreen") -> None:
        self._screen = screen

    @property
    def _list(self) -> LineList:
        return self._screen.query_one(LineList)

    def go(self, by: int) -> None:
        self._list.go(self._list.mark + by)

    def page(self, by: int) -> None:
        self.go(by * self._list.page)

    def edge(self, by: int) -> None:
        """Mark the first (-1) or last (1) line."""
        self._list.go(len(self._list.lines) if by > 0 else 0)

    def unused(self) -> None:
        """Mark the next unused line; after the last comes the first."""
        listed = self._list
        if places := [at for at, one in enumerate(listed.lines) if one.kind == "unused"]:
            listed.go(next((at for at in places if at > listed.mark), places[0]))
        else:
            self._screen.tell("Every line is used.")

    def kind(self, kind: Kind) -> None:
        """Make the marked line a step, resource …, and mark the next one."""
        self._change(lambda lines, at: by_hand.marked(lines, at, kind), 1)

    def join(self) -> None:
        self._change(by_hand.joined, -1)

    def cut(self) -> None:
        self._change(by_hand.cut, 0)

    def lift(self, by: int) -> None:
        """Move the marked line down (1) or up (-1)."""
        self._change(lambda lines, at: by_hand.lifted(lines, at, by), by)

    def write(self) -> None:
        """Let the person rewrite or split the marked line."""
        lines, at = self._screen.pile.lines, self._list.mark

        def written(pieces: tuple[str, ...]) -> None:
            self._change(lambda lines, _: by_hand.written(lines, at, pieces), 0)
            if self._screen.pile.lines is not lines:  # they are kept as drafts themselves
                self._screen.host.drafts.forget(place)

        if lines:
            place = _line_place(self._screen.pile, lines[at].text)
            self._screen.ask(LineSheet(lines[at].text, draft=place), written)

    def undo(self) -> None:
        if self._screen.pile.undo():
            self._screen.show_changed()
        else:
            self._screen.tell("Nothing to undo.")

    def _change(self, change: Callable[[ClassifiedLines, int], ClassifiedLines], by: int) -> None:
        """Apply a change to the marked line and move the mark, or say why it cannot be done."""
        draft, at = self._screen.pile, self._list.mark
        if not draft.lines:
            return
        draft.mark = at
        try:
            lines = change(draft.lines, at)
        except ContentError as error:
            self._screen.tell(error.message, wrong=True)
            return
        draft.take(lines, min(max(at + by, 0), max(len(lines) - 1, 0)))
        self._screen.show_changed()


PAUSE: Final = 0.15  # seconds without a change before the guard checks the lines
LONGEST_SKIPPED: Final = 400
MOST_NAMED: Final = 20  # most procedures named in a message


class ImportReviewScreen(BaseScreen[None]):
    """The procedures of one import; the caller gets what was saved."""

    SAYS = ""
    CSS_PATH = "importing.tcss"
    HELP = """Nothing is saved yet. Beside each line you see what Tailor took it for; change that with one
    key, then ctrl+s saves. With several how-tos, Tab switches between them and their lines; d leaves one out."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f10", "save", "Save", id="import.save", tooltip="Save to the library"),
        Binding("d", "leave_out", "Leave out", id="import.leave_out", tooltip="Do not save this one"),
        Binding("d", "take_back", "Put it back", id="import.take_back", tooltip="Save this one too"),
        Binding("escape", "leave", "Back", id="import.leave", tooltip="Back without saving"),
        Binding(
            "f", "skipped", "Skipped files", show=False, id="import.skipped", tooltip="Files that were skipped"
        ),
        *(
            Binding(
                key,
                f"do('editor', 'kind', '{kind}')",
                NAMES[kind].title(),
                kind != "goal",
                id=f"import.{kind}",
                tooltip=says,
            )
            for key, kind, says in KIND_KEYS
        ),
        Binding(
            "m", "do('editor', 'join')", "Join", show=False, id="import.join", tooltip="Join it to the line above"
        ),
        Binding(
            "c", "do('editor', 'cut')", "Split", show=False, id="import.cut", tooltip="Split it into sentences"
        ),
        Binding("e", "do('editor', 'write')", "Edit", show=False, id="import.write", tooltip="Edit or split it"),
        Binding("u", "do('editor', 'undo')", "Undo", show=False, id="import.undo"),
        Binding("n", "do('editor', 'unused')", "Next unused", show=False, id="import.next_unused"),
        Binding("j,down", "do('editor', 'go', 1)", "Next", show=False, id="import.next"),
        Binding("k,up", "do('editor', 'go', -1)", "Previous", show=False, id="import.previous"),
        Binding("pagedown", "do('editor', 'page', 1)", "Further down", show=False, id="import.page_down"),
        Binding("pageup", "do('editor', 'page', -1)", "Further up", show=False, id="import.page_up"),
        Binding("home", "do('editor', 'edge', -1)", "First", show=False, id="import.first"),
        Binding("end", "do('editor', 'edge', 1)", "Last", show=False, id="import.last"),
        Binding("J,shift+down", "do('editor', 'lift', 1)", "Move down", show=False, id="import.lift_down"),
        Binding("K,shift+up", "do('editor', 'lift', -1)", "Move up", show=False, id="import.lift_up"),
    ]

    def __init__(
        self,
        workspace: Workspace,
        piles: "list[ImportDraft]",
        why: str = "",
        done: Callable[[tuple[LibraryEntry, ...], bool], None] = lambda saved, left: None,
        skipped: Sequence[str] = (),
    ) -> None:
        """`why`: why a person must classify the lines; `done` gets what was saved, and whether work is left.

        `skipped`: the files of a collection that contain no procedure.
        """
        super().__init__()
        self._done, self._why, self._skipped = done, why, skipped
        self.workspace = workspace
        self.piles, self.pile = piles, piles[0]
        self.brought = tuple(piles)
        self.saved: list[LibraryEntry] = []
        self.saving = False
        self._over = False  # all is saved: leave as soon as this screen is in front
        self._profile: tuple[Requirement, ...] = ()
        self.editor = LineEditor(self)

    def body(self) -> Iterable[Widget]:
        yield Static(id="title")
        yield OptionList(id="piles")
        yield LineList(id="lines")
        yield Static(id="whole")
        yield Static(id="found")
        yield Static(id="says")

    def on_mount(self) -> None:
        """Show the procedures and start the guard."""
        self._profile = parse_hint("", self.workspace.profile())
        self.query_one("#found").display = False
        self._list()
        if self._why:
            kinds = "s step, r item you need, h heading, g title"
            self.tell(f"What is each line? {kinds}. {self._why}", wrong=True)
        if self._profile and len(self.piles) > 1:
            self.look_through()

    def on_screen_resume(self) -> None:
        """Leave if everything was saved while another screen was in front."""
        if self._over:
            self._leave(left=False)

    def _list(self) -> None:
        """List the procedures and mark the first; a single one needs no list."""
        several, listed = len(self.piles) > 1, self.query_one("#piles", OptionList)
        listed.display = several
        listed.set_options([Option(pile_row(pile)) for pile in self.piles])
        (listed if several else self.query_one(LineList)).focus()
        listed.highlighted = 0 if several else None
        self._draw_title()
        self._open(0)

    def _draw_title(self) -> None:
        several, kept = len(self.piles), sum(not one.out for one in self.piles)
        many = f"{several:,} how-tos" if kept == several else f"{kept:,} of {several:,} will be saved"
        name = line_text(many if several > 1 else self.pile.goal or "Untitled", "bold", 120)
        path = self.piles[0].where
        path = path.rpartition(": ")[0] if several > 1 and ": " in path else path
        room = max(self.text_width - name.cell_length - len("Import      "), 20)
        where = line_text(path if len(path) <= room else f"…{path[1 - room :]}", MUTED, 80)
        words = row_text(("Import", "bold $accent"), "   ", name, "   ", where)
        saved = f"{len(self.saved):,} saved; the rest is not" if self.saved else "Nothing is saved"
        skipped = f" {counted(len(self._skipped), 'file')} skipped: f lists them." if self._skipped else ""
        about = safe_text(f"{saved} yet: ctrl+s saves.{skipped}", MUTED)
        self.query_one("#title", Static).update(lines(words, about))

    def _redraw_option(self, pile: ImportDraft) -> None:
        """Redraw its row if it is still listed; it may have been saved by now."""
        if len(self.piles) > 1 and pile in self.piles:
            listed = self.query_one("#piles", OptionList)
            listed.replace_option_prompt_at_index(self.piles.index(pile), pile_row(pile))

    def _open(self, at: int) -> None:
        self.pile = self.piles[at]
        try:
            self.pile.open()
        except ContentError as error:
            self.tell(f"{self.pile.says}. {error.message}")
        else:
            self._say_lines()
        self._show_lines()
        self.refresh_bindings()
        self.look()

    def _show_lines(self) -> None:
        self.query_one(LineList).show(self.pile.lines, self.pile.mark)

    def show_changed(self) -> None:
        _keep_work(self)
        self._show_lines()
        self._say_lines()

    def _say_lines(self) -> None:
        """Say what the lines make and what they still lack, and let the guard check them again."""
        lacks, remark = self.pile.missing, self.pile.remark
        says = ", ".join(filter(None, (self.pile.says, self.pile.details)))
        self.tell(". ".join(filter(None, (says, lacks or remark))), wrong=bool(lacks))
        if self.pile.found is None:
            self._draw_title()
            self._redraw_option(self.pile)
            self.look()

    @on(LineList.Marked)
    def _line_marked(self) -> None:
        """Show the marked line in full; in a low window only if the list cuts it off."""
        listed, whole = self.query_one(LineList), self.query_one("#whole", Static)
        whole.update(safe_text(listed.lines[listed.mark].text if listed.lines else "", MUTED, 1_000))
        whole.set_class(not listed.cuts, "-told")

    @on(OptionList.OptionHighlighted, "#piles")
    def _pile_marked(self, event: OptionList.OptionHighlighted) -> None:
        if self.piles[event.option_index] is not self.pile:
            self._open(event.option_index)

    @on(OptionList.OptionSelected, "#piles")
    def _pile_chosen(self) -> None:
        self.query_one(LineList).focus()

    @work(exclusive=True, group="import.look", exit_on_error=False)
    async def look(self) -> None:
        """Check the marked procedure against the profile, in a thread, once changes pause."""
        pile = self.pile
        if not self._profile:
            return
        if pile.found is None:
            await asyncio.sleep(PAUSE)
            pile.found = await aside(_found_in, pile, self._profile)
            self._redraw_option(pile)
        self._draw_found()

    def on_resize(self, event: Resize) -> None:
        self._draw_found()

    def _draw_found(self) -> None:
        found = self.pile.found
        shown = self.query_one("#found", Static)
        shown.display = bool(found)
        if found:
            width = max(self.size.width - shown.styles.padding.width, 20)
            shown.update(found_page((), found, width, rows=2))

    @work(exclusive=True, group="import.look_through", exit_on_error=False)
    async def look_through(self) -> None:
        """Check every procedure against the profile."""
        for pile in self.piles:
            if pile.found is not None:
                continue
            lines, found = pile.lines, await aside(_found_in, pile, self._profile)
            if pile.lines is lines:  # otherwise they were changed meanwhile, and are checked again
                pile.found = found
            if pile.found:
                self._redraw_option(pile)
        bad = sum(bool(pile.found) for pile in self.piles)
        if bad:
            notify(
                self,
                f"{bad:,} of {len(self.piles):,} marked with ! because your profile rules something in them out",
            )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable leaving out a single procedure; one that is left out can only be put back."""
        if action in ("leave_out", "take_back"):
            return len(self.piles) > 1 and self.pile.out == (action == "take_back")
        if action == "skipped":
            return bool(self._skipped)
        if action == "do" and not self.query_one(LineList).has_focus:
            return False
        return super().check_action(action, parameters)

    def action_leave_out(self) -> None:
        """Leave the marked procedure out, or put it back."""
        self.pile.out = not self.pile.out
        _keep_work(self)
        self._redraw_option(self.pile)
        self._draw_title()
        self.refresh_bindings()

    action_take_back = action_leave_out

    def action_skipped(self) -> None:
        self.app.push_screen(SkippedFiles(self._skipped), mode=self.room)

    def action_save(self) -> None:
        """Save once all that is not left out; ask what to do with lines that nobody decided on."""
        chosen = [pile for pile in self.piles if not pile.out]

        def answered(noting: bool) -> None:
            self.saving = True
            self._save(chosen, noting=noting)

        if not chosen:
            self.tell("All are left out. d puts the selected one back.", wrong=True)
        elif not (self.saving or self._over):
            if nameless := next((pile for pile in chosen if pile.is_nameless), None):
                self._ask_title(nameless)
                return
            ask_of_left_over(self, [text for pile in chosen for text in pile.left_over], answered)

    def _ask_title(self, draft: "ImportDraft") -> None:
        """Ask for the missing title, then continue saving."""

        def titled(words: str) -> None:
            if title := normal(words):
                draft.take((ClassifiedLine("goal", title), *draft.lines), draft.mark + 1)
                self.show_changed()
                dialog.used()
                self.action_save()

        about = next(one.text for one in draft.lines if one.kind == "step")
        words = "For example: Repair a wobbly chair"
        dialog = LineDialog("What is it called?", about, placeholder=words, enter="save")
        self.ask(dialog, titled)

    @work(group="import.save", exit_on_error=False)
    async def _save(self, chosen: "list[ImportDraft]", *, noting: bool) -> None:
        try:
            done = await asyncio.to_thread(lambda: list(save_all(self.workspace.library, chosen, noting=noting)))
        finally:
            self.saving = False
        _keep_work(self)
        failed = [(pile, got) for pile, got in done if isinstance(got, TailorError)]
        self.saved += [got for _, got in done if not isinstance(got, TailorError)]
        if not failed:
            self._finish()
            return
        self.piles = [pile for pile, _ in failed] + [pile for pile in self.piles if pile.out]
        self._told(failed, len(done) - len(failed))

    def _told(self, failed: "list[tuple[ImportDraft, TailorError]]", saved: int) -> None:
        self._list()
        if len(failed) == 1 and not saved and isinstance(failed[0][1], ContentError):
            self.tell(failed[0][1].message, wrong=True)
            return
        named = [f"{pile.goal or 'Untitled'}: {error.message}" for pile, error in failed[:MOST_NAMED]]
        more = [f"… and {len(failed) - MOST_NAMED:,} more."] if len(failed) > MOST_NAMED else []
        still = "It is still here." if len(failed) == 1 else f"All {len(failed):,} are still here."
        head = f"{saved:,} saved, {len(failed):,} not; those are still here." if saved else still
        title = "Not everything was saved" if self.saved else "Nothing was saved"
        self.app.push_screen(ErrorDialog(title, "\n".join([head, *named, *more])), mode=self.room)

    def _finish(self) -> None:
        self._over, count = True, len(self.saved)
        drafts = self.host.drafts
        lines = (place for pile in self.brought for place in drafts.places(_line_place(pile, "")))
        drafts.forget(IMPORT_PATH, IMPORT_TEXT, IMPORT_LINES, *lines)
        there = sum(pile.there for pile in self.brought)
        one = f"{'In your library already' if there else 'Saved'}: {one_line(self.saved[0].goal, 80)}"
        had = f" {there:,} of them were there already." if there else ""
        notify(self, one if count == 1 else f"{count:,} how-tos saved.{had}")
        self._leave(left=False)

    def action_leave(self) -> None:
        """Leave with the changes kept, unless saving."""
        if self.saving:
            self.tell("Saving, one moment …")
        else:
            self._leave(left=any(pile.touched for pile in self.brought))

    def _leave(self, *, left: bool) -> None:
        if self.go_back():
            self._done(tuple(self.saved), left)


def _line_place(pile: ImportDraft, text: str) -> str:
    """Where the text typed into this line of the draft is kept."""
    return f"{IMPORT_LINE}{pile.key}\n{text}"


def _keep_work(screen: ImportReviewScreen) -> None:
    """Keep the changes made to the lines so far as drafts."""
    screen.host.drafts.keep(IMPORT_LINES, work_kept(screen.brought))


def _found_in(pile: ImportDraft, profile: tuple[Requirement, ...]) -> tuple[str, ...]:
    try:
        return found_against(pile.result().procedure, profile)
    except ContentError:
        return ()  # there are no steps yet


def pile_row(pile: ImportDraft) -> ListRow:
    """A procedure's row: goal, size, whether it is left out or has a warning."""
    warns = bool(pile.found) and not pile.out
    mark, about = ("– ", "left out") if pile.out else ("! " if warns else "", pile.brief)
    return ListRow(pile.goal or "Untitled", about, mark, narrowest=NARROWEST_FIGURES, warns=warns)
