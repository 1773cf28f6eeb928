"""The procedures of one import while a person checks them, and the list that shows their lines."""

import contextlib
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, takewhile
from typing import Any, Final

from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from tailor.core.errors import ContentError, TailorError
from tailor.core.procedure import procedure
from tailor.core.text import normal
from tailor.library import manual_import as by_hand
from tailor.library.entries import LibraryEntry
from tailor.library.formats.shared.parsed import ImportPreview, details_in_words
from tailor.library.importer import ImportSource, Twins, keep
from tailor.library.manual_import import ClassifiedLine, ClassifiedLines, Kind
from tailor.library.store import Library
from tailor.screens.widgets.content import MUTED, line_text, row_text

MOST_PILES: Final = 5_000  # most procedures in one import
MOST_KEPT: Final = 200  # changes that can be undone


@dataclass(slots=True, kw_only=True, eq=False)
class ImportDraft:
    """One procedure of an import; compared by identity, since two may have the same text."""

    where: str
    number: int = 0  # index in the import
    report: ImportPreview | None = None  # as parsed; None if nobody could parse its lines
    given: ClassifiedLines = ()  # the lines nobody could parse
    out: bool = False  # excluded by the person
    saved: bool = False
    there: bool = False  # the library had it already
    found: tuple[str, ...] | None = None  # the guard's findings in words; None until it has checked
    mark: int = 0
    _lines: ClassifiedLines | None = None
    _before: list[tuple[ClassifiedLines, int]] = field(default_factory=list)
    _forgot: bool = False  # more changes than can be undone: the parsed lines cannot come back

    def open(self) -> ClassifiedLines:
        """The current lines. Raises ContentError if there are too many to go through."""
        if self._lines is None:
            self._lines = by_hand.lines_of(self.report) if self.report else self.given
        return self._lines

    @property
    def lines(self) -> ClassifiedLines:
        """The current lines; none if there are too many."""
        return self._lines or ()

    @property
    def changed(self) -> bool:
        return self._forgot or bool(self._before)

    @property
    def touched(self) -> bool:
        """Whether it differs from what was read."""
        return self.changed or self.out or self.saved

    @property
    def key(self) -> str:
        """Its index and a hash of what was read; it changes when the file does."""
        read = repr((self.where, self.report, self.given))
        return f"{self.number} {hashlib.sha256(read.encode('utf-8', 'replace')).hexdigest()[:16]}"

    @property
    def goal(self) -> str:
        if self.report and not self.changed:
            return self.report.procedure.goal
        return next((one.text for one in self.lines if one.kind == "goal"), "")

    @property
    def says(self) -> str:
        """A summary: "12 steps, 8 items, 2 headings, 3 lines unused"."""
        if self.report and not self.changed:
            return self.report.says
        return by_hand.says(self.lines)

    @property
    def details(self) -> str:
        """Servings and times as read: "4 servings, cook 20 min"."""
        return ", ".join(details_in_words(self.report.procedure)) if self.report else ""

    @property
    def remark(self) -> str:
        """Where the steps come from, if that is unexpected; "" once the person changed a line."""
        return self.report.remark if self.report and not self.changed else ""

    @property
    def brief(self) -> str:
        """A short summary: "12 steps", and how many lines are unused if there are any."""
        steps, *_, unused = self.says.split(", ")
        return steps if unused == "every line used" else f"{steps} · {unused.split()[0]} unused"

    @property
    def missing(self) -> str:
        """What the lines still lack and the keys for it, or ""."""
        if not any(one.kind == "step" for one in self.lines):
            return "No line is a step yet: s step, r item you need, h heading, g title."
        return "" if self.goal else "No title yet: press g on its line."

    @property
    def is_nameless(self) -> bool:
        """Whether only a title is missing: the person retyped its line, or no line was one."""
        return not self.goal and any(one.kind == "step" for one in self.lines)

    def take(self, lines: ClassifiedLines, mark: int) -> None:
        self._forgot = self._forgot or len(self._before) == MOST_KEPT
        self._before = [*self._before[-MOST_KEPT + 1 :], (self.lines, self.mark)]
        self._lines, self.mark, self.found = lines, mark, None

    def undo(self) -> bool:
        """Undo the last change; False if there is none."""
        if not self._before:
            return False
        self._lines, self.mark = self._before.pop()
        self.found = None
        return True

    @property
    def left_over(self) -> tuple[str, ...]:
        """The lines that no part was read from and nobody decided on since; none while there is no step.

        This includes a heading with no step below it, as it would head nothing.
        """
        if not (self.report or any(one.kind == "step" for one in self.lines)):
            return ()
        came = [one.text for one in self.given if one.kind == "unused"]
        came = came or list(filter(None, map(normal, self.report.unused if self.report else ())))
        now = {one.text for one in self.lines if one.kind == "unused"}
        below = takewhile(lambda one: one.kind != "step", reversed(self.lines if self.changed else ()))
        late = [one.text for one in below if one.kind == "heading"]
        return (*(one for one in came if one in now or not self.changed), *reversed(late))

    def result(self) -> ImportPreview:
        """What would be saved. Raises ContentError if the lines make no procedure."""
        if self.report and not self.changed:
            return self.report
        like = self.report.procedure if self.report else procedure("", [])
        return by_hand.made_of(self.lines, like, self.where)


def import_drafts(brought: ImportSource, kept: str = "") -> list[ImportDraft]:
    """The drafts of an import, the first one with its lines parsed (slow: call it in a thread).

    The work recorded by `work_kept` is applied again, and procedures already saved are left out. Raises
    ContentError for more procedures than a person can go through.
    """
    if len(brought.reports) > MOST_PILES:
        raise ContentError(
            f"This has {len(brought.reports):,} how-tos; you can go through at most {MOST_PILES:,} here. To "
            "add a whole collection to the memory, press F5, then ctrl+o."
        )
    made = [ImportDraft(where=one.where, number=at, report=one) for at, one in enumerate(brought.reports)]
    if brought.lines:
        made = [ImportDraft(where=brought.where, given=brought.lines)]
    with contextlib.suppress(
        ValueError, RecursionError, KeyError, TypeError, ContentError
    ):  # continue as if there were none
        _work_again(made, json.loads(kept or "{}"))
    made = [one for one in made if not one.saved]
    for one in made[:1]:
        with contextlib.suppress(ContentError):  # the error is shown where it is opened
            one.open()
    return made


def work_kept(piles: Sequence[ImportDraft]) -> str:
    """The person's changes to these, as JSON to keep among the drafts; "" for none."""
    kept = {
        one.key: {
            "out": one.out,
            "saved": one.saved,
            "lines": [[line.kind, line.text] for line in one.lines] if one.changed else None,
            "notes": True,  # notes are among the lines, unlike in earlier versions
        }
        for one in piles
        if one.touched
    }
    return json.dumps(kept) if kept else ""


def _work_again(made: Sequence[ImportDraft], kept: dict[str, Any]) -> None:
    """Apply recorded work to these drafts again."""
    for one in made if kept else ():
        if one.key not in kept:
            continue
        work = kept[one.key]
        one.out, one.saved = work["out"] is True, work["saved"] is True
        if work["lines"] is not None:
            notes = [line for line in one.open() if line.kind == "note" and "notes" not in work]
            lines = (ClassifiedLine(_KINDS[kind], str(text)) for kind, text in work["lines"])
            one.take((*lines, *notes), 0)


def save_all(
    library: Library, chosen: Sequence[ImportDraft], *, noting: bool
) -> Iterator[tuple[ImportDraft, LibraryEntry | TailorError]]:
    """Save each procedure, with leftover lines as notes if `noting`; an error does not stop the others."""
    twins = Twins(library)
    for pile in chosen:
        try:
            made = pile.result()
            made = by_hand.noted(made, pile.left_over) if noting else made
            twin = twins.of(made)
            entry = twin or keep(library, made)
        except TailorError as error:
            yield pile, error
        else:
            pile.saved, pile.there = True, twin is not None
            twins.add(entry)
            yield pile, entry


NAMES: Final[dict[Kind, str]] = {
    "goal": "title",
    "resource": "item",
    "step": "step",
    "heading": "heading",
    "note": "note",
    "unused": "unused",
}
"""The kinds of lines, in words."""
_KINDS: Final[dict[str, Kind]] = {kind: kind for kind in NAMES}
STYLES: Final[dict[Kind, str]] = {
    "goal": "bold",
    "resource": "$accent",
    "heading": "italic $accent",
    "step": "",
    "note": "italic",
    "unused": MUTED,
}
WIDTH: Final = 10  # width of the word before a line: "step 12345" just fits
LEAD: Final = 2 + WIDTH + 1  # cells before the text of a line


class LineList(ScrollView, can_focus=True, inherit_bindings=False):
    """The lines of a draft, one of them marked."""

    DEFAULT_CSS = """
    LineList { overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    """
    HELP = """Say what each line is: s for a step, r for something you need, h for a heading, t for a note, g for
    the title; x leaves it out. m joins it to the line above, c splits it into sentences, e lets you edit it."""
    ALLOW_SELECT = False

    class Marked(Message):
        """Another line was marked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: Sequence[ClassifiedLine] = ()
        self.mark = 0
        self._numbers: list[int] = []

    def show(self, lines: Sequence[ClassifiedLine], mark: int) -> None:
        """Show other lines and scroll to the marked one."""
        self.lines = lines
        self._numbers = list(accumulate(int(one.kind == "step") for one in lines))
        self._measure()
        self.go(mark)

    def go(self, to: int) -> None:
        """Mark a line, clamped to the list."""
        self.mark = min(max(to, 0), max(len(self.lines) - 1, 0))
        height, top = self.scrollable_content_region.height, self.scroll_offset.y
        if height and not top <= self.mark < top + height:
            target = self.mark if self.mark < top else self.mark - height + 1
            self.scroll_to(y=target, animate=False, immediate=True)
        self.refresh()
        self.post_message(self.Marked())

    @property
    def cuts(self) -> bool:
        text = line_text(self.lines[self.mark].text, limit=1_000) if self.lines else line_text("")
        return text.cell_length > self.scrollable_content_region.width - LEAD

    @property
    def page(self) -> int:
        return max(self.scrollable_content_region.height - 1, 1)

    def on_resize(self, event: Resize) -> None:
        """Keep the marked line in view."""
        self._measure()
        self.go(self.mark)

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.lines))

    def on_click(self, event: Click) -> None:
        at = event.y + self.scroll_offset.y
        if at < len(self.lines):
            self.go(at)

    def render_line(self, y: int) -> Strip:
        at, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if not 0 <= at < len(self.lines) or width <= 0:
            return Strip.blank(max(self.size.width, 0), self.visual_style.rich_style)
        content = drawn(self.lines[at], self._numbers[at], at == self.mark, width)
        [strip, *_] = Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)
        return strip


def drawn(one: ClassifiedLine, number: int, marked: bool, width: int) -> Content:
    """A row: the kind of the line, and its text, truncated to fit."""
    style = STYLES[one.kind]
    word = f"step {number}" if one.kind == "step" else NAMES[one.kind]
    lead = row_text(("▌ " if marked else "  ", "$accent"), (f"{word:<{WIDTH}} ", "$accent" if marked else MUTED))
    text = line_text(one.text, f"bold {style}" if marked else style, max(width, 20))
    return row_text(lead, text).truncate(width, ellipsis=True)
