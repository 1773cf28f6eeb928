"""Save what a person changed by hand, or an earlier version again, and say what changed between versions."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tailor.core.edits import Insert, is_deletion
from tailor.core.engine import diff
from tailor.core.errors import ContentError, TailorError
from tailor.core.procedure import Part, Procedure
from tailor.core.renumber import renumber_typed
from tailor.core.report import updated_words
from tailor.core.text import counted
from tailor.core.worddiff import details
from tailor.library.entries import LibraryEntry, SavedEdit, SavedProcedure
from tailor.library.formats.text.writer import write_under
from tailor.library.importer import read_pasted
from tailor.library.lineage import edits_of
from tailor.library.store import Library


def save_edited(library: Library, saved: SavedProcedure, changed: Procedure) -> LibraryEntry:
    """Save what a person changed as the next version; details that the edited text cannot express are kept.

    Mentions of moved steps get the new numbers. In a variant the changes become edits of new last stages, so that
    it can still be replayed. ContentError if nothing changed, SaveError from the disk.
    """
    before = saved.procedure
    typed = _typed(before, changed)
    numbers = renumber_typed(before, typed)
    after = numbers.applied(typed)
    if after == before:
        raise ContentError("You have not changed anything.", title="Nothing to save yet")
    known = edits_of(library, saved)
    stage = max((one.stage for one in known), default=0) + 1
    own = [SavedEdit(stage=stage, edit=edit) for edit in diff(before, typed).edits]
    own += [SavedEdit(stage=stage + 1, edit=edit, by=edit.agent) for edit in numbers.bag.edits]
    return library.save(
        after,
        parent=saved.parent,
        version_of=saved.id,
        hint=saved.hint,
        requirements=saved.requirements,
        edits=(*known, *(own if saved.parent else ())),
        made=saved.made,
        origin=saved.entry.origin,
        summary=library.notice(saved.id),
    )


def restore_version(library: Library, id: str) -> LibraryEntry:
    """Save an earlier version again as the newest one.

    NotFoundError, also for a prefix; Unchanged if the newest one says the same; SaveError.
    """
    old = library.load(library.existing(id, whole=True))
    return library.save(
        old.procedure,
        parent=old.parent,
        version_of=old.entry.stem,
        hint=old.hint,
        requirements=old.requirements,
        edits=edits_of(library, old),
        made=old.made,
        origin=old.entry.origin,
        summary=library.notice(old.id),
        only_changed=True,
    )


def _typed(before: Procedure, changed: Procedure) -> Procedure:
    """The procedure with all the changes that a person made, as they typed them.

    Yields and times that are also read from the notes ("Serves 2") only count as changed if they differ from that.
    """
    untouched = read_pasted(before.goal, write_under(before)).procedure
    told, told_times = changed.yields != untouched.yields, changed.times != untouched.times
    return replace(
        before,
        goal=changed.goal,
        steps=changed.steps,
        resources=changed.resources,
        sections=changed.sections,
        notes=changed.notes,
        yields=(told and changed.yields) or before.yields,
        times=changed.times if told_times and changed.times != type(changed.times)() else before.times,
        uncertain=before.uncertain if changed.steps == before.steps else (),
    )


def edited_words(before: Procedure, changed: Procedure) -> str:
    """Say what a person changed, where step numbers were updated for it, and which mentions lost their step."""
    typed = _typed(before, changed)
    numbers = renumber_typed(before, typed)
    lost = (one.says(f"step {one.number}") for one in numbers.lost)
    told = (f"{changes_in_words(before, typed)}.", updated_words(typed, numbers.applied(typed)), *lost)
    return " ".join(filter(None, told))


def changes_in_words(before: Procedure, after: Procedure) -> str:
    """Describe the changes: "2 steps changed, 1 added; 1 item removed; new title", or "nothing changed"."""
    told = [_part_words(before, after, "steps", "step"), _part_words(before, after, "resources", "item")]
    names = (one.name for one in details(before, after))
    told += ["new title" if name == "title" else f"{name} changed" for name in names]
    return "; ".join(filter(None, told)) or "nothing changed"


def versions_in_words(library: Library, versions: Iterable[LibraryEntry]) -> Iterator[str]:
    """Yield for each version what it changed or which earlier one it restored; for the first, its origin."""
    before: list[tuple[int, Procedure | None]] = []
    for entry in versions:
        try:
            now = replace(library.load(entry.id).procedure, id="")
        except TailorError:
            now = None
        last = before[-1][1] if before else None
        again = next((number for number, one in before[:-1] if one == now != last), None)
        if not before:
            yield f"{entry.origin}, {counted(entry.steps, 'step')}"
        elif now is None or last is None:
            yield "one of the two cannot be read"
        else:
            yield f"back to version {again}" if again else changes_in_words(last, now)
        before.append((entry.version, now))


def _part_words(before: Procedure, after: Procedure, part: Part, name: str) -> str:
    edits = [edit for edit in diff(before, after).edits if edit.part == part]
    added, removed = sum(isinstance(edit, Insert) for edit in edits), sum(map(is_deletion, edits))
    return ", ".join(_counts(name, changed=len(edits) - added - removed, added=added, removed=removed))


def _counts(name: str, **counts: int) -> Iterator[str]:
    """Yield "2 steps changed", "1 added": the name appears only once."""
    for what, count in counts.items():
        if count:
            yield f"{counted(count, name)} {what}" if name else f"{count} {what}"
            name = ""
