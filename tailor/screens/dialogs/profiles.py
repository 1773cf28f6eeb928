"""Saved profiles: which of them apply, only to the next run or always, and the lines of one profile.

The choice is returned to the caller; the lines of a profile are saved as they change.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.screens.dialogs.base import ErrorDialog, ListDialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.widgets.content import MUTED, line_text, row_text
from tailor.workspace import check_name, tidy

if TYPE_CHECKING:
    from tailor.workspace import Workspace

Lines = tuple[str, ...]


WHEN = {
    (True, True): "always",
    (True, False): "only this time",
    (False, True): "always, but not this time",
    (False, False): "",
}


class ProfileSheet(ListDialog[str]):
    """The lines of one profile, saved with each change; dismissed with the profile's name."""

    HELP = "What is always true for this person: what they must avoid, what they lack, how skilled they are."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "add", "Add a line", id="profile.add"),
        Binding("e", "reword", "Edit", id="profile.reword"),
        Binding("d,delete", "remove", "Remove", id="profile.remove"),
        Binding("u", "undo", "Undo", id="profile.undo"),
        Binding("enter,escape", "leave", "Done", priority=True, id="profile.done"),
    ]

    keys = (("o", "add"), ("e", "words"), ("d", "remove"), ("u", "undo"), ("esc", "done"))
    nothing = "Nothing yet. o adds a line, such as: no nuts (allergy)"

    def __init__(self, name: str, lines: Lines, keep: Callable[[Lines, Lines], Lines]) -> None:
        """`keep` gets the new and the shown lines and returns those saved: another window may change them too."""
        super().__init__(line_text(f"Always true for {name}", "bold", 80))
        self.profile_name = name
        self.lines = lines
        self._keep = keep
        self._before: list[Lines] = []

    def on_mount(self) -> None:
        """Ask for the first line of an empty profile."""
        if not self.lines:
            self.action_add()

    def rows(self) -> list[Option]:
        return [Option(line_text(one, limit=200)) for one in self.lines]

    def _take(self, lines: Lines, at: int, before: list[Lines], says: str = "") -> None:
        """Save and show these lines; `before` is what undo restores. Raises SaveError, UsageError."""
        lines = tidy(lines)
        kept = self._keep(lines, self.lines)
        if kept != lines:
            added, gone = [one for one in kept if one not in lines], {*lines} - {*kept}
            before = [tidy((*(one for one in were if one not in gone), *added)) for were in before]
            says = (
                f"{says} This profile was also changed in another window; you now see the latest version.".lstrip()
            )
        self.lines, self._before = kept, before
        self.show_rows(at)
        self.say(says)

    def _change(self, lines: Lines, at: int, says: str = "") -> None:
        self._take(lines, at, [*self._before, self.lines], says)

    def action_add(self) -> None:
        """Ask for new lines until an empty one, so that what is typed next is not taken for keys of the list."""
        title, example = "What else is always true?", "Enter on an empty line finishes"
        if not self.lines:
            title, example = "What is always true?", "for example: no nuts (allergy)"
        use = partial(self._write, len(self.lines))
        line = LineDialog(title, placeholder=example, enter="add", use=use)
        self.open_over(line, lambda words: self.action_add() if words else None)

    def action_reword(self) -> None:
        """Ask for other words for the marked line."""
        if self.at < len(self.lines):
            use = partial(self._write, self.at)
            self.open_over(LineDialog("Edit", value=self.lines[self.at], enter="keep", use=use))

    def _write(self, at: int, words: str) -> None:
        if words:
            self._change((*self.lines[:at], words, *self.lines[at + 1 :]), at)

    def action_remove(self) -> None:
        at = self.at
        if at < len(self.lines):
            rest = (*self.lines[:at], *self.lines[at + 1 :])
            gone = "" if rest else " The profile is empty now, so it will be deleted."
            says = f"Removed: {self.lines[at]}.{gone} u brings it back."
            self._try(lambda: self._change(rest, at, says))

    def action_undo(self) -> None:
        if self._before:
            *before, lines = self._before
            self._try(lambda: self._take(lines, self.at, before))

    def _try(self, change: Callable[[], None]) -> None:
        try:
            change()
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))

    def action_leave(self) -> None:
        """Close the window; everything is saved already."""
        self.dismiss(self.profile_name)


def edit_profile(
    app: App[object], workspace: "Workspace", name: str, then: Callable[[str | None], None], *, on: bool = False
) -> None:
    """Edit a profile, or create one if the name is new; `then` gets the name at the end."""

    def keep(lines: Lines, known: Lines) -> Lines:
        return workspace.keep_profile(name, lines, known=known, on=on)

    workspace.reread()  # another window or a command may have changed it
    app.push_screen(ProfileSheet(name, workspace.config.profiles.get(name, ()), keep), then)


def new_profile(
    app: App[object], workspace: "Workspace", then: Callable[[str | None], None], *, on: bool = False
) -> None:
    """Ask for a name, then edit that profile."""

    def named(words: str | None) -> None:
        if words:
            edit_profile(app, workspace, check_name(words), then, on=on)

    example = "a name, such as me or ana"
    app.push_screen(LineDialog("Whose profile?", placeholder=example, enter="next", use=_check_typed), named)


def _check_typed(name: str) -> None:
    """Raise UsageError for a name that cannot be used; an empty one is fine, as it cancels."""
    if name:
        check_name(name)


@dataclass(frozen=True, slots=True)
class ProfileSelection:
    """Which profiles apply to the next run, and which always."""

    profiles_for_next_run: tuple[str, ...]
    always: tuple[str, ...]
    known: tuple[str, ...]
    """The profiles that always applied when the choice began."""


class ProfilesDialog(ListDialog[ProfileSelection]):
    """Saved profiles to tick; Enter returns the ticks, Esc None."""

    HELP = """Who is this for? A tick is for this time only; press a to always use the profile.
    Each line of a profile is a wish, like the ones in your sentence."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "tonight", "This time", id="profiles.tonight"),
        Binding("a", "always", "Always", id="profiles.always"),
        Binding("e", "edit", "Lines", id="profiles.edit"),
        Binding("o", "new", "New profile", id="profiles.new"),
        Binding("enter", "done", "Done", priority=True, id="profiles.done"),
    ]

    keys = (("space", "this time"), ("a", "always"), ("e", "edit"), ("o", "new"), ("enter", "done"))
    nothing = "No profiles yet. o makes one, such as me or ana."

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__(line_text("Who is this for?", "bold"))
        self.workspace = workspace
        workspace.reread()
        use = self._use = workspace.config.use
        self.always = [name for name in use if name in workspace.config.profiles]
        self.profiles_for_next_run = list(
            use if workspace.profiles_for_next_run is None else workspace.profiles_for_next_run
        )

    @property
    def names(self) -> list[str]:
        """The saved profiles, in the order of the list."""
        return list(self.workspace.config.profiles)

    def rows(self) -> list[Option]:
        return [Option(self._row(name)) for name in self.names]

    def _row(self, name: str) -> Content:
        counts = name in self.profiles_for_next_run
        state = WHEN[counts, name in self.always]
        about = " · ".join(self.workspace.config.profiles[name])
        return row_text(
            ("● ", "$accent") if counts else ("○ ", MUTED),
            line_text(name, "bold", 30),
            (f"  {state}" if state else "", "$accent"),
            "  ",
            line_text(about, MUTED, 120),
        )

    @property
    def _marked(self) -> str | None:
        return self.names[self.at] if self.at < len(self.names) else None

    def action_tonight(self) -> None:
        """Tick or untick the profile for the next run."""
        if (name := self._marked) is not None:
            self.profiles_for_next_run = _toggled(self.profiles_for_next_run, name)
            self.show_rows()

    def action_always(self) -> None:
        """Tick the profile for always and therefore for the next run, or untick it for both."""
        if (name := self._marked) is not None:
            self.always = _toggled(self.always, name)
            if (name in self.always) != (name in self.profiles_for_next_run):
                self.profiles_for_next_run = _toggled(self.profiles_for_next_run, name)
            self.show_rows()

    def action_edit(self) -> None:
        if (name := self._marked) is not None:
            edit_profile(self.app, self.workspace, name, lambda _: self.show_rows())

    def action_new(self) -> None:
        """Create a profile; it applies to the next run."""
        new_profile(self.app, self.workspace, self._made)

    def _made(self, name: str | None) -> None:
        if name in self.names and name not in self.profiles_for_next_run:
            self.profiles_for_next_run = [*self.profiles_for_next_run, name]
        self.show_rows(self.names.index(name) if name in self.names else None)  # the next key is for this one

    def action_done(self) -> None:
        there = self.names
        now = tuple(name for name in self.profiles_for_next_run if name in there)
        self.dismiss(ProfileSelection(now, tuple(name for name in self.always if name in there), self._use))


def _toggled(names: list[str], name: str) -> list[str]:
    return [one for one in names if one != name] if name in names else [*names, name]
