"""The command line: the root command, and the one place where errors become exit codes.

Each command is imported only when it is used.
"""

import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

from tailor import __version__
from tailor.cli.console import Exit, open_streams, put, say, say_error
from tailor.cli.options import CommandContext
from tailor.core.errors import LONGEST_MESSAGE, TailorError, UsageError
from tailor.core.text import one_line
from tailor.storage import is_refused, refused
from tailor.terminal import has_only_lines, has_terminal

COMMANDS: Final[Mapping[str, str]] = {
    "customize": "tailor.cli.customize:customize",
    "generate": "tailor.cli.generate:generate",
    "apply": "tailor.cli.engine:apply_edits",
    "diff": "tailor.cli.engine:diff_two",
    "read": "tailor.cli.engine:read_answer",
    "check": "tailor.cli.check:check_file",
    "review": "tailor.cli.review:review",
    "follow": "tailor.cli.follow:follow",
    "show": "tailor.cli.procedures:show",
    "shopping": "tailor.cli.procedures:shopping",
    "import": "tailor.cli.procedures:import_files",
    "export": "tailor.cli.procedures:export",
    "again": "tailor.cli.customize:again",
    "library": "tailor.cli.library:library",
    "memory": "tailor.cli.memory:memory",
    "model": "tailor.cli.model:model",
    "bench": "tailor.cli.main:bench",
    "profile": "tailor.cli.setup:profile",
    "config": "tailor.cli.setup:config",
    "doctor": "tailor.cli.setup:doctor",
    "demo": "tailor.cli.review:demo",
    "completion": "tailor.cli.main:completion",
}
"""Every command and where it stands."""

BENCHES: Final[Mapping[str, str]] = {
    "customize": "tailor.cli.bench_customize:bench_customize",
    "generate": "tailor.cli.bench_generate:bench_generate",
    "judge": "tailor.cli.bench_judge:bench_judge",
}

COMPLETE: Final = "_TAILOR_COMPLETE"
"""The variable with which a shell asks for completions."""


class Lazy(click.Group):
    """A group whose commands are imported when they are used."""

    def __init__(self, places: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(**attributes)
        self.places = places
        """Every command of the group and where it stands, in the order of --help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        place = self.places.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, but an unknown command is answered with the nearest; not to a shell that completes."""
        if args and args[0] not in self.places and not args[0].startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.places, 3)
            nearest = f" Did you mean {', '.join(near)}?" if near else ""
            raise click.UsageError(f'There is no command "{args[0][:60]}".{nearest}')
        return super().resolve_command(ctx, args)


@click.command(
    cls=Lazy,
    places=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="tailor", message="%(prog)s %(version)s")
@click.option("--plain", is_flag=True, help="Line by line, without screens: for screen readers and pipes.")
@click.pass_context
def root(context: click.Context, plain: bool) -> int:
    """Make a how-to your own, one small change at a time.

    Without a command the app opens. FILE is a path, an id in your library, starter.NAME, or - for standard input.
    """
    if (name := context.invoked_subcommand) is not None:
        if plain:
            raise UsageError(f"--plain cannot be used before {name}. Put it at the end, where {name} accepts it.")
        return Exit.DONE  # its own code counts
    command = context.ensure_object(CommandContext)
    _ = command.workspace.paths  # where nothing can be kept, nothing is asked first
    if plain or command.workspace.config.plain or has_only_lines():
        from tailor.cli.plain_home import plain_home

        return plain_home(command)
    if not has_terminal():
        raise click.UsageError("The screens need a terminal. Use a command, or --plain to work line by line.")
    from tailor.app import main as screens

    return screens()


@click.command("bench", cls=Lazy, places=BENCHES)
def bench() -> None:
    """The papers' experiments for your own model: tables, charts, and every call on record.

    Run the same command again to continue a bench that was stopped.
    """


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; the exit code. Never raises, never shows a traceback."""
    open_streams()
    try:
        return run(arguments)
    except BrokenPipeError:
        # whoever read us has enough: say nothing, also not when the interpreter flushes at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except (KeyboardInterrupt, click.Abort, EOFError):
        say("Stopped.")
        return Exit.CANCELLED


def run(arguments: Sequence[str]) -> int:
    """As `main`, but a closed pipe and an interruption are raised."""
    try:
        if instruction := os.environ.get(COMPLETE):
            return _complete(instruction)
        return _invoke(arguments)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        say(_click_words(error))
        return Exit.USAGE
    except (BrokenPipeError, click.Abort, EOFError):
        raise
    except Exception as error:  # noqa: BLE001 - the last net: a fault of ours is named, never dumped
        return told(error)


def _invoke(arguments: Sequence[str]) -> int:
    """Runs the command; a group without one prints its help."""
    try:
        # not root.main(): that would end the process by itself on a closed pipe
        with root.make_context("tailor", list(arguments), obj=CommandContext()) as context:
            return root.invoke(context) or Exit.DONE
    except click.exceptions.NoArgsIsHelpError as error:
        put(error.ctx.get_help())
        return Exit.USAGE


def _complete(instruction: str) -> int:
    """Answers a shell that asks for completions; its words and the place in them come from the environment."""
    from click.shell_completion import get_completion_class, shell_complete

    shell, _, asked = instruction.partition("_")
    if get_completion_class(shell) is None or asked not in ("source", "complete"):
        raise UsageError(f"{COMPLETE} has a value that no shell sets. Unset it and try again.")
    try:
        return shell_complete(root, {}, "tailor", COMPLETE, instruction)
    except IndexError:  # a word of nothing but white space, which click 8.5 does not expect of fish
        return Exit.DONE
    except (KeyError, ValueError) as error:
        raise UsageError(f"{COMPLETE} is set, but not by a shell. Unset it and try again.") from error


def told(error: Exception) -> int:
    """Say what ended Tailor; its exit code."""
    if isinstance(error.__cause__, KeyboardInterrupt):  # while a class was made: Python has another error for it
        say("Stopped.")
        return Exit.CANCELLED
    if isinstance(error, TailorError):
        say_error(error)
        return error.exit_code
    say(_fault_words(error))
    return Exit.FAILED


def _click_words(error: click.ClickException) -> str:
    """What click found wrong, in one sentence, and where to look."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "tailor"
    found = one_line(error.format_message(), LONGEST_MESSAGE).rstrip(".")
    return f"That did not work: {found}. See: {where} --help"


def _fault_words(error: Exception) -> str:
    """What the system refused; of a fault its kind and place: no values, which may be private."""
    from traceback import extract_tb

    if is_refused(error):
        return f"Tailor stopped because {refused(error)}"
    frames = extract_tb(error.__traceback__)
    at = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return (
        f"Tailor stopped because of a fault in Tailor itself ({type(error).__name__}{at}). "
        "Everything you saved is still there. Please report it, with what `tailor doctor` prints."
    )


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    from click.shell_completion import BashComplete, FishComplete, ZshComplete

    kind, where = {
        "bash": (BashComplete, 'eval "$(tailor completion bash)" in ~/.bashrc'),
        "zsh": (ZshComplete, 'eval "$(tailor completion zsh)" in ~/.zshrc'),
        "fish": (FishComplete, "tailor completion fish > ~/.config/fish/completions/tailor.fish"),
    }[shell]
    # by the class's template: click's own source() first runs the shell to ask for its version
    made = kind(context.find_root().command, {}, "tailor", COMPLETE)
    put(made.source_template % made.source_vars())
    say(f"To load it in every shell: {where}")
