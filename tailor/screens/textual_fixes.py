"""Workarounds for faults of Textual 8.2.8, each with the fault it works around.

Tests show the faults without the workarounds, so that one that is no longer needed is noticed.
"""

import re
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from time import monotonic
from typing import Any, Final, TypeVar

from textual import _xterm_parser, app, events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import BindingsMap
from textual.cache import LRUCache
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.events import Key
from textual.keys import REPLACED_KEYS, Keys, key_to_character
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import OptionList

ESCAPE: Final = "\x1b"
BEGIN: Final = f"{ESCAPE}[200~"
END: Final = f"{ESCAPE}[201~"
CTRL_C: Final = "\x03"
_NO_KEYS: Final = re.compile(
    rf"{ESCAPE}\[(?:[0-?]{{30,}}[ -/]*[@-~]?|[=>?][\d:;]*[@-xz-~]|\d[\d;]*[cn]|(?!48;)\d[\d;]*t|\d+;\d\$y)"
    rf"|{ESCAPE}(?:\]\d{{1,4}};[^\x07{ESCAPE}]{{0,4000}}(?:\x07|{ESCAPE}\\)|[P_^X][^\x07{ESCAPE}]{{1,4000}}{ESCAPE}\\)"
)
"""Longer than any sequence, or a terminal's answer to what another program asked: what it is, its colours, a mode.

`XTermParser` would press each of their characters, which are commands: "d" may be for the trash.
"""
_BEGUN: Final = re.compile(rf"{ESCAPE}(?:\]\d{{1,4}};|P[\d;]*[$+>!=|]|_G)[^\x07{ESCAPE}]{{0,4000}}{ESCAPE}?\Z")
"""An answer as a string whose end has not come yet; nobody types its first characters."""
_UNFINISHED: Final = re.compile(rf"{ESCAPE}(?:\[[0-?]*[ -/]*|\]\d{{0,4}}|P[\d;]*|_)?\Z")
_ENOUGH: Final = 32
"""Characters of a sequence that tell whether it is longer than any."""
MOST_SOURCES: Final = 500
"""Style sheets that are kept parsed: more than all widgets and screens together have."""
LONGEST_SILENCE: Final = 2.0
"""Seconds without a byte after which a paste is over: its end was lost, and the keys would be dead for good."""
MOST_KEYS: Final = 3
"""Characters at once that may still be typed, where the rest of such a paste may come."""


class PasteParser(XTermParser):
    """An `XTermParser` that no input can end.

    Textual 8.2.8 acts on escape sequences inside a bracketed paste as if they were keys, waits for ever for the
    end of a paste, divides by zero on mouse places in pixels where the terminal reports a size of 0, and raises
    for key numbers that are no character.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasting = False
        self._silent_since = monotonic()
        self._is_cut = False  # a paste was ended for its terminal, which may yet send the rest
        self._unfinished = ""  # the sequence that the last piece ends in
        self._answer = ""  # the answer that the last piece ends in, which is not fed
        self._held = ""  # the end of the last piece if a mark may begin there; inside a paste it is not fed yet

    def feed(self, data: str) -> Iterable[Message]:
        """The messages of this input; "" is the end of input."""
        if not data:
            return super().feed(data)
        self._silent_since = monotonic()
        if self._pasting and data == CTRL_C:
            return (*self._ended(), *super().feed(data))
        if self._is_cut:
            data = self._rest(data)
        read = self._without_answers("".join(self._pieces(data)))
        return super().feed(read) if read else ()

    def _without_answers(self, data: str) -> str:
        """The input without what is no key; of a sequence that comes in pieces its begin is forgotten."""
        data, self._answer = self._answer + data, ""
        whole = self._unfinished + data
        if self._unfinished and (_NO_KEYS.match(whole) or _BEGUN.match(whole)):
            self._gen = self.parse(self._tokens.append)
            self._awaiting, self._timeout_time = next(self._gen), None
            data = whole
        data = _NO_KEYS.sub("", data)
        if not self._pasting and (begun := _BEGUN.search(data)):
            data, self._answer = data[: begun.start()], begun[0]
        left = None if self._answer else _UNFINISHED.search(whole)
        self._unfinished = left[0][:_ENOUGH] if left else ""
        return data

    def tick(self) -> Iterable[Message]:
        """As `XTermParser`; what is long in coming is over: a paste is given, an answer is forgotten."""
        if monotonic() - self._silent_since <= LONGEST_SILENCE:
            return super().tick()
        self._answer = ""
        if self._pasting:
            self._is_cut = True
            return self._ended()
        return super().tick()

    def _rest(self, data: str) -> str:
        """What came after a paste was ended, as a paste of its own where it is the rest: never as commands."""
        rest, end, _ = data.partition(END)
        self._is_cut = not end and BEGIN not in data
        if end and BEGIN not in rest:
            return BEGIN + data if rest else data
        return BEGIN + data + END if self._is_cut and len(data) > MOST_KEYS and ESCAPE not in data else data

    def _ended(self) -> Iterable[Message]:
        """The messages of a paste that is ended for its terminal."""
        self._pasting, self._held = False, ""
        return tuple(super().feed(END))

    def parse_mouse_code(self, code: str) -> Message | None:
        """As `XTermParser`, but places are cells while the size in pixels is unknown."""
        if not self.terminal_size or not self.terminal_pixel_size:
            self.terminal_pixel_size = None
        return super().parse_mouse_code(code)

    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        """As `XTermParser`, but the ignored key for a number of no character."""
        try:
            return super()._parse_extended_key(sequence)
        except (ValueError, OverflowError):
            return [Key(Keys.Ignore, sequence)]

    def _pieces(self, data: str) -> Iterator[str]:
        while data:
            mark = END if self._pasting else BEGIN
            seen = "" if self._pasting else self._held  # of a key nothing waits: it is read already
            piece, found, data = (self._held + data).partition(mark)
            self._held = "" if found else _begun(piece, mark)
            if self._pasting:
                yield piece.removesuffix(self._held).replace(ESCAPE, "")
                yield found
            else:
                yield (piece + found)[len(seen) :]
            self._pasting ^= bool(found)


def _begun(text: str, mark: str) -> str:
    """The longest end of the text that the mark begins with."""
    return next((mark[:size] for size in range(len(mark) - 1, 0, -1) if text.endswith(mark[:size])), "")


class KeptStylesheet(Stylesheet):
    """A `Stylesheet` that parses each source once for the same colours.

    Textual 8.2.8 parses all of them anew, each time, for every screen that brings a file: three times before the
    first frame, and again when a window is opened first.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._parse_cache = LRUCache(MOST_SOURCES)

    def set_variables(self, variables: dict[str, str]) -> None:
        """As `Stylesheet`; the same ones change nothing."""
        if variables != self._variables:
            super().set_variables(variables)

    def reparse(self) -> None:
        self.parse()


_move_page = OptionList._move_page
_resume = Screen._on_screen_resume
_resize = Screen._on_resize
_click = OptionList._on_click
_handle = Screen._on_message
_draw = Screen._compositor_refresh
_wrap = Content._wrap_and_format
_chain = vars(Screen)["_binding_chain"].fget


def patch_textual() -> None:
    """Applies the patches; calling it again changes nothing."""
    Content._wrap_and_format = _wrap_to_a_cell  # type: ignore[method-assign]
    OptionList._on_click = _click_on_what_is_there  # type: ignore[method-assign]
    Screen._on_message = _choose_in_front  # type: ignore[method-assign, assignment]
    OptionList._move_page = _page_where_there_are_lines  # type: ignore[method-assign]
    Screen._binding_chain = property(_letters_are_typed)  # type: ignore[assignment]
    _xterm_parser.XTermParser = PasteParser  # type: ignore[misc]
    Screen._on_screen_resume = _resume_as_styled  # type: ignore[method-assign, assignment]
    Screen._on_resize = _resize_to_the_last  # type: ignore[method-assign, assignment]
    Screen._compositor_refresh = _draw_what_is_shown  # type: ignore[method-assign, assignment]
    app.Stylesheet = KeptStylesheet  # type: ignore[attr-defined]


def _wrap_to_a_cell(self: Content, width: int, *given: Any, **named: Any) -> list[Any]:
    """Break lines to this width, or to one cell where there is none: Textual 8.2.8 raises ValueError for 0."""
    return _wrap(self, max(width, 1), *given, **named)


def _resume_as_styled(self: Screen[object], event: events.ScreenResume) -> None:
    """Come to the front; for the first time with the styles that the widgets were just mounted with.

    Textual 8.2.8 styles all of them once more there.
    """
    event.refresh_styles = event.refresh_styles and self.stack_updates > 0
    _resume(self, event)


def _draw_what_is_shown(self: Screen[object]) -> None:
    """Draw, unless nothing is shown yet.

    Textual 8.2.8 draws each widget of the first screen while the app is not begun, throws that away, and draws
    them all again.
    """
    if not self.app._batch_count:
        _draw(self)


async def _resize_to_the_last(self: Screen[object], event: events.Resize) -> None:
    """Lay out for this size, unless the window has another by now.

    Textual 8.2.8 does it for each, and each layout posts its size to the screen again: two sizes with anything
    between them chase each other for ever, and no key, no signal and no answer is handled any more.
    """
    if event.size == self.app.size:
        await _resize(self, event)


async def _click_on_what_is_there(self: OptionList, event: events.Click) -> None:
    """A click on a row, unless the list has become shorter since it was drawn: Textual 8.2.8 raises IndexError."""
    if event.style.meta.get("option", 0) < self.option_count:
        await _click(self, event)


async def _choose_in_front(self: Screen[object], message: Message) -> None:
    """Handle a message, unless a row was chosen on a screen that a window lies over by now.

    Textual 8.2.8 has given the second of two quick clicks to the list before the window of the first is there: a
    second window opened over the first, and each had the words left in it.
    """
    if not isinstance(message, OptionList.OptionSelected) or not _is_covered(self):
        await _handle(self, message)


def _is_covered(screen: Screen[object]) -> bool:
    """Whether another screen is over it, shown or not."""
    return any(screen in stack[:-1] for stack in screen.app._screen_stacks.values())


def _page_where_there_are_lines(self: OptionList, direction: int) -> None:
    """Page up or down, unless the list is not laid out.

    Textual 8.2.8 raises KeyError there: in a hidden list, in a window of no width, or right after the rows came.
    """
    lines = self._index_to_line
    if (self.highlighted or 0) in lines:
        _move_page(self, -1 if direction < 0 else 1)


def _letters_are_typed(self: Screen[object]) -> list[tuple[DOMNode, BindingsMap]]:
    """The active bindings without remapped keys that the focused field takes as text.

    Textual 8.2.8 removes typed keys before it applies the keymap: with "q" for Quit the first q of a sentence
    would end the app.
    """
    chain: list[tuple[DOMNode, BindingsMap]] = _chain(self)
    focused = self.focused
    own = {key for keys in self.app._keymap.values() for key in keys.split(",")}
    typed = {key for key in own if focused and focused.check_consume_key(key, typed_by(key))}
    for _, bindings in chain:
        for key in typed & bindings.key_to_bindings.keys():
            del bindings.key_to_bindings[key]
    return chain


def typed_by(key: str) -> str | None:
    """The character this key types, or None; Textual 8.2.8 does not map names such as "slash" back by itself."""
    character = key_to_character(REPLACED_KEYS.get(key, key))
    return character if character is not None and character.isprintable() else None


T = TypeVar("T")


def close_once(screen: Screen[T], close: Callable[[T | None], AwaitComplete], result: T | None) -> AwaitComplete:
    """Dismiss a screen at most once; before it is mounted, as soon as it is.

    Textual 8.2.8's `dismiss` pops whatever is in front: a second fast Enter would close the screen below.
    """

    def soon() -> None:  # returns nothing to be awaited: a screen cannot await its own end
        screen.dismiss(result)

    if not screen.is_mounted:
        screen.call_later(soon)
    elif screen.is_active:
        return close(result)
    return AwaitComplete()


PATIENCE: Final = 20.0
"""Seconds to wait for a screen to stand or a key to be handled: letters that go on too early run as commands."""
HURRY: Final = 3.0
"""Seconds after which Quit overtakes keys that wait for one and the same thing, and a signal ends the app."""
LOOK: Final = 0.02
"""Seconds between two looks whether what keys wait for has come."""


class TypesAhead(App[None]):
    """An app that handles keys in the order they were typed, by the screen they were meant for.

    Textual 8.2.8 forwards a key at once: keys typed while a screen is being pushed are lost or go to the screen
    below, and a key overtakes the one before it while that is still bubbling through message queues.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._keys = _KeyQueue(self, super().on_event)

    async def on_event(self, event: events.Event) -> None:
        """Queue keys and pastes; pass everything else on.

        A key that nobody handled bubbles back to the app: if another screen is being mounted by then, the key was
        meant for it and goes first in the queue again.
        """
        if isinstance(event, events.Key) and event.is_forwarded and self._keys.is_early(PATIENCE):
            await self._keys.put_back(event)
        elif isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._keys.add(event)
        else:
            await super().on_event(event)

    @property
    def keys_wait(self) -> bool:
        """Whether keys or pastes came that are not handled yet, or anything that may be one."""
        return self._keys.holds_any or bool(self.message_queue_size)


class _KeyQueue:
    """Keys and pastes that came and are not handled; the front screen gets each after the one before."""

    def __init__(self, app: App[None], forward: Callable[[events.Event], Coroutine[Any, Any, None]]) -> None:
        self._app = app
        self._forward = forward
        self._ahead: deque[events.Key | events.Paste] = deque()
        self._under_way: events.Key | events.Paste | None = None
        """The event forwarded last, while it bubbles from widget to widget."""
        self._at: MessagePump = app  # where it is
        self._target: MessagePump = app  # where it began
        self._answered = False
        """Whether every handler of the event ran, and only what they posted may still be under way."""
        self._since = 0.0
        self._awaited: tuple[object, float] = (None, 0.0)
        """The screen that keys wait for, and since when."""
        self._looks_again = False

    @property
    def holds_any(self) -> bool:
        return bool(self._ahead or self._under_way)

    async def add(self, event: events.Key | events.Paste) -> None:
        self._ahead.append(event)
        await self._hand_on()

    async def put_back(self, key: events.Key) -> None:
        """A key that came back goes before those that were typed after it."""
        self._ahead.appendleft(_anew(key))
        await self._hand_on()

    def _front(self) -> Screen[Any] | App[None]:
        return self._app.screen_stack[-1] if self._app.screen_stack else self._app

    def is_early(self, patience: float) -> bool:
        """Whether the front screen is not mounted or not drawn yet and still worth waiting for."""
        front = self._front()
        if front.is_mounted and getattr(front, "stands", True):
            self._awaited = (None, 0.0)
            return False
        if self._awaited[0] is not front:
            self._awaited = (front, monotonic())
        return monotonic() < self._awaited[1] + patience

    def _is_busy(self, patience: float) -> bool:
        """Whether the event forwarded last is still being handled, also where a widget on its way has closed."""
        while (event := self._under_way) is not None and (self._at._closing or self._at._closed):
            self._met(event, self._at)
        return event is not None and monotonic() < self._since + patience

    def _waits(self, patience: float) -> bool:
        return self._is_busy(patience) or self.is_early(patience)

    async def _hand_on(self) -> None:
        """Forward queued events to the front screen once it stands, one at a time."""
        while self._ahead:
            if self._waits(PATIENCE) and (self._waits(HURRY) or not self._quits()):
                self._look_later()
                return
            target = (self._app.focused if self._app.screen_stack else None) or self._front()
            event = self._ahead.popleft()
            await self._forward(event)
            if event.is_forwarded:
                self._under_way, self._since = event, monotonic()
                self._target, self._answered = target, False
                self._go_after(event, target)

    def _quits(self) -> bool:
        """Whether Quit waits; what was typed before it, for something that has not come, is dropped then."""
        bound = dict(self._app.screen._binding_chain).get(self._app) if self._app.screen_stack else None
        keys = bound.key_to_bindings if bound else {}
        quits = {key for key, bindings in keys.items() if any(one.action == "quit" for one in bindings)}
        while quits & {event.key for event in self._ahead if isinstance(event, events.Key)}:
            event = self._ahead[0]
            if isinstance(event, events.Key) and event.key in quits:
                return True
            self._ahead.popleft()
        return False

    def _look_later(self) -> None:
        if not self._looks_again:
            self._looks_again = True
            self._app.set_timer(LOOK, self._look)
        front = self._front()
        if not front.is_mounted:
            front.call_later(self._app.call_later, self._hand_on)  # its queue runs once it is mounted

    async def _look(self) -> None:
        self._looks_again = False
        await self._hand_on()

    def _go_after(self, event: events.Key | events.Paste, node: MessagePump) -> None:
        """Queue a marker behind the event in each ancestor's queue; after the last one every handler ran.

        A second round of markers comes behind the messages that the handlers posted: that a row was chosen, which
        opens a window for the next key.
        """
        self._at = node
        if not node.call_later(self._met, event, node):
            self._done(event)

    def _met(self, event: events.Key | events.Paste, node: MessagePump) -> None:
        """The node has handled the event, or what was posted for it; go on with its parent."""
        above = node._parent
        ends = node is self._app or above is None
        if above is not None and not ends and (self._answered or not event._stop_propagation):
            self._go_after(event, above)
        elif self._answered:
            self._done(event)
        else:
            self._answered = True
            self._go_after(event, self._target)

    def _done(self, event: events.Key | events.Paste) -> None:
        if self._under_way is event:
            self._under_way = None
            # behind the focus that its action asked for here
            self._app.call_later(self._app.call_later, self._hand_on)


def _anew(key: events.Key) -> events.Key:
    """A fresh event of the same key and time."""
    again = events.Key(key.key, key.character)
    again.time = key.time
    return again
