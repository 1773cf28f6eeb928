"""Who eats along: saved profiles ticked for the next run alone, or for always.

Owns the window. Refuses to write: it gives back what was ticked. Lines are changed on their own sheet.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.screens.choices import Choices
from tailor.screens.dialogs import Dialog, keys_line
from tailor.screens.profile_sheet import edit_profile, new_profile
from tailor.screens.safe import MUTED, line, row

if TYPE_CHECKING:
    from tailor.screens.backstage import Backstage

NO_PROFILES = "No profile is saved yet. o makes one, such as me or ana."


@dataclass(frozen=True, slots=True)
class Eating:
    """Which profiles count."""

    tonight: tuple[str, ...]
    """In the next run."""
    always: tuple[str, ...]


class ProfilesDialog(Dialog[Eating]):
    """Saved profiles and their ticks; Enter gives them back, Esc None."""

    HELP = """Who is this for? A tick counts for the next run alone and is gone after it; a makes it count always.
    The lines of a profile are requirements like those in your sentence."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "tonight", "This run", id="profiles.tonight"),
        Binding("a", "always", "Always", id="profiles.always"),
        Binding("e", "edit", "Lines", id="profiles.edit"),
        Binding("o", "new", "New profile", id="profiles.new"),
        Binding("enter", "done", "Take over", priority=True, id="profiles.done"),
    ]

    def __init__(self, back: "Backstage") -> None:
        super().__init__()
        self.back = back
        use = back.config.use
        self.always = [name for name in use if name in back.config.profiles]
        self.tonight = list(use if back.tonight is None else back.tonight)

    def inside(self) -> Iterator[Widget]:
        """Title, the profiles, the keys."""
        yield Static(line("Who is this for?", "bold"), id="title")
        yield Choices(id="choices")
        yield Static(
            keys_line(
                ("space", "this run"), ("a", "always"), ("e", "lines"), ("o", "new"), ("enter", "take over")
            ),
            id="keys",
        )

    def on_mount(self) -> None:
        """The list gets the keys."""
        self._show(0)
        self.query_one(OptionList).focus()

    @property
    def names(self) -> list[str]:
        """The saved profiles, as they stand in the list."""
        return list(self.back.config.profiles)

    def _show(self, at: int) -> None:
        listed = self.query_one(OptionList)
        listed.set_options([Option(self._row(name)) for name in self.names] or [Option(line(NO_PROFILES, MUTED))])
        listed.highlighted = min(at, listed.option_count - 1)

    def _row(self, name: str) -> Content:
        counts = name in self.tonight
        states = {
            (True, True): "always",
            (True, False): "this run only",
            (False, True): "always, but not this run",
            (False, False): "",
        }
        state = states[counts, name in self.always]
        about = " · ".join(self.back.config.profiles[name])
        return row(
            ("● ", "$accent") if counts else ("○ ", MUTED),
            line(name, "bold", 30),
            (f"  {state}" if state else "", "$accent"),
            "  ",
            line(about, MUTED, 120),
        )

    @property
    def _marked(self) -> str | None:
        names, at = self.names, self.query_one(OptionList).highlighted or 0
        return names[at] if at < len(names) else None

    def _again(self) -> None:
        self._show(self.query_one(OptionList).highlighted or 0)

    def action_tonight(self) -> None:
        """Counts in the next run, or does not."""
        if (name := self._marked) is not None:
            self.tonight = _toggled(self.tonight, name)
            self._again()

    def action_always(self) -> None:
        """Counts always, and so in the next run; or never again unasked."""
        if (name := self._marked) is not None:
            self.always = _toggled(self.always, name)
            if (name in self.always) != (name in self.tonight):
                self.tonight = _toggled(self.tonight, name)
            self._again()

    def action_edit(self) -> None:
        """The lines of the marked profile."""
        if (name := self._marked) is not None:
            edit_profile(self.app, self.back, name, lambda _: self._again())

    def action_new(self) -> None:
        """A new profile; it counts in the next run."""
        new_profile(self.app, self.back, self._made)

    def _made(self, name: str | None) -> None:
        if name in self.names and name not in self.tonight:
            self.tonight = [*self.tonight, name]
        self._again()

    def action_done(self) -> None:
        """Gives the ticks back."""
        there = self.names
        self.dismiss(
            Eating(
                tuple(name for name in self.tonight if name in there),
                tuple(name for name in self.always if name in there),
            )
        )


def _toggled(names: list[str], name: str) -> list[str]:
    return [one for one in names if one != name] if name in names else [*names, name]
