"""What the Review screen shows: list, Result, ledger, banner and strip, redrawn once per change.

Events that stream in are drawn in batches, at most every `REFRESH_EVERY` seconds. The guard reads the Result in a
thread; its answer appears in the ledger once it is there.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final, Literal, TypeAlias

from textual.binding import Binding
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from tailor.core.coverage import as_taken, judgements, still_told
from tailor.core.dangers import dangers, read_ahead
from tailor.core.edit_names import in_words
from tailor.core.edits import RENUMBER
from tailor.core.outcomes import WishOutcome
from tailor.core.report import moved_along
from tailor.core.review.state import ReviewState
from tailor.core.review.to_decide import ToDecide
from tailor.runs.session import RunSession
from tailor.screens.base import BRIEF, HIGH, BaseScreen, run_aside
from tailor.screens.review.card import GroupCard, RowView
from tailor.screens.review.detail import DetailPage
from tailor.screens.review.model import ReviewModel, in_rows
from tailor.screens.review.outline import Look, ReviewRows, marked
from tailor.screens.review.policy import ReviewPolicy
from tailor.screens.review.rows import PaneRow, draw, original_rows, result_rows
from tailor.screens.review.summary import ledger_line, what_became
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text
from tailor.screens.widgets.key_bar import KeyBar
from tailor.screens.widgets.row_list import RowList
from tailor.threads import aside

View: TypeAlias = Literal["marked", "result", "original"]
VIEWS: tuple[View, ...] = ("marked", "result", "original")

REFRESH_EVERY = 0.03
"""Seconds between redraws while edits stream in."""

BROAD = 120
"""Columns from which the selected card's details stand beside the list; below that, beneath its row."""

BAR = 12
"""Width in cells of the bar that shows how much is decided."""

LOUD_ROWS = 3
"""Rows for an error in the banner, as in the style sheet."""

OWN = "e writes your own words"
"""What to press if no edit came."""

MOST_AHEAD = 20
"""Edits that the guard reads ahead while the person looks at the first of them."""

WEIGH_AFTER = 0.05
"""Seconds without a further change before the guard reads the Result."""

NOTHING_YET: Final = "There is nothing to decide yet."
"""A note that is true until the next edit or place comes."""

_DOES: Final = (
    "accepts|adds|brings|checks|edits|goes|keeps|leaves|opens|rejects|removes|shows|switches|takes|tries|undoes|writes"
    "|all that"
)
"""The verbs that follow a key in a sentence: "u undoes it"."""


class Words(Static):
    """Changing text; a change lays out the screen again only if the number of lines differs."""

    def put(self, words: Content) -> None:
        """Show these words; the same ones again cost nothing."""
        if isinstance(self.content, Content) and words.is_same(self.content):
            return
        room = self.size
        had = self.get_content_height(room, room, room.width)
        self.update(words, layout=False)
        if had != self.get_content_height(room, room, room.width):
            self.refresh(layout=True)


class EditList(RowList[RowView], can_focus=True, inherit_bindings=False):
    """The steps with their edits; `shrunk` is called with the old height when the list loses lines."""

    HELP = """The how-to with the suggested changes in their places. The bar at the left shows the selected one:
    a accepts it, x rejects it, and then the next undecided one is selected."""

    def __init__(self, shrunk: Callable[[int], None], *, id: str) -> None:
        super().__init__(draw, id=id)
        self._shrunk = shrunk
        self._had = 0

    def on_resize(self, event: Resize) -> None:
        """Keep the cursor in view when a banner above takes lines from the list."""
        had, self._had = self._had, self.size.height
        if self._had < had:
            self._shrunk(had)


class ReviewDisplay:
    """One review on its screen: `model` and `session`, and how they are drawn on `screen`."""

    def __init__(
        self, screen: BaseScreen[None], model: ReviewModel, session: RunSession, policy: ReviewPolicy
    ) -> None:
        self.screen, self.model, self.session, self.policy = screen, model, session, policy
        self.view: View = "marked"
        self.note = ""
        """A sentence shown in the strip until the next move."""
        self.stale = False
        """Whether a change waits to be drawn."""
        self._became: Mapping[str, WishOutcome] = {}
        self._dangers: tuple[str, ...] = ()
        self._works: tuple[tuple[type[object], bool], Collection[str]] = ((type(None), False), ())
        """The kind of card under the cursor, and the keys that do nothing, as the key bar was drawn last."""
        self._viewed: tuple[ReviewRows, Look, Sequence[RowView]] | None = None
        self._drawn_at = 0.0
        self._waiting_since = 0.0
        self._begun = monotonic()
        self._detail = DetailPage(screen, model)

    def draw_soon(self) -> None:
        """Draw at once if nothing was drawn just now, else a moment later, along with what arrives meanwhile."""
        if self.stale:
            return
        self.stale = True
        wait = self._drawn_at + REFRESH_EVERY - monotonic()
        if wait <= 0:
            self.screen.call_later(self._draw_if_stale)
        else:
            self.screen.set_timer(wait, self._draw_if_stale)

    def _draw_if_stale(self) -> None:
        if self.stale:
            self.draw_now()

    def draw_now(self, *, reveal: bool = False, note: str | None = None) -> None:
        """Draw the model as it is; `reveal` scrolls the cursor into view, `note` replaces that of the strip."""
        self.stale = False
        self.note = self.note if note is None else note
        self._drawn_at = monotonic()
        screen, model = self.screen, self.model
        if not screen.is_mounted or screen.query_one_optional("#list") is None:
            return
        look = Look(
            beside=screen.size.width >= BROAD,
            spaced=screen.size.height >= HIGH,
            plain=bool(screen.app.no_color),
        )
        screen.set_class(look.beside, "-beside")
        reveal = reveal or self._mark_in_view()  # rows that arrive above would push it out of view
        self._list.show(marked(self._views(look), model.mark))
        self._draw_pane()
        if look.beside:
            self._detail.draw(plain=look.plain)
        self.draw_lines()
        self._draw_keys()
        if reveal:
            self._reveal_mark()

    def _views(self, look: Look) -> Sequence[RowView]:
        """The rows without the cursor, cached while only the cursor moves."""
        rows = self.model.outline
        if self._viewed is None or self._viewed[0] is not rows or self._viewed[1] != look:
            original, done = self.model.review.original, self.policy.done
            sections = {} if self.model.wish else dict(original.sections)
            notes = "" if self.model.wish else self.model.state.result.draft.procedure.notes
            views = self.model.row_maker.views(rows, sections, look, done=done, notes=notes)
            self._viewed = rows, look, tuple(views)
        return self._viewed[2]

    def _draw_keys(self) -> None:
        """Redraw the key bar if other keys work, or others come first: edits, places and groups have their own."""
        marked = self.model.marked
        kind = (type(marked), isinstance(marked, GroupCard) and marked.unfolded)
        if (works := (kind, self.screen.idle())) != self._works:
            self._works = works
            self.screen.query_one(KeyBar).refresh()

    def draw_after_layout(self) -> None:
        """Draw once Textual has laid out the widgets again, with the cursor in view."""
        self.screen.call_after_refresh(self.draw_now, reveal=True)

    def show(self, view: View) -> None:
        """Show the list, the Result or the Original, with the cursor in view."""
        self.view = view
        self.draw_now(reveal=True)
        self.screen.refresh_bindings()  # the focus stays, but other keys work

    def back_to_list(self) -> bool:
        """Show the list if it is hidden; return whether it was. Nobody should decide on what they do not see."""
        hidden = self.view != "marked"
        if hidden:
            self.show("marked")
        return hidden

    @property
    def _list(self) -> EditList:
        return self.screen.query_one("#list", EditList)

    @property
    def _pane(self) -> RowList[PaneRow]:
        return self.screen.query_one("#pane", RowList)

    def _marked(self, shown: RowList[Any]) -> range:
        """The lines that the cursor's stop takes in the list or the Result."""
        slot, part = self.model.mark or ("", "")
        at = next((at for at, one in enumerate(shown.rows) if slot and one.slot == slot), -1)
        return shown.place(at, part)

    def _reveal_mark(self) -> None:
        for shown in (self._list, self._pane):
            shown.reveal(self._with_headings(shown, self._marked(shown)))

    def _with_headings(self, shown: RowList[Any], marked: range) -> range:
        """The marked lines, plus the warnings above the first stop or the notes below the last."""
        rows = shown.rows
        first = next((at for at, one in enumerate(rows) if one.slot), 0)
        last = next((at for at in reversed(range(len(rows))) if rows[at].slot), 0)
        if marked and marked.stop >= shown.place(last).stop:
            return range(marked.start, shown.place(len(rows) - 1).stop)
        above = marked and marked.start <= shown.place(first).start and marked.stop <= shown.size.height
        return range(marked.stop) if above else marked

    def _mark_in_view(self) -> bool:
        top, marked = self._list.scroll_offset.y, self._marked(self._list)
        return bool(marked) and top <= marked.start and marked.stop <= top + self._list.size.height

    def hold_in_view(self, had: int) -> None:
        """Scroll the cursor back into view if it was visible when the list had `had` lines."""
        top, marked = self._list.scroll_offset.y, self._marked(self._list)
        if marked and marked.start in range(top, top + had):
            self._reveal_mark()

    def _draw_pane(self) -> None:
        """Draw the Result or the Original, if it is shown over the list, which then needs no new layout."""
        pane = self._pane
        pane.visible = self.view != "marked"
        if self.view == "original":
            pane.show(original_rows(self.model.review.original))
        elif self.view == "result":
            pane.show(result_rows(self.model.state))

    def title(self) -> Content:
        goal = line_text(self.session.request.procedure.goal or "Untitled", "bold", 200)
        return row_text(goal, "   ", line_text(self.model.review.hint, MUTED, 200))

    def draw_lines(self) -> None:
        """Draw the title, the ledger and the banner above the list, and the strip below it."""
        screen, model = self.screen, self.model
        screen.query_one("#title", Words).put(self.title())
        width = screen.text_width
        rows = 1 if screen.size.height < 20 else 2
        line = safe_text(self.session.kind.heading, MUTED)
        if not self.session.kind.heading:
            over, read = not model.activity.running, model.activity.phase != "failed" or bool(model.log)
            line = ledger_line(
                model.state,
                self._became,
                model.to_decide,
                width,
                over=over,
                read=read,
                most_rows=rows,
                only=model.wish,
            )
        screen.query_one("#ledger", Words).put(line)
        self._draw_banner(width)
        screen.query_one("#strip", Words).put(self._strip(width))

    def _draw_banner(self, width: int) -> None:
        """Draw what went wrong, else what agents said that the list does not show anyway; `S` shows all."""
        banner, shown = self._banner(), self.screen.query_one("#banner", Words)
        state = self.model.state
        notes = " ".join(still_told(state, as_taken(state, self._notes(), undecided=True)))
        shown.display = bool(banner or notes)
        shown.set_class(bool(banner), "-loud")
        whole = safe_text(f"! {banner}", "$text-warning") if banner else safe_text(notes, MUTED)
        fits = in_rows(whole, width, LOUD_ROWS if banner else 1)
        shown.put(fits)

    def said(self) -> list[Content]:
        """The banner's content in full: what went wrong, and what agents said about their work."""
        banner = self._banner()
        texts = (banner, *(note for note in self._notes() if note not in banner))
        return [safe_text(line, "", 2_000) for text in texts for line in text.split("\n") if line]

    def _notes(self) -> tuple[str, ...]:
        """What agents said about their work, and which step numbers were updated in the Result as it is now."""
        model = self.model
        renumbers = any(stage.agent == RENUMBER for stage in model.review.stages)
        moved = moved_along(model.state) if renumbers else ""
        return (*model.activity.notes, moved) if moved else model.activity.notes

    def _banner(self) -> str:
        """What went wrong, and the hazards of the Result."""
        return " ".join(filter(None, (self._went_wrong(), self.session.missed, *self._dangers)))

    def _went_wrong(self) -> str:
        model = self.model
        if (said := self.policy.banner(model)) is not None:
            return said
        activity = model.activity
        if activity.banner:
            tries = "  V tries again, F9 connects another model."
            return activity.banner + tries * (activity.phase not in ("running", "stopped"))
        if self.session.not_recorded:
            return self.session.not_recorded
        heard = any(one.verdict != "not_understood" for one in judgements(model.state).values())
        unread = not heard and all(one.kind == "unclassified" for one in model.review.requirements if one.on)
        if not unread or activity.phase != "done" or model.proposed:
            return ""
        return f"No suggestions, because your sentence was not understood. {' '.join(activity.notes)}".strip()

    def _strip(self, width: int) -> Content:
        """ "3 left to decide · Verify is at work", or the last note."""
        open_work, activity = self.model.to_decide, self.model.activity
        none = "no suggestions" if activity.over else "no suggestions yet"
        bar = self._bar(open_work)
        words = f"{open_work.says}{open_work.shared if not self.note else ''}" or none
        progress = row_text(("● " if activity.running else "○ ", "$accent"), bar, words)
        if self.note:
            note = safe_text(_with_own_keys(self.screen, self.note), "$accent", 400)
            said = row_text(progress, "   ", note)
            if said.cell_length > width:
                return note  # wrapped to two lines if need be
        else:
            said = self._doing(progress, width, has_edits=bool(open_work.left + open_work.decided))
        if self.view != "marked":
            said = row_text((f"{self.view.capitalize()}   ", "bold $accent"), said)
        return said.truncate(width, ellipsis=True)

    def _bar(self, work: ToDecide) -> Content:
        """How much is decided, as a bar; empty if there is no room or nothing to decide."""
        if not (work.decided + work.left) or self.screen.size.width < BRIEF:
            return Content("")
        done = round(BAR * work.decided / (work.decided + work.left))
        return row_text(("━" * done, "$accent"), ("─" * (BAR - done), MUTED), " ")

    def _doing(self, progress: Content, width: int, *, has_edits: bool) -> Content:
        """The strip without a note: what agents are doing, and what to press if no edit came."""
        activity = self.model.activity
        stops = ("   esc stops", MUTED) if self.model.running and width > 60 else ""
        now = monotonic()
        words = activity.words(now - self._waiting_since, now - self._begun)
        if lost := len(activity.flagged):
            words += f" · {lost} not usable, S shows {'it' if lost == 1 else 'them'}"
        said = row_text(progress, "   ", (words, MUTED), stops)
        if has_edits or not activity.over:
            return said
        longest = (row_text(said, "   ", f"{OWN}, r asks about a step"), row_text(said, "   ", OWN))
        return next((one for one in longest if one.cell_length <= width), row_text(progress, "   ", OWN))

    def run_begins(self) -> None:
        """Count the elapsed time from now: agents are being asked."""
        self._begun = monotonic()

    def wait_begins(self) -> None:
        """Start a countdown: the client waits before it retries."""
        self._waiting_since = monotonic()

    def tell(self, words: str) -> None:
        """Show a sentence in the strip until the next move."""
        self.note = in_words(self.model.state, words)
        self.draw_lines()

    def weigh_later(self) -> None:
        """Let the guard read the Result in the background; wishes that it conflicts with appear in the ledger."""
        job = partial(self._weigh, self.model.state)
        run_aside(self.screen, job, group="weigh", exclusive=True)

    async def _weigh(self, state: ReviewState) -> None:
        await asyncio.sleep(WEIGH_AFTER)  # further decisions made meanwhile are checked together
        became = {one.id: one for one in await aside(what_became, state)}
        hazards = tuple(one.says for one in await aside(dangers, state))
        if (became, hazards) != (self._became, self._dangers):
            self._became, self._dangers = became, hazards
            self.draw_now()
        await aside(read_ahead, self.model.state, self.model.next_ids(MOST_AHEAD))


def _with_own_keys(screen: BaseScreen[Any], words: str) -> str:
    """ "Removed; u undoes it." as "Removed; z undoes it." if the user mapped that to z."""
    app, own = screen.app, screen.app._keymap
    mine = (one for one in type(screen).BINDINGS if isinstance(one, Binding) and (one.id or "") in own)
    now = {
        one.key.partition(",")[0]: app.get_key_display(one.with_key(own[one.id or ""].split(",")[0]))
        for one in mine
    }
    if not now:
        return words
    keys = "|".join(map(re.escape, now))
    return re.sub(rf"(?<![\w'’])({keys})(?= (?:{_DOES})\b)", lambda found: now[found[1]], words)
