"""`tailor config`: the settings, shown and changed; keys of servers are kept elsewhere and never shown."""

import json as jsonlib

import click

from tailor.cli.input import CommandContext
from tailor.cli.options import JSON
from tailor.cli.output import put, put_json, say


@click.group("config")
def config() -> None:
    """Settings: show, set, path."""


@config.command("show")
@JSON
@click.pass_obj
def show(command: CommandContext, json: bool) -> None:
    """Every setting as it holds now, and where it came from."""
    from tailor.config import shown

    for key, value, came in shown(command.workspace.config):
        if json:
            put_json({"key": key, "value": value, "from": came})
        else:
            written = "(none)" if value is None else jsonlib.dumps(value, ensure_ascii=False)
            put(f"{key} = {written}" + ("" if came == "default" else f"    # {came}"))


@config.command("set")
@click.argument("key")
@click.argument("value")
@click.pass_obj
def set_(command: CommandContext, key: str, value: str) -> None:
    """Write one setting, such as: tailor config set run.strategy parallel

    An empty VALUE takes the setting out, so that the default holds again.
    """
    command.workspace.change(key, value)
    say(f"{key} is {'set' if value.strip() else 'back to its default'}.")


@config.command("path")
@click.pass_obj
def path(command: CommandContext) -> None:
    """Where the settings lie, whether or not the file is there yet."""
    put(str(command.workspace.paths.config_file))
