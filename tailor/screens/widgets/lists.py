"""Rows and lists that draw only what is visible, so that 10,000 rows are laid out without reading their texts.

`PageView` wraps a page once per width: a Static inside a scroll container would lay out the whole screen at every
move of the cursor (50 ms instead of 10).
"""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.css.styles import RulesMap
from textual.events import Resize
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from tailor.core.text import counted, unmarked
from tailor.screens.widgets.content import (
    LONGEST_SHOWN,
    MUTED,
    Found,
    line_text,
    packed,
    row_text,
    safe_text,
    with_found,
    wrapped,
)

if TYPE_CHECKING:  # Home draws its first frame before there is a procedure
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement

KINDS: Final = {
    "prerequisite": "must",
    "preference": "nice to have",
    "refinement": "also",
    "expertise": "skill",
    "unclassified": "not sure",
}
"""What the kinds of wishes are called on screen."""
NARROWEST = 44
"""Default width below which the words at the right are left out."""
NARROWEST_FIGURES = 30
"""The same if there are only a few characters at the right."""
LEAST_MORE: Final = 6
"""Cells from which a beginning of what is shown after the words says anything: " · cu…"."""


@dataclass(eq=False, slots=True)
class ListRow(Visual):
    """A row of a list; its texts may come from anywhere."""

    left: str
    right: str = ""
    mark: str = ""
    """Drawn before the words; redraw the list after changing it."""
    special: str = ""
    narrowest: int = NARROWEST
    warns: bool = False
    """Whether the mark is a warning; any other mark mutes the row."""
    found: Found = None
    short: str = ""
    """Shown at the right if there is no room for `right`."""
    short_left: str = ""
    """Shown at the left in that case, if not `left`."""
    more: str = ""
    """Shown after the words if there is room."""
    shorter: tuple[str, ...] = ()
    """What `right` is shortened to, one after the other, before the words at the left are cut."""

    def content(self, width: int) -> Content:
        """The row, `width` cells wide."""
        said, right = self._ends(width)
        room = _room(width, right)
        stepping_back = self.mark and not self.warns
        lead = (self.mark, "$text-warning" if self.warns else "$accent")
        words = with_found(line_text(said, MUTED if stepping_back else "", 200), self.found)
        left = row_text(lead, words)
        if self.special:  # what tells it apart from rows of the same name always gets its share of the room
            special = row_text((" · ", MUTED), with_found(line_text(self.special, MUTED, 200), self.found))
            left = row_text(left.truncate(max(room - _share(special, right, room), 1), ellipsis=True), special)
        if self.more and room - left.cell_length >= LEAST_MORE:
            left = row_text(left, (" · ", MUTED), with_found(line_text(self.more, MUTED, 200), self.found))
        left = left.truncate(max(room, 1), ellipsis=True)
        return row_text(left, " " * max(width - left.cell_length - right.cell_length, 0), right)

    def _ends(self, width: int) -> tuple[str, Content]:
        """The words at the left, and the longest at the right that leave them whole, else the shortest."""
        least = (self.short_left or self.left, line_text(self.short, MUTED, 60))
        if width < self.narrowest:
            return least
        ends = [(self.left, line_text(one, MUTED, 60)) for one in (self.right, *self.shorter)]
        if self.short or self.short_left:
            ends.append(least)
        special = row_text(" · ", line_text(self.special, "", 200)) if self.special else Content("")
        for said, right in ends[:-1]:
            room = _room(width, right)
            whole = row_text(self.mark, line_text(said, "", 200)).cell_length
            if whole <= room - _share(special, right, room):
                return said, right
        return ends[-1]

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return self.content(width).render_strips(width, 1, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return 1


def _room(width: int, right: Content) -> int:
    """The cells of a row that are left beside the words at its right."""
    return width - right.cell_length - (3 if right else 0)


def _share(special: Content, right: Content, room: int) -> int:
    """The cells of the room that what tells a row apart gets at least."""
    return min(special.cell_length, room * (2 if right else 3) // 5)


def nearest(gone: str, before: Sequence[str], now: Container[str]) -> str:
    """The id to mark: `gone` if it is still listed, else of the next row that is, else of one above; or ""."""
    if gone not in before:
        return ""
    at = before.index(gone)
    return next((id for id in (*before[at:], *reversed(before[:at])) if id in now), "")


WIDEST: Final = 100
"""Most cells of a row of text: in a longer one the eye loses its place on the way back."""

TAB: Final = 8
"""Cells between tab stops, as in Textual."""


class LineView(ScrollView):
    """Scrollable lines, of which only those that look different are drawn again.

    Textual would lay out the whole screen whenever their number changes, although nothing moves.
    """

    DEFAULT_CSS = """
    LineView { overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    """
    ALLOW_SELECT = False
    FILL: ClassVar[Style] = Style()
    """The style of the empty cells after the words of a line."""
    virtual_size = Reactive(Size(0, 0), repaint=False)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._seen: dict[int, Strip] = {}

    def watch_virtual_size(self, before: Size, size: Size) -> None:
        """Update the scrollbar; lay out again only if it appears or disappears."""
        if min(before.height, size.height) > self.size.height:
            self._move_bar(size.height, self.vertical_scrollbar.position)
            self.scroll_y = self.validate_scroll_y(self.scroll_y)
        else:
            self._scroll_update(size)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """As `ScrollView`, with the scrollbar updated as above."""
        if self.show_vertical_scrollbar:
            self._move_bar(self.virtual_size.height, self.vertical_scrollbar.validate_position(new_value))
        super().watch_scroll_y(old_value, new_value)

    def _move_bar(self, height: int, position: float) -> None:
        """Set the scrollbar for this many lines and this position, and redraw only its cells that changed.

        Textual would redraw all of it for every line added or scrolled, which changes three cells at most.
        """
        bar = self.vertical_scrollbar
        before = self._bar(bar.window_virtual_size, bar.position)
        bar.set_reactive(ScrollBar.window_virtual_size, height)
        bar.set_reactive(ScrollBar.position, position)
        cells = enumerate(zip(before, self._bar(height, position), strict=True))
        if changed := [Region(0, y, bar.size.width, 1) for y, (old, new) in cells if old != new]:
            bar.refresh(*changed)

    def _bar(self, height: int, position: float) -> Sequence[Segment]:
        """The cells of such a scrollbar, cut to its height, as Textual makes more if the position is too large."""
        bar = self.vertical_scrollbar
        drawn = ScrollBarRender.render_bar(bar.size.height, height, bar.window_size, position)
        return list(drawn.segments)[: bar.size.height]

    def line(self, at: int) -> Strip:
        """The line with this index; a blank one past the end."""
        return Strip.blank(self.size.width, self.visual_style.rich_style)

    def render_line(self, y: int) -> Strip:
        strip = self._seen[y] = self.line(y + self.scroll_offset.y)
        return strip

    def strip(self, line: Content, width: int) -> Strip:
        """A line no wider than `width`, drawn as by `Visual.to_strips`, but without wrapping it or looking for
        links and a selection, which is four times the work.
        """
        style, at = self.visual_style, 0
        pieces: list[Segment] = []
        for words, own in line.expand_tabs(TAB).render(style, end=""):
            pieces.append(Segment(words, own.rich_style_with_offset(at, 0)))
            at += len(words)
        return Strip(pieces).adjust_cell_length(width, (style + self.FILL).rich_style)

    def redraw(self, height: int) -> None:
        """Redraw the lines that changed; there are `height` of them now."""
        self.virtual_size = Size(self.scrollable_content_region.width, height)
        width, top = self.size.width, self.scroll_offset.y
        lines = range(self.size.height)
        changed = [Region(0, y, width, 1) for y in lines if self._seen.get(y) != self.line(y + top)]
        if changed:
            self.refresh(*changed)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.forget_strips()

    def forget_strips(self) -> None:
        """Called if the colours of all lines may have changed."""


Rows: TypeAlias = Callable[[int], Sequence[Content]]


class PageView(LineView, can_focus=True):
    HELP = "The steps of the selected how-to. The arrow keys scroll."
    FILL = Style(reverse=False)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down", show=False, id="page.down"),
        Binding("k", "scroll_up", "Up", show=False, id="page.up"),
    ]

    def __init__(self, id: str | None = None, *, can_focus: bool = True, whole: bool = False) -> None:
        """`can_focus`: False if the screen's keys act on the page. `whole`: rows may be wider than `WIDEST`."""
        super().__init__(id=id)
        self.can_focus = can_focus
        self._whole = whole
        self._make: Rows = lambda _: ()
        self._found: Found = None
        self._rows: Sequence[Content] = ()
        self._strips: dict[int, Strip] = {}

    def show(self, rows: Rows, *, stays: bool = False, found: Found = None) -> None:
        """Show another page from its top; with `stays`, a changed version of the same one, scrolled as before.

        Matches of `found` are highlighted, and the row with most of them is scrolled into view.
        """
        top = self.scroll_offset.y if stays else 0
        self._make, self._found = rows, found
        self._wrap()
        self.scroll_to(y=max(top, self._first_found()), animate=False, immediate=True)

    def _first_found(self) -> int:
        """The row to scroll to, to see the row with most matches; 0 if that is on the first page."""
        if self._found is None:
            return 0
        held = [len(set(self._found.findall(row.plain.lower()))) for row in self._rows]
        first = held.index(max(held)) if any(held) else 0
        return first - 1 if first >= self.scrollable_content_region.height else 0

    def on_resize(self, event: Resize) -> None:
        self._wrap()

    def _wrap(self) -> None:
        width = self.scrollable_content_region.width
        if width > 0:
            room = max(width - 1, 1)
            self._rows = [
                with_found(row, self._found) for row in self._make(room if self._whole else min(room, WIDEST))
            ]
            self.forget_strips()
            self.redraw(len(self._rows))

    def forget_strips(self) -> None:
        self._strips = {}

    def line(self, at: int) -> Strip:
        if not 0 <= at < len(self._rows):
            return super().line(at)
        if (found := self._strips.get(at)) is None:
            found = self._strips[at] = self.strip(self._rows[at], self.scrollable_content_region.width)
        return found


MOST_STEPS = 200

MOST_NEEDS = 2
"""Most rows for the resources in a preview, and for the notes above the steps on any page."""

NARROW = 60
"""Width below which findings are introduced with fewer words."""


def procedure_page(procedure: "Procedure", width: int) -> list[Content]:
    """The goal, resources, notes, and steps under their headings, in rows of at most `width` cells."""
    rows = [*wrapped(row_text((procedure.goal or "Untitled", "bold")), width)]
    if procedure.resources:
        rows += [Content(""), *_needs(procedure.resources, width)]
    notes_above, notes_below = _notes(procedure.notes, width)
    rows += (*notes_above, *_step_rows(procedure, width))
    if len(procedure.steps) > MOST_STEPS:
        rows += [Content(""), line_text(f"… and {counted(len(procedure.steps) - MOST_STEPS, 'more step')}", MUTED)]
    if not procedure.steps:
        rows += [Content(""), line_text("No steps yet.", MUTED)]
    return [*rows, *notes_below]


def whole_page(procedure: "Procedure", width: int) -> list[Content]:
    """The goal, all resources, the notes and all steps: a judge must see everything."""
    rows = wrapped(row_text((procedure.goal or "Untitled", "bold")), width)
    if procedure.resources:
        needs = safe_text(" · ".join(procedure.resources), MUTED)
        rows += [Content(""), *wrapped(row_text(("You need  ", "$accent"), needs), width)]
    notes_above, notes_below = _notes(procedure.notes, width)
    rows += (*notes_above, *_step_rows(procedure, width, len(procedure.steps)))
    if not procedure.steps:
        rows += [Content(""), line_text("It has no steps.", MUTED)]
    return [*rows, *notes_below]


def warned(page: Callable[[int], list[Content]], warnings: Sequence[str], width: int) -> list[Content]:
    lines = (row_text(("! ", "bold $text-warning"), (one, "$text-warning")) for one in warnings)
    rows = [row for line in lines for row in wrapped(line, width)]
    return [*rows, *[Content("")][: len(rows)], *page(width)]


def note_page(words: str, style: str, width: int) -> list[Content]:
    return wrapped(safe_text(words, style), width)


def _needs(resources: Sequence[str], width: int) -> list[Content]:
    """The resources on at most two rows, since the steps matter more."""
    for shown in range(len(resources), 0, -1):
        left = len(resources) - shown
        more = f" · and {left} more" if left else ""
        needs = line_text(" · ".join(resources[:shown]) + more, MUTED, 1_000)
        rows = wrapped(row_text(("You need  ", "$accent"), needs), width)
        if len(rows) <= MOST_NEEDS or shown == 1:
            break
    return rows[:MOST_NEEDS]


def _notes(notes: str, width: int) -> tuple[list[Content], list[Content]]:
    """The rows of the notes above the steps and below: notes too long for above are repeated in full below."""
    if not notes:
        return [], []
    lead, notes = ("Notes  ", "$accent"), unmarked(notes)
    above = wrapped(row_text(lead, line_text(notes, MUTED, LONGEST_SHOWN)), width)
    if len(above) <= MOST_NEEDS:
        return [Content(""), *above], []
    last = row_text(above[MOST_NEEDS - 1].truncate(width - 1).rstrip(), "…")
    whole = [Content(""), row_text(lead), *wrapped(safe_text(notes), width)]
    return [Content(""), *above[: MOST_NEEDS - 1], last], whole


def _step_rows(procedure: "Procedure", width: int, most: int = MOST_STEPS) -> Iterator[Content]:
    headings = dict(procedure.sections)
    pad = len(str(min(len(procedure.steps), most)))
    for number, text in enumerate(procedure.steps[:most], 1):
        if number in headings:
            yield from (Content(""), *wrapped(line_text(headings[number], "italic"), width))
        yield Content("")
        first, *others = wrapped(safe_text(text), max(width - pad - 2, 8))
        yield row_text((f"{number:>{pad}}  ", "$accent"), first)
        yield from (row_text(" " * (pad + 2), other) for other in others)


def requirement_chips(requirements: "Sequence[Requirement]", width: int, most_rows: int) -> Content:
    """The requirements as chips with their kind and words, then "+2 more" for those that do not fit."""
    return packed(list(map(_chip, requirements)), width, most_rows, "   ")


def kind_words(requirement: "Requirement") -> str:
    """The kind of a wish in plain words, or the level if it is about the person's skill."""
    return requirement.level or KINDS[requirement.kind]


def _chip(requirement: "Requirement") -> Content:
    kind = kind_words(requirement)
    if requirement.source != "hint":
        kind += ", from profile" if requirement.source == "profile" else ", suggested"
    style = "$text-warning" if requirement.kind == "unclassified" else "$accent"
    if not requirement.on:
        kind, style = f"{kind}, off", MUTED
    words = line_text(requirement.words, "" if requirement.on else MUTED, 80)
    return row_text((f"{kind}:", style), " ", words)


def found_page(spoken: Sequence[str], found: Sequence[str], width: int, rows: int = 1) -> Content:
    """The guard's findings on `rows` rows: "! Found here: walnuts (tree nuts) in steps 3, 5"."""
    mine, its = ("You mention", "In it") if width < NARROW else ("Your own words mention", "Found here")
    parts = [*((mine, one) for one in spoken), *((its, one) for one in found)]
    shown, said, end = row_text(("! ", "$text-warning")), "", Content("")
    for index, (head, words) in enumerate(parts):
        lead = "" if head == said else f"{head}: "
        after = row_text(shown, (" · " if index else "", MUTED), (lead, "$text-warning"), line_text(words))
        left = len(parts) - index
        more = row_text(after, f" · +{left - 1} more") if left > 1 else after
        if index and not _fits(more, width, rows):
            end = row_text((f" · +{left} more", MUTED))
            break
        shown, said = after, head
    shown = shown.truncate(width * rows - end.cell_length, ellipsis=True)
    while not _fits(row_text(shown, end), width, rows):
        shown = shown.truncate(shown.cell_length - 1, ellipsis=True)
    return row_text(shown, end)


def _fits(content: Content, width: int, rows: int) -> bool:
    """Whether it fits on `rows` rows; a single row is not wrapped."""
    return content.cell_length <= width if rows == 1 else len(content.wrap(width)) <= rows
