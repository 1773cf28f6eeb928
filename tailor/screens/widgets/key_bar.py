"""The one-line footer, with `Quit` always last, and the keys at the foot of a dialog.

It shows the active bindings as they are mapped: up to six, and in a wide window as many more of the screen and of
the focused widget as fit. In a narrow window keys move closer together, then drop out, Enter's last. Textual's own
Footer scrolls out of sight at 80 columns and needs one widget per key.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from textual import events
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget

from tailor.screens.widgets.content import MUTED, lines, row_text

if TYPE_CHECKING:
    from textual.binding import Binding
    from textual.screen import Screen

MOST = 6
MOVES = frozenset(
    [
        *("shift+tab", "up", "down", "left", "right", "j", "k"),
        *("home", "end", "ctrl+home", "ctrl+end", "pageup", "pagedown", "ctrl+a"),
    ]
)
"""Keys that nobody needs to be told."""
GAPS = (3, 2, 1)
"""Cells between two keys; the widest gap that fits is used."""

Entry: TypeAlias = tuple[str, str, "Binding"]
"""The key as people read it, what it does, and the binding."""


class KeyBar(Widget):
    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: 1;
        padding: 0 3;
        color: $foreground-muted;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """
    ALLOW_SELECT = False

    def __init__(
        self, pressing: Callable[[], Collection[str]] = tuple, idle: Callable[[], Collection[str]] = tuple
    ) -> None:
        """`pressing` returns the actions to show first, in order, `idle` those to leave out."""
        super().__init__()
        self._pressing, self._idle = pressing, idle
        self._places: list[tuple[range, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, screen: "Screen[object]") -> None:
        if screen is self.screen:
            self.refresh()

    def render(self) -> Content:
        """The keys that fit, with the last one at the right edge."""
        width = self.size.width
        gap, (*others, last) = self._fitting(width)
        used = sum(map(_width, others)) + gap * len(others)
        pieces: list[Content] = []
        at = 0
        self._places = []
        for entry in (*others, last):
            if entry is last:
                pieces.append(Content(" " * max(width - used - _width(last), 0)))
                at = max(width - _width(last), at)
            self._places.append((range(at, at + _width(entry)), entry[2].key))
            pieces.append(row_text((entry[0], "$accent"), " ", entry[1], "" if entry is last else " " * gap))
            at += _width(entry) + gap
        return row_text(*pieces)

    def on_click(self, event: events.Click) -> None:
        at = event.x - self.styles.padding.left
        for place, key in self._places:
            if at in place:
                self.app.simulate_key(key)

    def _fitting(self, width: int) -> tuple[int, list[Entry]]:
        """The gap between keys, and the entries that fit along with the last one, which always stays.

        Entries drop out from the end, at first sparing the first two and Enter's.
        """
        idle = self._idle()
        known = self.screen.active_bindings.values()  # slow: checks every action
        active = [one for one in known if one.enabled and one.binding.action not in idle]
        entries = list(self._entries([one.binding for one in active]))
        quits = [entry for entry in entries if entry[2].action.endswith("quit")][:1]
        last = quits or entries[-1:]
        others = [entry for entry in entries if entry not in last][: MOST - 1]
        spare = [entry for at, entry in enumerate(others) if at > 1 and entry[2].key != "enter"]
        while others and not any(_needs(others + last, gap) <= width for gap in GAPS):
            others.remove(spare.pop() if spare else others[-1])
        gap = next((gap for gap in GAPS if _needs(others + last, gap) <= width), GAPS[-1])
        return gap, [
            *others,
            *self._more(
                entries,
                [one.binding for one in active if one.node is not self.app],
                width - _needs(others + last, gap) if gap == GAPS[0] else 0,
            ),
            *last,
        ]

    def _more(self, entries: Sequence[Entry], own: "Sequence[Binding]", room: int) -> Iterator[Entry]:
        """Other keys of the screen and of the focused widget, for the room that is left."""
        named = {entry[1] for entry in entries[: MOST - 1]}
        for binding in own:
            if binding.description in {*named, ""} or not binding.id or binding.key in MOVES:
                continue
            entry = self._entry(binding)
            named.add(binding.description)
            room -= _width(entry) + GAPS[0]
            if room < 0:
                return
            yield entry

    def _entries(self, active: "Sequence[Binding]") -> Iterator[Entry]:
        first = [binding for action in self._pressing() for binding in active if binding.action == action]
        seen: set[str] = set()
        for binding in (*first, *(binding for binding in active if binding.show)):
            if binding.description and binding.action not in seen:
                seen.add(binding.action)
                yield self._entry(binding)

    def _entry(self, binding: "Binding") -> Entry:
        return self.app.get_key_display(binding), binding.description, binding


def _width(entry: Entry) -> int:
    return _cells(entry[0], entry[1])


@lru_cache(maxsize=512)
def _cells(key: str, words: str) -> int:
    return row_text(key, " ", words).cell_length


def _needs(entries: Sequence[Entry], gap: int) -> int:
    return sum(map(_width, entries)) + gap * (len(entries) - 1)


GAP = Content("   ")


class KeyHints(Visual):
    """Keys and what they do, for a Static: "c copy   esc close"."""

    def __init__(self, *keys: tuple[str, str]) -> None:
        self.pairs = [row_text((key, "$accent"), " ", (words, MUTED)) for key, words in keys]

    def rows(self, width: int) -> list[Content]:
        """The pairs in rows of at most `width` cells, unless a single pair is wider."""
        rows: list[Content] = []
        for pair in self.pairs:
            if rows and rows[-1].cell_length + GAP.cell_length + pair.cell_length <= width:
                rows[-1] = row_text(rows[-1], GAP, pair)
            else:
                rows.append(pair)
        return rows

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return lines(*self.rows(width)).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return GAP.join(self.pairs).get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return lines(*self.rows(width)).get_height(rules, width)
