"""Workarounds for faults of Textual 8.2.8, each with the fault it works around.

Tests show each fault without its workaround, so that a workaround no longer needed is noticed.
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
"""A sequence longer than any real one, or a terminal's answer to a query of another program: type, colours, modes.

`XTermParser` would turn each of their characters into a key press, and keys are commands: "d" may delete.
"""
_BEGUN: Final = re.compile(rf"{ESCAPE}(?:\]\d{{1,4}};|P[\d;]*[$+>!=|]|_G)[^\x07{ESCAPE}]{{0,4000}}{ESCAPE}?\Z")
"""The beginning of an answer in the form of a string whose end has not arrived; nobody types such characters."""
_UNFINISHED: Final = re.compile(rf"{ESCAPE}(?:\[[0-?]*[ -/]*|\]\d{{0,4}}|P[\d;]*|_)?\Z")
_ENOUGH: Final = 32
"""As many characters of a sequence as are needed to see that it is longer than any real one."""
MOST_SOURCES: Final = 500
"""How many parsed style sheets are cached: more than all widgets and screens together have."""
LONGEST_SILENCE: Final = 2.0
"""Seconds without a byte after which a paste is over: if its end was lost, all keys would be dead for good."""
MOST_KEYS: Final = 3
"""Characters arriving at once that may still be typed keys, rather than the rest of such a paste."""


class PasteParser(XTermParser):
    """An `XTermParser` that no input can break.

    Textual 8.2.8 acts on escape sequences inside a bracketed paste as if they were keys, waits forever for the end
    of a paste, divides by zero on mouse positions in pixels if the terminal reports a size of 0, and raises for
    key numbers that are no character.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasting = False
        self._silent_since = monotonic()
        self._is_cut = False  # a paste was ended by timeout, and the terminal may still send the rest
        self._unfinished = ""  # an unfinished sequence at the end of the last piece
        self._answer = ""  # an unfinished answer at the end of the last piece, which is not fed
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
        """The input without answers and endless sequences, even if their beginning was fed to the parser."""
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
        """As `XTermParser`, but after a long silence end a paste that is open, and drop an answer."""
        if monotonic() - self._silent_since <= LONGEST_SILENCE:
            return super().tick()
        self._answer = ""
        if self._pasting:
            self._is_cut = True
            return self._ended()
        return super().tick()

    def _rest(self, data: str) -> str:
        """The input after a paste timed out; what seems to be its rest becomes a paste again, never commands."""
        rest, end, _ = data.partition(END)
        self._is_cut = not end and BEGIN not in data
        if end and BEGIN not in rest:
            return BEGIN + data if rest else data
        return BEGIN + data + END if self._is_cut and len(data) > MOST_KEYS and ESCAPE not in data else data

    def _ended(self) -> Iterable[Message]:
        """The messages of a paste that is ended here because its end mark did not arrive."""
        self._pasting, self._held = False, ""
        return tuple(super().feed(END))

    def parse_mouse_code(self, code: str) -> Message | None:
        """As `XTermParser`, but positions count in cells while the size in pixels is unknown."""
        if not self.terminal_size or not self.terminal_pixel_size:
            self.terminal_pixel_size = None
        return super().parse_mouse_code(code)

    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        """As `XTermParser`, but an ignored key for a number that is no character."""
        try:
            return super()._parse_extended_key(sequence)
        except (ValueError, OverflowError):
            return [Key(Keys.Ignore, sequence)]

    def _pieces(self, data: str) -> Iterator[str]:
        while data:
            mark = END if self._pasting else BEGIN
            seen = "" if self._pasting else self._held  # outside a paste it was fed at once, as it may be a key
            piece, found, data = (self._held + data).partition(mark)
            self._held = "" if found else _begun(piece, mark)
            if self._pasting:
                yield piece.removesuffix(self._held).replace(ESCAPE, "")
                yield found
            else:
                yield (piece + found)[len(seen) :]
            self._pasting ^= bool(found)


def _begun(text: str, mark: str) -> str:
    """The longest end of the text with which the mark begins."""
    return next((mark[:size] for size in range(len(mark) - 1, 0, -1) if text.endswith(mark[:size])), "")


class KeptStylesheet(Stylesheet):
    """A `Stylesheet` that parses each source only once per set of colours.

    Textual 8.2.8 parses all sources again for every screen that adds a file: three times before the first frame,
    and again whenever a window is opened for the first time.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._parse_cache = LRUCache(MOST_SOURCES)

    def set_variables(self, variables: dict[str, str]) -> None:
        """As `Stylesheet`, but does nothing for the same variables."""
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
    """Apply the patches; calling it again changes nothing."""
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
    """Wrap lines to this width, at least one cell: Textual 8.2.8 raises ValueError for 0."""
    return _wrap(self, max(width, 1), *given, **named)


def _resume_as_styled(self: Screen[object], event: events.ScreenResume) -> None:
    """Come to the front; the first time, keep the styles that the widgets were just mounted with.

    Textual 8.2.8 styles all of them again.
    """
    event.refresh_styles = event.refresh_styles and self.stack_updates > 0
    _resume(self, event)


def _draw_what_is_shown(self: Screen[object]) -> None:
    """Draw, unless nothing is shown yet.

    Textual 8.2.8 draws every widget of the first screen before the app has begun, throws that away, and draws them
    all again.
    """
    if not self.app._batch_count:
        _draw(self)


async def _resize_to_the_last(self: Screen[object], event: events.Resize) -> None:
    """Lay out for this size, unless the window has another size by now.

    Textual 8.2.8 lays out for each size, and each layout posts its size to the screen again: two sizes with
    anything between them alternate forever, and no key, signal or answer is handled any more.
    """
    if event.size == self.app.size:
        await _resize(self, event)


async def _click_on_what_is_there(self: OptionList, event: events.Click) -> None:
    """Handle a click on a row, if that still exists: Textual 8.2.8 raises IndexError if the list has shrunk."""
    if event.style.meta.get("option", 0) < self.option_count:
        await _click(self, event)


async def _choose_in_front(self: Screen[object], message: Message) -> None:
    """Handle a message, unless it says that a row was chosen on a screen that is covered by a window by now.

    Textual 8.2.8 gives the second of two quick clicks to the list before the window of the first is there: then a
    second window opens over the first, and both contain the same words.
    """
    if not isinstance(message, OptionList.OptionSelected) or not _is_covered(self):
        await _handle(self, message)


def _is_covered(screen: Screen[object]) -> bool:
    """Whether another screen is above it in its stack, shown or not."""
    return any(screen in stack[:-1] for stack in screen.app._screen_stacks.values())


def _page_where_there_are_lines(self: OptionList, direction: int) -> None:
    """Page up or down, if the list is laid out.

    Otherwise Textual 8.2.8 raises KeyError: in a hidden list, a window without width, or right after rows are set.
    """
    lines = self._index_to_line
    if (self.highlighted or 0) in lines:
        _move_page(self, -1 if direction < 0 else 1)


def _letters_are_typed(self: Screen[object]) -> list[tuple[DOMNode, BindingsMap]]:
    """The active bindings without remapped keys that the focused field takes as text.

    Textual 8.2.8 removes such keys before it applies the keymap: with "q" mapped to Quit, the first q of a
    sentence would end the app.
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
    """The character this key types, or None; Textual 8.2.8 itself does not map names such as "slash" back."""
    character = key_to_character(REPLACED_KEYS.get(key, key))
    return character if character is not None and character.isprintable() else None


T = TypeVar("T")


def close_once(screen: Screen[T], close: Callable[[T | None], AwaitComplete], result: T | None) -> AwaitComplete:
    """Dismiss a screen at most once; if it is not mounted yet, as soon as it is.

    Textual 8.2.8's `dismiss` pops whatever is in front: a second fast Enter would close the screen below.
    """

    def soon() -> None:  # returns nothing to await, since a screen cannot await its own end
        screen.dismiss(result)

    if not screen.is_mounted:
        screen.call_later(soon)
    elif screen.is_active:
        return close(result)
    return AwaitComplete()


PATIENCE: Final = 20.0
"""Seconds to wait for a screen to be ready or a key to be handled: letters sent too early would be commands."""
HURRY: Final = 3.0
"""Seconds after which Quit overtakes keys that are still waiting, and after which a signal ends the app."""
LOOK: Final = 0.02
"""Seconds between checks whether what keys wait for has happened."""


class TypesAhead(App[None]):
    """An app that handles keys in the order they were typed, on the screen they were meant for.

    Textual 8.2.8 forwards a key at once: keys typed while a screen is being pushed are lost or go to the screen
    below, and a key overtakes the previous one while that still bubbles through message queues.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._keys = _KeyQueue(self, super().on_event)

    async def on_event(self, event: events.Event) -> None:
        """Queue keys and pastes; pass everything else on.

        A key that nobody handled bubbles back to the app: if another screen is being mounted by then, the key was
        meant for that, and goes back to the front of the queue.
        """
        if isinstance(event, events.Key) and event.is_forwarded and self._keys.is_early(PATIENCE):
            await self._keys.put_back(event)
        elif isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._keys.add(event)
        else:
            await super().on_event(event)

    @property
    def keys_wait(self) -> bool:
        """Whether keys or pastes arrived that are not handled yet, or messages that may be one."""
        return self._keys.holds_any or bool(self.message_queue_size)


class _KeyQueue:
    """Keys and pastes that are not handled yet; the front screen gets each one after the previous is handled."""

    def __init__(self, app: App[None], forward: Callable[[events.Event], Coroutine[Any, Any, None]]) -> None:
        self._app = app
        self._forward = forward
        self._ahead: deque[events.Key | events.Paste] = deque()
        self._under_way: events.Key | events.Paste | None = None
        """The event forwarded last, while it bubbles from widget to widget."""
        self._at: MessagePump = app  # the widget it has reached
        self._target: MessagePump = app  # the widget it began at
        self._answered = False
        """Whether every handler of the event ran, so that only messages they posted may still be pending."""
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
        """Put a key that came back before those that were typed after it."""
        self._ahead.appendleft(_anew(key))
        await self._hand_on()

    def _front(self) -> Screen[Any] | App[None]:
        return self._app.screen_stack[-1] if self._app.screen_stack else self._app

    def is_early(self, patience: float) -> bool:
        """Whether the front screen is not ready for keys yet, and still worth waiting for."""
        front = self._front()
        if front.is_mounted and getattr(front, "stands", True):
            self._awaited = (None, 0.0)
            return False
        if self._awaited[0] is not front:
            self._awaited = (front, monotonic())
        return monotonic() < self._awaited[1] + patience

    def _is_busy(self, patience: float) -> bool:
        """Whether the event forwarded last is still being handled, even if a widget on its way has closed."""
        while (event := self._under_way) is not None and (self._at._closing or self._at._closed):
            self._met(event, self._at)
        return event is not None and monotonic() < self._since + patience

    def _waits(self, patience: float) -> bool:
        return self._is_busy(patience) or self.is_early(patience)

    async def _hand_on(self) -> None:
        """Forward queued events to the front screen once it is ready, one at a time."""
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
        """Whether Quit is in the queue; if so, drop the keys before it, as what they wait for did not happen."""
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
        """Queue a marker behind the event in each ancestor's queue; after the last one, every handler has run.

        A second round of markers comes behind the messages that the handlers posted, such as that a row was
        chosen, which opens the window for the next key.
        """
        self._at = node
        if not node.call_later(self._met, event, node):
            self._done(event)

    def _met(self, event: events.Key | events.Paste, node: MessagePump) -> None:
        """Go on with the node's parent once the node has handled the event, or what was posted for it."""
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
            # after the focus change that the event's action may have queued
            self._app.call_later(self._app.call_later, self._hand_on)


def _anew(key: events.Key) -> events.Key:
    """A new event for the same key and time."""
    again = events.Key(key.key, key.character)
    again.time = key.time
    return again
