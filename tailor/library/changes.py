"""Changing a saved procedure by hand, and saying in words what changed from one version to another."""

from collections.abc import Iterator
from dataclasses import replace

from tailor.core.edits import Insert, is_deletion
from tailor.core.engine import diff
from tailor.core.errors import ContentError
from tailor.core.procedure import Part, Procedure
from tailor.core.text import counted
from tailor.library.entries import LibraryEntry, SavedEdit, SavedProcedure
from tailor.library.store import Library


def save_edited(library: Library, saved: SavedProcedure, changed: Procedure) -> LibraryEntry:
    """Save what a person changed as the next version; what the changed text has no place for stays.

    The changes of a variant are edits of a last stage, so that it can still be replayed. ContentError if nothing
    changed, SaveError from the disk.
    """
    before = saved.procedure
    after = replace(
        before,
        goal=changed.goal,
        steps=changed.steps,
        resources=changed.resources,
        sections=changed.sections,
        notes=changed.notes,
        yields=changed.yields or before.yields,
        times=changed.times if changed.times != type(changed.times)() else before.times,
        uncertain=before.uncertain if changed.steps == before.steps else (),
    )
    if after == before:
        raise ContentError("Nothing was changed, so there is nothing to save.")
    stage = max((one.stage for one in saved.edits), default=0) + 1
    own = [SavedEdit(stage=stage, edit=edit) for edit in diff(before, after).edits] if saved.parent else []
    return library.save(
        after,
        parent=saved.parent,
        version_of=saved.id,
        hint=saved.hint,
        requirements=saved.requirements,
        edits=(*saved.edits, *own),
        made=saved.made,
        origin=saved.entry.origin,
    )


def changes_in_words(before: Procedure, after: Procedure) -> str:
    """ "2 steps changed, 1 added; 1 item removed; new title"; "nothing changed" where that is so."""
    told = [
        *filter(
            None, (_part_words(before, after, "steps", "step"), _part_words(before, after, "resources", "item"))
        )
    ]
    told += ["new title"] if before.goal != after.goal else []
    told += ["notes changed"] if before.notes != after.notes else []
    return "; ".join(told) or "nothing changed"


def _part_words(before: Procedure, after: Procedure, part: Part, name: str) -> str:
    edits = [edit for edit in diff(before, after).edits if edit.part == part]
    added, removed = sum(isinstance(edit, Insert) for edit in edits), sum(map(is_deletion, edits))
    return ", ".join(_counts(name, changed=len(edits) - added - removed, added=added, removed=removed))


def _counts(name: str, **counts: int) -> Iterator[str]:
    """ "2 steps changed", "1 added": the name only once."""
    for what, count in counts.items():
        if count:
            yield f"{counted(count, name)} {what}" if name else f"{count} {what}"
            name = ""
