"""`tailor show`, `shopping`, `import` and `export`: print and exchange procedures (CONTRACT 4)."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from tailor.cli.console import (
    KEPT,
    Exit,
    ask_yes,
    put,
    put_json,
    put_procedure,
    put_row,
    put_saved,
    say,
    say_error,
    say_read,
)
from tailor.cli.options import (
    FORMAT,
    FROM,
    JSON,
    JSON_OF_ONE,
    UNUSED,
    WAY,
    Command,
    CommandContext,
    asked_way,
    format_of,
    keeps,
)
from tailor.core.errors import ChoiceError, NotFoundError, TailorError, UsageError
from tailor.core.procedure import Json
from tailor.core.report import found_against
from tailor.core.requirements import parse_hint
from tailor.core.text import counted, one_line
from tailor.library.entries import SavedProcedure
from tailor.library.formats.markdown import criticmarkup as critic
from tailor.library.formats.registry import FORMATS
from tailor.library.formats.shared.parsed import ImportPreview
from tailor.library.importer import (
    Opened,
    Twins,
    decoded,
    is_collection,
    keep,
    kept,
    one_way,
    reports_of_collection,
    reports_of_file,
    reports_of_text,
)
from tailor.library.lineage import original_of
from tailor.library.metadata import tagged
from tailor.rules.shopping_list import as_markdown, as_text
from tailor.runs.history import list_written, open_run
from tailor.runs.saved_wishes import list_warnings, page_notice, warnings_of
from tailor.threads import run_to_end
from tailor.workspace import Workspace


@click.command("import", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--dry-run", is_flag=True, help="Show what would be saved, and save nothing.")
@click.option("--fetch", is_flag=True, help="Download the web pages you name.")
@click.option("--yes", is_flag=True, help="Do not ask when FILE does not say which lines are steps.")
@FROM
@WAY
@UNUSED
@JSON
@click.pass_obj
def import_files(
    command: CommandContext,
    files: tuple[str, ...],
    dry_run: bool,
    fetch: bool,
    yes: bool,
    from_format: str | None,
    way: str | None,
    unused: str | None,
    json: bool,
) -> int:
    """Add how-tos to your library.

    FILE is a path (.md .txt .json .cook .csv .html), a folder or an archive of such files (.zip .paprikarecipes,
    as Mealie, Tandoor and Paprika export them), - for pasted text, or the address of a page, which is only
    fetched with --fetch. Prints the new ids; what was read, and which lines were not used, goes to stderr.
    Tailor asks you when FILE has several methods or does not say which lines are the steps.
    """
    worst: int = Exit.DONE
    saving = Saving(Twins(command.workspace.library), dry_run, yes, json, unused)
    for name in files:
        try:
            if name.strip() and is_collection(Path(name)):
                if way:
                    say(f"{name} is a collection, so --way has no effect on it.")
                whole = _collection(command.workspace, Path(name), from_format, saving)
                worst = worst if whole else Exit.FAILED
                continue
            for report in _of_one_way(tuple(_reports(command, name, from_format, fetch)), way, name):
                worst = worst if _one(command.workspace, report, saving) else Exit.FAILED
        except UsageError:
            raise
        except TailorError as error:
            say_error(error)
            worst = Exit.FAILED if len(files) > 1 else error.exit_code
    return worst


@dataclass(frozen=True, slots=True)
class Saving:
    """How an import saves what it read."""

    twins: Twins
    dry_run: bool
    yes: bool
    """Do not ask."""
    json: bool
    unused: str | None
    """The value of `UNUSED`."""
    again: list[str] = field(default_factory=list)
    """Ids of how-tos that were in the library already."""


def _of_one_way(reports: tuple[ImportPreview, ...], way: str | None, name: str) -> tuple[ImportPreview, ...]:
    """The previews; of several ways to one goal only the named or chosen one. ChoiceError if there is none."""
    if way and not any(one.way for one in reports):
        say(f"{name} has only one method, so --way has no effect on it.")
        way = None
    try:
        return one_way(reports, way, reports[0].where)
    except ChoiceError as error:
        if name == "-" or (chosen := asked_way(error)) is None:
            raise
        return one_way(reports, chosen, reports[0].where)


def _reports(command: CommandContext, name: str, format: str | None, fetch: bool) -> Iterable[ImportPreview]:
    from tailor.library.formats.pages import web

    if name == "-":
        return reports_of_text(decoded(command.stdin(), "standard input"), format, where="standard input")
    if not web.is_address(name):
        return reports_of_file(Path(name), format)
    if not fetch:
        raise UsageError(
            f"{one_line(name, 120)} is on the web. Add --fetch to get this one page; the site sees your request"
        )
    return reports_of_text(run_to_end(web.fetch(name)), format or "html", where=name)


def _collection(workspace: Workspace, path: Path, format: str | None, saving: Saving) -> bool:
    """Import each file of a collection; return whether none is broken and there was a procedure."""
    made, declined, skipped, whole, before = 0, 0, 0, True, len(saving.again)
    for one in reports_of_collection(path, format, workspace.paths.library):
        place = f"{one.number:,} of {one.count:,}"
        if one.why:
            say(f"{place}: skipped {one.where}: {one.why}")
        for report in one.reports:
            say(f"{place}:")
            saved = _one(workspace, report, saving)
            made, declined, whole = made + saved, declined + (not saved), whole and saved
        skipped, whole = skipped + bool(one.why), whole and not one.broken
    verb = "would be imported" if saving.dry_run else "imported"
    again = len(saving.again) - before
    had = f"{counted(again, 'how-to')} you have already, " if again else ""
    new = counted(made - again, "how-to")
    left = f" {counted(declined, 'how-to')} not saved, because you did not type y." if declined else ""
    say(f"{one_line(str(path))}: {new} {verb}, {had}{counted(skipped, 'file')} skipped.{left}")
    return whole and made > 0


def _one(workspace: Workspace, report: ImportPreview, saving: Saving) -> bool:
    """Report what was read and save it unless the person declines; return whether it was accepted."""
    read, report = report, kept(report, keeps(saving.unused))
    made = report.procedure
    say(f"{report.where}: {made.goal or 'untitled'}: {report.says}")
    if report.remark:
        say(f"  {report.remark}")
    _say_beside(read, report, asked=saving.unused is not None)
    if profile := workspace.profile(()):
        for words in found_against(made, parse_hint("", profile)):
            say(f"  conflicts with your profile: {words}")
    if report.unsure and not saving.dry_run and not saving.yes and not _are_steps(report):
        return False
    id = None
    if not saving.dry_run:
        twin = saving.twins.of(report)
        if twin:
            say(f"  You have it already, word for word ({twin.id}), so it was not saved again.")
            saving.again.append(twin.id)
        entry = twin or keep(workspace.library, report)
        saving.twins.add(entry)
        id = entry.id
    told: Json = None
    if saving.json:
        counts = {"steps": len(made.steps), "resources": len(made.resources), "sections": len(made.sections)}
        told = {"id": id, "goal": made.goal, **counts, "unused": list(report.unused), "file": report.where}
    if id:
        put_saved(id, told)
    elif told:
        put_json(told)
    else:
        put_row("would save", made.goal, report.says)
    return True


def _say_beside(read: ImportPreview, report: ImportPreview, *, asked: bool) -> None:
    """Show the lines of the notes and the unused lines, as read and as kept."""
    notes = list(filter(str.strip, read.procedure.notes.split("\n")))
    noted = () if report.unused else read.unused
    for words, lines in (("note", notes[:MOST_NOTES]), (KEPT, noted), ("not used", report.unused)):
        for line in lines:
            say(f"  {words}: {one_line(line, 160)}")
    if len(notes) > MOST_NOTES:
        say(f"  … and {counted(len(notes) - MOST_NOTES, 'more line')} of notes")
    if read.unused and not asked:
        say(
            f"  To {'keep them as notes' if report.unused else 'leave them out'}: "
            f"--unused {'notes' if report.unused else 'drop'}"
        )


def _are_steps(report: ImportPreview) -> bool:
    """Ask whether these are the steps; False if nobody is there to ask."""
    for number, step in enumerate(report.procedure.steps, 1):
        say(f"  {number}. {one_line(step, 160)}")
    if sys.stdin.isatty() and ask_yes("Save these steps? y or n: "):
        return True
    say(
        "Nothing was saved."
        if sys.stdin.isatty()
        else "Nothing was saved, because you did not type y (--yes answers for you)."
    )
    return False


MOST_NOTES = 20
"""Most lines of notes that an import shows per how-to."""
_OUTPUTS = [f"{one.name} ({one.about})" if one.about else one.name for one in FORMATS if one.writer]


@click.command(
    "export",
    cls=Command,
    help=f"""Print a how-to for other programs: {", ".join(_OUTPUTS[:-1])} or {_OUTPUTS[-1]}.

    ID is an id in your library, a built-in how-to, or a file; with --review the id of a review.
    """,
)
@click.argument("id")
@click.option("--review", is_flag=True, help="Print the suggestions of a review as CriticMarkup, for any editor.")
@FORMAT
@click.pass_obj
def export(command: CommandContext, id: str, review: bool, format: str | None) -> None:
    """Print a how-to in another format, or with `--review` the suggestions of a review."""
    if review:
        if format not in (None, "md"):
            raise UsageError("--review prints CriticMarkup, which is Markdown, so leave --format out.")
        put(critic.write(open_run(command.workspace.paths.runs, id).review))
        return
    opened = command.open(id)
    say_read(opened)
    saved = _saved(command.workspace, opened)
    made = tagged(command.workspace.library.folder, opened.procedure)
    warnings = warnings_of(command.workspace, saved) if saved else ()
    notice = page_notice(command.workspace, saved, warnings) if saved else ""
    put_procedure(made, format, saved.parent if saved else None, notice)
    for words in warnings:
        say(words)


@click.command("show", cls=Command)
@click.argument("file")
@click.option("--before", is_flag=True, help="Show the how-to it was made from instead.")
@FORMAT
@FROM
@JSON_OF_ONE
@click.pass_obj
def show(
    command: CommandContext, file: str, before: bool, format: str | None, from_format: str | None, json: bool
) -> None:
    """Show one how-to: an id in your library, a built-in how-to, a file, or one written for you."""
    show_procedure(command, file, before, format_of(format, json), from_format)


def show_procedure(
    command: CommandContext, name: str, before: bool, format: str | None, from_format: str | None = None
) -> None:
    """Print a procedure; anything special about its file is said on stderr."""
    try:
        opened = command.open(name, from_format, empty_ok=True)
    except NotFoundError:
        written = None if before else list_written(command.workspace.paths.runs, name)
        if written is None:
            raise
        if from_format:
            raise UsageError(
                f"--from is only for files, and {one_line(name, 80)} is not a file. Leave it out."
            ) from None
        put_procedure(replace(written, extra=()), format)
        say(
            "Written automatically, and perhaps unfinished: double-check anything important before you rely on it."
        )
        return
    saved = _saved(command.workspace, opened)
    if saved and saved.state == "edited":
        say(f"{saved.id} has been changed by hand since it was saved. This is how it reads now.")
    if before:
        parent = saved and original_of(command.workspace.library, saved)
        if not parent:
            raise NotFoundError(f"{opened.where} was not made from another how-to.")
        opened = command.open(parent, empty_ok=True)
    say_read(opened)
    put_procedure(tagged(command.workspace.library.folder, opened.procedure), format)


@click.command("shopping", cls=Command)
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@click.option("--format", type=click.Choice(["md", "text"]), default="md", help="Boxes to tick, or plain lines.")
@click.pass_obj
def shopping(command: CommandContext, ids: tuple[str, ...], format: str) -> None:
    """Print one shopping list for one or more how-tos: ids in your library, built-in how-tos, or files.

    Each thing is listed once; amounts in the same unit are added up.
    """
    procedures = [command.open(one, empty_ok=True).procedure for one in ids]
    for one in procedures:
        if not one.resources:
            say(f'"{one.goal}" has no list of what you need.')
    warnings = list_warnings(command.workspace, procedures)
    put(as_text(procedures, warnings) if format == "text" else as_markdown(procedures, warnings))


def _saved(workspace: Workspace, opened: Opened) -> SavedProcedure | None:
    """The opened entry of the library; None for a file, a starter or standard input."""
    id = opened.procedure.id
    return workspace.library.load(id) if id and not id.startswith("starter.") else None
