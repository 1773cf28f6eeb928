"""What is asked for, as it was understood: a sheet to switch, reword, retype and add requirements.

Owns the sheet. Refuses the rules of correcting: `core.corrections` and `core.implied` have them.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.corrections import retype, reword, switch
from tailor.core.implied import implied, reason_for
from tailor.core.kinds import kind_of, level_of
from tailor.core.requirements import Kind, Requirement
from tailor.core.text import normal
from tailor.screens.dialogs import Dialog, keys_line
from tailor.screens.editing import LineDialog
from tailor.screens.page import KIND_WORDS
from tailor.screens.safe import MUTED, line, row

Requirements = tuple[Requirement, ...]

KINDS: Final[tuple[Kind, ...]] = ("prerequisite", "preference", "refinement", "expertise", "unclassified")


def with_implied(have: Requirements) -> Requirements:
    """The requirements, and behind them what they usually bring along, switched off; nothing twice."""
    known = {one.text.casefold() for one in have}
    return (*have, *(one for one in implied(have) if one.text.casefold() not in known))


class RequirementsSheet(Dialog[Requirements]):
    """The requirements; Enter gives them back as they are now, Esc None."""

    HELP = "Switch off what you did not mean, change words or kind, add what is missing. Enter takes it over."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "On or off", id="requirements.switch"),
        Binding("e", "reword", "Other words", id="requirements.reword"),
        Binding("y", "retype", "Other kind", id="requirements.retype"),
        Binding("o", "add", "Add one", id="requirements.add"),
        Binding("enter", "done", "Take over", priority=True, id="requirements.done"),
        Binding("j", "move(1)", "Next", show=False, id="requirements.next"),
        Binding("k", "move(-1)", "Previous", show=False, id="requirements.previous"),
    ]

    def __init__(self, requirements: Requirements) -> None:
        super().__init__()
        self.requirements = requirements

    def inside(self) -> Iterator[Widget]:
        """Title, the list, the keys."""
        yield Static(row(("What you ask for", "bold")), id="title")
        yield OptionList(id="choices")
        yield Static(
            keys_line(("space", "on/off"), ("e", "words"), ("y", "kind"), ("o", "add"), ("enter", "take over")),
            id="keys",
        )

    def on_mount(self) -> None:
        """The list gets the keys."""
        self._show(0)
        self.query_one(OptionList).focus()

    def _show(self, at: int) -> None:
        listed = self.query_one(OptionList)
        listed.set_options([Option(_row(one), id=one.id) for one in self.requirements] or [Option(_nothing())])
        listed.highlighted = min(at, listed.option_count - 1)

    @property
    def _at(self) -> int:
        return self.query_one(OptionList).highlighted or 0

    @property
    def _marked(self) -> Requirement | None:
        return self.requirements[self._at] if self._at < len(self.requirements) else None

    def _take(self, requirements: Requirements) -> None:
        at = self._at
        self.requirements = requirements
        self._show(at)

    def action_move(self, by: int) -> None:
        """Next or previous."""
        listed = self.query_one(OptionList)
        listed.highlighted = min(max((listed.highlighted or 0) + by, 0), listed.option_count - 1)

    def action_switch(self) -> None:
        """On or off."""
        if one := self._marked:
            self._take(switch(self.requirements, one.id))

    def action_retype(self) -> None:
        """The next kind."""
        if one := self._marked:
            kind = KINDS[(KINDS.index(one.kind) + 1) % len(KINDS)]
            self._take(retype(self.requirements, one.id, kind))

    def action_reword(self) -> None:
        """Other words."""
        if one := self._marked:
            dialog = LineDialog(f"Other words for {one.id}", value=one.text, enter="keep")
            self.app.push_screen(
                dialog, lambda words: self._take(reword(self.requirements, one.id, words)) if words else None
            )

    def action_add(self) -> None:
        """One more."""
        self.app.push_screen(
            LineDialog("What else?", placeholder="for example: no nuts", enter="add"), self._added
        )

    def _added(self, words: str | None) -> None:
        if words and normal(words):
            kind = kind_of(words)
            number = 1 + max((int(one.id[1:]) for one in self.requirements), default=0)
            level = level_of(words) if kind == "expertise" else None
            self._take((*self.requirements, Requirement(f"R{number}", kind, normal(words), level)))

    def action_done(self) -> None:
        """Gives them back."""
        self.dismiss(self.requirements)


def _row(one: Requirement) -> Content:
    sign = ("● ", "$accent") if one.on else ("○ ", MUTED)
    why = reason_for(one.text) if one.source == "implied" else ""
    source = "" if one.source == "hint" else f" ({one.source}{': ' + why if why else ''})"
    kind = KIND_WORDS[one.kind] + (f": {one.level}" if one.level else "")
    return row(
        sign,
        (f"{one.id} ", "bold"),
        line(one.text, "" if one.on else MUTED, 120),
        (f"  {kind}", "$accent"),
        (source, MUTED),
    )


def _nothing() -> Content:
    return row(("Nothing was understood. o adds a requirement.", MUTED))
