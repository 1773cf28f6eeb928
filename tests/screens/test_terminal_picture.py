"""A picture of the screen: where it goes, that only its owner reads it, and what is said."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tailor.app import TailorApp
from tailor.screens.terminal import keep_picture
from tailor.storage import SaveError
from tests.screens.conftest import started

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)


def test_a_picture_lies_among_the_persons_own_things_for_them_alone(tmp_path: Path) -> None:
    path = keep_picture(tmp_path / "home", "<svg/>", NOW)
    assert path == tmp_path / "home" / "pictures" / "tailor-2026-11-20-180000.svg"
    assert path.read_text() == "<svg/>"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_second_picture_writes_over_none(tmp_path: Path) -> None:
    first, second = keep_picture(tmp_path, "one", NOW), keep_picture(tmp_path, "two", NOW)
    assert (first.read_text(), second.read_text()) == ("one", "two")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("in the way")
    with pytest.raises(SaveError, match="pictures"):
        keep_picture(tmp_path, "<svg/>", NOW)


async def test_the_picture_command_needs_no_downloads_folder_and_says_where_it_went(
    app: TailorApp, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    async with started(app) as pilot:
        [command] = [one for one in app.get_system_commands(app.screen) if one.title == "Picture"]
        taken: list[object] = []
        with monkeypatch.context() as patched:
            patched.setattr(app, "set_timer", lambda delay, callback: taken.append(callback))
            command.callback()
        assert taken == [app.keep_picture]
        await app.keep_picture()
        [picture] = (Path(environment["TAILOR_HOME"]) / "pictures").iterdir()
        assert "<svg" in picture.read_text()
        await pilot.pause()
        [told] = app._notifications
        assert told.message == str(picture)
