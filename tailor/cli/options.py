"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tailor.core.errors import UsageError
from tailor.library.formats.registry import READ_NAMES, WRITE_NAMES

F = TypeVar("F", bound=Callable[..., Any])

FORMAT = click.option(
    "--format",
    "format",
    type=click.Choice(WRITE_NAMES),
    default=None,
    help="How the procedure is written; default md.",
)
FROM = click.option(
    "--from",
    "from_format",
    type=click.Choice(READ_NAMES),
    default=None,
    help="How FILE is read; told by itself else.",
)
JSON = click.option("--json", "json", is_flag=True, help="JSON, one value a line.")
PROFILE = click.option(
    "--profile",
    "profile",
    multiple=True,
    metavar="TEXT|@NAME|none",
    help="What holds beside your saved profiles for this run; @NAME is a saved profile, none leaves out those "
    "switched on. Repeatable.",
)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order in which --help shows them."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


SERVER = together(
    click.option("--base-url", default=None, help="An OpenAI-compatible server, as in http://localhost:11434/v1."),
    click.option("--model", default=None, help="The model's name at that server."),
    click.option("--allow-insecure-http", is_flag=True, help="Also plain http to another computer."),
)
"""Which server answers."""

PROVIDER = together(click.option("--provider", default=None, help="builtin (no model) or server."), SERVER)
"""Which server answers, or the built-in tailor."""


def only_one_format(format: str | None, json: bool) -> None:
    """UsageError for --format together with --json."""
    if format is not None and json:
        raise UsageError("--format and --json ask for two different outputs; use one of them.")
