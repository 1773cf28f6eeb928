"""`tailor library`: the saved procedures (CONTRACT 4)."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tailor.cli.console import Exit, json_of, put, put_item, put_json, put_row, put_saved, say, yes_or_no
from tailor.cli.options import FORMAT, JSON, JSON_OF_ONE, CommandContext, Group, format_of, refuse_given
from tailor.cli.procedures import show_procedure
from tailor.core.codec import to_json
from tailor.core.edit_names import edit_name
from tailor.core.errors import DamagedError, NotFoundError, TailorError, UsageError
from tailor.core.procedure import Json
from tailor.core.renumber import renumber_mentions, step_moves
from tailor.core.review import Review
from tailor.core.review.objections import pointless
from tailor.core.review.state import ReviewState
from tailor.core.text import clean, counted, normal, one_line, with_capital
from tailor.core.worddiff import Line, Run, compare, details, runs, spaced
from tailor.library import metadata as about
from tailor.library import trash
from tailor.library.changes import restore_version, versions_in_words
from tailor.library.entries import SHOWN_VERSIONS, LibraryEntry, is_id, stem_of
from tailor.library.importer import nearest
from tailor.library.lineage import RebasePlan, lineage_rows, original_of, outcome_of, plan_rebase, save_rebased
from tailor.library.lineage import check as verdicts_of
from tailor.library.metadata import labelled, with_labels
from tailor.library.store import Library, starter, starter_procedures
from tailor.runs.saved_wishes import brought_back


@click.group("library", cls=Group)
def library() -> None:
    """Your how-tos: versions, where they came from, labels, trash."""


@library.command("diff")
@click.argument("a")
@click.argument("b", required=False)
@click.option("--all", "everything", is_flag=True, help="Also show what did not change.")
@JSON
@click.pass_obj
def diff(command: CommandContext, a: str, b: str | None, everything: bool, json: bool) -> None:
    """Show what changed from A to B, word by word: [-gone-] {+new+}.

    Without B: what changed between A and the how-to it was made from.
    """
    if b is None:
        parent = original_of(command.workspace.library, command.workspace.library.load(a))
        if parent is None:
            raise NotFoundError(f"{a[:80]} was not made from another how-to. Give two: `tailor library diff A B`.")
        if not is_id(parent):
            raise NotFoundError(
                f"{a[:80]} does not say which how-to it was made from. `tailor library check` says more."
            )
        before, after = command.workspace.library.procedure(parent), command.workspace.library.load(a).procedure
    else:
        before, after = command.open_written(a), command.open_written(b)
    for one in details(before, after):
        told = runs(one.before, one.after)
        if json:
            put_json({"part": one.name, "runs": to_json(told)})
        else:
            put(f"~ {one.name}: {_marked(told)}")
    for line in compare(before, after):
        if not everything and all(kind == "same" for kind, _ in line.runs):
            continue
        if json:
            put_json(to_json(line))
        else:
            put(_line_words(line))


def _line_words(line: Line) -> str:
    mark = "+" if line.before is None else "-" if line.after is None else "~"
    return f"{mark} {'r' if line.part == 'resources' else ''}{line.after or line.before}. {_marked(line.runs)}"


def _marked(told: Iterable[Run]) -> str:
    """The words on one line, with signs around removed and added ones."""
    signs = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    shown = (signs[kind].format(text.strip()) + " " * text[-1:].isspace() for kind, text in spaced(told))
    return normal("".join(shown))


@library.command("tree")
@JSON
@click.pass_obj
def tree_command(command: CommandContext, json: bool) -> None:
    """Show what was made from what: originals, variants, variants of variants."""
    for row in lineage_rows(command.workspace.library.entries(), missing=True):
        original = row.entry or starter(row.id)
        goal = original.goal if original else "(not in the library)"
        if json:
            put_json({"id": row.id, "depth": row.depth, "goal": goal, "kept": row.entry is not None})
        else:
            put(f"{'  ' * row.depth}{row.id}  {goal}")


@library.command("rebase")
@click.argument("id")
@click.option("--onto", metavar="ID", help="Use this original instead of the newest version of ID's own.")
@click.option("--dry-run", is_flag=True, help="Show what would happen, and save nothing.")
@click.option("--plain", is_flag=True, help="Decide line by line on what no longer fits.")
@click.option(
    "--leave-stale", is_flag=True, help="Save without the changes that no longer fit; they are kept in the file."
)
@click.pass_obj
def rebase(
    command: CommandContext, id: str, onto: str | None, dry_run: bool, plain: bool, leave_stale: bool
) -> int:
    """Update a variant to the newest version of its original.

    What still applies is kept. If something no longer fits, nothing is saved unless you decide on it
    (--plain) or leave it out (--leave-stale).
    """
    if dry_run:
        refuse_given("with --dry-run nothing is saved", "plain", "leave_stale")
    if plain:
        refuse_given("with --plain you decide on what no longer fits", "leave_stale")
    found = plan_rebase(command.workspace.library, id, onto)
    if not found.moved:
        say(f"{found.done or found.variant.id} is already made from the newest version of its original.")
        return Exit.DONE
    _tell(found)
    review, waiting = found.rebased.review, () if leave_stale else found.rebased.stale
    if waiting and plain:
        review, waiting = _decided(command, review, waiting)
    back = brought_back(command.workspace, found, outcome_of(found, ReviewState(review)))
    for words in (*(one.says for one in back), *pointless(ReviewState(review))):
        say(words)
    if dry_run:
        return Exit.DONE
    if waiting:
        say("Nothing was saved. Decide on them with --plain, or leave them out with --leave-stale.")
        return Exit.FAILED
    if back and not plain:
        say(f"Nothing was saved. `tailor again {found.variant.id}` adapts the new version to your wishes.")
        return Exit.FAILED
    if back and not yes_or_no("Save it anyway? y or n: "):
        say("Nothing was saved.")
        return Exit.FAILED
    put_saved(save_rebased(command.workspace.library, found, review).id)
    return Exit.DONE


def _decided(command: CommandContext, review: Review, waiting: tuple[str, ...]) -> tuple[Review, tuple[str, ...]]:
    """Let the person decide line by line; return the review and the changes still waiting."""
    from tailor.cli.review import review_in_terminal

    review = review_in_terminal(command.workspace, review)
    undecided = ReviewState(review).undecided
    left = tuple(id for id in waiting if id in undecided)
    if left and len(left) < len(waiting):
        still = f"{counted(len(left), 'change')} still {'does' if len(left) == 1 else 'do'} not fit"
        if yes_or_no(f"{still}. Save your decisions, and keep the rest in the file? (y, n) "):
            left = ()
    return review, left


def _tell(plan: RebasePlan) -> None:
    rebased = plan.rebased
    state = ReviewState(rebased.review)
    fit = "fits" if len(rebased.carried) == 1 else "fit"
    say(f"{plan.variant.id} on {plan.onto}: {counted(len(rebased.carried), 'change')} still {fit}.")
    if has := len(rebased.already):
        say(f"  {counted(has, 'change')} {'is' if has == 1 else 'are'} in the original now.")
    for id in rebased.stale:
        name, text = edit_name(state, id), one_line(state.proposals[id][1].text, 160)
        why = state.why_not(id) or "its step changed"
        say(f"  {with_capital(name)} no longer fits ({why}){f': {text}' if text else '.'}")


@library.command("delete")
@click.argument("id")
@click.pass_obj
def delete(command: CommandContext, id: str) -> None:
    """Move a how-to to the trash, with all its versions; ID.v2 moves only that version."""
    entries = command.workspace.library.entries()
    thrown = command.workspace.library.delete(id)
    made = [one.id for one in entries if one.parent and thrown.name in (one.parent, stem_of(one.parent))]
    say(f"{thrown.name} is in the trash. `tailor library undo` brings it back.")
    if made:
        say(f"Anything made from it stays as it is: {', '.join(made[:5])}{' and more' if len(made) > 5 else ''}.")
    put(thrown.name)


@library.command("restore")
@click.argument("id")
@click.pass_obj
def restore(command: CommandContext, id: str) -> None:
    """Make ID.v2 the newest version again, or bring ID back from the trash."""
    thrown = {one.name for one in trash.trash_items(command.workspace.library.folder)}
    name = next((name for name in (id, stem_of(id)) if name in thrown), None)  # ID.v1 was deleted with all of ID
    if command.workspace.library.find(id, whole=True) is None and name is not None:
        put_saved(command.workspace.library.undelete(name).name)
        return
    version = command.workspace.library.find(id)  # without a version the newest, before it changes
    entry = restore_version(command.workspace.library, id)
    say(f"Restored {version}, saved as {entry.id}.")
    put_saved(entry.id)


@library.command("undo")
@click.option("--list", "listed", is_flag=True, help="Only show what is in the trash.")
@click.pass_obj
def undo(command: CommandContext, listed: bool) -> None:
    """Bring back the last how-to you deleted."""
    if listed:
        _put_trash(command)
        return
    put_saved(command.workspace.library.undelete().name)


@library.command("trash")
@click.pass_obj
def trash_command(command: CommandContext) -> None:
    """Show what is in the trash, the latest first; `tailor library restore ID` brings one back."""
    _put_trash(command)


def _put_trash(command: CommandContext) -> None:
    items = trash.trash_items(command.workspace.library.folder)
    for one in items:
        put_row(one.name, one.goal, one.when)
    if not items:
        say("The trash is empty.")


@library.command("tag")
@click.argument("id")
@click.argument("tags", nargs=-1)
@click.option("--remove", multiple=True, metavar="TAG", help="Remove a tag. Repeatable.")
@click.option("--collection", multiple=True, metavar="NAME", help="Add it to a collection. Repeatable.")
@click.option("--leave", multiple=True, metavar="NAME", help="Remove it from a collection. Repeatable.")
@click.option("--note", help="Your notes about it.")
@click.option("--rating", type=click.IntRange(0, 5), help="1 to 5; 0 removes it.")
@click.pass_obj
def tag(
    command: CommandContext,
    id: str,
    tags: tuple[str, ...],
    remove: tuple[str, ...],
    collection: tuple[str, ...],
    leave: tuple[str, ...],
    note: str | None,
    rating: int | None,
) -> None:
    """Set tags, collections, notes and rating of a how-to, for all its versions. Without options, show them."""
    found = command.workspace.library.find(id, whole=True)
    if found is None:
        if id.startswith("starter."):
            raise UsageError("The built-in how-tos keep their tags. Tailor one, or import a copy, and tag that.")
        near = nearest(id, sorted(set(map(stem_of, command.workspace.library.ids()))))
        closest = f" The closest: {', '.join(near)}." if near else ""
        raise NotFoundError(f'There is no "{id[:80]}" in the library.{closest}')
    stem = stem_of(found)

    def changed(before: about.ProcedureNotes) -> about.ProcedureNotes:
        now = replace(
            before,
            tags=about.relabelled(before.tags, tags, remove),
            collections=about.relabelled(before.collections, collection, leave),
        )
        now = now if note is None else about.with_notes(now, clean(note), found)
        return now if rating is None else replace(now, rating=rating or None)

    def checked(before: about.ProcedureNotes) -> about.ProcedureNotes:
        for what, wanted, has in (("tag", remove, before.tags), ("collection", leave, before.collections)):
            there = {one.casefold() for one in has}
            for name in wanted:
                if normal(name).casefold() not in there:
                    say(f'{stem} has no {what} "{one_line(name, 60)}", so there was nothing to remove.')
        return changed(before)

    now = about.change(command.workspace.library.folder, stem, checked)
    put_row(
        stem,
        ", ".join(now.tags),
        ", ".join(now.collections),
        "*" * (now.rating or 0),
        _notes_now(command.workspace.library, now, found),
    )


def _notes_now(kept: Library, noted: about.ProcedureNotes, id: str) -> str:
    """The notes with step numbers as in this version; says which mentioned steps are gone."""
    written = about.noted_on(noted)
    if not (noted.notes and written and written != id):
        return noted.notes
    try:
        where = step_moves(kept.procedure(written), kept.procedure(id))
    except TailorError:  # the version the notes were written for was deleted
        return noted.notes
    words, gone = renumber_mentions(noted.notes, where)
    for number in dict.fromkeys(gone):
        say(f"Your notes point to step {number} of {written}, which is gone in {id}.")
    return words


@library.command("list")
@click.option("--versions", is_flag=True, help="Every version, not only the newest.")
@click.option("--starter", is_flag=True, help="The how-tos that come with Tailor.")
@click.option(
    "--tag", "tags", multiple=True, metavar="TAG", help="Only those with this tag. Repeat it to ask for several."
)
@click.option("--collection", "collections", multiple=True, metavar="NAME", help="Only those in this collection.")
@JSON
@click.pass_obj
def list_(
    command: CommandContext,
    versions: bool,
    starter: bool,
    tags: tuple[str, ...],
    collections: tuple[str, ...],
    json: bool,
) -> None:
    """List the id and title of each how-to, the newest first."""
    if starter:
        refuse_given("a built-in how-to has only one version", "versions")
    kept = command.workspace.library
    entries = _starters() if starter else labelled(kept.folder, kept.entries(versions=versions))
    for entry in (fitting := with_labels(entries, tags, collections)):
        put_item(json, _entry_json(entry), entry.id, entry.goal)
    lost = {stem_of(id) for id in kept.ids()} - {entry.stem for entry in entries}
    if lost and not starter:
        say(f"{len(lost)} not shown, because the file cannot be read: `tailor library check` names it.")
    elif entries and not fitting:
        say("No how-to has these labels. To add one: `tailor library tag ID LABEL`")
    elif not entries:
        say("Nothing is saved yet. `tailor library list --starter` shows what you can start from.")


@library.command("show")
@click.argument("id")
@click.option("--before", is_flag=True, help="Show the how-to it was made from instead.")
@FORMAT
@JSON_OF_ONE
@click.pass_obj
def show(command: CommandContext, id: str, before: bool, format: str | None, json: bool) -> None:
    """Show one how-to."""
    show_procedure(command, id, before, format_of(format, json))


@library.command("history")
@click.argument("id")
@click.option("--all", "all_", is_flag=True, help=f"Every version, not only the newest {SHOWN_VERSIONS}.")
@JSON
@click.pass_obj
def history(command: CommandContext, id: str, all_: bool, json: bool) -> None:
    """List a how-to's versions, oldest first: when and how each was made, what changed, and what you asked for."""
    versions = command.workspace.library.history(id, newest=0 if all_ else SHOWN_VERSIONS + 1)
    changed = ("", *[*versions_in_words(command.workspace.library, versions)][1:])
    if len(versions) > SHOWN_VERSIONS and not all_:
        say(f"These are the newest {SHOWN_VERSIONS} versions; --all lists the older ones too.")
        versions, changed = versions[1:], changed[1:]
    for entry, words in zip(versions, changed, strict=True):
        try:
            hint = command.workspace.library.load(entry.id).hint
        except (DamagedError, NotFoundError):
            hint = "(cannot be read)"
        about = [entry.id, entry.created, entry.origin, counted(entry.steps, "step")]
        about += [words] if words else []
        about += [f"from {entry.parent}"] if entry.parent else []
        put_item(json, {**_entry_json(entry), "hint": hint}, *about, *([hint] if hint else []))


@library.command("check")
@JSON
@click.pass_obj
def check(command: CommandContext, json: bool) -> int:
    """Check that every variant can be made again from its original.

    Names each file that was edited, is broken or cannot be read."""
    verdicts = list(verdicts_of(command.workspace.library))
    for verdict in verdicts:
        told: Json = {"id": verdict.id, "state": verdict.fault, "says": verdict.says}
        put_item(json, told, verdict.fault, verdict.id, verdict.says)
    files = {*command.workspace.library.ids(), *(verdict.id for verdict in verdicts)}  # includes foreign files
    say(f"{counted(len(files), 'file')} checked; {len(verdicts) or 'none'} to look at.")
    return Exit.DAMAGED if any(verdict.is_broken for verdict in verdicts) else Exit.DONE


def _entry_json(entry: LibraryEntry) -> dict[str, Json]:
    """The JSON line of an entry (CONTRACT 4)."""
    names = "id goal steps version parent origin tags collections created"
    return {**json_of(entry, names), "file": str(entry.file)}


def _starters() -> tuple[LibraryEntry, ...]:
    none: dict[str, Any] = {"version": 1, "parent": None, "origin": "starter", "created": "", "file": Path()}
    return tuple(
        LibraryEntry(id=one.id, goal=one.goal, steps=len(one.steps), tags=one.tags, **none)
        for one in starter_procedures()
    )
