"""Labels in the Library: tags and collections given and taken away, and the list narrowed to one of them.

Owns these keys. Refuses the tags that stand in a procedure's own file: those are a part of its text.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from textual import work

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.screens.dialogs import ErrorDialog
from tailor.screens.library_keeping import Keeping
from tailor.screens.library_rows import Label, labels

if TYPE_CHECKING:
    from tailor.library.metadata import About

Names: TypeAlias = Callable[["About"], tuple[str, ...]]
"""Tags or collections of the words about a procedure."""
Named: TypeAlias = Callable[["About", tuple[str, ...]], "About"]
"""The words about a procedure with other names in them."""

ALL: Final = "all"


def _tags(about: "About", names: tuple[str, ...]) -> "About":
    return replace(about, tags=names)


def _collections(about: "About", names: tuple[str, ...]) -> "About":
    return replace(about, collections=names)


class Labelling(Keeping):
    """Tags, collections, and the list by them."""

    def action_tag(self) -> None:
        """The tags of the marked procedure, with commas between them."""
        self._ask("Tags", "dinner, quick", lambda about: about.tags, _tags)

    def action_collect(self) -> None:
        """The collections of the marked procedure, with commas between them."""
        self._ask("Collections", "Sundays, For guests", lambda about: about.collections, _collections)

    def _ask(self, title: str, example: str, names: Names, named: Named) -> None:
        entry = self.chosen()
        if entry is None:
            return
        from tailor.library.metadata import read
        from tailor.screens.editing import LineDialog

        try:
            now = names(read(self.back.library.folder, entry.stem))
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
            return
        words = f"Of “{entry.goal}”. Commas between them."
        dialog = LineDialog(title, words, value=", ".join(now), placeholder=example, enter="keep")
        self.app.push_screen(dialog, partial(self._label, entry.stem, names, named, now))

    def _label(self, stem: str, names: Names, named: Named, shown: tuple[str, ...], words: str | None) -> None:
        """Keeps what was typed; what another window gave since it was `shown` stays."""
        if words is None:
            return
        typed = tuple(filter(None, map(normal, words.split(","))))

        def changed(about: "About") -> "About":
            since = (name for name in names(about) if name not in shown)
            return named(about, tuple(dict.fromkeys((*typed, *since))))

        self._keep_labels(stem, changed)

    @work(group="label", exit_on_error=False)
    async def _keep_labels(self, stem: str, changed: "Callable[[About], About]") -> None:
        """Writes them beside the screen, as another process may have its turn, and lists them."""
        from tailor.library.metadata import change

        try:
            await asyncio.to_thread(change, self.back.library.folder, stem, changed)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error), mode=self.room)
        else:
            self.reload()

    def action_narrow(self) -> None:
        """Every label there is; the list shows what has the chosen one."""
        from tailor.screens.choosing import Chooser, Pick

        known = labels(self.entries)
        if not known:
            self.tell("There are no labels yet: t gives tags to the marked procedure, T puts it into collections.")
            return
        picks = [Pick(ALL, f"Everything · {len(self.entries):,}")]
        picks += [Pick(str(at), f"{kind} {name} · {count:,}") for at, ((kind, name), count) in enumerate(known)]
        now = next((str(at) for at, (label, _) in enumerate(known) if label == self.only), ALL)
        self.app.push_screen(
            Chooser("Which ones?", picks, now), partial(self._narrowed, [label for label, _ in known])
        )

    def _narrowed(self, known: list[Label], chosen: str | None) -> None:
        if chosen is not None:
            self.narrow(None if chosen == ALL else known[int(chosen)])
