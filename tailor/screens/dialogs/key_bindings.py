"""Key bindings: a table of every action with its id and key, and checks of the keys in the settings.

Finding the bindings imports every screen, so it is done on demand and in a thread.
"""

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from itertools import chain, product
from typing import ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.dom import DOMNode
from textual.events import Key
from textual.keys import Keys, _normalize_key_list
from textual.widget import Widget
from textual.widgets import Input, OptionList, TextArea
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.screens.dialogs.base import Dialog, ListDialog
from tailor.screens.textual_fixes import typed_by
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text
from tailor.screens.widgets.inputs import CleanInput

MOST_SAID: Final = 4
"""How many problems are spelled out; the rest are counted."""
HELD: Final = {"ctrl", "shift", "alt", "meta", "super", "hyper"}
"""Modifiers that may precede a +."""
NAMES: Final = sorted(key.value for key in Keys if key.value[0] != "<")


PLACES: Final = {
    "app": "everywhere",
    "beside": "where two new how-tos are compared",
    "choices": "in a question with several answers",
    "compare": "where two how-tos are compared",
    "dialog": "in every window",
    "follow": "in Follow",
    "generate": "in Create",
    "history": "in the versions of a how-to",
    "home": "on Home",
    "import": "while you import",
    "judge": "where results are judged",
    "jump": "while you jump to a place",
    "keep": "where Follow asks what to save",
    "keytable": "in this list",
    "library": "in the Library",
    "memory": "in Memory",
    "more": "in the options for Create",
    "page": "on a page of text",
    "parting": "where a step is split",
    "parts": "where part of a change is accepted",
    "paste": "where a how-to is typed",
    "profile": "in a profile",
    "profiles": "in the list of profiles",
    "question": "in a question",
    "read": "where a file is shown",
    "requirements": "in the list of wishes",
    "review": "in the review",
    "search": "in a search",
    "settings": "in Settings",
    "shopping": "in the shopping list",
    "summary": "in the summary before saving",
    "take": "where Follow asks whether to use changes",
    "text": "in a window of text",
    "timers": "in the list of timers",
    "trash": "in the trash",
    "words": "where you write your own words",
}
"""Where actions work, in words, by the first part of their ids."""


class KeyTable(ListDialog[None]):
    """Every action with its key: Enter assigns another key, Backspace restores the default."""

    HELP = """Enter changes the key for the selected action, Backspace brings back the usual one, / searches.
    You cannot choose a key that is already used in the same place."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q", "leave", "Close", show=False, id="keytable.close"),
        Binding("backspace,delete", "reset", "Reset", id="keytable.reset", tooltip="Back to the usual key"),
        Binding("slash", "find", "Search", id="keytable.find", tooltip="Search the actions"),
    ]
    keys = (("enter", "change"), ("⌫", "reset"), ("/", "search"), ("esc", "close"))
    nothing = "No action matches these words."

    def __init__(self, own: Mapping[str, str], write: Callable[[str, str], None]) -> None:
        """`write` saves a key by the id of its action, "" for the default; it raises TailorError."""
        super().__init__(line_text("Keys", "bold"))
        self._own, self._write = dict(own), write
        self._search = ""

    def inside(self) -> Iterable[Widget]:
        field = CleanInput(placeholder="Search the actions", id="line")
        field.display = False
        yield field
        yield from super().inside()

    @property
    def _shown(self) -> list[tuple[str, str, str]]:
        asked = self._search.lower().split()
        rows = known_keys(self._own)
        said = ((row, f"{' '.join(row)} {_place(row[0])}".lower()) for row in rows)
        found = [row for row, text in said if all(word in text for word in asked)]
        return sorted(found, key=lambda row: (not row[0].startswith("app."), _place(row[0]), row[2]))

    def rows(self) -> list[Option]:
        """One row per action, with the place where it works below."""
        return [
            Option(_key_row(id, self._in_words(keys), about, own=id in self._own))
            for id, keys, about in self._shown
        ]

    def _in_words(self, keys: str) -> str:
        return ", ".join(self.app.get_key_display(Binding(key, "")) for key in keys.split(","))

    def action_find(self) -> None:
        field = self.query_one(CleanInput)
        field.display = True
        field.focus()

    @on(CleanInput.Changed)
    def _searched(self, event: CleanInput.Changed) -> None:
        self._search = event.value
        self.show_rows(0)

    @on(CleanInput.Submitted)
    def _to_list(self) -> None:
        self.listed.focus()
        if self._shown:
            self.say("Enter changes the key for the selected action.")

    @on(OptionList.OptionSelected)
    def _chosen(self) -> None:
        if rows := self._shown[self.at : self.at + 1]:
            id, _, about = rows[0]
            self.open_over(KeyPress(about), partial(self._take, id))

    def action_reset(self) -> None:
        if rows := self._shown[self.at : self.at + 1]:
            self._take(rows[0][0], "")

    def _take(self, id: str, key: str | None) -> None:
        if key is None:
            return
        now = {other: own for other, own in self._own.items() if other != id} | ({id: key} if key else {})
        default = key or {known: came for known, came, _ in known_keys({})}[id]
        if trouble := refusal(self._own, id, default, self._in_words, _place):
            self.say(trouble, "$text-warning")
            return
        try:
            self._write(id, key)
        except TailorError as error:
            self.say(error.message, "$text-warning")
            return
        self._own = now
        self.show_rows()
        self.say("Saved.")


class KeyPress(Dialog[str]):
    """Ask for a key; gives its name, None for Esc."""

    HELP = "Press the key you want. Esc keeps the old one."
    keys = (("esc", "cancel"),)

    def __init__(self, about: str) -> None:
        super().__init__(line_text("Press the new key", "bold"), line_text(about, MUTED))

    def on_key(self, event: Key) -> None:
        """Give any key but Esc."""
        if event.key != "escape":
            event.stop()
            event.prevent_default()
            self.dismiss(event.key)


def _key_row(id: str, key: str, about: str, *, own: bool) -> Content:
    """Key and description, and below them where it works: no window is wide enough for all three in a row."""
    words = row_text((f"{key:>12}  ", "bold $accent" if own else "$accent"), line_text(about, "", 80))
    return lines(words, row_text(" " * 14, (_place(id), MUTED), (", changed by you" if own else "", MUTED)))


def _place(id: str) -> str:
    """Where a key works, in words: "in the review"."""
    kind = id.partition(".")[0]
    return PLACES.get(kind, f"in the window “{kind}”")


def refusal(
    own: Mapping[str, str],
    id: str,
    key: str,
    shown: Callable[[str], str] = str,
    where: Callable[[str], str] = "({})".format,
) -> str:
    """Why an action may not have this key (several with commas) given the custom keys `own`; "" if it may.

    `shown` returns the display name of a key, `where` the place of an action by its id.
    """
    known = known_keys({})
    others = {other: keys for other, keys in own.items() if other != id}
    came = (id, key) in [(one, default) for one, default, _ in known]
    wrong = () if came else (*_unknown({id: key}), *_none({id: key}), *_typed({id: key}))
    if wrong:
        return wrong[0]
    wanted = others if came else {**others, id: key}
    names = {one: about for one, _, about in known}
    for mine, other, both in (*_same_place(wanted), *_across(wanted)):
        if id in (mine, other):
            other = mine if other == id else other
            taken = f"{shown(both)} is already used for “{names[other]}” {where(other)}"
            return f"{taken}. Choose another key, or change that one first."
    return ""


@cache
def kinds_with_keys() -> tuple[type[DOMNode], ...]:
    """The app and all its screens, dialogs and widgets with bindings; the first call imports all of them."""
    import tailor.screens

    import_module("tailor.app")  # commands ask too, and then no app was imported yet
    for module in pkgutil.walk_packages(tailor.screens.__path__, "tailor.screens."):
        import_module(module.name)
    ours = (kind for kind in _below(DOMNode) if kind.__module__.startswith("tailor."))
    return tuple(kind for kind in ours if kind.__dict__.get("BINDINGS"))


def known_keys(own: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Id, key and description of every binding with an id, keys replaced by `own`; imports every screen."""
    found = {one.id: one for kind in kinds_with_keys() for one in _bindings(kind) if one.id}
    return sorted((id, own.get(id, one.key), one.tooltip or one.description) for id, one in found.items())


def _below(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def _bindings(kind: type) -> Iterator[Binding]:
    """The bindings declared by this class itself."""
    return (one for one in kind.__dict__.get("BINDINGS", ()) if isinstance(one, Binding))


def own_key_troubles(own: Mapping[str, str]) -> str:
    """What is wrong with these keys (by binding id, several with commas); "" if nothing."""
    found = list(dict.fromkeys((*_unknown(own), *_none(own), *_taken(own), *_typed(own), *_hidden(own))))
    more = [f"And {len(found) - MOST_SAID} more."] if len(found) > MOST_SAID else []
    return "\n".join((*found[:MOST_SAID], *more))


def _unknown(own: Mapping[str, str]) -> Iterator[str]:
    known = [id for id, _, _ in known_keys({})]
    for id in own:
        if id not in known:
            near = get_close_matches(id, known, 1)
            yield f"keys.{id}: there is no such action{f'; did you mean {near[0]}?' if near else '.'}"


def _none(own: Mapping[str, str]) -> Iterator[str]:
    """Report keys that do not exist."""
    for id, keys in own.items():
        for key in sorted(filter(None, _keys(keys))):
            if not _is_key(key):
                guess = key.lower().replace("-", "+")
                near = [guess] if _is_key(guess) else get_close_matches(guess, NAMES, 1)
                yield f'keys.{id}: there is no key "{key[:30]}"{f"; did you mean {near[0]}?" if near else "."}'


def _is_key(key: str) -> bool:
    *held, last = key.split("+")
    return HELD.issuperset(held) and (last in NAMES or typed_by(last) is not None)


def _keys(keys: str) -> set[str]:
    """The keys of a comma-separated list, by their long names ("?" is question_mark)."""
    return set(_normalize_key_list(keys).split(","))


_WHILE_TYPING: Final = frozenset(["words.keep", "words.new_line", "paste.use"])
"""Actions of windows that only take a text, so that a letter could never reach them."""


def _typed(own: Mapping[str, str]) -> Iterator[str]:
    """Report keys that a text field would take as text, of actions for the whole app or for such a field."""
    names = {id: about for id, _, about in known_keys({})}
    fields = (kind for kind in kinds_with_keys() if issubclass(kind, Input | TextArea))
    typing = _WHILE_TYPING.union(one.id for kind in fields for one in _bindings(kind) if one.id)
    for id in own:
        keys = _keys(own[id])
        if (id.startswith("app.") or id in typing) and all(typed_by(key) is not None for key in keys):
            action = f"“{names.get(id, id)}” ({id})"
            letter = f"In a text field, {min(keys)} types a letter"
            yield f"{letter}, so give {action} another key as well, such as f10."


def _taken(own: Mapping[str, str]) -> Iterator[str]:
    """Report keys that two actions of one screen share: one loses it, preferably one with a default key."""
    for id, other, both in _same_place(own):
        if both not in _keys(own.get(other, "")):
            yield f"{both} now means {id}, so {other} needs another key."
        elif id < other:
            yield f"{both} is set for both {id} and {other}, but only one can have it: change one of them."


def _same_place(own: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield an action with a custom key, another action of the same screen, and a key that both have."""
    for kind in kinds_with_keys():
        bindings = {one.id: one for one in _all_of(kind) if one.id}
        for id in own.keys() & bindings.keys():
            for other in bindings.values():
                both = _keys(own[id]) & _keys(own.get(other.id or "", other.key))
                if other.id and other.id != id and other.action != bindings[id].action and both:
                    yield id, other.id, min(both)


def _hidden(own: Mapping[str, str]) -> Iterator[str]:
    """Report app-wide keys that a screen binds too: one of the two loses it."""
    first = {one.id for kind in kinds_with_keys() for one in _all_of(kind) if one.priority}
    for mine, id, both in _across(own):
        if mine in first:
            yield f"{both} means {mine} everywhere, so {id} needs another key."
        else:
            yield f"{both} cannot be used for {mine} where it already means {id}."


def _across(own: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield an app-wide action, one of a screen, and a key that both have, if either has a custom key."""
    keys = {id: _keys(key) for id, key, _ in known_keys(own)}
    whole = [id for id in keys if id.startswith("app.")]
    for mine, id in product(whole, (id for id in keys if id not in whole)):
        if not own.keys().isdisjoint((mine, id)) and (both := keys[mine] & keys[id]):
            yield mine, id, min(both)


def _all_of(kind: type) -> Iterator[Binding]:
    return chain.from_iterable(map(_bindings, kind.__mro__))
