"""`tailor again`: the same hint asked of the newest version of the original (CONTRACT 4).

Owns finding both; everything else is `tailor customize`, whose options it takes.
"""

import click

from tailor.cli.customize import customize
from tailor.cli.out import say
from tailor.core.errors import ContentError
from tailor.workspace import Setup


def _again(id: str, **options: object) -> None:
    from tailor.library.rebase import newest

    context = click.get_current_context()
    setup = context.ensure_object(Setup)
    saved = setup.library.load(id)
    if saved.parent is None or not saved.hint.strip():
        raise ContentError(f"{saved.id} was not made with a hint, so there is nothing to ask again.")
    original = newest(setup.library, saved.parent)
    say(f"Asking again of {original}: {saved.hint}")
    context.invoke(customize, file=original, hint=saved.hint, **options)


again = click.Command(
    "again",
    callback=_again,
    params=[
        click.Argument(["id"]),
        *(p for p in customize.params if p.name not in ("file", "hint", "from_format")),
    ],
    help="Ask the hint of variant ID again, of the newest version of its original.",
)
