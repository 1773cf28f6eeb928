"""Open the app at one screen, for `tailor review`, `demo`, `follow` and `bench judge`. Needs a terminal."""

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from textual.screen import Screen

from tailor.app import TailorApp, run
from tailor.core.procedure import Procedure
from tailor.evaluation.judging import Judging
from tailor.library.entries import LibraryEntry
from tailor.runs.history import StoredRun, open_file
from tailor.screens.follow.screen import follow_screen
from tailor.screens.judge import JudgeScreen
from tailor.screens.review.screen import reopened
from tailor.workspace import Workspace


class OpenedApp(TailorApp):
    """Tailor opened at a screen; Esc goes Home. Errors of that screen are raised before anything is drawn."""

    def __init__(
        self, first: Callable[[Workspace], Screen[None]], environment: Mapping[str, str] = os.environ
    ) -> None:
        super().__init__(environment)
        self._first_screen = first(self.workspace)

    def on_mount(self) -> None:
        self.call_after_refresh(self.push_screen, self._first_screen)


class JudgeApp(TailorApp):
    """Tailor with a single screen; Esc ends it."""

    DEFAULT_MODE = "judge"

    def __init__(self, judging: Judging, environment: Mapping[str, str] = os.environ) -> None:
        super().__init__(environment)
        self.add_mode("judge", lambda: JudgeScreen(judging))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the way to the other tabs."""
        return action not in ("mode", "on_home") and super().check_action(action, parameters)


def review(kept: StoredRun, saved: LibraryEntry | None) -> int:
    """Open the run and what was last saved from it; return the exit code."""
    return run(OpenedApp(lambda workspace: reopened(workspace, kept, saved)))


def follow(procedure: Procedure) -> int:
    """Follow the procedure; return the exit code. ContentError for one without steps."""
    return run(OpenedApp(lambda workspace: follow_screen(workspace, procedure)))


def judge(judging: Judging) -> int:
    """Ask the questions until all are answered or the judge leaves; return the exit code."""
    return run(JudgeApp(judging))


def demo(recording: Path) -> int:
    """Open the recorded run in a temporary home: nothing is kept, nothing is sent."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "runs" / "demo.jsonl"
        copy.parent.mkdir()
        copy.write_bytes(recording.read_bytes())
        others = {name: value for name, value in os.environ.items() if not name.startswith(("TAILOR_", "OPENAI_"))}
        kept, home = open_file(copy), {**others, "TAILOR_HOME": folder}
        own = Workspace(forgiving=True).config
        with Workspace(home).changing() as settings:  # only their keys and colours
            settings.set("app.theme", own.theme or "")
            for action, key in own.keys.items():
                settings.set(f"keys.{action}", key)
        app = OpenedApp(lambda workspace: reopened(workspace, kept), home)
        app.run()
        return app.return_code or 0
