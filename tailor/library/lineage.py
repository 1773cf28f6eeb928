"""Variants and their originals: save, replay and check edits, rebase, and show the lineage tree (DESIGN 9).

`replayed(parent, saved_edits(state))` gives the review's result; `check` relies on it. A rebase puts a variant's
edits on a newer original (`core.rebase` moves them); edits that no longer fit are left to the person.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from itertools import groupby
from shlex import quote
from typing import Final, Literal

from tailor.core.edits import Bag, Edit
from tailor.core.engine import apply, diff
from tailor.core.errors import ContentError, NotFoundError, TailorError
from tailor.core.events import RunStarted
from tailor.core.procedure import Procedure
from tailor.core.read_hint import about_health
from tailor.core.rebase import Rebased, own_change, rebase, with_ids
from tailor.core.renumber import renumber_beside
from tailor.core.review import Review
from tailor.core.review.state import ReviewState, Status
from tailor.core.text import counted, one_line
from tailor.library import metadata as about
from tailor.library import trash
from tailor.library.entries import (
    RECORD,
    DecisionWord,
    LibraryEntry,
    Origin,
    Provenance,
    SavedEdit,
    SavedProcedure,
    is_id,
    notice,
    parted,
    stem_of,
)
from tailor.library.store import Library

NOTHING_YET: Final = "Nothing to save yet"
_LEFT_WORDS: Mapping[Status, DecisionWord] = {
    "accepted": "stale", "rejected": "rejected", "stale": "stale", "on_hold": "stale",
}  # fmt: skip
"""The decision saved for an edit that was not applied, by its status; any other status is saved as "undecided"."""


def saved_edits(state: ReviewState) -> tuple[SavedEdit, ...]:
    """The edits of a review for the variant's file: the applied ones, numbered for `replayed`, then the others."""
    applied: list[SavedEdit] = []
    for stage, (_, edits) in enumerate(state.result.batches, 1):
        for edit in edits:
            proposal = state.proposals.get(edit.id)
            decision = state.decisions.get(edit.id)
            said = proposal[1].text if proposal else edit.text
            by = decision.by if decision else edit.agent or "renumber" if proposal else edit.agent or "you"
            applied.append(
                SavedEdit(stage=stage, edit=edit, by=by, proposed=said if proposal and said != edit.text else None)
            )
    taken = {kept.edit.id for kept in applied}
    left = (
        SavedEdit(
            stage=stage.number,
            edit=proposal.edit,
            decision=_LEFT_WORDS.get(state.status(id), "undecided"),
            by=state.decisions[id].by if id in state.decisions else "",
        )
        for id, (stage, proposal) in state.proposals.items()
        if id not in taken
    )
    return (*applied, *left)


def replayed(parent: Procedure, edits: Iterable[SavedEdit]) -> Procedure:
    """The parent with the accepted edits applied, stage by stage. ApplyError if they do not fit."""
    for stage in _accepted_by_stage(edits):
        parent = apply(parent, Bag(tuple(kept.edit for kept in stage))).procedure
    return parent


def _accepted_by_stage(edits: Iterable[SavedEdit]) -> list[list[SavedEdit]]:
    accepted = sorted((kept for kept in edits if kept.decision == "accepted"), key=lambda kept: kept.stage)
    return [list(stage) for _, stage in groupby(accepted, key=lambda kept: kept.stage)]


def edits_of(library: Library, saved: SavedProcedure) -> tuple[SavedEdit, ...]:
    """The edits that lead from its original to what the file says now.

    What was changed by hand in the file is a last stage of the person's own. The edits as recorded if the original
    is gone or they do not fit it any more; `check` says so.
    """
    if saved.parent is None or saved.state != "edited":
        return saved.edits
    with suppress(TailorError):
        by_hand = own_change(replayed(library.procedure(saved.parent), saved.edits), saved.procedure)
        stage = 1 + max((one.stage for one in saved.edits), default=0)
        return (*saved.edits, *(SavedEdit(stage=stage, edit=edit) for edit in by_hand))
    return saved.edits


def variant(state: ReviewState) -> Procedure:
    """The result of a review, without the parent's id."""
    return replace(state.result.draft.procedure, id="")


def provenance_of(started: RunStarted) -> Provenance:
    """The provenance of a run's edits, taken from its first event."""
    return Provenance(**{one.name: getattr(started, one.name) for one in fields(Provenance)})


def save_variant(
    library: Library,
    state: ReviewState,
    *,
    made: Provenance | None = None,
    goal: str = "",
    version_of: str | None = None,
    origin: Origin = "imported",
    details: Callable[[Procedure], Procedure] = lambda made: made,
) -> LibraryEntry:
    """Save the result of a review as a variant of its original.

    An original without an id is saved first, with `origin`, unless the library already has it. `goal` renames the
    variant, `details` may change what is no step or thing in it. ContentError if nothing changed or no step is
    left, Unchanged if the version before says the same, SaveError from the disk.
    """
    review, result = state.review, details(variant(state))
    if goal:
        result = replace(result, goal=goal)
    if not state.result.batches:
        raise ContentError("Accept a change first.", title=NOTHING_YET)
    if not result.steps:
        raise ContentError("That would leave no steps. Undo a removal, then try again.")
    if (result.steps, result.resources) == (review.original.steps, review.original.resources) and not goal:
        raise ContentError("You have not changed anything.", title=NOTHING_YET)
    parent = review.original.id or save_original(library, review.original, origin).id
    return library.save(
        result,
        parent=parent,
        version_of=version_of,
        hint=review.hint,
        requirements=review.requirements,
        edits=saved_edits(state),
        made=made,
        summary=summary(state, library.notice(parent)),
        only_changed=True,
    )


def wishes_of(library: Library, id: str | None) -> tuple[str, ...]:
    """The health and diet wishes that a how-to or one of its originals was made for; () for an unknown id."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    with suppress(TailorError):
        while id and id not in seen:
            seen.add(id)
            saved = library.load(id)
            found |= dict.fromkeys(one.words for one in saved.requirements if one.on and about_health(one.text))
            id = saved.parent
    return tuple(found)


def last_saved(library: Library, review: Review, run: str) -> LibraryEntry | None:
    """The entry last saved from this run's review, or None."""
    for entry in library.entries():
        if was_saved_from(entry, review) and entry.origin in ("tailored", "generated"):  # others: no run
            with suppress(TailorError):
                made = library.load(entry.id).made
                if made is not None and made.run == run:
                    return entry
    return None


def was_saved_from(entry: LibraryEntry, review: Review) -> bool:
    """Whether an entry of the same run was saved from this review, not from the draft generated first.

    The draft was made for no wishes; those of the review may have been changed since it was saved.
    """
    return bool(entry.hint) == bool(one_line(review.hint))


def summary(state: ReviewState, before: str = "") -> str:
    """Say "Changed 4 of 9 steps.", for people who read the file, followed by `NOTICE` if a machine wrote one of
    the changes or the original already has it (`before`).
    """
    result, original = state.result.draft, state.review.original
    kept = {spot.slot for spot in result.steps if not spot.writer}
    total = len(original.steps)
    changed = sum(f"s{number}" not in kept for number in range(1, total + 1))
    new = sum(not spot.slot.startswith("s") for spot in result.steps)
    said = f"Changed {changed} of {counted(total, 'step')}{f', {new} new' if new else ''}."
    return f"{said} {notice(saved_edits(state)) or before}".rstrip()


def save_original(
    library: Library, procedure: Procedure, origin: Origin, made: Provenance | None = None
) -> LibraryEntry:
    """Return the entry of a procedure as it is, saving it unless the library already has an equal one."""
    bare = replace(procedure, id="")
    for entry in library.entries(versions=True):
        if entry.steps == len(bare.steps) and entry.goal == one_line(bare.goal):
            saved = library.load(entry.id)
            if saved.state == "ok" and replace(saved.procedure, id="") == bare:
                return entry
    return library.save(bare, origin=origin, made=made)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    """A problem of one file, found by `library check`, which repairs, moves and deletes nothing (CONTRACT 3)."""

    id: str
    """Id of a version, or the name of any other file."""
    fault: Literal["edited", "damaged", "broken", "no record", "no original", "foreign"]
    """edited: changed by hand; broken: does not follow from its parent, or its record belongs to other steps; no
    record: its record is gone; no original: what it was made from is gone; foreign: not one of Tailor's files.
    """
    says: str

    @property
    def is_broken(self) -> bool:
        """Whether something that Tailor wrote can no longer be used as it was."""
        return self.fault in ("damaged", "broken")


def check(library: Library) -> Iterator[FileProblem]:
    """Yield the problems of every faulty file, sorted by id."""
    rings = _in_rings({entry.id: entry.parent for entry in library.entries(versions=True)})
    for id in sorted(library.ids()):
        try:
            saved = library.load(id)
        except NotFoundError:  # deleted during the check
            continue
        except TailorError as error:
            yield FileProblem(id=id, fault="damaged", says=error.message)
            continue
        if saved.record == "missing":
            yield FileProblem(id=id, fault="no record", says=_NO_RECORD.format(id, RECORD))
        elif saved.record == "broken":
            yield FileProblem(id=id, fault="broken", says=_WRONG_RECORD.format(id, RECORD))
        if saved.state == "edited":
            yield FileProblem(id=id, fault="edited", says=f"{_EDITED} {saved.remark}".rstrip())
        if saved.parent and not is_id(saved.parent):
            yield FileProblem(id=id, fault="broken", says=_NO_PARENT.format(id))
        elif id in rings:
            yield FileProblem(id=id, fault="broken", says=_RING.format(id))
        elif saved.parent and (says := _original_gone(library, id, saved.parent)):
            yield FileProblem(id=id, fault="no original", says=says)
        elif saved.state == "ok" and saved.record == "ok" and (says := _broken(library, saved)):
            yield FileProblem(id=id, fault="broken", says=says)
    yield from _beside(library)


def _original_gone(library: Library, id: str, parent: str) -> str:
    """Say where this variant's original went if it is not in the library; "" if it is there."""
    with suppress(TailorError):  # reported with that file
        try:
            library.procedure(parent)
        except NotFoundError as error:
            return f"{error.message} {id} was made from it. {_NO_ORIGINAL}"
    return ""


def _in_rings(parents: Mapping[str, str | None]) -> Set[str]:
    """The ids that lead back to themselves when followed from parent to parent. Linear in time."""
    rings, known = set[str](), set[str]()
    for id in parents:
        climbed: dict[str, int] = {}
        at: str | None = id
        while at is not None and at not in known and at not in climbed:
            climbed[at] = len(climbed)
            at = parents.get(at)
        if at in climbed:
            rings |= set(list(climbed)[climbed[at] :])
        known |= climbed.keys()
    return rings


def _beside(library: Library) -> Iterator[FileProblem]:
    """Yield problems of notes and of the trash, and files that belong to no procedure."""
    foreign = library.strangers()
    for stem in sorted(about.noted(library.folder)):
        if about.file_of(library.folder, stem).name in foreign:
            continue
        try:
            about.read(library.folder, stem)
        except TailorError as error:
            yield FileProblem(id=about.file_of(library.folder, stem).name, fault="damaged", says=error.message)
    for name in foreign:
        yield FileProblem(id=name, fault="foreign", says=_FOREIGN.format(quote(str(library.folder / name))))
    for name in trash.doubled(library.folder):
        held = trash.holding(library.folder, name.removesuffix(".md"))
        says = _DOUBLED.format(held.name if held else name, quote(str(library.folder / name)))
        yield FileProblem(id=name, fault="foreign", says=says)
    if says := trash.blocked(library.folder):
        yield FileProblem(id=trash.FOLDER, fault="damaged", says=says)
    for name in trash.unclear(library.folder):
        says = "The trash does not list it, so `tailor library undo` ignores it. Nothing was changed."
        yield FileProblem(id=f"{trash.FOLDER}/{name}", fault="foreign", says=says)


_EDITED: Final = "It was changed by hand after it was saved; Tailor uses it as it is now."
_NO_RECORD: Final = "{}{} is missing, so the changes that made it are unknown. You can still use the file itself."
_WRONG_RECORD: Final = "{}{} cannot be read, or its steps are different now. You can still use the file itself."
_RING: Final = (
    "{} says that it was made from itself, so its original is not known. You can still use the file itself."
)
_NO_PARENT: Final = (
    "{} says it was made from something that cannot be a how-to. You can still use the file itself."
)
_NO_ORIGINAL: Final = "Without it, Tailor cannot tell what was changed. You can still use the file itself."
_FOREIGN: Final = "Not one of Tailor's files, so it is not in the library. To import it: tailor import {}"

_DOUBLED: Final = (
    "Tailor does not show it, because one with the same name is in the trash. To bring that one back: tailor "
    "library restore {}. To keep this one too: tailor import {}"
)


def _broken(library: Library, saved: SavedProcedure) -> str:
    """Say why the edits of a file do not turn its parent into it; "" if they do or if the parent is gone."""
    if saved.parent is None:
        return ""
    try:
        original = library.procedure(saved.parent)
    except TailorError:
        return ""
    try:
        made = replayed(original, saved.edits)
    except ContentError as error:
        return (
            f"Its changes do not fit {saved.parent} any more: {error.message}. You can still use the file itself."
        )
    if made.steps != saved.procedure.steps or made.resources != saved.procedure.resources:
        return (
            f"Applying its changes to {saved.parent} does not lead to the steps in this file. You can still use "
            "the file itself."
        )
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RebasePlan:
    """A variant rebased onto a newer original, not yet saved."""

    variant: SavedProcedure
    onto: str
    """Id of the newer original."""
    old: Procedure
    new: Procedure
    rebased: Rebased
    done: str = ""
    """Id of an existing version that equals this rebase; "" if there is none."""

    @property
    def moved(self) -> bool:
        """Whether the original has changed and no version was made from that change yet."""
        return self.onto != self.variant.parent and not self.done


def plan_rebase(library: Library, id: str, onto: str | None = None) -> RebasePlan:
    """Rebase a variant without saving.

    `onto`: another original than the newest version of its own. NotFoundError if an original is missing,
    ContentError if the procedure is not a variant or its edits do not fit its original.
    """
    saved = library.load(id)
    parent = original_of(library, saved)
    if parent is None:
        raise ContentError(f"{saved.id} was not made from another how-to, so there is nothing to update.")
    target = onto or newest(library, parent)
    if library.find(target) == saved.id:
        raise ContentError(f"{saved.id} cannot be updated from itself: name the how-to it was made from.")
    if says := _original_gone(library, saved.id, parent):
        raise NotFoundError(says)
    old, new = library.procedure(parent), library.procedure(target)
    stages = _accepted_by_stage(saved.edits)
    batches: list[Sequence[Edit]] = [[kept.edit for kept in stage] for stage in stages]
    by_hand = own_change(replayed(old, saved.edits), saved.procedure)
    if by_hand and (saved.state != "ok" or not _is_edited(library, parent)):  # else the original was edited
        batches.append(by_hand)
    named = with_ids(batches)
    ids, kept = (edit.id for batch in named for edit in batch), (kept for stage in stages for kept in stage)
    by = {id: one.by for id, one in zip(ids, kept, strict=False)}  # excludes the person's own change, the last
    rebased = rebase(old, new, named, hint=saved.hint, requirements=saved.requirements, by=by)
    plan = RebasePlan(variant=saved, onto=library.find(target) or target, old=old, new=new, rebased=rebased)
    return replace(plan, done=_saved_as(library, plan) if plan.moved and not rebased.stale else "")


def _is_edited(library: Library, id: str) -> bool:
    """Whether a how-to's file was changed by hand; never true for a starter."""
    with suppress(TailorError):
        return library.load(id).state == "edited"
    return False


def _saved_as(library: Library, plan: RebasePlan) -> str:
    """Id of the variant's version that has the new original and equals the result of the rebase; "" for none."""
    made = outcome_of(plan, ReviewState(plan.rebased.review))
    for entry in library.history(plan.variant.id):
        with suppress(TailorError):
            if entry.parent == plan.onto and replace(library.procedure(entry.id), id="") == replace(made, id=""):
                return entry.id
    return ""


def original_of(library: Library, saved: SavedProcedure) -> str | None:
    """The id of what it was made from; None if it is not a variant. ContentError if the lineage is circular."""
    seen, at = {saved.id}, saved.parent
    with suppress(TailorError):
        while at and at not in seen:
            seen.add(at)
            at = library.load(at).parent
    if at == saved.id:
        raise ContentError(_RING.format(saved.id))
    return saved.parent


def newest(library: Library, parent: str) -> str:
    """The id of the newest version of an original; a starter has only one."""
    return library.find(stem_of(parent)) or parent


_KEPT: Final = ("goal", "notes", "tags", "yields", "times", "author", "image", "language")
"""What a variant may have of its own besides steps and resources."""


def save_rebased(library: Library, plan: RebasePlan, review: Review | None = None, goal: str = "") -> LibraryEntry:
    """Save the outcome as the variant's next version. SaveError from the disk, ContentError without steps.

    `review`: the plan's own, after a person decided on stale edits. The file also keeps edits that were rejected
    or left undecided before, and those that the new original already contains. `goal` renames the variant.
    """
    state = ReviewState(review or plan.rebased.review)
    edits = saved_edits(state)
    stages = max((kept.stage for kept in edits), default=0)
    known = {kept.edit.id for kept in edits}
    before = {kept.edit.id: kept for kept in plan.variant.edits}
    left = [kept for id, kept in before.items() if kept.decision != "accepted" and id not in known]
    contained = (before[id] for id in plan.rebased.already if id in before)
    already = [replace(kept, decision="rejected", by="rebase", stage=stages + 1) for kept in contained]
    made = outcome_of(plan, state)
    first = {id: kept.proposed for id, kept in before.items() if kept.proposed}  # also for texts changed since
    again = (replace(kept, proposed=first.get(kept.edit.id, kept.proposed)) for kept in edits)
    return library.save(
        replace(made, goal=goal or made.goal),
        parent=plan.onto,
        version_of=plan.variant.id,
        hint=plan.variant.hint,
        requirements=plan.variant.requirements,
        edits=(*again, *already, *left),
        made=plan.variant.made,
        summary=summary(state, library.notice(plan.onto)),
    )


def outcome_of(plan: RebasePlan, state: ReviewState) -> Procedure:
    """The result of the review, with the details that are the variant's own."""
    mine, old = plan.variant.procedure, plan.old
    found = replace(old, notes=renumber_beside(old, mine).notes)
    return _with_details(variant(state), mine, found, _KEPT)


def with_changed_details(made: Procedure, mine: Procedure, found: Procedure) -> Procedure:
    """What a review made, with the details in which `mine`, the saved one, differs from `found`, as made then."""
    kept = _with_details(made, mine, found, (*_KEPT[1:], "source", "licence"))
    if apply(found, diff(found, mine)).procedure.sections == mine.sections:
        return kept
    return replace(kept, sections=apply(mine, diff(mine, made)).procedure.sections)


def _with_details(made: Procedure, mine: Procedure, found: Procedure, keys: Sequence[str]) -> Procedure:
    """The procedure with those details of `mine` that are not as in `found`; notes with the numbers of `made`."""
    own = {key: value for key in keys if (value := getattr(mine, key)) != getattr(found, key)}
    if "notes" in own:
        own["notes"] = renumber_beside(mine, made).notes
    return replace(made, **own)


@dataclass(frozen=True, slots=True)
class LineageRow:
    """A row of the lineage tree: a procedure in its newest version, and how many originals are above it."""

    depth: int
    id: str
    entry: LibraryEntry | None
    """None for an original that is not in the library: a starter, or deleted."""


def lineage_rows(entries: Iterable[LibraryEntry], *, missing: bool = False) -> list[LineageRow]:
    """The lineage tree from top to bottom: every procedure once, variants below their original. Linear in time.

    By default families are in the order of their first member in `entries`, and a variant whose original is not
    among them is a root. With `missing`, such an original gets its own row and the roots keep their order. A
    cycle, caused by editing files by hand, starts above its first member.
    """
    newest: dict[str, LibraryEntry] = {}
    for entry in entries:
        known = newest.get(entry.stem)
        if known is None or known.version < entry.version:
            newest[entry.stem] = entry
    parents: dict[str, str | None] = {}
    children: dict[str, list[str]] = {}
    for stem, entry in newest.items():
        parent = stem_of(entry.parent) if entry.parent else None
        if parent == stem or (parent not in newest and not missing):
            parent = None
        if parent is not None:
            children.setdefault(parent, []).append(stem)
            if parent not in newest:
                parents.setdefault(parent, None)
        parents[stem] = parent
    first = [stem for stem, parent in parents.items() if parent is None] if missing else []
    rows: list[LineageRow] = []
    seen: set[str] = set()
    for stem in (*first, *parents):
        waiting = [(0, root)] if (root := _root(stem, parents, seen)) is not None else []
        while waiting:
            depth, one = waiting.pop()
            if one not in seen:
                seen.add(one)
                found = newest.get(one)
                rows.append(LineageRow(depth, found.id if found else one, found))
                waiting += [(depth + 1, child) for child in reversed(children.get(one, ()))]
    return rows


def _root(stem: str, parents: Mapping[str, str | None], seen: Set[str]) -> str | None:
    """The topmost original of a procedure; None if its family is in the tree already. Stops if a cycle closes."""
    climbed = {stem}
    while stem not in seen:
        above = parents[stem]
        if above is None or above in climbed:
            return stem
        climbed.add(above)
        stem = above
    return None


def outdated(entries: Iterable[LibraryEntry]) -> frozenset[str]:
    """Ids of the variants whose original has a newer version than the one they were made from."""
    listed = list(entries)
    newest = {entry.stem: entry.version for entry in listed}

    def behind(entry: LibraryEntry) -> bool:
        stem, version = parted(entry.parent or "")
        return stem != entry.stem and version is not None and newest.get(stem, 0) > version

    return frozenset(entry.id for entry in listed if behind(entry))
