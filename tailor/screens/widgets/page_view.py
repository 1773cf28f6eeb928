"""A scrollable page: wrapped once for its width and drawn line by line; and the pages of procedures.

A Static inside a scroll container would lay the whole screen out at every move of the mark (50 ms instead of 10).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, TypeAlias

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text

Rows: TypeAlias = Callable[[int], Sequence[Content]]
"""Gives the rows of a page of this width in cells."""


class PageView(ScrollView, can_focus=True):
    """A page of rows."""

    DEFAULT_CSS = """
    PageView { overflow-x: hidden; overflow-y: auto; scrollbar-gutter: stable; scrollbar-size-vertical: 1; }
    """
    HELP = "The steps of the marked procedure. The arrow keys scroll."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down", show=False, id="page.down"),
        Binding("k", "scroll_up", "Up", show=False, id="page.up"),
    ]

    def __init__(self, id: str | None = None, *, can_focus: bool = True) -> None:
        """`can_focus`: False where the keys of the screen act on the page too."""
        super().__init__(id=id)
        self.can_focus = can_focus
        self._make: Rows = lambda _: ()
        self._rows: Sequence[Content] = ()

    def show(self, rows: Rows, *, stays: bool = False) -> None:
        """Show another page from its top; `stays`: the same one with changes, scrolled as before."""
        top = self.scroll_offset.y if stays else 0
        self._make = rows
        self._wrap()
        self.scroll_to(y=top, animate=False, immediate=True)

    def on_resize(self, event: Resize) -> None:
        """Wraps anew for another width."""
        self._wrap()

    def _wrap(self) -> None:
        width = self.scrollable_content_region.width
        if width > 0:
            self._rows = self._make(width)
            self.virtual_size = Size(width, len(self._rows))
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of the page as it is scrolled now."""
        at, width = self.scroll_offset.y + y, self.scrollable_content_region.width
        if not 0 <= at < len(self._rows):
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        strips = Visual.to_strips(self, self._rows[at], width, 1, self.visual_style, pad=True) if width > 0 else ()
        return next(iter(strips), Strip.blank(self.size.width, self.visual_style.rich_style))


MOST_STEPS = 200
"""Steps a preview shows."""

MOST_NEEDS = 2
"""Rows that a preview gives to the resources."""

MORE = 10
"""Cells that "   +2 more" takes."""

NARROW = 60
"""Cells below which a finding is named with fewer words."""

KIND_WORDS = {
    "prerequisite": "prerequisite",
    "preference": "preference",
    "refinement": "refinement",
    "expertise": "expertise",
    "unclassified": "not classified",
}


def procedure_page(procedure: Procedure, width: int) -> list[Content]:
    """Goal, resources, the steps under their headings, in rows of at most `width` cells."""
    rows = [*_wrapped(row_text((procedure.goal or "Without a goal", "bold")), width)]
    if procedure.resources:
        rows += [Content(""), *_needs(procedure.resources, width)]
    rows += _step_rows(procedure, width)
    if len(procedure.steps) > MOST_STEPS:
        rows += [Content(""), line_text(f"… and {len(procedure.steps) - MOST_STEPS:,} more steps", MUTED)]
    if not procedure.steps:
        rows += [Content(""), line_text("No steps yet.", MUTED)]
    return rows


def whole_page(procedure: Procedure, width: int) -> list[Content]:
    """Goal, every resource and every step: for a judge nothing may be left out."""
    rows = _wrapped(row_text((procedure.goal or "Without a goal", "bold")), width)
    if procedure.resources:
        needs = safe_text(" · ".join(procedure.resources), MUTED)
        rows += [Content(""), *_wrapped(row_text(("You need  ", "$accent"), needs), width)]
    rows += _step_rows(procedure, width, len(procedure.steps))
    return rows if procedure.steps else [*rows, Content(""), line_text("There are no steps in it.", MUTED)]


def note_page(words: str, style: str, width: int) -> list[Content]:
    """A few words as a page."""
    return _wrapped(safe_text(words, style), width)


def _needs(resources: Sequence[str], width: int) -> list[Content]:
    """The resources on at most two rows: the steps matter more."""
    for shown in range(len(resources), 0, -1):
        left = len(resources) - shown
        more = f" · and {left} more" if left else ""
        needs = line_text(" · ".join(resources[:shown]) + more, MUTED, 1_000)
        rows = _wrapped(row_text(("You need  ", "$accent"), needs), width)
        if len(rows) <= MOST_NEEDS or shown == 1:
            break
    return rows[:MOST_NEEDS]


def _step_rows(procedure: Procedure, width: int, most: int = MOST_STEPS) -> Iterator[Content]:
    headings = dict(procedure.sections)
    pad = len(str(min(len(procedure.steps), most)))
    for number, text in enumerate(procedure.steps[:most], 1):
        if number in headings:
            yield from (Content(""), *_wrapped(line_text(headings[number], "italic"), width))
        yield Content("")
        first, *others = _wrapped(safe_text(text), max(width - pad - 2, 8))
        yield row_text((f"{number:>{pad}}  ", "$accent"), first)
        yield from (row_text(" " * (pad + 2), other) for other in others)


def _wrapped(content: Content, width: int) -> list[Content]:
    return content.wrap(width) or [content]


def requirement_chips(requirements: Sequence[Requirement], width: int, most_rows: int) -> Content:
    """Every requirement as a chip with id, kind and words; "+2 more" where the room ends."""
    rows: list[Content] = []
    for index, requirement in enumerate(requirements):
        chip = _chip(requirement, width)
        left = len(requirements) - index - 1
        spare = MORE if left and len(rows) == most_rows else 0
        if rows and rows[-1].cell_length + 3 + chip.cell_length <= width - spare:
            rows[-1] = row_text(rows[-1], "   ", chip)
        elif len(rows) < most_rows:
            spare = MORE if left and len(rows) + 1 == most_rows else 0
            rows.append(chip.truncate(width - spare, ellipsis=True))
        else:
            rows[-1] = row_text(rows[-1], "   ", (f"+{left + 1} more", MUTED))
            break
    return lines(*rows)


def _chip(requirement: Requirement, width: int) -> Content:
    kind = KIND_WORDS[requirement.kind]
    if requirement.level:
        kind = f"{kind}: {requirement.level}"
    if requirement.source != "hint":
        kind = f"{kind}, from profile" if requirement.source == "profile" else f"{kind}, implied"
    style = "$text-warning" if requirement.kind == "unclassified" else "$accent"
    if not requirement.on:
        kind, style = f"{kind}, off", MUTED
    words = line_text(requirement.words, "" if requirement.on else MUTED, 80)
    return row_text((f"{requirement.id} {kind}", style), " ", words).truncate(width, ellipsis=True)


def found_page(spoken: Sequence[str], found: Sequence[str], width: int, rows: int = 1) -> Content:
    """The guard's findings on so many rows: "! Found in this procedure: walnuts (tree nuts) in steps 3, 5"."""
    mine, its = ("You name", "In it") if width < NARROW else ("Your own words name", "Found in this procedure")
    parts = [*((mine, one) for one in spoken), *((its, one) for one in found)]
    shown, said = row_text(("! ", "$text-warning")), ""
    for index, (head, words) in enumerate(parts):
        lead = "" if head == said else f"{head}: "
        after = row_text(shown, (" · " if index else "", MUTED), (lead, "$text-warning"), line_text(words))
        left = len(parts) - index
        more = row_text(after, f" · +{left - 1} more") if left > 1 else after
        if index and not _fits(more, width, rows):
            return row_text(shown, (f" · +{left} more", MUTED))
        shown, said = after, head
    shown = shown.truncate(width * rows, ellipsis=True)
    while not _fits(shown, width, rows):
        shown = shown.truncate(shown.cell_length - 1, ellipsis=True)
    return shown


def _fits(content: Content, width: int, rows: int) -> bool:
    """Whether it fits into so many rows; on one row nothing is wrapped."""
    return content.cell_length <= width if rows == 1 else len(content.wrap(width)) <= rows
