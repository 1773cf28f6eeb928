"""`tailor model`: list models, download and choose one, and manage the one that runs (CONTRACT 4)."""

import sys
import time
from concurrent.futures import wait
from shlex import quote
from typing import Final

import click

from tailor.cli.console import Exit, ask_yes, harmless, json_of, put, put_item, say
from tailor.cli.options import JSON, CommandContext, Group
from tailor.core.errors import UsageError
from tailor.core.procedure import Json
from tailor.core.text import size_words
from tailor.providers.local import session
from tailor.providers.local.download import Download, forget_partials, look_before
from tailor.providers.local.download import remove as remove_file
from tailor.providers.local.hub import Hub
from tailor.providers.local.model_list import ListedModel, costs, list_models, may_be_removed, named_model
from tailor.threads import run_to_end
from tailor.workspace import Workspace

YES = click.option("--yes", is_flag=True, help="Do not ask.")
LOOK: Final = 0.25
"""Seconds between two looks at a download."""
PLAIN_EVERY: Final = 10.0
"""Seconds between two progress lines without a terminal."""


@click.group("model", cls=Group)
def model() -> None:
    """A model on this computer: list, download, use. Nothing is downloaded until you say yes."""


@model.command("list")
@JSON
@click.pass_obj
def list_(command: CommandContext, json: bool) -> None:
    """List the models you have or can download: state, name, bytes, where."""
    models = _models(command.workspace)
    for one in models:
        fields = json_of(one, "name state") | {"bytes": one.size} | json_of(one, "needs licence where task")
        put_item(json, fields, one.state, one.name, str(one.size or ""), one.where)
    if any(one.state == "offered" for one in models) and not json:
        say("To download one: tailor model get NAME. It asks first.")


@model.command("get")
@click.argument("what")
@YES
@click.pass_obj
def get(command: CommandContext, what: str, yes: bool) -> int:
    """Download WHAT, a name from the list or hf:REPO:FILE, and print its path. A stopped download continues.

    You see the size, source and licence first, and nothing is downloaded until you say yes.
    """
    hub = Hub.of(command.workspace.environment)
    chosen = _named(command.workspace, what)
    if chosen.source is None:
        if chosen.path is None:
            raise UsageError(f"{chosen.name} runs at {chosen.where}; there is nothing to download.")
        say(f"{chosen.name} is here already.")
        put(str(chosen.path))
        return Exit.DONE
    about = look_before(hub, chosen.source)
    say(f"{chosen.title or about.source.file}: {costs(chosen, about)}")
    if not yes and not ask_yes("Download it? y or n: "):
        say(
            "Nothing was downloaded"
            + ("." if sys.stdin.isatty() else ", because you did not type y (--yes answers for you).")
        )
        return Exit.DONE if sys.stdin.isatty() else Exit.USAGE
    download = Download(hub, about)
    try:
        _follow(download)
    except KeyboardInterrupt:
        download.stop()
        say(
            f"Stopped at {download.progress.share}. Run it again to continue. To delete what was downloaded so "
            f"far: tailor model remove {quote(what)}"
        )
        return Exit.CANCELLED
    put(str(download.result.result()))
    say(f"Downloaded and checked: it matches the file at {hub.host}. To use it: tailor model use {quote(what)}")
    return Exit.DONE


def _follow(download: Download) -> None:
    """Show the progress until the download ends: one changing line in a terminal, else a line now and then."""
    at_terminal, told = sys.stderr.isatty(), time.monotonic()
    try:
        while wait([download.result], LOOK).not_done:
            if at_terminal:
                _put_over(str(download.progress))
            elif time.monotonic() - told > PLAIN_EVERY:
                told = time.monotonic()
                say(str(download.progress))
    finally:
        if at_terminal:
            _put_over("")


def _put_over(words: str) -> None:
    sys.stderr.write(f"\r\x1b[K{harmless(words)}")
    sys.stderr.flush()


@model.command("use")
@click.argument("what")
@click.pass_obj
def use(command: CommandContext, what: str) -> None:
    """Use WHAT from now on: a name from the list, or the path of a GGUF file.

    With a search model, such as all-minilm-l6-v2, you can search the memory by meaning.
    """
    chosen = _named(command.workspace, what)
    if chosen.path is not None and chosen.task == "searches":
        command.workspace.search_with(chosen.path.absolute())
        say(f"{chosen.title or chosen.name} is now chosen. To search the memory with it: tailor memory rebuild")
        return
    if chosen.path is not None:
        command.workspace.use_local(chosen.path.absolute())
    elif chosen.server is not None:
        if chosen.name not in chosen.server.models:
            raise UsageError(
                f"{chosen.where}. Load a model there, or enter the server's address and key in Settings (F6)."
            )
        command.workspace.connect(chosen.server.base_url, chosen.name)
    else:
        raise UsageError(
            f"{chosen.name} is not on this computer yet. Download it first: tailor model get {quote(what)}"
        )
    say(f"Tailor will use {chosen.title or chosen.name} from now on ({chosen.where}).")


@model.command("status")
@JSON
@click.pass_obj
def status(command: CommandContext, json: bool) -> None:
    """List the local models that are running: name, users, where."""
    models = session.status(command.workspace.paths)
    for one in models:
        where = f"127.0.0.1:{one.state.port}" if one.state.port else "loading"
        name, users = one.model.stem, one.state.users
        value: Json = {"name": name, "pid": one.record.pid, "users": users, "where": where, "path": str(one.model)}
        put_item(json, value, name, str(users), where)
    if not models:
        say("No local model is running. One starts by itself when it is needed.")


@model.command("stop")
@click.pass_obj
def stop(command: CommandContext) -> None:
    """Stop every local model that is running, no matter who is using it."""
    ended = session.stop(command.workspace.paths)
    for one in ended:
        say(f"{one.model.stem} was stopped.")
    if not ended:
        say("No local model was running.")


@model.command("remove")
@click.argument("what")
@YES
@click.pass_obj
def remove(command: CommandContext, what: str, yes: bool) -> int:
    """Delete a model's file, or an unfinished download."""
    workspace, chosen = command.workspace, _named(command.workspace, what)
    if chosen.source is not None:
        left = forget_partials(Hub.of(workspace.environment), chosen.source)
        say(
            "Deleted the unfinished download." if left else f"There is no file for {chosen.name} on this computer."
        )
        return Exit.DONE
    path = may_be_removed(chosen)
    say(
        f"{path} takes up {size_words(chosen.size or 0)}; other programs that use {chosen.where} would lose "
        "it too."
    )
    if not yes and not ask_yes("Delete it? y or n: "):
        say("Nothing was deleted.")
        return Exit.DONE
    remove_file(path)
    if workspace.config.local.model == str(path):
        workspace.use_local(None)
    if workspace.config.embedder == f"local:{path}":
        workspace.search_with(None)
    say(f"Deleted {chosen.name}.")
    return Exit.DONE


def _models(workspace: Workspace) -> tuple[ListedModel, ...]:
    return run_to_end(list_models(workspace.environment, workspace.paths, workspace.config.local.model))


def _named(workspace: Workspace, what: str) -> ListedModel:
    return named_model(_models(workspace), what, Hub.of(workspace.environment).host)
