"""`tailor library diff|tree|rebase|delete|restore|undo|tag`: versions, lineage and labels (issue 5).

Owns their options and output. Refuses to delete anything for good.
"""

from typing import TYPE_CHECKING

import click

from tailor.cli.exits import Exit
from tailor.cli.options import JSON
from tailor.cli.out import put, put_json, put_row, say
from tailor.core.errors import NotFoundError, UsageError
from tailor.workspace import Setup

if TYPE_CHECKING:
    from tailor.core.procedure import Json
    from tailor.core.worddiff import Line
    from tailor.library.lineage import Branch
    from tailor.library.rebase import Plan


@click.command("diff")
@click.argument("a")
@click.argument("b", required=False)
@click.option("--all", "everything", is_flag=True, help="Also what did not change.")
@JSON
@click.pass_obj
def diff(setup: Setup, a: str, b: str | None, everything: bool, json: bool) -> None:
    """What changed from A to B, word by word: [-gone-] {+new+}.

    Without B: what changed in A since the procedure it was made from.
    """
    from tailor.core.worddiff import compare

    if b is None:
        parent = setup.library.load(a).parent
        if parent is None:
            raise NotFoundError(
                f"{a[:80]} was not derived from another procedure. Name two: `tailor library diff A B`."
            )
        a, b = parent, a
    before, after = setup.open(a, empty_ok=True).procedure, setup.open(b, empty_ok=True).procedure
    for line in compare(before, after):
        changed = any(kind != "same" for kind, _ in line.runs)
        if json and (changed or everything):
            put_json(_line_json(line))
        elif changed or everything:
            put(_line_words(line))


def _line_json(line: "Line") -> "Json":
    runs: list[Json] = [[kind, text] for kind, text in line.runs]
    return {"part": line.part, "before": line.before, "after": line.after, "runs": runs}


def _line_words(line: "Line") -> str:
    """One step with its signs; the number it has now, or had."""
    from tailor.core.worddiff import spaced

    signs = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    shown = (signs[kind].format(text.strip()) + " " * text.endswith(" ") for kind, text in spaced(line.runs))
    words = "".join(shown).strip()
    mark = "+" if line.before is None else "-" if line.after is None else "~"
    return f"{mark} {'r' if line.part == 'resources' else ''}{line.after or line.before}. {words}"


@click.command("tree")
@JSON
@click.pass_obj
def tree_command(setup: Setup, json: bool) -> None:
    """What was made from what: originals, variants, variants of variants."""
    from tailor.library.lineage import lines, tree

    for depth, branch in lines(tree(setup.library.entries())):
        if json:
            put_json({"id": branch.id, "depth": depth, "goal": _goal(branch), "kept": branch.entry is not None})
        else:
            put(f"{'  ' * depth}{branch.id}  {_goal(branch)}")


def _goal(branch: "Branch") -> str:
    from tailor.library.starters import starter

    if branch.entry is not None:
        return branch.entry.goal
    procedure = starter(branch.id) if branch.id.startswith("starter.") else None
    return procedure.goal if procedure else "(not in the library)"


@click.command("rebase")
@click.argument("id")
@click.option("--onto", default=None, metavar="ID", help="Another original than the newest version of its own.")
@click.option("--dry-run", is_flag=True, help="Say what would happen, and save nothing.")
@click.option("--plain", is_flag=True, help="Decide line by line on what does not fit any more.")
@click.option(
    "--leave-stale", is_flag=True, help="Save without what does not fit any more; it is kept in the file."
)
@click.pass_context
def rebase(
    context: click.Context, id: str, onto: str | None, dry_run: bool, plain: bool, leave_stale: bool
) -> None:
    """Carry a variant over to the newest version of its original.

    What still applies is kept. Where something does not fit any more nothing is saved, unless you decide on it
    (--plain) or leave it out (--leave-stale).
    """
    from tailor.library.rebase import plan, save
    from tailor.library.starters import starter

    setup = context.ensure_object(Setup)
    found = plan(setup.library, id, starter, onto)
    if not found.moved:
        say(f"{found.variant.id} is made from the newest version of its original already.")
        return
    _tell(found)
    if dry_run:
        return
    review = found.rebased.review
    if found.rebased.stale and plain:
        from tailor.cli.reviewing import at_the_terminal

        review = at_the_terminal(setup, review)
    elif found.rebased.stale and not leave_stale:
        say("Nothing was saved. Decide on them with --plain, or leave them out with --leave-stale.")
        context.exit(Exit.FAILED)
    put(save(setup.library, found, review).id)


def _tell(plan: "Plan") -> None:
    """What is carried, what is there already, and what does not fit, edit by edit."""
    from tailor.core.edits import edit_line
    from tailor.core.review_state import Standing
    from tailor.core.text import counted

    rebased = plan.rebased
    standing = Standing(rebased.review)
    say(f"{plan.variant.id} on {plan.onto}: {counted(len(rebased.carried), 'edit')} carried over.")
    for id in rebased.already:
        say(f"  {id}: the original says so by itself now")
    for id in rebased.stale:
        edit = standing.proposals[id][1].edit
        say(f"  {id} does not fit any more ({standing.why_not(id) or 'its step changed'}): {edit_line(edit)}")


@click.command("delete")
@click.argument("id")
@click.pass_obj
def delete(setup: Setup, id: str) -> None:
    """Move a procedure into the trash, with all its versions; ID.v2 moves that version alone."""
    made = [entry.id for entry in setup.library.entries() if _made_from(setup, entry.parent, id)]
    thrown = setup.library.delete(id)
    say(f"{thrown.name} is in the trash. `tailor library undo` brings it back.")
    if made:
        say(f"What was made from it stays as it is: {', '.join(made[:5])}{' and more' if len(made) > 5 else ''}.")
    put(thrown.name)


def _made_from(setup: Setup, parent: str | None, id: str) -> bool:
    from tailor.library.entries import stem_of

    found = setup.library.find(id)
    return bool(parent and found and stem_of(parent) == stem_of(found))


@click.command("restore")
@click.argument("id")
@click.pass_obj
def restore(setup: Setup, id: str) -> None:
    """Make ID.v2 the newest version again, or bring ID back from the trash."""
    from tailor.library import trash
    from tailor.library.entries import stem_of

    thrown = {one.name for one in trash.thrown(setup.library.folder)}
    name = next((name for name in (id, stem_of(id)) if name in thrown), None)  # ID.v1 went with all of ID
    if setup.library.find(id) is None and name is not None:
        put(setup.library.undelete(name).name)
        return
    entry = setup.library.restore(id)
    say(f"{entry.id} is now as {setup.library.find(id)} was.")
    put(entry.id)


@click.command("undo")
@click.option("--list", "listed", is_flag=True, help="Only show what is in the trash.")
@click.pass_obj
def undo(setup: Setup, listed: bool) -> None:
    """Bring back what was deleted last."""
    from tailor.library import trash

    if listed:
        for one in trash.thrown(setup.library.folder):
            put_row(one.name, one.goal, one.when)
        return
    put(setup.library.undelete().name)


@click.command("tag")
@click.argument("id")
@click.argument("tags", nargs=-1)
@click.option("--remove", multiple=True, metavar="TAG", help="Take a tag away. Repeatable.")
@click.option("--collection", multiple=True, metavar="NAME", help="Put it into a collection. Repeatable.")
@click.option("--leave", multiple=True, metavar="NAME", help="Take it out of a collection. Repeatable.")
@click.option("--note", default=None, help="Your notes on it.")
@click.option("--rating", type=click.IntRange(0, 5), default=None, help="1 to 5; 0 takes it away.")
@click.pass_obj
def tag(
    setup: Setup,
    id: str,
    tags: tuple[str, ...],
    remove: tuple[str, ...],
    collection: tuple[str, ...],
    leave: tuple[str, ...],
    note: str | None,
    rating: int | None,
) -> None:
    """Tags, collections, notes and rating of a procedure, whatever its version. Without any, show them."""
    from dataclasses import replace

    from tailor.core.text import clean
    from tailor.library import metadata as about
    from tailor.library.entries import stem_of

    found = setup.library.find(id)
    if found is None:
        if id.startswith("starter."):
            raise UsageError("Starter procedures keep their tags. Tailor one, or import a copy, and tag that.")
        raise NotFoundError(f'There is no "{id[:80]}" in the library.')
    stem = stem_of(found)

    def changed(before: about.About) -> about.About:
        now = about.collected(about.tagged(before, tags, remove), collection, leave)
        now = now if note is None else replace(now, notes=clean(note))
        return now if rating is None else replace(now, rating=rating or None)

    now = about.change(setup.library.folder, stem, changed)
    put_row(stem, ", ".join(now.tags), ", ".join(now.collections), "*" * (now.rating or 0), now.notes)
