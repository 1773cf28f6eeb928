"""`tailor library`: what is kept (CONTRACT 4).

Owns how entries are printed. Refuses to change a file.
"""

from typing import TYPE_CHECKING

import click

from tailor.cli.exits import Exit
from tailor.cli.keeping import delete, diff, rebase, restore, tag, tree_command, undo
from tailor.cli.options import FORMAT, JSON, only_one_format
from tailor.cli.out import put_json, put_row, say
from tailor.core.text import one_line
from tailor.workspace import Setup

if TYPE_CHECKING:
    from tailor.core.procedure import Json
    from tailor.library.entries import Entry


@click.group("library")
def library() -> None:
    """Your procedures: versions, lineage, labels, trash."""


@library.command("list")
@click.option("--versions", is_flag=True, help="Every version, not only the newest.")
@click.option("--starter", is_flag=True, help="The procedures that ship with Tailor.")
@click.option(
    "--tag", "tags", multiple=True, metavar="TAG", help="Only what has this tag. Repeatable: all of them."
)
@click.option(
    "--collection", "collections", multiple=True, metavar="NAME", help="Only what is in this collection."
)
@JSON
@click.pass_obj
def list_(
    setup: Setup, versions: bool, starter: bool, tags: tuple[str, ...], collections: tuple[str, ...], json: bool
) -> None:
    """Id and goal of each procedure, the latest first."""
    from tailor.library.metadata import labelled, with_labels

    entries = _starters() if starter else labelled(setup.library.folder, setup.library.entries(versions=versions))
    for entry in (fitting := with_labels(entries, tags, collections)):
        if json:
            put_json(entry_json(entry))
        else:
            put_row(entry.id, entry.goal)
    if not starter and (lost := _unlisted(setup, entries)):
        say(f"{lost} not shown, because nothing of it can be read: `tailor library check` names the files.")
    elif entries and not fitting:
        say("Nothing here has these labels. `tailor library tag ID LABEL` gives them.")
    elif not entries:
        say("Nothing is saved yet. `tailor library list --starter` shows what you can begin with.")


@library.command("show")
@click.argument("id")
@click.option("--before", is_flag=True, help="The procedure it was derived from, instead.")
@FORMAT
@JSON
@click.pass_obj
def show(setup: Setup, id: str, before: bool, format: str | None, json: bool) -> None:
    """One procedure."""
    from tailor.cli.showing import show_procedure

    only_one_format(format, json)
    show_procedure(setup, id, before, "json" if json else format)


@library.command("history")
@click.argument("id")
@JSON
@click.pass_obj
def history(setup: Setup, id: str, json: bool) -> None:
    """Every version of a procedure, the oldest first: when, how, and what was asked."""
    for entry in setup.library.history(id):
        hint = _hint(setup, entry)
        if json:
            put_json({**entry_json(entry), "hint": hint})
        else:
            words = [entry.id, entry.created, entry.origin, f"{entry.steps} steps"]
            put_row(*words, *([f"from {entry.parent}"] if entry.parent else []), *([hint] if hint else []))


@library.command("check")
@JSON
@click.pass_context
def check(context: click.Context, json: bool) -> None:
    """Replay every variant from its parent, and name each file that is edited, damaged or broken."""
    from tailor.library.check import check
    from tailor.library.starters import starter

    setup = context.ensure_object(Setup)
    verdicts = list(check(setup.library, starter))
    for verdict in verdicts:
        if json:
            put_json({"id": verdict.id, "state": verdict.fault, "says": verdict.says})
        else:
            put_row(verdict.fault, verdict.id, verdict.says)
    count = len(setup.library.ids())
    say(f"{count} file{'s' if count != 1 else ''} checked; {len(verdicts) or 'none'} to look at.")
    if any(verdict.fault != "edited" for verdict in verdicts):
        context.exit(Exit.DAMAGED)


def _unlisted(setup: Setup, entries: "tuple[Entry, ...]") -> int:
    """How many procedures have files of which none can be read."""
    from tailor.library.entries import stem_of

    return len({stem_of(id) for id in setup.library.ids()} - {entry.stem for entry in entries})


def entry_json(entry: "Entry") -> "dict[str, Json]":
    """The line of CONTRACT 4."""
    return {
        "id": entry.id,
        "goal": entry.goal,
        "steps": entry.steps,
        "version": entry.version,
        "parent": entry.parent,
        "origin": entry.origin,
        "tags": list(entry.tags),
        "collections": list(entry.collections),
        "created": entry.created,
        "file": str(entry.file),
    }


def _hint(setup: Setup, entry: "Entry") -> str:
    """What was asked for this version; "" where the file cannot be read."""
    from tailor.core.errors import DamagedError

    try:
        return one_line(setup.library.load(entry.id).hint)
    except DamagedError:
        return "(damaged)"


def _starters() -> "tuple[Entry, ...]":
    from pathlib import Path

    from tailor.library.entries import Entry
    from tailor.library.starters import starter_procedures

    return tuple(
        Entry(
            id=procedure.id,
            goal=procedure.goal,
            steps=len(procedure.steps),
            version=1,
            parent=None,
            origin="starter",
            tags=procedure.tags,
            created="",
            file=Path(),
        )
        for procedure in starter_procedures()
    )


for command in (diff, tree_command, rebase, delete, restore, undo, tag):
    library.add_command(command)
