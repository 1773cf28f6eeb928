"""Key bindings: every action with its id and key in a table, and what is wrong with keys from the settings.

Finding the bindings imports every screen, so it is done on demand and in a thread.
"""

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import chain, product
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.dom import DOMNode
from textual.keys import Keys, _normalize_key_list

from tailor.screens.dialogs.base import TextDialog
from tailor.screens.textual_fixes import typed_by
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text

MOST_SAID: Final = 4
"""Problems named one by one; the rest is counted."""
HELD: Final = {"ctrl", "shift", "alt", "meta", "super", "hyper"}
"""Modifiers before a +."""
NAMES: Final = sorted(key.value for key in Keys if key.value[0] != "<")


class KeyTable(TextDialog):
    """Every action with its key and its id for the settings."""

    HELP = 'To change a key write it into the settings, as in: tailor config set keys.review.accept "y"'
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,q", "leave", "Close", show=False, id="keytable.close")]

    def __init__(self, rows: Sequence[tuple[str, str, str]]) -> None:
        about = safe_text('To change one: tailor config set keys.review.accept "y"', MUTED)
        super().__init__(lines(*map(_key_row, rows)), line_text("Keys", "bold"), about)


def _key_row(one: tuple[str, str, str]) -> Content:
    """Key and id, the words below: no window is wide enough for all three in a row."""
    id, key, about = one
    return lines(row_text((f"{key}  ", "$accent"), id), row_text("  ", line_text(about, MUTED)))


def kinds_with_keys() -> list[type[DOMNode]]:
    """Every screen, dialog and widget of Tailor with bindings; imports all of them."""
    import tailor.screens

    for module in pkgutil.walk_packages(tailor.screens.__path__, "tailor.screens."):
        import_module(module.name)
    ours = (kind for kind in _below(DOMNode) if kind.__module__.startswith("tailor."))
    return [kind for kind in ours if kind.__dict__.get("BINDINGS")]


def known_keys(own: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Id, key and words of every binding with an id, keys replaced by `own`; imports every screen."""
    found = {one.id: one for kind in kinds_with_keys() for one in _bindings(kind) if one.id}
    return sorted((id, own.get(id, one.key), one.tooltip or one.description) for id, one in found.items())


def _below(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def _bindings(kind: type) -> Iterator[Binding]:
    """The bindings that this class itself declares."""
    return (one for one in kind.__dict__.get("BINDINGS", ()) if isinstance(one, Binding))


def own_key_troubles(own: Mapping[str, str]) -> str:
    """What is wrong with these keys (keys by binding id, commas between several); "" if nothing."""
    found = list(dict.fromkeys((*_unknown(own), *_none(own), *_taken(own), *_typed(own), *_hidden(own))))
    more = [f"And {len(found) - MOST_SAID} more."] if len(found) > MOST_SAID else []
    return "\n".join((*found[:MOST_SAID], *more))


def _unknown(own: Mapping[str, str]) -> Iterator[str]:
    known = [id for id, _, _ in known_keys({})]
    for id in own:
        if id not in known:
            near = get_close_matches(id, known, 1)
            yield f"keys.{id}: there is no such action{f'; perhaps {near[0]}' if near else ''}."


def _none(own: Mapping[str, str]) -> Iterator[str]:
    """Keys that do not exist."""
    for id, keys in own.items():
        for key in sorted(filter(None, _keys(keys))):
            if not _is_key(key):
                guess = key.lower().replace("-", "+")
                near = [guess] if _is_key(guess) else get_close_matches(guess, NAMES, 1)
                yield f'keys.{id}: there is no key "{key[:30]}"{f"; perhaps {near[0]}" if near else ""}.'


def _is_key(key: str) -> bool:
    *held, last = key.split("+")
    return HELD.issuperset(held) and (last in NAMES or typed_by(last) is not None)


def _keys(keys: str) -> set[str]:
    """The keys of a comma-separated list, by their long names ("?" is question_mark)."""
    return set(_normalize_key_list(keys).split(","))


def _typed(own: Mapping[str, str]) -> Iterator[str]:
    """Keys of the whole app that a text field would take as text."""
    for id in own:
        keys = _keys(own[id])
        if id.startswith("app.") and all(typed_by(key) is not None for key in keys):
            yield f"Where you write, {min(keys)} is typed: {id} needs a key like f10 besides."


def _taken(own: Mapping[str, str]) -> Iterator[str]:
    """Keys that two actions of one screen have: the one not from the settings loses it."""
    for kind in kinds_with_keys():
        bindings = {one.id: one for one in _all_of(kind) if one.id}
        for id in own.keys() & bindings.keys():
            for other in bindings.values():
                both = _keys(own[id]) & _keys(own.get(other.id or "", other.key))
                if other.id != id and other.action != bindings[id].action and both:
                    yield f"{min(both)} is {id} now: {other.id} needs another key."


def _hidden(own: Mapping[str, str]) -> Iterator[str]:
    """Keys of the whole app that a screen binds too: one of them loses it."""
    keys = {id: _keys(key) for id, key, _ in known_keys(own)}
    first = {one.id for kind in kinds_with_keys() for one in _all_of(kind) if one.priority}
    for mine, id in product(keys, keys):
        both = keys[mine] & keys[id]
        if not mine.startswith("app.") or id.startswith("app.") or not both or own.keys().isdisjoint((mine, id)):
            continue
        if mine in first:
            yield f"{min(both)} is {mine} everywhere: {id} needs another key."
        else:
            yield f"{min(both)} for {mine} does not work where it is {id}."


def _all_of(kind: type) -> Iterator[Binding]:
    return chain.from_iterable(map(_bindings, kind.__mro__))
