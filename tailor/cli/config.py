"""`tailor config` and `tailor profile`: the settings, and the requirements that always hold for a person.

Keys of servers are kept elsewhere and never shown.
"""

import json as jsonlib

import click

from tailor.cli.input import JSON, CommandContext
from tailor.cli.output import put, put_json, put_row, say
from tailor.core.errors import NotFoundError, UsageError
from tailor.core.text import counted, normal, one_line
from tailor.workspace import Workspace, add_to_lines, check_name, keep_lines, saved_profile, tidy, written


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


@click.group("profile")
def profile() -> None:
    """What always holds for you: allergies, missing equipment, skill."""


@profile.command("list")
@JSON
@click.pass_obj
def list_(command: CommandContext, json: bool) -> None:
    """Every saved profile; on or off, name, and each of its lines."""
    config = command.workspace.config
    for name, lines in config.profiles.items():
        if json:
            put_json({"name": name, "use": name in config.use, "lines": list(lines)})
        for line in () if json else lines:
            put_row("on" if name in config.use else "off", name, line)
    if not config.profiles:
        say('No profile is saved yet. Save one: tailor profile add me "no nuts (allergy)"')


@profile.command("add")
@click.argument("name")
@click.argument("text", nargs=-1, required=True)
@click.pass_obj
def add(command: CommandContext, name: str, text: tuple[str, ...]) -> None:
    """Add lines to the profile NAME; a new profile is switched on."""
    add_lines(command.workspace, name, text)


def add_lines(workspace: Workspace, name: str, text: tuple[str, ...]) -> None:
    """Add lines and print how many there are now. UsageError without lines, or for a name that is not allowed."""
    check_name(name)
    lines = tidy(text)
    if not lines:
        raise UsageError('Say what always holds, such as: tailor profile add me "no nuts (allergy)"')
    with workspace.changing() as settings:
        is_new = name not in settings.before.profiles
        kept = add_to_lines(settings, name, lines)
    say(f"Kept: profile {name} has {counted(len(kept), 'line')}" + (" and counts from now on." if is_new else "."))


@profile.command("remove")
@click.argument("name")
@click.argument("text", required=False)
@click.pass_obj
def remove(command: CommandContext, name: str, text: str | None) -> None:
    """Remove the line TEXT from the profile NAME, or the whole profile."""
    text = None if text is None else normal(text)
    with command.workspace.changing() as settings:
        lines = saved_profile(settings.before.profiles, name)
        if text is not None and text not in lines:
            its = one_line("; ".join(lines), 600)
            raise NotFoundError(f'"{one_line(text, 60)}" is no line of {one_line(name, 60)}. Its lines: {its}.')
        kept = tuple(line for line in lines if line != text) if text is not None else ()
        keep_lines(settings, name, kept)
    say(f"{name} has {counted(len(kept), 'line')} left." if kept else f"{name} is removed.")


@profile.command("use")
@click.argument("names", nargs=-1)
@click.pass_obj
def use(command: CommandContext, names: tuple[str, ...]) -> None:
    """Switch exactly these profiles on; none (or no name) switches all off."""
    wanted = tuple(name.removeprefix("@") for name in names if name != "none")
    with command.workspace.changing() as settings:
        for name in wanted:
            saved_profile(settings.before.profiles, name)
        settings.set("profile.use", written(wanted))
    say(f"Switched on: {', '.join(wanted)}." if wanted else "No profile is switched on.")
