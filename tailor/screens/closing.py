"""Closing what lies over a screen: once, however fast the keys come.

Owns that one rule. Refuses to decide what a window gives back. Textual takes whatever is in front away each time
it is told to close: a second Enter would end the screen behind, or, where none is left, the app.
"""

from collections.abc import Callable
from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

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
