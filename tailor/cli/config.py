"""`tailor config`: the settings, seen and changed.

Owns how they are shown. Refuses to show or take keys of servers: they have a file of their own.
"""

from dataclasses import fields
from typing import TYPE_CHECKING, cast

import click

from tailor.cli.input import CommandContext
from tailor.cli.options import JSON
from tailor.cli.output import put, put_json, say

if TYPE_CHECKING:
    from tailor.config import Config
    from tailor.core.procedure import Json


@click.group("config")
def config() -> None:
    """Settings: show, set, path."""


@config.command("show")
@JSON
@click.pass_obj
def show(command: CommandContext, json: bool) -> None:
    """Every setting as it holds now, and where it came from."""
    rows = _rows(command.workspace.config)
    for key, value, came in rows:
        if json:
            put_json({"key": key, "value": value, "from": came})
        else:
            put(f"{key} = {_toml(value)}" + ("" if came == "default" else f"    # {came}"))


@config.command("set")
@click.argument("key")
@click.argument("value")
@click.pass_obj
def set_(command: CommandContext, key: str, value: str) -> None:
    """Write one setting, such as: tailor config set run.strategy parallel

    An empty VALUE takes the setting out, so that the default holds again.
    """
    from tailor.config import set_value

    set_value(command.workspace.paths.config_file, key, value)
    say(f"{key} is {'set' if value.strip() else 'back to its default'}.")


@config.command("path")
@click.pass_obj
def path(command: CommandContext) -> None:
    """Where the settings lie, whether or not the file is there yet."""
    put(str(command.workspace.paths.config_file))


def _rows(config: "Config") -> "list[tuple[str, Json, str]]":
    """Key, value and where it came from, in the order of the file."""
    deadlines = ",".join(f"{f.name}={getattr(config.deadlines, f.name):g}" for f in fields(config.deadlines))
    rows: list[tuple[str, Json]] = [
        ("provider.kind", config.provider),
        ("provider.base_url", config.base_url),
        ("provider.model", config.model),
        ("provider.deadlines", deadlines),
        ("provider.allow_insecure_http", config.allow_insecure_http),
        ("run.strategy", config.strategy),
        ("run.prompts", config.prompts),
        *((f"generate.{one.name}", getattr(config.generation, one.name)) for one in fields(config.generation)),
        ("profile.use", list(config.use)),
        *[(f"profile.{name}", cast("Json", list(lines))) for name, lines in config.profiles.items()],
        *(("verify", f"{one.name}: {one.instruction}".rstrip(": ")) for one in config.verify),
        ("memory.uri", config.memory_uri),
        ("memory.embedder", config.embedder),
        ("memory.learn", config.learn),
        ("app.theme", config.theme),
        ("app.plain", config.plain),
        ("app.questions", config.questions),
        ("app.bell", config.bell),
        ("app.motion", config.motion),
        *((f"keys.{action}", key) for action, key in config.keys.items()),
    ]
    return [(key, value, config.came.get(key, "file" if key == "verify" else "default")) for key, value in rows]


def _toml(value: "Json") -> str:
    import json

    return "(none)" if value is None else json.dumps(value, ensure_ascii=False)
