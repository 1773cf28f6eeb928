"""The requirements as understood: switch them on or off, reword, retype, merge, split and add them.

The rules for that are in `core.requirements`.
"""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Final, get_args

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.core.requirements import (
    Kind,
    Level,
    Requirement,
    classify,
    implied_requirements,
    level_of,
    merge,
    reason_for,
    retype,
    reword,
    split_at,
    switch,
)
from tailor.core.text import normal
from tailor.drafts import SHEET
from tailor.screens.dialogs.base import Dialog, ListDialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.lists import kind_words


class PlaceDialog(Dialog[int]):
    """Split a text in two at a word; Enter gives the index of the second half's first character, Esc None."""

    HELP = "The second wish begins at the cursor. The arrow keys move the cursor a word at a time."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,k,up", "move(-1)", "One word back", id="parting.back"),
        Binding("right,l,j,down", "move(1)", "One word forward", id="parting.on"),
        Binding("enter,s", "done", "Split here", id="parting.done"),
    ]
    keys = (("← →", "move"), ("enter", "split here"), ("esc", "cancel"))

    def __init__(self, text: str) -> None:
        super().__init__(line_text("Where does the second wish begin?", "bold"))
        self.words = text.split(" ")
        self.at = max(len(self.words) // 2, 1)
        """Number of words in the first half."""

    def inside(self) -> Iterator[Widget]:
        yield Static(self._halves(), id="halves")

    def _halves(self) -> Content:
        first, second = " ".join(self.words[: self.at]), " ".join(self.words[self.at :])
        return lines(
            row_text(("1  ", "$accent"), safe_text(first)),
            row_text(("2  ", "$accent"), safe_text(second)),
            line_text("", MUTED),
        )

    def action_move(self, by: int) -> None:
        self.at = min(max(self.at + by, 1), len(self.words) - 1)
        self.query_one("#halves", Static).update(self._halves())

    def action_done(self) -> None:
        self.dismiss(len(" ".join(self.words[: self.at])) + 1)


Requirements = tuple[Requirement, ...]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
SOURCES = {"hint": "", "profile": "from profile", "implied": "suggested", "model": "as the model understood it"}


def with_implied(have: Requirements) -> Requirements:
    """The requirements, followed by those they usually imply but do not name, switched off."""
    known = {one.text.casefold() for one in have}
    return (*have, *(one for one in implied_requirements(have) if one.text.casefold() not in known))


class RequirementsSheet(ListDialog[Requirements]):
    """The requirements; Enter returns them as edited. After Esc (None) the edits are there again next time.

    `joins` allows merging and splitting, which renumber them: only before a run, since edits refer to their ids.
    """

    HELP = """Switch off what you did not mean, edit the words, add what is missing. Below are suggestions
    that often go with your situation: i includes one. Enter confirms. Esc closes this; your draft is kept."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "On or off", id="requirements.switch"),
        Binding("e", "reword", "Edit", id="requirements.reword"),
        Binding("y", "retype", "Change its kind", id="requirements.retype"),
        Binding("l", "level", "Change how much it matters", id="requirements.level"),
        Binding("o", "add", "Add one", id="requirements.add"),
        Binding("i", "take_in", "Include the suggestion", id="requirements.implied"),
        Binding("m", "merge", "Merge with the next", id="requirements.merge"),
        Binding("s", "split", "Split in two", id="requirements.split"),
        Binding("enter", "done", "Done", priority=True, id="requirements.done"),
        Binding("j", "move(1)", "Next", show=False, id="requirements.next"),
        Binding("k", "move(-1)", "Previous", show=False, id="requirements.previous"),
    ]

    nothing = "I could not tell what you need. o adds a wish."

    def __init__(self, requirements: Requirements, *, joins: bool = False) -> None:
        super().__init__(line_text("Your wishes", "bold"))
        self.requirements = requirements
        self.joins = joins
        joining = (("m", "merge"), ("s", "split")) if joins else ()
        offered = (("i", "include"),) if any(map(_offered, requirements)) else ()
        changing = (("space", "on/off"), ("e", "edit"), ("y", "kind"), ("l", "level"), *joining, ("o", "add"))
        self.keys = (*changing, *offered, ("enter", "done"), ("esc", "cancel (draft kept)"))
        self._given = requirements

    def on_mount(self) -> None:
        """Restore changes made here before and not used yet."""
        match self.host.drafts.wishes(SHEET):
            case [about], wishes if about == [one.text for one in self._given]:
                self.requirements = wishes

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return self.joins or action not in ("merge", "split")

    def rows(self) -> list[Option]:
        return [Option(_row(one)) for one in self.requirements]

    @property
    def _marked(self) -> Requirement | None:
        return self.requirements[self.at] if self.at < len(self.requirements) else None

    def _take(self, requirements: Requirements) -> None:
        self.requirements = requirements
        self.host.drafts.keep_wishes(SHEET, [[one.text for one in self._given]], requirements)
        self.show_rows()
        self.say("")

    def action_switch(self) -> None:
        if one := self._marked:
            self._take(switch(self.requirements, one.id))

    def action_retype(self) -> None:
        if one := self._marked:
            kind = KINDS[(KINDS.index(one.kind) + 1) % len(KINDS)]
            self._take(retype(self.requirements, one.id, kind))

    def action_level(self) -> None:
        """Set the next level of expertise; a requirement of another kind becomes expertise."""
        if one := self._marked:
            level = LEVELS[(LEVELS.index(one.level) + 1) % len(LEVELS)] if one.level else LEVELS[0]
            self._take(retype(self.requirements, one.id, "expertise", level))

    def action_take_in(self) -> None:
        """Switch on an implied requirement: the marked one, else the first."""
        offered = [one for one in self.requirements if _offered(one)]
        marked = self._marked
        if one := marked if marked in offered else next(iter(offered), None):
            self._take(switch(self.requirements, one.id, True))
        else:
            self.say("There are no more suggestions.", "$text-warning")

    def action_merge(self) -> None:
        if (one := self._marked) is None:
            return
        if self.at + 1 == len(self.requirements) or _offered(self.requirements[self.at + 1]):
            self.say("There is no wish after this one to merge with.", "$text-warning")
        elif one.source != (after := self.requirements[self.at + 1]).source:
            self.say("One wish is yours and the other was suggested, so they stay separate.", "$text-warning")
        else:
            self._take(merge(self.requirements, one.id, after.id))

    def action_split(self) -> None:
        if (one := self._marked) and " " in one.text:
            self.open_over(PlaceDialog(one.text), partial(self._part, one.id))
        elif one:
            self.say("A single word cannot be split.", "$text-warning")

    def _part(self, id: str, position: int | None) -> None:
        if position is None:
            return
        try:
            self._take(split_at(self.requirements, id, position))
        except TailorError as error:
            self.say(error.message, "$text-warning")

    def action_reword(self) -> None:
        if one := self._marked:
            dialog = LineDialog("Edit this wish", value=one.text, enter="keep")
            self.open_over(dialog, partial(self._reworded, dialog, one.id))

    def _reworded(self, dialog: LineDialog, id: str, words: str | None) -> None:
        if words:
            self._take(reword(self.requirements, id, words))
            dialog.used()

    def action_add(self) -> None:
        dialog = LineDialog("What else?", placeholder="for example: no nuts", enter="add")
        self.open_over(dialog, partial(self._added, dialog))

    def _added(self, dialog: LineDialog, words: str | None) -> None:
        if words and normal(words):
            kind = classify(words)
            number = 1 + max((int(one.id[1:]) for one in self.requirements), default=0)
            level = level_of(words) if kind == "expertise" else None
            self._take((*self.requirements, Requirement(f"R{number}", kind, normal(words), level)))
            dialog.used()

    def action_done(self) -> None:
        """Return the requirements; they stay a draft until the caller has saved them."""
        self.dismiss(self.requirements)


def _offered(one: Requirement) -> bool:
    return one.source == "implied" and not one.on


def _row(one: Requirement) -> Content:
    sign = ("● ", "$accent") if one.on else ("○ ", MUTED)
    why = reason_for(one.text) if one.source == "implied" else ""
    named = "suggested" if _offered(one) else SOURCES[one.source]
    source = f" ({named}{': ' + why if why else ''})" if named else ""
    words = line_text(one.words, "" if one.on else MUTED, 120)
    return row_text(sign, words, (f"  {kind_words(one)}", "$accent"), (source, MUTED))
