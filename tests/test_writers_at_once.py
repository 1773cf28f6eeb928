"""A window and a command, or two windows, that write the same file at the same moment: both changes survive."""

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from pathlib import Path

import pytest

from tailor import config_file as settings_file
from tailor.app import TailorApp
from tailor.config_file import load
from tailor.core.following import begin
from tailor.core.procedure import procedure
from tailor.library import metadata as about
from tailor.library import metadata as making
from tailor.library.metadata import file_of, record_outcome
from tailor.threads import run_in_daemon_thread
from tailor.workspace import Workspace
from tests.screens.conftest import press, typed

BREAD = procedure("Bake bread", ["Mix.", "Bake."], [])
A_MOMENT = 0.3
"""Seconds; whoever need not wait for the other is done by then."""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"TAILOR_HOME": str(tmp_path / "home")}


def in_the_middle(
    monkeypatch: pytest.MonkeyPatch, module: object, other: Callable[[], None]
) -> list[Future[None]]:
    """Before the first file that the module writes, another writer is begun and has a moment for its own."""
    begun: list[Future[None]] = []
    real = module.replace_file  # type: ignore[attr-defined]  # each of the modules imports it

    def slow(path: Path, data: bytes) -> None:
        if not begun:
            begun.append(run_in_daemon_thread(other))
            wait(begun, A_MOMENT)
        real(path, data)

    monkeypatch.setattr(module, "replace_file", slow)
    return begun


def followed(id: str, rating: int | None, folder: Path) -> None:
    record_outcome(folder, begin(BREAD, id, 0.0), rating, "", "2026-01-01T00:00:00Z")


async def test_tags_given_in_the_library_and_a_rating_given_meanwhile(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TailorApp(environment)
    entry = app.workspace.library.save(BREAD)
    folder = app.workspace.library.folder
    others = in_the_middle(monkeypatch, about, partial(followed, entry.id, 4, folder))
    async with app.run_test(size=(100, 40)) as pilot:
        await press(pilot, "f3")
        await press(pilot, "t", *typed("quick"), "enter")
        others[0].result(10)
    kept = json.loads(file_of(folder, entry.stem).read_text())
    assert (kept["tags"], kept["rating"], len(kept["made"])) == (["quick"], 4, 1)


def test_two_times_through_a_procedure_that_end_at_the_same_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = in_the_middle(monkeypatch, making, partial(followed, "bread-ab12.v2", None, tmp_path))
    followed("bread-ab12.v1", 5, tmp_path)
    others[0].result(10)
    kept = json.loads(file_of(tmp_path, "bread-ab12").read_text())
    assert kept["rating"] == 5
    assert [one["id"] for one in kept["made"]] == ["bread-ab12.v1", "bread-ab12.v2"]


def test_settings_changed_in_two_windows(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    workspace, other = Workspace(environment), Workspace(environment)
    others = in_the_middle(monkeypatch, settings_file, partial(other.change, "app.bell", "false"))
    workspace.change("run.strategy", "unified")
    others[0].result(10)
    config = load(workspace.paths.config_file, {})
    assert (config.strategy, config.bell) == ("unified", False)


def test_profiles_made_in_two_windows_are_both_switched_on(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, other = Workspace(environment), Workspace(environment)
    assert workspace.config.use == other.config.use == ()

    def theirs() -> None:
        other.keep_profile("ana", ["no eggs"], on=True)

    others = in_the_middle(monkeypatch, settings_file, theirs)
    workspace.keep_profile("me", ["no nuts"], on=True)
    others[0].result(10)
    config = load(workspace.paths.config_file, {})
    assert (set(config.profiles), set(config.use)) == ({"me", "ana"}, {"me", "ana"})


def test_a_line_added_in_a_window_leaves_those_that_a_command_added_since(environment: dict[str, str]) -> None:
    workspace, other = Workspace(environment), Workspace(environment)
    assert workspace.config.profiles == {}
    other.keep_profile("me", ["no nuts"], on=True)
    other.keep_profile("ana", ["no eggs"], on=True)
    workspace.add_to_profile("no oven")
    config = load(workspace.paths.config_file, {})
    assert (config.profiles["me"], config.use) == (("no nuts", "no oven"), ("me", "ana"))


def test_lines_that_others_added_to_a_profile_or_removed_since_it_was_shown_stay_so(
    environment: dict[str, str],
) -> None:
    workspace, other = Workspace(environment), Workspace(environment)
    shown = other.keep_profile("me", ["no nuts", "no oven"])
    other.keep_profile("me", ["no nuts", "no milk"], known=shown)
    kept = workspace.keep_profile("me", [*shown, "a beginner"], known=shown)
    assert kept == load(workspace.paths.config_file, {}).profiles["me"] == ("no nuts", "a beginner", "no milk")
    assert workspace.keep_profile("me", ["no milk"], known=kept) == ("no milk",)
    assert workspace.keep_profile("me", kept, known=["no milk"]) == ("no nuts", "a beginner", "no milk")
    assert workspace.keep_profile("me", [], known=kept) == ()
    assert "me" not in load(workspace.paths.config_file, {}).profiles


def test_profiles_that_another_window_switched_since_stay_as_it_left_them(environment: dict[str, str]) -> None:
    workspace, other = Workspace(environment), Workspace(environment)
    for name in ("me", "ana", "bo"):
        workspace.keep_profile(name, ["no nuts"])
    workspace.use_profiles(["me", "ana"], ())
    assert workspace.config.use == ("me", "ana")
    other.use_profiles(["ana", "bo"], workspace.config.use)
    workspace.use_profiles(["me"], workspace.config.use)
    assert load(workspace.paths.config_file, {}).use == ("bo",)


def test_settings_that_a_window_and_commands_change_at_the_same_moment(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAILOR_HOME", environment["TAILOR_HOME"])
    workspace, numbers = Workspace(environment), {"generate.references": "4", "generate.rounds": "2"}
    commands = [("config", "set", key, value) for key, value in numbers.items()]
    running = [subprocess.Popen([sys.executable, "-m", "tailor", *command]) for command in commands]
    while any(one.poll() is None for one in running):
        workspace.change("app.motion", "true")
        workspace.change("app.motion", "false")
    assert [one.wait() for one in running] == [0, 0]
    config = load(workspace.paths.config_file, {})
    assert (config.motion, config.generation.references, config.generation.rounds) == (False, 4, 2)
