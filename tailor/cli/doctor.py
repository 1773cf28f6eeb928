"""`tailor doctor`: what works here, and what to do about the rest (CONTRACT 4).

It repairs nothing and sends no text: servers are only asked for the names of their models.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import click

from tailor.cli.input import JSON, CommandContext
from tailor.cli.output import Exit, put, put_json
from tailor.core.errors import TailorError
from tailor.core.text import one_line
from tailor.library.lineage import check
from tailor.urls import checked_url, host_of
from tailor.workspace import Workspace


@dataclass(frozen=True, slots=True)
class DoctorLine:
    """One finding."""

    check: str
    ok: bool
    """False only for what is broken; what is merely absent is fine."""
    says: str
    do: str = ""


@click.command("doctor")
@JSON
@click.pass_context
def doctor(context: click.Context, json: bool) -> None:
    """What works here: settings, files, provider, memory, terminal; and what to do about the rest."""
    all_ok = True
    for found in asyncio.run(_all(context.ensure_object(CommandContext).workspace)):
        all_ok &= found.ok
        if json:
            put_json({"check": found.check, "ok": found.ok, "says": found.says, "do": found.do})
        else:
            put(f"{'ok    ' if found.ok else 'broken'}  {found.check}: {found.says}")
            if found.do:
                put(f"        {found.do}")
    context.exit(Exit.DONE if all_ok else Exit.FAILED)


async def _all(workspace: Workspace) -> list[DoctorLine]:
    found = [_settings(workspace), _folder(workspace), _library(workspace)]
    if found[0].ok:
        found += [one async for one in _provider(workspace)]
    return [*found, _memory(), *_terminal()]


def _settings(workspace: Workspace) -> DoctorLine:
    try:
        count = len(workspace.config.came)
    except TailorError as error:
        return DoctorLine("settings", False, error.message, "`tailor config path` names the file.")
    there = workspace.paths.config_file.exists()
    words = f"{count} of {workspace.paths.config_file}" if there else "Tailor's own; there is no file yet"
    return DoctorLine("settings", True, words + ".")


def _folder(workspace: Workspace) -> DoctorLine:
    """Whether the data folder, or the one it would be made in, can be written to."""
    folder = workspace.paths.data
    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return DoctorLine(
            "files", False, f"{there} cannot be written to.", "Change its rights, or set TAILOR_HOME."
        )
    free = shutil.disk_usage(there).free
    if free < 10_000_000:
        return DoctorLine(
            "files", False, f"{there} has {free // 1000:,} kB left.", "Make room; saving needs little."
        )
    return DoctorLine("files", True, f"{folder} can be written to.")


def _library(workspace: Workspace) -> DoctorLine:
    try:
        ids = workspace.library.ids()
        bad = [verdict.id for verdict in check(workspace.library) if verdict.fault != "edited"]
    except TailorError as error:
        return DoctorLine("library", False, error.message)
    if bad:
        do = "`tailor library check` says what is the matter with each; the rest can be used."
        return DoctorLine(
            "library", False, f"{len(bad)} of {len(ids)} files need a look: {', '.join(bad[:3])}.", do
        )
    return DoctorLine("library", True, f"{len(ids)} files, all readable." if ids else "Nothing is saved yet.")


async def _provider(workspace: Workspace) -> AsyncIterator[DoctorLine]:
    from tailor.config import offered_server

    config = workspace.config
    if config.provider == "builtin" or config.base_url is None:
        yield DoctorLine("provider", True, "Built-in: no model, nothing leaves this machine.")
        yield await _near()
        if offered := offered_server(workspace.environment):
            do = f"To use it: tailor config set provider.base_url {offered}"
            yield DoctorLine("openai", True, "OPENAI_* is set; Tailor does not use it unasked.", do)
        return
    try:
        from tailor.config import Deadlines
        from tailor.providers.server import list_models

        insecure = config.allow_insecure_http
        url = checked_url(config.base_url, allow_insecure=insecure)
        waits = Deadlines(first=10, total=15)
        key = await workspace.key(url)
        names = await list_models(url, key, waits, allow_insecure=insecure)
    except TailorError as error:
        yield DoctorLine("provider", False, error.message, "Without a server: --provider builtin.")
        return
    words = f"{host_of(url)} answers and offers {len(names)} model{'s' if len(names) != 1 else ''}."
    if config.model is not None and names and config.model not in names:
        yield DoctorLine("provider", False, f"{words} {config.model} is not among them.", _name_one(names))
    else:
        several = config.model is None and len(names) > 1
        yield DoctorLine("provider", True, words, _name_one(names) if several else "")


def _name_one(names: tuple[str, ...]) -> str:
    return f"Choose one: tailor config set provider.model NAME; there are {one_line(', '.join(names[:5]), 200)}."


async def _near() -> DoctorLine:
    """Model servers on this machine."""
    from tailor.providers.discovery import discover

    servers = await discover()
    if not servers:
        return DoctorLine("servers", True, "No server of models was found on this machine.")
    words = "; ".join(f"{one.product} at {one.base_url}" for one in servers)
    return DoctorLine(
        "servers",
        True,
        f"Found: {words}.",
        f"To use it: tailor config set provider.base_url {servers[0].base_url}",
    )


def _memory() -> DoctorLine:
    from importlib.util import find_spec

    if find_spec("lancedb") is None:
        return DoctorLine("memory", True, "There is no memory here; tailoring works without it.")
    return DoctorLine("memory", True, "LanceDB is installed.")


def _terminal() -> Iterator[DoctorLine]:
    if not sys.stdout.isatty():
        yield DoctorLine("terminal", True, "This is no terminal; the screens need one, commands do not.")
        return
    size = shutil.get_terminal_size()
    small = size.columns < 80 or size.lines < 24
    words = f"{size.columns}x{size.lines}, {sys.stdout.encoding}, {os.environ.get('TERM') or 'no TERM'}."
    yield DoctorLine("terminal", True, words, "The screens are made for 80x24 and more." if small else "")
