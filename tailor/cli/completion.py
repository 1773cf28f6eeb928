"""`tailor completion`: the script that lets a shell complete Tailor's commands.

Owns which shells. Refuses to write into anybody's start files.
"""

import click

from tailor.cli.out import put, say


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    from click.shell_completion import BashComplete, FishComplete, ZshComplete

    from tailor.cli.main import COMPLETE

    kinds = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}
    # by the class's template: click's own source() first runs the shell to ask for its version
    made = kinds[shell](context.find_root().command, {}, "tailor", COMPLETE)
    put(made.source_template % made.source_vars())
    where = {
        "bash": 'eval "$(tailor completion bash)" in ~/.bashrc',
        "zsh": 'eval "$(tailor completion zsh)" in ~/.zshrc',
        "fish": "tailor completion fish > ~/.config/fish/completions/tailor.fish",
    }
    say(f"To have it in every shell: {where[shell]}")
