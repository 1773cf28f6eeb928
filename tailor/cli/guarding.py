"""`tailor check`: the guard alone (CONTRACT 4).

Owns which constraints are asked about. Refuses any clearance: no line of output proves nothing.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tailor.cli.options import FROM, PROFILE
from tailor.cli.out import put, put_json, say
from tailor.core.errors import UsageError
from tailor.workspace import Setup

if TYPE_CHECKING:
    from tailor.core.requirements import Requirement


@click.command("check")
@click.argument("file", required=False)
@PROFILE
@click.option("--hint", default="", help="What is special about your situation.")
@click.option("--all", "all_", is_flag=True, help="Ask about every constraint there is.")
@click.option("--list", "list_", is_flag=True, help="Print the ids of all constraints and end.")
@FROM
@click.pass_obj
def check_file(
    setup: Setup,
    file: str | None,
    profile: tuple[str, ...],
    hint: str,
    all_: bool,
    list_: bool,
    from_format: str | None,
) -> None:
    """What in FILE speaks against your profile and hint, as JSON lines.

    Looks for words it knows; finding nothing proves nothing.
    """
    from tailor.core.codec import to_json
    from tailor.core.guard import check, constraint_ids
    from tailor.core.hints import split
    from tailor.core.report import spoken_against

    if list_:
        put("\n".join(constraint_ids()))
        return
    if file is None:
        raise UsageError("Name a FILE to check, or use --list for the ids of constraints.")
    requirements = split(hint, setup.profile(profile))
    asked = constraint_ids() if all_ else _asked(requirements)
    procedure = setup.open(file, from_format).procedure
    found = (*spoken_against(requirements), *check(procedure, asked))
    for finding in found:
        put_json(to_json(finding))
    if asked:
        say(f"{len(found)} found against {', '.join(asked) if len(asked) < 8 else f'{len(asked)} constraints'}.")
    say("This looks for words it knows; what it does not find may still be there.")


def _asked(requirements: "Sequence[Requirement]") -> tuple[str, ...]:
    """The constraints that the requirements ask for; what asks for none is said."""
    from tailor.core.guard import constraints_in

    if not requirements:
        raise UsageError('Say what to look for: --profile "no nuts", --hint "I have no oven", or --all.')
    asked: dict[str, None] = {}
    for one in requirements:
        ids = constraints_in(one.text)
        asked |= dict.fromkeys(ids)
        if not ids:
            say(f'Not assessed: "{one.words}" names nothing that can be looked for.')
    return tuple(asked)
