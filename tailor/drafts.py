"""Text that was typed but not yet used, kept on disk in `drafts/`, one file per window (CONTRACT 3).

A killed window leaves its file behind; the next window that starts takes it over.
"""

import contextlib
import itertools
import os
import threading
import weakref
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tailor.core.errors import ContentError
from tailor.core.text import and_last
from tailor.storage import (
    files_in,
    hold,
    in_turn,
    is_folder,
    is_held,
    is_left_behind,
    private_folder,
    read_regular,
    replace_file,
)

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement

HINT: Final = "hint"
HINT_FOR: Final = "hint for"
"""The how-to the hint was typed at."""
HINT_AT: Final = "hint at\n"
"""Prefix for a hint left by an earlier window; followed by the how-to it was typed at."""
HINT_WISHES: Final = "hint wishes"
"""How the hint is to be understood, if the person corrected that."""
SHEET: Final = "wishes"
"""The same, while the person is correcting it."""
NEW_GOAL: Final = "new goal"
NEW_STEPS: Final = "new steps"
EDIT_GOAL: Final = "edit title "
"""Prefix for the changed title of a saved how-to; followed by its id."""
EDIT_STEPS: Final = "edit steps "
"""Prefix for its changed steps; followed by its id."""
IMPORT_PATH: Final = "import path"
IMPORT_TEXT: Final = "import text"
IMPORT_LINES: Final = "import lines"
GENERATE_GOAL: Final = "generate goal"
GENERATE_HAVE: Final = "generate have"
GENERATE_HINT: Final = "generate hint"

IMPORT_LINE: Final = "import line\n"
"""Prefix for a line of an import; followed by what is imported and the line."""
NOTE: Final = "note\n"
"""Prefix for a note on a step; followed by the procedure and the step."""
NAME: Final = "name "
"""Prefix for a name typed into a summary; followed by the run."""
REVIEW: Final = "review "
"""Prefix for the person's own words for a change or a step; followed by the run and the change."""

_NAME_LENGTH: Final = 60
_WRITTEN: Final = "written "
_NAMES: Final = (
    ("hint", "what you said about your situation"),
    (SHEET, "the wishes you were changing"),
    ("import ", "what you were importing"),
    ("generate ", "what you typed in Create"),
    (_WRITTEN, "a how-to you typed"),
    ("new ", "the how-to you were typing"),
    ("edit ", "your changes to a how-to"),
    (NAME, "the name you gave a result"),
    (NOTE, "a note you were typing"),
)
"""How to name drafts to a person, by prefix of their place."""


class Drafts:
    """Texts by place: the name of the field they were typed into, and what it is about.

    Reading and changing them never waits for the disk; `bring_back` and `save` do, and may run in a thread.
    `changed` is called after each change, before it is saved.
    """

    def __init__(self, folder: Path, changed: Callable[[], None] = lambda: None) -> None:
        self._file = folder / f"{os.getpid()}-{os.urandom(4).hex()}.json"
        self._let_go: Callable[[], object] | None = None
        """Releases the lock held while this window is open; its process id may later belong to another process."""
        self._changed = changed
        self._texts: dict[str, str] = {}
        self._saved: dict[str, str] = {}
        self._brought_back = False
        self._changing = threading.Lock()
        self._turn = threading.Lock()  # for the disk

    def get(self, place: str, default: str = "") -> str:
        return self._texts.get(place, default)

    def keep(self, place: str, text: str) -> None:
        """Keep the text; an empty one removes the draft."""
        with self._changing:
            if text == self._texts.get(place, ""):
                return
            others = {key: kept for key, kept in self._texts.items() if key != place}
            self._texts = {**others, place: text} if text.strip() else others
        self._changed()

    def places(self, beginning: str) -> list[str]:
        """The places with this prefix that have a text."""
        return [place for place in self._texts if place.startswith(beginning)]

    @property
    def texts(self) -> list[str]:
        return list(self._texts.values())

    def forget(self, *places: str) -> None:
        """Remove the texts of these places: they were used or withdrawn."""
        for place in places:
            self.keep(place, "")

    def keep_procedure(self, written: "Procedure") -> None:
        """Keep a procedure that was typed as a whole."""
        import json  # nothing of this before the first frame

        from tailor.core.procedure import procedure_to_json

        self.keep(place_of(written), json.dumps(procedure_to_json(written)))

    def keep_wishes(self, place: str, about: Sequence[object], wishes: "Sequence[Requirement]") -> None:
        """Keep how something is to be understood; `about` says what."""
        import json

        from tailor.core.events import RequirementsRead, event_to_line

        self.keep(place, json.dumps([*about, event_to_line(RequirementsRead(requirements=tuple(wishes)))]))

    def wishes(self, place: str) -> "tuple[list[object], tuple[Requirement, ...]] | None":
        """Return what the wishes kept there are about, and the wishes; None if there are none that can be read."""
        if kept := self.get(place):
            import json

            from tailor.core.events import RequirementsRead, event_from_line

            with contextlib.suppress(ValueError, TypeError, RecursionError, ContentError):
                *about, line = json.loads(kept)
                if isinstance(read := event_from_line(line), RequirementsRead):
                    return about, read.requirements
        return None

    def written(self) -> "list[Procedure]":
        """The procedures that were typed as a whole, latest first."""
        import json

        from tailor.core.procedure import procedure_from_json

        found = []
        for text in map(self.get, reversed(self.places(_WRITTEN))):
            with contextlib.suppress(ValueError, RecursionError, ContentError):
                found.append(procedure_from_json(json.loads(text)))
        return found

    def begun(self) -> dict[str, str]:
        """The titles of new how-tos being typed, by the name each was begun under; latest first."""
        news = [place for place in reversed(self._texts) if place.startswith((NEW_GOAL, NEW_STEPS))]
        names = (place.removeprefix(NEW_GOAL).removeprefix(NEW_STEPS).lstrip() for place in news)
        return {name: self.get(new_places(name)[0]) for name in names}

    def hints(self) -> dict[str, str]:
        """The hints that earlier windows left, by the how-to they were typed at; latest first."""
        return {place.removeprefix(HINT_AT): self.get(place) for place in reversed(self.places(HINT_AT))}

    def half_typed(self) -> frozenset[str]:
        """The runs with unused text in their review, and the followed procedures with an unfinished note."""
        reviews = (place.removeprefix(REVIEW).partition(" ")[0] for place in self.places(REVIEW))
        names = (place.removeprefix(NAME) for place in self.places(NAME))
        followed = (place.removeprefix(NOTE).partition("\n")[0] for place in self.places(NOTE))
        return frozenset((*reviews, *names, *followed))

    def edited(self) -> dict[str, str]:
        """How-tos left in the middle of an edit, by id, with the changed title or "" if it is unchanged."""
        edits = [place for place in reversed(self._texts) if place.startswith((EDIT_GOAL, EDIT_STEPS))]
        ids = (place.removeprefix(EDIT_GOAL).removeprefix(EDIT_STEPS) for place in edits)
        return {id: self.get(EDIT_GOAL + id) for id in ids}

    @property
    def is_back(self) -> bool:
        """Whether drafts of earlier windows are loaded; if not, `bring_back` loads or waits for them."""
        return self._brought_back and not self._turn.locked()

    def bring_back(self) -> None:
        """Take over what closed windows left behind, latest first; only the first call does anything.

        What finds no free place stays in its file for another start. SaveError from the disk: nothing is lost.
        """
        with self._turn:
            if self._brought_back:
                return
            self._brought_back = True
            if not is_folder(self._file.parent):
                return
            with in_turn(self._file.parent):
                for file in _left_behind(self._file):
                    if (texts := _read(file)) is not None:
                        rest = self._take_over(texts)
                        if rest != texts or not rest:
                            self._write()  # before it is removed there
                            _put(file, rest)

    def _take_over(self, texts: dict[str, str]) -> dict[str, str]:
        """Take the texts that have a free place; return the others."""
        rest: dict[str, str] = {}
        with self._changing:
            taken, brought = set(map(_whole, self._texts)), dict[str, str]()
            taken.add(HINT_AT + self._texts.get(HINT_FOR, ""))  # where the hint being typed will be kept
            for whole in dict.fromkeys(map(_whole, texts)):
                parts = {place: text for place, text in texts.items() if _whole(place) == whole}
                free = parts if whole not in taken else _elsewhere(whole, parts, taken)
                (brought if free else rest).update(free or parts)
                taken.update(map(_whole, free))
            self._texts = brought | self._texts
        return rest

    def save(self) -> None:
        """Write what changed. SaveError."""
        with self._turn:
            self._write()

    def _write(self) -> None:
        texts = self._texts
        if texts != self._saved:
            if texts and self._let_go is None:
                private_folder(self._file.parent)
                if (descriptor := hold(_held_beside(self._file))) is not None:
                    self._let_go = weakref.finalize(self, os.close, descriptor)
            _put(self._file, texts)
            self._saved = texts
            if not texts and self._let_go is not None:
                self._let_go()
                self._let_go = None

    def summary(self) -> str:
        """Say what is on disk and what could not be written, to someone who leaves; "" if there is nothing."""
        losing = [place for place, text in self._texts.items() if self._saved.get(place) != text]
        names = {*map(_name, losing)}  # two places may share a name; it is then not called kept
        kept = _named(one for one in self._texts if _name(one) not in names)
        says = [f"Kept for next time: {kept}. You will find this when you start tailor again."] if kept else []
        older = " What you had typed a moment earlier is kept." if any(map(self._saved.get, losing)) else ""
        return " ".join([*says, f"Tailor could not keep {_named(losing)}.{older}"] if losing else says)


class TakenDrafts:
    """Drafts that something took over; they stay drafts until it is saved."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def take(self, drafts: Drafts, *places: str) -> None:
        self._texts |= {place: drafts.get(place) for place in places}

    def saved(self, drafts: Drafts) -> None:
        """Forget the drafts, except those typed anew at the same place since."""
        drafts.forget(*(place for place, text in self._texts.items() if drafts.get(place) == text))
        self._texts.clear()


def new_places(name: str) -> tuple[str, str]:
    """The places for title and steps of a new how-to begun under this name; "" for none."""
    return f"{NEW_GOAL} {name}".rstrip(), f"{NEW_STEPS} {name}".rstrip()


def edit_places(id: str) -> tuple[str, str]:
    """The places for title and steps of this saved how-to while they are edited."""
    return EDIT_GOAL + id, EDIT_STEPS + id


def place_of(written: "Procedure") -> str:
    """The place of a procedure that was typed as a whole, until it is tailored or saved."""
    from tailor.core.procedure import fingerprint

    return f"{_WRITTEN}{fingerprint(written)} {written.goal}"


def _whole(place: str) -> str:
    """The place this one belongs to, so that a title never ends up over the steps of another how-to."""
    for part, first in ((NEW_STEPS, NEW_GOAL), (EDIT_STEPS, EDIT_GOAL), (HINT_FOR, HINT)):
        if place.startswith(part):
            return first + place.removeprefix(part)
    return place


def _elsewhere(whole: str, parts: dict[str, str], taken: Collection[str]) -> dict[str, str]:
    """Move the parts to a free place: for a second new how-to, or a hint on another one; {} if there is none."""
    if whole == HINT and (at := HINT_AT + parts.get(HINT_FOR, "")) not in taken and HINT in parts:
        return {at: parts[HINT]}
    if not whole.startswith(NEW_GOAL):
        return {}
    goal, steps = (parts.get(place, "") for place in new_places(whole.removeprefix(NEW_GOAL).lstrip()))
    name = " ".join((goal or steps).split())[:_NAME_LENGTH]
    names = itertools.chain([name], (f"{name} {number}" for number in itertools.count(2)))
    places = next(places for places in map(new_places, names) if places[0] not in taken)
    return {place: text for place, text in zip(places, (goal, steps), strict=True) if text}


def _named(places: Iterable[str]) -> str:
    """The names of the places as a list in words, without duplicates."""
    return and_last(dict.fromkeys(map(_name, places)))


def _name(place: str) -> str:
    return next((words for begin, words in _NAMES if place.startswith(begin)), "some words you were typing")


def _left_behind(own: Path) -> list[Path]:
    """The files of closed windows, last written first."""
    dated: list[tuple[float, Path]] = []
    for file in files_in(own.parent, ".json"):
        owner = file.name.partition("-")[0]
        with contextlib.suppress(OSError):
            is_open = is_held(_held_beside(file))
            is_gone = is_left_behind(file, owner) if is_open is None else not is_open
            if file != own and (owner == str(os.getpid()) or is_gone):
                dated.append((file.stat().st_mtime, file))
    return [file for _, file in sorted(dated, reverse=True)]


def _read(file: Path) -> dict[str, str] | None:
    """Read the texts of a file; None if it cannot be read, and then it stays."""
    import json

    with contextlib.suppress(OSError, ValueError, RecursionError):
        data = json.loads(read_regular(file).decode())
        if isinstance(data, dict):
            return {place: text for place, text in data.items() if isinstance(text, str) and text.strip()}
    return None


def _put(file: Path, texts: dict[str, str]) -> None:
    """Write the texts, or remove the file if there are none. SaveError."""
    if texts:
        import json

        replace_file(file, json.dumps(texts, ensure_ascii=True).encode())
        return
    for one in (file, _held_beside(file)):
        with contextlib.suppress(OSError):
            one.unlink()


def _held_beside(file: Path) -> Path:
    """The lock file that the window holds while it is open."""
    return file.with_suffix(".open")
