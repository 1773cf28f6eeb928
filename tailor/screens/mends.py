"""Faults of Textual that end the app or press keys nobody pressed, mended; each with the fault and how it shows.

Owns these and nothing else. Refuses changes of taste. A test shows each fault without its mend, so that a mend
that is no longer needed is noticed.
"""

from textual import _xterm_parser
from textual.binding import BindingsMap
from textual.dom import DOMNode
from textual.keys import REPLACED_KEYS, key_to_character
from textual.screen import Screen
from textual.widgets import OptionList

from tailor.screens.pastes import PasteParser

_move_page = OptionList._move_page
_chain = vars(Screen)["_binding_chain"].fget


def mend() -> None:
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
