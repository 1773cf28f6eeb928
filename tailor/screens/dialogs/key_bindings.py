"""Keys of the person's own (`[keys]` in the settings): what cannot work with them, in words.

Owns finding it. Refuses to change a key: what is said is how Textual takes them. Imports every screen, so it is
asked only where there are keys of one's own, and in a thread.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import product
from typing import Final

from textual.binding import Binding
from textual.keys import Keys, _normalize_key_list

from tailor.screens.dialogs.chooser import kinds_with_keys, known_keys
from tailor.screens.textual_fixes import typed_by

MOST_SAID: Final = 4
"""Troubles told one by one; beyond that they are counted."""
HELD: Final = {"ctrl", "shift", "alt", "meta", "super", "hyper"}
"""What a name of a key may have before a +."""
NAMES: Final = sorted(key.value for key in Keys if key.value[0] != "<")


def own_key_troubles(own: Mapping[str, str]) -> str:
    """What is wrong with these keys, "" where nothing is; `own` gives ids their keys, commas between several."""
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
    """Keys that no terminal sends."""
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
    """The keys that are written with commas between them, by their long names ("?" is question_mark)."""
    return set(_normalize_key_list(keys).split(","))


def _typed(own: Mapping[str, str]) -> Iterator[str]:
    """Keys that are to work everywhere, and are typed where somebody writes."""
    for id in own:
        keys = _keys(own[id])
        if id.startswith("app.") and all(typed_by(key) is not None for key in keys):
            yield f"Where you write, {min(keys)} is typed: {id} needs a key like f10 besides."


def _taken(own: Mapping[str, str]) -> Iterator[str]:
    """Keys that two actions of one place would have: the one that is not of the person's own goes without."""
    for kind in kinds_with_keys():
        bindings = {one.id: one for one in _all_of(kind) if one.id}
        for id in own.keys() & bindings.keys():
            for other in bindings.values():
                both = _keys(own[id]) & _keys(own.get(other.id or "", other.key))
                if other.id != id and other.action != bindings[id].action and both:
                    yield f"{min(both)} is {id} now: {other.id} needs another key."


def _hidden(own: Mapping[str, str]) -> Iterator[str]:
    """Keys of the whole app that a screen has for something else: one of the two goes without."""
    keys = {id: _keys(key) for id, key, _ in known_keys(dict(own))}
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
    for base in kind.__mro__:
        for one in base.__dict__.get("BINDINGS", ()):
            if isinstance(one, Binding):
                yield one
