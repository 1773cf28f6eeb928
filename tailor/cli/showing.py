"""`tailor show`: one procedure, the one it was made from, or what a kept run wrote.

Owns the choice of format for a file of the library. Refuses to change anything.
"""

from dataclasses import replace

import click

from tailor.cli.options import FORMAT, FROM, JSON, only_one_format
from tailor.cli.out import put, say, say_unused
from tailor.core.errors import NotFoundError
from tailor.workspace import Setup, write_as


@click.command("show")
@click.argument("file")
@click.option("--before", is_flag=True, help="The procedure it was derived from, instead.")
@FORMAT
@FROM
@JSON
@click.pass_obj
def show(setup: Setup, file: str, before: bool, format: str | None, from_format: str | None, json: bool) -> None:
    """One procedure: an id of your library, a starter, a file, or a run that wrote one."""
    only_one_format(format, json)
    show_procedure(setup, file, before, "json" if json else format, from_format)


def show_procedure(
    setup: Setup, name: str, before: bool, format: str | None, from_format: str | None = None
) -> None:
    """Print a procedure; what is special about its file is said on stderr."""
    try:
        opened = setup.open(name, from_format, empty_ok=True)
    except NotFoundError:
        if before or not _show_written(setup, name, format):
            raise
        return
    saved = setup.library.load(opened.id) if opened.id and not opened.id.startswith("starter.") else None
    if saved and saved.state == "edited":
        say(f"{saved.id} was changed by hand since it was saved; this is how it reads now.")
    if before:
        if saved is None or saved.parent is None:
            raise NotFoundError(f"{opened.where} was not derived from another procedure.")
        opened = setup.open(saved.parent, empty_ok=True)
    say_unused(opened.unused, opened.where)
    put(write_as(opened.procedure, format or "md"))


def _show_written(setup: Setup, run: str, format: str | None) -> bool:
    """Print what a kept run of `tailor generate` wrote by its end; False where there is no such run."""
    from tailor.runs.history import list_written

    written = list_written(setup.places.runs, run)
    if written is None:
        return False
    put(write_as(replace(written, extra=()), format or "md"))
    say("Written by a machine, and perhaps not to its end: check what matters before you rely on it.")
    return True
