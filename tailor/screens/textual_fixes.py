"""Faults of Textual that end the app or press keys nobody pressed, mended; each with the fault and how it shows.

Owns these and nothing else. Refuses changes of taste. A test shows each fault without its mend, so that a mend
that is no longer needed is noticed.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any, Final, TypeVar

from textual import _xterm_parser, events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import BindingsMap
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


class PasteParser(XTermParser):
    """As `XTermParser`; escapes in a paste are left out, and so are keys and places that cannot be."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasting = False
        self._held = ""
        """How a mark may have begun with what came last: in a paste that is not read yet."""

    def feed(self, data: str) -> Iterable[Message]:
        """The messages of what came; "" says that nothing comes any more."""
        if not data:
            return super().feed(data)
        read = "".join(self._pieces(data))
        return super().feed(read) if read else ()

    def parse_mouse_code(self, code: str) -> Message | None:
        """As `XTermParser`; a terminal that does not know its size in pixels tells places in cells."""
        if not self.terminal_size or not self.terminal_pixel_size:
            self.terminal_pixel_size = None
        return super().parse_mouse_code(code)

    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        """As `XTermParser`; the key that is ignored for numbers of no character."""
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
    """How the mark may have begun at the end of the text."""
    return next((mark[:size] for size in range(len(mark) - 1, 0, -1) if text.endswith(mark[:size])), "")


_move_page = OptionList._move_page
_chain = vars(Screen)["_binding_chain"].fget


def patch_textual() -> None:
    """Puts the mends in; once or more often is the same."""
    OptionList._move_page = _page_where_there_are_lines  # type: ignore[method-assign]
    Screen._binding_chain = property(_letters_are_typed)  # type: ignore[assignment]
    _xterm_parser.XTermParser = PasteParser  # type: ignore[misc]


def _page_where_there_are_lines(self: OptionList, direction: int) -> None:
    """A page up or down; nothing while the list is not laid out yet, or has no room for a line.

    Textual 8.2.8 looks the marked row up in the lines and raises KeyError: in a list that is hidden, in a window
    of no width, or whose rows came a moment ago.
    """
    lines = self._index_to_line
    if (self.highlighted or 0) in lines:
        _move_page(self, -1 if direction < 0 else 1)


def _letters_are_typed(self: Screen[object]) -> list[tuple[DOMNode, BindingsMap]]:
    """The keys that work now, without those of the person's own that the focused field takes as text.

    Textual 8.2.8 takes out what is typed before it puts own keys in: with "q" for Quit the first q of a sentence
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
    """What this key writes into a field; None where it writes nothing. (Textual does not know "slash" again.)"""
    character = key_to_character(REPLACED_KEYS.get(key, key))
    return character if character is not None and character.isprintable() else None


T = TypeVar("T")


def close_once(screen: Screen[T], close: Callable[[T | None], AwaitComplete], result: T | None) -> AwaitComplete:
    """Closes the screen by Textual's own `dismiss`; where it is not in front any more, nothing.

    A key that comes before the screen stands closes it as soon as it does.
    """

    def soon() -> None:  # gives nothing back to be awaited: a screen cannot await its own end
        screen.dismiss(result)

    if not screen.is_mounted:
        screen.call_later(soon)
    elif screen.is_active:
        return close(result)
    return AwaitComplete()


PATIENCE: Final = 1.0
"""Seconds. A screen that takes longer to stand, or a key to be done, must not keep Quit from the person."""


class TypesAhead(App[None]):
    """An app in which nothing typed ahead is lost."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """As `App`."""
        super().__init__(*given, **named)
        self._ahead: deque[events.Key | events.Paste] = deque()
        self._under_way: events.Key | events.Paste | None = None
        """What was handed on last, while it goes from widget to widget up to the app."""
        self._since = 0.0

    async def on_event(self, event: events.Event) -> None:
        """A key or a paste goes behind those that wait; all else passes.

        A key that no part of a screen took comes back to the app: where another screen is about to stand in front
        by then, the key was meant for that one, and begins anew, before those that were typed after it.
        """
        if isinstance(event, events.Key) and event.is_forwarded and self._is_early(event):
            self._ahead.appendleft(_anew(event))
            await self._hand_on()
        elif isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            self._ahead.append(event)
            await self._hand_on()
        else:
            await super().on_event(event)

    def _front(self) -> Screen[Any] | App[None]:
        return self.screen_stack[-1] if self.screen_stack else self

    def _is_early(self, event: events.Key | events.Paste) -> bool:
        """Whether the screen in front does not stand yet, and is still worth waiting for."""
        return not self._front().is_mounted and monotonic() < event.time + PATIENCE

    async def _hand_on(self) -> None:
        """Gives what waits to the screen in front, as soon as that stands."""
        while self._ahead:
            if self._under_way is not None and monotonic() < self._since + PATIENCE:
                self.set_timer(PATIENCE, self._hand_on)
                return
            front = self._front()
            if self._is_early(self._ahead[0]):
                front.call_later(self.call_later, self._hand_on)  # its queue begins when it stands
                return
            event, target = self._ahead.popleft(), (self.focused if self.screen_stack else None) or front
            await super().on_event(event)
            if event.is_forwarded:
                self._under_way, self._since = event, monotonic()
                self._go_after(event, target)

    def _go_after(self, event: events.Key | events.Paste, node: MessagePump) -> None:
        """Walks the way of an event from queue to queue, right behind it: what it does is done then."""
        if not node.call_later(self._met, event, node):
            self._done(event)

    def _met(self, event: events.Key | events.Paste, node: MessagePump) -> None:
        """The node has dealt with the event."""
        above = node._parent
        if event._stop_propagation or node is self or above is None:
            self._done(event)
        else:
            self._go_after(event, above)

    def _done(self, event: events.Key | events.Paste) -> None:
        if self._under_way is event:
            self._under_way = None
            self.call_later(self._hand_on)


def _anew(key: events.Key) -> events.Key:
    """The same key, as it was when it was pressed."""
    again = events.Key(key.key, key.character)
    again.time = key.time
    return again
