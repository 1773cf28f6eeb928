"""The command line: the root command, and the one place that turns errors into exit codes.

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
"""Every command and where to import it from."""

BENCHES: Final[Mapping[str, str]] = {
    "customize": "tailor.cli.bench_customize:bench_customize",
    "generate": "tailor.cli.bench_generate:bench_generate",
    "judge": "tailor.cli.bench_judge:bench_judge",
}

COMPLETE: Final = "_TAILOR_COMPLETE"
"""The variable with which a shell asks for completions."""


class Lazy(click.Group):
    """A group whose commands are imported when used."""

    def __init__(self, places: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(**attributes)
        self.places = places
        """Every command of the group and where to import it from, in the order of --help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command with this name."""
        place = self.places.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like click, but suggest the nearest for an unknown command, unless a shell is completing."""
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
        return Exit.DONE  # the subcommand's own code counts
    command = context.ensure_object(CommandContext)
    _ = command.workspace.paths  # fails before anything is asked if nothing can be saved
    if plain or command.workspace.config.plain or has_only_lines():
        from tailor.cli.plain_home import plain_home

        return plain_home(command)
    if not has_terminal():
        raise click.UsageError("The screens need a terminal. Use a command, or --plain to work line by line.")
    from tailor.app import main as screens

    return screens()


@click.command("bench", cls=Lazy, places=BENCHES)
def bench() -> None:
    """Run the experiments of the research papers behind Tailor on your own model.

    Gives tables, charts and a record of every call.

    To continue an experiment that was stopped, run the same command again.
    """


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code. Never raises, never shows a traceback."""
    open_streams()
    try:
        return run(arguments)
    except BrokenPipeError:
        # the reader has enough: say nothing, not even when the interpreter flushes on exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except (KeyboardInterrupt, click.Abort, EOFError):
        say("Stopped.")
        return Exit.CANCELLED


def run(arguments: Sequence[str]) -> int:
    """Like `main`, but raises on a closed pipe and on an interruption."""
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
    """Run the command; a group without a subcommand prints its help."""
    try:
        # not root.main(): that would end the process by itself on a closed pipe
        with root.make_context("tailor", list(arguments), obj=CommandContext()) as context:
            return root.invoke(context) or Exit.DONE
    except click.exceptions.NoArgsIsHelpError as error:
        put(error.ctx.get_help())
        return Exit.USAGE


def _complete(instruction: str) -> int:
    """Answer a shell's request for completions; its words and cursor come from the environment."""
    from click.shell_completion import get_completion_class, shell_complete

    shell, _, asked = instruction.partition("_")
    if get_completion_class(shell) is None or asked not in ("source", "complete"):
        raise UsageError(f"{COMPLETE} is set to a value that no shell uses. Unset it and try again.")
    try:
        return shell_complete(root, {}, "tailor", COMPLETE, instruction)
    except IndexError:  # a blank word, which click 8.5 does not expect from fish
        return Exit.DONE
    except (KeyError, ValueError) as error:
        raise UsageError(f"{COMPLETE} is set, but not by a shell. Unset it and try again.") from error


def told(error: Exception) -> int:
    """Say what ended Tailor; return its exit code."""
    if isinstance(error.__cause__, KeyboardInterrupt):  # wrapped by Python if it came while a class was created
        say("Stopped.")
        return Exit.CANCELLED
    if isinstance(error, TailorError):
        say_error(error)
        return error.exit_code
    say(_fault_words(error))
    return Exit.FAILED


def _click_words(error: click.ClickException) -> str:
    """What click found wrong in one sentence, and where to look."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "tailor"
    found = one_line(error.format_message(), LONGEST_MESSAGE).rstrip(".")
    return f"That did not work: {found}. See: {where} --help"


def _fault_words(error: Exception) -> str:
    """What the system denied; for a bug its type and place, but no values, which may be private."""
    from traceback import extract_tb

    if is_refused(error):
        return f"Tailor stopped because {refused(error)}"
    frames = extract_tb(error.__traceback__)
    at = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return (
        f"Tailor stopped because of a bug in Tailor itself ({type(error).__name__}{at}). Everything you saved "
        "is still there. Please report it, along with the output of `tailor doctor`."
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
    # uses the class's template: click's own source() first runs the shell to ask its version
    made = kind(context.find_root().command, {}, "tailor", COMPLETE)
    put(made.source_template % made.source_vars())
    say(f"To load it in every shell: {where}")
