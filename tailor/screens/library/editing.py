"""A saved how-to is changed by hand: the form with it, and the next version that comes of it."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tailor.core.errors import ContentError, NotFoundError, TailorError
from tailor.core.procedure import Procedure
from tailor.core.report import spoken_against_since
from tailor.core.requirements import parse_hint
from tailor.library.changes import edited_words, save_edited
from tailor.library.entries import LibraryEntry, SavedProcedure
from tailor.library.trash import holding as trash_holding
from tailor.runs.session import always_holds
from tailor.screens.base import BaseScreen
from tailor.screens.dialogs.new_procedure import EditScreen
from tailor.workspace import Workspace

Edited = Callable[[LibraryEntry, str], None]
"""Gets the next version, and what to say of it."""

_GONE_FOR_GOOD: Final = "It has been deleted in the meantime; your words are saved as a new version."
_GONE: Final = (
    "It has been deleted in the meantime; your words are saved as a new version. The older ones are in the trash."
)


def edit_by_hand(screen: BaseScreen[Any], workspace: Workspace, saved: SavedProcedure, done: Edited) -> None:
    """Open the form over the screen, with what was typed in it before."""
    use = partial(_save, workspace, saved, [saved.procedure], done)
    screen.app.push_screen(EditScreen(saved, screen.host.drafts, use))


def _save(
    workspace: Workspace, saved: SavedProcedure, known: list[Procedure], done: Edited, changed: Procedure
) -> None:
    """Save the next version. ContentError, once, where somebody else changed it since it was last `known`."""
    library, now, gone = workspace.library, saved.procedure, ""
    try:
        now = library.procedure(saved.entry.stem)
    except NotFoundError:  # what was typed is saved all the same
        gone = _GONE if trash_holding(library.folder, saved.entry.stem) else _GONE_FOR_GOOD
    except TailorError:  # damaged since
        pass
    if now not in known:
        known.append(now)
        raise ContentError(
            f"Somebody has changed it since you opened it. Their text is {version_name(now)}; yours is still "
            "here. Esc, then ctrl+s again saves it as the next version. h in the Library shows both.",
            title="Changed meanwhile",
        )
    entry = save_edited(library, saved, changed)
    wishes = parse_hint("", always_holds(workspace, saved.id, ""))
    against = spoken_against_since(saved.procedure, changed, wishes)
    words = f"Saved as version {entry.version}: {edited_words(saved.procedure, changed)}"
    done(entry, " ".join((words, *([gone] if gone else ()), *against)))


def version_name(one: Procedure) -> str:
    """ "v2"; "" if it was not saved."""
    version = one.id.rpartition(".v")[2]
    return f"v{version}" if version.isdecimal() else ""
