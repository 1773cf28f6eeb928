"""Arguments and options that several commands share."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.core import ParameterSource

from tailor.cli.console import ask_words, say
from tailor.core.errors import ChoiceError, ContentError, NotFoundError, UsageError
from tailor.core.procedure import Procedure
from tailor.core.text import one_line
from tailor.library.formats.registry import READ_NAMES, WRITE_NAMES
from tailor.storage import is_there
from tailor.terminal import has_terminal
from tailor.workspace import Workspace

if TYPE_CHECKING:
    from tailor.library.importer import Opened


@dataclass
class CommandContext:
    """The workspace and terminal of a command; click creates one for each run of the command line."""

    workspace: Workspace = field(default_factory=Workspace)
    _stdin_by: str = ""

    @property
    def has_screens(self) -> bool:
        """Whether there is a terminal for screens and the settings do not ask for plain lines."""
        return has_terminal() and not self.workspace.config.plain

    def stdin(self, what: str = "the how-to") -> bytes:
        """Read all of standard input. UsageError if it was read before: only one argument can be "-".

        ContentError if it has more than a file may have: it may never end.
        """
        from tailor.library.archives import LARGEST_FILE

        if self._stdin_by:
            raise UsageError(f'"-" can be used once only: standard input was already read as {self._stdin_by}.')
        self._stdin_by = what
        if sys.stdin.isatty():
            say(f"Reading {what} from the keyboard; end with Ctrl+D.")
        if len(data := sys.stdin.buffer.read(LARGEST_FILE + 1)) > LARGEST_FILE:
            raise ContentError(
                f"Standard input is larger than {LARGEST_FILE // 1_000_000} MB, too much for {what}."
            )
        return data

    def open(
        self,
        name: str,
        from_format: str | None = None,
        *,
        way: str | None = None,
        unused: str | None = None,
        empty_ok: bool = False,
    ) -> "Opened":
        """Open the procedure of a FILE argument; if it has several ways, the one given by `way` or asked for."""
        from tailor.library.importer import open_procedure

        library = self.workspace.library
        try:
            return open_procedure(
                name,
                library,
                stdin=self.stdin,
                from_format=from_format,
                way=way,
                keep=keeps(unused),
                empty_ok=empty_ok,
            )
        except ChoiceError as error:
            if name == "-" or (chosen := asked_way(error)) is None:
                raise
            return self.open(name, from_format, way=chosen, unused=unused, empty_ok=empty_ok)

    def open_written(self, name: str, from_format: str | None = None) -> Procedure:
        """Like `open`, but it may have no steps; ContentError if it is completely empty.

        That is what a pipe from a failed command gives, and everything would be reported as removed.
        """
        opened = self.open(name, from_format, empty_ok=True)
        if opened.procedure == replace(Procedure(opened.procedure.goal, ()), id=opened.procedure.id):
            raise ContentError(f"There is nothing in {opened.where}, so there is nothing to compare.")
        return opened.procedure

    def text(self, name: str, what: str) -> str:
        """The text of a file that is not a procedure, or of standard input for "-"."""
        from tailor.library.importer import decoded, read_path

        if name == "-":
            return decoded(self.stdin(what), "standard input")
        path = Path(name)
        if not is_there(path):
            raise NotFoundError(f"There is no file {one_line(name, 120)} to read {what} from.")
        return read_path(path)


def asked_way(error: ChoiceError) -> str | None:
    """Ask the person at the terminal for the way; None if nobody is there or they choose none."""
    if not sys.stdin.isatty():
        return None
    say(error.message)
    for number, way in enumerate(error.ways, 1):
        say(f"  {number}  {one_line(way, 100)}")
    answer = ask_words(f"Which one, 1 to {len(error.ways)}: ")
    return error.ways[int(answer) - 1] if answer.isdecimal() and 0 < int(answer) <= len(error.ways) else None


MAY_BE_EMPTY: Final = frozenset(["value", "note"])
"""Parameters for which an empty text removes the current value."""


class Command(click.Command):
    """A command that rejects what click would silently accept: an option given twice where only one can count, and
    an empty text, such as "$NAME" in a script that forgot to set it.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Like click. click.UsageError for an option given twice, and for an empty text."""
        if not ctx.resilient_parsing:
            try:
                given, _, order = self.make_parser(ctx).parse_args(list(args))
            except click.NoSuchOption:
                words = one_line(next(filter(_is_no_option, args), ""), 60)
                if not words or all(one.nargs > 0 for one in self.params):
                    raise
                says = f'"{words}" begins with -, so it looks like an option. Put -- before it: -- "{words}".'
                raise click.UsageError(says, ctx) from None
            holds_one = [one for one in order if isinstance(one, click.Option) and not one.multiple | one.is_flag]
            if twice := next((one for one in holds_one if holds_one.count(one) > 1), None):
                raise click.UsageError(f"{twice.opts[-1]} is given more than once. Give it once.", ctx)
            if empty := next((one for one in self.params if _is_empty(one, given.get(one.name or ""))), None):
                shown = empty.opts[0] if isinstance(empty, click.Option) else empty.human_readable_name
                about = getattr(empty, "help", None) or "Give it a value."
                raise click.UsageError(f"{shown} is empty. {about}", ctx)
        return super().parse_args(ctx, args)


def _is_no_option(typed: str) -> bool:
    """Whether these are words or a number that merely start with "-", like an option."""
    return typed.startswith("-") and (" " in typed.partition("=")[0] or typed[1:2].isdigit())


def _is_empty(one: click.Parameter, given: object) -> bool:
    """Whether a text given for this parameter is empty and must not be."""
    texts = given if isinstance(given, list | tuple) else (given,)
    return one.name not in MAY_BE_EMPTY and any(isinstance(text, str) and not text.strip() for text in texts)


class Group(click.Group):
    command_class = Command


def given(*names: str) -> list[str]:
    """The parameters among these that were typed for the running command, as they are spelled there."""
    context = click.get_current_context()
    typed = [one for one in context.command.params if one.name in names and _is_typed(context, one)]
    return [one.opts[-1] if isinstance(one, click.Option) else one.human_readable_name for one in typed]


def refuse_given(because: str, *names: str, do: str = "") -> None:
    """Raise UsageError if one of these parameters was given though it has no effect here."""
    if typed := given(*names):
        them = "it" if len(typed) == 1 else "them"
        raise UsageError(
            f"{' and '.join(typed)} cannot be used here, because {because}. {do or f'Leave {them} out.'}"
        )


def refuse_others(because: str, *names: str) -> None:
    """Like `refuse_given`, for every parameter of the command except these."""
    every = [one.name or "" for one in click.get_current_context().command.params]
    refuse_given(because, *(name for name in every if name not in names))


def _is_typed(context: click.Context, one: click.Parameter) -> bool:
    return context.get_parameter_source(one.name or "") is ParameterSource.COMMANDLINE


F = TypeVar("F", bound=Callable[..., Any])


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Combine several options into one decorator, in the order in which --help shows them."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_WRITE, _READ = click.Choice(WRITE_NAMES), click.Choice(READ_NAMES)
FORMAT = click.option("--format", "format", type=_WRITE, help="The format to print; md by default.")
FROM = click.option(
    "--from", "from_format", type=_READ, help="The format of FILE, if Tailor does not recognise it."
)
WAY = click.option("--way", metavar="WORDS", help="If FILE has several methods, use the one with this heading.")
UNUSED = click.option(
    "--unused",
    type=click.Choice(["notes", "drop"]),
    help="Whether to keep lines that are neither steps nor things you need. By default, Tailor keeps those in "
    "text and Markdown.",
)


def keeps(unused: str | None) -> bool | None:
    """Whether `UNUSED` asks to keep such lines; None if it was not given."""
    return None if unused is None else unused == "notes"


JSON = click.option("--json", "json", is_flag=True, help="JSON, one value per line.")
JSON_OF_ONE = click.option(
    "--json", "json", is_flag=True, help="One JSON value over several lines, as --format json prints it."
)
"""For a command that prints one how-to."""


def _and_lost_ones(context: click.Context, _: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return the profiles as given, and warn of one switched on but missing: it may name an allergy."""
    command = context.find_object(CommandContext)
    if command is not None and "none" not in given and (words := command.workspace.lost_profiles):
        say(f"{words} `tailor profile list` shows your profiles.")
    return given


PROFILE = click.option(
    "--profile",
    multiple=True,
    callback=_and_lost_ones,
    metavar="TEXT|@NAME|none",
    help='What else is true for you this time. @NAME uses a saved profile; "none" leaves out the profiles that '
    "are switched on. Repeatable.",
)
SERVER = together(
    click.option("--base-url", help="An OpenAI-compatible server, as in http://localhost:11434/v1."),
    click.option(
        "--model", help="The model's name on that server; for local: a GGUF file or its name in the list."
    ),
    click.option("--allow-insecure-http", is_flag=True, help="Allow plain http to another computer."),
)
"""Which server answers."""
_PROVIDER_NAME = click.option("--provider", help="builtin (no model), local (a model on this computer) or server.")
PROVIDER = together(_PROVIDER_NAME, SERVER)
"""A server, a model on this computer, or the built-in tailor."""


def format_of(format: str | None, json: bool) -> str | None:
    """The format asked for with --format or --json. UsageError if both are given."""
    if format is not None and json:
        raise UsageError("--format and --json ask for two different outputs; use only one.")
    return "json" if json else format
