"""`tailor config`, `tailor profile` and `tailor doctor`: how Tailor is set up here, and what works.

The doctor repairs nothing and sends no text: servers are only asked for the names of their models. Keys for
servers are kept elsewhere and never shown.
"""

import asyncio
import contextlib
import json as jsonlib
import os
import shutil
import sys
import unicodedata
from collections.abc import AsyncIterator, Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from shlex import quote
from typing import NamedTuple

import click

from tailor.backend import local_file, local_model
from tailor.cli.console import Exit, put, put_json, put_row, say
from tailor.cli.options import JSON, Command, CommandContext, Group
from tailor.config import SETTINGS, Deadlines, offered_server, shown
from tailor.config_file import listed, unknown
from tailor.core.errors import NotFoundError, TailorError, UsageError
from tailor.core.text import REPLACEMENT, counted, normal, one_line, size_words
from tailor.library.lineage import check
from tailor.providers import discovery
from tailor.storage import in_the_way, is_folder, is_no_folder, is_there, named
from tailor.terminal import has_only_lines
from tailor.threads import run_to_end
from tailor.urls import checked_url, host_of
from tailor.workspace import Workspace, add_to_lines, check_name, keep_lines, saved_profile, tidy, written


@click.group("config", cls=Group)
def config() -> None:
    """Settings: show, change, find the file."""


@config.command("show")
@JSON
@click.pass_obj
def show(command: CommandContext, json: bool) -> None:
    """Show every setting, its value and where that comes from."""
    for key, value, came in shown(command.workspace.config):
        if json:
            put_json({"key": key, "value": value, "from": came})
        else:
            written = "(none)" if value is None else jsonlib.dumps(value, ensure_ascii=False)
            put(f"{key} = {written}" + ("" if came == "default" else f"    # {came}"))


@config.command("set", context_settings={"ignore_unknown_options": True})  # -1 is a value here
@click.argument("key")
@click.argument("value")
@click.pass_obj
def set_(command: CommandContext, key: str, value: str) -> None:
    """Change one setting, such as: tailor config set app.theme nord

    An empty VALUE goes back to the default.
    """
    if value.strip():
        _check_there(command.workspace, key, value.strip())
    command.workspace.change(key, value)
    say(f"{key} is {'set' if value.strip() else 'back to its default'}.")


def _check_there(workspace: Workspace, key: str, value: str) -> None:
    """Raise TailorError if the value can never exist; only mention what may still come, a profile or a file."""
    if key.startswith("keys."):
        from tailor.screens.dialogs.key_bindings import refusal

        if trouble := refusal(workspace.config.keys, key.removeprefix("keys."), value):
            raise UsageError(f"Nothing was changed. {trouble}")
    elif key == "app.theme":
        _check_theme(value)
    elif key == "profile.use":
        with contextlib.suppress(ValueError):  # reported when it is set
            for name in sorted({*listed(value)} - {*workspace.config.profiles}):
                shown = one_line(name, 60)
                do = f"tailor profile add {quote(shown)} TEXT"
                say(f"You have not saved a profile called {shown} yet, so Tailor cannot use it. To save it: {do}")
    elif key == "local.model":
        if not is_there(file := local_file(value, workspace.paths, workspace.environment)):
            say(
                f"There is no file {one_line(str(file), 200)} yet. `tailor model list` shows the models you "
                "can use."
            )
    elif key == "memory.uri" and "://" not in value and (other := in_the_way(named(value).absolute())):
        raise UsageError(
            f"Nothing was changed. {other} {is_no_folder(other)}, so Tailor cannot keep its memory there."
        )


def _check_theme(name: str) -> None:
    """UsageError with the nearest names if there is no such theme."""
    from tailor.screens.themes import names

    if name not in (known := names()):
        near = get_close_matches(name.lower(), known, 3, 0.5)
        said = f'"{one_line(name, 60)}" will not work as app.theme: no theme has that name.'
        raise UsageError(f"{said} {'Similar' if near else 'There are'}: {', '.join(near or known)}.")


@config.command("path")
@click.pass_obj
def path(command: CommandContext) -> None:
    """Show where the settings file is, or would be."""
    put(str(command.workspace.paths.config_file))


@click.group("profile", cls=Group)
def profile() -> None:
    """What is always true for you: allergies, missing equipment, skill."""


@profile.command("list")
@JSON
@click.pass_obj
def list_(command: CommandContext, json: bool) -> None:
    """List the saved profiles: on or off, name, and each line."""
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
    """Add lines and say how many there are now. UsageError without lines or for an invalid name."""
    name = check_name(name)
    lines = tidy(line for one in text for line in one.splitlines())
    if torn := next(
        (one for one in lines if REPLACEMENT in one), ""
    ):  # or an allergy would be saved that nobody can read
        raise UsageError(f"“{one_line(torn, 80)}” has characters that cannot be read. Type it again.")
    if not lines:
        raise UsageError('What is always true for you? For example: tailor profile add me "no nuts (allergy)"')
    with workspace.changing() as settings:
        is_new = name not in settings.before.profiles
        kept = add_to_lines(settings, name, lines)
    say(f"Saved: profile {name} has {counted(len(kept), 'line')}" + (", used from now on." if is_new else "."))


@profile.command("remove")
@click.argument("name")
@click.argument("text", required=False)
@click.pass_obj
def remove(command: CommandContext, name: str, text: str | None) -> None:
    """Remove the line TEXT from the profile NAME, or the whole profile."""
    name, text = unicodedata.normalize("NFC", name), None if text is None else normal(text)
    with command.workspace.changing() as settings:
        lines = saved_profile(settings.before.profiles, name)
        if text is not None and text not in lines:
            its = one_line("; ".join(lines), 600)
            raise NotFoundError(f'"{one_line(text, 60)}" is not a line of {one_line(name, 60)}. Its lines: {its}.')
        kept = tuple(line for line in lines if line != text) if text is not None else ()
        keep_lines(settings, name, kept)
    say(f"{name} has {counted(len(kept), 'line')} left." if kept else f"Removed {name}.")


@profile.command("use")
@click.argument("names", nargs=-1)
@click.pass_obj
def use(command: CommandContext, names: tuple[str, ...]) -> None:
    """Use only these profiles; "none" (or no name) switches them all off."""
    wanted = tuple(unicodedata.normalize("NFC", name.removeprefix("@")) for name in names if name != "none")
    with command.workspace.changing() as settings:
        for name in wanted:
            saved_profile(settings.before.profiles, name)
        settings.set("profile.use", written(wanted))
    say(f"Switched on: {', '.join(wanted)}." if wanted else "No profile is switched on.")


class DoctorLine(NamedTuple):
    """One finding."""

    check: str
    ok: bool
    """False only for something broken; what is merely absent is fine."""
    says: str
    do: str = ""


@click.command("doctor", cls=Command)
@JSON
@click.pass_obj
def doctor(command: CommandContext, json: bool) -> int:
    """Check that settings, files, model, memory and terminal work here, and say how to fix what does not."""
    all_ok = True
    for found in run_to_end(_all(command.workspace)):
        all_ok &= found.ok
        if json:
            put_json(found._asdict())
        else:
            put(f"{'ok    ' if found.ok else 'broken'}  {found.check}: {found.says}")
            if found.do:
                put(f"        {found.do}")
    return Exit.DONE if all_ok else Exit.FAILED


async def _all(workspace: Workspace) -> list[DoctorLine]:
    try:
        _ = workspace.paths
    except TailorError as error:
        return [DoctorLine("files", False, error.message)]
    found = [_settings(workspace), _folder(workspace), _library(workspace)]
    if found[0].ok:
        found += [one async for one in _provider(workspace)]
    return [*found, await _memory(workspace, settings=found[0].ok), _terminal()]


def _settings(workspace: Workspace) -> DoctorLine:
    try:
        config, others = workspace.config, unknown(workspace.paths.config_file)
    except UsageError as error:  # in a variable that the message names, not in the file
        return DoctorLine("settings", False, error.message, "Correct that variable, or unset it.")
    except TailorError as error:
        return DoctorLine("settings", False, error.message, "`tailor config path` names the file.")
    there = is_there(workspace.paths.config_file)
    given = [SETTINGS[key].variable for key, came in config.came.items() if came == "environment"]
    words = f"{len(config.came) - len(given)} of {workspace.paths.config_file}"
    words = words if there else "the defaults; there is no file yet"
    words += f"; {', '.join(given)} in the environment" if given else ""
    if gone := [name for name in config.use if name not in config.profiles]:
        named = one_line(", ".join(gone), 200)
        do = "Save it (tailor profile add NAME TEXT), or switch on others: tailor profile use NAME."
        return DoctorLine("settings", False, f"{words}; profile {named} is switched on, but not saved.", do)
    if config.keys and (wrong := _wrong_keys(config.keys)):
        do = "Give one of them another key: tailor config set keys.ACTION KEY."
        return DoctorLine("settings", False, f"{words}; {wrong}", do)
    if others:
        named = one_line(", ".join(others), 200)
        return DoctorLine(
            "settings", True, f"{words}; not read: {named}.", "No setting has that name: correct it."
        )
    return DoctorLine("settings", True, words + ".")


def _wrong_keys(own: Mapping[str, str]) -> str:
    """Say what is wrong with the person's own keys, such as one key for two actions."""
    from tailor.screens.dialogs.key_bindings import own_key_troubles

    return one_line(own_key_troubles(own), 600)


def _folder(workspace: Workspace) -> DoctorLine:
    """Whether the data folder (or where it would be made) is writable, and its subfolders are folders."""
    folder = workspace.paths.data
    there = next((path for path in (folder, *folder.parents) if is_there(path)), folder)
    home = "TAILOR_HOME is " if workspace.environment.get("TAILOR_HOME", "").strip() else ""
    usage = shutil.disk_usage(there)
    says, do = f"Tailor can write to {folder}.", ""
    if not os.access(there, os.W_OK | os.X_OK) or not usage.total:  # /proc has no room at all
        says = (
            f"{home}{folder}, but Tailor cannot write to {there}." if home else f"Tailor cannot write to {there}."
        )
        do = "Change its permissions, or set TAILOR_HOME to another folder."
    elif usage.free < 10_000_000:
        says, do = (
            f"{home}{there} has {usage.free // 1000:,} kB left.",
            "Free up some space; saving takes very little.",
        )
    elif file := next(filter(None, map(in_the_way, workspace.paths.folders)), None):
        says, do = f"{file} {is_no_folder(file)}.", "Move it somewhere else; Tailor will make the folder again."
    return DoctorLine("files", not do, says, do)


def _library(workspace: Workspace) -> DoctorLine:
    try:
        ids = workspace.library.ids()
        bad = [verdict.id for verdict in check(workspace.library) if verdict.is_broken]
    except TailorError as error:
        return DoctorLine("library", False, error.message)
    if not bad:
        readable = f"{counted(len(ids), 'file')}, {'all ' if len(ids) > 1 else ''}readable."
        return DoctorLine("library", True, readable if ids else "Nothing is saved yet.")
    need = "needs" if len(bad) == 1 else "need"
    words = f"{len(bad)} of {counted(len(ids), 'file')} {need} a look: {', '.join(bad[:3])}."
    do = "`tailor library check` says what is wrong with each; the rest can be used."
    return DoctorLine("library", False, words, do)


async def _memory(workspace: Workspace, *, settings: bool) -> DoctorLine:
    """Whether the memory can be searched, if it is kept here and the settings can be read.

    A memory kept elsewhere is not contacted.
    """
    if not find_spec("lancedb"):
        return DoctorLine("memory", True, "There is no memory here. Tailoring works without it.")
    folder = workspace.paths.memory
    kept = is_folder(folder) and any(folder.iterdir())
    if not kept or not settings or workspace.config.memory_uri:
        return DoctorLine("memory", True, "The memory can be used (LanceDB is installed).")
    try:
        async with workspace.open_memory(folder) as memory:
            await memory.search("water", 1)
    except TailorError as error:
        return DoctorLine("memory", False, error.message)
    return DoctorLine("memory", True, "The memory can be searched.")


async def _provider(workspace: Workspace) -> AsyncIterator[DoctorLine]:
    config = workspace.config
    if config.provider == "local":
        yield await asyncio.to_thread(_local, workspace)
        return
    if config.provider == "builtin" or config.base_url is None:
        yield DoctorLine("provider", True, "Built-in: no model, nothing leaves this computer.")
        yield await _near()
        if offered := offered_server(workspace.environment):
            do = f"To use it: tailor config set provider.base_url {offered}"
            yield DoctorLine("openai", True, "OPENAI_* is set; Tailor does not use it without asking.", do)
        return
    from tailor.providers.server import list_models

    try:
        insecure = config.allow_insecure_http
        url = checked_url(config.base_url, allow_insecure=insecure)
        waits = Deadlines(first=10, total=15)
        key = await workspace.key(url)
        names = await list_models(url, key, waits, allow_insecure=insecure)
    except TailorError as error:
        yield DoctorLine("provider", False, error.message, "Without a server: --provider builtin.")
        return
    words = f"{host_of(url)} answers and offers {counted(len(names), 'model')}."
    missing = config.model is not None and bool(names) and config.model not in names
    words += f" {config.model} is not among them." if missing else ""
    some = one_line(", ".join(names[:5]), 200)
    one = f"Choose one of them: tailor config set provider.model NAME; it offers {some}."
    several = config.model is None and len(names) > 1
    yield DoctorLine("provider", not missing, words, one if missing or several else "")


def _local(workspace: Workspace) -> DoctorLine:
    """Whether the model on this computer would run, and what it would take; it is not loaded for this."""
    from tailor.providers.local.session import outlook

    try:
        wanted = local_model(workspace.config, workspace.paths, workspace.environment)
        found = outlook(workspace.paths, wanted)
    except TailorError as error:
        return DoctorLine("provider", False, error.message, "Without a model: --provider builtin.")
    free = "" if found.free is None else f"; {size_words(found.free)} is free"
    loaded = "It is loaded now" if found.runs else "It is loaded when needed"
    takes = f"about {size_words(found.needed)} of memory{free}; {found.context} tokens of context"
    words = f"{wanted.name} on this computer: {takes}. {loaded}, and nothing leaves this computer."
    return DoctorLine("provider", True, words)


async def _near() -> DoctorLine:
    servers = await discovery.discover()
    if not servers:
        return DoctorLine("servers", True, "No model server was found on this computer.")
    words = "; ".join(f"{one.product} at {one.base_url}" for one in servers)
    do = f"To use it: tailor config set provider.base_url {servers[0].base_url}"
    return DoctorLine("servers", True, f"Found: {words}.", do)


def _terminal() -> DoctorLine:
    if not sys.stdout.isatty():
        return DoctorLine("terminal", True, "This is not a terminal. The screens need one; commands do not.")
    if has_only_lines():
        return DoctorLine(
            "terminal", True, "This terminal shows only lines (TERM is dumb), so Tailor works line by line."
        )
    size = shutil.get_terminal_size()
    small = size.columns < 80 or size.lines < 24
    words = f"{size.columns}x{size.lines}, {sys.stdout.encoding}, {os.environ.get('TERM') or 'no TERM'}."
    return DoctorLine(
        "terminal",
        True,
        words,
        "Make the window larger: the screens are made for 80 columns and 24 lines." if small else "",
    )
