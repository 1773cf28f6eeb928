"""`tailor shopping`: what one or several procedures take, as one list to tick off.

Owns the command. Refuses to know how lines are merged: `core.shopping` does.
"""

import click

from tailor.cli.out import put, say
from tailor.workspace import Setup


@click.command("shopping")
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@click.option("--format", type=click.Choice(["md", "text"]), default="md", help="Boxes to tick, or plain lines.")
@click.pass_obj
def shopping(setup: Setup, ids: tuple[str, ...], format: str) -> None:
    """One shopping list for all these procedures: ids of your library, starters, or files.

    The same thing is one line; amounts stay as they are written.
    """
    from tailor.core.shopping import as_markdown, as_text

    procedures = [setup.open(one, empty_ok=True).procedure for one in ids]
    for one in procedures:
        if not one.resources:
            say(f'"{one.goal}" names nothing it takes.')
    put(as_text(procedures) if format == "text" else as_markdown(procedures))
